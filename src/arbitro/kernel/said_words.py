"""The words of a sentence in Italian or English: their stems, what they stand for, and where it falls apart.

``say.concept.…`` in the catalogues gathers words for one thing, phrases included; other forms of a verb mean the same
(`said_forms`). A game has words of its own for what it offers: ``say.choice.…``, by the label. `saying` holds such
words against what may be done.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from arbitro.kernel.named import slug
from arbitro.kernel.said_forms import ONESELF, bare, whole_verbs, without_clitics
from arbitro.kernel.said_numbers import spelled_numbers, with_numbers
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Language, Texts, load_catalogue

THESAURUS: Final = ("say.concept.", "say.choice.", "say.word.")
"""Where the catalogues have words for one thing; the rest of the key is what they stand for."""

STEM: Final = 5
"""Words are the same that begin with so many of the same letters."""
MANNERS: Final = frozenset(("cautious", "running", "walking"))
"""Concepts of how something is done: no verbs. A phrase keeps the manner of its verb: to run through."""
QUALITIES: Final = frozenset(
    (
        *("trap", "big", "small", "experience", "stress", "shadow", "together", "with", "torch", "lantern", "gold"),
        *("bed", "door", "north", "south", "east", "west", "stars", "passage", "opening"),
    )
)
"""Concepts of what something is like or about: no verbs either."""
KIN: Final[Mapping[str, tuple[str, ...]]] = {
    "shoot": ("attack",),
    "throw": ("cast", "attack", "shoot"),
    "cast": ("attack", "shoot"),
    "force": ("attack", "open"),
    "wedge": ("bar",),
    "engage": ("move_on",),
    "go": ("move_on", "move_back"),
    "move": ("move_on", "move_back"),
    "running": ("go", "move_on", "move_back"),
    "give": ("surrender",),
    "drink": ("cast",),
    "attack": ("shoot",),
}
"""What a verb may mean where nothing on offer is what it says: a game that has no shots has attacks with a bow."""
LONGEST_PHRASE: Final = 5
"""Words of the longest phrase that stands for one thing."""
LEAST_VERB: Final = 4
"""Letters of a word within a phrase of which other forms mean the same."""
LEAST_BEGINNING: Final = 4
"""Letters of a name that are enough for it: an arch for an archway."""
LEAST_ENDING: Final = 3
"""Letters of the thing that a longer word is one of: a bow for a shortbow."""
PARTICIPLES: Final = (*(f"{vowel}t{end}" for vowel in "aiu" for end in "oaie"), ONESELF)
"""What forms end in that are too near to other words to be meant by a slip of the pen."""
WIDEST_GAP: Final = 2
"""How many words may stand between two of a phrase."""
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


def is_deed(word: Spoken) -> bool:
    """Whether a word stands for a doing: neither for how it is done nor for what something is like."""
    return bool(word.concepts - MANNERS - QUALITIES)


def as_deed(word: Spoken) -> Spoken:
    """A word with nothing but the doings that it stands for: to rush at somebody is not to run."""
    return Spoken(word.text, word.stem, word.concepts - MANNERS - QUALITIES)


class Vocabulary(Struct, frozen=True):
    """Where words are looked up: the catalogues, and the labels on offer, which have words of their own."""

    texts: Texts
    labels: frozenset[str] = frozenset()

    def offered(self, concepts: frozenset[str]) -> frozenset[str]:
        """What a word stands for, without the labels of what nobody may do now."""
        return frozenset(one for one in concepts if "." not in one or one in self.labels)


EVERYWHERE: Final = Vocabulary(TEXTS)
"""The words of every game, for labels and whatever is said beside what is on offer."""


def _beginning(texts: Texts, language: Language, head: str) -> dict[str, str]:
    """All raw sentences whose keys begin so, a parent's among them."""
    found = {} if texts.parent is None else _beginning(texts.parent, language, head)
    own = load_catalogue(texts.package, language)
    return found | {key: said for key, said in own.items() if key.startswith(head)}


@lru_cache(maxsize=32)
def _concepts(texts: Texts, language: Language) -> Mapping[str, frozenset[str]]:
    """What every word and phrase of the catalogues stands for: a concept, or the label of a choice."""
    found: dict[str, set[str]] = {}
    for head in THESAURUS:
        for key, words in {**_beginning(TEXTS, language, head), **_beginning(texts, language, head)}.items():
            concept = key.removeprefix("say.").removeprefix("concept.")
            for word in words.split("|"):
                found.setdefault(" ".join(_alike(slug(word).split("-"), language)), set()).add(concept)
    return {word: frozenset(concepts) for word, concepts in found.items()}


