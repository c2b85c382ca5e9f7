"""Page, terminal and programs at one table, in one file: each hears of what the others do, and shows it."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

from tests.cli.test_screen import fight, sat_down
from tests.web.tables import Person, opened, server

from arbitro.cli.console import Console, Left
from arbitro.kernel.command import Annotate
from arbitro.kernel.seat import REFEREE
from arbitro.play import find_game
from arbitro.store.sql import SqlStore
from arbitro.web.settings import Settings

PATIENCE = 20.0


async def noted(file: Path, table: str, text: str) -> None:
    """A note, written by somebody else at the same file."""
    async with await SqlStore.open(file, find_game) as other:
        await (await other.open_table(table)).submit(Annotate(0, text), REFEREE)


def test_line_by_line_others_are_heard_before_anything_is_done(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    said: list[str] = []

    async def scene() -> None:
        async with await SqlStore.open(file, find_game) as store:
            session = await fight(store)
            answers = iter(("1", "q"))

            def ask(prompt: str) -> str:
                said.append(prompt)
                answer = next(answers)
                if answer == "1":  # somebody else is faster; the loop stands still while a question waits
                    other = Thread(target=lambda: asyncio.run(noted(file, "t", "Mind the pit")))
                    other.start()
                    other.join()
                return answer

            console = Console(session, "en", said.append, ask, seat=session.ruleset.seats(session.state)[0])
            before = session.ledger.length
            with suppress(Left):
                await console.play()
            assert session.ledger.length == before + 1  # the note, and not what was chosen at the table before it

    asyncio.run(scene())
    told = "\n".join(said)
    assert told.index("Meanwhile") < told.index("Mind the pit")
    assert told.count("End the turn") == 2  # the choices were shown anew


def test_on_the_screen_others_are_heard_while_one_thinks(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def scene() -> None:
        async with await SqlStore.open(file, find_game) as store, sat_down(await fight(store)) as play:
            menu = play.menu
            await noted(file, "t", "Mind the pit")
            for _ in range(int(PATIENCE / 0.1)):
                await asyncio.sleep(0.1)
                await play.pilot.pause()
                if any("Mind the pit" in line for line in play.story):
                    break
            assert any("Mind the pit" in line for line in play.story)
            await play.settle()
            assert play.menu == menu  # and it is still theirs to act
            await play.choose("End the turn")
            assert play.game.session.ledger.length > 3

    asyncio.run(scene())


def test_a_page_hears_of_whoever_plays_at_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with server_at(file) as client:
        referee: Person = opened(client, "referee")
        with referee.live() as line:
            line.receive_json()
            line.receive_json()
            asyncio.run(noted(file, referee.table, "Mind the pit"))
            while not any("Mind the pit" in told for told in line.receive_json().get("story", ())):
                pass
        assert "Mind the pit" in json.dumps(referee.get("/story").json())


def server_at(file: Path) -> Any:
    store = asyncio.run(SqlStore.open(file, find_game))
    return server(Settings(per_second=1e6, at_once=10**6, knocks_at_once=10**6), store)
