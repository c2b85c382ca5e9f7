"""Saving throws: the single number, the matrix of Tables 23 to 26, bonuses, and what a save does."""

from fractions import Fraction

import pytest
from tests.rules.whitebox.arena import (
    Arena,
    d6,
    d20,
    declaring,
    fight_with,
    found,
    only,
    sixes,
    someone,
    spell,
    threat,
    tied,
    weapon,
)

from arbitro.rules.whitebox.commands import Attack, CallSave, Cast, Declare, EndTurn, NameDanger, SettleSave
from arbitro.rules.whitebox.events import DamageDealt, Fell, Paralysed, PerilFaced, PerilSettled, SaveRolled
from arbitro.rules.whitebox.numbers import numbers
from arbitro.rules.whitebox.terms import SaveBonus

DANGERS = ("death_poison", "wands_rays", "paralysis_stone", "dragon_breath", "spells_staves")
# Level: death and poison, wands and rays, paralysis and stone, dragon breath, spells and staves, the single number.
TABLE_23 = {
    1: (11, 12, 14, 16, 15, 15),
    2: (10, 11, 13, 15, 14, 14),
    3: (10, 11, 13, 15, 14, 13),
    4: (9, 10, 12, 14, 13, 12),
    5: (9, 10, 12, 14, 13, 11),
    6: (8, 9, 11, 13, 12, 10),
    7: (8, 9, 11, 13, 12, 9),
    8: (7, 8, 10, 12, 11, 8),
    9: (7, 8, 10, 12, 11, 7),
    10: (6, 7, 9, 11, 10, 6),
}
TABLE_24 = {
    1: (12, 13, 14, 15, 16, 14),
    2: (12, 13, 14, 15, 16, 13),
    3: (10, 11, 12, 15, 14, 12),
    4: (10, 11, 12, 12, 14, 11),
    5: (10, 11, 12, 12, 14, 10),
    6: (8, 9, 10, 12, 12, 9),
    7: (8, 9, 10, 12, 12, 8),
    8: (8, 9, 10, 9, 12, 7),
    9: (6, 7, 8, 9, 10, 6),
    10: (6, 7, 8, 9, 10, 5),
}
TABLE_25 = {
    1: (13, 14, 13, 16, 15, 15),
    2: (12, 13, 12, 15, 15, 14),
    3: (12, 13, 12, 15, 15, 13),
    4: (11, 12, 11, 14, 12, 12),
    5: (11, 12, 11, 14, 12, 11),
    6: (10, 11, 10, 13, 12, 10),
    7: (10, 11, 10, 13, 12, 9),
    8: (9, 10, 9, 12, 9, 8),
    9: (9, 10, 9, 12, 9, 7),
    10: (8, 9, 8, 11, 9, 6),
}
TABLE_26 = {
    1: (13, 14, 13, 15, 16, 14),
    2: (12, 14, 12, 14, 15, 13),
    3: (12, 14, 12, 14, 15, 12),
    4: (11, 11, 11, 13, 14, 11),
    5: (11, 11, 11, 13, 14, 10),
    6: (10, 11, 10, 12, 13, 9),
    7: (10, 11, 10, 12, 13, 8),
    8: (9, 8, 9, 11, 12, 7),
    9: (9, 8, 9, 11, 12, 6),
    10: (8, 8, 8, 10, 11, 5),
}


def saving(
    face: int, danger: str | None = None, *, options: dict[str, object] | None = None, **who: object
) -> SaveRolled:
    """One saving throw with this natural face, against a danger that would do a point of damage."""
    arena = fight_with(someone("a"), someone("b", "B", **who), **(options or {}))
    told: SaveRolled = only(arena.do(CallSave("b", threat("damage", "1", danger=danger)), d20(face)), SaveRolled)
    return told


def needed(class_id: str, level: int, danger: str | None = None, **options: object) -> int | None:
    """The number that somebody must reach."""
    return saving(10, danger, options=options, class_id=class_id, level=level).check.needed


