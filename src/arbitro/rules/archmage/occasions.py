"""What has happened to a friend or a foe, and the powers of others that answer it: see `Trigger`.

Whoever has such a power is asked, in the order of initiative; what is sure is used whenever it can be. An interrupt may
be used once until the end of the own next turn, and never in the own turn.
"""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.circumstances import holds
from arbitro.rules.archmage.conditions import end_state
from arbitro.rules.archmage.declaring import declare
from arbitro.rules.archmage.effects import RallyNow, Refresh, RerollAttack, SaveNow
from arbitro.rules.archmage.events import Answered, InterruptSpent, PoolChanged
from arbitro.rules.archmage.numbers import Strike, bonuses_to, in_state
from arbitro.rules.archmage.people import can_act, in_order, may_react, nearby
from arbitro.rules.archmage.power import Attack, Trigger
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.step import Occasion, Volley
from arbitro.rules.archmage.targets import may_answer_with, may_target, must_turn_on_allies, spend_power

INTERRUPT: Final = ("AE-ACTION-05",)
OWN: Final[tuple[Trigger, ...]] = ("wounded", "fails_save", "burdened", "recovers", "rolls_initiative", "misses_all")
"""What has happened to whoever answers it."""
ANYBODYS: Final[tuple[Trigger, ...]] = ("attack_due",)
"""What friends and foes do alike."""
COMMAND: Final = "command"
"""The pool of points that commands cost."""
ROLLED: Final = (SaveNow, RallyNow, RerollAttack)
"""The words by which a command lets an ally roll a d20."""
CHAINED: Final = "chained"
"""The state of whoever may give one more command beside the interrupt that is used for it."""


def occasion(scene: Scene, step: Occasion) -> None:
    """Ask those who may answer what has happened, one after the other."""
    fight = scene.state.battle
    for one in in_order(fight, iter(fight.combatants.values())):
        if one.id in step.asked:
            continue
        powers = fitting(scene.state, one, step)
        if not powers:
            continue
        step = replace(step, asked=(*step.asked, one.id))
        sure = next((power for power in powers if power.sure), None)
        if sure is not None:
            _use(scene, step, one, sure)
            return
        values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{step.about}"}
        values["by"] = f"@{step.by or step.about}"
        scene.ask(Question("interrupt", one.id, values, INTERRUPT, step.trigger), step)
        return


def fitting(state: State, one: Combatant, step: Occasion) -> list[Attack]:
    """The powers with which somebody could answer what has happened."""
    answering = [power for power in one.profile.attacks if power.trigger == step.trigger]
    own = step.trigger in OWN
    if not answering or (one.id == step.about) != own or not can_act(one) or not (own or may_react(state, one)):
        return []
    about = state.battle.combatants[step.about]
    if not own and not _concerns(state, one, about, step):
        return []
    busy = state.battle.current == one.id or one.interrupt_spent >= 0
    found = []
    for power in answering:
        if (power.action == "interrupt" and busy) or may_answer_with(state, one, power) is not None:
            continue
        if not _answers_such(state, power, about, step):
            continue
        aimed = _aimed_at(state, one, power, step)
        strike = Strike(state, one, power, about, power.type)
        if aimed is not None and all(holds(strike, word) for word in power.when):
            found.append(power)
    return found


def _answers_such(state: State, power: Attack, about: Combatant, step: Occasion) -> bool:
    """Whether a power answers what has happened, by whom it was and by which power."""
    if step.trigger == "ally_spends" and not _brings_back(about, power, step.power):
        return False
    if step.trigger == "misses_all" and power.after and step.power not in power.after:
        return False
    due = about.profile.attack(step.power) if step.trigger in ANYBODYS else None
    if power.answers and due is not None and due.kind not in power.answers:
        return False
    by = state.battle.combatants.get(step.by)
    if power.target_state and not in_state(about, power.target_state):
        return False
    return not power.foe_level or (by is not None and by.profile.level <= power.foe_level)


def _concerns(state: State, one: Combatant, about: Combatant, step: Occasion) -> bool:
    """Whether what somebody else does or suffers is such as one may answer."""
    if must_turn_on_allies(state, one):
        return False
    if step.trigger in ANYBODYS:
        return nearby(one, about)
    if (about.side == one.side) != step.trigger.startswith("ally_"):
        return False
    return step.trigger not in ("foe_engages", "foe_disengages") or step.by == one.id


