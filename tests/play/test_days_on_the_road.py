"""L'Infausta Scatola on the road: the game's own day, both ways, and logs of the time before that."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.watching import opened

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE
from arbitro.play import commands as c
from arbitro.play.events import LegBegan, StageReached
from arbitro.play.players.habits import habits_of
from arbitro.play.scene import Scene
from arbitro.play.sides.infausta import DOOR, GATE, journey_of, miles_left
from arbitro.play.sides.infausta.mornings import MorningAwaited
from arbitro.play.sides.whitebox import road
from arbitro.rules.infausta.wilderness import commands as w
from arbitro.rules.infausta.wilderness import events as we
from arbitro.rules.whitebox.exploring.commands import AdvanceClock
from arbitro.rules.whitebox.exploring.events import Travelled


class Trip:
    """A campaign driven without a store; the events of the way are kept."""

    def __init__(self, seed: int, **options: Any) -> None:
        table = opened("infausta", seed, **options)
        self.campaign: Any = table.ruleset
        self.state, self.dice = table.state, QuickDice(seed)
        self.events: list[Event] = []
        self.do(c.Gather("random:6:5"))

    def do(self, command: Command) -> list[Event]:
        answer = self.campaign.decide(self.state, command, self.dice)
        assert not isinstance(answer, Refusal), (command, answer)
        self.state = answer.state
        self.events += answer.events
        return list(answer.events)

    def on(self, steps: int = 1) -> None:
        for _ in range(steps):
            self.do(self.campaign.suggest(self.state, REFEREE))

    def until(self, step: str) -> bool:
        """Go on until the day stands at a step; False where the journey ended first."""
        for _ in range(300):
            journey = journey_of(self.state)
            if journey is None:
                return False
            if journey.step == step and not self.campaign.side.meetings.busy(self.state):
                return True
            self.on()
        raise AssertionError(f"{step} never came")


@pytest.mark.rule("IS-WILD-01", "IS-WILD-03", "IS-WILD-04", "IS-WILD-05", "IS-WILD-06", "IS-WILD-08", "IS-WILD-18")
@pytest.mark.parametrize("seed", range(6))
def test_every_day_on_the_road_is_a_day_of_the_game(seed: int) -> None:
    trip = Trip(seed, road_days=3)
    trip.do(c.SetOut("road"))
    for _ in range(2000):
        if trip.campaign.side.road.at_mouth(trip.state) or trip.state.stage != "road":
            break
        trip.on()
    days = sum(isinstance(event, we.DayBegan) for event in trip.events)
    count = Counter(type(event) for event in trip.events)
    checks = Counter(event.when for event in trip.events if isinstance(event, we.WildernessChecked))
    assert not count[Travelled]
    assert days >= 2 or trip.state.stage == "over"
    assert count[we.WeatherAnnounced] == count[we.WayChecked] == days
    assert checks["day"] == 2 * days
    assert checks["night"] == count[we.CampMade]
    if trip.state.stage == "road":
        assert count[we.CampMade] == days - 1  # on the last evening it is at the mouth
        assert count[we.JourneyEnded] == 1


@pytest.mark.rule("IS-WILD-02", "IS-OUT-01")
def test_the_road_is_as_long_as_the_table_wants_in_the_country_that_it_wants() -> None:
    trip = Trip(1, road_days=4, road_terrain="forest")
    trip.do(c.SetOut("road"))
    journey = journey_of(trip.state)
    assert journey is not None
    assert (journey.at, journey.goal, journey.land.kind) == (GATE, DOOR, "points")
    assert journey.land.around(GATE) == {DOOR: 48}
    assert {spot.terrain for spot in journey.land.spots.values()} == {"forest"}
    assert miles_left(trip.state) == 48


def test_a_dungeon_before_the_gate_takes_no_day() -> None:
    trip = Trip(1, road_days=0)
    trip.do(c.SetOut("road"))
    assert journey_of(trip.state) is None
    assert trip.campaign.side.road.at_mouth(trip.state)


@pytest.mark.rule("IS-WILD-04")
@pytest.mark.parametrize("route", ["road", "wilds"])
def test_half_way_the_party_turns_round_and_is_soon_in_town(route: str) -> None:
    for seed in range(20):
        trip = Trip(seed, road_days=4)
        trip.do(c.SetOut(route))
        journey = journey_of(trip.state)
        far = miles_left(trip.state)
        assert journey is not None
        if not trip.until("camp") or miles_left(trip.state) >= far:
            continue  # nobody left, or lost on the first day
        walked = far - miles_left(trip.state)
        events = trip.do(c.TurnRound())
        assert [event.variant() for event in events if isinstance(event, LegBegan)] == ["turned_home"]
        if route == "road":
            assert miles_left(trip.state) == walked
        for _ in range(400):
            if trip.state.stage == "over" or trip.campaign.side.road.at_gate(trip.state):
                break
            trip.on()
        if trip.state.stage == "over":
            continue
        while trip.campaign.side.meetings.busy(trip.state):
            trip.on()
        trip.do(c.EnterTown())
        assert trip.state.stage == "town"
        return
    raise AssertionError("none of them came so far")


def test_whoever_turned_at_the_mouth_may_go_down_after_all() -> None:
    for seed in range(20):
        trip = Trip(seed, road_days=1)
        trip.do(c.SetOut("road"))
        while trip.state.stage == "road" and not trip.campaign.side.road.at_mouth(trip.state):
            trip.on()
        if trip.state.stage != "road" or trip.campaign.side.meetings.busy(trip.state):
            continue
        trip.do(c.TurnRound())
        assert trip.campaign.side.road.at_mouth(trip.state)
        journey = journey_of(trip.state)
        assert journey is not None
        assert (journey.day, journey.step) == (0, "camp")  # it is evening
        choices = trip.campaign.choices(trip.state, REFEREE)
        down = next(choice for choice in choices if choice.command == "follow")
        trip.do(trip.campaign.command(down.fill()))
        assert journey_of(trip.state) is None
        assert any(isinstance(event, StageReached) and event.stage == "dungeon" for event in trip.events)
        return
    raise AssertionError("none of them came so far")


@pytest.mark.parametrize("seed", range(3))
def test_a_party_that_an_older_log_has_left_on_the_road_walks_on(seed: int) -> None:
    trip = Trip(seed, road_days=2)
    scene = Scene(trip.campaign.side, trip.state, trip.dice)
    assert road.begin_expedition(scene) is None
    scene.happen(LegBegan(homeward=False, mark=0))
    scene.happen(StageReached("road", scene.state.minutes))
    trip.state = scene.state
    assert (trip.state.route, journey_of(trip.state)) == ("road", None)
    trip.events.clear()
    for _ in range(200):
        if trip.state.stage != "road":
            break
        trip.on()
    assert any(isinstance(event, Travelled) for event in trip.events)
    assert trip.state.stage in ("dungeon", "over")


@pytest.mark.rule("IS-WILD-05")
def test_on_the_road_the_lost_walk_in_circles_and_the_day_is_lost() -> None:
    trip = Trip(3, road_days=2)
    trip.do(c.SetOut("road"))
    trip.until("heading")
    trip.do(w.ChooseHeading(DOOR))
    journey = trip.state.game.journey
    trip.state = replace(trip.state, game=replace(trip.state.game, journey=replace(journey, lost=True, due=())))
    assert any(isinstance(event, we.Marched) for event in trip.do(trip.campaign.suggest(trip.state, REFEREE)))
    assert trip.state.game.journey.circling
    assert miles_left(trip.state) == 24
    assert not trip.campaign.side.road.at_gate(trip.state), "who is lost does not know the gate for what it is"
    for seat in trip.campaign.seats(trip.state):
        assert not any("24" in line for line in trip.campaign.picture(trip.state, seat, "en")), "nor how far it is"
        names = {choice.command for choice in trip.campaign.choices(trip.state, seat)}
        assert not names & {"conduct_march", "change_goal"}


def test_the_road_says_how_far_it_still_is_and_the_steps_of_the_day_come_first() -> None:
    for seed in range(10):
        trip = Trip(seed, road_days=3)
        trip.do(c.SetOut("road"))
        trip.until("heading")
        seat = trip.campaign.seats(trip.state)[0]
        assert next(iter(trip.campaign.choices(trip.state, seat))).command in ("choose_heading", "enter_town")
        if not trip.until("camp") or trip.state.game.journey.lost:
            continue
        lines = trip.campaign.picture(trip.state, seat, "en")
        assert any(f"{miles_left(trip.state)} miles to go" in line for line in lines)
        return
    raise AssertionError("none of them came to a camp")


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_the_dead_of_earlier_journeys_keep_no_prudent_party_at_home(game: str) -> None:
    table = opened(game, 3)
    campaign: Any = table.ruleset
    table.submit(c.Gather("random:6:5"), REFEREE)
    state = table.state
    order = (*state.game.party.order, *(f"dead-{number}" for number in range(20)))
    state = replace(state, game=replace(state.game, party=replace(state.game.party, order=order)))
    assert habits_of(campaign).fit_to_go_on(state)


def hour(state: Any) -> float:
    """What o'clock it is."""
    return state.minutes % 1440 / 60


