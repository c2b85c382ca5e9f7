"""What spells and magic items do, each effect a struct of its own, so that one resolver serves both.

What only a referee can play out is `Narrated`: its facts, in both languages, to be shown when they matter.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import Large
from arbitro.kernel.rulebook import Phrase
from arbitro.rules.whitebox.measure import Ability, Alignment, Area, Element, Save, Size, Span, snake

Victims = Literal["persons", "monsters", "animals", "mammals", "plants", "undead", "dragons", "demons"]
ONE = Amount(plus=1)
NONE = Amount()


class Effect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """Something that a spell or an item does; `save` is the throw that it allows."""

    refers: ClassVar[Mapping[str, str]] = {}
    """Fields that name entries of the content, and of which sort."""
    save: Save | None = None
    choice: str = ""
    """Effects with different choices exclude each other: the caster names one."""
    charges: int = 1
    """What it costs an item that has charges."""


class Damage(Effect, frozen=True, kw_only=True):
    """Hit points lost."""

    amount: Amount = NONE
    per_level: Amount | None = None
    """As much for each level of the caster."""
    element: Element | None = None
    area: Area | None = None
    by_touch: bool = False
    """An attack roll must hit."""
    outdoors: Amount | None = None
    metal: Amount | None = None
    """More under the open sky, and against those who wear metal."""
    undead_factor: int = 1
    targets: Amount = ONE


class Heal(Effect, frozen=True, kw_only=True):
    """Hit points won back."""

    amount: Amount


class SleepRow(Struct, frozen=True, forbid_unknown_fields=True):
    """How many creatures of these hit dice, plus at most one, fall asleep."""

    dice_min: int
    dice_max: int
    count: Amount


class Sleep(Effect, frozen=True, kw_only=True):
    """Creatures of one row fall asleep, the caster's choice of row."""

    rows: tuple[SleepRow, ...]


class Charm(Effect, frozen=True, kw_only=True):
    """The victims count the caster among their friends."""

    victims: Victims
    count: Amount = ONE
    hd_below: int = 0
    """The count holds for creatures below these hit dice; of others, one. 0: for all."""
    hd_from: int = 0
    span: Span | None = None
    held: int = 0
    """How many may be under the charm at a time; 0: any number."""


class Hold(Effect, frozen=True, kw_only=True):
    """The victims cannot move."""

    victims: Victims
    count: Amount = ONE
    least: int = 1
    lone_modifier: int = 0
    """On the save, when a single victim is chosen."""
    area: Area | None = None
    span: Span | None = None


class Light(Effect, frozen=True, kw_only=True):
    """Light as of a torch."""

    radius: int


class Darkness(Effect, frozen=True, kw_only=True):
    """Darkness as of night."""

    radius: int


class Invisibility(Effect, frozen=True, kw_only=True):
    """Unseen until an attack; the radius moves with the target."""

    radius: int = 0
    ends_on_attack: bool = True


class Detect(Effect, frozen=True, kw_only=True):
    """The user becomes aware of something within range."""

    what: Literal[
        "chaos", "law", "magic", "invisible", "thoughts", "traps", "secret_doors", "enemies", "metal", "treasure",
        "truth", "object", "animal",
    ]  # fmt: skip
    radius: Large = 0


class Protection(Effect, frozen=True, kw_only=True):
    """Worse attacks and better saves against creatures of an alignment."""

    alignment: Alignment
    to_hit: int = -1
    saves: int = 1
    radius: int = 0


class Bonus(Effect, frozen=True, kw_only=True):
    """Modifiers while it lasts, or while it is worn or held."""

    to_hit: int = 0
    damage: Amount = NONE
    ac: int = 0
    """Better by this much, whichever way it is counted."""
    missile_ac: int = 0
    saves: int = 0
    saves_vs: Literal["", "fire", "poison"] = ""
    attackers: int = 0
    """To hit, for those who attack the user."""
    morale: int = 0
    """Of those who are no player characters; the size is ours, the sign the book's."""
    replaces_strength: bool = False
    """The damage takes the place of the one of strength."""
    only_class: str = ""
    before_blows: bool = False
    """Whoever is at blows already does not receive it."""


class BaseArmour(Effect, frozen=True, kw_only=True):
    """Armour class as if armoured, if that is better."""

    ac: int


class Attribute(Effect, frozen=True, kw_only=True):
    """A change of an attribute, never beyond the most."""

    ability: Ability
    amount: int
    most: int = 18
    lasting: bool = False


