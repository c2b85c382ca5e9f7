"""The wilderness day: its order, weather, the way, checks by day and night, marches, camp and sleeplessness."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES, Arena
from tests.rules.infausta.camp import Wilds, found, named, one, only, road, strip, troop, way
from tests.rules.sums import adds_up
from tests.rules.whitebox.arena import d6, d20, sixes, someone, threat

from arbitro.dice.amount import Amount
from arbitro.dice.stream import AuditedDice, seed_from_text
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.kernel.witness import Said, in_words
from arbitro.kernel.yamlfile import Document
from arbitro.rules.infausta.state import State
from arbitro.rules.infausta.wilderness import events as e
from arbitro.rules.infausta.wilderness.commands import (
    ActOnTheSpot,
    AllowNightMarch,
    AnnounceWeather,
    BreakCamp,
    ChangeGoal,
    ChooseHeading,
    ConductMarch,
    EndJourney,
    MakeCamp,
    MarchOn,
    MarkFrail,
    PlayEncounter,
)
from arbitro.rules.infausta.wilderness.journey import reachable
from arbitro.rules.infausta.wilderness.land import direction, hex_land, random_land, read_land
from arbitro.rules.infausta.wilderness.night import those_in_need
from arbitro.rules.infausta.wilderness.state import Journey, Land, Spot
from arbitro.rules.infausta.wilderness.state import Way as Road
from arbitro.rules.infausta.wilderness.weariness import weariness, weary
from arbitro.rules.whitebox.commands import Attack, CallSave, JudgeSurprise
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, SaveRolled
from arbitro.rules.whitebox.exploring.commands import Flee, Meet, PartWays, PayRansom, StateFacts, TakeFrom, Travel
from arbitro.rules.whitebox.exploring.events import Captured, MetSomebody, RansomDemanded
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, Ongoing
from arbitro.rules.whitebox.people.commands import Hurt, Memorise, MemoriseAll, Rest
from arbitro.rules.whitebox.people.events import Rested
from arbitro.rules.whitebox.people.load import combat_distance
from arbitro.text import LANGUAGES, Fault, Language

QUIET = sixes(6, 6)
"""Two checks by day that come to nothing."""
PLAYER = Seat("party", "player", frozenset({"party", "berto"}))


def march(wilds: Wilds, to: str = "0,1", face: int = 6, *, forced: bool = False, factor: str = "1") -> list[Any]:
    """A morning and a march without encounters; a forced one goes through the night too."""
    wilds.do(AnnounceWeather("clear"))
    events = wilds.do(ChooseHeading(to, forced), *way(wilds, face), *QUIET)
    night = sixes(6) if forced and wilds.state.options["forced_march_costs_night"] else []
    return events + wilds.do(ConductMarch(to, factor), *night)


def nights_without_sleep(wilds: Wilds, count: int) -> None:
    """Nights marched through, from where the party is, one hex after the other."""
    for _ in range(count):
        to = next(spot for spot in reachable(wilds.journey) if spot > wilds.journey.at)
        march(wilds, to, forced=True)
        wilds.do(BreakCamp())


# -------------------------------------------------------------------- the order of the day


@pytest.mark.rule("IS-WILD-01", "IS-WILD-03", "IS-WILD-04", "IS-WILD-07", "IS-WILD-08", "IS-WILD-18")
def test_the_seven_steps_of_a_day_in_their_order():
    wilds = Wilds()
    events = march(wilds)
    events += wilds.do(MakeCamp("none"), d6(6))
    steps = [
        type(event).__name__
        for event in events
        if type(event).__name__ in ("HeadingChosen", "WayChecked", "WildernessChecked", "Marched", "CampMade")
    ]
    assert steps == [
        "HeadingChosen", "WayChecked", "WildernessChecked", "WildernessChecked", "Marched", "CampMade",
        "WildernessChecked",
    ]  # fmt: skip
    began = only(wilds.do(BreakCamp()), e.DayBegan)
    assert (began.day, began.rules[:2]) == (2, ("IS-WILD-01", "IS-WILD-03"))


@pytest.mark.rule("IS-WILD-03")
def test_no_step_comes_before_its_turn():
    wilds = Wilds()
    assert wilds.refused(ChooseHeading("0,1")).rules == ("IS-WILD-03",)
    wilds.do(AnnounceWeather("clear"))
    for command in (AnnounceWeather("clear"), MakeCamp(), MarchOn(), BreakCamp()):
        assert wilds.refused(command).code == "not_now"
    for command in (Travel("open"), Rest(1), Rest(7, broken=True)):
        assert wilds.refused(command).code == "day_in_order"


@pytest.mark.rule("IS-WILD-04")
def test_the_weather_is_the_referees_by_choice_or_by_the_table():
    wilds = Wilds()
    assert wilds.refused(AnnounceWeather("frogs")).code == "no_weather"
    told = only(wilds.do(AnnounceWeather("?"), d6(1), d6(2)), e.WeatherAnnounced)
    assert (told.weather, told.rules, wilds.journey.step) == ("hot", ("IS-WILD-04",), "heading")


@pytest.mark.rule("IS-WILD-01", "IS-WILD-02")
def test_a_way_of_two_days_is_two_runs_of_the_procedure():
    wilds = Wilds(land=road(2), at="mill", goal="tower")
    march(wilds, "tower")
    assert (wilds.journey.at, wilds.journey.gone) == ("mill", "12")
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    events = march(wilds, "tower")
    ended = only(events, e.JourneyEnded)
    assert (ended.day, ended.arrived) == (2, True)


@pytest.mark.rule("IS-WILD-02")
def test_for_a_slow_party_on_a_point_map_the_referee_is_asked_with_the_rule_in_hand():
    wilds = Wilds(one("dvalin", "dvergar"), land=road(2), at="mill")
    wilds.do(AnnounceWeather("clear"))
    assert "IS-WILD-02" in only(wilds.do(ChooseHeading("tower"), *way(wilds), *QUIET), e.MarchAsked).rules


# -------------------------------------------------------------------- the way


@pytest.mark.rule("IS-WILD-05")
def test_whether_the_way_is_lost_only_the_referee_knows():
    land = strip("forest", "forest", "forest")
    lost, kept = Wilds(land=land, at="0,1"), Wilds(land=land, at="0,1")
    for wilds, face in ((lost, 2), (kept, 3)):
        wilds.do(AnnounceWeather("clear"))
        checked = only(events := wilds.do(ChooseHeading("0,2"), *way(wilds, face), *QUIET), e.WayChecked)
        assert (checked.lost, checked.audience, checked.rules) == (face == 2, "referee", ("IS-WILD-05",))
        seen = [shown_to(RULES, wilds.state, event, PLAYER) for event in events]
        assert [type(event).__name__ for event in seen if event is not None] == ["HeadingChosen"]
    assert RULES.view(lost.state, PLAYER).journey.lost is None
    assert RULES.view(lost.state, REFEREE).journey.lost is True


@pytest.mark.rule("IS-WILD-05", "IS-WILD-07")
def test_who_is_lost_goes_where_the_referee_says_and_sees_only_the_country():
    wilds = Wilds(land=strip("forest", "forest", "desert"), at="0,1")
    wilds.do(AnnounceWeather("clear"))
    wilds.do(ChooseHeading("0,0"), *way(wilds, 1), *QUIET)
    events = wilds.do(ConductMarch("0,2"))
    assert wilds.journey.at == "0,2"
    assert only(events, e.CameTo).terrain == "desert"
    assert only(events, e.Arrived).audience == "referee"
    assert RULES.view(wilds.state, PLAYER).journey.at == ""


# -------------------------------------------------------------------- wandering monsters


@pytest.mark.rule("IS-WILD-06", "IS-WILD-18")
def test_two_checks_by_day_and_one_by_night():
    wilds = Wilds()
    events = march(wilds) + wilds.do(MakeCamp("none"), d6(6))
    assert [event.when for event in found(events, e.WildernessChecked)] == ["day", "day", "night"]
    assert 1 - (Fraction(5, 6)) ** 3 == Fraction(91, 216)


@pytest.mark.rule("IS-WILD-05")
def test_where_nobody_can_get_lost_no_die_is_thrown_and_who_was_lost_is_so_no_more():
    wilds = lost_on(strip("open", "settled", "settled"), "0,0", "0,2")
    wilds.do(ConductMarch("0,1", "1/2"))
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    assert wilds.journey.at == "0,1"
    wilds.do(AnnounceWeather("clear"))
    checked = only(wilds.do(ChooseHeading("0,2"), *QUIET), e.WayChecked)
    assert (checked.check, checked.lost, checked.variant()) == (None, False, "sure")
    assert not wilds.journey.lost


@pytest.mark.rule("IS-WILD-06")
@pytest.mark.parametrize(("chance", "face", "met"), [(-1, 1, True), (-1, 2, False), (3, 3, True), (0, 1, False)])
def test_the_odds_are_the_countrys_unless_the_map_says_otherwise(chance, face, met):
    wilds = Wilds(land=road(2, encounter=chance), at="mill")
    wilds.do(AnnounceWeather("clear"))
    events = wilds.do(ChooseHeading("tower"), *way(wilds), *(sixes(6, face) if chance else ()))
    assert [event.met for event in found(events, e.WildernessChecked)] == [False, met]


@pytest.mark.rule("IS-WILD-07", "IS-TURN-15")
def test_an_encounter_comes_after_the_march_by_surprise_distance_reaction():
    wilds = Wilds()
    wilds.do(AnnounceWeather("clear"))
    wilds.do(ChooseHeading("0,1"), *way(wilds), *sixes(1, 6))
    assert wilds.refused(MakeCamp()).code == "awaiting"
    wilds.do(ConductMarch("0,1"))
    assert wilds.journey.step == "encounter"
    assert wilds.refused(MakeCamp()).code == "not_now"
    dice = AuditedDice(seed_from_text("met"))
    resolved = RULES.decide(wilds.state, PlayEncounter(), dice)
    kinds = [type(event).__name__ for event in resolved.events]
    assert "TroubleCame" in kinds
    order = [name for name in kinds if name in ("MeetingSurprise", "MetSomebody", "EncounterOrder")]
    if found(resolved.events, MetSomebody):
        assert order[-2:] == ["MetSomebody", "EncounterOrder"]
        after = RULES.decide(resolved.state, PartWays(), dice)
        assert after.state.journey.step == "camp", "evening comes when the last encounter is over"


@pytest.mark.rule("IS-WILD-18", "IS-WILD-17")
@pytest.mark.parametrize(("face", "due"), [(1, 1), (2, 0)])
def test_the_night_check_finds_the_watch_as_it_is(face, due):
    wilds = Wilds("berto", "dalia")
    march(wilds)
    made = only(wilds.do(MakeCamp("dalia, berto"), d6(face)), e.CampMade)
    assert made.watches == ("dalia", "berto")
    assert len(wilds.journey.due) == due
    if due:
        assert wilds.refused(BreakCamp()).rules == ("IS-WILD-18",)
        resolved = RULES.decide(wilds.state, PlayEncounter(), AuditedDice(seed_from_text("night")))
        assert only(resolved.events, e.TroubleCame).awake == ("dalia", "berto")


@pytest.mark.rule("IS-WILD-17")
def test_watches_are_kept_by_members_and_are_no_sleepless_night():
    wilds = Wilds()
    march(wilds)
    assert wilds.refused(MakeCamp("nobody-here")).rules == ("IS-WILD-17",)
    wilds.do(MakeCamp("all"), d6(6))
    wilds.do(BreakCamp())
    assert wilds.state.sleepless == {}


# -------------------------------------------------------------------- miles


@pytest.mark.rule("IS-OUT-01", "IS-OUT-02", "IS-MOVE-01")
@pytest.mark.parametrize(
    ("folk", "gold", "forced", "miles"),
    [
        ("human", 0, False, "12"),
        ("human", 900, False, "9"),
        ("human", 900, True, "18"),
        ("dvergar", 2000, False, "3/2"),
        ("dvergar", 2000, True, "3"),
    ],
)
def test_miles_of_a_day_keep_their_fractions(folk, gold, forced, miles):
    wilds = Wilds(one("berto", folk, gold=gold))
    assert only(march(wilds, forced=forced), e.Marched).miles == miles


@pytest.mark.rule("IS-OUT-03")
@pytest.mark.parametrize(("rate", "yards"), [(9, 30), (12, 40), (Fraction(3, 2), 5)])
def test_a_round_outdoors_is_counted_in_yards(rate, yards):
    assert combat_distance(rate) == yards


@pytest.mark.rule("IS-OUT-04")
@pytest.mark.parametrize(("factor", "forced", "miles"), [("1/2", False, "6"), ("1/2", True, "12"), ("1", False, "12")])
def test_hard_ground_takes_only_what_the_referee_confirms(factor, forced, miles):
    wilds = Wilds(land=strip(*["hills_mountains"] * 5))
    wilds.do(AnnounceWeather("clear"))
    asked = only(wilds.do(ChooseHeading("0,1", forced), *way(wilds), *QUIET), e.MarchAsked)
    assert (asked.proposed, asked.audience) == ("1/2", "referee")
    assert wilds.refused(ConductMarch("0,1", "0")).rules == ("IS-OUT-04",)
    events = wilds.do(ConductMarch("0,1", factor), *(sixes(6) if forced else ()))
    assert only(events, e.Marched).miles == miles


@pytest.mark.rule("IS-WILD-19")
def test_what_is_done_in_passing_does_not_shorten_the_march():
    wilds = Wilds()
    wilds.do(AnnounceWeather("clear"))
    before = wilds.state.minutes
    done = only(wilds.do(ActOnTheSpot("berto", "forces the door of a hut and looks around")), e.DoneOnTheSpot)
    assert (wilds.state.minutes, done.rules[0]) == (before, "IS-WILD-19")
    wilds.do(ChooseHeading("0,1"), *way(wilds), *QUIET)
    assert only(wilds.do(ConductMarch("0,1")), e.Marched).miles == "12"
    assert wilds.refused(ActOnTheSpot("berto", " ")).code == "bad_text"


# -------------------------------------------------------------------- camp and sleeplessness


@pytest.mark.rule("IS-WILD-08", "IS-WILD-11")
@pytest.mark.parametrize("camps", [True, False])
def test_camp_or_march_on(camps):
    wilds = Wilds()
    march(wilds)
    assert wilds.journey.step == "camp"
    wilds.do(MakeCamp("none") if camps else MarchOn(), d6(6))
    wilds.do(BreakCamp())
    assert wilds.state.sleepless == ({} if camps else {"berto": 1})
    assert weariness(1).modifier == 0


@pytest.mark.rule("IS-WILD-11", "IS-OUT-02")
@pytest.mark.parametrize(("costs", "step", "nights"), [(True, "night", {"berto": 1}), (False, "camp", {})])
def test_the_price_of_a_forced_march_by_the_option(costs, step, nights):
    wilds = Wilds(forced_march_costs_night=costs)
    march(wilds, forced=True)
    assert wilds.journey.step == step
    if step == "camp":
        wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    assert wilds.state.sleepless == nights


@pytest.mark.rule("IS-WILD-11")
def test_marching_on_at_evening_covers_as_much_again():
    wilds = Wilds()
    march(wilds)
    assert wilds.journey.at == "0,2"
    wilds.do(MarchOn(), d6(6))
    assert wilds.journey.at == "0,4"


@pytest.mark.rule("IS-WILD-09")
@pytest.mark.parametrize("camps", [True, False])
def test_spells_come_back_only_in_camp(camps):
    caster = one("ofelia", class_id="magic_user", book=("sleep", "light"))
    wilds = Wilds(caster)
    march(wilds)
    wilds.do(MakeCamp("none") if camps else MarchOn(), d6(6))
    wilds.do(BreakCamp())
    if camps:
        wilds.do(MemoriseAll("ofelia"))
        assert len(wilds["ofelia"].prepared) == 1
    else:
        assert wilds.refused(MemoriseAll("ofelia")).rules == ("IS-WILD-09",)
        assert wilds.refused(Memorise("ofelia", "sleep")).code == "no_camp_no_spells"


@pytest.mark.rule("IS-WILD-10")
@pytest.mark.parametrize(("allowed", "step"), [("yes", "night"), ("no", "camp")])
def test_who_needs_rest_marches_by_night_only_with_leave(allowed, step):
    wilds = Wilds()
    wilds.do(MarkFrail("berto"))
    events = march(wilds)
    offered = only(events, e.CampOffered)
    assert (offered.needy, "IS-WILD-10" in offered.rules) == (("berto",), True)
    wilds.do(MarchOn())
    assert wilds.state.awaiting[0].kind == "night_march"
    wilds.do(AllowNightMarch(allowed), *(sixes(6) if allowed == "yes" else ()))
    assert wilds.journey.step == step
    wilds.do(MarkFrail("berto", False))
    assert wilds.journey.frail == ()


@pytest.mark.rule("IS-WILD-10")
def test_armour_and_mounts_need_a_camp():
    armoured = Wilds(one(gold=200, buy={"leather": 1}))
    assert those_in_need(RULES.at(armoured.state)) == ("berto",)
    mounted = Wilds(one(gold=200, buy={"mule": 1}))
    assert those_in_need(RULES.at(mounted.state)) == ("berto",)
    assert those_in_need(RULES.at(Wilds().state)) == ()


@pytest.mark.rule("IS-WILD-12", "IS-WILD-13")
@pytest.mark.parametrize(("nights", "modifier", "percent"), [(0, 0, 0), (1, 0, 0), (2, -2, -10), (3, -5, -25)])
def test_what_nights_without_rest_cost(nights, modifier, percent):
    cost = weariness(nights)
    assert (cost.modifier, cost.percent) == (modifier, percent)
    state = State(sleepless={"a": nights} if nights else {})
    assert weary(state, "a") == cost


def tired(nights: int, *members: Any) -> Arena:
    arena = Arena(*members, surprise_method="judgement")
    arena.state = State(
        options=arena.state.options, awaiting=arena.state.awaiting, fight=arena.state.fight, sleepless={"a": nights}
    )
    arena.do(JudgeSurprise(""))
    arena.declare_all(d6(6), d6(1))
    return arena


@pytest.mark.rule("IS-WILD-12")
@pytest.mark.parametrize(("face", "hit"), [(13, True), (12, False)])
def test_two_nights_weigh_on_attack_and_damage(face, hit):
    arena = tired(2, someone("a", to_hit=3), someone("b", "B", armour=14, hp=9))
    events = arena.do(Attack("a", "b"), d20(face), *((d6(1),) if hit else ()))
    told = only(events, AttackRolled)
    assert (told.hit, told.check.modifiers[-1].rule) == (hit, "IS-WILD-12")
    if hit:
        assert only(events, DamageDealt).amount == 0, "no damage, and not less than none"


@pytest.mark.rule("IS-WILD-12", "IS-WILD-13")
@pytest.mark.parametrize(("nights", "needed"), [(2, 16), (3, 19)])
def test_a_tired_saving_throw(nights, needed):
    for face, saved in ((needed, True), (needed - 1, False)):
        arena = tired(nights, someone("a", hp=9, class_id="champion"), someone("b", "B"))
        told = only(arena.do(CallSave("a", threat("damage", "1")), d20(face)), SaveRolled)
        assert told.saved is saved


@pytest.mark.rule("IS-WILD-12", "IS-WILD-13", "IS-WILD-16")
def test_three_nights_in_a_row_and_no_fourth():
    wilds = Wilds(land=strip(*["settled"] * 14))
    nights_without_sleep(wilds, 2)
    to = reachable(wilds.journey)[-1]
    march(wilds, to, forced=True)
    told = only(wilds.do(BreakCamp()), e.Weary)
    assert (told.nights, told.modifier, told.percent, told.rules) == (3, -5, -25, ("IS-WILD-13",))
    wilds.do(AnnounceWeather("clear"))
    assert wilds.state.sleepless == {"berto": 3}
    assert wilds.refused(ChooseHeading(reachable(wilds.journey)[-1], True)).rules == ("IS-WILD-16",)
    to = reachable(wilds.journey)[-1]
    wilds.do(ChooseHeading(to), *way(wilds), *QUIET)
    wilds.do(ConductMarch(to))
    assert wilds.refused(MarchOn()).code == "three_nights"
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    assert wilds.state.sleepless == {}


@pytest.mark.rule("IS-WILD-14")
@pytest.mark.parametrize(("held", "left"), [(("sleep", "light", "sleep"), 2), ((), 0)])
def test_the_third_night_takes_a_spell_by_lot(held, left):
    wilds = Wilds(one("ofelia", class_id="magic_user", book=("sleep", "light")), land=strip(*["settled"] * 14))
    nights_without_sleep(wilds, 2)
    wilds.change("ofelia", prepared=held)
    to = reachable(wilds.journey)[-1]
    march(wilds, to, forced=True)
    events = wilds.do(BreakCamp(), *(((3, 2),) if held else ()))
    assert len(wilds["ofelia"].prepared) == left
    slipped = found(events, e.SpellSlipped)
    assert [event.spell for event in slipped] == (["light"] if held else [])
    assert [event.among for event in slipped] == ([("spell:sleep", "spell:light", "spell:sleep")] if held else [])


@pytest.mark.rule("IS-WILD-15")
@pytest.mark.parametrize("rolls", [False, True])
def test_sleep_may_overtake_the_third_night_by_the_referee_or_by_a_roll(rolls):
    wilds = Wilds(one(level=5), land=strip(*["settled"] * 14), sleep_roll_after_third_night=rolls)
    nights_without_sleep(wilds, 2)
    to = reachable(wilds.journey)[-1]
    march(wilds, to, forced=True)
    events = wilds.do(BreakCamp(), *((d20(14),) if rolls else ()))
    if rolls:
        assert only(events, e.DozedOff).asleep, "d20 + 5 - 5 must reach 15"
    else:
        assert only(events, e.SleepThreatens).audience == "referee"


@pytest.mark.rule("IS-WILD-15")
def test_odds_of_staying_awake_at_level_5():
    assert sum(1 for face in range(1, 21) if face + 5 + weariness(3).modifier >= 15) == 6


# -------------------------------------------------------------------- maps


@pytest.mark.rule("IS-WILD-02")
def test_a_march_goes_straight_on_over_hexes_and_what_is_left_counts_on():
    wilds = Wilds(one(gold=900))  # nine miles a day
    march(wilds)
    assert (wilds.journey.at, wilds.journey.toward, wilds.journey.gone) == ("0,1", "0,2", "3")
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    assert set(reachable(wilds.journey)) == {"0,1", "0,2"}
    march(wilds, "0,2")
    assert (wilds.journey.at, wilds.journey.gone) == ("0,3", "0")


POINTS = (
    "land:\n  kind: points\n  places: {a: {terrain: open}, b: {terrain: forest}}\n  ways: [{ends: [a, b], days: 2}]\n"
)
MAP = "land:\n  kind: hex\n  hexes: {'0,0': open, '1,0': forest, '0,1': desert}\n  names: {'0,0': Borgo}\n"


@pytest.mark.rule("IS-WILD-02")
def test_maps_from_yaml_of_both_kinds():
    land = read_land(Document("map", MAP), "land")
    assert set(land.around("0,0")) == {"1,0", "0,1"}
    assert (direction(land, "0,0", "1,0"), direction(land, "0,0", "0,1")) == ("se", "s")
    assert read_land(Document("map", POINTS), "land").around("a") == {"b": 24}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (MAP.replace("'1,0'", "'one'"), 3),
        (MAP.replace("names: {'0,0'", "names: {'9,9'"), 4),
        (POINTS.replace("[a, b]", "[a, c]"), 4),
        (POINTS.replace("days: 2", "days: 0"), 4),
        (MAP.replace("kind: hex", "kind: hex\n  colour: red"), 3),
    ],
)
def test_a_faulty_map_is_told_by_its_line(text, line):
    with pytest.raises(Fault) as fault:
        read_land(Document("map.yaml", text), "land")
    assert str(fault.value).startswith(f"map.yaml, line {line}: ")


@settings(max_examples=30, deadline=None)
@given(seed=st.text(max_size=8), size=st.integers(2, 6), kind=st.sampled_from(["hex", "points"]))
def test_lands_by_lot_hang_together(seed, size, kind):
    land = random_land(AuditedDice(seed_from_text(seed)), kind, size)
    reached, todo = set(), [next(iter(land.spots))]
    while todo:
        here = todo.pop()
        if here not in reached:
            reached.add(here)
            todo += land.around(here)
    assert reached == set(land.spots)
    assert land == random_land(AuditedDice(seed_from_text(seed)), kind, size)


@pytest.mark.rule("IS-WILD-01")
def test_the_referee_may_end_a_journey():
    wilds = Wilds()
    assert not only(wilds.do(EndJourney()), e.JourneyEnded).arrived
    assert RULES.finished(wilds.state)
    assert wilds.refused(AnnounceWeather("clear")).code == "no_journey"


# -------------------------------------------------------------------- what stays behind


@pytest.mark.rule("IS-WILD-02", "WB-DEATH-02", "WB-MORALE-02")
def test_bodies_and_captives_stay_where_it_happened():
    wilds = Wilds(one("berto", gold=500), one("carla", gold=500), one("dario", gold=500))
    wilds.do(Hurt("berto", Amount(plus=99)))
    captured = Captured("carla", "them", "wilds", rules=("WB-MORALE-02",))
    wilds.state = RULES.evolve(RULES.evolve(wilds.state, captured), RansomDemanded("carla", "them", 100))
    there = (TakeFrom("dario", "berto"), PayRansom("dario", "carla"))
    assert all(RULES.allows(wilds.state, command) for command in there)
    march(wilds)
    assert [wilds.refused(command).code for command in there] == ["no_body_here", "captors_elsewhere"]
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    march(wilds, "0,1")
    assert wilds.journey.at == "0,0"
    assert all(RULES.allows(wilds.state, command) for command in there)  # back in the hex where they stayed


@pytest.mark.rule("IS-WILD-07", "IS-OUT-01")
def test_a_march_that_ends_before_the_day_tells_the_miles_that_were_walked():
    """At the next place of a point map, and back where the party came from."""
    wilds = Wilds(land=Land("points", road(1).spots, (Road(("mill", "tower"), 20),)), at="mill")
    miles = [only(march(wilds, "tower"), e.Marched)]
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    miles.append(only(march(wilds, "tower"), e.Marched))
    assert [(each.miles, each.spared) for each in miles] == [("12", ""), ("8", "4")]
    for told in miles:
        for each in told.sums():
            adds_up(each)
    assert wilds.journey.at == "tower"


def test_a_point_on_the_way_is_the_same_from_both_ends():
    land = road(3)
    forth = Journey(land=land, at="mill", toward="tower", gone="12")
    back = Journey(land=land, at="tower", toward="mill", gone="24")
    assert forth.point == back.point != Journey(land=land, at="mill", toward="tower", gone="24").point
    assert Journey(land=land, at="mill", toward="tower").point == "mill"


@pytest.mark.rule("IS-MOVE-01", "IS-WILD-11", "IS-WILD-17")
@pytest.mark.parametrize("kind", [*HELPLESS, *OUT_OF_IT])
def test_a_party_of_which_nobody_can_act_stays_where_it_is(kind: Any) -> None:
    wilds = Wilds("berto")
    wilds.do(AnnounceWeather("clear"))
    wilds.state = replace(wilds.state, effects={"berto": (Ongoing(kind=kind),)})
    assert wilds.refused(ChooseHeading("0,1")).code == "nobody_walks"
    wilds.do(ChooseHeading(), *QUIET)  # the day passes all the same
    assert wilds.journey.at == "0,0"
    assert wilds.refused(MarchOn()).code == "nobody_walks"
    assert wilds.refused(MakeCamp("berto")).code == "nobody"


# -------------------------------------------------------------------- the way lost


def lost_on(land: Land, at: str, goal: str, **options: Any) -> Wilds:
    """A party that has just lost its way to its goal, through open country."""
    wilds = Wilds(land=land, at=at, goal=goal, **options)
    wilds.do(AnnounceWeather("clear"))
    heading = RULES.suggest(wilds.state, PLAYER)
    wilds.do(heading, d6(1), *QUIET)
    assert wilds.journey.lost
    return wilds


@pytest.mark.rule("IS-WILD-05")
@pytest.mark.parametrize(("worth", "gone"), [("nothing", "0"), ("half", "6"), ("all", "12")])
def test_where_no_other_way_leads_on_the_lost_walk_in_circles(worth, gone):
    wilds = lost_on(road(2, "open"), "mill", "tower", lost_way=worth)
    events = wilds.do(RULES.suggest(wilds.state, REFEREE))
    told = only(events, e.Marched)
    assert (told.to, told.miles, told.rules) == ("tower", "12", ("IS-WILD-07", "IS-OUT-01"))  # as the party believes
    assert (wilds.journey.at, wilds.journey.gone) == ("mill", gone)
    assert wilds.journey.circling is (worth == "nothing")


@pytest.mark.rule("IS-WILD-05")
def test_half_of_the_miles_of_the_lost_are_explained_to_the_referee_alone() -> None:
    wilds = lost_on(road(2, "open"), "mill", "tower", lost_way="half")
    command = RULES.suggest(wilds.state, REFEREE)
    assert command == ConductMarch("tower", "1", worth="half")
    led = only(wilds.do(command), e.MarchConducted)
    assert (led.audience, led.variant(), led.wasted, led.rules) == (
        "referee",
        "half",
        "6",
        ("IS-WILD-07", "IS-OUT-01", "IS-WILD-05"),
    )
    assert [(part.amount, part.how, part.note) for part in led.sums()[0].parts] == [
        (12, "add", "miles_today"),
        (2, "divide", "way_lost"),
    ]


@pytest.mark.rule("IS-WILD-05")
@pytest.mark.parametrize("worth", ["nothing", "half", "all"])
def test_the_referee_is_told_what_is_proposed_for_the_lost(worth: str) -> None:
    wilds = Wilds(land=road(2, "open"), at="mill", goal="tower", lost_way=worth)
    wilds.do(AnnounceWeather("clear"))
    asked = only(wilds.do(ChooseHeading("tower"), *way(wilds, 1), *QUIET), e.MarchAsked)
    assert asked.worth == worth
    (offered,) = (choice for choice in RULES.choices(wilds.state, REFEREE) if choice.command == "conduct_march")
    assert [
        pick.value for parameter in offered.parameters if parameter.name == "worth" for pick in parameter.picks
    ] == [
        "all",
        "half",
    ]
    kept = Wilds(land=road(2, "open"), at="mill", goal="tower", lost_way=worth)
    kept.do(AnnounceWeather("clear"))
    assert only(kept.do(ChooseHeading("tower"), *way(kept), *QUIET), e.MarchAsked).worth == ""
    assert kept.refused(ConductMarch("tower", "1", worth="half")).code == "way_kept"


@pytest.mark.rule("IS-WILD-05", "IS-WILD-11")
def test_half_of_the_miles_of_the_night_lead_on_too() -> None:
    wilds = lost_on(road(3, "open"), "mill", "tower")
    wilds.do(ConductMarch("tower", worth="half"))
    wilds.do(MarchOn(), *sixes(6))
    assert wilds.journey.gone == "12"


# -------------------------------------------------------------------- off the way in flight


def flees(wilds: Wilds, *faces: int) -> list[Any]:
    """Pursued, then no more; so many hexes off the way, and a direction where there is one."""
    wilds.do(StateFacts((), (), (), (troop("wolves", "wolf", place="wilds", attitude="hostile"),)))
    wilds.do(Meet("wolves"), *sixes(6, 6), *sixes(3, 3, 3, 3))
    return wilds.do(Flee(), *sixes(6, 6, 1, *faces))


@pytest.mark.rule("IS-WILD-05")
def test_a_flight_on_a_map_of_hexes_leads_to_another_hex() -> None:
    wilds = Wilds(land=strip("open", "open", "open", "forest"), at="0,0")
    events = flees(wilds, 2, 4)  # two hexes, to the south
    led = only(events, e.LedAstray)
    assert (led.at, led.audience, led.die.face) == ("0,2", "referee", 4)
    assert (wilds.journey.at, wilds.journey.lost) == ("0,2", True)
    assert only(events, e.CameTo).terrain == "open"
    assert wilds.out.places["wilds"].terrain == "open"


@pytest.mark.rule("IS-WILD-05")
@pytest.mark.parametrize(("hexes", "way", "at"), [(6, 4, "0,3"), (3, 1, "0,3"), (1, 2, "0,2")])
def test_it_goes_as_far_as_the_map_does_and_round_the_compass_where_there_is_none(
    hexes: int, way: int, at: str
) -> None:
    wilds = Wilds(land=strip("open", "open", "open", "forest"), at="0,1" if at == "0,2" else "0,0")
    flees(wilds, hexes, way)
    assert wilds.journey.at == at


@pytest.mark.rule("IS-WILD-05", "IS-WILD-07")
def test_beside_the_ways_of_a_point_map_the_miles_of_a_flight_are_walked_back_first() -> None:
    wilds = Wilds(land=road(2, "settled"), at="mill", goal="tower")
    flees(wilds, 3)
    assert wilds.journey.off_the_way == 18
    assert not wilds.journey.known_place
    for miles, gone, found_again in ((6, "0", False), (0, "6", True), (0, "18", False)):
        events = march(wilds, "tower")
        assert only(events, e.Marched).miles == "12"
        assert (wilds.journey.off_the_way, wilds.journey.gone) == (miles, gone)
        assert bool(found(events, e.BackOnTheWay)) is found_again
        wilds.do(MakeCamp("none"), d6(6))
        wilds.do(BreakCamp())


@pytest.mark.rule("IS-WILD-05", "IS-WILD-11")
def test_the_night_goes_on_where_the_day_led() -> None:
    wilds = Wilds(land=road(3, "open"), at="mill", goal="tower")
    flees(wilds, 2)
    wilds.do(AnnounceWeather("clear"))
    wilds.do(ChooseHeading("tower"), *way(wilds, 1), *QUIET)
    wilds.do(ConductMarch("tower", worth="half"))
    assert wilds.journey.off_the_way == 6
    wilds.do(MarchOn(), *sixes(6))
    assert (wilds.journey.off_the_way, wilds.journey.gone) == (0, "0")


@pytest.mark.rule("IS-WILD-11", "IS-OUT-02")
def test_whoever_turned_back_by_day_goes_on_back_by_night() -> None:
    wilds = Wilds(land=road(4), at="mill", goal="tower")
    for _ in range(3):
        march(wilds, "tower")
        wilds.do(MakeCamp("none"), d6(6))
        wilds.do(BreakCamp())
    assert wilds.journey.gone == "36"
    march(wilds, "mill")
    assert wilds.journey.gone == "24"
    wilds.do(MarchOn(), *sixes(6))
    assert (wilds.journey.at, wilds.journey.gone) == ("mill", "12")


@pytest.mark.rule("IS-WILD-05")
def test_a_party_that_fled_is_not_at_its_goal() -> None:
    wilds = Wilds(land=road(1, "settled"), at="mill", goal="tower")
    march(wilds, "tower")
    assert wilds.journey.over
    wilds = Wilds(land=road(2, "settled"), at="mill", goal="mill")
    flees(wilds, 1)
    assert not wilds.journey.at_goal


@pytest.mark.rule("IS-WILD-05")
def test_a_journey_may_begin_off_the_way() -> None:
    wilds = Wilds(land=road(2, "settled"), at="mill", goal="tower", astray=2)
    assert wilds.journey.off_the_way == 12


@pytest.mark.rule("IS-WILD-05")
def test_at_a_table_that_minds_not_a_flight_leads_nowhere() -> None:
    wilds = Wilds(land=road(2, "settled"), at="mill", goal="tower", flight_leads_astray=False)
    assert not found(flees(wilds), e.LedAstray)
    assert wilds.journey.off_the_way == 0


@pytest.mark.rule("IS-WILD-05")
def test_half_way_the_lost_are_in_the_evening_where_they_were_in_the_morning():
    wilds = lost_on(road(3, "open"), "mill", "tower", lost_way="all")
    wilds.do(RULES.suggest(wilds.state, REFEREE))
    wilds.do(MakeCamp("all"), *sixes(6))
    wilds.do(BreakCamp())
    wilds.do(AnnounceWeather("clear"))
    wilds.do(ChooseHeading("tower"), *way(wilds, 1), *QUIET)
    wilds.do(ConductMarch(""))
    assert (wilds.journey.at, wilds.journey.toward, wilds.journey.gone) == ("mill", "tower", "12")


@pytest.mark.rule("IS-WILD-05")
def test_from_a_place_with_other_ways_the_lost_take_another():
    wilds = lost_on(strip("open", "open", "open"), "0,1", "0,2")
    wilds.do(RULES.suggest(wilds.state, REFEREE))
    assert wilds.journey.at == "0,0"


@pytest.mark.rule("IS-WILD-05", "IS-WILD-11")
def test_who_walked_in_circles_by_day_does_so_by_night():
    wilds = lost_on(road(3, "open"), "mill", "tower")
    wilds.do(ConductMarch(""))
    wilds.do(MarchOn(), *sixes(6))
    assert (wilds.journey.at, wilds.journey.gone, wilds.journey.last_night) == ("mill", "0", "march")


@pytest.mark.rule("IS-WILD-02", "IS-WILD-04")
def test_without_a_goal_the_automatic_party_sees_the_whole_land_before_it_turns_back():
    """On roads between places too, a party that nobody sends anywhere does not go to and fro between two of them."""
    ways = tuple(Road((one, other), 12) for one, other in (("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")))
    roads = Land("points", {name: Spot(name, "settled", named(name)) for name in "abcd"}, ways)
    hexes = hex_land({f"{east},{south}": "settled" for east in range(2) for south in range(2)})
    for land in (roads, hexes):
        wilds = Wilds(land=land, at=next(iter(land.spots)))
        seen = {wilds.journey.at, *(to_the_suggested(wilds) for _ in range(6))}
        assert seen == set(land.spots), land.kind


def to_the_suggested(wilds: Wilds) -> str:
    """A day's march to where the automatic party wants to go, and a quiet night; where it has come to."""
    wilds.do(AnnounceWeather("clear"))
    heading = RULES.suggest(wilds.state, PLAYER)
    assert isinstance(heading, ChooseHeading)
    wilds.do(heading, *way(wilds), *QUIET)
    wilds.do(ConductMarch(heading.to))
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    return wilds.journey.at


