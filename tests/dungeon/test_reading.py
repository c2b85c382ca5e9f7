"""Maps drawn elsewhere: One Page Dungeon and Universal VTT read as dungeons; what is wrong is told with its line."""

import json

import pytest
from tests.dungeon.samples import DECORATION

from arbitro.appendix_a.level import generate_rooms, options
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.export import uvtt
from arbitro.dungeon.export.own import from_own, to_own
from arbitro.dungeon.export.tabletop import plan
from arbitro.dungeon.export.watabou import to_watabou
from arbitro.dungeon.model import SURFACE, Dungeon
from arbitro.dungeon.reading.maps import MapRead, read_map
from arbitro.kernel.watch import CalledOff, Watch, watched
from arbitro.text import Fault


def rect(x: int, y: int, w: int, h: int) -> dict:
    return {"x": x, "y": y, "w": w, "h": h}


def door(x: int, y: int, way: tuple[int, int], kind: int) -> dict:
    return {"x": x, "y": y, "dir": {"x": way[0], "y": way[1]}, "type": kind}


CRYPT = {
    "version": "1.2.7",
    "title": "Crypt",
    "story": "",
    "rects": [
        *(rect(0, 0, 5, 5), rect(2, 5, 1, 1), rect(2, 6, 1, 3), rect(2, 9, 1, 1), rect(0, 10, 7, 3)),
        *(rect(5, 2, 1, 1), rect(6, 0, 3, 5), rect(2, -1, 1, 1), rect(7, 11, 1, 1), rect(8, 10, 3, 3)),
    ],
    "doors": [
        *(door(2, -1, (0, 1), 3), door(2, 5, (0, 1), 1), door(2, 9, (0, 1), 0)),
        *(door(5, 2, (1, 0), 6), door(7, 11, (1, 0), 5)),
    ],
    "notes": [{"text": "A coffin.", "ref": "1", "pos": {"x": 3.5, "y": 11.5}}],
    "columns": [],
    "water": [],
}


def read(data: object, feet: int = 5) -> MapRead:
    return read_map("a map", json.dumps(data, indent=1).encode(), options(), feet)


def ways(dungeon: Dungeon) -> list[tuple[str, str]]:
    return sorted((link.kind, link.code) for link in dungeon.links.values())


def test_a_one_page_dungeon() -> None:
    found = read(CRYPT)
    rooms = [space for space in found.dungeon.spaces.values() if space.is_place]
    assert sorted(space.size for space in rooms) == [(15, 15), (15, 25), (25, 25), (35, 15)]
    (passage,) = (space for space in found.dungeon.spaces.values() if not space.is_place)
    assert passage.front.width == 5
    kinds = ways(found.dungeon)
    assert kinds == [("door", ""), ("door", ""), ("opening", ""), ("secret_door", ""), ("stairs", "ENTRANCE")]
    secret = next(link for link in found.dungeon.links.values() if link.kind == "secret_door")
    assert secret.hidden
    assert found.lost == ()
    (noted,) = found.notes
    assert found.dungeon.spaces[noted].size == (35, 15)
    assert from_own(to_own(found.dungeon, 1), options()).dungeon == found.dungeon


def test_a_niche_gives_no_secret_door_away() -> None:
    found = read(CRYPT).dungeon
    secret = next(link for link in found.links.values() if link.kind == "secret_door")
    before = next(found.spaces[end] for end in (secret.a, secret.b) if found.spaces[end].size == (25, 25))
    assert max(x for part in before.floor for x, _ in part) == before.box[2], "no floor beyond the wall of the room"


def line(*points: tuple[float, float]) -> list[dict]:
    return [{"x": x, "y": y} for x, y in points]


def vtt() -> dict:
    return {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 20, "y": 12}, "pixels_per_grid": 70},
        "line_of_sight": [
            line((6, 3), (6, 1), (1, 1), (1, 6), (6, 6), (6, 4)),
            line((11, 3), (11, 1), (6, 1)),
            line((6, 6), (11, 6), (11, 4)),
        ],
        "portals": [
            {"position": {"x": 6, "y": 3.5}, "bounds": [{"x": 6, "y": 3}, {"x": 6, "y": 4}], "rotation": 1.57},
            {"position": {"x": 11, "y": 3.5}, "bounds": [{"x": 11, "y": 3}, {"x": 11, "y": 4}], "rotation": 1.57},
        ],
        "image": "A" * 4000,
    }


@pytest.mark.parametrize("feet", [5, 10])
def test_a_universal_vtt(feet) -> None:
    """Two rooms with a door between them, and a door to the outside, which is the way in."""
    found = read(vtt(), feet).dungeon
    assert [space.size for space in found.spaces.values()] == [(5 * feet, 5 * feet)] * 2
    inner = next(link for link in found.links.values() if link.kind == "door")
    assert {inner.a, inner.b} == set(found.spaces)
    entrance = next(link for link in found.links.values() if link.a == SURFACE)
    assert found.spaces[entrance.b].box[0] == max(space.box[0] for space in found.spaces.values())


