"""Rallying, dying and being tended (chapters «Riprendersi», «Morte e Morente»)."""

from typing import Final

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.rules.archmage.actions import may_spend, spend
from arbitro.rules.archmage.commands import GivePotion, Rally, Stabilise
from arbitro.rules.archmage.conditions import DueSave, save
from arbitro.rules.archmage.damage import kill, uses_dying_rules
from arbitro.rules.archmage.events import (
    DeathSaveFailed,
    PotionGiven,
    Rallied,
    RallyBarred,
    SkillChecked,
    Stabilised,
)
from arbitro.rules.archmage.numbers import ability_of, bonuses_to, in_state
from arbitro.rules.archmage.people import next_to, out_of_battle
from arbitro.rules.archmage.power import HARD, NORMAL, Ability
from arbitro.rules.archmage.recovery import NO_MORE, Extra, use_recovery
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State

RISES: Final = "rises"
"""The state of whoever acts at once when a death save succeeds."""
FAILURES_TO_DIE = 4
STABILISE_DC, SWIFT_TOTAL = 10, 25


# ---------------------------------------------------------------- rallying


def rally(scene: Scene, command: Rally) -> Refusal | None:
    """Spend a recovery in battle: once freely, then after a normal save each time (AE-RALLY-01, AE-RALLY-02)."""
    one = scene.one(command.who)
    if one.profile.kind != "pc":
        return Refusal("characters_only", {"who": f"@{one.id}"}, ("AE-RALLY-01",))
    if one.rally_barred == scene.state.battle.round:
        return Refusal("rally_barred", {"who": f"@{one.id}"}, ("AE-RALLY-03",))
    if one.hp >= one.max_hp:
        return Refusal("unhurt", {"who": f"@{one.id}"}, ("AE-RALLY-01",))
    refused = may_spend(one, "standard")
    if refused is not None:
        return refused
    rally_at_once(scene, one.id, paid=True)
    return None


def rally_at_once(
    scene: Scene, who: str, more: Amount = NO_MORE, *, paid: bool = False, helped: tuple[Modifier, ...] = ()
) -> None:
    """The rally itself: from the second on by a save, and only where that succeeds it costs its action, if any."""
    one = scene.one(who)
    if one.rallies:
        check = save(scene, one, DueSave("rally", NORMAL, ("AE-RALLY-02",)), helped)
        if not check.success:
            scene.happen(RallyBarred(one.id, scene.state.battle.round, rules=("AE-RALLY-03",)))
            return
    if paid:
        spend(scene, one.id, "standard", ("AE-RALLY-01",))
    rules = ("AE-RALLY-01", "AE-RALLY-02") if one.rallies else ("AE-RALLY-01",)
    scene.happen(Rallied(one.id, one.rallies + 1, one.turns, rules=rules))
    use_recovery(scene, one.id, rules, extra=Extra(more))


# ---------------------------------------------------------------- dying


def dying(state: State, one: Combatant) -> bool:
    """Whether somebody makes death saves: down at 0 or below, not dead, not in a coma."""
    return one.awareness == "unconscious" and one.hp <= 0 and uses_dying_rules(state, one)


def death_save(scene: Scene, who: str) -> bool:
    """Start of a dying character's turn: 16+ wakes, less is a step towards death. Whether the turn can be used."""
    one = scene.one(who)
    rules: tuple[str, ...] = ("AE-DYING-02",)
    check = save(scene, one, DueSave("death", HARD, rules))
    natural = check.dice[0].face
    if check.success or natural == 20:
        use_recovery(scene, who, ("AE-DYING-03", "AE-DYING-04") if natural == 20 else ("AE-DYING-03",))
        if natural == 20 or in_state(one, RISES):
            return True
        return bool(scene.state.options["act_after_waking"])
    if one.stable:
        scene.happen(DeathSaveFailed(who, one.death_fails, ignored=True, rules=("AE-DYING-11",)))
        return False
    fails = one.death_fails + 1
    last = FAILURES_TO_DIE + sum(each.amount for each in bonuses_to(scene.state, one, "death_fails"))
    fourth = ("AE-DYING-06",) if fails >= last else ()
    scene.happen(DeathSaveFailed(who, fails, rules=("AE-DYING-05", *fourth)))
    if fails >= last:
        kill(scene, who, one.downed_by, ("AE-DYING-06",))
    return False


