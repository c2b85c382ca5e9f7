"""Situations of L'Infausta in which two chapters meet, with the book's own numbers: camp, march, way, morale, death."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import fight_with
from tests.rules.infausta.camp import RULES, Camp, Dungeon, Wilds, door, found, one, only, strip, trap, troop, way
from tests.rules.infausta.features.stage import beast, hero, staged
from tests.rules.whitebox.arena import d6, d20, sixes, someone, threat

from arbitro.kernel.seat import REFEREE
from arbitro.rules.infausta.commands import RestTurn
from arbitro.rules.infausta.features.commands import SpendZeal, TakeTrophies, UseSkill
from arbitro.rules.infausta.wilderness import events as e
from arbitro.rules.infausta.wilderness.commands import (
    AnnounceWeather,
    BreakCamp,
    ChooseHeading,
    ConductMarch,
    MakeCamp,
    MarchOn,
)
from arbitro.rules.infausta.wilderness.journey import reachable
from arbitro.rules.whitebox.commands import Attack, CallSave, CheckMorale, EndFight
from arbitro.rules.whitebox.events import DamageDealt, Fell, MoraleRolled, SaveRolled
from arbitro.rules.whitebox.exploring.commands import Charge, Fall, Go, JoustOf, Meet, PassTurns, Search
from arbitro.rules.whitebox.exploring.events import LanceHurt, Perished
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.commands import Carry, Grant, Hire, Memorise, PayWages, Rest
from arbitro.rules.whitebox.people.events import WoundSuffered
from arbitro.rules.whitebox.powers.commands import TurnUndead

ARCH = door("arch", passage=True)
QUIET = sixes(6, 6)


def asleep(camp: Camp, who: str) -> None:
    """Somebody sleeps a sleep that no noise ends."""
    camp.state = replace(camp.state, effects={**camp.state.effects, who: (Ongoing(kind="asleep"),)})


def day(wilds: Wilds, to: str, weather: str = "clear", *, forced: bool = False) -> list[Any]:
    """A day's march without encounters, as far as the referee is advised."""
    wilds.do(AnnounceWeather(weather))
    events = wilds.do(ChooseHeading(to, forced), *way(wilds), *QUIET)
    command = RULES.suggest(wilds.state, REFEREE)
    assert isinstance(command, ConductMarch)
    return events + wilds.do(command, *(sixes(6) if forced else ()))


# -------------------------------------------------------------------- camp and march


@pytest.mark.rule("IS-WILD-08", "IS-HEAL-01", "IS-WILD-18")
def test_a_night_in_camp_gives_a_point_and_a_night_on_the_march_none() -> None:
    wilds = Wilds()
    wilds.change("berto", hp=2, max_hp=9)
    day(wilds, "0,1")
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    assert wilds["berto"].hp == 3
    onward = next(spot for spot in reachable(wilds.journey) if spot > wilds.journey.at)
    day(wilds, onward, forced=True)
    wilds.do(BreakCamp())
    assert wilds["berto"].hp == 3


@pytest.mark.rule("IS-WILD-04", "IS-OUT-01", "IS-MOVE-01")
@pytest.mark.parametrize(
    ("folk", "gold", "weather", "miles"),
    [("human", 0, "clear", "12"), ("human", 900, "clear", "9"), ("dvergar", 0, "clear", "9"),
     ("dvergar", 900, "hot", "3"), ("human", 1200, "heavy_rain", "3")],
)  # fmt: skip
def test_miles_by_people_load_and_sky(folk: str, gold: int, weather: str, miles: str) -> None:
    wilds = Wilds(one("berto", folk, gold=gold))
    assert only(day(wilds, "0,1", weather), e.Marched).miles == miles


@pytest.mark.rule("IS-WILD-05", "IS-WILD-04")
def test_the_lost_do_not_know_and_where_nobody_gets_lost_no_die_is_thrown() -> None:
    wilds = Wilds(land=strip(*["swamp_jungle"] * 4))
    wilds.do(AnnounceWeather("clear"))
    events = wilds.do(ChooseHeading("0,1"), *way(wilds, 1), *QUIET)
    assert only(events, e.WayChecked).audience == "referee"
    settled = Wilds()
    settled.do(AnnounceWeather("clear"))
    assert way(settled) == ()


