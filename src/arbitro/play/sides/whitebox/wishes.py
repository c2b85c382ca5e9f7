"""What a plain party of La Scatola Bianca wishes for: care, light, hands for hire, a way through a shut door."""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.play.commands import Bank
from arbitro.play.sides.whitebox import chores, party
from arbitro.play.sides.whitebox.box import BoxSide, company, expedition_of, inner_state
from arbitro.play.sides.whitebox.locks import barred
from arbitro.play.sides.whitebox.party import able
from arbitro.play.state import CampaignState
from arbitro.play.ways import Way
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.exploring.captives import PURSE as COINS_OF_THE_DEAD
from arbitro.rules.whitebox.exploring.captives import dead_here
from arbitro.rules.whitebox.exploring.clock import lit
from arbitro.rules.whitebox.exploring.guide import at_doors, some_light
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import State

LOW: Final = 0.5
"""A party turns back when it has less than this share of its hit points."""
PURSE: Final = 60
"""Gold pieces that a plain adventurer takes along; the rest stays in town."""
SOLDIERS: Final = ("horseman", "soldier")
"""Hirelings who fight, the cheaper first."""


def care(side: BoxSide, state: CampaignState) -> Iterator[Command]:
    """Wounds bound, spells memorised, shares divided, light kindled, what is in hand finished."""
    inner = inner_state(state)
    yield from (command for command in wished_care(side, state, inner) if side.game.allows(inner, command))
    if state.stage == "town":
        yield from (Bank(one.id, one.coins.gp - PURSE) for one in company(state) if one.coins.gp > PURSE)


def wished_care(side: BoxSide, state: CampaignState, inner: State) -> Iterator[Command]:
    """What the party would do, before the game was asked."""
    people = [one for one in records.company(inner) if one.fit]
    for one in records.company(inner):
        if one.bleeding:
            yield from (people_commands.StopBleeding(other.id, one.id) for other in people if other.id != one.id)
        if one.battle is not None and not one.battle.bound and one.hp < one.max_hp:
            yield from (people_commands.Bandage(other.id, one.id) for other in people)
    held = [one.id for one in inner.characters.values() if one.captive is not None]
    yield from (exploring_commands.PayRansom(one.id, captive) for captive in held for one in people)
    for dead in dead_here(inner):
        yield from (exploring_commands.TakeFrom(one.id, dead.id, COINS_OF_THE_DEAD) for one in people[:1])
    if state.stage == "town":
        yield people_commands.DivideTreasure()
        for number, _ in enumerate(inner.party.stash.items):
            yield from (people_commands.TakeItem(one.id, number) for one in people[:1])
        yield from (people_commands.MemoriseAll(one.id) for one in people)
        yield from purchases(people)
        yield from hands(state, people)
    yield from chores.upkeep(side, state)


def purchases(people: list[Character]) -> Iterator[Command]:
    """Torches and rations, while there is money."""
    for one in people[:1]:
        torches = sum(item.count for item in one.items.values() if item.of == "torches_6")
        if torches < 2:
            yield people_commands.Buy(one.id, "torches_6")


def hands(state: CampaignState, people: list[Character]) -> Iterator[Command]:
    """One hired soldier for each adventurer, while there is money."""
    adventurers = [one for one in people if one.kind == "player"]
    if len(party.people(state)) < 2 * len(adventurers):
        rich = sorted(adventurers, key=lambda one: -one.coins.gp)
        yield from (people_commands.Hire(one.id, trade) for trade in SOLDIERS for one in rich[:1])


def weary(side: BoxSide, state: CampaignState) -> bool:
    """Hurt, in the dark, or too laden to walk."""
    inner = inner_state(state)
    people = [one for one in records.company(inner) if one.kind == "player"]
    health = sum(max(one.hp, 0) for one in people)
    hurt = health < (1 if state.stage == "town" else LOW) * sum(one.max_hp for one in people)
    return hurt or dark(side, state) or any(one.health == "out" for one in people)


def unlit(side: BoxSide, state: CampaignState) -> bool:
    """Underground without a light."""
    return expedition_of(state) is not None and bool(state.at) and not lit(side.game.at(inner_state(state)))


def dark(side: BoxSide, state: CampaignState) -> bool:
    """Underground without a light and nothing to make one of."""
    inner, out = inner_state(state), expedition_of(state)
    if out is None or not unlit(side, state):
        return False
    return not any(side.game.allows(inner, command) for command in some_light(side.game.at(inner), out))


def open_up(side: BoxSide, state: CampaignState, way: Way) -> Iterator[Command]:
    """Shoulders against a shut door, the likeliest first; then fingers at its lock; at last the referee's mercy."""
    inner, out = inner_state(state), expedition_of(state)
    if out is None or way.id not in out.doors:
        return
    wished = at_doors(side.game.at(inner), [out.doors[way.id]])
    yield from (command for command in wished if side.game.allows(inner, command))
    if way.id in barred(side, state):
        pleas = (exploring_commands.OpenDoor(who, way.id) for who in able(side, state))
        yield from (plea for plea in pleas if side.game.allows(inner, plea))
    yield from wait(side, state)


def wait(side: BoxSide, state: CampaignState) -> Iterator[Command]:
    """A turn goes by."""
    if side.game.allows(inner_state(state), exploring_commands.PassTurns()):
        yield exploring_commands.PassTurns()
