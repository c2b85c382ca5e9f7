"""Contents of places (A.5.7), unguarded treasure (A.5.8) and specials."""

from arbitro.appendix_a.encounter import place_monster
from arbitro.appendix_a.special import draw_special
from arbitro.appendix_a.trap import trap_as_drawn, trap_in_place
from arbitro.appendix_a.work import Work
from arbitro.dungeon.events import ContentRolled, SlotPlaced
from arbitro.dungeon.model import Content, Face, Slot, Space


def roll_contents(work: Work, space: Space, entry: Face | None) -> None:
    """Throw A.5.7 for a chamber, room or cave and put down what it gives; without an entry a trap digs nothing."""
    row = work.roll(work.tables.content)
    slots: list[str] = []
    trap = ""
    match row.id:
        case "CONTENT_MONSTER":
            slots.append(_monster(work, space, row.id, row.result))
        case "MONSTER_AND_TREASURE":
            if work.options["a57_15_17"] == "and":
                slots.append(_monster(work, space, row.id, row.result, treasure=True))
            elif work.chance("A.5.7.or") == "monster":
                slots.append(_monster(work, space, row.id, row.result))
            else:
                slots.append(unguarded_treasure(work, space, row.result))
        case "SPECIAL_OR_EMPTY":
            slot = draw_special(work, space.level, space.id, row.id, row.result)
            if slot:
                slots.append(slot)
            else:
                work.adjust("A.5.7", work.last_total("A.5.7"), "no_special_available", "empty")
        case "CONTENT_TRAP":
            trap, special = trap_as_drawn(work, space) if entry is None else trap_in_place(work, space, entry)
            slots.extend([special] if special else [])
        case "TREASURE":
            slots.append(unguarded_treasure(work, space, row.result))
        case _:
            pass
    content = Content(space.id, row.id, tuple(slots), trap)
    work.happen(ContentRolled(content, rules=(*row.result, "DA-ROOM-01"), audience="referee"))


def _monster(work: Work, space: Space, code: str, rules: tuple[str, ...], *, treasure: bool = False) -> str:
    slot = Slot(
        work.new_id("m", "slots"),
        space.level,
        space.id,
        "monster",
        code,
        treasure="standard_monster_treasure" if treasure else "",
    )
    return place_monster(work, slot, rules)


def unguarded_treasure(work: Work, space: Space, because: tuple[str, ...]) -> str:
    """Throw once on A.5.8; amounts are for each level of the dungeon."""
    row = work.roll(work.tables.treasure)
    hoard = row.result
    level = space.level if hoard.per_level else 1
    if not hoard.random:
        amount = hoard.amount * level
    elif work.options["gems"] == "per_level_dice":
        amount = sum(work.amount(hoard.random) for _ in range(level))
    else:
        amount = work.amount(hoard.random) * level
    slot = Slot(work.new_id("m", "slots"), space.level, space.id, "treasure", row.id, unit=hoard.unit, amount=amount)
    work.happen(SlotPlaced(slot, rules=(*hoard.rules, *because), audience="referee"))
    return slot.id
