"""The house stands as drawn: imports point down, the kernel knows no game, the core knows no clock and no chance."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.games import PLAYABLE

import arbitro
from arbitro.kernel.coverage import ATOM
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import games, installed, package_of

SOURCE = Path(arbitro.__file__).parent
PROJECT = SOURCE.parent.parent
CONTRACTS = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


def module_paths(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (SOURCE / package).rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


# -------------------------------------------------------------------- imports


def test_the_import_contracts_are_kept():
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    ran = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "0 broken" in ran.stdout


def test_every_package_has_its_place_in_the_layers():
    layers = next(contract["layers"] for contract in CONTRACTS if contract["type"] == "layers")
    placed = {part.strip() for layer in layers for part in layer.split("|")}
    packages = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    modules = {path.stem for path in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert {f"arbitro.{name}" for name in packages | modules} == placed


def modules_under(folder: Path) -> Iterator[str]:
    """Every module of a package and of the packages in it, by the way that leads to it from there."""
    for path in folder.rglob("*.py"):
        if path.name != "__init__.py":
            yield ".".join(path.relative_to(folder).with_suffix("").parts)


@pytest.mark.parametrize("contract", [one for one in CONTRACTS if "containers" in one], ids=lambda one: one["name"])
def test_a_contract_of_chapters_leaves_no_module_out(contract: dict[str, Any]) -> None:
    """A module stands in a layer by itself, or with its whole package; the linter looks at the first step alone."""
    assert contract.get("exhaustive"), "import-linter should say it first"
    placed = {part.strip() for layer in contract["layers"] for part in layer.split("|")}
    (container,) = contract["containers"]
    for module in modules_under(SOURCE.joinpath(*container.split(".")[1:])):
        steps = module.split(".")
        assert placed & {".".join(steps[:count]) for count in range(1, len(steps) + 1)}, f"{container}.{module}"


def test_every_game_that_varies_no_other_is_held_apart_from_the_others():
    apart = next(contract["modules"] for contract in CONTRACTS if contract["type"] == "independence")
    for name in PLAYABLE:
        parent = open_packaged(package_of(name), "rulebook.yaml").mapping().get("parent", "")
        assert parent in map(package_of, games()) or package_of(name) in apart, name


# -------------------------------------------------------------------- what is read


GOES_ON = re.compile(
    r"(Also|So do|And |Nor |Or when|Likewise|…|\.\.\.|The same(,| (for|to|with|within|as|until|in every) ))"
)
POINTS_BACK = re.compile(
    r"(It|Its|They|Their|Them|These|This|That|Then|He|She|But|There (is|are) (one|none))\b"
    r"|As (?!(many|much|far|soon|deep) )[a-z]"
)
"""A word for something that was named before. A field may use one for the record that it stands in; nobody else."""


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Every docstring of a module: its line, its words, and whether it is that of a field or constant."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for number, line in enumerate(node.body):
            if (
                isinstance(line, ast.Expr)
                and isinstance(line.value, ast.Constant)
                and isinstance(line.value.value, str)
            ):
                yield line.lineno, line.value.value, number > 0


def test_a_docstring_can_be_read_alone():
    """It says what the thing is, and does not go on from the one before, or from a parent's."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for line, text, is_of_a_field in docstrings(ast.parse(path.read_text(encoding="utf-8"))):
            if GOES_ON.match(text) or (POINTS_BACK.match(text) and not is_of_a_field):
                found.append(f"{path.relative_to(SOURCE)}:{line}")
    assert found == []


def test_the_law_of_docstrings_finds_what_it_is_for():
    told = "def f():\n    'It can again.'\n\nclass C:\n    'As the game says it.'\n    x: int\n    'Its number.'\n"
    assert [bool(POINTS_BACK.match(text)) and not field for _, text, field in docstrings(ast.parse(told))] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("page", ["architecture.md", "it/architettura.md"])
