"""The store: a durable command, reading a long log, opening and going back, each against its plainest form."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import msgspec
from benchmarks.common import ROUNDS, Report

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Command, Refusal, Undo
from arbitro.kernel.fold import Record
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset
from arbitro.store.base import EVERY
from arbitro.store.past import PAGE
from arbitro.store.rows import Transaction
from arbitro.store.session import Session
from arbitro.store.sql import SqlStore

T = TypeVar("T")
GAME = find_ruleset("whitebox")
FIGHT = GAME.read_setup(open_packaged("arbitro.rules.whitebox", "fights", "orcs.yaml"))
SEED = seed_from_text("benchmark")
VIEWERS = (
    REFEREE,
    Seat("Anna", controls=frozenset({"party", "berto", "dalia"})),
    Seat("Bruno", controls=frozenset({"party", "guido", "livia"})),
    Seat("Carla", controls=frozenset({"orcs"})),
    SPECTATOR,
)
SHORT, LONG = 1_000, 100_000
TURNS = 60
"""Commands, or commits, in one timed run."""


class Played:
    """A plain table that is played ahead of a stored one, so that deciding what to do costs no time there."""

    def __init__(self, name: str) -> None:
        self.table = Table.open(GAME, name, SEED, FIGHT.options)
        self.events = 1

    def step(self) -> Command:
        """Play one command of an endless row of fights."""
        state = self.table.state
        command = FIGHT.start[0] if state.fight is None or GAME.finished(state) else GAME.suggest(state, REFEREE)
        assert command is not None
        entry = self.table.submit(command, REFEREE)
        assert not isinstance(entry, Refusal)
        self.events += len(entry.events)
        return command

    def copy(self) -> Table[Any]:
        """The same table again, for a store."""
        return Table.restore(GAME, list(self.table.records()), SEED)


class Bench:
    """A store on a real disk, and an event loop to use it from plain functions."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self.store = self.run(SqlStore.open(folder / "tables.db", find_ruleset))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run to the end."""
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        """Let go of the store."""
        self.run(self.store.close())
        self._loop.close()

    def durable(self, session: Session[Any], ahead: Played, rounds: int) -> Callable[[], None]:
        """Commands, each on disk and shown to five viewers before the next; enough of them for so many rounds."""
        planned = [ahead.step() for _ in range(TURNS * (rounds + 1))]  # one round more, to warm up

        async def commands() -> None:
            for _ in range(TURNS):
                answer = await session.submit(planned.pop(0), REFEREE)
                assert not isinstance(answer, Refusal)
                for seat in VIEWERS:
                    msgspec.json.encode(session.view(seat))

        return lambda: self.run(commands())

    def long_table(self, events: int) -> tuple[Session[Any], Played]:
        """A stored table with so many events, at its worst to open: just before the next snapshot is due."""
        ahead = Played(f"events-{events}")
        while ahead.events < events or ahead.table.ledger.length % EVERY:
            ahead.step()
        session = self.run(self.store.create(ahead.copy()))
        while session.ledger.length % EVERY != EVERY - 1:
            self.run(session.submit(ahead.step(), REFEREE))
        assert session.state == ahead.table.state
        print(f"  (table {session.id}: {ahead.events:,} events in {session.ledger.length:,} entries)")
        return session, ahead

    def opening(self, table: str) -> Callable[[], object]:
        """Open a table."""
        return lambda: self.run(self.store.open_table(table))

    def going_back(self, table: str) -> Callable[[], None]:
        """Open a table and take back the last three commands: earlier states must be found anew."""

        async def undo() -> None:
            opened = await self.store.open_table(table)
            for _ in range(3):
                assert not isinstance(await opened.submit(Undo(), REFEREE), Refusal)

        return lambda: self.run(undo())

    def replay(self, session: Session[Any]) -> Callable[[], None]:
        """Read the whole log and fold it, without any snapshot."""
        table, length = session.id, session.ledger.length

        def work(rows: Transaction) -> Table[Any]:
            pages = (rows.records(table, at, min(at + PAGE, length) - 1) for at in range(0, length, PAGE))
            return Table.restore(GAME, (record for page in pages for record in page), SEED, fetch=_no_way_back)

        def replayed() -> None:
            again = self.run(self.store.read(work))
            assert again.ledger == session.ledger
            assert again.state == session.state

        return replayed

    def decoding(self, session: Session[Any]) -> Callable[[], None]:
        """Decode the same bytes, held in memory, and do nothing with them."""
        last = session.ledger.length - 1
        records = self.run(self.store.read(lambda rows: rows.records(session.id, 0, last)))
        decode = GAME.entry_decoder.decode

        def decoded() -> None:
            for _, body in records:
                decode(body)

        return decoded


def _no_way_back(first: int, last: int) -> Iterable[Record]:
    raise LookupError(f"entries {first} to {last} were asked for, and nothing was undone")


def bare_commits(place: Path) -> Callable[[], None]:
    """SQLite alone: ten events in a transaction, flushed to the disk."""
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, body TEXT)")
    played = Played("bare")
    while played.events < 40:
        played.step()
    events = [event for entry in played.table.entries(2) for event in entry.events]  # after those that set the scene
    rows = [(msgspec.json.encode(event),) for event in events[:10]]

    def commits() -> None:
        for _ in range(TURNS):
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO event (body) VALUES (?)", rows)
            connection.execute("COMMIT")

    return commits


def main() -> None:
    """Print all ratios of the store."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:  # the temporary folder may be in memory
        bench = Bench(Path(folder))
        try:
            measure(bench, Path(folder))
        finally:
            bench.close()


def measure(bench: Bench, folder: Path) -> None:
    """All figures, on one store."""
    report = Report(f"store (SQLite {sqlite3.sqlite_version}, flushed at every commit)")
    ahead = Played("durable")
    session = bench.run(bench.store.create(ahead.copy()))
    commands = bench.durable(session, ahead, 2 * ROUNDS)
    commits = bare_commits(folder / "bare.db")
    what = "durable command, 5 views / bare commit of 10 events"
    report.ratio(what, commands, commits, floor=0.4, aim=0.6, rounds=2 * ROUNDS)

    short, after_short = bench.long_table(SHORT)
    long, after_long = bench.long_table(LONG)
    what = f"replay {LONG:,} events from the store / decode them"
    report.ratio(what, bench.replay(long), bench.decoding(long), floor=0.3, aim=0.37, rounds=9, working=True)
    span = f"{LONG:,} events / {SHORT:,}"
    report.ratio(f"open a table of {span}", bench.opening(long.id), bench.opening(short.id), ceiling=2.0, aim=1.0)
    commands, peer = bench.durable(long, after_long, ROUNDS), bench.durable(short, after_short, ROUNDS)
    report.ratio(f"durable command after {span}", commands, peer, ceiling=1.5, aim=1.0)
    what = f"open and undo three commands, {span}"
    report.ratio(what, bench.going_back(long.id), bench.going_back(short.id), ceiling=2.0, aim=1.0)
    report.close()


if __name__ == "__main__":
    main()
