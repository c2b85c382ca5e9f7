"""From a log to a state: the fold, the ledger beside it, and how far back a snapshot reaches."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from arbitro.dice.stream import Die, stir
from arbitro.kernel.event import (
    KERNEL_EVENTS,
    BackAsked,
    BackDeclined,
    Branched,
    DiceAsked,
    Event,
    OptionsChanged,
    Overridden,
    Redone,
    Renamed,
    RollsOverridden,
    SeedRevealed,
    Stirred,
    TableOpened,
    Undone,
)
from arbitro.kernel.log import FIRST_CHAIN, Entry
from arbitro.kernel.path import set_path
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.state import State
from arbitro.kernel.thrown import DICE_FINDERS, dice_of
from arbitro.kernel.upcast import check_form
from arbitro.version import __version__

S = TypeVar("S", bound=State)
Record = tuple[str, bytes]
"""An entry as it is kept: the chain after it, and its bytes."""
Fetch = Callable[[int, int], Iterable[Record]]
"""Gives the records from the first to the last number, both included."""

RECENT = 256
"""How many earlier states are kept at hand for undoing; older ones are folded again."""
_STEPS = 64
"""How many states on the way to a far one are kept at hand."""
_PAGE = 256
"""How many entries are asked for at a time on the way back."""
_OURS = frozenset(KERNEL_EVENTS)


class Owed(Struct, frozen=True, omit_defaults=True, gc=False):
    """A deed that has begun and waits for a die that somebody throws with their own hands."""

    entry: int
    """The entry that asked for it."""
    who: str
    """The name of the seat that owes it."""
    deed: str
    """The command, as JSON."""
    number: int
    """Which die it is, counted from 0 as they are thrown."""
    sides: int
    purpose: str = ""
    typed: tuple[tuple[int, int], ...] = ()
    """The dice that were given before it."""
    hidden: bool = False
    """Whether others will not see it."""
    plays: tuple[str, ...] = ()
    """Whom the seat played when the deed began."""


class Ledger(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a log says beside the state of the game: what undoing never takes back."""

    table: str = ""
    length: int = 0
    """How many entries there are."""
    chain: str = FIRST_CHAIN
    head: int = -1
    """The entry after which the state stands as it does."""
    undone: tuple[int, ...] = ()
    """What may be redone, last first."""
    positions: dict[str, int] = field(default_factory=dict)
    """How far each stream of dice has run."""
    stirred: str = bytes(32).hex()
    commitment: str = ""
    revealed: bool = False
    taken_back: dict[str, tuple[int, int]] = field(default_factory=dict)
    """How often each person took something back, and how often of these past a die or something revealed."""
    asked_back: dict[str, int] = field(default_factory=dict)
    """Who asks the referee to take back what they did, and which entry that is."""
    owed: Owed | None = None
    """What the table waits for, where a deed has begun."""


class Snapshot(Struct, frozen=True):
    """A table as it stood after some entry, so that opening it need not begin at the beginning."""

    ledger: Ledger
    state: msgspec.Raw
    version: str = __version__


Anchor = Callable[[int], Snapshot | None]
"""Gives the newest snapshot that was taken with that entry, or one before it, as head; None where there is none."""


def no_anchor(seq: int) -> Snapshot | None:
    """Where nobody keeps snapshots."""
    del seq
    return None


