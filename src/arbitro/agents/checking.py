"""Is it so? Prose of a narrator held against what was told: numbers, names, outcomes, things.

Nothing here understands prose. It looks for what can be found without that, and is strict where it cannot tell:

* a **number** (in digits, or written out from two to twenty) must stand in what was told or is seen;
* a **name** (a word with a capital inside a sentence) must be among the people, places and words of the table;
* an **outcome** (a death, a hit, a miss, a flight, a surrender, a healing; a spell, a treasure, a victory, a trap, a
  door) must be told by a line, and where the sentence names people, by a line that names one of them;
* a **thing** or a creature of the game's books must be in what was told or is seen.

What it cannot see: a lie without any of these ("the goblin smiles"), a wrong colour or mood, who did what where both
are named in the same line, irony, and words for an outcome that its lists do not hold. It refuses true sentences, too:
"nobody died" speaks of a death. A narrator that is refused says it more plainly, or leaves it to the log.
"""

import re
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from arbitro.agents import TEXTS
from arbitro.text import Language

LONGEST: Final = 1200
"""How many letters a narrator may use for what happened at one go."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_SENTENCE: Final = re.compile(r"(?<=[.!?…:;»”\"])\s+|\n+")
_ADDRESS: Final = re.compile(r"https?://|www\.|<[a-z/!]|```|\[[^\]]*\]\(", re.IGNORECASE)

OUTCOMES: Final = (
    "death", "hit", "miss", "flee", "yield", "heal", "magic", "treasure", "victory", "trap", "door", "down",
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
            *_numbers(sentence, known, language),
            *_names(sentence, known, language),
            *_outcomes(sentence, facts, language),
            *_things(sentence, facts, known),
        ):
            found[one] = None
    return tuple(found)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for match in _WORD.findall(text.casefold()) for word in re.split(r"['’]", match) if word)


def _numbers(sentence: str, known: frozenset[str], language: Language) -> Iterable[Objection]:
    written = {word: str(number) for number, word in enumerate(TEXTS.say(language, "check.numbers").split(), 2)}
    digits = {written.get(word, word) for word in known}
    for word in _WORD.findall(sentence.casefold()):
        number = written.get(word, word)
        if number.isdigit() and number not in digits:
            yield Objection("number", word)


def _names(sentence: str, known: frozenset[str], language: Language) -> Iterable[Objection]:
    """Words with a capital, but for the first one and for those that always have it."""
    always = frozenset(TEXTS.say(language, "check.capitals").split())
    for word in _WORD.findall(sentence)[1:]:
        own = re.split(r"['’]", word)[-1]
        if own[:1].isupper() and own.casefold() not in known and own not in always:
            yield Objection("name", own)


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
        elif named and not any(_speaks_of(line, name) for line in lines for name in named):
            yield Objection("whose", word)


def _plain(text: str, language: Language) -> str:
    """A text in small letters, without phrases that sound like an outcome and are none."""
    plain = f" {' '.join(_WORD.findall(text.casefold().replace('’', ' ').replace(chr(39), ' ')))} "
    for phrase in TEXTS.say(language, "check.harmless").split("|"):
        plain = plain.replace(f" {phrase} ", " ")
    return plain


def _has(plain: str, sign: str) -> bool:
    """Whether a text has a word that begins so (``kill*``), or a whole phrase."""
    return f" {sign[:-1]}" in plain if sign.endswith("*") else f" {sign} " in plain


def _speaks_of(plain: str, name: str) -> bool:
    return f" {' '.join(_WORD.findall(name.casefold()))} " in plain


def _things(sentence: str, facts: Facts, known: frozenset[str]) -> Iterable[Objection]:
    for word in _WORD.findall(sentence.casefold()):
        own = re.split(r"['’]", word)[-1]
        if own in facts.things and own not in known:
            yield Objection("thing", own)
