"""The content of La Scatola Bianca: every catalogue and table, typed, each read when it is first asked for.

The schemas are in `outfit` (characters and equipment), `bestiary` and `special` (monsters), `enchantment` and `effect`
(spells and magic items) and `roll_tables` (what tables give); the data lies in ``content/*.yaml``. A variant subclasses
`WhiteBoxContent`, and a reader's pack is made of the same kind of files.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import Final, NamedTuple, cast

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import highest
from arbitro.kernel.content import Catalogue, Content, Reference
from arbitro.kernel.nature import Nature, NatureEntry, sort_natures
from arbitro.kernel.pack import Pack
from arbitro.kernel.rolltable import RollTable
from arbitro.kernel.token import Breed, TokenEntry, Tokens, sort_tokens
from arbitro.kernel.yamlfile import TEXTS
from arbitro.rules.whitebox import references, roll_tables
from arbitro.rules.whitebox.bestiary import AttackName, Hazard, Monster
from arbitro.rules.whitebox.class_features import CharacterClass, Creation, People, TurningTable
from arbitro.rules.whitebox.ecology import Ecology, EcologyEntry
from arbitro.rules.whitebox.effect import AnyEffect
from arbitro.rules.whitebox.enchantment import MagicItem, Reversed, Spell
from arbitro.rules.whitebox.outfit import (
    Armour,
    ArmsFacts,
    Encumbrance,
    Gear,
    Hireling,
    Kit,
    LanguageName,
    Names,
    ReadyParty,
    Transport,
    Weapon,
)
from arbitro.rules.whitebox.references import all_in
from arbitro.rules.whitebox.roll_tables import (
    AlignmentRow,
    BestiaryFacts,
    DragonAge,
    Encounter,
    Exploration,
    Number,
    Reaction,
    SpellOutcome,
    Treasure,
    TreasureFacts,
    Weather,
)
from arbitro.text import Words

DUMB_KINDS: Final = ("animal", "magical_animal", "vermin", "monster")
"""Kinds among which there are beasts without words; those of them that serve Law or Chaos know what is said."""
MOST_MET: Final = 300
"""How many of a kind may be met at once. Books of this sort know bands of thirty ten-sided dice."""
MOST_THINGS: Final = 1_000
"""How many things a table of treasure may give."""
KINDS: Final = (
    "creation", "encumbrance", "turning", "arms", "peoples", "classes", "weapons", "armour", "gear",
    "transport", "hirelings", "languages", "monsters", "hazards", "attack_names", "spells", "magic_items",
    "treasure_tables", "encounter_tables", "dungeon_levels", "reactions", "spell_tables", "dragon_ages", "weather",
    "npc_alignments", "exploration", "bestiary_facts", "treasure_facts", "names", "kits", "parties",
    "natures", "ecology", "tokens",
)  # fmt: skip


class Dangling(NamedTuple):
    """A name that leads nowhere."""

    kind: str
    entry: str
    name: str


class WhiteBoxContent(Content):
    """All content of the game."""

    def __init__(
        self,
        packs: Sequence[Pack] = (),
        game: str = "whitebox",
        package: str = "arbitro.rules.whitebox",
        parent: "WhiteBoxContent | None" = None,
    ) -> None:
        super().__init__(game, package, () if parent else KINDS, parent, packs)
        if packs:
            self.keep_tables()
            self._read_the_rest()
            self.check(self._references(), self._known())
            self._check_tables()
            self._check_numbers()

    def _read_the_rest(self) -> None:
        """Read the kinds that no name leads to, so that what is wrong in any of them shows at once."""
        self.creation, self.encumbrance, self.turning, self.arms, self.names, self.hazards  # noqa: B018
        self.dungeon_levels, self.reactions, self.spell_tables, self.dragon_ages, self.weather  # noqa: B018
        self.npc_alignment, self.bestiary, self.nature_of, self.ecology, self.tokens  # noqa: B018 - nobody may have two natures

    # ------------------------------------------------------------ characters

    @cached_property
    def creation(self) -> Creation:
        """The numbers of making a character."""
        return self.value("creation", Creation)

    @cached_property
    def encumbrance(self) -> Encumbrance:
        """Loads and what they do to movement."""
        return self.value("encumbrance", Encumbrance)

    @cached_property
    def turning(self) -> TurningTable:
        """Turning the undead."""
        return self.value("turning", TurningTable)

    @cached_property
    def arms(self) -> ArmsFacts:
        """What holds for all arms and armour."""
        return self.value("arms", ArmsFacts)

    @cached_property
    def peoples(self) -> Catalogue[People]:
        """The peoples."""
        return self.entries("peoples", People)

    @cached_property
    def classes(self) -> Catalogue[CharacterClass]:
        """The classes."""
        return self.entries("classes", CharacterClass)

    @cached_property
    def weapons(self) -> Catalogue[Weapon]:
        """Weapons."""
        return self.entries("weapons", Weapon)

    @cached_property
    def armour(self) -> Catalogue[Armour]:
        """Armour and shields."""
        return self.entries("armour", Armour)

    @cached_property
    def gear(self) -> Catalogue[Gear]:
        """Gear and ammunition."""
        return self.entries("gear", Gear)

    @cached_property
    def transport(self) -> Catalogue[Transport]:
        """Animals, vehicles and vessels."""
        return self.entries("transport", Transport)

    @cached_property
    def hirelings(self) -> Catalogue[Hireling]:
        """People for hire."""
        return self.entries("hirelings", Hireling)

    @cached_property
    def languages(self) -> Catalogue[LanguageName]:
        """Languages."""
        return self.entries("languages", LanguageName)

    @cached_property
    def names(self) -> Names:
        """Names to pick from."""
        return self.value("names", Names)

    @cached_property
    def kits(self) -> Catalogue[Kit]:
        """What each class takes along."""
        return self.entries("kits", Kit)

    @cached_property
    def parties(self) -> Catalogue[ReadyParty]:
        """Ready-made parties."""
        return self.entries("parties", ReadyParty)

    # ------------------------------------------------------------ monsters and magic

    @cached_property
    def monsters(self) -> Catalogue[Monster]:
        """The bestiary."""
        return self.entries("monsters", Monster)

    @cached_property
    def natures(self) -> Catalogue[NatureEntry]:
        """By which policies monsters fight."""
        return self.entries("natures", NatureEntry)

    @cached_property
    def nature_of(self) -> Mapping[str, Nature]:
        """The nature of every monster."""
        natures = sort_natures(self.natures, self.monsters)
        return {
            name: natures.of(name, ("mindless",) if monster.mindless else (), monster.kind)
            for name, monster in self.monsters.items()
        }

    @cached_property
    def ecology(self) -> Ecology:
        """Who lives with whom, and where."""
        return Ecology(self.entries("ecology", EcologyEntry))

    @cached_property
    def tokens(self) -> Tokens:
        """Whose token has which picture; one may be kept for a monster that a pack or a variant leaves out."""
        left_out = self.parent if isinstance(self.parent, WhiteBoxContent) else load_content()
        breeds = {name: Breed(one.name, one.kind) for name, one in {**left_out.monsters, **self.monsters}.items()}
        return sort_tokens(self.entries("tokens", TokenEntry), breeds)

    @cached_property
    def wordless(self) -> frozenset[str]:
        """Monsters that understand no words: the mindless, and beasts that take no side between Law and Chaos."""
        return frozenset(
            name
            for name, monster in self.monsters.items()
            if self.nature_of[name] == "mindless" or (monster.kind in DUMB_KINDS and monster.alignment == "neutrality")
        )

    @cached_property
    def hazards(self) -> Catalogue[Hazard]:
        """Deadly things that are no creatures."""
        return self.entries("hazards", Hazard)

    @cached_property
    def attack_names(self) -> Catalogue[AttackName]:
        """What ways of attacking are called."""
        return self.entries("attack_names", AttackName)

    @cached_property
    def spells(self) -> Catalogue[Spell]:
        """The spells; their reverses are inside them (see `find_spell`)."""
        return self.entries("spells", Spell)

    @cached_property
    def magic_items(self) -> Catalogue[MagicItem]:
        """Magic items."""
        return self.entries("magic_items", MagicItem)

    @cached_property
    def reverses(self) -> Mapping[str, tuple[Spell, Reversed]]:
        """The other sides of spells, by their own id."""
        return {spell.reverse.id: (spell, spell.reverse) for spell in self.spells.values() if spell.reverse}

    def find_spell(self, name: str) -> tuple[Spell, tuple[AnyEffect, ...]]:
        """A spell, or the one that it is the reverse of, and what it does."""
        if name in self.spells:
            return self.spells[name], self.spells[name].effects
        spell, other = self.reverses[name]
        return spell, other.effects

    def spell_list(self, name: str, level: int) -> tuple[str, ...]:
        """The ids of a list's spells of one level that can be cast from memory."""
        return self._spell_lists.get((name, level), ())

    @cached_property
    def _spell_lists(self) -> Mapping[tuple[str, int], tuple[str, ...]]:
        """All lists by name and level: they are asked for whenever somebody may memorise something."""
        found: dict[tuple[str, int], tuple[str, ...]] = {}
        for spell, facts in self.spells.items():
            for name, level in facts.lists.items():
                if name not in facts.scroll_only:
                    found[name, level] = (*found.get((name, level), ()), spell)
        return found

    # ------------------------------------------------------------ tables

    @cached_property
    def treasure_tables(self) -> Mapping[str, RollTable[Treasure]]:
        """Treasure and magic items."""
        return self.tables("treasure_tables", cast(type[Treasure], Treasure))

    @cached_property
    def encounter_tables(self) -> Mapping[str, RollTable[Encounter]]:
        """Who is met where."""
        return self.tables("encounter_tables", Encounter)

    @cached_property
    def dungeon_levels(self) -> Mapping[str, RollTable[Number]]:
        """The level of an encounter by the level of the dungeon."""
        return self.tables("dungeon_levels", Number)

    @cached_property
    def reactions(self) -> Mapping[str, RollTable[Reaction]]:
        """How those who are met take it."""
        return self.tables("reactions", Reaction)

    @cached_property
    def spell_tables(self) -> Mapping[str, RollTable[SpellOutcome]]:
        """Tables of single spells."""
        return self.tables("spell_tables", SpellOutcome)

    @cached_property
    def dragon_ages(self) -> RollTable[DragonAge]:
        """The age of a dragon."""
        return self.tables("dragon_ages", DragonAge)["dragon_age"]

    @cached_property
    def weather(self) -> RollTable[Weather]:
        """The day's weather."""
        return self.tables("weather", Weather)["weather"]

    @cached_property
    def npc_alignment(self) -> RollTable[AlignmentRow]:
        """The alignment of people met by chance."""
        return self.tables("npc_alignments", AlignmentRow)["npc_alignment"]

    @cached_property
    def exploration(self) -> Exploration:
        """Wandering monsters, terrain, distance and flight."""
        return self.value("exploration", Exploration)

    @cached_property
    def bestiary(self) -> BestiaryFacts:
        """What holds for all monsters."""
        return self.value("bestiary_facts", BestiaryFacts)

    @cached_property
    def treasure(self) -> TreasureFacts:
        """How treasure is put together."""
        return self.value("treasure_facts", TreasureFacts)

    # ------------------------------------------------------------ references

    def dangling(self) -> Iterator[Dangling]:
        """Every name in the content that leads nowhere; reads all of it."""
        known = self._known()
        for kind, entry, sort, name in self._references():
            if name and name not in known[sort]:
                yield Dangling(kind, entry, name)

    def _known(self) -> dict[str, Container[str]]:
        return {
            "monster": self.monsters,
            "spell": {**self.spells, **self.reverses},
            "class": self.classes,
            "people": self.peoples,
            "attack": self.attack_names,
            "item": self.magic_items,
            "language": self.languages,
            "encounter": self.encounter_tables,
            "treasure": self.treasure_tables,
            "spell_table": {*self.spell_tables, "contact_plane"},
            "weapon": self.weapons,
            "armour": self.armour,
            "equipment": {*self.weapons, *self.armour, *self.gear},
            "list": {facts.casting.spell_list for facts in self.classes.values() if facts.casting},
        }

    def _check_tables(self) -> None:
        """Refuse tables that lead in a circle, or on which nobody is ever met: they would be thrown on for ever."""
        onward = {name: {row.result.table for row in one.rows} - {""} for name, one in self.encounter_tables.items()}
        hoards = {
            name: {found for sort, found in references.in_treasure(one) if sort == "treasure"}
            for name, one in self.treasure_tables.items()
        }
        choices = {name: set(item.alternatives) for name, item in self.magic_items.items()}
        for kind, graph in (("encounter_tables", onward), ("treasure_tables", hoards), ("magic_items", choices)):
            try:
                TopologicalSorter(graph).prepare()
            except CycleError as circle:
                name = circle.args[1][0]
                raise self.fault(Words(TEXTS, "content.circle", name=name), kind, name) from None
        for name, table in self.encounter_tables.items():
            ends = (row.result for row in table.rows)
            if not any(end.table or end.monsters or end.class_id for end in ends):
                raise self.fault(Words(TEXTS, "content.nobody", name=name), "encounter_tables", name)

    def _check_numbers(self) -> None:
        """Refuse more creatures at once, or more things in a treasure, than anybody could play with."""
        for kind, entry, amount in self._crowds():
            if highest(amount) > MOST_MET:
                raise self.fault(Words(TEXTS, "content.crowd", entry=entry, amount=amount, most=MOST_MET), kind, entry)
        known: dict[str, int] = {}
        for name in self.treasure_tables:
            if self._most_things(name, known) > MOST_THINGS:
                raise self.fault(Words(TEXTS, "content.hoard", name=name, most=MOST_THINGS), "treasure_tables", name)

    def _crowds(self) -> Iterator[tuple[str, str, Amount]]:
        """All that says how many come: kind, entry and amount."""
        for name, monster in self.monsters.items():
            yield from (("monsters", name, each) for each in (monster.appearing.dungeon, monster.appearing.wilderness))
            for special in monster.specials:
                yield from (("monsters", name, company.count) for company in special.brings)
        for name, table in self.encounter_tables.items():
            yield from (("encounter_tables", name, row.result.count) for row in table.rows if row.result.count)

    def _most_things(self, name: str, known: dict[str, int]) -> int:
        """How many things a table of treasure gives at most, with those that it leads to; they lead in no circle."""
        if name not in known:
            known[name] = max((self._things(row.result, known) for row in self.treasure_tables[name].rows), default=0)
        return known[name]

    def _things(self, found: Treasure, known: dict[str, int]) -> int:
        match found:
            case roll_tables.Rolls():
                return found.times * self._most_things(found.table, known)
            case roll_tables.Scrolls():
                return found.count
            case _:
                return 1

    def _references(self) -> Iterator[Reference]:
        yield from all_in("monsters", self.monsters, references.in_monster)
        yield from all_in("natures", self.natures, references.in_nature)
        yield from all_in("ecology", self.ecology.entries, references.in_company)
        yield from all_in("spells", self.spells, references.in_spell)
        yield from all_in("magic_items", self.magic_items, references.in_item)
        yield from all_in("peoples", self.peoples, references.in_people)
        yield from all_in("classes", self.classes, references.in_class)
        yield from all_in("kits", self.kits, references.in_kit)
        yield from all_in("parties", self.parties, references.in_party)
        yield from all_in("transport", self.transport, references.in_hire)
        yield from all_in("hirelings", self.hirelings, references.in_hire)
        yield from all_in("encounter_tables", self.encounter_tables, references.in_encounters)
        yield from all_in("treasure_tables", self.treasure_tables, references.in_treasure)
        for terrain, odds in self.exploration.terrains.items():
            yield "exploration", terrain, "encounter", odds.table
        for trade in self.treasure.trades:
            yield "treasure_facts", str(trade.gold), "treasure", trade.gem_table
            yield "treasure_facts", str(trade.gold), "treasure", trade.magic_table


def load_content(packs: tuple[Pack, ...] = ()) -> WhiteBoxContent:
    """The content of the game with packs laid over it; the same object for the same packs."""
    return _laid(packs)


_laid = lru_cache(maxsize=16)(WhiteBoxContent)  # called in one way only: no packs and none given are the same content
