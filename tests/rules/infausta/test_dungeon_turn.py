"""The dungeon turn: its four steps, each action's time and odds, rest, long tasks, the record."""

from fractions import Fraction

import pytest
from tests.rules.infausta.camp import RULES, Camp, Dungeon, door, found, one, only, place, trap, troop
from tests.rules.whitebox.arena import d6, sixes

from arbitro.dice.stream import AuditedDice, seed_from_text
from arbitro.kernel.command import Command
from arbitro.kernel.event import TOLD_WITH_ANOTHER
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.infausta import dungeon_turn as dungeon_turns
from arbitro.rules.infausta import events as e
from arbitro.rules.infausta.commands import DoSomething, JudgeDoing, JudgeTraps, LookOver, RestTurn, SearchTraps
from arbitro.rules.infausta.dungeon_turn import delve_of, look_turns
from arbitro.rules.whitebox.commands import Declare, EndFight, EndTurn
from arbitro.rules.whitebox.exploring.commands import (
    Engage,
    Examine,
    Go,
    JudgeSearch,
    KindleLight,
    Listen,
    Meet,
    MonstersPass,
    OpenDoor,
    Parley,
    PassTurns,
    RollReaction,
    Search,
)
from arbitro.rules.whitebox.exploring.commands import (
    WalkAbout as Walk,
)
from arbitro.rules.whitebox.exploring.events import (
    DoorLocked,
    DoorOpened,
    DoorTried,
    FeatureFound,
    FeltAmiss,
    HadAFall,
    LightWentOut,
    Listened,
    ListenRolled,
    MetSomebody,
    ReactionRolled,
    RulingAsked,
    Searched,
    SearchRolled,
    TurnsBooked,
    Walked,
    WanderingRolled,
)
from arbitro.rules.whitebox.people import load as load_rules
from arbitro.rules.whitebox.people.commands import CastSpell
from arbitro.rules.whitebox.people.events import SpellSpent
from arbitro.rules.whitebox.people.load import party_rate, rate_under

DVERGAR = one("dvalin", "dvergar")
SILVANA = one("selva", "silvano")
MINES = (place("hall", area=500), place("cell"))


def pass_turn(dungeon: Dungeon, wandering: int = 6, *dice):
    """End a turn; the fifth one brings the check of the sixth."""
    due = dungeon.out.turns + 2 - dungeon.out.checked >= 6
    return dungeon.do(PassTurns(), *dice, *(sixes(wandering) if due else ()))


def toil(dungeon: Dungeon):
    """A turn in which the party walks a little."""
    return [*dungeon.do(Walk(10)), *pass_turn(dungeon)]


# -------------------------------------------------------------------- the order


@pytest.mark.rule("IS-TURN-01")
@pytest.mark.parametrize("outdoors", [False, True])
def test_an_enclosed_place_is_played_in_turns_and_the_open_is_not(outdoors):
    dungeon = Dungeon(places=(place("hall", outdoors=outdoors, terrain="open" if outdoors else ""),))
    assert (delve_of(dungeon.state) is None) is outdoors


@pytest.mark.rule("IS-TURN-02", "IS-TURN-03", "IS-TURN-04", "IS-TURN-15")
def test_check_then_actions_then_encounter_then_record():
    dungeon = Dungeon("berto", places=MINES)
    for _ in range(4):
        pass_turn(dungeon)
    events = pass_turn(dungeon, 1)  # at the beginning of turn 6 somebody is on the way
    assert only(events, WanderingRolled).turn == 6
    assert dungeon.out.meeting is None
    dungeon.do(Listen("berto"), *sixes(6))
    resolved = RULES.decide(dungeon.state, PassTurns(), AuditedDice(seed_from_text("x")))
    kinds = [type(event).__name__ for event in resolved.events]
    assert "EncounterRolled" in kinds
    if "MetSomebody" in kinds:
        assert "TurnKept" not in kinds, "the turn is written down after the encounter"


@pytest.mark.rule("IS-TURN-03")
def test_four_checks_in_24_turns():
    dungeon = Dungeon()
    checks = [turn for _ in range(24) for turn in found(pass_turn(dungeon), WanderingRolled)]
    assert [check.turn for check in checks] == [6, 12, 18, 24]
    assert all(check.audience == "referee" and "IS-TURN-03" in check.rules for check in checks)
    assert 1 - Fraction(5, 6) ** 4 == Fraction(671, 1296)


