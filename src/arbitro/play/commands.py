"""What may be asked for in a campaign, beside all that its game understands."""

from typing import Final, Literal

from arbitro.kernel.command import Command
from arbitro.play.state import Route


class Gather(Command, frozen=True):
    """Call a party together: ``ready:<party>``, ``random:<size>:<level>`` or ``enrolled``, those who are there."""

    party: str


class BeginCharacter(Command, frozen=True):
    """Begin to make a character, step by step."""


class DecideCharacter(Command, frozen=True):
    """Answer the step that is due of the character that is being made; empty: leave it as it is."""

    step: str
    value: str = ""


class ThrowForCharacter(Command, frozen=True):
    """Throw what is due of the character that is being made, in the open."""


class ReconsiderCharacter(Command, frozen=True):
    """Go back to an earlier step: its answer and those after it are open again. Whatever was thrown stands."""

    step: str


class FinishCharacter(Command, frozen=True):
    """The character that was made joins the party."""


class DropCharacter(Command, frozen=True):
    """Give up the character that is being made."""


class BringRooms(Command, frozen=True):
    """Bring a friend's sealed rooms, still closed, before the dungeon is begun: the text of each file by its id."""

    sealed: dict[str, str]


class Lodge(Command, frozen=True):
    """Stay in town for days: wounds heal, time passes, wages fall due."""

    days: int = 1


class Bank(Command, frozen=True):
    """Leave gold in the strongbox of the inn, or take it out again."""

    who: str
    gold: int
    out: bool = False
    """Whether it is taken out."""


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


class GiveUp(Command, frozen=True):
    """Under the sky: those who wait in a space below are given up for good, and the others go home without them."""

    space: str


class SearchWall(Command, frozen=True):
    """Search ten feet of wall for a secret door; takes a turn (A.5.4)."""

    section: str


class SearchAhead(Command, frozen=True):
    """Look for traps beyond a way before anybody goes there, or (without a way) where the party stands."""

    who: str
    way: str = ""


class SetOff(Command, frozen=True):
    """Set a trap off on purpose that the party knows: step into the room that sinks, let the wall come down."""

    trap: str


class StepIn(Command, frozen=True):
    """Somebody steps into a pool."""

    who: str
    water: str


class MakeWish(Command, frozen=True):
    """Somebody speaks the wish that a talking pool has granted (DA-POOL-08), in a word or in silence."""

    who: str
    words: str = ""


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


# -------------------------------------------------------------------- the referee's desk


class DigAhead(Command, frozen=True):
    """Work out an unexplored way before the party gets there, unseen: until so many rooms are laid or it ends."""

    lead: str
    rooms: int = 1
    reason: str = ""


class DigLevel(Command, frozen=True):
    """Work out a whole level, unseen; with `most` above 0, until it has so many spaces."""

    level: int
    most: int = 0
    reason: str = ""


class BeginAnew(Command, frozen=True):
    """Throw away a dungeon that nobody has entered and begin another, under the options as they stand."""

    reason: str = ""


class BringDungeon(Command, frozen=True):
    """Put a dungeon out of a file (``arbitro dungeon new``) in place of one that nobody has entered."""

    text: str
    reason: str = ""
    reuse: Literal["", "fresh", "as_left"] = ""
    """How a map that was played before is taken up (DA-SOLO-04); empty: as the table's option `map_reuse` has it."""


class PlaceMonsters(Command, frozen=True):
    """Put monsters of the game's content into a space; `mood` is empty or one that the game knows."""

    space: str
    kind: str
    number: int = 1
    mood: str = ""
    reason: str = ""


class PlaceTreasure(Command, frozen=True):
    """Put treasure into a space, written as the stocking of the game writes it (``coins/gold``, ``gem/100``)."""

    space: str
    what: str
    number: int = 1
    reason: str = ""


class ChangeContents(Command, frozen=True):
    """Other monsters, or other treasure, in place of what a slot holds; what monsters own stays theirs."""

    slot: str
    what: str
    number: int = 1
    reason: str = ""


class SetMood(Command, frozen=True):
    """How those who wait in a slot will take it when they are met; empty: as the game decides."""

    slot: str
    mood: str = ""
    reason: str = ""


class SetTrap(Command, frozen=True):
    """Set a trap of table A.7.1 in a space."""

    space: str
    code: str
    reason: str = ""


class SetLock(Command, frozen=True):
    """Lock a door that is shut, or (`on` False) unlock it; in games whose doors have locks."""

    door: str
    on: bool = True
    reason: str = ""


class RemoveThing(Command, frozen=True):
    """Take monsters, treasure, a special or a trap out of the dungeon."""

    thing: str
    reason: str = ""


class KeepNote(Command, frozen=True):
    """The referee's note on a space; an empty one strikes it out."""

    space: str
    text: str = ""


class SpringEncounter(Command, frozen=True):
    """Let the party meet somebody now; `feet` 0: as far off as the game has it."""

    kind: str
    number: int = 1
    mood: str = ""
    feet: int = 0
    reason: str = ""


class SendReinforcements(Command, frozen=True):
    """More foes come into the fight that goes on."""

    kind: str
    number: int = 1
    reason: str = ""


class TakeOut(Command, frozen=True):
    """A foe is out of the fight that goes on, without having been beaten."""

    foe: str
    reason: str = ""


class BareNumbers(Command, frozen=True):
    """Lay the numbers of a foe open to everybody, or (`on` False) keep them again."""

    foe: str
    on: bool = True
    reason: str = ""


class Reveal(Command, frozen=True):
    """Let the party know of a space, a way, a trap, or of what waits or lies somewhere."""

    thing: str
    reason: str = ""


class Hide(Command, frozen=True):
    """Take such a thing off the party's map again."""

    thing: str
    reason: str = ""


DESK: Final[tuple[type[Command], ...]] = (
    DigAhead,
    DigLevel,
    BeginAnew,
    BringDungeon,
    PlaceMonsters,
    PlaceTreasure,
    ChangeContents,
    SetMood,
    SetTrap,
    SetLock,
    RemoveThing,
    KeepNote,
    SpringEncounter,
    SendReinforcements,
    TakeOut,
    BareNumbers,
    Reveal,
    Hide,
)
"""What the referee prepares, places, hides and shows by hand."""
ANY_TIME: Final = (
    PlaceMonsters,
    PlaceTreasure,
    ChangeContents,
    SetMood,
    SetTrap,
    SetLock,
    RemoveThing,
    KeepNote,
    Reveal,
    Hide,
)
"""What of it concerns no question that is open, and so need not wait for the answer."""
COMMANDS: Final[tuple[type[Command], ...]] = (
    Gather,
    BeginCharacter,
    DecideCharacter,
    ThrowForCharacter,
    ReconsiderCharacter,
    FinishCharacter,
    DropCharacter,
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
    GiveUp,
    SearchWall,
    SearchAhead,
    SetOff,
    StepIn,
    MakeWish,
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
    *DESK,
)
REFEREES: Final = (TakeDefault, AskMe, *DESK)
"""Commands of the referee's chair; of the others those with a `who` are that character's, the rest the party's."""
