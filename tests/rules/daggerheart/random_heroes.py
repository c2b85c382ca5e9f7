"""Player characters by lot, of any class and level, to play the powers of all of them."""

import random
from typing import Any

from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS

from arbitro.kernel.content import Noun
from arbitro.rules.daggerheart.entries import CharacterEntry
from arbitro.rules.daggerheart.gifts import endowed
from arbitro.rules.daggerheart.growing import raised
from arbitro.rules.daggerheart.state import Hero, Thing


def random_hero(chance: random.Random, calling: str, level: int = 1, who: str = "") -> Hero:
    """Somebody of a class: subclass, heritage and cards by lot, the rest as the ready character of the class has it."""
    ready = next(hero.sheet for hero in BOOKS.characters.values() if hero.sheet.class_id == calling)
    subclass = chance.choice([name for name, one in BOOKS.subclasses.items() if one.class_id == calling])
    ancestry, mixed = chance.sample(list(BOOKS.ancestries), 2)
    domains = BOOKS.classes[calling].domains
    cards = [name for name, one in BOOKS.domains.items() if one in domains and BOOKS.powers[name].level <= level]
    extra: dict[str, Any] = {"ancestry": ancestry, "mixed": mixed if chance.random() < 0.3 else ""}
    entry = CharacterEntry(
        source="",
        name=Noun(ready.name.it, ready.name.en, ready.name.gender),
        class_id=calling,
        traits=ready.traits,
        experiences=ready.experiences,
        armour=ready.armour.id if ready.armour is not None else "",
        weapons=tuple(one.id for one in ready.weapons if one.id in BOOKS.weapons),
        powers=tuple(chance.sample(cards, min(len(cards), 2 + level // 3, 5))),
        subclass=subclass,
        community=chance.choice(list(BOOKS.communities)),
        **extra,
    )
    sheet = BOOKS.sheet(who or ready.id, entry)
    for reached in range(2, level + 1):
        sheet = raised(sheet, reached)
    steps = BOOKS.subclasses[subclass]
    later = (*(steps.specialization if level >= 5 else ()), *(steps.mastery if level >= 8 else ()))
    for name in later:
        sheet = endowed(sheet, BOOKS.powers[name])
    things = tuple(Thing(BOOKS.things[name]) for name in chance.sample(list(BOOKS.things), 3))
    return Hero(replace(sheet, chosen={"strange_patterns": "4"}), things=things)
