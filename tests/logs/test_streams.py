"""Secret rolls cannot be counted: what a seat sees of the dice does not move with those that it does not see.

Checked on every log that is kept: each kind of event that holds dice, drawn from each stream, as each seat reads it.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from tests.logs import archive
from tests.logs.archive import Log

from arbitro import __version__
from arbitro.dice.stream import PLAY, REFEREE, Die
from arbitro.kernel.event import Event, EventRevealed, tag_of
from arbitro.kernel.noting import moment_of
from arbitro.kernel.ruleset import shown_then
from arbitro.kernel.seat import REFEREE_ONLY, SPECTATOR, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import dice_of
from arbitro.play import find_game
from arbitro.rules import games

EVERY = [(version, name) for version in archive.versions() for name in archive.archives(version)]


def restored(log: Log) -> Table[Any]:
    return Table.restore(find_game(log.head.game), log.records(), None)


def read_by(table: Table[Any], seat: Seat) -> Iterator[tuple[Event, list[Die], Event | None]]:
    """Every event with dice of streams, those dice, and the event as the seat reads it."""
    for entry in table.witnessed():
        then = moment_of(table.ruleset, entry)
        for event in entry.events:
            thrown = [die for die in dice_of(event) if die.at >= 0]
            if thrown or isinstance(event, EventRevealed):
                yield event, thrown, shown_then(then, event, seat)


def seats_of(table: Table[Any]) -> list[Seat]:
    return [SPECTATOR, *table.ruleset.seats(table.state), Seat("somebody"), Seat("teo")]


@pytest.mark.parametrize("game", games())
def test_what_everybody_sees_is_thrown_in_the_open_and_what_is_hidden_is_not(game: str) -> None:
    """By the kinds of events: for an onlooker, who is told nothing that is meant for somebody."""
    faults = set[tuple[str, str, str]]()
    for log in archive.read(__version__, game):
        table = restored(log)
        streams = table.ruleset.open_streams(SPECTATOR)
        for event, thrown, shown in read_by(table, SPECTATOR):
            kept = [] if shown is None else [(die.sides, die.face) for die in dice_of(shown)]
            for die in thrown:
                seen = (die.sides, die.face) in kept
                if die.stream == PLAY and event.audience == REFEREE_ONLY:
                    faults.add((tag_of(type(event)), die.stream, "is the referee's"))
                if seen and die.stream == REFEREE:
                    faults.add((tag_of(type(event)), die.stream, "is seen"))
                if not seen and die.stream in streams:
                    faults.add((tag_of(type(event)), die.stream, "is hidden"))
    assert not faults


@pytest.mark.parametrize(("version", "name"), EVERY)
def test_no_seat_is_told_a_place_in_a_stream_of_which_it_does_not_see_everything(version: str, name: str) -> None:
    """Of older logs too, whatever they drew from where: their addresses are for the referee. Of three one is read."""
    for log in archive.read(version, name)[::3]:
        table = restored(log)
        for seat in seats_of(table):
            for event, _, shown in read_by(table, seat):
                told = [] if shown is None else dice_of(shown)
                if isinstance(shown, EventRevealed):
                    told = dice_of(msgspec.convert(_dice_in(msgspec.json.decode(shown.told)), list[Die]))
                placed = {die.stream for die in told if die.at >= 0}
                assert placed <= table.ruleset.open_streams(seat), (log.name, tag_of(type(event)), placed)


def _dice_in(part: Any) -> list[Any]:
    if isinstance(part, dict):
        return [part] if {"sides", "face"} <= part.keys() else [die for one in part.values() for die in _dice_in(one)]
    return [die for one in part for die in _dice_in(one)] if isinstance(part, list) else []
