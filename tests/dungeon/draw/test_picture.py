"""The drawing: the same dungeon gives the same bytes, everything lies in its layer, and nothing unknown is in it."""

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from tests.dungeon.samples import DECORATION, decoration_of, walked, whole, with_link

from arbitro.dungeon.draw.clear import spot_for
from arbitro.dungeon.draw.frame import TEXTS, framed
from arbitro.dungeon.draw.furnish import furnish
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.hatch import ACROSS, hatching, patch
from arbitro.dungeon.draw.labels import letter, numbers
from arbitro.dungeon.draw.level import draw_level, extent
from arbitro.dungeon.draw.picture import Path, Text, to_svg
from arbitro.dungeon.draw.raster import Raster, grown, shrunk
from arbitro.dungeon.draw.symbols import SYMBOLS, Frame
from arbitro.dungeon.draw.theme import STYLES, THEMES
from arbitro.dungeon.export.visited import GROUP
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.knowledge import players_map, visit
from arbitro.dungeon.lattice import contains
from arbitro.dungeon.model import Dungeon


def svg(state: Dungeon, level: int = 1, decoration: int = DECORATION, style: str = "old") -> str:
    return to_svg(framed(draw_level(state, level, decoration, style), "en", "Title", "below"))


@pytest.mark.parametrize("style", STYLES)
def test_a_map_is_well_formed_and_the_same_bytes_each_time(style) -> None:
    state = whole()
    for level in (1, 2, 3):
        drawn = svg(state, level, style=style)
        assert drawn == svg(state, level, style=style)
        root = ElementTree.fromstring(drawn)
        assert root.get("role") == "img"
        words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert {str(number) for number in numbers(state, level).values()} <= set(words)
        assert {"Title", "below", "N"} <= set(words)


def test_decoration_has_a_stream_of_its_own() -> None:
    state = whole()
    assert decoration_of("a") == decoration_of("a") != decoration_of("b")
    assert svg(state, decoration=1) != svg(state, decoration=2)
    clean = [
        re.sub(r'<path class="(shape|shade|solid|stone|thin)".*', "", svg(state, 1, each, "clean")) for each in (1, 2)
    ]
    built = [re.findall(r'<path class="wall" d="([^"]*)"', each) for each in clean]
    assert built[0] == built[1], "decoration moves no built wall"


def test_floors_cover_the_hatching_and_walls_stand_on_floors() -> None:
    items = draw_level(whole(), 1, DECORATION).picture.items
    inks = [item.ink for item in items if isinstance(item, Path)]
    assert inks.index("wash") < inks.index("hatch") < inks.index("floor") < inks.index("grid") < inks.index("wall")


def test_no_stroke_of_hatching_begins_inside_a_room() -> None:
    state = whole()
    box = extent(state, 1)
    floors = Raster(box).add_all(polygon for space in state.spaces_on(1) for polygon in space.floor)
    deep = shrunk(floors.rows, floors.columns, 1)
    near = grown(floors.rows, floors.columns, 5)
    strokes = re.findall(r"M(-?\d+) (-?\d+)", hatching(floors, Hand(DECORATION)))
    assert len(strokes) > 500
    for x, y in strokes:
        column, row = (int(x) - 10 * box[0]) // 20, (int(y) - 10 * box[1]) // 20
        assert not deep[row] >> column & 1
        assert near[row] >> column & 1


def test_clusters_of_a_patch_do_not_cross() -> None:
    clusters = patch(Hand(DECORATION).seed)
    assert len(clusters) == ACROSS**2
    for x, y, path in clusters:
        at_x, at_y = x, y
        for dx, dy in re.findall(r"[ml](-?\d+) (-?\d+)", path):
            at_x, at_y = at_x + int(dx), at_y + int(dy)
            own = (at_x - x) ** 2 + (at_y - y) ** 2
            for px, py, _ in clusters:
                if (px, py) != (x, y):
                    assert own <= (at_x - px) ** 2 + (at_y - py) ** 2 + 120


def test_growing_and_shrinking_against_the_slow_way() -> None:
    rows, columns = [0, 0, 0b0011000, 0b0001000, 0, 0, 0], 7
    for radius in (1, 2, 3):
        slow = [
            sum(
                1 << x
                for x in range(columns)
                if any(
                    rows[b] >> a & 1 and (a - x) ** 2 + (b - y) ** 2 <= (radius + 0.5) ** 2
                    for b in range(len(rows))
                    for a in range(columns)
                )
            )
            for y in range(len(rows))
        ]
        assert grown(rows, columns, radius) == slow
    full = [0b1111111] * 7
    assert shrunk([0b0111110] * 7, 7, 1) == [0b0011100] * 7
    assert shrunk(full, 7, 2) == full


