"""Like events of one entry, told together: "giant rats 1, 2 and 3 are asleep" rather than a line for each.

Which are told so is written in the catalogues: beside ``event.fell.dead`` stands ``together.event.fell.dead``. Its gaps
are filled as those of the one sentence are, except that the people whom the events do not share stand in a row; where
more than people differ, ``{each}`` is a row of what ``each.event.…`` says of every one. Events are as they were: an old
log is told so too, and every die is behind the line.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from string import Formatter
from typing import Any, Final, TypeVar

from arbitro.kernel.event import Event, Setting
from arbitro.kernel.explain import Explanation, explained
from arbitro.kernel.sentence import to_say, told
from arbitro.kernel.state import State
from arbitro.kernel.then import Then
from arbitro.kernel.witness import Noted
from arbitro.text import LANGUAGES, Language, Name, NameRow, by_number, capital, in_a_row

S = TypeVar("S", bound=State)
T = TypeVar("T")
FEW: Final = 2
"""So many like lines in a row are told one by one, unless their event says that pairs are told too (`Event.pairs`)."""
EACH: Final = "each"


class _Row(Then[S]):
    """A moment in which several are spoken of where one was."""

    def __init__(self, then: Then[S], one: str, all_of_them: tuple[str, ...]) -> None:
        super().__init__(then.ruleset)
        self._then, self._one, self._all = then, one, all_of_them

    def name(self, subject: str, language: Language) -> Name:
        if subject != self._one:
            return self._then.name(subject, language)
        return NameRow(by_number(self._then.name(each, language) for each in self._all))

    def called(self, subject: str) -> Noted:
        return self._then.called(subject)

    def fact(self, key: str, kind: type[T], look: Callable[[S], T | None]) -> T | None:
        return self._then.fact(key, kind, look)

    def first_fact(self, key: str, kind: type[T], look: Callable[[S], T | None]) -> T | None:
        return self._then.first_fact(key, kind, look)

    def knowers(self, subject: str) -> tuple[str, ...]:
        return self._then.knowers(subject)

    def path_knowers(self, path: str) -> tuple[str, ...]:
        return self._then.path_knowers(path)

    def option(self, name: str) -> Setting | None:
        return self._then.option(name)

    def inside(self, game: Any, look: Callable[[S], Any]) -> Then[Any]:
        return _Row(self._then.inside(game, look), self._one, self._all)


# ---------------------------------------------------------------- which are alike


def in_runs(then: Then[Any], events: Iterable[Event]) -> Iterator[tuple[Event, ...]]:
    """The events of one entry in their order: those that are told together together, all others by themselves."""
    run: list[Event] = []
    for event in events:
        if run and not _alike(then, run, event):
            yield from _told_so(run)
            run = []
        run.append(event)
    yield from _told_so(run)


def lines_of(then: Then[Any], events: Iterable[Event], language: Language) -> Iterator[tuple[tuple[Event, ...], str]]:
    """The lines that tell the events of one entry, each with its events; what has nothing to say is left out."""
    for run in in_runs(then, [event for event in events if told(then, event, language)]):
        yield run, told_together(then, run, language)


def _told_so(run: list[Event]) -> Iterator[tuple[Event, ...]]:
    if len(run) > FEW or (len(run) == FEW and run[0].pairs):
        yield tuple(run)
    else:
        yield from ((event,) for event in run)


def _alike(then: Then[Any], run: list[Event], event: Event) -> bool:
    """Whether an event is like those of a run: the same, of other people."""
    first = run[0]
    if type(event) is not type(first) or event.variant() != first.variant():
        return False
    if event.audience != first.audience:  # whoever hears of one of them hears of all
        return False
    try:
        one, other = (to_say(then, each, LANGUAGES[0]) for each in (first, event))
        if isinstance(one, str) or isinstance(other, str) or one[0] != other[0]:
            return False
        sentence = then.ruleset.texts.find(LANGUAGES[0], f"together.{one[0]}")
        if sentence is None:
            return False
        gaps = _gaps(sentence)
        apart = _apart(first, event)
        if EACH in gaps:
            return all(one[1][gap] == other[1][gap] for gap in gaps - {EACH})
        if not apart and first.pairs:  # two things of the same person
            return all(one[1][gap] == other[1][gap] for gap in gaps)
        before = _all_apart(run)
        if len(apart) != 1 or (before and apart != before):
            return False
        return _masked(then, first, apart, gaps) == _masked(then, event, apart, gaps)
    except Exception:  # a line that cannot be told is told so by itself
        return False


def _apart(one: Event, other: Event) -> frozenset[str]:
    """The people in whom two events differ: the names of the fields."""
    return frozenset(
        name
        for name in one.people
        if isinstance(getattr(one, name), str) and getattr(one, name) != getattr(other, name)
    )


def _all_apart(run: Iterable[Event]) -> frozenset[str]:
    """The people in whom events differ from the first of them."""
    first, *others = run
    return frozenset(field for event in others for field in _apart(first, event))


def _masked(then: Then[Any], event: Event, apart: frozenset[str], gaps: frozenset[str]) -> dict[str, object]:
    """What fills the gaps of a sentence, whoever it is about."""
    (field,) = apart
    nobody = _Row(then, getattr(event, field), ())
    values = _values(nobody, event, LANGUAGES[0])
    return {gap: str(values[gap]) for gap in gaps if gap != field}


@lru_cache(maxsize=256)
def _gaps(sentence: str) -> frozenset[str]:
    return frozenset(gap.partition(".")[0] for _, gap, _, _ in Formatter().parse(sentence) if gap)


# ---------------------------------------------------------------- how they are told


def told_together(then: Then[Any], run: tuple[Event, ...], language: Language) -> str:
    """A sentence for events that are alike (`in_runs`)."""
    first, texts = run[0], then.ruleset.texts
    if len(run) == 1:
        return told(then, first, language)
    all_of_them = {field: tuple(dict.fromkeys(getattr(event, field) for event in run)) for field in _all_apart(run)}
    moment = then
    for field, people in all_of_them.items():
        moment = _Row(moment, getattr(first, field), people)
    found = to_say(moment, first, language)
    if isinstance(found, str):
        return found
    key, values = found
    if EACH in _gaps(texts.find(language, f"together.{key}") or ""):
        values = {**_values(then, first, language), EACH: _row(list(_each(then, run, language)))}
    said = texts.say(language, f"together.{key}", **values)
    return capital(said)


def _values(then: Then[Any], event: Event, language: Language) -> dict[str, Any]:
    found = to_say(then, event, language)
    return {} if isinstance(found, str) else found[1]


def _each(then: Then[Any], run: tuple[Event, ...], language: Language) -> Iterator[str]:
    for event in run:
        found = to_say(then, event, language)
        if not isinstance(found, str):
            yield then.ruleset.texts.say(language, f"each.{found[0]}", **found[1])


def _row(parts: list[str]) -> str:
    """Parts with commas between, or something stronger where there are such in them."""
    return "; ".join(parts) if any(mark in part for part in parts for mark in ",:") else in_a_row(parts)


def explained_together(then: Then[Any], run: tuple[Event, ...], language: Language) -> Explanation:
    """Why like things happened: the dice and numbers of each after its own sentence, and the rules of all."""
    if len(run) == 1:
        return explained(then, run[0], language)
    each = [explained(then, event, language) for event in run]
    numbers = tuple(line for one in each for line in (one.sentence, *one.numbers))
    rules = {rule.id: rule for one in each for rule in one.rules}
    return Explanation(told_together(then, run, language), numbers, tuple(rules.values()))
