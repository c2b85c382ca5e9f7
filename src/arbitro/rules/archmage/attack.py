"""Attacks: paid for, aimed and rolled, one target after the other (chapters «Attacchi», «Critici»)."""

from typing import Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die, told_again
from arbitro.kernel.ruling import Check, Modifier, held_against
from arbitro.rules.archmage.actions import spend, spend_all
from arbitro.rules.archmage.bonds import meet_rival
from arbitro.rules.archmage.bonuses import counting
from arbitro.rules.archmage.conditions import end_state
from arbitro.rules.archmage.damage import damage_type, hurt, resistance
from arbitro.rules.archmage.effects import on_oneself
from arbitro.rules.archmage.events import (
    AttackLapsed,
    AttackRolled,
    AutomaticHit,
    BlindChance,
    CountRolled,
    CoupStruck,
    RanOut,
    ResistRolled,
)
from arbitro.rules.archmage.numbers import (
    DEFENCE_RULES,
    Strike,
    aimed_at,
    boosts_to,
    condition_rules,
    defence_parts,
    is_staggered,
)
from arbitro.rules.archmage.people import can_act, foes_of
from arbitro.rules.archmage.places import teleport
from arbitro.rules.archmage.power import DEFENCES, HITS, NORMAL, Attack, Defence, Outcome, Stat, Trigger
from arbitro.rules.archmage.roll_modifiers import entitled_to_escalation, uses_escalation
from arbitro.rules.archmage.roll_targets import by_lot, counted, coup_rolls
from arbitro.rules.archmage.rules import Rules
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.states import FIXED, shows_oneself, state_of
from arbitro.rules.archmage.step import Blow, Volley
from arbitro.rules.archmage.tally import Damage, Reason, Tally
from arbitro.rules.archmage.targets import (
    conditions_bar,
    cost_of,
    in_reach,
    may_target,
    may_use,
    spend_power,
)

ROLL: Final = ("AE-ATK-01", "AE-ATK-03", "AE-ATK-04")
_ONE: Final = Amount(plus=1)
BEFORE: Final[tuple[Trigger, ...]] = ("ally_targeted", "attack_due")
"""What may be answered before a roll is thrown."""
OTHERS: Final = tuple(stat for stat in get_args(Stat) if stat not in DEFENCES)
"""The numbers that are no defence."""
HALF: Final = 50
"""How many attacks in a hundred miss somebody invisible (AE-INVIS-02)."""


def volley(scene: Scene, step: Volley) -> None:
    """Carry an attack on: pay for it, then one target after the other (AE-ATK-05)."""
    if not step.begun:
        begun = _begin(scene, step)
        if begun is not None:
            scene.then(begun)
        return
    one = scene.one(step.attacker)
    if step.index >= len(step.targets):
        if one.boosts:
            use_up(scene, one.id, friendly=one.profile.known(step.attack).friendly)
        if one.profile.bonuses:
            _spend_states(scene, step)
        if not step.struck and step.mode != "opportunity" and not one.profile.known(step.attack).friendly:
            scene.occur("misses_all", one.id, power=step.attack)
        return
    if not can_act(one) and not step.last:
        return
    attack = one.profile.known(step.attack)
    target = _next_target(scene, step, one, attack)
    following = replace(step, index=step.index + 1, damage=-1 if attack.times.plus > 1 else step.damage)
    if target is None:
        scene.then(following)
        return
    sure = step.mode == "coup" or attack.automatic
    if sure and _surely_unseen(scene, step, one, target, attack):
        scene.then(following)
        return
    if step.mode == "coup":
        blow = _coup(scene, step, one, attack, target)
    elif attack.friendly or attack.automatic:
        scene.happen(AutomaticHit(step.attacker, target.id, attack.id, attack.friendly, rules=("AE-ATK-06",)))
        natural = _resisting(scene, target, step.damage_type) if attack.automatic else 20
        blow = Blow(step, target.id, natural, 0, "hit", stage=4)
    else:
        _cast_the_die(scene, step, one, target)
        return
    scene.then(blow, following)


