"""The small measures that monsters, spells and magic items have in common: saves, spans of time, areas, triggers."""

import re
from typing import Final, Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import Large
from arbitro.kernel.rulebook import Phrase
from arbitro.rules.whitebox.terms import Danger

Alignment = Literal["law", "neutrality", "chaos"]
Ability = Literal["str", "dex", "con", "int", "wis", "cha"]
Element = Literal[
    "fire", "cold", "lightning", "acid", "poison", "stone", "sleep", "crushing", "sound", "water", "light"
]
Size = Literal["small", "man", "large", "huge"]
Unit = Literal[
    "instant", "rounds", "turns", "hours", "days", "weeks", "permanent", "until_dispelled", "concentration", "until",
    "uses", "referee",
]  # fmt: skip
MINUTES_OF: Final = {"rounds": 1, "turns": 10, "hours": 60, "days": 24 * 60, "weeks": 7 * 24 * 60}
"""How long each unit of time is."""


def snake(name: str) -> str:
    """The tag of a struct: ``LevelDrain`` is written ``level_drain``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Save(Struct, frozen=True, forbid_unknown_fields=True):
    """The saving throw that a danger allows."""

    danger: Danger | None = None
    """The column of the matrix; without one the referee is asked, or the single number serves (WB-SAVE-09)."""
    modifier: int = 0
    """On the victim's roll."""
    success: Literal["negates", "half", "referee"] = "negates"


class Span(Struct, frozen=True, forbid_unknown_fields=True):
    """How long something lasts. A round is a minute, a turn ten minutes."""

    unit: Unit
    amount: Amount = Amount(plus=1)
    per_level: int = 0
    """As much again for each level of the caster."""
    level_unit: Unit | None = None
    """The unit of what each level adds, where it is another."""
    hidden: bool = False
    """Whether only the referee knows how long it is."""
    until: Phrase | None = None
    """What ends it, where that is not time."""


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """How far something reaches."""

    kind: Literal["self", "touch", "close", "feet", "miles", "sight", "reading", "referee"]
    feet: Large = 0
    per_level: Large = 0


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """The ground that something covers, in feet."""

    shape: Literal["cone", "line", "cloud", "radius", "single", "box", "wall", "square"]
    length: Large = 0
    width: Large = 0
    height: Large = 0
    radius: Large = 0


class Trigger(Struct, frozen=True, forbid_unknown_fields=True):
    """When a hit does more than its damage. Any one of the conditions is enough."""

    margin: int = 0
    """The attack total beats the number needed by this much."""
    natural: int = 0
    """The die itself shows this or more."""
    double: bool = False
    """The total is at least twice the number needed."""
    surprise: bool = False
    """The victim was surprised."""