@pytest.mark.rule("WB-SAVE-01")
def test_reaching_the_number_saves_and_one_less_does_not() -> None:
    assert saving(14, save=14).saved
    assert not saving(13, save=14).saved


@pytest.mark.rule("WB-SAVE-01")
@pytest.mark.parametrize(("number", "chance"), [(14, Fraction(7, 20)), (5, Fraction(4, 5))])
def test_exact_odds_of_a_save(number: int, chance: Fraction) -> None:
    assert Fraction(sum(saving(face, save=number).saved for face in range(1, 21)), 20) == chance


@pytest.mark.rule("WB-SAVE-01")
def test_natural_1_and_20_decide_only_by_the_option() -> None:
    helped = {"save": 5, "save_bonuses": (SaveBonus(9, "magic"),)}
    assert saving(1, **helped).saved
    assert not saving(1, options={"natural_extremes": True}, **helped).saved
    hindered = {"save": 18, "save_bonuses": (SaveBonus(-9, "magic"),)}
    assert not saving(20, **hindered).saved
    assert saving(20, options={"natural_extremes": True}, **hindered).saved


@pytest.mark.rule("WB-SAVE-01")
def test_bonuses_are_added_to_the_roll() -> None:
    told = saving(12, save=14, save_bonuses=(SaveBonus(2, "magic"),))
    assert (told.check.total, told.check.needed, told.saved) == (14, 14, True)


def hurt(face: int, amount: str, on_success: str, **more: object) -> Arena:
    """Somebody with 20 hit points and a save of 10 faces a danger."""
    arena = fight_with(someone("a"), someone("b", "B", hp=20, save=10))
    arena.do(CallSave("b", threat("damage", amount, on_success=on_success, **more)), d20(face))
    return arena


@pytest.mark.rule("WB-SAVE-02")
def test_a_danger_that_a_save_averts() -> None:
    assert hurt(10, "11", "avoided")["b"].hp == 20
    assert hurt(9, "11", "avoided")["b"].hp == 9


@pytest.mark.rule("WB-SAVE-02")
def test_11_damage_halved_is_5() -> None:
    assert hurt(10, "11", "half")["b"].hp == 15
    assert hurt(9, "11", "half")["b"].hp == 9


@pytest.mark.rule("WB-SAVE-02")
@pytest.mark.parametrize(("word", "left"), [("avoided", 20), ("half", 15)])
def test_without_a_word_the_referee_chooses(word: str, left: int) -> None:
    arena = hurt(10, "11", "referee")
    assert [question.kind for question in arena.state.awaiting] == ["settle_save"]
    assert arena.refused(EndTurn("A")).code == "awaiting"
    assert arena.refused(NameDanger("single")).code == "awaiting"
    events = arena.do(SettleSave(word))
    assert only(events, PerilSettled).word == word
    assert (arena["b"].hp, arena.state.awaiting) == (left, ())


@pytest.mark.rule("WB-SAVE-02")
def test_the_referee_is_not_asked_after_a_failed_save() -> None:
    arena = hurt(9, "11", "referee")
    assert (arena["b"].hp, arena.state.awaiting) == (9, ())


@pytest.mark.rule("WB-SAVE-02")
def test_death_is_averted_by_a_save_and_never_halved() -> None:
    arena = fight_with(someone("a"), someone("b", "B", save=10), someone("c", "B"))
    arena.do(CallSave("b", threat("death", on_success="half")), d20(10))
    assert arena["b"].condition == "up"
    arena.do(CallSave("b", threat("death", on_success="referee")), d20(10))
    assert arena.refused(SettleSave("half")).code == "no_half_death"
    arena.do(SettleSave("avoided"))
    assert arena["b"].condition == "up"
    events = arena.do(CallSave("b", threat("death", on_success="half")), d20(9))
    assert only(events, Fell).condition == "dead"


