"""Is it so? Prose of a narrator held against what was told: numbers, names, outcomes, things.

Nothing here understands prose. It looks for what can be found without that, and is strict where it cannot tell:

* a **number** (in digits, or written out from two to twenty) must stand in what was told or is seen;
* a **name** (a word with a capital inside a sentence; at its beginning, one that no text of ours has) must be among
  the people, places and words of the table;
* an **outcome** (a death, a hit, a miss, a flight, a surrender, a healing; a spell, a treasure, a victory, a trap, a
  door) must be told by a line, and where the sentence names people, by a line that names one of them; what a "not"
  denies must be told as not so, and what is said of all, or of several, not of one alone;
* a **thing** or a creature of the game's books, or a place, must be in what was told or is seen.

What it cannot see: a lie without any of these ("the goblin smiles"), a wrong colour or mood, who did what where both
are named in the same line, irony, and words for an outcome that its lists do not hold. It refuses true sentences, too:
"nobody fled" speaks of a flight. A narrator that is refused says it more plainly, or leaves it to the log.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from arbitro.agents import TEXTS
from arbitro.text import Language

LONGEST: Final = 1200
"""How many letters a narrator may use for what happened at one go."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_SENTENCE: Final = re.compile(r"(?<=[.!?…:;»”\"])\s+|\n+")
SENTENCE_END: Final = re.compile(r"[.!?…](?:[»”\"’')]*)(?=\s)")
"""Where a sentence is whole, in prose that is still being said."""
_ADDRESS: Final = re.compile(r"https?://|www\.|<[a-z/!]|```|\[[^\]]*\]\(", re.IGNORECASE)

_COMPOUND: Final = re.compile(
    r"(?:(?:due|tre|quattro|cinque|sei|sette|otto|nove)?cento|(?:due|tre|quattro|cinque|sei|dieci)mila"
    r"|(?:vent|trent|quarant|cinquant|sessant|settant|ottant|novant)[ia]?)"
    r"(?:uno?|due|tr[eé]|quattro|cinque|sei|sette|otto|nove)?"
)
"""Italian numbers in one word, from twenty on."""
_SMALL: Final = re.compile(r"(?<![\w'’])[^\W\d_A-Z]{2,}")
PLURALS: Final[dict[Language, tuple[tuple[str, str], ...]]] = {
    "en": ((r"s$", ""), (r"es$", ""), (r"ies$", "y"), (r"ves$", "f"), (r"ves$", "fe"), (r"men$", "man")),
    "it": (
        (r"i$", "o"), (r"i$", "e"), (r"i$", "a"), (r"e$", "a"), (r"chi$", "co"), (r"ghi$", "go"), (r"che$", "ca"),
        (r"ghe$", "ga"), (r"([cg])e$", r"\1ia"), (r"i$", "io"),
    ),
}  # fmt: skip
"""How many of something end, and how one of it does."""
SHORTEST_NAME: Final = 3
LIKE: Final = 5
"""Letters by which a word is taken for a form of another."""
ENDINGS: Final = ("ing", "ly", "ness", "mente", "ando", "endo", "ezza", "zione")
"""How words end that are no names."""

OUTCOMES: Final = (
    "death", "hit", "miss", "flee", "yield", "heal", "magic", "treasure", "victory", "trap", "door", "down", "growth",
    "spared",
)  # fmt: skip
"""What a sentence may claim to have come about; the words for each are in the catalogues."""
DEEDS: Final = frozenset(("death", "hit", "miss", "flee", "yield", "heal", "victory", "down", "spared"))
"""Outcomes that are another story with a "not" before them."""
OTHERWISE: Final = {"hit": "miss", "miss": "hit"}
"""What has come about where another thing has not."""
AFAR: Final = 2
"""How many words may stand between a "not" and what it denies."""
What = Literal["length", "markup", "number", "name", "outcome", "whose", "thing", "empty"]


class Objection(Struct, frozen=True):
    """Something that prose says and the table does not."""

    what: What
    word: str

    def in_(self, language: Language) -> str:
        """The objection in words."""
        return TEXTS.say(language, f"check.{self.what}", word=self.word)


class Facts(Struct, frozen=True):
    """What a narrator may speak of."""

    lines: tuple[str, ...]
    """What happened: the lines that are told."""
    seen: tuple[str, ...]
    """What lies open: cards, the scene, in words."""
    people: tuple[str, ...]
    """The names of everybody who has a card."""
    things: frozenset[str] = frozenset()
    """The names of things and creatures in the game's books, in small letters."""
    common: frozenset[str] = frozenset()
    """Words that are no names, in small letters; none: the first word of a sentence may be a name or not."""


def nothing_new(language: Language) -> str:
    """What is said to a narrator where nothing has happened."""
    return TEXTS.say(language, "check.nothing_new")


def objections(prose: str, facts: Facts, language: Language) -> tuple[Objection, ...]:
    """What is wrong with prose, each thing once; nothing where it says only what was told."""
    if not prose.strip():
        return (Objection("empty", ""),)
    found: dict[Objection, None] = {}
    if len(prose) > LONGEST:
        found[Objection("length", str(LONGEST))] = None
    if address := _ADDRESS.search(prose):
        found[Objection("markup", address.group())] = None
    known = _words(" ".join((*facts.lines, *facts.seen, *facts.people)))
    for sentence in _SENTENCE.split(prose):
        for one in (
            *_numbers(sentence, facts, language),
            *_names(sentence, known, language),
            *_first_name(sentence, known, facts.common),
            *_outcomes(sentence, facts, language),
            *_things(sentence, facts, known, language),
        ):
            found[one] = None
    return tuple(found)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for match in _WORD.findall(text.casefold()) for word in re.split(r"['’]", match) if word)


