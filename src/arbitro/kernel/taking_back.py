"""What going back would undo beside the state: dice that have fallen, and what somebody has learnt.

Nobody forgets what they saw. Whoever takes back a step past a die, or past something that was hidden until then, knows
more than they should, and may do it on purpose: so that is told, counted, and a table may forbid it.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from arbitro.kernel.command import AskBack, DeclineBack, LimitBack, Redo, Refusal, Undo
from arbitro.kernel.event import (
    BackAsked,
    BackDeclined,
    BackLimited,
    DiceThrown,
    Event,
    EventRevealed,
    Past,
    Redone,
    Undone,
)
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Ruleset, shown_to
from arbitro.kernel.seat import EVERYBODY, SPECTATOR, Seat
from arbitro.kernel.thrown import dice_of

if TYPE_CHECKING:
    from arbitro.kernel.table import Table

FAR: Final = 64
"""How many steps back a person's own last command is looked for."""


class WayBack(Struct, frozen=True):
    """The steps of a wish to go back."""

    entries: tuple[int, ...] = ()
    """What would be undone, newest first; nothing where there is nothing to take back."""
    others: frozenset[str] = frozenset()
    """The names of those who did something of it, beside the person whose own last command ends it."""
    past: Past = ""


class Outing(Struct, frozen=True):
    """What one word has set going: the first entry of it, and how many commands of the person's it was."""

    first: int = 0
    steps: int = 0


class WalkBack(Struct, frozen=True):
    """How much of a walk can be taken back with nothing to forget."""

    way: WayBack = WayBack()
    steps: int = 0
    """How many commands of the person's that is."""
    of: int = 0
    """How many of theirs have been since the walk began."""
    stops: Past = ""
    """What lies before it that nobody can take back so easily; empty: it is the whole walk."""


def worst(pasts: Iterable[Past]) -> Past:
    """What several steps go past, as one word: a die weighs more than what one saw."""
    found = set(pasts)
    return "die" if "die" in found else "revealed" if "revealed" in found else ""


def loose_past(entry: Entry[Any, Any]) -> Past:
    """What was laid open to everybody, beside the game, in an entry that changed no state."""
    kinds = {type(event) for event in entry.events if event.audience == EVERYBODY}
    return "die" if DiceThrown in kinds else "revealed" if EventRevealed in kinds else ""


def gone_past(ruleset: Ruleset[Any], entry: Entry[Any, Any], before: Any, after: Any) -> Past:
    """What taking back an entry would go past; `before` and `after` are the states around it.

    Only what some player may know counts: what is told of it, or refused for it, must not tell of hidden dice.
    """
    seats = dict.fromkeys((SPECTATOR, *ruleset.seats(before), *ruleset.seats(after)))
    told = {
        seat: [shown for event in entry.events if (shown := shown_to(ruleset, after, event, seat)) is not None]
        for seat in seats
    }
    if any(dice_of(events) for events in told.values()):
        return "die"
    if any(event.reveals for events in told.values() for event in events):
        return "revealed"
    return "revealed" if learnt(ruleset, entry, before, after, told) else ""


def learnt(
    ruleset: Ruleset[Any], entry: Entry[Any, Any], before: Any, after: Any, told: dict[Seat, list[Event]]
) -> bool:
    """Whether a seat is shown or told something that was there before and that it did not see."""
    hidden: frozenset[str] | None = None
    asked = frozenset(words_in(msgspec.to_builtins(entry.command)))
    for seat, events in told.items():
        earlier = msgspec.to_builtins(ruleset.view(before, seat))
        later = msgspec.to_builtins(ruleset.view(after, seat))
        if uncovered(earlier, later):
            return True
        new = frozenset((*words_in(later), *ids_told(events))) - frozenset(words_in(earlier)) - asked
        if new and hidden is None:
            hidden = frozenset(words_in(msgspec.to_builtins(before)))
        if hidden is not None and new & hidden:
            return True
    return False


