"""Treasure by the tables: coins by the creatures' worth, exchanges, and things that exist."""

from collections import Counter
from typing import Any

import pytest
from tests.rules.whitebox.arena import RULES, d6

from arbitro.dice.stream import QuickDice, ScriptedDice
from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox.people.events import TreasureFound
from arbitro.rules.whitebox.people.state import Coins, Hoard
from arbitro.rules.whitebox.people.treasure import bad_hoard
from arbitro.rules.whitebox.powers.commands import RollTreasure
from arbitro.rules.whitebox.powers.events import TreasureRolled
from arbitro.rules.whitebox.powers.hoards import dig
from arbitro.rules.whitebox.powers.telling import thing_text
from arbitro.rules.whitebox.state import State

NO_TRADE = (100, 11)


def rolled(command: RollTreasure, *dice: Any) -> TreasureRolled:
    """The referee's event for a treasure with these dice."""
    with ScriptedDice(*dice) as scripted:
        resolved = RULES.decide(State(options=RULES.options.effective({})), command, scripted)
    assert not isinstance(resolved, Refusal)
    (event,) = [event for event in resolved.events if isinstance(event, TreasureRolled)]
    return event


@pytest.mark.rule("WB-XP-02")
@pytest.mark.parametrize(
    ("xp", "face", "coins", "trades"),
    [
        (100, 1, Coins(20, 300, 5000), 0),
        (75, 4, Coins(112, 900, 2250), 1),
        (400, 6, Coins(1200, 4000, 0), 13),
    ],
)
def test_coins_are_a_multiple_of_experience(xp: int, face: int, coins: Coins, trades: int) -> None:
    event = rolled(RollTreasure(xp, keep=False), d6(face), *[NO_TRADE] * trades)
    assert event.found == Hoard(coins)
    assert event.audience == "referee"


def test_a_part_of_the_gold_may_become_a_gem_or_magic() -> None:
    # 300 gp in three steps of 100: the first is exchanged for a gem of row 4-5 (1d100 + 75), the others are not.
    event = rolled(
        RollTreasure(100, keep=False), d6(6), (100, 10), (20, 19), d6(4), (100, 5), (25, 1), NO_TRADE, NO_TRADE
    )
    assert (event.found.coins.gp, event.found.valuables[0].gp) == (200, 80)
    magic = rolled(RollTreasure(100, keep=False), d6(6), (100, 1), (20, 20), d6(1), (100, 80), NO_TRADE, NO_TRADE)
    assert [(item.of, item.known) for item in magic.found.items] == [("potion_healing", False)]


def test_what_is_found_is_for_the_referee_until_it_is_known() -> None:
    state = State(options=RULES.options.effective({}))
    resolved = RULES.decide(state, RollTreasure(60_000), QuickDice(5))
    assert not isinstance(resolved, Refusal)
    found = [event for event in resolved.events if isinstance(event, TreasureFound)]
    assert found[0].audience == "referee"  # unknown things are in it
    assert resolved.state.party.hoard == found[0].found


@pytest.mark.parametrize(
    ("command", "code"), [(RollTreasure(), "bad_worth"), (RollTreasure(monsters=("ork",)), "no_monster")]
)
def test_nobodys_treasure_is_refused(command: RollTreasure, code: str) -> None:
    refused = RULES.decide(State(options=RULES.options.effective({})), command, ScriptedDice())
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_everything_that_is_found_exists_and_can_be_told() -> None:
    sorts: Counter[str] = Counter()
    for seed in range(60):
        _, _, hoard = dig(RULES.rules, QuickDice(seed), 40_000)
        assert bad_hoard(RULES.rules, hoard) is None
        for item in hoard.items:
            sorts[item.sort] += 1
            for spell in item.spells:
                assert RULES.content.find_spell(spell)
            for language in ("it", "en"):
                assert thing_text(RULES.rules, item, language)
    assert set(sorts) >= {"magic", "weapon", "armour"}
