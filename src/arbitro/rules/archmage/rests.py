"""Between battles: quick rests, recharges, full heal-ups, fleeing (chapters «Riposo e Ricarica», «Fuggire»)."""

from fractions import Fraction

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.conditions import save_check
from arbitro.rules.archmage.effects import Recovery
from arbitro.rules.archmage.events import (
    AttackDeclared,
    CampaignLost,
    FeatureUsed,
    HealedUp,
    LossDescribed,
    PowerUsed,
    Prompted,
    Recharged,
    RestEnded,
    Revived,
)
from arbitro.rules.archmage.numbers import is_staggered
from arbitro.rules.archmage.ongoing_effects import Spent
from arbitro.rules.archmage.power import Attack, healing_effects
from arbitro.rules.archmage.recovery import heal, use_recovery, wake_if_healed
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.tally import Reason, Tally
from arbitro.rules.archmage.targets import USE_RULES, available


def resting(state: State) -> Refusal | None:
    """Whether there is a quick rest to be taken: after a battle, before the next (AE-REST-01)."""
    if state.fight is not None and state.fight.phase != "over":
        return Refusal("battle_already", {}, ("AE-REST-01",))
    return None if state.resting else Refusal("no_rest", {}, ("AE-REST-01",))


def of_the_party(state: State, who: str) -> Combatant | Refusal:
    """Somebody of the party, between battles."""
    if state.fight is not None and state.fight.phase != "over":
        return Refusal("battle_already")
    found = state.party.get(who)
    return Refusal("nobody", {"who": who}) if found is None else found


# ---------------------------------------------------------------- quick rest