@pytest.mark.rule("WB-SAVE-02")
def test_paralysis_holds_for_its_rounds_and_half_of_them_after_a_save_that_softens() -> None:
    arena = fight_with(someone("a"), someone("b", "B", save=10), someone("c", "B", save=10))
    hold = threat("paralysis", "1d6", on_success="half")
    assert only(arena.do(CallSave("b", hold), d20(9), d6(5)), Paralysed).until == 6
    assert only(arena.do(CallSave("c", hold), d20(10), d6(5)), Paralysed).until == 3
    arena.end("A")
    assert arena.moment == (2, "act", ("A",))  # nobody of side B could act
    arena.end("A")
    arena.end("A")
    assert arena.moment == (4, "act", ("A",))
    arena.end("A")
    assert arena.fight.acting == ("B",)
    assert arena.refused(Attack("b", "a")).code == "cannot_act"
    arena.do(Attack("c", "a"), d20(2))


@pytest.mark.rule("WB-SAVE-01", "WB-SAVE-02")
def test_poison_on_a_weapon_calls_for_a_save_after_the_wound() -> None:
    fang = weapon("fang", "1d4", threat=threat("death", danger="death_poison"))
    for face, condition in ((13, "dead"), (14, "up")):
        arena = fight_with(someone("spider", weapons=(fang,)), someone("b", "B", class_id="fighter"))
        events = arena.do(Attack("spider", "b"), d20(15), (4, 1), d20(face))
        assert only(events, SaveRolled).danger == "death_poison"
        assert (arena["b"].hp, arena["b"].condition) == (7, condition)


@pytest.mark.rule("WB-SAVE-02")
def test_the_slain_need_no_save_and_a_miss_brings_none() -> None:
    fang = weapon("fang", "1d4", threat=threat("death"))
    arena = fight_with(someone("spider", weapons=(fang,), attacks=2), someone("b", "B", hp=1), someone("c", "B"))
    arena.do(Attack("spider", "c"), d20(2))
    assert not found(arena.do(Attack("spider", "b"), d20(15), (4, 1)), SaveRolled)


@pytest.mark.rule("WB-SAVE-02", "WB-INIT-02")
def test_in_a_simultaneous_turn_what_the_referee_lets_stand_lands_at_the_end() -> None:
    arena = tied(someone("a"), someone("b", "B", hp=20, save=10))
    arena.do(CallSave("b", threat("damage", "11", on_success="referee")), d20(10))
    arena.do(SettleSave("half"))
    assert arena["b"].hp == 20
    arena.end("A", "B")
    assert arena["b"].hp == 15


@pytest.mark.rule("WB-SAVE-03")
@pytest.mark.parametrize(
    ("class_id", "level", "number"),
    [("cleric", 1, 15), ("cleric", 10, 6), ("fighter", 3, 12), ("thief", 3, 12), ("magic_user", 12, 6)],
)
def test_examples_of_the_single_number(class_id: str, level: int, number: int) -> None:
    assert needed(class_id, level) == number


@pytest.mark.rule("WB-SAVE-03", "WB-SAVE-06", "WB-SAVE-08")
@pytest.mark.parametrize("class_id", ["fighter", "thief"])
def test_the_misprint_of_level_3_is_corrected_unless_the_option_says_printed(class_id: str) -> None:
    for misprints, number, chance in (("corrected", 12, Fraction(9, 20)), ("printed", 16, Fraction(1, 4))):
        assert needed(class_id, 3, misprints=misprints) == number
        who = {"class_id": class_id, "level": 3}
        saved = sum(saving(face, options={"misprints": misprints}, **who).saved for face in range(1, 21))
        assert Fraction(saved, 20) == chance
        assert needed(class_id, 2, misprints=misprints) == 13
        assert needed(class_id, 4, misprints=misprints) == 11


