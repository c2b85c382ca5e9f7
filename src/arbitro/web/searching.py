"""A search in the rulebooks: the rules that hold every word, those that are about it first.

A word may be begun only ("attac" finds "attacco"). Its place decides how near a rule comes: the title before the text,
a whole word before the beginning of one. What only stands inside other words is found where nothing better is.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec import Struct

from arbitro.kernel.headings import chapter_in, place_in
from arbitro.text import Language
from arbitro.web.shelf import AtomShown, book_title, books, plain, shown_atom

TITLE, TITLE_BEGUN, TEXT, TEXT_BEGUN, INSIDE = range(5)
"""Where a word was found, the best first."""
MOST_WORDS: Final = 12
"""How many words of a query are looked for: whoever sends more gives the server no more work."""
_WORDS: Final = re.compile(r"[a-z0-9]+")


class Found(Struct, frozen=True):
    """A rule that was searched for, and where it stands."""

    atom: AtomShown
    book: str
    chapter: str


class _Searched(Struct, frozen=True):
    title: frozenset[str]
    text: frozenset[str]

    def place(self, word: str) -> int | None:
        """The best place of a word; None: it is nowhere."""
        for place, words in ((TITLE, self.title), (TEXT, self.text)):
            if word in words:
                return place
            if any(one.startswith(word) for one in words):
                return place + 1
        return INSIDE if any(word in one for one in (*self.title, *self.text)) else None


def words_of(query: str) -> tuple[str, ...]:
    """The words of a query that are looked for, parted by what stands between them."""
    return _few(plain(query).split())


def _few(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))[:MOST_WORDS]


def search(query: str, language: Language, names: Iterable[str]) -> tuple[Found, ...]:
    """The rules of some books that hold all words of a query, the nearest first."""
    words = _few(_WORDS.findall(plain(query)))
    ranked: list[tuple[int, str, str]] = []
    for name in names:
        for atom_id in books()[name]:
            searched = _searched(name, atom_id, language)
            places = [searched.place(word) for word in words]
            if words and all(place is not None for place in places):
                ranked.append((max(place for place in places if place is not None), name, atom_id))
    best = [one for one in ranked if one[0] != INSIDE] or ranked
    return tuple(_found(name, atom_id, language) for _, name, atom_id in sorted(best, key=lambda one: one[0]))


def _found(name: str, atom_id: str, language: Language) -> Found:
    atom = books()[name][atom_id]
    chapter = chapter_in(atom, language)
    return Found(shown_atom(name, atom_id, atom, language), book_title(name, language), chapter)


@cache
def _searched(book: str, atom_id: str, language: Language) -> _Searched:
    atom = books()[book][atom_id]
    title = frozenset(_WORDS.findall(plain(f"{atom_id} {atom.title.in_(language)}")))
    return _Searched(title, frozenset(_WORDS.findall(plain(f"{atom.text.in_(language)} {place_in(atom, language)}"))))
