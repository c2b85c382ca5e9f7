"""Files: pictures whose words are seen, sheets true to scale, our own format read back to the byte, all formats."""

import base64
import json
import re
import zlib
from collections import Counter
from importlib.resources import files as packaged

import pytest
from msgspec.structs import replace
from tests.dungeon.samples import DECORATION, walked, whole

from arbitro.appendix_a.level import options
from arbitro.dungeon.draw.frame import framed
from arbitro.dungeon.draw.level import draw_level
from arbitro.dungeon.draw.picture import SQUARE_TENTHS, Text, to_svg
from arbitro.dungeon.export.bundle import FORMATS, BundleRequest, count, files, known_formats, map_of, pixels_for
from arbitro.dungeon.export.own import from_own, schema, to_own
from arbitro.dungeon.export.pdf import A4, MM, SIZES, best_tiles, mixed, step_of, steps, tiles, to_pdf
from arbitro.dungeon.export.png import font_files, to_png
from arbitro.dungeon.export.sound import MOST_SPACES
from arbitro.dungeon.export.visited import handout, walked_through
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.knowledge import knows, visit
from arbitro.dungeon.lattice import bounds
from arbitro.dungeon.model import Dungeon, Slot, to_json
from arbitro.text import Fault


def test_words_are_seen_in_a_png() -> None:
    """A renderer without the right font leaves words out and says nothing."""
    picture = framed(draw_level(whole(), 1, DECORATION, "clean"), "en", "Level 1", "with words")
    seen = to_png(to_svg(picture, 8))
    for one in [item for item in picture.items if isinstance(item, Text)][:6]:
        picture.items.remove(one)
        without = to_png(to_svg(picture, 8))
        assert without != seen, one
        seen = without
    for style in ("Regular", "Bold", "Italic", "BoldItalic"):
        assert any(file.endswith(f"Caladea-{style}.ttf") for file in font_files())


@pytest.mark.parametrize("letters", ["àèéìòù ÀÈ", "“”’–·°×", "0123456789"])
def test_the_font_has_the_letters_we_use(letters) -> None:
    for letter in letters.replace(" ", ""):
        before = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
        before += '<text x="10" y="30" font-size="24" font-family="Caladea">'
        assert to_png(f"{before}{letter}</text></svg>") != to_png(f"{before} </text></svg>")


# -------------------------------------------------------------------- printed sheets


@pytest.mark.parametrize("size", SIZES)
def test_sheets_cover_all_floor_and_skip_empty_rock(size) -> None:
    state = whole()
    _, bare = map_of(state, 1, DECORATION, BundleRequest("d", ("pdf",), "clean", "en"))
    sheets = tiles(bare, state, 1, size)
    columns, rows = step_of(size)
    assert 2 * 10 * MM + columns * SIZES[size] <= A4[0]
    assert 2 * 10 * MM + rows * SIZES[size] <= A4[1]
    for space in state.spaces_on(1):
        for polygon in space.floor:
            west, north, east, south = (10 * side for side in bounds(polygon))
            middle = (west + east) / 2, (north + south) / 2
            assert any(s.west <= middle[0] <= s.east and s.north <= middle[1] <= s.south for s in sheets)
    assert len({sheet.name for sheet in sheets}) == len(sheets)
    assert all((sheet.west - bare.box[0]) % (columns * SQUARE_TENTHS) == 0 for sheet in sheets)


@pytest.mark.parametrize("size", SIZES)
def test_a_pdf_has_an_overview_and_its_sheets(size) -> None:
    state = whole()
    order = BundleRequest("d", ("pdf",), "clean", "it")
    whole_map, bare = map_of(state, 1, DECORATION, order)
    printed = to_pdf(whole_map, bare, state, 1, size, "it")
    assert printed.startswith(b"%PDF-")
    paper, sheets = best_tiles(bare, state, 1, size)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 1 + len(sheets)
    assert sorted(round(side / MM) for side in paper) == [210, 297]
    assert printed == to_pdf(whole_map, bare, state, 1, size, "it"), "the same bytes each time"
    assert b"Caladea" in printed


