"""Who lives with whom, and where: the company that monsters of the bestiary keep, as data that dungeons are filled by.

The text leaves it to the referee. Whoever is of no company lives anywhere, with their own kind alone.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.content import Catalogue, Noun
from arbitro.kernel.rulebook import Phrase

Home = Literal["underground", "water", "wilds", "town"]
"""Where a company lives."""
CHANCE_DIE: Final = 6
"""The die that says whether somebody else of a company is there too."""


class EcologyEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A company of monsters."""

    name: Noun
    about: Phrase
    places: tuple[Home, ...]
    chance: Annotated[int, Meta(ge=0, le=6)]
    """In how many cases of six somebody else of it is there too."""
    members: dict[str, Amount]
    """How many of each there are where they come beside another."""


class Mate(Struct, frozen=True):
    """Somebody who lives with another: of which company, and how many come."""

    company: str
    monster: str
    count: Amount
    chance: int


class Ecology:
    """All companies of a game."""

    def __init__(self, entries: Catalogue[EcologyEntry]) -> None:
        self.entries = entries

    def of(self, monster: str, place: Home | None = None) -> tuple[str, ...]:
        """The companies of a monster, at a place or anywhere."""
        return tuple(
            name
            for name, entry in self.entries.items()
            if monster in entry.members and (place is None or place in entry.places)
        )

    def places_of(self, monster: str) -> tuple[Home, ...]:
        """Where a monster lives; nothing where it may live anywhere."""
        return tuple(dict.fromkeys(place for name in self.of(monster) for place in self.entries[name].places))

    def mates(self, monster: str, place: Home | None = None) -> tuple[Mate, ...]:
        """Everybody else who lives with a monster, company by company."""
        return tuple(
            Mate(name, other, count, self.entries[name].chance)
            for name in self.of(monster, place)
            for other, count in self.entries[name].members.items()
            if other != monster
        )

    def dwellers(self, place: Home) -> tuple[str, ...]:
        """All who live at a place."""
        there = (entry for entry in self.entries.values() if place in entry.places)
        return tuple(dict.fromkeys(name for entry in there for name in entry.members))
