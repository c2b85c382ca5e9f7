"""The parts of the live line by themselves: circles, slow pages, streams of events, and stories that grow."""

import asyncio
import re
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser
from typing import Any
from xml.etree.ElementTree import Element, fromstring, register_namespace, tostring

import msgspec
import pytest
from tests.store.playing import FIGHT, GAME, new_table, next_command

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Annotate, Command, Override, Redo, Refusal, ThrowDice, Undo
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.table import Table
from arbitro.play import find_campaign, find_game
from arbitro.rules import find_ruleset
from arbitro.store.memory import MemoryStore
from arbitro.web.live import _stream
from arbitro.web.room import MOST_OPEN, TAIL, Circle, Room
from arbitro.web.settings import Settings
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.story import Chronicle
from arbitro.web.tables import OpenTables
from arbitro.web.talk_fragments import OVERVIEW
from arbitro.web.viewer import BACKLOG, Viewer
from arbitro.web.visitor import House

register_namespace("", "http://www.w3.org/2000/svg")
CHAIR = Sitting("r", "referee", "referee")
ANNA = Sitting("a", "Anna", "player", ("party",))
TEO = Sitting("t", "Teo", "spectator")
SHUT = re.compile(r'<details class="bundle" id="([^"]+)" data-shut=')
"""What is folded, and what lies in it not sent."""


async def room_of(*sittings: Sitting) -> tuple[OpenTables, Room]:
    """A table in a store in memory, with seats and a fight begun."""
    tables = OpenTables(MemoryStore(find_ruleset, 8), now=lambda: "now")
    table = new_table()
    table.submit(FIGHT.start[0], REFEREE)
    room = await tables.create(table, Arrangement())
    for sitting in sittings:
        await tables.seats.hand_out(room.id, sitting)
    await tables.seats_changed(room)
    return tables, room


async def dungeon_of(*sittings: Sitting) -> tuple[OpenTables, Room]:
    """The same for a campaign whose party has just gone down."""
    game = find_campaign("whitebox")
    table = Table.open(game, "deep", seed_from_text("deep"))
    while len(table.state.dungeon.spaces) < 3:
        table.submit(wanted(game, table.state), REFEREE)
    tables = OpenTables(MemoryStore(find_game, 8), now=lambda: "now")
    room = await tables.create(table, Arrangement())
    for sitting in sittings:
        await tables.seats.hand_out(room.id, sitting)
    await tables.seats_changed(room)
    return tables, room


def wanted(game: Ruleset[Any], state: Any) -> Command:
    """What whoever is asked would do."""
    command = next_command(state) if game is GAME else game.suggest(state, REFEREE)
    assert command is not None
    return command


async def go_on(tables: OpenTables, room: Room, commands: int) -> None:
    session = room.session
    for _ in range(commands):
        await tables.submit(room, REFEREE, lambda: wanted(session.ruleset, session.state), play_on=False)


def read(message: bytes) -> Any:
    return msgspec.json.decode(message)


async def all_shown(room: Room) -> None:
    """Wait until every page is sent how the table stands."""
    while any(circle.behind or circle.drawing.locked() for circle in room.circles()):  # noqa: ASYNC110
        await asyncio.sleep(0.005)


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


class Places(HTMLParser):
    """Where each element that has an id begins and ends in a text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str, int]] = []
        self.found: dict[str, tuple[int, int]] = {}
        self.lines = [0]
        for line in text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.feed(text)

    def position(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append((tag, dict(attrs).get("id", ""), self.position()))

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while self.open:  # some elements have no end
            begun, name, begin = self.open.pop()
            if begun == tag:
                self.found[name] = (begin, self.position() + len(tag) + 3)
                return


@lru_cache(maxsize=64)
def places(text: str) -> dict[str, tuple[int, int]]:
    return Places(text).found


def pieces(scene: str) -> list[str]:
    """The pieces of a scene's drawing, as the page finds them."""
    drawing = re.search(r"data-map[^>]*>(<svg.*?</svg>)", scene, re.DOTALL)
    assert drawing
    return [tostring(piece, "unicode") for child in fromstring(drawing[1]) for piece in opened(child)]


