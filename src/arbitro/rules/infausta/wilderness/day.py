"""The wilderness day (chapter «Esplorare le Terre Selvagge»): seven steps, from the weather to the night's check."""

from fractions import Fraction
from typing import Final

from arbitro.dice.stream import REFEREE, Die
from arbitro.kernel.command import Refusal, listed
from arbitro.kernel.ruling import held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.wilderness import events as e
from arbitro.rules.infausta.wilderness.commands import (
    ActOnTheSpot,
    AnnounceWeather,
    ChangeGoal,
    ChooseHeading,
    ConductMarch,
    EndJourney,
    PlayEncounter,
    StartJourney,
)
from arbitro.rules.infausta.wilderness.journey import (
    arrive,
    at_step,
    begin_day,
    check_wilderness,
    journey_of,
    reachable,
    travelling,
)
from arbitro.rules.infausta.wilderness.land import NEIGHBOURS
from arbitro.rules.infausta.wilderness.march import (
    WILDS,
    come_to,
    march_on_the_map,
    wilds,
)
from arbitro.rules.infausta.wilderness.night import evening, evening_if_quiet, march_all_night, those_in_need, too_tired
from arbitro.rules.infausta.wilderness.state import DAY_MINUTES, HALF, MARCH_MINUTES, MILES_A_DAY, Journey, Land, Spot
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.exploring import meetings, weather
from arbitro.rules.whitebox.exploring.clock import at_leisure, under_way
from arbitro.rules.whitebox.exploring.events import Astray, ExpeditionBegan
from arbitro.rules.whitebox.exploring.state import Expedition
from arbitro.rules.whitebox.exploring.travel import ROUGH
from arbitro.rules.whitebox.exploring.wanderers import from_table
from arbitro.rules.whitebox.exploring.weather import roll_weather, weather_factor
from arbitro.rules.whitebox.people.healing import let_time_pass
from arbitro.rules.whitebox.people.load import nobody_walks, party_rate
from arbitro.rules.whitebox.people.records import active
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State as ParentState

LONGEST_TEXT: Final = 500
MOST_FACTOR: Final = 2
MOST_DAYS: Final = 366
MOST_ASTRAY: Final = 100


# ------------------------------------------------------------ setting out


def start_journey(scene: Scene, command: StartJourney) -> Refusal | None:
    """The party is in open country, which is played by the day (IS-WILD-01, IS-WILD-02)."""
    state = own(scene.state)
    if state.journey is not None and not state.journey.over:
        return Refusal("journey_already")
    if not isinstance(under_way(state), Refusal):
        return Refusal("expedition_already")
    if fighting(state):
        return Refusal("fight_first", {"who": f"@{PARTY}"}, ("IS-TIME-02",))
    if not any(True for _ in active(scene.at(state))):
        return Refusal("nobody_goes", {}, ("IS-GEN-01",))
    refused = bad_land(scene.rules, command.land, command.at, command.goal)
    if refused is not None:
        return refused
    if not 0 <= command.days <= MOST_DAYS:
        return Refusal("bad_days", {"days": command.days, "most": MOST_DAYS}, ("IS-WILD-01",))
    if not 0 <= command.astray <= MOST_ASTRAY:
        return Refusal("bad_count", {"count": command.astray, "most": MOST_ASTRAY}, ("IS-WILD-05",))
    if not 0 <= command.spent < DAY_MINUTES:
        return Refusal("bad_count", {"count": command.spent, "most": DAY_MINUTES - 1}, ("IS-WILD-01",))
    journey = first_day(command)
    rules = ("IS-WILD-01", "IS-WILD-02", "IS-TURN-01")
    scene.happen(e.JourneyBegan(journey, rules=rules, audience=REFEREE_ONLY))
    place = wilds(command.land.spots[command.at])
    out = Expedition(at=WILDS, began=state.minutes, places={WILDS: place})
    scene.happen(ExpeditionBegan(out, rules=("IS-WILD-01",), audience=REFEREE_ONLY))
    scene.happen(e.SetOut(command.at, rules=rules))
    if command.astray:
        lead_astray(scene, command.astray)
    if journey.day:
        begin_day(scene, journey.day, journey.spent)
    else:
        begin_late(scene, journey)
    return None


