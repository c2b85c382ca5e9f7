"""What a table of this game is made of: a party, the GM's Fear, and a scene in which the spotlight moves."""

from typing import Literal

from msgspec import Struct, field

from arbitro.kernel import state as kernel
from arbitro.rules.daggerheart.people import (
    Armour,
    Assault,
    Block,
    Condition,
    Experience,
    Foe,
    Form,
    Hero,
    Place,
    Power,
    PowerEffect,
    Sheet,
    Thing,
    Weapon,
)
from arbitro.rules.daggerheart.steps import (
    Aftermath,
    Agenda,
    Apply,
    Attempt,
    Blow,
    Burning,
    Chance,
    Choose,
    Close,
    Discover,
    Dodged,
    Dying,
    Entry,
    Help,
    Hit,
    Landed,
    Leaving,
    PowerChance,
    Request,
    Resolve,
    Rethink,
    Retry,
    Ring,
    Rolled,
    Seized,
    Sharing,
    Step,
    Turn,
    Volley,
)
from arbitro.rules.daggerheart.words import (
    Band,
    Named,
    Tension,
    Trait,
)

__all__ = [
    "FEAR_LIMIT",
    "HOPE_SLOTS",
    "Aftermath",
    "Agenda",
    "Apply",
    "Armour",
    "Assault",
    "Attempt",
    "Block",
    "Blow",
    "Burning",
    "Chance",
    "Choose",
    "Close",
    "Condition",
    "Countdown",
    "Danger",
    "Discover",
    "Dodged",
    "Dying",
    "Entry",
    "Experience",
    "Fear",
    "Foe",
    "Form",
    "Help",
    "Hero",
    "Hit",
    "Landed",
    "Leaving",
    "Place",
    "Power",
    "PowerChance",
    "PowerEffect",
    "Request",
    "Resolve",
    "Rest",
    "Rethink",
    "Retry",
    "Ring",
    "Rolled",
    "SceneState",
    "Seized",
    "Sharing",
    "Sheet",
    "State",
    "Step",
    "Thing",
    "Turn",
    "Volley",
    "Weapon",
]

HOPE_SLOTS = 6
FEAR_LIMIT = 12


class Countdown(Struct, frozen=True, omit_defaults=True):
    """Something that draws nearer (DHP-COUNT-01)."""

    id: str
    name: Named
    kind: Literal["standard", "progress", "consequence", "long_term", "attacks", "fear_rolls", "attacked", "climb"]
    start: int
    value: int
    loop: Literal["none", "loop", "increasing", "decreasing"] = "none"
    linked: str = ""
    owner: str = ""
    feature: str = ""
    victim: str = ""
    hidden: bool = False
    ends: Literal["", "success", "failure"] = ""
    """What the scene comes to when it triggers."""
    leader: bool = False
    """It stops when the last leader is gone."""


class Danger(Struct, frozen=True, omit_defaults=True):
    """A zone under fire: who moves there makes the feature's reaction roll."""

    owner: str
    feature: str
    at: int
    within: Band
    lasting: bool = False
    """For the scene, not only until the next roll with Fear."""


class SceneState(Struct, frozen=True, omit_defaults=True):
    """A scene: where the spotlight is and everybody in it but the party."""

    number: int
    tension: Tension
    fear_spent: int = 0
    spotlight: Literal["players", "gm"] = "players"
    holder: str = ""
    waited: tuple[str, ...] = ()
    """PCs by how long they have been without the spotlight, longest first."""
    in_danger: bool = True
    foes: dict[str, Foe] = field(default_factory=dict)
    place: Place | None = None
    countdowns: dict[str, Countdown] = field(default_factory=dict)
    threats: tuple[str, ...] = ()
    """What soft moves have announced and nothing has come of yet (DH-SOFT-01)."""
    deed: Attempt | None = None
    """What a player has described and the GM has not yet answered."""
    pending: Request | None = None
    agenda: tuple[Agenda, ...] = ()
    turn: Turn | None = None
    last: Rolled | None = None
    rolls: int = 0
    quiet: int = 0
    """Action rolls since the GM last had the spotlight."""
    moves: tuple[str, ...] = ()
    """The GM's moves of this scene, in their order."""
    zones: tuple[Danger, ...] = ()
    goal: Named | None = None
    deeds: tuple[Trait, ...] = ()
    """Traits that the scene's problem can be met with, for automatic players."""
    difficulty: int = 0
    """Set by the GM for the scene's ordinary rolls; 0: the environment's."""
    ending: Literal["", "success", "failure", "defeat", "victory", "closed"] = ""
    last_blows: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The weapon and the target of each PC's last attack."""


class Fear(Struct, frozen=True, omit_defaults=True):
    """The GM's Fear. At all times gained = spent + held + lost."""

    held: int = 0
    gained: int = 0
    spent: int = 0
    lost: int = 0


class Rest(Struct, frozen=True, omit_defaults=True):
    """A rest being taken."""

    kind: Literal["short", "long"]
    moves: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What each PC has done with it, at most two moves."""
    preparing: tuple[str, ...] = ()
    cut: bool = False
    """A long rest that was interrupted and counts as a short one."""


class State(kernel.State, frozen=True, omit_defaults=True):
    """A table of this game."""

    party: dict[str, Hero] = field(default_factory=dict)
    fear: Fear = Fear()
    session: int = 0
    scene: SceneState | None = None
    scenes: int = 0
    short_rests: int = 0
    rest: Rest | None = None
    projects: dict[str, Countdown] = field(default_factory=dict)
    """Long-term countdowns that outlast a scene."""
