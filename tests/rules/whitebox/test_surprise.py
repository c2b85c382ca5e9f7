"""Surprise: judged or rolled, worth one free action, spoiled by a light."""

from fractions import Fraction
from itertools import product

import pytest
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, found, only, sixes, someone, spell

from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import Attack, Cast, Close, EndTurn, JudgeSurprise, Move
from arbitro.rules.whitebox.events import Moved, Surprised, SurpriseRolled

FREE = (0, "free", ("B",))


def two_sides(*dice: int, first: int = 6, second: int = 1, **more: object) -> Arena:
    """One against one; initiative follows unless somebody is free to act."""
    faces = list(dice)
    caught = [face <= 2 for face in faces]
    throws = sixes(*faces) + ([] if sum(caught) == 1 else sixes(first, second))
    return Arena(someone("a"), someone("b", "B"), dice=throws, **more)


@pytest.mark.rule("WB-SURPRISE-01")
def test_by_judgement_the_referee_says_who_is_surprised_and_no_die_is_thrown() -> None:
    arena = Arena(someone("a"), someone("b", "B"), surprise_method="judgement")
    assert [question.kind for question in arena.state.awaiting] == ["surprise"]
    assert arena.refused(EndTurn("A")).code == "awaiting"
    told = only(arena.do(JudgeSurprise("B")), Surprised)
    assert (told.surprised, told.free, told.judged) == (("B",), ("A",), True)
    assert arena.moment == (0, "free", ("A",))
    assert not arena.state.awaiting


@pytest.mark.rule("WB-SURPRISE-01")
def test_a_judgement_names_sides_or_people_and_nobody_else() -> None:
    arena = Arena(someone("a"), someone("b", "B"), someone("c", "B"), surprise_method="judgement")
    assert arena.refused(JudgeSurprise("B,nobody")).code == "nobody"
    arena.do(JudgeSurprise("c"))
    assert arena.refused(Attack("a", "b")).code == "not_surprised"
    arena.do(Attack("a", "c"), d20(1))


@pytest.mark.rule("WB-SURPRISE-01", "WB-SURPRISE-02")
def test_by_default_one_d6_a_side_is_rolled() -> None:
    arena = Arena(*(someone(f"a{n}") for n in range(4)), someone("b", "B"), dice=sixes(5, 3, 6, 1))
    rolled = found(arena.events, SurpriseRolled)
    assert [(one.who, one.check.dice[0].face, one.surprised) for one in rolled] == [("A", 5, False), ("B", 3, False)]
    assert arena.moment == (1, "act", ("A",))


@pytest.mark.rule("WB-SURPRISE-02", "WB-SURPRISE-03")
def test_a_rolls_2_and_b_rolls_3_so_a_is_surprised() -> None:
    arena = two_sides(2, 3)
    assert arena.fight.surprised == ("A",)
    assert arena.moment == FREE


@pytest.mark.rule("WB-SURPRISE-02", "WB-SURPRISE-03")
def test_both_surprised_cancels_out() -> None:
    arena = two_sides(1, 2)
    assert only(arena.events, Surprised).free == ()
    assert arena.moment == (1, "act", ("A",))


@pytest.mark.rule("WB-SURPRISE-02")
def test_exact_odds_of_surprise_on_both_sides() -> None:
    counted = dict.fromkeys(("A", "B", "both", "neither"), Fraction(0))
    for one, other in product(range(1, 7), repeat=2):
        surprised = two_sides(one, other).fight.surprised
        counted["both" if len(surprised) == 2 else surprised[0] if surprised else "neither"] += Fraction(1, 36)
    assert counted == {"A": Fraction(2, 9), "B": Fraction(2, 9), "both": Fraction(1, 9), "neither": Fraction(4, 9)}
    assert counted["A"] + counted["B"] == Fraction(4, 9)


