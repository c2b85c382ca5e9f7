"""Being in the enemy's power: what is kept of it, what happens and is said, and how it is folded, in any game here."""

from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar, get_args

from msgspec.structs import replace

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Part, Sum
from arbitro.play.sides.walking.state import Captivity, WalkingState
from arbitro.play.state import Fallen

Fate = Literal["held", "ransomed", "robbed", "freed", "killed"]
FATES: Final = get_args(Fate)
"""What may become of somebody in the enemy's power."""
FreedBy = Literal["rescued", "found", "released", "ransomed"]
W = TypeVar("W", bound=WalkingState)


class CaptiveTaken(Event, frozen=True, tag="captive_taken"):
    """Somebody could not flee with the others and is in the enemy's power."""

    people = ("who",)

    who: str
    held: Captivity


class CaptiveRobbed(Event, frozen=True, tag="captive_robbed"):
    """Captors take somebody's purse, and the potions of those who have some."""

    people = ("who",)

    who: str
    gold: int
    potions: int = 0

    def variant(self) -> str:
        """The purse alone, or more."""
        return "potions" if self.potions else ""


class RansomSet(Event, frozen=True, tag="ransom_set"):
    """Captors name the price of somebody's freedom."""

    people = ("who",)

    who: str
    gold: int
    a_level: int = 0
    """Gold pieces for each level of the party; 0 where an old log does not say."""

    def sums(self) -> tuple[Sum, ...]:
        """So much for each level."""
        if not self.a_level:
            return ()
        level, rule = self.gold // self.a_level, self.rules[0] if self.rules else ""
        price = Part(self.a_level, rule=rule, note="ransom_for_a_level")
        return (Sum(self.gold, (price, Part(level, "times", rule, "party_level"))),)


class RansomGiven(Event, frozen=True, tag="ransom_given"):
    """Somebody pays it; `purses` is what the payer has left."""

    people = ("who", "captive")

    who: str
    captive: str
    gold: int
    purses: dict[str, int]


class CaptiveFreed(Event, frozen=True, tag="captive_freed"):
    """Somebody is free and with the party again, with what they had, if they have got it back."""

    people = ("who",)

    who: str
    how: FreedBy
    purse: int = 0
    potions: int = 0

    def variant(self) -> str:
        """By what freed them."""
        return self.how


class CaptiveSlain(Event, frozen=True, tag="captive_slain"):
    """Captors kill somebody whom they hold."""

    people = ("who",)

    who: str
    fallen: Fallen


class CaptiveFate(Command, frozen=True, tag="captive_fate"):
    """The referee says what becomes of somebody in the enemy's power."""

    captive: str
    fate: Fate


class BuyFree(Command, frozen=True, tag="buy_free"):
    """Somebody buys a captive free."""

    who: str
    captive: str


EVENTS: Final[tuple[type[Event], ...]] = (
    CaptiveTaken,
    CaptiveRobbed,
    RansomSet,
    RansomGiven,
    CaptiveFreed,
    CaptiveSlain,
)


def gone_from(state: W, who: tuple[str, ...]) -> W:
    """The game knows nothing of these meanwhile: `apart` says how they stand."""
    known: Any = state
    apart = {**known.apart, **{each: known.game.party[each] for each in who}}
    here = {each: one for each, one in known.game.party.items() if each not in who}
    return replace(state, apart=apart, game=replace(known.game, party=here))


def back_in(state: W, who: tuple[str, ...]) -> W:
    """The game knows them again, as they stood apart."""
    known: Any = state
    apart = {each: one for each, one in known.apart.items() if each not in who}
    party = {**known.game.party, **{each: known.apart[each] for each in who}}
    return replace(state, apart=apart, game=replace(known.game, party=party))


def _taken(state: W, event: CaptiveTaken) -> W:
    return replace(gone_from(state, (event.who,)), captives={**state.captives, event.who: event.held})


def robbed(state: W, event: CaptiveRobbed) -> W:
    """The purse is with the captors."""
    held = state.captives[event.who]
    theirs = replace(held, purse=held.purse + event.gold, potions=held.potions + event.potions)
    return replace(state, captives={**state.captives, event.who: theirs}, purses={**state.purses, event.who: 0})


def _ransom_asked(state: W, event: RansomSet) -> W:
    held = replace(state.captives[event.who], ransom=event.gold)
    return replace(state, captives={**state.captives, event.who: held})


def _ransom_paid(state: W, event: RansomGiven) -> W:
    return replace(state, purses={**state.purses, **event.purses})


def freed(state: W, event: CaptiveFreed) -> W:
    """With the party again, and with the purse that was got back."""
    purses = {**state.purses, event.who: state.purses.get(event.who, 0) + event.purse}
    return replace(_captive_no_more(state, event.who), purses=purses)


def _slain(state: W, event: CaptiveSlain) -> W:
    return replace(_captive_no_more(state, event.who), fallen=(*state.fallen, event.fallen))


def _captive_no_more(state: W, who: str) -> W:
    captives = {each: held for each, held in state.captives.items() if each != who}
    return replace(back_in(state, (who,)), captives=captives)


FOLDS: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {
    CaptiveTaken: _taken,
    CaptiveRobbed: robbed,
    RansomSet: _ransom_asked,
    RansomGiven: _ransom_paid,
    CaptiveFreed: freed,
    CaptiveSlain: _slain,
}