@pytest.mark.rule("IS-WILD-09", "IS-WILD-11")
def test_whoever_marched_through_the_night_has_no_spell_in_the_morning() -> None:
    wilds = Wilds(one("carla", class_id="cleric", level=3))
    wilds.change("carla", prepared=())
    day(wilds, "0,1", forced=True)
    wilds.do(BreakCamp())
    assert wilds.refused(Memorise("carla", "cure_light_wounds")).code == "no_camp_no_spells"


@pytest.mark.rule("IS-WILD-03", "IS-WILD-08")
def test_nobody_breaks_a_camp_that_was_not_made() -> None:
    wilds = Wilds()
    for command in (BreakCamp(), MakeCamp("none"), MarchOn()):
        assert wilds.refused(command).code == "not_now"


@pytest.mark.rule("IS-WILD-12", "IS-SAVE-02")
@pytest.mark.parametrize(
    ("nights", "face", "saved"),
    [(1, 12, True), (1, 11, False), (2, 13, False), (2, 14, True), (3, 16, False), (3, 17, True)],
)
def test_nights_without_rest_weigh_on_the_saving_throw(nights: int, face: int, saved: bool) -> None:
    """A champion's d20 with 1 for the level and 2 against poison, held against 15; two nights take 2, three take 5."""
    camp = Dungeon(one("berto"), traps=(trap(threat=threat("death", danger="death_poison")),), doors=(ARCH,))
    camp.state = RULES.evolve(camp.state, e.NightPassed("march", {"berto": nights}))
    assert bool(found(camp.do(Go("arch"), d6(1), d20(face)), Perished)) is not saved


# -------------------------------------------------------------------- saving, dying, falling


@pytest.mark.rule("IS-SAVE-02", "IS-TRAP-01")
@pytest.mark.parametrize(
    ("class_id", "level", "face", "dies"),
    [("hunter", 1, 14, False), ("hunter", 1, 13, True), ("hunter", 5, 10, False), ("hunter", 5, 9, True),
     ("champion", 1, 12, False), ("champion", 1, 11, True)],
)  # fmt: skip
def test_a_poisoned_needle_by_class_and_level(class_id: str, level: int, face: int, dies: bool) -> None:
    needle = trap(threat=threat("death", danger="death_poison"))
    dungeon = Dungeon(one("berto", class_id=class_id, level=level), doors=(ARCH,), traps=(needle,))
    assert bool(found(dungeon.do(Go("arch"), d6(2), d20(face)), Perished)) is dies


@pytest.mark.rule("IS-DEATH-02", "IS-DEATH-03", "IS-TRAP-04")
@pytest.mark.parametrize(
    ("level", "faces", "health"),
    [(1, (4,), "out"), (1, (5,), "dead"), (3, (5, 1), "out"), (3, (6, 1), "dead"), (3, (2, 1), "well")],
)
def test_a_fall_is_deadly_only_below_zero_by_the_level(level: int, faces: tuple[int, ...], health: str) -> None:
    dungeon = Dungeon(one("berto", level=level))
    dungeon.change("berto", hp=4, max_hp=20)
    dungeon.do(Fall("berto", 10 * len(faces)), *sixes(*faces))
    assert dungeon["berto"].health == health


@pytest.mark.rule("IS-DEATH-03", "IS-MORALE-01")
def test_the_unconscious_test_no_morale_and_are_no_target() -> None:
    arena = fight_with(someone("a"), someone("b", "B", class_id="champion", level=3, hp=3), someone("c", "B", hp=9))
    assert only(arena.do(Attack("a", "b"), d20(20), d6(4)), Fell).condition == "out"
    assert arena.refused(Attack("a", "b")).code == "attacked_already"
    rolled = only(arena.do(CheckMorale(arena["c"].profile.group), *sixes(4, 4)), MoraleRolled)
    assert rolled.lookup.total <= 8
    assert arena["b"].morale == ""