def opened(element: Element) -> list[Element]:
    name = element.tag.rpartition("}")[2]
    plain = name == "defs" or (name == "g" and not {"id", "class"}.intersection(element.keys()))
    return [piece for child in element for piece in opened(child)] if plain else [element]


def alike(scene: str) -> str:
    """A scene whose drawing is written in one way."""

    def written(drawing: re.Match[str]) -> str:
        root = fromstring(drawing[0].replace("> <", "><"))
        for each in root.iter():
            each.tail = None
        return tostring(root, "unicode")

    return re.sub(r"<svg xmlns.*?</svg>", written, scene, flags=re.DOTALL)


def element(fragments: dict[str, str], name: str) -> tuple[str, int, int]:
    """Which fragment holds the element with an id, and where."""
    for whole, text in fragments.items():
        if name in places(text):
            return whole, *places(text)[name]
    raise AssertionError(f"no element {name}")


def replace(fragments: dict[str, str], name: str, html: str) -> None:
    """What the page does with a fragment, or with a piece of one."""

    def shown(mark: re.Match[str]) -> str:
        found = [element(fragments, name) for name in unescape(mark[1]).split()]
        return "".join(fragments[whole][begin:end] for whole, begin, end in found)

    def drawn(mark: re.Match[str]) -> str:
        kept = pieces(fragments["scene"])[int(mark[1]) : int(mark[2]) + 1]
        assert len(kept) == int(mark[2]) - int(mark[1]) + 1
        return "".join(kept)

    filled = re.sub(r'<i data-keep="([^"]+)"></i>', shown, html)
    filled = re.sub(r'<g data-keep-drawn="(\d+)-(\d+)"/>', drawn, filled)
    if name in fragments:
        fragments[name] = filled
    else:
        whole, begin, end = element(fragments, f"fragment-{name}")
        fragments[whole] = fragments[whole][:begin] + filled.strip() + fragments[whole][end:]


def plain(fragments: dict[str, str]) -> dict[str, str]:
    """Fragments without the white space between tags, with the drawing written in one way."""
    return {name: re.sub(r">\s+<", "><", alike(html)).strip() for name, html in fragments.items()}


async def not_stale() -> None:
    """Nothing has happened that was not shown."""


@pytest.mark.parametrize("open_room", [room_of, dungeon_of], ids=["fight", "dungeon"])
def test_updates_add_up_to_the_whole_page(open_room):
    """Whoever applies every update has, at the end, exactly what whoever comes then is sent."""

    async def scene() -> None:
        tables, room = await open_room(CHAIR, ANNA, TEO)
        early = [Viewer(sitting, language) for sitting in (CHAIR, ANNA, TEO) for language in ("it", "en")]
        pages = [read(await room.welcome(viewer)) for viewer in early]
        for step in range(12):
            await go_on(tables, room, 1)
            if step == 5:
                await tables.take_back(room, CHAIR, not_stale)
            await all_shown(room)
            for viewer, page in zip(early, pages, strict=True):
                for update in await unread(room, viewer):
                    for name, html in update.get("fragments", {}).items():
                        replace(page["fragments"], name, html)
                    assert not update.get("reset")
                    assert update["first"] == page["first"] + len(page["story"])
                    page["story"] += update.get("story", [])
                    page["seq"] = update["seq"]
                if step in (1, 7) and viewer.language == "en":  # some have opened what is folded
                    viewer.opened.discard(next(iter(viewer.opened), ""))
                    for bundle in SHUT.findall(page["fragments"]["choices"])[:9]:
                        await room.unfold(viewer, unescape(bundle))
        for viewer, page in zip(early, pages, strict=True):
            room.leave(viewer)
            late = Viewer(viewer.sitting, viewer.language)
            late.opened |= viewer.opened
            fresh = read(await room.welcome(late))
            cut = len(page["story"]) - len(fresh["story"])
            assert fresh["story"] == page["story"][cut:]
            fresh["fragments"].pop("seats", None)  # it tells who is there, which has changed
            page["fragments"].pop("seats", None)
            assert plain(fresh["fragments"]) == plain(page["fragments"])
            assert fresh["seq"] == page["seq"]

    asyncio.run(scene())


