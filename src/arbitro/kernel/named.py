"""What somebody or something at a table is called: part of a state or an event, read in the reader's language."""

import re
import unicodedata
from functools import lru_cache

from msgspec import Struct

from arbitro.text import Gender, Grammar, Language, Name, of_several


class Named(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What something is called, in both languages, with its gender in Italian."""

    it: str
    en: str
    gender: Gender = "m"
    number: int = 0
    """Which of several of the same name: Orc 3."""
    grammar: Grammar = "proper"
    """Whether it takes an article, and which; whoever has a number is one of many, and takes one in Italian."""

    def in_(self, language: Language) -> Name:
        """The name in one language."""
        if language == "it":
            return _name(self.it, self.gender, self.number, self.grammar)
        grammar = "many" if self.grammar == "proper" and of_several(self.it) else self.grammar  # "Le streghe"
        return _name(self.en, self.gender, self.number, grammar)


@lru_cache(maxsize=4096)  # everybody is named over and over
def _name(name: str, gender: Gender, number: int, grammar: Grammar) -> Name:
    return Name(f"{name} {number}", gender, "one") if number else Name(name, gender, grammar)


class NameText(Struct, frozen=True, forbid_unknown_fields=True):
    """A name in both languages, as files write it."""

    it: str
    en: str
    gender: Gender = "m"


def named(name: str | NameText, number: int = 0) -> Named:
    """A name for play: one written once is the same in both languages."""
    if isinstance(name, str):
        return Named(name, name, number=number)
    return Named(name.it, name.en, name.gender, number)


def slug(text: str) -> str:
    """An id from a name: lower case, no accents, hyphens between words."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "x"