def ids_told(events: Iterable[Event]) -> Iterator[str]:
    """The ids of all of whom and of which events tell."""
    for event in events:
        for name in event.people:
            yield from words_in(getattr(event, name))


def words_in(plain: Any) -> Iterator[str]:
    """Every word of plain data, names of entries too: ids of people, places and things are among them."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for key, inner in plain.items():
            yield str(key)
            yield from words_in(inner)
    elif isinstance(plain, list | tuple):
        for inner in plain:
            yield from words_in(inner)


def uncovered(earlier: Any, later: Any) -> bool:
    """Whether a number stands where there was none to be seen."""
    if isinstance(earlier, dict) and isinstance(later, dict):
        return any(uncovered(earlier[key], inner) for key, inner in later.items() if key in earlier)
    if isinstance(earlier, list | tuple) and isinstance(later, list | tuple):
        return len(earlier) == len(later) and any(map(uncovered, earlier, later))
    return earlier is None and isinstance(later, int | float)


# ---------------------------------------------------------------- how far back, and going there


def way_back(table: "Table[Any]", own: str = "") -> WayBack:
    """What a step back undoes: the newest entry, or all as far as a person's own last command, and past what."""
    path = [entry for entry in _path_back(table, own) if entry.parent >= 0]
    if not path or (own and path[-1].by != own):
        return WayBack()
    beside = (loose_past(entry) for entry in table.entries(path[-1].seq + 1) if entry.parent < 0)
    past = worst((*beside, *(_past_of(table, entry) for entry in path)))
    others = frozenset(entry.by for entry in path[:-1])
    return WayBack(tuple(entry.seq for entry in path), others, past)


def _path_back(table: "Table[Any]", own: str) -> Iterator[Entry[Any, Any]]:
    at = table.ledger.head
    for _ in range(FAR if own else 1):
        if at <= 0:
            return
        entry = table.entry(at)
        if own and entry.parent <= 0:  # it set up the scene
            return
        yield entry
        if entry.by == own:
            return
        at = entry.parent


def way_back_to(table: "Table[Any]", entry: int) -> WayBack:
    """What goes with an entry that is taken back; nothing where it does not stand any more."""
    found = _path_to(table, entry)
    if not found or found[-1].seq != entry or found[-1].parent < 0:
        return WayBack()
    past = worst(_past_of(table, each) for each in found)
    return WayBack(tuple(each.seq for each in found), frozenset(each.by for each in found[:-1]), past)


def _path_to(table: "Table[Any]", first: int) -> list[Entry[Any, Any]]:
    """The entries that stand, from the newest back to one of them, or to the last before it where it stands no more."""
    found: list[Entry[Any, Any]] = []
    at = table.ledger.head
    while at >= first and at > 0:
        found.append(table.entry(at))
        at = found[-1].parent
    return found


def walk_back(table: "Table[Any]", first: int, own: str) -> WalkBack:
    """From the newest entry back to the first of a walk, as far as no die fell and nothing came to light."""
    walked = _path_to(table, first)
    if not first or not walked or walked[-1].seq != first:
        return WalkBack()
    of = sum(entry.by == own for entry in walked)
    stops = worst(loose_past(entry) for entry in table.entries(first + 1) if entry.parent < 0)
    if stops:
        return WalkBack(of=of, stops=stops)
    innocent: list[Entry[Any, Any]] = []
    for entry in walked:
        stops = _past_of(table, entry)
        if stops:
            break
        innocent.append(entry)
    while innocent and innocent[-1].by != own:  # what followed of a step that stays, stays with it
        innocent.pop()
    way = WayBack(tuple(entry.seq for entry in innocent), frozenset(entry.by for entry in innocent) - {own})
    return WalkBack(way, sum(entry.by == own for entry in innocent), of, stops)


def may_walk_back(table: "Table[Any]", first: int, own: str) -> bool:
    """Whether anything of a walk can be taken back with nothing to forget: its last step, at least."""
    if not first or any(loose_past(entry) for entry in table.entries(first + 1) if entry.parent < 0):
        return False
    at = table.ledger.head
    while at >= first and at > 0:
        entry = table.entry(at)
        if _past_of(table, entry):
            return False
        if entry.by == own:
            return True
        at = entry.parent
    return False


