"""The order of a battle: who joins, initiative, rounds, the escalation die, turns, waiting, and its end."""

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Lot, Part, Sum
from arbitro.kernel.state import Question
from arbitro.rules.archmage.ongoing_effects import Readied
from arbitro.rules.archmage.power import Cost, Named
from arbitro.rules.archmage.state import Ambush, Category, Combatant, Difficulty, Result, Side
from arbitro.rules.archmage.step import Step


class BattleBegan(Event, frozen=True, tag="battle_began"):
    """Two sides have met."""

    sides: tuple[Side, ...]
    difficulty: Difficulty = "average"
    room: bool = True
    hold: bool = False


class Joined(Event, frozen=True, tag="joined"):
    """Somebody is in the battle, with all their numbers: for their own side and the referee."""

    combatant: Combatant
    dice: tuple[Die, ...] = ()


class Appeared(Event, frozen=True, tag="appeared"):
    """What everybody sees of somebody who joins; the category is open unless the option hides it."""

    who: str
    name: Named
    side: str
    category: Category | None = None
    others: tuple[Named, ...] = ()
    """Those of its side and category who join at the same time, told of together with it."""
    told: bool = True
    """Whether it is told of by itself, rather than among the others of another."""

    def variant(self) -> str:
        """With or without its category; alone or with others."""
        if not self.told:
            return TOLD_WITH_ANOTHER
        return f"{self.category or 'any'}_together" if self.others else self.category or ""


class AmbushLaid(Event, frozen=True, tag="ambush_laid"):
    """One side surprises the other and has named who springs the ambush."""

    people = ("side", "starter")
    side: str
    starter: str
    ambush: Ambush


class AmbushActing(Event, frozen=True, tag="ambush_acting"):
    """The two at most who act in the ambush round."""

    people = ("acting",)
    acting: tuple[str, ...]


class InitiativeRolled(Event, frozen=True, tag="initiative_rolled"):
    """One roll for a character, or for all monsters of a kind; it holds for the whole battle."""

    thrown_by = "who"
    people = ("who",)
    who: tuple[str, ...]
    die: Die
    bonus: int
    total: int

    def sums(self) -> tuple[Sum, ...]:
        """The die and the bonus."""
        bonus = Part(self.bonus, rule="AE-INIT-01", note="initiative")
        return (Sum(self.total, (Part(self.die.face, dice=1), bonus), (self.die,)),)


class InitiativeChanged(Event, frozen=True, tag="initiative_changed"):
    """A power lets somebody act sooner or later than they rolled, or roll again."""

    thrown_by = "who"
    people = ("who",)
    who: tuple[str, ...]
    before: int
    total: int
    die: Die | None = None
    bonus: int = 0

    def variant(self) -> str:
        """Whether it was rolled again."""
        return "" if self.die is None else "again"

    def sums(self) -> tuple[Sum, ...]:
        """What it was and what is added; or the new roll."""
        if self.die is None:
            change = Part(self.total - self.before, rule="AE-ATK-06", note="special")
            return (Sum(self.total, (Part(self.before, rule="AE-INIT-02", note="initiative"), change)),)
        bonus = Part(self.bonus, rule="AE-INIT-01", note="initiative")
        return (Sum(self.total, (Part(self.die.face, dice=1), bonus), (self.die,)),)


class TieRolled(Event, frozen=True, tag="tie_rolled"):
    """Equal results, settled by another die."""

    people = ("who",)
    who: tuple[str, ...]
    dice: tuple[Die, ...]

    def lots(self) -> tuple[Lot, ...]:
        """Whose die was which."""
        return tuple(Lot(die, whose) for whose, die in zip(self.who, self.dice, strict=True))


