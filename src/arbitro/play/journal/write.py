"""Writing the journal of a table from its log, for the eyes of one seat."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from arbitro.appendix_a.level import TEXTS as DUNGEON
from arbitro.dungeon.draw.picture import Picture
from arbitro.kernel.event import Annotated, Branched, HandedOut, Renamed, TableOpened
from arbitro.kernel.fold import Ledger, evolve, ledger_after
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import witnessed
from arbitro.kernel.ruleset import Ruleset, shown_then
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import told_on
from arbitro.kernel.state import State
from arbitro.kernel.then import Kept
from arbitro.play.journal.guide import guide_for
from arbitro.play.journal.model import Journal
from arbitro.play.journal.moments import Highlights
from arbitro.play.journal.places import chart_of, plans_of
from arbitro.play.journal.story import Story
from arbitro.play.journal.words import TEXTS
from arbitro.play.state import CampaignState
from arbitro.text import Language

S = TypeVar("S", bound=State)
AnyEntry = Entry[Any, Any]


def players_seat(ruleset: Ruleset[S], state: S) -> Seat:
    """The seat whose journal is written where nobody names one: the party's, or anybody's who looks on."""
    return next(iter(ruleset.seats(state)), SPECTATOR)


class Illustrated(NamedTuple):
    """A journal, and the drawings of its maps for whoever prints it, each by the name of its chart."""

    journal: Journal
    plans: dict[str, Picture]


def write_journal(
    ruleset: Ruleset[S], entries: Iterable[AnyEntry], language: Language, seat: Seat | None = None, title: str = ""
) -> Journal:
    """The journal of a whole log as a seat may know it, with its maps as SVG (see `write_illustrated`)."""
    return write_illustrated(ruleset, entries, language, seat, title).journal


def write_illustrated(
    ruleset: Ruleset[S], entries: Iterable[AnyEntry], language: Language, seat: Seat | None = None, title: str = ""
) -> Illustrated:
    """The journal of a whole log (`Session.entries`), as a seat may know it. What was taken back did not happen.

    `title` is what the table is called, where that is not the name it is kept under.

    Every event goes through `shown_then` before anything else reads it: what the seat may not know is not told, counted
    or named.
    """
    log = list(entries)
    stood = _path(log)
    final = ruleset.initial()
    for _, _, state in _folded(ruleset, log, stood):
        final = state
    eyes = seat or players_seat(ruleset, final)
    party = eyes if eyes.role == "player" else players_seat(ruleset, final)
    guide = guide_for(ruleset)
    story, highlights = (
        Story(ruleset, guide, language, party.controls, eyes),
        Highlights(guide, language, party.controls),
    )
    days: set[str] = set()
    for entry, before, state in _folded(ruleset, log, stood):
        then = Kept(ruleset, witnessed(ruleset, entry, before, state))
        shown = [seen for event in entry.events if (seen := shown_then(then, event, eyes)) is not None]
        if shown and entry.at:
            days.add(entry.at[:10])
        if shown and isinstance(shown[0], Annotated):
            by = ruleset.texts.say(language, "referee") if entry.by == REFEREE.name else entry.by
            story.note(by, shown[0].text)
        elif shown and isinstance(shown[0], HandedOut):
            story.quote(told_on(then, shown[0], language))
        else:
            story.read(then, state, shown)
            highlights.read(then, shown, story.pages.title, begun=bool(story.pages.chapters))
    chapters, plans = story.finish(), plans_of(final, language)
    drawn = tuple(story.plans.values())  # a map that stands in its chapter need not stand at the end again
    journal = Journal(
        language,
        TEXTS.say(language, "title", table=title or _table(log)),
        _played(sorted(days), language),
        story.company(),
        chapters,
        tuple(story.gains),
        tuple(highlights.remembered(who, each) for who, each in story.fallen.items()),
        tuple(chart_of(name, plan) for name, plan in plans.items() if plan not in drawn),
        credits_of(ruleset, final, language),
        highlights.best(),
    )
    return Illustrated(journal, story.plans | plans)


def credits_of(ruleset: Ruleset[S], final: S, language: Language) -> tuple[str, ...]:
    """Whose the game is, and the dungeon where there is one."""
    books = (ruleset.texts, DUNGEON) if isinstance(final, CampaignState) else (ruleset.texts,)
    return tuple(found for texts in books if (found := texts.find(language, "attribution")) is not None)


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


def _folded(ruleset: Ruleset[S], log: list[AnyEntry], stood: set[int]) -> Iterator[tuple[AnyEntry, S, S]]:
    """Each entry that stood, with the states before and after it; notes beside such come in their place."""
    state = ruleset.initial()
    # A throw, or word that something was taken back, changes no state and stands beside the game: it stays what it is.
    beside = {entry.seq for entry in log if entry.parent < 0 and not isinstance(entry.events[0], Annotated)}
    kept = stood | beside
    for entry in log:
        first = entry.events[0]
        noted = isinstance(first, HandedOut) or (isinstance(first, Annotated) and first.entry in kept)
        if entry.seq in stood or noted:
            kept.add(entry.seq)  # a note may stand beside another
            before = state
            for event in entry.events:
                state = evolve(ruleset, state, event)
            yield entry, before, state


def _table(log: list[AnyEntry]) -> str:
    """What the table is called now."""
    names = [
        event.table for entry in log for event in entry.events if isinstance(event, TableOpened | Branched | Renamed)
    ]
    return names[-1] if names else ""


def _played(days: list[str], language: Language) -> str:
    """When it was played, by the clock of whoever wrote the log; nothing where no clock was read."""
    if not days:
        return ""
    key = "played.day" if len(days) == 1 else "played.days"
    return TEXTS.say(language, key, first=_day(days[0], language), last=_day(days[-1], language))


def _day(day: str, language: Language) -> str:
    """A day of the clock (``2026-11-20``) as one says it."""
    year, month, number = day.split("-")
    months = TEXTS.say(language, "played.months").split(", ")
    return f"{int(number)} {months[int(month) - 1]} {year}"
