"""Special rooms as data (DA-SOLO-05): what is read aloud, what is hidden, who waits, and what may be done.

A friend writes one as a small YAML file; ours lie in ``data/specials.yaml``. All words may be in one language or two.

.. code-block:: yaml

    title: La fucina spenta
    aloud: {it: "Un'incudine fredda …", en: "A cold anvil …"}
    hidden: ["Il fabbro dorme dietro la parete."]
    foes: {<game>: {orc: 1d4+1}, any: {wandering: 1d4}}     # by game; `any` for the games that are not named
    treasure: {<game>: {coins/gold: 3d6}, any: {gold: 2d6}}  # `any` coins are counted for each level of depth
    questions:
      anvil:
        ask: Battete sull'incudine?
        if_yes: {told: "Il fabbro si sveglia.", foes: {any: {wandering: 1}}}
        if_no: {told: "Tutto tace.", ends: false}
      ashes:
        ask: Che cosa fate con la cenere?
        choices:
          dig:
            label: scavare
            table: {dice: d6, rows: [{at: 1-4, result: {harm: {dice: 1d4}}}, {at: 5-6, result: {healing: 1d4}}]}
          leave: {label: lasciarla stare}
"""

from typing import Any, Final

from msgspec import Struct, field

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice
from arbitro.kernel.rolltable import read_table
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.yamlfile import TEXTS as KERNEL
from arbitro.kernel.yamlfile import Document, unknown_name
from arbitro.play.solo.known import ANY, check_foe, check_treasure
from arbitro.play.solo.oracle import TEXTS
from arbitro.rules import games
from arbitro.text import LANGUAGES, Language, Words

RULES: Final = ("DA-SOLO-05",)
YES: Final = "yes"
NO: Final = "no"
Path = tuple[str | int, ...]