def test_sheets_ask_for_nothing_that_they_do_not_bring_along() -> None:
    """A sheet shares one drawing, and readers of PDF refuse what the drawing names and its resources do not hold."""
    state = whole()
    whole_map, bare = map_of(state, 1, DECORATION, BundleRequest("d", ("pdf",), "old", "en"))
    printed = to_pdf(whole_map, bare, state, 1, "5mm", "en")
    drawn = [
        zlib.decompress(base64.a85decode(found.strip().removesuffix(b"~>")))
        for found in re.findall(rb"/ASCII85Decode /FlateDecode.*?stream\r?\n(.*?)endstream", printed, re.DOTALL)
    ]
    assert any(b" l\n" in each or b" l " in each for each in drawn)
    assert not any(re.search(rb"/\S+ gs\b", each) for each in drawn)


@pytest.mark.parametrize(("opacity", "seen"), [(1, "#102030"), (0, "#ffffff"), (0.5, "#889098")])
def test_a_see_through_ink_is_mixed_with_the_floor(opacity, seen) -> None:
    assert mixed("#102030", "#ffffff", opacity) == seen


def test_paths_are_read_as_they_are_written() -> None:
    read = list(steps("M10 20l5 -5h10v4H0V1Q6 1 6 7Zm1 1L-3 4"))
    assert read[:6] == [
        ("M", 10, 20),
        ("L", 15, 15),
        ("L", 25, 15),
        ("L", 25, 19),
        ("L", 0, 19),
        ("L", 0, 1),
    ]
    assert read[6] == ("C", 4, 1, 6, 3, 6, 7)
    assert read[7:] == [("Z",), ("M", 11, 21), ("L", -3, 4)]


# -------------------------------------------------------------------- our own format


@pytest.mark.rule("DA-SOLO-04")
def test_our_own_format_is_read_back_to_the_byte() -> None:
    for state in (whole(), walked()):
        data = to_own(state, DECORATION)
        kept = from_own(data, options())
        assert kept.decoration == DECORATION
        assert to_json(kept.dungeon) == to_json(state)
        assert to_own(kept.dungeon, kept.decoration) == data
        assert list(kept.dungeon.leads) == list(state.leads)
        assert (kept.game, b'"game"' in data) == ("", False)
        filled = to_own(state, DECORATION, "archmage")
        assert from_own(filled, options()).game == "archmage"


def test_the_published_schema_is_the_one_of_the_code() -> None:
    published = packaged("arbitro.dungeon.export").joinpath("schema.json").read_text(encoding="utf-8")
    assert json.loads(published) == json.loads(json.dumps(schema()))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b'{"format": "other"}',
        b"\xff\xfe",
        b"[]",
        b'{"format":"arbitro-dungeon","version":1}',
        b"[" * 60_000,
        b'{"a":' * 60_000,
    ],
)
def test_a_file_that_is_none_of_ours_is_refused_in_words(data) -> None:
    with pytest.raises(Fault) as fault:
        from_own(data, options())
    assert "no dungeon file" in fault.value.in_("en")
    assert "non è un nostro file" in fault.value.in_("it")


def test_a_dungeon_that_nobody_could_draw_is_refused_before_anything_works_on_it() -> None:
    sound = whole()
    first = next(iter(sound.spaces.values()))
    wide = replace(first, parts=(((0, 0), (400_000, 0), (400_000, 8), (0, 8)),))
    slot = Slot("s", 1, first.id, "treasure", "GP_400", amount=10**9)
    crowd = {f"r{number}": replace(first, id=f"r{number}") for number in range(MOST_SPACES + 1)}
    for wrong, said in (
        ({"spaces": {**sound.spaces, first.id: wide}}, "does not lie on the sheet"),
        ({"spaces": {**sound.spaces, first.id: replace(first, parts=(), necks=())}}, "has no floor"),
        ({"spaces": {**sound.spaces, first.id: replace(first, parts=first.parts * 2_000)}}, "corners"),
        ({"spaces": {**sound.spaces, **crowd}}, "the most there may be"),
        ({"spaces": {**sound.spaces, "x": first}}, "another name"),
        ({"spaces": {}}, "which is not there"),
        ({"slots": {"s": slot}}, "a number beyond"),
        ({"options": {}}, "page_width_squares"),
        ({"options": {**sound.options, "page_width_squares": 10**6}}, "page_width_squares"),
    ):
        with pytest.raises(Fault, match=said):
            from_own(to_own(replace(sound, **wrong), DECORATION), options())


