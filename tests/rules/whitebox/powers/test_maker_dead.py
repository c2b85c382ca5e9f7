"""Everything that lasts on somebody, and its maker who dies, falls or runs: what ends with the maker, what does not."""

from itertools import product
from typing import get_args

import pytest
from tests.rules.whitebox.arena import RULES, d20, fight_with, found, only
from tests.rules.whitebox.powers.den import beast, hero

from arbitro.dice.stream import ScriptedDice
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.events import Fell, FightEnded
from arbitro.rules.whitebox.ongoing_effects import OUT_OF_IT, EffectKind, Ongoing
from arbitro.rules.whitebox.powers.commands import UsePower
from arbitro.rules.whitebox.powers.durations import begin
from arbitro.rules.whitebox.powers.effects import let_go
from arbitro.rules.whitebox.powers.events import EffectEnded

KINDS = tuple(kind for kind in get_args(EffectKind) if kind != "changed")  # a shape has a way of its own to end
BODILY = ("gripped", "swallowed")


@pytest.mark.rule("WB-SPELL-04", "WB-CORE-01")
@pytest.mark.parametrize(("kind", "end"), list(product(KINDS, ("up", "out", "fled", "dead"))))
def test_what_ends_with_its_maker(kind: EffectKind, end: str) -> None:
    arena = fight_with(hero("a"), hero("a2"), hero("b", "B"), hero("c", "B"))
    scene = RULES.scene(arena.state, ScriptedDice())
    begin(scene, "a", Ongoing(kind=kind, by="b", source="spell:x", factor=2.0, amount=1))
    if kind in OUT_OF_IT:
        scene.happen(Fell("a", kind))  # type: ignore[arg-type]
    if end != "up":
        scene.happen(Fell("b", end))  # type: ignore[arg-type]
    let_go(scene)
    over = [event for event in scene.events if isinstance(event, EffectEnded) and event.kind == kind]
    assert bool(over) is ((kind in BODILY and end != "up") or (kind == "charmed" and end == "dead"))
    if kind == "charmed":
        assert (scene.state.fight.combatants["a"].condition == "up") is (end == "dead")


@pytest.mark.rule("WB-SPELL-04")
@pytest.mark.parametrize("outlives", [False, True])
def test_the_charm_of_a_harpy_ends_with_her_if_the_table_wants_it(outlives: bool) -> None:
    party = hero("a", "B"), hero("b", "B", strength=5)
    arena = fight_with(beast("harpy", "h", "A", 1), *party, charm_outlives_charmer=outlives)
    arena.do(UsePower("h", "charm", "a"), d20(1), d20(20))
    assert arena["a"].condition == "charmed"
    arena.end("A")
    told = arena.do(Attack("b", "h"), d20(20), (6, 6))
    assert only(told, FightEnded).winners == ("B",)
    assert bool(found(told, EffectEnded)) is not outlives
    assert arena["a"].condition == ("charmed" if outlives else "up")