class RoomWords(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Words in one language or in both; who reads the other gets what there is."""

    it: str = ""
    en: str = ""

    def in_(self, language: Language) -> str:
        """The words in a language, or in the other one."""
        return (self.it or self.en) if language == "it" else (self.en or self.it)


Text = str | RoomWords
Held = dict[str, dict[str, int | str]]
"""For each game (or `any`) ids of its content, and how many of each as a number or dice."""


class Harm(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Hurt, for the game in use to apply: dice, whether a save helps, and whether it takes everybody or who did it."""

    dice: int | str
    save: bool = False
    everybody: bool = False


class _OutcomeText(Struct, frozen=True, forbid_unknown_fields=True):
    told: Text = ""
    fact: Text = ""
    harm: Harm | None = None
    healing: int | str = ""
    foes: Held = field(default_factory=dict)
    treasure: Held = field(default_factory=dict)
    ahead: bool = False
    ends: bool = True


class _DoingText(_OutcomeText, frozen=True, forbid_unknown_fields=True):
    label: Text = ""
    table: dict[str, Any] | None = None


class _QuestionText(Struct, frozen=True, forbid_unknown_fields=True):
    ask: Text
    if_yes: _DoingText | None = None
    if_no: _DoingText | None = None
    choices: dict[str, _DoingText] = field(default_factory=dict)


class _RoomText(Struct, frozen=True, forbid_unknown_fields=True):
    title: Text
    aloud: Text
    hidden: tuple[Text, ...] = ()
    foes: Held = field(default_factory=dict)
    treasure: Held = field(default_factory=dict)
    questions: dict[str, _QuestionText] = field(default_factory=dict)


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What comes of something that was done; what is left out does not happen."""

    told: RoomWords = RoomWords()
    fact: RoomWords = RoomWords()
    """Something true that the party learns."""
    harm: Harm | None = None
    healing: str = ""
    """Dice of healing for whoever did it."""
    foes: Held = field(default_factory=dict)
    treasure: Held = field(default_factory=dict)
    ahead: bool = False
    """Whether the party is shown what lies beyond an open end nearby (`settle.look_ahead`)."""
    ends: bool = True
    """Whether the question is closed by it."""


class ChanceRow(Struct, frozen=True, omit_defaults=True):
    """One row of what the dice may bring."""

    low: int | None
    high: int | None
    id: str
    outcome: Outcome


class RoomDeed(Struct, frozen=True, omit_defaults=True):
    """Something that may be done in a room: what follows is certain (`then`) or thrown (`dice`, `rows`)."""

    id: str
    label: RoomWords
    then: Outcome = Outcome()
    dice: str = ""
    rows: tuple[ChanceRow, ...] = ()


class RoomQuestion(Struct, frozen=True, omit_defaults=True):
    """What the party is asked, with the answers there are."""

    id: str
    ask: RoomWords
    doings: tuple[RoomDeed, ...]


class WholeRoom(Struct, frozen=True, omit_defaults=True):
    """A special room, whole."""

    title: RoomWords
    aloud: RoomWords
    hidden: tuple[RoomWords, ...] = ()
    foes: Held = field(default_factory=dict)
    treasure: Held = field(default_factory=dict)
    questions: tuple[RoomQuestion, ...] = ()


class DeedDone(Struct, frozen=True, omit_defaults=True):
    """What was done and what came of it, ready to be kept in an event."""

    question: str
    doing: str
    outcome: Outcome
    lookup: Lookup | None = None


def open_questions(room: WholeRoom, done: tuple[DeedDone, ...] = ()) -> tuple[RoomQuestion, ...]:
    """What may still be done: questions not closed yet, without the answers that were given already."""
    closed = {each.question for each in done if each.outcome.ends}
    given = {(each.question, each.doing) for each in done}
    left = []
    for question in room.questions:
        doings = tuple(doing for doing in question.doings if (question.id, doing.id) not in given)
        if question.id not in closed and doings:
            left.append(RoomQuestion(question.id, question.ask, doings))
    return tuple(left)


def do(room: WholeRoom, question: str, doing: str, dice: Dice) -> DeedDone:
    """Do something in a room; dice are thrown only where its author left it to them. KeyError for what is not there."""
    found = {(asked.id, each.id): each for asked in room.questions for each in asked.doings}[question, doing]
    if not found.rows:
        return DeedDone(question, doing, found.then)
    amount = Amount.parse(found.dice)
    thrown = amount.roll(dice, "special")
    total = amount.total(thrown)
    row = next(row for row in found.rows if _covers(row, total))
    return DeedDone(question, doing, row.outcome, Lookup(f"special.{question}.{doing}", thrown, total, row.id))


def _covers(row: ChanceRow, total: int) -> bool:
    return (row.low is None or row.low <= total) and (row.high is None or total <= row.high)


# -------------------------------------------------------------------- reading


def read_room(document: Document, *path: str) -> WholeRoom:
    """The room at a path of a document, strictly: a fault names file and line, and says what would be right."""
    text = document.read(_RoomText, *path)
    reader = _Reader(document)
    return WholeRoom(
        reader.said(text.title, (*path, "title")),
        reader.said(text.aloud, (*path, "aloud")),
        tuple(reader.said(each, (*path, "hidden", number)) for number, each in enumerate(text.hidden)),
        reader.foes(text.foes, path),
        reader.treasure(text.treasure, path),
        tuple(reader.question(name, each, (*path, "questions", name)) for name, each in text.questions.items()),
    )


class _Reader:
    """Reads the parts of a room; `document` gives the lines for what is wrong."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def said(self, text: Text, path: Path, *, needed: bool = True) -> RoomWords:
        said = RoomWords(text) if isinstance(text, str) else text
        if needed and not (said.it.strip() or said.en.strip()):
            raise self.document.fault(Words(TEXTS, "fault.no_words"), *path)
        return said

    def dice(self, text: int | str, path: Path) -> str:
        try:
            return str(Amount.parse(str(text)))
        except ValueError:
            raise self.document.fault(Words(KERNEL, "option.dice", value=text), *path) from None

    def _held(self, held: Held, path: Path) -> Held:
        """Amounts of dice in one spelling, for games that are known."""
        known = (ANY, *games())
        found: Held = {}
        for game, items in held.items():
            if game not in known:
                raise self.document.fault(unknown_name(game, known), *path, game)
            found[game] = {name: self.dice(count, (*path, game, name)) for name, count in items.items()}
        return found

    def foes(self, held: Held, path: Path) -> Held:
        for game, items in (found := self._held(held, (*path, "foes"))).items():
            for name in items:
                wrong = check_foe(game, name)
                if wrong is not None:
                    raise self.document.fault(wrong, *path, "foes", game, name)
        return found

    def treasure(self, held: Held, path: Path) -> Held:
        for game, items in (found := self._held(held, (*path, "treasure"))).items():
            for name in items:
                wrong = check_treasure(game, name)
                if wrong is not None:
                    raise self.document.fault(wrong, *path, "treasure", game, name)
        return found

    def outcome(self, text: _OutcomeText, path: Path) -> Outcome:
        harm = text.harm
        if harm is not None:
            harm = Harm(self.dice(harm.dice, (*path, "harm", "dice")), harm.save, harm.everybody)
        return Outcome(
            self.said(text.told, (*path, "told"), needed=False),
            self.said(text.fact, (*path, "fact"), needed=False),
            harm,
            self.dice(text.healing, (*path, "healing")) if text.healing != "" else "",
            self.foes(text.foes, path),
            self.treasure(text.treasure, path),
            text.ahead,
            text.ends,
        )

    def doing(self, name: str, label: RoomWords, text: _DoingText, path: Path) -> RoomDeed:
        if text.table is None:
            return RoomDeed(name, label, self.outcome(text, path))
        plain = self.document.mapping(*path, "table")
        rows = plain.get("rows")
        if isinstance(plain, dict):
            plain.setdefault("rules", list(RULES))
        for number, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, dict):
                row.setdefault("id", str(number + 1))  # who writes a room need not name its rows
        table = read_table(self.document, _OutcomeText, *path, "table")
        chances = tuple(
            ChanceRow(row.low, row.high, row.id, self.outcome(row.result, (*path, "table", "rows", number, "result")))
            for number, row in enumerate(table.rows)
        )
        return RoomDeed(name, label, Outcome(), str(table.dice), chances)

    def question(self, name: str, text: _QuestionText, path: Path) -> RoomQuestion:
        ask = self.said(text.ask, (*path, "ask"))
        closed = text.if_yes is not None and text.if_no is not None
        if (closed and text.choices) or (not closed and (text.if_yes or text.if_no or not text.choices)):
            raise self.document.fault(Words(TEXTS, "fault.answers", name=name), *path)
        doings = [
            self.doing(each, self.said(doing.label, (*path, "choices", each, "label")), doing, (*path, "choices", each))
            for each, doing in text.choices.items()
        ]
        for answer, given in ((YES, text.if_yes), (NO, text.if_no)):
            if given is not None:
                label = RoomWords(*(TEXTS.say(language, f"choice.{answer}") for language in LANGUAGES))
                doings.append(self.doing(answer, label, given, (*path, f"if_{answer}")))
        return RoomQuestion(name, ask, tuple(doings))
