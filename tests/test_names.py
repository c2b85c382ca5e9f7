"""One word means one thing: a class is called like no other of the same space.

All that belongs to no game is one space, and so is each game: two games may both have an `Attack`, since both books do.
"""

import ast
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import arbitro
from arbitro.rules import declared

SOURCE = Path(arbitro.__file__).parent
HOUSE = "the house"
WIRE = ("web/messages.py", "web/talk_messages.py", "web/api/data.py", "client/data.py", "agents/shapes.py")
"""What goes over the wire is called after what it carries, and published so: the message `Sheet` asks for a `Sheet`."""
PUBLISHED = "the other one is a word of the published schema of dungeon files"
KEPT = {
    (HOUSE, "Table"): "the front door's table is the kernel's with everything at hand; the library speaks of no other",
    (HOUSE, "Content"): PUBLISHED,
    (HOUSE, "Kept"): PUBLISHED,
    (HOUSE, "Section"): PUBLISHED,
    (HOUSE, "Stores"): "what a party of the walking engine has, and what a campaign asks of any stores",
    ("archmage", "Attack"): "the command, and a line of attack in an entry of the book",
    ("archmage", "Boost"): "a word of the powers, and what it has put on somebody",
    ("archmage", "Condition"): "a word of the powers, and an entry of the table of conditions",
    ("archmage", "Grab"): "the command, and a word of the powers for the same",
    ("archmage", "Mark"): "a word of the powers, and what it has put on somebody",
    ("archmage", "Ongoing"): "a word of the powers, and what it has put on somebody",
    ("daggerheart", "Advance"): "the command of a level, and a word of the features for a countdown",
    ("daggerheart", "Fear"): "a word of the features, and the pool that it draws on",
    ("whitebox", "Cast"): "the command, and what a thing does that casts a spell",
    ("whitebox", "Charge"): "the rider's command, and the power of beasts that charge",
    ("whitebox", "Charm"): "what a spell does, and a monster's power to do the same",
    ("whitebox", "Light"): "what a spell gives, and the torch that somebody carries",
    ("whitebox", "Narrated"): "what the rules leave to words, of a spell and of a monster",
    ("whitebox", "Regeneration"): "what a thing gives, and a monster's power to do the same",
    ("whitebox", "SaveBonus"): "a monster's power, and as a combatant has one from wherever it is",
    ("whitebox", "Teleport"): "what a spell does, and a monster's power to do the same",
    ("whitebox", "Attack"): "the command, and a monster's line of attack in the book",
    ("whitebox", "Numbers"): "the numbers of somebody, and those that a viewer may know",
    ("whitebox", "ReadyParty"): "a party of the book, and the command that lets it enter",
    ("whitebox", "Spell"): "a spell of the book, and as somebody has it in a fight",
    ("whitebox", "Weapon"): "a weapon of the lists, and as somebody has it in a fight",
    ("daggerheart", "Spotlight"): "the game, and the command that gives it to somebody",
    ("daggerheart", "Granted"): "what is declared before a roll, and the event that spotlights are free",
}
"""Names that two classes of a space have all the same, and why."""


def space_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return next((game for game in declared() if game in parts), HOUSE)


def public_classes() -> Iterator[tuple[str, str, str]]:
    """Every class at the top of a module: its space, its name, its module."""
    for path in sorted(SOURCE.rglob("*.py")):
        place, space = path.relative_to(SOURCE).as_posix(), space_of(path)
        if place in WIRE:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield space, node.name, place


@cache
def shared_names() -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for space, name, place in public_classes():
        found.setdefault((space, name), []).append(place)
    return {key: places for key, places in found.items() if len(places) > 1}


def test_a_class_is_called_like_no_other_of_its_space() -> None:
    assert {key: places for key, places in shared_names().items() if key not in KEPT} == {}


def test_what_is_kept_is_still_so() -> None:
    assert [key for key in KEPT if key not in shared_names()] == []
    assert all(len(why.split()) > 4 for why in KEPT.values())


# -------------------------------------------------------------------- modules

LETTERS = {"c": "commands", "e": "events"}
"""The only modules that a letter stands for, each always for the same: there are many of either on many a page."""


def letters_for_modules() -> Iterator[tuple[str, str, str]]:
    """Every module that is imported under one letter: where, which letter, which module."""
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for name in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
                if name.asname is not None and len(name.asname) == 1:
                    yield place, name.asname, name.name.rpartition(".")[2]


def test_a_module_is_called_by_its_name_and_not_by_a_letter() -> None:
    assert [each for each in letters_for_modules() if LETTERS.get(each[1]) != each[2]] == []


MEANINGS: dict[str, Callable[[type], bool]] = {
    "Deed": lambda kind: issubclass(kind, StrEnum),
    "Scene": lambda kind: callable(getattr(kind, "happen", None)),
}
"""Words that several spaces have a class for, and what such a class is everywhere.

A `Deed` is what sort of thing a command is, a `Scene` a command that is being resolved.
"""


@pytest.mark.parametrize("word", MEANINGS)
def test_a_word_of_several_spaces_means_the_same_in_each(word: str) -> None:
    homes = [place for _, name, place in public_classes() if name == word]
    assert len(homes) > 1
    for home in homes:
        module = import_module("arbitro." + home.removesuffix(".py").replace("/", "."))
        assert MEANINGS[word](getattr(module, word)), home
