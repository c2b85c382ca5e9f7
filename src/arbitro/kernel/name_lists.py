"""Names for those who have none yet: by the sound of their people, with a byname for those who lead.

They are decoration. Whoever draws one brings the number it is drawn by, so that the same number gives the same name.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Final
from zlib import crc32

from msgspec import Struct

from arbitro.kernel.named import Named
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import open_packaged
from arbitro.text import Language

ANYBODY: Final = "men"
"""The people whose names are given where nobody knows another."""


class NameLists(Struct, frozen=True, forbid_unknown_fields=True):
    """All names of the house."""

    people: dict[str, tuple[str, ...]]
    bynames: tuple[Phrase, ...]


@cache
def name_lists() -> NameLists:
    """The names, as their file has them."""
    return open_packaged("arbitro.kernel", "names.yaml").read(NameLists)


def name_by(people: str, number: int) -> str:
    """The name that a number stands for among a people; another people's where nobody knows that one."""
    lists = name_lists().people
    names = lists.get(people) or lists[ANYBODY]
    return names[number % len(names)]


def byname_by(number: int, language: Language) -> str:
    """The byname that a number stands for."""
    bynames = name_lists().bynames
    return bynames[number % len(bynames)].in_(language)


class LeaderNames(Struct, frozen=True, forbid_unknown_fields=True):
    """By which names of the house those who lead are called in a game: by kinds of creatures, and by single ones."""

    kinds: dict[str, str]
    creatures: dict[str, str] = {}

    def people(self, creature: str, kind: str) -> str:
        """Among which people the names of a creature sound right; empty for those who call nobody by name."""
        return self.creatures.get(creature) or self.kinds.get(kind, "")


@cache
def leader_names(package: str) -> LeaderNames:
    """What the file ``leaders.yaml`` of a package says."""
    return open_packaged(package, "leaders.yaml").read(LeaderNames)


def leader_called(called: Named, people: str, of: str) -> Named:
    """Somebody who leads others of a name: the orc Grishka, say.

    It is decoration: no die is thrown for it, and whoever says the same `of` them gets the same name.
    """
    name = name_by(people, crc32(of.encode()))
    return Named(f"{called.it} {name}", f"{called.en} {name}", called.gender, grammar="one")


def one_called(called: Named, names: Sequence[str], taken: Collection[str], of: str) -> Named:
    """One of many by a name that nobody else bears: the porter Gaddo, say; by number where all are taken."""
    first = crc32(of.encode())
    free = (name for place in range(len(names)) if (name := names[(first + place) % len(names)]) not in taken)
    name = next(free, "")
    if not name:
        return called
    return Named(f"{called.it} {name}", f"{called.en} {name}", called.gender, grammar="one")


def fresh_names(numbers: tuple[int, ...], language: Language, people: str = "") -> tuple[str, ...]:
    """A name for each number, of one people or of all in turn, every other one with a byname; each once."""
    kinds = (people,) if people in name_lists().people else tuple(name_lists().people)
    found: dict[str, None] = {}
    for place, number in enumerate(numbers):
        name = name_by(kinds[place % len(kinds)], number)
        found[f"{name} {byname_by(number // 7, language)}" if place % 2 else name] = None
    return tuple(found)
