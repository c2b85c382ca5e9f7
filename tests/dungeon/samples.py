"""Dungeons to draw and to export, made once for all tests."""

from functools import cache

from arbitro.appendix_a.level import begin, explore, generate
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.draw.hand import draw_decoration
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.model import Dungeon, Link

DECORATION = 7


@cache
def whole(seed: str = "8", cap: int = 70) -> Dungeon:
    """Three levels, the last one of caves, stopped while some ways are open."""
    options = {"start": "crossroads", "caves_from_level": 3}
    return generate(AuditedDice.from_text(seed), options, levels=3, cap=cap)[0]


@cache
def walked(seed: str = "w", steps: int = 60) -> Dungeon:
    """A dungeon that one group has explored step by step."""
    dice = AuditedDice.from_text(seed)
    options = {"start": "crossroads", "caves_from_level": 2}
    state = evolve_all(Dungeon(), begin(dice, options, group="party"))
    for _ in range(steps):
        lead = next((each for each in state.leads.values() if each.kind != "search"), None)
        if lead is None:
            break
        state = evolve_all(state, explore(state, lead.id, dice, "party"))
    return state


def with_link(kind: str) -> tuple[Dungeon, Link]:
    """A dungeon that has a way of a kind on its first level."""
    for number in range(40):
        state = whole(f"link{number}")
        for link in state.links.values():
            if link.kind == kind and link.level == 1:
                return state, link
    raise AssertionError(f"no {kind} in forty dungeons")


def decoration_of(seed: str) -> int:
    return draw_decoration(AuditedDice.from_text(seed))