@pytest.mark.rule("IS-DEATH-02", "IS-DEATH-03")
@pytest.mark.parametrize(("level", "condition"), [(2, "dead"), (3, "out")])
def test_whoever_has_lost_a_level_dies_sooner(level: int, condition: str) -> None:
    """Two below zero: a hero of the second level dies of it, one of the third does not."""
    arena = fight_with(someone("a"), hero("b", "champion", level, 3, side="B", at=10), someone("c", "B", hp=30))
    arena.do(CallSave("b", threat("damage", "5", save=False)))
    assert arena["b"].condition == condition


# -------------------------------------------------------------------- the dungeon turn


@pytest.mark.rule("IS-TURN-12", "IS-TURN-17")
def test_the_sixth_turn_is_for_rest_and_a_rest_taken_early_counts() -> None:
    dungeon = Dungeon()
    for number in range(1, 5):
        dungeon.do(PassTurns(), *(sixes(6) if number == 5 else ()))
    events = dungeon.do(RestTurn(), *sixes(6))
    assert events
    assert dungeon.turn.active == 0


@pytest.mark.rule("IS-TURN-18", "IS-TURN-10")
def test_the_sleeping_search_nothing_and_the_dead_fill_no_turn() -> None:
    dungeon = Dungeon("berto", "carla")
    asleep(dungeon, "berto")
    assert dungeon.refused(Search("berto")).code == "under_effect"
    dungeon.change("carla", health="dead", hp=-3)
    assert dungeon.refused(Search("carla")).code == "character_gone"


@pytest.mark.rule("IS-THIEF-02", "IS-TURN-17")
def test_a_champion_has_no_art_of_hiding_whoever_is_near() -> None:
    dungeon = Dungeon(troops=(troop("gobs", "goblin"),))
    assert dungeon.refused(UseSkill("berto", "hide")).code == "no_skill_for"
    dungeon.do(Meet("gobs"), *sixes(6, 6), (4, 1), (4, 1))
    assert dungeon.refused(UseSkill("berto", "hide")).code == "somebody_here"


# -------------------------------------------------------------------- features


@pytest.mark.rule("IS-HUNT-02", "IS-DEATH-03")
@pytest.mark.parametrize("how", ["asleep", "out"])
def test_no_trophy_is_taken_in_sleep_or_swoon(how: str) -> None:
    camp = Camp(one("berto", class_id="hunter"))
    if how == "asleep":
        asleep(camp, "berto")
    else:
        camp.change("berto", health="out", hp=0)
    assert camp.refused(TakeTrophies("berto")).code == {"asleep": "under_effect", "out": "character_out"}[how]


@pytest.mark.rule("IS-PALA-03")
def test_zeal_heals_the_wounded_and_smites_the_dead_that_walk() -> None:
    stage = staged(
        hero("p", "paladin", 3, 20), hero("c", "thief", 1, 8), beast("zombie", "z", hp=20),
        intents={"p": ("other", "z", "", "spend_zeal")},
    )  # fmt: skip
    dealt = only(stage.do(SpendZeal("p", "z", 2)), DamageDealt)
    assert dealt.amount == 2
    assert stage.refused(SpendZeal("p", "z", 1)).code == "attacked_already"


@pytest.mark.rule("IS-COMBAT-01", "IS-INIT-01")
def test_a_cleric_who_declared_a_blow_turns_nobody() -> None:
    cleric = hero("c", "cleric", 3, 9, alignment="law", gifts={"turns": True})
    stage = staged(cleric, beast("skeleton", "s"))
    assert stage.refused(TurnUndead("c", "skeleton")).code == "declared_otherwise"


@pytest.mark.rule("IS-COMBAT-01", "IS-MORALE-01")
def test_whoever_declared_it_turns_the_undead_by_the_very_number() -> None:
    cleric = hero("c", "cleric", 1, 9, alignment="law", gifts={"turns": True})
    stage = staged(cleric, beast("skeleton", "s"), intents={"c": ("other", "", "", "turn_undead/skeleton")})
    stage.do(TurnUndead("c", "skeleton"), *sixes(4, 4, 2), *sixes(1, 1, 1))
    assert stage["s"].morale == "flee"


