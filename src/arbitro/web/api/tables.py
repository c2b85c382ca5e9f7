"""Tables: opening them, looking at them, acting at them, and taking their logs along."""

from typing import Annotated, Any, cast
from urllib.parse import unquote

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter
from litestar.response import Stream

from arbitro.client.data import (
    HeardData,
    HelpData,
    MomentData,
    PickData,
    Seated,
    SheetData,
    StoryData,
    TableData,
    WhyData,
)
from arbitro.kernel.log import encode_entry
from arbitro.play.journal.model import Journal
from arbitro.store.rows import Transaction
from arbitro.store.sealing import unseal_export
from arbitro.store.threads import beside
from arbitro.text import Language
from arbitro.web.answering import Answerer
from arbitro.web.api.data import (
    FAILURES,
    Branching,
    Brought,
    HistoryData,
    NewTable,
    Sentence,
    Telling,
    chance_data,
    heard_data,
    line_data,
    moment_data,
    odds_data,
)
from arbitro.web.interpreting import interpreted
from arbitro.web.journal import ENDINGS, FORMATS, MEDIA, JournalOperation, format_wanted, journal_of, laid_out
from arbitro.web.listing import enterable
from arbitro.web.making import TableRequest, arrangement_for, first_sitting, free_id, make_table, seen_text, sit
from arbitro.web.messages import AnyAnswer, AnyMessage
from arbitro.web.narrating import narrate
from arbitro.web.reader import language_of
from arbitro.web.room import Room, rendered
from arbitro.web.seats import cookie_of
from arbitro.web.sitting import Sitting
from arbitro.web.talk_fragments import OVERVIEW
from arbitro.web.visitor import Turned, hosting, house_of, refereeing, seat_cookie, seated

Asked = Request[Any, Any, Any]
Number = Annotated[int, QueryParameter(ge=0, le=1_000_000_000)]
Named = Annotated[str, QueryParameter(name="format", schema_extra={"enum": [*FORMATS, ""]})]
Passphrase = Annotated[
    str,
    HeaderParameter(
        name="Arbitro-Passphrase",
        max_length=3000,
        description="What opens the seed that goes along, in letters as an address has them (percent-encoded UTF-8).",
    ),
]
NewName = Annotated[str, QueryParameter(max_length=80, description="Another name for the table.")]
PlanId = Annotated[str, QueryParameter(max_length=200, description="Another map than that of the scene, by its id.")]
ChoiceId = Annotated[str, QueryParameter(max_length=200, description="The id of a choice.")]
LOG = "application/jsonl"


@get("/v1/tables", operation_id="tables", responses=FAILURES, summary="The tables that the visitor may enter")
async def list_tables(request: Asked) -> list[TableData]:
    """To the host all tables; to others those at which they have a seat, by their cookies or by their token."""
    found, _ = await enterable(request, language_of(request))
    return found


@post("/v1/tables", operation_id="openTable", responses=FAILURES, summary="Open a table")
async def open_table(request: Asked, data: JSONBody[NewTable]) -> Response[Seated]:
    """A new table with a ready scene; whoever opens it gets a seat at it."""
    house = hosting(request)
    wanted = TableRequest(
        data.game,
        data.scene,
        data.mode,
        data.title,
        data.table,
        data.side,
        data.options,
        data.party,
        data.people,
        data.file,
        tuple((pack.file, pack.text) for pack in data.packs),
        None if data.house_rules is None else (data.house_rules.file, data.house_rules.text),
        data.house_files,
    )
    room, sitting, token = await make_table(house.tables, wanted, language_of(request))
    return taken(request, room.id, sitting, token)


def taken(request: Asked, table: str, sitting: Sitting, token: str) -> Response[Seated]:
    """The answer to whoever has taken a seat: a cookie for a browser, the token for a program."""
    body = Seated(table, sitting.id, sitting.name, sitting.role, token)
    return Response(body, status_code=201, cookies=[seat_cookie(request, table, token)])


