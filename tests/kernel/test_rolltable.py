"""Roll tables: every total on exactly one row, or the file is refused by line."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.dice.amount import Amount
from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.rolltable import distribution, read_table, read_tables
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.yamlfile import Document, FileFault
from arbitro.text import LANGUAGES


def document(dice: str, *rows: str) -> Document:
    lines = "".join(f"      - {{{row}}}\n" for row in rows)
    return Document("tables.yaml", f"tables:\n  t:\n    dice: {dice}\n    rules: [XX-T-01]\n    rows:\n{lines}")


def made(dice: str, *rows: str):
    return read_table(document(dice, *rows), str, "tables", "t")


def refused(dice: str, *rows: str) -> FileFault:
    with pytest.raises(FileFault) as fault:
        made(dice, *rows)
    assert fault.value.in_("it") != fault.value.in_("en")
    return fault.value


MORALE = (
    'at: "..2", id: surrender, result: s',
    "at: 3-5, id: flee, result: f",
    "at: 6–8, id: hold, result: h",
    "at: 9-11, id: fight, result: a",
    "at: 12.., id: attack, result: x",
)


def test_every_total_has_its_row_and_open_ends_go_on_for_ever():
    table = made("2d6", *MORALE)
    assert [table.at(total).id for total in (2, 3, 5, 6, 8, 9, 11, 12)] == [
        "surrender",
        "flee",
        "flee",
        "hold",
        "hold",
        "fight",
        "fight",
        "attack",
    ]
    assert (table.at(-40).id, table.at(99).id) == ("surrender", "attack")
    assert table.rules == ("XX-T-01",)


def test_a_table_without_open_ends_ends():
    table = made("d4", "at: 1-2, id: a, result: a", "at: 3-4, id: b, result: b")
    with pytest.raises(LookupError, match="no row for 5"):
        table.at(5)
    with pytest.raises(LookupError):
        table.roll(ScriptedDice((4, 4)), (Modifier(1, "XX-T-01"),))


def test_a_hole_is_refused_with_the_total_that_falls_through():
    fault = refused("d6", "at: 1-2, id: a, result: a", "at: 4-6, id: b, result: b")
    assert "no row covers 3" in fault.in_("en")
    assert fault.line == 5
    assert "no row covers 6" in str(refused("d6", "at: 1-5, id: a, result: a"))
    assert "no row covers 1" in str(refused("d6", "at: 2.., id: a, result: a"))


def test_an_overlap_is_refused_on_the_second_row():
    fault = refused("d6", "at: 1-3, id: a, result: a", "at: 3-6, id: b, result: b")
    assert "3 is covered by another row" in fault.in_("en")
    assert fault.line == 7
    assert refused("d6", "at: 1.., id: a, result: a", "at: ..6, id: b, result: b").line == 7


def test_rows_beyond_the_dice_are_held_to_the_same_standard():
    assert (
        refused("d6", "at: 1-5, id: a, result: a", "at: 6.., id: b, result: b", "at: 8-9, id: c, result: c").line == 8
    )
    assert "no row covers 7" in str(refused("d6", "at: 1-6, id: a, result: a", "at: 9.., id: b, result: b"))
    assert "no row covers 0" in str(refused("d6", 'at: "..-1", id: a, result: a', "at: 1.., id: b, result: b"))
    assert made("d6", "at: 1-6, id: a, result: a", "at: 7-9, id: b, result: b").at(9).id == "b"


def test_a_row_that_runs_backwards_or_is_no_span_is_refused():
    assert "backwards" in str(refused("d6", "at: 5-2, id: a, result: a"))
    for span in ("one", "3-", "'-'", "1/2", "''", "3...5"):
        assert "is no span" in str(refused("d6", f"at: {span}, id: a, result: a")), span


def test_negative_totals_can_be_written():
    table = made('"1d6-4"', "at: -3--2, id: a, result: a", "at: -1, id: b, result: b", "at: 0.., id: c, result: c")
    assert [table.at(total).id for total in (-3, -2, -1, 0, 2)] == ["a", "a", "b", "c", "c"]


def test_a_documented_hole_is_a_row_that_names_its_ruling():
    table = made(
        "d6", "at: 1-2, id: a, result: a", "at: 3, id: hole, result: again, gap: XX-T-02", "at: 4-6, id: b, result: b"
    )
    assert table.at(3).gap == "XX-T-02"
    assert table.at(4).gap == ""


def test_ids_results_and_dice_are_checked_too():
    assert refused("d2", "at: 1, id: a, result: a", "at: 2, id: a, result: b").line == 7
    assert refused("d2", "at: 1, id: a, result: a", "at: 2, id: b, result: 5").line == 7
    assert "did you mean “result”" in str(refused("d2", "at: 1, id: a, resutl: a"))
    assert refused("many", "at: 1, id: a, result: a").line == 3


def test_rolling_gives_the_row_and_the_numbers_behind_it():
    table = made("2d6", *MORALE)
    modifier = Modifier(-2, "XX-T-03", "fear")
    with ScriptedDice((6, 4), (6, 3)) as dice:
        row, lookup = table.roll(dice, (modifier,))
    assert (row.id, row.result) == ("flee", "f")
    assert (lookup.table, lookup.total, lookup.row, lookup.modifiers) == ("t", 5, "flee", (modifier,))
    assert [die.face for die in lookup.dice] == [4, 3]


def test_odds_are_exact():
    odds = made("2d6", *MORALE).odds()
    assert odds == {
        "surrender": Fraction(1, 36),
        "flee": Fraction(9, 36),
        "hold": Fraction(16, 36),
        "fight": Fraction(9, 36),
        "attack": Fraction(1, 36),
    }
    assert made("2d6", *MORALE).odds(-1)["surrender"] == Fraction(3, 36)


@given(st.integers(0, 4), st.integers(1, 6), st.integers(-3, 3))
def test_the_distribution_of_an_amount_agrees_with_every_way_the_dice_can_fall(count, sides, plus):
    ways = Counter(sum(faces) + plus for faces in product(range(1, sides + 1), repeat=count))
    expected = {total: Fraction(number, sides**count) for total, number in sorted(ways.items())}
    assert distribution(Amount(count, sides, plus)) == expected


@given(st.lists(st.integers(1, 12), min_size=1, max_size=6, unique=True), st.integers(-15, 15))
def test_any_cut_of_the_range_makes_a_table_and_its_odds_sum_to_one(cuts, modifier):
    starts = sorted({1, *cuts})
    ends = [start - 1 for start in starts[1:]] + [12]
    rows = [f"at: {low}-{high}, id: r{low}, result: x" for low, high in zip(starts, ends, strict=True)]
    rows[0] = f'at: "..{ends[0]}", id: first, result: x'
    rows[-1] = f"at: {starts[-1]}.., id: last, result: x" if len(rows) > 1 else "at: .., id: first, result: x"
    table = made("d12", *rows)
    assert sum(table.odds(modifier).values()) == 1


def test_several_tables_are_read_at_once():
    text = "tables:\n" + "".join(
        f"  {name}: {{dice: d2, rules: [], rows: [{{at: 1, id: a, result: 1}}, {{at: 2, id: b, result: 2}}]}}\n"
        for name in ("one", "two")
    )
    tables = read_tables(Document("t.yaml", text), int, "tables")
    assert list(tables) == ["one", "two"]
    assert tables["two"].at(2).result == 2


def test_the_faults_speak_both_languages():
    fault = refused("d6", "at: 1-2, id: a, result: a")
    for language in LANGUAGES:
        assert "tables.yaml" in fault.in_(language)
