"""Tricks and traps, gas, lifts: what is set, and what happens to those who come upon it."""

import pytest
from tests.dungeon.bench import Script, adjustments, cited, codes, corridor, fold, follow, new_spaces, open_leads, wall

from arbitro.appendix_a.clock import opens_again
from arbitro.appendix_a.hidden import settle_hidden_door, trap_is_pit, who_searches
from arbitro.appendix_a.spring import enter_gas, enter_lift, spring_missiles, spring_pit, spring_wall, try_lift_door
from arbitro.dungeon.events import Effect, EffectDue, TrapChanged
from arbitro.dungeon.lattice import NAMES
from arbitro.dungeon.model import Dungeon, Trap
from arbitro.dungeon.telling import tell
from arbitro.kernel.event import Event
from arbitro.text import LANGUAGES, Fault


def trapped(dice: str, **more: object) -> tuple[Dungeon, Trap]:
    state, _ = follow(corridor(**more), f"A.1=19 {dice}")
    return state, next(iter(state.traps.values()))


def effects(events: tuple[Event, ...]) -> list[Effect]:
    return [event.effect for event in events if isinstance(event, EffectDue)]


@pytest.mark.rule("DA-PERIODIC-09", "DA-TRAP-01", "DA-TRAP-12")
def test_nothing_after_all() -> None:
    state, events = follow(corridor(), "A.1=19 A.7.1=19")
    assert codes(events) == ["TRAP", "NOTHING"]
    assert state.traps == {}
    assert open_leads(state)[0].to_go == 60


@pytest.mark.rule("DA-PERIODIC-09", "DA-TRAP-01")
@pytest.mark.parametrize(
    ("roll", "code"),
    [
        (1, "HIDDEN_DOOR"),
        (5, "HIDDEN_DOOR"),
        (7, "PIT"),
        (8, "PIT_SPIKES"),
        (14, "SLIDING_WALL"),
        (15, "ARROWS"),
        (16, "SPEARS"),
    ],
)
def test_a_trap_lies_in_the_first_10_ft_ahead(roll: int, code: str) -> None:
    state, trap = trapped(f"A.7.1={roll}")
    assert (trap.code, trap.state) == (code, "armed")
    assert trap.floor == ((316, 320), (316, 312), (324, 312), (324, 320))
    assert open_leads(state)[0].to_go == 50  # 60 ft from the check point


@pytest.mark.rule("DA-TRAP-02", "DA-TRAP-03")
def test_a_hidden_door_not_found_is_a_pit() -> None:
    state, trap = trapped("A.7.1=2")
    state = fold(state, settle_hidden_door(state, trap.id, False, Script()))
    assert trap_is_pit(state.traps[trap.id])
    events = spring_pit(state, trap.id, ("Anna",), Script("A.7.1.pit=3"))
    assert [(effect.kind, effect.who) for effect in effects(events)] == [("fall", ("Anna",))]


@pytest.mark.rule("DA-TRAP-02")
def test_a_hidden_door_found_is_placed_by_the_door_table() -> None:
    state, trap = trapped("A.7.1=5")
    script = Script("A.2.1=1")
    state = fold(state, settle_hidden_door(state, trap.id, True, script))
    script.done()
    door = open_leads(state, "door")[0]
    assert (NAMES[door.front.heading], door.frame) == ("W", "left")
    assert state.traps[trap.id].state == "door_found"
    after, _ = follow(state, "A.2.2=11 A.5.1=1 A.5.4=4 A.5.7=1", door.id)
    assert new_spaces(state, after, "room")


@pytest.mark.rule("DA-TRAP-02")
def test_a_hidden_door_in_a_room() -> None:
    state, _ = follow(corridor(), "A.1=14 A.5.1=6 A.5.4=5 A.5.7=19 A.7.1=1")
    trap = next(iter(state.traps.values()))
    found = fold(state, settle_hidden_door(state, trap.id, True, Script("A.2.1=12")))
    assert NAMES[open_leads(found, "door")[0].front.heading] == "N"


