"""Recoveries, rallying, dying, rests, full heal-ups, fleeing, fighting in spirit."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc, spell, strike, sword

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import REFEREE
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.events import (
    AttackRolled,
    BattleEnded,
    CampaignLost,
    DeathSaveFailed,
    Fell,
    Prompted,
    RallyBarred,
    Recharged,
    RecoveryUsed,
    SaveRolled,
    SkillChecked,
    SpiritFought,
    Stabilised,
    Woke,
    WoundTaken,
)
from arbitro.rules.archmage.numbers import defence_of, is_staggered
from arbitro.rules.archmage.ongoing_effects import Spent
from arbitro.rules.archmage.power import Rider

HEAL = spell(
    id="heal", friendly=True, kind="close_spell", action="quick", reach="nearby", riders=(Rider((do.Recovery(),)),)
)


def members(*profiles, **more):
    return tuple(c.Member(profile, **more) for profile in profiles)


# -------------------------------------------------------------------- recoveries


@pytest.mark.rule("AE-RECOVERY-01")
def test_the_class_or_the_option_says_how_many(game):
    play = Play(game).begin(pc("ada", recoveries=9), pc("bea", recoveries=0), foe())
    assert (play.one("ada").recoveries, play.one("bea").recoveries) == (9, 8)
    nine = Play(game).options(default_recoveries=9).begin(pc("bea", recoveries=0), foe())
    assert nine.one("bea").recoveries == 9


def recover(game, level: int, die: int, con: int, faces: list[int], hp: int = 1, **more) -> Play:
    profile = pc("ada", level=level, recovery_die=die, hp=more.pop("most", 200), abilities={"con": con})
    play = Play(game).begin(profile, foe()).change("ada", hp=hp, **more)
    return play.do(c.Rally("ada"), *((die, face) for face in faces))


@pytest.mark.rule("AE-RECOVERY-03", "AE-RECOVERY-04", "AE-RALLY-01")
@pytest.mark.parametrize(
    ("level", "die", "con", "faces", "healed"),
    [
        (3, 8, 14, [2, 5, 6], 15),
        (5, 8, 16, [4, 4, 4, 4, 4], 26),
        (8, 8, 16, [5, 4, 4, 4, 4, 4, 4, 4], 42),
        (6, 6, 8, [4, 4, 4, 3, 3, 3], 19),
        (1, 4, 3, [1], 1),
    ],
)
def test_what_a_recovery_heals(game, level, die, con, faces, healed):
    assert recover(game, level, die, con, faces).find(RecoveryUsed).healed == healed


@pytest.mark.rule("AE-RECOVERY-03")
def test_a_recovery_never_heals_above_the_maximum(game):
    play = recover(game, 1, 6, 10, [4], hp=20, most=21)
    assert (play.one("ada").hp, play.one("ada").recoveries) == (21, 7)


@pytest.mark.rule("AE-RECOVERY-02")
def test_healing_uses_the_recoveries_of_the_healed(play):
    play.begin(pc("ada", sword(), HEAL), pc("bea"), foe()).change("bea", hp=5, recoveries=6)
    play.do(c.Attack("ada", "heal", "bea"), (8, 5))
    assert (play.one("bea").hp, play.one("bea").recoveries, play.one("ada").recoveries) == (10, 5, 8)


@pytest.mark.rule("AE-RECOVERY-05", "AE-RECOVERY-06")
def test_a_recovery_that_is_not_there(game):
    play = recover(game, 3, 8, 14, [8, 7, 6], recoveries=0)
    used = play.find(RecoveryUsed)
    assert (used.healed, used.debt, used.recoveries) == (11, 1, 0)
    least = recover(game, 1, 4, 3, [1], recoveries=0)
    assert least.find(RecoveryUsed).healed == 1


@pytest.mark.rule("AE-RECOVERY-06")
def test_the_debt_weighs_until_a_full_heal_up(game):
    play = Play(game).begin(pc("ada"), foe(ac=60)).engage("ada", "orc")
    base = defence_of(play.state, play.one("ada"), "ac")
    play.change("ada", debt=3).do(c.Impose("ada", "condition", condition="dazed"))
    assert defence_of(play.state, play.one("ada"), "ac") == base - 3
    play.do(c.Attack("ada", "sword", "orc"), (20, 12))
    assert play.find(AttackRolled).check.total == 12 + 1 - 7
    play.do(c.EndBattle()).do(c.QuickRest())
    assert play.state.party["ada"].debt == 3
    play.do(c.FullHealUp(granted=True))
    assert play.state.party["ada"].debt == 0


@pytest.mark.rule("AE-RALLY-01", "AE-RALLY-02", "AE-RALLY-03")
def test_rallying_again_needs_a_save(game):
    play = Play(game).begin(pc("ada", level=2, abilities={"con": 12}), foe()).change("ada", hp=10)
    play.do(c.Rally("ada"), (8, 5), (8, 6))
    assert (play.one("ada").hp, play.one("ada").recoveries) == (22, 7)
    assert play.one("ada").actions == ("move", "quick")
    play.end().end().do(c.Rally("ada"), (20, 10))
    assert play.find(RallyBarred)
    assert (play.one("ada").recoveries, play.one("ada").actions) == (7, ("standard", "move", "quick"))
    assert play.refused(c.Rally("ada")) == "rally_barred"
    play.end().end().do(c.Rally("ada"), (20, 11), (8, 1), (8, 1))
    assert (play.one("ada").rallies, play.one("ada").recoveries) == (2, 6)
    assert play.end().refused(c.Rally("orc")) == "characters_only"


# -------------------------------------------------------------------- dying


def dying(game, hp: int = -3, fails: int = 0, **options) -> Play:
    """Ada is dying and bea has just ended her turn: the next die is ada's death save."""
    play = Play(game).options(**options).begin(pc("bea"), pc("ada", hp=40), foe())
    return play.change("ada", hp=hp, awareness="unconscious", death_fails=fails, dropped=True)


