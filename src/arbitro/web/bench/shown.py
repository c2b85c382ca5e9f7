"""What is told of an answer: who wins, who falls, how it spreads, what is left, what has changed; as data, then drawn.

A drawing is data here (`Bars`); the template draws it, so that it has the colours of the reader's page.
"""

import csv
import io
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, Final

from msgspec import Struct

from arbitro.chances.answer import FightOdds, as_data, measure_name, worded
from arbitro.chances.intervals import Estimate, apart
from arbitro.chances.measures import family, is_share
from arbitro.chances.sampled import Pair
from arbitro.text import Language, capital, number_text
from arbitro.web.bench.worker import RunFound
from arbitro.web.rendering import TEXTS

MOST_BARS: Final = 24
WIDTH, HEIGHT, FOOT = 360, 120, 18
"""Of a drawing: how wide, how high, and how much of that is for the words below."""
GAP: Final = 2
LETTER: Final = 8
"""How wide a letter of a label is, with some room around it."""
COMPARED: Final = ("wins", "nobody_wins", "standing", "rounds", "left")
OF_PEOPLE: Final = ("falls", "dies")


class Bar(Struct, frozen=True):
    """One bar: where it stands, and what it says."""

    x: float
    y: float
    width: float
    height: float
    label: str
    share: str


class Bars(Struct, frozen=True):
    """How often each number came up."""

    title: str
    average: str
    told: str
    """The same in words, for those who hear the page."""
    bars: tuple[Bar, ...]
    every: int = 1
    """Every which of them has room for its label."""
    width: int = WIDTH
    height: int = HEIGHT


class MeasureRow(Struct, frozen=True):
    """A measure in words, with a bar of so many hundredths."""

    name: str
    text: str
    value: float = 0.0
    low: float = 0.0
    high: float = 0.0
    share: bool = False


class PersonRow(Struct, frozen=True):
    """Somebody: how often they fall, and die."""

    name: str
    falls: MeasureRow
    dies: MeasureRow | None


class SideShown(Struct, frozen=True):
    """A side: how often it wins, and what becomes of its people."""

    id: str
    name: str
    wins: MeasureRow
    standing: MeasureRow | None
    people: tuple[PersonRow, ...]


class ChangeRow(Struct, frozen=True):
    """A measure before and now."""

    name: str
    before: str
    now: str
    difference: str
    sure: bool
    """Whether the interval of the difference leaves nothing out but that there is one."""


class Change(Struct, frozen=True):
    """What is different from the run before."""

    rows: tuple[ChangeRow, ...]
    people: tuple[ChangeRow, ...]
    """Of each person, apart: there may be many."""
    paired: bool


class Shown(Struct, frozen=True):
    """All that is told of an answer."""

    found: str
    late: bool
    sides: tuple[SideShown, ...]
    nobody: MeasureRow | None
    rounds: MeasureRow
    left: tuple[MeasureRow, ...]
    charts: tuple[Bars, ...]
    change: Change | None
    telling: tuple[tuple[str, int], ...]
    """``best``, ``typical`` and ``worst``, with the number of the fight."""
    examples: int
    """How many fights can be read."""


def shown(found: RunFound, before: FightOdds | None, language: Language) -> Shown:
    """An answer in the reader's language."""
    odds = found.odds
    fought = found.examples or odds
    telling: tuple[tuple[str, int], ...] = ()
    if fought.sample is not None:
        three = fought.telling()
        telling = (("typical", three.typical), ("best", three.best), ("worst", three.worst))
    return Shown(
        odds.found(language),
        found.late,
        tuple(_sides(odds, language)),
        _row(odds, "nobody_wins", language) if odds.estimates["nobody_wins"].value else None,
        _row(odds, "rounds", language),
        tuple(_row(odds, name, language) for name in odds.estimates if family(name) == "left" and _known(odds, name)),
        tuple(_charts(odds, fought, language)),
        _change(before, odds, language),
        telling,
        0 if fought.sample is None else fought.count,
    )


def _known(odds: FightOdds, name: str) -> bool:
    """Whether there is enough to say anything: what came up in a single fight has no interval."""
    return odds.estimates[name].known


def _row(odds: FightOdds, name: str, language: Language) -> MeasureRow:
    each = odds.estimates[name]
    return MeasureRow(
        capital(odds.called(name, language)),
        worded(name, each, language),
        each.value,
        each.low,
        each.high,
        is_share(name),
    )


