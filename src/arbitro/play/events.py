"""What a campaign adds to the events of its game and of the dungeon."""

from typing import Final, Literal

from arbitro.dice.stream import Die
from arbitro.dungeon.events import Effect
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Lookup, Lot, Modifier, Part, Sum
from arbitro.play.solo.room import DeedDone, RoomWords
from arbitro.play.solo.sealed import OpenedRoom
from arbitro.play.state import Ailment, Fallen, Leg, Lock, Stage, Task

POISONED_ON: Final = 1
"""Up to which face of its die a missile is poisoned (DA-TRAP-09, DA-TRAP-10)."""


class StageReached(Event, frozen=True, tag="stage_reached"):
    """The campaign moved on: to town, onto the road, underground, to its end."""

    stage: Stage
    minute: int

    def variant(self) -> str:
        """By where the party is now."""
        return self.stage


class SceneryDrawn(Event, frozen=True, tag="scenery_drawn"):
    """How the dungeon is decorated, in prose and on the map: dice of a stream of their own, which changes no game."""

    dice: tuple[Die, ...]
    number: int


class RumourHeard(Event, frozen=True, tag="rumour_heard"):
    """The party has heard of another dungeon, and goes there from now on."""

    number: int
    """Which dungeon of the campaign it is, from 1."""
    kept: bool = False
    """Whether the way to the former one stays known, for somebody is in the enemy's power there."""

    def variant(self) -> str:
        """Whether the former one is left for good."""
        return "kept" if self.kept else ""


class OldPlaceSought(Event, frozen=True, tag="old_place_sought"):
    """The party means to go back to a dungeon that it had left; the way to the one of now stays known as well."""

    number: int
    """Which dungeon of the campaign it is, from 1."""


class Banked(Event, frozen=True, tag="banked"):
    """Gold went into the strongbox of the inn or came out of it; `total` is what somebody has there now."""

    people = ("who",)

    who: str
    gold: int
    total: int

    def variant(self) -> str:
        """In or out."""
        return "in" if self.gold > 0 else "out"

    def sums(self) -> tuple[Sum, ...]:
        """What was there before, and what went in or came out."""
        return (Sum(self.total, (Part(self.total - self.gold, note="kept_before"), Part(self.gold, note="banked"))),)


class DraftBegan(Event, frozen=True, tag="draft_began"):
    """Somebody begins to make a character."""


class DraftAnswered(Event, frozen=True, tag="draft_answered"):
    """A step of a character that is being made has been answered; an empty answer leaves it as it is."""

    people = ("who",)

    who: str
    step: str
    value: str

    def variant(self) -> str:
        """Naming is told otherwise than the rest, and so is leaving a step open; the player's words come at the end."""
        if self.step in ("name", "words"):
            return self.step
        return "" if self.value else "left"


class DraftThrown(Event, frozen=True, tag="draft_thrown"):
    """Scores have been thrown for a character that is being made: the best first, to be placed as one likes."""

    thrown_by = "who"
    people = ("who",)

    who: str
    scores: tuple[int, ...]
    dice: tuple[Die, ...]


class DraftReconsidered(Event, frozen=True, tag="draft_reconsidered"):
    """The answer to a step, and to those after it, are open again."""

    people = ("who",)

    who: str
    step: str


class DraftDropped(Event, frozen=True, tag="draft_dropped"):
    """The character that was being made has been given up."""

    name: str


class DraftFinished(Event, frozen=True, tag="draft_finished"):
    """The character that was made is one of the party; `words` are the player's own."""

    people = ("who",)

    who: str
    words: str = ""

    def variant(self) -> str:
        """With words, or without."""
        return "described" if self.words else ""


class LegBegan(Event, frozen=True, tag="leg_began"):
    """A leg of the road begins, outward or homeward; `mark` is where its miles or minutes count from."""

    homeward: bool
    mark: int
    route: Leg = "road"
    turned: bool = False
    """Whether the party turned round on the road, instead of beginning at one of its ends."""

    def variant(self) -> str:
        """Which way, and whether the party turned round."""
        way = "home" if self.homeward else "out"
        return f"turned_{way}" if self.turned else way


class ClockMoved(Event, frozen=True, tag="clock_moved"):
    """The clock shows another minute, where the campaign keeps it; in older logs also beside a game's own clock."""

    minute: int


class PartyMoved(Event, frozen=True, tag="party_moved"):
    """The party is in another space of the dungeon; empty: back under the sky."""

    pictured = True

    to: str
    came: str
    minute: int = 0
    """When, so that the story told again later tells the same; 0 in logs that did not write it down."""
    dark: bool = False
    """Whether it has no light there, and sees nothing of the place."""

    def variant(self) -> str:
        """With open eyes, or groping."""
        return "dark" if self.dark and self.to else ""