@lru_cache(maxsize=32)
def _verbs(texts: Texts, language: Language) -> Mapping[str, tuple[str, ...]]:
    """For the forms of the verbs that the catalogues have as infinitives, these verbs."""
    return whole_verbs(sorted({phrase.partition(" ")[0] for phrase in _concepts(texts, language)}))


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


@lru_cache(maxsize=8192)
def spoken_words(text: str, language: Language, vocabulary: Vocabulary = EVERYWHERE) -> tuple[Spoken, ...]:
    """The words of a text that mean something, phrases as one word."""
    little = listed_words(language, "say.little_words") | listed_words(language, "say.negations")
    numbers = spelled_numbers(language)
    found: list[Spoken] = []
    before = ""
    for phrase, meant in phrases(text, language, vocabulary):
        noun = before in listed_words(language, "say.definite")  # the door is no verb, whatever else it may be
        concepts = meant & QUALITIES if noun and meant & QUALITIES else meant
        before = phrase
        if concepts:
            found.append(Spoken(phrase, phrase if " " in phrase else _stem(phrase, language), concepts))
            continue
        word = str(numbers.get(phrase, phrase))
        if word and word not in little and (len(word) > 1 or word.isdigit()) and not _is_adverb(word, language):
            found.append(Spoken(word, word if word.isdigit() else _stem(word, language)))
    return tuple(found)


def phrases(text: str, language: Language, vocabulary: Vocabulary) -> Iterator[tuple[str, frozenset[str]]]:
    """The words of a text, those that stand for something together as one, with what that is."""
    words = _alike(plain_words(text), language)
    words = with_numbers(_verbs_whole(words, language, vocabulary), language)
    while words:
        phrase, concepts, words = _first_phrase(words, language, vocabulary)
        yield phrase, concepts


def _first_phrase(
    words: list[str], language: Language, vocabulary: Vocabulary
) -> tuple[str, frozenset[str], list[str]]:
    """The longest phrase that the words begin with, what it stands for, and the words after it."""
    for length in range(min(LONGEST_PHRASE, len(words)), 1, -1):
        phrase = " ".join(words[:length])
        if concepts := meaning(phrase, language, vocabulary):
            return phrase, concepts | (meaning(words[0], language, vocabulary) & MANNERS), words[length:]
    if found := _with_gaps(words, language, vocabulary):
        return found
    concepts = frozenset() if words[0] in spelled_numbers(language) else meaning(words[0], language, vocabulary)
    return words[0], concepts, words[1:]


def _with_gaps(
    words: list[str], language: Language, vocabulary: Vocabulary
) -> tuple[str, frozenset[str], list[str]] | None:
    """A phrase that the words begin with where others stand between, and what these are: lend somebody a hand."""
    little = listed_words(language, "say.little_words")
    firsts = (words[0], *(bare(words[0]) if language == "en" else _infinitives(words[0], vocabulary.texts)))
    for first in firsts:
        for rest, concepts in _spread(vocabulary.texts, language).get(first, ()):
            concepts = vocabulary.offered(concepts)
            at, between = 1, list[str]()
            for part in rest if concepts else ():
                here = next((to for to, word in enumerate(words[at:]) if _same(word, part, language, vocabulary)), None)
                if here is None or len([word for word in words[at : at + here] if word not in little]) > WIDEST_GAP:
                    break
                near = words[at : at + here]
                between += near
                at += here + 1
            else:
                if concepts:
                    return " ".join((first, *rest)), concepts, [*between, *words[at:]]
    return None


def _same(word: str, part: str, language: Language, vocabulary: Vocabulary) -> bool:
    """Whether a word is a form of another."""
    forms = bare(word) if language == "en" else _infinitives(word, vocabulary.texts)
    return word == part or part in forms


@lru_cache(maxsize=32)
def _spread(texts: Texts, language: Language) -> Mapping[str, list[tuple[tuple[str, ...], frozenset[str]]]]:
    """By their first word, the phrases of several words that count, those of most words first."""
    little = listed_words(language, "say.little_words") | listed_words(language, "say.particles")
    little -= listed_words(language, "say.directions")
    found: dict[str, list[tuple[tuple[str, ...], frozenset[str]]]] = {}
    for phrase, concepts in _concepts(texts, language).items():
        first, *rest = phrase.split(" ")
        content = tuple(word for word in rest if word not in little)
        if content and first not in little:
            found.setdefault(first, []).append((content, concepts))
    return {first: sorted(each, key=lambda one: -len(one[0])) for first, each in found.items()}


