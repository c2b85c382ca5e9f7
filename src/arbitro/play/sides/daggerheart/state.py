"""What a campaign adds for the game of Hope and Fear: its state, its events and its commands."""

from collections.abc import Callable
from typing import Any, Final, Literal, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Part, Sum
from arbitro.play.sides.walking import events as w
from arbitro.play.sides.walking.state import WalkingState
from arbitro.play.state import Fallen
from arbitro.rules.daggerheart.people import Hero, Sheet
from arbitro.rules.daggerheart.state import State

Fate = Literal["held", "ransomed", "robbed", "freed", "killed"]
FATES: Final = get_args(Fate)
"""What may become of somebody in the enemy's power."""
FreedBy = Literal["rescued", "found", "released", "ransomed"]


class Captivity(Struct, frozen=True, omit_defaults=True):
    """Where somebody is held, and by whom."""

    by: str
    """The slot of the captors."""
    space: str
    dungeon: int = 0
    """The number of the dungeon that both are of."""
    ransom: int = 0
    """Gold pieces; 0: none is asked."""
    purse: int = 0
    """Gold that the captors have taken."""


class DaggerheartCampaign(WalkingState, frozen=True, kw_only=True):
    """A campaign of the game of Hope and Fear."""

    game: State
    apart: dict[str, Hero] = field(default_factory=dict)
    """How those stand who wait elsewhere; the game knows nothing of them meanwhile."""
    captives: dict[str, Captivity] = field(default_factory=dict)
    """Those of them who are in the enemy's power."""


class LotsDrawn(Event, frozen=True, tag="lots_drawn"):
    """Who comes was left to lot."""

    dice: tuple[Die, ...]


class HeroJoined(Event, frozen=True, tag="hero_joined"):
    """Somebody new joins the party."""

    people = ("who",)

    who: str
    hero: Hero


class SheetChanged(Event, frozen=True, tag="sheet_changed"):
    """Something has changed what somebody is: a pool, a gas, the end of one."""

    who: str
    sheet: Sheet


class ProgressSpent(Event, frozen=True, tag="progress_spent"):
    """What was won has brought a level; counting begins anew."""


class CaptiveTaken(Event, frozen=True, tag="captive_taken"):
    """Somebody could not flee with the others and is in the enemy's power."""

    people = ("who",)

    who: str
    held: Captivity


class CaptiveRobbed(Event, frozen=True, tag="captive_robbed"):
    """Captors take somebody's purse."""

    people = ("who",)

    who: str
    gold: int


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
        level = self.gold // self.a_level
        price = Part(self.a_level, rule="DH-SOFT-04", note="ransom_for_a_level")
        return (Sum(self.gold, (price, Part(level, "times", "DH-SOFT-04", "party_level"))),)


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


class Camp(Command, frozen=True, tag="camp"):
    """The party stops for a short rest, or makes camp for a long one."""

    kind: Literal["short", "long"]


class DwellHere(Command, frozen=True, tag="dwell_here"):
    """The table dwells on this place: it is a scene, in which powers may be used and anything tried with a trait."""


class Enlist(Command, frozen=True, tag="enlist"):
    """Let a finished character enter, from a file or from another table."""

    sheet: Sheet


class RunAway(Command, frozen=True, tag="run_away"):
    """Somebody leads the party out of a fight: an Agility Roll decides."""

    who: str


EVENTS: Final[tuple[type[Event], ...]] = (
    LotsDrawn,
    HeroJoined,
    SheetChanged,
    ProgressSpent,
    CaptiveTaken,
    CaptiveRobbed,
    RansomSet,
    RansomGiven,
    CaptiveFreed,
    CaptiveSlain,
)


def _stayed(state: DaggerheartCampaign, event: w.StayedBehind) -> DaggerheartCampaign:
    parted = _away(w.stayed(state, event), event.who)
    return replace(parted, game=replace(parted.game, short_rests=event.stores.rests))


