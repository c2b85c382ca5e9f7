"""Looking before one leaps: traps beyond a way, or here, are searched for; what is known may be set off on purpose.

What lies beyond is rolled when somebody looks, unseen, as when somebody listens: what can be found must be there. It is
what one step along the way leads to, a stretch of passage or the place behind a door. Stairs and shafts cannot be
searched from their end: whatever waits at the other one is too far off.
"""

from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.play import commands as c
from arbitro.play.revealing import Revealing
from arbitro.play.scene import Scene
from arbitro.play.sight import look_beyond
from arbitro.play.state import CampaignState
from arbitro.play.traps import FOUND, may_be_set_off
from arbitro.play.ways import VERTICAL, Way, way


def searchable(found: Way) -> bool:
    """Whether one can look along a way from here: on the level, and not barred."""
    return found.kind not in VERTICAL and found.to != SURFACE and not found.shut


class Scouting(Revealing):
    """Searching for traps, and using them."""

    def may_search_ahead(self, state: CampaignState, who: str, name: str) -> Refusal | None:
        """Whether somebody can look for traps beyond a way now; without one, here."""
        refused = self.underground(state)
        if refused is not None:
            return refused
        if who not in self.side.able(state):
            return Refusal("cannot_act", {"who": f"@{who}"})
        if name:
            found = way(state.dungeon, state.at, name)
            if found is None:
                return Refusal("no_way", {"way": name})
            if not searchable(found):
                return Refusal("way_not_searched", {"way": f"@{found.id}"}, FOUND)
            refused = self.side.may_go(state, found, "")  # nobody looks through a door that is shut
            if refused is not None:
                return refused
        return self.side.may_look_for_traps(state, who, name)

    def search_ahead(self, scene: Scene, command: c.SearchAhead) -> Refusal | None:
        """What lies beyond is rolled now, unseen; then the game's own check."""
        refused = self.may_search_ahead(scene.state, command.who, command.way)
        if refused is not None:
            return refused
        found = way(scene.state.dungeon, scene.state.at, command.way) if command.way else None
        known_as = ""
        if found is not None:
            known_as = look_beyond(scene, self.side, found).id
            self.look_again(scene)  # the game knows the way by its new name
        self.side.look_for_traps(scene, command.who, known_as)
        return None

    def set_off(self, scene: Scene, command: c.SetOff) -> Refusal | None:
        """The party steps into a room that sinks, or lets a wall come down behind it."""
        refused = self.underground(scene.state)
        if refused is not None:
            return refused
        known = {trap.id: trap for trap in may_be_set_off(scene.state.dungeon, scene.state.at)}
        if command.trap not in known:
            return Refusal("nothing_to_set_off", {"trap": command.trap}, FOUND)
        self.trap_springs(scene, known[command.trap], wanted=True)
        return None