@pytest.mark.rule("IS-WILD-04")
def test_another_goal_leads_the_automatic_party_another_way():
    wilds = Wilds(land=road(3), at="mill", goal="tower")
    march(wilds, "tower")
    changed = only(wilds.do(ChangeGoal("mill")), e.GoalChanged)
    assert (changed.goal, changed.audience) == ("mill", "referee")
    assert wilds.refused(ChangeGoal("mill")).code == "goal_already"
    assert wilds.refused(ChangeGoal("sea")).code == "no_spot_there"
    wilds.do(MakeCamp("all"), *sixes(6))
    wilds.do(BreakCamp())
    wilds.do(AnnounceWeather("clear"))
    assert RULES.suggest(wilds.state, PLAYER) == ChooseHeading("mill")
    wilds.do(ChooseHeading("mill"), *way(wilds), *QUIET)
    wilds.do(ConductMarch("mill"))
    assert wilds.journey.over
    assert wilds.refused(ChangeGoal("tower")).code == "no_journey"


# -------------------------------------------------------------------- nights that are none of rest


def camped(**options: Any) -> Wilds:
    """Two in camp by night, both hurt; a band of orcs comes upon them."""
    wilds = Wilds("berto", "dalia", **options)
    march(wilds)
    for who in ("berto", "dalia"):
        wilds.change(who, hp=1)
    wilds.do(MakeCamp("all"), d6(6))
    wilds.do(StateFacts((), (), (), (troop(monster="kobold", attitude="hostile", count=Amount(plus=1)),)))
    wilds.do(Meet("orcs"), *sixes(6, 6), *sixes(1, 1, 1, 1))
    return wilds


