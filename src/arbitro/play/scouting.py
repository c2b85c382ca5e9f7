"""Looking before one leaps: traps beyond a way, or here, are searched for; what is known may be set off on purpose.

What lies beyond is rolled when somebody looks, unseen, as when somebody listens: what can be found must be there. It is
what one step along the way leads to, a stretch of passage or the place behind a door. Stairs and shafts cannot be
searched from their end: whatever waits at the other one is too far off.
"""

from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.play import commands as c
from arbitro.play.delving import underground
from arbitro.play.hazards import trap_springs
from arbitro.play.preparing import look_again
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.sight import look_beyond
from arbitro.play.state import CampaignState
from arbitro.play.traps import FOUND, may_be_set_off
from arbitro.play.ways import VERTICAL, Way, way


def searchable(found: Way) -> bool:
    """Whether one can look along a way from here: on the level, and not barred."""
    return found.kind not in VERTICAL and found.to != SURFACE and not found.shut


def may_search_ahead(side: Side, state: CampaignState, who: str, name: str) -> Refusal | None:
    """Whether somebody can look for traps beyond a way now; without one, here."""
    refused = underground(side, state)
    if refused is not None:
        return refused
    if who not in side.party.able(state):
        return Refusal("cannot_now", {"who": f"@{who}"})
    if name:
        found = way(state.dungeon, state.at, name)
        if found is None:
            return Refusal("way_unknown", {"way": name})
        if not searchable(found):
            return Refusal("way_not_searched", {"way": f"@{found.id}"}, FOUND)
        refused = side.walk.may_go(state, found, "")  # nobody looks through a door that is shut
        if refused is not None:
            return refused
    return side.perils.may_look_for_traps(state, who, name)


def search_ahead(scene: Scene, command: c.SearchAhead) -> Refusal | None:
    """What lies beyond is rolled now, unseen; then the game's own check."""
    refused = may_search_ahead(scene.side, scene.state, command.who, command.way)
    if refused is not None:
        return refused
    found = way(scene.state.dungeon, scene.state.at, command.way) if command.way else None
    known_as = ""
    if found is not None:
        known_as = look_beyond(scene, found).id
        look_again(scene)  # the game knows the way by its new name
    scene.side.perils.look_for_traps(scene, command.who, known_as)
    return None


def set_off(scene: Scene, command: c.SetOff) -> Refusal | None:
    """The party steps into a room that sinks, or lets a wall come down behind it."""
    refused = underground(scene.side, scene.state)
    if refused is not None:
        return refused
    known = {trap.id: trap for trap in may_be_set_off(scene.state.dungeon, scene.state.at)}
    if command.trap not in known:
        return Refusal("nothing_to_set_off", {"trap": command.trap}, FOUND)
    trap_springs(scene, known[command.trap], wanted=True)
    return None