def _brings_back(about: Combatant, power: Attack, spent: str) -> bool:
    """Whether an answer may bring back the power just spent: one that is limited by rests, unless it says else."""
    used = about.profile.attack(spent)
    for rider in power.riders:
        for effect in rider.effects:
            if isinstance(effect, Refresh):
                own = spent.startswith(about.profile.class_id.replace("_", "-"))  # else it is of the people
                fits = not own or "people" not in effect.sorts
                return fits and used is not None and used.usage in (effect.usages or ("recharge", "daily"))
    return False


def _aimed_at(state: State, one: Combatant, power: Attack, step: Occasion) -> Combatant | None:
    """Whom an answer falls on: its user, the friend it is about, or the foe; nobody where it cannot reach them."""
    people = state.battle.combatants
    if power.own_target:
        return one
    about = people[step.about]
    other = about if power.friendly == (about.side == one.side) else people.get(step.by)
    if other is None and step.trigger == "ally_fails_disengage":
        other = next((people[foe] for foe in about.engaged if may_target(state, one, power, people[foe]) is None), None)
    return other if other is not None and may_target(state, one, power, other) is None else None


def answer_occasion(scene: Scene, step: Occasion, command: c.Interrupt) -> Refusal | None:
    """Use a power in answer to what has happened, or let it pass (AE-ACTION-05)."""
    if not step.asked or step.asked[-1] != command.who:
        return Refusal("not_asked")
    one = scene.one(command.who)
    powers = [power for power in fitting(scene.state, one, step) if command.attack in ("", power.id)]
    if command.word == "yes" and not powers:
        return Refusal("no_interrupt", {"who": f"@{one.id}"}, INTERRUPT)
    if command.points > (most_points(scene.state, one, powers[0]) if powers else 0):
        return too_many_points(one, command.points)
    scene.resume()
    scene.happen(Answered(one.id, "interrupt", command.word, rules=INTERRUPT))
    if command.word == "no":
        scene.then(step)
    else:
        _use(scene, step, one, powers[0], command.points)
    return None


def most_points(state: State, one: Combatant, power: Attack) -> int:
    """How many further points a command may be given with, so that it helps a roll: what the escalation die shows."""
    rolled = any(isinstance(effect, ROLLED) for rider in power.riders for effect in rider.effects)
    if power.pool != COMMAND or not rolled or not any(True for _ in bonuses_to(state, one, "forceful")):
        return 0
    return min(max(state.battle.escalation, 1), max(one.pools.get(COMMAND, 0) - power.price, 0))


def too_many_points(one: Combatant, points: int) -> Refusal:
    """Why a command cannot be given with so many further points."""
    return Refusal("too_many_points", {"who": f"@{one.id}", "count": points}, ("AE-ATK-06",))


def spend_interrupt(scene: Scene, one: Combatant, power: Attack, points: int = 0) -> None:
    """The interrupt that one has until the end of the own next turn is used; one more command in a chain leaves it."""
    if points:
        left = one.pools.get(power.pool, 0) - points
        scene.happen(PoolChanged(one.id, power.pool, left, -points, rules=("AE-ATK-06",)))
    if power.action != "interrupt":
        return
    if power.pool and in_state(one, CHAINED):
        end_state(scene, one.id, CHAINED)
    else:
        scene.happen(InterruptSpent(one.id, one.turns + 1, rules=INTERRUPT))


def _use(scene: Scene, step: Occasion, one: Combatant, power: Attack, points: int = 0) -> None:
    """An answer is given; whoever else may answer is asked after it."""
    target = _aimed_at(scene.state, one, power, step)
    scene.then(step)
    if target is None:
        return
    spend_interrupt(scene, one, power, points)
    spend_power(scene, one.id, power)
    about = step.power if step.trigger in ("ally_fails_save", "fails_save") else ""
    volley = Volley(one.id, power.id, (target.id,), mode="interrupt", begun=True, on_behalf=step.about, about=about)
    declare(scene, replace(volley, forced=points), (*INTERRUPT, "AE-ATK-07"))