@pytest.mark.parametrize("package", ["play", "web"])
def test_every_room_stands_on_the_map(page: str, package: str) -> None:
    """Whoever looks for a module of a large package finds it on the page of the architecture."""
    text = (PROJECT / "docs" / page).read_text(encoding="utf-8")
    named = {word for words in re.findall(r"`([\w./]+)`", text) for word in re.split(r"[./]", words)}
    rooms = {
        path.stem for path in (SOURCE / package).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert sorted(rooms - named - {"__init__"}) == []


# -------------------------------------------------------------------- the kernel knows no game


def spoken(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every name and text of a module that is code: docstrings and descriptions of fields are left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    for node in ast.walk(tree):
        for part in ("id", "attr", "name", "module", "arg", "value"):
            word = getattr(node, part, None)
            if isinstance(word, str):
                yield getattr(node, "lineno", 0), word


def game_words() -> set[str]:
    """The names that games go by: packages in the house, registered names, aliases and ids of atoms."""
    packages = {path.name for path in (SOURCE / "rules").iterdir() if (path / "rulebook.yaml").exists()}
    words = packages | set(installed()) | {entry.attr for entry in games().values()}
    words |= {"white box", "scatola bianca", "infausta", "appendix"}
    return {word.lower() for word in words if len(word) > 2}


@cache
def atom_prefixes() -> tuple[str, ...]:
    """How the ids of rules begin in all rulebooks of the house."""
    atoms = {atom for path in SOURCE.rglob("rulebook.yaml") for atom in ATOM.findall(path.read_text(encoding="utf-8"))}
    return tuple({f"{atom.partition('-')[0].lower()}-" for atom in atoms})


@pytest.mark.parametrize("path", module_paths("dice", "kernel"), ids=named)
def test_dice_and_kernel_mention_no_game(path):
    words, prefixes = game_words(), atom_prefixes()
    assert "whitebox" in words
    assert "wb-" in prefixes
    for line, word in spoken(ast.parse(path.read_text(encoding="utf-8"))):
        lowered = word.lower()
        assert not [game for game in words if game in lowered], f"{named(path)}:{line}: {word}"
        assert not lowered.startswith(prefixes), f"{named(path)}:{line}: {word}"


@pytest.mark.parametrize("package", ["dice", "kernel"])
def test_the_texts_of_dice_and_kernel_mention_no_game(package):
    for path in (SOURCE / package / "locale").iterdir():
        text = path.read_text(encoding="utf-8").lower()
        assert not [game for game in game_words() if game in text], named(path)


# -------------------------------------------------------------------- a pure core

OUTSIDE = ("cli", "web", "agents", "client", "store", "library.py", "__main__.py")
"""What may touch the world: the terminal, the server, its guests and clients, the disk, the front doors."""
IMPURE = {
    "asyncio",
    "datetime",
    "getpass",
    "logging",
    "multiprocessing",
    "os",
    "platform",
    "random",
    "secrets",
    "shutil",
    "signal",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
"""Modules that bring in a clock, chance, the environment, other processes or the network."""
ALLOWED = {
    ("dice/stream.py", "random"): "QuickDice: seeded by its caller, for simulations that nobody audits",
    ("kernel/misread.py", "socket"): "the name of an error, to be told in the reader's words",
}
FORBIDDEN_CALLS = {"print", "input", "open", "eval", "exec"}


def core() -> list[Path]:
    return [path for path in module_paths(".") if path.relative_to(SOURCE).parts[0] not in OUTSIDE]


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module.partition(".")[0]


def impurities(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for line, module in imported(tree):
        if (named(path), module) not in ALLOWED and module in IMPURE:
            yield f"{named(path)}:{line} imports {module}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv", "urandom", "utcnow"):
            yield f"{named(path)}:{node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            yield f"{named(path)}:{node.lineno} calls {node.func.id}"


def test_the_core_has_no_clock_no_chance_and_no_environment():
    assert [fault for path in core() for fault in impurities(path)] == []


def test_nothing_is_allowed_that_is_not_used():
    for name, module in ALLOWED:
        tree = ast.parse((SOURCE / name).read_text(encoding="utf-8"))
        assert module in {each for _, each in imported(tree)}, name


def test_heavy_parts_are_imported_late():
    """Opening a game must not load what only some commands need."""
    heavy = ("sqlalchemy", "alembic", "icepool", "typer", "rich", "numpy", "numba", "shapely", "litestar")
    code = (
        "import sys; from arbitro.rules import find_ruleset; from arbitro.kernel.table import Table\n"
        f"for name in {PLAYABLE!r}: Table.open(find_ruleset(name), 't', bytes(32))\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
