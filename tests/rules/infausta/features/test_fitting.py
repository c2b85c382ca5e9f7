"""Armour to measure, spells from a library, strongholds, and saves of the other classes."""

import pytest
from tests.rules.infausta.camp import Camp, Dungeon, one
from tests.rules.infausta.features.stage import RULES, beast, hero, opened
from tests.rules.whitebox.arena import threat
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.infausta.features.commands import RefitArmour, StudyInLibrary
from arbitro.rules.infausta.features.events import ArmourMisfits, ArmourRefitted, LibraryPaid
from arbitro.rules.whitebox.people.battle import saves_of
from arbitro.rules.whitebox.people.commands import (
    Buy,
    Carry,
    FindTreasure,
    Give,
    Grant,
    Rest,
    SecureTreasure,
    Sell,
    TakeItem,
)
from arbitro.rules.whitebox.people.events import SpellLearned, StrongholdOpen, TimeWent
from arbitro.rules.whitebox.people.state import Coins, Hoard, Item
from arbitro.rules.whitebox.powers.commands import TurnUndead
from arbitro.rules.whitebox.powers.events import TurnAttempted
from arbitro.text import LANGUAGES


def smithy(folk="dvergar", gold=100):
    """A Dvergar, and a human with a suit of leather."""
    camp = Camp(one("dvalin", folk), one("berto"))
    camp.change("dvalin", coins=Coins(gold))
    camp.change("berto", coins=Coins(100))
    camp.do(Buy("berto", "leather"))
    return camp


