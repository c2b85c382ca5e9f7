"""«In one's own words»: a sentence in Italian or English, matched against what may be done now.

Nothing here knows a game, guesses or throws dice. Words are compared by what they mean (``say.concept.…`` in the
catalogues gathers words for one thing, phrases included) and else by their stems. A choice is what was meant where the
sentence's verb is its own, everybody whom the sentence names is in it, and no other choice fits nearly as well. Where
two fit, that is asked; where none does, the answer is `why_not`'s: the rule that forbids it. Negations and questions
are never acted upon.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, Literal

from msgspec import Struct

from arbitro.kernel.aim import aim_in
from arbitro.kernel.choice import DESK, Choice
from arbitro.kernel.named import slug
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.said_aims import aims_meant
from arbitro.kernel.said_choices import MeantChoice, fitting, near_best, verb_of
from arbitro.kernel.said_clauses import clauses, joined
from arbitro.kernel.said_filling import MOST_ASKED, Listener
from arbitro.kernel.said_words import EVERYWHERE, MANNERS, Spoken, listed_words, phrases, plain_words, spoken_words
from arbitro.kernel.seat import Seat
from arbitro.kernel.why_not import WhyNot, why_not
from arbitro.text import Language

MARGIN: Final = 0.35
"""How much better than any other a choice must fit to be done without asking."""


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
    found = fitting(listener, listener.understood(clause), offered)
    if found and _sure(clause, found, language):
        rest = _carried_on(listener, found[0][1], offered, then, "") if then else ""
        return Heard("deed", (found[0][1],), then=rest)
    for first, rest in joined(clause, language):
        sooner = fitting(listener, listener.understood(first), offered)
        if sooner and verb_of(listener.said(rest)) and _sure(first, sooner, language) and not asks(clause, language):
            return Heard("deed", (sooner[0][1],), then=_carried_on(listener, sooner[0][1], offered, rest, then))
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


def _carried_on(listener: Listener, done: MeantChoice, offered: list[Choice], rest: str, then: str) -> str:
    """What a sentence wants after something, by whoever did that where it names nobody else."""
    who = next(str(choice.fixed.get("who", "")) for choice in offered if choice.id == done.choice)
    said = listener.words(rest)
    named = not who or any(word.is_in(words) for words in listener.actors.values() for word in said[:1])
    whole = rest if named else f"{listener.names[who]} {rest}"
    return f"{whole}; {then}" if then else whole


def _by_names(listener: Listener, clause: str, offered: list[Choice]) -> tuple[MeantChoice, ...]:
    """What may be meant by a verb that nobody knows: what has to do with everybody and everything that is named."""
    clause = listener.understood(clause)
    said = listener.said(clause)
    if verb_of(said) is not None:
        return ()
    found = near_best(listener, said, clause, offered, "named")
    return tuple(meant for _, meant in found) if len(found) <= MOST_ASKED else ()


def _sure(clause: str, found: Sequence[tuple[float, MeantChoice]], language: Language) -> bool:
    """Whether there is one thing that it means, wholly said, and it is neither a question nor a no."""
    meant = found[0][1]
    if len(found) > 1 and found[0][0] - found[1][0] < MARGIN:
        return False
    if any(meant.by != other.by for _, other in found if meant.by and other.by):  # who is to do it?
        return False
    if meant.missing or meant.doubtful or clause.rstrip().endswith("?"):
        return False
    if asks(clause, language) or _says_no(clause, meant.text, language):
        return False
    tool = _with_what(clause, language)
    named = spoken_words(meant.text, language)
    return not tool or any(word.concepts & {*MANNERS, "experience"} or word.is_in(named) for word in tool)


def _with_what(clause: str, language: Language) -> tuple[Spoken, ...]:
    """What a sentence says that it is to be done with."""
    words = slug(clause).split("-")
    at = next((at for at, word in enumerate(words) if word in listed_words(language, "say.instruments")), None)
    return () if at is None else spoken_words(" ".join(words[at:]), language)


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
    """Whether a sentence has a negation that is no part of what the choice is called, nor of a phrase: no mercy."""
    called = set(pairwise(plain_words(label)))
    said = [phrase for phrase, _ in phrases(clause, language, EVERYWHERE)]
    return any(
        word in listed_words(language, "say.negations") and (word, following) not in called
        for word, following in pairwise((*said, ""))
    )
