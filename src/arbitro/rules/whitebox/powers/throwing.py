"""Weapons that leave the hand: they lie where they fell, and are picked up in the fight or after it."""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.attack import weapon_of
from arbitro.rules.whitebox.basics import place_reached
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.arms import FISTS, is_made
from arbitro.rules.whitebox.people.equipment import less
from arbitro.rules.whitebox.powers.changes import (
    ThrownGathered,
    WeaponDropped,
    WeaponPickedUp,
    WeaponReturned,
    WeaponThrown,
)
from arbitro.rules.whitebox.powers.commands import PickUp
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.powers.registry import magic_of
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Blow, Combatant, Lying, State
from arbitro.rules.whitebox.terms import Weapon
from arbitro.rules.whitebox.whose_turn import acting, may_act_instead

THROWN: Final = ("WB-RANGED-01",)


# ------------------------------------------------------------ out of the hand


def leaves_the_hand(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
    """A thrown weapon falls where its target stands; one that returns by magic does not."""
    magic = scene.rules.content.magic_items.get(weapon.magic) if weapon.magic else None
    if magic is not None and any(magic_of(scene.rules, part).returns for part in magic.effects):
        scene.happen(WeaponReturned(one.id, weapon.id, rules=THROWN))
        return
    now = basics.fight(scene.state).combatants[one.id]
    lying, kept = one_less(now, weapon, place_reached(basics.fight(scene.state), one, target))
    scene.happen(WeaponThrown(one.id, weapon.id, lying, kept, rules=THROWN))


def lets_fall(scene: Scene, one: Combatant, blow: Blow) -> None:
    """Whoever is put to flight may let fall what they hold, where the text of the magic says so."""
    fear = blow.ongoing
    if fear is not None and under(scene.state, one.id, "afraid"):
        kinds = ((part, magic_of(scene.rules, part).drops) for part in behind(scene.rules, fear))
        chance = max((drops(part) for part, drops in kinds if drops is not None), default=0)
        if chance:
            may_drop(scene, basics.fight(scene.state).combatants[one.id], chance)


def behind(rules: Rules, effect: Ongoing) -> tuple[effect_kinds.AnyEffect, ...]:
    """All that the magic does of which an effect has come."""
    sort, _, name = effect.source.partition(":")
    if sort == "item":
        item = rules.content.magic_items.get(name)
        return () if item is None else item.effects
    return rules.content.find_spell(name)[1] if sort == "spell" else ()


def may_drop(scene: Scene, one: Combatant, chance: int) -> None:
    """A roll whether somebody in fear keeps hold of a made weapon."""
    weapon = weapon_of(one, "")
    if weapon is None or not is_made(one, weapon):
        return
    check = held_against((scene.dice.roll(100, "drops"),), (), "<=", chance, "drops")
    if not check.success:
        scene.happen(WeaponDropped(one.id, weapon.id, check))
        return
    lying, kept = one_less(one, weapon, one.at)
    scene.happen(WeaponDropped(one.id, weapon.id, check, lying, kept))


def one_less(one: Combatant, weapon: Weapon, at: int) -> tuple[Lying, tuple[Weapon, ...]]:
    """One piece of a thing out of somebody's hand: as it lies at a place, and the ways to attack that are left."""
    ways = tuple(other for other in one.profile.weapons if other.thing == weapon.thing)
    left = tuple(replace(other, pieces=other.pieces - 1) for other in ways if other.pieces > 1)
    lying = Lying(one.id, weapon.thing, at, tuple(replace(other, pieces=1) for other in ways))
    return lying, with_ways(one.profile.weapons, weapon.thing, left)


def with_ways(weapons: tuple[Weapon, ...], key: str, ways: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
    """Somebody's ways to attack with those of one thing changed; empty hands are fists."""
    others = [weapon for weapon in weapons if weapon.thing not in (key, FISTS.id)]
    first = next((number for number, weapon in enumerate(weapons) if weapon.thing == key), len(others))
    made = (*others[:first], *ways, *others[first:])
    return made or (FISTS,)


# ------------------------------------------------------------ and back


def within_grasp(state: State, one: Combatant) -> tuple[Lying, ...]:
    """What somebody threw and could pick up from where they stand."""
    return tuple(
        thing for thing in basics.fight(state).lying if thing.owner == one.id and abs(thing.at - one.at) <= MELEE_REACH
    )


def pick_up(scene: Scene, command: PickUp) -> Refusal | None:
    """Take up again what one has thrown, in place of an attack."""
    state = scene.state
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    fight = basics.fight(state)
    mine = [thing for thing in fight.lying if thing.owner == one.id and thing.item == command.item]
    if not mine:
        return Refusal("nothing_lies_there", {"who": f"@{one.id}"}, THROWN)
    near = next((thing for thing in mine if thing in within_grasp(state, one)), None)
    if near is None:
        feet = min(abs(thing.at - one.at) for thing in mine)
        return Refusal("lies_too_far", {"who": f"@{one.id}", "feet": feet}, THROWN)
    refused = may_act_instead(state, fight, one)
    if refused is not None:
        return refused
    held = {weapon.id: weapon for weapon in one.profile.weapons}
    ways = tuple(replace(way, pieces=held[way.id].pieces + 1 if way.id in held else 1) for way in near.ways)
    left = list(fight.lying)
    left.remove(near)
    weapons = with_ways(one.profile.weapons, near.item, ways)
    scene.happen(WeaponPickedUp(one.id, near.ways[0].id, tuple(left), weapons, rules=(*THROWN, "WB-SEQ-02")))
    return None


def come_home(scene: Scene, who: str) -> None:
    """Whoever holds the field gathers what was thrown; others leave it behind."""
    fight = basics.fight(scene.state)
    one = fight.combatants[who]
    for key, count in Counter(thing.item for thing in fight.lying if thing.owner == one.id).items():
        item = scene.state.characters[one.id].items.get(key)
        if item is None:
            continue
        lost = one.profile.side not in fight.winners
        left = less(item, count) if lost else item
        scene.happen(ThrownGathered(one.id, key, item, count, left, lost, rules=THROWN, audience=one.id))
