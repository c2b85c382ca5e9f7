"""Walking a dungeon that is rolled as one goes: which way, the dice that answer, and what is seen."""

from collections import Counter
from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.appendix_a.clock import descend
from arbitro.appendix_a.hidden import may_search, search_section
from arbitro.appendix_a.level import begin, explore
from arbitro.appendix_a.solo import answer_adjustment, awaited
from arbitro.cli import TEXTS
from arbitro.dice.stream import AuditedDice, Die
from arbitro.dungeon.draw.hand import draw_decoration
from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.events import LAYOUT, LeadOpened, Seen, SpaceLaid, TableRolled
from arbitro.dungeon.export.key import place_secrets
from arbitro.dungeon.export.route import Atlas, Exit
from arbitro.dungeon.export.textmap import plan
from arbitro.dungeon.export.visited import GROUP
from arbitro.dungeon.export.whereabouts import whereabouts
from arbitro.dungeon.export.words import direction, exit_words, slot_words
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.knowledge import players_map, visit, visited
from arbitro.dungeon.model import SURFACE, Dungeon, Known, Lead
from arbitro.dungeon.telling import question_text, tell, tell_players
from arbitro.kernel.event import Event, Setting
from arbitro.text import Language

MOST: Final = 20
"""Ways that are offered at once, and as many walls to search; stairs are all offered."""
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


class WalkOption(Struct, frozen=True):
    """Something that a walker may do next."""

    text: str
    thing: str
    """The lead, the link or the section of wall."""
    level: int
    kind: Literal["way", "stairs", "search"]
    lead: str = ""
    """Searches: the lead that offers the wall."""


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
            if not (leads if steps else self.options()):
                self.say(TEXTS.say(self.language, "cli.dungeon.walk_over"))
                return
            chosen = WalkOption("", leads[0].id, leads[0].level, "way") if steps else self._choose(self.options())
            if chosen is None:
                return
            self._take(chosen.thing, chosen.level, self._done(chosen))
            done += 1
            while awaited(self.state) is not None:
                answer = self._decide() if not steps else "accept"
                if not answer:
                    return
                self._take(chosen.thing, chosen.level, answer_adjustment(self.state, answer, self.dice), new=False)

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
        known = all(isinstance(event, Seen) for event in events)  # nothing is drawn: somebody comes to what is there
        for event in events:
            for sentence in tell_players((event,), self.state, self.language) if known else self._sentences(event):
                self.say(f"    {self._numbered(event, sentence)}")
        self._tell_contents(events)

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

    def options(self) -> list[WalkOption]:
        """Ways to follow, stairs and shafts nobody has taken yet, walls to search; no two of them read the same."""
        found = [WalkOption(self._way(lead), lead.id, lead.level, "way") for lead in self.leads()[:MOST]]
        found += self._shafts()
        found += self._walls()[:MOST]
        count = Counter(option.text for option in found)
        told: Counter[str] = Counter()
        for place, option in enumerate(found):
            if count[option.text] > 1:
                told[option.text] += 1
                nth = {"number": told[option.text], "count": count[option.text]}
                found[place] = replace(option, text=option.text + TEXTS.say(self.language, "cli.dungeon.nth", **nth))
        return found

    def _shafts(self) -> list[WalkOption]:
        """Stairs and shafts that are seen, and whose far end nobody has been to."""
        found = []
        for link in self.seen.links.values():
            if link.segment is not None or link.kind in ("portal", "lift", "teleport") or link.state == "shut":
                continue
            near, far = (link.a, link.b) if visited(self.state, GROUP, link.a) else (link.b, link.a)
            if SURFACE in (near, far) or not visited(self.state, GROUP, near) or visited(self.state, GROUP, far):
                continue
            down = (link.levels > 0) == (near == link.a)
            level = self.state.spaces[near].level
            way = exit_words(Exit(link.kind, link.heading, "level", down=down), self.language, route=False)
            text = TEXTS.say(self.language, "cli.dungeon.take", way=way)
            found.append(WalkOption(self._placed(text, near, level), link.id, level, "stairs"))
        return found

    def _walls(self) -> list[WalkOption]:
        """Stretches of wall that may be searched, where the walker has been."""
        return [
            WalkOption(
                self._placed(
                    TEXTS.say(self.language, "cli.dungeon.search", heading=direction(wall.facing, self.language)),
                    lead.space,
                    lead.level,
                ),
                wall.id,
                lead.level,
                "search",
                lead.id,
            )
            for lead in self.state.leads.values()
            if lead.kind == "search" and visited(self.state, GROUP, lead.space)
            for wall in lead.sections
            if may_search(self.state, wall.id, len(self.told))
        ]

    def _done(self, option: WalkOption) -> tuple[Event, ...]:
        """What comes of an option."""
        state, now = self.state, len(self.told)
        if option.kind == "way":
            return explore(state, option.thing, self.dice, GROUP)
        if option.kind == "search":
            return search_section(state, option.lead, option.thing, self.dice, GROUP, now=now)
        link = state.links.get(option.thing)
        if link is None:  # blind stairs, which only seemed to lead somewhere
            blind = next(trap for trap in state.traps.values() if trap.stairs == option.thing)
            return (Seen(Known(GROUP, blind.id), rules=("DA-STAIR-07",)),)
        there = link.b if visited(state, GROUP, link.a) else link.a
        gone = descend(state, link.id, self.dice, GROUP, now=now) if link.kind == "stairs" and there == link.b else ()
        return (*gone, *visit(evolve_all(state, gone), GROUP, there))

    def _choose(self, offered: list[WalkOption]) -> WalkOption | None:
        """Ask what to do; None when the person leaves."""
        for number, option in enumerate(offered, 1):
            self.say(f"{number:3}. {option.text}")
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
        return self._placed(way, lead.space, lead.level)

    def _placed(self, text: str, space: str, level: int) -> str:
        """What may be done, with where it is: from a numbered place, or by the places about a passage."""
        seen = self.seen
        place = numbers(seen, level).get(space)
        if place:
            text += TEXTS.say(self.language, "cli.dungeon.from_place", number=place)
        elif space in seen.spaces:
            text += f", {whereabouts(Atlas(seen, level), space, self.language)}"
        return TEXTS.say(self.language, "cli.dungeon.on_level", way=text, level=level)

    def _tell_contents(self, events: tuple[Event, ...]) -> None:
        """Who and what is in the places that were just entered: all of it for a referee, what shows for players."""
        new = {event.known.thing for event in events if isinstance(event, Seen) and event.known.how == "visited"}
        for name in new & set(self.state.contents):
            space = self.state.spaces[name]
            slots = [slot for slot in self.state.slots.values() if slot.space == name and slot.where == "here"]
            if self.referee:
                lines = place_secrets(Atlas(self.state, space.level), space, self.language, None)
            else:
                lines = [slot_words(replace(slot, treasure=""), self.language) for slot in slots]
            for line in lines or [TEXTS.say(self.language, "cli.dungeon.nothing_seen")]:
                self.say(f"    {line}")
