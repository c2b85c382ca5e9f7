"""Worlds for learners: steps of an environment beside the engine's own loop, over the same acts and the same dice.

The engine's own loop lists the present choices of the seat, fills in what they ask for, takes one by lot and decides
it, as any automatic player that chooses does. The environment adds what a learner sees, and its library's manners.
"""

from functools import cache, partial
from random import Random
from typing import Final

from benchmarks.common import Report

from arbitro.kernel.legal_acts import legal_acts
from arbitro.worlds.episode import Episode, run_dice
from arbitro.worlds.fights import fight_world
from arbitro.worlds.seat_world import SeatWorld
from arbitro.worlds.sight import Extent

FIGHTS: Final = {"whitebox": "orcs", "infausta": "goblins", "archmage": "bridge", "daggerheart": "bandits"}
RUNS: Final = 4
MOST: Final = 200
"""Steps of all runs together."""
EXTENT: Final = Extent(decisions=100_000)
SEED: Final = "7"


@cache
def world_of(game: str) -> SeatWorld:
    """The environment of a game's fight; making one is no step."""
    return fight_world(game, FIGHTS[game], extent=EXTENT)


def bare(game: str) -> int:
    """Runs by the engine's own loop; how many steps there were."""
    story = world_of(game).story
    lots, steps = Random(1), 0
    for number in range(RUNS):
        dice = run_dice(SEED, number)
        state = story.begin(dice)
        seat = story.ruleset.seats(state)[0].name
        run = Episode(story.ruleset, story.over, state, dice, story.cast(state, (seat,)))
        while run.seat is not None and steps < MOST:
            acts = list(legal_acts(story.ruleset, run.state, run.seat))[: EXTENT.acts]
            run.do(acts[lots.randrange(len(acts))].command(story.ruleset))
            steps += 1
    return steps


def wrapped(game: str) -> int:
    """The same runs by the environment; how many steps there were."""
    world = world_of(game)
    lots, steps = Random(1), 0
    for number in range(RUNS):
        _, info = world.reset(seed=int(SEED), options={"number": number})
        over = False
        while not over and steps < MOST:
            _, _, over, _, info = world.step(lots.randrange(info["acts"]))
            steps += 1
    return steps


def main() -> None:
    """Print how many steps a second an environment makes of the engine's own, game by game."""
    report = Report("worlds for learners")
    for game in FIGHTS:
        if bare(game) != wrapped(game):
            raise SystemExit(f"{game}: the environment plays other runs than the engine's own loop")
        what = f"steps: the environment / the engine's own loop, {game}"
        report.ratio(what, partial(wrapped, game), partial(bare, game), floor=0.7, working=True)
    report.close()
