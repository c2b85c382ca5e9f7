"""How long modules and functions are, how many ways lead through a function, and how much it asks for.

python -m tests.sizes     # everything beyond the bounds of `test_sizes`
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import arbitro

SOURCE = Path(arbitro.__file__).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Size:
    """A function in figures."""

    name: str
    """Its module below `arbitro`, and what it is called there."""
    lines: int
    ways: int
    """McCabe's number: one, and one more for every branch."""
    parameters: int


def modules() -> Iterator[tuple[str, str]]:
    """Every module of the program, and its text."""
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), path.read_text(encoding="utf-8")


def functions() -> Iterator[Size]:
    """Every function and method of the program."""
    for module, text in modules():
        for name, node in _functions(ast.parse(text), ""):
            yield Size(f"{module}: {name}", _lines(node), ways_through(node), _parameters(node))


def _functions(node: ast.AST, within: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield f"{within}{child.name}", child
        if isinstance(child, Function | ast.ClassDef):
            yield from _functions(child, f"{within}{child.name}.")
        else:
            yield from _functions(child, within)


def _lines(node: Function) -> int:
    """Lines of a function, its decorators and those of its functions left out."""
    inner = sum(_lines(each) + 1 for each in ast.walk(node) if each is not node and isinstance(each, Function))
    return (node.end_lineno or node.lineno) - node.lineno + 1 - inner


def _parameters(node: Function) -> int:
    asked = node.args
    return sum(each.arg not in ("self", "cls") for each in (*asked.posonlyargs, *asked.args, *asked.kwonlyargs))


def ways_through(node: Function) -> int:
    """How many ways lead through a function, as linters count them: those of its own functions among them."""
    return 1 + sum(_branches(each) for each in ast.walk(node) if each is not node)


def _branches(node: ast.AST) -> int:
    match node:
        case ast.If() | ast.For() | ast.AsyncFor() | ast.While() | ast.FunctionDef() | ast.AsyncFunctionDef():
            return 1
        case ast.Try() | ast.TryStar():
            return len(node.handlers) + bool(node.orelse)
        case ast.Match():
            last = node.cases[-1]
            whatever = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
            return len(node.cases) - whatever
        case _:
            return 0


if __name__ == "__main__":
    from tests.test_sizes import LINES, MODULE, PARAMETERS, WAYS, asked

    for module, text in modules():
        if text.count("\n") > MODULE:
            print(f"{text.count(chr(10)):5} lines       {module}")
    for size in sorted(functions(), key=lambda each: -each.ways):
        if size.ways > WAYS:
            print(f"{size.ways:5} ways        {size.name}")
        if size.lines > LINES:
            print(f"{size.lines:5} lines       {size.name}")
        if asked(size) > PARAMETERS:
            print(f"{size.parameters:5} parameters  {size.name}")
