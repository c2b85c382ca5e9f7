"""Loyalty of followers: Table 22, what it leaves, charisma, treatment, persons with records of their own."""

from fractions import Fraction
from itertools import product

import pytest
from tests.rules.whitebox.arena import sixes
from tests.rules.whitebox.exploring.delve import RULES, Delve, draft, troop
from tests.rules.whitebox.people.camp import Camp, found, only

from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.whitebox.exploring.commands import CheckLoyalty, Meet, OfferBribe, SetLoyalty, SetTreatment
from arbitro.rules.whitebox.exploring.events import LoyaltyDue, LoyaltyRolled
from arbitro.rules.whitebox.exploring.numbers import loyalty_numbers
from arbitro.rules.whitebox.people.battle import party_members
from arbitro.rules.whitebox.people.state import LoyaltyRecord

PLAYER = Seat("party", "player", frozenset({"party", "berto", "ugo", "pia"}))


def company(charisma: int = 10, **options: object) -> Camp:
    """Berto and two retainers of his."""
    return Camp(
        draft("berto", scores={"cha": charisma}),
        draft("ugo", kind="retainer", employer="berto"),
        draft("pia", kind="retainer", employer="berto"),
        **options,
    )


def check(camp: Camp, total: int, who: str = "ugo") -> LoyaltyRolled:
    """A loyalty check whose three dice come to a total."""
    faces = [min(6, max(1, total - 2 * 6)), 0, 0]
    rest = total - faces[0]
    faces[1] = min(6, rest - 1)
    faces[2] = rest - faces[1]
    return only(camp.do(CheckLoyalty(who), *sixes(*faces)), LoyaltyRolled)


@pytest.mark.rule("WB-LOYAL-01")
def test_a_bribe_is_an_occasion_and_nothing_is_rolled_unasked():
    camp = company()
    due = only(camp.do(OfferBribe("ugo")), LoyaltyDue)  # no die
    assert (due.occasion, due.audience) == ("bribe", "referee")
    assert camp.refused(OfferBribe("berto")) == "players_own"


@pytest.mark.rule("WB-LOYAL-01", "WB-LOYAL-06", "WB-LOYAL-07")
def test_danger_is_an_occasion_for_each_follower():
    delve = Delve("berto", draft("ugo", kind="retainer", employer="berto"), troops=(troop(),))
    events = delve.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1))
    due = only(events, LoyaltyDue)
    assert (due.who, due.occasion, due.audience) == ("ugo", "danger", "referee")
    assert due.rules == ("WB-LOYAL-01", "WB-LOYAL-06", "WB-LOYAL-07")


@pytest.mark.rule("WB-LOYAL-01")
def test_the_option_takes_checks_away():
    camp = company(loyalty_checks="off")
    assert camp.refused(CheckLoyalty("ugo")) == "option_off"
    assert camp.refused(OfferBribe("ugo")) == "option_off"
    off = Delve("berto", draft("ugo", kind="retainer", employer="berto"), troops=(troop(),), loyalty_checks="off")
    assert not found(off.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1)), LoyaltyDue)
    offered = [choice.id for choice in RULES.choices(camp.state, REFEREE)]
    assert "check_loyalty/ugo/danger" not in offered
    assert "check_loyalty/ugo/danger" in [choice.id for choice in RULES.choices(company().state, REFEREE)]


@pytest.mark.rule("WB-LOYAL-02", "WB-LOYAL-04", "WB-LOYAL-05")
@pytest.mark.parametrize(
    ("total", "left"),
    [(3, "traitor"), (4, -2), (5, -2), (6, -1), (8, -1), (9, 0), (12, 0), (13, 1), (15, 1), (16, 2), (17, 2),
     (18, "loyalist")],
)  # fmt: skip
def test_table_22(total, left):
    camp = company()
    rolled = check(camp, total)
    assert (rolled.status or rolled.next_check) == left
    record = camp["ugo"].loyalty
    assert (record.status, record.next_check) == (rolled.status, rolled.next_check)


