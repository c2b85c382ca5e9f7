"""The attack roll (chapter «Il Tiro d'Attacco»), melee and missiles."""

from itertools import islice
from math import ceil
from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import distance, fighting, melee_around, with_natural_extremes
from arbitro.rules.whitebox.events import AttackRolled, ShotStrayed
from arbitro.rules.whitebox.numbers import table_level
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.amounts import added_by, strongest_of_each
from arbitro.rules.whitebox.powers.lookups import abilities, powers, shared
from arbitro.rules.whitebox.powers.unseen import UNSEEN_TO_HIT, makes_out
from arbitro.rules.whitebox.rules import AttackRead, Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Fight, State
from arbitro.rules.whitebox.terms import Weapon

BLIND_TO_HIT: Final = -4

ONCE: Final = ("mist", "blind", "averted")
"""Whoever cannot see well sees no worse for a second reason of the same kind."""


_MELEE: Final[tuple[str, ...]] = ("WB-ATK-01", "WB-ATK-04", "WB-MELEE-01")
_MISSILE: Final[tuple[str, ...]] = ("WB-ATK-01", "WB-ATK-04", "WB-RANGED-01")
_MELEE_OF_MONSTERS: Final = (*_MELEE, "WB-ATK-06")
_MISSILE_OF_MONSTERS: Final = (*_MISSILE, "WB-ATK-06")


def weapon_of(one: Combatant, wanted: str) -> Weapon | None:
    """The weapon asked for, the one in hand, or the first."""
    wanted = wanted or one.weapon
    for weapon in one.profile.weapons:
        if not wanted or weapon.id == wanted:
            return weapon
    return None


