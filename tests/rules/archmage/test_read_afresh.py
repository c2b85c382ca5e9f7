"""Situations read line by line in both languages: who does something to themselves, and what lowers a defence."""

import pytest
from tests.rules.archmage.table import Play, foe, pc

from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.condition_table import CONDITIONS
from arbitro.rules.archmage.ongoing_effects import Affliction, Boost, Until


@pytest.mark.rule("AE-DYING-12")
def test_whoever_drinks_their_own_potion_gives_it_to_nobody(game: Archmage) -> None:
    play = Play(game).begin(pc("ada", potions=2), pc("bea"), foe()).change("ada", hp=4).change("bea", hp=4)
    play.do(c.GivePotion("ada", "ada"), (8, 4))
    own = play.find(e.PotionGiven)
    assert [tell(game, play.state, own, each) for each in ("it", "en")] == [
        "Ada beve una pozione di guarigione.",
        "Ada drinks a healing potion.",
    ]


@pytest.mark.rule("AE-COND-07", "AE-COND-10", "AE-DEF-01")
@pytest.mark.parametrize("name", [name for name, each in CONDITIONS.items() if each.defences])
def test_a_roll_cites_the_rule_of_whatever_lowers_the_defence(game: Archmage, name) -> None:
    play = Play(game).begin(pc(), foe(hp=60)).engage("ada", "orc")
    play.change("orc", afflictions=(Affliction(name, "ada"),)).do(c.Attack("ada", "sword", "orc"), (20, 2))
    assert CONDITIONS[name].defences in play.find(e.AttackRolled).rules


@pytest.mark.rule("AE-STACK-01")
def test_a_roll_cites_the_rule_of_what_is_added_to_the_defence_for_a_while(game: Archmage) -> None:
    play = Play(game).begin(pc(), foe(hp=60)).engage("ada", "orc")
    play.change("orc", boosts=(Boost("shield", "ac", 2, Until("battle", "orc")),))
    play.do(c.Attack("ada", "sword", "orc"), (20, 2))
    roll = play.find(e.AttackRolled)
    assert sum(part.amount for part in roll.check.made_of) == 18
    assert "AE-STACK-01" in roll.rules
