"""The special powers and weaknesses of monsters, each a struct of its own that an engine can run.

A power that only a referee can play out is `Narrated`: its facts, in both languages, to be shown when they matter.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.rulebook import Phrase
from arbitro.rules.whitebox.measure import Ability, Area, Element, Save, Size, Span, Trigger, snake

Ward = Literal[
    "fire", "cold", "lightning", "acid", "poison", "sleep", "charm", "hold", "enchantment", "fear", "spells",
    "paralysis",
]  # fmt: skip


class Company(Struct, frozen=True, forbid_unknown_fields=True):
    """Creatures that come together."""

    monsters: tuple[str, ...]
    """One of these kinds."""
    count: Amount


class Special(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A power or weakness; `only` names the variety of the monster that has it."""

    refers: ClassVar[Mapping[str, str]] = {}
    """Fields that name entries of the content, and of which sort."""
    only: str = ""

    @property
    def brings(self) -> tuple[Company, ...]:
        """Whoever is with it, or comes at its call."""
        return ()


class Poison(Special, frozen=True, kw_only=True):
    """A hit poisons."""

    attack: str = ""
    save: Save | None = None
    effect: Literal["death", "paralysis", "referee"] = "death"
    span: Span | None = None
    chance: int = 100
    """How many in a hundred of the monsters are poisonous."""
    when: Trigger | None = None


class Paralysis(Special, frozen=True, kw_only=True):
    """A hit paralyses; without a span, until the referee says otherwise."""

    attack: str = ""
    save: Save | None = None
    span: Span | None = None


class LevelDrain(Special, frozen=True, kw_only=True):
    """A hit takes levels away."""

    attack: str = ""
    levels: int = 1
    each_round: bool = False
    """Once attached, again in every round."""


class AbilityDrain(Special, frozen=True, kw_only=True):
    """A hit takes points of an attribute away."""

    refers = {"rises_as": "monster"}
    ability: Ability
    amount: Amount
    attack: str = ""
    when: Trigger | None = None
    each_round: bool = False
    returns: Span | None = None
    """When the points come back."""
    rises_as: str = ""
    """What a victim without any left becomes; empty: it simply dies."""
    until_sated: bool = False
    """Whether it lets go once it has taken as many points as it has hit points."""


class Spawn(Special, frozen=True, kw_only=True):
    """A creature whose victims rise again as something else."""

    refers = {"rises_as": "monster"}
    rises_as: str
    when: Literal["slain", "slain_or_drained"] = "slain"


class Breath(Special, frozen=True, kw_only=True):
    """Breath, or anything else that fills an area."""

    element: Element
    area: Area
    effect: Literal["damage", "sleep", "petrify", "death"] = "damage"
    damage: Amount | None = None
    per_hd: int = 0
    """Damage for each hit die."""
    by_age: bool = False
    """Damage for each hit die by the age of the dragon, as its hit points (table 41)."""
    save: Save | None = None
    span: Span | None = None
    per_day: int = 0
    """0: as often as it likes."""
    chance: int = 100
    """In a hundred, each round, when the referee does not choose."""


class Gaze(Special, frozen=True, kw_only=True):
    """To meet its eyes, or merely to see it, is dangerous."""

    effect: Literal["petrify", "charm", "paralysis", "dazzle"]
    save: Save | None = None
    hd_max: int | None = None
    victims: Literal["all", "men"] = "all"
    averted_to_hit: int = -4
    """To hit, for those who fight without looking."""
    reflected: int = 0
    """In a hundred: the monster must save against its own reflection."""


class Petrify(Special, frozen=True, kw_only=True):
    """A hit turns to stone."""

    attack: str = ""
    save: Save | None = None


class Charm(Special, frozen=True, kw_only=True):
    """A creature that charms by touch or song."""

    refers = {"spell": "spell"}
    by: Literal["touch", "song"]
    spell: str = "charm_person"
    attack: str = ""
    lures: bool = False
    """The victim only walks towards it."""
    save: Save | None = None


class Regeneration(Special, frozen=True, kw_only=True):
    """Wounds close by themselves, except the ones dealt by these."""

    hp: int
    stopped_by: tuple[str, ...] = ()


class Immunity(Special, frozen=True, kw_only=True):
    """Nothing of these kinds harms it."""

    to: tuple[Ward, ...]


class WeaponWard(Special, frozen=True, kw_only=True):
    """Only magic weapons of this bonus or better harm it, or silver where that helps."""

    plus: int = 1
    silver: bool = False
    silver_factor: float = 1.0
    magic_factor: float = 1.0


class WeaponProof(Special, frozen=True, kw_only=True):
    """Some kinds of weapon do little or nothing to it."""

    kinds: tuple[Literal["blunt", "edged", "missile"], ...]
    damage: Literal["none", "half", "one"]
    magic: Literal["same", "full"] = "same"
    """Whether a magic weapon of the kind fares the same or does full damage."""


class SpellWard(Special, frozen=True, kw_only=True):
    """Spells do not touch it: up to a level, of weak casters, or all but some."""

    max_level: int = 9
    caster_below: int = 0
    but: tuple[str, ...] = ()
    """Elements and spells that do work."""


