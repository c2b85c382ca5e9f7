"""What makes a map pleasant to read: real curves, marks that stand on floor, numbers that nothing runs through."""

import re
from functools import cache
from itertools import pairwise
from math import hypot

import pytest
from tests.dungeon.samples import DECORATION, whole

from arbitro.dungeon.draw.clear import about
from arbitro.dungeon.draw.frame import LARGEST, PLAIN, framed
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.draw.level import draw_level
from arbitro.dungeon.draw.pen import Pen
from arbitro.dungeon.draw.picture import SQUARE_TENTHS, Path, Picture, Text
from arbitro.dungeon.draw.round import ROUND, bows, round_path
from arbitro.dungeon.draw.symbols import SYMBOLS, Frame
from arbitro.dungeon.draw.theme import THEMES
from arbitro.dungeon.draw.walls import Walls, chained
from arbitro.dungeon.export.pdf import to_pdf
from arbitro.dungeon.lattice import contains
from arbitro.dungeon.model import Dungeon, Space


@cache
def with_space(wanted: str, kind: bool = False) -> tuple[Dungeon, Space]:
    """A dungeon that has a place of a shape, or of a kind, on its first level."""
    for number in range(80):
        state = whole(f"round{number}")
        for space in state.spaces_on(1):
            if (space.kind if kind else space.shape) == wanted:
                return state, space
    raise AssertionError(f"no {wanted} in eighty dungeons")


def bezier(a, b, c, d, t: float) -> tuple[float, float]:
    s = 1 - t
    return tuple(s**3 * a[n] + 3 * s * s * t * b[n] + 3 * s * t * t * c[n] + t**3 * d[n] for n in (0, 1))


@pytest.mark.rule("DA-ROOM-09")
@pytest.mark.parametrize("shape", ROUND)
def test_a_round_room_is_drawn_round_where_its_sides_are_whole(shape) -> None:
    state, space = with_space(shape)
    lines = chained(Walls(state, 1).built())
    curves = bows([space], lines)
    corners = space.parts[0]
    assert len(curves) >= 10, "most of its sixteen sides, both ways"
    x, y = (sum(point[axis] for point in corners) * 10 / len(corners) for axis in (0, 1))
    half_x, half_y = ((space.box[axis + 2] - space.box[axis]) * 5 for axis in (0, 1))
    for (a, b), path in curves.items():
        numbers_of = [int(number) for number in re.findall(r"-?\d+", path)]
        points = [(10 * a[0], 10 * a[1]), *zip(numbers_of[::2], numbers_of[1::2], strict=True)]
        assert points[-1] == (10 * b[0], 10 * b[1]), "the corners stay where the lattice has them"
        for t in (0.25, 0.5, 0.75):
            px, py = bezier(*points, t)
            assert abs(hypot((px - x) / half_x, (py - y) / half_y) - 1) < 0.08, "on the circle or oval"
    items = draw_level(state, 1, DECORATION, "clean").picture.items
    (wall,) = [item.d for item in items if isinstance(item, Path) and item.ink == "wall"]
    for pair, path in curves.items():
        assert (path in wall) != (curves[pair[::-1]] in wall), "each side once, one way or the other"
    floor = round_path(corners, curves)
    assert floor.count("C") == len(curves) // 2
    assert floor.count("C") + floor.count("L") == len(corners)


def test_a_side_with_a_door_stays_straight() -> None:
    for number in range(80):
        state = whole(f"round{number}")
        lines = chained(Walls(state, 1).built())
        for space in state.spaces_on(1):
            if space.shape in ROUND:
                curves = bows([space], lines)
                whole_sides = {pair for line in lines for pair in pairwise(line)}
                for a, b in curves:
                    assert (a, b) in whole_sides or (b, a) in whole_sides
                if len(curves) < 2 * len(space.parts[0]):
                    return
    raise AssertionError("no round room with a way out")


@pytest.mark.parametrize("seed", ["8", "marks1", "marks2", "marks3"])
def test_the_marks_of_ways_up_and_down_stand_on_floor(seed) -> None:
    state = whole(seed)
    for level in (1, 2, 3):
        pen = Pen(state, level, Hand(DECORATION), THEMES["old"])
        pen.shafts()
        pen.words()
        floors = [polygon for space in state.spaces_on(level) for polygon in space.floor]
        marks = [item.d for items in pen.marks.values() for item in items if isinstance(item, Path)]
        ways = [
            link
            for link in state.links.values()
            if link.segment is None and link.kind not in ("portal", "teleport")
            for end in (link.level, link.level + link.levels)
            if end == level and not (end == link.level and link.at is None)
        ]
        assert len(marks) == len(ways)
        for mark in marks:
            x, y = (int(number) / 10 for number in re.match(r"M(-?\d+) (-?\d+)", mark).groups())
            assert any(contains(floor, ((round(x + 1), round(y)),)) for floor in floors)


