"""What can happen at an Archmage table."""

from typing import Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.state import Question
from arbitro.rules.archmage.power import Ability, Cost, Named, Outcome
from arbitro.rules.archmage.state import (
    Affliction,
    Ambush,
    Awareness,
    Band,
    Boost,
    Category,
    Combatant,
    Difficulty,
    Mark,
    Ongoing,
    Readied,
    Result,
    Side,
    Spent,
)
from arbitro.rules.archmage.step import Mode, Step


class BattleBegan(Event, frozen=True):
    """Two sides have met."""

    sides: tuple[Side, ...]
    difficulty: Difficulty = "average"
    room: bool = True
    hold: bool = False


class Joined(Event, frozen=True):
    """Somebody is in the battle, with all their numbers: for their own side and the referee."""

    combatant: Combatant
    dice: tuple[Die, ...] = ()


class Appeared(Event, frozen=True):
    """What everybody sees of somebody who joins; the category is open unless the option hides it."""

    who: str
    name: Named
    side: str
    category: Category | None = None

    def variant(self) -> str:
        """With or without its category."""
        return self.category or ""


class AmbushLaid(Event, frozen=True):
    """One side surprises the other and has named who springs the ambush."""

    people = ("side", "starter")
    side: str
    starter: str
    ambush: Ambush


class AmbushActing(Event, frozen=True):
    """The two at most who act in the ambush round."""

    people = ("acting",)
    acting: tuple[str, ...]


class InitiativeRolled(Event, frozen=True):
    """One roll for a character, or for all monsters of a kind; it holds for the whole battle."""

    people = ("who",)
    who: tuple[str, ...]
    die: Die
    bonus: int
    total: int


class TieRolled(Event, frozen=True):
    """Equal results, settled by another die."""

    people = ("who",)
    who: tuple[str, ...]
    dice: tuple[Die, ...]


class OrderSet(Event, frozen=True):
    """The order of turns from here on."""

    people = ("order",)
    order: tuple[str, ...]


class RoundBegan(Event, frozen=True):
    """A round begins, with the escalation die at this value."""

    round: int
    escalation: int
    held: bool = False
    reset: bool = False
    die: Die | None = None
    """The chance that something slows the escalation die."""

    def variant(self) -> str:
        """Whether the die moved."""
        return "reset" if self.reset else "held" if self.held else ""


class EscalationHeld(Event, frozen=True):
    """The referee holds the escalation die, or lets it go again."""

    hold: bool

    def variant(self) -> str:
        """Held or released."""
        return "hold" if self.hold else "release"


class EscalationReset(Event, frozen=True):
    """The referee set the escalation die back to 0."""


class TurnBegan(Event, frozen=True):
    """Somebody's turn."""

    people = ("who",)
    who: str
    round: int
    actions: tuple[Cost, ...] = ("standard", "move", "quick")
    loses_move: bool = False

    def variant(self) -> str:
        """Whole, or without its move."""
        return "slowed" if self.loses_move else ""


class TurnEnded(Event, frozen=True):
    """Somebody's turn is over."""

    people = ("who",)
    who: str


class ActionsSpent(Event, frozen=True):
    """Actions of the turn that are gone; `left` are the others."""

    people = ("who",)
    who: str
    spent: tuple[Cost, ...]
    left: tuple[Cost, ...]


class FreeActionTaken(Event, frozen=True):
    """Something small that costs nothing."""

    people = ("who",)
    who: str
    what: str


class InterruptSpent(Event, frozen=True):
    """No further interrupt until the end of the turn of this number."""

    people = ("who",)
    who: str
    until: int


class InterruptRegained(Event, frozen=True):
    """The interrupt is there again."""

    people = ("who",)
    who: str


class Delayed(Event, frozen=True):
    """Somebody lets the turn pass for now."""

    people = ("who",)
    who: str


class DelayedTurnTaken(Event, frozen=True):
    """The delayed turn is taken; initiative is this count from now on."""

    people = ("who",)
    who: str
    initiative: int
    order: tuple[str, ...]


class DelayLost(Event, frozen=True):
    """The delayed turn was never taken."""

    people = ("who",)
    who: str


