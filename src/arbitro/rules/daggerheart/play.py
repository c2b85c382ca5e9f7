"""A command being resolved, and how it stops for an answer: what the chapters of the game work on."""

from typing import TYPE_CHECKING, Final

from msgspec import field
from msgspec.structs import replace

from arbitro.dice.stream import Dice, GivenDice
from arbitro.kernel.ruleset import Resolution
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import fold
from arbitro.rules.daggerheart.feature import Moment
from arbitro.rules.daggerheart.presence import current_scene
from arbitro.rules.daggerheart.state import Agenda, Hit, State
from arbitro.rules.daggerheart.steps import dealt

if TYPE_CHECKING:
    from arbitro.rules.daggerheart.rules import Rules


class Play(Resolution[State], kw_only=True):
    """A command being resolved, with what is still to be settled (next first)."""

    rules: "Rules"
    """What the game is made of: see `rules`."""
    agenda: list[Agenda] = field(default_factory=list)

    def first(self, *steps: Agenda) -> None:
        """Put steps before everything else that is due."""
        self.agenda[:0] = steps


NO_DICE: Final = GivenDice(())


def begin(rules: "Rules", state: State, dice: Dice = NO_DICE) -> Play:
    """A play that begins with a state; without dice it is for what throws none."""
    return Play(state, dice, fold.evolve, rules=rules)


def ask(play: Play, question: Question, *steps: Agenda) -> None:
    """Stop here until somebody has answered; everything still to be settled waits in the state."""
    play.happen(e.Asked(question, (*steps, *play.agenda), audience=REFEREE_ONLY, rules=question.rules))
    play.agenda = []


def resume(play: Play, kind: str) -> list[Agenda]:
    """Go on after an answer."""
    agenda = list(current_scene(play.state).agenda)
    play.happen(e.Answered(kind, audience=REFEREE_ONLY))
    play.agenda = agenda
    return agenda


def set_off(play: Play, moment: Moment, subject: str, target: str, hit: Hit | None = None) -> list[Agenda]:
    """What a moment sets off among the features of those present, as steps to be settled (DHP-ADVSTAT-05)."""
    if play.state.scene is None or play.state.scene.ending:
        return []
    chances = play.rules.reactions(play.rules.books, play.state, moment, subject, target, hit)
    if hit is None:
        return list(chances)
    armour, amount = hit.armour == 1, dealt(hit)
    return [
        replace(chance, wounds=hit.extra or hit.severity, armour=armour, dealt=amount, dealt_kind=hit.kind)
        for chance in chances
    ]