def first_day(command: StartJourney) -> Journey:
    """Where at least half of a day's march is left, the day counts; else the night before it comes first."""
    day = int(command.spent <= HALF)
    return Journey(land=command.land, at=command.at, goal=command.goal, days=command.days, day=day, spent=command.spent)


def begin_late(scene: Scene, journey: Journey) -> None:
    """Too late for a day's march: the rest of the day goes by, and evening comes first (IS-WILD-01, IS-WILD-08)."""
    scene.happen(e.TooLateToday(journey.night_left < HALF, rules=("IS-WILD-01", "IS-WILD-08")))
    if journey.spent < MARCH_MINUTES:
        let_time_pass(scene, MARCH_MINUTES - journey.spent, ("IS-TIME-03",), resting=True)
    evening(scene)


def bad_land(rules: Rules, land: Land, at: str, goal: str) -> Refusal | None:
    """Whether a map hangs together and has the spots that are named."""
    terrains = rules.content.exploration.terrains
    for spot in land.spots.values():
        if spot.terrain not in terrains:
            return Refusal("unknown_fact", {"name": spot.terrain, "known": listed("terrain", terrains)})
    ends = {end for way in land.ways for end in way.ends}
    for name in (at, *((goal,) if goal else ()), *sorted(ends)):
        if name not in land.spots:
            return Refusal("no_spot_there", {"name": name}, ("IS-WILD-02",))
    if any(way.miles < 1 for way in land.ways):
        return Refusal("bad_way", {}, ("IS-WILD-02",))
    return None


# ------------------------------------------------------------ 1: the start


def announce_weather(scene: Scene, command: AnnounceWeather) -> Refusal | None:
    """The referee's weather, by choice or off the table; then the party is asked for a heading (IS-WILD-04)."""
    journey = at_step(scene.state, "weather")
    if isinstance(journey, Refusal):
        return journey
    if command.weather != "?":
        if command.weather not in weathers(scene.rules):
            return Refusal("no_weather", {"name": command.weather, "known": listed("weather", weathers(scene.rules))})
        scene.happen(e.WeatherAnnounced(command.weather, rules=("IS-WILD-04",)))
        return None
    row, lookup = roll_weather(scene)
    scene.happen(e.WeatherAnnounced(row.id, lookup, rules=("IS-WILD-04",)))
    return None


def todays_weather(state: ParentState) -> str:
    """The weather that the referee announced."""
    journey = own(state).journey
    return journey.weather if journey is not None and not journey.over else weather.todays_weather(state)


def weathers(rules: Rules) -> tuple[str, ...]:
    """The rows of the weather table."""
    return tuple(row.id for row in rules.content.weather.rows)


# ------------------------------------------------------------ 1 to 3: heading, navigation, wandering monsters


def choose_heading(scene: Scene, command: ChooseHeading) -> Refusal | None:
    """A heading; then, in secret, whether the way is lost and who wanders by (IS-WILD-04 to IS-WILD-06)."""
    state = own(scene.state)
    journey = at_step(state, "heading")
    if isinstance(journey, Refusal):
        return journey
    refused = may_head(scene.at(state), journey, command)
    if refused is not None:
        return refused
    rules = ("IS-WILD-04", "IS-OUT-02") if command.forced else ("IS-WILD-04",)
    scene.happen(e.HeadingChosen(command.to, command.forced, rules=rules))
    spot = journey.land.spots[journey.at]
    if command.to:
        check_the_way(scene, spot)
    for number in (1, 2) if journey.day else ():  # by night there is the night's check (IS-WILD-18)
        check_wilderness(scene, spot, "day", number)
    if not command.to and not journey.day:
        march_all_night(scene, ("IS-WILD-11",), awake=True)
        return None
    if not command.to:
        scene.happen(e.StayedPut(rules=("IS-HEAL-03", "IS-WILD-07")))
        let_time_pass(scene, MARCH_MINUTES - journey.spent, ("IS-TIME-03",), resting=True)
        evening_if_quiet(scene)
        return None
    proposed = str(proposed_factor(scene))
    needy = those_in_need(scene.at(state)) if command.forced else ()
    rules = ("IS-WILD-05", "IS-WILD-07", "IS-OUT-04", *(("IS-WILD-10",) if needy else ()), *slow_rules(scene.at(state)))
    rules = (*rules, "IS-WILD-04") if weather_factor(scene.at(state)) != 1 else rules
    worth = str(scene.state.options["lost_way"]) if journey_of(scene.state).lost else ""
    scene.happen(e.MarchAsked(command.to, proposed, needy, worth, rules=rules, audience=REFEREE_ONLY))
    return None


