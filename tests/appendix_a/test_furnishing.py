"""Maps drawn elsewhere are filled by the contents table, and stay as they were drawn."""

import pytest
from msgspec.structs import replace

from arbitro.appendix_a.furnishing import furnished
from arbitro.appendix_a.level import options
from arbitro.appendix_a.trap import TRAPS
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.blueprint import PlanBox, PlanWay, drawn
from arbitro.dungeon.model import Dungeon


def rooms(count: int) -> Dungeon:
    """A row of rooms with doors between, with nothing in them."""
    boxes = {f"r{number}": PlanBox((20 + 3 * number, 20), (3, 3)) for number in range(count)}
    ways = tuple(PlanWay(f"r{number}", f"r{number + 1}", "door") for number in range(count - 1))
    return drawn(boxes, ways, "r0", options().defaults())


@pytest.mark.rule("DA-ROOM-01")
def test_every_place_is_thrown_for_and_nothing_is_dug() -> None:
    plan = rooms(40)
    filled = furnished(plan, AuditedDice.from_text("forty"))
    assert filled.spaces == plan.spaces
    assert filled.links == plan.links
    codes = {content.code for content in filled.contents.values()}
    assert {"EMPTY", "CONTENT_MONSTER", "MONSTER_AND_TREASURE", "TREASURE"} <= codes
    assert {slot.space for slot in filled.slots.values()} <= set(plan.spaces)
    assert all(trap.code in TRAPS for trap in filled.traps.values())
    assert filled == furnished(plan, AuditedDice.from_text("forty"))


def test_what_is_in_a_map_already_stays_and_its_empty_rooms_stay_empty() -> None:
    filled = furnished(rooms(12), AuditedDice.from_text("first"))
    assert filled.slots
    assert furnished(filled, AuditedDice.from_text("second")) == filled
    half = replace(filled, contents={})
    again = furnished(half, AuditedDice.from_text("second"))
    assert all(again.slots[name] == slot for name, slot in filled.slots.items())
