"""The Difficulty benchmarks: six traits, three verbs each, six rungs, searched in both languages (DH-DIFF-04)."""

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.entries import BenchmarkEntry
from arbitro.rules.daggerheart.words import TRAITS, Outcome, Trait
from arbitro.text import Language, Texts

__all__ = [
    "TRAITS",
    "Benchmark",
    "benchmarks_search",
    "column",
    "jump_difficulty",
    "outcome_name",
    "search_either",
    "trait_name",
    "verbs",
]

RULES: Final = ("DH-DIFF-03", "DH-DIFF-04")
_TEXTS: Final = Texts("arbitro.rules.daggerheart")
_STOP_EN: Final = ("a", "an", "the", "of", "in", "on", "at", "to", "for", "and", "or", "with", "by")
_STOP_IT: Final = (
    "il",
    "lo",
    "la",
    "i",
    "gli",
    "le",
    "un",
    "uno",
    "una",
    "di",
    "da",
    "del",
    "della",
    "con",
    "su",
    "per",
    "e",
    "o",
)
_STOP: Final = frozenset((*_STOP_EN, *_STOP_IT))


class Benchmark(Struct, frozen=True, omit_defaults=True):
    """One rung: a Difficulty and a deed that it covers."""

    trait: Trait
    verb: str
    difficulty: int
    text: str
    rules: tuple[str, ...]
    score: int = 0


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    return [word for word in re.findall(r"[a-z0-9]+", plain) if word not in _STOP]


def _stem(word: str) -> str:
    """The part of a word that its forms share: enough for two languages and a hundred phrases."""
    return word[:5] if len(word) > 5 else word.rstrip("aeiou") if len(word) > 4 else word


@lru_cache(maxsize=32)
def _index(
    books: Library, language: Language
) -> tuple[tuple[BenchmarkEntry, frozenset[str], tuple[frozenset[str], ...]], ...]:
    found = []
    for entry in books.benchmarks.values():
        heads = f"{entry.verb.in_(language)} {entry.words.in_(language)}"
        rungs = tuple(frozenset(map(_stem, _words(rung.it if language == "it" else rung.en))) for rung in entry.rungs)
        found.append((entry, frozenset(map(_stem, _words(heads))), rungs))
    return tuple(found)


def _matches(books: Library, language: Language, wanted: list[str], shown: Language) -> Iterator[Benchmark]:
    for entry, heads, rungs in _index(books, language):
        verb = sum(2 for word in wanted if word in heads)
        for rung, words in zip(entry.rungs, rungs, strict=True):
            own = sum(3 for word in wanted if word in words)
            if verb + own:
                text = rung.it if shown == "it" else rung.en
                rules = (*RULES, *entry.rules)
                yield Benchmark(entry.trait, entry.verb.in_(shown), rung.difficulty, text, rules, verb + own)


def benchmarks_search(
    books: Library, text: str, language: Language, limit: int = 6, shown: Language | None = None
) -> list[Benchmark]:
    """Benchmarks for something that somebody wants to do, best first; advice, never a decision (DH-DIFF-03).

    `language` is the one of the text; the answer is in the same unless `shown` says otherwise.
    """
    wanted = [_stem(word) for word in _words(text)]
    matches = _matches(books, language, wanted, shown or language)
    return sorted(matches, key=lambda each: (-each.score, each.verb, each.difficulty))[:limit]


def search_either(books: Library, text: str, language: Language, limit: int = 6) -> list[Benchmark]:
    """Benchmarks near a text in either language: the reading that fits better, told in the reader's language."""
    other: Language = "en" if language == "it" else "it"
    own, foreign = (
        benchmarks_search(books, text, language, limit),
        benchmarks_search(books, text, other, limit, language),
    )
    better = sum(each.score for each in foreign) > sum(each.score for each in own)
    return foreign if better else own


def column(books: Library, trait: Trait, verb: str, language: Language) -> list[Benchmark]:
    """The six rungs of a column, the verb in either language."""
    for entry in books.benchmarks.values():
        if entry.trait == trait and verb in (entry.verb.it, entry.verb.en):
            rules = (*RULES, *entry.rules)
            return [
                Benchmark(
                    trait, entry.verb.in_(language), rung.difficulty, rung.it if language == "it" else rung.en, rules
                )
                for rung in entry.rungs
            ]
    raise KeyError(f"{trait} {verb}")


def verbs(books: Library, trait: Trait, language: Language) -> tuple[str, ...]:
    """The three columns of a trait's table."""
    return tuple(entry.verb.in_(language) for entry in books.benchmarks.values() if entry.trait == trait)


def jump_difficulty(books: Library, distance: Fraction, height: Fraction = Fraction(9, 5)) -> int:
    """The rung for a running jump, in metres: between two rungs the higher one (DH-DIFF-12)."""
    entry = next(one for one in books.benchmarks.values() if one.rules == ("DH-DIFF-12",))
    for rung in entry.rungs:
        if distance <= rung.multiple * height:
            return rung.difficulty
    return entry.rungs[-1].difficulty


def trait_name(trait: Trait, language: Language) -> str:
    """What a trait is called."""
    return _TEXTS.say(language, f"trait.{trait}")


def outcome_name(outcome: Outcome, language: Language) -> str:
    """What an outcome of an action roll is called."""
    return _TEXTS.say(language, f"outcome.{outcome}")
