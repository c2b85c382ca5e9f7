"""Rests and levels."""

from typing import Literal

from arbitro.kernel.command import Command

RestDeed = Literal[
    "tend_to_wounds",
    "clear_stress",
    "repair_armor",
    "prepare",
    "tend_to_all_wounds",
    "clear_all_stress",
    "repair_all_armor",
    "work_on_project",
    "feature",
]


class BeginRest(Command, frozen=True, tag="begin_rest"):
    """The party rests."""

    kind: Literal["short", "long"]


class RestMove(Command, frozen=True, tag="rest_move"):
    """A downtime move; for yourself if nobody is named. `feature` is one that the power named in `whom` gives."""

    who: str
    move: RestDeed
    whom: str = ""


class CutRest(Command, frozen=True, tag="cut_rest"):
    """Something interrupts the rest."""


class EndRest(Command, frozen=True, tag="end_rest"):
    """The rest is over; a long one may bring a long-term countdown nearer."""

    countdown: str = ""


class SkipTime(Command, frozen=True, tag="skip_time"):
    """Extended downtime: 1d6 Fear for each PC."""

    countdown: str = ""
    by: int = 1


class SwapCard(Command, frozen=True, tag="swap_card"):
    """Move a card between loadout and vault, at a rest; at other times recall one from the vault for Stress."""

    who: str
    power: str
    out: str = ""
    """A card that goes to the vault to make room, at no cost."""


class Advance(Command, frozen=True, tag="advance"):
    """Choose one of the advancements of a level."""

    who: str
    kind: Literal[
        "traits",
        "hp",
        "stress",
        "experiences",
        "evasion",
        "proficiency",
        "domain_card",
        "subclass",
        "multiclass",
    ]
    first: str = ""
    """A trait, an Experience, a card, or a second class."""
    second: str = ""
    """The other trait or Experience, or the domain of a second class."""
    third: str = ""
    """The subclass of a second class whose foundation comes with it."""


class TrainCompanion(Command, frozen=True, tag="train_companion"):
    """A companion learns something, once for each level."""

    who: str
    lesson: Literal[
        "intelligent",
        "light_in_the_dark",
        "creature_comfort",
        "armored",
        "vicious_die",
        "vicious_range",
        "resilient",
        "bonded",
        "aware",
    ]
    experience: str = ""
    """Of the companion's: what `intelligent` makes better."""


class TakeCard(Command, frozen=True, tag="take_card"):
    """Take the domain card of a level."""

    who: str
    power: str


class TradeCard(Command, frozen=True, tag="trade_card"):
    """Give a domain card up for another, once with each level."""

    who: str
    out: str
    power: str
