"""What a place and a kind of creature mean for each other: light and water, banes, deadly nearness, deadly growths."""

from typing import Final

import arbitro.rules.whitebox.effect as effect_kinds
from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, held_against
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.attack import attack_told
from arbitro.rules.whitebox.basics import able, distance, fight, fighting, known, opponents
from arbitro.rules.whitebox.damage import land
from arbitro.rules.whitebox.events import Fell
from arbitro.rules.whitebox.exploring.traps import face_trap, saves_against_traps
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.equipment import clings, spent
from arbitro.rules.whitebox.people.events import ItemMoved
from arbitro.rules.whitebox.people.healing import hurtable, wound_outside
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers import ending_magic
from arbitro.rules.whitebox.powers.aiming import Working
from arbitro.rules.whitebox.powers.changes import Exposed, HazardTouched, SettingSaid
from arbitro.rules.whitebox.powers.commands import Expose, Present, SayWhere, TouchHazard
from arbitro.rules.whitebox.powers.durations import begin, finish, lasts_until, lays, put_off, unit_minutes
from arbitro.rules.whitebox.powers.hit_effects import threat_of
from arbitro.rules.whitebox.powers.lookups import (
    abilities,
    ask_referee,
    hit_dice,
    only_told,
    powers,
    setting_here,
    under,
)
from arbitro.rules.whitebox.powers.registry import Undoing
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.saves import saving_throw
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Blow, Combatant, State
from arbitro.rules.whitebox.terms import Feature, Named, Weapon
from arbitro.rules.whitebox.whose_turn import acting_on, may_act_instead

_EXCLUDES: Final[dict[Feature, tuple[Feature, ...]]] = {
    "sunlight": ("underground",),
    "surface": ("underground",),
    "woods": ("underground",),
    "underground": ("sunlight", "surface", "woods"),
}
THINGS: Final[dict[str, tuple[str, ...]]] = {
    "holy_water": ("holy_water",),
    "garlic": ("garlic",),
    "mirror": ("mirror_steel",),
    "holy_symbol": ("holy_symbol_silver", "holy_symbol_wood"),
    "stake": ("stakes_wood_12",),
}
"""Banes that can be carried, and the gear that they are."""
USED_UP: Final = ("holy_water", "stake")
SLIME_MINUTES: Final = 10
"""A turn until somebody who is turning into slime is gone (ours: the text says only what stops it)."""


# ------------------------------------------------------------ where the fight takes place


def say_where(scene: Scene, command: SayWhere) -> Refusal | None:
    """The referee says, or takes back, what the place is like; those whom it undoes suffer it at once."""
    if not fighting(scene.state):
        return Refusal("no_fight")
    now = setting_here(scene.state)
    setting: tuple[Feature, ...]
    if command.feature in now:
        setting = tuple(name for name in now if name != command.feature)
    else:
        gone = _EXCLUDES.get(command.feature, ())
        setting = (*(name for name in now if name not in gone), command.feature)
    scene.happen(SettingSaid(setting, rules=("WB-CORE-01",)))
    place_undoes(scene)
    return None


def place_undoes(scene: Scene) -> None:
    """Sunlight is death or stone to some."""
    if "sunlight" not in setting_here(scene.state):
        return
    for one in tuple(fight(scene.state).combatants.values()):
        if one.condition == "up" and bane_works(scene.rules, one, "sunlight") in ("kills", "petrifies"):
            undo(scene, one, "sunlight")


# ------------------------------------------------------------ banes


def banes(rules: Rules, one: Combatant) -> dict[str, Undoing]:
    """All that undoes somebody's kind or keeps it off, and what it does."""
    found: dict[str, Undoing] = {}
    for it, power in abilities(rules, one):
        for outcome, things in power.banes(it).items() if power.banes is not None else ():
            found |= {thing: outcome for thing in things if thing not in found}
    return found


def bane_works(rules: Rules, one: Combatant, bane: str) -> Undoing | None:
    """What something does to somebody's kind; none where it does nothing."""
    return banes(rules, one).get(bane)


