"""Powers that did less than their facts say, each by its numbers, with dice that always show the same face."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc
from tests.rules.archmage.test_feats_in_action import against, boosts, dealt, feats, go, hit, yes
from tests.rules.archmage.test_true_powers import hero, in_state, states

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.numbers import defence_of
from arbitro.rules.archmage.ongoing_effects import Affliction
from arbitro.rules.archmage.state import Profile

ATK = pytest.mark.rule("AE-ATK-06")


def kinds(play: Play, who: str = "orc") -> list[str]:
    return [event.kind for event in play.all(e.DamageDealt) if event.target == who]


@ATK
@pytest.mark.parametrize(("escalation", "more"), [(0, 0), (1, 0), (4, 9 * 3)])
def test_a_hammer_of_faith_lets_no_die_count_less_than_the_escalation_die(
    game: Archmage, escalation: int, more: int
) -> None:
    ada = hero("cleric", "cleric_hammer_of_faith", level=9, talents=("cleric_domain_war",))
    play = against(game, ada).set(escalation=escalation)
    go(play, c.Attack("ada", "cleric-hammer-of-faith", "ada"))
    (event,) = hit(play, natural=15).all(e.DamageRolled)
    assert sum(part.amount for part in event.modifiers if part.note == "escalation") == more, "nine dice that show 1"


@ATK
def test_what_falls_on_another_is_half_of_what_the_blow_has_dealt(game: Archmage) -> None:
    play = against(game, hero("monk", "monk_spiral_path", level=8, talents=("monk_flurry",)), foe("ogre", hp=900))
    hit(play, "monk-cycle-opens", natural=14, damage=4)
    assert dealt(play, "ogre") == dealt(play) // 2 > 0
    assert kinds(play, "ogre") == ["mana"]
    hit(play.change("ada", actions=("standard",)), "monk-cycle-opens", natural=13)
    assert not dealt(play, "ogre"), "an odd roll stays with its target"


def of_chaos(power: str) -> Profile:
    """A chaos mage with one power, for whom nothing is drawn."""
    made = hero("chaos_mage", level=3, talents=("chaos_mage_separate_existence",))
    return replace(made, attacks=tuple(each for each in made.attacks if each.id == power))


@ATK
@pytest.mark.parametrize(("natural", "kind"), [(14, "fire"), (15, "lightning")])
def test_a_twisted_beam_is_lightning_on_an_odd_roll(game: Archmage, natural: int, kind: str) -> None:
    play = in_state(against(game, of_chaos("chaos-mage-twisted-beam")), "chaos_12")
    assert kinds(hit(play, "chaos-mage-twisted-beam", natural=natural)) == [kind]


@ATK
@pytest.mark.parametrize(("resists", "kind"), [({}, "cold"), ({"cold": 16}, "lightning")])
def test_a_ray_changes_its_energy_where_its_own_is_resisted(game: Archmage, resists, kind: str) -> None:
    own = feats("wizard_ray_of_frost", "epic")
    ada = hero("wizard", "wizard_ray_of_frost", level=8, talents=("wizard_evocation",), feats=own)
    orc = replace(foe("orc", hp=900, pd=5), resistances=resists)
    play = hit(Play(game).begin(ada, orc), "wizard-ray-of-frost", natural=11)
    assert kinds(play) == [kind]
    assert [event.halved for event in play.all(e.DamageDealt)] == [False]


@ATK
@pytest.mark.parametrize(("tier", "shown", "dealt_"), [((), 1, 5), (("champion",), 4, 20), (("epic",), 3, 20)])
def test_a_storm_strikes_five_times_one_die(game: Archmage, tier, shown: int, dealt_: int) -> None:
    own = feats("druid_invoke_the_storm", *tier) if tier else ()
    ada = hero("druid", "druid_invoke_the_storm", level=8, talents=("druid_warrior_druid",), feats=own)
    play = against(game, ada, foe("ogre", hp=900)).set(escalation=shown)
    go(play, c.Attack("ada", "melee", "orc", flexible=True), attack=15, damage=1)
    go(play, c.PickFlexible("ada", "druid-invoke-the-storm"), damage=1)
    assert dealt(play, "ogre") == dealt_


@ATK
def test_an_even_shard_may_bring_another_action_and_an_even_miss_a_way_out(game: Archmage) -> None:
    ada = of_chaos("chaos-mage-shards-of-magic")
    for lot, actions in ((15, 0), (16, 1)):
        play = in_state(Play(game).begin(ada, foe("orc", hp=900, pd=10)), "chaos_6")
        hit(play, "chaos-mage-shards-of-magic", natural=14, lot=lot)
        assert play.one("ada").actions.count("standard") == actions
    play = in_state(against(game, ada), "chaos_6").change("orc", profile=foe("orc", hp=900, pd=99))
    assert not hit(play, "chaos-mage-shards-of-magic", natural=14).one("ada").engaged


@ATK
def test_an_even_chaos_bolt_brings_a_chaotic_benefit(game: Archmage) -> None:
    ada = hero("sorcerer", "sorcerer_chaos_bolt", level=1, talents=("sorcerer_spell_fist",))
    play = Play(game).begin(ada, foe("orc", hp=900, pd=10))
    assert boosts(hit(play, "sorcerer-chaos-bolt", natural=14, lot=1), "ac") == [1]
    play.change("ada", actions=("standard",), boosts=())
    assert not boosts(hit(play, "sorcerer-chaos-bolt", natural=15, lot=1), "ac")


# -------------------------------------------------------------------- sneak attacks


@ATK
@pytest.mark.parametrize("talents", [("rogue_murderous",), ("rogue_improved_sneak_attack",)])
@pytest.mark.parametrize(("tiers", "first"), [((), False), (("adventurer",), True)])
def test_feats_widen_when_a_sneak_attack_comes_about(game: Archmage, talents, tiers, first: bool) -> None:
    own = feats("rogue_sneak_attack", *tiers) if tiers else ()
    plain = dealt(hit(against(game, hero("rogue", level=1, talents=talents))))
    play = against(game, hero("rogue", level=1, talents=talents, feats=own)).change("orc", initiative=-5)
    assert (dealt(hit(play)) > plain) is first


@ATK
def test_a_sneak_attack_on_the_dazed_comes_once_a_round_all_the_same(game: Archmage) -> None:
    own = feats("rogue_sneak_attack", "champion")
    ada = hero("rogue", level=5, talents=("rogue_murderous",), feats=own)
    play = against(game, ada, pc("bea")).engage("bea", "orc")
    once = dealt(hit(play))
    assert once > dealt(hit(play.change("ada", actions=("standard",))))


# -------------------------------------------------------------------- commander, rogue, occultist


def test_an_armour_rises_with_the_escalation_die_once_a_day(game: Archmage) -> None:
    own = feats("commander_armor_skills", "epic")
    ada = hero("commander", level=8, talents=("commander_armor_skills",), feats=own)
    play = against(game, ada).set(escalation=2)
    before = defence_of(play.state, play.one("ada"), "ac")
    go(play, c.Attack("ada", "commander-armour-rises", "ada"))
    assert defence_of(play.state, play.one("ada"), "ac") == before + 2
    assert defence_of(play.set(escalation=5).state, play.one("ada"), "ac") == before + 5
    assert play.refused(c.Attack("ada", "commander-armour-rises", "ada")) == "power_spent"


@pytest.mark.rule("AE-SAVE-01")
def test_a_cunning_rogue_thinks_again_once_a_battle(game: Archmage) -> None:
    own = feats("rogue_cunning", "champion")
    ada = hero("rogue", level=5, talents=("rogue_cunning",), feats=own)
    play = against(game, ada).change("ada", afflictions=(Affliction("dazed", "orc", 11),))
    go(play, c.EndTurn("ada"), save_effect=2)
    yes(play, "rogue-second-thought", save_effect=15)
    assert not play.one("ada").afflictions
    assert "momentum" not in states(play)
