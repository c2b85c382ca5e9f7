"""The host's own way into a shared server."""

from hmac import compare_digest
from typing import Any

from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Redirect

from arbitro.web.seats import digest
from arbitro.web.visitor import Turned, address_of, host_cookie, house_of


@get("/host/{token:str}", include_in_schema=False)
async def enter_as_host(request: Request[Any, Any, Any], token: FromPath[str]) -> Redirect:
    """Let whoever started a shared server in; the link is printed in their terminal and nowhere else."""
    house = house_of(request)
    if not house.knocks.allow(address_of(request)):
        raise Turned(429, "too_fast")
    known = house.settings.host_digest
    if not known or not compare_digest(digest(token), known):
        raise Turned(404, "no_token")
    return Redirect("/", status_code=303, cookies=[host_cookie(request, token)])
