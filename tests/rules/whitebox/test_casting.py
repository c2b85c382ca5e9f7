"""Spells in the standard sequence: begun with the round, spoiled by damage, cast in the caster's turn."""

import pytest
from tests.rules.whitebox.arena import (
    BOW,
    SWORD,
    Arena,
    d6,
    d20,
    declaring,
    found,
    only,
    someone,
    spell,
    threat,
    weapon,
)

from arbitro.rules.whitebox.commands import Attack, CallSave, Cast, Declare, EndTurn, Move, Run
from arbitro.rules.whitebox.events import (
    DamageDealt,
    FightEnded,
    RoundEnded,
    SpellCast,
    SpellDelayed,
    SpellLost,
    SpellPrepared,
    SpellStruck,
)
from arbitro.rules.whitebox.terms import Spell

SPARK, STORM = spell("spark"), spell("storm")


def announced(*, first: str = "A", at: int = 10, spells: tuple[Spell, ...] = (SPARK, STORM), **more: object) -> Arena:
    """A magic-user (a) has announced the first spell against b; dice for initiative are thrown."""
    caster = someone("a", class_id="magic_user", spells=spells)
    foe = someone("b", "B", at=at, hp=20, weapons=(SWORD, BOW), **more)
    arena = declaring(caster, foe)
    arena.do(Declare("a", "cast", "b", spells[0].id))
    arena.do(EndTurn("A"), *((d6(6), d6(1)) if first == "A" else (d6(1), d6(6))))
    return arena


@pytest.mark.rule("WB-SPELL-01")
def test_a_spell_announced_as_round_2_begins_is_under_way_until_the_casters_turn() -> None:
    arena = declaring(someone("a", spells=(SPARK,)), someone("b", "B", hp=20))
    arena.do(EndTurn("A"), d6(1), d6(6))
    arena.end("B", "A")
    assert arena.moment == (2, "declare", ("A",))
    told = only(arena.do(Declare("a", "cast", "b", "spark")), SpellPrepared)
    assert (told.ready, told.target) == (True, "b")
    arena.end("A", "B")
    assert (arena.moment, arena["a"].prepared) == ((2, "act", ("A",)), "spark")
    arena.do(Cast("a"), d6(1))


