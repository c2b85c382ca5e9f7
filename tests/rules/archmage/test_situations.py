"""Situations that a table comes into, each played out by fixed dice: answers within answers, holds, death, flight."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.rules.archmage.fixed import FixedDice, carry_out
from tests.rules.archmage.table import Play, bow, foe, name, pc, spell, strike, sword
from tests.rules.archmage.test_class_battles import CLASSES, recruit

from arbitro.dice.amount import Amount
from arbitro.kernel.explain import explain
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import make
from arbitro.rules.archmage.events import (
    Answered,
    AttackLapsed,
    AttackRolled,
    BattleEnded,
    CampaignLost,
    DamageDealt,
    DamageRolled,
    DeathSaveFailed,
    Fell,
    HitTurned,
    InterruptSpent,
    MoveLost,
    ReadiedUsed,
    RecoveryUsed,
    Released,
    ResistRolled,
    SaveRolled,
    Woke,
)
from arbitro.rules.archmage.ongoing_effects import Affliction, Boost, Mark, Ongoing, Until
from arbitro.rules.archmage.power import Attack, Rider
from arbitro.rules.archmage.state import PARTY, Profile

PARRY = Attack(
    "parry",
    name("parry"),
    kind="close",
    action="interrupt",
    friendly=True,
    includes_self=True,
    self_only=True,
    reach="beside",
    trigger="hit",
    riders=(Rider((do.Parry(Amount(plus=4)),)),),
)
WARD = replace(PARRY, id="ward", self_only=False, trigger="ally_hit", reach="nearby", riders=(Rider((do.Negate(),)),))
RIPOSTE = strike(id="riposte", action="interrupt", basic=False, trigger="missed", bonus=6)


def said(play: Play, kind: type) -> tuple[str, str]:
    """The line of the one event of a kind, in Italian and in English."""
    event = play.find(kind)
    return tell(play.game, play.state, event, "it"), tell(play.game, play.state, event, "en")


# ---------------------------------------------------------------- answers within answers


@pytest.mark.rule("AE-ACTION-05", "AE-ATK-07")
def test_an_interrupt_is_answered_by_an_interrupt_and_each_has_its_own(game: Archmage) -> None:
    play = Play(game).begin(foe("orc"), pc("ada", sword(), RIPOSTE), foe("shaman", strike(), WARD))
    play.engage("ada", "orc").do(c.Attack("orc", "strike", "ada"), (20, 5))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes"), (20, 15))
    assert play.asked == ("shaman", "interrupt")
    play.do(c.Interrupt("shaman", "yes"))
    assert play.find(HitTurned).who == "orc"
    assert (play.one("orc").hp, play.one("ada").hp, play.fight.current) == (30, 30, "orc")
    assert [play.one(who).interrupt_spent >= 0 for who in ("ada", "shaman", "orc")] == [True, True, False]
    assert said(play, HitTurned)[0] == "Un potere di shaman annulla il colpo contro orc."
    play.end().do(c.Attack("ada", "sword", "orc"), (20, 19), (8, 3))  # nobody has an interrupt left
    assert play.one("orc").hp == 27


@pytest.mark.rule("AE-ACTION-05", "AE-ATK-07")
def test_a_blow_that_has_fallen_lands_although_the_answer_fells_whoever_struck(game: Archmage) -> None:
    spikes = replace(RIPOSTE, trigger="hit")
    orc = foe("orc", strike(times=Amount(plus=2)), hp=5)
    play = Play(game).begin(orc, pc("ada", sword(), spikes), foe("imp")).engage("ada", "orc")
    play.do(c.Attack("orc", "strike", "ada"), (20, 12)).do(c.Interrupt("ada", "yes"), (20, 15))
    assert play.one("orc").awareness == "dead"
    assert play.one("ada").hp == 24  # the first of two rolls; the dead make no second one
    assert len(play.all(AttackRolled)) == 1


@pytest.mark.rule("AE-READY-02", "AE-READY-03", "AE-READY-04", "AE-OPP-01", "AE-DISENGAGE-01")
def test_a_readied_shot_meets_the_opportunity_attack_and_the_walk_goes_on(game: Archmage) -> None:
    play = Play(game).begin(pc("bea", bow()), pc("ada"), foe("orc", hp=5), foe("imp", hp=90)).engage("ada", "orc")
    play.do(c.Ready("bea", "attack", "attacks", subject="orc", attack="bow")).end().do(c.Move("ada", "away"))
    assert play.asked == ("orc", "opportunity")
    play.do(c.Opportunity("orc", "yes"))
    assert play.asked == ("bea", "readied")
    play.do(c.UseReadied("bea", "yes"), (20, 19), (8, 8))
    assert play.find(AttackLapsed).rules == ("AE-READY-03",)
    assert (play.one("ada").engaged, play.one("ada").hp, play.fight.current) == ((), 30, "ada")
    assert play.find(ReadiedUsed).order[:2] == ("bea", "ada")
    assert said(play, ReadiedUsed)[1] == "Bea has waited for this: acts before orc; initiative 19."


@pytest.mark.rule("AE-READY-02", "AE-READY-03", "AE-OPP-03")
def test_a_readied_shot_in_melee_is_itself_met_by_an_opportunity_attack_and_that_by_another_readied(
    game: Archmage,
) -> None:
    dart = strike(id="dart", kind="ranged", reach="far", bonus=20)
    play = Play(game).begin(pc("bea", bow(), hp=5), pc("cleo", sword()), foe("orc"), foe("imp", strike(), dart))
    play.engage("bea", "orc").engage("cleo", "orc")
    play.do(c.Ready("bea", "attack", "attacks", subject="imp", attack="bow")).end()
    play.do(c.Ready("cleo", "attack", "attacks", subject="orc", attack="sword")).end().end()
    play.do(c.Attack("imp", "dart", "cleo"))  # bea waits for it
    play.do(c.UseReadied("bea", "yes"))  # shooting in melee provokes the orc
    assert play.asked == ("orc", "opportunity")
    play.do(c.Opportunity("orc", "yes"))
    assert play.asked == ("cleo", "readied")
    play.do(c.UseReadied("cleo", "yes"), (20, 10), (20, 12), (20, 1), (20, 9))
    fell = [event.who for event in play.all(Fell)]
    assert fell == ["bea"]  # cleo misses, the orc strikes bea down, her shot lapses, the dart flies
    assert play.find(AttackLapsed).attacker == "bea"


# ---------------------------------------------------------------- struck by a friend


def bewildered(play: Play) -> Play:
    """Bea is out of her mind beside Ada."""
    play.change("bea", afflictions=(Affliction("confused", "orc", 11),), beside=("ada",))
    return play.change("ada", beside=("bea",))


@pytest.mark.rule("AE-ACTION-05", "AE-COND-04")
def test_whoever_is_struck_by_a_friend_may_ward_it_off(game: Archmage) -> None:
    play = bewildered(Play(game).begin(pc("bea"), pc("ada", sword(), PARRY), foe()))
    play.do(c.Attack("bea", "sword"), (20, 15))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes"))  # 16 against AC 15 + 4
    assert play.find(HitTurned).outcome == "miss"
    assert play.one("ada").hp == 30


@pytest.mark.rule("AE-ACTION-05", "AE-FUMBLE-03", "AE-MOD-03")
def test_a_stray_shot_is_warded_off_as_any_other(game: Archmage) -> None:
    play = Play(game).begin(pc("bea", bow()), pc("ada", sword(), PARRY), foe()).engage("ada", "orc")
    play.do(c.Attack("bea", "bow", "orc"), (20, 1), (20, 15))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "no"), (8, 4))
    assert play.one("ada").hp == 26


WARDING = ("hit", "missed", "attacked", "critted", "ally_hit", "ally_missed", "ally_critted")


def answers() -> dict[str, tuple[Profile, Attack]]:
    """Powers that answer a blow, of characters of every class and people by lot, each with one who has it."""
    found: dict[str, tuple[Profile, Attack]] = {}
    for class_id in CLASSES:
        for seed in range(2):
            one = make(load_books(), recruit(class_id, 9, Random(seed)), PARTY)
            found.update((power.id, (one, power)) for power in one.attacks if power.trigger in WARDING)
    return found


@pytest.mark.rule("AE-ACTION-05", "AE-COND-04", "AE-TARGET-04")
def test_no_power_of_any_class_answers_a_friends_blow_by_harming_the_friend(game: Archmage) -> None:
    known = answers()
    assert len(known) > 12
    for who, (one, power) in known.items():
        ada = replace(one, id="ada", name=name("ada"), attacks=(sword(), power), max_hp=300)
        play = bewildered(Play(game).begin(pc("bea", hp=300), ada, foe()))
        _, events = carry_out(game, play.state, c.Attack("bea", "sword"), FixedDice(attack=18), "yes")
        assert not [event for event in events if isinstance(event, DamageDealt) and event.target == "bea"], who
        asked = [event for event in events if isinstance(event, Answered) and event.kind == "interrupt"]
        assert not asked or "by_a_foe" not in power.when, who


# ---------------------------------------------------------------- charges


@pytest.mark.rule("AE-POS-11", "AE-STACK-01")
@pytest.mark.parametrize(("face", "harm"), [(19, 2 + 5), (3, 1 + 5)])
def test_boots_of_a_charge_hurt_more_in_the_turn_of_the_charge_hit_or_miss(
    game: Archmage, face: int, harm: int
) -> None:
    boots = load_books().items["boots_of_ferocious_charge"]
    charger = pc("ada", sword(miss_level=True), bonuses=tuple(boots.bonuses))
    play = Play(game).begin(charger, foe(hp=90)).do(c.Move("ada", "engage", "orc"))
    dice = ((8, 2), (6, 5)) if face == 19 else ((6, 5),)
    play.do(c.Attack("ada", "sword", "orc"), (20, face), *dice)
    assert play.one("orc").hp == 90 - harm
    play.end().end().do(c.Attack("ada", "sword", "orc"), (20, 19), (8, 2))  # no charge any more
    assert play.one("orc").hp == 90 - harm - 2


@pytest.mark.rule("AE-POS-11", "AE-ACTION-05")
@pytest.mark.parametrize("runs", [True, False])
def test_a_crooked_step_answers_those_who_have_just_come_running(game: Archmage, runs: bool) -> None:
    answer = replace(WARD, id="step", when=("moved_this_turn",), riders=(Rider((do.RerollAttack(worse=True),)),))
    play = Play(game).begin(foe(), pc("ada"), pc("oda", sword(), answer))
    if runs:
        play.do(c.Move("orc", "engage", "ada", past="none"))
    else:
        play.engage("orc", "ada")
    play.do(c.Attack("orc", "strike", "ada"), (20, 15))
    assert bool(play.state.awaiting) == runs
    if runs:
        play.do(c.Interrupt("oda", "yes"), (20, 4))
        assert play.one("ada").hp == 30  # the lower of 15 and 4 stands


# ---------------------------------------------------------------- holds


def held(game: Archmage, *foes: str) -> Play:
    """Ada in the grip of a large ogre, and in melee with others."""
    ogre = foe("ogre", category="large", hp=90)
    play = Play(game).begin(pc("ada", hp=60), ogre, *(foe(each) for each in foes), pc("bea")).engage("ada", "ogre")
    for each in foes:
        play.engage("ada", each)
    return play.change("ada", grabbed_by=("ogre",)).change("ogre", grabbing=("ada",))


@pytest.mark.rule("AE-GRAB-03", "AE-GRAB-04", "AE-DISENGAGE-03")
@pytest.mark.parametrize(("face", "free"), [(16, False), (17, True)])
def test_out_of_a_hold_and_a_second_foe_it_takes_a_17(game: Archmage, face: int, free: bool) -> None:
    play = held(game, "orc")
    assert play.refused(c.Move("ada", "away")) == "grabbed"
    play.do(c.Disengage("ada"), (20, face))  # 11 + 5 + 1
    assert play.find(SaveRolled).saved == free
    assert bool(play.one("ada").grabbed_by) != free
    lines = explain(game, play.state, play.find(SaveRolled), "it").numbers
    assert "-1" in lines[0]
    assert "-5" in lines[0]


@pytest.mark.rule("AE-GRAB-04")
def test_a_hit_on_the_captor_in_the_same_turn_makes_it_11_and_the_next_turn_16_again(game: Archmage) -> None:
    play = held(game).do(c.Attack("ada", "sword", "ogre"), (20, 19), (8, 1)).do(c.Disengage("ada"), (20, 10))
    assert not play.find(SaveRolled).saved
    play.end().end().end().do(c.Disengage("ada"), (20, 15))
    assert not play.find(SaveRolled).saved
    other = held(game).do(c.Attack("ada", "sword", "ogre"), (20, 19), (8, 1)).do(c.Disengage("ada"), (20, 11))
    assert other.one("ada").engaged == ()


@pytest.mark.rule("AE-GRAB-05", "AE-GRAB-06", "AE-GRAB-08")
def test_a_captor_walks_off_with_its_prey_and_strikes_it_at_4_more(game: Archmage) -> None:
    play = held(game).until("ogre").change("bea", engaged=("ogre",))
    play.change("ogre", engaged=("ada", "bea")).do(c.Move("ogre", "away"))
    assert play.asked == ("bea", "opportunity")  # she is left behind; the prey has no blow at its captor
    play.do(c.Opportunity("bea", "no"))
    assert (play.one("ogre").engaged, play.one("ada").grabbed_by) == (("ada",), ("ogre",))
    play.do(c.Attack("ogre", "strike", "ada"), (20, 6))  # 6 + 5 + 4 against AC 15
    assert play.find(AttackRolled).outcome == "hit"


@pytest.mark.rule("AE-GRAB-02", "AE-GRAB-06", "AE-POS-11")
def test_a_captor_who_falls_lets_go_and_one_who_lets_go_walks_off_unharmed(game: Archmage) -> None:
    play = held(game).until("ogre").do(c.Release("ogre", "ada")).do(c.Move("ogre", "away"))
    assert not play.state.awaiting  # no opportunity attack at whoever has just let go
    fallen = held(game).change("ogre", hp=1).do(c.Attack("ada", "sword", "ogre"), (20, 19), (8, 1))
    assert fallen.find(Released).who == "ada"
    assert fallen.one("ada").grabbed_by == ()


# ---------------------------------------------------------------- dying


def down(game: Archmage, **more: object) -> Play:
    """Ada lies dying, Bea fights on; it is the orc's turn, Ada's is next."""
    play = Play(game).begin(foe(hp=90), pc("ada", hp=40), pc("bea"))
    return play.change("ada", hp=-3, awareness="unconscious", dropped=True, **more)


@pytest.mark.rule("AE-DYING-03", "AE-RECOVERY-05", "AE-RECOVERY-06", "AE-DYING-08")
def test_waking_without_a_recovery_left_heals_half_and_weighs(game: Archmage) -> None:
    play = down(game, recoveries=0).end((20, 16), (8, 7))
    used = play.find(RecoveryUsed)
    assert (used.healed, used.hp, used.debt, used.halved) == (3, 3, 1, True)
    assert play.fight.current == "bea"  # 16 is no 20: the turn is over
    assert play.find(Woke).who == "ada"
    assert explain(game, play.state, used, "en").numbers[0] == "Healing: d8=7 (play:1), ÷2 no recovery left = 3"


@pytest.mark.rule("AE-DYING-05", "AE-DYING-06", "AE-DYING-11")
def test_who_was_stabilised_wakes_and_falls_again_is_not_stable_and_keeps_the_failures(game: Archmage) -> None:
    play = down(game, death_fails=3, stable=True).end((20, 15))
    assert play.find(DeathSaveFailed).ignored
    play.do(c.EndTurn("bea")).end((20, 17), (8, 1))
    assert play.one("ada").awareness == "awake"
    play.engage("ada", "orc").do(c.EndTurn("bea")).do(c.Attack("orc", "strike", "ada"), (20, 15))
    assert (play.one("ada").hp, play.one("ada").stable, play.one("ada").death_fails) == (-5, False, 3)
    play.end((20, 15))
    assert play.one("ada").awareness == "dead"  # the fourth of this battle
    assert said(play, DeathSaveFailed)[0] == "Ada: 4 tiri contro morte falliti su 4."


@pytest.mark.rule("AE-DYING-04", "AE-SEQ-02", "AE-ONGOING-01")
def test_a_20_acts_at_once_and_what_burns_goes_on_burning(game: Archmage) -> None:
    fire = Ongoing("fire", 5, "fire", 11, "orc")
    play = down(game, ongoing=(fire,)).end((20, 20), (8, 8))
    assert (play.fight.current, play.one("ada").hp) == ("ada", 8)
    play.end((20, 11))
    assert (play.one("ada").hp, play.one("ada").ongoing) == (3, ())


@pytest.mark.rule("AE-DYING-07", "AE-ONGOING-01")
def test_fire_kills_the_dying_at_half_below_zero(game: Archmage) -> None:
    play = down(game, ongoing=(Ongoing("fire", 17, "fire", 11, "orc"),)).end((20, 3))
    assert play.one("ada").hp == -20
    assert play.one("ada").awareness == "dead"
    assert not play.all(SaveRolled)[1:]  # the dead roll against no fire


@pytest.mark.rule("AE-SAVE-02", "AE-COND-07", "AE-SEQ-03")
@pytest.mark.parametrize(("faces", "end"), [((15, 16), "flesh"), ((15, 15, 15, 15), "stone")])
def test_last_gasps_are_hard_saves_and_the_fourth_failure_is_stone(
    game: Archmage, faces: tuple[int, ...], end: str
) -> None:
    play = Play(game).begin(pc("ada"), foe(hp=90)).change("ada", marks=(Mark("last_gasp", "orc"),))
    play.end((20, faces[0]))
    assert play.refused(c.Attack("ada", "sword", "orc"))
    for face in faces[1:]:
        assert play.fight.current == "orc"
        play.end((20, face))
    one = play.one("ada")
    assert (one.awareness == "dead") == (end == "stone")
    assert not one.afflictions


# ---------------------------------------------------------------- flight


@pytest.mark.rule("AE-FLEE-01", "AE-FLEE-02", "AE-FLEE-03", "AE-FLEE-04", "AE-GRAB-03")
def test_a_party_flees_with_the_fallen_the_held_and_the_sleeping_for_one_loss(game: Archmage) -> None:
    play = held(game).change("bea", hp=-2, awareness="unconscious")
    play.do(c.ProposeFlight("bea"))  # her player may, on any character's turn
    assert play.asked == ("ada", "flight")
    play.do(c.VoteFlight("ada", "yes"))
    assert play.find(BattleEnded).result == "fled"
    assert play.find(CampaignLost).count == 1
    assert {who for who, one in play.state.party.items() if one.awareness != "dead"} == {"ada", "bea"}
    assert play.one("ada").grabbed_by == ()


@pytest.mark.rule("AE-FLEE-01", "AE-FLEE-02")
def test_nobody_flees_in_a_foes_turn_and_one_no_is_enough(game: Archmage) -> None:
    play = held(game).until("ogre")
    assert play.refused(c.ProposeFlight("ada")) == "on_a_characters_turn"
    play.end().do(c.ProposeFlight("bea")).do(c.VoteFlight("ada", "no"))
    assert play.fight.phase != "over"
    assert play.state.losses == ()


# ---------------------------------------------------------------- resistance for a while


@pytest.mark.rule("AE-RESIST-05", "AE-RESIST-01")
@pytest.mark.parametrize(("face", "harm"), [(15, 5), (16, 10)])
def test_resistance_lent_for_a_while_counts_against_what_needs_no_roll(game: Archmage, face: int, harm: int) -> None:
    lent = Boost("potion", "resist", 16, Until("battle", "orc"), attack="fire")
    rain = spell(id="rain", automatic=True, damage=Amount(plus=10), damage_ability=None)
    play = Play(game).options(automatic_damage_resistance_roll="always").begin(pc("ada", rain), foe())
    play.change("orc", boosts=(lent,)).do(c.Attack("ada", "rain", "orc"), (20, face))
    assert play.find(ResistRolled).needed == 16
    assert play.one("orc").hp == 30 - harm


@pytest.mark.rule("AE-RESIST-02", "AE-ONGOING-01")
def test_ongoing_damage_is_halved_by_resistance_lent_for_a_while_and_says_by_which_rule(game: Archmage) -> None:
    lent = Boost("potion", "resist", 16, Until("battle", "ada"), attack="fire")
    play = (
        Play(game)
        .begin(pc("ada"), foe())
        .change("ada", boosts=(lent,), ongoing=(Ongoing("f", 7, "fire", 11, "orc", 12),))
    )
    play.end((20, 11))
    dealt = play.find(DamageDealt)
    assert dealt.amount == 3
    assert "AE-RESIST-02" in dealt.rules


@pytest.mark.rule("AE-SITWEAPON-01", "AE-WEAPON-02")
def test_a_larger_die_of_a_feature_is_no_word_of_the_referee(game: Archmage) -> None:
    play = Play(game).begin(pc("ada", sword(die_steps=1)), foe(hp=90)).engage("ada", "orc")
    play.do(c.Attack("ada", "sword", "orc"), (20, 19), (10, 7))
    assert "AE-SITWEAPON-01" not in play.find(DamageRolled).rules


@pytest.mark.rule("AE-INTERCEPT-03", "AE-READY-03")
def test_a_walk_that_ends_in_a_grip_is_lost_with_its_reason(game: Archmage) -> None:
    grip = strike(riders=(Rider((do.Grab(),)),))
    play = Play(game).begin(pc("ada", hp=60), foe("ogre", grip, category="large")).engage("ada", "ogre")
    play.do(c.Move("ada", "away")).do(c.Opportunity("ogre", "yes"), (20, 12))
    assert play.find(MoveLost).rules == ("AE-OPP-01",)
    assert play.one("ada").grabbed_by == ("ogre",)
    assert play.all(InterruptSpent) == []


# ---------------------------------------------------------------- sleep


@pytest.mark.rule("AE-COND-07", "AE-SAVE-02")
@pytest.mark.parametrize(("harm", "awake"), [(9, False), (10, True)])
@pytest.mark.parametrize("category", ["normal", "mook"])
def test_a_blow_that_is_hard_enough_wakes_a_sleeper(game: Archmage, harm: int, awake: bool, category: str) -> None:
    sleep = next(each for each in load_books().powers["wizard_sleep"].riders if each.outcome == "hit")
    lull = spell(id="lull", defence="md", damage=Amount(), damage_ability=None, riders=(sleep,))
    orc = foe("orc", hp=90, category=category)
    play = Play(game).begin(pc("ada", strike(damage=Amount(plus=harm)), lull), orc, foe("imp")).engage("ada", "orc")
    play.do(c.Attack("ada", "lull", "orc")).do(c.Opportunity("orc", "no"), (20, 18)).end((20, 15))
    assert play.one("orc").awareness == "asleep"
    play.until("ada").do(c.Attack("ada", "strike", "orc"), (20, 18))
    assert (play.one("orc").awareness == "awake") == awake
    if awake:
        assert said(play, Woke) == ("Orc riprende i sensi.", "Orc comes round.")
