"""What can happen at a table of this game. Numbers of adversaries are the GM's; players see what comes of them."""

from typing import ClassVar, Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart.state import (
    Agenda,
    Condition,
    Countdown,
    Danger,
    Deed,
    Foe,
    Help,
    Hero,
    Place,
    Power,
    Request,
    Sheet,
    Turn,
)
from arbitro.rules.daggerheart.words import Cover, Named, Outcome, Status, Tension, Trait

# ------------------------------------------------------------------ campaign, session, scene


class CampaignBegan(Event, frozen=True):
    """The party is together."""

    party: tuple[Hero, ...]


class SessionBegan(Event, frozen=True):
    """Another sitting: Fear and Hope are what they were."""

    number: int
    fear: int


class SceneOpened(Event, frozen=True):
    """A scene begins; no Fear has been spent in it yet."""

    number: int
    tension: Tension
    in_danger: bool
    goal: Named | None = None
    deeds: tuple[Trait, ...] = ()
    difficulty: int = 0
    proposed: Tension = "none"
    """What the presence of a Solo or Leader suggests (DH-TENSION-05)."""

    def variant(self) -> str:
        """A scene with a goal says so."""
        return "goal" if self.goal is not None else ""


class SceneEnded(Event, frozen=True):
    """The scene is over."""

    ending: Literal["success", "failure", "defeat", "victory", "closed"]
    fear_spent: int
    tension: Tension
    verdict: Literal["below", "within", "above", "none"] = "none"
    """How the Fear spent stands to what the tension suggests."""

    def variant(self) -> str:
        """By how it ended."""
        return self.ending


class TensionSet(Event, frozen=True):
    """The GM said how tense the scene is; the range is a suggestion (DH-TENSION-01)."""

    tension: Tension
    low: int
    high: int

    def variant(self) -> str:
        """A scene without a level has no range."""
        return "none" if self.tension == "none" else ""


class FoeJoined(Event, frozen=True):
    """An adversary is in the scene, with all its numbers: for the GM."""

    foe: Foe
    granted: bool = False
    """May act at once."""


class FoeAppeared(Event, frozen=True):
    """What everybody sees of an adversary that appears."""

    who: str
    name: Named
    at: int


class PlaceSet(Event, frozen=True):
    """The scene takes place in an environment; its numbers and features are the GM's."""

    place: Place


class PlaceSeen(Event, frozen=True):
    """What everybody knows of where they are."""

    name: Named


class Moved(Event, frozen=True):
    """Somebody is elsewhere now."""

    people = ("who",)
    who: str
    start: int
    to: int
    how: Literal["walked", "sprinted", "pushed", "placed"] = "walked"

    def variant(self) -> str:
        """By how it happened."""
        return self.how


class CoverChanged(Event, frozen=True):
    """Somebody is, or is no longer, behind something."""

    people = ("who",)
    who: str
    cover: Cover

    def variant(self) -> str:
        """By how much is covered."""
        return self.cover or "none"


# ------------------------------------------------------------------ resources


