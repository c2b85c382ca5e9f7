"""Small terms that every part of White Box shares: names, dangers, weapons, spells."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.text import Gender, Language, Name

Danger = Literal["death_poison", "wands_rays", "paralysis_stone", "dragon_breath", "spells_staves"]
Moment = Literal["turn", "end_of_round"]
"""When a spell takes effect: in the turn of its caster, or where its data say so when the round ends (WB-SPELL-04)."""


class Named(Struct, frozen=True, omit_defaults=True):
    """What something is called, in both languages, with its gender in Italian."""

    it: str
    en: str
    gender: Gender = "m"
    number: int = 0
    """Which of several of the same name: Orc 3."""

    def in_(self, language: Language) -> Name:
        """The name in one language."""
        name = self.it if language == "it" else self.en
        return Name(f"{name} {self.number}" if self.number else name, self.gender)


class Threat(Struct, frozen=True, omit_defaults=True):
    """A danger that a saving throw may avert or soften (WB-SAVE-02)."""

    effect: Literal["damage", "death", "paralysis"]
    amount: Amount | None = None
    """Damage, or rounds of paralysis."""
    danger: Danger | None = None
    """The column of the matrix; without one the referee is asked for it, or the single number serves."""
    save: bool = True
    on_success: Literal["avoided", "half", "referee"] = "avoided"


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
    ammunition: str = ""
    """What a character needs to shoot it: ``arrow``, ``bolt``, ``stone``; nothing: no count is kept."""


class Spell(Struct, frozen=True, omit_defaults=True):
    """A spell that a combatant can cast in this fight."""

    id: str
    name: Named
    threat: Threat
    moment: Moment = "turn"


class SaveBonus(Struct, frozen=True, omit_defaults=True):
    """A bonus on saving throws and where it comes from: the matrix drops the ones of a class (WB-SAVE-10)."""

    amount: int
    source: Literal["class", "race", "magic"]
    danger: Danger | None = None
    """The only danger it helps against; none: all."""
