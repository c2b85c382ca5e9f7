"""The numbers of a story follow from tallies: they are those of reading everything, for every seat, at every entry."""

from typing import Any

import pytest
from tests.kernel.disturbed import disturbed, seats_of

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.event import Annotated, DiceHidden, EventRevealed, Overridden, Redone, RollsOverridden, Undone
from arbitro.kernel.log import Entry
from arbitro.kernel.reader import Reader
from arbitro.kernel.table import Table
from arbitro.kernel.tally import STEP, LogTally, Standing, tallied
from arbitro.kernel.witness import Witness
from arbitro.play import campaigns

over_campaigns = pytest.mark.parametrize("game", campaigns())
over_seeds = pytest.mark.parametrize("seed", range(2))


def entry_of(table: Table[Any], seq: int) -> Entry[Any, Any]:
    return next(table.entries(seq, seq))


def tally_of(table: Table[Any], tally: LogTally, length: int) -> LogTally:
    """A tally brought up to a length."""
    entries = table.witnessed(tally.length, length - 1)
    *_, last = tallied(table.ruleset, tally, entries, lambda seq: entry_of(table, seq))
    return last


@over_campaigns
@over_seeds
def test_a_tally_says_what_reading_everything_comes_to(game: str, seed: int):
    table = disturbed(game, seed)
    seats = seats_of(table)
    readers, lines = {seat: Reader(table.ruleset, seat) for seat in seats}, dict.fromkeys(seats, 0)
    tally = LogTally()
    for entry in table.witnessed():
        tally = tally_of(table, tally, entry.seq + 1)
        for seat, reader in readers.items():
            lines[seat] += len(reader.lines(entry, entry.then or Witness()))
            assert tally.standing(seat) == Standing(entry.seq + 1, reader.count, lines[seat]), (seat, entry)
    assert len(set(lines.values())) >= 3, "the seats are told different stories"


@over_campaigns
def test_the_log_held_what_makes_numbers_differ(game: str):
    """Otherwise the comparison would say nothing."""
    kinds = {type(event) for seed in range(2) for entry in disturbed(game, seed).entries() for event in entry.events}
    assert {Undone, Redone, RollsOverridden, EventRevealed, Annotated, DiceHidden, Overridden} <= kinds


@over_campaigns
def test_a_tally_does_not_depend_on_where_counting_stopped(game: str):
    table = disturbed(game, 0)
    at_once = tally_of(table, LogTally(), table.ledger.length)
    part = tally_of(table, LogTally(), 77)
    assert tally_of(table, part, table.ledger.length) == at_once
    steps = tallied(table.ruleset, LogTally(), table.witnessed(), lambda seq: entry_of(table, seq))
    lengths = [tally.length for tally in steps]
    assert lengths == [*range(STEP, table.ledger.length, STEP), table.ledger.length]


@over_campaigns
def test_a_branch_counts_on_from_its_past(game: str):
    table = disturbed(game, 0)
    branched = table.branch("another", seed_from_text("another"))
    tally = tally_of(branched, tally_of(table, LogTally(), table.ledger.length), branched.ledger.length)
    for seat in seats_of(table):
        assert tally.standing(seat).entries == len(list(branched.history(seat)))


@over_campaigns
def test_a_tally_stays_small(game: str):
    """It has a row for each audience and not for each entry, or keeping it would cost what it saves."""
    table = disturbed(game, 1)
    tally = tally_of(table, LogTally(), table.ledger.length)
    assert len(tally.entries) + len(tally.lines) < 60
