"""Attacks: declared, rolled, turned, gone astray."""

from typing import Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, DieLook, Event
from arbitro.kernel.ruling import Check, Lot, Modifier, Part, Sum, counted_from, parts_of
from arbitro.rules.archmage.ongoing_effects import Spent
from arbitro.rules.archmage.power import HITS, Outcome
from arbitro.rules.archmage.step import Mode


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """An attack and its targets are named; from here they are fixed."""

    people = ("attacker", "targets")
    attacker: str
    attack: str
    targets: tuple[str, ...]
    mode: Mode = "turn"
    friendly: bool = False

    def variant(self) -> str:
        """In the own turn, as a help to somebody or to oneself, or out of turn."""
        if not self.friendly:
            return self.mode
        return "help_self" if self.targets == (self.attacker,) else "help"


class AttackLapsed(Event, frozen=True, tag="attack_lapsed"):
    """The attack can no longer be made."""

    people = ("attacker",)
    attacker: str
    attack: str
    fallen: bool = False
    """The attacker has fallen meanwhile."""

    def variant(self) -> str:
        """Nothing of its own where the attacker has fallen: the fall tells it."""
        return TOLD_WITH_ANOTHER if self.fallen else ""


class PowerUsed(Event, frozen=True, tag="power_used"):
    """A power with a limit, or a count per round, was used; how it stands is its owner's secret."""

    secrets = {"spent": "who"}
    people = ("who",)
    who: str
    attack: str
    spent: Spent | None


class PowerDrained(Event, frozen=True, tag="power_drained"):
    """A power is lost without being used."""

    secrets = {"spent": "who"}
    people = ("who",)
    who: str
    attack: str
    spent: Spent | None


class CountRolled(Event, frozen=True, tag="count_rolled"):
    """How many targets, attacks or uses there are, where that is rolled."""

    thrown_by = "who"
    people = ("who",)
    who: str
    attack: str
    what: Literal[
        "targets",
        "times",
        "ongoing",
        "type",
        "second_die",
        "chance",
        "lot",
        "summoned",
        "damage",
        "unseen",
        "initiative_die",
        "hp_pool",
        "kept",
    ]
    dice: tuple[Die, ...]
    count: int
    word: str = ""
    among: tuple[str, ...] = ()
    """The types of damage that the faces stand for, where one of them is drawn."""

    def variant(self) -> str:
        """What was counted, and whether for an attack or by the referee's word."""
        return self.what if self.attack else f"{self.what}_imposed"

    def lots(self) -> tuple[Lot, ...]:
        """The types of damage, one for each face."""
        return tuple(Lot(die, faces=tuple(f"damage/{each}" for each in self.among)) for die in self.dice if self.among)

    def sums(self) -> tuple[Sum, ...]:
        """The dice, and what the attack prints beside them."""
        if self.among:
            return ()
        if self.what == "second_die":
            faces = [die.face for die in self.dice]
            return (Sum(self.count, parts_of(self.dice, (), (faces.index(min(faces)),)), self.dice),)
        parts = counted_from(self.count, self.dice, "printed_number", next(iter(self.rules), ""))
        return (Sum(self.count, parts, self.dice),)


class BlindChance(Event, frozen=True, tag="blind_chance"):
    """Half of the attacks on somebody invisible miss before they begin."""

    thrown_by = "attacker"
    people = ("attacker", "target")
    attacker: str
    target: str
    die: Die
    missed: bool
    percent: int = 50
    """How many in a hundred miss."""

    def variant(self) -> str:
        """Whether the attack goes on; and whether the target is unseen, or only hard to see."""
        blurred = "" if 2 * self.percent == self.die.sides else "_blur"
        return f"{'missed' if self.missed else 'found'}{blurred}"

    def checks(self) -> tuple[Check, ...]:
        """The lower part of the die misses, the lower half for the invisible (AE-INVIS-02)."""
        return (Check((self.die,), self.die.face, "<=", self.percent, self.missed, against="unseen"),)


