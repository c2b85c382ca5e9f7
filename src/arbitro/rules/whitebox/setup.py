"""Fights as small YAML files: who meets whom, at what distance.

.. code-block:: yaml

    game: whitebox
    title: {it: "…", en: "…"}
    distance: 30                 # feet between the sides when they meet
    sides:
      party:
        name: {it: La compagnia, en: The party}
        light: true
        members:
          - {id: berto, name: Berto, class: fighter, level: 1, hp: 8, ac: 4, weapons: [{name: spada, damage: 1d8}]}
      orcs:
        members:
          - {name: {it: Orco, en: Orc}, count: 6, hp: 1d8, armour: 13, weapons: [{name: ascia, damage: 1d6}]}

A side may also hold creatures of the bestiary (``monsters: [{monster: ghoul, count: 3}]``; what is left out is rolled)
and, one of them, the party of the table (``party: {size: 4, level: 2}`` by lot, or the name of a ready-made one).

`ac` is descending and `armour` ascending: one of the two. `hp` may be dice; they are rolled when the fight begins.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import MOST_ALIKE, Count, SettingText
from arbitro.kernel.command import Command
from arbitro.kernel.named import NameText, named, slug
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.yamlfile import Document, check_crowd, unknown_name
from arbitro.rules.whitebox.commands import Member, StartFight
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.people.commands import RandomParty, ReadyParty
from arbitro.rules.whitebox.powers.commands import Band, Muster
from arbitro.rules.whitebox.state import Profile, Side
from arbitro.rules.whitebox.terms import Danger, Moment, SaveBonus, Spell, Threat, Weapon
from arbitro.text import Fault, Texts, Words

TEXTS = Texts("arbitro.rules.whitebox")


class ThreatText(Struct, frozen=True, forbid_unknown_fields=True):
    """A danger, as files write it."""

    effect: Literal["damage", "death", "paralysis"]
    amount: int | str = ""
    danger: Danger | None = None
    save: bool = True
    on_success: Literal["avoided", "half", "referee"] = "avoided"

    def made(self) -> Threat:
        """The danger itself."""
        amount = None if self.amount == "" else Amount.parse(str(self.amount))
        return Threat(self.effect, amount, self.danger, self.save, self.on_success)


class WeaponText(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon, as files write it."""

    name: str | NameText
    damage: int | str
    kind: Literal["melee", "missile"] = "melee"
    bonus: int = 0
    damage_bonus: int = 0
    threat: ThreatText | None = None
    id: str = ""
    shots: int = 1
    reload: int = 1

    def made(self) -> Weapon:
        """The weapon itself."""
        name = named(self.name)
        threat = self.threat.made() if self.threat is not None else None
        damage = Amount.parse(str(self.damage))
        return Weapon(
            self.id or slug(name.en),
            name,
            damage,
            self.kind,
            self.bonus,
            self.damage_bonus,
            threat,
            shots=self.shots,
            reload=self.reload,
        )


class SpellText(Struct, frozen=True, forbid_unknown_fields=True):
    """A spell, as files write it."""

    name: str | NameText
    threat: ThreatText
    moment: Moment = "turn"
    id: str = ""

    def made(self) -> Spell:
        """The spell itself."""
        name = named(self.name)
        return Spell(self.id or slug(name.en), name, self.threat.made(), self.moment)


