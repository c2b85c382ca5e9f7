"""Virtual tables: Universal VTT to the letter, Foundry scenes with their secret doors, watabou's format."""

import json
from base64 import b64decode
from math import ceil

import pytest
from msgspec.structs import replace
from tests.dungeon.samples import DECORATION, whole, with_link

from arbitro.dungeon.draw.level import draw_level
from arbitro.dungeon.draw.picture import to_svg
from arbitro.dungeon.export import foundry, uvtt
from arbitro.dungeon.export.bundle import BundleRequest, files
from arbitro.dungeon.export.png import to_png
from arbitro.dungeon.export.tabletop import plan
from arbitro.dungeon.export.visited import on_screen
from arbitro.dungeon.export.watabou import to_watabou
from arbitro.dungeon.model import Dungeon


def image_size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def between(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Whether a point lies on a segment, to a thousandth of a square."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if length < 1e-9:
        return False
    off = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
    return off < 1e-3 and 1e-3 < along < length - 1e-3


def small_uvtt(state: Dungeon, level: int) -> dict:
    picture = draw_level(state, level, DECORATION).picture
    walls = plan(state, level, DECORATION, secret_doors=False)
    return json.loads(uvtt.to_uvtt(walls, to_png(to_svg(picture, 8)), 8))


@pytest.mark.parametrize("level", [1, 3])
def test_universal_vtt_has_the_fields_of_the_format(level) -> None:
    made = small_uvtt(whole(), level)
    assert set(made) == {
        "format",
        "resolution",
        "line_of_sight",
        "objects_line_of_sight",
        "portals",
        "lights",
        "environment",
        "image",
    }
    assert made["format"] == 0.3
    resolution = made["resolution"]
    assert resolution["map_origin"] == {"x": 0, "y": 0}
    assert isinstance(resolution["pixels_per_grid"], int)
    size, dots = resolution["map_size"], resolution["pixels_per_grid"]
    assert image_size(b64decode(made["image"], validate=True)) == (size["x"] * dots, size["y"] * dots)
    assert made["environment"] == {"baked_lighting": False, "ambient_light": "ffffffff"}
    assert made["objects_line_of_sight"] == made["lights"] == []
    for line in made["line_of_sight"]:
        assert len(line) >= 2
        assert all(set(point) == {"x", "y"} for point in line)
        assert all(0 <= point["x"] <= size["x"] and 0 <= point["y"] <= size["y"] for point in line)
    assert made["portals"]
    for portal in made["portals"]:
        assert set(portal) == {"position", "bounds", "rotation", "closed", "freestanding"}
        assert portal["closed"] is True
        assert len(portal["bounds"]) == 2


@pytest.mark.parametrize("level", [1, 2, 3])
def test_walls_have_a_gap_where_an_open_portal_sits(level) -> None:
    state = whole()
    made = plan(state, level, DECORATION, secret_doors=False)
    lines = [(line[at], line[at + 1]) for line in made.walls for at in range(len(line) - 1)]
    for link, a, b in made.doors:
        if link.a and link.b:
            middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            assert not any(between(middle, *line) for line in lines), link.id


def test_a_cave_is_closed_but_for_its_ways() -> None:
    """Ends of walls meet other walls, or the ends of doors and openings."""
    state = whole()
    made = plan(state, 3, DECORATION, secret_doors=True)
    ends = [point for line in made.walls for point in (line[0], line[-1]) if line[0] != line[-1]]
    stops = {(round(x, 6), round(y, 6)) for _, a, b in made.doors for x, y in (a, b)}
    for link in state.links.values():
        if link.level == 3 and link.segment is not None:
            stops |= {tuple(round(number, 6) for number in made.place(*point)) for point in link.segment}
    lines = [(line[at], line[at + 1]) for line in made.walls for at in range(len(line) - 1)]
    corners = [point for line in made.walls for point in line]
    for x, y in ends:
        others = sum(1 for ox, oy in corners if abs(ox - x) < 1e-6 and abs(oy - y) < 1e-6) > 1
        on_wall = any(between((x, y), *line) for line in lines)
        assert others or on_wall or (round(x, 6), round(y, 6)) in stops, (x, y)


@pytest.mark.rule("DA-EXIT-07")
def test_secret_doors_are_wall_for_universal_vtt_and_secret_for_foundry() -> None:
    state, link = with_link("secret_door")
    flat = plan(state, 1, DECORATION, secret_doors=False)
    assert link.id not in {each.id for each, _, _ in flat.doors}
    a, b = (flat.place(*point) for point in link.segment)
    middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    lines = [(line[at], line[at + 1]) for line in flat.walls for at in range(len(line) - 1)]
    assert any(between(middle, *line) for line in lines)
    deep = plan(state, 1, DECORATION, secret_doors=True)
    scene = json.loads(foundry.to_foundry(state, 1, deep, "Level 1", "map.png"))
    assert 2 in {wall["door"] for wall in scene["walls"]}


def test_a_foundry_scene_serves_two_versions() -> None:
    state = whole()
    made = plan(state, 1, DECORATION, secret_doors=True)
    scene = json.loads(foundry.to_foundry(state, 1, made, "Level 1", "map.png"))
    assert scene["background"]["src"] == "map.png"
    assert [level["background"]["src"] for level in scene["levels"]] == ["map.png"]
    assert scene["levels"][0]["elevation"] == {"bottom": -10, "top": 0}
    assert scene["grid"] == {"type": 1, "size": 100, "distance": 10, "units": "ft"}
    assert (scene["width"], scene["height"]) == (made.columns * 100, made.rows * 100)
    assert len(scene["_id"]) == 16
    off = ceil(scene["width"] * 0.25 / 100) * 100, ceil(scene["height"] * 0.25 / 100) * 100
    for wall in scene["walls"]:
        assert set(wall) == {"c", "move", "sight", "light", "sound", "dir", "door", "ds"}
        assert wall["move"] == 20
        x0, y0, x1, y1 = wall["c"]
        assert off[0] <= min(x0, x1) <= max(x0, x1) <= off[0] + scene["width"]
        assert off[1] <= min(y0, y1) <= max(y0, y1) <= off[1] + scene["height"]
    assert scene["notes"] == []
    assert {label["text"] for label in scene["drawings"]} >= {"1", "2"}
    assert all(label["hidden"] for label in scene["drawings"]), "labels are the referee's"


def test_a_one_way_door_stands_against_those_from_beyond() -> None:
    """Foundry ignores a wall for whoever stands on the side that its direction names."""
    from arbitro.dungeon.lattice import DX, DY

    state, link = with_link("one_way_door")
    made = plan(state, 1, DECORATION, secret_doors=True)
    scene = json.loads(foundry.to_foundry(state, 1, made, "Level 1", "map.png"))
    (leaf,) = [
        each
        for each, (door, _, _) in zip(scene["walls"][-len(made.doors) :], made.doors, strict=True)
        if door.id == link.id
    ]
    assert (leaf["door"], leaf["dir"]) == (1, 0), "whoever stands before it has a door to open"
    shift = foundry.STEP * DX[link.heading], foundry.STEP * DY[link.heading]
    behind = [leaf["c"][at] + shift[at % 2] for at in range(4)]
    (wall,) = [each for each in scene["walls"] if each["c"] == behind]
    ax, ay, bx, by = wall["c"]
    px, py = (ax + bx) / 2 - 10 * DX[link.heading], (ay + by) / 2 - 10 * DY[link.heading]
    orientation = (ay - py) * (bx - px) - (ax - px) * (by - py)
    assert wall["dir"] == (1 if orientation < 0 else 2)
    assert wall["door"] == 0, "on the far side there is nothing but wall"


@pytest.mark.rule("DA-EXIT-07")
@pytest.mark.parametrize("kind", ["secret_door", "one_way_door"])
def test_the_picture_of_a_virtual_table_shows_no_secret(kind) -> None:
    """It is the same to the byte whether a secret is there or not; the walls of the scene are not."""
    state, link = with_link(kind)
    without = replace(state, links={name: each for name, each in state.links.items() if name != link.id})
    blind = {name: trap for name, trap in state.traps.items() if trap.stairs}
    without = replace(without, slots={}, contents={}, traps=blind)
    drawn = [to_svg(draw_level(on_screen(each), 1, DECORATION, numbered=False).picture) for each in (state, without)]
    assert drawn[0] == drawn[1]
    floors = {(space.level, space.parts) for space in on_screen(state).spaces.values()}
    assert floors == {(space.level, space.parts) for space in state.spaces.values()}


def test_false_doors_are_locked_in_foundry() -> None:
    state = whole()
    made = plan(state, 2, DECORATION, secret_doors=True)
    scene = json.loads(foundry.to_foundry(state, 2, made, "Level 2", "map.png"))
    doors = scene["walls"][-len(made.doors) :]
    for wall, (link, _, _) in zip(doors, made.doors, strict=True):
        if link.kind == "door":
            assert wall["ds"] == (2 if link.state in ("false", "shut") else 0)


def test_watabou() -> None:
    state = whole()
    made = json.loads(to_watabou(state, 1, "Level 1", "A story", {}, DECORATION))
    assert list(made) == ["version", "title", "story", "rects", "doors", "notes", "columns", "water"]
    assert all({"x", "y", "w", "h"} <= set(rect) and rect["w"] > 0 < rect["h"] for rect in made["rects"])
    assert all(isinstance(rect[side], int) for rect in made["rects"] for side in "xywh")
    assert {door["type"] for door in made["doors"]} <= {0, 1, 3, 6, 8, 9}
    assert 3 in {door["type"] for door in made["doors"]}, "the way out"
    assert all(set(door["dir"]) == {"x", "y"} for door in made["doors"])
    water = json.loads(to_watabou(state, 3, "Level 3", "A story", {}, DECORATION))["water"]
    wet = [each for each in state.waters.values() if each.level == 3]
    assert bool(water) == bool(wet)


@pytest.mark.rule("DA-SOLO-04")
def test_the_players_table_has_neither_numbers_nor_secret_doors(monkeypatch) -> None:
    monkeypatch.setattr("arbitro.dungeon.export.bundle.LARGEST", 20_000)
    state, link = with_link("secret_door")
    order = BundleRequest("d", ("foundry",), "clean", "en", players=True)
    made = dict(files(state, DECORATION, order))
    scene = json.loads(made["d-players-level-1-foundry.json"])
    assert scene["drawings"] == []
    assert 2 not in {wall["door"] for wall in scene["walls"]}
    assert link.id not in str(scene)