@pytest.mark.rule("WB-SURPRISE-02")
def test_individual_scope_rolls_for_each_combatant() -> None:
    members = (someone("a1"), someone("a2"), someone("b1", "B"), someone("b2", "B"))
    arena = Arena(*members, dice=sixes(1, 6, 2, 5), surprise_scope="individual")
    assert arena.fight.surprised == ("a1", "b1")
    # Whoever is awake may act on whoever is not, on both sides at once.
    assert arena.moment == (0, "free", ("A", "B"))
    assert arena.refused(Attack("a1", "b1")).code == "surprised"
    assert arena.refused(Attack("a2", "b2")).code == "not_surprised"
    arena.do(Attack("a2", "b1"), d20(1))
    arena.do(Attack("b2", "a1"), d20(1))


@pytest.mark.rule("WB-SURPRISE-02")
def test_side_scope_rolls_once_for_the_same_people() -> None:
    members = (someone("a1"), someone("a2"), someone("b1", "B"), someone("b2", "B"))
    arena = Arena(*members, dice=sixes(1, 5))
    assert arena.fight.surprised == ("A",)


@pytest.mark.rule("WB-SURPRISE-03")
def test_each_of_three_makes_one_attack_or_one_move_and_then_initiative_is_rolled() -> None:
    members = [someone(f"b{n}", "B") for n in (1, 2, 3)]
    arena = Arena(someone("a", hp=20), *members, dice=sixes(2, 5))
    arena.do(Attack("b1", "a"), d20(10), d6(3))
    arena.do(Move("b2", 30))
    arena.do(Attack("b3", "a"), d20(9))
    assert arena["a"].hp == 17
    arena.do(EndTurn("B"), d6(2), d6(6))
    assert arena.moment == (1, "act", ("B",))
    assert arena.kinds().index("Surprised") < arena.kinds().index("Moved") < arena.kinds().index("InitiativeRolled")
    assert arena.state.minutes == 0


@pytest.mark.rule("WB-SURPRISE-03")
@pytest.mark.parametrize("moving_first", [True, False])
def test_an_attack_and_a_move_are_refused(moving_first: bool) -> None:
    arena = Arena(someone("a", hp=20), someone("b", "B"), dice=sixes(1, 4))
    if moving_first:
        arena.do(Move("b", 5))
        assert arena.refused(Attack("b", "a")).code == "one_of_two"
    else:
        arena.do(Attack("b", "a"), d20(2))
        assert arena.refused(Move("b", 5)).code == "one_of_two"
        assert arena.refused(Attack("b", "a")).code == "attacked_already"


@pytest.mark.rule("WB-SURPRISE-03")
def test_the_surprised_do_not_act_before_initiative() -> None:
    arena = two_sides(2, 4)
    assert arena.refused(Attack("a", "b")).code == "not_your_turn"
    assert arena.refused(EndTurn("A")).code == "not_your_turn"


@pytest.mark.rule("WB-SURPRISE-03", "WB-SPELL-01")
def test_a_spell_is_no_free_attack() -> None:
    caster = someone("b", "B", spells=(spell("spark"),))
    arena = Arena(someone("a"), caster, dice=sixes(2, 5))
    assert arena.refused(Cast("b", "a")).code == "not_in_this_phase"


@pytest.mark.rule("WB-SURPRISE-03", "WB-MOVE-05")
def test_the_free_move_may_close_in() -> None:
    arena = Arena(someone("a"), someone("b", "B", at=50), dice=sixes(1, 6))
    moved = only(arena.do(Close("b", "a")), Moved)
    assert (moved.start, moved.to) == (50, 10)


@pytest.mark.rule("WB-LIGHT-04")
def test_bearers_of_light_cannot_surprise_so_no_die_is_thrown_for_the_monsters() -> None:
    arena = two_sides(3, lights=("A",))
    assert [one.who for one in found(arena.events, SurpriseRolled)] == ["A"]
    assert "WB-LIGHT-04" in only(arena.events, Surprised).rules
    assert arena.moment == (1, "act", ("A",))


