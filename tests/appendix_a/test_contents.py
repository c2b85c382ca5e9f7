"""Contents, unguarded treasure, specials, and the game in use that fills the slots."""

import pytest
from tests.dungeon.bench import Script, adjustments, cited, codes, corridor, fold, follow, new_spaces

from arbitro.appendix_a.generic_stocker import GenericStocker
from arbitro.appendix_a.solo import next_referee, take_seats
from arbitro.dice.stream import QuickDice
from arbitro.dungeon.events import SlotFilled
from arbitro.dungeon.model import Dungeon, Slot
from arbitro.dungeon.stocking import fill_slot, mark_slot


def contents(dice: str, state: Dungeon | None = None) -> tuple[Dungeon, list[Slot]]:
    before = state or corridor()
    after, _ = follow(before, f"A.1=14 A.5.1=1 A.5.4=4 {dice}")
    return after, list(after.slots.values())


@pytest.mark.rule("DA-CONTENT-01", "DA-CONTENT-02")
@pytest.mark.parametrize("roll", [1, 12])
def test_empty(roll: int) -> None:
    state, slots = contents(f"A.5.7={roll}")
    assert [each.code for each in state.contents.values()] == ["EMPTY"]
    assert slots == []


@pytest.mark.rule("DA-CONTENT-03")
def test_a_monster_without_treasure() -> None:
    _, slots = contents("A.5.7=13", corridor(level=2))
    assert [(slot.kind, slot.code, slot.level, slot.treasure, slot.where) for slot in slots] == [
        ("monster", "CONTENT_MONSTER", 2, "", "here")
    ]


@pytest.mark.rule("DA-CONTENT-04", "DA-TREASURE-05")
@pytest.mark.parametrize("roll", [15, 16, 17])
def test_a_monster_with_treasure_by_the_core_book(roll: int) -> None:
    _, slots = contents(f"A.5.7={roll}")  # no A.5.8 in the script: it is not thrown
    assert [(slot.kind, slot.treasure) for slot in slots] == [("monster", "standard_monster_treasure")]


@pytest.mark.rule("DA-CONTENT-04")
def test_monster_or_treasure_to_the_letter() -> None:
    either = corridor(a57_15_17="or")
    _, slots = contents("A.5.7=15 A.5.7.or=5 A.5.8=70", either)
    assert [(slot.kind, slot.code) for slot in slots] == [("treasure", "GP_250")]
    _, slots = contents("A.5.7=15 A.5.7.or=3", either)
    assert [(slot.kind, slot.treasure) for slot in slots] == [("monster", "")]


@pytest.mark.rule("DA-CONTENT-05", "DA-SOLO-05")
def test_a_special_from_sealed_rooms() -> None:
    state, slots = contents("A.5.7=18", corridor(sealed=("one", "two", "three")))
    assert (slots[0].supplier, slots[0].item in ("one", "two", "three")) == ("sealed_room_stock", True)
    assert len(state.sealed) == 2
    assert slots[0].item not in state.sealed


@pytest.mark.rule("DA-CONTENT-05", "DA-SOLO-05")
def test_no_special_means_empty() -> None:
    state, slots = contents("A.5.7=18")
    assert slots == []
    assert adjustments(state) == [("A.5.7", "no_special_available", "empty")]


@pytest.mark.rule("DA-SOLO-05")
def test_a_special_from_registered_tables() -> None:
    _, slots = contents("A.5.7=18", corridor(tables=("tricks",)))
    assert (slots[0].supplier, slots[0].item) == ("registered_tables", "tricks")


@pytest.mark.rule("DA-SOLO-06", "DA-CONTENT-05")
def test_the_referee_of_one_room_rotates() -> None:
    seats = ("Bruno", "Carla", "Anna")  # Anna refereed the last one
    state = corridor(seats=seats, mode="group_without_referee")
    assert next_referee(state) == "Bruno"
    after, slots = contents("A.5.7=18", state)
    assert (slots[0].supplier, slots[0].item) == ("one_room_referee", "Bruno")
    assert next_referee(after) == "Carla"
    assert next_referee(corridor(seats=seats)) == ""
    there = fold(after, take_seats(after, ("Anna", "Bruno", "Dora")))  # Carla went home, Dora came
    assert there.seats == ("Anna", "Bruno", "Dora")
    assert take_seats(there, ("Bruno", "Dora", "Anna")) == ()
    assert take_seats(corridor(), ("Anna",)) == ()


