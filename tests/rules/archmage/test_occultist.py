"""The occultist: focus that spells spend, and spells in answer to what others do."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Hero, Weapon, make
from arbitro.rules.archmage.events import AttackRolled, DamageDealt, EscalationMoved, HitTurned
from arbitro.rules.archmage.numbers import defence_of, in_state, vulnerable_to
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import PARTY, Profile

BOOKS = load_books()
SCORES = {"str": 10, "con": 12, "dex": 12, "int": 18, "wis": 16, "cha": 10}


def occultist(*powers: str, level: int = 1, talents: tuple[str, ...] = (), **more: object) -> Profile:
    """An occultist called Ada, who knows these spells."""
    made = Hero("ada", Named("Ada", "Ada", "f"), "occultist", level, dict(SCORES), melee=Weapon("small"))
    talents = talents or ("occultist_hewer_of_truth",)
    return make(BOOKS, replace(made, powers=powers, talents=talents, **more), PARTY)


@pytest.mark.rule("AE-ATK-06", "AE-ACTION-05")
def test_focus_is_gathered_spent_and_sometimes_kept(game: Archmage) -> None:
    ada = occultist("occultist_moment_of_karma")
    play = Play(game).begin(ada, foe("orc", hp=90, md=8)).engage("ada", "orc")
    assert play.refused(c.Attack("ada", "occultist-karmic-rebuke", "orc")) == "not_in_state"
    play.do(c.Attack("ada", "occultist-focus", "ada"))
    play.do(c.Opportunity("orc", "no"))
    assert in_state(play.one("ada"), "focus")
    assert play.refused(c.Attack("ada", "occultist-focus", "ada")) == "not_as_things_stand"
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "ada"), (20, 15))
    play.do(c.Interrupt("ada", "yes"), (20, 4), (6, 2), (6, 3), (6, 4))
    assert play.all(DamageDealt)[0].amount == 9 + 3
    assert in_state(play.one("ada"), "focus"), "a natural 5 or less keeps it"


@pytest.mark.rule("AE-ATK-06")
def test_a_higher_roll_loses_focus(game: Archmage) -> None:
    ada = occultist("occultist_moment_of_karma")
    play = Play(game).begin(ada, foe("orc", hp=90, md=8))
    play.do(c.Attack("ada", "occultist-focus", "ada"))
    play.do(c.Attack("ada", "occultist-karmic-rebuke", "orc"), (20, 12), (6, 2))
    assert not in_state(play.one("ada"), "focus")


@pytest.mark.rule("AE-ATK-03", "AE-ACTION-05")
def test_a_timely_mistake_makes_the_foe_roll_again_and_keep_the_lower(game: Archmage) -> None:
    ada = occultist("occultist_timely_mistake")
    play = Play(game).begin(ada, foe("orc", hp=90, md=8, ac=10), pc("bea")).engage("bea", "orc")
    play.do(c.Attack("ada", "occultist-focus", "ada"))
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "bea"), (20, 15))
    play.do(c.Interrupt("ada", "yes"), (20, 10), (6, 4), (20, 3))
    assert play.all(AttackRolled)[-1].outcome == "miss"
    assert play.one("bea").hp == play.one("bea").max_hp


@pytest.mark.rule("AE-STAGGER-01", "AE-ACTION-05")
def test_whoever_staggers_an_ally_is_struck_and_vulnerable(game: Archmage) -> None:
    ada = occultist("occultist_blood_for_blood", level=3)
    play = Play(game).begin(ada, foe("orc", hp=90, md=8), pc("bea", hp=11)).engage("bea", "orc")
    play.do(c.Attack("ada", "occultist-focus", "ada"))
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "bea"), (20, 15))
    play.do(c.Interrupt("ada", "yes"), (20, 12), (6, 1), (6, 2), (6, 3))
    assert vulnerable_to(play.one("orc"), play.one("bea"))


@pytest.mark.rule("AE-ATK-03")
def test_an_otherworldly_shadow_takes_the_blow(game: Archmage) -> None:
    ada = occultist(talents=("occultist_otherworld_shadow",))
    play = Play(game).begin(foe("orc"), ada).engage("ada", "orc")
    play.do(c.Attack("orc", "strike", "ada"), (20, 18))
    play.do(c.Interrupt("ada", "yes"))
    assert play.find(HitTurned).outcome == "miss"
    assert play.one("ada").hp == play.one("ada").max_hp


@pytest.mark.rule("AE-STACK-01", "AE-DEF-01")
def test_a_stance_helps_without_focus_until_a_hit(game: Archmage) -> None:
    ada = occultist(talents=("occultist_stance_of_necessity",))
    play = Play(game).begin(ada, foe("orc")).engage("ada", "orc")
    before = defence_of(play.state, play.one("ada"), "ac")
    play.do(c.Attack("ada", "occultist-stance-of-necessity", "ada"))
    assert defence_of(play.state, play.one("ada"), "ac") == before + 4
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "ada"), (20, 19))
    assert defence_of(play.state, play.one("ada"), "ac") == before


@pytest.mark.rule("AE-TARGET-04", "AE-ATK-04")
def test_those_who_have_seen_too_much_do_not_attack_and_flesh_is_warped(game: Archmage) -> None:
    ada = occultist(talents=("occultist_brain_melting_secrets", "occultist_warp_flesh"))
    play = Play(game).begin(ada, foe("orc", hp=90, md=30, pd=8)).engage("ada", "orc")
    play.do(c.Attack("ada", "occultist-focus", "ada"))
    play.do(c.Opportunity("orc", "no"))
    play.do(c.Attack("ada", "occultist-karmic-rebuke", "orc"), (20, 8), (6, 2))
    play.do(c.EndTurn("ada"))
    assert play.refused(c.Attack("orc", "strike", "ada")) == "may_not_attack"


@pytest.mark.rule("AE-ESC-02")
def test_fate_is_hastened_by_a_fall(game: Archmage) -> None:
    ada = replace(occultist("occultist_hasten_fate", level=9))
    play = Play(game).begin(pc("bea"), ada, foe("orc", hp=1, ac=5), foe("ogre")).engage("bea", "orc")
    fight = replace(play.fight, escalation=3)
    play.state = replace(play.state, fight=fight)
    play.do(c.Attack("bea", "sword", "orc"), (20, 15), (8, 4))
    assert not play.state.awaiting, "without focus nobody is asked"
    assert not play.all(EscalationMoved)
