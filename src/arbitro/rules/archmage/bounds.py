"""How far the numbers of commands go."""

from typing import Final

from arbitro.dice.amount import Amount
from arbitro.kernel.number_range import NumberRange, NumberRanges
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.numbers import LADDER

BOUNDS: Final[NumberRanges] = {
    Amount: {"count": NumberRange(0, 100, word="dice"), "plus": NumberRange(-999, 9999)},
    c.CheckSkill: {"dc": NumberRange(0, 99, ("AE-POS-12",)), "bonus": NumberRange(-99, 99, ("AE-POS-12",))},
    c.GrantWeapon: {"steps": NumberRange(1 - len(LADDER), len(LADDER) - 1, ("AE-SITWEAPON-01",))},
    c.Impose: {"points": NumberRange(0, 9999), "save": NumberRange(0, 20, ("AE-SAVE-01",))},
    c.Interrupt: {"points": NumberRange(0, 9)},
    c.Member: {"hp": NumberRange(-999, 9999)},
}
"""By command, and by what commands are made of."""
