"""Positions without a grid: nearby, far, behind, engaged with whom (chapters «Posizione», «Impegnato», «Afferrato»)."""

from abc import abstractmethod
from typing import Final, Literal

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.state import Question
from arbitro.rules.archmage.basics import Scene, words
from arbitro.rules.archmage.commands import BarTheWay, Disengage, JudgePassing, Leave, Move, Release
from arbitro.rules.archmage.events import (
    Answered,
    Barring,
    Engaged,
    Fell,
    FreeActionTaken,
    Grabbed,
    Intercepted,
    Marked,
    MoveLost,
    Parted,
    PlaceChanged,
    PoppedFree,
    Released,
    Teleported,
)
from arbitro.rules.archmage.power import NORMAL
from arbitro.rules.archmage.specials import Specials
from arbitro.rules.archmage.state import Band, Combatant, Fight, Mark, State, Until
from arbitro.rules.archmage.step import Goal, Offer, Walk
from arbitro.rules.archmage.tally import flat

REACHING: Final[tuple[Goal, ...]] = ("engage", "beside", "behind")
"""Moves that end at somebody, and so may be intercepted (AE-INTERCEPT-04)."""
MOVE_RULES: Final[dict[Goal, tuple[str, ...]]] = {
    "engage": ("AE-POS-01", "AE-POS-03", "AE-POS-06", "AE-POS-11"),
    "away": ("AE-DISENGAGE-01", "AE-POS-09"),
    "far": ("AE-POS-02", "AE-POS-04", "AE-POS-08"),
    "nearby": ("AE-POS-03", "AE-POS-04"),
    "toward": ("AE-POS-04",),
    "beside": ("AE-POS-07", "AE-POS-08"),
    "behind": ("AE-POS-05", "AE-POS-08"),
}
CLEAN_RULES: Final = ("AE-DISENGAGE-04",)
"""A move out of melee after a check that was passed."""
TABLE: Final = ("AE-POS-10",)
"""What being engaged changes, side by side."""
GRAB_PENALTY = -5


