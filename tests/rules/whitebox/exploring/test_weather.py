"""Weather on the road and sites with odds of their own: what they do to marches, meetings and flight."""

from collections import Counter

import pytest
from tests.rules.whitebox.arena import RULES, sixes
from tests.rules.whitebox.exploring.delve import Delve, place, troop
from tests.rules.whitebox.people.camp import found, only

from arbitro.dice.stream import QuickDice
from arbitro.kernel.seat import REFEREE, SPECTATOR
from arbitro.kernel.sentence import tell
from arbitro.kernel.yamlfile import Document
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.exploring.commands import Flee, JudgeTerrain, Meet, PassTurns, StartExpedition, Travel
from arbitro.rules.whitebox.exploring.events import (
    EvasionRolled,
    MetSomebody,
    Travelled,
    WanderingRolled,
    WeatherTurned,
)
from arbitro.rules.whitebox.exploring.state import Wandering
from arbitro.rules.whitebox.exploring.weather import poor_sight, roll_weather
from arbitro.text import Fault

ROAD = (place("hall", outdoors=True, terrain="settled"),)


def on_the_road(**more) -> Delve:
    """A party in open country, on a table that plays with the weather."""
    return Delve(places=ROAD, daily_weather=True, **more)


@pytest.mark.rule("WB-OUTDOOR-01")
@pytest.mark.parametrize(
    ("faces", "weather", "miles"),
    [
        ((1, 1), "hot", 6),
        ((2, 2), "clear", 12),
        ((3, 4), "bright_intervals", 12),
        ((4, 5), "overcast", 12),
        ((5, 5), "light_rain", 12),
        ((5, 6), "rain", 12),
        ((6, 6), "heavy_rain", 6),
    ],
)
def test_heat_and_heavy_rain_halve_the_march(faces, weather, miles):
    delve = on_the_road()
    events = delve.do(Travel("settled"), *sixes(*faces, 6))
    assert only(events, WeatherTurned).weather == weather
    assert only(events, Travelled).miles == miles
    for seat in (REFEREE, SPECTATOR):
        assert RULES.view(delve.state, seat).expedition.weather == weather
    sky = entry_name(RULES.rules, "weather", weather, "en")
    assert any(str(sky) in line for line in RULES.picture(delve.state, SPECTATOR, "en"))


@pytest.mark.rule("WB-OUTDOOR-01")
def test_without_the_option_there_is_no_weather():
    delve = Delve(places=ROAD)
    assert not found(delve.do(Travel("settled"), *sixes(6)), WeatherTurned)


@pytest.mark.rule("WB-OUTDOOR-01", "WB-OUTDOOR-04")
def test_weather_and_ground_slow_a_march_together():
    delve = on_the_road()
    delve.do(Travel("swamp_jungle"))
    assert only(delve.do(JudgeTerrain("1/2"), *sixes(1, 1, 6, 6)), Travelled).miles == 3


@pytest.mark.rule("WB-OUTDOOR-01")
@pytest.mark.parametrize(
    ("first", "second", "weather"),
    [
        ((1, 1), (6,), "bright_intervals"),
        ((1, 2), (1,), "hot"),
        ((6, 6), (1,), "bright_intervals"),
        ((5, 5), (6,), "heavy_rain"),
    ],
)
def test_a_hot_day_or_a_wet_one_makes_another_likelier(first, second, weather):
    delve = on_the_road()
    delve.do(Travel("settled"), *sixes(*first, 6))
    told = only(delve.do(Travel("settled"), *sixes(*second, 6)), WeatherTurned)
    assert told.weather == weather


def test_weather_falls_as_often_as_two_dice_say():
    """A fair day's dice against the exact odds of the table."""
    odds = RULES.content.weather.odds()
    scene = RULES.scene(on_the_road().state, QuickDice(1))
    rolled = Counter(roll_weather(scene)[0].id for _ in range(6000))
    excess = sum((rolled[row] - 6000 * chance) ** 2 / (6000 * chance) for row, chance in odds.items())
    assert float(excess) < 22.46  # 6 degrees of freedom, one in a thousand


