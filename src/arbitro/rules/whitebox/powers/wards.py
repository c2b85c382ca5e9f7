"""What does not harm whom: immunities, wards against weapons and spells, resistance, weakness, things that split."""

from math import ceil
from typing import Final

from arbitro.dice.amount import Amount
from arbitro.dice.stream import REFEREE, Die
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.rules.whitebox import basics, saves
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.damage import put_off
from arbitro.rules.whitebox.enchantment import Spell as ListedSpell
from arbitro.rules.whitebox.events import Yielded
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.changes import SpellDrunk
from arbitro.rules.whitebox.powers.effects import begin, finish, lasts_until
from arbitro.rules.whitebox.powers.events import Divided, HpRegained, MagicResisted, Unaffected
from arbitro.rules.whitebox.powers.lookups import lasting, powers, renamed, shared, specials, under
from arbitro.rules.whitebox.reckoning import not_above
from arbitro.rules.whitebox.rounds import join
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.special import (
    Absorption,
    Immunity,
    LastStrike,
    MagicResistance,
    MistAtZero,
    Regeneration,
    Resistance,
    SaveBonus,
    Slowed,
    SpellWard,
    Split,
    Weakness,
    WeaponProof,
    WeaponWard,
)
from arbitro.rules.whitebox.state import Blow, Combatant, Condition
from arbitro.rules.whitebox.terms import Threat, Weapon

OTHERWORLDLY: Final = ("construct", "demon", "dragon", "elemental", "planar", "undead")
"""Creatures whose bare attacks hurt what only magic hurts (ours)."""
_ENCHANTMENTS: Final = ("sleep", "charm", "hold", "confusion", "feeblemind")
_MAGIC_DANGERS: Final = ("spells_staves", "wands_rays")
LEAST_TO_SPLIT: Final = 2


# ------------------------------------------------------------ dangers


def immune(here: Here, one: Combatant, element: str, source: str = "") -> bool:
    """Whether nothing of this kind harms somebody."""
    for special in specials(here.rules, one, Immunity):
        if element in special.to or (element in _ENCHANTMENTS and "enchantment" in special.to):
            return True
    if element == "paralysis" and paralysis_of_the_dead(here, one, source):
        return True
    return any(
        effect.kind == "resisting" and effect.element == element and effect.factor == 0
        for effect in lasting(here.state, one.id)
    )


def paralysis_of_the_dead(here: Here, one: Combatant, source: str) -> bool:
    """Whether somebody's people does not fear the touch of the undead that paralyses."""
    folk = here.rules.content.peoples.get(powers(one).folk)
    killer = here.state.fight.combatants.get(source) if here.state.fight is not None else None
    if folk is None or killer is None or not powers(killer).undead:
        return False
    return "undead_paralysis" in folk.immune


def endanger(scene: Scene, one: Combatant, threat: Threat, source: str) -> None:
    """Let somebody face a danger, unless it is of a kind that does not touch them."""
    if threat.element and scene.rules.immune(scene, one, threat.element, source):
        scene.happen(Unaffected(one.id, "immune"))
        return
    held = threat.ongoing is not None and threat.ongoing.kind in ("gripped", "webbed")
    if held and under(scene.state, one.id, "slippery"):
        scene.happen(Unaffected(one.id, "slips_out"))
        return
    saves.endanger(scene, one, threat, source)


def save_circumstances(here: Here, one: Combatant, threat: Threat, source: str) -> tuple[Modifier, ...]:
    """What the danger, powers and lasting effects add to a save."""
    modifiers = saves.save_circumstances(here, one, threat, source)
    if threat.danger in _MAGIC_DANGERS:
        modifiers += tuple(
            Modifier(special.bonus, "WB-SAVE-10", "bonus_race") for special in specials(here.rules, one, SaveBonus)
        )
    for special in specials(here.rules, one, Weakness):
        if special.save_modifier and special.element == threat.element:
            modifiers += (Modifier(special.save_modifier, "WB-SAVE-01", "weakness"),)
    if not here.state.effects and one.profile.powers is None:
        return modifiers
    attacker = here.state.fight.combatants.get(source) if here.state.fight is not None else None
    for effect in shared(here.state, one):
        foe = effect.alignment
        if foe and (attacker is None or attacker.profile.alignment != foe):
            continue
        if effect.saves and effect.saves_vs in ("", threat.element):
            modifiers += (Modifier(effect.saves, "WB-SAVE-10", "bonus_magic"),)
    return modifiers


