"""How far the numbers of commands go."""

from typing import Final

from arbitro.dice.amount import Amount
from arbitro.kernel.number_range import NumberRange, NumberRanges
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.state import FEAR_LIMIT, Countdown, Foe, Hero
from arbitro.rules.daggerheart.words import FEAR_SIDES

_DIFFICULTY: Final = NumberRange(0, 60, ("DH-DIFF-03",), "difficulty")
_STRESS: Final = NumberRange(0, 12, ("DHP-STRESS-01",), "stress")
_FEET: Final = NumberRange(-10_000, 10_000, ("DHP-RANGE-01",), "feet")
"""The scene takes place on a line; one may go back beyond where one stood."""
_COUNTED: Final = NumberRange(0, 99, ("DHP-COUNT-01",), "countdown")
_SPENT: Final = NumberRange(0, 12, ("DHP-CHAR-02",))
_GRANTED: Final = {
    "advantages": NumberRange(0, 12, ("DH-ADV-01",)),
    "disadvantages": NumberRange(0, 12, ("DH-ADV-01",)),
}
"""What a GM may grant at once: under one option each is a die."""

BOUNDS: Final[NumberRanges] = {
    Amount: {"count": NumberRange(0, 100, word="dice"), "plus": NumberRange(-999, 9999)},
    Countdown: {"start": _COUNTED, "value": _COUNTED},
    Foe: {"at": _FEET},
    Hero: {"at": _FEET},
    c.AddFoe: {"at": _FEET},
    c.Adjust: {**_GRANTED, "difficulty": _DIFFICULTY, "unavoidable_stress": _STRESS},
    c.AdjustReaction: _GRANTED,
    c.AnswerPower: {"spend": _SPENT},
    c.AdvanceCountdown: {"by": _COUNTED},
    c.Bolster: {"spend": _SPENT},
    c.CallReaction: {**_GRANTED, "difficulty": _DIFFICULTY, "stress": _STRESS},
    c.FoeAct: {**_GRANTED, "difficulty": _DIFFICULTY},
    c.FoeAttack: _GRANTED,
    c.FoeReact: {**_GRANTED, "difficulty": _DIFFICULTY},
    c.FoeSprint: {"to": _FEET},
    c.GainFear: {"amount": NumberRange(0, 5 * FEAR_LIMIT, ("DH-FEAR-04",), "fear")},
    c.GiveThing: {"count": NumberRange(-99, 99, ("DHP-ITEM-01",))},
    c.GroupAction: {"difficulty": _DIFFICULTY, "helpers_difficulty": _DIFFICULTY},
    c.MakeMove: {"amount": _STRESS},
    c.Move: {"to": _FEET},
    c.OfferBargain: {"difficulty": _DIFFICULTY, "stress": _STRESS},
    c.OpenScene: {"difficulty": _DIFFICULTY, "places": _FEET},
    c.RequestRoll: {**_GRANTED, "difficulty": _DIFFICULTY, "unavoidable_stress": _STRESS},
    c.RollFate: {"limit": NumberRange(1, FEAR_SIDES, ("DHP-FATE-01",))},
    c.SkipTime: {"by": NumberRange(0, 99, ("DHP-REST-06",), "countdown")},
    c.StartCountdown: {"start": _COUNTED},
    c.UseFeature: _GRANTED,
    c.UsePower: {"spend": _SPENT},
}
"""By command, and by what commands are made of."""
