"""What the events of a journey change."""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.infausta.wilderness import events as e
from arbitro.rules.infausta.wilderness.land import straight_line
from arbitro.rules.infausta.wilderness.state import Journey, Trouble

if TYPE_CHECKING:
    from arbitro.rules.infausta.state import State


def _on(state: "State", **changes: Any) -> "State":
    if state.journey is None:
        raise ValueError("an event of a journey in a log without a journey")
    return replace(state, journey=replace(state.journey, **changes))


def _journey(state: "State") -> Journey:
    if state.journey is None:
        raise ValueError("an event of a journey in a log without a journey")
    return state.journey


def _asked(state: "State", kind: str, rules: tuple[str, ...]) -> "State":
    return replace(state, awaiting=(*state.awaiting, Question(kind, "referee", rules=rules)))


def _answered(state: "State", kind: str) -> "State":
    return replace(state, awaiting=tuple(question for question in state.awaiting if question.kind != kind))


def _began(state: "State", event: e.JourneyBegan) -> "State":
    new, old = event.journey, state.journey
    if new.land.kind != "hex":
        return replace(state, journey=new)
    other = old is not None and old.land.kind == "hex" and old.land != new.land
    charted = () if other else state.charted
    return replace(state, journey=new, charted=charted if charted[-1:] == (new.at,) else (*charted, new.at))


def _arrived(state: "State", event: e.Arrived) -> "State":
    return state if event.audience == REFEREE_ONLY else _charted(state, event.at)


def _charted(state: "State", at: str) -> "State":
    """Whoever knows where they are has charted it, and all that lies on a straight way there."""
    if _journey(state).land.kind != "hex" or state.charted[-1:] == (at,):
        return state
    walked = straight_line(state.charted[-1], at) if state.charted else (at,)
    return replace(state, charted=(*state.charted, *walked))


def _day(state: "State", event: e.DayBegan) -> "State":
    return _on(
        state,
        day=event.day,
        spent=event.spent if event.day else _journey(state).spent,
        step="weather",
        heading="",
        forced=False,
        due=(),
        watches=(),
        marched="0",
        toiled=(),
        roused=(),
        circling=False,
        worth="all",
        turned=False,
    )


def _weather(state: "State", event: e.WeatherAnnounced) -> "State":
    return _on(state, weather=event.weather, step="heading")


def _heading(state: "State", event: e.HeadingChosen) -> "State":
    return _on(state, heading=event.to, forced=event.forced)


def _way(state: "State", event: e.WayChecked) -> "State":
    return _on(state, lost=event.lost)


def _checked(state: "State", event: e.WildernessChecked) -> "State":
    if not event.met:
        return state
    return _on(state, due=(*_journey(state).due, Trouble(event.terrain)))


def _march_asked(state: "State", event: e.MarchAsked) -> "State":
    return _asked(_on(state, step="march"), "march", event.rules)


def _conducted(state: "State", event: e.MarchConducted) -> "State":
    after = _on(
        state,
        toward=event.toward,
        at=event.at,
        gone=event.gone,
        forced=event.forced,
        marched=event.miles,
        factor=event.factor,
        circling=event.circling,
        worth="half" if event.wasted != "0" else "all",
        turned=event.turned,
        astray=str(_journey(state).off_the_way - Fraction(event.back)),
        step="encounter",
    )
    return _answered(after, "march")


def _led_astray(state: "State", event: e.LedAstray) -> "State":
    if event.at:
        return _on(state, at=event.at, toward="", gone="0", lost=True)
    return _on(state, astray=str(_journey(state).off_the_way + event.miles), lost=True)


def _goal(state: "State", event: e.GoalChanged) -> "State":
    return _on(state, goal=event.goal)


def _stayed(state: "State", event: e.StayedPut) -> "State":
    del event
    return _on(state, step="encounter")


def _trouble(state: "State", event: e.TroubleCame) -> "State":
    del event
    return _on(state, due=_journey(state).due[1:])


def _camp_offered(state: "State", event: e.CampOffered) -> "State":
    del event
    return _on(state, step="camp")


def _camped(state: "State", event: e.CampMade) -> "State":
    return _on(state, step="night", watches=event.watches, last_night="camp")


def _leave_asked(state: "State", event: e.NightMarchAsked) -> "State":
    return _asked(_on(state, step="leave"), "night_march", event.rules)


def _leave_judged(state: "State", event: e.NightMarchJudged) -> "State":
    del event
    return _answered(_on(state, step="camp"), "night_march")


def _night_marched(state: "State", event: e.NightMarched) -> "State":
    del event
    return _on(state, step="night", last_night="march", forced=True)


def _night(state: "State", event: e.NightPassed) -> "State":
    return replace(state, sleepless=event.sleepless)


def _slipped(state: "State", event: e.SpellSlipped) -> "State":
    one = state.characters[event.who]
    held = list(one.prepared)
    held.remove(event.spell)
    return replace(state, characters={**state.characters, one.id: replace(one, prepared=tuple(held))})


def _frail(state: "State", event: e.FrailtyMarked) -> "State":
    others = tuple(who for who in _journey(state).frail if who != event.who)
    return _on(state, frail=(*others, event.who) if event.frail else others)


def _ended(state: "State", event: e.JourneyEnded) -> "State":
    after = _on(state, over=True, step="over", due=())
    return _charted(after, event.at) if event.arrived else after


FOLD: dict[type[Event], Callable[[Any, Any], Any]] = {
    e.JourneyBegan: _began,
    e.DayBegan: _day,
    e.WeatherAnnounced: _weather,
    e.HeadingChosen: _heading,
    e.WayChecked: _way,
    e.WildernessChecked: _checked,
    e.MarchAsked: _march_asked,
    e.MarchConducted: _conducted,
    e.LedAstray: _led_astray,
    e.Arrived: _arrived,
    e.GoalChanged: _goal,
    e.StayedPut: _stayed,
    e.TroubleCame: _trouble,
    e.CampOffered: _camp_offered,
    e.CampMade: _camped,
    e.NightMarchAsked: _leave_asked,
    e.NightMarchJudged: _leave_judged,
    e.NightMarched: _night_marched,
    e.NightPassed: _night,
    e.SpellSlipped: _slipped,
    e.FrailtyMarked: _frail,
    e.JourneyEnded: _ended,
}