def _numbers(sentence: str, facts: Facts, language: Language) -> Iterable[Objection]:
    """Numbers that stand nowhere; the number in somebody's name is part of the name, and says nothing of how many."""
    written = {word: str(number) for number, word in enumerate(TEXTS.say(language, "check.numbers").split(), 2)}
    for number, word in enumerate(TEXTS.say(language, "check.ordinals").split(), 4):
        written |= {form: str(number) for form in (word, f"{word[:-1]}a" if language == "it" else word)}
    amounts = frozenset(TEXTS.say(language, "check.amounts").split())
    known = _words(_without_names(" ".join((*facts.lines, *facts.seen)), facts.people))
    digits = {written.get(word, word) for word in known}
    for word in _WORD.findall(_without_names(sentence, facts.people).casefold()):
        number = written.get(word, word)
        counts = number.isdigit() or word in amounts or (language == "it" and _COMPOUND.fullmatch(word))
        if counts and number not in digits and word not in known:
            yield Objection("number", word)


def _without_names(text: str, people: tuple[str, ...]) -> str:
    """A text without the names of people that have a number in them."""
    for name in people:
        if any(letter.isdigit() for letter in name):
            text = re.sub(rf"(?i)\b{re.escape(name)}\b", " ", text)
    return text


def _names(sentence: str, known: frozenset[str], language: Language) -> Iterable[Objection]:
    """Words with a capital, but for the first one and for those that always have it."""
    always = frozenset(TEXTS.say(language, "check.capitals").split())
    for word in _WORD.findall(sentence)[1:]:
        own = re.split(r"['’]", word)[-1]
        if own[:1].isupper() and own.casefold() not in known and own not in always:
            yield Objection("name", own)


def _first_name(sentence: str, known: frozenset[str], common: frozenset[str]) -> Iterable[Objection]:
    """The first word, where it is nobody's name here and no word that anybody else uses."""
    first = next(iter(_WORD.findall(sentence)), "")
    word = re.split(r"['’]", first)[-1].casefold()
    if not common or not first[:1].isupper() or len(word) < SHORTEST_NAME or word in known:
        return
    if word not in common and word[:LIKE] not in common and not word.endswith(ENDINGS):
        yield Objection("name", first)


def words_in(texts: Iterable[str]) -> frozenset[str]:
    """The words of texts that are written small, and how they begin: other forms of them begin so, too."""
    found = {word for text in texts for word in _SMALL.findall(text)}
    return frozenset(found | {word[:LIKE] for word in found if len(word) > LIKE})


def _outcomes(sentence: str, facts: Facts, language: Language) -> Iterable[Objection]:
    told = [_plain(line, language) for line in facts.lines]
    said = _plain(sentence, language)
    named = [name for name in facts.people if _speaks_of(said, name)]
    whole = _sign_of(TEXTS.say(language, "check.wholes")).search(said)
    many = "" if named or _sign_of(TEXTS.say(language, "check.some")).search(said) else _many(said, facts, language)
    for outcome in OUTCOMES:
        for denied, word in _claims(said, outcome, language).items():
            lines = [line for line in told if _tells(line, outcome, denied, bool(named), language)]
            if lines and whole and outcome in DEEDS and not any(whole.group() in line for line in lines):
                yield Objection("number", whole.group().strip())
            if many and len(lines) == 1 and outcome in DEEDS and f" {many} " not in lines[0]:
                yield Objection("number", many)
            if not lines:
                yield Objection("outcome", word)
            elif named and not _told_of(named, said, lines, language):
                yield Objection("whose", word)


