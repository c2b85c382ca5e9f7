"""Runs of the bench: processes that find odds, as many at once as the host allows, one for each visitor."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any, Final

from arbitro.chances.answer import FightOdds
from arbitro.web.bench.worker import RunFound, RunJob, RunRefused, Told, work
from arbitro.web.settings import Settings

POLL: Final = 0.2
"""Seconds for which a process is listened to before it is looked at whether it lives."""
IDLE: Final = 60.0
"""Seconds for which a process that has nothing to do is kept."""
KEPT: Final = 8
"""Answers that are kept, for what has changed since."""
BUSY: Final = "bench_busy"
YOURS: Final = "bench_yours"
OFF: Final = "bench_off"


class Busy(Exception):
    """There is no room for another run; the key of the sentence that says why."""


class Died(Exception):
    """A process ended without an answer."""


class RunWorker:
    """A process that finds odds."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True, name="arbitro-bench")
        self.process.start()
        theirs.close()

    async def answers(self, job: RunJob) -> AsyncIterator[Told]:
        """What it has to tell of a job, until it is done."""
        await asyncio.to_thread(self._send, job)
        while True:
            told = await asyncio.to_thread(self._next)
            yield told
            if isinstance(told, RunFound | RunRefused):
                return

    def _send(self, job: RunJob) -> None:
        try:
            self.line.send(job)
        except OSError:
            raise Died from None

    def _next(self) -> Told:
        try:
            while not self.line.poll(POLL):
                if not self.process.is_alive():
                    raise Died
            told: Told = self.line.recv()
        except (EOFError, OSError):
            raise Died from None
        return told

    def end(self) -> None:
        """At once, whatever it is doing."""
        self.process.kill()
        self.line.close()


class Bench:
    """The runs of this server process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: list[RunWorker] = []
        self._at_work: dict[str, RunWorker | None] = {}
        self._kept: OrderedDict[str, FightOdds] = OrderedDict()
        self._closed = False

    def why_not(self, visitor: str) -> str:
        """Why a visitor cannot begin a run now: a key of the sentences; empty where nothing stands in the way."""
        if not self._settings.bench_at_once:
            return OFF
        if visitor in self._at_work:
            return YOURS
        return BUSY if len(self._at_work) >= self._settings.bench_at_once else ""

    async def run(self, visitor: str, job: RunJob) -> AsyncIterator[Told]:
        """A run from its beginning to its end; whoever stops listening has stopped it."""
        with self._turn(visitor):
            worker = self._idle.pop() if self._idle else await asyncio.to_thread(RunWorker)
            self._at_work[visitor] = worker
            done = False
            try:
                async for told in worker.answers(job):
                    done = isinstance(told, RunFound | RunRefused)
                    yield told
            finally:
                if done and not self._closed:
                    self._rest(worker)
                else:
                    worker.end()

    @contextmanager
    def _turn(self, visitor: str) -> Iterator[None]:
        """Room for a run, at this process and, where several serve the same tables, at all of them."""
        why = self.why_not(visitor)
        if why:
            raise Busy(why)
        with ExitStack() as held:
            self._at_work[visitor] = None
            held.callback(self._at_work.pop, visitor)
            if self._settings.inner:
                folder = Path(self._settings.inner).parent
                held.enter_context(_locked(folder, [sha256(visitor.encode()).hexdigest()[:16]], YOURS))
                places = [f"place-{number}" for number in range(self._settings.bench_at_once)]
                held.enter_context(_locked(folder, places, BUSY))
            yield

    def _rest(self, worker: RunWorker) -> None:
        self._idle.append(worker)
        asyncio.get_running_loop().call_later(IDLE, self._send_home, worker)

    def _send_home(self, worker: RunWorker) -> None:
        if worker in self._idle:
            self._idle.remove(worker)
            worker.end()

    def keep(self, key: str, odds: FightOdds) -> None:
        """Keep an answer for a while."""
        self._kept[key] = odds
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def kept(self, key: str) -> FightOdds | None:
        """An answer that is still at hand."""
        return self._kept.get(key)

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for worker in (*self._idle, *self._at_work.values()):
            if worker is not None:
                worker.end()
        self._idle.clear()


@contextmanager
def _locked(folder: Path, names: list[str], why: str) -> Iterator[None]:
    """The first of some locks that nobody holds; let go by the system itself should this process die."""
    import fcntl  # several processes serve the same tables only where there is such a thing

    with ExitStack() as held:
        for name in names:
            file: IO[Any] = held.enter_context((folder / f"bench-{name}.lock").open("w"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            break
        else:
            raise Busy(why)
        yield