@pytest.mark.rule("AE-DYING-02", "AE-DYING-03", "AE-DYING-08")
def test_sixteen_or_more_wakes_from_zero(game):
    play = dying(game, hp=-9).end((20, 17), (8, 6))
    assert (play.one("ada").hp, play.one("ada").awareness, play.one("ada").recoveries) == (6, "awake", 7)
    assert play.fight.current == "orc"
    poor = dying(game, hp=-9).change("ada", recoveries=0).end((20, 16), (8, 7))
    assert (poor.one("ada").hp, poor.one("ada").debt) == (3, 1)
    assert dying(game).end((20, 15)).find(DeathSaveFailed).fails == 1


@pytest.mark.rule("AE-DYING-03")
def test_acting_after_waking_by_the_option(game):
    play = dying(game, act_after_waking=True).end((20, 16), (8, 6))
    assert (play.fight.current, play.one("ada").actions) == ("ada", ("standard", "move", "quick"))


@pytest.mark.rule("AE-DYING-04")
def test_a_natural_twenty_acts_at_once(game):
    play = dying(game).end((20, 20), (8, 8))
    assert (play.fight.current, play.one("ada").hp) == ("ada", 8)
    assert play.one("ada").actions == ("standard", "move", "quick")


@pytest.mark.rule("AE-DYING-05", "AE-DYING-06")
def test_the_fourth_failure_kills(game):
    assert dying(game, fails=1).end((20, 8)).one("ada").death_fails == 2
    dead = dying(game, fails=3).end((20, 12))
    assert dead.find(Fell).awareness == "dead"
    woken = dying(game, fails=3).end((20, 16), (8, 4))
    assert woken.one("ada").death_fails == 3
    over = dying(game, fails=3).do(c.EndBattle())
    assert over.state.party["ada"].death_fails == 0


@pytest.mark.rule("AE-DYING-07")
@pytest.mark.parametrize(("most", "hp", "dead"), [(40, -19, False), (40, -20, True), (33, -15, False), (33, -16, True)])
def test_death_at_minus_half(game, most, hp, dead):
    play = Play(game).begin(pc("ada", hp=most), pc("bea"), foe())
    play.do(c.Impose("ada", "damage", Amount(plus=most - hp)))
    assert (play.one("ada").awareness == "dead") is dead


@pytest.mark.rule("AE-DYING-08")
def test_healing_counts_from_zero(game):
    play = dying(game, hp=-12).do(c.Impose("ada", "heal", Amount(plus=9)))
    assert (play.one("ada").hp, bool(play.all(Woke))) == (9, True)
    buffer = dying(game, hp=-12).do(c.Impose("ada", "temp_hp", Amount(plus=9)))
    assert buffer.one("ada").awareness == "unconscious"


