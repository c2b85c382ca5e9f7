"""Corridors: table A.1, junctions, bends, and how the corridor goes on after each."""

import pytest
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

from arbitro.appendix_a.level import begin, settings
from arbitro.dungeon.lattice import NAMES, turned
from arbitro.dungeon.model import Dungeon, Face
from arbitro.text import Fault


@pytest.mark.rule("DA-MAP-01")
@pytest.mark.parametrize(
    ("heading", "degrees", "expected"),
    [("N", -135, "SW"), ("E", 45, "SE"), ("NW", 90, "NE"), ("N", 0, "N"), ("S", 180, "N")],
)
def test_directions_are_relative_to_the_way_walked(heading: str, degrees: int, expected: str) -> None:
    assert NAMES[turned(NAMES.index(heading), degrees)] == expected


@pytest.mark.rule("DA-MAP-03")
def test_a_dungeon_starts_at_the_south_edge() -> None:
    state = fold(Dungeon(), begin(Script()))
    landing = next(iter(state.spaces.values()))
    assert landing.box == (0, 0, 0, 0)
    assert landing.parts == (((240, 640), (240, 624), (248, 624), (248, 640)),)
    lead = next(iter(state.leads.values()))
    assert (lead.front, lead.to_go) == (Face(244, 624, 0, 10), 30)
    after, _ = follow(state, "A.1=1", lead.id)
    assert next(iter(after.leads.values())).front == Face(244, 600, 0, 10)


@pytest.mark.rule("DA-MAP-03", "DA-SOLO-01")
@pytest.mark.parametrize(
    ("start", "dice", "leads"), [("crossroads", "", 3), ("chamber", "A.5.1=3 A.5.4=1 A.5.5=2 A.5.6=1 A.5.7=1", 1)]
)
def test_other_starts(start: str, dice: str, leads: int) -> None:
    script = Script(dice)
    state = fold(Dungeon(), begin(script, {"start": start}))
    script.done()
    assert len(open_leads(state)) == leads
    assert state.options["appendix_a"] is True


@pytest.mark.rule("DA-SOLO-01")
def test_the_generator_is_off_until_somebody_selects_it() -> None:
    assert not settings()["appendix_a"]
    with pytest.raises(Fault, match="appendix_a"):
        begin(Script(), {"appendix_a": False})
    assert fold(Dungeon(), begin(Script())).options["appendix_a"]


@pytest.mark.rule("DA-PERIODIC-01", "DA-PERIODIC-02", "DA-MAP-02")
def test_straight_goes_on_for_60_ft() -> None:
    state, events = follow(corridor("W", 20), "A.1=2")
    lead = state.leads[next(iter(state.leads))]
    assert codes(events) == ["STRAIGHT"]
    assert (lead.to_go, lead.front.width, NAMES[lead.front.heading]) == (60, 20, "W")
    further, _ = follow(state, "A.1=1", lead.id)
    assert open_leads(further)[0].front.x == 320 - 48


@pytest.mark.rule("DA-MAP-02")
@pytest.mark.parametrize(("metric", "steps"), [("squares", 48), ("euclid", 32)])
def test_a_diagonal_square_counts_as_ten_feet(metric: str, steps: int) -> None:
    state, _ = follow(corridor("NE", diagonal_metric=metric), "A.1=3")
    lead = open_leads(state)[0]
    after, _ = follow(state, "A.1=1", lead.id)
    end = open_leads(after)[0].front
    assert (end.x, end.y) == (320 + steps, 320 - steps)


@pytest.mark.rule("DA-PERIODIC-02", "DA-TURN-01", "DA-TURN-02", "DA-TURN-03")
def test_a_corridor_cut_by_a_room_bends_there() -> None:
    state = corridor("N", to_go=60, walls=[wall(280, 240, 360, 288)])
    after, events = follow(state, "A.4=1 A.3.2=3")
    laid = new_spaces(state, after)[0]
    assert laid.length == 32  # 40 ft
    lead = open_leads(after)[0]
    assert (NAMES[lead.front.heading], lead.front.width, lead.to_go) == ("W", 10, 30)
    assert codes(events) == ["TURN_L90", "W10"]
    assert adjustments(after) == []


