"""Options that come from the parent and touch what this game changes: both sides of each, here too.

All others are shown by the parent's own tests, which run on this game (`test_same_as_parent.py`).
"""

import pytest
from tests.rules.infausta.arena import fight_with
from tests.rules.infausta.camp import RULES, Dungeon, only
from tests.rules.whitebox.arena import d20, sixes, someone, threat

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.seat import REFEREE
from arbitro.rules.whitebox.commands import Attack, CallSave, CheckMorale
from arbitro.rules.whitebox.events import AttackRolled, MoraleRolled, SaveRolled
from arbitro.rules.whitebox.exploring.events import TroopStated
from arbitro.rules.whitebox.exploring.wanderers import appear
from arbitro.rules.whitebox.terms import SaveBonus


@pytest.mark.rule("IS-MORALE-03")
@pytest.mark.parametrize("table", ["on_request", "off"])
def test_with_the_morale_table_off_nothing_is_rolled(table):
    arena = fight_with(someone("a"), *(someone(f"o{n}", "B", group="orcs") for n in range(2)), morale_table=table)
    if table == "on_request":
        assert only(arena.do(CheckMorale("orcs"), *sixes(1, 1)), MoraleRolled).result == "surrender"
        return
    assert arena.refused(CheckMorale("orcs")).code == "option_off"
    assert not isinstance(RULES.suggest(arena.state, REFEREE), CheckMorale)


@pytest.mark.rule("IS-ATK-01")
@pytest.mark.parametrize(("armour", "face", "plain", "extreme"), [(40, 20, False, True), (-20, 1, True, False)])
def test_natural_1_and_20_decide_a_blow_only_by_the_option(armour, face, plain, extreme):
    for switch, hit in ((False, plain), (True, extreme)):
        arena = fight_with(someone("a"), someone("b", "B", armour=armour, hp=30), natural_extremes=switch)
        dice = (d20(face), *sixes(1)) if hit else (d20(face),)
        assert only(arena.do(Attack("a", "b"), *dice), AttackRolled).hit == hit


@pytest.mark.rule("IS-SAVE-02")
@pytest.mark.parametrize(("bonus", "face", "plain", "extreme"), [(20, 1, True, False), (-20, 20, False, True)])
def test_natural_1_and_20_decide_a_save_only_by_the_option(bonus, face, plain, extreme):
    for switch, saved in ((False, plain), (True, extreme)):
        charmed = someone("b", "B", hp=30, save_bonuses=(SaveBonus(bonus, "magic"),))
        arena = fight_with(someone("a"), charmed, natural_extremes=switch)
        assert only(arena.do(CallSave("b", threat("death")), d20(face)), SaveRolled).saved == saved


@pytest.mark.rule("IS-TURN-15")
@pytest.mark.parametrize(("misprints", "monster"), [("corrected", "ochre_jelly"), ("printed", "yellow_mold")])
def test_a_misprint_in_a_table_of_encounters_is_corrected_unless_the_option_says_printed(misprints, monster):
    dungeon = Dungeon("berto", misprints=misprints)
    doubtful = RULES.content.encounter_tables["dungeon_5"].at(5).result
    amount = RULES.content.monsters[monster].appearing.dungeon
    meeting = (*sixes(6, 6), (4, 1), (4, 1))
    with ScriptedDice(*[(amount.sides, 1)] * amount.count, *meeting) as dice:
        scene = RULES.scene(dungeon.state, dice)
        appear(scene, doubtful, outdoors=False)
    assert only(scene.events, TroopStated).troop.monster == monster
