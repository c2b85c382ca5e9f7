"""The alternative sequence: spells, missiles, melee, movement, the side with initiative first in each."""

from fractions import Fraction
from itertools import product

import pytest
from tests.kernel.tables import orcs
from tests.rules.whitebox.arena import (
    BOW,
    RULES,
    SWORD,
    Arena,
    d6,
    d20,
    fight_with,
    found,
    only,
    sixes,
    someone,
    spell,
    tied,
)

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import ChangeOptions
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.rules.whitebox.commands import (
    Attack,
    Cast,
    Close,
    EndTurn,
    JudgeSurprise,
    Member,
    Move,
    Prepare,
    ReadyWeapon,
    Run,
    StartFight,
)
from arbitro.rules.whitebox.events import InitiativeRolled, SpellCast, TurnBegan
from arbitro.rules.whitebox.state import Side, State
from arbitro.rules.whitebox.terms import Named
from arbitro.rules.whitebox.whose_turn import member_order

SPARK, STORM, FLAME = spell("spark"), spell("storm"), spell("flame")


def alternate(*members: Member, first: str = "A") -> Arena:
    """A fight by the alternative sequence, without surprise."""
    return fight_with(*members, first=first, combat_sequence="alternate")


def archer(who: str, side: str, **more: object) -> Member:
    """Somebody with the bow in hand."""
    return someone(who, side, weapons=(BOW, SWORD), **more)


@pytest.mark.rule("WB-ALTSEQ-01", "WB-ALTSEQ-03")
def test_the_eight_steps_of_a_round() -> None:
    members = [
        someone(side.lower(), side, weapons=(BOW, SWORD), spells=(SPARK,), prepared=("spark",)) for side in ("A", "B")
    ]
    arena = alternate(*members)
    for side in "ABABABAB":
        assert arena.fight.acting == (side,)
        arena.end(side)
    steps = [f"{event.order[event.turn][0]} {event.phase}" for event in found(arena.events, TurnBegan)]
    phases = ("prepared", "missiles", "melee", "movement")
    assert steps == [*(f"{side} {phase}" for phase in phases for side in "AB"), "A prepared"]


@pytest.mark.rule("WB-ALTSEQ-01", "WB-ALTSEQ-07")
def test_an_archer_of_the_losers_shoots_before_a_swordsman_of_the_winners_strikes() -> None:
    arena = alternate(someone("a"), archer("b", "B"))
    assert arena.moment == (1, "missiles", ("B",))
    assert arena.refused(Attack("a", "b")).code == "not_your_turn"
    arena.do(Attack("b", "a"), d20(1))
    arena.end("B")
    assert arena.moment == (1, "melee", ("A",))


@pytest.mark.rule("WB-ALTSEQ-01", "WB-SEQ-01")
def test_the_standard_sequence_lets_the_swordsman_strike_first() -> None:
    arena = fight_with(someone("a"), archer("b", "B"))
    arena.do(Attack("a", "b"), d20(1))
    assert arena.moment == (1, "act", ("A",))


@pytest.mark.rule("WB-ALTSEQ-01", "WB-INIT-02")
def test_a_tie_makes_each_phase_simultaneous() -> None:
    arena = tied(archer("a", "A", hp=3), archer("b", "B", hp=3), combat_sequence="alternate")
    assert arena.moment == (1, "missiles", ("A", "B"))
    arena.do(Attack("a", "b", "bow"), d20(15), d6(6))
    arena.do(Attack("b", "a", "bow"), d20(15), d6(6))
    arena.end("A", "B")
    assert arena.fight.winners == ()


@pytest.mark.rule("WB-ALTSEQ-01", "WB-INIT-02")
def test_in_a_tie_what_lands_in_one_phase_is_in_force_in_the_next() -> None:
    arena = tied(archer("a", "A"), someone("b", "B", hp=3), someone("c", "B"), combat_sequence="alternate")
    arena.do(Attack("a", "b", "bow"), (2, 1), d20(15), d6(6))
    arena.end("A")
    assert arena.moment == (1, "melee", ("A", "B"))
    assert arena.refused(Attack("b", "a")).code == "cannot_act"


