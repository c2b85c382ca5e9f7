"""The GM's turn: what opens it, what a move costs, soft and hard moves, Fear, tension."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, duality, foe, hero, play, printed

from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart.advice import hints
from arbitro.rules.daggerheart.commands import (
    Describe,
    EndScene,
    EndTurn,
    FoeAct,
    GainFear,
    GiveEdge,
    Interrupt,
    LookToGm,
    MakeMove,
    NoteChange,
    OpenScene,
    OpenTurn,
    PayToEnd,
    RequestRoll,
    Roll,
    SetTension,
    SettleThreat,
    SpendFear,
    Spotlight,
    StartCampaign,
    StartSession,
    UseFeature,
)
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.events import MoveMade, SceneOpened, TensionSet, ThreatPending, TurnOpened
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.feature_words import Tell
from arbitro.rules.daggerheart.play import begin
from arbitro.rules.daggerheart.resources import gain_fear, short_of_fear, spend_fear
from arbitro.rules.daggerheart.scene_end import fear_budget, tension_verdict
from arbitro.rules.daggerheart.state import Condition, Fear, State, Turn
from arbitro.rules.daggerheart.turns import move_menu

DUE = Turn("failed_action_roll", subject="ada")


def rolled(difficulty: int, hope: int, fear: int, *people: object, **more: object) -> Bench:
    bench = play(*(people or (hero(),)), **more).do(Describe("ada", "", "agility"))
    return bench.do(RequestRoll("agility", difficulty)).do(Roll("ada"), *duality(hope, fear))


@pytest.mark.rule("DH-MOVE-01")
def test_a_move_of_the_gms_own_is_always_there():
    bench = play(hero(), turn=DUE).do(MakeMove("custom", text="the bell tolls by itself"))
    assert bench.only(MoveMade).text == "the bell tolls by itself"
    assert (bench.scene.turn.free, bench.scene.turn.made) == (0, 1)
    assert all(menu[-1] == "custom" for menu in (move_menu(load_library(), play(hero(), turn=DUE).state),))
    play(hero(), turn=DUE).no(MakeMove("dance"), "no_move")


@pytest.mark.rule("DH-MOVE-02", "DH-FEAR-08")
@pytest.mark.parametrize("choice", ["ask_fear", "free", "forbid_without_fear"])
def test_moving_without_a_trigger_is_an_option(choice):
    bench = play(hero(), fear=2, options={"gm_untriggered_move": choice})
    offered = {each.id for each in RULES.choices(bench.state, REFEREE)}
    assert "interrupt" in offered
    if choice == "forbid_without_fear":
        assert "open_turn/gm_decision" not in offered
        bench.no(OpenTurn("gm_decision"), "pay_to_interrupt")
    else:
        bench.do(OpenTurn("gm_decision"))
        assert (bench.fear, bench.only(TurnOpened).turn.reason) == (2, "gm_decision")


@pytest.mark.rule("DH-MOVE-03", "DH-MOVE-04", "DH-SPOTLIGHT-01")
def test_dice_open_a_turn_with_one_free_move():
    fear = rolled(10, 4, 9)
    assert (fear.scene.turn.reason, fear.scene.turn.free, fear.scene.turn.made) == ("roll_with_fear", 1, 0)
    failed = rolled(12, 7, 2)
    assert (failed.scene.turn.reason, failed.scene.turn.free) == ("failed_action_roll", 1)
    assert rolled(12, 9, 4).scene.turn is None


@pytest.mark.rule("DH-MOVE-03", "DH-MOVE-04")
@pytest.mark.parametrize(("choice", "free"), [("1", 1), ("one_per_trigger", 2)])
def test_free_moves_of_one_roll_are_an_option(choice, free):
    assert rolled(20, 3, 9, options={"gm_free_moves_per_roll": choice}).scene.turn.free == free


@pytest.mark.rule("DH-MOVE-05", "DH-MOVE-06", "DH-MOVE-07")
@pytest.mark.parametrize("reason", ["unavoidable_consequences", "golden_opportunity", "players_look_to_gm"])
def test_occasions_that_no_die_shows(reason):
    bench = play(hero(), fear=3).do(OpenTurn(reason))
    assert (bench.scene.turn.reason, bench.scene.turn.free, bench.fear) == (reason, 1, 3)
    bench.no(OpenTurn(reason), "gm_spotlight")


@pytest.mark.rule("DH-MOVE-07")
def test_a_player_may_ask_what_happens_next():
    bench = play(hero(), fear=3).do(LookToGm("ada"))
    assert (bench.scene.turn.reason, bench.fear) == ("players_look_to_gm", 3)


@pytest.mark.rule("DH-MOVE-10", "DH-MOVE-11", "DH-MOVE-12", "DH-MOVE-13", "DH-MOVE-15", "DH-MOVE-17", "DH-MOVE-20")
def test_the_dispatch_table():
    rows = {
        name: (entry.narrates, entry.gm_move, entry.severity, entry.gm_fear, entry.pc_hope)
        for name, entry in BOOKS.guidance.outcomes.items()
    }
    assert rows == {
        "critical_success": ("player", False, "none", 0, 1),
        "success_hope": ("player", False, "none", 0, 1),
        "success_fear": ("both", True, "minor", 1, 0),
        "failure_hope": ("gm", True, "minor", 0, 1),
        "failure_fear": ("gm", True, "major", 1, 0),
    }
    phrases = [RULES.texts.say("en", f"phrase.{outcome}") for outcome in rows]
    assert phrases == ["Yes, and more", "Yes, and", "Yes, but", "No, but", "No, and"]


@pytest.mark.rule("DH-MOVE-11", "DHP-DUAL-13")
@pytest.mark.parametrize(("choice", "edge"), [("note", False), ("advantage_next_roll", True)])
def test_the_reward_of_a_critical_is_an_option(choice, edge):
    bench = rolled(12, 5, 5, options={"gm_crit_bonus": choice}).do(GiveEdge("ada"))
    assert bench.hero().edge is edge
    bench.no(GiveEdge("ada"), "not_asked")
    if edge:
        bench.do(Describe("ada", "", "agility")).do(RequestRoll("agility", 12)).do(Roll("ada"), *duality(9, 4, (6, 2)))
        assert not bench.hero().edge


@pytest.mark.rule("DHP-DUAL-13")
def test_what_changed_may_be_noted_once():
    bench = rolled(12, 9, 4).do(NoteChange("the door is open"))
    assert bench.scene.last.told
    bench.no(NoteChange("again"), "nothing_rolled")


@pytest.mark.rule("DH-MOVE-14", "DH-MOVE-16", "DH-MOVE-21", "DH-SOFT-04")
def test_the_lists_of_moves():
    lists = BOOKS.guidance
    assert lists.minor == ("adversary_attacks", "mark_stress", "new_threat", "raise_stakes")
    assert lists.fallback == ("new_obstacle_or_enemy", "ask_player", "mark_stress", "fine_for_now")
    assert len(set(lists.examples)) == len(lists.examples) == 16
    open_ = move_menu(load_library(), play(hero(), turn=Turn("golden_opportunity")).state)
    assert set(lists.fallback) | set(lists.examples) | {"custom"} == set(open_)
    bench = play(hero(stress_marked=2), turn=DUE).do(MakeMove("mark_stress"))
    assert bench.hero().stress_marked == 3
    for language in ("it", "en"):
        assert all(RULES.texts.find(language, f"move.{move}") for move in lists.moves)


@pytest.mark.rule("DH-MOVE-18")
@pytest.mark.parametrize(("choice", "granted"), [("targeting_only", ()), ("free_spotlights", ("orc", "two"))])
def test_becoming_the_focus_is_an_option(choice, granted):
    bench = play(hero(), foe(), foe("two"), turn=DUE, options={"gm_multiple_focus": choice})
    bench.do(MakeMove("multiple_adversaries"))
    assert (bench.scene.turn.focus, bench.scene.turn.granted) == ("ada", granted)


@pytest.mark.rule("DH-SOFT-01", "DH-SOFT-03")
def test_soft_moves_announce_and_hard_ones_strike():
    soft = play(hero(), turn=Turn("failed_action_roll", outcome="failure_hope", subject="ada"))
    soft.do(MakeMove("offscreen_threat", text="horns beyond the hill"))
    assert soft.only(MoveMade).tag == "soft"
    assert soft.scene.threats == ("horns beyond the hill",)
    assert soft.hero() == hero()
    soft.do(SettleThreat(0)).no(SettleThreat(0), "no_threat")
    hard = play(hero(), turn=Turn("roll_with_fear", outcome="success_fear", subject="ada")).do(MakeMove("new_threat"))
    assert (hard.only(MoveMade).tag, hard.only(MoveMade).severity) == ("hard", "minor")
    assert hard.found(ThreatPending) == []
    changed = play(hero(), turn=Turn("roll_with_fear", outcome="success_fear")).do(MakeMove("new_threat", "soft"))
    assert changed.only(MoveMade).tag == "soft"


@pytest.mark.rule("DH-SOFT-04", "DHP-COND-05")
@pytest.mark.parametrize(("uses", "times"), [(True, 1), (False, 0)])
def test_freeing_an_adversary_takes_its_spotlight_or_not(uses, times):
    bound = foe(conditions=(Condition("restrained", "ada", "temporary"),))
    bench = play(hero(), bound, turn=DUE, options={"gm_clear_condition_uses_spotlight": uses})
    bench.do(MakeMove("clear_adversary_condition", target="orc"))
    assert bench.foe().conditions == ()
    assert (bench.scene.turn.free, bench.scene.turn.acted.get("orc", 0)) == (0, times)


@pytest.mark.rule("DH-SOFT-04")
def test_what_nobody_sees_is_told_to_nobody():
    bench = play(hero(), turn=DUE).do(MakeMove("unseen_move", text="the key is stolen"))
    assert bench.only(MoveMade).audience == "referee"


@pytest.mark.rule("DH-SPOTLIGHT-01", "DHP-SPOT-02")
def test_a_turn_ends_when_the_spotlight_goes_back():
    bench = rolled(12, 7, 2, hero(), foe()).do(Spotlight("orc")).do(FoeAct("orc", roll="no")).do(EndTurn())
    assert (bench.scene.spotlight, bench.scene.turn) == ("players", None)
    unused = rolled(12, 7, 2).do(EndTurn())
    assert unused.events[0].unused == 1
    unused.no(EndTurn(), "players_spotlight")


@pytest.mark.rule("DH-SPOTLIGHT-02", "DHP-SPOT-04", "DH-FEAR-09")
def test_the_first_spotlight_is_free_and_each_further_one_costs_a_fear():
    three = (foe(), foe("two"), foe("three"))
    bench = play(hero(), *three, fear=4, turn=Turn("failed_action_roll"))
    for who in ("orc", "two", "three"):
        bench.do(Spotlight(who)).do(FoeAct(who, roll="no"))
    assert bench.fear == 2
    bench.no(Spotlight("orc"), "acted_already")
    poor = play(hero(), *three, turn=Turn("failed_action_roll")).do(Spotlight("orc")).do(FoeAct("orc", roll="no"))
    poor.no(Spotlight("two"), "no_fear")
    pair = play(hero(), *three, fear=5, turn=Turn("failed_action_roll"))
    pair.do(Spotlight("orc")).do(FoeAct("orc", roll="no")).do(Spotlight("two"))
    assert pair.fear == 4


@pytest.mark.rule("DH-SPOTLIGHT-02")
def test_spotlights_per_adversary_are_an_option():
    bench = play(
        hero(), foe(), fear=2, turn=Turn("failed_action_roll"), options={"gm_spotlights_per_adversary": "unlimited"}
    )
    bench.do(Spotlight("orc")).do(FoeAct("orc", roll="no")).do(Spotlight("orc"))
    assert bench.fear == 1


# ---------------------------------------------------------------- Fear


@pytest.mark.rule("DH-FEAR-01", "DHP-HOPE-01", "DHP-STRESS-01")
@pytest.mark.parametrize(("pcs", "fear"), [(4, 4), (1, 1), (14, 12)])
def test_a_campaign_begins_with_a_fear_for_each_pc(pcs, fear):
    party = tuple(BOOKS.characters["corvo"] for _ in range(pcs))
    from msgspec.structs import replace

    party = tuple(replace(one, sheet=replace(one.sheet, id=f"pc{n}")) for n, one in enumerate(party))
    bench = Bench(State(RULES.options.defaults())).do(StartCampaign(party))
    assert bench.fear == fear
    assert all(one.hope == 2 and one.stress == 6 for one in bench.state.party.values())
    bench.no(StartCampaign(party), "campaign_running")


@pytest.mark.rule("DH-FEAR-01", "DH-FEAR-06", "DHP-HOPE-03")
@pytest.mark.parametrize("held", [7, 9, 0])
def test_fear_and_hope_carry_over(held):
    bench = play(hero(hope=4, tagged=True), hero("b"), hero("c"), hero("d"), fear=held).do(StartSession())
    assert (bench.fear, bench.hero().hope, bench.hero().tagged, bench.state.session) == (held, 4, False, 2)


@pytest.mark.rule("DH-FEAR-04")
def test_features_give_fear():
    bear = printed("bear")
    bench = play(hero(armour_marked=3), bear, fear=10, turn=acting("bear"))
    from arbitro.rules.daggerheart.commands import FoeAttack

    bench.do(FoeAttack("bear", "ada"), (20, 15), (8, 1))
    assert bench.fear == 11
    bench.no(GainFear(0, ""), "amount")


@pytest.mark.rule("DH-FEAR-05")
def test_fear_never_passes_twelve():
    bench = play(hero(), fear=11).do(GainFear(4, "other"))
    assert (bench.fear, bench.state.fear.lost) == (12, 3)
    bench.do(SpendFear(2, "other")).do(GainFear(1, "other"))
    assert bench.fear == 11


@pytest.mark.rule("DH-FEAR-07")
def test_what_cannot_be_paid_is_refused_and_what_is_paid_counts_for_the_scene():
    poor = play(hero(), foe())
    for command in (Interrupt(), SpendFear(1, "other")):
        poor.no(command, "no_fear")
    feature = Feature("burst", kind="action", fear=1, own=(Tell(),))
    bench = (
        play(hero(), foe(feature=feature), fear=3).do(Interrupt()).do(Spotlight("orc")).do(UseFeature("orc", "burst"))
    )
    assert (bench.fear, bench.scene.fear_spent) == (1, 2)


@pytest.mark.rule("DH-FEAR-08")
def test_an_interruption_brings_its_move():
    bench = play(hero(), foe(), foe("two"), fear=5).do(Interrupt()).do(Spotlight("orc"))
    assert (bench.fear, bench.scene.turn.made) == (4, 1)
    bench.do(FoeAct("orc", roll="no")).do(Spotlight("two"))
    assert bench.fear == 3
    pending = play(hero(), fear=5).do(Describe("ada")).do(RequestRoll("agility", 12))
    pending.no(Interrupt(), "awaiting")  # not between the request and the result


@pytest.mark.rule("DH-FEAR-09")
def test_more_moves_for_a_fear_each():
    bench = play(hero(), fear=2, turn=DUE)
    for _ in range(3):
        bench.do(MakeMove("world_reacts"))
    assert bench.fear == 0
    bench.no(MakeMove("world_reacts"), "no_fear")


@pytest.mark.rule("DH-FEAR-10", "DHP-ADVSTAT-05")
def test_a_fear_feature_is_paid_on_top():
    feature = Feature("burst", kind="action", fear=1, own=(Tell(),))
    bench = (
        play(hero(), foe(feature=feature), fear=4).do(Interrupt()).do(Spotlight("orc")).do(UseFeature("orc", "burst"))
    )
    assert bench.fear == 2
    play(hero(), foe(feature=feature), fear=4, turn=DUE).no(UseFeature("orc", "burst"), "not_in_spotlight")


@pytest.mark.rule("DH-FEAR-11", "DHP-ENV-01")
def test_a_fear_feature_of_the_place_is_the_move_that_it_is():
    bench = play(hero(), fear=3, turn=DUE, place="local_tavern").do(UseFeature("place", "bar_fight"))
    assert (bench.fear, bench.scene.turn.free, len(bench.scene.zones)) == (2, 0, 1)
    again = play(hero(), fear=2, turn=Turn("failed_action_roll", 0, 1), place="local_tavern")
    again.do(UseFeature("place", "bar_fight"))
    assert again.fear == 0  # the move and the feature


@pytest.mark.rule("DHP-DUAL-14", "DH-FEAR-07")
def test_a_fear_ends_a_spell():
    from arbitro.rules.daggerheart.commands import EndEffect

    lit = foe(conditions=(Condition("vulnerable", "ada", "temporary", spell=True),))
    bench = play(hero(), lit, fear=2).do(PayToEnd("orc", "vulnerable"))
    assert (bench.fear, bench.foe().conditions) == (1, ())
    bench.no(PayToEnd("orc", "vulnerable"), "no_condition")
    assert play(hero(), lit).do(EndEffect("ada", "orc", "vulnerable")).foe().conditions == ()


@pytest.mark.rule("DH-FEAR-13", "DH-FEAR-14")
def test_reminders_about_fear():
    def keys(bench: Bench) -> list[str]:
        return [hint.key for hint in hints(RULES, bench.state)]

    full = play(hero(), fear=8).do(OpenTurn("golden_opportunity"))
    assert full.only(TurnOpened).reminder
    assert "much_fear" in keys(full)
    few = play(hero(), fear=3).do(OpenTurn("golden_opportunity"))
    assert not few.only(TurnOpened).reminder
    assert "much_fear" not in keys(few)
    assert "fear_weighs" in keys(few.do(MakeMove("world_reacts")))


@pytest.mark.rule("DH-FEAR-14")
@pytest.mark.parametrize(("limit", "shown"), [(3, True), (0, False)])
def test_the_limit_of_the_reminder_is_an_option(limit, shown):
    bench = play(hero(), fear=5, options={"gm_fear_reminder_at": limit}).do(OpenTurn("golden_opportunity"))
    assert bench.only(TurnOpened).reminder is shown


@pytest.mark.rule("DH-FEAR-05", "DH-FEAR-07", "DH-FEAR-02")
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 6)), max_size=40))
def test_fear_is_conserved(flow):
    state = play(hero()).state
    from arbitro.dice.stream import ScriptedDice

    scene = begin(RULES.rules, state, ScriptedDice())
    for gain, amount in flow:
        if gain:
            gain_fear(scene, amount, "other", ("DH-FEAR-04",))
        elif short_of_fear(scene.state, amount) is None:
            spend_fear(scene, amount, "other")
        fear: Fear = scene.state.fear
        assert fear.gained == fear.spent + fear.held + fear.lost
        assert 0 <= fear.held <= 12


# ---------------------------------------------------------------- tension


@pytest.mark.rule("DH-TENSION-01")
def test_tension_is_a_budget_and_never_a_limit():
    bench = play(hero(), fear=9, tension="minor", fear_spent=3).do(SpendFear(1, "other"))
    assert (bench.scene.fear_spent, tension_verdict(load_library(), bench.scene)) == (4, "above")
    ended = bench.do(EndScene())
    assert ended.events[-1].verdict == "above"
    ended.do(OpenScene())
    assert (ended.scene.fear_spent, ended.fear) == (0, 8)


@pytest.mark.rule("DH-TENSION-02", "DH-TENSION-03", "DH-TENSION-04", "DH-TENSION-05", "DH-TENSION-06")
@pytest.mark.parametrize(
    ("level", "low", "high"),
    [("incidental", 0, 1), ("minor", 1, 3), ("typical", 2, 4), ("major", 4, 8), ("climactic", 6, 12)],
)
def test_the_five_levels(level, low, high):
    told = play(hero()).do(SetTension(level)).only(TensionSet)
    assert (told.low, told.high) == (low, high)
    assert fear_budget(load_library(), play(hero(), tension=level).state) == (0, low, high)


@pytest.mark.rule("DH-TENSION-05")
def test_a_solo_proposes_a_major_scene():
    bench = Bench(play(hero()).do(EndScene()).state).do(OpenScene((printed("cave_ogre"),)))
    assert (bench.scene.tension, bench.only(SceneOpened).proposed) == ("typical", "major")
    assert "propose_major" in [hint.key for hint in hints(RULES, bench.state)]


@pytest.mark.rule("DH-TENSION-01")
@pytest.mark.parametrize("level", ["typical", "climactic", "none"])
def test_the_tension_of_a_new_scene_is_an_option(level):
    bench = play(hero(), options={"scene_default_tension": level}).do(EndScene()).do(OpenScene())
    assert bench.scene.tension == level
    assert (fear_budget(load_library(), bench.state) is None) == (level == "none")
