"""Creatures that powers call up: they come beside whoever called them and act right after, until the battle ends."""

from typing import Final

from msgspec.structs import replace

from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.aiming import scaled
from arbitro.rules.archmage.bestiary import summoned
from arbitro.rules.archmage.damage import fall
from arbitro.rules.archmage.events import Appeared, CountRolled, Joined, OrderSet
from arbitro.rules.archmage.numbers import bonuses_to, initiative_bonus
from arbitro.rules.archmage.power import Special
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, Profile
from arbitro.rules.archmage.step import Blow

SEVERAL: Final = 2
"""How many must be called up for one more to come, by a feat."""
SUMMONED: Final = ("AE-ATK-06", "AE-TARGET-05")


def summon(scene: Scene, effect: do.Summon, step: Blow) -> None:
    """Let creatures come; those of an earlier summons of the same one go first."""
    master = scene.one(step.volley.attacker)
    if not effect.stays and not effect.beside:
        dismiss(scene, master)
    dice = effect.amount.roll(scene.dice, "summoned")
    count = effect.amount.total(dice)
    if dice:
        scene.happen(CountRolled(master.id, step.volley.attack, "summoned", dice, count, rules=SUMMONED))
    if effect.third_from and count == SEVERAL and scene.state.battle.escalation >= effect.third_from:
        count += 1
    if scene.rules.books.summons[effect.creature].category == "mook":
        count += sum(each.amount for each in bonuses_to(scene.state, master, "mooks"))
    for _ in range(count):
        _arrive(scene, effect, master)


def dismiss(scene: Scene, master: Combatant) -> None:
    """The creatures that somebody has called up, companions left out, are gone."""
    for one in list(scene.state.battle.combatants.values()):
        if one.profile.master == master.id and one.in_field and not _is_companion(scene, one):
            fall(scene, one.id, "gone", "", SUMMONED)


def _is_companion(scene: Scene, one: Combatant) -> bool:
    """Whether a creature is somebody's for good: companions have numbers for each level."""
    entry = scene.rules.books.summons[one.profile.race]
    return bool(entry.rows or entry.rows_of)


def _arrive(scene: Scene, effect: do.Summon, master: Combatant) -> None:
    """One of them comes, beside its master in place and in the order of turns."""
    fight = scene.state.battle
    base, number = effect.creature.replace("_", "-"), 1
    while f"{base}-{number}" in fight.combatants:
        number += 1
    who, level = f"{base}-{number}", master.profile.level - (1 if effect.stays else 0)
    profile = summoned(scene.rules.books, effect.creature, master.profile, who, number, level)
    more = scaled(scene, effect.hp, effect.times, effect.plus)
    dice = more.roll(scene.dice, "summoned")
    profile = replace(
        profile,
        max_hp=profile.max_hp + max(more.total(dice), 0),
        initiative=initiative_bonus(master.profile),
        uses_escalation=effect.ordered,
        uses_dying_rules=effect.stays,
        specials=(*profile.specials, *_bursts(scene, master, profile)),
        kind="npc" if effect.stays else "monster",
    )
    made = _standing(scene, profile, master)
    scene.happen(Joined(made, dice, rules=SUMMONED, audience=profile.side))
    shown = profile.category if scene.state.options["show_target_facts"] else None
    scene.happen(Appeared(who, profile.name, profile.side, shown, rules=SUMMONED))
    order = list(scene.state.battle.order)
    after = [each for each in order if each == master.id or scene.one(each).profile.master == master.id]
    order.insert(order.index(after[-1]) + 1 if after else len(order), who)
    scene.happen(OrderSet(tuple(order), rules=("AE-INIT-03",)))


def _bursts(scene: Scene, master: Combatant, profile: Profile) -> tuple[Special, ...]:
    """What the master's features let a creature do when it falls, if it is no living one."""
    if scene.rules.books.summons[profile.race].type != "undead":
        return ()
    wanted = "target_is_mook" if profile.category == "mook" else "target_is_no_mook"
    found = [bonus for bonus in master.profile.bonuses if bonus.stat == "burst" and wanted in bonus.when]
    return tuple(Special("burst", amount=bonus.amount, types=("holy",)) for bonus in found)


def _standing(scene: Scene, profile: Profile, master: Combatant) -> Combatant:
    """Somebody as they come: mooks that join others of their kind have what is left of each of them."""
    hp = profile.max_hp
    if profile.category == "mook":
        kin = (
            each.hp
            for each in scene.state.battle.combatants.values()
            if each.profile.race == profile.race and each.side == profile.side and each.conscious
        )
        hp = min(kin, default=hp)
    return Combatant(
        profile,
        hp,
        profile.max_hp,
        profile.recoveries,
        profile.recoveries,
        initiative=master.initiative,
        rolled_initiative=True,
        band=master.band,
        near=master.near,
    )
