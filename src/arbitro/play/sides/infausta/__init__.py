"""L'Infausta Scatola in a campaign: its dungeon turn underground, and its wilderness days on the way there.

By the road or across country, every day out of town is a day of the game's own (IS-WILD-03). The road is a map of two
places and the way between them, as long as the table wants. The land to go across is drawn once, when a party first
does, and kept: hexes around the town, the dungeon in one of those furthest out.
"""

from collections.abc import Iterator
from dataclasses import replace as replaced
from math import ceil
from typing import Any, Final, cast

from msgspec import field
from msgspec.structs import replace

from arbitro.appendix_a.spring import discover
from arbitro.dice.stream import Die
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.drawing import Drawing
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.play.events import AlarmsChanged, LegBegan
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.sides.infausta.hearsay import country
from arbitro.play.sides.infausta.mornings import MorningAwaited, since_morning, sleep_in_town
from arbitro.play.sides.infausta.waiting import Worn
from arbitro.play.sides.whitebox import (
    assembled,
    below,
    box_side,
    chores,
    front,
    parting,
    party,
    road,
    sharp_eyes,
    wishes,
)
from arbitro.play.sides.whitebox.box import BoxSide, expedition_of, inner_state
from arbitro.play.sides.whitebox.party import people
from arbitro.play.sides.whitebox.places import said
from arbitro.play.sides.whitebox.road import begin_expedition
from arbitro.play.sides.whitebox.sharp_eyes import search
from arbitro.play.sides.whitebox.state import BoxCampaign
from arbitro.play.state import GROUP, CampaignState, Route
from arbitro.play.stocking import Recorder
from arbitro.rules.infausta import commands as c
from arbitro.rules.infausta import dungeon_turn as dungeon_rules
from arbitro.rules.infausta.citations import CITED
from arbitro.rules.infausta.dungeon_actions import finds_traps
from arbitro.rules.infausta.dungeon_turn import delve_of
from arbitro.rules.infausta.events import RestDue, TrapsSought, TurnKept
from arbitro.rules.infausta.state import State
from arbitro.rules.infausta.wilderness import commands as wilderness_commands
from arbitro.rules.infausta.wilderness.events import (
    CampMade,
    CampOffered,
    DayBegan,
    HeadingChosen,
    JourneyBegan,
    Marched,
    NightPassed,
    SetOut,
    WeatherAnnounced,
)
from arbitro.rules.infausta.wilderness.journey import reachable
from arbitro.rules.infausta.wilderness.land import random_land
from arbitro.rules.infausta.wilderness.state import Journey, Land, Spot, Way
from arbitro.rules.infausta.wilderness.table import REFEREES_STEPS, miles_to, rest_that_is_due
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.exploring.commands import PassTurns, StateFacts
from arbitro.rules.whitebox.people.records import ROUND
from arbitro.rules.whitebox.roll_tables import Terrain
from arbitro.rules.whitebox.scene import Scene as GameScene
from arbitro.text import Language

TOWN: Final = "0,0"
"""The hex of the town: the middle of the map."""
GATE: Final = "gate"
DOOR: Final = "mouth"
"""The two ends of the road."""
STEPS_OF_THE_DAY: Final = frozenset({"choose_heading", "make_camp", "march_on", "break_camp"})
"""What the party does of a day on its way."""
RINGS: Final = 2
"""How far the map reaches, in hexes."""
WILD_KINDS: Final[dict[type[Command], str]] = {
    wilderness_commands.AnnounceWeather: "travel",
    wilderness_commands.ConductMarch: "travel",
    wilderness_commands.AllowNightMarch: "travel",
    wilderness_commands.PlayEncounter: "encounters",
    wilderness_commands.EndJourney: "travel",
    wilderness_commands.ChangeGoal: "travel",
    c.JudgeTraps: "searching",
    c.JudgeDoing: "rulings",
}

ROUTINE: Final[frozenset[type[Event]]] = frozenset(
    {CampMade, CampOffered, DayBegan, HeadingChosen, Marched, NightPassed, RestDue, TurnKept, WeatherAnnounced}
)
"""What its days and turns tell beside what the parent's do."""


class LandDrawn(Event, frozen=True, tag="land_drawn"):
    """The country between town and dungeon, and where in it the dungeon lies."""

    land: Land
    mouth: str
    dice: tuple[Die, ...]


class WearinessKept(Event, frozen=True, tag="weariness_kept"):
    """Some wait in a space as weary as they are now; None: they walk again."""

    space: str
    worn: Worn | None


