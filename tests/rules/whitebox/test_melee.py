"""Melee: a weapon in the hand, and ten feet."""

import pytest
from tests.rules.whitebox.arena import d20, fight_with, only, someone, weapon

from arbitro.rules.whitebox.basics import in_melee, melee_around
from arbitro.rules.whitebox.commands import Attack, Close
from arbitro.rules.whitebox.events import AttackRolled

DAGGERS = (weapon("dagger", "1d4"), weapon("thrown-dagger", "1d4", "missile"))


@pytest.mark.rule("WB-MELEE-01", "WB-ATK-02")
def test_a_dagger_in_the_hand_is_a_melee_attack_with_strength() -> None:
    arena = fight_with(someone("a", strength=1, dexterity=3, weapons=DAGGERS), someone("b", "B"))
    told = only(arena.do(Attack("a", "b", "dagger"), d20(2)), AttackRolled)
    assert told.check.total == 3
    assert "WB-MELEE-01" in told.rules


@pytest.mark.rule("WB-MELEE-01", "WB-RANGED-01")
def test_the_same_dagger_thrown_is_a_ranged_attack_with_dexterity() -> None:
    arena = fight_with(someone("a", strength=1, dexterity=3, weapons=DAGGERS), someone("b", "B", at=60))
    assert arena.refused(Attack("a", "b", "dagger")).code == "out_of_reach"
    told = only(arena.do(Attack("a", "b", "thrown-dagger"), d20(2)), AttackRolled)
    assert told.check.total == 5
    assert "WB-RANGED-01" in told.rules


@pytest.mark.rule("WB-MELEE-02")
@pytest.mark.parametrize(("feet", "fighting"), [(10, True), (11, False), (0, True), (-10, True), (-11, False)])
def test_opponents_within_10_feet_are_in_melee(feet: int, fighting: bool) -> None:
    arena = fight_with(someone("a"), someone("b", "B", at=feet))
    assert in_melee(arena.fight, arena["a"], arena["b"]) is fighting
    assert bool(melee_around(arena.fight, arena["b"])) is fighting
    if fighting:
        arena.do(Attack("a", "b"), d20(2))
        assert arena.refused(Close("a", "b")).code == "in_reach_already"
    else:
        refused = arena.refused(Attack("a", "b"))
        assert (refused.code, refused.values["feet"]) == ("out_of_reach", 11)


@pytest.mark.rule("WB-MELEE-02")
def test_allies_are_in_no_melee_with_each_other() -> None:
    arena = fight_with(someone("a"), someone("a2", at=5), someone("b", "B", at=100))
    assert not in_melee(arena.fight, arena["a"], arena["a2"])
    assert melee_around(arena.fight, arena["a"]) == ()


@pytest.mark.rule("WB-MELEE-02")
def test_allies_share_a_melee_through_a_common_opponent() -> None:
    members = (someone("a", at=0), someone("a2", at=20), someone("b", "B", at=10), someone("far", "B", at=40))
    arena = fight_with(*members)
    assert [one.id for one in melee_around(arena.fight, arena["a"])] == ["a", "a2", "b"]


@pytest.mark.rule("WB-MELEE-02")
@pytest.mark.parametrize(("gap", "to"), [(45, 35), (90, 40), (-45, -35), (-90, -40)])
def test_closing_in_stops_at_reach_or_where_the_move_ends(gap: int, to: int) -> None:
    arena = fight_with(someone("a"), someone("b", "B", at=gap))
    arena.do(Close("a", "b"))
    assert arena["a"].at == to
    assert arena.refused(Close("a", "nobody")).code == "nobody"
