"""What can happen: doors: tried, opened, stopped, shut."""

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check


class DoorTried(Event, frozen=True, tag="door_tried"):
    """Somebody pushed at a door."""

    kept_last = "walk"
    thrown_by = "who"
    people = ("who", "door")
    who: str
    door: str
    check: Check
    opened: bool
    attempt: int = 1
    """The how manieth push at it since it was shut; older logs do not count them."""

    def variant(self) -> str:
        """Whether it gave way."""
        return "opened" if self.opened else "stuck"

    def vain_try(self) -> str:
        """One more push at the same door."""
        return "" if self.opened else self.door


class LockTried(Event, frozen=True, tag="lock_tried"):
    """Somebody worked at a lock."""

    thrown_by = "who"
    people = ("who", "door")
    who: str
    door: str
    check: Check
    opened: bool

    def variant(self) -> str:
        """Whether it gave way."""
        return "opened" if self.opened else "failed"


class DoorLocked(Event, frozen=True, tag="door_locked"):
    """A door turned out to be locked."""

    reveals = True

    people = ("who", "door")
    who: str
    door: str


class DoorOpened(Event, frozen=True, tag="door_opened"):
    """A door stands open."""

    people = ("door", "by")
    door: str
    by: str = ""

    def variant(self) -> str:
        """By whom."""
        return "by" if self.by else ""


class DoorStopped(Event, frozen=True, tag="door_stopped"):
    """A door stops monsters who cannot open one."""

    people = ("door", "by")
    door: str
    by: str


class DoorWedged(Event, frozen=True, tag="door_wedged"):
    """A door is held or wedged open."""

    people = ("door",)
    door: str


class DoorsShut(Event, frozen=True, tag="doors_shut"):
    """Doors that nobody holds have fallen shut."""

    kept_last = "walk"
    people = ("doors",)
    doors: tuple[str, ...]


class DoorShut(Event, frozen=True, tag="door_shut"):
    """Somebody shut a door."""

    people = ("who", "door")
    who: str
    door: str
