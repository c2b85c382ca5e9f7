"""Action rolls from the description to the outcome, and questions put to somebody."""

from typing import ClassVar

from arbitro.dice.stream import Die
from arbitro.kernel.event import DieLook, Event
from arbitro.kernel.ruling import Check, Part, Sum
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart.state import (
    Agenda,
    Attempt,
    Help,
    Request,
)
from arbitro.rules.daggerheart.words import Outcome, Trait


def extra_die(check: Check, dice: tuple[Die, ...]) -> tuple[Sum, ...]:
    """The die of advantage or disadvantage; one that better help leaves aside does not count."""
    counted = next((each for each in check.modifiers if each.note in ("advantage", "disadvantage")), None)
    if not dice:
        return ()
    if counted is None:
        return (Sum(0, (Part(how="dropped", note="put_aside", dice=len(dice)),), dice),)
    part = Part(counted.amount, rule=counted.rule, dice=len(dice), sources=counted.sources)
    return (Sum(counted.amount, (part,), dice, counted.note),)


class Described(Event, frozen=True, tag="described"):
    """A player says what their character does (DH-ACTION-01)."""

    people = ("who",)
    who: str
    deed: Attempt

    def variant(self) -> str:
        """In the player's words, by what it is for, or a plain kind of move."""
        return "words" if self.deed.text else self.deed.purpose or self.deed.kind


class Waived(Event, frozen=True, tag="waived"):
    """No roll: the move simply succeeds (DHP-DUAL-12)."""

    people = ("who",)
    who: str


class BargainOffered(Event, frozen=True, tag="bargain_offered"):
    """The GM proposes a price instead of a roll (DH-ACTION-05)."""

    people = ("who",)
    who: str
    stress: int
    text: str


class BargainAnswered(Event, frozen=True, tag="bargain_answered"):
    """The player took the bargain, or would rather roll."""

    people = ("who",)
    who: str
    taken: bool

    def variant(self) -> str:
        """Taken or not."""
        return "taken" if self.taken else "declined"


class RollRequested(Event, frozen=True, tag="roll_requested"):
    """A roll is due; everything before the dice is settled, or was changed."""

    secrets: ClassVar[dict[str, str]] = {"request.difficulty": "secret"}
    people = ("who",)
    who: str
    request: Request
    secret: str = ""
    """Whose number the Difficulty is: an adversary's, the GM's, or nobody's."""
    again: bool = False

    def variant(self) -> str:
        """By what is done, where nothing has told it before, and whether its Difficulty is shown; or a change."""
        hidden = self.request.difficulty is None
        deed = "changed" if self.again else self._deed()
        return "_".join((*((deed,) if deed else ()), *(("hidden",) if hidden else ())))

    def _deed(self) -> str:
        request = self.request
        if request.kind == "power" and not request.targets:
            return "power_alone"
        if request.kind == "power" and not request.against:  # nobody whose number it is: help, or a spell on oneself
            return "power_on_self" if request.targets == (request.actor,) else "power_on"
        if request.kind in ("attack", "power", "tag", "shed"):
            return request.kind
        return "look" if request.feature else "against" if request.against else ""


class RollDropped(Event, frozen=True, tag="roll_dropped"):
    """The roll is not made after all."""

    people = ("who",)
    who: str


class Helped(Event, frozen=True, tag="helped"):
    """An ally helps: a d6 for a Hope (DHP-HOPE-05)."""

    thrown_by = "who"
    people = ("who", "whom")
    who: str
    whom: str
    help: Help
    die: Die | None = None
    """Only in older logs: it is the die of `help`."""


class ActionRolled(Event, frozen=True, tag="action_rolled"):
    """An action roll with the Duality Dice."""

    thrown_by = "who"

    secrets: ClassVar[dict[str, str]] = {"check.needed": "secret", "check.made_of": "secret"}
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

    def dice_looks(self) -> tuple[DieLook, ...]:
        """The Hope Die light, the Fear Die dark; both alike where they are a critical success."""
        return ("critical", "critical") if self.outcome == "critical_success" else ("light", "dark")

    def sums(self) -> tuple[Sum, ...]:
        """The extra die by itself: it stands in the roll as what it adds or takes off."""
        return extra_die(self.check, self.extra)