class FearGained(Event, frozen=True):
    """The GM gains Fear; what passes the limit is lost (DH-FEAR-05)."""

    amount: int
    lost: int
    held: int
    why: str
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Whether some of it was lost."""
        return "lost" if self.lost else ""


class FearSpent(Event, frozen=True):
    """The GM spends Fear; it counts for the scene (DH-FEAR-07)."""

    amount: int
    held: int
    use: str
    scene_spent: int


class HopeChanged(Event, frozen=True):
    """A PC gains, spends or loses Hope."""

    people = ("who",)
    who: str
    by: int
    hope: int
    why: str

    def variant(self) -> str:
        """Gain, loss, or a gain that found no room."""
        return "gained" if self.by > 0 else "lost" if self.by < 0 else "full"


class StressMarked(Event, frozen=True):
    """Somebody marks Stress."""

    secrets: ClassVar[dict[str, str]] = {"amount": "who", "marked": "who", "slots": "who"}
    people = ("who",)
    who: str
    amount: int | None
    marked: int | None
    slots: int | None
    why: str = ""

    def variant(self) -> str:
        """The last slot, or numbers that the reader may not know."""
        if self.amount is None:
            return "hidden"
        return "last" if self.marked == self.slots else ""


class StressCleared(Event, frozen=True):
    """Somebody clears Stress."""

    secrets: ClassVar[dict[str, str]] = {"amount": "who", "marked": "who", "slots": "who"}
    people = ("who",)
    who: str
    amount: int | None
    marked: int | None
    slots: int | None

    def variant(self) -> str:
        """Numbers that the reader may not know."""
        return "hidden" if self.amount is None else ""


class HitPointsMarked(Event, frozen=True):
    """Somebody marks Hit Points."""

    secrets: ClassVar[dict[str, str]] = {"amount": "who", "marked": "who", "slots": "who"}
    people = ("who",)
    who: str
    amount: int | None
    marked: int | None
    slots: int | None
    why: str = ""

    def variant(self) -> str:
        """Numbers that the reader may not know."""
        return "hidden" if self.amount is None else ""


class HitPointsCleared(Event, frozen=True):
    """Somebody clears Hit Points."""

    secrets: ClassVar[dict[str, str]] = {"amount": "who", "marked": "who", "slots": "who"}
    people = ("who",)
    who: str
    amount: int | None
    marked: int | None
    slots: int | None

    def variant(self) -> str:
        """Numbers that the reader may not know."""
        return "hidden" if self.amount is None else ""


class ArmourMarked(Event, frozen=True):
    """A PC marks an Armor Slot, for one Hit Point fewer or (`benefit` false) for nothing."""

    people = ("who",)
    who: str
    marked: int
    slots: int
    benefit: bool = True

    def variant(self) -> str:
        """With or without benefit."""
        return "" if self.benefit else "wasted"


class ArmourCleared(Event, frozen=True):
    """A PC frees Armor Slots."""

    people = ("who",)
    who: str
    amount: int
    marked: int


class ConditionGained(Event, frozen=True):
    """Somebody is under a condition."""

    people = ("who",)
    who: str
    condition: Condition


class ConditionLost(Event, frozen=True):
    """A condition, or one source of it, has ended."""

    people = ("who",)
    who: str
    name: str
    source: str
    still: bool = False
    """Another source keeps it up."""

    def variant(self) -> str:
        """Whether it is over."""
        return "still" if self.still else ""


class StatusChanged(Event, frozen=True):
    """A PC falls, wakes, dies or retires."""

    people = ("who",)
    who: str
    status: Status

    def variant(self) -> str:
        """By the new status."""
        return self.status


class Scarred(Event, frozen=True):
    """A PC has a scar: one Hope slot less (DHP-DEATH-05)."""

    people = ("who",)
    who: str
    scars: int
    hope: int


class FoeDefeated(Event, frozen=True):
    """An adversary has marked its last Hit Point; what that means is for the table (DHP-ADVSTAT-11)."""

    people = ("who",)
    who: str


class FoeLeft(Event, frozen=True):
    """An adversary is out of the scene without being defeated."""

    people = ("who",)
    who: str


class FoeRose(Event, frozen=True):
    """A defeated adversary may rise again; the die says."""

    people = ("who",)
    who: str
    die: Die
    rose: bool

    def variant(self) -> str:
        """Whether it did."""
        return "" if self.rose else "not"


class EdgeGiven(Event, frozen=True):
    """The GM hands out the extra benefit of a critical success (DH-MOVE-11)."""

    people = ("who",)
    who: str
    advantage: bool
    text: str = ""

    def variant(self) -> str:
        """An advantage, or a note."""
        return "advantage" if self.advantage else "note"


class BoonChanged(Event, frozen=True):
    """A lasting benefit of a Hope Feature begins or ends."""

    people = ("who",)
    who: str
    boon: Literal["dodge", "mercy", "edge", "armour_bonus", "flipped"]
    value: int

    def variant(self) -> str:
        """Begins or ends."""
        return self.boon if self.value else "over"


class FeatureMarked(Event, frozen=True):
    """A PC's feature is used up until a rest."""

    people = ("who",)
    who: str
    feature: str


# ------------------------------------------------------------------ action rolls


class Described(Event, frozen=True):
    """A player says what their character does (DH-ACTION-01)."""

    people = ("who",)
    who: str
    deed: Deed

    def variant(self) -> str:
        """In the player's words, or a plain kind of move."""
        return "words" if self.deed.text else self.deed.kind


class Waived(Event, frozen=True):
    """No roll: the move simply succeeds (DHP-DUAL-12)."""

    people = ("who",)
    who: str


class BargainOffered(Event, frozen=True):
    """The GM proposes a price instead of a roll (DH-ACTION-05)."""

    people = ("who",)
    who: str
    stress: int
    text: str


class BargainAnswered(Event, frozen=True):
    """The player took the bargain, or would rather roll."""

    people = ("who",)
    who: str
    taken: bool

    def variant(self) -> str:
        """Taken or not."""
        return "taken" if self.taken else "declined"


