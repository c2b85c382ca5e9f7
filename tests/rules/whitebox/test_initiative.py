"""Initiative: one d6 a side, ties together or thrown again, and what simultaneous means."""

from fractions import Fraction
from itertools import product

import pytest
from tests.rules.whitebox.arena import (
    Arena,
    d6,
    d20,
    declaring,
    fight_with,
    found,
    only,
    sixes,
    someone,
    spell,
    threat,
    tied,
)

from arbitro.rules.whitebox.commands import (
    Attack,
    CallSave,
    Cast,
    Close,
    Declare,
    EndTurn,
    JudgeSurprise,
    Move,
    Surrender,
)
from arbitro.rules.whitebox.events import BlowHeld, BlowsLanded, FightEnded, InitiativeRolled, MoraleDue


def initiative(*faces: int, **options: object) -> Arena:
    """One against one, up to the first turn."""
    arena = Arena(someone("a"), someone("b", "B"), surprise_method="judgement", **options)
    arena.do(JudgeSurprise(""), *sixes(*faces))
    return arena


@pytest.mark.rule("WB-INIT-01")
def test_a_rolls_5_and_b_rolls_3_so_a_acts_first() -> None:
    arena = initiative(5, 3)
    rolled = only(arena.events, InitiativeRolled)
    assert {side: die.face for side, die in rolled.dice.items()} == {"A": 5, "B": 3}
    assert arena.moment == (1, "act", ("A",))


@pytest.mark.rule("WB-INIT-01")
def test_eight_against_one_are_still_two_dice() -> None:
    arena = Arena(*(someone(f"a{n}") for n in range(8)), someone("b", "B"), surprise_method="judgement")
    arena.do(JudgeSurprise(""), d6(1), d6(2))
    assert arena.moment == (1, "act", ("B",))


@pytest.mark.rule("WB-INIT-01")
def test_nothing_modifies_the_roll() -> None:
    arena = Arena(
        someone("a", dexterity=3, dexterity_score=18), someone("b", "B", dexterity_score=3), surprise_method="judgement"
    )
    arena.do(JudgeSurprise(""), d6(3), d6(4))
    assert arena.moment == (1, "act", ("B",))


@pytest.mark.rule("WB-INIT-01")
def test_exact_odds_of_initiative() -> None:
    counted = {("A",): 0, ("B",): 0, ("A", "B"): 0}
    for one, other in product(range(1, 7), repeat=2):
        counted[initiative(one, other).fight.acting] += 1
    assert counted == {("A",): 15, ("B",): 15, ("A", "B"): 6}


@pytest.mark.rule("WB-INIT-02")
@pytest.mark.parametrize("face", [4, 6])
def test_equal_dice_put_both_sides_into_one_turn(face: int) -> None:
    arena = initiative(face, face)
    assert arena.moment == (1, "act", ("A", "B"))
    assert "WB-INIT-02" in only(arena.events, InitiativeRolled).rules


@pytest.mark.rule("WB-INIT-02")
def test_what_is_rolled_in_a_tie_is_applied_at_its_end() -> None:
    arena = tied(someone("a", hp=9), someone("b", "B", hp=9))
    held = only(arena.do(Attack("a", "b"), d20(15), d6(6)), BlowHeld)
    assert (held.blow.amount, arena["b"].hp) == (6, 9)
    arena.end("A")
    arena.do(Attack("b", "a"), d20(15), d6(2))
    assert arena["a"].hp == 9
    landed = only(arena.end("B"), BlowsLanded)
    assert (landed.count, arena["a"].hp, arena["b"].hp) == (2, 7, 3)


@pytest.mark.rule("WB-INIT-02")
def test_nobody_escapes_a_simultaneous_blow_by_moving_first() -> None:
    arena = tied(someone("a"), someone("b", "B", at=10))
    arena.do(Move("b", 50))
    arena.do(Attack("a", "b"), d20(15), d6(3))
    arena.end("A", "B")
    assert arena["b"].hp == 5


@pytest.mark.rule("WB-INIT-02", "WB-SEQ-02")
def test_without_a_tie_whoever_has_moved_away_is_out_of_reach() -> None:
    arena = fight_with(someone("a"), someone("b", "B", at=10), first="B")
    arena.do(Move("b", 50))
    arena.end("B")
    assert arena.refused(Attack("a", "b")).code == "out_of_reach"


@pytest.mark.rule("WB-INIT-02", "WB-SPELL-03")
def test_a_spell_survives_damage_of_the_same_simultaneous_turn() -> None:
    arena = declaring(someone("a", spells=(spell("spark"),)), someone("b", "B"))
    arena.do(Declare("a", "cast", "b", "spark"))
    arena.do(EndTurn("A"), d6(3), d6(3))
    arena.do(Attack("b", "a"), d20(15), d6(4))
    arena.do(Cast("a"), d6(5))
    arena.end("A", "B")
    assert (arena["a"].hp, arena["b"].hp, arena["a"].cast) == (4, 3, ("spark",))


