"""Coming in by a link: an invitation to a seat, and the host's own way into a shared server."""

from hmac import compare_digest
from typing import Any, Final

from litestar import Request, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from arbitro.web.api.seats import opened
from arbitro.web.seats import digest
from arbitro.web.visitor import host_cookie, house_of, seat_cookie, wrong_token

Asked = Request[Any, Any, Any]


@post("/join/{token:str}", include_in_schema=False, status_code=303)
async def take_seat(request: Asked, token: FromPath[str]) -> Redirect:
    """Take the seat that a link opens, and go to its table; the link alone only shows what it opens."""
    table, sitting = await opened(request, token)
    path = f"/tables/{table}/screen" if sitting.role == "spectator" else f"/tables/{table}"
    return Redirect(path, status_code=303, cookies=[seat_cookie(request, table, token)])


@get("/host/{token:str}", include_in_schema=False)
async def enter_as_host(request: Asked, token: FromPath[str]) -> Redirect:
    """Let whoever started a shared server in; the link is printed in their terminal and nowhere else."""
    known = house_of(request).settings.host_digest
    if not known or not compare_digest(digest(token), known):
        raise wrong_token(request, "no_token")
    return Redirect("/", status_code=303, cookies=[host_cookie(request, token)])


HANDLERS: Final = (take_seat, enter_as_host)
