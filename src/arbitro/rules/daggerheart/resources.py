"""Fear, Hope, Stress, Hit Points, Armor Slots and conditions: how each is gained, spent and lost."""

from abc import abstractmethod

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart.basics import Basics, Play
from arbitro.rules.daggerheart.events import (
    ArmourCleared,
    ArmourMarked,
    ConditionGained,
    ConditionLost,
    FearGained,
    FearSpent,
    HitPointsCleared,
    HitPointsMarked,
    HopeChanged,
    Scarred,
    StatusChanged,
    StressCleared,
    StressMarked,
)
from arbitro.rules.daggerheart.feature import Moment
from arbitro.rules.daggerheart.state import FEAR_LIMIT, HOPE_SLOTS, Agenda, Condition, Dying, Foe, Hero, Hit, State
from arbitro.rules.daggerheart.words import Until

FEAR_USES = {
    "interrupt": ("DH-FEAR-07", "DH-FEAR-08"),
    "additional_move": ("DH-FEAR-07", "DH-FEAR-09"),
    "adversary_feature": ("DH-FEAR-07", "DH-FEAR-10"),
    "environment_feature": ("DH-FEAR-07", "DH-FEAR-11"),
    "experience": ("DH-FEAR-07", "DH-FEAR-12"),
    "end_effect": ("DH-FEAR-07", "DHP-DUAL-14"),
    "spotlight": ("DH-FEAR-09", "DHP-SPOT-04"),
    "ramp_up": ("DH-FEAR-10",),
    "difficulty": ("DH-FEAR-12", "DH-DIFF-02", "DHP-ADVSTAT-04"),
    "other": ("DH-FEAR-07",),
}
"""The ways to spend Fear, and the rules behind each."""


def _as_far_as(parts: tuple[Modifier, ...], short: int, rule: str, note: str) -> tuple[Modifier, ...]:
    """The parts of a number that finds fewer marks than it could clear; a number without parts stays without."""
    return (*parts, Modifier(short, rule, note)) if parts and short else parts


