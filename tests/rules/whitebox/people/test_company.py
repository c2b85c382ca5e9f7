"""The party, people for hire, the end of careers; choices, views and seats between fights."""

from random import Random

import msgspec
import pytest
from tests.rules.carrying import turned_down
from tests.rules.whitebox.arena import RULES, sixes
from tests.rules.whitebox.people.camp import Camp, draft, only

from arbitro.dice.amount import Amount
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Override, Refusal
from arbitro.kernel.explain import explained
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import label_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.then import Now
from arbitro.rules.whitebox.people.commands import (
    Buy,
    Dismiss,
    GiveXp,
    HealByMagic,
    Hire,
    Hurt,
    JoinParty,
    LeaveParty,
    MarchingOrder,
    Pay,
    PayWages,
    RandomCharacter,
    RandomParty,
    ReadyParty,
    Rest,
    Retire,
)
from arbitro.rules.whitebox.people.events import WagesPaid
from arbitro.rules.whitebox.people.state import Coins, LoyaltyRecord
from arbitro.rules.whitebox.people.telling import sheet_text
from arbitro.text import LANGUAGES


def test_the_marching_order_names_everybody_once() -> None:
    camp = Camp(draft("a"), draft("b"), draft("c"))
    camp.do(MarchingOrder("c, a, b", 1))
    party = camp.state.party
    assert (party.order, party.abreast, party.rank("b"), party.rank("z")) == (("c", "a", "b"), 1, 2, -1)
    for order in ("a,b", "a,b,c,c", "a,b,d", ""):
        assert camp.refused(MarchingOrder(order)) == "bad_order"
    assert camp.refused(MarchingOrder("a,b,c", 0)) == "bad_size"
    assert RULES.owner(camp.state, MarchingOrder("a")) == "party"


def test_people_join_leave_and_retire() -> None:
    camp = Camp(draft("a"), draft("b"))
    camp.do(LeaveParty("a"))
    assert camp.refused(LeaveParty("a")) == "not_in_party"
    camp.do(JoinParty("a"))
    assert camp.state.party.order == ("b", "a")
    assert camp.refused(JoinParty("a")) == "in_party"
    camp.do(Retire("b"))
    assert camp.state.party.order == ("a",)
    assert camp["b"].health == "retired"
    assert camp.refused(Retire("b")) == "character_gone"
    assert camp.refused(JoinParty("b")) == "character_gone"
    camp.do(LeaveParty("a"))
    assert camp.state.party.order == ()


@pytest.mark.rule("WB-LOYAL-06", "WB-LOYAL-07")
def test_hirelings_cost_their_wage_by_the_week() -> None:
    camp = Camp(draft(gold=20), draft("amico"))
    camp.do(Hire("berto", "soldier", 2), *sixes(3, 4))
    assert camp["berto"].coins.gp == 10
    assert camp.state.party.order == ("berto", "amico", "soldier-1", "soldier-2")
    assert camp.refused(PayWages("berto")) == "wages_not_due"
    camp.do(Rest(6))
    assert camp.refused(PayWages("berto")) == "wages_not_due"
    camp.do(Rest(1))
    camp.do(PayWages("berto"))
    assert camp["berto"].coins.gp == 0
    assert camp.refused(PayWages("berto")) == "wages_not_due"
    camp.do(Rest(7))
    assert camp.refused(PayWages("berto")) == "too_dear"
    assert camp.refused(PayWages("amico")) == "nobody_hired"
    assert camp.refused(Dismiss("amico", "soldier-1")) == "not_in_service"
    camp.do(Dismiss("berto", "soldier-1"))
    assert camp.state.party.order == ("berto", "amico", "soldier-2")
    assert camp["soldier-1"].loyalty == camp["soldier-2"].loyalty == LoyaltyRecord()
    assert camp.refused(GiveXp("soldier-2", 10)) == "no_class"
    assert camp.refused(Hire("berto", "sage")) == "too_dear"


