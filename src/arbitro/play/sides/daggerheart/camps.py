"""Rests below and above, days in town, and coming home."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart import resting
from arbitro.play.sides.daggerheart.party import DaggerheartSide, inner_state, own_state, scene_in_play
from arbitro.play.sides.daggerheart.scenes import LONG_REST, ensure_scene, leave, scene_tension
from arbitro.play.sides.daggerheart.state import (
    Camp,
    DwellHere,
    ProgressSpent,
)
from arbitro.play.sides.daggerheart.unrest import break_the_calm
from arbitro.play.sides.walking.ground import at_gate, inherit, leisure, pass_minutes_until, skip_days, to_go
from arbitro.play.state import CampaignState
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import pacing
from arbitro.rules.daggerheart.presence import party_size

RESTFUL: Final = frozenset({"begin_rest", "skip_time"})
"""What begins a rest, or the time between adventures (DHP-REST-01, DHP-REST-06)."""
SHORT_REST: Final = 60
"""Minutes."""
SHORT_RESTS: Final = 3
"""In a row (DHP-REST-02)."""
SCENES_IN_TOWN: Final = 4
"""Getting over it together, news, the market, the night: what the text counts as incidental (DH-TENSION-02)."""
FEAR_OF_A_SKIP: Final = 6
"""The most Fear for each PC that a time skip brings (DHP-REST-06)."""
WEEK: Final = 7
"""Days in town that are extended downtime."""


def camp(side: DaggerheartSide, scene: Scene, command: Camp) -> Refusal | None:
    """An hour below or a night above; whoever comes by interrupts it (DHP-REST-01, DHP-REST-03)."""
    state = scene.state
    if state.stage not in ("town", "road", "dungeon"):
        return Refusal("party_not_in_town")
    refused = leisure(side, state)
    if refused is not None:
        return refused
    if command.kind == "long" and state.at:
        return Refusal("no_camp", {}, ("DHP-REST-01",))
    begun = c.BeginRest(command.kind)
    answer = side.game.decide(inner_state(state), begun, scene.dice)  # it throws no die
    if isinstance(answer, Refusal):
        return answer
    leave(scene)
    gain = pacing.most_of(inner_state(scene.state), command.kind)
    break_the_calm(scene, gain, scene_tension(side, scene.state, "incidental"))
    scene.must(begun)
    minutes = SHORT_REST if command.kind == "short" else LONG_REST
    pass_minutes_until(side, scene, minutes, _somebody_has_come)
    if _somebody_has_come(scene.state) or scene.state.alarms:
        scene.must(c.CutRest())
    return None


def _somebody_has_come(state: CampaignState) -> bool:
    return own_state(state).meeting is not None


def dwell_here(side: DaggerheartSide, scene: Scene, command: DwellHere) -> Refusal | None:
    """A scene without danger; it is over when the party goes on."""
    del command
    state = scene.state
    refused = leisure(side, state) if state.stage == "dungeon" and state.at else Refusal("not_underground")
    if refused is not None:
        return refused
    if scene_in_play(state) is not None:
        return Refusal("scene_running")
    ensure_scene(side, scene)
    return None


def lodge(side: DaggerheartSide, scene: Scene, days: int) -> Refusal | None:
    """A long rest with the moves that are most needed; a week and more is extended downtime (DHP-REST-06)."""
    skip_days(scene, days)
    inner = inner_state(scene.state)
    skipped = FEAR_OF_A_SKIP * party_size(inner) if days >= WEEK else 0
    for _ in range(max(SCENES_IN_TOWN, days)):
        gain = pacing.most_of(inner, "long") + skipped
        break_the_calm(scene, gain, scene_tension(side, scene.state, "incidental"))
    scene.must(c.BeginRest("long"))
    while (rest := inner_state(scene.state).rest) is not None:
        scene.must(resting.next_move(side.game, inner_state(scene.state), rest))
    if days >= WEEK:
        scene.must(c.SkipTime())
    return None


def come_home(side: DaggerheartSide, scene: Scene) -> Refusal | None:
    """The fallen are inherited from, and an adventure brings a level (DHP-LEVEL-01); the way was a journey."""
    if not at_gate(scene.state):
        return Refusal("road_left", {"days": to_go(scene.state)})
    night = pacing.most_of(inner_state(scene.state), "long")
    break_the_calm(scene, night, scene_tension(side, scene.state, "minor"))
    inherit(side, scene)
    state = own_state(scene.state)
    if int(state.progress) >= int(state.options["encounters_per_level"]) and scene.play(c.LevelUp()) is None:
        scene.happen(ProgressSpent(rules=("DHP-LEVEL-01",)))
    return None
