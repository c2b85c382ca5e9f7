"""Situations in which two chapters meet, with the book's own numbers: as a referee tries them out with dice in hand."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, d6, d20, fight_with, found, only, sixes, someone, threat
from tests.rules.whitebox.exploring.delve import Delve, door, of_folk, place, trap, troop
from tests.rules.whitebox.people.camp import Camp, draft
from tests.rules.whitebox.powers.den import beast, blade, hero, magic

from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import Attack, CallSave, CheckMorale, EndFight
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, MoraleRolled, SaveRolled
from arbitro.rules.whitebox.exploring.commands import (
    Charge,
    CheckLoyalty,
    Fall,
    Flee,
    Go,
    JoustOf,
    JudgeTerrain,
    JudgeWay,
    KindleLight,
    Listen,
    Meet,
    NameRansom,
    Parley,
    PassTurns,
    Search,
    SetTreatment,
    SpringTrap,
    Travel,
    WalkAbout,
    Withdraw,
)
from arbitro.rules.whitebox.exploring.events import (
    Forfeited,
    JoustEnded,
    LoyaltyDue,
    LoyaltyRolled,
    Perished,
    SeatLost,
    TrapSprung,
    Travelled,
    WeatherTurned,
)
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.commands import (
    Bandage,
    Carry,
    CastSpell,
    Dismiss,
    GiveXp,
    Grant,
    Hire,
    Hurt,
    PartyFight,
    PayWages,
    Rest,
    Retire,
)
from arbitro.rules.whitebox.people.events import Bandaged, LevelGained, Rested, WoundSuffered
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.commands import TurnUndead, UseDevice, UseThing
from arbitro.rules.whitebox.terms import SaveBonus

ARCH = door("arch", passage=True)
ROAD = (place("hall", outdoors=True, terrain="settled"),)


def asleep(camp: Camp, who: str) -> None:
    """Somebody sleeps a sleep that no noise ends."""
    camp.state = replace(camp.state, effects={**camp.state.effects, who: (Ongoing(kind="asleep"),)})


# -------------------------------------------------------------------- the joust and the rest of life


def knights(**more: Any) -> Camp:
    """Two mounted knights in plate with lances; 20 hit points each."""
    camp = Camp(draft("aldo", level=3, **more), draft("bice", level=3))
    for who in ("aldo", "bice"):
        camp.change(who, hp=20, max_hp=20)
        camp.do(Grant(who, "transport", "warhorse_heavy"))
        camp.do(Grant(who, "weapon", "lance"))
        camp.do(Carry(who, "lance", "hand"))
    return camp


@pytest.mark.rule("WB-JOUST-08", "WB-JOUST-03", "WB-HEAL-01")
def test_bruises_of_the_lists_heal_a_point_a_day() -> None:
    camp = knights()
    camp.do(JoustOf("aldo", "bice", "blunted"))
    for number in range(3):
        camp.do(Charge("aldo"))
        hit = number == 0
        camp.do(Charge("bice"), d20(18 if hit else 1), d20(1), *((d6(6), d20(20)) if hit else ()))
    assert camp["bice"].hp == 15
    assert {event.who: event.left for event in found(camp.do(Rest(3)), Rested)}["bice"] == 18


@pytest.mark.rule("WB-JOUST-01", "WB-DEATH-02")
@pytest.mark.parametrize("how", ["asleep", "dead", "out"])
def test_nobody_jousts_who_cannot_sit_a_horse(how: str) -> None:
    camp = knights()
    if how == "asleep":
        asleep(camp, "bice")
    else:
        camp.change("bice", health=how, hp=0)
    assert camp.refused(JoustOf("aldo", "bice")) in ("under_effect", "character_gone", "character_out", "unfit_rider")


@pytest.mark.rule("WB-JOUST-01", "WB-TIME-02")
def test_no_lists_are_ridden_in_the_middle_of_a_fight() -> None:
    camp = knights()
    camp.do(PartyFight((someone("orc", "foes", hp=5, at=30),)), *sixes(6), *sixes(6, 1))
    assert camp.refused(JoustOf("aldo", "bice")) == "fight_first"


@pytest.mark.rule("WB-JOUST-06", "WB-JOUST-10")
def test_thrown_in_the_first_pass_and_victor_in_the_third() -> None:
    camp = knights()
    camp.do(JoustOf("aldo", "bice", "blunted"))
    camp.do(Charge("aldo"))
    first = camp.do(Charge("bice"), d20(18), d20(1), d6(3), d20(2), d6(2))  # two of the lance, two of the fall
    assert only(first, SeatLost).seat == "unhorsed"
    for _ in range(2):
        camp.do(Charge("aldo"))
        last = camp.do(Charge("bice"), d20(1), d20(18), d6(6), d20(2), d6(1))
    ended = only(last, JoustEnded)
    assert (ended.winner, ended.why) == ("bice", "points")  # 12 to 6
    assert (camp["aldo"].hp, camp["bice"].hp) == (20 - 2 * (5 + 1), 16)


@pytest.mark.rule("WB-JOUST-11")
def test_the_ransom_of_a_duel_is_named_once_and_only_when_asked() -> None:
    camp = knights()
    assert camp.refused(NameRansom(10)) == "not_asked"


@pytest.mark.rule("WB-JOUST-11")
@pytest.mark.parametrize(("suit", "told"), [
    (True, "Aldo cede a Bice la cavalcatura (cavallo da guerra pesante) e l'armatura."),
    (False, "Aldo cede a Bice la cavalcatura (cavallo da guerra pesante): un'armatura non l'aveva."),
])  # fmt: skip
def test_nobody_forfeits_an_armour_that_was_not_worn(suit: bool, told: str) -> None:
    camp = knights()
    if suit:
        camp.do(Grant("aldo", "armour", "plate"))
        camp.do(Carry("aldo", "plate", "worn"))
    camp.do(JoustOf("aldo", "bice", "blunted", "duel"))
    forfeited = only(camp.do(Withdraw("aldo")), Forfeited)
    assert tell(RULES, camp.state, forfeited, "it") == told
    assert ("plate" in camp["bice"].items) is suit


# -------------------------------------------------------------------- hirelings


@pytest.mark.rule("WB-LOYAL-06", "WB-LOYAL-01")
def test_a_week_on_the_road_is_a_week_of_wages() -> None:
    delve = Delve(draft("berto", gold=30), places=(place("hall", outdoors=True, terrain="settled", safe=True),))
    delve.do(Hire("berto", "soldier", 1), *sixes(4))
    for _ in range(6):
        delve.do(Travel("settled"))
    assert delve.refused(PayWages("berto")) == "wages_not_due"
    delve.do(Travel("settled"))
    delve.do(PayWages("berto"))
    assert delve["berto"].coins.gp == 20


@pytest.mark.rule("WB-LOYAL-03", "WB-LOYAL-06", "WB-LOYAL-04")
def test_charisma_treatment_and_the_last_check_add_up() -> None:
    camp = Camp(draft("berto", scores={"cha": 16}), draft("ugo", kind="retainer", employer="berto"))
    camp.do(SetTreatment("ugo", 1))
    first = only(camp.do(CheckLoyalty("ugo"), *sixes(4, 4, 4)), LoyaltyRolled)
    assert (first.lookup.total, first.next_check) == (12 + 2 + 1, 1)
    second = only(camp.do(CheckLoyalty("ugo"), *sixes(3, 3, 3)), LoyaltyRolled)
    assert second.lookup.total == 9 + 2 + 1 + 1


@pytest.mark.rule("WB-LOYAL-08", "WB-MORALE-03")
@pytest.mark.parametrize(("option", "total"), [(True, 8), (False, 9)])
def test_a_wavering_retainer_carries_it_into_the_morale_check_by_the_option(option: bool, total: int) -> None:
    camp = Camp(draft("berto"), draft("ugo", kind="retainer", employer="berto"), loyalty_to_morale=option)
    camp.do(CheckLoyalty("ugo"), *sixes(2, 2, 3))  # 7: one less next time
    camp.do(PartyFight((someone("orc", "foes", hp=9, at=10),)), *sixes(6), *sixes(6, 1))
    fight = camp.state.fight
    assert fight is not None
    group = fight.combatants["ugo"].profile.group
    rolled = only(camp.do(CheckMorale(group), *sixes(4, 5)), MoraleRolled)
    assert rolled.lookup.total == total


@pytest.mark.rule("WB-LOYAL-01", "WB-LOYAL-07")
def test_the_dead_and_the_dismissed_are_asked_for_no_loyalty() -> None:
    delve = Delve(
        "berto", draft("ugo", kind="retainer", employer="berto"), draft("pia", kind="retainer", employer="berto"),
        troops=(troop(),),
    )  # fmt: skip
    delve.change("ugo", health="dead", hp=-1)
    delve.do(Dismiss("berto", "pia"))
    assert not found(delve.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1)), LoyaltyDue)


@pytest.mark.rule("WB-LOYAL-06")
def test_whoever_has_retired_pays_and_dismisses_nobody() -> None:
    camp = Camp(draft("berto", gold=50))
    camp.do(Hire("berto", "soldier", 1), *sixes(3))
    camp.do(Retire("berto"))
    for command in (PayWages("berto"), Dismiss("berto", "soldier-1")):
        assert camp.refused(command) == "character_gone"


# -------------------------------------------------------------------- road and weather


@pytest.mark.rule("WB-OUTDOOR-02", "WB-OUTDOOR-01")
def test_a_forced_march_in_heavy_rain_is_an_ordinary_one() -> None:
    delve = Delve(places=ROAD, daily_weather=True)
    events = delve.do(Travel("settled", True), *sixes(6, 6, 6))
    assert (only(events, WeatherTurned).weather, only(events, Travelled).miles) == ("heavy_rain", 12)


@pytest.mark.rule("WB-OUTDOOR-02", "WB-OUTDOOR-04", "WB-MOVE-01")
def test_dwarves_in_plate_force_their_way_through_a_swamp() -> None:
    delve = Delve(of_folk("dorin", "dwarf", gold=800), places=ROAD)  # 80 pounds of gold: 6
    delve.do(Travel("swamp_jungle", True))
    assert only(delve.do(JudgeTerrain("1/2"), *sixes(6, 6)), Travelled).miles == 6


@pytest.mark.rule("WB-CORE-02", "WB-HEAL-01")
def test_a_day_on_which_the_way_was_lost_is_no_day_of_rest() -> None:
    delve = Delve(places=ROAD)
    delve.change("berto", hp=2, max_hp=9)
    delve.do(Travel("open"), *sixes(1))
    delve.do(JudgeWay("half"), *sixes(6))
    assert (delve["berto"].hp, delve.out.miles) == (2, 6)


@pytest.mark.rule("WB-OUTDOOR-01", "WB-DEATH-02")
def test_whoever_lies_dead_slows_nobody_down() -> None:
    delve = Delve("berto", of_folk("dorin", "dwarf"), places=ROAD)
    delve.change("dorin", health="dead", hp=-1)
    assert only(delve.do(Travel("settled"), *sixes(6)), Travelled).miles == 12


@pytest.mark.rule("WB-TIME-02", "WB-MOVE-06")
def test_nobody_marches_on_while_somebody_stands_before_them() -> None:
    delve = Delve(places=ROAD, troops=(troop(),))
    delve.do(Meet("orcs"), *sixes(6, 6), *sixes(1, 1, 1, 1))
    assert delve.refused(Travel("settled")) == "somebody_here"


# -------------------------------------------------------------------- falls, traps, poison


@pytest.mark.rule("WB-TRAP-04")
@pytest.mark.parametrize(("feet", "dice"), [(9, 0), (10, 1), (19, 1), (30, 3), (100, 10)])
def test_a_die_for_every_ten_feet_and_none_for_less(feet: int, dice: int) -> None:
    delve = Delve()
    delve.change("berto", hp=60, max_hp=60)
    events = delve.do(Fall("berto", feet), *sixes(*[2] * dice))
    assert sum(wound.amount for wound in found(events, WoundSuffered)) == 2 * dice


@pytest.mark.rule("WB-TRAP-04", "WB-DEATH-01", "WB-DEATH-02")
@pytest.mark.parametrize(("hp", "health"), [(7, "well"), (6, "dead"), (5, "dead")])
def test_a_fall_to_nothing_kills_as_a_sword_does(hp: int, health: str) -> None:
    delve = Delve()
    delve.change("berto", hp=hp, max_hp=9)
    delve.do(Fall("berto", 20), *sixes(3, 3))
    assert delve["berto"].health == health


@pytest.mark.rule("WB-TRAP-04", "WB-DEATH-03", "WB-DEATH-04")
def test_under_the_milder_rule_the_fallen_lie_there_and_the_others_go_on() -> None:
    delve = Delve("berto", "carla", doors=(ARCH,), death_rule="unconscious_at_zero")
    delve.change("berto", hp=3, max_hp=9, level=4)
    delve.do(Fall("berto", 10), *sixes(5))
    assert (delve["berto"].hp, delve["berto"].health) == (-2, "out")
    delve.do(Go("arch"))
    assert delve.out.at == "cell"


POISONED = trap(threat=threat("death", danger="death_poison", element="poison"))


@pytest.mark.rule("WB-TRAP-01", "WB-SAVE-01", "WB-SAVE-05")
@pytest.mark.parametrize(
    ("class_id", "face", "dies"),
    [("fighter", 12, False), ("fighter", 11, True), ("cleric", 13, False), ("cleric", 12, True),
     ("magic_user", 15, False), ("magic_user", 14, True)],
)  # fmt: skip
def test_a_poisoned_needle_by_class(class_id: str, face: int, dies: bool) -> None:
    """Fighters 14 with 2 against poison, clerics 15 with 2, mages a bare 15."""
    delve = Delve(of_folk("berto", "human", class_id), doors=(ARCH,), traps=(POISONED,))
    events = delve.do(Go("arch"), d6(1), d20(face))
    assert bool(found(events, Perished)) is dies


@pytest.mark.rule("WB-TRAP-01", "WB-SAVE-05")
@pytest.mark.parametrize(("face", "dies"), [(12, False), (11, True)])
def test_a_thief_has_two_against_whatever_a_trap_does(face: int, dies: bool) -> None:
    delve = Delve(of_folk("tina", "human", "thief"), doors=(ARCH,), traps=(POISONED,))
    assert bool(found(delve.do(Go("arch"), d6(2), d20(face)), Perished)) is dies


@pytest.mark.rule("WB-TRAP-01", "WB-SAVE-02")
def test_with_the_matrix_the_class_has_its_column_and_no_bonus() -> None:
    delve = Delve(doors=(ARCH,), traps=(POISONED,), saving_throws="matrix")
    save = only(delve.do(Go("arch"), d6(1), d20(12)), SaveRolled)
    assert (save.check.needed, save.check.total, save.saved) == (12, 12, True)


@pytest.mark.rule("WB-TRAP-01", "WB-TIME-01")
def test_a_trap_that_the_referee_springs_finds_the_sleeper_too() -> None:
    delve = Delve("berto", "carla", traps=(trap(where="hall", pit=10),))
    asleep(delve, "carla")
    events = delve.do(SpringTrap("pit", "carla"), *sixes(4))
    assert only(events, TrapSprung)
    assert sum(wound.amount for wound in found(events, WoundSuffered)) == 4


# -------------------------------------------------------------------- saving throws with everything on them


def save_of(who: dict[str, Any], danger: str, face: int, **options: Any) -> SaveRolled:
    arena = fight_with(someone("a"), someone("b", "B", hp=20, **who), **options)
    told: SaveRolled = only(arena.do(CallSave("b", threat("damage", "1", danger=danger)), d20(face)), SaveRolled)
    return told


@pytest.mark.rule("WB-SAVE-01", "WB-SAVE-05")
@pytest.mark.parametrize(
    ("who", "danger", "face", "saved"),
    [
        ({"class_id": "fighter", "level": 9, "save": 6}, "dragon_breath", 6, True),
        ({"class_id": "fighter", "level": 9, "save": 6}, "dragon_breath", 5, False),
        ({"save": 15, "save_bonuses": (SaveBonus(4, "magic"),)}, "spells_staves", 11, True),
        ({"save": 15, "save_bonuses": (SaveBonus(4, "magic"),)}, "spells_staves", 10, False),
        ({"save": 15, "save_bonuses": (SaveBonus(4, "magic"), SaveBonus(1, "ring"))}, "spells_staves", 10, True),
    ],
)
def test_numbers_of_the_sheet_and_bonuses_of_people_and_rings(
    who: dict[str, Any], danger: str, face: int, saved: bool
) -> None:
    assert save_of(who, danger, face).saved is saved


# -------------------------------------------------------------------- the undead


@pytest.mark.rule("WB-MORALE-04", "WB-SEQ-02")
def test_the_turned_run_and_strike_nobody_on_the_way() -> None:
    cleric = hero("c", class_id="cleric", level=1, alignment="law", gifts={"turns": True})
    arena = fight_with(cleric, beast("skeleton", "s"))
    row = RULES.content.turning.needed(0, 1)
    arena.do(TurnUndead("c", "skeleton"), *sixes(4, 4, 2), *sixes(1, 1, 1))  # the very number
    assert row == 10
    arena.end("A")
    assert arena.refused(Attack("s", "c")).code == "fleeing"


@pytest.mark.rule("WB-MORALE-01", "WB-INIT-01")
def test_one_below_the_number_turns_nobody_and_costs_the_attempt() -> None:
    cleric = hero("c", class_id="cleric", level=1, alignment="law", gifts={"turns": True})
    arena = fight_with(cleric, beast("skeleton", "s"))
    told = only(arena.do(TurnUndead("c", "skeleton"), *sixes(4, 4, 1)), e.TurnAttempted)
    assert told.outcome not in ("turned", "destroyed")
    assert arena.refused(Attack("c", "s")).code == "attacked_already"
    arena.end("A", "B")
    assert arena.refused(TurnUndead("c", "skeleton")).code == "turned_already"


@pytest.mark.rule("WB-DEATH-01")
def test_a_drained_fighter_saves_and_strikes_by_the_level_that_is_left() -> None:
    arena = fight_with(beast("wight", "w", "A"), hero("a", "B", 30, level=4))
    told = only(arena.do(Attack("w", "a"), d20(20), d6(2)), e.LevelsDrained)
    assert arena["a"].profile.level == 3
    (points,) = told.sums()
    assert (points.total, [part.amount for part in points.parts]) == (told.lost, [28, -told.left])
    arena.end("A")
    rolled = only(arena.do(Attack("a", "w"), d20(1)), AttackRolled)
    assert rolled.check.needed == RULES.rules.attack_check(RULES.at(arena.state), arena["a"], arena["w"],
        arena["a"].profile.weapons[0], rolled.check.dice[0])[0].needed  # fmt: skip
    save = only(arena.do(CallSave("a", threat("damage", "1")), d20(11)), SaveRolled)
    assert (save.check.needed, save.saved) == (12, False)


@pytest.mark.rule("WB-DEATH-01", "WB-XP-01")
def test_levels_lost_can_be_earned_again() -> None:
    camp = Camp(draft("berto", level=2))
    camp.change("berto", xp=2000)
    foe = beast("wight", "w", "foes", hp=5, at=10)
    camp.do(PartyFight((foe,)), *sixes(6), *sixes(1, 6))
    camp.do(Attack("w", "berto"), d20(20), d6(1))
    camp.do(EndFight(("party",)))
    assert camp["berto"].level == 1
    assert camp["berto"].xp < 2000
    events = camp.do(GiveXp("berto", 2000 - camp["berto"].xp))
    assert only(events, LevelGained).level == 2


# -------------------------------------------------------------------- things


@pytest.mark.rule("WB-ATK-01", "WB-CORE-02")
def test_a_cursed_blade_strikes_worse_and_stays_in_the_hand() -> None:
    camp = Camp(draft("berto"))
    camp.do(Grant("berto", "weapon", "long_sword", plus=-1))
    key = next(iter(camp["berto"].items))
    camp.do(Carry("berto", key, "hand"))
    camp.do(PartyFight((someone("orc", "foes", hp=9, armour=10, at=10),)), *sixes(6), *sixes(6, 1))
    rolled = only(camp.do(Attack("berto", "orc"), d20(10)), AttackRolled)
    assert (rolled.check.total, rolled.hit) == (9, False)
    camp.do(EndFight(("party",)))
    assert camp.refused(Carry("berto", key, "pack")) == "cursed_thing"


@pytest.mark.rule("WB-SEQ-02", "WB-INVIS-01")
def test_whoever_drinks_a_healing_potion_unseen_stays_unseen() -> None:
    potion = magic("potion_healing", 1)
    arena = fight_with(hero("a", hp=2, gifts={"devices": (potion,)}), beast("orc", "o"))
    unseen = Ongoing(kind="invisible", source="spell:invisibility", ends_on_attack=True)
    arena.state = replace(arena.state, effects={"a": (unseen,)})
    arena.do(UseDevice("a", "potion_healing", "a"), d6(4))
    assert arena.state.effects["a"]
    arena.end("A", "B")
    assert arena.refused(UseDevice("a", "potion_healing", "a")).code == "device_empty"


@pytest.mark.rule("WB-CORE-02")
def test_nobody_uses_what_lies_in_anothers_pack() -> None:
    camp = Camp(draft("berto"), draft("carla"))
    camp.do(Grant("carla", "magic", "potion_healing"))
    assert camp.refused(UseThing("berto", next(iter(camp["carla"].items)))) == "not_owned"


@pytest.mark.rule("WB-MELEE-02", "WB-SURPRISE-03")
def test_magic_weapons_alone_hurt_some_and_the_plain_blow_is_told_as_useless() -> None:
    arena = fight_with(hero("a", weapons=(blade(),)), beast("werewolf", "w"))
    events = arena.do(Attack("a", "w"), d20(20), d6(6))
    assert only(events, DamageDealt).amount == 0
    assert only(events, e.WeaponUseless)


# -------------------------------------------------------------------- healing after everything


@pytest.mark.rule("WB-BIND-01", "WB-BIND-02", "WB-TRAP-04")
def test_bandages_give_back_the_fight_and_not_the_fall_before_it() -> None:
    camp = Camp(draft("berto"), draft("carla"), bind_wounds=True)
    camp.change("berto", hp=8, max_hp=8)
    camp.do(Hurt("berto", RULES.content.turning.affected.parse("3")))
    camp.do(PartyFight((someone("orc", "foes", hp=9, at=10),)), *sixes(6), *sixes(1, 6))
    camp.do(Attack("orc", "berto"), d20(20), d6(2))
    camp.do(EndFight(("party",)))
    assert camp["berto"].hp == 3
    assert only(camp.do(Bandage("carla", "berto"), (4, 4)), Bandaged).healed == 2
    assert camp["berto"].hp == 5
    assert camp.refused(Bandage("carla", "berto")) == "bound_already"


@pytest.mark.rule("WB-HEAL-01", "WB-HEAL-02", "WB-OUTDOOR-01")
@pytest.mark.parametrize(("toil", "hp"), [(None, 40), (WalkAbout(1400), 40), (Travel("settled"), 29)])
def test_a_march_on_the_last_day_begins_the_four_weeks_anew_and_a_stroll_in_safety_does_not(toil: Any, hp: int) -> None:
    delve = Delve(places=(place("hall", outdoors=True, terrain="settled", safe=True),))
    delve.change("berto", hp=1, max_hp=40)
    delve.do(Rest(27))
    if toil is not None:
        delve.do(toil)
    delve.do(Rest(1))
    assert delve["berto"].hp == hp
    delve.do(Rest(27))
    assert delve["berto"].hp == 40


@pytest.mark.rule("WB-LISTEN-01", "WB-TIME-01", "WB-SECRET-01")
def test_the_sleeping_neither_listen_nor_search() -> None:
    delve = Delve("berto", "carla", doors=(door(),))
    asleep(delve, "berto")
    for command in (Listen("berto", "oak"), Search("berto")):
        assert delve.refused(command) == "under_effect"


@pytest.mark.rule("WB-PARLEY-01", "WB-MORALE-01")
def test_the_mindless_dead_are_not_talked_to_and_can_be_run_from() -> None:
    delve = Delve(troops=(troop("dead", "skeleton"),))
    delve.do(Meet("dead"), *sixes(6, 6), (4, 1), (4, 1))
    assert delve.refused(Parley()) == "mindless"
    assert RULES.allows(delve.state, Flee())


@pytest.mark.rule("WB-DEATH-02", "WB-SPELL-01")
def test_nobody_casts_from_the_grave_or_out_of_sleep() -> None:
    camp = Camp(draft("carla", class_id="cleric", level=3))
    camp.change("carla", prepared=("cure_light_wounds",))
    asleep(camp, "carla")
    assert camp.refused(CastSpell("carla", "cure_light_wounds", "carla")) == "under_effect"
    camp.change("carla", health="dead")
    assert camp.refused(CastSpell("carla", "cure_light_wounds", "carla")) == "character_gone"


@pytest.mark.rule("WB-TIME-01", "WB-LIGHT-02", "WB-LIGHT-04")
def test_a_torch_burns_for_six_turns_and_no_longer() -> None:
    delve = Delve(torches=1)
    key = next(iter(delve["berto"].items))
    delve.do(KindleLight("berto", key))
    delve.do(PassTurns(5))
    (light,) = delve.out.lights.values()
    assert light.out_at - delve.state.minutes == 10
    delve.do(PassTurns(1), *sixes(6))
    assert not light.burning(delve.state.minutes)
