"""Adventures at the terminal: the game that one is meant for is known from its file."""

import pytest

from arbitro.cli.adventure import game_for


@pytest.mark.parametrize(
    ("name", "said", "game"),
    [
        ("first-beacon", None, "archmage"),
        ("first-candles", None, "daggerheart"),
        ("first-delve", None, "whitebox"),
        ("first-delve", "infausta", "infausta"),
    ],
)
def test_an_adventure_is_for_its_own_game_unless_another_is_named(name: str, said: str | None, game: str) -> None:
    assert game_for(name, said) == game
