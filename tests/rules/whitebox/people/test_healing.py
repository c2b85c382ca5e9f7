"""Rest, magic, bandages, bleeding outside fights, and the clock."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.whitebox.arena import RULES, sixes, someone, threat
from tests.rules.whitebox.people.camp import Camp, draft, only

from arbitro.dice.amount import Amount
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import CallSave, EndFight, EndTurn
from arbitro.rules.whitebox.exploring.commands import AdvanceClock
from arbitro.rules.whitebox.people.commands import (
    Bandage,
    ChangeAbility,
    HealByMagic,
    Hurt,
    PartyFight,
    Rest,
    StopBleeding,
)
from arbitro.rules.whitebox.people.events import Bandaged, CameHome, Healed, Rested, Revived, TimeWent, WoundSuffered
from arbitro.rules.whitebox.people.healing import bandage_heals_most
from arbitro.rules.whitebox.people.state import Battle

MILD = {"death_rule": "unconscious_at_zero"}


def wounded(hp: int, most: int, **options: object) -> Camp:
    """Somebody with so many hit points of so many."""
    camp = Camp(draft(), **options)
    camp.change("berto", hp=hp, max_hp=most)
    return camp


@pytest.mark.rule("WB-HEAL-01")
@pytest.mark.parametrize(("hp", "days", "left"), [(3, 4, 7), (9, 3, 10)])
def test_a_quiet_day_gives_one_point_back_up_to_the_maximum(hp: int, days: int, left: int) -> None:
    camp = wounded(hp, 10)
    rested = only(camp.do(Rest(days)), Rested)
    assert (rested.left, camp["berto"].hp) == (left, left)
    assert camp.state.minutes == days * 24 * 60


@pytest.mark.rule("WB-HEAL-01")
def test_an_interrupted_day_gives_nothing() -> None:
    camp = wounded(3, 10)
    camp.do(Rest(3, broken=True))
    assert (camp["berto"].hp, camp["berto"].rested) == (5, 0)
    camp.do(Rest(2))
    assert camp["berto"].hp == 7


@pytest.mark.rule("WB-HEAL-02")
@pytest.mark.parametrize(("hp", "most", "days", "left"), [(2, 45, 27, 29), (2, 45, 28, 45), (5, 8, 28, 8)])
def test_four_weeks_restore_everything(hp: int, most: int, days: int, left: int) -> None:
    camp = wounded(hp, most)
    camp.do(Rest(days))
    assert camp["berto"].hp == left


@pytest.mark.rule("WB-HEAL-02")
def test_the_four_weeks_must_be_unbroken() -> None:
    camp = wounded(2, 60)
    camp.do(Rest(20))
    camp.do(Rest(1, broken=True))
    camp.do(Rest(27))
    assert camp["berto"].hp == 2 + 20 + 27
    camp = wounded(2, 60)
    camp.do(Rest(20))
    camp.do(Rest(8))
    assert camp["berto"].hp == 60


@pytest.mark.rule("WB-HEAL-02")
@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 40))
def test_rest_never_harms_nor_heals_beyond_the_maximum(hp: int, most: int, days: int) -> None:
    camp = wounded(min(hp, most), most)
    camp.do(Rest(days))
    assert min(hp, most) <= camp["berto"].hp <= most


@pytest.mark.rule("WB-HEAL-03")
def test_magic_comes_on_top_of_rest() -> None:
    camp = wounded(4, 12)
    camp.do(Rest(1))
    healed = only(camp.do(HealByMagic("berto", Amount.parse("5"))), Healed)
    assert (healed.healed, camp["berto"].hp) == (5, 10)


@pytest.mark.rule("WB-HEAL-03")
def test_magic_heals_no_further_than_the_maximum() -> None:
    camp = wounded(10, 12)
    only(camp.do(HealByMagic("berto", Amount.parse("1d6+1")), *sixes(4)), Healed)
    assert camp["berto"].hp == 12


def after_battle(began: int, ended: int, most: int, **options: object) -> Camp:
    """Somebody just out of a battle, and a friend."""
    camp = Camp(draft(), draft("amico"), bind_wounds=options.pop("bind_wounds", True), **options)
    camp.change("berto", hp=began, max_hp=most)
    camp.do(PartyFight((someone("orc", "foes", hp=1, at=10, xp=15),)), *sixes(3), *sixes(6, 1))
    if began > ended:
        camp.do(CallSave("berto", threat("damage", str(began - ended), save=False)))
    camp.do(CallSave("orc", threat("damage", "9", save=False)))
    assert camp["berto"].hp == ended
    return camp


@pytest.mark.rule("WB-BIND-01")
def test_bandages_after_a_battle_give_1d4_back() -> None:
    camp = after_battle(10, 4, 10)
    bandaged = only(camp.do(Bandage("amico", "berto"), (4, 3)), Bandaged)
    assert (bandaged.healed, camp["berto"].hp) == (3, 7)


@pytest.mark.rule("WB-BIND-01")
def test_without_the_option_no_bandages_are_offered() -> None:
    camp = after_battle(10, 4, 10, bind_wounds=False)
    assert camp.refused(Bandage("amico", "berto")) == "option_off"


@pytest.mark.rule("WB-BIND-01")
def test_bandages_only_after_the_battle_soon_and_once() -> None:
    camp = Camp(draft(), draft("amico"), bind_wounds=True)
    assert camp.refused(Bandage("amico", "berto")) == "too_late_to_bind"
    camp.do(PartyFight((someone("orc", "foes", hp=1, at=10, xp=15),)), *sixes(3), *sixes(6, 1))
    assert camp.refused(Bandage("amico", "berto")) == "after_battle"
    camp = after_battle(10, 4, 10)
    camp.do(Bandage("amico", "berto"), (4, 1))
    assert camp.refused(Bandage("berto", "berto")) == "bound_already"
    assert camp.refused(Bandage("amico", "amico")) == "bandaging_already"
    camp = after_battle(10, 4, 10)
    camp.do(Bandage("berto", "berto"), (4, 1))  # oneself, if conscious
    late = after_battle(10, 4, 10)
    battle = late["berto"].battle
    assert battle is not None
    late.change("berto", battle=Battle(battle.number, battle.began, battle.ended - 10))
    assert late.refused(Bandage("amico", "berto")) == "too_late_to_bind"


@pytest.mark.rule("WB-BIND-01")
def test_the_dead_are_not_bandaged() -> None:
    camp = after_battle(10, 4, 10)
    camp.change("berto", health="dead", hp=0)
    assert camp.refused(Bandage("amico", "berto")) == "character_gone"


@pytest.mark.rule("WB-BIND-02")
@pytest.mark.parametrize(
    ("most", "began", "ended", "die", "left"), [(8, 5, 3, 4, 5), (8, 5, 5, 3, 5), (12, 12, 4, 1, 5)]
)
def test_bandages_reach_only_the_wounds_of_this_battle(most: int, began: int, ended: int, die: int, left: int) -> None:
    camp = after_battle(began, ended, most)
    camp.do(Bandage("amico", "berto"), (4, die))
    assert camp["berto"].hp == left


@pytest.mark.rule("WB-BIND-03")
def test_bandages_stop_at_the_maximum() -> None:
    camp = after_battle(6, 5, 6)
    camp.do(Bandage("amico", "berto"), (4, 4))
    assert camp["berto"].hp == 6


@pytest.mark.rule("WB-BIND-02", "WB-BIND-03")
@given(st.integers(1, 20), st.integers(1, 20), st.integers(1, 20), st.integers(1, 8))
def test_bandages_obey_their_formula(most: int, began: int, now: int, rolled: int) -> None:
    camp = wounded(min(now, most), most)
    camp.change("berto", battle=Battle(1, min(began, most), 0))
    one = camp["berto"]
    healed = min(rolled, bandage_heals_most(one))
    assert healed >= 0
    assert one.hp + healed <= max(one.hp, min(began, most))


@pytest.mark.rule("WB-BIND-04")
def test_hit_points_as_stamina_more_by_the_day() -> None:
    camp = wounded(4, 20, rest_hp_per_day="3")
    camp.do(Rest(2))
    assert camp["berto"].hp == 10
    camp = wounded(4, 20, rest_hp_per_day="1d6")
    camp.do(Rest(2), *sixes(5, 2))
    assert camp["berto"].hp == 11
    camp = wounded(4, 20)
    camp.do(Rest(2))
    assert camp["berto"].hp == 6


@pytest.mark.rule("WB-BIND-04")
def test_hit_points_as_stamina_other_bandages() -> None:
    camp = after_battle(10, 5, 10, bandage_dice="2d4")
    bandaged = only(camp.do(Bandage("amico", "berto"), (4, 3), (4, 4)), Bandaged)
    assert bandaged.healed == 5
    assert "WB-BIND-04" in bandaged.rules


@pytest.mark.rule("WB-DEATH-01", "WB-DEATH-02")
def test_wounds_outside_a_fight_kill_like_those_in_it() -> None:
    camp = wounded(7, 10)
    assert only(camp.do(Hurt("berto", Amount.parse("1d6")), *sixes(6)), WoundSuffered).health == "well"
    assert only(camp.do(Hurt("berto", Amount.parse("1"))), WoundSuffered).health == "dead"
    assert camp.refused(Hurt("berto", Amount.parse("1"))) == "character_gone"
    assert camp.refused(HealByMagic("berto", Amount.parse("9"))) == "character_gone"


@pytest.mark.rule("WB-DEATH-03", "WB-DEATH-05")
def test_the_milder_rule_holds_outside_fights_and_blood_runs_with_the_clock() -> None:
    camp = Camp(draft(level=4), draft("amico"), **MILD)
    camp.change("berto", hp=3, max_hp=16)
    wound = only(camp.do(Hurt("berto", Amount.parse("5"))), WoundSuffered)
    assert (wound.health, wound.bleeding, camp["berto"].hp) == ("out", True, -2)
    camp.do(StopBleeding("amico", "berto"))
    assert (camp["berto"].hp, camp["berto"].bleeding, camp.state.minutes) == (-2, False, 1)
    events = camp.do(Rest(3))
    assert camp["berto"].hp == 1
    assert only(events, Revived).who == "berto"
    assert camp["berto"].health == "well"


@pytest.mark.rule("WB-DEATH-05")
def test_nobody_bleeds_who_was_not_below_0_or_where_the_option_is_off() -> None:
    for amount, options in (("3", MILD), ("4", {**MILD, "bleeding": False})):
        camp = Camp(draft(level=4), draft("amico"), **options)
        camp.change("berto", hp=3, max_hp=16)
        camp.do(Hurt("berto", Amount.parse(amount)))
        assert camp["berto"].health == "out"
        assert camp.refused(StopBleeding("amico", "berto")) == "not_bleeding"
        assert camp.refused(StopBleeding("berto", "berto")) == "character_out"


@pytest.mark.rule("WB-DEATH-05", "WB-TIME-04")
def test_whoever_bleeds_while_time_passes_dies() -> None:
    camp = Camp(draft(level=2), draft("amico"), **MILD)
    camp.change("berto", hp=1, max_hp=8)
    camp.do(Hurt("berto", Amount.parse("2")))
    events = camp.do(Rest(1))
    assert only(events, WoundSuffered).health == "dead"
    assert camp["berto"].hp == -3


@pytest.mark.rule("WB-DEATH-05", "WB-TIME-02")
@pytest.mark.parametrize(("minutes", "lost", "it", "en"), [
    (1, 1, "Berto perde sangue: 1 punto ferita in meno (ora 2 sotto lo zero).",
     "Berto bleeds and loses 1 hit point (now 2 below zero)."),
    (9, 4, "Berto perde ancora 4 punti ferita e muore dissanguato.",
     "Berto loses 4 more hit points and bleeds to death."),
])  # fmt: skip
def test_blood_lost_between_fights_is_told_as_such_and_its_number_explained(
    minutes: int, lost: int, it: str, en: str
) -> None:
    """A point a round, until death at one below the level: whoever lay there before does not fall anew."""
    camp = Camp(draft(level=4), draft("amico"), **MILD)
    camp.change("berto", hp=3, max_hp=16)
    camp.do(Hurt("berto", Amount.parse("4")))
    blood = only(camp.do(AdvanceClock(minutes)), WoundSuffered)
    points, life = blood.sums()
    assert (life.total, [part.amount for part in life.parts]) == (-1 - lost, [-1, -lost])
    assert (blood.amount, points.total, [part.amount for part in points.parts]) == (lost, lost, [lost])
    assert [tell(RULES, camp.state, blood, language) for language in ("it", "en")] == [it, en]


@pytest.mark.rule("WB-TIME-04")
def test_the_referee_lets_days_go_by() -> None:
    camp = wounded(3, 10)
    went = only(camp.do(Rest(2)), TimeWent)
    assert (went.days, went.minutes) == (2, 2880)
    for days in (0, -1, 366):
        assert camp.refused(Rest(days)) == "bad_days"


@pytest.mark.rule("WB-TIME-02")
def test_a_fight_of_4_rounds_takes_4_minutes_and_breaks_the_rest() -> None:
    camp = Camp(draft())
    camp.do(Rest(1))
    camp.do(PartyFight((someone("orc", "foes", hp=9, at=500, xp=15),)), *sixes(3), *sixes(6, 1))
    for _ in range(3):
        camp.do(EndTurn("party"))
        camp.do(EndTurn("foes"))
    home = only(camp.do(EndFight()), CameHome)
    assert camp.state.minutes == 24 * 60 + 4
    assert home.battle.ended == camp.state.minutes
    assert camp["berto"].rested == 0


@pytest.mark.rule("WB-CORE-02")
@pytest.mark.parametrize("bounds", [(20, 1), (0, 18), (3, 31), (-7, -3)])
def test_the_bounds_of_an_attribute_are_in_order_and_make_sense(bounds: tuple[int, int]) -> None:
    assert Camp(draft()).refused(ChangeAbility("berto", "con", 1, *bounds)) == "bad_bounds"


@pytest.mark.parametrize("kind", [Hurt, HealByMagic])
@pytest.mark.parametrize("amount", [Amount(), Amount(plus=-7), Amount(1, 6, -6)])
def test_an_amount_that_is_nothing_however_its_dice_fall_is_refused(kind: Any, amount: Amount) -> None:
    assert Camp(draft()).refused(kind("berto", amount)) == "nothing_changes"