class MemberText(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_id": "class"}):
    """Somebody, or several alike, as files write them."""

    name: str | NameText
    hp: int | str
    weapons: tuple[WeaponText, ...] = ()
    id: str = ""
    count: Count = 1
    nature: Literal["character", "npc", "monster"] | None = None
    class_id: str = ""
    level: int = 1
    ac: int | None = None
    armour: int | None = None
    to_hit: int = 0
    strength: int = 0
    dexterity: int = 0
    dexterity_score: int = 10
    rate: int | float = 12
    attacks: int = 1
    save: int = 0
    save_bonuses: tuple[SaveBonus, ...] = ()
    spells: tuple[SpellText, ...] = ()
    prepared: tuple[str, ...] = ()
    fearless: bool = False
    leader: bool = False
    merciful: bool = False
    group: str = ""
    loyalty: int = 0
    at: int | None = None


class BandText(Struct, frozen=True, forbid_unknown_fields=True):
    """Creatures of the bestiary, as files write them; what is left out is rolled."""

    monster: str
    count: Count = 0
    variety: str = ""
    age: int = 0
    rank: int = -1
    leader: bool = False
    at: int | None = None


class LotText(Struct, frozen=True, forbid_unknown_fields=True):
    """A party by lot."""

    size: Annotated[int, Meta(ge=1, le=MOST_ALIKE)] = 4
    level: Annotated[int, Meta(ge=1, le=MOST_ALIKE)] = 1


class SideText(Struct, frozen=True, forbid_unknown_fields=True):
    """One side, as files write it."""

    members: tuple[MemberText, ...] = ()
    monsters: tuple[BandText, ...] = ()
    party: str | LotText | None = None
    name: str | NameText = ""
    light: bool = False


class FightText(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole fight, as files write it."""

    game: str
    sides: dict[str, SideText]
    title: Phrase | None = None
    distance: int = 30
    may_surprise: tuple[str, ...] = ()
    options: dict[str, SettingText] = field(default_factory=dict)
    """House rules that this fight was made for."""


def check_game(document: Document, content: WhiteBoxContent) -> None:
    """Whether a file is meant for the game whose content this is."""
    if document.mapping().get("game") != content.game:
        raise document.fault(Words(TEXTS, "setup.game", game=content.game), "game")


def check_class(document: Document, content: WhiteBoxContent, class_id: str, *path: str | int) -> None:
    """Whether somebody at a path of a file is of a class that the game has, or of none."""
    if class_id and class_id not in content.classes:
        words = Words(TEXTS, "setup.class", name=class_id, known=", ".join(content.classes))
        raise document.fault(words, *path, "class")


def check_monster(document: Document, content: WhiteBoxContent, monster: str, *path: str | int) -> None:
    """Whether a creature at a path of a file is in the bestiary."""
    if monster not in content.monsters:
        raise document.fault(unknown_name(monster, content.monsters), *path, "monster")


def entering(document: Document, content: WhiteBoxContent, party: str | LotText, *path: str | int) -> Command:
    """The command by which the party of a file enters: by lot, or a ready-made one by name."""
    if isinstance(party, LotText):
        return RandomParty(party.size, party.level)
    if party not in content.parties:
        raise document.fault(Words(TEXTS, "setup.ready", name=party, known=", ".join(content.parties)), *path)
    return ReadyParty(party)


def read_fight(document: Document, content: WhiteBoxContent) -> Setup:
    """Read a fight of a game; anything wrong is a fault with its file and line."""
    text = document.read(FightText)
    check_game(document, content)
    sides: list[Side] = []
    members: list[Member] = []
    bands: list[Band] = []
    party, people = "", list[Command]()
    for number, (side_id, side) in enumerate(text.sides.items()):
        sides.append(Side(side_id, named(side.name or side_id), side.light))
        for index, member in enumerate(side.members):
            here = ("sides", side_id, "members", index)
            check_class(document, content, member.class_id, *here)
            try:
                members += _members(member, side_id, number, text.distance)
            except Fault as fault:
                raise document.fault(fault.words, *here) from None
        for index, band in enumerate(side.monsters):
            check_monster(document, content, band.monster, "sides", side_id, "monsters", index)
            bands.append(_band(band, side_id, number * text.distance))
        if side.party is not None:
            party = side_id
            people.append(entering(document, content, side.party, "sides", side_id, "party"))
    check_crowd(document, len(members) + sum(band.count or 1 for band in bands))
    title = text.title or Phrase(document.name, document.name)
    start: Command = StartFight(tuple(sides), tuple(members), text.may_surprise)
    if bands or party:
        start = Muster(tuple(sides), tuple(bands), tuple(members), party, text.may_surprise)
    return Setup(title, (*people, start), text.options)


def _band(text: BandText, side: str, place: int) -> Band:
    return Band(
        monster=text.monster,
        side=side,
        count=text.count,
        at=text.at if text.at is not None else place,
        rank=text.rank,
        variety=text.variety,
        age=text.age,
        leader=text.leader,
    )


def _members(text: MemberText, side: str, number: int, distance: int) -> list[Member]:
    if (text.ac is None) == (text.armour is None):
        raise Fault(Words(TEXTS, "setup.armour"))
    armour = text.armour if text.armour is not None else 19 - (text.ac or 0)
    hp = Amount.parse(str(text.hp))
    name = named(text.name)
    base = text.id or slug(name.en)
    nature = text.nature or ("character" if text.class_id else "monster")
    made = []
    for which in range(1, text.count + 1):
        several = text.count > 1
        profile = Profile(
            f"{base}-{which}" if several else base,
            named(text.name, which if several else 0),
            side,
            nature,
            hp.count * hp.sides + hp.plus,
            armour,
            tuple(weapon.made() for weapon in text.weapons),
            text.class_id,
            text.level,
            text.to_hit,
            text.strength,
            text.dexterity,
            text.dexterity_score,
            text.rate,
            text.attacks,
            text.save,
            text.save_bonuses,
            tuple(spell.made() for spell in text.spells),
            text.fearless,
            text.leader,
            text.merciful,
            text.group or ("" if nature == "character" else f"{side}-{base}"),
            text.loyalty,
        )
        place = text.at if text.at is not None else number * distance
        made.append(Member(profile, hp, place, text.prepared))
    return made
