"""The best moments of a log: who fell, what turned a fight, who joined, and the deeds that have prose of their own.

They are told in the very words of the story, the prose of the page or its plain line: a journal that tells them again
cannot say anything else. Nothing is read but what was shown to the journal's seat.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.kernel.prose import told_prose
from arbitro.kernel.sentence import to_say
from arbitro.kernel.then import Then
from arbitro.kernel.together import lines_of
from arbitro.play.journal.fight import LOST
from arbitro.play.journal.guide import Guide, GuideLine, ids_at
from arbitro.play.journal.model import BestMoment, Remembered
from arbitro.play.last_words import words_of
from arbitro.text import Language

MOST: Final = 9
"""How many moments are told again."""
MANY: Final = 3
"""Of so many at once something befalls: that turns a fight."""
DEEDS: Final = ("blow", "act", "attempt")
"""The parts of the guide in which somebody does something."""
FALL, TURN, DEED, FOE = 3, 2, 1, 0
"""What it is worth that one of the party falls; that a fight turns or ends, or somebody joins; others; a foe's fall."""


class Ranked(Struct, frozen=True):
    """A moment and what it is worth."""

    worth: int
    moment: BestMoment


class Highlights:
    """Collects moments as a log is read, entry by entry."""

    def __init__(self, guide: Guide, language: Language, heroes: frozenset[str]) -> None:
        self._guide = guide
        self._language = language
        self._own = heroes
        self._found: list[Ranked] = []
        self.last_deeds: dict[str, str] = {}
        """The last that each of the party was seen to do, in the words of the story."""
        self.last_words: dict[str, str] = {}
        """The last that was heard of each of the party who fell."""
        self.places: dict[str, str] = {}
        """Where they fell, as the story says it."""
        self._fallen: set[str] = set()
        self._falls: dict[str, BestMoment] = {}
        """How each of the party fell, until their last words say it again."""

    def read(self, then: Then[Any], shown: Sequence[Event], chapter: str, *, begun: bool) -> None:
        """An entry as its reader may know it, with the chapter that it belongs to; `begun`: it is not the first."""
        seen = tuple(event for event in shown if not event.written and event.audience != "referee")
        for run, text in lines_of(then, seen, self._language):
            line = self._guide.line(run[0])
            if line is not None and line.role in DEEDS and len(run) == 1:
                for who in ids_at(run[0], line.who):
                    self.last_deeds[who] = text
            prose = told_prose(then, seen, run, self._language)
            self._hear(then, run[0], prose)
            moment = self._moment(line, run, prose or text, chapter, begun=begun)
            plain = line is not None and line.role != "end"  # that a fight is over is no moment without its words
            if moment is not None and (prose or (plain and moment.worth > DEED)):
                self._found.append(moment)

    def _hear(self, then: Then[Any], event: Event, prose: str) -> None:
        """Last words, where the story brings them, and where it says that somebody fell."""
        words = words_of(then, event, self._language)
        if words and words in prose:
            who, said = str(getattr(event, event.people[0])), to_say(then, event, self._language)
            self.last_words[who] = words
            self.places[who] = "" if isinstance(said, str) else str(said[1]["place"])

    def _moment(
        self, line: GuideLine | None, run: tuple[Event, ...], text: str, chapter: str, *, begun: bool
    ) -> Ranked | None:
        """What a line is worth; None where it is not worth telling again."""
        role = "" if line is None else line.role
        if line is not None and role == "fall" and (line.how or str(run[0].variant())) in LOST:
            who = {one for event in run for one in ids_at(event, line.who)}
            if who <= self._fallen:  # a campaign says once more what its game has said, and brings last words
                spoke = len(who) == 1 and who <= self._own and self.last_words.get(min(who), text + "?") in text
                if not spoke:
                    return None
                told = self._falls.pop(min(who), None)  # one fall is one moment
                self._found = [one for one in self._found if one.moment is not told]
                return Ranked(FALL, BestMoment("words", text, chapter))
            self._fallen |= who
            own = bool(who & self._own)
            fall = BestMoment("fall" if own else "deed", text, chapter)
            if own and len(who) == 1:
                self._falls[min(who)] = fall
            return Ranked(FALL if own else FOE, fall)
        if role == "end" or (role == "turning" and len(run) >= MANY):
            return Ranked(TURN, BestMoment("turn", text, chapter))
        if line is not None and (role == "hero" or (role == "together" and line.kind == "hero")):
            return Ranked(TURN, BestMoment("joined", text, chapter)) if begun else None
        return Ranked(FOE if role == "fall" else DEED, BestMoment("deed", text, chapter))

    def remembered(self, who: str, one: Remembered) -> Remembered:
        """Somebody who fell, with their last deed and their last words."""
        where, last, words = (kept.get(who, "") for kept in (self.places, self.last_deeds, self.last_words))
        return replace(one, where=where or one.where, last=last, words=words)

    def best(self) -> tuple[BestMoment, ...]:
        """The moments that are worth most, each once, in the order in which they happened."""
        told: dict[str, int] = {}
        for place, one in enumerate(self._found):
            told.setdefault(one.moment.text, place)
        ranked = sorted(told.values(), key=lambda place: (-self._found[place].worth, place))
        return tuple(self._found[place].moment for place in sorted(ranked[:MOST]))
