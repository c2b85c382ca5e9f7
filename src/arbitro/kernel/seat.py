"""Who sits at the table: what a seat may do and what it may know are the same question asked twice."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

Role = Literal["referee", "player", "spectator"]

EVERYBODY: Final = ""
"""The audience of what all may know."""
REFEREE_ONLY: Final = "referee"
"""The audience, and the owner, of what belongs to the referee."""


def seat_address(name: str) -> str:
    """The owner and audience of what belongs to the seat of a name."""
    return f"seat:{name}"


_PAIR: Final = "pair:"


def pair_address(one: str, other: str) -> str:
    """The audience of what two seats say to each other: the referee, who knows all, hears it too."""
    first, second = sorted((one, other))
    return f"{_PAIR}{len(first)}:{first}{second}"


def is_pair(audience: str) -> bool:
    """Whether something was said by one seat to another alone."""
    return audience.startswith(_PAIR)


def _of_the_pair(audience: str) -> tuple[str, ...]:
    """The names of the two; how long the first is stands before them, so that no name can be taken for two."""
    size, _, names = audience.removeprefix(_PAIR).partition(":")
    return (names[: int(size)], names[int(size) :]) if is_pair(audience) and size.isdecimal() else ()


class Seat(Struct, frozen=True, omit_defaults=True):
    """A place at the table. `controls` lists the ids (characters, sides) that it plays."""

    name: str
    role: Role = "player"
    controls: frozenset[str] = frozenset()
    refereed: bool = False
    """Whether a person is the referee of its table: then nobody takes the referee's place."""

    @property
    def private(self) -> str:
        """The audience of what is for this seat alone (and for the referee, who knows all)."""
        return REFEREE_ONLY if self.role == "referee" else f"seat:{self.name}"

    @property
    def address(self) -> str:
        """What belongs to this very seat, or is said to it alone, bears this as owner or audience."""
        return seat_address(self.name)

    def may_act_for(self, owner: str) -> bool:
        """Whether a command that belongs to `owner` may come from this seat."""
        return self.role == "referee" or (self.role == "player" and (owner in self.controls or owner == self.address))

    def is_among(self, ids: Iterable[str]) -> bool:
        """Whether it is the referee's, plays one of these ids, or these are everybody."""
        if self.role == "referee":
            return True
        controls = self.controls
        for one in ids:  # noqa: SIM110 - asked of everybody at every command: a generator costs as much again
            if one == EVERYBODY or one in controls:
                return True
        return False

    def knows_numbers(self, subject: str, knowers: Iterable[str]) -> bool:
        """Whether it may know the exact numbers of somebody whose numbers these ids know."""
        return subject in self.controls or self.is_among(knowers)

    def knows(self, audience: str) -> bool:
        """Whether something said to `audience` reaches this seat."""
        if audience == EVERYBODY or self.role == "referee" or audience in self.controls:
            return True
        return self.role == "player" and (audience == self.private or self.name in _of_the_pair(audience))


REFEREE: Final = Seat("referee", "referee")
SPECTATOR: Final = Seat("spectator", "spectator")
