"""What the referee's chair decides: defaults, who sits in it, and what is prepared and shown by hand."""

from arbitro.dungeon.model import Dungeon
from arbitro.kernel.event import Event
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruling import Check
from arbitro.play.state import Lock, Tale, TaleKind


class DefaultTaken(Event, frozen=True, tag="default_taken"):
    """The automatic referee took a reserved decision by its stated default."""

    kind: str
    command: str
    """The tag of the command that it amounts to."""


class AsksChanged(Event, frozen=True, tag="asks_changed"):
    """A person takes over a kind of decision, or hands it back."""

    kind: str
    on: bool

    def variant(self) -> str:
        """Which of the two."""
        return "on" if self.on else "off"


class ChairTaken(Event, frozen=True, tag="chair_taken"):
    """A player is the referee of one room, or (with no seat) no longer."""

    reveals = True

    seat: str
    space: str

    def variant(self) -> str:
        """Taken or given up."""
        return "" if self.seat else "left"


class DeskUsed(Event, frozen=True, tag="desk_used"):
    """The referee prepared, placed, hid or showed something by hand: which of the desk's commands, and why."""

    command: str
    """The tag of the command."""
    thing: str
    reason: str

    def variant(self) -> str:
        """By the command, and whether a reason was given."""
        return f"{self.command}_why" if self.reason else self.command


class MoodSet(Event, frozen=True, tag="mood_set"):
    """How those who wait in a slot will take it when they are met; empty: as the game decides."""

    slot: str
    mood: str


class LockSettled(Event, frozen=True, tag="lock_settled"):
    """Whether a door is locked, from now on: by a die when it is first seen, by hand, or by what came of trying it."""

    reveals = True

    people = ("door",)

    door: str
    lock: Lock
    check: Check | None = None

    def variant(self) -> str:
        """By what holds the door; that the party has found a lock is told by the game."""
        return self.lock


class TaleBrought(Event, frozen=True, tag="tale_brought"):
    """The words of an adventure lie ready."""

    tale: Tale


class TaleTold(Event, frozen=True, tag="tale_told"):
    """Something of an adventure's words: read aloud, a hint, a warning, or what is told when a place is cleared."""

    key: str
    kind: TaleKind
    words: Phrase

    def variant(self) -> str:
        """What sort of words they are: each sort is told in its own way."""
        return self.kind


class NoteKept(Event, frozen=True, tag="note_kept"):
    """The referee's note on a space; an empty one strikes it out."""

    space: str
    text: str

    def variant(self) -> str:
        """Written, or struck out."""
        return "" if self.text else "gone"


class ThingShown(Event, frozen=True, tag="thing_shown"):
    """The referee let everybody know of something; `items` are who or what is there."""

    thing: str
    items: tuple[tuple[str, int], ...] = ()

    def variant(self) -> str:
        """With what is there, or without."""
        return "items" if self.items else ""


class ThingHidden(Event, frozen=True, tag="thing_hidden"):
    """The party's map no longer has something: the things that are off it now."""

    things: tuple[str, ...]


class NumbersBared(Event, frozen=True, tag="numbers_bared"):
    """All foes whose numbers everybody may know from now on; `foe` is the one whom it is about."""

    bared: tuple[str, ...]
    foe: str = ""

    def variant(self) -> str:
        """Laid open, or kept again; nothing is told when a fight is over."""
        return "" if not self.foe else "open" if self.foe in self.bared else "kept"


class DungeonBrought(Event, frozen=True, tag="dungeon_brought"):
    """A dungeon out of a file lies in place of the one that nobody had entered."""

    dungeon: Dungeon
    decoration: int
    how: str = "as_left"
    """Whether a map that was played before is `fresh`, as it was made, or `as_left` by those before."""
