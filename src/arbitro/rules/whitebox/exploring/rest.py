"""What breaks rest (WB-HEAL-01, WB-HEAL-02): walking, travel and toil as a fight does, and an hour of anything else.

It is read off the events of a command when everything else about it is settled, so that no command can forget it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from arbitro.kernel.event import Event
from arbitro.rules.whitebox.exploring import events as e
from arbitro.rules.whitebox.people.events import Rested
from arbitro.rules.whitebox.state import State

Disturbed = Callable[[State, Any], Iterable[str]]
"""Whose rest an event breaks."""


def everybody(state: State, event: Event) -> Iterable[str]:
    """All who are under way together."""
    del event
    return state.party.order


def whoever_did_it(state: State, event: Any) -> Iterable[str]:
    """One person alone; the others may go on resting."""
    del state
    return (event.who,)


def _walkers(state: State, event: e.Walked | e.PlaceEntered) -> Iterable[str]:
    """A few steps in a safe place tire nobody; anywhere else a walk is an adventure."""
    out = state.expedition
    safe = out is not None and out.places[out.at].safe
    return () if safe else everybody(state, event)


def _riders(state: State, event: e.PassBegan) -> Iterable[str]:
    del event
    return () if state.joust is None else state.joust.riders


DISTURBING: Final[Mapping[type[Event], Disturbed]] = {
    e.Walked: _walkers,
    e.PlaceEntered: _walkers,
    e.Travelled: everybody,
    e.Fled: everybody,
    e.MeetingFights: everybody,
    e.DoorTried: whoever_did_it,
    e.PassBegan: _riders,
}
"""What ends a row of days of rest at once."""


def roused(
    before: State, after: State, events: Iterable[Event], disturbing: Mapping[type[Event], Disturbed]
) -> tuple[str, ...]:
    """Those whose row of days of rest has come to an end by what has just happened."""
    resting = [who for who, one in after.characters.items() if one.rested and who in before.characters]
    if not resting:
        return ()
    events = tuple(events)
    afresh = {event.who for event in events if isinstance(event, Rested)}
    disturbed = {who for event in events if type(event) in disturbing for who in disturbing[type(event)](after, event)}
    longest = int(after.options["rest_interrupted_after"])
    ended = (who for who in resting if who in disturbed or after.characters[who].stirred >= longest)
    return tuple(who for who in ended if who not in afresh)
