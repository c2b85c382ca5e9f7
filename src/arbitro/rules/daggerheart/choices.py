"""The list of legal moves: everything offered here is accepted by `decide`."""

from collections.abc import Iterable

from arbitro.kernel.choice import Choice
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.rules.daggerheart.answer_choices import answers
from arbitro.rules.daggerheart.content import books_of
from arbitro.rules.daggerheart.player_choices import level_choices, player_choices, rest_choices
from arbitro.rules.daggerheart.referee_choices import (
    anytime_choices,
    between_choices,
    break_in_choices,
    gm_turn_choices,
)
from arbitro.rules.daggerheart.state import State
from arbitro.rules.daggerheart.thing_choices import loot_choices, thing_choices


def choices(game: Ruleset[State], state: State, seat: Seat) -> Iterable[Choice]:
    """What a seat may do now."""
    if state.awaiting:
        yield from answers(books_of(game), state, seat, state.awaiting[0])
        return
    if state.rest is not None:
        yield from rest_choices(state, seat, state.rest)
        yield from thing_choices(state, seat)
        return
    scene = state.scene
    if scene is None or scene.ending:
        yield from level_choices(books_of(game), state, seat)
        yield from thing_choices(state, seat)
        if seat.may_act_for(REFEREE_ONLY):
            yield from between_choices(state)
            yield from loot_choices(books_of(game), state)
        return
    if scene.turn is None:
        yield from player_choices(game, state, seat, scene)
        if seat.may_act_for(REFEREE_ONLY):
            yield from break_in_choices(state)
    elif seat.may_act_for(REFEREE_ONLY):
        yield from gm_turn_choices(game, state, scene, scene.turn)
    if seat.may_act_for(REFEREE_ONLY):
        yield from anytime_choices(game, state, scene)