@pytest.mark.rule("DA-TURN-01", "DA-SOLO-03")
def test_at_the_edge_of_the_sheet_the_first_free_bend_is_taken() -> None:
    state = corridor("N", at=(320, 0), to_go=60)
    after, _ = follow(state, "A.4=11 A.3.2=6")
    assert headings(after) == ["W"]
    assert adjustments(after) == [("A.4", "page_edge", "other_bend")]


@pytest.mark.rule("DA-TURN-01")
def test_where_no_bend_fits_there_is_a_dead_end() -> None:
    around = [wall(280, 240, 360, 320, "a"), wall(280, 320, 316, 400, "b"), wall(324, 320, 360, 400, "c")]
    after, _ = follow(corridor("N", to_go=30, walls=around), "A.4=3 A.3.2=2")
    assert after.closed["lead"].dead_end == "blocked"
    assert len(open_leads(after, "search")) == 1


@pytest.mark.rule("DA-TURN-01")
def test_by_house_rule_a_corridor_opens_into_what_it_meets() -> None:
    state = corridor("N", to_go=60, walls=[wall(280, 240, 360, 290)], on_collision="join")
    after, events = follow(state, "")
    assert after.closed["lead"].to == "wall"
    last = next(link for link in after.links.values() if link.b == "wall")
    assert last.kind == "opening"
    assert last.segment == ((318, 290), (322, 290))
    assert "DA-TURN-01" in cited(events)


@pytest.mark.rule("DA-TURN-03")
def test_a_bend_narrows_where_its_width_does_not_fit() -> None:
    state = corridor(
        "N",
        to_go=60,
        walls=[wall(240, 240, 400, 300), wall(200, 322, 316, 400, "low"), wall(340, 316, 400, 400, "right")],
    )
    after, _ = follow(state, "A.4=1 A.3.2=11")
    lead = open_leads(after)[0]
    assert NAMES[lead.front.heading] == "W"
    assert lead.front.width == 20
    assert adjustments(after) == [("A.3.2", "no_space", "narrower")]


@pytest.mark.rule("DA-PERIODIC-05", "DA-TURN-02", "DA-TURN-03")
@pytest.mark.parametrize(
    ("heading", "turn", "row", "expected"),
    [
        ("E", 8, "TURN_R90", "S"),
        ("N", 4, "TURN_L90", "W"),
        ("E", 6, "TURN_L45B", "NW"),
        ("S", 12, "TURN_R45B", "NW"),
        ("N", 5, "TURN_L45F", "NW"),
        ("N", 11, "TURN_R45F", "NE"),
    ],
)
def test_the_corridor_turns(heading: str, turn: int, row: str, expected: str) -> None:
    after, events = follow(corridor(heading), f"A.1=11 A.4={turn} A.3.2=9")
    lead = open_leads(after)[0]
    assert codes(events) == ["TURN", row, "W20"]
    assert (NAMES[lead.front.heading], lead.front.width, lead.to_go) == (expected, 20, 30)


@pytest.mark.rule("DA-PERIODIC-01", "DA-PERIODIC-05")
@pytest.mark.parametrize(("setting", "dice", "to_go"), [("reroll", "A.1=13 A.1=1", 60), ("straight_30", "A.1=13", 30)])
def test_the_rows_missing_in_print_can_be_read_otherwise(setting: str, dice: str, to_go: int) -> None:
    after, _ = follow(corridor(a1_11_13=setting), dice)
    assert headings(after) == ["N"]
    assert open_leads(after)[0].to_go == to_go


