"""Treasure as the referee reads it: things by their names in either language, and every die with what it was for."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_scouting import at_the_foot
from tests.spoken import faults

from arbitro.dice.stream import Die, QuickDice
from arbitro.dungeon.events import SlotFilled
from arbitro.dungeon.kinds import Arms, Scroll
from arbitro.dungeon.model import Slot
from arbitro.dungeon.stocking import fill_slot
from arbitro.kernel.explain import explain
from arbitro.kernel.ruling import Lookup
from arbitro.play import find_campaign
from arbitro.text import LANGUAGES

FAMILY = ("whitebox", "infausta")
SLOTS = [
    Slot("slot", 1, "", "treasure", "CONTENT_TREASURE", unit="magic_item", amount=2),
    Slot("slot", 1, "", "treasure", "CONTENT_TREASURE", unit="gem", amount=2),
    Slot("slot", 1, "", "monster", "CONTENT_MONSTER", treasure="standard_monster_treasure"),
]
NAMELESS = re.compile(r"^d\d+=\d+ \(\S+\)(?: \+ d\d+=\d+ \(\S+\))*(?: = \d+)?$")
"""A throw of which nothing is told but its faces."""


def filled(game: str, state: Any, slot: Slot, seed: int) -> SlotFilled:
    campaign: Any = find_campaign(game)
    holding = replace(state.dungeon, slots={slot.id: replace(slot, level=1 + seed % 6, space=state.at)})
    (event,) = fill_slot(holding, slot.id, campaign.side.stores.stocker(state), QuickDice(seed))
    assert isinstance(event, SlotFilled)
    return event


@pytest.mark.rule("DA-TREASURE-04", "DA-TREASURE-05", "WB-CORE-02")
@pytest.mark.parametrize("slot", SLOTS, ids=lambda slot: slot.unit or slot.kind)
@pytest.mark.parametrize("game", FAMILY)
def test_what_is_found_is_told_by_name_and_every_die_says_what_it_was_for(game: str, slot: Slot) -> None:
    campaign, state = find_campaign(game), at_the_foot(game)
    for seed in range(24):
        event = filled(game, state, slot, seed)
        for language in LANGUAGES:
            told = explain(campaign, state, event, language)
            assert faults(told.sentence, language) == []
            assert [line for line in told.numbers if NAMELESS.match(line)] == []
            for name in (name for name, _ in event.items if name.startswith("scroll/")):
                assert name.removeprefix("scroll/").replace("_", " ") not in told.sentence or language == "en"


@pytest.mark.parametrize("game", FAMILY)
def test_small_powers_and_curses_of_arms_are_told_in_words(game: str) -> None:
    stores = find_campaign(game).side.stores
    named = {
        language: [
            stores.valuable_called(str(kind), language)
            for kind in (
                *(Arms("weapon", "long_sword", "+1,damage+1"), Arms("weapon", "spear", "+2,light30")),
                *(Arms("armour", "plate", "missiles+1"), Scroll("detect_chaos")),
            )
        ]
        for language in LANGUAGES
    }
    assert named["it"][:2] == ["spada lunga +1, +1 ai danni", "lancia +2, luce di 30 piedi"]
    assert named["en"][:2] == ["long sword +1, +1 to damage", "spear +2, light of 30 feet"]
    assert named["it"][3] == "pergamena: individuare il Caos"
    assert "missiles" not in named["it"][2]


@pytest.mark.parametrize("game", FAMILY)
def test_a_row_that_is_called_like_its_id_is_told_too(game: str) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot(game)
    rows = [
        (name, row.id)
        for name, table in campaign.game.content.encounter_tables.items()
        for row in table.rows
        if row.id == "bugbear"
    ]
    assert rows
    for table, row in rows:
        filled_by = SlotFilled("slot", (("bugbear", 1),), (Lookup(table, (Die(12, 7),), 7, row),))
        assert any("bugbear" in line for line in explain(campaign, state, filled_by, "it").numbers)
