"""A fight of any game as a Gymnasium environment: the learner plays one seat, everybody else plays by a policy.

>>> import gymnasium
>>> import arbitro.worlds.fights
>>> world = gymnasium.make("arbitro/Fight-v0", game="whitebox", fight="orcs")
>>> sight, info = world.reset(seed=7)
>>> int(sight["mask"].sum()) == info["acts"]
True

The reward is what the fight came to, at its end: 1 for whoever alone holds the field, -1 for whoever does not, 0 where
it was broken off or still goes on after the last decision. ``reward=`` takes a function of one's own.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import gymnasium

from arbitro.chances.asking import fight_of
from arbitro.chances.bout import Bout, first_state
from arbitro.kernel.event import Setting
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.state import State
from arbitro.worlds.episode import Cast
from arbitro.worlds.outcomes import SUGGEST, outcome_for, policies_of
from arbitro.worlds.seat_world import Playable, SeatWorld, WorldStep

Fight = str | Setup | State | Bout


def fight_world(
    game: str | Ruleset[Any],
    fight: Fight,
    *,
    others: str | Mapping[str, str] = SUGGEST,
    options: Mapping[str, Setting] | None = None,
    **more: Any,
) -> SeatWorld:
    """A fight: a ready one by name, one that was set up, or one that has begun; the rest goes to `SeatWorld`."""
    return SeatWorld(fight_story(bout_of(game, fight, others, options)), **more)


def bout_of(
    game: str | Ruleset[Any],
    fight: Fight,
    others: str | Mapping[str, str] = SUGGEST,
    options: Mapping[str, Setting] | None = None,
) -> Bout:
    """The fight that is meant."""
    return fight if isinstance(fight, Bout) else fight_of(game, fight, others, options=options)


def fight_story(bout: Bout) -> Playable:
    """A fight as something to be played."""
    return Playable(
        bout.ruleset,
        lambda dice: first_state(bout, dice.play),
        bout.reading.over,
        lambda state, learners: Cast(learners, policies_of(bout, bout.ruleset.seats(state))),
        partial(won, bout),
    )


def won(bout: Bout, step: WorldStep) -> float:
    """What a fight came to for a seat, at its end."""
    return outcome_for(bout, step.after, step.seat) if step.over else 0.0


gymnasium.register("arbitro/Fight-v0", entry_point="arbitro.worlds.fights:fight_world")
