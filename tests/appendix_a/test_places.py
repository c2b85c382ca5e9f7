"""Chambers and rooms: sizes, shapes, fitting, exits, walls to search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.dungeon.bench import (
    Script,
    adjustments,
    cited,
    codes,
    corridor,
    fold,
    follow,
    headings,
    new_spaces,
    open_leads,
    wall,
)

from arbitro.appendix_a.hidden import may_search, search_section
from arbitro.appendix_a.shape import rectangular, smaller_areas, unusual
from arbitro.dungeon.lattice import NAMES, double_area
from arbitro.dungeon.model import Dungeon, Space
from arbitro.text import Fault

SHAPES = ("circle", "oval", "triangle", "trapezoid", "hexagon", "octagon")


def chamber(dice: str, state: Dungeon | None = None, layout: int = 1) -> tuple[Space, Dungeon]:
    before = state or corridor()
    after, _ = follow(before, f"A.1=15 {dice}", layout=layout)
    return new_spaces(before, after, "chamber")[0], after


@pytest.mark.rule("DA-ROOM-01", "DA-PERIODIC-06", "DA-CONTENT-01")
def test_the_order_of_work() -> None:
    after, events = follow(corridor(), "A.1=15 A.5.1=3 A.5.4=1 A.5.5=4 A.5.6=2 A.5.7=15")
    assert codes(events) == ["CHAMBER", "SQUARE_20", "ROLL_1", "OPPOSITE", "EXIT_STRAIGHT", "MONSTER_AND_TREASURE"]
    space = next(each for each in after.spaces.values() if each.kind == "chamber")
    assert space.size == (20, 20)
    lead = open_leads(after)[0]
    assert (lead.to_go, lead.front.width, NAMES[lead.front.heading]) == (30, 10, "N")
    assert after.contents[space.id].code == "MONSTER_AND_TREASURE"
    assert {"DA-ROOM-01", "DA-PERIODIC-06"} <= cited(events)


@pytest.mark.rule("DA-ROOM-02", "DA-ROOM-03", "DA-PERIODIC-06", "DA-ROOM-08")
@pytest.mark.parametrize(
    ("roll", "size"),
    [
        (1, (20, 20)),
        (4, (20, 20)),
        (5, (30, 30)),
        (6, (40, 40)),
        (7, (20, 30)),
        (9, (20, 30)),
        (10, (30, 50)),
        (11, (40, 60)),
    ],
)
def test_chambers_read_their_own_column(roll: int, size: tuple[int, int]) -> None:
    space, _ = chamber(
        f"A.5.1={roll} A.5.4=1 A.5.5=1 A.5.6=1" + (" A.5.5=1 A.5.6=1" if size[0] * size[1] > 600 else "") + " A.5.7=1"
    )
    assert tuple(sorted(space.size)) == size
    assert space.area == size[0] * size[1]
    assert abs(double_area(space.parts[0])) * 25 == space.area * 32


@pytest.mark.rule("DA-ROOM-02")
def test_rectangles_lie_either_way() -> None:
    sizes = {chamber("A.5.1=7 A.5.4=4 A.5.7=1", layout=layout)[0].size for layout in range(12)}
    assert sizes == {(20, 30), (30, 20)}


@pytest.mark.rule("DA-ROOM-04", "DA-ROOM-06", "DA-ROOM-08", "DA-ROOM-09")
@pytest.mark.parametrize(
    ("roll", "shape"),
    [
        (1, "circle"),
        (3, "circle"),
        (5, "triangle"),
        (7, "trapezoid"),
        (10, "oval"),
        (11, "hexagon"),
        (12, "octagon"),
        (8, "irregular"),
    ],
)
@pytest.mark.parametrize(("area_roll", "area"), [(3, 500), (4, 900), (7, 1300), (9, 2000), (10, 2700), (11, 3400)])
def test_unusual_shapes(roll: int, shape: str, area_roll: int, area: int) -> None:
    exits = " A.5.5=1 A.5.6=1" * (1 if area <= 600 else 2)
    space, state = chamber(f"A.5.1=12 A.5.2={roll} A.5.3={area_roll} A.5.4=1{exits} A.5.7=1")
    assert (space.shape, space.area) == (shape, area)
    drawn = sum(double_area(part) for part in space.parts) / 2 * 25 / 16
    assert abs(drawn - area) <= 0.08 * area
    assert adjustments(state) == []


@pytest.mark.rule("DA-ROOM-09")
def test_outlines_of_the_catalogue() -> None:
    octagon = unusual("octagon", 500)[0]
    assert (octagon.width, octagon.square_feet) == (20, 512.5)
    trapezoid = unusual("trapezoid", 900)[0]
    assert (trapezoid.width, trapezoid.depth, trapezoid.square_feet) == (32, 24, 900.0)


@pytest.mark.rule("DA-ROOM-06", "DA-ROOM-09")
@given(st.sampled_from(SHAPES), st.sampled_from((500, 900, 1300, 2000, 2700, 3400)), st.integers(0, 4))
def test_every_outline_keeps_to_its_area(shape: str, base: int, twelves: int) -> None:
    area = base + 3400 * twelves
    for footprint in unusual(shape, area):
        assert abs(footprint.square_feet - area) <= 0.08 * area
        xs, ys = zip(*footprint.polygon, strict=True)
        assert (min(xs), min(ys), max(xs), max(ys)) == (0, 0, footprint.width, footprint.depth)
        assert double_area(tuple((x, -y) for x, y in footprint.polygon)) > 0


@pytest.mark.rule("DA-ROOM-07")
@pytest.mark.parametrize(("dice", "area"), [("A.5.3=12 A.5.3=1", 3900), ("A.5.3=12 A.5.3=12 A.5.3=8", 8800)])
def test_a_12_adds_3400_every_time(dice: str, area: int) -> None:
    space, _ = chamber(f"A.5.1=12 A.5.2=3 {dice} A.5.4=5 A.5.5=1 A.5.6=1 A.5.7=1")
    assert space.area == area


@pytest.mark.rule("DA-SOLO-03")
@given(st.integers(0, 5), st.sampled_from((500, 900, 1300, 2000, 2700, 3400)))
def test_areas_step_down_one_row_at_a_time(twelves: int, base: int) -> None:
    steps = smaller_areas(3400 * twelves + base)
    assert steps == sorted(set(steps), reverse=True)
    assert all(step < 3400 * twelves + base for step in steps)
    assert (steps[-1] if steps else base) == 500


@pytest.mark.rule("DA-ROOM-05", "DA-SOLO-03")
def test_an_irregular_room_fills_what_ground_there_is() -> None:
    pen = [wall(240, 200, 300, 400, "w"), wall(340, 200, 400, 400, "e"), wall(300, 280, 340, 304, "n")]
    state = corridor(walls=pen, at=(320, 320))
    after, events = follow(state, "A.1=14 A.5.1=12 A.5.2=8 A.5.3=6 A.5.4=4 A.5.7=1")
    space = new_spaces(state, after, "chamber")[0]
    assert space.shape == "irregular"
    assert space.area == 100 * len(space.parts) == 1000
    assert ("A.5.3", "no_space", "smaller") in adjustments(after)
    assert "DA-ROOM-05" in cited(events)


@pytest.mark.rule("DA-SOLO-03")
def test_what_does_not_fit_is_made_smaller() -> None:
    state = corridor(walls=[wall(240, 200, 400, 290)])
    after, _ = follow(state, "A.1=14 A.5.1=11 A.5.4=1 A.5.5=6 A.5.6=1 A.5.5=9 A.5.6=1 A.5.7=1")
    assert new_spaces(state, after, "chamber")[0].area == 1500
    assert ("A.5.1", "no_space", "smaller") in adjustments(after)
    tight = corridor(walls=[wall(240, 200, 400, 300)])
    after, _ = follow(tight, "A.1=14 A.5.1=6 A.5.4=4 A.5.7=1")
    assert new_spaces(tight, after, "chamber")[0].size == (20, 20)


@pytest.mark.rule("DA-SOLO-03", "DA-TURN-01")
def test_a_chamber_that_fits_nowhere_is_a_bend() -> None:
    state = corridor(walls=[wall(240, 200, 400, 312)])
    after, events = follow(state, "A.1=14 A.5.1=6 A.4=1 A.3.2=1")
    assert headings(after) == ["W"]
    assert "DA-TURN-01" in cited(events)


# -------------------------------------------------------------------- exits


@pytest.mark.rule("DA-EXIT-01", "DA-EXIT-02")
@pytest.mark.parametrize(
    ("roll", "size_roll", "exits"),
    [(1, 8, 1), (1, 5, 2), (2, 8, 2), (2, 6, 3), (3, 8, 3), (3, 6, 4), (4, 5, 0), (4, 6, 1), (5, 6, 0), (5, 11, 1)],
)
def test_number_of_exits_by_area(roll: int, size_roll: int, exits: int) -> None:
    places = " ".join(f"A.5.5={wall_roll} A.5.6=1" for wall_roll in (1, 6, 9, 1)[:exits])
    space, state = chamber(f"A.5.1={size_roll} A.5.4={roll} {places} A.5.7=1")
    assert space.exits == exits
    assert len(open_leads(state)) == exits


@pytest.mark.rule("DA-EXIT-02")
def test_1200_square_feet_are_still_up_to_1200() -> None:
    found, _ = follow(corridor(), "A.1=5 A.2.1=9")
    door = open_leads(found, "door")[0]
    after, _ = follow(found, "A.2.2=9 A.5.1=11 A.5.4=4 A.5.7=1", door.id)
    assert new_spaces(found, after, "room")[0].exits == 0


@pytest.mark.rule("DA-EXIT-09", "DA-EXIT-04", "DA-SOLO-03")
def test_a_small_room_drops_its_fourth_exit() -> None:
    found, _ = follow(corridor(), "A.1=5 A.2.1=9")
    dice = "A.2.2=1 A.5.4=6 A.5.4.d4=4 A.5.5=12 A.5.5=6 A.5.5=9 A.5.5=1 A.5.7=1"
    after, _ = follow(found, dice, open_leads(found, "door")[0].id)
    assert len(open_leads(after, "door")) == 3
    assert adjustments(after)[0] == (
        "A.5.5",
        "no_wall_slot",
        "other_wall",
    )  # the same wall has no stretch: the left one
    assert adjustments(after)[-1] == ("A.5.5", "no_wall_slot", "dropped")
    after, _ = follow(corridor(), "A.1=14 A.5.1=11 A.5.4=6 A.5.4.d4=1 A.5.5=1 A.5.6=1 A.5.7=1")
    assert len(open_leads(after)) == 1


@pytest.mark.rule("DA-EXIT-04", "DA-EXIT-05")
@pytest.mark.parametrize(
    ("heading", "wall_roll", "way", "roll", "width"),
    [("N", 5, "N", 8, 10), ("N", 8, "W", 1, 10), ("E", 11, "S", 9, 20), ("S", 1, "S", 11, 20), ("W", 12, "E", 2, 10)],
)
def test_walls_and_directions(heading: str, wall_roll: int, way: str, roll: int, width: int) -> None:
    state = corridor(heading)
    after, _ = follow(state, f"A.1=14 A.5.1=11 A.5.4=4 A.5.5={wall_roll} A.5.6={roll} A.5.7=1")
    lead = open_leads(after)[0]
    assert (NAMES[lead.front.heading], lead.front.width) == (way, width)


@pytest.mark.rule("DA-EXIT-05")
def test_a_slanting_exit_goes_10_ft_straight_first() -> None:
    ways = set()
    for layout in range(8):
        before = corridor()
        after, _ = follow(before, "A.1=14 A.5.1=11 A.5.4=4 A.5.5=1 A.5.6=12 A.5.7=1", layout=layout)
        stub = new_spaces(before, after, "node")[0]
        assert stub.length == 8
        ways |= set(headings(after))
    assert ways == {"NW", "NE"}


@pytest.mark.rule("DA-EXIT-05")
def test_widths_of_exits_may_be_thrown() -> None:
    after, _ = follow(corridor(exit_width="a32"), "A.1=14 A.5.1=11 A.5.4=4 A.5.5=1 A.5.6=1 A.3.2=11 A.5.7=1")
    assert open_leads(after)[0].front.width == 30


@pytest.mark.rule("DA-EXIT-06", "DA-EXIT-08")
def test_rooms_are_left_by_doors() -> None:
    found, _ = follow(corridor(), "A.1=5 A.2.1=9")
    room, events = follow(found, "A.2.2=9 A.5.1=3 A.5.4=2 A.5.5=7 A.5.5=2 A.5.7=1", open_leads(found, "door")[0].id)
    left, opposite = open_leads(room, "door")
    assert (left.frame, opposite.frame) == ("left", "ahead")
    assert "DA-EXIT-08" in cited(events)
    along, _ = follow(room, "A.2.2=1 A.3.2=5", left.id)
    assert sorted(headings(along)) == ["N", "S"]
    beyond, _ = follow(room, "A.2.2=2 A.5.4=4 A.5.7=1", opposite.id)
    assert new_spaces(room, beyond, "room")[0].size == (10, 10)


@pytest.mark.rule("DA-EXIT-06")
def test_a_door_in_the_same_wall_is_ahead_for_those_who_turn_round() -> None:
    found, _ = follow(corridor(), "A.1=5 A.2.1=9")
    room, _ = follow(found, "A.2.2=9 A.5.1=6 A.5.4=4 A.5.5=12 A.5.7=1", open_leads(found, "door")[0].id)
    door = open_leads(room, "door")[0]
    assert (door.frame, NAMES[door.came], NAMES[door.front.heading]) == ("ahead", "S", "S")


@pytest.mark.rule("DA-EXIT-08", "DA-EXIT-06")
@pytest.mark.parametrize(
    ("kind", "chamber_door", "room_door"), [("all_passages", False, False), ("all_doors", True, True)]
)
def test_all_exits_may_be_passages_or_doors(kind: str, chamber_door: bool, room_door: bool) -> None:
    direction = "" if chamber_door else " A.5.6=1"
    after, _ = follow(corridor(exit_kind=kind), f"A.1=14 A.5.1=3 A.5.4=1 A.5.5=1{direction} A.5.7=1")
    assert bool(open_leads(after, "door")) == chamber_door
    found, _ = follow(corridor(exit_kind=kind), "A.1=5 A.2.1=9")
    direction = "" if room_door else " A.5.6=1"
    after, _ = follow(found, f"A.2.2=9 A.5.1=3 A.5.4=1 A.5.5=1{direction} A.5.7=1", open_leads(found, "door")[0].id)
    assert bool(open_leads(after, "door")) == room_door


@pytest.mark.rule("DA-EXIT-07")
@pytest.mark.parametrize(("roll", "kind", "two_way"), [(2, "secret_door", True), (3, "one_way_door", False)])
def test_an_exit_onto_mapped_ground(roll: int, kind: str, two_way: bool) -> None:
    state = corridor(walls=[wall(200, 260, 300, 340)])
    dice = "A.1=14 A.5.1=6 A.5.4=5 A.5.7=1"
    space, _ = chamber("A.5.1=6 A.5.4=5 A.5.7=1", state)
    west = min(x for x, _ in space.parts[0])
    state = corridor(walls=[wall(200, 200, west - 2, 420)])
    after, events = follow(state, dice.replace("A.5.4=5", f"A.5.4=4 A.5.5=7 A.5.6=3 A.5.6.mapped={roll}"))
    link = next(each for each in after.links.values() if each.b == "wall")
    assert (link.kind, link.two_way, link.hidden) == (kind, two_way, kind == "secret_door")
    assert open_leads(after) == []
    assert "DA-EXIT-07" in cited(events)


@pytest.mark.rule("DA-EXIT-07")
def test_mapped_ground_20_ft_off_leaves_an_ordinary_exit() -> None:
    space, _ = chamber("A.5.1=6 A.5.4=5 A.5.7=1")
    west = min(x for x, _ in space.parts[0])
    state = corridor(walls=[wall(100, 200, west - 16, 420)])
    after, _ = follow(state, "A.1=14 A.5.1=6 A.5.4=4 A.5.5=7 A.5.6=3 A.5.7=1")
    lead = open_leads(after)[0]
    before = len(after.spaces)
    further, _ = follow(after, "A.4=1 A.3.2=1", lead.id)
    assert list(further.spaces.values())[before].length == 16


# -------------------------------------------------------------------- searching


def closed_room() -> Dungeon:
    found, _ = follow(corridor(), "A.1=5 A.2.1=9")
    return follow(found, "A.2.2=9 A.5.1=3 A.5.4=4 A.5.7=1", open_leads(found, "door")[0].id)[0]


@pytest.mark.rule("DA-EXIT-03")
def test_searching_a_closed_room() -> None:
    state = closed_room()
    search = open_leads(state, "search")[0]
    assert len(search.sections) == 7
    results = []
    for section, roll in zip(search.sections, (5, 12, 8, 3, 9, 1, 2), strict=True):
        script = Script(f"A.5.4.search={roll}")
        events = search_section(state, search.id, section.id, script, now=0)
        script.done()
        state = fold(state, events)
        results.append(state.searched[section.id].found)
    assert results == ["nothing", "monster", "nothing", "nothing", "nothing", "door", "nothing"]
    assert search.id not in state.leads
    assert len(open_leads(state, "door")) == 1
    assert [slot.code for slot in state.slots.values()] == ["WANDERING_MONSTER"]


@pytest.mark.rule("DA-EXIT-03", "DA-PERIODIC-08")
def test_a_secret_door_in_a_dead_end_leads_on() -> None:
    state, _ = follow(corridor(), "A.1=18")
    search = open_leads(state, "search")[0]
    left = next(section for section in search.sections if section.frame == "left")
    state = fold(state, search_section(state, search.id, left.id, Script("A.5.4.search=1"), now=0))
    door = open_leads(state, "door")[0]
    assert NAMES[door.front.heading] == "W"
    assert state.links[door.link].kind == "secret_door"
    after, _ = follow(state, "A.2.2=3 A.3.2=6", door.id)
    assert [NAMES[lead.front.heading] for lead in open_leads(after)] == ["W"]


@pytest.mark.rule("DA-EXIT-03")
def test_no_wall_is_searched_twice_unless_the_table_says_once_a_day() -> None:
    state = closed_room()
    search = open_leads(state, "search")[0]
    section = search.sections[0].id
    state = fold(state, search_section(state, search.id, section, Script("A.5.4.search=5"), now=0))
    with pytest.raises(Fault, match="already"):
        search_section(state, search.id, section, Script("A.5.4.search=1"), now=0)
    from msgspec.structs import replace

    daily = replace(state, options={**state.options, "research": "per_day"})
    assert not may_search(daily, section, 0)
    assert may_search(daily, section, 144)
    assert not may_search(daily, section, 143)


@pytest.mark.rule("DA-EXIT-03")
@pytest.mark.parametrize("shape", [1, 5, 7, 8, 10, 11, 12])
def test_doors_found_in_round_and_slanted_walls(shape: int) -> None:
    state, _ = follow(corridor(), f"A.1=14 A.5.1=12 A.5.2={shape} A.5.3=6 A.5.4=5 A.5.7=1")
    search = open_leads(state, "search")[0]
    for section in search.sections:
        found = fold(state, search_section(state, search.id, section.id, Script("A.5.4.search=1"), now=0))
        space = found.spaces[search.space]
        before = state.spaces[search.space]
        assert space.parts == before.parts
        assert space.necks[: len(before.necks)] == before.necks
        for door in open_leads(found, "door"):
            after, _ = follow(found, "A.2.2=3 A.3.2=1", door.id)
            assert after.links[door.link]


@pytest.mark.rule("DA-ROOM-02")
def test_footprints_of_rectangles_are_exact() -> None:
    assert rectangular(30, 50).square_feet == 1500