class OrderSet(Event, frozen=True, tag="order_set"):
    """The order of turns from here on."""

    people = sequences = ("order",)
    order: tuple[str, ...]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round begins, with the escalation die at this value."""

    pictured = True
    round: int
    escalation: int
    held: bool = False
    reset: bool = False
    die: Die | None = None
    """The chance that something slows the escalation die."""

    def variant(self) -> str:
        """Whether the die moved."""
        return "reset" if self.reset else "held" if self.held else ""

    def lots(self) -> tuple[Lot, ...]:
        """What the chance was between."""
        return () if self.die is None else (Lot(self.die, faces=("lot/stays", "lot/rises")),)


class EscalationHeld(Event, frozen=True, tag="escalation_held"):
    """The referee holds the escalation die, or lets it go again."""

    hold: bool

    def variant(self) -> str:
        """Held or released."""
        return "hold" if self.hold else "release"


class EscalationReset(Event, frozen=True, tag="escalation_reset"):
    """The referee set the escalation die back to 0."""


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """Somebody's turn."""

    kept_last = "round"

    people = ("who",)
    who: str
    round: int
    actions: tuple[Cost, ...] = ("standard", "move", "quick")
    loses_move: bool = False
    resumed: bool = False
    """It began before and was put off: it is the same turn."""

    def variant(self) -> str:
        """Whole, or without its move."""
        return "slowed" if self.loses_move else ""


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """A turn goes by in which nothing can be done: the stunned, the helpless, those who sleep or lie there."""

    people = ("who",)
    who: str
    condition: str

    def variant(self) -> str:
        """By what keeps them from acting."""
        return self.condition


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """Somebody's turn is over."""

    people = ("who",)
    who: str


class ActionsSpent(Event, frozen=True, tag="actions_spent"):
    """Actions of the turn that are gone; `left` are the others."""

    people = ("who",)
    who: str
    spent: tuple[Cost, ...]
    left: tuple[Cost, ...]


class FreeActionTaken(Event, frozen=True, tag="free_action_taken"):
    """Something small that costs nothing."""

    people = ("who",)
    who: str
    what: str

    def variant(self) -> str:
        """Whoever speaks without words says nothing that could be told."""
        return TOLD_WITH_ANOTHER if self.what == "speak" else ""


class InterruptSpent(Event, frozen=True, tag="interrupt_spent"):
    """No further interrupt until the end of the turn of this number."""

    people = ("who",)
    who: str
    until: int


class InterruptRegained(Event, frozen=True, tag="interrupt_regained"):
    """The interrupt is there again."""

    people = ("who",)
    who: str


class Delayed(Event, frozen=True, tag="delayed"):
    """Somebody lets the turn pass for now."""

    people = ("who",)
    who: str


class DelayedTurnTaken(Event, frozen=True, tag="delayed_turn_taken"):
    """The delayed turn is taken; initiative is this count from now on."""

    people = ("who",)
    who: str
    initiative: int
    order: tuple[str, ...]


class DelayLost(Event, frozen=True, tag="delay_lost"):
    """The delayed turn was never taken."""

    people = ("who",)
    who: str


class ActionReadied(Event, frozen=True, tag="action_readied"):
    """Somebody waits for a moment to act."""

    people = ("who",)
    who: str
    readied: Readied

    def variant(self) -> str:
        """What is readied."""
        return self.readied.action


class ReadiedUsed(Event, frozen=True, tag="readied_used"):
    """The readied action comes, just before what set it off; initiative is this count from now on."""

    people = ("who", "before")
    who: str
    before: str
    initiative: int
    order: tuple[str, ...]
    counts_as_turn: bool = False


class ReadiedLost(Event, frozen=True, tag="readied_lost"):
    """The moment did not come, or came and was let go by, or found somebody who could not use it."""

    people = ("who",)
    who: str


class Asked(Event, frozen=True, tag="asked"):
    """A resolution waits for an answer; what is left to do waits with it. For the referee's eyes."""

    question: Question
    about: Step
    pending: tuple[Step, ...] = ()


class Answered(Event, frozen=True, tag="answered"):
    """The answer that was awaited."""

    people = ("who",)
    who: str
    kind: str
    word: str = ""


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    """The battle is over; `weight` is the new weighted count since the last full heal-up."""

    pictured = True
    result: Result
    rounds: int
    weight: str

    def variant(self) -> str:
        """How it ended."""
        return self.result
