"""L'Infausta Scatola in a campaign: its dungeon turn underground, and its wilderness days on the way there.

The land between town and dungeon is drawn once, when a party first goes across country, and kept: hexes around the
town, the dungeon in one of those furthest out.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.play.events import LegBegan
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import WhiteBoxSide
from arbitro.play.state import GROUP, CampaignState, Route
from arbitro.play.stocking import Recorder
from arbitro.rules.infausta import commands as c
from arbitro.rules.infausta.state import State
from arbitro.rules.infausta.wilderness import commands as w
from arbitro.rules.infausta.wilderness.land import random_land
from arbitro.rules.infausta.wilderness.state import Journey, Land

TOWN: Final = "0,0"
"""The hex of the town: the middle of the map."""
RINGS: Final = 2
"""How far the map reaches, in hexes."""
REFEREES_STEPS: Final = (w.AnnounceWeather(), w.PlayEncounter())
"""Steps of the day that wait for the referee."""
WILD_KINDS: Final[dict[type[Command], str]] = {
    w.AnnounceWeather: "travel",
    w.ConductMarch: "travel",
    w.AllowNightMarch: "travel",
    w.PlayEncounter: "encounters",
    w.EndJourney: "travel",
    c.JudgeTraps: "searching",
    c.JudgeDoing: "rulings",
}


class LandDrawn(Event, frozen=True):
    """The country between town and dungeon, and where in it the dungeon lies."""

    land: Land
    mouth: str
    dice: tuple[Die, ...]


class InfaustaCampaign(CampaignState, frozen=True, kw_only=True):
    """A campaign of L'Infausta Scatola."""

    game: State
    land: Land | None = None
    mouth: str = ""
    """The hex of the dungeon."""


