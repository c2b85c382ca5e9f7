"""What a group may know, kept maps, saving and loading."""

import pytest
from msgspec.structs import replace
from tests.dungeon.bench import Script, corridor, fold, follow

from arbitro.appendix_a.level import begin, explore, generate
from arbitro.appendix_a.reuse import take_up
from arbitro.appendix_a.spring import enter_lift, reach_blind_end
from arbitro.appendix_a.tables import SECRET
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.events import Seen, TableRolled
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.knowledge import find_secret, knows, players_map, seen_thing, try_door, visit
from arbitro.dungeon.model import Dungeon, Known, from_json, to_json
from arbitro.dungeon.telling import tell_players
from arbitro.kernel.event import Event
from arbitro.text import Fault


def whole(seed: str = "k") -> Dungeon:
    return generate(AuditedDice.from_text(seed), {"start": "crossroads"}, levels=2, cap=120)[0]


def walked(seed: str, steps: int, group: str = "party") -> Dungeon:
    """A dungeon explored step by step by one group."""
    dice = AuditedDice.from_text(seed)
    state = evolve_all(Dungeon(), begin(dice, {"start": "crossroads", "caves_from_level": 2}, group=group))
    for _ in range(steps):
        lead = next((each for each in state.leads.values() if each.kind != "search"), None)
        if lead is None:
            break
        state = evolve_all(state, explore(state, lead.id, dice, group))
    return state


@pytest.mark.rule("DA-SOLO-04")
def test_export_import_export_is_the_identity() -> None:
    for state in (whole(), walked("x", 40)):
        data = to_json(state)
        assert to_json(from_json(data)) == data
        assert from_json(data) == state
        assert list(from_json(data).leads) == list(state.leads)


@pytest.mark.rule("DA-SOLO-04", "DA-POOL-03", "DA-TRAP-11")
@pytest.mark.parametrize("seed", ["p1", "p2", "p3", "p4"])
def test_the_players_map_holds_no_secret(seed: str) -> None:
    state = walked(seed, 120)
    shown = players_map(state, "party")
    assert shown.spaces
    assert set(shown.spaces) == {name for name in state.spaces if knows(state, "party", name)}
    blind = {trap.stairs for trap in state.traps.values() if trap.stairs}
    for link in shown.links.values():
        assert link.id in blind or not state.links[link.id].hidden
        assert link.a in shown.spaces or link.a in ("", "surface")
        assert link.b in shown.spaces or link.b in ("", "surface")
    assert all(trap.state != "armed" for trap in shown.traps.values())
    assert all(not (trap.state == "noticed" and trap.gas) for trap in shown.traps.values())
    assert all(water.code in ("POOL", "LAKE") or water.power for water in shown.waters.values())
    assert shown.contents == {}
    assert shown.adjustments == {}
    assert shown.searched == {}
    data = to_json(shown)
    for name, space in state.spaces.items():
        if name not in shown.spaces:
            assert f'"{name}"'.encode() not in data, space


@pytest.mark.rule("DA-MAP-04", "DA-POOL-03", "DA-TRAP-11")
@pytest.mark.parametrize("seed", ["e1", "e2", "e3"])
def test_public_events_tell_no_secret(seed: str) -> None:
    """Players see open rolls and what they have learned of; all drawing is the referee's."""
    dice = AuditedDice.from_text(seed)
    events = list(begin(dice, {"start": "crossroads", "caves_from_level": 1}, group="party"))
    state = evolve_all(Dungeon(), events)
    for _ in range(80):
        lead = next((each for each in state.leads.values() if each.kind != "search"), None)
        if lead is None:
            break
        step = explore(state, lead.id, dice, "party")
        state = evolve_all(state, step)
        events.extend(step)
    public = [event for event in events if not event.audience]
    assert {type(event) for event in public} <= {TableRolled, Seen}
    for event in public:
        if isinstance(event, TableRolled):
            assert event.lookup.table not in SECRET
            assert event.lookup.row != "TRAP"
        if isinstance(event, Seen) and event.known.thing in state.links:
            assert not state.links[event.known.thing].hidden
    prepared = generate(AuditedDice.from_text(seed), {"start": "crossroads"}, cap=60)[1]
    assert all(event.audience == "referee" for event in prepared)


