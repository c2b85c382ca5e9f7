"""Nobody ends the turn of people whom somebody else plays, in any game."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.bending import moments
from tests.games import PLAYABLE
from tests.kernel.tables import begun, done, refused

from arbitro.kernel.event import tag_of
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.whitebox.commands import EndTurn, HoldBack

ENDS = frozenset({"end_turn", "hold_back"})


def sharing(table: Any) -> tuple[Seat, Seat]:
    """Two players of one side who both speak for it."""
    side = table.state.fight.acting[0]
    people = sorted(one.id for one in table.state.fight.combatants.values() if one.profile.side == side)
    anna = Seat("Anna", "player", frozenset({side, *people[:2]}))
    return anna, Seat("Bruno", "player", frozenset({side, *people[2:]}))


def ids(table: Any, seat: Seat) -> set[str]:
    return {choice.id for choice in table.choices(seat)}


def test_one_of_two_players_does_not_end_the_turn_of_the_others_people():
    table = begun()
    anna, bruno = sharing(table)
    side = table.state.fight.acting[0]
    assert f"end_turn/{side}" not in ids(table, anna)
    said = refused(table, EndTurn(side), anna)
    assert (said.code, said.values["who"].lstrip("@") in bruno.controls) == ("not_alone", True)


def test_the_turn_ends_when_the_last_of_them_is_done():
    table = begun()
    anna, bruno = sharing(table)
    before = table.state.fight.turn, table.state.fight.round
    own = {
        seat: [one[len("hold_back/") :] for one in ids(table, seat) if one.startswith("hold_back/")]
        for seat in (anna, bruno)
    }
    assert set(own[anna]) <= anna.controls
    for who in own[anna]:
        done(table, HoldBack(who), anna)
    assert refused(table, HoldBack(own[anna][0]), anna).code == "done_already"
    assert refused(table, HoldBack(own[anna][0]), bruno).code == "not_yours"
    assert not any(one.startswith("hold_back/") for one in ids(table, bruno))  # only theirs are left: they end the turn
    assert (table.state.fight.turn, table.state.fight.round) == before
    done(table, EndTurn(table.state.fight.acting[0]), bruno)
    assert (table.state.fight.turn, table.state.fight.round) != before
    assert table.state.fight.held_back == ()


def test_the_last_who_holds_back_ends_the_turn_of_the_side():
    table = begun()
    before = table.state.fight.turn, table.state.fight.round
    side = table.state.fight.acting[0]
    for one in [one.id for one in table.state.fight.combatants.values() if one.profile.side == side]:
        done(table, HoldBack(one), Seat(one, "player", frozenset({one})))
    assert (table.state.fight.turn, table.state.fight.round) != before


def test_whoever_plays_all_of_a_side_and_the_referee_end_its_turn():
    table = begun()
    side = table.state.fight.acting[0]
    whole = next(seat for seat in table.ruleset.seats(table.state) if seat.name == side)
    for seat in (whole, REFEREE):
        assert f"end_turn/{side}" in ids(table, seat)
        assert not any(one.startswith("hold_back/") for one in ids(table, seat))


# ---------------------------------------------------------------- in every game


def partial_seats(ruleset: Any, state: Any) -> Iterator[Seat]:
    """Players of one person of each side, who speak for the side too."""
    for side in ruleset.seats(state):
        for one in sorted(side.controls - {side.name})[:3]:
            yield Seat(f"of {one}", "player", frozenset({one, side.name}))


@pytest.mark.parametrize("game", PLAYABLE)
def test_no_offer_of_a_player_ends_the_turn_for_people_of_others(game: str) -> None:
    seen = 0
    for moment in moments(game, 12):
        if tag_of(type(moment.command)) != "end_turn":
            continue
        ruleset, state = moment.ruleset, moment.state
        for seat in partial_seats(ruleset, state):
            for choice in ruleset.choices(state, seat):
                if choice.command not in ENDS or choice.parameters:
                    continue
                seen += 1
                command = ruleset.command(choice.fill())
                assert seat.may_act_for(ruleset.owner(state, command)), choice.id
                assert all(seat.may_act_for(one) for one in ruleset.decides_for(state, command)), choice.id
    assert seen or game == "daggerheart"  # there the spotlight is the GM's to give back
