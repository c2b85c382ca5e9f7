"""The GM's side: attacks, features, moves, the spotlight, countdowns."""

from typing import Final, Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Check, Modifier, Part, Sum
from arbitro.rules.daggerheart.state import (
    Countdown,
    Danger,
    Turn,
)
from arbitro.rules.daggerheart.words import Named, Reply

_COUNTDOWN: Final = "DHP-COUNT-01"


def put_aside(dice: tuple[Die, ...], sources: tuple[str, ...] = ()) -> tuple[Sum, ...]:
    """Dice of advantage or disadvantage that were thrown and do not count, and because of what they were thrown."""
    if not dice:
        return ()
    return (Sum(0, (Part(how="dropped", note="put_aside", dice=len(dice), sources=sources),), dice),)


class Reloaded(Event, frozen=True, tag="reloaded"):
    """A weapon that must be reloaded: on a 1 it costs a Stress."""

    thrown_by = "who"
    people = ("who",)
    who: str
    die: Die


class AttackRolled(Event, frozen=True, tag="attack_rolled"):
    """The GM's Die for an attack: one roll, held against each target (DH-ATK-04)."""

    thrown_by = "attacker"
    people = ("attacker", "target")
    attacker: str
    target: str
    check: Check
    hit: bool
    critical: bool = False
    others: tuple[Die, ...] = ()
    """The d20 that advantage or disadvantage put aside."""
    feature: str = ""
    why: tuple[str, ...] = ()
    """What the advantage or disadvantage comes from, as ids."""

    def variant(self) -> str:
        """By result."""
        return "critical" if self.critical and self.hit else "hit" if self.hit else "miss"

    def sums(self) -> tuple[Sum, ...]:
        """The dice that do not count."""
        return put_aside(self.others, self.why)


class FoeRolled(Event, frozen=True, tag="foe_rolled"):
    """The GM's Die for an adversary's action or reaction roll (DH-ADVERSARY-05, DH-REACT-01)."""

    people = ("who",)
    who: str
    kind: Literal["action", "reaction"]
    check: Check
    natural: bool = False
    others: tuple[Die, ...] = ()
    why: tuple[str, ...] = ()
    """What the advantage or disadvantage comes from, as ids."""

    def variant(self) -> str:
        """By result."""
        return f"{self.kind}_{'success' if self.check.success else 'failure'}"

    def sums(self) -> tuple[Sum, ...]:
        """The dice that do not count."""
        return put_aside(self.others, self.why)


class FoeActed(Event, frozen=True, tag="foe_acted"):
    """An adversary does something that simply works (DH-ADVERSARY-02)."""

    people = ("who",)
    who: str
    text: str = ""


class FeatureUsed(Event, frozen=True, tag="feature_used"):
    """A feature of an adversary or environment comes into play."""

    people = ("who", "on")
    who: str
    feature: str
    name: Named
    fear: int = 0
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    """What is added to the dice."""
    on: tuple[str, ...] = ()
    """Whom it is aimed at, where nothing that follows says so."""

    def variant(self) -> str:
        """A roll of its own, or its use; on somebody."""
        return "dice" if self.dice else "on" if self.on else ""

    @property
    def total(self) -> int:
        """What its dice come to, with what is added."""
        return sum(die.face for die in self.dice) + sum(each.amount for each in self.modifiers)

    def sums(self) -> tuple[Sum, ...]:
        """Several dice of a feature are one number."""
        if len(self.dice) < 2:
            return ()
        thrown = Part(sum(die.face for die in self.dice), dice=len(self.dice))
        added = (Part(each.amount, rule=each.rule, note=each.note, sources=each.sources) for each in self.modifiers)
        return (Sum(self.total, (thrown, *added), self.dice),)


class FeatureSpent(Event, frozen=True, tag="feature_spent"):
    """One use of a feature that has a number of them."""

    who: str
    feature: str
    used: int


SEEN: Final = ("heads", "sphere", "gold")
"""The numbers kept for an adversary that everybody at the table sees; the others are notes for the GM."""


class CounterChanged(Event, frozen=True, tag="counter_changed"):
    """A number kept for an adversary has changed."""

    people = ("who",)
    who: str
    counter: str
    value: int

    def variant(self) -> str:
        """What is seen of it; notes for the GM have no line."""
        if self.counter not in SEEN:
            return TOLD_WITH_ANOTHER
        return self.counter if self.value else f"{self.counter}_gone"


class TurnOpened(Event, frozen=True, tag="turn_opened"):
    """The spotlight comes to the GM (DH-SPOTLIGHT-01)."""

    turn: Turn
    reminder: bool = False
    """A lot of Fear has piled up (DH-FEAR-14)."""

    def variant(self) -> str:
        """By the reason."""
        return self.turn.why


class MoveMade(Event, frozen=True, tag="move_made"):
    """A GM move (DH-MOVE-01)."""

    people = ("target",)
    move: str
    tag: Literal["soft", "hard"]
    paid: int
    target: str = ""
    text: str = ""
    severity: Literal["none", "minor", "major"] = "none"


