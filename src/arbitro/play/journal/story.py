"""From events to the pages of a journal: scenes become paragraphs, a fight one of them; the fallen are remembered."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dungeon import TEXTS as DUNGEON
from arbitro.dungeon.draw.picture import Picture
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import SPECTATOR, Seat
from arbitro.kernel.sentence import told_on
from arbitro.kernel.then import Now, Then
from arbitro.play.journal.fight import LOST, Fight
from arbitro.play.journal.guide import QUIET, TOLD, Guide, GuideLine, ids_at, value_at
from arbitro.play.journal.model import Chapter, Paragraph, Remembered
from arbitro.play.journal.pages import DAYS, Gathering, Pages, Tries
from arbitro.play.journal.places import Surveyor, chapter_plan, chart_of
from arbitro.play.journal.words import (
    DAY,
    TEXTS,
    Voice,
    clause,
    listed,
    openers,
    packages_of,
    some,
    together,
)
from arbitro.play.state import CampaignState
from arbitro.text import Language, Name, capital, with_article

TRY: Final = "attempt"
"""The field in which an event counts how often something was tried."""
MOST_PICTURES: Final = 12
"""How many chapters have a picture."""
MINUTES: Final = {"minutes": 1, "turns": 10, "days": DAY}


class Hero(Struct):
    """Somebody of the party, as the log introduces them."""

    id: str
    name: Name
    line: str = ""


class Story:
    """The story so far. Entries come in one by one, each with its moment and the state after it."""

    def __init__(
        self, ruleset: Ruleset[Any], guide: Guide, language: Language, heroes: frozenset[str], eyes: Seat = SPECTATOR
    ) -> None:
        self.ruleset = ruleset
        self.guide = guide
        self.language = language
        self.voice = Voice(language, ruleset.texts)
        self.pages = Pages(self.voice, openers(language, DUNGEON.package, *packages_of(ruleset.texts)))
        self.heroes: dict[str, Hero] = {}
        self.gains: list[str] = []
        self.fallen: dict[str, Remembered] = {}
        self.plans: dict[str, Picture] = {}
        """The pictures of the chapters, each by the name of its chart."""
        self._own = heroes
        self._eyes = eyes
        self._names: dict[str, Name] = {}
        self._fight: Fight | None = None
        self._minute = 0
        """What the clock showed last; 0: there is none, or it has not begun."""
        self._surveyor = Surveyor(self.voice)
        self._place = ""
        self._here = ""
        self._visited: set[str] = set()
        self._found = ""
        """The last place that the party came to for the first time, in this chapter."""
        self._pictures = 0
        self._causes: list[str] = []
        """What was told of the same entry: why somebody fell."""
        self._met = False
        """Whether the last thing told was who is met."""
        self._state: Any = None
        self._then: Then[Any] = Now(ruleset, ruleset.initial())
        self._parts: dict[str, Callable[[GuideLine, Event], None]] = {
            "told": self._told,
            "hero": self._hero,
            "chapter": self._chapter,
            "stage": self._stage,
            "place": self._came_to,
            "time": self._time,
            "walk": self._walk,
            "attempt": self._attempt,
            "together": self._together,
            "act": self._act,
            "meet": self._meet,
            "quote": self._quote,
            "gain": self._gain,
            "fight": self._begin_fight,
            "side": self._side,
            "round": self._round,
            "blow": self._blow,
            "wound": self._wound,
            "fall": self._fall,
            "rise": self._rise,
            "turning": self._turning,
            "end": self._end,
        }

    # ------------------------------------------------------------ reading

    def read(self, then: Then[Any], state: Any, events: Iterable[Event]) -> None:
        """The events of an entry, as their reader may know them, with its moment and the state after it."""
        self._then, self._state = then, state
        self._causes = []
        if self._fight is not None:
            self._fight.breathe()
        lines = [(self.guide.line(event), event) for event in events]
        # One comes to a place before one meets whoever is there, even where the game decides it the other way round.
        lines.sort(key=lambda pair: pair[0] is None or pair[0].role != "place")
        for found, event in lines:
            line = found
            if line is None:
                line = QUIET if event.audience == "referee" or self._fight is not None else TOLD
            part = self._parts.get(line.role)
            if part is not None:
                part(line, event)
        self._clock()

    def note(self, by: str, text: str) -> None:
        """A note that somebody wrote beside the log."""
        self.pages.apart(Paragraph(TEXTS.say(self.language, "note", who=by, text=text), "note"))

    def quote(self, text: str) -> None:
        """Something that the party was given to read."""
        self.pages.apart(Paragraph(capital(text), "quote"))

    def company(self) -> tuple[str, ...]:
        """Who they are, a line each; those who differ by a number only share one."""
        named = [hero for hero in self.heroes.values() if hero.line or not hero.name[-1:].isdigit()]
        others = together((hero.name for hero in self.heroes.values() if hero not in named), self.language)
        lines = [capital(hero.line or str(hero.name)) for hero in named]
        return (*lines, TEXTS.say(self.language, "company.followers", who=others)) if others else tuple(lines)

    def finish(self) -> tuple[Chapter, ...]:
        """All chapters, once there is nothing more to read."""
        self._leave_fight("unfinished", (), "")
        self._draw_chapter()
        self.pages.close_chapter()
        return tuple(self.pages.chapters)

    def _draw_chapter(self) -> None:
        """The map at the end of a chapter in which the party has come to a new place."""
        place, self._found = self._found, ""
        if place and self._pictures < MOST_PICTURES:
            self._pictures += 1
            plan = chapter_plan(self._state, place, self.language)
            if plan is not None:
                name = f"chapter-{self._pictures}"
                self.plans[name], self.pages.chart = plan, chart_of(name, plan)

    # ------------------------------------------------------------ words

    def name(self, who: str) -> Name:
        """What somebody is called; whoever has left the scene is remembered."""
        found = self.ruleset.name_of(self._state, who, self.language) if who else Name("")
        if found and found != who:
            self._names[who] = found
        return self._names.get(who, found)

    def _sentence(self, line: GuideLine, event: Event) -> str:
        """An event in the journal's words where it has some of its own, else in the game's."""
        if not line.text:
            return told_on(self._then, event, self.language)
        return self._own_words(line.text, event)

    def _own_words(self, key: str, event: Event) -> str:
        return self.voice.say(key, **self._values(event))

    def _values(self, event: Event) -> dict[str, Any]:
        values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
        for name in event.people:
            values[name] = listed((self.name(each) for each in ids_at(event, name)), self.language)
            if isinstance(getattr(event, name), str):
                values[name] = self.name(getattr(event, name))
        return values | self.ruleset.words_for(self._then, event, self.language)

    def _say(self, sentence: str) -> None:
        if sentence:
            self._causes.append(capital(sentence))
        self.pages.say(sentence)

    # ------------------------------------------------------------ scenes

    def _chapter(self, line: GuideLine, event: Event) -> None:
        self._leave_fight("broken_off", (), "")
        self._draw_chapter()
        minute = getattr(event, "minute", None)
        day = 0 if minute is None else minute // DAY + 1
        self.pages.open_chapter(line.kind, int(value_at(event, line.amount) or 0), day)
        self._place = self._here = ""
        self._say(self._sentence(line, event) if line.kind != DAYS else "")

    def _stage(self, line: GuideLine, event: Event) -> None:
        """Another part of the chapter; the first one of all is a chapter itself."""
        self._leave_fight("broken_off", (), "")
        if not self.pages.begun:
            self.pages.entitle(line.kind)
        else:
            self.pages.open_part()
            self._say(self._sentence(line, event) if line.text else "")
        self._place = self._here = ""

    def _told(self, line: GuideLine, event: Event) -> None:
        if self._fight is None:
            self._say(self._sentence(line, event))

    def _hero(self, line: GuideLine, event: Event) -> None:
        cards = {card.id: card.line for card in self.ruleset.cards(self._state, self._eyes, self.language)}
        for who in ids_at(event, line.who):
            name, shown = self.name(who), cards.get(who, "")
            told = f"{name} ({shown[:1].lower()}{shown[1:]})" if shown else ""
            self.heroes[who] = Hero(who, name, clause(self._sentence(line, event)) if line.text else told)

    def _came_to(self, line: GuideLine, event: Event) -> None:
        what = str(value_at(event, line.what) or "")
        if not what or what == self._here:
            return
        self._here = what
        if self._surveyor.passes(self._state, what):
            return
        name = self._own_words(line.name, event) if line.name else str(self.name(what))
        known = what in self._visited and name != what
        self._visited.add(what)
        self._found = self._found if known else what
        self._place = name if name != what else ""
        if known:
            called = self._surveyor.called(self._state, what) or Name(name)
            self._met = False
            self.pages.came_back(with_article(called, "the", self.language))
            return
        self.pages.go_on()
        self._met = False
        told = self._surveyor.described(self._state, what) or [self._sentence(line, event)]
        self._place = self._place or clause(told[0])
        for each in told:
            self._say(each)

    def _time(self, line: GuideLine, event: Event) -> None:
        self.pages.pass_time(int(value_at(event, line.amount) or 0) * MINUTES[line.unit])

    def _clock(self) -> None:
        """A campaign's one clock, which stands in its state; until it first goes there was no time to count."""
        now = self._state.minutes if isinstance(self._state, CampaignState) else 0
        if self._minute:
            self.pages.pass_time(max(now - self._minute, 0))
        self._minute = now

    def _walk(self, line: GuideLine, event: Event) -> None:
        self.pages.walk(int(value_at(event, line.amount) or 0))

    def _attempt(self, line: GuideLine, event: Event) -> None:
        if self._fight is None:
            key = (str(event.__struct_config__.tag), *ids_at(event, line.what))
            once = replace(event, **{TRY: 1}) if TRY in event.__struct_fields__ else event  # the journal counts itself
            self.pages.tried(Tries(key, self._sentence(line, once), line.good, line.mundane))

    def _together(self, line: GuideLine, event: Event) -> None:
        if self._fight is not None:
            return
        key = (str(event.__struct_config__.tag), str(event.variant()), line.text, *ids_at(event, line.what))
        names: list[str] = [self.name(each) for each in ids_at(event, line.who)]
        amount = int(value_at(event, line.amount) or 0)
        self.pages.gather(key, Gathering(line.text, line.least, self._values(event)), names, amount)
        if line.kind == "hero":
            for each in ids_at(event, line.who):
                self.heroes.setdefault(each, Hero(each, self.name(each)))
        for name in names:
            told = self.voice.plainly(line.text, **(self._values(event) | {"who": name, "n": 1}))
            self._causes.append(capital(told))

    def _act(self, line: GuideLine, event: Event) -> None:
        if self._fight is not None:
            for who in ids_at(event, line.who):
                self._fight.act(who)

    def _meet(self, line: GuideLine, event: Event) -> None:
        self.pages.end_paragraph()
        if not line.what:
            self._say(self._sentence(line, event))
            return
        values = self._values(event)
        named, count = values[line.what], int(value_at(event, line.amount) or 0)
        met = some(named, count, self.language) if line.amount else str(named)
        self._say(self.voice.say(line.text, **(values | {"some": met})))
        self._met = True

    def _quote(self, line: GuideLine, event: Event) -> None:
        told = self._sentence(line, event)
        if told:
            self.pages.apart(Paragraph(capital(told), "quote"))

    def _gain(self, line: GuideLine, event: Event) -> None:
        told = self._sentence(line, event)
        if told:
            self.gains.append(capital(told))
            self._say(told)

    # ------------------------------------------------------------ fights

    def _begin_fight(self, line: GuideLine, event: Event) -> None:
        self._leave_fight("broken_off", (), "")
        self._fight = self._new_fight()
        for side in ids_at(event, line.what):
            self._fight.join(side, ())
            self.name(side)

    def _new_fight(self) -> Fight:
        met, self._met = self._met, False
        return Fight(self.voice, self.name, self._own | frozenset(self.heroes), self.pages.openers, met)

    def _fighting(self) -> Fight:
        if self._fight is None:
            self._fight = self._new_fight()
        return self._fight

    def _side(self, line: GuideLine, event: Event) -> None:
        members = ids_at(event, line.who)
        for each in members:
            name = self.name(each)
            if each in self._own and each not in self.heroes:
                self.heroes[each] = Hero(each, name)
        side = str(value_at(event, line.what) or "")
        self._fighting().join(side, members)

    def _round(self, line: GuideLine, event: Event) -> None:
        if self._fight is not None:
            self._fight.round = max(self._fight.round, int(value_at(event, line.amount) or 0))

    def _blow(self, line: GuideLine, event: Event) -> None:
        if self._fight is None:
            return
        for who in ids_at(event, line.who):
            for whom in ids_at(event, line.whom):
                self._fight.blow(who, whom, hit=line.good)
                if line.how == "great" and (who in self._fight.own or whom in self._fight.own):
                    self._fight.great(who, whom)

    def _wound(self, line: GuideLine, event: Event) -> None:
        """Somebody is hurt: of a fight only falls are told, elsewhere it is told of all whom it happened to."""
        if self._fight is None and int(value_at(event, line.amount) or 0):
            self._together(GuideLine("together", who=line.whom, text=line.text or "hurt"), event)

    def _fall(self, line: GuideLine, event: Event) -> None:
        how = line.how or str(event.variant())
        if how in LOST and all(who in self.fallen for who in ids_at(event, line.who)):
            return  # a campaign says once more what its game has said
        told = self._sentence(line, event)
        for who in ids_at(event, line.who):
            by = self._fight.hand(who) if self._fight is not None else ""
            if how in LOST:
                self._mourn(who, by, told)
            if self._fight is not None:
                self._fight.fall(who, how, told)
        if self._fight is None:
            self._say(told)

    def _mourn(self, who: str, by: str, told: str) -> None:
        if who not in self._own and who not in self.heroes:
            return
        name = self.name(who)
        if by and by != who:
            called = self._fight.called(by) if self._fight is not None else self.name(by)
            how = TEXTS.say(self.language, "fallen.by", by=called, who=name)
        else:
            causes = [cause for cause in self._causes if name in cause]
            how = causes[-1] if causes else told
        where = self._place or self.pages.title
        hero = self.heroes.get(who)
        self.fallen[who] = Remembered(capital(name), hero.line if hero else "", capital(how), where)

    def _rise(self, line: GuideLine, event: Event) -> None:
        told = "" if line.text else self._sentence(line, event)
        for who in ids_at(event, line.who):
            self.fallen.pop(who, None)
            if self._fight is not None:
                self._fight.rise(who)
        if line.text:  # several who rise one after another are told in one sentence
            self._together(line, event)
        elif self._fight is None:
            self._say(told)

    def _turning(self, line: GuideLine, event: Event) -> None:
        if self._fight is not None and line.who:
            for who in ids_at(event, line.who):
                kind = line.text if line.text else f"{line.kind}.{value_at(event, line.what)}"
                self._fight.befalls(kind, who)
            return
        told = self._sentence(line, event)
        if self._fight is not None:
            for who in ids_at(event, "who") if "who" in event.__struct_fields__ else ():
                self._fight.act(who)
            self._fight.turn(told)
            self._causes.append(capital(told))
        elif not line.mundane:
            self._say(told)

    def _end(self, line: GuideLine, event: Event) -> None:
        if self._fight is None and line.mundane:
            return
        told = self._sentence(line, event)
        if self._fight is None:
            self._say(told)
            return
        self._leave_fight(line.how or "won", ids_at(event, line.who), told)

    def _leave_fight(self, how: str, winners: tuple[str, ...], told: str) -> None:
        fight, self._fight = self._fight, None
        if fight is None:
            return
        self.pages.say_all(fight.tell(how, winners, told))
