"""The country of L'Infausta Scatola on its map: revealed hex by hex, and nothing of it that the party does not know."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_days_on_the_road import Trip

from arbitro.dice.stream import QuickDice
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.play import commands as c
from arbitro.play.sides.infausta import TOWN, journey_of
from arbitro.play.sides.infausta.hearsay import said_hexes, told_way
from arbitro.rules.infausta.wilderness.land import hex_land, random_land, straight_line
from arbitro.rules.infausta.wilderness.state import Land


def abroad(seed: int = 3) -> tuple[Trip, Seat]:
    """A party on the second morning of its way across country, and whoever plays it."""
    trip = Trip(seed, lost_way="all")
    trip.do(c.SetOut("wilds"))
    seat: Seat = trip.campaign.seats(trip.state)[0]
    for _ in range(2):
        assert trip.until("heading")
        if len(set(trip.state.game.charted)) > 1:
            break
        trip.on()
    return trip, seat


def svg(trip: Trip, state: Any, seat: Seat, language: str = "en") -> str:
    drawn = trip.campaign.drawing(state, seat, language)
    assert drawn is not None
    return drawn.svg()


def hexes(trip: Trip, state: Any, seat: Seat) -> set[str]:
    """The hexes whose country is drawn."""
    return {
        piece.key[4:] for piece in trip.campaign.drawing(state, seat, "en").pieces() if piece.key.startswith("hex/")
    }


@pytest.mark.rule("IS-WILD-02", "IS-WILD-07")
def test_the_map_grows_hex_by_hex() -> None:
    trip = Trip(3, lost_way="all")
    trip.do(c.SetOut("wilds"))
    seat = trip.campaign.seats(trip.state)[0]
    assert trip.until("heading")
    land = trip.state.land
    assert hexes(trip, trip.state, seat) == {TOWN, *land.around(TOWN)}
    trip.on()
    assert trip.until("heading")
    charted = set(trip.state.game.charted)
    assert len(charted) > 1
    assert hexes(trip, trip.state, seat) == {name for spot in charted for name in (spot, *land.around(spot))}
    assert hexes(trip, trip.state, REFEREE) == set(land.spots)
    assert 'class="trail"' in svg(trip, trip.state, seat)


def redrawn(land: Land, spots: set[str]) -> Land:
    """A land with other country in some of its hexes."""
    terrains = {name: "desert" if name in spots else spot.terrain for name, spot in land.spots.items()}
    return hex_land(terrains)


def with_land(state: Any, land: Land, **changes: Any) -> Any:
    journey = replace(journey_of(state), land=land)
    return replace(state, land=land, game=replace(state.game, journey=journey), **changes)


@pytest.mark.rule("IS-WILD-02", "IS-WILD-05")
@pytest.mark.parametrize("language", ["it", "en"])
def test_what_the_party_has_not_seen_is_not_in_the_bytes(language: str) -> None:
    trip, seat = abroad()
    known = hexes(trip, trip.state, seat)
    land = trip.state.land
    far = set(land.spots) - known
    assert far
    assert svg(trip, trip.state, seat, language) == svg(trip, with_land(trip.state, redrawn(land, far)), seat, language)
    (near,) = [name for name in land.around(trip.state.game.charted[-1]) if land.spots[name].terrain != "desert"][:1]
    assert svg(trip, trip.state, seat, language) != svg(
        trip, with_land(trip.state, redrawn(land, {near})), seat, language
    )
    fits = said_hexes(land, trip.state.mouth)
    assert len(fits) > 1
    for mouth in fits:
        if mouth not in trip.state.game.charted:
            assert svg(trip, trip.state, seat, language) == svg(trip, replace(trip.state, mouth=mouth), seat, language)


@pytest.mark.rule("IS-WILD-05")
def test_whoever_is_lost_sees_the_map_of_somebody_half_way() -> None:
    trip, seat = abroad()
    journey = journey_of(trip.state)
    at = journey.at
    toward = next(iter(journey.land.around(at)))
    half_way = replace(journey, toward=toward, gone="3", step="camp")
    elsewhere = next(spot for spot in journey.land.spots if spot not in (at, toward))
    lost = replace(journey, at=elsewhere, lost=True, step="camp")
    pictures = [
        svg(trip, replace(trip.state, game=replace(trip.state.game, journey=each)), seat) for each in (half_way, lost)
    ]
    assert pictures[0] == pictures[1]
    assert "last knew where it was" in pictures[0]
    assert "data-exit" not in pictures[0]


@pytest.mark.rule("IS-WILD-04")
@pytest.mark.parametrize(("language", "word"), [("it", "Tempo: "), ("en", "Weather: ")])
def test_the_ways_of_the_morning_can_be_pressed_and_say_where_they_lead(language: str, word: str) -> None:
    trip, seat = abroad()
    drawn = svg(trip, trip.state, seat, language)
    ways = dict(re.findall(r'data-exit="([^"]+)"[^>]*aria-label="([^"]+)"', drawn))
    offered = next(one for one in trip.campaign.choices(trip.state, seat) if one.id == "choose_heading")
    assert set(ways) == {pick.value for pick in offered.parameters[0].picks}
    assert all(":" in words for words in ways.values())
    assert word in drawn
    assert "data-exit" not in svg(trip, trip.state, Seat("onlooker", "spectator"), language)
    lines = trip.campaign.picture(trip.state, seat, language)
    assert any(all(words in line for words in ways.values()) for line in lines), "in words too"


def test_where_the_dungeon_is_said_to_lie_is_marked_until_it_is_found() -> None:
    trip, seat = abroad()
    drawn = svg(trip, trip.state, seat)
    assert "At the inn they say that the dungeon lies to the" in drawn
    assert 'class="said"' in drawn
    found = replace(trip.state, game=replace(trip.state.game, charted=(*trip.state.game.charted, trip.state.mouth)))
    after = svg(trip, found, seat)
    assert 'class="said"' not in after
    assert "the dungeon" in after


def test_underground_the_country_is_one_more_map_to_look_at() -> None:
    trip, seat = abroad()
    assert [(plan.id, plan.now) for plan in trip.campaign.plans(trip.state, seat, "en")] == [("land", True)]
    below = replace(trip.state, stage="dungeon")
    assert ("land", False) in [(plan.id, plan.now) for plan in trip.campaign.plans(below, seat, "en")]
    assert trip.campaign.plan(below, seat, "land", "en") is not None
    at_home = Trip(3)
    assert at_home.campaign.plan(at_home.state, seat, "land", "en") is None


def test_every_hex_lies_in_one_of_the_directions_and_a_straight_way_has_no_gaps() -> None:
    land = random_land(QuickDice(1), "hex", 2)
    far = [name for name in land.spots if name != TOWN]
    assert {told_way(name) for name in far} == {"n", "ne", "se", "s", "sw", "nw"}
    for name in far:
        assert name in said_hexes(land, name)
    assert straight_line("0,0", "2,-2") == ("1,-1", "2,-2")
    assert straight_line("0,0", "0,-2") == ("0,-1", "0,-2")
    assert straight_line("0,0", "1,1") == ("1,1",)
    assert straight_line("mill", "ford") == ("ford",)
