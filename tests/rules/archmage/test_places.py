"""Positions, interception, disengaging, opportunities, grabs, teleport (chapters «Posizione», «Afferrato»)."""

import pytest
from tests.rules.archmage.table import Play, bow, foe, name, pc, spell, strike, sword

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import REFEREE
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.events import (
    AttackDeclared,
    AttackRolled,
    Engaged,
    Grabbed,
    Intercepted,
    MoveLost,
    Parted,
    PlaceChanged,
    Prompted,
    Released,
    SaveRolled,
    SkillChecked,
    SpeedChecked,
    Teleported,
)
from arbitro.rules.archmage.moving import interceptors
from arbitro.rules.archmage.people import nearby, next_to, pinning_foes
from arbitro.rules.archmage.power import Attack, Rider
from arbitro.rules.archmage.reactions import may_strike

JUMP = Attack(
    "jump",
    name("jump"),
    action="move",
    kind="close",
    friendly=True,
    includes_self=True,
    self_only=True,
    reach="beside",
    teleports=True,
)
GRIP = strike(riders=(Rider((do.Grab(),)),))


@pytest.mark.rule("AE-POS-01", "AE-POS-03", "AE-POS-06", "AE-POS-11")
def test_everybody_is_free_and_nearby_and_a_move_engages_both(play):
    play.begin(pc("ada"), foe())
    assert (play.one("ada").engaged, play.one("ada").band) == ((), "nearby")
    play.do(c.Move("ada", "engage", "orc"))
    assert play.find(Engaged)
    assert (play.one("ada").engaged, play.one("orc").engaged) == (("orc",), ("ada",))
    assert play.one("ada").actions == ("standard", "quick")
    play.do(c.Attack("ada", "sword", "orc"), (20, 3))


@pytest.mark.rule("AE-POS-02")
def test_the_picture_knows_bands_and_no_distances(play, game):
    play.begin(pc("ada"), foe()).do(c.Move("ada", "far"))
    lines = game.picture(play.state, REFEREE, "en")
    assert any("ada" in line and "far" in line for line in lines)
    assert not any("ft" in line or " m " in line for line in lines)


@pytest.mark.rule("AE-POS-04", "AE-ACTION-03")
def test_far_is_two_moves(play):
    play.begin(foe(), pc("ada")).change("ada", band="far")
    assert play.refused(c.Move("orc", "engage", "ada")) == "too_far"
    play.do(c.Move("orc", "toward", "ada"))
    assert nearby(play.one("orc"), play.one("ada"))
    play.do(c.Move("orc", "engage", "ada"))
    assert play.one("orc").engaged == ("ada",)
    assert play.one("orc").actions == ("quick",)


@pytest.mark.rule("AE-POS-04")
def test_becoming_far_takes_a_move_and_room(play, game):
    play.begin(pc("ada"), foe()).do(c.Move("ada", "far"))
    assert (play.find(PlaceChanged).band, play.one("ada").band) == ("far", "far")
    play.do(c.Move("ada", "nearby"))
    assert play.one("ada").band == "nearby"
    cramped = Play(game).begin(pc("ada"), foe(), room=False)
    assert cramped.refused(c.Move("ada", "far")) == "no_room"
    held = Play(game).begin(pc("ada"), foe()).engage("ada", "orc")
    assert held.refused(c.Move("ada", "far")) == "engaged"
    pair = Play(game).begin(pc("ada"), foe(), foe("rat")).do(c.Place("ada", "far", "rat"))
    assert nearby(pair.one("ada"), pair.one("rat"))
    assert not nearby(pair.one("ada"), pair.one("orc"))


@pytest.mark.rule("AE-POS-05", "AE-INTERCEPT-01")
def test_behind_an_ally(play, game):
    play.begin(pc("wiz"), pc("fig"), foe()).do(c.Move("wiz", "behind", "fig")).do(c.Intercept("orc", "no"))
    assert play.one("wiz").behind == "fig"
    play.until("orc").do(c.Move("orc", "engage", "wiz"))
    assert play.asked == ("fig", "intercept")
    busy = Play(game).begin(pc("wiz"), pc("fig"), foe(), foe("rat")).engage("fig", "rat")
    assert busy.refused(c.Move("wiz", "behind", "fig")) == "cannot_hide_behind"
    busy.until("orc").do(c.Move("orc", "engage", "wiz"))
    assert busy.one("wiz").engaged == ("orc",)


