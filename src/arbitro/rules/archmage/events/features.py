"""What features of classes bring about: powers used in answer, rolls changed, points, the escalation die moved."""

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Part, Sum
from arbitro.rules.archmage.power import Attack, Outcome


class FeatureUsed(Event, frozen=True, tag="feature_used"):
    """Somebody uses a power in answer to a moment."""

    people = ("who",)
    who: str
    attack: str


class RollChanged(Event, frozen=True, tag="roll_changed"):
    """A power changes an attack roll that has fallen: what it comes to now, and what it is."""

    people = ("who", "target")
    thrown_by = "who"
    who: str
    target: str
    attack: str
    total: int
    outcome: Outcome
    dice: tuple[Die, ...] = ()
    plus: int = 0
    """What is added besides the dice."""

    def variant(self) -> str:
        """What the roll is now."""
        return self.outcome

    def sums(self) -> tuple[Sum, ...]:
        """What the roll was, and the dice and the number added."""
        faces = sum(die.face for die in self.dice)
        before = Part(self.total - faces - self.plus, rule="AE-ATK-03", note="roll_before")
        thrown = (Part(faces, rule="AE-ATK-06", note="special", dice=len(self.dice)),) if self.dice else ()
        more = (Part(self.plus, rule="AE-ATK-06", note="special"),) if self.plus else ()
        return (Sum(self.total, (before, *thrown, *more), self.dice),)


class PoolChanged(Event, frozen=True, tag="pool_changed"):
    """Points of a pool are won or spent."""

    people = ("who",)
    thrown_by = "who"
    who: str
    pool: str
    points: int
    change: int
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Won or spent."""
        return "spent" if self.change < 0 else "won"


class EscalationMoved(Event, frozen=True, tag="escalation_moved"):
    """A power moves the escalation die."""

    people = ("who",)
    thrown_by = "who"
    who: str
    attack: str
    escalation: int
    die: Die | None = None
    top: int = 0
    """The highest number that it can show from now on; 0: as before."""


class PowerRegained(Event, frozen=True, tag="power_regained"):
    """A spent power is there again, or a throw for it has failed."""

    people = ("who",)
    thrown_by = "who"
    who: str
    attack: str
    used: int
    die: Die | None = None
    needed: int = 0
    back: bool = True

    def variant(self) -> str:
        """Whether it is back."""
        return "back" if self.back else "gone"


class PowersLent(Event, frozen=True, tag="powers_lent"):
    """Somebody may use powers of another for this battle."""

    people = ("who", "by")
    who: str
    by: str
    powers: tuple[Attack, ...]


class PlacesTraded(Event, frozen=True, tag="places_traded"):
    """Two are each where the other was."""

    people = ("who", "other")
    who: str
    other: str


class RecoveryGiven(Event, frozen=True, tag="recovery_given"):
    """Somebody spends a recovery so that another heals."""

    people = ("who", "target")
    who: str
    target: str
    recoveries: int
