"""A small catalogue of seeds: the same seed gives the same dungeon to the byte, whatever is made quicker.

A change of the procedure changes these on purpose: ``python -m tests.appendix_a.test_golden`` prints them anew, and the
change says why.
"""

from hashlib import sha256

import msgspec
import pytest

from arbitro.appendix_a.level import begin, explore, generate
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.model import Dungeon, to_json
from arbitro.kernel.event import Event, Setting

LEVELS: dict[str, tuple[dict[str, Setting], int, int]] = {
    "plain": ({}, 1, 60),
    "corridor": ({"start": "corridor"}, 1, 200),
    "chamber": ({"start": "chamber"}, 2, 80),
    "crossroads": ({"start": "crossroads"}, 3, 120),
    "caves": ({"start": "crossroads", "caves_from_level": 1}, 2, 60),
    "join": ({"start": "crossroads", "on_collision": "join"}, 2, 150),
    "crowded": ({"start": "crossroads", "page_width_squares": 40, "page_height_squares": 40}, 1, 0),
    "roomy": ({"start": "crossroads", "page_width_squares": 200, "page_height_squares": 200}, 1, 900),
}
HASHES: dict[str, str] = {
    "plain": "e9f139d14d3c8e9c3bad",
    "corridor": "a3746ee1eb4e21147565",
    "chamber": "84c1a91509f3c28ed523",
    "crossroads": "4b3c16ee12480059acc8",
    "caves": "ca703c580dd27c9e062a",
    "join": "0ef248d5ff34166df434",
    "crowded": "a76483eec209154f9395",
    "roomy": "3b220ae9a3df718f95c2",
    "plain, walked": "ceb146927a731eda105b",
    "crossroads, walked": "381b7c7b805e8ac6e6c6",
    "caves, walked": "67f873d2d755e409007b",
    "join, walked": "34923695cf7e2ea798dd",
}


def digest(state: Dungeon, events: tuple[Event, ...]) -> str:
    found = sha256(to_json(state))
    for event in events:
        found.update(msgspec.json.encode(event))
    return found.hexdigest()[:20]


def made(name: str) -> str:
    options, levels, cap = LEVELS[name]
    return digest(*generate(AuditedDice.from_text(f"golden/{name}"), options, levels=levels, cap=cap))


def explored(name: str) -> str:
    """Played lead by lead, from the middle of the frontier, so that the order differs from that of a whole level."""
    options, _, _ = LEVELS[name]
    dice = AuditedDice.from_text(f"golden/{name}")
    events = list(begin(dice, options, group="party"))
    state = evolve_all(Dungeon(), events)
    for _ in range(80):
        leads = [lead.id for lead in state.leads.values() if lead.kind != "search"]
        if not leads:
            break
        step = explore(state, leads[len(leads) // 2], dice, "party")
        state = evolve_all(state, step)
        events.extend(step)
    return digest(state, tuple(events))


@pytest.mark.rule("DA-MAP-04")
@pytest.mark.parametrize("name", LEVELS)
def test_a_whole_dungeon_is_the_same_to_the_byte(name: str) -> None:
    assert made(name) == HASHES[name]


@pytest.mark.rule("DA-MAP-04")
@pytest.mark.parametrize("name", ["plain", "crossroads", "caves", "join"])
def test_a_walk_is_the_same_to_the_byte(name: str) -> None:
    assert explored(name) == HASHES[f"{name}, walked"]


if __name__ == "__main__":
    for each in LEVELS:
        print(f'    "{each}": "{made(each)}",')
    for each in ("plain", "crossroads", "caves", "join"):
        print(f'    "{each}, walked": "{explored(each)}",')