class Resist(Effect, frozen=True, kw_only=True):
    """Protection from an element: the plain kind harmless, better saves, half where there is no save."""

    element: Element
    plain_harmless: bool = False
    saves: int = 0
    half_without_save: bool = False
    proof: bool = False
    """Nothing of this element harms."""


class Rout(Effect, frozen=True, kw_only=True):
    """The victims flee."""

    hd_below: int = 0
    area: Area | None = None
    drop_chance: int = 0
    """In a hundred: they let fall what they hold."""
    open_air: bool = False
    """Nothing comes of it between walls."""


class Entangle(Effect, frozen=True, kw_only=True):
    """Sticky strands hold everybody in the area; turns to get through, by means. 0 turns: a round."""

    area: Area
    with_fire: int = 1
    strong: int = 2
    others: Amount = Amount(count=1, sides=2, plus=2)
    count: Amount = NONE
    """Foes tied, for an item that chooses them."""
    hit_points: int = 0


class Wall(Effect, frozen=True, kw_only=True):
    """A wall of something."""

    of: Literal["fire", "ice", "stone", "iron", "wind", "thorns"]
    area: Area
    ring: bool = False
    """In a circle around the target instead of across the way to it."""
    solid: bool = False
    """Nobody passes."""
    square_feet: Large = 0
    thickness: int = 0
    stops_hd: int = 0
    """Creatures of at most these hit dice cannot pass."""
    damage: Amount = NONE
    """To those who break or walk through."""
    undead_factor: int = 1
    fire_creatures: Amount = NONE
    stops_missiles: bool = False
    opaque: bool = False
    hampers: Element | None = None
    """Magic of this element does nothing across it (our reading of a word that says only that it is hampered)."""
    span: Span | None = None


class Summon(Effect, frozen=True, kw_only=True):
    """Creatures come."""

    refers = {"monsters": "monster"}
    monsters: tuple[str, ...]
    """One kind of these; empty: the referee, by the place."""
    count: Amount = ONE
    per_level_from: int = 0
    """The count again for each level of the caster from this one on."""
    hd: int = 0
    """Hit dice of what comes, or together where several may come."""
    together: bool = False
    """As many as make up the hit dice together, where one alone has fewer."""
    control: Literal["obeys", "concentration", "task", "hostile", "free"] = "obeys"


class Arrival(Struct, frozen=True, forbid_unknown_fields=True):
    """How well a teleport goes for one degree of knowledge of the place."""

    failure: int
    """In a hundred."""
    dies: bool = False
    off: Amount = NONE
    """Feet too high or too low, as likely the one as the other, times `times`."""
    times: int = 10
    off_in_six: int = 6
    """Of the failures, so many in six are too high or too low; the others do no harm."""


class Teleport(Effect, frozen=True, kw_only=True):
    """Elsewhere at once."""

    feet: Large = 0
    """At most; 0: any distance."""
    arrival: Arrival | None = None
    """What can go wrong, for a place known as well as the choice says; none: it never errs."""


class SureArrival(Effect, frozen=True, kw_only=True):
    """The wearer's own teleports never err."""


class Polymorph(Effect, frozen=True, kw_only=True):
    """Another form."""

    refers = {"forms": "monster"}
    who: Literal["self", "other"]
    span: Span | None = None
    keeps: tuple[Literal["hit_points", "fighting", "mind"], ...] = ()
    forms: tuple[str, ...] = ()
    """Creatures that are offered; any of the bestiary may be named."""


class Cure(Effect, frozen=True, kw_only=True):
    """An affliction ends."""

    of: Literal["disease", "curse", "poison"]


class Inflict(Effect, frozen=True, kw_only=True):
    """An affliction begins; the referee says which."""

    what: Literal["disease", "curse", "insanity", "age", "feeblemind", "dancing"]
    span: Span | None = None
    hd_max: int = 0
    radius: int = 0
    amount: int = 0
    resists_in_four: int = 0
    """Creatures above the hit dice resist so often in four; 0: they are not affected."""


class Raise(Effect, frozen=True, kw_only=True):
    """The dead return in their own bodies."""

    days: int
    days_per_level: int
    above_level: int
    rest: Span


class Reincarnate(Effect, frozen=True, kw_only=True):
    """The dead return in another body of the same alignment."""


class Dispel(Effect, frozen=True, kw_only=True):
    """Magic ends, with a chance by the levels of both casters."""

    alignment: Alignment | None = None
    chance: Literal["ratio", "difference"] = "ratio"
    """ratio: 100 times own level by the other's; difference: fails 10 in a hundred for each level of difference."""


