"""Small words of a story: numbers, lists of names, and how long something took."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from arbitro.kernel.content import Noun
from arbitro.text import Gender, Language, Name, Texts, load_catalogue, with_article

TEXTS: Final = Texts("arbitro.play.journal")
OWN: Final = "journal."
"""What the keys of a game's own words for the journal begin with, in the game's catalogue."""
NUMBERED: Final = re.compile(r"(?P<name>.*\S) (?P<number>\d+)")
_WORD_END: Final = re.compile(r"[\s'’,:;.!?]")
_A: Final = {"l'": {"m": "un ", "f": "un'"}, "lo ": {"m": "uno "}, "il ": {"m": "un "}, "la ": {"f": "una "}}
"""The Italian for "a", by the article for "the" and the gender."""
_SPELT: Final = 20
ORDINALS: Final = 12
"""Up to this one places are counted in words."""
HOUR: Final = 60
DAY: Final = 24 * HOUR
_SHORT: Final = (
    (7, "few"),
    (12, "ten"),
    (17, "quarter"),
    (24, "twenty"),
    (37, "half"),
    (52, "three_quarters"),
    (74, "hour"),
    (104, "hour_and_half"),
)
"""Up to so many minutes, in which words."""


@cache
def forms(texts: Texts, language: Language, key: str) -> tuple[str, ...]:
    """A key and those of the same thing in other words: ``key``, ``key.2`` and so on."""
    found = [key]
    while texts.find(language, f"{key}.{len(found) + 1}"):
        found.append(f"{key}.{len(found) + 1}")
    return tuple(found)


class Voice:
    """Says the same kind of thing in other words each time, in turn, so that a journal does not repeat itself.

    A game's own words for it stand in the game's catalogue, each under ``journal.`` and its key, and come first.
    """

    def __init__(self, language: Language, game: Texts = TEXTS) -> None:
        self.language = language
        self._game = game
        self._turns: dict[str, int] = {}

    def knows(self, key: str) -> bool:
        """Whether there are words for it."""
        texts, found = self._stands(key)
        return texts.find(self.language, found) is not None

    def say(self, key: str, **values: object) -> str:
        """A sentence, in the form whose turn it is."""
        texts, found = self._stands(key)
        known = forms(texts, self.language, found)
        turn = self._turns.get(key, 0)
        self._turns[key] = turn + 1
        return texts.say(self.language, known[turn % len(known)], **values)

    def plainly(self, key: str, **values: object) -> str:
        """A sentence in its first form, whosever turn it is."""
        texts, found = self._stands(key)
        return texts.say(self.language, found, **values)

    def _stands(self, key: str) -> tuple[Texts, str]:
        own = f"{OWN}{key}"
        return (self._game, own) if self._game.find(self.language, own) else (TEXTS, key)


def number(count: int, language: Language) -> str:
    """A number in words, as far as one would write it so."""
    return TEXTS.say(language, f"number.{count}") if 1 <= count <= _SPELT else str(count)


def ordinal(count: int, language: Language) -> str:
    """The first, the second … in words; beyond the twelfth, in digits."""
    return TEXTS.say(language, f"ordinal.{count}") if 1 <= count <= ORDINALS else str(count)


def span(minutes: int, language: Language) -> str:
    """How long something took, as one would say it."""
    for most, key in _SHORT:
        if minutes <= most:
            return TEXTS.say(language, f"time.{key}")
    if minutes < DAY:
        hours = round(minutes / HOUR)
        return TEXTS.say(language, "time.hours", number=number(hours, language))
    days = round(minutes / DAY)
    if days == 1:
        return TEXTS.say(language, "time.day")
    return TEXTS.say(language, "time.days", number=number(days, language))


def listed(parts: Iterable[str], language: Language) -> str:
    """Words with commas between and an "and" before the last."""
    *first, last = [part for part in parts if part] or [""]
    if not first:
        return last
    return TEXTS.say(language, "list.and", first=", ".join(first), last=last)


def together(names: Iterable[str], language: Language) -> str:
    """Names in a list, those that differ by a number only said once: goblin 1, 2 and 4, the ogre and Bruno."""
    numbers: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        found = NUMBERED.fullmatch(name)
        if found:
            numbers.setdefault(found["name"], []).append(found["number"])
        else:
            numbers.setdefault(name, [])

    def said(name: str, many: list[str]) -> str:
        if many:
            return f"{name} {listed(many, language)}"
        return with_article(name, "the", language) if len(numbers) > 1 else name

    return listed((said(name, many) for name, many in numbers.items()), language)


def some(name: str, count: int, language: Language) -> str:
    """So many of a kind: a hobgoblin, four giant spiders. The name is already in the singular or the plural."""
    gender: Gender = getattr(name, "gender", "m")
    name = name[:1].lower() + name[1:]
    if count != 1:
        return f"{number(count, language)} {name}"
    if language == "en":
        return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"
    said = with_article(Name(name, gender, "one"), "the", language)
    return next(forms[gender] for article, forms in _A.items() if said.startswith(article)) + name


def counted(kind: Noun, count: int, language: Language) -> str:
    """So many of a kind of the game's content."""
    return some(kind.in_(language) if count == 1 else kind.many(language), count, language)


def clause(sentence: str) -> str:
    """A sentence without its full stop, to stand among others."""
    return sentence.strip().removesuffix(".")


def at(count: int, language: Language) -> str:
    """At the first, at the second …, as far as that is said in words."""
    return TEXTS.say(language, f"at.{count}")


@cache
def openers(language: Language, *packages: str) -> frozenset[str]:
    """The words with which sentences of these packages begin that are no names: articles, and what their texts say."""
    found = set(TEXTS.say(language, "openers").split())
    own = list(load_catalogue(TEXTS.package, language).values())
    for package in packages:
        for key, text in load_catalogue(package, language).items():
            if key.startswith(OWN):
                own.append(text)
            elif key.startswith("event.") and not text.startswith(("{", "(")):
                found.add(_head(text))
    found |= {_head(text) for text in own if text[:1].isupper()}
    return frozenset(found)


def packages_of(texts: Texts) -> tuple[str, ...]:
    """The packages that a game's sentences come from."""
    return (texts.package, *(packages_of(texts.parent) if texts.parent else ()))


def _head(sentence: str) -> str:
    return _WORD_END.split(sentence, maxsplit=1)[0]


def flowing(sentence: str, known: frozenset[str]) -> str:
    """A sentence that goes on in the middle of another: one of the known words at its head loses its capital.

    Names keep theirs, because no text begins with them.
    """
    return sentence[:1].lower() + sentence[1:] if _head(sentence) in known else sentence
