"""The pages of a journal while it is written: sentences into paragraphs, paragraphs into chapters.

Time that went by is said with the next sentence, a way back through places already seen in one clause, and what was
tried again and again, or happened to several people in a row, in one sentence too. What has just been said is not said
again.
"""

from typing import Final

from msgspec import Struct, field

from arbitro.play.journal.model import Chapter, LevelChart, Paragraph
from arbitro.play.journal.words import (
    DAY,
    ORDINALS,
    Voice,
    at,
    clause,
    flowing,
    number,
    ordinal,
    span,
    together,
)
from arbitro.text import Name, capital

WORTH_SAYING: Final = 30
"""Minutes that must go by before they are told."""
WORTH_SUMMING: Final = 10
"""Minutes that a chapter must last for its length to be told."""
WORTH_TELLING: Final = 5
"""Failures before something mundane is told."""
LONG: Final = 9
"""Sentences of which a paragraph has its fill."""
FRESH: Final = 5
"""Sentences for which something that was said is still in mind."""
LONG_WHILE: Final = DAY // 4
"""What takes as long as this at once (a march, a night) says so itself."""
DAYS: Final = "day"
"""Chapters that are a day need no word on how long they were."""


class Tries(Struct):
    """The same thing tried again and again."""

    key: tuple[str, ...]
    told: str
    good: bool
    mundane: bool
    failed: int = 0


class Gathering(Struct):
    """The same thing that happens to one after the other."""

    text: str
    least: int
    values: dict[str, object]
    """Of the last event, for other gaps of the sentence."""
    names: list[str] = field(default_factory=list)
    amount: int = 0
    count: int = 0


