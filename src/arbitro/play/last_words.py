"""The last that the others heard of somebody who fell: a line of prose, the same for everybody who reads of it."""

from typing import Final
from zlib import crc32

from arbitro.kernel.event import Event
from arbitro.kernel.then import Then
from arbitro.play.events import HeroFell
from arbitro.play.naming import TEXTS
from arbitro.play.state import CampaignState
from arbitro.text import Language

LINES: Final = 20
"""How many lines there are, from ``last_words.1`` on."""
FRAMES: Final = 3
"""In how many ways one is brought, from ``last_words.heard.1`` on."""
STEP: Final = 7
"""From one of the fallen to the next: nobody of a campaign says what another has said, up to as many as there are."""


def last_words(then: Then[CampaignState], event: HeroFell, language: Language) -> str:
    """What they said, without quotation marks. It follows from who fell when, so that it stays as it is."""
    line = then.fact(f"last_words:{event.who}", int, lambda state: _line(state, event.who)) or _lot(event, LINES)
    return TEXTS.say(language, f"last_words.{line}")


def heard(then: Then[CampaignState], event: HeroFell, language: Language) -> str:
    """A sentence that brings their last words."""
    said = last_words(then, event, language)
    return TEXTS.say(language, f"last_words.heard.{_lot(event, FRAMES)}", line=said)


def words_of(then: Then[CampaignState], event: Event, language: Language) -> str:
    """The last words that an event brings, as one sentence; empty for most."""
    return heard(then, event, language) if isinstance(event, HeroFell) else ""


def _line(state: CampaignState, who: str) -> int | None:
    """The number of the line of somebody who has fallen: counted on from that of the first of them."""
    place = next((number for number, one in enumerate(state.fallen) if one.who == who), None)
    if place is None:
        return None
    first = state.fallen[0]
    return (crc32(f"{first.who} {first.minute} {first.place}".encode()) + STEP * place) % LINES + 1


def _lot(event: HeroFell, count: int) -> int:
    """A number from 1 by who fell, where and when."""
    return crc32(f"{event.who} {event.fallen.minute} {event.fallen.place}".encode()) % count + 1
