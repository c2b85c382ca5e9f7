"""The docstring of a game's package is its map: whoever knows the book finds the room of each chapter in it."""

import re
from pathlib import Path

import pytest

import arbitro
from arbitro.rules import find_ruleset, games

SOURCE = Path(arbitro.__file__).parent
PACKAGES = sorted(
    path.parent
    for part in ("rules", "appendix_a")
    for path in (SOURCE / part).rglob("__init__.py")
    if path.parent.name not in ("rules", "events", "commands")
)
"""The packages whose modules are chapters. Events and commands name theirs by importing them."""
ROOM = re.compile(r"(?<!`)`([a-z_]+(?:\.[a-z_]+)*)`(?!`)")
FAMILY = re.compile(r"\b(?:DHP?-)?[A-Z]{2,}\b")
"""The word of an atom: ATK for WB-ATK-01; with its letters in front where a book has two sorts."""


def map_of(package: Path) -> str:
    """The docstring of a package."""
    return (package / "__init__.py").read_text(encoding="utf-8").split('"""')[1]


def rooms_of(package: Path) -> set[str]:
    """The modules that lie in a package itself, and the packages in it."""
    inside = {path.stem for path in package.glob("*.py")} - {"__init__"}
    return inside | {path.parent.name for path in package.glob("*/__init__.py")}


def chapters(game: str) -> list[tuple[set[str], set[str]]]:
    """The chapters of a map: the words of their atoms, and the modules that stand behind them."""
    told = map_of(SOURCE / "rules" / game).partition("chapter by chapter")[2]
    lines = re.sub(r"\n  +", " ", told).splitlines()
    parts = [part for line in lines if line.startswith("- ") for part in line.split(". ")]
    found = [(set(FAMILY.findall(part.partition("`")[0])), set(ROOM.findall(part))) for part in parts]
    return [(words, rooms) for words, rooms in found if words and rooms]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_room_is_on_the_map_and_every_name_on_it_is_a_room(package: Path) -> None:
    told = map_of(package)
    assert rooms_of(package) - {name.partition(".")[0] for name in ROOM.findall(told)} == set()
    for name in ROOM.findall(told):
        path = package.joinpath(*name.split("."))
        beside = package.parent.joinpath(*name.split("."))  # the schemas of powers lie with their game
        assert any(each.with_suffix(".py").exists() or each.is_dir() for each in (path, beside)), name


@pytest.mark.parametrize("game", games())
def test_every_chapter_of_the_book_is_on_the_map(game: str) -> None:
    short = map_of(SOURCE / "rules" / game)
    for atom in find_ruleset(game).rulebook:
        first, word, _ = atom.split("-")
        name = f"{first}-{word}" if game == "daggerheart" else word
        assert name in FAMILY.findall(short), atom


@pytest.mark.parametrize("game", games())
def test_the_rooms_of_a_chapter_carry_its_rules_out(game: str) -> None:
    """Where the map sends somebody who looks for a rule, a rule of that chapter is cited."""
    (prefix, *_) = {atom.partition("-")[0] for atom in find_ruleset(game).rulebook}
    told = chapters(game)
    assert len(told) > 10
    for words, rooms in told:
        atoms = tuple(f"{word}-" if "-" in word else f"{prefix}-{word}-" for word in words)
        for room in rooms:
            text = (SOURCE / "rules" / game / Path(*room.split("."))).with_suffix(".py").read_text(encoding="utf-8")
            assert any(atom in text for atom in atoms), f"{room} cites nothing of {sorted(words)}"
