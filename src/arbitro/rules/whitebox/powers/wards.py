"""What does not harm whom: immunities, wards against weapons and spells, resistance, weakness, things that split."""

from math import ceil
from typing import TYPE_CHECKING, Final

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.damage import Landing, harm
from arbitro.rules.whitebox.events import PerilFaced, Yielded
from arbitro.rules.whitebox.joining import join
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.amounts import added_by, strongest_of_each
from arbitro.rules.whitebox.powers.changes import SpellDrunk
from arbitro.rules.whitebox.powers.durations import begin, lasts_until, put_off
from arbitro.rules.whitebox.powers.events import Divided, FactsTold, HpRegained, MagicResisted, Unaffected
from arbitro.rules.whitebox.powers.lookups import (
    abilities,
    ask_referee,
    drunk_by,
    lasting,
    powers,
    renamed,
    shared,
    under,
)
from arbitro.rules.whitebox.reckoning import not_above
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.saves import face
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.special import (
    Absorption,
    MagicResistance,
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
from arbitro.rules.whitebox.state import Blow, Combatant, Peril
from arbitro.rules.whitebox.terms import Threat, Weapon

if TYPE_CHECKING:
    from arbitro.rules.whitebox.powers.aiming import Working

OTHERWORLDLY: Final = ("construct", "demon", "dragon", "elemental", "planar", "undead")
"""Creatures whose bare attacks hurt what only magic hurts (ours)."""
_ENCHANTMENTS: Final = ("sleep", "charm", "hold", "confusion", "feeblemind")
_MAGIC_DANGERS: Final = ("spells_staves", "wands_rays")
LEAST_TO_SPLIT: Final = 2


# ------------------------------------------------------------ dangers


def immune(here: Here, one: Combatant, element: str, source: str = "") -> bool:
    """Whether nothing of this kind harms somebody."""
    proof = immunities(here.rules, one)
    if element in proof or (element in _ENCHANTMENTS and "enchantment" in proof):
        return True
    if element == "paralysis" and powers(one).folk and paralysis_of_the_dead(here, one, source):
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
    if threat.save and threat.danger is None and scene.state.options["saving_throws"] == "matrix":
        # The matrix needs a column, and only the referee can say which one fits (WB-SAVE-09).
        scene.happen(PerilFaced(one.id, Peril(one.id, threat, source), rules=("WB-SAVE-09",)))
        return
    face(scene, one, threat, source)


def save_circumstances(here: Here, one: Combatant, threat: Threat, source: str) -> tuple[Modifier, ...]:
    """What powers and lasting effects add to a save."""
    modifiers: tuple[Modifier, ...] = ()
    for it, power in abilities(here.rules, one):
        if power.saves is not None and (modifier := power.saves(it, threat)) is not None:
            modifiers += (modifier,)
    if not here.state.effects and one.profile.powers is None:
        return modifiers
    attacker = here.state.fight.combatants.get(source) if here.state.fight is not None else None
    foe = "" if attacker is None else attacker.profile.alignment
    helping = [
        effect
        for effect in shared(here.state, one)
        if effect.saves and effect.alignment in ("", foe) and effect.saves_vs in ("", threat.element)
    ]
    if not helping:
        return modifiers
    return (*modifiers, *added_by(here.state, helping, lambda effect: effect.saves, "WB-SAVE-10"))


# ------------------------------------------------------------ damage of an element


def harm_by(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Damage made of something: less, more, none or the contrary of it for some."""
    blow, dice, rules, modifiers = landing.blow, landing.dice, landing.rules, landing.modifiers
    element = blow.element
    if one.profile.powers is None and one.id not in scene.state.effects:
        harm(scene, one, blow.amount, rules, dice, modifiers)
        return
    nature = abilities(scene.rules, one)
    for it, power in nature:
        if power.instead is not None and power.instead(it, scene, one, landing):
            return
    if scene.rules.immune(scene, one, element):
        scene.happen(Unaffected(one.id, "immune", dice))
        return
    left, softer = softened(scene, one, blow.amount, element, save=blow.save)
    for it, power in nature:
        if power.slows is not None:
            power.slows(it, scene, one, element)
    harm(scene, one, left, rules, dice, modifiers + softer)
    for it, power in nature:
        if power.sears is not None:
            power.sears(it, scene, one, left, element)


def softened(
    here: Here, one: Combatant, amount: int, element: str, *, save: bool = False
) -> tuple[int, tuple[Modifier, ...]]:
    """What is left of damage of an element, and why; some protection counts where no save is allowed."""
    factor = 1.0
    for it, power in abilities(here.rules, one):
        if power.factor is not None:
            factor *= power.factor(it, element)

    def spares(effect: Ongoing) -> float:
        return 1 - (effect.factor if save else effect.factor * effect.unsaved)

    alike = (
        effect for effect in lasting(here.state, one.id) if effect.kind == "resisting" and effect.element == element
    )
    held = strongest_of_each(here.state, alike, spares)
    for _, spared in held:
        factor *= 1 - spared
    left = ceil(amount * factor) if factor < 1 else int(amount * factor)
    change = left - amount
    by = tuple(effect.source for effect, _ in held if effect.source)
    return left, (Modifier(change, "WB-ATK-12", "resistance", by),) if change else ()


def sear(it: Regeneration, scene: Scene, one: Combatant, amount: int, element: str) -> None:
    """Wounds that do not close by themselves, because of what dealt them."""
    if amount > 0 and element in it.stopped_by:
        begin(scene, one.id, Ongoing(kind="seared", amount=amount, magical=False))


def slow(it: Slowed, scene: Scene, one: Combatant, element: str) -> None:
    """Some elements slow a creature to half."""
    if element in it.by:
        until = lasts_until(scene.state, it.rounds)
        begin(scene, one.id, Ongoing(kind="slowed", until=until, factor=0.5, magical=False))


def absorb(it: Absorption, scene: Scene, one: Combatant, landing: Landing) -> bool:
    """Damage of its element heals a creature."""
    if it.element != landing.blow.element:
        return False
    wound = (landing.blow.amount, landing.modifiers)
    healed, added = not_above(one.profile.max_hp - one.hp, wound, "WB-HEAL-03")
    scene.happen(HpRegained(one.id, healed, one.hp + healed, landing.dice, modifiers=added))
    return True


def divide(it: Split, scene: Scene, one: Combatant, landing: Landing) -> bool:
    """A creature splits into two of half its hit points; too small to split, nothing happens to it."""
    if it.by != landing.blow.element:
        return False
    small = one.hp < LEAST_TO_SPLIT
    if small or landing.dice:
        scene.happen(Unaffected(one.id, "immune", landing.dice))
    if small:
        return True
    half = one.hp // 2
    scene.happen(Divided(one.id, one.hp - half))
    fight = basics.fight(scene.state)
    number = 2
    while f"{one.id}~{number}" in fight.combatants:
        number += 1
    twin = renamed(one, f"{one.id}~{number}")
    join(scene, one.profile.side, (Member(twin, Amount(plus=half), one.at),))
    return True


def resists(it: Resistance | Weakness, element: str) -> float:
    """What share of the damage of its element a creature takes."""
    return it.factor if it.element == element else 1.0


def inborn_save(it: SaveBonus, threat: Threat) -> Modifier | None:
    """Some save better against magic."""
    return Modifier(it.bonus, "WB-SAVE-10", "bonus_race") if threat.danger in _MAGIC_DANGERS else None


def weak_save(it: Weakness, threat: Threat) -> Modifier | None:
    """Some save worse against an element."""
    weak = it.save_modifier and it.element == threat.element
    return Modifier(it.save_modifier, "WB-SAVE-01", "weakness") if weak else None


# ------------------------------------------------------------ weapons


def harmed_by_magic(it: WeaponWard, one: Combatant, weapon: Weapon) -> float:
    """Only magic weapons of a bonus or better harm some, or silver where that helps."""
    if weapon.bonus >= it.plus or otherworldly(one):
        return it.magic_factor
    return it.silver_factor if it.silver and weapon.silver else 0.0


def hardly_harmed(it: WeaponProof, one: Combatant, weapon: Weapon) -> float:
    """Some kinds of weapon do little or nothing to some."""
    del one
    kinds = {"blunt": weapon.blunt, "edged": weapon.edged, "missile": weapon.kind == "missile"}
    if not any(kinds[kind] for kind in it.kinds) or (it.magic == "full" and weapon.bonus > 0):
        return 1.0
    return {"none": 0.0, "half": 0.5, "one": -1.0}[it.damage]


def otherworldly(one: Combatant) -> bool:
    """Whether somebody's bare attacks count as magic."""
    powers = one.profile.powers
    return powers is not None and powers.natural and powers.kind in OTHERWORLDLY


# ------------------------------------------------------------ spells


def spell_fails(scene: Scene, one: Combatant, working: "Working", element: str) -> bool:
    """Whether magic does not touch somebody: a shell, a ward of their kind, or their resistance."""
    state = scene.state
    if under(state, one.id, "spell_proof") or "spells" in immunities(scene.rules, one):
        scene.happen(Unaffected(one.id, "warded"))
        return True
    if is_drunk(scene, one, spell_level_of(working)):
        return True
    return any(
        power.wards(it, scene, one, working, element)
        for it, power in abilities(scene.rules, one)
        if power.wards is not None
    )


def spell_level_of(working: "Working") -> int:
    """The level that magic at work counts as: the lowest at which a list has its spell; 1 for what is no spell."""
    return min(working.spell.lists.values(), default=1) if working.spell is not None else 1


def is_drunk(scene: Scene, one: Combatant, spell_level: int) -> bool:
    """Whether a thing in somebody's hand drinks a spell; each thing has its own thirst.

    Of spells of one moment none comes first: each is measured against what the thing could drink before (WB-INIT-02).
    """
    fight = scene.state.fight
    tied = fight.round if fight is not None and basics.simultaneous(fight) else 0
    for thing in lasting(scene.state, one.id):
        if thing.kind != "drinking":
            continue
        left = max(thing.amount - drunk_by(one, thing.form), 0)
        if 0 < spell_level <= thing.amount - drunk_by(one, thing.form, but=tied):
            rules = ("WB-SPELL-04", "WB-INIT-02") if tied else ("WB-SPELL-04",)
            after = max(left - spell_level, 0)
            scene.happen(SpellDrunk(one.id, spell_level, after, left, thing.form, tied, rules=rules))
            return True
    return False


def warded(it: SpellWard, scene: Scene, one: Combatant, working: "Working", element: str) -> bool:
    """Some spells do not touch somebody at all."""
    if not keeps_out(it, working, element):
        return False
    scene.happen(Unaffected(one.id, "warded"))
    return True


def keeps_out(it: SpellWard, working: "Working", element: str) -> bool:
    """Whether a spell is one of those that do not touch its owner."""
    strong = spell_level_of(working) > it.max_level or (it.caster_below and working.level >= it.caster_below)
    return not (element in it.but or working.name in it.but or strong)


def proof_against(here: Here, one: Combatant, working: "Working", element: str) -> bool:
    """Whether magic does nothing to somebody without any die, so that nobody who knows the kind would try."""
    if under(here.state, one.id, "spell_proof") or "spells" in immunities(here.rules, one):
        return True
    kept = (power.keeps_out(it, working, element) for it, power in abilities(here.rules, one) if power.keeps_out)
    if any(kept):
        return True
    return bool(element) and here.rules.immune(here, one, element, working.by)


def shrugs_off(it: MagicResistance, scene: Scene, one: Combatant, working: "Working", element: str) -> bool:
    """Whether a spell fails on somebody; who may know their numbers sees the roll."""
    del working, element
    die = scene.dice.roll(100, "magic_resistance")
    check = held_against((die,), (), "<=", it.percent - 1, "magic_resistance")
    scene.happen(MagicResisted(one.id, check, check.success))
    return check.success


def immunities(rules: Rules, one: Combatant) -> set[str]:
    """The elements and perils that do not touch somebody by their nature."""
    return {kind for it, power in abilities(rules, one) if power.proof is not None for kind in power.proof(it)}


# ------------------------------------------------------------ the last moment


def leave(scene: Scene, who: str, rules: tuple[str, ...] = ()) -> None:
    """Somebody is no longer in the fight."""
    if not put_off(scene, Blow(who, "leave", who), rules=rules):
        scene.happen(Yielded(who, "fled", rules=rules))


def rises(scene: Scene, one: Combatant, source: str, how: str) -> None:
    """Remind the referee, once a death, of victims that rise again as something else."""
    killer = basics.fight(scene.state).combatants.get(source)
    reminded = any(
        isinstance(event, FactsTold) and (event.entry, event.who, event.target) == ("spawn", source, one.id)
        for event in scene.events
    )
    if killer is None or reminded:  # a touch that drains the last level slays as well
        return
    if any(power.rises(it, how) for it, power in abilities(scene.rules, killer) if power.rises is not None):
        ask_referee(scene, killer.id, "advice", "spawn", one.id)
