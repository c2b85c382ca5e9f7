"""L'Infausta Scatola: La Scatola Bianca with what its text changes and adds, and nothing else.

fight → dungeon → doings → wilderness (night → day → table) → cards → features (class by class); what no module names
here runs the parent's code, and `citations` lets its log cite the atoms of this game.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import ClassVar, Final

from arbitro.dice.stream import Dice
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.option import Options, load_options
from arbitro.kernel.ruleset import Resolution, Setup
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.yamlfile import Document
from arbitro.rules.infausta import commands as c
from arbitro.rules.infausta import fold
from arbitro.rules.infausta.citations import Retelling, choice_retold, cited, refusal_retold
from arbitro.rules.infausta.content import InfaustaContent, load_content
from arbitro.rules.infausta.deeds import CUSTOMS, DEEDS
from arbitro.rules.infausta.events import EVENTS
from arbitro.rules.infausta.features import commands as features
from arbitro.rules.infausta.features.table import Features
from arbitro.rules.infausta.setup import read_journey
from arbitro.rules.infausta.state import State
from arbitro.rules.infausta.wilderness.commands import ActOnTheSpot
from arbitro.rules.whitebox import WhiteBox
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.deeds import Customs, Deed
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.text import Texts

_ACTORS: Final = (
    c.SearchTraps, c.LookOver, c.DoSomething, ActOnTheSpot, features.TakeStance, features.BeginSong, features.StopSong,
    features.SpendZeal, features.TakeTrophies, features.ChangeShape, features.ResumeShape, features.UseSkill,
    features.RefitArmour, features.StudyInLibrary,
)  # fmt: skip
"""Commands of one character."""


class Infausta(Features):
    """The game of the ill-omened box."""

    id = "infausta"
    package: ClassVar[str] = "arbitro.rules.infausta"
    state_type = State
    event_types = (*WhiteBox.event_types, *EVENTS)
    command_types = (*WhiteBox.command_types, *c.COMMANDS)
    rule_names: ClassVar[Mapping[type[Command], str]] = {
        **WhiteBox.rule_names,
        **{command: tag_of(command) for command in c.COMMANDS},
    }
    deeds: ClassVar[Mapping[type[Command], Deed]] = DEEDS
    customs: ClassVar[Customs] = CUSTOMS

    @cached_property
    def options(self) -> Options:
        """The parent's switches with this game's changes."""
        return load_options(self.package, load_options(WhiteBox.package))

    @cached_property
    def texts(self) -> Texts:
        """The sentences of this game; the parent's stand behind them."""
        return Texts(self.package, Texts(WhiteBox.package, Texts("arbitro.kernel")))

    @cached_property
    def content(self) -> InfaustaContent:
        """The parent's content with this game's changes."""
        return load_content(self.packs)

    def resolution(self, state: ParentState, dice: Dice) -> Scene:
        """A command about to be resolved, whose events cite this game's atoms."""
        return Retelling(state, dice, self.evolve)

    def owner(self, state: ParentState, command: Command) -> str:
        """The parent's owners, and those of this game's own commands."""
        if type(command) in c.PARTYS:
            return PARTY
        if isinstance(command, _ACTORS):
            return command.who
        return REFEREE_ONLY if type(command) in c.COMMANDS else super().owner(state, command)

    def decide(self, state: ParentState, command: Command, dice: Dice) -> Resolution[ParentState] | Refusal:
        """What comes of a command."""
        answer = super().decide(state, command, dice)
        return refusal_retold(answer) if isinstance(answer, Refusal) else answer

    def cite(self, rules: tuple[str, ...]) -> tuple[str, ...]:
        """The atoms of this game for the parent's."""
        return cited(rules)

    def out_of_the_ordinary(self, state: ParentState) -> bool:
        """Also where somebody sings, hides or is an animal."""
        own = self.own(state)
        return bool(own.songs or own.hidden or own.shapes) or super().out_of_the_ordinary(state)

    def evolve(self, state: ParentState, event: Event) -> State:
        """The state after an event."""
        return fold.evolve(self.own(state), event)

    def choices(self, state: ParentState, seat: Seat) -> Iterable[Choice]:
        """What a seat may do now, with this game's citations."""
        return (choice_retold(choice) for choice in super().choices(state, seat))

    def read_setup(self, document: Document) -> Setup:
        """A journey, or whatever the parent reads."""
        return read_journey(document) if "land" in document.mapping() else super().read_setup(document)
