"""Seats: handing them out, changing them, taking them, and how a table is run."""

import io
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from arbitro.client.data import Invitation, Seated
from arbitro.kernel.seat import REFEREE
from arbitro.web.api.data import FAILURES, ChangedSeat, Claim, NewSeat, SeatData, SeatsData, SitDown
from arbitro.web.api.tables import taken
from arbitro.web.making import Mode, checked_name, first_sitting, numbered_name, sit
from arbitro.web.room import Room
from arbitro.web.seats import COOKIE, cookie_of, new_seat_id
from arbitro.web.sitting import Sitting
from arbitro.web.visitor import Turned, hosting, house_of, refereeing, wrong_token

Asked = Request[Any, Any, Any]


def known_controls(room: Room) -> set[str]:
    """Everything that a seat at this table may play."""
    session = room.session
    return {one for side in session.ruleset.seats(session.state) for one in (side.name, *side.controls)}


def checked_sides(room: Room, sides: tuple[str, ...], controls: tuple[str, ...]) -> None:
    """Refuse what nobody can play."""
    known = known_controls(room)
    for one in (*sides, *controls):
        if one not in known:
            raise Turned(400, "no_side", side=one, known=", ".join(sorted(known)))


@get("/v1/tables/{table:str}/seats", operation_id="seats", responses=FAILURES, summary="Who sits at a table")
async def list_seats(request: Asked, table: FromPath[str]) -> SeatsData:
    """The seats and the arrangement; for the referee."""
    room, _ = await refereeing(request, table)
    present = room.present()
    seats = tuple(
        SeatData(one.id, one.name, one.role, one.solo, one.sides, one.controls, present.get(one.id, 0))
        for one in room.sittings
    )
    return SeatsData(seats, room.arrangement)


@post("/v1/tables/{table:str}/seats", operation_id="invite", responses=FAILURES, summary="Hand out a seat")
async def invite(request: Asked, table: FromPath[str], data: JSONBody[NewSeat]) -> Invitation:
    """A new seat, with the link that opens it."""
    room, _ = await refereeing(request, table)
    checked_sides(room, data.sides, data.controls)
    name = REFEREE.name if data.role == "referee" else checked_name(room, data.name)
    plays = (data.sides, data.controls) if data.role in ("player", "narrator") else ((), ())
    sitting = Sitting(new_seat_id(), name, data.role, *plays)
    return invitation(request, sitting, await sit(house_of(request).tables, room, sitting))


def invitation(request: Asked, sitting: Sitting, token: str) -> Invitation:
    """A seat as it is handed to somebody."""
    base = house_of(request).settings.address or str(request.base_url)
    link = f"{base.rstrip('/')}/join/{token}"
    return Invitation(sitting.id, sitting.name, token, link, qr_code(link))


def qr_code(link: str) -> str:
    """A link as a QR code, drawn without any style of its own."""
    import segno  # late: few requests need it

    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(out, kind="svg", xmldecl=False, svgns=True, border=4, omitsize=True)
    return out.getvalue().decode().strip()


async def _found(request: Asked, table: str, seat: str) -> tuple[Room, Sitting]:
    room, _ = await refereeing(request, table)
    sitting = room.sitting(seat)
    if sitting is None:
        raise Turned(404, "no_seat")
    return room, sitting


@patch(
    "/v1/tables/{table:str}/seats/{seat:str}", operation_id="changeSeat", responses=FAILURES, summary="Change a seat"
)
async def change_seat(
    request: Asked, table: FromPath[str], seat: FromPath[str], data: JSONBody[ChangedSeat]
) -> SeatData:
    """Another name, or other characters; whoever sits there keeps sitting there."""
    room, sitting = await _found(request, table, seat)
    if sitting.role == "referee":
        raise Turned(400, "name_reserved", name=sitting.name)
    sides = sitting.sides if data.sides is None else data.sides
    controls = sitting.controls if data.controls is None else data.controls
    checked_sides(room, data.sides or (), data.controls or ())
    name = sitting.name if data.name is None else checked_name(room, data.name, sitting.id)
    if sitting.role not in ("player", "narrator"):
        sides, controls = (), ()
    changed = msgspec.structs.replace(sitting, name=name, sides=sides, controls=controls)
    tables = house_of(request).tables
    await tables.seats.change(table, changed)
    await tables.seats_changed(room)
    present = room.present().get(seat, 0)
    return SeatData(seat, name, changed.role, changed.solo, sides, controls, present)


