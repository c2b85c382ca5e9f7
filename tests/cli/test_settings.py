"""``--set name=value``: what the command line makes of it."""

import pytest

from arbitro.cli.settings import settings_from
from arbitro.text import Fault


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("on", True),
        ("true", True),
        ("off", False),
        ("false", False),
        ("3", 3),
        ("-3", -3),
        ("", ""),
        ("--3", "--3"),
        ("3d6", "3d6"),
        ("²", "²"),
        ("a=b", "a=b"),
    ],
)
def test_switches_whole_numbers_and_words(value: str, meant: object) -> None:
    (found,) = settings_from([f"name={value}"]).values()
    assert (found, type(found)) == (meant, type(meant))


def test_the_last_word_on_an_option_counts_and_nothing_is_nothing() -> None:
    assert settings_from(["a=1", "b=on", "a=2"]) == {"a": 2, "b": True}
    assert settings_from(None) == {}


def test_a_text_without_a_value_is_a_fault() -> None:
    with pytest.raises(Fault) as fault:
        settings_from(["road_days"])
    assert "road_days" in str(fault.value)
