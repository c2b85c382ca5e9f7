"""A kept map taken up afresh (DA-SOLO-04): whatever was done in play is undone, and the drawn map stays."""

import pytest
from msgspec.structs import replace
from tests.dungeon.bench import Loaded, Script, corridor, fold, follow, open_leads
from tests.dungeon.invariants import crooked, misplaced_links, overlaps, unreachable

from arbitro.appendix_a.clock import descend, opens_again
from arbitro.appendix_a.hidden import may_search, search_section, settle_hidden_door
from arbitro.appendix_a.level import explore, generate
from arbitro.appendix_a.pool import Bather, enter_pool
from arbitro.appendix_a.reuse import take_up
from arbitro.appendix_a.spring import (
    enter_gas,
    enter_lift,
    reach_blind_end,
    spring_missiles,
    spring_pit,
    spring_wall,
    try_lift_door,
)
from arbitro.dice.stream import AuditedDice, QuickDice
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.knowledge import players_map, visit
from arbitro.dungeon.lattice import ends, moved, turned_about
from arbitro.dungeon.model import Dungeon
from arbitro.dungeon.stocking import mark_slot


def bare(state: Dungeon) -> Dungeon:
    """A dungeon without what lies outside the map: the clock, who knows what, notes of repairs."""
    return replace(state, turn=0, known={}, adjustments={})


def fresh(state: Dungeon) -> Dungeon:
    return fold(state, take_up(state, "second", "fresh"))


def same_map(before: Dungeon, after: Dungeon) -> None:
    for field in before.__struct_fields__:
        assert getattr(bare(after), field) == getattr(bare(before), field), field


@pytest.mark.rule("DA-SOLO-04", "DA-TRAP-05")
@pytest.mark.parametrize("roll", [9, 10])
def test_a_sunken_lift_is_back_where_it_was(roll: int) -> None:
    before, _ = follow(corridor(), f"A.1=19 A.7.1={roll}")
    trap = next(iter(before.traps))
    played = fold(before, enter_lift(before, trap, ("Anna",), QuickDice(1), now=0))
    assert played.traps[trap].state == "below"
    assert any(space.level > 1 for space in played.spaces.values())
    door = next(lead for lead in open_leads(played, "door") if lead.level > 1)
    played = fold(played, explore(played, door.id, QuickDice(2)))
    assert len(played.spaces) > len(before.spaces) + 1
    same_map(before, fresh(played))
    assert not any(level > 1 for level in fresh(played).levels)


@pytest.mark.rule("DA-SOLO-04", "DA-TRAP-07")
def test_the_third_lift_forgets_its_run() -> None:
    before, _ = follow(corridor(), "A.1=19 A.7.1=11")
    trap = next(iter(before.traps))
    played = fold(before, enter_lift(before, trap, ("Anna",), Script("A.7.1.depth=3"), now=0))
    played = fold(played, try_lift_door(played, trap, False, ("Anna",), Script(), now=0))
    played = fold(played, try_lift_door(played, trap, True, ("Anna",), Script(), now=0))
    assert played.traps[trap].link
    same_map(before, fresh(played))


@pytest.mark.rule("DA-SOLO-04", "DA-STAIR-05", "DA-STAIR-06")
@pytest.mark.parametrize("roll", [8, 9])
def test_stairs_that_gave_way_stand_again(roll: int) -> None:
    before, _ = follow(corridor(), f"A.1=17 A.6={roll}")
    trap = next(iter(before.traps))
    played = fold(before, reach_blind_end(before, trap, ("Anna",), Script("A.6.collapse=1")))
    assert any(link.kind == "chute" for link in played.links.values())
    below = next(lead for lead in open_leads(played) if lead.level > 1)
    played = fold(played, explore(played, below.id, QuickDice(3)))
    same_map(before, fresh(played))
    sound = fold(before, reach_blind_end(before, trap, ("Anna",), Script("A.6.collapse=2")))
    same_map(before, fresh(sound))


@pytest.mark.rule("DA-SOLO-04", "DA-EXIT-03")
def test_a_door_that_was_found_must_be_found_again() -> None:
    before, _ = follow(corridor(), "A.1=18")
    search = open_leads(before, "search")[0]
    played = before
    for section in search.sections:
        played = fold(played, search_section(played, search.id, section.id, Script("A.5.4.search=1"), now=0))
    assert search.id in played.closed
    for door in open_leads(played, "door"):
        played = fold(played, explore(played, door.id, QuickDice(4)))
    after = fresh(played)
    same_map(before, after)
    assert all(may_search(after, section.id, 0) for section in after.leads[search.id].sections)


