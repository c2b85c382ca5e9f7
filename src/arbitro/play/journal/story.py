"""From events to chapters: scenes are grouped into paragraphs, a fight is one of them, repeated tries one sentence."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct

from arbitro.kernel.event import Event
from arbitro.kernel.explain import tell
from arbitro.kernel.ruleset import Ruleset
from arbitro.play.journal.fight import GREAT, LOST, TURN, Fight
from arbitro.play.journal.guide import QUIET, TOLD, Guide, Line, ids_at, value_at
from arbitro.play.journal.model import Chapter, Fallen, Paragraph
from arbitro.play.journal.places import described
from arbitro.play.journal.words import DAY, ORDINALS, TEXTS, at, clause, flowing, listed, number, opening, ordinal, span
from arbitro.text import Language, Name

WORTH_SAYING: Final = 10
"""Minutes that must go by before they are told."""
WORTH_TELLING: Final = 3
"""Failures before a mundane success is told."""
LONG: Final = 700
"""Letters after which a paragraph ends with its sentence."""
MINUTES: Final = {"minutes": 1, "turns": 10, "days": DAY}
LONG_WHILE: Final = DAY // 4
"""What takes as long as this at once (a march, a night) says so itself."""


class Hero(Struct):
    """Somebody of the company, as the log introduces them."""

    id: str
    name: Name
    line: str = ""


class _Tries(Struct):
    """The same thing tried again and again."""

    key: tuple[str, ...]
    told: str
    failed: int
    good: bool
    mundane: bool


class Story:
    """The story so far. Entries come in one by one, with the state after each."""

    def __init__(self, ruleset: Ruleset[Any], guide: Guide, language: Language, heroes: frozenset[str]) -> None:
        self.ruleset = ruleset
        self.guide = guide
        self.language = language
        self.chapters: list[Chapter] = []
        self.heroes: dict[str, Hero] = {}
        self.gains: list[str] = []
        self.fallen: dict[str, Fallen] = {}
        self._own = heroes
        self._names: dict[str, Name] = {}
        self._title = ""
        self._day = False
        self._counts: dict[str, int] = {}
        self._paragraphs: list[Paragraph] = []
        self._sentences: list[str] = []
        self._fight: Fight | None = None
        self._tries: _Tries | None = None
        self._minutes = 0
        self._clock = 0
        self._walked = {"feet": 0, "miles": 0}
        self._place = ""
        self._here = ""
        self._visited: set[str] = set()
        self._back: list[str] = []
        """Places seen before that the party has come through since anything was told."""
        self._causes: list[str] = []
        self._state: Any = None
        self._parts: dict[str, Callable[[Line, Event], None]] = {
            "told": self._told,
            "hero": self._hero,
            "chapter": self._chapter,
            "place": self._came_to,
            "time": self._time,
            "walk": self._walk,
            "attempt": self._attempt,
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

    def read(self, state: Any, events: Iterable[Event]) -> None:
        """The events of an entry, as their reader may know them, with the state after it."""
        self._state = state
        self._causes = []
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

    def note(self, by: str, text: str) -> None:
        """A note that somebody wrote beside the log."""
        self._break()
        said = TEXTS.say(self.language, "note", who=by, text=text)
        self._paragraphs.append(Paragraph(said, "note"))

    def finish(self) -> tuple[Chapter, ...]:
        """All chapters, once there is nothing more to read."""
        self._close_chapter()
        return tuple(self.chapters)

    # ------------------------------------------------------------ words

    def name(self, who: str) -> Name:
        """What somebody is called; whoever has left the scene is remembered."""
        found = self.ruleset.name_of(self._state, who, self.language) if who else Name("")
        if found and found != who:
            self._names[who] = found
        return self._names.get(who, found)

    def _sentence(self, line: Line, event: Event) -> str:
        """An event in the journal's words where it has some of its own, else in the game's."""
        if not line.text:
            return tell(self.ruleset, self._state, event, self.language)
        return self._own_words(line.text, event)

    def _own_words(self, key: str, event: Event) -> str:
        values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
        for name in event.people:
            values[name] = listed((self.name(each) for each in ids_at(event, name)), self.language)
            if isinstance(getattr(event, name), str):
                values[name] = self.name(getattr(event, name))
        values |= self.ruleset.words_for(self._state, event, self.language)
        return TEXTS.say(self.language, key, **values)

    def _say(self, sentence: str) -> None:
        """Add a sentence to the paragraph; time that went by since the last one is said first."""
        self._flush_tries()
        if not sentence:
            return
        self._flush_back()
        self._causes.append(sentence)
        if self._minutes >= WORTH_SAYING:
            later, told = span(self._minutes, self.language), flowing(sentence, self.language)
            sentence = TEXTS.say(self.language, "time.later", span=later, told=told)
            self._minutes = 0
        self._sentences.append(opening(sentence))
        if sum(map(len, self._sentences)) > LONG:
            self._break()

    def _flush_tries(self) -> None:
        tries, self._tries = self._tries, None
        if tries is None or not tries.told:
            return
        told = tries.told
        if tries.mundane and tries.good and tries.failed < WORTH_TELLING:
            return
        if tries.failed and (tries.good or tries.failed > 1):
            key = "tries.after_many" if tries.good else "tries.in_vain"
            values = {"told": clause(told), "number": number(tries.failed, self.language)}
            if tries.good and tries.failed < ORDINALS:
                key, values["at"] = "tries.at_last", at(tries.failed + 1, self.language)
            told = TEXTS.say(self.language, key, **values)
        self._say(told)

    def _flush_back(self) -> None:
        """Say where the party came through; a way back is the beginning of a paragraph."""
        back, self._back = list(dict.fromkeys(self._back)), []
        if not back:
            return
        self._end_paragraph()
        if len(back) == 1:
            self._sentences.append(TEXTS.say(self.language, "place.again", place=back[0]))
        else:
            self._sentences.append(TEXTS.say(self.language, "place.back", places="; ".join(back)))

    def _break(self) -> None:
        """End the paragraph, with all that is still to be said in it."""
        self._flush_tries()
        self._flush_back()
        self._end_paragraph()

    def _end_paragraph(self) -> None:
        if self._sentences:
            self._paragraphs.append(Paragraph(" ".join(self._sentences)))
            self._sentences = []

    # ------------------------------------------------------------ chapters

    def _chapter(self, line: Line, event: Event) -> None:
        self._close_chapter()
        self._day = line.kind == "day"
        self._counts[line.kind] = self._counts.get(line.kind, 0) + 1
        self._title = self._titled(line.kind, int(value_at(event, line.amount) or self._counts[line.kind]))
        self._say(self._sentence(line, event) if not self._day else "")

    def _titled(self, kind: str, count: int) -> str:
        more = f"chapter.{kind}_more"
        key = more if count > ORDINALS and TEXTS.find(self.language, more) else f"chapter.{kind}"
        return TEXTS.say(self.language, key, number=count, ordinal=ordinal(count, self.language))

    def _close_chapter(self) -> None:
        if self._fight is not None:
            self._leave_fight("broken_off", (), "")
        self._break()
        self._sum_up()
        if self._paragraphs:
            title = self._title or self._titled("plain", len(self.chapters) + 1)
            self.chapters.append(Chapter(opening(title), tuple(self._paragraphs)))
        self._title, self._paragraphs, self._minutes, self._clock = "", [], 0, 0
        self._walked = {"feet": 0, "miles": 0}

    def _sum_up(self) -> None:
        """How long it took and how far it was, at the end of a chapter that was not a day."""
        if self._day or not self._paragraphs or self._clock < WORTH_SAYING:
            return
        took = span(self._clock, self.language)
        key = "chapter.took_walked" if self._walked["feet"] else "chapter.took"
        said = TEXTS.say(self.language, key, span=took, feet=self._walked["feet"])
        self._paragraphs.append(Paragraph(said))

    # ------------------------------------------------------------ scenes

    def _told(self, line: Line, event: Event) -> None:
        if self._fight is None:
            self._say(self._sentence(line, event))

    def _hero(self, line: Line, event: Event) -> None:
        for who in ids_at(event, line.who):
            told = clause(self._sentence(line, event)) if line.text else ""
            self.heroes[who] = Hero(who, self.name(who), told)

    def _came_to(self, line: Line, event: Event) -> None:
        what = str(value_at(event, line.what) or "")
        name = self._own_words(line.name, event) if line.name else str(self.name(what))
        if not what or what == self._here:
            return
        self._here = what
        told = described(self._state, what, name, lambda: self._sentence(line, event), self.language)
        if not told:
            return
        self._place = name if name != what else clause(told)
        if what in self._visited and name != what:
            self._back.append(name)
            return
        self._visited.add(what)
        self._break()
        self._say(told)

    def _time(self, line: Line, event: Event) -> None:
        minutes = int(value_at(event, line.amount) or 0) * MINUTES[line.unit]
        self._clock += minutes
        if minutes < LONG_WHILE:
            self._minutes += minutes

    def _walk(self, line: Line, event: Event) -> None:
        self._walked[line.unit] += int(value_at(event, line.amount) or 0)

    def _attempt(self, line: Line, event: Event) -> None:
        if self._fight is not None:
            return
        key = (str(event.__struct_config__.tag), *ids_at(event, line.what))
        before = self._tries
        if before is not None and (before.key != key or before.good):
            self._flush_tries()
            before = None
        failed = (before.failed if before else 0) + (not line.good)
        self._tries = _Tries(key, self._sentence(line, event), failed, line.good, line.mundane)

    def _meet(self, line: Line, event: Event) -> None:
        self._break()
        self._say(self._sentence(line, event))

    def _quote(self, line: Line, event: Event) -> None:
        self._break()
        self._paragraphs.append(Paragraph(opening(self._sentence(line, event)), "quote"))

    def _gain(self, line: Line, event: Event) -> None:
        told = self._sentence(line, event)
        if told:
            self.gains.append(opening(told))
            self._say(told)

    # ------------------------------------------------------------ fights

    def _begin_fight(self, line: Line, event: Event) -> None:
        if self._fight is not None:
            self._leave_fight("broken_off", (), "")
        self._break()
        self._fight = Fight(self.language, self.name)
        for side in ids_at(event, line.what):
            self._fight.join(side, ())
            self.name(side)

    def _fighting(self) -> Fight:
        if self._fight is None:
            self._break()
            self._fight = Fight(self.language, self.name)
        return self._fight

    def _side(self, line: Line, event: Event) -> None:
        members = ids_at(event, line.who)
        for each in members:
            name = self.name(each)
            if each in self._own and each not in self.heroes:
                self.heroes[each] = Hero(each, name)
        side = str(value_at(event, line.what) or "")
        self._fighting().join(side, members)

    def _round(self, line: Line, event: Event) -> None:
        if self._fight is not None:
            self._fight.round = max(self._fight.round, int(value_at(event, line.amount) or 0))

    def _blow(self, line: Line, event: Event) -> None:
        if self._fight is None:
            return
        for who in ids_at(event, line.who):
            for whom in ids_at(event, line.whom):
                self._fight.blow(who, whom, hit=line.good)
        if line.how == "great":
            self._fight.turn(self._sentence(line, event), GREAT)

    def _wound(self, line: Line, event: Event) -> None:
        amount = int(value_at(event, line.amount) or 0)
        for whom in ids_at(event, line.whom):
            if self._fight is not None:
                self._fight.wound(whom, amount)
            elif amount:
                self._say(self._sentence(line, event))

    def _fall(self, line: Line, event: Event) -> None:
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
            how = TEXTS.say(self.language, "fallen.by", by=self.name(by), who=name)
        else:
            causes = [cause for cause in self._causes if name in cause]
            how = " ".join([*causes[-2:], told])
        where = self._place or self._title
        hero = self.heroes.get(who)
        self.fallen[who] = Fallen(name, hero.line if hero else "", opening(how), opening(where))

    def _rise(self, line: Line, event: Event) -> None:
        told = self._sentence(line, event)
        for who in ids_at(event, line.who):
            self.fallen.pop(who, None)
            if self._fight is not None:
                self._fight.rise(who, told)
        if self._fight is None:
            self._say(told)

    def _turning(self, line: Line, event: Event) -> None:
        told = self._sentence(line, event)
        if self._fight is not None:
            self._fight.turn(told, TURN)
            self._causes.append(opening(told))
        else:
            self._say(told)

    def _end(self, line: Line, event: Event) -> None:
        told = self._sentence(line, event)
        if self._fight is None:
            self._say(told)
            return
        self._leave_fight(line.how or "won", ids_at(event, line.who), told)

    def _leave_fight(self, how: str, winners: tuple[str, ...], told: str) -> None:
        fight, self._fight = self._fight, None
        if fight is None:
            return
        self._sentences += fight.tell(how, winners, told)
        self._break()
