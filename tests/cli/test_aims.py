"""One word for a walk at the terminal: line by line, and on the screen."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.cli.test_screen import campaign, on_screen, sat_down

from arbitro.cli.console import Console, Left
from arbitro.cli.screen.game import Game
from arbitro.kernel.log import Entry
from arbitro.kernel.ruling import Check
from arbitro.play import find_game
from arbitro.rules.whitebox.exploring.events import DoorTried
from arbitro.store.base import Store
from arbitro.store.memory import MemoryStore


def test_line_by_line_the_party_goes_to_the_dungeon_by_one_word() -> None:
    said: list[str] = []

    async def scene() -> str:
        async with MemoryStore(find_game) as store:
            session: Any = await campaign(store)

            def ask(prompt: str) -> str:
                del prompt
                last = next((line for line in reversed(said) if "On the way … (" in line), "")
                chosen = next((line for line in reversed(said) if "Go to the dungeon" in line), "")
                found = chosen or last
                if not found or session.ledger.length > 3:
                    return "q"
                return found.partition(".")[0].strip()

            console = Console(session, "en", said.append, ask, seat=session.ruleset.seats(session.state)[0])
            with suppress(Left):
                await console.play()
            return str(session.state.stage)

    assert asyncio.run(scene()) == "road"
    assert any(line in said for line in ("You stand before the entrance.", "The party stops: something has happened."))


@on_screen
async def test_on_the_screen_too(store: Store) -> None:
    async with sat_down(await campaign(store)) as play:
        await play.choose("On the way")
        await play.choose("Go to the dungeon")
        assert play.game.session.state.stage == "road"
        assert play.table.waiting


@on_screen
async def test_on_the_screen_of_pushes_at_one_door_only_the_last_is_left(store: Store) -> None:
    session = await campaign(store)
    game = Game(session, session.ruleset.seats(session.state)[0], "en")
    for attempt in (1, 2, 3):
        pushed = DoorTried("bruno", "d1", Check((), 2, "<=", 1, success=False), opened=False, attempt=attempt)
        game.hear(Entry(seq=attempt, parent=0, by="party", command=None, events=(pushed,)))
    assert [event.attempt for line in game.lines for event in line.run if isinstance(event, DoorTried)] == [3]


def walked_line_by_line(then: Callable[[Any, list[str]], str], *, interrupted: bool = False) -> tuple[list[str], Any]:
    """A walk to the dungeon at the console; `then` answers the questions after it, from the table and what was said."""
    said: list[str] = []
    presses = [signal.SIGINT] if interrupted else []

    async def scene() -> Any:
        async with MemoryStore(find_game) as store:
            session: Any = await campaign(store)

            def say(line: str) -> None:
                said.append(line)
                if presses and session.state.stage == "road":
                    signal.raise_signal(presses.pop())

            def ask(prompt: str) -> str:
                del prompt
                if session.ledger.length > 3:
                    return then(session, said)
                chosen = next((line for line in reversed(said) if "Go to the dungeon" in line), "")
                found = chosen or next((line for line in reversed(said) if "On the way … (" in line), "")
                return found.partition(".")[0].strip() or "q"

            console = Console(session, "en", say, ask, seat=session.ruleset.seats(session.state)[0])
            with suppress(Left):
                await console.play()
            return session.state

    return said, asyncio.run(scene())


def test_control_c_ends_a_walk_and_not_the_game() -> None:
    handler = signal.getsignal(signal.SIGINT)
    asked: list[str] = []

    def leave(session: Any, said: list[str]) -> str:
        asked.append(said[-1])
        del session
        return "q"

    said, state = walked_line_by_line(leave, interrupted=True)
    assert "You stopped." in said
    assert asked  # the person goes on playing
    assert state.stage == "road"
    assert signal.getsignal(signal.SIGINT) is handler


def test_line_by_line_the_whole_walk_can_be_taken_back_or_it_is_said_where_that_stops() -> None:
    answers = iter(["u all", "u all", "q"])
    said, _ = walked_line_by_line(lambda session, said: next(answers))
    assert any("u all takes the whole walk back" in line for line in said)
    told = [
        line for line in said if "walk is taken back" in line or "Taken back:" in line or "step of the walk" in line
    ]
    assert told
    assert told[0] != said[-1]


@on_screen
async def test_on_the_screen_escape_stops_a_party_that_walks(store: Store) -> None:
    async with sat_down(await campaign(store)) as play:
        table, told = play.table, []
        breathe, notify = table.breathe, play.pilot.app.notify

        async def interrupted() -> None:
            await play.pilot.press("escape")
            await breathe()

        table.breathe = interrupted
        play.pilot.app.notify = lambda words, **more: (told.append(words), notify(words, **more))
        await play.choose("On the way")
        await play.choose("Go to the dungeon")
        assert told == ["You stopped."]
        assert play.game.session.state.stage == "road"
        assert table.waiting
