"""What can happen: an expedition from its beginning to its end: places, walking, time, rulings."""

from typing import Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.rules.whitebox.exploring.state import (
    Door,
    Expedition,
    Pending,
    Place,
    Trap,
    Troop,
)
from arbitro.rules.whitebox.terms import Named


class ExpeditionBegan(Event, frozen=True, tag="expedition_began"):
    """The facts of an expedition, the hidden ones too: for the referee."""

    expedition: Expedition


class FactsStated(Event, frozen=True, tag="facts_stated"):
    """The referee has stated facts, or changed them."""

    places: tuple[Place, ...] = ()
    doors: tuple[Door, ...] = ()
    traps: tuple[Trap, ...] = ()
    troops: tuple[Troop, ...] = ()
    by_the_way: bool = False
    """Whether they only follow from something that is told: where the party comes to."""

    def variant(self) -> str:
        """What follows from something else is told with it."""
        return TOLD_WITH_ANOTHER if self.by_the_way else ""


class PlaceEntered(Event, frozen=True, tag="place_entered"):
    """The party is in a place now; what everybody sees of it."""

    people = ("exits",)
    place: str
    name: Named
    exits: tuple[str, ...]
    text: Named | None = None
    came: str = ""
    """Where it came from, if not from where it was."""

    def variant(self) -> str:
        """With or without something to be told."""
        return "" if self.text is None else "told"


class Walked(Event, frozen=True, tag="walked"):
    """The party covered a distance."""

    feet: int
    pace: str
    minutes: int

    def variant(self) -> str:
        """The pace."""
        return self.pace


class TurnsBooked(Event, frozen=True, tag="turns_booked"):
    """So many turns are full."""

    kept_last = "walk"

    turns: int
    """All since the party set out."""
    added: int = 1
    quiet: bool = False
    """Where nobody wanders by: such turns do not count towards the next check."""
    kept: bool = False
    """Whether the game keeps turns of its own, and has told the end of this one."""
    under_sky: int = 0
    """Those of them from before the party came in here: the telling counts without them."""

    def variant(self) -> str:
        """Under the sky and in safety nobody counts in turns: that time went by has been told."""
        return TOLD_WITH_ANOTHER if self.quiet or self.kept else "" if self.added == 1 else "several"


class Busy(Event, frozen=True, tag="busy"):
    """Somebody has something in hand up to a minute of the clock."""

    people = ("who",)
    who: str
    until: int
    turns: int
    """0: held fast, for rounds."""
    dice: tuple[Die, ...] = ()
    searching: bool = False
    """What they do is look through the place: what there is to find shows when they are done."""

    def variant(self) -> str:
        """At work, searching, or held fast."""
        return "searching" if self.searching else "" if self.turns else "held"


class RulingAsked(Event, frozen=True, tag="ruling_asked"):
    """The referee is to say what comes of something."""

    people = ("who", "about")
    kind: Literal["locked_door", "wedge_door", "examine", "terrain", "way", "meeting", "parley", "captives"]
    who: str = ""
    about: str = ""
    text: str = ""
    """What a player said, in their own words."""
    proposed: str = ""
    pending: Pending = Pending()

    def variant(self) -> str:
        """What it is about."""
        return self.kind


class RulingGiven(Event, frozen=True, tag="ruling_given"):
    """The referee has spoken on what was asked."""

    kind: str
    word: str

    def variant(self) -> str:
        """What it was about; how a talk ends is told by its end."""
        return TOLD_WITH_ANOTHER if self.kind == "parley" else self.kind


class Reminder(Event, frozen=True, tag="reminder"):
    """Something that the book leaves to the referee matters now. It changes nothing."""

    people = ("about",)
    about: str
    what: Literal["forced_march", "dark", "monsters_see", "parley", "no_rule", "prisoners"]

    def variant(self) -> str:
        """What the referee may think of."""
        return self.what


class ExpeditionEnded(Event, frozen=True, tag="expedition_ended"):
    """The party is home, or nobody is left."""

    turns: int
    home: bool
    outdoors: bool = False
    """Under the sky nobody counts in turns."""
    of_journey: bool = False
    """Whether it ends with a journey, whose end is told."""

    def variant(self) -> str:
        """Home, or not."""
        if self.home and self.of_journey:
            return TOLD_WITH_ANOTHER
        return "lost" if not self.home else "outdoors" if self.outdoors else "home"
