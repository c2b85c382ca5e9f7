"""Tables to test the kernel on: the ready fight of White Box, opened, begun and played by the automatic player."""

from functools import cache
from typing import Any

import msgspec

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.state import Fight

WHITEBOX = find_ruleset("whitebox")
PARTY = Seat("anna", "player", frozenset({"party", "berto", "dalia", "guido", "livia"}))
ORCS = Seat("bruno", "player", frozenset({"orcs", *(f"orc-{number}" for number in range(1, 7))}))


@cache
def orcs() -> Setup:
    """Four fighters against six orcs."""
    return WHITEBOX.read_setup(open_packaged("arbitro.rules.whitebox", "fights", "orcs.yaml"))


def open_table(seed: str = "kernel", **options: bool | int | str) -> Table[Any]:
    """A table at which nothing has happened yet."""
    return Table.open(WHITEBOX, "test", seed_from_text(seed), options)


def begun(seed: str = "kernel", **options: bool | int | str) -> Table[Any]:
    """A table at which the fight has begun; without surprise, unless an option says otherwise."""
    table = open_table(seed, **{"surprise_method": "judgement", "initiative_tie": "reroll", **options})
    for command in orcs().start:
        done(table, command)
    while table.state.awaiting:
        step(table)
    return table


def done(table: Table[Any], command: Command, by: Seat = REFEREE, **how: Any) -> Entry[Any, Any]:
    """Carry out a command that must be accepted."""
    answer = table.submit(command, by, **how)
    assert not isinstance(answer, Refusal), (command, answer)
    return answer


def refused(table: Table[Any], command: Command, by: Seat = REFEREE, **how: Any) -> Refusal:
    """Try a command that must be refused, and leave no trace."""
    before = (table.ledger, state_bytes(table), len(table.fresh))
    answer = table.submit(command, by, **how)
    assert isinstance(answer, Refusal), (command, answer)
    assert (table.ledger, state_bytes(table), len(table.fresh)) == before
    return answer


def suggested(table: Table[Any]) -> Command:
    """What the automatic player would do."""
    command = WHITEBOX.suggest(table.state, REFEREE)
    assert command is not None
    return command


def step(table: Table[Any]) -> Entry[Any, Any]:
    """One command of the automatic player's."""
    return done(table, suggested(table))


def play(table: Table[Any], steps: int = 10_000) -> None:
    """Let the automatic player go on, at most for some steps."""
    for _ in range(steps):
        if WHITEBOX.finished(table.state):
            return
        step(table)


def play_until(table: Table[Any], kind: type) -> Entry[Any, Any]:
    """Play to the first entry that begins with an event of a kind."""
    while True:
        entry = step(table)
        if isinstance(entry.events[0], kind):
            return entry


def fight(table: Table[Any]) -> Fight:
    """The fight as it stands."""
    assert table.state.fight is not None
    return table.state.fight


def state_bytes(table: Table[Any]) -> bytes:
    """The state to the byte."""
    return msgspec.json.encode(table.state)
