"""Campaigns: playing one against reading its log again, what choices cost, and how cost grows.

An automatic player plays whole expeditions with the prudent policy. The peer of playing is folding the same log, which
needs no rule and no choice; the peer of a large thing is the same thing small.
"""

from functools import partial
from itertools import islice
from time import process_time
from typing import Any, Final

from benchmarks.common import Report, seconds
from msgspec.structs import replace

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.moment import PresentMoment
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import campaigns, find_campaign
from arbitro.play.commands import AskOracle, Gather
from arbitro.play.players.plain import Plain
from arbitro.play.players.prudent import Prudent
from arbitro.play.players.runs import Job, play_out
from arbitro.play.players.turn import carry_out, next_turn, players_seat
from arbitro.play.state import CampaignState
from arbitro.play.ways import ways

DAYS: Final = 6
COMMANDS: Final = 150
"""How many commands a campaign has at least that is measured."""
ON_END: Final = 60
"""So many states on end are enough to see what is remembered from one to the next."""
LITTLE, MORE = 250, 8
"""Things that somebody carries, and how many times as many somebody else does."""
LONG: Final = "careful/2"
"""A seed on which a party of La Scatola Bianca comes to more than a thousand commands."""


def states_of(
    game: str, seed: str, most: int, start: tuple[Any, ...] = (), kind: type[Plain | Prudent] = Prudent
) -> list[CampaignState]:
    """Every state of an automatic campaign, in order."""
    campaign = find_campaign(game)
    table: Table[Any] = Table.open(campaign, "bench", seed_from_text(seed))
    for command in start:
        table.submit(command, REFEREE)
    player = kind(campaign, QuickDice(1))
    states = []
    for _ in range(most):
        turn = next_turn(campaign, table.state, player) if not campaign.finished(table.state) else None
        if turn is None:
            break
        carry_out(table, turn, player)
        states.append(table.state)
    return states


def fold_again(table: Table[Any], records: list[Any]) -> None:
    """Read a log and fold it."""
    Table.restore(table.ruleset, records, table.seed)


def decide_next(campaign: Any, states: list[CampaignState]) -> None:
    """What the guide would do in each state, decided."""
    for state in states:
        command = campaign.suggest(state, REFEREE)
        if command is not None:
            campaign.decide(state, command, QuickDice(1))


def offer(campaign: Any, states: list[CampaignState]) -> None:
    """All choices of the players in each state."""
    for state in states:
        for _ in campaign.choices(state, players_seat(campaign, state)):
            pass


def move_on(campaign: Any, states: list[CampaignState], moment: PresentMoment[CampaignState] | None = None) -> None:
    """All choices of the players and of the referee in each state, one after the other, as a table comes to them."""
    for state in states:
        there = state if moment is None else moment.at(state)
        for seat in (players_seat(campaign, there), REFEREE):
            for _ in campaign.choices(there, seat):
                pass


def at_a_table(campaign: Any, states: list[CampaignState]) -> None:
    """The same where what follows of a moment is kept, and what stays right is recalled from the one before."""
    move_on(campaign, states, PresentMoment())


