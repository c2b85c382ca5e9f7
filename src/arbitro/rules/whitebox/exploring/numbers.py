"""The printed numbers of loyalty and the joust, read from ``content`` and checked once."""

from functools import cache

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.rolltable import RollTable, read_table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.whitebox.people.state import Loyalty


class LoyaltyRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What a loyalty check leaves: a modifier on the next one, or what the follower has become."""

    next_check: int = 0
    status: Loyalty = ""


class Treatment(Struct, frozen=True, forbid_unknown_fields=True):
    """What is proposed for each reason to like or dislike an employer."""

    good: int
    bad: int


class LoyaltyNumbers(Struct, frozen=True):
    """Table 22 and what treatment may be worth."""

    table: RollTable[LoyaltyRow]
    treatment: Treatment


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """Table 21."""

    attack: int
    damage: int
    defeat: int


class _JoustText(Struct, frozen=True, forbid_unknown_fields=True):
    rules: tuple[str, ...]
    passes: int
    blunted: str
    fall: str
    attack_from: int
    points: Points


class JoustNumbers(Struct, frozen=True):
    """Passes, damage and points of the joust."""

    passes: int
    blunted: Amount
    fall: Amount
    attack_from: int
    points: Points


@cache
def loyalty_numbers() -> LoyaltyNumbers:
    """The numbers of loyalty."""
    document = open_packaged("arbitro.rules.whitebox", "content", "loyalty.yaml")
    return LoyaltyNumbers(read_table(document, LoyaltyRow, "tables", "loyalty"), document.read(Treatment, "treatment"))


@cache
def joust_numbers() -> JoustNumbers:
    """The numbers of the joust."""
    text = open_packaged("arbitro.rules.whitebox", "content", "joust.yaml").read(_JoustText)
    blunted, fall = Amount.parse(text.blunted), Amount.parse(text.fall)
    return JoustNumbers(text.passes, blunted, fall, text.attack_from, text.points)
