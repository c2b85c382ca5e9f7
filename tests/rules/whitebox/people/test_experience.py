"""Experience: what earns it, how it is shared, bonuses, levels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.whitebox.arena import RULES, sixes, someone, threat
from tests.rules.whitebox.people.camp import Camp, draft, found, only

from arbitro.rules.whitebox.commands import CallSave, EndFight
from arbitro.rules.whitebox.people.commands import (
    AwardXp,
    ChooseClass,
    FindTreasure,
    GiveXp,
    Grant,
    PartyFight,
    PriceMonsters,
    SecureTreasure,
    SellFor,
)
from arbitro.rules.whitebox.people.events import (
    LevelBarred,
    LevelGained,
    StrongholdOpen,
    XpCounted,
    XpDivided,
    XpGained,
)
from arbitro.rules.whitebox.people.levels import with_bonus
from arbitro.rules.whitebox.people.records import top_level
from arbitro.rules.whitebox.people.state import Coins, Hoard, Item, Valuable


def slay(camp: Camp, *values: int, spare: bool = False) -> list:
    """A fight in which monsters worth so much each are slain; with `spare`, one more runs away and lives."""
    foes = [someone(f"orc-{n}", "foes", hp=1, xp=value, at=10) for n, value in enumerate(values)]
    if spare:
        foes.append(someone("runner", "foes", hp=1, xp=500, at=10))
    camp.do(PartyFight(tuple(foes)), *sixes(3), *sixes(6, 1))
    events: list = []
    for foe in foes:
        if foe.profile.id != "runner":
            events += camp.do(CallSave(foe.profile.id, threat("damage", "9", save=False)))
    if spare:
        events += camp.do(EndFight())
    return events


@pytest.mark.rule("WB-XP-01")
@pytest.mark.parametrize(("values", "gold", "total"), [((30,), 0, 30), ((15, 15), 70, 100)])
def test_monsters_and_treasure_earn_experience(values: tuple[int, ...], gold: int, total: int) -> None:
    camp = Camp(draft())
    counted = only(slay(camp, *values), XpCounted)
    assert counted.xp == sum(values)
    assert counted.audience == "referee"
    if gold:
        camp.do(FindTreasure(Hoard(Coins(gold))))
        camp.do(SecureTreasure())
    gained = only(camp.do(AwardXp()), XpGained)
    assert gained.award == total
    assert camp["berto"].xp == total


@pytest.mark.rule("WB-XP-01")
def test_without_monsters_or_treasure_there_is_nothing() -> None:
    camp = Camp(draft())
    assert camp.refused(AwardXp()) == "nothing_to_award"
    assert Camp().refused(AwardXp()) == "nobody_to_reward"


@pytest.mark.rule("WB-XP-01")
def test_only_the_slain_count() -> None:
    camp = Camp(draft())
    assert only(slay(camp, 15, spare=True), XpCounted).xp == 15


@pytest.mark.rule("WB-XP-01")
def test_a_monster_without_a_value_is_the_referees_to_price() -> None:
    camp = Camp(draft())
    counted = only(slay(camp, -1, 15), XpCounted)
    assert (counted.xp, counted.unpriced) == (15, ("orc-0",))
    assert camp.refused(AwardXp()) == "price_first"
    camp.do(PriceMonsters(25))
    assert camp.refused(PriceMonsters(25)) == "nothing_unpriced"
    camp.do(AwardXp())
    assert camp["berto"].xp == 40


@pytest.mark.rule("WB-XP-01")
def test_a_common_award_is_divided_evenly_and_fractions_are_dropped() -> None:
    camp = Camp(draft("a"), draft("b"), draft("c"))
    slay(camp, 100)
    events = camp.do(AwardXp())
    assert only(events, XpDivided).share == 33
    assert [camp[who].xp for who in "abc"] == [33, 33, 33]
    assert camp.state.party.slain_xp == 0


@pytest.mark.rule("WB-XP-01")
def test_the_dead_and_the_absent_get_nothing_and_retainers_half() -> None:
    camp = Camp(draft("a"), draft("b"), draft("c", join=False))
    camp.do(draft("r", kind="retainer", employer="a"))
    slay(camp, 150)
    camp.change("b", health="dead")
    camp.do(AwardXp())
    assert {who: camp[who].xp for who in "abcr"} == {"a": 100, "b": 0, "c": 0, "r": 50}


@pytest.mark.rule("WB-XP-02")
@pytest.mark.parametrize("gold", [250, 1])
def test_a_gold_piece_is_a_point(gold: int) -> None:
    camp = Camp(draft())
    camp.do(FindTreasure(Hoard(Coins(gold))))
    assert camp.refused(AwardXp()) == "nothing_to_award"  # not acquired before it is secured
    camp.do(SecureTreasure())
    camp.do(AwardXp())
    assert camp["berto"].xp == gold


@pytest.mark.rule("WB-XP-02")
def test_no_gold_no_points() -> None:
    camp = Camp(draft())
    assert camp.refused(FindTreasure(Hoard())) == "empty_hoard"
    assert camp.refused(SecureTreasure()) == "empty_hoard"


@pytest.mark.rule("WB-XP-02")
def test_coins_and_goods_count_at_their_gold_value_and_magic_when_it_is_sold() -> None:
    camp = Camp(draft())
    gems = (Valuable("gem", 50, 2), Valuable("jewellery", 30))
    camp.do(FindTreasure(Hoard(Coins(1, 15, 55), gems, (Item("magic", "potion_healing"),))))
    camp.do(SecureTreasure())
    camp.do(AwardXp())
    assert camp["berto"].xp == 133  # 1 + 1.5 + 0.55 + 100 + 30, the fraction dropped from the total
    camp.do(Grant("berto", "magic", "potion_healing"))
    camp.do(SellFor("berto", "potion_healing", 100))
    camp.do(AwardXp())
    assert camp["berto"].xp == 233
    assert camp["berto"].coins.gp == 100


@pytest.mark.rule("WB-XP-03")
@pytest.mark.parametrize("slain", [False, True])
def test_treasure_counts_the_same_without_a_fight(slain: bool) -> None:
    camp = Camp(draft())
    if slain:
        slay(camp, 800)
    camp.do(FindTreasure(Hoard(Coins(5000))))
    camp.do(SecureTreasure())
    events = camp.do(AwardXp(), *sixes(3, 3))
    divided = only(events, XpDivided)
    assert (divided.monsters, divided.treasure) == (800 if slain else 0, 5000)
    assert camp["berto"].xp == (5800 if slain else 5000)


@pytest.mark.rule("WB-XP-04")
def test_a_level_comes_with_the_experience_for_it() -> None:
    camp = Camp(draft())
    assert found(camp.do(GiveXp("berto", 1999)), LevelGained) == []
    gained = only(camp.do(GiveXp("berto", 1), *sixes(6)), LevelGained)
    assert (gained.level, camp["berto"].level, camp["berto"].rolled) == (2, 2, (4, 6))
    assert (camp["berto"].max_hp, camp["berto"].hp) == (10, 10)  # 2 dice, the flat bonus of level 1 gone


@pytest.mark.rule("WB-XP-04")
def test_one_award_may_carry_through_several_levels() -> None:
    camp = Camp(draft())
    events = camp.do(GiveXp("berto", 8000), *sixes(3, 2, 1))
    assert [event.level for event in found(events, LevelGained)] == [2, 3, 4]
    assert camp["berto"].max_hp == 10


@pytest.mark.rule("WB-XP-04")
@pytest.mark.parametrize("class_id", ["fighter", "cleric", "magic_user", "thief"])
def test_every_threshold_of_every_class(class_id: str) -> None:
    book = {"book": ("sleep",)} if class_id == "magic_user" else {}
    camp = Camp(draft(class_id=class_id, **book))
    facts = RULES.content.classes[class_id]
    for row in facts.levels[1:10]:
        assert row.xp is not None
        camp.do(GiveXp("berto", row.xp - camp["berto"].xp - 1)) if row.xp - camp["berto"].xp > 1 else None
        assert camp["berto"].level == row.level - 1
        dice = sixes(*[2] * (row.dice - len(camp["berto"].rolled)))
        before = camp["berto"].max_hp
        events = camp.do(GiveXp("berto", 1), *dice)
        assert camp["berto"].level == row.level
        assert camp["berto"].max_hp == 4 + 2 * (row.dice - 1) + row.plus >= before
        stronghold = facts.stronghold is not None and facts.stronghold.level == row.level
        assert bool(found(events, StrongholdOpen)) == stronghold
    assert top_level(RULES.rules, "human", class_id) == 10


@pytest.mark.rule("WB-XP-04")
def test_a_people_goes_no_further_than_its_limit_and_is_told_so_once() -> None:
    camp = Camp(draft(folk="halfling", level=4))
    events = camp.do(GiveXp("berto", 8000))
    assert only(events, LevelBarred).level == 4
    assert found(camp.do(GiveXp("berto", 8000)), LevelBarred) == []
    assert camp["berto"].level == 4


@pytest.mark.rule("WB-XP-05")
@pytest.mark.parametrize(("award", "percent", "received"), [(1000, 10, 1100), (1000, 0, 1000), (333, 15, 382)])
def test_the_bonus_raises_each_award_and_only_ones_own(award: int, percent: int, received: int) -> None:
    camp = Camp(draft("a"), draft("b"))
    camp.change("a", xp_bonus=percent)
    gained = only(camp.do(GiveXp("a", award)), XpGained)
    assert (gained.award, gained.award + gained.bonus) == (award, received)
    assert (camp["a"].xp, camp["b"].xp) == (received, 0)


@pytest.mark.rule("WB-XP-05")
@given(st.integers(1, 10**6), st.integers(0, 15))
def test_a_bonus_never_creates_more_than_its_percentage(award: int, percent: int) -> None:
    bonus = with_bonus(award, percent)
    assert bonus * 100 <= award * percent < (bonus + 1) * 100


@pytest.mark.rule("WB-XP-06")
@pytest.mark.parametrize(
    ("class_id", "scores", "additive", "prime"),
    [
        ("fighter", {"str": 15}, 5, 10),
        ("fighter", {"str": 13}, 0, 5),
        ("fighter", {"str": 8}, 0, -10),
        ("fighter", {"str": 15, "wis": 15, "cha": 15}, 15, 10),
        ("cleric", {"wis": 15}, 10, 10),
        ("cleric", {"wis": 18, "cha": 18}, 15, 10),
        ("thief", {"dex": 12}, 0, 0),
    ],
)
def test_the_two_methods_are_alternatives(class_id: str, scores: dict, additive: int, prime: int) -> None:
    for method, percent in (("additive", additive), ("prime", prime)):
        camp = Camp(draft(class_id=class_id, scores=scores), xp_bonus_method=method)
        assert camp["berto"].xp_bonus == percent
    if prime < 0:
        assert only(camp.do(GiveXp("berto", 333)), XpGained).total == 299


@pytest.mark.rule("WB-XP-06")
def test_a_campaign_uses_one_method_never_the_sum() -> None:
    camp = Camp(draft(scores={"str": 15, "wis": 15, "cha": 15}), xp_bonus_method="additive")
    camp.do(GiveXp("berto", 1000))
    assert camp["berto"].xp == 1150


@pytest.mark.rule("WB-CORE-02")
def test_awards_by_hand_have_their_limits() -> None:
    camp = Camp(draft())
    for xp in (0, -5, 10**9):
        assert camp.refused(GiveXp("berto", xp)) == "bad_xp"
    camp.change("berto", health="dead")
    assert camp.refused(GiveXp("berto", 10)) == "character_gone"


def test_an_elf_keeps_two_careers_apart() -> None:
    camp = Camp(draft(folk="elf", hit_dice=(5,), book=("sleep",)))
    camp.do(GiveXp("berto", 2000), *sixes(4))
    assert (camp["berto"].level, camp["berto"].max_hp) == (2, 9)
    camp.change("berto", hp=7)
    camp.do(ChooseClass("berto", "magic_user"), *sixes(6))
    one = camp["berto"]
    assert (one.class_id, one.level, one.xp, one.max_hp, one.hp) == ("magic_user", 1, 0, 6, 4)
    camp.do(GiveXp("berto", 2500))
    assert camp["berto"].level == 2
    camp.do(ChooseClass("berto", "fighter"))
    one = camp["berto"]
    assert (one.class_id, one.level, one.xp, one.max_hp, one.hp) == ("fighter", 2, 2000, 9, 7)
    assert one.careers["magic_user"].xp == 2500
    assert camp.refused(ChooseClass("berto", "thief")) == "folk_class"
    assert Camp(draft()).refused(ChooseClass("berto", "cleric")) == "one_class"
