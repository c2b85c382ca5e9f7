"""What may be asked for between battles at an Archmage table."""

from arbitro.kernel.command import Command


class UseRecovery(Command, frozen=True, tag="use_recovery"):
    """Heal with a recovery in a quick rest."""

    who: str


class HealInRest(Command, frozen=True, tag="heal_in_rest"):
    """Use a power or spell that truly heals on somebody in a quick rest."""

    who: str
    attack: str
    patient: str


class QuickRest(Command, frozen=True, tag="quick_rest"):
    """End the quick rest: recharge rolls are made, and the next battle may come."""


class FullHealUp(Command, frozen=True, tag="full_heal_up"):
    """The referee grants a full heal-up that was earned, or grants it anyway."""

    granted: bool = False


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take a full heal-up early, at the price of a campaign loss."""

    for_good = True
    text: str = ""


class DescribeLoss(Command, frozen=True, tag="describe_loss"):
    """The referee puts a campaign loss into words."""

    number: int
    text: str


class Revive(Command, frozen=True, tag="revive"):
    """Wake somebody from a coma, now that all danger is past."""

    who: str