@pytest.mark.rule("AE-POS-07")
def test_next_to_an_ally(play, game):
    play.begin(pc("ada"), pc("bea"), pc("cleo"), foe("ogre"), foe())
    play.engage("ada", "ogre").engage("bea", "ogre").engage("cleo", "orc")
    assert next_to(play.one("ada"), play.one("bea"))
    assert not next_to(play.one("ada"), play.one("cleo"))
    side = Play(game).begin(pc("ada"), pc("bea"), foe()).do(c.Move("ada", "beside", "bea"))
    assert side.asked == ("orc", "intercept")
    side.do(c.Intercept("orc", "no"))
    assert next_to(side.one("bea"), side.one("ada"))
    side.end().do(c.Move("bea", "far"))
    assert not next_to(side.one("bea"), side.one("ada"))


@pytest.mark.rule("AE-POS-08", "AE-POS-10")
def test_what_the_free_can_do(play):
    play.begin(pc("ada", sword(), bow(), spell()), foe())
    assert play.refused(c.Attack("ada", "sword", "orc")) == "not_engaged_with"
    play.do(c.Attack("ada", "bow", "orc"), (20, 5))
    assert not play.state.awaiting
    play.end().until("ada").do(c.Attack("ada", "spell", "orc"), (20, 5))
    assert not play.state.awaiting


@pytest.mark.rule("AE-POS-09", "AE-POS-10", "AE-INTERCEPT-02")
def test_what_the_engaged_can_do(play, game):
    play.begin(pc("ada"), foe("orc-1"), foe("orc-2")).engage("ada", "orc-1")
    assert play.refused(c.Attack("ada", "sword", "orc-2")) == "not_engaged_with"
    assert nearby(play.one("ada"), play.one("orc-2"))


def walk(who: str, goal: str):
    from arbitro.rules.archmage.step import Walk

    return Walk(who, "engage", (goal,))


@pytest.mark.rule("AE-POS-10", "AE-INTERCEPT-02")
def test_the_engaged_do_not_intercept(play, game):
    play.begin(pc("fig"), pc("wiz"), foe("orc-1"), foe("orc-2")).engage("fig", "orc-1")
    assert interceptors(play.state, walk("orc-2", "wiz")) == []
    play.change("orc-1", awareness="asleep")
    assert [one.id for one in interceptors(play.state, walk("orc-2", "wiz"))] == ["fig"]


@pytest.mark.rule("AE-POS-11")
def test_one_move_engages_the_named_foe_or_several_by_the_option(play, game):
    play.begin(pc("ada"), foe("orc-1"), foe("orc-2"))
    assert play.refused(c.Move("ada", "engage", "orc-1,orc-2")) == "one_target"
    many = Play(game).options(engage_many=True).begin(pc("ada"), foe("orc-1"), foe("orc-2"), foe("rat"))
    assert many.refused(c.Move("ada", "engage", "orc-1,rat")) == "not_a_group"
    many.do(c.Move("ada", "engage", "orc-1,orc-2")).do(c.Intercept("rat", "no"))
    assert many.one("ada").engaged == ("orc-1", "orc-2")


@pytest.mark.rule("AE-POS-11")
def test_the_dead_hold_nobody_and_the_sleeping_only_to_be_struck(play, game):
    play.begin(pc("ada"), foe(hp=3), foe("rat")).engage("ada", "orc").engage("ada", "rat")
    play.do(c.Impose("rat", "condition", condition="asleep"))
    assert pinning_foes(play.fight, play.one("ada")) == ("orc",)
    play.do(c.Impose("orc", "damage", Amount(plus=5)))
    assert play.find(Parted)
    assert play.one("ada").engaged == ("rat",)