class Recent(dict[int, S]):
    """The last states, by the entry after which each stood."""

    def remember(self, seq: int, state: S) -> None:
        """Keep a state, and let go of the oldest when there are too many."""
        self[seq] = state
        if len(self) > RECENT:
            self.let_go()

    def let_go(self) -> None:
        """Some of the oldest at once: finding the first one costs as much as has been taken out before it."""
        with suppress(KeyError, RuntimeError):  # whoever reads the same log beside us was faster
            for old in list(islice(self, RECENT // 8 + 1)):
                del self[old]


def evolve(ruleset: Ruleset[S], state: S, event: Event) -> S:
    """The state after any event of a log: the kernel's own are folded here, the game's by the game."""
    if type(event) not in _OURS:
        return ruleset.evolve(state, event)
    match event:
        case TableOpened():
            check_form(event.versions)
            # An option younger than the log stands at its default, which is how it was played before there was one.
            return ruleset.with_options(state, {**ruleset.options.defaults(), **event.options})
        case OptionsChanged():
            return ruleset.with_options(state, {**state.options, **event.options})
        case Overridden():
            return set_path(state, event.path, event.after)[1]
        case _:
            return state


def ledger_after(ledger: Ledger, entry: Entry[Any, Any], chain: str, positions: dict[str, int]) -> Ledger:
    """The ledger after one more entry, `positions` being how far the dice have run."""
    first = entry.events[0]
    if type(first) not in _OURS:  # by far the most
        return Ledger(
            ledger.table,
            entry.seq + 1,
            chain,
            entry.seq,
            (),
            positions,
            ledger.stirred,
            ledger.commitment,
            ledger.revealed,
            ledger.taken_back,
            ledger.asked_back,
        )
    changes: dict[str, Any] = {"head": entry.seq, "undone": ()} if entry.parent >= 0 or entry.seq == 0 else {}
    changes |= _changes(ledger, entry, first)
    return msgspec.structs.replace(ledger, length=entry.seq + 1, chain=chain, positions=positions, **changes)


def _changes(ledger: Ledger, entry: Entry[Any, Any], first: Event) -> dict[str, Any]:
    """What an event of the kernel's own, the first of its entry, changes in the ledger."""
    match first:
        case TableOpened():
            return {"table": first.table, "commitment": first.commitment}
        case Undone():
            return _undone(ledger, first)
        case BackAsked():
            return {"asked_back": {**ledger.asked_back, first.who: first.entry}}
        case BackDeclined():
            return {"asked_back": {who: asked for who, asked in ledger.asked_back.items() if who != first.who}}
        case Redone():
            return {"head": first.to, "undone": ledger.undone[1:]}
        case Stirred():
            return {"stirred": stir(bytes.fromhex(ledger.stirred), first.who, first.text).hex()}
        case SeedRevealed():
            return {"revealed": True}
        case Renamed():
            return {"table": first.table}
        case Branched():
            fresh = {"stirred": bytes(32).hex(), "revealed": False, "owed": None}
            return {"table": first.table, "commitment": first.commitment, **fresh}
        case DiceAsked():
            die = first.number, first.sides, first.purpose
            return {"owed": Owed(entry.seq, first.who, first.deed, *die, first.typed, first.hidden, first.plays)}
        case _:
            return {}


def _undone(ledger: Ledger, event: Undone) -> dict[str, Any]:
    """The head goes back; who took something back has done so once more, and nobody asks for that any longer."""
    changes: dict[str, Any] = {"head": event.to, "undone": (event.undone, *ledger.undone)}
    if event.who and not event.part:
        changes["taken_back"] = {**ledger.taken_back, event.who: (event.times, event.past_times)}
    if ledger.asked_back:
        changes["asked_back"] = {who: asked for who, asked in ledger.asked_back.items() if asked != event.undone}
    return changes


_Handled = tuple[Callable[[Any, Any], Any], Callable[[Any], Iterable[Die]] | None]
"""What an event does to a state, and what finds its dice where it has any."""


class _Kinds(dict[type[Event], _Handled]):
    """How each kind of event is handled, found once for a whole log."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        super().__init__()
        self._ruleset = ruleset

    def __missing__(self, kind: type[Event]) -> _Handled:
        ruleset, changes = self._ruleset, self._ruleset.folds
        change: Callable[[Any, Any], Any] = ruleset.evolve if changes is None else changes[kind]
        found = self[kind] = (partial(evolve, ruleset) if kind in _OURS else change, DICE_FINDERS[kind])
        return found


class Folded(Struct, frozen=True):
    """What folding a log came to."""

    ledger: Ledger
    state: Any
    recent: Any


def fold(
    ruleset: Ruleset[S],
    ledger: Ledger,
    state: S,
    records: Iterable[Record],
    fetch: Fetch,
    anchor: Anchor = no_anchor,
) -> Folded:
    """Fold records onto a ledger and a state.

    The positions of the dice are read from the dice themselves. `fetch` and `anchor` give earlier entries and snapshots
    where the log goes back further than the states kept on the way.
    """
    decode, kinds = ruleset.entry_decoder.decode, _Kinds(ruleset)
    recent: Recent[S] = Recent()
    known = state
    head = ledger.head
    positions = dict(ledger.positions)  # one for all: only the last ledger is handed out
    uncounted: tuple[Entry[Any, Any], str] | None = None  # the last of those that the ledger need only count
    for chain, body in records:
        entry = decode(body)
        events = entry.events
        if type(events[0]) not in _OURS:  # by far the most
            recent[head] = known
            if len(recent) > RECENT:
                recent.let_go()
            known = _gone_on(kinds, known, events, positions)
            head, uncounted = entry.seq, (entry, chain)
            continue
        if uncounted is not None:
            ledger, uncounted = ledger_after(ledger, *uncounted, positions), None
        jumps = type(events[0]) in _JUMPS
        after = recent.get(events[0].to) if jumps else known
        if jumps or entry.parent >= 0 or entry.seq == 0:
            recent.remember(head, known)
        if after is not None:
            for event in events:
                after = evolve(ruleset, after, event)
        if type(events[0]) is Branched:  # dice of its own, from the first one on
            positions.clear()
        for event in events:
            _advance(positions, dice_of(event))
        ledger = ledger_after(ledger, entry, chain, positions)
        head = ledger.head
        known = state_at(ruleset, head, fetch, anchor, recent) if after is None else after
    if uncounted is not None:
        ledger = ledger_after(ledger, *uncounted, positions)
    ordered = dict(sorted(positions.items()))  # by name, as the dice themselves say it: the same bytes
    return Folded(msgspec.structs.replace(ledger, positions=ordered), known, recent)


_JUMPS = frozenset({Undone, Redone, RollsOverridden})


def _gone_on(kinds: _Kinds, known: S, events: Iterable[Event], positions: dict[str, int]) -> S:
    """The state after the events of an entry in which the game went on; dice are passed as `_advance` does."""
    for event in events:
        change, find = kinds[type(event)]
        known = change(known, event)
        if find is not None:
            for die in find(event):  # without a step for each event: by far the most of any log
                if (at := die.at) >= positions.get(die.stream, 0):
                    positions[die.stream] = at + 1
    return known


def _advance(positions: dict[str, int], dice: Iterable[Die]) -> None:
    """Move the positions of the dice past those that fell."""
    for die in dice:
        at = die.at
        if at >= positions.get(die.stream, 0):
            positions[die.stream] = at + 1


def state_at(
    ruleset: Ruleset[S],
    seq: int,
    fetch: Fetch,
    anchor: Anchor = no_anchor,
    recent: Recent[S] | None = None,
) -> S:
    """The state after entry `seq`, folded along the entries that led to it, from the nearest snapshot on that path.

    The last states on the way are put into `recent`: who goes back one step often goes back another.
    """
    path: list[Entry[Any, Any]] = []
    page: list[Record] = []
    at, first = seq, seq + 1
    found = anchor(at)
    while at >= 0:
        if found is not None and found.ledger.head > at:  # it stands on a side that was undone
            found = anchor(at)
        if found is not None and found.ledger.head == at:
            break
        if at < first:
            first = max(0 if found is None else found.ledger.head + 1, at - _PAGE + 1)
            page = list(fetch(first, at))
        entry = ruleset.entry_decoder.decode(page[at - first][1])
        path.append(entry)
        at = entry.parent
    state = ruleset.initial() if found is None else msgspec.json.decode(found.state, type=ruleset.state_type)
    for left, entry in zip(reversed(range(len(path))), reversed(path), strict=True):
        for event in entry.events:
            state = evolve(ruleset, state, event)
        if recent is not None and 0 < left < _STEPS:
            recent.remember(entry.seq, state)
    return state
