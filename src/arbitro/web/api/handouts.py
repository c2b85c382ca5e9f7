"""Pictures that the referee hands out: brought to the table first, then given to everybody or to one."""

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.params import FromPath
from msgspec import Struct
from msgspec.structs import replace

from arbitro.store.threads import beside
from arbitro.text import Fault, Words
from arbitro.web.api import TEXTS
from arbitro.web.api.data import FAILURES
from arbitro.web.api.pictures import HEADERS
from arbitro.web.portraits import HANDOUT, clean_png, mark_of_picture
from arbitro.web.sitting import UNGIVEN, Arrangement
from arbitro.web.visitor import Turned, house_of, refereeing, seated

Asked = Request[Any, Any, Any]
MOST_HANDOUTS: Final = 60
"""How many pictures a table keeps for its handouts."""


class HandoutKept(Struct, frozen=True):
    """A picture that lies on the referee's desk: its short word is what `handout` names it by."""

    picture: str


def kept_as(mark: str) -> str:
    """Under which name a store keeps the picture of a handout, apart from those of people."""
    return f"handout:{mark}"


def brought(before: Arrangement, mark: str) -> Arrangement:
    """A table at which a picture lies on the referee's desk, unless it does so already."""
    if any(one == mark for one, _ in before.handouts):
        return before
    return replace(before, handouts=(*before.handouts, (mark, UNGIVEN)))


@post(
    "/v1/tables/{table:str}/handouts",
    operation_id="bringHandout",
    responses=FAILURES,
    summary="Bring a picture to be handed out",
    request_max_body_size=HANDOUT.most_bytes,
)
async def bring_handout(request: Asked, table: FromPath[str]) -> HandoutKept:
    """A PNG of 16 to 1200 pixels a side, by the referee; nobody sees it before it is handed out."""
    room, _ = await refereeing(request, table)
    sent = await request.body()
    body = await beside(lambda: clean_png(sent, HANDOUT))
    mark = mark_of_picture(body)
    known = {one for one, _ in room.arrangement.handouts}
    if mark not in known:
        if len(known) >= MOST_HANDOUTS:
            raise Fault(Words(TEXTS, "web.handouts_full", most=MOST_HANDOUTS))
        tables = house_of(request).tables
        await tables.store.write(lambda rows: rows.keep_picture(room.id, kept_as(mark), body))
        await tables.arrange(room, lambda before: brought(before, mark))
    return HandoutKept(mark)


@get(
    "/v1/tables/{table:str}/handouts/{mark:str}",
    operation_id="handout",
    responses=FAILURES,
    summary="A picture that was handed out",
    media_type="image/png",
)
async def show_handout(request: Asked, table: FromPath[str], mark: FromPath[str]) -> Response[bytes]:
    """The picture, for the referee and for whomever it was given to."""
    room, sitting = await seated(request, table)
    seat = room.seat(sitting)
    given = any(one == mark and seat.knows(audience) for one, audience in room.arrangement.handouts)
    store = house_of(request).tables.store
    body = await store.read(lambda rows: rows.picture(table, kept_as(mark))) if given else None
    if body is None:
        raise Turned(404, "not_found")
    return Response(body, media_type="image/png", headers=HEADERS)


HANDLERS = (bring_handout, show_handout)
