"""The choices of a page as HTML. What was written before is not written again as long as it is the very same.

Each function is given a moment, and of what fills the fragment what the page shows and what it is to show. In place of
what it shows already stands a mark (see `fragments.py`).
"""

import re
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from arbitro.kernel.memory import Memory
from arbitro.text import Language
from arbitro.web.board import Board, Control, Person
from arbitro.web.rendering import render

if TYPE_CHECKING:
    from arbitro.web.fragments import PageMoment

Context = dict[str, Any]

_BETWEEN: Final = re.compile(r'"></i>\s*<i data-keep="')
"""What stands between two marks that follow each other."""


def choices_html(moment: "PageMoment", context: Context, shown: dict[str, Person] | None = None) -> str:
    """The whole list, but for what is marked of those people whom the page shows."""
    by_person = shown or {}

    def offers(person: Person) -> Markup:
        return offers_html(moment, person, by_person.get(person.id))

    return render("fragments/choices.html", moment.language, **context, offers=offers)


def choices_patch(moment: "PageMoment", before: Context, now: Context) -> dict[str, str]:
    """The people whose choices have changed; if others may act, or anything else is said, the whole list."""
    old, new = _people(before["laid"]), _people(now["laid"])
    if _frame(before) != _frame(now):
        return {"choices": choices_html(moment, now, old)}
    return {
        f"offers-{who}": str(offers_html(moment, person, old[who]))
        for who, person in new.items()
        if old[who] != person
    }


def offers_html(moment: "PageMoment", person: Person, shown: Person | None) -> Markup:
    """What one person may do; several at a table play the same."""
    memory, language = moment.wording.memory, moment.language
    key = ("offers", id(person), id(shown))
    return memory.recall(key, (person, shown), lambda: _offers(memory, language, person, shown))


def _offers(memory: Memory, language: Language, person: Person, shown: Person | None) -> Markup:
    def written(one: Control) -> Markup:
        return memory.recall(("written", id(one)), (one,), lambda: _markup("fragments/control.html", language, one=one))

    kept = person.kept(shown) if shown is not None else frozenset()
    html = _markup("fragments/offers.html", language, one=person, kept=kept, written=written)
    return Markup(_BETWEEN.sub(" ", html))  # noqa: S704 - a template's own text; marks that follow each other as one


def _markup(template: str, language: Language, **context: Any) -> Markup:
    return Markup(render(template, language, **context))  # noqa: S704 - a template's own text


def _people(laid: Board) -> dict[str, Person]:
    """Who may do something; nobody in particular, for what is done together."""
    return {person.id: person for person in (laid.together, *laid.people) if person}


def _frame(context: Context) -> Context:
    """All that the list of choices says beside the choices themselves."""
    laid: Board = context["laid"]
    people = [(person.id, person.name) for person in _people(laid).values()]
    return {**context, "laid": (laid.people_first, people)}
