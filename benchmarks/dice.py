"""Dice: rolling a text and showing every die, audited dice one by one, and exact odds."""

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib.metadata import version
from random import Random
from types import CodeType

import d20
import icepool
from benchmarks.common import Report

from arbitro.dice.odds import odds
from arbitro.dice.rolling import roll
from arbitro.dice.stream import AuditedDice, QuickDice

ROLLS = 2_000
DICE = 20_000


def rolling(report: Report, text: str) -> None:
    """Ours against d20, both with the text already read once, both writing every die; results checked first."""
    audited, quick = AuditedDice.from_text("7"), QuickDice(7)
    mean = float(odds(text).mean)
    for total in (lambda: roll(text, audited).total, lambda: d20.roll(text).total):
        average = sum(total() for _ in range(4_000)) / 4_000
        if abs(average - mean) > 0.05 * mean:
            raise RuntimeError(f"{text}: {average} on average instead of {mean}")

    def ours(dice: AuditedDice | QuickDice) -> Callable[[], None]:
        def run() -> None:
            for _ in range(ROLLS):
                str(roll(text, dice))

        return run

    def peer() -> None:
        for _ in range(ROLLS // 4):
            str(d20.roll(text))

    for name, dice in (("audited", audited), ("quick", quick)):
        what = f"roll {text} and show it, {name} dice / d20"
        report.ratio(what, ours(dice), peer, floor=4, aim=8, scale=4)


def one_by_one(report: Report) -> None:
    """Audited dice against `random.randint`, which keeps no address and no proof."""
    dice, randint = AuditedDice.from_text("7").stream("play"), Random(7).randint

    def ours() -> None:
        for _ in range(DICE):
            dice.roll(20)

    def peer() -> None:
        for _ in range(DICE):
            randint(1, 20)

    report.ratio("audited d20 one by one / random.randint", ours, peer, floor=0.5, aim=0.7)


EXACT = {
    "10d6": "10 @ d(6)",
    "4d6kh3": "d(6).pool(4).highest(3).sum()",
    "20d6kh10": "d(6).pool(20).highest(10).sum()",
    "100d6": "100 @ d(6)",
}
"""Rolls, and how one asks icepool for their odds by hand."""


def exact(report: Report) -> None:
    """Exact odds through the public door against icepool called by hand, each answer compared before it is timed."""
    for text, by_hand in EXACT.items():
        code = compile(by_hand, text, "eval")

        def peer(code: CodeType = code) -> icepool.Die[int]:
            return eval(code, {"d": icepool.d})

        if dict(odds(text)) != {outcome: Fraction(peer().probability(outcome)) for outcome in peer()}:
            raise RuntimeError(f"{text}: not the odds that icepool finds")
        what = f"odds of {text}, asked again (remembered), time / icepool"
        report.ratio(what, partial(odds, text), peer, ceiling=1.5, aim=1)
        ours = f"from arbitro.dice.odds import odds; import icepool; work = lambda: odds({text!r})"
        theirs = f"from icepool import d; work = lambda: {by_hand}"
        times = [(first_call(ours), first_call(theirs)) for _ in range(7)]
        report.times(f"odds of {text}, first call, time / icepool", times, ceiling=1.5, aim=1)


def first_call(prepare: str) -> float:
    """How long `work` takes in a fresh process, where nothing is remembered; imports are not counted."""
    program = f"{prepare}\nfrom time import perf_counter as now\nbegan = now(); work(); print(now() - began)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    report = Report(f"dice (d20 {version('d20')}, icepool {version('icepool')})")
    for text in ("1d20+5", "8d6", "4d6kh3"):
        rolling(report, text)
    one_by_one(report)
    exact(report)
    report.close()
