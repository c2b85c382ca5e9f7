"""The order of a fight: surprise, initiative, the winners, the losers, the next round in the same order."""

import pytest
from tests.rules.whitebox.arena import (
    BOW,
    SWORD,
    Arena,
    d6,
    d20,
    fight_with,
    found,
    only,
    sixes,
    someone,
    threat,
    tied,
)

from arbitro.rules.whitebox.commands import (
    Attack,
    CallSave,
    CheckMorale,
    Close,
    EndFight,
    EndTurn,
    Move,
    Run,
    StartFight,
    Surrender,
)
from arbitro.rules.whitebox.events import FightEnded, InitiativeRolled, RoundEnded, TurnBegan
from arbitro.rules.whitebox.state import Side
from arbitro.rules.whitebox.terms import Named


def told(arena: Arena) -> list[str]:
    """The steps of the fight, in the words of the book's list."""
    steps = []
    for event in arena.events:
        match event:
            case TurnBegan():
                steps.append("free " + "".join(event.order[0]) if event.phase == "free" else event.order[event.turn][0])
            case InitiativeRolled():
                steps.append("initiative")
            case RoundEnded() if event.round:
                steps.append(f"end of round {event.round}")
            case _ if type(event).__name__ == "Surprised":
                steps.append("surprise")
            case _:
                pass
    return steps


@pytest.mark.rule("WB-SEQ-01", "WB-SEQ-04")
def test_no_surprise_a_wins_two_rounds() -> None:
    arena = Arena(someone("a"), someone("b", "B"), dice=sixes(3, 4, 5, 2))
    arena.end("A", "B", "A", "B")
    expected = ["surprise", "initiative", "A", "B", "end of round 1", "A", "B", "end of round 2", "A"]
    assert told(arena) == expected


@pytest.mark.rule("WB-SEQ-01", "WB-SURPRISE-03")
def test_a_is_surprised_then_b_wins_initiative() -> None:
    arena = Arena(someone("a"), someone("b", "B"), dice=sixes(1, 4))
    arena.do(EndTurn("B"), d6(2), d6(3))
    arena.end("B", "A")
    assert told(arena)[:6] == ["surprise", "free B", "initiative", "B", "A", "end of round 1"]


@pytest.mark.rule("WB-SEQ-01", "WB-INIT-01")
def test_three_sides_act_in_descending_order_and_equal_dice_share_a_place() -> None:
    members = (someone("a"), someone("b", "B"), someone("c", "C"), someone("d", "D"))
    arena = Arena(*members, dice=sixes(6, 6, 6, 6, 2, 5, 2, 6))
    assert only(arena.events, InitiativeRolled).order == (("D",), ("B",), ("A", "C"))
    arena.end("D", "B")
    assert arena.moment == (1, "act", ("A", "C"))
    arena.end("A")
    assert arena.refused(Attack("a", "b")).code == "not_your_turn"
    arena.end("C")
    assert arena.moment == (2, "act", ("D",))


@pytest.mark.rule("WB-SEQ-02")
def test_a_kill_before_the_enemy_acted_counts_at_once() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=3), someone("c", "B"))
    arena.do(Attack("a", "b"), d20(10), d6(5))
    assert arena["b"].condition == "dead"
    arena.end("A")
    assert arena.refused(Attack("b", "a")).code == "cannot_act"


@pytest.mark.rule("WB-SEQ-02")
def test_a_wounded_enemy_acts_with_what_is_left() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=6))
    arena.do(Attack("a", "b"), d20(10), d6(4))
    arena.end("A")
    assert arena["b"].hp == 2
    arena.do(Attack("b", "a"), d20(10), d6(1))


@pytest.mark.rule("WB-SEQ-02")
def test_one_move_and_one_attack_in_either_order() -> None:
    arena = fight_with(someone("a"), someone("b", "B", at=45, hp=20))
    arena.do(Close("a", "b"))
    arena.do(Attack("a", "b"), d20(2))
    assert arena.refused(Attack("a", "b")).code == "attacked_already"
    assert arena.refused(Move("a", 0)).code == "moved_already"
    arena.end("A")
    arena.do(Attack("b", "a"), d20(2))
    arena.do(Move("b", 80))
    assert arena.refused(Attack("b", "a")).code == "attacked_already"


@pytest.mark.rule("WB-SEQ-02")
def test_several_attacks_are_made_where_somebody_has_several() -> None:
    arena = fight_with(someone("a", attacks=2), someone("b", "B", hp=20))
    arena.do(Attack("a", "b"), d20(2))
    arena.do(Attack("a", "b"), d20(2))
    assert arena.refused(Attack("a", "b")).code == "attacked_already"


