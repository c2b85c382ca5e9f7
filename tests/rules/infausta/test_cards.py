"""What this game adds to cards and chances: weariness, the turn, the day, doors by force, traps."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.exhaustive import share_of_success
from tests.rules.infausta.camp import RULES, Dungeon, Wilds, door, one, place, trap

from arbitro.kernel.card import Card
from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.rules.infausta.commands import DoSomething, JudgeDoing, SearchTraps
from arbitro.rules.infausta.events import DoingDone, TrapsSought
from arbitro.rules.infausta.state import State
from arbitro.rules.whitebox.exploring.commands import Listen, OpenDoor, Search
from arbitro.rules.whitebox.exploring.events import DoorTried, Searched
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.text import LANGUAGES

OWN = Seat("berto", "player", frozenset({"berto"}))
PLAYERS = Seat(PARTY, "player", frozenset({PARTY, "berto"}))


def chance(state: State, seat: Seat, command: Command) -> Fraction | None:
    """The chance, the same in both languages."""
    told = [RULES.chance(state, seat, command, language) for language in LANGUAGES]
    shares = {None if found is None else found.success for found in told}
    assert len(shares) == 1
    assert all(found is None or (found.label and "{" not in found.label) for found in told)
    return shares.pop()


def card(state: State, seat: Seat, who: str) -> Card:
    cards = {shown.id: shown for shown in RULES.cards(state, seat, "en")}
    msgspec.json.encode(tuple(cards.values()))
    return cards[who]


def tags(shown: Card) -> set[str]:
    return {tag.text for tag in shown.tags}


def gauges(shown: Card) -> dict[str, int]:
    return {gauge.label: gauge.value for gauge in shown.gauges}


def exact(state: State, command: Command, kind: type[Any], field: str, *matters: str) -> Fraction:
    return share_of_success(
        RULES,
        state,
        command,
        lambda events: any(type(event) is kind and getattr(event, field) for event in events),
        matters=matters,
    )


# -------------------------------------------------------------------- chances


@pytest.mark.rule("IS-TURN-07")
@pytest.mark.parametrize("flat", [False, True])
def test_force_opens_a_locked_door_as_it_does_a_stuck_one(flat):
    command = OpenDoor("berto", "oak")
    for facts in ({}, {"locked": True}, {"locked": True, "tried": True}):
        dungeon = Dungeon(one("berto", "dvergar"), doors=(door(**facts),), door_odds_flat=flat)
        found = exact(dungeon.state, command, DoorTried, "opened", "door")
        for seat in (OWN, REFEREE):
            assert chance(dungeon.state, seat, command) == found
        assert found == (Fraction(1, 3) if flat else Fraction(RULES.content.peoples["dvergar"].doors, 6))


@pytest.mark.rule("IS-TURN-08")
@pytest.mark.parametrize(("folk", "knack"), [("dvergar", True), ("human", False)])
def test_searching_for_traps_goes_by_the_knack_and_tells_nothing_of_what_is_there(folk, knack):
    worlds: tuple[dict[str, Any], ...] = (
        {},
        {"traps": (trap("pit", "hall"),)},
        {"traps": (trap("pit", "hall", modifier=-1), trap("dart", "hall", modifier=1))},
    )
    command = SearchTraps("berto")
    told = set()
    for facts in worlds:
        dungeon = Dungeon(one("berto", folk), **facts)
        told.add(chance(dungeon.state, OWN, command))
        if knack:
            assert chance(dungeon.state, REFEREE, command) == exact(
                dungeon.state, command, TrapsSought, "found", "search"
            )
        else:
            assert chance(dungeon.state, REFEREE, command) is None
    assert len(told) == 1
    assert (told.pop() is not None) == knack


@pytest.mark.rule("IS-TURN-10")
def test_lore_counts_in_the_plain_chance_of_a_search():
    dungeon = Dungeon(one("berto", "silvano"), doors=(door("wall", secret=True),))
    command = Search("berto")
    assert chance(dungeon.state, OWN, command) == exact(dungeon.state, command, Searched, "found", "search")


@pytest.mark.rule("IS-TURN-14")
@pytest.mark.parametrize(("given", "share"), [(0, 0), (2, Fraction(1, 3)), (7, 1)])
def test_the_referee_sees_what_odds_come_to(given, share):
    dungeon = Dungeon("berto")
    dungeon.do(DoSomething("berto", "forza la grata"))
    command = JudgeDoing(1, given)
    assert chance(dungeon.state, REFEREE, command) == share
    assert exact(dungeon.state, command, DoingDone, "success", "doing") == share
    assert chance(dungeon.state, OWN, command) is None


@pytest.mark.rule("IS-LISTEN-01")
def test_listening_keeps_the_parents_secret():
    loud = Dungeon("berto", doors=(door(),), places=(place("cell", noise=one().name, loud=True),))
    still = Dungeon("berto", doors=(door(),))
    command = Listen("berto", "oak")
    assert chance(loud.state, OWN, command) == chance(still.state, OWN, command) is not None


# -------------------------------------------------------------------- cards


@pytest.mark.rule("IS-WILD-11", "IS-WILD-12", "IS-WILD-13")
@pytest.mark.parametrize(("nights", "cost"), [(1, None), (2, "weariness: -2"), (3, "weariness: -5")])
def test_nights_without_rest_are_on_the_card(nights, cost):
    dungeon = Dungeon("berto", "dalia")
    state = replace(dungeon.state, sleepless={"berto": nights})
    tired = card(state, PLAYERS, "berto")
    assert gauges(tired)["Nights without rest"] == nights
    assert {text for text in tags(tired) if "weariness" in text} == ({cost} if cost else set())
    assert "Nights without rest" not in gauges(card(state, PLAYERS, "dalia"))


@pytest.mark.rule("IS-TURN-12", "IS-TURN-13")
def test_the_turn_is_on_the_card_of_the_place():
    dungeon = Dungeon("berto", doors=(door(),))
    dungeon.do(OpenDoor("berto", "oak"), (6, 6))
    hall = card(dungeon.state, PLAYERS, "hall")
    assert gauges(hall)["Turns since the last rest"] == 0
    assert "turn: 1 of 10 rounds" in tags(hall)
    owed = replace(dungeon.state, delve=replace(dungeon.turn, rests_due=1, active=5))
    shown = card(owed, PLAYERS, "hall")
    assert "rests owed: 1" in tags(shown)
    assert [gauge.low for gauge in shown.gauges if gauge.label == "Turns since the last rest"] == [True]


@pytest.mark.rule("IS-WILD-05")
def test_the_day_shows_where_the_party_believes_itself_to_be():
    wilds = Wilds("berto")
    day = card(wilds.state, PLAYERS, "journey")
    assert (day.group, gauges(day)) == ("place", {"Day": 1})
    worlds = [
        replace(wilds.state, journey=replace(wilds.journey, lost=True, at=at, toward=toward))
        for at, toward in (("0,0", "0,1"), ("0,5", "0,6"))
    ]
    for seat in (PLAYERS, SPECTATOR):
        for language in LANGUAGES:
            assert RULES.cards(worlds[0], seat, language) == RULES.cards(worlds[1], seat, language)
    assert card(worlds[0], PLAYERS, "journey").name == "on the road"
    assert "lost" in tags(card(worlds[0], REFEREE, "journey"))
    assert "lost" not in tags(card(worlds[0], PLAYERS, "journey"))


def test_a_sheet_of_this_games_classes():
    dungeon = Dungeon(one("berto", "dvergar"))
    sheet = RULES.sheet(dungeon.state, OWN, "berto", "en")
    assert sheet is not None
    told = {word: value for section in sheet.sections for word, value in section.pairs}
    assert told["Saving throw"].startswith("15+")
    assert "Level" in told
