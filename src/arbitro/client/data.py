"""What a table answers to programs: the shapes of the HTTP API, shared by the server and by the client.

The server writes them, the description of the API is made from them, and `arbitro.client` reads them.
"""

from typing import Any, Literal

from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.kernel.card import Card, Progress, Sheet
from arbitro.kernel.event import BackRule, Setting
from arbitro.kernel.explain import Cited, Explanation

SeatRole = Literal["referee", "player", "spectator", "narrator"]
"""What somebody is at a table. A narrator has the eyes of those whose story is told, and no hands."""


class SceneData(Struct, frozen=True):
    """A scene that is ready to be played."""

    id: str
    title: str


class GameData(Struct, frozen=True):
    """A game and its ready scenes."""

    id: str
    source: str
    edition: str
    scenes: tuple[SceneData, ...]


class OptionData(Struct, frozen=True):
    """A switch of a game."""

    name: str
    type: str
    default: Setting
    title: str
    text: str
    values: dict[str, str]
    minimum: int | str | None
    maximum: int | str | None
    origin: str
    rules: tuple[str, ...]


class RuleData(Struct, frozen=True):
    """A rule of a game's book, in our words."""

    id: str
    kind: str
    title: str
    where: str
    text: str


class GuideData(Struct, frozen=True):
    """A page of the documentation."""

    name: str
    title: str
    text: str = ""
    """The page as it was written (Markdown); in lists of pages, nothing."""


class Seated(Struct, frozen=True):
    """A seat that was taken: the token opens it, here in a cookie and for programs as ``Authorization: Bearer …``."""

    table: str
    seat: str
    name: str
    role: SeatRole
    token: str


class Invitation(Struct, frozen=True):
    """A seat with the link that opens it. The link is shown once: nobody can read it back later."""

    seat: str
    name: str
    token: str
    link: str
    """The address to be opened on the other device."""
    qr: str
    """That address as a QR code: an SVG drawing."""


class TableData(Struct, frozen=True, omit_defaults=True):
    """A table in a list."""

    id: str
    game: str
    title: str
    opened: str
    changed: str
    seat: str = ""
    """The name of the visitor's seat at it; empty where they have none."""
    role: str = ""


class ChanceData(Struct, frozen=True):
    """How likely something is."""

    success: float
    numerator: int
    denominator: int
    label: str
    estimate: bool = False
    """Whether it is a guess against somebody middling, because one may not know the number it depends on."""


class PickData(Struct, frozen=True, omit_defaults=True):
    """One value that a field may take."""

    value: str
    text: str
    chance: ChanceData | None = None