class RollRequested(Event, frozen=True):
    """A roll is due; everything before the dice is settled, or was changed."""

    secrets: ClassVar[dict[str, str]] = {"request.difficulty": "secret"}
    people = ("who",)
    who: str
    request: Request
    secret: str = ""
    """Whose number the Difficulty is: an adversary's, the GM's, or nobody's."""
    again: bool = False

    def variant(self) -> str:
        """A roll that is shown its Difficulty, or not; or a change to one."""
        if self.again:
            return "changed"
        return "hidden" if self.request.difficulty is None else ""


class RollDropped(Event, frozen=True):
    """The roll is not made after all."""

    people = ("who",)
    who: str


class Helped(Event, frozen=True):
    """An ally helps: a d6 for a Hope (DHP-HOPE-05)."""

    people = ("who", "whom")
    who: str
    whom: str
    help: Help
    die: Die


class ActionRolled(Event, frozen=True):
    """An action roll with the Duality Dice."""

    secrets: ClassVar[dict[str, str]] = {"check.needed": "secret"}
    people = ("who",)
    who: str
    kind: str
    trait: Trait
    check: Check
    outcome: Outcome
    extra: tuple[Die, ...] = ()
    """The advantage or disadvantage die."""
    secret: str = ""
    again: bool = False

    def variant(self) -> str:
        """By outcome (DHP-DUAL-11)."""
        return self.outcome


class ReactionRolled(Event, frozen=True):
    """A reaction roll of a PC: no Hope, no Fear, no spotlight (DHP-REACT-01)."""

    secrets: ClassVar[dict[str, str]] = {"check.needed": "secret"}
    people = ("who",)
    who: str
    trait: Trait
    check: Check
    critical: bool = False
    extra: tuple[Die, ...] = ()
    secret: str = ""

    def variant(self) -> str:
        """By result."""
        return "critical" if self.critical else "success" if self.check.success else "failure"


class GroupJoined(Event, frozen=True):
    """Somebody's part in a group action (DHP-GROUP-01)."""

    people = ("who", "leader")
    who: str
    leader: str
    by: int

    def variant(self) -> str:
        """Helped or hindered."""
        return "helped" if self.by > 0 else "hindered"


class TagStarted(Event, frozen=True):
    """Two PCs act as one (DHP-TAG-01)."""

    people = ("who", "partner")
    who: str
    partner: str


class TagChosen(Event, frozen=True):
    """Which of the two rolls stands for both (DHP-TAG-02)."""

    people = ("who", "partner")
    who: str
    partner: str
    outcome: Outcome


class RollClosed(Event, frozen=True):
    """An action roll is over; it counts for countdowns and for what the GM answers (DH-MOVE-10)."""

    people = ("who",)
    who: str
    outcome: Outcome
    total: int
    kind: str

    def variant(self) -> str:
        """By outcome: the quick phrase (DH-MOVE-20)."""
        return self.outcome


class ChangeNoted(Event, frozen=True):
    """What the roll changed in the scene, in the table's own words (DHP-DUAL-13)."""

    text: str


class FateRolled(Event, frozen=True):
    """One Duality Die left it to chance; nothing else changes (DHP-FATE-01)."""

    people = ("who",)
    who: str
    die: Die
    limit: int
    happens: bool
    text: str = ""

    def variant(self) -> str:
        """Whether it happens."""
        return "yes" if self.happens else "no"


class PoisonRolled(Event, frozen=True):
    """The poison works before an action roll."""

    people = ("who",)
    who: str
    die: Die
    hurts: bool


# ------------------------------------------------------------------ damage


class DamageRolled(Event, frozen=True):
    """The damage of an attack or effect, before anybody's thresholds."""

    people = ("source",)
    source: str
    amount: int
    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...] = ()
    critical: bool = False
    direct: bool = False
    kind: str = "physical"

    def variant(self) -> str:
        """A critical adds the most that the dice could show."""
        return "critical" if self.critical else ""


class DamageTaken(Event, frozen=True):
    """What is left of damage after reductions, and how grave it is: 0 nothing, 1 Minor, 2 Major, 3 Severe."""

    secrets: ClassVar[dict[str, str]] = {"amount": "who", "severity": "who", "modifiers": "who"}
    people = ("who",)
    who: str
    rolled: int
    amount: int | None
    severity: int | None
    modifiers: tuple[Modifier, ...] | None = ()
    resisted: bool = False

    def variant(self) -> str:
        """By severity, where it is known."""
        return "hidden" if self.severity is None else f"severity_{self.severity}"


class MinionsFell(Event, frozen=True):
    """One blow fells several Minions (DHP-ADVSTAT-06)."""

    people = ("who",)
    who: tuple[str, ...]


