"""A narrator that the server asks by itself: any endpoint that speaks as OpenAI's does, local or not.

It is off unless an address is set. After something has happened at a table, the model is given the new lines as data
and asked to tell them. Its words are heard as they come, sentence by sentence: each is held against the lines like any
narrator's prose (`agents.checking`) and stands on the open pages as soon as it is known to be so, never before. With
the first sentence that is not so, or once it hangs or breaks, nobody listens on: what stands by then is kept beside
the entry, so that nothing which was shown is taken away again. What is late, broken, false or beyond the table's
budget is left out without a word: the story stands as it is, in Arbitro's own prose.
"""

import asyncio
import os
from collections.abc import Callable
from logging import getLogger
from time import monotonic
from typing import Final

from arbitro.agents.asking import narrator_messages, once_more
from arbitro.agents.checking import SENTENCE_END, Facts, Objection, objections
from arbitro.kernel.command import Annotate, Refusal
from arbitro.text import Language
from arbitro.web.endpoint import SILENCES, Endpoint, ask
from arbitro.web.messages import write_answer
from arbitro.web.narrating import NARRATOR, Untold, audience_of, untold
from arbitro.web.room import Room
from arbitro.web.settings import Settings
from arbitro.web.sitting import Sitting
from arbitro.web.tables import OpenTables
from arbitro.web.talk_messages import Narrating

LOGGER: Final = getLogger("arbitro.web")
KEY: Final = "ARBITRO_NARRATOR_KEY"
"""The variable of the environment that holds the key of the endpoint; it is written nowhere."""
OWN: Final = Sitting("narrator", "narrator", "narrator")
"""The seat that it tells from: the eyes of the first side."""
PAUSE: Final = 0.4
"""Seconds between two looks at the tables."""
FAULTS: Final = 3
"""After so many faults in a row the endpoint is left alone for a while."""
REST: Final = 60.0


class _Telling:
    """Prose as it is heard: what of it is known to be so, and what is wrong with the rest."""

    def __init__(self, facts: Facts, language: Language, show: Callable[[str], None]) -> None:
        self._facts, self._language, self._show = facts, language, show
        self.so = ""
        """The sentences that hold."""
        self.wrong: tuple[Objection, ...] = ()

    def hears(self, said: str, *, whole: bool = False) -> bool:
        """Hold what was said against what happened, as far as its sentences are whole; whether to listen on."""
        ends = [len(said)] if whole else []
        ends = [*(found.end() for found in SENTENCE_END.finditer(said)), *ends]
        for end in ends:
            told = said[:end].strip()
            if len(told) > len(self.so):
                self.wrong = objections(told, self._facts, self._language)
                if self.wrong:
                    return False
                self.so = told
                self._show(told)
        return True


class Storyteller:
    """Looks at the tables that are open, and has told what is new at each."""

    def __init__(self, tables: OpenTables, settings: Settings, key: str | None = None) -> None:
        self._tables = tables
        self._settings = settings
        key = os.environ.get(KEY, "") if key is None else key
        self._endpoint = Endpoint(settings.narrator_url, settings.narrator_model, key, settings.narrator_seconds)
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
        prose = await self._prose(room, found, language)
        if not prose:
            return False
        audience = audience_of(room, OWN)
        command = Annotate(found.entry, prose, audience, narrated=True)
        answer = await self._tables.submit(room, room.seat(OWN), lambda: command, play_on=False)
        show_telling(room, audience, "")
        return not isinstance(answer, Refusal)

    async def _prose(self, room: Room, found: Untold, language: Language) -> str:
        """What the model tells that is so; where already its first sentence is not, it is asked once more."""
        asked = narrator_messages(found.facts, language)
        audience, loop = audience_of(room, OWN), asyncio.get_running_loop()
        for _ in range(2):
            if not await self._tables.seats.may_ask_narrator(room.id, self._settings.narrator_budget):
                return ""
            showing = [True]

            def show(text: str, showing: list[bool] = showing) -> None:
                if showing:
                    loop.call_soon_threadsafe(show_telling, room, audience, text)

            telling = _Telling(found.facts, language, show)
            try:
                said = await asyncio.wait_for(
                    asyncio.to_thread(ask, self._endpoint, asked, telling.hears), self._endpoint.seconds + 1
                )
                self._faults = 0
            except SILENCES as fault:
                self._fault(fault)
                return telling.so
            finally:
                showing.clear()
            if not telling.wrong:
                telling.hears(said, whole=True)
            if telling.so or not telling.wrong:
                return telling.so
            why = " ".join(one.in_(language) for one in telling.wrong)
            asked = once_more(asked, said, why, language)
        return ""

    def _fault(self, fault: Exception) -> None:
        self._faults += 1
        LOGGER.warning("the narrator's endpoint gave nothing: %s", type(fault).__name__)
        if self._faults >= FAULTS:
            self._faults, self._rests_until = 0, monotonic() + REST


def show_telling(room: Room, audience: str, text: str) -> None:
    """Show a narrator's words on the open pages of those for whom they are; none: they stand in the story by now."""
    message = write_answer(Narrating(text=text))
    for circle in room.circles():
        if room.seat(circle.sitting).knows(audience):
            for viewer in circle.viewers:
                viewer.answer(message)