@post(
    "/v1/tables/{table:str}/seats/{seat:str}/link",
    operation_id="renewLink",
    responses=FAILURES,
    summary="A new link for a seat",
)
async def renew_link(request: Asked, table: FromPath[str], seat: FromPath[str]) -> Invitation:
    """A new link; the old one opens nothing any more, and pages that came by it are closed."""
    room, sitting = await _found(request, table, seat)
    renewed = msgspec.structs.replace(sitting, links=sitting.links + 1)
    return invitation(request, renewed, await sit(house_of(request).tables, room, renewed))


@delete(
    "/v1/tables/{table:str}/seats/{seat:str}",
    operation_id="takeSeatAway",
    responses=FAILURES,
    summary="Take a seat away",
)
async def take_away(request: Asked, table: FromPath[str], seat: FromPath[str]) -> None:
    """Nobody comes in by this seat any more; what was done from it stays in the log."""
    room, sitting = await _found(request, table, seat)
    leading = [one for one in room.sittings if one.role == "referee" or one.solo]
    if leading == [sitting]:
        raise Turned(400, "last_referee")
    tables = house_of(request).tables
    await tables.seats.take_away(table, seat)
    await tables.seats_changed(room)


@post("/v1/claim", operation_id="claim", responses=FAILURES, summary="Take the seat that a token opens")
async def claim(request: Asked, data: JSONBody[Claim]) -> Response[Seated]:
    """For whoever has an invitation: from here on the browser knows its seat."""
    table, sitting = await opened(request, data.token)
    return taken(request, table, sitting, data.token)


async def opened(request: Asked, token: str) -> tuple[str, Sitting]:
    """The table and seat that a token opens; an address that tries many is slowed down."""
    found = await house_of(request).tables.seats.opened_by(token)
    if found is None:
        raise wrong_token(request, "no_token")
    return found


@post(
    "/v1/tables/{table:str}/sit",
    operation_id="sit",
    responses=FAILURES,
    summary="Sit down at a table of one's own server",
)
async def sit_down(request: Asked, table: FromPath[str], data: JSONBody[SitDown]) -> Response[Seated]:
    """The host may sit down at any table: in the referee's chair, alone on a side, or to watch."""
    house = hosting(request)
    room = await house.tables.room(table)
    if data.role == "spectator" or data.role == "narrator":
        checked_sides(room, (data.side,) if data.side else (), ())
        sides = (data.side,) if data.side and data.role == "narrator" else ()
        sitting = Sitting(new_seat_id(), numbered_name(room, data.role), data.role, sides)
    else:
        session = room.session
        mode: Mode = "referee" if data.role == "referee" else "solo"
        sitting = first_sitting(session.ruleset, session.state, mode, data.side)
        if sitting.solo and not room.arrangement.automatic:
            await house.tables.seats.arrange(
                table, lambda before: msgspec.structs.replace(before, automatic=("referee",))
            )
    return taken(request, table, sitting, await sit(house.tables, room, sitting))


@post("/v1/tables/{table:str}/leave", operation_id="leave", responses=FAILURES, summary="Let the browser forget a seat")
async def leave(request: Asked, table: FromPath[str]) -> Response[None]:
    """The seat stays; the link opens it again."""
    response: Response[None] = Response(None, status_code=204)
    if any(name.startswith(COOKIE) for name in request.cookies):
        response.delete_cookie(cookie_of(table), path="/")
    return response


HANDLERS = (list_seats, invite, change_seat, renew_link, take_away, claim, sit_down, leave)