class InfaustaCampaign(BoxCampaign, frozen=True, kw_only=True):
    """A campaign of L'Infausta Scatola."""

    game: State
    worn: dict[str, Worn] = field(default_factory=dict)
    """How weary those are who wait, by their space: the game's own turn is that of those who walk."""
    land: Land | None = None
    mouth: str = ""
    """The hex of the dungeon."""


def _drawn(state: InfaustaCampaign, event: LandDrawn) -> InfaustaCampaign:
    return replace(state, land=event.land, mouth=event.mouth)


def _kept(state: InfaustaCampaign, event: WearinessKept) -> InfaustaCampaign:
    others = {space: worn for space, worn in state.worn.items() if space != event.space}
    return replace(state, worn=others if event.worn is None else {**others, event.space: event.worn})


def chart(side: BoxSide, state: CampaignState, seat: Seat, language: Language) -> Drawing | None:
    """The country that the party has gone across, on its map (IS-WILD-02)."""
    if not isinstance(state, InfaustaCampaign) or state.land is None:
        return None
    return country(side, state, state.land, (TOWN, state.mouth), (seat, language))


def journey_of(state: CampaignState) -> Journey | None:
    """The journey that goes on across country."""
    inner = inner_state(state)
    found = inner.journey if isinstance(inner, State) else None
    return None if found is None or found.over else found


def busy(side: BoxSide, state: CampaignState) -> bool:
    """Whether something else comes first: a fight, a meeting, or a day that waits for the referee."""
    if party.busy(side, state):
        return True
    inner = inner_state(state)
    return journey_of(state) is not None and any(side.game.allows(inner, step) for step in REFEREES_STEPS)


def spot(state: CampaignState) -> str:
    """The hex that the party is in, once it has come to the end of a journey."""
    inner = inner_state(state)
    ended = inner.journey if isinstance(inner, State) else None
    return ended.at if ended is not None and ended.over else ""


def at_mouth(state: CampaignState) -> bool:
    """Where the dungeon is, at the end of a journey or before one begins."""
    return road.at_mouth(state) if state.route == "road" else stands_at(state, mouth(state))


def at_gate(state: CampaignState) -> bool:
    """Where the town is, at the end of a journey or before one begins."""
    return road.at_gate(state) if state.route == "road" else stands_at(state, gate(state))


def stands_at(state: CampaignState, place: str) -> bool:
    """Whether the party is in a spot of the map, knows it, and is free to do something else than march."""
    journey = journey_of(state)
    if journey is None:
        return spot(state) == place
    early = journey.step in ("weather", "heading") or (journey.step == "camp" and not journey.day)
    return journey.at == place and journey.known_place and early


def mouth(state: CampaignState) -> str:
    """Where the dungeon is on the map that the party travels by."""
    if state.route == "days":
        return DOOR
    return state.mouth if isinstance(state, InfaustaCampaign) else ""


def gate(state: CampaignState) -> str:
    """Where the town is on it."""
    return GATE if state.route == "days" else TOWN


def knows_way(state: CampaignState) -> bool:
    """Whether the party can tell how far it still is: nobody can across country, and none of the lost."""
    journey = journey_of(state)
    return state.route != "wilds" and (journey is None or not (journey.lost or journey.off_the_way))


def miles_left(state: CampaignState) -> int:
    """Miles to the goal, each begun one counted."""
    journey = journey_of(state)
    if state.route == "road" or journey is None:
        return road.miles_left(state)
    best = miles_to(journey.land, journey.goal)
    return ceil(min(best[spot] + journey.miles_from_here(spot) for spot in reachable(journey)))


def may_look_for_traps(side: BoxSide, state: CampaignState, who: str, way: str) -> Refusal | None:
    """Anybody may: who has no knack turns to the referee (IS-TURN-08)."""
    del way
    one = side.game.rules.free_hand(side.game.at(inner_state(state)), who)
    return one if isinstance(one, Refusal) else None


def look_for_traps(side: BoxSide, scene: Scene, who: str, way: str) -> None:
    """By one's knack; without one the game asks the referee, who is shown what there is (IS-TURN-08)."""
    inner = inner_state(scene.state)
    if finds_traps(side.game.at(inner), inner.characters[who]):
        search(side, scene, who, way)
        return
    there = sharp_eyes.hidden(scene.state, way)
    if there:
        scene.must(StateFacts((), (), there, ()))
    first = len(scene.events)
    scene.must(c.SearchTraps(who, way))
    after(side, scene, first)


