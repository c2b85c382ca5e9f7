"""Who asks: the seat's token, the reader's language, and the table that is meant where none is named."""

from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeVar

from msgspec.structs import replace

from arbitro.agents import TEXTS
from arbitro.agents.wire import Wire
from arbitro.client import calls
from arbitro.client.calls import Call, TurnedAway
from arbitro.client.data import Seated, SeatRole, TableData
from arbitro.text import Fault, Language, Words

T = TypeVar("T")
SeatWanted = Literal["player", "referee", "spectator", "narrator"]
MODES: Final = {"player": "solo", "referee": "referee", "spectator": "demo", "narrator": "demo"}
"""How a table is opened for each seat that somebody may want: who only looks on lets the engine play."""
SITTING: Final = {"player": "solo", "referee": "referee", "spectator": "spectator", "narrator": "narrator"}
Standing = SeatRole | Literal["nobody"]
"""What somebody is at a table; nobody, where no token of theirs opens a seat."""
Report = Callable[[int, int, str], Awaitable[None]]
"""Tells how far long work has come: so many of so many, in words."""


async def nobody_listens(_done: int, _of: int, _text: str) -> None:
    """Tell nobody how far it has come."""


class Guest:
    """One connection's place: everything that it asks goes out with its token."""

    def __init__(
        self, line: Wire, language: Language, token: str = "", wanted: SeatWanted = "player", table: str = ""
    ) -> None:
        self._line = line
        self.language: Language = language
        self.token = token
        """The token that the connection came with; empty: the host of a server on its own machine."""
        self.wanted: SeatWanted = wanted
        """The seat that the host takes at tables."""
        self.table = table
        """The table that is meant where none is named."""
        self.side = ""
        self.report: Report = nobody_listens
        self._tokens: dict[str, str] = {}
        self._roles: dict[str, SeatRole] = {}

    async def ask(self, call: Call[T], token: str | None = None) -> T:
        """Ask as the connection itself, or by another token of its own."""
        status, body = await self._line(call, self.token if token is None else token, self.language)
        return calls.answer(call, status, body)

    async def ask_at(self, table: str, call: Call[T]) -> T:
        """Ask from the seat at a table."""
        return await self.ask(call, self._tokens.get(table, self.token))

    async def lines_at(self, table: str, call: Call[bytes], on_line: Callable[[bytes], None]) -> None:
        """Ask for an answer that comes line by line."""
        token = self._tokens.get(table, self.token)
        status, body = await self._line(call, token, self.language, on_line)
        calls.answer(call, status, body)

    async def tables(self) -> list[TableData]:
        """The tables that it may enter, each with the seat that it has there."""
        listed = await self.ask(calls.tables())
        return [
            replace(one, role=self._roles[one.id], seat=one.seat or self._roles[one.id])
            if one.id in self._roles
            else one
            for one in listed
        ]

    async def seated(self, table: str = "") -> str:
        """The table that is meant, with a seat at it: the host sits down where they have none yet."""
        wanted = table or self.table
        if not wanted:
            known = [one for one in await self.tables() if one.seat]
            if len(known) != 1:
                names = ", ".join(one.id for one in known) or "–"
                raise Fault(Words(TEXTS, "fault.which_table", known=names))
            wanted = known[0].id
        if not self.token and wanted not in self._tokens:
            self.took(await self.ask(calls.sit(wanted, SITTING[self.wanted], self.side)))
        self.table = wanted
        return wanted

    def took(self, seated: Seated) -> None:
        """Keep a seat that was taken."""
        self._tokens[seated.table] = seated.token
        self._roles[seated.table] = seated.role
        self.table = seated.table

    async def standing(self) -> tuple[Standing, bool]:
        """What it is at its table (what it will be, where the host has no seat yet), and whether it is the host."""
        if not self.token:
            host = (await self.ask(calls.about())).host  # without a token, on one's own machine
            return (self._roles.get(self.table, self.wanted) if host else "nobody"), host
        try:
            return (await self.ask_at(self.table, calls.look(await self.seated()))).role, False
        except (TurnedAway, Fault):
            return "nobody", False
