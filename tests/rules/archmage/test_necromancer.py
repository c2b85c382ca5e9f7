"""The necromancer: the dead called up, wounds that grow, and shields that bite."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.bestiary import creature
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Hero, Weapon, make
from arbitro.rules.archmage.events import DamageDealt, Fell
from arbitro.rules.archmage.ongoing_effects import Affliction
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.roll_modifiers import uses_escalation
from arbitro.rules.archmage.state import FOES, PARTY, Profile

BOOKS = load_books()
SCORES = {"str": 10, "con": 10, "dex": 12, "int": 18, "wis": 10, "cha": 14}


def necromancer(*powers: str, level: int = 1, talents: tuple[str, ...] = (), **more: object) -> Profile:
    """A necromancer called Ada, who knows these spells."""
    made = Hero("ada", Named("Ada", "Ada", "f"), "necromancer", level, dict(SCORES), melee=Weapon("small"))
    talents = talents or ("necromancer_deathknell",)
    return make(BOOKS, replace(made, powers=powers, talents=talents, **more), PARTY)


@pytest.mark.rule("AE-INIT-03", "AE-ESC-02")
def test_the_dead_come_act_after_their_master_and_are_gone_with_the_next(game: Archmage) -> None:
    play = Play(game).begin(necromancer("necromancer_summon_undead"), foe("orc", hp=90))
    play.do(c.Attack("ada", "necromancer-summon-undead", "ada"), (3, 1))
    dead = [one for one in play.fight.combatants.values() if one.profile.master == "ada"]
    assert [one.id for one in dead] == ["crumbling-skeleton-1", "crumbling-skeleton-2"]
    assert play.fight.order == ("ada", "crumbling-skeleton-1", "crumbling-skeleton-2", "orc")
    play.do(c.EndTurn("ada"))
    assert play.fight.current == "crumbling-skeleton-1"
    assert not uses_escalation(play.state, play.one("crumbling-skeleton-1"))


@pytest.mark.rule("AE-ESC-02")
def test_a_master_spurs_on_those_who_were_called_up(game: Archmage) -> None:
    ada = necromancer("necromancer_summon_undead", talents=("necromancer_skeletal_minion",))
    play = Play(game).begin(ada, foe("orc", hp=90))
    assert play.one("skeletal-minion-1").max_hp == 14
    play.do(c.Attack("ada", "necromancer-summoning", "ada"))
    assert uses_escalation(play.state, play.one("skeletal-minion-1"))


@pytest.mark.rule("AE-DMG-09")
def test_a_deathknell_fells_whoever_is_at_the_last_gasp(game: Archmage) -> None:
    play = Play(game).begin(necromancer(), foe("orc", hp=6), foe("ogre", hp=5), foe("troll"))
    assert play.refused(c.Attack("ada", "necromancer-deathknell", "orc")) == "too_many_hp"
    play.do(c.Attack("ada", "necromancer-deathknell", "ogre"), (6, 3))
    assert play.find(Fell).who == "ogre"


@pytest.mark.rule("AE-ONGOING-01", "AE-SAVE-02")
def test_a_rotting_curse_grows_with_each_failed_save(game: Archmage) -> None:
    play = Play(game).begin(necromancer("necromancer_rotting_curse", level=5), foe("orc", hp=300, pd=5))
    play.do(c.Attack("ada", "necromancer-rotting-curse", "orc"), (20, 15))
    play.do(c.EndTurn("ada"))
    play.do(c.EndTurn("orc"), (20, 15))
    assert [each.amount for each in play.one("orc").ongoing] == [45]
    play.do(c.EndTurn("ada"))
    play.do(c.EndTurn("orc"), (20, 16))
    assert play.one("orc").ongoing == ()
    assert play.one("orc").hp == 300 - 30 - 45


@pytest.mark.rule("AE-ATK-06")
def test_a_shield_of_negative_energy_bites_odd_attackers(game: Archmage) -> None:
    ada = necromancer("necromancer_negative_energy_shield", level=3)
    play = Play(game).begin(ada, foe("orc", hp=90)).engage("ada", "orc")
    play.do(c.Attack("ada", "necromancer-negative-energy-shield", "ada"))
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "ada"), (20, 3), *[(6, 2)] * 6)
    assert play.find(DamageDealt).amount == 12 + 4


@pytest.mark.rule("AE-TARGET-04")
def test_only_the_undead_are_commanded(game: Archmage) -> None:
    undead = next(name for name, each in BOOKS.monsters.items() if each.type == "undead" and each.hp <= 64)
    ada = necromancer("necromancer_command_undead")
    play = Play(game).begin(ada, foe("orc"), creature(BOOKS, undead, FOES, "dead"))
    assert play.refused(c.Attack("ada", "necromancer-command-undead", "orc")) == "not_such_a_target"
    assert play.game.allows(play.state, c.Attack("ada", "necromancer-command-undead", "dead"))


@pytest.mark.rule("AE-TARGET-03", "AE-ESC-03")
def test_as_many_targets_as_the_escalation_die_shows(game: Archmage) -> None:
    ada = necromancer("necromancer_you_know_what_to_do", level=5)
    play = Play(game).begin(ada, foe("orc"), foe("ogre"), foe("troll"))
    assert play.refused(c.Attack("ada", "necromancer-you-know-what-to-do", "orc")) == "escalation_too_low"
    play.state = replace(play.state, fight=replace(play.fight, escalation=2))
    assert play.refused(c.Attack("ada", "necromancer-you-know-what-to-do", "orc,ogre,troll")) == "how_many_targets"
    play.do(c.Attack("ada", "necromancer-you-know-what-to-do", "orc,ogre"), (20, 15), (20, 16))
    assert all(play.one(each).afflictions for each in ("orc", "ogre"))


@pytest.mark.rule("AE-TARGET-01")
def test_the_bones_of_mooks_rise(game: Archmage) -> None:
    ada = necromancer("necromancer_the_bones_beneath", level=3)
    mooks = [replace(foe(f"rat-{number}", hp=6, pd=5), category="mook") for number in (1, 2)]
    play = Play(game).begin(ada, *mooks, foe("ogre"))
    play.do(c.Attack("ada", "necromancer-the-bones-beneath", "rat-1"), (20, 15), *[(12, 3)] * 4)
    risen = [one.id for one in play.fight.combatants.values() if one.profile.master == "ada"]
    assert risen == ["torn-free-skeleton-3-1", "torn-free-skeleton-3-2"]


@pytest.mark.rule("AE-COND-04")
def test_a_confused_wraith_joins_no_friend_in_melee(game: Archmage) -> None:
    spiral = next(each for each in BOOKS.summons["summoned_wraith"].attacks if each.id == "spiral")
    wraith = foe("wraith", replace(spiral, only_if_even=False, targets=Amount(plus=1)))
    play = Play(game).begin(wraith, foe("orc", pd=5, hp=90), necromancer())
    lost = replace(play.one("wraith"), afflictions=(Affliction("confused", "ada", 11),))
    people = {**play.fight.combatants, "wraith": lost}
    play.state = replace(play.state, fight=replace(play.fight, combatants=people))
    play.do(c.Attack("wraith", "spiral"), (20, 15))
    assert play.one("orc").hp < 90
    assert play.one("wraith").engaged == ()