@pytest.mark.rule("AE-DYING-09", "AE-DYING-10", "AE-DYING-11", "AE-POS-07")
def test_stabilising(game):
    def tend(total: int) -> Play:
        play = dying(game).change("bea", beside=("ada",)).change("ada", beside=("bea",))
        return play.do(c.Stabilise("bea", "ada"), (20, total - 1))

    assert dying(game).refused(c.Stabilise("bea", "ada")) == "not_beside"
    good = tend(10)
    assert (good.find(SkillChecked).check.total, good.one("ada").stable) == (10, True)
    assert good.one("bea").actions == ("move", "quick")
    bad = tend(9)
    assert (bad.one("ada").stable, bad.one("bea").actions) == (False, ("move", "quick"))
    swift = dying(game).change("bea", beside=("ada",)).change("ada", beside=("bea",))
    swift.change("bea", profile=replace(swift.one("bea").profile, background=5, abilities={"wis": 18}))
    swift.do(c.Stabilise("bea", "ada"), (20, 15))
    assert (swift.find(SkillChecked).check.total, swift.one("bea").actions) == (25, ("standard", "move"))
    slow = dying(game).change("bea", beside=("ada",), profile=swift.one("bea").profile).change("ada", beside=("bea",))
    slow.do(c.Stabilise("bea", "ada"), (20, 14))
    assert slow.one("bea").actions == ("move", "quick")
    failing = good.change("ada", death_fails=3).end((20, 2))
    assert (failing.one("ada").awareness, failing.one("ada").death_fails) == ("unconscious", 3)


@pytest.mark.rule("AE-DYING-10")
def test_a_move_action_pays_where_the_quick_one_is_gone(game):
    play = dying(game).change("bea", beside=("ada",)).change("ada", beside=("bea",))
    profile = replace(play.one("bea").profile, background=5, abilities={"wis": 18})
    play.change("bea", profile=profile, actions=("standard", "move")).do(c.Stabilise("bea", "ada"), (20, 15))
    assert play.one("bea").actions == ("standard",)


@pytest.mark.rule("AE-DYING-11")
@pytest.mark.parametrize("on", [False, True])
def test_damage_to_the_stabilised(game, on):
    play = dying(game, damage_ends_stable=on).change("ada", stable=True)
    play.do(c.Impose("ada", "damage", Amount(plus=2)))
    assert play.one("ada").stable is not on
    assert bool(play.all(Stabilised)) is on


@pytest.mark.rule("AE-DYING-12", "AE-RECOVERY-02")
def test_a_potion_for_the_dying(game):
    play = dying(game).change("bea", beside=("ada",), potions=1).change("ada", beside=("bea",))
    poor = Play(game)
    poor.state = play.state
    poor.change("bea", actions=("move", "quick"))
    assert poor.refused(c.GivePotion("bea", "ada")) == "no_standard_action"
    play.do(c.GivePotion("bea", "ada"), (8, 5))
    assert (play.one("ada").hp, play.one("ada").awareness, play.one("bea").potions) == (5, "awake", 0)
    assert play.refused(c.GivePotion("bea", "ada")) == "no_potion"


# -------------------------------------------------------------------- lasting wounds, meaningful death


@pytest.mark.rule("AE-LASTING-01", "AE-LASTING-02", "AE-LASTING-03", "AE-LASTING-04")
def test_lasting_wounds(game):
    def battle(**options) -> Play:
        play = Play(game).options(**options).begin(pc("ada", level=4, hp=50), pc("bea"), foe())
        for _ in range(3):
            play.do(c.Impose("ada", "damage", Amount(plus=50))).do(c.Impose("ada", "heal", Amount(plus=50)))
        return play.do(c.EndBattle())

    assert battle().state.party["ada"].wounds == 0
    hurt = battle(lasting_wounds=True)
    assert hurt.find(WoundTaken).wounds == 1
    ada = hurt.state.party["ada"]
    assert (ada.max_hp, ada.hp) == (44, 44)
    for reduced, staggered in ((True, False), (False, True)):
        chosen = game.options.effective({"lasting_wounds": True, "stagger_uses_reduced_max": reduced})
        state = replace(hurt.state, options=chosen)
        assert is_staggered(state, replace(ada, max_hp=38, hp=20)) is staggered
        assert is_staggered(state, replace(ada, max_hp=38, hp=19))
    hurt.do(c.QuickRest())
    assert hurt.state.party["ada"].wounds == 1
    hurt.do(c.FullHealUp(granted=True))
    assert (hurt.state.party["ada"].wounds, hurt.state.party["ada"].max_hp) == (0, 50)


