"""What lasts: an effect on somebody that stays for a while, with the numbers that it changes."""

from typing import Final, Literal

from msgspec import Struct

from arbitro.dice.amount import Amount

EffectKind = Literal[
    "asleep", "held", "webbed", "stunned", "dazed", "prone", "stone", "charmed", "swallowed", "afraid", "confused",
    "blind", "feebleminded", "invisible", "located", "sees_invisible", "averted", "gazed", "bonus", "protected",
    "resisting", "shielded", "spell_proof", "banishing", "regenerating", "hasted", "slowed", "moving", "lit", "dark",
    "mist", "gripped", "oiled", "burning", "seared", "size", "diseased", "rotting", "cursed", "lycanthropy",
    "weakened", "doomed", "retaliating", "wall", "changed", "bodiless", "tasked", "watchful", "slippery", "mired",
    "darkvision", "drinking", "empowered", "braved", "reflecting", "unerring",
]  # fmt: skip
HELPLESS: Final[tuple[EffectKind, ...]] = ("asleep", "held", "webbed", "stunned", "dazed", "prone")
"""Whoever is under one of these cannot act."""
OUT_OF_IT: Final[tuple[EffectKind, ...]] = ("stone", "charmed", "swallowed")
"""Whoever is under one of these no longer counts in a fight."""
UNTOLD: Final[tuple[EffectKind, ...]] = (
    "gazed", "located", "lycanthropy", "diseased", "seared", "size", "braved",
)  # fmt: skip
"""What nobody but the referee is told of when it begins and ends."""


class Barrier(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A wall across the line on which a fight takes place; it stands just before the foot `at`."""

    of: str
    at: int
    solid: bool = False
    """Nobody with a body passes."""
    stops_hd: int = -1
    """Creatures of at most these hit dice do not pass."""
    damage: Amount | None = None
    """To those who pass."""
    undead_factor: int = 1
    fire_creatures: Amount | None = None
    """Instead, to those whom fire does not harm."""
    save: bool = False
    danger: str = ""
    """Whoever passes must save, or is thrown back."""
    stops_missiles: bool = False
    opaque: bool = False
    hampers: str = ""
    """Magic of this element does nothing across it."""

    def between(self, one: int, other: int) -> bool:
        """Whether it stands between two places."""
        return (one < self.at) != (other < self.at)


class Ongoing(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An effect on somebody. The clock ends it; spells, deeds and the referee may end it sooner."""

    kind: EffectKind
    source: str = ""
    """Where it comes from, as sort and id: ``spell:sleep``, ``item:potion_healing``, ``monster:ghoul``."""
    by: str = ""
    """Whose doing it is."""
    until: int = -1
    """The minute of the clock in which it is over; -1: it does not end by itself."""
    each: int = 0
    """Minutes for each point of what is rolled when it takes hold; 0: `until` is settled."""
    level: int = 0
    """Of the caster, for dispelling."""
    amount: int = 0
    """Hit points, points of an attribute, chances in six: what the kind needs."""
    dice: Amount | None = None
    """What it costs in every round."""
    element: str = ""
    ability: str = ""
    victims: str = ""
    """The kind of creatures that are kept away or commanded."""
    alignment: str = ""
    """The alignment that it protects from."""
    to_hit: int = 0
    damage: int = 0
    for_strength: bool = False
    """The damage takes the place of what strength adds, in the hand alone."""
    extra: Amount | None = None
    """Dice of damage on top, in the hand."""
    armour: int = 0
    """Better by this much."""
    missile_armour: int = 0
    base_armour: int = 0
    """Ascending armour class, if that is better than one's own."""
    saves: int = 0
    saves_vs: str = ""
    """The only element that the bonus on saves helps against."""
    attackers: int = 0
    """To hit, for those who attack."""
    factor: float = 1.0
    """On speed and attacks, on damage of the element, or on the pace at which wounds close."""
    unsaved: float = 1.0
    """On damage of the element against which no save is allowed."""
    feet: int = 0
    """How far a flight carries in a round."""
    radius: int = 0
    """Feet around the bearer within which friends share it."""
    ends_on_attack: bool = False
    ends_on_hurt: bool = False
    """Pain breaks it: sleep by blows, concentration."""
    noise_ends: bool = False
    """Whoever comes wakes its bearer."""
    magical: bool = True
    """Whether dispelling helps against it."""
    worn: bool = False
    """From something worn: it lasts while the thing is on."""
    barriers: tuple[Barrier, ...] = ()
    """The wall that it is; a circle crosses the line twice."""
    form: str = ""
    """The creature whose shape somebody has, or the spell that is stronger."""
    hd_min: int = 0
    hd_max: int = 99
    """The hit dice of those whom it keeps off; `amount` says how many, 0: all."""
    fights_as_form: bool = False
    """Whether the shape brings its attacks and powers, not only its hide and its feet."""

    def active(self, minute: int) -> bool:
        """Whether it still holds at a minute of the clock."""
        return self.until < 0 or minute < self.until