class PlaceShown(Event, frozen=True, tag="place_shown"):
    """There is light at last in a place to which the party came in the dark."""

    pictured = True

    space: str


class PartySplit(Event, frozen=True, tag="party_split"):
    """Some of the party stay in a place while the table follows the others."""

    people = ("who",)

    who: tuple[str, ...]
    space: str
    came: str = ""
    """Where they had come from."""
    fled: bool = False
    """Whether fear has carried them there, away from the others."""

    def variant(self) -> str:
        """Staying behind, or running."""
        return "fled" if self.fled else ""


class PartyJoined(Event, frozen=True, tag="party_joined"):
    """Some who waited are followed again."""

    people = ("who",)

    who: tuple[str, ...]


Turning = Literal["", "alarm", "lost"]


class TableTurned(Event, frozen=True, tag="table_turned"):
    """The table follows another group, which has been in a space all the while; empty: under the sky."""

    pictured = True

    space: str
    came: str
    """Where that group had come from."""
    minute: int
    why: Turning = ""
    """By the players' wish, because somebody has come upon them, or because of the others nobody can go on."""

    def variant(self) -> str:
        """By the reason."""
        return self.why


class WatchKept(Event, frozen=True, tag="watch_kept"):
    """The check for wanderers where some wait while the table follows the others."""

    space: str
    check: Check
    came: bool

    def variant(self) -> str:
        """Somebody, or nobody."""
        return "came" if self.came else "nobody"


class AlarmsChanged(Event, frozen=True, tag="alarms_changed"):
    """Where somebody comes upon those who wait, after some have gone or come upon the others instead."""

    spaces: tuple[str, ...]


class GivenUp(Event, frozen=True, tag="given_up"):
    """The others go home without some who wait below: they are counted among the fallen."""

    people = ("who",)

    who: tuple[str, ...]
    fallen: tuple[Fallen, ...]


class WayEnded(Event, frozen=True, tag="way_ended"):
    """A way that the party took leads nowhere: a dead end, or rock behind a false door."""

    kind: str

    def variant(self) -> str:
        """A door, or a passage."""
        return "door" if self.kind.endswith("door") else ""


class GasAhead(Event, frozen=True, tag="gas_ahead"):
    """The party stands before a cloud of gas, in time to turn back."""

    trap: str


class WanderersCame(Event, frozen=True, tag="wanderers_came"):
    """Wandering monsters of a check point come upon the party at once, from where the second roll leads."""

    slot: str
    approach: str

    def variant(self) -> str:
        """Told by the side from which they come."""
        return self.approach


class TasksChanged(Event, frozen=True, tag="tasks_changed"):
    """What the dungeon still has to do to the party; the referee's alone, for it names traps that nobody has met."""

    tasks: tuple[Task, ...]


class EffectTold(Event, frozen=True, tag="effect_told"):
    """Something of the dungeon acts on people and the game has no rule for it: the referee is given the facts."""

    people = ("who",)

    who: tuple[str, ...]
    source: str
    effect: Effect

    def variant(self) -> str:
        """By what it does."""
        return self.effect.kind


class PoolEntered(Event, frozen=True, tag="pool_entered"):
    """Somebody has stepped into a pool; what it does is told after it."""

    people = ("who",)

    who: str
    water: str
    plain: bool = False
    """Whether nothing comes of it."""

    def variant(self) -> str:
        """Magic, or nothing but water."""
        return "plain" if self.plain else ""


class GoldTurned(Event, frozen=True, tag="gold_turned"):
    """The gold in a purse has become another metal, once for all."""

    people = ("who",)

    who: str
    gold: int
    each: int
    """What a piece is worth now, in gold pieces; 0: it is lead."""

    def variant(self) -> str:
        """Into which metal."""
        return "platinum" if self.each else "lead"

    def sums(self) -> tuple[Sum, ...]:
        """What the purse is worth now."""
        return (
            Sum(self.gold * self.each, (Part(self.gold, note="gold_dipped"), Part(self.each, "times", note="each"))),
        )


class LakeEntered(Event, frozen=True, tag="lake_entered"):
    """Somebody has gone into a lake: water, or the way to another plane, which the table must have a map of."""

    people = ("who",)

    who: str
    water: str
    portal: bool = False

    def variant(self) -> str:
        """By where it leads."""
        return "portal" if self.portal else ""