JUNCTIONS = [
    ("N", 1, ["W", "N"], "SIDE_L90", 1),
    ("N", 2, ["N", "E"], "SIDE_R90", 1),
    ("S", 1, ["E", "S"], "SIDE_L90", 1),
    ("NE", 2, ["NE", "SE"], "SIDE_R90", 1),
    ("N", 3, ["NW", "N"], "SIDE_L45F", 1),
    ("W", 4, ["W", "NW"], "SIDE_R45F", 1),
    ("N", 5, ["SW", "N"], "SIDE_L45B", 1),
    ("E", 6, ["E", "SW"], "SIDE_R45B", 1),
    ("N", 7, ["NW", "N"], "CURVE_L45F", 1),
    ("N", 8, ["N", "NE"], "CURVE_R45F", 1),
    ("W", 9, ["S", "N"], "JUNCTION_T", 1),
    ("NE", 10, ["N", "E"], "JUNCTION_Y", 2),
    ("N", 10, ["NW", "NE"], "JUNCTION_Y", 2),
    ("E", 11, ["N", "E", "S"], "CROSSROADS", 1),
    ("N", 12, ["SW", "NW", "NE", "SE"], "JUNCTION_X", 2),
    ("NE", 12, ["NW", "NE", "SE"], "JUNCTION_X", 1),
]


@pytest.mark.rule(
    "DA-PERIODIC-04",
    "DA-CORR-01",
    "DA-CORR-02",
    "DA-CORR-03",
    "DA-CORR-04",
    "DA-CORR-05",
    "DA-CORR-06",
    "DA-CORR-07",
    "DA-CORR-08",
    "DA-CORR-09",
    "DA-CORR-11",
)
@pytest.mark.parametrize(("heading", "roll", "leads", "row", "widths"), JUNCTIONS)
def test_junctions(heading: str, roll: int, leads: list[str], row: str, widths: int) -> None:
    after, events = follow(corridor(heading), f"A.1=9 A.3.1={roll}" + " A.3.2=4" * widths)
    assert codes(events)[1] == row
    assert headings(after) == leads
    assert "DA-CORR-11" in cited(events)


@pytest.mark.rule("DA-CORR-05")
def test_a_curve_takes_20_ft_and_is_only_drawn_differently() -> None:
    plain, _ = follow(corridor(), "A.1=8 A.3.1=3 A.3.2=3")
    curved, _ = follow(corridor(), "A.1=8 A.3.1=7 A.3.2=3")
    node = new_spaces(corridor(), curved)[0]
    assert (node.curved, node.length) == (-1, 16)
    assert new_spaces(corridor(), plain)[0].parts == node.parts
    bent, _ = follow(corridor(curve="main_bends"), "A.1=8 A.3.1=7 A.3.2=3")
    assert headings(bent) == ["NW"]


@pytest.mark.rule("DA-CORR-09")
def test_the_fifth_corridor_of_an_x() -> None:
    after, _ = follow(corridor(x_fifth="ahead"), "A.1=8 A.3.1=12 A.3.2=1 A.3.2=1")
    assert headings(after) == ["SW", "NW", "N", "NE", "SE"]


@pytest.mark.rule("DA-CORR-10", "DA-CORR-11")
def test_widths_are_thrown_for_each_new_line() -> None:
    after, _ = follow(corridor(), "A.1=8 A.3.1=10 A.3.2=1 A.3.2=12")
    assert [(NAMES[lead.front.heading], lead.front.width) for lead in open_leads(after)] == [("NW", 10), ("NE", 5)]
    after, _ = follow(corridor(), "A.1=8 A.3.1=12 A.3.2=9 A.3.2=2")
    assert [lead.front.width for lead in open_leads(after)] == [20, 10, 20, 10]
    after, _ = follow(corridor(width=20), "A.1=8 A.3.1=11 A.3.2=10")
    assert [lead.front.width for lead in open_leads(after)] == [20, 20, 20]


@pytest.mark.rule("DA-CORR-06", "DA-CORR-08")
@pytest.mark.parametrize(
    ("heading", "roll", "length"),
    [
        ("N", 1, 8),
        ("N", 9, 8),
        ("N", 3, 16),
        ("N", 5, 16),
        ("N", 10, 16),
        ("N", 12, 28),
        ("NE", 1, 8),
        ("NE", 3, 12),
        ("NE", 5, 8),
    ],
)
def test_how_long_a_node_of_10_ft_corridors_is(heading: str, roll: int, length: int) -> None:
    widths = 2 if roll in (10, 12) and heading == "N" else 1
    after, _ = follow(corridor(heading), f"A.1=8 A.3.1={roll}" + " A.3.2=1" * widths)
    assert new_spaces(corridor(heading), after)[0].length == length


