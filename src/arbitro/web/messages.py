"""What the page and the server say to each other, over the WebSocket and over plain HTTP alike.

Each message is one JSON object with a ``type``. ``ref`` is any number of the sender's own; the answer carries it back.
`power` says which seats may send a message: it is checked before anything else is looked at.
"""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, Literal, cast

import msgspec
from msgspec import Meta, field

from arbitro.kernel.event import Setting
from arbitro.kernel.why_not import WhyNot as FoundWhyNot
from arbitro.text import Language
from arbitro.web.asking_messages import DieAsked, SureAsked
from arbitro.web.message_parts import PROTOCOL, Answer, DoneAsShown, Faces, Message, Power, Prose, Whole, Word
from arbitro.web.talk_messages import (
    TALK_ANSWERS,
    TALK_MESSAGES,
    Adjust,
    CallForRoll,
    Handout,
    Names,
    NamesShown,
    Point,
    Pointed,
    Quick,
    QuickShown,
    Scratch,
    Talk,
    WipeScratch,
)

__all__ = [
    "PROTOCOL",
    "Adjust",
    "Answer",
    "CallForRoll",
    "DieAsked",
    "DoneAsShown",
    "Handout",
    "Message",
    "Names",
    "NamesShown",
    "Point",
    "Pointed",
    "Power",
    "Quick",
    "QuickShown",
    "Scratch",
    "SureAsked",
    "Talk",
    "WipeScratch",
]


class Do(DoneAsShown, frozen=True):
    """Do something that is offered. With `faces` the dice are one's own: what they show, `TellFaces` says."""

    power = "act"

    choice: Word
    mark: Word
    """The ``mark`` of the offer."""
    values: Annotated[dict[Word, str | Whole], Meta(max_length=20)] = field(default_factory=dict)
    faces: Faces | None = None
    ask: bool = False
    """Ask first (`SureAsked`) where it ends something, or gives somebody or something up."""


class Pursue(DoneAsShown, frozen=True):
    """Pursue an aim, by its id, command by command until somebody should decide; `CallOff` ends it.

    With `faces` the dice are one's own; the first that is asked for ends the walk, and `TellFaces` says what it shows.
    """

    power = "act"

    aim: Word
    faces: Faces | None = None
    resume: bool = False
    """Go on with an order in a fight that stopped for a question (``asked``), now that it is answered."""


class TellFaces(DoneAsShown, frozen=True):
    """Say what the dice show that one owes: the next one, and those after it as far as one has thrown them."""

    power = "act"

    faces: Faces


class RollOwed(DoneAsShown, frozen=True):
    """Leave the dice that are owed to the engine; the referee may do so for others."""

    power = "act"


class Throw(Message, frozen=True):
    """Throw dice that no rule asked for: openly, to the referee, blind, or to oneself."""

    power = "act"

    notation: Word
    to: Literal["open", "referee", "blind", "self"] = "open"
    purpose: Word = ""
    faces: Faces | None = None


class Note(Message, frozen=True):
    """Write a note beside an entry (the last one, if none is named); `audience` as in the tools of the page."""

    power = "act"

    text: Annotated[str, Meta(min_length=1, max_length=4000)]
    entry: Whole | None = None
    audience: Word = ""


class StirDice(Message, frozen=True):
    """Mix a text of one's own into all dice from here on."""

    power = "act"

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Why(Message, frozen=True):
    """Ask why a line of the story is as it is."""

    power = "watch"

    line: Whole


class Help(Message, frozen=True):
    """Ask what a choice that is offered does and costs, how likely it succeeds, and which rules it rests on."""

    power = "watch"

    choice: Word


class WhyNot(Message, frozen=True):
    """Ask why something cannot be done: in any words, or by the name of a wish; no words ask what may be wished for."""

    power = "watch"

    text: Word = ""


class Sheet(Message, frozen=True):
    """Ask for all that may be known of somebody who has a card."""

    power = "watch"

    subject: Word


class Unfold(Message, frozen=True):
    """Open a folded part of the list of choices, or the overview: what is in it comes as fragments while it is open."""

    power = "watch"

    element: Word


class Fold(Message, frozen=True):
    """Shut a folded part again."""

    power = "watch"

    element: Word


