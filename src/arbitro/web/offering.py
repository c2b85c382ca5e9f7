"""The choices of a page as HTML. What was written before is not written again as long as it is the very same.

Each function is given a moment, and of what fills the fragment what the page shows and what it is to show. In place of
what it shows already stands a mark (see `fragments.py`).
"""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from arbitro.kernel.memory import Memory
from arbitro.text import Language
from arbitro.web.board import Board, Bundle, Control, Person
from arbitro.web.rendering import macro, render

if TYPE_CHECKING:
    from arbitro.web.page_moment import PageMoment

Context = dict[str, Any]


class KeptPiece(NamedTuple):
    """What the page shows already: a mark stands for it."""

    element: str


Written = KeptPiece | Markup


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
        f"offers-{who}": str(offers_html(moment, person, old[who])) for who, person in new.items() if old[who] != person
    }


def offers_html(moment: "PageMoment", person: Person, shown: Person | None) -> Markup:
    """What one person may do; several at a table play the same."""
    memory, language = moment.wording.memory, moment.language
    return memory.made("offers", (person, shown), lambda: _offers(memory, language, person, shown))


def _offers(memory: Memory, language: Language, person: Person, shown: Person | None) -> Markup:
    kept = frozenset() if shown is None else person.kept(shown)
    pieces = _joined(piece for bundle in person.all_bundles for piece in _bundle(memory, language, bundle, kept))
    return macro("fragments/offers.html", "written", language)(person, pieces)


def _bundle(memory: Memory, language: Language, bundle: Bundle, kept: frozenset[str]) -> Iterable[Written]:
    """A control by itself, or a folded bundle of them."""
    if bundle.element in kept:
        return [KeptPiece(bundle.element)]
    if bundle.size:  # nobody has opened it
        return [memory.made("folded", (bundle,), lambda: _folded(language, bundle, Markup()))]
    inside = [_control(memory, language, control, kept) for control in bundle.controls]
    folded = bundle.title or len(bundle.controls) != 1 or bundle.element != bundle.controls[0].element
    return [_folded(language, bundle, _joined(inside))] if folded else inside


def _folded(language: Language, bundle: Bundle, inside: Markup) -> Markup:
    return macro("fragments/offers.html", "folded", language)(bundle, inside)


def _control(memory: Memory, language: Language, control: Control, kept: frozenset[str]) -> Written:
    if control.element in kept:
        return KeptPiece(control.element)
    written = macro("fragments/control.html", "written", language)
    if kept and control.shape == "form":  # the page may have its lists
        return written(control, kept)
    return memory.made("written", (control,), lambda: written(control, frozenset()))


def _joined(pieces: Iterable[Written]) -> Markup:
    """Pieces one after the other; those that are kept and follow each other stand in one mark."""
    written: list[Markup] = []
    for kind, run in groupby(pieces, type):
        together = list(run)
        if kind is KeptPiece:
            names = " ".join(piece.element for piece in together if isinstance(piece, KeptPiece))
            written.append(Markup('<i data-keep="{}"></i>').format(names))
        else:
            written += [piece for piece in together if isinstance(piece, Markup)]
    return Markup("\n").join(written)


def _people(laid: Board) -> dict[str, Person]:
    """Who may do something; nobody in particular, for what is done together."""
    return {person.id: person for person in (laid.together, *laid.people) if person}


def _frame(context: Context) -> Context:
    """All that the list of choices says beside the choices themselves."""
    laid: Board = context["laid"]
    people = [(person.id, person.name) for person in _people(laid).values()]
    return {**context, "laid": (laid.people_first, people, laid.open, laid.asked)}
