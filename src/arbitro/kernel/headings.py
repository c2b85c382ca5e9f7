"""Where a rule stands in its source, in the reader's language.

A source is in one language, and so are the headings that its rules are found by. An address such as "Danni e
Guarigione / Recuperi; Morte e Morente" is made of parts. A book that wants them worded in the other language too has a
``headings.yaml`` beside its ``rulebook.yaml``: under ``it`` and ``en``, each heading as a reader would write it.
"""

import re
from functools import cache
from typing import Final

from arbitro.kernel.rulebook import Atom
from arbitro.kernel.yamlfile import is_packaged, open_packaged
from arbitro.text import Language

FILE: Final = "headings.yaml"
_APART: Final = re.compile(r"(; |, | / | \(|\))")


def place_in(atom: Atom, language: Language) -> str:
    """The address of a rule as a reader of a language would write it."""
    parts = enumerate(_APART.split(atom.where))
    return "".join(part if number % 2 else _part_in(part, atom.book, language) for number, part in parts)


def chapter_in(atom: Atom, language: Language) -> str:
    """The chapter of a rule as a reader of a language would write it."""
    return _part_in(chapter_of(atom), atom.book, language)


def chapter_of(atom: Atom) -> str:
    """The chapter of a rule as its source writes it: what stands before the finer parts of its address."""
    return parts_of(atom.where)[0]


def parts_of(where: str) -> tuple[str, ...]:
    """The headings that an address is made of, from the chapter to what is finer; those in capitals are calmed."""
    return tuple(_calm(part) for part in _APART.split(where)[::2] if part)


def _part_in(part: str, book: str, language: Language) -> str:
    calm = _calm(part)
    found = headings(book, language).get(calm)
    if found is not None or not re.search(r"[\d*]", calm):
        return calm if found is None else found
    return " ".join(_words(language).get(word, word) for word in calm.split(" "))


def _calm(part: str) -> str:
    return part.capitalize() if part.isupper() and " " in part else part


@cache
def headings(book: str, language: Language) -> dict[str, str]:
    """The headings of a book, by its package, that are written otherwise in a language; none where it has no file."""
    if not is_packaged(book, FILE):
        return {}
    document = open_packaged(book, FILE)
    document.fields("it", "en")
    return document.read(dict[str, str], language) if language in document.mapping() else {}


@cache
def _words(language: Language) -> dict[str, str]:
    return open_packaged("arbitro.kernel", FILE).read(dict[str, str], language)