@pytest.mark.rule("AE-LASTING-02")
def test_wounds_add_up(game):
    play = Play(game).options(lasting_wounds=True).begin(pc("ada", level=4, hp=50), pc("bea"), foe())
    play.change("ada", wounds=1, max_hp=44, hp=40).do(c.Impose("ada", "damage", Amount(plus=45)))
    play.do(c.Impose("ada", "heal", Amount(plus=3))).do(c.EndBattle())
    assert (play.state.party["ada"].max_hp, play.state.party["ada"].hp) == (38, 3)


@pytest.mark.rule("AE-MEANINGFUL-01", "AE-MEANINGFUL-02")
def test_only_named_enemies_truly_kill(game):
    def slain(named: bool, **options) -> Play:
        villain = foe("orc", strike(bonus=40, damage=Amount(plus=99)), named=named)
        play = Play(game).options(**options).begin(villain, pc("ada"), pc("bea")).engage("orc", "ada")
        return play.do(c.Attack("orc", "strike", "ada"), (20, 10))

    assert slain(False).find(Fell).awareness == "dead"
    assert slain(False, meaningful_death=True).find(Fell).awareness == "coma"
    assert slain(True, meaningful_death=True).find(Fell).awareness == "dead"
    play = slain(False, meaningful_death=True).do(c.Impose("ada", "heal", Amount(plus=12)))
    assert play.one("ada").awareness == "coma"
    play.do(c.EndBattle())
    assert play.refused(c.UseRecovery("ada")) == "cannot_heal"
    play.do(c.Revive("ada")).do(c.UseRecovery("ada"), (8, 5))
    assert (play.state.party["ada"].awareness, play.state.party["ada"].hp) == ("awake", 5)
    assert play.refused(c.Revive("ada")) == "no_coma"


@pytest.mark.rule("AE-MEANINGFUL-02", "AE-DYING-06")
def test_the_fourth_failure_is_a_coma(game):
    assert dying(game, fails=3, meaningful_death=True).end((20, 2)).find(Fell).awareness == "coma"


# -------------------------------------------------------------------- rests


def rested(game, **changes) -> Play:
    power = sword(id="blast", usage="recharge", recharge=16, basic=False)
    day = sword(id="day", usage="daily", basic=False)
    play = Play(game).begin(pc("ada", sword(), power, day, hp=60), foe()).change("ada", **changes)
    return play.do(c.EndBattle())


@pytest.mark.rule("AE-REST-01", "AE-REST-02")
def test_a_quick_rest_uses_as_many_recoveries_as_wanted(game):
    play = rested(game, hp=12, recoveries=7)
    for face in (6, 4, 7):
        play.do(c.UseRecovery("ada"), (8, face))
    assert (play.state.party["ada"].hp, play.state.party["ada"].recoveries) == (29, 4)
    play.do(c.QuickRest())
    assert play.refused(c.UseRecovery("ada")) == "no_rest"
    down = rested(game, hp=-9, awareness="unconscious").do(c.UseRecovery("ada"), (8, 5))
    assert (down.state.party["ada"].hp, down.state.party["ada"].awareness) == (5, "awake")
    full = rested(game)
    assert full.refused(c.UseRecovery("ada")) == "unhurt"


@pytest.mark.rule("AE-REST-03")
def test_the_staggered_must_try_to_heal(game):
    play = rested(game, hp=20, recoveries=5)
    assert play.refused(c.QuickRest()) == "staggered_must_heal"
    play.do(c.UseRecovery("ada"), (8, 8)).do(c.QuickRest())
    assert play.state.party["ada"].hp == 28
    empty = rested(game, hp=20, recoveries=0).do(c.QuickRest())
    assert empty.find(Prompted).kind == "staggered_rest"


