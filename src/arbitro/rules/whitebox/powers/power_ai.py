"""How the automatic player uses powers, in the order in which it thinks.

Whoever fights a creature whose eyes have been seen to kill looks away. A cleric of Law stands against the undead first
of all. A caster heals a friend within reach who has lost half their hit points, otherwise casts what harms the enemy:
sleep on those weak enough, area spells where they catch no friend. Creatures use a power that harms as soon as it
reaches, breath every other round, calls for help when outnumbered, and leave by magic when nearly dead. Potions of
healing are drunk below half; wands and scrolls go before blows. Oil goes at strong foes before they close, and is lit
in the next turn. Empty hands take up what they have thrown. Those whose blows have been seen to do nothing, and who
have nothing better, run.

In the referee's chair it rolls for creatures that may notice the unseen, and breaks off a fight that has lasted a
hundred rounds, or ten in which nobody struck.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Command
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.basics import able, melee_around, members
from arbitro.rules.whitebox.people.arms import FISTS
from arbitro.rules.whitebox.powers.aiming import (
    Working,
    caught_in,
    chosen,
    effects_of,
    manners,
    may_release,
    spell_targets,
    spell_working,
)
from arbitro.rules.whitebox.powers.commands import (
    AvertEyes,
    LightOil,
    PickUp,
    ThrowOil,
    TurnUndead,
    UseDevice,
    UsePower,
)
from arbitro.rules.whitebox.powers.devices import (
    device_left,
    device_manners,
    device_targets,
    device_working,
    is_drunk,
    parts_in_use,
)
from arbitro.rules.whitebox.powers.lookups import has_flame, hit_dice, is_victim, powers, under, usable_powers
from arbitro.rules.whitebox.powers.monster_actions import its_own_working, power_targets
from arbitro.rules.whitebox.powers.oil import flask_in_hand
from arbitro.rules.whitebox.powers.registry import UsablePower, aims_at_foes, magic_of
from arbitro.rules.whitebox.powers.state import Device
from arbitro.rules.whitebox.powers.throwing import within_grasp
from arbitro.rules.whitebox.powers.turning import undead
from arbitro.rules.whitebox.powers.unseen import invisible
from arbitro.rules.whitebox.powers.wards import proof_against
from arbitro.rules.whitebox.prepared_spells import castable
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, State
from arbitro.rules.whitebox.terms import Spell
from arbitro.rules.whitebox.whose_turn import has_acted

STRONG: Final = 3
"""Hit dice from which a foe is worth a flask of oil."""
IN_VAIN: Final = 3
"""Blows that did nothing before somebody gives up."""


# ------------------------------------------------------------ the referee


# ------------------------------------------------------------ instead of a blow


def use_of_powers(here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    """What somebody would rather do than strike, best first; after a blow, only what does not take its place."""
    acted = has_acted(fight, one)
    if not acted and fight.lying and all(weapon.id == FISTS.id for weapon in one.profile.weapons):
        yield from (PickUp(one.id, thing.item) for thing in within_grasp(here.state, one))
    if one.profile.powers is None and not here.state.effects:
        return
    if any("gaze" in foe.spent for foe in foes) and not under(here.state, one.id, "averted"):
        yield AvertEyes(one.id)
    for kind in () if acted else dict.fromkeys(powers(foe).monster for foe in undead(here.state, one)):
        yield TurnUndead(one.id, kind)
    for key, usable in usable_powers(here.rules, one).items():
        if (usable.use.a_step or not acted) and usable.use.worth(usable.power, here, fight, one, foes):
            yield from (UsePower(one.id, key, target.id) for target in best_targets(here, one, usable, foes))
    if acted:
        return
    for device in powers(one).devices:
        yield from device_wishes(here, one, device, foes)
    yield from oil_wishes(here.state, fight, one, foes)


def best_targets(here: Here, one: Combatant, usable: UsablePower, foes: list[Combatant]) -> list[Combatant]:
    """Whom a power is turned on, the best first."""
    possible = list(power_targets(here, one, usable))
    return possible if usable.use.best is None else usable.use.best(usable.power, here, one, possible, foes)


def always(it: object, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> bool:
    """A power that is worth any round."""
    del it, here, fight, one, foes
    return True


def never(it: object, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> bool:
    """A power that is left to those who make plans."""
    del it, here, fight, one, foes
    return False


def every_other_round(
    it: special_kinds.Breath, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]
) -> bool:
    """Breath goes before claws in every other round; what only stops people is for those who can move."""
    del here, one
    return fight.round % 2 == 1 and (any(able(fight, foe) for foe in foes) or it.effect == "damage")


def outnumbered(it: object, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> bool:
    """Help is called against more than one."""
    del it, here, fight, one
    return len(foes) > 1


def out_of_reach(it: object, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> bool:
    """What reaches farther than a blow goes at those whom no blow reaches."""
    del it, here, fight
    return all(abs(foe.at - one.at) > MELEE_REACH for foe in foes)


def nearly_dead(it: object, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> bool:
    """Whoever can leave by magic does so at the last."""
    del it, here, fight, foes
    return one.hp * 3 < one.began


def at_first(it: object, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> bool:
    """Webs are spun before the fight is on."""
    del it, here, one, foes
    return fight.round <= 2


def small_fry(it: special_kinds.Whirlwind, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> bool:
    """A whirlwind is for those whom it can sweep away."""
    del here, fight, one
    return any(hit_dice(foe) <= it.hd_max for foe in foes)


def spell_wanted(it: special_kinds.SpellLike, here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> bool:
    """What hides goes first of all; otherwise what harms the enemy, but for other shapes."""
    del foes
    parts = here.rules.content.find_spell(it.spell)[1]
    kinds = [(part, magic_of(here.rules, part)) for part in parts]
    if any(kind.hides for _, kind in kinds):
        return fight.round <= 1 and not invisible(here, one)
    return any(kind.inborn and aims_at_foes(here.rules, part) for part, kind in kinds)


def spell_aimed(
    it: special_kinds.SpellLike, here: Here, one: Combatant, possible: list[Combatant], foes: list[Combatant]
) -> list[Combatant]:
    """A creature's spell goes at those on whom it can take hold, or on itself."""
    parts = here.rules.content.find_spell(it.spell)[1]
    harms = any(aims_at_foes(here.rules, part) for part in parts)
    return worthy(here, one, possible, parts, foes, its_own_working(it, here.rules, one)) if harms else [one]


