"""Powers that were simpler than their facts, each as its facts have it."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc, strike

from arbitro.kernel.ruling import added_up
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Hero, Weapon, make
from arbitro.rules.archmage.choosing import filled
from arbitro.rules.archmage.numbers import defence_of
from arbitro.rules.archmage.ongoing_effects import Mark, Until
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import PARTY, Profile
from arbitro.text import Fault

BOOKS = load_books()
SCORES = {"str": 16, "con": 14, "dex": 16, "int": 16, "wis": 16, "cha": 16}


def hero(class_id: str, *powers: str, level: int = 1, feats=(), talents=(), melee=None, **more) -> Profile:
    weapon = melee or Weapon("punch" if class_id == "monk" else "light")
    bare = Hero(
        "ada",
        Named("Ada", "Ada", "f"),
        class_id,
        level,
        SCORES,
        melee=weapon,
        powers=powers,
        talents=talents,
        feats=feats,
        **more,
    )
    return make(BOOKS, bare, PARTY)


def in_state(play: Play, name: str) -> Play:
    marks = (*play.one("ada").marks, Mark("state", "ada", attack=name, until=Until("battle", "ada")))
    return play.change("ada", marks=marks)


def states(play: Play) -> set[str]:
    return {mark.attack for mark in play.one("ada").marks if mark.kind == "state"}


def monk(form: str, level: int = 1) -> Profile:
    return hero("monk", form, level=level, talents=("monk_flurry",))


@pytest.mark.rule("AE-ATK-06", "AE-ACTION-05")
def test_the_carp_bites_an_engaged_foe_who_attacks_without_a_roll(game: Archmage):
    play = Play(game).begin(monk("monk_three_cunning_tricksters"), foe(hp=60, ac=10), first="ada")
    in_state(play.engage("ada", "orc"), "after_flow")
    play.do(c.Attack("ada", "monk-crane-summons-carp", "orc"), (20, 12), (10, 5))
    assert "carp" in states(play)
    play.until("orc").do(c.Attack("orc", "strike", "ada"), (20, 3))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes"), (6, 4))
    assert play.find(e.DamageDealt).amount == 4 + 3


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize("natural", [3, 19])
def test_the_storm_answers_every_attack_with_twice_the_level(game: Archmage, natural: int):
    play = Play(game).begin(monk("monk_heavens_thunder", 4), foe(hp=60), first="orc")
    in_state(play.engage("ada", "orc"), "storm").do(c.Attack("orc", "strike", "ada"), (20, natural))
    assert [event.amount for event in play.all(e.DamageDealt) if event.target == "orc"] == [8]


@pytest.mark.rule("AE-ATK-06")
def test_no_retreat_needs_somebody_who_has_fallen(game: Archmage):
    ada = monk("monk_iron_crusader_form")
    play = Play(game).begin(ada, pc("bea"), foe(), first="ada").engage("ada", "orc")
    assert play.refused(c.Attack("ada", "monk-no-retreat", "orc")) == "not_as_things_stand"
    play.change("bea", dropped=True)
    assert game.allows(play.state, c.Attack("ada", "monk-no-retreat", "orc"))


@pytest.mark.rule("AE-COND-10")
@pytest.mark.parametrize(("hp", "stunned"), [(190, True), (250, False)])
def test_the_stunning_fist_looks_at_what_the_damage_leaves(game: Archmage, hp: int, stunned: bool):
    ada = monk("monk_deaths_quivering_shadow", 8)
    play = Play(game).begin(ada, foe(hp=hp, ac=10), first="ada").engage("ada", "orc")
    in_state(play, "after_opening")
    play.do(c.Attack("ada", "monk-stunning-fist", "orc"), (20, 12), *([(8, 4)] * 8))
    assert any(each.name == "stunned" for each in play.one("orc").afflictions) == stunned


@pytest.mark.rule("AE-RECOVERY-03")
@pytest.mark.parametrize(("level", "times"), [(3, 2), (7, 3)])
def test_mighty_healing_is_one_recovery_that_heals_more(game: Archmage, level: int, times: int):
    bea = pc("bea", level=1, hp=90)
    play = Play(game).begin(hero("cleric", "cleric_mighty_healing", level=level), bea, foe()).change("bea", hp=5)
    play.do(c.Attack("ada", "cleric-mighty-healing", "bea"), (8, 6))
    used = play.find(e.RecoveryUsed)
    assert (used.healed, used.recoveries) == (6 * times, 7)
    assert added_up(used.sums()[0].parts) == used.healed


@pytest.mark.rule("AE-RECOVERY-03")
def test_mighty_healing_for_three_is_half_as_much_again_from_the_seventh_level(game: Archmage):
    play = Play(game).begin(hero("cleric", "cleric_mighty_healing", level=7), pc("bea", hp=90), foe())
    play.change("bea", hp=5).do(c.Attack("ada", "cleric-mighty-healing-broad", "bea"), (8, 5))
    used = play.find(e.RecoveryUsed)
    assert used.healed == 7  # one and a half times 5
    assert added_up(used.sums()[0].parts) == 7


@pytest.mark.rule("AE-COND-06", "AE-ATK-06")
def test_the_circle_is_drawn_around_one_defence_and_hampers_those_who_miss_it(game: Archmage):
    ada = hero("cleric", "cleric_circle_of_protection", level=7)
    curse = strike(id="curse", defence="md", bonus=0)
    play = Play(game).begin(ada, pc("bea"), foe("orc", strike(bonus=0), curse)).engage("bea", "orc")
    md = defence_of(play.state, play.one("bea"), "md")
    play.do(c.Attack("ada", "cleric-circle-md", "ada"))
    assert defence_of(play.state, play.one("bea"), "md") == md + 1
    assert play.refused(c.Attack("ada", "cleric-circle-of-protection", "ada")) == "power_spent"
    play.until("orc").do(c.Attack("orc", "curse", "bea"), (20, 3))
    assert any(each.name == "hampered" for each in play.one("orc").afflictions)


@pytest.mark.rule("AE-CRIT-01")
def test_from_the_ninth_level_nobody_hits_critically_through_the_circle(game: Archmage):
    ada = hero("cleric", "cleric_circle_of_protection", level=9)
    play = Play(game).begin(ada, pc("bea", hp=90), foe("orc", strike())).engage("bea", "orc")
    play.do(c.Attack("ada", "cleric-circle-of-protection", "ada")).until("orc")
    play.do(c.Attack("orc", "strike", "bea"), (20, 20))
    assert play.find(e.DamageDealt).amount == 6


@pytest.mark.rule("AE-WEAPON-01", "AE-MISS-01")
def test_the_hammer_of_faith_is_a_d12_and_from_the_fifth_level_a_miss_deals_half(game: Archmage):
    ada = hero("cleric", "cleric_hammer_of_faith", level=1, melee=Weapon("small"))
    play = Play(game).begin(ada, foe(hp=60, ac=10)).engage("ada", "orc")
    play.do(c.Attack("ada", "cleric-hammer-of-faith", "ada")).until("orc").until("ada")
    play.do(c.Attack("ada", "melee", "orc"), (20, 15), (12, 9))
    assert play.find(e.DamageDealt).amount == 9 + 3
    five = hero("cleric", "cleric_hammer_of_faith", level=5, melee=Weapon("small"))
    play = Play(game).begin(five, foe(hp=90, ac=40)).engage("ada", "orc")
    play.do(c.Attack("ada", "cleric-hammer-of-faith", "ada"))
    play.do(c.Attack("ada", "melee", "orc"), (20, 5), *([(12, 8)] * 5))
    assert play.find(e.DamageDealt).amount == (40 + 6) // 2


@pytest.mark.rule("AE-COND-08")
def test_hold_monster_holds_and_no_more(game: Archmage):
    ada = hero("wizard", "wizard_hold_monster", level=3)
    play = Play(game).begin(ada, foe(hp=50, md=10)).do(c.Attack("ada", "wizard-hold-monster", "orc"), (20, 15))
    assert [each.name for each in play.one("orc").afflictions] == ["stuck"]


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize(("face", "gift"), [(2, "recovery"), (6, "strike")])
def test_whoever_steps_into_the_shadow_cannot_be_attacked_and_comes_back_with_a_gift(game, face: int, gift: str):
    ada = hero("chaos_mage", level=3, talents=("chaos_mage_separate_existence",))
    ada = replace(ada, attacks=tuple(each for each in ada.attacks if "shadow" in each.id or each.basic))
    play = Play(game).begin(ada, foe("orc", strike(kind="ranged", reach="nearby"), hp=90))
    in_state(play, "chaos_11").change("ada", hp=5)
    play.do(c.Attack("ada", "chaos-mage-step-into-shadow", "ada")).end()
    assert play.refused(c.Attack("orc", "strike", "ada")) == "may_not_attack"
    dice = [(6, face)] + ([(6, 3)] * 3 if gift == "recovery" else [])
    resolved = play.decide(c.EndTurn("orc"), *dice)
    play.state, play.events = resolved.state, resolved.events
    if gift == "recovery":
        assert play.all(e.RecoveryUsed)
    else:
        assert "shadow_strike" in states(play)
        assert "shadow_strike" not in states(play.do(c.EndTurn("ada"))), "it is for that turn alone"
    assert "vanished" not in states(play)


@pytest.mark.rule("AE-REST-04")
def test_barbaric_cleave_is_without_a_limit_in_a_rage_only():
    feats = ("barbarian_barbaric_cleave/adventurer", "barbarian_barbaric_cleave/epic")
    ada = hero("barbarian", level=8, talents=("barbarian_barbaric_cleave",), feats=feats)
    cleave = ada.known("barbarian-barbaric-cleave")
    assert (cleave.usage, cleave.unlimited_in, cleave.per_round) == ("battle", "rage", 1)


@pytest.mark.rule("AE-MISS-01")
def test_a_sure_cut_needs_momentum_and_an_opening_and_a_miss_deals_the_sneak_dice(game: Archmage):
    bare = Hero("ada", Named("Ada", "Ada"), "rogue", 2, SCORES, melee=Weapon("small"), powers=("rogue_sure_cut",))
    ada = make(BOOKS, filled(BOOKS, bare), PARTY)
    if "rogue-improved-sneak-attack" in {rider.source for each in ada.attacks for rider in each.riders}:
        plain = replace(bare, talents=("rogue_cunning",))
        ada = make(BOOKS, plain, PARTY)
    play = Play(game).begin(ada, pc("bea"), foe(hp=60, ac=40)).engage("ada", "orc")
    cut = c.Attack("ada", "rogue-sure-cut", "orc")
    assert play.refused(cut) == "not_in_state"
    in_state(play, "momentum")
    assert play.refused(cut) == "not_such_a_target"
    play.engage("bea", "orc").do(cut, (20, 5), (6, 4))
    assert play.find(e.DamageDealt).amount == 2 + 4


@pytest.mark.rule("AE-ATK-06", "AE-SAVE-03")
def test_a_familiar_has_the_gifts_that_were_chosen_and_no_others(game: Archmage):
    def wizard(gifts: str) -> Profile:
        return hero("wizard", talents=("wizard_familiar",), details={"wizard_familiar": gifts})

    tough = wizard("tough")
    assert [bonus.stat for bonus in tough.bonuses if bonus.source == "wizard_familiar_tough"] == ["save"]
    assert tough.attack("wizard-familiar-counter-bite") is None
    biting = wizard("counter_bite+talkative")
    assert not [bonus for bonus in biting.bonuses if bonus.stat == "save"]
    play = Play(game).begin(biting, foe("orc", strike(bonus=20), hp=60), first="orc").engage("ada", "orc")
    play.do(c.Attack("orc", "strike", "ada"), (20, 10), (4, 3))
    assert [event.amount for event in play.all(e.DamageDealt) if event.target == "orc"] == [3]
    assert play.one("ada").powers["wizard-familiar-counter-bite"].used == 1
    with pytest.raises(Fault):
        wizard("agile+agile")
