"""Fear, Hope, Stress, Hit Points, Armor Slots, conditions and boons."""

from typing import ClassVar, Final, Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Modifier, Part, Sum, parts_of
from arbitro.rules.daggerheart.state import (
    Condition,
)
from arbitro.rules.daggerheart.words import Status


class FearGained(Event, frozen=True, tag="fear_gained"):
    """The GM gains Fear; what passes the limit is lost (DH-FEAR-05)."""

    amount: int
    lost: int
    held: int
    why: str
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    """What is added to the dice: a Fear for each PC of the party."""

    def variant(self) -> str:
        """Whether some of it was lost."""
        return "lost" if self.lost else ""

    def sums(self) -> tuple[Sum, ...]:
        """Dice and what is added to them; then what was held before, and what passes the limit."""
        before = Part(self.held - self.amount + self.lost, note="held_before")
        over = (Part(-self.lost, rule="DH-FEAR-05", note="over_limit"),) if self.lost else ()
        held = Sum(
            self.held, (before, Part(self.amount, rule=next(iter(self.rules), ""), note="gained_now"), *over), of="held"
        )
        if not self.dice:
            return (held,)
        return (Sum(self.amount, parts_of(self.dice, self.modifiers), self.dice, "gained"), held)


class FearSpent(Event, frozen=True, tag="fear_spent"):
    """The GM spends Fear; it counts for the scene (DH-FEAR-07)."""

    amount: int
    held: int
    use: str
    scene_spent: int


class HopeChanged(Event, frozen=True, tag="hope_changed"):
    """A PC gains, spends or loses Hope."""

    people = ("who",)
    who: str
    by: int
    hope: int
    why: str
    power: str = ""
    """The power that it is the price of."""
    over: int = 0
    """Hope that there was no room for."""

    def variant(self) -> str:
        """Gain, loss, the price of a power, or a gain that was withheld or found no room."""
        if not self.by:
            return "withheld" if self.why == "withheld" else "full"
        if self.by > 0:
            return "gained_over" if self.over else "gained"
        return "paid" if self.power else "lost"

    def sums(self) -> tuple[Sum, ...]:
        """What was held, what was gained and what passes the limit, where anything does."""
        if not self.over:
            return ()
        parts = (
            Part(self.hope - self.by, note="held_before"),
            Part(self.by + self.over, rule=next(iter(self.rules), ""), note="gained_now"),
            Part(-self.over, rule="DHP-HOPE-02", note="no_room"),
        )
        return (Sum(self.hope, parts, of="hope"),)


class StressMarked(Event, frozen=True, tag="stress_marked"):
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


class StressCleared(Event, frozen=True, tag="stress_cleared"):
    """Somebody clears Stress."""

    secrets: ClassVar[dict[str, str]] = {"amount": "who", "marked": "who", "slots": "who", "modifiers": "who"}
    people = ("who",)
    who: str
    amount: int | None
    marked: int | None
    slots: int | None
    modifiers: tuple[Modifier, ...] | None = ()
    """What was rolled, what is added to it, and what found no mark to clear."""

    def variant(self) -> str:
        """Numbers that the reader may not know."""
        return "hidden" if self.amount is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """How much Stress, part by part, for those who may know it."""
        if self.amount is None or not self.modifiers:
            return ()
        return (Sum(self.amount, parts_of((), self.modifiers), of="clears_stress"),)


class HitPointsMarked(Event, frozen=True, tag="hit_points_marked"):
    """Somebody marks Hit Points."""

    secrets: ClassVar[dict[str, str]] = {
        "amount": "who",
        "marked": "who",
        "slots": "who",
        "modifiers": "who",
    }
    people = ("who",)
    who: str
    amount: int | None
    marked: int | None
    slots: int | None
    why: str = ""
    modifiers: tuple[Modifier, ...] | None = ()
    """How grave the blow is, what armour or a weakness changes, and the slots that are left."""

    def variant(self) -> str:
        """Numbers that the reader may not know, or the Stress that there was no slot for."""
        return "hidden" if self.amount is None else "for_stress" if self.why == "stress" else ""

    def sums(self) -> tuple[Sum, ...]:
        """How many Hit Points, part by part, for those who may know them."""
        if self.amount is None or not self.modifiers:
            return ()
        return (Sum(self.amount, parts_of((), self.modifiers), of="marks"),)


class HitPointsCleared(Event, frozen=True, tag="hit_points_cleared"):
    """Somebody clears Hit Points."""

    secrets: ClassVar[dict[str, str]] = {"amount": "who", "marked": "who", "slots": "who", "modifiers": "who"}
    people = ("who",)
    who: str
    amount: int | None
    marked: int | None
    slots: int | None
    modifiers: tuple[Modifier, ...] | None = ()
    """What was rolled, what is added to it, and what found no mark to clear."""

    def variant(self) -> str:
        """Numbers that the reader may not know."""
        return "hidden" if self.amount is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """How many Hit Points, part by part, for those who may know them."""
        if self.amount is None or not self.modifiers:
            return ()
        return (Sum(self.amount, parts_of((), self.modifiers), of="clears"),)


