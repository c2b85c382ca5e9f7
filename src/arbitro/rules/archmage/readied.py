"""Readied actions: stated now, used when their moment comes (chapter «Azioni»)."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.actions import may_spend, spend
from arbitro.rules.archmage.declaring import declare, goal_of_readied_move, may_use_readied, meet
from arbitro.rules.archmage.events import ActionReadied, Answered, FreeActionTaken, ReadiedUsed
from arbitro.rules.archmage.ongoing_effects import Readied
from arbitro.rules.archmage.people import in_battle
from arbitro.rules.archmage.places import left_behind
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.states import lost_in_fog
from arbitro.rules.archmage.step import Goal, Offer, TurnEnd, Volley, Walk
from arbitro.rules.archmage.targets import cost_of, may_use

READY: Final = ("AE-READY-01", "AE-READY-02")


def ready(scene: Scene, command: c.Ready) -> Refusal | None:
    """Spend the standard action now to do something when its moment comes (AE-READY-01, AE-READY-02)."""
    one = scene.one(command.who)
    refused = may_spend(one, "standard") or may_ready(scene.state, one, command)
    if refused is not None:
        return refused
    spend(scene, one.id, "standard", READY)
    if lost_in_fog(scene, one.id):
        return None
    readied = Readied(
        command.action, command.trigger, command.subject, command.attack, command.target, command.words[:200]
    )
    scene.happen(ActionReadied(one.id, readied, rules=READY))
    return None


def may_ready(state: State, one: Combatant, command: c.Ready) -> Refusal | None:
    """Whether action and moment are stated and of a kind that can be readied."""
    people = state.battle.combatants
    values: dict[str, str | int] = {"who": f"@{one.id}"}
    if one.readied is not None:
        return Refusal("readied_already", values, READY)
    if command.trigger == "word" and not command.words.strip():
        return Refusal("say_the_moment", values, READY)
    for who in (command.subject, command.target):
        if who and who not in people:
            return Refusal("nobody", {"who": who})
        if who and not people[who].in_field:
            return Refusal("no_target", {"who": f"@{who}"}, READY)
    if command.subject and people[command.subject].side == one.side:
        return Refusal("no_target", {"who": f"@{command.subject}"}, READY)
    if command.action in ("attack", "quick"):
        return _may_ready_attack(state, one, command)
    return None


def _may_ready_attack(state: State, one: Combatant, command: c.Ready) -> Refusal | None:
    attack = one.profile.attack(command.attack)
    if attack is None:
        return Refusal("no_attack", {"who": f"@{one.id}", "attack": command.attack}, READY)
    wanted = "standard" if command.action == "attack" else "quick"
    if command.action == "quick" and not state.options["ready_quick_action"]:
        return Refusal("no_quick_readied", {"who": f"@{one.id}"}, ("AE-READY-02",))
    if cost_of(state.battle, one, attack) not in (wanted, "free"):
        return Refusal("not_readiable", {"who": f"@{one.id}"}, ("AE-READY-02",))
    if command.trigger == "word" and not command.target:
        return Refusal("say_the_target", {"who": f"@{one.id}"}, READY)
    if command.target:
        friend = state.battle.combatants[command.target].side == one.side
        if friend != attack.friendly:
            return Refusal("no_target", {"who": f"@{command.target}"}, READY)
    elif attack.friendly:
        return Refusal("say_the_target", {"who": f"@{one.id}"}, READY)
    return may_use(state, one, attack)


def use_readied(scene: Scene, command: c.UseReadied) -> Refusal | None:
    """Act now, just before what set it off, or keep waiting (AE-READY-03)."""
    step = scene.offered(command.who, "readied")
    if isinstance(step, Refusal):
        return step
    scene.resume()
    rules = ("AE-READY-02", *(("AE-READY-03",) if command.word == "yes" else ()))
    scene.happen(Answered(command.who, "readied", command.word, rules=rules))
    if command.word == "yes":
        meet(scene, step.about, "AE-READY-03")
        act_readied(scene, command.who, step.about)
    return None


def call_moment(scene: Scene, command: c.CallMoment) -> Refusal | None:
    """The referee says that the moment has come for which somebody waits; they may act or not."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if one.readied is None or scene.state.battle.current == one.id or not scene.state.battle.current:
        return Refusal("nothing_readied", {"who": f"@{one.id}"}, ("AE-READY-02",))
    if not may_use_readied(scene.state, one, scene.state.battle.current):
        return Refusal("readied_impossible", {"who": f"@{one.id}"}, ("AE-READY-03",))
    scene.then(Offer("readied", one.id, scene.state.battle.current, trigger="word"))
    return None


def act_readied(scene: Scene, who: str, about: str) -> None:
    """Use a readied action: initiative moves to just before the one who set it off (AE-READY-04, AE-READY-06)."""
    fight, one = scene.state.battle, scene.one(who)
    readied = one.readied
    if readied is None:
        return
    count = fight.combatants[fight.current].initiative if fight.current else one.initiative
    order = [each for each in fight.order if each != who]
    order.insert(order.index(fight.current) if fight.current in order else 0, who)
    late = one.turn_round < fight.round
    rules: tuple[str, ...] = ("AE-READY-03", "AE-READY-04")
    if late:
        rules = (*rules, "AE-READY-06")
    scene.happen(ReadiedUsed(who, about, count, tuple(order), late, rules=rules))
    if late:
        scene.then(TurnEnd(who, forfeited=True))
    target = readied.target or about
    if readied.action in ("attack", "quick"):
        declare(scene, Volley(who, readied.attack, (target,), mode="readied"), rules)
    elif readied.action in ("engage", "move"):
        goal: Goal = "engage" if readied.action == "engage" else goal_of_readied_move(fight, one)
        leaving = left_behind(scene.state.battle, one, ())
        targets = (target,) if goal == "engage" else ()
        scene.then(Walk(who, goal, targets, leaving, mode="readied"))
    else:
        scene.happen(FreeActionTaken(who, readied.words or "speak", rules=("AE-ACTION-02", "AE-READY-02")))
