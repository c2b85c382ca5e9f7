"""What can happen: listening and searching."""

from typing import Literal

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.rules.whitebox.terms import Named


class Listened(Event, frozen=True, tag="listened"):
    """What a listener hears: a sound, or nothing. Silence and a failure are told alike."""

    reveals = True

    people = ("who", "door")
    who: str
    door: str
    heard: bool

    def variant(self) -> str:
        """Something or nothing."""
        return "heard" if self.heard else "nothing"


class ListenRolled(Event, frozen=True, tag="listen_rolled"):
    """The listener's die and what there was to hear: for the referee."""

    people = ("who",)
    who: str
    check: Check | None
    place: str
    noise: Named | None

    def variant(self) -> str:
        """Whether there was anything."""
        return "noise" if self.noise is not None else "silence"


class NoiseTold(Event, frozen=True, tag="noise_told"):
    """The referee says what makes the noise."""

    reveals = True

    place: str
    noise: Named


class SearchRolled(Event, frozen=True, tag="search_rolled"):
    """The die of a searcher, or of somebody who merely passes: for the referee."""

    people = ("who", "what")
    who: str
    what: str
    check: Check
    passing: bool = False

    def variant(self) -> str:
        """Searching or passing."""
        return "passing" if self.passing else ""


class Searched(Event, frozen=True, tag="searched"):
    """A search is done; a failure looks like an empty wall."""

    reveals = True

    people = ("who", "found")
    who: str
    place: str
    turns: int
    found: tuple[str, ...] = ()
    spot: str = ""

    def variant(self) -> str:
        """Something or nothing."""
        return "found" if self.found else "nothing"


class FeatureFound(Event, frozen=True, tag="feature_found"):
    """A secret door or a trap is known now."""

    people = ("who", "what")
    who: str
    what: str
    kind: Literal["door", "trap"]

    def variant(self) -> str:
        """Which of the two."""
        return self.kind


class FeltAmiss(Event, frozen=True, tag="felt_amiss"):
    """An elf feels that something is not as it should be here."""

    people = ("who",)
    who: str
    place: str


class Examined(Event, frozen=True, tag="examined"):
    """Somebody examined something, in their own words."""

    people = ("who",)
    who: str
    text: str
