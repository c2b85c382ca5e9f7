"""Walls, against a slow twin: every foot of every floor's edge is either wall or a way through, and never both."""

from fractions import Fraction

import pytest
from tests.dungeon.samples import DECORATION, whole, with_link

from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.natural import flattened, floor_path, loops_of
from arbitro.dungeon.draw.walls import Walls, chained, joined, line_of, mark, outline, without
from arbitro.dungeon.lattice import contains, double_area
from arbitro.dungeon.model import Dungeon, Space

SEEDS = ["8", "walls1", "walls2", "walls3"]


def on_segment(x, y, a, b) -> bool:
    """Whether a point lies strictly within a segment, exactly."""
    (ax, ay), (bx, by) = a, b
    if (bx - ax) * (y - ay) != (by - ay) * (x - ax):
        return False
    along = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
    return 0 < along < (bx - ax) ** 2 + (by - ay) ** 2


def ways(state: Dungeon, space: Space) -> list:
    """Where a space can be left: open ways, doors in sight and open ends."""
    found = [
        link.segment
        for link in state.links.values()
        if space.id in (link.a, link.b) and link.segment and link.kind != "secret_door"
    ]
    found += [
        lead.mouth
        for lead in state.leads.values()
        if lead.space == space.id and lead.kind == "corridor" and lead.mouth and not lead.link
    ]
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.rule("DA-MAP-02")
def test_every_edge_of_a_floor_is_wall_or_way(seed) -> None:
    state = whole(seed, 40)
    for level in (1, 2):
        built = Walls(state, level).built()
        for space in state.spaces_on(level):
            if space.kind == "cave":
                continue
            openings = ways(state, space)
            others = [other for other in state.spaces_on(level) if other.id != space.id]
            for a, b in outline(space):
                for share in (Fraction(5, 31), Fraction(14, 31), Fraction(23, 31)):
                    x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
                    walled = any(on_segment(x, y, *edge) for edge in built)
                    way = any(on_segment(x, y, *segment) for segment in openings)
                    touched = any(contains(part, ((x, y),)) for other in others for part in other.floor)
                    # An open end onto ground that has been taken since has the other floor's wall across it.
                    assert walled != way or (walled and way and touched), (space.id, float(x), float(y))


def test_the_outline_of_a_space_runs_around_its_floor() -> None:
    """Twice the area inside the outline is that of the parts, where these do not overlap."""
    checked = 0
    for space in (space for seed in SEEDS for space in whole(seed).spaces.values()):
        if space.necks:
            continue
        inside = sum(a[0] * b[1] - a[1] * b[0] for a, b in outline(space))
        assert inside == sum(double_area(part) for part in space.parts), space.id
        checked += len(space.parts) > 1
    assert checked


def test_walls_of_corridors_are_joined_and_none_is_drawn_twice() -> None:
    state = whole()
    edges = Walls(state, 1).built()
    sides = sum(len(part) for space in state.spaces_on(1) for part in space.parts)
    assert len(edges) < sides * 0.7
    by_line: dict = {}
    for (ax, ay), (bx, by) in edges:
        if all(isinstance(number, int) for number in (ax, ay, bx, by)):
            line, _ = line_of(ax, ay, bx, by)
            by_line.setdefault(line, []).append(tuple(sorted((mark(line, ax, ay), mark(line, bx, by)))))
    for stretches in by_line.values():
        assert len(joined(stretches)) == len(stretches)


def test_a_secret_door_is_plain_wall_unless_room_is_asked_for() -> None:
    state, link = with_link("secret_door")
    (ax, ay), (bx, by) = link.segment
    x, y = Fraction(ax + bx, 2), Fraction(ay + by, 2)

    def walled(walls: Walls) -> bool:
        return any(on_segment(x, y, *edge) for edge in walls.built())

    assert walled(Walls(state, 1))
    assert not walled(Walls(state, 1, secret_gaps=True))


def test_open_ends_are_closed_for_a_virtual_table() -> None:
    state = whole()
    mouths = [
        lead.mouth for lead in state.leads_on(1) if lead.kind == "corridor" and lead.mouth is not None and not lead.link
    ]
    assert mouths
    sealed = Walls(state, 1, sealed=True).built()
    for (ax, ay), (bx, by) in mouths:
        assert any(on_segment(Fraction(ax + bx, 2), Fraction(ay + by, 2), *edge) for edge in sealed)


def test_natural_walls_stay_near_their_squares_and_meet_their_openings_exactly() -> None:
    state = whole()
    walls = Walls(state, 3)
    assert walls.natural
    for cave in walls.natural:
        space = state.spaces[cave]
        corners = [(10 * x, 10 * y) for edge in outline(space) for x, y in edge]
        for loop in loops_of(walls, cave, Hand(DECORATION)):
            assert floor_path(loop).startswith("M")
            assert floor_path(loop).endswith("Z")
            if len(loop.runs) > 1:
                for run, after in zip(loop.runs, loop.runs[1:] + loop.runs[:1], strict=True):
                    assert run.points[-1] == after.points[0]
            for line in flattened(loop):
                for x, y in line:
                    near = min((10 * x - cx) ** 2 + (10 * y - cy) ** 2 for cx, cy in corners) ** 0.5
                    on_edge = any(
                        min(a[0], b[0]) - 2 <= x <= max(a[0], b[0]) + 2
                        and min(a[1], b[1]) - 2 <= y <= max(a[1], b[1]) + 2
                        for a, b in outline(space)
                    )
                    assert near < 30 or on_edge


def test_intervals() -> None:
    def at(*numbers: int) -> list:
        return [((a, a, 0), (b, b, 0)) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]

    assert joined(at(0, 4, 4, 6, 8, 9)) == at(0, 6, 8, 9)
    assert without(at(0, 10), at(2, 3, 5, 12)) == at(0, 2, 3, 5)
    assert without(at(0, 10), at(-1, 11)) == []
    assert chained([((0, 0), (4, 0)), ((4, 0), (4, 4)), ((9, 9), (8, 9))]) == [
        [(0, 0), (4, 0), (4, 4)],
        [(9, 9), (8, 9)],
    ]
