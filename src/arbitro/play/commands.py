"""What may be asked for in a campaign, beside all that its game understands."""

from typing import Final, Literal

from arbitro.kernel.command import Command
from arbitro.play.state import Route


class Gather(Command, frozen=True):
    """Call a party together: ``ready:<party>`` or ``random:<size>:<level>``."""

    party: str


class BringRooms(Command, frozen=True):
    """Bring a friend's sealed rooms, still closed, before the dungeon is begun: the text of each file by its id."""

    sealed: dict[str, str]


class Lodge(Command, frozen=True):
    """Stay in town for days: wounds heal, time passes, wages fall due."""

    days: int = 1


class Bank(Command, frozen=True):
    """Leave gold in the strongbox of the inn, or (with a number below 0) take it out again."""

    who: str
    gold: int


class SeekDungeon(Command, frozen=True):
    """Ask about in town for another dungeon; the one known so far is left for good."""


class SetOut(Command, frozen=True):
    """Leave town for the dungeon, by the road or (where the game has a wilderness) across country."""

    route: Route = "road"


class TurnRound(Command, frozen=True):
    """On the road, the party turns back to where it came from."""


class EnterTown(Command, frozen=True):
    """Back in town: treasure is secured, experience counted."""


class Follow(Command, frozen=True):
    """The party takes a way: a passage, an open door, stairs, a shaft; `way` is its id (see `play.ways`)."""

    way: str
    pace: str = ""
    """How, where the game has paces; empty: as usual."""


class GoTo(Command, frozen=True):
    """Walk the known way to a place where the party has been (``surface``: out), as far as nothing comes between."""

    to: str


class SplitOff(Command, frozen=True):
    """Somebody of the party stays here while the others go on."""

    who: str


class Regroup(Command, frozen=True):
    """Those who wait here come along again."""


class TurnTo(Command, frozen=True):
    """Follow those who wait elsewhere; the others wait where they are."""

    space: str


class SearchWall(Command, frozen=True):
    """Search ten feet of wall for a secret door; takes a turn (A.5.4)."""

    section: str


class StepIn(Command, frozen=True):
    """Somebody steps into a pool."""

    who: str
    water: str


class TakeLoot(Command, frozen=True):
    """Take the treasure that lies here."""

    slot: str


class LeaveLoot(Command, frozen=True):
    """Leave it for good."""

    slot: str


class DoInRoom(Command, frozen=True):
    """Somebody does one of the things that a special room invites to."""

    who: str
    slot: str
    question: str
    doing: str


class AnswerRepair(Command, frozen=True):
    """The players' word on a result that cannot be drawn (DA-SOLO-03)."""

    answers = "adjustment"
    answer: Literal["accept", "reroll", "dead_end"]


class TakeDefault(Command, frozen=True):
    """The automatic referee takes the decision that is due, by its stated default."""

    kind: str


class AskMe(Command, frozen=True):
    """The referee takes over a kind of decision (``all``: every kind), or hands it back."""

    kind: str
    on: bool = True


class TakeChair(Command, frozen=True):
    """The referee's chair goes to a player for the room that the party is in."""

    seat: str


class LeaveChair(Command, frozen=True):
    """The room is over: the chair is free again."""


class AskOracle(Command, frozen=True):
    """Ask the oracle a question that can be answered with yes or no."""

    question: str
    likelihood: str = "even"


class DrawPrompt(Command, frozen=True):
    """Draw words that set the imagination going."""


COMMANDS: Final[tuple[type[Command], ...]] = (
    Gather,
    BringRooms,
    Lodge,
    Bank,
    SeekDungeon,
    SetOut,
    TurnRound,
    EnterTown,
    Follow,
    GoTo,
    SplitOff,
    Regroup,
    TurnTo,
    SearchWall,
    StepIn,
    TakeLoot,
    LeaveLoot,
    DoInRoom,
    AnswerRepair,
    TakeDefault,
    AskMe,
    TakeChair,
    LeaveChair,
    AskOracle,
    DrawPrompt,
)
REFEREES: Final = (TakeDefault, AskMe)
"""Commands of the referee's chair; of the others those with a `who` are that character's, the rest the party's."""
