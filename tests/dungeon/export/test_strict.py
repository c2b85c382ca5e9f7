"""Universal VTT and Foundry, read strictly: every field by its type and limits, nothing besides, walls that fit doors.

The shapes are those that importers read: Universal VTT 0.3, and the scene, wall and note documents of Foundry 13.
"""

import json
from base64 import b64decode
from math import atan2, isclose
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace
from tests.dungeon.samples import DECORATION, whole, with_link

from arbitro.dungeon.draw.walls import doors_on
from arbitro.dungeon.export import foundry, uvtt
from arbitro.dungeon.export.bundle import BundleRequest, files
from arbitro.dungeon.export.tabletop import SquarePlan, plan
from arbitro.dungeon.model import SQUARE, Dungeon

Colour = Annotated[str, Meta(pattern="^[0-9a-fA-F]{8}$")]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9]{16}$")]
Whole = Annotated[int, Meta(gt=0)]


class Strict(Struct, forbid_unknown_fields=True):
    pass


class Point(Strict):
    x: float
    y: float


class Size(Strict):
    x: Whole
    y: Whole


class Resolution(Strict):
    map_origin: Point
    map_size: Size
    pixels_per_grid: Whole


class Portal(Strict):
    position: Point
    bounds: Annotated[list[Point], Meta(min_length=2, max_length=2)]
    rotation: Annotated[float, Meta(ge=-3.1416, le=3.1416)]
    closed: bool
    freestanding: bool


class Light(Strict):
    position: Point
    range: float
    intensity: float
    color: Colour
    shadows: bool


class Environment(Strict):
    baked_lighting: bool
    ambient_light: Colour


Polyline = Annotated[list[Point], Meta(min_length=2)]


class Uvtt(Strict):
    format: float
    resolution: Resolution
    line_of_sight: list[Polyline]
    objects_line_of_sight: list[Polyline]
    portals: list[Portal]
    lights: list[Light]
    environment: Environment
    image: str


class Wall(Strict):
    c: Annotated[list[int], Meta(min_length=4, max_length=4)]
    move: Literal[0, 20]
    sight: Literal[0, 10, 20, 30, 40]
    light: Literal[0, 10, 20, 30, 40]
    sound: Literal[0, 10, 20, 30, 40]
    dir: Literal[0, 1, 2]
    door: Literal[0, 1, 2]
    ds: Literal[0, 1, 2]


class Shape(Strict):
    type: Literal["r"]
    width: Whole
    height: Whole


class Label(Strict):
    x: int
    y: int
    shape: Shape
    fillType: Literal[0]  # noqa: N815
    strokeWidth: Literal[0]  # noqa: N815
    text: Annotated[str, Meta(min_length=1)]
    fontSize: Annotated[int, Meta(ge=8, le=256)]  # noqa: N815
    textColor: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]  # noqa: N815
    textAlpha: Literal[1]  # noqa: N815
    hidden: Literal[True]
    locked: Literal[True]


class Texture(Strict):
    src: Annotated[str, Meta(min_length=1)]


class Elevation(Strict):
    bottom: int
    top: int


class Floor(Strict):
    _id: Id
    name: str
    elevation: Elevation
    background: Texture
    sort: int


class Grid(Strict):
    type: Literal[1]
    size: Annotated[int, Meta(ge=20)]
    distance: Literal[10]
    units: Literal["ft"]


class Fog(Strict):
    exploration: bool


class Scene(Strict):
    _id: Id
    name: Annotated[str, Meta(min_length=1)]
    width: Whole
    height: Whole
    padding: Annotated[float, Meta(ge=0, le=0.5)]
    background: Texture
    levels: Annotated[list[Floor], Meta(min_length=1)]
    grid: Grid
    tokenVision: bool  # noqa: N815
    fog: Fog
    walls: Annotated[list[Wall], Meta(min_length=1)]
    lights: list[None]
    notes: list[None]
    tokens: list[None]
    tiles: list[None]
    drawings: list[Label]
    regions: list[None]
    flags: dict[str, None]


def scene_of(state: Dungeon, level: int) -> tuple[SquarePlan, Scene]:
    made = plan(state, level, DECORATION, secret_doors=True)
    return made, msgspec.json.decode(foundry.to_foundry(state, level, made, "Level", "map.png"), type=Scene)


def segments(lines) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return [(line[at], line[at + 1]) for line in lines for at in range(len(line) - 1)]


def over(a, b, c, d) -> float:
    """How long two segments run over each other, to be compared with nothing at all."""
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    if any(abs(ux * (p[1] - a[1]) - uy * (p[0] - a[0])) > 1e-3 for p in (c, d)):
        return 0.0
    one, two = (ux * (p[0] - a[0]) + uy * (p[1] - a[1]) for p in (c, d))
    return max(0.0, min(length, max(one, two)) - max(0.0, min(one, two)))


STATES = [("8", 1), ("8", 2), ("8", 3), ("strict1", 1), ("strict2", 2), ("strict10", 3)]


