"""What the games know: whether a foe or a treasure that somebody wrote into a room exists there.

Ids are those of `arbitro.play.stocking`: creatures by their id in the bestiary, ``class/<class>/<level>`` for people;
``coins/<metal>``, ``gem/<gold>``, ``magic/<item>`` and so on for treasure.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final

from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.solo.oracle import TEXTS
from arbitro.play.stocking import COINS, stocking_of
from arbitro.text import Words

ANY: Final = "any"
"""Stands for every game that a room does not name: the appendix's own units, filled by the game in use."""
WANDERING: Final = "wandering"
"""So many of the monsters that wander on the level."""
UNITS: Final = (*COINS, "gem", "jewelry", "magic_item")
CLASS: Final = "class"
_WORTH: Final = ("gem", "jewelry")
_PLAIN: Final = (*(f"coins/{metal}" for metal in COINS), "gem", "jewelry", "magic_item")


def catalogues(game: str) -> Mapping[str, Collection[str]]:
    """The kinds of things that a game has as entries, and the ids of each; none where it has only creatures."""
    stocking = stocking_of(game)
    return {} if stocking is None else stocking.catalogues()


@cache
def creatures(game: str) -> frozenset[str]:
    """The ids of a game's bestiary."""
    stocking = stocking_of(game)
    return frozenset() if stocking is None else frozenset(stocking.creatures())


def check_foe(game: str, name: str) -> Words | None:
    """What is wrong with a foe of a game, or None."""
    if game == ANY:
        return _one_of(name, (WANDERING,))
    sort, _, rest = name.partition("/")
    classes = catalogues(game).get(CLASS)
    if classes is not None and sort == CLASS:
        class_id, _, level = rest.partition("/")
        if class_id not in classes:
            return _unknown(game, class_id, classes)
        return None if level.isdecimal() and int(level) >= 1 else Words(TEXTS, "fault.class_level", name=name)
    return None if name in creatures(game) else _unknown(game, name, creatures(game))


def check_treasure(game: str, name: str) -> Words | None:
    """What is wrong with a treasure of a game, or None."""
    if game == ANY:
        return _one_of(name, UNITS)
    known = catalogues(game)
    if name in _PLAIN and (not known or name.startswith("coins/")):
        return None
    if not known:
        return _one_of(name, _PLAIN)
    sort, _, rest = name.partition("/")
    entry, _, more = rest.partition("/")
    if sort in _WORTH:
        return None if rest.isdecimal() else Words(TEXTS, "fault.worth", name=name)
    if sort == "scroll" and entry == "cursed":
        return None
    if sort == CLASS or sort not in known:
        return Words(TEXTS, "fault.treasure", name=name)
    if entry not in known[sort]:
        return _unknown(game, entry, known[sort])
    if sort in ("weapon", "armour") and not _plus(more):
        return Words(TEXTS, "fault.plus", name=name)
    return None


def _plus(text: str) -> bool:
    return text[:1] in ("+", "-") and text[1:].isdecimal()


def _one_of(name: str, known: Collection[str]) -> Words | None:
    return None if name in known else unknown_name(name, known)


def _unknown(game: str, name: str, known: Iterable[str]) -> Words:
    return Words(TEXTS, "fault.not_in_game", game=game, fault=unknown_name(name, sorted(known)))
