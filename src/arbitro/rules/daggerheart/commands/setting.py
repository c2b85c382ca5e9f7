"""The GM sets things up, and marks what the story brings."""

from typing import Literal

from msgspec import field

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart.commands.granting import Granting
from arbitro.rules.daggerheart.state import Countdown, Foe, Hero, Place
from arbitro.rules.daggerheart.words import Cover, Named, Tension, Trait, Until


class StartCampaign(Command, frozen=True, tag="start_campaign"):
    """The party is together; the GM gets a Fear for each PC."""

    party: tuple[Hero, ...]


class StartSession(Command, frozen=True, tag="start_session"):
    """Another sitting of the same campaign."""


class OpenScene(Command, frozen=True, tag="open_scene"):
    """A scene begins."""

    foes: tuple[Foe, ...] = ()
    place: Place | None = None
    countdowns: tuple[Countdown, ...] = ()
    tension: Tension | None = None
    in_danger: bool = True
    goal: Named | None = None
    deeds: tuple[Trait, ...] = ()
    difficulty: int = 0
    places: dict[str, int] = field(default_factory=dict)
    """Where the PCs stand."""


class EndScene(Command, frozen=True, tag="end_scene"):
    """The GM closes the scene."""

    for_good = True


class SetTension(Command, frozen=True, tag="set_tension"):
    """The GM says how tense the scene is."""

    tension: Tension


class AddFoe(Command, frozen=True, tag="add_foe"):
    """An adversary of a stat block joins the scene."""

    block: str
    at: int = 0


class SetPlace(Command, frozen=True, tag="set_place"):
    """The scene takes place in this environment; with a `tier`, by the Difficulty of that one (DHP-ENV-02)."""

    place: str
    tier: int = 0


class SetCover(Command, frozen=True, tag="set_cover"):
    """Somebody is behind something (or no longer: empty)."""

    who: str
    cover: Cover


class SetCondition(Command, frozen=True, tag="set_condition"):
    """The GM puts somebody under a condition."""

    who: str
    condition: str
    until: Until = "temporary"


class EndCondition(Command, frozen=True, tag="end_condition"):
    """The requirement that a condition states is met."""

    who: str
    condition: str


class GiveEdge(Command, frozen=True, tag="give_edge"):
    """The extra benefit of a critical success."""

    answers = "opening"
    who: str
    form: Literal["", "note", "advantage"] = ""
    text: str = ""


class AddCountdown(Command, frozen=True, tag="add_countdown"):
    """The GM starts a countdown."""

    countdown: Countdown


class StartCountdown(Command, frozen=True, tag="start_countdown"):
    """The GM starts a countdown in play: from a number, or from a die thrown in the open."""

    name: str
    start: int = 0
    die: Literal["", "d4", "d6", "d8", "d10", "d12", "d20"] = ""
    kind: Literal["standard", "progress", "consequence", "long_term"] = "standard"
    loop: Literal["none", "loop", "increasing", "decreasing"] = "none"
    linked: str = ""
    hidden: bool = False


class AdvanceCountdown(Command, frozen=True, tag="advance_countdown"):
    """The GM lets a countdown draw nearer."""

    countdown: str
    by: int = 1


class NoteChange(Command, frozen=True, tag="note_change"):
    """Say what the roll changed."""

    text: str


class EndZone(Command, frozen=True, tag="end_zone"):
    """A dangerous stretch of ground is so no longer: the brawl is over, the acid has drained away."""

    owner: str
    feature: str


class SettleThreat(Command, frozen=True, tag="settle_threat"):
    """A pending threat is dealt with."""

    number: int


class SpendFear(Command, frozen=True, tag="spend_fear"):
    """Spend Fear for something that a rule or feature names."""

    amount: int
    why: str


class GainFear(Command, frozen=True, tag="gain_fear"):
    """Gain Fear because an ability or effect says so."""

    amount: int
    why: str


class CallReaction(Command, Granting, frozen=True, tag="call_reaction"):
    """PCs make reaction rolls against something."""

    targets: str
    trait: Trait
    difficulty: int = 0
    source: str = ""
    stress: int = 0
    """What a failure costs."""
    advantages: int = 0
    disadvantages: int = 0


class RollFate(Command, frozen=True, tag="roll_fate"):
    """Leave something to chance: it happens on `limit` or less of one Duality Die."""

    who: str
    limit: int
    text: str = ""


class Fall(Command, frozen=True, tag="fall"):
    """Somebody falls or collides (DHP-FALL-01)."""

    who: str
    height: Literal["very_close", "close", "far", "very_far", "collision"]


class LevelUp(Command, frozen=True, tag="level_up"):
    """The party rises a level."""
