"""Battles as small YAML files: who meets whom.

.. code-block:: yaml

    game: archmage
    title: {it: "…", en: "…"}
    difficulty: average          # or leave it out: it is worked out from the foes
    party:
      name: {it: La compagnia, en: The party, gender: f}
      from: level-1              # a ready party (parties/level-1.yaml), or
      heroes:                    # characters by class, level, abilities, armour, weapons and powers
        - {name: Brando, class: fighter, level: 1, abilities: {...}, armour: heavy, melee: {category: heavy}}
      allies:                    # creatures on the party's side
        - {monster: wolf, kind: companion}
    foes:
      members:
        - {monster: goblin_grunt, count: 4}
        - {custom: {name: {it: …, en: …}, level: 2, category: large}, count: 1}
    ambush: {side: foes, starter: goblin-grunt-1}
"""

from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.kernel.bounds import Count, SettingText
from arbitro.kernel.named import NameText, named, slug
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.yamlfile import Document, check_crowd, open_packaged
from arbitro.rules.archmage import bestiary, characters
from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.commands import Member, StartBattle
from arbitro.rules.archmage.power import Ability, Named
from arbitro.rules.archmage.state import FOES, PARTY, Ambush, Band, Difficulty, Item, Profile, Side, Worn
from arbitro.text import Fault, Words

TEXTS = characters.TEXTS
READY_PARTIES = ("level-1", "level-5", "level-8")
"""The parties that characters by lot are drawn from."""
PARTIES = (*READY_PARTIES, "inn-1", "inn-5", "inn-8", "road-1", "road-5", "road-8")
"""Every ready party: those of the inn and of the road have talents and feats."""