class Story(Message, frozen=True):
    """Ask for lines of the story before a line."""

    power = "watch"

    before: Whole
    count: Annotated[int, Meta(ge=1, le=500)] = 100


class Speak(Message, frozen=True):
    """Go on in another language; only for this page."""

    power = "watch"

    language: Language


class CallOff(Message, frozen=True):
    """Stop the long work that was asked for from this seat; the referee may stop anybody's."""

    power = "act"
    of: Whole = 0
    """The ``ref`` of the message that is to be stopped: where it comes later than this one, it is stopped then."""


class Ping(Message, frozen=True):
    """Ask whether anybody is there."""

    power = "watch"


class TakeBack(DoneAsShown, frozen=True, tag="undo"):
    """Take back: the referee the last entry, others their own last command, as far as the table lets them."""

    power = "act"

    walk: bool = False
    """All of the walk (`Pursue`) that was last, as far as no die fell on it and nothing came to light."""


class AskTakeBack(Message, frozen=True, tag="ask_back"):
    """Ask the referee to take back one's own last command, with a word why."""

    power = "act"

    reason: Word = ""


class AnswerTakeBack(Message, frozen=True, tag="answer_back"):
    """Grant somebody's request to have their last command taken back, or decline it."""

    who: Word
    grant: bool = True


class TellMe(Message, frozen=True):
    """Be told by mail when it is one's turn and one is away; without an address: no more."""

    power = "act"

    email: Annotated[str, Meta(max_length=254)] = ""
    language: Language = "en"


class PutBack(DoneAsShown, frozen=True, tag="redo"):
    """Put back what was taken back last."""

    power = "take_back"


class GoOn(Message, frozen=True):
    """Let the engine play on where it is its turn, after something was taken back."""

    power = "take_back"


class Pause(Message, frozen=True):
    """Stop a table that plays itself, let it go on, or change its pace."""

    power = "take_back"

    paused: bool
    pace: Annotated[int, Meta(ge=100, le=60_000)] | None = None


class Arrange(Message, frozen=True):
    """Change how the table is run; what is left out stays as it is."""

    title: Word | None = None
    automatic: Annotated[tuple[Word, ...], Meta(max_length=100)] | None = None
    typed: bool | None = None
    demo: bool | None = None
    back: Literal["", "free", "unrevealed", "strict"] | None = None
    """How far anybody may take back."""
    screen_numbers: bool | None = None
    whispers: bool | None = None
    """Whether the players' screen shows hit points of their people; whether they may talk to one of them alone."""
    webhook: Annotated[str, Meta(max_length=500)] | None = None
    """The address that is told whose turn it is; empty: none."""
    hook_form: Literal["generic", "discord"] | None = None
    hook_language: Language | None = None


class Override(Message, frozen=True):
    """Set a value of the state by hand, with a reason."""

    path: Word
    value: Any
    reason: Prose


class Overrule(DoneAsShown, frozen=True):
    """Put other faces in place of the dice of the last command, with a reason."""

    faces: Faces
    reason: Prose


class Options(Message, frozen=True):
    """Change house rules during play."""

    options: Annotated[dict[Word, Setting], Meta(max_length=500)]


class RevealSeed(Message, frozen=True):
    """End the secrecy of the dice; no die falls after it."""


class Look(Message, frozen=True):
    """See the table as another seat does, or as oneself again (empty); only for this page."""

    seat: Word = ""


class Desk(Message, frozen=True):
    """Ask what there is in a place and what the referee can do with it by hand; empty: what concerns no place."""

    subject: Word = ""


class Tell(Message, frozen=True):
    """Tell others a line of the story that not everybody knows; `audience` as in the tools of the page."""

    line: Whole
    audience: Word = ""


class Order(Message, frozen=True):
    """Any command of the game's, as plain JSON: for referees who know better than the list of choices."""

    command: dict[str, Any]
    faces: Faces | None = None


