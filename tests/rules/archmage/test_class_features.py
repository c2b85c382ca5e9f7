"""What features of classes do, each shown with scripted dice: rages, smites, momentum, forms, drawn spells."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Hero, Weapon, make
from arbitro.rules.archmage.choosing import feat_options, filled, talent_options
from arbitro.rules.archmage.events import AttackRolled, CountRolled, DamageDealt, Marked
from arbitro.rules.archmage.numbers import bonuses_to, in_state
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import PARTY, Profile
from arbitro.text import Fault

BOOKS = load_books()
SCORES = {"str": 16, "con": 14, "dex": 14, "int": 10, "wis": 12, "cha": 14}


def hero(class_id: str, *talents: str, level: int = 1, **more: object) -> Profile:
    """Somebody of a class, called Ada, with these talents and a heavy weapon."""
    made = Hero("ada", Named("Ada", "Ada", "f"), class_id, level, dict(SCORES), melee=Weapon("heavy"), talents=talents)
    return make(BOOKS, replace(made, **more), PARTY)


@pytest.mark.rule("AE-ATK-06", "AE-CRIT-01")
def test_in_a_rage_the_better_of_two_dice_counts_and_two_high_ones_are_a_critical(game: Archmage) -> None:
    ada = hero("barbarian", "barbarian_strongheart")
    play = Play(game).begin(ada, foe("orc", hp=200, ac=10)).engage("ada", "orc")
    play.do(c.Attack("ada", "barbarian-rage", "ada"))
    assert in_state(play.one("ada"), "rage")
    play.do(c.Attack("ada", "melee", "orc"), (20, 12), (20, 14), (8, 4))
    assert play.find(CountRolled).count == 14
    assert play.find(AttackRolled).outcome == "crit"


@pytest.mark.rule("AE-RECOVERY-01")
def test_a_talent_changes_the_plain_numbers_of_a_character() -> None:
    assert hero("barbarian", "barbarian_strongheart").recovery_die == 12
    assert hero("paladin", "paladin_bastion").ac == hero("paladin", "paladin_fearless").ac + 1


@pytest.mark.rule("AE-ATK-06", "AE-MISS-01")
def test_a_smite_deals_more_and_half_on_a_miss(game: Archmage) -> None:
    ada = hero("paladin", "paladin_bastion")
    play = Play(game).begin(ada, foe("orc", hp=200, ac=10)).engage("ada", "orc")
    play.do(c.Attack("ada", "paladin-smite-evil", "orc"), (20, 14), (8, 5), (12, 7))
    assert play.find(DamageDealt).amount == 5 + 3 + 7


@pytest.mark.rule("AE-STACK-01")
def test_a_bonus_for_allies_is_theirs_alone_and_only_nearby(game: Archmage) -> None:
    ada = hero("paladin", "paladin_path_of_universal_righteous_endeavor")
    bea = replace(hero("fighter", "fighter_cleave"), id="bea")
    play = Play(game).begin(ada, bea, foe("orc"))
    assert [each.amount for each in bonuses_to(play.state, play.one("bea"), "save")] == [1]
    assert not list(bonuses_to(play.state, play.one("ada"), "save"))


@pytest.mark.rule("AE-ATK-06")
def test_a_hit_gives_a_rogue_momentum(game: Archmage) -> None:
    ada = hero("rogue", "rogue_tumble")
    play = Play(game).begin(ada, foe("orc", hp=200, ac=5)).engage("ada", "orc")
    play.do(c.Attack("ada", "melee", "orc"), (20, 15), (8, 4))
    assert any(each.mark.attack == "momentum" for each in play.all(Marked))
    assert in_state(play.one("ada"), "momentum")


@pytest.mark.rule("AE-ATK-07")
def test_the_elements_of_a_form_come_in_their_order(game: Archmage) -> None:
    ada = hero("monk", "monk_diamond_focus", powers=("monk_claws_of_the_panther",))
    play = Play(game).begin(ada, foe("orc", hp=200, ac=5)).engage("ada", "orc")
    assert play.refused(c.Attack("ada", "monk-cat-cuts-between-hounds", "orc")) == "not_in_state"
    play.do(c.Attack("ada", "monk-panther-spins-free", "orc"), (20, 15), (6, 4))
    assert in_state(play.one("ada"), "after_opening")


def test_what_cannot_be_chosen_is_refused_in_words() -> None:
    with pytest.raises(Fault):
        hero("barbarian", "barbarian_relentless")  # epic
    with pytest.raises(Fault):
        hero("barbarian", "rogue_tumble")
    with pytest.raises(Fault):
        hero("paladin", "paladin_way_of_evil_bastards", "paladin_path_of_universal_righteous_endeavor")
    with pytest.raises(Fault):
        hero("barbarian", "barbarian_strongheart", feats=("barbarian_slayer/adventurer",))


def test_feats_belong_to_what_somebody_has_and_lower_tiers_come_first() -> None:
    made = Hero("ada", Named("Ada", "Ada"), "barbarian", 8, dict(SCORES), melee=Weapon("heavy"))
    assert "barbarian_ancestral_warband" in talent_options(BOOKS, made)
    made = replace(made, talents=("barbarian_strongheart",))
    options = feat_options(BOOKS, made)
    assert "barbarian_strongheart/adventurer" in options
    assert "barbarian_strongheart/champion" not in options
    assert not any(each.startswith("barbarian_slayer") for each in options)
    assert len(filled(BOOKS, made).talents) == 5


@pytest.mark.rule("AE-DMG-02")
def test_amounts_are_settled_by_the_characters_own_numbers() -> None:
    ada = hero("fighter", "fighter_power_attack", level=5)
    (rider,) = ada.known("fighter-power-attack").riders
    assert rider.effects[0].amount == Amount(5, 4)