class Resources(Basics):
    """What is counted at the table."""

    # ------------------------------------------------------------------ Fear

    def gain_fear(
        self,
        play: Play,
        amount: int,
        why: str,
        rules: tuple[str, ...],
        dice: tuple[Die, ...] = (),
        modifiers: tuple[Modifier, ...] = (),
    ) -> None:
        """The GM gains Fear; what passes the limit of 12 is lost (DH-FEAR-05)."""
        if amount <= 0:
            return
        held = play.state.fear.held
        kept = min(amount, FEAR_LIMIT - held)
        cited = (*rules, "DH-FEAR-05") if held + kept == FEAR_LIMIT else rules
        play.happen(FearGained(amount, amount - kept, held + kept, why, dice, modifiers, rules=cited))

    def short_of_fear(self, state: State, amount: int) -> Refusal | None:
        """Why something that costs so much Fear cannot be had (DH-FEAR-07)."""
        if state.fear.held >= amount:
            return None
        return Refusal("no_fear", {"needed": amount, "held": state.fear.held}, ("DH-FEAR-07",))

    def spend_fear(self, play: Play, amount: int, use: str) -> None:
        """The GM spends Fear; it is added to what the scene has cost so far (DH-TENSION-01)."""
        if amount <= 0:
            return
        state = play.state
        spent = 0 if state.scene is None else state.scene.fear_spent + amount
        rules = (*FEAR_USES.get(use, FEAR_USES["other"]), "DH-TENSION-01")
        play.happen(FearSpent(amount, state.fear.held - amount, use, spent, rules=rules))

    # ------------------------------------------------------------------ Hope

    @staticmethod
    def hope_limit(hero: Hero) -> int:
        """Six slots, less one for each scar (DHP-HOPE-02)."""
        return HOPE_SLOTS - hero.scars

    def change_hope(self, play: Play, who: str, by: int, why: str, rules: tuple[str, ...]) -> int:
        """Hope is gained up to the limit, spent or lost down to 0; returns what really changed."""
        hero = play.state.party[who]
        hope = max(0, min(hero.hope + by, self.hope_limit(hero)))
        changed = hope - hero.hope
        if changed or by > 0:
            play.happen(HopeChanged(who, changed, hope, why, rules=(*rules, "DHP-HOPE-02")))
        return changed

    @staticmethod
    def short_of_hope(hero: Hero, amount: int, rules: tuple[str, ...] = ("DHP-HOPE-02",)) -> Refusal | None:
        """Why something that costs so much Hope cannot be had."""
        if hero.hope >= amount:
            return None
        return Refusal("no_hope", {"who": f"@{hero.id}", "needed": amount, "held": hero.hope}, rules)

    def scar(self, play: Play, who: str) -> None:
        """A scar crosses out a Hope slot; with the last one the journey ends (DHP-DEATH-05)."""
        hero = play.state.party[who]
        scars = hero.scars + 1
        play.happen(Scarred(who, scars, min(hero.hope, HOPE_SLOTS - scars), rules=("DHP-DEATH-05",)))
        if scars >= HOPE_SLOTS:
            play.happen(StatusChanged(who, "retired", rules=("DHP-DEATH-05",)))

    # ------------------------------------------------------------------ Stress (DHP-STRESS-01 to 03)

    def mark_stress(self, play: Play, who: str, amount: int, why: str = "", rules: tuple[str, ...] = ()) -> None:
        """Mark Stress; what finds no slot costs a Hit Point (DHP-STRESS-03)."""
        one = self.anybody(play.state, who)
        if one is None or amount <= 0 or (isinstance(one, Hero) and one.status != "up"):
            return
        free = max(one.stress - one.stress_marked, 0)
        fits = min(free, amount)
        if fits:
            marked = one.stress_marked + fits
            cited = (*rules, "DHP-STRESS-01", *(("DHP-STRESS-02",) if marked == one.stress else ()))
            play.happen(StressMarked(who, fits, marked, one.stress, why, rules=cited))
        over = amount - fits
        if over:
            wounds = over if play.state.options["stress_overflow_hp"] == "1_per_stress" else 1
            self.mark_hp(play, who, wounds, "stress", ("DHP-STRESS-03",))
        self._calm(play, who, amount)

    def _calm(self, play: Play, who: str, amount: int) -> None:
        """Some spells break once their victim has marked enough Stress."""
        one = self.anybody(play.state, who)
        for held in one.conditions if one is not None else ():
            if held.until != "calmed":
                continue
            if held.count + amount >= 2:
                self.release(play, who, held)
            else:
                grown = Condition(held.name, held.source, "calmed", held.traits, held.difficulty, count=1)
                play.happen(ConditionGained(who, grown, rules=("DHP-COND-06",)))

    @staticmethod
    def short_of_stress(one: Hero | Foe, amount: int) -> Refusal | None:
        """Why something that costs Stress cannot be used: its own price needs free slots (DHP-STRESS-03)."""
        if one.stress - one.stress_marked >= amount:
            return None
        return Refusal("no_stress", {"who": f"@{one.id}", "needed": amount}, ("DHP-STRESS-03", "DHP-ADVSTAT-03"))

    def clear_stress(
        self, play: Play, who: str, amount: int, rules: tuple[str, ...] = (), parts: tuple[Modifier, ...] = ()
    ) -> None:
        """Clear Stress."""
        one = self.anybody(play.state, who)
        if one is None:
            return
        cleared = min(amount, one.stress_marked)
        if cleared > 0:
            left = one.stress_marked - cleared
            parts = _as_far_as(parts, cleared - amount, "DHP-STRESS-01", "no_stress_marked")
            play.happen(StressCleared(who, cleared, left, one.stress, parts, rules=(*rules, "DHP-STRESS-01")))
            for held in one.conditions:
                if self.condition(held.name).eased:
                    self.release(play, who, held)

    # ------------------------------------------------------------------ Hit Points (DHP-HP-01)

    def mark_hp(
        self,
        play: Play,
        who: str,
        amount: int,
        why: str = "",
        rules: tuple[str, ...] = (),
        parts: tuple[Modifier, ...] = (),
    ) -> int:
        """Mark Hit Points; whoever marks the last one falls. Returns how many were marked."""
        one = self.anybody(play.state, who)
        if one is None or amount <= 0 or not self.there(one):
            return 0
        marked = min(one.hp, one.hp_marked + amount)
        counted = marked - one.hp_marked
        if counted < amount:
            parts = (
                *(parts or (Modifier(amount, "DHP-HP-01", "to_mark"),)),
                Modifier(counted - amount, "DHP-HP-01", "no_slot"),
            )
        play.happen(HitPointsMarked(who, counted, marked, one.hp, why, parts, rules=(*rules, "DHP-HP-01")))
        if marked < one.hp:
            if isinstance(one, Foe):
                play.first(*self.set_off(play, "wounded", who, ""))
        elif isinstance(one, Hero):
            play.happen(StatusChanged(who, "dying", rules=("DHP-HP-01", "DHP-DEATH-01")))
            play.first(Dying(who))
        else:
            self.fell(play, who)
        return counted

    @abstractmethod
    def set_off(self, play: Play, moment: Moment, subject: str, target: str, hit: Hit | None = None) -> list[Agenda]:
        """What a moment sets off among the features of those present, as steps to be settled."""

    @abstractmethod
    def fell(self, play: Play, who: str) -> None:
        """An adversary has marked its last Hit Point."""

    def clear_hp(
        self, play: Play, who: str, amount: int, rules: tuple[str, ...] = (), parts: tuple[Modifier, ...] = ()
    ) -> None:
        """Clear Hit Points; an unconscious PC wakes (DHP-DEATH-03)."""
        one = self.anybody(play.state, who)
        if one is None:
            return
        cleared = min(amount, one.hp_marked)
        if cleared <= 0:
            return
        parts = _as_far_as(parts, cleared - amount, "DHP-HP-01", "none_marked")
        left = one.hp_marked - cleared
        play.happen(HitPointsCleared(who, cleared, left, one.hp, parts, rules=(*rules, "DHP-HP-01")))
        if isinstance(one, Hero) and one.status == "unconscious":
            play.happen(StatusChanged(who, "up", rules=("DHP-DEATH-03",)))
        self.end_conditions(play, who, "healed")

    # ------------------------------------------------------------------ Armor Slots (DHP-ARM-02)

    def free_slots(self, hero: Hero) -> int:
        """Armor Slots that are not marked."""
        return max(self.armour_slots(hero) - hero.armour_marked, 0)

    def mark_armour(self, play: Play, who: str, *, benefit: bool, rules: tuple[str, ...]) -> None:
        """Mark an Armor Slot."""
        hero = play.state.party[who]
        play.happen(ArmourMarked(who, hero.armour_marked + 1, self.armour_slots(hero), benefit, rules=rules))

    def clear_armour(
        self, play: Play, who: str, amount: int, rules: tuple[str, ...], parts: tuple[Modifier, ...] = ()
    ) -> None:
        """Free Armor Slots."""
        marked = play.state.party[who].armour_marked
        cleared = min(amount, marked)
        if cleared > 0:
            parts = _as_far_as(parts, cleared - amount, "DHP-ARM-02", "no_slot_marked")
            play.happen(ArmourCleared(who, cleared, marked - cleared, parts, rules=rules))

    # ------------------------------------------------------------------ conditions (DHP-COND-01 to 06)

    def impose(self, play: Play, who: str, condition: Condition) -> None:
        """Put somebody under a condition; the same one from the same source counts once (DHP-COND-01)."""
        one = self.anybody(play.state, who)
        if one is None or (isinstance(one, Hero) and one.status in ("dead", "retired")):
            return
        entry = self.condition(condition.name)
        if entry.hidden and any(self.condition(held.name).seen for held in one.conditions):
            return
        if any((held.name, held.source) == (condition.name, condition.source) for held in one.conditions):
            return
        rules: tuple[str, ...] = ("DHP-COND-01", *entry.rules)
        if condition.until == "temporary":
            rules = (*rules, "DHP-COND-05")
        play.happen(ConditionGained(who, condition, rules=rules))

    def release(self, play: Play, who: str, held: Condition) -> None:
        """One source of a condition ends; it is over when no other keeps it up (DHP-COND-01)."""
        one = self.anybody(play.state, who)
        if one is None:
            return
        others = any(other.name == held.name and other.source != held.source for other in one.conditions)
        rules = {"stated": ("DHP-COND-06",), "temporary": ("DHP-COND-05",), "hidden": ("DHP-COND-02",)}.get(
            held.until, ("DHP-COND-01",)
        )
        play.happen(ConditionLost(who, held.name, held.source, others, rules=rules))

    def end_conditions(self, play: Play, who: str, until: Until) -> None:
        """End whatever lasts until something that has happened now."""
        one = self.anybody(play.state, who)
        for held in one.conditions if one is not None else ():
            if held.until == until:
                self.release(play, who, held)

    def end_from(self, play: Play, source: str) -> None:
        """End whatever lasts only while its source is there."""
        state = play.state
        everybody: list[Hero | Foe] = [*state.party.values(), *self.foes(state)]
        for one in everybody:
            for held in one.conditions:
                if held.source == source and held.until == "source":
                    self.release(play, one.id, held)
