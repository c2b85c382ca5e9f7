"""Parting and meeting again underground: some stay behind, and the table follows one group at a time.

All share one map and one clock. Those who wait are where they were left; nobody comes upon them while nobody looks.
"""

from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.play import commands as c
from arbitro.play.delving import Delving
from arbitro.play.events import PartyJoined, PartySplit
from arbitro.play.scene import Scene
from arbitro.play.state import CampaignState


def waiting_at(state: CampaignState, space: str) -> tuple[str, ...]:
    """Those who wait in a space."""
    return tuple(who for who, place in state.waiting.items() if place == space)


class Splitting(Delving):
    """Who walks along and who waits."""

    def split_off(self, scene: Scene, command: c.SplitOff) -> Refusal | None:
        """Somebody stays here; at least one goes on."""
        refused = self.may_split(scene.state)
        if refused is not None:
            return refused
        people = self.side.people(scene.state)
        if command.who not in people:
            return Refusal("cannot_act", {"who": f"@{command.who}"})
        if not [who for who in self.side.able(scene.state) if who != command.who]:
            return Refusal("nobody_goes_on")
        self.side.part(scene, command.who)
        scene.happen(PartySplit((command.who,), scene.state.at))
        return None

    def may_split(self, state: CampaignState) -> Refusal | None:
        """Whether the game and the moment allow it."""
        if not self.side.splits:
            return Refusal("party_stays_together")
        return self.underground(state)

    def regroup(self, scene: Scene, command: c.Regroup) -> Refusal | None:
        """Those who wait here come along again."""
        del command
        refused = self.may_split(scene.state)
        if refused is not None:
            return refused
        here = waiting_at(scene.state, scene.state.at)
        if not here:
            return Refusal("nobody_waits")
        self.join(scene, here)
        return None

    def join(self, scene: Scene, who: tuple[str, ...]) -> None:
        """Take people back into the group that the table follows."""
        scene.happen(PartyJoined(who))
        for each in who:
            self.side.rejoin(scene, each)

    def turn_to(self, scene: Scene, command: c.TurnTo) -> Refusal | None:
        """The table follows those who wait elsewhere; the others wait where they are."""
        refused = self.may_split(scene.state)
        if refused is not None:
            return refused
        if command.space == scene.state.at or not waiting_at(scene.state, command.space):
            return Refusal("nobody_waits")
        self.follow_others(scene, command.space)
        return None

    def follow_others(self, scene: Scene, space: str) -> None:
        """Change over from one group to another."""
        left = self.side.people(scene.state)
        others = waiting_at(scene.state, space)
        for who in left:
            self.side.part(scene, who)
        if left:
            scene.happen(PartySplit(left, scene.state.at))
        self.join(scene, others)
        self.side.put(scene, "" if space == SURFACE else space)

    def all_lost(self, scene: Scene) -> bool:
        """Where nobody of this group stands any more, those who wait go on with the story, if anybody can."""
        for space in dict.fromkeys(scene.state.waiting.values()):
            if self.side.take_over(scene, waiting_at(scene.state, space)):
                self.follow_others(scene, space)
                return False
        return True
