"""Stories of long logs: what the first page costs as the log grows, for a seat that has read on and for a new one."""

import tracemalloc
from collections.abc import Callable
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.common import Report, seconds
from benchmarks.store import VIEWERS, Bench, Played

from arbitro.kernel.command import Annotate, Refusal, ThrowDice
from arbitro.kernel.seat import Seat
from arbitro.web.room import Room
from arbitro.web.sitting import ONLOOKER, Arrangement

LENGTHS = (100, 1_000, 4_000, 50_000)
"""Entries of a log."""
BESIDE = (ThrowDice("2d6"), ThrowDice("1d20", "self"), Annotate(0, "noted"))
"""What happens between the blows of a log of fights, so that seats count its entries otherwise."""
LAST = 30
"""Lines on the first page of a story, from its end."""
CEILING = 1.5
REFEREE, ANNA, *_ = VIEWERS
ROUNDS = 7


class Stories(Bench):
    """Stored tables of several lengths."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        for length in LENGTHS:
            ahead = Played(f"story-{length}")
            for deed in cycle(BESIDE):
                for _ in range(3):
                    ahead.step()
                assert not isinstance(ahead.table.submit(deed, REFEREE), Refusal)
                if ahead.table.ledger.length >= length:
                    break
            self.run(self.store.create(ahead.table))
            before = perf_counter()
            self.look(self.room(length), ANNA)
            print(f"  (first look ever at {length:,} entries: counted in {1000 * (perf_counter() - before):.0f} ms)")

    def room(self, length: int) -> Room:
        """A table, opened anew, that nobody has looked at yet."""
        return Room(self.run(self.store.open_table(f"story-{length}")), Arrangement(), ())

    def look(self, room: Room, seat: Seat) -> None:
        """The end of the story, in words."""
        chronicle = self.run(room.chronicle(seat))
        last = chronicle.last
        assert len(chronicle.lines(room.moment(ONLOOKER, "en"), last - LAST + 1, last)) == LAST

    def opened(self, length: int) -> Callable[[], object]:
        """Open a table and show its first page."""
        return lambda: self.look(self.room(length), ANNA)

    def another(self, length: int) -> Callable[[], object]:
        """Show the first page to a seat that has not looked yet, at a table that is open and read by others."""
        room, numbers = self.room(length), count()
        self.look(room, REFEREE)
        return lambda: self.look(room, Seat(f"Anna {next(numbers)}", controls=ANNA.controls))

    def again(self, length: int) -> Callable[[], object]:
        """Show the first page to a seat that has read on."""
        room = self.room(length)
        self.look(room, ANNA)
        return lambda: self.look(room, ANNA)

    def paged(self, length: int) -> Callable[[], object]:
        """Show a page from the middle of the story."""
        room = self.room(length)
        chronicle, moment = self.run(room.chronicle(ANNA)), room.moment(ONLOOKER, "en")
        middle = chronicle.last // 2

        def page() -> None:
            lines = self.run(chronicle.page(room.session, moment, middle + 1, middle + LAST))
            assert len(lines) == LAST

        return page

    def noted(self, length: int) -> Callable[[], object]:
        """Let a player write a note beside what they were told last."""
        session = self.run(self.store.open_table(f"story-{length}"))
        self.run(session.count(session.ledger.length))
        newest = self.run(session.tally(session.ledger.length)).standing(ANNA).entries - 1

        def note() -> None:
            assert not isinstance(self.run(session.submit(Annotate(newest, "noted"), ANNA)), Refusal)

        return note

    def newest(self, length: int) -> Callable[[], object]:
        """Ask, as a program does, for the last entries of the log as a seat may know it."""
        session = self.run(self.store.open_table(f"story-{length}"))
        seen = self.run(session.tally(session.ledger.length)).standing(ANNA).entries

        def last() -> None:
            assert len(self.run(session.history(ANNA, seen - LAST))) >= LAST

        return last

    def kept(self, length: int) -> float:
        """How many kB it takes to have a table open with five seats that read it."""
        tracemalloc.start()
        room = self.room(length)
        for seat in VIEWERS:
            self.look(room, seat)
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return held / 1000


def main() -> None:
    """Print how each way to a page grows with the log."""
    report = Report("Stories: a page of a long log against that of a short one")
    with TemporaryDirectory() as folder:
        stories = Stories(Path(folder))
        for what, way, lengths in (
            ("a seat that has read on", stories.again, LENGTHS),
            ("a new seat at an open table", stories.another, LENGTHS),
            ("a table opened anew", stories.opened, LENGTHS),
            ("a page from the middle", stories.paged, LENGTHS[1:]),  # of a short log that is at hand
            ("the last entries, as a seat knows them", stories.newest, LENGTHS),
            ("a player's note", stories.noted, LENGTHS),
        ):
            short = way(lengths[0])
            print(f"  {what}, {lengths[0]:,} entries: {1000 * min(seconds(short) for _ in range(3)):.2f} ms")
            for length in lengths[1:]:
                long = way(length)
                report.ratio(f"{what}, {length:,} entries", long, short, ceiling=CEILING, rounds=ROUNDS)
                print(f"    ({1000 * min(seconds(long) for _ in range(3)):.2f} ms)")
        for length in LENGTHS:
            print(f"  {length:,} entries, open and read by five seats: {stories.kept(length):,.0f} kB")
        stories.close()
    report.close()