@pytest.mark.rule("DA-TRAP-02")
def test_who_looks_for_the_hidden_door() -> None:
    party = ("Anna", "Bruno")
    assert who_searches(corridor(), party) == party
    assert who_searches(corridor(hidden_door_rolls="leader"), party) == ("Anna",)


@pytest.mark.rule("DA-TRAP-03", "DA-TRAP-04")
@pytest.mark.parametrize(("roll", "dice"), [(6, "1d6"), (8, "1d6+1d6")])
def test_pits(roll: int, dice: str) -> None:
    state, trap = trapped(f"A.7.1={roll}")
    events = spring_pit(state, trap.id, ("Anna", "Bruno"), Script("A.7.1.pit=2 A.7.1.pit=4"))
    assert [(effect.who, effect.amount, effect.dice) for effect in effects(events)] == [(("Anna",), 10, dice)]
    known = fold(state, events)
    assert known.traps[trap.id].state == "known"
    with pytest.raises(Fault):
        spring_pit(known, trap.id, ("Carla",), Script("A.7.1.pit=1"))


@pytest.mark.rule("DA-TRAP-05", "DA-TRAP-06")
@pytest.mark.parametrize(("level", "turn", "roll", "to", "until"), [(2, 100, 9, 3, 130), (1, 12, 10, 3, 42)])
def test_lifts(level: int, turn: int, roll: int, to: int, until: int) -> None:
    state, trap = trapped(f"A.7.1={roll}", level=level, turn=turn)
    lift = state.spaces[trap.space]
    assert (lift.kind, lift.size) == ("lift", (20, 20))
    ahead = open_leads(state)[0]
    assert (NAMES[ahead.front.heading], ahead.to_go) == ("N", 40)
    events = enter_lift(state, trap.id, ("Anna",), Script(), now=state.turn)
    sunk = fold(state, events)
    assert [(effect.kind, effect.level) for effect in effects(events)] == [("descend", to)]
    link = sunk.links[sunk.traps[trap.id].link]
    assert (sunk.spaces[link.b].level, link.state, link.until) == (to, "shut", until)
    door = next(lead for lead in open_leads(sunk, "door") if lead.level == to)
    assert door.frame == "ahead"
    ready = fold(sunk, opens_again(sunk, turn + 30))
    assert (ready.traps[trap.id].state, ready.links[link.id].state) == ("ready", "open")
    early = fold(sunk, opens_again(sunk, turn + 29))
    assert early.traps[trap.id].state == "below"


@pytest.mark.rule("DA-TRAP-07")
@pytest.mark.parametrize(("depth", "fails", "to"), [(3, 2, 4), (1, 5, 3)])
def test_the_third_lift_sinks_with_every_failed_attempt(depth: int, fails: int, to: int) -> None:
    state, trap = trapped("A.7.1=11")
    state = fold(state, enter_lift(state, trap.id, ("Anna",), Script(f"A.7.1.depth={depth}"), now=state.turn))
    assert (state.traps[trap.id].levels, state.traps[trap.id].sunk) == (depth + 1, 1)
    assert state.traps[trap.id].until == 60
    for _ in range(fails):
        state = fold(state, try_lift_door(state, trap.id, False, ("Anna",), Script(), now=0))
    state = fold(state, try_lift_door(state, trap.id, True, ("Anna",), Script(), now=0))
    link = state.links[state.traps[trap.id].link]
    assert state.spaces[link.b].level == to
    with pytest.raises(Fault):
        try_lift_door(state, trap.id, False, ("Anna",), Script(), now=0)


@pytest.mark.rule("DA-TRAP-05", "DA-SOLO-03")
def test_a_lift_without_ground_is_thrown_again() -> None:
    state = corridor(walls=[wall(240, 240, 400, 310)])
    after, _ = follow(state, "A.1=19 A.7.1=9 A.7.1=7")
    assert [trap.code for trap in after.traps.values()] == ["PIT"]
    assert ("A.7.1", "no_space", "rerolled") in adjustments(after)