def proposed_factor(here: Here) -> Fraction:
    """What ground and weather should leave of the day's march; the referee has the last word (IS-OUT-04)."""
    journey = journey_of(here.state)
    hard = journey.land.spots[journey.at].terrain in ROUGH
    ground = Fraction(str(here.state.options["rough_terrain_factor"])) if hard else Fraction(1)
    return ground * weather_factor(here)


def slow_rules(here: Here) -> tuple[str, ...]:
    """On a point map the printed days are for a normal march; for slower parties the referee has the last word."""
    journey = own(here.state).journey
    slow = party_rate(here) < MILES_A_DAY
    return ("IS-WILD-02",) if journey is not None and journey.land.kind == "points" and slow else ()


def may_head(here: Here, journey: Journey, command: ChooseHeading) -> Refusal | None:
    """Whether there is a way there, and strength for a forced march."""
    if not command.to:
        return None
    if command.to not in reachable(journey):
        known = ", ".join(reachable(journey)) or "–"
        return Refusal("no_way", {"name": command.to, "known": known}, ("IS-WILD-02",))
    stuck = nobody_walks(here, "IS-MOVE-01")
    if stuck is not None:
        return stuck
    if command.forced and not journey.day:
        return Refusal("no_haste_by_night", {}, ("IS-WILD-11", "IS-OUT-02"))
    if command.forced and here.state.options["forced_march_costs_night"]:
        return too_tired(here.state)
    return None


def check_the_way(scene: Scene, spot: Spot) -> None:
    """In secret, once a day: is the party lost? Where nobody can be, no die is thrown (IS-WILD-05)."""
    odds = scene.rules.content.exploration.terrains[spot.terrain]
    chance = spot.lost if spot.lost >= 0 else odds.lost
    check = None
    if chance > 0:
        die = scene.dice.stream(REFEREE).roll(6, "way")
        check = held_against((die,), (), "<=", chance, "way")
    lost = check is not None and check.success
    scene.happen(e.WayChecked(check, lost, rules=("IS-WILD-05",), audience=REFEREE_ONLY))


# ------------------------------------------------------------ 4: movement and actions


def conduct_march(scene: Scene, command: ConductMarch) -> Refusal | None:
    """The referee's word on the day: where it really leads, what the ground leaves, whether haste is allowed."""
    state = own(scene.state)
    journey = state.journey
    if journey is None:
        return Refusal("not_asked")
    try:
        factor = Fraction(command.factor)
    except (ValueError, ZeroDivisionError):
        return Refusal("bad_factor", {"factor": command.factor}, ("IS-OUT-04",))
    if not 0 < factor <= MOST_FACTOR:
        return Refusal("bad_factor", {"factor": command.factor}, ("IS-OUT-04",))
    if command.to and command.to not in reachable(journey):
        known = ", ".join(reachable(journey)) or "–"
        return Refusal("no_way", {"name": command.to, "known": known}, ("IS-WILD-02",))
    if command.worth == "half" and not journey.lost:
        return Refusal("way_kept", {}, ("IS-WILD-05",))
    forced = journey.forced and command.forced == "yes"
    march_on_the_map(scene, command.to, factor, command.worth, forced=forced)
    if journey.day:  # a night's hours pass at its end
        let_time_pass(scene, MARCH_MINUTES - journey.spent, ("IS-TIME-03",))
    evening_if_quiet(scene)
    return None


def go_astray(scene: Scene, dice: tuple[Die, ...], hexes: int) -> None:
    """A flight in the wilds leads to another hex; where a map has none, so many miles off the way."""
    journey = travelling(scene.state)
    if isinstance(journey, Refusal):
        meetings.go_astray(scene, dice, hexes)
        return
    scene.happen(Astray(dice, hexes, rules=("WB-CORE-02",), audience=REFEREE_ONLY))
    lead_astray(scene, hexes)


