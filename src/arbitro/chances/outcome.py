"""What a fight came to, and what each game says about it."""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Final

from msgspec import Struct, field

from arbitro.kernel.plugins import plugged
from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro.chances")
GROUP: Final = "arbitro.readings"


class PersonLeft(Struct, frozen=True, omit_defaults=True):
    """How somebody came out of a fight."""

    id: str
    side: str
    standing: bool
    """On their feet, and in the field."""
    fallen: bool
    """Dead, or down and out of it: not those who fled or laid down their arms."""
    dead: bool
    hp: int
    """Hit points left; never below 0."""


class FightOutcome(Struct, frozen=True, omit_defaults=True):
    """What a fight came to."""

    sides: tuple[str, ...]
    winners: tuple[str, ...]
    """Who holds the field; several, or nobody, where it was broken off."""
    rounds: int
    people: tuple[PersonLeft, ...]
    resources: dict[str, int] = field(default_factory=dict)
    """What is left of what a fight uses up: spells, recoveries, Hope, Fear."""


class FightReading(Struct, frozen=True, kw_only=True):
    """What a game says about its fights; each is asked of a state."""

    fighting: Callable[[Any], bool]
    """Whether there is a fight at all, over or not."""
    over: Callable[[Any], bool]
    """Whether it has come to its end (what follows it is no part of it)."""
    outcome: Callable[[Any], FightOutcome]
    situation: Callable[[Any], Hashable]
    """What of a state decides how the fight goes on, and how it is then read: equal situations are equal fights."""
    rounds: Callable[[Any], int]
    wounds: Callable[[Any], dict[str, int]]
    """Who still stands, with how badly they look hurt: 0, 1 or 2, as everybody can see."""
    derives: bool = False
    """Whether `derived` knows the shape of its plain fights."""


@cache
def reading_of(game: str) -> FightReading:
    """What a game says about its fights; a fault where it says nothing."""
    entry = plugged(GROUP).get(game)
    if entry is None:
        raise Fault(Words(TEXTS, "chances.no_reading", game=game, known=", ".join(plugged(GROUP))))
    reading: FightReading = entry.load()
    return reading