def test_what_is_folded_is_sent_to_who_opens_it_for_as_long_as_it_is_open():
    async def scene() -> None:
        tables, room = await dungeon_of(CHAIR, ANNA)
        while not any(bundle.size for bundle in room.moment(ANNA, "en").laid_out().together.bundles):
            await go_on(tables, room, 1)
        chair, anna, other = Viewer(CHAIR, "en"), Viewer(ANNA, "en"), Viewer(ANNA, "en")
        for viewer in (chair, anna, other):
            await room.welcome(viewer)
        await all_shown(room)
        await unread(room, anna)
        page = read(await room.whole(anna))["fragments"]
        bundle = SHUT.findall(page["choices"])[0]
        await room.unfold(anna, bundle)
        for news in await unread(room, anna):
            for name, html in news["fragments"].items():
                replace(page, name, html)
        assert bundle not in SHUT.findall(page["choices"])
        begin, end = places(page["choices"])[bundle]
        laid = room.moment(ANNA, "en", {bundle}).laid_out()
        inside = [one for who in (laid.together, *laid.people) for one in who.all_bundles if one.element == bundle]
        assert inside[0].controls
        for control in inside[0].controls:
            assert f'data-do="{control.offer.id}" data-mark="{control.offer.mark}"' in page["choices"][begin:end]
        late = read(await room.whole(other))["fragments"]  # pages of one circle are drawn alike
        assert plain(late)["choices"] == plain(page)["choices"]
        of_the_chair = read(await room.whole(chair))["fragments"]["choices"]
        assert bundle not in places(of_the_chair) or bundle in SHUT.findall(of_the_chair)  # others have not opened it
        anna.opened.discard(bundle)
        await go_on(tables, room, 3)
        await all_shown(room)
        shown = read(await room.whole(anna))["fragments"]["choices"]
        assert bundle not in places(shown) or bundle in SHUT.findall(shown)

    asyncio.run(scene())


def test_everybody_at_a_glance_is_drawn_only_for_a_referee_who_looks_at_it():
    async def scene() -> None:
        tables, room = await room_of(CHAIR, ANNA)
        chair, anna = Viewer(CHAIR, "en"), Viewer(ANNA, "en")
        page = read(await room.welcome(chair))["fragments"]
        assert "data-shut" in page["overview"]
        assert "<tr" not in page["overview"]
        assert "overview" not in read(await room.welcome(anna))["fragments"]
        await unread(room, chair)
        await room.unfold(chair, OVERVIEW)
        (news,) = await unread(room, chair)
        assert "data-shut" not in news["fragments"]["overview"]
        for who in room.session.state.fight.combatants:
            assert f'data-of="{who}"' in news["fragments"]["overview"]
        await room.unfold(anna, OVERVIEW)
        assert "overview" not in read(await room.whole(anna))["fragments"]
        chair.opened.discard(OVERVIEW)
        await go_on(tables, room, 1)
        await all_shown(room)
        assert "<tr" not in read(await room.whole(chair))["fragments"]["overview"]

    asyncio.run(scene())


def test_no_page_keeps_more_open_than_anybody_looks_at():
    async def scene() -> None:
        _, room = await room_of(ANNA)
        viewer = Viewer(ANNA, "en")
        await room.welcome(viewer)
        for number in range(MOST_OPEN + 5):
            await room.unfold(viewer, f"bundle-{number}")
        assert len(viewer.opened) == MOST_OPEN

    asyncio.run(scene())


def test_pages_of_one_seat_and_language_are_rendered_once(monkeypatch):
    async def scene() -> None:
        tables, room = await room_of(ANNA, TEO)
        viewers = [Viewer(ANNA, "it") for _ in range(4)] + [Viewer(TEO, "it")]
        for viewer in viewers:
            await room.welcome(viewer)
        for viewer in viewers:
            await unread(room, viewer)
        drawn = 0
        whole = Circle.changes

        def counted(circle: Circle, moment: Any) -> Any:
            nonlocal drawn
            drawn += 1
            return whole(circle, moment)

        monkeypatch.setattr(Circle, "changes", counted)
        await go_on(tables, room, 1)
        await asyncio.sleep(0.05)
        assert drawn == 2
        sent = [await unread(room, viewer) for viewer in viewers]
        assert sent[0]
        assert sent[0] == sent[1] == sent[2] == sent[3]

    asyncio.run(scene())


