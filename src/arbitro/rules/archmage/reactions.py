"""Answers outside the own turn: opportunities, interceptions, readied actions, interrupts (chapter «Azioni»).

The engine asks the right creature at the right moment and waits; an automatic player answers by the same door.
"""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.basics import Scene
from arbitro.rules.archmage.effects import Effects
from arbitro.rules.archmage.events import (
    ActionReadied,
    Answered,
    FreeActionTaken,
    HitTurned,
    InterruptSpent,
    ReadiedUsed,
    Relieved,
    SpecialWorked,
)
from arbitro.rules.archmage.power import Attack, ConditionName, Trigger
from arbitro.rules.archmage.specials import SHRUGGED
from arbitro.rules.archmage.state import Combatant, Readied, State
from arbitro.rules.archmage.step import Blow, Goal, Offer, TurnEnd, Volley, Walk
from arbitro.rules.archmage.tally import flat

OPPORTUNITY: Final = ("AE-OPP-01", "AE-ACTION-06")
PROVOKING: Final = {"moves": "AE-OPP-02", "attacks": "AE-OPP-03", "casts": "AE-OPP-04"}
READY: Final = ("AE-READY-01", "AE-READY-02")
BARRED: Final[tuple[ConditionName, ...]] = ("confused", "stunned", "helpless")
"""Conditions in which nobody strikes at a passer-by; a hold bars it too (AE-OPP-06)."""


