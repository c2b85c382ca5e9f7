"""``arbitro odds``: exact odds as a table, a picture or JSON."""

import json
from fractions import Fraction

import pytest

from arbitro.cli.odds import OddsRequest, run
from arbitro.dice.odds import odds


def answer(capsys: pytest.CaptureFixture[str], *arguments: object, **options: object) -> str:
    options.setdefault("language", "en")
    assert run(OddsRequest(*arguments, **options)) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def test_the_summary_and_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = answer(capsys, "2d6").splitlines()
    assert lines[:2] == ["2d6", "mean 7.000, deviation 2.415, median 7, mode 7, from 2 to 12"]
    assert lines[3].split() == ["2", "2.78", "%", "100.00", "%", "2.78", "%"]
    assert len(lines) == 3 + 11


def test_questions_are_answered_without_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = answer(capsys, "2d6", at_least=9, at_most=4, exactly=7, versus="1d12").splitlines()
    assert lines[2:] == [
        "P(≥ 9) = 27.78 % (5/18)",
        "P(≤ 4) = 16.67 % (1/6)",
        "P(= 7) = 16.67 % (1/6)",
        "against 1d12: higher 50.00 % (1/2), equal 8.33 % (1/12), lower 41.67 % (5/12)",
    ]


def test_italian_writes_numbers_with_a_comma(capsys: pytest.CaptureFixture[str]) -> None:
    out = answer(capsys, "2d6", at_least=9, language="it")
    assert "media 7,000" in out
    assert "27,78 %" in out


def test_what_is_known_changes_the_odds(capsys: pytest.CaptureFixture[str]) -> None:
    lines = answer(capsys, "1d6", given=">=4", exactly=6).splitlines()
    assert lines[0] == "1d6 | >=4"
    assert lines[2] == "P(= 6) = 33.33 % (1/3)"


def test_the_picture_has_a_bar_for_each_outcome_and_the_longest_for_the_likeliest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bars = [line.count("█") for line in answer(capsys, "2d6", plot=True).splitlines()[3:]]
    assert bars == sorted(bars[:6]) + sorted(bars[6:], reverse=True)
    assert bars[5] == max(bars) == 40


def test_many_outcomes_are_put_together_and_nothing_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    rows = answer(capsys, "30d6").splitlines()[3:]
    assert len(rows) <= 40
    assert rows[0].split()[0] == "30–33"
    assert sum(float(row.split()[1]) for row in rows) == pytest.approx(100, abs=0.3)


def test_explosions_that_were_cut_are_stated(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Explosions followed" in answer(capsys, "10d10!>=8kh5", at_least=40)
    assert "Explosions" not in answer(capsys, "1d6!", at_least=10)


def test_json_has_fractions_and_decimals(capsys: pytest.CaptureFixture[str]) -> None:
    out = answer(capsys, "2d6", at_least=9, versus="1d12", given="<=11", json=True)
    data = json.loads(out)
    known = odds("2d6").given("<=11")
    assert Fraction(data["mean"]["fraction"]) == known.mean
    assert data["at_least"] == {"number": 9, "fraction": "9/35", "decimal": pytest.approx(9 / 35)}
    assert {int(key): Fraction(value["fraction"]) for key, value in data["distribution"].items()} == dict(known)
    assert set(data["versus"]) == {"text", "win", "tie", "lose"}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"text": "2d6r1"}, "dice.bare_reroll"),
        ({"text": "1000d20"}, "dice.odds_too_long"),
        ({"text": "2d6", "versus": "1d0"}, "dice.no_sides"),
        ({"text": "2d6", "given": ">=d"}, "dice.expected_number"),
        ({"text": "2d6", "given": ">12"}, "dice.odds_never"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    options: dict[str, str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(OddsRequest(**options, json=True, language="it")) == 2
    shown = capsys.readouterr()
    assert json.loads(shown.out)["error"]["code"] == code
    assert "^" in shown.err


def test_the_command_line_reaches_all_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    from arbitro.__main__ import main

    asked = ["--at-least", "-1", "--at-most", "2", "--exactly", "0", "--versus", "2dF", "--given", ">=-3"]
    monkeypatch.setattr(sys, "argv", ["arbitro", "odds", "4dF", *asked, "--plot", "--lang", "en"])
    with pytest.raises(SystemExit) as left:
        main()
    out = capsys.readouterr().out
    assert left.value.code == 0
    assert all(part in out for part in ("4dF | >=-3", "P(≥ -1)", "P(≤ 2)", "P(= 0)", "against 2dF", "█"))