def test_every_symbol_draws_with_known_ink_and_has_a_caption() -> None:
    for name, symbol in SYMBOLS.items():
        items = symbol(Frame(0, 0))
        assert items, name
        for theme in THEMES.values():
            assert all(item.ink in theme.inks for item in items if isinstance(item, Path)), name
        for language in ("it", "en"):
            assert TEXTS.say(language, f"legend.{name}")


def test_the_legend_explains_what_is_drawn_and_nothing_else() -> None:
    state, _ = with_link("one_way_door")
    assert "one-way door" in svg(state)
    without = replace(state, links={n: link for n, link in state.links.items() if link.kind != "one_way_door"})
    assert "one-way door" not in svg(without)


def test_numbers_stand_on_the_floor_of_their_place() -> None:
    state = whole()
    for level in (1, 2, 3):
        for name in numbers(state, level):
            space = state.spaces[name]
            at = spot_for(space, (), (), (20, 20))
            assert at is not None, name
            assert any(contains(part, ((at[0] // 10, at[1] // 10),)) for part in space.floor), name


def test_furnishings_stand_inside_and_say_nothing_of_the_contents() -> None:
    state = whole()
    hand = Hand(DECORATION)
    seen = 0
    for space in state.spaces.values():
        things = furnish(space, hand)
        seen += len(things)
        assert things == furnish(replace(space, code="", lead="", exits=-1), hand)
        for thing in things:
            assert any(contains(part, ((round(thing.x), round(thing.y)),)) for part in space.parts), space.shape
    assert seen


def test_letters_go_on_after_z() -> None:
    assert [letter(number) for number in (0, 25, 26, 27, 52)] == ["a", "z", "aa", "ab", "ba"]


# -------------------------------------------------------------------- what players may see


@pytest.mark.rule("DA-SOLO-04", "DA-EXIT-07")
def test_a_secret_door_on_the_players_map_is_plain_wall() -> None:
    state, link = with_link("secret_door")
    for space in (link.a, link.b):
        state = evolve_all(state, visit(state, "party", space))
    never = replace(state, links={name: each for name, each in state.links.items() if name != link.id})
    assert svg(players_map(state, GROUP)) == svg(players_map(never, GROUP)), (
        "the same bytes as where there is no such door"
    )
    assert "secret door" not in svg(players_map(state, GROUP))
    assert svg(state) != svg(never)


@pytest.mark.rule("DA-SOLO-04", "DA-MAP-04")
@pytest.mark.parametrize("seed", ["v1", "v2"])
def test_what_nobody_has_visited_is_not_in_the_bytes(seed) -> None:
    state = whole(seed)
    visited = list(state.spaces)[:12]
    for space in visited:
        state = evolve_all(state, visit(state, "party", space))
    bare = replace(
        state,
        spaces={name: space for name, space in state.spaces.items() if name in visited},
        slots={},
        contents={},
        traps={name: trap for name, trap in state.traps.items() if trap.state != "armed"},
        closed={},
        adjustments={},
    )
    assert svg(players_map(state, GROUP)) == svg(players_map(bare, GROUP))
    assert list(numbers(players_map(state, GROUP), 1).values()) == list(
        range(1, len(numbers(players_map(state, GROUP), 1)) + 1)
    )


@pytest.mark.rule("DA-TRAP-05", "DA-SOLO-04")
def test_a_room_that_sinks_looks_like_any_other() -> None:
    for number in range(60):
        state = whole(f"lift{number}", 50)
        lift = next((each for each in state.spaces.values() if each.kind == "lift" and each.level == 1), None)
        if lift is not None:
            break
    assert lift is not None
    state = evolve_all(state, visit(state, "party", lift.id))
    assert "lift" not in {space.kind for space in players_map(state, GROUP).spaces.values()}
    assert "room that sinks" not in svg(players_map(state, GROUP))
    assert "room that sinks" in svg(state)


@pytest.mark.rule("DA-SOLO-04")
def test_the_map_of_a_walk_is_the_referees_without_secrets() -> None:
    state = walked()
    shown = players_map(state, GROUP)
    words = {item.words for item in draw_level(shown, 1, DECORATION).picture.items if isinstance(item, Text)}
    assert words >= {str(number) for number in numbers(shown, 1).values()}
    assert set(shown.spaces) <= set(state.spaces)
