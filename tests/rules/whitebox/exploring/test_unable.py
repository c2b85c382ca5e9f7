"""Whoever cannot act outside a fight: every such state, times everything that a party does on its way."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import sixes
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, of_folk, place, trap
from tests.rules.whitebox.exploring.test_captives import IDLE, make
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.whitebox.deeds import Deed
from arbitro.rules.whitebox.exploring.commands import EndExpedition, Go, PassTurns, Travel, WalkAbout
from arbitro.rules.whitebox.exploring.events import ExpeditionEnded, FeltAmiss, SearchRolled, TrapTrodden
from arbitro.rules.whitebox.game import RULINGS
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, Ongoing
from arbitro.rules.whitebox.people.load import party_rate, walking_rate
from arbitro.rules.whitebox.people.records import company

ARCH = door("arch", passage=True)
SECRET = door("panel", ("cell", "far"), secret=True)
PARTY = Seat("party", "player", frozenset({"party", "aldo", "berto"}))
CARRIED = tuple(state for state in IDLE if state not in ("dead", "captive"))
"""States in which somebody stays with the party and does nothing."""
KEPT = (*HELPLESS, *OUT_OF_IT)


MARCHES: dict[type[Command], tuple[Command, dict[str, Any]]] = {
    Go: (Go("arch"), {"doors": (ARCH,)}),
    WalkAbout: (WalkAbout(100), {}),
    Travel: (Travel("settled"), {"places": (place("hall", outdoors=True),)}),
}
"""A sample of every way in which a party goes somewhere, and where it is possible."""
EVERY_MARCH = [command for command in RULINGS if RULINGS[command].deed is Deed.MARCH]


@pytest.mark.rule("WB-MOVE-01")
@pytest.mark.parametrize("march", EVERY_MARCH)
@pytest.mark.parametrize("state", CARRIED)
def test_a_party_of_which_nobody_can_act_goes_nowhere(march: type[Command], state: str) -> None:
    command, where = MARCHES[march]
    delve = Delve("aldo", **where)
    assert RULES.allows(delve.state, command)
    make(state)(delve)
    assert delve.refused(command) == "nobody_walks"


@pytest.mark.rule("WB-MOVE-01", "WB-OUTDOOR-01")
@pytest.mark.parametrize("state", CARRIED)
def test_those_who_can_walk_take_the_others_along_at_their_own_pace(state: str) -> None:
    delve = Delve(of_folk("aldo", "dwarf"), "berto", doors=(ARCH,))
    rate = walking_rate(RULES.rules, delve["berto"])
    assert party_rate(RULES.at(delve.state)) < rate
    make(state)(delve)
    assert party_rate(RULES.at(delve.state)) == rate
    delve.do(Go("arch"))
    assert delve.out.at == "cell"
    assert [one.id for one in company(delve.state)] == ["aldo", "berto"]


@pytest.mark.rule("WB-SECRET-03")
@pytest.mark.parametrize("state", IDLE)
def test_they_feel_no_secret_door_in_passing(state: str) -> None:
    delve = Delve(of_folk("aldo", "elf"), "berto", places=(place("far"),), doors=(ARCH, SECRET))
    make(state)(delve)
    events = delve.do(Go("arch"))  # no die is thrown
    assert not found(events, SearchRolled)
    assert not found(events, FeltAmiss)


@pytest.mark.rule("WB-TRAP-01", "WB-TRAP-03")
@pytest.mark.parametrize("state", IDLE)
def test_they_neither_see_nor_tread_on_a_trap(state: str) -> None:
    delve = Delve(of_folk("aldo", "dwarf"), "berto", doors=(ARCH,), traps=(trap(stone=True),))
    make(state)(delve)
    events = delve.do(Go("arch"), *sixes(6))  # one die: Berto's foot
    assert not found(events, SearchRolled)
    assert only(events, TrapTrodden).who == "berto"


@pytest.mark.rule("WB-CORE-01", "WB-TIME-01")
@pytest.mark.parametrize("state", KEPT)
def test_whoever_will_come_to_is_waited_for(state: str) -> None:
    delve = Delve("aldo", doors=(ARCH,))
    kept = Ongoing(kind=state, until=delve.state.minutes + 10)  # type: ignore[arg-type]
    delve.state = replace(delve.state, effects={"aldo": (kept,)})
    assert RULES.suggest(delve.state, PARTY) == PassTurns()
    assert delve.refused(EndExpedition()) == "not_home"
    delve.do(PassTurns())
    delve.do(Go("arch"))


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize("state", CARRIED)
def test_a_party_that_nobody_will_wake_is_lost(state: str) -> None:
    delve = Delve("aldo", doors=(ARCH,))
    make(state)(delve)
    assert RULES.suggest(delve.state, PARTY) == EndExpedition()
    assert RULES.allows(delve.state, EndExpedition())
    assert not only(delve.do(EndExpedition()), ExpeditionEnded).home
    assert RULES.suggest(delve.state, REFEREE) != Go("arch")
