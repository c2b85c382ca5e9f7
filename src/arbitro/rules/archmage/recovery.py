"""Hit points that come back: recoveries, healing, temporary ones (chapter «Danni e Guarigione»)."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier
from arbitro.rules.archmage.conditions import end_state
from arbitro.rules.archmage.events import Healed, MobThinned, RecoveryGiven, RecoveryUsed, TempGained, Woke
from arbitro.rules.archmage.numbers import ability_of, bonuses_to, in_state, multiplier
from arbitro.rules.archmage.people import next_to
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.states import GHOULISH, RENEWED
from arbitro.rules.archmage.tally import Reason, Tally

NO_MORE: Final = Amount()


class Extra(Struct, frozen=True):
    """What a recovery heals beyond the usual: an amount, and how much of the whole."""

    amount: Amount = NO_MORE
    percent: int = 100


USUAL: Final = Extra()


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
    if profile.master and not free and payer in ("", who):
        payer = profile.master
    percent = extra.percent
    if one.marks and in_state(one, RENEWED):
        percent *= 2
        end_state(scene, who, RENEWED)
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
    amount = max(sum(die.face for die in dice) + sum(each.amount for each in modifiers), 1) * percent // 100
    amount = max(amount // 2, 1) if (ghoulish := in_state(one, GHOULISH)) else amount
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
    used = RecoveryUsed(who, amount, hp, recoveries, debt, dice, modifiers, halved, one.hp, most, rules=cited)
    scene.happen(replace(used, percent=percent, ghoulish=ghoulish))
    wake_if_healed(scene, who)
    _companions_heal(scene, who)
    scene.occur("ally_recovers", who)
    scene.occur("recovers", who)


def _companions_heal(scene: Scene, who: str) -> None:
    """A companion beside whoever has used a recovery heals with them, by one that is free."""
    fight = scene.state.fight
    if fight is None or fight.phase == "over":
        return
    one = scene.one(who)
    for other in list(fight.combatants.values()):
        companion = other.profile.master == who and other.profile.kind == "npc"
        if companion and other.in_field and other.hp < other.max_hp and next_to(one, other):
            use_recovery(scene, other.id, ("AE-RECOVERY-02", "AE-ATK-06"), free=True)


def heal(scene: Scene, who: str, amount: Tally, rules: tuple[str, ...]) -> None:
    """Give hit points back, counted from 0 for the dying (AE-DYING-08)."""
    one = scene.one(who)
    cited = (*rules, "AE-DYING-08") if one.hp < 0 else rules
    if in_state(one, GHOULISH):
        amount = amount.then(0, "halve", Reason("AE-ATK-06", "ghoulish"))
    most = _most(one)
    hp = min(max(one.hp, 0) + amount.total, most)
    cited = amount.citing(cited)
    scene.happen(Healed(who, amount.total, hp, amount.dice, one.hp, most, parts=amount.parts, rules=cited))
    wake_if_healed(scene, who)
    if one.profile.category == "mook" and scene.state.fight is not None:
        mob = tuple(
            other.id
            for other in scene.state.battle.combatants.values()
            if other.profile.race == one.profile.race and other.side == one.side and other.unfallen
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


def give_temporary(scene: Scene, who: str, amount: Tally) -> None:
    """A buffer beside the hit points: the larger of what is left and what is new (AE-TEMPHP-02)."""
    one = scene.one(who)
    temp = max(one.temp_hp, amount.total)
    rules = amount.citing(("AE-TEMPHP-01", *(("AE-TEMPHP-02",) if one.temp_hp else ())))
    scene.happen(TempGained(who, temp, amount.dice, amount.total, one.temp_hp, amount.parts, rules=rules))
