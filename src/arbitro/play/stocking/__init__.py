"""Filling the slots of a dungeon from the game in play: one `Stocker` for each game (DA-CONTENT-01, DA-TREASURE-05).

What a slot holds is written as kinds (`arbitro.dungeon.kinds`) and counts; ids are those of the game's own content.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct

from arbitro.appendix_a.generic_stocker import GenericStocker
from arbitro.dice.stream import Dice, Die
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.kinds import Coins
from arbitro.dungeon.model import Dungeon, Slot
from arbitro.dungeon.stocking import Stock, Stocker, fill_slot
from arbitro.kernel.content import Noun
from arbitro.kernel.event import Event
from arbitro.kernel.plugins import is_there, plugged
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.ruling import Lookup
from arbitro.rules import games
from arbitro.text import Language

STOCKERS: Final = "arbitro.stockers"
"""The group under which games bring their `Stocking`."""
COINS: Final = ("copper", "silver", "gold")
PARTY_SIZE: Final = 4
"""For how many characters battles are built where nobody says."""


class Recorder:
    """Dice that remember what was thrown, for procedures of a game that give no account of their own."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.rolls: list[Lookup] = []

    def stream(self, name: str, /) -> Dice:
        """A stream of the dice beneath, which is not recorded."""
        return self._dice.stream(name)

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """Throw a die and write it down."""
        die = self._dice.roll(sides, purpose)
        self.rolls.append(Lookup(purpose, (die,), die.face, ""))
        return die


def _by_its_id(thing: str, language: Language) -> str:
    del language
    return thing


class Stocking(Struct, frozen=True):
    """What a game brings to the filling of a dungeon."""

    stocker: Callable[[int, int], Stocker]
    """What fills slots, for so many characters of such a level."""
    creatures: Callable[[], Mapping[str, Noun]]
    """What each creature of its bestiary is called, by id."""
    catalogues: Callable[[], Mapping[str, Collection[str]]] = dict
    """The sorts of things that it has as entries (weapons, classes, …), and the ids of each."""
    called: Callable[[str, Language], str] = _by_its_id
    """What a thing of such a kind is called."""
    in_company: Callable[[int, int], Stocker] | None = None
    """What fills dungeons that are made whole, where a game knows who lives with whom: they may be there too."""
    over: "Callable[[Any], Stocking] | None" = None
    """The same out of the content of a ruleset with packs; None where it takes none."""


def stocking_games() -> tuple[str, ...]:
    """The games of this installation that can fill a dungeon."""
    return tuple(game for game in games() if game in plugged(STOCKERS))


@cache
def stocking_of(game: str) -> Stocking | None:
    """What a game brings to the filling of a dungeon; None where it brings nothing."""
    entry = plugged(STOCKERS).get(game)
    if entry is None or not is_there(entry):
        return None
    found: Stocking = entry.load()
    return found


def stocking_with(ruleset: Ruleset[Any]) -> Stocking | None:
    """What a game with its packs brings."""
    found = stocking_of(ruleset.id)
    return found.over(ruleset) if found is not None and found.over is not None and ruleset.packs else found


def stocker_for(game: str, party_size: int = PARTY_SIZE, party_level: int = 0) -> Stocker:
    """The stocker of a game by its name; one that needs no game for any other.

    A `party_level` of 0 means that the depth of the dungeon stands for it.
    """
    found = stocking_of(game)
    return GenericStocker() if found is None else found.stocker(party_size, party_level)


def fill_all(state: Dungeon, stocker: Stocker, dice: Dice) -> tuple[Event, ...]:
    """Fill every slot that holds nothing yet, each with the dice of its own stream."""
    return tuple(
        event
        for slot in state.slots.values()
        if not slot.items and slot.state == "present"
        for event in fill_slot(state, slot.id, stocker, dice)
    )


def stocked(state: Dungeon, stocker: Stocker, dice: Dice) -> Dungeon:
    """The dungeon with every slot filled."""
    return evolve_all(state, fill_all(state, stocker, dice))


def unit_of(unit: str) -> str:
    """What a unit of the appendix is as treasure: a metal means coins."""
    return str(Coins(unit)) if unit in COINS else unit


def as_found(slot: Slot) -> Stock:
    """Unguarded treasure in a game that sets no values of its own: as the appendix counts it."""
    return Stock(((unit_of(slot.unit), slot.amount),), rules=("DA-TREASURE-01",))
