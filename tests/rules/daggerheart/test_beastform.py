"""The druid's Beastforms: taken for Stress or Hope, struck with, left at will or by force."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, SWORD, acting, duality, foe, hero, play
from tests.rules.daggerheart.test_powers import gifted, struck

from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.beastform import forms_for, may_become
from arbitro.rules.daggerheart.numbers import evasion_of, thresholds_of, trait_of
from arbitro.rules.daggerheart.presence import has_condition
from arbitro.text import LANGUAGES


def druid(**changes: object) -> object:
    """Somebody who turns into beasts."""
    return gifted("evolution", "beastform", **changes)


@pytest.mark.rule("DHP-CHAR-04")
def test_a_beast_has_the_numbers_and_the_claws_of_its_form() -> None:
    bench = play(druid(level=1), foe(hp=20)).do(c.TakeForm("ada", "pack_predator"))
    ada = bench.hero()
    assert (ada.stress_marked, trait_of(ada, "strength"), evasion_of(ada)) == (1, 2, 13)
    bench.do(c.Attack("ada", "orc", "sword")).do(c.Bolster("ada", "form_onset"))
    bench.do(c.Roll("ada"), *duality(7, 4), (6, 2)).do(c.AnswerPower("ada", use=True))
    bench.do(c.AnswerPower("ada", use=False), (8, 5))  # nobody of the pack has acted just now
    assert (bench.only(e.DamageRolled).amount, has_condition(bench.foe(), "vulnerable")) == (7, True)


@pytest.mark.rule("DHP-CHAR-04")
def test_a_form_is_of_ones_tier_and_paid_for() -> None:
    bench = play(druid(stress_marked=6), foe())
    bench.no(c.TakeForm("ada", "great_predator"), "no_such_form")
    bench.no(c.TakeForm("ada", "agile_scout"), "no_stress")
    bench.no(c.LeaveForm("ada"), "in_no_form")
    play(hero(), foe()).no(c.TakeForm("ada", "agile_scout"), "no_power")


@pytest.mark.rule("DHP-CHAR-04", "DHP-HOPE-06")
def test_evolution_costs_hope_and_raises_a_trait() -> None:
    bench = play(druid(hope=3), foe()).do(c.TakeForm("ada", "agile_scout", "presence"))
    ada = bench.hero()
    assert (ada.hope, ada.stress_marked, trait_of(ada, "presence"), trait_of(ada, "agility")) == (0, 0, 1, 1)
    assert trait_of(bench.do(c.LeaveForm("ada")).hero(), "presence") == 0


@pytest.mark.rule("DHP-CHAR-04")
def test_a_fragile_form_gives_way_to_major_damage_and_any_to_the_last_wound() -> None:
    beast = play(druid(armour_marked=3), foe()).do(c.TakeForm("ada", "agile_scout")).hero()
    assert struck(play(beast, foe(damage="5"), turn=acting()), (20, 19)).hero().form is not None
    assert struck(play(beast, foe(damage="9"), turn=acting()), (20, 19)).hero().form is None
    worn = play(druid(armour_marked=3, hp_marked=5), foe()).do(c.TakeForm("ada", "pack_predator")).hero()
    assert struck(play(worn, hero("bo"), foe(damage="1"), turn=acting()), (20, 19)).hero().form is None


@pytest.mark.rule("DHP-CHAR-04")
def test_a_beast_casts_no_spells_from_cards() -> None:
    caster = gifted("evolution", "beastform", "chain_lightning")
    bench = play(caster, foe()).do(c.TakeForm("ada", "agile_scout"))
    bench.no(c.UsePower("ada", "chain_lightning"), "in_a_form")


@pytest.mark.rule("DHP-CHAR-04")
def test_greater_forms_are_made_of_lesser_ones() -> None:
    old = druid(level=8)
    assert isinstance(old, type(hero()))
    mythic = may_become(BOOKS, old, "mythic_beast:pack_predator")
    assert mythic is not None
    assert (mythic.weapon.die, mythic.weapon.plus, mythic.bonus, mythic.evasion) == (10, 11, 4, 4)
    hybrid = may_become(BOOKS, old, "legendary_hybrid:agile_scout,pack_predator")
    assert hybrid is not None
    assert [power.id for power in hybrid.powers[:2]] == ["form_agile", "form_hobbling_strike"]
    for wrong in ("mythic_beast", "mythic_beast:great_predator", "legendary_hybrid:agile_scout", "agile_scout:nobody"):
        assert may_become(BOOKS, old, wrong) is None
    young = replace(old, sheet=replace(old.sheet, level=1))
    assert {BOOKS.forms[name].tier for name in forms_for(BOOKS, young)} == {1}
    assert all(may_become(BOOKS, old, name) is not None for name in forms_for(BOOKS, old))


@pytest.mark.rule("DHP-CHAR-04")
def test_hides_and_venom() -> None:
    bench = play(druid(level=2), foe(hp=30)).do(c.TakeForm("ada", "powerful_beast"))
    assert thresholds_of(bench.hero())[0] == 10
    bench = play(druid(), foe(hp=30)).do(c.TakeForm("ada", "stalking_arachnid"))
    bench.do(c.Attack("ada", "orc")).do(c.Roll("ada"), *duality(9, 8), (6, 3))
    bench = play(bench.hero(), bench.foe(), turn=acting())
    struck(bench, (20, 2), (10, 9))
    assert bench.foe().hp_marked == 1 + 2


@pytest.mark.rule("DHP-CHAR-04")
@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_are_offered_named_and_suggested(language: str) -> None:
    bench = play(druid(level=8, weapons=(SWORD,), hope=5), foe(hp=30, at=60))
    offered = [one for one in RULES.choices(bench.state, REFEREE) if one.command == "take_form"]
    assert len(offered) == 2
    for choice in offered:
        for pick in choice.parameters[0].picks:
            name = RULES.texts.say(
                language,
                pick.label.key,
                **{
                    key: RULES.name_of(bench.state, str(value).removeprefix("@"), language)
                    for key, value in pick.label.values.items()
                },
            )
            assert "_" not in name, name
    assert isinstance(RULES.suggest(bench.state, REFEREE), c.TakeForm)
