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
from typing import Any, Final

import gymnasium

from arbitro.chances.asking import fight_of
from arbitro.chances.bout import EVERYBODY, Bout, first_state
from arbitro.chances.policies import Policy, policy_of
from arbitro.kernel.event import Setting
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import State
from arbitro.worlds.episode import Cast
from arbitro.worlds.seat_world import SeatWorld, Story, WorldStep

SUGGEST: Final = "suggest"
Fight = str | Setup | State | Bout


def fight_world(
    game: str | Ruleset[Any] = "whitebox",
    fight: Fight = "orcs",
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


def fight_story(bout: Bout) -> Story:
    """A fight as something to be played."""
    return Story(
        bout.ruleset,
        lambda dice: first_state(bout, dice.play),
        bout.reading.over,
        lambda state, learners: Cast(learners, policies_of(bout, bout.ruleset.seats(state))),
        partial(won, bout),
    )


def policies_of(bout: Bout, seats: tuple[Seat, ...]) -> dict[str, Policy]:
    """By which policy each seat of a fight is played; those who do as is suggested are left out."""
    named = {seat.name: bout.policies.get(seat.name, bout.policies.get(EVERYBODY, SUGGEST)) for seat in seats}
    return {name: policy_of(policy) for name, policy in named.items() if policy != SUGGEST}


def won(bout: Bout, step: WorldStep) -> float:
    """What a fight came to for a seat, at its end."""
    return outcome_for(bout, step.after, step.seat) if step.over else 0.0


def outcome_for(bout: Bout, state: Any, seat: Seat) -> float:
    """1 where a seat's side alone holds the field, -1 where others do, 0 where it was broken off."""
    found = bout.reading.outcome(state)
    own = seat.name if seat.name in found.sides else next((o.side for o in found.people if o.id in seat.controls), "")
    if own in found.winners:
        return 1.0 if found.winners == (own,) else 0.0
    return -1.0 if found.winners else 0.0


gymnasium.register("arbitro/Fight-v0", entry_point="arbitro.worlds.fights:fight_world")
