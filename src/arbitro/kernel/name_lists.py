"""Names for those who have none yet: by the sound of their people, with a byname for those who lead.

They are decoration. Whoever draws one brings the number it is drawn by, so that the same number gives the same name.
"""

from functools import cache
from typing import Final

from msgspec import Struct

from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import open_packaged
from arbitro.text import Language

FOLK: Final = "folk"
"""The people whose names anybody may bear."""


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
    names = lists.get(people) or lists[FOLK]
    return names[number % len(names)]


def byname_by(number: int, language: Language) -> str:
    """The byname that a number stands for."""
    bynames = name_lists().bynames
    return bynames[number % len(bynames)].in_(language)


def fresh_names(numbers: tuple[int, ...], language: Language, people: str = "") -> tuple[str, ...]:
    """A name for each number, of one people or of all in turn, every other one with a byname; each once."""
    kinds = (people,) if people in name_lists().people else tuple(name_lists().people)
    found: dict[str, None] = {}
    for place, number in enumerate(numbers):
        name = name_by(kinds[place % len(kinds)], number)
        found[f"{name} {byname_by(number // 7, language)}" if place % 2 else name] = None
    return tuple(found)
