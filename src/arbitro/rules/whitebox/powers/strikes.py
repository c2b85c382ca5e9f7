"""Blows: who may strike whom, what adds to the roll, eyes that meet, the damage and what else a hit brings."""

from math import ceil
from typing import Final

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.attack import against_its_foe, attack_told, shot_finds, weapon_of
from arbitro.rules.whitebox.basics import able, distance, members, opponents, place_of
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.damage import HIT, Landing, harm
from arbitro.rules.whitebox.events import AttackRolled, BlowHeld
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.battle import has_shot, spend_shot
from arbitro.rules.whitebox.powers.amounts import added_by, average, named, strongest_of_each
from arbitro.rules.whitebox.powers.events import PowerUsed, WeaponUseless
from arbitro.rules.whitebox.powers.hit_effects import SIZES, answer, face_rider, meet_eyes, riders, triggered
from arbitro.rules.whitebox.powers.lookups import (
    abilities,
    flies,
    hit_dice,
    holds_here,
    is_victim,
    lasting,
    powers,
    setting_here,
    shared,
    under,
)
from arbitro.rules.whitebox.powers.registry import magic_of
from arbitro.rules.whitebox.powers.throwing import leaves_the_hand
from arbitro.rules.whitebox.powers.unseen import invisible, makes_out, show_oneself
from arbitro.rules.whitebox.powers.walls import in_the_way
from arbitro.rules.whitebox.powers.wards import harm_by, otherworldly, rises
from arbitro.rules.whitebox.reckoning import not_below, rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Blow, Combatant, Fight, State
from arbitro.rules.whitebox.surprise import caught
from arbitro.rules.whitebox.terms import Weapon
from arbitro.rules.whitebox.whose_turn import acting, may_attack_now

EXTRA: Final = "extra:"
WARD: Final = "ward"
"""The reason of damage that some weapons do not do to some creatures."""
UNMETALLIC: Final = ("club", "staff", "fists", "sling")
"""Made weapons that strike with wood, stone or bone alone."""


# ------------------------------------------------------------ the command


def attack(scene: Scene, command: Attack) -> Refusal | None:
    """Strike or shoot."""
    one = acting(scene, command.who)
    if type(one) is Refusal:
        return one
    fight, allowed = scene.state.fight or basics.fight(scene.state), scene.rules.may_attack
    weapon = weapon_of(one, command.weapon)
    if weapon is None:
        return Refusal("no_weapon", {"who": f"@{one.id}", "weapon": command.weapon}, ("WB-MELEE-01", "WB-RANGED-01"))
    target = fight.combatants.get(command.target)
    if target is None:
        return Refusal("nobody", {"who": command.target})
    refused = allowed(scene, fight, one, target, weapon)
    if refused is not None:
        return refused
    if weapon.kind == "melee":
        strike(scene, one, target, weapon)
        return None
    target = shot_finds(scene, fight, one, target)
    if weapon.ammunition:
        spend_shot(scene, one, weapon)
    strike(scene, one, target, weapon)
    if weapon.thrown:
        leaves_the_hand(scene, one, target, weapon)
    scene.rules.shot(scene, one, weapon)
    return None


