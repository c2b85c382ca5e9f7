"""Contents for a map that was drawn elsewhere: its places are filled as if they had been dug, and the map stays."""

from arbitro.appendix_a.content import roll_contents
from arbitro.appendix_a.work import Work
from arbitro.dice.stream import Dice
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.model import Dungeon

STREAM = "furnish"
"""The streams of the dice: one for each place."""


def furnished(state: Dungeon, dice: Dice) -> Dungeon:
    """The map with the contents table (A.5.7) thrown for every place of which nothing is known.

    A map without anything in it came so from elsewhere: its places are not empty by any throw.
    """
    work = Work(state, dice)
    taken = {slot.space for slot in state.slots.values()} | {trap.space for trap in state.traps.values()}
    settled = taken | set(state.contents) if taken else taken
    for space in state.spaces.values():
        if space.is_place and space.id not in settled:
            work.begin_quietly(space.id, STREAM)
            roll_contents(work, space, None)
    return evolve_all(state, work.events)