def _cast_the_die(scene: Scene, step: Volley, one: Combatant, target: Combatant) -> None:
    """The roll at a target, and then the next one; whoever has a power for the time before it is asked first, once.

    In answer to another blow a lower natural number than that one's comes to nothing.
    """
    people = scene.state.battle.combatants.values()
    if step.heralded <= step.index and any(
        each.trigger in BEFORE for other in people for each in other.profile.attacks
    ):
        scene.then(replace(step, heralded=step.index + 1))
        scene.occur("ally_targeted", target.id, step.attacker)
        scene.occur("attack_due", step.attacker, target.id, step.attack)
        return
    attack = one.profile.known(step.attack)
    following = replace(step, index=step.index + 1, damage=-1 if attack.times.plus > 1 else step.damage)
    if (target.invisible or target.boosts) and _lost_from_sight(scene, step, one, target, attack):
        scene.then(following)
        return
    blow = roll_attack(scene, step, target)
    if blow.natural >= step.to_reach:
        scene.then(blow, following)
        return
    scene.happen(AttackLapsed(step.attacker, step.attack, rules=("AE-ATK-06",)))
    scene.then(following)


def use_up(scene: Scene, who: str, *, friendly: bool = False) -> None:
    """After an attack: boosts for the next attack that it used are gone; what it brought itself is for the next.

    Whatever is done for friends is no attack, and uses nothing up.
    """
    one = scene.one(who)
    waiting = [boost for boost in one.boosts if boost.until.moment == "next_attack"]
    ended = tuple(boost for boost in waiting if boost.until.turn and not friendly)
    if not ended and all(boost.until.turn for boost in waiting):
        return
    boosts = tuple(
        replace(boost, until=replace(boost.until, turn=1)) if boost in waiting else boost
        for boost in one.boosts
        if boost not in ended
    )
    scene.happen(RanOut(who, boosts, one.marks, ended, rules=("AE-ATK-06",)))


def crit_scored(scene: Scene, who: str) -> None:
    """A critical hit in melee: what was to last until then is over."""
    one = scene.one(who)
    boosts = tuple(boost for boost in one.boosts if boost.until.moment != "crit")
    if len(boosts) < len(one.boosts):
        ended = tuple(boost for boost in one.boosts if boost.until.moment == "crit")
        scene.happen(RanOut(who, boosts, one.marks, ended, rules=("AE-ATK-06", "AE-CRIT-01")))


def shield_spent(scene: Scene, who: str, moment: str, defence: Defence) -> None:
    """An attack has hit or missed somebody: what was to last until then is over, a defence by attacks on it alone."""
    one = scene.one(who)
    ended = tuple(
        each
        for each in one.boosts
        if (each.until.moment == "attacked" and moment)
        or (each.until.moment == "wholly_missed" and moment == "missed")
        or (each.until.moment == moment and each.stat in (*OTHERS, defence))
    )
    if not ended:
        return
    left = tuple(each for each in one.boosts if each not in ended)
    scene.happen(RanOut(who, left, one.marks, ended, rules=("AE-ATK-06",)))


def _spend_states(scene: Scene, step: Volley) -> None:
    """Gathered power goes into the attack that it has made stronger."""
    one = scene.one(step.attacker)
    attack = one.profile.known(step.attack)
    for bonus in one.profile.bonuses:
        fits = attack.kind in bonus.kinds and (not bonus.guards or attack.defence in bonus.guards)
        if bonus.stat in ("empowered", "maximised") and bonus.state and fits and not attack.friendly:
            end_state(scene, one.id, bonus.state)


def _surely_unseen(scene: Scene, step: Volley, one: Combatant, target: Combatant, attack: Attack) -> bool:
    """Whether what needs no roll, a coup too, goes wide of somebody invisible, as the option says (AE-INVIS-02)."""
    chance = scene.state.options["invisible_automatic"] == "miss_chance"
    return chance and _lost_from_sight(scene, step, one, target, attack)


def _resisting(scene: Scene, target: Combatant, kind: str) -> int:
    """An attack that needs no roll: by the option a d20 still says whether it is resisted (AE-RESIST-05)."""
    needed = resistance(scene.state, target, kind)
    if not needed or scene.state.options["automatic_damage_resistance_roll"] != "always":
        return 20
    die = scene.dice.roll(20, "resist")
    scene.happen(ResistRolled(target.id, die, needed, rules=("AE-RESIST-05",)))
    return die.face


