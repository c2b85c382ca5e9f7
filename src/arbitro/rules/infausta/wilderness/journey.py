"""Where a day of the wilds stands (chapter «Esplorare le Terre Selvagge»): its steps, its checks, its end."""

from typing import Final, Literal

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.wilderness import events as e
from arbitro.rules.infausta.wilderness.state import Journey, Spot, Step
from arbitro.rules.whitebox.exploring import wanderers
from arbitro.rules.whitebox.exploring.clock import at_leisure
from arbitro.rules.whitebox.exploring.travel import close_expedition
from arbitro.rules.whitebox.exploring.wanderers import wandering_check
from arbitro.rules.whitebox.roll_tables import Terrain
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import State as ParentState

FALLBACK: Final = 1
"""In six: the only chance that the chapter prints, for country of which nothing else is known (IS-WILD-06)."""


def travelling(state: ParentState) -> Journey | Refusal:
    """The journey that goes on, or the refusal that says there is none."""
    journey = own(state).journey
    return Refusal("no_journey", {}, ("IS-WILD-01",)) if journey is None or journey.over else journey


def journey_of(state: ParentState) -> Journey:
    """The journey; steps of a day are not asked for without one."""
    journey = own(state).journey
    if journey is None:
        raise LookupError("there is no journey")
    return journey


def at_step(state: ParentState, step: Step) -> Journey | Refusal:
    """The journey, if its day stands at a step and nobody stands in the way (IS-WILD-03)."""
    journey = travelling(state)
    if isinstance(journey, Refusal):
        return journey
    free = at_leisure(state)
    if isinstance(free, Refusal):
        return free
    if journey.step != step:
        return Refusal("not_now", {"fault": f"step.{journey.told_step}"}, ("IS-WILD-03",))
    return journey


def check_wilderness(scene: Scene, spot: Spot, when: Literal["day", "night"], number: int = 0) -> None:
    """Two checks by day and one by night, by the odds of the country (IS-WILD-06, IS-WILD-18)."""
    odds = scene.rules.content.exploration.terrains.get(spot.terrain)
    chance = spot.encounter if spot.encounter >= 0 else FALLBACK if odds is None else odds.encounter
    check = wandering_check(scene, chance)
    met = check is not None and check.success
    rules = ("IS-WILD-06",) if when == "day" else ("IS-WILD-06", "IS-WILD-18")
    rolled = e.WildernessChecked(check, when, spot.terrain, met, number, rules=rules, audience=REFEREE_ONLY)
    scene.happen(rolled)


def check_in_the_open(scene: Scene, terrain: Terrain) -> None:
    """One of the day's three, where no journey keeps its own steps: who comes is met at once (IS-WILD-06)."""
    wanderers.check_in_the_open(scene, terrain, ("IS-WILD-06",))


def reachable(journey: Journey) -> tuple[str, ...]:
    """Where the party can go: any neighbour from a spot, and on a way its two ends."""
    if journey.on_the_way and journey.toward:
        return (journey.toward, journey.at)
    return tuple(journey.land.around(journey.at))


def arrive(scene: Scene, *, arrived: bool) -> None:
    """The journey is over."""
    journey = journey_of(scene.state)
    scene.happen(e.JourneyEnded(journey.day, journey.at, arrived, rules=("IS-WILD-01",)))
    close_expedition(scene, home=True, of_journey=True)


def begin_day(scene: Scene, day: int, spent: int = 0) -> None:
    """A day begins with the weather (IS-WILD-03, IS-WILD-04)."""
    scene.happen(e.DayBegan(day, spent, rules=("IS-WILD-01", "IS-WILD-03", "IS-WILD-04")))
