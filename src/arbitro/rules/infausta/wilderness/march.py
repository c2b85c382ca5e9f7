"""A march laid along the ways of the map, by day and by night (chapter «Esplorare le Terre Selvagge», 4)."""

from fractions import Fraction
from typing import Final

from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.wilderness import events as e
from arbitro.rules.infausta.wilderness.journey import journey_of
from arbitro.rules.infausta.wilderness.land import NEIGHBOURS, direction
from arbitro.rules.infausta.wilderness.state import Journey, Land, Spot, Worth
from arbitro.rules.whitebox.exploring.events import FactsStated
from arbitro.rules.whitebox.exploring.state import Place
from arbitro.rules.whitebox.exploring.weather import weather_factor
from arbitro.rules.whitebox.people.load import march_miles, march_of, party_rate, slowest
from arbitro.rules.whitebox.reckoning import March
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.terms import Named

WILDS: Final = "wilds"
"""The one place of the expedition that a journey is for encounters."""


def wilds(spot: Spot) -> Place:
    """A spot as a place where somebody may be met."""
    name = spot.name or Named("terre selvagge", "the wilds", "f")
    return Place(id=WILDS, name=name, outdoors=True, terrain=spot.terrain)


def march_told(here: Here, factor: Fraction, *, forced: bool) -> March | None:
    """What the day's miles come from; what the weather did not take of them, the ground did, or the referee's word."""
    one, weather = slowest(here), weather_factor(here)
    if one is None:
        return None
    ground = factor / weather if weather else factor
    return march_of(one.id, party_rate(here), ground, weather or Fraction(1), forced=forced)


def march_on_the_map(
    scene: Scene, to: str, factor: Fraction, worth: Worth, *, forced: bool, farther: bool = False
) -> None:
    """Miles of the day laid along the ways of the map (IS-WILD-07, IS-OUT-01, IS-OUT-02, IS-OUT-04).

    Towards nowhere they are walked in circles, and of the lost perhaps only half lead on (IS-WILD-05); whoever fled
    comes back to the way first. The party believes all of them to lead on. By night they go `farther` the same way,
    which may long be past where the day was to lead.
    """
    state = own(scene.state)
    journey = state.journey
    if journey is None:
        return
    miles = march_miles(party_rate(scene.at(state)), forced=forced, factor=factor)
    wasted = miles / 2 if to and worth == "half" else Fraction(0)
    back = min(miles - wasted, journey.off_the_way) if to else Fraction(0)
    onward = miles - wasted - back
    stays = (journey.at, journey.toward or to, journey.on_the_way, Fraction(0))
    at, toward, gone, spared = along(journey, to, onward) if to and onward else stays
    rules: tuple[str, ...] = ("IS-WILD-07", "IS-OUT-01")
    rules = rules if to and not wasted else (*rules, "IS-WILD-05")
    rules = (*rules, "IS-OUT-02") if forced else rules
    rules = (*rules, "IS-OUT-04") if factor != 1 else rules
    rules = (*rules, "IS-WILD-04") if weather_factor(scene.at(state)) != 1 else rules
    led = e.MarchConducted(
        toward,
        at,
        str(gone),
        str(factor),
        forced,
        str(miles),
        not to,
        str(wasted),
        str(back),
        meant=bool(to) and (to == journey.heading or (farther and not journey.lost)),
        turned=bool(to) and to == journey.at,
        rules=rules,
        audience=REFEREE_ONLY,
    )
    scene.happen(led)
    how = march_told(scene, factor, forced=forced)
    open_rules = tuple(rule for rule in rules if rule != "IS-WILD-05")
    believed = journey.heading if journey.lost or not farther else toward or at
    scene.happen(e.Marched(believed, str(miles - spared), forced, how, str(spared or ""), rules=open_rules))
    if back and back == journey.off_the_way:
        scene.happen(e.BackOnTheWay(rules=("IS-WILD-07",)))
    if at != journey.at or (not gone and journey.on_the_way):
        come_to(scene, journey.land.spots[at])


def come_to(scene: Scene, spot: Spot) -> None:
    """The party sees where it is; who is lost sees only the country."""
    scene.happen(FactsStated((wilds(spot),), by_the_way=True, rules=("IS-WILD-07",), audience=REFEREE_ONLY))
    if journey_of(scene.state).lost:
        scene.happen(e.Arrived(spot.id, spot.terrain, rules=("IS-WILD-05",), audience=REFEREE_ONLY))
        scene.happen(e.CameTo(spot.terrain, rules=("IS-WILD-07",)))
    else:
        scene.happen(e.Arrived(spot.id, spot.terrain, rules=("IS-WILD-07",)))


def along(journey: Journey, to: str, miles: Fraction) -> tuple[str, str, Fraction, Fraction]:
    """Where miles lead: the spot left behind, the one ahead, how far on the way there, and miles left over at its end.

    From hex to hex a march goes straight on while miles are left; on a point map it ends at the next place.
    """
    at, gone = journey.at, journey.on_the_way
    if gone and to == at:  # turning back
        arrives = miles >= gone
        return (at, "", Fraction(0), miles - gone) if arrives else (at, journey.toward, gone - miles, Fraction(0))
    length = journey.land.around(at)[to]
    left = gone + miles - length
    if left < 0:
        return at, to, gone + miles, Fraction(0)
    if journey.land.kind == "hex":
        ahead = straight_on(journey.land, at, to)
        while ahead and left >= journey.land.around(to)[ahead]:
            left -= journey.land.around(to)[ahead]
            to, ahead = ahead, straight_on(journey.land, to, ahead)
        return (to, ahead, left, Fraction(0)) if ahead else (to, "", Fraction(0), left)
    return to, "", Fraction(0), left


def straight_on(land: Land, start: str, through: str) -> str:
    """The hex that lies straight on after a step; empty at the edge of the map."""
    way = direction(land, start, through)
    if not way:
        return ""
    column, row = (int(part) for part in through.split(","))
    ahead = f"{column + NEIGHBOURS[way][0]},{row + NEIGHBOURS[way][1]}"
    return ahead if ahead in land.spots else ""
