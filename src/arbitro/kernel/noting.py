"""Writing down with an entry how things stood, as far as its own lines speak of them."""

from collections.abc import Iterator
from typing import Any, TypeVar

from arbitro.kernel.event import Event, Overridden
from arbitro.kernel.explain import steps_of
from arbitro.kernel.fold import evolve
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.sentence import as_told, to_say
from arbitro.kernel.state import State
from arbitro.kernel.then import Kept, Noting, Then
from arbitro.kernel.witness import Witness

S = TypeVar("S", bound=State)


def witness_of(ruleset: Ruleset[S], entry: Entry[Any, Any], before: S, after: S) -> Witness:
    """What the words for an entry need, found by telling it once: whatever they ask for is noted.

    `before` and `after` are the states around it. Things are called as they are after it, or as they were last within.
    """
    noting = Noting(ruleset, _around(ruleset, entry.events, before, after))
    lines = tuple(place for place, event in enumerate(entry.events) if _note(noting, event))
    return noting.witness(None if len(lines) == len(entry.events) else lines)


def witnessed(ruleset: Ruleset[S], entry: Entry[Any, Any], before: S, after: S) -> Witness:
    """How things stood, as the entry itself says; where it does not, or not all, from the states around it."""
    kept = entry.then
    return kept if kept is not None and kept.version == ruleset.wording else witness_of(ruleset, entry, before, after)


def moment_of(ruleset: Ruleset[S], entry: Entry[Any, Any]) -> Then[S]:
    """The moment of an entry that says how things stood (`Table.witnessed`)."""
    return Kept(ruleset, entry.then or Witness())


def _around(ruleset: Ruleset[S], events: tuple[Event, ...], before: S, after: S) -> Iterator[S]:
    """The state after all events, then those within, last first, then the one before."""
    yield after
    within = [before]
    if after is not before:
        for event in events[:-1]:
            within.append(evolve(ruleset, within[-1], event))
    yield from reversed(within)


def _note(noting: Noting[Any], event: Event) -> bool:
    """Note all that may be asked about an event; whether it has a sentence."""
    for field in event.secrets.values():
        noting.knowers(getattr(event, field))
    if type(event) is Overridden:
        noting.path_knowers(event.path)
    options = noting.ruleset.rulebook.options_of
    shown = as_told(noting.ruleset, event)
    steps = list(steps_of(shown))
    for rule in (*shown.rules, *noting.ruleset.cite(tuple(step.rule for step in steps))):
        for option in options.get(rule, ()):
            noting.option(option)
    for step in steps:
        for source in step.sources:
            noting.called(source)
    for lot in shown.lots():
        for face in lot.faces:
            noting.called(face)
    try:
        noting.ruleset.circumstance(noting, event)
        if event.struck()[0]:
            noting.called(event.struck()[0])
        # In Italian, which asks for more: words agree with the gender of whom they speak of.
        return bool(to_say(noting, event, "it"))
    except Exception:  # a sentence that cannot be found must not take back what has happened; who reads it is told so
        return True
