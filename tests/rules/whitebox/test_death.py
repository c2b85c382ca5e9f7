"""Damage, death at 0, and the milder option: unconscious, a floor, bleeding, binding, waking."""

import pytest
from tests.rules.whitebox.arena import (
    RULES,
    Arena,
    d6,
    d20,
    declaring,
    fight_with,
    found,
    only,
    someone,
    spell,
    threat,
)

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Override, Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.rules.whitebox.commands import (
    Attack,
    BindWounds,
    CallSave,
    Cast,
    Declare,
    EndTurn,
    Move,
    StartFight,
)
from arbitro.rules.whitebox.events import Bled, DamageDealt, Fell, FightEnded, Woke, WoundsBound, Yielded
from arbitro.rules.whitebox.state import Side
from arbitro.rules.whitebox.terms import Named

MILD = {"death_rule": "unconscious_at_zero"}


def struck(hp: int, *blows: int, level: int = 1, **options: object) -> Arena:
    """A fighter of side B, who has a friend, loses hit points in round 1."""
    hero = someone("b", "B", hp=hp, class_id="fighter", level=level)
    arena = fight_with(someone("a"), hero, someone("c", "B", at=500), **options)
    for blow in blows:
        arena.do(CallSave("b", threat("damage", str(blow), save=False)))
    return arena


def rounds(arena: Arena, count: int) -> None:
    """Let rounds pass in which nobody does anything."""
    for _ in range(count):
        arena.end("A", "B")


@pytest.mark.rule("WB-DEATH-01")
@pytest.mark.parametrize(("blows", "left"), [((5,), 7), ((3, 4), 5)])
def test_every_hit_lowers_the_count(blows: tuple[int, ...], left: int) -> None:
    assert struck(12, *blows)["b"].hp == left


@pytest.mark.rule("WB-DEATH-01")
def test_creatures_lose_hit_points_like_characters() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=12))
    dealt = only(arena.do(Attack("a", "b"), d20(10), d6(5)), DamageDealt)
    assert dealt.left == 7


@pytest.mark.rule("WB-DEATH-02")
@pytest.mark.parametrize(("hp", "blow", "condition"), [(7, 7, "dead"), (7, 6, "up"), (3, 9, "dead")])
def test_0_hit_points_or_less_is_death(hp: int, blow: int, condition: str) -> None:
    arena = struck(hp, blow)
    assert (arena["b"].hp, arena["b"].condition) == (hp - blow, condition)


@pytest.mark.rule("WB-DEATH-02")
def test_monsters_die_at_0_too() -> None:
    arena = fight_with(someone("a"), someone("b", "B", hp=4), **MILD)
    assert only(arena.do(Attack("a", "b"), d20(10), d6(4)), Fell).condition == "dead"


@pytest.mark.rule("WB-DEATH-02", "WB-DEATH-03")
@pytest.mark.parametrize(("options", "condition"), [(MILD, "out"), ({}, "dead")])
def test_level_3_with_5_hit_points_takes_5(options: dict[str, str], condition: str) -> None:
    arena = struck(5, 5, level=3, **options)
    assert (arena["b"].hp, arena["b"].condition) == (0, condition)


@pytest.mark.rule("WB-DEATH-03")
def test_a_fixed_floor_kills_on_reaching_it() -> None:
    options = {**MILD, "death_floor": "fixed", "death_floor_number": -10, "bleeding": False}
    assert struck(5, 14, **options)["b"].condition == "out"
    assert struck(5, 15, **options)["b"].condition == "dead"


@pytest.mark.rule("WB-DEATH-03", "WB-DEATH-04")
def test_the_fixed_number_is_the_tables_own() -> None:
    options = {**MILD, "death_floor": "fixed", "death_floor_number": -3}
    assert struck(5, 7, level=9, **options)["b"].condition == "out"
    assert struck(5, 8, level=9, **options)["b"].condition == "dead"


@pytest.mark.rule("WB-DEATH-03")
def test_the_milder_rule_covers_whom_the_referee_names_and_no_other_creature() -> None:
    for merciful, condition in ((True, "out"), (False, "dead")):
        guide = someone("b", "B", hp=4, nature="npc", merciful=merciful)
        arena = fight_with(someone("a"), guide, someone("c", "B"), **MILD)
        arena.do(Attack("a", "b"), d20(10), d6(4))
        assert arena["b"].condition == condition


@pytest.mark.rule("WB-DEATH-03")
def test_the_unconscious_neither_act_nor_count_for_the_fight() -> None:
    arena = fight_with(someone("a", class_id="fighter", hp=3), someone("b", "B"), first="B", **MILD)
    events = arena.do(Attack("b", "a"), d20(10), d6(3))
    assert only(events, FightEnded).winners == ("B",)
    arena = struck(3, 3, **MILD)
    arena.end("A")
    assert arena.refused(Attack("b", "a")).code == "cannot_act"
    assert arena.refused(Attack("a", "b")).code == "not_your_turn"


@pytest.mark.rule("WB-DEATH-04")
@pytest.mark.parametrize(
    ("level", "hp", "blow", "condition"),
    [(4, 5, 9, "out"), (4, 5, 10, "dead"), (1, 5, 6, "out"), (1, 5, 7, "dead"), (2, 3, 6, "dead")],
)
def test_the_floor_by_level(level: int, hp: int, blow: int, condition: str) -> None:
    arena = struck(hp, blow, level=level, **MILD)
    assert (arena["b"].hp, arena["b"].condition) == (hp - blow, condition)


