"""What the API takes and gives, as types: the description of the API is made from them."""

from typing import Annotated, Any, Final, Literal

from litestar.openapi import ResponseSpec
from msgspec import Meta, Struct

from arbitro.dice.stream import Die
from arbitro.kernel.card import Card, Chance, Progress, Sheet
from arbitro.kernel.event import BackRule, Setting
from arbitro.kernel.explain import Explanation
from arbitro.kernel.seat import Role
from arbitro.text import Language
from arbitro.web.making import Mode
from arbitro.web.page_moment import AimShown, Awaited, GoneBack, OwedShown, PageMoment, StoryLine
from arbitro.web.sitting import Arrangement
from arbitro.web.why import Likelihood
from arbitro.web.wording import Offer, PickShown

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Short = Annotated[str, Meta(max_length=200)]


class Fault(Struct, frozen=True):
    """What is wrong, in the reader's language."""

    code: str
    text: str


class Failure(Struct, frozen=True):
    """The body of every answer that is not a success."""

    error: Fault


FAILURES: Final = {
    status: ResponseSpec(Failure, description=description, generate_examples=False)
    for status, description in (
        (400, "What was sent cannot be read, or does not fit."),
        (403, "The visitor may not do this, or the request came from another site's page."),
        (404, "There is no such thing, or none that the visitor may know of."),
        (409, "Other processes were faster, again and again."),
        (413, "What was sent is too long."),
        (421, "The server does not answer to this name."),
        (429, "Too many at once: wait a moment."),
    )
}
"""What may go wrong anywhere."""


class About(Struct, frozen=True):
    """What answers here."""

    program: str
    version: str
    protocol: int
    languages: tuple[Language, ...]
    shared: bool
    host: bool
    """Whether the visitor runs this server."""


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


class FileText(Struct, frozen=True, forbid_unknown_fields=True):
    """A file that somebody hands in: what it is called, and its text."""

    file: Short
    text: Annotated[str, Meta(max_length=200_000)]


Packs = Annotated[tuple[FileText, ...], Meta(max_length=8)]
"""Packs of content (YAML), each one file."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Short
    scene: Short
    mode: Mode = "solo"
    title: Short = ""
    table: Short = ""
    """A name for addresses; one is made from the title otherwise."""
    side: Short = ""
    """What to play, when alone; the first side otherwise."""
    options: Annotated[dict[Short, Setting], Meta(max_length=500)] = {}
    party: Short = ""
    """What a campaign begins with instead of the scene's own party: ``ready:<name>`` or ``random:<size>:<level>``."""
    people: Annotated[str, Meta(max_length=200_000)] = ""
    """The text of a party file (JSON or YAML) that a campaign begins with."""
    file: Short = ""
    """The name of that file, for what there is to say of it."""
    packs: Packs = ()
    """The host's own content, laid over the game's; the log of the table keeps it."""
    house_rules: FileText | None = None
    """A file of house rules; `options` lie over them."""
    house_files: Annotated[tuple[Short, ...], Meta(max_length=20)] = ()
    """Packs and house rules that the server itself offers, by name; files that are handed in lie over them."""


class PacksAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Packs to be looked at before somebody plays with them."""

    game: Short
    packs: Packs


class PackData(Struct, frozen=True):
    """A pack that is all right: its name, its short hash, and what it holds, kind by kind."""

    name: str
    fingerprint: str
    content: dict[str, list[str]]


class HouseRulesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules to be read for a game."""

    game: Short
    house_rules: FileText


class HouseRulesData(Struct, frozen=True):
    """House rules that are all right: their name, and the options that are not as the book has them."""

    name: str
    options: dict[str, Setting]


class Seated(Struct, frozen=True):
    """A seat that was taken: the token opens it, here in a cookie and for programs as ``Authorization: Bearer …``."""

    table: str
    seat: str
    name: str
    role: Role
    token: str


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
    role: Role
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