@pytest.mark.rule("WB-INIT-03")
def test_two_duellists_fall_to_each_other() -> None:
    arena = tied(someone("a", hp=3), someone("b", "B", hp=3))
    arena.do(Attack("a", "b"), d20(15), d6(4))
    arena.do(Attack("b", "a"), d20(15), d6(4))
    arena.end("A")
    ended = only(arena.end("B"), FightEnded)
    assert (arena["a"].condition, arena["b"].condition, ended.winners) == ("dead", "dead", ())


@pytest.mark.rule("WB-INIT-03")
def test_the_blow_of_the_slain_lands() -> None:
    arena = tied(someone("a", hp=2), someone("b", "B", hp=9))
    arena.do(Attack("b", "a"), d20(15), d6(6))
    arena.do(Attack("a", "b"), d20(15), d6(5))
    arena.end("A", "B")
    assert (arena["a"].condition, arena["b"].hp) == ("dead", 4)


@pytest.mark.rule("WB-INIT-03", "WB-SEQ-03")
def test_without_a_tie_the_slain_deal_nothing() -> None:
    arena = fight_with(someone("a", hp=3), someone("b", "B", hp=3))
    arena.do(Attack("a", "b"), d20(15), d6(4))
    assert (arena.fight.winners, arena["a"].hp) == (("A",), 3)


@pytest.mark.rule("WB-INIT-03")
def test_a_blow_that_lands_late_does_not_bring_back_who_has_yielded() -> None:
    arena = tied(someone("a"), someone("b", "B", hp=8), someone("c", "B"))
    arena.do(Attack("a", "b"), d20(15), d6(3))
    arena.do(Surrender("b"))
    arena.end("A", "B")
    assert (arena["b"].hp, arena["b"].condition) == (5, "surrendered")


@pytest.mark.rule("WB-INIT-03", "WB-SAVE-02")
def test_death_and_paralysis_wait_for_the_end_of_a_simultaneous_turn_too() -> None:
    arena = tied(someone("a"), someone("b", "B"), someone("c", "B"))
    arena.do(CallSave("a", threat("death", save=False)))
    arena.do(CallSave("b", threat("paralysis", "1d6", save=False)), d6(2))
    arena.do(Attack("a", "c"), d20(15), d6(1))
    arena.do(Attack("b", "a"), d20(1))
    arena.end("A")
    ended = only(arena.end("B"), FightEnded)
    assert (arena["a"].condition, arena["b"].held_until, arena["c"].hp) == ("dead", 3, 7)
    assert ended.winners == ("B",)


@pytest.mark.rule("WB-INIT-03", "WB-MORALE-02")
def test_losses_of_a_simultaneous_turn_are_told_when_the_last_one_yields() -> None:
    orcs = [someone(f"b{n}", "B", hp=1) for n in (1, 2, 3, 4, 5)]
    arena = tied(someone("a1"), someone("a2"), *orcs)
    arena.do(Attack("a1", "b1"), d20(15), d6(1))
    arena.do(Attack("a2", "b2"), d20(15), d6(1))
    arena.end("B")
    events = arena.end("A")
    assert [event.why for event in found(events, MoraleDue)] == ["first_loss"]


@pytest.mark.rule("WB-INIT-02", "WB-INTENT-01")
def test_sides_that_declare_together_are_in_no_simultaneous_turn() -> None:
    arena = declaring(someone("a"), someone("b", "B"), declare_intent=True)
    assert arena.moment == (1, "declare", ("A", "B"))
    arena.do(CallSave("b", threat("damage", "3", save=False)))
    assert (arena["b"].hp, arena.fight.blows) == (5, ())


@pytest.mark.rule("WB-INIT-04")
def test_ties_are_thrown_again_until_somebody_wins() -> None:
    arena = initiative(3, 3, 5, 5, 2, 6, initiative_tie="reroll")
    rolled = found(arena.events, InitiativeRolled)
    assert [event.again for event in rolled] == [True, True, False]
    assert arena.moment == (1, "act", ("B",))


@pytest.mark.rule("WB-INIT-04", "WB-INIT-02")
def test_without_the_option_the_same_first_pair_is_a_tie() -> None:
    assert initiative(3, 3).moment == (1, "act", ("A", "B"))


@pytest.mark.rule("WB-INIT-04")
def test_exact_odds_with_rerolled_ties() -> None:
    """Each pair decides with 30/36, evenly: so 6/5 pairs are rolled in the mean, and each side wins half the time."""
    again, first = Fraction(0), Fraction(0)
    for one, other in product(range(1, 7), repeat=2):
        faces = (one, other) if one != other else (one, other, 1, 2)
        rolled = found(initiative(*faces, initiative_tie="reroll").events, InitiativeRolled)
        assert len(rolled) == (2 if one == other else 1)
        again += Fraction(rolled[0].again, 36)
        first += Fraction(not rolled[0].again and rolled[0].order[0] == ("A",), 36)
    assert 1 / (1 - again) == Fraction(6, 5)
    assert first / (1 - again) == Fraction(1, 2)


@pytest.mark.rule("WB-INIT-02", "WB-MOVE-05")
def test_in_a_tie_one_may_close_in_and_strike_where_the_other_stood() -> None:
    arena = tied(someone("a"), someone("b", "B", at=45))
    arena.do(Close("a", "b"))
    arena.do(Move("b", 85))
    arena.do(Attack("a", "b"), d20(15), d6(1))
