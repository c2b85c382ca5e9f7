"""Blows with more behind them: what lasts on both, wards, gazes, and what a hit brings besides damage."""

from itertools import islice
from math import ceil
from typing import Final

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import special as s
from arbitro.rules.whitebox.basics import able, distance, opponents, place_of
from arbitro.rules.whitebox.damage import HIT
from arbitro.rules.whitebox.events import BlowHeld
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.records import fighting
from arbitro.rules.whitebox.powers.effects import rises
from arbitro.rules.whitebox.powers.events import PowerUsed, WeaponUseless
from arbitro.rules.whitebox.powers.hit_effects import SIZES, answer, meet_eyes, riders, triggered
from arbitro.rules.whitebox.powers.lookups import (
    abilities,
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
from arbitro.rules.whitebox.powers.unseen import UNSEEN_TO_HIT, invisible, makes_out
from arbitro.rules.whitebox.powers.wards import otherworldly, weapon_share
from arbitro.rules.whitebox.reckoning import not_below, rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Fight, State
from arbitro.rules.whitebox.terms import Weapon

BLIND_TO_HIT: Final = -4
EXTRA: Final = "extra:"
ONCE: Final = ("mist", "blind", "averted")
"""Whoever cannot see well sees no worse for a second reason of the same kind."""
WARD: Final = "ward"
"""The reason of damage that some weapons do not do to some creatures."""
UNMETALLIC: Final = ("club", "staff", "fists", "sling")
"""Made weapons that strike with wood, stone or bone alone."""


# ------------------------------------------------------------ the roll


def circumstances(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> tuple[tuple[Modifier, ...], int]:
    """What powers and lasting effects add to a roll, and the target's armour class under them."""
    if not fighting(here.state):  # a joust knows nothing of them
        return (), target.profile.armour
    return own_circumstances(here, one, target, weapon), armour_under_effects(here.state, one, target, weapon)


def own_circumstances(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
    """What the attacker's own powers and state add."""
    found: list[Modifier] = []
    if not makes_out(here, one, target):
        found.append(Modifier(UNSEEN_TO_HIT, "WB-INVIS-02", "unseen"))
    counted: set[str] = set()
    for effect in shared(here.state, one):
        if effect.alignment or effect.kind in counted:
            continue
        if effect.kind in ONCE:
            counted.add(effect.kind)
        if effect.to_hit:
            found.append(Modifier(effect.to_hit, "WB-ATK-03", "lasting"))
        if effect.kind == "blind":
            found.append(Modifier(BLIND_TO_HIT, "WB-INVIS-02", "blind"))
        if effect.kind == "averted" and weapon.kind == "melee":
            gazes = (power.averted(it) for it, power in abilities(here.rules, target) if power.averted is not None)
            found += [Modifier(worse, "WB-ATK-03", "averted") for worse in islice(gazes, 1)]
    for it, power in abilities(here.rules, one):
        if power.to_hit is not None and (bonus := power.to_hit(it, here, one, target, weapon)):
            found.append(Modifier(bonus, "WB-ATK-03", "own_power"))
    if here.rules.unaware(here, one, target) and powers(one).stab_to_hit and weapon.kind == "melee":
        found.append(Modifier(powers(one).stab_to_hit, "WB-ATK-03", "back_stab"))
    found += old_hatred(here.rules, one, target)
    found += at_range(here, one, target, weapon)
    if more := against_its_foe(weapon, target):
        found.append(Modifier(more, "WB-ATK-03", "weapons_foe"))
    return tuple(found)


def at_range(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> list[Modifier]:
    """What the distance adds to a shot, by how many times the weapon's range it is (WB-RANGED-01)."""
    if not (weapon.range and weapon.kind == "missile" and here.state.options["missile_ranges"]):
        return []
    times = max(ceil(distance(basics.fight(here.state), one, target) / weapon.range), 1)
    bands = here.rules.content.arms.missile_bands
    value = next((band.value for band in bands if band.low <= times <= band.high), 0)
    return [Modifier(value, "WB-RANGED-01", "range")] if value else []


def too_far(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> Refusal | None:
    """Whether a target is beyond the farthest range of a weapon, where ranges count."""
    if not (weapon.range and weapon.kind == "missile" and here.state.options["missile_ranges"]):
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
        and (not weapon.ammunition or here.rules.has_shot(here, one, weapon))
        for weapon in one.profile.weapons
    )


def against_its_foe(weapon: Weapon, target: Combatant) -> int:
    """How much better a weapon is against the one kind of creature that it was made for."""
    hated = bool(weapon.foe) and powers(target).kind == weapon.foe
    return weapon.foe_bonus - weapon.bonus if hated else 0


def old_hatred(rules: Rules, one: Combatant, target: Combatant) -> list[Modifier]:
    """What a people has against its old enemies: to hit, unless the table says damage."""
    folk = rules.content.peoples.get(powers(one).folk)
    foe = target.profile.powers
    if folk is None or folk.foes is None or foe is None:
        return []
    hated = foe.monster in folk.foes.monsters or foe.kind in folk.foes.kinds
    if hated or (folk.foes.thinking_undead and foe.undead and foe.thinking):
        return [Modifier(folk.foes.bonus, "WB-ATK-03", "old_hatred")]
    return []


def unaware(here: Here, one: Combatant, target: Combatant) -> bool:
    """Whether somebody does not see a blow coming: surprised, or struck by the unseen."""
    fight = basics.fight(here.state)
    if fight.round == 0 and here.rules.caught(fight, target.id):
        return True
    return invisible(here, one) and not makes_out(here, target, one)


def armour_under_effects(state: State, one: Combatant, target: Combatant, weapon: Weapon) -> int:
    """The target's armour class with what lasts on it, and what makes attacks on it harder."""
    armour = target.profile.armour
    if not state.effects and target.profile.powers is None:
        return armour
    better = 0
    for effect in shared(state, target):
        if effect.alignment and one.profile.alignment != effect.alignment:
            continue
        better += effect.armour - effect.attackers
        better += effect.missile_armour if weapon.kind == "missile" else 0
        armour = max(armour, effect.base_armour)
    return armour + better


# ------------------------------------------------------------ how many, and at whom


def may_strike_at(here: Here, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> Refusal | None:
    """Protection, walls, ranges and the attacks of a round have their say."""
    refused = kept_off(here.state, one, target) or too_far(here, one, target, weapon)
    if refused is not None:
        return refused
    if one.profile.powers is None:
        most = here.rules.attacks_a_round(here.rules, one, weapon) * pace(here.state, one)
        left = one.attacked != fight.round or one.attacks_made < max(most, 1)
    else:
        left = attacks_left(here, fight, one, target, weapon) or has_extra_attack(here.rules, one, weapon)
    return None if left else Refusal("attacked_already", {"who": f"@{one.id}"}, ("WB-SEQ-02", "WB-ALTSEQ-09"))


def attacks_left(here: Here, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Whether this round has room for one more attack of this kind."""
    if one.attacked != fight.round:
        return True
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


def heads_left(it: s.Heads, one: Combatant, count: int) -> int:
    """One head less for each share of the hit points that is lost."""
    del it
    return min(ceil(count * one.hp / max(one.began, 1)), count)


def better_at(it: s.ToHit, here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> int:
    """To hit, in the light, the place or the company that a power names."""
    del one
    humanoid = it.against != "humanoids" or is_victim(target, "men")
    holds = holds_here(here.state, it.when) and humanoid and (not it.missile or weapon.kind == "missile")
    return it.bonus if holds else 0


def critical(it: s.Critical, scene: Scene, target: Combatant, weapon: Weapon, check: Check, damage: Amount) -> Amount:
    """A very good hit does other damage."""
    return it.damage if it.attack == weapon.id and triggered(scene, it.when, check, target) else damage


def out_of_its_element(
    it: s.Footing, scene: Scene, target: Combatant, weapon: Weapon, check: Check, damage: Amount
) -> Amount:
    """Fewer dice against a foe who does not stand in the creature's element."""
    del weapon, check
    if stands_in(scene, target, it.unless):
        return damage
    return Amount(max(damage.count - it.less.count, 0), damage.sides, damage.plus)


def charging(it: s.Charge, here: Here, one: Combatant, weapon: Weapon) -> int:
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
    if not shunned(one, effect):
        return False
    if not effect.amount:
        return True
    fight = basics.fight(state)
    warded = place_of(fight, target)
    kin = [foe for foe in opponents(fight, target) if shunned(foe, effect)]
    kin.sort(key=lambda foe: (abs(place_of(fight, foe) - warded), foe.id))
    return one.id in [foe.id for foe in kin[: effect.amount]]


def shunned(one: Combatant, effect: Ongoing) -> bool:
    """Whether a ward is meant for somebody: of the kind, and with hit dice of its band."""
    return is_victim(one, effect.victims) and effect.hd_min <= hit_dice(one) <= effect.hd_max


# ------------------------------------------------------------ the hit


def eyes_meet(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Eyes meet before a blow; False if whoever meant to strike no longer can."""
    now = basics.fight(scene.state)
    spent = weapon.magic and not attacks_left(scene, now, one, target, weapon)
    if spent and has_extra_attack(scene.rules, one, weapon):
        scene.happen(PowerUsed(one.id, "extra_attack", f"{EXTRA}{weapon.id}", passive=True, rules=("WB-SEQ-02",)))
    if weapon.kind != "melee":
        return True
    meet_eyes(scene, one, target)
    meet_eyes(scene, target, one)
    fight = basics.fight(scene.state)
    return able(fight, fight.combatants[one.id])


def wound_with_powers(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check) -> None:
    """The damage of a hit, with wards and powers; then what else the hit brings."""
    dice, modifiers, amount = scene.rules.damage_of(scene, one, target, weapon, check)
    share, rule, note = share_taken(scene, one, target, weapon)
    if share != 1:
        left = min(1, amount) if share < 0 else ceil(amount * share)
        modifiers = (*modifiers, Modifier(left - amount, rule, note))
        amount = left
        if note == WARD:
            scene.happen(WeaponUseless(target.id, less=share != 0))
    element = weapon.element if weapon.extra is None else ""
    deal(scene, one, target, amount, element, dice, modifiers)
    if weapon.extra is not None and share != 0:
        thrown = weapon.extra.roll(scene.dice, "damage")
        more, added = rolled(weapon.extra, thrown, "WB-ATK-12")
        deal(scene, one, target, more, weapon.element, thrown, added)
    if share != 0:
        riders(scene, one, target, weapon, check)
    answer(scene, one, target, weapon)
    if basics.fight(scene.state).combatants[target.id].condition == "dead":
        rises(scene, target, one.id, "slain")


def damage_of(
    scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check
) -> tuple[tuple[Die, ...], tuple[Modifier, ...], int]:
    """The dice of a hit, what is added, and the sum."""
    damage = weapon.damage
    times = powers(one).stab_rolls if scene.rules.unaware(scene, one, target) else 1
    for it, power in abilities(scene.rules, one):
        if power.dice is not None:
            damage = power.dice(it, scene, target, weapon, check, damage)
        if power.times is not None:
            times = power.times(it, scene, one, weapon) or times
    if weapon.kind != "melee":
        times = 1
    dice = tuple(die for _ in range(times) for die in damage.roll(scene.dice, "damage"))
    added = [(damage.plus * times, "weapon_damage"), (weapon.damage_bonus, "magic_weapon")]
    added.append((against_its_foe(weapon, target), "weapons_foe"))
    held = tuple(shared(scene.state, one))
    if weapon.kind == "melee" and not any(effect.for_strength for effect in held):
        added.append((one.profile.damage, "strength"))
    for effect in held:
        if weapon.kind == "melee" or not effect.for_strength:
            added.append((effect.damage, "lasting"))
        if effect.extra is not None:
            dice += effect.extra.roll(scene.dice, "damage")
            added.append((effect.extra.plus, "lasting"))
    modifiers = tuple(Modifier(amount, "WB-ATK-12", note) for amount, note in added if amount)
    modifiers += scene.rules.damage_circumstances(scene.state, one, weapon)
    total = sum(die.face for die in dice) + sum(modifier.amount for modifier in modifiers)
    total, modifiers = not_below(0, total, modifiers, "WB-ATK-12")
    return dice, modifiers, total


def stands_in(here: Here, one: Combatant, element: str) -> bool:
    """Whether somebody stands on the ground, or in water."""
    return "water" in setting_here(here.state) if element == "water" else not flies(here, one)


def flies(here: Here, one: Combatant) -> bool:
    """Whether somebody is in the air: by wings, or by magic."""
    entry = here.rules.content.monsters.get(powers(one).monster)
    flight = under(here.state, one.id, "moving")
    return (entry is not None and "fly" in entry.move) or (flight is not None and flight.amount > 0)


def share_taken(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> tuple[float, str, str]:
    """What share of a weapon's damage is taken, by which rule and why.

    By wards of magic and of kind, or by a people's luck against the large; the better of these counts alone.
    """
    share, rule, note = weapon_share(here.rules, one, target, weapon), "WB-ATK-12", WARD
    small_missile = weapon.kind == "missile" and weapon.bonus <= 0 and not otherworldly(one)
    if small_missile and under(here.state, target.id, "shielded"):
        return 0.0, rule, note
    made = not powers(one).natural and weapon.id.partition("~")[0] not in UNMETALLIC
    if made and any(e.kind == "banishing" and e.victims == "metal" for e in lasting(here.state, target.id)):
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
    if basics.fight(scene.state).simultaneous:
        blow = Blow(target.id, "damage", one.id, amount, element)
        scene.happen(BlowHeld(target.id, blow, dice, modifiers, rules=(*HIT, "WB-INIT-02")))
        return
    victim = basics.fight(scene.state).combatants[target.id]
    if victim.condition == "dead":
        modifiers, amount = (*modifiers, Modifier(-amount, "WB-DEATH-01", "dead_already")), 0
    if element:
        scene.rules.harm_by(scene, victim, amount, element, HIT, dice, modifiers)
    else:
        scene.rules.harm(scene, victim, amount, HIT, dice, modifiers)