@pytest.mark.rule("AE-POS-12", "AE-INVIS-01")
def test_skill_checks_are_the_referees_to_call(play, game):
    profile = pc("ada", level=2, abilities={"dex": 14})
    play.begin(profile, foe())
    play.do(c.CheckSkill("ada", "dex", 15, "movement", bonus=3), (20, 8))
    assert play.find(SkillChecked).check.success
    play.do(c.CheckSkill("ada", "dex", 17, "stealth"), (20, 8))
    assert play.find(SkillChecked).check.total == 12
    play.do(c.Flag("ada", "invisible")).do(c.CheckSkill("ada", "dex", 17, "stealth"), (20, 8))
    assert play.find(SkillChecked).check.total == 17
    play.do(c.CheckSkill("ada", "dex", 17, "stealth", sensed=True), (20, 8))
    assert play.find(SkillChecked).check.total == 12
    totals = {}
    for word in ("ability_level_background", "ability_level", "gm_bonus"):
        made = Play(game).options(skill_check_formula=word).begin(profile, foe())
        totals[word] = made.do(c.CheckSkill("ada", "dex", 15, bonus=3), (20, 8)).find(SkillChecked).check.total
    assert totals == {"ability_level_background": 15, "ability_level": 12, "gm_bonus": 11}
    never = Play(game).options(complicated_movement_check="never").begin(profile, foe())
    assert never.refused(c.CheckSkill("ada", "dex", 15, "movement")) == "option_off"


@pytest.mark.rule("AE-SPEED-01")
def test_nobody_has_a_speed(play, game):
    runners = (pc("ada", level=2, abilities={"dex": 14}), foe(initiative=3))
    play.begin(*runners).do(c.CheckSpeed("ada,orc"))
    assert play.find(Prompted).kind == "speed"
    checked = Play(game).options(speed_check="contested_check").begin(*runners)
    checked.do(c.CheckSpeed("ada,orc"), (20, 9), (20, 9))
    assert (checked.find(SpeedChecked).totals, checked.find(SpeedChecked).winner) == ((13, 12), "ada")
    assert checked.refused(c.CheckSpeed("ada")) == "two_runners"


# -------------------------------------------------------------------- interception


def passing(game, **options) -> Play:
    return Play(game).options(**options).begin(foe(), pc("wiz"), pc("fig"))


@pytest.mark.rule("AE-INTERCEPT-01", "AE-INTERCEPT-03", "AE-INTERCEPT-05", "AE-ACTION-06")
def test_intercepting_stops_the_mover(game):
    play = passing(game).do(c.Move("orc", "engage", "wiz"))
    assert play.asked == ("fig", "intercept")
    play.do(c.Intercept("fig", "yes"))
    assert play.find(Intercepted).mover == "orc"
    assert (play.one("orc").engaged, play.one("wiz").engaged) == (("fig",), ())
    assert play.one("orc").actions == ("standard", "quick")
    play.do(c.Attack("orc", "strike", "fig"), (20, 2))
    declined = passing(game).do(c.Move("orc", "engage", "wiz")).do(c.Intercept("fig", "no"))
    assert (declined.one("wiz").engaged, declined.one("fig").engaged) == (("orc",), ())
    far = passing(game).change("fig", band="far").do(c.Move("orc", "engage", "wiz"))
    assert far.one("wiz").engaged == ("orc",)


@pytest.mark.rule("AE-INTERCEPT-01")
def test_several_are_asked_in_order_until_one_accepts(game):
    play = Play(game).begin(foe(), pc("wiz"), pc("fig"), pc("bea")).do(c.Move("orc", "engage", "wiz"))
    assert play.asked == ("fig", "intercept")
    play.do(c.Intercept("fig", "no"))
    assert play.asked == ("bea", "intercept")
    assert play.refused(c.Intercept("fig", "yes")) == "not_asked"
    play.do(c.Intercept("bea", "yes"))
    assert play.one("orc").engaged == ("bea",)


