"""A stat block pasted as text, read into an entry of a pack. What each game's blocks look like is the game's to say.

Nothing is guessed in silence: a line that is not understood is named, and so is what the text does not say and the
entry needs. What only a person can play is kept as words. What a creature cannot be without is asked for.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeVar

import yaml
from msgspec import Struct, field

from arbitro.kernel.named import slug
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Fault, Language, Words

T = TypeVar("T")
MOST_LETTERS: Final = 20_000
"""How long a stat block may be."""
DICE: Final = r"\d*d\d+(?:\s*[+-]\s*\d+)?|\d+"
"""An amount, as blocks write it."""
_DASHES: Final = str.maketrans({"−": "-", "‒": "-", "’": "'", "½": "1/2", "\u00a0": " "})


class Remark(Struct, frozen=True):
    """Something to be said of what was read.

    A line or a part of one that was not understood (`unread`) or is kept as words for the referee (`kept`), a field
    that the text does not speak of (`assumed`), or one of which the rules say otherwise (`ruled`).
    """

    kind: Literal["unread", "kept", "assumed", "ruled"]
    text: str
    """What was written; of an assumed field its name."""
    line: int = 0
    """Of the text; 0 where it is about none."""
    value: str = ""
    """What was taken instead."""
    of: str = ""
    """Whose field it is, where it is not the creature's: an attack by its name."""

    def in_(self, language: Language) -> str:
        """The remark as a sentence."""
        text, value = self.text, _worded(self.value, language)
        if self.kind == "assumed":
            text = f"{self.of}, {field_name(text, language)}" if self.of else field_name(text, language)
        return TEXTS.say(language, f"block.{self.kind}", line=self.line, text=text, value=value)


def field_name(name: str, language: Language) -> str:
    """What a field of a creature is called."""
    return TEXTS.find(language, f"block.field.{name}") or name


def _worded(value: str, language: Language) -> str:
    """A value that was taken, its words in the reader's language."""
    return re.sub(r"[a-z_]{3,}", lambda word: TEXTS.find(language, f"block.word.{word[0]}") or word[0], value)


class _Fields:
    """Fields of a creature, named in whatever language they are asked for."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)

    def in_(self, language: Language) -> str:
        """All of them."""
        return ", ".join(field_name(name, language) for name in self._names)


class _Remarks:
    """What was not understood, in whatever language it is asked for."""

    def __init__(self, remarks: Iterable[Remark]) -> None:
        self._remarks = tuple(remarks)

    def in_(self, language: Language) -> str:
        """All of them."""
        return "; ".join(remark.in_(language) for remark in self._remarks)


class BlockRead(Struct, frozen=True):
    """A creature that was read: an entry of a kind of content, with others that it needs, and all remarks."""

    id: str
    kind: str
    entry: Mapping[str, Any]
    remarks: tuple[Remark, ...] = ()
    others: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Entries of other kinds that came with it: what its attacks are called."""

    def pack_text(self, game: str, language: Language, *, instead: bool = False) -> str:
        """The pack that holds it, with the remarks as comments; it may stand `instead` of one that the game has."""
        kinds = [*self.others.items(), (self.kind, {self.id: self.entry})]
        own = "replace" if instead else "new"
        parts = [
            yaml.safe_dump(
                {
                    "content": kind,
                    "inherit": game,
                    "entries": {name: {own if kind == self.kind else "new": True, **one} for name, one in held.items()},
                },
                allow_unicode=True,
                sort_keys=False,
                width=120,
            )
            for kind, held in kinds
        ]
        return "".join(f"# {remark.in_(language)}\n" for remark in self.remarks) + "---\n".join(parts)


class BlockText:
    """The lines of a stat block, and what has been remarked of them so far."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_LETTERS:
            raise Fault(Words(TEXTS, "block.too_long", most=MOST_LETTERS))
        whole = text.translate(_DASHES).splitlines()
        self.lines: Final = [(number, line.strip()) for number, line in enumerate(whole, 1) if line.strip()]
        self.remarks: list[Remark] = []
        if not self.lines:
            raise Fault(Words(TEXTS, "block.empty"))

    def unread(self, line: int, text: str) -> None:
        """Something was not understood."""
        if text.strip(" .,;:"):
            self.remarks.append(Remark("unread", text.strip(), line))

    def kept(self, line: int, text: str) -> None:
        """Something is kept as words."""
        self.remarks.append(Remark("kept", text.strip(), line))

    def ruled(self, line: int, text: str, value: object) -> None:
        """The text says something that follows from the rest, and otherwise."""
        self.remarks.append(Remark("ruled", text, line, str(value)))

    def assumed(self, name: str, value: T, of: str = "") -> T:
        """A field that the text does not speak of gets a stated value."""
        parts = value.items() if isinstance(value, Mapping) else ()
        said = ", ".join(f"{part} {number}" for part, number in parts) if parts else str(value)
        self.remarks.append(Remark("assumed", name, value=said, of=of))
        return value

    def needs(self, found: Mapping[str, object], names: Iterable[str]) -> None:
        """Refuse a block that lacks what a creature cannot be without."""
        missing = [name for name in names if found.get(name) is None]
        unread = [remark for remark in self.remarks if remark.kind == "unread"]
        if missing and unread:
            raise Fault(Words(TEXTS, "block.missing_unread", fields=_Fields(missing), unread=_Remarks(unread)))
        if missing:
            raise Fault(Words(TEXTS, "block.missing", fields=_Fields(missing)))

    def called(self, name: str) -> dict[str, str]:
        """A name, as written but not shouted, in both languages."""
        said = name.lower() if name.isupper() else name
        return {"it": said, "en": said}


def entry_id(name: str) -> str:
    """The id of an entry by its name."""
    return slug(name).replace("-", "_")


def labelled(text: str, labels: Mapping[str, str]) -> tuple[str, str] | None:
    """What a piece of a block is about, by the label that it begins with, and the rest of it."""
    lowered = text.lower()
    for label in sorted(labels, key=len, reverse=True):
        if lowered.startswith(label) and not lowered[len(label) : len(label) + 1].isalnum():
            rest = text[len(label) :].lstrip(" .:")
            return labels[label], rest
    return None


def dice_text(text: str) -> str:
    """An amount as packs write it."""
    return re.sub(r"\s+", "", text)


def word_in(text: str, words: Mapping[str, T]) -> T | None:
    """The first of some words that stands in a text, the longest first."""
    lowered = " " + re.sub(r"[^\w°]+", " ", text.lower()) + " "
    for word in sorted(words, key=len, reverse=True):
        if f" {word} " in lowered:
            return words[word]
    return None