class Speed(Effect, frozen=True, kw_only=True):
    """Many creatures move and attack faster or slower."""

    factor: float
    count: int = 0
    area: Area | None = None
    rest: bool = False
    """An equal time of rest must follow."""


class Movement(Effect, frozen=True, kw_only=True):
    """Another way to move."""

    mode: Literal[
        "fly", "levitate", "air_walk", "swim", "climb", "leap", "water_breathing", "ethereal", "gaseous", "silent"
    ]
    feet_per_round: Large = 0
    rate: int = 0
    """In tens of feet a turn."""
    feet_per_level: Large = 0
    """How high, for each level of the caster."""
    success: int = 100
    """In a hundred, where it does not always work."""


class Lock(Effect, frozen=True, kw_only=True):
    """A door is held shut."""

    passes_level: int = 0
    """Magic-users so many levels higher open it; 0: they do not."""


class Open(Effect, frozen=True, kw_only=True):
    """Doors open, whatever holds them."""


class Confusion(Effect, frozen=True, kw_only=True):
    """Creatures act at random, by a table, rolled again every turn."""

    refers = {"table": "spell_table"}
    table: str
    count: Amount
    more_above_level: int = 8
    hd_no_save: int = 3
    delay: Amount = ONE


class Slay(Effect, frozen=True, kw_only=True):
    """Creatures die outright."""

    hd_max: int = 0
    """0: any."""
    count: Amount | None = None
    element: Element | None = None
    area: Area | None = None


class Disintegrate(Effect, frozen=True, kw_only=True):
    """A thing or creature turns to dust."""

    magic_saves_as: int = 0
    """Hit dice as which magic things save; 0: they are proof against it."""


class Stone(Effect, frozen=True, kw_only=True):
    """Flesh to stone, or stone to flesh."""


class Feeblemind(Effect, frozen=True, kw_only=True):
    """The mind of one of these classes is gone."""

    classes: tuple[str, ...] = ()


class AntiMagic(Effect, frozen=True, kw_only=True):
    """No magic passes in or out."""

    radius: int = 0


class Darkvision(Effect, frozen=True, kw_only=True):
    """Sight in darkness, as far as a table says."""

    refers = {"table": "spell_table"}
    table: str


class Food(Effect, frozen=True, kw_only=True):
    """Food and drink for so many are made, cleansed or spoiled."""

    action: Literal["create", "purify", "spoil"]
    people: int


class MissileWard(Effect, frozen=True, kw_only=True):
    """Small missiles that are not magic do no harm."""


class Obscure(Effect, frozen=True, kw_only=True):
    """Mist: everybody but the caster fights badly."""

    to_hit: int


class Stun(Effect, frozen=True, kw_only=True):
    """The victim can do nothing."""

    span: Span
    needs_sight: bool = False


class Blind(Effect, frozen=True, kw_only=True):
    """Everybody in the area is blinded."""

    area: Area


class ElementWard(Effect, frozen=True, kw_only=True):
    """A ward that stops some elements."""

    elements: tuple[Element, ...]
    radius: int = 0


class Banish(Effect, frozen=True, kw_only=True):
    """Creatures of a kind cannot attack those inside."""

    kind: Literal["demon", "elemental", "lycanthrope", "undead", "metal"]
    radius: int = 0
    per_round: Amount | None = None
    """How many are kept off each round; None: all."""
    bands: tuple[SleepRow, ...] = ()


class Growth(Effect, frozen=True, kw_only=True):
    """Animals grow giant."""

    count: Amount
    doubles: bool = False
    """Where no giant kind is known, hit dice and damage double."""


class Telekinesis(Effect, frozen=True, kw_only=True):
    """Things move by thought."""

    pounds: Large = 0
    pounds_per_level: Large = 0
    feet: Large = 0


class Questions(Effect, frozen=True, kw_only=True):
    """Powers answer."""

    refers = {"table": "spell_table"}
    count: int = 0
    table: str = ""


class Berries(Effect, frozen=True, kw_only=True):
    """Berries that heal when eaten."""

    count: Amount
    hp: int = 1


class Prone(Effect, frozen=True, kw_only=True):
    """Everybody but the caster falls and cannot act."""


class Regeneration(Effect, frozen=True, kw_only=True):
    """Wounds close by themselves."""

    hp: int