def catching_most(
    it: special_kinds.Breath, here: Here, one: Combatant, possible: list[Combatant], foes: list[Combatant]
) -> list[Combatant]:
    """Where it catches most enemies and fewest friends."""
    del foes
    fight = basics.fight(here.state)
    return sorted(possible, key=lambda target: -balance(one, caught_in(fight, one, target, it.area)))


def balance(one: Combatant, caught: Iterable[Combatant]) -> int:
    """Enemies caught, less two for each friend."""
    return sum(1 if other.profile.side != one.profile.side else -2 for other in caught)


def worthy(
    here: Here,
    one: Combatant,
    possible: Iterable[Combatant],
    parts: tuple[effect_kinds.AnyEffect, ...],
    foes: list[Combatant],
    working: Working,
) -> list[Combatant]:
    """Targets on whom magic can take hold, the best first; no friend must suffer."""
    state, fight = here.state, basics.fight(here.state)
    kinds = [(part, magic_of(here.rules, part)) for part in parts]
    harms = tuple(harms_of(here.rules, parts, working))
    order = {foe.id: number for number, foe in enumerate(foes)}
    found = []
    for target in possible:
        if target.id not in order or not all(
            kind.takes_hold is None or kind.takes_hold(part, target) for part, kind in kinds
        ):
            continue
        if lost_on(here, target, harms):
            continue
        areas = (kind.area(part) for part, kind in kinds if kind.area is not None)
        area = next((area for area in areas if area is not None), None)
        bursts = any(kind.bursts for _, kind in kinds)
        caught = caught_in(fight, one, target, area, bursts=bursts)
        worth = balance(one, (other for other in caught if not lost_on(here, other, harms))) if area is not None else 1
        if worth > 0 and not under(state, target.id, "asleep", "held", "webbed"):
            found.append((-worth, order[target.id], target))
    found.sort(key=lambda entry: entry[:2])
    return [target for _, _, target in found]