@pytest.mark.rule("AE-REST-04", "AE-REST-05")
def test_recharge_rolls(game):
    spent = {"blast": Spent(used=1)}
    back = rested(game, powers=spent).do(c.QuickRest(), (20, 16))
    assert back.find(Recharged).spent == Spent()
    failed = rested(game, powers=spent).do(c.QuickRest(), (20, 15))
    assert failed.find(Recharged).spent.barred
    profile = failed.state.party["ada"].profile
    failed.begin(profile, foe()).engage("ada", "orc")
    assert failed.refused(c.Attack("ada", "blast", "orc")) == "power_spent"
    failed.do(c.EndBattle()).do(c.QuickRest(), (20, 17)).begin(profile, foe()).engage("ada", "orc")
    assert game.allows(failed.state, c.Attack("ada", "blast", "orc"))


@pytest.mark.rule("AE-FULLHEAL-01")
def test_four_average_battles(game):
    play = Play(game)
    for number in range(4):
        play.begin(pc("ada"), foe())
        play.do(c.EndBattle())
        assert (game.allows(play.state, c.FullHealUp())) is (number == 3)
    assert [event.kind for event in play.all(Prompted)] == ["full_heal"]
    two = Play(game).options(full_heal_battles=1).begin(pc("ada"), foe()).do(c.EndBattle())
    assert game.allows(two.state, c.FullHealUp())


@pytest.mark.rule("AE-FULLHEAL-02")
@pytest.mark.parametrize(
    ("step", "kinds", "weight"),
    [
        ("1/2", ("very_hard", "average", "average"), "4"),
        ("1/2", ("average", "easy", "average", "average"), "7/2"),
        ("0", ("very_hard", "easy"), "2"),
    ],
)
def test_harder_battles_count_for_more(game, step, kinds, weight):
    play = Play(game).options(battle_weights=step)
    for kind in kinds:
        play.begin(pc("ada"), foe(), difficulty=kind).do(c.EndBattle())
    assert play.state.weight == weight


@pytest.mark.rule("AE-FULLHEAL-03", "AE-FULLHEAL-04")
def test_what_a_full_heal_up_restores(game):
    powers = {"blast": Spent(used=1), "day": Spent(used=1)}
    play = rested(game, hp=7, recoveries=0, debt=2, powers=powers)
    assert play.refused(c.FullHealUp()) == "not_earned"
    play.do(c.QuickRest(), (20, 3))
    assert play.state.party["ada"].powers["day"].used == 1
    play.do(c.FullHealUp(granted=True))
    ada = play.state.party["ada"]
    assert (ada.hp, ada.recoveries, ada.debt, ada.powers, play.state.weight) == (60, 8, 0, {}, "0")


@pytest.mark.rule("AE-FULLHEAL-05", "AE-FLEE-04")
def test_buying_a_full_heal_up_with_a_retreat(game):
    play = Play(game)
    for _ in range(2):
        play.begin(pc("ada"), foe()).do(c.EndBattle())
    assert play.refused(c.Withdraw()) == "not_close_enough"
    play.begin(pc("ada"), foe()).do(c.EndBattle()).do(c.Withdraw("the bridge is lost"))
    assert (play.state.losses, play.state.weight) == (("the bridge is lost",), "0")
    early = Play(game).options(early_full_heal=1).begin(pc("ada"), foe()).do(c.EndBattle())
    assert game.allows(early.state, c.Withdraw())


# -------------------------------------------------------------------- fleeing


@pytest.mark.rule("AE-FLEE-01", "AE-FLEE-02")
def test_all_must_agree(game):
    party = [pc(who) for who in ("a", "b", "d", "e")]
    play = Play(game).begin(foe(), *party)
    assert play.refused(c.ProposeFlight("a")) == "on_a_characters_turn"
    play.end().change("b", hp=-2, awareness="unconscious").do(c.ProposeFlight("b"))
    assert play.asked == ("a", "flight")
    play.do(c.VoteFlight("a", "yes")).do(c.VoteFlight("d", "yes")).do(c.VoteFlight("e", "no"))
    assert (play.fight.phase, play.state.losses) == ("rounds", ())
    play.do(c.ProposeFlight("a"))
    for who in ("b", "d", "e"):
        assert play.asked == (who, "flight")
        play.do(c.VoteFlight(who, "yes"))
    assert play.fight.result == "fled"


