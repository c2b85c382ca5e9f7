"""Walking a dungeon that is rolled as one goes: which way, the dice that answer, and what is seen."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from arbitro.appendix_a.level import begin, explore
from arbitro.appendix_a.solo import answer_adjustment, awaited
from arbitro.cli import TEXTS
from arbitro.dice.stream import AuditedDice, Die
from arbitro.dungeon.draw.hand import draw_decoration
from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.events import LAYOUT, LeadOpened, Seen, SpaceLaid, TableRolled
from arbitro.dungeon.export.textmap import plan
from arbitro.dungeon.export.visited import GROUP
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Dungeon, Lead
from arbitro.dungeon.telling import question_text, tell, tell_players
from arbitro.kernel.event import Event, Setting
from arbitro.text import Language

MOST: Final = 20
"""Ways that are offered at once."""
REPAIRS: Final = {"a": "accept", "r": "reroll", "c": "dead_end"}
"""What is typed for each answer to a repair (DA-SOLO-03)."""


class TableDie(Struct, frozen=True):
    """A die that was read on a table."""

    table: str
    dice: tuple[Die, ...]
    total: int
    row: str
    rules: tuple[str, ...]


class WalkStep(Struct, frozen=True):
    """One step of a walk: which way was taken and what was thrown."""

    lead: str
    level: int
    thrown: tuple[TableDie, ...]
    spaces: int
    """How many spaces the walker knows now."""


class DungeonWalk:
    """A party in the dungeon. With `referee` every die is shown, otherwise those that players may see."""

    def __init__(
        self,
        seed: str,
        options: dict[str, Setting],
        language: Language,
        say: Callable[[str], None],
        ask: Callable[[str], str],
        *,
        referee: bool,
    ) -> None:
        self.dice = AuditedDice.from_text(seed)
        self.language = language
        self.say = say
        self.ask = ask
        self.referee = referee
        self.decoration = draw_decoration(self.dice)
        self.told: list[WalkStep] = []
        self.say(TEXTS.say(language, "cli.dungeon.walk_begins", seed=seed))
        events = begin(self.dice, options, group=GROUP)
        self.state = Dungeon()
        self._take("", 1, events)

    @property
    def seen(self) -> Dungeon:
        """The dungeon as the walker may see it."""
        return self.state if self.referee else players_map(self.state, GROUP)

    def leads(self) -> list[Lead]:
        """The open ends that can be followed, oldest first."""
        return [lead for lead in self.seen.leads.values() if lead.kind != "search"]

    def go(self, steps: int) -> None:
        """Walk: so many steps by the oldest way each time, or, with 0, wherever the person says until they leave."""
        done = 0
        while not steps or done < steps:
            leads = self.leads()
            if not leads:
                self.say(TEXTS.say(self.language, "cli.dungeon.walk_over"))
                return
            lead = leads[0] if steps else self._choose(leads)
            if lead is None:
                return
            self._take(lead.id, lead.level, explore(self.state, lead.id, self.dice, GROUP))
            done += 1
            while awaited(self.state) is not None:
                answer = self._decide() if not steps else "accept"
                if not answer:
                    return
                self._take(lead.id, lead.level, answer_adjustment(self.state, answer, self.dice), new=False)

    def _take(self, lead: str, level: int, events: tuple[Event, ...], *, new: bool = True) -> None:
        """Let a step happen and tell it; one that goes on after a decision is no `new` step."""
        self.state = evolve_all(self.state, events)
        seen = self.seen
        thrown = [
            TableDie(event.lookup.table, event.lookup.dice, event.lookup.total, event.lookup.row, event.rules)
            for event in events
            if isinstance(event, TableRolled) and (self.referee or not event.audience) and event.lookup.table != LAYOUT
        ]
        if new:
            self.told.append(WalkStep(lead, level, tuple(thrown), len(seen.spaces)))
            number = len(self.told) - 1
            if number:
                self.say(TEXTS.say(self.language, "cli.dungeon.step", number=number))
        else:
            last = self.told[-1]
            self.told[-1] = WalkStep(last.lead, last.level, last.thrown + tuple(thrown), len(seen.spaces))
        for event in events:
            for sentence in self._sentences(event):
                self.say(f"    {self._numbered(event, sentence)}")

    def _sentences(self, event: Event) -> list[str]:
        """An event in words, for whoever walks; a referee hears of a thing when it is drawn, not when it is seen."""
        if isinstance(event, TableRolled) and event.lookup.table == LAYOUT:
            return []
        if not self.referee:
            return tell_players((event,), self.state, self.language)
        if isinstance(event, Seen):
            return []
        sentence = tell(event, self.state, self.language)
        return [sentence] if sentence else []

    def _numbered(self, event: Event, sentence: str) -> str:
        """A sentence with the dice and rules of a roll, or with the number that a place has on the map."""
        if isinstance(event, TableRolled):
            dice = " ".join(f"d{die.sides}={die.face}" for die in event.lookup.dice)
            return f"{sentence}  [{dice}; {', '.join(dict.fromkeys(event.rules))}]"
        place = self._place_of(event)
        return f"{place}. {sentence}" if place else sentence

    def _place_of(self, event: Event) -> int:
        """The number of the place that is drawn or seen; 0 for anything else."""
        if isinstance(event, SpaceLaid):
            name = event.space.id
        elif isinstance(event, Seen) and event.known.thing in self.state.spaces:
            name = event.known.thing
        else:
            return 0
        return numbers(self.seen, self.state.spaces[name].level).get(name, 0)

    def _decide(self) -> str:
        """Ask what to do about a result that cannot be drawn; nothing when the person leaves."""
        self.say(question_text(self.state, self.language))
        while True:
            try:
                typed = self.ask(TEXTS.say(self.language, "cli.dungeon.repair")).strip().lower()
            except EOFError:
                return ""
            if typed in ("q", "quit", "esci"):
                return ""
            if typed in REPAIRS:
                return REPAIRS[typed]
            self.say(TEXTS.say(self.language, "cli.dungeon.repair_again"))

    def _choose(self, leads: list[Lead]) -> Lead | None:
        """Ask which way; None when the person leaves."""
        offered = leads[:MOST]
        for number, lead in enumerate(offered, 1):
            self.say(f"{number:3}. {self._way(lead)}")
        while True:
            try:
                answer = self.ask(TEXTS.say(self.language, "cli.dungeon.which")).strip().lower()
            except EOFError:
                return None
            if answer in ("q", "quit", "esci"):
                return None
            if answer in ("v", "view", "vedi"):
                for line in plan(self.seen, offered[0].level):
                    self.say(f"    {line}")
            elif answer.isdigit() and 1 <= int(answer) <= len(offered):
                return offered[int(answer) - 1]
            else:
                self.say(TEXTS.say(self.language, "cli.dungeon.which_again", last=len(offered)))

    def _way(self, lead: Lead) -> str:
        way = tell(LeadOpened(lead), self.state, self.language).rstrip(".")
        place = numbers(self.seen, lead.level).get(lead.space)
        beside = TEXTS.say(self.language, "cli.dungeon.from_place", number=place) if place else ""
        return TEXTS.say(self.language, "cli.dungeon.on_level", way=way + beside, level=lead.level)