def healed(wilds: Wilds) -> dict[str, int]:
    """Hit points that the night gave back."""
    return {event.who: event.healed for event in found(wilds.do(BreakCamp()), Rested)}


@pytest.mark.rule("IS-HEAL-01", "IS-HEAL-03")
@pytest.mark.parametrize("heals", [False, True])
def test_a_night_of_flight_is_no_night_of_rest(heals):
    wilds = camped(broken_night_heals=heals)
    wilds.do(Flee(), d6(1))  # nobody gives chase
    assert wilds.journey.step == "night"
    assert set(wilds.journey.roused) == {"berto", "dalia"}
    assert healed(wilds) == ({"berto": 1, "dalia": 1} if heals else {})
    assert not wilds.state.sleepless  # they slept before and after


@pytest.mark.rule("IS-HEAL-01")
def test_whoever_is_left_alone_in_the_night_rests():
    wilds = camped()
    wilds.do(PartWays())
    assert healed(wilds) == {"berto": 1, "dalia": 1}


@pytest.mark.rule("IS-HEAL-03")
def test_a_day_in_camp_with_a_flight_in_it_is_no_complete_rest():
    wilds = Wilds("berto")
    wilds.do(AnnounceWeather("clear"))
    wilds.do(ChooseHeading(""), *sixes(6, 6))
    wilds.do(StateFacts((), (), (), (troop(monster="kobold", attitude="hostile", count=Amount(plus=1)),)))
    wilds.do(Meet("orcs"), *sixes(6, 6), *sixes(1, 1, 1, 1))
    wilds.do(Flee(), d6(1))
    wilds.do(MakeCamp("all"), d6(6))
    wilds.do(BreakCamp())
    assert wilds["berto"].rested == 0


