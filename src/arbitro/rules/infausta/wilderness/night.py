"""Evening and night (chapter «Esplorare le Terre Selvagge», 6 and 7): camp or march on, watches, sleep and its lack."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta.features.events import LibraryPaid
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.wilderness import events as e
from arbitro.rules.infausta.wilderness.commands import AllowNightMarch, BreakCamp, MakeCamp, MarchOn, MarkFrail
from arbitro.rules.infausta.wilderness.journey import (
    arrive,
    at_step,
    begin_day,
    check_wilderness,
    journey_of,
    reachable,
    travelling,
)
from arbitro.rules.infausta.wilderness.march import (
    march_on_the_map,
)
from arbitro.rules.infausta.wilderness.state import HALF, MARCH_MINUTES, Journey
from arbitro.rules.infausta.wilderness.weariness import MOST_NIGHTS, weariness
from arbitro.rules.whitebox.exploring import captives
from arbitro.rules.whitebox.exploring.clock import undisturbed
from arbitro.rules.whitebox.exploring.rest import DISTURBING, Disturbed, everybody, whoever_did_it
from arbitro.rules.whitebox.exploring.state import Outcome
from arbitro.rules.whitebox.exploring.weather import weather_factor
from arbitro.rules.whitebox.people import memory
from arbitro.rules.whitebox.people.commands import Memorise, MemoriseAll
from arbitro.rules.whitebox.people.equipment import is_suit
from arbitro.rules.whitebox.people.events import SpellMemorised
from arbitro.rules.whitebox.people.healing import as_combatant, let_time_pass
from arbitro.rules.whitebox.people.load import nobody_walks
from arbitro.rules.whitebox.people.records import active, company, living, on_their_feet
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.saves import saving_throw
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State as ParentState

LAST_WATCHFUL_NIGHT: Final = 3
DISTURBING_HERE: Final[Mapping[type[Event], Disturbed]] = {
    **DISTURBING,
    SpellMemorised: whoever_did_it,
    LibraryPaid: whoever_did_it,
    e.Marched: everybody,
    e.NightMarched: everybody,
}
"""Study and journeys break complete rest too (IS-HEAL-03)."""


def too_tired(state: ParentState) -> Refusal | None:
    """A fourth night without sleep is beyond people (IS-WILD-16)."""
    for one in company(state):
        if own(state).sleepless.get(one.id, 0) >= MOST_NIGHTS:
            return Refusal("three_nights", {"who": f"@{one.id}"}, ("IS-WILD-16",))
    return None


# ------------------------------------------------------------ 6: camp


def evening(scene: Scene) -> None:
    """Camp or march on; a forced march has already taken the night (IS-WILD-08, IS-WILD-11)."""
    journey = journey_of(scene.state)
    if not journey.day and journey.heading:
        march_all_night(scene, ("IS-WILD-11", "IS-OUT-02"))
        return
    if journey.at_goal:
        arrive(scene, arrived=True)
        return
    if journey.forced and scene.state.options["forced_march_costs_night"]:
        march_all_night(scene, ("IS-WILD-11", "IS-OUT-02"))
        return
    needy = those_in_need(scene)
    rules = ("IS-WILD-08", "IS-WILD-09", *(("IS-WILD-10",) if needy else ()))
    scene.happen(e.CampOffered(needy, not journey.day and journey.spent > MARCH_MINUTES, rules=rules))


def those_in_need(here: Here) -> tuple[str, ...]:
    """Who can hardly do without a camp: the armoured, the mounted, the frail (IS-WILD-10)."""
    frail = journey_of(here.state).frail
    return tuple(one.id for one in company(here.state) if one.id in frail or needs_rest(here.rules, one))


def needs_rest(rules: Rules, one: Character) -> bool:
    """Whether somebody wears a suit of armour or has an animal along."""
    for item in one.items.values():
        if item.where == "worn" and is_suit(rules, item):
            return True
        if item.sort == "transport" and rules.content.transport[item.of].kind == "animal":
            return True
    return False


def mark_frail(scene: Scene, command: MarkFrail) -> Refusal | None:
    """The referee says who is physically weak; there is no number for it (IS-WILD-10)."""
    journey = travelling(scene.state)
    if isinstance(journey, Refusal):
        return journey
    one = living(scene.state, command.walker)
    if isinstance(one, Refusal):
        return one
    scene.happen(e.FrailtyMarked(one.id, command.frail, rules=("IS-WILD-10",)))
    return None


def make_camp(scene: Scene, command: MakeCamp) -> Refusal | None:
    """Camp, with a watch or without; then the night's check (IS-WILD-08, IS-WILD-17)."""
    journey = at_step(scene.state, "camp")
    if isinstance(journey, Refusal):
        return journey
    members = tuple(one.id for one in active(scene.here()))
    named = tuple(who.strip() for who in command.watches.split(",") if who.strip())
    watches = members if named == ("all",) else () if named == ("none",) else named
    for who in watches:
        if who not in members:
            return Refusal("nobody", {"who": who}, ("IS-WILD-17",))
    scene.happen(e.CampMade(watches, rules=("IS-WILD-08", "IS-WILD-17")))
    night_falls(scene)
    return None


