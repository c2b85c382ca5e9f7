"""Caves, their exits, pools, lakes and magic pools."""

import pytest
from msgspec.structs import replace
from tests.dungeon.bench import (
    Script,
    adjustments,
    cited,
    codes,
    corridor,
    fold,
    follow,
    new_spaces,
    open_leads,
    wall,
)

from arbitro.appendix_a.level import settings
from arbitro.appendix_a.pool import Bather, enter_pool
from arbitro.appendix_a.site import cells_of
from arbitro.dungeon.events import Effect, EffectDue
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.lattice import contains, double_area
from arbitro.dungeon.model import SURFACE, Dungeon, Space, Water
from arbitro.kernel.event import Event
from arbitro.text import Fault

ONE_EXIT = "A.5.4=4 A.5.5=1 A.5.6=1 A.8.exit_monster=2 A.5.7=1"


def cave(
    dice: str, rest: str = ONE_EXIT, *, layout: int = 1, group: str = "", **more: object
) -> tuple[list[Space], Dungeon, tuple[Event, ...]]:
    before = corridor(**{"level": 5, "caves_from_level": 4, "at": (240, 600), **more})
    after, events = follow(before, f"A.1=14 {dice} {rest}", layout=layout, group=group)
    return new_spaces(before, after, "cave"), after, events


@pytest.mark.rule("DA-CAVE-01", "DA-CAVE-03")
def test_caves_stand_in_for_chambers_from_a_level_on() -> None:
    spaces, _, events = cave("A.8.1=2")
    assert codes(events)[:2] == ["CHAMBER", "CAVE_40x60"]
    assert spaces[0].area == 2400
    above, _ = follow(corridor(level=3, caves_from_level=4), "A.1=14 A.5.1=3 A.5.4=4 A.5.7=1")
    assert any(space.kind == "chamber" for space in above.spaces.values())


@pytest.mark.rule("DA-CAVE-01")
def test_behind_doors_there_are_caves_too_but_not_in_place_of_the_small_room() -> None:
    found, _ = follow(corridor(level=5, caves_from_level=4), "A.1=5 A.2.1=9")
    door = open_leads(found, "door")[0].id
    after, _ = follow(found, f"A.2.2=9 A.8.1=1 {ONE_EXIT}", door)
    assert new_spaces(found, after, "cave")
    after, _ = follow(found, "A.2.2=1 A.5.4=4 A.5.7=1", door)
    assert new_spaces(found, after, "room")[0].size == (10, 10)


@pytest.mark.rule("DA-CAVE-01")
def test_contents_of_caves_may_be_left_out() -> None:
    _, state, _ = cave("A.8.1=2", "A.5.4=4 A.5.5=1 A.5.6=1 A.8.exit_monster=2", cave_contents="none")
    assert state.contents == {}


@pytest.mark.rule("DA-CAVE-01")
def test_the_sheet_must_hold_the_largest_cavern() -> None:
    with pytest.raises(Fault, match="page_width_squares to be at least 40"):
        settings({"caves_from_level": 4, "page_width_squares": 30})
    assert settings({"page_width_squares": 30})["page_width_squares"] == 30


@pytest.mark.rule("DA-CAVE-02", "DA-TREASURE-05")
def test_monsters_at_the_exits() -> None:
    rest = "A.5.4=1 A.5.5=1 A.5.6=1 A.8.exit_monster=1 A.8.exit_treasure=5 A.5.5=6 A.5.6=1 A.8.exit_monster=3 A.5.7=1"
    _, state, events = cave("A.8.1=1", rest)
    slots = list(state.slots.values())
    assert [(slot.code, slot.treasure) for slot in slots] == [("CAVE_EXIT_MONSTER", "standard_monster_treasure")]
    first, second = open_leads(state)
    assert (first.encounter, second.encounter) == (slots[0].id, "")
    assert "DA-CAVE-02" in cited(events)
    met, _ = follow(state, "A.1=1", first.id, group="party")
    assert met.slots[slots[0].id].state == "met"
    _, state, _ = cave("A.8.1=1", "A.5.4=4 A.5.5=1 A.5.6=1 A.8.exit_monster=1 A.8.exit_treasure=6 A.5.7=1")
    assert [slot.treasure for slot in state.slots.values()] == [""]


