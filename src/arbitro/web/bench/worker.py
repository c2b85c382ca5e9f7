"""Odds found in a process of their own, so that whoever plays meanwhile waits for nothing; it can be ended at any time.

The process is sent one job after the other. Of each it tells how far it has come, and at last what was found, or in
words why nothing was. It yields to everybody else on the machine.
"""

import contextlib
import os
import signal
from multiprocessing.connection import Connection
from time import monotonic
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.answer import FightOdds
from arbitro.chances.asking import Budget, fight_odds
from arbitro.chances.bout import Bout
from arbitro.chances.work import FightWork, Method, WorkProgress
from arbitro.text import LANGUAGES, Fault, Language

NICE: Final = 5
EVERY: Final = 0.1
"""Seconds between two words about how far it has come."""


class RunJob(Struct, frozen=True, kw_only=True):
    """What is to be found out."""

    bout: Bout
    seed: str
    budget: Budget
    seconds: float
    """How long it may take in all; what was found by then is the answer."""
    examples: int = 0
    """Fights to be fought beside an exact answer."""
    before: "RunJob | None" = None
    """The run that this one is held against, where its answer is not at hand any more."""


class RunStep(Struct, frozen=True):
    """How far it has come."""

    method: Method
    done: int
    of: int


class RunFound(Struct, frozen=True):
    """What was found."""

    odds: FightOdds
    examples: FightOdds | None = None
    """Fights to be looked at: those that were counted, or a few beside an exact answer."""
    before: FightOdds | None = None
    late: bool = False
    """Whether the time was over before all fights were fought."""


class RunRefused(Struct, frozen=True):
    """Why nothing was found, in every language."""

    words: dict[Language, str]


Told = RunStep | RunFound | RunRefused


def work(line: Connection) -> None:
    """Do what comes along the line, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the server ends this process too
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            job: RunJob = line.recv()
            try:
                line.send(answered(job, line))
            except Fault as fault:
                line.send(RunRefused({language: fault.in_(language) for language in LANGUAGES}))


def answered(job: RunJob, line: Connection) -> RunFound:
    """Find the odds, and tell how it goes."""
    end = monotonic() + job.seconds
    told = late = 0.0

    def on_progress(progress: WorkProgress) -> bool:
        nonlocal told, late
        now = monotonic()
        if now - told > EVERY:
            told = now
            line.send(RunStep(progress.method, progress.count, progress.most))
        late = max(late, now - end)
        return now > end

    way = FightWork(on_progress=on_progress)
    before = None
    if job.before is not None:
        before = fight_odds(job.before.bout, "wins", job.before.budget, seed=job.before.seed, work=way)
    odds = fight_odds(job.bout, "wins", job.budget, seed=job.seed, work=way)
    examples = odds
    if odds.sample is None and job.examples:
        few = replace(job.budget, fights=job.examples, method="sampled")
        examples = fight_odds(job.bout, "wins", few, seed=job.seed, work=way)
    return RunFound(odds, examples if examples.sample is not None else None, before, late > 0)
