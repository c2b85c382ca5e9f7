"""Town and road, as La Scatola Bianca has them: rest by the day, a march by the mile."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import Seat
from arbitro.play.events import LegBegan
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import places
from arbitro.play.sides.whitebox.box import TEXTS, BoxSide, expedition_of, inner_state
from arbitro.play.state import CampaignState, Route
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.exploring.state import Place
from arbitro.rules.whitebox.exploring.travel import party_walk
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people.load import miles_a_day, party_rate, walking_rate
from arbitro.rules.whitebox.people.state import Hoard
from arbitro.text import Language

MILES_A_DAY: Final = 12
"""What an unladen party walks in a day: the length of a day of road."""
LEAST_A_DAY: Final = 3
"""What the most heavily laden still walk."""
TERRAINS: Final = {"clear": "open", "forest": "forest", "hills": "hills_mountains"}


def lodge(scene: Scene, days: int) -> Refusal | None:
    """Rest, day by day."""
    return scene.play(people_commands.Rest(days))


def set_out(side: BoxSide, scene: Scene, route: Route) -> Refusal | None:
    """Out of the gate, onto the road."""
    walk = party_walk(side.game.at(inner_state(scene.state)), "normal")
    if isinstance(walk, Refusal):
        return walk
    refused = begin_expedition(scene)
    if refused is None:
        scene.happen(LegBegan(homeward=False, mark=0, route=route))
    return refused


def begin_expedition(scene: Scene) -> Refusal | None:
    """The game's own expedition, which begins on the road."""
    terrain = TERRAINS[str(scene.state.options["road_terrain"])]
    road = Place(id=places.ROAD, name=places.said("place.road", "f"), outdoors=True, terrain=terrain)
    home = Place(id=places.HOME, name=places.said("place.home", "f"), outdoors=True, safe=True)
    return scene.play(exploring_commands.StartExpedition(places.ROAD, (road, home)))


def miles_walked(state: CampaignState) -> int:
    """Miles of this leg of the road that lie behind the party."""
    out = expedition_of(state)
    return 0 if out is None else out.miles - state.mark


def length(state: CampaignState) -> int:
    """Miles of the road."""
    return MILES_A_DAY * int(state.options["road_days"])


def miles_left(state: CampaignState) -> int:
    """Miles of this leg of the road that lie before it."""
    return max(length(state) - miles_walked(state), 0)


