"""Specials: sealed rooms, a one-room referee, registered tables."""

from arbitro.appendix_a.work import Work
from arbitro.dungeon.events import SlotPlaced, SpecialDrawn
from arbitro.dungeon.model import Slot

RULES = ("DA-SOLO-05", "DA-SOLO-06")


def draw_special(work: Work, level: int, space: str, code: str, rules: tuple[str, ...]) -> str:
    """A special from the first supplier that has one: sealed rooms, then a rotating referee, then tables."""
    state = work.state
    sealed, seats = state.sealed, state.seats
    supplier = item = ""
    if sealed:
        supplier, item = "sealed_room_stock", work.layout.pick(sealed)
        sealed = tuple(room for room in sealed if room != item)
    elif seats and work.options["mode"] == "group_without_referee":
        supplier, item = "one_room_referee", seats[0]
        seats = (*seats[1:], item)
    elif state.tables:
        supplier, item = "registered_tables", work.layout.pick(state.tables)
    if not supplier:
        return ""
    slot = Slot(work.new_id("m", "slots"), level, space, "special", code, supplier=supplier, item=item)
    work.happen(SlotPlaced(slot, rules=(*rules, *RULES), audience="referee"))
    work.happen(SpecialDrawn(slot.id, supplier, item, sealed, seats, rules=RULES, audience="referee"))
    return slot.id
