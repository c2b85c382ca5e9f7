"""Features of adversaries and environments at work: set off or used, paid for, aimed, carried out."""

from abc import abstractmethod
from collections.abc import Iterable

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature as f
from arbitro.rules.daggerheart.basics import PLACE, Play
from arbitro.rules.daggerheart.countdown import Countdowns
from arbitro.rules.daggerheart.feature import Effect, Feature, Moment, When
from arbitro.rules.daggerheart.state import (
    Agenda,
    Apply,
    Block,
    Blow,
    Chance,
    Condition,
    Countdown,
    Danger,
    Dodged,
    Dying,
    Foe,
    Hero,
    Hit,
    Ring,
    State,
)
from arbitro.rules.daggerheart.words import Band, ids

_OWN_MOMENTS = frozenset(
    {
        "hit",
        "wounded_target",
        "before_damage",
        "damaged",
        "about_to_be_damaged",
        "defeated",
        "spotlighted",
        "first_spotlight",
        "presence_low",
        "enters_melee",
    }
)
_FEATURE = ("DHP-ADVSTAT-05",)


class Features(Countdowns):
    """What stat blocks can do beyond their standard attack."""

    # ------------------------------------------------------------------ finding

    def feature_of(self, state: State, owner: str, name: str) -> Feature | None:
        """A feature by its owner and id."""
        scene = self.scene(state)
        if owner == PLACE:
            features: Iterable[Feature] = scene.place.features if scene.place is not None else ()
        else:
            foe = scene.foes.get(owner)
            features = foe.block.features if foe is not None else ()
        return next((feature for feature in features if feature.id == name), None)

    def ready(self, state: State, owner: str, feature: Feature) -> Refusal | None:
        """Whether a feature can be used at all: uses left, price payable, nothing that forbids it."""
        scene = self.scene(state)
        foe = scene.foes.get(owner)
        used = foe.used if foe is not None else scene.place.used if scene.place is not None else {}
        if feature.uses and used.get(feature.id, 0) >= feature.uses:
            return Refusal("used_up", {"who": f"@{owner}"}, _FEATURE)
        if foe is not None:
            if feature.needs and not foe.counters.get(feature.needs, 1):
                return Refusal("used_up", {"who": f"@{owner}"}, _FEATURE)
            if feature.blocked and self.has(foe, feature.blocked):
                return Refusal("blocked", {"who": f"@{owner}"}, ("DHP-COND-06",))
        return self.payable(state, foe, feature)

    def pieces(self, state: State, moment: Moment, subject: str, target: str, hit: Hit | None) -> list[Chance]:
        """The reactions that a moment sets off (DHP-ADVSTAT-05: whoever has the spotlight)."""
        scene = self.scene(state)
        found: list[Chance] = []
        for foe in scene.foes.values():
            down = foe.defeated or foe.gone
            if down and not (moment == "defeated" and foe.id == subject):
                continue
            for feature in foe.block.features:
                when = feature.when
                if when is not None and when.moment == moment:
                    if self._fits(state, foe, feature, when, subject, target, hit) and not self.ready(state, foe.id, feature):
                        found.append(Chance(foe.id, feature.id, target))
        if moment == "ally_about_to_be_damaged":
            found += self._bodyguards(state, subject, target)
        if scene.place is not None and moment.startswith("pc_"):
            found += [
                Chance(PLACE, feature.id, target)
                for feature in scene.place.features
                if feature.when is not None
                and feature.when.moment == moment
                and self.ready(state, PLACE, feature) is None
            ]
        return found

    def _bodyguards(self, state: State, subject: str, target: str) -> list[Chance]:
        """A ritual's servants throw themselves before its leader."""
        feature = self.place_passive(state, "bodyguards")
        leader = self.scene(state).foes.get(subject)
        if feature is None or leader is None or leader.block.type != "leader":
            return []
        guards = [
            foe
            for foe in self.foes(state)
            if foe.id != subject and self.near(state, foe, leader, "very_close") and foe.stress_marked < foe.stress
        ]
        return [Chance(guards[0].id, feature.id, target)] if guards else []

    def _fits(
        self, state: State, foe: Foe, feature: Feature, when: When, subject: str, target: str, hit: Hit | None
    ) -> bool:
        own = when.moment in _OWN_MOMENTS
        if own != (foe.id == subject) and not when.moment.startswith("pc_"):
            return False
        other = self.scene(state).foes.get(subject)
        if when.of and (other is None or not {other.block.id, other.block.type} & set(when.of)):
            return False
        mark = other if when.moment == "ally_about_to_be_damaged" else self.anybody(state, target)
        if when.within is not None and (mark is None or not self.near(state, foe, mark, when.within)):
            return False
        if when.total and foe.hp_marked < when.total:
            return False
        if when.moment == "hit" and hit is not None and not hit.lead and (feature.target is not None or not feature.do):
            return False
        if hit is None:
            return True
        if when.kind is not None and hit.kind not in (when.kind, "both"):
            return False
        wounds = hit.extra if foe.id == subject and when.moment == "damaged" else hit.severity
        if not when.least <= wounds <= when.most:
            return False
        grave = min(hit.severity, 3)
        return not when.severity or (grave >= when.severity if when.above else grave == when.severity)

    def set_off(self, play: Play, moment: Moment, subject: str, target: str, hit: Hit | None = None) -> list[Agenda]:
        """What a moment sets off, as steps to be settled."""
        if play.state.scene is None or play.state.scene.ending:
            return []
        chances = self.pieces(play.state, moment, subject, target, hit)
        if hit is None:
            return list(chances)
        return [replace(chance, wounds=hit.severity, armour=hit.armour == 1) for chance in chances]

    # ------------------------------------------------------------------ reactions

    def settle_chance(self, play: Play, step: Chance) -> None:
        """A reaction fires by itself if it costs nothing; otherwise the GM is asked whether to pay."""
        feature = self._chance_feature(play.state, step)
        foe = self.scene(play.state).foes.get(step.owner)
        owner = PLACE if foe is None else step.owner
        if feature is None or self.ready(play.state, owner, feature) is not None:
            return
        if feature.fear or feature.stress or feature.passive == "bodyguards":
            values: dict[str, str | int] = {
                "who": f"@{step.owner}",
                "feature": f"@{step.owner}/{feature.id}",
                "fear": feature.fear,
                "stress": feature.stress or feature.value * (feature.passive == "bodyguards"),
            }
            rules = ("DHP-ADVSTAT-05", "DH-FEAR-10") if feature.fear else _FEATURE
            self.ask(play, Question("chance", REFEREE_ONLY, values, rules), step)
            return
        self._fire(play, step, feature)

    def _chance_feature(self, state: State, step: Chance) -> Feature | None:
        return self.feature_of(state, step.owner, step.feature) or self.feature_of(state, PLACE, step.feature)

    def answer(self, play: Play, command: c.Answer) -> Refusal | None:
        """The GM uses the reaction, or lets it be."""
        agenda = self.scene(play.state).agenda
        step = agenda[0] if agenda else None
        if not isinstance(step, Chance):
            return Refusal("not_asked")
        feature = self._chance_feature(play.state, step)
        foe = self.scene(play.state).foes.get(step.owner)
        if command.use and feature is not None:
            short = self.payable(play.state, foe, feature)
            if short is not None:
                return short
        self.resume(play, "chance")
        play.agenda.pop(0)
        if command.use and feature is not None:
            if feature.passive == "bodyguards":
                self.mark_stress(play, step.owner, feature.value, feature.id, _FEATURE)
            else:
                self.pay(play, foe, feature)
            self._fire(play, step, feature)
        return None

    def _fire(self, play: Play, step: Chance, feature: Feature) -> None:
        foe = self.scene(play.state).foes.get(step.owner)
        self._told(play, step.owner, feature)
        due = play.agenda[0] if play.agenda else None
        if isinstance(due, Blow) and (feature.bonus or feature.bonus_marked or feature.add_standard):
            play.agenda[0] = replace(due, bonus=due.bonus + self._bonus(play, foe, feature))
        elif isinstance(due, Hit) and feature.halve:
            play.agenda[0] = replace(due, amount=(due.amount + 1) // 2)
        elif isinstance(due, Hit) and (feature.take_over or feature.passive == "bodyguards"):
            play.agenda[0] = replace(due, target=step.owner)
            return
        if feature.count is not None:
            self.start_count(play, step.owner, feature)
            return
        targets = self._aim(play.state, step.owner, feature, (step.target,) if step.target in play.state.party else ())
        self.perform(play, step.owner, feature, targets, wounds=step.wounds, armour=step.armour)

    def _bonus(self, play: Play, foe: Foe | None, feature: Feature) -> int:
        """Damage that a reaction adds before it is rolled: a number, the owner's wounds, or its own standard damage."""
        if feature.bonus_marked and foe is not None:
            return foe.hp_marked
        pool = (feature.bonus,) if feature.bonus is not None else ()
        if feature.add_standard and foe is not None:
            pool, _ = self.standard_damage(play.state, foe)
        if not any(part.count for part in pool):
            return sum(part.plus for part in pool)
        amount, _ = self.roll_damage(play, foe.id if foe is not None else PLACE, pool, "physical", ("DHP-ADVSTAT-10",))
        return amount

    def _told(self, play: Play, owner: str, feature: Feature) -> None:
        rules = (*_FEATURE, *feature.rules)
        play.happen(e.FeatureUsed(owner, feature.id, feature.name, feature.fear, rules=rules))
        if feature.uses:
            scene = self.scene(play.state)
            foe = scene.foes.get(owner)
            used = foe.used if foe is not None else scene.place.used if scene.place is not None else {}
            count = used.get(feature.id, 0) + 1
            play.happen(e.FeatureSpent(owner if foe is not None else PLACE, feature.id, count, audience=REFEREE_ONLY))

    # ------------------------------------------------------------------ using an action

    def use_feature(self, play: Play, command: c.UseFeature) -> Refusal | None:
        """An action of the adversary in the spotlight, or a feature of the environment as a GM move (DH-FEAR-11)."""
        state = play.state
        scene = self.running(state)
        if isinstance(scene, Refusal):
            return scene
        feature = self.feature_of(state, command.who, command.feature)
        if feature is None or feature.kind == "passive" or (feature.when is not None and feature.when.moment != "any"):
            return Refusal("no_feature", {"who": f"@{command.who}", "feature": command.feature}, _FEATURE)
        foe: Foe | None = None
        anytime = feature.when is not None
        if command.who != PLACE:
            found = self.foe(state, command.who) if anytime else self.acting_foe(state, command.who)
            if isinstance(found, Refusal):
                return found
            foe = found
        elif not anytime and (refused := self.may_move(state, feature.fear)) is not None:
            return refused
        refused = self.ready(state, command.who, feature)
        if refused is not None:
            return refused
        targets = self._wanted(state, command, feature, foe)
        if isinstance(targets, Refusal):
            return targets
        bought = self.bought(state, foe, command.experience) if foe is not None else ()
        if isinstance(bought, Refusal):
            return bought
        if bought and (short := self.short_of_fear(state, len(bought) + feature.fear)):
            return short
        summoned = self._summons(feature, command.summon)
        if isinstance(summoned, Refusal):
            return summoned
        if foe is None and not anytime:
            self.count_move(play, "environment_feature", "hard")
        if not feature.on_hit:
            self.pay(play, foe, feature)
        for _ in bought:
            self.spend_fear(play, 1, "experience")
        self._told(play, command.who, feature)
        if foe is not None and not anytime:
            self._step_up(play, foe, feature, targets)
            play.happen(e.FoeDone(foe.id))
        if feature.count is not None and not feature.on_hit:
            self.start_count(play, command.who, feature)
            return None
        self.perform(play, command.who, feature, targets, bought=bought, summon=summoned)
        return None

    @abstractmethod
    def may_move(self, state: State, fear: int) -> Refusal | None:
        """Whether the GM may make a move now that costs this Fear besides (the chapter on the GM's turn says)."""

    @abstractmethod
    def count_move(self, play: Play, move: str, tag: str) -> None:
        """Count a GM move and pay for it if it is not free (the chapter on the GM's turn says)."""

    def _summons(self, feature: Feature, wanted: str) -> str | Refusal:
        for part in feature.own:
            if isinstance(part, f.Summon) and wanted and wanted not in part.what:
                return Refusal("no_summon", {"what": wanted}, _FEATURE)
        return wanted

    def _wanted(
        self, state: State, command: c.UseFeature, feature: Feature, foe: Foe | None
    ) -> list[Hero] | Refusal:
        """The targets of a feature: named, or all whom it touches."""
        if feature.target is None and not feature.group:
            return []
        named = tuple(dict.fromkeys(ids(command.targets)))
        for who in named:
            if who not in state.party:
                return Refusal("nobody", {"who": who})
        found = self._aim(state, command.who, feature, named)
        if not found:
            rules = ("DHP-RANGE-01", "DHP-RANGE-04")
            return Refusal("no_target", {"who": f"@{foe.id if foe is not None else REFEREE_ONLY}"}, rules)
        return found

    def _aim(self, state: State, owner: str, feature: Feature, named: tuple[str, ...]) -> list[Hero]:
        """Whom a feature touches, given who was named (DHP-RANGE-04)."""
        target = feature.target
        up = list(self.heroes(state))
        if target is None:
            return [hero for hero in up if hero.id in named]
        foe = self.scene(state).foes.get(owner)
        able = [hero for hero in up if self._touchable(state, foe, hero, feature)]
        if target.area is not None:
            point = next((hero for hero in able if hero.id in named), able[0] if able else None)
            reach = self.reach(state, target.area)
            return [hero for hero in up if point is not None and abs(hero.at - point.at) <= reach]
        if target.who == "all":
            return able
        if target.who == "path" and foe is not None:
            ahead = [hero for hero in able if hero.at >= foe.at]
            behind = [hero for hero in able if hero.at < foe.at]
            return ahead if len(ahead) >= len(behind) else behind
        chosen = [hero for hero in able if hero.id in named] or able
        return chosen[: target.count if target.who == "some" else 1]

    def _touchable(self, state: State, foe: Foe | None, hero: Hero, feature: Feature) -> bool:
        target = feature.target
        if target is None:
            return True
        if target.having and not (self.has(hero, target.having) or (target.having == "vulnerable" and self.exposed(hero))):
            return False
        if foe is None:
            return True
        spare = 0
        if (feature.attack is not None or feature.group) and target.who in ("one", "some") and not self.fixed(foe):
            spare = self.reach(state, "close")
        if abs(hero.at - foe.at) > self.reach(state, target.within) + spare:
            return False
        if target.near:
            around = [
                other
                for other in self.foes(state)
                if other.block.kin == foe.block.kin and self.near(state, other, hero, "melee")
            ]
            return len(around) >= target.near
        return True

    def _step_up(self, play: Play, foe: Foe, feature: Feature, targets: list[Hero]) -> None:
        """A move within Close goes with the action (DHP-SPOT-05)."""
        if not targets or feature.target is None or feature.target.who not in ("one", "some"):
            return
        spot = self.approach(play.state, foe, targets[0], feature.target.within, "close")
        if spot is not None:
            self.relocate(play, foe.id, spot)

    # ------------------------------------------------------------------ carrying out

    def perform(
        self,
        play: Play,
        owner: str,
        feature: Feature,
        targets: list[Hero],
        *,
        bought: tuple[Modifier, ...] = (),
        summon: str = "",
        wounds: int = 0,
        armour: bool = False,
    ) -> None:
        """Do what a feature does to these targets, to its owner and to the scene."""
        foe = self.scene(play.state).foes.get(owner)
        steps: list[Agenda] = []
        happened = True
        if feature.group and foe is not None:
            steps += self._group_attack(play, foe, feature, targets)
        elif feature.attack is not None and foe is not None:
            hit, steps = self._attack(play, foe, feature, targets, bought)
            happened = bool(hit)
            if feature.roll is not None:
                steps += self._dodges(play, owner, feature, [play.state.party[who] for who in hit])
        elif feature.roll is not None:
            if any(isinstance(part, f.Zone) for part in feature.own):
                targets = []
            steps += self._dodges(play, owner, feature, targets)
        elif feature.do:
            steps += [Apply(owner, feature.id, hero.id, feature.do, wounds, armour) for hero in targets]
        play.first(*steps)
        if happened:
            for part in feature.own:
                self.do_own(play, owner, feature, part, summon)

    def _attack(
        self, play: Play, foe: Foe, feature: Feature, targets: list[Hero], bought: tuple[Modifier, ...]
    ) -> tuple[list[str], list[Agenda]]:
        """An attack that a feature makes; a reaction may have to close in first, and may fail to reach."""
        state = play.state
        strike = feature.attack
        if strike is None or not targets:
            return [], []
        foe = self.scene(state).foes[foe.id]
        single = feature.target is None or feature.target.who in ("one", "some")
        if single and not foe.defeated:
            band: Band = feature.target.within if feature.target is not None else foe.block.attack.range
            spot = self.approach(state, foe, targets[0], band, "close")
            if spot is None:
                return [], []
            self.relocate(play, foe.id, spot)
            foe = self.scene(play.state).foes[foe.id]
        do = () if feature.roll is not None else feature.do
        hit, steps = self.assault(play, foe, targets, strike, feature=feature, do=do, bought=bought)
        if hit and feature.on_hit:
            if self.payable(play.state, foe, feature) is not None:
                return [], []
            self.pay(play, foe, feature)
        if feature.several and len(hit) >= feature.several:
            self.gain_fear(play, 1, "feature", ("DH-FEAR-04",))
        return hit, steps

    def _group_attack(self, play: Play, foe: Foe, feature: Feature, targets: list[Hero]) -> list[Agenda]:
        """Every Minion of one name within Close closes in; one roll, all their damage in one hit (DHP-ADVSTAT-07)."""
        victim = targets[0]
        band = foe.block.attack.range
        joined = 0
        for other in tuple(self.foes(play.state)):
            if other.block.id != foe.block.id or not self.near(play.state, other, victim, "close"):
                continue
            spot = self.approach(play.state, other, victim, band, "close")
            if spot is not None:
                self.relocate(play, other.id, spot)
                joined += 1
        moved = self.scene(play.state).foes[foe.id]
        _, steps = self.assault(play, moved, [victim], feature=feature, group=max(joined, 1))
        return steps

    def _dodges(self, play: Play, owner: str, feature: Feature, targets: list[Hero]) -> list[Agenda]:
        """Reaction rolls of everybody concerned; damage is rolled once for all (DH-ADVERSARY-03)."""
        roll = feature.roll
        if roll is None or not targets:
            return []
        foe = self.scene(play.state).foes.get(owner)
        difficulty = roll.difficulty or (self.difficulty_of(foe) if foe is not None else self.difficulty_here(play.state))
        amount, half = 0, roll.half
        if half is not None:
            amount, _ = self.roll_damage(
                play, owner, (half.damage,), half.kind, ("DH-ADVERSARY-03",), direct=half.direct
            )
        return [
            Dodged(
                hero.id,
                owner,
                feature.id,
                roll.traits,
                difficulty or 10,
                roll.fail,
                roll.success,
                amount,
                half.kind if half is not None else "physical",
                half.direct if half is not None else False,
            )
            for hero in targets
        ]

    # ------------------------------------------------------------------ effects on a target

    def settle_apply(self, play: Play, step: Apply) -> None:
        """Effects in order; damage is settled before what follows it."""
        for number, effect in enumerate(step.do):
            hero = play.state.party.get(step.target)
            if hero is None or hero.status in ("dead", "retired"):
                return
            rest = step.do[number + 1 :]
            if isinstance(effect, f.Harm):
                amount = self._harm(play, step, effect)
                play.first(
                    Hit(
                        step.target,
                        amount,
                        effect.kind,
                        step.source,
                        effect.direct,
                        attack=False,
                        do=rest,
                        feature=step.feature,
                    )
                )
                return
            if isinstance(effect, f.Break):
                if self.free_slots(hero):
                    self.mark_armour(play, hero.id, benefit=False, rules=("DHP-ADVSTAT-10", "DHP-ARM-01"))
                elif effect.otherwise:
                    play.first(replace(step, do=(*effect.otherwise, *rest)))
                    return
            elif isinstance(effect, f.IfWounded):
                if step.wounds >= effect.least:
                    play.first(replace(step, do=(*effect.then, *rest)))
                    return
            elif isinstance(effect, f.IfUnarmored):
                if step.armour == effect.marked:
                    play.first(replace(step, do=(*effect.then, *rest)))
                    return
            else:
                self._simple(play, step, hero, effect)

    def _harm(self, play: Play, step: Apply, effect: f.Harm) -> int:
        pool: tuple[Amount, ...] = (effect.damage,)
        feature = self.feature_of(play.state, step.source, step.feature) if step.feature else None
        if feature is not None and feature.passive == "by_climb":
            pool = (Amount(self._climb_dice(play.state), effect.damage.sides, effect.damage.plus),)
        amount, _ = self.roll_damage(play, step.source, pool, effect.kind, ("DHP-ADVSTAT-05",), direct=effect.direct)
        return amount

    def _climb_dice(self, state: State) -> int:
        """The higher one has climbed, the deeper one falls."""
        climb = next((one for one in self.scene(state).countdowns.values() if one.kind == "climb"), None)
        left = climb.value if climb is not None else 12
        return 1 if left >= 8 else 2 if left >= 4 else 3

    def _simple(self, play: Play, step: Apply, hero: Hero, effect: Effect) -> None:
        rules = _FEATURE
        match effect:
            case f.Stress():
                dice = effect.amount.roll(play.dice, "stress")
                amount = hero.stress - hero.stress_marked if effect.all else effect.amount.total(dice)
                if dice:
                    self._rolled(play, step.source, step.feature, dice)
                self.mark_stress(play, hero.id, amount, step.feature, rules)
            case f.Wound():
                self.mark_hp(play, hero.id, effect.amount, step.feature, rules)
            case f.Hope():
                dice = effect.amount.roll(play.dice, "hope_lost")
                if dice:
                    self._rolled(play, step.source, step.feature, dice)
                self.change_hope(play, hero.id, -hero.hope if effect.all else -effect.amount.total(dice), "feature", rules)
            case f.Impose():
                self._impose(play, step, hero, effect)
            case f.Release():
                for held in hero.conditions:
                    if held.name == effect.condition:
                        self.release(play, hero.id, held)
            case f.Push():
                origin = self.scene(play.state).foes.get(step.source)
                start = origin.at if origin is not None else hero.at
                self.relocate(play, hero.id, self.thrown(play.state, start, hero, effect.to), "pushed")
            case f.Fear():
                self._fear(play, effect)
            case _:
                pass  # told by the GM

    def _rolled(self, play: Play, owner: str, name: str, dice: tuple[Die, ...]) -> None:
        feature = self.feature_of(play.state, owner, name)
        if feature is not None:
            play.happen(e.FeatureUsed(owner, name, feature.name, 0, dice, rules=_FEATURE))

    def _fear(self, play: Play, effect: f.Fear) -> None:
        dice = effect.amount.roll(play.dice, "fear_gained")
        self.gain_fear(play, effect.amount.total(dice), "feature", ("DH-FEAR-04",), dice)

    def _impose(self, play: Play, step: Apply, hero: Hero, effect: f.Impose) -> None:
        foe = self.scene(play.state).foes.get(step.source)
        base = self.difficulty_of(foe) if foe is not None else self.difficulty_here(play.state)
        difficulty = (effect.difficulty or base) if effect.until == "temporary" or effect.traits else 0
        condition = Condition(effect.condition, step.source, effect.until, effect.traits, difficulty)
        self.impose(play, hero.id, condition)
        if effect.countdown and step.feature:
            which = f"{step.source}/{step.feature}/{hero.id}"
            if self.find_countdown(play.state, which) is None:
                feature = self.feature_of(play.state, step.source, step.feature)
                name = feature.name if feature is not None else hero.name
                start = effect.countdown
                countdown = Countdown(
                    which, name, "attacked", start, start, owner=step.source, feature=step.feature, victim=hero.id
                )
                play.happen(e.CountdownStarted(countdown, (), name, rules=("DHP-COUNT-01",)))

    # ------------------------------------------------------------------ effects on the owner and the scene

    def do_own(self, play: Play, owner: str, feature: Feature, part: f.Own, summon: str = "") -> None:
        """One thing that a feature does to its owner or to the scene."""
        foe = self.scene(play.state).foes.get(owner)
        match part:
            case f.Fear():
                self._fear(play, part)
            case f.Clear():
                self._clear(play, owner, foe, part)
            case f.Summon():
                self._summon(play, owner, part, summon)
            case f.Rally():
                self._rally(play, owner, feature, foe, part)
            case f.Again() if foe is not None:
                play.happen(e.CounterChanged(owner, "again", foe.counters.get("again", 0) + 1, audience=REFEREE_ONLY))
            case f.Split() if foe is not None:
                play.happen(e.FoeLeft(owner, rules=_FEATURE))
                self.gone(play, owner)
                for _ in range(part.count):
                    self.join(play, self.library.adversaries[part.into], foe.at, granted=True)
            case f.Reform() if foe is not None:
                others = any(True for _ in self.foes(play.state))
                if others:
                    die = play.dice.roll(6, "reform")
                    play.happen(e.FoeRose(owner, die, die.face >= part.least, rules=_FEATURE))
            case f.Counter() if foe is not None:
                start = self.passive(foe, "heads")
                now = foe.counters.get(part.name, start.value if start is not None and part.name == "heads" else 1)
                value = max(min(now + part.by, part.most), 0)
                play.happen(e.CounterChanged(owner, part.name, value, audience=REFEREE_ONLY))
            case f.Ally() if foe is not None:
                ally = next(
                    (
                        other
                        for other in self.foes(play.state)
                        if other.id != owner
                        and self.near(play.state, other, foe, part.within)
                        and not self.has(other, part.condition)
                    ),
                    None,
                )
                if ally is not None:
                    self.impose(play, ally.id, Condition(part.condition, owner, part.until))
            case f.Self() if foe is not None:
                self.impose(play, owner, Condition(part.condition, owner, part.until))
            case f.Leave() if foe is not None and not foe.defeated:
                play.happen(e.FoeLeft(owner, rules=_FEATURE))
                self.gone(play, owner)
            case f.Zone():
                self._zone(play, owner, feature, part)
            case f.Drain() if foe is not None:
                die = play.dice.roll(8, "drain")
                play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, (die,), rules=_FEATURE))
                if die.face >= part.least:
                    for hero in tuple(self.heroes(play.state)):
                        if self.near(play.state, foe, hero, part.within):
                            self.mark_hp(play, hero.id, 1, feature.id, _FEATURE)
            case f.Advance():
                project = next((one for one in play.state.projects.values() if one.value > 0), None)
                if project is not None:
                    dice = part.amount.roll(play.dice, "countdown")
                    play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, dice, rules=_FEATURE))
                    play.first(*self.tick(play, project, part.amount.total(dice)))
            case _:
                pass  # told by the GM

    def _clear(self, play: Play, owner: str, foe: Foe | None, part: f.Clear) -> None:
        if foe is None:
            return
        whom = owner
        allies = [other for other in self.foes(play.state) if other.id != owner]
        if part.who == "ally":
            tired = [other for other in allies if other.stress_marked]
            if not tired:
                return
            whom = tired[0].id
        if part.bleed:
            if not allies:
                return
            self.mark_hp(play, allies[0].id, part.bleed, "fed_upon", _FEATURE)
        self.clear_hp(play, whom, part.hp, _FEATURE)
        self.clear_stress(play, whom, part.stress, _FEATURE)

    def _summon(self, play: Play, owner: str, part: f.Summon, wanted: str) -> None:
        dice = part.count.roll(play.dice, "summon")
        count = self.alive(play.state) if part.per_pc else part.count.total(dice)
        what = wanted if wanted in part.what else part.what[0]
        if dice:
            block = self.library.adversaries[what]
            play.happen(e.FeatureUsed(owner, what, block.name, 0, dice, rules=_FEATURE))
        foe = self.scene(play.state).foes.get(owner)
        places = [hero.at for hero in self.heroes(play.state)]
        start = foe.at if foe is not None else max(places, default=0)
        at = start + (self.reach(play.state, part.within) if part.within not in ("far", "very_far") else 60)
        for _ in range(count):
            self.join(play, self.library.adversaries[what], at, granted=part.spotlight)

    @abstractmethod
    def join(self, play: Play, block: Block, at: int, *, granted: bool = False) -> None:
        """An adversary joins the scene (DH-FEAR-13: unannounced, it weighs more)."""

    def _rally(self, play: Play, owner: str, feature: Feature, foe: Foe | None, part: f.Rally) -> None:
        dice = part.count.roll(play.dice, "rally")
        if dice:
            play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, dice, rules=_FEATURE))
        found = [
            other.id
            for other in self.foes(play.state)
            if other.id != owner
            and (not part.of or other.block.type == part.of)
            and (foe is None or self.near(play.state, foe, other, part.within))
        ][: part.count.total(dice)]
        if not found:
            return
        for who in found:
            if part.condition:
                self.impose(play, who, Condition(part.condition, owner, "act"))
        self.grant(play, tuple(found))

    @abstractmethod
    def grant(self, play: Play, who: tuple[str, ...]) -> None:
        """Adversaries get the spotlight at no further cost, in a GM turn that opens if none is."""

    def _zone(self, play: Play, owner: str, feature: Feature, part: f.Zone) -> None:
        places = sorted(hero.at for hero in self.heroes(play.state))
        at = places[len(places) // 2] if places else 0
        kept = tuple(zone for zone in self.scene(play.state).zones if zone.owner != owner)
        zones = (*kept, Danger(owner, feature.id, at, part.within))
        play.happen(e.ZoneSet(zones, rules=_FEATURE))

    # ------------------------------------------------------------------ what walking and dying set off

    def entered(self, play: Play, who: str) -> None:
        """A PC has walked somewhere: into a zone under fire, or into Melee with something."""
        scene = self.scene(play.state)
        hero = play.state.party[who]
        steps: list[Agenda] = []
        for zone in scene.zones:
            feature = self.feature_of(play.state, zone.owner, zone.feature)
            if feature is not None and abs(hero.at - zone.at) <= self.reach(play.state, zone.within):
                steps += self._dodges(play, zone.owner, feature, [hero])
        for foe in tuple(self.foes(play.state)):
            if self.near(play.state, foe, hero, "melee"):
                steps += self.set_off(play, "enters_melee", foe.id, who)
        play.agenda += steps

    def gone(self, play: Play, who: str) -> None:
        """What ends because an adversary is no longer there."""
        self.end_from(play, who)
        scene = self.scene(play.state)
        for countdown in tuple(scene.countdowns.values()):
            if countdown.owner == who and countdown.kind != "long_term":
                play.happen(e.CountdownDropped(countdown.id, rules=("DHP-COUNT-01",)))
        if any(zone.owner == who for zone in scene.zones):
            play.happen(e.ZoneSet(tuple(zone for zone in scene.zones if zone.owner != who)))
        if scene.turn is not None and scene.turn.acting == who:
            play.happen(e.FoeDone(who))

    def fear_rolled(self, play: Play) -> None:
        """What lasts until the next roll with Fear ends."""
        scene = self.scene(play.state)
        if scene.zones:
            play.happen(e.ZoneSet(()))
        for one in [*play.state.party.values(), *self.foes(play.state)]:
            self.end_conditions(play, one.id, "fear")

    def settle_ring(self, play: Play, step: Ring) -> None:
        """A countdown has come to 0: its feature happens, its victim turns to stone, or the scene is decided."""
        countdown = self.find_countdown(play.state, step.countdown)
        if countdown is None or countdown.value > 0:
            return
        self.trigger(play, countdown)
        if countdown.victim:
            hero = play.state.party[countdown.victim]
            if hero.status == "up":
                play.happen(e.StatusChanged(hero.id, "dying", rules=("DHP-DEATH-01", "DHP-COUNT-01")))
                play.first(Dying(hero.id))
            return
        if countdown.feature:
            feature = self.feature_of(play.state, countdown.owner, countdown.feature)
            if feature is not None:
                play.happen(e.FeatureUsed(countdown.owner, feature.id, feature.name, 0, rules=_FEATURE))
                targets = self._aim(play.state, countdown.owner, feature, ())
                self.perform(play, countdown.owner, feature, targets)
        if countdown.ends:
            self.finish(play, countdown.ends)

    @abstractmethod
    def finish(self, play: Play, ending: str) -> None:
        """The scene is over (the chapter on scenes says how)."""
