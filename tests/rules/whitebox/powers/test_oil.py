"""Oil: thrown first, lit afterwards, burning for two rounds."""

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import Arena, d6, d20, fight_with, found, only, someone, tied
from tests.rules.whitebox.powers.den import OIL, TORCH, beast, hero

from arbitro.rules.whitebox.commands import EndFight, EndTurn
from arbitro.rules.whitebox.events import DamageDealt, Fell, FightEnded
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.commands import LightOil, SizeUp, ThrowOil
from arbitro.rules.whitebox.powers.events import FactsTold, OilLit, OilThrown
from arbitro.rules.whitebox.powers.lookups import under

GIFTS = {"devices": (OIL, TORCH)}


def duel(hp: int = 20, **options: object) -> Arena:
    """A fighter with oil and a torch against somebody in plate ten feet away."""
    return fight_with(hero("a", gifts=GIFTS), someone("b", "B", hp, armour=19), **options)


def odds(arena: Arena) -> Fraction:
    """The chance to hit with oil, by full enumeration."""
    hits = 0
    for face in range(1, 21):
        fresh = Arena.__new__(Arena)
        fresh.state, fresh.events = arena.state, []
        hits += only(fresh.do(ThrowOil("a", "b"), d20(face)), OilThrown).hit
    return Fraction(hits, 20)


@pytest.mark.rule("WB-OIL-01")
def test_oil_that_hits_and_is_not_lit_does_nothing() -> None:
    arena = duel()
    arena.do(ThrowOil("a", "b"), d20(11))
    arena.end("A", "B", "A", "B")
    assert arena["b"].hp == 20
    assert not found(arena.events, DamageDealt)


@pytest.mark.rule("WB-OIL-01", "WB-OIL-03")
def test_lit_in_the_second_round_it_burns_in_the_second_and_third() -> None:
    arena = duel()
    arena.do(ThrowOil("a", "b"), d20(11))
    arena.end("A", "B")
    told = arena.do(LightOil("a", "b"), d6(3))
    assert only(told, OilLit).lit
    assert only(told, DamageDealt).amount == 3
    arena.end("A")
    later = arena.do(EndTurn("B"), d6(5))  # the same point of the next round: A's turn begins
    assert only(later, DamageDealt).amount == 5
    arena.end("A", "B", "A", "B")
    assert arena["b"].hp == 20 - 8
    assert [event.amount for event in found(arena.events, DamageDealt)] == [3, 5]


@pytest.mark.rule("WB-OIL-01")
def test_oil_that_misses_leaves_nothing_to_light() -> None:
    arena = duel()
    arena.do(ThrowOil("a", "b"), d20(10))
    arena.end("A", "B")
    assert arena.refused(LightOil("a", "b")).code == "no_oil_there"
    assert arena["b"].hp == 20


@pytest.mark.rule("WB-OIL-01")
@pytest.mark.parametrize("second", [False, True])
def test_the_option_asks_for_a_second_roll_to_light_it(second: bool) -> None:
    arena = duel(oil_second_roll=second)
    arena.do(ThrowOil("a", "b"), d20(11))
    arena.end("A", "B")
    if not second:
        assert only(arena.do(LightOil("a", "b"), d6(1)), OilLit).lit
        return
    missed = only(arena.do(LightOil("a", "b"), d20(10)), OilLit)
    assert (missed.lit, missed.check.needed) == (False, 11)
    arena.end("A", "B")
    assert only(arena.do(LightOil("a", "b"), d20(11), d6(2)), OilLit).lit


@pytest.mark.rule("WB-OIL-01")
def test_lighting_is_an_action_of_its_own_and_needs_a_flame() -> None:
    arena = fight_with(hero("a", gifts={"devices": (OIL,)}), hero("c"), someone("b", "B", at=25))
    arena.do(ThrowOil("a", "b"), d20(20))
    assert arena.refused(LightOil("c", "b")).code == "no_flame"
    lit = fight_with(
        hero("a", gifts={"devices": (OIL,)}), hero("c", gifts={"devices": (TORCH,)}), someone("b", "B", at=25)
    )
    lit.do(ThrowOil("a", "b"), d20(20))
    assert only(lit.do(LightOil("c", "b"), d6(4)), OilLit).attacker == "c"


@pytest.mark.rule("WB-OIL-02")
def test_the_throw_goes_against_armour_class_eight_whatever_is_worn() -> None:
    assert odds(duel()) == Fraction(1, 2)
    veteran = fight_with(hero("a", level=5, gifts=GIFTS), someone("b", "B", armour=19))
    assert odds(veteran) == Fraction(13, 20)
    mage = fight_with(hero("a", class_id="magic_user", dexterity=1, strength=3, gifts=GIFTS), someone("b", "B"))
    assert odds(mage) == Fraction(11, 20)
    quick = fight_with(hero("a", gifts=GIFTS), someone("b", "B", armour=19), ac_system="ascending")
    assert odds(quick) == Fraction(1, 2)


