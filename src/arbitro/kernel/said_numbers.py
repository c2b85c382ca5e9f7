"""Numbers as they are said: in words, ordinals, dozens; and spans of time in the measure that is asked for."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from arbitro.kernel.named import slug
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Language

LEAST_NOUN: Final = 4
"""Letters of a word before which an article stands, where a number would stand behind it."""


@lru_cache(maxsize=8)
def spelled_numbers(language: Language) -> Mapping[str, int]:
    """Numbers and ordinals as they are written out, each in one word; ordinals go up to twelve."""
    rows = (TEXTS.say(language, key).split() for key in ("say.numbers", "say.ordinals", "say.ordinals_also"))
    found = {slug(word): number for row in rows for number, word in enumerate(row, 1)}
    more = (word.partition(":") for word in TEXTS.say(language, "say.numbers_more").split())
    found |= {slug(word): int(number) for word, _, number in more}
    if language == "it":  # ventuno, trentadue: in one word
        units = TEXTS.say(language, "say.numbers").split()[:9]
        for ten, value in [each for each in found.items() if each[1] in range(20, 100, 10)]:
            found |= {f"{ten[:-1] if unit[0] in 'uo' else ten}{unit}": value + at for at, unit in enumerate(units, 1)}
    return found


def with_numbers(words: list[str], language: Language) -> list[str]:
    """The words with numbers of two words as one: twenty-five."""
    numbers = spelled_numbers(language)
    found: list[str] = []
    articles = TEXTS.say(language, "say.articles").split()
    for at, word in enumerate(words):
        if word in articles and at + 1 < len(words) and len(words[at + 1]) >= LEAST_NOUN:
            continue  # an article, no number
        tens = numbers.get(found[-1], 0) if found else 0
        if language == "en" and tens in range(20, 100, 10) and 0 < numbers.get(word, 0) < 10:
            found[-1] = str(tens + numbers[word])
        else:
            found.append(word)
    return found


@lru_cache(maxsize=8)
def _spans(language: Language) -> Mapping[str, tuple[str, int]]:
    """What a word or two for a span of time come to: so many of what a choice may ask for."""
    rows = (row.split(":") for row in TEXTS.say(language, "say.spans").split("|"))
    return {phrase: (asked, int(number)) for phrase, asked, number in rows}


def with_spans(words: list[str], asked: Iterable[str], language: Language) -> list[str]:
    """The words with spans of time as numbers of what is asked for: two weeks are fourteen days."""
    wanted = frozenset(asked)
    spans, numbers = _spans(language), spelled_numbers(language)
    found: list[str] = []
    at = 0
    while at < len(words):
        for length in (3, 2, 1):
            measure, each = spans.get(" ".join(words[at : at + length]), ("", 0))
            before = found[-1] if found else ""
            number = int(before) if before.isdigit() else numbers.get(before, 0)
            counted = bool(number) or (each > 1 and before in TEXTS.say(language, "say.one_of").split())
            if measure in wanted and at + length <= len(words) and (counted or length > 1):
                if counted:
                    found.pop()
                found += [str(max(number, 1) * each), TEXTS.say(language, f"say.measure.{measure}")]
                at += length
                break
        else:
            found.append(words[at])
            at += 1
    return found
