"""What magic takes away: afflictions that are cured, magic that is dispelled."""

from msgspec.structs import replace

from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.aiming import Working
from arbitro.rules.whitebox.powers.durations import lays, lifts
from arbitro.rules.whitebox.powers.events import MagicEnded
from arbitro.rules.whitebox.powers.lookups import (
    under,
)
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene


def cure(scene: Scene, who: str, of: str) -> bool:
    """End an affliction; False if there is none that the rules know of."""
    kinds = {
        "disease": ("diseased",),
        "curse": ("cursed", "rotting", "lycanthropy"),
        "poison": ("doomed",),
    }
    found = [effect for effect in scene.state.effects.get(who, ()) if effect.kind in kinds.get(of, ())]
    for effect in found:
        lifts(scene, who, effect, ("WB-SPELL-04",))
    rot = under(scene.state, who, "rotting") if of == "disease" else None
    cured = pace_of_cured_rot(scene.rules, rot) if rot is not None else 1.0
    if rot is not None and rot.factor < cured:  # it goes on, at a better pace, until the curse is lifted
        lifts(scene, who, rot, ("WB-SPELL-04",))
        lays(scene, who, replace(rot, factor=cured))
    return bool(found) or rot is not None


def pace_of_cured_rot(rules: Rules, rot: Ongoing) -> float:
    """The share of the usual pace at which wounds close once the disease in a rot is cured."""
    entry = rules.content.monsters.get(rot.source.partition(":")[2])
    parts = ((part, rules.powers[type(part)].cured) for part in (entry.specials if entry is not None else ()))
    return next((cured(part) for part, cured in parts if cured is not None), 1.0)


def dispel(scene: Scene, who: str, part: effect_kinds.Dispel, working: Working) -> bool:
    """End every piece of magic on somebody, with a chance by both casters' levels; False if there is none."""
    found = [
        effect
        for effect in scene.state.effects.get(who, ())
        if effect.magical and not effect.worn and part.alignment in (None, alignment_behind(scene, effect))
    ]
    for effect in found:
        other = max(effect.level, 1)
        chance = 100 * working.level // other
        if part.chance == "difference":
            chance = 100 - 10 * max(other - working.level, 0)
        check = held_against((scene.dice.roll(100, "dispel"),), (), "<=", min(chance, 100), "dispel")
        scene.happen(MagicEnded(who, effect.kind, check))
        if check.success:
            lifts(scene, who, effect, ("WB-SPELL-04",))
    return bool(found)


def alignment_behind(here: Here, effect: Ongoing) -> str:
    """The alignment of whoever or whatever has laid something on somebody; empty where nobody knows."""
    fight = here.state.fight
    if fight is not None and effect.by in fight.combatants:
        return fight.combatants[effect.by].profile.alignment
    if effect.by in here.state.characters:
        return here.state.characters[effect.by].alignment
    entry = here.rules.content.monsters.get(effect.source.removeprefix("monster:"))
    return "" if entry is None else entry.alignment