def test_a_slow_page_is_sent_the_whole_instead_of_a_long_line():
    async def scene() -> None:
        tables, room = await room_of(ANNA)
        viewer = Viewer(ANNA, "en")
        await room.welcome(viewer)
        for _ in range(BACKLOG + 10):
            await go_on(tables, room, 1)
            await asyncio.sleep(0.001)  # it is shown, but nobody reads it
        messages = await unread(room, viewer)
        assert len(messages) == 1
        assert messages[0]["reset"]
        assert messages[0] == read(await room.whole(viewer))

    asyncio.run(scene())


def test_a_table_that_is_faster_than_its_pages_is_shown_less_often():
    async def scene() -> None:
        tables, room = await room_of(ANNA)
        viewer = Viewer(ANNA, "en")
        whole = read(await room.welcome(viewer))
        await unread(room, viewer)
        (circle,) = room.circles()
        async with circle.drawing:  # it takes its time
            await go_on(tables, room, 10)
        *told, shown = await unread(room, viewer)
        assert told[0]["first"] == whole["first"] + len(whole["story"])
        assert sum(len(news["story"]) for news in told) >= 10
        assert not any("fragments" in news for news in told)
        assert shown["fragments"]

    asyncio.run(scene())


def test_pages_that_could_not_be_shown_something_are_sent_everything_anew(monkeypatch, caplog):
    async def scene() -> None:
        tables, room = await room_of(ANNA)
        viewer = Viewer(ANNA, "en")
        await room.welcome(viewer)
        await unread(room, viewer)
        with monkeypatch.context() as patch:
            patch.setattr("arbitro.web.room.render_numbered", lambda *_: 1 / 0)
            await go_on(tables, room, 1)
            await asyncio.sleep(0.01)
        assert "could not be shown" in caplog.text
        (news,) = await unread(room, viewer)
        assert news["reset"]
        assert news == read(await room.whole(viewer))

    asyncio.run(scene())


def test_what_happened_is_told_before_what_it_changed():
    async def scene() -> None:
        tables, room = await room_of(ANNA)
        viewer = Viewer(ANNA, "en")
        await room.welcome(viewer)
        await unread(room, viewer)
        await go_on(tables, room, 1)
        told, shown = await unread(room, viewer)
        assert told["story"]
        assert "fragments" not in told
        assert shown["fragments"]
        assert "story" not in shown

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


def test_others_see_that_whoever_followed_a_stream_has_gone():
    async def scene() -> None:
        tables, room = await room_of(CHAIR, ANNA)
        chair = Viewer(CHAIR, "en")
        await room.welcome(chair)
        stream = _stream(House(Settings(), tables), room, Viewer(ANNA, "en"))
        await anext(stream)
        await anext(stream)
        await all_shown(room)
        before = [news["fragments"]["seats"] for news in await unread(room, chair) if "seats" in news["fragments"]]
        await stream.aclose()
        await all_shown(room)
        after = [news["fragments"]["seats"] for news in await unread(room, chair) if "seats" in news["fragments"]]
        assert len(before) == len(after) == 1
        assert before != after

    asyncio.run(scene())


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_stream_of_events_is_the_same_whatever_is_hidden(language):
    """To the byte, with its ids and marks: who follows a table that way counts nothing that is not for them."""

    async def followed(*hidden: Command) -> bytes:
        tables, room = await room_of(ANNA)
        stream = _stream(House(Settings(), tables), room, Viewer(ANNA, language))
        sent = [(await anext(stream)).encode() for _ in range(2)]
        for command in (*hidden, Annotate(0, "for all to read"), *hidden, Undo(), *hidden, Redo()):
            answer = await tables.submit(room, REFEREE, lambda one=command: one, play_on=False)
            assert not isinstance(answer, Refusal), command
            if command not in hidden:
                await asyncio.sleep(0.01)
                sent.append((await anext(stream)).encode())
        await stream.aclose()
        return b"".join(sent)

    secrets = (Annotate(0, "the orcs are afraid", "referee"), ThrowDice("3d6", "self"), ThrowDice("1d100", "self", "x"))
    plain, other = asyncio.run(followed()), asyncio.run(followed(*secrets))
    assert len(plain) > 1000
    assert other == plain


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
            await tables.submit(room, REFEREE, lambda doing=doing: doing, play_on=False)
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