def test_the_number_of_a_sinking_room_stands_clear_of_its_sign() -> None:
    state, space = with_space("lift", kind=True)
    items = draw_level(state, 1, DECORATION).picture.items
    number = str(numbers(state, 1)[space.id])
    west, north, east, south = (10 * side for side in space.box)
    (word,) = [
        item
        for item in items
        if isinstance(item, Text) and item.words == number and west < item.x < east and north < item.y < south + 10
    ]
    middle_x, middle_y = (west + east) / 2, (north + south) / 2
    assert max(abs(word.x - middle_x), abs(word.y - word.size * 0.35 - middle_y)) >= 40


def test_no_ring_of_gas_runs_through_what_is_written() -> None:
    for number in range(40):
        state = whole(f"gas{number}")
        if any(trap.code == "GAS" and trap.level == 1 for trap in state.traps.values()):
            break
    pen = Pen(state, 1, Hand(DECORATION), THEMES["old"])
    pen.traps()
    words = [(item.x, item.y) for items in pen.words().values() for item in items if isinstance(item, Text)]
    assert words
    rings = [item.d for items in pen.clouds().values() for item in items if isinstance(item, Path)]
    assert rings
    for x, y in re.findall(r"M(-?\d+) (-?\d+)C", "".join(rings)):
        assert pen.taken.is_clear(about(int(x) - 8, int(y), 16, 16))


def test_words_about_a_large_sheet_are_larger() -> None:
    def title_of(side: int) -> tuple[Picture, Text]:
        drawn = draw_level(whole(), 1, DECORATION, "clean")
        drawn.picture.box = (0, 0, side, side)
        picture = framed(drawn, "en", "Title", "below")
        return picture, next(item for item in picture.items if isinstance(item, Text) and item.words == "Title")

    _, plain = title_of(PLAIN)
    assert plain.size == 92
    picture, large = title_of(2 * PLAIN)
    assert large.size == 184
    assert {"0", "20", "100"} <= {item.words for item in picture.items if isinstance(item, Text)}, "of the scale"
    _, most = title_of(100 * PLAIN)
    assert most.size == 92 * LARGEST
    west, north, east, south = picture.box
    for item in picture.items:
        if isinstance(item, Text) and not 0 <= item.y <= 2 * PLAIN:
            assert west < item.x < east
            assert north < item.y < south


def test_a_symbol_keeps_its_form_when_it_is_larger() -> None:
    for name, symbol in SYMBOLS.items():
        plain, large = (symbol(Frame(0, 0, scale=size)) for size in (1.0, 3.0))
        for one, other in zip(plain, large, strict=True):
            if isinstance(one, Path):
                small = [int(number) for number in re.findall(r"-?\d+", one.d)]
                wide = [int(number) for number in re.findall(r"-?\d+", other.d)]
                assert len(small) == len(wide)
                assert all(abs(3 * a - b) <= 3 for a, b in zip(small, wide, strict=True)), name
            else:
                assert other.size == 3 * one.size


def test_no_number_is_too_small_to_read() -> None:
    sizes = {}
    for number in range(20):
        state = whole(f"round{number}")
        drawn = draw_level(state, 1, DECORATION).picture.items
        words = {
            item.words: item.size for item in drawn if isinstance(item, Text) and item.bold and item.words.isdigit()
        }
        for name, number_ in numbers(state, 1).items():
            west, north, east, south = state.spaces[name].box
            if number_ > 9:
                sizes.setdefault((east - west) * (south - north) <= 64, set()).add(words[str(number_)])
    assert max(sizes[True]) == 42, "a closet has the plain size at most, and less where doors leave no room"
    assert min(sizes[True]) >= 20
    assert max(sizes[False]) == 42


@pytest.mark.parametrize("shape", ROUND)
def test_round_rooms_are_printed(shape) -> None:
    state, _ = with_space(shape)
    drawn = draw_level(state, 1, DECORATION, "clean")
    sheet = framed(drawn, "en", "Level 1", "below")
    assert sheet.width > SQUARE_TENTHS
    assert to_pdf(sheet, drawn.picture, state, 1, "5mm", "en").startswith(b"%PDF")