def _away(state: DaggerheartCampaign, who: tuple[str, ...]) -> DaggerheartCampaign:
    apart = {**state.apart, **{each: state.game.party[each] for each in who}}
    here = {each: hero for each, hero in state.game.party.items() if each not in who}
    return replace(state, apart=apart, game=replace(state.game, party=here))


def _came_along(state: DaggerheartCampaign, event: w.CameAlong) -> DaggerheartCampaign:
    back = _back(w.came_along(state, event), event.who)
    return replace(back, game=replace(back.game, short_rests=event.stores.rests))


def _back(state: DaggerheartCampaign, who: tuple[str, ...]) -> DaggerheartCampaign:
    apart = {each: hero for each, hero in state.apart.items() if each not in who}
    party = {**state.game.party, **{each: state.apart[each] for each in who}}
    return replace(state, apart=apart, game=replace(state.game, party=party))


def _ordered(state: DaggerheartCampaign, event: w.OrderChanged) -> DaggerheartCampaign:
    party = {who: state.game.party[who] for who in event.order}
    return replace(state, game=replace(state.game, party={**party, **state.game.party}))


def _joined(state: DaggerheartCampaign, event: HeroJoined) -> DaggerheartCampaign:
    return replace(state, game=replace(state.game, party={**state.game.party, event.who: event.hero}))


def _sheet(state: DaggerheartCampaign, event: SheetChanged) -> DaggerheartCampaign:
    if event.who in state.apart:
        apart = {**state.apart, event.who: replace(state.apart[event.who], sheet=event.sheet)}
        return replace(state, apart=apart)
    party = dict(state.game.party)
    party[event.who] = replace(party[event.who], sheet=event.sheet)
    return replace(state, game=replace(state.game, party=party))


def _captured(state: DaggerheartCampaign, event: CaptiveTaken) -> DaggerheartCampaign:
    return replace(_away(state, (event.who,)), captives={**state.captives, event.who: event.held})


def _robbed(state: DaggerheartCampaign, event: CaptiveRobbed) -> DaggerheartCampaign:
    held = state.captives[event.who]
    captives = {**state.captives, event.who: replace(held, purse=held.purse + event.gold)}
    return replace(state, captives=captives, purses={**state.purses, event.who: 0})


def _ransom_asked(state: DaggerheartCampaign, event: RansomSet) -> DaggerheartCampaign:
    held = replace(state.captives[event.who], ransom=event.gold)
    return replace(state, captives={**state.captives, event.who: held})


def _ransom_paid(state: DaggerheartCampaign, event: RansomGiven) -> DaggerheartCampaign:
    return replace(state, purses={**state.purses, **event.purses})


def _freed(state: DaggerheartCampaign, event: CaptiveFreed) -> DaggerheartCampaign:
    purses = {**state.purses, event.who: state.purses.get(event.who, 0) + event.purse}
    return replace(_captive_no_more(state, event.who), purses=purses)


def _slain(state: DaggerheartCampaign, event: CaptiveSlain) -> DaggerheartCampaign:
    return replace(_captive_no_more(state, event.who), fallen=(*state.fallen, event.fallen))


def _captive_no_more(state: DaggerheartCampaign, who: str) -> DaggerheartCampaign:
    captives = {each: held for each, held in state.captives.items() if each != who}
    return replace(_back(state, (who,)), captives=captives)


FOLDS: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {
    LotsDrawn: lambda state, _: state,
    HeroJoined: _joined,
    SheetChanged: _sheet,
    ProgressSpent: lambda state, _: replace(state, progress="0"),
    CaptiveTaken: _captured,
    CaptiveRobbed: _robbed,
    RansomSet: _ransom_asked,
    RansomGiven: _ransom_paid,
    CaptiveFreed: _freed,
    CaptiveSlain: _slain,
    w.StayedBehind: _stayed,
    w.CameAlong: _came_along,
    w.LeftForDead: lambda state, event: _back(w.left_for_dead(state, event), event.who),
    w.OrderChanged: _ordered,
}
