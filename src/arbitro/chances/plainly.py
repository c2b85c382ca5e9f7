"""What the odds of a fight come to, for people who do not read per cent: so many of a hundred such fights.

Nothing is said here that the numbers do not say: a number that was sampled is told with its ends, one that is known
only between two bounds by those, and what never came up in the fights that were fought is not said to be impossible.
"""

from collections.abc import Iterator
from math import floor
from typing import TYPE_CHECKING, Final

from arbitro.chances.intervals import Estimate
from arbitro.chances.measures import ANYONE_DIES, ANYONE_FALLS, family
from arbitro.chances.outcome import TEXTS
from arbitro.text import Language, number_text

if TYPE_CHECKING:
    from arbitro.chances.answer import FightOdds

HUNDRED: Final = 100
CLOSE: Final = 3
"""Ends that are no further apart than this, in a hundred, are not told: the middle is enough."""


def plainly(odds: "FightOdds", language: Language, side: str = "") -> list[str]:
    """How it goes for a side, in a few sentences: for the first that the game names, where none is said."""
    sides = [name.partition("/")[2] for name in odds.estimates if family(name) == "wins"]
    if not sides:
        return []
    return [*_of_side(odds, language, side or sides[0]), *_length(odds, language), _trust(odds, language)]


def _of_side(odds: "FightOdds", language: Language, side: str) -> Iterator[str]:
    named = odds.names.get(language, {}).get(side, side)
    who = named[:1].upper() + named[1:]
    yield TEXTS.say(language, "chances.plain.wins", who=who, often=in_a_hundred(odds[f"wins/{side}"], language))
    falls, dies = (odds.estimates.get(f"{name}/{side}") for name in (ANYONE_FALLS, ANYONE_DIES))
    if falls is None or dies is None:
        return
    if falls.value == dies.value and falls.how == dies.how:
        yield TEXTS.say(language, "chances.plain.anyone_dies", often=in_a_hundred(dies, language))
    else:
        yield TEXTS.say(
            language,
            "chances.plain.anyone_falls",
            falls=in_a_hundred(falls, language),
            dies=in_a_hundred(dies, language),
        )
    first = _likeliest(odds, side)
    if first:
        fallen = odds[f"falls/{first}"]
        name = odds.names.get(language, {}).get(first, first)
        yield TEXTS.say(language, "chances.plain.likeliest", who=name, often=in_a_hundred(fallen, language))


def _likeliest(odds: "FightOdds", side: str) -> str:
    """Who of a side of several falls most often; nobody where two do as often, or no one number is known."""
    own = [one for one in odds.people.get(side, ()) if f"falls/{one}" in odds.estimates]
    ranked = sorted((odds[f"falls/{one}"].value, one) for one in own)
    if len(ranked) < 2 or ranked[-1][0] == ranked[-2][0] or odds[f"falls/{ranked[-1][1]}"].how == "bounds":
        return ""
    return ranked[-1][1]


def _length(odds: "FightOdds", language: Language) -> Iterator[str]:
    rounds = odds.estimates.get("rounds")
    if rounds is not None and rounds.how != "bounds":
        count = floor(rounds.value + 0.5)
        shown = number_text(count, language)
        yield TEXTS.say(language, f"chances.plain.{odds.bout.reading.beats}", shown=shown, count=count)


def _trust(odds: "FightOdds", language: Language) -> str:
    how = next(iter(odds.estimates.values())).how
    kind = how if how in ("exact", "bounds") else "fought"
    return TEXTS.say(language, f"chances.plain.trust.{kind}", count=odds.count)


def in_a_hundred(found: Estimate, language: Language) -> str:
    """How often, of a hundred such fights; of what was sampled, with its ends where they are far apart.

    >>> from arbitro.chances.intervals import exact, share
    >>> in_a_hundred(exact(0.685), "en"), in_a_hundred(exact(0.0), "en"), in_a_hundred(exact(0.004), "en")
    ('in about 69 of 100', 'never', 'in fewer than 1 of 100')
    >>> in_a_hundred(share(69, 100), "en"), in_a_hundred(share(0, 200), "en")
    ('in about 69 of 100 (between 59 and 78)', 'in none of the 200 that were fought (at most 2 of 100)')
    """
    low, high = floor(HUNDRED * found.low + 1e-9), HUNDRED - floor(HUNDRED * (1 - found.high) + 1e-9)
    if found.how == "bounds":
        return TEXTS.say(language, "chances.plain.bounds", low=low, high=high)
    if found.how != "exact" and found.value in (0, 1):
        key, end = ("none", high) if found.value == 0 else ("all", low)
        return TEXTS.say(language, f"chances.plain.{key}", count=found.count, end=end)
    if found.value in (0, 1):
        return TEXTS.say(language, "chances.plain.never" if found.value == 0 else "chances.plain.always")
    told = _about(found.value, language)
    if found.how == "exact" or high - low <= CLOSE:
        return told
    return TEXTS.say(language, "chances.plain.between", about=told, low=low, high=high)


def _about(value: float, language: Language) -> str:
    if value < 0.5 / HUNDRED:
        return TEXTS.say(language, "chances.plain.seldom")
    if value > 1 - 0.5 / HUNDRED:
        return TEXTS.say(language, "chances.plain.mostly")
    return TEXTS.say(language, "chances.plain.about", n=floor(HUNDRED * value + 0.5))