def march_on(scene: Scene, command: MarchOn) -> Refusal | None:
    """On through the night: as far again as by day, at the price of sleep (IS-WILD-11, IS-OUT-02)."""
    del command
    journey = at_step(scene.state, "camp")
    if isinstance(journey, Refusal):
        return journey
    refused = nobody_walks(scene, "IS-MOVE-01") or too_tired(scene.state)
    if refused is not None:
        return refused
    needy = those_in_need(scene)
    if needy:
        scene.happen(e.NightMarchAsked(needy, rules=("IS-WILD-10",)))
        return None
    go_through_the_night(scene)
    return None


def allow_night_march(scene: Scene, command: AllowNightMarch) -> Refusal | None:
    """The referee's word on those who need rest (IS-WILD-10)."""
    allowed = command.allowed == "yes"
    scene.happen(e.NightMarchJudged(allowed, rules=("IS-WILD-10",)))
    if allowed:
        go_through_the_night(scene)
    return None


def go_through_the_night(scene: Scene) -> None:
    """The second half of a forced march, walked by night."""
    journey = journey_of(scene.state)
    if not journey.day:
        set_out_by_night(scene, journey)
        return
    back = journey.turned and bool(journey.on_the_way)
    to = "" if journey.circling else journey.at if back else journey.toward
    if journey.heading and not journey.forced and (journey.circling or to in reachable(journey)):
        factor = Fraction(journey.factor) if journey.factor else weather_factor(scene)
        march_on_the_map(scene, to, factor, journey.worth, forced=False, farther=True)
    march_all_night(scene, ("IS-WILD-11", "IS-OUT-02"))


def set_out_by_night(scene: Scene, journey: Journey) -> None:
    """A journey begun by night: weather and heading as for any march, or awake till a morning that is near."""
    if journey.night_left >= HALF:
        begin_day(scene, 0)
    else:
        march_all_night(scene, ("IS-WILD-11",), awake=True)


def march_all_night(scene: Scene, rules: tuple[str, ...], *, awake: bool = False) -> None:
    """Nobody sleeps; the night's check is made all the same (IS-WILD-18)."""
    walkers = tuple(one.id for one in company(scene.state))
    scene.happen(e.NightMarched(walkers, awake, rules=rules))
    night_falls(scene)


# ------------------------------------------------------------ 7: the night


def night_falls(scene: Scene) -> None:
    """The third check of the day and night (IS-WILD-18)."""
    journey = journey_of(scene.state)
    check_wilderness(scene, journey.land.spots[journey.at], "night")


