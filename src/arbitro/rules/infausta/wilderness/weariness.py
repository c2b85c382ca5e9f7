"""Nights without rest: what they take away, and what brings it back (IS-WILD-11 to IS-WILD-16)."""

from typing import Final

from msgspec import Struct

from arbitro.rules.infausta.state import State


class Weariness(Struct, frozen=True):
    """What a number of nights without rest costs."""

    modifier: int
    """On attack and damage rolls, saving throws, and attribute scores that are rolled against."""
    percent: int
    """On chances in a hundred."""
    rule: str


FREE: Final = Weariness(0, 0, "IS-WILD-11")
TWO: Final = Weariness(-2, -10, "IS-WILD-12")
THREE: Final = Weariness(-5, -25, "IS-WILD-13")
MOST_NIGHTS: Final = 3
"""Nobody goes a fourth night without sleep (IS-WILD-16)."""


def weariness(nights: int) -> Weariness:
    """What nights in a row without rest cost: nothing after one, and the third night's price replaces the second's."""
    if nights < 2:
        return FREE
    return TWO if nights == 2 else THREE


def weary(state: State, who: str) -> Weariness:
    """How tired somebody is."""
    return weariness(state.sleepless.get(who, 0))