class LineData(Struct, frozen=True, omit_defaults=True):
    """A line of the story."""

    number: int
    entry: int
    by: str
    at: str
    text: str
    kind: str
    dice: tuple[Die, ...] = ()


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


class HistoryData(Struct, frozen=True):
    """The log as one seat may know it."""

    entries: tuple[Any, ...]


class SheetData(Struct, frozen=True):
    """All that a seat may know of somebody."""

    subject: str
    sheet: Sheet


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to be handed out."""

    name: Name
    role: Role = "player"
    sides: Annotated[tuple[Short, ...], Meta(max_length=50)] = ()
    controls: Annotated[tuple[Short, ...], Meta(max_length=200)] = ()


class ChangedSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be different about a seat; what is left out stays."""

    name: Name | None = None
    sides: Annotated[tuple[Short, ...], Meta(max_length=50)] | None = None
    controls: Annotated[tuple[Short, ...], Meta(max_length=200)] | None = None


class SeatData(Struct, frozen=True):
    """A seat, for the referee."""

    id: str
    name: str
    role: Role
    solo: bool
    sides: tuple[str, ...]
    controls: tuple[str, ...]
    present: int


class SeatsData(Struct, frozen=True):
    """Who sits at a table, and how it is run."""

    seats: tuple[SeatData, ...]
    arrangement: Arrangement


class Invitation(Struct, frozen=True):
    """A seat with the link that opens it. The link is shown once: nobody can read it back later."""

    seat: str
    name: str
    token: str
    link: str
    """The address to be opened on the other device."""
    qr: str
    """That address as a QR code: an SVG drawing."""


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the host wants to sit: a side, the referee's chair, or among the onlookers."""

    role: Literal["referee", "solo", "spectator"] = "referee"
    side: Short = ""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """A token from an invitation."""

    token: Short


class Branching(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be branched off."""

    title: Short = ""


class Brought(Struct, frozen=True, forbid_unknown_fields=True):
    """A file for a table."""

    text: Annotated[str, Meta(max_length=16 * 1024 * 1024)]


def chance_data(chance: Chance | None) -> ChanceData | None:
    """A chance in numbers that JSON has."""
    if chance is None:
        return None
    share = chance.success
    return ChanceData(float(share), share.numerator, share.denominator, chance.label)


def offer_data(offer: Offer) -> OfferData:
    """A choice for a program."""

    def pick(one: PickShown) -> PickData:
        return PickData(one.value, one.text, chance_data(one.chance))

    fields = tuple(
        FieldData(one.name, one.kind, tuple(map(pick, one.picks)), one.minimum, one.maximum, one.optional)
        for one in offer.fields
    )
    return OfferData(offer.id, offer.text, offer.who, fields, chance_data(offer.chance), offer.rules, offer.mark)


def line_data(line: StoryLine) -> LineData:
    """A line of the story for a program."""
    return LineData(line.number, line.entry, line.by, line.at, line.text, line.kind, line.dice)


def odds_data(odds: tuple[Likelihood, ...]) -> tuple[LikelihoodData, ...]:
    """Chances for a program."""
    return tuple(LikelihoodData(one.needed, one.compare, float(one.success)) for one in odds)


def moment_data(moment: PageMoment, view: Any, seq: int) -> MomentData:
    """A moment for a program."""
    return MomentData(
        moment.table,
        moment.ruleset.id,
        moment.arrangement.called(moment.language),
        moment.seat.name,
        moment.seat.role,
        seq,
        moment.finished,
        view,
        tuple(map(offer_data, moment.offers)),
        moment.aims,
        moment.intents,
        moment.questions,
        moment.awaited,
        moment.cards,
        tuple(moment.picture),
        BackData(moment.back_rule, moment.gone_back, tuple(who for who, _ in moment.asked_back)),
        moment.ruleset.progress(moment.state, moment.seat, moment.language),
        moment.owed,
    )
