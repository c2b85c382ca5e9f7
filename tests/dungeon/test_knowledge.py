"""What a group may know, kept maps, saving and loading."""

import pytest
from tests.dungeon.bench import corridor, fold, follow

from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.events import Seen, TableRolled, evolve_all
from arbitro.dungeon.knowledge import find_secret, knows, players_map, visit
from arbitro.dungeon.level import begin, explore, generate
from arbitro.dungeon.model import Dungeon, from_json, to_json
from arbitro.dungeon.reuse import take_up
from arbitro.dungeon.tables import SECRET


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
    for link in shown.links.values():
        assert not state.links[link.id].hidden
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
    from tests.dungeon.bench import Script

    from arbitro.dungeon.spring import spring_pit
    from arbitro.dungeon.stocking import mark_slot

    state, _ = follow(corridor(), "A.1=19 A.7.1=6", group="first")
    trap = next(iter(state.traps))
    state = fold(state, spring_pit(state, trap, ("Anna",), Script("A.7.1.pit=1"), "first"))
    lead = next(iter(state.leads))
    state, _ = follow(state, "A.1=14 A.5.1=1 A.5.4=4 A.5.7=13", lead, group="first")
    slot = next(iter(state.slots))
    state = fold(state, mark_slot(state, slot, "gone"))
    fresh = fold(state, take_up(state, "second"))
    assert (fresh.slots[slot].state, fresh.traps[trap].state) == ("present", "armed")
    assert players_map(fresh, "second").spaces == {}
    assert fresh.spaces == state.spaces
    left = fold(state, take_up(state, "second", "as_left"))
    assert (left.slots[slot].state, left.traps[trap].state) == ("gone", "known")
    assert players_map(left, "first").spaces == players_map(state, "first").spaces
