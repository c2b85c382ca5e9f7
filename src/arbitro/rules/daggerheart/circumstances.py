"""What circumstances make of an adversary's attack: whom it outnumbers, what it hides in, what its target is under."""

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart.companion import BONDED, RULE, guards_against
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.numbers import evasion_parts, passive_of, rule_of, source_of, total_of
from arbitro.rules.daggerheart.presence import ailing, foes_left, has_condition
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.state import Foe, Hero, State
from arbitro.rules.daggerheart.words import halved


class Manner(Struct, frozen=True):
    """How an attack was made: out of hiding, or with advantage."""

    hidden: bool = False
    favoured: bool = False


PLAIN = Manner()


def _held(foe: Foe, feature: Feature, target: Hero) -> bool:
    """Whether the target has the condition that a feature names from its owner."""
    return any((each.name, each.source) == (feature.condition, foe.id) for each in target.conditions)


def holds(foe: Foe, feature: Feature, target: Hero | None, manner: Manner = PLAIN) -> bool:
    """Whether the circumstance is there that a feature waits for."""
    match feature.case:
        case "hidden":
            return manner.hidden
        case "favoured":
            return manner.favoured
        case "no_hope":
            return target is not None and target.hope == 0
        case "held":
            return target is not None and _held(foe, feature, target)
        case "":
            return True


def feature_for(foe: Foe, kind: str, target: Hero | None, manner: Manner = PLAIN) -> Feature | None:
    """The passive feature of a kind whose circumstance is there."""
    return next((one for one in foe.block.features if one.passive == kind and holds(foe, one, target, manner)), None)


# ------------------------------------------------------------------ what it deals


def standard_damage(
    books: Library, state: State, foe: Foe, target: Hero | None = None, manner: Manner = PLAIN
) -> tuple[tuple[Amount, ...], Feature | None]:
    """The standard attack's damage, and the feature that has put it in place of the printed one (DHP-ADVSTAT-08)."""
    horde = passive_of(foe, "horde")
    if horde is not None and horde.damage is not None and 2 * foe.hp_marked >= foe.hp:
        return (horde.damage,), horde
    if target is not None:
        lured = passive_of(foe, "damage_vs")
        if lured is not None and lured.damage is not None and _held(foe, lured, target):
            return (lured.damage,), lured
        pack = passive_of(foe, "pack") or passive_of(foe, "flank")
        if pack is not None and pack.damage is not None and _flanked(books, state, foe, target):
            return (pack.damage,), pack
    other = feature_for(foe, "damage_if", target, manner)
    if other is not None and other.damage is not None:
        return (other.damage,), other
    return foe.block.attack.damage, None


def _flanked(books: Library, state: State, foe: Foe, target: Hero) -> bool:
    return any(
        other.id != foe.id and other.block.kin == foe.block.kin and is_near(books, state, other, target, "melee")
        for other in foes_left(state)
    )


def doubling(books: Library, state: State, foe: Foe, target: Hero) -> tuple[str, Feature] | None:
    """The feature that doubles this adversary's damage to this target, if one does, and whose it is."""
    near = passive_of(foe, "double_near")
    if near is not None:
        around = sum(1 for other in foes_left(state) if is_near(books, state, other, target, "very_close"))
        if around >= near.value:
            return foe.id, near
    marked = passive_of(foe, "double_having")
    if marked is not None and has_condition(target, marked.condition):
        return foe.id, marked
    own = feature_for(foe, "double_if", target)
    if own is not None:
        return foe.id, own
    for other in foes_left(state):
        holder = passive_of(other, "others_double") if other.id != foe.id else None
        if holder is not None and _held(other, holder, target):
            return other.id, holder
    return None


def severe_outright(foe: Foe, target: Hero) -> Feature | None:
    """The feature by which this adversary's standard attack deals this target Severe damage, if one does."""
    feature = passive_of(foe, "severe_vs")
    return feature if feature is not None and _held(foe, feature, target) else None


def added_to(foe: Foe, feature: Feature | None, major: int) -> tuple[Modifier, ...]:
    """What a feature's attack adds by the target's own Major threshold."""
    if feature is None or feature.attack is None or not feature.attack.plus_major:
        return ()
    return (Modifier(major, rule_of(feature), "major_threshold", (source_of(foe.id, feature),)),)


# ------------------------------------------------------------------ what it is held against


def evasion_against(
    books: Library, state: State, foe: Foe, target: Hero, *, halving: Feature | None
) -> tuple[Modifier, ...]:
    """What Evasion is made of against this adversary: all of it, or half where something halves it."""
    parts = evasion_parts(target)
    if any(power.id == "battle_bonded" for power in target.sheet.powers) and guards_against(books, state, target, foe):
        parts = (*parts, Modifier(BONDED, RULE, sources=(f"{target.id}/battle_bonded",)))
    sources = [source for source, entry in ailing(books, target) if entry.halves_evasion]
    if halving is not None:
        sources.insert(0, source_of(foe.id, halving))
    whole = total_of(parts)
    if not sources or whole <= 0:
        return parts
    return (*parts, Modifier(halved(whole) - whole, "DHP-GEN-01", "halved", tuple(sources[:1])))