class FieldData(Struct, frozen=True, omit_defaults=True):
    """What is still to be said before a choice can be sent."""

    name: str
    kind: Literal["pick", "number", "text"]
    picks: tuple[PickData, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False


class OfferData(Struct, frozen=True, omit_defaults=True):
    """A choice."""

    id: str
    text: str
    who: str = ""
    fields: tuple[FieldData, ...] = ()
    chance: ChanceData | None = None
    rules: tuple[str, ...] = ()
    mark: str = ""
    """What it means now; to be sent back with ``do``."""


class ServerData(Struct, frozen=True):
    """What answers at an address."""

    program: str
    version: str
    protocol: int
    languages: tuple[str, ...]
    shared: bool
    host: bool
    """Whether the visitor runs this server."""


class AimShown(Struct, frozen=True):
    """Something that takes many commands and one word."""

    id: str
    text: str
    about: str
    """The place or the way of the map that it is; empty: it stands in a list."""


class Awaited(Struct, frozen=True):
    """Somebody whom the table waits for."""

    who: str
    name: str
    question: str
    """What they are asked; empty where it is simply their turn."""
    mine: bool
    """Whether the reader is the one who answers."""


class OwedShown(Struct, frozen=True):
    """A die that somebody throws with their own hands, and that the table waits for."""

    who: str
    sides: int
    """0 where the reader may not know which."""
    purpose: str
    number: int
    mine: bool
    """Whether the reader says what it shows."""
    may_roll: bool
    """Whether the reader may leave it to the engine."""


class GoneBack(Struct, frozen=True):
    """How often somebody has taken something back."""

    seat: str
    name: str
    times: int
    past: int
    """How often of these past a die, or past something that had come to light."""


class BackData(Struct, frozen=True):
    """Going back at a table: how far anybody does, who did how often, and who asks the referee for it."""

    rule: BackRule
    gone: tuple[GoneBack, ...]
    asked: tuple[str, ...]
    """The names of the seats that ask."""


class MomentData(Struct, frozen=True):
    """A table as one seat may know it now."""

    table: str
    game: str
    title: str
    seat: str
    role: SeatRole
    seq: int
    finished: bool
    view: Any
    """The state as the seat may know it; its shape is the game's."""
    choices: tuple[OfferData, ...]
    aims: tuple[AimShown, ...]
    """What one word is enough for; to be sent back with ``pursue``."""
    intents: tuple[str, ...]
    """What people have declared that they will do in a fight, where a game has declarations."""
    questions: tuple[str, ...]
    awaited: tuple[Awaited, ...]
    cards: tuple[Card, ...]
    picture: tuple[str, ...]
    back: BackData
    progress: Progress | None = None
    """Something that is being made in several steps, as far as it has come."""
    owed: OwedShown | None = None
    """A die that somebody throws with their own hands, and that the table waits for."""
    busy: bool = False
    """Whether the engine is still doing what it does by itself: what is offered may be different in a moment."""


class LineData(Struct, frozen=True, omit_defaults=True):
    """A line of the story."""

    number: int
    entry: int
    by: str
    at: str
    text: str
    kind: str
    dice: tuple[Die, ...] = ()
    prose: str = ""
    """What a referee would say in place of the plain words, where there is such prose."""
    picture: str = ""
    """The address of a picture that was handed out with it."""
    call: str = ""
    """Dice that one is asked to throw, in the usual notation."""


class StoryData(Struct, frozen=True):
    """Lines of the story."""

    last: int
    """The number of the last line there is."""
    lines: tuple[LineData, ...]


class LikelihoodData(Struct, frozen=True):
    """The chance that a throw had."""

    needed: int
    compare: str
    success: float


class WhyData(Struct, frozen=True):
    """Why a line is as it is."""

    line: int
    explanation: Explanation
    odds: tuple[LikelihoodData, ...]


class SheetData(Struct, frozen=True):
    """All that a seat may know of somebody."""

    subject: str
    sheet: Sheet


class HelpData(Struct, frozen=True):
    """What a choice would be, before anybody makes it."""

    choice: str
    title: str
    does: str
    """What it does and costs; empty where its rules say it all."""
    odds: tuple[PickData, ...]
    """How likely it succeeds, for each value of what is still to be said."""
    rules: tuple[Cited, ...]


class MeantData(Struct, frozen=True, omit_defaults=True):
    """A choice that a sentence may mean, with what the sentence says of it."""

    choice: str
    mark: str
    """What it means now; to be sent back with ``do``, together with `values`."""
    text: str
    values: dict[str, str | int]
    missing: tuple[str, ...]
    """The names of what is still to be said."""
    aim: bool = False
    """Whether `choice` is an aim, to be sent by ``pursue``, rather than a choice."""


class HeardData(Struct, frozen=True):
    """What a sentence in somebody's own words means now. Nothing has been done yet."""

    kind: Literal["deed", "aim", "question", "forbidden", "unknown"]
    seq: int
    text: str
    """The question that is to be asked, or why it cannot be done."""
    meant: tuple[MeantData, ...]
    """The deed or the aim, if there is one; for a question, what it may be."""
    rules: tuple[Cited, ...]
    """The rules that forbid it."""
    then: str
    """What the sentence wants next, to be said again once this is done."""


class Reply(Struct, frozen=True):
    """The answer to a message, of whatever type: what a type does not have is empty.

    ``done``, ``halted``, ``refused``, ``die_asked``, ``problem`` … as the page on the API lists them.
    """

    type: str
    ref: int = 0
    code: str = ""
    text: str = ""
    rules: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    """The ids of choices that would be legal."""
    reached: bool = False
    back: bool = False
    steps: int = 0
    of: int = 0
    sides: int = 0
    purpose: str = ""
    number: int = 0
    owed: bool = False
    at: int = 0

    @property
    def done(self) -> bool:
        """Whether what was asked was done."""
        return self.type in ("done", "halted", "went_back")


class LiveData(Struct, frozen=True, omit_defaults=True):
    """What is sent to a program that follows a table: at first everything, then whatever has changed."""

    type: Literal["moment", "closed"]
    seq: int = 0
    """How many entries of the log one's seat has seen anything of."""
    lines: tuple[LineData, ...] = ()
    """New lines of the story; at first the latest ones."""
    moment: MomentData | None = None
    """How the table stands now."""
    text: str = ""
    """Why the stream has ended."""