class ArmourMarked(Event, frozen=True, tag="armour_marked"):
    """A PC marks an Armor Slot, for one Hit Point fewer or (`benefit` false) for nothing."""

    people = ("who",)
    who: str
    marked: int
    slots: int
    benefit: bool = True

    def variant(self) -> str:
        """With or without benefit."""
        return "" if self.benefit else "wasted"


class ArmourCleared(Event, frozen=True, tag="armour_cleared"):
    """A PC frees Armor Slots."""

    people = ("who",)
    who: str
    amount: int
    marked: int
    modifiers: tuple[Modifier, ...] = ()
    """What was rolled, what is added to it, and what found no mark to clear."""

    def sums(self) -> tuple[Sum, ...]:
        """How many Armor Slots, part by part."""
        return (Sum(self.amount, parts_of((), self.modifiers), of="clears_armour"),) if self.modifiers else ()


class ConditionGained(Event, frozen=True, tag="condition_gained"):
    """Somebody is under a condition."""

    people = ("who",)
    who: str
    condition: Condition


class ConditionLost(Event, frozen=True, tag="condition_lost"):
    """A condition, or one source of it, has ended."""

    people = ("who",)
    who: str
    name: str
    source: str
    still: bool = False
    """Another source keeps it up."""
    along: tuple[str, ...] = ()
    """Further sources of it that end at the same time."""

    def variant(self) -> str:
        """Whether it is over."""
        return "still" if self.still else ""


class StatusChanged(Event, frozen=True, tag="status_changed"):
    """A PC falls, surrenders, is up again, dies or retires."""

    people = ("who",)
    who: str
    status: Status
    freed: bool = False
    """In nobody's power any more, after a surrender."""
    still: bool = False
    """Up again, and still in the power of those to whom they surrendered before they fell."""

    def variant(self) -> str:
        """By the new status, and what a surrender has to do with it."""
        if self.freed:
            return "freed" if self.status == "up" else "freed_down"
        return "still_captive" if self.still else self.status


class Scarred(Event, frozen=True, tag="scarred"):
    """A PC has a scar: one Hope slot less (DHP-DEATH-05)."""

    people = ("who",)
    who: str
    scars: int
    hope: int


class FoeDefeated(Event, frozen=True, tag="foe_defeated"):
    """An adversary has marked its last Hit Point; what that means is for the table (DHP-ADVSTAT-11)."""

    people = ("who",)
    who: str


class FoeLeft(Event, frozen=True, tag="foe_left"):
    """An adversary is out of the scene without being defeated."""

    people = ("who",)
    who: str
    yielded: bool = False
    """It has laid down its arms."""

    def variant(self) -> str:
        """Gone, or in the PCs' hands."""
        return "yielded" if self.yielded else ""


class FoeRose(Event, frozen=True, tag="foe_rose"):
    """A defeated adversary may rise again; the die says."""

    people = ("who",)
    who: str
    die: Die
    rose: bool
    least: int = 0
    """What the die must show; 0 where an old log does not say."""

    def variant(self) -> str:
        """Whether it did."""
        return "" if self.rose else "not"

    def checks(self) -> tuple[Check, ...]:
        """The number by which it rises."""
        return (Check((self.die,), self.die.face, ">=", self.least, self.rose, against="rising"),) if self.least else ()


class EdgeGiven(Event, frozen=True, tag="edge_given"):
    """The GM hands out the extra benefit of a critical success (DH-MOVE-11)."""

    people = ("who",)
    who: str
    advantage: bool
    text: str = ""

    def variant(self) -> str:
        """An advantage, or a note."""
        return "advantage" if self.advantage else "note"


EDGE_USED: Final = "DH-MOVE-11"
"""The rule that an edge goes into the next roll by."""


class BoonChanged(Event, frozen=True, tag="boon_changed"):
    """A lasting benefit of a Hope Feature begins or ends."""

    people = ("who",)
    who: str
    boon: Literal["dodge", "mercy", "edge", "armour_bonus", "flipped"]
    value: int

    def variant(self) -> str:
        """Begins or ends; an edge ends because it is used, or because it is taken away."""
        if self.value or self.boon not in ("dodge", "edge"):
            return self.boon if self.value else "over"
        return "dodge_over" if self.boon == "dodge" else "edge_used" if EDGE_USED in self.rules else "edge_lost"


class GoldChanged(Event, frozen=True, tag="gold_changed"):
    """Handfuls of gold are earned, given away or given back."""

    people = ("who",)
    who: str
    by: int
    gold: int
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Earned or given away."""
        return "gained" if self.by > 0 else "spent"

    def sums(self) -> tuple[Sum, ...]:
        """What was thrown for it."""
        return (Sum(self.by, parts_of(self.dice, ()), self.dice),) if self.dice else ()


class FeatureMarked(Event, frozen=True, tag="feature_marked"):
    """A PC's feature is used up until a rest."""

    people = ("who",)
    who: str
    feature: str