class Pages:
    """What is written so far."""

    def __init__(self, voice: Voice, openers: frozenset[str]) -> None:
        self.voice = voice
        self.language = voice.language
        self.openers = openers
        """Words that lose their capital in the middle of a sentence."""
        self.chapters: list[Chapter] = []
        self.title = ""
        """Of the chapter that is being written; empty where nothing has named it."""
        self.chart: LevelChart | None = None
        """The picture of that chapter, once it has one."""
        self._kind = ""
        self._counts: dict[str, int] = {}
        self._paragraphs: list[Paragraph] = []
        self._sentences: list[str] = []
        self._fresh: list[str] = []
        """What was said last."""
        self._tries: Tries | None = None
        self._gathered: dict[tuple[str, ...], Gathering] = {}
        self._back: str = ""
        """The place seen before to which the party has come since anything was told."""
        self._minutes = 0
        """Since the last sentence."""
        self._timed = False
        """Whether this paragraph has spoken of time."""
        self._summed = False
        """Whether the chapter has told how long it was."""
        self._clock = 0
        """Since the chapter began."""
        self._feet = 0

    @property
    def begun(self) -> bool:
        """Whether any chapter has a title."""
        return bool(self.title or self.chapters)

    # ------------------------------------------------------------ sentences

    def say(self, sentence: str) -> None:
        """Add a sentence to the paragraph; time that went by since the last one is said with it."""
        self._flush()
        if not sentence or sentence in self._fresh:
            return
        self._remember(sentence)
        self._flush_back()
        if self._minutes >= WORTH_SAYING and not self._timed:
            later, told = span(self._minutes, self.language), flowing(sentence, self.openers)
            sentence = self.voice.say("time.later", span=later, told=told)
            self._timed = True
        self._minutes = 0
        self._sentences.append(capital(sentence))
        if len(self._sentences) >= LONG:
            self._end_paragraph()

    def _remember(self, sentence: str) -> None:
        self._fresh = [*self._fresh[1 - FRESH :], sentence]

    def say_all(self, sentences: list[str]) -> None:
        """A paragraph of its own, as it is."""
        self.end_paragraph()
        self._sentences = sentences
        self._end_paragraph()
        self._minutes = 0

    def apart(self, paragraph: Paragraph) -> None:
        """A paragraph that is no prose of ours."""
        self._flush()
        self._flush_back()
        self._end_paragraph()
        self._paragraphs.append(paragraph)

    def tried(self, tries: Tries) -> None:
        """Something was tried; the same again is told together."""
        before = self._tries
        if before is not None and (before.key != tries.key or before.good):
            self._flush_tries()
            before = None
        tries.failed = (before.failed if before else 0) + (not tries.good)
        self._tries = tries

    def gather(self, key: tuple[str, ...], new: Gathering, names: list[str], amount: int) -> None:
        """Something happened that is told for several together."""
        self._flush_tries()
        found = self._gathered.setdefault(key, new)
        found.names += names
        found.amount += amount
        found.count += 1

    def came_back(self, place: str) -> None:
        """The party comes through a place that it has seen before; it is told if anything happens there."""
        self._flush()
        self._back = place

    def go_on(self) -> None:
        """The party goes on to a new place: where it came through needs no word."""
        self.end_paragraph()
        self._back = ""

    def pass_time(self, minutes: int) -> None:
        """Time goes by."""
        self._clock += minutes
        if minutes < LONG_WHILE:
            self._minutes += minutes

    def walk(self, feet: int) -> None:
        """A way is walked."""
        self._feet += feet

    def _flush(self) -> None:
        self._flush_tries()
        gathered, self._gathered = self._gathered, {}
        for each in gathered.values():
            if each.count >= each.least:
                who = together(each.names, self.language)
                shown = {
                    "who": Name(who, getattr(each.names[0], "gender", "m")) if each.names else "",
                    "n": len(dict.fromkeys(each.names)) or each.count,
                    "amount": each.amount,
                    "days": span(each.count * DAY, self.language),
                }
                self.say(self.voice.say(each.text, **(each.values | shown)))

    def _flush_tries(self) -> None:
        tries, self._tries = self._tries, None
        if tries is None or (tries.mundane and tries.failed < WORTH_TELLING):
            return
        told = tries.told
        if told and tries.failed and (tries.good or tries.failed > 1):
            key = "tries.after_many" if tries.good else "tries.in_vain"
            values = {"told": clause(told), "number": number(tries.failed, self.language)}
            if tries.good and tries.failed < ORDINALS:
                key, values["at"] = "tries.at_last", at(tries.failed + 1, self.language)
            told = self.voice.say(key, **values)
        self.say(told)

    def _flush_back(self) -> None:
        """Say where the party came back to: that is the beginning of a paragraph."""
        back, self._back = self._back, ""
        if back:
            self._end_paragraph()
            self._sentences.append(capital(self.voice.say("place.again", place=back)))

    def end_paragraph(self) -> None:
        """End the paragraph, with all that is still to be said in it."""
        self._flush()
        self._end_paragraph()

    def _end_paragraph(self) -> None:
        if self._sentences:
            self._paragraphs.append(Paragraph(" ".join(self._sentences)))
            self._sentences = []
            self._timed = False

    # ------------------------------------------------------------ chapters

    def open_chapter(self, kind: str, count: int = 0, day: int = 0) -> None:
        """Begin a chapter of some kind, by its number or as the next of its kind."""
        self.close_chapter()
        self._kind = kind
        self._counts[kind] = self._counts.get(kind, 0) + 1
        self.title = self._titled(kind, count or self._counts[kind], day)

    def entitle(self, kind: str) -> None:
        """Give the chapter that is being written its title, with all that is in it already."""
        self._kind = kind
        self.title = self._titled(kind, 1)

    def _titled(self, kind: str, count: int, day: int = 0) -> str:
        more = f"chapter.{kind}_more"
        key = more if count > ORDINALS and self.voice.knows(more) else f"chapter.{kind}"
        return capital(self.voice.plainly(key, number=count, ordinal=ordinal(count, self.language), day=day))

    def open_part(self) -> None:
        """Begin another part of the chapter, after a word on how long the one before it was."""
        self._flush()
        self._sum_up()
        self._back = ""
        self._end_paragraph()

    def close_chapter(self) -> None:
        """End the chapter; one without a paragraph was none."""
        self.open_part()
        if self._paragraphs:
            title = self.title or self._titled("plain", len(self.chapters) + 1)
            self.chapters.append(Chapter(title, tuple(self._paragraphs), self.chart))
        self.chart = None
        self.title, self._kind, self._paragraphs, self._fresh, self._summed = "", "", [], [], False

    def _sum_up(self) -> None:
        """How long it took and how far it was, in the last sentence of a part that was more than an episode."""
        took, feet, kind = self._clock, self._feet, self._kind
        self._minutes = self._clock = self._feet = 0
        if self._summed or kind == DAYS or took < WORTH_SUMMING or not (self._paragraphs or self._sentences):
            return
        own = f"chapter.took_{kind}"
        if kind and not self.voice.knows(own):
            return
        self._summed = True
        key = own if kind else "chapter.took"
        if feet:
            key += "_walked"
        self._sentences.append(self.voice.say(key, span=span(took, self.language), feet=feet))
