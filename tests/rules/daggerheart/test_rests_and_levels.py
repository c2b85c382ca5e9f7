"""Downtime in company and for those who cannot act; advancements with their slots."""

from itertools import permutations

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, hero, play
from tests.rules.daggerheart.test_lives import camp

from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart.commands import Advance, BeginRest, LevelUp, RestMove, SwapCard, TakeCard, UsePower
from arbitro.rules.daggerheart.words import tier_of

PREPARED = {
    "alone": ("a", {"a": 1}),
    "alone twice": ("aa", {"a": 2}),
    "two": ("ab", {"a": 2, "b": 2}),
    "three": ("abc", {"a": 2, "b": 2, "c": 2}),
    "twice together": ("aabb", {"a": 4, "b": 4}),
    "once together, once alone": ("aab", {"a": 3, "b": 2}),
    "with one, then with another": ("aabc", {"a": 4, "b": 2, "c": 2}),
    "two and a third": ("aabbc", {"a": 4, "b": 4, "c": 2}),
}


@pytest.mark.rule("DHP-REST-04", "DHP-REST-05")
@pytest.mark.parametrize("kind", ["short", "long"])
@pytest.mark.parametrize(("moves", "gained"), PREPARED.values(), ids=PREPARED.keys())
def test_preparing_gives_each_the_same_in_any_order(moves, gained, kind):
    for order in sorted(set(permutations(moves))):
        bench = camp(*(hero(who, hope=0) for who in "abc")).do(BeginRest(kind))
        for who in order:
            bench.do(RestMove(who, "prepare"))
        assert {who: bench.hero(who).hope for who in gained} == gained, order


@pytest.mark.rule("DHP-REST-01", "DHP-DEATH-03")
@pytest.mark.parametrize("kind", ["short", "long"])
def test_the_unconscious_have_no_downtime_until_somebody_wakes_them(kind):
    out = hero("bea", status="unconscious", hp_marked=6, hope=0)
    bench = camp(hero(), out).do(BeginRest(kind))
    bench.no(RestMove("bea", "prepare"), "not_up")
    bench.no(SwapCard("bea", "x"), "not_up")
    assert not [choice for choice in RULES.choices(bench.state, REFEREE) if choice.id.startswith("rest_move/bea")]
    wounds = "tend_to_wounds" if kind == "short" else "tend_to_all_wounds"
    bench.do(RestMove("ada", wounds, "bea"), *(((4, 2),) if kind == "short" else ()))
    bench.do(RestMove("bea", "prepare"))
    assert bench.hero("bea").hope == 1


@pytest.mark.rule("DHP-HOPE-06")
def test_life_support_is_for_an_ally():
    seraph = hero(hope=3, hp_marked=2, powers=(BOOKS.powers["life_support"],))
    bench = play(seraph, hero("bea", hp_marked=2))
    bench.no(UsePower("ada", "life_support"), "only_others")
    bench.no(UsePower("ada", "life_support", "ada"), "only_others")
    assert bench.do(UsePower("ada", "life_support", "bea")).hero("bea").hp_marked == 1
    far = play(seraph, hero("bea", hp_marked=2, at=60))
    far.no(UsePower("ada", "life_support", "bea"), "out_of_reach")


@pytest.mark.rule("DHP-HOPE-06")
def test_a_mending_touch_clears_a_wound_or_a_stress():
    def touched(clears="", **marks):
        healer = hero(hope=2, powers=(BOOKS.powers["mending_touch"],))
        bench = play(healer, hero("bea", **marks), in_danger=False)
        return bench, UsePower("ada", "mending_touch", "bea", clears)

    bench, touch = touched(hp_marked=2, stress_marked=2)
    assert (bench.do(touch).hero("bea").hp_marked, bench.hero("bea").stress_marked) == (1, 2)
    bench, touch = touched("stress", hp_marked=2, stress_marked=2)
    assert "use_power/ada/mending_touch/stress" in {one.id for one in RULES.choices(bench.state, REFEREE)}
    assert (bench.do(touch).hero("bea").hp_marked, bench.hero("bea").stress_marked) == (2, 1)
    bench, touch = touched("stress", hp_marked=2)
    bench.no(touch, "nothing_to_clear")
    seraph = hero(hope=3, powers=(BOOKS.powers["life_support"],))
    play(seraph, hero("bea", stress_marked=2)).no(UsePower("ada", "life_support", "bea", "stress"), "nothing_to_clear")


# ---------------------------------------------------------------- advancements

SLOTS = {"traits": (3, 3, 3), "hp": (2, 2, 2), "stress": (2, 2, 2), "experiences": (1, 1, 1), "evasion": (1, 1, 1)}


@pytest.mark.rule("DHP-LEVEL-02")
@pytest.mark.parametrize("level", [2, 4, 5, 7, 8, 10])
@pytest.mark.parametrize("kind", [*SLOTS, "proficiency"])
def test_every_advancement_has_its_slots(kind, level):
    slots = SLOTS.get(kind, (0, 1, 1))
    expected = sum(slots[: tier_of(level) - 1])
    bench = play(hero(level=level, hp=5, stress=5, advances=20), ending="closed")
    taken = 0
    while taken <= 12:
        pair = ("agility", "strength") if kind == "traits" else ("one", "two") if kind == "experiences" else ("", "")
        command = Advance("ada", kind, *pair)
        offered = any(choice.id.startswith(f"advance/ada/{kind}") for choice in RULES.choices(bench.state, REFEREE))
        assert offered == (taken < expected)
        if taken == expected:
            bench.no(command, "no_slot")
            break
        bench.do(command)
        sheet = replace(bench.hero().sheet, marked_traits=())  # as a new tier would
        bench.state = replace(bench.state, party={"ada": replace(bench.hero(), sheet=sheet)})
        taken += 1
    assert taken == expected


@pytest.mark.rule("DHP-LEVEL-02")
def test_a_slot_of_a_lower_tier_is_not_lost():
    bench = camp(hero(level=4, advances=0)).do(LevelUp())
    assert RULES.slots_left(bench.hero().sheet, "evasion") == 2
    assert not set(RULES.guidance.advancements) - {*SLOTS, "proficiency"}


@pytest.mark.rule("DHP-LEVEL-02")
@pytest.mark.parametrize("status", ["dead", "retired"])
def test_the_dead_do_not_grow(status):
    bench = camp(hero(status=status, level=2, advances=2, cards=1), hero("bea"))
    bench.no(Advance("ada", "hp"), "not_up")
    bench.no(TakeCard("ada", "bolt_beacon"), "not_up")