@pytest.mark.rule("IS-WILD-01", "IS-WILD-08", "IS-WILD-11")
@pytest.mark.parametrize("sleeps", [True, False])
def test_who_comes_out_at_half_past_eight_in_the_evening_camps_or_walks_by_night(sleeps: bool) -> None:
    for seed in range(40):
        trip = Trip(seed, road_days=2)
        trip.do(c.SetOut("road"))
        while trip.state.stage == "road" and not trip.campaign.side.road.at_mouth(trip.state):
            trip.on()
        if trip.state.stage != "road" or trip.campaign.side.meetings.busy(trip.state):
            continue
        spent = int((20.5 - hour(trip.state)) * 60)
        if spent > 0:
            trip.do(AdvanceClock(spent))
        trip.do(c.TurnRound())
        trip.events.clear()
        before = hour(trip.state)
        trip.do(w.MakeCamp() if sleeps else w.MarchOn())
        for _ in range(100):
            if journey_of(trip.state) is None or journey_of(trip.state).day:
                break
            trip.on()
        if trip.state.stage != "road" or journey_of(trip.state) is None:
            continue
        assert 20 <= before < 22
        assert 8 <= hour(trip.state) < 9
        assert bool(trip.state.game.sleepless) is not sleeps
        checks = [event.when for event in trip.events if isinstance(event, we.WildernessChecked)]
        assert checks == ["night"]
        return
    raise AssertionError("none of them came so far")


