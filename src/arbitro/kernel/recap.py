"""Previously: the last evening at a table in a few lines, of those that one seat has been told and no others.

An evening is what was played without a long pause. Of its lines those are told again that have prose of their own
(`arbitro.kernel.prose`): deaths, victories, descents, homecomings; and the last of all, which says where the table is.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

from arbitro.kernel.event import RollCalled, SaidAside, tag_of
from arbitro.kernel.log import Entry
from arbitro.kernel.prose import told_prose
from arbitro.kernel.reader import Reader
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.then import Kept
from arbitro.kernel.together import in_runs, told_together
from arbitro.kernel.witness import Witness
from arbitro.text import Language

FEW: Final = 5
"""How many lines are told again."""
PAUSE: Final = 4 * 60 * 60
"""Seconds of a pause after which another evening begins."""
AWAY: Final = 30 * 60
"""How many seconds somebody must have been away before they are told what happened."""
TALK: Final = (tag_of(SaidAside), tag_of(RollCalled))
"""Kinds of lines that are table talk: of no use on another evening."""
_WRITTEN: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))?", re.ASCII
)
"""A moment as logs write it (ISO 8601); nothing here reads a clock."""


class Recalled(Struct, frozen=True):
    """A line that a seat has been told: when, in plain words, and as a referee tells it where it has such words."""

    at: str
    text: str
    prose: str = ""


def last_evening(lines: Sequence[Recalled]) -> Sequence[Recalled]:
    """The lines of the last evening; all of them where no clock was read."""
    for number in range(len(lines) - 1, 0, -1):
        if _between(lines[number - 1].at, lines[number].at) > PAUSE:
            return lines[number:]
    return lines


def previously(lines: Sequence[Recalled]) -> tuple[Recalled, ...]:
    """What happened on the last evening, in a few of its lines; none where nothing was told."""
    evening = list(last_evening(lines))
    moments = [line for line in evening if line.prose]
    if not moments:
        return tuple(evening[-FEW:])
    last = evening[-1:] if not evening[-1].prose else []
    return (*moments[len(last) - FEW :], *last)


def was_away(lines: Sequence[Recalled], now: str) -> bool:
    """Whether the table was left long enough ago for somebody to want to be told."""
    return bool(lines) and _between(lines[-1].at, now) > AWAY


def recalled(
    ruleset: Ruleset[Any], seat: Seat, entries: Iterable[Entry[Any, Any]], language: Language
) -> list[Recalled]:
    """All that a seat has been told in entries that say how things stood (`Session.witnessed`)."""
    found: list[Recalled] = []
    for entry in entries:
        then, reader = Kept(ruleset, entry.then or Witness()), Reader(ruleset, seat, entry.seq)
        seen, told = reader.seen_and_told(entry, entry.then or Witness())
        for run in in_runs(then, tuple(event for event in told if tag_of(type(event)) not in TALK)):
            text = told_together(then, run, language)
            found.append(Recalled(entry.at, text, told_prose(then, seen, run, language)))
    return found


def _between(before: str, after: str) -> int:
    """Seconds from one written moment to another; none where a log has no clock."""
    first, second = _seconds(before), _seconds(after)
    return 0 if first is None or second is None else second - first


def _seconds(written: str) -> int | None:
    """Seconds of a written moment since the beginning of the calendar."""
    found = _WRITTEN.fullmatch(written)
    if found is None:
        return None
    year, month, day, hours, minutes, seconds = (int(found[number]) for number in range(1, 7))
    ahead = 60 * (60 * int(found[8]) + int(found[9])) if found[7] else 0
    years, months = (year, month) if month > 2 else (year - 1, month + 12)  # years that begin in March, leap days last
    days = 365 * years + years // 4 - years // 100 + years // 400 + (153 * months - 457) // 5 + day
    return 86400 * days + 3600 * hours + 60 * minutes + seconds - (ahead if found[7] == "+" else -ahead)