def answered(scene: Scene, sought: TrapsSought, told: int) -> None:
    """The referee has spoken: what was granted is known; what was stated for the while is the appendix's again."""
    out = expedition_of(scene.state)
    for trap in out.traps.values() if out is not None else ():
        dungeon = scene.state.dungeon
        if (trap.id not in dungeon.traps and trap.id not in dungeon.links) or trap.sprung:
            continue
        if trap.id in sought.found:
            scene.dig(replace(event, cause=told) for event in discover(dungeon, trap.id, GROUP))
        scene.must(StateFacts((), (), (replace(trap, sprung=True, found=False),), ()))


def time_of_search(side: BoxSide, inner: GameScene, who: str) -> None:
    """A round for one definite spot."""
    side.game.rules.take_time(inner, who, ROUND, ("IS-TURN-08",))


def part(side: BoxSide, scene: Scene, who: tuple[str, ...], space: str) -> None:
    """Some wait, as weary as they are; whoever was to come at the end of the turn comes upon them."""
    delve, everybody = delve_of(inner_state(scene.state)), set(who) == set(people(scene.state))
    parting.part(side, scene, who, space)
    if delve is None:
        return
    worn = Worn(delve.active, delve.rests_due, scene.state.minutes)
    scene.happen(WearinessKept(space, worn, rules=("IS-TURN-12", "IS-TURN-13"), audience=REFEREE_ONLY))
    if everybody and delve.waiting:
        note(side, scene, ("IS-TURN-15",), waiting=0)
        scene.happen(AlarmsChanged((*scene.state.alarms, space), audience=REFEREE_ONLY))


def rejoin(side: BoxSide, scene: Scene, who: tuple[str, ...], space: str) -> None:
    """Whoever is wearier sets the pace; those who are alone are as weary as waiting has left them."""
    alone = not people(scene.state)
    parting.rejoin(side, scene, who, space)
    if not alone:
        wake(side, scene, space, alone=False)


def look_to(side: BoxSide, scene: Scene, space: str, came: str) -> None:
    """When another group is played, the turn that is played is theirs."""
    parting.look_to(side, scene, space, came)
    wake(side, scene, space, alone=True)


def wake(side: BoxSide, scene: Scene, space: str, *, alone: bool) -> None:
    """Those who waited in a space walk again."""
    state, delve = scene.state, delve_of(inner_state(scene.state))
    worn = state.worn.get(space) if isinstance(state, InfaustaCampaign) else None
    if worn is None:
        return
    active, owed = worn.by(state.minutes)
    if delve is not None and not alone:
        active, owed = max(active, delve.active), max(owed, delve.rests_due)
    note(side, scene, ("IS-TURN-12", "IS-TURN-13"), active=active, rests_due=owed, paused=bool(owed))
    scene.happen(WearinessKept(space, None, audience=REFEREE_ONLY))


def note(side: BoxSide, scene: Scene, rules: tuple[str, ...], **changes: Any) -> None:
    """Write something about the turn down, as the game does; nothing in the open."""
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    dungeon_rules.note(inner, rules=rules, **changes)
    scene.record(inner.events)


# -------------------------------------------------------------------- across country


def set_out(side: BoxSide, scene: Scene, route: Route) -> Refusal | None:
    """By the road, day by day, or into the wilds (IS-WILD-01); a dungeon before the gate takes no day."""
    if route == "road" and not road.length(scene.state):
        return road.set_out(side, scene, route)
    if route == "wilds" and not (isinstance(scene.state, InfaustaCampaign) and scene.state.mouth):
        draw_land(scene)
    sleep_in_town(side, scene)
    return take_to(scene, LegBegan(homeward=False, mark=0, route="days" if route == "road" else route))


def take_to(scene: Scene, leg: LegBegan) -> Refusal | None:
    """A leg of the way, which is a journey of its own: from one end of the map to the other."""
    scene.happen(leg)
    ends = gate(scene.state), mouth(scene.state)
    return begin_journey(scene, *(reversed(ends) if leg.homeward else ends))


def draw_land(scene: Scene) -> None:
    """Hexes by lot around the town; the dungeon lies in one of the outermost."""
    thrown = Recorder(scene.dice.stream("land"))
    land = random_land(thrown, "hex", RINGS)
    far = [name for name in land.spots if _ring(name) == RINGS]
    mouth = far[thrown.roll(len(far), "lot").face - 1]
    dice = tuple(die for lookup in thrown.rolls for die in lookup.dice)
    scene.happen(LandDrawn(land, mouth, dice, rules=("IS-WILD-02",), audience=REFEREE_ONLY))


