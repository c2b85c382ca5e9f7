"""The live map and the words beside it: everything can be pointed at by a lasting id, and nothing unknown is in it."""

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from tests.dungeon.samples import DECORATION, walked, whole, with_link

from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.draw.picture import to_svg
from arbitro.dungeon.draw.play import play_map
from arbitro.dungeon.draw.theme import STYLES
from arbitro.dungeon.draw.tokens import Company, Marker
from arbitro.dungeon.export.visited import GROUP, handout
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.knowledge import find_secret, players_map, visit
from arbitro.dungeon.model import SURFACE, Dungeon
from arbitro.dungeon.telling import describe_place
from arbitro.kernel.drawing import Drawing, Piece
from arbitro.kernel.token import Token
from arbitro.text import LANGUAGES, Fault

ADA = Marker("ada", "Ada", Token("A"))
SVG = "{http://www.w3.org/2000/svg}"


def parts(drawn: Drawing, attribute: str) -> dict[str, ElementTree.Element]:
    """The shapes that have an attribute, by its value; each value stands once."""
    found = [each for each in ElementTree.fromstring(drawn.svg()).iter(f"{SVG}path") if each.get(attribute) is not None]
    named = {each.get(attribute, ""): each for each in found}
    assert len(named) == len(found)
    return named


def shown(steps: int = 60, seed: str = "w") -> Dungeon:
    return players_map(walked(seed, steps), GROUP)


@pytest.mark.parametrize("style", STYLES)
def test_every_place_and_every_way_can_be_pointed_at(style) -> None:
    seen = shown()
    drawn = play_map(seen, 1, DECORATION, "en", style=style)
    places, ways = parts(drawn, "data-space"), parts(drawn, "data-exit")
    assert set(places) == {space.id for space in seen.spaces_on(1)}
    leads = {lead.id for lead in seen.leads_on(1) if not lead.link}
    assert set(ways) == leads | {link.id for link in seen.links_on(1)}
    for name, each in places.items():
        assert each.get("id") == f"map1-space-{name}"
    for name, each in ways.items():
        assert each.get("id") == f"map1-exit-{name}"
        assert each.find(f"{SVG}title").text
        assert each.get("tabindex") is None
    written = drawn.svg()
    assert '-party"' not in written
    assert "style=" not in written
    assert "<script" not in written


def test_ids_are_unique_in_a_page_with_several_maps() -> None:
    state = handout(whole())
    page = "".join(play_map(state, level, DECORATION, "it").svg() for level in (1, 2, 3))
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for used in re.findall(r'href="#([^"]+)"', page):
        assert used in ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ways_out_of_the_partys_place_are_buttons_with_the_words_of_its_description(language) -> None:
    seen = shown()
    for name, space in seen.spaces.items():
        told = describe_place(seen, name, DECORATION, language)
        here = [
            each
            for each in parts(play_map(seen, space.level, DECORATION, language, party=name), "data-exit").values()
            if each.get("class") == "here"
        ]
        assert {each.get("data-exit"): each.get("aria-label") for each in here} == {
            way.id: way.words for way in told.ways
        }
        assert all(each.get("role") == "button" and each.get("tabindex") == "0" for each in here)


def test_the_partys_mark_stands_where_the_party_is_and_on_no_other_level() -> None:
    seen = handout(whole())
    party = next(space for space in seen.spaces_on(2) if space.is_place)
    root = ElementTree.fromstring(play_map(seen, 2, DECORATION, "en", party=party.id).svg())
    (mark,) = [each for each in root.iter(f"{SVG}g") if each.get("id") == "map2-party"]
    assert mark.get("data-space") == party.id
    x, y = (int(number) / 10 for number in re.match(r"M(-?\d+) (-?\d+)", mark.find(f"{SVG}path").get("d")).groups())
    west, north, east, south = party.box
    assert west <= x <= east + 3
    assert north <= y <= south
    elsewhere = play_map(seen, 1, DECORATION, "en", party=party.id)
    assert elsewhere == play_map(seen, 1, DECORATION, "en")


def test_ids_stay_as_the_map_grows() -> None:
    before, after = shown(30), shown(60)
    old, new = (play_map(each, 1, DECORATION, "en") for each in (before, after))
    assert set(parts(old, "data-space")) < set(parts(new, "data-space"))
    doors = {link.id for link in before.links_on(1) if link.kind == "door"}
    assert doors <= set(parts(new, "data-exit"))
    assert parts(old, "data-space").keys() == before.spaces.keys()


def test_of_a_map_that_grows_the_pieces_of_what_has_not_changed_are_the_same() -> None:
    """Not only equal: what shows a space or a way that is as it was is not drawn again."""

    def pieces(seen: Dungeon) -> dict[str, Piece]:
        found = tuple(play_map(seen, 1, DECORATION, "en").pieces())
        named = {piece.key: piece for piece in found}
        assert len(named) == len(found), "a piece is found again by its key"
        return named

    state = whole()
    *rest, hidden = [space.id for space in state.spaces_on(1)]
    for name in rest:
        state = evolve_all(state, visit(state, GROUP, name))
    before = players_map(state, GROUP)
    state = evolve_all(state, visit(state, GROUP, hidden))
    after = players_map(state, GROUP)
    old, new = pieces(before), pieces(after)
    assert f"space/{hidden}" in new.keys() - old.keys()
    for name, space in before.spaces.items():
        assert after.spaces[name] is space
        for layer in ("grid", "space"):
            assert new.get(f"{layer}/{name}") is old.get(f"{layer}/{name}")
    same = [key for key, piece in new.items() if old.get(key) == piece]
    assert len(same) > 0.9 * len(old)


