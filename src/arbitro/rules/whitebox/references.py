"""What an entry of the content names of other entries: for each kind, the sorts and names in one of its entries."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from arbitro.kernel.content import Reference
from arbitro.kernel.nature import NatureEntry
from arbitro.kernel.rolltable import RollTable
from arbitro.rules.whitebox import roll_tables
from arbitro.rules.whitebox.bestiary import Monster
from arbitro.rules.whitebox.class_features import CharacterClass, People
from arbitro.rules.whitebox.ecology import EcologyEntry
from arbitro.rules.whitebox.effect import AnyEffect
from arbitro.rules.whitebox.enchantment import MagicItem, Spell
from arbitro.rules.whitebox.outfit import Hireling, Kit, ReadyParty, Transport
from arbitro.rules.whitebox.roll_tables import Encounter, Treasure
from arbitro.rules.whitebox.special import AnySpecial

T = TypeVar("T")
Names = Iterator[tuple[str, str]]
"""Sorts and names."""


def all_in(kind: str, entries: Mapping[str, T], named_in: Callable[[T], Names]) -> Iterator[Reference]:
    """What all entries of a kind name."""
    for entry, facts in entries.items():
        yield from ((kind, entry, sort, name) for sort, name in named_in(facts))


def _in_part(part: AnySpecial | AnyEffect) -> Names:
    """What a power or an effect refers to."""
    if attack := getattr(part, "attack", ""):
        yield "attack", attack
    for field, sort in part.refers.items():
        value: str | tuple[str, ...] = getattr(part, field)
        yield from ((sort, name) for name in ((value,) if isinstance(value, str) else value))


def in_monster(monster: Monster) -> Names:
    """Attacks, and what powers name."""
    yield from (("attack", attack.name) for attack in monster.attacks)
    for special in monster.specials:
        yield from _in_part(special)


def in_nature(nature: NatureEntry) -> Names:
    """The monsters that have it."""
    yield from (("monster", name) for name in nature.monsters)


def in_company(company: EcologyEntry) -> Names:
    """The monsters that are of it."""
    yield from (("monster", name) for name in company.members)


def in_spell(spell: Spell) -> Names:
    """What its effects name, and the lists that it stands on."""
    for effect in spell.effects:
        yield from _in_part(effect)
    yield from (("list", name) for name in (*spell.lists, *spell.scroll_only))


def in_item(item: MagicItem) -> Names:
    """What its effects name, and what may be found in its place."""
    for effect in item.effects:
        yield from _in_part(effect)
    yield from (("item", name) for name in item.alternatives)


def in_people(people: People) -> Names:
    """Classes, languages and old enemies of a people."""
    yield from (("class", name) for name in people.classes)
    yield from (("language", name) for name in people.languages)
    yield from (("monster", name) for name in (people.foes.monsters if people.foes else ()))


def in_class(facts: CharacterClass) -> Names:
    """Whose it is, what it may wield and wear, what it speaks."""
    yield "people", facts.people
    yield from (("weapon", name) for name in (*facts.weapons.only, *facts.weapons.also, *facts.weapons.never))
    yield from (("armour", name) for name in facts.armour.suits)
    yield from (("language", name) for name in facts.languages)


def in_kit(kit: Kit) -> Names:
    """What it is made of."""
    yield from (("equipment", name) for wanted in kit.wants for name in wanted)


def in_party(party: ReadyParty) -> Names:
    """What its members are, carry and know."""
    for one in party.members:
        yield "people", one.folk
        yield "class", one.class_id
        yield from (("equipment", name) for name in one.buy)
        yield from (("spell", name) for name in one.book)


def in_hire(hired: Transport | Hireling) -> Names:
    """The creature of the bestiary that is bought or hired, where it is one."""
    yield "monster", hired.monster


def in_encounters(table: RollTable[Encounter]) -> Names:
    """Who is met, and the tables that rows lead to."""
    for row in table.rows:
        yield from (("monster", name) for name in (*row.result.monsters, *row.result.printed))
        yield "class", row.result.class_id
        yield "encounter", row.result.table


def in_treasure(table: RollTable[Treasure]) -> Names:
    """What its rows give, and the tables that they lead to."""
    for row in table.rows:
        match row.result:
            case roll_tables.Rolls() | roll_tables.ProtectionScroll() | roll_tables.Card() as found:
                yield "treasure", found.table
            case roll_tables.Found() as found:
                yield "item", found.item
            case roll_tables.Piece() as found:
                yield "equipment", found.item