def plain_words(text: str) -> list[str]:
    """The words of a text, without accents; an apostrophe parts two of them."""
    return slug(text.replace("'", " ").replace("’", " ")).split("-")


def _is_adverb(word: str, language: Language) -> bool:
    """Whether a word only says how: thoroughly, furiosamente."""
    return len(word) > LONGEST_PHRASE and word.endswith(TEXTS.say(language, "say.adverb_ending"))


def _verbs_whole(words: list[str], language: Language, vocabulary: Vocabulary) -> list[str]:
    """The words with the particle of a verb behind it, where others stand between: put out the torch."""
    particles = listed_words(language, "say.particles")
    little = listed_words(language, "say.little_words")
    for at, word in enumerate(words):
        for far in range(at + 2, min(at + 1 + FARTHEST_PARTICLE, len(words))):
            if words[far] not in particles:
                continue
            ends = far + 1 == len(words) or words[far + 1] in little
            alone = not meaning(f"{words[far - 1]} {words[far]}", language, vocabulary)
            if ends and alone and meaning(f"{word} {words[far]}", language, vocabulary):
                return [*words[: at + 1], words[far], *words[at + 1 : far], *words[far + 1 :]]
    return words


@lru_cache(maxsize=32)
def _by_stem(texts: Texts, language: Language) -> Mapping[str, frozenset[str]]:
    """What words and phrases of the catalogues stand for by the stems of their words: plurals, other persons."""
    found: dict[str, frozenset[str]] = {}
    for phrase, concepts in _concepts(texts, language).items():
        key = _all_stems(phrase, language)
        found[key] = found.get(key, frozenset()) | concepts
    return found


def _all_stems(phrase: str, language: Language) -> str:
    """A phrase with what the forms of its longer words have in common, little ones whole: me la filo, se la fila."""
    return " ".join(_whole_stem(word, language) if len(word) >= LEAST_VERB else word for word in phrase.split(" "))


def _whole_stem(word: str, language: Language) -> str:
    """What the forms of a word have in common, however long it is."""
    if language == "en":
        return _ENDING.sub("", word)
    hard = _HARD.sub(r"\1", word)  # frughi, fruga: the same
    return _VOWELS.sub("", hard) or hard


def _stem(word: str, language: Language) -> str:
    """What the forms of a word have in common, as far as it counts."""
    return _whole_stem(word, language)[:STEM]


@lru_cache(maxsize=16384)
def meaning(phrase: str, language: Language, vocabulary: Vocabulary = EVERYWHERE) -> frozenset[str]:
    """What a word or a phrase stands for, in whichever form; nothing where it is in no catalogue."""
    return vocabulary.offered(_anywhere(phrase, language, vocabulary.texts))


@lru_cache(maxsize=16384)
def _anywhere(phrase: str, language: Language, texts: Texts) -> frozenset[str]:
    """What a word or a phrase stands for, whatever may be done now."""
    known = _concepts(texts, language)
    first, space, rest = phrase.partition(" ")
    exact = known.get(phrase, frozenset())
    if phrase in listed_words(language, "say.little_words"):
        return exact
    forms = bare(first) if language == "en" else tuple(_infinitives(first, texts))
    if language == "it" and first == "si":
        first, space, rest = rest.partition(" ")
        forms = _verbs(texts, "it").get(f"{first}{ONESELF}", ())
    if found := exact.union(*(known.get(f"{form}{space}{rest}", frozenset()) for form in forms)):
        return found
    if len(first) < LEAST_VERB or phrase.startswith("si "):
        return frozenset()
    return _by_stem(texts, language).get(_all_stems(phrase, language), frozenset())


def _infinitives(word: str, texts: Texts) -> Iterator[str]:
    """The verbs of the catalogues of which an Italian word may be a form, pronouns at its end or not."""
    verbs = _verbs(texts, "it")
    yield from verbs.get(word, ())
    for host in without_clitics(word):
        yield from verbs.get(host, ())


@lru_cache(maxsize=32)
def known_words(texts: Texts, language: Language) -> frozenset[str]:
    """Every word of the catalogues' phrases, in the forms that they have there and those of their verbs."""
    phrases_ = {word for phrase in _concepts(texts, language) for word in phrase.split(" ")}
    if language == "it":
        return frozenset(phrases_ | {form for form in _verbs(texts, language) if not form.endswith(PARTICIPLES)})
    return frozenset(phrases_ | {f"{word}{ending}" for word in phrases_ for ending in ("s", "ing", "ed")})