@pytest.mark.parametrize(("seed", "level"), STATES)
@pytest.mark.parametrize("players", [False, True])
def test_universal_vtt_is_what_the_format_says(monkeypatch, seed, level, players) -> None:
    monkeypatch.setattr("arbitro.dungeon.export.bundle.LARGEST", 60_000)
    state = whole(seed)
    made = dict(files(state, DECORATION, BundleRequest("d", ("uvtt",), "clean", "en", players=players)))
    name = f"d-players-level-{level}.uvtt" if players else f"d-level-{level}.uvtt"
    read = msgspec.json.decode(made[name], type=Uvtt)
    assert read.format == 0.3
    size, dots = read.resolution.map_size, read.resolution.pixels_per_grid
    image = b64decode(read.image, validate=True)
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = (int.from_bytes(image[at : at + 4], "big") for at in (16, 20))
    assert (wide, high) == (size.x * dots, size.y * dots)
    for point in [point for line in read.line_of_sight for point in line]:
        assert 0 <= point.x <= size.x
        assert 0 <= point.y <= size.y
    for portal in read.portals:
        a, b = portal.bounds
        assert portal.closed, "an open portal is a window to some readers"
        assert isclose(portal.position.x, (a.x + b.x) / 2, abs_tol=1e-3)
        assert isclose(portal.position.y, (a.y + b.y) / 2, abs_tol=1e-3)
        assert isclose(portal.rotation, atan2(b.y - a.y, b.x - a.x), abs_tol=1e-3)
        assert 0.3 < ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 < 0.8, "a leaf is 5 ft of a 10 ft square"


@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize(("seed", "level"), STATES)
def test_no_wall_runs_through_a_door_that_leads_somewhere(seed, level, secret) -> None:
    """Every portal sits in a gap; a false door, or one that nobody has opened, may have another wall right behind."""
    state = whole(seed)
    made = plan(state, level, DECORATION, secret_doors=secret)
    walls = segments(made.walls)
    for link, a, b in made.doors:
        under = sum(over(a, b, *wall) for wall in walls)
        if link.a and link.b:
            assert under < 1e-3, link
        else:
            assert under < 1e-3 or _touched(state, link.segment, link.a), link
        for end in (a, b):
            assert any(_on(end, *wall) for wall in walls), "a gap is as wide as its door"


def _on(point, a, b) -> bool:
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    if length < 1e-9:
        return False
    off = abs((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / length
    along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
    return off < 1e-3 and -1e-3 < along < length + 1e-3


def _touched(state: Dungeon, segment, own: str) -> bool:
    """Whether the floor of another space lies along a segment."""
    (ax, ay), (bx, by) = segment
    for space in state.spaces.values():
        for polygon in space.floor if space.id != own else ():
            for at in range(len(polygon)):
                if over((ax, ay), (bx, by), polygon[at - 1], polygon[at]) > 0:
                    return True
    return False


@pytest.mark.parametrize(("seed", "level"), STATES)
def test_a_foundry_scene_is_what_version_13_reads(seed, level) -> None:
    state = whole(seed)
    made, scene = scene_of(state, level)
    assert (scene.width, scene.height) == (made.columns * scene.grid.size, made.rows * scene.grid.size)
    for wall in scene.walls:
        assert wall.c[:2] != wall.c[2:], "a wall has a length"
    doors = [wall for wall in scene.walls if wall.door]
    assert len(doors) == len(made.doors)
    for wall, (link, a, b) in zip(doors, made.doors, strict=True):
        assert (wall.door == 2) == (link.kind == "secret_door")
        assert wall.dir == 0
        if link.kind == "one_way_door":
            continue
        off_x, off_y = wall.c[0] - round(a[0] * 100), wall.c[1] - round(a[1] * 100)
        assert off_x % 100 == off_y % 100 == 0, "padding is whole squares"
        assert (wall.c[2] - off_x, wall.c[3] - off_y) == (round(b[0] * 100), round(b[1] * 100))


def test_a_square_is_ten_feet_in_every_format() -> None:
    state = whole()
    space = next(each for each in state.spaces_on(1) if each.shape == "square" and each.kind == "room")
    made, scene = scene_of(state, 1)
    west, north, east, south = space.box
    (x0, y0), (x1, y1) = made.place(west, north), made.place(east, south)
    assert (
        ((x1 - x0) * 10, (y1 - y0) * 10) == space.size == ((east - west) * 10 / SQUARE, (south - north) * 10 / SQUARE)
    )
    assert scene.grid.size * (x1 - x0) / scene.grid.size * scene.grid.distance == space.size[0]
    assert x0.is_integer() or (2 * x0).is_integer()
    small = json.loads(uvtt.to_uvtt(made, b"", 70))
    assert small["resolution"]["map_size"] == {"x": made.columns, "y": made.rows}


@pytest.mark.rule("DA-EXIT-07")
def test_a_false_door_gives_way_to_a_real_one_in_its_place() -> None:
    state, link = with_link("secret_door")
    fake = replace(link, id="fake", kind="door", b="", state="false", hidden=False)
    both = replace(state, links={"fake": fake, **state.links})
    assert "fake" not in {each.id for each in doors_on(both, 1)}
    assert link.id in {each.id for each in doors_on(both, 1)}
    assert "fake" in {each.id for each in doors_on(both, 1, secret=False)}
    after = replace(state, links={**state.links, "fake": fake})
    assert {each.id for each in doors_on(after, 1)} == {each.id for each in doors_on(state, 1)}


def test_foundry_takes_no_finer_grid_than_twenty_pixels(monkeypatch) -> None:
    monkeypatch.setattr("arbitro.dungeon.export.bundle.LARGEST", 1_000)
    state = whole("tiny", 6)
    made = dict(files(state, DECORATION, BundleRequest("d", ("foundry",), "clean", "en")))
    scene = msgspec.json.decode(made["d-level-1-foundry.json"], type=Scene)
    assert scene.grid.size == foundry.SMALLEST
