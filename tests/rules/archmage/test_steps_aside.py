"""Powers that step aside from the plain order: out of melee in time, into the shadow, life by lot, borrowed spells."""

import pytest
from tests.rules.archmage.table import Play, foe, pc
from tests.rules.archmage.test_strange_magic import hero

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.events import AttackRolled, DamageDealt, RecoveryUsed
from arbitro.rules.archmage.numbers import in_state
from arbitro.rules.archmage.ongoing_effects import Mark, Spent, Until

STATE = Until("battle", "ada")


@pytest.mark.rule("AE-INTERCEPT-01", "AE-INTERCEPT-02", "AE-INTERCEPT-03")
def test_a_skilled_fighter_leaves_a_melee_to_stand_in_the_way(game: Archmage) -> None:
    ada = hero("fighter", talents=("fighter_skilled_intercept",))
    play = Play(game).begin(foe("orc", hp=90), foe("ogre", hp=90), ada, pc("bea")).engage("ada", "ogre")
    start = play.do(c.Move("orc", "engage", "bea")).state
    assert play.asked == ("ada", "intercept")
    play.do(c.Intercept("ada", "yes"), (20, 11))
    assert play.one("ada").engaged == ("orc",)
    assert not play.one("bea").engaged
    play.state = start
    play.do(c.Intercept("ada", "yes"), (20, 10))
    assert play.one("ada").engaged == ("ogre",)
    assert play.one("bea").engaged == ("orc",)


@pytest.mark.rule("AE-INTERCEPT-02", "AE-OPP-02")
def test_whom_a_fighter_cannot_shake_off_may_strike_and_anticipation_needs_no_roll(game: Archmage) -> None:
    ada = hero("fighter", "fighter_sword_masters_anticipation", level=5, talents=("fighter_skilled_intercept",))
    people = (foe("orc", hp=90), foe("ogre", hp=90), foe("troll", hp=90), ada, pc("bea"))
    play = Play(game).begin(*people).engage("ada", "ogre").engage("ada", "troll")
    play.change("ada", marks=(Mark("state", "ada", attack="anticipating", until=STATE),))
    play.do(c.Move("orc", "engage", "bea")).do(c.Intercept("ada", "yes"))
    assert play.asked == ("troll", "opportunity"), "free of one foe only"
    play.do(c.Opportunity("troll", "no"))
    assert play.one("ada").engaged == ("orc",)
    assert not in_state(play.one("ada"), "anticipating")


@pytest.mark.rule("AE-POS-09", "AE-TARGET-04")
def test_whoever_walks_in_shadow_is_out_of_reach_and_strikes_twice_as_hard(game: Archmage) -> None:
    ada = hero("rogue", talents=("rogue_shadow_walk",))
    play = Play(game).begin(ada, foe("orc", hp=90, md=10, ac=10), pc("bea"))
    play.do(c.Attack("ada", "rogue-shadow-walk", "orc"), (20, 12))
    assert not play.one("ada").actions
    play.do(c.EndTurn("ada")).change("orc", engaged=("ada",)).change("ada", engaged=("orc",))
    assert play.refused(c.Attack("orc", "strike", "ada")) == "may_not_attack"
    play.until("ada").do(c.Attack("ada", "melee", "orc"), (20, 12), (8, 3))
    assert play.find(DamageDealt).amount == 2 * (3 + 2)
    assert not in_state(play.one("ada"), "from_shadow")


@pytest.mark.rule("AE-ATK-05", "AE-RECOVERY-02")
def test_life_is_channelled_from_somebody_by_lot(game: Archmage) -> None:
    ada = hero("necromancer", "necromancer_channel_life")
    members = (c.Member(ada), c.Member(pc("bea", hp=30), hp=5), c.Member(pc("cai", hp=40)), c.Member(foe("orc", md=8)))
    play = Play(game).start(members)
    start = play.state
    play.do(c.Attack("ada", "necromancer-channel-life", "bea"), (2, 2), (20, 12), (6, 3), (6, 4), (8, 5))
    assert play.find(RecoveryUsed).who == "bea"
    assert play.one("orc").hp < play.one("orc").max_hp
    play.state = start
    play.do(c.Attack("ada", "necromancer-channel-life", "bea"), (2, 1), (20, 15), (8, 5))
    assert play.one("cai").hp == 35, "a friend takes 5"
    play.state = start
    play.do(c.Attack("ada", "necromancer-channel-life", "bea"), (2, 2), (20, 2))
    assert play.one("ada").powers.get("necromancer-channel-life", Spent()).used == 0, "a miss does not spend it"


