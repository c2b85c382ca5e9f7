"""Doors of the dungeon."""

import pytest
from tests.rules.whitebox.arena import sixes
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, draft, of_folk, place, troop
from tests.rules.whitebox.people.camp import found, only

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Override
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.rules.whitebox.commands import EndTurn
from arbitro.rules.whitebox.exploring.commands import (
    AdvanceClock,
    Engage,
    Go,
    JudgeDoor,
    JudgeWedge,
    Meet,
    MonstersPass,
    OpenDoor,
    PassTurns,
    PickLock,
    ShutDoor,
    StartExpedition,
    WedgeDoor,
)
from arbitro.rules.whitebox.exploring.events import DoorOpened, DoorsShut, DoorStopped, DoorTried, LockTried
from arbitro.rules.whitebox.people.records import class_row


def pushed(folk: str, face: int, strength: int = 10, **options: bool) -> bool:
    """Whether somebody's push opens a door."""
    delve = Delve(of_folk("berto", folk, scores={"str": strength}), doors=(door(),), **options)
    tried = only(delve.do(OpenDoor("berto", "oak"), (6, face)), DoorTried)
    assert delve.out.doors["oak"].open == tried.opened
    assert delve.state.minutes == 1  # a try takes a round
    return tried.opened


@pytest.mark.rule("WB-DOOR-01", "WB-DOOR-02")
@pytest.mark.parametrize(("folk", "chance"), [("human", 2), ("elf", 2), ("dwarf", 1), ("halfling", 1)])
def test_the_chance_to_open_a_door_goes_by_people(folk, chance):
    assert [face for face in range(1, 7) if pushed(folk, face)] == list(range(1, chance + 1))


@pytest.mark.rule("WB-DOOR-03")
def test_strength_widens_or_narrows_the_chance_by_the_option():
    assert [face for face in range(1, 7) if pushed("human", face, 15, door_strength_modifier=True)] == [1, 2, 3]
    assert [face for face in range(1, 7) if pushed("dwarf", face, 6, door_strength_modifier=True)] == []
    assert [face for face in range(1, 7) if pushed("human", face, 15)] == [1, 2]  # off until the referee allows it


@pytest.mark.rule("WB-DOOR-01")
def test_tries_are_unlimited_and_helpers_roll_for_themselves():
    delve = Delve("berto", "dalia", doors=(door(),))
    delve.do(OpenDoor("berto", "oak"), *sixes(5))
    delve.do(OpenDoor("berto", "oak"), *sixes(3))
    delve.do(OpenDoor("dalia", "oak"), *sixes(2))
    assert delve.out.doors["oak"].open
    assert delve.refused(OpenDoor("dalia", "oak")) == "open_already"


@pytest.mark.rule("WB-DOOR-01")
def test_a_shut_door_is_in_the_way():
    delve = Delve(doors=(door(),))
    assert delve.refused(Go("oak")) == "shut"
    assert delve.refused(Go("nowhere")) == "no_door"
    delve.do(OpenDoor("berto", "oak"), *sixes(1))
    delve.do(Go("oak"))
    assert delve.out.at == "cell"


@pytest.mark.rule("WB-DOOR-01")
def test_a_locked_door_is_the_referees_affair():
    delve = Delve(doors=(door(locked=True),))
    delve.do(OpenDoor("berto", "oak"))  # no die
    assert delve.refused(PassTurns()) == "awaiting"
    delve.do(JudgeDoor("no"))
    assert not delve.out.doors["oak"].open
    delve.do(OpenDoor("berto", "oak"))
    delve.do(JudgeDoor("yes"))
    assert delve.out.doors["oak"].open
    assert delve.refused(JudgeDoor("yes")) == "not_asked"


@pytest.mark.rule("WB-DOOR-01", "WB-DOOR-05")
def test_a_lock_that_has_given_way_holds_no_more_when_the_door_falls_shut():
    delve = Delve(doors=(door(locked=True),))
    delve.do(OpenDoor("berto", "oak"))
    delve.do(JudgeDoor("yes"))
    assert only(delve.do(PassTurns()), DoorsShut).doors == ("oak",)
    assert delve.refused(Go("oak")) == "shut"
    assert not only(delve.do(OpenDoor("berto", "oak"), *sixes(3)), DoorTried).opened  # heavy, but no more than that
    assert only(delve.do(OpenDoor("berto", "oak"), *sixes(2)), DoorTried).opened


@pytest.mark.rule("WB-DOOR-01")
def test_a_thief_may_pick_a_lock_that_was_found():
    delve = Delve(draft("mirto", class_id="thief"), "berto", doors=(door(locked=True),))
    assert delve.refused(PickLock("mirto", "oak")) == "not_locked"
    delve.do(OpenDoor("mirto", "oak"))
    delve.do(JudgeDoor("no"))
    assert delve.refused(PickLock("berto", "oak")) == "no_skill"
    skill = class_row(RULES.rules, "thief", 1).skill
    assert not only(delve.do(PickLock("mirto", "oak"), (6, skill + 1)), LockTried).opened
    delve.do(PassTurns())
    delve.do(PassTurns())
    assert only(delve.do(PickLock("mirto", "oak"), (6, skill)), LockTried).opened
    assert not delve.out.doors["oak"].locked