class WishSpoken(Event, frozen=True, tag="wish_spoken"):
    """Somebody has spoken the wish that they had kept."""

    people = ("who",)

    who: str
    words: str = ""

    def variant(self) -> str:
        """With what was wished for, where that was said."""
        return "words" if self.words else ""


class AilmentChanged(Event, frozen=True, tag="ailment_changed"):
    """Somebody bears something for a while, or (at `until` 0) no more."""

    people = ("who",)

    who: str
    ailment: Ailment

    def variant(self) -> str:
        """By what it is, and whether it has gone."""
        return f"{self.ailment.kind}_gone" if self.ailment.until == 0 else self.ailment.kind


class MissileFlew(Event, frozen=True, tag="missile_flew"):
    """A missile of a trap flew at somebody."""

    people = ("who",)

    who: str
    check: Check
    hit: bool
    poisoned: bool
    lot: Die
    among: tuple[str, ...] = ()
    """Those among whom it was drawn at whom the missile flies, in the order of the die's faces."""
    poison: int = 0
    """What its die of poison showed, thrown with the trap; 0 where it missed, or an older log does not say."""

    def checks(self) -> tuple[Check, ...]:
        """Whether there is poison on it: the die of the trap's table, told with the missile that it was thrown for."""
        if not self.poison:
            return ()
        shown = (Modifier(self.poison, "DA-TRAP-09", "poison_die"),)
        return (Check((), self.poison, "<=", POISONED_ON, self.poisoned, shown, "poison"),)

    def variant(self) -> str:
        """Whether it hit, and how badly."""
        return "poisoned" if self.poisoned else "hit" if self.hit else "missed"

    def lots(self) -> tuple[Lot, ...]:
        """At whom it might have flown."""
        return (Lot(self.lot, faces=self.among),)


class Tried(Event, frozen=True, tag="tried"):
    """Somebody tried something that the dungeon asked of them."""

    thrown_by = "who"
    people = ("who",)

    who: str
    purpose: str
    check: Check
    success: bool
    attempt: int = 1
    """The how manieth of those in one go; older logs do not count them."""

    def variant(self) -> str:
        """What, and whether it went well."""
        return f"{self.purpose}_{'done' if self.success else 'failed'}"


class TrapsLookedFor(Event, frozen=True, tag="traps_looked_for"):
    """Somebody has looked for traps beyond a way, or (without one) here; whoever finds none may just have missed it."""

    reveals = True

    people = ("who", "way", "found")

    who: str
    way: str = ""
    found: tuple[str, ...] = ()
    passing: bool = False
    """Whether they merely came by, and saw it in time."""

    def variant(self) -> str:
        """What came of it, and where."""
        if self.passing:
            return "passing"
        return f"{'found' if self.found else 'nothing'}_{'beyond' if self.way else 'here'}"


class HeroFell(Event, frozen=True, tag="hero_fell"):
    """Somebody of the party is dead."""

    people = ("who",)

    who: str
    fallen: Fallen


class LootTaken(Event, frozen=True, tag="loot_taken"):
    """The party took what lay in a slot, or left it for good."""

    slot: str
    items: tuple[tuple[str, int], ...]
    left: bool = False

    def variant(self) -> str:
        """Whether it was left."""
        return "left" if self.left else ""


class DefaultTaken(Event, frozen=True, tag="default_taken"):
    """The automatic referee took a reserved decision by its stated default."""

    kind: str
    command: str
    """The tag of the command that it amounts to."""


class AsksChanged(Event, frozen=True, tag="asks_changed"):
    """A person takes over a kind of decision, or hands it back."""

    kind: str
    on: bool

    def variant(self) -> str:
        """Which of the two."""
        return "on" if self.on else "off"


class ChairTaken(Event, frozen=True, tag="chair_taken"):
    """A player is the referee of one room, or (with no seat) no longer."""

    reveals = True

    seat: str
    space: str

    def variant(self) -> str:
        """Taken or given up."""
        return "" if self.seat else "left"


class RoomsBrought(Event, frozen=True, tag="rooms_brought"):
    """A friend's sealed rooms are among the specials of this campaign, still closed."""

    sealed: dict[str, str]


class RoomOpened(Event, frozen=True, tag="room_opened"):
    """A special room is opened: whole, for whoever is the referee."""

    slot: str
    room: OpenedRoom
    lookup: Lookup | None = None


class RoomRead(Event, frozen=True, tag="room_read"):
    """What is read aloud when a special room is opened."""

    slot: str
    supplier: str
    title: RoomWords
    text: RoomWords

    def variant(self) -> str:
        """By who supplied it."""
        return self.supplier


class RoomSecret(Event, frozen=True, tag="room_secret"):
    """What only whoever referees a special room may know."""

    slot: str
    text: RoomWords


