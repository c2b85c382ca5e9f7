"""A campaign that plays itself into a store until it is killed: ``python -m tests.play.mortal FILE GAME SEED``.

Each position that the store has acknowledged goes out as a line, at once.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from tests.play.watching import Mixed, opened

from arbitro.dice.stream import QuickDice
from arbitro.play import find_game
from arbitro.play.players.turn import next_turn
from arbitro.store.fault import NoSuchTable
from arbitro.store.sql import SqlStore

SNAPSHOT_EVERY = 16


async def live(place: Path, game: str, seed: int) -> None:
    async with await SqlStore.open(place, find_game, SNAPSHOT_EVERY) as store:
        try:
            session = await store.open_table("watched")
        except NoSuchTable:
            session = await store.create(opened(game, seed))
        campaign: Any = session.ruleset
        player = Mixed(campaign, QuickDice(session.ledger.length))
        while not campaign.finished(session.state):
            turn = next_turn(campaign, session.state, player)
            assert turn is not None
            await session.submit(turn.command, turn.seat)
            print(session.ledger.length, session.ledger.chain, flush=True)


if __name__ == "__main__":
    asyncio.run(live(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
