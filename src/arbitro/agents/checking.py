"""Is it so? Prose of a narrator held against what was told: numbers, names, outcomes, things.

Nothing here understands prose. It looks for what can be found without that, and is strict where it cannot tell:

* a **number** (in digits, or written out from two to twenty) must stand in what was told or is seen;
* a **name** (a word with a capital inside a sentence; at its beginning, one that no text of ours has) must be among
  the people, places and words of the table;
* an **outcome** (a death, a hit, a miss, a flight, a surrender, a healing; a spell, a treasure, a victory, a trap, a
  door) must be told by a line, and where the sentence names people, by a line that names one of them;
* a **thing** or a creature of the game's books must be in what was told or is seen.

What it cannot see: a lie without any of these ("the goblin smiles"), a wrong colour or mood, who did what where both
are named in the same line, irony, and words for an outcome that its lists do not hold. It refuses true sentences, too:
"nobody died" speaks of a death. A narrator that is refused says it more plainly, or leaves it to the log.
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
SHORTEST_NAME: Final = 3
LIKE: Final = 5
"""Letters by which a word is taken for a form of another."""
ENDINGS: Final = ("ing", "ly", "ness", "mente", "ando", "endo", "ezza", "zione")
"""How words end that are no names."""

OUTCOMES: Final = (
    "death", "hit", "miss", "flee", "yield", "heal", "magic", "treasure", "victory", "trap", "door", "down", "growth",
)  # fmt: skip
"""What a sentence may claim to have come about; the words for each are in the catalogues."""
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
            *_things(sentence, facts, known),
        ):
            found[one] = None
    return tuple(found)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for match in _WORD.findall(text.casefold()) for word in re.split(r"['’]", match) if word)


def _numbers(sentence: str, facts: Facts, language: Language) -> Iterable[Objection]:
    """Numbers that stand nowhere; the number in somebody's name is part of the name, and says nothing of how many."""
    written = {word: str(number) for number, word in enumerate(TEXTS.say(language, "check.numbers").split(), 2)}
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
    for outcome in OUTCOMES:
        signs = TEXTS.say(language, f"check.outcome.{outcome}").split("|")
        word = next((sign for sign in signs if _has(said, sign)), "")
        if not word:
            continue
        lines = [line for line in told if any(_has(line, sign) for sign in signs)]
        if not lines:
            yield Objection("outcome", word)
        elif named and not _told_of(named, said, lines, language):
            yield Objection("whose", word)


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


def _has(plain: str, sign: str) -> bool:
    """Whether a text has a phrase; a star stands for the rest of a word: ``kill*``, ``find* its mark``."""
    return _sign(sign).search(plain) is not None


@lru_cache(maxsize=4096)
def _sign(sign: str) -> re.Pattern[str]:
    return re.compile(rf" {re.escape(sign).replace(chr(92) + '*', chr(92) + 'w*')} ")


def _speaks_of(plain: str, name: str) -> bool:
    return f" {' '.join(_WORD.findall(name.casefold()))} " in plain


def _things(sentence: str, facts: Facts, known: frozenset[str]) -> Iterable[Objection]:
    for word in _WORD.findall(sentence.casefold()):
        own = re.split(r"['’]", word)[-1]
        if own in facts.things and own not in known:
            yield Objection("thing", own)