class OfferAnswered(Event, frozen=True, tag="offer_answered"):
    """Somebody who could not resist accepts what is offered, or goes into exile with nothing left to pay."""

    people = ("who",)
    who: str
    taken: bool

    def variant(self) -> str:
        """Accepted or not."""
        return "taken" if self.taken else "exile"


class ReactionRolled(Event, frozen=True, tag="reaction_rolled"):
    """A reaction roll of a PC: no Hope, no Fear, no spotlight (DHP-REACT-01)."""

    thrown_by = "who"

    secrets: ClassVar[dict[str, str]] = {"check.needed": "secret", "check.made_of": "secret"}
    people = ("who",)
    who: str
    trait: Trait
    check: Check
    critical: bool = False
    extra: tuple[Die, ...] = ()
    secret: str = ""
    again: bool = False

    def variant(self) -> str:
        """By result."""
        return "critical" if self.critical else "success" if self.check.success else "failure"

    def dice_looks(self) -> tuple[DieLook, ...]:
        """The Hope Die light, the Fear Die dark; both alike where they are a critical success."""
        return ("critical", "critical") if self.critical else ("light", "dark")

    def sums(self) -> tuple[Sum, ...]:
        """The extra die by itself: it stands in the roll as what it adds or takes off."""
        return extra_die(self.check, self.extra)


class ReactionAdjusted(Event, frozen=True, tag="reaction_adjusted"):
    """The GM grants an advantage to a reaction roll that is due, or imposes a disadvantage (DH-ADV-01)."""

    people = ("who",)
    who: str
    advantages: int = 0
    disadvantages: int = 0
    further: bool = False
    """Whether the GM had granted or imposed one for this roll before."""

    def variant(self) -> str:
        """Eased or hindered, for the first time or further."""
        way = "eased" if self.advantages > self.disadvantages else "hindered"
        return f"{way}_further" if self.further else way


class GroupJoined(Event, frozen=True, tag="group_joined"):
    """Somebody's part in a group action (DHP-GROUP-01)."""

    people = ("who", "leader")
    who: str
    leader: str
    by: int

    def variant(self) -> str:
        """Helped or hindered."""
        return "helped" if self.by > 0 else "hindered"


class TagStarted(Event, frozen=True, tag="tag_started"):
    """Two PCs act as one (DHP-TAG-01)."""

    people = ("who", "partner")
    who: str
    partner: str


class TagDropped(Event, frozen=True, tag="tag_dropped"):
    """The Tag Team Roll is not made after all: another may be started in this session (DHP-TAG-01)."""

    people = ("who",)
    who: str


class TagChosen(Event, frozen=True, tag="tag_chosen"):
    """Which of the two rolls stands for both (DHP-TAG-02)."""

    people = ("who", "partner", "chosen")
    who: str
    partner: str
    outcome: Outcome
    chosen: str = ""
    """Whose roll it is; empty where an old log does not say."""

    def variant(self) -> str:
        """Whether it is known whose."""
        return "whose" if self.chosen else ""


class RollClosed(Event, frozen=True, tag="roll_closed"):
    """An action roll is over; it counts for countdowns and for what the GM answers (DH-MOVE-10)."""

    people = ("who",)
    who: str
    outcome: Outcome
    total: int
    kind: str

    def variant(self) -> str:
        """By outcome: the quick phrase (DH-MOVE-20)."""
        return self.outcome


class ChangeNoted(Event, frozen=True, tag="change_noted"):
    """What the roll changed in the scene, in the table's own words (DHP-DUAL-13)."""

    text: str

    def variant(self) -> str:
        """Whether the table has put it into words."""
        return "" if self.text else "unsaid"


class FateRolled(Event, frozen=True, tag="fate_rolled"):
    """One Duality Die left it to chance; nothing else changes (DHP-FATE-01)."""

    thrown_by = "who"
    people = ("who",)
    who: str
    die: Die
    limit: int
    happens: bool
    text: str = ""

    def variant(self) -> str:
        """Whether it happens."""
        return "yes" if self.happens else "no"


class PoisonRolled(Event, frozen=True, tag="poison_rolled"):
    """The poison works before an action roll."""

    people = ("who",)
    who: str
    die: Die
    hurts: bool


class Asked(Event, frozen=True, tag="asked"):
    """Somebody must answer before anything else; what is still to be settled waits."""

    question: Question
    agenda: tuple[Agenda, ...] = ()


class Answered(Event, frozen=True, tag="answered"):
    """The answer is there."""

    kind: str