@pytest.mark.parametrize("seed", range(12))
def test_what_we_write_for_virtual_tables_is_read_as_rooms_that_hang_together(seed) -> None:
    state, _ = generate_rooms(AuditedDice.from_text(f"read {seed}"), {"start": "crossroads"}, 10)
    drawn = plan(state, 1, DECORATION, secret_doors=False)
    found = read_map("d.uvtt", uvtt.to_uvtt(drawn, b"", 70), options(), 10)
    assert found.lost == ()
    assert sum(space.is_place for space in found.dungeon.spaces.values()) >= 3
    page = read_map("d.json", to_watabou(state, 1, "", "", {}, DECORATION), options())
    assert page.lost == ()
    secret = sum(link.kind == "secret_door" and bool(link.b) for link in state.links_on(1))
    assert sum(link.kind == "secret_door" for link in page.dungeon.links.values()) == secret


@pytest.mark.parametrize(
    ("data", "row", "italian", "english"),
    [
        (b'{"rects": [\n{"x": 1,', 2, "non è JSON", "not JSON"),
        (b'{"rects": []}', 1, "almeno 1", "at least 1"),
        (b'{"rects": [\n{"x": 1, "y": 2,\n"w": 0, "h": 3}]}', 3, "almeno 1", "at least 1"),
        (b'{"rects": [\n{"x": 1, "y": "two", "w": 1, "h": 3}]}', 2, "numero intero", "whole number"),
        (
            b'{"rects": [{"x": 1, "y": 1, "w": 1, "h": 1}],\n"doors": [{"x": 1, "y": 1, "type": 3}]}',
            1,
            "pavimento",
            "floor",
        ),
        (b'{"line_of_sight": [[]]}', 1, "resolution", "resolution"),
        (
            b'{"resolution": {"map_size": {"x": 9, "y": 9}},\n"line_of_sight": [[{"x": 1, "y": 1}, {"x": 2, "y": 1}]]}',
            2,
            "nessun muro",
            "no walls",
        ),
        (
            b'{"rects": [{"x": 0, "y": 0, "w": 3, "h": 3},\n{"x": 90000, "y": 0, "w": 3, "h": 3}]}',
            1,
            "troppo grande",
            "too large",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(data, row, italian, english) -> None:
    with pytest.raises(Fault) as found:
        read_map("mine.json", data, options())
    for language, said in (("it", italian), ("en", english)):
        text = found.value.in_(language)
        assert said in text
        assert "mine.json" in text
        assert str(row) in text


def walls(*lines: list[dict], size: int = 100) -> dict:
    return {"resolution": {"map_size": {"x": size, "y": size}}, "line_of_sight": list(lines)}


HUGE: dict[str, tuple[dict, str]] = {
    "floors far apart": ({"rects": [rect(250 * n, 250 * n, 200, 200) for n in range(300)]}, "too large"),
    "one floor drawn over and over": ({"rects": [rect(0, 0, 200, 200)] * 4000}, "160000000 squares"),
    "a frame beyond all measure": (walls(line((1, 1), (398, 1), (398, 398), (1, 1)), size=400), "squares"),
    "a line to and fro": (walls([*line((0, -10_000), (0, 10_000))] * 40), "squares"),
    "a grid of walls": (walls(*(line((0, at % 400), (399, at)) for at in range(4000)), size=400), "squares"),
}


@pytest.mark.parametrize("name", HUGE)
def test_a_map_that_would_never_be_read_to_its_end_is_refused_before(name, monkeypatch) -> None:
    """The file of some kilobytes took gigabytes, or minutes that nobody could cut short."""
    data, said = HUGE[name]
    drawn: list[int] = []
    for reader in ("read_one_page", "read_vtt"):
        monkeypatch.setattr(f"arbitro.dungeon.reading.maps.{reader}", lambda *_: drawn.append(1))
    with pytest.raises(Fault) as fault:
        read(data, 10)
    assert said in fault.value.in_("en")
    assert fault.value.in_("it") != fault.value.in_("en")
    assert not drawn


def test_a_map_of_too_many_rooms_is_refused_before_they_are_built(monkeypatch) -> None:
    monkeypatch.setattr("arbitro.dungeon.reading.maps.MOST_SPACES", 50)
    islands = {"rects": [rect(3 * (n % 10), 3 * (n // 10), 2, 2) for n in range(51)]}
    with pytest.raises(Fault, match="51 rooms"):
        read(islands)


def test_reading_can_be_cut_short_at_any_piece() -> None:
    """Whoever waits may call it off: many rooms, one large floor, many walls."""
    many = {"rects": [rect(3 * (n % 40), 3 * (n // 40), 2, 2) for n in range(400)]}
    large = {"rects": [rect(0, 0, 150, 150)]}
    walled = walls(*(line((x, 1), (x + 1, 1), (x + 1, 2), (x, 2), (x, 1)) for x in range(1, 98)))
    for data in (many, large, walled):
        watch = Watch()
        watch.call_off()
        with watched(watch), pytest.raises(CalledOff):
            read(data, 10)
