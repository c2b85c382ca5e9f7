"""A narrator that the server asks by itself: any endpoint that speaks as OpenAI's does, local or not.

It is off unless an address is set. After something has happened at a table, the model is given the new lines as data
and asked to tell them; what it says is held against the lines like any narrator's prose (`agents.checking`), and is
shown only then. What is late, broken, false or beyond the table's budget is left out without a word: the story stands
as it is, in Arbitro's own prose.
"""

import asyncio
import http.client
import os
import ssl
from logging import getLogger
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from arbitro.agents.asking import narrator_messages, once_more
from arbitro.agents.checking import objections
from arbitro.kernel.command import Annotate, Refusal
from arbitro.text import Language
from arbitro.web.narrating import NARRATOR, Untold, audience_of, untold
from arbitro.web.room import Room
from arbitro.web.settings import Settings
from arbitro.web.sitting import Sitting
from arbitro.web.tables import OpenTables

LOGGER: Final = getLogger("arbitro.web")
KEY: Final = "ARBITRO_NARRATOR_KEY"
"""The variable of the environment that holds the key of the endpoint; it is written nowhere."""
OWN: Final = Sitting("narrator", "narrator", "narrator")
"""The seat that it tells from: the eyes of the first side."""
PAUSE: Final = 0.4
"""Seconds between two looks at the tables."""
MOST_BYTES: Final = 256 * 1024
FAULTS: Final = 3
"""After so many faults in a row the endpoint is left alone for a while."""
REST: Final = 60.0


class _Message(Struct):
    content: str | None = None


class _Choice(Struct):
    message: _Message = msgspec.field(default_factory=_Message)


class _Completion(Struct):
    choices: list[_Choice] = []


class Unheard(Exception):
    """The endpoint gave no prose."""


class Storyteller:
    """Looks at the tables that are open, and has told what is new at each."""

    def __init__(self, tables: OpenTables, settings: Settings, key: str | None = None) -> None:
        self._tables = tables
        self._settings = settings
        self._key = os.environ.get(KEY, "") if key is None else key
        self._looked: dict[str, int] = {}
        """How long the log of each table was when it was looked at last."""
        self._faults = 0
        self._rests_until = 0.0

    async def keep_telling(self) -> None:
        """Tell what is new, table by table, for as long as the server runs; nothing where no address is set."""
        while self._settings.narrator_url:
            await asyncio.sleep(PAUSE)
            for room in self._tables.rooms():
                try:
                    await self.tell(room)
                except Exception:  # a narrator that stumbles must stop neither the others nor the table
                    LOGGER.exception("%s could not be narrated", room.id)

    async def tell(self, room: Room) -> bool:
        """Tell what is new at a table; whether anything was told."""
        length = room.session.ledger.length
        if room.busy or self._looked.get(room.id) == length or monotonic() < self._rests_until:
            return False
        self._looked[room.id] = length
        if any(one.role == NARRATOR for one in room.sittings):  # somebody sits there already
            return False
        language: Language = next((viewer.language for viewer in room.viewers()), "en")
        found = await untold(room, OWN, language)
        if found is None:
            return False
        prose = await self._prose(room.id, found, language)
        if not prose:
            return False
        command = Annotate(found.entry, prose, audience_of(room, OWN), narrated=True)
        answer = await self._tables.submit(room, room.seat(OWN), lambda: command, play_on=False)
        return not isinstance(answer, Refusal)

    async def _prose(self, table: str, found: Untold, language: Language) -> str:
        """What the model tells, if it is so; with what was wrong it is asked once more."""
        asked = narrator_messages(found.facts, language)
        for _ in range(2):
            if not await self._tables.seats.may_ask_narrator(table, self._settings.narrator_budget):
                return ""
            try:
                seconds = self._settings.narrator_seconds
                said = await asyncio.wait_for(asyncio.to_thread(self._ask, asked), seconds + 1)
            except (Unheard, TimeoutError, OSError, http.client.HTTPException) as fault:
                self._fault(fault)
                return ""
            self._faults = 0
            wrong = objections(said, found.facts, language)
            if not wrong:
                return said
            why = " ".join(one.in_(language) for one in wrong)
            asked = once_more(asked, said, why, language)
        return ""

    def _fault(self, fault: Exception) -> None:
        self._faults += 1
        LOGGER.warning("the narrator's endpoint gave nothing: %s", type(fault).__name__)
        if self._faults >= FAULTS:
            self._faults, self._rests_until = 0, monotonic() + REST

    def _ask(self, asked: list[dict[str, str]]) -> str:
        """One question to the endpoint, within its time however slowly it speaks."""
        parts = urlsplit(self._settings.narrator_url)
        seconds = self._settings.narrator_seconds
        end = monotonic() + seconds
        connection = (
            http.client.HTTPSConnection(parts.netloc, timeout=seconds, context=ssl.create_default_context())
            if parts.scheme == "https"
            else http.client.HTTPConnection(parts.netloc, timeout=seconds)
        )
        body = {"model": self._settings.narrator_model, "messages": asked, "max_tokens": 400}
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            path = f"{parts.path.rstrip('/')}/chat/completions"
            connection.request("POST", path, msgspec.json.encode(body), headers)
            with connection.getresponse() as response:
                heard = b""
                while part := response.read1(16 * 1024):
                    heard += part
                    if len(heard) > MOST_BYTES or monotonic() > end:
                        raise Unheard
                if response.status != 200:
                    raise Unheard
        finally:
            connection.close()
        return _content(heard)


def _content(heard: bytes) -> str:
    try:
        found = msgspec.json.decode(heard, type=_Completion)
    except msgspec.MsgspecError:
        raise Unheard from None
    said = found.choices[0].message.content if found.choices else None
    if not said or not said.strip():
        raise Unheard
    return said.strip()
