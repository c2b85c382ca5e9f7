"""Answers before and after a roll."""

from typing import Literal

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart.commands.granting import Granting
from arbitro.rules.daggerheart.words import Trait


class RequestRoll(Command, Granting, frozen=True, tag="request_roll"):
    """The GM calls for an action roll on what was described."""

    answers = "call"
    trait: Trait
    difficulty: int = 0
    """0: the target's, or the environment's."""
    hidden: bool = False
    stakes: str = ""
    unavoidable: str = ""
    unavoidable_stress: int = 0
    advantages: int = 0
    disadvantages: int = 0
    experience: str = ""
    """An Experience of the adversary's that raises the Difficulty."""


class NoRoll(Command, frozen=True, tag="no_roll"):
    """No roll needed: it simply succeeds."""

    answers = "call"


class OfferBargain(Command, frozen=True, tag="offer_bargain"):
    """Propose a price instead of a roll."""

    answers = "call"
    trait: Trait
    difficulty: int = 0
    stress: int = 1
    text: str = ""


class TakeBargain(Command, frozen=True, tag="take_bargain"):
    """Take the bargain, or decline and roll."""

    answers = "bargain"
    who: str
    taken: bool


class Roll(Command, frozen=True, tag="roll"):
    """Roll the Duality Dice, with Experiences at a Hope each, or at a Stress each and doubled by those who can."""

    answers = "roll"
    who: str
    experiences: str = ""
    doubled: bool = False


class Brace(Command, frozen=True, tag="brace"):
    """Put a power into the reaction roll that is asked for."""

    answers = "reaction"
    who: str
    power: str


class GiveHelp(Command, frozen=True, tag="give_help"):
    """Help somebody's roll: a d6 for a Hope."""

    answers = "roll"
    who: str


class Bolster(Command, frozen=True, tag="bolster"):
    """Put a power into one's roll that is due."""

    answers = "roll"
    who: str
    power: str
    spend: int = 0
    """Of a price that may be paid as often as one likes: how often; 0: once."""


class AnswerPower(Command, frozen=True, tag="answer_power"):
    """Use a power that could answer what is under way, or let it be."""

    answers = "power"
    who: str
    use: bool
    spend: int = 0
    """Of a price that may be paid as often as one likes: how often; 0: once."""
    target: str = ""
    """Of a power that is for one of several: whom; empty: whoever needs it most, or is nearest."""


class OfferGold(Command, frozen=True, tag="offer_gold"):
    """Slip somebody a handful of gold: advantage on the roll, where the place says so."""

    answers = "roll"
    who: str


class PayForLead(Command, frozen=True, tag="pay_for_lead"):
    """Mark Stress for what a failed search still turns up, or let it be."""

    answers = "lead"
    who: str
    use: bool


class Learn(Command, frozen=True, tag="learn"):
    """Choose the next of the things to be found out."""

    answers = "learn"
    who: str
    detail: int


class Adjust(Command, Granting, frozen=True, tag="adjust"):
    """The GM changes a roll before the dice: advantage, disadvantage, Difficulty, stakes, an Experience against it."""

    answers = "roll"
    advantages: int = 0
    disadvantages: int = 0
    difficulty: int = 0
    shown: bool = False
    experience: str = ""
    stakes: str = ""
    unavoidable: str = ""
    unavoidable_stress: int = 0


class AdjustReaction(Command, Granting, frozen=True, tag="adjust_reaction"):
    """The GM grants an advantage or imposes a disadvantage on a reaction roll that is due."""

    answers = "reaction"
    advantages: int = 0
    disadvantages: int = 0


class DropRoll(Command, frozen=True, tag="drop_roll"):
    """The roll is not made after all."""

    answers = "roll"
    who: str


class Reroll(Command, frozen=True, tag="reroll"):
    """Roll again for a Stress, or leave it."""

    answers = "reroll"
    who: str
    use: bool


class ChooseTag(Command, frozen=True, tag="choose_tag"):
    """Which of the two rolls counts for both; on a hit, which type the damage is."""

    answers = "tag"
    who: str
    pick: Literal["first", "second"]
    kind: Literal["physical", "magic"] = "physical"


class Seize(Command, frozen=True, tag="seize"):
    """Say what comes of having caught an adversary that would leave: it stays, is struck, is followed."""

    answers = "opportunity"
    who: str
    holds: str


class HoldOff(Command, frozen=True, tag="hold_off"):
    """Hold the roll of a successful attack against up to two more adversaries; nobody: let it be."""

    answers = "volley"
    who: str
    targets: str = ""


class React(Command, frozen=True, tag="react"):
    """Make the reaction roll that is called for; `rather`: the other way where there is one.

    Stress on a success instead of half damage, or what is offered on a failure instead of its price.
    """

    answers = "reaction"
    who: str
    trait: Trait
    experiences: str = ""
    rather: bool = False
    doubled: bool = False


class UseArmour(Command, frozen=True, tag="use_armour"):
    """Mark an Armor Slot against damage, or not."""

    answers = "armour"
    who: str
    use: bool


class Answer(Command, frozen=True, tag="answer"):
    """Use a reaction of an adversary's that has been set off, or let it be."""

    answers = "chance"
    use: bool


class DeathMove(Command, frozen=True, tag="death_move"):
    """Make a death move."""

    answers = "death"
    who: str
    move: Literal["blaze_of_glory", "avoid_death", "risk_it_all"]
    target: str = ""
    weapon: str = ""


class ShareDamage(Command, frozen=True, tag="share_damage"):
    """Say how much of some damage falls on the next of those who were hit."""

    answers = "share"
    who: str
    amount: int


class SplitHealing(Command, frozen=True, tag="split_healing"):
    """Divide what the Hope Die cleared between Hit Points and Stress."""

    answers = "split"
    who: str
    hp: int
