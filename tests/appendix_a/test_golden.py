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
    "plain": "a2cf191c7e4b8c6df086",
    "corridor": "f32f26cefb9e2b03d3d7",
    "chamber": "588c85b4a7cd3c8681b2",
    "crossroads": "d0b3b979da8f547ac1af",
    "caves": "1eb1e8dabf35130c41f4",
    "join": "a8c22d5deb8c178b67e9",
    "crowded": "dd50d792f60e0c5811aa",
    "roomy": "75e3c15a0edc36e70c9c",
    "plain, walked": "e3374ecc7fe73a62e437",
    "crossroads, walked": "9b5e4adfaa3ef7719306",
    "caves, walked": "0629c24ea040bc83b25b",
    "join, walked": "aafdeba8560dd59399c4",
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
