"""What a kind of class feature is to the rules: registered once, with all that it does.

What a class has stands in its entry (`content/classes.yaml`, schemas in the parent's `class_features`). What the rules
do with a kind of feature is one `Gift`; the page is `class_gifts`. The rules go through what a class has (`given`) and
let each do what it does at the moment: only the chapter of a feature asks for its kind.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from arbitro.dice.stream import Die
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command
from arbitro.kernel.ruling import Modifier
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Fight, Profile, State
from arbitro.rules.whitebox.terms import Weapon
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.rules.infausta.features.commands import TakeStance

F = TypeVar("F")
"""The schema of a kind of feature."""
More = tuple[tuple[Die, ...], tuple[Modifier, ...]]


@dataclass(frozen=True, kw_only=True)
class Gift(Generic[F]):
    """A kind of class feature: its schema, and what it does at each moment at which it has something to do."""

    kind: type[F]
    # -------------------------------------------------------- what it does
    profile: Callable[[F, Profile], Profile] | None = None
    """The numbers of whoever has it in a fight."""
    damage: Callable[[F, Scene, Combatant, Combatant, Weapon, tuple[Die, ...]], Iterator[More]] | None = None
    """What it adds to the dice of a hit."""
    proof: Callable[[F, Here, Combatant, str], tuple[str, ...]] | None = None
    """The atoms by which an element does not touch whoever has it."""
    wary: Callable[[F, State, Combatant, Combatant], bool] | None = None
    """Whether it makes for better saves against somebody."""
    # -------------------------------------------------------- how it is used
    declared: Callable[[F, Here, Combatant], Iterator[Choice]] | None = None
    """With the declarations of a round."""
    instead: Callable[[F, Here, Fight, Combatant], Iterator[Choice]] | None = None
    """In a fight, instead of a blow."""
    between: Callable[[F, Here, Character], Iterator[Choice]] | None = None
    """Between fights."""
    judged: Callable[[F, Here, str], Iterator[Choice]] | None = None
    """What the referee says of it."""
    # -------------------------------------------------------- what it is worth to an automatic player
    declares: Callable[[F, Fight, Combatant, int], "TakeStance | None"] | None = None
    """With the declarations, so many foes being near."""
    wishes: Callable[[F, Here, Fight, Combatant, list[Combatant]], Iterator[Command]] | None = None
    """In a fight, against these foes, the best first."""
    afterwards: Callable[[F, Here, Character], Iterator[Command]] | None = None
    """After a fight."""
    # -------------------------------------------------------- its words
    sheet: Callable[[F, Here, Character, Language], tuple[str, str]] | None = None
    """What it is called on a sheet, and how it stands with it."""
