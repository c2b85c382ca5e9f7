"""What a command costs until five seats are shown it: counted in pieces of work, which no busy machine changes."""

import asyncio
import zlib
from collections import Counter
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
import uvicorn
from tests.web.test_live import ANNA, CHAIR, TEO, all_shown, dungeon_of, go_on, room_of, unread, wanted
from uvicorn.server import ServerState

from arbitro.kernel import orders
from arbitro.kernel.choice import Choice
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.whitebox import view
from arbitro.web import board, fragments, later, packing, process, story
from arbitro.web.room import Circle, Room
from arbitro.web.serving import uvicorn_options
from arbitro.web.settings import Settings
from arbitro.web.sitting import Sitting
from arbitro.web.viewer import Viewer

BRUNO = Sitting("b", "Bruno", "player", (), ("berto", "dalia"))
CARLA = Sitting("c", "Carla", "player", (), ("guido", "livia"))
FIVE = (CHAIR, ANNA, BRUNO, CARLA, TEO)


def counted(monkeypatch: pytest.MonkeyPatch, module: ModuleType | type, name: str) -> list[tuple[Any, ...]]:
    """What a function is called with from now on."""
    calls: list[tuple[Any, ...]] = []
    whole: Callable[..., Any] = getattr(module, name)

    def calling(*own: Any, **named: Any) -> Any:
        calls.append(own)
        return whole(*own, **named)

    monkeypatch.setattr(module, name, calling)
    return calls


async def shown(room: Room) -> None:
    """Let five pages look at a table."""
    for sitting in FIVE:
        await room.welcome(Viewer(sitting, "it"))
    await all_shown(room)


def test_somebody_is_looked_at_once_for_all_who_know_as_much_of_them(monkeypatch):
    """Five seats look at everybody, and there are three ways to know somebody: by sight, by numbers, as the referee."""

    async def scene() -> None:
        tables, room = await room_of(*FIVE)
        await shown(room)
        looks = counted(monkeypatch, view, "_person")
        await go_on(tables, room, 1)
        await all_shown(room)
        fight = room.session.state.fight
        at = Counter((id(state), one.id) for state, _, one, _ in looks)
        ways = Counter(known for *_, known in looks)
        assert ways.keys() == {"sight", "numbers", "secrets"}
        assert max(at.values()) <= 3
        assert len(looks) == len({(id(state), one.id, known) for state, _, one, known in looks})
        assert len(looks) < len(FIVE) * len(fight.combatants)

    asyncio.run(scene())


def test_what_is_asked_anywhere_goes_before_pages_are_drawn(monkeypatch):
    """Everybody is told at once; pages wait to be drawn while anything is being answered, but only so long."""

    async def scene() -> None:
        tables, room = await room_of(*FIVE)
        viewers = [Viewer(sitting, "it") for sitting in FIVE]
        for viewer in viewers:
            await room.welcome(viewer)
        await all_shown(room)
        for viewer in viewers:
            await unread(room, viewer)
        drawn = counted(monkeypatch, Circle, "changes")
        monkeypatch.setattr(later, "PATIENCE", 600.0)
        tables.later.hurry()
        await go_on(tables, room, 1)
        assert not tables.later.quiet_for(0)
        for viewer in viewers:
            assert [("story" in one, "fragments" in one) for one in await unread(room, viewer)] == [(True, False)]
        assert not drawn
        tables.later.rest()
        await all_shown(room)
        assert len(drawn) == len(FIVE)
        assert tables.later.quiet_for(0)
        assert not tables.later.quiet_for(60)
        drawn.clear()
        monkeypatch.setattr(later, "PATIENCE", 0.01)
        tables.later.hurry()  # and is never answered
        await go_on(tables, room, 1)
        await asyncio.wait_for(all_shown(room), 60)
        assert len(drawn) == len(FIVE)

    asyncio.run(scene())