def _sides(odds: FightOdds, language: Language) -> Iterator[SideShown]:
    names = odds.names[language]
    for name in odds.estimates:
        if family(name) != "wins":
            continue
        side = name.partition("/")[2]
        people = []
        for who in (who for who in odds.people[side] if f"falls/{who}" in odds.estimates):
            dies = f"dies/{who}"
            same = odds.estimates[dies].value == odds.estimates[f"falls/{who}"].value
            people.append(
                PersonRow(
                    capital(names.get(who, who)),
                    _row(odds, f"falls/{who}", language),
                    None if same else _row(odds, dies, language),
                )
            )
        standing = _row(odds, f"standing/{side}", language) if f"standing/{side}" in odds.estimates else None
        yield SideShown(side, names.get(side, side), _row(odds, name, language), standing, tuple(people))


# ---------------------------------------------------------------- drawings


def _charts(odds: FightOdds, fought: FightOdds, language: Language) -> Iterator[Bars]:
    first = next(name for name in odds.estimates if family(name) == "wins").partition("/")[2]
    for name in (f"standing/{first}", f"hp/{first}", "rounds"):
        spread = odds.distribution(name) or fought.distribution(name)
        if len(spread) > 1:
            yield bars(capital(odds.called(name, language)), odds.estimates[name], spread, language)


def bars(title: str, average: Estimate, spread: Mapping[float, float], language: Language) -> Bars:
    """A distribution as bars: one for each whole number, or for as many together as it takes to stay readable."""
    low, high = int(min(spread)), int(max(spread))
    step = max(1, ceil((high - low + 1) / MOST_BARS))
    starts = range(low, high + 1, step)
    shares = [sum(share for value, share in spread.items() if start <= value < start + step) for start in starts]
    most = max(shares)
    wide = WIDTH / len(shares)
    found = []
    for number, (start, share) in enumerate(zip(starts, shares, strict=True)):
        tall = (HEIGHT - FOOT) * share / most
        label = str(start) if step == 1 else f"{start}–{start + step - 1}"
        text = f"{number_text(100 * share, language, '.1f')} %"
        found.append(
            Bar(
                round(number * wide + GAP / 2, 2),
                round(HEIGHT - FOOT - tall, 2),
                round(wide - GAP, 2),
                round(tall, 2),
                label,
                text,
            )
        )
    told = ", ".join(f"{bar.label}: {bar.share}" for bar in found)
    widest = max(len(bar.label) for bar in found) * LETTER
    return Bars(title, worded("rounds", average, language), told, tuple(found), ceil(widest / wide))


# ---------------------------------------------------------------- what has changed


def _change(before: FightOdds | None, now: FightOdds, language: Language) -> Change | None:
    if before is None:
        return None
    differences, paired = differing(before, now)
    rows: list[ChangeRow] = []
    people: list[ChangeRow] = []
    for name, difference in differences.items():
        was, now_is = before.estimates[name], now.estimates[name]
        if family(name) not in (*COMPARED, *OF_PEOPLE) or was == now_is or not (was.known and now_is.known):
            continue
        (people if family(name) in OF_PEOPLE else rows).append(
            ChangeRow(
                capital(measure_name(name, {**before.names[language], **now.names[language]}, language)),
                worded(name, was, language),
                worded(name, now_is, language),
                worded(name, difference, language, signed=True),
                difference.low > 0 or difference.high < 0,
            )
        )
    return Change(tuple(rows), tuple(people), paired)


def differing(before: FightOdds, now: FightOdds) -> tuple[dict[str, Estimate], bool]:
    """What there is more of now, and whether fight was held against fight: the same seed, both fought."""
    if before.sample is not None and now.sample is not None and before.seed == now.seed:
        return Pair(before.sample, now.sample).differences(), True
    both = [name for name in before.estimates if name in now.estimates]
    return {name: apart(before.estimates[name], now.estimates[name]) for name in both}, False


# ---------------------------------------------------------------- for programs


def result_data(found: RunFound) -> dict[str, Any]:
    """The answer for a program."""
    return {**found.odds.as_data(), "late": found.late, "names": found.odds.names}


def result_csv(odds: FightOdds, language: Language) -> str:
    """The answer as a table: a row for each measure."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(
        ("measure", TEXTS.say(language, "web.bench.csv.name"), "value", "low", "high", "how", "method", "count")
    )
    for name, each in odds.estimates.items():
        numbers = as_data(each)
        told = (numbers["value"], numbers["low"], numbers["high"], numbers["how"])
        rows.writerow((name, odds.called(name, language), *told, odds.method, odds.count))
    return written.getvalue()
