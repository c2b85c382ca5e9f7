"""The page of a side whose exploring the campaign provides: what a game of this kind need not say itself."""

from collections.abc import Callable
from typing import Any, Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.hooks import Rulings
from arbitro.play import plain
from arbitro.play.deeds import Deed
from arbitro.play.scene import Scene
from arbitro.play.side import Bound, Inner, Parting, Purse, Road, Stores, Walk
from arbitro.play.sides.walking import (
    captives,
    captivity,
    endings,
    errands,
    firstword,
    going,
    ground,
    hand_to_hand,
    meetings,
    parting,
)
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.captivity import BuyFree, CaptiveFate
from arbitro.play.sides.walking.walker import Walker

WALKING: Final = "arbitro.play.sides.walking"
"""Where the switches and the sentences of these chapters lie."""

EVENTS: Final[tuple[type[Event], ...]] = (*e.EVENTS, *captivity.EVENTS)
"""What happens in them."""
FOLDS: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {**e.FOLDS, **captivity.FOLDS}
"""How it is folded."""


def rulings(side: Walker) -> Rulings[Scene, Deed]:
    """Every command that these chapters add, with its rule."""
    of = Bound(side)
    return (
        Rulings[Scene, Deed]()
        # doors, ears, eyes
        .on(walking_commands.TryDoor, Deed.PARTY, of(errands.try_door))
        .on(walking_commands.WorkOpen, Deed.PARTY, of(errands.work_open))
        .on(walking_commands.ListenAt, Deed.PARTY, of(errands.listen_at))
        .on(walking_commands.SearchPlace, Deed.PARTY, of(errands.search_place))
        # time, light, the road
        .on(walking_commands.LetTimePass, Deed.PARTY, of(going.let_time_pass))
        .on(walking_commands.KindleTorch, Deed.PARTY, of(ground.kindle_torch))
        .on(walking_commands.BuyTorches, Deed.PARTY, of(ground.buy_torches))
        .on(walking_commands.GoInFront, Deed.PARTY, of(parting.go_in_front))
        .on(walking_commands.March, Deed.PARTY, of(ground.march))
        # from hand to hand
        .on(walking_commands.HandOver, Deed.PARTY, of(hand_to_hand.hand_over))
        .on(walking_commands.SearchBody, Deed.PARTY, of(hand_to_hand.search_body))
        # those who are met
        .on(walking_commands.StrikeFirst, Deed.PARTY, of(firstword.strike_first))
        .on(walking_commands.CreepUp, Deed.PARTY, of(firstword.creep_up))
        .on(walking_commands.TalkRound, Deed.PARTY, of(firstword.talk_round))
        .on(walking_commands.SlipAway, Deed.PARTY, of(firstword.slip_away))
        .on(walking_commands.Confront, Deed.REFEREE, of(firstword.confront))
        .on(walking_commands.LetThemPass, Deed.REFEREE, of(firstword.let_them_pass))
        .on(walking_commands.JudgeBeaten, Deed.REFEREE, of(endings.judge_beaten))
        # those in the enemy's power
        .on(CaptiveFate, Deed.REFEREE, of(captives.captive_fate))
        .on(BuyFree, Deed.PARTY, of(captives.buy_free))
    )


def purse(side: Walker) -> Purse:
    """Gold in purses, divided as it is found."""
    of = Bound(side)
    return Purse(
        gold=of(ground.gold_of),
        set_gold=ground.set_gold,
        receive=of(ground.receive),
        wealth=of(ground.wealth),
        experience=plain.no_experience,
    )


def road(lodge: Callable[[Scene, int], Refusal | None], come_home: Callable[[Scene], Refusal | None]) -> Road:
    """A road of so many days; what an inn and coming home are is the game's."""
    return Road(
        lodge=lodge,
        set_out=ground.set_out,
        turn_round=ground.turn_round,
        come_home=come_home,
        pace=ground.pace,
        at_gate=ground.at_gate,
        at_mouth=ground.at_mouth,
        chart=plain.no_chart,
    )


def walk(side: Walker) -> Walk:
    """By torchlight, so many feet a minute."""
    of = Bound(side)
    return Walk(
        pass_turns=of(going.pass_turns),
        pass_days=of(ground.pass_days),
        free_hand=plain.free_hand,
        ready=plain.ready_at_once,
        go_down=of(going.go_down),
        may_go=going.may_go,
        go=of(going.go),
        paces=plain.no_paces,
        put=of(going.put),
    )


def inner(side: Walker, after: Callable[[Scene, int], None]) -> Inner:
    """The game's own commands need nothing of the dungeon but quiet for a rest; what follows of them is the game's."""
    return Inner(
        before=Bound(side)(firstword.not_before_strangers),
        steps=plain.in_one_step,
        notice=plain.nothing_at_once,
        after=after,
    )


def apart(side: Walker, abandon: Callable[[Scene, tuple[str, ...], str], None]) -> Parting:
    """Those who wait are out of the game; what giving them up means is the game's."""
    of = Bound(side)
    return Parting(
        part=of(parting.part),
        rejoin=of(parting.rejoin),
        can_go_on=of(parting.can_go_on),
        look_to=parting.look_to,
        watch_over=parting.watch_over,
        come_upon=of(ground.come_upon),
        lie_below=parting.lie_below,
        break_off=plain.ended_already,
        abandon=abandon,
        held_here=captives.held_here,
    )


def stores(side: Walker, kinds: Callable[[], tuple[str, ...]]) -> Stores:
    """Creatures of the game's, and treasure by its worth in gold."""
    return Stores(
        stocker=side.stocker,
        settled=plain.as_written,
        kinds=kinds,
        is_kind=lambda name: name in kinds(),
        kind_called=Bound(side)(meetings.foe_called),
        glyph=side.glyph,
        valuables=ground.valuables,
        is_valuable=lambda name: name in ground.valuables(),
        valuable_called=plain.no_name,
    )
