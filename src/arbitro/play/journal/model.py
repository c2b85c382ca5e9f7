"""A journal as data: chapters of paragraphs, the party, what it won, who fell, and its maps."""

from typing import Literal

from msgspec import Struct

from arbitro.text import Language


class Paragraph(Struct, frozen=True, omit_defaults=True):
    """A paragraph: prose, something read aloud, or a note that somebody wrote beside the log."""

    text: str
    kind: Literal["prose", "quote", "note"] = "prose"


class LevelChart(Struct, frozen=True):
    """A level of the dungeon as its explorers know it, as an SVG document."""

    name: str
    """Short and plain, for the name of a file."""
    title: str
    svg: str


class Chapter(Struct, frozen=True, omit_defaults=True):
    """A descent, a day, a journey or a scene."""

    title: str
    paragraphs: tuple[Paragraph, ...]
    chart: LevelChart | None = None
    """The level that it led through, as far as it was known at its end; None where nothing new was found."""


class BestMoment(Struct, frozen=True):
    """Something that is told again before everything else, in the words in which the story tells it."""

    kind: Literal["fall", "words", "turn", "joined", "deed"]
    text: str
    chapter: str
    """The title of the chapter in which it happened; empty before the first."""


class Remembered(Struct, frozen=True, omit_defaults=True):
    """Somebody of the party who did not come back."""

    name: str
    line: str
    """Who they were, as far as the log says."""
    how: str
    where: str
    last: str = ""
    """The last that they were seen to do, in the words of the story."""
    words: str = ""
    """The last that was heard of them, as the story has it."""


class Journal(Struct, frozen=True):
    """All of it, in one language."""

    language: Language
    title: str
    subtitle: str
    company: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    gains: tuple[str, ...]
    """Treasure, experience and levels, a sentence each."""
    fallen: tuple[Remembered, ...]
    charts: tuple[LevelChart, ...]
    credits: tuple[str, ...] = ()
    """Whose games were played, a sentence each: a journal goes where the program does not."""
    moments: tuple[BestMoment, ...] = ()
    """What was worth the telling most, in the order in which it happened."""
