"""Closing in, running from a fight and giving up."""

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import known, opponents, place_reached
from arbitro.rules.whitebox.casting import can_still_cast
from arbitro.rules.whitebox.commands import Close, Move, Run, Surrender
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.events import Moved, Yielded
from arbitro.rules.whitebox.exploring.doors import cut_off
from arbitro.rules.whitebox.exploring.state import PARTY_SIDE
from arbitro.rules.whitebox.morale import lay_down_arms, takes_prisoners
from arbitro.rules.whitebox.movement import RUNNING, combat_move, place_of_flight
from arbitro.rules.whitebox.powers import walls
from arbitro.rules.whitebox.powers.durations import put_off
from arbitro.rules.whitebox.powers.oil import can_still_use
from arbitro.rules.whitebox.powers.strikes import can_still_shoot
from arbitro.rules.whitebox.powers.unseen import unheard
from arbitro.rules.whitebox.powers.walls import pass_walls, way_barred
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Blow, Combatant, State
from arbitro.rules.whitebox.whose_turn import acting, may_use_whole_round


def close(scene: Scene, command: Close) -> Refusal | None:
    """Go towards somebody until within reach, or as far as a combat move allows."""
    one = acting(scene, command.who)
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
    return walls.move(scene, Move(one.id, one.at + (steps if gap > 0 else -steps)))


def take_flight(scene: Scene, command: Run) -> Refusal | None:
    """Run from the nearest enemy; whom nobody can catch up with or shoot at has left the fight (WB-MOVE-06)."""
    one = acting(scene, command.who, running=True)
    if isinstance(one, Refusal):
        return one
    refused = may_run(scene.state, one)
    if refused is not None:
        return refused
    fight = basics.fight(scene.state)
    if scene.state.options["combat_sequence"] == "alternate" and fight.phase != "movement":
        return Refusal("not_in_this_phase", {"who": f"@{one.id}"}, ("WB-ALTSEQ-09",))
    if not any(True for _ in opponents(fight, one)):
        return Refusal("nobody_to_flee", {"who": f"@{one.id}"}, ("WB-MOVE-06",))
    cornered = cut_off(scene.state) if one.profile.side == PARTY_SIDE else None
    if cornered is not None:
        return cornered
    to = place_of_flight(fight, one)
    scene.happen(Moved(one.id, one.at, to, ran=True, rules=("WB-MOVE-06",)))
    if not put_off(scene, Blow(one.id, "flight", one.id), rules=("WB-MOVE-06",)):
        get_away(scene, one.id)
    return None


def may_run(state: State, one: Combatant) -> Refusal | None:
    """Whether somebody can give the round to running: what it has room for, and whether they know fear."""
    return may_use_whole_round(state, one, "flee") or fights_to_the_death(one)


def get_away(scene: Scene, who: str) -> None:
    """Whoever runs is gone once nobody can catch up in a round, or reach them from where they stand.

    With a shot, a spell that is begun, a thing or a power.
    """
    fight = basics.fight(scene.state)
    one = fight.combatants[who]
    for other in opponents(fight, one):
        feet = abs(other.at - one.at)
        caught_up = feet <= RUNNING * combat_move(other)
        if caught_up or can_still_shoot(scene, other, one, feet):
            return
        if can_still_cast(scene, other, one) or can_still_use(scene, other, one, feet):
            return
    scene.happen(Yielded(who, "fled", rules=("WB-MORALE-02", "WB-MOVE-06", "WB-RANGED-01")))


def surrender(scene: Scene, command: Surrender) -> Refusal | None:
    """Lay down arms (WB-MORALE-02)."""
    one = acting(scene, command.who, running=True)
    if isinstance(one, Refusal):
        return one
    refused = fights_to_the_death(one)
    if refused is not None:
        return refused
    if not any(takes_prisoners(scene.rules, foe) for foe in opponents(basics.fight(scene.state), one)):
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


def run(scene: Scene, command: Run) -> Refusal | None:
    """Run, through whatever walls stand on the way; whoever is cornered cannot."""
    one = known(scene.state, command.who) if scene.state.effects else None
    if not isinstance(one, Combatant):
        return unheard(scene, take_flight(scene, command))
    to = place_of_flight(basics.fight(scene.state), one)
    barred = way_barred(scene, one, to)
    if barred is not None:
        ready = acting(scene, one.id, running=True)
        return ready if isinstance(ready, Refusal) else may_run(scene.state, ready) or barred
    refused = unheard(scene, take_flight(scene, command))
    if refused is None:
        pass_walls(scene, one, to)
    return refused
