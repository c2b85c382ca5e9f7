"""Where a rule stands in its source, in the reader's language.

The sources are Italian, one of their appendices is English, and so are the headings that rules are found by. An address
such as "Danni e Guarigione / Recuperi; Morte e Morente" is made of parts, and each is worded by ``headings.yaml``.
"""

import re
from functools import cache
from typing import Final

from arbitro.kernel.yamlfile import open_packaged
from arbitro.text import Language

_APART: Final = re.compile(r"(; |, | / | \(|\))")


def place_in(where: str, language: Language) -> str:
    """The address of a rule as a reader of a language would write it."""
    return "".join(part if number % 2 else part_in(part, language) for number, part in enumerate(_APART.split(where)))


def parts_of(where: str) -> tuple[str, ...]:
    """The headings that an address is made of, from the chapter to what is finer; those in capitals are calmed."""
    return tuple(_calm(part) for part in _APART.split(where)[::2] if part)


def part_in(part: str, language: Language) -> str:
    """One heading of an address in the reader's language."""
    calm = _calm(part)
    found = headings(language).get(calm)
    if found is not None or not re.search(r"[\d*]", calm):
        return calm if found is None else found
    return " ".join(_words(language).get(word, word) for word in calm.split(" "))


def _calm(part: str) -> str:
    return part.capitalize() if part.isupper() and " " in part else part


@cache
def headings(language: Language) -> dict[str, str]:
    """The headings of the sources that are written otherwise in a language."""
    return open_packaged("arbitro.kernel", "headings.yaml").read(dict[str, str], language)


@cache
def _words(language: Language) -> dict[str, str]:
    return open_packaged("arbitro.kernel", "headings.yaml").read(dict[str, str], "words", language)