class Reactions(Effects):
    """Everything that somebody may do while it is not their turn."""

    # ---------------------------------------------------------------- offering

    def offer(self, scene: Scene, step: Offer) -> None:
        """Ask somebody, if what the offer is about is still so."""
        one = scene.one(step.who)
        rules: tuple[str, ...]
        about: dict[str, str | int] = {"who": f"@{step.who}", "target": f"@{step.about}"}
        if step.kind == "opportunity":
            if self.may_strike(scene.state, one, scene.one(step.about)):
                rules = (*OPPORTUNITY, PROVOKING[step.trigger], "AE-OPP-05", "AE-OPP-06")
                scene.ask(Question("opportunity", one.id, about, rules), step)
        elif step.kind == "intercept":
            walk = next((each for each in reversed(scene.agenda) if isinstance(each, Walk)), None)
            mover = scene.one(step.about)
            if walk is not None and self.can_act(mover) and self.may_intercept(scene.state, one, mover, walk):
                values: dict[str, str | int] = {**about, "goal": f"@{step.goal}"}
                rules = ("AE-INTERCEPT-01", "AE-INTERCEPT-02", "AE-INTERCEPT-04", "AE-INTERCEPT-05", "AE-ACTION-06")
                scene.ask(Question("intercept", one.id, values, rules), step)
        elif step.kind == "readied":
            if self.may_use_readied(scene.state, one, step.about):
                scene.ask(Question("readied", one.id, about, ("AE-READY-02", "AE-READY-03")), step)
        elif step.kind == "delayed":
            if one.delaying and self.can_act(one):
                scene.ask(Question("delayed", one.id, {"who": f"@{one.id}"}, ("AE-DELAY-01",)), step)
        elif self.shruggable(one):
            scene.ask(Question("shrug", one.id, {"who": f"@{one.id}"}, ("AE-ATK-06",)), step)

    def asked(self, scene: Scene, who: str, kind: str) -> Offer | Refusal:
        """The offer that an answer is about, taken up again; a refusal if somebody else was asked."""
        step = scene.fight.asked
        if not isinstance(step, Offer) or step.kind != kind or step.who != who:
            return Refusal("not_asked")
        return step

    # ---------------------------------------------------------------- opportunity attacks

    def may_strike(self, state: State, one: Combatant, provoker: Combatant) -> bool:
        """Whether somebody is entitled to an opportunity attack on an engaged provoker (AE-OPP-06)."""
        if provoker.id not in one.engaged or not self.can_act(provoker) or not self.can_act(one):
            return False
        if one.grabbed_by or any(self.has(state, one, name) for name in BARRED):
            return False
        released = any(m.kind == "once" and m.attack == "released" and m.source == provoker.id for m in one.marks)
        if released or not self.may_react(state, one):
            return False
        limit = int(state.options["opportunity_limit"])
        if limit and one.opportunity_round == self.fight(state).round and one.opportunities >= limit:
            return False
        return self.basic_melee(one) is not None

    def opportunity(self, scene: Scene, command: c.Opportunity) -> Refusal | None:
        """Strike at whoever gave an opening, with a basic melee attack and no other (AE-OPP-01)."""
        step = self.asked(scene, command.who, "opportunity")
        if isinstance(step, Refusal):
            return step
        one = scene.one(command.who)
        attack = one.profile.attack(command.attack) if command.attack else self.basic_melee(one)
        if command.word == "yes" and (attack is None or not attack.basic or attack.kind != "melee"):
            return Refusal("basic_melee_only", {"who": f"@{one.id}"}, ("AE-OPP-01",))
        self.resume(scene)
        scene.happen(Answered(one.id, "opportunity", command.word, rules=OPPORTUNITY))
        if command.word == "yes" and attack is not None:
            rules = (*OPPORTUNITY, PROVOKING[step.trigger])
            self.declare(scene, Volley(one.id, attack.id, (step.about,), mode="opportunity"), rules)
        return None

    # ---------------------------------------------------------------- interception

    def intercept(self, scene: Scene, command: c.Intercept) -> Refusal | None:
        """Step in the way of a foe: it is engaged and gets no further (AE-INTERCEPT-03)."""
        step = self.asked(scene, command.who, "intercept")
        if isinstance(step, Refusal):
            return step
        self.resume(scene)
        rules = ("AE-INTERCEPT-01" if command.word == "yes" else "AE-INTERCEPT-05",)
        scene.happen(Answered(command.who, "intercept", command.word, rules=rules))
        if command.word == "yes":  # stepping in the way is a move too, for those who wait for one
            waiting = self.waiting_for(scene.state, command.who, "moves")
            scene.then(*waiting, Walk(command.who, "engage", (step.about,), stage=3, mode="intercept"))
        return None

    # ---------------------------------------------------------------- readied actions

    def ready(self, scene: Scene, command: c.Ready) -> Refusal | None:
        """Spend the standard action now to do something when its moment comes (AE-READY-01, AE-READY-02)."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        refused = self.may_spend(one, "standard") or self.may_ready(scene.state, one, command)
        if refused is not None:
            return refused
        self.spend(scene, one.id, "standard", READY)
        readied = Readied(
            command.action, command.trigger, command.subject, command.attack, command.target, command.words[:200]
        )
        scene.happen(ActionReadied(one.id, readied, rules=READY))
        return None

    def may_ready(self, state: State, one: Combatant, command: c.Ready) -> Refusal | None:
        """Whether action and moment are stated and of a kind that can be readied."""
        people = self.fight(state).combatants
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
            return self._may_ready_attack(state, one, command)
        return None

    def _may_ready_attack(self, state: State, one: Combatant, command: c.Ready) -> Refusal | None:
        attack = one.profile.attack(command.attack)
        if attack is None:
            return Refusal("no_attack", {"who": f"@{one.id}", "attack": command.attack}, READY)
        wanted = "standard" if command.action == "attack" else "quick"
        if command.action == "quick" and not state.options["ready_quick_action"]:
            return Refusal("no_quick_readied", {"who": f"@{one.id}"}, ("AE-READY-02",))
        if self.cost(self.fight(state), attack) not in (wanted, "free"):
            return Refusal("not_readiable", {"who": f"@{one.id}"}, ("AE-READY-02",))
        if command.trigger == "word" and not command.target:
            return Refusal("say_the_target", {"who": f"@{one.id}"}, READY)
        if command.target:
            friend = self.fight(state).combatants[command.target].side == one.side
            if friend != attack.friendly:
                return Refusal("no_target", {"who": f"@{command.target}"}, READY)
        elif attack.friendly:
            return Refusal("say_the_target", {"who": f"@{one.id}"}, READY)
        return self.may_use(state, one, attack)

    def waiting_for(self, state: State, who: str, *triggers: str) -> list[Offer]:
        """Those whose readied action is set off by what somebody is about to do, in order of initiative."""
        fight = self.fight(state)
        doer = fight.combatants[who]
        found = []
        for one in self.in_order(fight, self.foes(fight, doer)):
            readied = one.readied
            if readied is None or readied.subject not in ("", who):
                continue
            if readied.trigger in triggers:
                found.append(Offer("readied", one.id, who, trigger=readied.trigger))
        return found

    def may_use_readied(self, state: State, one: Combatant, about: str) -> bool:
        """Whether a readied action can be used now: able, reacting, and the attack still possible."""
        readied = one.readied
        if readied is None or not self.can_act(one) or not self.may_react(state, one):
            return False
        fight = self.fight(state)
        target = fight.combatants.get(readied.target or about)
        if readied.action in ("attack", "quick"):
            attack = one.profile.attack(readied.attack)
            return (
                attack is not None
                and target is not None
                and self.may_use(state, one, attack) is None
                and not self.must_turn_on_allies(state, one)
                and self.may_target(state, one, attack, target) is None
            )
        if readied.action == "engage":
            return (
                target is not None
                and self.may_leave_place(state, one, checked=False) is None
                and self.may_go(state, one, "engage", (target.id,), free=False) is None
            )
        if readied.action == "move":
            return (
                self.may_leave_place(state, one, checked=False) is None
                and self.may_go(state, one, "far", (), free=False) is None
            )
        return True

    def use_readied(self, scene: Scene, command: c.UseReadied) -> Refusal | None:
        """Act now, just before what set it off, or keep waiting (AE-READY-03)."""
        step = self.asked(scene, command.who, "readied")
        if isinstance(step, Refusal):
            return step
        self.resume(scene)
        rules = ("AE-READY-02", *(("AE-READY-03",) if command.word == "yes" else ()))
        scene.happen(Answered(command.who, "readied", command.word, rules=rules))
        if command.word == "yes":
            self.act_readied(scene, command.who, step.about)
        return None

    def call_moment(self, scene: Scene, command: c.CallMoment) -> Refusal | None:
        """The referee says that the moment has come for which somebody waits; they may act or not."""
        one = self.known(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        if one.readied is None or scene.fight.current == one.id or not scene.fight.current:
            return Refusal("nothing_readied", {"who": f"@{one.id}"}, ("AE-READY-02",))
        if not self.may_use_readied(scene.state, one, scene.fight.current):
            return Refusal("readied_impossible", {"who": f"@{one.id}"}, ("AE-READY-03",))
        scene.then(Offer("readied", one.id, scene.fight.current, trigger="word"))
        return None

    def act_readied(self, scene: Scene, who: str, about: str) -> None:
        """Use a readied action: initiative moves to just before the one who set it off (AE-READY-04, AE-READY-06)."""
        fight, one = scene.fight, scene.one(who)
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
            self.declare(scene, Volley(who, readied.attack, (target,), mode="readied"), rules)
        elif readied.action in ("engage", "move"):
            goal: Goal = "engage" if readied.action == "engage" else "far"
            leaving = self.left_behind(scene.fight, one, ())
            targets = (target,) if goal == "engage" else ()
            scene.then(Walk(who, goal, targets, leaving, mode="readied"))
        else:
            scene.happen(FreeActionTaken(who, readied.words or "speak", rules=("AE-ACTION-02", "AE-READY-02")))

    # ---------------------------------------------------------------- interrupts and other answers to a blow

    def answer_blow(self, scene: Scene, step: Blow) -> bool:
        """Before a hit or miss takes effect those who have an answer are asked, one after the other."""
        if step.outcome == "fumble":
            return False
        target = scene.one(step.target)
        hit = step.outcome in ("crit", "hit")
        asked: list[tuple[Combatant, Trigger]] = [(target, "hit" if hit else "missed")]
        if hit:
            asked += [(ally, "ally_hit") for ally in self.in_order(scene.fight, self.friends(scene.fight, target))]
        for one, trigger in asked:
            if one.id not in step.asked and self.interrupts(scene.state, one, trigger, step):
                values: dict[str, str | int] = {
                    "who": f"@{one.id}",
                    "target": f"@{target.id}",
                    "by": f"@{step.volley.attacker}",
                }
                about = replace(step, asked=(*step.asked, one.id))
                scene.ask(Question("interrupt", one.id, values, ("AE-ACTION-05",)), about)
                return True
        return self._ask_to_turn_hit(scene, step, target)

    def interrupts(self, state: State, one: Combatant, trigger: Trigger, step: Blow) -> list[Attack]:
        """The interrupt powers that somebody could use now: not on the own turn, once until one's next turn ends."""
        fight = self.fight(state)
        if fight.current == one.id or one.interrupt_spent >= 0 or not self.can_act(one):
            return []
        if not self.may_react(state, one) or step.volley.attacker == one.id:
            return []
        found = []
        for power in one.profile.attacks:
            if power.action != "interrupt" or power.trigger != trigger or self.may_use(state, one, power) is not None:
                continue
            foe = fight.combatants[step.volley.attacker]
            aimed = power.friendly or self.may_target(state, one, power, foe) is None
            if aimed and foe.side != one.side and not self.must_turn_on_allies(state, one):
                found.append(power)
        return found

    def interrupt(self, scene: Scene, command: c.Interrupt) -> Refusal | None:
        """Use an interrupt power in answer to a blow, or let it pass (AE-ACTION-05)."""
        step = scene.fight.asked
        if not isinstance(step, Blow) or not step.asked or step.asked[-1] != command.who:
            return Refusal("not_asked")
        one, target = scene.one(command.who), scene.one(step.target)
        hit = step.outcome in ("crit", "hit")
        trigger: Trigger = "missed" if not hit else "hit" if one.id == target.id else "ally_hit"
        powers = self.interrupts(scene.state, one, trigger, step)
        chosen = [power for power in powers if command.attack in ("", power.id)]
        if command.word == "yes" and not chosen:
            return Refusal("no_interrupt", {"who": f"@{one.id}"}, ("AE-ACTION-05",))
        self.resume(scene)
        scene.happen(Answered(one.id, "interrupt", command.word, rules=("AE-ACTION-05",)))
        if command.word == "no":
            scene.then(step)
            return None
        power = chosen[0]
        scene.happen(InterruptSpent(one.id, one.turns + 1, rules=("AE-ACTION-05",)))
        self.spend_power(scene, one.id, power)
        parry = next((e for rider in power.riders for e in rider.effects if e.do == "parry"), None)
        if parry is not None and parry.amount is not None:
            scene.then(self._parried(scene, step, one.id, parry.amount.plus))
        else:
            rules = ("AE-ACTION-05", "AE-ATK-07")
            scene.then(step)
            self.declare(scene, Volley(one.id, power.id, (step.volley.attacker,), mode="interrupt", begun=True), rules)
        return None

    def _parried(self, scene: Scene, step: Blow, by: str, bonus: int) -> Blow:
        """A hit whose total no longer reaches the raised defence is a miss; a critical hit stands."""
        attack = self.attack_of(scene, step.volley)
        needed = self.defence(scene.state, scene.one(step.target), attack.defence) + bonus
        outcome = "miss" if step.outcome == "hit" and step.total < needed else step.outcome
        scene.happen(HitTurned(step.target, by, "parry", outcome, rules=("AE-ACTION-05", "AE-ATK-03")))
        return replace(step, outcome=outcome)

    def hits_left_to_turn(self, scene: Scene, one: Combatant) -> int:
        """How many hits the creatures of a kind may still ignore: one per two of them in the battle."""
        special = one.profile.special("shrug_off_hit")
        if special is None:
            return 0
        kind = [each for each in scene.fight.combatants.values() if each.profile.race == one.profile.race]
        return len(kind) // 2 - scene.fight.group_uses.get(one.profile.race, 0)

    def _ask_to_turn_hit(self, scene: Scene, step: Blow, target: Combatant) -> bool:
        attack = self.attack_of(scene, step.volley)
        if step.outcome != "hit" or attack.defence != "ac" or f"{target.id}/turn" in step.asked:
            return False
        if not self.hits_left_to_turn(scene, target) > 0 or not self.can_act(target):
            return False
        values: dict[str, str | int] = {"who": f"@{target.id}", "by": f"@{step.volley.attacker}"}
        about = replace(step, asked=(*step.asked, f"{target.id}/turn"))
        scene.ask(Question("turn_hit", target.id, values, ("AE-ATK-06",)), about)
        return True

    def turn_hit(self, scene: Scene, command: c.TurnHit) -> Refusal | None:
        """Let a hit come to nothing, by the special of a kind, or take it."""
        step = scene.fight.asked
        if not isinstance(step, Blow) or step.target != command.who or f"{command.who}/turn" not in step.asked:
            return Refusal("not_asked")
        self.resume(scene)
        scene.happen(Answered(command.who, "turn_hit", command.word))
        if command.word == "yes":
            race = scene.one(command.who).profile.race
            used = scene.fight.group_uses.get(race, 0) + 1
            scene.happen(HitTurned(command.who, command.who, "special", "miss", used, rules=("AE-ATK-06",)))
        else:
            scene.then(step)
        return None

    def shruggable(self, one: Combatant) -> bool:
        """Whether a creature has something to shake off and the hit points to pay for it."""
        special = one.profile.special("shrug_conditions")
        if special is None or not one.conscious:
            return False
        return one.hp > special.value and any(each.name in SHRUGGED for each in one.afflictions)

    def shrug_off(self, scene: Scene, command: c.ShrugOff) -> Refusal | None:
        """Shake off every such condition, at the price of hit points for each."""
        step = self.asked(scene, command.who, "shrug")
        if isinstance(step, Refusal):
            return step
        self.resume(scene)
        scene.happen(Answered(command.who, "shrug", command.word))
        special = scene.one(command.who).profile.special("shrug_conditions")
        if command.word == "yes" and special is not None:
            for name in SHRUGGED:
                one = scene.one(command.who)
                instances = [each for each in one.afflictions if each.name == name]
                if not instances or one.hp <= special.value:
                    continue
                scene.happen(SpecialWorked(one.id, "shrug_conditions"))
                self.hurt(scene, one.id, flat(special.value, "special"), "weapon", one.id, 20, ("AE-ATK-06",))
                for each in instances:
                    scene.happen(Relieved(one.id, each, rules=("AE-ATK-06",)))
        return None
