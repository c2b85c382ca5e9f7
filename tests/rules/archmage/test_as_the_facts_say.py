"""Powers and feats that the table had to look after, as their facts say, with dice that show the same face."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc, strike
from tests.rules.archmage.test_feats_in_action import against, boosts, dealt, feats, go, hit, yes
from tests.rules.archmage.test_true_powers import hero, in_state, states

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Bow, Hero, Weapon, make
from arbitro.rules.archmage.numbers import defence_of
from arbitro.rules.archmage.ongoing_effects import Affliction, Mark, Ongoing, Until
from arbitro.rules.archmage.power import Attack, Named
from arbitro.rules.archmage.state import PARTY, Profile

ATK = pytest.mark.rule("AE-ATK-06")
FIRE = Ongoing("flame", 5, "fire", 11, "orc")


def of_chaos(power: str, *tiers: str, level: int = 3) -> Profile:
    """A chaos mage who knows one spell, with what comes of it."""
    own = feats(power, *tiers) if tiers else ()
    made = hero("chaos_mage", level=level, talents=("chaos_mage_separate_existence",), feats=own)
    name = power.replace("_", "-")
    kept = [
        each
        for each in made.attacks
        if each.basic or each.id == name or each.trigger not in (None, "turn_ends", "battle_begins")
    ]
    return replace(made, attacks=tuple(kept))


def on(play: Play, who: str, state: str) -> bool:
    return any(mark.kind == "state" and mark.attack == state for mark in play.one(who).marks)


def ready(play: Play) -> Play:
    return play.change("ada", actions=("standard", "move", "quick"))


# -------------------------------------------------------------------- barbarian


@ATK
@pytest.mark.parametrize(("tiers", "saves"), [((), 0), (("champion",), 1)])
def test_a_strong_heart_shrugs_something_off_with_each_recovery(game: Archmage, tiers, saves: int) -> None:
    own = feats("barbarian_strongheart", *tiers) if tiers else ()
    play = against(game, hero("barbarian", level=5, talents=("barbarian_strongheart",), feats=own))
    play.change("ada", hp=10, ongoing=(FIRE,))
    go(play, c.Rally("ada"), save_ongoing=15)
    assert len(play.one("ada").ongoing) == 1 - saves


@pytest.mark.rule("AE-MISS-01")
def test_a_slayers_wrath_takes_the_place_of_the_miss_damage_once(game: Archmage) -> None:
    own = feats("barbarian_slayer", "champion")
    play = Play(game).begin(hero("barbarian", level=5, talents=("barbarian_slayer",), feats=own), foe("orc", hp=900))
    go(play, c.Move("ada", "engage", "orc", past="none")).change("orc", hp=400)
    yes(hit(play, natural=2, damage=3), "barbarian-slayers-wrath", damage=3)
    assert dealt(play) == 15, "five dice that show 3, and nothing of the level"
    hit(ready(play), natural=2)
    assert dealt(play) == 5, "once a battle"


@ATK
def test_a_cleave_runs_on_to_a_nearby_foe_where_nobody_is_left(game: Archmage) -> None:
    own = feats("barbarian_barbaric_cleave", "champion")
    ada = hero("barbarian", level=5, talents=("barbarian_barbaric_cleave",), feats=own)
    play = against(game, ada, foe("ogre", hp=900, ac=10)).change("orc", hp=1)
    hit(play, natural=15)
    assert play.one("ada").engaged == ("ogre",)
    assert dealt(play, "ogre") > 0


@ATK
@pytest.mark.parametrize(("tiers", "dice"), [((), 1), (("epic",), 2)])
def test_the_spirits_always_rage(game: Archmage, tiers, dice: int) -> None:
    own = feats("barbarian_ancestral_warband", *tiers) if tiers else ()
    ada = hero("barbarian", level=8, talents=("barbarian_ancestral_warband",), feats=own)
    play = in_state(against(game, ada), "warband").set(escalation=6)
    go(play, c.EndTurn("ada"), chance=1, attack=12)
    assert len([one for one in play.all(e.CountRolled) if one.what == "second_die"]) == dice - 1
    assert play.all(e.AttackRolled)


# -------------------------------------------------------------------- bard


def bard(power: str, *tiers: str, level: int = 8) -> Profile:
    own = feats(power, *tiers) if tiers else ()
    return hero("bard", power, "bard_battle_chant", level=level, talents=("bard_loremaster",), feats=own)


@ATK
@pytest.mark.parametrize(("tiers", "hp", "temp"), [((), 1, 3), (("adventurer",), 1, 6), (("adventurer",), 29, 3)])
def test_hang_tough_is_worth_twice_as_much_to_the_staggered(game: Archmage, tiers, hp: int, temp: int) -> None:
    play = against(game, bard("bard_hang_tough", *tiers, level=3), pc("bea")).change("bea", hp=hp)
    go(play, c.Attack("ada", "melee", "orc", flexible=True), attack=15, damage=1)
    go(play, c.PickFlexible("ada", "bard-hang-tough"))
    assert play.one("bea").temp_hp == temp


@ATK
def test_take_heart_helps_against_what_only_a_turn_would_end(game: Archmage) -> None:
    play = against(game, bard("bard_take_heart", level=3), pc("bea"))
    play.change("bea", afflictions=(Affliction("dazed", "orc", until=Until("end", "orc", 3)),))
    go(play, c.Attack("ada", "melee", "orc", flexible=True), attack=15, damage=1)
    go(play, c.PickFlexible("ada", "bard-take-heart"), save_effect=11)
    assert not play.one("bea").afflictions


@ATK
def test_a_song_of_magic_counts_the_escalation_die_at_its_height(game: Archmage) -> None:
    made = {level: bard("bard_song_of_magic", level=level).known("bard-kept-spell") for level in (7, 9)}
    scaled = {level: attack.riders[0].effects[0].times for level, attack in made.items()}
    assert scaled == {7: "", 9: "escalation"}


@ATK
def test_victory_is_for_three_allies(game: Archmage) -> None:
    others = [pc(name) for name in ("bea", "cyd", "dan", "eve")]
    play = against(game, bard("bard_victory_is_ours"), *others)
    go(play, c.Attack("ada", "melee", "orc", flexible=True), attack=20, damage=1)
    go(play, c.PickFlexible("ada", "bard-victory-is-ours"))
    helped = [one for one in ("bea", "cyd", "dan", "eve") if any(b.stat == "damage" for b in play.one(one).boosts)]
    assert helped == ["bea", "cyd", "dan"]


# -------------------------------------------------------------------- cleric


def cleric(power: str, level: int = 5, *tiers: str) -> Profile:
    own = feats(power, *tiers) if tiers else ()
    return hero("cleric", power, level=level, talents=("cleric_domain_war",), feats=own)


@ATK
@pytest.mark.parametrize(("level", "hp", "more"), [(3, 1, 2), (5, 1, 3), (5, 30, 2), (7, 1, 3)])
def test_a_shield_of_faith_is_stronger_for_the_staggered(game: Archmage, level: int, hp: int, more: int) -> None:
    play = Play(game).begin(cleric("cleric_shield_of_faith", level), pc("bea"), foe())
    had = defence_of(play.state, play.one("bea"), "ac")
    go(play, c.Attack("ada", "cleric-shield-of-faith", "bea")).change("bea", hp=hp)
    assert defence_of(play.state, play.one("bea"), "ac") - had == more


@pytest.mark.rule("AE-COND-08")
def test_whom_fear_drives_off_only_thinks_of_leaving(game: Archmage) -> None:
    play = Play(game).begin(cleric("cleric_cause_fear", 3), foe("orc", hp=50)).engage("ada", "orc")
    play.change("ada", engaged=()).change("orc", engaged=())
    hit(play, "cleric-cause-fear", natural=15)
    assert {each.name for each in play.one("orc").afflictions} == {"weakened"}
    play.until("orc")
    assert play.refused(c.Attack("orc", "strike", "ada")) == "routed"


@ATK
@pytest.mark.parametrize(("level", "helped"), [(3, 1), (7, 2)])
def test_a_boon_of_combat_is_for_one_and_later_for_two(game: Archmage, level: int, helped: int) -> None:
    play = against(game, cleric("cleric_combat_boon", level), pc("bea"))
    play.change("bea", ongoing=(FIRE,)).change("ada", ongoing=(FIRE,))
    hit(play, "cleric-combat-boon", natural=15, save_ongoing=19)
    assert 2 - len(play.one("bea").ongoing) - len(play.one("ada").ongoing) == helped


@ATK
@pytest.mark.parametrize(("natural", "left"), [(20, 0), (15, 1)])
def test_after_a_critical_boon_the_save_succeeds_by_itself(game: Archmage, natural: int, left: int) -> None:
    play = against(game, cleric("cleric_combat_boon", 3, "adventurer"), pc("bea")).change("bea", ongoing=(FIRE,))
    hit(play, "cleric-combat-boon", natural=natural, save_ongoing=2)
    assert len(play.one("bea").ongoing) == left


# -------------------------------------------------------------------- chaos mage


@ATK
def test_drums_of_war_are_for_the_first_odd_hit_of_anybody(game: Archmage) -> None:
    play = in_state(against(game, of_chaos("chaos_mage_war_drums"), pc("bea")).engage("bea", "orc"), "chaos_4")
    go(play, c.Attack("ada", "chaos-mage-war-drums", "ada"))
    plain = dealt(hit(ready(play), natural=14))
    assert on(play, "ada", "drums"), "an even hit leaves them be"
    play.until("bea")
    go(play, c.Attack("bea", "sword", "orc"), attack=15, damage=1)
    assert dealt(play) == 1 + 23
    assert not on(play, "ada", "drums")
    assert plain < 23


@ATK
@pytest.mark.parametrize(("lot", "goes_on"), [(15, False), (16, True)])
def test_epic_drums_may_go_on(game: Archmage, lot: int, goes_on: bool) -> None:
    play = in_state(against(game, of_chaos("chaos_mage_war_drums", "epic", level=8)), "chaos_4")
    go(play, c.Attack("ada", "chaos-mage-war-drums", "ada"))
    assert dealt(hit(ready(play), natural=15, lot=lot)) > 53
    assert on(play, "ada", "drums") is goes_on


@ATK
def test_drums_hurt_the_staggered_at_once_by_a_feat(game: Archmage) -> None:
    play = against(game, of_chaos("chaos_mage_war_drums", "champion", level=5), foe("ogre", hp=900)).change("orc", hp=9)
    go(in_state(play, "chaos_4"), c.Attack("ada", "chaos-mage-war-drums", "ada"), damage=3)
    assert (dealt(play), dealt(play, "ogre")) == (6, 0)


@ATK
def test_an_aura_of_chaos_burns_the_next_who_comes_close_and_is_gone(game: Archmage) -> None:
    play = Play(game).begin(of_chaos("chaos_mage_chaos_blessing"), foe("orc", hp=900), foe("ogre", hp=900))
    go(in_state(play, "chaos_defence"), c.Attack("ada", "chaos-mage-chaos-blessing", "ada"), lot=10)
    play.until("orc")
    go(play, c.Move("orc", "engage", "ada", past="none"), damage=4)
    assert dealt(play) == 8, "two tens that show 4"
    play.until("ogre")
    go(play, c.Move("ogre", "engage", "ada", past="none"))
    assert not dealt(play, "ogre")


@ATK
@pytest.mark.parametrize(("tiers", "stats"), [((), {"ac"}), (("adventurer",), {"ac", "pd", "md"})])
def test_a_blessing_of_defence_may_cover_all_three_until_the_first_miss(game: Archmage, tiers, stats) -> None:
    play = against(game, of_chaos("chaos_mage_chaos_blessing", *tiers))
    go(in_state(play, "chaos_defence"), c.Attack("ada", "chaos-mage-chaos-blessing", "ada"), lot=14)
    assert {each.stat for each in play.one("ada").boosts} == stats
    play.until("orc")
    go(play, c.Attack("orc", "strike", "ada"), attack=2)
    assert not play.one("ada").boosts


@pytest.mark.rule("AE-RESIST-01")
def test_a_fiery_claw_knows_no_resistance_and_takes_it_away(game: Archmage) -> None:
    orc = replace(foe("orc", hp=900, ac=5, pd=5), resistances={"fire": 18, "weapon": 18})
    play = in_state(Play(game).begin(of_chaos("chaos_mage_fiery_claw"), orc).engage("ada", "orc"), "chaos_3")
    hit(play, "chaos-mage-fiery-claw", natural=11)
    assert [event.halved for event in play.all(e.DamageDealt)] == [False]
    hit(ready(play), natural=11)
    assert [event.halved for event in play.all(e.DamageDealt)] == [False], "the weapon is not resisted either"
    play.change("orc", marks=())
    hit(ready(play), natural=11)
    assert [event.halved for event in play.all(e.DamageDealt)] == [True]


@ATK
@pytest.mark.parametrize(("natural", "temp"), [(14, 8), (15, 0)])
def test_evil_has_its_due_when_whom_it_touched_falls(game: Archmage, natural: int, temp: int) -> None:
    play = in_state(
        against(game, of_chaos("chaos_mage_evil_touch"), foe("ogre"), pc("bea")).engage("bea", "orc"), "chaos_10"
    )
    hit(play, "chaos-mage-evil-touch", natural=natural)
    assert not play.one("ada").temp_hp
    play.change("orc", hp=1).until("bea")
    go(play, c.Attack("bea", "sword", "orc"), attack=15, damage=6)
    assert play.one("ada").temp_hp == temp


@ATK
def test_evil_may_spread_in_place_of_its_due(game: Archmage) -> None:
    ada = of_chaos("chaos_mage_evil_touch", "champion", level=5)
    play = in_state(against(game, ada, foe("ogre", hp=90)), "chaos_10").change("orc", hp=1)
    play.change("orc", marks=(Mark("state", "ada", attack="touched_by_evil", until=Until("battle", "ada")),))
    yes(hit(play, natural=15), "chaos-mage-evil-spreads")
    assert (dealt(play, "ogre"), play.one("ada").temp_hp) == (10, 0)


@ATK
@pytest.mark.parametrize(("tiers", "price"), [((), 8), (("champion",), 6)])
def test_a_scream_costs_a_die_less_by_a_feat(game: Archmage, tiers, price: int) -> None:
    play = in_state(against(game, of_chaos("chaos_mage_tortured_scream", *tiers, level=5)), "chaos_9")
    hit(play, "chaos-mage-tortured-scream", natural=15, self_damage=2)
    assert dealt(play, "ada") == price


# -------------------------------------------------------------------- fighter, rogue, ranger, sorcerer, wizard


@ATK
@pytest.mark.parametrize(("level", "dice"), [(1, 1), (5, 2), (8, 3)])
def test_grim_intent_adds_weapon_dice_to_the_next_miss_that_hurts(game: Archmage, level: int, dice: int) -> None:
    ada = hero("fighter", "fighter_grim_intent", level=level, talents=("fighter_cleave", "fighter_tough_as_iron"))
    play = against(game, ada).change("orc", profile=foe("orc", hp=900, ac=99))
    go(play, c.Attack("ada", "melee", "orc", flexible=True), attack=4)
    go(play, c.PickFlexible("ada", "fighter-grim-intent"))
    assert "grim" in states(play)
    hit(ready(play), natural=5, damage=6)
    assert dealt(play) == level + 6 * dice
    assert "grim" not in states(play)


@pytest.mark.rule("AE-OPP-01")
def test_punish_them_is_for_opportunity_attacks(game: Archmage) -> None:
    ada = hero("fighter", "fighter_punish_them", level=3, talents=("fighter_counter_attack",))
    riders = [rider for rider in ada.known("melee").riders if rider.source == "fighter-punish-them"]
    assert [rider.when for rider in riders] == [("opportunity",)]


def rogue(power: str, *tiers: str, level: int = 7, talents=("rogue_murderous",)) -> Profile:
    own = feats(power, *tiers) if tiers else ()
    return hero("rogue", power, level=level, talents=talents, feats=own)


@ATK
@pytest.mark.parametrize(("tiers", "harm"), [((), 3), (("champion",), 6)])
def test_a_deflected_blow_falls_on_another(game: Archmage, tiers, harm: int) -> None:
    ogre = foe("ogre", hp=90)
    play = against(game, rogue("rogue_deflection", *tiers), ogre).engage("ada", "ogre")
    in_state(play, "momentum").until("orc")
    yes(go(play, c.Attack("orc", "strike", "ada"), attack=2), "rogue-deflection")
    assert dealt(play, "ogre") == harm
    assert "momentum" not in states(play)


@ATK
@pytest.mark.parametrize(("natural", "first"), [(14, True), (13, False)])
def test_a_riposte_counts_only_if_its_number_is_as_high(game: Archmage, natural: int, first: bool) -> None:
    play = in_state(against(game, rogue("rogue_swift_riposte")), "momentum").until("orc")
    go(play, c.Attack("orc", "strike", "ada"), attack=14)
    yes(play, "rogue-swift-riposte", attack=natural, damage=6)
    assert (dealt(play) > 0) is first
    assert bool(play.all(e.AttackLapsed)) is not first


@ATK
@pytest.mark.parametrize(("natural", "harm"), [(3, 10), (13, 10), (14, 0)])
def test_spikes_hurt_whoever_strikes_with_an_odd_roll_hit_or_miss(game: Archmage, natural: int, harm: int) -> None:
    play = in_state(against(game, rogue("rogue_spiky_bastard")), "spikes").until("orc")
    go(play, c.Attack("orc", "strike", "ada"), attack=natural)
    assert dealt(play) == harm


@ATK
@pytest.mark.parametrize(("level", "talents", "dice"), [(2, ("rogue_murderous",), 1), (6, ("rogue_murderous",), 3)])
def test_a_flying_blade_brings_the_sneak_attack_of_the_level(game: Archmage, level: int, talents, dice: int) -> None:
    ada = hero("rogue", "rogue_flying_blade", level=level, talents=talents, ranged=Bow("small", "thrown"))
    play = Play(game).begin(ada, pc("bea"), foe("orc", hp=900, ac=10)).engage("bea", "orc")
    odd = dealt(hit(play, "rogue-flying-blade", natural=13, damage=2))
    even = dealt(hit(ready(play), "rogue-flying-blade", natural=14, damage=2))
    assert even - odd == 2 * dice
    again = dealt(hit(ready(play), "rogue-flying-blade", natural=14, damage=2))
    assert again == odd, "it has used up the sneak attack of the round"


@ATK
def test_a_sure_cut_needs_a_sneak_attack_that_could_come(game: Archmage) -> None:
    own = feats("rogue_sneak_attack", "adventurer", "champion")
    plain, able = (
        hero("rogue", "rogue_sure_cut", level=5, talents=("rogue_murderous",), feats=each) for each in ((), own)
    )
    for ada, allowed in ((plain, False), (able, True)):
        play = in_state(against(game, ada), "momentum").set(round=3)
        play.change("orc", afflictions=(Affliction("dazed", "ada", 11),))
        assert play.game.allows(play.state, c.Attack("ada", "rogue-sure-cut", "orc")) is allowed
    hit(ready(play), natural=15)
    assert ready(play).refused(c.Attack("ada", "rogue-sure-cut", "orc")) == "not_such_a_target", "it has come already"


@pytest.mark.rule("AE-FUMBLE-01")
@pytest.mark.parametrize(("natural", "answered"), [(1, True), (2, False)])
def test_two_blades_answer_a_natural_one(game: Archmage, natural: int, answered: bool) -> None:
    own = feats("ranger_two_weapon_mastery", "champion")
    ada = hero("ranger", level=5, talents=("ranger_two_weapon_mastery",), feats=own, second=Weapon("light"))
    play = against(game, ada).until("orc")
    go(play, c.Attack("orc", "strike", "ada"), attack=natural)
    assert bool(play.state.awaiting and play.asked == ("ada", "interrupt")) is answered
    if answered:
        assert dealt(yes(play, "ranger-blades-answer", attack=15, damage=1)) > 0


@pytest.mark.rule("AE-FUMBLE-01")
@pytest.mark.parametrize("natural", [1, 2])
def test_armour_tells_of_a_one_and_of_a_two(game: Archmage, natural: int) -> None:
    own = feats("commander_armor_skills", "adventurer")
    play = against(game, hero("commander", level=3, talents=("commander_armor_skills",), feats=own)).until("orc")
    had = play.one("ada").pools.get("command", 0)
    go(play, c.Attack("orc", "strike", "ada"), attack=natural)
    assert play.one("ada").pools.get("command", 0) == had + 1


@pytest.mark.rule("AE-DMG-03")
def test_a_spell_fist_hurts_by_constitution(game: Archmage) -> None:
    ada = hero("sorcerer", "sorcerer_chaos_bolt", talents=("sorcerer_spell_fist",))
    assert (ada.known("sorcerer-chaos-bolt").ability, ada.known("sorcerer-chaos-bolt").damage_ability) == ("cha", "con")


@ATK
@pytest.mark.parametrize(("natural", "left"), [(2, 1), (18, 0)])
def test_an_acid_arrow_that_missed_is_back_after_the_battle_not_before(game: Archmage, natural: int, left: int) -> None:
    ada = hero("wizard", "wizard_acid_arrow", talents=("wizard_evocation",))
    play = Play(game).begin(ada, foe("orc", hp=900))
    hit(play, "wizard-acid-arrow", natural=natural)
    assert 1 - play.one("ada").powers["wizard-acid-arrow"].used == left
    assert ready(play).refused(c.Attack("ada", "wizard-acid-arrow", "orc")) in ("not_as_things_stand", "power_spent")


@pytest.mark.rule("AE-TARGET-06")
@pytest.mark.parametrize(("dice", "asleep"), [(1, ["rat", "wolf"]), (8, ["rat", "wolf", "orc"])])
def test_sleep_takes_the_weakest_as_far_as_its_pool_reaches(game: Archmage, dice: int, asleep) -> None:
    ada = hero("wizard", "wizard_sleep", level=3, talents=("wizard_evocation",))
    foes = (foe("ogre", hp=90, md=1), foe("orc", hp=21, md=1), foe("wolf", hp=20, md=1), foe("rat", hp=8, md=1))
    play = Play(game).begin(ada, *foes)
    hit(play, "wizard-sleep", "orc", natural=15, targets=dice)
    slept = [
        who for who in ("rat", "wolf", "orc", "ogre") if any(a.name == "asleep" for a in play.one(who).afflictions)
    ]
    assert slept == asleep


@ATK
@pytest.mark.parametrize(("tiers", "harm"), [((), 0), (("champion",), 60)])
def test_confusion_may_hurt_with_each_failed_save(game: Archmage, tiers, harm: int) -> None:
    own = feats("wizard_confusion", *tiers) if tiers else ()
    ada = hero("wizard", "wizard_confusion", level=8, talents=("wizard_evocation",), feats=own)
    play = Play(game).begin(ada, foe("orc", hp=400)).change("orc", hp=90)
    hit(play, "wizard-confusion", natural=19).until("orc")
    go(play, c.EndTurn("orc"), save_effect=2, damage=10)
    assert dealt(play) == harm


@ATK
@pytest.mark.parametrize("points", [1, 2, 3])
def test_it_is_finished_by_as_many_points_as_one_likes(game: Archmage, points: int) -> None:
    ada = hero("commander", "commander_finish_this", level=3, talents=("commander_strategist",))
    play = against(game, ada, pc("bea")).set(escalation=4).change("ada", pools={"command": points})
    name = {1: "commander-finish-by-one", 2: "commander-finish-by-two", 3: "commander-finish-this"}[points]
    go(play, c.Attack("ada", name, "orc"))
    assert boosts(play, "crit_range", "bea") == [points]


def test_fear_makes_the_fearless_bolder(game: Archmage) -> None:
    ada = hero("paladin", talents=("paladin_fearless",))
    dreadful = foe("orc", Attack("howl", strike().name, riders=()), hp=900)
    assert dreadful.special("fear") is None
    bonus = [each for each in ada.bonuses if each.source == "paladin_fearless" and each.stat == "attack"]
    assert [(each.amount, each.when) for each in bonus] == [
        (Amount(plus=1), ("target_not_engaged_with_ally",)),
        (Amount(plus=1), ("target_not_engaged_with_ally", "target_frightens")),
    ]


# -------------------------------------------------------------------- monk, necromancer, occultist


def monk(talent: str, *tiers: str, level: int = 3) -> Profile:
    own = feats(talent, *tiers) if tiers else ()
    return hero("monk", "monk_claws_of_the_panther", level=level, talents=(talent,), feats=own)


@ATK
def test_a_flurry_goes_on_for_a_point_of_ki_among_two_foes(game: Archmage) -> None:
    play = against(game, monk("monk_flurry"), foe("ogre", hp=90)).set(escalation=3)
    hit(play, "monk-flurry", natural=15)
    assert play.refused(c.Attack("ada", "monk-flurry-goes-on", "orc")) == "not_as_things_stand"
    had = play.engage("ada", "ogre").one("ada").pools["ki"]
    hit(play, "monk-flurry-goes-on", "ogre", natural=15)
    assert play.one("ada").pools["ki"] == had - 1
    assert isinstance(play.decide(c.Attack("ada", "monk-flurry-goes-on", "orc")), Refusal), "once for each flurry"


@ATK
@pytest.mark.parametrize(
    ("talent", "power", "back", "level"),
    [
        ("monk_heavens_arrow", "monk-heavens-arrow", "monk-arrow-returns", 3),
        ("monk_improbable_stunt", "monk-improbable-stunt", "monk-stunt-again", 6),
    ],
)
def test_ki_brings_a_talent_back(game: Archmage, talent: str, power: str, back: str, level: int) -> None:
    play = against(game, monk(talent, level=level))
    target = "orc" if power == "monk-heavens-arrow" else "ada"
    go(play, c.Attack("ada", power, target), attack=15)
    while play.state.awaiting:
        go(play, c.Opportunity(play.asked[0], "no"), attack=15)
    assert play.one("ada").powers[power].used == 1
    go(play, c.Attack("ada", back, "ada"))
    assert play.one("ada").powers[power].used == 0


@ATK
def test_a_leaf_flies_to_the_end_of_the_turn(game: Archmage) -> None:
    play = against(game, monk("monk_leaf_on_wind"))
    go(play, c.Attack("ada", "monk-leaf-flies", "ada"))
    assert "flying" in states(play)
    assert "flying" not in states(play.end())


@pytest.mark.rule("AE-RECOVERY-02")
def test_the_perfect_warrior_breathes_twice(game: Archmage) -> None:
    play = against(game, monk("monk_path_of_the_perfect_warrior", level=6)).change("ada", hp=1)
    had = play.one("ada").recoveries
    yes(go(play, c.Rally("ada"), recovery=1), "monk-second-breath", recovery=1)
    assert len(play.all(e.RecoveryUsed)) == 1, "the second, after the one that it answers"
    assert play.one("ada").recoveries == had - 1, "and it is free"


@ATK
def test_a_greeting_that_missed_is_given_again(game: Archmage) -> None:
    play = against(game, monk("monk_greeting_fist", "epic", level=8)).change("orc", profile=foe("orc", hp=900, ac=25))
    yes(hit(play, "monk-panther-spins-free", natural=3), "monk-greeting-again", attack=19, damage=1)
    assert [event.outcome for event in play.all(e.AttackRolled)] == ["hit"]


@ATK
@pytest.mark.parametrize(
    ("tiers", "who", "back"), [((), "ada", 6), (("adventurer",), "bea", 6), (("champion",), "ada", 32)]
)
def test_a_deathknell_heals_whom_it_may_and_as_much_as_it_may(game: Archmage, tiers, who: str, back: int) -> None:
    own = feats("necromancer_deathknell", *tiers) if tiers else ()
    ada = hero("necromancer", level=5 if "champion" in tiers else 1, talents=("necromancer_deathknell",), feats=own)
    play = Play(game).begin(ada, pc("bea"), foe("orc"), foe("ogre")).change("orc", hp=3)
    play.change("ada", hp=5).change("bea", hp=1 if who == "bea" else 30)
    had = play.one(who).hp
    hit(play, "necromancer-deathknell")
    assert play.one(who).hp == had + back


@ATK
@pytest.mark.parametrize(("tiers", "count"), [((), 2), (("champion",), 3)])
def test_one_mook_more_comes_wherever_some_are_called(game: Archmage, tiers, count: int) -> None:
    own = feats("necromancer_summoning", *tiers) if tiers else ()
    ada = hero("necromancer", "necromancer_summon_undead", level=5, talents=("necromancer_redeemer",), feats=own)
    play = Play(game).begin(ada, foe("orc"))
    go(play, c.Attack("ada", "necromancer-summon-undead", "ada"), summoned=1)
    assert sum(each.profile.master == "ada" for each in play.fight.combatants.values()) == count


@pytest.mark.rule("AE-RESIST-01")
def test_warped_flesh_resists_nothing_for_a_while(game: Archmage) -> None:
    own = feats("occultist_warp_flesh", "epic")
    ada = hero("occultist", level=8, talents=("occultist_warp_flesh",), feats=own)
    play = in_state(against(game, ada), "focus")
    yes(hit(play, "occultist-karmic-rebuke", natural=15), "occultist-flesh-laid-bare")
    assert on(play, "orc", "laid_bare")


# -------------------------------------------------------------------- invocations, commands


@pytest.mark.rule("AE-ESC-02")
def test_an_invocation_of_war_raises_the_die(game: Archmage) -> None:
    play = against(game, hero("cleric", talents=("cleric_domain_war",))).set(escalation=2)
    go(play, c.Attack("ada", "cleric-invocation-of-war", "ada"))
    assert play.fight.escalation == 3


@ATK
@pytest.mark.parametrize(("escalation", "asked"), [(2, False), (3, True)])
def test_what_was_foreseen_comes_when_the_die_has_reached_it(game: Archmage, escalation: int, asked: bool) -> None:
    ada = hero("cleric", talents=("cleric_domain_knowledge",))
    play = against(game, ada, pc("bea")).engage("bea", "orc")
    go(play, c.Attack("ada", "cleric-invocation-of-knowledge", "ada"), lot=3)
    play.until("bea").set(escalation=escalation)
    go(play, c.Attack("bea", "sword", "orc"), attack=2)
    assert bool(play.state.awaiting) is asked
    if asked:
        yes(play, "cleric-foreseen-three", attack=15)
        assert "foreseen_3" not in states(play)
        (roll,) = play.all(e.AttackRolled)
        assert roll.check.total == 15 + 1 + 3 + 2


def commander(power: str, *tiers: str, level: int = 8) -> Profile:
    own = feats(power, *tiers) if tiers else ()
    return hero("commander", power, level=level, talents=("commander_strategist",), feats=own)


@ATK
@pytest.mark.parametrize(("face", "points"), [(5, 1), (15, 0)])
def test_a_save_that_fails_gives_its_point_back(game: Archmage, face: int, points: int) -> None:
    play = against(game, commander("commander_save_now", "champion"), pc("bea"))
    play.change("ada", pools={"command": 1}).change("bea", ongoing=(FIRE,))
    go(play, c.EndTurn("ada"))
    while play.state.awaiting == () and play.fight.current != "bea":
        go(play, c.EndTurn(play.fight.current))
    yes(play, "commander-save-now", save_ongoing=face)
    assert play.one("ada").pools["command"] == points


@ATK
def test_for_two_further_points_two_saves_are_thrown(game: Archmage) -> None:
    play = against(game, commander("commander_save_now", "adventurer"), pc("bea"))
    play.change("ada", pools={"command": 3}).change("bea", ongoing=(FIRE,))
    go(play, c.EndTurn("ada"))
    while play.state.awaiting == () and play.fight.current != "bea":
        go(play, c.EndTurn(play.fight.current))
    yes(play, "commander-save-twice", save_ongoing=5)
    assert len(play.all(e.SaveRolled)) == 2
    assert play.one("ada").pools["command"] == 0


@ATK
@pytest.mark.parametrize(("natural", "points"), [(20, 1), (15, 0)])
def test_a_critical_on_the_second_try_gives_a_point(game: Archmage, natural: int, points: int) -> None:
    play = against(game, commander("commander_try_again", "champion"), pc("bea")).engage("bea", "orc")
    play.change("ada", pools={"command": 2}).until("bea")
    go(play, c.Attack("bea", "sword", "orc"), attack=2)
    yes(play, "commander-try-again", attack=natural)
    assert play.one("ada").pools["command"] == points


@ATK
@pytest.mark.parametrize(("con", "more"), [(8, 1), (14, 0)])
def test_frailty_sharpens_the_spells_of_necromancers(game: Archmage, con: int, more: int) -> None:
    del game
    scores = {"str": 10, "con": con, "dex": 10, "int": 16, "wis": 10, "cha": 10}
    plain, frail = (
        make(
            load_books(),
            Hero(
                "ada",
                Named("Ada", "Ada", "f"),
                "necromancer",
                1,
                scores,
                powers=("necromancer_chant",),
                talents=("necromancer_redeemer",),
                feats=own,
            ),
            PARTY,
        )
        for own in ((), feats("necromancer_wasting_away", "adventurer"))
    )
    assert frail.known("necromancer-chant").bonus - plain.known("necromancer-chant").bonus == more


@ATK
@pytest.mark.parametrize(("escalation", "count"), [(2, 2), (3, 3)])
def test_an_epic_call_brings_a_third_wraith_late_in_the_battle(game: Archmage, escalation: int, count: int) -> None:
    own = feats("necromancer_summon_wraith", "epic")
    ada = hero("necromancer", "necromancer_summon_wraith", level=9, talents=("necromancer_redeemer",), feats=own)
    play = Play(game).begin(ada, foe("orc")).set(escalation=escalation)
    go(play, c.Attack("ada", "necromancer-summon-wraith", "ada"))
    assert sum(each.profile.master == "ada" for each in play.fight.combatants.values()) == count


@ATK
def test_a_thief_strikes_whole_once_a_day(game: Archmage) -> None:
    own = feats("rogue_thievery", "adventurer", "champion")
    ada = hero("rogue", level=5, talents=("rogue_thievery",), feats=own)
    half = dealt(hit(against(game, ada), "rogue-thiefs-strike", natural=13, damage=4))
    whole = dealt(hit(against(game, ada), "rogue-thiefs-whole-strike", natural=13, damage=4))
    assert half == whole // 2 > 0