@pytest.mark.rule("IS-TURN-03", "IS-TURN-12")
def test_turns_of_rest_count_towards_the_six():
    dungeon = Dungeon()
    for turn in range(1, 6):
        dungeon.do(RestTurn(), *(sixes(2) if turn == 5 else ()))
    assert dungeon.out.checked == 6
    assert dungeon.turn.waiting == 0


@pytest.mark.rule("IS-TURN-04", "IS-TURN-06")
def test_members_do_different_things_in_the_same_turn():
    dungeon = Dungeon("berto", "dalia")
    dungeon.do(Listen("berto"), *sixes(6))
    dungeon.do(LookOver("dalia"))
    dungeon.do(PassTurns())
    assert (dungeon.out.turns, dungeon.state.minutes) == (1, 10)


# -------------------------------------------------------------------- movement


@pytest.mark.rule("IS-TURN-05", "IS-MOVE-02", "IS-MOVE-03", "IS-MOVE-04")
@pytest.mark.parametrize(
    ("gold", "pace", "feet"), [(800, "careful", 45), (800, "normal", 90), (0, "normal", 120), (0, "running", 240)]
)
def test_a_move_is_half_a_turn(gold, pace, feet):
    dungeon = Dungeon(one(gold=gold))
    told = only(dungeon.do(Walk(feet, pace)), Walked)
    assert (told.minutes, dungeon.turn.spent["berto"]) == (5, 5)
    assert told.rules[:2] == ("IS-MOVE-01", "IS-TURN-05")
    dungeon.do(Walk(feet, pace))
    assert (dungeon.turn.spent["berto"], dungeon.out.turns) == (10, 0)
    dungeon.do(Walk(1, pace))
    assert dungeon.out.turns == 1, "a third move is one of the next turn"


@pytest.mark.rule("IS-TURN-05", "IS-MOVE-01")
def test_a_group_goes_as_fast_as_its_slowest():
    dungeon = Dungeon(one("berto", gold=400), one("dvalin", "dvergar", gold=1600))
    assert party_rate(RULES.at(dungeon.state)) == Fraction(3, 2)
    assert load_rules.walk(dungeon.state, Fraction(3, 2)).turn == 30


@pytest.mark.rule("IS-MOVE-01")
@pytest.mark.parametrize(
    ("pounds", "fast", "slow"),
    [(0, 12, 9), (75, 12, 9), (76, 9, 6), (101, 6, 3), (150, 6, 3), (151, 3, Fraction(3, 2)), (301, 0, 0)],
)
def test_table_15(pounds, fast, slow):
    assert (rate_under(RULES.rules, pounds, "fast"), rate_under(RULES.rules, pounds, "slow")) == (fast, slow)
    assert RULES.content.peoples["silvano"].speed == RULES.content.peoples["dvergar"].speed == "slow"


@pytest.mark.rule("IS-MOVE-02", "IS-MOVE-03")
@pytest.mark.parametrize(("reading", "move", "turn"), [("rate_per_move", 7, 15), ("rate_per_turn", 3, 7)])
def test_each_figure_is_rounded_by_itself(reading, move, turn):
    dungeon = Dungeon(movement_reading=reading)
    walk = load_rules.walk(dungeon.state, Fraction(3, 2), "careful")
    assert (walk.move, walk.turn) == (move, turn)


# -------------------------------------------------------------------- listening and doors


@pytest.mark.rule("IS-TURN-06", "IS-LISTEN-01", "IS-LISTEN-02")
@pytest.mark.parametrize(
    ("who", "face", "heard"), [("berto", 1, True), ("berto", 2, False), ("dvalin", 2, True), ("selva", 3, False)]
)
def test_listening_takes_a_turn_and_has_the_peoples_odds(who, face, heard):
    drafts = {"berto": one("berto"), "dvalin": DVERGAR, "selva": SILVANA}
    noisy = (place("hall"), place("cell", noise=trap().name))
    dungeon = Dungeon(drafts[who], doors=(door(),), places=noisy)
    events = dungeon.do(Listen(who, "oak"), *sixes(face))
    assert only(events, Listened).heard is heard
    assert only(events, ListenRolled).audience == "referee"
    assert dungeon.refused(Listen(who, "oak")).rules == ("IS-TURN-17",)
    dungeon.do(PassTurns())
    assert dungeon.out.turns == 1