# -------------------------------------------------------------------- all of them


@pytest.mark.parametrize("players", [False, True])
def test_every_format_is_written_under_a_name_of_its_own(players, monkeypatch) -> None:
    # Pictures at a few dots to the square: their sharpness is not what is shown here.
    monkeypatch.setattr("arbitro.dungeon.export.bundle.LARGEST", 20_000)
    order = BundleRequest("d", FORMATS, "clean", "en", players=players)
    made = list(files(whole(), DECORATION, order))
    names = [name for name, _ in made]
    assert len(set(names)) == len(names)
    assert all(name.startswith("d-players" if players else "d") for name in names)
    for ending in (".json", "-key.md", ".svg", ".png", "-5mm.pdf", ".uvtt", "-foundry.json", "-watabou.json", ".txt"):
        assert any(name.endswith(ending) for name in names), ending
    assert all(data for _, data in made)
    assert count(whole(), order) <= len(names)


def test_the_same_order_gives_the_same_bytes() -> None:
    order = BundleRequest("d", ("svg", "json", "txt", "watabou", "key"), "old", "it")
    assert list(files(whole(), DECORATION, order)) == list(files(whole(), DECORATION, order))


def test_formats_are_checked() -> None:
    assert known_formats("svg, PNG,svg") == ("svg", "png")
    with pytest.raises(Fault, match="“bmp” is no format; known: svg"):
        known_formats("svg,bmp")


def test_large_levels_get_fewer_dots() -> None:
    picture = draw_level(whole(), 1, DECORATION, "clean").picture
    assert pixels_for(picture, 40) == 40
    picture.box = (0, 0, 400 * SQUARE_TENTHS, 400 * SQUARE_TENTHS)
    assert pixels_for(picture, 40) == 19


# -------------------------------------------------------------------- what a group may be given


def with_a_secret_room(state: Dungeon) -> Dungeon:
    """The same dungeon, but the only way into one of its spaces is hidden."""
    ways = Counter(end for link in state.links.values() for end in (link.a, link.b))
    way = next(link for link in reversed(state.links.values()) if link.kind == "opening" and ways[link.b] == 1)
    return replace(state, links={**state.links, way.id: replace(way, hidden=True)})


@pytest.mark.rule("DA-SOLO-04", "DA-EXIT-07")
@pytest.mark.parametrize("seed", ["8", "k1", "k2"])
def test_walking_through_is_visiting_every_space_that_can_be_reached_openly(seed) -> None:
    state = with_a_secret_room(whole(seed))
    quick = walked_through(state)
    reached = [name for name in state.spaces if knows(quick, "party", name)]
    slow = state
    for name in reached:
        slow = evolve_all(slow, visit(slow, "party", name))
    assert quick.known.keys() == slow.known.keys()
    assert {key: known.how for key, known in quick.known.items()} == {
        key: known.how for key, known in slow.known.items()
    }
    shown = handout(state)
    assert not any(state.links[name].hidden for name in shown.links if name in state.links)
    beyond = {name for name in state.spaces if name not in reached}
    assert beyond
    for name in beyond:
        assert f'"{name}"'.encode() not in to_own(shown, DECORATION)


@pytest.mark.rule("DA-SOLO-04")
def test_a_group_that_has_been_somewhere_gets_its_own_map() -> None:
    state = walked()
    assert set(handout(state).spaces) == {name for name in state.spaces if knows(state, "party", name)}