@pytest.mark.rule("IS-WILD-11", "IS-WILD-01")
def test_a_march_through_the_night_may_end_the_journey_in_the_morning():
    wilds = Wilds(land=road(2), at="mill", goal="tower")
    march(wilds, "tower")
    wilds.do(MarchOn(), *sixes(6))
    assert (wilds.journey.at, wilds.journey.over) == ("tower", False)
    ended = only(wilds.do(BreakCamp()), e.JourneyEnded)
    assert (ended.at, ended.arrived) == ("tower", True)
    assert wilds.state.sleepless == {"berto": 1}


# -------------------------------------------------------------------- a night on the march, as far again as the day


@pytest.mark.rule("IS-OUT-02", "IS-OUT-04", "IS-WILD-11")
@pytest.mark.parametrize("factor", ["1", "1/2"])
def test_the_night_is_marched_on_the_same_ground_as_the_day(factor: str) -> None:
    wilds = Wilds(land=strip(*["swamp_jungle"] * 9))
    day = only(march(wilds, factor=factor), e.Marched)
    night = only(wilds.do(MarchOn(), d6(6)), e.Marched)
    assert Fraction(night.miles) == Fraction(day.miles) == 12 * Fraction(factor)


@pytest.mark.rule("IS-WILD-07", "IS-WILD-11")
def test_a_night_march_is_told_by_where_it_goes_and_is_no_march_elsewhere() -> None:
    """The day has led past the spot that was its heading: by night the party goes on, and knows it."""
    wilds = Wilds(land=strip(*["open"] * 9))
    march(wilds)
    ahead = wilds.journey.toward
    events = wilds.do(MarchOn(), d6(6))
    assert only(events, e.MarchConducted).meant
    assert only(events, e.Marched).to not in ("", "0,1")
    assert ahead > "0,1"


