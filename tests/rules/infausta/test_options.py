"""The options: what this game fixes, presets, takes away and adds. Each open one has both its sides shown elsewhere."""

from pathlib import Path

import pytest
from tests.rules.infausta.arena import RULES

from arbitro.kernel.option import load_options
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.whitebox import RULES as PARENTS_PAGE
from arbitro.text import Fault

PARENT = load_options(PARENTS_PAGE.package)
OWN = open_packaged("arbitro.rules.infausta", "options.yaml").mapping("options")
FIXED = {
    "declare_intent": (True, False),
    "combat_sequence": ("standard", "alternate"),
    "ac_system": ("ascending", "descending"),
    "saving_throws": ("d20_plus_level_15", "single"),
}
PRESET = {"death_rule": "dead_at_minus_level", "bleeding": False, "rest_hp_per_day": "1", "bandage_dice": "1d6"}
NEW = {
    "full_recovery_days": 7,
    "forced_march_costs_night": True,
    "door_odds_flat": False,
    "turn_clock": "whole_turns",
    "death_threshold": "at_minus_level",
    "sleep_roll_after_third_night": False,
    "broken_night_heals": False,
}


@pytest.mark.rule("IS-INIT-01", "IS-COMBAT-01", "IS-ATK-01", "IS-SAVE-02")
@pytest.mark.parametrize(("name", "values"), FIXED.items())
def test_a_fixed_option_takes_its_own_value_and_no_other(name, values):
    value, other = values
    assert RULES.options.effective({name: value})[name] == value
    with pytest.raises(Fault, match=name):
        RULES.options.effective({name: other})


@pytest.mark.rule("IS-DEATH-02")
@pytest.mark.parametrize("name", ["death_floor", "death_floor_number"])
def test_the_parents_death_floor_is_gone(name):
    assert name in PARENT
    assert name not in RULES.options


@pytest.mark.parametrize(("name", "value"), {**PRESET, **NEW}.items())
def test_defaults_are_the_books(name, value):
    assert RULES.options.defaults()[name] == value


def test_every_option_of_the_file_is_known_to_this_test():
    assert set(OWN) == {*FIXED, *PRESET, *NEW, "death_floor"}


def test_everything_else_is_inherited_unchanged():
    for name in RULES.options:
        if name not in OWN:
            assert RULES.options[name] == PARENT[name]


def test_each_open_option_has_a_test_that_sets_it_otherwise():
    """A test file that sets an option names it; both sides are shown there."""
    folder = Path(__file__).parent
    written = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py") if path != Path(__file__))
    for name in (*PRESET, *NEW):
        assert name in written, name