@pytest.mark.rule("IS-TURN-07", "IS-DOOR-01")
@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize(
    ("draft", "face", "opens"),
    [(one(), 2, True), (one(), 3, False), (DVERGAR, 1, True), (DVERGAR, 2, False), (SILVANA, 2, True)],
)
def test_stuck_and_locked_doors_yield_to_the_same_roll(locked, draft, face, opens):
    dungeon = Dungeon(draft, doors=(door(locked=locked),))
    tried = only(dungeon.do(OpenDoor(draft.who, "oak"), *sixes(face)), DoorTried)
    assert (tried.opened, "IS-TURN-07" in tried.rules) == (opens, True)
    assert dungeon.turn.spent == {draft.who: 1}
    assert dungeon.state.minutes == 0


@pytest.mark.rule("IS-TURN-07", "IS-DOOR-04")
def test_whoever_tries_a_locked_door_feels_the_lock_and_force_breaks_it():
    dungeon = Dungeon(doors=(door(locked=True),))
    felt = only(dungeon.do(OpenDoor("berto", "oak"), *sixes(3)), DoorLocked)
    assert felt.rules == ("IS-TURN-07",)
    assert dungeon.out.doors["oak"].tried
    events = dungeon.do(OpenDoor("berto", "oak"), *sixes(2))
    assert not any(isinstance(event, DoorLocked) for event in events)  # known by now
    assert dungeon.out.doors["oak"].open
    assert not dungeon.out.doors["oak"].locked


@pytest.mark.rule("IS-TURN-07")
@pytest.mark.parametrize(("flat", "opens"), [(True, True), (False, False)])
def test_the_same_odds_for_all_by_the_option(flat, opens):
    dungeon = Dungeon(DVERGAR, doors=(door(),), door_odds_flat=flat)
    assert only(dungeon.do(OpenDoor("dvalin", "oak"), *sixes(2)), DoorTried).opened is opens


@pytest.mark.rule("IS-TURN-07", "IS-TURN-17")
def test_a_turn_holds_ten_tries():
    dungeon = Dungeon(doors=(door(),))
    for _ in range(10):
        dungeon.do(OpenDoor("berto", "oak"), *sixes(6))
    refused = dungeon.refused(OpenDoor("berto", "oak"))
    assert (refused.code, refused.rules) == ("turn_full", ("IS-TURN-17",))
    dungeon.do(PassTurns())
    dungeon.do(OpenDoor("berto", "oak"), *sixes(6))


@pytest.mark.rule("IS-DOOR-02")
@pytest.mark.parametrize(
    ("option", "draft", "face", "opens"),
    [
        (True, one(scores={"str": 15}), 3, True),
        (False, one(scores={"str": 15}), 3, False),
        (True, one("dvalin", "dvergar", scores={"str": 6}), 1, False),
    ],
)
def test_strength_at_the_door_by_the_option(option, draft, face, opens):
    dungeon = Dungeon(draft, doors=(door(),), door_strength_modifier=option)
    assert only(dungeon.do(OpenDoor(draft.who, "oak"), *sixes(face)), DoorTried).opened is opens


@pytest.mark.rule("IS-DOOR-03", "IS-DOOR-04")
def test_monsters_pass_doors_and_doors_fall_shut_with_the_turn():
    dungeon = Dungeon(doors=(door(),), troops=(troop("goblins", "goblin"),))
    assert found(dungeon.do(MonstersPass("goblins", "oak")), DoorOpened)
    assert dungeon.out.doors["oak"].open
    dungeon.do(PassTurns())
    assert not dungeon.out.doors["oak"].open


# -------------------------------------------------------------------- looking and searching


@pytest.mark.rule("IS-TURN-08", "IS-TRAP-02")
@pytest.mark.parametrize(("face", "found_"), [(4, True), (5, False)])
def test_a_dvergar_looks_for_stone_traps_in_a_round(face, found_):
    dungeon = Dungeon(DVERGAR, traps=(trap(where="hall"),))
    sought = only(dungeon.do(SearchTraps("dvalin"), *sixes(face)), e.TrapsSought)
    assert (bool(sought.found), dungeon.turn.spent) == (found_, {"dvalin": 1})


@pytest.mark.rule("IS-TURN-08")
def test_a_champion_who_looks_for_traps_gets_no_die_but_the_referees_word():
    dungeon = Dungeon(traps=(trap(where="hall"),))
    dungeon.do(SearchTraps("berto"))
    assert dungeon.state.awaiting[0].kind == "traps"
    assert dungeon.refused(JudgeTraps("dragon")).code == "no_feature"
    told = dungeon.do(JudgeTraps("pit"))
    assert only(told, FeatureFound).rules == ("IS-TURN-08", "IS-SEARCH-01")
    assert dungeon.turn.spent == {"berto": 1}


