"""Declaring an attack: what may be said before the roll, whom it provokes, and confusion (chapter «Attacchi»)."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.actions import may_spend, spend
from arbitro.rules.archmage.commands import ids_in
from arbitro.rules.archmage.events import Answered, AttackDeclared, AttackLapsed, BewilderedAt, Marked
from arbitro.rules.archmage.ongoing_effects import Mark
from arbitro.rules.archmage.people import can_act, foes_of, has, in_order, may_react, next_to
from arbitro.rules.archmage.places import left_behind, may_go
from arbitro.rules.archmage.power import SPELLS, Attack, AttackKind
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.states import lost_in_fog
from arbitro.rules.archmage.step import Announce, Bewildered, Goal, Offer, Volley, Walk
from arbitro.rules.archmage.targets import (
    allies_in_reach,
    basic_melee,
    cost_of,
    flexible_attacks,
    may_leave_place,
    may_target,
    may_use,
    must_turn_on_allies,
    named_targets,
    provoked_by,
    triggers_of,
)

CLOSE: Final[tuple[AttackKind, ...]] = ("close", "close_spell")
"""The kinds of attacks that give nobody an opening (AE-OPP-05)."""


# ---------------------------------------------------------------- commands


def attack(scene: Scene, command: c.Attack) -> Refusal | None:
    """Use an attack: name it, choose targets, roll for each, apply (AE-ATK-07)."""
    one = scene.one(command.who)
    attack = one.profile.attack(command.attack)
    if attack is None:
        return Refusal("no_attack", {"who": f"@{one.id}", "attack": command.attack}, ("AE-ATK-07",))
    if attack.action == "interrupt":
        return Refusal("off_turn_only", {"who": f"@{one.id}"}, ("AE-ACTION-05",))
    refused = may_use(scene.state, one, attack) or may_spend(one, cost_of(scene.state.battle, one, attack))
    if refused is None:
        refused = may_declare(scene.state, one, attack, command)
    if refused is not None:
        return refused
    volley = Volley(one.id, attack.id, (), merciful=command.merciful, flexible=command.flexible)
    if must_turn_on_allies(scene.state, one) and not attack.friendly:
        allies = allies_in_reach(scene.state, one, attack)
        if allies:
            if command.targets:
                return Refusal("confused_target", {"who": f"@{one.id}"}, ("AE-COND-04",))
            scene.then(Bewildered(volley, allies))
            return None
    targets = named_targets(scene.state, one, attack, ids_in(command.targets))
    if isinstance(targets, Refusal):
        return targets
    if one.marks and not attack.friendly and lost_in_fog(scene, one.id):
        spend(scene, one.id, cost_of(scene.state.battle, one, attack), ("AE-ATK-06",))
        scene.happen(AttackLapsed(one.id, attack.id, fallen=False, rules=("AE-ATK-06",)))
        return None
    declare(scene, replace(volley, targets=targets))
    return None


def may_declare(state: State, one: Combatant, attack: Attack, command: c.Attack) -> Refusal | None:
    """Whether what is said before the roll is allowed: flexible or not, to take alive or not."""
    values: dict[str, str | int] = {"who": f"@{one.id}"}
    if command.flexible and not flexible_attacks(one, attack):
        return Refusal("nothing_flexible", values, ("AE-FLEX-04",))
    if command.merciful:
        word = state.options["merciful_blow"]
        if word == "never" or (word == "melee_if_declared" and attack.kind != "melee"):
            return Refusal("no_mercy_with_that", values, ("AE-DMG-09",))
    return None


def coup_de_grace(scene: Scene, command: c.CoupDeGrace) -> Refusal | None:
    """Strike a helpless foe in melee: the whole turn for one sure critical hit (AE-COUP-01, AE-COUP-02)."""
    one = scene.one(command.who)
    attack = one.profile.attack(command.attack)
    if attack is None or attack.friendly or attack.action != "standard":
        return Refusal("no_attack", {"who": f"@{one.id}", "attack": command.attack}, ("AE-COUP-02",))
    values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{command.target}"}
    if set(one.actions) != {"standard", "move", "quick"}:
        return Refusal("whole_turn_needed", values, ("AE-COUP-02",))
    target = scene.state.battle.combatants.get(command.target)
    if target is None:
        return Refusal("nobody", {"who": command.target})
    if command.target not in one.engaged or not has(scene.state, target, "helpless"):
        return Refusal("not_helpless", values, ("AE-COUP-01", "AE-COND-07"))
    refused = may_use(scene.state, one, attack) or may_target(scene.state, one, attack, target)
    if refused is not None:
        return refused
    if must_turn_on_allies(scene.state, one):
        return Refusal("confused_target", {"who": f"@{one.id}"}, ("AE-COND-04",))
    declare(scene, Volley(one.id, attack.id, (target.id,), mode="coup"))
    return None


def try_grab(scene: Scene, command: c.Grab) -> Refusal | None:
    """Hold a foe with a basic melee attack: by the option, or with an ability that says so (AE-GRAB-01)."""
    one = scene.one(command.who)
    if not one.profile.grabs and not (one.profile.kind == "pc" and scene.state.options["pc_grab"]):
        return Refusal("cannot_grab", {"who": f"@{one.id}"}, ("AE-GRAB-01",))
    attack = basic_melee(one)
    if attack is None:
        return Refusal("no_attack", {"who": f"@{one.id}", "attack": ""}, ("AE-GRAB-01",))
    refused = may_use(scene.state, one, attack) or may_spend(one, "standard")
    if refused is not None:
        return refused
    targets = named_targets(scene.state, one, attack, ids_in(command.target))
    if isinstance(targets, Refusal):
        return targets
    if must_turn_on_allies(scene.state, one) or len(targets) > 1 or targets[0] in one.grabbing:
        return Refusal("cannot_grab", {"who": f"@{one.id}"}, ("AE-GRAB-01",))
    declare(scene, Volley(one.id, attack.id, targets, grabs=True))
    return None


# ---------------------------------------------------------------- announced


def declare(scene: Scene, volley: Volley, rules: tuple[str, ...] = ()) -> None:
    """Announce an attack, on the own turn or off it: who waits for it or is provoked comes first (AE-OPP-01)."""
    who = volley.attacker
    attack = scene.one(who).profile.known(volley.attack)
    cited = (*(rules or ("AE-ATK-07",)), *(("AE-TELEPORT-02",) if attack.teleports and attack.kind in SPELLS else ()))
    if attack.kind in CLOSE and scene.one(who).engaged:  # in the thick of melee, and nobody is given an opening
        cited = (*cited, "AE-OPP-05")
    scene.happen(AttackDeclared(who, attack.id, volley.targets, volley.mode, attack.friendly, rules=cited))
    readied = any(one.readied is not None for one in scene.state.battle.combatants.values())
    waiting = waiting_for(scene.state, who, *triggers_of(attack)) if readied else []
    scene.then(*waiting, Announce(volley, declared=True))


def announce(scene: Scene, step: Announce) -> None:
    """Declare an attack whose moment has come; those whom a declared one provokes may strike before it.

    Whoever has engaged the attacker since it was declared is provoked too.
    """
    volley = step.volley
    if not step.declared:
        declare(scene, volley)
        return
    one = scene.one(volley.attacker)
    attack = one.profile.known(volley.attack)
    trigger = "casts" if attack.kind in SPELLS else "attacks"
    foes = provoked_by(scene.state, one, attack, volley.targets)
    scene.then(*(Offer("opportunity", foe.id, volley.attacker, trigger=trigger) for foe in foes), volley)


# ---------------------------------------------------------------- those who wait for it


def meet(scene: Scene, whom: str, rule: str) -> None:
    """Note with what somebody is about to do that another has acted first: if it lapses, that is why."""
    for place, step in enumerate(scene.agenda):
        if isinstance(step, Announce) and step.volley.attacker == whom:
            met = replace(step.volley, met_by=(*step.volley.met_by, rule))
            scene.agenda[place] = replace(step, volley=met)
        elif (isinstance(step, Volley) and step.attacker == whom) or (isinstance(step, Walk) and step.who == whom):
            scene.agenda[place] = replace(step, met_by=(*step.met_by, rule))


def waiting_for(state: State, who: str, *triggers: str) -> list[Offer]:
    """Those whose readied action is set off by what somebody is about to do, in order of initiative."""
    fight = state.battle
    if all(one.readied is None for one in fight.combatants.values()):
        return []
    found = []
    for one in in_order(fight, foes_of(fight, fight.combatants[who])):
        readied = one.readied
        if readied is not None and readied.subject in ("", who) and readied.trigger in triggers:
            found.append(Offer("readied", one.id, who, trigger=readied.trigger))
    return found


def may_use_readied(state: State, one: Combatant, about: str) -> bool:
    """Whether a readied action can be used now: able, reacting, and the attack still possible."""
    readied = one.readied
    if readied is None or not can_act(one) or not may_react(state, one):
        return False
    fight = state.battle
    target = fight.combatants.get(readied.target or about)
    if readied.action in ("attack", "quick"):
        attack = one.profile.attack(readied.attack)
        return (
            attack is not None
            and target is not None
            and may_use(state, one, attack) is None
            and not must_turn_on_allies(state, one)
            and may_target(state, one, attack, target) is None
        )
    if readied.action == "engage":
        return (
            target is not None
            and may_leave_place(state, one, checked=False) is None
            and may_go(state, one, "engage", (target.id,), free=False) is None
        )
    if readied.action == "move":
        goal = goal_of_readied_move(fight, one)
        return may_leave_place(state, one, checked=False) is None and may_go(state, one, goal, (), free=False) is None
    return True


def goal_of_readied_move(fight: Fight, one: Combatant) -> Goal:
    """Where a readied move leads: out of melee, which provokes (AE-DISENGAGE-01), or far off where nobody holds one."""
    return "away" if left_behind(fight, one, ()) else "far"


# ---------------------------------------------------------------- confusion


def bewilder(scene: Scene, step: Bewildered) -> None:
    """Pick the ally that a confused creature attacks: at random, or as the referee says."""
    if len(step.allies) > 1 and scene.state.options["confused_target"] == "gm":
        values: dict[str, str | int] = {"who": f"@{step.volley.attacker}"}
        scene.ask(Question("confused_target", "referee", values, ("AE-COND-04",)), step)
        return
    dice: tuple[Die, ...] = ()
    victim = step.allies[0]
    if len(step.allies) > 1:
        dice = (scene.dice.roll(len(step.allies), "confused_target"),)
        victim = step.allies[dice[0].face - 1]
    turn_on(scene, step.volley, victim, dice, step.allies if dice else ())


def name_victim(scene: Scene, command: c.NameVictim) -> Refusal | None:
    """The referee names the ally that a confused creature attacks."""
    step = scene.state.battle.asked
    if not isinstance(step, Bewildered):
        return Refusal("not_asked")
    if command.victim not in step.allies:
        return Refusal("no_target", {"who": f"@{command.victim}"}, ("AE-COND-04",))
    scene.resume()
    scene.happen(Answered("referee", "confused_target", command.victim, rules=("AE-COND-04",)))
    turn_on(scene, step.volley, command.victim)
    return None


def turn_on(scene: Scene, volley: Volley, victim: str, dice: tuple[Die, ...] = (), among: tuple[str, ...] = ()) -> None:
    """A confused creature goes for an ally, walking up to it first where it must; `dice` drew it `among` others."""
    one = scene.one(volley.attacker)
    attack = one.profile.known(volley.attack)
    scene.happen(BewilderedAt(one.id, victim, dice, among, rules=("AE-COND-04",)))
    if not scene.state.options["confused_all_attacks"]:
        scene.happen(Marked(one.id, Mark("once", victim, attack="confused"), rules=("AE-COND-04",)))
    aimed = replace(volley, targets=(victim,))
    melee = attack.kind == "melee" or attack.reach == "engaged"
    if melee and not next_to(one, scene.one(victim)):
        spend(scene, one.id, "move", ("AE-COND-04",))
        leaving = left_behind(scene.state.battle, one, ())
        scene.then(Walk(one.id, "beside", (victim,), leaving, past="none"), Announce(aimed))
    else:
        declare(scene, aimed)
