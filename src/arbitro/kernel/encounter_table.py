"""Encounter tables of a campaign: who is met at a level or tier, where a reader's pack says it.

A game whose text builds encounters by a budget has none of its own. A table that is called after a level (``level_2``)
or a tier (``tier_1``) takes the place of the budget there; each row says which creatures come, and how many of each.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice
from arbitro.kernel.bounds import highest
from arbitro.kernel.content import Content, Noun, Reference
from arbitro.kernel.rolltable import RollTable, counted
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Language, Words

MOST_MET: Final = 60
"""How many creatures may come at once, all in all."""


class EncounterRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes: creatures by id, with how many of each."""

    creatures: Annotated[dict[str, Amount], Meta(min_length=1)]


EncounterTables = Mapping[str, RollTable[EncounterRow]]


def met(table: RollTable[EncounterRow], dice: Dice) -> tuple[tuple[tuple[str, int], ...], tuple[Lookup, ...]]:
    """Throw on a table: who comes and how many (one of each at least), and the dice that said so."""
    row, found = table.roll(dice, (), "encounter")
    items, rolls = [], [found]
    for name, amount in row.result.creatures.items():
        number = counted("appearing", amount, dice, least=1)
        items.append((name, number.total))
        if number.dice:
            rolls.append(number)
    return tuple(items), tuple(rolls)


def names_in(tables: EncounterTables, sort: str) -> Iterator[Reference]:
    """Every creature that a table names, to be checked."""
    for name, table in tables.items():
        for row in table.rows:
            yield from (("encounter_tables", name, sort, one) for one in row.result.creatures)


def check_numbers(books: Content, tables: EncounterTables) -> None:
    """Refuse a row on which more creatures come than anybody could play with, at its line where a pack has it."""
    for name, table in tables.items():
        for row in table.rows:
            if sum(highest(amount) for amount in row.result.creatures.values()) > MOST_MET:
                words = Words(TEXTS, "content.row_crowd", table=name, row=row.id, most=MOST_MET)
                raise books.fault(words, "encounter_tables", name, row.id)


def row_words(table: RollTable[EncounterRow], lookup: Lookup, creatures: Mapping[str, Noun], language: Language) -> str:
    """A row that was found, in words: whom it names."""
    row = next((one for one in table.rows if one.id == lookup.row), None)
    return lookup.row if row is None else ", ".join(str(creatures[name].in_(language)) for name in row.result.creatures)
