"""A whole fight with GM turns and every question asked and answered, beside the plain folding of its log.

Four PCs at a toll bridge against a captain, two blades and two archers, played by the automatic players and the
automatic GM through a real table: audited dice, awaited answers, events with citations, chained log. The peer folds
the log of the same fight and decides nothing, so that the ratio says what rules, tactics and dice cost on top of it.
"""

from typing import Any, Final

from benchmarks.common import Report, seconds

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset
from arbitro.rules.daggerheart.odds import outcome_odds
from arbitro.rules.daggerheart.state import State

GAME: Final = find_ruleset("daggerheart")
SETUP: Final = GAME.read_setup(open_packaged("arbitro.rules.daggerheart", "fights", "toll.yaml"))
MOST: Final = 30.0
"""How many times the folding of its log a fight may cost."""


def fight(seed: str = "bench") -> Table[State]:
    """One fight to its end, log kept."""
    table: Table[Any] = Table.open(GAME, "bench", seed_from_text(seed), SETUP.options)
    for command in SETUP.start:
        table.submit(command, REFEREE)
    while not GAME.finished(table.state):
        chosen = GAME.suggest(table.state, REFEREE)
        if chosen is None:
            raise RuntimeError("the automatic players are at a loss")
        table.submit(chosen, REFEREE)
    return table


def main() -> None:
    """Print how long a fight takes, the ratio to folding it, the cost of listing all choices, and of exact odds."""
    report = Report("daggerheart: a fight through the whole engine")
    played = fight()
    records = list(played.records())
    commands = len(records)
    events = sum(len(entry.events) for entry in played.entries())
    took = min(seconds(fight) for _ in range(5))
    print(
        f"  one fight: {took * 1000:.1f} ms, {commands} commands, {events} events, "
        f"{took / commands * 1e6:.0f} µs a command"
    )
    states = [played.state_at(seq) for seq in range(1, played.ledger.head, 7)]
    offered = sum(1 for state in states for _ in GAME.choices(state, REFEREE))
    listed = seconds(lambda: [list(GAME.choices(state, REFEREE)) for state in states])
    print(f"  all choices of a moment: {listed / len(states) * 1000:.2f} ms for {offered / len(states):.0f} choices")
    counted = seconds(lambda: outcome_odds.__wrapped__(15, 2, 1, 2))
    print(f"  exact odds of a roll with advantage and two helpers: {counted * 1e6:.0f} µs")
    report.ratio("decide and fold / fold", fight, lambda: Table.restore(GAME, records, None), ceiling=MOST, rounds=5)
    report.close()
