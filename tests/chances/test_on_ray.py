"""Fights on a local cluster of Ray are the same fights."""

import importlib.util

import pytest
from tests.chances.fights import duel

from arbitro.chances.on_ray import RayExecutor
from arbitro.chances.sampled import BATCH, Stop, sample
from arbitro.chances.work import FightWork
from arbitro.extras import MissingExtra

THERE = importlib.util.find_spec("ray") is not None


@pytest.mark.slow
@pytest.mark.skipif(not THERE, reason="the extra ray is not installed")
@pytest.mark.filterwarnings("ignore")
def test_a_local_cluster_finds_the_same_as_one_by_one():
    bout, stop = duel(), Stop(fights=3 * BATCH + 7)
    with RayExecutor(num_cpus=2, include_dashboard=False) as cluster:
        assert cluster.workers == 2
        found = sample(bout, "s", stop, FightWork(executor=cluster, workers=cluster.workers))
    assert found == sample(bout, "s", stop)


@pytest.mark.skipif(THERE, reason="the extra is installed")
def test_without_the_extra_it_is_named():
    with pytest.raises(MissingExtra, match="ray"):
        RayExecutor()
