"""What the table sees of a campaign of Hope and Fear: whose turn it is, what is offered, suggested and told."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.card import Card
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.play.sides.daggerheart import party, resting
from arbitro.play.sides.daggerheart.camps import SHORT_RESTS
from arbitro.play.sides.daggerheart.party import (
    DaggerheartSide,
    able,
    fighting,
    inner_state,
    own_state,
    people,
    scene_in_play,
)
from arbitro.play.sides.daggerheart.scenes import best_for, foes_left, runners
from arbitro.play.sides.daggerheart.state import RunAway
from arbitro.play.sides.walking import front as walking_front
from arbitro.play.sides.walking.ground import leisure, lit
from arbitro.play.state import GROUP, CampaignState
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.presence import PLACE
from arbitro.text import Language

CALLS: Final[tuple[type[Command], ...]] = (c.RequestRoll, c.NoRoll, c.OfferBargain, c.GiveEdge, c.EndRest)
GM_TURN: Final[tuple[type[Command], ...]] = (
    c.OpenTurn,
    c.Interrupt,
    c.MakeMove,
    c.Spotlight,
    c.FoeAttack,
    c.UseFeature,
    c.FoeShed,
    c.FoeSprint,
    c.FoeAct,
    c.FoeReact,
    c.PayToEnd,
    c.EndTurn,
    c.Answer,
)


def kind_of(state: CampaignState, command: Command) -> str:
    """Calls for rolls are rulings, the GM's turn is what the adversaries do."""
    if isinstance(command, CALLS):
        return "rulings"
    return "monster_actions" if isinstance(command, GM_TURN) else walking_front.kind_of(state, command)


def cards(side: DaggerheartSide, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
    """Once a scene is over its place is behind the party, and how it ended has been told."""
    shown = walking_front.cards(side, state, seat, language)
    return shown if scene_in_play(state) else tuple([card for card in shown if card.id != PLACE])


def choices(side: DaggerheartSide, state: CampaignState, seat: Seat) -> Iterator[Choice]:
    """What a seat may do besides: rests, and a way out of a fight."""
    yield from walking_front.choices(side, state, seat)
    if state.awaiting or not able(side.game.rules.books, state):
        return
    in_play = scene_in_play(state)
    if in_play is not None and in_play.turn is None and fighting(state) and own_state(state).meeting is not None:
        for who in runners(side.game.rules.books, state):
            if seat.may_act_for(who):
                label = Label("choice.run_away", {"who": f"@{who}"})
                yield Choice(f"run_away/{who}", "run_away", label, {"who": who}, (), ("DH-DIFF-02",))
    if not state.under_way or leisure(side, state) is not None or not seat.may_act_for(GROUP):
        return
    if state.at and scene_in_play(state) is None:
        yield Choice("dwell_here", "dwell_here", Label("choice.dwell_here"), {}, (), ("DH-TENSION-01",))
    rules = ("DHP-REST-01",)
    if inner_state(state).short_rests < SHORT_RESTS:
        yield Choice("camp/short", "camp", Label("choice.camp_short"), {"kind": "short"}, (), rules)
    if not state.at:
        yield Choice("camp/long", "camp", Label("choice.camp_long"), {"kind": "long"}, (), rules)


def suggest(side: DaggerheartSide, state: CampaignState, seat: Seat) -> Command | None:
    """Rests, flight, checks in the dark; the rest as the game's own automatic players and GM have it."""
    inner = inner_state(state)
    if inner.rest is not None:
        command: Command = resting.next_move(side.game, inner, inner.rest)
        return command if seat.may_act_for(side.game.owner(inner, command)) else None
    flight = _flight(side.game.rules.books, state)
    if flight is not None and seat.may_act_for(flight.who):
        return flight
    wished = walking_front.suggest(side, state, seat)
    if isinstance(wished, c.RequestRoll) and not lit(state):
        return replace(wished, disadvantages=wished.disadvantages + 1)
    if wished is None and seat.may_act_for(REFEREE_ONLY) and scene_in_play(state) is not None and not inner.awaiting:
        return c.OpenTurn("golden_opportunity")  # nobody of the party can act: the GM goes on
    return wished


def next_to_act(side: DaggerheartSide, state: CampaignState) -> frozenset[str]:
    """In a rest those who may still do something; whoever may lead a flight; the GM where nobody can act."""
    inner = inner_state(state)
    if inner.rest is not None:
        return resting.still_resting(side.game, inner, inner.rest) or frozenset((REFEREE_ONLY,))
    found, flight = walking_front.next_to_act(side, state), _flight(side.game.rules.books, state)
    if not found and scene_in_play(state) is not None and not inner.awaiting:
        return frozenset((REFEREE_ONLY,))
    return found if flight is None else found | {flight.who}


def _flight(books: Library, state: CampaignState) -> RunAway | None:
    """When half of the party is down and foes still stand in numbers, whoever is nimblest leads them out."""
    in_play = scene_in_play(state)
    if in_play is None or in_play.turn is not None or state.awaiting or own_state(state).meeting is None:
        return None
    able, living = party.able(books, state), people(state)
    foes = sum(count for _, count in foes_left(books, state))
    hopeless = runners(books, state) and foes > len(able) and 2 * len(able) <= len(living)
    return RunAway(best_for(books, state, "flee")) if hopeless else None