@pytest.mark.rule("DA-CAVE-02")
def test_monsters_may_be_thrown_once_for_a_cave() -> None:
    rest = "A.5.4=1 A.5.5=1 A.5.6=1 A.8.exit_monster=2 A.5.5=6 A.5.6=1 A.5.7=1"
    cave("A.8.1=1", rest, cave_monster="per_cave")


@pytest.mark.rule("DA-CAVE-03", "DA-CAVE-04", "DA-CAVE-07")
@pytest.mark.parametrize(
    ("dice", "code", "size"),
    [
        ("A.8.1=1", "CAVE_40x60", (40, 60)),
        ("A.8.1=4", "CAVE_50x75", (50, 75)),
        ("A.8.1=9 A.8.2=5", "CAVERN_95x125", (95, 125)),
        ("A.8.1=10", "CAVERN_120x150", (120, 150)),
        ("A.8.1=11 A.8.2=1", "CAVERN_150x200", (150, 200)),
    ],
)
@pytest.mark.parametrize("layout", [1, 2, 3])
def test_caves_are_natural(dice: str, code: str, size: tuple[int, int], layout: int) -> None:
    spaces, _, _ = cave(dice, layout=layout)
    space = spaces[0]
    assert (space.code, space.area, space.exits) == (code, size[0] * size[1], 1)
    floor = sum(double_area(part) for part in space.parts) / 2 * 25 / 16
    assert 0.6 * space.area <= floor <= space.area
    cells = cells_of(space.parts)
    assert connected(cells)
    west, north, east, south = (side // 4 for side in space.box)
    assert {min(x for x, _ in cells), max(x for x, _ in cells) + 1} == {west, east}
    assert {min(y for _, y in cells), max(y for _, y in cells) + 1} == {north, south}


def connected(cells: set[tuple[int, int]]) -> bool:
    start = next(iter(cells))
    seen, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in cells and near not in seen:
                seen.add(near)
                todo.append(near)
    return seen == cells


@pytest.mark.rule("DA-CAVE-05", "DA-CAVE-04")
@pytest.mark.parametrize(("dice", "area"), [("A.8.1=5", 4200), ("A.8.1=6 A.8.2=6", 8950)])
def test_double_caves(dice: str, area: int) -> None:
    rest = "A.5.4=2" + " A.5.5=1 A.5.6=1 A.8.exit_monster=2" * 3 + " A.5.7=1"
    spaces, state, _ = cave(dice, rest)
    first, second = spaces
    assert (first.pair, second.pair) == (second.id, first.id)
    assert first.area + second.area == area
    assert first.area < second.area
    link = next(each for each in state.links.values() if {each.a, each.b} == {first.id, second.id})
    assert link.kind == "opening"
    (ax, ay), (bx, by) = link.segment or ((0, 0), (0, 0))
    assert abs(ax - bx) + abs(ay - by) == 8
    assert len(open_leads(state)) == 3
    entered = next(each for each in state.links.values() if each.a == "start")
    assert entered.b == first.id
    assert all(water.space == second.id for water in state.waters.values())


@pytest.mark.rule("DA-CAVE-06", "DA-LAKE-01")
def test_the_colossal_cavern() -> None:
    spaces, _, events = cave("A.8.1=12 A.8.1.width=1 A.8.1.length=6 A.8.3=2")
    assert codes(events)[1:3] == ["COLOSSAL", "NO_LAKE"]
    assert spaces[0].area == 250 * 400


@pytest.mark.rule("DA-CAVE-06", "DA-SOLO-03")
def test_a_cavern_that_does_not_fit_is_stepped_down_with_its_water() -> None:
    pen = [wall(0, 0, 480, 484, "n", 5), wall(0, 484, 180, 640, "w", 5), wall(290, 484, 480, 640, "e", 5)]
    spaces, state, _ = cave("A.8.1=12 A.8.1.width=1 A.8.1.length=6 A.8.3=8", walls=pen)
    assert spaces[0].code in ("CAVERN_95x125", "DOUBLE_35x50_80x90", "DOUBLE_20x30_60x60", "CAVE_50x75", "CAVE_40x60")
    assert adjustments(state)[0] == ("A.8.1", "no_space", "smaller")
    assert [water.code for water in state.waters.values()] == ["LAKE"]


# -------------------------------------------------------------------- water


@pytest.mark.rule("DA-POOL-01", "DA-POOL-02", "DA-CAVE-07", "DA-TREASURE-05")
@pytest.mark.parametrize(
    ("roll", "code", "monster", "treasure"),
    [
        (6, "POOL", False, ""),
        (8, "POOL_MONSTER", True, ""),
        (11, "POOL_MONSTER_TREASURE", True, "standard_monster_treasure"),
        (12, "POOL_MAGIC", False, ""),
    ],
)
def test_pools(roll: int, code: str, monster: bool, treasure: str) -> None:
    spaces, state, _ = cave(f"A.8.1=11 A.8.2={roll}")
    pool = next(iter(state.waters.values()))
    assert (pool.code, pool.kind, bool(pool.slot)) == (code, "pool", monster)
    if monster:
        slot = state.slots[pool.slot]
        assert (slot.where, slot.treasure, slot.number) == ("pool", treasure, 0)
    assert inside(pool, spaces[0])
    xs = [x for x, _ in pool.outline]
    assert 8 <= max(xs) - min(xs) <= 16


def inside(water: Water, space: Space) -> bool:
    cells = cells_of(space.parts)
    xs, ys = [x for x, _ in water.outline], [y for _, y in water.outline]
    corners = all((x // 4, y // 4) in cells for x in range(min(xs), max(xs), 4) for y in range(min(ys), max(ys), 4))
    return corners and contains(water.outline, [((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)])


@pytest.mark.rule("DA-LAKE-01", "DA-LAKE-02", "DA-LAKE-04")
@pytest.mark.parametrize(
    ("dice", "code", "number", "treasure"),
    [
        ("A.8.3=8", "LAKE", 0, ""),
        ("A.8.3=9 A.8.3.count=3 A.8.3.treasure=8", "LAKE_MONSTERS", 3, "standard_monster_treasure"),
        ("A.8.3=11 A.8.3.count=1 A.8.3.treasure=9", "LAKE_MONSTERS", 1, ""),
        ("A.8.3=12 A.8.3.lair=4 A.8.3.treasure=9", "LAKE_ENCHANTED", 5, ""),
    ],
)
def test_lakes(dice: str, code: str, number: int, treasure: str) -> None:
    spaces, state, _ = cave(f"A.8.1=12 A.8.1.width=1 A.8.1.length=1 {dice}")
    lake = next(iter(state.waters.values()))
    assert (lake.code, lake.kind) == (code, "lake")
    assert [(slot.number, slot.treasure) for slot in state.slots.values()] == ([(number, treasure)] if number else [])
    assert inside(lake, spaces[0])
    assert double_area(lake.outline) / 2 * 25 / 16 <= spaces[0].area / 3


@pytest.mark.rule("DA-LAKE-03")
def test_the_enchanted_lake_is_a_portal_where_there_is_a_plane() -> None:
    dice = "A.8.1=12 A.8.1.width=1 A.8.1.length=1 A.8.3=12"
    _, state, events = cave(dice, enchanted_lake_target="map", planes=("feywild",))
    lake = next(iter(state.waters.values()))
    portal = state.links[lake.link]
    assert (portal.kind, portal.b, lake.detail) == ("portal", "plane/feywild", "portal")
    assert "DA-LAKE-03" in cited(events)
    _, state, _ = cave(f"{dice} A.8.3.lair=1 A.8.3.treasure=1", enchanted_lake_target="map")
    assert next(iter(state.slots.values())).number == 2


# -------------------------------------------------------------------- magic pools


def magic(**more: object) -> tuple[Dungeon, str]:
    _, state, _ = cave("A.8.1=11 A.8.2=12", group="party", **more)
    return state, next(iter(state.waters))


def effects(events: tuple[Event, ...]) -> list[Effect]:
    return [event.effect for event in events if isinstance(event, EffectDue)]


def step_in(
    state: Dungeon, pool: str, dice: str, *bathers: Bather, **more: tuple[Bather, ...]
) -> tuple[Dungeon, list[Effect]]:
    script = Script(dice)
    events = enter_pool(state, pool, bathers, script, **more, now=state.turn)
    script.done()
    return fold(state, events), effects(events)


ANNA, BRUNO = Bather("Anna", "LAW", 40), Bather("Bruno", "NEUTRALITY", 10)


@pytest.mark.rule("DA-POOL-03")
def test_a_magic_pool_looks_like_any_other_until_somebody_enters() -> None:
    state, pool = magic()
    assert state.waters[pool].code == "POOL_MAGIC"
    assert players_map(state, "party").waters[pool].code == "POOL"
    known, _ = step_in(state, pool, "A.8.4=2 A.8.4.gold=3", ANNA)
    assert players_map(known, "party").waters[pool].power == "POOL_GOLD"


@pytest.mark.rule("DA-POOL-03")
def test_an_ordinary_pool_does_nothing() -> None:
    _, state, _ = cave("A.8.1=11 A.8.2=6")
    assert enter_pool(state, next(iter(state.waters)), (ANNA,), Script(), now=0) == ()


@pytest.mark.rule("DA-POOL-04", "DA-POOL-05")
@pytest.mark.parametrize(("roll", "metal", "value"), [(3, "gold_to_platinum", "5"), (4, "gold_to_lead", "0")])
def test_gold_is_changed_once(roll: int, metal: str, value: str) -> None:
    state, pool = magic()
    after, found = step_in(state, pool, f"A.8.4=3 A.8.4.gold={roll}", ANNA)
    assert [(effect.kind, effect.amount, effect.detail) for effect in found] == [(metal, 40, value)]
    assert after.waters[pool].spent
    assert enter_pool(after, pool, (BRUNO,), Script(), now=0) == ()


@pytest.mark.rule("DA-POOL-05")
def test_the_value_of_platinum_is_the_tables() -> None:
    state, pool = magic(platinum_value=10)
    _, found = step_in(state, pool, "A.8.4=1 A.8.4.gold=1", ANNA)
    assert found[0].detail == "10"


@pytest.mark.rule("DA-POOL-04", "DA-POOL-06", "DA-POOL-07")
def test_abilities_change_once_for_each() -> None:
    state, pool = magic()
    after, found = step_in(state, pool, "A.8.4=5 A.8.4.sign=2 A.8.4.amount=3 A.8.5=6", ANNA)
    assert [(effect.amount, effect.detail, effect.bounds) for effect in found] == [(-3, "CHARISMA", (3, 18))]
    after, found = step_in(after, pool, "A.8.4.sign=6 A.8.4.amount=1 A.8.5=1", ANNA, BRUNO)
    assert [(effect.who, effect.amount, effect.detail) for effect in found] == [(("Bruno",), 1, "STRENGTH")]


@pytest.mark.rule("DA-POOL-06")
def test_the_whole_party_may_be_changed_at_once() -> None:
    state, pool = magic(ability_pool="whole_party", ability_pool_minimum=1, ability_pool_maximum=20)
    dice = "A.8.4=5 A.8.4.sign=2 A.8.4.amount=3 A.8.5=2 A.8.4.sign=4 A.8.4.amount=1 A.8.5=4"
    after, found = step_in(state, pool, dice, ANNA, party=(ANNA, BRUNO))
    assert [(effect.who, effect.detail, effect.bounds) for effect in found] == [
        (("Anna",), "INTELLIGENCE", (1, 20)),
        (("Bruno",), "DEXTERITY", (1, 20)),
    ]
    assert after.waters[pool].spent


@pytest.mark.rule("DA-POOL-08", "DA-POOL-09", "DA-POOL-10")
def test_the_talking_pool() -> None:
    state, pool = magic(turn=200)
    after, found = step_in(state, pool, "A.8.4=8 A.8.6=1 A.8.4.damage=2 A.8.4.damage=4", ANNA, BRUNO)
    assert [(effect.kind, effect.who, effect.amount, effect.until) for effect in found] == [
        ("wish", ("Anna",), 0, 344),
        ("damage", ("Bruno",), 6, 0),
    ]
    _, again = step_in(after, pool, "", ANNA)
    assert again == []


@pytest.mark.rule("DA-POOL-08")
def test_one_wish_in_all() -> None:
    carla = Bather("Carla", "LAW")
    state, pool = magic(talking_pool="one_in_all")
    _, found = step_in(state, pool, "A.8.4=7 A.8.6=2", ANNA, carla)
    assert [effect.who for effect in found] == [("Anna",)]
    state, pool = magic()
    _, found = step_in(state, pool, "A.8.4=7 A.8.6=2", ANNA, carla)
    assert [effect.who for effect in found] == [("Anna",), ("Carla",)]


@pytest.mark.rule("DA-POOL-04", "DA-POOL-11")
@pytest.mark.parametrize(("roll", "detail"), [(1, "surface"), (5, "surface_100_miles")])
def test_teleport_to_the_surface(roll: int, detail: str) -> None:
    state, pool = magic()
    after, found = step_in(state, pool, f"A.8.4=12 A.8.4.teleport={roll}", ANNA)
    assert [(effect.level, effect.space, effect.detail) for effect in found] == [(0, SURFACE, detail)]
    _, again = step_in(after, pool, "", BRUNO)
    assert again[0].detail == detail


def over_rooms() -> tuple[Dungeon, str]:
    """A magic pool over a level that has rooms and chambers."""
    state, pool = magic()
    return replace(state, options={**state.options, "caves_from_level": 0}), pool


@pytest.mark.rule("DA-POOL-11", "DA-CAVE-01", "DA-STAIR-10")
@pytest.mark.parametrize(
    ("dice", "code", "halves"),
    [
        ("A.8.1=1", "CAVE_40x60", 1),
        ("A.8.1=4", "CAVE_50x75", 1),
        ("A.8.1=5", "DOUBLE_20x30_60x60", 2),
        ("A.8.1=6 A.8.2=1", "DOUBLE_35x50_80x90", 2),
        ("A.8.1=7 A.8.2=6", "CAVERN_95x125", 1),
        ("A.8.1=10", "CAVERN_120x150", 1),
    ],
)
def test_teleport_onto_blank_ground_of_a_cave_level_lays_a_cave(dice: str, code: str, halves: int) -> None:
    state, pool = magic()
    rest = "A.5.4=4 A.5.5=1 A.5.6=1 A.8.exit_monster=2 A.5.7=1"
    after, found = step_in(state, pool, f"A.8.4=11 A.8.4.teleport=3 {dice} {rest}", ANNA)
    place = after.spaces[found[0].space]
    assert (place.kind, place.level, place.code, found[0].level) == ("cave", 6, code, 6)
    assert len([space for space in after.spaces.values() if space.level == 6 and space.kind == "cave"]) == halves
    assert any(lead.space in (place.id, place.pair) for lead in after.leads.values()), "it has a way out"
    assert not any(space.kind == "chamber" and space.level == 6 for space in after.spaces.values())


@pytest.mark.rule("DA-CAVE-02")
def test_nobody_waits_at_an_exit_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from arbitro.appendix_a import exits

    made = iter(("dropped", "sealed"))
    whole = exits._place_exit
    monkeypatch.setattr(exits, "_place_exit", lambda *args: next(made, None) or whole(*args))
    rest = "A.5.4=3 A.5.5=1 A.5.6=1 A.8.exit_monster=1 A.8.exit_treasure=6 A.5.5=6 A.5.6=1 A.8.exit_monster=2 A.5.7=1"
    _, state, _ = cave("A.8.1=1", rest)
    assert len(state.slots) == 1
    assert [bool(lead.encounter) for lead in open_leads(state)] == [True, False]


@pytest.mark.rule("DA-POOL-11", "DA-ROOM-03", "DA-STAIR-10")
def test_teleport_a_level_down_into_a_chamber() -> None:
    state, pool = over_rooms()
    dice = "A.8.4=11 A.8.4.teleport=3 A.5.1=3 A.5.4=4 A.5.7=1"
    after, found = step_in(state, pool, dice, ANNA)
    place = after.spaces[found[0].space]
    assert (place.kind, place.level, found[0].level) == ("chamber", 6, 6)
    link = after.links[after.waters[pool].link]
    assert (link.kind, link.two_way) == ("teleport", False)
    _, again = step_in(after, pool, "", BRUNO)
    assert again[0].space == place.id


@pytest.mark.rule("DA-POOL-11")
@pytest.mark.parametrize("shape", [1, 5, 8, 10, 12])
def test_teleport_chambers_of_every_shape(shape: int) -> None:
    state, pool = over_rooms()
    dice = f"A.8.4=11 A.8.4.teleport=3 A.5.1=12 A.5.2={shape} A.5.3=1 A.5.4=4 A.5.7=1"
    after, found = step_in(state, pool, dice, ANNA)
    assert after.spaces[found[0].space].area == 500


@pytest.mark.rule("DA-POOL-11")
def test_teleport_for_each_bather() -> None:
    state, pool = magic(teleport="per_character")
    _, found = step_in(state, pool, "A.8.4=12 A.8.4.teleport=1 A.8.4.teleport=6", ANNA, BRUNO)
    assert [effect.detail for effect in found] == ["surface", "surface_100_miles"]