def harms_of(rules: Rules, parts: Iterable[effect_kinds.AnyEffect], working: Working) -> Iterator[tuple[Working, str]]:
    """What of an effect harms the enemy: the magic at work, that of a thing's spell too, and what it is made of."""
    for part in parts:
        if (spell_in := magic_of(rules, part).spell) is not None:
            name = spell_in(part).spell
            facts, inner = rules.content.find_spell(name)
            yield from harms_of(rules, inner, replace(working, source=f"spell:{name}", spell=facts))
        elif aims_at_foes(rules, part):
            yield working, magic_of(rules, part).element(part)


def lost_on(here: Here, one: Combatant, harms: tuple[tuple[Working, str], ...]) -> bool:
    """Whether none of it does anything to somebody: sleep on the undead, fire on what lives in it."""
    return bool(harms) and all(proof_against(here, one, working, element) for working, element in harms)


def a_matter_of_plans(part: object, target: Combatant) -> bool:
    """Where a wall or a task is of use is a matter of plans, which it does not make."""
    del part, target
    return False


def illusion(part: effect_kinds.Narrated, target: Combatant) -> bool:
    """What is only told and can be saved against is a matter of plans too."""
    del target
    return part.save is None


def weak_enough(part: effect_kinds.Sleep, target: Combatant) -> bool:
    """Whether somebody looks weak enough to fall asleep."""
    return powers(target).plus <= 1 and any(row.dice_min <= hit_dice(target) <= row.dice_max for row in part.rows)


def right_kind(part: effect_kinds.Charm | effect_kinds.Hold, target: Combatant) -> bool:
    """Whether somebody is of the kind that magic takes hold of."""
    return is_victim(target, part.victims) and hit_dice(target) >= getattr(part, "hd_from", 0)


def of_the_class(part: effect_kinds.Feeblemind, target: Combatant) -> bool:
    """Whether somebody has a mind that such magic can take."""
    return not part.classes or target.profile.class_id in part.classes


def no_stronger(part: effect_kinds.Slay, target: Combatant) -> bool:
    """Whether somebody looks weak enough to be slain outright."""
    return not part.hd_max or hit_dice(target) <= part.hd_max


def weak_of_heart(part: effect_kinds.Rout, target: Combatant) -> bool:
    """Whether somebody looks weak enough to be put to flight."""
    return not part.hd_below or hit_dice(target) < part.hd_below


def the_hurt(one: Combatant, possible: tuple[Combatant, ...]) -> list[Combatant]:
    """Those who have lost half their hit points, the worst first."""
    del one
    hurt = [friend for friend in possible if 2 * friend.hp <= friend.profile.max_hp]
    return sorted(hurt, key=lambda friend: friend.hp)


def the_charmed(one: Combatant, possible: tuple[Combatant, ...]) -> list[Combatant]:
    """Those who are under a charm."""
    del one
    return [friend for friend in possible if friend.condition == "charmed"]


# ------------------------------------------------------------ spells


def worth_casting(here: Here, one: Combatant, foes: list[Combatant]) -> Iterable[Spell]:
    """Healing for a friend in need, then what harms the enemy; the rest stays in memory."""
    spells = castable(one)
    if all(spell.threat is not None for spell in spells):
        return spells
    first = [spell for spell in spells if spell.threat is not None]
    for spell in spells:
        if spell.threat is None and any(True for _ in spell_aims(here, one, spell, foes)):
            heals = any(magic_of(here.rules, part).first for part in effects_of(here.rules, spell))
            first.insert(0, spell) if heals else first.append(spell)
    return first


