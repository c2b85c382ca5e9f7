"""What may be asked for by the features of a class."""

from typing import Final

from arbitro.kernel.command import Command
from arbitro.rules.infausta.features.state import ShapeKind, SongKind, StanceKind


class TakeStance(Command, frozen=True, tag="take_stance"):
    """A champion fights this round on the attack or on guard; said with the declarations."""

    who: str
    stance: StanceKind


class BeginSong(Command, frozen=True, tag="begin_song"):
    """A bard begins to sing: to hearten friends, or to enthral foes, the named one first."""

    who: str
    song: SongKind
    target: str = ""


class StopSong(Command, frozen=True, tag="stop_song"):
    """A bard falls silent."""

    who: str


class Distract(Command, frozen=True, tag="distract"):
    """The referee finds that something other than a wound breaks a song."""

    singer: str


class SpendZeal(Command, frozen=True, tag="spend_zeal"):
    """A paladin's touch: heals a friend, or harms the undead, demons and fey, by as many points as are spent."""

    who: str
    target: str
    points: int


class BreakVows(Command, frozen=True, tag="break_vows"):
    """The referee finds that a paladin has broken the vows."""

    paladin: str


class Atone(Command, frozen=True, tag="atone"):
    """The referee finds that a paladin has made up for it."""

    paladin: str


class TakeTrophies(Command, frozen=True, tag="take_trophies"):
    """A hunter takes a trophy from each of those slain in the last fight."""

    who: str


class AwardTrophies(Command, frozen=True, tag="award_trophies"):
    """The referee says of which kind trophies are that the rules do not know."""

    hunter: str
    kind: str
    count: int = 1


class ChangeShape(Command, frozen=True, tag="change_shape"):
    """A Silvan turns into an animal."""

    who: str
    shape: ShapeKind


class ResumeShape(Command, frozen=True, tag="resume_shape"):
    """A Silvan turns back."""

    who: str


class UseSkill(Command, frozen=True, tag="use_skill"):
    """Try what the skill of one's class is good for."""

    who: str
    use: str
    target: str = ""
    """A trap to be disarmed."""
    text: str = ""
    """What it is about, in the player's words."""


class TellFindings(Command, frozen=True, tag="tell_findings"):
    """The referee's answer to a skill that worked: whose traces they are, or anything else, in words."""

    answers = "findings"
    troop: str = ""
    text: str = ""


class RefitArmour(Command, frozen=True, tag="refit_armour"):
    """Have a suit of armour of another build fitted: half its price, and a week."""

    who: str
    item: str


class StudyInLibrary(Command, frozen=True, tag="study_in_library"):
    """Copy a spell from a great library into one's book: gold and time by the level of the spell."""

    who: str
    spell: str


COMMANDS: Final[tuple[type[Command], ...]] = (
    TakeStance,
    BeginSong,
    StopSong,
    Distract,
    SpendZeal,
    BreakVows,
    Atone,
    TakeTrophies,
    AwardTrophies,
    ChangeShape,
    ResumeShape,
    UseSkill,
    TellFindings,
    RefitArmour,
    StudyInLibrary,
)
