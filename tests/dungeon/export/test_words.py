"""The key and the map in words: complete in both languages, with hidden facts where they belong."""

import re

import pytest
from tests.dungeon.samples import DECORATION, walked, whole, with_link

from arbitro.appendix_a.level import generate_rooms
from arbitro.appendix_a.tables import tables
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.export.key import level_key, to_markdown
from arbitro.dungeon.export.moods import moods
from arbitro.dungeon.export.route import Atlas, Leg, bearing, legs
from arbitro.dungeon.export.textmap import plan, to_text
from arbitro.dungeon.export.visited import handout
from arbitro.dungeon.export.words import TEXTS, slot_words
from arbitro.dungeon.model import Slot, Space, Trap
from arbitro.text import LANGUAGES

SHAPES = ("square", "rectangle", "circle", "oval", "triangle", "trapezoid", "hexagon", "octagon", "irregular")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_met_has_its_words(language) -> None:
    keys = {f"place.{kind}.{shape}" for kind in ("chamber", "room") for shape in SHAPES}
    keys |= {f"mood.{name}" for found in moods().values() for name in found}
    keys |= {f"trap.{row.id}" for row in tables().trap.rows if row.id not in ("NOTHING", "SPECIAL_OR_REROLL")}
    keys |= {f"gas.{row.id}" for row in tables().gas.rows}
    keys |= {f"treasure.{row.result.unit}" for row in tables().treasure.rows}
    states = Trap.__annotations__["state"].__args__
    keys |= {f"trap_state.{state}" for state in states}
    assert {key for key in keys if TEXTS.find(language, key) is None} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.rule("DA-CONTENT-01", "DA-TRAP-01")
def test_the_key_tells_every_place_and_every_hidden_thing_once(language) -> None:
    state = whole()
    for level in (1, 2, 3):
        key = level_key(state, level, DECORATION, language)
        assert [entry.number for entry in key.entries] == list(numbers(state, level).values())
        hidden = [line for entry in key.entries for line in entry.hidden] + list(key.passages)
        things = [slot for slot in state.slots.values() if slot.level == level]
        monsters = TEXTS.say(language, "slot.monster", level=level)
        alone = [slot for slot in things if slot.kind == "monster" and not slot.number]
        assert sum(monsters in line.lower() or monsters in line for line in hidden) == len(alone)
        for entry in key.entries:
            assert entry.aloud.endswith(".")
            assert "{" not in entry.aloud
            for line in entry.hidden:
                assert line not in entry.aloud


@pytest.mark.rule("DA-EXIT-07")
def test_what_is_read_aloud_tells_of_no_secret_door() -> None:
    state, link = with_link("secret_door")
    texts = to_markdown([level_key(state, 1, DECORATION, "en")], "en")
    aloud = "\n".join(line for line in texts.splitlines() if line.startswith(">"))
    assert "ecret door" not in aloud
    assert "one-way" not in aloud
    places = [end for end in (link.a, link.b) if state.spaces[end].is_place]
    if places:
        assert "ecret door" in texts
    players = to_markdown([level_key(handout(state), 1, DECORATION, "en")], "en", referee=False)
    assert "ecret door" not in players
    assert "For the referee" not in players
    assert "onsters of the table" not in players


def test_equal_exits_are_counted() -> None:
    told = [
        entry.aloud for number in range(6) for entry in level_key(whole(f"many{number}"), 1, DECORATION, "en").entries
    ]
    assert any(re.search(r"two (doors|openings) to the", each) for each in told)
    for each in told:
        exits = re.findall(r"an? (door|opening) to the ([\w-]+)", each)
        assert len(set(exits)) == len(exits)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_map_names_every_place_with_its_exits(language) -> None:
    state = whole()
    text = to_text(state, 2, DECORATION, language, referee=True)
    for name, number in numbers(state, 2).items():
        assert re.search(rf"^{number}\. ", text, re.MULTILINE), name
    words = text.partition(TEXTS.say(language, "text.plan"))[0]
    assert words.count("   - ") >= len(numbers(state, 2))
    assert "{" not in text


