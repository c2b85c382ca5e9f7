"""What a campaign adds for the engine of the archmages: who is called together, and how they grow."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import field
from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.play.sides.walking.state import WalkingState
from arbitro.rules.archmage.characters import Hero
from arbitro.rules.archmage.state import Combatant, State


class ArchmageCampaign(WalkingState, frozen=True, kw_only=True):
    """A campaign of the engine of the archmages."""

    game: State
    heroes: dict[str, Hero] = field(default_factory=dict)
    """The characters as they are described; the game holds how they stand."""


class Mustered(Event, frozen=True):
    """Characters come together: as they are described, and as they stand; `dice` drew those who came by lot."""

    people = ("who",)

    who: tuple[str, ...]
    heroes: tuple[Hero, ...]
    party: tuple[Combatant, ...]
    dice: tuple[Die, ...] = ()


class LevelReached(Event, frozen=True):
    """The whole party is a level higher."""

    level: int
    heroes: tuple[Hero, ...]
    party: tuple[Combatant, ...]


class Remade(Event, frozen=True):
    """Something has changed what somebody is: a pool, a gas, the end of one."""

    hero: Hero
    combatant: Combatant


class RestEarned(Event, frozen=True):
    """A trap has hurt somebody: as after a battle, the party may take a quick rest."""


class TrapAttacked(Event, frozen=True):
    """A trap, a gas or a fear of the dungeon attacks somebody's defences."""

    people = ("who",)

    who: str
    check: Check
    hit: bool

    def variant(self) -> str:
        """Whether it struck."""
        return "hit" if self.hit else "missed"


class PotionFound(Event, frozen=True):
    """Somebody has a healing potion more (or another number of them)."""

    people = ("who",)

    who: str
    potions: int


EVENTS: Final[tuple[type[Event], ...]] = (Mustered, LevelReached, Remade, RestEarned, TrapAttacked, PotionFound)


def _people(state: ArchmageCampaign, heroes: tuple[Hero, ...], party: tuple[Combatant, ...]) -> ArchmageCampaign:
    standing = {**state.game.party, **{one.id: one for one in party}}
    known = {**state.heroes, **{hero.id: hero for hero in heroes}}
    return replace(state, heroes=known, game=replace(state.game, party=standing))


def _potions(state: ArchmageCampaign, event: PotionFound) -> ArchmageCampaign:
    one = replace(state.game.party[event.who], potions=event.potions)
    return replace(state, game=replace(state.game, party={**state.game.party, event.who: one}))


FOLDS: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {
    Mustered: lambda state, event: _people(state, event.heroes, event.party),
    LevelReached: lambda state, event: replace(_people(state, event.heroes, event.party), progress="0"),
    Remade: lambda state, event: _people(state, (event.hero,), (event.combatant,)),
    TrapAttacked: lambda state, _: state,
    RestEarned: lambda state, _: replace(state, game=replace(state.game, resting=True)),
    PotionFound: _potions,
}
