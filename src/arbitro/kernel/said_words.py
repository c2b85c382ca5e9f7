"""The words of a sentence in Italian or English: their stems, what they stand for, numbers, and where it falls apart.

``say.concept.…`` in the catalogues gathers words for one thing, phrases included; other forms of a verb mean the same.
`saying` holds such words against what may be done.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from arbitro.kernel.named import slug
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Language

STEM: Final = 5
"""Words are the same that begin with so many of the same letters."""
CONCEPTS: Final = (
    "attack",
    "shoot",
    "throw",
    "cast",
    "move_back",
    "move_on",
    "move",
    "flee",
    "surrender",
    "go",
    "listen",
    "search",
    "examine",
    "light",
    "douse",
    "open",
    "shut",
    "force",
    "unlock",
    "wedge",
    "wait",
    "end",
    "buy",
    "sell",
    "give",
    "carry",
    "declare",
    "cautious",
    "running",
    "walking",
    "let",
    "interrupt",
    "defend",
    "offensive",
    "ask_gm",
    "talk",
    "rest",
    "climb",
    "drink",
    "heal",
    "drop",
    "draw",
    "other",
    "help",
    "engage",
    "beside",
    "behind",
    "far",
    "delay",
    "ready",
    "say",
    "propose",
    "bar",
    "shape",
    "sing",
    "map",
    "hide",
    "with",
    "show",
    "depart",
    "gossip",
    "strongbox",
    "slumber",
    "read",
)
"""What words may stand for; which words do, the catalogues say."""
LONGEST_PHRASE: Final = 5
"""Words of the longest phrase that stands for one thing."""
LEAST_VERB: Final = 4
"""Letters of a word within a phrase of which other forms mean the same."""
LEAST_BEGINNING: Final = 4
"""Letters of a name that are enough for it: an arch for an archway."""
LEAST_ENDING: Final = 3
"""Letters of the thing that a longer word is one of: a bow for a shortbow."""
FARTHEST_PARTICLE: Final = 5
"""Within how many words a verb finds its particle: put the torch out."""
_ENDING: Final = re.compile(r"(?<=...)(ing|ed|es|s)$")
_HARD: Final = re.compile(r"([cg])h(?=[ei])")
_VOWELS: Final = re.compile(r"(?<=...)[aeiou]+$")


class Spoken(Struct, frozen=True):
    """A word of a sentence: its stem, and the concepts that it stands for."""

    text: str
    stem: str
    concepts: frozenset[str] = frozenset()

    def is_in(self, others: "Iterable[Spoken]") -> bool:
        """Whether one of these words means the same."""
        return any(self.stem == other.stem or self.concepts & other.concepts or self._begins(other) for other in others)

    def _begins(self, other: "Spoken") -> bool:
        """Whether one of two plain words is the beginning of the other."""
        if self.concepts or other.concepts:
            return False
        short, long = sorted((self.text, other.text), key=len)
        if len(long) - len(short) >= LEAST_BEGINNING and len(short) >= LEAST_ENDING and long.endswith(short):
            return True
        return len(short) >= LEAST_BEGINNING and long.startswith(short)


@lru_cache(maxsize=8)
def _concepts(language: Language) -> Mapping[str, frozenset[str]]:
    """What every word and phrase of the catalogue stands for."""
    found: dict[str, set[str]] = {}
    for concept in CONCEPTS:
        for word in TEXTS.say(language, f"say.concept.{concept}").split("|"):
            found.setdefault(" ".join(_alike(slug(word).split("-"), language)), set()).add(concept)
    return {word: frozenset(concepts) for word, concepts in found.items()}


@lru_cache(maxsize=8)
def _same_words(language: Language) -> Mapping[str, str]:
    """Little words that make no difference in a phrase: whose it is, and the article that a preposition has with it."""
    pairs = (word.partition(":") for word in TEXTS.say(language, "say.same_words").split())
    return {one: same for one, _, same in pairs}


def _alike(words: list[str], language: Language) -> list[str]:
    """Words with one form for all those that make no difference."""
    same = _same_words(language)
    return [same.get(word, word) for word in words]


@lru_cache(maxsize=64)
def listed_words(language: Language, key: str) -> frozenset[str]:
    """The words of a list in the catalogues: negations, little words, pronouns."""
    return frozenset(slug(word) for word in TEXTS.say(language, key).split())


def all_words(text: str) -> frozenset[str]:
    """Every word of a text, whatever it means."""
    return frozenset(slug(text).split("-"))


@lru_cache(maxsize=4096)
def spoken_words(text: str, language: Language) -> tuple[Spoken, ...]:
    """The words of a text that mean something, phrases as one word."""
    little = listed_words(language, "say.little_words") | listed_words(language, "say.negations")
    numbers = _numbers(language)
    words = _alike(slug(text.replace("'", " ").replace("’", " ")).split("-"), language)
    words = _verbs_whole(words, language)
    found: list[Spoken] = []
    at = 0
    while at < len(words):
        for length in range(LONGEST_PHRASE, 0, -1):
            phrase = " ".join(words[at : at + length])
            whole = at + length <= len(words) and (length > 1 or phrase not in numbers)
            concepts = _meaning(phrase, language) if whole else frozenset()
            if concepts:
                found.append(Spoken(phrase, phrase if length > 1 else _stem(phrase, language), concepts))
                at += length
                break
        else:
            word = str(numbers.get(words[at], words[at]))
            if word and word not in little and (len(word) > 1 or word.isdigit()):
                found.append(Spoken(word, word if word.isdigit() else _bare_stem(word, language)))
            at += 1
    return tuple(found)


def _verbs_whole(words: list[str], language: Language) -> list[str]:
    """The words with the particle of a verb behind it, where others stand between: put out the torch."""
    particles = listed_words(language, "say.particles")
    little = listed_words(language, "say.little_words")
    for at, word in enumerate(words):
        for far in range(at + 2, min(at + 1 + FARTHEST_PARTICLE, len(words))):
            ends = far + 1 == len(words) or words[far + 1] in little
            alone = not _meaning(f"{words[far - 1]} {words[far]}", language)
            if words[far] in particles and ends and alone and _meaning(f"{word} {words[far]}", language):
                return [*words[: at + 1], words[far], *words[at + 1 : far], *words[far + 1 :]]
    return words


@lru_cache(maxsize=8)
def _numbers(language: Language) -> Mapping[str, int]:
    """Numbers and ordinals from one to twelve, and the round ones above, as they are written out."""
    rows = (TEXTS.say(language, key).split() for key in ("say.numbers", "say.ordinals", "say.ordinals_also"))
    more = (word.partition(":") for word in TEXTS.say(language, "say.numbers_more").split())
    counted = {slug(word): number for row in rows for number, word in enumerate(row, 1)}
    return counted | {word: int(number) for word, _, number in more}


@lru_cache(maxsize=8)
def _by_stem(language: Language) -> Mapping[str, frozenset[str]]:
    """What single words, and the first words of phrases, stand for by their stems: other forms of a verb mean the same.

    A phrase is kept with its stem in front: "accost l orecchio".
    """
    found: dict[str, frozenset[str]] = {}
    for phrase, concepts in _concepts(language).items():
        first, space, rest = phrase.partition(" ")
        if len(first) >= STEM and (language == "it" or not rest):
            key = f"{_verb_stem(first, language)}{space}{rest}"
            found[key] = found.get(key, frozenset()) | concepts
        if space and language == "it":
            found[key] = found.get(key := _all_stems(phrase, language), frozenset()) | concepts
    return found


def _all_stems(phrase: str, language: Language) -> str:
    """A phrase with the stems of its longer words, little ones whole: me la filo, se la fila."""
    return " ".join(_stem(word, language) if len(word) >= LEAST_VERB else word for word in phrase.split(" "))


def _verb_stem(word: str, language: Language) -> str:
    """What the forms of a verb have in common."""
    return _stem(word, language) if language == "it" else word[:STEM]


def _stem(word: str, language: Language) -> str:
    """What the forms of a word have in common."""
    if language == "en":
        return _ENDING.sub("", word)[:STEM]
    hard = _HARD.sub(r"\1", word)  # frughi, fruga: the same
    return (_VOWELS.sub("", hard) or hard)[:STEM]


def _bare_stem(word: str, language: Language) -> str:
    """What the forms of a word have in common that is no verb of ours: archers have nothing of an arch."""
    if language == "en":
        return _stem(word, language)
    hard = _HARD.sub(r"\1", word)
    return (_VOWELS.sub("", hard) or hard)[:STEM]


@lru_cache(maxsize=4096)
def _meaning(phrase: str, language: Language) -> frozenset[str]:
    """What a word or a phrase stands for, in whichever form; nothing where it is in no catalogue."""
    known = _concepts(language)
    first, space, rest = phrase.partition(" ")
    for form in (first, *(_bare(first) if language == "en" else ())):
        if found := known.get(f"{form}{space}{rest}"):
            return found
    if space and language == "it" and (found := _by_stem(language).get(_all_stems(phrase, language))):
        return found
    if phrase in listed_words(language, "say.little_words") or len(first) < STEM:
        return frozenset()
    return _by_stem(language).get(f"{_verb_stem(first, language)}{space}{rest}", frozenset())


def _bare(word: str) -> tuple[str, ...]:
    """The verbs of which an English word may be a form."""
    found = [word.removesuffix("es"), word.removesuffix("s")]
    if word.endswith("ies"):
        found.append(f"{word[:-3]}y")
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word:
            found += [stem, f"{stem}e", *([stem[:-1]] if stem[-1:] == stem[-2:-1] else ())]
    return tuple(found)


def clauses(said: str, language: Language) -> tuple[str, str]:
    """The first thing that a sentence wants, and the rest; "it" in the rest is what the first was about."""
    joints = "|".join(re.escape(joint) for joint in TEXTS.say(language, "say.joints").split("|"))
    openings = "|".join(re.escape(opening) for opening in TEXTS.say(language, "say.openings").split("|"))
    said = re.sub(rf"^\s*(?:{openings})\s+", "", said.replace("’", "'"), flags=re.IGNORECASE)
    fillers = "|".join(re.escape(filler) for filler in TEXTS.say(language, "say.fillers").split("|"))
    said = re.sub(rf"\s*\b(?:{fillers})(?=[\s.,!]|$)", "", said, flags=re.IGNORECASE)
    parts = re.split(rf"\s*(?:[;.]\s+|,?\s+(?:{joints})\s+)", said.strip(" .!"), maxsplit=1, flags=re.IGNORECASE)
    if len(parts) == 1 or not parts[1].strip():
        return parts[0], ""
    first, rest = parts[0].strip(" ,"), parts[1]
    words = first.split()
    verb = next((at for at, word in enumerate(words) if _meaning(slug(word), language)), 0)
    about = " ".join(words[verb + 1 :])
    made = []
    for word in rest.split():
        bare = slug(word)
        host = next((bare[: -len(end)] for end in ("la", "lo", "li", "le") if bare.endswith(end)), "")
        if bare in listed_words(language, "say.pronouns"):
            made.append(about)
        elif language == "it" and _meaning(host, language):
            made += [host, about]
        else:
            made.append(word)
    return first, " ".join(made)
