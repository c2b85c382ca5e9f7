"""What an explanation says beside its sum: table, row and armour class, and an end in the right words."""

import pytest

from arbitro.dice.stream import Die
from arbitro.kernel.explain import explain
from arbitro.kernel.ruling import Check, held_against
from arbitro.rules.whitebox import white_box
from arbitro.rules.whitebox.events import AttackRolled, SurpriseRolled

GAME = white_box()
STATE = GAME.initial()
D20 = Die(20, 9, 4)


def attack(needed: int | None, row: int | None) -> str:
    check = Check((D20,), 9, ">=", needed, False, (), "armour_descending")
    event = AttackRolled("berto", "orc-1", "sword", check, False, row, rules=("WB-ATK-01", "WB-ATK-08"))
    return explain(GAME, STATE, event, "en").numbers[0]


@pytest.mark.rule("WB-ATK-04", "WB-ATK-08")
def test_an_attack_names_table_row_and_armour_class() -> None:
    # A fighter needs 10 against AC 9 [10] at level 1, and 8 at levels 3 and 4: 13 is AC 6 [13], then AC 4 [15].
    assert "Table 18, level 1, AC 6 [13]" in attack(13, 1)
    assert "Table 18, level 3, AC 4 [15]" in attack(13, 3)


def test_nothing_is_named_that_the_reader_may_not_know() -> None:
    assert "AC" not in attack(None, 1)
    assert "AC" not in attack(13, None)


@pytest.mark.rule("WB-SURPRISE-02")
@pytest.mark.parametrize(("face", "end"), [(2, "surprised"), (3, "not surprised")])
def test_a_die_for_surprise_ends_in_its_own_words(face: int, end: str) -> None:
    check = held_against((Die(6, face, 1),), (), "<=", 2, "surprise")
    event = SurpriseRolled("party", check, check.success)
    assert explain(GAME, STATE, event, "en").numbers[0].endswith(f": {end}")