# ------------------------------------------------------------ damage of an element


def harm_by(
    scene: Scene,
    one: Combatant,
    amount: int,
    element: str,
    rules: tuple[str, ...],
    dice: tuple[Die, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
    *,
    save: bool = False,
) -> None:
    """Damage made of something: less, more, none or the contrary of it for some."""
    if one.profile.powers is None and one.id not in scene.state.effects:
        scene.rules.harm(scene, one, amount, rules, dice, modifiers)
        return
    if any(special.by == element for special in specials(scene.rules, one, Split)):
        divide(scene, one, dice)
        return
    if any(special.element == element for special in specials(scene.rules, one, Absorption)):
        healed, added = not_above(one.profile.max_hp - one.hp, (amount, modifiers), "WB-HEAL-03")
        scene.happen(HpRegained(one.id, healed, one.hp + healed, dice, modifiers=added))
        return
    if scene.rules.immune(scene, one, element):
        scene.happen(Unaffected(one.id, "immune", dice))
        return
    left, softer = softened(scene, one, amount, element, save=save)
    for special in specials(scene.rules, one, Slowed):
        if element in special.by:
            until = lasts_until(scene.state, special.rounds)
            begin(scene, one.id, Ongoing(kind="slowed", until=until, factor=0.5, magical=False))
    scene.rules.harm(scene, one, left, rules, dice, modifiers + softer)
    sear(scene, one, left, element)


def softened(
    here: Here, one: Combatant, amount: int, element: str, *, save: bool = False
) -> tuple[int, tuple[Modifier, ...]]:
    """What is left of damage of an element, and why; some protection counts where no save is allowed."""
    factor = 1.0
    for special in specials(here.rules, one, Resistance):
        if special.element == element:
            factor *= special.factor
    for weakness in specials(here.rules, one, Weakness):
        if weakness.element == element:
            factor *= weakness.factor
    for effect in lasting(here.state, one.id):
        if effect.kind == "resisting" and effect.element == element:
            factor *= effect.factor if save else effect.factor * effect.unsaved
    left = ceil(amount * factor) if factor < 1 else int(amount * factor)
    change = left - amount
    return left, (Modifier(change, "WB-ATK-12", "resistance"),) if change else ()


def sear(scene: Scene, one: Combatant, amount: int, element: str) -> None:
    """Wounds that do not close by themselves, because of what dealt them."""
    if amount > 0 and any(element in special.stopped_by for special in specials(scene.rules, one, Regeneration)):
        begin(scene, one.id, Ongoing(kind="seared", amount=amount, magical=False))


def divide(scene: Scene, one: Combatant, dice: tuple[Die, ...]) -> None:
    """A creature splits into two of half its hit points; too small to split, nothing happens to it."""
    if one.hp < LEAST_TO_SPLIT:
        scene.happen(Unaffected(one.id, "immune", dice))
        return
    half = one.hp // 2
    if dice:
        scene.happen(Unaffected(one.id, "immune", dice))
    scene.happen(Divided(one.id, one.hp - half))
    fight = basics.fight(scene.state)
    number = 2
    while f"{one.id}~{number}" in fight.combatants:
        number += 1
    twin = renamed(one, f"{one.id}~{number}")
    join(scene, one.profile.side, (Member(twin, Amount(plus=half), one.at),))


# ------------------------------------------------------------ weapons


def weapon_share(rules: Rules, one: Combatant, target: Combatant, weapon: Weapon) -> float:
    """What share of a weapon's damage somebody takes: 1 as a rule, 0 for who is proof against it; -1: one point."""
    share = 1.0
    for ward in specials(rules, target, WeaponWard):
        magic = weapon.bonus >= ward.plus or otherworldly(one)
        if not magic and not (ward.silver and weapon.silver):
            return 0.0
        share = min(share, ward.magic_factor if magic else ward.silver_factor)
    for proof in specials(rules, target, WeaponProof):
        kinds = {"blunt": weapon.blunt, "edged": weapon.edged, "missile": weapon.kind == "missile"}
        if any(kinds[kind] for kind in proof.kinds) and not (proof.magic == "full" and weapon.bonus > 0):
            share = min(share, {"none": 0.0, "half": 0.5, "one": -1.0}[proof.damage])
    return share


def otherworldly(one: Combatant) -> bool:
    """Whether somebody's bare attacks count as magic."""
    powers = one.profile.powers
    return powers is not None and powers.natural and powers.kind in OTHERWORLDLY


# ------------------------------------------------------------ spells


def spell_fails(scene: Scene, one: Combatant, spell: ListedSpell | None, name: str, level: int, element: str) -> bool:
    """Whether magic does not touch somebody: a shell, a ward of their kind, or their resistance."""
    state = scene.state
    if under(state, one.id, "spell_proof") or "spells" in immunities(scene.rules, one):
        scene.happen(Unaffected(one.id, "warded"))
        return True
    spell_level = min(spell.lists.values(), default=1) if spell is not None else 1
    for thing in lasting(state, one.id):
        left = thing.amount - one.spent.count("drunk") if thing.kind == "drinking" else 0
        if 0 < spell_level <= left:
            scene.happen(SpellDrunk(one.id, spell_level, left - spell_level, rules=("WB-SPELL-04",)))
            return True
    for ward in specials(scene.rules, one, SpellWard):
        if element in ward.but or name in ward.but or spell_level > ward.max_level:
            continue
        if ward.caster_below and level >= ward.caster_below:
            continue
        scene.happen(Unaffected(one.id, "warded"))
        return True
    for resistance in specials(scene.rules, one, MagicResistance):
        die = scene.dice.stream(REFEREE).roll(100, "magic_resistance")
        check = held_against((die,), (), "<=", resistance.percent - 1, "magic_resistance")
        scene.happen(MagicResisted(one.id, check, check.success))
        if check.success:
            return True
    return False


def immunities(rules: Rules, one: Combatant) -> set[str]:
    """The elements and perils that do not touch somebody by their nature."""
    return {kind for special in specials(rules, one, Immunity) for kind in special.to}


# ------------------------------------------------------------ the last moment


def end_of(rules: Rules, one: Combatant) -> Condition:
    """What becomes of somebody with powers at 0 hit points: some turn to mist and go home."""
    return "fled" if specials(rules, one, MistAtZero) else "dead"


def is_hurt(scene: Scene, one: Combatant, amount: int) -> None:
    """Pain wakes and breaks concentration, and some strike once more as they fall."""
    if scene.state.effects and amount > 0:
        pain(scene, one.id)
    if one.profile.powers is not None and specials(scene.rules, one, LastStrike):
        fallen = basics.fight(scene.state).combatants[one.id]
        if fallen.condition == "dead" and "last_strike" not in fallen.spent:
            scene.rules.strike_at_last(scene, fallen)


def pain(scene: Scene, who: str) -> None:
    """A wound ends what pain ends, on the victim and on those whom the victim's concentration holds."""
    for other, effects in scene.state.effects.items():
        for effect in effects:
            wakes = other == who and effect.kind == "asleep"
            if wakes or (effect.ends_on_hurt and effect.by == who):
                finish(scene, other, effect)


def leave(scene: Scene, who: str, rules: tuple[str, ...] = ()) -> None:
    """Somebody is no longer in the fight."""
    if not put_off(scene, Blow(who, "leave", who), rules=rules):
        scene.happen(Yielded(who, "fled", rules=rules))