def begin_journey(scene: Scene, start: str, goal: str, astray: int = 0) -> Refusal | None:
    """From one spot to another."""
    state = scene.state
    land = highway(state) if state.route == "days" else state.land if isinstance(state, InfaustaCampaign) else None
    if land is None:
        raise TypeError("there is no land to travel through")
    spent = since_morning(state)
    return scene.play(wilderness_commands.StartJourney(land, start, goal, astray=astray, spent=spent))


def highway(state: CampaignState) -> Land:
    """The road as a map: its two ends, in the country that the table wants, and the way between them (IS-WILD-02)."""
    terrain = cast(Terrain, road.TERRAINS[str(state.options["road_terrain"])])
    ends = Spot(GATE, terrain, said("place.home", "f")), Spot(DOOR, terrain, said("place.mouth"))
    return Land("points", {spot.id: spot for spot in ends}, (Way((GATE, DOOR), road.length(state)),))


def go_down(side: BoxSide, scene: Scene, landing: str) -> None:
    """A journey has ended at the mouth, or the next has not begun in earnest: the expedition underground begins."""
    if journey_of(scene.state) is not None:
        scene.must(wilderness_commands.EndJourney())
    if expedition_of(scene.state) is None:
        refused = begin_expedition(scene)
        if refused is not None:
            raise RuntimeError(refused.code)
    below.go_down(side, scene, landing)


def sit_out(side: BoxSide, scene: Scene, turns: int) -> None:
    """Whoever waits without stirring rests, from the first turn on that nobody has been busy in (IS-TURN-12)."""
    for _ in range(turns):
        resting = side.game.allows(inner_state(scene.state), c.RestTurn())
        first = len(scene.events)
        if busy(side, scene.state) or scene.state.alarms or scene.play(c.RestTurn() if resting else PassTurns()):
            return
        side.after(side, scene, first)


def turn_round(scene: Scene) -> Refusal | None:
    """Half way the journey has another goal; from the mouth the way home is another journey."""
    state = scene.state
    if state.route == "road":
        return road.turn_round(scene)
    leg = LegBegan(homeward=not state.homeward, mark=0, route=state.route, turned=True)
    if journey_of(state) is not None:
        scene.happen(leg)
        return scene.play(wilderness_commands.ChangeGoal(gate(state) if leg.homeward else mouth(state)))
    if not at_mouth(state):
        return Refusal("no_turning")
    road.end_expedition(scene)
    return take_to(scene, leg)


def turn_homeward(side: BoxSide, scene: Scene, miles: int) -> None:
    """The way home is another journey."""
    if scene.state.route == "road":
        road.turn_homeward(side, scene, miles)
        return
    scene.happen(LegBegan(homeward=True, mark=0, route=scene.state.route))
    go_home_if_free(side, scene)


def go_home_if_free(side: BoxSide, scene: Scene) -> None:
    """The journey home begins as soon as nobody stands in the way and all are there."""
    state = scene.state
    if not busy(side, state) and not (state.waiting or state.afar) and expedition_of(state) is not None:
        astray = hexes_astray(side, state)
        road.end_expedition(scene)
        begin_journey(scene, mouth(state), gate(state), astray)


def hexes_astray(side: BoxSide, state: CampaignState) -> int:
    """How far a flight out of the mouth has led, before the journey home begins."""
    out = expedition_of(state)
    return 0 if out is None else out.astray // side.game.rules.content.exploration.evasion.hex_miles


def end_expedition(scene: Scene) -> None:
    """A journey that has not begun in earnest is broken off; one that has ended is over already."""
    if journey_of(scene.state) is not None:
        scene.must(wilderness_commands.EndJourney())
    elif expedition_of(scene.state) is not None:
        road.end_expedition(scene)


def onward(side: BoxSide, state: CampaignState) -> Iterator[Command]:
    """The next step of the day."""
    if state.route == "road":
        yield from road.onward(side, state)
        return
    if journey_of(state) is None:
        yield from wishes.wait(side, state)
        return
    command = side.game.suggest(inner_state(state), Seat(GROUP, "player", frozenset({GROUP})))
    if command is not None:
        yield command


def care(side: BoxSide, state: CampaignState) -> Iterator[Command]:
    """What the parent does for the hurt; then, underground, the rest that is due (IS-TURN-12, IS-TURN-13)."""
    yield from wishes.care(side, state)
    inner = inner_state(state)
    if state.stage == "dungeon":
        yield from (command for command in rest_that_is_due(inner) if side.game.allows(inner, command))


