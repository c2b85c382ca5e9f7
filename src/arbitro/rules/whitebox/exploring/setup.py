"""Jousts and expeditions as small YAML files; see `jousts/` and `expeditions/` for ready ones.

.. code-block:: yaml

    game: whitebox
    title: {it: "…", en: "…"}
    lances: sharp                  # or blunted; left out: as the options have it
    stakes: duel                   # or sport
    riders:
      - {id: aldo, name: Aldo, class: fighter, level: 3, hp: 18, ac: 2, mount: warhorse_heavy}

    # or
    party: cellar-rats             # a ready-made party, or {size: 4, level: 1} for one by lot
    at: stair
    places:
      - {id: stair, name: {it: La scala, en: The stair}, safe: true}
    doors:
      - {id: oak, name: {it: porta di quercia, en: oak door}, between: [stair, hall]}
    wandering: {turns: 3, chance: 2}   # who comes by: every three turns, 2 in 6; left out: as the book has it
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import asdict

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import SettingText
from arbitro.kernel.named import NameText, named, slug
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.yamlfile import Document
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.exploring.commands import StartExpedition, StartJoust
from arbitro.rules.whitebox.exploring.state import Attitude, Door, Lances, Place, Rider, Stakes, Trap, Troop, Wandering
from arbitro.rules.whitebox.setup import (
    TEXTS,
    LotText,
    ThreatText,
    check_class,
    check_game,
    check_monster,
    entering,
    read_fight,
)
from arbitro.rules.whitebox.terms import Named, Weapon
from arbitro.text import Fault, Words

T = TypeVar("T")
LANCE: Final = "lance"


class RiderText(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_id": "class"}):
    """A rider, as files write one."""

    name: str | NameText
    hp: int
    mount: str = ""
    id: str = ""
    lance: bool = True
    damage: int | str = ""
    """Of the lance; left out: as the weapon list has it."""
    class_id: str = ""
    level: int = 1
    ac: int | None = None
    armour: int | None = None
    to_hit: int = 0
    strength: int = 0
    save: int = 0
    nature: Literal["character", "npc"] = "character"
    suit: str = "armour"


class JoustText(Struct, frozen=True, forbid_unknown_fields=True):
    """A joust, as files write it."""

    game: str
    riders: tuple[RiderText, ...]
    title: Phrase | None = None
    lances: Lances | Literal[""] = ""
    stakes: Stakes | Literal[""] = ""
    options: dict[str, SettingText] = field(default_factory=dict)


class PlaceText(Struct, frozen=True, forbid_unknown_fields=True):
    """A place, as files write it."""

    id: str
    name: str | NameText
    text: str | NameText | None = None
    outdoors: bool = False
    terrain: str = ""
    level: int = 1
    area: int = 100
    spots: dict[str, str | NameText] = field(default_factory=dict)
    noise: str | NameText | None = None
    loud: bool = False
    safe: bool = False

    def made(self) -> Place:
        """The place itself."""
        return Place(
            id=self.id,
            name=named(self.name),
            text=_maybe(self.text),
            outdoors=self.outdoors,
            terrain=self.terrain,
            level=self.level,
            area=self.area,
            spots={spot: named(name) for spot, name in self.spots.items()},
            noise=_maybe(self.noise),
            loud=self.loud,
            safe=self.safe,
        )


class DoorText(Struct, frozen=True, forbid_unknown_fields=True):
    """A door or passage, as files write it."""

    id: str
    name: str | NameText
    between: tuple[str, str]
    feet: int = 0
    passage: bool = False
    locked: bool = False
    open: bool = False
    secret: bool = False
    spot: str = ""
    always_roll: bool = False
    modifier: int = 0
    works_by: tuple[str, ...] = ()

    def made(self) -> Door:
        """The door itself."""
        plain: dict[str, Any] = asdict(self)
        return Door(**{**plain, "name": named(self.name)})


class TrapText(Struct, frozen=True, forbid_unknown_fields=True):
    """A trap, as files write it."""

    id: str
    name: str | NameText
    place: str
    door: str = ""
    stone: bool = True
    trigger: int = 2
    pit: int = 0
    threat: ThreatText | None = None
    spot: str = ""
    always_roll: bool = False
    modifier: int = 0
    works_by: tuple[str, ...] = ()

    def made(self) -> Trap:
        """The trap itself."""
        plain: dict[str, Any] = asdict(self)
        threat = None if self.threat is None else self.threat.made()
        return Trap(**{**plain, "name": named(self.name), "threat": threat})


class TroopText(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_id": "class"}):
    """Somebody to be met, as files write them."""

    id: str
    monster: str = ""
    class_id: str = ""
    level: int = 1
    count: int | str = 1
    place: str = ""
    attitude: Attitude = ""
    light: bool = False
    unwary: bool = False
    opens_doors: bool = True
    name: str | NameText | None = None

    def made(self) -> Troop:
        """The troop itself."""
        plain: dict[str, Any] = asdict(self)
        return Troop(**{**plain, "count": Amount.parse(str(self.count)), "name": _maybe(self.name)})


class WanderingText(Struct, frozen=True, forbid_unknown_fields=True):
    """How often somebody comes by at this site, as files write it: a check every so many turns, so often in six."""

    turns: int = 0
    chance: int = -1


class ExpeditionText(Struct, frozen=True, forbid_unknown_fields=True):
    """An expedition, as files write it."""

    game: str
    party: str | LotText
    at: str
    places: tuple[PlaceText, ...]
    doors: tuple[DoorText, ...] = ()
    traps: tuple[TrapText, ...] = ()
    troops: tuple[TroopText, ...] = ()
    wandering: WanderingText = WanderingText()
    title: Phrase | None = None
    options: dict[str, SettingText] = field(default_factory=dict)


def _maybe(name: str | NameText | None) -> Named | None:
    return None if name is None else named(name)


def read_scene(document: Document, content: WhiteBoxContent) -> Setup:
    """A joust, an expedition or a fight, by what the file is about."""
    keys: Mapping[str, Any] = document.mapping()
    if "riders" in keys:
        return read_joust(document, content)
    return read_expedition(document, content) if "places" in keys else read_fight(document, content)


def read_joust(document: Document, content: WhiteBoxContent) -> Setup:
    """Read a joust; anything wrong is a fault with its file and line."""
    text = document.read(JoustText)
    check_game(document, content)
    for number, rider in enumerate(text.riders):
        check_class(document, content, rider.class_id, "riders", number)
    riders = _each(document, "riders", text.riders, lambda rider: _rider(rider, content))
    title = text.title or Phrase(document.name, document.name)
    return Setup(title, (StartJoust(riders, text.lances, text.stakes),), text.options)


def _rider(text: RiderText, content: WhiteBoxContent) -> Rider:
    if (text.ac is None) == (text.armour is None):
        raise Fault(Words(TEXTS, "setup.armour"))
    name = named(text.name)
    facts = content.weapons[LANCE]
    damage = facts.damage if text.damage == "" else Amount.parse(str(text.damage))
    lance = Weapon(LANCE, Named(facts.name.it, facts.name.en, facts.name.gender), damage)
    return Rider(
        id=text.id or slug(name.en),
        name=name,
        mount=text.mount,
        lance=lance if text.lance else None,
        hp=text.hp,
        max_hp=text.hp,
        armour=text.armour if text.armour is not None else 19 - (text.ac or 0),
        class_id=text.class_id,
        level=text.level,
        to_hit=text.to_hit,
        strength=text.strength,
        save=text.save,
        nature=text.nature,
        suit=text.suit,
    )


def read_expedition(document: Document, content: WhiteBoxContent) -> Setup:
    """Read an expedition; anything wrong is a fault with its file and line."""
    text = document.read(ExpeditionText)
    check_game(document, content)
    enter = entering(document, content, text.party, "party")
    for number, troop in enumerate(text.troops):
        check_class(document, content, troop.class_id, "troops", number)
        if not troop.class_id:
            check_monster(document, content, troop.monster, "troops", number)
    start = StartExpedition(
        text.at,
        _each(document, "places", text.places, PlaceText.made),
        _each(document, "doors", text.doors, DoorText.made),
        _each(document, "traps", text.traps, TrapText.made),
        _each(document, "troops", text.troops, TroopText.made),
        Wandering(text.wandering.turns, text.wandering.chance),
    )
    title = text.title or Phrase(document.name, document.name)
    return Setup(title, (enter, start), text.options)


def _each(document: Document, name: str, texts: tuple[T, ...], made: Callable[[T], Any]) -> tuple[Any, ...]:
    """All entries of a list, a fault in one of them with its line."""
    found = []
    for number, text in enumerate(texts):
        try:
            found.append(made(text))
        except Fault as fault:
            raise document.fault(fault.words, name, number) from None
    return tuple(found)
