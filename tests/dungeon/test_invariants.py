"""The invariants of the procedure, over many dungeons of every kind, checked by slow twins of the generator's tests."""

from collections import Counter
from functools import cache
from itertools import accumulate

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.dungeon.invariants import (
    all_pairs_overlap,
    clipped_area,
    crooked,
    misplaced_links,
    off_sheet,
    overlaps,
    rolls,
    unreachable,
)

from arbitro.appendix_a.clock import opens_again
from arbitro.appendix_a.layout import SIDES
from arbitro.appendix_a.level import begin, explore, generate, generate_level
from arbitro.appendix_a.tables import tables
from arbitro.dice.stream import AuditedDice, Die, GivenDice
from arbitro.dungeon.events import DUNGEON_EVENTS, Adjusted, LeadOpened, LinkLaid, SlotPlaced, SpaceLaid, TableRolled
from arbitro.dungeon.fold import evolve, evolve_all
from arbitro.dungeon.lattice import double_area
from arbitro.dungeon.model import Dungeon, to_json
from arbitro.kernel.event import Event, Setting

KINDS: dict[str, dict[str, Setting]] = {
    "plain": {"start": "crossroads"},
    "caves": {"start": "crossroads", "caves_from_level": 2},
    "all caves": {"start": "chamber", "caves_from_level": 1},
    "small": {"start": "crossroads", "page_width_squares": 25, "page_height_squares": 25},
    "house rules": {
        "start": "crossroads",
        "on_collision": "join",
        "curve": "main_bends",
        "x_fifth": "ahead",
        "exit_width": "a32",
        "exit_kind": "all_passages",
        "diagonal_metric": "euclid",
        "a57_15_17": "or",
        "a6_12": "stairs_up_1",
        "a1_11_13": "straight_30",
        "bottom_level": 3,
    },
    "doors": {"start": "crossroads", "exit_kind": "all_doors", "a1_11_13": "reroll", "a6_12": "reroll"},
}
SEEDS = range(6)
CASES = [(kind, seed) for kind in KINDS for seed in SEEDS]
cases = pytest.mark.parametrize(("kind", "seed"), CASES)


@cache
def made(kind: str, seed: int) -> tuple[Dungeon, tuple[Event, ...]]:
    """A dungeon of two whole levels, without a cap where the sheet is small."""
    cap = 0 if kind == "small" else 150
    return generate(AuditedDice.from_text(f"{kind}/{seed}"), KINDS[kind], levels=2, cap=cap)


@cases
def test_inv_01_same_seed_same_bytes(kind: str, seed: int) -> None:
    state, events = made(kind, seed)
    again, repeated = generate(
        AuditedDice.from_text(f"{kind}/{seed}"), KINDS[kind], levels=2, cap=0 if kind == "small" else 150
    )
    assert to_json(again) == to_json(state)
    assert msgspec.json.encode(repeated) == msgspec.json.encode(events)


@cases
def test_inv_02_floors_never_overlap(kind: str, seed: int) -> None:
    assert overlaps(made(kind, seed)[0]) == []


@cases
def test_inv_03_all_floor_lies_on_the_sheet(kind: str, seed: int) -> None:
    assert off_sheet(made(kind, seed)[0]) == []


@cases
def test_inv_04_everything_is_reached_from_the_surface(kind: str, seed: int) -> None:
    assert unreachable(made(kind, seed)[0]) == set()


@pytest.mark.parametrize("seed", SEEDS)
def test_inv_05_and_25_whole_levels_end_with_every_lead_settled(seed: int) -> None:
    state, _ = made("small", seed)
    assert all(lead.kind == "search" for lead in state.leads.values() if lead.level <= 2)
    reasons = {"rolled", "blocked", "page_edge", "stairs_blind", "false_door", "sealed_exit", "below_bottom"}
    for closed in state.closed.values():
        assert closed.dead_end in reasons if closed.dead_end else closed.to
        assert not closed.to or closed.to in state.spaces or closed.to in state.links


@cases
def test_inv_06_every_exit_is_drawn_sealed_or_dropped(kind: str, seed: int) -> None:
    state, events = made(kind, seed)
    drawn: Counter[str] = Counter()
    for event in events:
        if isinstance(event, LinkLaid) and event.link.code in ("SECRET_DOOR", "ONE_WAY_DOOR"):
            drawn[event.link.a] += 1
        elif isinstance(event, LeadOpened) and {"DA-EXIT-05", "DA-EXIT-06", "DA-EXIT-07"} & set(event.rules):
            drawn[event.lead.space] += 1
    # A slanting exit goes 10 ft straight first: its lead leaves from there.
    for link in state.links.values():
        if link.kind == "opening" and state.spaces[link.a].is_place and state.spaces[link.b].kind == "node":
            drawn[link.a] += drawn.pop(link.b, 0)
    dropped = Counter(
        each.lead for each in state.adjustments.values() if each.applied == "dropped" and each.table == "A.5.5"
    )
    for space in state.spaces.values():
        if space.exits >= 0:
            parts = [space.id, *([space.pair] if space.pair else [])]
            assert sum(drawn[part] for part in parts) + dropped[space.lead] == space.exits, space