# -------------------------------------------------------------------- pay and lists


@pytest.mark.rule("IS-LOYAL-03")
def test_wages_fall_due_by_the_week_wherever_it_was_spent() -> None:
    camp = Camp(one("berto", gold=30))
    camp.do(Hire("berto", "soldier", 1), *sixes(4))
    camp.do(Rest(6))
    assert camp.refused(PayWages("berto")).code == "wages_not_due"
    camp.do(Rest(1))
    camp.do(PayWages("berto"))
    assert camp["berto"].coins.gp == 20


@pytest.mark.rule("IS-JOUST-03", "IS-JOUST-06", "IS-HEAL-01")
def test_a_bruise_of_the_lists_is_gone_after_its_nights() -> None:
    camp = Camp(one("aldo", level=3), one("bice", level=3))
    for who in ("aldo", "bice"):
        camp.change(who, hp=20, max_hp=20)
        for sort, item in (("transport", "warhorse_medium"), ("weapon", "lance")):
            camp.do(Grant(who, sort, item))
        camp.do(Carry(who, "lance", "hand"))
    camp.do(JoustOf("aldo", "bice", "blunted"))
    for number in range(3):
        camp.do(Charge("aldo"))
        hit = number == 0
        camp.do(Charge("bice"), d20(18 if hit else 1), d20(1), *((d6(6), d20(20)) if hit else ()))
    assert camp["bice"].hp == 15
    camp.do(Rest(2))
    assert camp["bice"].hp == 17


@pytest.mark.rule("IS-WILD-12", "IS-WILD-13", "IS-JOUST-02", "IS-JOUST-03")
@pytest.mark.parametrize(("lances", "less"), [("blunted", 1), ("sharp", 0)])
@pytest.mark.parametrize(("nights", "malus"), [(1, 0), (2, 2), (3, 5)])
def test_nights_without_rest_weigh_on_the_lance_too(lances: str, less: int, nights: int, malus: int) -> None:
    camp = Camp(one("aldo", level=3), one("bice", level=3))
    for who in ("aldo", "bice"):
        camp.change(who, hp=20, max_hp=20)
        for sort, item in (("transport", "warhorse_medium"), ("weapon", "lance")):
            camp.do(Grant(who, sort, item))
        camp.do(Carry(who, "lance", "hand"))
    camp.state = replace(camp.state, sleepless={"aldo": nights})
    camp.do(JoustOf("aldo", "bice", lances))
    camp.do(Charge("aldo"))
    hurt = max(6 - less - malus, 0)
    events = camp.do(Charge("bice"), d20(18), d20(1), d6(6), *((d20(20),) if hurt else ()))
    assert only(events, LanceHurt).amount == hurt


@pytest.mark.rule("IS-TRAP-04")
@pytest.mark.parametrize(("feet", "dice"), [(9, 0), (10, 1), (25, 2)])
def test_a_die_for_every_whole_ten_feet(feet: int, dice: int) -> None:
    dungeon = Dungeon()
    dungeon.change("berto", hp=30, max_hp=30)
    events = dungeon.do(Fall("berto", feet), *sixes(*[3] * dice))
    assert sum(wound.amount for wound in found(events, WoundSuffered)) == 3 * dice


@pytest.mark.rule("IS-SAVE-02")
def test_a_save_tells_level_and_number() -> None:
    arena = fight_with(someone("a"), someone("b", "B", class_id="thief", level=4, hp=9))
    save = only(arena.do(CallSave("b", threat("damage", "1")), d20(11)), SaveRolled)
    assert (save.check.total, save.check.needed, save.saved) == (15, 15, True)


@pytest.mark.rule("IS-COMBAT-01")
def test_after_the_end_nobody_is_held_to_a_declaration() -> None:
    stage = staged(hero("p", "champion", 1, 9), beast("goblin", "g"))
    stage.do(EndFight(("A",)))
    assert stage.refused(Attack("p", "g")).code == "no_fight"
