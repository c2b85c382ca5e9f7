"""«In one's own words»: a sentence in Italian or English, matched against what may be done now.

Nothing here knows a game, guesses or throws dice. Words are compared by what they mean (``say.concept.…`` in the
catalogues gathers words for one thing, phrases included) and else by their stems. A choice is what was meant where the
sentence's verb is its own, everybody whom the sentence names is in it, and no other choice fits nearly as well. Where
two fit, that is asked; where none does, the answer is `why_not`'s: the rule that forbids it. Negations and questions
are never acted upon.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Literal

from msgspec import Struct

from arbitro.kernel.aim import aim_in
from arbitro.kernel.choice import DESK, Choice
from arbitro.kernel.named import slug
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.said_aims import aims_meant
from arbitro.kernel.said_choices import MeantChoice, fitting, near_best, verb_of
from arbitro.kernel.said_filling import MOST_ASKED, Listener
from arbitro.kernel.said_words import Spoken, clauses, listed_words, spoken_words
from arbitro.kernel.seat import Seat
from arbitro.kernel.why_not import WhyNot, why_not
from arbitro.text import Language


class Heard(Struct, frozen=True):
    """What a sentence means at this moment."""

    kind: Literal["deed", "aim", "question", "forbidden", "unknown"]
    meant: tuple[MeantChoice, ...] = ()
    """The deed, or the aim; or, for a question, what it may be."""
    why_not: WhyNot | None = None
    then: str = ""
    """What the sentence wants next, to be said again once this is done."""


def heard(
    ruleset: Ruleset[Any], state: Any, seat: Seat, choices: Iterable[Choice], said: str, language: Language
) -> Heard:
    """What a sentence means, for a seat that has these choices, aims among them; one command goes before an aim."""
    clause, then = clauses(said, language)
    choices = [choice for choice in choices if choice.group != DESK]
    offered = [choice for choice in choices if not aim_in(choice)]
    listener = Listener(ruleset, state, language, offered)
    found = fitting(listener, clause, offered)
    if found and _sure(clause, found, language):
        return Heard("deed", (found[0][1],), then=then)
    wide = aims_meant(ruleset, state, [choice for choice in choices if aim_in(choice)], clause, language)
    if wide:
        plain = (
            clause.rstrip()[-1:] != "?" and not asks(clause, language) and not _says_no(clause, wide[0][1], language)
        )
        meant = tuple(MeantChoice(aim_in(aim), label, {}, aim=True) for aim, label in wide[:MOST_ASKED])
        return Heard("aim" if plain and len(wide) == 1 else "question", meant, then=then)
    if found:
        return Heard("question", tuple(meant for _, meant in found[:MOST_ASKED]), then=then)
    why = why_not(ruleset, state, seat, offered, clause, language)
    if not why.cannot and not is_question_or_no(clause, language):
        near = _by_names(listener, clause, offered)
        if near:
            return Heard("question", near, why, then)
    return Heard("forbidden" if why.cannot else "unknown", (), why, then)


def _by_names(listener: Listener, clause: str, offered: list[Choice]) -> tuple[MeantChoice, ...]:
    """What may be meant by a verb that nobody knows: what has to do with everybody and everything that is named."""
    said = listener.words(clause)
    if verb_of(said) is not None:
        return ()
    found = near_best(listener, said, clause, offered, "named")
    return tuple(meant for _, meant in found) if len(found) <= MOST_ASKED else ()


def _sure(clause: str, found: Sequence[tuple[float, MeantChoice]], language: Language) -> bool:
    """Whether there is one thing that it means, wholly said, and it is neither a question nor a no."""
    meant = found[0][1]
    if len(found) > 1 or meant.missing or clause.rstrip().endswith("?"):
        return False
    if asks(clause, language) or _says_no(clause, meant.text, language):
        return False
    tool = _with_what(clause, language)
    return tool is None or bool(tool.concepts) or tool.is_in(spoken_words(meant.text, language))


def _with_what(clause: str, language: Language) -> Spoken | None:
    """What a sentence says that it is to be done with: the first word of that."""
    words = slug(clause).split("-")
    at = next((at for at, word in enumerate(words) if word in listed_words(language, "say.instruments")), None)
    return None if at is None else next(iter(spoken_words(" ".join(words[at:]), language)), None)


def asks(clause: str, language: Language) -> bool:
    """Whether a sentence begins as a question, or as a mere thought, does: what if."""
    words = [
        word
        for word in slug(clause.replace("'", " ").replace("’", " ")).split("-")
        if word not in ("and", "e", "ma", "but")
    ]
    asked = any("ask_gm" in word.concepts for word in spoken_words(clause, language)[:1])
    return bool(words) and words[0] in listed_words(language, "say.asking") and not asked


def is_question_or_no(said: str, language: Language) -> bool:
    """Whether a sentence asks, supposes or forbids something: nothing is done by it."""
    clause, _ = clauses(said, language)
    return clause.rstrip().endswith("?") or asks(clause, language) or _says_no(clause, "", language)


def _says_no(clause: str, label: str, language: Language) -> bool:
    """Whether a sentence has a negation that is no part of what the choice is called: no mercy."""
    said, called = (slug(text).split("-") for text in (clause, label))
    own = set(pairwise(called))
    return any(
        word in listed_words(language, "say.negations") and (word, following) not in own
        for word, following in pairwise((*said, ""))
    )
