"""From a log to a state: the fold, the ledger beside it, and how far back a snapshot reaches."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from arbitro import __version__
from arbitro.dice.stream import Die, stir
from arbitro.kernel.event import (
    KERNEL_EVENTS,
    Branched,
    Event,
    OptionsChanged,
    Overridden,
    Redone,
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

S = TypeVar("S", bound=State)
Record = tuple[str, bytes]
"""An entry as it is kept: the chain after it, and its bytes."""
Fetch = Callable[[int, int], Iterable[Record]]
"""Gives the records from the first to the last number, both included."""

RECENT = 256
"""How many earlier states are kept at hand for undoing; older ones are folded again."""
_OURS = frozenset(KERNEL_EVENTS)


class Ledger(Struct, frozen=True, omit_defaults=True):
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


class Snapshot(Struct, frozen=True):
    """A table as it stood after some entry, so that opening it need not begin at the beginning."""

    ledger: Ledger
    state: msgspec.Raw
    version: str = __version__


class Recent(OrderedDict[int, S]):
    """The last states, by the entry after which each stood."""

    def remember(self, seq: int, state: S) -> None:
        """Keep a state, and let go of the oldest one when there are too many."""
        self[seq] = state
        if len(self) > RECENT:
            self.popitem(last=False)


def evolve(ruleset: Ruleset[S], state: S, event: Event) -> S:
    """The state after any event of a log: the kernel's own are folded here, the game's by the game."""
    if type(event) not in _OURS:
        return ruleset.evolve(state, event)
    match event:
        case TableOpened():
            return msgspec.structs.replace(state, options=event.options)
        case OptionsChanged():
            return msgspec.structs.replace(state, options={**state.options, **event.options})
        case Overridden():
            return set_path(state, event.path, event.after)[1]
        case _:
            return state


def ledger_after(ledger: Ledger, entry: Entry[Any, Any], chain: str, positions: dict[str, int]) -> Ledger:
    """The ledger after one more entry, `positions` being how far the dice have run."""
    changes: dict[str, Any] = {}
    first = entry.events[0]
    if entry.parent >= 0 or entry.seq == 0:
        changes = {"head": entry.seq, "undone": ()}
    match first:
        case TableOpened():
            changes |= {"table": first.table, "commitment": first.commitment}
        case Undone():
            changes = {"head": first.to, "undone": (first.undone, *ledger.undone)}
        case Redone():
            changes = {"head": first.to, "undone": ledger.undone[1:]}
        case Stirred():
            changes["stirred"] = stir(bytes.fromhex(ledger.stirred), first.who, first.text).hex()
        case SeedRevealed():
            changes["revealed"] = True
        case Branched():
            blank = bytes(32).hex()
            changes |= {
                "table": first.table,
                "commitment": first.commitment,
                "stirred": blank,
                "revealed": False,
            }
        case _:
            pass
    return msgspec.structs.replace(ledger, length=entry.seq + 1, chain=chain, positions=positions, **changes)


def dice_of(part: object) -> Iterable[Die]:
    """Every die inside an event or an entry, in the order in which it stands there."""
    if isinstance(part, Die):
        yield part
    elif isinstance(part, Struct):
        for name in part.__struct_fields__:
            yield from dice_of(getattr(part, name))
    elif isinstance(part, (tuple, list)):
        for item in part:
            yield from dice_of(item)
    elif isinstance(part, dict):
        for item in part.values():
            yield from dice_of(item)


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
) -> Folded:
    """Fold records onto a ledger and a state.

    The positions of the dice are read from the dice themselves. `fetch` gives earlier entries where the log goes back
    further than the states kept on the way.
    """
    decode = ruleset.entry_decoder.decode
    game_evolve = ruleset.evolve
    recent: Recent[S] = Recent()
    known: S | None = state
    for chain, body in records:
        entry = decode(body)
        events = entry.events
        if type(events[0]) in _JUMPS:
            recent_state = recent.get(events[0].to)
            if known is not None:
                recent.remember(ledger.head, known)
            known = recent_state
        elif known is not None and (entry.parent >= 0 or entry.seq == 0):
            recent.remember(ledger.head, known)
        if known is not None:
            for event in events:
                known = evolve(ruleset, known, event) if type(event) in _OURS else game_evolve(known, event)
        ledger = ledger_after(ledger, entry, chain, _positions_after(ledger, entry))
        if known is None:
            known = state_at(ruleset, ledger.head, fetch) if type(events[0]) in _JUMPS else None
    return Folded(ledger, known, recent)


_JUMPS = frozenset({Undone, Redone, RollsOverridden})


def _positions_after(ledger: Ledger, entry: Entry[Any, Any]) -> dict[str, int]:
    if type(entry.events[0]) is Branched:
        return {}
    positions = ledger.positions
    for die in dice_of(entry.events):
        if die.at >= positions.get(die.stream, 0):
            positions = {**positions, die.stream: die.at + 1}
    return positions


def state_at(ruleset: Ruleset[S], seq: int, fetch: Fetch) -> S:
    """The state after entry `seq`, folded from the beginning along the entries that led to it."""
    entries = [ruleset.entry_decoder.decode(body) for _, body in fetch(0, seq)]
    path: list[Entry[Any, Any]] = []
    at = seq
    while at >= 0:
        path.append(entries[at])
        at = entries[at].parent
    state = ruleset.initial()
    for entry in reversed(path):
        for event in entry.events:
            state = evolve(ruleset, state, event)
    return state