class Parried(Event, frozen=True):
    """Dice of the attacker's that match the parrying weapon's do not count."""

    people = ("who",)
    who: str
    dice: tuple[Die, ...]
    off: int


# ------------------------------------------------------------------ the GM's side


class Reloaded(Event, frozen=True):
    """A weapon that must be reloaded: on a 1 it costs a Stress."""

    people = ("who",)
    who: str
    die: Die


class AttackRolled(Event, frozen=True):
    """The GM's Die for an attack: one roll, held against each target (DH-ATK-04)."""

    people = ("attacker", "target")
    attacker: str
    target: str
    check: Check
    hit: bool
    critical: bool = False
    others: tuple[Die, ...] = ()
    """The d20 that advantage or disadvantage put aside."""
    feature: str = ""

    def variant(self) -> str:
        """By result."""
        return "critical" if self.critical and self.hit else "hit" if self.hit else "miss"


class FoeRolled(Event, frozen=True):
    """The GM's Die for an adversary's action or reaction roll (DH-ADVERSARY-05, DH-REACT-01)."""

    people = ("who",)
    who: str
    kind: Literal["action", "reaction"]
    check: Check
    natural: bool = False
    others: tuple[Die, ...] = ()

    def variant(self) -> str:
        """By result."""
        return f"{self.kind}_{'success' if self.check.success else 'failure'}"


class FoeActed(Event, frozen=True):
    """An adversary does something that simply works (DH-ADVERSARY-02)."""

    people = ("who",)
    who: str
    text: str = ""


class FeatureUsed(Event, frozen=True):
    """A feature of an adversary or environment comes into play."""

    people = ("who",)
    who: str
    feature: str
    name: Named
    fear: int = 0
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """A roll of its own, or its use."""
        return "dice" if self.dice else ""


class FeatureSpent(Event, frozen=True):
    """One use of a feature that has a number of them."""

    who: str
    feature: str
    used: int


class CounterChanged(Event, frozen=True):
    """A number kept for an adversary has changed."""

    who: str
    counter: str
    value: int


class TurnOpened(Event, frozen=True):
    """The spotlight comes to the GM (DH-SPOTLIGHT-01)."""

    turn: Turn
    reminder: bool = False
    """A lot of Fear has piled up (DH-FEAR-14)."""

    def variant(self) -> str:
        """By the reason."""
        return self.turn.reason


class MoveMade(Event, frozen=True):
    """A GM move (DH-MOVE-01)."""

    people = ("target",)
    move: str
    tag: Literal["soft", "hard"]
    paid: int
    target: str = ""
    text: str = ""
    severity: Literal["none", "minor", "major"] = "none"


class ThreatPending(Event, frozen=True):
    """A soft move has announced something; the players may react (DH-SOFT-01)."""

    text: str
    move: str


class ThreatSettled(Event, frozen=True):
    """A pending threat is no longer one."""

    text: str


class FocusSet(Event, frozen=True):
    """Several adversaries turn on one PC (DH-MOVE-18)."""

    people = ("who",)
    who: str
    free: tuple[str, ...] = ()


class Spotlighted(Event, frozen=True):
    """An adversary has the spotlight."""

    people = ("who",)
    who: str
    free: bool
    times: int


class SlowToken(Event, frozen=True):
    """A Slow adversary gathers itself, or is ready (DHP-ADVSTAT-09)."""

    people = ("who",)
    who: str
    placed: bool

    def variant(self) -> str:
        """Placed or removed."""
        return "placed" if self.placed else "removed"


class Granted(Event, frozen=True):
    """Adversaries who may have the spotlight at no further cost."""

    people = ("who",)
    who: tuple[str, ...]


class FoeDone(Event, frozen=True):
    """The adversary in the spotlight has acted."""

    who: str


class SpotlightReturned(Event, frozen=True):
    """The GM turn is over."""

    unused: int = 0


class SpotlightPassed(Event, frozen=True):
    """A PC has the spotlight (DHP-SPOT-01)."""

    people = ("who",)
    who: str


class TokensChanged(Event, frozen=True):
    """Spotlight tokens (DHP-SPOT-03): one is given up, or everybody refills."""

    tokens: dict[str, int]
    refilled: bool = False


class CountdownStarted(Event, frozen=True):
    """A countdown begins."""

    countdown: Countdown
    dice: tuple[Die, ...] = ()
    name: Named = Named("", "")


class CountdownAdvanced(Event, frozen=True):
    """A countdown draws nearer to 0 (or farther, on a climb)."""

    countdown: str
    value: int
    by: int
    name: Named = Named("", "")