def some(states: list[CampaignState], most: int) -> list[CampaignState]:
    """A few of many, evenly."""
    return list(islice(states, 0, None, max(len(states) // most, 1)))[:most]


def all_ways(state: CampaignState) -> None:
    """Every way of every space of a dungeon, as a walk over the whole map asks for them."""
    for space in state.dungeon.spaces:
        for _ in ways(state.dungeon, space):
            pass


def long_enough(name: str) -> Job:
    """A campaign that does not end before it has begun."""
    jobs = (Job(name, "prudent", f"bench/{number}", DAYS) for number in range(30))
    return next(job for job in jobs if play_out(job)[1].commands >= COMMANDS)


def ask_oracle(table: Table[Any]) -> None:
    """Some commands that leave everything but the log as it was."""
    for _ in range(20):
        table.submit(AskOracle("?"), REFEREE)


def with_long_log(entries: int) -> tuple[Table[Any], Table[Any]]:
    """Two tables in the same state, one of them with many more entries behind it."""
    tables = []
    for more in (entries, 20):
        table: Table[Any] = Table.open(find_campaign("whitebox"), "bench", seed_from_text("log"))
        table.submit(Gather("ready:novices"), REFEREE)
        for _ in range(more // 20):
            ask_oracle(table)
        tables.append(table)
    return tables[0], tables[1]


def laden(state: Any, things: int) -> CampaignState:
    """The first of a party with so many things more, none of which lie together."""
    game = state.game
    who, one = next(iter(game.characters.items()))
    thing = next(iter(one.items.values()))
    more = {f"thing-{number}": replace(thing, where="pack", charges=number) for number in range(things)}
    characters = {**game.characters, who: replace(one, items={**one.items, **more})}
    found: CampaignState = replace(state, game=replace(game, characters=characters))
    return found


def expeditions(report: Report) -> None:
    """Whole campaigns of every game, beside folding their logs."""
    for name in campaigns():
        job = long_enough(name)
        took = min(seconds(partial(play_out, job), process_time) for _ in range(3))
        table, tally = play_out(job)
        records = list(table.records())
        print(f"  {name}: {tally.commands} commands, {tally.days} days: {1 / took:.1f} such expeditions a second")
        report.ratio(
            f"{name}: playing against folding the log again",
            partial(play_out, job),
            partial(fold_again, table, records),
            ceiling=80,
            rounds=3,
            working=True,
        )


def main() -> None:
    report = Report("Campaigns")
    expeditions(report)
    whitebox = find_campaign("whitebox")
    states = states_of("whitebox", LONG, 1200)
    stages: dict[str, list[CampaignState]] = {}
    for state in states:
        where = state.stage if not whitebox.side.meetings.busy(state) else "encounter"
        stages.setdefault(where, []).append(state)
    for stage, there in stages.items():
        few = some(there, 10)
        took = seconds(partial(offer, whitebox, few), process_time)
        offered = sum(1 for state in few for _ in whitebox.choices(state, players_seat(whitebox, state)))
        print(f"  {stage}: {offered / len(few):.0f} choices in {1000 * took / len(few):.1f} ms", end="")
        print(f", {1e6 * took / offered:.0f} µs each")
        report.ratio(
            f"choices, {stage}: against one command that is thought of and decided",
            partial(offer, whitebox, few),
            partial(decide_next, whitebox, few),
            ceiling=40,
            rounds=5,
            working=True,
        )
    for stage, there in stages.items():
        row = there[:ON_END]
        report.ratio(
            f"choices, {stage}, as a table moves on: with what is remembered against all worked out anew",
            partial(at_a_table, whitebox, row),
            partial(move_on, whitebox, row),
            ceiling=0.8,
            aim=0.5,
            rounds=5,
            working=True,
        )
    long, short = with_long_log(2000)
    report.ratio(
        f"a command on a log of {long.ledger.length} entries against one of {short.ledger.length}, in the same state",
        lambda: ask_oracle(long),
        lambda: ask_oracle(short),
        ceiling=1.5,
        rounds=9,
        working=True,
    )
    report.ratio(
        "choices behind the longer log against those behind the shorter",
        lambda: offer(whitebox, [long.state] * 4),
        lambda: offer(whitebox, [short.state] * 4),
        ceiling=1.5,
        rounds=9,
        working=True,
    )
    underground = [state for state in states if state.stage == "dungeon" and not whitebox.side.meetings.busy(state)]
    early, late = underground[:15], underground[-15:]
    report.ratio(
        f"a command after {len(states)} entries, the dungeon grown, against one of the first",
        lambda: decide_next(whitebox, late),
        lambda: decide_next(whitebox, early),
        ceiling=6,
        rounds=5,
        working=True,
    )
    report.ratio(
        "choices of the late party and dungeon against the early",
        lambda: offer(whitebox, late),
        lambda: offer(whitebox, early),
        ceiling=6,
        rounds=5,
        working=True,
    )
    small, large = underground[len(underground) // 4], underground[-1]
    times = len(large.dungeon.spaces) / len(small.dungeon.spaces)
    report.ratio(
        f"all ways of {len(large.dungeon.spaces)} spaces against {len(small.dungeon.spaces)}",
        lambda: all_ways(large),
        lambda: all_ways(small),
        ceiling=2 * times,
        rounds=9,
        working=True,
    )
    for where in ("town", "dungeon"):
        much, little = (laden(stages[where][0], things) for things in (LITTLE * MORE, LITTLE))
        report.ratio(
            f"choices with {MORE} times as many things, {where}, for each of them",
            partial(offer, whitebox, [much]),
            partial(offer, whitebox, [little]),
            ceiling=1.5,
            scale=MORE,
            rounds=5,
            working=True,
        )
    in_town = [states_of("whitebox", "bench", 3, (Gather(f"random:{size}:3"),), Plain)[:1] * 8 for size in (12, 4)]
    report.ratio(
        "choices of twelve in town against those of four",
        lambda: offer(whitebox, in_town[0]),
        lambda: offer(whitebox, in_town[1]),
        ceiling=4.5,
        rounds=5,
        working=True,
    )
    report.close()


if __name__ == "__main__":
    main()
