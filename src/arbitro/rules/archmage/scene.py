"""A command being resolved: what the chapters of the game work on."""

from typing import TYPE_CHECKING, Final

from msgspec import field

from arbitro.dice.stream import Dice, GivenDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Resolution
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.archmage import fold
from arbitro.rules.archmage.effects import Effect
from arbitro.rules.archmage.events import Asked
from arbitro.rules.archmage.power import Trigger
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.step import Blow, Occasion, Offer, Step

if TYPE_CHECKING:
    from arbitro.rules.archmage.rules import Rules

NO_DICE: Final = GivenDice(())


class Scene(Resolution[State], kw_only=True):
    """A command being resolved, with the agenda of what is still to be done (next last)."""

    rules: "Rules"
    """What the game is made of: see `rules`."""
    agenda: list[Step] = field(default_factory=list)
    stopped: bool = False
    """Whether an answer is awaited."""

    def one(self, who: str) -> Combatant:
        """Somebody as they are at this moment."""
        state = self.state
        fight = state.fight  # as `standing` says, without a call: nothing is asked more often
        return (state.party if fight is None or fight.phase == "over" else fight.combatants)[who]

    def then(self, *steps: Step) -> None:
        """Put steps before everything else that is still to be done; the first of them comes first."""
        self.agenda.extend(reversed(steps))

    def occur(self, trigger: Trigger, about: str, by: str = "", power: str = "") -> None:
        """Let others answer what has happened to somebody, where anybody has a power that does."""
        fight = self.state.fight
        if fight is None or fight.phase == "over":
            return
        for one in fight.combatants.values():
            if any(each.trigger == trigger for each in one.profile.attacks):
                self.then(Occasion(trigger, about, by, power))
                return

    def apply(self, effect: Effect, step: Blow) -> None:
        """One effect of a blow beside its damage; what only changes the damage does nothing here."""
        work = self.rules.verbs[type(effect)].work
        if work is not None:
            work(self, effect, step)

    def ask(self, question: Question, about: Step) -> None:
        """Stop for an answer; what is left to do waits in the state."""
        rules = question.rules
        self.happen(Asked(question, about, tuple(self.agenda), rules=rules, audience=REFEREE_ONLY))
        self.stopped = True
        self.agenda = []

    def resume(self) -> None:
        """Take up what waited for an answer."""
        self.agenda = list(self.state.battle.pending)

    def offered(self, who: str, kind: str) -> Offer | Refusal:
        """The offer that somebody's answer is about; a refusal if it was not made to them."""
        step = self.state.battle.asked
        if not isinstance(step, Offer) or step.kind != kind or step.who != who:
            return Refusal("not_asked")
        return step

    def hint(self, event: Event) -> None:
        """Tell the referee something that changes nothing."""
        self.happen(event)


def begin(rules: "Rules", state: State, dice: Dice = NO_DICE) -> Scene:
    """A scene that begins with a state; without dice it is for what throws none."""
    return Scene(state, dice, fold.evolve, rules=rules)
