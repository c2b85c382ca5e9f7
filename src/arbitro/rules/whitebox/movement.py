"""Movement in a fight: a third of the rate, or running from it."""

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import opponents, place_of, place_reached
from arbitro.rules.whitebox.casting import can_still_cast
from arbitro.rules.whitebox.commands import Close, Move, Run, Surrender
from arbitro.rules.whitebox.damage import Landing, may_use_whole_round, put_off
from arbitro.rules.whitebox.events import Moved, Yielded
from arbitro.rules.whitebox.morale import holds_ground, lay_down_arms
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Blow, Combatant, Fight, State

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
    one = scene.rules.acting(scene, command.who)
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


def close(scene: Scene, command: Close) -> Refusal | None:
    """Go towards somebody until within reach, or as far as a combat move allows."""
    one = scene.rules.acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    fight = basics.fight(scene.state)
    target = fight.combatants.get(command.target)
    if target is None:
        return Refusal("nobody", {"who": command.target})
    gap = place_reached(fight, one, target) - one.at
    if abs(gap) <= MELEE_REACH:
        return Refusal("in_reach_already", {"who": f"@{one.id}", "target": f"@{target.id}"}, ("WB-MELEE-02",))
    steps = min(abs(gap) - MELEE_REACH, combat_move(one))
    return scene.rules.move(scene, Move(one.id, one.at + (steps if gap > 0 else -steps)))


def nearest(fight: Fight, one: Combatant, place: int) -> int:
    """Feet from a place to the nearest opponent of somebody."""
    return min((abs(place_of(fight, other) - place) for other in opponents(fight, one)), default=0)


def run(scene: Scene, command: Run) -> Refusal | None:
    """Run from the nearest enemy; whom nobody can catch up with or shoot at has left the fight (WB-MOVE-06)."""
    one = scene.rules.acting(scene, command.who, running=True)
    if isinstance(one, Refusal):
        return one
    refused = fights_to_the_death(one) or may_use_whole_round(scene.state, one, "flee")
    if refused is not None:
        return refused
    fight = basics.fight(scene.state)
    if scene.state.options["combat_sequence"] == "alternate" and fight.phase != "movement":
        return Refusal("not_in_this_phase", {"who": f"@{one.id}"}, ("WB-ALTSEQ-09",))
    if not any(True for _ in opponents(fight, one)):
        return Refusal("nobody_to_flee", {"who": f"@{one.id}"}, ("WB-MOVE-06",))
    to = place_of_flight(fight, one)
    scene.happen(Moved(one.id, one.at, to, ran=True, rules=("WB-MOVE-06",)))
    if not put_off(scene, Blow(one.id, "flight", one.id), rules=("WB-MOVE-06",)):
        get_away(scene, one.id)
    return None


def get_away(scene: Scene, who: str) -> None:
    """Whoever runs is gone once nobody can catch up in a round, or reach them from where they stand.

    With a shot, a spell that is begun, a thing or a power.
    """
    fight = basics.fight(scene.state)
    one = fight.combatants[who]
    for other in opponents(fight, one):
        feet = abs(other.at - one.at)
        caught_up = feet <= RUNNING * combat_move(other)
        if caught_up or scene.rules.can_still_shoot(scene, other, one, feet):
            return
        if can_still_cast(scene, other, one) or scene.rules.can_still_use(scene, other, one, feet):
            return
    scene.happen(Yielded(who, "fled", rules=("WB-MORALE-02", "WB-MOVE-06", "WB-RANGED-01")))


def place_of_flight(fight: Fight, one: Combatant) -> int:
    """Where somebody who runs from the nearest enemy gets to in a round (WB-MOVE-06)."""
    feared = min(opponents(fight, one), key=lambda other: abs(place_of(fight, other) - one.at), default=one)
    there = place_of(fight, feared)
    away = -1 if there > one.at or (there == one.at and one.at <= 0) else 1
    return one.at + away * RUNNING * combat_move(one)


def surrender(scene: Scene, command: Surrender) -> Refusal | None:
    """Lay down arms (WB-MORALE-02)."""
    one = scene.rules.acting(scene, command.who, running=True)
    if isinstance(one, Refusal):
        return one
    refused = fights_to_the_death(one)
    if refused is not None:
        return refused
    if not any(scene.rules.takes_prisoners(scene.rules, foe) for foe in opponents(basics.fight(scene.state), one)):
        return Refusal("no_quarter", {"who": f"@{one.id}"}, ("WB-MORALE-01",))
    fight = basics.fight(scene.state)
    if any(blow.effect == "surrender" and blow.target == one.id for blow in fight.blows):
        return Refusal("whole_round", {"who": f"@{one.id}"}, ("WB-INIT-02",))
    lay_down_arms(scene, one.id)
    return None


def fights_to_the_death(one: Combatant) -> Refusal | None:
    """Those who know no fear neither yield nor run, unless magic makes them (WB-MORALE-01)."""
    if not one.profile.fearless or one.morale == "flee":
        return None
    return Refusal("fearless", {"who": f"@{one.id}"}, ("WB-MORALE-01",))


def goes(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever ran, gave up or went away by magic in a simultaneous turn is gone, if they still stand."""
    how = landing.blow.effect
    if one.condition != "up":
        return
    if how == "flight":
        get_away(scene, one.id)
    else:
        rules = (*landing.rules, "WB-MORALE-02")
        scene.happen(Yielded(one.id, "surrendered" if how == "surrender" else "fled", rules=rules))