def lead_astray(scene: Scene, hexes: int) -> None:
    """So many hexes off the way, as the map has them."""
    journey = journey_of(scene.state)
    if journey.land.kind == "hex":
        lead_to_another_hex(scene, journey, hexes)
        return
    miles = hexes * scene.rules.content.exploration.evasion.hex_miles
    scene.happen(e.LedAstray("", None, miles, rules=("IS-WILD-05",), audience=REFEREE_ONLY))


def lead_to_another_hex(scene: Scene, journey: Journey, hexes: int) -> None:
    """Straight on in a direction by lot, as far as the map goes; if it does not go there, round the compass."""
    die = scene.dice.stream(REFEREE).roll(6, "direction")
    around = list(NEIGHBOURS.values())
    ways = (*around[die.face - 1 :], *around[: die.face - 1])
    nearest = journey.at
    for way in ways:
        ends = [one for one in beyond(journey.at, way, hexes) if one in journey.land.spots]
        if ends:
            nearest = ends[-1]
            break
    scene.happen(e.LedAstray(nearest, die, rules=("IS-WILD-05",), audience=REFEREE_ONLY))
    come_to(scene, journey.land.spots[nearest])


def beyond(start: str, way: tuple[int, int], hexes: int) -> tuple[str, ...]:
    """The hexes in a line from one, the nearest first."""
    column, row = (int(part) for part in start.split(","))
    return tuple(f"{column + way[0] * step},{row + way[1] * step}" for step in range(1, hexes + 1))


def at_a_halt(state: ParentState) -> Journey | Refusal:
    """The journey, while nobody has come upon the party."""
    journey, free = travelling(state), at_leisure(state)
    return free if isinstance(free, Refusal) and not isinstance(journey, Refusal) else journey


def change_goal(scene: Scene, command: ChangeGoal) -> Refusal | None:
    """The party makes for another spot: where it goes each day it says each day (IS-WILD-04)."""
    journey = at_a_halt(scene.state)
    if isinstance(journey, Refusal):
        return journey
    if command.goal not in journey.land.spots:
        return Refusal("no_spot_there", {"name": command.goal}, ("IS-WILD-02",))
    if command.goal == journey.goal:
        return Refusal("goal_already", {"goal": f"@{command.goal}"}, ("IS-WILD-04",))
    scene.happen(e.GoalChanged(command.goal, rules=("IS-WILD-04",), audience=REFEREE_ONLY))
    return None


def act_on_the_spot(scene: Scene, command: ActOnTheSpot) -> Refusal | None:
    """Things done in passing: by the day they take no time (IS-WILD-19)."""
    journey = travelling(scene.state)
    if isinstance(journey, Refusal):
        return journey
    one = scene.rules.free_hand(scene, command.who)
    if isinstance(one, Refusal):
        return one
    text = command.text.strip()
    if not text or len(text) > LONGEST_TEXT:
        return Refusal("bad_text", {"most": LONGEST_TEXT}, ("IS-WILD-19",))
    scene.happen(e.DoneOnTheSpot(one.id, text, rules=("IS-WILD-19", "IS-TURN-14")))
    return None


# ------------------------------------------------------------ 5: encounters


def play_encounter(scene: Scene, command: PlayEncounter) -> Refusal | None:
    """Bring on whoever the checks announced, by the order of any encounter (IS-WILD-07, IS-TURN-15)."""
    del command
    journey = at_a_halt(scene.state)
    if isinstance(journey, Refusal):
        return journey
    if not journey.due:
        return Refusal("nobody_comes", {}, ("IS-WILD-07",))
    trouble = journey.due[0]
    awake = journey.watches if journey.step == "night" else ()
    rules = ("IS-WILD-18", "IS-WILD-17", "IS-TURN-15") if journey.step == "night" else ("IS-WILD-07", "IS-TURN-15")
    scene.happen(e.TroubleCame(trouble.terrain, awake, rules=rules, audience=REFEREE_ONLY))
    from_table(scene, scene.rules.content.exploration.terrains[trouble.terrain].table, outdoors=True)
    evening_if_quiet(scene)
    return None


def end_journey(scene: Scene, command: EndJourney) -> Refusal | None:
    """The referee ends the journey."""
    del command
    journey = at_a_halt(scene.state)
    if isinstance(journey, Refusal):
        return journey
    arrive(scene, arrived=journey.at == journey.goal)
    return None