def break_camp(scene: Scene, command: BreakCamp) -> Refusal | None:
    """Morning: rest has done its work, or the lack of it; then the next day (IS-WILD-03)."""
    del command
    journey = at_step(scene.state, "night")
    if isinstance(journey, Refusal):
        return journey
    if journey.due:
        return Refusal("somebody_comes", {}, ("IS-WILD-18",))
    camped = journey.last_night == "camp"
    before = own(scene.state).sleepless
    walkers = tuple(company(scene.state))
    broken = () if scene.state.options["broken_night_heals"] else journey.roused
    sleepless = {} if camped else {one.id: before.get(one.id, 0) + 1 for one in walkers}
    rules = ("IS-WILD-08", *(("IS-WILD-11",) if before else ())) if camped else ("IS-WILD-11",)
    minutes = max(journey.night_left, HALF) if camped else journey.night_left
    scene.happen(e.NightPassed(journey.last_night, sleepless, minutes > journey.night_left, rules=rules))
    let_time_pass(scene, minutes, ("IS-TIME-03",), resting=camped)
    roused = tuple(one.id for one in walkers if camped and one.id in broken)
    for one in walkers:
        if one.id in roused:
            first = one.id == roused[0]
            scene.happen(e.NightBroken(one.id, roused[1:] if first else (), first, rules=("IS-HEAL-01", "IS-HEAL-03")))
        elif camped and not one.bleeding:
            quiet = journey.marched == "0" and one.id not in journey.toiled
            scene.rules.rest_days(scene, scene.state.characters[one.id], 1, complete=quiet, in_camp=True)
        elif not camped:
            feel_the_night(scene, one.id, sleepless[one.id])
    if journey.at_goal or (journey.days and journey.day >= journey.days):
        arrive(scene, arrived=journey.at_goal)
    else:
        begin_day(scene, journey.day + 1, minutes - journey.night_left)  # who lay down late gets up late
    return None


def feel_the_night(scene: Scene, who: str, nights: int) -> None:
    """What a night without rest does, from the second on; the third also takes spells and may bring sleep."""
    cost = weariness(nights)
    if cost.modifier:
        scene.happen(e.Weary(who, nights, cost.modifier, cost.percent, rules=(cost.rule,)))
    if nights < LAST_WATCHFUL_NIGHT:
        return
    one = scene.state.characters[who]
    if one.prepared:
        die = scene.dice.roll(len(one.prepared), "lot")
        among = tuple(f"spell:{spell}" for spell in one.prepared)
        scene.happen(e.SpellSlipped(who, one.prepared[die.face - 1], die, among, rules=("IS-WILD-14",)))
    if not on_their_feet(scene.state, who):
        return
    if scene.state.options["sleep_roll_after_third_night"]:
        awake = saving_throw(scene, as_combatant(one, one.hp), None)
        scene.happen(e.DozedOff(who, not awake, rules=("IS-WILD-15",)))
    else:
        scene.happen(e.SleepThreatens(who, rules=("IS-WILD-15",), audience=REFEREE_ONLY))


# ------------------------------------------------------------ after encounters


def part(scene: Scene, outcome: Outcome, *, gone: bool, rules: tuple[str, ...]) -> None:
    """When the last encounter of the day is over, it is evening (IS-WILD-03)."""
    captives.part(scene, outcome, gone=gone, rules=rules)
    evening_if_quiet(scene)


def evening_if_quiet(scene: Scene) -> None:
    """Evening comes when nobody is left to be met and somebody is left to camp."""
    journey = own(scene.state).journey
    if journey is None or journey.step != "encounter" or journey.due or not undisturbed(scene.state):
        return
    if any(True for _ in company(scene.state)):
        evening(scene)


# ------------------------------------------------------------ spells


def no_camp(state: ParentState) -> Refusal | None:
    """Spells come back only to those who camped that night (IS-WILD-09)."""
    journey = own(state).journey
    if journey is None or journey.over or journey.last_night != "march":
        return None
    return Refusal("no_camp_no_spells", {}, ("IS-WILD-09",))


def memorise(scene: Scene, command: Memorise) -> Refusal | None:
    """Study needs a night in camp (IS-WILD-09)."""
    return no_camp(scene.state) or memory.memorise(scene, command)


def memorise_all(scene: Scene, command: MemoriseAll) -> Refusal | None:
    """Memorising everything at once needs a camp, as each spell does."""
    return no_camp(scene.state) or memory.memorise_all(scene, command)
