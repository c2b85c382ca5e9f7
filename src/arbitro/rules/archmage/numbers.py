"""The numbers of a fight: ability modifiers, defences, attack totals, and how bonuses and penalties add up."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier
from arbitro.rules.archmage import condition_table
from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.condition_table import CONDITIONS, HARMFUL_TO_ATTACKS, HARMFUL_TO_DEFENCES
from arbitro.rules.archmage.ongoing_effects import BESIDE, Boost, weighed
from arbitro.rules.archmage.people import can_act, has, nearby, next_to
from arbitro.rules.archmage.power import (
    SPELLS,
    Ability,
    Attack,
    Bonus,
    BonusStat,
    ConditionName,
    Defence,
    Situation,
    Stat,
)
from arbitro.rules.archmage.state import Combatant, Item, Profile, State

DEFENCE_ABILITIES: Final[Mapping[Defence, tuple[Ability, Ability, Ability]]] = {
    "ac": ("con", "dex", "wis"),
    "pd": ("str", "con", "dex"),
    "md": ("int", "wis", "cha"),
}
DEFENCE_RULES: Final[Mapping[Defence, tuple[str, ...]]] = {
    "ac": ("AE-DEF-01", "AE-DEF-02", "AE-DEF-05", "AE-DEF-06"),
    "pd": ("AE-DEF-01", "AE-DEF-03", "AE-DEF-05", "AE-DEF-06"),
    "md": ("AE-DEF-01", "AE-DEF-04", "AE-DEF-05", "AE-DEF-06"),
}
LADDER: Final = (3, 4, 6, 8, 10, 12)
"""Dice that a weapon may grow or shrink to (AE-SITWEAPON-01)."""
CONDITION_PENALTY: Final = -4
MET: Final = "rival"
"""The mark of whoever has struck at a rival in this turn."""


class Strike(Struct, frozen=True):
    """An attack roll as it is judged: who strikes at whom with what, as things stand."""

    state: State
    one: Combatant
    attack: Attack
    target: Combatant
    kind: str
    """The type of its damage, as it was rolled where it is wild."""
    opportunity: bool = False
    """Whether it is an opportunity attack."""


def modifier(score: int) -> int:
    """The modifier of an ability score, rounded down (AE-DMG-03)."""
    return (score - 10) // 2


def multiplier(books: Books, level: int) -> int:
    """What an ability counts in damage and recoveries: more from one tier to the next."""
    by_level = books.building.ability_multiplier
    return by_level[min(level, len(by_level)) - 1]


def unarmed_dice(level: int) -> tuple[Amount, ...]:
    """The dice of a punch: a d6 per two levels, a d3 for the odd one (AE-UNARMED-02, AE-UNARMED-03)."""
    dice = (Amount(level // 2, 6),) if level > 1 else ()
    return (*dice, Amount(1, 3)) if level % 2 else dice


def stepped_die(sides: int, steps: int) -> int:
    """A weapon die some steps larger or smaller on the ladder."""
    return LADDER[min(max(LADDER.index(sides) + steps, 0), len(LADDER) - 1)] if sides in LADDER else sides


def wielded(item: Item, attack: Attack) -> bool:
    """Whether an attack is made with a magic item; one that is no weapon in particular helps whatever is in hand."""
    if not item.of:
        return not attack.unarmed
    return item.of == ("implement" if attack.kind in SPELLS else attack.wields)


def concerns(boost: Boost, attack: Attack | None) -> bool:
    """Whether a boost is for this attack: for one of them, for a kind of them, or for all."""
    if attack is None:
        return not boost.attack and not boost.kind
    return boost.attack in ("", attack.id) and boost.kind in ("", attack.kind)


# ---------------------------------------------------------------- what goes into them


def ability_of(profile: Profile, ability: Ability) -> int:
    """The modifier of an ability; creatures without scores have none."""
    score = profile.abilities.get(ability)
    return 0 if score is None else modifier(score)


def best_item(profile: Profile, stat: Stat, attack: Attack | None = None) -> Item | None:
    """The best magic item for a number (AE-STACK-02); a magic weapon helps only attacks that are made with it."""
    fitting = [item for item in profile.items if item.stat == stat and (attack is None or wielded(item, attack))]
    return max(fitting, key=lambda item: item.value) if fitting else None


def item_source(profile: Profile, item: Item) -> str:
    """The id of a magic item as something that a number comes from."""
    return f"{profile.id}/item:{profile.items.index(item)}"


def item_rule(profile: Profile, stat: Stat, attack: Attack, plain: str) -> str:
    """The rule by which a magic item counts: of several the best does (AE-STACK-02)."""
    fitting = sum(item.stat == stat and wielded(item, attack) for item in profile.items)
    return "AE-STACK-02" if fitting > 1 else plain


def bound(state: State, one: Combatant, boost: Boost) -> bool:
    """Whether a bond with somebody still hinders one against others.

    It does while the other could strike, and not after one has struck at the other in one's own turn.
    """
    other = state.battle.combatants.get(boost.spares)
    met = any(mark.kind == "once" and mark.attack == MET and mark.source == boost.spares for mark in one.marks)
    return other is not None and can_act(other) and not met


def boosts_to(
    state: State, one: Combatant, stat: Stat, attack: Attack | None = None, against: str = ""
) -> Iterable[Modifier]:
    """Bonuses and penalties for a while: all add up, but of one name only the strongest counts (AE-STACK-04)."""
    if not one.boosts:
        return ()
    best: dict[str, Boost] = {}
    several: set[str] = set()
    good = bad = 0
    stacked: list[Modifier] = []
    stacking = bool(state.options["circumstance_stacking"])
    spared = {boost.spares for boost in one.boosts if boost.spares}
    for boost in weighed(one.boosts, lambda: is_staggered(state, one)):
        if boost.stat != stat or boost.against not in ("", against) or not concerns(boost, attack) or boost.dice:
            continue
        if boost.spares and (against in spared or not bound(state, one, boost)):
            continue
        if boost.by_die:
            boost = replace(boost, value=min(boost.value, -state.battle.escalation))
        if boost.circumstance and not stacking:
            good, bad = max(good, boost.value), min(bad, boost.value)
            continue
        if boost.name.endswith(BESIDE):  # says of itself that it stacks
            stacked.append(
                Modifier(boost.value, "AE-STACK-01", "special", (f"power/{boost.name.removesuffix(BESIDE)}",))
            )
            continue
        known = best.get(boost.name)
        if known is not None:
            several.add(boost.name)
        if known is None or abs(boost.value) > abs(known.value):
            best[boost.name] = boost
    for boost in best.values():
        alone = "AE-STACK-04" if boost.name in several else "AE-STACK-01"
        rule = "AE-SPIRIT-03" if boost.spirit else "AE-MOD-01" if boost.circumstance else alone
        note = "spirit" if boost.spirit else "circumstance" if boost.circumstance else "boost"
        sources = () if boost.spirit or boost.circumstance else (f"power/{boost.name}",)
        stacked.append(Modifier(boost.value, rule, note, sources))
    if good + bad:
        stacked.append(Modifier(good + bad, "AE-MOD-01", "circumstance"))
    return stacked


# ---------------------------------------------------------------- what features add for good


def in_state(one: Combatant, name: str) -> bool:
    """Whether somebody is in a state of that name, such as a rage."""
    return any(mark.kind == "state" and mark.attack == name for mark in one.marks)


OWN_SITUATIONS: Final[tuple[Situation, ...]] = (
    "self_staggered",
    "self_not_staggered",
    "self_unhurt",
    "self_engaged",
    "self_not_engaged",
    "escalation_even",
    "escalation_odd",
    "own_turn",
    "self_engaged_by_two",
    "self_not_acted",
    "first_turn",
    "self_rallied",
    "self_to_save",
    "acts_last",
    "side_has_fallen",
    "self_afflicted",
    "icon_drawn",
    "self_standard_left",
    "last_recovery",
    "last_chance",
    "self_overwhelmed",
    "self_idle",
)
"""Circumstances that are somebody's own, whatever is done to whom."""


