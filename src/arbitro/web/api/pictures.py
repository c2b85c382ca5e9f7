"""Pictures of one's own on the tokens of people: set, shown, taken away."""

from typing import Any

from litestar import Request, Response, delete, get, put
from litestar.params import FromPath
from msgspec.structs import replace

from arbitro.store.threads import beside
from arbitro.web.api.data import FAILURES
from arbitro.web.portraits import MOST_BYTES, clean_png, mark_of_picture
from arbitro.web.room import Room
from arbitro.web.sitting import Arrangement
from arbitro.web.visitor import Turned, house_of, seated

Asked = Request[Any, Any, Any]
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, max-age=31536000, immutable",
}


async def _changing(request: Asked, table: str, who: str) -> Room:
    """The table, if the visitor may give somebody a picture: whoever plays them, and the referee."""
    room, sitting = await seated(request, table)
    moment = room.moment(sitting, "en")
    if not moment.may_picture(who):
        raise Turned(403, "not_yours")
    return room


async def _keep(request: Asked, room: Room, who: str, body: bytes | None) -> None:
    tables = house_of(request).tables
    await tables.store.write(lambda rows: rows.keep_picture(room.id, who, body))
    own = () if body is None else ((who, mark_of_picture(body)),)

    def pictured(before: Arrangement) -> Arrangement:
        others = tuple((one, mark) for one, mark in before.pictures if one != who)
        return replace(before, pictures=(*others, *own))

    await tables.arrange(room, pictured)


@put(
    "/v1/tables/{table:str}/pictures/{who:str}",
    operation_id="setPicture",
    responses=FAILURES,
    summary="Give somebody a picture of one's own",
    status_code=204,
    request_max_body_size=MOST_BYTES,
)
async def set_picture(request: Asked, table: FromPath[str], who: FromPath[str]) -> None:
    """A square PNG of 16 to 256 pixels, by whoever plays them or the referee; it is checked and written anew."""
    room = await _changing(request, table, who)
    sent = await request.body()
    await _keep(request, room, who, await beside(lambda: clean_png(sent)))


@delete(
    "/v1/tables/{table:str}/pictures/{who:str}",
    operation_id="dropPicture",
    responses=FAILURES,
    summary="Take a picture away again",
)
async def drop_picture(request: Asked, table: FromPath[str], who: FromPath[str]) -> None:
    """The token of somebody shows again what it showed before."""
    room = await _changing(request, table, who)
    await _keep(request, room, who, None)


@get(
    "/v1/tables/{table:str}/pictures/{who:str}",
    operation_id="picture",
    responses=FAILURES,
    summary="Somebody's own picture",
    media_type="image/png",
)
async def show_picture(request: Asked, table: FromPath[str], who: FromPath[str]) -> Response[bytes]:
    """The picture, for whoever sits at the table and sees them there."""
    room, sitting = await seated(request, table)
    seen = any(card.id == who for card in room.moment(sitting, "en").cards)
    body = await house_of(request).tables.store.read(lambda rows: rows.picture(table, who)) if seen else None
    if body is None:
        raise Turned(404, "not_found")
    return Response(body, media_type="image/png", headers=HEADERS)


HANDLERS = (set_picture, drop_picture, show_picture)