@cases
def test_inv_07_measures_are_the_tables(kind: str, seed: int) -> None:
    state, _ = made(kind, seed)
    short = {each.lead for each in state.adjustments.values() if each.reason == "no_space"}
    for space in state.spaces.values():
        if space.shape in ("square", "rectangle"):
            assert double_area(space.parts[0]) * 25 == space.area * 32
        elif space.is_place and space.shape != "cave" and not (space.shape == "irregular" and space.lead in short):
            drawn = sum(double_area(part) for part in space.parts) / 2 * 25 / 16
            assert abs(drawn - space.area) <= 0.1 * space.area


@cases
def test_inv_08_09_26_everything_keeps_to_the_lattice(kind: str, seed: int) -> None:
    state, _ = made(kind, seed)
    assert crooked(state) == []
    for lead in state.leads.values():
        if lead.face is not None:
            assert lead.face.width in (5, 10, 20, 30)
    if kind in ("plain", "caves"):
        for event in made(kind, seed)[1]:
            if isinstance(event, LeadOpened) and "DA-EXIT-05" in event.rules:
                assert event.lead.front.width in (10, 20)


@cases
def test_inv_10_check_points_are_30_or_60_ft_apart(kind: str, seed: int) -> None:
    """A stretch is as long as its lead had to go, or is cut; nodes take their part of the distance."""
    _, events = made(kind, seed)
    to_go = {event.lead.id: event.lead.to_go for event in events if isinstance(event, LeadOpened)}
    assert set(to_go.values()) <= {0, *range(5, 61, 5)}
    if kind == "house rules":
        return  # diagonals are measured otherwise there
    cut = {event.lead for event in events if isinstance(event, TableRolled) and "DA-TURN-01" in event.rules}
    for event in events:
        if isinstance(event, SpaceLaid) and event.space.kind == "corridor" and event.space.lead in to_go:
            feet = event.space.length * 5 // 4
            assert feet == to_go[event.space.lead] or event.space.lead in cut


@cases
def test_inv_11_links_lie_on_both_boundaries(kind: str, seed: int) -> None:
    assert misplaced_links(made(kind, seed)[0]) == []


@cases
def test_inv_12_vertical_links_keep_their_place(kind: str, seed: int) -> None:
    state, _ = made(kind, seed)
    for link in state.links.values():
        if not link.levels or link.at is None or link.arrives is None:
            continue
        level = lambda name: state.spaces[name].level if name in state.spaces else 0  # noqa: E731
        assert level(link.b) - level(link.a) == link.levels
        (ax, ay), (bx, by) = link.at, link.arrives
        near = (ax - bx) ** 2 + (ay - by) ** 2 <= 24**2
        maker = link.id.rpartition("k")[0]
        noted = any(each.applied == "nearest_space" and each.lead == maker for each in state.adjustments.values())
        assert near or noted


@cases
def test_inv_13_mapped_exits_are_thrown_for(kind: str, seed: int) -> None:
    state, events = made(kind, seed)
    thrown = Counter(lead for lead, table, _, _ in rolls(events) if table == "A.5.6.mapped")
    found: Counter[str] = Counter()
    order = {name: number for number, name in enumerate(state.spaces)}
    for link in state.links.values():
        if link.code in ("SECRET_DOOR", "ONE_WAY_DOOR"):
            found[state.spaces[link.a].lead] += 1
            assert order[link.b] < order[link.a] or state.spaces[link.b].lead == state.spaces[link.a].lead
            assert link.two_way == (link.kind == "secret_door")
    assert thrown == found


class Replayed:
    """Dice read back from a log, by stream and in order."""

    def __init__(self, events: tuple[Event, ...], name: str = "", root: "Replayed | None" = None) -> None:
        self.dice: dict[str, list[Die]] = {} if root is None else root.dice
        self.name = name
        if root is None:
            for event in events:
                if isinstance(event, TableRolled):
                    for die in event.lookup.dice:
                        self.dice.setdefault(die.stream, []).append(die)

    def stream(self, name: str, /) -> "Replayed":
        return Replayed((), name, self)

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        die = self.dice[self.name].pop(0)
        assert die.sides == sides, purpose
        return die


@cases
def test_inv_14_the_dice_log_gives_the_dungeon_again(kind: str, seed: int) -> None:
    state, events = made(kind, seed)
    dice = Replayed(events)
    again, _ = generate(dice, KINDS[kind], levels=2, cap=0 if kind == "small" else 150)
    assert to_json(again) == to_json(state)
    assert not any(dice.dice.values())


