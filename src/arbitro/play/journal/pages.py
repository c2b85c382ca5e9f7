"""The pages of a journal while it is written: sentences into paragraphs, paragraphs into chapters.

Time that went by is said with the next sentence, ways back through places already seen in one sentence, and things that
were tried again and again in one, too.
"""

from typing import Final

from msgspec import Struct

from arbitro.play.journal.model import Chapter, Paragraph
from arbitro.play.journal.words import DAY, ORDINALS, TEXTS, at, clause, flowing, number, opening, ordinal, span
from arbitro.text import Language

WORTH_SAYING: Final = 10
"""Minutes that must go by before they are told."""
WORTH_TELLING: Final = 3
"""Failures before a mundane success is told."""
LONG: Final = 9
"""Sentences of which a paragraph has its fill."""
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


class Pages:
    """What is written so far."""

    def __init__(self, language: Language, openers: frozenset[str]) -> None:
        self.language = language
        self.openers = openers
        """Words that lose their capital in the middle of a sentence."""
        self.chapters: list[Chapter] = []
        self.title = ""
        """Of the chapter that is being written; empty where nothing has named it."""
        self._kind = ""
        self._counts: dict[str, int] = {}
        self._paragraphs: list[Paragraph] = []
        self._sentences: list[str] = []
        self._tries: Tries | None = None
        self._back: list[str] = []
        """Places seen before that the party has come through since anything was told."""
        self._minutes = 0
        """Since the last sentence."""
        self._clock = 0
        """Since the chapter began."""
        self._feet = 0

    # ------------------------------------------------------------ sentences

    def say(self, sentence: str) -> None:
        """Add a sentence to the paragraph; time that went by since the last one is said with it."""
        self._flush_tries()
        if not sentence:
            return
        self._flush_back()
        if self._minutes >= WORTH_SAYING:
            later, told = span(self._minutes, self.language), flowing(sentence, self.openers)
            sentence = TEXTS.say(self.language, "time.later", span=later, told=told)
            self._minutes = 0
        self._sentences.append(opening(sentence))
        if len(self._sentences) >= LONG:
            self._end_paragraph()

    def say_all(self, sentences: list[str]) -> None:
        """A paragraph of its own, as it is."""
        self.end_paragraph()
        self._sentences = sentences
        self._end_paragraph()

    def apart(self, paragraph: Paragraph) -> None:
        """A paragraph that is no prose of ours."""
        self.end_paragraph()
        self._paragraphs.append(paragraph)

    def tried(self, tries: Tries) -> None:
        """Something was tried; the same again is told together."""
        before = self._tries
        if before is not None and (before.key != tries.key or before.good):
            self._flush_tries()
            before = None
        tries.failed = (before.failed if before else 0) + (not tries.good)
        self._tries = tries

    def came_back(self, place: str) -> None:
        """The party comes through a place that it has seen before."""
        self._flush_tries()
        self._back.append(place)

    def pass_time(self, minutes: int) -> None:
        """Time goes by."""
        self._clock += minutes
        if minutes < LONG_WHILE:
            self._minutes += minutes

    def walk(self, feet: int) -> None:
        """A way is walked."""
        self._feet += feet

    def _flush_tries(self) -> None:
        tries, self._tries = self._tries, None
        if tries is None or (tries.mundane and tries.good and tries.failed < WORTH_TELLING):
            return
        told = tries.told
        if told and tries.failed and (tries.good or tries.failed > 1):
            key = "tries.after_many" if tries.good else "tries.in_vain"
            values = {"told": clause(told), "number": number(tries.failed, self.language)}
            if tries.good and tries.failed < ORDINALS:
                key, values["at"] = "tries.at_last", at(tries.failed + 1, self.language)
            told = TEXTS.say(self.language, key, **values)
        self.say(told)

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

    def end_paragraph(self) -> None:
        """End the paragraph, with all that is still to be said in it."""
        self._flush_tries()
        self._flush_back()
        self._end_paragraph()

    def _end_paragraph(self) -> None:
        if self._sentences:
            self._paragraphs.append(Paragraph(" ".join(self._sentences)))
            self._sentences = []

    # ------------------------------------------------------------ chapters

    def open_chapter(self, kind: str, count: int = 0) -> None:
        """Begin a chapter of some kind, by its number or as the next of its kind."""
        self.close_chapter()
        self._kind = kind
        self._counts[kind] = self._counts.get(kind, 0) + 1
        self.title = self._titled(kind, count or self._counts[kind])

    def _titled(self, kind: str, count: int) -> str:
        more = f"chapter.{kind}_more"
        key = more if count > ORDINALS and TEXTS.find(self.language, more) else f"chapter.{kind}"
        return opening(TEXTS.say(self.language, key, number=count, ordinal=ordinal(count, self.language)))

    def close_chapter(self) -> None:
        """End the chapter; one without a paragraph was none."""
        self.end_paragraph()
        self._sum_up()
        if self._paragraphs:
            title = self.title or self._titled("plain", len(self.chapters) + 1)
            self.chapters.append(Chapter(title, tuple(self._paragraphs)))
        self.title, self._kind, self._paragraphs = "", "", []
        self._minutes = self._clock = self._feet = 0

    def _sum_up(self) -> None:
        """How long it took and how far it was."""
        if self._kind == DAYS or not self._paragraphs or self._clock < WORTH_SAYING:
            return
        key = "chapter.took_walked" if self._feet else "chapter.took"
        said = TEXTS.say(self.language, key, span=span(self._clock, self.language), feet=self._feet)
        self._paragraphs.append(Paragraph(said))
