"""A power of a class as a character has it: changed by level and feats, its amounts settled by their own numbers."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import asdict, replace

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.catalogue import TIERS, Books, Change, PowerEntry, Ride
from arbitro.rules.archmage.effects import AnyEffect, Condition, Half, Ongoing, Scaled, Term
from arbitro.rules.archmage.numbers import modifier, multiplier
from arbitro.rules.archmage.power import HARD, Ability, Attack, Bonus, Rider, Situation

READ_IN_BATTLE: Final = ("", "escalation", "healthier")
"""What amounts grow by that is not settled when a character is made."""
SPELL_LEVELS: Final = (1, 3, 5, 7, 9)
TIER_LEVELS: Final = {"adventurer": 1, "champion": 5, "epic": 8}
RESHAPING: Final = ("more_targets", "sets", "on_any", "hard_even", "threshold_more", "or_when")
"""What a change makes of what is there, whatever a level has made of it."""
ONLY_CHANGES: Final = (
    "words",
    "plays",
    "more",
    "gains",
    "hp_more",
    "brings",
    "borrows",
    "lends_feats",
    "anew",
    "for_talent",
    *RESHAPING,
)
"""What a change says of itself, or adds in a way of its own."""
ADDED: Final = ("bonuses", "rides")
"""What a change adds to what there is, in place of replacing it."""


def tier_of(level: int) -> int:
    """The tier of a level: 1 for adventurers, 2 for champions, 3 for epic heroes."""
    return sum(level >= first for first in TIER_LEVELS.values())


def changed(entry: PowerEntry, at: int, feats: tuple[str, ...]) -> PowerEntry:
    """An entry as a level of powers and some feats leave it."""
    for level in sorted(entry.by_level):
        if level <= at:
            entry = with_change(entry, entry.by_level[level], anew=True)
    for tier in TIERS:
        if tier in feats and tier in entry.feats:
            entry = with_change(entry, entry.feats[tier])
    return entry


def with_change(entry: PowerEntry, change: Change, *, anew: bool = False) -> PowerEntry:
    """An entry with what a change says of it; `anew`: its bonuses and rides take the place of those there are."""
    plain: dict[str, Any] = asdict(change)
    anew = anew or change.anew
    new = {name: value for name, value in plain.items() if value is not None and name not in (*ONLY_CHANGES, *ADDED)}
    new["bonuses"] = change.bonuses if anew and change.bonuses else (*entry.bonuses, *change.bonuses)
    new["rides"] = change.rides if anew and change.rides else (*entry.rides, *change.rides)
    if change.or_when:
        new["rides"] = tuple(widened(ride, change.or_when) for ride in new["rides"])
    riders = new.get("riders", entry.riders)
    new["riders"] = (*(each for rider in riders for each in _reshaped(rider, change)), *change.more)
    new["hp_more"] = entry.hp_more + change.hp_more
    if change.more_targets:
        new["targets"] = replace(entry.targets, plus=entry.targets.plus + change.more_targets)
    if change.gains is not None:
        new["extra_gains"] = (*entry.extra_gains, change.gains)
    return replace(entry, **new)


def widened(ride: Ride, more: tuple[Situation, ...]) -> Ride:
    """Riders on attacks that come about in other circumstances too."""
    riders = (replace(each, when_any=(*each.when_any, *more)) if each.when_any else each for each in ride.riders)
    return replace(ride, riders=tuple(riders))


def _reshaped(rider: Rider, change: Change) -> tuple[Rider, ...]:
    """A rider as a change leaves it that keeps its numbers; two of it where odd and even rolls part ways."""
    if change.sets:
        rider = replace(rider, effects=tuple(_with_fields(effect, change) for effect in rider.effects))
    if change.threshold_more and rider.hp_at_most:
        rider = replace(rider, hp_at_most=rider.hp_at_most + change.threshold_more)
    if change.on_any and rider.outcome == "hit":
        rider = replace(rider, outcome="any")
    if change.hard_even and rider.outcome == "hit" and rider.natural == "any":
        hard = tuple(
            replace(effect, save=HARD) if isinstance(effect, Ongoing | Condition) else effect
            for effect in rider.effects
        )
        return replace(rider, natural="odd"), replace(rider, natural="even", effects=hard)
    return (rider,)


AMOUNTS: Final = ("amount", "harm")
"""The fields of effects that are amounts."""


def _as_amount(value: int | str) -> Amount:
    return Amount(plus=value) if isinstance(value, int) else Amount.parse(value)


def _with_fields(effect: AnyEffect, change: Change) -> AnyEffect:
    """An effect with the fields that a change sets on all of its word."""
    said = change.sets.get(str(effect.__struct_config__.tag), {})
    fields: Mapping[str, Any] = {name: _as_amount(value) if name in AMOUNTS else value for name, value in said.items()}
    return replace(effect, **fields) if fields else effect


class OwnNumbers:
    """The numbers of a character that amounts may ask for."""

    def __init__(self, books: Books, level: int, abilities: Mapping[Ability, int]) -> None:
        self.books = books
        self.level, self.abilities, self.factor = level, abilities, multiplier(books, level)

    def of(self, term: Term) -> int:
        """What a term comes to for this character."""
        if term == "level":
            return self.level
        if term == "tier":
            return tier_of(self.level)
        if term == "spell_level":
            return max(each for each in SPELL_LEVELS if each <= self.level)
        if term == "level_or_str":
            return max(self.level, modifier(self.abilities["str"]))
        if term == "dex_con_t":
            return max(modifier(self.abilities["dex"]), modifier(self.abilities["con"])) * self.factor
        name, _, counted = term.partition("_")
        if name == "melee":
            best = max(self.abilities["str"], self.abilities["dex"])
            return modifier(best) * (self.factor if counted else 1)
        score: int = modifier(next(each for ability, each in self.abilities.items() if ability == name))
        return score * (self.factor if counted else 1)

    def settle(self, amount: Amount, times: Term, plus: Term) -> tuple[Amount, Term, Term]:
        """An amount with everything worked in but the escalation die; what is left to be read in battle stays named."""
        if times not in READ_IN_BATTLE:
            factor, times = max(self.of(times), 0), ""
            amount = Amount(amount.count * factor, amount.sides, amount.plus * factor)
        if plus not in READ_IN_BATTLE:
            amount, plus = Amount(amount.count, amount.sides, amount.plus + self.of(plus)), ""
        return amount, times, plus

    def effect(self, effect: AnyEffect) -> AnyEffect:
        """An effect with its amount settled."""
        if not isinstance(effect, Scaled) or not (effect.times or effect.plus) or effect.amount is None:
            return effect
        amount, times, plus = self.settle(effect.amount, effect.times, effect.plus)
        return replace(effect, amount=amount, times=times, plus=plus)

    def rider(self, rider: Rider) -> Rider:
        """A rider with all its amounts settled and its creatures named kind by kind."""
        families = kinds_of(self.books, rider.families) if rider.families else ()
        return replace(rider, effects=tuple(self.effect(effect) for effect in rider.effects), families=families)

    def bonus(self, books: Books, bonus: Bonus, source: str, chosen: str) -> Bonus:
        """A bonus with its amount settled and its creatures named kind by kind."""
        amount, times, plus = self.settle(bonus.amount, bonus.times, bonus.plus)
        families = kinds_of(books, tuple(chosen if family == "chosen" else family for family in bonus.families))
        return replace(bonus, amount=amount, times=times, plus=plus, source=source, families=families)


def kinds_of(books: Books, families: tuple[str, ...]) -> tuple[str, ...]:
    """Families and natures of creatures with all kinds that have such a nature."""
    wanted = set(families)
    kinds = [name for name, each in books.monsters.items() if each.type in wanted]
    return tuple(sorted(wanted | set(kinds)))


def rides_along(attack: Attack, ride: Ride) -> bool:
    """Whether a feature's riders are added to an attack."""
    if ride.powers:
        return attack.id in ride.powers
    if ride.usages and attack.usage not in ride.usages:
        return False
    if (attack.trigger is not None and not ride.answers) or attack.flexible is not None:
        return False
    if attack.friendly and not ride.friendly:
        return False
    return attack.kind in ride.kinds and (not ride.weapon or bool(attack.weapon_die) or attack.unarmed)


HALVED: Final = Rider((Half(),), outcome="miss")
"""Half damage on a miss."""