@pytest.mark.rule("WB-SURPRISE-01")
@pytest.mark.parametrize(("share", "feet"), [("1/2", 60), ("1", 120), ("1/3", 40)])
def test_in_the_rain_people_see_each_other_later(share, feet):
    delve = on_the_road(troops=(troop(),), poor_sight_distance=share)
    delve.do(Travel("settled"), *sixes(5, 6, 6))
    told = only(delve.do(Meet("orcs"), *sixes(6, 6), *sixes(1, 1, 1, 1)), MetSomebody)
    assert (told.feet, told.dim, delve.out.meeting.distance) == (feet, True, feet)
    assert "rain" in tell(RULES, delve.state, told, "en")
    assert "pioggia" in tell(RULES, delve.state, told, "it")


@pytest.mark.rule("WB-SURPRISE-01")
def test_between_walls_no_rain_falls():
    delve = on_the_road(troops=(troop(),))
    delve.do(Travel("settled"), *sixes(6, 6, 6))
    inside = Delve(troops=(troop(),))
    inside.state = delve.state
    assert poor_sight(RULES.at(delve.state))
    dry = Delve(troops=(troop(),), daily_weather=True, dark_meeting_feet=0)
    assert only(dry.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1)), MetSomebody).feet == 20


@pytest.mark.rule("WB-MOVE-06")
def test_rain_helps_those_who_flee():
    delve = on_the_road(troops=(troop(attitude="hostile"),))
    delve.do(Travel("settled"), *sixes(5, 5, 6))
    delve.do(Meet("orcs"), *sixes(6, 6), *sixes(1, 1, 1, 1))
    events = delve.do(Flee(), *sixes(4), *sixes(4), *sixes(1), *sixes(2))
    check = only(events, EvasionRolled).check
    assert [(modifier.amount, modifier.note) for modifier in check.modifiers] == [(1, "poor_sight")]
    assert check.success  # 4 and one more, against 5


# -------------------------------------------------------------------- sites with odds of their own


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize(
    ("site", "turns", "on"), [(Wandering(), [6], 1), (Wandering(2, 3), [2, 4, 6], 3), (Wandering(3, 0), [3, 6], 0)]
)
def test_a_site_may_have_its_own_odds_of_being_disturbed(site, turns, on):
    delve = Delve(wandering=site)
    checks = [each for _ in range(6) for each in found(delve.do(PassTurns(), *check(delve, site)), WanderingRolled)]
    assert [each.turn for each in checks] == turns
    assert {0 if each.check is None else each.check.needed for each in checks} == {on}


def check(delve: Delve, site: Wandering) -> list[tuple[int, int]]:
    """The die of a check that comes to nothing, in the turns in which there is one; none where nobody can come."""
    return sixes(6) if site.chance and (delve.out.turns + 1) % (site.turns or 6) == 0 else []


def test_odds_that_cannot_be_are_refused():
    for site in (Wandering(-1), Wandering(1, 7), Wandering(1000)):
        delve = Delve(places=(place("hall", safe=True),))
        delve.state = RULES.evolve(delve.state, ended())
        assert delve.refused(StartExpedition("hall", (place("hall"),), wandering=site)) == "bad_wandering"


def ended():
    """The end of an expedition."""
    from arbitro.rules.whitebox.exploring.events import ExpeditionEnded

    return ExpeditionEnded(0, True)


def test_a_file_may_state_the_odds_of_its_site():
    text = "game: whitebox\nparty: novices\nat: a\nplaces: [{id: a, name: A}]\nwandering: {turns: 3, chance: 2}\n"
    start = RULES.read_setup(Document("x.yaml", text)).start[-1]
    assert start.wandering == Wandering(3, 2)
    with pytest.raises(Fault, match="line 5"):
        RULES.read_setup(Document("x.yaml", text.replace("chance: 2", "often: 2")))
