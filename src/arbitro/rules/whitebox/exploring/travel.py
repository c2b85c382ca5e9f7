"""Under way (chapters «Movimento» and «Movimento all'aperto»): setting out, from place to place, days on the road."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, cast

from arbitro.dice.stream import REFEREE
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.exploring.clock import MOST_TURNS, ask, at_leisure, lit, ruled, under_way, undisturbed
from arbitro.rules.whitebox.exploring.commands import (
    Bring,
    EndExpedition,
    Go,
    JudgeTerrain,
    JudgeWay,
    StartExpedition,
    StateFacts,
    Travel,
    WalkAbout,
)
from arbitro.rules.whitebox.exploring.doors import SIX, door_here
from arbitro.rules.whitebox.exploring.events import (
    ExpeditionBegan,
    ExpeditionEnded,
    FactsStated,
    MilesWasted,
    PlaceEntered,
    Reminder,
    RulingAsked,
    RulingGiven,
    Travelled,
    WayRegained,
    WayRolled,
)
from arbitro.rules.whitebox.exploring.senses import pass_by
from arbitro.rules.whitebox.exploring.state import (
    Door,
    Expedition,
    Pending,
    Place,
    Trap,
    Troop,
    Wandering,
    Worth,
    place,
)
from arbitro.rules.whitebox.exploring.traps import cross
from arbitro.rules.whitebox.exploring.weather import turn_weather, weather_factor
from arbitro.rules.whitebox.people import load, records
from arbitro.rules.whitebox.people.healing import let_time_pass
from arbitro.rules.whitebox.people.load import Pace, march_of, miles_a_day, party_rate, slowest
from arbitro.rules.whitebox.people.load import Walk as Distance
from arbitro.rules.whitebox.people.records import MINUTES_A_DAY, TURN, active, company
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.roll_tables import Terrain
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State

FARTHEST: Final = 5280
"""Feet of one walk: a mile."""
WALKING: Final[tuple[Pace, ...]] = ("careful", "normal", "running")
MOST_FACTOR: Final = 2
FARTHEST_GOAL: Final = 10_000
"""Miles to a goal that a march may be told of."""


WORTH: Final[dict[Worth, Fraction]] = {"nothing": Fraction(0), "half": Fraction(1, 2), "all": Fraction(1)}
"""The share of a day's march that counts when the way is lost."""
ROUGH: Final = ("swamp_jungle", "hills_mountains")
"""Country that should slow travel (WB-OUTDOOR-04)."""

# ------------------------------------------------------------ setting out


def start_expedition(scene: Scene, command: StartExpedition) -> Refusal | None:
    """The referee states the facts, and the party is under way (WB-CORE-01)."""
    state = scene.state
    if not isinstance(under_way(state), Refusal):
        return Refusal("expedition_already")
    if fighting(state):
        return Refusal("fight_first", {"who": f"@{PARTY}"}, ("WB-TIME-02",))
    if not any(True for _ in active(scene.at(state))):
        return Refusal("nobody_goes", {}, ("WB-CORE-01",))
    places = {place.id: place for place in command.places}
    if command.at not in places:
        return Refusal("no_place", {"place": command.at, "known": ", ".join(places) or "–"})
    refused = bad_wandering(scene.rules, command.wandering)
    if refused is not None:
        return refused
    out = Expedition(at=command.at, began=state.minutes, places=places)
    facts = StateFacts(command.places, command.doors, command.traps, command.troops)
    refused = bad_facts(scene, out, facts)
    if refused is not None:
        return refused
    out = Expedition(
        at=command.at,
        began=state.minutes,
        places=places,
        doors={door.id: door for door in command.doors},
        traps={trap.id: trap for trap in command.traps},
        troops={troop.id: troop for troop in command.troops},
        wandering=command.wandering,
    )
    scene.happen(ExpeditionBegan(out, rules=("WB-CORE-01", "WB-TIME-01"), audience=REFEREE_ONLY))
    scene.rules.enter_place(scene, command.at, ("WB-CORE-01",))
    if not lit(scene):
        scene.rules.remind_of_dark(scene)
    return None


def bad_wandering(rules: Rules, site: Wandering) -> Refusal | None:
    """Whether a site's own odds of being disturbed can be."""
    most = rules.content.exploration.wandering_die
    if 0 <= site.turns <= MOST_TURNS and -1 <= site.chance <= most:
        return None
    return Refusal("bad_wandering", {"turns": MOST_TURNS, "most": most}, ("WB-CORE-01",))


