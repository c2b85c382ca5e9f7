"""The paladin: vows, healing and smiting by touch, zeal that rest gives back."""

import pytest
from tests.rules.infausta.camp import Camp, one
from tests.rules.infausta.features.stage import RULES, beast, hero, opened, staged
from tests.rules.whitebox.arena import d20, someone, threat
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.seat import REFEREE
from arbitro.rules.infausta.features.commands import Atone, BreakVows, SpendZeal
from arbitro.rules.infausta.features.events import VowsRecalled, ZealRestored, ZealSpent
from arbitro.rules.infausta.features.zeal import most_zeal, zeal_left
from arbitro.rules.whitebox.commands import Attack, CallSave, EndTurn
from arbitro.rules.whitebox.events import BlowHeld, DamageDealt, Fell, SaveRolled
from arbitro.rules.whitebox.people.commands import DivideTreasure, FindTreasure, Rest, SecureTreasure
from arbitro.rules.whitebox.people.events import Healed
from arbitro.rules.whitebox.people.state import Coins, Hoard
from arbitro.rules.whitebox.powers.commands import Locate
from arbitro.rules.whitebox.powers.events import HpRegained, Unaffected


def knight(level=2, **more):
    return hero("knight", "paladin", level, **more)


@pytest.mark.rule("IS-PALA-04")
@pytest.mark.parametrize("level", range(1, 11))
def test_two_points_of_zeal_for_each_level(level):
    camp = Camp(one("galva", class_id="paladin", level=level))
    assert most_zeal(RULES.at(camp.state), "galva") == zeal_left(RULES.at(camp.state), "galva") == 2 * level


@pytest.mark.rule("IS-PALA-02")
def test_a_touch_gives_back_as_many_hit_points_as_zeal_is_spent():
    members = (knight(3), hero("ally", "thief", hp=8), someone("b", "B", hp=20))
    stage = staged(*members, first="B", intents={"knight": ("other", "", "", "spend_zeal")})
    stage.do(Attack("b", "ally"), d20(15), (6, 6))
    stage.end("B")
    events = stage.do(SpendZeal("knight", "ally", 4))
    spent = only(events, ZealSpent)
    assert (spent.points, spent.left, spent.use, spent.rules[0]) == (4, 2, "heal", "IS-PALA-02")
    regained = only(events, HpRegained)
    assert regained.left == 6
    assert [(each.amount, each.rule, each.note) for each in regained.modifiers] == [(4, "IS-PALA-02", "zeal")]
    assert stage.refused(SpendZeal("knight", "ally", 1)).code == "attacked_already"


@pytest.mark.rule("IS-PALA-02")
def test_zeal_wakes_whoever_lies_below_zero():
    members = (knight(3), hero("ally", "thief", 3, hp=1), someone("b", "B", hp=20))
    stage = staged(*members, first="B", intents={"knight": ("other", "", "", "spend_zeal")})
    stage.do(Attack("b", "ally"), d20(15), (6, 3))
    assert stage.fight.combatants["ally"].condition == "out"
    stage.end("B")
    assert only(stage.do(SpendZeal("knight", "ally", 3)), HpRegained).wakes


@pytest.mark.rule("IS-PALA-03")
@pytest.mark.parametrize("monster", ["zombie", "demon_imp", "pixie"])
def test_a_touch_harms_undead_demons_and_fey_without_a_roll(monster):
    stage = staged(knight(2), beast(monster, "foe", hp=10), intents={"knight": ("other", "", "", "spend_zeal")})
    if monster == "pixie":  # nobody touches what they cannot see and have no idea of
        assert stage.refused(SpendZeal("knight", "foe", 4)).rules == ("IS-INVIS-01",)
        stage.do(Locate("foe"))
    events = stage.do(SpendZeal("knight", "foe", 4))
    dealt = only(events, DamageDealt)
    assert (dealt.amount, dealt.left) == (4, 6)
    assert [(one.amount, one.rule, one.note) for one in dealt.modifiers] == [(4, "IS-PALA-03", "zeal")]
    assert stage.state.gifts["knight"].zeal_spent == 4


@pytest.mark.rule("IS-PALA-03")
def test_in_a_simultaneous_turn_the_wound_waits_like_any_other():
    stage = opened(knight(1), beast("zombie", "foe", hp=2))
    stage.declare_all((6, 3), (6, 3), knight=("other", "", "", "spend_zeal"))
    held = only(stage.do(SpendZeal("knight", "foe", 2)), BlowHeld)
    assert held.blow.amount == 2
    stage.end("A")
    assert found(stage.do(EndTurn("B")), Fell)