@pytest.mark.parametrize("kind", KINDS)
def test_inv_15_exploration_only_adds(kind: str) -> None:
    _, events = made(kind, 1)
    state = Dungeon()
    step = max(1, len(events) // 40)
    for number in range(0, len(events), step):
        after = evolve_all(state, events[number : number + step])
        assert all(after.spaces[name] == space for name, space in state.spaces.items())
        assert all(after.contents[name] == content for name, content in state.contents.items())
        assert list(after.spaces)[: len(state.spaces)] == list(state.spaces)
        assert set(state.links) <= set(after.links)
        assert not set(after.leads) & set(after.closed)
        state = after
    assert state == made(kind, 1)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_folding_one_by_one_is_folding_all(kind: str) -> None:
    _, events = made(kind, 2)
    state = Dungeon()
    for event in events[:1500]:
        state = evolve(state, event)
    assert to_json(state) == to_json(evolve_all(Dungeon(), events[:1500]))


@pytest.mark.parametrize("kind", KINDS)
def test_events_survive_the_log(kind: str) -> None:
    from functools import reduce
    from operator import or_

    union = reduce(or_, DUNGEON_EVENTS)
    _, events = made(kind, 0)
    data = msgspec.json.encode(events)
    assert msgspec.json.decode(data, type=tuple[union, ...]) == events


@cases
def test_inv_18_every_value_fits_its_die(kind: str, seed: int) -> None:
    _, events = made(kind, seed)
    every = tables()
    for event in events:
        if not isinstance(event, TableRolled):
            continue
        lookup = event.lookup
        if lookup.table == "layout":
            assert lookup.dice[0].sides == SIDES
            continue
        amount = every.all[lookup.table].dice if lookup.table in every.all else every.amounts[lookup.table].amount
        assert [die.sides for die in lookup.dice] == [amount.sides] * amount.count
        assert all(1 <= die.face <= die.sides for die in lookup.dice)
        assert lookup.total == amount.total(lookup.dice)
        assert all(die.stream == f"lead/{event.lead}" for die in lookup.dice)
        assert event.rules


@pytest.mark.parametrize("seed", SEEDS)
def test_inv_19_caves_and_chambers_keep_to_their_levels(seed: int) -> None:
    state, events = made("caves", seed)
    levels = {event.lead.id: event.lead.level for event in events if isinstance(event, LeadOpened)}
    for lead, table, _, _ in rolls(events):
        level = levels.get(lead, 1)
        if table in ("A.5.1", "A.5.2", "A.5.3"):
            assert level < 2
        if table.startswith("A.8"):
            assert level >= 2
    assert state.levels


@pytest.mark.parametrize("kind", ["caves", "all caves"])
@pytest.mark.parametrize("seed", SEEDS)
def test_inv_20_water_follows_its_rows(kind: str, seed: int) -> None:
    log = rolls(made(kind, seed)[1])
    last: dict[str, int] = {}
    for lead, table, total, _ in log:
        if table == "A.8.1":
            last[lead] = total
        elif table == "A.8.2":
            assert last[lead] in (6, 7, 8, 9, 11)
        elif table == "A.8.3":
            assert last[lead] == 12


@cases
def test_inv_22_unguarded_treasure_follows_its_row(kind: str, seed: int) -> None:
    _, events = made(kind, seed)
    last: dict[str, tuple[str, str]] = {}
    for lead, table, _, row in rolls(events):
        if table == "A.5.8":
            assert last[lead] in (("A.5.7", "TREASURE"), ("A.5.7.or", "treasure"))
        last[lead] = (table, row)
    hoards = {row.id: row.result for row in tables().treasure.rows}
    for event in events:
        if isinstance(event, SlotPlaced) and event.slot.kind == "treasure":
            hoard = hoards[event.slot.code]
            if not hoard.random:
                assert event.slot.amount == hoard.amount * (event.slot.level if hoard.per_level else 1)


@given(st.lists(st.integers(1, 300), min_size=1, max_size=8), st.lists(st.integers(0, 120), min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_inv_23_timed_features_change_exactly_at_their_turn(untils: list[int], steps: list[int]) -> None:
    state, _ = made("plain", 0)
    stairs = list(state.links.values())[: len(untils)]
    shut = {link.id: replace(link, state="shut", until=until) for link, until in zip(stairs, untils, strict=False)}
    state = replace(state, links={**state.links, **shut})
    for now in accumulate(steps):
        state = evolve_all(state, opens_again(state, now))
        for name, link in shut.items():
            assert (state.links[name].state == "shut") == (link.until > now)


@cases
def test_inv_24_each_repair_says_what_and_why(kind: str, seed: int) -> None:
    _, events = made(kind, seed)
    known = set(tables().all) | {"A.2.2"}
    for event in events:
        if isinstance(event, Adjusted):
            repair = event.adjustment
            assert repair.table in known
            assert repair.reason
            assert repair.applied
            assert event.rules == ("DA-SOLO-03",)


@pytest.mark.parametrize(("kind", "seed"), [("caves", "soak10003"), ("house rules", "soak10092")])
def test_seeds_that_once_failed(kind: str, seed: str) -> None:
    """A slanting exit of half a double cave ran into the other half; a wide exit found no row wide enough."""
    state, _ = generate(AuditedDice.from_text(seed), KINDS[kind], levels=3, cap=200)
    assert overlaps(state) == []
    assert unreachable(state) == set()
    assert misplaced_links(state) == []


@given(st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
def test_inv_25_generation_ends_for_any_seed(seed: int) -> None:
    small: dict[str, Setting] = {"page_width_squares": 14, "page_height_squares": 14, "start": "crossroads"}
    state, _ = generate(AuditedDice.from_text(str(seed)), small)
    if len(state.spaces) <= 60:
        assert not all_pairs_overlap(state)
    assert overlaps(state) == []
    assert unreachable(state) == set()
    assert misplaced_links(state) == []


@given(st.integers(0, 10**9), st.data())
@settings(max_examples=15, deadline=None)
def test_lazy_play_in_any_order_keeps_the_invariants(seed: int, data: st.DataObject) -> None:
    dice = AuditedDice.from_text(str(seed))
    state = evolve_all(Dungeon(), begin(dice, {"start": "crossroads", "caves_from_level": 2}))
    for _ in range(25):
        open_leads = [lead.id for lead in state.leads.values() if lead.kind != "search"]
        if not open_leads:
            break
        chosen = data.draw(st.sampled_from(open_leads))
        state = evolve_all(state, explore(state, chosen, dice))
    assert overlaps(state) == []
    assert unreachable(state) == set()
    assert misplaced_links(state) == []
    assert crooked(state) == []


def test_a_lead_gets_the_same_dice_in_another_order() -> None:
    """Two leads far apart: whichever is followed first, each throws the same."""

    def walk(order: tuple[int, int]) -> dict[str, list[tuple[str, int]]]:
        dice = AuditedDice.from_text("order")
        state = evolve_all(Dungeon(), begin(dice, {"start": "crossroads"}))
        names = [lead.id for lead in state.leads.values()]
        found: dict[str, list[tuple[str, int]]] = {}
        for number in order:
            events = explore(state, names[number], dice)
            state = evolve_all(state, events)
            found[names[number]] = [(table, total) for _, table, total, _ in rolls(events)]
        return found

    assert walk((0, 2)) == walk((2, 0))


def test_a_whole_level_can_be_finished_after_lazy_play() -> None:
    dice = AuditedDice.from_text("later")
    state = evolve_all(Dungeon(), begin(dice, KINDS["small"]))
    lead = next(iter(state.leads))
    state = evolve_all(state, explore(state, lead, dice))
    state = evolve_all(state, generate_level(state, 1, dice))
    assert all(each.kind == "search" for each in state.leads_on(1))
    assert overlaps(state) == []


def test_a_wish_for_many_spaces_is_met_by_another_sub_seed() -> None:
    dice = AuditedDice.from_text("wish")
    state, events = generate(dice, {"page_width_squares": 30, "page_height_squares": 30}, min_spaces=40)
    assert len(state.spaces) >= 40
    assert events


def test_the_checks_can_fail() -> None:
    """The slow twins notice a floor that is moved, a wall that is missed and a way that is cut."""
    state, _ = made("plain", 0)
    space = next(each for each in state.spaces.values() if each.kind == "chamber")
    moved = tuple(tuple((x + 6, y + 6) for x, y in part) for part in space.parts)
    broken = replace(state, spaces={**state.spaces, space.id: replace(space, parts=moved)})
    assert overlaps(broken) or misplaced_links(broken)
    assert misplaced_links(broken)
    gone = replace(state, links={name: link for name, link in state.links.items() if space.id not in (link.a, link.b)})
    assert space.id in unreachable(gone)
    off = replace(state, options={**state.options, "page_height_squares": 10})
    assert off_sheet(off)
    assert clipped_area(((0, 0), (4, 0), (4, 4), (0, 4)), ((2, 2), (6, 2), (6, 6), (2, 6))) == 4.0
    assert clipped_area(((0, 0), (4, 0), (4, 4), (0, 4)), ((4, 0), (8, 0), (8, 4), (4, 4))) == 0.0


def test_typed_dice_are_asked_for() -> None:
    from arbitro.dice.stream import DieNeeded

    state = evolve_all(Dungeon(), begin(GivenDice([1])))
    with pytest.raises(DieNeeded):
        explore(state, next(iter(state.leads)), GivenDice([1]))
