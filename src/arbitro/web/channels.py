"""How processes tell each other of changes: litestar's channels over Redis or PostgreSQL.

A line to either may break: the server is restarted, a network sleeps. Then the line is laid anew, and whoever lays it
calls out that anything may have changed in the meantime, so that every process reads on. What changed is in the store;
a word that was lost costs a moment and never a move.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from logging import getLogger
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from arbitro.extras import need
from arbitro.store.unreached import unreached
from arbitro.text import Fault, Words
from arbitro.web.api import TEXTS

LOGGER: Final = getLogger("arbitro.web")
PAUSE: Final = 0.25
"""Seconds before a broken line is laid anew."""
LONGEST: Final = 5.0
"""The longest of these pauses, when that fails again and again."""
PULSE: Final = 15
"""Seconds after which a silent line to Redis is tried, so that one that is dead is noticed."""


class Connection(Protocol):
    """A connection over which words are sent and heard. Whatever it raises means that it is broken."""

    async def open(self, channels: Iterable[str]) -> None:
        """Connect, and listen to the channels."""
        ...

    async def send(self, data: bytes, channel: str) -> None:
        """Say something on a channel."""
        ...

    def heard(self) -> AsyncIterator[tuple[str, bytes]]:
        """What is said on the channels, as it comes."""
        ...

    async def close(self) -> None:
        """Hang up; a line that is broken already is no fault."""
        ...


class PostgresLine:
    """One connection to PostgreSQL that both listens and notifies."""

    def __init__(self, url: str) -> None:
        self._url = url.replace("postgresql+asyncpg", "postgresql", 1)
        self._connection: Any = None
        self._talking = asyncio.Lock()
        self._heard: asyncio.Queue[tuple[str, bytes] | None] = asyncio.Queue()

    async def open(self, channels: Iterable[str]) -> None:
        """Connect, and listen to the channels."""
        import asyncpg

        self._connection = connection = await asyncpg.connect(dsn=self._url)
        connection.add_termination_listener(lambda _: self._heard.put_nowait(None))
        for channel in channels:
            await connection.add_listener(channel, self._hear)

    def _hear(self, _connection: object, _process: int, channel: str, words: object) -> None:
        self._heard.put_nowait((channel, str(words).encode()))

    async def send(self, data: bytes, channel: str) -> None:
        """Say something on a channel."""
        async with self._talking:
            if self._connection is None:
                raise ConnectionError
            try:
                await self._connection.execute("SELECT pg_notify($1, $2)", channel, data.decode())
            except Exception:
                self._heard.put_nowait(
                    None
                )  # who cannot speak on it does not hear on it either, and may not be told so
                raise

    async def heard(self) -> AsyncIterator[tuple[str, bytes]]:
        """What is said on the channels, as it comes."""
        while (word := await self._heard.get()) is not None:
            yield word
        raise ConnectionError

    async def close(self) -> None:
        """Hang up."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()


