"""Powers that bend the battle: misses that hurt, sanctuaries, bonds, sharp ground, fog, blows that fall elsewhere."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc, strike
from tests.rules.archmage.test_strange_magic import hero

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.events import (
    AttackLapsed,
    AttackRolled,
    DamageDealt,
    EscalationMoved,
    Fell,
    Healed,
    PoolChanged,
    PowerRegained,
    PowersLent,
    RecoveryUsed,
    RollChanged,
    SaveRolled,
)
from arbitro.rules.archmage.numbers import defence_of, in_state
from arbitro.rules.archmage.ongoing_effects import Affliction, Mark, Ongoing, Spent, Until
from arbitro.rules.archmage.people import has
from arbitro.rules.archmage.states import flies

# -------------------------------------------------------------------- faith


@pytest.mark.rule("AE-ATK-06", "AE-MISS-01")
def test_a_crisis_of_faith_makes_every_miss_hurt(game: Archmage) -> None:
    ada = hero("cleric", "cleric_crisis_of_faith", level=5)
    play = Play(game).begin(ada, foe("orc", hp=90), foe("giant", hp=101), pc("bea")).engage("bea", "orc")
    before = defence_of(play.state, play.one("orc"), "md")
    play.do(c.Attack("ada", "cleric-crisis-of-faith", "ada"))
    assert defence_of(play.state, play.one("orc"), "md") == before - 3
    assert not in_state(play.one("giant"), "rueful"), "it has 101 hit points"
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "bea"), (20, 2))
    assert play.find(DamageDealt)
    assert play.one("orc").hp == 80


@pytest.mark.rule("AE-TARGET-04")
def test_a_sanctuary_holds_until_its_bearer_attacks(game: Archmage) -> None:
    ada = hero("cleric", "cleric_sanctuary", level=5)
    play = Play(game).begin(ada, foe("orc", hp=90), pc("bea")).engage("bea", "orc")
    play.do(c.Attack("ada", "cleric-sanctuary", "bea")).do(c.EndTurn("ada"))
    assert play.refused(c.Attack("orc", "strike", "bea")) == "may_not_attack"
    play.set(escalation=6)
    assert game.allows(play.state, c.Attack("orc", "strike", "bea"))
    play.set(escalation=0).do(c.EndTurn("orc")).do(c.Attack("bea", "sword", "orc"), (20, 3))
    assert not in_state(play.one("bea"), "sheltered")


@pytest.mark.rule("AE-ATK-03", "AE-SAVE-01")
def test_a_prayer_lends_one_d20_to_roll_again(game: Archmage) -> None:
    ada = hero("cleric", "cleric_prayer_for_readiness", level=9)
    play = Play(game).begin(ada, pc("bea"), foe("orc", hp=90, ac=14)).engage("bea", "orc")
    play.do(c.Attack("ada", "cleric-prayer-for-readiness", "bea")).do(c.EndTurn("ada"))
    assert play.one("bea").lent == ("cleric-thanks", "cleric-thanks-for-a-save")
    play.do(c.Attack("bea", "sword", "orc"), (20, 3))
    play.do(c.Interrupt("bea", "yes"), (20, 15), (8, 5))
    assert play.all(AttackRolled)[-1].outcome == "hit"
    assert play.refused(c.Attack("bea", "cleric-thanks-for-a-save", "bea")) == "power_spent"


@pytest.mark.rule("AE-SAVE-01")
def test_a_prayer_may_go_into_a_save(game: Archmage) -> None:
    ada = hero("cleric", "cleric_prayer_for_readiness", level=9)
    play = Play(game).begin(ada, pc("bea"), foe("orc", hp=90))
    play.do(c.Attack("ada", "cleric-prayer-for-readiness", "bea")).do(c.EndTurn("ada"))
    play.change("bea", afflictions=(Affliction("dazed", "orc", 11),))
    play.do(c.Attack("bea", "cleric-thanks-for-a-save", "bea"))
    play.do(c.EndTurn("bea"), (20, 4), (20, 12))
    assert [event.saved for event in play.all(SaveRolled)] == [False, True]
    assert not play.one("bea").afflictions


@pytest.mark.rule("AE-CRIT-01", "AE-ATK-03")
def test_justice_blesses_a_friend_when_a_foe_scores_a_critical(game: Archmage) -> None:
    ada = hero("cleric", talents=("cleric_domain_justice",))
    play = Play(game).begin(foe("orc", hp=90, ac=14), ada, pc("bea"), pc("cai", hp=60)).engage("cai", "orc")
    play.do(c.Attack("orc", "strike", "cai"), (20, 20))
    assert play.find(PowersLent).who == "bea"
    play.do(c.EndTurn("orc")).do(c.EndTurn("ada")).engage("bea", "orc")
    play.do(c.Attack("bea", "sword", "orc"), (20, 3))
    play.do(c.Interrupt("bea", "yes"), (20, 15), (8, 5))
    assert play.all(AttackRolled)[-1].outcome == "hit"


@pytest.mark.rule("AE-ATK-06", "AE-RESIST-01")
def test_the_sun_makes_blows_holy_and_spells_rise_again(game: Archmage) -> None:
    ada = hero("cleric", "cleric_bless", level=5, talents=("cleric_domain_sun",), feats=("cleric_domain_sun/champion",))
    assert ada.known("melee").type == "holy"
    ghoul = foe("ghoul", family="undead", hp=1, ac=5)
    play = Play(game).begin(ada, ghoul).engage("ada", "ghoul").set(escalation=4)
    play.do(c.Attack("ada", "cleric-invocation-of-the-sun", "ada"))
    play.change("ada", actions=("standard", "move", "quick"), powers={"cleric-bless": Spent(used=1, round=1)})
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("ghoul", "strike", "ada"), (20, 2))
    assert [each.amount for each in play.find(AttackRolled).check.modifiers if each.note == "feature"] == [-2]
    play.do(c.EndTurn("ghoul"))
    dice = tuple((4, 2) for _ in range(5))
    play.do(c.Attack("ada", "melee", "ghoul"), (20, 12), *dice, (6, 5))
    assert play.find(PowerRegained).back is True


@pytest.mark.rule("AE-ATK-04", "AE-TARGET-01")
def test_undead_are_turned_the_worse_the_wider_the_margin(game: Archmage) -> None:
    ada = hero("cleric", "cleric_turn_undead")
    orc, ghoul = foe("orc"), foe("ghoul", family="undead", hp=50, md=12)
    play = Play(game).begin(ada, orc, ghoul)
    assert play.refused(c.Attack("ada", "cleric-turn-undead", "orc")) == "not_such_a_target"
    start = play.state
    play.do(c.Attack("ada", "cleric-turn-undead", "ghoul"), (4, 1), (20, 5))  # 5 + 3 + 3 + 1 = 12
    assert has(play.state, play.one("ghoul"), "dazed")
    assert play.one("ghoul").hp == 50
    play.state = start
    play.do(c.Attack("ada", "cleric-turn-undead", "ghoul"), (4, 1), (20, 9), (10, 7))
    assert play.one("ghoul").hp == 43
    play.state = start
    play.do(c.Attack("ada", "cleric-turn-undead", "ghoul"), (4, 1), (20, 13))
    assert play.one("ghoul").hp == 25
    play.state = start
    play.do(c.Attack("ada", "cleric-turn-undead", "ghoul"), (4, 1), (20, 17))
    assert play.find(Fell).who == "ghoul"


# -------------------------------------------------------------------- command


def commander(*powers: str, level: int = 9, points: int = 4) -> object:
    """Ada the commander, with points at hand."""
    made = hero("commander", *powers, level=level, talents=("commander_armor_skills",))
    return replace(made, pools={**made.pools, "command": points})


@pytest.mark.rule("AE-COND-05", "AE-SAVE-02")
def test_a_friends_condition_is_ignored_or_ends(game: Archmage) -> None:
    play = Play(game).begin(commander("commander_weve_got_your_back"), pc("bea"), foe("orc"))
    play.change("bea", afflictions=(Affliction("dazed", "orc", 11),))
    play.do(c.EndTurn("ada")).do(c.Interrupt("ada", "yes"), (20, 12))
    assert not has(play.state, play.one("bea"), "dazed")
    play.do(c.EndTurn("bea"), (20, 3))
    assert has(play.state, play.one("bea"), "dazed"), "only for that turn"


@pytest.mark.rule("AE-POS-04")
def test_a_command_lets_a_friend_aim_far(game: Archmage) -> None:
    near = strike(id="dart", kind="ranged", reach="nearby", basic=False)
    play = Play(game).begin(commander("commander_hit_em_from_here"), pc("bea", near), foe("orc"))
    play.change("orc", band="far").do(c.EndTurn("ada"))
    play.do(c.Interrupt("ada", "no"))
    assert play.refused(c.Attack("bea", "dart", "orc")) == "out_of_reach"
    play.end().end().end().do(c.Interrupt("ada", "yes"))
    assert game.allows(play.state, c.Attack("bea", "dart", "orc"))


@pytest.mark.rule("AE-ATK-06", "AE-ACTION-05")
def test_odd_counts_as_even_by_command(game: Archmage) -> None:
    from arbitro.dice.amount import Amount
    from arbitro.rules.archmage.effects import Ongoing
    from arbitro.rules.archmage.power import Rider

    cut = strike(id="cut", riders=(Rider((Ongoing(Amount(plus=5)),), natural="even"),))
    play = Play(game).begin(pc("bea", cut), commander("commander_natural_command"), foe("orc", hp=90, ac=10))
    play.engage("bea", "orc").do(c.Attack("bea", "cut", "orc"), (20, 13))
    play.do(c.Interrupt("ada", "yes"))
    assert play.one("orc").ongoing[0].amount == 5
    assert play.all(RollChanged)[0].total == 18
    assert play.one("ada").pools["command"] == 2


@pytest.mark.rule("AE-DYING-02", "AE-DYING-03")
def test_all_points_go_into_a_death_save(game: Archmage) -> None:
    play = Play(game).begin(commander("commander_youll_die_when_i_tell_you", points=3), pc("bea"), foe("orc"))
    play.change("bea", hp=-3, awareness="unconscious", dropped=True)
    play.do(c.EndTurn("ada"))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes"), (20, 10), (8, 4))
    assert play.all(PoolChanged)[0].points == 0
    assert play.one("bea").conscious, "10 and 6 are 16"


@pytest.mark.rule("AE-ESC-02", "AE-ESC-03")
def test_a_climactic_battle_goes_beyond_six(game: Archmage) -> None:
    play = Play(game).begin(commander("commander_climactic_battle"), foe("orc", hp=900)).set(escalation=6)
    play.do(c.Attack("ada", "commander-climactic-battle", "ada"), (20, 11))
    assert play.all(EscalationMoved)[-1].escalation == 7
    play.end().end()
    assert play.fight.escalation == 8
    play.end().end()
    assert play.fight.escalation == 8


# -------------------------------------------------------------------- nature


@pytest.mark.rule("AE-SAVE-02", "AE-READY-01")
def test_in_the_fog_whoever_would_attack_saves_first(game: Archmage) -> None:
    ada = hero("druid", "druid_fog_bank", level=5, talents=("druid_elemental_caster",))
    play = Play(game).begin(ada, foe("orc"), pc("bea")).engage("bea", "orc")
    play.do(c.Attack("ada", "druid-fog-bank", "ada")).do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "bea"), (20, 15))
    assert play.find(AttackLapsed).attack == "strike"
    assert "standard" not in play.one("orc").actions
    play.do(c.EndTurn("orc")).do(c.Attack("bea", "sword", "orc"), (20, 16), (20, 3))
    assert play.find(AttackRolled).outcome == "miss"


@pytest.mark.rule("AE-POS-01", "AE-SAVE-02")
def test_sharp_stones_hurt_whoever_walks_once_a_turn(game: Archmage) -> None:
    ada = hero("druid", "druid_spikestones", level=5, talents=("druid_terrain_caster",))
    play = Play(game).begin(ada, foe("orc", hp=90), pc("bea", hp=60))
    play.do(c.Attack("ada", "druid-spikestones", "ada")).do(c.EndTurn("ada"))
    play.do(c.Move("orc", "engage", "bea"), (20, 10), *((6, 3),) * 7).do(c.Intercept("ada", "no"))
    assert play.one("orc").hp == 90 - 21
    play.do(c.Move("orc", "away"))
    play.do(c.Opportunity("bea", "no"))
    assert play.one("orc").hp == 69, "once a turn"
    play.do(c.EndTurn("orc")).do(c.Move("bea", "engage", "orc"), (20, 5), *((6, 3),) * 7)
    assert play.one("bea").hp == 60 - 10, "a friend takes half, and saves easily"


@pytest.mark.rule("AE-RECOVERY-02")
def test_a_lent_shrug_heals_while_its_bearer_is_not_staggered(game: Archmage) -> None:
    ada = hero("druid", "druid_the_beast_shrugs", level=3, talents=("druid_terrain_caster",))
    play = Play(game).begin(ada, pc("bea", hp=40), foe("orc"))
    play.do(c.Attack("ada", "druid-the-beast-shrugs", "bea")).do(c.EndTurn("ada")).change("bea", hp=30)
    play.do(c.Attack("bea", "druid-shrug", "bea"), *((6, 2),) * 4)
    assert play.find(Healed).amount == 8
    assert play.refused(c.Attack("bea", "druid-shrug", "bea")) == "enough_this_round"
    play.end().end().end().change("bea", hp=15)
    assert play.refused(c.Attack("bea", "druid-shrug", "bea")) == "not_as_things_stand"


@pytest.mark.rule("AE-DMG-01")
def test_in_harmony_the_healthiest_bears_the_wound(game: Archmage) -> None:
    ada = hero("druid", "druid_harmony", level=5, talents=("druid_terrain_caster",))
    play = Play(game).begin(ada, foe("orc"), pc("bea", hp=30), pc("cai", hp=60)).engage("bea", "orc")
    play.do(c.Attack("ada", "druid-harmony", "bea,cai")).do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "bea"), (20, 18))
    assert (play.one("bea").hp, play.one("cai").hp) == (30, 54)
    play.end().change("cai", ongoing=(Ongoing("fire", 5, "fire", 11, "orc"),)).until("cai")
    play.do(c.Surrender("cai"), (20, 2))
    assert (play.one("bea").hp, play.one("cai").hp) == (30, 49), "whoever has yielded bears the own wounds"
    play.change("cai", hp=-40, awareness="dead").do(c.Impose("bea", "damage", Amount(plus=5)))
    assert play.one("bea").hp == 25, "one of them is down: the bond holds no more"


@pytest.mark.rule("AE-DISENGAGE-02", "AE-SAVE-02")
def test_the_earth_holds_whoever_would_disengage(game: Archmage) -> None:
    ada = hero("druid", "druid_strength_of_earth", talents=("druid_warrior_druid",))
    play = Play(game).begin(ada, foe("orc", hp=90, ac=30)).engage("ada", "orc")
    play.do(c.Attack("ada", "melee", "orc", flexible=True), (20, 8))
    play.do(c.PickFlexible("ada", "druid-strength-of-earth")).do(c.EndTurn("ada"))
    assert play.refused(c.Disengage("orc")) == "pinned"
    play.do(c.EndTurn("orc"), (20, 11))
    assert not in_state(play.one("orc"), "pinned")


@pytest.mark.rule("AE-FLEX-01", "AE-CRIT-01")
def test_an_enchanted_club_strikes_twice_as_hard_or_holds(game: Archmage) -> None:
    ada = hero("druid", "druid_shillelagh", talents=("druid_warrior_druid",))
    play = Play(game).begin(ada, foe("orc", hp=90, ac=10)).engage("ada", "orc")
    play.do(c.Attack("ada", "melee", "orc", flexible=True), (20, 13))
    play.do(c.PickFlexible("ada", "druid-shillelagh"), (4, 3))
    first, second = play.all(DamageDealt)
    assert first.amount == second.amount


@pytest.mark.rule("AE-FLEX-01", "AE-POS-06")
def test_a_spinning_charge_goes_on_to_the_next_foe_at_half_damage(game: Archmage) -> None:
    ada = hero("fighter", "fighter_spinning_charge", level=7, talents=("fighter_cleave",))
    play = Play(game).begin(ada, foe("orc", hp=90, ac=10), foe("ogre", hp=90, ac=10))
    play.do(c.Move("ada", "engage", "orc")).do(c.Intercept("ogre", "no"))
    play.do(c.Attack("ada", "melee", "orc", flexible=True), (20, 14))
    dice = ((4, 3),) * 7
    play.do(c.PickFlexible("ada", "fighter-spinning-charge"), *dice, (20, 15), *dice)
    assert play.one("ada").engaged == ("ogre",)
    assert play.all(DamageDealt)[1].amount == play.all(DamageDealt)[0].amount // 2


# -------------------------------------------------------------------- songs, death, chaos


@pytest.mark.rule("AE-MISS-01", "AE-DMG-02")
def test_mockery_turns_half_of_a_missed_blow_on_its_maker(game: Archmage) -> None:
    ada = hero("bard", "bard_vicious_mockery", level=3)
    play = Play(game).begin(ada, foe("orc", hp=90, md=8), pc("bea")).engage("bea", "orc")
    play.do(c.Attack("ada", "bard-vicious-mockery", "orc"), (20, 12), *((6, 2),) * 6)
    left = play.one("orc").hp
    play.do(c.EndTurn("ada")).do(c.Attack("orc", "strike", "bea"), (20, 2))
    assert play.one("orc").hp == left - 3


@pytest.mark.rule("AE-STACK-01")
def test_spilt_blood_guards_the_bard_by_healthier_friends(game: Archmage) -> None:
    ada = hero("bard", "bard_song_of_spilt_blood")
    play = Play(game).begin(ada, foe("orc"), pc("bea", hp=60), pc("cai", hp=60)).engage("ada", "orc")
    play.do(c.Attack("ada", "bard-song-of-spilt-blood", "ada")).do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "ada"), (20, 2))
    assert [each.amount for each in play.find(AttackRolled).check.modifiers if each.note == "feature"] == [-2]


@pytest.mark.rule("AE-TELEPORT-01", "AE-POS-06")
def test_the_two_step_trades_places_and_melees(game: Archmage) -> None:
    ada = hero("bard", "bard_overworld_two_step", level=7)
    play = Play(game).begin(ada, foe("orc"), pc("bea")).engage("ada", "orc")
    play.do(c.Attack("ada", "bard-overworld-two-step", "ada,bea"))
    assert (play.one("bea").engaged, play.one("ada").engaged, play.one("orc").engaged) == (("orc",), (), ("bea",))


@pytest.mark.rule("AE-DISENGAGE-01", "AE-SAVE-02")
def test_whoever_is_terrified_only_leaves_until_attacked(game: Archmage) -> None:
    ada = hero("necromancer", "necromancer_terror")
    play = Play(game).begin(ada, foe("orc", hp=40, md=8), pc("bea")).engage("bea", "orc")
    play.do(c.Attack("ada", "necromancer-terror", "orc"), (20, 12)).do(c.EndTurn("ada"))
    assert play.refused(c.Attack("orc", "strike", "bea")) == "routed"
    play.do(c.Disengage("orc", goal="far"), (20, 3)).do(c.Move("orc", "away"))
    assert not play.state.awaiting, "its last move provokes nobody"
    play.do(c.EndTurn("orc"), (20, 15)).engage("bea", "orc")
    play.do(c.Attack("bea", "sword", "orc"), (20, 2))
    assert not in_state(play.one("orc"), "routed")


@pytest.mark.rule("AE-RECOVERY-03", "AE-CRIT-04")
def test_a_ghoul_strikes_hard_and_heals_by_half(game: Archmage) -> None:
    ada = hero("necromancer", "necromancer_ghoul_form", level=3)
    play = Play(game).begin(ada, pc("bea", hp=60), foe("orc", hp=90, ac=10)).engage("bea", "orc")
    play.do(c.Attack("ada", "necromancer-ghoul-form", "bea")).do(c.EndTurn("ada")).change("bea", hp=10)
    play.do(c.Rally("bea"), (8, 6))
    assert play.find(RecoveryUsed).healed == 3
    play.end().end().end().do(c.Attack("bea", "sword", "orc"), (20, 18), (8, 5))
    assert play.find(AttackRolled).outcome == "crit"


@pytest.mark.rule("AE-ESC-02", "AE-DMG-07")
def test_the_last_of_the_wine_leaves_its_drinker_empty(game: Archmage) -> None:
    ada = hero("necromancer", "necromancer_the_last_of_the_wine", level=9)
    play = Play(game).begin(ada, foe("orc", hp=900, md=8), foe("ogre", hp=900, md=8), pc("bea"))
    play.set(escalation=2)
    play.do(c.Attack("ada", "necromancer-the-last-of-the-wine", "orc,ogre"), (20, 12), (6, 1), (6, 2), (6, 3), (20, 12))
    assert (play.one("orc").hp, play.one("ogre").hp) == (840, 840), "all targets first"
    assert play.one("ada").hp == 0
    assert in_state(play.one("ada"), "spent")


@pytest.mark.rule("AE-RECOVERY-02", "AE-DMG-09")
def test_death_called_by_its_name_heals_the_caller(game: Archmage) -> None:
    ada = hero("necromancer", "necromancer_deaths_call", level=5)
    play = Play(game).begin(ada, pc("bea"), foe("orc", hp=1, ac=5), foe("ogre")).engage("bea", "orc")
    play.change("ada", hp=5)
    play.do(c.Attack("ada", "necromancer-deaths-call", "orc")).do(c.EndTurn("ada"))
    play.do(c.Attack("bea", "sword", "orc"), (20, 15), (8, 4), *((6, 2),) * 5)
    assert play.find(RecoveryUsed).who == "ada"


@pytest.mark.rule("AE-ATK-06")
def test_a_redeemed_servant_bursts_in_light(game: Archmage) -> None:
    ada = hero("necromancer", "necromancer_summon_undead", talents=("necromancer_redeemer",))
    play = Play(game).begin(ada, foe("orc", hp=90))
    play.do(c.Attack("ada", "necromancer-summon-undead", "ada"), (3, 1))
    skeleton = play.one("crumbling-skeleton-1")
    assert str(skeleton.profile.special("burst").amount) == "3", "a mook: Charisma"
    play.engage("crumbling-skeleton-1", "orc").change("crumbling-skeleton-1", hp=1)
    play.until("orc").do(c.Attack("orc", "strike", "crumbling-skeleton-1"), (20, 19))
    assert play.one("orc").hp == 87


# -------------------------------------------------------------------- the occultist


def occultist(*powers: str, level: int = 3, **more: object) -> object:
    return hero("occultist", *powers, level=level, talents=("occultist_hewer_of_truth",), **more)


def focus(play: Play) -> Play:
    until = Until("battle", "ada")
    return play.change("ada", marks=(Mark("state", "ada", attack="focus", until=until),))


@pytest.mark.rule("AE-ATK-03", "AE-ACTION-05")
def test_a_blow_is_diverted_to_the_healthiest(game: Archmage) -> None:
    ada = occultist("occultist_diversion_of_pain")
    play = (
        Play(game).begin(foe("orc"), ada, pc("bea", hp=20), pc("cai", hp=60)).engage("bea", "orc").engage("cai", "orc")
    )
    focus(play).do(c.Attack("orc", "strike", "bea"), (20, 18))
    play.do(c.Interrupt("ada", "yes"), (20, 15))
    assert (play.one("bea").hp, play.one("cai").hp) == (20, 54)
    assert in_state(play.one("ada"), "focus"), "15 keeps it"


@pytest.mark.rule("AE-SAVE-01", "AE-ACTION-05")
def test_fortune_mends_a_failed_save(game: Archmage) -> None:
    play = Play(game).begin(foe("orc"), occultist("occultist_fortune_smiles"), pc("bea"))
    focus(play).change("bea", afflictions=(Affliction("dazed", "orc", 11),)).until("bea")
    play.do(c.EndTurn("bea"), (20, 7))
    play.do(c.Interrupt("ada", "yes"))
    assert not play.one("bea").afflictions, "7 and 4 are 11"


@pytest.mark.rule("AE-DMG-10", "AE-ACTION-05")
def test_a_last_breath_strikes_and_may_keep_a_friend_on_their_feet(game: Archmage) -> None:
    ada = occultist("occultist_strike_of_the_last_breath")
    play = Play(game).begin(foe("orc", hp=90, md=8), ada, pc("bea", hp=20)).engage("bea", "orc").change("bea", hp=5)
    focus(play).do(c.Attack("orc", "strike", "bea"), (20, 18))
    play.do(c.Interrupt("ada", "yes"), (20, 12), (8, 6), (6, 1), (6, 2), (6, 3))
    assert play.one("orc").hp == 84
    assert play.one("bea").conscious
    assert play.one("bea").hp == -1 + 6 + 3


@pytest.mark.rule("AE-DYING-01", "AE-DYING-02")
def test_doom_is_called_in_falling_and_while_dying(game: Archmage) -> None:
    ada = occultist("occultist_call_of_doom", level=5)
    play = Play(game).begin(foe("orc", strike(), hp=90, md=8), ada, pc("bea")).engage("ada", "orc").change("ada", hp=2)
    play.do(c.Attack("orc", "strike", "ada"), (20, 18), (20, 10), *((6, 2),) * 7)
    left = play.one("orc").hp
    assert left == 90 - 14 - 6
    play.do(c.EndTurn("orc"), (20, 12), (20, 5), (20, 10), *((6, 2),) * 7)
    assert play.one("orc").hp == left - 5 - 20


@pytest.mark.rule("AE-POS-08", "AE-ACTION-05")
def test_whoever_is_confronted_can_be_struck_from_anywhere(game: Archmage) -> None:
    ada = occultist("occultist_fateful_confrontation", level=5)
    play = Play(game).begin(foe("orc", hp=90, md=8), ada, pc("bea"))
    focus(play).do(c.EndTurn("orc")).do(c.Interrupt("ada", "yes"), (20, 10))
    play.until("bea")
    assert game.allows(play.state, c.Attack("bea", "sword", "orc"))
    play.end()
    assert not in_state(play.one("orc"), "confronted")


@pytest.mark.rule("AE-DISENGAGE-05", "AE-ACTION-05")
def test_a_liberating_blow_gets_a_friend_out(game: Archmage) -> None:
    ada = occultist("occultist_liberating_blow", level=7)
    play = Play(game).begin(pc("bea"), ada, foe("orc", hp=90, md=8)).engage("bea", "orc")
    focus(play).do(c.Disengage("bea"), (20, 3))
    play.do(c.Interrupt("ada", "yes"), (20, 10), (8, 6))
    assert play.one("orc").hp == 84
    assert not play.one("bea").engaged


# -------------------------------------------------------------------- chaos and blood


def mage(*talents: str, level: int = 1, state: str = "", **more: object) -> object:
    return hero("chaos_mage", level=level, talents=talents or ("chaos_mage_separate_existence",), **more)


def drawn(play: Play, state: str) -> Play:
    return play.change("ada", marks=(Mark("state", "ada", attack=state, until=Until("battle", "ada")),))


@pytest.mark.rule("AE-RECOVERY-02")
def test_a_final_surge_heals_by_recoveries_spent(game: Archmage) -> None:
    play = Play(game)
    play.start(
        (c.Member(mage(level=3)), c.Member(pc("bea", hp=60), hp=10), c.Member(foe("orc"))),
        (20, 19),
        (20, 5),
        (20, 4),
        (36, 1),
    )
    drawn(play, "chaos_7").change("bea", recoveries=6)
    play.do(c.Attack("ada", "chaos-mage-the-final-surge"), (6, 4))
    assert play.one("bea").hp == 18


@pytest.mark.rule("AE-TELEPORT-01")
def test_a_shadow_dance_puts_the_mage_where_the_foe_was(game: Archmage) -> None:
    play = Play(game)
    play.start(
        (c.Member(mage()), c.Member(pc("bea")), c.Member(foe("orc", hp=90))), (20, 19), (20, 5), (20, 4), (36, 1)
    )
    drawn(play, "chaos_11").engage("bea", "orc")
    play.do(c.Attack("ada", "chaos-mage-shadow-dance-with-a-foe", "orc"), (6, 4))
    assert play.one("orc").hp == 86
    assert not play.one("bea").engaged


@pytest.mark.rule("AE-ATK-06")
def test_a_warp_gives_what_its_die_says_until_the_next_turn_ends(game: Archmage) -> None:
    ada = mage("chaos_mage_attacking_warp", "chaos_mage_defensive_warp", "chaos_mage_iconic_warp")
    play = Play(game).start((c.Member(ada), c.Member(foe("orc", hp=90))), (20, 19), (20, 5), (36, 1), (6, 1))
    assert flies(play.state, play.one("ada"))
    play.do(c.EndTurn("ada"), (36, 20), (6, 5))
    assert not flies(play.state, play.one("ada"))
    before = defence_of(play.state, play.one("ada"), "ac")
    play.do(c.EndTurn("orc")).do(c.EndTurn("ada"), (36, 30), (6, 2))
    assert defence_of(play.state, play.one("ada"), "ac") == before - 2
    assert sum(each.stat in ("pd", "md") for each in play.one("ada").boosts) == 2


@pytest.mark.rule("AE-ATK-07")
def test_somebody_unnamed_is_unsummoned_for_an_undead_of_a_level_lower(game: Archmage) -> None:
    play = Play(game).start((c.Member(mage(level=7)), c.Member(foe("orc", md=8, level=4))), (20, 19), (20, 5), (36, 1))
    drawn(play, "chaos_10")
    kinds = [name for name, each in game.rules.books.monsters.items() if each.type == "undead" and each.level <= 3]
    best = max(game.rules.books.monsters[name].level for name in kinds)
    same = [name for name in kinds if game.rules.books.monsters[name].level == best]
    plain = [name for name in same if game.rules.books.monsters[name].category == "normal"]
    play.do(c.Attack("ada", "chaos-mage-unsummoning", "orc"), (20, 10), (len(plain or same), 1))
    new = [one for one in play.fight.combatants.values() if one.side == "foes" and one.in_field]
    assert [one.profile.race for one in new] == [(plain or same)[0]]
    assert play.one("orc").awareness == "gone"


@pytest.mark.rule("AE-AMBUSH-01", "AE-SAVE-02")
def test_stolen_faces_are_borrowed_and_may_be_kept(game: Archmage) -> None:
    ada = hero("sorcerer", "sorcerer_stolen_faces", level=7)
    half_orc = hero("fighter", talents=("fighter_cleave",), people="half_orc")
    bea = replace(half_orc, id="bea", name=half_orc.name)
    play = Play(game).begin(ada, bea, foe("orc"))
    play.do(c.Attack("ada", "sorcerer-stolen-faces", "ada"), (4, 1), (20, 5))
    assert play.one("ada").profile.attack("half-orc-lethal") is not None
    assert play.one("bea").powers["half-orc-lethal"].used == 1, "an easy save failed"