@pytest.mark.rule("DA-SOLO-04", "DA-EXIT-03")
def test_whom_a_search_called_up_never_came() -> None:
    before, _ = follow(corridor(), "A.1=18")
    search = open_leads(before, "search")[0]
    played = fold(before, search_section(before, search.id, search.sections[0].id, Script("A.5.4.search=12"), now=0))
    assert played.slots
    same_map(before, fresh(played))


@pytest.mark.rule("DA-SOLO-04", "DA-TRAP-02")
@pytest.mark.parametrize("found", [True, False])
def test_a_hidden_door_is_undecided_again(found: bool) -> None:
    before, _ = follow(corridor(), "A.1=19 A.7.1=1")
    trap = next(iter(before.traps))
    dice = Script("A.2.1=1" if found else "")
    played = fold(before, settle_hidden_door(before, trap, found, dice))
    assert played.traps[trap] != before.traps[trap]
    for door in open_leads(played, "door"):
        played = fold(played, explore(played, door.id, QuickDice(5)))
    same_map(before, fresh(played))


@pytest.mark.rule("DA-SOLO-04", "DA-EXIT-03")
def test_a_round_wall_closes_over_the_door_found_in_it() -> None:
    dice = "A.1=14 A.5.1=12 A.5.2=1 A.5.3=4 A.5.4=5 A.5.7=1"
    before, _ = follow(corridor(), dice)
    search = open_leads(before, "search")[0]
    section = next(each for each in search.sections if each.neck)
    played = fold(before, search_section(before, search.id, section.id, Script("A.5.4.search=1"), now=0))
    assert played.spaces[search.space].necks != before.spaces[search.space].necks
    same_map(before, fresh(played))


