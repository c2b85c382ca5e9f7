"""The referee's desk on the page: a place of the scene, what there is in it, and what can be done with it.

The desk is made of choices like everything else, and the page knows no game: those of the group `DESK` are gathered by
what their lists are about (`Pick.about`). It is worked out when somebody looks at a place, never before.
"""

from collections.abc import Iterator
from typing import Any, Final

from markupsafe import Markup
from msgspec import Struct

from arbitro.kernel.card import Sheet
from arbitro.kernel.choice import Choice, Parameter, Pick
from arbitro.kernel.event import Event
from arbitro.kernel.sentence import choice_text, label_text
from arbitro.text import capital
from arbitro.web.page_moment import PageMoment
from arbitro.web.rendering import TEXTS, render

LONG: Final = 12
"""Lists longer than this are in the order of the alphabet: nobody reads them through."""


class DeskField(Struct, frozen=True):
    """What is still to be said."""

    name: str
    label: str
    kind: str
    picks: tuple[tuple[str, str], ...] = ()
    """Values and their words."""
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False


class DeskOffer(Struct, frozen=True):
    """Something that the referee may do there: sent as ``do`` with the values settled here and those of the fields."""

    id: str
    text: str
    settled: tuple[tuple[str, str], ...] = ()
    fields: tuple[DeskField, ...] = ()
    mark: str = ""
    """As in `wording.Offer`."""

    @property
    def plain(self) -> bool:
        """Whether it can be done at the press of a button, but for words that may be left out."""
        return all(field.optional for field in self.fields)


class DeskSpot(Struct, frozen=True):
    """A place on the desk, or all of it."""

    subject: str
    title: str
    places: tuple[tuple[str, str], ...]
    """All places with their names, to go to."""
    sheet: Sheet | None
    plan: Markup | None
    offers: tuple[DeskOffer, ...]
    brings: bool = False
    """Whether a file may be brought to the table now."""


def spot(moment: PageMoment, subject: str) -> DeskSpot | None:
    """A place as the referee sees it; None where there is no such place."""
    choices = moment.desk
    places = tuple(_places(moment, choices))
    if subject and subject not in {place for place, _ in places}:
        return None
    ruleset, state = moment.ruleset, moment.state
    sheet = ruleset.sheet(state, moment.seat, subject, moment.language) if subject else None
    plan = ruleset.plan(state, moment.seat, subject, moment.language) if subject else None
    return DeskSpot(
        subject,
        dict(places).get(subject) or TEXTS.say(moment.language, "web.desk.whole"),
        places,
        sheet,
        None if plan is None else Markup(plan.svg()),  # noqa: S704 - the drawing is the game's own
        tuple(offer for choice in choices if (offer := _offer(moment, choice, subject)) is not None),
        not subject and bool(ruleset.brings(state)),
    )


def _places(moment: PageMoment, choices: tuple[Choice, ...]) -> Iterator[tuple[str, str]]:
    """Every place that something on the desk is about, once."""
    seen: set[str] = set()
    for choice in choices:
        for parameter in choice.parameters:
            for pick in parameter.picks:
                if pick.about == pick.value != "" and pick.value not in seen:
                    seen.add(pick.value)
                    yield pick.value, capital(label_text(moment.ruleset, moment.state, pick.label, moment.language))


def _offer(moment: PageMoment, choice: Choice, subject: str) -> DeskOffer | None:
    """A choice as far as it concerns a place; None where it does not."""
    settled: list[tuple[str, str]] = []
    fields: list[DeskField] = []
    concerns = False
    for parameter in choice.parameters:
        picks = parameter.picks
        if any(pick.about for pick in picks):
            concerns = True
            picks = tuple(pick for pick in picks if pick.about == subject)
            if not subject or not picks:
                return None
        if len(picks) == 1 and picks[0].value == subject:
            settled.append((parameter.name, subject))
        else:
            fields.append(_field(moment, parameter, picks))
    if bool(subject) != concerns:
        return None
    text = choice_text(moment.ruleset, moment.state, choice, moment.language)
    return DeskOffer(choice.id, text, tuple(settled), tuple(fields), moment.wording.mark(choice))


def desk_offer(moment: PageMoment, choice: Choice) -> DeskOffer | None:
    """A choice of the desk that concerns no place, as a form; None where it concerns one."""
    return _offer(moment, choice, "")


def _field(moment: PageMoment, parameter: Parameter, picks: tuple[Pick, ...]) -> DeskField:
    language, texts = moment.language, moment.ruleset.texts
    label = texts.find(language, f"field.{parameter.name}") or TEXTS.say(language, f"web.field.{parameter.kind}")
    words = [(pick.value, capital(label_text(moment.ruleset, moment.state, pick.label, language))) for pick in picks]
    if len(words) > LONG and not any(pick.about for pick in picks):
        words.sort(key=lambda pick: pick[1].casefold())
    return DeskField(
        parameter.name, label, parameter.kind, tuple(words), parameter.minimum, parameter.maximum, parameter.optional
    )


def render_spot(moment: PageMoment, subject: str) -> str | None:
    """The panel of a place, from ``fragments/desk.html``: ``spot`` (`DeskSpot`)."""
    found = spot(moment, subject)
    return None if found is None else render("fragments/desk.html", moment.language, spot=found)


def number_in(entry: Any, event: Event) -> int | None:
    """Which of an entry's events it is."""
    return next((number for number, one in enumerate(entry.events) if one == event), None)