def _many(said: str, facts: Facts, language: Language) -> str:
    """The word by which a text speaks of several of a kind that are told apart by numbers: the orcs; or nothing."""
    kinds = {word for name in facts.people if (word := name.casefold().rstrip(" 0123456789")) != name.casefold()}
    words = (word for word in said.split() if word not in kinds)
    return next((word for word in words if not kinds.isdisjoint(forms(word, language))), "")


def _claims(plain: str, outcome: str, language: Language) -> dict[bool, str]:
    """Whether a text says that an outcome came about, that it did not, or both; each with the word that says so."""
    denial = _sign_of(TEXTS.say(language, "check.denials"), rf"(?:\w+ ){{0,{AFAR}}}$")
    found: dict[bool, str] = {}
    for sign in TEXTS.say(language, f"check.outcome.{outcome}").split("|"):
        for match in _sign(sign).finditer(plain):
            denied = outcome in DEEDS and denial.search(plain[: match.start() + 1]) is not None
            found.setdefault(denied, sign)
    return found


def _tells(line: str, outcome: str, denied: bool, of_somebody: bool, language: Language) -> bool:
    """Whether a line says that an outcome came about, or that it did not; somebody who did not miss has hit."""
    if denied and of_somebody and outcome in OTHERWISE:
        return False in _claims(line, OTHERWISE[outcome], language)
    return denied in _claims(line, outcome, language)


def _told_of(named: list[str], said: str, lines: list[str], language: Language) -> bool:
    """Whether lines tell an outcome of one whom a sentence names, and of all whom it names in one breath with them."""
    told = [name for name in named if any(_speaks_of(line, name) for line in lines)]
    joins = TEXTS.say(language, "check.joins").split("|")
    spoken = {name: " ".join(_WORD.findall(name.casefold())) for name in named}
    together = [
        (one, other)
        for one in named
        for other in named
        if one != other
        and any(re.search(rf" {spoken[one]} {join} (?:\w+ ){{0,1}}{spoken[other]} ", said) for join in joins)
    ]
    return bool(told) and all((one in told) == (other in told) for one, other in together)


def _plain(text: str, language: Language) -> str:
    """A text in small letters, without phrases that sound like an outcome and are none."""
    plain = f" {' '.join(_WORD.findall(text.casefold().replace('’', ' ').replace(chr(39), ' ')))} "
    for phrase in TEXTS.say(language, "check.harmless").split("|"):
        plain = plain.replace(f" {phrase} ", " ")
    return plain


@lru_cache(maxsize=8)
def _sign_of(words: str, then: str = "") -> re.Pattern[str]:
    """How any of some words is found."""
    return re.compile(f" (?:{words.replace('*', chr(92) + 'w*')}) {then}")


@lru_cache(maxsize=8192)
def _sign(sign: str) -> re.Pattern[str]:
    """How a phrase is found; a star stands for the rest of a word: ``kill*``, ``find* its mark``."""
    return re.compile(rf" {re.escape(sign).replace(chr(92) + '*', chr(92) + 'w*')} ")


def _speaks_of(plain: str, name: str) -> bool:
    return f" {' '.join(_WORD.findall(name.casefold()))} " in plain


def _things(sentence: str, facts: Facts, known: frozenset[str], language: Language) -> Iterable[Objection]:
    """Things and creatures of the books, one or many, and places, where none of them lies open."""
    places = frozenset(TEXTS.say(language, "check.places").split())
    colour = frozenset(TEXTS.say(language, "check.first_words").split())
    seen = {form for word in known for form in forms(word, language)}
    for word in _WORD.findall(sentence.casefold()):
        own = re.split(r"['’]", word)[-1]
        of_books = own not in colour and not facts.things.isdisjoint(forms(own, language))
        if (of_books or own in places) and seen.isdisjoint(forms(own, language)):
            yield Objection("thing", own)


def forms(word: str, language: Language) -> tuple[str, ...]:
    """A word and what it may be one of, or many of: ``wolves`` is of a ``wolf``."""
    if len(word) < SHORTEST_NAME + 1:
        return (word,)
    return (word, *(re.sub(many, one, word) for many, one in PLURALS[language] if re.search(many, word)))


def kind_words(name: str, language: Language) -> tuple[str, ...]:
    """The words of a thing's name that say what it is: a silver arrow is an arrow, six torches are torches."""
    numbers = TEXTS.say(language, "check.numbers").split() + TEXTS.say(language, "check.amounts").split()
    words = [word for word in name.casefold().split() if word not in numbers]
    last = words[-1:] if language == "en" or "di" in words else []
    return (*(words[:1] if language == "it" else ()), *last)