# ---------------------------------------------------------------- help for the fallen


def skill_bonus(state: State, one: Combatant, ability: Ability, bonus: int) -> tuple[Modifier, ...]:
    """What is added in a skill check, by the option: ability, level, background, or the referee's number."""
    formula = state.options["skill_check_formula"]
    profile = one.profile
    if formula == "gm_bonus":
        return (Modifier(bonus, "AE-POS-12", "referee"),) if bonus else ()
    found = [Modifier(ability_of(profile, ability), "AE-POS-12", "ability")]
    found.append(Modifier(profile.level, "AE-POS-12", "level"))
    if formula == "ability_level_background":
        found.append(Modifier(bonus, "AE-POS-12", "background"))
    return tuple(each for each in found if each.amount)


def may_tend(scene: Scene, one: Combatant, patient: str) -> Combatant | Refusal:
    """Whether somebody is at the side of an ally in need."""
    other = scene.state.battle.combatants.get(patient)
    if other is None:
        return Refusal("nobody", {"who": patient})
    if gone := out_of_battle(other):
        return gone
    if other.side != one.side:
        return Refusal("no_target", {"who": f"@{patient}"}, ("AE-DYING-09",))
    if other.id != one.id and not next_to(one, other):
        return Refusal("not_beside", {"who": f"@{one.id}", "target": f"@{patient}"}, ("AE-POS-07",))
    return other


def stabilise(scene: Scene, command: Stabilise) -> Refusal | None:
    """A Wisdom check, DC 10: failures no longer count; with 25 or more it was quick (AE-DYING-09, AE-DYING-10)."""
    one = scene.one(command.who)
    refused = may_spend(one, "standard")
    if refused is not None:
        return refused
    patient = may_tend(scene, one, command.patient)
    if isinstance(patient, Refusal):
        return patient
    if not dying(scene.state, patient) or patient.stable:
        return Refusal("not_dying", {"who": f"@{patient.id}"}, ("AE-DYING-09",))
    modifiers = skill_bonus(scene.state, one, "wis", one.profile.background)
    die = scene.dice.roll(20, "stabilise")
    check = held_against((die,), modifiers, ">=", STABILISE_DC, "dc")
    rules = ("AE-DYING-09",)
    scene.happen(SkillChecked(one.id, "wis", "stabilise", check, rules=rules))
    swift = check.total >= SWIFT_TOTAL
    if swift and ("quick" in one.actions or "move" in one.actions):
        spend(scene, one.id, "quick", ("AE-DYING-10",), keep_standard=True)
    else:
        spend(scene, one.id, "standard", rules)
    if check.success:
        scene.happen(Stabilised(patient.id, rules=("AE-DYING-09", "AE-DYING-11")))
    return None


def give_potion(scene: Scene, command: GivePotion) -> Refusal | None:
    """A potion lets its drinker use a recovery; giving it to the dying takes a standard action (AE-DYING-12)."""
    one = scene.one(command.who)
    if not one.potions:
        return Refusal("no_potion", {"who": f"@{one.id}"}, ("AE-DYING-12",))
    refused = may_spend(one, "standard")
    if refused is not None:
        return refused
    patient = may_tend(scene, one, command.patient)
    if isinstance(patient, Refusal):
        return patient
    if patient.profile.kind == "monster" or patient.awareness not in ("awake", "unconscious"):
        return Refusal("cannot_drink", {"who": f"@{patient.id}"}, ("AE-DYING-12",))
    if patient.hp >= patient.max_hp:
        return Refusal("unhurt", {"who": f"@{patient.id}"}, ("AE-RECOVERY-03",))
    rules = ("AE-DYING-12", "AE-RECOVERY-02")
    spend(scene, one.id, "standard", rules)
    scene.happen(PotionGiven(one.id, patient.id, one.potions - 1, rules=rules))
    use_recovery(scene, patient.id, rules)
    return None
