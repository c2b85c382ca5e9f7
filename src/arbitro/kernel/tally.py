"""How many entries and lines of a log there are, and for whom: so that nobody need read it all to number its end.

Whether a seat sees an entry, and how many lines it is told of it, follows from the audiences of its events and from
whose secret numbers they hold. A tally counts entries and lines by these alone, so that it serves every seat, and those
that nobody has thought of yet. It says what `Reader` would have counted on the way; a test compares the two.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, Final, Protocol

from msgspec import Struct

from arbitro.kernel.event import Event
from arbitro.kernel.log import Entry
from arbitro.kernel.reader import jump_target, still_says
from arbitro.kernel.ruleset import Ruleset, without_numbers
from arbitro.kernel.seat import EVERYBODY, Seat
from arbitro.kernel.then import Kept, Then
from arbitro.kernel.witness import Witness

STEP: Final = 32
"""A tally is kept each time the log has grown by this many entries."""

Find = Callable[[int], Entry[Any, Any]]
"""Gives the entry of a number."""
Knowers = tuple[tuple[str, ...], ...]
"""Who sees something: whoever knows all audiences of any one of these. An empty one is everybody."""
Secret = tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]
"""Where the words depend on whose numbers are known: the ids of which one must be played to know each number, and in
which cases there is a sentence (see `_case`). Without ids there always is."""
PLAIN: Final[Secret] = ((), ())


class Standing(Struct, frozen=True):
    """How far a seat has come in a log."""

    next: int = 0
    """The entry of the log that comes next."""
    entries: int = 0
    """How many entries the seat has seen anything of."""
    lines: int = 0
    """How many lines it was told."""


class Numbering(Protocol):
    """How seats count the entries of a log, known without reading it from its beginning."""

    def before(self, seat: Seat, number: int) -> Standing:
        """Where a seat stood not long before it came to the entry that it counts as `number`, from 0."""
        ...

    def numbered(self, seat: Seat, entry: int) -> tuple[int, bool]:
        """How a seat counts an entry, and whether it has seen anything of it: see `Reader.learn`."""
        ...


class FromTheBeginning:
    """Where nobody has counted: a log is read from its first entry, and then there is nothing to be told of it."""

    def before(self, seat: Seat, number: int) -> Standing:
        """The beginning."""
        del seat, number
        return Standing()

    def numbered(self, seat: Seat, entry: int) -> tuple[int, bool]:
        """Never asked."""
        raise LookupError(f"{seat.name} has read entry {entry}")


class LogTally(Struct, frozen=True):
    """The entries and lines of a log up to some length."""

    length: int = 0
    entries: dict[Knowers, int] = {}
    lines: dict[tuple[Knowers, Secret], int] = {}

    def standing(self, seat: Seat) -> Standing:
        """Where a seat stands that has read so far."""
        return Standing(
            self.length,
            sum(number for knowers, number in self.entries.items() if _knows(seat, knowers)),
            sum(
                number
                for (knowers, secret), number in self.lines.items()
                if _knows(seat, knowers) and _is_told(seat, secret)
            ),
        )


def tallied(
    ruleset: Ruleset[Any], tally: LogTally, entries: Iterable[Entry[Any, Any]], find: Find
) -> Iterator[LogTally]:
    """A tally after more entries, each of which says how things stood: at each step, and after the last one.

    `find` gives earlier entries, for those that take something back.
    """
    length, seen, lines = tally.length, dict(tally.entries), dict(tally.lines)
    for entry in entries:
        taken_back = _taken_back(entry, find)
        everyone = _either(_event_knowers(entry, place, taken_back) for place in range(len(entry.events)))
        seen[everyone] = seen.get(everyone, 0) + 1
        witness = entry.then or Witness()
        then = Kept(ruleset, witness)
        for place, event in enumerate(entry.events):
            secret = _secret(then, event, witness.tells(place))
            if secret is not None:
                key = (_event_knowers(entry, place, taken_back), secret)
                lines[key] = lines.get(key, 0) + 1
        length = entry.seq + 1
        if length % STEP == 0:
            yield LogTally(length, dict(seen), dict(lines))
    if length % STEP:
        yield LogTally(length, seen, lines)


# ---------------------------------------------------------------- who sees an entry


def _taken_back(entry: Entry[Any, Any], find: Find) -> Knowers:
    """Who has seen what an entry takes back or puts back; everybody, where it does nothing of the kind."""
    found: list[tuple[str, ...]] = []
    so_far: tuple[str, ...] = ()
    target = jump_target(entry)
    if target is None:
        return ((),)
    while target is not None:  # what is taken back may itself have taken something back
        entry = find(target)
        target = jump_target(entry)
        own = [_both(so_far, event.audience) for event in entry.events]
        found += own if target is None else own[1:]
        so_far = own[0]
    return _either([tuple(found)])


def _event_knowers(entry: Entry[Any, Any], place: int, taken_back: Knowers) -> Knowers:
    """Who sees one event of an entry."""
    audience = entry.events[place].audience
    if place:  # only the first one takes something back
        return (_both((), audience),)
    return _either([tuple(_both(clause, audience) for clause in taken_back)])


def _both(clause: tuple[str, ...], audience: str) -> tuple[str, ...]:
    return clause if audience == EVERYBODY or audience in clause else tuple(sorted((*clause, audience)))


def _either(parts: Iterable[Knowers]) -> Knowers:
    """Any of several, said in one way only: who knows less than another asks for is enough."""
    clauses = {clause for part in parts for clause in part}
    if () in clauses:
        return ((),)
    least = (one for one in clauses if not any(other != one and set(other) <= set(one) for other in clauses))
    return tuple(sorted(least))


def _knows(seat: Seat, knowers: Knowers) -> bool:
    return any(all(map(seat.knows, clause)) for clause in knowers)


# ---------------------------------------------------------------- who is told a line


def _secret(then: Then[Any], event: Event, told: bool) -> Secret | None:
    """On whose numbers it depends whether an event has a sentence; None where it never has one."""
    always = PLAIN if told else None
    if not event.secrets:
        return always
    ids = {path: _ids(then, getattr(event, field)) for path, field in event.secrets.items()}
    groups = sorted({one for one in ids.values() if EVERYBODY not in one})
    cases: list[int] = []
    for known in product((False, True), repeat=len(groups)):
        hidden = tuple(path for path, one in ids.items() if one in groups and not known[groups.index(one)])
        if still_says(then, without_numbers(event, hidden)) if hidden else told:
            cases.append(_case(known))
    if len(cases) == 1 << len(groups):
        return PLAIN
    return (tuple(groups), tuple(cases)) if cases else None


def _ids(then: Then[Any], subject: str) -> tuple[str, ...]:
    """The ids of which one must be played to know somebody's numbers: see `Then.knows_numbers`."""
    return tuple(sorted({*then.knowers(subject), *filter(None, [subject])}))


def _case(known: Iterable[bool]) -> int:
    """Which numbers are known, as one number."""
    return sum(1 << place for place, one in enumerate(known) if one)


def _is_told(seat: Seat, secret: Secret) -> bool:
    groups, cases = secret
    return not groups or _case(seat.is_among(ids) for ids in groups) in cases