def state_facts(scene: Scene, command: StateFacts) -> Refusal | None:
    """The referee adds to the facts, or changes them (WB-CORE-02)."""
    out = under_way(scene.state)
    if isinstance(out, Refusal):
        return out
    if not (command.places or command.doors or command.traps or command.troops):
        return Refusal("no_facts")
    refused = bad_facts(scene, out, command)
    if refused is not None:
        return refused
    scene.happen(
        FactsStated(
            command.places,
            command.doors,
            command.traps,
            command.troops,
            rules=("WB-CORE-01", "WB-CORE-02"),
            audience=REFEREE_ONLY,
        )
    )
    return None


def bad_facts(here: Here, out: Expedition, facts: StateFacts) -> Refusal | None:
    """What is wrong with facts: two things of one name, a door that leads nowhere, an unknown monster."""
    sorts: tuple[tuple[Iterable[str], Iterable[Place | Door | Trap | Troop]], ...] = (
        (out.places, facts.places),
        (out.doors, facts.doors),
        (out.traps, facts.traps),
        (out.troops, facts.troops),
    )
    taken = {PARTY, *here.state.characters}
    for known, stated in sorts:
        names = {each.id for each in stated}
        if len(names) < sum(1 for _ in stated) or names & taken:
            return Refusal("same_fact", {"name": ", ".join(sorted(names & taken) or sorted(names))})
        taken |= names | set(known)
    places = {*out.places, *(place.id for place in facts.places)}
    doors = {*out.doors, *(door.id for door in facts.doors)}
    for spot in facts.places:
        if spot.outdoors and spot.terrain and spot.terrain not in here.rules.content.exploration.terrains:
            return unknown_fact(spot.terrain, here.rules.content.exploration.terrains)
    for door in facts.doors:
        for end in door.between:
            if end not in places:
                return unknown_fact(end, places)
    for trap in facts.traps:
        if trap.place not in places:
            return unknown_fact(trap.place, places)
        if trap.door and trap.door not in doors:
            return unknown_fact(trap.door, doors)
    return bad_troops(here.rules, facts.troops, places)


def bad_troops(rules: Rules, troops: tuple[Troop, ...], places: set[str]) -> Refusal | None:
    """Whether somebody to be met is known to the bestiary or the classes, and somewhere."""
    for troop in troops:
        if troop.place and troop.place not in places:
            return unknown_fact(troop.place, places)
        if troop.class_id and troop.class_id not in rules.content.classes:
            return unknown_fact(troop.class_id, rules.content.classes)
        if not (troop.class_id or troop.members) and troop.monster not in rules.content.monsters:
            return unknown_fact(troop.monster, ())
    return None


def unknown_fact(name: str, known: Iterable[str]) -> Refusal:
    """A name that leads nowhere."""
    return Refusal("unknown_fact", {"name": name or "–", "known": ", ".join(sorted(known)) or "…"})


def enter_place(scene: Scene, place: str, rules: tuple[str, ...], came: str = "") -> None:
    """The party sees a place, and the ways out of it that are plain to see."""
    out = scene.state.expedition
    if out is None:
        return
    facts = out.places[place]
    exits = tuple(door.id for door in out.doors.values() if place in door.between and door.known)
    scene.happen(PlaceEntered(place, facts.name, exits, facts.text, came, rules=rules))


def end_expedition(scene: Scene, command: EndExpedition) -> Refusal | None:
    """Home again, at a safe place; or nobody is left to go on."""
    del command
    out = at_leisure(scene.state)
    if isinstance(out, Refusal):
        return out
    going_on = records.going_on(scene)
    if going_on and not place(out).safe:
        return Refusal("not_home", {}, ("WB-CORE-01",))
    close_expedition(scene, home=going_on)
    return None


def close_expedition(scene: Scene, *, home: bool, of_journey: bool = False) -> None:
    """The expedition is over."""
    out = scene.state.expedition
    if out is not None and not out.over:
        outdoors = place(out).outdoors
        rules = ("WB-CORE-01",) if outdoors else ("WB-CORE-01", "WB-TIME-01")
        scene.happen(ExpeditionEnded(out.turns_inside, home, outdoors, of_journey, rules=rules))


def end_if_all_lost(scene: Scene) -> bool:
    """Without a living member of the party there is no expedition."""
    if any(True for _ in company(scene.state)):
        return False
    close_expedition(scene, home=False)
    return True


# ------------------------------------------------------------ by the turn


def walking_pace(word: str) -> Pace | None:
    """The pace of that name, if it is one to walk at: nobody moves at that of a fight outside of one."""
    return next((pace for pace in WALKING if pace == word), None)


