"""What may be asked for in a campaign, beside all that its game understands."""

from typing import Final, Literal

from msgspec import field

from arbitro.kernel.command import Command
from arbitro.kernel.rulebook import Phrase
from arbitro.play.state import HintText, PlaceTale, Route, TriggerText


class Gather(Command, frozen=True, tag="gather"):
    """Call a party together: ``ready:<party>``, ``random:<size>:<level>`` or ``enrolled``, those who are there."""

    party: str


class BeginCharacter(Command, frozen=True, tag="begin_character"):
    """Begin to make a character, step by step."""


class DecideCharacter(Command, frozen=True, tag="decide_character"):
    """Answer the step that is due of the character that is being made; empty: leave it as it is."""

    step: str
    value: str = ""


class ThrowForCharacter(Command, frozen=True, tag="throw_for_character"):
    """Throw what is due of the character that is being made, in the open."""


class ReconsiderCharacter(Command, frozen=True, tag="reconsider_character"):
    """Go back to an earlier step: its answer and those after it are open again. Whatever was thrown stands."""

    step: str


class FinishCharacter(Command, frozen=True, tag="finish_character"):
    """The character that was made joins the party."""


class DropCharacter(Command, frozen=True, tag="drop_character"):
    """Give up the character that is being made."""

    for_good = True


class BringRooms(Command, frozen=True, tag="bring_rooms"):
    """Bring a friend's sealed rooms, still closed, before the dungeon is begun: the text of each file by its id."""

    sealed: dict[str, str]


class Lodge(Command, frozen=True, tag="lodge"):
    """Stay in town for days: wounds heal, time passes, wages fall due."""

    days: int = 1


class Bank(Command, frozen=True, tag="bank"):
    """Leave gold in the strongbox of the inn, or take it out again."""

    who: str
    gold: int
    out: bool = False
    """Whether it is taken out."""


class AskAround(Command, frozen=True, tag="ask_around"):
    """Listen to what is told at the inn of the dungeon that the party goes to."""


class SeekDungeon(Command, frozen=True, tag="seek_dungeon"):
    """Ask about in town for another dungeon; the one known so far is left for good, unless somebody is held there."""

    for_good = True


class GoBack(Command, frozen=True, tag="go_back"):
    """Mean to go back to a dungeon that was left while somebody was in the enemy's power there."""

    number: int
    """Which dungeon of the campaign it is, from 1."""


class SetOut(Command, frozen=True, tag="set_out"):
    """Leave town for the dungeon, by the road or (where the game has a wilderness) across country."""

    route: Route = "road"


class TurnRound(Command, frozen=True, tag="turn_round"):
    """On the road, the party turns back to where it came from."""


class EnterTown(Command, frozen=True, tag="enter_town"):
    """Back in town: treasure is secured, experience counted."""


class Follow(Command, frozen=True, tag="follow"):
    """The party takes a way: a passage, an open door, stairs, a shaft; `way` is its id (see `play.ways`)."""

    way: str
    pace: str = ""
    """How, where the game has paces; empty: at the party's own (`SetPace`)."""


class GoTo(Command, frozen=True, tag="go_to"):
    """Walk the known way to a place where the party has been (``surface``: out), as far as nothing comes between."""

    to: str


class SetPace(Command, frozen=True, tag="set_pace"):
    """How the party walks from now on wherever nobody says otherwise: one of the paces that its game has."""

    pace: str


class SplitOff(Command, frozen=True, tag="split_off"):
    """Somebody of the party stays here while the others go on."""

    who: str


class Regroup(Command, frozen=True, tag="regroup"):
    """Those who wait here come along again."""


class TurnTo(Command, frozen=True, tag="turn_to"):
    """Follow those who wait elsewhere; the others wait where they are."""

    space: str


class GiveUp(Command, frozen=True, tag="give_up"):
    """Under the sky: those who wait in a space below are given up for good, and the others go home without them."""

    for_good = True
    space: str


class AwaitOthers(Command, frozen=True, tag="await_others"):
    """Before the entrance: wait for those who are on the long road back to it."""