def undo(scene: Scene, one: Combatant, bane: str, who: str = "", check: Check | None = None) -> None:
    """Let a bane do its work, on somebody whom it harms."""
    outcome = bane_works(scene.rules, one, bane)
    if outcome is None:
        return
    scene.happen(Exposed(who, one.id, bane, outcome, check, rules=("WB-CORE-01",)))
    source = f"monster:{powers(one).monster}"
    if outcome == "kills":
        if not put_off(scene, Blow(one.id, "death", who)):
            scene.happen(Fell(one.id, "dead", rules=("WB-DEATH-02",)))
    elif outcome == "petrifies":
        stone = Blow(one.id, "stone", who, ongoing=Ongoing(kind="stone", source=source, magical=False))
        if not put_off(scene, stone):
            land(scene, stone, rules=("WB-CORE-01",))
    elif who:
        until = lasts_until(scene.state, 1)
        kind = powers(one).monster
        lays(scene, who, Ongoing(kind="banishing", source=source, victims=kind, until=until, magical=False))
    else:
        lays(scene, one.id, Ongoing(kind="afraid", source=source, until=lasts_until(scene.state, 1)))


def expose(scene: Scene, command: Expose) -> Refusal | None:
    """The referee brings somebody face to face with their bane."""
    target = known(scene.state, command.target)
    if isinstance(target, Refusal):
        return target
    if target.condition != "up" or not bane_works(scene.rules, target, command.bane):
        return Refusal("no_bane", {"who": f"@{target.id}", "bane": f"@word:{command.bane}"})
    undo(scene, target, command.bane)
    return None


def may_present(state: State, one: Combatant, target: Combatant, bane: str) -> Refusal | None:
    """Whether the round has room for it, the thing is at hand, and the foe near (a stake: and helpless)."""
    refused = may_act_instead(state, fight(state), one)
    if refused is not None:
        return refused
    sheet = state.characters.get(one.id)
    values: dict[str, str | int] = {"who": f"@{one.id}", "bane": f"@word:{bane}", "target": f"@{target.id}"}
    if sheet is None or bane_at_hand(sheet, bane) is None:
        return Refusal("bane_lacking", values)
    if target.condition != "up" or target.profile.side == one.profile.side:
        return Refusal("no_target", {"who": f"@{target.id}"})
    feet = distance(fight(state), one, target)
    if feet > MELEE_REACH:
        return Refusal("out_of_reach", {"who": f"@{target.id}", "feet": feet}, ("WB-MELEE-02",))
    if bane == "stake" and able(fight(state), target):
        return Refusal("stake_helpless", values)
    return None


def bane_at_hand(sheet: Character, bane: str) -> str | None:
    """The key of a thing on somebody's sheet that is such a bane."""
    wanted = THINGS.get(bane, ())
    return next((key for key, item in sheet.items.items() if item.of in wanted and item.where != "elsewhere"), None)


def present(scene: Scene, command: Present) -> Refusal | None:
    """Hold something out at a creature, pour it over it, or drive it in; what it does shows only then."""
    pair = acting_on(scene, command.who, command.target)
    if isinstance(pair, Refusal):
        return pair
    (one, target), state = pair, scene.state
    refused = may_present(state, one, target, command.bane)
    if refused is not None:
        return refused
    sheet = state.characters[one.id]
    key = bane_at_hand(sheet, command.bane)
    check = None
    if command.bane == "holy_water":
        vial = Weapon(command.bane, Named("acqua santa", "holy water"), Amount(), "missile")
        read = scene.rules.attack_check(scene, one, target, vial, scene.dice.roll(20, "attack"))
        scene.happen(attack_told(one, target, command.bane, read))
        check = read[0]
    if key is not None and command.bane in USED_UP:
        spent(scene, sheet, key, rules=("WB-CORE-01",))
    missed = check is not None and not check.success
    if missed or not bane_works(scene.rules, target, command.bane):
        scene.happen(Exposed(one.id, target.id, command.bane, "misses", rules=("WB-CORE-01",)))
    else:
        undo(scene, target, command.bane, one.id)
    return None


# ------------------------------------------------------------ deadly nearness


def auras(scene: Scene) -> None:
    """Those of few hit dice near some creatures save or die, once in each span of time."""
    for source in tuple(fight(scene.state).combatants.values()):
        for it, power in abilities(scene.rules, source) if source.condition == "up" else ():
            if power.presence is not None:
                power.presence(it, scene, source)


def deadly_presence(it: special_kinds.Aura, scene: Scene, source: Combatant) -> None:
    """Whoever is near and weak saves or dies, and is safe for a while."""
    for one in tuple(opponents(fight(scene.state), source)):
        near = abs(one.at - source.at) <= it.radius and hit_dice(one) <= it.hd_max
        if not near or under(scene.state, one.id, "braved"):
            continue
        until = scene.state.minutes + it.again.amount.plus * unit_minutes(it.again)
        begin(scene, one.id, Ongoing(kind="braved", by=source.id, until=until, magical=False))
        scene.rules.endanger(scene, one, threat_of("death", it.save), source.id)


