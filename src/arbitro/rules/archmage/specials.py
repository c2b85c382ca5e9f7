"""The specials of creatures: what makes an ogre an ogre. Each is a word of its entry, registered once in `TRAITS`."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.archmage.damage import fall, hurt
from arbitro.rules.archmage.events import Appeared, Boosted, Joined, OrderSet, Prompted, Replaced, SpecialWorked
from arbitro.rules.archmage.numbers import Strike, is_staggered, vulnerable_to
from arbitro.rules.archmage.ongoing_effects import Boost, Until
from arbitro.rules.archmage.people import counted_allies, foes_of
from arbitro.rules.archmage.power import Special, SpecialCode, Stat
from arbitro.rules.archmage.recovery import give_temporary, heal
from arbitro.rules.archmage.rules import Trait
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Category, Combatant, Fight
from arbitro.rules.archmage.step import Announce, Blow, Volley
from arbitro.rules.archmage.tally import Damage, Reason, Tally, flat
from arbitro.rules.archmage.targets import basic_melee, may_answer

SPECIAL: Final = ("AE-ATK-06",)
"""The rule by which a creature does what its own description says."""


def _named(special: Special) -> tuple[str, ...]:
    """A special as what a number comes from."""
    return (f"special/{special.code}",)


# ---------------------------------------------------------------- attacks


def _pack(strike: Strike, special: Special) -> int:
    """What a pack is worth: so much for each friend that is engaged with the target, up to a limit."""
    allies = sum(other.id in strike.target.engaged for other in counted_allies(strike.state.battle, strike.one))
    return min(allies * special.value, special.most)


def _pack_to_hit(strike: Strike, special: Special) -> Iterable[Modifier]:
    pack = _pack(strike, special)
    if pack:
        yield Modifier(pack, "AE-STACK-01", "pack", _named(special))


def _pack_damage(strike: Strike, special: Special, harm: Tally) -> Tally:
    pack = _pack(strike, special) if strike.attack.kind == "melee" else 0
    return harm.then(pack, "add", Reason("AE-STACK-01", "pack", _named(special))) if pack else harm


def _swarm_to_hit(strike: Strike, special: Special) -> Iterable[Modifier]:
    """A bonus for each other of its kind that is engaged with the target."""
    one, people = strike.one, strike.state.battle.combatants
    others = [people[each].profile.race for each in strike.target.engaged if each != one.id]
    count = sum(1 for race in others if race and race == one.profile.race)
    if count:
        yield Modifier(count * special.value, "AE-STACK-01", "pack", _named(special))


def _smelling_blood(strike: Strike, special: Special) -> Iterable[Modifier]:
    """A bonus in melee against the staggered (AE-STAGGER-03)."""
    if strike.attack.kind == "melee" and is_staggered(strike.state, strike.target):
        yield Modifier(special.value, "AE-STAGGER-03", "special", _named(special))


def _savagery(strike: Strike, special: Special) -> Iterable[Modifier]:
    """Orcs and their like crit more easily, until they are hurt or thinned out."""
    state, one = strike.state, strike.one
    if special.unless == "staggered" and is_staggered(state, one):
        return
    if special.unless == "half_mob":
        mob = [each for each in state.battle.combatants.values() if each.profile.race == one.profile.race]
        if 2 * sum(1 for each in mob if not each.conscious) >= len(mob):
            return
    yield Modifier(special.value, "AE-CRIT-04", sources=_named(special))


def _against_the_vulnerable(strike: Strike, special: Special, harm: Tally) -> Tally:
    why = Reason("AE-COND-11", "special", _named(special))
    return harm.then(special.value, "add", why) if vulnerable_to(strike.target, strike.one) else harm


# ---------------------------------------------------------------- when damage is taken


def _thick_hide(scene: Scene, special: Special, damage: Damage, harm: Tally) -> Tally:
    """A thick hide keeps some weapon damage off."""
    hide = special.amount
    if hide is None or damage.kind != "weapon" or not harm.total:
        return harm
    why = Reason("AE-ATK-06", "hide", _named(special))
    harm = harm.throw(hide.roll(scene.dice, "hide"), why, off=True)
    if hide.plus:
        harm = harm.then(-hide.plus, "add", why)
    return harm.not_negative()


def _regrowth_stopped(scene: Scene, who: str, special: Special, damage: Damage, amount: int) -> None:
    """Fire or acid: what grows back does not in its next turn, and there is an end to it."""
    one = scene.one(who)
    if not one.in_field or not damage.hit or damage.kind not in special.types or not amount:
        return
    used = one.specials_used.get("regenerate", 0)
    scene.happen(SpecialWorked(who, "regenerate_stopped", used=one.turns + 1, rules=SPECIAL))
    if special.most and used < special.most:
        scene.happen(SpecialWorked(who, "regenerate", used=used + 1, rules=SPECIAL))


def _sprouting(scene: Scene, who: str, special: Special, damage: Damage, amount: int) -> None:
    """A staggered hydra grows a head: more hit points and one more bite."""
    del damage, amount
    one = scene.one(who)
    used = one.specials_used.get("sprout", 0)
    if not one.conscious or used >= special.most or not is_staggered(scene.state, one):
        return
    hp = one.hp + special.value
    scene.happen(SpecialWorked(who, "sprout", used=used + 1, before=one.hp, hp=hp, rules=SPECIAL))
    one = scene.one(who)
    first, *rest = one.profile.attacks
    grown = replace(first, times=Amount(plus=first.times.plus + 1))
    profile = replace(one.profile, attacks=(grown, *rest))
    scene.happen(Replaced(replace(one, profile=profile, hp=hp), audience=one.side))


def _splitting(scene: Scene, who: str, special: Special, damage: Damage, amount: int) -> None:
    """A jelly cut by a heavy blow goes on as two smaller ones."""
    one = scene.one(who)
    if damage.hit and amount >= special.value and one.conscious and not one.specials_used.get("split"):
        _split(scene, one, special.amount or Amount())


def _split(scene: Scene, one: Combatant, more: Amount) -> None:
    dice = (*more.roll(scene.dice, "split"), *more.roll(scene.dice, "split"))
    half = len(dice) // 2
    hp = max(one.hp // 2 + more.total(dice[:half]), 1)
    other_hp = max(one.hp // 2 + more.total(dice[half:]), 1)
    worked = SpecialWorked(one.id, "split", "", 1, dice, one.hp, hp, other_hp, rules=SPECIAL)
    scene.happen(worked)
    one = scene.one(one.id)
    names = replace(one.profile.name, number=one.profile.name.number or 1)
    profile = replace(one.profile, name=names, category="normal", max_hp=hp)
    scene.happen(Replaced(replace(one, profile=profile, hp=hp, max_hp=hp), audience=one.side))
    number = sum(1 for each in scene.state.battle.combatants.values() if each.profile.race == profile.race) + 1
    new_id = f"{one.id}-{number}"
    other = replace(profile, id=new_id, name=replace(names, number=number), max_hp=other_hp)
    made = Combatant(
        other,
        other_hp,
        other_hp,
        specials_used={"split": 1},
        initiative=one.initiative,
        rolled_initiative=one.rolled_initiative,
        turn_round=scene.state.battle.round,
    )
    scene.happen(Joined(made, audience=one.side))
    category: Category | None = "normal" if scene.state.options["show_target_facts"] else None
    scene.happen(Appeared(new_id, other.name, one.side, category, rules=("AE-TARGET-01",)))
    order = list(scene.state.battle.order)
    order.insert(order.index(one.id) + 1 if one.id in order else len(order), new_id)
    scene.happen(OrderSet(tuple(order), rules=("AE-INIT-04",)))


# ---------------------------------------------------------------- falling


def _last_stand(scene: Scene, who: str, special: Special, by: str) -> bool:
    """Not yet: temporary hit points once, and nobody falls while some of them are left."""
    del by
    one = scene.one(who)
    if one.specials_used.get("last_stand"):
        return one.temp_hp > 0
    amount = special.amount or Amount()
    dice = amount.roll(scene.dice, "last_stand")
    scene.happen(SpecialWorked(who, "last_stand", used=1, dice=dice, rules=SPECIAL))
    give_temporary(scene, who, flat(amount.total(dice), Reason(SPECIAL[0], "rolled", ("special/last_stand",))))
    return True


def _grows_back(scene: Scene, who: str, special: Special, by: str) -> bool:
    """A body that still grows back is only out cold."""
    if not special.most or scene.one(who).specials_used.get("regenerate", 0) >= special.most:
        return False
    fall(scene, who, "unconscious", by, ("AE-DMG-09",))
    return True


def _mist(scene: Scene, who: str, special: Special, by: str) -> bool:
    """A cloud of mist drifts away."""
    del special
    scene.happen(SpecialWorked(who, "mist", used=1, rules=(*SPECIAL, "AE-DMG-09")))
    fall(scene, who, "gone", by, ("AE-DMG-09",))
    return True


def set_off_by_a_fall(scene: Scene, before: Combatant, by: str) -> None:
    """What a fall sets off: first in the foe who felled somebody and still stands, then in whoever fell."""
    killer = scene.state.battle.combatants.get(by)
    if killer is not None and killer.side != before.side and killer.conscious:
        for special in killer.profile.specials:
            felled = scene.rules.traits[special.code].felled
            if felled is not None:
                felled(scene, killer, special, before)
    for special in before.profile.specials:
        fell = scene.rules.traits[special.code].fell
        if fell is not None:
            fell(scene, before, special, by)


def _howling(scene: Scene, wolf: Combatant, special: Special, fallen: Combatant) -> None:
    """Wolves howl over the fallen: the more of them, the worse for all their foes."""
    del fallen
    race, fight = wolf.profile.race, scene.state.battle
    pack = [each for each in fight.combatants.values() if each.profile.race == race and each.conscious]
    value = -min(len(pack), special.most)
    scene.happen(SpecialWorked(wolf.id, "howl", rules=SPECIAL))
    until = Until("end", wolf.id, wolf.turns + 1)
    stats: tuple[Stat, ...] = ("attack", "ac", "pd", "md")
    for foe in list(foes_of(scene.state.battle, wolf)):
        for stat in stats:
            scene.happen(Boosted(foe.id, Boost("howl", stat, value, until), "source", rules=("AE-ATK-06",)))


def _rising(scene: Scene, killer: Combatant, special: Special, fallen: Combatant) -> None:
    """A character whom some of the undead have slain rises in the night: the referee is told."""
    del killer, special
    if fallen.profile.kind == "pc":
        scene.hint(Prompted("spawn", fallen.id, rules=("AE-DMG-10",), audience=REFEREE_ONLY))


def _dying_strike(scene: Scene, before: Combatant, special: Special, by: str) -> None:
    """Some strike once more while they fall: at a slayer in melee with them, if they could act until then."""
    del special
    slayer = scene.state.battle.combatants.get(by)
    if scene.one(before.id).awareness != "dead" or slayer is None:
        return
    basic = basic_melee(before)
    if basic is not None and may_answer(scene.state, before, basic, slayer):
        scene.happen(SpecialWorked(before.id, "dying_strike", by, used=1, rules=(*SPECIAL, "AE-POS-09")))
        scene.then(Announce(Volley(before.id, basic.id, (by,), mode="free", begun=True, last=True)))


def _answers_fumble(scene: Scene, one: Combatant, special: Special, step: Blow) -> None:
    """Whoever rolls very low against a creature with a deadly gaze (or misses a vampire) meets it."""
    missed = step.outcome in ("miss", "fumble")
    if step.natural > special.value or (special.most and not missed):
        return
    foe, answer = scene.one(step.volley.attacker), one.profile.attack(special.attack)
    if answer is not None and may_answer(scene.state, one, answer, foe):
        scene.happen(SpecialWorked(one.id, "answer_fumble", foe.id, rules=SPECIAL))
        scene.then(Announce(Volley(one.id, answer.id, (foe.id,), mode="free")))


# ---------------------------------------------------------------- start of a turn


def _regenerate(scene: Scene, who: str, special: Special) -> None:
    """Flesh grows back, but for the turn after fire or acid."""
    one = scene.one(who)
    if not one.in_field or one.hp >= one.max_hp or (one.awareness == "unconscious" and not special.most):
        return
    used = one.specials_used.get("regenerate", 0)
    if one.specials_used.get("regenerate_stopped", -1) == one.turns or (special.most and used >= special.most):
        return
    counts = special.most and one.hp + special.value < one.max_hp
    scene.happen(SpecialWorked(one.id, "regenerate", used=used + 1 if counts else used, rules=SPECIAL))
    heal(scene, one.id, flat(special.value, Reason(SPECIAL[0], "", ("special/regenerate",))), SPECIAL)


def _dissolve(scene: Scene, who: str, special: Special) -> None:
    """The swallowed dissolve."""
    one = scene.one(who)
    if not one.conscious:
        return
    for victim in one.grabbing:
        scene.happen(SpecialWorked(who, "dissolve", victim, rules=(*SPECIAL, "AE-GRAB-01")))
        acid = flat(special.value, Reason("AE-GRAB-01", "special", _named(special)))
        hurt(scene, victim, Damage(acid, special.types[0], who, 20, ("AE-GRAB-01",)))


def slows_escalation(fight: Fight) -> bool:
    """Whether the cold of a creature halves the chance that the escalation die rises."""
    return any(
        each.conscious and each.profile.special("cold_escalation") is not None for each in fight.combatants.values()
    )


# ---------------------------------------------------------------- each once


def _bursting(scene: Scene, before: Combatant, special: Special, by: str) -> None:
    """A creature that falls hurts the foes in melee with it."""
    del by
    foes = [foe for foe in before.engaged if scene.one(foe).in_field and scene.one(foe).side != before.side]
    if not foes or special.amount is None:
        return
    why = Reason("AE-ATK-06", "special", ("special/burst",))
    harm = Tally().rolling(special.amount, scene.dice, "damage", why)
    for foe in foes:
        hurt(scene, foe, Damage(harm, special.types[0], before.id, 20, SPECIAL))
        harm = flat(harm.total, why)


TRAITS: Final[Mapping[SpecialCode, Trait]] = {
    # attacks
    "pack_attack": Trait(to_hit=_pack_to_hit, damage=_pack_damage),
    "swarm_attack": Trait(to_hit=_swarm_to_hit),
    "attack_bonus": Trait(to_hit=_smelling_blood),
    "crit_range": Trait(crit_range=_savagery),
    "bonus_damage": Trait(damage=_against_the_vulnerable),
    "answer_fumble": Trait(missed=_answers_fumble),
    # harm
    "soak_weapon": Trait(soaks=_thick_hide),
    "sprout": Trait(hurt=_sprouting),
    "split": Trait(hurt=_splitting),
    "regenerate": Trait(hurt=_regrowth_stopped, spares=_grows_back, turn=_regenerate),
    # falling, and those who fall
    "last_stand": Trait(spares=_last_stand),
    "mist": Trait(spares=_mist),
    "dying_strike": Trait(fell=_dying_strike),
    "howl": Trait(felled=_howling),
    "spawn": Trait(felled=_rising),
    # a turn
    "dissolve": Trait(turn=_dissolve),
    # plain words: how damage is taken, how somebody moves, what somebody may shake off
    "no_miss_damage": Trait(),
    "crit_triple_taken": Trait(),
    "crit_kills": Trait(),
    "resist": Trait(),
    "immune": Trait(),
    "fear": Trait(),
    "fearless": Trait(),
    "climb": Trait(),
    "fly": Trait(),
    "burst": Trait(fell=_bursting),
    "incorporeal": Trait(),
    "silent": Trait(),
    "disengage_bonus": Trait(),
    "pops_free_when_relieved": Trait(),
    "flees": Trait(),
    "shrug_off_hit": Trait(),
    "shrug_conditions": Trait(),
    "cold_escalation": Trait(),
}
"""Every special that the rules of the fight know, with all it does."""
