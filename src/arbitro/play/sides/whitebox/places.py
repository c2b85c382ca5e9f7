"""What the places of a campaign are called by a game of the White Box family."""

from functools import cache
from typing import Final

from arbitro.dungeon.model import SURFACE
from arbitro.play.naming import TEXTS
from arbitro.play.state import Called
from arbitro.play.ways import Way
from arbitro.rules.whitebox.terms import Named

ROAD: Final = "road"
HOME: Final = "home"


def named(called: Called) -> Named:
    """A name as the game writes it."""
    return Named(called.it, called.en, called.gender)


@cache
def said(key: str, gender: str = "m") -> Named:
    """Words of the catalogues as a name."""
    return Named(TEXTS.say("it", key), TEXTS.say("en", key), "f" if gender == "f" else "m")


def beyond_of(found: Way) -> str:
    """The place at the other end, as the game calls it: a space, the road, or one that is not drawn yet."""
    if found.to == SURFACE:
        return ROAD
    return found.to if found.to and not found.lead else unseen(found.id)


def unseen(way: str) -> str:
    """What lies beyond a way and is not drawn yet."""
    return f"?{way}"


def is_unseen(place: str) -> bool:
    """Whether a place is one that is not drawn yet."""
    return place.startswith("?")