@pytest.mark.rule("WB-ALTSEQ-01", "WB-SEQ-04")
def test_initiative_frequency_holds_here_too() -> None:
    arena = Arena(
        someone("a"),
        someone("b", "B"),
        dice=sixes(6, 6, 5, 1),
        combat_sequence="alternate",
        initiative_frequency="every_round",
    )
    arena.end("A", "B", "A")
    arena.do(EndTurn("B"), d6(1), d6(6))
    assert arena.moment == (2, "melee", ("B",))


def surprised(one: int, other: int) -> Arena:
    """One against one by the alternative sequence, up to the first turn."""
    free = (one <= 2) != (other <= 2)
    dice = sixes(one, other) if free else sixes(one, other, 6, 1)
    return Arena(someone("a"), archer("b", "B"), dice=dice, combat_sequence="alternate")


@pytest.mark.rule("WB-ALTSEQ-02")
def test_the_side_on_guard_plays_a_whole_round_alone() -> None:
    caster = someone("b", "B", weapons=(BOW, SWORD), spells=(SPARK,), prepared=("spark",))
    arena = Arena(someone("a", hp=30), caster, dice=sixes(1, 5), combat_sequence="alternate")
    assert arena.moment == (0, "prepared", ("B",))
    arena.do(Cast("b", "a"), d6(2))
    arena.end("B")
    assert arena.moment == (0, "missiles", ("B",))
    arena.do(Attack("b", "a", "bow"), d20(11), d6(2))
    arena.end("B")
    assert arena.moment == (0, "melee", ("B",))
    assert arena.refused(Attack("b", "a", "sword")).code == "attacked_already"
    arena.end("B")
    assert arena.moment == (0, "movement", ("B",))
    arena.do(Move("b", 20))
    arena.do(EndTurn("B"), d6(3), d6(2))
    assert arena.moment == (1, "missiles", ("B",))
    assert (arena["a"].hp, arena.state.minutes) == (26, 0)


@pytest.mark.rule("WB-ALTSEQ-02")
def test_both_surprised_is_no_free_round() -> None:
    assert surprised(2, 1).fight.round == 1


@pytest.mark.rule("WB-ALTSEQ-02")
def test_exact_odds_of_a_free_round() -> None:
    counted = {"A": Fraction(0), "B": Fraction(0), "none": Fraction(0)}
    for one, other in product(range(1, 7), repeat=2):
        arena = surprised(one, other)
        counted["none" if arena.fight.round else arena.fight.acting[0]] += Fraction(1, 36)
    assert counted == {"A": Fraction(2, 9), "B": Fraction(2, 9), "none": Fraction(5, 9)}


@pytest.mark.rule("WB-ALTSEQ-03")
def test_the_higher_die_goes_first_in_each_phase_and_two_dice_are_rolled_for_ten() -> None:
    members = [archer(f"{side}{n}", side.upper()) for side in "ab" for n in range(5)]
    arena = Arena(*members, surprise_method="judgement", combat_sequence="alternate")
    arena.do(JudgeSurprise(""), d6(2), d6(6))
    assert len(only(arena.events, InitiativeRolled).dice) == 2
    for phase in ("missiles", "melee", "movement"):
        assert arena.moment == (1, phase, ("B",))
        arena.end("B", "A")


@pytest.mark.rule("WB-ALTSEQ-04")
def test_a_casts_then_b_casts_then_missiles() -> None:
    members = [someone(side.lower(), side, hp=9, spells=(SPARK,), prepared=("spark",)) for side in "AB"]
    arena = alternate(*members, archer("c", "B"))
    arena.do(Cast("a", "b"), d6(1))
    arena.end("A")
    arena.do(Cast("b", "a"), d6(1))
    arena.end("B")
    assert [event.who for event in found(arena.events, SpellCast)] == ["a", "b"]
    assert arena.moment == (1, "missiles", ("B",))