@pytest.mark.rule("WB-SPELL-01")
def test_a_spell_that_was_not_announced_is_refused_until_the_next_round() -> None:
    arena = declaring(someone("a", spells=(SPARK,)), someone("b", "B"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    assert arena.refused(Cast("a", "b")).code == "nothing_prepared"
    assert arena.refused(Declare("a", "cast", "b", "spark")).code == "too_late"
    arena.end("A", "B")
    arena.do(Declare("a", "cast", "b", "spark"))


@pytest.mark.rule("WB-SPELL-01")
def test_it_must_be_announced_although_declarations_are_off() -> None:
    arena = declaring(someone("a", spells=(SPARK,)), someone("b", "B"))
    assert arena.state.options["declare_intent"] is False
    assert arena.fight.acting == ("A",)
    assert arena.refused(Attack("b", "a")).code == "declare_first"


@pytest.mark.rule("WB-SPELL-01", "WB-SEQ-02")
def test_a_caster_may_move_but_not_attack() -> None:
    arena = announced()
    assert arena.refused(Attack("a", "b")).code == "casting"
    arena.do(Move("a", 5))
    arena.do(Cast("a"), d6(1))
    assert arena.refused(Attack("a", "b")).code == "attacked_already"


@pytest.mark.rule("WB-MOVE-06", "WB-SPELL-04")
def test_whoever_runs_casts_nothing_in_that_round() -> None:
    arena = announced(at=0)
    arena.do(Run("a"))
    assert arena["a"].condition == "up"
    assert arena.refused(Cast("a")).code == "whole_round"


@pytest.mark.rule("WB-SPELL-02")
@pytest.mark.parametrize("feet", [5, 10])
def test_an_enemy_in_reach_does_not_keep_a_caster_from_preparing(feet: int) -> None:
    arena = announced(at=feet, first="B")
    arena.end("B")
    arena.do(Cast("a"), d6(4))
    assert arena["b"].hp == 16


@pytest.mark.rule("WB-SPELL-03")
@pytest.mark.parametrize("used", ["sword", "bow"])
def test_one_point_of_damage_before_the_casting_loses_the_spell_for_the_day(used: str) -> None:
    arena = announced(first="B")
    events = arena.do(Attack("b", "a", used), d20(15), d6(1))
    assert only(events, SpellLost).spell == "spark"
    assert (arena["a"].prepared, arena["a"].cast) == ("", ("spark",))
    arena.end("B")
    assert arena.refused(Cast("a")).code == "nothing_prepared"
    arena.end("A")
    assert arena.refused(Declare("a", "cast", "b", "spark")).code == "no_spell"
    arena.do(Declare("a", "cast", "b", "storm"))


@pytest.mark.rule("WB-SPELL-03")
def test_a_miss_leaves_the_spell_alone() -> None:
    arena = announced(first="B")
    arena.do(Attack("b", "a", "sword"), d20(2))
    arena.end("B")
    arena.do(Cast("a"), d6(3))
    assert arena["b"].hp == 17


@pytest.mark.rule("WB-SPELL-03")
def test_a_hit_for_nothing_leaves_the_spell_alone() -> None:
    caster = someone("a", spells=(SPARK,))
    arena = declaring(caster, someone("b", "B", weapons=(weapon("feather", "1d6-1"),)))
    arena.do(Declare("a", "cast", "b", "spark"))
    arena.do(EndTurn("A"), d6(1), d6(6))
    events = arena.do(Attack("b", "a"), d20(15), d6(1))
    assert only(events, DamageDealt).amount == 0
    arena.end("B")
    arena.do(Cast("a"), d6(3))


@pytest.mark.rule("WB-SPELL-03", "WB-SPELL-04")
def test_a_hit_later_in_the_round_comes_too_late() -> None:
    arena = announced()
    arena.do(Cast("a"), d6(3))
    arena.end("A")
    assert not found(arena.do(Attack("b", "a", "sword"), d20(15), d6(1)), SpellLost)
    assert arena["b"].hp == 17


@pytest.mark.rule("WB-SPELL-03")
def test_fire_and_other_dangers_spoil_a_spell_as_well() -> None:
    arena = announced(first="B")
    events = arena.do(CallSave("a", threat("damage", "1", save=False)))
    assert only(events, SpellLost).who == "a"


@pytest.mark.rule("WB-SPELL-04")
def test_the_effect_comes_in_the_first_turn_of_the_round_for_the_winners() -> None:
    arena = announced()
    assert arena.moment == (1, "act", ("A",))
    told = only(arena.do(Cast("a"), d6(3)), SpellCast)
    assert (told.target, arena["b"].hp) == ("b", 17)


@pytest.mark.rule("WB-SPELL-04")
def test_the_effect_comes_in_the_second_turn_for_the_losers() -> None:
    arena = announced(first="B")
    assert arena.refused(Cast("a")).code == "not_your_turn"
    arena.end("B")
    arena.do(Cast("a"), d6(3))


@pytest.mark.rule("WB-SPELL-04")
def test_a_spell_whose_data_name_the_end_of_the_round_waits_for_it() -> None:
    late = spell("doom", threat("damage", "1d6", save=False), moment="end_of_round")
    arena = announced(spells=(late,))
    events = arena.do(Cast("a"))
    assert only(events, SpellDelayed).audience == "A"
    assert (arena["b"].hp, arena["a"].cast) == (20, ("doom",))
    arena.end("A")
    events = arena.do(EndTurn("B"), d6(4))
    kinds = [type(event) for event in events]
    assert kinds.index(SpellStruck) < kinds.index(DamageDealt) < kinds.index(RoundEnded)
    assert (arena["b"].hp, arena.fight.delayed) == (16, ())
    arena.end("A", "B")
    assert arena["b"].hp == 16


@pytest.mark.rule("WB-SPELL-04")
def test_a_spell_that_waited_may_end_the_fight_and_may_find_nobody() -> None:
    late = spell("doom", threat("death", save=False), moment="end_of_round")
    arena = announced(spells=(late,))
    arena.do(Cast("a"))
    arena.end("A")
    assert only(arena.end("B"), FightEnded).rounds == 1
    arena = declaring(someone("a", spells=(late,)), someone("b", "B"), someone("c", "B"))
    arena.do(Declare("a", "cast", "b", "doom"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    arena.do(Cast("a"))
    arena.do(CallSave("b", threat("death", save=False)))
    arena.end("A", "B")
    assert (arena["c"].condition, arena.fight.round) == ("up", 2)


@pytest.mark.rule("WB-SPELL-04", "WB-INIT-02")
def test_at_the_end_of_a_simultaneous_round_it_still_lands() -> None:
    late = spell("doom", threat("damage", "3", save=False), moment="end_of_round")
    arena = declaring(someone("a", spells=(late,)), someone("b", "B", hp=9))
    arena.do(Declare("a", "cast", "b", "doom"))
    arena.do(EndTurn("A"), d6(2), d6(2))
    arena.do(Cast("a"))
    arena.end("A", "B")
    assert (arena["b"].hp, arena.fight.blows) == (6, ())


@pytest.mark.rule("WB-SPELL-04")
def test_the_target_may_be_changed_and_must_be_in_the_field() -> None:
    arena = declaring(someone("a", spells=(SPARK,)), someone("b", "B"), someone("c", "B"))
    arena.do(Declare("a", "cast", "b", "spark"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    arena.do(CallSave("b", threat("death", save=False)))
    assert arena.refused(Cast("a")).code == "no_target"
    arena.do(Cast("a", "c"), d6(2))
    assert arena["c"].hp == 6


@pytest.mark.rule("WB-SPELL-01")
def test_a_spell_that_is_not_released_lapses_with_the_round_and_is_not_used_up() -> None:
    arena = announced()
    arena.end("A")
    told = only(arena.end("B"), RoundEnded)
    assert told.lapsed == ("a",)
    assert (arena["a"].prepared, arena["a"].cast) == ("", ())
    arena.do(Declare("a", "cast", "b", "spark"))


@pytest.mark.rule("WB-SPELL-01")
def test_who_was_paralysed_announces_again_in_the_first_round_after() -> None:
    arena = declaring(someone("a", spells=(SPARK,)), someone("b", "B"))
    arena.do(CallSave("a", threat("paralysis", "1", save=False)))
    arena.do(EndTurn("A"), d6(1), d6(6))
    arena.end("B")
    assert arena.moment == (2, "act", ("B",))
    arena.end("B")
    assert arena.moment == (3, "declare", ("A",))


@pytest.mark.rule("WB-SPELL-05", "WB-SPELL-03")
def test_in_the_standard_sequence_the_arrow_of_those_with_initiative_comes_first_and_spoils_the_spell() -> None:
    arena = announced(first="B", at=200)
    events = arena.do(Attack("b", "a", "bow"), d20(15), d6(2))
    assert found(events, SpellLost)


@pytest.mark.rule("WB-SPELL-03", "WB-INIT-02")
def test_a_spell_not_yet_released_when_simultaneous_blows_land_is_lost() -> None:
    arena = declaring(someone("a", spells=(SPARK,)), someone("b", "B"))
    arena.do(Declare("a", "cast", "b", "spark"))
    arena.do(EndTurn("A"), d6(2), d6(2))
    arena.do(Attack("b", "a"), d20(15), d6(2))
    arena.end("A")
    assert found(arena.end("B"), SpellLost)
