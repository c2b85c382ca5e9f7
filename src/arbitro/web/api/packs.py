"""Packs of content and house rules: looked at before a table is opened with them, loaded and saved at one."""

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody

from arbitro.kernel.option import house_rules_text
from arbitro.kernel.ruleset import Ruleset
from arbitro.web.api.data import FAILURES, FileText, HouseRulesAsked, HouseRulesData, PackData, PacksAsked
from arbitro.web.making import find_game, house_rules_of, laid_game
from arbitro.web.reader import language_of
from arbitro.web.seats import cookie_of
from arbitro.web.visitor import hosting, refereeing, seated

Asked = Request[Any, Any, Any]


@post("/v1/packs", operation_id="checkPacks", status_code=200, responses=FAILURES, summary="Check packs of content")
async def check_packs(request: Asked, data: JSONBody[PacksAsked]) -> list[PackData]:
    """What packs hold that are all right; a fault with its file and line otherwise. For the host."""
    hosting(request)
    ruleset = await laid_game(data.game, ((pack.file, pack.text) for pack in data.packs))
    held: dict[str, list[str]] = {}
    books = ruleset.books()
    for kind, name in () if books is None else books.pack_entries():
        held.setdefault(kind, []).append(name)
    return [PackData(pack.name, pack.fingerprint, held) for pack in ruleset.packs]


@post(
    "/v1/house-rules",
    operation_id="readHouseRules",
    status_code=200,
    responses=FAILURES,
    summary="Read a file of house rules",
)
async def read_house_rules(request: Asked, data: JSONBody[HouseRulesAsked]) -> HouseRulesData:
    """The options that a file of house rules sets in a game; a fault with its line otherwise. For the host."""
    hosting(request)
    return await _read(find_game(data.game), data.house_rules)


@post(
    "/v1/tables/{table:str}/house-rules",
    operation_id="loadHouseRules",
    status_code=200,
    responses=FAILURES,
    summary="Read a file of house rules for a table",
)
async def load_house_rules(request: Asked, table: FromPath[str], data: JSONBody[FileText]) -> HouseRulesData:
    """The options that a file would set, to be sent as ``options``; for the referee. It changes nothing by itself."""
    room, _ = await refereeing(request, table)
    return await _read(room.session.ruleset, data)


@get(
    "/v1/tables/{table:str}/house-rules",
    operation_id="saveHouseRules",
    responses=FAILURES,
    summary="The house rules of a table as a file",
    media_type="application/yaml",
)
async def save_house_rules(request: Asked, table: FromPath[str]) -> Response[str]:
    """What this table plays otherwise than the book, as a small file (YAML) for other tables."""
    room, _ = await seated(request, table)
    ruleset, options = room.session.ruleset, room.session.state.options
    title = room.arrangement.called(language_of(request)) or table
    text = house_rules_text(ruleset.id, title, ruleset.options, options)
    headers = {
        "Content-Disposition": f'attachment; filename="{cookie_of(table)[13:]}-house.yaml"',
        "Content-Language": language_of(request),
    }
    return Response(text, media_type="application/yaml", headers=headers)


async def _read(ruleset: Ruleset[Any], given: FileText) -> HouseRulesData:
    found = await house_rules_of(ruleset, given.file, given.text)
    return HouseRulesData(found.name, found.options)


HANDLERS = (check_packs, read_house_rules, load_house_rules, save_house_rules)
