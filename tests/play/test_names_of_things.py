"""What is called by a word and a colon before it, and nonsense that only looks like that."""

import pytest

from arbitro.play import find_campaign
from arbitro.play.spots import OF_THE_DESK, held_said
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


ALIKE = {"sidhe", "dvergar", "elph-edal"}
"""Creatures of which one and several are called the same in English."""


@pytest.mark.parametrize("game", games())
def test_several_of_a_creature_are_called_by_its_plural(game: str) -> None:
    side = find_campaign(game).side
    for kind in side.stores.kinds():
        one, three = (held_said(side, ((kind, count),), "en") for count in (1, 3))
        assert three.startswith("3 ")
        assert "×" not in three
        assert three != f"3 {one}" or one in ALIKE, three
        assert "×" not in held_said(side, ((kind, 3),), "it")


@pytest.mark.parametrize(
    ("held", "it", "en"),
    [
        (("kobold", 7), "7 coboldi", "7 kobolds"),
        (("class/cleric/2", 3), "3 chierici di livello 2", "3 clerics, level 2"),
        (("gem/5", 2), "2 gemme da 5 mo", "2 gems of 5 gp"),
        (("jewelry/300", 1), "gioiello da 300 mo", "jewel of 300 gp"),
    ],
)
def test_so_many_of_what_a_place_holds(held: tuple[str, int], it: str, en: str) -> None:
    side = find_campaign("whitebox").side
    assert (held_said(side, (held,), "it"), held_said(side, (held,), "en")) == (it, en)
