"""What the API takes and gives, as types: the description of the API is made from them."""

from typing import Annotated, Any, Final, Literal

from litestar.openapi import ResponseSpec
from msgspec import Meta, Struct

from arbitro.client.data import (
    BackData,
    ChanceData,
    FieldData,
    HeardData,
    LikelihoodData,
    LineData,
    MeantData,
    MomentData,
    OfferData,
    PickData,
    SeatRole,
)
from arbitro.kernel.card import Chance
from arbitro.kernel.event import Setting
from arbitro.kernel.explain import Cited
from arbitro.text import Language
from arbitro.web.api import TEXTS
from arbitro.web.making import Mode
from arbitro.web.page_moment import PageMoment, StoryLine
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


class HistoryData(Struct, frozen=True):
    """The log as one seat may know it."""

    entries: tuple[Any, ...]


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to be handed out."""

    name: Name
    role: SeatRole = "player"
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
    role: SeatRole
    solo: bool
    sides: tuple[str, ...]
    controls: tuple[str, ...]
    present: int


class SeatsData(Struct, frozen=True):
    """Who sits at a table, and how it is run."""

    seats: tuple[SeatData, ...]
    arrangement: Arrangement


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the host wants to sit: a side, the referee's chair, among the onlookers, or where the story is told."""

    role: Literal["referee", "solo", "spectator", "narrator"] = "referee"
    side: Short = ""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """A token from an invitation."""

    token: Short


class Branching(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be branched off."""

    title: Short = ""


class Sentence(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to do, in their own words."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Telling(Struct, frozen=True, forbid_unknown_fields=True):
    """What a narrator tells of lines of the story."""

    text: Annotated[str, Meta(min_length=1, max_length=4000)]
    after: Annotated[int, Meta(ge=0)] | None = None
    """The lines after this number; those since the last telling otherwise."""


class Brought(Struct, frozen=True, forbid_unknown_fields=True):
    """A file for a table."""

    text: Annotated[str, Meta(max_length=16 * 1024 * 1024)]


def chance_data(chance: Chance | None) -> ChanceData | None:
    """A chance in numbers that JSON has."""
    if chance is None:
        return None
    share = chance.success
    return ChanceData(float(share), share.numerator, share.denominator, chance.label, chance.estimate)


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
    told = (line.number, line.entry, line.by, line.at, line.text, line.kind)
    return LineData(*told, line.dice, line.prose, line.picture, line.call)


def odds_data(odds: tuple[Likelihood, ...]) -> tuple[LikelihoodData, ...]:
    """Chances for a program."""
    return tuple(LikelihoodData(one.needed, one.compare, float(one.success)) for one in odds)


def heard_data(moment: PageMoment, said: str, seq: int) -> HeardData:
    """What a sentence means, for a program or a page."""
    found = moment.heard(said)
    meant = tuple(
        MeantData(
            one.choice, "" if one.aim else moment.mark(one.choice), one.text, one.values, one.missing, aim=one.aim
        )
        for one in found.meant
    )
    rules: tuple[Cited, ...] = ()
    if found.kind == "forbidden" and found.why_not is not None:
        text = " ".join(one.why.sentence for one in found.why_not.cannot)
        rules = tuple(dict.fromkeys(rule for one in found.why_not.cannot for rule in one.why.rules))
    elif found.kind == "question" and len(meant) == 1:
        text = TEXTS.say(moment.language, "web.say.missing" if meant[0].missing else "web.say.sure", what=meant[0].text)
    elif found.kind == "question":
        text = TEXTS.say(moment.language, "web.say.which", what=" · ".join(one.text for one in meant))
    else:
        text = "" if found.kind in ("deed", "aim") else TEXTS.say(moment.language, "web.say.unknown")
    return HeardData(found.kind, seq, text, meant, rules, found.then)


def moment_data(moment: PageMoment, view: Any, seq: int, *, busy: bool = False) -> MomentData:
    """A moment for a program."""
    return MomentData(
        moment.table,
        moment.ruleset.id,
        moment.arrangement.called(moment.language),
        moment.seat.name,
        moment.sitting.role,
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
        busy,
    )