@pytest.mark.rule("DA-TRAP-05", "DA-SOLO-03")
def test_a_lift_without_ground_below_becomes_another_trap() -> None:
    state, trap = trapped("A.7.1=9", walls=[wall(200, 200, 440, 440, "below", level=2)])
    after = fold(state, enter_lift(state, trap.id, ("Anna",), Script("A.7.1=9 A.7.1=16"), now=state.turn))
    assert [each.code for each in after.traps.values()] == ["ELEVATOR_1", "SPEARS"]
    assert after.traps[trap.id].state == "spent"


@pytest.mark.rule("DA-TRAP-08")
@pytest.mark.parametrize(("roll", "until"), [(4, 90), (6, 110)])
def test_the_sliding_wall(roll: int, until: int) -> None:
    state, trap = trapped("A.7.1=12", turn=50)
    assert trap.segment == ((316, 328), (324, 328))  # 10 ft behind
    shut = fold(state, spring_wall(state, trap.id, Script(f"A.7.1.wall={roll}"), now=state.turn))
    assert (shut.traps[trap.id].state, shut.traps[trap.id].until) == ("shut", until)
    before = fold(shut, opens_again(shut, until - 1))
    assert before.traps[trap.id].state == "shut"
    assert fold(before, opens_again(before, until)).traps[trap.id].state == "open"


@pytest.mark.rule("DA-TRAP-08")
@pytest.mark.parametrize(("roll", "turns"), [(1, 10), (6, 60)])
def test_how_long_the_wall_stays_shut_is_told_in_turns_and_not_by_the_dungeons_clock(roll: int, turns: int) -> None:
    state, trap = trapped("A.7.1=12", turn=355)
    (shut,) = (
        each
        for each in spring_wall(state, trap.id, Script(f"A.7.1.wall={roll}"), now=state.turn)
        if isinstance(each, TrapChanged)
    )
    (told,) = shut.sums()
    assert (shut.turns, told.total, [part.amount for part in told.parts]) == (turns, turns, [roll, 10])
    for language in LANGUAGES:
        sentence = tell(shut, state, language)
        assert f" {turns} tur" in sentence
        assert str(355 + turns) not in sentence


@pytest.mark.rule("DA-TRAP-08", "DA-CONTENT-06")
def test_in_a_room_the_sliding_wall_closes_the_way_in() -> None:
    state, _ = follow(corridor(), "A.1=14 A.5.1=3 A.5.4=4 A.5.7=19 A.7.1=13")
    assert next(iter(state.traps.values())).segment == ((316, 320), (324, 320))


@pytest.mark.rule("DA-TRAP-09", "DA-TRAP-10")
@pytest.mark.parametrize(
    ("roll", "dice", "missiles"),
    [
        (15, "A.7.1.arrows=3 A.7.1.arrow_poison=5 A.7.1.arrow_poison=1 A.7.1.arrow_poison=6", (False, True, False)),
        (16, "A.7.1.spears=2 A.7.1.spear_poison=1 A.7.1.spear_poison=7", (True, False)),
    ],
)
def test_missiles(roll: int, dice: str, missiles: tuple[bool, ...]) -> None:
    state, trap = trapped(f"A.7.1={roll}")
    script = Script(dice)
    events = spring_missiles(state, trap.id, script)
    script.done()
    effect = effects(events)[0]
    assert (effect.missiles, effect.hit_dice, effect.dice, effect.detail) == (missiles, 1, "1d6", "save_or_die")
    assert fold(state, events).traps[trap.id].state == "spent"


@pytest.mark.rule("DA-TRAP-09", "DA-TRAP-10")
def test_missiles_by_house_rules() -> None:
    state, trap = trapped("A.7.1=16", missile_trap_hit_dice=4, missile_trap_damage="1d8", missile_trap_poison="referee")
    effect = effects(spring_missiles(state, trap.id, Script("A.7.1.spears=1 A.7.1.spear_poison=1")))[0]
    assert (effect.hit_dice, effect.dice, effect.detail) == (4, "1d8", "referee")