@pytest.mark.rule("AE-INTERCEPT-02")
def test_whoever_has_intercepted_is_engaged(game):
    play = Play(game).begin(foe("orc-1"), foe("orc-2"), pc("wiz"), pc("fig"))
    play.do(c.Move("orc-1", "engage", "wiz")).do(c.Intercept("fig", "yes")).end()
    play.do(c.Move("orc-2", "engage", "wiz"))
    assert play.one("wiz").engaged == ("orc-2",)


@pytest.mark.rule("AE-INTERCEPT-04")
def test_what_counts_as_going_past(game):
    vetoed = passing(game).do(c.Move("orc", "engage", "wiz", past="none"))
    assert vetoed.one("wiz").engaged == ("orc",)
    hint = passing(game).do(c.Move("orc", "engage", "wiz"))
    assert "AE-INTERCEPT-04" in hint.state.awaiting[0].rules
    asked = passing(game, going_past="ask").do(c.Move("orc", "engage", "wiz"))
    assert asked.asked == ("referee", "going_past")
    assert asked.refused(c.JudgePassing("wiz")) == "cannot_intercept"
    asked.do(c.JudgePassing("fig"))
    assert asked.asked == ("fig", "intercept")
    nobody = passing(game, going_past="ask").do(c.Move("orc", "engage", "wiz")).do(c.JudgePassing(""))
    assert nobody.one("wiz").engaged == ("orc",)
    unnamed = passing(game, going_past="no_unless_named").do(c.Move("orc", "engage", "wiz"))
    assert unnamed.one("wiz").engaged == ("orc",)
    named = passing(game, going_past="no_unless_named").do(c.Move("orc", "engage", "wiz", past="fig"))
    assert named.asked == ("fig", "intercept")


@pytest.mark.rule("AE-INTERCEPT-01", "AE-POS-05")
def test_by_the_option_only_those_who_bar_the_way_intercept(game):
    option = {"intercept_eligibility": "declared_blockers"}
    play = passing(game, **option).do(c.Move("orc", "engage", "wiz"))
    assert play.one("wiz").engaged == ("orc",)
    barred = passing(game, **option).until("fig").do(c.BarTheWay("fig")).until("orc").do(c.Move("orc", "engage", "wiz"))
    assert barred.asked == ("fig", "intercept")
    hidden = passing(game, **option).change("wiz", behind="fig").do(c.Move("orc", "engage", "wiz"))
    assert hidden.asked == ("fig", "intercept")


# -------------------------------------------------------------------- leaving melee


@pytest.mark.rule("AE-DISENGAGE-01", "AE-OPP-02")
def test_walking_away_provokes_from_each(play):
    orcs = [foe(f"orc-{number}") for number in (1, 2, 3)]
    play.begin(pc("ada"), *orcs)
    for each in orcs:
        play.engage("ada", each.id)
    play.do(c.Move("ada", "away"))
    for number in (1, 2, 3):
        assert play.asked == (f"orc-{number}", "opportunity")
        play.do(c.Opportunity(f"orc-{number}", "yes"), (20, 2))
        assert play.find(AttackRolled).target == "ada"
    assert play.one("ada").engaged == ()


@pytest.mark.rule("AE-DISENGAGE-02", "AE-DISENGAGE-03", "AE-DISENGAGE-04", "AE-DISENGAGE-05")
@pytest.mark.parametrize(
    ("foes", "face", "free"), [(1, 11, True), (1, 10, False), (2, 12, True), (2, 11, False), (3, 13, True)]
)
def test_the_disengage_check(play, foes, face, free):
    orcs = [foe(f"orc-{number}") for number in range(foes)]
    play.begin(pc("ada"), *orcs)
    for each in orcs:
        play.engage("ada", each.id)
    play.do(c.Disengage("ada"), (20, face))
    assert play.find(SaveRolled).saved is free
    assert not play.state.awaiting
    assert (play.one("ada").engaged == ()) is free
    assert "move" not in play.one("ada").actions
    assert bool(play.all(MoveLost)) is not free


@pytest.mark.rule("AE-DISENGAGE-03")
def test_one_may_leave_some_only_and_the_others_strike(play):
    play.begin(pc("ada"), foe("orc-1"), foe("orc-2")).engage("ada", "orc-1").engage("ada", "orc-2")
    play.do(c.Disengage("ada", "orc-1"), (20, 11))
    assert play.asked == ("orc-2", "opportunity")


