"""The words of the power vocabulary for what comes before a roll, and for moves out of turn; see `effects`."""

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.effect_base import Effect, On, Term


class Hurry(Effect, frozen=True, tag="initiative"):
    """Somebody acts sooner, or later, from now on: their initiative changes, or is rolled again."""

    on: On = "self"
    amount: Amount = Amount()
    times: Term = ""
    plus: Term = ""
    again: bool = False
    """It is rolled again, and the second roll stands."""


class FreeMove(Effect, frozen=True, tag="free_move"):
    """Somebody may move at once, without an action."""

    on: On = "target"
    amount: Amount = Amount()
    """What is added to a disengage check made so."""


class KeepRoll(Effect, frozen=True, tag="keep_roll"):
    """A d20 is thrown and kept: it may stand for the roll of an attack to come."""


class SetRoll(Effect, frozen=True, tag="set_roll"):
    """The attack roll of whoever it helps or hinders will show a number: the one that was kept, or one that is said."""

    number: int = 0
    """The number; 0: the one that was kept."""


class Interpose(Effect, frozen=True, tag="interpose"):
    """The attack of the target that is about to be rolled falls on the user, not on the friend it was meant for."""


class Quash(Effect, frozen=True, tag="quash"):
    """The attack of the target that is about to be rolled comes to nothing; an even roll lets its use be lost too."""


class ShareRecovery(Effect, frozen=True, tag="share_recovery"):
    """A recovery of which the user heals half, while the other half hurts the first foe in melee with them."""

    type: str = "fire"


RollAimed = Hurry | FreeMove
"""Those that may fall on somebody else than the target."""
RollScaled = Hurry
"""Those whose amount may grow with somebody's numbers."""
RollWords = Hurry | FreeMove | KeepRoll | SetRoll | Interpose | Quash | ShareRecovery
"""All of them."""