class ActionReadied(Event, frozen=True):
    """Somebody waits for a moment to act."""

    people = ("who",)
    who: str
    readied: Readied

    def variant(self) -> str:
        """What is readied."""
        return self.readied.action


class ReadiedUsed(Event, frozen=True):
    """The readied action comes, just before what set it off; initiative is this count from now on."""

    people = ("who", "before")
    who: str
    before: str
    initiative: int
    order: tuple[str, ...]
    counts_as_turn: bool = False


class ReadiedLost(Event, frozen=True):
    """The moment did not come."""

    people = ("who",)
    who: str


class Asked(Event, frozen=True):
    """A resolution waits for an answer; what is left to do waits with it. For the referee's eyes."""

    question: Question
    about: Step
    pending: tuple[Step, ...] = ()


class Answered(Event, frozen=True):
    """The answer that was awaited."""

    people = ("who",)
    who: str
    kind: str
    word: str = ""


class AttackDeclared(Event, frozen=True):
    """An attack and its targets are named; from here they are fixed."""

    people = ("attacker", "targets")
    attacker: str
    attack: str
    targets: tuple[str, ...]
    mode: Mode = "turn"

    def variant(self) -> str:
        """In the own turn or out of it."""
        return self.mode


class AttackLapsed(Event, frozen=True):
    """The attack can no longer be made."""

    people = ("attacker",)
    attacker: str
    attack: str


class PowerUsed(Event, frozen=True):
    """A power with a limit, or a count per round, was used; how it stands is its owner's secret."""

    secrets = {"spent": "who"}  # noqa: RUF012 - a constant of the class
    people = ("who",)
    who: str
    attack: str
    spent: Spent | None


class CountRolled(Event, frozen=True):
    """How many targets, attacks or uses there are, where that is rolled."""

    people = ("who",)
    who: str
    attack: str
    what: Literal["targets", "times", "ongoing", "type"]
    dice: tuple[Die, ...]
    count: int
    word: str = ""

    def variant(self) -> str:
        """What was counted."""
        return self.what


class BlindChance(Event, frozen=True):
    """Half of the attacks on somebody invisible miss before they begin."""

    people = ("attacker", "target")
    attacker: str
    target: str
    die: Die
    missed: bool

    def variant(self) -> str:
        """Whether the attack goes on."""
        return "missed" if self.missed else "found"


class AttackRolled(Event, frozen=True):
    """A d20 against a defence, and what came of it."""

    secrets = {"check.needed": "target"}  # noqa: RUF012 - a constant of the class
    people = ("attacker", "target")
    attacker: str
    target: str
    attack: str
    check: Check
    outcome: Outcome
    again: bool = False

    def variant(self) -> str:
        """The outcome."""
        return self.outcome


class CoupStruck(Event, frozen=True):
    """A helpless foe is struck: a critical hit without a roll."""

    people = ("attacker", "target")
    attacker: str
    target: str
    attack: str
    die: Die | None = None


class AutomaticHit(Event, frozen=True):
    """An attack that needs no roll."""

    people = ("attacker", "target")
    attacker: str
    target: str
    attack: str


class FlexiblePicked(Event, frozen=True):
    """The flexible attack that the roll is used for; none if `attack` is empty."""

    people = ("who",)
    who: str
    attack: str

    def variant(self) -> str:
        """One, or none."""
        return "" if self.attack else "none"


class HitTurned(Event, frozen=True):
    """A hit was turned into a miss by somebody's answer."""

    people = ("who", "by")
    who: str
    by: str
    how: str
    outcome: Outcome
    uses: int = 0

    def variant(self) -> str:
        """How, and whether it was enough."""
        return self.how if self.outcome == "miss" else "in_vain"


class ShotStrayed(Event, frozen=True):
    """A shot into melee went wrong: it is rolled again, against an ally of the shooter."""

    people = ("attacker", "intended", "victim")
    attacker: str
    intended: str
    victim: str
    dice: tuple[Die, ...] = ()


class BewilderedAt(Event, frozen=True):
    """A confused creature turns on an ally."""

    people = ("who", "victim")
    who: str
    victim: str
    dice: tuple[Die, ...] = ()


class DamageRolled(Event, frozen=True):
    """The one damage roll of an attack, for all who are hit."""

    people = ("attacker",)
    attacker: str
    attack: str
    total: int
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