class CountdownTriggered(Event, frozen=True):
    """A countdown has come to 0; a loop begins again (DHP-COUNT-01)."""

    countdown: str
    again: int
    """Its new value, or 0 if it is over."""
    start: int
    name: Named = Named("", "")


class CountdownDropped(Event, frozen=True):
    """A countdown no longer matters."""

    countdown: str


class ZoneSet(Event, frozen=True):
    """A place is under fire; empty: all zones end."""

    zones: tuple[Danger, ...]


# ------------------------------------------------------------------ questions


class Asked(Event, frozen=True):
    """Somebody must answer before anything else; what is still to be settled waits."""

    question: Question
    agenda: tuple[Agenda, ...] = ()


class Answered(Event, frozen=True):
    """The answer is there."""

    kind: str


# ------------------------------------------------------------------ death, rest, level


class DeathMoved(Event, frozen=True):
    """A death move (DHP-DEATH-01)."""

    people = ("who",)
    who: str
    move: Literal["blaze_of_glory", "avoid_death", "risk_it_all"]
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """By the move."""
        return self.move


class RestBegan(Event, frozen=True):
    """The party rests."""

    kind: Literal["short", "long"]

    def variant(self) -> str:
        """Short or long."""
        return self.kind


class RestMoveMade(Event, frozen=True):
    """A downtime move (DHP-REST-01)."""

    people = ("who", "whom")
    who: str
    move: str
    whom: str
    dice: tuple[Die, ...] = ()
    together: bool = False


class RestCut(Event, frozen=True):
    """The rest is interrupted (DHP-REST-03)."""

    benefit: Literal["none", "short"]

    def variant(self) -> str:
        """What is left of it."""
        return self.benefit


class RestEnded(Event, frozen=True):
    """The rest is over; what is limited by rests is fresh again (DHP-REST-07)."""

    kind: Literal["short", "long"]
    refreshed: dict[str, tuple[str, ...]]
    """What each PC has still used up afterwards."""
    short_rests: int = 0
    """How many short rests there have been in a row."""


class TimeSkipped(Event, frozen=True):
    """Extended downtime (DHP-REST-06)."""


class CardMoved(Event, frozen=True):
    """A card moves between loadout and vault."""

    people = ("who",)
    who: str
    power: str
    sheet: Sheet


class LevelGained(Event, frozen=True):
    """The party rises a level together (DHP-LEVEL-01)."""

    level: int
    sheets: dict[str, Sheet]


class Advanced(Event, frozen=True):
    """A PC chose an advancement or took a card."""

    people = ("who",)
    who: str
    kind: str
    sheet: Sheet
    advances: int
    cards: int


class CardTaken(Event, frozen=True):
    """A PC learned a new card."""

    people = ("who",)
    who: str
    power: Power
    sheet: Sheet
    cards: int


EVENTS: tuple[type[Event], ...] = (
    CampaignBegan,
    SessionBegan,
    SceneOpened,
    SceneEnded,
    TensionSet,
    FoeJoined,
    FoeAppeared,
    PlaceSet,
    PlaceSeen,
    Moved,
    CoverChanged,
    FearGained,
    FearSpent,
    HopeChanged,
    StressMarked,
    StressCleared,
    HitPointsMarked,
    HitPointsCleared,
    ArmourMarked,
    ArmourCleared,
    ConditionGained,
    ConditionLost,
    StatusChanged,
    Scarred,
    FoeDefeated,
    FoeLeft,
    FoeRose,
    EdgeGiven,
    BoonChanged,
    FeatureMarked,
    Described,
    Waived,
    BargainOffered,
    BargainAnswered,
    RollRequested,
    RollDropped,
    Helped,
    ActionRolled,
    ReactionRolled,
    GroupJoined,
    TagStarted,
    TagChosen,
    RollClosed,
    ChangeNoted,
    FateRolled,
    PoisonRolled,
    DamageRolled,
    DamageTaken,
    MinionsFell,
    Parried,
    Reloaded,
    AttackRolled,
    FoeRolled,
    FoeActed,
    FeatureUsed,
    FeatureSpent,
    CounterChanged,
    TurnOpened,
    MoveMade,
    ThreatPending,
    ThreatSettled,
    FocusSet,
    Spotlighted,
    SlowToken,
    Granted,
    FoeDone,
    SpotlightReturned,
    SpotlightPassed,
    TokensChanged,
    CountdownStarted,
    CountdownAdvanced,
    CountdownTriggered,
    CountdownDropped,
    ZoneSet,
    Asked,
    Answered,
    DeathMoved,
    RestBegan,
    RestMoveMade,
    RestCut,
    RestEnded,
    TimeSkipped,
    CardMoved,
    LevelGained,
    Advanced,
    CardTaken,
)