def test_a_page_finds_as_many_pieces_as_were_drawn() -> None:
    """It knows layers by their having neither id nor class."""
    seen = handout(whole())
    for level in seen.levels:
        party = next(space.id for space in seen.spaces_on(level))
        drawn = play_map(seen, level, DECORATION, "en", party=party, company=Company(waiting={party: (ADA,)}))
        root = ElementTree.fromstring(drawn.__html__())
        found = 0
        for child in root:
            held = child.tag in (f"{SVG}g", f"{SVG}defs") and not {"id", "class"}.intersection(child.keys())
            found += len(child) if held else 1
        assert found == len(list(drawn.pieces()))


@pytest.mark.rule("DA-SOLO-04", "DA-EXIT-07")
def test_a_secret_door_is_in_neither_map_nor_words_until_it_is_found() -> None:
    state, link = with_link("secret_door")
    for space in (link.a, link.b):
        state = evolve_all(state, visit(state, GROUP, space))
    never = replace(state, links={name: each for name, each in state.links.items() if name != link.id})
    hidden, absent = players_map(state, GROUP), players_map(never, GROUP)
    assert play_map(hidden, 1, DECORATION, "en", party=link.a) == play_map(absent, 1, DECORATION, "en", party=link.a)
    assert describe_place(hidden, link.a, DECORATION, "en") == describe_place(absent, link.a, DECORATION, "en")
    found = players_map(evolve_all(state, find_secret(state, GROUP, link.id)), GROUP)
    told = describe_place(found, link.a, DECORATION, "en")
    assert [way.to for way in told.ways if way.kind == "secret_door"] == [link.b]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_space_is_told_with_all_its_ways(language) -> None:
    for state in (shown(), handout(whole()), whole()):
        for name, space in state.spaces.items():
            told = describe_place(state, name, DECORATION, language)
            assert (told.space, told.level, told.number) == (
                name,
                space.level,
                numbers(state, space.level).get(name, 0),
            )
            assert told.text.endswith(".")
            assert "{" not in told.text
            links = {link.id for link in state.links.values() if name in (link.a, link.b) and link.kind != "portal"}
            leads = {lead.id for lead in state.leads.values() if lead.space == name and lead.kind == "corridor"}
            ends = {each for each in leads if not state.leads[each].link}
            assert {way.id for way in told.ways} == links | ends
            assert [way.heading for way in told.ways] == sorted(way.heading for way in told.ways)
            for way in told.ways:
                assert way.to in ("", SURFACE) or way.to in state.spaces
                assert not way.lead or way.lead in state.leads


def test_what_is_said_of_a_passage_and_of_doors_that_look_alike() -> None:
    seen = shown()
    start = describe_place(seen, "roots0", DECORATION, "en")
    assert start.text == (
        "A landing 10 feet wide, from south to north for 20 feet. "
        "You see the passage going on to the north and stairs up."
    )
    assert [way.words for way in start.ways][-1] == "Stairs up to the surface."
    assert start.ways[-1].to == SURFACE
    corridor = describe_place(seen, "92842bcbdfs0", DECORATION, "en")
    doors = [way.words for way in corridor.ways if way.heading == 4]
    assert doors == [
        "A door to the south (1 of 3, from the west): it leads to 6.",
        "A door to the south (2 of 3, from the west): it leads to 12.",
        "A door to the south (3 of 3, from the west): it leads to 16.",
    ]
    crossing = describe_place(seen, "roots1", DECORATION, "it")
    assert "il passaggio che prosegue verso nord, est, sud e ovest" in crossing.text


def test_an_open_door_that_waits_names_its_lead() -> None:
    seen = shown()
    waiting = [lead for lead in seen.leads.values() if lead.link]
    assert waiting
    for lead in waiting:
        ways = {way.id: way for way in describe_place(seen, lead.space, DECORATION, "en").ways}
        assert ways[lead.link].lead == lead.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_place_that_is_not_on_the_map_is_refused(language) -> None:
    with pytest.raises(Fault) as fault:
        describe_place(shown(), "nowhere", DECORATION, language)
    assert "nowhere" in fault.value.in_(language)


def test_a_level_nobody_has_seen_is_an_empty_sheet() -> None:
    drawn = play_map(shown(), 9, DECORATION, "en")
    assert parts(drawn, "data-space") == parts(drawn, "data-exit") == {}


def test_a_printed_map_has_none_of_it() -> None:
    from arbitro.dungeon.draw.level import draw_level

    assert "data-" not in to_svg(draw_level(shown(), 1, DECORATION).picture)