def test_whoever_keeps_up_is_told_at_once_and_everybody_in_order():
    async def scene() -> None:
        keeps_up, sent = True, list[bytes]()
        viewer = Viewer(ANNA, "it", say=lambda message: keeps_up and not sent.append(message))

        async def whole() -> bytes:
            raise AssertionError

        async def send() -> None:
            while (message := await viewer.next(whole)) is not None:
                sent.append(message)

        viewer.update(b"1")  # nobody sends anything yet
        sending = asyncio.ensure_future(send())
        await asyncio.sleep(0)
        viewer.answer(b"2")
        assert sent == [b"1", b"2"]
        keeps_up = False
        viewer.update(b"3")
        keeps_up = True
        viewer.answer(b"4")
        viewer.close("gone")
        viewer.update(b"5")
        assert sent == [b"1", b"2"]
        await sending

    asyncio.run(scene())


def test_garbage_is_looked_for_when_it_is_quiet_or_high_time(monkeypatch):
    """In a process that has settled and says how large it is; in any other nothing is changed."""
    assert process.held() > 0
    looks = list[str]()

    class Heap:
        """As much of `gc` as is asked."""

        settled, new = False, 0

        def get_threshold(self) -> tuple[int, int, int]:
            return process.MANY if self.settled else 700, 10, 10

        def get_count(self) -> tuple[int, int, int]:
            return self.new, 0, 0

        def __getattr__(self, name: str) -> Callable[[], None]:
            return lambda: looks.append(name)

    heap, sizes = Heap(), [10**9]
    monkeypatch.setattr(process, "gc", heap)
    monkeypatch.setattr(process, "held", lambda: sizes[-1])
    sweeper = process.Sweeper()
    heap.new = process.MANY
    sweeper.sweep(quiet=True)
    assert not looks
    heap.settled, heap.new = True, process.FEW
    whole = ["unfreeze", "collect", "freeze"]
    for quiet, busy_before, done in ((False, 1, ["freeze"]), (True, 0, whole), (True, 0, ["freeze"])):
        for _ in range(busy_before):
            sweeper.sweep(quiet=False)
            looks.clear()
        sweeper.sweep(quiet=quiet)
        assert looks == done
        looks.clear()
    for size, done in ((10**9 + process.GROWN, ["freeze"]), (10**9 * 3 // 2 + 1, whole)):
        sizes.append(size)
        sweeper.sweep(quiet=False)
        assert looks == done
        looks.clear()


def test_what_all_see_is_told_as_prose_once(monkeypatch):
    async def scene() -> None:
        tables, room = await room_of(*FIVE)
        await shown(room)
        told = counted(monkeypatch, story, "told_prose")
        await go_on(tables, room, 6)
        await all_shown(room)
        assert told
        seen = [(tuple(map(id, events)), tuple(map(id, run))) for _, events, run, _ in told]
        assert len(seen) == len(set(seen))

    asyncio.run(scene())


def test_the_frame_of_a_scene_is_not_filled_in_again(monkeypatch):
    async def scene() -> None:
        tables, room = await room_of(*FIVE)
        await shown(room)
        await go_on(tables, room, 1)
        await all_shown(room)
        filled = counted(monkeypatch, fragments, "frame")
        await go_on(tables, room, 5)
        await all_shown(room)
        assert not filled

    asyncio.run(scene())


@pytest.mark.parametrize("still", [True, False, None])
def test_a_scene_is_written_as_its_template_says(still):
    drawing = None if still is None else fragments.Drawing((), (), (), still)
    written = fragments._scene("it", drawing, "<p>&amp;</p>", ())
    assert written == fragments.render(
        "fragments/scene.html", "it", drawing=drawing, picture="<p>&amp;</p>", plans=(), kept=()
    )


def test_choices_that_stay_keep_their_order(monkeypatch):
    """Whoever may do the very same as before is not sorted again, for any of those who play them."""

    async def scene() -> None:
        tables, room = await dungeon_of(*FIVE)
        await shown(room)
        sorted_ = counted(monkeypatch, board, "_arranged")
        for circle in room.circles():
            await room.show_circle(circle)
        assert not sorted_  # nothing has happened
        await go_on(tables, room, 1)
        await all_shown(room)
        asked = [(who, tuple(map(id, own))) for _, who, own, _ in sorted_]
        assert len(asked) == len(set(asked))

    asyncio.run(scene())


def test_who_cannot_strike_is_not_asked_about_every_foe(monkeypatch):
    async def scene() -> None:
        _, room = await room_of(*FIVE)
        state, game = room.session.state, room.session.ruleset
        asked = counted(monkeypatch, orders, "_next_step")
        assert not tuple(game.aims(state, Seat("Nobody", "player", frozenset({"stranger"}))))
        assert len(asked) <= len(orders.ORDERS)

    asyncio.run(scene())


def test_a_page_is_packed_with_what_it_was_sent_before_in_view():
    """What is like something 10 kB ago costs next to nothing; looking back 4 kB one would not see it."""
    settings = Settings()
    config = uvicorn.Config(lambda: None, **uvicorn_options(settings))
    config.load()
    assert config.ws_protocol_class is packing.PackedLine

    async def line() -> packing.PackedLine:
        return packing.PackedLine(config=config, server_state=ServerState(), app_state={})

    assert asyncio.run(line()).conn.available_extensions == [packing.PACKER]
    told = packing.PACKER.compress_settings
    update = " ".join(str(number * number) for number in range(1500)).encode()
    assert 8_000 < len(update) < 16_000

    def again(bits: int) -> float:
        packer = zlib.compressobj(wbits=-bits, memLevel=told["memLevel"], level=told["level"])
        first, second = (len(packer.compress(update) + packer.flush(zlib.Z_SYNC_FLUSH)) for _ in range(2))
        return second / first

    assert again(packing.LOOKS_BACK) < 0.1 < 0.9 < again(12)


def test_what_the_engine_goes_on_with_is_drawn_once(monkeypatch):
    """A step after which the engine acts by itself is told at once, and drawn when the engine has done."""

    async def scene() -> None:
        tables, room = await dungeon_of(ANNA)
        await room.welcome(Viewer(ANNA, "it"))
        await all_shown(room)
        drawn = counted(monkeypatch, Circle, "changes")
        told = counted(monkeypatch, Room, "show_circle")
        went_on = 0
        for _ in range(40):
            drawn.clear()
            told.clear()
            await tables.submit(room, REFEREE, lambda: wanted(room.session.ruleset, room.session.state))
            by_itself = room.played_on is not None and not room.played_on.done()
            assert told
            while tables.plays_on:  # noqa: ASYNC110
                await asyncio.sleep(0)
            await all_shown(room)
            assert len(drawn) == 1
            went_on += by_itself
        assert went_on

    asyncio.run(scene())


def test_a_choice_that_several_have_is_compared_once(monkeypatch):
    """Comparing a choice with the one of the state before costs more than all else that its outline needs."""

    async def scene() -> None:
        tables, room = await room_of(CHAIR, ANNA)
        for sitting in (CHAIR, ANNA):
            await room.welcome(Viewer(sitting, "it"))
        compared = counted(monkeypatch, Choice, "__ne__")
        had_by_both = 0
        for _ in range(8):
            await go_on(tables, room, 1)
            await all_shown(room)
            compared.clear()
            had: list[set[int]] = []
            for moment in (room.moment(CHAIR, "it"), room.moment(ANNA, "it")):
                had.append({id(choice) for choice in moment._of_the_moment[0]})
                moment.wording.outlines(moment._of_the_moment[0])
            had_by_both += len(had[0] & had[1])
            assert not compared  # they were, when the first of them was drawn
        assert had_by_both

    asyncio.run(scene())