def own_situation(state: State, one: Combatant, word: Situation) -> bool:
    """Whether a circumstance of somebody's own is given."""
    shown = state.battle.escalation
    match word:
        case "self_staggered" | "self_not_staggered":
            return is_staggered(state, one) == (word == "self_staggered")
        case "self_engaged" | "self_not_engaged":
            return bool(one.engaged) == (word == "self_engaged")
        case "escalation_even":
            return shown > 0 and shown % 2 == 0
        case "escalation_odd":
            return shown % 2 == 1
        case "own_turn":
            return state.battle.current == one.id
        case "self_engaged_by_two":
            return len(one.engaged) >= 2
        case "self_not_acted":
            return not one.acted
        case "self_unhurt":
            return one.hp >= one.max_hp
        case "self_overwhelmed":
            return any(has(state, one, name) for name in condition_table.OVERWHELMED)
        case "last_recovery":
            return one.recoveries == 1
        case "last_chance":
            return one.death_fails == 3 or any(mark.kind == "last_gasp" and mark.amount == 3 for mark in one.marks)
        case _:
            return _of_the_moment(state, one, word)


def _of_the_moment(state: State, one: Combatant, word: Situation) -> bool:
    """Circumstances of the own turn, and whether there is anything to save against."""
    own = state.battle.current == one.id
    match word:
        case "self_idle":
            last = state.battle.last_blows.get(one.id)
            return last is None or last.round < state.battle.round
        case "first_turn":
            return own and one.turns == 1
        case "self_rallied":
            return own and one.rallied == one.turns
        case "acts_last":
            return own and state.battle.order[-1:] == (one.id,)
        case "self_standard_left":
            return "standard" in one.actions
        case "icon_drawn":
            return any(mark.kind == "state" and mark.attack.removeprefix("chaos_").isdigit() for mark in one.marks)
        case "self_afflicted":
            people = state.battle.combatants
            beside = [each for each in people.values() if each.side == one.side and next_to(one, each)]
            laid = (each for bearer in (one, *beside) for each in bearer.afflictions)
            return any(each.source in people and people[each.source].side != one.side for each in laid)
        case "side_has_fallen":
            return any(each.side == one.side and each.dropped for each in state.battle.combatants.values())
        case _:
            return any(each.save for each in one.ongoing) or any(each.save for each in one.afflictions)


