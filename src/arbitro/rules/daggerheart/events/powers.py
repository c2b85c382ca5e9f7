"""Powers of the player characters at work: used, rolled for, filled with tokens; what they make of a roll."""

from typing import ClassVar

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Part, Sum
from arbitro.rules.daggerheart.events.turns import put_aside
from arbitro.rules.daggerheart.state import Form, Power
from arbitro.rules.daggerheart.words import Named, Outcome


class PowerUsed(Event, frozen=True, tag="power_used"):
    """Somebody uses a power; what it does follows, or is for the table to tell."""

    people = ("who", "on")
    who: str
    power: str
    on: tuple[str, ...] = ()
    told: bool = False

    def variant(self) -> str:
        """On somebody, or on oneself; told by the table."""
        whom = "self" if self.on == (self.who,) else "on" if self.on else ""
        return "_".join(word for word in ("told" if self.told else "", whom) if word)


class PowerRolled(Event, frozen=True, tag="power_rolled"):
    """The dice of a power that are neither damage nor a roll against anything."""

    thrown_by = "who"
    people = ("who",)
    who: str
    power: str
    dice: tuple[Die, ...]
    plus: int
    total: int
    counted: bool = False
    """The total is how many of the dice show enough."""
    best: bool = False
    """The total is the highest of the dice."""
    odds: bool = False
    """The total is how many of the dice show enough for the power to work."""

    def variant(self) -> str:
        """What the dice come to, or how many of them count."""
        if self.odds:
            return "works" if self.total else "fails"
        if self.counted or self.best:
            return "counted" if self.counted else "best"
        return "" if len(self.dice) > 1 or self.plus else "one"

    def sums(self) -> tuple[Sum, ...]:
        """Dice and what is added to them."""
        if self.counted or self.best or self.odds or (len(self.dice) < 2 and not self.plus):
            return ()
        added = (Part(self.plus, rule="".join(self.rules[:1]), note="damage_plus"),) if self.plus else ()
        return (Sum(self.total, (*(Part(die.face, note="rolled", dice=1) for die in self.dice), *added), self.dice),)


class PowerLent(Event, frozen=True, tag="power_lent"):
    """Somebody has a power of another's for the session."""

    people = ("who", "by")
    who: str
    power: Power
    by: str


class FormTaken(Event, frozen=True, tag="form_taken"):
    """A druid turns into a beast."""

    people = ("who",)
    who: str
    form: Form


class FormLeft(Event, frozen=True, tag="form_left"):
    """A druid is themselves again."""

    people = ("who",)
    who: str
    name: Named


class ThingsChanged(Event, frozen=True, tag="things_changed"):
    """Somebody finds, gets, hands over or uses up something."""

    people = ("who", "other")
    thrown_by = "who"
    who: str
    thing: Power
    by: int
    held: int
    other: str = ""
    """Whom it comes from or goes to."""
    dice: tuple[Die, ...] = ()
    """The dice by which it was found."""

    def variant(self) -> str:
        """Found, got from somebody, handed over, used up or lost."""
        if self.dice:
            return "found"
        if self.other:
            return "got" if self.by > 0 else "handed"
        return "gained" if self.by > 0 else "used"


class TokensLaid(Event, frozen=True, tag="tokens_laid"):
    """Tokens come to lie on a power, or are spent from it."""

    people = ("who",)
    who: str
    power: str
    by: int
    held: int

    def variant(self) -> str:
        """Laid or spent."""
        return "" if self.by > 0 else "spent"


class DamageShared(Event, frozen=True, tag="damage_shared"):
    """So much of some damage falls on one of those who were hit."""

    people = ("who", "target")
    who: str
    power: str
    target: str
    amount: int


class UseRegained(Event, frozen=True, tag="use_regained"):
    """A use of a feature that was spent is there again."""

    people = ("who",)
    who: str
    feature: str


class FearLost(Event, frozen=True, tag="fear_lost"):
    """A power of the players' takes Fear from the GM."""

    amount: int
    held: int
    by: str


class RollTwisted(Event, frozen=True, tag="roll_twisted"):
    """A power changes an action roll that has been made."""

    thrown_by = "who"
    secrets: ClassVar[dict[str, str]] = {"check.needed": "secret"}
    people = ("who", "whose")
    who: str
    power: str
    whose: str
    """Whose roll it is."""
    check: Check
    outcome: Outcome
    secret: str = ""

    def variant(self) -> str:
        """By outcome."""
        return self.outcome


class AttackTwisted(Event, frozen=True, tag="attack_twisted"):
    """A power changes an attack roll of an adversary's that would have hit."""

    thrown_by = "who"
    people = ("who", "whom")
    who: str
    power: str
    whom: str
    """Whom the attack is aimed at."""
    check: Check
    hit: bool
    critical: bool = False
    """Made again, it shows a natural 20."""
    others: tuple[Die, ...] = ()
    """The d20 that advantage or disadvantage put aside, where it is made again."""

    def variant(self) -> str:
        """Whether it still hits, and how."""
        return "critical" if self.critical and self.hit else "hit" if self.hit else "missed"

    def sums(self) -> tuple[Sum, ...]:
        """The dice that do not count."""
        return put_aside(self.others, ())
