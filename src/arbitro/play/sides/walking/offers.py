"""What a seat may do where the campaign itself provides the exploring."""

from collections.abc import Iterator
from typing import get_args

from arbitro.dungeon.doors import door_state
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.seat import Seat
from arbitro.play.sides.walking.commands import BeatenFate
from arbitro.play.sides.walking.endings import beaten_by_foes
from arbitro.play.sides.walking.firstword import listens
from arbitro.play.sides.walking.going import stands_open
from arbitro.play.sides.walking.ground import gold_of, leisure, to_go
from arbitro.play.sides.walking.hand_to_hand import on_the_body
from arbitro.play.sides.walking.state import WalkingState
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.state import GROUP
from arbitro.play.ways import ways

SURPRISES = ("nobody", "party", "foes")


def choices(side: Walker, state: WalkingState, seat: Seat) -> Iterator[Choice]:
    """All of it is accepted by `decide`."""
    if state.awaiting:
        return
    if state.meeting is not None and not state.meeting.joined:
        if state.errand is None:
            yield from _first_word(side, state, seat)
        if state.errand is None and seat.role == "referee":
            yield from _of_a_meeting()
        return
    if beaten_by_foes(side, state) and seat.role == "referee":
        fates = tuple(Pick(fate, Label(f"captive.{fate}")) for fate in get_args(BeatenFate))
        part = (Parameter("fate", picks=fates),)
        yield Choice("judge_beaten", "judge_beaten", Label("choice.judge_beaten"), {}, part, ("DA-SOLO-02",))
    if leisure(side, state) is not None:
        return
    yield from _order(side, state, seat)
    yield from _from_hand_to_hand(side, state, seat)
    yield from _on_the_dead(side, state, seat)
    hands = tuple(who for who in side.able(state) if seat.may_act_for(who))
    if state.stage == "town":
        yield from _in_town(side, state, hands)
    elif state.stage == "road" and seat.may_act_for(GROUP) and to_go(state) and not state.waiting:
        yield Choice("march", "march", Label("choice.march", {"days": to_go(state)}))
    elif state.stage == "dungeon" and state.at:
        yield from _below(state, seat, hands)


def _first_word(side: Walker, state: WalkingState, seat: Seat) -> Iterator[Choice]:
    """What the party may do about those whom it has met."""
    meeting, rules = state.meeting, ("DA-SOLO-02",)
    hands = tuple(who for who in side.able(state) if seat.may_act_for(who))
    if meeting is None or not hands:
        return
    who = (Parameter("who", picks=picks_of(hands)),)
    if listens(side, meeting):
        yield Choice("talk_round", "talk_round", Label("choice.talk_round"), {}, who, rules, main=True)
    if seat.may_act_for(GROUP):
        key = "choice.strike_first.unaware" if meeting.heard else "choice.strike_first"
        yield Choice("strike_first", "strike_first", Label(key), {}, (), rules)
    if not meeting.heard:
        yield Choice("creep_up", "creep_up", Label("choice.creep_up"), {}, who, rules)
    yield Choice("slip_away", "slip_away", Label("choice.slip_away"), {}, who, rules)


def _from_hand_to_hand(side: Walker, state: WalkingState, seat: Seat) -> Iterator[Choice]:
    """What somebody could hand to another."""
    people, able = side.people(state), side.able(state)
    for who in people:
        if not seat.may_act_for(who):
            continue
        others = picks_of(each for each in people if each != who and (who in able or each in able))
        for what, has in side.goods(side, state, who).items():
            if has and others:
                count = Parameter("count", "number", minimum=1, maximum=has)
                label = Label(f"choice.hand_over.{what}", {"who": f"@{who}"})
                fixed: dict[str, str | int] = {"who": who, "what": what}
                parts = (Parameter("to", picks=others), count)
                yield Choice(f"hand_over/{who}/{what}", "hand_over", label, fixed, parts, (), "goods")


def _on_the_dead(side: Walker, state: WalkingState, seat: Seat) -> Iterator[Choice]:
    """What could be taken from those who died here."""
    hands = tuple(Pick(who, Label("name", {"who": f"@{who}"})) for who in side.able(state) if seat.may_act_for(who))
    for dead in (one.who for one in state.fallen if on_the_body(side, state, one.who)):
        if hands:
            label, who = Label("choice.search_body", {"dead": f"@{dead}"}), Parameter("who", picks=hands)
            yield Choice(f"search_body/{dead}", "search_body", label, {"dead": dead}, (who,), (), "goods")


def _of_a_meeting() -> Iterator[Choice]:
    rules = ("DA-SOLO-02",)
    yield Choice("confront", "confront", Label("choice.confront"), {}, (), rules)
    picks = tuple(Pick(word, Label(f"surprise.{word}")) for word in SURPRISES)
    part = (Parameter("surprise", picks=picks),)
    yield Choice("confront/surprise", "confront", Label("choice.confront_surprise"), {}, part, rules)
    yield Choice("let_them_pass", "let_them_pass", Label("choice.let_them_pass"), {}, (), rules)


def _in_town(side: Walker, state: WalkingState, hands: tuple[str, ...]) -> Iterator[Choice]:
    for who in hands:
        gold = gold_of(side, state, who) or 0
        if gold:
            bundles = Parameter("bundles", "number", minimum=1, maximum=gold)
            label = Label("choice.buy_torches", {"who": f"@{who}"})
            yield Choice(f"buy_torches/{who}", "buy_torches", label, {"who": who}, (bundles,), group="shop")


def _order(side: Walker, state: WalkingState, seat: Seat) -> Iterator[Choice]:
    """Who could go in front."""
    able = side.able(state)
    others = tuple(who for who in side.people(state)[1:] if who in able) if state.abroad else ()
    picks = picks_of(who for who in others if seat.may_act_for(who))
    if picks:
        label, who = Label("choice.go_in_front"), Parameter("who", picks=picks)
        yield Choice("go_in_front", "go_in_front", label, {}, (who,), group="people")


def _below(state: WalkingState, seat: Seat, hands: tuple[str, ...]) -> Iterator[Choice]:
    if not hands:
        return
    who = Parameter("who", picks=picks_of(hands))
    if not state.light and state.torches:
        yield Choice("kindle_torch", "kindle_torch", Label("choice.kindle_torch"), {}, (who,), main=True)
    for found in ways(state.dungeon, state.at):
        about: dict[str, str | int] = {"way": f"@{found.id}"}
        if found.is_door and not found.shut and not stands_open(state, found):
            tried = door_state(state.dungeon, found.id).tried
            key = "choice.force_door" if tried else "choice.try_door"
            yield Choice(f"try_door/{found.id}", "try_door", Label(key, about), {"way": found.id}, (who,), main=True)
            if tried:
                label = Label("choice.work_open", about)
                yield Choice(f"work_open/{found.id}", "work_open", label, {"way": found.id}, (who,))
        if found.to != SURFACE and not found.blind:
            label = Label("choice.listen_at", about)
            yield Choice(f"listen_at/{found.id}", "listen_at", label, {"way": found.id}, (who,))
    fresh = tuple(each for each in hands if f"{state.at}/{each}" not in state.searched)
    if fresh:
        picks = picks_of(fresh)
        yield Choice("search_place", "search_place", Label("choice.search_place"), {}, (Parameter("who", picks=picks),))
    if seat.may_act_for(GROUP):
        yield Choice("let_time_pass", "let_time_pass", Label("choice.let_time_pass"), {"turns": 1}, idle=True)
