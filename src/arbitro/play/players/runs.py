"""Automatic campaigns from beginning to end: one to be told, or many over many seeds to be counted."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Setting
from arbitro.kernel.log import Entry
from arbitro.kernel.pack import Pack
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.players import player_named
from arbitro.play.players.tally import Counting, Tally
from arbitro.play.players.turn import carry_out, next_turn
from arbitro.play.state import DAY, CampaignState

OVERDUE: Final = 7
"""Days after the last one by which a party that is still out is left to itself."""
MOST_COMMANDS: Final = 20_000
"""Where a campaign ends that gets nowhere."""


class Job(Struct, frozen=True):
    """A campaign to be played by automatic players."""

    game: str
    player: str
    seed: str
    days: int
    start: tuple[Command, ...] = ()
    """What comes before the first day: sealed rooms, the party."""
    options: dict[str, Setting] = {}
    table: str = "auto"
    """The name of the table."""
    packs: tuple[Pack, ...] = ()


Watch = Callable[[Table[Any], Entry[Any, Any]], None]


class Unplayable(Exception):
    """The campaign cannot begin as asked: the refusal, and the table that refused."""

    def __init__(self, refusal: Refusal, table: Table[Any]) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.table = table


def play_out(job: Job, watch: Watch | None = None) -> tuple[Table[Any], Tally]:
    """Play a campaign until its days are over and the party is in town, or nobody is left."""
    campaign = find_campaign(job.game).with_packs(job.packs)
    table: Table[Any] = Table.open(campaign, job.table, seed_from_text(job.seed), job.options)
    for command in job.start:
        answer = table.submit(command, REFEREE)
        if isinstance(answer, Refusal):
            raise Unplayable(answer, table)
        if watch is not None:
            watch(table, answer)
    lots = int.from_bytes(seed_from_text(f"{job.seed}/player")[:8], "big")
    made = player_named(job.player)
    if made is None:
        raise KeyError(job.player)
    player = made(campaign, QuickDice(lots))
    counting = Counting(campaign, table.state)
    for _ in range(MOST_COMMANDS):
        before = table.state
        if campaign.finished(before) or time_is_up(before, job.days):
            break
        turn = next_turn(campaign, before, player)
        if turn is None:
            break
        answer = carry_out(table, turn, player)
        if isinstance(answer, Refusal):
            raise RuntimeError(f"{turn.command} was chosen and is refused: {answer.code}")  # an error of ours
        counting.count(before, answer, table.state)
        if watch is not None:
            watch(table, answer)
    return table, counting.tally(job.seed, table.state)


def time_is_up(state: CampaignState, days: int) -> bool:
    """Whether the days of a campaign are over: the party is home, or long overdue."""
    late = state.minutes // DAY - days
    return late >= OVERDUE or (late >= 0 and state.stage == "town")


def count_one(job: Job) -> Tally:
    """One campaign in numbers."""
    return play_out(job)[1]