@pytest.mark.rule("WB-LIGHT-04")
def test_bearers_of_light_can_be_surprised() -> None:
    assert two_sides(2, lights=("A",)).moment == FREE


@pytest.mark.rule("WB-LIGHT-04")
def test_exact_odds_with_a_light() -> None:
    counted = {"A": Fraction(0), "neither": Fraction(0)}
    for face in range(1, 7):
        surprised = two_sides(face, lights=("A",)).fight.surprised
        counted["A" if surprised else "neither"] += Fraction(1, 6)
    assert counted == {"A": Fraction(1, 3), "neither": Fraction(2, 3)}


@pytest.mark.rule("WB-LIGHT-04")
def test_the_referee_may_allow_the_monsters_roll_all_the_same() -> None:
    arena = two_sides(5, 1, lights=("A",), may_surprise=("A",))
    assert arena.fight.surprised == ("B",)
    assert arena.moment == (0, "free", ("A",))


@pytest.mark.rule("WB-LIGHT-04")
def test_two_lights_mean_no_surprise_at_all() -> None:
    arena = two_sides(lights=("A", "B"))
    assert not found(arena.events, SurpriseRolled)


@pytest.mark.rule("WB-LIGHT-04", "WB-SURPRISE-02")
def test_one_light_counts_for_the_whole_group_in_individual_scope_too() -> None:
    members = (someone("a1"), someone("a2"), someone("b1", "B"), someone("b2", "B"))
    arena = Arena(*members, dice=sixes(1, 6), lights=("A",), surprise_scope="individual")
    assert [one.who for one in found(arena.events, SurpriseRolled)] == ["a1", "a2"]


@pytest.mark.rule("WB-SEQ-01", "WB-SURPRISE-03")
def test_of_three_sides_those_on_guard_act_together_on_those_who_are_not() -> None:
    members = (someone("a"), someone("b", "B"), someone("c", "C"))
    arena = Arena(*members, dice=sixes(3, 1, 4))
    assert arena.moment == (0, "free", ("A", "C"))
    assert arena.refused(Attack("a", "c")).code == "not_surprised"


@pytest.mark.rule("WB-SEQ-01")
def test_surprise_is_not_checked_again_in_later_rounds() -> None:
    arena = two_sides(4, 4)
    for _ in range(3):
        arena.end("A", "B")
    assert len(found(arena.events, SurpriseRolled)) == 2
    assert arena.fight.round == 4


@pytest.mark.rule("WB-SURPRISE-02")
def test_players_see_the_outcome_and_not_how_stealthy_the_others_are() -> None:
    arena = Arena(someone("a"), someone("b", "B"), dice=(d6(2), d6(5)))
    rolls = {event.who: event for event in found(arena.events, SurpriseRolled)}
    player = Seat("A", "player", frozenset({"A", "a"}))
    for who, seat, needed in (("A", player, None), ("B", player, None), ("A", REFEREE, 2), ("B", REFEREE, 2)):
        shown = shown_to(RULES, arena.state, rolls[who], seat)
        assert isinstance(shown, SurpriseRolled)
        assert (shown.check.needed, shown.surprised) == (needed, rolls[who].surprised)
    assert tell(RULES, arena.state, shown_to(RULES, arena.state, rolls["B"], player), "en") == "B: on guard."


@pytest.mark.rule("WB-SURPRISE-03")
def test_the_free_attack_is_one_however_many_a_round_would_have() -> None:
    arena = Arena(someone("a", attacks=3), someone("b", "B", hp=40), surprise_method="judgement")
    arena.do(JudgeSurprise("B"))
    arena.do(Attack("a", "b"), d20(1))
    refused = arena.refused(Attack("a", "b"))
    assert (refused.code, refused.rules) == ("attacked_already", ("WB-SURPRISE-03",))
    arena.do(EndTurn("A"), d6(6), d6(1))
    for _ in range(3):
        arena.do(Attack("a", "b"), d20(1))