@pytest.mark.rule("IS-TURN-08")
@pytest.mark.parametrize(("option", "dice"), [(True, sixes(2)), (False, [])])
def test_everybody_looks_for_traps_by_the_option(option, dice):
    dungeon = Dungeon(traps=(trap(where="hall"),), others_search_traps=option)
    events = dungeon.do(SearchTraps("berto"), *dice)
    assert bool(found(events, e.TrapsSought)) is option


@pytest.mark.rule("IS-TURN-08")
def test_a_thief_goes_by_the_class_and_a_dvergar_by_lore_where_it_is_not_stone():
    dungeon = Dungeon(one("gilda", class_id="thief"), DVERGAR, traps=(trap(where="hall", stone=False),))
    needle = dungeon.out.traps["pit"]
    assert RULES.rules.search_chance(RULES.at(dungeon.state), dungeon["gilda"], needle)[0] == 2
    assert RULES.rules.search_chance(RULES.at(dungeon.state), dungeon["dvalin"], needle)[0] == 2
    assert dungeon.refused(SearchTraps("gilda", "chimney")).code == "no_spot"


@pytest.mark.rule("IS-TURN-09")
@pytest.mark.parametrize(("area", "turns"), [(300, 1), (1600, 4), (1200, 3), (400, 1), (401, 2)])
def test_looking_over_takes_a_turn_for_each_400_square_feet(area, turns):
    assert look_turns(area) == turns
    dungeon = Dungeon(places=(place("hall", area=area),), doors=(door(secret=True),))
    events = dungeon.do(LookOver("berto"))
    for _ in range(turns):
        events += dungeon.do(PassTurns())
    assert only(events, e.LookedOver).turns == turns
    assert dungeon.out.turns == turns
    assert not dungeon.out.doors["oak"].found, "nothing hidden shows"


@pytest.mark.rule("IS-TURN-10", "IS-SECRET-01", "IS-SECRET-02", "IS-SECRET-04")
@pytest.mark.parametrize(
    ("draft", "face", "found_"),
    [(one(), 2, True), (one(), 3, False), (SILVANA, 4, True), (SILVANA, 5, False), (DVERGAR, 2, True)],
)
def test_a_thorough_search_of_ten_by_ten_feet(draft, face, found_):
    dungeon = Dungeon(draft, doors=(door(secret=True),))
    told = dungeon.do(Search(draft.who), *sixes(face))
    assert bool(only(told, Searched).found) is found_
    assert only(told, SearchRolled).audience == "referee"
    assert dungeon.turn.spent == {draft.who: 10}


@pytest.mark.rule("IS-TURN-10")
@pytest.mark.parametrize(("level", "chance"), [(1, 2), (4, 3), (7, 4), (10, 5)])
def test_dvergar_lore_takes_the_place_of_the_general_odds(level, chance):
    dungeon = Dungeon(one("dvalin", "dvergar", level=level), doors=(door(secret=True),))
    number, rules, _ = RULES.rules.search_chance(RULES.at(dungeon.state), dungeon["dvalin"], dungeon.out.doors["oak"])
    assert (number, "IS-TURN-10" in rules) == (chance, True)


@pytest.mark.rule("IS-SECRET-03", "IS-TRAP-03")
def test_silvani_feel_secret_doors_and_dvergar_see_stone_traps_in_passing():
    dungeon = Dungeon(SILVANA, doors=(door(secret=True),))
    assert found(dungeon.do(Walk(30), *sixes(2)), FeltAmiss)
    warned = Dungeon(DVERGAR, doors=(door(passage=True),), traps=(trap(),))
    assert found(warned.do(Go("oak"), *sixes(2)), FeatureFound)


@pytest.mark.rule("IS-TRAP-01", "IS-TRAP-04")
@pytest.mark.parametrize(("feet", "dice"), [(10, (4,)), (25, (1, 1)), (9, ())])
def test_traps_spring_on_two_in_six_and_falls_cost_a_die_each_ten_feet(feet, dice):
    dungeon = Dungeon(one(level=3), doors=(door(passage=True),), traps=(trap(pit=feet),))
    events = dungeon.do(Go("oak"), *sixes(2, *dice))
    assert only(events, HadAFall).feet == feet
    assert dungeon["berto"].hp == dungeon["berto"].max_hp - sum(dice)