def _begin(scene: Scene, step: Volley) -> Volley | None:
    """The moment an attack is really made: it must still be possible, and is paid for now (AE-READY-03)."""
    one = scene.one(step.attacker)
    attack = one.profile.known(step.attack)
    bewildered = bool(step.targets) and scene.one(step.targets[0]).side == one.side and not attack.friendly
    able = can_act(one) or step.last
    valid = tuple(
        target
        for target in step.targets
        if able and may_target(scene.state, one, attack, scene.one(target), bewildered=bewildered) is None
    )
    if not valid or _barred(scene.state, step, one, attack):
        fallen = not one.conscious
        scene.happen(AttackLapsed(step.attacker, attack.id, fallen, rules=step.met_by or ("AE-ATK-07",)))
        return None
    if step.mode == "coup":
        spend_all(scene, step.attacker, ("AE-COUP-02",))
    elif step.mode == "turn":
        spend(scene, step.attacker, cost_of(scene.state.battle, one, attack), ("AE-ATK-07",))
    spend_power(scene, step.attacker, attack)
    if one.marks and not attack.friendly:
        shows_oneself(scene, step.attacker)
    if attack.teleports:
        teleport(scene, step.attacker)
    if attack.self_damage is not None:
        _hurt_oneself(scene, one, attack)
    if step.mode == "coup":
        targets = coup_rolls(scene, one, attack, valid[:1])
    elif step.single or step.mode == "opportunity":  # one roll, at one target (AE-OPP-01)
        targets = valid[:1]
    elif attack.at_random and not bewildered:
        targets = by_lot(scene, one, attack)
    else:
        targets = counted(scene, one, attack, valid, ally=bewildered)
    steps = attack.die_steps + sum(boost.amount for boost in boosts_to(scene.state, one, "weapon_die", attack))
    if one.profile.master and targets:
        first = Strike(scene.state, one, attack, scene.one(targets[0]), attack.type)
        steps += sum(bonus.amount.plus for _, bonus in counting(first, "die_steps"))
    kind = damage_type(scene, one, attack) if attack.random_type else attack.type
    return replace(step, targets=targets, begun=True, situational=steps, damage_type=kind)


def _barred(state: State, step: Volley, one: Combatant, attack: Attack) -> bool:
    """Whether what has come since an attack was declared forbids it (AE-COND-06): by whatever door it was."""
    if step.mode == "turn":
        return may_use(state, one, attack) is not None
    return not step.last and conditions_bar(state, one, attack, {}) is not None


def _hurt_oneself(scene: Scene, one: Combatant, attack: Attack) -> None:
    amount = attack.self_damage or _ONE
    if attack.self_damage_staggered is not None and is_staggered(scene.state, one):
        amount = attack.self_damage_staggered
    dice = amount.roll(scene.dice, "self_damage")
    harm = Tally().thrown(amount, dice, Reason("AE-ATK-06", "self_damage", (f"{one.id}/{attack.id}",)))
    hurt(scene, one.id, Damage(harm, "weapon", one.id, 20, ("AE-ATK-06",)))


def _next_target(scene: Scene, step: Volley, one: Combatant, attack: Attack) -> Combatant | None:
    """The target of the next roll; of several attacks the later ones turn to another foe when one has fallen."""
    target = scene.one(step.targets[step.index])
    if target.in_field and (step.last or step.index == 0 or in_reach(one, attack, target)):
        return target
    if attack.times.plus > 1 and not attack.different and target.side != one.side and step.mode != "coup":
        for foe in foes_of(scene.state.battle, one):
            if foe.conscious and may_target(scene.state, one, attack, foe) is None:
                return foe
    return None


def _lost_from_sight(scene: Scene, step: Volley, one: Combatant, target: Combatant, attack: Attack) -> bool:
    """Half of all attacks on somebody invisible miss outright and leave them untouched (AE-INVIS-02)."""
    sensed = one.profile.senses_invisible and scene.state.options["invisible_sensed"] == "no_miss_chance"
    percent = HALF if target.invisible and not sensed else _blurred(target)
    if not percent:
        return False
    die = scene.dice.roll(100, "invisible")
    missed = die.face <= percent
    rules = ("AE-INVIS-02", "AE-INVIS-03") if missed else ("AE-INVIS-02",)
    if percent != HALF:
        rules = ("AE-ATK-06",)
    scene.happen(BlindChance(one.id, target.id, die, missed, percent, rules=rules))
    if missed:
        blow = Blow(step, target.id, 0, 0, "miss")
        for rider in attack.riders:
            if rider.outcome == "miss" and not rider.at_least and rider.natural == "any":
                for effect in rider.effects:
                    if on_oneself(effect):
                        scene.apply(effect, blow)
    return missed