@pytest.mark.rule("WB-DEATH-05")
def test_level_4_at_minus_1_bleeds_to_death_at_the_end_of_the_fourth_round_after() -> None:
    arena = struck(5, 6, level=4, **MILD)
    rounds(arena, 1)
    assert arena["b"].hp == -1  # the round in which it happened costs nothing more
    for left in (-2, -3, -4):
        rounds(arena, 1)
        assert (arena["b"].hp, arena["b"].condition) == (left, "out")
    rounds(arena, 1)
    assert (arena["b"].hp, arena["b"].condition) == (-5, "dead")
    assert len(found(arena.events, Bled)) == 4
    rounds(arena, 2)
    assert arena["b"].hp == -5


@pytest.mark.rule("WB-DEATH-05")
def test_at_exactly_0_nobody_bleeds() -> None:
    arena = struck(5, 5, level=4, **MILD)
    rounds(arena, 4)
    assert (arena["b"].hp, arena["b"].condition) == (0, "out")


@pytest.mark.rule("WB-DEATH-05")
def test_without_the_option_nobody_bleeds() -> None:
    arena = struck(5, 6, level=4, **MILD, bleeding=False)
    rounds(arena, 4)
    assert arena["b"].hp == -1


@pytest.mark.rule("WB-DEATH-05")
def test_wounds_bound_after_one_round_of_bleeding_leave_level_3_stable_at_minus_3() -> None:
    hero = someone("b", "B", hp=5, class_id="fighter", level=3)
    arena = fight_with(someone("a", at=300), hero, someone("c", "B"), **MILD)
    arena.do(CallSave("b", threat("damage", "7", save=False)))
    rounds(arena, 2)
    assert arena["b"].hp == -3
    arena.end("A")
    told = only(arena.do(BindWounds("c", "b")), WoundsBound)
    assert (told.who, told.patient) == ("c", "b")
    arena.end("B")
    rounds(arena, 3)
    assert (arena["b"].hp, arena["b"].condition) == (-3, "out")


@pytest.mark.rule("WB-DEATH-05")
def test_binding_takes_the_whole_round_somebody_in_reach_and_no_die() -> None:
    hero = someone("b", "B", hp=5, class_id="fighter", level=3, at=0)
    members = (someone("a", at=5), hero, someone("far", "B", at=11), someone("near", "B", at=10))
    arena = fight_with(*members, first="B", **MILD)
    assert arena.refused(BindWounds("near", "b")).code == "not_bleeding"
    assert arena.refused(BindWounds("near", "nobody")).code == "not_bleeding"
    arena.do(CallSave("b", threat("damage", "7", save=False)))
    assert arena.refused(BindWounds("far", "b")).code == "out_of_reach"
    arena.do(BindWounds("near", "b"))
    assert arena.refused(Attack("near", "a")).code == "whole_round"
    assert arena.refused(Move("near", 5)).code == "whole_round"


@pytest.mark.rule("WB-DEATH-05", "WB-SEQ-02")
def test_whoever_bound_wounds_releases_no_spell_in_that_round() -> None:
    hero = someone("b", "B", hp=5, class_id="fighter", level=3)
    caster = someone("w", "B", class_id="magic_user", spells=(spell("spark"),))
    arena = declaring(someone("a"), hero, caster, **MILD)
    arena.do(Declare("w", "cast", "a", "spark"))
    arena.do(EndTurn("B"), d6(1), d6(6))
    arena.do(CallSave("b", threat("damage", "7", save=False)))
    arena.do(BindWounds("w", "b"))
    assert arena.refused(Cast("w")).code == "whole_round"


@pytest.mark.rule("WB-DEATH-03", "WB-DEATH-04")
@pytest.mark.parametrize(("hp", "condition"), [(1, "up"), (0, "out"), (-3, "out"), (-4, "dead")])
def test_the_unconscious_wake_at_1_hit_point_when_the_referee_gives_it(hp: int, condition: str) -> None:
    table = Table.open(RULES, "t", seed_from_text("wake"), {**MILD, "surprise_method": "judgement"})
    hero = someone("b", "B", hp=5, class_id="fighter", level=3)
    sides = tuple(Side(name, Named(name, name)) for name in "AB")
    table.submit(StartFight(sides, (someone("a"), hero, someone("c", "B"))), REFEREE)
    commands = (
        Override("fight.combatants.b.hp", -2, "a trap"),
        Override("fight.combatants.b.hp", hp, "a potion, or worse"),
    )
    for command in commands:
        entry = table.submit(command, REFEREE)
        assert not isinstance(entry, Refusal), entry
    assert table.state.fight is not None
    one = table.state.fight.combatants["b"]
    assert (one.hp, one.condition) == (hp, condition)
    assert len(found(entry.events, Woke)) == (condition == "up")


@pytest.mark.rule("WB-DEATH-03", "WB-MORALE-02")
def test_whoever_surrendered_fell_and_comes_round_is_a_prisoner_still() -> None:
    arena = fight_with(someone("a"), someone("b", "B"), someone("c", "B"), **MILD)
    seen, state = [], arena.state
    for event in (Yielded("b", "surrendered"), Fell("b", "out"), Woke("b"), Fell("c", "out"), Woke("c")):
        state = RULES.evolve(state, event)
        assert state.fight is not None
        seen.append(state.fight.combatants[event.who].condition)
    assert seen == ["surrendered", "out", "surrendered", "out", "up"]


@pytest.mark.rule("WB-DEATH-02", "WB-SEQ-03")
def test_a_death_without_a_wound_ends_the_fight_too() -> None:
    arena = fight_with(someone("a"), someone("b", "B"))
    events = arena.do(CallSave("b", threat("death", save=False)))
    assert only(events, FightEnded).winners == ("A",)
