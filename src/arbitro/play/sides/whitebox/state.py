"""A campaign of the White Box family as data: what the game keeps is read there, and what the dungeon keeps is lent."""

from functools import cached_property

from msgspec.structs import replace

from arbitro.play.sides.whitebox.doors import door_of, lent, passed_by
from arbitro.play.state import CampaignState
from arbitro.play.ways import Way
from arbitro.rules.whitebox.state import State


class BoxCampaign(CampaignState, frozen=True, kw_only=True):
    """Base of the family's campaigns: whatever the game keeps is the game's, here too."""

    game: State

    @cached_property
    def played(self) -> State:
        """With the doors of the dungeon that are within reach, as they stand."""
        out = self.game.expedition
        if out is None or out.over:
            return self.game
        return replace(self.game, expedition=replace(out, doors={**out.doors, **lent(self.dungeon, out)}))

    def by_way_of(self, way: Way, place: str) -> State:
        """The game with a way that the party takes to a place: an open end until now, or one that leads on."""
        out = self.played.expedition
        if out is None:
            return self.game
        taken = door_of(self.dungeon, out.at, place, way, [way])
        doors = {**out.doors, **passed_by(self.dungeon, out, place), way.id: taken}
        return replace(self.played, expedition=replace(out, doors=doors))

    @property
    def at(self) -> str:
        """Where the game's expedition is; the road and the wilds are under the sky."""
        return "" if self.game.expedition is None else self._below(self.game.expedition.at)

    @property
    def came(self) -> str:
        """Where the game's expedition came from."""
        return "" if self.game.expedition is None else self._below(self.game.expedition.came)

    def _below(self, place: str) -> str:
        return place if place in self.dungeon.spaces else ""

    @property
    def minutes(self) -> int:
        """The game's own clock."""
        return self.game.minutes