def test_exits_lead_back_to_where_one_came_from() -> None:
    """Where a door leads straight from one place to another, the other has it on the opposite side."""
    state = whole()
    atlas = Atlas(state, 1)
    names = {number: name for name, number in atlas.numbers.items()}
    met = 0
    for name in atlas.numbers:
        for each in atlas.exits(name):
            if each.end == "place" and not each.legs and each.kind == "door":
                back = atlas.exits(names[each.number])
                assert any(
                    other.number == atlas.numbers[name] and other.heading == (each.heading + 4) % 8 for other in back
                )
                met += 1
    assert met


def test_bearings_and_legs() -> None:
    assert [bearing((0, 0), point) for point in ((0, -5), (5, -5), (5, 0), (0, 5), (-5, 0), (-5, -5))] == [
        0, 1, 2, 4, 6, 7,
    ]  # fmt: skip
    assert legs([(0, 0), (0, -8), (0, -24), (16, -24)]) == (Leg(0, 30), Leg(2, 20))
    assert legs([(3, 3)]) == ()


def test_the_plan_in_characters_has_floor_where_floor_is() -> None:
    state = whole()
    lines = plan(state, 1)
    area = sum(len(line.replace(" ", "")) for line in lines)
    squares = sum(_area(space) for space in state.spaces_on(1)) / 32
    assert squares * 0.85 < area < squares * 1.15, "a character stands for 4 by 8 units"
    assert plan(handout(state), 99) == []


def _area(space: Space) -> float:
    from arbitro.dungeon.lattice import double_area

    return sum(double_area(part) for part in space.parts) / 2


@pytest.mark.rule("DA-SOLO-04")
def test_players_read_of_nothing_they_have_not_seen() -> None:
    state = walked()
    shown = handout(state)
    for level in shown.levels:
        text = to_text(shown, level, DECORATION, "en", referee=False)
        assert "secret door to" not in text
        assert "(set)" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.rule("DA-PERIODIC-10", "DA-CAVE-02")
def test_everybody_and_every_trap_is_somewhere(language) -> None:
    """Wanderers have their round, guards their exit, and a trap in a passage is found without the picture."""
    places = re.compile(r"\b\d+\b")
    seen = set()
    for number in range(12):
        made, _ = generate_rooms(AuditedDice.from_text(f"where {number}"), {"caves_from_level": 1}, 12)
        key = level_key(made, 1, DECORATION, language)
        wandering = [line for line in key.passages if TEXTS.say(language, "where.approach") in line]
        seen.update(["wanderer"] if wandering else [])
        way_in = TEXTS.say(language, "whereabouts.way_in_here")
        for line in key.passages:
            assert places.search(line) or way_in in line, line
        guards = [slot for slot in made.slots.values() if slot.where == "exit"]
        told = [line for entry in key.entries for line in entry.hidden]
        lost = TEXTS.say(language, "where.exit").strip()
        assert not any(lost in line for line in told)
        at = TEXTS.say(language, "where.at_exit", exit="").strip()
        assert sum(at in line for line in told) == len(guards)
        seen.update(["guard"] if guards else [])
    assert seen == {"wanderer", "guard"}


def test_coins_stand_on_guard_nowhere() -> None:
    slot = Slot("m", 1, "s", "monster", "CAVE_EXIT_MONSTER", "exit", items=(("goblin", 3), ("coins/gold", 40)))
    said = slot_words(slot, "en", lambda item, count: f"{count} {item}", "a door to the east")
    assert said == "3 goblin on guard at an exit: a door to the east. They own: 40 coins/gold."


def test_the_map_in_words_tells_the_referee_who_waits_where_and_players_not() -> None:
    state = whole()
    for referee in (True, False):
        said = to_text(state if referee else handout(state), 1, DECORATION, "en", referee=referee)
        assert ("monsters of the table" in said.partition("In the passages")[0].lower()) == referee