def bonus_applies(state: State, bearer: Combatant, bonus: Bonus) -> bool:
    """Whether a feature's bonus counts as its bearer stands; what it asks of a target is not looked at."""
    if bonus.state and not in_state(bearer, bonus.state):
        return False
    if bonus.unless and in_state(bearer, bonus.unless):
        return False
    if bonus.escalation and (state.fight is None or state.fight.escalation < bonus.escalation):
        return False
    if (bonus.hp_at_most and bearer.hp > bonus.hp_at_most) or 0 <= bonus.recoveries_at_most < bearer.recoveries:
        return False
    own = [word for word in bonus.when if word in OWN_SITUATIONS]
    return not own or (state.fight is not None and all(own_situation(state, bearer, word) for word in own))


def bonus_amount(state: State, bonus: Bonus) -> int:
    """What a bonus comes to, where it is no dice: the escalation die is read now."""
    shown = state.fight.escalation if state.fight is not None else 0
    amount = bonus.amount.plus * (shown if bonus.times == "escalation" else 1)
    return amount + (shown if bonus.plus == "escalation" else 0)


def bonuses_to(state: State, one: Combatant, stat: BonusStat) -> Iterable[Modifier]:
    """What features add to a number of somebody's: their own, and those of nearby friends that say so (AE-STACK-01)."""
    bearers = [one] if one.profile.bonuses else []
    if state.fight is not None and state.fight.phase != "over":
        bearers += [
            other
            for other in state.fight.combatants.values()
            if other.profile.bonuses
            and other.side == one.side
            and other.id != one.id
            and other.conscious
            and nearby(one, other)
        ]
    for bearer in bearers:
        for bonus in bearer.profile.bonuses:
            if bonus.stat == stat and bonus.for_allies == (bearer.id != one.id) and bonus_applies(state, bearer, bonus):
                amount = bonus_amount(state, bonus)
                if amount:
                    yield Modifier(amount, "AE-STACK-01", "feature", (f"feature/{bonus.source}",))


def penalised_by(state: State, one: Combatant, stat: Stat) -> tuple[ConditionName, ...]:
    """The conditions that lower a number; fear dazes, so that the one is the other (AE-COND-09)."""
    if not one.afflictions and one.awareness == "awake" and not one.engaged:
        return ()
    harmful = HARMFUL_TO_ATTACKS if stat == "attack" else HARMFUL_TO_DEFENCES
    found = [name for name in harmful if has(state, one, name)]
    brought = {name for other in found for name in CONDITIONS[other].brings}
    return tuple(name for name in found if name not in brought)


