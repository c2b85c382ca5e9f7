"""What may be asked for in the wilderness."""

from typing import Final

from arbitro.kernel.command import Command, YesNo
from arbitro.rules.infausta.wilderness.state import Land, Worth


class StartJourney(Command, frozen=True, tag="start_journey"):
    """Set out into the open: the map, and where the party stands."""

    land: Land
    at: str
    goal: str = ""
    days: int = 0
    astray: int = 0
    """Hexes off the way, where a flight has led the party before it sets out."""
    spent: int = 0
    """Minutes since the morning, at which a day's march begins: 720 is dusk."""


class AnnounceWeather(Command, frozen=True, tag="announce_weather"):
    """The referee says what the day is like; ``?`` leaves it to the weather table."""

    weather: str = "?"


class ChooseHeading(Command, frozen=True, tag="choose_heading"):
    """The party says where it wants to go; nowhere is a day in camp."""

    to: str = ""
    forced: bool = False


class ConductMarch(Command, frozen=True, tag="conduct_march"):
    """The referee's answer: where the day really leads, what the ground leaves of the march, and haste."""

    answers = "march"
    to: str
    """Empty: round in circles, and in the evening the party is where it was (IS-WILD-05)."""
    factor: str = "1"
    forced: YesNo = "yes"
    worth: Worth = "all"
    """How many of the miles of those who have lost their way lead there (IS-WILD-05)."""


class ChangeGoal(Command, frozen=True, tag="change_goal"):
    """The referee notes that the party makes for another spot than it set out for."""

    goal: str


class ActOnTheSpot(Command, frozen=True, tag="act_on_the_spot"):
    """Something done in passing; by the day it takes no time."""

    who: str
    text: str


class PlayEncounter(Command, frozen=True, tag="play_encounter"):
    """The referee brings on whoever the checks of the day announced."""


class MakeCamp(Command, frozen=True, tag="make_camp"):
    """The party camps. `watches` says who stays awake in turn: ids with commas, ``all`` or ``none``."""

    watches: str = "all"


class MarchOn(Command, frozen=True, tag="march_on"):
    """The party goes on through the night."""


class AllowNightMarch(Command, frozen=True, tag="allow_night_march"):
    """The referee's answer: whether those who need rest may go without it."""

    answers = "night_march"
    allowed: YesNo


class MarkFrail(Command, frozen=True, tag="mark_frail"):
    """The referee marks somebody as too weak to go without rest, or takes the mark away."""

    walker: str
    frail: bool = True


class BreakCamp(Command, frozen=True, tag="break_camp"):
    """The night is over."""


class EndJourney(Command, frozen=True, tag="end_journey"):
    """The referee ends the journey."""

    for_good = True


COMMANDS: tuple[type[Command], ...] = (
    StartJourney,
    AnnounceWeather,
    ChooseHeading,
    ConductMarch,
    ChangeGoal,
    ActOnTheSpot,
    PlayEncounter,
    MakeCamp,
    MarchOn,
    AllowNightMarch,
    MarkFrail,
    BreakCamp,
    EndJourney,
)
PARTYS: Final[tuple[type[Command], ...]] = (ChooseHeading, MakeCamp, MarchOn, BreakCamp)
"""Commands of whoever plays the party."""