@pytest.mark.rule("DA-TRAP-13", "DA-SOLO-03")
def test_a_special_or_another_throw() -> None:
    state, events = follow(corridor(), "A.1=19 A.7.1=20 A.7.1=20 A.7.1=16")
    assert codes(events) == ["TRAP", "SPECIAL_OR_REROLL", "SPECIAL_OR_REROLL", "SPEARS"]
    state, _ = follow(corridor(sealed=("crypt",)), "A.1=19 A.7.1=20")
    assert [slot.item for slot in state.slots.values()] == ["crypt"]


# -------------------------------------------------------------------- gas


@pytest.mark.rule("DA-TRAP-11", "DA-GAS-01")
def test_gas_is_noticed_and_can_be_avoided() -> None:
    state, trap = trapped("A.7.1=17 A.7.2=3")
    assert (trap.state, trap.gas) == ("noticed", "GAS_OBSCURE")
    assert trap.floor == ((316, 320), (316, 272), (324, 272), (324, 320))  # 60 ft ahead
    assert open_leads(state)[0].to_go == 50


GASES = [
    (1, "", "obscured", False, 0, 0),
    (6, "A.7.2.blind=4", "blind", False, 0, 34),
    (7, "", "flee", True, 120, 0),
    (8, "A.7.2.sleep=4 A.7.2.sleep=5", "asleep", False, 0, 39),
    (11, "", "sick_until_surface", False, 0, 0),
    (12, "", "death", True, 0, 0),
]


@pytest.mark.rule("DA-GAS-02", "DA-GAS-03", "DA-GAS-04", "DA-GAS-05", "DA-GAS-07", "DA-GAS-08")
@pytest.mark.parametrize(("roll", "dice", "kind", "save", "amount", "until"), GASES)
def test_what_gas_does(roll: int, dice: str, kind: str, save: bool, amount: int, until: int) -> None:
    state, trap = trapped(f"A.7.1=18 A.7.2={roll}", turn=30)
    script = Script(dice)
    events = enter_gas(state, trap.id, ("Anna", "Bruno"), script, now=state.turn)
    script.done()
    effect = effects(events)[0]
    assert (effect.kind, effect.save, effect.amount, effect.until) == (kind, save, amount, until)
    assert effect.who == ("Anna", "Bruno")
    assert fold(state, events).traps[trap.id].state == "dispersed"
    assert "DA-GAS-01" in cited(events)


@pytest.mark.rule("DA-GAS-06")
def test_strength_gas_strengthens_fighters() -> None:
    state, trap = trapped("A.7.1=18 A.7.2=9", turn=10)
    script = Script("A.7.2.strength=3 A.7.2.strength_hours=2")
    events = enter_gas(state, trap.id, ("Anna", "Bruno"), script, fighters=("Anna",), now=state.turn)
    script.done()
    effect = effects(events)[0]
    assert (effect.kind, effect.who, effect.amount, effect.until) == ("stronger", ("Anna",), 3, 22)
    state, trap = trapped("A.7.1=18 A.7.2=10", strength_gas_hours="1d4+1")
    events = enter_gas(
        state, trap.id, ("Anna",), Script("A.7.2.strength=1 A.7.2.strength_hours=3"), fighters=("Anna",), now=state.turn
    )
    assert effects(events)[0].until == 24


@pytest.mark.rule("DA-TRAP-11")
def test_gas_may_stay_for_ever() -> None:
    state, trap = trapped("A.7.1=17 A.7.2=3", gas="permanent")
    after = fold(state, enter_gas(state, trap.id, ("Anna",), Script(), now=state.turn))
    assert after.traps[trap.id].state == "noticed"
    assert enter_gas(after, trap.id, ("Bruno",), Script(), now=0)