def spell_aims(here: Here, one: Combatant, spell: Spell, foes: list[Combatant]) -> Iterable[tuple[str, str]]:
    """At whom a spell goes, and in which manner."""
    if spell.threat is not None:
        if one.prepared:  # whoever was named for it
            yield "", ""
        yield foes[0].id, ""
        return
    possible = spell_targets(here, one, spell)
    working = spell_working(here.rules, one, spell)
    for manner in manners(here.rules, spell):
        parts = chosen(effects_of(here.rules, spell), manner)
        for target in aims_of(here, one, possible, parts, foes, working):
            if may_release(here, one, target, spell, manner) is None:
                yield target.id, manner


def aims_of(
    here: Here,
    one: Combatant,
    possible: tuple[Combatant, ...],
    parts: tuple[effect_kinds.AnyEffect, ...],
    foes: list[Combatant],
    working: Working,
) -> list[Combatant]:
    """Those whom it makes sense to cast effects at."""
    for part in parts:
        aims = magic_of(here.rules, part).aims
        if aims is not None:
            return aims(one, possible)
    if not any(aims_at_foes(here.rules, part) for part in parts):
        return []
    return worthy(here, one, possible, parts, foes, working)


# ------------------------------------------------------------ things


def device_wishes(here: Here, one: Combatant, device: Device, foes: list[Combatant]) -> Iterator[Command]:
    """Healing when it is needed, harm where it can be done."""
    if not device.magical or device_left(one, device) == 0:
        return
    working = device_working(here.rules, one, device)
    for manner in device_manners(here.rules, device):
        parts = parts_in_use(here.rules, device, manner)
        kinds = [magic_of(here.rules, part) for part in parts]
        if is_drunk(here.rules, device) and not any(kind.first or kind.commands for kind in kinds):
            continue
        possible = device_targets(here, one, device, manner)
        for target in aims_of(here, one, possible, parts, foes, working):
            yield UseDevice(one.id, device.id, target.id, manner)


def oil_wishes(state: State, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    """Light what drips with oil; throw oil at strong foes who are in no melee."""
    for foe in foes:
        if under(state, foe.id, "oiled") and not under(state, foe.id, "burning"):
            yield LightOil(one.id, foe.id)
    if flask_in_hand(one) is None or not has_flame(state, one):
        return
    for foe in foes:
        if hit_dice(foe) >= STRONG and not melee_around(fight, foe):
            yield ThrowOil(one.id, foe.id)


# ------------------------------------------------------------ giving up


def gives_up(here: Here, one: Combatant, foes: list[Combatant]) -> bool:
    """Whether blows have been seen to do nothing to all who stand against somebody without magic."""
    if one.profile.fearless or one.prepared or not all(_seen_in_vain(here, foe) for foe in foes):
        return False
    friends = (one, *members(basics.fight(here.state), one.profile.side))
    return not any(weapon.bonus > 0 for friend in friends for weapon in friend.profile.weapons)


def _seen_in_vain(here: Here, foe: Combatant) -> bool:
    """Whether blows were seen to do nothing to somebody, or to another of the same kind."""
    for each in basics.fight(here.state).combatants.values():  # a plain loop: asked of every foe at every command
        if each.spent and each.spent.count("proof") >= IN_VAIN:
            kind = powers(foe).monster
            if each is foe or (kind and powers(each).monster == kind):
                return True
    return False


def preferred(here: Here, one: Combatant, reached: list[Combatant]) -> list[Combatant]:
    """Those whom blows do nothing to after all others; of foes who can do nothing, everybody takes another."""
    if one.profile.powers is None and not here.state.effects:
        return reached
    ordered = sorted(reached, key=lambda foe: _seen_in_vain(here, foe))
    fight = basics.fight(here.state)
    if len(ordered) < 2 or any(able(fight, foe) for foe in ordered):
        return ordered
    own = [friend.id for friend in members(fight, one.profile.side)]
    turn = own.index(one.id) % len(ordered) if one.id in own else 0
    return [*ordered[turn:], *ordered[:turn]]