def may_attack(here: Here, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> Refusal | None:
    """Whether this attack is allowed now: the round, the declaration, the means, the target, the reach (`reasons`)."""
    profile, now = one.profile, fight.round
    if one.attacked == now and not attacks_left(here, fight, one, target, weapon):
        return Refusal("attacked_already", {"who": f"@{profile.id}"}, ("WB-SEQ-02",))
    refused = may_attack_now(here, fight, one, target, weapon)
    if refused is not None:
        return refused
    if weapon.ammunition and not has_shot(here, one, weapon):
        return Refusal("no_ammunition", {"who": f"@{profile.id}", "weapon": weapon.id}, ("WB-RANGED-01",))
    foe, effects = target.profile, here.state.effects
    if target.condition != "up" or foe.side == profile.side:
        return Refusal("no_target", {"who": f"@{foe.id}"})
    if weapon.kind == "melee":  # where a tie finds the target it may be nearer still
        if abs(one.at - target.at) > MELEE_REACH and (feet := distance(fight, one, target)) > MELEE_REACH:
            return Refusal("out_of_reach", {"who": f"@{foe.id}", "feet": feet}, ("WB-MELEE-02",))
    elif effects or profile.powers or foe.powers:
        refused = too_far(here, one, target, weapon)
    if effects:
        refused = in_the_way(here, fight, one, target, weapon) or kept_off(here.state, one, target) or refused
    if refused is None and not now and not caught(fight, foe.id):
        return Refusal("not_surprised", {"who": f"@{foe.id}"}, ("WB-SURPRISE-03",))
    return refused


# ------------------------------------------------------------ the roll


def too_far(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> Refusal | None:
    """Whether a target is beyond the farthest range of a weapon, where ranges count."""
    if not weapon.range or not here.state.options["missile_ranges"]:
        return None
    reach = weapon.range * here.rules.content.arms.missile_bands[-1].high
    feet = distance(basics.fight(here.state), one, target)
    values: dict[str, str | int] = {"who": f"@{target.id}", "feet": feet, "reach": reach}
    return Refusal("shot_range", values, ("WB-RANGED-01",)) if feet > reach else None


def can_still_shoot(here: Here, one: Combatant, target: Combatant, feet: int) -> bool:
    """Whether somebody has a weapon that reaches so far, a shot for it, and an eye on the target."""
    if not able(basics.fight(here.state), one) or not here.rules.can_strike(here, one, target):
        return False
    bands = here.rules.content.arms.missile_bands[-1].high
    return any(
        weapon.kind == "missile"
        and feet <= (weapon.range or here.rules.content.arms.unlisted_range) * bands
        and (not weapon.ammunition or has_shot(here, one, weapon))
        for weapon in one.profile.weapons
    )


def unaware(here: Here, one: Combatant, target: Combatant) -> bool:
    """Whether somebody does not see a blow coming: surprised, or struck by the unseen."""
    fight = basics.fight(here.state)
    if fight.round == 0 and caught(fight, target.id):
        return True
    return invisible(here, one) and not makes_out(here, target, one)


# ------------------------------------------------------------ how many, and at whom


def attacks_left(here: Here, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Whether a round in which somebody has struck has room for one more attack of this kind."""
    if one.profile.powers is None:
        most = here.rules.attacks_a_round(here.rules, one, weapon) * pace(here.state, one)
        return one.attacks_made < max(most, 1)
    return room_for(here, fight, one, target, weapon) or has_extra_attack(here.rules, one, weapon)


def room_for(here: Here, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Whether the attacks of a kind, and those of the round, are not all made."""
    if one.attacks_made > len(one.used) or any(name not in weapon_ids(one) for name in one.used):
        return False  # the round went to something else than blows
    made = one.used.count(weapon.id)
    factor = pace(here.state, one)
    if weapon.besides:
        return made < weapon.count
    others = [name for name in one.used if name != weapon.id and not besides(one, name)]
    if weapon.count:
        return not others and made < max(int(blows_of(here.rules, one, weapon) * factor), 1)
    most = here.rules.attacks_a_round(here.rules, one, weapon)
    if fury_holds(one, target, fight):
        most = max(most, one.profile.level)
    return len(one.used) < max(int(most * factor), 1)


def has_extra_attack(rules: Rules, one: Combatant, weapon: Weapon) -> bool:
    """Whether a weapon has one more blow in it today."""
    item = rules.content.magic_items.get(weapon.magic) if weapon.magic else None
    kinds = ((part, magic_of(rules, part).extra_blows) for part in (item.effects if item is not None else ()))
    extra = sum(blows(part) for part, blows in kinds if blows is not None)
    return one.spent.count(f"{EXTRA}{weapon.id}") < extra


def weapon_ids(one: Combatant) -> tuple[str, ...]:
    """The ways to attack that somebody has."""
    return tuple(weapon.id for weapon in one.profile.weapons)


def besides(one: Combatant, name: str) -> bool:
    """Whether an attack comes on top of the others."""
    return any(weapon.id == name and weapon.besides for weapon in one.profile.weapons)


def blows_of(rules: Rules, one: Combatant, weapon: Weapon) -> int:
    """Attacks of a kind in a round; heads that are dead bite no more."""
    for it, power in abilities(rules, one):
        if power.blows is not None:
            return power.blows(it, one, weapon.count)
    return weapon.count


def heads_left(it: special_kinds.Heads, one: Combatant, count: int) -> int:
    """One head less for each share of the hit points that is lost."""
    del it
    return min(ceil(count * one.hp / max(one.began, 1)), count)


def better_at(it: special_kinds.ToHit, here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> int:
    """To hit, in the light, the place or the company that a power names."""
    del one
    humanoid = it.against != "humanoids" or is_victim(target, "men")
    holds = holds_here(here.state, it.when) and humanoid and (not it.missile or weapon.kind == "missile")
    return it.bonus if holds else 0


def critical(
    it: special_kinds.Critical, scene: Scene, target: Combatant, weapon: Weapon, check: Check, damage: Amount
) -> Amount:
    """A very good hit does other damage."""
    return it.damage if it.attack == weapon.id and triggered(scene, it.when, check, target) else damage


def out_of_its_element(
    it: special_kinds.Footing, scene: Scene, target: Combatant, weapon: Weapon, check: Check, damage: Amount
) -> Amount:
    """Fewer dice against a foe who does not stand in the creature's element."""
    del weapon, check
    if stands_in(scene, target, it.unless):
        return damage
    return Amount(max(damage.count - it.less.count, 0), damage.sides, damage.plus)


def charging(it: special_kinds.Charge, here: Here, one: Combatant, weapon: Weapon) -> int:
    """How many times the dice count in a charge."""
    return it.factor if it.attack == weapon.id and one.moved == basics.fight(here.state).round else 0


def fury_holds(one: Combatant, target: Combatant, fight: Fight) -> bool:
    """Whether a fighter strikes once for each level: every foe struck at has few hit dice."""
    fury = powers(one).fury
    if fury < 0:
        return False
    foes = (target, *(fight.combatants[who] for who in one.struck if one.attacked == fight.round))
    return all(hit_dice(foe) <= fury and foe.profile.nature != "character" for foe in foes)


def pace(state: State, one: Combatant) -> float:
    """What haste and slowness make of attacks and steps: the strongest of each counts, none adds to its like."""
    if not (state.effects or powers(one).worn):
        return 1.0
    hasted = slowed = 1.0
    for effect in lasting(state, one.id):
        if effect.kind == "hasted":
            hasted = max(hasted, effect.factor)
        elif effect.kind == "slowed":
            slowed = min(slowed, effect.factor)
    return hasted * slowed


def kept_off(state: State, one: Combatant, target: Combatant) -> Refusal | None:
    """Creatures of some kinds cannot attack those who are protected from them."""
    for effect in shared(state, target):
        if effect.kind == "banishing" and turned_away(state, one, target, effect):
            return Refusal("kept_off", {"who": f"@{one.id}", "target": f"@{target.id}"})
    return None


def turned_away(state: State, one: Combatant, target: Combatant, effect: Ongoing) -> bool:
    """Whether a ward keeps somebody off: all of a kind, or the nearest of them up to a number."""
    if not effect.amount or not shunned(one, effect):
        return shunned(one, effect)
    fight = basics.fight(state)
    warded = place_of(fight, target)
    kin = [foe for foe in opponents(fight, target) if shunned(foe, effect)]
    kin.sort(key=lambda foe: (abs(place_of(fight, foe) - warded), foe.id))
    return one.id in [foe.id for foe in kin[: effect.amount]]


def shunned(one: Combatant, effect: Ongoing) -> bool:
    """Whether a ward is meant for somebody: of the kind, and with hit dice of its band."""
    return is_victim(one, effect.victims) and effect.hd_min <= hit_dice(one) <= effect.hd_max


# ------------------------------------------------------------ the blow


def strike(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Eyes meet; one attack roll and, on a hit, its damage (WB-ATK-12)."""
    profile, foe = one.profile, target.profile
    plain = profile.powers is None and foe.powers is None and not scene.state.effects
    if not plain and not eyes_meet(scene, one, target, weapon):
        return False
    judged = scene.rules.attack_check
    check, cited, row, armour = judged(scene, one, target, weapon, scene.dice.roll(20, "attack"))
    hit = check.success
    scene.happen(AttackRolled(profile.id, foe.id, weapon.id, check, hit, row, armour, rules=cited))
    if hit:
        wound(scene, one, target, weapon, check, not plain)
    return hit


def eyes_meet(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Eyes meet before a blow; False if whoever meant to strike no longer can."""
    now = basics.fight(scene.state)
    spent = weapon.magic and one.attacked == now.round and not room_for(scene, now, one, target, weapon)
    if spent and has_extra_attack(scene.rules, one, weapon):
        scene.happen(PowerUsed(one.id, "extra_attack", f"{EXTRA}{weapon.id}", passive=True, rules=("WB-SEQ-02",)))
    if weapon.kind != "melee":
        return True
    meet_eyes(scene, one, target)
    meet_eyes(scene, target, one)
    fight = basics.fight(scene.state)
    return able(fight, fight.combatants[one.id])


def wound(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check, special: bool) -> None:
    """The damage of a hit, by wards and powers where there are any; then what else the hit brings."""
    if special:
        scene.rules.hits(scene, one, target)
    dice, modifiers, amount = damage_of(scene, one, target, weapon, check if special else None)
    share, rule, note = share_taken(scene, one, target, weapon) if special else (1, "", "")
    if share != 1:
        left = min(1, amount) if share < 0 else ceil(amount * share)
        modifiers = (*modifiers, Modifier(left - amount, rule, note)) if left != amount else modifiers
        amount = left
        if note == WARD:
            scene.happen(WeaponUseless(target.id, less=share != 0))
    deal(scene, one, target, amount, weapon.element if weapon.extra is None else "", dice, modifiers)
    if weapon.extra is not None and share != 0:
        thrown = weapon.extra.roll(scene.dice, "damage")
        more, added = rolled(weapon.extra, thrown, "WB-ATK-12")
        deal(scene, one, target, more, weapon.element, thrown, added)
    if weapon.threat is not None and share != 0:
        face_rider(scene, one, target, weapon.threat)
    if special:
        if share != 0:
            riders(scene, one, target, weapon, check)
        if weapon.kind == "melee":
            answer(scene, one, target, weapon)
        if basics.fight(scene.state).combatants[target.id].condition == "dead":
            rises(scene, target, one.id, "slain")


def damage_of(
    scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check | None
) -> tuple[tuple[Die, ...], tuple[Modifier, ...], int]:
    """The dice of a hit, what is added, and the sum; `check` where powers have a say in them."""
    damage, times = weapon.damage, 1
    held: tuple[Ongoing, ...] = ()
    if check is not None:
        held = tuple(shared(scene.state, one))
        damage, times = _by_powers(scene, one, target, weapon, check)
    dice = damage.roll(scene.dice, "damage")
    for _ in range(times - 1):
        dice += damage.roll(scene.dice, "damage")
    modifiers = _added_to_damage(one, target, weapon, damage.plus * times, held)
    if held:
        thrown, besides = _by_effects(scene, held, weapon)
        dice, modifiers = (*dice, *thrown), (*modifiers, *besides)
    for part in scene.rules.damage.parts:
        modifiers = (*modifiers, *part(scene.state, one, weapon))
    total = 0
    for die in dice:
        total += die.face
    for modifier in modifiers:
        total += modifier.amount
    if total < 0:
        total, modifiers = not_below(0, total, modifiers, "WB-ATK-12")
    if scene.rules.further_damage.parts:
        for thrown, besides in scene.rules.further_damage(scene, one, target, weapon, dice):
            dice, modifiers = (*dice, *thrown), (*modifiers, *besides)
            total += sum(die.face for die in thrown) + sum(modifier.amount for modifier in besides)
    return dice, modifiers, total


def _by_powers(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check) -> tuple[Amount, int]:
    """The dice of a weapon as somebody's powers change them, and how often they are thrown."""
    damage, times, melee = weapon.damage, 1, weapon.kind == "melee"
    if melee and powers(one).stab_rolls != 1 and scene.rules.unaware(scene, one, target):
        times = powers(one).stab_rolls
    for it, power in abilities(scene.rules, one):
        if power.dice is not None:
            damage = power.dice(it, scene, target, weapon, check, damage)
        if power.times is not None and melee:
            times = power.times(it, scene, one, weapon) or times
    return damage, times


def _added_to_damage(
    one: Combatant, target: Combatant, weapon: Weapon, printed: int, held: tuple[Ongoing, ...]
) -> tuple[Modifier, ...]:
    """What a weapon and its bearer add: what stands with its dice, its magic, its foe, strength."""
    modifiers: tuple[Modifier, ...] = ()
    if printed:
        modifiers = (Modifier(printed, "WB-ATK-12", "weapon_damage"),)
    if weapon.damage_bonus:
        modifiers = (*modifiers, Modifier(weapon.damage_bonus, "WB-ATK-12", "magic_weapon"))
    if weapon.foe and (more := against_its_foe(weapon, target)):
        modifiers = (*modifiers, Modifier(more, "WB-ATK-12", "weapons_foe"))
    strong = weapon.kind == "melee" and one.profile.damage
    if strong and not (held and any(effect.for_strength for effect in held)):
        modifiers = (*modifiers, Modifier(one.profile.damage, "WB-ATK-12", "strength"))
    return modifiers


def _by_effects(
    scene: Scene, held: tuple[Ongoing, ...], weapon: Weapon
) -> tuple[tuple[Die, ...], tuple[Modifier, ...]]:
    """The dice and modifiers of all that somebody is under."""
    dice: tuple[Die, ...] = ()
    harder = [effect for effect in held if weapon.kind == "melee" or not effect.for_strength]
    modifiers = tuple(added_by(scene.state, harder, lambda effect: effect.damage, "WB-ATK-12"))
    for effect, _ in strongest_of_each(scene.state, held, lambda effect: average(effect.extra)):
        if effect.extra is not None:
            dice += effect.extra.roll(scene.dice, "damage")
            if effect.extra.plus:
                modifiers = (*modifiers, named(effect, effect.extra.plus, "WB-ATK-12"))
    return dice, modifiers


def stands_in(here: Here, one: Combatant, element: str) -> bool:
    """Whether somebody stands on the ground, or in water."""
    return "water" in setting_here(here.state) if element == "water" else not flies(here, one)


def share_taken(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> tuple[float, str, str]:
    """What share of a weapon's damage is taken, by which rule and why.

    By wards of magic and of kind, or by a people's luck against the large; the better of these counts alone.
    0 is nothing of it, -1 a single point.
    """
    share, rule, note = 1.0, "WB-ATK-12", WARD
    for it, power in abilities(here.rules, target):
        if power.share is not None:
            taken = power.share(it, one, weapon)
            if taken == 0:
                return 0.0, rule, note
            share = min(share, taken)
    small_missile = weapon.kind == "missile" and weapon.bonus <= 0 and not otherworldly(one)
    if small_missile and under(here.state, target.id, "shielded"):
        return 0.0, rule, note
    proof = any(e.kind == "banishing" and e.victims == "metal" for e in lasting(here.state, target.id))
    if proof and not powers(one).natural and weapon.thing not in UNMETALLIC:
        return 0.0, rule, note
    folk = here.rules.content.peoples.get(powers(target).folk)
    for less in folk.less_damage if folk is not None else ():
        bigger = less.larger_than_man and SIZES.index(powers(one).size) > SIZES.index("man")
        if (bigger or powers(one).kind in less.kinds) and 0 <= less.factor < share:
            share, rule, note = less.factor, less.rule, "hard_to_hit"
    return share, rule, note


def deal(
    scene: Scene,
    one: Combatant,
    target: Combatant,
    amount: int,
    element: str,
    dice: tuple[Die, ...],
    modifiers: tuple[Modifier, ...],
) -> None:
    """Apply the damage of a hit, at once or at the end of a simultaneous turn."""
    fight = scene.state.fight or basics.fight(scene.state)
    if basics.simultaneous(fight):
        blow = Blow(target.id, "damage", one.id, amount, element)
        scene.happen(BlowHeld(target.id, blow, dice, modifiers, rules=(*HIT, "WB-INIT-02")))
        return
    if (victim := fight.combatants[target.profile.id]).condition == "dead":
        modifiers, amount = (*modifiers, Modifier(-amount, "WB-DEATH-01", "dead_already")), 0
    if element:
        harm_by(scene, victim, Landing(Blow(victim.id, "damage", one.id, amount, element), dice, HIT, modifiers))
    else:
        harm(scene, victim, amount, HIT, dice, modifiers)


# ------------------------------------------------------------ blows out of turn


def strike_a_friend(scene: Scene, one: Combatant) -> None:
    """Somebody out of their mind strikes the nearest of their own within reach."""
    fight = basics.fight(scene.state)
    friends = [other for other in members(fight, one.profile.side) if other.id != one.id]
    near = min(friends, key=lambda other: abs(other.at - one.at), default=None)
    blade = next((weapon for weapon in one.profile.weapons if weapon.kind == "melee"), None)
    if near and blade and distance(fight, one, near) <= MELEE_REACH:
        strike(scene, one, near, blade)
        show_oneself(scene, basics.fight(scene.state).combatants[one.id])


def strikes_at_last(it: special_kinds.LastStrike, scene: Scene, one: Combatant) -> None:
    """One more attack of somebody who has fallen, at the nearest foe within reach."""
    del it
    fight = basics.fight(scene.state)
    if (one := fight.combatants[one.id]).condition != "dead" or "last_strike" in one.spent:
        return
    foe = min(opponents(fight, one), key=lambda other: abs(other.at - one.at), default=None)
    blade = next((weapon for weapon in one.profile.weapons if weapon.kind == "melee"), None)
    scene.happen(PowerUsed(one.id, "last_strike", "last_strike", passive=True))
    if foe is None or blade is None or distance(fight, one, foe) > MELEE_REACH:
        return
    read = scene.rules.attack_check(scene, one, foe, blade, scene.dice.roll(20, "attack"))
    scene.happen(attack_told(one, foe, blade.id, read))
    if read[0].success:
        wound(scene, one, foe, blade, read[0], True)
