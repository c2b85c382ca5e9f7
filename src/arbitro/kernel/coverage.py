"""Which rules are carried by which code and shown by which tests.

Code cites an atom by writing its id as a string (usually in the `rules` of an event) or in data; tests name the atoms
they show with ``@pytest.mark.rule("DU-STRIKE-01")``. Both are read from the sources, so the list cannot go stale.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from arbitro.kernel.rulebook import Rulebook
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Language

ATOM = re.compile(r"\b[A-Z]{2,3}-[A-Z][A-Z0-9]*-\d{2,3}\b")
_BOOKS = ("rulebook.yaml", "options.yaml")


WAYS: Final = ("runs", "asks", "told", "absent")
"""How an entry of content may be played: by the rules, with a question, only told; or it was taken out."""


def way_played(way: str, language: Language) -> str:
    """How an entry is played, in words."""
    return TEXTS.say(language, f"played.way.{way}")


def sort_played(sort: str, language: Language) -> str:
    """A sort of entries, in words."""
    return TEXTS.say(language, f"played.sort.{sort}")


def counts_played(counts: Mapping[str, int], language: Language) -> str:
    """How many entries of a sort are played in which way; nobody asks for what was taken out where nothing was."""
    parts = [TEXTS.say(language, f"played.count.{way}", count=counts.get(way, 0)) for way in WAYS[:-1]]
    if counts.get("absent"):
        parts.append(TEXTS.say(language, "played.count.absent", count=counts["absent"]))
    return "; ".join(parts)


class Covered(Struct, frozen=True):
    """Where one atom lives."""

    atom: str
    code: tuple[str, ...]
    """Places that cite it: ``rules/<game>/attack.py:strike``."""
    tests: tuple[str, ...]
    way: str = "runs"
    """How it is played: see `WAYS`."""


class Coverage(Struct, frozen=True):
    """All atoms of a rulebook, and the citations of atoms that no rulebook has."""

    game: str
    atoms: tuple[Covered, ...]

    @property
    def implemented(self) -> int:
        """How many atoms some code cites."""
        return sum(1 for atom in self.atoms if atom.code)

    @property
    def ways(self) -> Mapping[str, int]:
        """How many atoms are played in which way."""
        return {way: sum(1 for atom in self.atoms if atom.way == way) for way in WAYS}

    @property
    def tested(self) -> int:
        """How many atoms some test names."""
        return sum(1 for atom in self.atoms if atom.tests)


def code_citations(root: Path) -> dict[str, list[str]]:
    """Atom -> the places below `root` that cite it, in code and in data files."""
    found: dict[str, list[str]] = {}
    for path in sorted(root.rglob("*.py")):
        for atom, place in _strings(path):
            found.setdefault(atom, []).append(f"{path.relative_to(root).as_posix()}:{place}")
    for path in sorted(root.rglob("*.yaml")):
        if path.name in _BOOKS or "locale" in path.parts:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for atom in ATOM.findall(line.partition("#")[0]):
                found.setdefault(atom, []).append(f"{path.relative_to(root).as_posix()}:{number}")
    return {atom: list(dict.fromkeys(places)) for atom, places in found.items()}


def _strings(path: Path) -> Iterator[tuple[str, str]]:
    """Atoms in the string literals of a module, docstrings left out, with the function or class they stand in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from _walk(tree, "")


def _walk(node: ast.AST, place: str) -> Iterator[tuple[str, str]]:
    body = getattr(node, "body", None)
    documented = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    first = body[0] if documented and body else None
    docstring = first if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else None
    for child in ast.iter_child_nodes(node):
        if child is docstring:
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield from ((atom, place or "module") for atom in ATOM.findall(child.value))
        elif isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue  # the description of a field
        elif isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _walk(child, child.name)
        else:
            yield from _walk(child, place)


def test_citations(root: Path) -> dict[str, list[str]]:
    """Atom -> the tests below `root` that name it in a ``rule`` mark."""
    found: dict[str, list[str]] = {}
    for path in sorted(root.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = path.relative_to(root).as_posix()
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                for atom in _marked(node.decorator_list):
                    found.setdefault(atom, []).append(f"{name}::{node.name}")
            elif isinstance(node, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
            ):
                for atom in _marked([node.value]):
                    found.setdefault(atom, []).append(name)
    return found


def _marked(decorators: Iterable[ast.expr]) -> Iterator[str]:
    for decorator in decorators:
        for call in ast.walk(decorator):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule":
                for argument in call.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


@lru_cache(maxsize=4)
def rules_that_ask(root: Path) -> frozenset[str]:
    """The atoms below `root` for which somebody is asked: those that a question cites, or the function that asks it."""
    found: set[str] = set()
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "Question(" in text or "Asked(" in text:
            found.update(_asked_about(ast.parse(text)))
    return frozenset(found)


def _asked_about(tree: ast.Module) -> Iterator[str]:
    """The atoms that questions cite in a module."""
    constants = {
        target.id: _atoms_in(node.value)
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for function in (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))):
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            if name == "Question" or name.endswith("Asked"):
                named = (constants.get(each.id, ()) for each in ast.walk(call) if isinstance(each, ast.Name))
                own = (*_atoms_in(call), *(atom for atoms in named for atom in atoms))
                yield from own or _atoms_in(function)


def _atoms_in(node: ast.AST) -> tuple[str, ...]:
    strings = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str))
    return tuple(atom for text in strings for atom in ATOM.findall(text))


def way_of(book: Rulebook, atom: str, asking: frozenset[str]) -> str:
    """How a rule is played: with a question where it asks one, told where it guides the referee, else by the rules.

    A variant's rule asks where the one that it stands for does, unless it was changed.
    """
    found = book[atom]
    if atom in asking or (found.status == "same" and not asking.isdisjoint(found.parents)):
        return "asks"
    return "told" if found.kind == "guidance" else "runs"


def coverage(
    book: Rulebook,
    code: Mapping[str, list[str]],
    tests: Mapping[str, list[str]],
    asking: frozenset[str] = frozenset(),
) -> Coverage:
    """What is carried and shown of one rulebook; what no code carries is absent."""
    atoms = tuple(
        Covered(
            atom,
            tuple(code.get(atom, ())),
            tuple(tests.get(atom, ())),
            way_of(book, atom, asking) if atom in code else "absent",
        )
        for atom in book
    )
    return Coverage(book.game, atoms)


def unknown(books: Iterable[Rulebook], *citations: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Citations of atoms that no rulebook has: each is an error."""
    known = {atom for book in books for atom in book}
    return {atom: places for cited in citations for atom, places in cited.items() if atom not in known}