@pytest.mark.rule("WB-ALTSEQ-04")
def test_a_caster_killed_in_phase_1_casts_nothing() -> None:
    members = [someone(side.lower(), side, hp=3, spells=(SPARK,), prepared=("spark",)) for side in "AB"]
    arena = alternate(*members, someone("c", "B"))
    arena.do(Cast("a", "b"), d6(4))
    assert arena.moment == (1, "melee", ("A",))
    assert arena.refused(Cast("b", "a")).code == "cannot_act"


@pytest.mark.rule("WB-ALTSEQ-04")
def test_without_a_prepared_spell_nothing_is_cast_in_phase_1() -> None:
    arena = alternate(someone("a", spells=(SPARK,)), someone("b", "B"))
    assert arena.refused(Cast("a", "b")).code == "nothing_prepared"


@pytest.mark.rule("WB-ALTSEQ-04", "WB-SPELL-05")
def test_a_prepared_spell_is_for_phase_1_only() -> None:
    arena = alternate(someone("a", spells=(SPARK,), prepared=("spark",)), someone("b", "B"))
    arena.end("A")
    assert arena.refused(Cast("a", "b")).code == "not_in_this_phase"


@pytest.mark.rule("WB-ALTSEQ-05")
def test_a_spell_begun_in_round_1_is_cast_in_phase_1_of_round_2() -> None:
    arena = alternate(someone("a", spells=(SPARK,)), someone("b", "B"))
    arena.do(Prepare("a", "spark", "b"))
    assert arena.refused(Cast("a")).code == "whole_round"
    arena.end("A", "B", "A", "B")
    assert arena.moment == (2, "prepared", ("A",))
    arena.do(Cast("a"), d6(3))
    assert arena["b"].hp == 5


@pytest.mark.rule("WB-ALTSEQ-05")
def test_a_spell_prepared_in_advance_is_cast_in_phase_1_of_round_1() -> None:
    arena = alternate(someone("a", spells=(SPARK,), prepared=("spark",)), someone("b", "B"))
    arena.do(Cast("a", "b"), d6(3))
    assert arena.fight.round == 1


@pytest.mark.rule("WB-ALTSEQ-05")
def test_two_spells_prepared_in_advance_are_refused() -> None:
    state = State(options=RULES.options.effective({"combat_sequence": "alternate"}))
    caster = someone("a", spells=(SPARK, STORM), prepared=("spark", "storm"))
    sides = (Side("A", Named("A", "A")), Side("B", Named("B", "B")))
    refused = RULES.rules.may_start(RULES.at(state), StartFight(sides, (caster, someone("b", "B"))))
    assert refused is not None
    assert refused.code == "one_spell"
    unknown = someone("a", spells=(SPARK,), prepared=("storm",))
    refused = RULES.rules.may_start(RULES.at(state), StartFight(sides, (unknown, someone("b", "B"))))
    assert refused is not None
    assert refused.code == "no_spell"


