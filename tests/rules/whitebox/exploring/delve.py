"""A party under way in a few places of a test's own, with fixed dice that must be used up."""

from typing import Any

from tests.rules.whitebox.arena import RULES
from tests.rules.whitebox.people.camp import Camp, draft

from arbitro.rules.whitebox.exploring.commands import StartExpedition
from arbitro.rules.whitebox.exploring.state import Door, Expedition, Place, Trap, Troop, Wandering
from arbitro.rules.whitebox.people.commands import CreateCharacter, Grant
from arbitro.rules.whitebox.people.creation import book_list, book_room
from arbitro.rules.whitebox.terms import Named

__all__ = ["RULES", "Delve", "door", "draft", "of_folk", "place", "trap", "troop"]


def named(text: str) -> Named:
    """A name that is the same in both languages."""
    return Named(text, text)


def place(name: str, **more: Any) -> Place:
    """A place whose name is its id."""
    return Place(id=name, name=named(name), **more)


def door(name: str = "oak", between: tuple[str, str] = ("hall", "cell"), **more: Any) -> Door:
    """A shut dungeon door."""
    return Door(id=name, name=named(name), between=between, **more)


def trap(name: str = "pit", where: str = "cell", **more: Any) -> Trap:
    """A trap of stone."""
    return Trap(id=name, name=named(name), place=where, **more)


def troop(name: str = "orcs", monster: str = "orc", **more: Any) -> Troop:
    """Somebody to be met."""
    return Troop(id=name, monster=monster, **more)


def of_folk(who: str, folk: str, class_id: str = "fighter", **more: Any) -> CreateCharacter:
    """A character of a people; whoever has a spell book has the first spells of the list in it."""
    room = book_room(RULES.rules, folk, class_id, 1)
    if any(room):
        spells = RULES.content.spell_list(book_list(RULES.rules, folk, class_id), 1)
        more["book"] = tuple(spells)[: room[0]]
    return draft(who, folk=folk, class_id=class_id, **more)


class Delve(Camp):
    """A party in the hall; the cell lies beyond."""

    def __init__(
        self,
        *who: str | Any,
        doors: tuple[Door, ...] = (),
        traps: tuple[Trap, ...] = (),
        troops: tuple[Troop, ...] = (),
        places: tuple[Place, ...] = (),
        at: str = "hall",
        torches: int = 0,
        wandering: Wandering = Wandering(),  # noqa: B008 - frozen
        **options: Any,
    ) -> None:
        drafts = tuple(draft(each) if isinstance(each, str) else each for each in who or ("berto",))
        super().__init__(*drafts, **options)
        if torches:
            self.do(Grant(drafts[0].who, "gear", "torches_6", torches))
        here = {each.id: each for each in (place("hall"), place("cell"), *places)}
        self.do(StartExpedition(at, tuple(here.values()), doors, traps, troops, wandering))

    @property
    def out(self) -> Expedition:
        """The expedition."""
        assert self.state.expedition is not None
        return self.state.expedition