class DamageDealt(Event, frozen=True):
    """Hit points lost; `left` is what remains and `temp` what remains of the temporary ones."""

    secrets = {"left": "target", "temp": "target"}  # noqa: RUF012 - a constant of the class
    people = ("target",)
    target: str
    amount: int
    left: int | None
    temp: int | None
    kind: str = "weapon"
    source: str = ""
    multiplier: int = 1
    halved: bool = False
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Whether the reader may know what is left."""
        return "hidden" if self.left is None else ""


class MobThinned(Event, frozen=True):
    """Mooks share their hit points: what is left of one is left of each."""

    secrets = {"left": "first"}  # noqa: RUF012 - a constant of the class
    people = ("members",)
    first: str
    members: tuple[str, ...]
    left: int | None


class Fell(Event, frozen=True):
    """Somebody is down: dying, knocked out, in a coma, dead or gone."""

    people = ("who",)
    who: str
    awareness: Awareness
    by: str = ""
    dying: bool = False

    def variant(self) -> str:
        """How."""
        return "dying" if self.dying else self.awareness


class Woke(Event, frozen=True):
    """Somebody is conscious again."""

    people = ("who",)
    who: str


class ResistRolled(Event, frozen=True):
    """A d20 only to see whether automatic damage is resisted."""

    people = ("target",)
    target: str
    die: Die
    needed: int


class Afflicted(Event, frozen=True):
    """A condition begins."""

    people = ("who",)
    who: str
    affliction: Affliction

    def variant(self) -> str:
        """Which."""
        return self.affliction.name


class Relieved(Event, frozen=True):
    """An instance of a condition is over."""

    people = ("who",)
    who: str
    affliction: Affliction

    def variant(self) -> str:
        """Which."""
        return self.affliction.name


class OngoingBegan(Event, frozen=True):
    """Ongoing damage begins."""

    people = ("who",)
    who: str
    ongoing: Ongoing


class OngoingTicked(Event, frozen=True):
    """Ongoing damage has come once; a critical's doubling is used up."""

    people = ("who",)
    who: str
    name: str


class OngoingEnded(Event, frozen=True):
    """Ongoing damage is over."""

    people = ("who",)
    who: str
    name: str


class Boosted(Event, frozen=True):
    """A bonus or penalty for a while."""

    people = ("who",)
    who: str
    boost: Boost

    def variant(self) -> str:
        """Up or down."""
        return "up" if self.boost.value > 0 else "down"


class Marked(Event, frozen=True):
    """Something hangs on somebody for a while."""

    people = ("who",)
    who: str
    mark: Mark

    def variant(self) -> str:
        """What."""
        return self.mark.kind


class RanOut(Event, frozen=True):
    """What is left on somebody after the moment at which some things end."""

    who: str
    boosts: tuple[Boost, ...]
    marks: tuple[Mark, ...]


class SaveRolled(Event, frozen=True):
    """A save: a d20 with hardly ever anything added."""

    people = ("who",)
    who: str
    kind: Literal["effect", "ongoing", "disengage", "rally", "recharge", "death", "last_gasp"]
    check: Check
    saved: bool
    against: str = ""

    def variant(self) -> str:
        """For what, and how it went."""
        return f"{self.kind}_{'saved' if self.saved else 'failed'}"


class DeathSaveFailed(Event, frozen=True):
    """One step closer to death; `fails` so far in this battle."""

    people = ("who",)
    who: str
    fails: int


class RecoveryUsed(Event, frozen=True):
    """A recovery heals: hit points from the dice, half and a debt if there was none left."""

    secrets = {"hp": "who"}  # noqa: RUF012 - a constant of the class
    people = ("who",)
    who: str
    healed: int
    hp: int | None
    recoveries: int
    debt: int
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    halved: bool = False

    def variant(self) -> str:
        """Whether it was one that was not there."""
        return "debt" if self.halved else ""


class Healed(Event, frozen=True):
    """Hit points come back."""

    secrets = {"hp": "who"}  # noqa: RUF012 - a constant of the class
    people = ("who",)
    who: str
    amount: int
    hp: int | None
    dice: tuple[Die, ...] = ()