@pytest.mark.rule("WB-SAVE-03")
def test_creatures_have_a_number_of_their_own_and_20_without_one() -> None:
    assert saving(10, save=17).check.needed == 17
    assert saving(10).check.needed == 20
    assert saving(10, class_id="fighter", save=7).check.needed == 7


@pytest.mark.rule("WB-SAVE-04")
@pytest.mark.parametrize(
    ("method", "class_id", "level", "danger", "number"),
    [
        ("single", "cleric", 1, "death_poison", 15),
        ("matrix", "cleric", 1, "death_poison", 11),
        ("matrix", "fighter", 8, "dragon_breath", 9),
    ],
)
def test_the_option_chooses_the_single_number_or_the_matrix(
    method: str, class_id: str, level: int, danger: str, number: int
) -> None:
    assert needed(class_id, level, danger, saving_throws=method) == number


@pytest.mark.rule("WB-SAVE-05", "WB-SAVE-06", "WB-SAVE-07", "WB-SAVE-08", "WB-SAVE-03", "WB-SAVE-09")
@pytest.mark.parametrize(
    ("class_id", "printed", "number"),
    [("cleric", TABLE_23, 23), ("fighter", TABLE_24, 24), ("magic_user", TABLE_25, 25), ("thief", TABLE_26, 26)],
)
def test_the_matrix_cell_by_cell(class_id: str, printed: dict[int, tuple[int, ...]], number: int) -> None:
    table = numbers().saves[class_id]
    assert table.table == number
    for level, row in printed.items():
        cells = tuple(table.number(level, danger) for danger in (*DANGERS, None))
        assert cells == row, level
    assert table.number(15, "wands_rays") == printed[10][1]


@pytest.mark.rule("WB-SAVE-05", "WB-SAVE-06", "WB-SAVE-07", "WB-SAVE-08")
@pytest.mark.parametrize(
    ("class_id", "level", "danger", "number", "rule"),
    [
        ("cleric", 3, "paralysis_stone", 13, "WB-SAVE-05"),
        ("cleric", 10, "dragon_breath", 11, "WB-SAVE-05"),
        ("cleric", 6, "wands_rays", 9, "WB-SAVE-05"),
        ("fighter", 3, "dragon_breath", 15, "WB-SAVE-06"),
        ("fighter", 4, "dragon_breath", 12, "WB-SAVE-06"),
        ("fighter", 9, "death_poison", 6, "WB-SAVE-06"),
        ("magic_user", 3, "spells_staves", 15, "WB-SAVE-07"),
        ("magic_user", 4, "spells_staves", 12, "WB-SAVE-07"),
        ("magic_user", 10, "wands_rays", 9, "WB-SAVE-07"),
        ("magic_user", 1, "dragon_breath", 16, "WB-SAVE-07"),
        ("thief", 7, "wands_rays", 11, "WB-SAVE-08"),
        ("thief", 8, "wands_rays", 8, "WB-SAVE-08"),
        ("thief", 2, "spells_staves", 15, "WB-SAVE-08"),
    ],
)
def test_examples_of_the_matrix(class_id: str, level: int, danger: str, number: int, rule: str) -> None:
    told = saving(number, danger, options={"saving_throws": "matrix"}, class_id=class_id, level=level)
    assert (told.check.needed, told.saved) == (number, True)
    assert rule in told.rules


def asked(effect: str = "damage", amount: str = "4") -> Arena:
    """By the matrix, a magic-user of level 5 faces a danger that names no column."""
    arena = fight_with(someone("a"), someone("b", "B", hp=9, class_id="magic_user", level=5), saving_throws="matrix")
    arena.do(CallSave("b", threat(effect, amount)))
    return arena


@pytest.mark.rule("WB-SAVE-09")
def test_without_a_category_the_referee_is_asked_for_one_of_the_five() -> None:
    arena = asked()
    (question,) = arena.state.awaiting
    assert (question.kind, question.who) == ("danger", "referee")
    assert only(arena.events, PerilFaced).who == "b"
    assert arena.refused(SettleSave("half")).code == "awaiting"


