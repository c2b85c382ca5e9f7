"""What the tests of agents share: a server, and clients of the protocol that sit at its tables."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from jsonschema import Draft202012Validator
from mcp import Client
from tests.web.tables import clock

from arbitro.agents.guest import Guest, SeatWanted
from arbitro.agents.server import mcp_server
from arbitro.agents.wire import inside
from arbitro.dice.stream import seed_from_text
from arbitro.play import find_game
from arbitro.store.base import Store
from arbitro.store.memory import MemoryStore
from arbitro.text import Language
from arbitro.web.app import create_app
from arbitro.web.settings import Settings

FREE = Settings(per_second=1e6, at_once=10**6, knocks_at_once=10**6)


class Model:
    """A language model's side of a connection: it calls tools, and every answer is held against its schema."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.schemas: dict[str, Any] = {}

    async def tools(self) -> dict[str, Any]:
        found = {tool.name: tool for tool in (await self.client.list_tools()).tools}
        self.schemas = {name: tool.output_schema for name, tool in found.items()}
        return found

    async def raw(self, tool: str, **arguments: Any) -> Any:
        if not self.schemas:
            await self.tools()
        return await self.client.call_tool(tool, arguments)

    async def use(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The data of an answer that is no error."""
        answer = await self.raw(tool, **arguments)
        assert not answer.is_error, answer.content
        Draft202012Validator(self.schemas[tool]).validate(answer.structured_content)
        assert answer.content[0].text
        return dict(answer.structured_content)

    async def wrong(self, tool: str, **arguments: Any) -> tuple[str, str]:
        """The code and the sentence of an answer that is an error."""
        answer = await self.raw(tool, **arguments)
        assert answer.is_error
        return answer.structured_content["code"], answer.content[0].text

    async def step(self, prefer: tuple[str, ...] = ("attack",)) -> dict[str, Any]:
        """Do the first thing on offer, one of those preferred if there is one; the outcome."""
        offered = await self.use("choices")
        found = offered["choices"]
        wanted = next((one for start in prefer for one in found if one["id"].startswith(start)), found[0])
        values = {
            field["name"]: field["picks"][0]["value"] if field["kind"] == "pick" else field.get("minimum") or 0
            for field in wanted.get("fields", ())
        }
        return await self.use("do", choice=wanted["id"], values=values, seq=offered["seq"])


@asynccontextmanager
async def house(store: Store | None = None, seed: str = "b") -> AsyncIterator[Any]:
    """A server in this process whose clock stands still and whose dice are known."""
    kept = store or MemoryStore(find_game)
    app = create_app(FREE, store=kept, now=clock, seed=lambda: seed_from_text(seed))
    async with app.lifespan():
        yield app


@asynccontextmanager
async def sitting(
    app: Any, seat: SeatWanted = "player", language: Language = "en", token: str = "", table: str = ""
) -> AsyncIterator[Model]:
    """A model in a seat, in memory."""
    guest = Guest(inside(app), language, token, seat, table)
    async with Client(mcp_server(lambda _: guest, language)) as client:
        yield Model(client)


@contextmanager
def listening() -> Iterator[str]:
    """A server on a port of this machine; its address."""
    app = create_app(FREE, store=MemoryStore(find_game), now=clock, seed=lambda: seed_from_text("b"))
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", access_log=False, ws="websockets-sansio"))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[bound])), daemon=True)
        thread.start()
        while not server.started:
            threading.Event().wait(0.01)
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)
