"""What a plain party of the game of Hope and Fear wishes for, and when it has had enough."""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.play.sides.daggerheart import resting
from arbitro.play.sides.daggerheart.camps import SHORT_RESTS
from arbitro.play.sides.daggerheart.party import DaggerheartSide, able, inner_state, own_state
from arbitro.play.sides.daggerheart.state import (
    Camp,
)
from arbitro.play.sides.walking.captives import ransoms
from arbitro.play.sides.walking.ground import hindered, provisions
from arbitro.play.state import CampaignState
from arbitro.rules.daggerheart.events.lives import RestBegan
from arbitro.rules.daggerheart.events.scenes import PlaceSeen, SceneEnded, SceneOpened

ROUTINE: Final[frozenset[type[Event]]] = frozenset({PlaceSeen, RestBegan, SceneEnded, SceneOpened})
"""What scenes and rests tell that come and go by themselves."""
SORE, WORN, BATTERED = 1, 2, 3
"""Fifths of all Hit Points (or of all Stress) that a party has marked when it stops for a short rest, when it turns
back for want of one, and when it turns back anyway."""


def care(side: DaggerheartSide, state: CampaignState) -> Iterator[Command]:
    """What a level has brought, a short rest when it hurts, light and stores."""
    inner = inner_state(state)
    if state.stage == "town":
        yield from resting.growth(side.game, inner)
        yield from ransoms(side, own_state(state))
    if state.at and marked(state, SORE):
        yield from mend(side, state)
    yield from provisions(side, state)


def mend(side: DaggerheartSide, state: CampaignState) -> Iterator[Command]:
    """Below a short rest for any mark, as long as there may be one; on the road, where it is safer, a night's."""
    inner = inner_state(state)
    heroes = [hero for hero in inner.party.values() if hero.can_be_helped]
    hurt = any(hero.hp_marked or hero.stress_marked or hero.armour_marked for hero in heroes)
    if not hurt or not able(side.game.rules.books, state):
        return
    if state.at and inner.short_rests < SHORT_RESTS:
        yield Camp("short")
    elif state.stage == "road":
        yield Camp("long")


def marked(state: CampaignState, part: int) -> bool:
    """Whether the party has marked more than so many parts in five of its Hit Points or Stress."""
    heroes = [hero for hero in inner_state(state).party.values() if hero.can_be_helped]
    wounds, most = sum(hero.hp_marked for hero in heroes), sum(hero.hp for hero in heroes)
    strain, limit = sum(hero.stress_marked for hero in heroes), sum(hero.stress for hero in heroes)
    return 5 * wounds > part * most or 5 * strain > part * limit


def weary(side: DaggerheartSide, state: CampaignState) -> bool:
    """Badly hurt with no rest left to take, somebody carried, no light; in town: any mark at all."""
    heroes = [hero for hero in inner_state(state).party.values() if not hero.lost]
    if any(hero.status == "unconscious" for hero in heroes):
        return True
    if state.stage == "town":
        return any(hero.hp_marked or hero.stress_marked or hero.armour_marked for hero in heroes)
    rested = inner_state(state).short_rests >= SHORT_RESTS
    return marked(state, WORN if rested else BATTERED) or hindered(side, state)