@get(
    "/v1/tables/{table:str}",
    operation_id="moment",
    responses=FAILURES,
    summary="A table as the visitor may know it now",
)
async def look(request: Asked, table: FromPath[str]) -> MomentData:
    """The view, the choices with their chances, the cards, who is awaited: everything but the story."""
    room, sitting = await seated(request, table)
    return await looked(room, sitting, language_of(request))


async def looked(room: Room, sitting: Sitting, language: Language) -> MomentData:
    """All that a seat may know of one moment of a table."""
    read = await room.reading(sitting, language)
    moment = read.moment
    busy = room.busy
    return await room.draw(lambda: moment_data(moment, moment.view, read.seq, busy=busy))


@get(
    "/v1/tables/{table:str}/fragments",
    operation_id="fragments",
    responses=FAILURES,
    summary="The fragments of the page",
)
async def fragments(request: Asked, table: FromPath[str]) -> dict[str, str]:
    """The fragments as HTML, for pages that can keep no connection open and ask now and then."""
    room, sitting = await seated(request, table)
    moment = room.moment(sitting, language_of(request), frozenset({OVERVIEW}))
    return await room.draw(lambda: rendered(moment))


@get("/v1/tables/{table:str}/story", operation_id="story", responses=FAILURES, summary="What happened, in words")
async def story(request: Asked, table: FromPath[str], after: Number = 0, count: Number = 100) -> StoryData:
    """Lines of the story, each with the number that "why?" asks for."""
    room, sitting = await seated(request, table)
    read = await room.reading(sitting, language_of(request))
    until = min(after + min(count, 500), read.last)
    lines = await read.chronicle.page(room.session, read.moment, after + 1, until)
    return StoryData(read.last, tuple(map(line_data, lines)))


@get(
    "/v1/tables/{table:str}/story/{line:int}/why",
    operation_id="why",
    responses=FAILURES,
    summary="Why a line is as it is",
)
async def why(request: Asked, table: FromPath[str], line: FromPath[int]) -> WhyData:
    """The dice, the numbers, the rules and the chances behind a line of the story."""
    room, sitting = await seated(request, table)
    moment = room.moment(sitting, language_of(request))
    told = await (await room.chronicle(moment.seat)).at(room.session, line)
    if told is None:
        raise Turned(404, "no_line")
    explanation, odds = moment.why(told.then, told.run or (told.event,))
    return WhyData(line, explanation, odds_data(odds))


@get(
    "/v1/tables/{table:str}/sheets/{subject:str}", operation_id="sheet", responses=FAILURES, summary="Somebody's sheet"
)
async def sheet(request: Asked, table: FromPath[str], subject: FromPath[str]) -> SheetData:
    """All that the visitor may know of somebody who has a card."""
    room, sitting = await seated(request, table)
    found = room.moment(sitting, language_of(request)).sheet(subject)
    if found is None:
        raise Turned(404, "no_sheet")
    return SheetData(subject, found)


@get(
    "/v1/tables/{table:str}/help",
    operation_id="helpWithChoice",
    responses=FAILURES,
    summary="What a choice would be",
)
async def help_with_choice(request: Asked, table: FromPath[str], choice: ChoiceId) -> HelpData:
    """What a choice that is offered does and costs, how likely it succeeds, and the rules it rests on."""
    room, sitting = await seated(request, table)
    moment = room.moment(sitting, language_of(request))
    found = await room.choose(lambda: moment.help(choice))
    if found is None:
        raise Turned(404, "no_choice")
    odds = tuple(PickData("", one.of, chance_data(one.chance)) for one in found.odds)
    return HelpData(choice, found.title, found.does, odds, found.rules)


