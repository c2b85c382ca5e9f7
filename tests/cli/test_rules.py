"""``arbitro rules``: every switch of every game, and the way from a rule to its code, for people and for programs."""

import json

import pytest
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.cli.rules import options_of

RUNNER = CliRunner()
APP = application(["arbitro.cli.rules"])


def run(*words: str, code: int = 0) -> str:
    """Run a command line; what it prints."""
    result = RUNNER.invoke(APP, ["rules", *words])
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


@pytest.mark.parametrize("game", ["whitebox", "infausta", "archmage", "daggerheart", "appendix-a"])
@pytest.mark.parametrize("language", ["it", "en"])
def test_every_option_of_a_game_is_told(game: str, language: str) -> None:
    told = run("options", "--game", game, "--lang", language)
    assert all(f"  {name} = " in told for name in options_of(game))


def test_an_option_is_told_with_its_default_its_values_and_what_it_means() -> None:
    told = run("options", "--game", "whitebox", "--lang", "en")
    assert "  death_rule = dead_at_zero | unconscious_at_zero\n" in told
    assert "  bleeding = on | off\n" in told
    assert "  rest_hp_per_day = 1\n" in told
    assert "as it is printed" in told.lower()
    assert "  declare_intent = on\n" in run("options", "--game", "infausta", "--lang", "en")  # fixed: nothing to choose


def test_options_are_there_for_programs_too() -> None:
    told = json.loads(run("options", "--json", "--lang", "en"))
    assert set(told) == {"whitebox", "infausta", "archmage", "daggerheart", "appendix-a"}
    misprints = told["whitebox"]["misprints"]
    assert misprints["default"] == "corrected"
    assert list(misprints["values"]) == ["corrected", "printed"]
    assert told["infausta"]["ac_system"]["fixed"]
    assert told["appendix-a"]["page_width_squares"]["minimum"] == 10


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    assert "appendix-a" in run("options", "--game", "chess", "--lang", "en", code=2)


def test_a_rule_tells_which_code_carries_it_out_and_which_tests_show_it() -> None:
    told = run("show", "WB-ATK-02", "--code", "--lang", "en")
    assert "  rules/whitebox/attack.py:to_hit_modifiers\n" in told
    assert "  rules/whitebox/test_attack.py::test_strength_in_the_hand_and_dexterity_at_range_never_both\n" in told
    assert "attack.py" not in run("show", "WB-ATK-02", "--lang", "en")


def test_what_a_variant_has_of_its_parent_is_found_in_the_parents_code() -> None:
    told = json.loads(run("show", "IS-TRAP-02", "--code", "--json"))
    assert "rules/whitebox/exploring/senses.py:search_chance (WB-TRAP-02)" in told["code"]
    assert any(place.endswith("(WB-TRAP-02)") for place in told["tests"])
