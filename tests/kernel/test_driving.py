"""Whose turn it is comes from the state, and what drives a table stands once: for every game, scene and campaign."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.games import PLAYABLE
from tests.kernel import tables
from tests.kernel.test_ruleset_contract import begun, over_scenes, random_game

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.driving import Hand, goes_on, one_person, seat_again
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.kernel.state import NOBODY
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.players import PLAYERS
from arbitro.play.players.turn import carry_out, next_turn, players_seat
from arbitro.play.state import GROUP

WHITEBOX = tables.WHITEBOX


def law(ruleset: Ruleset[Any], state: Any) -> None:
    """Whoever the automatic player would act for is among those who may act next; where nobody is, it does nothing."""
    turns, command = ruleset.next_to_act(state), ruleset.suggest(state, REFEREE)
    if ruleset.finished(state):
        return
    assert (command is None) == (not turns), (command, turns)
    assert command is None or ruleset.owner(state, command) in turns, command


def suggested_states(game: str, scene: str) -> Iterator[Table[Any]]:
    table = begun(game, scene, "turns")
    for _ in range(150):
        yield table
        if table.ruleset.finished(table.state):
            return
        command = table.ruleset.suggest(table.state, REFEREE)
        if command is None:
            return
        tables.done(table, command)


@over_scenes
def test_whose_turn_it_is_holds_for_what_the_automatic_player_would_do(game, scene):
    for table in suggested_states(game, scene):
        law(table.ruleset, table.state)
    for table, _ in random_game(game, scene, 15, steps=40):
        law(table.ruleset, table.state)


def campaign_states(game: str, steps: int) -> Iterator[Table[Any]]:
    campaign: Any = find_campaign(game)
    table: Table[Any] = Table.open(campaign, "turns", seed_from_text("turns"))
    player = PLAYERS["plain"](campaign, QuickDice(3))
    for _ in range(steps):
        turn = None if campaign.finished(table.state) else next_turn(campaign, table.state, player)
        if turn is None:
            return
        assert not isinstance(carry_out(table, turn, player), Refusal)
        yield table


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_same_holds_in_a_campaign(game):
    seen: set[str] = set()
    for table in campaign_states(game, 120):
        campaign: Any = table.ruleset
        law(campaign, table.state)
        seen |= campaign.next_to_act(table.state)
    assert GROUP in seen
    assert any(who not in seat.controls for who in seen for seat in campaign.seats(table.state))  # not the party alone


class Asked:
    """Counts how often a game is asked for an automatic player's move."""

    def __init__(self, patch: pytest.MonkeyPatch, ruleset: Ruleset[Any]) -> None:
        self.times, own = 0, ruleset.suggest

        def suggest(state: Any, seat: Seat) -> Any:
            self.times += 1
            return own(state, seat)

        patch.setattr(ruleset, "suggest", suggest)


@over_scenes
def test_computing_whose_turn_it_is_asks_no_automatic_player(game, scene, monkeypatch):
    for count, table in enumerate(suggested_states(game, scene)):
        if count % 10 == 0:
            with monkeypatch.context() as patch:
                asked = Asked(patch, table.ruleset)
                turns = table.ruleset.next_to_act(table.state)
                everybody = goes_on(table.ruleset, table.state, lambda _: "person")
                assert not asked.times
                assert everybody.by == ("person" if turns else everybody.by)


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_campaign_waits_for_its_party_without_thinking_for_it(game, monkeypatch):
    waited = 0
    for table in campaign_states(game, 60):
        campaign: Any = table.ruleset
        seat = players_seat(campaign, table.state)
        if campaign.finished(table.state) or not all(map(seat.may_act_for, campaign.next_to_act(table.state))):
            continue
        with monkeypatch.context() as patch:
            asked = [Asked(patch, campaign), Asked(patch, campaign.game)]
            assert goes_on(campaign, table.state, one_person(seat)).by == "person"
            assert not any(each.times for each in asked)
        waited += 1
    assert waited > 10


# -------------------------------------------------------------------- how a table goes on


def test_the_program_plays_what_no_person_does():
    table = tables.begun()
    seen = set()
    while not WHITEBOX.finished(table.state):
        following = goes_on(WHITEBOX, table.state, one_person(tables.PARTY))
        seen.add(following.by)
        suggestion = WHITEBOX.suggest(table.state, REFEREE)
        assert suggestion is not None
        mine = tables.PARTY.may_act_for(WHITEBOX.owner(table.state, suggestion))
        assert following.by == ("person" if mine else "program")
        assert following.by_itself == (None if mine else suggestion)
        tables.done(table, suggestion)
    assert seen == {"person", "program"}
    assert goes_on(WHITEBOX, table.state, one_person(None)).by == "over"


def test_before_anything_has_begun_nobody_can_go_on():
    table = tables.open_table()
    assert WHITEBOX.next_to_act(table.state) == NOBODY
    assert goes_on(WHITEBOX, table.state, one_person(None)).by == "nobody"


def test_among_people_of_one_moment_the_automatic_order_says_who_is_next():
    """A person plays one of a side, the program the others: the person is waited for when it comes to them."""
    table = tables.begun()
    alone = Seat("dalia", "player", frozenset({"dalia"}))
    waited = 0
    for _ in range(60):
        if WHITEBOX.finished(table.state):
            break
        following = goes_on(WHITEBOX, table.state, one_person(alone))
        assert following.command is not None
        mine = WHITEBOX.owner(table.state, following.command) == "dalia"
        assert following.by == ("person" if mine else "program")
        waited += mine
        tables.done(table, following.command)
    assert waited


def test_the_referee_is_asked_only_for_what_the_table_does_not_leave_to_the_program():
    """A person referees: monsters act by themselves until the person asks for what they do."""
    left = kept = 0
    for table in campaign_states("whitebox", 150):
        campaign: Any = table.ruleset
        desk = one_person(REFEREE)
        if campaign.finished(table.state):
            break
        following = goes_on(campaign, table.state, desk)
        if following.by == "program":
            assert following.command is not None
            assert campaign.automatic(table.state, following.command)
            tables.done(table, c.AskMe("all", on=True))
            assert goes_on(campaign, table.state, desk).by == "person"
            tables.done(table, c.AskMe("all", on=False))
            left += 1
        kept += following.by == "person"
    assert left
    assert kept


def test_a_game_that_says_no_more_may_wait_for_anybody():
    table = tables.begun()
    anybody = Ruleset.next_to_act(WHITEBOX, table.state)
    assert anybody >= WHITEBOX.next_to_act(table.state)
    assert REFEREE_ONLY in anybody

    def hand(owner: str) -> Hand:
        return "program" if owner == REFEREE_ONLY else "person"

    assert goes_on(WHITEBOX, table.state, hand).by == "person"


def test_somebody_who_joined_since_is_the_persons_too():
    table = tables.begun()
    old = Seat("party", "player", frozenset({"party"}))
    again = seat_again(WHITEBOX, table.state, old)
    assert again is not None
    assert again.controls > old.controls
    assert seat_again(WHITEBOX, table.state, REFEREE) is REFEREE
    assert seat_again(WHITEBOX, table.state, None) is None