@pytest.mark.rule("WB-LOYAL-02")
def test_the_odds_of_table_22():
    table = loyalty_numbers().table
    want = {"traitor": 1, "worse": 9, "bad": 46, "average": 104, "good": 46, "better": 9, "loyalist": 1}
    assert table.odds() == {row: Fraction(ways, 216) for row, ways in want.items()}
    assert table.at(-2).id == "traitor"
    assert table.at(25).id == "loyalist"
    counted = sum(table.at(sum(faces)).id == "average" for faces in product(range(1, 7), repeat=3))
    assert Fraction(counted, 216) == Fraction(13, 27)


@pytest.mark.rule("WB-LOYAL-03")
def test_the_employers_charisma_counts_unless_the_option_is_off():
    assert check(company(13), 12).next_check == 1  # +1: total 13
    assert check(company(7), 4).status == "traitor"  # -1: total 3
    assert check(company(13, loyalty_charisma=False), 12).next_check == 0


@pytest.mark.rule("WB-LOYAL-04")
def test_a_result_weighs_on_the_next_check_only():
    camp = company()
    check(camp, 5)
    assert check(camp, 10).lookup.total == 8
    assert camp["ugo"].loyalty.next_check == -1
    camp = company()
    check(camp, 16)
    assert check(camp, 16).status == "loyalist"
    camp = company()
    check(camp, 7)
    assert check(camp, 12).lookup.total == 11
    assert check(camp, 12).lookup.total == 12  # the -1 was used up


@pytest.mark.rule("WB-LOYAL-05")
def test_a_traitor_is_known_to_the_referee_alone():
    camp = company()
    events = camp.do(CheckLoyalty("ugo"), *sixes(1, 1, 1))
    assert camp["ugo"].loyalty.status == "traitor"
    assert all(shown_to(RULES, camp.state, event, PLAYER) is None for event in events)
    assert "loyalty" not in str(RULES.view(camp.state, PLAYER))
    assert camp.refused(CheckLoyalty("ugo")) == "traitor_already"
    camp.do(SetLoyalty("ugo", ""))
    assert camp["ugo"].loyalty.status == ""


@pytest.mark.rule("WB-LOYAL-05")
def test_of_a_loyalist_no_further_checks_are_asked():
    delve = Delve("berto", draft("ugo", kind="retainer", employer="berto"), troops=(troop(),))
    delve.do(CheckLoyalty("ugo"), *sixes(6, 6, 6))
    assert delve.refused(CheckLoyalty("ugo")) == "loyal_already"
    assert delve.refused(OfferBribe("ugo")) == "loyal_already"
    assert not found(delve.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1)), LoyaltyDue)


@pytest.mark.rule("WB-LOYAL-06")
def test_treatment_counts_as_the_referee_enters_it():
    camp = company()
    assert check(camp, 8).next_check == -1  # nothing entered
    camp = company()
    camp.do(SetTreatment("ugo", 1))
    assert check(camp, 8).lookup.total == 9
    assert camp["ugo"].loyalty.treatment == 1
    assert camp.refused(SetTreatment("ugo", 9)) == "bad_treatment"
    proposed = [choice.fixed.get("modifier") for choice in RULES.choices(company().state, REFEREE)]
    assert 1 in proposed
    assert -1 in proposed


@pytest.mark.rule("WB-LOYAL-07")
def test_every_follower_has_a_record_of_their_own():
    camp = company()
    check(camp, 5, "ugo")
    assert check(camp, 10, "pia").lookup.total == 10
    assert camp["ugo"].loyalty.next_check == -2


@pytest.mark.rule("WB-LOYAL-08")
def test_the_pending_modifier_goes_into_the_fight():
    camp = company()
    check(camp, 13)
    members = {member.profile.id: member.profile for member in party_members(RULES.at(camp.state))}
    assert members["ugo"].loyalty == 1
    assert members["pia"].loyalty == 0
    camp.change("ugo", loyalty=LoyaltyRecord(status="loyalist"))
    members = {member.profile.id: member.profile for member in party_members(RULES.at(camp.state))}
    assert members["ugo"].loyalty == 0
