"""Whole battles with every question asked and answered, beside the plain folding of their logs; what each part costs.

The automatic players and the automatic referee play a ready fight of each game through a real table: audited dice,
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
from arbitro.rules.daggerheart.odds import outcome_odds

FIGHTS: Final = {"archmage": "menagerie", "daggerheart": "toll"}
"""Five heroes of level 5 in a wizard's menagerie; four PCs at a toll bridge against a captain, blades and archers."""
MOST: Final = 30.0
"""How many times the folding of its log a battle may cost."""


def main() -> None:
    """Print how long the battles take, the ratio to folding them, the cost of listing choices and of exact odds."""
    report = Report("a battle through the whole engine")
    for game, fight in FIGHTS.items():
        measure(report, game, fight)
    counted = seconds(lambda: outcome_odds.__wrapped__(15, 2, 1, 2))
    print(f"  daggerheart: exact odds of a roll with advantage and two helpers: {counted * 1e6:.0f} µs")
    report.close()


def measure(report: Report, game: str, fight: str) -> None:
    """One game's battle, with the ratio to folding its log."""
    ruleset = find_ruleset(game)
    setup = ruleset.read_setup(open_packaged(f"arbitro.rules.{game}", "fights", f"{fight}.yaml"))

    def battle() -> Table[Any]:
        table: Table[Any] = Table.open(ruleset, "bench", seed_from_text("bench"), setup.options)
        for command in setup.start:
            table.submit(command, REFEREE)
        while not ruleset.finished(table.state):
            chosen = ruleset.suggest(table.state, REFEREE)
            if chosen is None:
                raise RuntimeError("the automatic players are at a loss")
            table.submit(chosen, REFEREE)
        return table

    played = battle()
    records = list(played.records())
    events = sum(len(entry.events) for entry in played.entries())
    took = min(seconds(battle) for _ in range(5))
    each = took / len(records) * 1e6
    print(f"  {game}: {took * 1000:.1f} ms, {len(records)} commands, {events} events, {each:.0f} µs a command")
    states = [played.state_at(seq) for seq in range(1, played.ledger.head, 7)]
    offered = sum(1 for state in states for _ in ruleset.choices(state, REFEREE)) / len(states)
    listed = seconds(lambda: [list(ruleset.choices(state, REFEREE)) for state in states]) / len(states)
    print(f"  {game}: all choices of a moment: {listed * 1000:.2f} ms for {offered:.0f} choices")
    what = f"{game}: decide and fold / fold"
    report.ratio(what, battle, lambda: Table.restore(ruleset, records, None), ceiling=MOST, rounds=5)
