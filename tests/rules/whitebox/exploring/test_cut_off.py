"""Away from the market nobody trades, and nobody runs into the arms of those who come from behind."""

import pytest
from tests.rules.whitebox.arena import sixes
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, place, troop

from arbitro.kernel.command import Refusal
from arbitro.kernel.sentence import refusal_text
from arbitro.rules.whitebox.commands import Run
from arbitro.rules.whitebox.exploring.commands import Engage, Flee, Go, Meet
from arbitro.rules.whitebox.people.commands import Buy, Hire, Sell
from arbitro.text import LANGUAGES

PASSAGE = door("arch", passage=True)
SIDE_WAY = door("crack", ("cell", "nook"), passage=True)


def met_in_the_cell(*, behind: bool, seen: bool) -> Delve:
    """A party that has come out of the hall into the cell, and has been in the nook beside it or not."""
    there = troop(place="", behind=behind)
    delve = Delve(doors=(PASSAGE, SIDE_WAY), places=(place("nook"),), troops=(there,))
    delve.do(Go("arch"))
    if seen:
        delve.do(Go("crack"))
        delve.do(Go("crack"))
        delve.do(Go("arch"))
        delve.do(Go("arch"))
    delve.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1))
    return delve


@pytest.mark.rule("WB-MOVE-06")
@pytest.mark.parametrize(
    ("behind", "seen", "to"), [(False, False, "hall"), (False, True, "hall"), (True, True, "nook")]
)
def test_flight_leads_away_from_those_who_are_met(behind, seen, to):
    delve = met_in_the_cell(behind=behind, seen=seen)
    assert delve.out.came == "hall"
    delve.do(Flee(), (6, 1))
    assert delve.out.at == to


@pytest.mark.rule("WB-MOVE-06")
def test_there_is_no_flight_through_those_who_come_from_behind():
    delve = met_in_the_cell(behind=True, seen=False)
    assert delve.refused(Flee()) == "cut_off"
    for language in LANGUAGES:
        assert "{" not in refusal_text(RULES, delve.state, Refusal("cut_off"), language)
    delve.do(Engage("party"), (6, 4), *sixes(6, 1))
    assert delve.refused(Run("berto")) == "cut_off"
    free = met_in_the_cell(behind=False, seen=False)
    free.do(Engage("party"), (6, 4), *sixes(6, 1))
    free.do(Run("berto"))


@pytest.mark.rule("WB-CORE-02")
def test_away_from_town_the_place_is_the_first_reason_and_not_the_price():
    delve = Delve()
    dear = (Buy("berto", "plate", 50), Sell("berto", "moon"), Hire("berto", "horseman", 9), Buy("berto", "moon"))
    for command in (*dear, Buy("berto", "torches_6"), Hire("berto", "horseman")):
        assert delve.refused(command) == "not_in_town", command
    safe = Delve(places=(place("hall", safe=True),))
    assert [safe.refused(command) for command in dear] == ["too_dear", "not_owned", "too_dear", "not_for_sale"]