@pytest.mark.rule("WB-LOYAL-06")
def test_only_those_whose_week_is_over_are_paid() -> None:
    camp = Camp(draft(gold=40))
    camp.do(Hire("berto", "soldier", 1), *sixes(3))
    camp.do(Rest(3))
    camp.do(Hire("berto", "soldier", 1), *sixes(3))
    camp.do(Rest(4))
    paid = only(camp.do(PayWages("berto")), WagesPaid)
    assert (paid.price, paid.paid) == (500, {"soldier-1": 14})
    assert camp.refused(PayWages("berto")) == "wages_not_due"
    answer = turned_down(RULES, camp.state, PayWages("berto"))
    assert answer.values["days"] == 3
    assert not [
        choice
        for choice in RULES.choices(camp.state, Seat("b", controls=frozenset({"berto"})))
        if choice.command == "pay_wages"
    ]
    assert camp.refused(Hire("berto", "juggler")) == "no_such_trade"
    assert camp.refused(Hire("berto", "soldier", 0)) == "bad_size"


def played(seed: str = "x", **options: object) -> Table:
    """A table with a ready-made party."""
    table = Table.open(RULES, "camp", seed_from_text(seed), options)
    assert not isinstance(table.submit(ReadyParty("wardens"), REFEREE), Refusal)
    return table


@pytest.mark.rule("WB-CORE-01")
def test_players_act_for_their_own_and_the_referee_for_all() -> None:
    table = played()
    own = Seat("anna", "player", frozenset({"gerlinda"}))
    assert not isinstance(table.submit(Buy("gerlinda", "club"), own), Refusal)
    assert isinstance(table.submit(Buy("sauro", "club"), own), Refusal)
    assert isinstance(table.submit(GiveXp("gerlinda", 5), own), Refusal)
    assert isinstance(table.submit(RandomParty(), own), Refusal)
    ids = {choice.id.split("/")[1] for choice in table.choices(own) if "/" in choice.id}
    assert ids == {"gerlinda"}
    assert not list(table.choices(SPECTATOR))


@pytest.mark.rule("WB-CORE-02")
def test_the_referee_overrides_any_number_of_a_sheet_and_the_log_keeps_it() -> None:
    table = played()
    answer = table.submit(Override("characters.sauro.hp", 3, "a fall"), REFEREE)
    assert not isinstance(answer, Refusal)
    assert table.state.characters["sauro"].hp == 3
    assert "overridden" in [event.__struct_config__.tag for event in answer.events]
    table.submit(Override("characters.sauro.hp", 0, "the fall was deeper"), REFEREE)
    assert table.state.characters["sauro"].health == "dead"
    own = Seat("anna", "player", frozenset({"sauro"}))
    told = [event.path for entry in table.history(own) for event in entry.events if hasattr(event, "path")]
    assert told == ["characters.sauro.hp", "characters.sauro.hp"]
    table.submit(Override("characters.sauro.loyalty.next_check", -1, "behind the screen"), REFEREE)
    told = [event.path for entry in table.history(own) for event in entry.events if hasattr(event, "path")]
    assert told[-1] == ""


def test_everything_offered_is_accepted_and_has_its_words() -> None:
    table = played("offers")
    chance = Random(5)
    for _ in range(25):
        choices = list(table.choices(REFEREE))
        ids = [choice.id for choice in choices]
        assert len(ids) == len(set(ids))
        for choice in chance.sample(choices, 12):
            labels = [choice.label, *(pick.label for part in choice.parameters for pick in part.picks)]
            for label in labels:
                assert all(label_text(RULES, table.state, label, language) for language in LANGUAGES)
            assert all(rule in RULES.rulebook for rule in choice.rules)
            for plain in list(choice.fillings())[:6]:
                assert RULES.command(plain) in table.choices(REFEREE), plain
        plain = chance.choice(list(chance.choice(choices).fillings()))
        assert not isinstance(table.submit(RULES.command(plain), REFEREE), Refusal), plain