@pytest.mark.rule("IS-SEARCH-01", "IS-SEARCH-02")
def test_a_description_finds_without_dice_unless_it_is_too_well_hidden():
    dungeon = Dungeon(
        "berto", "dalia", doors=(door(secret=True), door("ash", secret=True, always_roll=True, modifier=-1))
    )
    asked = only(dungeon.do(Examine("berto", "I turn the bracket")), RulingAsked)
    assert asked.rules == ("IS-SEARCH-01", "IS-SEARCH-02")
    assert only(dungeon.do(JudgeSearch("oak")), FeatureFound).rules == ("IS-SEARCH-01",)
    dungeon.do(Examine("dalia", "I knock at the panels"))
    assert not found(dungeon.do(JudgeSearch("ash"), *sixes(2)), FeatureFound), "one in six"


@pytest.mark.rule("IS-TURN-11")
def test_casting_is_an_action_whose_time_is_the_spells():
    dungeon = Dungeon(one("ofelia", class_id="magic_user", book=("light", "sleep")))
    dungeon.change("ofelia", prepared=("light",))
    events = dungeon.do(CastSpell("ofelia", "light"))
    assert found(events, SpellSpent)
    noted = [event for event in found(events, e.TurnNoted) if "IS-TURN-11" in event.rules]
    assert [event.rounds for event in noted] == [0], "no entry of the lists says how long"


@pytest.mark.rule("IS-TURN-11")
def test_a_spell_of_two_turns_takes_two_turns(monkeypatch):
    dungeon = Dungeon(one("ofelia", class_id="magic_user", book=("light", "sleep")))
    dungeon.change("ofelia", prepared=("light",))
    monkeypatch.setattr(dungeon_turns, "casting_rounds", lambda rules, spell: 20)
    dungeon.do(CastSpell("ofelia", "light"))
    assert dungeon.refused(Search("ofelia")).code == "turn_full"
    dungeon.do(PassTurns())
    assert dungeon.refused(Search("ofelia")).code == "turn_full"
    dungeon.do(PassTurns())
    dungeon.do(Search("ofelia"))


# -------------------------------------------------------------------- rest


@pytest.mark.rule("IS-TURN-12")
def test_one_turn_in_six_is_due_for_rest_and_is_no_rest_after_work():
    dungeon = Dungeon()
    told = [event for _ in range(5) for event in toil(dungeon)]
    due = only(told, e.RestDue)
    assert (due.regular, due.rules) == (True, ("IS-TURN-12",))
    rested = only(dungeon.do(RestTurn()), e.TurnKept)
    assert (rested.turn, rested.rested, dungeon.turn.active) == (6, True, 0)
    dungeon.do(Walk(30))
    assert dungeon.refused(RestTurn()).rules == ("IS-TURN-12",)


@pytest.mark.rule("IS-TURN-12")
@pytest.mark.parametrize("act", [None, Walk(10), Search("berto"), Listen("berto", "")])
def test_a_turn_in_which_nobody_moves_or_does_anything_is_one_of_rest(act):
    dungeon = Dungeon()
    if act is not None:
        dungeon.do(act, *(() if isinstance(act, Walk | Search) else sixes(6)))
    kept = only(pass_turn(dungeon), e.TurnKept)
    assert (kept.rested, dungeon.turn.active) == ((True, 0) if act is None else (False, 1))


@pytest.mark.rule("IS-TURN-12", "IS-TURN-13")
def test_waiting_pays_for_the_rest_after_a_fight():
    dungeon = fought(3)
    pass_turn(dungeon)
    assert dungeon.turn.rests_due == 1
    pass_turn(dungeon)
    assert (dungeon.turn.rests_due, dungeon.turn.active) == (0, 2)


def fought(rounds: int, **options: object) -> Dungeon:
    """A dungeon whose first turn holds a fight of so many rounds."""
    from msgspec.structs import replace

    dungeon = Dungeon(**options)
    state = dungeon.state
    dungeon.state = replace(
        state,
        minutes=state.minutes + rounds,
        delve=replace(dungeon.turn, rests_due=1, worked=True),
    )
    return dungeon


@pytest.mark.rule("IS-TURN-13", "IS-TURN-16")
@pytest.mark.parametrize(
    ("rounds", "clock", "turns", "minutes"),
    [(7, "whole_turns", 1, 10), (11, "whole_turns", 2, 20), (7, "minutes", 1, 17), (11, "minutes", 2, 21)],
)
def test_a_fight_fills_whole_turns_or_by_the_option_its_minutes(rounds, clock, turns, minutes):
    dungeon = fought(rounds, turn_clock=clock)
    events = dungeon.do(PassTurns())
    assert (dungeon.out.turns, dungeon.state.minutes) == (turns, minutes)
    due = only(events, e.RestDue)
    assert (due.after_fights, due.rules) == (1, ("IS-TURN-13",))


