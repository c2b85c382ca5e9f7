"""What features do to their targets: attacks, reaction rolls, damage and conditions, in their order."""

from abc import abstractmethod
from collections.abc import Iterable

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature as f
from arbitro.rules.daggerheart.adversary import NOTHING_GRANTED, Granted
from arbitro.rules.daggerheart.basics import PLACE, Play
from arbitro.rules.daggerheart.countdown import Countdowns
from arbitro.rules.daggerheart.feature import Effect, Feature
from arbitro.rules.daggerheart.state import (
    Agenda,
    Apply,
    Condition,
    Countdown,
    Dodged,
    Foe,
    Hero,
    Hit,
    State,
)
from arbitro.rules.daggerheart.words import Band

_FEATURE = ("DHP-ADVSTAT-05",)
_ON_THE_STANDING = (f.Harm, f.Break, f.Hope, f.Impose, f.Push, f.Stress, f.Wound)
"""What is not done to somebody who has fallen (DHP-DEATH-03)."""
NO_WISH = f.Wish()
CHASE = "chase/"
"""How the ids of two countdowns that race each other begin."""


class Effects(Countdowns):
    """A feature carried out."""

    def feature_of(self, state: State, owner: str, name: str) -> Feature | None:
        """A feature by its owner and id."""
        scene = self.scene(state)
        if owner == PLACE:
            features: Iterable[Feature] = scene.place.features if scene.place is not None else ()
        else:
            foe = scene.foes.get(owner)
            features = foe.block.features if foe is not None else ()
        return next((feature for feature in features if feature.id == name), None)

    def aim(self, state: State, owner: str, feature: Feature, named: tuple[str, ...]) -> list[Hero]:
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
        target, owner = feature.target, foe.id if foe is not None else PLACE
        if target is None:
            return True
        if target.having and not (
            any(held.name == target.having and (not target.mine or held.source == owner) for held in hero.conditions)
            or (target.having == "vulnerable" and self.exposed(hero))
        ):
            return False
        if foe is None:
            return True
        spare = 0
        walks = not foe.defeated and not self.fixed(foe)  # a dying blow is struck on the spot
        if (feature.attack is not None or feature.group) and target.who in ("one", "some") and walks:
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

    # ------------------------------------------------------------------ carrying out

    def perform(
        self,
        play: Play,
        owner: str,
        feature: Feature,
        targets: list[Hero],
        *,
        granted: Granted = NOTHING_GRANTED,
        wish: f.Wish = NO_WISH,
        wounds: int = 0,
        armour: bool = False,
    ) -> None:
        """Do what a feature does to these targets, to its owner and to the scene."""
        foe = self.scene(play.state).foes.get(owner)
        steps: list[Agenda] = []
        happened = True
        if feature.group and foe is not None:
            steps += self._group_attack(play, foe, feature, targets, granted)
        elif feature.attack is not None and foe is not None:
            hit, steps = self._attack(play, foe, feature, targets, granted, impact=wish.pick == "impact")
            happened = bool(hit)
            if feature.roll is not None:
                steps += self.dodges(play, owner, feature, [play.state.party[who] for who in hit])
        elif feature.roll is not None:
            if any(isinstance(part, f.Zone) for part in feature.own):
                wish, targets = replace(wish, at=targets[0].at if targets else None), []
            steps += self.dodges(play, owner, feature, targets, wish.raised)
        elif feature.do:
            steps += [Apply(owner, feature.id, hero.id, feature.do, wounds, armour) for hero in targets]
        play.first(*steps)
        if happened:
            for part in feature.own:
                self.do_own(play, owner, feature, part, wish)

    def _attack(
        self, play: Play, foe: Foe, feature: Feature, targets: list[Hero], granted: Granted, *, impact: bool = False
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
        if not impact:
            strike = replace(strike, impact=None)
        hit, steps = self.assault(play, foe, targets, strike, feature=feature, do=do, granted=granted)
        if hit and feature.on_hit:
            if self.payable(play.state, foe, feature) is not None:
                return [], []
            self.pay(play, foe, feature)
        if feature.several and len(hit) >= feature.several:
            self.gain_fear(play, 1, "feature", ("DH-FEAR-04",))
        return hit, steps

    def _group_attack(
        self, play: Play, foe: Foe, feature: Feature, targets: list[Hero], granted: Granted
    ) -> list[Agenda]:
        """Every Minion of one name within Close closes in; one roll, all their damage in one hit (DHP-ADVSTAT-07)."""
        victim = targets[0]
        band = foe.block.attack.range
        joined = 0
        for other in tuple(self.foes(play.state)):
            alike = (other.block.id, other.block.name) == (foe.block.id, foe.block.name)
            if not alike or not self.near(play.state, other, victim, "close"):
                continue
            spot = self.approach(play.state, other, victim, band, "close")
            if spot is not None:
                self.relocate(play, other.id, spot)
                joined += 1
        moved = self.scene(play.state).foes[foe.id]
        _, steps = self.assault(play, moved, [victim], feature=feature, granted=granted, group=max(joined, 1))
        return steps

    def dodges(self, play: Play, owner: str, feature: Feature, targets: list[Hero], raised: int = 0) -> list[Agenda]:
        """Reaction rolls of everybody concerned; damage is rolled once for all (DH-ADVERSARY-03)."""
        roll = feature.roll
        if roll is None or not targets:
            return []
        foe = self.scene(play.state).foes.get(owner)
        difficulty = roll.difficulty or (
            self.difficulty_of(foe) if foe is not None else self.difficulty_here(play.state)
        )
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
                (difficulty or 10) + raised,
                roll.fail,
                roll.success,
                amount,
                half.kind if half is not None else "physical",
                half.direct if half is not None else False,
                roll.spare,
                roll.offer,
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
            if hero.status != "up" and isinstance(effect, _ON_THE_STANDING):
                continue
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
        amount, _ = self.roll_damage(play, step.source, pool, effect.kind, ("DHP-ADVSTAT-05",), direct=effect.direct)
        return amount

    def _simple(self, play: Play, step: Apply, hero: Hero, effect: Effect) -> None:
        rules = _FEATURE
        match effect:
            case f.Stress():
                dice = effect.amount.roll(play.dice, "stress")
                amount = hero.stress - hero.stress_marked if effect.all else effect.amount.total(dice)
                if dice:
                    self._rolled(play, step, dice, effect.amount.plus)
                self.mark_stress(play, hero.id, amount, step.feature, rules)
            case f.Wound():
                self.mark_hp(play, hero.id, effect.amount, step.feature, rules)
            case f.Hope():
                dice = effect.amount.roll(play.dice, "hope_lost")
                if dice:
                    self._rolled(play, step, dice, effect.amount.plus)
                self.change_hope(
                    play, hero.id, -hero.hope if effect.all else -effect.amount.total(dice), "feature", rules
                )
            case f.Impose():
                self._impose(play, step, hero, effect)
            case f.Release():
                for held in hero.conditions:
                    if held.name == effect.condition:
                        self.release(play, hero.id, held)
            case f.Push():
                origin = self.scene(play.state).foes.get(step.source)
                start = origin.at if origin is not None else hero.at
                if effect.clear:
                    feet = self.reach(play.state, effect.to) + 5
                    to = hero.at + (feet if hero.at >= start else -feet)
                else:
                    to = self.thrown(play.state, start, hero, effect.to)
                self.relocate(play, hero.id, to, "pushed")
            case f.Mend():
                self._mend(play, step, effect)
            case f.Fear():
                self.fear_part(play, effect)
            case f.Chase():
                self._chase(play, hero, effect)
            case _:
                pass  # told by the GM

    def _mend(self, play: Play, step: Apply, effect: f.Mend) -> None:
        """The owner gains by what the target has lost: Hit Points first, then Stress."""
        owner = self.scene(play.state).foes.get(step.source)
        if owner is None or not self.there(owner):
            return
        amount = step.wounds if effect.wounds else 1
        wounds = min(amount, owner.hp_marked)
        self.clear_hp(play, owner.id, wounds, _FEATURE)
        if effect.wounds:
            self.clear_stress(play, owner.id, amount - wounds, _FEATURE)

    def _chase(self, play: Play, hero: Hero, effect: f.Chase) -> None:
        """The party's progress against what gets away (DHP-COUNT-02)."""
        caught, lost = f"{CHASE}{hero.id}/caught", f"{CHASE}{hero.id}/lost"
        for countdown in (
            Countdown(caught, effect.caught, "progress", effect.progress, effect.progress),
            Countdown(lost, effect.lost, "consequence", effect.consequence, effect.consequence),
        ):
            if self.find_countdown(play.state, countdown.id) is None:
                play.happen(e.CountdownStarted(countdown, (), countdown.name, rules=("DHP-COUNT-01", "DHP-COUNT-02")))

    def _rolled(self, play: Play, step: Apply, dice: tuple[Die, ...], plus: int) -> None:
        feature = self.feature_of(play.state, step.source, step.feature)
        if feature is not None:
            added = (Modifier(plus, "DHP-ADVSTAT-05", "fixed"),) if plus else ()
            play.happen(e.FeatureUsed(step.source, step.feature, feature.name, 0, dice, added, rules=_FEATURE))

    def fear_part(self, play: Play, effect: f.Fear) -> None:
        """The GM gains Fear from a feature (DH-FEAR-04)."""
        dice = effect.amount.roll(play.dice, "fear_gained")
        added = (Modifier(effect.amount.plus, "DH-FEAR-04", "fixed"),) if dice and effect.amount.plus else ()
        self.gain_fear(play, effect.amount.total(dice), "feature", ("DH-FEAR-04",), dice, added)

    def _impose(self, play: Play, step: Apply, hero: Hero, effect: f.Impose) -> None:
        foe = self.scene(play.state).foes.get(step.source)
        base = self.difficulty_of(foe) if foe is not None else self.difficulty_here(play.state)
        difficulty = (effect.difficulty or base) if effect.until == "temporary" or effect.traits else 0
        condition = Condition(
            effect.condition, step.source, effect.until, effect.traits, difficulty, by_attack=effect.by_attack
        )
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

    @abstractmethod
    def do_own(self, play: Play, owner: str, feature: Feature, part: f.Own, wish: f.Wish = NO_WISH) -> None:
        """One thing that a feature does to its owner or to the scene."""