class MagicResistance(Special, frozen=True, kw_only=True):
    """A d100 below this number: the spell fails."""

    percent: int


class SaveBonus(Special, frozen=True, kw_only=True):
    """Better saving throws against magic."""

    bonus: int


class Resistance(Special, frozen=True, kw_only=True):
    """Less damage from an element."""

    element: Element
    factor: float = 0.5


class Weakness(Special, frozen=True, kw_only=True):
    """More damage from an element, or worse saves against it."""

    element: Element
    factor: float = 1.0
    save_modifier: int = 0


class Absorption(Special, frozen=True, kw_only=True):
    """Damage of this element heals it."""

    element: Element


class Slowed(Special, frozen=True, kw_only=True):
    """Spells of these elements slow it to half."""

    by: tuple[Element, ...]
    rounds: int = 1


class Swallow(Special, frozen=True, kw_only=True):
    """A good bite swallows the victim whole."""

    attack: str
    when: Trigger
    size: Size = "man"
    """The largest prey."""
    held: bool = False
    """It must have seized the victim first, and bitten it in the round before."""
    effect: Literal["death", "digested", "referee"] = "referee"
    span: Span | None = None


class Grip(Special, frozen=True, kw_only=True):
    """After such a hit it holds on, and does this much in every round without rolling."""

    attack: str
    damage: Amount
    when: Trigger | None = None
    element: Element | None = None


class Drag(Special, frozen=True, kw_only=True):
    """A creature that drags its victim under water, to drown."""

    attack: str
    when: Trigger


class Critical(Special, frozen=True, kw_only=True):
    """A very good hit does other damage."""

    attack: str
    when: Trigger
    damage: Amount


class Charge(Special, frozen=True, kw_only=True):
    """Damage is multiplied in a charge."""

    attack: str
    factor: int = 2


class Disease(Special, frozen=True, kw_only=True):
    """A hit can carry disease."""

    attack: str
    chance: int = 100
    """How many in a hundred of the monsters carry it."""
    save: Save | None = None
    penalty: int = 0
    """On all rolls while it lasts; 0: the referee says what the disease does."""
    span: Span | None = None


class Rot(Special, frozen=True, kw_only=True):
    """A hit rots: no magical healing, and wounds close at a fraction of the pace until the curse is lifted."""

    attack: str
    healing_factor: float = 0.1
    cured_factor: float = 0.5
    """Once disease is cured; only lifting the curse ends it."""


class Summons(Special, frozen=True, kw_only=True):
    """A creature that can call others, one of these companies at a time."""

    refers = {"monsters": "monster"}
    companies: tuple[Company, ...]
    per_day: int = 0

    @property
    def brings(self) -> tuple[Company, ...]:
        """One of its companies at a time."""
        return self.companies

    @property
    def monsters(self) -> tuple[str, ...]:
        """All who may come."""
        return tuple(monster for company in self.companies for monster in company.monsters)


class Companions(Special, frozen=True, kw_only=True):
    """Others are with it, so often in six."""

    refers = {"monsters": "monster"}
    companies: tuple[Company, ...]
    chance: int = 6

    @property
    def brings(self) -> tuple[Company, ...]:
        """One of its companies at a time."""
        return self.companies

    @property
    def monsters(self) -> tuple[str, ...]:
        """All who may be there."""
        return tuple(monster for company in self.companies for monster in company.monsters)


class Caster(Special, frozen=True, kw_only=True):
    """A creature that casts as a class of a level."""

    as_class: str = "magic_user"
    level: int = 0
    level_by: Literal["number", "hit_dice", "age"] = "number"
    each_level: int = 0
    """Spells of each spell level a day, where it is not by class."""


class SpellLike(Special, frozen=True, kw_only=True):
    """A spell as a power of its own."""

    refers = {"spell": "spell"}
    spell: str
    per_day: int = 0
    """0: at will."""
    save_modifier: int = 0
    damage: Amount | None = None
    area: Area | None = None
    needs: int = 1
    """How many of the monsters must act together."""


class Shapes(Special, frozen=True, kw_only=True):
    """A creature that can take other forms at will."""

    forms: tuple[Literal["gas", "giant_bat", "human", "anybody", "whirlwind"], ...]


class Invisible(Special, frozen=True, kw_only=True):
    """A creature that cannot be seen."""

    when: Literal["always", "still"] = "always"
    where: Literal["", "woods"] = ""


class Surprising(Special, frozen=True, kw_only=True):
    """A creature whose foes are surprised on this or less on a d6."""

    chance: int
    where: Literal["", "woods", "underground", "still"] = ""


class Turning(Special, frozen=True, kw_only=True):
    """How clerics fare against it, where it is not simply undead of its hit dice."""

    as_hd: int = 0
    never: bool = False
    option: bool = False
    """Only if the referee counts it among the undead."""


class Split(Special, frozen=True, kw_only=True):
    """Damage of this element divides it instead of hurting it."""

    by: Element = "lightning"