@pytest.mark.rule("AE-DISENGAGE-04")
def test_a_third_foe_may_intercept_whoever_disengages(play):
    play.begin(pc("ada"), pc("bea"), foe("orc"), foe("rat"), foe("bat")).engage("ada", "orc").engage("bea", "bat")
    play.do(c.Disengage("ada", goal="beside", target="bea"), (20, 15))
    assert play.asked == ("rat", "intercept")


@pytest.mark.rule("AE-DISENGAGE-05", "AE-ACTION-03")
def test_the_standard_action_pays_for_a_second_try(play):
    play.begin(pc("ada"), foe()).engage("ada", "orc").do(c.Disengage("ada"), (20, 3)).do(c.Disengage("ada"), (20, 12))
    assert play.one("ada").actions == ("quick",)


# -------------------------------------------------------------------- opportunity attacks


@pytest.mark.rule("AE-OPP-01", "AE-ACTION-06")
def test_an_opportunity_is_a_basic_melee_attack_and_no_other(play):
    special = strike(id="smash", basic=False)
    play.begin(pc("ada"), foe("orc", strike(), special)).engage("ada", "orc").do(c.Move("ada", "away"))
    assert play.refused(c.Opportunity("orc", "yes", "smash")) == "basic_melee_only"
    play.do(c.Opportunity("orc", "yes"), (20, 3))
    assert play.find(AttackDeclared).mode == "opportunity"
    assert play.one("orc").actions == ()


@pytest.mark.rule("AE-OPP-01")
def test_a_limit_on_opportunities_by_the_option(game):
    def leave(limit: int) -> Play:
        made = Play(game).options(opportunity_limit=limit)
        made.begin(pc("ada"), pc("bea"), foe("orc"), foe("rat")).engage("ada", "orc").engage("bea", "orc")
        made.do(c.Move("ada", "away")).do(c.Opportunity("orc", "yes"), (20, 3)).end()
        return made.do(c.Move("bea", "away"))

    assert leave(0).asked == ("orc", "opportunity")
    assert not leave(1).state.awaiting


@pytest.mark.rule("AE-OPP-03")
def test_shooting_provokes_from_foes_that_are_not_targets(game):
    def shoot(engaged: int) -> Play:
        made = Play(game).begin(pc("ada", bow()), foe("orc-1"), foe("orc-2"))
        for number in range(engaged):
            made.engage("ada", f"orc-{number + 1}")
        if engaged == 2:
            return made.do(c.Attack("ada", "bow", "orc-1"))
        return made.do(c.Attack("ada", "bow", "orc-1"), (20, 3))

    assert shoot(2).asked == ("orc-2", "opportunity")
    assert not shoot(1).state.awaiting
    assert not shoot(0).state.awaiting


@pytest.mark.rule("AE-OPP-04", "AE-OPP-05")
def test_spells_provoke_even_from_their_targets_unless_close(game):
    def cast(kind: str) -> Play:
        made = Play(game).begin(pc("ada", spell(kind=kind)), foe("orc-1"), foe("orc-2"))
        made.engage("ada", "orc-1").engage("ada", "orc-2")
        return made

    ranged = cast("spell").do(c.Attack("ada", "spell", "orc-1"))
    assert ranged.asked == ("orc-1", "opportunity")
    ranged.do(c.Opportunity("orc-1", "no"))
    assert ranged.asked == ("orc-2", "opportunity")
    close = cast("close_spell").do(c.Attack("ada", "spell", "orc-1"), (20, 3))
    assert not close.state.awaiting


@pytest.mark.rule("AE-OPP-06")
@pytest.mark.parametrize(
    ("condition", "may"),
    [("confused", False), ("stunned", False), ("asleep", False), ("hampered", True), ("dazed", True), ("stuck", True)],
)
def test_who_cannot_take_an_opening(play, condition, may):
    play.begin(pc("ada"), pc("bea"), foe(), foe("rat")).engage("ada", "orc")
    play.do(c.Impose("orc", "condition", condition=condition))
    assert may_strike(play.state, play.one("orc"), play.one("ada")) is may


