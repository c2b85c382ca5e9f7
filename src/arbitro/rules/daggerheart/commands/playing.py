"""What players may do while they have the spotlight."""

from typing import Literal

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart.words import Purpose, Trait


class Describe(Command, frozen=True, tag="describe"):
    """Say what your character does."""

    who: str
    text: str = ""
    trait: Trait | None = None
    target: str = ""
    purpose: Purpose = ""
    """What it is for, where no words are given."""


class Investigate(Command, frozen=True, tag="investigate"):
    """Try what the place offers: read its traces, ask around, pray, perform."""

    who: str
    feature: str
    trait: Trait | None = None
    """One of those that the feature names; its first if nothing is said."""


class Attack(Command, frozen=True, tag="attack"):
    """Attack with a weapon; a second target for a weapon that can."""

    who: str
    target: str
    weapon: str = ""
    second: str = ""


class UsePower(Command, frozen=True, tag="use_power"):
    """Use a spell or a Hope Feature."""

    who: str
    power: str
    target: str = ""
    clears: Literal["", "hp", "stress"] = ""
    """Of a power that clears either: Hit Points if nothing is said."""
    trait: Trait | None = None
    """Of the Spellcast traits of two classes: one's own class's if nothing is said."""
    spend: int = 0
    """Of a price that may be paid as often as one likes: how often."""


class TakeForm(Command, frozen=True, tag="take_form"):
    """Turn into a beast: for a Stress, or for Hope with a trait that is one higher while it lasts."""

    who: str
    form: str
    """A Beastform; one that is made of lesser ones with those after a colon, commas between them."""
    evolve: Trait | None = None


class LeaveForm(Command, frozen=True, tag="leave_form"):
    """Be oneself again."""

    who: str


class Startle(Command, frozen=True, tag="startle"):
    """Crack the whip: for a Stress, everybody in Melee is pushed back to Close."""

    who: str


class Move(Command, frozen=True, tag="move"):
    """Go somewhere without another action: an Agility Roll when in danger. `towards`: up to an adversary instead."""

    who: str
    to: int = 0
    towards: str = ""


class Shed(Command, frozen=True, tag="shed"):
    """Try to get rid of a temporary condition."""

    who: str
    condition: str
    trait: Trait


class GroupAction(Command, frozen=True, tag="group_action"):
    """Lead a group action; the others make reaction rolls, with traits of their own where named (``bea:finesse``)."""

    who: str
    others: str
    trait: Trait
    difficulty: int = 0
    helpers_difficulty: int = 0


class TagTeam(Command, frozen=True, tag="tag_team"):
    """Attack together with another PC."""

    who: str
    partner: str
    target: str


class TakeSpotlight(Command, frozen=True, tag="take_spotlight"):
    """A PC comes into focus."""

    who: str


class Surrender(Command, frozen=True, tag="surrender"):
    """Lay down one's arms."""

    for_good = True
    who: str


class FreeCaptive(Command, frozen=True, tag="free_captive"):
    """The GM sets somebody free who had surrendered."""

    who: str


class LookToGm(Command, frozen=True, tag="look_to_gm"):
    """Ask the GM what happens next."""

    who: str


class EndEffect(Command, frozen=True, tag="end_effect"):
    """A caster lets a spell's effect end."""

    who: str
    target: str
    condition: str
