"""Writing the journal of a table from its log, for the eyes of one seat."""

from collections.abc import Iterable
from typing import Any, TypeVar

from arbitro.kernel.event import Annotated, Event, TableOpened
from arbitro.kernel.fold import Ledger, evolve, ledger_after
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Ruleset, shown_to
from arbitro.kernel.seat import SPECTATOR, Seat
from arbitro.kernel.state import State
from arbitro.play.journal.guide import guide_for
from arbitro.play.journal.model import Journal
from arbitro.play.journal.places import charts_of
from arbitro.play.journal.story import Story
from arbitro.play.journal.words import TEXTS
from arbitro.text import Language

S = TypeVar("S", bound=State)
AnyEntry = Entry[Any, Any]


def players_seat(ruleset: Ruleset[S], state: S) -> Seat:
    """The seat whose journal is written where nobody names one: the party's, or anybody's who looks on."""
    return next(iter(ruleset.seats(state)), SPECTATOR)


def write_journal(
    ruleset: Ruleset[S], entries: Iterable[AnyEntry], language: Language, seat: Seat | None = None
) -> Journal:
    """The journal of a whole log (`Session.entries`), as a seat may know it. What was taken back did not happen.

    Every event goes through `shown_to` before anything else reads it: what the seat may not know is not told, counted
    or named.
    """
    log = list(entries)
    stood = _path(log)
    states = _states(ruleset, log, stood)
    final = states[-1][1] if states else ruleset.initial()
    eyes = seat or players_seat(ruleset, final)
    party = eyes if eyes.role == "player" else players_seat(ruleset, final)
    story = Story(ruleset, guide_for(ruleset), language, party.controls)
    for entry, _, told in states:
        story.begin_entry()
        for event, state in told:
            shown = shown_to(ruleset, state, event, eyes)
            if shown is None:
                continue
            if isinstance(shown, Annotated):
                story.note(entry.by, shown.text)
            else:
                story.read(state, shown)
    chapters = story.finish()
    company = tuple(hero.line or str(hero.name) for hero in story.heroes.values())
    return Journal(
        language,
        TEXTS.say(language, "title", table=_table(log)),
        _played(log, language),
        company,
        chapters,
        tuple(story.gains),
        tuple(story.fallen.values()),
        charts_of(final, language),
    )


def _path(log: list[AnyEntry]) -> set[int]:
    """The entries that led to how things stand, by number."""
    ledger = Ledger()
    for entry in log:
        ledger = ledger_after(ledger, entry, "", {})
    stood: set[int] = set()
    at = ledger.head
    while at >= 0:
        stood.add(at)
        at = log[at].parent
    return stood


def _states(
    ruleset: Ruleset[S], log: list[AnyEntry], stood: set[int]
) -> list[tuple[AnyEntry, S, list[tuple[Event, S]]]]:
    """Each entry that stood, the state after it, and its events with the state after each; notes stand beside."""
    state = ruleset.initial()
    found = []
    for entry in log:
        note = isinstance(entry.events[0], Annotated) and entry.events[0].entry in stood
        if entry.seq not in stood and not note:
            continue
        told: list[tuple[Event, S]] = []
        for event in entry.events:
            state = evolve(ruleset, state, event)
            told.append((event, state))
        found.append((entry, state, told))
    return found


def _table(log: list[AnyEntry]) -> str:
    """What the table is called now."""
    names = [event.table for entry in log for event in entry.events if isinstance(event, TableOpened)]
    return names[-1] if names else ""


def _played(log: list[AnyEntry], language: Language) -> str:
    """When it was played, by the clock of whoever wrote the log; nothing where no clock was read."""
    days = sorted({entry.at[:10] for entry in log if entry.at})
    if not days:
        return ""
    key = "played.day" if len(days) == 1 else "played.days"
    return TEXTS.say(language, key, first=days[0], last=days[-1])