class Places(Specials):
    """Who is where, and how one gets elsewhere."""

    # ---------------------------------------------------------------- engaging and parting

    def engage(self, scene: Scene, who: str, foe: str, rules: tuple[str, ...]) -> None:
        """Two are in melee with each other from now on (AE-POS-06)."""
        one = scene.one(who)
        if foe in one.engaged:
            return
        if one.beside or any(each.behind == who for each in scene.fight.combatants.values()):
            scene.happen(PlaceChanged(who, "nearby", rules=("AE-POS-07",)))
        scene.happen(Engaged(who, foe, rules=rules))
        self._curses(scene, foe, who)
        self._curses(scene, who, foe)
        self._relieve_archers(scene, who, foe)

    def _relieve_archers(self, scene: Scene, who: str, foe: str) -> None:
        """Some slip out of melee when a friend takes over their foe."""
        for other in scene.one(foe).engaged:
            if other != who and scene.one(other).profile.special("pops_free_when_relieved") is not None:
                self.pop_free(scene, other, (foe,))

    def _curses(self, scene: Scene, victim: str, enemy: str) -> None:
        """A curse that hurts whenever an enemy engages or leaves its bearer."""
        if scene.one(enemy).side == scene.one(victim).side:
            return
        curses = [mark for mark in scene.one(victim).marks if mark.kind == "curse"]
        if curses and scene.one(victim).in_field:
            worst = max(curses, key=lambda mark: mark.amount)  # of one name only one works (AE-STACK-04)
            self.hurt(scene, victim, flat(worst.amount, "curse"), "weapon", worst.source, 20, ("AE-ATK-06",))

    def part(self, scene: Scene, who: str, foe: str, rules: tuple[str, ...], *, left: bool = True) -> None:
        """Two are out of melee; holds between them end."""
        self._let_go(scene, who, foe, rules)
        self._let_go(scene, foe, who, rules)
        if foe in scene.one(who).engaged:
            fallen = any(scene.one(each).awareness in ("dead", "gone") for each in (who, foe))
            scene.happen(Parted(who, foe, fallen, rules=rules))
            if left:
                self._curses(scene, foe, who)

    def _let_go(self, scene: Scene, who: str, by: str, rules: tuple[str, ...]) -> None:
        if by in scene.one(who).grabbed_by:
            scene.happen(Released(who, by, rules=rules))

    def after_fall(self, scene: Scene, who: str) -> None:
        """The dead and gone are out of every melee; whoever is out cold holds nobody (AE-POS-11)."""
        one = scene.one(who)
        for victim in one.grabbing:
            scene.happen(Released(victim, who, rules=("AE-POS-11",)))
        if one.in_field:
            return
        for foe in one.engaged:
            self.part(scene, who, foe, ("AE-POS-11",), left=False)

    def pop_free(self, scene: Scene, who: str, foes: tuple[str, ...]) -> None:
        """Out of melee at once, without a check or a blow; the stuck stay (AE-COND-12)."""
        one = scene.one(who)
        leaving = tuple(foe for foe in foes if foe in one.engaged)
        if not leaving or self.has(scene.state, one, "stuck"):
            return
        rules = ("AE-GRAB-03" if any(foe in one.grabbed_by for foe in leaving) else "AE-ATK-06",)
        scene.happen(PoppedFree(who, leaving, rules=rules))
        for foe in leaving:
            self.part(scene, who, foe, rules)

    def grab(self, scene: Scene, by: str, victim: str) -> None:
        """Hold somebody, who is then engaged with the holder (AE-GRAB-01)."""
        one = scene.one(victim)
        if not one.in_field or by in one.grabbed_by or not scene.one(by).conscious:
            return
        self.engage(scene, by, victim, ("AE-GRAB-01", "AE-POS-06"))
        if scene.one(victim).in_field and scene.one(by).conscious:
            scene.happen(Grabbed(victim, by, rules=("AE-GRAB-01",)))

    def teleport(self, scene: Scene, who: str) -> None:
        """Elsewhere at once: no way in between, nothing provoked, out of melee and holds (AE-TELEPORT-01)."""
        rules = ("AE-TELEPORT-01", *(("AE-GRAB-03",) if scene.one(who).grabbed_by else ()))
        scene.happen(Teleported(who, rules=rules))
        for foe in scene.one(who).engaged:
            self.part(scene, who, foe, rules)
        one = scene.one(who)
        if one.beside or one.behind or one.near or one.band == "far":
            scene.happen(PlaceChanged(who, "nearby", rules=rules))

    # ---------------------------------------------------------------- may one move?

    def may_leave_place(self, state: State, one: Combatant, *, checked: bool) -> Refusal | None:
        """Whether somebody can move at all: not stuck, not held, and not holding somebody too big to carry."""
        who = f"@{one.id}"
        if self.has(state, one, "stuck"):
            return Refusal("stuck", {"who": who}, ("AE-COND-12",))
        if one.grabbed_by and not checked:
            return Refusal("grabbed", {"who": who}, ("AE-GRAB-03",))
        people = self.fight(state).combatants
        for victim in one.grabbing:
            held = people[victim]
            if held.profile.size >= one.profile.size or self.has(state, held, "stuck"):
                return Refusal("holds_too_big", {"who": who, "target": f"@{victim}"}, ("AE-GRAB-05", "AE-COND-12"))
        return None

    def may_go(
        self, state: State, one: Combatant, goal: Goal, targets: tuple[str, ...], *, free: bool
    ) -> Refusal | None:
        """Whether a place can be reached with one move; `free`: nobody holds the mover in melee any more."""
        fight = self.fight(state)
        who: dict[str, str | int] = {"who": f"@{one.id}"}
        rules = MOVE_RULES[goal]
        if goal in ("engage", "toward", "beside", "behind"):
            return self._may_reach(state, fight, one, goal, targets)
        if targets:
            return Refusal("no_target_needed", who, rules)
        if goal == "away":
            return None if one.engaged else Refusal("not_engaged", who, rules)
        if goal == "nearby":
            fine = one.band == "far" and not one.engaged
            return None if fine else Refusal("nearby_already", who, rules)
        if one.engaged and not free and self.pinning(fight, one):
            return Refusal("engaged", who, rules)
        if not fight.room:
            return Refusal("no_room", who, rules)
        return Refusal("far_already", who, rules) if one.band == "far" and not one.engaged else None

    def _may_reach(
        self, state: State, fight: Fight, one: Combatant, goal: Goal, targets: tuple[str, ...]
    ) -> Refusal | None:
        rules = MOVE_RULES[goal]
        several = goal == "engage" and bool(state.options["engage_many"])
        if not targets or (len(targets) > 1 and not several) or len(set(targets)) < len(targets):
            return Refusal("one_target", {"who": f"@{one.id}"}, rules)
        for target in targets:
            other = fight.combatants.get(target)
            if other is None:
                return Refusal("nobody", {"who": target})
            values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{target}"}
            wants_foe = goal in ("engage", "toward")
            if not other.in_field or target == one.id or (other.side != one.side) != wants_foe:
                return Refusal("no_target", {"who": f"@{target}"}, rules)
            if goal == "toward":
                if self.nearby(one, other):
                    return Refusal("nearby_already", values, rules)
                continue
            if not self.nearby(one, other):
                return Refusal("too_far", values, ("AE-POS-04",))
            if goal == "engage" and target in one.engaged:
                return Refusal("engaged_already", values, rules)
            if goal == "beside" and self.next_to(one, other):
                return Refusal("beside_already", values, rules)
            if goal == "behind" and (not other.conscious or self.pinning(fight, other) or one.behind == target):
                return Refusal("cannot_hide_behind", values, rules)
        if len(targets) > 1 and not self.contiguous(fight, fight.combatants[targets[0]].side, targets):
            return Refusal("not_a_group", {"who": f"@{one.id}"}, ("AE-POS-11", "AE-TARGET-02"))
        return None

    # ---------------------------------------------------------------- commands

    def move(self, scene: Scene, command: Move) -> Refusal | None:
        """Go somewhere with a move action; walking out of melee provokes (AE-DISENGAGE-01)."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        refused = self.may_leave_place(scene.state, one, checked=False) or self.may_spend(one, "move")
        if refused is not None:
            return refused
        targets = words(command.target)
        refused = self.may_go(scene.state, one, command.goal, targets, free=False)
        if refused is not None:
            return refused
        refused = self.may_say_past(scene.state, command.past)
        if refused is not None:
            return refused
        paid = self.spend(scene, one.id, "move", MOVE_RULES[command.goal])
        leaving = self.left_behind(scene.fight, one, ())
        scene.then(Walk(one.id, command.goal, targets, leaving, past=command.past, paid=paid))
        return None

    def may_say_past(self, state: State, past: str) -> Refusal | None:
        """Whether the word on whom a move goes past names people of this battle."""
        people = self.fight(state).combatants
        for who in words(past):
            if who != "none" and who not in people:
                return Refusal("nobody", {"who": who})
        return None

    def left_behind(self, fight: Fight, one: Combatant, freed: tuple[str, ...]) -> tuple[str, ...]:
        """The foes that a mover leaves without a check, who may strike at it; whom it carries may not (AE-GRAB-06)."""
        return tuple(foe for foe in self.pinning(fight, one) if foe not in freed and foe not in one.grabbing)

    def disengage_modifiers(self, state: State, one: Combatant, foes: tuple[str, ...]) -> tuple[Modifier, ...]:
        """-1 per foe beyond the first, -5 out of a hold unless every holder was hit this turn (AE-GRAB-04)."""
        found = []
        if len(foes) > 1:
            found.append(Modifier(1 - len(foes), "AE-DISENGAGE-03", "several_foes"))
        if one.grabbed_by and not all(by in one.hit_this_turn for by in one.grabbed_by):
            found.append(Modifier(GRAB_PENALTY, "AE-GRAB-04", "grabbed"))
        special = one.profile.special("disengage_bonus")
        if special is not None:
            found.append(Modifier(special.value, "AE-DISENGAGE-02", "special"))
        found.extend(self.boosts(state, one, "disengage"))
        return tuple(found)

    def disengage(self, scene: Scene, command: Disengage) -> Refusal | None:
        """A normal save to leave melee cleanly; the same move then carries on (AE-DISENGAGE-02 to -05)."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        refused = self.may_leave_place(scene.state, one, checked=True) or self.may_spend(one, "move")
        if refused is not None:
            return refused
        pinned = self.pinning(scene.fight, one)
        foes = words(command.foes) or pinned
        if not foes or any(foe not in one.engaged for foe in foes):
            return Refusal("not_engaged", {"who": f"@{one.id}"}, ("AE-DISENGAGE-02",))
        if any(by not in foes for by in one.grabbed_by):
            return Refusal("grabbed", {"who": f"@{one.id}"}, ("AE-GRAB-03",))
        targets = words(command.target)
        refused = self.may_go(scene.state, one, command.goal, targets, free=True)
        if refused is None:
            refused = self.may_say_past(scene.state, command.past)
        if refused is not None:
            return refused
        rules: tuple[str, ...] = ("AE-DISENGAGE-02", *TABLE)
        modifiers = self.disengage_modifiers(scene.state, one, foes)
        rules = (*rules, *(each.rule for each in modifiers))
        self.spend(scene, one.id, "move", rules)
        check = self.save(scene, one, "disengage", NORMAL, rules, more=modifiers)
        if not check.success:
            scene.happen(MoveLost(one.id, rules=("AE-DISENGAGE-05",)))
            return None
        leaving = self.left_behind(scene.fight, one, foes)
        for foe in foes:
            self.part(scene, one.id, foe, ("AE-DISENGAGE-04",))
        scene.then(Walk(one.id, command.goal, targets, leaving, foes, command.past))
        return None

    def release(self, scene: Scene, command: Release) -> Refusal | None:
        """Let go of somebody, as a free action (AE-GRAB-02)."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        if command.victim not in one.grabbing:
            return Refusal("not_holding", {"who": f"@{one.id}"}, ("AE-GRAB-02",))
        refused = self.may_take_free(scene.state, one)
        if refused is not None:
            return refused
        scene.happen(FreeActionTaken(one.id, "release", rules=("AE-GRAB-02",)))
        scene.happen(Released(command.victim, one.id, rules=("AE-GRAB-02", "AE-GRAB-06")))
        until = Until("end", one.id, one.turns)
        scene.happen(
            Marked(command.victim, Mark("once", one.id, attack="released", until=until), rules=("AE-GRAB-06",))
        )
        return None

    def bar_the_way(self, scene: Scene, command: BarTheWay) -> Refusal | None:
        """Declare that one bars the way: by the option only such creatures intercept (AE-INTERCEPT-01)."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        if one.blocking == command.on or (command.on and self.pinning(scene.fight, one)):
            return Refusal("cannot_bar", {"who": f"@{one.id}"}, ("AE-INTERCEPT-01", "AE-INTERCEPT-02"))
        scene.happen(Barring(one.id, command.on, rules=("AE-INTERCEPT-01", "AE-POS-05")))
        return None

    def leave(self, scene: Scene, command: Leave) -> Refusal | None:
        """A foe that is far and free goes away for good; characters flee together or not at all (AE-FLEE-01)."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        if one.profile.kind in ("pc", "companion"):
            return Refusal("party_flees_together", {"who": f"@{one.id}"}, ("AE-FLEE-01",))
        refused = self.may_leave_place(scene.state, one, checked=False) or self.may_spend(one, "move")
        if refused is not None:
            return refused
        if one.band != "far" or one.engaged or one.near:
            return Refusal("not_far", {"who": f"@{one.id}"}, ("AE-POS-04",))
        paid = self.spend(scene, one.id, "move", ("AE-POS-04",))
        scene.then(Walk(one.id, "far", paid=paid, leaves=True))
        return None

    # ---------------------------------------------------------------- a move on its way

    def walk(self, scene: Scene, step: Walk) -> None:
        """Carry a move on from its stage: those who waited, blows at the leaver, interception, arrival."""
        if step.stage == 0:
            waiting = self.waiting_for(scene.state, step.who, "moves")
            able = [each for each in waiting if self.may_use_readied(scene.state, scene.one(each.who), step.who)]
            scene.then(*able, replace(step, stage=1, asked=tuple(each.who for each in able)))
        elif step.stage == 1:
            if self._held_up(scene, step):
                return
            strikers = self.in_order(scene.fight, (scene.one(foe) for foe in step.leaving))
            offers = [Offer("opportunity", foe.id, step.who, trigger="moves") for foe in strikers]
            scene.then(*offers, replace(step, stage=2))
        elif step.stage == 2:
            self._set_out(scene, replace(step, stage=3))
        else:
            self._arrive(scene, step)

    @abstractmethod
    def waiting_for(self, state: State, who: str, *triggers: str) -> list[Offer]:
        """Readied actions that the doing of somebody sets off; the chapter on reactions says."""

    @abstractmethod
    def may_use_readied(self, state: State, one: Combatant, about: str) -> bool:
        """Whether a readied action can be used now; the chapter on reactions says."""

    def _held_up(self, scene: Scene, step: Walk) -> bool:
        """Whether those who waited for a move have made it impossible: the mover is caught, or the goal is gone.

        Whoever can still act may then put the action to another use (AE-READY-03); a disengage check that was passed
        has been used.
        """
        one, fight = scene.one(step.who), scene.fight
        if not self.can_act(one):
            scene.happen(MoveLost(step.who, rules=("AE-READY-03",)))
            return True
        known = (*step.leaving, *step.freed, *one.grabbing)
        caught = next((foe for foe in self.pinning(fight, one) if foe not in known), "")
        gone = bool(step.targets) and not any(fight.combatants[each].in_field for each in step.targets)
        rooted = self.may_leave_place(scene.state, one, checked=bool(step.freed)) is not None
        if not (caught or gone or rooted):
            return False
        scene.happen(MoveLost(step.who, caught, rules=("AE-READY-03", *(("AE-POS-06",) if caught else ()))))
        if step.paid and not step.freed:
            self.give_back(scene, step.who, step.paid, ("AE-READY-03",))
        return True

    def _set_out(self, scene: Scene, step: Walk) -> None:
        one = scene.one(step.who)
        if not self.can_act(one) or self.may_leave_place(scene.state, one, checked=False) is not None:
            scene.happen(MoveLost(step.who, rules=("AE-OPP-01",)))
            return
        carried = one.grabbing
        for foe in one.engaged:
            if foe not in carried:
                self.part(scene, step.who, foe, ("AE-DISENGAGE-01",))
        for victim in carried:
            for foe in scene.one(victim).engaged:
                if foe != step.who:
                    self.part(scene, victim, foe, ("AE-GRAB-05",), left=False)
        if not scene.one(step.who).conscious:
            scene.happen(MoveLost(step.who, rules=("AE-OPP-01",)))
            return
        passed = self.interceptors(scene.state, step)
        word = scene.state.options["going_past"]
        if passed and word == "ask" and not step.past:
            values: dict[str, str | int] = {"who": f"@{step.who}", "goal": f"@{','.join(step.targets)}"}
            scene.ask(Question("going_past", "referee", values, ("AE-INTERCEPT-04",)), step)
            return
        self._offer_interception(scene, step, passed)

    def _offer_interception(self, scene: Scene, step: Walk, passed: list[Combatant]) -> None:
        offers = [Offer("intercept", one.id, step.who, ",".join(step.targets)) for one in passed]
        scene.then(*offers, step)

    def judge_passing(self, scene: Scene, command: JudgePassing) -> Refusal | None:
        """The referee says whom the move goes past (AE-INTERCEPT-04)."""
        step = scene.fight.asked
        if not isinstance(step, Walk):
            return Refusal("not_asked")
        named = words(command.passed)
        eligible = self.interceptors(scene.state, step)
        if any(who not in [one.id for one in eligible] for who in named):
            return Refusal("cannot_intercept", {}, ("AE-INTERCEPT-01", "AE-INTERCEPT-04"))
        self.resume(scene)
        scene.happen(Answered("referee", "going_past", command.passed or "no", rules=("AE-INTERCEPT-04",)))
        self._offer_interception(scene, step, [one for one in eligible if one.id in named])
        return None

    def resume(self, scene: Scene) -> None:
        """Take up what waited for an answer."""
        scene.agenda = list(scene.fight.pending)

    def interceptors(self, state: State, step: Walk) -> list[Combatant]:
        """Foes of a mover who may stop it on its way to somebody, in order of initiative (AE-INTERCEPT-01)."""
        fight = self.fight(state)
        if step.goal not in REACHING or step.past == "none":
            return []
        word = state.options["going_past"]
        if word == "no_unless_named" and not step.past:
            return []
        named = words(step.past)
        mover = fight.combatants[step.who]
        found = [
            one
            for one in self.foes(fight, mover)
            if (not named or one.id in named) and self.may_intercept(state, one, mover, step)
        ]
        return self.in_order(fight, iter(found))

    def may_intercept(self, state: State, one: Combatant, mover: Combatant, step: Walk) -> bool:
        """Whether somebody could stop a mover: free, able, nearby both, and by the option barring the way."""
        fight = self.fight(state)
        if one.id in step.targets or not self.can_act(one) or not self.may_react(state, one):
            return False
        if one.id in step.leaving or one.id in step.freed:
            return False  # nobody goes past a foe by walking away from it
        if self.pinning(fight, one) or self.has(state, one, "stuck") or mover.id in one.engaged:
            return False
        if self._passes_over(state, mover) and one.profile.special("fly") is None:
            return False
        goal = fight.combatants[step.targets[0]]
        if not self.nearby(one, mover) or not self.nearby(one, goal):
            return False
        if state.options["intercept_eligibility"] == "declared_blockers":
            return one.blocking or goal.behind == one.id
        return True

    def _passes_over(self, state: State, mover: Combatant) -> bool:
        """By the option nobody on the ground stops what flies over or passes through them (AE-INTERCEPT-03)."""
        free = any(mover.profile.special(code) is not None for code in ("fly", "incorporeal"))
        return free and bool(state.options["flyers_pass_over"])

    def _arrive(self, scene: Scene, step: Walk) -> None:
        one = scene.one(step.who)
        there = not step.targets or any(scene.one(target).in_field for target in step.targets)
        if not self.can_act(one) or not there:
            scene.happen(MoveLost(step.who, rules=("AE-OPP-01",)))
            return
        if step.mode == "intercept":
            caught = self.pinning(scene.fight, one)
            if caught:  # whoever is in melee stops nobody (AE-INTERCEPT-02)
                scene.happen(MoveLost(step.who, caught[0], rules=("AE-INTERCEPT-02", "AE-READY-03")))
            else:
                self._stop(scene, step)
            return
        if step.leaves:
            scene.happen(Fell(step.who, "gone", rules=("AE-SEQ-01",)))
            self.after_fall(scene, step.who)
            return
        # Whoever was in reach only now had no chance before: a readied blow meets the foe that runs into it.
        late = [each for each in self.waiting_for(scene.state, step.who, "moves") if each.who not in step.asked]
        scene.then(*late)
        rules = CLEAN_RULES if step.goal == "away" and step.freed else MOVE_RULES[step.goal]
        if step.goal == "engage":
            for target in step.targets:
                if scene.one(target).in_field and scene.one(step.who).conscious:
                    self.engage(scene, step.who, target, (*rules, *TABLE))
                    self._note_charge(scene, step.who, target)
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

    def _stop(self, scene: Scene, step: Walk) -> None:
        """Somebody has stepped in the way of a foe: it is engaged and gets no further (AE-INTERCEPT-03)."""
        mover = step.targets[0]
        place = max(number for number, each in enumerate(scene.agenda) if isinstance(each, Walk) and each.who == mover)
        goal = scene.agenda[place]
        del scene.agenda[place:]
        rules = ("AE-INTERCEPT-03",)
        after = ",".join(goal.targets) if isinstance(goal, Walk) else ""
        scene.happen(Intercepted(step.who, mover, after, rules=rules))
        self.engage(scene, step.who, mover, ("AE-INTERCEPT-03", "AE-POS-06"))

    def _note_charge(self, scene: Scene, who: str, target: str) -> None:
        """Some strike harder at a foe they have just run into."""
        one = scene.one(who)
        if any("target_new" in rider.when for attack in one.profile.attacks for rider in attack.riders):
            mark = Mark("moved", target, until=self.end_of_turn(scene, who))
            scene.happen(Marked(who, mark, rules=("AE-POS-11",)))