class TempGained(Event, frozen=True):
    """Temporary hit points; `temp` is what there is now."""

    secrets = {"temp": "who"}  # noqa: RUF012 - a constant of the class
    people = ("who",)
    who: str
    temp: int | None
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Whether the reader may know how many."""
        return "hidden" if self.temp is None else ""


class Rallied(Event, frozen=True):
    """Somebody rallies, for this many times in the battle."""

    people = ("who",)
    who: str
    rallies: int


class RallyBarred(Event, frozen=True):
    """No further try in this round."""

    people = ("who",)
    who: str
    round: int


class Stabilised(Event, frozen=True):
    """Failed death saves no longer count."""

    people = ("who",)
    who: str
    stable: bool = True

    def variant(self) -> str:
        """Begun or undone."""
        return "" if self.stable else "undone"


class PotionGiven(Event, frozen=True):
    """A healing potion is used up."""

    people = ("who", "patient")
    who: str
    patient: str
    left: int


class SkillChecked(Event, frozen=True):
    """A skill check."""

    people = ("who",)
    who: str
    ability: Ability
    purpose: Literal["stabilise", "movement", "stealth", "other"]
    check: Check

    def variant(self) -> str:
        """How it went."""
        return "success" if self.check.success else "failure"


class SpeedChecked(Event, frozen=True):
    """Who is faster: dice, totals and the winner, if there is one."""

    people = ("runners", "winner")
    runners: tuple[str, ...]
    dice: tuple[Die, ...]
    totals: tuple[int, ...]
    winner: str

    def variant(self) -> str:
        """A winner, or none."""
        return "" if self.winner else "even"


class Engaged(Event, frozen=True):
    """Two are in melee with each other."""

    people = ("who", "foe")
    who: str
    foe: str


class Parted(Event, frozen=True):
    """Two are no longer in melee with each other."""

    people = ("who", "foe")
    who: str
    foe: str


class PlaceChanged(Event, frozen=True):
    """Somebody is somewhere else, in the broad terms that count."""

    people = ("who", "ally", "toward")
    who: str
    band: Band
    ally: str = ""
    relation: Literal["", "beside", "behind"] = ""
    toward: str = ""

    def variant(self) -> str:
        """Where."""
        return self.relation or ("toward" if self.toward else self.band)


class Intercepted(Event, frozen=True):
    """Somebody stops a foe on its way."""

    people = ("who", "mover", "goal")
    who: str
    mover: str
    goal: str


class MoveLost(Event, frozen=True):
    """A move came to nothing."""

    people = ("who",)
    who: str


class PoppedFree(Event, frozen=True):
    """Somebody is out of melee without a check or a blow."""

    people = ("who", "foes")
    who: str
    foes: tuple[str, ...]


class Grabbed(Event, frozen=True):
    """Somebody is held."""

    people = ("who", "by")
    who: str
    by: str


class Released(Event, frozen=True):
    """A hold is over."""

    people = ("who", "by")
    who: str
    by: str


class Teleported(Event, frozen=True):
    """Somebody is elsewhere at once."""

    people = ("who",)
    who: str


class Barring(Event, frozen=True):
    """Somebody bars the way, or no longer does."""

    people = ("who",)
    who: str
    on: bool

    def variant(self) -> str:
        """Begun or ended."""
        return "on" if self.on else "off"


class Flagged(Event, frozen=True):
    """The referee's word on somebody: invisible, precarious, staggered, taking part."""

    people = ("who",)
    who: str
    flag: Literal["invisible", "precarious", "staggered", "present"]
    on: bool | None

    def variant(self) -> str:
        """Which, and how."""
        return f"{self.flag}_{'on' if self.on else 'off'}"


class SpecialWorked(Event, frozen=True):
    """A creature's special took effect; `used` counts its uses."""

    secrets = {"used": "who"}  # noqa: RUF012 - a constant of the class
    people = ("who", "on")
    who: str
    code: str
    on: str = ""
    used: int | None = 0
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Which."""
        return self.code


class Replaced(Event, frozen=True):
    """Somebody's numbers change for good: a new head, a split body."""

    combatant: Combatant


class PowerDrained(Event, frozen=True):
    """A power is lost without being used."""

    secrets = {"spent": "who"}  # noqa: RUF012 - a constant of the class
    people = ("who",)
    who: str
    attack: str
    spent: Spent | None