@pytest.mark.rule("WB-SAVE-09")
@pytest.mark.parametrize(
    ("danger", "number"),
    [
        ("paralysis_stone", 11),
        ("death_poison", 11),
        ("wands_rays", 12),
        ("dragon_breath", 14),
        ("spells_staves", 12),
        ("single", 11),
    ],
)
def test_the_referee_names_the_column_or_the_single_number(danger: str, number: int) -> None:
    arena = asked()
    told = only(arena.do(NameDanger(danger), d20(number - 1)), SaveRolled)
    assert (told.check.needed, told.saved) == (number, False)
    assert (arena["b"].hp, arena.state.awaiting) == (5, ())


@pytest.mark.rule("WB-SAVE-09")
def test_a_petrifying_gaze_on_a_magic_user_of_level_5_needs_11() -> None:
    assert needed("magic_user", 5, "paralysis_stone", saving_throws="matrix") == 11


@pytest.mark.rule("WB-SAVE-09", "WB-SAVE-02")
def test_both_questions_may_follow_each_other() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=9, class_id="thief"), saving_throws="matrix")
    arena.do(CallSave("b", threat("damage", "5", on_success="referee")))
    arena.do(NameDanger("dragon_breath"), d20(15))
    assert [question.kind for question in arena.state.awaiting] == ["settle_save"]
    dealt = only(arena.do(SettleSave("half")), DamageDealt)
    assert (dealt.amount, arena.state.awaiting) == (2, ())


@pytest.mark.rule("WB-SAVE-09")
def test_by_the_single_number_nobody_is_asked() -> None:
    arena = fight_with(someone("a"), someone("b", "B", class_id="thief"))
    arena.do(CallSave("b", threat("damage", "5")), d20(14))
    assert not arena.state.awaiting
    assert arena.refused(NameDanger("single")).code == "not_asked"


DWARF = {
    "class_id": "fighter",
    "save_bonuses": (SaveBonus(2, "class"), SaveBonus(4, "race", "death_poison"), SaveBonus(9, "race", "wands_rays")),
}


@pytest.mark.rule("WB-SAVE-10")
@pytest.mark.parametrize(
    ("method", "face", "total", "number", "saved"),
    [("matrix", 8, 12, 12, True), ("matrix", 7, 11, 12, False), ("single", 8, 14, 14, True)],
)
def test_the_matrix_drops_the_bonus_of_the_class_and_keeps_that_of_the_people(
    method: str, face: int, total: int, number: int, saved: bool
) -> None:
    told = saving(face, "death_poison", options={"saving_throws": method}, **DWARF)
    assert (told.check.total, told.check.needed, told.saved) == (total, number, saved)
    assert {modifier.rule for modifier in told.check.modifiers} == {"WB-SAVE-10"}
    assert ("WB-SAVE-10" in told.rules) is (method == "matrix")


@pytest.mark.rule("WB-SAVE-01")
def test_only_somebody_in_the_field_is_called_to_save() -> None:
    arena = fight_with(someone("a"), someone("b", "B"), someone("c", "B"))
    arena.do(CallSave("b", threat("death", save=False)))
    assert arena.refused(CallSave("b", threat("death"))).code == "not_in_the_field"
    assert arena.refused(CallSave("nobody", threat("death"))).code == "nobody"


@pytest.mark.rule("WB-SAVE-01", "WB-SPELL-04")
def test_a_spell_may_allow_a_save() -> None:
    fire = spell("fire", threat("damage", "2d6", danger="spells_staves", on_success="half"))
    arena = declaring(someone("a", spells=(fire,)), someone("b", "B", hp=20, class_id="fighter"))
    arena.do(Declare("a", "cast", "b", "fire"))
    arena.do(EndTurn("A"), *sixes(6, 1))
    arena.do(Cast("a"), d20(14), *sixes(5, 6))
    assert arena["b"].hp == 15
