"""Items and consumables: given, found by dice, handed over, used up (DHP-ITEM-01)."""

from collections.abc import Iterator
from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gifts import at_hand
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_effects import PowerDeed, carry_out_parts
from arbitro.rules.daggerheart.power_price import (
    LOOT_DIE,
    MOST_ALIKE,
    cannot_pay,
    change_things,
    how_many,
    note_use,
    pay,
    thing_of,
)
from arbitro.rules.daggerheart.state import Hero, Power, Sheet, State, Thing

RULES: Final = ("DHP-ITEM-01",)
LOOT_DICE: Final = {"common": 1, "uncommon": 2, "rare": 3, "legendary": 4}
"""How many d12 say what is found, by its rarity."""


KIT: Final = ("torch", "rope", "supplies")
"""What everybody begins with."""
POTIONS: Final = ("minor_health_potion", "minor_stamina_potion")
"""Of which everybody begins with one."""
POTION: Final = "potion"
"""Under what a sheet says which."""


def first_things(books: Library, sheet: Sheet) -> tuple[Thing, ...]:
    """What a new character carries: a torch, rope, supplies and a potion; a pack may have less (DHP-ITEM-01)."""
    wanted = (*KIT, sheet.chosen.get(POTION, POTIONS[0]))
    return tuple(Thing(books.things[name]) for name in wanted if name in books.things)


def no_room(hero: Hero, thing: Power, count: int) -> Refusal | None:
    """Why somebody cannot carry so many more of a thing."""
    if thing.kind != "consumable" or how_many(hero, thing.id) + count <= MOST_ALIKE:
        return None
    return Refusal("carries_enough", {"who": f"@{hero.id}", "thing": f"@{thing.id}", "most": MOST_ALIKE}, RULES)


def _bearer(state: State, who: str) -> Hero | Refusal:
    hero = state.party.get(who)
    if hero is None:
        return Refusal("nobody", {"who": who})
    return Refusal("not_up", {"who": f"@{who}"}, RULES) if hero.lost else hero


def give_thing(play: Play, command: c.GiveThing) -> Refusal | None:
    """The GM lets somebody have something, or takes it from them."""
    hero = _bearer(play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    thing = thing_of(hero, command.thing) or play.rules.books.things.get(command.thing)
    if thing is None or not command.count or how_many(hero, thing.id) + command.count < 0:
        return Refusal("nothing_of_the_kind", {"who": f"@{hero.id}", "thing": command.thing}, RULES)
    if refused := no_room(hero, thing, command.count):
        return refused
    change_things(play, hero.id, thing, command.count)
    return None


def find_loot(play: Play, command: c.FindLoot) -> Refusal | None:
    """Dice by the rarity, read as the row of the table."""
    hero = _bearer(play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    dice: tuple[Die, ...] = tuple(play.dice.roll(LOOT_DIE, "loot") for _ in range(LOOT_DICE[command.rarity]))
    thing = play.rules.books.loot(command.kind, sum(die.face for die in dice))
    if thing is None:  # a reader's own pack may have taken the row out
        return Refusal("nothing_of_the_kind", {"who": f"@{hero.id}", "thing": command.kind}, RULES)
    change_things(play, hero.id, thing, int(no_room(hero, thing, 1) is None), dice=dice)
    return None


def hand_thing(play: Play, command: c.HandThing) -> Refusal | None:
    """One of a thing goes from one PC to another."""
    hero, friend = _bearer(play.state, command.who), _bearer(play.state, command.whom)
    if isinstance(hero, Refusal):
        return hero
    if isinstance(friend, Refusal):
        return friend
    thing = thing_of(hero, command.thing)
    if thing is None or not how_many(hero, thing.id) or hero.id == friend.id:
        return Refusal("nothing_of_the_kind", {"who": f"@{hero.id}", "thing": command.thing}, RULES)
    if refused := no_room(friend, thing, 1):
        return refused
    change_things(play, hero.id, thing, -1, friend.id)
    change_things(play, friend.id, thing, 1, hero.id)
    return None


def usable_things(hero: Hero) -> Iterator[Power]:
    """What somebody carries that does something to them alone, without a roll."""
    carried = {one.power.id for one in hero.things}
    for power in at_hand(hero):
        alone = power.way == "invoke" and power.target is None and not power.options and not power.any
        if alone and power.id.partition(".")[0] in carried and cannot_pay(hero, power) is None:
            yield power


def use_thing(play: Play, command: c.UseThing) -> Refusal | None:
    """Use something between scenes or at rest."""
    state = play.state
    hero = _bearer(state, command.who)
    if isinstance(hero, Refusal):
        return hero
    running = state.scene is not None and not state.scene.ending and state.rest is None
    power = next((one for one in usable_things(hero) if one.id == command.thing), None)
    if running or power is None or hero.status != "up":
        return Refusal("nothing_of_the_kind", {"who": f"@{hero.id}", "thing": command.thing}, RULES)
    pay(play, hero.id, power)
    note_use(play, hero.id, power)
    play.happen(e.PowerUsed(hero.id, power.id, rules=RULES))
    play.first(*carry_out_parts(play, PowerDeed(hero.id, power), power.own, (hero.id,)))
    return None
