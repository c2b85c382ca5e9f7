"""Numbers of places and letters of traps in passages."""

from typing import Final

from arbitro.dungeon.model import Dungeon

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def numbers(dungeon: Dungeon, level: int) -> dict[str, int]:
    """The number of each chamber, room, cave and lift of a level.

    The referee's are counted in the order of drawing. The map of a group, which is told by what it knows, counts in
    the order in which the group came in: gaps in the numbers would tell of what it has not seen.
    """
    order: dict[str, None] = {}
    # Only the referee's dungeon records what became of each lead; the map of a group never does.
    for known in dungeon.known.values() if not dungeon.closed else ():
        if known.thing in dungeon.spaces:
            order.setdefault(known.thing)
    for name in dungeon.spaces:
        order.setdefault(name)
    places = [name for name in order if dungeon.spaces[name].level == level and dungeon.spaces[name].is_place]
    return {name: number for number, name in enumerate(places, 1)}


def letters(dungeon: Dungeon, level: int) -> dict[str, str]:
    """The letter of each trap of a level that lies in a passage."""
    found = [trap.id for trap in dungeon.traps.values() if trap.level == level and _in_passage(dungeon, trap.space)]
    return {name: letter(number) for number, name in enumerate(found)}


def _in_passage(dungeon: Dungeon, space: str) -> bool:
    return space in dungeon.spaces and not dungeon.spaces[space].is_place


def letter(number: int) -> str:
    """Letters in order: a, b, … z, aa, ab and so on."""
    found = LETTERS[number % 26]
    return letter(number // 26 - 1) + found if number >= 26 else found