def upkeep(side: BoxSide, state: CampaignState) -> Iterator[Command]:
    """What the parent sees to, and the rest that is due (IS-TURN-12, IS-TURN-13)."""
    yield from chores.upkeep(side, state)
    if state.stage == "dungeon":
        yield from rest_that_is_due(inner_state(state))


def after(side: BoxSide, scene: Scene, first: int) -> None:
    """Above ground, whoever came up chased begins the way home when the chase is over.

    At the end of the journey out the expedition begins at the mouth: that is no town, where people buy and hire.
    """
    for place, event in enumerate(scene.events[first:], first):
        if isinstance(event, TrapsSought):
            answered(scene, event, place)
    below.after(side, scene, first)
    state = scene.state
    if state.stage != "road" or state.route == "road" or journey_of(state) is not None:
        return
    if state.homeward:
        go_home_if_free(side, scene)
    elif expedition_of(state) is None and at_mouth(state):
        begin_expedition(scene)  # refused, without effect, where nobody is left to go down


def kind_of(state: CampaignState, command: Command) -> str:
    """The parent's kinds, and those of the wilderness."""
    return WILD_KINDS.get(type(command)) or front.kind_of(state, command)


def choices(side: BoxSide, state: CampaignState, seat: Seat) -> Any:
    """The steps of the day first, and without those that end a journey by hand."""
    offered = list(front.choices(side, state, seat))
    for choice in sorted(offered, key=lambda choice: choice.command not in STEPS_OF_THE_DAY):
        own = choice.command == "search_traps" and bool(state.at)  # the campaign looks beyond the ways too
        if not own and choice.command not in ("change_goal", "end_journey", "start_journey"):
            yield choice


def _ring(name: str) -> int:
    column, row = (int(part) for part in name.split(","))
    return max(abs(column), abs(row), abs(column + row))


def cited(*rules: str) -> tuple[str, ...]:
    """The atoms of its own book for those of the family's first."""
    return tuple(atom for rule in rules for atom in CITED.get(rule, ()))


def infausta_side(game: BoxGame) -> Side:
    """L'Infausta Scatola: what it does otherwise than La Scatola Bianca; all the rest is the parent's own."""
    box = box_side(game)
    return assembled(
        replaced(
            box,
            state_type=InfaustaCampaign,
            events=(*box.events, LandDrawn, MorningAwaited, WearinessKept),
            folds={**box.folds, LandDrawn: _drawn, WearinessKept: _kept},
            quiet=(*box.quiet, JourneyBegan, SetOut),
            routes=("road", "wilds"),  # IS-WILD-01
            cited=cited,
            lock_rules=("IS-TURN-07",),
            trap_rules=("IS-TURN-08", "IS-TRAP-02"),
            watch_rules=("IS-TURN-02", "IS-TURN-03"),
            checks_a_day=3,  # IS-WILD-06
            busy=busy,  # IS-WILD-03
            set_out=set_out,  # IS-WILD-01
            turn_round=turn_round,  # IS-WILD-02
            turn_homeward=turn_homeward,  # IS-WILD-01
            end_expedition=end_expedition,  # IS-WILD-03
            at_mouth=at_mouth,  # IS-WILD-02
            at_gate=at_gate,  # IS-WILD-02
            chart=chart,  # IS-WILD-02
            miles_left=miles_left,  # IS-WILD-02
            knows_way=knows_way,  # IS-WILD-05
            go_down=go_down,  # IS-WILD-03
            sit_out=sit_out,  # IS-TURN-12
            after=after,  # IS-TURN-08, IS-WILD-01
            may_look_for_traps=may_look_for_traps,  # IS-TURN-08
            look_for_traps=look_for_traps,  # IS-TURN-08
            time_of_search=time_of_search,  # IS-TURN-08
            part=part,  # IS-TURN-12, IS-TURN-13, IS-TURN-15
            rejoin=rejoin,  # IS-TURN-12
            look_to=look_to,  # IS-TURN-12
            onward=onward,  # IS-WILD-03
            care=care,  # IS-TURN-12, IS-TURN-13
            upkeep=upkeep,  # IS-TURN-12, IS-TURN-13
            routine=box.routine | ROUTINE,  # IS-TURN-02, IS-WILD-03
            kind_of=kind_of,  # IS-WILD-03
            choices=choices,  # IS-WILD-03, IS-TURN-08
        )
    )
