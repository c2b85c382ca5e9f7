"""Declaring an attack: what may be said before the roll, whom it provokes, and confusion (chapter «Attacchi»)."""

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.basics import Scene, words
from arbitro.rules.archmage.events import Answered, AttackDeclared, BewilderedAt, Marked
from arbitro.rules.archmage.power import Attack
from arbitro.rules.archmage.state import Combatant, Mark, State
from arbitro.rules.archmage.step import Announce, Bewildered, Offer, Volley, Walk
from arbitro.rules.archmage.targets import Targets


class Declaring(Targets):
    """Naming an attack and its targets."""

    # ---------------------------------------------------------------- declaring

    def attack(self, scene: Scene, command: c.Attack) -> Refusal | None:
        """Use an attack: name it, choose targets, roll for each, apply (AE-ATK-07)."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        attack = one.profile.attack(command.attack)
        if attack is None:
            return Refusal("no_attack", {"who": f"@{one.id}", "attack": command.attack}, ("AE-ATK-07",))
        if attack.action == "interrupt":
            return Refusal("off_turn_only", {"who": f"@{one.id}"}, ("AE-ACTION-05",))
        refused = self.may_use(scene.state, one, attack) or self.may_spend(one, self.cost(scene.fight, attack))
        if refused is None:
            refused = self.may_declare(scene.state, one, attack, command)
        if refused is not None:
            return refused
        volley = Volley(one.id, attack.id, (), merciful=command.merciful, flexible=command.flexible)
        if self.must_turn_on_allies(scene.state, one) and not attack.friendly:
            allies = self.allies_in_reach(scene.state, one, attack)
            if allies:
                if command.targets:
                    return Refusal("confused_target", {"who": f"@{one.id}"}, ("AE-COND-04",))
                scene.then(Bewildered(volley, allies))
                return None
        targets = self.named_targets(scene.state, one, attack, words(command.targets))
        if isinstance(targets, Refusal):
            return targets
        self.declare(scene, replace(volley, targets=targets))
        return None

    def may_declare(self, state: State, one: Combatant, attack: Attack, command: c.Attack) -> Refusal | None:
        """Whether what is said before the roll is allowed: flexible or not, to take alive or not."""
        values: dict[str, str | int] = {"who": f"@{one.id}"}
        if command.flexible and not (attack.basic and self.flexible_attacks(one, attack)):
            return Refusal("nothing_flexible", values, ("AE-FLEX-04",))
        if command.merciful:
            word = state.options["merciful_blow"]
            if word == "never" or (word == "melee_if_declared" and attack.kind != "melee"):
                return Refusal("no_mercy_with_that", values, ("AE-DMG-09",))
        return None

    def declare(self, scene: Scene, volley: Volley, rules: tuple[str, ...] = ()) -> None:
        """Announce an attack, on the own turn or off it: who waits for it or is provoked comes first (AE-OPP-01)."""
        one = scene.one(volley.attacker)
        attack = self.attack_of(scene, volley)
        cited = (*(rules or ("AE-ATK-07",)), *(("AE-TELEPORT-02",) if attack.teleports and attack.is_spell else ()))
        scene.happen(AttackDeclared(one.id, attack.id, volley.targets, volley.mode, attack.friendly, rules=cited))
        waiting = self.waiting_for(scene.state, one.id, *self.deeds(attack))
        scene.then(*waiting, Announce(volley, declared=True))

    def provoke(self, scene: Scene, volley: Volley) -> None:
        """Those whom a declared attack provokes may strike before it, also whoever has just engaged the attacker."""
        one, attack = scene.one(volley.attacker), self.attack_of(scene, volley)
        trigger = "casts" if attack.is_spell else "attacks"
        foes = self.provoked(scene.state, one, attack, volley.targets)
        scene.then(*(Offer("opportunity", foe.id, one.id, trigger=trigger) for foe in foes), volley)

    @staticmethod
    def deeds(attack: Attack) -> tuple[str, ...]:
        """What somebody who waits sees in the use of a power: an attack, a spell, a move, or several of these."""
        found = [] if attack.friendly else ["attacks"]
        if attack.is_spell:
            found.append("casts")
        if attack.teleports:
            found.append("moves")
        return tuple(found)

    @staticmethod
    def attack_of(scene: Scene, volley: Volley) -> Attack:
        """The attack that a volley is made of."""
        found = scene.one(volley.attacker).profile.attack(volley.attack)
        if found is None:
            raise LookupError(f"{volley.attacker} has no attack {volley.attack}")
        return found

    def provoked(self, state: State, one: Combatant, attack: Attack, targets: tuple[str, ...]) -> list[Combatant]:
        """Engaged foes that an attack provokes: ranged ones spare the targets, spells nobody, close ones do not."""
        fight = self.fight(state)
        if attack.kind == "ranged":
            foes = [foe for foe in self.pinning(fight, one) if foe not in targets]
        elif attack.kind == "spell":
            foes = list(self.pinning(fight, one))
        else:
            return []
        return self.in_order(fight, (fight.combatants[foe] for foe in foes))

    def coup_de_grace(self, scene: Scene, command: c.CoupDeGrace) -> Refusal | None:
        """Strike a helpless foe in melee: the whole turn for one sure critical hit (AE-COUP-01, AE-COUP-02)."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        attack = one.profile.attack(command.attack)
        if attack is None or attack.friendly or attack.action != "standard":
            return Refusal("no_attack", {"who": f"@{one.id}", "attack": command.attack}, ("AE-COUP-02",))
        values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{command.target}"}
        if set(one.actions) != {"standard", "move", "quick"}:
            return Refusal("whole_turn_needed", values, ("AE-COUP-02",))
        target = scene.fight.combatants.get(command.target)
        if target is None:
            return Refusal("nobody", {"who": command.target})
        if command.target not in one.engaged or not self.has(scene.state, target, "helpless"):
            return Refusal("not_helpless", values, ("AE-COUP-01", "AE-COND-07"))
        refused = self.may_use(scene.state, one, attack) or self.may_target(scene.state, one, attack, target)
        if refused is not None:
            return refused
        if self.must_turn_on_allies(scene.state, one):
            return Refusal("confused_target", {"who": f"@{one.id}"}, ("AE-COND-04",))
        self.declare(scene, Volley(one.id, attack.id, (target.id,), mode="coup"))
        return None

    def try_grab(self, scene: Scene, command: c.Grab) -> Refusal | None:
        """Hold a foe with a basic melee attack: by the option, or with an ability that says so (AE-GRAB-01)."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        if not one.profile.grabs and not (one.profile.kind == "pc" and scene.state.options["pc_grab"]):
            return Refusal("cannot_grab", {"who": f"@{one.id}"}, ("AE-GRAB-01",))
        attack = self.basic_melee(one)
        if attack is None:
            return Refusal("no_attack", {"who": f"@{one.id}", "attack": ""}, ("AE-GRAB-01",))
        refused = self.may_use(scene.state, one, attack) or self.may_spend(one, "standard")
        if refused is not None:
            return refused
        targets = self.named_targets(scene.state, one, attack, words(command.target))
        if isinstance(targets, Refusal):
            return targets
        if self.must_turn_on_allies(scene.state, one) or len(targets) > 1 or targets[0] in one.grabbing:
            return Refusal("cannot_grab", {"who": f"@{one.id}"}, ("AE-GRAB-01",))
        self.declare(scene, Volley(one.id, attack.id, targets, grabs=True))
        return None

    @staticmethod
    def basic_melee(one: Combatant) -> Attack | None:
        """The basic melee attack that opportunities and holds are made with (AE-OPP-01)."""
        for attack in one.profile.attacks:
            if attack.basic and attack.kind == "melee" and not attack.triggered:
                return attack
        return None

    # ---------------------------------------------------------------- confusion

    def must_turn_on_allies(self, state: State, one: Combatant) -> bool:
        """Whether the next attack of somebody must fall on an ally (AE-COND-04)."""
        if not self.has(state, one, "confused"):
            return False
        if state.options["confused_all_attacks"]:
            return True
        return not any(mark.kind == "once" and mark.attack == "confused" for mark in one.marks)

    def allies_in_reach(self, state: State, one: Combatant, attack: Attack) -> tuple[str, ...]:
        """Nearby allies that a confused creature can attack this way, walking to them if it must and can."""
        fight = self.fight(state)
        may_walk = self.may_leave_place(state, one, checked=False) is None and (
            "move" in one.actions or ("standard" in one.actions and self.cost(fight, attack) != "standard")
        )
        found = []
        for ally in self.friends(fight, one):
            if not self.nearby(one, ally) or not ally.conscious:
                continue
            melee = attack.kind == "melee" or attack.reach == "engaged"
            if not melee or self.next_to(one, ally) or may_walk:
                found.append(ally.id)
        return tuple(found)

    def bewilder(self, scene: Scene, step: Bewildered) -> None:
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
        self.turn_on(scene, step.volley, victim, dice)

    def name_victim(self, scene: Scene, command: c.NameVictim) -> Refusal | None:
        """The referee names the ally that a confused creature attacks."""
        step = scene.fight.asked
        if not isinstance(step, Bewildered):
            return Refusal("not_asked")
        if command.victim not in step.allies:
            return Refusal("no_target", {"who": f"@{command.victim}"}, ("AE-COND-04",))
        self.resume(scene)
        scene.happen(Answered("referee", "confused_target", command.victim, rules=("AE-COND-04",)))
        self.turn_on(scene, step.volley, command.victim, ())
        return None

    def turn_on(self, scene: Scene, volley: Volley, victim: str, dice: tuple[Die, ...]) -> None:
        """A confused creature goes for an ally, walking up to it first where it must."""
        one = scene.one(volley.attacker)
        attack = self.attack_of(scene, volley)
        scene.happen(BewilderedAt(one.id, victim, dice, rules=("AE-COND-04",)))
        if not scene.state.options["confused_all_attacks"]:
            scene.happen(Marked(one.id, Mark("once", victim, attack="confused"), rules=("AE-COND-04",)))
        aimed = replace(volley, targets=(victim,))
        melee = attack.kind == "melee" or attack.reach == "engaged"
        if melee and not self.next_to(one, scene.one(victim)):
            self.spend(scene, one.id, "move", ("AE-COND-04",))
            leaving = self.left_behind(scene.fight, one, ())
            scene.then(Walk(one.id, "beside", (victim,), leaving, past="none"), Announce(aimed))
        else:
            self.declare(scene, aimed)

    def flexible_attacks(self, one: Combatant, attack: Attack) -> list[Attack]:
        """The flexible attacks that could be used with a basic attack."""
        return [
            each
            for each in one.profile.attacks
            if each.flexible is not None and attack.kind in (each.flexible.kinds or (each.kind,))
        ]
