"""The index of what is drawn, against a slow twin that looks at every floor with every side."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.dungeon.ground import OFF_SHEET, Ground
from arbitro.dungeon.lattice import beyond, bounds, overlap, slants, stretch
from arbitro.dungeon.model import Face, Polygon

WIDTH, HEIGHT = 400, 320


@st.composite
def stretches(draw: st.DrawFn) -> tuple[Face, int]:
    heading = draw(st.integers(0, 7))
    cut = draw(st.sampled_from(("h", "v"))) if heading % 2 else ""
    x, y = 4 * draw(st.integers(0, WIDTH // 4)), 4 * draw(st.integers(0, HEIGHT // 4))
    return Face(x, y, heading, draw(st.sampled_from((5, 10, 20, 30))), cut), 4 * draw(st.integers(1, 12))


def is_free(floors: list[Polygon], polygon: Polygon) -> bool:
    on_sheet = all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in polygon)
    return on_sheet and not any(overlap(polygon, floor) for floor in floors)


@given(st.lists(stretches(), max_size=25), st.lists(stretches(), min_size=1, max_size=12))
@settings(max_examples=150, deadline=None)
def test_the_index_answers_like_its_slow_twin(drawn: list[tuple[Face, int]], asked: list[tuple[Face, int]]) -> None:
    ground = Ground(WIDTH, HEIGHT)
    floors = [stretch(face, steps) for face, steps in drawn]
    for number, floor in enumerate(floors):
        ground.add_part(str(number), floor)
    for face, steps in asked:
        floor = stretch(face, steps)
        free = is_free(floors, floor)
        assert ground.clear(face, steps) == ground.free(floor) == free
        reach = ground.reach(face, steps)
        assert (reach == steps) == free
        assert reach == 0 or is_free(floors, stretch(face, reach))
        assert free or not is_free(floors, stretch(face, reach + 4)) or reach + 4 >= steps
        blocker = ground.blocker(floor)
        assert bool(blocker) != free
        assert blocker in ("", OFF_SHEET) or overlap(floor, floors[int(blocker)])


@given(stretches(), stretches())
@settings(max_examples=300, deadline=None)
def test_once_boxes_overlap_only_slanting_sides_can_part_two_floors(
    one: tuple[Face, int], other: tuple[Face, int]
) -> None:
    first, second = stretch(*one), stretch(*other)
    (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = bounds(first), bounds(second)
    boxes = ax0 < bx1 and bx0 < ax1 and ay0 < by1 and by0 < ay1
    parted = beyond(slants(first), second) or beyond(slants(second), first)
    assert overlap(first, second) == (boxes and not parted)


@pytest.mark.parametrize("heading", range(8))
def test_a_straight_stretch_has_no_slanting_side(heading: int) -> None:
    floor = stretch(Face(40, 40, heading, 10, "h" if heading % 2 else ""), 16)
    assert len(slants(floor)) == (2 if heading % 2 else 0)