# -------------------------------------------------------------------- grabs


def gripped(game, **more) -> Play:
    made = Play(game).begin(
        foe("ogre", GRIP, category=more.pop("category", "large"), **more), pc("ada", sword(), bow()), pc("bea")
    )
    return made.engage("ogre", "ada").do(c.Attack("ogre", "strike", "ada"), (20, 15))


@pytest.mark.rule("AE-GRAB-01")
def test_a_grab_engages(game):
    play = Play(game).begin(foe("ogre", strike(kind="close", reach="nearby", riders=GRIP.riders)), pc("ada"))
    play.do(c.Attack("ogre", "strike", "ada"), (20, 15))
    assert play.find(Grabbed).who == "ada"
    assert (play.one("ada").engaged, play.one("ada").grabbed_by) == (("ogre",), ("ogre",))


@pytest.mark.rule("AE-GRAB-01")
def test_characters_grab_only_by_the_option_or_an_ability(game):
    plain = Play(game).begin(pc("ada"), foe()).engage("ada", "orc")
    assert plain.refused(c.Grab("ada", "orc")) == "cannot_grab"
    on = Play(game).options(pc_grab=True).begin(pc("ada"), foe()).engage("ada", "orc")
    on.do(c.Grab("ada", "orc"), (20, 18))
    assert (on.find(Grabbed).who, on.one("orc").hp) == ("orc", 30)
    able = Play(game).begin(pc("ada", grabs=True), foe()).engage("ada", "orc").do(c.Grab("ada", "orc"), (20, 18))
    assert able.one("orc").grabbed_by == ("ada",)


@pytest.mark.rule("AE-GRAB-02", "AE-GRAB-06")
def test_letting_go_is_free_and_the_released_do_not_strike(game):
    play = gripped(game).change("ogre", actions=("standard", "move", "quick")).engage("bea", "ogre")
    play.do(c.Release("ogre", "ada"))
    assert play.find(Released)
    assert play.one("ogre").actions == ("standard", "move", "quick")
    play.do(c.Move("ogre", "away"))
    assert play.asked == ("bea", "opportunity")
    play.do(c.Opportunity("bea", "no"))
    assert not play.state.awaiting


@pytest.mark.rule("AE-GRAB-03")
def test_no_walking_out_of_a_grab(game):
    play = gripped(game).until("ada")
    assert play.refused(c.Move("ada", "away")) == "grabbed"
    play.do(c.Impose("ada", "teleport"))
    assert (play.one("ada").engaged, play.one("ada").grabbed_by, play.one("ogre").grabbing) == ((), (), ())


@pytest.mark.rule("AE-GRAB-04")
@pytest.mark.parametrize(
    ("hit", "face", "free"), [(False, 15, False), (False, 16, True), (True, 11, True), (True, 10, False)]
)
def test_disengaging_from_a_grab(game, hit, face, free):
    play = gripped(game).until("ada")
    if hit:
        play.do(c.Attack("ada", "sword", "ogre"), (20, 19), (8, 1))
    play.do(c.Disengage("ada"), (20, face))
    assert (play.one("ada").engaged == ()) is free


@pytest.mark.rule("AE-GRAB-04", "AE-DISENGAGE-03")
def test_the_penalties_of_a_grab_and_of_several_foes_add_up(game):
    play = Play(game).begin(foe("ogre", GRIP), foe("orc-1"), foe("orc-2"), pc("ada"))
    play.engage("ogre", "ada").engage("orc-1", "ada").engage("orc-2", "ada")
    play.do(c.Attack("ogre", "strike", "ada"), (20, 15)).until("ada").do(c.Disengage("ada"), (20, 18))
    assert play.find(SaveRolled).check.total == 11


