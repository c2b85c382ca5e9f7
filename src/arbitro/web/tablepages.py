"""The pages that belong to tables: the start page, the table itself, the players' screen, journal and house rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct

from arbitro.client.data import TableData
from arbitro.dungeon.export.png import to_png
from arbitro.kernel.changing import changeable
from arbitro.kernel.event import Setting
from arbitro.kernel.recap import TALK, Recalled, previously, was_away
from arbitro.kernel.sentence import value_word
from arbitro.kernel.yamlfile import text_of
from arbitro.play import game_inside
from arbitro.play.calendar import CALENDAR
from arbitro.play.campaign import Campaign
from arbitro.play.journal.words import TEXTS as JOURNAL_TEXTS
from arbitro.store.threads import beside
from arbitro.text import Language
from arbitro.web import guides, shelf
from arbitro.web.api import calendars
from arbitro.web.api.seats import opened
from arbitro.web.fragments import render_glance
from arbitro.web.house_files import offered
from arbitro.web.journal import journal_of
from arbitro.web.listing import enterable
from arbitro.web.page_moment import PageMoment
from arbitro.web.pages import Asked, page
from arbitro.web.reader import language_of
from arbitro.web.room import SHOWN, Reading, Room, rendered
from arbitro.web.sheet_prints import PRINT_PAGES
from arbitro.web.sitting import ONLOOKER
from arbitro.web.visitor import Turned, house_of, is_host, refereeing, seated

LISTED: Final = 100
"""How many tables the start page shows; all of them when asked."""
RECALLED: Final = 400
"""Among how many lines the moments of the last evening are looked for."""


class KeptShown(Struct, frozen=True):
    """A table on the start page."""

    id: str
    title: str
    game: str
    changed: str
    seat: str
    """The visitor's seat at it; empty where they have none yet and are the host."""


class StatePath(Struct, frozen=True):
    """A value of the state and the way to it."""

    path: str
    value: Any
    """A switch, a number or a word."""
    rest: str = ""
    """The path without whose value it is."""
    of: str = ""
    """The id of whoever has a card and whose value it is; empty: nobody's."""
    name: str = ""
    word: str = ""
    """What people call it; empty where only programs and those who know the game from inside would change it."""
    minimum: int | None = None
    maximum: int | None = None


class OptionNow(Struct, frozen=True):
    """An option as it stands at a table."""

    option: shelf.OptionShown
    now: Setting
    now_shown: str

    @property
    def changed(self) -> bool:
        """Whether the table plays otherwise than the book."""
        return self.now != self.option.default


@get("/", include_in_schema=False)
async def start(request: Asked) -> Response[str]:
    """Continue, begin anew, bring a table along."""
    language = language_of(request)
    newest = None if "all" in request.query_params else LISTED
    found, count = await enterable(request, language, newest)
    listed = sorted(found, key=lambda one: (bool(one.seat), one.changed or one.opened), reverse=True)
    return await beside(lambda: _start_page(request, listed, count, language))


def _start_page(request: Asked, listed: list[TableData], count: int, language: Language) -> Response[str]:
    titles = {game.id: game.title for game in shelf.games(language)}
    kept = [
        KeptShown(one.id, one.title, titles.get(game_inside(one.game), one.game), one.changed, one.seat)
        for one in listed
    ]
    host = is_host(request)
    games = shelf.games(language) if host else ()
    files = offered(house_of(request).settings) if host else ()
    shown: dict[str, Any] = {
        "kept": kept,
        "count": count,
        "games": games,
        "host": host,
        "unseated": "unseated" in request.query_params,
        "house_files": files,
        "guides": guides.guides(language),
    }
    return page(request, "start.html", "start", **shown)