@pytest.mark.rule("DA-SOLO-04")
def test_a_prepared_map_shows_nothing_until_it_is_visited() -> None:
    state = whole()
    assert players_map(state, "party").spaces == {}
    first = next(iter(state.spaces))
    state = fold(state, visit(state, "party", first))
    assert list(players_map(state, "party").spaces) == [first]
    assert players_map(state, "others").spaces == {}


@pytest.mark.rule("DA-SOLO-04", "DA-EXIT-07")
def test_secret_doors_show_once_found() -> None:
    state = next(each for each in (whole(f"secret{number}") for number in range(20)) if _secrets(each))
    link = _secrets(state)[0]
    for space in (link.a, link.b):
        state = fold(state, visit(state, "party", space))
    assert link.id not in players_map(state, "party").links
    state = fold(state, find_secret(state, "party", link.id))
    assert link.id in players_map(state, "party").links
    assert find_secret(state, "party", link.id) == ()


def _secrets(state: Dungeon) -> list:
    return [link for link in state.links.values() if link.kind == "secret_door"]


@pytest.mark.rule("DA-EXIT-07")
def test_a_one_way_door_is_seen_from_its_own_side_only() -> None:
    state = next(each for each in (whole(f"one{number}") for number in range(20)) if _one_way(each))
    link = _one_way(state)[0]
    assert link.id not in players_map(fold(state, visit(state, "party", link.b)), "party").links
    assert link.id in players_map(fold(state, visit(state, "party", link.a)), "party").links


def _one_way(state: Dungeon) -> list:
    return [link for link in state.links.values() if link.kind == "one_way_door"]


@pytest.mark.rule("DA-SOLO-04")
def test_a_kept_map_is_taken_up_by_another_group() -> None:
    from arbitro.appendix_a.spring import spring_pit
    from arbitro.dungeon.stocking import mark_slot

    state, _ = follow(corridor(), "A.1=19 A.7.1=6", group="first")
    trap = next(iter(state.traps))
    state = fold(state, spring_pit(state, trap, ("Anna",), Script("A.7.1.pit=1"), "first"))
    lead = next(iter(state.leads))
    state, _ = follow(state, "A.1=14 A.5.1=1 A.5.4=4 A.5.7=13", lead, group="first")
    slot = next(iter(state.slots))
    state = fold(state, mark_slot(state.slots[slot], "gone"))
    fresh = fold(state, take_up(state, "second"))
    assert (fresh.slots[slot].state, fresh.traps[trap].state) == ("present", "armed")
    assert players_map(fresh, "second").spaces == {}
    assert fresh.spaces == state.spaces
    left = fold(state, take_up(state, "second", "as_left"))
    assert (left.slots[slot].state, left.traps[trap].state) == ("gone", "known")
    assert players_map(left, "first").spaces == players_map(state, "first").spaces


# -------------------------------------------------------------------- two worlds that look alike


def heard_in(events: tuple[Event, ...]) -> list[Event]:
    """What players are sent of a step."""
    return [event for event in events if not event.audience]


@pytest.mark.rule("DA-STAIR-05", "DA-STAIR-06", "DA-SOLO-04")
@pytest.mark.parametrize("heading", ["N", "NE", "W"])
def test_blind_stairs_look_like_stairs_until_somebody_reaches_their_end(heading: str) -> None:
    """STAIRS_DOWN_1 in one world, STAIRS_DOWN_DEAD_END in the other: the same map and the same events, to the byte."""
    real, told = follow(corridor(heading), "A.1=17 A.6=1", group="party")
    blind, whispered = follow(corridor(heading), "A.1=17 A.6=9", group="party")
    (trap,) = blind.traps.values()
    assert trap.code == "STAIRS_DOWN_DEAD_END"
    assert not real.traps
    assert to_json(players_map(blind, "party")) == to_json(players_map(real, "party"))
    assert heard_in(whispered) == heard_in(told)
    assert tell_players(whispered, blind, "en") == tell_players(told, real, "en")
    assert "Stairs lead down 1 level." in tell_players(whispered, blind, "en")


