"""What the games know: whether a foe or a treasure that somebody wrote into a room exists there.

Ids are those of `arbitro.play.stocking`: creatures by their id in the bestiary, ``class/<class>/<level>`` for people;
``coins/<metal>``, ``gem/<gold>``, ``magic/<item>`` and so on for treasure.
"""

from collections.abc import Collection, Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.solo.oracle import TEXTS
from arbitro.play.stocking import COINS
from arbitro.rules import GAMES, find_ruleset, installed
from arbitro.text import Words

if TYPE_CHECKING:
    from arbitro.rules.whitebox.content import WhiteBoxContent

ANY: Final = "any"
"""Stands for every game that a room does not name: the appendix's own units, filled by the game in use."""
WANDERING: Final = "wandering"
"""So many of the monsters that wander on the level."""
UNITS: Final = (*COINS, "gem", "jewelry", "magic_item")
_WORTH: Final = ("gem", "jewelry")
_PLAIN: Final = (*(f"coins/{metal}" for metal in COINS), "gem", "jewelry", "magic_item")


def games() -> tuple[str, ...]:
    """The games of this installation."""
    return tuple(name for name in GAMES if name in installed())


@cache
def content_of(game: str) -> "WhiteBoxContent | None":
    """The content of a game that is White Box or a variant of it."""
    from arbitro.rules.whitebox.doors import (
        BoxGame,  # late: it may have been left out, and opening a room needs no game
    )

    ruleset = find_ruleset(game)
    return ruleset.content if isinstance(ruleset, BoxGame) else None


@cache
def creatures(game: str) -> frozenset[str]:
    """The ids of a game's bestiary."""
    content = content_of(game)
    if content is not None:
        return frozenset(content.monsters)
    module = f"arbitro.play.stocking.{game}"
    return frozenset(import_module(module).creature_names()) if find_spec(module) is not None else frozenset()


def check_foe(game: str, name: str) -> Words | None:
    """What is wrong with a foe of a game, or None."""
    if game == ANY:
        return _one_of(name, (WANDERING,))
    content = content_of(game)
    sort, _, rest = name.partition("/")
    if content is not None and sort == "class":
        class_id, _, level = rest.partition("/")
        if class_id not in content.classes:
            return _unknown(game, class_id, content.classes)
        return None if level.isdecimal() and int(level) >= 1 else Words(TEXTS, "fault.class_level", name=name)
    return None if name in creatures(game) else _unknown(game, name, creatures(game))


def check_treasure(game: str, name: str) -> Words | None:
    """What is wrong with a treasure of a game, or None."""
    if game == ANY:
        return _one_of(name, UNITS)
    content = content_of(game)
    if name in _PLAIN and (content is None or name.startswith("coins/")):
        return None
    if content is None:
        return _one_of(name, _PLAIN)
    sort, _, rest = name.partition("/")
    entry, _, more = rest.partition("/")
    if sort in _WORTH:
        return None if rest.isdecimal() else Words(TEXTS, "fault.worth", name=name)
    if sort == "scroll" and entry == "cursed":
        return None
    catalogues: dict[str, Collection[str]] = {
        "magic": content.magic_items,
        "weapon": content.weapons,
        "armour": content.armour,
        "scroll": content.spells,
    }
    if sort not in catalogues:
        return Words(TEXTS, "fault.treasure", name=name)
    if entry not in catalogues[sort]:
        return _unknown(game, entry, catalogues[sort])
    if sort in ("weapon", "armour") and not _plus(more):
        return Words(TEXTS, "fault.plus", name=name)
    return None


def _plus(text: str) -> bool:
    return text[:1] in ("+", "-") and text[1:].isdecimal()


def _one_of(name: str, known: Collection[str]) -> Words | None:
    return None if name in known else unknown_name(name, known)


def _unknown(game: str, name: str, known: Iterable[str]) -> Words:
    return Words(TEXTS, "fault.not_in_game", game=game, fault=unknown_name(name, sorted(known)))
