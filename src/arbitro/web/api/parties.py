"""The people of a campaign, to be taken along to another."""

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath

from arbitro.play.campaign import Campaign
from arbitro.play.maker import PartyFile
from arbitro.web.api.data import FAILURES
from arbitro.web.seats import cookie_of
from arbitro.web.visitor import Turned, seated

Asked = Request[Any, Any, Any]


@get(
    "/v1/tables/{table:str}/party",
    operation_id="party",
    responses=FAILURES,
    summary="The party, to be taken along",
)
async def export_party(request: Asked, table: FromPath[str]) -> Response[PartyFile]:
    """The sheets of those whom the visitor plays (to the referee everybody's), as a file for another campaign."""
    room, sitting = await seated(request, table)
    campaign, state = room.session.ruleset, room.session.state
    if not sitting.has_hands:
        raise Turned(403, "not_yours")
    if not isinstance(campaign, Campaign):
        raise Turned(404, "no_party")
    seat = sitting.seat(room.session.ruleset, state)
    own = [who for who in campaign.side.party.people(state) if seat.may_act_for(who)]
    sheets = campaign.side.maker.sheets(state, own)
    if not sheets:
        raise Turned(404, "no_party")
    text = msgspec.json.format(msgspec.json.encode(PartyFile(campaign.game.id, sheets)), indent=1) + b"\n"
    name = cookie_of(table)[13:]
    headers = {
        "Content-Disposition": f'attachment; filename="{name}-party.json"',
    }
    body: Any = text
    return Response(body, media_type="application/json", headers=headers)


HANDLERS = (export_party,)
