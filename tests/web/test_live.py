"""The parts of the live line by themselves: circles, slow pages, streams of events, and stories that grow."""

import asyncio
import re
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from tests.store.playing import FIGHT, GAME, new_table, next_command

from arbitro.kernel.command import Annotate, Override, Redo, ThrowDice, Undo
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.rules import find_ruleset
from arbitro.store.memory import MemoryStore
from arbitro.web.live import _stream
from arbitro.web.room import BACKLOG, TAIL, Room, Viewer
from arbitro.web.settings import Settings
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.story import Chronicle
from arbitro.web.tables import Tables
from arbitro.web.visitor import House

CHAIR = Sitting("r", "referee", "referee")
ANNA = Sitting("a", "Anna", "player", ("party",))
TEO = Sitting("t", "Teo", "spectator")


async def room_of(*sittings: Sitting) -> tuple[Tables, Room]:
    """A table in a store in memory, with seats and a fight begun."""
    tables = Tables(MemoryStore(find_ruleset, 8), now=lambda: "now")
    table = new_table()
    table.submit(FIGHT.start[0], REFEREE)
    room = await tables.create(table, Arrangement())
    for sitting in sittings:
        await tables.seats.hand_out(room.id, sitting)
    await tables.seats_changed(room)
    return tables, room


async def go_on(tables: Tables, room: Room, commands: int) -> None:
    for _ in range(commands):
        await tables.submit(room, REFEREE, lambda: next_command(room.session.state), play_on=False)


def read(message: bytes) -> Any:
    return msgspec.json.decode(message)


async def unread(room: Room, viewer: Viewer) -> list[Any]:
    """Everything that waits for a page."""
    found = []
    while True:
        try:
            message = await asyncio.wait_for(viewer.next(lambda: room.whole(viewer)), 0.002)
        except TimeoutError:
            return found
        found.append(None if message is None else read(message))
        if message is None:
            return found


