"""Movement in a fight: a third of the rate, or running from it."""

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import opponents, place_of
from arbitro.rules.whitebox.commands import Move
from arbitro.rules.whitebox.events import Moved
from arbitro.rules.whitebox.morale import holds_ground
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Combatant, Fight, State
from arbitro.rules.whitebox.whose_turn import acting

FEET_PER_RATE = 10
FEET_IN_A_YARD = 3
"""Outdoors the same third is counted in yards (WB-OUTDOOR-03)."""
RUNNING = 2
"""Someone who flees covers twice the combat distance and does nothing else (WB-MOVE-06)."""


def combat_move(one: Combatant) -> int:
    """Feet in a round: a third of the rate, in tens of feet (of yards outdoors), rounded down (WB-MOVE-05)."""
    third = int(one.profile.rate * FEET_PER_RATE // 3)
    return third * FEET_IN_A_YARD if one.profile.outdoors else third


def may_move(state: State, fight: Fight, one: Combatant) -> Refusal | None:
    """Whether the round has room for a move."""
    if one.moved == fight.round:
        return Refusal("moved_already", {"who": f"@{one.id}"}, ("WB-SEQ-02",))
    if one.busy == fight.round:
        return Refusal("whole_round", {"who": f"@{one.id}"}, ("WB-SEQ-02",))
    if fight.phase == "free" and one.attacked == fight.round:
        return Refusal("one_of_two", {"who": f"@{one.id}"}, ("WB-SURPRISE-03",))
    if state.options["combat_sequence"] == "alternate" and fight.phase != "movement":
        return Refusal("not_in_this_phase", {"who": f"@{one.id}"}, ("WB-ALTSEQ-09",))
    if one.intent is not None and one.intent.kind in ("other", "flee"):
        return Refusal(
            "declared_otherwise", {"who": f"@{one.id}", "fault": f"intent.{one.intent.kind}"}, ("WB-INTENT-01",)
        )
    return None


def move_rules(state: State) -> tuple[str, ...]:
    """The rules that a move in a fight rests on."""
    if state.options["combat_sequence"] == "alternate":
        return ("WB-MOVE-05", "WB-ALTSEQ-09")
    return ("WB-MOVE-05", "WB-SEQ-02")


def move(scene: Scene, command: Move) -> Refusal | None:
    """Go to a place within a combat move."""
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    fight = basics.fight(scene.state)
    refused = may_move(scene.state, fight, one)
    if refused is not None:
        return refused
    limit = combat_move(one)
    if abs(command.goal - one.at) > limit or command.goal == one.at:
        values: dict[str, str | int] = {"who": f"@{one.id}", "low": one.at - limit, "high": one.at + limit}
        return Refusal("too_far", values, ("WB-MOVE-05",))
    if holds_ground(one) and nearest(fight, one, command.goal) < nearest(fight, one, one.at):
        return Refusal("holds_ground", {"who": f"@{one.id}"}, ("WB-MORALE-04",))
    rules = move_rules(scene.state)
    if one.profile.outdoors:
        rules = (*rules, "WB-OUTDOOR-03")
    scene.happen(Moved(one.id, one.at, command.goal, rules=rules))
    return None


def nearest(fight: Fight, one: Combatant, place: int) -> int:
    """Feet from a place to the nearest opponent of somebody."""
    return min((abs(place_of(fight, other) - place) for other in opponents(fight, one)), default=0)


def place_of_flight(fight: Fight, one: Combatant) -> int:
    """Where somebody who runs from the nearest enemy gets to in a round (WB-MOVE-06)."""
    feared = min(opponents(fight, one), key=lambda other: abs(place_of(fight, other) - one.at), default=one)
    there = place_of(fight, feared)
    away = -1 if there > one.at or (there == one.at and one.at <= 0) else 1
    return one.at + away * RUNNING * combat_move(one)
