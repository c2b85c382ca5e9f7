"""Damage: rolling it, reducing it, holding it against thresholds, marking it (SRD chapters on combat and attacking)."""

from abc import abstractmethod

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart.basics import Play
from arbitro.rules.daggerheart.commands import Fall, UseArmour
from arbitro.rules.daggerheart.events import (
    Answered,
    Asked,
    CounterChanged,
    DamageRolled,
    DamageTaken,
    FoeDefeated,
    MinionsFell,
    Parried,
)
from arbitro.rules.daggerheart.feature import Moment
from arbitro.rules.daggerheart.resources import Resources
from arbitro.rules.daggerheart.state import Agenda, Apply, Chance, Foe, Hero, Hit, State
from arbitro.rules.daggerheart.words import DamageKind, halved

PARRY_SIDES = 6
_PLAIN: tuple[DamageKind, ...] = ("physical",)
"""What a flat reduction takes off if it names no kind."""


class Damage(Resources):
    """What a wound does."""

    @abstractmethod
    def pieces(self, state: State, moment: Moment, subject: str, target: str, hit: Hit | None) -> list[Chance]:
        """The features that a moment sets off."""

    # ------------------------------------------------------------------ rolling (DH-ATK-02, DH-CRIT-02, DHP-ATK-03)

    def roll_damage(
        self,
        play: Play,
        source: str,
        pool: tuple[Amount, ...],
        kind: DamageKind,
        rules: tuple[str, ...],
        *,
        critical: bool = False,
        direct: bool = False,
        modifiers: tuple[Modifier, ...] = (),
        extra: tuple[Die, ...] = (),
        halve: bool = False,
    ) -> tuple[int, tuple[Die, ...]]:
        """Roll a pool; a critical adds the highest total that its dice could show, and leaves the number alone."""
        dice = tuple(die for part in pool for die in part.roll(play.dice, "damage")) + extra
        plus = sum(part.plus for part in pool)
        if plus:
            modifiers = (Modifier(plus, rules[0], "damage_plus"), *modifiers)
        if critical:
            rule = "DHP-ATK-03" if source in play.state.party else "DH-CRIT-02"
            most = sum(part.count * part.sides for part in pool)
            if most:
                modifiers = (*modifiers, Modifier(most, rule, "critical"))
            elif play.state.options["gm_crit_flat_damage"] == "double" and rule == "DH-CRIT-02":
                modifiers = (*modifiers, Modifier(plus, rule, "critical"))
            rules = (*rules, *((rule,) if rule not in rules else ()))
        amount = max(sum(die.face for die in dice) + sum(each.amount for each in modifiers), 0)
        if halve:
            modifiers = (*modifiers, Modifier(halved(amount) - amount, "DHP-GEN-01", "half_damage"))
            amount = halved(amount)
        play.happen(DamageRolled(source, amount, dice, modifiers, critical, direct, kind, rules=rules))
        return amount, dice

    # ------------------------------------------------------------------ thresholds (DHP-DMG-01 to 05)

    def limits(self, one: Hero | Foe) -> tuple[int | None, int | None]:
        """Major and Severe; an adversary may lack one or both."""
        return self.thresholds(one) if isinstance(one, Hero) else (one.block.major, one.block.severe)

    def severity(self, state: State, one: Hero | Foe, amount: int) -> int:
        """Minor 1, Major 2, Severe 3, massive 4; 0 for nothing."""
        if amount <= 0:
            return 0
        major, severe = self.limits(one)
        if severe is not None and amount >= severe:
            return 4 if state.options["massive_damage"] and amount >= 2 * severe else 3
        return 2 if major is not None and amount >= major else 1

    def reduced(
        self, state: State, one: Hero | Foe, amount: int, kind: DamageKind
    ) -> tuple[int, tuple[Modifier, ...], bool]:
        """Immunity, then resistance (half, rounded up), then flat reductions (DHP-DMG-04)."""
        if self.immune(state, one, kind):
            return 0, (Modifier(-amount, "DHP-ATK-04", "immune"),), False
        cut = self.flat_reduction(one, kind)
        resisted = self.resists(state, one, kind)
        flat_first = state.options["damage_order"] == "flat_first"
        modifiers: list[Modifier] = []
        left = amount
        for flat in (True, False) if flat_first else (False, True):
            now = max(left - cut, 0) if flat else halved(left) if resisted else left
            if flat and cut:
                modifiers.append(Modifier(now - left, "DHP-DMG-04", "reduced"))
            elif not flat and resisted:
                modifiers.append(Modifier(now - left, "DHP-ATK-04", "resisted"))
            left = now
        return left, tuple(modifiers), resisted

    def flat_reduction(self, one: Hero | Foe, kind: DamageKind) -> int:
        """What is taken off damage of a kind, from all sources; off damage of both kinds what is taken off each."""
        if isinstance(one, Hero):
            return 0
        kinds: tuple[DamageKind, ...] = ("physical", "magic") if kind == "both" else (kind,)
        features = [feature for feature in one.block.features if feature.passive == "reduce"]
        cuts = (sum(each.value for each in features if wanted in (each.kinds or _PLAIN)) for wanted in kinds)
        return min(cuts)

    # ------------------------------------------------------------------ a hit

    def settle_hit(self, play: Play, hit: Hit) -> None:
        """Take damage: reactions that change it, reductions, thresholds, an Armor Slot, and what follows."""
        one = self.anybody(play.state, hit.target)
        if one is None or not self.there(one):
            return
        if hit.armour < 0:
            if isinstance(one, Foe) and self._changed_before(play, hit):
                return
            hit = self._measured(play, one, hit)
            if isinstance(one, Hero) and hit.severity and not hit.direct and self.free_slots(one):
                values: dict[str, str | int] = {"who": f"@{one.id}", "amount": hit.taken, "hp": hit.severity}
                question = Question("armour", one.id, values, ("DHP-ARM-02",))
                play.happen(Asked(question, (hit, *play.agenda), audience="referee", rules=("DHP-ARM-02",)))
                play.agenda = []
                return
        if isinstance(one, Hero):
            self._wound_hero(play, one, hit)
        else:
            self._wound_foe(play, one, hit)

    def _changed_before(self, play: Play, hit: Hit) -> bool:
        """Reactions that halve the damage or take it over come first, each asked once."""
        chances = [
            *self.pieces(play.state, "about_to_be_damaged", hit.target, hit.source, hit),
            *self.pieces(play.state, "ally_about_to_be_damaged", hit.target, hit.source, hit),
        ]
        for chance in chances:
            key = f"{chance.owner}/{chance.feature}"
            if key not in hit.asked:
                play.first(chance, replace(hit, asked=(*hit.asked, key)))
                return True
        return False

    def _measured(self, play: Play, one: Hero | Foe, hit: Hit) -> Hit:
        amount = hit.dealt
        parried: tuple[Modifier, ...] = ()
        if isinstance(one, Hero) and hit.faces and any(weapon.parry for weapon in one.sheet.weapons):
            off = min(self._parry(play, one, hit), amount)
            if off:
                parried = (Modifier(-off, "DHP-ATK-02", "parried"),)
            amount -= off
        left, reductions, resisted = self.reduced(play.state, one, amount, hit.kind)
        modifiers = (*parried, *reductions)
        grave = self.severity(play.state, one, left)
        rules: tuple[str, ...] = ("DHP-DMG-04", "DHP-DMG-01")
        if isinstance(one, Hero):
            rules = (*rules, "DHP-DMG-03")
        if any(each.rule == "DHP-ATK-04" for each in reductions):
            rules = (*rules, "DHP-ATK-04", *(("DHP-GEN-01",) if resisted else ()))
        if grave == 4:
            rules = (*rules, "DHP-DMG-05")
        if not grave:
            rules = (*rules, "DHP-DMG-02")
        play.happen(
            DamageTaken(
                one.id,
                hit.dealt,
                left,
                min(grave, 3),
                modifiers,
                resisted,
                hit.source,
                not grave,
                self.limits(one),
                grave,
                hit.changes,
                rules=rules,
            )
        )
        return replace(hit, taken=left, severity=grave, armour=0)

    def _parry(self, play: Play, hero: Hero, hit: Hit) -> int:
        dice = tuple(play.dice.roll(PARRY_SIDES, "parry") for _ in range(hero.sheet.proficiency))
        shown = {die.face for die in dice}
        off = sum(face for face in hit.faces if face in shown)
        play.happen(Parried(hero.id, dice, off, rules=("DHP-ATK-02",)))
        return off

    def use_armour(self, play: Play, command: UseArmour) -> Refusal | None:
        """The answer to whether an Armor Slot is marked (DHP-ARM-02)."""
        agenda = list(self.scene(play.state).agenda)
        hit = agenda[0] if agenda else None
        if not isinstance(hit, Hit) or hit.target != command.who:
            return Refusal("not_asked")
        play.happen(Answered("armour"))
        play.agenda = [replace(hit, armour=1 if command.use else 0), *agenda[1:]]
        return None

    def _wound_hero(self, play: Play, hero: Hero, hit: Hit) -> None:
        armoured = hit.armour == 1
        wounds = hit.severity
        parts: tuple[Modifier, ...] = (Modifier(wounds, "DHP-DMG-01", "by_thresholds"),)
        if armoured:
            self.mark_armour(play, hero.id, benefit=True, rules=("DHP-ARM-02",))
            wounds -= 1
            parts = (*parts, Modifier(-1, "DHP-ARM-02", "armour_slot"))
        marked = self.mark_hp(play, hero.id, wounds, "damage", ("DHP-DMG-01",), parts)
        settled = replace(hit, severity=wounds, armour=int(armoured))
        steps: list[Agenda] = []
        if hit.do:
            steps.append(Apply(hit.source, hit.feature, hero.id, hit.do, marked, armoured))
        if hit.taken:
            steps += self.set_off(play, "damages", hit.source, hero.id, settled)
        if hit.attack:
            steps += self.set_off(play, "hit", hit.source, hero.id, settled)
            if wounds:
                steps += self.set_off(play, "wounded_target", hit.source, hero.id, settled)
                steps += self.set_off(play, "ally_wounds", hit.source, hero.id, settled)
        play.first(*steps)

    def _wound_foe(self, play: Play, foe: Foe, hit: Hit) -> None:
        minion = self.passive(foe, "minion")
        if minion is not None and hit.taken > 0:
            self._fell_minions(play, foe, hit, minion.value)
            return
        wounds = hit.severity
        parts: tuple[Modifier, ...] = (Modifier(wounds, "DHP-DMG-01", "by_thresholds"),)
        weak = self.passive(foe, "weak")
        if wounds and weak is not None and hit.kind in weak.kinds:
            wounds += weak.value
            parts = (*parts, Modifier(weak.value, "DHP-ADVSTAT-05", "weakness"))
        heads = self.passive(foe, "heads")
        if heads is not None and hit.severity >= 2:
            left = max(foe.counters.get("heads", heads.value) - 1, 0)
            play.happen(CounterChanged(foe.id, "heads", left, audience="referee"))
        self.mark_hp(play, foe.id, wounds, "damage", ("DHP-DMG-01", "DHP-ADVSTAT-03"), parts)
        settled = replace(hit, severity=hit.severity, extra=wounds)
        self._free_victims(play, foe.id, hit.severity)
        steps: list[Agenda] = []
        if hit.do:
            steps.append(Apply(hit.source, hit.feature, foe.id, hit.do, wounds))
        steps += self.set_off(play, "damaged", foe.id, hit.source, settled)
        if wounds:
            steps += self.set_off(play, "ally_wounded", foe.id, hit.source, settled)
        play.first(*steps)

    def _free_victims(self, play: Play, source: str, severity: int) -> None:
        for hero in tuple(play.state.party.values()):
            for held in hero.conditions:
                freed_by = self.condition(held.name).freed_by
                if held.source == source and freed_by and severity >= freed_by:
                    self.release(play, hero.id, held)

    def _fell_minions(self, play: Play, foe: Foe, hit: Hit, each: int) -> None:
        """Any damage fells a Minion, and one more for every full X of it (DHP-ADVSTAT-06)."""
        state = play.state
        excess = state.options["minion_spill"] == "excess"
        more = max(hit.taken - each, 0) // each if excess else hit.taken // each
        hero = state.party.get(hit.source)
        others = [
            other.id
            for other in self.foes(state)
            if other.id != foe.id
            and self.passive(other, "minion") is not None
            and (hit.critical or self.difficulty_of(other) <= hit.total)
            and hero is not None
            and hit.reach is not None
            and self.near(state, hero, other, hit.reach)
        ][:more]
        play.happen(MinionsFell((foe.id, *others), rules=("DHP-ADVSTAT-06", "DHP-ADVSTAT-11")))
        for who in (foe.id, *others):
            self.gone(play, who)
        play.first(*self.set_off(play, "foe_defeated", foe.id, hit.source))

    def fell(self, play: Play, who: str) -> None:
        """An adversary is defeated (DHP-ADVSTAT-11)."""
        play.happen(FoeDefeated(who, rules=("DHP-ADVSTAT-11", "DHP-HP-01")))
        self.gone(play, who)
        foe = self.anybody(play.state, who)
        slayer = foe.struck_by if isinstance(foe, Foe) else ""
        steps = self.set_off(play, "defeated", who, slayer)
        play.first(*steps, *self.set_off(play, "foe_defeated", who, slayer))

    @abstractmethod
    def gone(self, play: Play, who: str) -> None:
        """What ends because an adversary is no longer there."""

    # ------------------------------------------------------------------ falls (DHP-FALL-01)

    def fall(self, play: Play, command: Fall) -> Refusal | None:
        """Falling and collision damage, where the table uses the guide."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        if not play.state.options["falling_damage"]:
            return Refusal("option_off", {"option": "falling_damage"}, ("DHP-FALL-01",))
        one = self.anybody(play.state, command.who)
        if one is None:
            return Refusal("nobody", {"who": command.who})
        if not self.there(one):
            return Refusal("no_target", {"who": f"@{command.who}"}, ("DHP-FALL-01", "DHP-DEATH-03"))
        direct = command.height == "collision"
        pool = (self.guidance.falls[command.height],)
        amount, _ = self.roll_damage(play, command.who, pool, "physical", ("DHP-FALL-01",), direct=direct)
        play.first(Hit(command.who, amount, "physical", direct=direct, attack=False))
        return None
