"""Small words of a story: numbers, lists of names, and how long something took."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from arbitro.text import Language, Texts, load_catalogue

TEXTS: Final = Texts("arbitro.play.journal")
_NUMBERED: Final = re.compile(r"(?P<name>.*\S) (?P<number>\d+)")
_WORD_END: Final = re.compile(r"[\s'’,:;.!?]")
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
    """Names in a list, those that differ by a number only said once: goblin 1, 2 and 4."""
    numbers: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        found = _NUMBERED.fullmatch(name)
        if found:
            numbers.setdefault(found["name"], []).append(found["number"])
        else:
            numbers.setdefault(name, [])
    return listed((f"{name} {listed(many, language)}" if many else name for name, many in numbers.items()), language)


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
    for package in packages:
        for key, text in load_catalogue(package, language).items():
            if key.startswith("event.") and not text.startswith(("{", "(")):
                found.add(_head(text))
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


def opening(sentence: str) -> str:
    """A sentence that begins with a capital letter."""
    return sentence[:1].upper() + sentence[1:]