@pytest.mark.rule("AE-GRAB-05", "AE-COND-12")
def test_moving_with_a_victim(game):
    def carry(category: str, *conditions: str) -> Play:
        made = gripped(game, category=category).change("ogre", actions=("standard", "move", "quick"))
        for each in conditions:
            made.do(c.Impose("ada", "condition", condition=each))
        return made

    large = carry("large").do(c.Move("ogre", "engage", "bea"))
    assert large.one("ogre").engaged == ("ada", "bea")
    assert large.one("ada").grabbed_by == ("ogre",)
    assert carry("normal").refused(c.Move("ogre", "engage", "bea")) == "holds_too_big"
    assert carry("large", "stuck").refused(c.Move("ogre", "engage", "bea")) == "holds_too_big"


@pytest.mark.rule("AE-GRAB-05", "AE-POS-04")
def test_prey_is_carried_far_and_back(game):
    play = gripped(game, category="large").change("ogre", actions=("standard", "move", "quick"))
    assert any(choice.id == "move/ogre/far" for choice in game.choices(play.state, REFEREE))
    assert not any(choice.id == "move/ogre/away" for choice in game.choices(play.state, REFEREE))
    play.do(c.Move("ogre", "far"))
    assert (play.one("ogre").band, play.one("ada").band) == ("far", "far")
    assert play.one("ada").grabbed_by == ("ogre",)
    assert play.cites("AE-GRAB-05")
    back = play.change("ogre", actions=("standard", "move", "quick")).do(c.Move("ogre", "nearby"))
    assert (back.one("ogre").band, back.one("ada").band) == ("nearby", "nearby")
    pinned = gripped(game, category="large").change("ogre", actions=("standard", "move", "quick"))
    pinned.do(c.Move("ogre", "engage", "bea")).change("ogre", actions=("standard", "move", "quick"))
    assert pinned.refused(c.Move("ogre", "far")) == "engaged"


@pytest.mark.rule("AE-GRAB-06", "AE-OPP-06")
def test_the_grabbed_take_no_openings(game):
    play = gripped(game)
    assert not may_strike(play.state, play.one("ada"), play.one("ogre"))


@pytest.mark.rule("AE-GRAB-07")
def test_no_shooting_from_a_grab(game):
    play = gripped(game).until("ada")
    assert play.refused(c.Attack("ada", "bow", "ogre")) == "grabbed_no_ranged"
    assert game.allows(play.state, c.Attack("ada", "sword", "ogre"))


@pytest.mark.rule("AE-GRAB-08")
@pytest.mark.parametrize("bonus", [4, 2])
def test_the_grabber_hits_its_victim_more_easily(game, bonus):
    play = Play(game).options(grabber_attack_bonus=bonus).begin(foe("ogre", GRIP), pc("ada", hp=90, ac=10))
    play.engage("ogre", "ada").do(c.Attack("ogre", "strike", "ada"), (20, 15)).end().end()
    play.do(c.Attack("ogre", "strike", "ada"), (20, 10))
    assert play.find(AttackRolled).check.total == 15 + bonus


# -------------------------------------------------------------------- teleport


@pytest.mark.rule("AE-TELEPORT-01")
def test_a_teleport_provokes_nothing(game):
    play = Play(game).begin(pc("ada", sword(), JUMP), foe("orc-1"), foe("orc-2"), foe("orc-3"))
    for number in (1, 2, 3):
        play.engage("ada", f"orc-{number}")
    play.do(c.Attack("ada", "jump", "ada"))
    assert play.find(Teleported)
    assert (play.one("ada").engaged, bool(play.state.awaiting)) == ((), False)


@pytest.mark.rule("AE-TELEPORT-02")
@pytest.mark.parametrize(("kind", "asked"), [("spell", 2), ("close_spell", 0)])
def test_casting_a_teleport_still_provokes(game, kind, asked):
    from msgspec.structs import replace

    jump = replace(JUMP, kind=kind)
    play = Play(game).begin(pc("ada", sword(), jump), foe("orc-1"), foe("orc-2"))
    play.engage("ada", "orc-1").engage("ada", "orc-2").do(c.Attack("ada", "jump", "ada"))
    count = 0
    while play.state.awaiting:
        count += 1
        play.do(c.Opportunity(play.asked[0], "no"))
    assert count == asked
    assert play.one("ada").engaged == ()
