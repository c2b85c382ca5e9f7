"""What one person at a terminal is told, line by line: what happened, why, how things stand."""

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from arbitro.cli import TEXTS
from arbitro.cli.screen.chart import chart, signs
from arbitro.kernel.choice import Choice
from arbitro.kernel.event import Event
from arbitro.kernel.explain import Explanation
from arbitro.kernel.log import Entry
from arbitro.kernel.misread import misread
from arbitro.kernel.noting import moment_of
from arbitro.kernel.prose import told_prose
from arbitro.kernel.recap import previously, recalled
from arbitro.kernel.ruleset import shown_then
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.kernel.then import Then
from arbitro.kernel.together import explained_together, in_runs, told_together
from arbitro.kernel.why_not import WhyNot, why_not
from arbitro.store.session import Session
from arbitro.text import Fault, Language, Words

Say = Callable[[str], None]


def plain_lines() -> bool:
    """Whether the reader wants facts alone, also where a line could be told as a referee tells it."""
    return os.environ.get("ARBITRO_PLAIN_LINES", "") not in ("", "0")


def line_of(then: Then[Any], run: tuple[Event, ...], language: Language, seen: Sequence[Event] = ()) -> str:
    """A line of a story: one that cannot be told must not take all others with it.

    With what was `seen` of its entry it is told as a referee tells it, where it has such words and they are wanted.
    """
    try:
        prose = told_prose(then, seen, run, language) if seen and not plain_lines() else ""
        return marked(then, run[0], prose or told_together(then, run, language), language)
    except Exception:
        return then.ruleset.texts.say(language, "untold")


def marked(then: Then[Any], event: Event, told: str, language: Language) -> str:
    """A line that only the referee knows says so at its head, where its own words do not say it already."""
    if not told or told.startswith("(") or event.audience != REFEREE_ONLY:
        return told
    return then.ruleset.texts.say(language, "for_referee", told=told)