def party_walk(here: Here, word: str) -> Distance | Refusal:
    """How far the party gets at a pace: its slowest member's rate (WB-MOVE-01, WB-OUTDOOR-01)."""
    return here.once(("party walk", word), lambda: _party_walk(here, word))


def _party_walk(here: Here, word: str) -> Distance | Refusal:
    pace = walking_pace(word)
    if pace is None:
        return Refusal("bad_pace", {"pace": word}, ("WB-MOVE-03",))
    walk = load.walk(here.state, party_rate(here), pace)
    return load.nobody_walks(here, "WB-MOVE-01") or (walk if walk.turn else Refusal("cannot_move", {}, ("WB-MOVE-01",)))


def minutes_for(feet: int, walk: Distance) -> int:
    """Minutes of a walk, each begun one counted."""
    return -(-feet * TURN // walk.turn)


def go(scene: Scene, command: Go) -> Refusal | None:
    """Through an open door or a passage, over whatever lies on the way, into the next place."""
    state = scene.state
    out = at_leisure(state)
    if isinstance(out, Refusal):
        return out
    door = door_here(state, out, command.door)
    if isinstance(door, Refusal):
        return door
    if not (door.passage or door.open):
        return Refusal("shut", {"door": f"@{door.id}"}, ("WB-DOOR-01",))
    walk = party_walk(scene, command.pace)
    if isinstance(walk, Refusal):
        return walk
    if not scene.rules.finish_what_is_in_hand(scene) or not still_open(scene.state, door.id):
        return None
    beyond = door.beyond(out.at)
    watchful = command.pace != "running"
    if not cross(scene, traps_on(out, door.id, beyond), watchful=watchful):
        return None
    if end_if_all_lost(scene):
        return None
    scene.rules.enter_place(scene, beyond, ("WB-CORE-01",))
    scene.rules.walk_on(scene, door.feet, command.pace, walk)
    if undisturbed(scene.state):
        if watchful:
            pass_by(scene)
        scene.rules.arrived(scene)
    return None


def bring(scene: Scene, command: Bring) -> Refusal | None:
    """The referee moves the party without a walk; whoever is there is met (WB-CORE-01)."""
    out = at_leisure(scene.state)
    if isinstance(out, Refusal):
        return out
    unknown = next((each for each in (command.place, command.came or command.place) if each not in out.places), None)
    if unknown is not None:
        return unknown_fact(unknown, out.places)
    scene.rules.enter_place(scene, command.place, ("WB-CORE-01",), command.came)
    scene.rules.arrived(scene)
    return None


def still_open(state: State, door: str) -> bool:
    """Whether the way is still open after everybody was ready."""
    out = state.expedition
    return out is not None and (out.doors[door].passage or out.doors[door].open)


def traps_on(out: Expedition, door: str, beyond: str) -> tuple[Trap, ...]:
    """Traps that nobody knows of on a way, in the order in which they are reached; known ones are avoided."""
    found = [trap for trap in out.traps.values() if trap.door == door]
    found += [trap for trap in out.traps.values() if not trap.door and trap.place == beyond]
    return tuple(trap for trap in found if not trap.found and not trap.sprung)


def arrived(scene: Scene) -> None:
    """The party stands in a new place; the chapter on encounters says whom it meets there."""


def walk_about(scene: Scene, command: WalkAbout) -> Refusal | None:
    """A stretch that needs no door: along a passage, across a hall."""
    out = at_leisure(scene.state)
    if isinstance(out, Refusal):
        return out
    if not 1 <= command.feet <= FARTHEST:
        return Refusal("bad_feet", {"feet": command.feet, "most": FARTHEST}, ("WB-MOVE-02",))
    walk = party_walk(scene, command.pace)
    if isinstance(walk, Refusal):
        return walk
    if scene.rules.finish_what_is_in_hand(scene):
        scene.rules.walk_on(scene, command.feet, command.pace, walk)
        if undisturbed(scene.state) and command.pace != "running":
            pass_by(scene)
    return None


# ------------------------------------------------------------ by the day


def travel(scene: Scene, command: Travel) -> Refusal | None:
    """A day's march; in hard country the referee is asked what it leaves of it (WB-OUTDOOR-01 to 04)."""
    state = scene.state
    out = at_leisure(state)
    if isinstance(out, Refusal):
        return out
    if not place(out).outdoors:
        return Refusal("not_outdoors", {}, ("WB-OUTDOOR-01",))
    if not 0 <= command.miles <= FARTHEST_GOAL:
        return Refusal("bad_count", {"count": command.miles, "most": FARTHEST_GOAL}, ("WB-OUTDOOR-01",))
    walk = party_walk(scene, "normal")
    if isinstance(walk, Refusal):
        return walk
    if command.terrain in ROUGH:
        asked = RulingAsked(
            "terrain",
            "",
            command.terrain,
            proposed=str(state.options["rough_terrain_factor"]),
            pending=Pending("", command.terrain, command.forced, miles=command.miles),
            rules=("WB-OUTDOOR-04",),
        )
        ask(scene, asked)
        return None
    march(scene, command.terrain, command.forced, Fraction(1), command.miles)
    return None


def judge_terrain(scene: Scene, command: JudgeTerrain) -> Refusal | None:
    """The referee's answer: what hard country leaves of a day's march; nothing is taken off unasked."""
    try:
        factor = Fraction(command.factor)
    except (ValueError, ZeroDivisionError):
        return Refusal("bad_factor", {"factor": command.factor}, ("WB-OUTDOOR-04",))
    if not 0 < factor <= MOST_FACTOR:
        return Refusal("bad_factor", {"factor": command.factor}, ("WB-OUTDOOR-04",))
    out = scene.state.expedition
    if out is None or out.pending is None:
        return Refusal("not_asked")
    ruled(scene, str(factor), ("WB-OUTDOOR-04",))
    march(scene, cast(Terrain, out.pending.about), out.pending.forced, factor, out.pending.miles)
    return None


def march(scene: Scene, terrain: Terrain, forced: bool, factor: Fraction, most: int) -> None:
    """The day passes: miles, no more than lead to the goal, the way lost or kept, and whoever is met."""
    out = scene.state.expedition
    if out is None:
        return
    turn_weather(scene)
    left = factor * weather_factor(scene)
    whole = miles_a_day(party_rate(scene), forced=forced, factor=left)
    miles = min(whole, most or whole)
    rules = ("WB-OUTDOOR-01", "WB-OUTDOOR-02") if forced else ("WB-OUTDOOR-01",)
    if factor != 1:
        rules = (*rules, "WB-OUTDOOR-04")
    one = slowest(scene)
    how = None if one is None else march_of(one.id, party_rate(scene), factor, weather_factor(scene), forced=forced)
    scene.happen(Travelled(miles, terrain, forced, str(left), out.miles + miles, how, whole - miles, rules=rules))
    onward = miles - back_to_the_way(scene, miles)
    if forced:
        reminder = Reminder("", "forced_march", rules=("WB-OUTDOOR-02", "WB-CORE-02"), audience=REFEREE_ONLY)
        scene.happen(reminder)
    let_time_pass(scene, MINUTES_A_DAY, ("WB-TIME-04",), days=1)
    odds = scene.rules.content.exploration.terrains[terrain]
    if odds.lost:
        die = scene.dice.stream(REFEREE).roll(SIX, "way")
        check = held_against((die,), (), "<=", odds.lost, "way")
        scene.happen(WayRolled(check, check.success, rules=("WB-CORE-02",), audience=REFEREE_ONLY))
        if check.success and onward:
            pending = Pending("", terrain, forced, miles=onward)
            proposed = str(scene.state.options["lost_way"])
            rules = ("WB-CORE-02",)
            ask(scene, RulingAsked("way", "", "", "", proposed, pending, rules=rules, audience=REFEREE_ONLY))
            return
    scene.rules.day_passed(scene, terrain)


def back_to_the_way(scene: Scene, miles: int) -> int:
    """Of a day's miles those that a party walks back to the way from which it fled."""
    out = scene.state.expedition
    if out is None or not out.astray:
        return 0
    back = min(miles, out.astray)
    scene.happen(WayRegained(back, back == out.astray, out.miles - back, rules=("WB-CORE-02",)))
    return back


def judge_way(scene: Scene, command: JudgeWay) -> Refusal | None:
    """The referee's answer: what the day was worth to those who lost their way; then the evening comes."""
    out = scene.state.expedition
    if out is None or out.pending is None:
        return Refusal("not_asked")
    pending, wasted = out.pending, int(out.pending.miles * (1 - WORTH[command.worth]))
    scene.happen(RulingGiven("way", command.worth, rules=("WB-CORE-02",), audience=REFEREE_ONLY))
    if wasted:
        scene.happen(MilesWasted(wasted, out.miles - wasted, rules=("WB-CORE-02",)))
    scene.rules.day_passed(scene, cast(Terrain, pending.about))
    return None


def day_passed(scene: Scene, terrain: Terrain) -> None:
    """A day on the road is over; the chapter on encounters says whom it brought."""