class PlayerTold(Event, frozen=True, tag="player_told"):
    """A player has answered what a GM move asked (DH-MOVE-21, DH-SOFT-04)."""

    people = ("who",)
    who: str
    move: str
    reply: Reply
    text: str = ""

    def variant(self) -> str:
        """By the answer."""
        return self.reply


class CountdownShown(Event, frozen=True, tag="countdown_shown"):
    """A countdown that was hidden lies in the open."""

    countdown: str
    value: int
    name: Named = Named("", "")


class ThreatPending(Event, frozen=True, tag="threat_pending"):
    """A soft move has announced something; the players may react (DH-SOFT-01)."""

    text: str
    move: str

    def variant(self) -> str:
        """In the GM's own words, or by the name of the move alone."""
        return "" if self.text else "untold"


class ThreatSettled(Event, frozen=True, tag="threat_settled"):
    """A pending threat is no longer one."""

    text: str


class FocusSet(Event, frozen=True, tag="focus_set"):
    """Several adversaries turn on one PC (DH-MOVE-18)."""

    people = ("who",)
    who: str
    free: tuple[str, ...] = ()


class Spotlighted(Event, frozen=True, tag="spotlighted"):
    """An adversary has the spotlight."""

    people = ("who",)
    who: str
    free: bool
    times: int


class SlowToken(Event, frozen=True, tag="slow_token"):
    """A Slow adversary gathers itself, or is ready (DHP-ADVSTAT-09)."""

    people = ("who",)
    who: str
    placed: bool
    acts: bool = False
    """It may act all the same, but for its standard attack."""

    def variant(self) -> str:
        """Placed or removed; of a shot that is being readied."""
        return ("placed" if self.placed else "removed") + ("_shot" if self.acts else "")


class Granted(Event, frozen=True, tag="granted"):
    """Adversaries who may have the spotlight at no further cost."""

    people = ("who",)
    who: tuple[str, ...]

    def variant(self) -> str:
        """One, or several."""
        return "one" if len(self.who) == 1 else ""


class FoeDone(Event, frozen=True, tag="foe_done"):
    """The adversary in the spotlight has acted."""

    who: str


class SpotlightReturned(Event, frozen=True, tag="spotlight_returned"):
    """The GM turn is over."""

    unused: int = 0


class SpotlightPassed(Event, frozen=True, tag="spotlight_passed"):
    """A PC has the spotlight (DHP-SPOT-01)."""

    people = ("who",)
    who: str


class TokensChanged(Event, frozen=True, tag="tokens_changed"):
    """Spotlight tokens (DHP-SPOT-03): one is given up, or everybody refills."""

    tokens: dict[str, int]
    refilled: bool = False


class CountdownStarted(Event, frozen=True, tag="countdown_started"):
    """A countdown begins."""

    countdown: Countdown
    dice: tuple[Die, ...] = ()
    name: Named = Named("", "")


class CountdownAdvanced(Event, frozen=True, tag="countdown_advanced"):
    """A countdown draws nearer to 0 (or farther, on a climb)."""

    people = ("who",)
    countdown: str
    value: int
    by: int
    name: Named = Named("", "")
    why: Literal["", "slip", "fall"] = ""
    """Why it rises: a bad failure slips back, or somebody has fallen off."""
    who: str = ""
    """Who slipped or fell."""
    before: int | None = None
    """Where it stood; older logs do not say it."""
    rolled: bool = True
    """Whether an action roll moves it; otherwise the GM does, or something that happens."""

    def variant(self) -> str:
        """Nearer, or farther and why."""
        return self.why or ("risen" if self.by < 0 else "")

    def sums(self) -> tuple[Sum, ...]:
        """From where it stood to where it stands."""
        if self.before is None:
            return ()
        moved = Part(
            -self.by, rule=_COUNTDOWN, note=f"countdown_{self.why or ('advanced' if self.rolled else 'moved')}"
        )
        over = self.value - (self.before - self.by)
        limit = (Part(over, rule=_COUNTDOWN, note="countdown_limit"),) if over else ()
        return (Sum(self.value, (Part(self.before, note="held_before"), moved, *limit), of="countdown"),)


class CountdownTriggered(Event, frozen=True, tag="countdown_triggered"):
    """A countdown has come to 0; a loop begins again (DHP-COUNT-01)."""

    countdown: str
    again: int
    """Its new value, or 0 if it is over."""
    start: int
    name: Named = Named("", "")

    def variant(self) -> str:
        """Over, or a loop that begins again."""
        return "again" if self.again else ""


class CountdownDropped(Event, frozen=True, tag="countdown_dropped"):
    """A countdown no longer matters."""

    countdown: str
    name: Named = Named("", "")

    def variant(self) -> str:
        """By its name, which logs of old did not keep."""
        return "named" if self.name.it else ""


class ZoneSet(Event, frozen=True, tag="zone_set"):
    """A place is under fire; empty: all zones end."""

    people = ("over",)
    zones: tuple[Danger, ...]
    over: tuple[str, ...] = ()
    """The features whose ground is safe again, as ids."""

    def variant(self) -> str:
        """What ends is told; what begins is, with the feature that is used."""
        return "over" if self.over else TOLD_WITH_ANOTHER
