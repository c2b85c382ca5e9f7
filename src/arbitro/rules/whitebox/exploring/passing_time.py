"""Time that goes by in one piece: a rest, a long walk, waiting for the busy. Whoever comes by comes in time."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.exploring.clock import undisturbed
from arbitro.rules.whitebox.exploring.commands import AdvanceClock
from arbitro.rules.whitebox.exploring.events import Walked
from arbitro.rules.whitebox.exploring.state import place
from arbitro.rules.whitebox.exploring.travel import minutes_for
from arbitro.rules.whitebox.exploring.wanderers import is_haunted, somebody_comes, time_until_met
from arbitro.rules.whitebox.people import healing
from arbitro.rules.whitebox.people.commands import Rest
from arbitro.rules.whitebox.people.events import RestBroken
from arbitro.rules.whitebox.people.healing import let_time_pass
from arbitro.rules.whitebox.people.load import Pace
from arbitro.rules.whitebox.people.load import Walk as Distance
from arbitro.rules.whitebox.people.records import MINUTES_A_DAY, TURN
from arbitro.rules.whitebox.scene import Scene

LONGEST: Final = 366 * 24 * 60
"""Minutes that the referee may let go by at once: a year."""


def let_it_pass(scene: Scene, minutes: int, rules: tuple[str, ...], *, days: int = 0, resting: bool = False) -> bool:
    """Let time pass until somebody comes; False when they have, and the rest of it has not gone by (WB-CORE-01)."""
    gone, met = time_until_met(scene, minutes)
    while met:
        let_time_pass(scene, gone, rules, resting=resting)
        out = scene.state.expedition
        if out is not None:
            somebody_comes(scene, max(place(out).level, 1))
        if not undisturbed(scene.state):
            return False
        minutes -= gone
        days = 0
        gone, met = time_until_met(scene, minutes)
    let_time_pass(scene, minutes, rules, days=days, resting=resting)
    return undisturbed(scene.state)


def finish_what_is_in_hand(scene: Scene) -> bool:
    """Before the party moves on, everybody ends what they are at; False when an encounter comes between."""
    out = scene.state.expedition
    busy = max(out.busy.values(), default=0) if out is not None else 0
    if busy > scene.state.minutes:
        let_it_pass(scene, busy - scene.state.minutes, ("WB-TIME-01",))
    return undisturbed(scene.state)


def advance_clock(scene: Scene, command: AdvanceClock) -> Refusal | None:
    """The referee lets any time go by (WB-TIME-04), until somebody comes."""
    if fighting(scene.state):
        return Refusal("fight_first", {"who": f"@{REFEREE_ONLY}"}, ("WB-TIME-02",))
    if not 1 <= command.minutes <= LONGEST:
        return Refusal("bad_minutes", {"minutes": command.minutes, "most": LONGEST}, ("WB-TIME-04",))
    let_it_pass(scene, command.minutes, ("WB-TIME-04",))
    return None


def walk_on(scene: Scene, feet: int, pace: Pace, walk: Distance) -> None:
    """Cover a distance; whoever comes in a turn before its end is met on the way."""
    if not feet:
        return
    minutes, rules = minutes_for(feet, walk), ("WB-MOVE-01", *walk.rules)
    if minutes <= TURN:  # whoever comes in the turn of a short walk is met at its end
        scene.happen(Walked(feet, pace, minutes, rules=rules))
        let_time_pass(scene, minutes, ("WB-TIME-01",))
        return
    gone, met = time_until_met(scene, minutes)
    covered = feet if not met else min(gone * walk.turn // TURN, feet)
    if covered:
        scene.happen(Walked(covered, pace, gone, rules=rules))
    let_time_pass(scene, gone, ("WB-TIME-01",))
    out = scene.state.expedition
    if met and out is not None:
        somebody_comes(scene, max(place(out).level, 1))
        if undisturbed(scene.state):
            walk_on(scene, feet - covered, pace, walk)


def rest(scene: Scene, command: Rest) -> Refusal | None:
    """Days of rest; where somebody may come by, a day that they break gives nothing (WB-HEAL-01)."""
    out = scene.state.expedition
    if out is not None and out.meeting is not None and not out.over and not fighting(scene.state):
        return Refusal("somebody_here", {"who": f"@{out.meeting.troop}"}, ("WB-HEAL-01",))
    possible = not fighting(scene.state) and 1 <= command.days <= healing.LONGEST_REST
    if out is None or not possible or not is_haunted(out):
        return healing.rest(scene, command)
    for day in range(command.days):
        if not rest_a_day(scene, broken=command.broken and day == command.days - 1):
            break
    return None


def rest_a_day(scene: Scene, *, broken: bool = False) -> bool:
    """A day of rest where somebody may come by; whether nobody did."""
    resting = [one.id for one in scene.state.characters.values() if one.living and not one.bleeding]
    quiet = let_it_pass(scene, MINUTES_A_DAY, ("WB-TIME-04", "WB-HEAL-01"), days=1, resting=True)
    if broken or not quiet:
        scene.happen(RestBroken(tuple(resting), rules=("WB-HEAL-01", "WB-HEAL-02")))
        return quiet
    for who in resting:
        scene.rules.rest_days(scene, scene.state.characters[who], 1)
    return True