def to_hit_modifiers(one: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
    """Strength in the hand or Dexterity at range, never both; magic is added (WB-ATK-02, WB-ATK-03)."""
    profile = one.profile
    modifiers: tuple[Modifier, ...] = ()
    if weapon.kind == "melee":
        if profile.strength:
            modifiers = (Modifier(profile.strength, "WB-ATK-02", "strength"),)
    else:
        if profile.dexterity:
            modifiers = (Modifier(profile.dexterity, "WB-ATK-02", "dexterity"),)
        if profile.aim:
            modifiers = (*modifiers, Modifier(profile.aim, "WB-ATK-03", "bonus_race"))
    if weapon.bonus:
        modifiers = (*modifiers, Modifier(weapon.bonus, "WB-ATK-03", "magic_weapon"))
    return modifiers


def base_bonus(rules: Rules, one: Combatant) -> int:
    """The base bonus to hit, from the class's table or the creature's own (WB-ATK-11)."""
    profile = one.profile
    table = rules.numbers.attack.get(profile.class_id)
    return profile.to_hit if table is None else table.bonus(profile.level)


def attack_check(here: Here, one: Combatant, target: Combatant, weapon: Weapon, die: Die) -> AttackRead:
    """Hold a d20 against the target's armour class, on the tables or by the quick method (WB-ATK-05)."""
    profile, foe = one.profile, target.profile
    state, page = here.state, here.rules
    modifiers, armour, row = to_hit_modifiers(one, weapon), foe.armour, 0
    if state.effects or profile.powers is not None or foe.powers is not None:
        more, armour = circumstances(here, one, target, weapon)
        modifiers += more
    options, melee = state.options, weapon.kind == "melee"
    if options["ac_system"] == "ascending":
        base = page.base_bonus(page, one)
        if base:
            modifiers = (Modifier(base, "WB-ATK-11", "base_bonus"), *modifiers)
        needed, against = armour, "armour_ascending"
        rules = (*(_MELEE if melee else _MISSILE), "WB-ATK-05", "WB-ATK-10")
    elif (table := page.numbers.attack.get(profile.class_id)) is None:
        # Monsters stand on no table: their own bonus shifts the row of someone without a class (WB-ATK-04).
        needed, against = armour - profile.to_hit, "armour_descending"
        rules = _MELEE_OF_MONSTERS if melee else _MISSILE_OF_MONSTERS
    else:
        row = table_level(profile.level)
        needed, against = table.printed(row, 19 - armour), "armour_descending"
        rules = (_MELEE if melee else _MISSILE) + table.rules
    total = die.face
    if modifiers:
        for modifier in modifiers:
            total += modifier.amount
    check = Check((die,), total, ">=", needed, total >= needed, modifiers, against)
    if options["natural_extremes"]:
        check = with_natural_extremes(state, check)
    return check, rules, row, armour


def attack_told(one: Combatant, target: Combatant, weapon: str, read: AttackRead) -> AttackRolled:
    """The event of an attack, with the row that it was read on and the armour class that it met."""
    check, cited, row, armour = read
    return AttackRolled(one.profile.id, target.profile.id, weapon, check, check.success, row, armour, rules=cited)


def attacks_a_round(rules: Rules, one: Combatant, weapon: Weapon) -> int:
    """How many attacks somebody has in a round."""
    del rules, weapon
    return one.profile.attacks


def shot_finds(scene: Scene, fight: Fight, one: Combatant, target: Combatant) -> Combatant:
    """A shot into a melee falls on somebody in it by chance, friend or foe (WB-RANGED-02)."""
    exposed = tuple(other for other in melee_around(fight, target, one.id) if other.id != one.id)
    if len(exposed) < 2:
        return target
    die = scene.dice.roll(len(exposed), "stray_shot")
    victim = exposed[die.face - 1]
    among = tuple(other.id for other in exposed)
    scene.happen(ShotStrayed(one.id, target.id, victim.id, die, among, rules=("WB-RANGED-02",)))
    return victim


def circumstances(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> tuple[tuple[Modifier, ...], int]:
    """What powers and lasting effects add to a roll, and the target's armour class under them."""
    if not fighting(here.state):  # a joust knows nothing of them
        return (), target.profile.armour
    found: list[Modifier] = []
    if not makes_out(here, one, target):
        found.append(Modifier(UNSEEN_TO_HIT, "WB-INVIS-02", "unseen"))
    held = tuple(shared(here.state, one))
    if held:
        found += by_lasting_effects(here, held, target, weapon)
    for it, power in abilities(here.rules, one):
        if power.to_hit is not None and (bonus := power.to_hit(it, here, one, target, weapon)):
            found.append(Modifier(bonus, "WB-ATK-03", "own_power"))
    own = powers(one)
    if own.stab_to_hit and weapon.kind == "melee" and here.rules.unaware(here, one, target):
        found.append(Modifier(own.stab_to_hit, "WB-ATK-03", "back_stab"))
    if own.folk:
        found += old_hatred(here.rules, one, target)
    if weapon.kind == "missile":
        found += at_range(here, one, target, weapon)
    if weapon.foe and (more := against_its_foe(weapon, target)):
        found.append(Modifier(more, "WB-ATK-03", "weapons_foe"))
    return tuple(found), armour_under_effects(here.state, one, target, weapon)


def by_lasting_effects(here: Here, held: tuple[Ongoing, ...], target: Combatant, weapon: Weapon) -> list[Modifier]:
    """What adds to a roll of all that somebody is under: bad eyes once for each reason, then what weighs by itself."""
    found: list[Modifier] = []
    counted: set[str] = set()
    weighing: list[Ongoing] = []
    for effect in held:
        if effect.alignment or effect.kind in counted:
            continue
        if effect.kind in ONCE:
            counted.add(effect.kind)
        if effect.to_hit:
            weighing.append(effect)
        if effect.kind == "blind":
            found.append(Modifier(BLIND_TO_HIT, "WB-INVIS-02", "blind"))
        if effect.kind == "averted" and weapon.kind == "melee":
            gazes = (power.averted(it) for it, power in abilities(here.rules, target) if power.averted is not None)
            found += [Modifier(worse, "WB-ATK-03", "averted") for worse in islice(gazes, 1)]
    if weighing:
        found += added_by(here.state, weighing, lambda effect: effect.to_hit, "WB-ATK-03")
    return found


def at_range(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> list[Modifier]:
    """What the distance adds to a shot, by how many times the weapon's range it is (WB-RANGED-01)."""
    if not weapon.range or not here.state.options["missile_ranges"]:
        return []
    times = max(ceil(distance(basics.fight(here.state), one, target) / weapon.range), 1)
    bands = here.rules.content.arms.missile_bands
    value = next((band.value for band in bands if band.low <= times <= band.high), 0)
    return [Modifier(value, "WB-RANGED-01", "range")] if value else []


def against_its_foe(weapon: Weapon, target: Combatant) -> int:
    """How much better a weapon is against the one kind of creature that it was made for."""
    return weapon.foe_bonus - weapon.bonus if powers(target).kind == weapon.foe else 0


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


def armour_under_effects(state: State, one: Combatant, target: Combatant, weapon: Weapon) -> int:
    """The target's armour class with what lasts on it, and what makes attacks on it harder."""
    armour = target.profile.armour
    if not state.effects and target.profile.powers is None:
        return armour
    held = [effect for effect in shared(state, target) if effect.alignment in ("", one.profile.alignment)]
    if not held:
        return armour
    shot = weapon.kind == "missile"

    def betters(effect: Ongoing) -> int:
        return effect.armour - effect.attackers + (effect.missile_armour if shot else 0)

    better = sum(int(worth) for _, worth in strongest_of_each(state, held, betters))
    return max((armour, *(effect.base_armour for effect in held))) + better
