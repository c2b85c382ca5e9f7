"""One numbered fight played again, to be read: what happened, line by line, and why."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from arbitro.chances.bout import Bout, Played, begun, fight_dice, first_state, lot_dice, moves
from arbitro.chances.measures import measured
from arbitro.chances.outcome import TEXTS
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.explain import Explanation
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.then import Now
from arbitro.kernel.together import explained_together, lines_of
from arbitro.text import Fault, Language, Words


class Replay(Struct, frozen=True):
    """A fight that was played again, command by command, from how it stood at first."""

    bout: Bout
    seed: str
    number: int
    steps: tuple[Played, ...]
    end: Any
    """How it ended, as a state of the game."""

    @property
    def table_seed(self) -> str:
        """The seed with which a table sees the very same fight."""
        return f"{self.seed}/{self.number}"

    @property
    def measures(self) -> dict[str, float]:
        """What it came to."""
        return measured(self.bout.reading.outcome(self.end))

    def table(self, name: str = "fight", *, kind: type[Table[Any]] = Table) -> Table[Any]:
        """The fight as a table, with its whole log; a fault where it had begun when it was asked about."""
        if self.bout.state is not None:
            raise Fault(Words(TEXTS, "chances.no_log"))
        ruleset = self.bout.ruleset
        options = ruleset.options.meant(self.bout.options)
        table = kind.open(ruleset, name, seed_from_text(self.table_seed), options)
        for step in self.steps:
            answer = table.submit(step.command, REFEREE)
            if isinstance(answer, Refusal):
                raise RuntimeError(f"{step.command} was played and is refused: {answer.code}")  # an error of ours
        return table

    def _told(self, language: Language) -> Iterator[tuple[Now[Any], tuple[Event, ...], str]]:
        for step in self.steps:
            now = Now(self.bout.ruleset, step.state)
            yield from ((now, run, line) for run, line in lines_of(now, step.events, language))

    def lines(self, language: Language = "en") -> list[tuple[str, Event, Explanation]]:
        """What happened, a sentence each with its event, the first of those told together, and its why."""
        return [(said, run[0], explained_together(now, run, language)) for now, run, said in self._told(language)]

    def story(self, language: Language = "en") -> list[str]:
        """What happened, a sentence each, as the referee may know it."""
        return [sentence for _, _, sentence in self._told(language)]

    def why(self, line: int = -1, language: Language = "en") -> Explanation:
        """The dice, numbers and rules behind a line of the story."""
        now, run, _ = list(self._told(language))[line]
        return explained_together(now, run, language)


def replayed(bout: Bout, seed: str, number: int) -> Replay:
    """Play a numbered fight again."""
    dice, lots = fight_dice(seed, number).play, lot_dice(seed, number)
    steps = list(begun(bout, dice))
    state = steps[-1].state if steps else first_state(bout, dice)
    steps += moves(bout, state, dice, lots)
    return Replay(bout, seed, number, tuple(steps), steps[-1].state if steps else state)