@pytest.mark.rule("AE-ATK-03", "AE-ACTION-05")
def test_a_superior_rebuke_follows_with_the_roll_of_its_own_die(game: Archmage) -> None:
    ada = hero("occultist", "occultist_moment_of_karma", talents=("occultist_superior_rebuke",))
    play = Play(game).begin(foe("orc", hp=90, md=8), ada).engage("ada", "orc")
    play.change("ada", marks=(Mark("state", "ada", attack="focus", until=STATE),))
    play.do(c.Attack("orc", "strike", "ada"), (20, 15))
    play.do(c.Interrupt("ada", "yes"), (20, 12), (6, 2), (6, 3), (6, 4), (20, 18), (6, 5))
    rolled = play.all(AttackRolled)[-1]
    assert (rolled.attack, rolled.check.dice[0].face) == ("occultist-karmic-rebuke", 18)
    assert play.one("orc").hp == 90 - 12 - 8


@pytest.mark.rule("AE-FLEX-01", "AE-ACTION-04")
def test_a_pivot_opens_a_spell_of_mastery_in_the_next_turn(game: Archmage) -> None:
    ada = hero("druid", "druid_elemental_pivot", talents=("druid_warrior_druid",))
    play = Play(game).begin(ada, foe("orc", hp=90, ac=30, pd=8)).engage("ada", "orc")
    play.do(c.Attack("ada", "melee", "orc", flexible=True), (20, 18)).do(c.PickFlexible("ada", "druid-elemental-pivot"))
    assert play.refused(c.Attack("ada", "druid-pivot-ripping-vines", "orc")) == "not_as_things_stand", "not yet"
    play.end().end()
    assert play.one("ada").profile.known("druid-pivot-ripping-vines").action == "quick"
    play.do(c.Attack("ada", "druid-pivot-ripping-vines", "orc")).do(c.Opportunity("orc", "no"), (20, 12), (8, 4))
    assert play.refused(c.Attack("ada", "druid-pivot-deeper-waters", "orc")) == "not_in_state", "one of them"


@pytest.mark.rule("AE-REST-04")
def test_a_new_breath_ends_the_old_unless_the_blood_allows_several(game: Archmage) -> None:
    powers = ("sorcerer_breath_of_the_white", "sorcerer_breath_of_the_green")
    for talents, states in ((("sorcerer_blood_link",), 1), (("sorcerer_chromatic_destroyer_heritage",), 2)):
        ada = hero("sorcerer", *powers, level=5, talents=talents)
        play = Play(game).begin(ada, foe("orc", hp=900, pd=40))
        for power in powers:
            attack = play.one("ada").profile.known(power.replace("_", "-"))
            dice = ((attack.targets.sides, 1),) if attack.targets.count else ()
            play.do(c.Attack("ada", attack.id, "orc"), *dice, (20, 1))
            play.change("ada", actions=("standard", "move", "quick"))
        assert sum(in_state(play.one("ada"), name) for name in ("breath_white", "breath_green")) == states


def test_those_called_up_are_in_the_seat_of_whoever_called_them(game: Archmage) -> None:
    ada = hero("necromancer", "necromancer_summon_undead", talents=("necromancer_redeemer",))
    play = Play(game).begin(ada, pc("bea"), foe("orc"))
    play.do(c.Attack("ada", "necromancer-summon-undead", "ada"), (3, 1))
    seats = {seat.name: seat for seat in game.seats(play.state)}
    assert seats["ada"].may_act_for("crumbling-skeleton-1")
    assert not seats["bea"].may_act_for("crumbling-skeleton-1")