class SearchWall(Command, frozen=True, tag="search_wall"):
    """Search ten feet of wall for a secret door; takes a turn (A.5.4)."""

    section: str


class SearchAhead(Command, frozen=True, tag="search_ahead"):
    """Look for traps beyond a way before anybody goes there, or (without a way) where the party stands."""

    who: str
    way: str = ""


class SetOff(Command, frozen=True, tag="set_off"):
    """Set a trap off on purpose that the party knows: step into the room that sinks, let the wall come down."""

    trap: str


class StepIn(Command, frozen=True, tag="step_in"):
    """Somebody steps into a pool."""

    who: str
    water: str


class MakeWish(Command, frozen=True, tag="make_wish"):
    """Somebody speaks the wish that a talking pool has granted (DA-POOL-08), in a word or in silence."""

    who: str
    words: str = ""


class TakeLoot(Command, frozen=True, tag="take_loot"):
    """Take the treasure that lies here."""

    slot: str


class LeaveLoot(Command, frozen=True, tag="leave_loot"):
    """Leave it for good."""

    for_good = True
    slot: str


class DoInRoom(Command, frozen=True, tag="do_in_room"):
    """Somebody does one of the things that a special room invites to."""

    who: str
    slot: str
    question: str
    doing: str


class AnswerRepair(Command, frozen=True, tag="answer_repair"):
    """The players' word on a result that cannot be drawn (DA-SOLO-03)."""

    answers = "adjustment"
    answer: Literal["accept", "reroll", "dead_end"]


class TakeDefault(Command, frozen=True, tag="take_default"):
    """The automatic referee takes the decision that is due, by its stated default."""

    kind: str


class AskMe(Command, frozen=True, tag="ask_me"):
    """The referee takes over a kind of decision (``all``: every kind), or hands it back."""

    kind: str
    on: bool = True


class TakeChair(Command, frozen=True, tag="take_chair"):
    """The referee's chair goes to a player for the room that the party is in."""

    seat: str


class LeaveChair(Command, frozen=True, tag="leave_chair"):
    """The room is over: the chair is free again."""


class AskOracle(Command, frozen=True, tag="ask_oracle"):
    """Ask the oracle a question that can be answered with yes or no."""

    question: str
    likelihood: str = "even"


class DrawPrompt(Command, frozen=True, tag="draw_prompt"):
    """Draw words that set the imagination going."""


# -------------------------------------------------------------------- the referee's desk


class DigAhead(Command, frozen=True, tag="dig_ahead"):
    """Work out an unexplored way before the party gets there, unseen: until so many rooms are laid or it ends."""

    lead: str
    rooms: int = 1
    reason: str = ""


class DigLevel(Command, frozen=True, tag="dig_level"):
    """Work out a whole level, unseen; with `most` above 0, until it has so many spaces."""

    level: int
    most: int = 0
    reason: str = ""


class BeginAnew(Command, frozen=True, tag="begin_anew"):
    """Throw away a dungeon that nobody has entered and begin another, under the options as they stand."""

    for_good = True
    reason: str = ""


class BringDungeon(Command, frozen=True, tag="bring_dungeon"):
    """Put a dungeon out of a file (``arbitro dungeon new``) in place of one that nobody has entered."""

    text: str
    reason: str = ""
    reuse: Literal["", "fresh", "as_left"] = ""
    """How a map that was played before is taken up (DA-SOLO-04); empty: as the table's option `map_reuse` has it."""


class BringTale(Command, frozen=True, tag="bring_tale"):
    """The words of an adventure: what is read aloud where, and hints; they are told as the party comes to them."""

    title: Phrase
    places: dict[str, PlaceTale] = field(default_factory=dict)
    hints: tuple[HintText, ...] = ()
    intro: Phrase | None = None
    """Told in town, before anybody sets out."""
    triggers: tuple[TriggerText, ...] = ()


class PlaceMonsters(Command, frozen=True, tag="place_monsters"):
    """Put monsters of the game's content into a space; `mood` is empty or one that the game knows."""

    space: str
    kind: str
    number: int = 1
    mood: str = ""
    reason: str = ""


