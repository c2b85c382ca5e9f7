"""A narrator without a pen: prose beside the lines that it tells, held against them first.

What is told is kept in the log as an annotation, for those whose eyes the narrator has; no state knows of it.
"""

from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from arbitro.agents.checking import Facts, forms, kind_words, nothing_new, objections, words_in
from arbitro.kernel.command import Annotate, Refusal
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.sentence import refusal_text
from arbitro.text import LANGUAGES, Language, Texts, load_catalogue
from arbitro.web.page_moment import PageMoment, StoryLine
from arbitro.web.room import Room
from arbitro.web.sitting import Sitting
from arbitro.web.tables import OpenTables
from arbitro.web.visitor import Turned

FAR: Final = 60
"""How many lines one telling may be about."""
NO_THINGS: Final = frozenset(("attack_names", "conditions", "languages", "natures"))
"""Kinds of entries whose names are words of any story: a blow, the common tongue."""
BY_KIND: Final = frozenset(("gear", "weapons", "monsters", "adversaries"))
"""Kinds of entries in whose names of many words one says what it is."""
NARRATED: Final = "narrated"
"""The kind of a line that a narrator told."""
NARRATOR: Final = "narrator"
"""The role of who tells."""


class Untold(Struct, frozen=True):
    """Lines that a narrator has not told yet, and what may be said of them."""

    lines: tuple[StoryLine, ...]
    facts: Facts

    @property
    def entry(self) -> int:
        """The entry beside which it is told, as the seat counts them."""
        return self.lines[-1].entry


async def untold(room: Room, sitting: Sitting, language: Language, after: int | None = None) -> Untold | None:
    """What happened since the last telling, or after a line; None where there is nothing to tell."""
    read = await room.reading(sitting, language)
    first = max(1, read.last - FAR + 1) if after is None else after + 1
    page = await read.chronicle.page(room.session, read.moment, max(first, read.last - FAR + 1), read.last)
    lines = tuple(page)
    if after is None:
        told = max((number for number, line in enumerate(lines, 1) if line.kind == NARRATED), default=0)
        lines = lines[told:]
    lines = tuple(line for line in lines if line.kind != NARRATED and not line.note)
    return Untold(lines, facts_of(read.moment, lines)) if lines else None


def facts_of(moment: PageMoment, lines: tuple[StoryLine, ...]) -> Facts:
    """What may be said: what the lines tell, and what lies open to the same eyes."""
    seen = [*moment.picture]
    for card in moment.cards:
        gauges = (f"{one.label} {one.value} {one.maximum or ''}" for one in card.gauges)
        seen.append(" ".join((card.name, card.line, *gauges, *(f"{tag.text} {tag.note}" for tag in card.tags))))
    people = tuple(card.name for card in moment.cards)
    ruleset, language = moment.ruleset, moment.language
    told = tuple(line.text for line in lines)
    return Facts(told, tuple(seen), people, things_of(ruleset, language), words_of(ruleset))


@lru_cache(maxsize=32)
def things_of(ruleset: Ruleset[Any], language: Language) -> frozenset[str]:
    """What things and creatures in a game's books are called, in small letters: they cannot come from nowhere.

    Where many words name one, that is the word which says what it is: a silver arrow is an arrow.
    """
    books = ruleset.books()
    entries = () if books is None else books.entry_names(language)
    called = {
        word
        for kind, _, name in entries
        if kind not in NO_THINGS
        for word in (kind_words(name, language) if kind in BY_KIND else (name.casefold(),))
    }
    return frozenset(form for word in called if word.isalpha() and len(word) > 3 for form in forms(word, language))


@lru_cache(maxsize=32)
def words_of(ruleset: Ruleset[Any]) -> frozenset[str]:
    """The words that a game's rules and sentences use, in either language: another that begins a sentence is a name."""
    texts: Texts | None = ruleset.texts
    packages = ["arbitro.kernel", "arbitro.play", "arbitro.dungeon", "arbitro.agents"]
    while texts is not None:
        packages.append(texts.package)
        texts = texts.parent
    found = [text for package in packages for each in LANGUAGES for text in load_catalogue(package, each).values()]
    atoms = (ruleset.rulebook[atom].text for atom in ruleset.rulebook)
    return words_in((*found, *(text for atom in atoms for text in (atom.it, atom.en))))


async def narrate(
    tables: OpenTables, room: Room, sitting: Sitting, text: str, language: Language, after: int | None = None
) -> None:
    """Keep what a narrator tells beside what it tells of; whoever else may not, and what is not so, is turned away."""
    if sitting.role != NARRATOR:
        raise Turned(403, "not_yours")
    found = await untold(room, sitting, language, after)
    if found is None:
        raise Turned(400, "not_told", why=nothing_new(language))
    wrong = objections(text, found.facts, language)
    if wrong:
        raise Turned(400, "not_told", why=" ".join(one.in_(language) for one in wrong))
    seat = room.seat(sitting)
    command = Annotate(found.entry, text.strip(), audience_of(room, sitting), narrated=True)
    answer = await tables.submit(room, seat, lambda: command, play_on=False)
    if isinstance(answer, Refusal):
        session = room.session
        raise Turned(400, "not_told", why=refusal_text(session.ruleset, session.state, answer, language))


def audience_of(room: Room, sitting: Sitting) -> str:
    """For whom a narrator tells: those whose eyes they have, since others may not know as much."""
    if sitting.sides or sitting.controls:
        return (*sitting.sides, *sitting.controls)[0]
    return room.session.ruleset.seats(room.session.state)[0].name
