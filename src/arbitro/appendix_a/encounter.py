"""Wandering monsters: a slot for the game in use to fill, and the side from which they come."""

from typing import Final

from arbitro.appendix_a.work import Work
from arbitro.dungeon.events import SlotPlaced
from arbitro.dungeon.model import Lead, Slot

APPROACH: Final = {
    "STRAIGHT": "ahead",
    "DOOR": "through_the_door",
    "SIDE_CORRIDOR": "a_new_arm",
    "TURN": "round_the_bend",
    "CHAMBER": "out_of_the_chamber",
    "STAIRS": "by_the_stairs_or_shaft",
    "DEAD_END": "behind",
    "TRAP": "ahead",
}
"""DA-PERIODIC-10: what the second roll says of the way a wandering monster comes."""


def wandering_monster(work: Work, end: Lead, row: str, opened: list[Lead]) -> None:
    """Place the wandering monster of row 20, coming from where the second roll leads."""
    via = ""
    if row == "SIDE_CORRIDOR":
        # Of several new arms a layout choice; the corridor walked is none of them.
        arms = [lead for lead in opened if lead.kind == "corridor" and not lead.run]
        via = work.layout.pick(arms).id if arms else ""
    elif row in ("DOOR", "TURN", "STRAIGHT", "TRAP"):
        doors = [lead for lead in opened if (lead.kind == "door") == (row == "DOOR")]
        via = doors[0].id if doors else ""
    slot = Slot(
        work.new_id("m", "slots"),
        end.level,
        end.space,
        "monster",
        "WANDERING_MONSTER",
        "approach",
        APPROACH[row],
        via,
    )
    work.happen(SlotPlaced(slot, rules=("DA-PERIODIC-10",), audience="referee"))
    work.see(slot.id)


def place_monster(work: Work, slot: Slot, rules: tuple[str, ...]) -> str:
    """Put a monster somewhere, hidden until somebody sees it."""
    work.happen(SlotPlaced(slot, rules=rules, audience="referee"))
    return slot.id