@pytest.mark.rule("DA-PERIODIC-04", "DA-MAP-02")
def test_the_old_corridor_counts_from_the_check_point() -> None:
    after, _ = follow(corridor(), "A.1=9 A.3.1=2 A.3.2=4")
    main, branch = open_leads(after)
    assert (main.to_go, branch.to_go) == (20, 30)  # 10 ft of the 30 are the node


@pytest.mark.rule("DA-SOLO-03")
def test_a_junction_without_ground_goes_into_the_walls_behind() -> None:
    state = corridor("N", walls=[wall(280, 240, 360, 318)])
    after, _ = follow(state, "A.1=9 A.3.1=9 A.3.2=1")
    assert headings(after) == ["W", "E"]
    assert new_spaces(state, after) == []
    left, right = open_leads(after)
    assert left.front.y == right.front.y


@pytest.mark.rule("DA-SOLO-03")
def test_an_arm_that_cannot_leave_is_closed() -> None:
    state = corridor("N", walls=[wall(200, 240, 316, 400)])
    after, _ = follow(state, "A.1=9 A.3.1=9 A.3.2=1")
    assert headings(after) == ["E"]
    assert [each.dead_end for each in after.closed.values()] == ["blocked", ""]


@pytest.mark.rule("DA-PERIODIC-08", "DA-EXIT-03")
@pytest.mark.parametrize(("width", "sections"), [(5, 3), (10, 3), (20, 4), (30, 5)])
def test_a_dead_end_offers_its_walls(width: int, sections: int) -> None:
    after, _ = follow(corridor(width=width), "A.1=18")
    assert after.closed["lead"].dead_end == "rolled"
    search = open_leads(after, "search")[0]
    assert len(search.sections) == sections
    assert {section.frame for section in search.sections} == {"left", "right", "ahead"}


@pytest.mark.rule("DA-PERIODIC-10")
@pytest.mark.parametrize(
    ("dice", "approach"),
    [
        ("A.1=20 A.1=2", "ahead"),
        ("A.1=20 A.1=5 A.2.1=6", "through_the_door"),
        ("A.1=20 A.1=9 A.3.1=9 A.3.2=1", "a_new_arm"),
        ("A.1=20 A.1=11 A.4=1 A.3.2=1", "round_the_bend"),
        ("A.1=20 A.1=14 A.5.1=1 A.5.4=4 A.5.7=1", "out_of_the_chamber"),
        ("A.1=20 A.1=17 A.6=1", "by_the_stairs_or_shaft"),
        ("A.1=20 A.1=18", "behind"),
        ("A.1=20 A.1=19 A.7.1=19", "ahead"),
        ("A.1=20 A.1=20 A.1=2", "ahead"),
    ],
)
def test_a_wandering_monster_comes_from_where_the_second_roll_leads(dice: str, approach: str) -> None:
    after, _ = follow(corridor(), dice)
    slots = [slot for slot in after.slots.values() if slot.code == "WANDERING_MONSTER"]
    assert [slot.approach for slot in slots] == [approach]
    again = ("A.1", "repeated_encounter", "rerolled") in adjustments(after)
    assert again == dice.startswith("A.1=20 A.1=20")
    if approach in ("a_new_arm", "through_the_door", "round_the_bend"):
        assert slots[0].via in after.leads


@pytest.mark.rule("DA-MAP-04")
def test_a_script_that_runs_out_is_an_error() -> None:
    with pytest.raises(AssertionError, match=r"A\.3\.2"):
        follow(corridor(), "A.1=8 A.3.1=1")


@pytest.mark.rule("DA-MAP-04")
def test_the_same_dice_with_another_layout_give_the_same_rows() -> None:
    dice = "A.1=14 A.5.1=10 A.5.4=1 A.5.5=4 A.5.6=12 A.5.5=7 A.5.6=2 A.5.7=15"
    one, first = follow(corridor(), dice, layout=1)
    maps = {tuple(follow(corridor(), dice, layout=number)[0].spaces.items()) for number in range(2, 8)}
    assert len(maps) > 1
    assert all(codes(follow(corridor(), dice, layout=number)[1]) == codes(first) for number in range(2, 8))
    assert one.spaces