def _blurred(target: Combatant) -> int:
    """How many attacks in a hundred miss somebody whose outline is blurred."""
    return max((boost.value for boost in target.boosts if boost.stat == "blur"), default=0)


class Second(Struct, frozen=True):
    """A roll that is made again: what is added to it, or what a power fixes for it."""

    more: int = 0
    flat: int = 0
    """All that is added to it; 0: the usual."""
    needed: int = 0
    """What it must reach; 0: the defence."""


FIRST: Final = Second()


def roll_attack(scene: Scene, step: Volley, target: Combatant, *, again: bool = False, second: Second = FIRST) -> Blow:
    """A d20 and everything that counts, against the defence that the attack names (AE-ATK-03, AE-ATK-04)."""
    state, who, it = scene.state, step.attacker, target.id
    one = scene.one(who)
    attack = one.profile.known(step.attack)
    strike = Strike(state, one, attack, target, step.damage_type or attack.type, step.mode == "opportunity")
    aimed = aimed_at(state, attack, target)
    modifiers, defence = attack_modifiers(scene.rules, strike), defence_parts(state, target, aimed)
    if attack.crowded and len(step.targets) > 1:
        modifiers = (*modifiers, Modifier(-len(step.targets), "AE-ATK-06", "special"))
    if second != FIRST:
        modifiers, defence = _fixed(second, modifiers, defence)
    needed = sum(part.amount for part in defence)
    fixed = _fixed_number(scene, one) if one.marks and not again else 0
    dice, natural, least = ((), fixed, 0) if fixed else _thrown(scene, strike)
    if fixed:
        modifiers = (Modifier(fixed, "AE-ATK-06", "set_roll"), *modifiers)
    check = held_against(dice, modifiers, ">=", needed, aimed)
    critical, wider = crit_from(scene.rules, strike)
    outcome, rules = judge(state, natural, min(critical, natural) if least >= NORMAL else critical, check)
    if step.critical and outcome == "hit":
        outcome, rules = "crit", (*rules, "AE-CRIT-01")
    hit = outcome in HITS
    modifiers = (*modifiers, *_by_nature(natural, wider, rules))
    check = replace(check, success=hit, modifiers=modifiers, made_of=defence if defence[1:] else ())
    cited = (*ROLL, *rules, *(modifier.rule for modifier in modifiers))
    if target.profile.kind == "pc":  # a monster's defence is what its entry says
        cited = (*cited, *DEFENCE_RULES[aimed])
    cited = (*cited, *(part.rule for part in defence[1:] if part.rule not in cited))
    cited = (*cited, *condition_rules(state, one, "attack"), *condition_rules(state, target, aimed))
    if "AE-CRIT-04" in rules:
        cited = (*cited, *(each.rule for each in wider))
    if again and attack.two_weapons:
        cited = (*cited, "AE-TWOWEAPON-02")
    if len(step.targets) > 1:
        cited = (*cited, "AE-ATK-05")
    if state.battle.escalation and not uses_escalation(state, one):
        cited = (*cited, "AE-COND-09" if entitled_to_escalation(state, one) else "AE-ESC-04")
    if attack.kind == "ranged" and any(foe != who and scene.one(foe).side == one.side for foe in target.engaged):
        cited = (*cited, "AE-MOD-02")
    scene.happen(AttackRolled(who, it, attack.id, check, outcome, again, rules=cited))
    if one.boosts:
        meet_rival(scene, one, it)
    return Blow(step, it, natural, check.total, outcome, rerolled=again)