class Reasons:
    """Says what is behind what is told: a rule in full the first time, and afterwards by its id."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._said: set[str] = set()

    def show(self, explanation: Explanation) -> None:
        """Dice, numbers and rules behind a line."""
        for line in explanation.numbers:
            self._say(f"      {line}")
        for rule in explanation.rules:
            if rule.id in self._said:
                self._say(f"      {rule.id} {rule.title}")
                continue
            self._said.add(rule.id)
            self._say(f"      {rule.id} {rule.title} ({rule.where})")
            if rule.text:
                self._say(f"        {rule.text}")
            for reading in rule.readings:
                self._say(f"        · {reading}")


class TableTeller:
    """Tells a table to one person, or to nobody in particular, who may know everything."""

    def __init__(
        self,
        session: Session[Any],
        language: Language,
        say: Say,
        *,
        seat: Seat | None = None,
        why: bool = False,
        drawn_to: Path | None = None,
    ) -> None:
        self.session = session
        self.language = language
        self.say = say
        self.seat = seat
        self.why = why
        self._reasons = Reasons(say)
        self.told: list[tuple[Then[Any], tuple[Event, ...]]] = []
        self.drawn_to = drawn_to
        self.brief = False
        """Whether the party walks by one word: of vain tries in a row only the first is told."""
        self._tried = ""
        self.picture_due = False
        """Whether something has happened beside which the picture belongs."""
        self.shown: list[str] = []
        """The picture as it was shown last."""
        self.told_before = 0
        """How many lines had been told by then."""

    @property
    def eyes(self) -> Seat:
        """Whose knowledge is shown: the person's, or everything when nobody plays."""
        return self.seat or REFEREE

    def text(self, key: str, **values: object) -> str:
        """A sentence of the terminal's own."""
        return TEXTS.say(self.language, key, **values)

    def tell(self, entry: Entry[Any, Any]) -> None:
        """Tell what happened, as far as the person may know it, each line with a number for "why".

        The entry says how things stood: it comes from a submitted command, or from `Session.witnessed`.
        """
        then = moment_of(self.session.ruleset, entry)
        seen: list[Event] = []
        for event in entry.events:
            shown = shown_then(then, event, self.eyes)
            if shown is not None:
                self.picture_due = self.picture_due or event.pictured
                seen.append(shown)
        for run in in_runs(then, [event for event in seen if line_of(then, (event,), self.language)]):
            tried, self._tried = self._tried, run[0].vain_try()
            if self.brief and tried and tried == self._tried:
                continue
            self.told.append((then, run))
            self.say(f"[{len(self.told)}] {line_of(then, run, self.language, seen)}")
            if self.why:
                self._reasons.show(explained_together(then, run, self.language))

    def recall(self, entries: Sequence[Entry[Any, Any]]) -> None:
        """Tell the last evening again in a few lines."""
        told = previously(recalled(self.session.ruleset, self.eyes, entries, self.language))
        if any(line.prose for line in told):  # else the last lines themselves say as much
            self.say(self.text("cli.previously"))
            for line in told:
                self.say(f"  · {line.text if plain_lines() else line.prose or line.text}")

    def show_why(self, number: int) -> None:
        """Explain a line that was told."""
        if not 1 <= number <= len(self.told):
            self.say(self.text("cli.console.no_line", number=number, last=len(self.told)))
            return
        then, run = self.told[number - 1]
        explanation = explained_together(then, run, self.language)
        self.show_explanation(explanation)
        if not (explanation.numbers or explanation.rules):
            self.say(self.text("cli.console.no_reason"))

    def show_why_not(self, wish: str, choices: Iterable[Choice]) -> None:
        """The choices that do what somebody wishes, or the rules that forbid it."""
        self.tell_why_not(why_not(self.session.ruleset, self.session.state, self.eyes, choices, wish, self.language))

    def tell_why_not(self, found: WhyNot) -> None:
        """What does it, what forbids it, or what may be asked for."""
        if found.can:
            self.say(self.text("cli.console.can", choices="; ".join(one.text for one in found.can)))
        for one in found.cannot:
            self.say(f"{one.wish}: {one.why.sentence}")
            self.show_explanation(one.why)
        if found.known:
            self.say(self.text("cli.console.wishes", wishes="; ".join(wish.title for wish in found.known)))

    def show_explanation(self, explanation: Explanation) -> None:
        """Dice, numbers and rules behind something that was asked about: all of them in full."""
        Reasons(self.say).show(explanation)

    def show_picture(self) -> None:
        """The scene as it stands, in lines and, if so wished, as a drawing in a file."""
        session = self.session
        self.picture_due = False
        self.told_before = len(self.told)
        self.draw()
        self.shown = session.ruleset.picture(session.state, self.eyes, self.language)
        for line in (*self.shown, *session.ruleset.intents(session.state, self.eyes, self.language)):
            self.say(f"    {line}")

    def draw(self) -> None:
        """Write the drawing of the scene over the last one, where somebody wants it and the game draws one."""
        if self.drawn_to is not None:
            session = self.session
            drawing = session.ruleset.drawing(session.state, self.eyes, self.language)
            if drawing is not None:
                try:
                    self.drawn_to.write_text(drawing.svg(), encoding="utf-8")
                except OSError as error:
                    words = Words(TEXTS, "cli.table.cannot_write", file=self.drawn_to, why=misread(error))
                    raise Fault(words) from None

    def show_map(self) -> None:
        """The map in characters, where there is one, and what they stand for."""
        found = chart(self.session.ruleset, self.session.state, self.eyes)
        if found is None:
            self.say(self.text("cli.console.no_map"))
            return
        for line in (*found.lines, signs(self.language)):
            self.say(line)

    def show_sheet(self, wanted: str) -> None:
        """All that the person may know of somebody; without a name, or with an unknown one, who there is."""
        session = self.session
        cards = [card for card in session.ruleset.cards(session.state, self.eyes, self.language) if card.has_sheet]
        card = next((card for card in cards if wanted and card.name.casefold().startswith(wanted.casefold())), None)
        sheet = None if card is None else session.ruleset.sheet(session.state, self.eyes, card.id, self.language)
        if sheet is None:
            self.say(self.text("cli.console.whose", names=", ".join(card.name for card in cards) or "–"))
            return
        self.say(" · ".join(filter(None, (sheet.title, sheet.line))))
        for section in sheet.sections:
            self.say(f"{section.title}:")
            for line in (*(f"{name}: {value}" for name, value in section.pairs), *section.lines):
                self.say(f"  {line}")