@pytest.mark.rule("IS-PALA-02", "IS-PALA-03", "IS-PALA-04")
def test_what_zeal_cannot_do():
    members = (knight(1), hero("ally", "thief"), beast("goblin"), beast("zombie", "far", at=30))
    stage = staged(*members, intents={"knight": ("other", "", "", "spend_zeal")})
    assert stage.refused(SpendZeal("knight", "goblin", 1)).code == "no_zeal_for"
    assert stage.refused(SpendZeal("knight", "ally", 1)).code == "no_zeal_for"
    assert stage.refused(SpendZeal("knight", "far", 1)).code == "out_of_reach"
    short = stage.refused(SpendZeal("knight", "far", 3))
    assert (short.code, short.values["left"]) == ("zeal_short", 2)
    assert stage.refused(SpendZeal("knight", "far", 0)).code == "zeal_short"
    assert stage.refused(SpendZeal("ally", "goblin", 1)).code == "no_gift"
    assert stage.refused(SpendZeal("knight", "knight", 1)).code == "no_zeal_for"


@pytest.mark.rule("IS-PALA-02", "IS-PALA-04")
def test_between_fights_zeal_heals_and_a_nights_rest_gives_it_back():
    camp = Camp(one("galva", class_id="paladin", level=2), one("berto"))
    camp.change("berto", hp=1)
    events = camp.do(SpendZeal("galva", "berto", 3))
    assert only(events, Healed).left == 4
    assert camp.refused(SpendZeal("galva", "berto", 2)).code == "zeal_short"
    restored = only(camp.do(Rest(1)), ZealRestored)
    assert (restored.zeal, restored.rules) == (4, ("IS-PALA-04",))
    assert zeal_left(RULES.at(camp.state), "galva") == 4
    assert not found(camp.do(Rest(1)), ZealRestored)


@pytest.mark.rule("IS-PALA-01")
@pytest.mark.parametrize("element", ["fear", "charm", "sleep"])
def test_vows_keep_fear_and_magic_of_the_mind_off(element):
    stage = opened(knight(), someone("b", "B"))
    danger = threat("paralysis", "1", element=element)
    assert only(stage.do(CallSave("knight", danger)), Unaffected).rules == ("IS-PALA-01",)
    stage.do(BreakVows("knight"))
    assert only(stage.do(CallSave("knight", danger), d20(15)), SaveRolled).saved


@pytest.mark.rule("IS-PALA-01", "IS-PALA-04")
def test_broken_vows_take_all_zeal_until_atonement():
    camp = Camp(one("galva", class_id="paladin", level=2), one("berto"))
    camp.change("berto", hp=1)
    camp.do(BreakVows("galva"))
    assert (most_zeal(RULES.at(camp.state), "galva"), zeal_left(RULES.at(camp.state), "galva")) == (0, 0)
    assert camp.refused(SpendZeal("galva", "berto", 1)).code == "vows_broken"
    assert camp.refused(BreakVows("galva")).code == "vows_broken"
    assert camp.refused(BreakVows("berto")).code == "no_gift"
    assert camp.refused(BreakVows("nobody")).code == "no_character"
    camp.do(Atone("galva"))
    assert camp.refused(Atone("galva")).code == "vows_kept"
    camp.do(SpendZeal("galva", "berto", 4))


@pytest.mark.rule("IS-PALA-01")
def test_the_referee_is_reminded_of_the_vows_when_money_comes_in():
    camp = Camp(one("galva", class_id="paladin"), one("berto"))
    camp.do(FindTreasure(Hoard(Coins(100))))
    camp.do(SecureTreasure())
    told = only(camp.do(DivideTreasure()), VowsRecalled)
    assert (told.who, told.gp, told.audience) == ("galva", 50, "referee")


@pytest.mark.rule("IS-CLASS-01")
@pytest.mark.parametrize(("monster", "total"), [("zombie", 15), ("pixie", 15), ("demon_imp", 15), ("goblin", 13)])
def test_paladins_save_better_from_undead_fey_and_demons(monster, total):
    stage = opened(knight(1), beast(monster, "foe"))
    danger = threat("paralysis", "1")
    more = RULES.rules.save_circumstances(RULES.at(stage.state), stage.fight.combatants["knight"], danger, "foe")
    base = RULES.rules.save_bonuses(RULES.at(stage.state), stage.fight.combatants["knight"], None)
    assert 12 + sum(one.amount for one in (*base, *more)) == total


def test_what_a_paladin_may_do_is_offered():
    camp = Camp(one("galva", class_id="paladin", level=2), one("berto"))
    camp.change("berto", hp=1)
    offered = {choice.id: choice for choice in RULES.choices(camp.state, REFEREE)}
    target, points = offered["spend_zeal/galva"].parameters
    assert [pick.value for pick in target.picks] == ["berto"]
    assert (points.minimum, points.maximum) == (1, 4)
    assert "break_vows/galva" in offered
    assert "atone/galva" not in offered