def _past_of(table: "Table[Any]", entry: Entry[Any, Any]) -> Past:
    before = table.state_at(entry.parent)
    table.recent.remember(entry.parent, before)  # whoever asks goes there next
    return gone_past(table.ruleset, entry, before, table.state_at(entry.seq))


def undo(table: "Table[Any]", command: Undo, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """Take back the newest entry: the referee any, a player what is their own and nobody has learnt from."""
    refused = None if by.role == "referee" else _own_refusal(table, by)
    if refused is not None:
        return refused
    way = way_back(table)
    if not way.entries:
        return Refusal("nothing_to_undo")
    (head,) = way.entries
    parent = table.entry(head).parent
    if command.part and by.role == "referee":
        return table.rewind(by, command, (Undone(head, parent, past=way.past, part=True),), parent, at)
    who = (by.role == "referee" and command.who) or by.name
    past = worst((way.past, *_parts_before(table)))
    times, past_times = table.ledger.taken_back.get(who, (0, 0))
    counts = _seen_by_all(table, table.entry(head))  # a number that moves would tell of what nobody saw
    told = Undone(
        head,
        parent,
        who,
        past,
        times + counts,
        past_times + (counts and bool(past)),
        granted=by.role == "referee" and table.ledger.asked_back.get(who) == head,
    )
    return table.rewind(by, command, (told,), parent, at)


def _seen_by_all(table: "Table[Any]", entry: Entry[Any, Any]) -> bool:
    return any(shown_to(table.ruleset, table.state, event, SPECTATOR) is not None for event in entry.events)


def _own_refusal(table: "Table[Any]", by: Seat) -> Refusal | None:
    """Why a player may not take back the last entry: only one's own, and only what nobody has learnt from."""
    if by.role != "player":
        return Refusal("referee_only")
    way = way_back(table, by.name)
    if not way.entries:
        return Refusal("nothing_to_undo")
    if way.others or len(way.entries) > 1:
        return Refusal("back_acted")
    return Refusal(f"back_{way.past}") if way.past else None


def _parts_before(table: "Table[Any]") -> Iterator[Past]:
    """What the steps went past that were taken for the same wish."""
    for seq in range(table.ledger.length - 1, -1, -1):
        told = table.entry(seq).events[0]
        if type(told) is not Undone or not told.part:
            return
        yield told.past


def ask_back(table: "Table[Any]", command: AskBack, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """A player asks the referee to take back their own last command."""
    if by.role != "player":
        return Refusal("ask_players_only")
    way = way_back(table, by.name)
    if not way.entries:
        return Refusal("nothing_to_undo")
    entry = way.entries[-1]
    if table.ledger.asked_back.get(by.name) == entry:
        return Refusal("asked_already")
    return table.append(by.name, command, (BackAsked(by.name, entry, command.reason.strip()),), None, at)


def decline_back(table: "Table[Any]", command: DeclineBack, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee does not take back what somebody asked for."""
    if by.role != "referee":
        return Refusal("referee_only")
    if command.who not in table.ledger.asked_back:
        return Refusal("nobody_asked")
    return table.append(by.name, command, (BackDeclined(command.who),), None, at)


def limit_back(table: "Table[Any]", command: LimitBack, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee settles how far anybody may take back; whoever keeps the table holds people to it."""
    if by.role != "referee":
        return Refusal("referee_only")
    return table.append(by.name, command, (BackLimited(command.rule),), None, at)


def redo(table: "Table[Any]", command: Redo, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee takes up again what was taken back."""
    if by.role != "referee":
        return Refusal("referee_only")
    if not table.ledger.undone:
        return Refusal("nothing_to_redo")
    to = table.ledger.undone[0]
    return table.rewind(by, command, (Redone(to),), to, at)