def _fixed(
    second: Second, modifiers: tuple[Modifier, ...], defence: tuple[Modifier, ...]
) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """What is added to a roll that is made again, and what it must reach, as the power that allows it says."""
    if second.flat:
        modifiers = (Modifier(second.flat, "AE-ATK-06", "special"),)
    if second.more:
        modifiers = (*modifiers, Modifier(second.more, "AE-ATK-06", "special"))
    return modifiers, (Modifier(second.needed, "AE-ATK-06", "special"),) if second.needed else defence


def _fixed_number(scene: Scene, one: Combatant) -> int:
    """The number that a power has set for somebody's next roll, which is used up by it; 0: none."""
    mark = state_of(one, FIXED)
    if mark is None:
        return 0
    end_state(scene, one.id, FIXED)
    return mark.amount


def _thrown(scene: Scene, strike: Strike) -> tuple[tuple[Die, ...], int, int]:
    """The die of an attack and what it shows; by a rage the better of two, and what the lesser shows.

    Two high ones make a critical hit.
    """
    die = scene.dice.roll(20, "attack")
    critical = any(True for _ in counting(strike, "second_die"))
    if not critical and not any(True for _ in counting(strike, "better_die")):
        return (die,), die.face, 0
    other = scene.dice.roll(20, "attack")
    better, lesser = (die, other) if die.face >= other.face else (other, die)
    who, attack = strike.one.id, strike.attack.id
    scene.happen(CountRolled(who, attack, "second_die", (die, other), better.face, rules=("AE-ATK-06",)))
    return told_again((better,)), better.face, lesser.face if critical else 0


def _by_nature(natural: int, wider: list[Modifier], cited: tuple[str, ...]) -> tuple[Modifier, ...]:
    """A part that adds nothing says why the die decides and not the total (AE-CRIT-01, AE-CRIT-04, AE-FUMBLE-01)."""
    if "AE-CRIT-04" in cited:
        sources = tuple(source for each in wider for source in each.sources)
        return (Modifier(0, "AE-CRIT-04", "crit_range", sources),)
    return always_hits(natural)


def always_hits(natural: int) -> tuple[Modifier, ...]:
    """The faces of an attack's die that decide by themselves, as a part of the roll."""
    if natural == 20:
        return (Modifier(0, "AE-CRIT-01", "natural_20"),)
    return (Modifier(0, "AE-FUMBLE-01", "natural_1"),) if natural == 1 else ()


def attack_modifiers(rules: Rules, strike: Strike) -> tuple[Modifier, ...]:
    """Everything that is added to an attack roll (AE-ATK-02, AE-ATK-08, AE-STACK-01)."""
    found = [each for each in rules.to_hit(strike) if each.amount > 0 or (each.amount and not strike.attack.unhindered)]
    for special in strike.one.profile.specials:
        adds = rules.traits[special.code].to_hit
        if adds is not None:
            found += adds(strike, special)
    return tuple(found)


def crit_from(rules: Rules, strike: Strike) -> tuple[int, list[Modifier]]:
    """The lowest natural number that is a critical hit, and what lets it come sooner than on a 20 (AE-CRIT-04)."""
    found = list(rules.crit_range(strike))
    for special in strike.one.profile.specials:
        adds = rules.traits[special.code].crit_range
        if adds is not None:
            found += adds(strike, special)
    return max(20 - sum(each.amount for each in found), 2), found


def judge(state: State, natural: int, critical: int, check: Check) -> tuple[Outcome, tuple[str, ...]]:
    """What a roll is: a fumble, a critical hit (from which number on is given), a hit or a miss (AE-CRIT-01)."""
    if natural == 1:
        return "fumble", ("AE-FUMBLE-01",)
    if natural == 20:
        return "crit", ("AE-CRIT-01",)
    if natural >= critical and (check.success or state.options["expanded_crit_always_hits"]):
        return "crit", ("AE-CRIT-01", "AE-CRIT-04")
    return ("hit", ()) if check.success else ("miss", ())


def _coup(scene: Scene, step: Volley, one: Combatant, attack: Attack, target: Combatant) -> Blow:
    die = scene.dice.roll(20, "attack") if scene.state.options["coup_natural"] == "roll" else None
    scene.happen(CoupStruck(one.id, target.id, attack.id, die, rules=("AE-COUP-01", "AE-COUP-02")))
    return Blow(step, target.id, die.face if die is not None else 20, 0, "crit", stage=4)
