"""Ways, names and numbers as the party knows them: quick answers against slow ones, and nothing that it cannot see."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.watching import expedition

from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.knowledge import knows, players_map
from arbitro.dungeon.model import SURFACE, Dungeon
from arbitro.play import campaigns
from arbitro.play.naming import number_of, place_called, way_called
from arbitro.play.players import PLAYERS
from arbitro.play.state import GROUP, Ailment
from arbitro.play.ways import Way, nearest, path, ways


def slow_ends(dungeon: Dungeon, space: str) -> Iterator[str]:
    """The ids of all ways from a space, by looking through everything."""
    for link in dungeon.links.values():
        known = dungeon.known.get(f"{GROUP}/{link.id}")
        if space in (link.a, link.b) and known is not None and not (link.state == "false" and known.how == "visited"):
            yield link.id
    for trap in dungeon.traps.values():
        if trap.space == space and trap.stairs and not knows(dungeon, GROUP, trap.id):
            yield trap.stairs
    for lead in dungeon.leads.values():
        if lead.space == space and lead.kind == "corridor" and lead.face is not None and not lead.link:
            yield lead.id
    for closed in dungeon.closed.values():
        if closed.space == space and closed.unseen is not None and not knows(dungeon, GROUP, closed.id):
            yield closed.id


@pytest.fixture(scope="module")
def states() -> list[Any]:
    """States of some campaigns, underground."""
    found: list[Any] = []
    for game in campaigns():
        for number, step in enumerate(expedition(game, 21, 160, PLAYERS["plain"])):
            if step.after.at and number % 8 == 0:
                found.append(step.after)
    return found


def test_the_index_finds_the_ways_that_a_slow_search_finds(states: list[Any]):
    for state in states:
        for space in state.dungeon.spaces:
            assert [each.id for each in ways(state.dungeon, space)] == list(slow_ends(state.dungeon, space))


def test_the_index_follows_the_dungeon_whichever_is_asked_for(states: list[Any]):
    """Two dungeons in turn, and one whose clock went on: never the ways of another."""
    first, last = states[0].dungeon, states[-1].dungeon
    for dungeon in (first, last, first, replace(first, turn=first.turn + 1), last):
        for space in dungeon.spaces:
            assert [each.id for each in ways(dungeon, space)] == list(slow_ends(dungeon, space))


def test_a_place_has_the_number_of_the_partys_map(states: list[Any]):
    for state in states:
        shown = players_map(state.dungeon, GROUP)
        for space in state.dungeon.spaces.values():
            assert number_of(state.dungeon, space) == numbers(shown, space.level).get(space.id, 0)


def test_the_nearest_wanted_space_is_no_farther_than_any_other(states: list[Any]):
    for state in states[::4]:
        for goal in list(state.dungeon.spaces)[::5]:
            steps = path(state.dungeon, state.at, {goal})
            assert steps == nearest(state.dungeon, state.at, lambda space, goal=goal: space == goal)
            if steps and len(steps) > 1:
                middle = frozenset({steps[0].to})
                round_it = path(state.dungeon, state.at, {goal}, middle)
                assert round_it is None or (len(round_it) >= len(steps) and round_it[0].to not in middle)
        home = path(state.dungeon, state.at, {SURFACE})
        assert home is None or home[-1].to == SURFACE


def test_doors_that_look_alike_are_called_alike():
    """A one-way door that nobody has tried is a door, and how far stairs go down does not show."""
    doors = [Way("a", "door", 2), Way("b", "door", 2)]
    assert [way_called(each, doors).en for each in doors] == [f"{way_called(doors[0], []).en} ({n})" for n in (1, 2)]
    stairs = [Way("a", "stairs", 2, levels=1), Way("b", "stairs", 2, levels=3), Way("c", "stairs", 2, levels=-1)]
    named = [way_called(each, stairs).en for each in stairs]
    assert named[0].endswith("(1)")
    assert named[1].endswith("(2)")
    assert not named[2].endswith(")")


@pytest.mark.rule("DA-TRAP-07")
def test_a_room_that_has_not_sunk_is_called_a_chamber(states: list[Any]):
    for state in states:
        place = next((each for each in state.dungeon.spaces.values() if each.kind == "chamber"), None)
        if place is None or not knows(state.dungeon, GROUP, place.id):
            continue
        as_lift = replace(state.dungeon, spaces={**state.dungeon.spaces, place.id: replace(place, kind="lift")})
        assert place_called(as_lift, place.id) == place_called(state.dungeon, place.id)
        return
    raise AssertionError("no chamber was found")


@pytest.mark.rule("DA-GAS-07")
def test_whoever_is_sick_is_offered_no_new_ground(states: list[Any]):
    from arbitro.kernel.seat import Seat
    from arbitro.play import find_campaign

    compared = 0
    for state in states:
        campaign = find_campaign(next(g for g in campaigns() if isinstance(state, find_campaign(g).state_type)))
        if campaign.side.meetings.busy(state) or state.awaiting or not campaign.side.party.able(state):
            continue
        sick = replace(state, ailments=(Ailment(campaign.side.party.able(state)[0], "sick", -1),))
        seat = Seat(GROUP, "player", frozenset({GROUP}))
        for choice in campaign.choices(sick, seat):
            if choice.command == "follow":
                assert campaign.allows(sick, campaign.command(next(iter(choice.fillings()))))
                compared += 1
    assert compared