class InfaustaSide(WhiteBoxSide):
    """The game's part."""

    state_type: ClassVar[type[CampaignState]] = InfaustaCampaign
    routes = ("road", "wilds")
    events = (LandDrawn,)
    folds: ClassVar[dict[type[Event], Any]] = {
        LandDrawn: lambda state, event: replace(state, land=event.land, mouth=event.mouth)
    }

    # ------------------------------------------------------------ where things stand

    def journey(self, state: CampaignState) -> Journey | None:
        """The journey that goes on across country."""
        inner = self.inner(state)
        found = inner.journey if isinstance(inner, State) else None
        return None if found is None or found.over else found

    def busy(self, state: CampaignState) -> bool:
        """Also while the day waits for the referee."""
        if super().busy(state):
            return True
        inner = self.inner(state)
        return self.journey(state) is not None and any(self.game.allows(inner, step) for step in REFEREES_STEPS)

    def spot(self, state: CampaignState) -> str:
        """The hex that the party is in, once it has come to the end of a journey."""
        inner = self.inner(state)
        ended = inner.journey if isinstance(inner, State) else None
        return ended.at if ended is not None and ended.over else ""

    def at_mouth(self, state: CampaignState) -> bool:
        """At the dungeon's hex, or on the road as ever."""
        if state.route == "road":
            return super().at_mouth(state)
        return self.journey(state) is None and self.spot(state) == self.mouth(state)

    def at_gate(self, state: CampaignState) -> bool:
        """At the town's hex; or the first day has not begun yet."""
        if state.route == "road":
            return super().at_gate(state)
        journey = self.journey(state)
        if journey is None:
            return self.spot(state) == TOWN
        return journey.at == TOWN and not journey.on_the_way and journey.step in ("weather", "heading")

    @staticmethod
    def mouth(state: CampaignState) -> str:
        """The hex of the dungeon."""
        return state.mouth if isinstance(state, InfaustaCampaign) else ""

    # ------------------------------------------------------------ across country

    def set_out(self, scene: Scene, route: Route) -> Refusal | None:
        """By the road, or into the wilds (IS-WILD-01)."""
        if route == "road":
            return super().set_out(scene, route)
        if not self.mouth(scene.state):
            self.draw_land(scene)
        refused = self.begin_journey(scene, TOWN, self.mouth(scene.state))
        if refused is None:
            scene.happen(LegBegan(homeward=False, mark=0, route=route))
        return refused

    def draw_land(self, scene: Scene) -> None:
        """Hexes by lot around the town; the dungeon lies in one of the outermost."""
        thrown = Recorder(scene.dice.stream("land"))
        land = random_land(thrown, "hex", RINGS)
        far = [name for name in land.spots if _ring(name) == RINGS]
        mouth = far[thrown.roll(len(far), "lot").face - 1]
        dice = tuple(die for lookup in thrown.rolls for die in lookup.dice)
        scene.happen(LandDrawn(land, mouth, dice, rules=("IS-WILD-02",), audience=REFEREE_ONLY))

    def begin_journey(self, scene: Scene, start: str, goal: str) -> Refusal | None:
        """From one hex to another."""
        state = scene.state
        if not isinstance(state, InfaustaCampaign) or state.land is None:
            raise TypeError("there is no land to travel through")
        return scene.play(w.StartJourney(state.land, start, goal))

    def go_down(self, scene: Scene, landing: str) -> None:
        """A journey has ended at the mouth: the expedition underground begins."""
        if self.out(scene.state) is None:
            refused = self.begin_expedition(scene)
            if refused is not None:
                raise RuntimeError(refused.code)
        super().go_down(scene, landing)

    def turn_round(self, scene: Scene) -> Refusal | None:
        """Across country the party can turn once it has come to the mouth: the way home is another journey."""
        state = scene.state
        if state.route == "road":
            return super().turn_round(scene)
        if self.journey(state) is not None or not self.at_mouth(state):
            return Refusal("no_turning")
        scene.happen(LegBegan(homeward=True, mark=0, route="wilds", turned=True))
        super().end_expedition(scene)
        return self.begin_journey(scene, self.mouth(state), TOWN)

    def turn_homeward(self, scene: Scene, miles: int) -> None:
        """Across country the way home is another journey."""
        if scene.state.route == "road":
            super().turn_homeward(scene, miles)
            return
        scene.happen(LegBegan(homeward=True, mark=0, route="wilds"))
        if not self.busy(scene.state):
            super().end_expedition(scene)
            self.begin_journey(scene, self.mouth(scene.state), TOWN)

    def end_expedition(self, scene: Scene) -> None:
        """A journey that has not begun in earnest is broken off; one that has ended is over already."""
        if self.journey(scene.state) is not None:
            scene.must(w.EndJourney())
        elif self.out(scene.state) is not None:
            super().end_expedition(scene)

    def onward(self, state: CampaignState) -> Iterator[Command]:
        """The next step of the day, or a day of road."""
        if state.route == "road":
            yield from super().onward(state)
            return
        if self.journey(state) is None:
            yield from self.wait(state)
            return
        command = self.game.suggest(self.inner(state), Seat(GROUP, "player", frozenset({GROUP})))
        if command is not None:
            yield command

    def after(self, scene: Scene, first: int) -> None:
        """Also: whoever came up chased begins the way home when the chase is over.

        At the end of the journey out the expedition begins at the mouth: that is no town, where people buy and hire.
        """
        super().after(scene, first)
        state = scene.state
        outward = state.stage == "road" and state.route == "wilds" and not state.homeward
        if outward and self.out(state) is None and self.at_mouth(state):
            self.begin_expedition(scene)  # refused, without effect, where nobody is left to go down
        waiting = state.stage == "road" and state.route == "wilds" and state.homeward and not self.busy(state)
        if waiting and self.out(state) is not None and self.journey(state) is None:
            super().end_expedition(scene)
            self.begin_journey(scene, self.mouth(state), TOWN)

    def kind_of(self, state: CampaignState, command: Command) -> str:
        """The parent's kinds, and those of the wilderness."""
        return WILD_KINDS.get(type(command)) or super().kind_of(state, command)

    def choices(self, state: CampaignState, seat: Seat) -> Any:
        """Without those that end a journey by hand."""
        for choice in super().choices(state, seat):
            if choice.command not in ("end_journey", "start_journey"):
                yield choice


def _ring(name: str) -> int:
    column, row = (int(part) for part in name.split(","))
    return max(abs(column), abs(row), abs(column + row))
