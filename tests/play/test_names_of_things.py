"""What is called by a word and a colon before it, and nonsense that only looks like that."""

import pytest

from arbitro.play import find_campaign
from arbitro.play.spots import OF_THE_DESK
from arbitro.rules import games
from arbitro.text import LANGUAGES

PREFIXES = ("party", "making", "decision", "likelihood", "room", "wall", *OF_THE_DESK)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("prefix", PREFIXES)
def test_nonsense_with_a_colon_breaks_no_sentence(game: str, prefix: str) -> None:
    campaign = find_campaign(game)
    state = campaign.initial()
    for nonsense in (prefix, f"{prefix}:none", f"{prefix}:a:b", f"{prefix}:::"):
        for language in LANGUAGES:
            campaign.name_of(state, nonsense, language)  # does not raise


def test_a_wall_and_a_decision_are_called_in_words() -> None:
    campaign = find_campaign("whitebox")
    state = campaign.initial()
    assert str(campaign.name_of(state, "wall:north", "it")) != "wall:north"
    assert str(campaign.name_of(state, "decision:reactions", "en")) != "decision:reactions"
