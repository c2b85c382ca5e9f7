"""What weighs on a party under way: nights without rest, the weather, and sites that are less quiet than others."""

import pytest
from tests.rules.infausta.camp import RULES, Camp, Dungeon, Wilds, found, one, only, place, strip, way
from tests.rules.whitebox.arena import d6, sixes

from arbitro.kernel.seat import REFEREE
from arbitro.rules.infausta.rules import own_rules
from arbitro.rules.infausta.wilderness import events as e
from arbitro.rules.infausta.wilderness.commands import (
    AnnounceWeather,
    BreakCamp,
    ChooseHeading,
    ConductMarch,
    MakeCamp,
    PlayEncounter,
)
from arbitro.rules.whitebox.exploring.commands import PassTurns, StartExpedition
from arbitro.rules.whitebox.exploring.events import MetSomebody, WanderingRolled
from arbitro.rules.whitebox.exploring.state import Wandering
from arbitro.rules.whitebox.state import Combatant

QUIET = sixes(6, 6)


def a_day(wilds: Wilds, weather: str, to: str = "0,1") -> list:
    """A morning and a march without encounters, as the referee is advised to lead it."""
    wilds.do(AnnounceWeather(weather))
    events = wilds.do(ChooseHeading(to), *way(wilds), *QUIET)
    return events + wilds.do(RULES.suggest(wilds.state, REFEREE))


# -------------------------------------------------------------------- nights without rest


@pytest.mark.rule("IS-WILD-12", "IS-WILD-13")
@pytest.mark.parametrize(("nights", "penalty"), [(0, 0), (1, 0), (2, -2), (3, -5)])
@pytest.mark.parametrize("score", range(3, 19))
def test_sleepless_nights_weigh_once_and_derived_modifiers_stay(nights, penalty, score):
    camp = Camp(one(scores=dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), score)))
    fresh = RULES.rules.member_of(RULES.at(camp.state), "berto").profile
    camp.state = RULES.evolve(camp.state, e.NightPassed("march", {"berto": nights} if nights else {}))
    assert RULES.rules.member_of(RULES.at(camp.state), "berto").profile == fresh
    berto = Combatant(fresh, 8, 0, 8)
    weapon = fresh.weapons[0]
    parts = {
        "attack": own_rules(RULES.rules).further_to_hit(RULES.at(camp.state), berto, berto, weapon),
        "damage": RULES.rules.damage(camp.state, berto, weapon),
        "save": RULES.rules.save_bonuses(RULES.at(camp.state), berto, None),
    }
    for what, found_parts in parts.items():
        assert sum(part.amount for part in found_parts if part.rule.startswith("IS-WILD")) == penalty, what


# -------------------------------------------------------------------- weather


@pytest.mark.rule("IS-WILD-04", "IS-WILD-07")
@pytest.mark.parametrize(("weather", "miles"), [("clear", "12"), ("hot", "6"), ("rain", "12"), ("heavy_rain", "6")])
def test_in_heat_and_heavy_rain_half_a_march_is_proposed(weather, miles):
    events = a_day(Wilds(), weather)
    asked, told = only(events, e.MarchAsked), only(events, e.Marched)
    assert (asked.proposed, told.miles) == ("1" if miles == "12" else "1/2", miles)
    for event in (asked, told):
        assert ("IS-WILD-04" in event.rules) is (miles == "6")


@pytest.mark.rule("IS-WILD-04", "IS-OUT-04")
def test_what_the_weather_does_to_travel_stays_the_referees():
    wilds = Wilds(land=strip("swamp_jungle", "settled"))
    wilds.do(AnnounceWeather("hot"))
    asked = only(wilds.do(ChooseHeading("0,1"), *way(wilds), *QUIET), e.MarchAsked)
    assert asked.proposed == "1/4"
    assert only(wilds.do(ConductMarch("0,1", "1")), e.Marched).miles == "6"  # as far as there is to go; asked were 3


@pytest.mark.rule("IS-WILD-04")
def test_after_rain_other_dice_tell_the_weather():
    wilds = Wilds()
    a_day(wilds, "rain")
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    assert only(wilds.do(AnnounceWeather("?"), d6(4)), e.WeatherAnnounced).weather == "light_rain"


@pytest.mark.rule("IS-WILD-04", "IS-WILD-07")
@pytest.mark.parametrize(("weather", "feet"), [("clear", 120), ("rain", 60)])
def test_in_the_rain_an_encounter_begins_nearer(weather, feet):
    wilds = Wilds(land=strip(*["settled"] * 3))
    wilds.do(AnnounceWeather(weather))
    wilds.do(ChooseHeading("0,1"), *way(wilds), d6(1), d6(6))
    wilds.do(ConductMarch("0,1"))
    assert len(wilds.journey.due) == 1
    for seed in range(40):
        scene = RULES.decide(wilds.state, PlayEncounter(), Ones(seed))
        met = found(scene.events, MetSomebody)
        if met and not met[0].surprised:
            assert (met[0].feet, met[0].dim) == (feet, feet == 60)
            return
    raise AssertionError("nobody came")


class Ones:
    """Open dice that show 1 for distance and 6 for surprise; the referee's fall by lot."""

    def __init__(self, seed: int) -> None:
        from arbitro.dice.stream import QuickDice

        self.secret = QuickDice(seed)

    def roll(self, sides, purpose="", /):
        from arbitro.dice.stream import Die

        return Die(sides, 6 if purpose == "surprise" else 1)

    def stream(self, name, /):
        return self.secret


# -------------------------------------------------------------------- sites


@pytest.mark.rule("IS-TURN-03")
def test_the_chance_of_wandering_monsters_is_a_setting_of_the_site():
    camp = Camp(one())
    camp.do(StartExpedition("hall", (place("hall"),), wandering=Wandering(3, 2)))
    checks = []
    for turn in range(1, 7):
        checks += found(camp.do(PassTurns(), *(sixes(3) if (turn + 1) % 3 == 0 else ())), WanderingRolled)
    assert [(each.turn, each.check.needed, each.rules) for each in checks] == [
        (3, 2, ("IS-TURN-02", "IS-TURN-03")),
        (6, 2, ("IS-TURN-02", "IS-TURN-03")),
    ]
    for face, waiting in ((2, 1), (3, 0)):
        quiet = Camp(one())
        quiet.do(StartExpedition("hall", (place("hall"),), wandering=Wandering(2, 2)))
        quiet.do(PassTurns(), *sixes(face))
        assert quiet.state.delve.waiting == waiting


@pytest.mark.rule("IS-TURN-03")
def test_without_a_setting_it_is_one_in_six_every_six_turns():
    dungeon = Dungeon()
    checks = [
        each
        for turn in range(1, 7)
        for each in found(dungeon.do(PassTurns(), *(sixes(6) if turn == 5 else ())), WanderingRolled)
    ]
    assert [(each.turn, each.check.needed) for each in checks] == [(6, 1)]