@get(
    "/v1/tables/{table:str}/scene.svg",
    operation_id="scene",
    responses=FAILURES,
    summary="The drawing of the scene",
    media_type="image/svg+xml",
)
async def scene(request: Asked, table: FromPath[str], plan: PlanId = "") -> Response[str]:
    """The scene as the visitor may know it, as SVG, where the game draws one; or another map that they may look at."""
    room, sitting = await seated(request, table)
    moment = room.moment(sitting, language_of(request))

    def drawn() -> str | None:
        found = moment.plan(plan) if plan else moment.drawing
        return None if found is None else found.svg()

    svg = await room.draw(drawn)
    if svg is None:
        raise Turned(404, "not_found")
    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@get(
    "/v1/tables/{table:str}/history",
    operation_id="history",
    responses=FAILURES,
    summary="The log as the visitor may know it",
)
async def history(request: Asked, table: FromPath[str], first: Number = 0) -> Response[HistoryData]:
    """Entries of the log, counted as the visitor's seat counts them; what it may not know is absent."""
    room, sitting = await seated(request, table)
    known = [entry async for part in room.session.known(room.seat(sitting), first) for entry in part]
    data = await beside(lambda: msgspec.json.encode(HistoryData(tuple(known))))
    return Response(cast(HistoryData, data), media_type=MediaType.JSON)


@get("/v1/tables/{table:str}/log", operation_id="log", responses=FAILURES, summary="Take the log along", media_type=LOG)
async def export_log(request: Asked, table: FromPath[str]) -> Stream:
    """To the referee, and to whoever plays alone, the whole log, chained, to be checked and imported again.

    To others at a table that is shared, what they know of it.
    """
    room, sitting = await seated(request, table)
    headers = {"Content-Disposition": f'attachment; filename="{cookie_of(table)[13:]}.jsonl"'}
    if sitting.role == "referee" or sitting.solo:
        return Stream(house_of(request).tables.store.export_table(table), media_type=LOG, headers=headers)
    parts = room.session.known(room.seat(sitting))
    lines = (b"".join(encode_entry(entry) + b"\n" for entry in part) async for part in parts)
    return Stream(lines, media_type=LOG, headers=headers)


@get(
    "/v1/tables/{table:str}/journal",
    operation_id="journal",
    operation_class=JournalOperation,
    responses=FAILURES,
    summary="The journal, to be taken along",
)
async def export_journal(request: Asked, table: FromPath[str], wanted: Named = "") -> Response[Journal]:
    """The story in prose as the visitor may know it: in the format that is named, or else by the header ``Accept``."""
    room, sitting = await seated(request, table)
    chosen = format_wanted(request, wanted)
    data = await laid_out(await journal_of(room, sitting, language_of(request)), chosen)
    headers = {"Content-Disposition": f'attachment; filename="{cookie_of(table)[13:]}.{ENDINGS[chosen]}"'}
    return Response(cast(Journal, data), media_type=MEDIA[chosen], headers=headers)


@post(
    "/v1/tables/{table:str}/messages",
    operation_id="sendMessage",
    responses=FAILURES,
    summary="Act at a table",
    status_code=200,
)
async def send_message(request: Asked, table: FromPath[str], data: JSONBody[AnyMessage]) -> AnyAnswer:
    """Any message of the live connection, answered as it is there."""
    room, sitting = await seated(request, table)
    house = house_of(request)
    if not house.messages.allow(sitting.id):
        raise Turned(429, "too_fast")
    return await Answerer(house.tables, room, sitting, language_of(request), None).answer(data)


@post(
    "/v1/tables/{table:str}/say",
    operation_id="sayInWords",
    responses=FAILURES,
    summary="What a sentence means",
    status_code=200,
)
async def say_in_words(request: Asked, table: FromPath[str], data: JSONBody[Sentence]) -> HeardData:
    """A sentence in somebody's own words: the choice that it means, a question between some, or why it cannot be done.

    Nothing is done: ``do`` does it, or ``pursue`` where it is an aim.
    """
    room, sitting = await seated(request, table)
    house = house_of(request)
    if not house.messages.allow(sitting.id):
        raise Turned(429, "too_fast")
    read = await room.reading(sitting, language_of(request))
    found = await room.choose(lambda: heard_data(read.moment, data.text, read.seq))
    return await interpreted(house.tables, house.settings, read.moment, data.text, found)