@pytest.mark.rule("WB-SEQ-03")
def test_of_three_goblins_the_one_left_attacks() -> None:
    goblins = [someone(f"g{n}", "B", hp=4) for n in (1, 2, 3)]
    arena = fight_with(someone("a1", hp=9), someone("a2"), *goblins)
    arena.do(Attack("a1", "g1"), d20(15), d6(4))
    arena.do(Attack("a2", "g2"), d20(15), d6(6))
    arena.end("A")
    assert arena.refused(Attack("g1", "a1")).code == "cannot_act"
    assert arena.refused(Attack("g2", "a1")).code == "cannot_act"
    arena.do(Attack("g3", "a1"), d20(15), d6(5))
    assert arena["a1"].hp == 4


@pytest.mark.rule("WB-SEQ-03")
def test_the_fight_ends_when_the_losing_side_is_dead() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=1))
    ended = only(arena.do(Attack("a", "b"), d20(10), d6(1)), FightEnded)
    assert (ended.winners, ended.rounds) == (("A",), 1)
    assert arena.fight.phase == "over"
    assert arena.refused(EndTurn("B")).code == "no_fight"


@pytest.mark.rule("WB-SEQ-04")
def test_the_order_is_kept_and_one_pair_of_dice_is_rolled() -> None:
    arena = Arena(someone("a"), someone("b", "B"), dice=sixes(6, 6, 5, 2))
    firsts = []
    for _ in range(4):
        firsts.append(arena.moment)
        arena.end("A", "B")
    assert firsts == [(n, "act", ("A",)) for n in (1, 2, 3, 4)]
    assert len(found(arena.events, InitiativeRolled)) == 1


@pytest.mark.rule("WB-SEQ-04")
def test_every_round_rolls_four_pairs_in_four_rounds() -> None:
    arena = Arena(someone("a"), someone("b", "B"), dice=sixes(6, 6, 5, 2), initiative_frequency="every_round")
    for order, throw in (("AB", (3, 4)), ("BA", (6, 1)), ("AB", (2, 5))):
        arena.end(order[0])
        arena.do(EndTurn(order[1]), *sixes(*throw))
    rolled = found(arena.events, InitiativeRolled)
    assert [event.order[0] for event in rolled] == [("A",), ("B",), ("A",), ("B",)]


@pytest.mark.rule("WB-SEQ-04", "WB-INIT-02")
def test_a_tie_lasts_for_the_battle() -> None:
    arena = Arena(someone("a"), someone("b", "B"), dice=sixes(6, 6, 3, 3))
    for number in (1, 2, 3):
        assert arena.moment == (number, "act", ("A", "B"))
        arena.end("B", "A")


@pytest.mark.rule("WB-TIME-02")
def test_four_rounds_are_four_minutes_though_the_last_is_cut_short() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=1))
    for _ in range(3):
        arena.end("A", "B")
    assert arena.state.minutes == 3
    ended = only(arena.do(Attack("a", "b"), d20(10), d6(1)), FightEnded)
    assert ended.rounds == 4
    assert arena.state.minutes == 4


@pytest.mark.rule("WB-TIME-02")
def test_fifteen_rounds_are_fifteen_minutes() -> None:
    arena = fight_with(someone("a"), someone("b", "B"))
    for _ in range(15):
        arena.end("A", "B")
    assert arena.state.minutes == 15
    arena.do(EndFight(("A",)))
    assert arena.fight.winners == ("A",)


@pytest.mark.rule("WB-TIME-02")
def test_the_free_action_before_initiative_takes_no_round() -> None:
    arena = Arena(someone("a"), someone("b", "B", hp=1), dice=sixes(3, 1))
    arena.do(Attack("a", "b"), d20(10), d6(1))
    assert (arena.fight.phase, arena.state.minutes) == ("over", 0)


@pytest.mark.rule("WB-SEQ-03")
def test_rounds_pass_while_nobody_can_act() -> None:
    arena = fight_with(someone("a"), someone("b", "B"))
    spell_of_sleep = threat("paralysis", "400", save=False)
    arena.do(CallSave("a", spell_of_sleep))
    arena.do(CallSave("b", spell_of_sleep))
    assert arena.refused(Attack("a", "b")).code == "cannot_act"
    arena.end("A")
    assert arena.moment == (402, "act", ("A",))
    assert arena.state.minutes == 401


@pytest.mark.rule("WB-MOVE-05")
@pytest.mark.parametrize(("rate", "feet"), [(12, 40), (9, 30), (6, 20), (3, 10), (10, 33)])
def test_a_combat_move_is_a_third_of_the_rate(rate: int, feet: int) -> None:
    arena = fight_with(someone("a", rate=rate), someone("b", "B", at=100))
    refused = arena.refused(Move("a", feet + 1))
    assert (refused.code, refused.values["high"]) == ("too_far", feet)
    arena.do(Move("a", feet))
    assert arena["a"].at == feet


