"""The last that the others heard of somebody who fell: a line of prose, the same for everybody who reads of it."""

from typing import Final
from zlib import crc32

from arbitro.kernel.event import Event
from arbitro.play.events import HeroFell
from arbitro.play.naming import TEXTS
from arbitro.text import Language

LINES: Final = 20
"""How many lines there are, from ``last_words.1`` on."""
FRAMES: Final = 3
"""In how many ways one is brought, from ``last_words.heard.1`` on."""


def last_words(event: HeroFell, language: Language) -> str:
    """What they said, without quotation marks. It follows from who fell when, so that it stays as it is."""
    return TEXTS.say(language, f"last_words.{_lot(event, 'line', LINES)}")


def heard(event: HeroFell, language: Language) -> str:
    """A sentence that brings their last words."""
    return TEXTS.say(language, f"last_words.heard.{_lot(event, 'heard', FRAMES)}", line=last_words(event, language))


def words_of(event: Event, language: Language) -> str:
    """The last words that an event brings, as one sentence; empty for most."""
    return heard(event, language) if isinstance(event, HeroFell) else ""


def _lot(event: HeroFell, sort: str, count: int) -> int:
    """From 1: the one with the highest lot, so that a line that is added takes over few of the old ones."""
    seed = f"{sort} {event.who} {event.fallen.minute} {event.fallen.place}"
    return max(range(1, count + 1), key=lambda number: crc32(f"{seed} {number}".encode()))
