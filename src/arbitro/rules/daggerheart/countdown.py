"""Countdowns: what draws nearer with every roll, and what happens at 0 (DHP-COUNT-01, DHP-COUNT-02)."""

from typing import Literal

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.numbers import place_passive
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import PLACE, current_scene, running_scene
from arbitro.rules.daggerheart.resources import mark_stress, short_of_stress
from arbitro.rules.daggerheart.state import Agenda, Countdown, Request, Ring, State
from arbitro.rules.daggerheart.words import WITH_FEAR, Named, Outcome

_RULES = ("DHP-COUNT-01",)
_DYNAMIC = ("DHP-COUNT-01", "DHP-COUNT-02")
COUNTDOWN_DICE = (4, 6, 8, 10, 12, 20)
"""What a random start is thrown with."""
BY_HAND = "gm-"
"""How the ids of countdowns begin that the GM starts in play."""


def find_countdown(state: State, which: str) -> Countdown | None:
    """A countdown of the scene, or one that outlasts it."""
    found = state.scene.countdowns.get(which) if state.scene is not None else None
    return found or state.projects.get(which)


def running_plans(state: State) -> list[Countdown]:
    """The long-term countdowns still to run out, those that only the GM knows of first."""
    return sorted((one for one in state.projects.values() if one.value > 0), key=lambda one: not one.hidden)


def start_count(play: Play, owner: str, feature: Feature) -> None:
    """Start the countdown of a feature; one that runs already is left alone."""
    count = feature.count
    which = f"{owner}/{feature.id}"
    if count is None or find_countdown(play.state, which) is not None:
        return
    dice = count.start.roll(play.dice, "countdown")
    start = max(count.start.total(dice), 1)
    loop: Literal["none", "loop", "decreasing"] = "loop" if count.loop else "none"
    if count.decreasing:
        loop = "decreasing"
    countdown = Countdown(
        which,
        feature.name,
        count.kind,
        start,
        start,
        loop,
        owner=owner,
        feature=feature.id,
        ends=count.ends,
        leader=count.leader,
    )
    play.happen(e.CountdownStarted(countdown, dice, feature.name, rules=_RULES))


def add_countdown(play: Play, command: c.AddCountdown) -> Refusal | None:
    """The GM starts one by hand."""
    countdown = command.countdown
    if find_countdown(play.state, countdown.id) is not None:
        return Refusal("countdown_there", {"countdown": countdown.id}, _RULES)
    if countdown.kind != "long_term" and isinstance(scene := running_scene(play.state), Refusal):
        return scene
    if countdown.start < 1 or not 0 < countdown.value <= countdown.start:
        return Refusal("countdown_value", {"countdown": countdown.id}, _RULES)
    _tell_start(play, countdown)
    return None


def start_countdown(play: Play, command: c.StartCountdown) -> Refusal | None:
    """The GM starts one in play, from a fixed number or from what a die shows."""
    state = play.state
    if command.kind != "long_term" and isinstance(scene := running_scene(state), Refusal):
        return scene
    name = command.name.strip()
    if not name:
        return Refusal("countdown_name", {}, _RULES)
    if bool(command.start) == bool(command.die) or command.start < 0:
        return Refusal("countdown_value", {"countdown": name}, _RULES)
    if command.linked and find_countdown(state, command.linked) is None:
        return Refusal("no_countdown", {"countdown": command.linked}, _RULES)
    dice = (play.dice.roll(int(command.die[1:]), "countdown"),) if command.die else ()
    start = command.start + sum(die.face for die in dice)
    number = 1
    while find_countdown(state, f"{BY_HAND}{number}") is not None:
        number += 1
    countdown = Countdown(
        f"{BY_HAND}{number}",
        Named(name, name),
        command.kind,
        start,
        start,
        command.loop,
        command.linked,
        hidden=command.hidden,
    )
    _tell_start(play, countdown, dice)
    return None


def _tell_start(play: Play, countdown: Countdown, dice: tuple[Die, ...] = ()) -> None:
    audience = REFEREE_ONLY if countdown.hidden else ""
    play.happen(e.CountdownStarted(countdown, dice, countdown.name, rules=_RULES, audience=audience))


def advance_countdown(play: Play, command: c.AdvanceCountdown) -> Refusal | None:
    """The GM lets one draw nearer."""
    countdown = find_countdown(play.state, command.countdown)
    if countdown is None or countdown.value < 1:
        return Refusal("no_countdown", {"countdown": command.countdown}, _RULES)
    if command.by < 1:
        return Refusal("countdown_value", {"countdown": command.countdown}, _RULES)
    play.first(*advance_count(play, countdown, command.by))
    return None


