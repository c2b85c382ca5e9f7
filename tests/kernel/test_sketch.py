"""The picture of a scene, drawn without knowing the game: as lines of text and as SVG."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.kernel.engraving import WIDTH, engraved
from arbitro.kernel.lettering import shortened, text_width
from arbitro.kernel.sketch import (
    HOLLOW,
    MARKS,
    Figure,
    Sketch,
    Spot,
    Stand,
    Step,
    Track,
    in_reach,
    on_a_line,
    open_ground,
    plain_lines,
    text_lines,
)

SVG = "{http://www.w3.org/2000/svg}"
ADA = Figure("ada", "Ada", 0, "5/8 hp", "can shoot: bow", 62, active=True)
ORC = Figure("orc", "Orc <1>", 1, "hurt")
DEAD = Figure("orc-2", "Orc 2", 1, "dead", out=True)
SCENE = Sketch(
    "Round 2",
    ("The party", "The orcs"),
    (
        Track("Initiative", (Step("1. The orcs", past=True), Step("2. The party", now=True))),
        Track("Fear", full=2, most=5, note="held"),
        Track("Spotlight", (Step("players"), Step("GM")), ordered=False),
    ),
    (
        Spot("at 10 ft", (ORC,), ("a wall of fire",), beyond="in melee", joined=True),
        Spot("at 0 ft", (ADA,)),
        Spot("Out of the fight", (DEAD,), apart=True),
    ),
    lined=True,
)


def test_as_text_it_reads_from_far_to_near():
    assert text_lines(SCENE, 44) == [
        "Round 2",
        "Initiative: 1. The orcs › ▸2. The party",
        "Fear: ●●○○○ 2/5 – held",
        "Spotlight: players · GM",
        "● The party   ◆ The orcs",
        "┠ at 10 ft",
        "┃   ◆ Orc <1> (hurt)",
        "┃   a wall of fire",
        "┃ × in melee",
        "┠ at 0 ft",
        "┃   ▸● Ada (5/8 hp)",
        "  Out of the fight",
        "    ◇ Orc 2 (dead)",
    ]


def test_in_words_alone_it_has_no_signs_to_stumble_over():
    lines = plain_lines(SCENE)
    assert lines[1:3] == ["Initiative: 1. The orcs, 2. The party", "Fear: 2/5"]
    assert "at 10 ft: Orc <1> (hurt), a wall of fire" in lines
    assert not set("".join(lines)) & set("┃┠│├▸×●◆◇")


def test_nobody_is_torn_apart_at_the_end_of_a_line():
    many = tuple(Figure(f"o{number}", f"Orc {number}", 1, "badly hurt") for number in range(0, 16, 2))
    lines = text_lines(Sketch("Round 1", spots=(Spot("here", many),)), 44)
    assert max(map(len, lines)) <= 44
    joined = "\n".join(lines)
    assert all(f"◆ Orc {number} (badly hurt)" in joined for number in range(0, 16, 2))


def test_several_alike_who_follow_each_other_are_one():
    alike = tuple(Figure(f"o{number}", f"Orc {number}", 1, "unhurt", active=number == 4) for number in range(1, 8))
    lines = text_lines(Sketch("Round 1", spots=(Spot("here", (*alike, Figure("x", "Orc 8", 1, "hurt"))),)), 70)
    assert lines[2:] == ["│   ◆ Orc 1–3 (unhurt) · ▸◆ Orc 4 (unhurt) · ◆ Orc 5–7 (unhurt)", "│   ◆ Orc 8 (hurt)"]


def test_as_a_drawing_everybody_can_be_pointed_at_and_is_named():
    root = ElementTree.fromstring(engraved(SCENE).svg())
    people = {
        each.get("data-id"): each
        for each in root.iter(f"{SVG}g")
        if (each.get("class") or "").split()[:1] == ["person"]
    }
    assert set(people) == {"ada", "orc", "orc-2"}
    assert people["orc"].findtext(f"{SVG}title") == "Orc <1>: hurt"
    assert people["ada"].findtext(f"{SVG}title") == "Ada: 5/8 hp; can shoot: bow"
    assert (root.get("role"), root.get("aria-label")) == ("group", "Round 2")
    assert "style" not in engraved(SCENE).svg().replace("font-style", ""), "a strict page may hold it as it is"


def test_nothing_is_told_by_colour_alone():
    root = ElementTree.fromstring(engraved(SCENE).svg())
    people = {
        each.get("data-id"): each
        for each in root.iter(f"{SVG}g")
        if (each.get("class") or "").split()[:1] == ["person"]
    }
    words = {who: [text.text or "" for text in one.iter(f"{SVG}text")] for who, one in people.items()}
    assert "▸ Ada" in words["ada"], "whoever acts has a sign"
    discs = {who: next(each for each in one.iter() if "disc" in each.get("class", "")) for who, one in people.items()}
    assert discs["ada"].tag == f"{SVG}circle", "one side is round,"
    assert discs["orc"].tag == f"{SVG}path", "the other is not"
    struck = {who: any(each.get("class") == "struck" for each in one.iter()) for who, one in people.items()}
    assert struck == {"ada": False, "orc": False, "orc-2": True}, "whoever is out of it is crossed out"
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert "▸ 2. The party" in texts
    assert "× in melee" in texts
    assert len(set(MARKS)) == len(set(HOLLOW)) == 4


def test_what_is_too_long_is_shortened_and_told_in_full():
    long = Figure("x", "Ildebrando della Rocca Forte e Superba di Sopra", 0, "in mezzo a molti")
    drawn = engraved(Sketch("T", spots=(Spot("here", (long,)),))).svg()
    assert "…" in drawn
    assert long.name in drawn, "in the title"
    five = tuple(Figure(name, name, 0, active=True) for name in ("Arduina", "Dvalin", "Selva", "Tullio", "Gilda"))
    drawn = engraved(Sketch("T", spots=(Spot("here", five),))).svg()
    assert "Arduina</text>" in drawn, "its letters stand closer together"
    assert "textLength" in drawn
    assert shortened("abc", 10, 100) == "abc"
    assert shortened("abcdefgh", 10, 30).endswith("…")


names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=30)
figures = st.builds(
    Figure, names, names, st.integers(0, 5), names | st.just(""), names | st.just(""),
    st.none() | st.integers(-10, 200), active=st.booleans(), out=st.booleans(),
)  # fmt: skip
spots = st.builds(
    Spot, names, st.lists(figures, max_size=7).map(tuple), st.lists(names, max_size=2).map(tuple),
    fray=st.booleans(), beyond=names | st.just(""), joined=st.booleans(), apart=st.booleans(),
)  # fmt: skip
tracks = st.builds(Track, names, st.lists(st.builds(Step, names, st.booleans()), max_size=9).map(tuple))
sketches = st.builds(
    Sketch, names, st.lists(names, max_size=4).map(tuple), st.lists(tracks, max_size=3).map(tuple),
    st.lists(spots, max_size=5).map(tuple), st.booleans(),
)  # fmt: skip


@given(sketches)
def test_whatever_is_in_it_the_drawing_is_whole_and_nothing_reaches_over_its_edge(sketch):
    root = ElementTree.fromstring(engraved(sketch).svg())
    height = float(root.get("viewBox").split()[3])
    drawn = [each for each in root.iter(f"{SVG}g") if (each.get("class") or "").split()[:1] == ["person"]]
    assert sorted(each.get("data-id") for each in drawn) == sorted(
        figure.id for spot in sketch.spots for figure in spot.figures
    )
    places = []
    for each in drawn:
        x, y = (float(part) for part in each.get("transform")[len("translate(") : -1].split())
        frame = each.find(f"{SVG}rect")
        x, y = x + float(frame.get("x")), y + float(frame.get("y"))
        wide, high = float(frame.get("width")), float(frame.get("height"))
        assert x >= 0
        assert x + wide <= WIDTH - 1
        assert y + high <= height
        for text in each.findall(f"{SVG}text"):
            size = float(text.get("font-size") or 12)
            assert text_width(text.text or "", size) <= wide + 1
        places.append((x, y, wide, high))
    for number, (x, y, wide, high) in enumerate(places):
        for u, v, broad, tall in places[:number]:
            assert x >= u + broad or u >= x + wide or y >= v + tall or v >= y + high, "two lie on each other"
    assert all(line.strip() for line in text_lines(sketch, 60))


@pytest.mark.parametrize(("own", "far"), [(0, 30), (30, 0)])
def test_one_s_own_side_stands_nearest_whichever_way_the_line_runs(own, far):
    stands = [Stand(Figure("a", "a", 0), own), Stand(Figure("b", "b", 1), far)]
    labels = [spot.label for spot in on_a_line(stands, 10, str, lambda feet, joined: f"{feet} {joined}")]
    assert labels == [str(far), str(own)]


stand = st.builds(
    Stand, st.builds(Figure, names, names, st.integers(0, 2)), st.integers(0, 8).map(lambda at: 5 * at), st.booleans()
)


@given(st.lists(stand, max_size=8), st.dictionaries(st.integers(0, 8).map(lambda at: 5 * at), st.just(("wall",))))
def test_a_line_shows_everybody_once_and_every_melee_across_it(stands, things):
    found = list(on_a_line(stands, 10, str, lambda feet, _: str(feet), things))
    assert sorted(id(one) for spot in found for one in spot.figures) == sorted(id(each.figure) for each in stands)
    assert {int(spot.label) for spot in found} == {each.at for each in stands} | set(things)
    assert not found or not found[-1].beyond
    pairs = [(one, other) for one in stands for other in stands if in_reach(one, other, 10)]
    for spot, after in pairwise(found):
        low, high = sorted((int(spot.label), int(after.label)))
        assert spot.beyond == str(high - low)
        assert spot.joined == any(one.at <= low and other.at >= high for one, other in pairs)
    for spot in found:
        assert spot.fray == any(one.at == other.at == int(spot.label) for one, other in pairs)


def test_empty_ground_ahead_and_behind_is_drawn_and_not_read_out():
    stands = [Stand(ADA, 0), Stand(ORC, 60)]
    clear = {at: "ahead" if ahead else "behind" for at, ahead in open_ground(stands, 20)}
    assert clear == {20: "ahead", -20: "behind"}
    spots = tuple(on_a_line(stands, 10, str, lambda feet, _: f"{feet} ft", clear=clear))
    assert [(spot.label, spot.place, spot.beyond) for spot in spots] == [
        ("60", "60", "60 ft"),
        ("ahead", "20", ""),
        ("0", "0", ""),
        ("behind", "-20", ""),
    ]
    scene = Sketch("Round 1", spots=spots)
    svg = ElementTree.fromstring(engraved(scene).svg())
    grounds = {one.get("data-place"): one.get("class") for one in svg.iter(f"{SVG}rect") if one.get("data-place")}
    assert grounds == {"60": "ground", "20": "ground clear", "0": "ground", "-20": "ground clear"}
    assert not any("ahead" in line for line in (*text_lines(scene), *plain_lines(scene)))


def test_ground_ahead_is_not_open_where_a_foe_bars_it_nor_where_nobody_is_left():
    assert list(open_ground([Stand(ADA, 0), Stand(ORC, 20)], 20)) == [(-20, False)]
    assert list(open_ground([Stand(ADA, 60), Stand(ORC, 0)], 20)) == [(40, True), (80, False)]
    assert list(open_ground([Stand(ADA, 0, False), Stand(ORC, 20)], 20)) == []


def test_a_long_name_stands_in_two_lines_with_its_number_whole():
    beetles = tuple(Figure(f"b-{n}", f"giant fire beetle {n}", 1, "unhurt", active=True) for n in range(1, 5))
    others = (*beetles, Figure("o", "ogre", 1, "unhurt"))
    svg = engraved(Sketch("Round 1", spots=(Spot("here", others),))).svg()
    for number in range(1, 5):
        assert f">beetle {number}<" in svg
    assert "…" not in svg


def test_a_crowd_of_one_kind_is_called_by_what_tells_them_apart():
    names = ("wererat Masino", "wererat 2", "wererat 3", "wererat 4", "wererat 5")
    rats = tuple(Figure(f"r-{n}", name, 1, "unhurt") for n, name in enumerate(names))
    heroes = tuple(Figure(name, name, 0) for name in ("Bruno", "Alma", "Celso", "Mirto"))
    svg = engraved(Sketch("Round 1", ("The party", "wererats"), spots=(Spot("far", rats), Spot("near", heroes)))).svg()
    assert {f">{short}<" in svg for short in ("Masino", "2", "5", *(one.name for one in heroes))} == {True}
    assert {f'data-name="{name}"' in svg for name in names} == {True}, "whoever points at them reads their whole name"
    few = engraved(Sketch("Round 1", spots=(Spot("far", rats[:3]),))).svg()
    assert ">wererat 2<" in few, "few are called in full"
