"""What was secret, told after all: to everybody or to one seat, whole, and without a die thrown twice."""

import pytest
from tests.kernel.tables import WHITEBOX, begun

from arbitro.kernel.audit import verify
from arbitro.kernel.command import Annotate, Refusal, RevealEvent, RevealSeed, ThrowDice
from arbitro.kernel.event import Annotated, DiceThrown, EventRevealed
from arbitro.kernel.explain import explain
from arbitro.kernel.log import Entry, write_lines
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import as_told, tell
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import dice_of

ANNA = Seat("Anna", "player", frozenset({"party"}))
BRUNO = Seat("Bruno", "player", frozenset({"orcs"}))


def told(table: Table, seat: Seat) -> str:
    """All that a seat reads."""
    events = (event for entry in table.history(seat) for event in entry.events)
    return "\n".join(tell(WHITEBOX, table.state, event, "en") for event in events)


def thrown(table: Table, command) -> int:
    answer = table.submit(command, REFEREE)
    assert isinstance(answer, Entry), answer
    return answer.seq


def test_a_secret_note_is_told_to_one_and_then_to_all():
    table = begun()
    entry = thrown(table, Annotate(0, "the orcs are afraid", "referee"))
    before = table.state
    thrown(table, RevealEvent(entry, 0, "seat:Anna"))
    assert table.state is before
    assert "The referee reveals: Note: the orcs are afraid" in told(table, ANNA)
    assert "afraid" not in told(table, BRUNO) + told(table, SPECTATOR)
    thrown(table, RevealEvent(entry))
    for seat in (ANNA, BRUNO, SPECTATOR):
        assert "the orcs are afraid" in told(table, seat)


def test_a_hidden_throw_is_shown_with_its_dice_and_the_dice_are_counted_once():
    table = begun()
    entry = thrown(table, ThrowDice("2d20", "self", "behind the screen"))
    positions = dict(table.ledger.positions)
    thrown(table, RevealEvent(entry))
    assert table.ledger.positions == positions
    shown = next(event for one in table.history(SPECTATOR) for event in one.events if isinstance(event, EventRevealed))
    assert dice_of(shown) == []
    inside = as_told(WHITEBOX, shown)
    assert isinstance(inside, DiceThrown)
    assert len(dice_of(inside)) == 2
    assert inside.audience == ""
    assert explain(WHITEBOX, table.state, shown, "it").numbers
    thrown(table, RevealSeed())
    verdict = verify(write_lines(table.records()))
    assert verdict.fault is None, verdict


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (RevealEvent(10_000), "no_such_entry"),
        (RevealEvent(-1), "no_such_entry"),
        (RevealEvent(0, 99), "no_such_event"),
        (RevealEvent(0, -1), "no_such_event"),
        (RevealEvent(0, 0), "told_already"),
    ],
)
def test_what_is_not_there_or_known_to_all_is_not_revealed(command, code):
    table = begun()
    length = table.ledger.length
    answer = table.submit(command, REFEREE)
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert table.ledger.length == length


def test_only_a_referee_reveals_and_nothing_is_revealed_twice():
    table = begun()
    entry = thrown(table, Annotate(0, "hush", "referee"))
    refused = table.submit(RevealEvent(entry), ANNA)
    assert isinstance(refused, Refusal)
    assert refused.code == "referee_only"
    again = thrown(table, RevealEvent(entry, 0, "seat:Anna"))
    answer = table.submit(RevealEvent(again), REFEREE)
    assert isinstance(answer, Refusal)
    assert answer.code == "told_already"


def test_an_event_that_reveals_nothing_but_itself_is_itself():
    note = Annotated(0, "x")
    assert as_told(WHITEBOX, note) is note


def test_what_is_told_later_does_not_say_how_many_dice_fell_unseen_before_it():
    table = begun()
    entry = thrown(table, ThrowDice("2d20", "self", "behind the screen"))
    thrown(table, RevealEvent(entry))
    for seat, placed in ((ANNA, False), (SPECTATOR, False), (REFEREE, True)):
        event = next(one for each in table.history(seat) for one in each.events if isinstance(one, EventRevealed))
        assert all((die.at >= 0) == placed for die in dice_of(as_told(WHITEBOX, event)))
        assert ("referee:" in explain(WHITEBOX, table.state, event, "en").numbers[0]) == placed
