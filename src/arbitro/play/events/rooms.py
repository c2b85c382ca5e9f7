"""Special rooms, the oracle and prompts."""

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Lookup
from arbitro.play.solo.room import DeedDone, RoomWords
from arbitro.play.solo.sealed import OpenedRoom


class RoomsBrought(Event, frozen=True, tag="rooms_brought"):
    """A friend's sealed rooms are among the specials of this campaign, still closed."""

    sealed: dict[str, str]


class RoomOpened(Event, frozen=True, tag="room_opened"):
    """A special room is opened: whole, for whoever is the referee."""

    slot: str
    room: OpenedRoom
    lookup: Lookup | None = None


class RoomRead(Event, frozen=True, tag="room_read"):
    """What is read aloud when a special room is opened."""

    slot: str
    supplier: str
    title: RoomWords
    text: RoomWords

    def variant(self) -> str:
        """By who supplied it."""
        return self.supplier


class RoomSecret(Event, frozen=True, tag="room_secret"):
    """What only whoever referees a special room may know."""

    slot: str
    text: RoomWords


class RoomDone(Event, frozen=True, tag="room_done"):
    """Something was done in a special room, with all that follows: for whoever is the referee."""

    slot: str
    done: DeedDone


class RoomTold(Event, frozen=True, tag="room_told"):
    """What came of something that was done in a special room, as everybody sees it."""

    people = ("who",)

    who: str
    slot: str
    question: str
    doing: str
    told: RoomWords
    fact: RoomWords

    def variant(self) -> str:
        """Whether it has words of its own."""
        return "told" if self.told.it or self.told.en or self.fact.it or self.fact.en else ""


class OracleSpoke(Event, frozen=True, tag="oracle_spoke"):
    """The oracle answered a question of the players."""

    question: str
    likelihood: str
    answer: str
    lookup: Lookup
    twist: bool = False

    def variant(self) -> str:
        """By the answer."""
        return self.answer


class PromptDrawn(Event, frozen=True, tag="prompt_drawn"):
    """Words drawn to set the imagination going."""

    lookups: tuple[Lookup, ...]
