"""A die that stands for one of several says in its why what each of its faces stood for."""

from typing import get_type_hints

import pytest
from tests.rules.whitebox.arena import d6, d20, fight_with, only, someone, weapon

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explained
from arbitro.kernel.then import Now
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.events import ShotStrayed

WITHOUT = {"LedAstray"}
"""Its faces are the points of the compass, and the referee is told where it led."""


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_every_lone_die_says_what_its_faces_stood_for(game: str) -> None:
    kinds = find_ruleset(game).event_types
    lone = [kind for kind in kinds if {Die, Die | None} & set(get_type_hints(kind).values())]
    assert len(lone) > 2
    silent = {kind.__name__ for kind in lone if (kind.lots, kind.checks) == (Event.lots, Event.checks)}
    assert silent <= WITHOUT


@pytest.mark.rule("WB-RANGED-02")
def test_a_shot_into_a_melee_names_all_whom_it_might_have_found() -> None:
    bow = weapon("bow", kind="missile")
    arena = fight_with(someone("ugo", weapons=(bow,), at=-40), someone("ida"), someone("orc", "B"))
    strayed = only(arena.do(Attack("ugo", "orc"), (2, 1), d20(20), d6(1)), ShotStrayed)
    (lot,) = explained(Now(find_ruleset("whitebox"), arena.state), strayed, "it").numbers
    assert all(f"{face} {who}" in lot for face, who in enumerate(strayed.among, 1))
    assert set(strayed.among) == {"ida", "orc"}
