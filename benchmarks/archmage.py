"""A whole battle with every reaction asked and answered, beside the plain folding of its log; what each part costs.

Five heroes of level 5 in the wizard's menagerie, played by the automatic players through a real table: audited dice,
awaited answers, events with citations, chained log. The peer folds the log of the same battle and decides nothing, so
that the ratio says what rules, tactics and dice cost on top of it.
"""

from typing import Any, Final

from benchmarks.common import Report, seconds

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset
from arbitro.rules.archmage.state import State

GAME: Final = find_ruleset("archmage")
SETUP: Final = GAME.read_setup(open_packaged("arbitro.rules.archmage", "fights", "menagerie.yaml"))
MOST: Final = 30.0
"""How many times the folding of its log a battle may cost."""


def battle(seed: str = "bench") -> Table[State]:
    """One battle to its end, log kept."""
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
    """Print how long a battle takes, the ratio to folding it, and the cost of listing all choices."""
    report = Report("archmage: a battle through the whole engine")
    played = battle()
    records = list(played.records())
    commands = len(records)
    events = sum(len(entry.events) for entry in played.entries())
    took = min(seconds(battle) for _ in range(5))
    each = took / commands * 1e6
    print(f"  one battle: {took * 1000:.1f} ms, {commands} commands, {events} events, {each:.0f} µs a command")
    states = [played.state_at(seq) for seq in range(1, played.ledger.head, 7)]
    offered = sum(1 for state in states for _ in GAME.choices(state, REFEREE))
    listed = seconds(lambda: [list(GAME.choices(state, REFEREE)) for state in states])
    print(f"  all choices of a moment: {listed / len(states) * 1000:.2f} ms for {offered / len(states):.0f} choices")
    report.ratio("decide and fold / fold", battle, lambda: Table.restore(GAME, records, None), ceiling=MOST, rounds=5)
    report.close()