class PlaceTreasure(Command, frozen=True, tag="place_treasure"):
    """Put treasure into a space, written as the stocking of the game writes it (``coins/gold``, ``gem/100``)."""

    space: str
    what: str
    number: int = 1
    reason: str = ""


class ChangeContents(Command, frozen=True, tag="change_contents"):
    """Other monsters, or other treasure, in place of what a slot holds; what monsters own stays theirs."""

    slot: str
    what: str
    number: int = 1
    reason: str = ""


class SetMood(Command, frozen=True, tag="set_mood"):
    """How those who wait in a slot will take it when they are met; empty: as the game decides."""

    slot: str
    mood: str = ""
    reason: str = ""


class SetTrap(Command, frozen=True, tag="set_trap"):
    """Set a trap of table A.7.1 in a space."""

    space: str
    code: str
    reason: str = ""


class SetLock(Command, frozen=True, tag="set_lock"):
    """Lock a door that is shut, or (`on` False) unlock it; in games whose doors have locks."""

    door: str
    on: bool = True
    reason: str = ""


class RemoveThing(Command, frozen=True, tag="remove_thing"):
    """Take monsters, treasure, a special or a trap out of the dungeon."""

    thing: str
    reason: str = ""


class KeepNote(Command, frozen=True, tag="keep_note"):
    """The referee's note on a space; an empty one strikes it out."""

    space: str
    text: str = ""


class SpringEncounter(Command, frozen=True, tag="spring_encounter"):
    """Let the party meet somebody now; `feet` 0: as far off as the game has it."""

    kind: str
    number: int = 1
    mood: str = ""
    feet: int = 0
    reason: str = ""


class SendWanderers(Command, frozen=True, tag="send_wanderers"):
    """Let somebody come upon the party now, by the game's own tables."""

    reason: str = ""


class LetTurnsPass(Command, frozen=True, tag="let_turns_pass"):
    """Let turns of ten minutes go by underground, with all that they bring."""

    turns: int = 1
    reason: str = ""


class LetDaysPass(Command, frozen=True, tag="let_days_pass"):
    """Let days go by in town, or before the entrance of the dungeon."""

    days: int = 1
    reason: str = ""


class SendReinforcements(Command, frozen=True, tag="send_reinforcements"):
    """More foes come into the fight that goes on."""

    kind: str
    number: int = 1
    reason: str = ""


class TakeOut(Command, frozen=True, tag="take_out"):
    """A foe is out of the fight that goes on, without having been beaten."""

    foe: str
    reason: str = ""


class BareNumbers(Command, frozen=True, tag="bare_numbers"):
    """Lay the numbers of a foe open to everybody, or (`on` False) keep them again."""

    foe: str
    on: bool = True
    reason: str = ""


class Reveal(Command, frozen=True, tag="reveal"):
    """Let the party know of a space, a way, a trap, or of what waits or lies somewhere."""

    thing: str
    reason: str = ""


class Hide(Command, frozen=True, tag="hide"):
    """Take such a thing off the party's map again."""

    thing: str
    reason: str = ""


DESK: Final[tuple[type[Command], ...]] = (
    DigAhead,
    DigLevel,
    BeginAnew,
    BringDungeon,
    BringTale,
    PlaceMonsters,
    PlaceTreasure,
    ChangeContents,
    SetMood,
    SetTrap,
    SetLock,
    RemoveThing,
    KeepNote,
    SpringEncounter,
    SendWanderers,
    LetTurnsPass,
    LetDaysPass,
    SendReinforcements,
    TakeOut,
    BareNumbers,
    Reveal,
    Hide,
)
"""What the referee prepares, places, hides and shows by hand."""
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
    AskAround,
    SeekDungeon,
    GoBack,
    SetOut,
    TurnRound,
    EnterTown,
    Follow,
    GoTo,
    SetPace,
    SplitOff,
    Regroup,
    TurnTo,
    GiveUp,
    AwaitOthers,
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
