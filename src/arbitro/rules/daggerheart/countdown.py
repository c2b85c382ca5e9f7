"""Countdowns: what draws nearer with every roll, and what happens at 0 (DHP-COUNT-01, DHP-COUNT-02)."""

from typing import Literal

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.adversary import Adversaries
from arbitro.rules.daggerheart.basics import Play
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.state import Agenda, Countdown, Request, Ring, State
from arbitro.rules.daggerheart.words import WITH_FEAR, Outcome

_RULES = ("DHP-COUNT-01",)
_DYNAMIC = ("DHP-COUNT-01", "DHP-COUNT-02")


class Countdowns(Adversaries):
    """Starting, advancing and triggering countdowns."""

    def find_countdown(self, state: State, which: str) -> Countdown | None:
        """A countdown of the scene, or one that outlasts it."""
        found = state.scene.countdowns.get(which) if state.scene is not None else None
        return found or state.projects.get(which)

    def start_count(self, play: Play, owner: str, feature: Feature) -> None:
        """Start the countdown of a feature; one that runs already is left alone."""
        count = feature.count
        which = f"{owner}/{feature.id}"
        if count is None or self.find_countdown(play.state, which) is not None:
            return
        dice = count.start.roll(play.dice, "countdown")
        start = max(count.start.total(dice), 1)
        loop: Literal["none", "loop"] = "loop" if count.loop else "none"
        ends: Literal["", "success"] = "success" if count.kind == "climb" else ""
        countdown = Countdown(
            which, feature.name, count.kind, start, start, loop, owner=owner, feature=feature.id, ends=ends
        )
        play.happen(e.CountdownStarted(countdown, dice, feature.name, rules=_RULES))

    def add_countdown(self, play: Play, command: c.AddCountdown) -> Refusal | None:
        """The GM starts one by hand."""
        countdown = command.countdown
        if self.find_countdown(play.state, countdown.id) is not None:
            return Refusal("countdown_there", {"countdown": countdown.id}, _RULES)
        if countdown.kind != "long_term" and isinstance(scene := self.running(play.state), Refusal):
            return scene
        if countdown.start < 1 or not 0 < countdown.value <= countdown.start:
            return Refusal("countdown_value", {"countdown": countdown.id}, _RULES)
        self._tell_start(play, countdown)
        return None

    def _tell_start(self, play: Play, countdown: Countdown) -> None:
        audience = REFEREE_ONLY if countdown.hidden else ""
        play.happen(e.CountdownStarted(countdown, (), countdown.name, rules=_RULES, audience=audience))

    def advance_countdown(self, play: Play, command: c.AdvanceCountdown) -> Refusal | None:
        """The GM lets one draw nearer."""
        countdown = self.find_countdown(play.state, command.countdown)
        if countdown is None or countdown.value < 1:
            return Refusal("no_countdown", {"countdown": command.countdown}, _RULES)
        if command.by < 1:
            return Refusal("countdown_value", {"countdown": command.countdown}, _RULES)
        play.first(*self.tick(play, countdown, command.by))
        return None

    def ticks(self, play: Play, request: Request, outcome: Outcome) -> list[Agenda]:
        """What an action roll advances: standard ones by 1, dynamic ones by the outcome."""
        steps: list[Agenda] = []
        attack = request.kind in ("attack", "power", "tag")
        for countdown in tuple(self.scene(play.state).countdowns.values()):
            by = 0
            if countdown.kind == "standard":
                by = 1
            elif countdown.kind == "progress":
                by = self.guidance.progress[outcome]
            elif countdown.kind == "consequence":
                by = self.guidance.consequence[outcome]
            elif countdown.kind == "climb":
                by = self._climbed(play, request.actor, outcome)
            elif countdown.kind == "attacks":
                by = int(attack)
            elif countdown.kind == "fear_rolls":
                by = int(outcome in WITH_FEAR)
            elif countdown.kind == "attacked":
                by = int(attack and countdown.owner in request.targets)
            if by and countdown.value > 0:
                steps += self.tick(play, countdown, by)
        return steps

    def _climbed(self, play: Play, who: str, outcome: Outcome) -> int:
        """A bad failure slips back, unless somebody's old pitons hold at the price of a Stress."""
        by = self.guidance.climb[outcome]
        if by < 0 and self.place_passive(play.state, "pitons") is not None:
            self.mark_stress(play, who, 1, "pitons")
            return 0
        return by

    def tick(self, play: Play, countdown: Countdown, by: int, *, linked: bool = False) -> list[Agenda]:
        """Advance a countdown and those linked to it; never below 0, nor above where it started."""
        value = max(min(countdown.value - by, countdown.start), 0)
        if value == countdown.value:
            return []
        audience = REFEREE_ONLY if countdown.hidden else ""
        rules = _DYNAMIC if countdown.kind in ("progress", "consequence", "climb") else _RULES
        play.happen(e.CountdownAdvanced(countdown.id, value, by, countdown.name, rules=rules, audience=audience))
        steps: list[Agenda] = [Ring(countdown.id)] if value == 0 else []
        if not linked and play.state.scene is not None:
            for other in tuple(play.state.scene.countdowns.values()):
                if other.linked == countdown.id and other.value > 0:
                    steps += self.tick(play, other, by, linked=True)
        return steps

    def trigger(self, play: Play, countdown: Countdown) -> None:
        """At 0: a loop begins again, longer or shorter if so made; others are over."""
        start = countdown.start
        if countdown.loop == "increasing":
            start += 1
        elif countdown.loop == "decreasing":
            start = max(start - 1, 1)
        again = start if countdown.loop != "none" else 0
        audience = REFEREE_ONLY if countdown.hidden else ""
        play.happen(e.CountdownTriggered(countdown.id, again, start, countdown.name, rules=_RULES, audience=audience))
