"""The specials of creatures: what makes an ogre an ogre. Each is known by its code and works by itself."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.archmage.damage import hurt
from arbitro.rules.archmage.events import Appeared, Boosted, Joined, OrderSet, Prompted, Replaced, SpecialWorked
from arbitro.rules.archmage.healing import give_temporary, heal
from arbitro.rules.archmage.melee import fall
from arbitro.rules.archmage.numbers import is_staggered, vulnerable_to
from arbitro.rules.archmage.people import counted_allies, fight_of, foes_of, has
from arbitro.rules.archmage.power import Attack, ConditionName, Situation, Stat
from arbitro.rules.archmage.scene import Scene, Strike
from arbitro.rules.archmage.state import Boost, Category, Combatant, Fight, State, Until
from arbitro.rules.archmage.tally import Damage, Tally, flat

SHRUGGED: tuple[ConditionName, ...] = ("confused", "dazed", "hampered", "stunned", "weakened")
"""What a many-headed creature can shake off."""

SPECIAL: Final = ("AE-ATK-06",)
"""The rule by which a creature does what its own description says."""


# ---------------------------------------------------------------- circumstances


def holds(state: State, one: Combatant, attack: Attack, target: Combatant, name: Situation) -> bool:
    """Whether a circumstance that an attack or a rider asks for is given."""
    fight = fight_of(state)
    match name:
        case "side_outnumbers":
            mine = sum(1 for each in fight.combatants.values() if each.side == one.side and each.conscious)
            theirs = sum(1 for each in fight.combatants.values() if each.side != one.side and each.conscious)
            return mine > theirs
        case "target_staggered":
            return is_staggered(state, target)
        case "self_not_staggered":
            return not is_staggered(state, one)
        case "target_engaged_by_two":
            return len(target.engaged) >= 2
        case "kin_engaged":
            return any(_kin(fight, one, each) for each in target.engaged if each != one.id)
        case "target_new":
            return any(mark.kind == "moved" and mark.source == target.id for mark in one.marks)
        case "target_poisoned":
            return any(each.type == "poison" for each in target.ongoing)
        case "target_dazed_or_stuck":
            return has(state, target, "dazed") or has(state, target, "stuck")
        case "target_vulnerable":
            return vulnerable_to(target, one)
        case "target_smaller":
            return target.profile.size < one.profile.size
        case "escalation_even":
            return fight.escalation > 0 and fight.escalation % 2 == 0
        case "first_this_turn":
            return not any(mark.kind == "once" and mark.attack == attack.id for mark in one.marks)


def _kin(fight: Fight, one: Combatant, other: str) -> bool:
    profile = fight.combatants[other].profile
    return profile.side == one.side and bool(one.profile.family) and profile.family == one.profile.family


# ---------------------------------------------------------------- attack rolls


def company(strike: Strike) -> Iterable[Modifier]:
    """Packs and swarms: a bonus for each friend, or each other of its kind, that is engaged with the target."""
    one, target = strike.one, strike.target
    pack = _pack(strike.state, one, target)
    if pack:
        yield Modifier(pack, "AE-STACK-01", "pack")
    swarm = one.profile.special("swarm_attack")
    if swarm is not None:
        people = fight_of(strike.state).combatants
        others = [each for each in target.engaged if each != one.id and people[each].profile.race]
        count = sum(1 for each in others if people[each].profile.race == one.profile.race)
        yield Modifier(count * swarm.value, "AE-STACK-01", "pack")


def _pack(state: State, one: Combatant, target: Combatant) -> int:
    pack = one.profile.special("pack_attack")
    if pack is None:
        return 0
    allies = sum(1 for other in counted_allies(fight_of(state), one) if other.id in target.engaged)
    return min(allies * pack.value, pack.most)


def smelling_blood(strike: Strike) -> Iterable[Modifier]:
    """A bonus in melee against the staggered (AE-STAGGER-03)."""
    hunter = strike.one.profile.special("attack_bonus")
    if hunter is not None and strike.attack.kind == "melee" and is_staggered(strike.state, strike.target):
        yield Modifier(hunter.value, "AE-STAGGER-03", "special")


def savagery(strike: Strike) -> Iterable[int]:
    """Orcs and their like crit more easily, until they are hurt or thinned out."""
    state, one = strike.state, strike.one
    special = one.profile.special("crit_range")
    if special is None or (special.unless == "staggered" and is_staggered(state, one)):
        return
    if special.unless == "half_mob":
        mob = [each for each in fight_of(state).combatants.values() if each.profile.race == one.profile.race]
        if 2 * sum(1 for each in mob if not each.conscious) >= len(mob):
            return
    yield special.value


def special_damage(scene: Scene, one: Combatant, attack: Attack, target: Combatant, harm: Tally) -> Tally:
    """Damage with what specials and curses add to it against one target; of one curse the worst (AE-STACK-04)."""
    if attack.kind == "melee":
        pack = _pack(scene.state, one, target)
        if pack:
            harm = harm.then(pack, note="pack")
        marks = [each for each in target.marks if each.kind == "mark" and _kin(scene.fight, one, each.source)]
        if marks:
            harm = harm.throw((scene.dice.roll(max(mark.sides for mark in marks), "curse"),), "curse")
    bonus = one.profile.special("bonus_damage")
    if bonus is not None and vulnerable_to(target, one):
        harm = harm.then(bonus.value, note="special")
    return harm


# ---------------------------------------------------------------- when damage is taken


def regrowth_stopped(scene: Scene, who: str, damage: Damage, amount: int) -> None:
    """Fire or acid: what grows back does not in its next turn, and there is an end to it."""
    one = scene.one(who)
    regrow = one.profile.special("regenerate")
    if regrow is None or not one.in_field or not damage.hit or damage.kind not in regrow.types or not amount:
        return
    used = one.specials_used.get("regenerate", 0)
    scene.happen(SpecialWorked(who, "regenerate_stopped", used=one.turns + 1, rules=SPECIAL))
    if regrow.most and used < regrow.most:
        scene.happen(SpecialWorked(who, "regenerate", used=used + 1, rules=SPECIAL))


def sprouting(scene: Scene, who: str, damage: Damage, amount: int) -> None:
    """A staggered hydra grows a head: more hit points and one more bite."""
    del damage, amount
    one = scene.one(who)
    sprout = one.profile.special("sprout")
    if sprout is None or not one.conscious or one.specials_used.get("sprout", 0) >= sprout.most:
        return
    if not is_staggered(scene.state, one):
        return
    used, hp = one.specials_used.get("sprout", 0) + 1, one.hp + sprout.value
    scene.happen(SpecialWorked(who, "sprout", used=used, before=one.hp, hp=hp, rules=SPECIAL))
    one = scene.one(who)
    first, *rest = one.profile.attacks
    grown = replace(first, times=Amount(plus=first.times.plus + 1))
    profile = replace(one.profile, attacks=(grown, *rest))
    scene.happen(Replaced(replace(one, profile=profile, hp=hp), audience=one.side))


def splitting(scene: Scene, who: str, damage: Damage, amount: int) -> None:
    """A jelly cut by a heavy blow goes on as two smaller ones."""
    one = scene.one(who)
    special = one.profile.special("split")
    if special is None or not damage.hit or amount < special.value or not one.conscious:
        return
    if not one.specials_used.get("split"):
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
    number = sum(1 for each in scene.fight.combatants.values() if each.profile.race == profile.race) + 1
    new_id = f"{one.id}-{number}"
    other = replace(profile, id=new_id, name=replace(names, number=number), max_hp=other_hp)
    made = Combatant(
        other,
        other_hp,
        other_hp,
        specials_used={"split": 1},
        initiative=one.initiative,
        rolled_initiative=one.rolled_initiative,
        turn_round=scene.fight.round,
    )
    scene.happen(Joined(made, audience=one.side))
    category: Category | None = "normal" if scene.state.options["show_target_facts"] else None
    scene.happen(Appeared(new_id, other.name, one.side, category, rules=("AE-TARGET-01",)))
    order = list(scene.fight.order)
    order.insert(order.index(one.id) + 1 if one.id in order else len(order), new_id)
    scene.happen(OrderSet(tuple(order), rules=("AE-INIT-04",)))


# ---------------------------------------------------------------- falling


def spared(scene: Scene, who: str, source: str) -> bool:
    """A last stand, a body that grows back, a cloud of mist: some do not simply die."""
    one = scene.one(who)
    stand = one.profile.special("last_stand")
    if stand is not None:
        if not one.specials_used.get("last_stand"):
            amount = stand.amount or Amount()
            dice = amount.roll(scene.dice, "last_stand")
            scene.happen(SpecialWorked(who, "last_stand", used=1, dice=dice, rules=SPECIAL))
            give_temporary(scene, who, amount.total(dice))
            return True
        return one.temp_hp > 0
    regrow = one.profile.special("regenerate")
    if regrow is not None and regrow.most and one.specials_used.get("regenerate", 0) < regrow.most:
        fall(scene, who, "unconscious", source, ("AE-DMG-09",))
        return True
    if one.profile.special("mist") is not None:
        scene.happen(SpecialWorked(who, "mist", used=1, rules=(*SPECIAL, "AE-DMG-09")))
        fall(scene, who, "gone", source, ("AE-DMG-09",))
        return True
    return False


def may_return(one: Combatant) -> bool:
    """Whether somebody who is down still grows back by itself."""
    regrow = one.profile.special("regenerate")
    return (
        regrow is not None and one.awareness == "unconscious" and one.specials_used.get("regenerate", 0) < regrow.most
    )


def _killer(scene: Scene, who: str, by: str) -> Combatant | None:
    """The foe that somebody has fallen to, if it still stands."""
    killer = scene.fight.combatants.get(by)
    return killer if killer is not None and killer.side != scene.one(who).side and killer.conscious else None


def howling(scene: Scene, before: Combatant, by: str) -> None:
    """Wolves howl over the fallen: the more of them, the worse for all their foes."""
    wolf = _killer(scene, before.id, by)
    howl = wolf.profile.special("howl") if wolf is not None else None
    if wolf is None or howl is None:
        return
    race = wolf.profile.race
    pack = [each for each in scene.fight.combatants.values() if each.profile.race == race and each.conscious]
    value = -min(len(pack), howl.most)
    scene.happen(SpecialWorked(wolf.id, "howl", rules=SPECIAL))
    until = Until("end", wolf.id, wolf.turns + 1)
    stats: tuple[Stat, ...] = ("attack", "ac", "pd", "md")
    for foe in list(foes_of(scene.fight, wolf)):
        for stat in stats:
            scene.happen(Boosted(foe.id, Boost("howl", stat, value, until), rules=("AE-ATK-06",)))


def rising(scene: Scene, before: Combatant, by: str) -> None:
    """A character whom some of the undead have slain rises in the night: the referee is told."""
    killer = _killer(scene, before.id, by)
    if killer is not None and killer.profile.special("spawn") is not None and before.profile.kind == "pc":
        scene.hint(Prompted("spawn", before.id, rules=("AE-DMG-10",), audience=REFEREE_ONLY))


# ---------------------------------------------------------------- start of a turn


def special_start(scene: Scene, who: str) -> None:
    """What happens by itself when a creature's turn begins: flesh grows back, the swallowed dissolve."""
    one = scene.one(who)
    regrow = one.profile.special("regenerate")
    if regrow is not None and one.in_field and one.hp < one.max_hp:
        _regenerate(scene, one, regrow.value, regrow.most)
    acid = one.profile.special("dissolve")
    if acid is not None and one.conscious:
        for victim in one.grabbing:
            scene.happen(SpecialWorked(who, "dissolve", victim, rules=(*SPECIAL, "AE-GRAB-01")))
            hurt(scene, victim, Damage(flat(acid.value, "special"), acid.types[0], who, 20, ("AE-GRAB-01",)))


def _regenerate(scene: Scene, one: Combatant, value: int, most: int) -> None:
    if one.awareness == "unconscious" and not most:
        return
    used = one.specials_used.get("regenerate", 0)
    if one.specials_used.get("regenerate_stopped", -1) == one.turns or (most and used >= most):
        return
    amount = min(value, one.max_hp - one.hp)
    counts = most and one.hp + value < one.max_hp
    scene.happen(SpecialWorked(one.id, "regenerate", used=used + 1 if counts else used, rules=SPECIAL))
    heal(scene, one.id, amount, (), SPECIAL)


def slows_escalation(fight: Fight) -> bool:
    """Whether the cold of a creature halves the chance that the escalation die rises."""
    return any(
        each.conscious and each.profile.special("cold_escalation") is not None for each in fight.combatants.values()
    )
