"""Stories of long logs: what the first page costs as the log grows, for a seat that has read on and for a new one."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.common import Report, seconds
from benchmarks.store import VIEWERS, Bench, Played

from arbitro.kernel.seat import Seat
from arbitro.web.room import Room
from arbitro.web.sitting import ONLOOKER, Arrangement

LENGTHS = (100, 1_000, 4_000)
"""Entries of a log."""
LAST = 30
"""Lines on the first page of a story, from its end."""
REFEREE, ANNA, *_ = VIEWERS
ROUNDS = 7


class Stories(Bench):
    """Stored tables of several lengths."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        for length in LENGTHS:
            ahead = Played(f"story-{length}")
            while ahead.table.ledger.length < length:
                ahead.step()
            self.run(self.store.create(ahead.table))

    def room(self, length: int) -> Room:
        """A table, opened anew, that nobody has looked at yet."""
        return Room(self.run(self.store.open_table(f"story-{length}")), Arrangement(), ())

    def look(self, room: Room, seat: Seat) -> None:
        """The end of the story, in words."""
        chronicle = self.run(room.chronicle(seat))
        last = len(chronicle.told)
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


def main() -> None:
    """Print how each way to the first page grows with the log."""
    report = Report("Stories: the first page of a long log against that of one of 100 entries")
    with TemporaryDirectory() as folder:
        stories = Stories(Path(folder))
        for what, way, growing in (
            ("a seat that has read on", stories.again, False),
            ("a new seat at an open table", stories.another, True),
            ("a table opened anew", stories.opened, True),
        ):
            short = way(LENGTHS[0])
            for length in LENGTHS[1:]:
                long = way(length)
                # A new seat's lines are counted from the beginning: it costs what the log is long, and should not.
                ceiling = 1.5 * length / LENGTHS[0] if growing else 2.0
                report.ratio(f"{what}, {length:,} entries", long, short, ceiling=ceiling, aim=1.5, rounds=ROUNDS)
                print(f"    ({1000 * min(seconds(long) for _ in range(3)):.2f} ms)")
        stories.close()
    report.close()
