"""Where people are: what a range covers, who is near, where a move ends (DHP-RANGE-01 to 04)."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.presence import is_fixed
from arbitro.rules.daggerheart.state import Foe, Hero, State
from arbitro.rules.daggerheart.words import BANDS, Band, is_ranged

STEP: Final = 30
"""How far one goes ahead or back at once, in feet: Close range."""


def reach_of(books: Library, state: State, band: Band) -> int:
    """How many feet a range covers: by feel, or counted in squares of five feet."""
    if band == "out_of_range":
        return 1_000_000
    if state.options.get("defined_ranges"):
        return 5 * books.guidance.squares[band]
    return books.guidance.feet[band]


def band_of(books: Library, state: State, feet: int) -> Band:
    """The range that a distance falls into."""
    for band in BANDS:
        if feet <= reach_of(books, state, band):
            return band
    return "out_of_range"


def is_near(books: Library, state: State, one: Hero | Foe, other: Hero | Foe, band: Band) -> bool:
    """Whether two are within a range of each other: a range is a maximum."""
    return abs(one.at - other.at) <= reach_of(books, state, band)


def beside(one: Hero | Foe, other: Hero | Foe) -> int:
    """Where somebody stops who walks up to somebody: in Melee, on their own side."""
    if abs(one.at - other.at) <= 5:
        return one.at
    return other.at - 5 if one.at < other.at else other.at + 5


def approach(books: Library, state: State, one: Hero | Foe, target: Hero | Foe, band: Band, limit: Band) -> int | None:
    """Where somebody must stand to have a target within a range, if a free move gets them there."""
    reach = reach_of(books, state, band)
    gap = abs(one.at - target.at) - reach
    if gap <= 0:
        return one.at
    if is_fixed(books, one) or gap > reach_of(books, state, limit):
        return None
    return one.at + gap if target.at > one.at else one.at - gap


def visible(one: Hero | Foe, band: Band) -> Refusal | None:
    """Whether somebody can be aimed at: a ranged attack needs line of sight (DHP-RANGE-04)."""
    if is_ranged(band) and one.cover == "total":
        return Refusal("no_line_of_sight", {"who": f"@{one.id}"}, ("DHP-RANGE-04",))
    return None


def thrown(books: Library, state: State, origin: int, one: Hero | Foe, band: Band) -> int:
    """Where somebody lands who is thrown to a range: its near edge, away from what threw them."""
    nearer = BANDS[max(BANDS.index(band) - 1, 0)]
    feet = reach_of(books, state, nearer) + 5
    return origin + feet if one.at >= origin else origin - feet
