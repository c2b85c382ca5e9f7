"""The learners' worlds keep their libraries' contracts, show a seat what it may see, and play by the real rules."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium import make_vec
from gymnasium.spaces import Box
from gymnasium.utils.env_checker import check_env
from msgspec.structs import replace
from pettingzoo.test import api_test, seed_test

from arbitro.chances.asking import fight_of
from arbitro.chances.bout import fought
from arbitro.kernel.legal_acts import legal_acts
from arbitro.kernel.seat import REFEREE
from arbitro.text import Fault
from arbitro.worlds.campaigns import campaign_world
from arbitro.worlds.episode import parted
from arbitro.worlds.fights import fight_world
from arbitro.worlds.seat_world import SeatWorld, WorldStep
from arbitro.worlds.sides import sides_world
from arbitro.worlds.sight import Extent, see

FIGHTS = {"whitebox": "orcs", "infausta": "goblins", "archmage": "bridge", "daggerheart": "bandits"}
GAMES = tuple(FIGHTS)
quiet = pytest.mark.filterwarnings("ignore")


@quiet
@pytest.mark.parametrize("flat", [False, True], ids=["structured", "flat"])
@pytest.mark.parametrize("game", GAMES)
def test_a_fight_passes_the_library_s_own_check(game: str, flat: bool) -> None:
    check_env(fight_world(game, FIGHTS[game], flat=flat), skip_render_check=True)


@quiet
@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_passes_the_library_s_own_check(game: str) -> None:
    check_env(campaign_world(game, days=2), skip_render_check=True)


@quiet
@pytest.mark.parametrize("game", GAMES)
def test_sides_pass_the_library_s_own_tests(game: str) -> None:
    api_test(sides_world(game, FIGHTS[game]), num_cycles=40)
    seed_test(lambda: sides_world(game, FIGHTS[game]), num_cycles=30)


def by_lot(world: SeatWorld, seed: int, lots: int) -> tuple[list[str], float, bool]:
    """A run by lot: what was done, what it was worth, and whether it came to its end."""
    _, info = world.reset(seed=seed)
    generator, done, worth = np.random.default_rng(lots), [], 0.0
    for _ in range(world.extent.decisions):
        act = int(generator.integers(info["acts"]))
        done.append(world.act_texts()[act])
        _, reward, over, late, info = world.step(act)
        worth += reward
        if over or late:
            return done, worth, over
    return done, worth, False


@pytest.mark.parametrize("game", GAMES)
def test_every_act_of_a_fight_by_lot_is_legal_and_the_same_seed_plays_the_same(game: str) -> None:
    world = fight_world(game, FIGHTS[game])
    first = by_lot(world, 5, 1)
    again = by_lot(fight_world(game, FIGHTS[game]), 5, 1)
    assert first == again
    assert first[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_by_lot_meets_no_refusal(game: str) -> None:
    done, _, _ = by_lot(campaign_world(game, days=2, extent=Extent(people=32, acts=1024, decisions=60)), 3, 2)
    assert done


def test_whoever_does_as_suggested_fights_the_bench_s_own_fight() -> None:
    """The dice of a run are those of the fight of that number: what the bench counts, a learner plays."""
    bout = fight_of("whitebox", "orcs")
    world = fight_world("whitebox", bout)
    for number in range(5):
        world.reset(seed=9, options={"number": number})
        while not world.episode.over:
            suggested = world.story.ruleset.suggest(world.episode.state, REFEREE)
            acts = [act.command(world.story.ruleset) for act in world.decision.acts]
            _, reward, _, _, _ = world.step(acts.index(suggested))
        ended = fought(bout, "9", number)
        assert world.episode.state == ended
        assert reward == (1.0 if bout.reading.outcome(ended).winners == ("party",) else -1.0)


def test_an_act_that_is_not_offered_changes_nothing() -> None:
    world = fight_world("whitebox", "orcs")
    _, info = world.reset(seed=1)
    before = world.episode.state
    _, reward, over, _, info = world.step(info["acts"])
    assert world.episode.state is before
    assert (reward, over, info["refused"]) == (0.0, False, True)


@pytest.mark.parametrize("change", [{"hp": 1}, {"hp": 3}], ids=["nearly dead", "hurt"])
def test_what_is_hidden_of_a_foe_is_not_seen(change: dict[str, Any]) -> None:
    """Two worlds that differ only in hit points which the seat may not know, and that show no wound, look the same."""
    world = fight_world("whitebox", "orcs")
    world.reset(seed=1)
    ruleset, state, seat = world.story.ruleset, world.episode.state, world.own_seat()
    foe = replace(state.fight.combatants["orc-1"], began=change["hp"], **change)
    other = replace(state, fight=replace(state.fight, combatants={**state.fight.combatants, "orc-1": foe}))
    seen = [see(ruleset, each, seat, list(legal_acts(ruleset, each, seat)), world.extent, 0) for each in (state, other)]
    for name in ("people", "acts", "mask", "clock"):
        assert np.array_equal(getattr(seen[0], name), getattr(seen[1], name))


def test_a_reward_of_one_s_own() -> None:
    seen: list[WorldStep] = []

    def counting(step: WorldStep) -> float:
        seen.append(step)
        return float(len(step.events))

    world = fight_world("whitebox", "orcs", reward=counting)
    world.reset(seed=1)
    _, reward, *_ = world.step(0)
    assert reward == len(seen[0].events) > 0
    assert seen[0].before is not seen[0].after


def test_several_at_once() -> None:
    worlds = make_vec("arbitro/Fight-v0", num_envs=3, vectorization_mode="sync", game="whitebox", fight="orcs")
    sights, _ = worlds.reset(seed=4)
    assert sights["people"].shape[0] == 3
    worlds.step(np.zeros(3, np.int64))
    worlds.close()


def test_lines_and_a_picture() -> None:
    world = fight_world("whitebox", "orcs", render_mode="ansi")
    world.reset(seed=1)
    assert "Berto" in world.render()
    drawn = fight_world("whitebox", "orcs", render_mode="rgb_array")
    drawn.reset(seed=1)
    assert drawn.render().ndim == 3
    assert isinstance(fight_world("whitebox", "orcs", flat=True).observation_space, Box)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (lambda: fight_world("whitebox", "orcs", render_mode="human"), "human"),
        (lambda: fight_world("whitebox", "orcs", seat="nobody").reset(seed=1), "nobody"),
        (lambda: sides_world("whitebox", "orcs", seats=("nobody",)), "nobody"),
    ],
)
def test_what_is_wrong_is_named_in_both_languages(wrong: Callable[[], object], word: str) -> None:
    with pytest.raises(Fault) as fault:
        wrong()
    assert word in fault.value.in_("it")
    assert word in fault.value.in_("en")
    assert fault.value.in_("it") != fault.value.in_("en")


def test_seats_that_share_out_everybody() -> None:
    world = fight_world("archmage", "bridge")
    world.reset(seed=1)
    assert parted(world.story.ruleset.seats(world.episode.state)) == ("party", "foes")
