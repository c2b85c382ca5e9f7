"""Adversaries, environments, arms, classes, ready-made people and the GM's lists, read from `content/` and checked."""

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.content import Content, Noun, Reference
from arbitro.kernel.encounter_table import EncounterRow, EncounterTables, check_numbers
from arbitro.kernel.encounter_table import names_in as names_in_tables
from arbitro.kernel.nature import NatureEntry, Natures, sort_natures
from arbitro.kernel.pack import Pack
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.token import Breed, TokenEntry, Tokens, sort_tokens
from arbitro.kernel.yamlfile import unknown_name
from arbitro.rules.daggerheart.companies import Companies, CompanyEntry, gather_companies
from arbitro.rules.daggerheart.coverage import all_played
from arbitro.rules.daggerheart.entries import (
    AdversaryEntry,
    ArmourEntry,
    BenchmarkEntry,
    CharacterEntry,
    ClassEntry,
    ConditionEntry,
    FormEntry,
    Guidance,
    PatternEntry,
    PlaceEntry,
    WeaponEntry,
    named,
)
from arbitro.rules.daggerheart.feature import Feature, after_pattern, lacking
from arbitro.rules.daggerheart.feature_plays import Plays
from arbitro.rules.daggerheart.gear import gear_powers, made_armour, made_weapon, second_profile
from arbitro.rules.daggerheart.gifts import endowed
from arbitro.rules.daggerheart.player_entries import (
    AncestryEntry,
    CommunityEntry,
    PowerEntry,
    SubclassEntry,
    conditions_of,
    made_power,
)
from arbitro.rules.daggerheart.references import names_in
from arbitro.rules.daggerheart.state import Armour, Assault, Block, Hero, Place, Power, Sheet, Weapon
from arbitro.rules.daggerheart.words import (
    FoeType,
    Named,
)
from arbitro.text import Fault, Texts, Words

PACKAGE = "arbitro.rules.daggerheart"
IMPROVISED = "improvised_"
"""How the ids of adversaries begin that were made up on the spot."""
_OF_TYPE: dict[FoeType, tuple[str, ...]] = {"minion": ("minion", "group_attack"), "horde": ("horde",)}
"""The recurrent features without which a type is none (DHP-ADVSTAT-06 to 08)."""


SCHEMAS: Final[Mapping[str, type[Struct]]] = {
    "adversaries": AdversaryEntry,
    "ancestries": AncestryEntry,
    "armour": ArmourEntry,
    "benchmarks": BenchmarkEntry,
    "characters": CharacterEntry,
    "classes": ClassEntry,
    "communities": CommunityEntry,
    "companies": CompanyEntry,
    "conditions": ConditionEntry,
    "environments": PlaceEntry,
    "forms": FormEntry,
    "guidance": Guidance,
    "natures": NatureEntry,
    "patterns": PatternEntry,
    "powers": PowerEntry,
    "subclasses": SubclassEntry,
    "tokens": TokenEntry,
    "weapons": WeaponEntry,
}
"""What the entries of each kind are made of."""
THINGS: Final = ("item", "consumable")
"""The kinds of powers that are things to carry."""
KINDS: Final = (*SCHEMAS, "encounter_tables")


