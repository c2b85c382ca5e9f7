"""Learning a policy of weights by trial: fights by the hundred, and the best weights drawn closer together.

The method is the cross-entropy method, in plain Python: weights are drawn around a middle, each draw fights the same
fights, and those that won most often are the next middle. The first middle strikes whoever can be struck and waits
else, as a beginner would; what else pays is found out. The same seed learns the same policy.
"""

from collections.abc import Callable
from math import cos, log, pi, sqrt
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.bout import Bout, first_state
from arbitro.chances.sampled import Pair, Stop, compare
from arbitro.dice.stream import Dice, QuickDice
from arbitro.worlds.episode import Cast, Episode, parted, run_dice
from arbitro.worlds.linear import FEATURES, Weights
from arbitro.worlds.outcomes import outcome_for, policies_of

BEGINNER: Final = {
    "strikes": 3.0,
    "moves": -1.0,
    "helps": -1.0,
    "is_nobodys": -0.5,
    "gives_up": -6.0,
    "comes_late": -0.1,
}
"""What a beginner does: strike, and else let the round go by."""
MOST_DECISIONS: Final = 300
"""Of one fight; who dawdles has not won."""
SEED: Final = "learning"
FINE: Final = 1 << 20
"""Into how many steps a lot is divided."""


class Lessons(Struct, frozen=True, kw_only=True):
    """How much is tried: generations of several draws, which each fight so many fights."""

    generations: int = 5
    draws: int = 16
    fights: int = 24
    best: int = 4
    """How many draws of a generation the next one begins with."""
    spread: float = 1.5
    least_spread: float = 0.25


class Lesson(Struct, frozen=True):
    """What one generation came to: how often its draws won on the average, and the best of them."""

    number: int
    mean: float
    best: float


def learn(
    bout: Bout,
    seat: str = "",
    lessons: Lessons | None = None,
    seed: int = 1,
    tell: Callable[[Lesson], None] = lambda lesson: None,  # noqa: ARG005 - nobody listens
) -> Weights:
    """Learn to fight a fight in a seat, the first where none is named; `tell` hears of every generation."""
    plan, lots = lessons or Lessons(), QuickDice(seed)
    middle = [BEGINNER.get(name, 0.0) for name in FEATURES]
    spread = [plan.spread] * len(FEATURES)
    for number in range(plan.generations):
        drawn = [[at + wide * _lot(lots) for at, wide in zip(middle, spread, strict=True)] for _ in range(plan.draws)]
        first = number * plan.fights
        won = [fmean(_won(bout, seat, draw, first + each) for each in range(plan.fights)) for draw in drawn]
        ranked = sorted(range(plan.draws), key=lambda each: -won[each])
        best = [drawn[each] for each in ranked[: plan.best]]
        middle = [fmean(column) for column in zip(*best, strict=True)]
        spread = [max(plan.least_spread, stdev(column)) for column in zip(*best, strict=True)]
        tell(Lesson(number + 1, fmean(won), max(won)))
    fought = plan.generations * plan.draws * plan.fights
    return Weights(game=bout.game, fights=fought, weights=dict(zip(FEATURES, middle, strict=True)))


def _lot(lots: Dice) -> float:
    """A number by lot, mostly near 0: of the normal distribution."""
    first, second = (lots.roll(FINE, "lot").face / FINE for _ in range(2))
    return sqrt(-2 * log(first)) * cos(2 * pi * second)


def _won(bout: Bout, seat: str, weights: list[float], number: int) -> float:
    """Whether a draw wins a numbered fight."""
    policy = Weights(game=bout.game, weights=dict(zip(FEATURES, weights, strict=True))).policy
    dice = run_dice(SEED, number)
    state = first_state(bout, dice.play)
    seats = bout.ruleset.seats(state)
    name = seat or parted(seats)[0]
    run = Episode(bout.ruleset, bout.reading.over, state, dice, Cast((name,), policies_of(bout, seats)))
    for _ in range(MOST_DECISIONS):
        if run.seat is None:
            own = next(each for each in seats if each.name == name)
            return float(outcome_for(bout, run.state, own) > 0)
        command = policy(bout.ruleset, run.state, run.seat, dice.lots)
        if command is None:
            break
        run.do(command)
    return 0.0


def held_against(bout: Bout, weights: Weights, side: str, fights: int, seed: str = "held against") -> Pair:
    """A learnt policy beside what the side did before, over the same dice: fights that it has not learnt from."""
    learnt = replace(bout, policies={**bout.policies, side: weights.policy})
    return compare(bout, learnt, seed, Stop(fights=fights))
