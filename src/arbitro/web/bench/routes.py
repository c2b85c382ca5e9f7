"""The addresses of the bench: the page, runs, fights read again, tables; and the question of a table's referee."""

from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream
from msgspec import Meta, Struct

from arbitro.chances.answer import FightOdds
from arbitro.chances.building import creatures
from arbitro.chances.outcome import reading_of
from arbitro.chances.policies import POLICIES
from arbitro.chances.replaying import replayed
from arbitro.client.data import Seated
from arbitro.kernel.watch import watched
from arbitro.play import game_inside
from arbitro.store.threads import beside, timed
from arbitro.text import Language
from arbitro.web.api import TEXTS
from arbitro.web.api.data import FAILURES, Packs
from arbitro.web.api.tables import taken
from arbitro.web.bench.asked import EXAMPLES, MOST_FIGHTS, BenchFight, Word, bout_of, budget_of, packs_of
from arbitro.web.bench.at_table import TableAsked, bout_at, encounters, inner
from arbitro.web.bench.form import EFFORTS, form_shown
from arbitro.web.bench.opening import open_fight
from arbitro.web.bench.running import Bench, Busy, Died
from arbitro.web.bench.shown import result_csv, result_data, shown
from arbitro.web.bench.worker import RunFound, RunJob, RunRefused, RunStep
from arbitro.web.making import Mode, find_game
from arbitro.web.pages import page
from arbitro.web.reader import language_of
from arbitro.web.rendering import TEXTS as PAGE_TEXTS
from arbitro.web.rendering import render
from arbitro.web.visitor import Turned, address_of, hosting, house_of, is_host, refereeing
from arbitro.web.why import likelihoods

Asked = Request[Any, Any, Any]
LINES: Final = "application/jsonl"
SHOWING: Final = 60.0
"""Seconds in which an answer may be put into words."""
BODY: Final = 4 * 1024 * 1024
"""Party files and packs go along with a question."""


class RunAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A fight whose odds are wanted, and the one that it is held against."""

    fight: BenchFight
    before: BenchFight | None = None


class KindsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A game, with packs laid over it."""

    game: Word
    packs: Packs = ()


class KindData(Struct, frozen=True):
    """A creature."""

    kind: str
    name: str


class ReplayAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """One fight of a run, to be read."""

    fight: BenchFight
    number: Annotated[int, Meta(ge=0, lt=MOST_FIGHTS)]


class ReplayData(Struct, frozen=True):
    """A fight to be read: its lines as HTML, each with its why."""

    number: int
    html: str


class FightTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A fight that is to become a table; with a number, that fight of a run to its end."""

    fight: BenchFight
    mode: Mode = "solo"
    number: Annotated[int, Meta(ge=0, lt=MOST_FIGHTS)] | None = None


# ---------------------------------------------------------------- the page


@get("/bench", include_in_schema=False)
async def bench_page(request: Asked) -> Response[str]:
    """The bench: what stands in the address is what is chosen."""
    host = is_host(request)
    form = await beside(lambda: form_shown(request.query_params, language_of(request))) if host else None
    return page(request, "bench.html", "bench", host=host, form=form)


@post(
    "/v1/bench/odds",
    operation_id="fightOdds",
    responses=FAILURES,
    summary="The odds of a fight",
    status_code=200,
    request_max_body_size=BODY,
    media_type=LINES,
)
async def fight_run(request: Asked, data: JSONBody[RunAsked]) -> Stream:
    """A line of JSON now and then that tells how far it has come, then one with the answer. Hanging up stops it."""
    house, language = hosting(request), language_of(request)
    visitor = f"bench {address_of(request)}"
    _room_for(house.bench, visitor)
    key = key_of(data.fight)
    before = None if data.before is None else house.bench.kept(key_of(data.before))

    def prepared() -> RunJob:
        again = None if data.before is None or before is not None else _job(house, data.before)
        return msgspec.structs.replace(_job(house, data.fight), before=again)

    job = await beside(prepared)
    return Stream(told(house.bench, visitor, job, language, before=before, key=key), media_type=LINES)


def _job(house: Any, asked: BenchFight) -> RunJob:
    seconds = house.settings.bench_seconds
    return RunJob(
        bout=bout_of(asked),
        seed=asked.seed,
        budget=budget_of(asked),
        seconds=seconds,
        examples=min(EXAMPLES, asked.fights),
    )


def key_of(asked: BenchFight) -> str:
    """A word for a question: equal questions have equal ones."""
    return sha256(msgspec.json.encode(asked, order="deterministic")).hexdigest()


def _room_for(bench: Bench, visitor: str) -> None:
    why = bench.why_not(visitor)
    if why:
        raise Turned(429, why)


async def told(
    bench: Bench,
    visitor: str,
    job: RunJob,
    language: Language,
    *,
    before: FightOdds | None = None,
    key: str = "",
    replays: bool = True,
) -> AsyncIterator[bytes]:
    """A run as lines of JSON: ``progress``, then ``done`` or ``failed``."""
    try:
        async for each in bench.run(visitor, job):
            match each:
                case RunStep():
                    text = PAGE_TEXTS.say(language, f"web.bench.progress.{each.method}", done=each.done, of=each.of)
                    yield _line(type="progress", method=each.method, done=each.done, of=each.of, text=text)
                case RunRefused():
                    yield _line(type="failed", code="bad_request", text=each.words[language])
                case RunFound():
                    if key:
                        bench.keep(key, each.odds)
                    with watched(timed(SHOWING)):  # the time of the request may be over by now
                        done = await beside(_done(each, before or each.before, language, replays=replays))
                    yield done
    except Busy as busy:
        yield _failed(str(busy), language)
    except Died:
        yield _failed("failed", language)


def _done(found: RunFound, before: FightOdds | None, language: Language, *, replays: bool) -> Callable[[], bytes]:
    def done() -> bytes:
        answer = shown(found, before, language)
        html = render("fragments/odds.html", language, shown=answer, replays=replays)
        return _line(type="done", html=html, result=result_data(found), csv=result_csv(found.odds, language))

    return done


def _failed(code: str, language: Language) -> bytes:
    return _line(type="failed", code=code, text=TEXTS.say(language, f"web.{code}"))


def _line(**told: Any) -> bytes:
    return msgspec.json.encode(told) + b"\n"


@post(
    "/v1/bench/kinds",
    operation_id="fightKinds",
    responses=FAILURES,
    summary="The creatures of a game, with packs laid over it",
    status_code=200,
    request_max_body_size=BODY,
)
async def fight_kinds(request: Asked, data: JSONBody[KindsAsked]) -> list[KindData]:
    """Whom a party may be put against, by name."""
    hosting(request)
    language = language_of(request)
    packs, game = packs_of(data.packs), game_inside(find_game(data.game).id)
    return [KindData(*each) for each in await beside(lambda: creatures(game, language, packs))]


@post(
    "/v1/bench/replay",
    operation_id="readFight",
    responses=FAILURES,
    summary="One fight of a run, to be read",
    status_code=200,
    request_max_body_size=BODY,
)
async def fight_replay(request: Asked, data: JSONBody[ReplayAsked]) -> ReplayData:
    """What happened in it, line by line with the why of each. The same question has the same fights."""
    hosting(request)
    language = language_of(request)

    def read() -> str:
        replay = replayed(bout_of(data.fight), data.fight.seed, data.number)
        lines = [(text, why, likelihoods(event)) for text, event, why in replay.lines(language)]
        return render("fragments/replay.html", language, number=data.number, lines=lines)

    return ReplayData(data.number, await beside(read))


@post(
    "/v1/bench/tables",
    operation_id="openFight",
    responses=FAILURES,
    summary="Open a fight of one's own as a table",
    request_max_body_size=BODY,
)
async def fight_table(request: Asked, data: JSONBody[FightTable]) -> Response[Seated]:
    """A new table with the fight; whoever opens it gets a seat at it."""
    house = hosting(request)
    made = await open_fight(house.tables, data.fight, data.mode, language_of(request), data.number)
    room, sitting, token = made
    return taken(request, room.id, sitting, token)


# ---------------------------------------------------------------- at a table


@get("/tables/{table:str}/odds", include_in_schema=False)
async def table_odds_page(request: Asked, table: FromPath[str], what: FromQuery[str] = "") -> Response[str]:
    """How would this go? For the referee alone."""
    room, _ = await refereeing(request, table)
    session, language = room.session, language_of(request)
    ruleset, state = session.ruleset, session.state
    found = await beside(lambda: encounters(ruleset, state, language))
    reading = reading_of(inner(ruleset, state)[0].id)
    title = room.arrangement.called(language) or room.id
    return page(
        request,
        "table_odds.html",
        "",
        table=room.id,
        title=title,
        encounters=found,
        what=what,
        distances=reading.distances,
        lit=reading.light,
        policies=tuple(POLICIES),
        efforts=EFFORTS,
    )


@post(
    "/v1/tables/{table:str}/odds",
    operation_id="tableOdds",
    responses=FAILURES,
    summary="How would this go?",
    status_code=200,
    media_type=LINES,
)
async def table_odds(request: Asked, table: FromPath[str], data: JSONBody[TableAsked]) -> Stream:
    """For the referee: the odds of the fight at hand or of one that is still to come, as ``/v1/bench/odds`` tells them.

    Nothing of it is written anywhere: the table stays as it is, and nobody else learns that it was asked.
    """
    room, sitting = await refereeing(request, table)
    house, language = house_of(request), language_of(request)
    visitor = f"table {table} {sitting.id}"
    _room_for(house.bench, visitor)
    session = room.session
    ruleset, state = session.ruleset, session.state
    bout = await beside(lambda: bout_at(ruleset, state, data))
    job = RunJob(
        bout=bout,
        seed=data.seed,
        budget=budget_of(data),
        seconds=house.settings.bench_seconds,
        examples=min(EXAMPLES, data.fights),
    )
    return Stream(told(house.bench, visitor, job, language, replays=False), media_type=LINES)


HANDLERS: Final = (bench_page, fight_run, fight_kinds, fight_replay, fight_table, table_odds_page, table_odds)
