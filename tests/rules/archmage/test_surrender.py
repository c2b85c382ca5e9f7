"""Laying down one's arms: the text is silent, so the option says whether; what follows for the battle is the same."""

import pytest
from tests.rules.archmage.table import Play, foe, pc

from arbitro.kernel.explain import tell
from arbitro.kernel.seat import REFEREE
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.state import Affliction


def two_a_side(play: Play, first: str = "ada") -> Play:
    return play.begin(pc("ada"), pc("bea"), foe("orc"), foe("two"), first=first)


@pytest.mark.rule("AE-FLEE-01", "AE-SEQ-01")
def test_whoever_surrenders_is_out_of_the_battle_and_safe(game: Archmage) -> None:
    play = two_a_side(Play(game)).engage("ada", "orc")
    play.do(c.Surrender("ada"))
    ada = play.one("ada")
    assert (ada.awareness, ada.engaged, play.one("orc").engaged) == ("yielded", (), ())
    assert play.fight.current != "ada"
    said = [tell(game, play.state, event, "it") for event in play.events if type(event) is e.Fell]
    assert said == ["Ada getta le armi e si arrende."]
    play.until("orc")
    assert play.refused(c.Attack("orc", "strike", "ada")) == "no_target"


@pytest.mark.rule("AE-FLEE-01")
@pytest.mark.parametrize("on", [True, False])
def test_surrender_is_a_table_s_choice(game: Archmage, on: bool) -> None:
    play = two_a_side(Play(game).options(surrender=on))
    offered = any(choice.command == "surrender" for choice in game.choices(play.state, REFEREE))
    assert offered == on
    if not on:
        assert play.refused(c.Surrender("ada")) == "option_off"


@pytest.mark.rule("AE-FLEE-01", "AE-COND-10")
def test_only_in_the_own_turn_and_able(game: Archmage) -> None:
    play = two_a_side(Play(game))
    assert play.refused(c.Surrender("bea")) == "not_your_turn"
    play.change("ada", afflictions=(Affliction("stunned", "orc"),))
    assert play.refused(c.Surrender("ada")) in ("cannot_act", "stunned")


@pytest.mark.rule("AE-SEQ-01")
def test_a_side_of_which_nobody_stands_has_lost(game: Archmage) -> None:
    play = two_a_side(Play(game))
    play.do(c.Surrender("ada")).until("bea").do(c.Surrender("bea"))
    assert play.fight.result == "defeat"
    assert [play.state.party[who].awareness for who in ("ada", "bea")] == ["yielded", "yielded"]
    foes = two_a_side(Play(game), "orc")
    foes.do(c.Surrender("orc")).until("two").do(c.Surrender("two"))
    assert foes.fight.result == "victory"
    assert foes.fight.combatants["orc"].awareness == "yielded"


@pytest.mark.rule("AE-FLEE-01", "AE-SEQ-01")
def test_whose_side_wins_is_free_again(game: Archmage) -> None:
    play = two_a_side(Play(game))
    play.do(c.Surrender("ada")).until("orc").do(c.Surrender("orc")).until("two").do(c.Surrender("two"))
    assert play.fight.result == "victory"
    assert play.state.party["ada"].awareness == "awake"
    assert [event.freed for event in play.events if type(event) is e.Woke] == [True]


@pytest.mark.rule("AE-FLEE-01")
def test_a_coward_held_fast_lays_down_the_arms(game: Archmage) -> None:
    play = Play(game).begin(
        pc("ada"), foe("goblin", race="goblin_grunt"), foe("other", race="goblin_grunt"), first="ada"
    )
    play.change("other", awareness="dead", hp=0).until("goblin").change("goblin", grabbed_by=("ada",), actions=())
    play.change("ada", grabbing=("goblin",)).engage("ada", "goblin")
    assert game.suggest(play.state, REFEREE) == c.Surrender("goblin")
