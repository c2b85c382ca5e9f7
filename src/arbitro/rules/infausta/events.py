"""What happens in this game beside what happens in the parent game."""

from typing import Any, Literal

from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event, GoesOn
from arbitro.kernel.ruling import Check
from arbitro.kernel.then import Then
from arbitro.rules.infausta.features import events as features
from arbitro.rules.infausta.state import Delve, MoraleWeights, Task
from arbitro.rules.infausta.wilderness import events as wilderness


class ActionWasted(Event, frozen=True, tag="action_wasted"):
    """What somebody declared has become impossible and is lost for the round."""

    people = ("who", "target")
    who: str
    kind: str
    target: str = ""
    """At whom it was aimed; older logs do not say."""
    spell: str = ""
    act: str = ""
    why: Literal["", "helpless", "gone"] = ""
    """The doer cannot act, or the target is no longer in the fight; else out of reach or sight, or an old log."""

    def variant(self) -> str:
        """What has come between."""
        return self.why


class SpellBroken(Event, frozen=True, tag="spell_broken"):
    """Something other than damage broke a declared spell, which is spent."""

    people = ("who",)
    who: str
    spell: str


class WeaponShot(Event, frozen=True, tag="weapon_shot"):
    """A slow weapon was shot; it can be shot again from a later round on."""

    people = ("who",)
    who: str
    weapon: str
    ready: int


class MoraleWeighed(Event, frozen=True, tag="morale_weighed"):
    """The referee has said what weighs on a group's morale."""

    group: str
    weights: MoraleWeights


class TurnKept(Event, frozen=True, tag="turn_kept"):
    """A turn in an enclosed place is written down, and the next one begins."""

    kept_last = "walk"

    turn: int
    rested: bool
    delve: Delve
    under_sky: int = 0
    """Turns from before the party came in here: the telling counts without them."""

    def variant(self) -> str:
        """A turn of rest or of work."""
        return "rest" if self.rested else ""


class TurnNoted(Event, frozen=True, tag="turn_noted"):
    """Part of the turn is used up, or something about it is noted."""

    people = ("who",)
    who: str
    rounds: int
    delve: Delve

    def variant(self) -> str:
        """Somebody's rounds; those of everybody go by with what they do, which is told."""
        return "one" if self.who else TOLD_WITH_ANOTHER


class RestDue(Event, frozen=True, tag="rest_due"):
    """The party should rest now; what comes of not resting is the referee's."""

    kept_last = "walk"

    regular: bool
    after_fights: int

    def variant(self) -> str:
        """The rest of every sixth turn, or those that fights alone have left."""
        return "" if self.regular else "after_fights"


class TrapsSought(Event, frozen=True, tag="traps_sought"):
    """Somebody looked something over for traps."""

    reveals = True

    people = ("who", "found")
    who: str
    spot: str
    found: tuple[str, ...] = ()

    def variant(self) -> str:
        """Something or nothing."""
        return "found" if self.found else "nothing"


class TrapsAsked(Event, frozen=True, tag="traps_asked"):
    """Somebody without any knack for traps looks for some; the referee judges."""

    people = ("who",)
    who: str
    spot: str


class LookedOver(Event, frozen=True, tag="looked_over"):
    """A place was looked over and mapped."""

    reveals = True

    people = ("who",)
    who: str
    turns: int


class TaskSet(Event, frozen=True, tag="task_set"):
    """Something that takes several turns is under way, goes on, or is done."""

    people = ("who",)
    who: str
    task: Task

    def variant(self) -> str:
        """Still going on, or done."""
        return "left" if self.task.left else "done"

    def only_goes_on(self, _then: Then[Any]) -> GoesOn:
        """Work that goes on."""
        return "walk" if self.task.left > 0 else ""


class GuardAdvised(Event, frozen=True, tag="guard_advised"):
    """Somebody is busy for several turns: it would be wise to post a guard."""

    people = ("who",)
    who: str
    turns: int


class DoingAsked(Event, frozen=True, tag="doing_asked"):
    """Somebody does something that is on no list; the referee is asked for time and odds."""

    people = ("who",)
    who: str
    text: str


class DoingDone(Event, frozen=True, tag="doing_done"):
    """What came of it."""

    thrown_by = "who"
    people = ("who",)
    who: str
    rounds: int
    success: bool
    check: Check | None = None

    def variant(self) -> str:
        """Whether it worked."""
        return "done" if self.success else "failed"


class EncounterOrder(Event, frozen=True, tag="encounter_order"):
    """Surprise and distance are settled; the referee settles the reaction before anybody acts."""

    people = ("troop",)
    troop: str


EVENTS: tuple[type[Event], ...] = (
    ActionWasted,
    SpellBroken,
    WeaponShot,
    MoraleWeighed,
    TurnKept,
    TurnNoted,
    RestDue,
    TrapsSought,
    TrapsAsked,
    LookedOver,
    TaskSet,
    GuardAdvised,
    DoingAsked,
    DoingDone,
    EncounterOrder,
    *wilderness.EVENTS,
    *features.EVENTS,
)