@pytest.mark.rule("IS-FIT-01")
@pytest.mark.parametrize("folk", ["dvergar", "silvano"])
def test_armour_of_another_build_must_be_refitted_for_half_its_price_in_a_week(folk):
    camp = smithy(folk)
    assert only(camp.do(Give("berto", "leather", "dvalin")), ArmourMisfits).rules == ("IS-FIT-01",)
    assert camp.refused(Carry("dvalin", "leather", "worn")).code == "armour_misfits"
    assert any(choice.id == "refit_armour/dvalin/leather" for choice in RULES.choices(camp.state, REFEREE))
    refitted = only(camp.do(RefitArmour("dvalin", "leather")), ArmourRefitted)
    price = RULES.content.armour["leather"].cost * 100
    assert (refitted.price, refitted.ready) == (price // 2, 7 * 24 * 60)
    assert camp["dvalin"].coins.copper == 10_000 - price // 2
    camp.do(Rest(6))
    assert camp.refused(Carry("dvalin", "leather", "worn")).code == "armour_misfits"
    camp.do(Rest(1))
    camp.do(Carry("dvalin", "leather", "worn"))
    assert camp.refused(RefitArmour("dvalin", "leather")).code == "fits_already"


@pytest.mark.rule("IS-FIT-01")
def test_bought_armour_magic_armour_and_that_of_ones_own_people_fit():
    camp = smithy()
    camp.do(Buy("dvalin", "leather"))
    camp.do(Carry("dvalin", "leather", "worn"))
    camp.do(Grant("berto", "armour", "chain", plus=1))
    assert not found(camp.do(Give("berto", "chain", "dvalin")), ArmourMisfits)
    camp = Camp(one("dvalin", "dvergar"), one("dain", "dvergar"))
    camp.change("dain", coins=Coins(100))
    camp.do(Buy("dain", "leather"))
    assert not found(camp.do(Give("dain", "leather", "dvalin")), ArmourMisfits)
    camp = smithy()
    camp.do(Give("berto", "leather", "dvalin"))
    assert not found(camp.do(Give("dvalin", "leather", "berto")), ArmourMisfits)


@pytest.mark.rule("IS-FIT-01")
def test_found_armour_does_not_fit_and_a_new_suit_under_the_same_name_does():
    camp = smithy()
    camp.do(FindTreasure(Hoard(Coins(1), items=(Item("armour", "chain"),))))
    camp.do(SecureTreasure())
    assert only(camp.do(TakeItem("dvalin", 0)), ArmourMisfits).key == "chain"
    camp.do(Sell("dvalin", "chain"))
    assert camp.state.fittings == {}
    camp.do(Buy("dvalin", "chain"))
    camp.do(Carry("dvalin", "chain", "worn"))


@pytest.mark.rule("IS-FIT-01")
def test_refitting_needs_gold_and_a_town():
    camp = smithy(gold=0)
    camp.do(Give("berto", "leather", "dvalin"))
    assert camp.refused(RefitArmour("dvalin", "leather")).code == "too_dear"
    camp = Dungeon(one("dvalin", "dvergar"))
    assert camp.refused(RefitArmour("dvalin", "leather")).code == "not_in_town"


def mage(who="mira", **more):
    return one(who, class_id="magic_user", book=("light", "read_magic"), **more)


@pytest.mark.rule("IS-MAGE-01")
@pytest.mark.parametrize(("spell", "gold", "hours"), [("sleep", 200, 12), ("web", 400, 24)])
def test_a_spell_from_a_library_costs_gold_and_half_days_by_its_level(spell, gold, hours):
    camp = Camp(mage(level=3))
    camp.change("mira", coins=Coins(gold), book=())
    events = camp.do(StudyInLibrary("mira", spell))
    paid = only(events, LibraryPaid)
    assert (paid.price, paid.hours, paid.rules) == (gold * 100, hours, ("IS-MAGE-01",))
    assert only(events, SpellLearned).spell == spell
    assert only(events, TimeWent).minutes == hours * 60
    assert camp["mira"].coins.copper == 0
    assert spell in camp["mira"].book


@pytest.mark.rule("IS-MAGE-01")
def test_who_cannot_study_in_a_library():
    camp = Camp(mage(), one("tullio", class_id="cleric"))
    camp.change("mira", coins=Coins(199), book=())
    assert camp.refused(StudyInLibrary("mira", "sleep")).code == "too_dear"
    assert camp.refused(StudyInLibrary("mira", "cure_light_wounds")).code == "not_on_list"
    assert camp.refused(StudyInLibrary("tullio", "sleep")).code == "no_gift"
    camp = Dungeon(mage())
    camp.change("mira", coins=Coins(400), book=())
    assert camp.refused(StudyInLibrary("mira", "sleep")).code == "not_in_town"


@pytest.mark.rule("IS-CLASS-03")
@pytest.mark.parametrize("class_id", list(RULES.content.classes))
def test_every_class_has_a_place_or_a_name_to_win(class_id):
    facts = RULES.content.classes[class_id]
    assert facts.stronghold.level == (10 if class_id in ("cleric", "magic_user", "paladin") else 9)
    camp = Camp(mage("elia") if class_id == "magic_user" else one("elia", facts.people or "human", class_id=class_id))
    event = StrongholdOpen("elia", class_id)
    for language in LANGUAGES:
        told = tell(RULES, camp.state, event, language)
        assert "{" not in told
        assert len(told) > 20


@pytest.mark.rule("IS-CLER-01")
def test_turning_is_cited_and_has_a_row_for_the_mightiest():
    camp = opened(hero("tullio", "cleric", 1, gifts={"turns": True}, alignment="law"), beast("zombie"))
    camp.declare_all((6, 6), (6, 1), tullio=("other", "", "", "turn_undead"))
    told = only(camp.do(TurnUndead("tullio", "zombie"), (6, 1), (6, 1), (6, 1)), TurnAttempted)
    assert (told.rules, told.check.needed) == (("IS-CLER-01",), 13)


@pytest.mark.rule("IS-CLASS-01")
@pytest.mark.parametrize(
    ("class_id", "danger", "bonus"),
    [
        ("cleric", threat("damage", "1", element="poison"), 2),
        ("cleric", threat("paralysis", "1"), 2),
        ("champion", threat("death"), 2),
        ("champion", threat("damage", "1", element="fire"), 0),
        ("dvergar", threat("damage", "1", element="fire"), 2),
        ("dvergar", threat("damage", "1", element="lightning"), 2),
        ("dvergar", threat("damage", "1", element="cold"), 0),
        ("silvano", threat("damage", "1", element="poison"), 0),
    ],
)
def test_saves_of_the_classes_by_what_the_danger_is(class_id, danger, bonus):
    stage = opened(hero("a", class_id), beast("goblin"))
    more = RULES.rules.save_circumstances(RULES.at(stage.state), stage.fight.combatants["a"], danger, "")
    assert sum(each.amount for each in more) == bonus


@pytest.mark.rule("IS-CLASS-01")
def test_dangers_of_air_are_those_of_its_creatures():
    stage = opened(hero("a", "dvergar"), beast("elemental_air", "wind"), beast("elemental_fire", "flame"))
    one_of_air = threat("paralysis", "1")
    for foe, bonus in (("wind", 2), ("flame", 0)):
        more = RULES.rules.save_circumstances(RULES.at(stage.state), stage.fight.combatants["a"], one_of_air, foe)
        assert sum(each.amount for each in more) == bonus


@pytest.mark.rule("IS-CLASS-01", "IS-SAVE-02")
@pytest.mark.parametrize("class_id", ["cleric", "champion", "magic_user"])
def test_a_bonus_that_a_column_gives_is_not_counted_twice(class_id):
    column = {"cleric": "death_poison", "champion": "death_poison", "magic_user": "spells_staves"}[class_id]
    camp = Camp(mage("elia") if class_id == "magic_user" else one("elia", class_id=class_id))
    fighter = hero("elia", class_id, save_bonuses=saves_of(RULES.rules, camp["elia"]))
    stage = opened(fighter, beast("goblin"))
    combatant = stage.fight.combatants["elia"]
    danger = threat("death", danger=column, element="poison")
    total = sum(
        each.amount
        for each in (
            *RULES.rules.save_bonuses(RULES.at(stage.state), combatant, column),
            *RULES.rules.save_circumstances(RULES.at(stage.state), combatant, danger, ""),
        )
    )
    assert total == 1 + 2