@pytest.mark.rule("DA-CONTENT-06", "DA-TRAP-01")
def test_a_trap_in_a_room_lies_just_inside() -> None:
    before = corridor()
    after, _ = follow(before, "A.1=14 A.5.1=5 A.5.4=4 A.5.7=19 A.7.1=6")
    trap = next(iter(after.traps.values()))
    assert (trap.code, trap.depth_ft) == ("PIT", 10)
    assert trap.floor == ((316, 320), (316, 312), (324, 312), (324, 320))
    place = new_spaces(before, after, "chamber")[0]
    assert after.contents[place.id].trap == trap.id


@pytest.mark.rule("DA-CONTENT-07", "DA-TREASURE-01", "DA-TREASURE-02", "DA-TREASURE-03", "DA-TREASURE-04")
@pytest.mark.parametrize(
    ("level", "dice", "code", "unit", "amount"),
    [
        (1, "A.5.8=25", "CP_1000", "copper", 1000),
        (3, "A.5.8=26", "SP_1000", "silver", 3000),
        (5, "A.5.8=60", "GP_400", "gold", 2000),
        (3, "A.5.8=70", "GP_250", "gold", 750),
        (4, "A.5.8=81", "GP_1000", "gold", 4000),
        (3, "A.5.8=92 A.5.8.gems=2", "GEMS", "gem", 6),
        (2, "A.5.8=95", "JEWEL", "jewelry", 2),
        (7, "A.5.8=98", "MAGIC_ITEM", "magic_item", 1),
        (2, "A.5.8=100", "MAGIC_ITEM", "magic_item", 1),
    ],
)
def test_unguarded_treasure(level: int, dice: str, code: str, unit: str, amount: int) -> None:
    _, slots = contents(f"A.5.7=20 {dice}", corridor(level=level))
    assert [(slot.code, slot.unit, slot.amount) for slot in slots] == [(code, unit, amount)]


@pytest.mark.rule("DA-TREASURE-03")
def test_gems_thrown_once_for_each_level() -> None:
    state = corridor(level=3, gems="per_level_dice")
    _, slots = contents("A.5.7=20 A.5.8=92 A.5.8.gems=2 A.5.8.gems=4 A.5.8.gems=1", state)
    assert slots[0].amount == 7


@pytest.mark.rule("DA-TREASURE-05", "DA-CONTENT-03")
def test_the_generic_stocker_fills_every_slot() -> None:
    state, slots = contents("A.5.7=16")
    events = fill_slot(state, slots[0].id, GenericStocker(), Script("A.5.8=51"))
    filled = events[0]
    assert isinstance(filled, SlotFilled)
    assert filled.items == (("monster/1", 1), ("gold", 400))
    assert "DA-TREASURE-05" in cited(events)
    hoard, slots = contents("A.5.7=20 A.5.8=25")
    filled = fill_slot(hoard, slots[0].id, GenericStocker(), QuickDice(1))[0]
    assert isinstance(filled, SlotFilled)
    assert filled.items == (("copper", 1000),)


@pytest.mark.rule("DA-SOLO-04")
def test_slots_are_met_and_gone() -> None:
    state, slots = contents("A.5.7=13")
    state = fold(state, mark_slot(state.slots[slots[0].id], "met"))
    assert state.slots[slots[0].id].state == "met"
    assert fold(state, mark_slot(state.slots[slots[0].id], "gone")).slots[slots[0].id].state == "gone"
    assert codes(()) == []


@pytest.mark.rule("DA-TRAP-13", "DA-CONTENT-06", "DA-SOLO-05")
def test_a_special_in_place_of_a_trap_is_a_slot_of_the_room() -> None:
    state, slots = contents("A.5.7=19 A.7.1=20", corridor(sealed=("crypt",)))
    content = next(iter(state.contents.values()))
    assert (content.slots, content.trap) == ((slots[0].id,), "")