def ticks(play: Play, request: Request, outcome: Outcome) -> list[Agenda]:
    """What an action roll advances: standard ones by 1, dynamic ones by the outcome."""
    steps: list[Agenda] = []
    moved: dict[str, int] = {}
    for countdown in tuple(current_scene(play.state).countdowns.values()):
        by = _column(play, countdown, request, outcome) if countdown.value > 0 else 0
        if by:
            moved[countdown.id] = by
            steps += _move(play, countdown, by, "slip" if by < 0 else "", request.actor if by < 0 else "")
    for other in _all(play.state) if moved else ():  # what no roll moves by itself goes with what it is linked to
        if other.linked in moved and other.kind == "long_term" and other.value > 0:
            steps += _move(play, other, moved[other.linked])
    return steps


def _column(play: Play, countdown: Countdown, request: Request, outcome: Outcome) -> int:
    """How far an action roll moves one countdown, linked or not: each reads the roll in its own column."""
    if countdown.owner == PLACE and countdown.kind in ("climb", "progress") and request.is_attack:
        return 0  # a blow brings nobody up a cliff or over a river
    match countdown.kind:
        case "standard":
            return 1
        case "progress":
            return play.rules.books.guidance.progress[outcome]
        case "consequence":
            return play.rules.books.guidance.consequence[outcome]
        case "climb":
            return _climbed(play, request.actor, outcome)
        case "attacks":
            return int(request.is_attack)
        case "fear_rolls":
            return int(outcome in WITH_FEAR)
        case "attacked":
            return int(request.is_attack and countdown.owner in request.targets)
        case _:
            return 0


def _all(state: State) -> tuple[Countdown, ...]:
    """The countdowns of the scene and those that outlast it."""
    here = state.scene.countdowns.values() if state.scene is not None else ()
    return (*here, *state.projects.values())


def _climbed(play: Play, who: str, outcome: Outcome) -> int:
    """A bad failure slips back, unless somebody's old pitons hold at the price of a Stress."""
    by = play.rules.books.guidance.climb[outcome]
    pitons = place_passive(play.state, "pitons")
    if by < 0 and pitons is not None and short_of_stress(play.state.party[who], 1) is None:
        play.happen(e.FeatureUsed(PLACE, pitons.id, pitons.name, 0, rules=("DHP-ENV-01",)))
        mark_stress(play, who, 1, "pitons", ("DHP-ENV-01",))
        return 0
    return by


def _climb(state: State) -> Countdown | None:
    here = state.scene.countdowns.values() if state.scene is not None else ()
    return next((one for one in here if one.kind == "climb" and one.value > 0), None)


def climb_dice(state: State) -> int:
    """The higher one has climbed, the deeper one falls."""
    climb = _climb(state)
    left = climb.value if climb is not None else 12
    return 1 if left >= 8 else 2 if left >= 4 else 3


def slip_back(play: Play, who: str) -> None:
    """Whoever hits the ground brings the top two steps farther away."""
    climb = _climb(play.state)
    if climb is not None:
        _move(play, climb, -2, "fall", who)


def advance_count(play: Play, countdown: Countdown, by: int) -> list[Agenda]:
    """Advance a countdown, and those linked to it in step with it."""
    steps = _move(play, countdown, by, rolled=False)
    for other in _all(play.state):
        if other.linked == countdown.id and other.value > 0:
            steps += _move(play, other, by, rolled=False)
    return steps


def _move(
    play: Play,
    countdown: Countdown,
    by: int,
    why: Literal["", "slip", "fall"] = "",
    who: str = "",
    *,
    rolled: bool = True,
) -> list[Agenda]:
    """Advance one countdown; never below 0, nor above where it started."""
    value = max(min(countdown.value - by, countdown.start), 0)
    if value == countdown.value:
        return []
    audience = REFEREE_ONLY if countdown.hidden else ""
    rules = _DYNAMIC if countdown.kind in ("progress", "consequence", "climb") else _RULES
    told = e.CountdownAdvanced(
        countdown.id,
        value,
        by,
        countdown.name,
        why,
        who,
        countdown.value,
        rolled,
        rules=rules,
        audience=audience,
    )
    play.happen(told)
    return [Ring(countdown.id)] if value == 0 else []


def trigger(play: Play, countdown: Countdown) -> None:
    """At 0: a loop begins again, longer or shorter if so made; others are over, and one that has shrunk to nothing."""
    start = countdown.start
    if countdown.loop == "increasing":
        start += 1
    elif countdown.loop == "decreasing":
        start -= 1
    again = start if countdown.loop != "none" else 0
    audience = REFEREE_ONLY if countdown.hidden else ""
    play.happen(e.CountdownTriggered(countdown.id, again, start, countdown.name, rules=_RULES, audience=audience))
