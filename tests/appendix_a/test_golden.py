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
    "plain": "5aa290865f0f231a1d95",
    "corridor": "48381eae6136011d40af",
    "chamber": "8e5bcd3a2a4fc69271b4",
    "crossroads": "1d33ac2bde2f4af54614",
    "caves": "86387fee8e88cd9dcd00",
    "join": "4292a19002009ef2f8cc",
    "crowded": "e0a469f1cd7d33846c17",
    "roomy": "f510f7e1ebf22a4d56c8",
    "plain, walked": "2c62b00ddbb8b41ab1e2",
    "crossroads, walked": "f7177e85416685ae72ac",
    "caves, walked": "20881853a418a1efc939",
    "join, walked": "a949dbafa57f36ab7ef2",
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
