"""What players may do while they have the spotlight."""

from typing import Literal

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart.words import Trait


class Describe(Command, frozen=True):
    """Say what your character does."""

    who: str
    text: str = ""
    trait: Trait | None = None
    target: str = ""


class Attack(Command, frozen=True):
    """Attack with a weapon; a second target for a weapon that can."""

    who: str
    target: str
    weapon: str = ""
    second: str = ""


class UsePower(Command, frozen=True):
    """Use a spell or a Hope Feature."""

    who: str
    power: str
    target: str = ""
    clears: Literal["", "hp", "stress"] = ""
    """Of a power that clears either: Hit Points if nothing is said."""


class Startle(Command, frozen=True):
    """Crack the whip: for a Stress, everybody in Melee is pushed back to Close."""

    who: str


class Move(Command, frozen=True):
    """Go somewhere without another action: an Agility Roll when in danger. `towards`: up to an adversary instead."""

    who: str
    to: int = 0
    towards: str = ""


class Shed(Command, frozen=True):
    """Try to get rid of a temporary condition."""

    who: str
    condition: str
    trait: Trait


class GroupAction(Command, frozen=True):
    """Lead a group action; the others make reaction rolls."""

    who: str
    others: str
    trait: Trait
    difficulty: int = 0
    helpers_difficulty: int = 0


class TagTeam(Command, frozen=True):
    """Attack together with another PC."""

    who: str
    partner: str
    target: str


class TakeSpotlight(Command, frozen=True):
    """A PC comes into focus."""

    who: str


class LookToGm(Command, frozen=True):
    """Ask the GM what happens next."""

    who: str


class EndEffect(Command, frozen=True):
    """A caster lets a spell's effect end."""

    who: str
    target: str
    condition: str