@get("/tables/{table:str}", include_in_schema=False)
async def table_page(request: Asked, table: FromPath[str]) -> Response[str] | Redirect:
    """The table as the visitor's seat may know it; everything after the first look comes over the live line."""
    try:
        room, sitting = await seated(request, table)
    except Turned:
        if is_host(request) and await house_of(request).tables.store.has(table):
            return Redirect("/?unseated", status_code=303)  # the host may sit down anywhere: the start page asks where
        raise
    opened = frozenset(request.query_params.getall("open", []))  # without scripts a folded part is a link
    read = await room.reading(sitting, language_of(request), opened)
    return page(
        request,
        "table.html",
        "",
        **await _shown(room, read),
        previously=await _previously(room, read, house_of(request).tables.now()),
        role=sitting.role,
        solo=sitting.solo,
        game=game_inside(room.session.ruleset.id),
        private=read.moment.seat.private,
        has_party=isinstance(room.session.ruleset, Campaign) and sitting.has_hands,
    )


@get("/tables/{table:str}/glance", include_in_schema=False)
async def glance(request: Asked, table: FromPath[str]) -> Response[str]:
    """What the start page tells of a table: whose party, when and where, and the scene in small, if it is drawn."""
    room, sitting = await seated(request, table)
    moment = room.moment(sitting, language_of(request))
    html = await room.draw(lambda: render_glance(moment))
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})


@get("/tables/{table:str}/screen", include_in_schema=False)
async def screen_page(request: Asked, table: FromPath[str]) -> Response[str]:
    """The players' screen, for a television: it shows what everybody may see and takes no orders."""
    room, _ = await seated(request, table)
    return page(request, "screen.html", "", **await _shown(room, await room.reading(ONLOOKER, language_of(request))))


async def _previously(room: Room, read: Reading, now: str) -> tuple[Recalled, ...]:
    """The last evening in a few lines, for whoever comes back to a table; nothing for who has just been there."""
    told = read.chronicle.lines(read.moment, read.last, read.last)
    if not was_away([Recalled(line.at, line.text) for line in told], now):
        return ()
    lines = await read.chronicle.page(room.session, read.moment, read.last - RECALLED, read.last)
    return previously([Recalled(line.at, line.text, line.prose) for line in lines if line.kind not in TALK])


async def _shown(room: Room, read: Reading) -> dict[str, Any]:
    first = max(1, read.last - SHOWN + 1)
    return {
        "table": room.id,
        "title": room.arrangement.called(read.moment.language) or room.id,
        "fragments": await room.draw(lambda: rendered(read.moment)),
        "first": first,
        "lines": read.lines(first),
    }


@get("/tables/{table:str}/journal", include_in_schema=False)
async def journal_page(request: Asked, table: FromPath[str]) -> Response[str]:
    """The story in prose, as the visitor may know it, with the maps: to read or to print."""
    room, sitting = await seated(request, table)
    language = language_of(request)
    journal = (await journal_of(room, sitting, language)).journal
    heads = {part: JOURNAL_TEXTS.say(language, part) for part in ("company", "moments", "gains", "fallen", "map")}
    title = room.arrangement.called(language) or room.id
    more: dict[str, Any] = {"table": room.id, "title": title, "journal": journal, "heads": heads}
    return await beside(lambda: page(request, "journal.html", "", **more))


@get("/tables/{table:str}/calendar", include_in_schema=False)
async def calendar_shown(request: Asked, table: FromPath[str]) -> Response[str]:
    """The calendar of a table, to read and to write into; whoever leads it may set another."""
    room, sitting = await seated(request, table)
    language = language_of(request)
    title = room.arrangement.called(language) or room.id
    found = calendars.shown(room, sitting, language)
    more: dict[str, Any] = {"leads": sitting.leads, "acts": sitting.has_hands, "own": sitting.name}
    more |= {"referee": sitting.role == "referee", "example": text_of(CALENDAR)}
    return page(request, "calendar.html", "", table=room.id, title=title, calendar=found, **more)


@get("/tables/{table:str}/options", include_in_schema=False)
async def table_options(request: Asked, table: FromPath[str]) -> Response[str]:
    """The house rules of a table; the referee may change them."""
    room, sitting = await seated(request, table)
    language = language_of(request)
    return page(
        request,
        "table_options.html",
        "",
        table=room.id,
        title=room.arrangement.called(language) or room.id,
        referee=sitting.role == "referee",
        options=options_now(room, language),
    )


