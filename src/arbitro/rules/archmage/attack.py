"""Attacks from the first die to the last effect (chapters «Attacchi», «Critici», «Tirare in mischia»)."""

from abc import abstractmethod
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.basics import Scene
from arbitro.rules.archmage.declaring import Declaring
from arbitro.rules.archmage.events import (
    Answered,
    AttackLapsed,
    AttackRolled,
    AutomaticHit,
    BlindChance,
    CountRolled,
    CoupStruck,
    FlexiblePicked,
    Marked,
    Prompted,
    ResistRolled,
    ShotStrayed,
)
from arbitro.rules.archmage.numbers import DEFENCE_RULES
from arbitro.rules.archmage.power import Attack, Effect, Outcome, Rider
from arbitro.rules.archmage.state import Combatant, Mark, State
from arbitro.rules.archmage.step import Blow, Stray, Volley
from arbitro.rules.archmage.tally import thrown

ROLL: Final = ("AE-ATK-01", "AE-ATK-03", "AE-ATK-04")
_ONE: Final = Amount(plus=1)


def crit_multiplier(doublings: int) -> int:
    """Double damage for a critical hit, and one multiple more for each further doubling (AE-CRIT-03)."""
    return 2 + doublings


class Attacks(Declaring):
    """Rolling, and what comes of it."""

    # ---------------------------------------------------------------- rolling

    def volley(self, scene: Scene, step: Volley) -> None:
        """Carry an attack on: pay for it, then one target after the other (AE-ATK-05)."""
        if not step.begun:
            begun = self._begin(scene, step)
            if begun is not None:
                scene.then(begun)
            return
        if step.index >= len(step.targets):
            self.use_up(scene, step.attacker)
            return
        one = scene.one(step.attacker)
        if not self.can_act(one) and not step.last:
            return
        attack = self.attack_of(scene, step)
        target = self._next_target(scene, step, one, attack)
        following = replace(step, index=step.index + 1, damage=-1 if attack.times.plus > 1 else step.damage)
        if target is None:
            scene.then(following)
            return
        sure = step.mode == "coup" or attack.automatic
        if sure and self._surely_unseen(scene, step, one, target, attack):
            scene.then(following)
            return
        if step.mode == "coup":
            blow = self._coup(scene, step, one, attack, target)
        elif attack.friendly or attack.automatic:
            scene.happen(AutomaticHit(one.id, target.id, attack.id, attack.friendly, rules=("AE-ATK-06",)))
            natural = self._resisting(scene, target, step.damage_type) if attack.automatic else 20
            blow = Blow(step, target.id, natural, 0, "hit", stage=4)
        else:
            if self._lost_from_sight(scene, step, one, target, attack):
                scene.then(following)
                return
            blow = self.roll_attack(scene, step, one, attack, target)
        scene.then(blow, following)

    def _surely_unseen(self, scene: Scene, step: Volley, one: Combatant, target: Combatant, attack: Attack) -> bool:
        """Whether what needs no roll, a coup too, goes wide of somebody invisible, as the option says (AE-INVIS-02)."""
        chance = scene.state.options["invisible_automatic"] == "miss_chance"
        return chance and self._lost_from_sight(scene, step, one, target, attack)

    def _resisting(self, scene: Scene, target: Combatant, kind: str) -> int:
        """An attack that needs no roll: by the option a d20 still says whether it is resisted (AE-RESIST-05)."""
        needed = target.profile.resistances.get(kind, 0)
        if not needed or scene.state.options["automatic_damage_resistance_roll"] != "always":
            return 20
        die = scene.dice.roll(20, "resist")
        scene.happen(ResistRolled(target.id, die, needed, rules=("AE-RESIST-05",)))
        return die.face

    def _begin(self, scene: Scene, step: Volley) -> Volley | None:
        """The moment an attack is really made: it must still be possible, and is paid for now (AE-READY-03)."""
        one = scene.one(step.attacker)
        attack = self.attack_of(scene, step)
        bewildered = bool(step.targets) and scene.one(step.targets[0]).side == one.side and not attack.friendly
        able = self.can_act(one) or step.last
        valid = tuple(
            target
            for target in step.targets
            if able and self.may_target(scene.state, one, attack, scene.one(target), bewildered=bewildered) is None
        )
        if not valid or (step.mode == "turn" and self.may_use(scene.state, one, attack) is not None):
            scene.happen(AttackLapsed(one.id, attack.id, rules=("AE-OPP-01", "AE-READY-03")))
            return None
        if step.mode == "coup":
            self.spend_all(scene, one.id, ("AE-COUP-02",))
        elif step.mode == "turn":
            self.spend(scene, one.id, self.cost(scene.fight, attack), ("AE-ATK-07",))
        self.spend_power(scene, one.id, attack)
        if attack.teleports:
            self.teleport(scene, one.id)
        if attack.self_damage is not None:
            self._hurt_oneself(scene, one, attack)
        alone = step.single or step.mode in ("coup", "opportunity")  # one roll, at one target (AE-OPP-01, AE-COUP-02)
        targets = valid[:1] if alone else self._counted(scene, one, attack, valid, ally=bewildered)
        steps = sum(boost.amount for boost in self.boosts(scene.state, one, "weapon_die"))
        kind = self.damage_type(scene, one, attack)
        return replace(step, targets=targets, begun=True, situational=steps, damage_type=kind)

    def _hurt_oneself(self, scene: Scene, one: Combatant, attack: Attack) -> None:
        amount = attack.self_damage or _ONE
        if attack.self_damage_staggered is not None and self.is_staggered(scene.state, one):
            amount = attack.self_damage_staggered
        dice = amount.roll(scene.dice, "self_damage")
        self.hurt(scene, one.id, thrown(amount, dice, "self_damage"), "weapon", one.id, 20, ("AE-ATK-06",))

    def _counted(
        self, scene: Scene, one: Combatant, attack: Attack, named: tuple[str, ...], *, ally: bool
    ) -> tuple[str, ...]:
        """The final list of targets, one entry for each attack roll."""
        state = scene.state
        if attack.targets.count:
            dice = attack.targets.roll(scene.dice, "targets")
            count = attack.targets.total(dice)
            rules = ("AE-ATK-05", "AE-TARGET-02" if attack.in_group else "AE-TARGET-03")
            scene.happen(CountRolled(one.id, attack.id, "targets", dice, count, rules=rules))
            return self.more_targets(state, one, attack, named, count, ally=ally)
        if attack.times == _ONE:
            return named
        times = attack.times.plus
        if attack.times.count:
            dice = attack.times.roll(scene.dice, "times")
            times = attack.times.total(dice)
            scene.happen(CountRolled(one.id, attack.id, "times", dice, times, rules=("AE-ATK-05",)))
        if attack.different:
            return self.more_targets(state, one, attack, named, times, ally=ally)
        return tuple(named[min(number, len(named) - 1)] for number in range(times))

    def _next_target(self, scene: Scene, step: Volley, one: Combatant, attack: Attack) -> Combatant | None:
        """The target of the next roll; of several attacks the later ones turn to another foe when one has fallen."""
        target = scene.one(step.targets[step.index])
        if target.in_field and (step.last or step.index == 0 or self.in_reach(one, attack, target)):
            return target
        if attack.times.plus > 1 and not attack.different and target.side != one.side:
            for foe in self.foes(scene.fight, one):
                if foe.conscious and self.may_target(scene.state, one, attack, foe) is None:
                    return foe
        return None

    def _lost_from_sight(self, scene: Scene, step: Volley, one: Combatant, target: Combatant, attack: Attack) -> bool:
        """Half of all attacks on somebody invisible miss outright and leave them untouched (AE-INVIS-02)."""
        sensed = one.profile.senses_invisible and scene.state.options["invisible_sensed"] == "no_miss_chance"
        if not target.invisible or sensed:
            return False
        die = scene.dice.roll(100, "invisible")
        missed = die.face <= 50
        rules = ("AE-INVIS-02", "AE-INVIS-03") if missed else ("AE-INVIS-02",)
        scene.happen(BlindChance(one.id, target.id, die, missed, rules=rules))
        if missed:
            blow = Blow(step, target.id, 0, 0, "miss")
            for rider in attack.riders:
                if rider.outcome == "miss" and not rider.at_least and rider.natural == "any":
                    for effect in rider.effects:
                        if effect.on == "self":
                            self.apply(scene, effect, blow, attack)
        return missed

    def roll_attack(
        self, scene: Scene, step: Volley, one: Combatant, attack: Attack, target: Combatant, *, again: bool = False
    ) -> Blow:
        """A d20 and everything that counts, against the defence that the attack names (AE-ATK-03, AE-ATK-04)."""
        state = scene.state
        modifiers = self.attack_modifiers(state, one, attack, target)
        needed = self.defence(state, target, attack.defence)
        die = scene.dice.roll(20, "attack")
        check = held_against((die,), modifiers, ">=", needed, attack.defence)
        crit_from = self.crit_from(state, one, attack, target, step.damage_type or attack.type)
        outcome, rules = self.judge(state, die.face, crit_from, check)
        hit = outcome in ("crit", "hit")
        if hit != check.success:
            check = Check(check.dice, check.total, ">=", needed, hit, modifiers, attack.defence)
        cited = (*ROLL, *rules, *(modifier.rule for modifier in modifiers))
        if target.profile.kind == "pc":  # a monster's defence is what its entry says
            cited = (*cited, *DEFENCE_RULES[attack.defence])
        if len(step.targets) > 1:
            cited = (*cited, "AE-ATK-05")
        if self.fight(state).escalation and not self.uses_escalation(state, one):
            cited = (*cited, "AE-COND-09" if self.entitled_to_escalation(state, one) else "AE-ESC-04")
        if attack.kind == "ranged" and any(scene.one(foe).side == one.side for foe in target.engaged):
            cited = (*cited, "AE-MOD-02")
        scene.happen(AttackRolled(one.id, target.id, attack.id, check, outcome, again, rules=cited))
        return Blow(step, target.id, die.face, check.total, outcome, rerolled=again)

    def judge(self, state: State, natural: int, crit_from: int, check: Check) -> tuple[Outcome, tuple[str, ...]]:
        """What a roll is: a fumble, a critical hit, a hit or a miss (AE-CRIT-01, AE-CRIT-04, AE-FUMBLE-01)."""
        if natural == 1:
            return "fumble", ("AE-FUMBLE-01",)
        if natural == 20:
            return "crit", ("AE-CRIT-01",)
        if natural >= crit_from and (check.success or state.options["expanded_crit_always_hits"]):
            return "crit", ("AE-CRIT-01", "AE-CRIT-04")
        return ("hit", ()) if check.success else ("miss", ())

    def _coup(self, scene: Scene, step: Volley, one: Combatant, attack: Attack, target: Combatant) -> Blow:
        die = scene.dice.roll(20, "attack") if scene.state.options["coup_natural"] == "roll" else None
        scene.happen(CoupStruck(one.id, target.id, attack.id, die, rules=("AE-COUP-01", "AE-COUP-02")))
        return Blow(step, target.id, die.face if die is not None else 20, 0, "crit", stage=4)

    # ---------------------------------------------------------------- between roll and effect

    def blow(self, scene: Scene, step: Blow) -> None:
        """Carry a roll on to its end: a second try, a stray shot, the flexible choice, answers, effects."""
        stages = (self._second_try, self._stray, self._flex, self.answer_blow)
        while step.stage < len(stages):
            if stages[step.stage](scene, step):
                return
            step = replace(step, stage=step.stage + 1)
        self.land(scene, step)

    def _second_try(self, scene: Scene, step: Blow) -> bool:
        """Two weapons: a natural 2 may be rolled again, once (AE-TWOWEAPON-02)."""
        one = scene.one(step.volley.attacker)
        attack = self.attack_of(scene, step.volley)
        if step.natural != 2 or step.rerolled or not (one.profile.two_weapons and attack.two_weapons):
            return False
        rules = ("AE-TWOWEAPON-01", "AE-TWOWEAPON-02", "AE-TWOWEAPON-03")
        scene.ask(Question("reroll", one.id, {"who": f"@{one.id}", "target": f"@{step.target}"}, rules), step)
        return True

    def reroll(self, scene: Scene, command: c.Reroll) -> Refusal | None:
        """Roll again, and the second roll stands; or keep the 2."""
        step = scene.fight.asked
        if not isinstance(step, Blow) or step.volley.attacker != command.who:
            return Refusal("not_asked")
        self.resume(scene)
        rules = ("AE-TWOWEAPON-02",)
        scene.happen(Answered(command.who, "reroll", command.word, rules=rules))
        if command.word == "no":
            scene.then(replace(step, stage=1))
            return None
        one, target = scene.one(command.who), scene.one(step.target)
        attack = self.attack_of(scene, step.volley)
        scene.then(replace(self.roll_attack(scene, step.volley, one, attack, target, again=True), stage=1))
        return None

    def _stray(self, scene: Scene, step: Blow) -> bool:
        """A natural 1 with a shot into a melee: it is rolled again against an ally in it (AE-MOD-03)."""
        attack = self.attack_of(scene, step.volley)
        word = scene.state.options["stray_shot"]
        if step.outcome != "fumble" or step.volley.stray or attack.kind not in ("ranged", "spell") or word == "never":
            return False
        one, target = scene.one(step.volley.attacker), scene.one(step.target)
        allies = tuple(
            who
            for who in target.engaged
            if who != one.id and scene.one(who).side == one.side and scene.one(who).in_field
        )
        if not allies or target.side == one.side:
            return False
        self._bad_luck(scene, step)
        stray = Stray(replace(step.volley, targets=(step.target,)), allies)
        asks = word == "gm_decides" or (len(allies) > 1 and scene.state.options["stray_shot_target"] == "gm")
        if asks:
            values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{target.id}"}
            scene.ask(Question("stray", "referee", values, ("AE-MOD-03", "AE-FUMBLE-03")), stray)
        else:
            self._stray_to(scene, stray, "")
        return True

    def _stray_to(self, scene: Scene, stray: Stray, victim: str) -> None:
        dice: tuple[Die, ...] = ()
        if not victim:
            victim = stray.allies[0]
            if len(stray.allies) > 1:
                dice = (scene.dice.roll(len(stray.allies), "stray"),)
                victim = stray.allies[dice[0].face - 1]
        volley = stray.volley
        rules = ("AE-MOD-03", "AE-FUMBLE-03")
        scene.happen(ShotStrayed(volley.attacker, volley.targets[0], victim, dice, rules=rules))
        scene.then(replace(volley, targets=(victim,), index=0, stray=True))

    def name_stray(self, scene: Scene, command: c.NameStray) -> Refusal | None:
        """The referee names the ally at risk; chance does where nobody is named."""
        stray = scene.fight.asked
        if not isinstance(stray, Stray):
            return Refusal("not_asked")
        nobody = command.victim == "none" and scene.state.options["stray_shot"] == "gm_decides"
        if command.victim and command.victim not in stray.allies and not nobody:
            return Refusal("no_target", {"who": f"@{command.victim}"}, ("AE-MOD-03",))
        self.resume(scene)
        scene.happen(Answered("referee", "stray", command.victim or "chance", rules=("AE-MOD-03",)))
        if not nobody:
            self._stray_to(scene, stray, command.victim)
        return None

    def triggered_flexible(self, scene: Scene, step: Blow) -> list[Attack]:
        """The flexible attacks whose natural number has come up (AE-FLEX-01)."""
        one = scene.one(step.volley.attacker)
        found = []
        for each in self.flexible_attacks(one, self.attack_of(scene, step.volley)):
            on = each.flexible
            if on is None or not self.available(one, each) or self._conditions_bar_pick(scene, one, each):
                continue
            if self.fits(step, on.natural, on.at_least, on.outcome) and not self._wasted(scene, step, each):
                found.append(each)
        return found

    def _wasted(self, scene: Scene, step: Blow, flexible: Attack) -> bool:
        """Whether a flexible attack could do nothing, because a natural 1 leaves the target alone (AE-FUMBLE-01)."""
        if step.outcome != "fumble":
            return False
        one, target = scene.one(step.volley.attacker), scene.one(step.target)
        riders = (rider for rider in flexible.riders if self.sets_off(scene, step, one, flexible, target, rider))
        return not any(self.spares_target(effect) for rider in riders for effect in rider.effects)

    @staticmethod
    def spares_target(effect: Effect) -> bool:
        """Whether an effect is the attacker's own affair, so that even a natural 1 does not stop it (AE-FUMBLE-01)."""
        return effect.on == "self" or effect.do == "again"

    def _conditions_bar_pick(self, scene: Scene, one: Combatant, attack: Attack) -> bool:
        return self.conditions_bar(scene.state, one, attack, {}) is not None

    @staticmethod
    def fits(step: Blow, natural: str, at_least: int, outcome: str) -> bool:
        """Whether a roll has the natural number and the outcome that something asks for."""
        if (
            step.natural < at_least
            or (natural == "even" and step.natural % 2)
            or (natural == "odd" and step.natural % 2 == 0)
        ):
            return False
        hit = step.outcome in ("crit", "hit")
        return outcome == "any" or (outcome == "hit") == hit

    def _flex(self, scene: Scene, step: Blow) -> bool:
        """Declared as flexible: the natural number says what can be picked, and one may be (AE-FLEX-02, AE-FLEX-03)."""
        if not step.volley.flexible:
            return False
        triggered = self.triggered_flexible(scene, step)
        who = step.volley.attacker
        if not triggered:
            scene.happen(FlexiblePicked(who, "", rules=("AE-FLEX-01",)))
            return False
        values: dict[str, str | int] = {"who": f"@{who}", "natural": step.natural}
        scene.ask(Question("flexible", who, values, ("AE-FLEX-01", "AE-FLEX-02", "AE-FLEX-03")), step)
        return True

    def pick_flexible(self, scene: Scene, command: c.PickFlexible) -> Refusal | None:
        """Use one of the flexible attacks that came up, or none."""
        step = scene.fight.asked
        if not isinstance(step, Blow) or step.volley.attacker != command.who:
            return Refusal("not_asked")
        triggered = [each.id for each in self.triggered_flexible(scene, step)]
        if command.attack and command.attack not in triggered:
            values: dict[str, str | int] = {"who": f"@{command.who}", "natural": step.natural}
            return Refusal("not_triggered", values, ("AE-FLEX-01", "AE-FLEX-03"))
        self.resume(scene)
        scene.happen(Answered(command.who, "flexible", command.attack or "none", rules=("AE-FLEX-03",)))
        scene.happen(FlexiblePicked(command.who, command.attack, rules=("AE-FLEX-01", "AE-FLEX-02", "AE-FLEX-03")))
        picked = scene.one(command.who).profile.attack(command.attack)
        if picked is not None:
            self.spend_power(scene, command.who, picked)
        scene.then(replace(step, stage=step.stage + 1, pick=command.attack))
        return None

    @abstractmethod
    def answer_blow(self, scene: Scene, step: Blow) -> bool:
        """Offer answers to a hit or miss; the chapter on reactions says. Whether somebody was asked."""

    # ---------------------------------------------------------------- effect

    def land(self, scene: Scene, step: Blow) -> None:
        """Apply the hit line or the miss line (AE-ATK-07); a natural 1 does nothing (AE-FUMBLE-01)."""
        one, target = scene.one(step.volley.attacker), scene.one(step.target)
        attack = self.attack_of(scene, step.volley)
        if not target.in_field:
            return
        riders = self.riders_of(scene, step, one, attack, target)
        if step.outcome == "fumble":
            if not step.volley.stray:
                self._bad_luck(scene, step)
            self._ride(scene, step, attack, riders)
            self.answers_fumble(scene, one.id, target.id, step.natural, missed=True)
            return
        if step.outcome == "crit" and attack.kind == "melee":
            self.crit_scored(scene, one.id)
        if step.volley.grabs:
            if step.outcome in ("crit", "hit"):
                self.grab(scene, one.id, target.id)
        elif not attack.friendly:
            self.deal(scene, step, one, attack, target, riders)
        if step.outcome == "crit" and scene.state.options["crit_extra_outcome"] == "prompt":
            scene.hint(Prompted("crit", one.id, rules=("AE-CRIT-02",), audience=REFEREE_ONLY))
        self._ride(scene, step, attack, riders)
        missed = step.outcome == "miss"
        self.answers_fumble(scene, one.id, target.id, step.natural, missed=missed)

    def _ride(self, scene: Scene, step: Blow, attack: Attack, riders: list[Rider]) -> None:
        """What comes beside the damage; after a natural 1 only what does not touch the target (AE-FUMBLE-01)."""
        who = step.volley.attacker
        for rider in riders:
            if "first_this_turn" in rider.when:
                until = self.end_of_turn(scene, who)
                scene.happen(Marked(who, Mark("once", step.target, attack=attack.id, until=until)))
            for effect in rider.effects:
                if step.outcome != "fumble" or self.spares_target(effect):
                    self.apply(scene, effect, step, attack)

    def riders_of(self, scene: Scene, step: Blow, one: Combatant, attack: Attack, target: Combatant) -> list[Rider]:
        """The riders of an attack, and of the flexible one picked for it, that this roll sets off."""
        picked = one.profile.attack(step.pick) if step.pick else None
        riders = (*attack.riders, *(picked.riders if picked is not None else ()))
        return [rider for rider in riders if self.sets_off(scene, step, one, attack, target, rider)]

    def sets_off(
        self, scene: Scene, step: Blow, one: Combatant, attack: Attack, target: Combatant, rider: Rider
    ) -> bool:
        """Whether a roll and its circumstances are what a rider asks for."""
        if not self.fits(step, rider.natural, rider.at_least, rider.outcome):
            return False
        return all(self.holds(scene.state, one, attack, target, each) for each in rider.when)

    def _bad_luck(self, scene: Scene, step: Blow) -> None:
        """A natural 1 in a precarious spot: the referee may add trouble (AE-FUMBLE-02)."""
        one = scene.one(step.volley.attacker)
        word = scene.state.options["fumble_extra_outcome"]
        if word == "always_prompt" or (word == "prompt_if_precarious" and one.precarious):
            scene.hint(Prompted("fumble", one.id, rules=("AE-FUMBLE-02",), audience=REFEREE_ONLY))

    @abstractmethod
    def deal(
        self, scene: Scene, step: Blow, one: Combatant, attack: Attack, target: Combatant, riders: list[Rider]
    ) -> None:
        """The damage of a hit or a miss; the chapter on effects says."""

    @abstractmethod
    def apply(self, scene: Scene, effect: object, step: Blow, attack: Attack) -> None:
        """One effect beside the damage; the chapter on effects says."""
