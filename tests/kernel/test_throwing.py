"""Dice that no rule asked for: who sees them, where they come from, and what they leave alone."""

import pytest
from tests.kernel.tables import ORCS, PARTY, WHITEBOX, begun, done, refused, state_bytes

from arbitro.dice.stream import DieNeeded
from arbitro.kernel.audit import verify
from arbitro.kernel.command import Annotate, Redo, ThrowDice, Undo
from arbitro.kernel.event import DiceHidden, DiceThrown
from arbitro.kernel.log import write_lines
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.table import Table


def last_seen(table, seat):
    """The kinds of events of the last entry that a seat knows of, if it is a throw."""
    entries = list(table.history(seat))
    return [type(event) for event in entries[-1].events if isinstance(event, (DiceThrown, DiceHidden))]


@pytest.mark.parametrize(
    ("to", "thrower", "other"),
    [
        ("open", [DiceThrown], [DiceThrown]),
        ("referee", [DiceThrown, DiceHidden], [DiceHidden]),
        ("blind", [DiceHidden], [DiceHidden]),
        ("self", [DiceThrown], []),
    ],
)
def test_each_way_of_throwing_has_its_circle(to, thrower, other):
    table = begun()
    done(table, ThrowDice("2d6+1", to), PARTY)
    assert last_seen(table, REFEREE)[0] is DiceThrown
    assert last_seen(table, PARTY) == thrower
    for seat in (ORCS, SPECTATOR):
        assert last_seen(table, seat) == other
    assert last_seen(table, Seat("orcs", "spectator")) == other


@pytest.mark.parametrize(("to", "seen"), [("open", 1), ("referee", 1), ("blind", 1), ("self", 0)])
def test_what_the_referee_throws_behind_the_screen_stays_there(to, seen):
    table = begun()
    before = len(list(table.history(PARTY)))
    done(table, ThrowDice("3d20", to))
    assert len(list(table.history(PARTY))) == before + seen
    assert (DiceThrown in last_seen(table, PARTY)) == (to == "open")


def test_a_throw_changes_nothing_and_cannot_be_undone():
    table = begun()
    before, head = state_bytes(table), table.ledger.head
    entry = done(table, ThrowDice("4d6kh3", purpose="luck"), PARTY)
    thrown = entry.events[0]
    assert isinstance(thrown, DiceThrown)
    assert thrown.total == sum(sorted(die.face for die in thrown.dice)[1:])
    assert (thrown.who, thrown.notation, thrown.purpose) == ("anna", "4d6kh3", "luck")
    assert (state_bytes(table), table.ledger.head) == (before, head)
    done(table, Undo())
    done(table, Redo())
    assert state_bytes(table) == before


def test_each_circle_draws_from_a_stream_of_its_own():
    table = begun()
    play = table.ledger.positions["play"]
    streams = []
    for to in ("open", "referee", "self", "blind"):
        thrown = done(table, ThrowDice("1d6", to), PARTY).events[0]
        streams.append((thrown.dice[0].stream, thrown.dice[0].at))
    assert streams == [("throws", 0), ("seat:anna", 0), ("seat:anna", 1), ("referee", streams[3][1])]
    assert table.ledger.positions["play"] == play
    assert verify(write_lines(table.records()), (table.seed,)).fault is None
    assert Table.restore(WHITEBOX, table.records(), table.seed).ledger == table.ledger


def test_a_person_may_type_the_dice_of_a_throw():
    table = begun()
    with pytest.raises(DieNeeded):
        table.submit(ThrowDice("2d6"), PARTY, faces=(3,))
    thrown = done(table, ThrowDice("2d6"), PARTY, faces=(3, 5)).events[0]
    assert (thrown.total, {die.how for die in thrown.dice}) == (8, {"typed"})
    assert refused(table, ThrowDice("2d6"), PARTY, faces=(3, 7)).code == "wrong_face"
    assert refused(table, ThrowDice("2d6"), PARTY, faces=(3, 5, 1)).values == {"needed": 2, "given": 3}


def test_what_is_no_dice_and_who_may_not_throw_is_refused():
    table = begun()
    assert refused(table, ThrowDice("2d"), PARTY).code == "notation"
    assert refused(table, ThrowDice("1d6", purpose="\ud800"), PARTY).code == "not_text"
    assert refused(table, ThrowDice("1d6"), SPECTATOR).code == "players_only"


def test_a_note_may_be_for_one_seat_alone():
    table = begun()
    done(table, Annotate(0, "meet me at the well", PARTY.private))
    for seat, knows in ((PARTY, True), (REFEREE, True), (ORCS, False), (SPECTATOR, False)):
        assert (
            any("well" in getattr(event, "text", "") for entry in table.history(seat) for event in entry.events)
            == knows
        )