@pytest.mark.rule("IS-WILD-01", "IS-WILD-11", "IS-HEAL-01")
def test_too_late_in_the_day_the_party_sleeps_in_town_and_leaves_in_the_morning() -> None:
    trip = Trip(1, road_days=2)
    trip.do(AdvanceClock(12 * 60))
    who = next(iter(trip.state.game.characters))
    trip.state = replace(trip.state, game=replace(trip.state.game, sleepless={who: 2}))
    events = trip.do(c.SetOut("road"))
    assert sum(isinstance(event, MorningAwaited) for event in events) == 1
    journey = journey_of(trip.state)
    assert journey is not None
    assert (journey.day, journey.step, hour(trip.state)) == (1, "weather", 8)
    assert trip.state.game.sleepless == {}


@pytest.mark.rule("IS-WILD-01", "IS-WILD-08")
@pytest.mark.parametrize("route", ["road", "wilds"])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_evening_in_the_evening_and_morning_in_the_morning(seed: int, route: str) -> None:
    trip = Trip(seed, road_days=1)
    for _ in range(700):
        if trip.state.stage == "over":
            break
        command = trip.campaign.suggest(trip.state, REFEREE)
        command = c.SetOut(route) if isinstance(command, c.SetOut) else command
        for event in trip.do(command):
            if isinstance(event, we.CampOffered):
                assert not 8 < hour(trip.state) < 20
            if isinstance(event, we.DayBegan) and event.day:
                assert 8 <= hour(trip.state) <= 16