@pytest.mark.rule("WB-DOOR-04")
def test_doors_are_no_obstacle_to_monsters():
    delve = Delve(doors=(door(),), troops=(troop(place="cell"),))
    events = delve.do(MonstersPass("orcs", "oak"))  # no die
    assert [event.audience for event in found(events, DoorOpened)] == ["referee", ""]
    assert delve.out.doors["oak"].open


@pytest.mark.rule("WB-DOOR-04")
def test_the_referee_may_mark_monsters_that_a_door_stops():
    delve = Delve(doors=(door(),), troops=(troop(place="cell", opens_doors=False),))
    assert only(delve.do(MonstersPass("orcs", "oak")), DoorStopped).audience == "referee"
    assert not delve.out.doors["oak"].open
    assert delve.refused(MonstersPass("orcs", "gate")) == "no_door"
    assert delve.refused(MonstersPass("ogres", "oak")) == "no_troop"


@pytest.mark.rule("WB-DOOR-05")
def test_a_door_falls_shut_at_the_end_of_the_turn_and_needs_a_new_roll():
    delve = Delve(doors=(door(),))
    delve.do(OpenDoor("berto", "oak"), *sixes(1))
    delve.do(Go("oak"))
    assert only(delve.do(PassTurns()), DoorsShut).doors == ("oak",)
    assert delve.refused(Go("oak")) == "shut"
    delve.do(OpenDoor("berto", "oak"), *sixes(2))
    assert delve.out.doors["oak"].open


@pytest.mark.rule("WB-DOOR-05")
@pytest.mark.parametrize("word", ["yes", "no"])
def test_a_door_may_be_wedged_with_the_referees_consent(word):
    delve = Delve(doors=(door(),))
    assert delve.refused(WedgeDoor("berto", "oak")) == "not_open"
    delve.do(OpenDoor("berto", "oak"), *sixes(1))
    delve.do(WedgeDoor("berto", "oak"))
    delve.do(JudgeWedge(word))
    delve.do(PassTurns())
    assert delve.out.doors["oak"].open == (word == "yes")
    if word == "yes":
        assert delve.refused(WedgeDoor("berto", "oak")) == "wedged_already"
        delve.do(ShutDoor("berto", "oak"))
        assert not delve.out.doors["oak"].open


@pytest.mark.rule("WB-DOOR-05", "WB-DOOR-01")
@pytest.mark.parametrize("how", ["pushed", "judged"])
@pytest.mark.parametrize("minute", [8, 9])
def test_what_opens_in_the_last_minute_of_a_turn_can_be_walked_through(how, minute):
    """What a push or the referee's word opened is not undone by the turn that ends with it; the next one shuts it."""
    delve = Delve(doors=(door(locked=how == "judged"),))
    delve.do(AdvanceClock(minute))
    events = delve.do(OpenDoor("berto", "oak"), *(sixes(1) if how == "pushed" else ()))
    if how == "judged":
        events = delve.do(JudgeDoor("yes"))
    assert delve.out.turns == minute - 8
    assert not found(events, DoorsShut)
    delve.do(Go("oak"))
    assert delve.out.at == "cell"
    assert only(delve.do(PassTurns()), DoorsShut).doors == ("oak",)


@pytest.mark.rule("WB-DOOR-05")
def test_in_a_fight_doors_fall_shut_with_the_round():
    delve = Delve(doors=(door(),), troops=(troop(),))
    delve.do(OpenDoor("berto", "oak"), *sixes(1))
    delve.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1))
    delve.do(Engage("party"), (6, 4), *sixes(6, 1))
    assert delve.out.doors["oak"].open
    events = [event for side in delve.state.fight.initiative for event in delve.do(EndTurn(side[0]))]
    assert only(events, DoorsShut).doors == ("oak",)


@pytest.mark.rule("WB-CORE-02")
def test_the_referee_overrules_a_stuck_door_and_the_log_keeps_both():
    table = Table.open(RULES, "t", seed_from_text("1"), {}, at="")
    table.submit(draft("berto"), REFEREE, at="")
    table.submit(StartExpedition("hall", (place("hall"), place("cell")), (door(),)), REFEREE, at="")
    tried = table.submit(OpenDoor("berto", "oak"), REFEREE, at="")
    while found(tried.events, DoorTried)[0].opened:  # find a try that fails
        table.submit(ShutDoor("berto", "oak"), REFEREE, at="")
        tried = table.submit(OpenDoor("berto", "oak"), REFEREE, at="")
    ruled = table.submit(Override("expedition.doors.oak.open", True, "it was ajar"), REFEREE, at="")
    assert ruled.events
    assert table.state.expedition.doors["oak"].open
    table.submit(Go("oak"), REFEREE, at="")
    assert table.state.expedition.at == "cell"
