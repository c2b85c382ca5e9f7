"""The reference fight WB-4v6 through the whole engine, beside a simulator that keeps nothing; and how cost grows.

Four fighters (8 hp, AC 15, +1, d6) against six orcs (4 hp, AC 13, +0, d6), side initiative once, ties thrown again,
everyone attacks the first living enemy, to the death. Ours runs as real commands at a real table: audited dice, events
with citations, a log. Its win rate is held against the exact answer before a time is printed.
"""

import math
import random
from collections import deque
from time import process_time
from typing import Any, Final

import msgspec
from benchmarks.common import Report

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.commands import Attack, EndTurn, JudgeSurprise, Member, StartFight
from arbitro.rules.whitebox.state import Profile, Side, State
from arbitro.rules.whitebox.terms import Named, Weapon

EXACT: Final = 0.685497879
"""The party's chance to win; tests/rules/whitebox/test_reference_fight.py solves the fight and agrees."""
OPTIONS: Final[dict[str, bool | int | str]] = {"initiative_tie": "reroll", "surprise_method": "judgement"}
LASTING: Final = 100_000
WHITEBOX: Final = find_ruleset("whitebox")
START: Final = WHITEBOX.read_setup(open_packaged("arbitro.rules.whitebox", "fights", "orcs.yaml")).start[0]


def engine_fight(seed: int) -> Table[State]:
    """One fight at a table of its own, log kept."""
    table: Table[Any] = Table.open(WHITEBOX, "bench", seed.to_bytes(32, "big"), OPTIONS)
    table.submit(START, REFEREE)
    return fight_on(table)


def fight_on(table: Table[Any], attacks: int | None = None) -> Table[State]:
    """Fight to the death, or until so many attacks have been made."""
    table.submit(JudgeSurprise(), REFEREE)
    combatants = table.state.fight.combatants
    members: dict[str, list[str]] = {side: [] for side in table.state.fight.sides}
    for one in combatants.values():
        members[one.profile.side].append(one.id)
    enemies = dict(zip(members, reversed(members), strict=True))
    made = 0
    while True:
        side = table.state.fight.acting[0]
        foes = members[enemies[side]]
        for who in members[side]:
            combatants = table.state.fight.combatants
            if combatants[who].condition != "up":
                continue
            while combatants[foes[0]].condition != "up":
                del foes[0]
            table.submit(Attack(who, foes[0]), REFEREE)
            made += 1
            if table.state.fight.phase == "over" or made == attacks:
                return table
        table.submit(EndTurn(side), REFEREE)


class Fighter:
    """How people write it: an object with hit points."""

    def __init__(self, hp: int, armour: int, to_hit: int) -> None:
        self.hp = hp
        self.armour = armour
        self.to_hit = to_hit

    @property
    def alive(self) -> bool:
        """Whether any hit points are left."""
        return self.hp > 0

    def attack(self, target: "Fighter", rng: random.Random) -> None:
        """Roll to hit, then damage."""
        if rng.randint(1, 20) + self.to_hit >= target.armour:
            target.hp -= rng.randint(1, 6)


def naive_fight(rng: random.Random) -> bool:
    """The same fight with plain objects and `randint`; whether the party won."""
    party = [Fighter(8, 15, 1) for _ in range(4)]
    orcs = [Fighter(4, 13, 0) for _ in range(6)]
    first, second = rng.randint(1, 6), rng.randint(1, 6)
    while first == second:
        first, second = rng.randint(1, 6), rng.randint(1, 6)
    sides = (party, orcs) if first > second else (orcs, party)
    while True:
        for acting, other in (sides, sides[::-1]):
            for fighter in acting:
                if fighter.alive:
                    target = next((one for one in other if one.alive), None)
                    if target is None:
                        return acting is party
                    fighter.attack(target, rng)
            if not any(one.alive for one in other):
                return acting is party


def agrees(what: str, wins: int, fights: int) -> None:
    """Hold a win rate against the exact answer; too far away is an error, not a figure."""
    z = (wins / fights - EXACT) / math.sqrt(EXACT * (1 - EXACT) / fights)
    print(f"  {what}: won {wins / fights:.4f} of {fights:,}, exact {EXACT:.4f} (z {z:+.2f})")
    if abs(z) > 4:
        raise SystemExit(f"{what} does not fight the same fight")


def crowd(count: int) -> StartFight:
    """Two sides of `count` in all, with hit points enough for any number of attacks."""
    sword = Weapon("sword", Named("spada", "sword"), Amount(1, 6))
    sides = ("a", "b")
    members = tuple(
        Member(
            Profile(f"{side}-{n}", Named(side, side, number=n), side, "monster", LASTING, 13, (sword,)),
            Amount(plus=LASTING),
            10 * at,
        )
        for at, side in enumerate(sides)
        for n in range(count // 2)
    )
    return StartFight(tuple(Side(side, Named(side, side)) for side in sides), members)


def cost_per_attack(count: int, attacks: int = 600) -> float:
    """Seconds for one attack among `count` combatants, the best of several runs."""
    best = math.inf
    for seed in range(5):
        table: Table[Any] = Table.open(WHITEBOX, "crowd", seed.to_bytes(32, "big"), OPTIONS)
        table.submit(crowd(count), REFEREE)
        began = process_time()
        fight_on(table, attacks)
        best = min(best, (process_time() - began) / attacks)
    return best


def main() -> None:
    report = Report("the reference fight WB-4v6")
    rng = random.Random(1)
    fights = 3000
    ended = (engine_fight(seed).state.fight for seed in range(fights))
    agrees("engine", sum(fight is not None and fight.winners == ("party",) for fight in ended), fights)
    agrees("naive objects", sum(naive_fight(rng) for _ in range(20_000)), 20_000)
    log = list(engine_fight(7).records())
    events = sum(len(msgspec.json.decode(body)["events"]) for _, body in log)
    print(f"  one fight: {len(log)} commands, {events} events, {sum(len(body) for _, body in log):,} bytes of log")

    def engine() -> None:
        for seed in range(100):
            engine_fight(seed)

    def engine_written() -> None:
        for seed in range(100):
            deque(engine_fight(seed).records(), maxlen=0)

    def naive() -> None:
        for _ in range(1000):
            naive_fight(rng)

    what = "commands, events, audited dice, citations, log"
    report.ratio(f"{what} / naive objects", engine, naive, floor=0.12, aim=0.16, scale=0.1, working=True)
    report.ratio("the same, the log written as chained lines", engine_written, naive, scale=0.1, working=True)
    small = cost_per_attack(4)
    for count in (40, 400):
        big = cost_per_attack(count)
        report.times(f"time of an attack among {count} combatants / among 4", [(big, small)], ceiling=2.0)
    report.close()
