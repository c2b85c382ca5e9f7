"""Death moves, rests and levels."""

from typing import Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import DieLook, Event
from arbitro.kernel.ruling import Check, Lot, Modifier
from arbitro.rules.daggerheart.state import (
    Power,
    Sheet,
)


class DeathMoved(Event, frozen=True, tag="death_moved"):
    """A death move (DHP-DEATH-01)."""

    thrown_by = "who"
    people = ("who",)
    who: str
    move: Literal["blaze_of_glory", "avoid_death", "risk_it_all"]
    dice: tuple[Die, ...] = ()
    level: int = 0
    """Of a PC who avoids death: up to which number of the Hope Die it leaves a scar. 0 in an old log."""

    def variant(self) -> str:
        """By the move."""
        return self.move

    def lots(self) -> tuple[Lot, ...]:
        """Which die is Hope's and which is Fear's."""
        if self.level:
            return ()
        return tuple(Lot(die, purpose=purpose) for die, purpose in zip(self.dice, ("hope", "fear"), strict=False))

    def dice_looks(self) -> tuple[DieLook, ...]:
        """The Hope Die light, the Fear Die dark."""
        return ("light", "dark")

    def checks(self) -> tuple[Check, ...]:
        """Whether avoiding death leaves a scar (DHP-DEATH-03)."""
        return tuple(
            Check((die,), die.face, "<=", self.level, die.face <= self.level, against="scar")
            for die in self.dice
            if self.level
        )


class RestBegan(Event, frozen=True, tag="rest_began"):
    """The party rests."""

    kind: Literal["short", "long"]

    def variant(self) -> str:
        """Short or long."""
        return self.kind


class RestMoveMade(Event, frozen=True, tag="rest_move_made"):
    """A downtime move (DHP-REST-01)."""

    thrown_by = "who"
    people = ("who", "whom")
    who: str
    move: str
    whom: str
    dice: tuple[Die, ...] = ()
    together: bool = False
    modifiers: tuple[Modifier, ...] = ()
    """The tier, added to the die."""


class RestCut(Event, frozen=True, tag="rest_cut"):
    """The rest is interrupted (DHP-REST-03)."""

    benefit: Literal["none", "short"]

    def variant(self) -> str:
        """What is left of it."""
        return self.benefit


class RestEnded(Event, frozen=True, tag="rest_ended"):
    """The rest is over; what is limited by rests is fresh again (DHP-REST-07)."""

    kind: Literal["short", "long"]
    refreshed: dict[str, tuple[str, ...]]
    """What each PC has still used up afterwards."""
    short_rests: int = 0
    """How many short rests there have been in a row."""


class TimeSkipped(Event, frozen=True, tag="time_skipped"):
    """Extended downtime (DHP-REST-06)."""


class CardMoved(Event, frozen=True, tag="card_moved"):
    """A card moves between loadout and vault."""

    people = ("who",)
    who: str
    power: str
    sheet: Sheet
    recalled: bool = False
    """Out of the vault for Stress, away from a rest."""

    def variant(self) -> str:
        """Whether it was recalled, or else where it is now."""
        if self.recalled:
            return "recalled"
        return "vault" if any(card.id == self.power for card in self.sheet.vault) else "loadout"


class LevelGained(Event, frozen=True, tag="level_gained"):
    """The party rises a level together (DHP-LEVEL-01)."""

    people = ("who",)
    level: int
    sheets: dict[str, Sheet]
    who: str = ""
    """Somebody who was away when the others rose, and rises after them."""
    trades: bool = False
    """Each may exchange a card; logs written before that was known do not say so."""

    def variant(self) -> str:
        """All together, or one after the others."""
        return "later" if self.who else ""


class Advanced(Event, frozen=True, tag="advanced"):
    """A PC chose an advancement or took a card."""

    people = ("who",)
    who: str
    kind: str
    sheet: Sheet
    advances: int
    cards: int


class CardTaken(Event, frozen=True, tag="card_taken"):
    """A PC learned a new card."""

    people = ("who",)
    who: str
    power: Power
    sheet: Sheet
    cards: int
    out: Power | None = None
    """The card that was given up for it."""

    def variant(self) -> str:
        """A new one, or one in the place of another."""
        return "" if self.out is None else "traded"