def pace(side: BoxSide, state: CampaignState, who: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The pace of the slowest walker; whoever is laden too heavily to walk leaves something lying."""
    people = inner_state(state).characters
    slowest = min(walking_rate(side.game.rules, people[each]) for each in who)
    return max(miles_a_day(slowest), LEAST_A_DAY), side.cited("WB-OUTDOOR-01")


def knows_way(state: CampaignState) -> bool:
    """On the road: whoever has lost it finds out by the evening; not so whoever fled off it."""
    return not off_the_road(state)


def off_the_road(state: CampaignState) -> bool:
    """Whether a flight has led the party off the road, which it has to find again."""
    out = expedition_of(state)
    return out is not None and out.astray > 0


def at_mouth(state: CampaignState) -> bool:
    """All the way out, or none of it back yet."""
    walked = miles_walked(state)
    return not off_the_road(state) and (walked == 0 if state.homeward else walked >= length(state))


def at_gate(state: CampaignState) -> bool:
    """All the way back, or none of it out yet."""
    walked = miles_walked(state)
    return not off_the_road(state) and (walked >= length(state) if state.homeward else walked == 0)


def turn_round(scene: Scene) -> Refusal | None:
    """The miles behind the party are those that it has before it."""
    out = expedition_of(scene.state)
    if out is None:
        return Refusal("no_turning")
    behind = max(length(scene.state) - miles_walked(scene.state), 0)
    homeward, route = not scene.state.homeward, scene.state.route
    scene.happen(LegBegan(homeward, out.miles - behind, route, turned=True))
    return None


def come_home(side: BoxSide, scene: Scene) -> Refusal | None:
    """The expedition ends; what was won is secured and counted."""
    if not side.at_gate(scene.state):
        miles = side.miles_left(scene.state) if side.knows_way(scene.state) else length(scene.state)
        return Refusal("not_at_the_gate", {"miles": miles})
    side.end_expedition(scene)
    if inner_state(scene.state).party.hoard != Hoard():
        scene.must(people_commands.SecureTreasure())
    scene.play(people_commands.AwardXp())  # refused, without effect, where there is nothing to award
    return None


def end_expedition(scene: Scene) -> None:
    """The game's own expedition ends, in safety."""
    scene.must(exploring_commands.Bring(places.HOME))
    scene.must(exploring_commands.EndExpedition())


def onward(side: BoxSide, state: CampaignState) -> Iterator[Command]:
    """A day's march."""
    terrain: Any = TERRAINS[str(state.options["road_terrain"])]
    command = exploring_commands.Travel(terrain, miles=miles_to_march(side, state))
    if (not state.waiting or off_the_road(state)) and side.game.allows(inner_state(state), command):
        yield command


def wait_at_the_mouth(scene: Scene) -> None:
    """Whoever fled from the entrance and finds it again goes no farther while others wait there or below."""
    state, out = scene.state, expedition_of(scene.state)
    if out is None or out.pending is not None or not (state.homeward and state.waiting) or off_the_road(state):
        return
    if state.stage == "road" and miles_walked(state) > 0:
        scene.happen(LegBegan(homeward=True, mark=out.miles, route=state.route))


def turn_homeward(side: BoxSide, scene: Scene, miles: int) -> None:
    """Under the sky again: the way home begins here."""
    del side
    scene.happen(LegBegan(homeward=True, mark=miles, route=scene.state.route))


# -------------------------------------------------------------------- how far it still is


def marching(side: BoxSide, state: CampaignState, choice: Choice) -> Choice:
    """A day's march along the road, which goes through one kind of country, with the miles still to go."""
    where = "home" if state.homeward else "out"
    forced = bool(choice.fixed.get("forced"))
    miles, days = to_go(side, state, forced=forced)
    label = Label(f"march.{where}.forced" if forced else f"march.{where}", {"miles": miles, "days": days})
    if not side.knows_way(state):
        label = Label("march.astray.forced" if forced else "march.astray")
    terrain, most = TERRAINS[str(state.options["road_terrain"])], miles_to_march(side, state)
    fixed = {**choice.fixed, "terrain": terrain, "miles": most}
    return replace(choice, label=label, fixed=fixed, parameters=())


def miles_to_march(side: BoxSide, state: CampaignState) -> int:
    """How far the road still is to whoever knows it; 0 for those who have to find it again."""
    return side.miles_left(state) if side.knows_way(state) else 0


def to_go(side: BoxSide, state: CampaignState, *, forced: bool = False) -> tuple[int, int]:
    """Miles that are left of this leg of the road, and the days that they take at the party's pace."""
    miles = side.miles_left(state)
    a_day = miles_a_day(party_rate(side.game.at(inner_state(state))), forced=forced, factor=Fraction(1))
    return miles, -(-miles // max(a_day, 1))


def status(side: BoxSide, state: CampaignState, language: Language) -> list[str]:
    """On the road: how far it still is."""
    if state.stage != "road" or expedition_of(state) is None:
        return []
    if side.at_mouth(state) or side.at_gate(state):
        return [TEXTS.say(language, "status.road.mouth" if side.at_mouth(state) else "status.road.gate")]
    if not side.knows_way(state):
        return []
    miles, days = to_go(side, state)
    return [TEXTS.say(language, f"status.road.{'home' if state.homeward else 'out'}", miles=miles, days=days)]


def no_chart(side: BoxSide, state: CampaignState, seat: Seat, language: Language) -> None:
    """A road is walked by its length: there is no map of it."""
    del side, state, seat, language


def arrived(state: CampaignState) -> bool:
    """Whether this leg of the road is walked."""
    return miles_walked(state) >= length(state) and not off_the_road(state)