@pytest.mark.rule("DA-SOLO-04", "DA-POOL-11")
@pytest.mark.parametrize("power", [1, 4, 7, 10])
def test_a_pool_keeps_its_secret_again(power: int) -> None:
    cave = corridor(level=4, caves_from_level=4, at=(240, 600))
    before, _ = follow(cave, "A.1=14 A.8.1=11 A.8.2=12 A.5.4=4 A.5.5=1 A.5.6=1 A.8.exit_monster=2 A.5.7=1")
    pool = next(iter(before.waters))
    seeds = (each for each in range(40))
    played = next(
        after
        for seed in seeds
        if (after := fold(before, enter_pool(before, pool, (Bather("Anna", "LAW"),), QuickDice(seed), now=0)))
        .waters[pool]
        .power
        == ("POOL_GOLD", "POOL_ABILITY", "POOL_TALKING", "POOL_TELEPORT")[power // 3]
    )
    same_map(before, fresh(played))


@pytest.mark.rule("DA-SOLO-04", "DA-STAIR-03", "DA-TRAP-03", "DA-TRAP-08", "DA-TRAP-11")
def test_whatever_is_done_in_a_whole_dungeon_is_undone() -> None:
    for seed in range(12):
        before, _ = generate(AuditedDice.from_text(f"again/{seed}"), {"start": "crossroads"}, levels=2, cap=120)
        dice = QuickDice(seed)
        played = before
        for name, trap in before.traps.items():
            match trap.code:
                case "PIT" | "PIT_SPIKES":
                    played = fold(played, spring_pit(played, name, ("Anna",), dice))
                case "ARROWS" | "SPEARS":
                    played = fold(played, spring_missiles(played, name, dice))
                case "SLIDING_WALL":
                    played = fold(played, spring_wall(played, name, dice, now=0))
                case "GAS":
                    played = fold(played, enter_gas(played, name, ("Anna",), dice, now=0))
                case "HIDDEN_DOOR":
                    played = fold(played, settle_hidden_door(played, name, seed % 2 == 0, dice))
                case "STAIRS_UP_DEAD_END" | "STAIRS_DOWN_DEAD_END":
                    played = fold(played, reach_blind_end(played, name, ("Anna",), dice))
                case _:
                    played = fold(played, enter_lift(played, name, ("Anna",), dice, now=0))
        for link in before.links.values():
            if link.kind == "stairs" and link.levels > 0:
                played = fold(played, descend(played, link.id, dice, now=0))
        for search in open_leads(before, "search"):
            for section in search.sections:
                if search.id in played.leads:
                    played = fold(played, search_section(played, search.id, section.id, dice, now=0))
        played = fold(played, opens_again(played, 30))
        for slot in before.slots:
            played = fold(played, mark_slot(played.slots[slot], "gone"))
        for lead in [each for each in played.leads.values() if each.id not in before.leads and each.kind != "search"]:
            played = fold(played, explore(played, lead.id, dice))
        assert bare(played) != bare(before)
        after = fresh(played)
        same_map(before, after)
        assert unreachable(after) == set()
        assert (overlaps(after), misplaced_links(after), crooked(after)) == ([], [], [])
        assert players_map(after, "second").spaces == {}
        assert set(players_map(played, "party").spaces) >= set(players_map(after, "party").spaces)


def searched_and_explored(seed: str) -> tuple[Dungeon, Dungeon]:
    """A map whose corridors may join: before, and after secret doors were found and then all open ends followed."""
    dice = AuditedDice.from_text(seed)
    sheet = {"page_width_squares": 40, "page_height_squares": 40}
    before, _ = generate(dice, {"start": "crossroads", "on_collision": "join", **sheet}, cap=40)
    played = before
    for search in open_leads(before, "search"):
        for section in search.sections:
            if may_search(played, section.id, 0):
                door = Loaded({"A.5.4.search": 1}, QuickDice(1))
                played = fold(played, search_section(played, search.id, section.id, door, now=0))
    for _ in range(12):
        found = [each.id for each in played.leads.values() if each.kind != "search" and each.id not in before.leads]
        if found:
            played = fold(played, explore(played, found[0], dice))
    for lead in before.leads.values():
        if lead.kind != "search":
            played = fold(played, explore(played, lead.id, dice))
    return before, played


@pytest.mark.rule("DA-SOLO-04", "DA-TURN-01")
@pytest.mark.parametrize("seed", ["join2", "join24", "join26"])
def test_a_corridor_that_had_joined_what_play_brought_about_is_open_again(seed: str) -> None:
    before, played = searched_and_explored(seed)
    after = fresh(played)
    joined = [
        closed
        for name, closed in played.closed.items()
        if name in before.leads and closed.to in played.spaces and closed.to not in after.spaces
    ]
    assert joined
    for lead in before.leads:
        assert (lead in after.leads) != (lead in after.closed), lead
    for closed in joined:
        again = after.leads[closed.id]
        assert again.space in after.spaces
        assert again.mouth == ends(again.front)
        stretch = after.spaces[again.space]
        assert again.front in (moved(stretch.front, stretch.length), turned_about(stretch.front))
    assert (overlaps(after), misplaced_links(after), unreachable(after)) == ([], [], set())
    dice = AuditedDice.from_text("another group")
    for closed in joined:
        after = fold(after, explore(after, closed.id, dice))
        assert closed.id in after.closed
    assert (overlaps(after), misplaced_links(after), unreachable(after)) == ([], [], set())


@pytest.mark.rule("DA-SOLO-04")
def test_as_left_undoes_nothing() -> None:
    before, _ = follow(corridor(), "A.1=19 A.7.1=9")
    trap = next(iter(before.traps))
    played = fold(before, enter_lift(before, trap, ("Anna",), QuickDice(1), now=0))
    played = fold(played, visit(played, "second", "start"))
    left = evolve_all(played, take_up(played, "second", "as_left"))
    same_map(played, left)
    assert players_map(left, "second").spaces == {}


@pytest.mark.rule("DA-SOLO-04")
@pytest.mark.parametrize("option", ["fresh", "as_left"])
def test_without_a_word_the_option_decides(option: str) -> None:
    before, _ = follow(corridor(map_reuse=option), "A.1=19 A.7.1=9")
    trap = next(iter(before.traps))
    played = fold(before, enter_lift(before, trap, ("Anna",), QuickDice(1), now=0))
    after = evolve_all(played, take_up(played, "second"))
    same_map(before if option == "fresh" else played, after)
    assert after.traps[trap].state == ("below" if option == "as_left" else before.traps[trap].state)