def rest_recovery(scene: Scene, command: c.UseRecovery) -> Refusal | None:
    """Heal with a recovery, as many as one likes; the first of one who is down counts from 0 (AE-REST-02)."""
    one = of_the_party(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    refused = resting(scene.state) if one.awareness != "unconscious" else None
    if refused is not None:
        return refused  # whoever lies there, brought back from a coma after the rest, may still come round
    if one.beyond_help:
        return Refusal("cannot_heal", {"who": f"@{one.id}"}, ("AE-MEANINGFUL-02",))
    if one.hp >= one.max_hp:
        return Refusal("unhurt", {"who": f"@{one.id}"}, ("AE-RECOVERY-03",))
    use_recovery(scene, one.id, ("AE-REST-02", "AE-REST-03"))
    return None


def heal_in_rest(scene: Scene, command: c.HealInRest) -> Refusal | None:
    """A power that truly heals works in a quick rest too, as often as the last battle has left it (AE-REST-03)."""
    refused = resting(scene.state)
    if refused is not None:
        return refused
    one, patient = of_the_party(scene.state, command.who), of_the_party(scene.state, command.patient)
    if isinstance(one, Refusal):
        return one
    if isinstance(patient, Refusal):
        return patient
    power = one.profile.attack(command.attack)
    refused = _may_heal_in_rest(one, power, patient)
    if refused is not None or power is None:
        return refused
    rules = ("AE-REST-02", "AE-REST-03")
    scene.happen(AttackDeclared(one.id, power.id, (patient.id,), friendly=True, rules=("AE-REST-03",)))
    if power.usage != "at_will":
        spent = one.powers.get(power.id, Spent())
        used = replace(spent, used=spent.used + 1)
        scene.happen(PowerUsed(one.id, power.id, used, rules=(USE_RULES[power.usage],)))
    for effect in healing_effects(power):
        if isinstance(effect, Recovery):
            use_recovery(scene, patient.id, rules)
        else:
            why = Reason("AE-ATK-06", "", (f"{one.id}/{power.id}",))
            heal(scene, patient.id, Tally().rolling(effect.amount, scene.dice, "healing", why), rules)
    return None


def _may_heal_in_rest(one: Combatant, power: Attack | None, patient: Combatant) -> Refusal | None:
    values: dict[str, str | int] = {"who": f"@{one.id}"}
    if not one.conscious:
        return Refusal("cannot_act", values, ("AE-DYING-01",))
    if power is None or not healing_effects(power):
        return Refusal("no_attack", {**values, "attack": "" if power is None else power.id}, ("AE-REST-03",))
    if patient.beyond_help:
        return Refusal("cannot_heal", {"who": f"@{patient.id}"}, ("AE-MEANINGFUL-02",))
    if patient.hp >= patient.max_hp:
        return Refusal("unhurt", {"who": f"@{patient.id}"}, ("AE-RECOVERY-03",))
    if patient.id != one.id and power.self_only:
        return Refusal("only_yourself", {"who": f"@{patient.id}"}, ("AE-TARGET-04",))
    if patient.id == one.id and not power.includes_self:
        return Refusal("not_yourself", {"who": f"@{patient.id}"}, ("AE-TARGET-04",))
    if not available(one, power):
        return Refusal("power_spent", {**values, "attack": f"@{one.id}/{power.id}"}, (USE_RULES[power.usage],))
    return None


def must_heal(state: State, one: Combatant) -> bool:
    """Whether somebody may not end the rest like this: staggered, with recoveries, untreated (AE-REST-03)."""
    down = one.beyond_help
    return not down and not one.healed and one.recoveries > 0 and is_staggered(state, one)


def recharge_bonuses(one: Combatant, power: Attack) -> tuple[Modifier, ...]:
    """What features add to the throw by which a power comes back (AE-REST-04)."""
    return tuple(
        Modifier(bonus.amount.plus, "AE-REST-04", "feature", (f"feature/{bonus.source}",))
        for bonus in one.profile.bonuses
        if bonus.stat == "recharge" and (not bonus.powers or power.id in bonus.powers)
    )


def quick_rest(scene: Scene, command: c.QuickRest) -> Refusal | None:
    """End the rest: each spent recharge power is rolled for (AE-REST-04, AE-REST-05)."""
    del command
    refused = resting(scene.state)
    if refused is not None:
        return refused
    for one in scene.state.party.values():
        if must_heal(scene.state, one):
            return Refusal("staggered_must_heal", {"who": f"@{one.id}"}, ("AE-REST-03",))
    for who, one in list(scene.state.party.items()):
        if one.lost:
            continue
        _gather_power(scene, one)
        mends = one.awareness != "coma" and not one.healed
        if mends and is_staggered(scene.state, one) and not one.recoveries:
            scene.hint(Prompted("staggered_rest", who, rules=("AE-REST-03",), audience=REFEREE_ONLY))
        for power in one.profile.attacks:
            spent = scene.one(who).powers.get(power.id)
            if power.usage == "alternate" and spent is not None:
                scene.happen(PowerUsed(who, power.id, Spent(barred=bool(spent.used)), rules=("AE-REST-05",)))
            if power.usage != "recharge" or spent is None or not (spent.used or spent.barred):
                continue
            die = scene.dice.roll(20, "save_recharge")
            check = save_check(scene.state, die, power.recharge, recharge_bonuses(one, power))
            barred = not check.success
            rules = ("AE-REST-04", "AE-SAVE-01", *(("AE-REST-05",) if barred else ()))
            scene.happen(Recharged(who, power.id, check, Spent(barred=barred), rules=rules))
    scene.happen(RestEnded(rules=("AE-REST-01",)))
    return None


def _gather_power(scene: Scene, one: Combatant) -> None:
    """A thing that gives a spent daily spell back in a rest, as often as it may."""
    for power in one.profile.attacks:
        if power.trigger != "rests" or not available(one, power):
            continue
        spent = next((name for name in power.after if one.powers.get(name, Spent()).used), "")
        if spent:
            used = one.powers.get(power.id, Spent())
            scene.happen(FeatureUsed(one.id, power.id, rules=("AE-REST-04",)))
            scene.happen(PowerUsed(one.id, power.id, replace(used, used=used.used + 1), rules=("AE-FULLHEAL-04",)))
            left = replace(one.powers[spent], used=one.powers[spent].used - 1)
            scene.happen(PowerUsed(one.id, spent, left, rules=("AE-REST-04",)))
            return


# ---------------------------------------------------------------- full heal-up


def full_heal_up(scene: Scene, command: c.FullHealUp) -> Refusal | None:
    """Restore everything once enough battles were fought, or when the referee grants it (AE-FULLHEAL-01)."""
    state = scene.state
    if state.fight is not None and state.fight.phase != "over":
        return Refusal("battle_already", {}, ("AE-FULLHEAL-01",))
    if not state.party:
        return Refusal("no_party")
    needed = int(state.options["full_heal_battles"])
    if Fraction(state.weight) < needed and not command.granted:
        return Refusal("not_earned", {"weight": state.weight, "needed": needed}, ("AE-FULLHEAL-01",))
    _end_comas(scene)
    earned = "AE-FULLHEAL-01" if Fraction(state.weight) >= needed else "AE-FULLHEAL-02"
    scene.happen(HealedUp(rules=(earned, *_restored(state))))
    return None


def _end_comas(scene: Scene) -> None:
    """Whoever is restored completely is out of danger too, and of a coma (AE-MEANINGFUL-02)."""
    for one in scene.state.party.values():
        if one.awareness == "coma":
            scene.happen(Revived(one.id, max(one.hp, 0), rules=("AE-MEANINGFUL-02", "AE-FULLHEAL-03")))


def _restored(state: State) -> tuple[str, ...]:
    """The rules by which a full heal-up restores what this party lacks."""
    found = ["AE-FULLHEAL-03"]
    if any(power.usage == "daily" for one in state.party.values() for power in one.profile.attacks):
        found.append("AE-FULLHEAL-04")
    if any(one.wounds for one in state.party.values()):
        found.append("AE-LASTING-04")
    if any(one.debt for one in state.party.values()):
        found.append("AE-RECOVERY-06")
    return tuple(found)


def withdraw(scene: Scene, command: c.Withdraw) -> Refusal | None:
    """Take a full heal-up early, for a campaign loss (AE-FULLHEAL-05)."""
    state = scene.state
    if state.fight is not None and state.fight.phase != "over":
        return Refusal("battle_already", {}, ("AE-FULLHEAL-05",))
    needed = int(state.options["early_full_heal"])
    if Fraction(state.weight) < needed or not state.party:
        return Refusal("not_close_enough", {"weight": state.weight, "needed": needed}, ("AE-FULLHEAL-05",))
    lose_campaign(scene, command.text, ("AE-FULLHEAL-05", "AE-FLEE-04"))
    _end_comas(scene)
    scene.happen(HealedUp(early=True, rules=("AE-FULLHEAL-05", *_restored(state))))
    return None


def lose_campaign(scene: Scene, text: str, rules: tuple[str, ...]) -> None:
    """A campaign loss: a counter, and words that the referee finds for it (AE-FLEE-04)."""
    scene.happen(CampaignLost(len(scene.state.losses) + 1, text[:500], rules=rules))
    if not text:
        scene.hint(Prompted("campaign_loss", rules=("AE-FLEE-04",), audience=REFEREE_ONLY))


def describe_loss(scene: Scene, command: c.DescribeLoss) -> Refusal | None:
    """Put a campaign loss into words."""
    if not 1 <= command.number <= len(scene.state.losses) or not command.text.strip():
        return Refusal("no_such_loss", {"number": command.number}, ("AE-FLEE-04",))
    scene.happen(LossDescribed(command.number, command.text[:500], rules=("AE-FLEE-04",)))
    return None


def revive(scene: Scene, command: c.Revive) -> Refusal | None:
    """Out of danger somebody can be woken from a coma (AE-MEANINGFUL-02)."""
    one = of_the_party(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if one.awareness != "coma":
        return Refusal("no_coma", {"who": f"@{one.id}"}, ("AE-MEANINGFUL-02",))
    rules = ("AE-MEANINGFUL-02",)
    scene.happen(Revived(one.id, max(one.hp, 0), rules=(*rules, *(("AE-DYING-08",) if one.hp < 0 else ()))))
    wake_if_healed(scene, one.id, "AE-MEANINGFUL-02")
    return None
