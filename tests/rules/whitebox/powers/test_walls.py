"""Walls across the line of a fight: who passes, at what price, what they hide, and how they end."""

import pytest
from tests.rules.whitebox.arena import BOW, RULES, SWORD, Arena, d6, d20, fight_with, found, only
from tests.rules.whitebox.powers.den import beast, caster, hero
from tests.rules.whitebox.powers.test_magic import casting

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import SPECTATOR
from arbitro.rules.whitebox.commands import Attack, CallSave, Close, EndFight, Move, Run
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, Moved, SaveRolled
from arbitro.rules.whitebox.ongoing_effects import Barrier, Ongoing
from arbitro.rules.whitebox.powers import changes as c
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.aiming import may_release
from arbitro.rules.whitebox.powers.walls import in_the_way, screened, smothered, walls
from arbitro.rules.whitebox.terms import Threat
from arbitro.rules.whitebox.view import view

FIRE, STONE = "wall_of_fire_or_ice", "wall_of_stone_or_iron"


def walled(spell: str, manner: str, *foes: object, at: int = 30, **more: object) -> tuple[Arena, list[object]]:
    """A caster at 0 who raises a wall half way to a foe."""
    who = caster("m", spell, level=9, hp=30, weapons=(SWORD, BOW), **more)
    arena, told = casting(who, *(foes or (beast("ogre", "o", at=at),)), target="o", manner=manner)
    return arena, list(told)


@pytest.mark.rule("WB-MOVE-05")
def test_fire_burns_those_of_four_hit_dice_who_walk_through_it() -> None:
    arena, told = walled(FIRE, "fire")
    raised = only(told, c.WallRaised)
    assert (raised.of, raised.at) == ("fire", 15)
    assert view(arena.state, SPECTATOR).fight.walls[0].at == 15
    arena.end("A")
    told = arena.do(Close("o", "m"), d6(4))
    assert (only(told, c.WallPassed).of, only(told, DamageDealt).amount, arena["o"].hp) == ("fire", 4, 16)


def test_creatures_of_three_hit_dice_do_not_pass_and_stop_before_it() -> None:
    arena, _ = walled(FIRE, "fire", beast("bugbear", "o", at=30))
    arena.end("A")
    refused = arena.refused(Close("o", "m"))
    assert (refused.code, refused.values["at"]) == ("walled", 15)
    arena.do(Move("o", 15))
    assert found(arena.events, c.WallPassed) == []


def test_the_undead_burn_twice_and_creatures_of_fire_break_ice_at_double_cost() -> None:
    arena, _ = walled(FIRE, "fire", beast("wight", "o", at=30))
    arena.end("A")
    assert arena.refused(Close("o", "m")).code == "walled"  # three hit dice
    arena, _ = walled(FIRE, "fire", beast("mummy", "o", hp=40, at=30))
    arena.end("A")
    assert only(arena.do(Close("o", "m"), d6(3), d6(4)), DamageDealt).amount == 7
    arena, _ = walled(FIRE, "ice", beast("giant_fire", "o", hp=40, at=30))
    arena.end("A")
    assert only(arena.do(Close("o", "m"), d6(6), d6(5)), DamageDealt).amount == 11
    arena, _ = walled(FIRE, "ice", beast("giant_frost", "o", hp=40, at=30))
    arena.end("A")
    assert only(arena.do(Close("o", "m"), d6(6)), e.Unaffected).why == "immune"  # cold does nothing to it


def test_fire_hides_and_ice_stops_missiles_and_smothers_fire() -> None:
    arena, _ = walled(FIRE, "fire")
    assert in_the_way(RULES.at(arena.state), arena.fight, arena["m"], arena["o"], BOW).code == "behind_wall"
    assert screened(arena.state, arena["m"], arena["o"]) is not None
    arena, _ = walled(FIRE, "ice")
    assert screened(arena.state, arena["m"], arena["o"]) is None
    assert in_the_way(RULES.at(arena.state), arena.fight, arena["m"], arena["o"], BOW).code == "behind_wall"
    wall = arena.state.effects["m"][0].barriers[0]
    other = Arena(caster("w", "fireball"), beast("ogre", "o", at=30), surprise_method="judgement")
    laid = Ongoing(kind="wall", by="w", barriers=(Barrier(of="ice", at=15, hampers=wall.hampers),))
    other.state = RULES.evolve(other.state, e.EffectBegan("w", "wall", laid))
    assert smothered(other.state, "w", other["o"], "fire")
    assert not smothered(other.state, "w", other["o"], "lightning")


def test_nobody_strikes_through_a_wall_but_thorns_let_arrows_through() -> None:
    who = caster("m", "plant_growth", level=9, weapons=(SWORD, BOW))
    near = hero("b", at=20, weapons=(SWORD,))
    arena, told = casting(who, hero("a", weapons=(BOW,)), near, beast("ogre", "o", at=30), target="o")
    assert (only(told, c.WallRaised).of, only(told, e.FactsTold).entry) == ("thorns", "plant_growth")
    assert only(arena.do(Attack("a", "o"), (2, 2), d20(1)), AttackRolled).target == "o"  # the melee of b and o
    arena.do(Attack("b", "o"), d20(1))  # both beyond the thorns
    arena.do(Move("b", 15))
    arena.end("A")
    assert arena.refused(Move("o", 14)).code == "walled"  # nobody passes, whatever their hit dice
    other = caster("m", "plant_growth", level=9, weapons=(SWORD,))
    arena, _ = casting(other, hero("a", weapons=(SWORD,)), beast("ogre", "o", at=10), target="o")
    assert arena.refused(Attack("a", "o")).code == "behind_wall"