@pytest.mark.rule("IS-WILD-05")
@pytest.mark.parametrize("toward", ["", "0,2"])
def test_where_a_march_of_the_lost_really_led_has_a_name_at_the_edge_of_the_map_too(toward: str) -> None:
    wilds = Wilds(land=strip(*["open"] * 4))
    led = e.MarchConducted(toward, "0,3", "0", "1", False, "12", rules=("IS-WILD-05",), audience="referee")
    said: dict[Language, str] = {"it": "terreno aperto", "en": "open country"}
    for language, country in said.items():
        assert country in tell(RULES, wilds.state, led, language)


def test_a_hex_without_a_name_is_written_down_in_keys_and_numbers():
    wilds = Wilds(land=strip(*["forest"] * 5), at="0,2")
    for spot in wilds.journey.land.spots:
        noted = RULES.called(wilds.state, spot)
        assert isinstance(noted, Said)
        assert noted.parts["terrain"] == ("foresta", "forest", "f", "one")
        lie = noted.parts["lie"]
        assert isinstance(lie, Said)
        assert lie.key == f"place.hex.{len(lie.values) // 2}"
        for language in LANGUAGES:
            said = in_words(noted, RULES.texts, language)
            assert said == RULES.name_of(wilds.state, spot, language)
            assert (said.gender, said.grammar) == ("f", "one")
    assert RULES.name_of(wilds.state, "0,2", "en") == "forest (2 hexes south of the middle)"
