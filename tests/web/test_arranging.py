"""How a table is run may be changed by several people at once: nobody's change undoes another's."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.store.playing import new_table, run
from tests.store.postgres import database
from tests.web.tables import SHARED, invited, opened, server
from tests.web.test_talk import delve, go_down, map_of

from arbitro.rules import find_ruleset
from arbitro.store.base import Store
from arbitro.store.memory import MemoryStore
from arbitro.store.sql import SqlStore
from arbitro.web.answering import Answerer
from arbitro.web.messages import read_message
from arbitro.web.seats import Seats
from arbitro.web.sitting import Arrangement, Sitting

TIMES = 12


async def at_once(store: Store) -> Arrangement:
    """Titles, strokes and seats that go, all changed at the same moment; how the table is run then."""
    await store.create(new_table("cellar"))
    seats = Seats(store)
    await seats.begin("cellar", Arrangement())
    for number in range(TIMES):
        await seats.hand_out("cellar", Sitting(f"s{number}", f"Anna {number}"))

    def pictured(number: int) -> object:
        return seats.arrange("cellar", lambda old: replace(old, pictures=(*old.pictures, (f"p{number}", "x"))))

    gone = [seats.take_away("cellar", f"s{number}") for number in range(TIMES)]
    asked = [seats.may_ask_narrator("cellar", 5) for _ in range(TIMES)]
    heard = await asyncio.gather(*(pictured(number) for number in range(TIMES)), *gone, *asked)
    assert heard.count(True) == 5
    return await seats.arrangement("cellar")


def whole(arrangement: Arrangement) -> None:
    assert {one for one, _ in arrangement.pictures} == {f"p{number}" for number in range(TIMES)}
    assert set(arrangement.former) == {f"Anna {number}" for number in range(TIMES)}
    assert arrangement.narrator_asked == 5


def test_changes_at_the_same_moment_are_all_kept(tmp_path: Path) -> None:
    async def on_a_file() -> Arrangement:
        async with await SqlStore.open(tmp_path / "tables.db", find_ruleset) as store:
            return await at_once(store)

    whole(run(at_once(MemoryStore(find_ruleset))))
    whole(run(on_a_file()))


def test_changes_at_the_same_moment_are_all_kept_by_a_server_of_databases(tmp_path: Path) -> None:
    async def there() -> Arrangement:
        async with await SqlStore.open(await database(tmp_path), find_ruleset) as store:
            return await at_once(store)

    whole(run(there()))


def test_who_draws_while_somebody_goes_does_not_free_their_name() -> None:
    """A stroke was written from how the table was run before: the name was free again, and with it all it was told."""
    with server(SHARED) as client:
        referee = delve(client)
        go_down(referee)
        anna, bruno = invited(referee, "Anna", sides=["party"]), invited(referee, "Bruno", sides=["party"])
        tables = client.app.state.house.tables
        room = tables._rooms[referee.table]
        chart = map_of(anna)
        before = room.sittings
        seat = next(one for one in before if one.name == "Bruno")
        own = next(one for one in before if one.name == "Anna")

        async def both() -> None:
            message = read_message(b'{"type":"scratch","map":"%s","points":[1,1,2,2]}' % chart.encode())
            drawn = Answerer(tables, room, own, "en", None).answer(message)
            await asyncio.gather(tables.seats.take_away(room.id, seat.id), drawn, drawn_again(message))

        async def drawn_again(message: object) -> None:
            await Answerer(tables, room, own, "en", None).answer(message)  # type: ignore[arg-type]

        with client.portal() as portal:
            portal.call(both)
        assert len(room.arrangement.scratch) == 2
        assert bruno.get().status_code == 404
        answer = referee.post("/seats", {"name": "Bruno", "sides": ["party"]})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "name_former")


@pytest.mark.parametrize("kind", ["pause", "arrange"])
def test_what_a_message_does_not_name_stays(kind: str) -> None:
    with server() as client:
        referee = opened(client, "referee")
        room = client.app.state.house.tables._rooms[referee.table]

        async def meanwhile() -> None:
            await client.app.state.house.tables.seats.arrange(room.id, lambda old: replace(old, former=("Zoe",)))

        with client.portal() as portal:
            portal.call(meanwhile)  # another process has taken somebody's seat away, and its word is still on its way
        message = {"paused": True} if kind == "pause" else {"typed": True}
        assert referee.say(kind, **message)["type"] == "done"
        assert room.arrangement.former == ("Zoe",)