class WeaponText(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon for melee, as files write it."""

    category: str
    hands: int = 1
    name: NameText | None = None


class BowText(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon for range, as files write it."""

    category: str
    kind: characters.RangedKind = "bow"
    name: NameText | None = None


class HeroText(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_id": "class"}):
    """A character, as files write it."""

    name: str | NameText
    class_id: str
    level: int
    abilities: dict[Ability, int]
    id: str = ""
    armour: characters.ArmourKind = "none"
    shield: bool = False
    melee: WeaponText | None = None
    second: WeaponText | None = None
    ranged: BowText | None = None
    powers: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    background: int = 0
    backgrounds: dict[str, int] = field(default_factory=dict)
    potions: int = 0
    player: str = ""
    people: str = ""
    talents: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    spell_levels: dict[str, int] = field(default_factory=dict)
    wears: tuple[Worn, ...] = ()
    details: dict[str, str] = field(default_factory=dict)
    band: Band = "nearby"
    present: bool = True
    behind: str = ""


class CustomText(Struct, frozen=True, forbid_unknown_fields=True):
    """A creature of one's own, as files write it; see `bestiary.Custom`."""

    name: str | NameText
    level: int
    category: Literal["mook", "normal", "large", "huge"] = "normal"
    better: Literal["pd", "md"] = "pd"
    initiative: int = 2
    template: bestiary.Template = ""
    strength: int = 1
    attack_name: NameText | None = None
    ranged: bool = False
    damage_type: str = "weapon"
    adjust: dict[Literal["attack", "ac", "pd", "md", "damage", "hp"], int] = field(default_factory=dict)
    vulnerable: tuple[str, ...] = ()
    frightening: bool = False


class CreatureText(Struct, frozen=True, forbid_unknown_fields=True):
    """A creature, or several alike, as files write them."""

    monster: str = ""
    custom: CustomText | None = None
    count: Count = 1
    id: str = ""
    name: str | NameText | None = None
    """A name of its own: a named antagonist (AE-MEANINGFUL-01)."""
    nastier: bool = False
    kind: Literal["monster", "npc", "companion"] = "monster"
    band: Band = "nearby"
    hp: int | None = None


class PartyText(Struct, frozen=True, forbid_unknown_fields=True, rename={"ready": "from"}):
    """The characters' side, as files write it."""

    name: str | NameText = field(default_factory=lambda: NameText("La compagnia", "The party", "f"))
    ready: str = ""
    heroes: tuple[HeroText, ...] = ()
    allies: tuple[CreatureText, ...] = ()


class FoesText(Struct, frozen=True, forbid_unknown_fields=True):
    """The other side, as files write it."""

    members: tuple[CreatureText, ...]
    name: str | NameText = field(default_factory=lambda: NameText("I nemici", "The foes", "m"))


class BattleText(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole battle, as files write it."""

    game: Literal["archmage"]
    party: PartyText
    foes: FoesText
    title: Phrase | None = None
    difficulty: Difficulty | None = None
    ambush: Ambush | None = None
    room: bool = True
    options: dict[str, SettingText] = field(default_factory=dict)


class ReadyParty(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made party."""

    game: Literal["archmage"]
    title: Phrase
    heroes: tuple[HeroText, ...]


def hero(text: HeroText) -> characters.Hero:
    """The character that a file describes."""
    name = named(text.name)

    def weapon(part: WeaponText | None) -> characters.Weapon | None:
        if part is None:
            return None
        return characters.Weapon(part.category, part.hands, named(part.name) if part.name else None)

    bow = text.ranged
    ranged = characters.Bow(bow.category, bow.kind, named(bow.name) if bow.name else None) if bow else None
    return characters.Hero(
        text.id or slug(name.en),
        name,
        text.class_id,
        text.level,
        text.abilities,
        text.armour,
        text.shield,
        weapon(text.melee),
        weapon(text.second),
        ranged,
        text.powers,
        text.items,
        text.background,
        text.potions,
        text.player,
        text.backgrounds,
        text.people,
        talents=text.talents,
        feats=text.feats,
        spell_levels=text.spell_levels,
        details=text.details,
        wears=text.wears,
    )


def ready_party(name: str) -> tuple[HeroText, ...]:
    """A ready-made party by name."""
    if name not in PARTIES:
        raise Fault(Words(TEXTS, "setup.no_party", name=name, known=", ".join(PARTIES)))
    return open_packaged("arbitro.rules.archmage", "parties", f"{name}.yaml").read(ReadyParty).heroes


def read_battle(books: Books, document: Document) -> Setup:
    """Read a battle; anything wrong is a fault with its file and line."""
    text = document.read(BattleText)
    members: list[Member] = []
    try:
        heroes = ready_party(text.party.ready) if text.party.ready else ()
    except Fault as fault:
        raise document.fault(fault.words, "party", "from") from None
    for number, each in enumerate((*heroes, *text.party.heroes)):
        try:
            profile = characters.make(books, hero(each), PARTY)
        except Fault as fault:
            raise document.fault(fault.words, "party", "heroes", number - len(heroes)) from None
        members.append(Member(profile, each.band, each.present, behind=each.behind))
    for side, part, creatures in ((PARTY, "allies", text.party.allies), (FOES, "members", text.foes.members)):
        for number, one in enumerate(creatures):
            try:
                members += _creatures(books, one, side)
            except Fault as fault:
                raise document.fault(fault.words, side, part, number) from None
    check_crowd(document, len(members))
    sides = (Side(PARTY, named(text.party.name)), Side(FOES, named(text.foes.name)))
    title = text.title or Phrase(document.name, document.name)
    start = StartBattle(sides, tuple(members), text.difficulty or _difficulty(books, members), text.ambush, text.room)
    return Setup(title, (start,), text.options)


def _difficulty(books: Books, members: list[Member]) -> Difficulty:
    """How hard a battle is when the file does not say: from levels and numbers on both sides."""
    party = [member.profile for member in members if member.profile.kind == "pc" and member.present]
    foes = [(m.profile.level, m.profile.category) for m in members if m.profile.side == FOES]
    if not party:
        return "average"
    level = round(sum(profile.level for profile in party) / len(party))
    return bestiary.difficulty(books, foes, level, len(party))


def _creatures(books: Books, text: CreatureText, side: str) -> list[Member]:
    if bool(text.monster) == (text.custom is not None):
        raise Fault(Words(TEXTS, "setup.one_of_two"))
    own = named(text.name) if text.name is not None else None
    base = text.id or slug(
        own.en if own else text.monster or named(text.custom.name).en if text.custom else text.monster
    )
    made = []
    for which in range(1, text.count + 1):
        several = text.count > 1
        who, number = (f"{base}-{which}", which) if several else (base, 0)
        profile = _profile(books, text, side, who, number, own)
        made.append(Member(replace(profile, kind=text.kind), text.band, hp=text.hp))
    return made


def _profile(books: Books, text: CreatureText, side: str, who: str, number: int, own: Named | None) -> Profile:
    if text.custom is None:
        return bestiary.creature(books, text.monster, side, who, number, nastier=text.nastier, named=own)
    part = text.custom
    custom = bestiary.Custom(
        named(part.name),
        part.level,
        part.category,
        part.better,
        part.initiative,
        part.template,
        part.strength,
        named(part.attack_name) if part.attack_name else Named("colpo", "strike"),
        part.ranged,
        part.damage_type,
        part.adjust,
        vulnerable=part.vulnerable,
        frightening=part.frightening,
    )
    profile = bestiary.build(books, custom, side, who, number)
    return replace(profile, name=own, named=True) if own is not None else profile
