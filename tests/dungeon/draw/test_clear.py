"""What is written on a map stands clear: of other words, of signs, stairs, doors, arrows and walls.

The boxes are measured here from the font that the maps are set in, and the lines from the paths that are drawn: nothing
of the way in which places are found is asked.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont
from tests.dungeon.samples import DECORATION, whole

from arbitro.appendix_a.level import generate
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.draw.clear import _fits
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.level import above_the_floor, draw_level
from arbitro.dungeon.draw.pen import Pen
from arbitro.dungeon.draw.picture import Path, Text
from arbitro.dungeon.draw.play import play_map
from arbitro.dungeon.draw.sight import Lighting, in_sight
from arbitro.dungeon.draw.theme import STYLES, THEMES
from arbitro.dungeon.draw.tokens import Company, Marker
from arbitro.dungeon.draw.trim import trimmed
from arbitro.dungeon.draw.walls import chained
from arbitro.dungeon.export.png import font_files
from arbitro.dungeon.export.visited import handout
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.drawing import Drawing
from arbitro.kernel.token import Token

Box = tuple[float, float, float, float]
Segment = tuple[tuple[float, float], tuple[float, float]]
WALL = 4.5
"""Half the width of a wall, in tenths of a unit."""
LEVELS = 200
SIGN = 120
"""What is larger than this is no sign that stands on one spot."""


@cache
def font(name: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(next(file for file in font_files() if file.endswith(f"{name}.ttf")), 1000)


def word_box(word: Text) -> Box:
    """The ink of a word, without its rim."""
    left, top, right, bottom = font("BoldItalic" if word.italic else "Bold").getbbox(word.words, anchor="ls")
    share = word.size / 1000
    wide = font("BoldItalic" if word.italic else "Bold").getlength(word.words) * share
    start = word.x if word.anchor == "start" else word.x - wide / 2
    return start + left * share, word.y + top * share, start + right * share, word.y + bottom * share


def corners(path: str) -> list[list[tuple[float, float]]]:
    """The points of each stroke of a path, those that pull a curve among them."""
    found: list[list[tuple[float, float]]] = []
    x = y = 0.0
    for letter, rest in re.findall(r"([MLQCHVZ])([^MLQCHVZ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        if letter == "Z":
            found[-1].append(found[-1][0])
            continue
        if letter in "HV":
            points = [(numbers[0], y) if letter == "H" else (x, numbers[0])]
        else:
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
        x, y = points[-1]
        if letter == "M":
            found.append([points[0]])
        found[-1].extend(points[letter == "M" :])
    return found


def crosses(box: Box, segment: Segment, half: float) -> bool:
    """Whether a line of a width runs through a box."""
    (ax, ay), (bx, by) = segment
    low, high = 0.0, 1.0
    for start, way, least, most in (
        (ax, bx - ax, box[0] - half, box[2] + half),
        (ay, by - ay, box[1] - half, box[3] + half),
    ):
        if not way:
            if not least < start < most:
                return False
            continue
        one, other = sorted(((least - start) / way, (most - start) / way))
        low, high = max(low, one), min(high, other)
    return low < high


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def around(points: list[tuple[float, float]]) -> Box:
    return min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points)


def collisions(state: Dungeon, level: int) -> Iterator[str]:
    """What is written on something else, in words."""
    pen = Pen(state, level, Hand(DECORATION), THEMES["old"])
    parts = [(name, item) for each in above_the_floor(pen) for name, items in each.items() for item in items]
    marks = [(name, item) for name, items in pen.marks.items() for item in items]
    # A sign with a letter of its own (a secret door, a hidden one) is one thing.
    words = [(name, word_box(item)) for name, item in (*parts, *marks) if isinstance(item, Text) and "/" in name]
    words = [(name, box) for name, box in words if name.split("/")[0] in ("number", "letter", "mark")]
    words += [(name, around(corners(item.d)[0])) for name, item in marks if isinstance(item, Path)]
    for number, (name, box) in enumerate(words):
        for other, another in words[number + 1 :]:
            if name != other and not apart(box, another):
                yield f"{name} on {other}"
    lines: list[tuple[str, Segment, float]] = []
    for name, item in parts:
        if not isinstance(item, Path) or name.split("/")[0] in ("water", "number"):
            continue
        half = THEMES["old"].inks[item.ink].width / 2
        for stroke in corners(item.d):
            lines += [(name, segment, half) for segment in pairwise(stroke)]
            west, north, east, south = around(stroke)
            if max(east - west, south - north) > SIGN or name.startswith(("wall", "cave", "end")):
                continue
            for word, box in words:
                x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
                if west < x < east and north < y < south and not slants(stroke):
                    yield f"{word} in {name}"
    for word, box in words:
        for name, segment, half in lines:
            if crosses(box, segment, half):
                yield f"{word} on {name}"


def slants(stroke: list[tuple[float, float]]) -> bool:
    return any(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(stroke))


def levels(count: int, name: str) -> Iterator[tuple[str, Dungeon, int]]:
    """Levels of many dungeons, half of them of caves; every other one as its players know it."""
    number = found = 0
    while found < count:
        options = {"start": "crossroads", "caves_from_level": 1 + number % 2}
        seed = f"{name}/{number}"
        state = generate(AuditedDice.from_text(seed), options, levels=2, cap=45)[0]
        number += 1
        shown = handout(state) if number % 2 else state
        for level in state.levels:
            found += 1
            yield f"{seed}, level {level}", shown, level


def test_words_stand_clear_of_everything_on_two_hundred_levels() -> None:
    faults = [
        f"{where}: {fault}" for where, state, level in levels(LEVELS, "far") for fault in collisions(state, level)
    ]
    assert not faults


def test_the_measure_finds_what_collides() -> None:
    """It would be no proof if it could not."""
    box = (0.0, 0.0, 10.0, 10.0)
    assert crosses(box, ((-5, 5), (20, 5)), 1)
    assert crosses(box, ((12, -5), (12, 20)), 3)
    assert not crosses(box, ((12, -5), (12, 20)), 1)
    assert not apart(box, (9, 9, 12, 12))
    wide = word_box(Text(0, 0, "88", 100, bold=True))
    assert 90 < wide[2] - wide[0] < 130
    assert whole().spaces


# -------------------------------------------------------------------- rock that is too thin to be drawn


def test_no_spur_of_rock_is_left_in_a_wall() -> None:
    """After the trimming no corner is left that the trimming would take, and what it takes is rock and nothing else."""
    taken = 0
    for _, state, level in levels(40, "spurs"):
        pen = Pen(state, level, Hand(DECORATION), THEMES["old"])
        floors = [polygon for space in state.spaces_on(level) for polygon in space.floor]
        again, more = trimmed(pen.lines, pen.walls.spaces, pen.kept_corners())
        assert not more
        assert again == pen.lines
        for sliver, _ in pen.trimmed:
            taken += 1
            x, y = (sum(corner[axis] for corner in sliver) / 3 for axis in (0, 1))
            assert not any(inside(polygon, x, y) for polygon in floors)
            assert max(abs(one[axis] - other[axis]) for one in sliver for other in sliver for axis in (0, 1)) < 250
    assert taken > 12


def inside(polygon: tuple[tuple[int, int], ...], x: float, y: float) -> bool:
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.01
        for (ax, ay), (bx, by) in pairwise((*polygon, polygon[0]))
    )  # fmt: skip


def test_a_wall_begins_and_ends_where_it_did() -> None:
    for _, state, level in levels(20, "ends"):
        pen = Pen(state, level, Hand(DECORATION), THEMES["old"])
        before = chained(pen.walls.built())
        assert [(line[0], line[-1]) for line in before] == [(line[0], line[-1]) for line in pen.lines]


# -------------------------------------------------------------------- rooms and passages, tokens, light


def test_rooms_are_set_off_from_what_leads_to_them() -> None:
    """By another floor and by a heavier wall towards the rock, in every style."""
    state = whole()
    for style in STYLES:
        drawn = draw_level(state, 1, DECORATION, style)
        inks = [item.ink for item in drawn.picture.items if isinstance(item, Path)]
        assert inks.index("rim") < inks.index("passage") < inks.index("floor") < inks.index("grid")
        theme = THEMES[style]
        assert theme.inks["floor"].fill != theme.inks["passage"].fill
        assert theme.inks["rim"].width > theme.inks["wall"].width + 8
        live = play_map(state, 1, DECORATION, "en", style=style).svg()
        assert live.index(f'fill="{theme.inks["passage"].fill}"') < live.index(f'fill="{theme.inks["floor"].fill}"')


PARTY = tuple(Marker(f"p{number}", f"Name {number}", Token(f"N{number}")) for number in range(12))


def placed(drawn: Drawing) -> list[Box]:
    """The boxes of all tokens."""
    found = re.findall(r'class="walker".*?translate\((-?\d+) (-?\d+)\) scale\(([\d.]+)\)', drawn.svg())
    return [(int(x), int(y), int(x) + 24 * float(scale), int(y) + 24 * float(scale)) for x, y, scale in found]


@pytest.mark.parametrize("count", [1, 4, 8, 9, 12])
def test_tokens_stand_beside_each_other_on_the_floor_of_their_space(count) -> None:
    state = whole()
    for space in list(state.spaces_on(1))[:30]:
        drawn = play_map(state, 1, DECORATION, "en", party=space.id, company=Company(PARTY[:count]))
        boxes = placed(drawn)
        assert len(boxes) == min(count, 8)
        for number, box in enumerate(boxes):
            assert all(apart(box, other) for other in boxes[number + 1 :])
        if count > 8:
            assert f">+{count - 7}</text>" in drawn.svg()


def test_the_light_reaches_as_far_as_it_is_said_and_into_known_places_only() -> None:
    state = handout(whole())
    here = next(space for space in state.spaces_on(1) if len(in_sight(state, space)) > 2)
    lit = play_map(state, 1, DECORATION, "en", party=here.id, sight=Lighting("lit", 20)).svg()
    assert 'class="light"' in lit
    assert f'r="{20 * 8}"' in lit
    dark = play_map(state, 1, DECORATION, "en", party=here.id, sight=Lighting("dark")).svg()
    assert 'class="in-the-dark"' in dark
    assert 'class="light"' not in dark
    untold = play_map(state, 1, DECORATION, "en", party=here.id).svg()
    assert "in-sight" not in untold
    assert "in-the-dark" not in untold
    seen = {space.id for space in in_sight(state, here)}
    for link in state.links_on(1):
        if link.kind == "door" and here.id in (link.a, link.b):
            assert ({link.a, link.b} - {here.id}).isdisjoint(seen - {here.id}) or any(
                other.kind == "opening" and {other.a, other.b} == {link.a, link.b} for other in state.links_on(1)
            )


def covered(rows: list[int], columns: int, down: int) -> list[int]:
    """The slow twin of `_fits`: every cell of every rectangle is looked at."""
    wide = max((row.bit_length() for row in rows), default=0)
    return [
        sum(
            1 << left
            for left in range(wide)
            if all(rows[top + y] >> left + x & 1 for y in range(down) for x in range(columns))
        )
        for top in range(max(0, len(rows) - down + 1))
    ]


@given(st.lists(st.integers(0, 2**14 - 1), max_size=12), st.integers(1, 9), st.integers(1, 9))
def test_where_a_rectangle_fits_is_found_as_by_looking_at_every_cell(rows: list[int], columns: int, down: int) -> None:
    assert _fits(list(rows), columns, down) == covered(rows, columns, down)


def test_the_rock_is_hatched_alike_at_all_tables() -> None:
    """Each table had a hatching of its own, ten milliseconds of work: where many played, again at every step."""
    inks = {piece.markup for decoration in (1, 2) for piece in play_map(whole(), 1, decoration, "en").patterns}
    assert len(inks) == 1
