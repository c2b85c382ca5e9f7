"""Time that goes by in one piece: a rest, a long walk, waiting for the busy. Whoever comes by comes in time."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.infausta.camp import Dungeon
from tests.rules.whitebox.arena import sixes
from tests.rules.whitebox.exploring.delve import Delve, door, place, troop
from tests.rules.whitebox.exploring.test_rest import GAMES
from tests.rules.whitebox.exploring.wanderers import Wanderer, scenes
from tests.rules.whitebox.people.camp import found, only

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.rules.whitebox.exploring.commands import AdvanceClock, Go, Meet, PassTurns, Search, WalkAbout
from arbitro.rules.whitebox.exploring.events import MetSomebody, PlaceEntered, Walked, WanderingRolled
from arbitro.rules.whitebox.exploring.state import Wandering
from arbitro.rules.whitebox.people.commands import Rest
from arbitro.rules.whitebox.people.events import RestBroken, Rested
from arbitro.rules.whitebox.state import State

BUSY = Wandering(turns=3, chance=6)
"""Somebody comes at every check, and there is one every half hour."""
QUIET = Wandering(turns=3, chance=0)
ARCH = door("arch", passage=True)


def hall(wandering: Wandering = BUSY, area: int = 100) -> Delve:
    """A wounded party in a hall of some size, from which an arch leads on."""
    delve = Delve("berto", "carla", doors=(ARCH,), places=(place("hall", area=area),), wandering=wandering)
    delve.change("berto", hp=1, max_hp=9)
    return delve


def after(delve: Delve, command: Command) -> list[Event]:
    """What comes of a command with any dice."""
    answer = GAMES["whitebox"].decide(delve.state, command, QuickDice(5))
    assert not isinstance(answer, Refusal), answer
    delve.state = answer.state
    return list(answer.events)


@pytest.mark.rule("WB-TIME-01", "WB-HEAL-01", "WB-TIME-04")
@pytest.mark.parametrize("command", [Rest(2), AdvanceClock(600), WalkAbout(1400), PassTurns(20)])
def test_whoever_comes_by_comes_in_their_turn_and_not_when_all_is_over(command: Command) -> None:
    delve = hall()
    events = after(delve, command)
    assert only(events, MetSomebody)
    assert only(events, WanderingRolled).turn == 3
    assert delve.state.minutes == 30


@pytest.mark.rule("WB-TIME-01", "WB-SECRET-04")
def test_whoever_waits_for_a_long_search_is_found_in_the_middle_of_it() -> None:
    delve = hall(area=2000)
    after(delve, Search("berto"))
    events = after(delve, Go("arch"))
    assert only(events, MetSomebody)
    assert not found(events, PlaceEntered)
    assert (delve.state.minutes, delve.out.busy["berto"]) == (30, 200)


@pytest.mark.rule("WB-HEAL-01")
@pytest.mark.parametrize(("wandering", "left"), [(BUSY, 1), (QUIET, 3)])
def test_a_day_of_rest_that_is_broken_gives_nothing(wandering: Wandering, left: int) -> None:
    delve = hall(wandering)
    events = after(delve, Rest(2))
    assert delve["berto"].hp == left
    assert bool(found(events, RestBroken)) is (wandering is BUSY)
    assert bool(found(events, Rested)) is (wandering is QUIET)


@pytest.mark.rule("WB-MOVE-01")
def test_a_walk_is_told_as_far_as_it_went() -> None:
    assert only(after(hall(), WalkAbout(1400)), Walked).feet == 720
    assert only(after(hall(QUIET), WalkAbout(1400)), Walked).feet == 1400


@pytest.mark.rule("WB-HEAL-01", "WB-PARLEY-01")
def test_nobody_lies_down_before_those_who_have_been_met() -> None:
    delve = Delve(troops=(troop(),))
    delve.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1))
    assert delve.refused(Rest(1)) == "somebody_here"


@pytest.mark.rule("IS-TURN-03", "IS-HEAL-01", "IS-HEAL-03")
def test_in_the_variant_too_a_night_is_broken_by_whoever_comes_in_its_turn() -> None:
    dungeon = Dungeon()
    dungeon.change("berto", hp=1, max_hp=9)
    for seed in range(20):
        answer = GAMES["infausta"].decide(dungeon.state, Rest(1), QuickDice(seed))
        assert not isinstance(answer, Refusal)
        checks = found(answer.events, WanderingRolled)
        if answer.state.expedition.meeting is None:
            continue
        assert answer.state.minutes == 10 * (checks[-1].turn - 1)  # the check falls at the beginning of its turn
        assert answer.state.characters["berto"].hp == 1
        return
    raise AssertionError("nobody came in twenty nights")


class Watched(Wanderer):
    """A table by lot at which nobody may come late."""

    def __init__(self, rules: Any, seed: str) -> None:
        super().__init__(rules, seed)
        self.came: set[str] = set()

    def decided(self, state: State, command: Command) -> State:
        if state.expedition is not None:
            state = replace(state, expedition=replace(state.expedition, wandering=Wandering(1, 3)))
        later = super().decided(state, command)
        out, before = later.expedition, state.expedition
        if before is not None and out is not None and out.meeting is not None and before.meeting is None:
            gone = later.minutes - out.began
            if not out.places[out.at].outdoors:
                assert gone - 10 * out.checked <= 20, (command, gone, out.checked)
                self.came.add(type(command).__name__)
        return later


@pytest.mark.rule("WB-TIME-01", "IS-TURN-03")
@pytest.mark.parametrize("game", GAMES)
def test_at_tables_by_lot_nobody_comes_late(game: str) -> None:
    watched = Watched(GAMES[game], f"{game}/late")
    while watched.decisions < 250:
        for _, setup in scenes(watched.rules):
            watched.play(setup, 60)
    assert watched.came