def test_stone_bars_all_but_those_without_a_body_and_flyers_under_the_sky() -> None:
    arena, _ = walled(STONE, "stone", beast("giant_hill", "o", at=30), beast("spectre", "s", at=30))
    arena.end("A")
    assert arena.refused(Close("o", "m")).code == "walled"
    arena.do(Close("s", "m"))
    assert arena["s"].at == 10
    sky, _ = walled(STONE, "stone", beast("roc", "o", at=30, outdoors=True))
    sky.end("A")
    sky.do(Close("o", "m"))
    assert sky["o"].at == 10


def test_pain_ends_a_wall_that_lives_by_concentration_and_not_one_of_stone() -> None:
    for spell, manner, left in ((FIRE, "fire", 0), (STONE, "stone", 1)):
        arena, _ = walled(spell, manner)
        arena.do(CallSave("m", Threat("damage", Amount(plus=1), save=False)))
        assert len(tuple(walls(arena.state))) == left


def test_iron_stands_for_twelve_turns_and_no_wall_outlives_its_fight() -> None:
    arena, told = walled(STONE, "iron")
    assert only(told, c.WallRaised).effect.until == 121
    arena.do(EndFight(("A",)))
    assert arena.state.effects == {}
    arena, _ = walled(STONE, "stone")
    arena.do(EndFight(("A",)))
    assert arena.state.effects == {}


def test_a_circle_stands_on_both_sides_of_its_middle() -> None:
    arena, told = walled(FIRE, "fire_ring", beast("ogre", "o", at=40))
    assert [wall.at for wall in only(told, c.WallRaised).effect.barriers] == [25, 56]
    arena.end("A")
    assert only(arena.do(Close("o", "m"), d6(1)), DamageDealt).amount == 1  # out of the circle


def test_there_must_be_room_for_a_wall() -> None:
    arena = Arena(caster("m", FIRE, level=9), beast("ogre", "o", at=0), surprise_method="judgement")
    spell = arena["m"].profile.spells[0]
    refused = may_release(RULES.at(arena.state), arena["m"], arena["o"], spell, "fire")
    assert refused is not None
    assert refused.code == "no_room_for_wall"
    assert may_release(RULES.at(arena.state), arena["m"], arena["o"], spell, "fire_ring") is None


def _with_wind(arena: Arena, at: int) -> None:
    wind = Barrier(of="wind", at=at, stops_hd=0, save=True, danger="spells_staves", stops_missiles=True)
    laid = Ongoing(kind="wall", by="a", barriers=(wind,))
    arena.state = RULES.evolve(arena.state, e.EffectBegan("a", "wall", laid))


@pytest.mark.rule("WB-SAVE-01")
def test_a_wall_that_allows_a_save_throws_back_those_who_fail() -> None:
    arena = fight_with(hero("a"), beast("ogre", "o", at=30), first="B")
    _with_wind(arena, 15)
    told = arena.do(Close("o", "a"), d20(1))
    assert (only(told, SaveRolled).saved, only(told, c.ThrownBack).to, arena["o"].at) == (False, 15, 15)
    arena = fight_with(hero("a"), beast("ogre", "o", at=30), first="B")
    _with_wind(arena, 15)
    arena.do(Close("o", "a"), d20(20))
    assert arena["o"].at == 10


@pytest.mark.rule("WB-MOVE-06")
def test_whoever_runs_runs_through_fire_or_is_cornered() -> None:
    arena = fight_with(hero("a", hp=20, level=4), hero("b"), beast("ogre", "o", at=30))
    fire = Barrier(of="fire", at=-5, stops_hd=3, damage=Amount(1, 6, 0))
    arena.state = RULES.evolve(arena.state, e.EffectBegan("o", "wall", Ongoing(kind="wall", by="o", barriers=(fire,))))
    assert arena.refused(Run("b")).code == "walled"
    told = arena.do(Run("a"), d6(2))
    assert (only(told, Moved).ran, only(told, DamageDealt).amount) == (True, 2)


def test_gas_and_ether_can_neither_strike_nor_be_struck() -> None:
    arena = fight_with(hero("a"), hero("b"), beast("ogre", "o", hp=30))
    ghost = Ongoing(kind="bodiless", form="ethereal")
    arena.state = RULES.evolve(arena.state, e.EffectBegan("a", "bodiless", ghost))
    assert arena.refused(Attack("a", "o")).code == "bodiless"
    arena.do(Attack("b", "o"), d20(1))
    arena.end("A")
    assert arena.refused(Attack("o", "a")).code == "bodiless"
