"""What may be done with things to carry: by those who have them, and by the GM who hands them out (DHP-ITEM-01)."""

from collections.abc import Iterator

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.seat import Seat
from arbitro.rules.daggerheart import inventory
from arbitro.rules.daggerheart.choice_parts import Fixed, person
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.presence import heroes_up
from arbitro.rules.daggerheart.state import State


def thing_choices(state: State, seat: Seat) -> Iterator[Choice]:
    """What somebody carries: handed over at any time, used between scenes and at rest."""
    running = state.scene is not None and not state.scene.ending and state.rest is None
    for who, hero in state.party.items():
        if not seat.may_act_for(who) or hero.status != "up" or state.awaiting:
            continue
        friends = tuple(person(one) for one in heroes_up(state) if one.id != who)
        for thing in hero.things:
            values: dict[str, str | int] = {"who": f"@{who}", "thing": f"@{who}/{thing.power.id}"}
            if friends and thing.count and not running:
                fixed: Fixed = {"who": who, "thing": thing.power.id}
                whom = (Parameter("whom", picks=friends),)
                name = f"hand_thing/{who}/{thing.power.id}"
                yield Choice(name, "hand_thing", Label("choice.hand_thing", values), fixed, whom, inventory.RULES)
        for power in inventory.usable_things(hero) if not running else ():
            label = Label("choice.use_thing", {"who": f"@{who}", "thing": f"@{who}/{power.id}"})
            fixed = {"who": who, "thing": power.id}
            yield Choice(f"use_thing/{who}/{power.id}", "use_thing", label, fixed, (), inventory.RULES)


def loot_choices(books: Library, state: State) -> Iterator[Choice]:
    """What the GM lets somebody have: a thing by name, or one that dice find by its rarity."""
    things = tuple(Pick(name, Label("name", {"who": f"@{name}"})) for name in books.things)
    rarities = tuple(Pick(one, Label(f"choice.rarity_{one}")) for one in inventory.LOOT_DICE)
    for who, hero in state.party.items():
        if hero.lost:
            continue
        label = Label("choice.give_thing", {"who": f"@{who}"})
        picks = (Parameter("thing", picks=things),)
        yield Choice(f"give_thing/{who}", "give_thing", label, {"who": who}, picks, inventory.RULES)
        for kind in ("item", "consumable"):
            label = Label(f"choice.find_loot_{kind}", {"who": f"@{who}"})
            rarity = (Parameter("rarity", picks=rarities),)
            fixed: Fixed = {"who": who, "kind": kind}
            yield Choice(f"find_loot/{who}/{kind}", "find_loot", label, fixed, rarity, inventory.RULES)