@pytest.mark.rule("AE-FLEE-03", "AE-FLEE-04")
def test_the_flight_succeeds_with_the_fallen(game):
    orcs = [foe(f"orc-{number}") for number in (1, 2, 3)]
    play = Play(game).begin(pc("a"), pc("b"), pc("d"), *orcs)
    play.engage("a", "orc-1").change("a", grabbed_by=("orc-1",)).change("orc-1", grabbing=("a",))
    play.change("b", hp=-6, awareness="unconscious").engage("d", "orc-2").engage("d", "orc-3")
    play.do(c.ProposeFlight("a")).do(c.VoteFlight("b", "yes")).do(c.VoteFlight("d", "yes"))
    assert play.find(BattleEnded).result == "fled"
    assert play.find(CampaignLost).count == 1
    assert play.find(Prompted).kind == "campaign_loss"
    assert set(play.state.party) == {"a", "b", "d"}
    play.do(c.DescribeLoss(1, "the mill burns"))
    assert play.state.losses == ("the mill burns",)
    assert play.refused(c.DescribeLoss(2, "x")) == "no_such_loss"


# -------------------------------------------------------------------- in spirit


def spirit(game, **options) -> Play:
    away = c.Member(pc("gone"), present=False), c.Member(pc("lost"), present=False)
    return Play(game).options(**options).start((*members(pc("ada"), foe(ac=60)), *away), (20, 18), (20, 9))


@pytest.mark.rule("AE-SPIRIT-01", "AE-SPIRIT-02", "AE-SPIRIT-03", "AE-SPIRIT-04")
def test_fighting_in_spirit(game):
    play = spirit(game)
    base = defence_of(play.state, play.one("ada"), "ac")
    assert play.refused(c.FightInSpirit("ada", "ada", "ac")) == "takes_part"
    play.do(c.FightInSpirit("gone", "ada", "ac", "a letter arrives"))
    assert play.find(SpiritFought).boost.value == 2
    assert defence_of(play.state, play.one("ada"), "ac") == base + 2
    assert play.refused(c.FightInSpirit("gone", "ada", "pd")) == "once_a_round"
    play.do(c.FightInSpirit("lost", "ada", "ac"))
    assert play.find(SpiritFought).boost.value == 1
    assert defence_of(play.state, play.one("ada"), "ac") == base + 2
    plain = spirit(game, spirit_first_bonus=1).do(c.FightInSpirit("gone", "ada", "attack"))
    plain.engage("ada", "orc").do(c.Attack("ada", "sword", "orc"), (20, 9))
    assert plain.find(AttackRolled).check.total == 9 + 1 + 1


@pytest.mark.rule("AE-SPIRIT-05")
@pytest.mark.parametrize("rounds", [1, 2])
def test_how_long_it_lasts(game, rounds):
    play = spirit(game, spirit_duration_rounds=rounds).do(c.FightInSpirit("gone", "ada", "ac"))
    for _ in range(rounds):
        assert play.one("ada").boosts
        play.end().end()
    assert play.one("ada").boosts == ()


@pytest.mark.rule("AE-SPIRIT-01")
@pytest.mark.parametrize("on", [False, True])
def test_the_dying_fight_in_spirit_only_by_the_option(game, on):
    play = dying(game, spirit_when_dying=on)
    command = c.FightInSpirit("ada", "bea", "ac")
    assert game.allows(play.state, command) is on


@pytest.mark.rule("AE-RECOVERY-02", "AE-SAVE-01")
def test_saves_of_all_kinds_are_one_roll(game):
    play = dying(game).end((20, 3))
    assert play.find(SaveRolled).kind == "death"


@pytest.mark.rule("AE-RALLY-01", "AE-RECOVERY-03")
def test_a_recovery_is_for_lost_hit_points_only(game):
    play = Play(game).begin(pc("ada", potions=1), foe())
    assert play.refused(c.Rally("ada")) == "unhurt"
    assert play.refused(c.GivePotion("ada", "ada")) == "unhurt"
    assert not [each.id for each in game.choices(play.state, REFEREE) if each.command in ("rally", "give_potion")]
    play.change("ada", hp=29).do(c.Rally("ada"), (8, 5))
    assert play.one("ada").hp == 30
