"""All invariants over many more dungeons than the usual run has: a few always, hundreds with ``make test-slow``."""

from collections.abc import Callable
from inspect import signature

import pytest
from tests.dungeon import test_invariants as invariants

from arbitro.appendix_a.level import begin, explore
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.model import Dungeon, from_json, to_json
from arbitro.dungeon.telling import tell

SAMPLE = range(100, 102)
SOAK = range(200, 300)
Check = Callable[..., None]


def checks(*parameters: str) -> list[Check]:
    """The invariants of the procedure that are asked of one dungeon."""
    return [
        check
        for name, check in vars(invariants).items()
        if name.startswith("test_inv") and tuple(signature(check).parameters) == parameters
    ]


OF_ANY = checks("kind", "seed")
OF_KIND = {"test_inv_20_water_follows_its_rows": ("caves", "all caves")}
OF_SEED = {
    "test_inv_05_and_25_whole_levels_end_with_every_lead_settled": "small",
    "test_inv_19_caves_and_chambers_keep_to_their_levels": "caves",
}


def test_the_soak_asks_all_invariants() -> None:
    assert len(OF_ANY) >= 14
    assert {check.__name__ for check in checks("seed")} - {"test_inv_25_generation_ends_for_any_seed"} == set(OF_SEED)
    assert set(OF_KIND) <= {check.__name__ for check in OF_ANY}


def hold(kind: str, seed: int) -> None:
    """Ask every invariant of one dungeon, and let it be saved, loaded and told."""
    for check in OF_ANY:
        if kind in OF_KIND.get(check.__name__, (kind,)):
            check(kind, seed)
    for check in checks("seed"):
        if OF_SEED.get(check.__name__) == kind:
            check(seed)
    state, events = invariants.made(kind, seed)
    assert from_json(to_json(state)) == state
    for event in events[:: max(1, len(events) // 200)]:
        assert bool(tell(event, state, "it")) == bool(tell(event, state, "en")), event
    invariants.made.cache_clear()


def walk(kind: str, seed: int, steps: int) -> None:
    """Explore a dungeon by the lead opened last, the way a party does that never turns back."""
    dice = AuditedDice.from_text(f"soak/{kind}/{seed}")
    state = evolve_all(Dungeon(), begin(dice, invariants.KINDS[kind], group="party"))
    for _ in range(steps):
        leads = [lead.id for lead in state.leads.values() if lead.kind != "search"]
        if not leads:
            break
        state = evolve_all(state, explore(state, leads[-1], dice))
    assert invariants.overlaps(state) == []
    assert invariants.unreachable(state) == set()
    assert invariants.misplaced_links(state) == []
    assert invariants.crooked(state) == []
    assert invariants.off_sheet(state) == []


@pytest.mark.parametrize("kind", invariants.KINDS)
@pytest.mark.parametrize("seed", SAMPLE)
def test_a_sample_of_dungeons_holds_all_invariants(kind: str, seed: int) -> None:
    hold(kind, seed)
    walk(kind, seed, 40)


@pytest.mark.slow
@pytest.mark.parametrize("kind", invariants.KINDS)
@pytest.mark.parametrize("seed", SOAK)
def test_hundreds_of_dungeons_hold_all_invariants(kind: str, seed: int) -> None:
    hold(kind, seed)
    walk(kind, seed, 150)
