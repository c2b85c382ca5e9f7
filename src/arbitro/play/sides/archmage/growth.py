"""What is chosen when a character of the archmages grows: commands, and what happens."""

from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.rules.archmage.choosing import ChoiceKind
from arbitro.rules.archmage.heroes import Hero
from arbitro.rules.archmage.state import Combatant


class TakeChoice(Command, frozen=True, tag="take_choice"):
    """Somebody who has gained a level chooses: an ability that rises, a talent, what it is for, a power, a feat."""

    who: str
    kind: ChoiceKind
    name: str
    of: str = ""
    """The group of powers, or the talent whose detail is decided."""


class LetChoose(Command, frozen=True, tag="let_choose"):
    """Everything that somebody still has to choose is chosen for them, sensibly."""

    who: str


class PutOffChoices(Command, frozen=True, tag="put_off_choices"):
    """Somebody goes on without choosing for now, and knows it."""

    who: str


class ChangePower(Command, frozen=True, tag="change_power"):
    """Somebody puts one power in the place of another, where the class may choose anew; known ones change levels."""

    who: str
    old: str
    new: str


class ChoiceTaken(Event, frozen=True, tag="choice_taken"):
    """Somebody has chosen one thing, and is so from now on."""

    people = ("who",)

    who: str
    kind: ChoiceKind
    name: str
    hero: Hero
    combatant: Combatant
    score: int = 0
    """What an ability has risen to."""
    of: str = ""
    """The talent whose detail it is."""

    def variant(self) -> str:
        """What sort of thing it is."""
        return self.kind


class ChoicesFilled(Event, frozen=True, tag="choices_filled"):
    """Everything that somebody had still to choose has been chosen for them."""

    people = ("who",)

    who: str
    taken: tuple[tuple[ChoiceKind, str], ...]
    hero: Hero
    combatant: Combatant


class ChoicesPutOff(Event, frozen=True, tag="choices_put_off"):
    """Somebody plays on with choices still to make."""

    people = ("who",)

    who: str


class PowerChanged(Event, frozen=True, tag="power_changed"):
    """Somebody has put one power in the place of another; or two that were known have changed their levels."""

    people = ("who",)

    who: str
    old: str
    new: str
    hero: Hero
    combatant: Combatant
    levels: bool = False
    """Whether both were known, and only their levels are other than before."""

    def variant(self) -> str:
        """Whether only levels have changed."""
        return "levels" if self.levels else ""


EVENTS: Final[tuple[type[Event], ...]] = (ChoiceTaken, ChoicesFilled, ChoicesPutOff, PowerChanged)
