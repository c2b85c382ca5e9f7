"""One Page Dungeon files read again as importers read them: floor is where rectangles are, wall everywhere else."""

import json
from collections.abc import Callable, Iterable

import pytest
from tests.dungeon.samples import DECORATION

from arbitro.appendix_a.level import generate
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.export.watabou import DOOR, SECRET, Cells, to_watabou
from arbitro.dungeon.model import Dungeon

BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))


def groups(things: Iterable, beside: Callable) -> dict:
    """Things by the number of the group that they are reached in."""
    found: dict = {}
    for number, thing in enumerate(sorted(things)):
        todo = [] if thing in found else [thing]
        while todo:
            here = todo.pop()
            if here not in found:
                found[here] = number
                todo.extend(beside(here))
    return found


def reread(state: Dungeon, level: int) -> dict[tuple[int, int], int]:
    """The squares of a file, by what one may walk to without opening a door."""
    made = json.loads(to_watabou(state, level, "Level", "", {}, DECORATION))
    floor = {
        (rect["x"] + x, rect["y"] + y) for rect in made["rects"] for x in range(rect["w"]) for y in range(rect["h"])
    }
    doors = {(door["x"], door["y"]) for door in made["doors"] if door["type"] in (DOOR, SECRET)}
    assert doors <= floor
    free = floor - doors
    return groups(free, lambda at: [at_ for x, y in BESIDE if (at_ := (at[0] + x, at[1] + y)) in free])


@pytest.mark.parametrize("seed", range(60))
def test_touching_spaces_keep_their_walls_and_open_ones_stay_open(seed) -> None:
    options = {"start": "crossroads", "caves_from_level": 2}
    state, _ = generate(AuditedDice.from_text(f"walls {seed}"), options, levels=2, cap=40)
    for level in sorted({1, 2} & set(state.levels)):
        walked = reread(state, level)
        openings = [link for link in state.links_on(level) if link.kind == "opening" and link.a and link.b]
        ways: dict[str, list[str]] = {space.id: [] for space in state.spaces_on(level)}
        for link in openings:
            ways[link.a].append(link.b)
            ways[link.b].append(link.a)
        meant = groups(ways, lambda name, ways=ways: ways[name])
        cells = Cells(state, level)
        assert set(cells.owner.values()) == set(ways), "every space has floor"
        pairs = {(meant[name], walked[cell]) for cell, name in cells.owner.items() if cell in walked}
        assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})
        for link in state.links_on(level):
            if link.segment is not None and link.a and link.b and link.state != "false":
                assert link.id in cells.door_of, link