@pytest.mark.rule("IS-TURN-13")
def test_rests_after_fights_and_regular_rests_add_up():
    dungeon = fought(3)
    for _ in range(5):
        toil(dungeon)
    assert (dungeon.turn.active, dungeon.turn.rests_due) == (5, 1)
    dungeon.do(RestTurn())
    assert (dungeon.turn.rests_due, dungeon.turn.active) == (0, 6), "the first pays for the fight"
    dungeon.do(RestTurn())
    assert dungeon.turn.active == 0


@pytest.mark.rule("IS-TURN-13", "IS-TURN-15", "IS-PARLEY-01")
def test_a_real_fight_leaves_a_rest_due():
    dungeon = Dungeon(troops=(troop("goblins", "goblin", light=True),))
    dice = AuditedDice(seed_from_text("fight"))
    for command in (Meet("goblins"), Engage("party"), EndFight(("party", "foes"))):
        answer = RULES.decide(dungeon.state, command, dice)
        assert hasattr(answer, "events"), answer
        dungeon.state = answer.state
    assert dungeon.turn.rests_due == 1
    assert dungeon.refused(RestTurn()).code == "no_rest_now"


@pytest.mark.rule("IS-PARLEY-01", "IS-TURN-15")
def test_an_encounter_can_end_in_talk():
    dungeon = Dungeon(troops=(troop("goblins", "goblin"),))
    met = RULES.decide(dungeon.state, Meet("goblins"), AuditedDice(seed_from_text("talk 0")))
    order = [type(event).__name__ for event in met.events]
    assert order.index("MetSomebody") < order.index("EncounterOrder")
    found = only(met.events, MetSomebody)
    assert found.rules[0] == "IS-TURN-15"  # the first rule says how far off they are
    assert ("IS-SURP-01" in found.rules) is bool(found.surprised)
    assert {part.rule for part in found.sums()[0].parts if part.how == "times"} == {"IS-TURN-15"}
    dungeon.state = met.state
    assert only(dungeon.do(Parley()), RulingAsked).rules == ("IS-PARLEY-01",)


# -------------------------------------------------------------------- anything else, long tasks, the record


@pytest.mark.rule("IS-TURN-14", "IS-GEN-01", "IS-GEN-02")
@pytest.mark.parametrize(
    ("chance", "dice", "done"), [(2, sixes(2), True), (2, sixes(3), False), (7, [], True), (0, [], False)]
)
def test_anything_else_has_the_time_and_odds_that_the_referee_gives(chance, dice, done):
    dungeon = Dungeon()
    asked = only(dungeon.do(DoSomething("berto", "I pile up the benches")), e.DoingAsked)
    assert asked.rules == ("IS-TURN-14", "IS-TURN-04", "IS-GEN-02")
    assert dungeon.refused(JudgeDoing(3, 9)).code == "bad_doing"
    told = only(dungeon.do(JudgeDoing(3, chance), *dice), e.DoingDone)
    assert (told.success, dungeon.turn.spent) == (done, {"berto": 3})


@pytest.mark.rule("IS-TURN-17")
def test_a_move_a_look_for_traps_and_two_tries_fit_in_one_turn():
    dungeon = Dungeon(doors=(door(),), others_search_traps=True)
    dungeon.do(Walk(60))
    dungeon.do(SearchTraps("berto", "oak"))
    dungeon.do(OpenDoor("berto", "oak"), *sixes(6))
    dungeon.do(OpenDoor("berto", "oak"), *sixes(6))
    assert (dungeon.turn.spent, dungeon.out.turns) == ({"berto": 8}, 0)


@pytest.mark.rule("IS-TURN-17")
def test_two_things_of_a_turn_each_take_two_turns():
    dungeon = Dungeon()
    dungeon.do(Listen("berto"), *sixes(6))
    assert dungeon.refused(Search("berto")).code == "turn_full"
    dungeon.do(PassTurns())
    dungeon.do(Search("berto"))