class SpiritFought(Event, frozen=True):
    """Somebody who is not there gives an ally strength."""

    people = ("who", "ally")
    who: str
    ally: str
    boost: Boost
    story: str = ""


class FlightProposed(Event, frozen=True):
    """A player proposes to flee."""

    people = ("who",)
    who: str


class FlightRefused(Event, frozen=True):
    """Somebody is against it: the battle goes on."""

    people = ("who",)
    who: str


class CampaignLost(Event, frozen=True):
    """The story turns for the worse."""

    count: int
    text: str = ""


class LossDescribed(Event, frozen=True):
    """A campaign loss is put into words."""

    number: int
    text: str


class BattleEnded(Event, frozen=True):
    """The battle is over; `weight` is the new weighted count since the last full heal-up."""

    result: Result
    rounds: int
    weight: str

    def variant(self) -> str:
        """How it ended."""
        return self.result


class WoundTaken(Event, frozen=True):
    """A lasting wound: the maximum is lower until a full heal-up."""

    secrets = {"max_hp": "who", "hp": "who"}  # noqa: RUF012 - a constant of the class
    people = ("who",)
    who: str
    wounds: int
    max_hp: int | None
    hp: int | None


class Revived(Event, frozen=True):
    """Somebody is brought back from a coma, once there is no danger."""

    people = ("who",)
    who: str


class RestEnded(Event, frozen=True):
    """The quick rest is over."""


class Recharged(Event, frozen=True):
    """A recharge roll, and how the power stands in the next battle."""

    people = ("who",)
    who: str
    attack: str
    check: Check
    spent: Spent

    def variant(self) -> str:
        """Back, or not."""
        return "failed" if self.spent.barred else "back"


class HealedUp(Event, frozen=True):
    """A full heal-up: everything is restored."""

    early: bool = False

    def variant(self) -> str:
        """Earned, or bought with a retreat."""
        return "early" if self.early else ""


class Prompted(Event, frozen=True):
    """A hint for the referee: a moment at which the text leaves something to judgement. It changes nothing."""

    people = ("who",)
    kind: Literal["crit", "fumble", "speed", "full_heal", "staggered_rest", "campaign_loss", "spawn", "escalation"]
    who: str = ""

    def variant(self) -> str:
        """Which."""
        return self.kind


EVENTS: tuple[type[Event], ...] = (
    BattleBegan,
    Joined,
    Appeared,
    AmbushLaid,
    AmbushActing,
    InitiativeRolled,
    TieRolled,
    OrderSet,
    RoundBegan,
    EscalationHeld,
    EscalationReset,
    TurnBegan,
    TurnEnded,
    ActionsSpent,
    FreeActionTaken,
    InterruptSpent,
    InterruptRegained,
    Delayed,
    DelayedTurnTaken,
    DelayLost,
    ActionReadied,
    ReadiedUsed,
    ReadiedLost,
    Asked,
    Answered,
    AttackDeclared,
    AttackLapsed,
    PowerUsed,
    CountRolled,
    BlindChance,
    AttackRolled,
    CoupStruck,
    AutomaticHit,
    FlexiblePicked,
    HitTurned,
    ShotStrayed,
    BewilderedAt,
    DamageRolled,
    DamageDealt,
    MobThinned,
    Fell,
    Woke,
    ResistRolled,
    Afflicted,
    Relieved,
    OngoingBegan,
    OngoingTicked,
    OngoingEnded,
    Boosted,
    Marked,
    RanOut,
    SaveRolled,
    DeathSaveFailed,
    RecoveryUsed,
    Healed,
    TempGained,
    Rallied,
    RallyBarred,
    Stabilised,
    PotionGiven,
    SkillChecked,
    SpeedChecked,
    Engaged,
    Parted,
    PlaceChanged,
    Intercepted,
    MoveLost,
    PoppedFree,
    Grabbed,
    Released,
    Teleported,
    Barring,
    Flagged,
    SpecialWorked,
    Replaced,
    PowerDrained,
    SpiritFought,
    FlightProposed,
    FlightRefused,
    CampaignLost,
    LossDescribed,
    BattleEnded,
    WoundTaken,
    Revived,
    RestEnded,
    Recharged,
    HealedUp,
    Prompted,
)
