"""A WebSocket for a table that another process has open is led there as it is: bytes in, bytes out, nothing read."""

import asyncio
from typing import Any, cast

from arbitro.web.relay import FOR, unchecked


class Pipe(asyncio.Protocol):
    """One end of a line that is led on; what it hears the other end says."""

    def __init__(self, other: asyncio.Transport, connections: set[Any]) -> None:
        self._other = other
        self._connections = connections
        self._own: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin: the end is there."""
        self._own = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        """Say it at the other end."""
        self._other.write(data)

    def pause_writing(self) -> None:
        """Hear no more from the other end: this one cannot keep up."""
        self._other.pause_reading()

    def resume_writing(self) -> None:
        """Writing can go on."""
        self._other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Either end is gone, and so is the line."""
        del exc
        self._connections.discard(self)
        self._other.close()

    def shutdown(self) -> None:
        """The server ends."""
        if self._own is not None:
            self._own.close()


async def lead_on(
    transport: asyncio.Transport, head: list[bytes], address: str, asked_from: str, connections: set[Any], *, tls: bool
) -> bool:
    """Lead a connection, with the head of its request, to another process; whether anybody is there."""
    loop = asyncio.get_running_loop()
    context: dict[str, Any] = {"ssl": unchecked(), "server_hostname": "localhost"} if tls else {}
    try:
        there, _ = await loop.create_unix_connection(lambda: Pipe(transport, connections), address, **context)
    except OSError:
        return False
    if transport.is_closing():  # nobody would tell the other end any more that it is alone
        there.close()
        return True
    here = Pipe(there, connections)
    here.connection_made(transport)
    transport.set_protocol(here)
    there.write(b"".join([*head, FOR, b": ", asked_from.encode("latin-1"), b"\r\n\r\n"]))
    return True
