"""The commander: points, commands in the turns of allies, and tactics."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Hero, Weapon, make
from arbitro.rules.archmage.events import (
    AttackRolled,
    DamageDealt,
    DamageRolled,
    EscalationMoved,
    PowerRegained,
    Rallied,
)
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import PARTY, Profile

BOOKS = load_books()
SCORES = {"str": 16, "con": 12, "dex": 12, "int": 10, "wis": 10, "cha": 16}


def commander(*powers: str, level: int = 1, talents: tuple[str, ...] = (), **more: object) -> Profile:
    """A commander called Ada, who knows these commands and tactics."""
    made = Hero("ada", Named("Ada", "Ada", "f"), "commander", level, dict(SCORES), melee=Weapon("light"))
    talents = talents or ("commander_strategist",)
    return make(BOOKS, replace(made, powers=powers, talents=talents, **more), PARTY)


@pytest.mark.rule("AE-ATK-06", "AE-ACTION-05")
def test_a_hit_in_the_own_turn_gives_points_and_a_command_spends_them(game: Archmage) -> None:
    ada = commander("commander_rally_now")
    play = Play(game).begin(ada, pc("bea", hp=30), foe("orc", hp=90, ac=5)).engage("ada", "orc")
    assert play.one("ada").pools == {"command": 2}
    play.do(c.Attack("ada", "melee", "orc"), (20, 12), (6, 4), (3, 2))
    assert play.one("ada").pools == {"command": 4}


@pytest.mark.rule("AE-ACTION-05", "AE-RALLY-01")
def test_a_command_interrupts_as_the_turn_of_an_ally_begins(game: Archmage) -> None:
    bea = replace(pc("bea", hp=40), recovery_die=8)
    play = Play(game).start((c.Member(commander("commander_rally_now")), c.Member(bea, hp=10), c.Member(foe("orc"))))
    play.do(c.EndTurn("ada"))
    assert [question.who for question in play.state.awaiting] == ["ada"]
    play.do(c.Interrupt("ada", "yes"), (8, 5))
    assert play.find(Rallied).who == "bea"
    assert play.one("bea").hp == 15
    assert play.one("bea").actions == ("standard", "move", "quick"), "it has cost no action"
    assert play.one("ada").pools == {"command": 1}
    assert play.one("ada").interrupt_spent >= 0


@pytest.mark.rule("AE-ACTION-05")
def test_nobody_is_asked_without_points_or_without_need(game: Archmage) -> None:
    play = Play(game).begin(commander("commander_rally_now", "commander_strike_here", level=5), pc("bea"), foe("orc"))
    play.do(c.EndTurn("ada"))
    assert not play.state.awaiting


@pytest.mark.rule("AE-ATK-03", "AE-ACTION-05")
def test_an_ally_tries_again(game: Archmage) -> None:
    ada = commander("commander_try_again")
    play = Play(game).begin(ada, pc("bea"), foe("orc", hp=90, ac=15)).engage("bea", "orc")
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("bea", "sword", "orc"), (20, 3))
    play.do(c.Interrupt("ada", "yes"), (20, 15), (8, 4))
    assert play.find(AttackRolled).outcome == "hit"
    assert play.one("ada").pools == {"command": 0}


@pytest.mark.rule("AE-DMG-02", "AE-ACTION-05")
def test_the_low_dice_of_a_hit_are_thrown_again(game: Archmage) -> None:
    ada = commander("commander_hit_harder", level=3)
    play = Play(game).begin(ada, pc("bea", level=3), foe("orc", hp=90, ac=5)).engage("bea", "orc")
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("bea", "sword", "orc"), (20, 15))
    play.do(c.Interrupt("ada", "yes"), (8, 4), (8, 5), (8, 1), (8, 7), (8, 2))
    assert play.find(DamageRolled).dropped == (0, 2)
    assert play.find(DamageDealt).amount == 5 + 7 + 2


@pytest.mark.rule("AE-DMG-02")
def test_set_up_by_one_and_finished_by_the_other(game: Archmage) -> None:
    ada = commander("commander_you_set_them_up", talents=("commander_strategist", "commander_armor_skills"))
    ada = replace(ada, pools={"command": 4})
    play = Play(game).begin(ada, pc("bea"), foe("orc", hp=90, ac=5)).engage("bea", "orc").engage("ada", "orc")
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("bea", "sword", "orc"), (20, 12))
    play.do(c.Interrupt("ada", "yes"), (8, 4))
    assert play.find(DamageDealt).amount == 4 + 3
    assert [(each.value, each.against) for each in play.one("ada").boosts] == [(2, "orc")]


@pytest.mark.rule("AE-ATK-06", "AE-TARGET-04")
def test_outmaneuvering_is_for_those_without_points_and_at_the_strongest_mind(game: Archmage) -> None:
    ada = commander("commander_outmaneuver")
    play = Play(game).begin(replace(ada, pools={}), foe("orc", md=9), foe("seer", md=10))
    assert play.refused(c.Attack("ada", "commander-outmaneuver", "orc")) == "not_such_a_target"
    play.do(c.Attack("ada", "commander-outmaneuver", "seer"), (20, 10))
    assert play.one("ada").pools == {"command": 1}
    play.do(c.EndTurn("ada"))
    play.do(c.EndTurn("orc"))
    play.do(c.EndTurn("seer"))
    assert play.refused(c.Attack("ada", "commander-outmaneuver", "seer")) == "not_as_things_stand"


@pytest.mark.rule("AE-ESC-02", "AE-CRIT-01")
def test_a_critical_hit_on_an_ally_moves_the_escalation_die(game: Archmage) -> None:
    ada = commander("commander_try_again", talents=("commander_never_say_die",))
    play = Play(game).begin(foe("orc"), ada, pc("bea", hp=90)).engage("bea", "orc")
    play.do(c.Attack("orc", "strike", "bea"), (20, 20))
    assert play.find(EscalationMoved).escalation == 1


@pytest.mark.rule("AE-DISENGAGE-02")
def test_everybody_scrambles_away(game: Archmage) -> None:
    play = Play(game).begin(commander("commander_scramble", level=3), pc("bea"), foe("orc")).engage("bea", "orc")
    play.do(c.Attack("ada", "commander-scramble", "ada,bea"), (3, 1))
    assert play.asked == ("ada", "free_move")
    play.do(c.TakeMove("ada", "engage", "orc"))
    assert play.one("ada").engaged == ("orc",)
    assert play.asked == ("bea", "free_move")
    play.do(c.TakeMove("bea", "away", checked=True), (20, 11))
    assert not play.one("bea").engaged
    assert "move" in play.one("ada").actions, "it costs no action"


@pytest.mark.rule("AE-REST-04")
def test_now_and_not_later(game: Archmage) -> None:
    ada = commander("commander_now_not_later", level=9)
    bea = replace(commander("commander_saving_will", level=9), id="bea")
    play = Play(game).begin(bea, ada, foe("orc"))
    play.do(c.Attack("bea", "commander-saving-will", "ada"))
    play.do(c.Interrupt("ada", "yes"), (20, 16))
    assert play.find(PowerRegained).attack == "commander-saving-will"
    assert not play.one("bea").powers["commander-saving-will"].used