# ------------------------------------------------------------ deadly growths


def hazard_specials(rules: Rules, name: str) -> tuple[special_kinds.AnySpecial, ...]:
    """What a deadly growth does; nothing for a name that is none."""
    if name in rules.content.hazards:
        return rules.content.hazards[name].specials
    entry = rules.content.monsters.get(name)
    return entry.specials if entry is not None and entry.ac is None else ()


def touch_hazard(scene: Scene, command: TouchHazard) -> Refusal | None:
    """The referee says who has touched or struck a growth, and who stands near."""
    specials = hazard_specials(scene.rules, command.hazard)
    if not specials:
        return Refusal("no_hazard", {"hazard": command.hazard})
    for who in (command.victim, *command.near):
        one = hurtable(scene.state, who)
        if isinstance(one, Refusal):
            return one
    check = None
    for special in specials:
        cloud = scene.rules.powers[type(special)].cloud
        if cloud is not None:
            check = held_against((scene.dice.roll(100, "spores"),), (), "<=", cloud(special), "spores")
    scene.happen(HazardTouched(command.victim, command.hazard, command.near, check, rules=("WB-CORE-01",)))
    for special in specials:
        growth = scene.rules.powers[type(special)].growth
        if growth is not None:
            growth(special, scene, command, check is not None and check.success)
    told = tuple(n for n, special in enumerate(specials) if only_told(scene.rules, special))
    if told:
        ask_referee(scene, command.victim, "hazard", command.hazard, facts=told)
    return None


def scorches(it: special_kinds.Burn, scene: Scene, command: TouchHazard, cloud: bool) -> None:
    """Whoever touches it takes damage."""
    del cloud
    thrown = it.damage.roll(scene.dice, "damage")
    one = scene.state.characters[command.victim]
    amount, modifiers = rolled(it.damage, thrown, "WB-ATK-12")
    wound_outside(scene, one, amount, thrown, ("WB-DEATH-01",), modifiers)


def smothers(it: special_kinds.Spores, scene: Scene, command: TouchHazard, cloud: bool) -> None:
    """Everybody in the cloud, if there is one, saves or dies."""
    for who in (command.victim, *command.near) if cloud else ():
        one = scene.state.characters[who]
        if one.living:
            face_trap(scene, one, threat_of("death", it.save))


def spreads_on(it: special_kinds.Conversion, scene: Scene, command: TouchHazard, cloud: bool) -> None:
    """Whoever touches it and does not save is turned into it before long."""
    del cloud
    one = scene.state.characters[command.victim]
    saves = saves_against_traps(scene.rules, one)
    if one.living and not saving_throw(scene, saves, it.save.danger):
        until = lasts_until(scene.state, SLIME_MINUTES)
        source = f"hazard:{command.hazard}"
        begin(scene, one.id, Ongoing(kind="doomed", source=source, until=until, magical=False))


def cures(scene: Scene, target: Combatant, part: effect_kinds.Cure, working: Working) -> bool:
    """An affliction of somebody in a fight ends."""
    del working
    return cure(scene, target.id, part.of)


def cures_on_sheet(scene: Scene, sheet: Character, part: effect_kinds.Cure, working: Working) -> bool:
    """An affliction of somebody outside a fight ends."""
    del working
    return cure(scene, sheet.id, part.of)


def cure(scene: Scene, who: str, of: str) -> bool:
    """End an affliction; slime that spreads on somebody is a disease, and not a poison (WB-CORE-01)."""
    slime = [
        effect
        for effect in scene.state.effects.get(who, ())
        if effect.kind == "doomed" and effect.source.startswith("hazard:")
    ]
    if of == "poison" and slime:
        return False
    if of == "disease":
        for effect in slime:
            finish(scene, who, effect, ("WB-CORE-01",))
    freed = of == "curse" and lay_aside(scene, who)
    return ending_magic.cure(scene, who, of) or freed or (of == "disease" and bool(slime))


def lay_aside(scene: Scene, who: str) -> bool:
    """Cursed things come off once the curse is lifted; whether there were any."""
    sheet = scene.state.characters.get(who)
    stuck = [key for key in sheet.items if clings(scene.rules, sheet, key)] if sheet is not None else []
    for key in stuck:
        scene.happen(ItemMoved(who, key, "pack", rules=("WB-CORE-02",)))
    return bool(stuck)
