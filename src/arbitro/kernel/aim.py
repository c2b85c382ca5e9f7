"""Aims: what takes many ordinary commands, said once.

Walking to a place, pushing a door until it opens, going home: an aim is pursued by the commands that a person would
give one after the other, each decided by the rules and written down as if they had. It ends at whatever a person
should decide. What comes next is a pure function of what a seat may know (`Ruleset.pursue`).
"""

from typing import TYPE_CHECKING, Final, Generic, TypeVar

from msgspec import Struct

from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import State

if TYPE_CHECKING:
    from arbitro.kernel.ruleset import Ruleset

S = TypeVar("S", bound=State)
PURSUE: Final = "pursue"
"""In place of the tag of a command: the choice is an aim."""


class Aim(Struct, frozen=True, omit_defaults=True):
    """Something that may be aimed at now."""

    id: str
    """Stable as long as the aim itself."""
    label: Label
    about: str = ""
    """The place or the way of the map that it is: pages offer it there. Empty: it stands in a list."""


def as_choice(aim: Aim, group: str = "") -> Choice:
    """An aim among the choices."""
    return Choice(f"aim/{aim.id}", PURSUE, aim.label, {"aim": aim.id}, group=group)


def aim_in(choice: Choice) -> str:
    """The aim that a choice is; nothing for any other choice."""
    return str(choice.fixed["aim"]) if choice.command == PURSUE else ""


class Halt(Struct, frozen=True, omit_defaults=True):
    """Why nothing more is done for an aim."""

    reason: Label
    """Words of the game's, ``halt.…``."""
    reached: bool = False
    """Whether that was what was aimed at."""


def halt(word: str, *, reached: bool = False, **values: str | int) -> Halt:
    """A halt by the last word of its key."""
    return Halt(Label(f"halt.{word}", values), reached)


class Course(Struct, Generic[S], frozen=True):
    """How an aim has been pursued so far."""

    begun: S
    """How things stood when somebody aimed at it."""
    past: tuple[S, ...] = ()
    """How they stood at each command that was given for it, one after the other."""
    news: tuple[Event, ...] = ()
    """What the seat was told since the last of them, event by event."""

    @property
    def steps(self) -> int:
        """How many commands were given for it."""
        return len(self.past)


def may_give(game: "Ruleset[S]", state: S, seat: Seat, command: Command) -> bool:
    """Whether a command is a seat's to give, and the rules accept it."""
    owners = (game.owner(state, command), *game.decides_for(state, command))
    return all(map(seat.may_act_for, owners)) and game.allows(state, command)