MESSAGES: Final[tuple[type[Message], ...]] = (
    Do, Pursue, TellFaces, RollOwed, Throw, Note, StirDice, Why, Help, WhyNot, Sheet, Story, Speak, CallOff, Ping,
    TakeBack, AskTakeBack, AnswerTakeBack, PutBack, GoOn, Pause, Arrange, Override, Overrule, Options, RevealSeed,
    Look, Desk, Tell, TellMe, Order, Unfold, Fold, *TALK_MESSAGES,
)  # fmt: skip
AnyMessage: Any = reduce(or_, cast(Any, MESSAGES))
read_message: Final = msgspec.json.Decoder(AnyMessage).decode


# ---------------------------------------------------------------- answers


class Hello(Answer, frozen=True):
    """The first message of a connection: where and as whom one sits."""

    protocol: int
    table: str
    seat: str
    role: str
    solo: bool
    language: Language
    typed: bool
    """Whether this seat may type its own dice."""


class Fragments(Answer, frozen=True):
    """What has changed on the page: fragments by name, and new lines of the story."""

    seq: int
    """How many entries of the log this seat has seen anything of."""
    fragments: dict[str, str] = field(default_factory=dict)
    """HTML by the name of the fragment, or of a piece of one; an empty text takes the fragment away."""
    story: tuple[str, ...] = ()
    """New lines, as HTML, oldest first."""
    first: int = 0
    """The number of the first of them."""
    reset: bool = False
    """Whether these lines take the place of all lines so far."""


class Done(Answer, frozen=True):
    """What was asked was done, and is on disk. What came of it arrives as `Fragments`."""


class Halted(Answer, frozen=True):
    """The answer to `Pursue`: why it ended, after how many `steps`, whether some can be taken `back` as a walk."""

    code: str
    text: str
    reached: bool
    """Whether that was what was aimed at."""
    steps: int
    who: str = ""
    """The id of whom it is about, where it is about somebody: what they can do is what is asked for now."""
    back: bool = False


class WentBack(Answer, frozen=True):
    """The answer to `TakeBack` of a walk: how much of it was taken back, and where that had to stop."""

    text: str
    steps: int
    of: int


class Refused(Answer, frozen=True):
    """The rules do not allow it; nothing has changed."""

    code: str
    text: str
    rules: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    """The ids of choices that would be legal."""


class Because(Answer, frozen=True):
    """The answer to `Why`, as HTML."""

    line: int
    html: str


class HelpShown(Answer, frozen=True):
    """The answer to `Help`, as HTML."""

    choice: str
    html: str


class WhyNotShown(Answer, frozen=True):
    """The answer to `WhyNot`: the choices that do it, or the rules that forbid it, as data and as HTML."""

    found: FoundWhyNot
    html: str


class SheetShown(Answer, frozen=True):
    """The answer to `Sheet`, as HTML."""

    subject: str
    html: str


class DeskShown(Answer, frozen=True):
    """The answer to `Desk`, as HTML."""

    subject: str
    html: str


class Lines(Answer, frozen=True):
    """The answer to `Story`, as HTML, oldest first."""

    first: int
    story: tuple[str, ...]


class Pong(Answer, frozen=True):
    """Somebody is."""


class Working(Answer, frozen=True):
    """What was asked takes its time; the answer comes later. `CallOff` ends it."""

    seconds: int
    """For how long it has been worked on."""
    done: int = 0
    of: int = 0
    """How far it has come, and how far it has to go, where that is known."""
    text: str = ""


class Problem(Answer, frozen=True):
    """What was sent cannot be understood, or not by this seat; nothing has changed."""

    code: Literal["unreadable", "not_yours", "not_found", "too_fast", "closed", "failed", "store", "stopped"]
    text: str


ANSWERS: Final[tuple[type[Answer], ...]] = (
    Hello, Fragments, Done, Halted, WentBack, Refused, SureAsked, DieAsked, Because, HelpShown, WhyNotShown, SheetShown,
    DeskShown, Lines, Pong, Working, Problem, *TALK_ANSWERS,
)  # fmt: skip
AnyAnswer: Any = reduce(or_, cast(Any, ANSWERS))
write_answer: Final = msgspec.json.Encoder().encode


def schema() -> dict[str, Any]:
    """The JSON schema of every message and answer."""
    (messages, answers), definitions = msgspec.json.schema_components(
        [AnyMessage, AnyAnswer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Arbitro, protocol {PROTOCOL}",
        "messages": messages,
        "answers": answers,
        "$defs": definitions,
    }