@pytest.mark.rule("IS-TURN-18", "IS-TURN-03", "IS-TURN-12")
def test_500_square_feet_take_five_turns_and_the_sixth_is_due_for_rest():
    dungeon = Dungeon(places=MINES, doors=(door(secret=True),))
    begun = dungeon.do(Search("berto"))
    assert only(begun, e.GuardAdvised).turns == 5
    assert dungeon.refused(Listen("berto")).rules == ("IS-TURN-18",)
    events = [event for _ in range(4) for event in dungeon.do(PassTurns())]
    assert not found(events, Searched)
    assert [event.variant() for event in found(events, TurnsBooked)] == [TOLD_WITH_ANOTHER] * 4  # each is told once
    last = dungeon.do(PassTurns(), *sixes(2, 6))
    assert only(last, Searched).found == ("oak",)
    assert only(last, WanderingRolled).turn == 6
    assert only(last, e.RestDue).regular


@pytest.mark.rule("IS-TURN-18")
def test_what_is_finished_stays_finished_and_waits_for_the_rest_after_a_fight():
    from msgspec.structs import replace

    dungeon = Dungeon(places=MINES)
    dungeon.do(Search("berto"))
    for _ in range(2):
        dungeon.do(PassTurns())
    dungeon.state = replace(dungeon.state, delve=replace(dungeon.turn, rests_due=1))
    dungeon.do(PassTurns())
    assert dungeon.turn.tasks[0].left == 2, "the turn of the fight has done its hundred square feet"
    assert dungeon.turn.paused
    dungeon.do(PassTurns())
    assert dungeon.turn.tasks[0].left == 2
    dungeon.do(RestTurn(), d6(6))
    assert not dungeon.turn.paused
    dungeon.do(PassTurns())
    assert dungeon.turn.tasks[0].left == 1


@pytest.mark.rule("IS-TURN-16", "IS-TIME-01", "IS-TIME-02", "IS-LIGHT-01", "IS-LIGHT-02")
def test_the_record_counts_the_turn_and_burns_the_torch():
    dungeon = Dungeon(torches=1)
    dungeon.do(KindleLight("berto", "torches_6"))
    events = [event for _ in range(6) for event in toil(dungeon)]
    kept = found(events, e.TurnKept)
    assert [event.turn for event in kept] == [1, 2, 3, 4, 5, 6]
    assert kept[0].rules == ("IS-TURN-02", "IS-TURN-16", "IS-TIME-01")
    assert events.index(only(events, LightWentOut)) > events.index(kept[-1])
    assert found(events, TurnsBooked)[-1].turns == 6
    light = next(iter(dungeon.out.lights.values()), None)
    assert light is None or not light.burning(dungeon.state.minutes)


def test_choices_of_a_turn_are_all_accepted():
    dungeon = Dungeon("berto", "dalia", doors=(door(),), traps=(trap(where="hall"),))
    kinds = set()
    for choice in RULES.choices(dungeon.state, REFEREE):
        kinds.add(choice.command)
        if not choice.parameters:
            assert RULES.allows(dungeon.state, RULES.command(choice.fill())), choice
    assert {"rest_turn", "look_over", "search_traps", "do_something", "pass_turns"} <= kinds


def test_a_camp_without_an_expedition_has_no_turns():
    camp = Camp()
    assert delve_of(camp.state) is None
    assert camp.refused(RestTurn()).code == "no_expedition"


def fight_on(dungeon: Dungeon, rounds: int) -> None:
    """A fight in which nobody strikes for so many rounds, ended by the referee."""
    dice = AuditedDice(seed_from_text("long fight"))

    def decide(command: Command) -> None:
        answer = RULES.decide(dungeon.state, command, dice)
        assert hasattr(answer, "events"), answer
        dungeon.state = answer.state

    decide(Meet("goblins"))
    decide(Engage("party"))
    while dungeon.state.fight.round <= rounds:
        fight = dungeon.state.fight
        waiting = [EndTurn(side) for side in fight.sides if RULES.allows(dungeon.state, EndTurn(side))]
        silent = [
            Declare(who, "other") for who in fight.combatants if RULES.allows(dungeon.state, Declare(who, "other"))
        ]
        decide((silent or waiting or [RULES.suggest(dungeon.state, REFEREE)])[0])
    decide(EndFight(("party", "foes")))


