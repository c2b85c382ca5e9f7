"""What going back would undo beside the state: dice that have fallen, and what somebody has learnt.

Nobody forgets what they saw. Whoever takes back a step past a die, or past something that was hidden until then, knows
more than they should, and may do it on purpose: so that is told, counted, and a table may forbid it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from arbitro.kernel.event import DiceThrown, Event, EventRevealed, Past
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Ruleset, shown_to
from arbitro.kernel.seat import EVERYBODY, SPECTATOR, Seat
from arbitro.kernel.thrown import dice_of

FAR: Final = 64
"""How many steps back a person's own last command is looked for."""


class WayBack(Struct, frozen=True):
    """The steps of a wish to go back."""

    entries: tuple[int, ...] = ()
    """What would be undone, newest first; nothing where there is nothing to take back."""
    others: frozenset[str] = frozenset()
    """The names of those who did something of it, beside the person whose own last command ends it."""
    past: Past = ""


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