def options_now(room: Room, language: Language) -> list[OptionNow]:
    """Every option with how it stands at a table."""
    declared, chosen = room.session.ruleset.options, room.session.state.options
    found = []
    for name in declared:
        shown = shelf.shown_option(name, declared[name], language)
        now = chosen.get(name, declared[name].default)
        found.append(OptionNow(shown, now, shelf.setting_text(declared[name], now, language)))
    return found


@get(
    "/v1/tables/{table:str}/scene.png",
    operation_id="scenePicture",
    summary="The drawing of the scene as a PNG",
    media_type="image/png",
)
async def scene_picture(request: Asked, table: FromPath[str]) -> Response[bytes]:
    """The scene as the visitor may know it, to be printed or sent to somebody, where the game draws one."""
    room, sitting = await seated(request, table)
    moment = room.moment(sitting, language_of(request))
    picture = await beside(lambda: None if moment.drawing is None else to_png(moment.drawing.svg()))
    if picture is None:
        raise Turned(404, "not_found")
    return Response(picture, media_type="image/png")


@get("/v1/tables/{table:str}/paths", operation_id="paths", summary="What the referee may change by hand")
async def state_paths(request: Asked, table: FromPath[str]) -> list[StatePath]:
    """Every number and word of the state with its path, as `override` takes it; for the referee."""
    room, sitting = await refereeing(request, table)
    moment = room.moment(sitting, language_of(request))
    return await beside(lambda: every_path(moment))


def every_path(moment: PageMoment) -> list[StatePath]:
    """The values of a state, those that people have a word for first."""
    names = {card.id: card.name for card in moment.cards}
    plain = msgspec.to_builtins(moment.state, str_keys=True)
    return [*worded(moment), *told_apart([owned(path, value, names) for path, value in leaves(plain)])]


def worded(moment: PageMoment) -> Iterator[StatePath]:
    """The values that people have a word for, with whose each is and how far it goes."""
    ruleset, state = moment.ruleset, moment.state
    for one in changeable(ruleset.values, state):
        word = value_word(ruleset, one.word, moment.language)
        name = moment.owner_name(one.of) if one.of else ""
        yield StatePath(one.path, one.value, word, one.of, name, word, one.least, one.most)


def owned(path: str, value: Any, names: dict[str, str]) -> StatePath:
    """A value with whose it is: somebody with a card whose id stands on the way to it."""
    steps = path.split(".")
    place = next((number for number, step in enumerate(steps) if step in names), None)
    if place is None:
        return StatePath(path, value, ".".join(steps[1:]) or path)
    return StatePath(path, value, ".".join(steps[place + 1 :]) or path, steps[place], names[steps[place]])


def told_apart(paths: list[StatePath]) -> list[StatePath]:
    """Values of the same person and name, in a fight and on the sheet say, with where they stand before the name."""
    often = Counter((one.of, one.rest) for one in paths)
    found = []
    for one in paths:
        if one.of and often[one.of, one.rest] > 1:
            holder = one.path.removesuffix(f".{one.of}.{one.rest}").rpartition(".")[2]
            found.append(msgspec.structs.replace(one, rest=f"{holder}: {one.rest}"))
        else:
            found.append(one)
    return found


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The single values of a tree, with the way to each."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, f"{path}.{name}" if path else name)
    elif isinstance(value, bool | int | float | str):
        yield path, value


@get("/join/{token:str}", include_in_schema=False)
async def invitation_page(request: Asked, token: FromPath[str]) -> Response[str]:
    """What an invitation opens. Only the button on it takes the seat: a link that is merely previewed does not."""
    table, sitting = await opened(request, token)
    title = (await house_of(request).tables.seats.arrangement(table)).called(language_of(request)) or table
    return page(request, "join.html", "", title=title, name=sitting.name, role=sitting.role, token=token)


TABLE_PAGES: Final = (
    scene_picture,
    start,
    state_paths,
    table_page,
    glance,
    screen_page,
    journal_page,
    *PRINT_PAGES,
    calendar_shown,
    table_options,
    invitation_page,
)
"""The handlers of the pages that need the tables."""