@pytest.mark.rule("DA-STAIR-05", "DA-STAIR-06", "DA-SOLO-04")
def test_blind_stairs_look_like_stairs_to_those_who_come_later() -> None:
    maps = []
    for dice in ("A.1=17 A.6=1", "A.1=17 A.6=9"):
        state, _ = follow(corridor(), dice)
        space = list(state.spaces)[1]
        state = fold(state, visit(state, "party", space))
        assert visit(state, "party", space) == (), dice
        maps.append(to_json(players_map(state, "party")))
    assert maps[0] == maps[1]


@pytest.mark.rule("DA-STAIR-06", "DA-SOLO-04")
def test_a_group_that_has_reached_the_blank_wall_knows_it_and_others_do_not() -> None:
    state, _ = follow(corridor(), "A.1=17 A.6=9", group="first")
    (trap,) = state.traps.values()
    state = fold(state, (Seen(Known("second", trap.space, "visited")), Seen(Known("second", trap.stairs))))
    other = to_json(players_map(state, "second"))
    state = fold(state, reach_blind_end(state, trap.id, ("Anna",), Script("A.6.collapse=6"), "first"))
    shown = players_map(state, "first")
    assert [each.code for each in shown.traps.values()] == ["STAIRS_DOWN_DEAD_END"]
    assert not any(link.kind == "stairs" for link in shown.links.values())
    assert to_json(players_map(state, "second")) == other


@pytest.mark.rule("DA-TRAP-05", "DA-SOLO-04")
def test_a_room_that_will_sink_is_a_chamber_until_it_moves() -> None:
    state, events = follow(corridor(), "A.1=19 A.7.1=9", group="party")
    (trap,) = state.traps.values()
    lift = state.spaces[trap.space]
    assert lift.kind == "lift"
    harmless = replace(state, spaces={**state.spaces, lift.id: replace(lift, kind="chamber")}, traps={})
    assert to_json(players_map(state, "party")) == to_json(players_map(harmless, "party"))
    assert tell_players(events, state, "it") == tell_players(events, harmless, "it")
    moved = fold(state, enter_lift(state, trap.id, ("Anna",), Script(), now=0))
    kinds = [space.kind for space in players_map(moved, "party").spaces.values()]
    assert kinds.count("lift") == 2, "where it was and where it is"


@pytest.mark.rule("DA-EXIT-07", "DA-SOLO-04")
def test_a_one_way_door_is_a_door_until_somebody_tries_it() -> None:
    state = next(each for each in (whole(f"one{number}") for number in range(20)) if _one_way(each))
    link = _one_way(state)[0]
    for space in (link.a, link.b):
        state = fold(state, visit(state, "party", space))
    plain = replace(link, kind="door", two_way=True, code="")
    ordinary = replace(state, links={**state.links, link.id: plain})
    assert to_json(players_map(state, "party")) == to_json(players_map(ordinary, "party"))
    assert seen_thing(state, "party", link.id) == plain
    tried = try_door(state, "party", link.id)
    after = fold(state, tried)
    assert tell_players(tried, after, "en") == ["There is a door that opens from one side only."]
    assert players_map(after, "party").links[link.id].kind == "one_way_door"
    assert try_door(after, "party", link.id) == ()
    assert players_map(fold(after, visit(after, "party", link.a)), "party") == players_map(after, "party")
    with pytest.raises(Fault, match="is no door"):
        try_door(state, "party", "nowhere")


@pytest.mark.rule("DA-SOLO-03", "DA-SOLO-04")
def test_who_has_opened_a_false_door_knows_it_and_others_see_a_door() -> None:
    for number in range(60):
        before = walked(f"false{number}", 60)
        fakes = [link for link in before.links.values() if link.state == "false" and link.a in before.spaces]
        if fakes:
            break
    link = fakes[0]
    shown = players_map(before, "party")
    assert shown.links[link.id].state == "false"
    assert seen_thing(before, "party", link.id).state == "false"
    others = fold(before, visit(before, "others", link.a))
    assert players_map(others, "others").links[link.id].state == "open"
    tried = fold(others, try_door(others, "others", link.id))
    assert players_map(tried, "others").links[link.id].state == "false"
    told = tell_players((Seen(Known("party", link.id, "visited")),), before, "en")
    assert told == ["Nothing but rock behind it: the door."]