class Place(HTMLParser):
    """Where the element with an id stands in a text."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__()
        self.name, self.tag, self.depth = name, "", 0
        self.begin = self.end = -1
        self.lines = [0]
        for line in text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.feed(text)

    def position(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if self.begin < 0 and ("id", self.name) in attrs:
            self.begin, self.tag = self.position(), tag
        if self.begin >= 0 and self.end < 0 and tag == self.tag:
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        if self.begin >= 0 and self.end < 0 and tag == self.tag:
            self.depth -= 1
            if self.depth == 0:
                self.end = self.position() + len(tag) + 3


def replace(fragments: dict[str, str], name: str, html: str) -> None:
    """What the page does with a fragment, or with a piece of one."""
    if name in fragments:
        fragments[name] = html
        return
    for whole, text in fragments.items():
        place = Place(text, f"fragment-{name}")
        if place.begin >= 0:
            fragments[whole] = text[: place.begin] + html.strip() + text[place.end :]
            return
    raise AssertionError(f"no place for {name}")


def plain(fragments: dict[str, str]) -> dict[str, str]:
    """Fragments without the white space between tags."""
    return {name: re.sub(r">\s+<", "><", html).strip() for name, html in fragments.items()}


def test_updates_add_up_to_the_whole_page():
    """Whoever applies every update has, at the end, exactly what whoever comes then is sent."""

    async def scene() -> None:
        tables, room = await room_of(CHAIR, ANNA, TEO)
        early = [Viewer(sitting, language) for sitting in (CHAIR, ANNA, TEO) for language in ("it", "en")]
        pages = [read(await room.welcome(viewer)) for viewer in early]
        for viewer in early:  # pages that came after others have told them so
            await unread(room, viewer)
        for step in range(12):
            await go_on(tables, room, 1)
            if step == 5:
                await tables.take_back(room, CHAIR)
            for viewer, page in zip(early, pages, strict=True):
                for update in await unread(room, viewer):
                    for name, html in update.get("fragments", {}).items():
                        replace(page["fragments"], name, html)
                    assert not update.get("reset")
                    assert update["first"] == page["first"] + len(page["story"])
                    page["story"] += update.get("story", [])
                    page["seq"] = update["seq"]
        for viewer, page in zip(early, pages, strict=True):
            room.leave(viewer)
            fresh = read(await room.welcome(Viewer(viewer.sitting, viewer.language)))
            cut = len(page["story"]) - len(fresh["story"])
            assert fresh["story"] == page["story"][cut:]
            fresh["fragments"].pop("seats", None)  # it tells who is there, which has changed
            page["fragments"].pop("seats", None)
            assert plain(fresh["fragments"]) == plain(page["fragments"])
            assert fresh["seq"] == page["seq"]

    asyncio.run(scene())


def test_pages_of_one_seat_and_language_are_rendered_once(monkeypatch):
    async def scene() -> None:
        tables, room = await room_of(ANNA, TEO)
        viewers = [Viewer(ANNA, "it") for _ in range(4)] + [Viewer(TEO, "it")]
        for viewer in viewers:
            await room.welcome(viewer)
        for viewer in viewers:
            await unread(room, viewer)
        rendered = 0
        whole = room.moment

        def counted(*arguments: Any) -> Any:
            nonlocal rendered
            rendered += 1
            return whole(*arguments)

        monkeypatch.setattr(room, "moment", counted)
        await go_on(tables, room, 1)
        assert rendered == 2
        await asyncio.sleep(0.05)  # what may be done next comes after what happened
        assert rendered == 4
        sent = [await unread(room, viewer) for viewer in viewers]
        assert sent[0]
        assert sent[0] == sent[1] == sent[2] == sent[3]

    asyncio.run(scene())


def test_a_slow_page_is_sent_the_whole_instead_of_a_long_line():
    async def scene() -> None:
        tables, room = await room_of(ANNA)
        viewer = Viewer(ANNA, "en")
        await room.welcome(viewer)
        await go_on(tables, room, BACKLOG + 10)
        messages = await unread(room, viewer)
        assert len(messages) == 1
        assert messages[0]["reset"]
        assert messages[0] == read(await room.whole(viewer))

    asyncio.run(scene())


def test_a_page_that_asks_on_and_on_without_listening_is_sent_away():
    viewer_closed = []

    async def scene() -> None:
        _, room = await room_of(ANNA)
        viewer = Viewer(ANNA, "en")
        for _ in range(8 * BACKLOG + 1):
            viewer.answer(b"{}")
        viewer_closed.append(viewer.closed)
        assert await viewer.next(lambda: room.whole(viewer)) is None

    asyncio.run(scene())
    assert viewer_closed == ["slow"]


def test_a_stream_of_events_brings_the_same():
    async def scene() -> None:
        tables, room = await room_of(ANNA)
        house = House(Settings(), tables)
        stream = _stream(house, room, Viewer(ANNA, "en"))
        hello, whole = [read((await anext(stream)).data) for _ in range(2)]
        assert hello["type"] == "hello"
        assert whole["reset"]
        await go_on(tables, room, 1)
        news = read((await anext(stream)).data)
        assert news["first"] == whole["first"] + len(whole["story"])
        assert room.present() == {"a": 1}
        await tables.seats.take_away(room.id, "a")
        await tables.seats_changed(room)
        assert read((await anext(stream)).data)["code"] == "closed"
        with pytest.raises(StopAsyncIteration):
            await anext(stream)
        assert room.present() == {}

    asyncio.run(scene())


def test_a_quiet_stream_shows_that_it_is_still_there(monkeypatch):
    monkeypatch.setattr("arbitro.web.live.BEAT", 0.01)

    async def scene() -> None:
        tables, room = await room_of(ANNA)
        stream = _stream(House(Settings(), tables), room, Viewer(ANNA, "en"))
        await anext(stream)
        await anext(stream)
        beat = await anext(stream)
        assert beat.data is None
        assert beat.comment
        await stream.aclose()
        assert not room.watched

    asyncio.run(scene())


# ---------------------------------------------------------------- stories

SEATS = (REFEREE, SPECTATOR, Seat("Anna", controls=frozenset({"party", "berto", "dalia", "guido", "livia"})))


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.name)
def test_a_story_that_grew_is_the_story_that_is_read_from_the_beginning(seat):
    """The slow twin is the table's own history, told anew after every entry."""

    async def scene() -> None:
        tables, room = await room_of()
        grown = Chronicle(GAME, seat)
        doings = [Annotate(0, "for all"), Annotate(1, "hidden", "referee"), Undo(), Redo(), ThrowDice("1d6", "self")]
        doings += [Override("minutes", 3, "late"), Undo(), ThrowDice("2d6", "blind"), Undo(), Undo()]
        for doing in doings:
            await go_on(tables, room, 2)
            await tables.submit(room, REFEREE, lambda doing=doing: doing, play_on=False)  # type: ignore[misc]
            if len(grown.told) % 3:  # sometimes behind, sometimes at once
                await grown.catch_up(room.session)
        await grown.catch_up(room.session)
        slow = [(entry.seq, entry.by, event) for entry in await room.session.history(seat) for event in entry.events]
        told = [(one.entry, one.by, one.event) for one in grown.told]
        assert told == [one for one in slow if one in told]
        assert grown.seq == len(await room.session.history(seat))
        silent = [event for _, _, event in slow if event not in [one.event for one in grown.told]]
        assert all(not GAME.texts.find("en", f"event.{event.__struct_config__.tag}") for event in silent)

    asyncio.run(scene())


def test_a_long_log_is_caught_up_with_from_the_store():
    async def scene() -> None:
        tables, room = await room_of(ANNA)
        await go_on(tables, room, TAIL + 20)
        seat = ANNA.seat(GAME, room.session.state)
        chronicle = await room.chronicle(seat)
        assert chronicle.next == room.session.ledger.length
        assert chronicle.seq == len(await room.session.history(seat))

    asyncio.run(scene())
