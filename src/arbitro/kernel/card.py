"""Cards and sheets: how a game shows its people and places without the page knowing the game.

Everything here is words and numbers ready to be shown, in the reader's language and as far as the reader may know:
the page, the full-screen terminal and the journal lay them out and understand none of it.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from arbitro.kernel.token import Token
from arbitro.text import Language, Texts


class Gauge(Struct, frozen=True, omit_defaults=True):
    """A number that goes up and down: hit points, stress, turns of light, load."""

    label: str
    value: int
    maximum: int | None = None
    low: bool = False
    """Whether it calls for attention: nearly dead, nearly dark, overloaded."""
    short: str = ""
    """The label in a word, for where room is scarce; nothing where the label is short enough."""
    harm: bool = False
    """Whether it fills up with what one would rather not have (marks, load, sleepless nights): full is no good sign."""


class Tag(Struct, frozen=True, omit_defaults=True):
    """A condition, a position or a burden, in a word or two, with a longer explanation."""

    text: str
    tone: Literal["plain", "good", "bad"] = "plain"
    note: str = ""


class Card(Struct, frozen=True, omit_defaults=True):
    """Somebody or something at a glance."""

    id: str
    name: str
    group: Literal["own", "ally", "foe", "place"] = "own"
    line: str = ""
    """Who this is in a few words: people, class and level, or the kind of monster."""
    gauges: tuple[Gauge, ...] = ()
    tags: tuple[Tag, ...] = ()
    active: bool = False
    """Whose turn it is."""
    out: bool = False
    """Dead, fled or otherwise out of it."""
    has_sheet: bool = False
    """Whether `Ruleset.sheet` tells more."""
    token: Token | None = None
    """The small picture by which they are known; places have none."""
    when: str = ""
    """Their place in the order of turns, where the game has one: a number of initiative, or a place in the round."""
    dead: bool = False
    """Whether they are gone for good: they are shown among the fallen, and no longer in the party."""


class Section(Struct, frozen=True, omit_defaults=True):
    """A part of a sheet: pairs of a word and its value, plain lines, or both."""

    title: str
    pairs: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = ()


def section_of(texts: Texts, key: str, pairs: Iterable[tuple[str, str]], language: Language) -> Section:
    """A part of a sheet under its title; names are more than text, and pages want text."""
    told = tuple((str(word), str(value)) for word, value in pairs)
    return Section(texts.say(language, f"sheet.section.{key}"), told)


class Sheet(Struct, frozen=True, omit_defaults=True):
    """All that a reader may know of somebody."""

    title: str
    line: str = ""
    sections: tuple[Section, ...] = ()


class Milestone(Struct, frozen=True, omit_defaults=True):
    """A step of something that takes several: what it is called, and what was decided."""

    title: str
    value: str = ""
    state: Literal["done", "now", "later"] = "done"


class Progress(Struct, frozen=True, omit_defaults=True):
    """Something that takes several steps: what was decided so far, what is asked now, what is still to come."""

    title: str
    line: str
    """What the present step is about."""
    steps: tuple[Milestone, ...]


class Chance(Struct, frozen=True, omit_defaults=True):
    """How likely something is, before anybody commits to it."""

    success: Fraction
    label: str
    """What counts as success, in the reader's words."""
    estimate: bool = False
    """Whether it is a guess against somebody middling, because the reader may not know the number it depends on."""