@post(
    "/v1/tables/{table:str}/narrate",
    operation_id="narrate",
    responses=FAILURES,
    summary="Tell in prose what happened",
    status_code=204,
)
async def narrate_lines(request: Asked, table: FromPath[str], data: JSONBody[Telling]) -> None:
    """A narrator's prose about lines of the story: kept beside them, unless it says what they do not."""
    room, sitting = await seated(request, table)
    house = house_of(request)
    if not house.messages.allow(sitting.id):
        raise Turned(429, "too_fast")
    await narrate(house.tables, room, sitting, data.text, language_of(request), data.after)


@post(
    "/v1/tables/{table:str}/bring",
    operation_id="bring",
    responses=FAILURES,
    summary="Bring a file to a table",
    status_code=200,
    request_max_body_size=16 * 1024 * 1024,
)
async def bring(request: Asked, table: FromPath[str], data: JSONBody[Brought]) -> AnyAnswer:
    """The words of a file that the game at the table can use now, such as a dungeon; for the referee."""
    room, sitting = await refereeing(request, table)
    house = house_of(request)
    if not house.messages.allow(sitting.id):
        raise Turned(429, "too_fast")
    return await Answerer(house.tables, room, sitting, language_of(request), None).bring(data.text)


@post("/v1/tables/{table:str}/branch", operation_id="branch", responses=FAILURES, summary="Branch off a table")
async def branch(request: Asked, table: FromPath[str], data: JSONBody[Branching]) -> Response[Seated]:
    """A new table with the same past, on dice of its own; the referee sits there too."""
    room, sitting = await refereeing(request, table)
    tables = house_of(request).tables
    title = seen_text(data.title) or room.arrangement.title
    name = await free_id(tables, data.title or table)
    session = await room.session.branch(name, tables.new_seed(), at=tables.now())
    pictures = await tables.store.read(lambda rows: rows.pictures(table))

    def hang_up(rows: Transaction) -> None:
        for who, body in pictures.items():
            rows.keep_picture(name, who, body)

    await tables.store.write(hang_up)
    made = await tables.adopt(session, msgspec.structs.replace(room.arrangement, title=title))
    own = Sitting(sitting.id, sitting.name, sitting.role)
    return taken(request, made.id, own, await sit(tables, made, own))


@post(
    "/v1/import",
    operation_id="importTable",
    responses=FAILURES,
    summary="Bring a table along",
    request_max_body_size=64 * 1024 * 1024,
)
async def import_table(request: Asked, passphrase: Passphrase = "", name: NewName = "") -> Response[Seated]:
    """The log of a table as it was exported; chain, order and dice are checked first.

    The seed of its dice goes along only if it was exported with a passphrase, and is opened by the same. Without it,
    unless it was revealed, such a table can be read and checked, but not played on.
    """
    house = hosting(request)
    lines = (await request.body()).splitlines(keepends=True)
    said = unquote(passphrase)
    seed = await beside(lambda: unseal_export(lines, said)) if said else None  # it takes its time, on purpose
    session = await house.tables.store.import_table(lines, seed, name=name, at=house.tables.now())
    room = await house.tables.adopt(session, arrangement_for("referee", session.id))
    sitting = first_sitting(session.ruleset, session.state, "referee")
    return taken(request, room.id, sitting, await sit(house.tables, room, sitting))


HANDLERS = (
    list_tables,
    open_table,
    look,
    fragments,
    story,
    why,
    sheet,
    help_with_choice,
    scene,
    history,
    export_log,
    export_journal,
    send_message,
    say_in_words,
    narrate_lines,
    bring,
    branch,
    import_table,
)