class RedisLine:
    """A client of Redis: one connection that listens, others that publish."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis  # the extra `redis`
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        # The client would quietly connect again and lose words in between; that must be noticed here.
        retry = Retry(NoBackoff(), 0)
        self._client: Redis = Redis.from_url(url, retry=retry, health_check_interval=PULSE)
        self._listening = self._client.pubsub(ignore_subscribe_messages=True)

    async def open(self, channels: Iterable[str]) -> None:
        """Connect, and listen to the channels."""
        wanted = tuple(channels)
        await self._listening.subscribe(*wanted)
        for _ in wanted:  # the word that it listens comes for each of them
            await self._listening.get_message(timeout=PULSE)

    async def send(self, data: bytes, channel: str) -> None:
        """Say something on a channel."""
        await self._client.publish(channel, data)

    async def heard(self) -> AsyncIterator[tuple[str, bytes]]:
        """What is said on the channels, as it comes."""
        while True:
            word = await self._listening.get_message(timeout=PULSE)  # asks for a sign of life now and then
            if word is not None and word["type"] == "message":
                yield word["channel"].decode(), word["data"]

    async def close(self) -> None:
        """Hang up."""
        await self._listening.aclose()  # type: ignore[no-untyped-call]
        await self._client.aclose()
        await asyncio.sleep(0)  # the sockets are closed at the loop's next turn


class LastingChannels(ChannelsBackend):
    """Channels over lines that may break. `anything` is what is said when a line was laid anew."""

    def __init__(self, lay: Callable[[], Connection], anything: bytes, *, patient: bool = False) -> None:
        self._lay = lay
        self._patient = patient
        """Whether a line that cannot be laid yet is waited for."""
        self._waiting: asyncio.Task[None] | None = None
        self._anything = anything
        self._line: Connection | None = None
        self._channels: set[str] = set()
        self._laying = asyncio.Lock()
        self._whole = asyncio.Event()
        self._missed = False
        """Whether something could not be said since the line was laid."""

    async def on_startup(self) -> None:
        """Nothing yet: a line is laid when there is something to listen to."""

    async def on_shutdown(self) -> None:
        """Hang up."""
        if self._waiting is not None:
            self._waiting.cancel()
        await self._hang_up()

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen to channels, from now on; fails where there is nobody to connect to, unless that is waited for."""
        async with self._laying:
            wanted = self._channels | set(channels)
            if self._line is None or wanted != self._channels:
                self._channels = wanted
                await self._hang_up()
                try:
                    await self._connect()
                except Exception as error:
                    if not self._patient:
                        raise
                    LOGGER.warning("waiting for the line to the other processes: %s", _why(error))
                    self._waiting = self._waiting or asyncio.create_task(self._wait())

    async def _wait(self) -> None:
        """Lay the first line as soon as there is somebody to connect to."""
        pause = PAUSE
        while not await self._laid_anew():
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Hear no more of channels."""
        self._channels -= set(channels)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Say something; what cannot be said now is made good when the line is whole again."""
        line, missed = self._line, self._missed
        self._missed = False  # what others fail to say while this is being said is still to be made good
        try:
            if line is None:
                raise ConnectionError
            for channel in channels:
                if missed:
                    await line.send(self._anything, channel)
                await line.send(data, channel)
        except asyncio.CancelledError:
            self._missed = True
            raise
        except Exception as error:
            self._missed = True
            LOGGER.warning("other processes could not be told of a change: %s", _why(error))

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """All that is said, over one line after another."""
        pause = PAUSE
        while True:
            await self._whole.wait()
            line = self._line
            try:
                if line is None:  # it was hung up in between
                    continue
                async for channel, data in line.heard():
                    pause = PAUSE
                    if channel in self._channels:
                        yield channel, data
            except Exception as error:
                LOGGER.warning("the line to the other processes broke: %s", _why(error))
            if line is not self._line:
                continue
            await self._hang_up()
            while not await self._laid_anew():
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST)
            for channel in tuple(self._channels):  # whatever was said meanwhile is made good here and now
                yield channel, self._anything

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """No history is kept: what happened is in the store."""
        del channel, limit
        return []

    async def _connect(self) -> None:
        line = self._lay()
        try:
            await line.open(self._channels)
        except Exception:
            await _close(line)
            raise
        self._line = line
        self._whole.set()

    async def _laid_anew(self) -> bool:
        try:
            async with self._laying:
                if self._line is None:
                    await self._connect()
        except Exception as error:
            LOGGER.warning("no line to the other processes yet: %s", _why(error))
            return False
        self._missed = False
        for channel in tuple(self._channels):
            await self.publish(self._anything, [channel])
        return True

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        self._whole.clear()
        if line is not None:
            await _close(line)


async def _close(line: Connection) -> None:
    try:
        await line.close()
    except Exception as error:
        LOGGER.debug("a broken line could not be closed: %s", error)


def channels_backend(url: str, anything: bytes = b"", *, patient: bool = False) -> ChannelsBackend:
    """How processes tell each other of changes, by an address; raises a `Fault` for one that leads nowhere."""
    if not url:
        return MemoryChannelsBackend()
    scheme = urlsplit(url).scheme
    if scheme in ("redis", "rediss", "unix"):
        need("redis")
        return LastingChannels(lambda: RedisLine(url), anything, patient=patient)
    if scheme in ("postgresql", "postgresql+asyncpg"):
        need("postgres")
        return LastingChannels(lambda: PostgresLine(url), anything, patient=patient)
    raise Fault(Words(TEXTS, "web.channels.unknown", url=_public(url)))


async def check_channels(url: str) -> None:
    """Find out before anybody comes whether there is somebody at that address; raises a `Fault` otherwise."""
    backend = channels_backend(url)
    try:
        await backend.on_startup()
        await backend.subscribe(["arbitro-check"])
        await backend.on_shutdown()
    except Exception as error:
        raise Fault(Words(TEXTS, "web.channels.unreachable", url=_public(url), why=unreached(error))) from None


def _why(error: Exception) -> str:
    return str(error) or type(error).__name__


def _public(url: str) -> str:
    """An address without the password in it."""
    parts = urlsplit(url)
    return url.replace(f":{parts.password}@", ":…@") if parts.password else url
