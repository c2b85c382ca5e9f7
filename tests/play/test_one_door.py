"""How a door stands is kept once, by the dungeon, whatever game is played in it: the game is lent what is in reach."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_hazards import GAMES
from tests.play.test_locks import Hall
from tests.play.watching import Scattered, watched

from arbitro.dungeon.model import DoorState, Known
from arbitro.play import find_campaign
from arbitro.play.state import GROUP
from arbitro.play.ways import DOORS
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.exploring.events import DoorOpened, DoorsShut, DoorWedged, FactsStated
from arbitro.rules.whitebox.exploring.state import Door
from arbitro.rules.whitebox.terms import Named

FAMILY = ("whitebox", "infausta")


@pytest.mark.parametrize("game", GAMES)
def test_no_state_but_the_dungeons_says_how_a_door_stands(game: str) -> None:
    fields = set(find_campaign(game).initial().__struct_fields__)
    assert not fields & {"doors", "locks"}


@pytest.mark.parametrize("game", FAMILY)
def test_the_game_keeps_no_door_of_the_dungeon_and_sees_each_as_it_stands(game: str) -> None:
    lent = 0
    for step in watched(game, 7, 90, Scattered):
        state = step.after
        out = state.game.expedition
        if out is None:
            continue
        assert not out.doors
        for name, door in state.played.expedition.doors.items():
            stands = state.dungeon.doors.get(name, DoorState())
            kept = DoorState(door.open, door.wedged, door.locked, door.tried, door.pushes)
            assert kept == (DoorState() if door.passage else stands)
            assert name not in state.dungeon.links or door.passage == (state.dungeon.links[name].kind not in DOORS)
            lent += not door.passage
    assert lent


@pytest.mark.parametrize("game", FAMILY)
def test_a_log_states_no_door(game: str) -> None:
    for step in watched(game, 7, 90, Scattered):
        assert not [event for event in step.entry.events if isinstance(event, FactsStated) and event.doors]


@pytest.mark.rule("WB-DOOR-05")
def test_a_wedge_holds_until_somebody_takes_it_away() -> None:
    """Also when the party goes home and comes back: the dungeon does not forget."""
    hall = Hall("whitebox")
    evolve = hall.campaign.evolve
    for event in (DoorOpened("door"), DoorWedged("door")):
        hall.state = evolve(hall.state, event)
    hall.anew()
    assert hall.state.dungeon.doors == {"door": DoorState(open=True, wedged=True)}
    assert hall.state.played.expedition.doors["door"].wedged
    hall.do(x.ShutDoor(hall.first, "door"))
    assert hall.state.dungeon.doors == {"door": DoorState()}


@pytest.mark.rule("WB-DOOR-05")
def test_what_stands_open_elsewhere_falls_shut_all_the_same() -> None:
    hall = Hall("whitebox")
    hall.state = hall.campaign.evolve(hall.state, DoorOpened("door"))
    hall.bring("")  # under the sky
    hall.do(x.PassTurns(1))
    assert [event.doors for event in hall.events if isinstance(event, DoorsShut)] == [("door",)]
    assert not hall.state.dungeon.doors["door"].open


def test_a_false_door_that_was_opened_is_no_way_on() -> None:
    """It stands open onto bare rock until it falls shut; nobody can go through."""
    hall = Hall("whitebox")
    state = hall.campaign.evolve(hall.state, DoorOpened("door"))
    dungeon = state.dungeon
    links = {**dungeon.links, "door": replace(dungeon.links["door"], b="", state="false")}
    known = {**dungeon.known, f"{GROUP}/door": Known(GROUP, "door", "visited")}
    hall.state = replace(state, dungeon=replace(dungeon, links=links, known=known))
    assert hall.refused(x.Go("door")) == "no_door"
    hall.do(x.PassTurns(1))
    assert not hall.state.dungeon.doors["door"].open


def test_facts_of_older_logs_leave_doors_with_the_dungeon_and_others_with_the_game() -> None:
    """Tables stated every door to the game once; what a referee states by hand is still the game's."""
    hall = Hall("whitebox")
    ours = Door(id="door", name=Named("x", "x"), between=("hall", "gallery"), locked=True, tried=True)
    theirs = replace(ours, id="gate", open=True)
    state: Any = hall.campaign.evolve(hall.state, FactsStated((), (ours, theirs)))
    assert state.dungeon.doors == {"door": DoorState(locked=True, tried=True)}
    assert state.game.expedition.doors == {"gate": theirs}
    shut = hall.campaign.evolve(state, DoorsShut(("door", "gate")))
    assert not shut.game.expedition.doors["gate"].open
    assert shut.dungeon.doors == state.dungeon.doors