@pytest.mark.rule("WB-ALTSEQ-05", "WB-SPELL-01")
def test_in_the_standard_sequence_nothing_is_prepared_in_advance_or_a_round_ahead() -> None:
    arena = Arena(someone("a", spells=(SPARK,), prepared=("spark",)), someone("b", "B"), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    assert arena["a"].prepared == ""
    arena.do(EndTurn("A"), d6(6), d6(1))
    assert arena.refused(Prepare("a", "spark", "b")).code == "option_off"
    assert arena.refused(ReadyWeapon("a", "bow")).code == "option_off"


@pytest.mark.rule("WB-ALTSEQ-05", "WB-SPELL-03")
def test_a_spell_under_preparation_is_lost_to_damage() -> None:
    arena = alternate(someone("a", spells=(SPARK,)), archer("b", "B"))
    arena.do(Prepare("a", "spark", "b"))
    arena.end("A")
    arena.do(Attack("b", "a", "bow"), d20(15), d6(1))
    assert (arena["a"].preparing, arena["a"].cast) == ("", ("spark",))
    while arena.fight.round == 1:
        arena.end(*arena.fight.acting)
    assert arena.moment == (2, "missiles", ("B",))


@pytest.mark.rule("WB-ALTSEQ-05", "WB-SPELL-03")
def test_a_finished_spell_is_not_lost_to_damage() -> None:
    ready = someone("b", "B", spells=(SPARK,), prepared=("spark",))
    arena = alternate(someone("a", spells=(STORM,), prepared=("storm",)), ready)
    arena.do(Cast("a", "b"), d6(3))
    arena.end("A")
    arena.do(Cast("b", "a"), d6(2))
    assert (arena["a"].hp, arena["b"].hp) == (6, 5)


@pytest.mark.rule("WB-ALTSEQ-06")
def test_a_spell_in_each_of_three_rounds() -> None:
    caster = someone("a", spells=(SPARK, STORM, FLAME), prepared=("spark",))
    arena = alternate(caster, someone("b", "B", hp=30, at=200))
    for number, following in ((1, "storm"), (2, "flame"), (3, "")):
        assert arena.moment == (number, "prepared", ("A",))
        arena.do(Cast("a", "b"), d6(2))
        if following:
            arena.do(Prepare("a", following, "b"))
            arena.end("A", "A", "B")
    assert (arena["b"].hp, arena["a"].cast) == (24, ("spark", "storm", "flame"))


@pytest.mark.rule("WB-ALTSEQ-06")
def test_whoever_casts_and_then_fights_has_no_spell_ready_in_the_next_round() -> None:
    arena = alternate(someone("a", spells=(SPARK, STORM), prepared=("spark",)), someone("b", "B", hp=30))
    arena.do(Cast("a", "b"), d6(2))
    arena.end("A")
    arena.do(Attack("a", "b"), d20(15), d6(2))
    arena.end("A", "B")
    arena.do(Move("a", 3))
    arena.end("A", "B")
    assert arena.moment == (2, "prepared", ("A",))
    assert arena.refused(Cast("a", "b")).code == "nothing_prepared"


@pytest.mark.rule("WB-ALTSEQ-06")
def test_preparing_takes_the_whole_round() -> None:
    arena = alternate(someone("a", spells=(SPARK,), weapons=(BOW, SWORD)), someone("a2"), someone("b", "B"))
    arena.do(Prepare("a", "spark", "b"))
    assert arena.refused(Prepare("a", "spark", "b")).code == "one_spell"
    arena.end("A")
    assert arena.moment == (1, "melee", ("A",))
    assert arena.refused(Attack("a", "b", "sword")).code == "whole_round"
    arena.end("A", "B")
    assert arena.refused(Move("a", 5)).code == "whole_round"
    assert arena.refused(Run("a")).code == "whole_round"


@pytest.mark.rule("WB-ALTSEQ-07")
def test_a_bow_in_hand_shoots_in_phase_2() -> None:
    arena = alternate(archer("a", "A"), someone("b", "B"))
    assert arena.moment == (1, "missiles", ("A",))
    arena.do(Attack("a", "b"), d20(1))
    arena.end("A")
    assert arena.refused(Attack("a", "b", "sword")).code == "attacked_already"


@pytest.mark.rule("WB-ALTSEQ-07")
def test_a_slung_bow_is_made_ready_in_one_round_and_shoots_in_the_next() -> None:
    slung = someone("a", weapons=(SWORD, BOW))
    arena = alternate(slung, someone("b", "B"))
    assert arena.refused(Attack("a", "b", "bow")).code == "not_ready"
    assert arena.refused(ReadyWeapon("a", "sword")).code == "no_weapon"
    arena.do(ReadyWeapon("a", "bow"))
    assert arena.refused(Attack("a", "b", "bow")).code == "whole_round"
    arena.end("A", "B", "A", "B")
    assert arena.moment == (2, "missiles", ("A",))
    arena.do(Attack("a", "b", "bow"), d20(1))


@pytest.mark.rule("WB-ALTSEQ-08")
def test_opponents_10_feet_apart_may_strike_in_phase_3() -> None:
    arena = alternate(someone("a"), someone("b", "B", at=10))
    assert arena.moment == (1, "melee", ("A",))
    arena.do(Attack("a", "b"), d20(1))


@pytest.mark.rule("WB-ALTSEQ-08")
def test_opponents_25_feet_apart_cannot_strike_and_move_later() -> None:
    arena = alternate(someone("a"), someone("b", "B", at=25))
    assert arena.moment == (1, "movement", ("A",))
    assert arena.refused(Attack("a", "b")).code == "not_in_this_phase"
    arena.do(Close("a", "b"))
    assert arena.refused(Attack("a", "b")).code == "not_in_this_phase"


@pytest.mark.rule("WB-ALTSEQ-09", "WB-MOVE-05")
def test_40_feet_in_phase_4_of_round_1_and_the_first_blow_in_phase_3_of_round_2() -> None:
    arena = alternate(someone("a"), someone("b", "B", at=40))
    arena.do(Move("a", 40))
    arena.end("A", "B")
    assert arena.moment == (2, "melee", ("A",))
    arena.do(Attack("a", "b"), d20(15), d6(1))


@pytest.mark.rule("WB-ALTSEQ-09")
def test_nobody_moves_before_phase_4() -> None:
    arena = alternate(someone("a"), someone("b", "B"))
    assert arena.refused(Move("a", 5)).code == "not_in_this_phase"
    assert arena.refused(Run("a")).code == "not_in_this_phase"


@pytest.mark.rule("WB-ALTSEQ-09")
def test_one_attack_and_one_move() -> None:
    arena = alternate(archer("a", "A"), someone("b", "B", hp=30))
    arena.do(Attack("a", "b", "bow"), d20(1))
    arena.end("A")
    assert arena.refused(Attack("a", "b", "sword")).code == "attacked_already"
    arena.end("A", "B")
    arena.do(Move("a", 5))
    assert arena.refused(Move("a", 6)).code == "moved_already"


@pytest.mark.rule("WB-ALTSEQ-10")
@pytest.mark.parametrize("sequence", ["standard", "alternate"])
def test_dexterity_14_is_offered_before_dexterity_9_in_both_sequences(sequence: str) -> None:
    members = (someone("slow", dexterity_score=9), someone("quick", dexterity_score=14), someone("b", "B"))
    arena = fight_with(*members, combat_sequence=sequence)
    assert "WB-ALTSEQ-10" in found(arena.events, TurnBegan)[-1].rules
    actors = [choice.fixed.get("who") for choice in RULES.choices(arena.state, REFEREE)]
    assert list(dict.fromkeys(who for who in actors if who))[:2] == ["quick", "slow"]
    first = RULES.suggest(arena.state, REFEREE)
    assert isinstance(first, Attack)
    assert first.who == "quick"


@pytest.mark.rule("WB-ALTSEQ-10")
def test_equal_dexterity_puts_nobody_before_the_other() -> None:
    members = (someone("one", dexterity_score=11), someone("two", dexterity_score=11), someone("b", "B"))
    arena = fight_with(*members)
    assert [one.id for one in member_order(arena.fight, "A")] == ["one", "two"]
    arena.do(Attack("two", "b"), d20(1))  # the order between them is theirs to choose
    arena.do(Attack("one", "b"), d20(1))


@pytest.mark.rule("WB-SPELL-05")
def test_a_finished_spell_goes_off_before_the_arrow_of_those_with_initiative() -> None:
    arena = alternate(archer("a", "A", hp=4), someone("b", "B", spells=(SPARK,), prepared=("spark",)))
    assert arena.moment == (1, "prepared", ("B",))
    arena.do(Cast("b", "a"), d6(4))
    assert arena.fight.winners == ("B",)


@pytest.mark.rule("WB-ALTSEQ-01")
@pytest.mark.parametrize(("before", "after"), [("standard", "alternate"), ("alternate", "standard")])
def test_a_sequence_changed_in_mid_fight_takes_hold_with_the_next_round(before, after):
    table = Table.open(RULES, "t", seed_from_text("7"), {"combat_sequence": before, "surprise_method": "judgement"})
    for command in orcs().start:
        table.submit(command, REFEREE)
    table.submit(JudgeSurprise(), REFEREE)
    table.submit(ChangeOptions({"combat_sequence": after}), REFEREE)
    while table.state.fight.round < 2:
        table.submit(EndTurn(table.state.fight.acting[0]), REFEREE)
    assert (table.state.fight.phase == "act") == (after == "standard")