class Cast(Effect, frozen=True, kw_only=True):
    """An item casts a spell."""

    refers = {"spell": "spell"}
    spell: str
    damage: Amount | None = None
    area: Area | None = None
    span: Span | None = None
    only_class: str = ""
    manner: str = ""
    """Which of the spell's choices."""
    success: int = 100
    """In a hundred."""


class StoredSpell(Effect, frozen=True, kw_only=True):
    """A spell of this level, chosen when the item is found."""

    level: Amount
    count: Amount = ONE
    spell_list: Literal["cleric", "magic_user", "either"] = "either"
    reusable: bool = False
    """After eight hours of rest."""


class Enchanted(Effect, frozen=True, kw_only=True):
    """A weapon, shield or armour is better, or worse."""

    plus: int
    plus_roll: Amount | None = None
    """Rolled when the item is found, instead of the fixed bonus."""
    damage: Amount = NONE
    element: Element | None = None
    versus: int = 0
    """The bonus against one kind of foe, chosen when the item is found."""
    to_hit_only: bool = False


class DestroyUndead(Effect, frozen=True, kw_only=True):
    """Undead that are hit are destroyed; those of these hit dice or more may save."""

    save_from_hd: int


class ExtraAttack(Effect, frozen=True, kw_only=True):
    """One more attack, so often a day."""

    per_day: int


class LevelGain(Effect, frozen=True, kw_only=True):
    """One level more, for the class the book is written for."""


class Wishes(Effect, frozen=True, kw_only=True):
    """Wishes, which the referee hears."""

    count: Amount


class Retaliate(Effect, frozen=True, kw_only=True):
    """Those who strike the wearer in melee take damage."""

    damage: Amount
    element: Element


class Absorb(Effect, frozen=True, kw_only=True):
    """Spells aimed at the holder are drunk up, so many levels in all."""

    levels: int


class Storage(Effect, frozen=True, kw_only=True):
    """Room for things."""

    pounds: Large
    weighs: Large = 0


class Mire(Effect, frozen=True, kw_only=True):
    """Everybody in the area moves at a share of their rate."""

    factor: float
    area: Area


class Coil(Effect, frozen=True, kw_only=True):
    """A hit winds itself around victims that are not too large."""

    size: Size
    span: Span


class Returning(Effect, frozen=True, kw_only=True):
    """Thrown, it comes back to the hand."""


class Reveal(Effect, frozen=True, kw_only=True):
    """Everything unseen near by is seen."""

    radius: Large


class Reflect(Effect, frozen=True, kw_only=True):
    """A share of the spells aimed at the wearer goes back."""


class Watchful(Effect, frozen=True, kw_only=True):
    """Never surprised."""


class Slippery(Effect, frozen=True, kw_only=True):
    """No grip and no web holds."""


class Opposition(Effect, frozen=True, kw_only=True):
    """An evil double of whoever looks attacks them."""


class Cards(Effect, frozen=True, kw_only=True):
    """Cards are drawn, each with its fate."""

    refers = {"table": "treasure"}
    table: str


class SpellPower(Effect, frozen=True, kw_only=True):
    """A spell of the wearer's does more, for each die."""

    refers = {"spell": "spell"}
    spell: str
    per_die: int
    only_class: str = ""


class Task(Effect, frozen=True, kw_only=True):
    """The victim must carry out a task; what ignoring it means goes by the list that the spell was cast from."""

    ignored: dict[str, Literal["curse", "death"]]


class Narrated(Effect, frozen=True, kw_only=True):
    """Facts for the referee to play out."""

    text: Phrase


AnyEffect = (
    Damage | Heal | Sleep | Charm | Hold | Light | Darkness | Invisibility | Detect | Protection | Bonus | BaseArmour
    | Attribute | Resist | Rout | Entangle | Wall | Summon | Teleport | SureArrival | Polymorph | Cure | Inflict | Raise
    | Reincarnate | Dispel | Speed | Movement | Lock | Open | Confusion | Slay | Disintegrate | Stone | Feeblemind
    | AntiMagic | Darkvision | Food | MissileWard | Obscure | Stun | Blind | ElementWard | Banish | Growth
    | Telekinesis | Questions | Berries | Prone | Regeneration | Cast | StoredSpell | Enchanted | DestroyUndead
    | ExtraAttack | LevelGain | Wishes | Retaliate | Absorb | Storage | Mire | Coil | Returning | Reveal | Reflect
    | Watchful | Slippery | Opposition | Cards | SpellPower | Task | Narrated
)  # fmt: skip