class Webs(Special, frozen=True, kw_only=True):
    """A creature that spins webs: stuck without a save; those who save move slowly."""

    save: Save
    feet_per_round: int = 5


class Corrosion(Special, frozen=True, kw_only=True):
    """A creature whose touch eats arms and armour."""

    weapon_hits: int = 1
    armour_hits: int = 1
    plate_hits: int = 2
    per_plus: int = 0
    """Further hits that each bonus of magic lasts."""
    metal_only: bool = False
    item_save: bool = False
    """The item has a saving throw, by the referee."""


class Sunder(Special, frozen=True, kw_only=True):
    """A hit breaks armour or shield, so often in a hundred."""

    attack: str
    chance: int


class Blink(Special, frozen=True, kw_only=True):
    """A creature that appears behind its foe so often in a hundred, and strikes in the same round."""

    behind: int


class Teleport(Special, frozen=True, kw_only=True):
    """A creature that can be elsewhere at once."""

    feet: int
    per_day: int = 1


class Cry(Special, frozen=True, kw_only=True):
    """All who hear it must save."""

    effect: Literal["death", "fear", "daze"]
    save: Save | None = None
    per_day: int = 0
    delay: Span | None = None
    span: Span | None = None
    hd_max: int | None = None


class Aura(Special, frozen=True, kw_only=True):
    """Whoever is near and weak must save or die."""

    radius: int
    hd_max: int
    save: Save
    again: Span


class LastStrike(Special, frozen=True, kw_only=True):
    """A creature that attacks once more after falling to 0 hit points or below."""


class ToHit(Special, frozen=True, kw_only=True):
    """A bonus or penalty to hit, always or in some light, place or company."""

    bonus: int
    when: Literal["", "sunlight", "surface", "at_sea", "on_land"] = ""
    against: Literal["", "humanoids"] = ""
    missile: bool = False
    """Only with missiles."""


class Morale(Special, frozen=True, kw_only=True):
    """A modifier on its morale."""

    bonus: int
    against: str = ""


class Lycanthropy(Special, frozen=True, kw_only=True):
    """A victim brought below this share of its hit points becomes the same."""

    below: float = 0.5


class Whirlwind(Special, frozen=True, kw_only=True):
    """A creature that becomes a whirlwind and sweeps away creatures of few hit dice."""

    diameter: int
    height: int = 0
    hd_max: int = 1


class Footing(Special, frozen=True, kw_only=True):
    """A creature whose damage drops unless the foe stands in its element."""

    less: Amount
    unless: Literal["ground", "water"]


class Heads(Special, frozen=True, kw_only=True):
    """One head for each hit die, each of which can be killed alone."""


class Spit(Special, frozen=True, kw_only=True):
    """A shot that hits so often in a hundred, without an attack roll."""

    attack: str
    range: int
    chance: int
    first_chance: int
    per_ten_feet: int
    """Change of the chance for each ten feet beyond the range."""


class Pull(Special, frozen=True, kw_only=True):
    """A hit pulls the victim close and burns it."""

    attack: str
    damage: Amount
    element: Element = "fire"


class Incorporeal(Special, frozen=True, kw_only=True):
    """A creature without a body."""


class Bane(Special, frozen=True, kw_only=True):
    """What destroys it for good, what keeps it away, what turns it to stone."""

    kills: tuple[str, ...] = ()
    repels: tuple[str, ...] = ()
    petrifies: tuple[str, ...] = ()


class MistAtZero(Special, frozen=True, kw_only=True):
    """At 0 hit points it turns to mist and goes home instead of dying."""


class Spores(Special, frozen=True, kw_only=True):
    """Struck or touched, it may let off deadly spores, so often in a hundred."""

    chance: int
    area: Area
    save: Save


class Burn(Special, frozen=True, kw_only=True):
    """Whoever touches it takes damage."""

    damage: Amount
    element: Element


class Conversion(Special, frozen=True, kw_only=True):
    """A creature that turns what it touches into itself."""

    save: Save
    stopped_by: tuple[str, ...] = ()
    destroyed_by: tuple[Element, ...] = ()


class Narrated(Special, frozen=True, kw_only=True):
    """Facts for the referee to play out."""

    text: Phrase


AnySpecial = (
    Poison | Paralysis | LevelDrain | AbilityDrain | Spawn | Breath | Gaze | Petrify | Charm | Regeneration | Immunity
    | WeaponWard | WeaponProof | SpellWard | MagicResistance | SaveBonus | Resistance | Weakness | Absorption | Slowed
    | Swallow | Grip | Drag | Critical | Charge | Disease | Rot | Summons | Companions | Caster | SpellLike | Shapes
    | Invisible | Surprising | Turning | Split | Webs | Corrosion | Sunder | Blink | Teleport | Cry | Aura | LastStrike
    | ToHit | Morale | Lycanthropy | Whirlwind | Footing | Heads | Spit | Pull | Incorporeal | Bane | MistAtZero
    | Spores | Burn | Conversion | Narrated
)  # fmt: skip
