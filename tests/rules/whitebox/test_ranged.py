"""Missiles, and shooting into a melee: whoever stands in it may be hit."""

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import BOW, SWORD, Arena, d6, d20, fight_with, found, only, someone, weapon

from arbitro.rules.whitebox.commands import Attack, Run
from arbitro.rules.whitebox.events import AttackRolled, Fell, ShotStrayed

SLING = weapon("sling", "1d4", "missile")
AXES = (weapon("axe"), weapon("thrown-axe", kind="missile"))


@pytest.mark.rule("WB-RANGED-01", "WB-ATK-02")
def test_a_sling_is_a_ranged_attack_with_dexterity() -> None:
    arena = fight_with(someone("a", strength=1, dexterity=2, weapons=(SLING,)), someone("b", "B", at=200))
    told = only(arena.do(Attack("a", "b"), d20(3)), AttackRolled)
    assert (told.check.total, told.rules[-2:]) == (5, ("WB-RANGED-01", "WB-ATK-06"))


@pytest.mark.rule("WB-RANGED-01", "WB-MELEE-01")
def test_an_axe_swung_in_the_hand_is_a_melee_attack() -> None:
    arena = fight_with(someone("a", strength=1, dexterity=2, weapons=AXES), someone("b", "B"))
    assert only(arena.do(Attack("a", "b", "axe"), d20(3)), AttackRolled).check.total == 4


@pytest.mark.rule("WB-RANGED-01")
def test_one_shot_a_round_and_no_range_modifier() -> None:
    for feet in (1, 50, 1000):
        arena = fight_with(someone("a", weapons=(BOW,)), someone("b", "B", at=feet))
        told = only(arena.do(Attack("a", "b"), d20(3)), AttackRolled)
        assert told.check.modifiers == ()
        assert arena.refused(Attack("a", "b")).code == "attacked_already"


def into_melee(hp: int = 9) -> Arena:
    """An archer looks at a melee of one friend and two enemies."""
    friend = someone("friend", hp=hp, at=100, armour=19)
    foes = (someone("b1", "B", at=105, armour=12), someone("b2", "B", at=95, armour=14))
    return fight_with(someone("archer", weapons=(BOW,)), friend, *foes)


@pytest.mark.rule("WB-RANGED-02")
def test_each_of_a_friend_and_two_enemies_is_the_target_with_chance_1_in_3() -> None:
    victims: dict[str, Fraction] = {}
    for aim in ("b1", "b2"):
        victims = {}
        for face in (1, 2, 3):
            arena = into_melee()
            told = only(arena.do(Attack("archer", aim), (3, face), d20(2)), ShotStrayed)
            assert (told.intended, set(told.among)) == (aim, {"friend", "b1", "b2"})
            victims[told.victim] = victims.get(told.victim, Fraction(0)) + Fraction(1, 3)
        assert victims == {"friend": Fraction(1, 3), "b1": Fraction(1, 3), "b2": Fraction(1, 3)}


@pytest.mark.rule("WB-RANGED-02", "WB-ATK-04")
def test_the_victims_own_armour_counts_in_one_normal_attack_roll() -> None:
    needs = {}
    for face in (1, 2, 3):
        arena = into_melee()
        told = only(arena.do(Attack("archer", "b1"), (3, face), d20(2)), AttackRolled)
        needs[told.target] = told.check.needed
    assert needs == {"friend": 19, "b1": 12, "b2": 14}


@pytest.mark.rule("WB-RANGED-02")
def test_one_friend_one_enemy_and_even_odds_to_hit_each_hits_the_friend_one_time_in_four() -> None:
    chance = Fraction(0)
    for face in (1, 2):
        for natural in range(1, 21):
            members = (
                someone("archer", weapons=(BOW,)),
                someone("friend", at=100, armour=11),
                someone("b", "B", at=100, armour=11),
            )
            arena = fight_with(*members)
            dice = [(2, face), d20(natural), *([d6(1)] if natural >= 11 else [])]
            told = only(arena.do(Attack("archer", "b"), *dice), AttackRolled)
            if told.target == "friend" and told.hit:
                chance += Fraction(1, 40)
    assert chance == Fraction(1, 4)


@pytest.mark.rule("WB-RANGED-02")
def test_a_friend_may_be_killed() -> None:
    arena = into_melee(hp=2)
    events = arena.do(Attack("archer", "b1"), (3, 1), d20(20), d6(2))
    assert only(events, Fell).who == "friend"
    assert arena.fight.phase == "act"


@pytest.mark.rule("WB-RANGED-02")
def test_a_lone_enemy_is_picked_by_the_shooter() -> None:
    arena = fight_with(someone("archer", weapons=(BOW,)), someone("b", "B", at=11), someone("b2", "B", at=12))
    events = arena.do(Attack("archer", "b"), d20(2))
    assert not found(events, ShotStrayed)
    assert only(events, AttackRolled).target == "b"


@pytest.mark.rule("WB-RANGED-02", "WB-MELEE-02")
def test_the_shooter_is_not_in_the_pool_of_the_own_melee() -> None:
    arena = fight_with(someone("archer", weapons=(BOW,)), someone("b", "B", at=5))
    assert not found(arena.do(Attack("archer", "b"), d20(2)), ShotStrayed)
    arena = fight_with(someone("archer", weapons=(BOW,)), someone("friend", at=8), someone("b", "B", at=5))
    told = only(arena.do(Attack("archer", "b"), (2, 1), d20(2)), ShotStrayed)
    assert told.among == ("friend", "b")


@pytest.mark.rule("WB-RANGED-02")
def test_who_is_friend_or_foe_may_not_be_chosen_as_target_outright() -> None:
    assert into_melee().refused(Attack("archer", "friend")).code == "no_target"


@pytest.mark.rule("WB-MOVE-06", "WB-RANGED-01")
@pytest.mark.parametrize("reach", [0, 20, 50])
def test_whoever_runs_at_equal_speed_can_be_shot_at_while_in_range(reach: int) -> None:
    """Out of the swordsman's running reach at once; out of a bow's three range bands only after a while."""
    bow = replace(BOW, range=reach)
    arena = fight_with(someone("a", weapons=(SWORD, bow)), someone("b", "B", hp=30), someone("c", "B"), first="B")
    rounds = 0
    while arena["b"].condition == "up":
        arena.do(Run("b"))
        rounds += 1
        feet = 10 + 80 * rounds
        assert (arena["b"].condition == "fled") is (feet > 80 and feet > 3 * (reach or 70))
        arena.end("B")
        if arena["b"].condition == "up":
            arena.do(Attack("a", "b", "bow"), d20(1))
        arena.end("A")
    assert rounds == {0: 3, 20: 1, 50: 2}[reach]


@pytest.mark.rule("WB-MOVE-06")
def test_without_anything_to_shoot_with_equal_speed_is_an_escape() -> None:
    arena = fight_with(someone("a"), someone("b", "B"), someone("c", "B"), first="B")
    arena.do(Run("b"))
    assert arena["b"].condition == "fled"
