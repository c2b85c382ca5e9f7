"""Doors: where they stand and what is behind them."""

import pytest
from tests.dungeon.bench import adjustments, cited, codes, corridor, follow, headings, new_spaces, open_leads, wall

from arbitro.dungeon.lattice import NAMES
from arbitro.dungeon.model import Dungeon, Lead


def door(state: Dungeon) -> Lead:
    return open_leads(state, "door")[0]


def opened(heading: str, side: int, dice: str, width: int = 10, **more: object) -> tuple[Dungeon, Dungeon]:
    """The dungeon with a door met on A.2.1, before and after it is opened."""
    found, _ = follow(corridor(heading, width, **more), f"A.1=5 A.2.1={side}")
    after, _ = follow(found, dice, door(found).id)
    return found, after


@pytest.mark.rule("DA-PERIODIC-03", "DA-DOOR-01", "DA-DOOR-02")
@pytest.mark.parametrize(
    ("heading", "roll", "row", "facing", "goes_on"),
    [
        ("N", 4, "DOOR_LEFT", "W", True),
        ("S", 8, "DOOR_RIGHT", "W", True),
        ("E", 9, "DOOR_AHEAD", "E", False),
        ("NE", 1, "DOOR_LEFT", "NW", True),
    ],
)
def test_where_a_door_stands(heading: str, roll: int, row: str, facing: str, goes_on: bool) -> None:
    after, events = follow(corridor(heading), f"A.1=5 A.2.1={roll}")
    assert codes(events) == ["DOOR", row]
    assert NAMES[door(after).front.heading] == facing
    link = after.links[door(after).link]
    assert (link.kind, link.b) == ("door", "")
    corridors = open_leads(after)
    assert bool(corridors) == goes_on
    if goes_on:
        assert corridors[0].to_go == 20  # the node takes 10 of the 30 ft


@pytest.mark.rule("DA-DOOR-03", "DA-DOOR-04", "DA-DOOR-02")
def test_parallel_corridor_behind_a_side_door() -> None:
    found, after = opened("N", 1, "A.2.2=1 A.3.2=8")
    node = new_spaces(found, after)[0]
    assert (node.front.width, node.length) == (20, 8)
    assert max(x for x, _ in node.parts[0]) == 316  # along the west side of the wall
    ways = [lead for lead in open_leads(after) if lead.space == node.id]
    assert sorted(NAMES[lead.front.heading] for lead in ways) == ["N", "S"]
    assert [lead.to_go for lead in ways] == [25, 25]  # 30 ft from the door, 5 of them in the node


@pytest.mark.rule("DA-DOOR-04")
@pytest.mark.parametrize("width", [5, 10, 20, 30])
@pytest.mark.parametrize("heading", ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
@pytest.mark.parametrize("side", [1, 5])
def test_parallel_corridors_keep_clear_of_the_wall(heading: str, side: int, width: int) -> None:
    roll = {5: 12, 10: 1, 20: 8, 30: 11}[width]
    found, after = opened(heading, side, f"A.2.2=2 A.3.2={roll}", 5)
    node = new_spaces(found, after)[0]
    assert node.front.width == width
    assert after.links[door(found).link].b == node.id


@pytest.mark.rule("DA-DOOR-05", "DA-EXIT-03")
def test_small_room_behind_a_door_ahead() -> None:
    _, after = opened("N", 9, "A.2.2=1 A.5.4=4 A.5.7=1")
    room = next(space for space in after.spaces.values() if space.kind == "room")
    assert (room.size, room.area, room.exits) == ((10, 10), 100, 0)
    assert len(open_leads(after, "search")[0].sections) == 3


@pytest.mark.rule("DA-DOOR-06", "DA-DOOR-02")
@pytest.mark.parametrize(
    ("heading", "side", "roll", "expected"), [("N", 5, 12, ("E", 5)), ("E", 9, 1, ("E", 10)), ("NE", 9, 1, ("NE", 10))]
)
def test_straight_on_behind_a_door(heading: str, side: int, roll: int, expected: tuple[str, int]) -> None:
    found, after = opened(heading, side, f"A.2.2=3 A.3.2={roll}")
    lead = next(each for each in open_leads(after) if each.link)
    assert (NAMES[lead.front.heading], lead.front.width) == expected
    assert lead.to_go == 30
    further, _ = follow(after, "A.1=1", lead.id)
    assert further.links[door(found).link].b in further.spaces


@pytest.mark.rule("DA-DOOR-07", "DA-DOOR-08")
@pytest.mark.parametrize(
    ("heading", "side", "roll", "width", "expected"),
    [("N", 1, 4, 5, "NW"), ("N", 5, 4, 5, "NE"), ("N", 1, 5, 2, "SW"), ("W", 5, 5, 11, "NE")],
)
def test_slanting_corridors_behind_side_doors(heading: str, side: int, roll: int, width: int, expected: str) -> None:
    _, after = opened(heading, side, f"A.2.2={roll} A.3.2={width}")
    lead = next(each for each in open_leads(after) if each.link)
    assert NAMES[lead.front.heading] == expected
    assert adjustments(after) == []


@pytest.mark.rule("DA-DOOR-07", "DA-DOOR-08")
@pytest.mark.parametrize(("roll", "expected"), [(4, {"NW", "NE"}), (5, {"SW", "SE"})])
def test_slanting_corridors_behind_a_door_ahead(roll: int, expected: set[str]) -> None:
    found, _ = follow(corridor(width=20), "A.1=5 A.2.1=10")
    ways = set()
    for layout in range(8):
        after, _ = follow(found, f"A.2.2={roll} A.3.2=1", door(found).id, layout=layout)
        landing = new_spaces(found, after)[0]
        assert landing.front.width == 20
        assert landing.length >= 8
        ways |= set(headings(after))
    assert ways == expected


@pytest.mark.rule("DA-DOOR-09", "DA-ROOM-03")
@pytest.mark.parametrize(("roll", "size"), [(1, (10, 10)), (10, (20, 40)), (11, (30, 40)), (7, (10, 20))])
def test_a_room_behind_a_door_reads_the_room_column(roll: int, size: tuple[int, int]) -> None:
    _, after = opened("N", 9, f"A.2.2=9 A.5.1={roll} A.5.4=4 A.5.7=1")
    room = next(space for space in after.spaces.values() if space.kind == "room")
    assert tuple(sorted(room.size)) == size


@pytest.mark.rule("DA-DOOR-09")
@pytest.mark.parametrize("heading", ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
@pytest.mark.parametrize("side", [1, 5, 9])
def test_rooms_fit_behind_every_kind_of_door(heading: str, side: int) -> None:
    found, after = opened(heading, side, "A.2.2=9 A.5.1=3 A.5.4=4 A.5.7=1")
    room = new_spaces(found, after, "room")[0]
    assert after.links[door(found).link].b == room.id


@pytest.mark.rule("DA-SOLO-03")
def test_a_door_onto_nothing_is_false() -> None:
    found, _ = follow(corridor(), "A.1=5 A.2.1=9")
    blocked = corridor(walls=[wall(240, 200, 400, 320)])
    found = fold_walls(found, blocked)
    after, events = follow(found, "A.2.2=3 A.3.2=1", door(found).id)
    assert after.closed[door(found).id].dead_end == "false_door"
    assert after.links[door(found).link].state == "false"
    assert "DA-SOLO-03" in cited(events)


def fold_walls(state: Dungeon, other: Dungeon) -> Dungeon:
    from msgspec.structs import replace

    return replace(state, spaces={**other.spaces, **state.spaces})
