"""States with a meaning of their own for the chapters: what somebody in one can do, and what ends it.

A state is a mark with a name that a power puts on somebody (`Assume`); most only open powers and bonuses that ask for
them. These are asked for by the chapter that they change.
"""

from typing import Final

from msgspec.structs import replace

from arbitro.rules.archmage.conditions import DueSave, end_state, save
from arbitro.rules.archmage.events import CountRolled, Flagged, Marked
from arbitro.rules.archmage.numbers import in_state
from arbitro.rules.archmage.ongoing_effects import Mark
from arbitro.rules.archmage.power import HARD
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State

FLYING, WINGED = "flying", "winged"
"""In the air; in the air while the escalation die is even."""
UNSEEN: Final = "unseen"
"""Invisible by a power, until the next attack; its number is the chance to stay so once."""
REVEALED: Final = "revealed"
SHELTERED: Final = "sheltered"
"""Not to be attacked by foes of no more hit points than its number, until an own attack or a die at 6."""
RUEFUL: Final = "rueful"
"""Hurt by the own misses: by its number, or by half of what the attack would have dealt."""
PINNED: Final = "pinned"
"""Unable to disengage by a check."""
ROUTED: Final = "routed"
"""Thinking of nothing but leaving the battle, until attacked."""
FOGGED: Final = "fogged"
"""Lost in the fog: whoever would attack or wait saves first, or loses the action."""
UNRESISTED: Final = "unresisted"
"""Striking through all resistances."""
LAID_BARE: Final = "laid_bare"
"""Without any resistance."""
IN_HARMONY: Final = "harmony"
"""Sharing damage with the others of the same bond."""
FAR_SIGHTED: Final = "far_sighted"
"""Able to aim what is for nearby foes at far ones."""
GHOULISH, GHOUL_AURA = "ghoulish", "ghoul_aura"
"""Healed by half only; with foes in melee who are vulnerable to everybody."""
CALLED: Final = "called"
"""Foretold to be the next to fall."""
CONFRONTED: Final = "confronted"
"""To be struck in melee from anywhere."""
CLIMBING: Final = "climbing"
"""On walls and ceilings as on the ground."""
SPIKED: Final = "spikestones"
"""Having made the ground sharp for all others, by so many dice."""
KEPT: Final = "kept_roll"
"""Having thrown a d20 that may stand for a roll to come: its number."""
FIXED: Final = "fixed_roll"
"""To show a number with the next attack roll, whatever the die would."""
MIGHTY: Final = "mighty"
"""About to make the next attack of those that are possible once a day with a quick action."""
ENDURING: Final = "life_invoked"
"""To die of wounds at minus all hit points only."""
RENEWED: Final = "renewed"
"""To heal twice as much by the next recovery."""
SHELTER_ENDS: Final = 6


def state_of(one: Combatant, name: str) -> Mark | None:
    """The mark of a state that somebody is in."""
    return next((mark for mark in one.marks if mark.kind == "state" and mark.attack == name), None)


def flies(state: State, one: Combatant) -> bool:
    """Whether somebody is in the air: by nature, or by a power."""
    if one.profile.special("fly") is not None or in_state(one, FLYING):
        return True
    shown = state.battle.escalation
    return in_state(one, WINGED) and shown > 0 and shown % 2 == 0


def sheltered_from(state: State, one: Combatant, target: Combatant) -> bool:
    """Whether a sanctuary keeps somebody from attacking another."""
    mark = state_of(target, SHELTERED)
    return mark is not None and one.hp <= mark.amount and state.battle.escalation < SHELTER_ENDS


def lost_in_fog(scene: Scene, who: str) -> bool:
    """Whether somebody in the fog, who would do something that needs sight, finds nobody: a hard save."""
    one = scene.one(who)
    if not in_state(one, FOGGED):
        return False
    return not save(scene, one, DueSave("effect", HARD, ("AE-ATK-06",), FOGGED)).success


def shows_oneself(scene: Scene, who: str) -> None:
    """An attack is made: whoever was unseen by a power is seen, and a sanctuary is given up."""
    one = scene.one(who)
    end_state(scene, who, SHELTERED)
    unseen = state_of(one, UNSEEN)
    if unseen is None:
        return
    if unseen.amount:
        die = scene.dice.roll(100, "invisible")
        scene.happen(CountRolled(who, "", "unseen", (die,), die.face, rules=("AE-INVIS-01", "AE-ATK-06")))
        if die.face <= unseen.amount:  # once: from now on there is no such chance
            end_state(scene, who, UNSEEN)
            scene.happen(Marked(who, replace(unseen, amount=0), rules=("AE-INVIS-01",)))
            return
    end_state(scene, who, UNSEEN)
    scene.happen(Flagged(who, "invisible", on=False, rules=("AE-INVIS-01",)))
