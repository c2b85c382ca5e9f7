"""Messages of a table with several people: talk, handouts, calls for a roll, pointing, drawing, quick acts.

None of them is a move of the game: what they leave behind stands beside the log or as a note of it.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from arbitro.web.message_parts import Answer, Message, Prose, Whole, Word

Place = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""Where on a map, in the units of its drawing."""
Ink = Literal["red", "blue", "green", "black"]
"""The colours of the pens that lie on the map."""
MOST_POINTS: Final = 256
"""How many points one stroke has at the most."""


class Stroke(Struct, frozen=True, omit_defaults=True):
    """A stroke of a pen on a map: who drew it, in which colour, and its points, x and y in turn."""

    map: str
    by: str
    ink: Ink
    points: tuple[Place, ...]


class Talk(Message, frozen=True):
    """Say something at the table, beside the story; `audience` as for a note."""

    power = "act"

    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    audience: Word = ""


class Handout(Message, frozen=True):
    """Give something to read or to look at to everybody, or to one seat; `picture` is the word of an upload."""

    title: Annotated[str, Meta(max_length=120)] = ""
    text: Prose = ""
    picture: Word = ""
    audience: Word = ""


class CallForRoll(Message, frozen=True):
    """Ask everybody, or one seat, to throw dice; nothing waits for them."""

    notation: Word
    purpose: Word = ""
    audience: Word = ""


class Point(Message, frozen=True):
    """Point at a place of the map that one looks at: everybody who looks at it sees where, for a moment."""

    power = "act"

    map: Word
    x: Place
    y: Place


class Scratch(Message, frozen=True):
    """Draw a stroke on the map that one looks at: it stays there for everybody who sees that map."""

    power = "act"

    map: Word
    points: Annotated[tuple[Place, ...], Meta(min_length=4, max_length=2 * MOST_POINTS)]
    ink: Ink = "red"


class WipeScratch(Message, frozen=True):
    """Wipe off what one drew on a map; the referee wipes off everything (`all`) if they like."""

    power = "act"

    map: Word
    all: bool = False


class Adjust(Message, frozen=True):
    """Add to a value of somebody's, or take from it, as far as it goes: quick wounds, healing, gold."""

    path: Word
    by: Whole
    reason: Prose = ""


class Names(Message, frozen=True):
    """Ask for a few names for somebody who has none yet; empty: of any people."""

    people: Word = ""


class Quick(Message, frozen=True):
    """Ask what a referee has at hand for this very moment: somebody to meet, a Difficulty, time that goes by."""


class Pointed(Answer, frozen=True):
    """Somebody points at a place of a map. It comes by itself, and leaves no trace."""

    by: str
    map: str
    x: int
    y: int
    text: str
    """The same in words."""


class Narrating(Answer, frozen=True):
    """A narrator's words as they come, all of them so far. It comes by itself, and leaves no trace.

    Each sentence is shown only once it is known to be so; no words: they stand in the story by now.
    """

    text: str


class NamesShown(Answer, frozen=True):
    """The answer to `Names`."""

    names: tuple[str, ...]


class QuickShown(Answer, frozen=True):
    """The answer to `Quick`, as HTML."""

    html: str


TALK_MESSAGES: Final[tuple[type[Message], ...]] = (
    Talk, Handout, CallForRoll, Point, Scratch, WipeScratch, Adjust, Names, Quick,
)  # fmt: skip
TALK_ANSWERS: Final[tuple[type[Answer], ...]] = (Pointed, Narrating, NamesShown, QuickShown)