class RoomDone(Event, frozen=True, tag="room_done"):
    """Something was done in a special room, with all that follows: for whoever is the referee."""

    slot: str
    done: DeedDone


class RoomTold(Event, frozen=True, tag="room_told"):
    """What came of something that was done in a special room, as everybody sees it."""

    people = ("who",)

    who: str
    slot: str
    question: str
    doing: str
    told: RoomWords
    fact: RoomWords

    def variant(self) -> str:
        """Whether it has words of its own."""
        return "told" if self.told.it or self.told.en or self.fact.it or self.fact.en else ""


class OracleSpoke(Event, frozen=True, tag="oracle_spoke"):
    """The oracle answered a question of the players."""

    question: str
    likelihood: str
    answer: str
    lookup: Lookup
    twist: bool = False

    def variant(self) -> str:
        """By the answer."""
        return self.answer


class PromptDrawn(Event, frozen=True, tag="prompt_drawn"):
    """Words drawn to set the imagination going."""

    lookups: tuple[Lookup, ...]


class DeskUsed(Event, frozen=True, tag="desk_used"):
    """The referee prepared, placed, hid or showed something by hand: which of the desk's commands, and why."""

    command: str
    """The tag of the command."""
    thing: str
    reason: str

    def variant(self) -> str:
        """By the command, and whether a reason was given."""
        return f"{self.command}_why" if self.reason else self.command


class MoodSet(Event, frozen=True, tag="mood_set"):
    """How those who wait in a slot will take it when they are met; empty: as the game decides."""

    slot: str
    mood: str


class LockSettled(Event, frozen=True, tag="lock_settled"):
    """Whether a door is locked, from now on: by a die when it is first seen, by hand, or by what came of trying it."""

    reveals = True

    people = ("door",)

    door: str
    lock: Lock
    check: Check | None = None

    def variant(self) -> str:
        """By what holds the door; that the party has found a lock is told by the game."""
        return self.lock


class NoteKept(Event, frozen=True, tag="note_kept"):
    """The referee's note on a space; an empty one strikes it out."""

    space: str
    text: str

    def variant(self) -> str:
        """Written, or struck out."""
        return "" if self.text else "gone"


class ThingShown(Event, frozen=True, tag="thing_shown"):
    """The referee let everybody know of something; `items` are who or what is there."""

    thing: str
    items: tuple[tuple[str, int], ...] = ()

    def variant(self) -> str:
        """With what is there, or without."""
        return "items" if self.items else ""


class ThingHidden(Event, frozen=True, tag="thing_hidden"):
    """The party's map no longer has something: the things that are off it now."""

    things: tuple[str, ...]


class NumbersBared(Event, frozen=True, tag="numbers_bared"):
    """All foes whose numbers everybody may know from now on; `foe` is the one whom it is about."""

    bared: tuple[str, ...]
    foe: str = ""

    def variant(self) -> str:
        """Laid open, or kept again; nothing is told when a fight is over."""
        return "" if not self.foe else "open" if self.foe in self.bared else "kept"


class DungeonBrought(Event, frozen=True, tag="dungeon_brought"):
    """A dungeon out of a file lies in place of the one that nobody had entered."""

    dungeon: Dungeon
    decoration: int
    how: str = "as_left"
    """Whether a map that was played before is `fresh`, as it was made, or `as_left` by those before."""


EVENTS: tuple[type[Event], ...] = (
    StageReached,
    SceneryDrawn,
    RumourHeard,
    OldPlaceSought,
    Banked,
    DraftBegan,
    DraftAnswered,
    DraftThrown,
    DraftReconsidered,
    DraftDropped,
    DraftFinished,
    LegBegan,
    ClockMoved,
    PartyMoved,
    PlaceShown,
    PartySplit,
    PartyJoined,
    TableTurned,
    WatchKept,
    AlarmsChanged,
    GivenUp,
    GasAhead,
    WanderersCame,
    WayEnded,
    TasksChanged,
    EffectTold,
    GoldTurned,
    LakeEntered,
    PoolEntered,
    WishSpoken,
    AilmentChanged,
    MissileFlew,
    Tried,
    TrapsLookedFor,
    HeroFell,
    LootTaken,
    DefaultTaken,
    AsksChanged,
    ChairTaken,
    RoomsBrought,
    RoomOpened,
    RoomRead,
    RoomSecret,
    RoomDone,
    RoomTold,
    OracleSpoke,
    PromptDrawn,
    DeskUsed,
    MoodSet,
    LockSettled,
    NoteKept,
    ThingShown,
    ThingHidden,
    NumbersBared,
    DungeonBrought,
)
