"""Recoveries, rallying, dying and waking (chapters «Danni e Guarigione», «Riprendersi», «Morte e Morente»)."""

from typing import Final

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.rules.archmage.actions import may_spend, spend
from arbitro.rules.archmage.commands import GivePotion, Rally, Stabilise
from arbitro.rules.archmage.conditions import save
from arbitro.rules.archmage.damage import kill, uses_dying_rules
from arbitro.rules.archmage.events import (
    DeathSaveFailed,
    Healed,
    MobThinned,
    PotionGiven,
    Rallied,
    RallyBarred,
    RecoveryGiven,
    RecoveryUsed,
    SkillChecked,
    Stabilised,
    TempGained,
    Woke,
)
from arbitro.rules.archmage.numbers import ability_of, bonuses_to, in_state, multiplier
from arbitro.rules.archmage.people import next_to, out_of_battle
from arbitro.rules.archmage.power import HARD, NORMAL, Ability
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.states import GHOULISH

NO_MORE: Final = Amount()


class Extra(Struct, frozen=True):
    """What a recovery heals beyond the usual: an amount, and how much of the whole."""

    amount: Amount = NO_MORE
    percent: int = 100


USUAL: Final = Extra()
RISES: Final = "rises"
"""The state of whoever acts at once when a death save succeeds."""
FAILURES_TO_DIE = 4
STABILISE_DC, SWIFT_TOTAL = 10, 25


# ---------------------------------------------------------------- recoveries


def use_recovery(
    scene: Scene,
    who: str,
    rules: tuple[str, ...],
    *,
    free: bool = False,
    extra: Extra = USUAL,
    payer: str = "",
) -> None:
    """Heal by a recovery: level dice and Constitution; half, with a debt, where none is left (AE-RECOVERY-05).

    A free one costs nothing; one may heal more than usual, or be another's who has one left.
    """
    one = scene.one(who)
    profile = one.profile
    paid_by = scene.one(payer) if payer and payer != who else None
    if paid_by is not None and paid_by.recoveries > 0:
        scene.happen(RecoveryGiven(paid_by.id, who, paid_by.recoveries - 1, rules=("AE-RECOVERY-02",)))
        free = True
    dice = tuple(scene.dice.roll(profile.recovery_die, "recovery") for _ in range(profile.level))
    constitution = ability_of(profile, "con") * multiplier(scene.rules.books, profile.level)
    modifiers = (Modifier(constitution, "AE-RECOVERY-03", "constitution"),) if constitution else ()
    modifiers = (*modifiers, *bonuses_to(scene.state, one, "recovery"))
    more = extra.amount
    if more != NO_MORE:
        dice = (*dice, *more.roll(scene.dice, "recovery"))
        modifiers = (*modifiers, Modifier(more.plus, "AE-RECOVERY-03", "special")) if more.plus else modifiers
    amount = max(sum(die.face for die in dice) + sum(each.amount for each in modifiers), 1) * extra.percent // 100
    amount = max(amount // 2, 1) if in_state(one, GHOULISH) else amount
    recoveries, debt = one.recoveries - (0 if free else 1), one.debt
    halved = recoveries < 0
    cited = (
        *rules,
        "AE-RECOVERY-02",
        "AE-RECOVERY-03",
        *(("AE-RECOVERY-04",) if multiplier(scene.rules.books, profile.level) > 1 else ()),
    )
    if halved:
        amount, recoveries, debt = max(amount // 2, 1), 0, debt + 1
        cited = (*cited, "AE-RECOVERY-05", "AE-RECOVERY-06")
    most = _most(one)
    hp = min(max(one.hp, 0) + amount, most)
    if one.hp < 0:
        cited = (*cited, "AE-DYING-08")
    scene.happen(
        RecoveryUsed(
            who, amount, hp, recoveries, debt, dice, modifiers, halved, one.hp, most, extra.percent, rules=cited
        )
    )
    wake_if_healed(scene, who)
    scene.occur("ally_recovers", who)


def heal(scene: Scene, who: str, amount: int, dice: tuple[Die, ...], rules: tuple[str, ...]) -> None:
    """Give hit points back, counted from 0 for the dying (AE-DYING-08)."""
    one = scene.one(who)
    cited = (*rules, "AE-DYING-08") if one.hp < 0 else rules
    amount = amount // 2 if in_state(one, GHOULISH) else amount
    most = _most(one)
    hp = min(max(one.hp, 0) + amount, most)
    scene.happen(Healed(who, amount, hp, dice, one.hp, most, rules=cited))
    wake_if_healed(scene, who)
    if one.profile.category == "mook" and scene.state.fight is not None:
        mob = tuple(
            other.id
            for other in scene.state.battle.combatants.values()
            if other.profile.race == one.profile.race
            and other.side == one.side
            and other.awareness in ("awake", "asleep")
        )
        if who in mob and any(scene.one(other).hp != hp for other in mob):
            scene.happen(MobThinned(mob[0], mob, hp, rules=("AE-TARGET-01",)))


def _most(one: Combatant) -> int:
    """Up to where somebody can be healed; nothing mends those in a coma while it lasts (AE-MEANINGFUL-02)."""
    return max(one.hp, 0) if one.awareness == "coma" else one.max_hp


def wake_if_healed(scene: Scene, who: str, rule: str = "AE-DYING-08") -> None:
    """Whoever was down for lack of hit points and has some again is awake; a coma is deeper (AE-MEANINGFUL-02)."""
    one = scene.one(who)
    if one.awareness == "unconscious" and one.hp > 0:
        scene.happen(Woke(who, rules=(rule,)))


def give_temporary(scene: Scene, who: str, amount: int, dice: tuple[Die, ...] = ()) -> None:
    """A buffer beside the hit points: the larger of what is left and what is new (AE-TEMPHP-02)."""
    one = scene.one(who)
    temp = max(one.temp_hp, amount)
    rules = ("AE-TEMPHP-01", *(("AE-TEMPHP-02",) if one.temp_hp else ()))
    scene.happen(TempGained(who, temp, dice, amount, one.temp_hp, rules=rules))


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


def rally_at_once(scene: Scene, who: str, more: Amount = NO_MORE, *, paid: bool = False) -> None:
    """The rally itself: from the second on by a save, and only where that succeeds it costs its action, if any."""
    one = scene.one(who)
    if one.rallies:
        check = save(scene, one, "rally", NORMAL, ("AE-RALLY-02",))
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
    check = save(scene, one, "death", HARD, rules)
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
    fourth = ("AE-DYING-06",) if fails >= FAILURES_TO_DIE else ()
    scene.happen(DeathSaveFailed(who, fails, rules=("AE-DYING-05", *fourth)))
    if fails >= FAILURES_TO_DIE:
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