class AttackRolled(Event, frozen=True, tag="attack_rolled"):
    """A d20 against a defence, and what came of it."""

    thrown_by = "attacker"
    secrets = {"check.needed": "target", "check.made_of": "target"}
    people = ("attacker", "target")
    attacker: str
    target: str
    attack: str
    check: Check
    outcome: Outcome
    again: bool = False
    """The second roll of two weapons, which stands (AE-TWOWEAPON-02)."""

    def variant(self) -> str:
        """The outcome, of a first or of a second roll."""
        return f"again_{self.outcome}" if self.again else self.outcome

    def dice_looks(self) -> tuple[DieLook, ...]:
        """A critical hit is seen to be one."""
        return ("critical",) if self.outcome == "crit" else ()

    def struck(self) -> tuple[str, str]:
        """A blow that hit."""
        return (self.attacker, self.target) if self.outcome in HITS else ("", "")


class CoupStruck(Event, frozen=True, tag="coup_struck"):
    """A helpless foe is struck: a critical hit without a roll."""

    thrown_by = "attacker"
    people = ("attacker", "target")
    attacker: str
    target: str
    attack: str
    die: Die | None = None

    def struck(self) -> tuple[str, str]:
        """Who struck and who was struck: such an attack never fails."""
        return self.attacker, self.target


class AutomaticHit(Event, frozen=True, tag="automatic_hit"):
    """An attack that needs no roll."""

    people = ("attacker", "target")
    attacker: str
    target: str
    attack: str
    friendly: bool = False

    def variant(self) -> str:
        """For whom a help is meant was told when it was named."""
        return TOLD_WITH_ANOTHER if self.friendly else ""


class FlexiblePicked(Event, frozen=True, tag="flexible_picked"):
    """The flexible attack that the roll is used for; none if `attack` is empty."""

    people = ("who",)
    who: str
    attack: str

    def variant(self) -> str:
        """One, or none."""
        return "" if self.attack else "none"


class HitTurned(Event, frozen=True, tag="hit_turned"):
    """A hit was turned into a miss by somebody's answer."""

    people = ("who", "by")
    who: str
    by: str
    how: str
    outcome: Outcome
    uses: int = 0

    def variant(self) -> str:
        """How, whether it was enough, and whether it was for oneself."""
        how = self.how if self.outcome == "miss" else "in_vain"
        return f"{how}_own" if self.who == self.by and how != "special" else how


class ShotStrayed(Event, frozen=True, tag="shot_strayed"):
    """A shot into melee went wrong: it is rolled again, against an ally of the shooter."""

    thrown_by = "attacker"
    people = ("attacker", "intended", "victim")
    attacker: str
    intended: str
    victim: str
    dice: tuple[Die, ...] = ()
    among: tuple[str, ...] = ()
    """Those among whom the lot was drawn, in the order of the die's faces."""

    def lots(self) -> tuple[Lot, ...]:
        """Who was at risk."""
        return tuple(Lot(die, faces=self.among) for die in self.dice)


class BewilderedAt(Event, frozen=True, tag="bewildered_at"):
    """A confused creature turns on an ally."""

    thrown_by = "who"
    people = ("who", "victim")
    who: str
    victim: str
    dice: tuple[Die, ...] = ()
    among: tuple[str, ...] = ()
    """Those among whom the lot was drawn, in the order of the die's faces."""

    def lots(self) -> tuple[Lot, ...]:
        """Who might have been attacked."""
        return tuple(Lot(die, faces=self.among) for die in self.dice)


class DamageRolled(Event, frozen=True, tag="damage_rolled"):
    """The one damage roll of an attack, for all who are hit."""

    thrown_by = "attacker"
    people = ("attacker",)
    attacker: str
    attack: str
    total: int
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    dropped: tuple[int, ...] = ()
    """The places of dice that were thrown again: the new ones stand at the end."""

    def sums(self) -> tuple[Sum, ...]:
        """Dice and what is added, never less than 0."""
        again = self.dropped or _old_ones(self)
        return (
            Sum(self.total, (*parts_of(self.dice, self.modifiers, again), Part(0, "least", "AE-DMG-02")), self.dice),
        )


def _old_ones(event: DamageRolled) -> tuple[int, ...]:
    """Logs of before tell the dice thrown again, but not which they are: they were the first 1s."""
    told = sum(die.face for die in event.dice) + sum(each.amount for each in event.modifiers)
    return tuple(place for place, die in enumerate(event.dice) if die.face == 1)[: max(told - event.total, 0)]
