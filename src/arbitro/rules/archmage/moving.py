"""Moves: out of melee or not, past whoever may stop them, to where they lead (chapters «Posizione», «Impegnato»)."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.state import Question
from arbitro.rules.archmage.actions import give_back, may_spend, may_take_free, spend
from arbitro.rules.archmage.commands import (
    BarTheWay,
    Disengage,
    JudgePassing,
    Leave,
    Move,
    Release,
    ids_in,
)
from arbitro.rules.archmage.conditions import DueSave, end_of_turn, end_state, save
from arbitro.rules.archmage.damage import fall, separate
from arbitro.rules.archmage.declaring import may_use_readied, waiting_for
from arbitro.rules.archmage.events import (
    Answered,
    Barring,
    Boosted,
    FreeActionTaken,
    Intercepted,
    Marked,
    MoveLost,
    PlaceChanged,
    Released,
)
from arbitro.rules.archmage.moments import answers_itself, set_off_by_getting_away
from arbitro.rules.archmage.numbers import bonuses_to, boosts_to
from arbitro.rules.archmage.ongoing_effects import Boost, Mark, Until
from arbitro.rules.archmage.people import can_act, foes_of, in_order, may_react, nearby, pinning_foes, stuck
from arbitro.rules.archmage.places import (
    MOVE_RULES,
    engage,
    left_behind,
    may_go,
    part_ways,
    pop_free,
    tread,
    was_released,
)
from arbitro.rules.archmage.power import NORMAL
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Band, Combatant, State
from arbitro.rules.archmage.states import ROUTED, flies
from arbitro.rules.archmage.step import Goal, Offer, Walk
from arbitro.rules.archmage.targets import may_leave_place

CLEAN_RULES: Final = ("AE-DISENGAGE-04",)
"""A move out of melee after a check that was passed."""
ANTICIPATING: Final = "anticipating"
"""The state of whoever slips out of the next melee without a roll."""
TABLE: Final = ("AE-POS-10",)
"""What being engaged changes, side by side."""
GRAB_PENALTY = -5
REACHING: Final[tuple[Goal, ...]] = ("engage", "beside", "behind")
"""Moves that end at somebody, and so may be intercepted (AE-INTERCEPT-04)."""


# ---------------------------------------------------------------- commands


def move(scene: Scene, command: Move) -> Refusal | None:
    """Go somewhere with a move action; walking out of melee provokes (AE-DISENGAGE-01)."""
    one = scene.one(command.who)
    refused = may_leave_place(scene.state, one, checked=False) or may_spend(one, "move")
    if refused is not None:
        return refused
    targets = ids_in(command.target)
    refused = may_go(scene.state, one, command.goal, targets, free=False)
    if refused is not None:
        return refused
    refused = may_say_past(scene.state, command.past)
    if refused is not None:
        return refused
    paid = spend(scene, one.id, "move", MOVE_RULES[command.goal])
    leaving = left_behind(scene.state.battle, one, ())
    scene.then(Walk(one.id, command.goal, targets, leaving, past=command.past, paid=paid))
    return None


def may_say_past(state: State, past: str) -> Refusal | None:
    """Whether the word on whom a move goes past names people of this battle."""
    people = state.battle.combatants
    for who in ids_in(past):
        if who != "none" and who not in people:
            return Refusal("nobody", {"who": who})
    return None


def hold_of(state: State, foe: Combatant) -> Modifier:
    """What makes it hard to disengage from somebody: of their features the best, while they could strike at one."""
    able = can_act(foe) and not foe.grabbed_by and may_react(state, foe)
    found = list(bonuses_to(state, foe, "hold")) if able and foe.profile.bonuses else []
    return max(found, key=lambda each: each.amount, default=Modifier(0, "AE-DISENGAGE-02"))


def disengage_modifiers(state: State, one: Combatant, foes: tuple[str, ...]) -> tuple[Modifier, ...]:
    """-1 per foe beyond the first, -5 out of a hold unless every holder was hit this turn (AE-GRAB-04)."""
    found = []
    if len(foes) > 1:
        found.append(Modifier(1 - len(foes), "AE-DISENGAGE-03", "several_foes"))
    if one.grabbed_by and not all(by in one.hit_this_turn for by in one.grabbed_by):
        found.append(Modifier(GRAB_PENALTY, "AE-GRAB-04", "grabbed"))
    special = one.profile.special("disengage_bonus")
    if special is not None:
        found.append(Modifier(special.value, "AE-DISENGAGE-02", "special", ("special/disengage_bonus",)))
    rivals = [each for each in one.boosts if each.spares in foes and can_act(state.battle.combatants[each.spares])]
    if rivals:
        worst = min(min(each.value, -state.battle.escalation if each.by_die else 0) for each in rivals)
        found.append(Modifier(worst, "AE-ATK-06", "special", (f"power/{rivals[0].name}",)))
    found.extend(boosts_to(state, one, "disengage"))
    found.extend(bonuses_to(state, one, "disengage"))
    held = max(
        (hold_of(state, state.battle.combatants[foe]) for foe in foes), key=lambda each: each.amount, default=None
    )
    if held is not None and held.amount:
        found.append(replace(held, amount=-held.amount))
    return tuple(found)


def disengage(scene: Scene, command: Disengage) -> Refusal | None:
    """A normal save to leave melee cleanly; the same move then carries on (AE-DISENGAGE-02 to -05)."""
    one = scene.one(command.who)
    refused = may_leave_place(scene.state, one, checked=True) or may_spend(one, "move")
    if refused is not None:
        return refused
    pinned = pinning_foes(scene.state.battle, one)
    foes = ids_in(command.foes) or pinned
    refused = may_part_from(one, foes)
    if refused is not None:
        return refused
    targets = ids_in(command.target)
    refused = may_go(scene.state, one, command.goal, targets, free=True)
    if refused is None:
        refused = may_say_past(scene.state, command.past)
    if refused is not None:
        return refused
    modifiers = disengage_modifiers(scene.state, one, foes)
    rules = ("AE-DISENGAGE-02", *TABLE, *(each.rule for each in modifiers))
    spend(scene, one.id, "move", rules)
    get_away(scene, one, Walk(one.id, command.goal, targets, (), foes, command.past), modifiers)
    return None


def may_part_from(one: Combatant, foes: tuple[str, ...]) -> Refusal | None:
    """Whether somebody is in melee with all these, and held by nobody else."""
    if not foes or any(foe not in one.engaged for foe in foes):
        return Refusal("not_engaged", {"who": f"@{one.id}"}, ("AE-DISENGAGE-02",))
    if any(by not in foes for by in one.grabbed_by):
        return Refusal("grabbed", {"who": f"@{one.id}"}, ("AE-GRAB-03",))
    return None


def get_away(scene: Scene, one: Combatant, walk: Walk, modifiers: tuple[Modifier, ...]) -> None:
    """The check that leaves those behind from whom a move is to be free, and then the move."""
    rules = ("AE-DISENGAGE-02", *TABLE, *(each.rule for each in modifiers))
    check = save(scene, one, DueSave("disengage", NORMAL, rules, if_failed=("AE-DISENGAGE-05",)), modifiers)
    if not check.success and answers_itself(scene, one.id, "fails_disengage"):
        check = save(scene, one, DueSave("disengage", NORMAL, rules, if_failed=("AE-DISENGAGE-05",)), modifiers)
    if not check.success:
        scene.happen(MoveLost(one.id, rules=("AE-DISENGAGE-05",)))
        scene.occur("foe_fails_disengage", one.id)
        scene.occur("ally_fails_disengage", one.id)
        return
    leaving = left_behind(scene.state.battle, one, walk.freed)
    for foe in walk.freed:
        part_ways(scene, one.id, foe, ("AE-DISENGAGE-04",))
    set_off_by_getting_away(scene, one.id, walk.freed)
    scene.then(replace(walk, leaving=leaving))


def release(scene: Scene, command: Release) -> Refusal | None:
    """Let go of somebody, as a free action (AE-GRAB-02)."""
    one = scene.one(command.who)
    if command.victim not in one.grabbing:
        return Refusal("not_holding", {"who": f"@{one.id}"}, ("AE-GRAB-02",))
    refused = may_take_free(scene.state, one)
    if refused is not None:
        return refused
    scene.happen(FreeActionTaken(one.id, "release", rules=("AE-GRAB-02",)))
    scene.happen(Released(command.victim, one.id, rules=("AE-GRAB-02", "AE-GRAB-06")))
    until = Until("end", one.id, one.turns)
    scene.happen(Marked(command.victim, Mark("once", one.id, attack="released", until=until), rules=("AE-GRAB-06",)))
    return None


def bar_the_way(scene: Scene, command: BarTheWay) -> Refusal | None:
    """Declare that one bars the way: by the option only such creatures intercept (AE-INTERCEPT-01)."""
    one = scene.one(command.who)
    if one.blocking == command.on:
        return Refusal("no_change", {}, ("AE-INTERCEPT-01",))
    if command.on and pinning_foes(scene.state.battle, one):
        return Refusal("cannot_bar", {"who": f"@{one.id}"}, ("AE-INTERCEPT-01", "AE-INTERCEPT-02"))
    scene.happen(Barring(one.id, command.on, rules=("AE-INTERCEPT-01", "AE-POS-05")))
    return None


def leave(scene: Scene, command: Leave) -> Refusal | None:
    """A foe that is far and free goes away for good; characters flee together or not at all (AE-FLEE-01)."""
    one = scene.one(command.who)
    if one.profile.is_hero:
        return Refusal("party_flees_together", {"who": f"@{one.id}"}, ("AE-FLEE-01",))
    refused = may_leave_place(scene.state, one, checked=False) or may_spend(one, "move")
    if refused is not None:
        return refused
    if one.band != "far" or one.engaged or one.near:
        return Refusal("not_far", {"who": f"@{one.id}"}, ("AE-POS-04",))
    paid = spend(scene, one.id, "move", ("AE-POS-04",))
    scene.then(Walk(one.id, "far", paid=paid, leaves=True))
    return None


# ---------------------------------------------------------------- a move on its way


def walk(scene: Scene, step: Walk) -> None:
    """Carry a move on from its stage: those who waited, blows at the leaver, interception, arrival."""
    if step.stage == 0:
        waiting = waiting_for(scene.state, step.who, "moves")
        able = [each for each in waiting if may_use_readied(scene.state, scene.one(each.who), step.who)]
        scene.then(*able, replace(step, stage=1, asked=tuple(each.who for each in able)))
    elif step.stage == 1:
        if _held_up(scene, step):
            return
        one = scene.one(step.who)
        routed = any(mark.attack == ROUTED for mark in one.marks) and "move" not in one.actions
        leaving = () if routed else step.leaving  # having tried in vain to get away it provokes nobody
        strikers = in_order(scene.state.battle, (scene.one(foe) for foe in leaving))
        offers = [Offer("opportunity", foe.id, step.who, trigger="moves") for foe in strikers]
        scene.then(*offers, replace(step, stage=2))
    elif step.stage == 2:
        if any(one.marks for one in scene.state.battle.combatants.values()):
            tread(scene, step.who)
        _set_out(scene, replace(step, stage=3))
    else:
        carried = scene.one(step.who).grabbing if _gets_there(scene, step) else ()
        _arrive(scene, step)
        for victim in carried:
            _carry(scene, step.who, victim)


def _held_up(scene: Scene, step: Walk) -> bool:
    """Whether those who waited for a move have made it impossible: the mover is caught, or the goal is gone.

    Whoever can still act may then put the action to another use (AE-READY-03); a disengage check that was passed
    has been used.
    """
    one, fight = scene.one(step.who), scene.state.battle
    if not can_act(one):
        scene.happen(MoveLost(step.who, fallen=not one.conscious, rules=("AE-READY-03",)))
        return True
    known = (*step.leaving, *step.freed, *one.grabbing)
    caught = next((foe for foe in pinning_foes(fight, one) if foe not in known), "")
    gone = bool(step.targets) and not any(fight.combatants[each].in_field for each in step.targets)
    rooted = may_leave_place(scene.state, one, checked=bool(step.freed)) is not None
    if not (caught or gone or rooted):
        return False
    scene.happen(MoveLost(step.who, caught, rules=("AE-READY-03", *(("AE-POS-06",) if caught else ()))))
    if step.paid and not step.freed:
        give_back(scene, step.who, step.paid, ("AE-READY-03",))
    return True


def _set_out(scene: Scene, step: Walk) -> None:
    one = scene.one(step.who)
    if not can_act(one) or may_leave_place(scene.state, one, checked=False) is not None:
        scene.happen(MoveLost(step.who, fallen=not one.conscious, rules=step.met_by or ("AE-POS-01",)))
        return
    carried = one.grabbing
    for foe in one.engaged:
        if foe not in carried:
            part_ways(scene, step.who, foe, ("AE-GRAB-06" if was_released(scene.one(foe), one) else "AE-DISENGAGE-01",))
    for victim in carried:
        for foe in scene.one(victim).engaged:
            if foe != step.who:
                separate(scene, victim, foe, ("AE-GRAB-05",))
    if not scene.one(step.who).conscious:
        scene.happen(MoveLost(step.who, fallen=True, rules=step.met_by or ("AE-POS-01",)))
        return
    passed = interceptors(scene.state, step)
    word = scene.state.options["going_past"]
    if passed and word == "ask" and not step.past:
        values: dict[str, str | int] = {"who": f"@{step.who}", "goal": f"@{','.join(step.targets)}"}
        scene.ask(Question("going_past", "referee", values, ("AE-INTERCEPT-04",)), step)
        return
    scene.then(*(Offer("intercept", one.id, step.who, ",".join(step.targets)) for one in passed), step)


def judge_passing(scene: Scene, command: JudgePassing) -> Refusal | None:
    """The referee says whom the move goes past (AE-INTERCEPT-04)."""
    step = scene.state.battle.asked
    if not isinstance(step, Walk):
        return Refusal("not_asked")
    named = ids_in(command.passed)
    eligible = interceptors(scene.state, step)
    if any(who not in [one.id for one in eligible] for who in named):
        return Refusal("cannot_intercept", {}, ("AE-INTERCEPT-01", "AE-INTERCEPT-04"))
    scene.resume()
    scene.happen(Answered("referee", "going_past", command.passed or "no", rules=("AE-INTERCEPT-04",)))
    passed = [one.id for one in eligible if one.id in named]
    scene.then(*(Offer("intercept", who, step.who, ",".join(step.targets)) for who in passed), step)
    return None


def _carry(scene: Scene, who: str, victim: str) -> None:
    """Whoever is held goes where the holder goes (AE-GRAB-05)."""
    scene.happen(PlaceChanged(victim, scene.one(who).band, by=who, rules=("AE-GRAB-05",)))


def _gets_there(scene: Scene, step: Walk) -> bool:
    """Whether the mover can still act, and whoever it was going to is still there."""
    there = not step.targets or any(scene.one(target).in_field for target in step.targets)
    return can_act(scene.one(step.who)) and there


def _arrive(scene: Scene, step: Walk) -> None:
    one = scene.one(step.who)
    if not _gets_there(scene, step):
        scene.happen(MoveLost(step.who, rules=step.met_by or ("AE-POS-01",)))
        return
    if step.mode == "intercept":
        caught = pinning_foes(scene.state.battle, one)
        if caught and (step.slipped or slips_out(scene.state, one)):
            _slip_out(scene, step, caught)
        elif caught:  # whoever is in melee stops nobody (AE-INTERCEPT-02)
            scene.happen(MoveLost(step.who, caught[0], rules=("AE-INTERCEPT-02", "AE-READY-03")))
        else:
            _stop(scene, step)
        return
    if step.leaves:
        fall(scene, step.who, "gone", "", ("AE-SEQ-01",))
        return
    # Whoever was in reach only now had no chance before: a readied blow meets the foe that runs into it.
    late = [each for each in waiting_for(scene.state, step.who, "moves") if each.who not in step.asked]
    scene.then(*late)
    rules = CLEAN_RULES if step.goal == "away" and step.freed else MOVE_RULES[step.goal]
    if step.goal == "engage":
        for target in step.targets:
            if scene.one(target).in_field and scene.one(step.who).conscious:
                engage(scene, step.who, target, (*rules, *TABLE))
                _note_charge(scene, step.who, target)
                scene.occur("foe_engages", step.who, target)
        return
    if step.goal in ("beside", "behind"):
        ally = step.targets[0]
        relation: Literal["beside", "behind"] = "beside" if step.goal == "beside" else "behind"
        scene.happen(PlaceChanged(step.who, scene.one(ally).band, ally, relation, rules=rules))
        return
    if step.goal == "toward":
        scene.happen(PlaceChanged(step.who, "nearby", toward=step.targets[0], rules=rules))
        return
    band: Band = "far" if step.goal == "far" else "nearby"
    scene.happen(PlaceChanged(step.who, band, rules=rules))


SLIPPED: Final = "slipped"
"""What is noted of whoever has slipped out of melee to intercept in this round."""


def slips_out(state: State, one: Combatant) -> bool:
    """Whether somebody may leave a melee to step in the way of a foe, once a round."""
    if any(mark.kind == "once" and mark.attack == SLIPPED for mark in one.marks):
        return False
    return bool(one.profile.bonuses) and any(True for _ in bonuses_to(state, one, "slip"))


def _slip_out(scene: Scene, step: Walk, caught: tuple[str, ...]) -> None:
    """A normal save gets somebody out of melee in time; foes who are left behind may strike, unless a feat helps."""
    one, state = scene.one(step.who), scene.state
    if step.slipped:
        for foe in caught:
            part_ways(scene, one.id, foe, ("AE-DISENGAGE-01",))
        _stop(scene, step)
        return
    until = Until("start", one.id, one.turns + 1)
    scene.happen(Marked(one.id, Mark("once", one.id, attack=SLIPPED, until=until), rules=("AE-INTERCEPT-01",)))
    sure = any(mark.kind == "state" and mark.attack == ANTICIPATING for mark in one.marks)
    if sure:
        end_state(scene, one.id, ANTICIPATING)
    elif not save(
        scene, one, DueSave("effect", NORMAL, ("AE-INTERCEPT-01",)), tuple(bonuses_to(state, one, "slip_save"))
    ).success:
        scene.happen(MoveLost(step.who, caught[0], rules=("AE-INTERCEPT-02",)))
        return
    pop_free(scene, one.id, caught[: sum(each.amount for each in bonuses_to(state, one, "slip"))])
    if any(True for _ in bonuses_to(state, one, "slip_guard")):
        guard = Boost("fighter-skilled-intercept", "resist", 21, Until("hit", one.id))
        scene.happen(Boosted(one.id, guard, "hit", rules=("AE-ATK-06",)))
    left = pinning_foes(scene.state.battle, scene.one(one.id))
    safe = any(True for _ in bonuses_to(state, one, "slip_safe"))
    strikers = in_order(scene.state.battle, (scene.one(foe) for foe in (() if safe else left)))
    offers = [Offer("opportunity", foe.id, one.id, trigger="moves") for foe in strikers]
    scene.then(*offers, replace(step, slipped=True))


def _stop(scene: Scene, step: Walk) -> None:
    """Somebody has stepped in the way of a foe: it is engaged and gets no further (AE-INTERCEPT-03)."""
    mover = step.targets[0]
    place = max(number for number, each in enumerate(scene.agenda) if isinstance(each, Walk) and each.who == mover)
    goal = scene.agenda[place]
    del scene.agenda[place:]
    rules = ("AE-INTERCEPT-03",)
    after = ",".join(goal.targets) if isinstance(goal, Walk) else ""
    scene.happen(Intercepted(step.who, mover, after, rules=rules))
    engage(scene, step.who, mover, ("AE-INTERCEPT-03", "AE-POS-06"))


def _note_charge(scene: Scene, who: str, target: str) -> None:
    """Some strike harder at a foe they have just run into, and some have an answer to those who come running."""
    people = scene.state.battle.combatants
    if people[who].profile.counts_charges or any(each.profile.answers_charges for each in people.values()):
        mark = Mark("moved", target, until=end_of_turn(scene, who))
        scene.happen(Marked(who, mark, rules=("AE-POS-11",)))


# ---------------------------------------------------------------- interception


def interceptors(state: State, step: Walk) -> list[Combatant]:
    """Foes of a mover who may stop it on its way to somebody, in order of initiative (AE-INTERCEPT-01)."""
    if step.goal not in REACHING or step.past == "none":
        return []
    word = state.options["going_past"]
    if word == "no_unless_named" and not step.past:
        return []
    fight = state.battle
    named = ids_in(step.past)
    mover = fight.combatants[step.who]
    found = [
        one
        for one in foes_of(fight, mover)
        if (not named or one.id in named) and may_intercept(state, one, mover, step)
    ]
    return in_order(fight, iter(found))


def may_intercept(state: State, one: Combatant, mover: Combatant, step: Walk) -> bool:
    """Whether somebody could stop a mover: free, able, nearby both, and by the option barring the way."""
    fight = state.battle
    if one.id in step.targets or not can_act(one) or not may_react(state, one):
        return False
    if one.id in step.leaving or one.id in step.freed:
        return False  # nobody goes past a foe by walking away from it
    if (pinning_foes(fight, one) and not slips_out(state, one)) or stuck(state, one) or mover.id in one.engaged:
        return False
    if _passes_over(state, mover) and not flies(state, one):
        return False
    goal = fight.combatants[step.targets[0]]
    if not nearby(one, mover) or not nearby(one, goal):
        return False
    if state.options["intercept_eligibility"] == "declared_blockers":
        return one.blocking or goal.behind == one.id
    return True


def _passes_over(state: State, mover: Combatant) -> bool:
    """By the option nobody on the ground stops what flies over or passes through them (AE-INTERCEPT-03)."""
    if not state.options["flyers_pass_over"]:
        return False
    return flies(state, mover) or mover.profile.special("incorporeal") is not None