@pytest.mark.rule("IS-TURN-12", "IS-TURN-16")
@pytest.mark.parametrize("clock", ["whole_turns", "minutes"])
@pytest.mark.parametrize("rounds", [3, 9, 10, 11, 25, 49, 60])
def test_turns_that_a_fight_fills_are_active_however_long_it_is(rounds, clock):
    dungeon = Dungeon(troops=(troop("goblins", "goblin", light=True),), turn_clock=clock)
    fight_on(dungeon, rounds)
    fought = dungeon.state.minutes
    assert fought >= rounds
    assert dungeon.turn.active == dungeon.out.turns == fought // 10
    turns = -(-fought // 10) if clock == "whole_turns" else (fought + 10) // 10
    events = dungeon.do(PassTurns(), *sixes(*[6] * (turns > dungeon.out.turns and turns >= 5)))
    assert dungeon.turn.active == dungeon.out.turns == turns
    assert [due.regular for due in found(events, e.RestDue)] == [turns >= 5]


# -------------------------------------------------------------------- time that is not given twice


@pytest.mark.rule("IS-TURN-16", "IS-TURN-17")
@pytest.mark.parametrize("clock", ["whole_turns", "minutes"])
@pytest.mark.parametrize("rounds", [0, 3])
def test_a_fight_leaves_no_room_for_anything_else_in_its_turn(rounds, clock):
    dungeon = Dungeon(
        "berto", "dalia", doors=(door(),), troops=(troop("goblins", "goblin", light=True),), turn_clock=clock
    )
    dungeon.do(Walk(60))
    fight_on(dungeon, rounds) if rounds else start_and_end(dungeon)
    if clock == "minutes":
        assert dungeon.turn.spent == {"berto": 5, "dalia": 5}, "by the option its minutes alone count"
        return
    assert dungeon.turn.spent == {"berto": 10, "dalia": 10}
    for command in (OpenDoor("berto", "oak"), Listen("dalia"), Search("berto")):
        assert dungeon.refused(command).code == "turn_full"
    dungeon.do(PassTurns())
    assert (dungeon.turn.spent, dungeon.out.turns) == ({}, 1)
    dungeon.do(Listen("dalia"), *sixes(6))


def start_and_end(dungeon: Dungeon) -> None:
    """A fight that is over before its first round."""
    dice = AuditedDice(seed_from_text("short"))
    for command in (Meet("goblins"), Engage("party"), EndFight(("party", "foes"))):
        dungeon.state = RULES.decide(dungeon.state, command, dice).state


@pytest.mark.rule("IS-TURN-10", "IS-TURN-17", "IS-TURN-18")
@pytest.mark.parametrize(("command", "area", "turns"), [(Search, 300, 3), (Search, 100, 1), (LookOver, 1200, 3)])
@pytest.mark.parametrize("walked", [0, 60])
def test_a_long_task_runs_over_by_what_was_done_before_it(command, area, turns, walked):
    dungeon = Dungeon("berto", places=(place("hall", area=area),))
    if walked:
        dungeon.do(Walk(walked))
    dungeon.do(command("berto"))
    for _ in range(turns):
        dungeon.do(PassTurns())
    assert not dungeon.turn.tasks
    assert dungeon.turn.spent == ({"berto": 5} if walked else {}), "the move took half a turn, before or after"


@pytest.mark.rule("IS-TURN-16", "IS-TURN-18")
def test_a_fight_in_the_turn_of_a_long_task_is_not_charged_twice():
    dungeon = Dungeon("berto", places=MINES, troops=(troop("goblins", "goblin", light=True),))
    dungeon.do(Search("berto"))
    start_and_end(dungeon)
    dungeon.do(PassTurns())
    assert (dungeon.turn.tasks[0].left, dungeon.turn.spent) == (4, {})


@pytest.mark.rule("IS-TURN-15")
def test_a_reaction_is_rolled_under_the_rule_of_encounters_and_not_of_talk():
    dungeon = Dungeon(troops=(troop("goblins", "goblin"),))
    dungeon.state = RULES.decide(dungeon.state, Meet("goblins"), AuditedDice(seed_from_text("talk 0"))).state
    rolled = only(dungeon.do(RollReaction(1), d6(3), d6(4)), ReactionRolled)
    assert rolled.rules == ("IS-TURN-15",)
    assert [modifier.rule for modifier in rolled.lookup.modifiers] == ["IS-TURN-15"]


@pytest.mark.rule("IS-TURN-12", "IS-TURN-13")
@pytest.mark.parametrize(
    ("active", "told"),
    [(0, "È tempo di riposare dopo lo scontro: 1 riposo dovuto."),
     (4, "È tempo di riposare, anche per lo scontro: 1 riposo dovuto.")],
)  # fmt: skip
def test_a_rest_that_a_fight_alone_has_left_is_called_that(active, told):
    from msgspec.structs import replace

    dungeon = fought(3)
    dungeon.state = replace(dungeon.state, delve=replace(dungeon.turn, active=active))
    due = only(pass_turn(dungeon), e.RestDue)
    assert tell(RULES, dungeon.state, due, "it") == told
