"""From thrown dice to a told number, with every step as a modifier: the list is the explanation."""

from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Check, Modifier, Part, Sum, parts_of

SURPRISED_ON = 2
"""A d6 that shows this or less means being surprised (WB-SURPRISE-02)."""
Reckoned = tuple[int, tuple[Modifier, ...]]
"""What dice come to, and what was added to them on the way."""


def rolled(amount: Amount, dice: tuple[Die, ...], rule: str, least: int = 0, note: str = "flat") -> Reckoned:
    """What an amount comes to on these dice, never below `least`; `note` says what is added to them."""
    modifiers = (Modifier(amount.plus, rule, note),) if amount.plus else ()
    return not_below(least, amount.total(dice), modifiers, rule)


def added(first: Reckoned, second: Reckoned) -> Reckoned:
    """Two of them together; what is added for the same reason is said once."""
    together: dict[tuple[str, str], int] = {}
    for modifier in (*first[1], *second[1]):
        why = (modifier.rule, modifier.note)
        together[why] = together.get(why, 0) + modifier.amount
    modifiers = tuple(Modifier(amount, rule, note) for (rule, note), amount in together.items() if amount)
    return first[0] + second[0], modifiers


def not_below(least: int, total: int, modifiers: tuple[Modifier, ...], rule: str) -> Reckoned:
    """A sum that stops at its least."""
    if total >= least:
        return total, modifiers
    return least, (*modifiers, Modifier(least - total, rule, "at_least"))


def halved(reckoned: Reckoned, rule: str) -> Reckoned:
    """Half of it, rounded down."""
    total, modifiers = reckoned
    less = total // 2 - total
    return total // 2, (*modifiers, Modifier(less, rule, "halved")) if less else modifiers


def not_above(most: int, reckoned: Reckoned, rule: str) -> Reckoned:
    """As much of it as there is room for: nobody heals beyond their maximum."""
    total, modifiers = reckoned
    left = max(min(total, most), 0)
    return left, (*modifiers, Modifier(left - total, rule, "full")) if left != total else modifiers


def sum_of(total: int | None, dice: tuple[Die, ...], modifiers: tuple[Modifier, ...] | None) -> tuple[Sum, ...]:
    """The sum behind a number that an event tells; none where the reader may not know it, or nothing was added."""
    if total is None or modifiers is None or not (dice or modifiers):
        return ()
    return (Sum(total, parts_of(dice, modifiers), dice),)


def life_after(left: int | None, change: int, note: str) -> tuple[Sum, ...]:
    """The hit points that an event leaves: those there were, and what was lost or came back; none where hidden."""
    if left is None:
        return ()
    changed = (Part(change, note=note),) if change else ()
    return (Sum(left, (Part(left - change, note="life_before"), *changed), of="hit_points_now"),)


def life_sums(
    change: int | None, left: int | None, dice: tuple[Die, ...], modifiers: tuple[Modifier, ...] | None
) -> tuple[Sum, ...]:
    """What came back to somebody, or was lost (below 0), and the hit points that there are then; none where hidden."""
    if change is None:
        return ()
    note = "hit_points_lost" if change < 0 else "hit_points_back"
    return (*sum_of(abs(change), dice, modifiers), *life_after(left, change, note))


def ransom_of(gold: int | None, a_level: int, rule: str) -> tuple[Sum, ...]:
    """A ransom of so much for each level; none where it was reckoned otherwise."""
    if gold is None or not a_level:
        return ()
    price = Part(a_level, rule=rule, note="ransom_a_level")
    levels = gold // a_level
    return (Sum(gold, (price, Part(levels, "times", rule, "levels", number=levels))),)


class March(Struct, frozen=True, omit_defaults=True):
    """What a day's march comes from: the rate of the slowest, and what haste, ground and weather make of it."""

    slowest: str
    rate: str
    ground: str = "1"
    weather: str = "1"
    forced: int = 1
    """How many times as far a forced march goes."""

    def miles(self) -> Fraction:
        """How far it goes."""
        return Fraction(self.rate) * self.forced * Fraction(self.ground) * Fraction(self.weather)

    def pieces(self) -> int:
        """Into how many pieces a mile must be cut for every step to come out even."""
        return Fraction(self.ground).denominator * Fraction(self.weather).denominator

    def parts(self, rules: tuple[str, str, str, str], per: int = 1) -> tuple[Part, ...]:
        """The steps, by the rules of the rate, of haste, of the ground and of the weather; remainders go last."""
        pace, haste, hard, sky = rules
        rate, ground, weather = Fraction(self.rate) * per, Fraction(self.ground), Fraction(self.weather)
        steps = (
            Part(rate.numerator, rule=pace, note="slowest", sources=(self.slowest,)),
            Part(self.forced, "times", haste, "forced_march"),
            Part(ground.numerator, "times", hard, "ground"),
            Part(weather.numerator, "times", sky, "weather"),
            Part(ground.denominator, "divide", hard, "ground"),
            Part(weather.denominator, "divide", sky, "weather"),
            Part(rate.denominator, "divide", pace),
        )
        return tuple(step for step in steps if step.how == "add" or step.amount != 1)


def surprise_needed(check: Check) -> tuple[Sum, ...]:
    """The d6 on which somebody is surprised, where the others are harder to see coming than the rule says."""
    if check.needed is None or check.needed == SURPRISED_ON:
        return ()
    rule = Part(SURPRISED_ON, rule="WB-SURPRISE-02", note="surprise_of_all")
    nature = Part(check.needed - SURPRISED_ON, rule="WB-SURPRISE-02", note="seldom_seen_coming")
    return (Sum(check.needed, (rule, nature), of="surprised_on"),)


FOR_ALL = "for_all"
"""The note of the part that is the plain rule."""


class InSix(NamedTuple):
    """A chance in six, the rules behind it, and what it adds up from where it is not the plain rule's own number."""

    chance: int
    rules: tuple[str, ...]
    made_of: tuple[Modifier, ...] = ()


def in_six_of(rules: tuple[str, ...], *parts: Modifier) -> InSix:
    """A chance from its parts, neither below none nor above certainty; parts that come to nothing are left out."""
    told = [part for part in parts if part.amount]
    total = sum(part.amount for part in told)
    chance = min(max(total, 0), 6)
    if chance != total:
        told.append(Modifier(chance - total, told[-1].rule, "within_six"))
    plain = all(part.note == FOR_ALL for part in told)
    return InSix(chance, rules, () if plain else tuple(told))


def by_people(plain: int, own: int, rule: str, peoples_rule: str) -> tuple[Modifier, Modifier]:
    """What anybody has, and what somebody's people makes of it."""
    return Modifier(plain, rule, FOR_ALL), Modifier(own - plain, peoples_rule, "of_people")
