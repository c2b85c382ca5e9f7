"""The attack roll: what is added, what it is held against, Tables 17 to 19, the quick method, and the damage."""

from fractions import Fraction
from pathlib import Path

import pytest
from tests.rules.whitebox.arena import BOW, RULES, SWORD, d6, d20, fight_with, found, only, someone, weapon

from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.yamlfile import open_path
from arbitro.rules.whitebox.commands import Attack, StartFight
from arbitro.rules.whitebox.events import AttackRolled, BeyondTables, DamageDealt
from arbitro.rules.whitebox.numbers import numbers
from arbitro.rules.whitebox.state import Combatant, State
from arbitro.text import Fault

CLASSES = ("cleric", "thief", "fighter", "magic_user")

# Level: what is needed against armour class 9, 8, 7, 6, 5, 4, 3, 2, 1, 0.
TABLE_17 = {
    1: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    2: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    3: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    4: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
    5: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
    6: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    7: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    8: [7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    9: [6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    10: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
}
TABLE_18 = {
    1: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    2: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
    3: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    4: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    5: [7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    6: [6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    7: [6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    8: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    9: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    10: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
}
TABLE_19 = {
    1: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    2: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    3: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    4: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    5: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
    6: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
    7: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    8: [8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    9: [7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    10: [7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
}
BASE_BONUS = {
    "cleric": [0, 0, 0, 1, 1, 2, 2, 3, 4, 5],
    "thief": [0, 0, 0, 1, 1, 2, 2, 3, 4, 5],
    "fighter": [0, 1, 2, 2, 3, 4, 4, 5, 6, 6],
    "magic_user": [0, 0, 0, 0, 1, 1, 2, 2, 3, 3],
}


def rolled(face: int, *, armour: int = 10, with_weapon: str = "", **attacker: object) -> AttackRolled:
    """One attack roll with this natural face; a hit deals a point to somebody who can bear it."""
    one = someone("a", **attacker)
    arena = fight_with(one, someone("b", "B", hp=99, armour=armour))
    used = next(each for each in one.profile.weapons if with_weapon in ("", each.id))
    check, *_ = RULES.rules.attack_check(RULES.at(arena.state), arena["a"], arena["b"], used, Die(20, face))
    dice = [d20(face), *([d6(1)] if check.success else [])]
    told: AttackRolled = only(arena.do(Attack("a", "b", with_weapon), *dice), AttackRolled)
    return told


@pytest.mark.rule("WB-ATK-01")
@pytest.mark.parametrize(
    ("face", "strength", "magic", "total"),
    [(11, 1, 2, 14), (11, 1, -4, 8), (2, 0, -4, -2)],
)
def test_the_total_is_the_die_and_all_bonuses_and_penalties(face: int, strength: int, magic: int, total: int) -> None:
    told = rolled(face, strength=strength, weapons=(weapon("blade", bonus=magic),))
    assert told.check.total == total
    assert sum(modifier.amount for modifier in told.check.modifiers) == total - face


STRONG = {"strength": 1, "dexterity": 2, "weapons": (SWORD, BOW)}


@pytest.mark.rule("WB-ATK-02")
@pytest.mark.parametrize(("used", "total", "note"), [("sword", 11, "strength"), ("bow", 12, "dexterity")])
def test_strength_in_the_hand_and_dexterity_at_range_never_both(used: str, total: int, note: str) -> None:
    told = rolled(10, with_weapon=used, **STRONG)
    assert told.check.total == total
    assert [modifier.note for modifier in told.check.modifiers] == [note]


@pytest.mark.rule("WB-ATK-02", "WB-MELEE-01", "WB-RANGED-01")
def test_an_axe_takes_dexterity_when_thrown_and_strength_in_the_hand() -> None:
    axe, thrown = weapon("axe"), weapon("thrown-axe", kind="missile")
    both = {"strength": 1, "dexterity": 2, "weapons": (axe, thrown)}
    assert rolled(10, with_weapon="axe", **both).check.total == 11
    assert rolled(10, with_weapon="thrown-axe", **both).check.total == 12


@pytest.mark.rule("WB-ATK-03")
def test_a_magic_sword_and_strength_add_up() -> None:
    told = rolled(9, strength=1, weapons=(weapon("blade", bonus=1),))
    assert told.check.total == 11
    assert told.check.modifiers == (Modifier(1, "WB-ATK-02", "strength"), Modifier(1, "WB-ATK-03", "magic_weapon"))


@pytest.mark.rule("WB-ATK-03")
def test_penalties_are_subtracted_from_the_same_sum() -> None:
    """A magic bow (+1), Dexterity +1 and a penalty of 4 carried by the weapon: 15 + 1 - 3."""
    told = rolled(15, dexterity=1, weapons=(weapon("bow", kind="missile", bonus=1 - 4),))
    assert told.check.total == 13


@pytest.mark.rule("WB-ATK-04", "WB-ATK-08")
def test_a_fighter_of_level_1_needs_12_against_armour_class_7() -> None:
    assert rolled(12, armour=12, class_id="fighter").hit
    missed = rolled(11, armour=12, class_id="fighter")
    assert (missed.hit, missed.check.needed) == (False, 12)


def hits(class_id: str, armour: int, penalty: int = 0, **options: object) -> list[int]:
    """The natural faces with which somebody of level 1 hits."""
    blade = weapon("blade", bonus=-penalty)
    arena = fight_with(someone("a", class_id=class_id, weapons=(blade,)), someone("b", "B", armour=armour), **options)
    faces = []
    for face in range(1, 21):
        check, *_ = RULES.rules.attack_check(RULES.at(arena.state), arena["a"], arena["b"], blade, Die(20, face))
        if check.success:
            faces.append(face)
    return faces


@pytest.mark.rule("WB-ATK-04", "WB-ATK-09")
def test_a_magic_user_of_level_1_hits_armour_class_0_one_time_in_ten() -> None:
    assert Fraction(len(hits("magic_user", 19)), 20) == Fraction(1, 10)


@pytest.mark.rule("WB-ATK-04", "WB-ATK-07")
def test_a_cleric_with_a_penalty_of_4_cannot_hit_armour_class_0() -> None:
    assert hits("cleric", 19, penalty=4) == []


@pytest.mark.rule("WB-ATK-04")
def test_a_natural_20_and_a_natural_1_decide_only_by_the_option() -> None:
    assert hits("cleric", 19, penalty=4, natural_extremes=True) == [20]
    assert hits("fighter", -5) == list(range(1, 21))
    assert hits("fighter", -5, natural_extremes=True) == list(range(2, 21))


@pytest.mark.rule("WB-ATK-04")
@pytest.mark.parametrize(("descending", "needed"), [(-1, 20), (-2, 21), (-10, 29), (10, 9), (12, 7)])
def test_beyond_the_print_the_table_goes_on_by_steps_of_one(descending: int, needed: int) -> None:
    for name in CLASSES:
        assert numbers().attack[name].needed(1, descending) == needed


@pytest.mark.rule("WB-ATK-04", "WB-SAVE-03")
def test_above_level_10_the_last_row_is_used_and_the_referee_is_told() -> None:
    for name in CLASSES:
        assert numbers().attack[name].needed(14, 5) == numbers().attack[name].needed(10, 5)
    arena = fight_with(someone("a", class_id="fighter", level=11), someone("b", "B", class_id="cleric", level=10))
    told = only(arena.events, BeyondTables)
    assert (told.who, told.level, told.audience) == ("a", 11, "referee")


@pytest.mark.rule("WB-ATK-04")
@pytest.mark.parametrize(("to_hit", "needed"), [(0, 14), (3, 11)])
def test_who_has_no_class_uses_the_first_row_with_their_own_bonus(to_hit: int, needed: int) -> None:
    told = rolled(needed, armour=14, to_hit=to_hit)
    assert (told.hit, told.check.needed) == (True, needed)
    assert not rolled(needed - 1, armour=14, to_hit=to_hit).hit


@pytest.mark.rule("WB-ATK-05", "WB-ATK-10", "WB-ATK-11")
@pytest.mark.parametrize("class_id", [*CLASSES, ""])
def test_both_systems_agree_for_every_level_armour_class_and_roll(class_id: str) -> None:
    for level in range(1, 11):
        attacker = someone("a", class_id=class_id, level=level, strength=1, to_hit=level // 2)
        arena = fight_with(attacker, someone("b", "B"))
        states = [State(options={**arena.state.options, "ac_system": system}) for system in ("descending", "ascending")]
        for descending in range(10):
            target = Combatant(someone("b", "B", armour=19 - descending).profile, 8, 10, 8)
            for face in range(1, 21):
                checks = [
                    RULES.rules.attack_check(RULES.at(state), arena["a"], target, SWORD, Die(20, face))[0]
                    for state in states
                ]
                assert checks[0].success == checks[1].success, (level, descending, face)


@pytest.mark.rule("WB-ATK-05")
@pytest.mark.parametrize(
    ("system", "needed", "against"), [("descending", 13, "armour_descending"), ("ascending", 16, "armour_ascending")]
)
def test_the_option_chooses_which_numbers_are_compared(system: str, needed: int, against: str) -> None:
    attacker = someone("a", class_id="fighter", level=5)
    arena = fight_with(attacker, someone("b", "B", armour=16), ac_system=system)
    told = only(arena.do(Attack("a", "b"), d20(13), d6(1)), AttackRolled)
    assert (told.check.needed, told.check.against, told.hit) == (needed, against, True)


@pytest.mark.rule("WB-ATK-06")
def test_the_two_armour_classes_sum_to_19() -> None:
    pairs = {9: 10, 8: 11, 7: 12, 6: 13, 5: 14, 4: 15, 3: 16, 2: 17, 1: 18, 0: 19, -2: 21}
    for descending, ascending in pairs.items():
        # A fighter of level 1 needs the ascending number on the table of descending ones.
        assert numbers().attack["fighter"].needed(1, descending) == ascending


@pytest.mark.rule("WB-ATK-07", "WB-ATK-08", "WB-ATK-09")
@pytest.mark.parametrize(
    ("class_id", "printed", "number"),
    [("cleric", TABLE_17, 17), ("thief", TABLE_17, 17), ("fighter", TABLE_18, 18), ("magic_user", TABLE_19, 19)],
)
def test_the_attack_tables_cell_by_cell(class_id: str, printed: dict[int, list[int]], number: int) -> None:
    table = numbers().attack[class_id]
    assert table.table == number
    for level, row in printed.items():
        assert [table.needed(level, descending) for descending in range(9, -1, -1)] == row, level


@pytest.mark.rule("WB-ATK-07")
@pytest.mark.parametrize(
    ("class_id", "level", "descending", "needed"),
    [("thief", 3, 9, 10), ("thief", 4, 9, 9), ("cleric", 7, 2, 15), ("cleric", 10, 0, 14)],
)
def test_examples_of_table_17(class_id: str, level: int, descending: int, needed: int) -> None:
    told = rolled(needed, armour=19 - descending, class_id=class_id, level=level)
    assert (told.check.needed, told.hit) == (needed, True)
    assert "WB-ATK-07" in told.rules


@pytest.mark.rule("WB-ATK-08")
@pytest.mark.parametrize(("level", "descending", "needed"), [(2, 5, 13), (5, 3, 13), (10, 9, 4), (10, 0, 13)])
def test_examples_of_table_18(level: int, descending: int, needed: int) -> None:
    told = rolled(needed, armour=19 - descending, class_id="fighter", level=level)
    assert (told.check.needed, told.hit) == (needed, True)
    assert "WB-ATK-08" in told.rules


@pytest.mark.rule("WB-ATK-09")
@pytest.mark.parametrize(("level", "descending", "needed"), [(4, 6, 13), (5, 6, 12), (8, 0, 17), (9, 4, 12)])
def test_examples_of_table_19(level: int, descending: int, needed: int) -> None:
    told = rolled(needed, armour=19 - descending, class_id="magic_user", level=level)
    assert (told.check.needed, told.hit) == (needed, True)
    assert "WB-ATK-09" in told.rules


@pytest.mark.rule("WB-ATK-10")
def test_the_quick_method_on_a_fighter_of_level_5() -> None:
    arena = fight_with(
        someone("a", class_id="fighter", level=5, strength=1), someone("b", "B", armour=16), ac_system="ascending"
    )
    told = only(arena.do(Attack("a", "b"), d20(12), d6(1)), AttackRolled)
    assert (told.check.total, told.check.needed, told.hit) == (16, 16, True)
    assert told.check.modifiers[0] == Modifier(3, "WB-ATK-11", "base_bonus")
    # By the table: 13 against armour class 3, and 12 + 1 reaches it too.
    by_table = rolled(12, armour=16, class_id="fighter", level=5, strength=1)
    assert (by_table.check.total, by_table.check.needed, by_table.hit) == (13, 13, True)


@pytest.mark.rule("WB-ATK-10")
def test_the_quick_method_on_a_cleric_of_level_1() -> None:
    arena = fight_with(someone("a", class_id="cleric"), someone("b", "B", armour=14), ac_system="ascending")
    told = only(arena.do(Attack("a", "b"), d20(13)), AttackRolled)
    assert (told.check.total, told.check.needed, told.hit) == (13, 14, False)


@pytest.mark.rule("WB-ATK-11")
@pytest.mark.parametrize("class_id", CLASSES)
def test_the_base_bonus_follows_from_the_tables(class_id: str) -> None:
    assert [numbers().attack[class_id].bonus(level) for level in range(1, 11)] == BASE_BONUS[class_id]


@pytest.mark.rule("WB-ATK-12", "WB-DEATH-01")
def test_a_hit_with_a_4_takes_9_hit_points_to_5() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=9))
    dealt = only(arena.do(Attack("a", "b"), d20(15), d6(4)), DamageDealt)
    assert (dealt.amount, dealt.left, arena["b"].hp) == (4, 5, 5)


@pytest.mark.rule("WB-ATK-12")
def test_a_miss_rolls_no_damage() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=9))
    events = arena.do(Attack("a", "b"), d20(9))
    assert not found(events, DamageDealt)
    assert arena["b"].hp == 9


@pytest.mark.rule("WB-ATK-12")
@pytest.mark.parametrize(
    ("damage", "bonus", "dice", "amount"),
    [("2d4+1", 1, [(4, 3), (4, 2)], 7), ("1d6-1", 0, [(6, 1)], 0), ("1d4-3", 0, [(4, 1)], 0), ("3", 0, [], 3)],
)
def test_damage_dice_and_bonuses_add_up_and_never_below_0(
    damage: str, bonus: int, dice: list[tuple[int, int]], amount: int
) -> None:
    arena = fight_with(someone("a", weapons=(weapon("blade", damage, damage_bonus=bonus),)), someone("b", "B", hp=9))
    dealt = only(arena.do(Attack("a", "b"), d20(15), *dice), DamageDealt)
    assert (dealt.amount, arena["b"].hp) == (amount, 9 - amount)


@pytest.mark.rule("WB-ATK-01")
def test_an_attack_needs_a_weapon_and_an_enemy_in_the_field() -> None:
    arena = fight_with(someone("a", weapons=()), someone("a2"), someone("b", "B", hp=1), someone("c", "B"))
    assert arena.refused(Attack("a", "b")).code == "no_weapon"
    assert arena.refused(Attack("a2", "b", "spoon")).code == "no_weapon"
    assert arena.refused(Attack("a2", "nobody")).code == "nobody"
    assert arena.refused(Attack("a2", "a")).code == "no_target"
    assert arena.refused(Attack("ghost", "b")).code == "nobody"
    arena.do(Attack("a2", "b"), d20(15), d6(1))
    arena.end("A", "B")
    assert arena.refused(Attack("a2", "b")).code == "no_target"


FILE = """
game: whitebox
sides:
  A:
    members:
      - {{id: a, name: A, class: fighter, hp: 8, {armour}, weapons: [{{name: sword, damage: 1d6}}]}}
  B:
    members:
      - {{id: b, name: B, hp: 4, armour: 12}}
"""


@pytest.mark.rule("WB-ATK-06", "WB-ATK-10")
@pytest.mark.parametrize(("written", "ascending"), [("ac: 9", 10), ("ac: 5", 14), ("ac: 0", 19), ("armour: 16", 16)])
def test_a_descending_armour_class_is_converted_before_anything_is_compared(
    tmp_path: Path, written: str, ascending: int
) -> None:
    path = tmp_path / "fight.yaml"
    path.write_text(FILE.format(armour=written), encoding="utf-8")
    (start,) = RULES.read_setup(open_path(path)).start
    assert isinstance(start, StartFight)
    assert start.members[0].profile.armour == ascending


@pytest.mark.rule("WB-ATK-06")
@pytest.mark.parametrize("written", ["ac: 5, armour: 14", "level: 2"])
def test_one_armour_class_is_written_and_not_two_or_none(tmp_path: Path, written: str) -> None:
    path = tmp_path / "fight.yaml"
    path.write_text(FILE.format(armour=written), encoding="utf-8")
    with pytest.raises(Fault, match=r"fight\.yaml.*6"):
        RULES.read_setup(open_path(path))
