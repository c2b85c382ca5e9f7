"""Small terms that every part of White Box shares: names, dangers, weapons, spells."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.named import Named as Named  # a term of the game too
from arbitro.rules.whitebox.ongoing_effects import Ongoing

Danger = Literal["death_poison", "wands_rays", "paralysis_stone", "dragon_breath", "spells_staves"]
Harm = Literal["damage", "death", "paralysis", "stone", "charm", "ongoing", "level_drain", "ability_drain", "swallow"]
Result = (
    Harm
    | Literal["heal", "ends", "burn", "wall", "summon", "double", "leave", "flight", "surrender"]
    | Literal["hide", "shown", "follow", "silence", "song", "shape", "own_shape", "pull", "ruin"]
)
"""What may wait for the end of a simultaneous turn: harm, help, and whatever else others would meet with."""
Moment = Literal["turn", "end_of_round"]
"""When a spell takes effect: in the turn of its caster, or where its data say so when the round ends (WB-SPELL-04)."""


Feature = Literal["sunlight", "surface", "underground", "woods", "water"]
"""What the place of a fight may be like, as far as it matters to somebody's powers."""


class Threat(Struct, frozen=True, omit_defaults=True):
    """A danger that a saving throw may avert or soften (WB-SAVE-02)."""

    effect: Harm
    amount: Amount | None = None
    """Damage, or rounds of paralysis."""
    danger: Danger | None = None
    """The column of the matrix; without one the referee is asked for it, or the single number serves."""
    save: bool = True
    on_success: Literal["avoided", "half", "referee"] = "avoided"
    modifier: int = 0
    """On the victim's roll."""
    element: str = ""
    """What it is made of, for those whom that does not harm: fire, cold, poison, sleep, charm …"""
    ongoing: Ongoing | None = None
    """What stays on the victim, for the effects that do more than hurt."""
    drain: int = 0
    """Levels, or points of an attribute, that are lost."""


class Weapon(Struct, frozen=True, omit_defaults=True):
    """A way to attack: in the hand, or at range (launched or thrown)."""

    id: str
    name: Named
    damage: Amount
    kind: Literal["melee", "missile"] = "melee"
    bonus: int = 0
    """To hit, by magic."""
    damage_bonus: int = 0
    threat: Threat | None = None
    """What else a hit brings, poison for instance."""
    silver: bool = False
    blunt: bool = False
    edged: bool = False
    element: str = ""
    """What its damage is made of, where that matters."""
    extra: Amount | None = None
    """More dice of damage, of the element."""
    count: int = 0
    """Attacks of this kind in a round, for a creature that has several kinds; 0: as many as the profile says."""
    besides: bool = False
    """Whether these come on top of the others."""
    magic: str = ""
    """The magic item that it is, if its power does more than a bonus."""
    ammunition: str = ""
    """What a character needs to shoot it: ``arrow``, ``bolt``, ``stone``; nothing: no count is kept."""
    shots: int = 1
    """Attacks in a round that its rate of fire gives, where the game counts it."""
    reload: int = 1
    """Rounds from one shot to the next, where the game counts them."""
    thrown: bool = False
    """It leaves the hand, and lies where it fell."""
    pieces: int = 1
    """How many there are to throw."""
    range: int = 0
    """Feet of one range, where the table counts ranges; 0: it reaches as far as the fight."""
    foe: str = ""
    """A kind of creature against which it is better."""
    foe_bonus: int = 0
    """What it adds against that kind, in place of its bonus."""

    @property
    def thing(self) -> str:
        """The key of the thing on a sheet that it belongs to: a spear is one thing, thrust or thrown (``~thrown``)."""
        return self.id.partition("~")[0]


class Spell(Struct, frozen=True, omit_defaults=True):
    """A spell that a combatant can cast in this fight."""

    id: str
    name: Named
    threat: Threat | None = None
    """The plain danger that it is; none: the content says what it does."""
    moment: Moment = "turn"
    magic: str = ""
    """The entry of the spell list that tells what it does."""


class SaveBonus(Struct, frozen=True, omit_defaults=True):
    """A bonus on saving throws and where it comes from: the matrix drops the ones of a class (WB-SAVE-10)."""

    amount: int
    source: Literal["class", "race", "magic"]
    danger: Danger | None = None
    """The only danger it helps against; none: all."""
    with_matrix: bool = False
    """Of a class: whether the matrix leaves it all the same."""