def test_sheets_are_for_those_who_play_them_and_loyalty_for_the_referee() -> None:
    table = played()
    own = Seat("anna", "player", frozenset({"gerlinda"}))
    party = Seat("party", "player", frozenset({"party"}))
    seen = {one.id: one.sheet is not None for one in RULES.view(table.state, own).companions}
    assert [who for who, known in seen.items() if known] == ["gerlinda"]
    assert all(one.sheet is not None for one in RULES.view(table.state, party).companions)
    assert all(one.sheet is None for one in RULES.view(table.state, SPECTATOR).companions)
    sauro = table.state.characters["sauro"]
    for record in (LoyaltyRecord(), LoyaltyRecord(-2, "traitor", 1)):
        changed = msgspec.structs.replace(sauro, loyalty=record)
        state = msgspec.structs.replace(table.state, characters={**table.state.characters, "sauro": changed})
        assert RULES.view(state, party) == RULES.view(table.state, party)
    history = [event for entry in table.history(own) for event in entry.events]
    tags = [(event.__struct_config__.tag, getattr(event, "who", "")) for event in history]
    assert ("sheet_written", "gerlinda") in tags
    assert ("sheet_written", "sauro") not in tags
    assert ("character_made", "sauro") in tags


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_and_pictures_are_lines_of_text(language: str) -> None:
    table = played()
    for one in table.state.characters.values():
        lines = sheet_text(RULES.at(table.state), one, language)
        assert len(lines) > 8
        assert not any("{" in line or "_" in line for line in lines), lines
    for seat in (REFEREE, *RULES.seats(table.state), SPECTATOR):
        lines = RULES.picture(table.state, seat, language)
        assert len(lines) == 1 + len(table.state.characters)


def test_numbers_of_a_sheet_do_not_leave_with_the_events() -> None:
    """Two worlds that differ in what only a sheet knows look the same from outside."""
    seen = []
    for hp, gold in ((5, 40), (8, 70)):
        table = played("worlds", bind_wounds=True)
        for path, value in (("hp", hp), ("coins.gp", gold), ("xp", 7990 + hp)):
            table.submit(Override(f"characters.gerlinda.{path}", value, "another world"), REFEREE)
        for command in (
            Buy("gerlinda", "club"),
            HealByMagic("gerlinda", Amount.parse("2")),
            Hurt("gerlinda", Amount.parse("1")),
            Rest(1),
            GiveXp("gerlinda", 100),
            Pay("gerlinda", Coins(1), "sauro"),
        ):
            assert not isinstance(table.submit(command, REFEREE), Refusal)
        history = [event for entry in table.history(SPECTATOR) for event in entry.events][1:]
        told = [tell(RULES, table.state, event, "it") for event in history]
        assert all(told)
        seen.append(
            msgspec.json.encode([history, told, table.view(SPECTATOR), RULES.picture(table.state, SPECTATOR, "it")])
        )
    assert seen[0] == seen[1]


@pytest.mark.parametrize("level", [0, -5])
def test_nobody_is_drawn_below_the_first_level(level: int) -> None:
    camp = Camp()
    assert camp.refused(RandomParty(4, level)) == "nobody_like_that"
    assert camp.refused(RandomCharacter(level=level)) == "nobody_like_that"
    assert camp.refused(RandomCharacter(level=level, class_id="fighter", folk="human")) == "nobody_like_that"


def test_the_first_wages_count_people_not_pieces() -> None:
    camp = Camp(draft(gold=500))
    paid = only(camp.do(Hire("berto", "armourer", 2), (6, 3), (6, 3)), WagesPaid)
    for language, word in (("it", "×2 persone"), ("en", "×2 people")):
        assert any(word in line for line in explained(Now(RULES, camp.state), paid, language).numbers)
