"""How often each row comes up: exact weights, and χ² of the dice log of many dungeons against them."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.dungeon.bench import Loaded, corridor, follow, open_leads, wall
from tests.dungeon.invariants import rolls

from arbitro.appendix_a.clock import descend, step_on_trapdoor
from arbitro.appendix_a.hidden import search_section
from arbitro.appendix_a.level import explore, generate
from arbitro.appendix_a.pool import Bather, enter_pool
from arbitro.appendix_a.spring import (
    enter_gas,
    enter_lift,
    reach_blind_end,
    spring_missiles,
    spring_pit,
    spring_wall,
)
from arbitro.appendix_a.tables import tables
from arbitro.dice.amount import Amount
from arbitro.dice.stream import AuditedDice, QuickDice
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.event import Event
from arbitro.kernel.rolltable import distribution

WEIGHTS = {
    "A.1": (3, 4, 3, 3, 3, 1, 1, 1, 1),
    "A.2.1": (4, 4, 4),
    "A.2.2": (2, 1, 1, 1, 7),
    "A.3.1": (1,) * 12,
    "A.3.2": (7, 3, 1, 1),
    "A.4": (4, 1, 1, 4, 1, 1),
    "A.5.1": (1, 3, 1, 1, 1, 2, 1, 1, 1),
    "A.5.2": (3, 2, 2, 2, 1, 1, 1),
    "A.5.3": (3, 2, 2, 2, 1, 1, 1),
    "A.5.4": (1,) * 6,
    "A.5.5": (5, 3, 3, 1),
    "A.5.6": (8, 3, 1),
    "A.5.7": (12, 2, 3, 1, 1, 1),
    "A.5.8": (25, 25, 15, 15, 10, 4, 3, 3),
    "A.6": (5, 1, 1, 1, 1, 1, 1, 1, 1, 5, 2),
    "A.7.1": (5, 2, 1, 1, 1, 1, 3, 1, 1, 2, 1, 1),
    "A.7.2": (5, 1, 1, 1, 2, 1, 1),
    "A.8.1": (3, 1, 1, 1, 3, 1, 1, 1),
    "A.8.2": (5, 2, 2, 2, 1),
    "A.8.3": (5, 3, 3, 1),
    "A.8.4": (3, 3, 3, 3),
    "A.8.5": (1,) * 6,
    "A.8.6": (2, 2, 2),
    "A.5.6.mapped": (2, 4),
    "A.5.4.search": (1, 10, 1),
    "A.6.egress.1": (1, 11),
    "A.6.egress.2": (1, 9),
    "A.6.egress.3": (1, 7),
    "A.6.collapse": (1, 5),
    "A.8.exit_monster": (1, 5),
    "A.8.exit_treasure": (5, 1),
    "A.8.3.treasure": (8, 2),
}


@pytest.mark.rule(
    "DA-PERIODIC-01",
    "DA-DOOR-01",
    "DA-DOOR-03",
    "DA-CORR-01",
    "DA-CORR-10",
    "DA-TURN-02",
    "DA-ROOM-02",
    "DA-ROOM-04",
    "DA-ROOM-06",
    "DA-EXIT-01",
    "DA-EXIT-04",
    "DA-EXIT-05",
    "DA-CONTENT-01",
    "DA-TREASURE-01",
    "DA-STAIR-01",
    "DA-TRAP-01",
    "DA-GAS-01",
    "DA-CAVE-03",
    "DA-POOL-01",
    "DA-LAKE-01",
    "DA-POOL-04",
    "DA-POOL-07",
    "DA-POOL-09",
)
@pytest.mark.parametrize("key", WEIGHTS)
def test_rows_have_the_weights_of_the_book(key: str) -> None:
    weights = WEIGHTS[key]
    odds = tables().all[key].odds()
    assert tuple(odds.values()) == tuple(Fraction(weight, sum(weights)) for weight in weights)


@pytest.mark.rule("DA-EXIT-01", "DA-EXIT-09")
@pytest.mark.parametrize(
    ("area", "of_24"),
    [(600, (8, 5, 5, 5, 1)), (1200, (8, 1, 5, 5, 5)), (1600, (4, 5, 5, 5, 5)), (1700, (0, 9, 5, 5, 5))],
)
def test_exits_by_area(area: int, of_24: tuple[int, ...]) -> None:
    counts = [Fraction(0)] * 5
    for row in tables().exits.rows:
        if row.result.random:
            for exits in range(1, 5):
                counts[exits] += Fraction(1, 24)
        else:
            counts[row.result.up_to if area <= row.result.limit else row.result.over] += Fraction(1, 6)
    assert counts == [Fraction(each, 24) for each in of_24]


@pytest.mark.rule("DA-ROOM-07")
def test_mean_area_of_unusual_shapes() -> None:
    rows = tables().area.rows
    once = sum(Fraction((row.high or 0) - (row.low or 0) + 1, 12) * row.result for row in rows)
    again = Fraction(1, 12)
    assert (once + again * 3400) / (1 - again) == Fraction(19400, 11)


@cache
def log() -> dict[str, Counter[str]]:
    """The rows of many dungeons, and of wells of smaller rolls, by table."""
    found: dict[str, Counter[str]] = {}
    for seed in range(40):
        options = {"start": "crossroads", "caves_from_level": 2}
        _, events = generate(AuditedDice.from_text(f"chi/{seed}"), options, levels=2, cap=300)
        previous: dict[str, tuple[str, str]] = {}
        for lead, table, _, row in rolls(events):
            # After a 20 on A.1 the rows are weighted otherwise; the throw that follows is left out.
            again = table == "A.1" and previous.get(lead) == ("A.1", "WANDERING_MONSTER")
            if not again and row:
                found.setdefault(table, Counter())[row] += 1
            previous[lead] = (table, row)
    return found


@pytest.mark.parametrize(
    "key", [key for key in WEIGHTS if not key.startswith(("A.6.", "A.5.4.search", "A.8.4", "A.8.5", "A.8.6"))]
)
def test_chi_squared_of_the_dice_log(key: str) -> None:
    counts = log()[key]
    odds = tables().all[key].odds()
    if key == "A.1":
        # Throws after a 20 are left out, so the others keep their weights.
        assert set(counts) == set(odds)
    assert chi_squared_is_fair(counts, odds)


def chi_squared_is_fair(counts: Counter[str], odds: dict[str, Fraction]) -> bool:
    """Whether counts are within four standard deviations of what χ² should be."""
    total = sum(counts.values())
    chi = sum((counts[row] - float(chance) * total) ** 2 / (float(chance) * total) for row, chance in odds.items())
    freedom = len(odds) - 1
    return chi <= freedom + 4 * (2 * freedom) ** 0.5 + 4


def test_a_loaded_die_is_noticed() -> None:
    odds = tables().door.odds()
    assert chi_squared_is_fair(Counter(DOOR_LEFT=330, DOOR_RIGHT=340, DOOR_AHEAD=330), odds)
    assert not chi_squared_is_fair(Counter(DOOR_LEFT=450, DOOR_RIGHT=300, DOOR_AHEAD=250), odds)


@pytest.mark.rule("DA-EXIT-03")
def test_chi_squared_of_searches() -> None:
    state, _ = follow(corridor(), "A.1=18")
    search = open_leads(state, "search")[0]
    dice = QuickDice(5)
    counts: Counter[str] = Counter()
    for _ in range(1500):
        for _, table, _, row in rolls(search_section(state, search.id, search.sections[0].id, dice, now=0)):
            if table == "A.5.4.search":
                counts[row] += 1
    assert chi_squared_is_fair(counts, tables().chances["A.5.4.search"].odds())


@pytest.mark.rule("DA-STAIR-03")
def test_chi_squared_of_doors_behind_stairs() -> None:
    state, _ = follow(corridor(), "A.1=17 A.6=6")
    link = next(each for each in state.links.values() if each.code == "STAIRS_DOWN_2")
    dice = QuickDice(6)
    counts: Counter[str] = Counter()
    for _ in range(1500):
        for _, _, _, row in rolls(descend(state, link.id, dice, now=0)):
            counts[row] += 1
    assert chi_squared_is_fair(counts, tables().chances["A.6.egress.2"].odds())


def tally(events_of: Callable[[], tuple[Event, ...]], times: int) -> dict[str, Counter[str]]:
    """The rows, or totals where there are no rows, of something done again and again."""
    found: dict[str, Counter[str]] = {}
    for _ in range(times):
        for _, table, total, row in rolls(events_of()):
            if table != "layout":
                found.setdefault(table, Counter())[row or str(total)] += 1
    return found


def fair(found: dict[str, Counter[str]], *keys: str) -> None:
    """Every key came up, with fair rows or totals."""
    every = tables()
    for key in keys:
        if key in every.all:
            odds = every.all[key].odds()
        else:
            odds = {str(total): chance for total, chance in distribution(every.amounts[key].amount).items()}
        assert chi_squared_is_fair(found[key], odds), key


@pytest.mark.rule("DA-POOL-04", "DA-POOL-07", "DA-POOL-09", "DA-POOL-05", "DA-POOL-06", "DA-POOL-08", "DA-POOL-11")
def test_chi_squared_of_magic_pools() -> None:
    before = corridor(level=5, caves_from_level=4, at=(240, 600), bottom_level=5)
    dice = "A.1=14 A.8.1=11 A.8.2=12 A.5.4=4 A.5.5=1 A.5.6=1 A.8.exit_monster=2 A.5.7=1"
    state, _ = follow(before, dice)
    pool = next(iter(state.waters))
    quick = QuickDice(8)
    bathers = (Bather("Anna", "LAW"), Bather("Bruno", "CHAOS"))
    found = tally(lambda: enter_pool(state, pool, bathers, quick, now=0), 2500)
    fair(found, "A.8.4", "A.8.5", "A.8.6", "A.8.4.gold", "A.8.4.sign", "A.8.4.teleport", "A.8.4.amount", "A.8.4.damage")


@pytest.mark.rule("DA-TRAP-03", "DA-TRAP-07", "DA-TRAP-08", "DA-TRAP-09", "DA-TRAP-10")
def test_chi_squared_of_traps() -> None:
    quick = QuickDice(9)
    found: dict[str, Counter[str]] = {}
    springs: dict[int, Callable[[Dungeon, str], tuple[Event, ...]]] = {
        6: lambda state, trap: spring_pit(state, trap, ("Anna",), quick),
        11: lambda state, trap: enter_lift(state, trap, ("Anna",), quick, now=0),
        12: lambda state, trap: spring_wall(state, trap, quick, now=0),
        15: lambda state, trap: spring_missiles(state, trap, quick),
        16: lambda state, trap: spring_missiles(state, trap, quick),
    }
    for roll, spring in springs.items():
        state, _ = follow(corridor(), f"A.1=19 A.7.1={roll}")
        trap = next(iter(state.traps))
        found |= tally(lambda spring=spring, state=state, trap=trap: spring(state, trap), 700)
    fair(found, "A.7.1.pit", "A.7.1.depth", "A.7.1.wall", "A.7.1.arrows", "A.7.1.arrow_poison")
    fair(found, "A.7.1.spears", "A.7.1.spear_poison")


@pytest.mark.rule("DA-GAS-03", "DA-GAS-05", "DA-GAS-06")
def test_chi_squared_of_gas() -> None:
    quick = QuickDice(10)
    for roll, key in ((6, "A.7.2.blind"), (8, "A.7.2.sleep"), (9, "A.7.2.strength")):
        state, _ = follow(corridor(), f"A.1=19 A.7.1=17 A.7.2={roll}")
        trap = next(iter(state.traps))
        found = tally(lambda state=state, trap=trap: enter_gas(state, trap, ("Anna",), quick, now=0), 700)
        fair(found, key)


@pytest.mark.rule("DA-GAS-06")
@pytest.mark.parametrize("hours", ["1d10", "2d4"])
def test_chi_squared_of_the_hours_of_strength(hours: str) -> None:
    quick = QuickDice(12)
    state, _ = follow(corridor(strength_gas_hours=hours), "A.1=19 A.7.1=17 A.7.2=9")
    trap = next(iter(state.traps))
    found = tally(lambda: enter_gas(state, trap, ("Anna",), quick, fighters=("Anna",), now=0), 1500)
    odds = {str(total): chance for total, chance in distribution(Amount.parse(hours)).items()}
    assert chi_squared_is_fair(found["A.7.2.strength_hours"], odds)


CAVE = {"level": 4, "caves_from_level": 4, "at": (240, 600)}
FULL = {**CAVE, "walls": (wall(200, 580, 280, 600, level=4),)}
"""No ground for any cave: its size and its water are thrown before that is found out."""


@pytest.mark.rule("DA-CONTENT-04", "DA-TREASURE-03", "DA-CAVE-06", "DA-LAKE-02", "DA-LAKE-04")
@pytest.mark.parametrize(
    ("faces", "setting", "keys"),
    [
        ({"A.1": 14, "A.5.7": 16}, {"a57_15_17": "or"}, ["A.5.7.or"]),
        ({"A.1": 14, "A.5.7": 20, "A.5.8": 92}, {}, ["A.5.8.gems"]),
        ({"A.1": 14, "A.8.1": 12}, FULL, ["A.8.1.width", "A.8.1.length", "A.8.3"]),
        ({"A.1": 14, "A.8.1": 12, "A.8.3": 10}, FULL, ["A.8.3.count", "A.8.3.treasure"]),
        ({"A.1": 14, "A.8.1": 12, "A.8.3": 12}, FULL, ["A.8.3.lair", "A.8.3.treasure"]),
        ({"A.1": 14, "A.8.1": 11}, FULL, ["A.8.2"]),
        ({"A.1": 14, "A.8.1": 1, "A.5.4": 1}, CAVE, ["A.8.exit_monster"]),
        ({"A.1": 14, "A.5.4": 6}, {}, ["A.5.4.d4"]),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_chi_squared_of_rolls_that_follow_a_row(
    faces: dict[str, int], setting: dict[str, Any], keys: list[str]
) -> None:
    """The row that asks for the roll is set; what follows from it falls as it will."""
    state = corridor(**setting)
    dice = Loaded(faces, QuickDice(13))
    found = tally(lambda: explore(state, "lead", dice, ""), 500)
    fair(found, *keys)
    assert all(sum(found[key].values()) >= 400 for key in keys)


@pytest.mark.rule("DA-STAIR-09")
def test_chi_squared_of_trapdoors() -> None:
    quick = QuickDice(14)
    state, _ = follow(corridor(trapdoor="trap"), "A.1=17 A.6=14")
    link = next(each.id for each in state.links.values() if each.kind == "trapdoor")
    fair(tally(lambda: step_on_trapdoor(state, link, ("Anna",), quick), 1500), "A.6.trapdoor")


def test_no_roll_is_without_its_statistics() -> None:
    """Every table and every amount of the appendix is held against its exact odds somewhere in this module."""
    source = Path(__file__).read_text(encoding="utf-8")
    for key in (*tables().all, *tables().amounts):
        assert f'"{key}"' in source, key


@pytest.mark.rule("DA-STAIR-03", "DA-STAIR-05")
def test_chi_squared_of_stairs() -> None:
    quick = QuickDice(11)
    for roll, key in ((1, "A.6.egress.1"), (7, "A.6.egress.3")):
        state, _ = follow(corridor(), f"A.1=17 A.6={roll}")
        link = next(each.id for each in state.links.values() if each.code.startswith("STAIRS_DOWN"))
        fair(tally(lambda state=state, link=link: descend(state, link, quick, now=0), 1500), key)
    state, _ = follow(corridor(), "A.1=17 A.6=8")
    trap = next(iter(state.traps))
    fair(tally(lambda: reach_blind_end(state, trap, ("Anna",), quick), 1000), "A.6.collapse")


@pytest.mark.rule("DA-CAVE-02", "DA-CAVE-04")
def test_exits_of_caves_have_a_mean_of_nine_quarters() -> None:
    assert Fraction(2 + 3 + 4 + 1 + 1, 6) + Fraction(1, 6) * Fraction(5, 2) == Fraction(9, 4)
    rows = tables().exits.rows
    mean = sum(Fraction(row.result.over, 6) for row in rows if not row.result.random) + Fraction(1, 6) * Fraction(5, 2)
    assert mean == Fraction(9, 4)


def test_every_row_of_the_book_is_cited() -> None:
    for key, table in tables().all.items():
        assert table.rules, key
        for row in table.rows:
            assert not row.gap or row.gap in {"DA-PERIODIC-05", "DA-STAIR-08"}
