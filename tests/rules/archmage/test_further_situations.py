"""Further situations of the fight, each by the sentence that decides it, with dice that show what is named."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, bow, foe, pc, special, spell, strike, sword
from tests.rules.archmage.test_feats_in_action import boosts, dealt, go

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.numbers import defence_of
from arbitro.rules.archmage.ongoing_effects import Affliction, Boost, Mark, Ongoing, Until
from arbitro.rules.archmage.power import Rider

FIRE = Ongoing("flame", 5, "fire", 11, "orc")


def laid(*names: str, save: int = 11) -> tuple[Affliction, ...]:
    return tuple(Affliction(name, "orc", save, power=name) for name in names)  # type: ignore[arg-type]


def duel(game: Archmage, *more, ada=None, orc=None) -> Play:
    """Ada in melee with an orc; whoever else is there stands by."""
    play = Play(game).begin(ada or pc("ada"), orc or foe("orc", hp=90), *more)
    return play.engage("ada", "orc")


def rolls(play: Play, who: str) -> list[e.AttackRolled]:
    return [event for event in play.all(e.AttackRolled) if event.attacker == who]


def plus(play: Play, who: str) -> int:
    (roll,) = rolls(play, who)
    return roll.check.total - roll.check.dice[0].face


# -------------------------------------------------------------------- readied actions, delaying


@pytest.mark.rule("AE-READY-03")
def test_a_limited_attack_that_a_readied_blow_forestalls_is_not_spent(game: Archmage) -> None:
    howl = strike(id="howl", usage="battle", basic=False)
    play = duel(game, foe("ogre"), orc=foe("orc", strike(), howl, hp=3))
    go(play, c.Ready("ada", "attack", "attacks", "orc", "sword"))
    play.until("orc")
    go(play, c.Attack("orc", "howl", "ada"))
    go(play, c.UseReadied("ada", "yes"), attack=18)
    assert not rolls(play, "orc")
    assert not play.one("orc").powers.get("howl")


@pytest.mark.rule("AE-READY-03")
@pytest.mark.parametrize("name", ["stunned", "helpless"])
def test_whoever_can_do_nothing_any_more_is_not_asked_about_what_was_readied(game: Archmage, name: str) -> None:
    play = duel(game)
    go(play, c.Ready("ada", "attack", "attacks", "orc", "sword"))
    play.until("orc").change("ada", afflictions=laid(name))
    go(play, c.Attack("orc", "strike", "ada"), attack=10)
    assert not play.state.awaiting
    assert rolls(play, "orc")


@pytest.mark.rule("AE-COND-05", "AE-READY-03")
def test_a_readied_blow_of_the_dazed_is_at_minus_four(game: Archmage) -> None:
    play = duel(game)
    go(play, c.Ready("ada", "attack", "attacks", "orc", "sword"))
    play.until("orc").change("ada", afflictions=laid("dazed"))
    go(play, c.Attack("orc", "strike", "ada"))
    go(play, c.UseReadied("ada", "yes"), attack=10)
    assert plus(play, "ada") == 1 - 4


@pytest.mark.rule("AE-DELAY-01")
def test_whoever_is_stunned_while_delaying_is_not_offered_the_turn(game: Archmage) -> None:
    play = Play(game).begin(pc("ada"), foe("orc"), foe("ogre"))
    go(play, c.Delay("ada"))
    play.change("ada", afflictions=laid("stunned"))
    go(play, c.EndTurn("orc"))
    assert play.fight.current == "ogre"


@pytest.mark.rule("AE-DELAY-02", "AE-ESC-03")
def test_whoever_takes_a_delayed_turn_in_the_same_round_adds_the_die_of_that_round(game: Archmage) -> None:
    play = duel(game).set(escalation=2)
    go(play, c.Delay("ada"))
    go(play, c.EndTurn("orc"))
    go(play, c.TakeDelayedTurn("ada", "yes"))
    go(play, c.Attack("ada", "sword", "orc"), attack=10)
    assert plus(play, "ada") == 1 + 2


@pytest.mark.rule("AE-READY-02")
def test_a_readied_blow_is_kept_while_somebody_else_attacks(game: Archmage) -> None:
    play = duel(game, foe("ogre")).engage("ada", "ogre")
    go(play, c.Ready("ada", "attack", "attacks", "ogre", "sword"))
    go(play.until("orc"), c.Attack("orc", "strike", "ada"), attack=2)
    assert not play.state.awaiting
    go(play.until("ogre"), c.Attack("ogre", "strike", "ada"))
    assert play.asked == ("ada", "readied")


# -------------------------------------------------------------------- opportunity attacks


@pytest.mark.rule("AE-OPP-06")
@pytest.mark.parametrize("name", ["stunned", "helpless", "confused"])
def test_of_two_foes_only_whoever_attends_strikes_at_the_leaver(game: Archmage, name: str) -> None:
    play = duel(game, foe("ogre")).engage("ada", "ogre").change("ogre", afflictions=laid(name))
    go(play, c.Move("ada", "away"))
    assert play.asked == ("orc", "opportunity")
    go(play, c.Opportunity("orc", "no"))
    assert not play.one("ada").engaged


@pytest.mark.rule("AE-OPP-01", "AE-COND-08")
@pytest.mark.parametrize(("name", "amount"), [("weakened", 1), ("dazed", 1), ("hampered", 5)])
def test_conditions_weigh_on_opportunity_attacks_too(game: Archmage, name: str, amount: int) -> None:
    play = duel(game).change("orc", afflictions=laid(name))
    go(play, c.Move("ada", "away"))
    go(play, c.Opportunity("orc", "yes"), attack=10)
    assert plus(play, "orc") == amount


@pytest.mark.rule("AE-COND-11", "AE-CRIT-04")
@pytest.mark.parametrize(("natural", "outcome"), [(17, "hit"), (18, "crit")])
def test_the_vulnerable_are_struck_hard_when_they_turn_their_back(game: Archmage, natural: int, outcome: str) -> None:
    play = duel(game).change("ada", afflictions=laid("vulnerable"))
    go(play, c.Move("ada", "away"))
    go(play, c.Opportunity("orc", "yes"), attack=natural)
    assert [roll.outcome for roll in rolls(play, "orc")] == [outcome]


@pytest.mark.rule("AE-DYING-01", "AE-OPP-02")
def test_whoever_falls_on_leaving_lies_where_the_blow_fell(game: Archmage) -> None:
    play = duel(game, pc("bea")).change("ada", hp=4)
    go(play, c.Move("ada", "away"))
    go(play, c.Opportunity("orc", "yes"), attack=15)
    assert play.one("ada").awareness == "unconscious"
    assert play.all(e.MoveLost)


@pytest.mark.rule("AE-OPP-03")
def test_a_shot_past_two_engaged_foes_provokes_both_and_one_at_one_of_them_the_other(game: Archmage) -> None:
    ada = pc("ada", sword(), bow())
    for target, asked in (("troll", 2), ("orc", 1)):
        play = duel(game, foe("ogre"), foe("troll"), ada=ada).engage("ada", "ogre")
        go(play, c.Attack("ada", "bow", target))
        answered = 0
        while play.state.awaiting:
            answered += 1
            go(play, c.Opportunity(play.asked[0], "no"), attack=10)
        assert answered == asked


@pytest.mark.rule("AE-ESC-02", "AE-OPP-01")
def test_a_character_adds_the_escalation_die_to_an_opportunity_attack(game: Archmage) -> None:
    play = duel(game).set(escalation=3).until("orc")
    go(play, c.Move("orc", "away"))
    go(play, c.Opportunity("ada", "yes"), attack=10)
    assert plus(play, "ada") == 1 + 3


# -------------------------------------------------------------------- stacking


@pytest.mark.rule("AE-STACK-03")
@pytest.mark.parametrize("names", [("dazed",), ("dazed", "weakened"), ("fear", "dazed", "weakened")])
def test_penalties_of_conditions_on_attacks_are_one(game: Archmage, names) -> None:
    play = duel(game).change("ada", afflictions=laid(*names))
    go(play, c.Attack("ada", "sword", "orc"), attack=10)
    assert plus(play, "ada") == 1 - 4


@pytest.mark.rule("AE-STACK-03")
@pytest.mark.parametrize("names", [("weakened",), ("stunned", "weakened"), ("helpless", "stunned", "weakened")])
def test_penalties_of_conditions_on_defences_are_one(game: Archmage, names) -> None:
    play = duel(game)
    had = defence_of(play.state, play.one("ada"), "md")
    play.change("ada", afflictions=laid(*names))
    assert had - defence_of(play.state, play.one("ada"), "md") == 4


@pytest.mark.rule("AE-COND-01", "AE-COND-11")
@pytest.mark.parametrize(("natural", "outcome"), [(16, "hit"), (18, "crit")])
def test_being_vulnerable_twice_is_being_vulnerable(game: Archmage, natural: int, outcome: str) -> None:
    twice = (Affliction("vulnerable", "orc", 11, power="a"), Affliction("vulnerable", "orc", 16, power="b"))
    play = duel(game).change("orc", afflictions=twice)
    go(play, c.Attack("ada", "sword", "orc"), attack=natural)
    assert [roll.outcome for roll in rolls(play, "ada")] == [outcome]


@pytest.mark.rule("AE-STACK-04")
def test_a_bonus_and_a_penalty_of_two_powers_add_up_and_two_of_one_do_not(game: Archmage) -> None:
    until = Until("battle", "ada")
    play = duel(game)
    play.change("ada", boosts=(Boost("bless", "attack", 2, until), Boost("hex", "attack", -3, until)))
    go(play, c.Attack("ada", "sword", "orc"), attack=10)
    assert plus(play, "ada") == 1 + 2 - 3
    play.change(
        "ada", actions=("standard",), boosts=(Boost("bless", "attack", 2, until), Boost("bless", "attack", 1, until))
    )
    go(play, c.Attack("ada", "sword", "orc"), attack=10)
    assert plus(play, "ada") == 1 + 2


# -------------------------------------------------------------------- saves and ongoing damage


@pytest.mark.rule("AE-ONGOING-01", "AE-SEQ-03")
def test_ongoing_damage_that_kills_a_foe_leaves_no_save(game: Archmage) -> None:
    play = duel(game, foe("ogre")).change("orc", hp=5, ongoing=(FIRE,)).until("orc")
    go(play, c.EndTurn("orc"))
    assert play.one("orc").awareness == "dead"
    assert not play.all(e.SaveRolled)


@pytest.mark.rule("AE-ONGOING-01", "AE-STACK-01")
def test_two_fires_of_two_powers_burn_side_by_side_each_with_its_save(game: Archmage) -> None:
    other = replace(FIRE, name="pyre", amount=3)
    play = duel(game).change("ada", ongoing=(FIRE, other))
    go(play, c.EndTurn("ada"), save_ongoing=10)
    assert [event.amount for event in play.all(e.DamageDealt)] == [5, 3]
    assert len(play.all(e.SaveRolled)) == 2


@pytest.mark.rule("AE-COND-10", "AE-ONGOING-01")
def test_the_stunned_burn_and_save_at_the_end_of_the_turn_that_they_cannot_use(game: Archmage) -> None:
    play = duel(game).until("orc").change("orc", ongoing=(FIRE,), afflictions=laid("stunned"))
    go(play, c.EndTurn("orc"), save_ongoing=11, save_effect=11)
    assert dealt(play, "orc") == 5
    assert not play.one("orc").ongoing
    assert not play.one("orc").afflictions


@pytest.mark.rule("AE-TEMPHP-03", "AE-ONGOING-01")
def test_temporary_hit_points_take_what_burns(game: Archmage) -> None:
    play = duel(game).change("ada", temp_hp=3, ongoing=(FIRE,))
    go(play, c.EndTurn("ada"))
    assert (play.one("ada").temp_hp, play.one("ada").hp) == (0, 28)


@pytest.mark.rule("AE-SAVE-02")
@pytest.mark.parametrize(("needed", "face", "ended"), [(6, 5, False), (6, 6, True), (16, 15, False), (16, 16, True)])
def test_a_save_is_by_the_number_of_its_effect(game: Archmage, needed: int, face: int, ended: bool) -> None:
    play = duel(game).change("ada", afflictions=laid("dazed", save=needed))
    go(play, c.EndTurn("ada"), save_effect=face)
    assert (not play.one("ada").afflictions) is ended


# -------------------------------------------------------------------- the escalation die


@pytest.mark.rule("AE-ESC-03")
def test_the_die_stays_at_six(game: Archmage) -> None:
    play = duel(game).set(escalation=6)
    play.end().end()
    assert play.fight.escalation == 6


@pytest.mark.rule("AE-ESC-04")
@pytest.mark.parametrize(("kind", "amount"), [("pc", 5), ("npc", 1)])
def test_friends_who_are_no_characters_do_not_add_it(game: Archmage, kind: str, amount: int) -> None:
    play = duel(game, ada=pc("ada", kind=kind)).set(escalation=4)
    go(play, c.Attack("ada", "sword", "orc"), attack=10)
    assert plus(play, "ada") == amount


@pytest.mark.rule("AE-COND-09")
def test_whoever_gets_over_the_fear_has_the_die_again(game: Archmage) -> None:
    play = duel(game).set(escalation=4).change("ada", afflictions=laid("fear"))
    go(play, c.Attack("ada", "sword", "orc"), attack=10)
    assert plus(play, "ada") == 1 - 4
    go(play, c.EndTurn("ada"), save_effect=11)
    go(play.until("ada"), c.Attack("ada", "sword", "orc"), attack=10)
    assert plus(play, "ada") == 1 + 5


# -------------------------------------------------------------------- death and revival, recoveries


@pytest.mark.rule("AE-TEMPHP-03")
def test_a_buffer_keeps_somebody_on_their_feet(game: Archmage) -> None:
    orc = foe("orc", strike(damage=Amount(plus=12)))
    play = duel(game, orc=orc).change("ada", hp=5, temp_hp=10).until("orc")
    go(play, c.Attack("orc", "strike", "ada"), attack=15)
    assert (play.one("ada").hp, play.one("ada").awareness) == (3, "awake")


@pytest.mark.rule("AE-DYING-05", "AE-DYING-06")
def test_failures_of_one_battle_add_up_over_two_falls(game: Archmage) -> None:
    play = duel(game, pc("bea")).until("bea")
    play.change("ada", hp=-1, awareness="unconscious", dropped=True, death_fails=3)
    go(play, c.EndTurn("bea"), save_death=15)
    assert play.one("ada").awareness == "dead"


@pytest.mark.rule("AE-DYING-02")
def test_a_new_battle_begins_with_no_failures(game: Archmage) -> None:
    play = duel(game).change("ada", death_fails=3).change("orc", hp=1)
    go(play, c.Attack("ada", "sword", "orc"), attack=15)
    assert play.state.party["ada"].death_fails == 0


@pytest.mark.rule("AE-COND-07", "AE-DYING-01")
def test_the_fallen_are_easier_to_hit_in_every_defence(game: Archmage) -> None:
    play = duel(game)
    had = [defence_of(play.state, play.one("ada"), stat) for stat in ("ac", "pd", "md")]
    play.change("ada", hp=-3, awareness="unconscious", dropped=True)
    assert [defence_of(play.state, play.one("ada"), stat) for stat in ("ac", "pd", "md")] == [each - 4 for each in had]


@pytest.mark.rule("AE-RALLY-01")
@pytest.mark.parametrize(("hp", "awareness", "code"), [(-2, "unconscious", ""), (30, "awake", "unhurt")])
def test_nobody_rallies_who_lies_there_or_is_unhurt(game: Archmage, hp: int, awareness: str, code: str) -> None:
    play = duel(game).change("ada", hp=hp, awareness=awareness)
    refused = play.decide(c.Rally("ada"))
    assert isinstance(refused, Refusal)
    assert code in ("", refused.code)


@pytest.mark.rule("AE-RALLY-03")
def test_after_a_failed_second_rally_the_turn_goes_on_and_no_third_try_is_left(game: Archmage) -> None:
    play = duel(game).change("ada", hp=3, rallies=1)
    go(play, c.Rally("ada"), save_rally=10)
    assert "standard" in play.one("ada").actions
    assert play.refused(c.Rally("ada")) == "rally_barred"
    go(play, c.Attack("ada", "sword", "orc"), attack=15)
    assert dealt(play) > 0


@pytest.mark.rule("AE-RECOVERY-05", "AE-RECOVERY-06")
def test_each_recovery_that_is_not_there_weighs_and_halves(game: Archmage) -> None:
    play = duel(game).change("ada", hp=1, recoveries=0, debt=1)
    go(play, c.Rally("ada"), recovery=7)
    assert (play.one("ada").hp, play.one("ada").debt) == (1 + 3, 2)
    go(play.change("ada", actions=("standard",)), c.Attack("ada", "sword", "orc"), attack=10)
    assert plus(play, "ada") == 1 - 2


@pytest.mark.rule("AE-DYING-04")
def test_a_natural_20_from_death_brings_a_whole_turn(game: Archmage) -> None:
    play = duel(game, pc("bea")).until("bea").change("ada", hp=-2, awareness="unconscious", dropped=True)
    go(play, c.EndTurn("bea"), save_death=20, recovery=5)
    assert play.one("ada").hp == 5
    assert set(play.one("ada").actions) >= {"standard", "move", "quick"}


# -------------------------------------------------------------------- conditions and what one can still do


@pytest.mark.rule("AE-COND-12")
def test_the_stuck_can_be_pushed_nowhere(game: Archmage) -> None:
    push = strike(id="push", riders=(Rider((do.PopFree(),)),))
    play = duel(game, orc=foe("orc", push)).until("orc").change("ada", afflictions=laid("stuck"))
    go(play, c.Attack("orc", "push", "ada"), attack=15)
    assert play.one("ada").engaged == ("orc",)


@pytest.mark.rule("AE-COND-06", "AE-RALLY-01")
def test_the_hampered_may_move_and_rally(game: Archmage) -> None:
    play = duel(game).change("ada", hp=5, afflictions=laid("hampered"))
    go(play, c.Rally("ada"), recovery=4)
    go(play, c.Disengage("ada", goal="away"), save_disengage=11)
    assert (play.one("ada").hp, play.one("ada").engaged) == (9, ())


@pytest.mark.rule("AE-COND-10", "AE-INTERCEPT-01")
@pytest.mark.parametrize(("name", "asked"), [("stunned", False), ("stuck", False), ("dazed", True)])
def test_who_can_step_in_the_way(game: Archmage, name: str, asked: bool) -> None:
    play = Play(game).begin(pc("ada"), pc("bea"), foe("orc")).until("orc").change("bea", afflictions=laid(name))
    go(play, c.Move("orc", "engage", "ada", past="bea"))
    assert bool(play.state.awaiting) is asked


@pytest.mark.rule("AE-GRAB-07")
@pytest.mark.parametrize(("kind", "refused"), [("ranged", True), ("spell", True), ("close_spell", False)])
def test_what_is_left_to_whoever_is_held(game: Archmage, kind: str, refused: bool) -> None:
    attack = spell(id="thing", kind=kind)
    play = (
        duel(game, ada=pc("ada", sword(), attack)).change("ada", grabbed_by=("orc",)).change("orc", grabbing=("ada",))
    )
    assert play.game.allows(play.state, c.Attack("ada", "thing", "orc")) is not refused


@pytest.mark.rule("AE-COND-05")
def test_a_spell_of_the_dazed_is_at_minus_four_as_well(game: Archmage) -> None:
    play = Play(game).begin(pc("ada", spell()), foe("orc", hp=90)).change("ada", afflictions=laid("dazed"))
    go(play, c.Attack("ada", "spell", "orc"), attack=10)
    assert plus(play, "ada") == 1 - 4


# -------------------------------------------------------------------- blows, resistance, mobs


@pytest.mark.rule("AE-TWOWEAPON-02", "AE-FUMBLE-01")
@pytest.mark.parametrize(("face", "outcome"), [(1, "fumble"), (20, "crit")])
def test_the_second_roll_with_two_weapons_stands_whatever_it_is(game: Archmage, face: int, outcome: str) -> None:
    play = duel(game, ada=pc("ada", sword(two_weapons=True), two_weapons=True))
    go(play, c.Attack("ada", "sword", "orc"), attack=2)
    go(play, c.Reroll("ada", "yes"), attack=face)
    assert [roll.outcome for roll in rolls(play, "ada")] == [outcome]


@pytest.mark.rule("AE-RESIST-01", "AE-MISS-01")
@pytest.mark.parametrize(("resisted", "harm"), [(0, 4), (16, 2)])
def test_what_a_miss_deals_is_resisted_too(game: Archmage, resisted: int, harm: int) -> None:
    ada = pc("ada", sword(miss_level=True), level=4)
    orc = replace(foe("orc", hp=90, ac=30), resistances={"weapon": resisted} if resisted else {})
    play = duel(game, ada=ada, orc=orc)
    go(play, c.Attack("ada", "sword", "orc"), attack=5)
    assert dealt(play) == harm


@pytest.mark.rule("AE-TARGET-01", "AE-CRIT-01")
def test_a_critical_hit_may_take_several_of_a_mob(game: Archmage) -> None:
    mob = [foe(f"rat-{n}", hp=5, category="mook") for n in (1, 2, 3, 4)]
    play = Play(game).begin(pc("ada", sword()), *mob).engage("ada", "rat-1")
    go(play, c.Attack("ada", "sword", "rat-1"), attack=20, damage=6)
    fallen = [each.id for each in play.fight.combatants.values() if each.awareness == "dead"]
    assert len(fallen) == 2, "twelve points for fives"


@pytest.mark.rule("AE-MISS-01", "AE-TARGET-01")
def test_the_damage_of_misses_wears_a_mob_down(game: Archmage) -> None:
    mob = [foe(f"rat-{n}", hp=5, ac=30, category="mook") for n in (1, 2)]
    play = Play(game).begin(pc("ada", sword(miss_level=True), level=3), *mob).engage("ada", "rat-1")
    go(play, c.Attack("ada", "sword", "rat-1"), attack=5)
    play.change("ada", actions=("standard",))
    go(play, c.Attack("ada", "sword", "rat-1"), attack=5)
    assert [each.id for each in play.fight.combatants.values() if each.awareness == "dead"] == ["rat-1"]


@pytest.mark.rule("AE-ATK-05", "AE-DMG-02")
def test_one_damage_roll_for_all_and_a_critical_doubles_it_for_one(game: Archmage) -> None:
    burst = spell(id="burst", targets=Amount(plus=2), kind="close_spell")
    play = Play(game).begin(pc("ada", burst), foe("orc", hp=90), foe("ogre", hp=90))
    resolved = play.decide(c.Attack("ada", "burst", "orc,ogre"), (20, 20), (6, 3), (6, 3), (20, 15))
    play.events = resolved.events
    assert (dealt(play, "orc"), dealt(play, "ogre")) == (12, 6)


@pytest.mark.rule("AE-COUP-01", "AE-CRIT-01")
def test_a_coup_on_a_sleeper_is_a_critical_and_takes_the_whole_turn(game: Archmage) -> None:
    play = duel(game).change("orc", awareness="asleep")
    go(play, c.CoupDeGrace("ada", "sword", "orc"), damage=5)
    assert dealt(play) == 10
    assert not play.one("ada").actions


@pytest.mark.rule("AE-INVIS-02")
@pytest.mark.parametrize(("chance", "rolled"), [(50, 0), (51, 1)])
def test_whoever_is_unseen_is_missed_by_half_before_any_roll(game: Archmage, chance: int, rolled: int) -> None:
    play = duel(game).change("ada", invisible=True).until("orc")
    go(play, c.Attack("orc", "strike", "ada"), invisible=chance, attack=15)
    assert len(rolls(play, "orc")) == rolled


# -------------------------------------------------------------------- those who fly, those who are called up


@pytest.mark.rule("AE-INTERCEPT-03")
@pytest.mark.parametrize(("passes", "asked"), [(True, False), (False, True)])
def test_whoever_flies_is_stopped_by_those_on_the_ground_as_the_option_says(
    game: Archmage, passes: bool, asked: bool
) -> None:
    bird = foe("bird", specials=(special("fly"),))
    play = Play(game).options(flyers_pass_over=passes).begin(pc("ada"), pc("bea"), bird).until("bird")
    go(play, c.Move("bird", "engage", "ada", past="bea"))
    assert bool(play.state.awaiting) is asked


@pytest.mark.rule("AE-OPP-02")
def test_whoever_flies_out_of_melee_provokes_as_others_do(game: Archmage) -> None:
    play = duel(game, orc=foe("orc", specials=(special("fly"),))).until("orc")
    go(play, c.Move("orc", "away"))
    assert play.asked == ("ada", "opportunity")


@pytest.mark.rule("AE-COND-12", "AE-TELEPORT-01")
def test_a_flyer_that_is_stuck_stays(game: Archmage) -> None:
    play = duel(game, orc=foe("orc", specials=(special("fly"),))).change("orc", afflictions=laid("stuck")).until("orc")
    assert play.refused(c.Move("orc", "away")) == "stuck"


@pytest.mark.rule("AE-COND-01")
def test_what_lasts_to_the_end_of_a_turn_ends_although_its_maker_has_fallen(game: Archmage) -> None:
    lasts = Affliction("dazed", "orc", until=Until("end", "orc", 1))
    play = duel(game, foe("ogre")).change("ada", afflictions=(lasts,)).change("orc", hp=1)
    go(play, c.Attack("ada", "sword", "orc"), attack=19)
    play.until("ogre")
    play.until("ada")
    assert not play.one("ada").afflictions


@pytest.mark.rule("AE-SPIRIT-03")
def test_a_bonus_for_one_attack_is_gone_after_it_hit_or_miss(game: Archmage) -> None:
    boost = Boost("cry", "attack", 2, Until("next_attack", "ada", 1))
    play = duel(game).change("ada", boosts=(boost,))
    go(play, c.Attack("ada", "sword", "orc"), attack=2)
    assert not boosts(play, "attack")


@pytest.mark.rule("AE-TARGET-04")
def test_a_mark_on_the_ground_of_a_dead_foe_is_nobodys(game: Archmage) -> None:
    mark = Mark("curse", "orc", 5, until=Until("battle", "orc"))
    play = duel(game, foe("ogre")).change("orc", hp=1, marks=(mark,))
    go(play, c.Attack("ada", "sword", "orc"), attack=15)
    assert dealt(play, "ada") == 0
