"""What the games know: whether a foe or a treasure that somebody wrote into a room exists there.

Foes and treasures are written as `arbitro.dungeon.kinds` has them.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from arbitro.dungeon.kinds import AnyMagic, Arms, Coins, Jewel, Magic, OfClass, Scroll, Unread, kind_of
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
_PLAIN: Final = tuple(map(str, (*map(Coins, COINS), Jewel("gem"), Jewel("jewelry"), AnyMagic())))


def catalogues(game: str) -> Mapping[str, Collection[str]]:
    """The kinds of things that a game has as entries, and the ids of each; none where it has only creatures."""
    stocking = stocking_of(game)
    return {} if stocking is None else stocking.catalogues()


def creatures(game: str) -> frozenset[str]:
    """The ids of a game's bestiary."""
    stocking = stocking_of(game)
    return frozenset() if stocking is None else frozenset(stocking.creatures())


def check_foe(game: str, name: str) -> Words | None:
    """What is wrong with a foe of a game, or None."""
    if game == ANY:
        return _one_of(name, (WANDERING,))
    classes, kind = catalogues(game).get(CLASS), kind_of(name)
    if classes is not None and isinstance(kind, OfClass):
        if kind.class_id not in classes:
            return _unknown(game, kind.class_id, classes)
        return None if kind.level >= 1 else Words(TEXTS, "fault.class_level", name=name)
    return None if name in creatures(game) else _unknown(game, name, creatures(game))


def check_treasure(game: str, name: str) -> Words | None:
    """What is wrong with a treasure of a game, or None."""
    if game == ANY:
        return _one_of(name, UNITS)
    known = catalogues(game)
    if not known:
        return _one_of(name, _PLAIN)
    match kind_of(name):
        case Coins(metal) if metal in COINS:
            return None
        case Jewel(gold=gold) if gold is not None:
            return None
        case Jewel() | Unread(sort="gem" | "jewelry"):
            return Words(TEXTS, "fault.worth", name=name)
        case Scroll(spell) as scroll if "scroll" in known:
            return None if scroll.cursed or spell in known["scroll"] else _unknown(game, spell, known["scroll"])
        case Magic(item=item) if "magic" in known:
            return None if item in known["magic"] else _unknown(game, item, known["magic"])
        case Arms(sort, item, power) if sort in known:
            if item not in known[sort]:
                return _unknown(game, item, known[sort])
            return None if _plus(power) else Words(TEXTS, "fault.plus", name=name)
        case _:
            return Words(TEXTS, "fault.treasure", name=name)


def _plus(text: str) -> bool:
    return text[:1] in ("+", "-") and text[1:].isdecimal()


def _one_of(name: str, known: Collection[str]) -> Words | None:
    return None if name in known else unknown_name(name, known)


def _unknown(game: str, name: str, known: Iterable[str]) -> Words:
    return Words(TEXTS, "fault.not_in_game", game=game, fault=unknown_name(name, sorted(known)))