def condition_penalty(state: State, one: Combatant, stat: Stat) -> Modifier | None:
    """The worst penalty that conditions give to a number; they never add up (AE-STACK-03)."""
    found = penalised_by(state, one, stat)
    if not found:
        return None
    if len(found) == 1:
        return Modifier(CONDITION_PENALTY, _penalty_rule(stat, found[0]), found[0])
    sources = tuple(f"condition/{name}" for name in found)
    return Modifier(CONDITION_PENALTY, "AE-STACK-03", "conditions", sources)


def condition_rules(state: State, one: Combatant, stat: Stat) -> tuple[str, ...]:
    """The rules of conditions that lower a number together, though only once: each is cited, not one for all."""
    found = penalised_by(state, one, stat)
    return tuple(_penalty_rule(stat, name) for name in found) if len(found) > 1 else ()


def _penalty_rule(stat: Stat, name: ConditionName) -> str:
    return CONDITIONS[name].attacks if stat == "attack" else CONDITIONS[name].defences


# ---------------------------------------------------------------- defences


def standing_defence(profile: Profile, defence: Defence) -> int:
    """A defence before anything of the moment: base, middle ability and level for characters (AE-DEF-01)."""
    base = profile.ac if defence == "ac" else profile.pd if defence == "pd" else profile.md
    if profile.kind == "pc":
        _, middle, _ = sorted(ability_of(profile, ability) for ability in DEFENCE_ABILITIES[defence])  # AE-DEF-06
        base += middle + profile.level
    item = best_item(profile, defence)
    return base + item.value if item is not None else base


def defence_of(state: State, one: Combatant, defence: Defence) -> int:
    """A defence as it is now: conditions, debt and boosts included."""
    return sum(part.amount for part in defence_parts(state, one, defence))


def defence_parts(state: State, one: Combatant, defence: Defence) -> tuple[Modifier, ...]:
    """What a defence is made of now: what it always is, conditions, debt and boosts."""
    parts = [Modifier(standing_defence(one.profile, defence), "AE-DEF-01", "standing")]
    if one.debt:
        parts.append(Modifier(-one.debt, "AE-RECOVERY-06", "debt"))
    penalty = condition_penalty(state, one, defence)
    if penalty is not None:
        parts.append(penalty)
    return (*parts, *boosts_to(state, one, defence), *bonuses_to(state, one, defence))


def aimed_at(state: State, attack: Attack, target: Combatant) -> Defence:
    """The defence that an attack goes for: its own, or for some the softer of body and mind."""
    if attack.softer and attack.defence == "md" and defence_of(state, target, "md") > defence_of(state, target, "pd"):
        return "pd"
    return attack.defence


# ---------------------------------------------------------------- initiative and saves


def initiative_bonus(profile: Profile) -> int:
    """Dexterity and level for a character, the printed number for a monster (AE-INIT-01)."""
    if profile.kind == "pc":
        more = sum(bonus.amount.plus for bonus in profile.bonuses if bonus.stat == "initiative")
        return ability_of(profile, "dex") + profile.level + more
    return profile.initiative


def save_bonuses(state: State, one: Combatant) -> tuple[Modifier, ...]:
    """The rare bonuses to saves: a magic item, a boost (AE-SAVE-03)."""
    found: list[Modifier] = []
    item = best_item(one.profile, "save")
    if item is not None:
        found.append(Modifier(item.value, "AE-SAVE-03", "magic_item", (item_source(one.profile, item),)))
    found.extend(boosts_to(state, one, "save"))
    found.extend(bonuses_to(state, one, "save"))
    return tuple(found)


# ---------------------------------------------------------------- how somebody is


def vulnerable_to(target: Combatant, one: Combatant) -> bool:
    """Whether somebody is vulnerable to the attacks of another; some are so to one family only (AE-COND-11)."""
    return any(
        each.name == "vulnerable"
        and each.family in ("", one.profile.family)
        and (not each.own or each.source == one.id)
        for each in target.afflictions
    )


def is_staggered(state: State, one: Combatant) -> bool:
    """Whether somebody is at half of the maximum or below (AE-STAGGER-01); monsters by the referee's word."""
    if one.profile.kind == "monster":
        if one.staggered is not None:
            return one.staggered
        if state.options["monster_stagger"] == "gm_flag":
            return False
    most = one.max_hp if state.options["stagger_uses_reduced_max"] else one.profile.max_hp
    return one.hp <= most // 2