@pytest.mark.rule("WB-MOVE-06")
def test_somebody_of_rate_12_runs_80_feet_and_does_nothing_else() -> None:
    arena = fight_with(someone("a", weapons=(SWORD, BOW)), someone("b", "B", at=0))
    arena.do(Run("a"))
    # The enemy can still run as far: nobody has got away yet.
    assert (abs(arena["a"].at), arena["a"].condition) == (80, "up")
    assert arena.refused(Attack("a", "b", "bow")).code == "whole_round"
    assert arena.refused(Move("a", 70)).code == "moved_already"


@pytest.mark.rule("WB-MOVE-06")
@pytest.mark.parametrize("before", [Attack("a", "b"), Move("a", 5)])
def test_whoever_has_done_something_cannot_run_any_more(before: Attack | Move) -> None:
    arena = fight_with(someone("a"), someone("b", "B"))
    arena.do(before, *([d20(2)] if isinstance(before, Attack) else []))
    assert arena.refused(Run("a")).code == "whole_round"


@pytest.mark.rule("WB-MOVE-06", "WB-MORALE-02")
def test_whoever_is_out_of_everybodys_running_reach_has_fled() -> None:
    arena = fight_with(someone("a1"), someone("a2"), someone("b", "B", at=10))
    arena.do(Run("a1"))
    assert (arena["a1"].at, arena["a1"].condition) == (-80, "fled")
    assert arena.refused(Run("a1")).code == "cannot_act"
    arena.do(Run("a2"))
    assert arena.fight.winners == ("B",)


@pytest.mark.rule("WB-MOVE-06")
def test_the_slow_do_not_get_away_from_the_swift() -> None:
    arena = fight_with(someone("a", rate=6), someone("b", "B", at=10))
    arena.do(Run("a"))
    assert (arena["a"].at, arena["a"].condition) == (-40, "up")


@pytest.mark.rule("WB-MOVE-06", "WB-INIT-02")
def test_who_gives_up_in_a_tie_may_still_be_run_from() -> None:
    arena = tied(someone("a"), someone("a2"), someone("b", "B"))
    arena.do(Attack("a", "b"), d20(12), d6(1))
    arena.do(CheckMorale("B"), *sixes(1, 1))  # they surrender, like all that is done in a tie at its end
    arena.do(Run("a2"))
    arena.end("A")
    arena.end("B")
    assert arena.fight.winners == ("A",)


@pytest.mark.rule("WB-SEQ-01")
@pytest.mark.parametrize(
    ("sides", "members", "code"),
    [
        (("A",), (("a", "A"),), "two_sides"),
        (("A", "A"), (("a", "A"),), "two_sides"),
        (("A", "B"), (("a", "A"), ("a", "B")), "same_id"),
        (("A", "B"), (("A", "A"), ("b", "B")), "same_id"),
        (("A", "B"), (("a", "A"), ("c", "C")), "no_such_side"),
        (("A", "B"), (("a", "A"),), "empty_side"),
    ],
)
def test_a_fight_that_cannot_be_is_refused(
    sides: tuple[str, ...], members: tuple[tuple[str, str], ...], code: str
) -> None:
    arena = fight_with(someone("x"), someone("y", "B"))
    start = StartFight(
        tuple(Side(name, Named(name, name)) for name in sides), tuple(someone(who, side) for who, side in members)
    )
    assert arena.refused(start).code == "fight_already"
    arena.do(EndFight())
    assert arena.refused(start).code == code


@pytest.mark.rule("WB-SEQ-01")
def test_a_second_fight_begins_anew() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=1))
    arena.do(Attack("a", "b"), d20(10), d6(1))
    again = StartFight(arena.events[0].sides, (someone("a"), someone("b", "B")))
    arena.do(again)
    assert (arena.fight.round, arena.state.fights, arena.state.minutes) == (0, 2, 1)


@pytest.mark.rule("WB-SEQ-03")
def test_the_referee_may_break_a_fight_off() -> None:
    arena = fight_with(someone("a"), someone("b", "B"))
    assert arena.refused(EndFight(("C",))).code == "no_such_side"
    ended = only(arena.do(EndFight(("A", "B"))), FightEnded)
    assert (ended.winners, ended.rounds, arena.state.minutes) == (("A", "B"), 1, 1)
    for command in (Attack("a", "b"), Move("a", 1), Run("a"), Surrender("a"), EndTurn("A"), EndFight()):
        assert arena.refused(command).code == "no_fight"


@pytest.mark.rule("WB-SEQ-02", "WB-SEQ-03")
def test_a_turn_with_nobody_left_in_it_ends_by_itself() -> None:
    members = (someone("a"), someone("b", "B"), someone("c", "C"))
    arena = Arena(*members, dice=sixes(5, 5, 5, 6, 4, 2))
    arena.do(Surrender("a"))
    assert arena.moment == (1, "act", ("B",))