class Library(Content):
    """All content of the game; packs may lie over it."""

    def __init__(self, packs: tuple[Pack, ...] = ()) -> None:
        super().__init__("daggerheart", PACKAGE, KINDS, None, packs)
        if packs:
            self._check()

    def _check(self) -> None:
        """Read everything, and refuse a name that leads nowhere."""
        for kind, schema in SCHEMAS.items():
            self.entries(kind, schema)
        known = {
            "adversary": self.creature_names,
            "ancestry": self.ancestries,
            "armour": self.armour,
            "class": self.classes,
            "community": self.communities,
            "condition": self.conditions,
            "power": self.powers,
            "subclass": self.subclasses,
            "weapon": self.weapons,
        }
        self.check(self._references(), known)
        self.check(names_in_tables(self.encounter_tables, "adversary"), known)
        check_numbers(self, self.encounter_tables)
        self.tokens  # noqa: B018 - nobody may have two pictures
        self.natures, self.companies, self.characters, self.guidance  # noqa: B018 - each looks itself through

    def _references(self) -> Iterator[Reference]:
        entries = self.entries
        owners = [
            *(("adversaries", name, one.features) for name, one in self.adversaries.items()),
            *(("environments", name, one.features) for name, one in self.places.items()),
        ]
        for kind, name, features in owners:
            yield from ((kind, name, sort, word) for sort, word in names_in(features))
        for name, place in entries("environments", PlaceEntry).items():
            yield from (("environments", name, "adversary", one) for one in place.adversaries)
        for name, company in entries("companies", CompanyEntry).items():
            yield from (("companies", name, "adversary", one) for one in company.members)
        for name, nature in entries("natures", NatureEntry).items():
            yield from (("natures", name, "adversary", one) for one in nature.monsters)
        for name, power in entries("powers", PowerEntry).items():
            yield "powers", name, "condition", power.condition
            yield from (("powers", name, "condition", word) for word in conditions_of(power))
        for name, form in self.forms.items():
            yield from (("forms", name, "power", one) for one in form.features)
        for name, calling in self.classes.items():
            yield "classes", name, "power", calling.hope_feature
            yield from (("classes", name, "power", one) for one in calling.features)
        for name, subclass in self.subclasses.items():
            yield "subclasses", name, "class", subclass.class_id
            steps = (*subclass.foundation, *subclass.specialization, *subclass.mastery)
            yield from (("subclasses", name, "power", one) for one in steps)
        for name, ancestry in self.ancestries.items():
            yield from (("ancestries", name, "power", one) for one in ancestry.features)
        for name, community in self.communities.items():
            yield "communities", name, "power", community.feature
        for name, one in entries("characters", CharacterEntry).items():
            yield "characters", name, "class", one.class_id
            yield "characters", name, "armour", one.armour
            yield from (("characters", name, "weapon", weapon) for weapon in one.weapons)
            yield from (("characters", name, "power", power) for power in one.powers)
            yield "characters", name, "subclass", one.subclass
            yield from (("characters", name, "ancestry", ancestry) for ancestry in (one.ancestry, one.mixed))
            yield "characters", name, "community", one.community

    def played(self) -> Mapping[str, Mapping[str, int]]:
        """Features of adversaries, environments and PCs, and cards: how many are played, asked about, or only told."""
        return {
            sort: {plays: list(entries.values()).count(plays) for plays in get_args(Plays)}
            for sort, entries in self._all_played
        }

    def entries_played(self) -> Mapping[str, Mapping[Named, str]]:
        """Every feature, card and thing by its name: whether the rules play it, ask about it, or it is only told."""
        return {sort: {name: plays for (_, name), plays in found.items()} for sort, found in self._all_played}

    @property
    def _all_played(self) -> Iterator[tuple[str, dict[tuple[str, Named], Plays]]]:
        return all_played(self.adversaries, self.places, self.entries("powers", PowerEntry))

    @cached_property
    def patterns(self) -> Mapping[str, Feature]:
        """Recurrent features by id."""
        return {name: entry.feature for name, entry in self.entries("patterns", PatternEntry).items()}

    @cached_property
    def pattern_words(self) -> Mapping[str, Phrase]:
        """Recurrent features in words, with gaps for an adversary's own numbers, by id."""
        found = self.entries("patterns", PatternEntry)
        return {name: entry.words for name, entry in found.items() if entry.words is not None}

    @cached_property
    def adversaries(self) -> Mapping[str, Block]:
        """Stat blocks by id."""
        found = self.entries("adversaries", AdversaryEntry)
        return {name: self._block(name, entry) for name, entry in found.items()}

    @cached_property
    def creature_names(self) -> Mapping[str, Noun]:
        """What adversaries are called, one and several, by id."""
        return {name: entry.name for name, entry in self.entries("adversaries", AdversaryEntry).items()}

    @cached_property
    def natures(self) -> Natures:
        """By which policies adversaries fight: by their name, their kin, or their type."""
        return sort_natures(self.entries("natures", NatureEntry), self.adversaries)

    @cached_property
    def beasts(self) -> frozenset[str]:
        """The adversaries that are animals: no words reach them."""
        found = self.entries("adversaries", AdversaryEntry)
        return frozenset(name for name, entry in found.items() if entry.beast)

    @cached_property
    def tokens(self) -> Tokens:
        """Whose token has which picture; one may be kept for an adversary that a pack leaves out."""
        plain = load_library()
        names, blocks = {**plain.creature_names, **self.creature_names}, {**plain.adversaries, **self.adversaries}
        breeds = {name: Breed(names[name], block.type, (block.kin,)) for name, block in blocks.items()}
        return sort_tokens(self.entries("tokens", TokenEntry), breeds)

    @cached_property
    def companies(self) -> Companies:
        """Who is met with whom, and where."""
        return gather_companies(self.entries("companies", CompanyEntry), self.adversaries)

    @cached_property
    def encounter_tables(self) -> EncounterTables:
        """Who is met in dungeons of a tier (``tier_1``), where a pack says it."""
        return self.tables("encounter_tables", EncounterRow)

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Environments by id."""
        found = self.entries("environments", PlaceEntry)
        return {
            name: Place(
                name,
                named(entry.name, grammar="one"),
                entry.tier,
                entry.type,
                entry.difficulty,
                entry.adversaries,
                self.features(entry.features, "environments", name),
            )
            for name, entry in found.items()
        }

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        """Weapons by id."""
        found = self.entries("weapons", WeaponEntry).items()
        return {name: made_weapon(name, entry, self.gear_powers(entry.feature)) for name, entry in found}

    @cached_property
    def second_profiles(self) -> Mapping[str, Weapon]:
        """Versatile weapons used the other way, by the id of the weapon."""
        found = self.entries("weapons", WeaponEntry).items()
        return {
            name: second_profile(self.weapons[name], entry.versatile)
            for name, entry in found
            if entry.versatile is not None
        }

    def gear_powers(self, feature: str) -> tuple[Power, ...]:
        """What the feature of a weapon or a suit of armour does as a power; nothing where numbers say it."""
        return gear_powers(self.entries("powers", PowerEntry), feature)

    @cached_property
    def known_weapons(self) -> frozenset[str]:
        """The ids that weapons on a sheet may have, second profiles included."""
        return frozenset(self.weapons) | {one.id for one in self.second_profiles.values()}

    @cached_property
    def armour(self) -> Mapping[str, Armour]:
        """Suits of armour by id."""
        return {
            name: made_armour(name, one, self.gear_powers(one.feature))
            for name, one in self.entries("armour", ArmourEntry).items()
        }

    @cached_property
    def first_weapons(self) -> tuple[str, ...]:
        """The weapons that new characters may choose from (DHP-CHAR-01)."""
        return tuple(name for name, one in self.entries("weapons", WeaponEntry).items() if one.tier == 1)

    @cached_property
    def first_armour(self) -> tuple[str, ...]:
        """The suits of armour that new characters may choose from (DHP-CHAR-01)."""
        return tuple(name for name, one in self.entries("armour", ArmourEntry).items() if one.tier == 1)

    @cached_property
    def powers(self) -> Mapping[str, Power]:
        """Hope Features and cards by id."""
        return {
            name: made_power(name, entry, self.weapons) for name, entry in self.entries("powers", PowerEntry).items()
        }

    @cached_property
    def things(self) -> Mapping[str, Power]:
        """Items and consumables by id."""
        return {name: one for name, one in self.powers.items() if one.kind in THINGS}

    def loot(self, kind: str, row: int) -> Power | None:
        """What stands in a row of the table of items or of consumables."""
        found = self.entries("powers", PowerEntry)
        name = next((name for name, one in found.items() if one.kind == kind and one.row == row), "")
        return self.powers.get(name)

    @cached_property
    def domains(self) -> Mapping[str, str]:
        """The domain of each card."""
        return {name: one.domain for name, one in self.entries("powers", PowerEntry).items() if one.domain}

    @cached_property
    def classes(self) -> Mapping[str, ClassEntry]:
        """Classes by id."""
        return self.entries("classes", ClassEntry)

    @cached_property
    def subclasses(self) -> Mapping[str, SubclassEntry]:
        """Subclasses by id."""
        return self.entries("subclasses", SubclassEntry)

    @cached_property
    def ancestries(self) -> Mapping[str, AncestryEntry]:
        """Ancestries by id."""
        return self.entries("ancestries", AncestryEntry)

    @cached_property
    def forms(self) -> Mapping[str, FormEntry]:
        """Beastforms by id."""
        return self.entries("forms", FormEntry)

    @cached_property
    def communities(self) -> Mapping[str, CommunityEntry]:
        """Communities by id."""
        return self.entries("communities", CommunityEntry)

    @cached_property
    def conditions(self) -> Mapping[str, ConditionEntry]:
        """Conditions by id."""
        return self.entries("conditions", ConditionEntry)

    @cached_property
    def benchmarks(self) -> Mapping[str, BenchmarkEntry]:
        """The eighteen columns of the benchmark tables."""
        return self.entries("benchmarks", BenchmarkEntry)

    @cached_property
    def guidance(self) -> Guidance:
        """The GM's lists and tables."""
        return self.value("guidance", Guidance)

    @cached_property
    def characters(self) -> Mapping[str, Hero]:
        """Ready-made characters by id, as they begin."""
        found = self.entries("characters", CharacterEntry)
        return {name: Hero(self.sheet(name, entry)) for name, entry in found.items()}

    def features(self, written: tuple[Feature, ...], kind: str = "", owner: str = "") -> tuple[Feature, ...]:
        """Features as they are played: the ones made after a pattern filled in. Whose they are is said in faults."""
        return tuple(self._feature(one, kind, owner) for one in written)

    def _feature(self, one: Feature, kind: str, owner: str) -> Feature:
        if one.pattern and one.pattern not in self.patterns:
            raise self.fault(unknown_name(one.pattern, self.patterns), kind, owner, one.pattern)
        whole = after_pattern(one, self.patterns[one.pattern]) if one.pattern else one
        if lack := lacking(whole):
            words = Words(Texts(PACKAGE), f"feature_needs.{lack}", feature=whole.id)
            raise self.fault(words, kind, owner, one.id or one.pattern)
        return whole

    def _block(self, name: str, entry: AdversaryEntry) -> Block:
        major, severe = entry.thresholds or (None, None)
        attack = entry.attack
        return Block(
            name,
            named(entry.name, grammar="one"),
            entry.tier,
            entry.type,
            entry.difficulty,
            entry.hp,
            entry.stress,
            Assault(named(attack.name), attack.range, (attack.damage,), attack.kind, attack.direct),
            major,
            severe,
            attack.bonus,
            entry.creatures_per_hp,
            entry.experiences,
            self.features(entry.features, "adversaries", name),
            entry.kin or name,
        )

    def improvised(
        self, tier: int, name: Named, kind: FoeType = "standard", patterns: tuple[str | Feature, ...] = ()
    ) -> Block:
        """An adversary made up on the spot from the numbers of its tier (DHP-ADVSTAT-12).

        Recurrent features come by name with the tier's numbers, or with numbers of their own. A Minion and a Horde
        have the features that make them one, and a Minion the body of one: a Hit Point, no thresholds, fixed damage.
        """
        numbers = _of_tier(self.guidance.adversary_tiers, tier)
        wanted = [Feature(pattern=one) if isinstance(one, str) else one for one in patterns]
        for implied in _OF_TYPE.get(kind, ()):
            if all(one.pattern != implied for one in wanted):
                wanted.append(Feature(pattern=implied))
        by_tier = {one.pattern: one for one in numbers.patterns}
        features = self.features(
            tuple(after_pattern(one, by_tier[one.pattern]) if one.pattern in by_tier else one for one in wanted)
        )
        minion = any(one.passive == "minion" for one in features)
        attack = Assault(name, "melee", (numbers.minion if minion else numbers.damage[0],))
        return Block(
            f"{IMPROVISED}{tier}",
            name,
            tier,
            "minion" if minion else kind,
            numbers.difficulty,
            1 if minion else 5,
            1 if minion else 3,
            attack,
            None if minion else numbers.major,
            None if minion else numbers.severe,
            Amount(0, 6, numbers.bonus),
            features=features,
            kin=f"{IMPROVISED}{tier}/{name.en}",
        )

    def adapted(self, place: Place, tier: int) -> Place:
        """An environment with the Difficulty of another tier (DHP-ENV-02)."""
        return replace(place, tier=tier, difficulty=_of_tier(self.guidance.place_tiers, tier).difficulty)

    def sheet(self, who: str, entry: CharacterEntry) -> Sheet:
        """A character sheet by the rules of creation (DHP-CHAR-01)."""
        calling = self.classes[entry.class_id]
        weapons = tuple(self.weapons[weapon] for weapon in entry.weapons)
        weapons += tuple(self.second_profiles[weapon.id] for weapon in weapons if weapon.versatile)
        sheet = Sheet(
            who,
            named(entry.name),
            entry.class_id,
            entry.traits,
            calling.evasion,
            calling.hp,
            entry.experiences,
            weapons,
            self.armour[entry.armour] if entry.armour else None,
            spellcast=calling.spellcast,
            adaptable=entry.adaptable,
            subclass=entry.subclass,
            ancestry=entry.ancestry,
            mixed=entry.mixed,
            community=entry.community,
        )
        for name in (*self.gifts(entry), *entry.powers):
            sheet = endowed(sheet, self.powers[name])
        return sheet

    def gifts(self, entry: CharacterEntry) -> Iterator[str]:
        """The powers that come with class, subclass, ancestry and community (DHP-CHAR-02)."""
        calling = self.classes[entry.class_id]
        if calling.hope_feature:
            yield calling.hope_feature
        yield from calling.features
        if entry.subclass:
            yield from self.subclasses[entry.subclass].foundation
        if entry.ancestry:
            yield self.ancestries[entry.ancestry].features[0]
            yield self.ancestries[entry.mixed or entry.ancestry].features[1]
        if entry.community:
            yield self.communities[entry.community].feature


T = TypeVar("T")


def _of_tier(tiers: Mapping[str, T], tier: int) -> T:
    """The numbers of a tier, or what to say of one that there is not."""
    if str(tier) not in tiers:
        raise Fault(Words(Texts(PACKAGE), "content.no_tier", tier=tier, known=", ".join(tiers)))
    return tiers[str(tier)]


def load_library(packs: tuple[Pack, ...] = ()) -> Library:
    """All content of the game with a reader's packs laid over it, read once; each kind when it is first asked for."""
    return _laid(packs)


_laid = lru_cache(maxsize=16)(Library)  # called in one way only: no packs and none given are the same content


def books_of(game: Ruleset[Any]) -> Library:
    """The content that this game, or a campaign of it, has been given."""
    books = game.books()
    if not isinstance(books, Library):
        raise TypeError(f"{game.id} is another game")
    return books