@pytest.mark.rule("WB-OIL-03")
def test_the_first_die_may_be_the_last() -> None:
    arena = duel(hp=4)
    arena.do(ThrowOil("a", "b"), d20(11))
    arena.end("A", "B")
    told = arena.do(LightOil("a", "b"), d6(4))
    assert only(told, Fell).condition == "dead"
    assert arena.fight.winners == ("A",)


@pytest.mark.rule("WB-OIL-03")
def test_two_flasks_burn_each_for_itself() -> None:
    arena = fight_with(hero("a", gifts=GIFTS), hero("c", gifts=GIFTS), someone("b", "B", 30, at=25))
    arena.do(ThrowOil("a", "b"), d20(11))
    arena.do(ThrowOil("c", "b"), d20(12))
    arena.end("A", "B")
    arena.do(LightOil("a", "b"), d6(1), d6(2))
    arena.end("A")
    arena.do(EndTurn("B"), d6(3), d6(4))
    assert arena["b"].hp == 30 - 10


@pytest.mark.rule("WB-OIL-04")
def test_the_referee_may_make_a_giant_easier_to_hit_and_is_reminded_of_it() -> None:
    arena = fight_with(hero("a", gifts=GIFTS), beast("giant_hill", "b"))
    told = only(found(arena.events, FactsTold), FactsTold)
    assert (told.entry, told.rules, told.audience) == ("oil_huge", ("WB-OIL-04",), "referee")
    assert odds(arena) == Fraction(1, 2)  # no adjustment entered: modifier 0
    arena.do(SizeUp("b", 2))
    assert odds(arena) == Fraction(12, 20)
    assert arena.refused(SizeUp("b", 11)).code == "bad_modifier"


@pytest.mark.rule("WB-OIL-01")
def test_flasks_run_out_and_reach_only_so_far() -> None:
    arena = fight_with(hero("a", gifts={"devices": (TORCH,)}), someone("b", "B"))
    assert arena.refused(ThrowOil("a", "b")).code == "no_flask"
    far = fight_with(hero("a", gifts=GIFTS), someone("b", "B", at=31))
    assert far.refused(ThrowOil("a", "b")).code == "throw_range"


@pytest.mark.rule("WB-OIL-03", "WB-DEATH-03")
def test_oil_burns_on_those_who_lie_unconscious() -> None:
    far = hero("c", "B", hp=9, at=90)
    arena = fight_with(hero("a", gifts=GIFTS), hero("b", "B", hp=3), far, death_rule="unconscious_at_zero")
    arena.do(ThrowOil("a", "b"), d20(20))
    arena.end("A", "B")
    lit = arena.do(LightOil("a", "b"), d6(3))
    assert arena["b"].condition == "out"
    assert only(lit, DamageDealt).left == 0
    arena.end("A")
    burnt = arena.do(EndTurn("B"), d6(4))
    assert only(burnt, DamageDealt).left == -4


@pytest.mark.rule("WB-OIL-03")
def test_a_fire_does_not_end_with_the_fight() -> None:
    arena = fight_with(hero("a", gifts=GIFTS), hero("b", "B", hp=9))
    arena.do(ThrowOil("a", "b"), d20(20))
    arena.end("A", "B")
    arena.do(LightOil("a", "b"), d6(3))
    ended = arena.do(EndFight(("A", "B")), d6(6))
    assert only(ended, DamageDealt).amount == 6
    assert only(ended, FightEnded).winners == ("A",)
    assert "b" not in arena.state.effects


@pytest.mark.rule("WB-OIL-01", "WB-RANGED-02")
@pytest.mark.parametrize(("face", "lit"), [(1, False), (2, True)])
def test_a_flame_thrown_into_a_melee_goes_astray_like_the_flask(face: int, lit: bool) -> None:
    arena = fight_with(hero("a", gifts={"devices": (OIL, TORCH)}, at=-20), hero("c"), beast("ogre", "b"))
    arena.state = replace(arena.state, effects={"b": (Ongoing(kind="oiled", by="a", magical=False),)})
    told = arena.do(LightOil("a", "b"), (2, face), *((d6(2),) if lit else ()))
    assert only(told, OilLit).lit is lit
    assert (under(arena.state, "b", "burning") is not None) is lit


@pytest.mark.rule("WB-OIL-03", "WB-INIT-02")
def test_fire_that_waits_for_the_end_of_a_tied_round_cites_the_tie_both_times() -> None:
    arena = tied(hero("a", gifts=GIFTS), someone("b", "B", 20, armour=19))
    arena.do(ThrowOil("a", "b"), d20(11))
    arena.end("A", "B")
    arena.do(LightOil("a", "b"), d6(3))
    arena.end("A")
    first = only(arena.do(EndTurn("B")), DamageDealt)
    arena.end("A")
    second = only(arena.do(EndTurn("B"), d6(5)), DamageDealt)
    for burnt in (first, second):
        assert set(burnt.rules) >= {"WB-OIL-03", "WB-INIT-02"}
    untied = duel()
    untied.do(ThrowOil("a", "b"), d20(11))
    untied.end("A", "B")
    assert "WB-INIT-02" not in only(untied.do(LightOil("a", "b"), d6(3)), DamageDealt).rules
