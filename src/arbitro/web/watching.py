"""For whoever runs the server: is it alive, is it ready, and how much does it do.

Each process counts for itself; who scrapes several adds them up.
"""

import asyncio
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from arbitro.store.fault import StoreFault
from arbitro.web.settings import LOOPBACK
from arbitro.web.visitor import Turned, address_of, by_proxy, house_of, is_host

PATIENCE: Final = 2.0
"""Seconds that the store has to answer before the server is not ready."""


@get("/health/live", include_in_schema=False, sync_to_thread=False)
def live() -> Response[str]:
    """The process answers."""
    return Response("live\n", media_type=MediaType.TEXT)


@get("/health/ready", include_in_schema=False)
async def ready(request: Request[Any, Any, Any]) -> Response[str]:
    """The process can reach its store, and what is acknowledged would be kept there: a file that is gone reads on."""
    try:
        async with asyncio.timeout(PATIENCE):
            await house_of(request).tables.store.ready()
    except (StoreFault, TimeoutError):
        return Response("the store is away\n", media_type=MediaType.TEXT, status_code=503)
    return Response("ready\n", media_type=MediaType.TEXT)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Figures for Prometheus: to this machine, and to whoever has the host's token."""
    if (by_proxy(request) or address_of(request) not in LOOPBACK) and not is_host(request):
        raise Turned(403, "host_only")
    return Response(generate_latest(house_of(request).tables.figures.registry), media_type=CONTENT_TYPE_LATEST)


HANDLERS: Final = (live, ready, metrics)
