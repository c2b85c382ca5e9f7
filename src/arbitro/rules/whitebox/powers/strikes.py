"""Blows with more behind them: what lasts on both, wards, gazes, and what a hit brings besides damage."""

from collections.abc import Iterator
from math import ceil
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.whitebox import effect as effects
from arbitro.rules.whitebox import special as s
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.damage import HIT
from arbitro.rules.whitebox.events import AttackRolled, BlowHeld, Moved
from arbitro.rules.whitebox.lasting import Ongoing
from arbitro.rules.whitebox.measure import Save, Span, Trigger
from arbitro.rules.whitebox.powers.commands import AvertEyes
from arbitro.rules.whitebox.powers.events import ArmourRuined, PowerUsed, WeaponRuined, WeaponUseless
from arbitro.rules.whitebox.powers.unseen import UNSEEN_TO_HIT, Unseen
from arbitro.rules.whitebox.state import MELEE_REACH, Blow, Combatant, Fight, State, Threat, Weapon

BLIND_TO_HIT: Final = -4
PLATE: Final = 6
"""The bonus of plate armour and better."""
SIZES: Final = ("small", "man", "large", "huge")


class Strikes(Unseen):
    """Attack rolls and hits of those who have powers or are under effects."""

    # ------------------------------------------------------------ the roll

    def circumstances(
        self, state: State, one: Combatant, target: Combatant, weapon: Weapon
    ) -> tuple[tuple[Modifier, ...], int]:
        """What powers and lasting effects add to a roll, and the target's armour class under them."""
        if not self.fighting(state):  # a joust knows nothing of them
            return (), target.profile.armour
        return self.own_circumstances(state, one, target, weapon), self.armour_under_effects(state, one, target, weapon)

    def own_circumstances(
        self, state: State, one: Combatant, target: Combatant, weapon: Weapon
    ) -> tuple[Modifier, ...]:
        """What the attacker's own powers and state add."""
        found: list[Modifier] = []
        if not self.makes_out(state, one, target):
            found.append(Modifier(UNSEEN_TO_HIT, "WB-INVIS-02", "unseen"))
        for effect in self.shared(state, one):
            if effect.alignment:
                continue
            if effect.to_hit:
                found.append(Modifier(effect.to_hit, "WB-ATK-03", "lasting"))
            if effect.kind == "blind":
                found.append(Modifier(BLIND_TO_HIT, "WB-INVIS-02", "blind"))
            if effect.kind == "averted" and self.specials(target, s.Gaze) and weapon.kind == "melee":
                found.append(Modifier(self.specials(target, s.Gaze)[0].averted_to_hit, "WB-ATK-03", "averted"))
        for special in self.specials(one, s.ToHit):
            humanoid = special.against != "humanoids" or self.is_victim(target, "men")
            if not special.when and humanoid and (not special.missile or weapon.kind == "missile"):
                found.append(Modifier(special.bonus, "WB-ATK-03", "own_power"))
        if self.unaware(state, one, target) and self.powers(one).stab_to_hit and weapon.kind == "melee":
            found.append(Modifier(self.powers(one).stab_to_hit, "WB-ATK-03", "back_stab"))
        found += self.old_hatred(one, target)
        return tuple(found)

    def old_hatred(self, one: Combatant, target: Combatant) -> list[Modifier]:
        """What a people has against its old enemies: to hit, unless the table says damage."""
        folk = self.content.peoples.get(self.powers(one).folk)
        foe = target.profile.powers
        if folk is None or folk.foes is None or foe is None:
            return []
        hated = foe.monster in folk.foes.monsters or foe.kind in folk.foes.kinds
        if hated or (folk.foes.thinking_undead and foe.undead and foe.thinking):
            return [Modifier(folk.foes.bonus, "WB-ATK-03", "old_hatred")]
        return []

    def unaware(self, state: State, one: Combatant, target: Combatant) -> bool:
        """Whether somebody does not see a blow coming: surprised, or struck by the unseen."""
        fight = self.fight(state)
        if fight.round == 0 and self.caught(fight, target.id):
            return True
        return self.invisible(state, one) and not self.makes_out(state, target, one)

    def armour_under_effects(self, state: State, one: Combatant, target: Combatant, weapon: Weapon) -> int:
        """The target's armour class with what lasts on it, and what makes attacks on it harder."""
        armour = target.profile.armour
        if not state.effects and target.profile.powers is None:
            return armour
        better = 0
        for effect in self.shared(state, target):
            if effect.alignment and one.profile.alignment != effect.alignment:
                continue
            better += effect.armour - effect.attackers
            better += effect.missile_armour if weapon.kind == "missile" else 0
            armour = max(armour, effect.base_armour)
        return armour + better

    # ------------------------------------------------------------ how many, and at whom

    def may_strike_at(
        self, state: State, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon
    ) -> Refusal | None:
        """Nobody strikes at the unseen without a direction; protection and the attacks of a round have their say."""
        if not self.can_strike(state, one, target):
            return Refusal("unseen", {"who": f"@{target.id}"}, ("WB-INVIS-01",))
        refused = self.kept_off(state, one, target)
        if refused is not None:
            return refused
        if one.profile.powers is None:
            most = self.attacks_a_round(one, weapon) * self.pace(state, one)
            left = one.attacked != fight.round or one.attacks_made < max(most, 1)
        else:
            left = self.attacks_left(state, fight, one, target, weapon)
        return None if left else Refusal("attacked_already", {"who": f"@{one.id}"}, ("WB-SEQ-02", "WB-ALTSEQ-09"))

    def attacks_left(self, state: State, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
        """Whether this round has room for one more attack of this kind."""
        if one.attacked != fight.round:
            return True
        if one.attacks_made > len(one.used) or any(name not in self.weapon_ids(one) for name in one.used):
            return False  # the round went to something else than blows
        made = one.used.count(weapon.id)
        factor = self.pace(state, one)
        if weapon.besides:
            return made < weapon.count
        others = [name for name in one.used if name != weapon.id and not self.besides(one, name)]
        if weapon.count:
            return not others and made < max(int(self.blows_of(one, weapon) * factor), 1)
        most = self.attacks_a_round(one, weapon)
        if self.fury_holds(one, target, fight):
            most = max(most, one.profile.level)
        return len(one.used) < max(int(most * factor), 1)

    @staticmethod
    def weapon_ids(one: Combatant) -> tuple[str, ...]:
        """The ways to attack that somebody has."""
        return tuple(weapon.id for weapon in one.profile.weapons)

    @staticmethod
    def besides(one: Combatant, name: str) -> bool:
        """Whether an attack comes on top of the others."""
        return any(weapon.id == name and weapon.besides for weapon in one.profile.weapons)

    def blows_of(self, one: Combatant, weapon: Weapon) -> int:
        """Attacks of a kind in a round; heads that are dead bite no more."""
        if not self.specials(one, s.Heads):
            return weapon.count
        return min(ceil(weapon.count * one.hp / max(one.began, 1)), weapon.count)

    def fury_holds(self, one: Combatant, target: Combatant, fight: Fight) -> bool:
        """Whether a fighter strikes once for each level: every foe struck at has few hit dice."""
        fury = self.powers(one).fury
        if fury < 0:
            return False
        foes = (target, *(fight.combatants[who] for who in one.struck if one.attacked == fight.round))
        return all(self.hit_dice(foe) <= fury and foe.profile.nature != "character" for foe in foes)

    def pace(self, state: State, one: Combatant) -> float:
        """What haste and slowness make of attacks and steps."""
        factor = 1.0
        if state.effects or self.powers(one).worn:
            for effect in self.lasting(state, one.id):
                if effect.kind in ("hasted", "slowed"):
                    factor *= effect.factor
        return factor

    def kept_off(self, state: State, one: Combatant, target: Combatant) -> Refusal | None:
        """Creatures of some kinds cannot attack those who are protected from them."""
        for effect in self.shared(state, target):
            if effect.kind == "banishing" and self.is_victim(one, effect.victims):
                return Refusal("kept_off", {"who": f"@{one.id}", "target": f"@{target.id}"})
        return None

    # ------------------------------------------------------------ the hit

    def eyes_meet(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
        """Eyes meet before a blow; False if whoever meant to strike no longer can."""
        if weapon.kind != "melee":
            return True
        self.meet_eyes(scene, one, target)
        self.meet_eyes(scene, target, one)
        fight = self.fight(scene.state)
        return self.able(fight, fight.combatants[one.id])

    def blow_is_struck(self, scene: Scene, one: Combatant) -> None:
        """Whoever strikes is seen."""
        self.show_oneself(scene, self.fight(scene.state).combatants[one.id])

    def wound_with_powers(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check) -> None:
        """The damage of a hit, with wards and powers; then what else the hit brings."""
        dice, modifiers, amount = self.damage_of(scene, one, target, weapon, check)
        share = self.share_taken(scene.state, one, target, weapon)
        if share != 1:
            left = min(1, amount) if share < 0 else ceil(amount * share)
            modifiers = (*modifiers, Modifier(left - amount, "WB-ATK-12", "ward"))
            amount = left
            scene.happen(WeaponUseless(target.id, less=share != 0))
        element = weapon.element if weapon.extra is None else ""
        self.deal(scene, one, target, amount, element, dice, modifiers)
        if weapon.extra is not None and share != 0:
            thrown = weapon.extra.roll(scene.dice, "damage")
            self.deal(scene, one, target, max(weapon.extra.total(thrown), 0), weapon.element, thrown, ())
        if share != 0:
            self.riders(scene, one, target, weapon, check)
        self.answer(scene, one, target, weapon)
        if self.fight(scene.state).combatants[target.id].condition == "dead":
            self.rises(scene, target, one.id, "slain")

    def damage_of(
        self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check
    ) -> tuple[tuple[Die, ...], tuple[Modifier, ...], int]:
        """The dice of a hit, what is added, and the sum."""
        rolled = weapon.damage
        for critical in self.specials(one, s.Critical):
            if critical.attack == weapon.id and self.triggered(scene.state, critical.when, check, target):
                rolled = critical.damage
        times = self.powers(one).stab_rolls if self.unaware(scene.state, one, target) else 1
        for charge in self.specials(one, s.Charge):
            if charge.attack == weapon.id and one.moved == self.fight(scene.state).round:
                times = charge.factor
        if weapon.kind != "melee":
            times = 1
        dice = tuple(die for _ in range(times) for die in rolled.roll(scene.dice, "damage"))
        added = [(rolled.plus * times, "weapon_damage"), (weapon.damage_bonus, "magic_weapon")]
        if weapon.kind == "melee":
            added.append((one.profile.damage, "strength"))
        for effect in self.shared(scene.state, one):
            added.append((effect.damage, "lasting"))
            if effect.extra is not None:
                dice += effect.extra.roll(scene.dice, "damage")
                added.append((effect.extra.plus, "lasting"))
        modifiers = tuple(Modifier(amount, "WB-ATK-12", note) for amount, note in added if amount)
        modifiers += self.damage_circumstances(scene.state, one, weapon)
        total = sum(die.face for die in dice) + sum(modifier.amount for modifier in modifiers)
        return dice, modifiers, max(total, 0)

    def share_taken(self, state: State, one: Combatant, target: Combatant, weapon: Weapon) -> float:
        """What share of a weapon's damage is taken: wards, a people's luck against giants, shields of magic."""
        share = self.weapon_share(one, target, weapon)
        small_missile = weapon.kind == "missile" and weapon.bonus <= 0 and not self.otherworldly(one)
        if small_missile and self.under(state, target.id, "shielded"):
            return 0.0
        folk = self.content.peoples.get(self.powers(target).folk)
        for less in folk.less_damage if folk is not None else ():
            bigger = less.larger_than_man and SIZES.index(self.powers(one).size) > SIZES.index("man")
            if bigger or self.powers(one).kind in less.kinds:
                share = min(share, less.factor) if share >= 0 else share
        return share

    def deal(
        self,
        scene: Scene,
        one: Combatant,
        target: Combatant,
        amount: int,
        element: str,
        dice: tuple[Die, ...],
        modifiers: tuple[Modifier, ...],
    ) -> None:
        """Apply the damage of a hit, at once or at the end of a simultaneous turn."""
        if self.fight(scene.state).simultaneous:
            blow = Blow(target.id, "damage", one.id, amount, element)
            scene.happen(BlowHeld(target.id, blow, dice, modifiers, rules=(*HIT, "WB-INIT-02")))
            return
        victim = self.fight(scene.state).combatants[target.id]
        if victim.condition == "dead":
            amount = 0
        if element:
            self.harm_by(scene, victim, amount, element, HIT, dice)
        else:
            self.harm(scene, victim, amount, HIT, dice, modifiers)

    # ------------------------------------------------------------ what a hit brings

    def triggered(self, state: State, when: Trigger | None, check: Check, target: Combatant) -> bool:
        """Whether a hit was good enough; any one of the conditions is enough."""
        if when is None or when == Trigger():
            return True
        needed = check.needed or 0
        return (
            bool(when.margin and check.total >= needed + when.margin)
            or bool(when.natural and check.dice[0].face >= when.natural)
            or (when.double and check.total >= 2 * needed)
            or (when.surprise and self.caught(self.fight(state), target.id))
        )

    def riders(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check) -> None:
        """Poison, paralysis and whatever else comes with a hit."""
        if weapon.threat is not None:
            self.face_rider(scene, one, target, weapon.threat)
        for special in self.all_specials(one):
            if getattr(special, "attack", None) not in ("", weapon.id):
                continue
            if not self.triggered(scene.state, getattr(special, "when", None), check, target):
                continue
            for threat in self.rider(scene, one, target, special):
                self.face_rider(scene, one, target, threat)
        for lycanthropy in self.specials(one, s.Lycanthropy):
            victim = self.fight(scene.state).combatants[target.id]
            weak = victim.condition == "up" and victim.hp < victim.profile.max_hp * lycanthropy.below
            if weak and self.is_victim(victim, "persons") and not self.under(scene.state, victim.id, "lycanthropy"):
                self.begin(scene, victim.id, Ongoing(kind="lycanthropy", source=f"monster:{self.powers(one).monster}"))
        self.holy_weapon(scene, one, target, weapon)

    def face_rider(self, scene: Scene, one: Combatant, target: Combatant, threat: Threat) -> None:
        """Let the victim of a hit face what comes with it, while it still stands."""
        victim = self.fight(scene.state).combatants[target.id]
        if victim.condition == "up":
            self.endanger(scene, victim, threat, one.id)

    def threat_of(self, effect: str, save: Save | None, **more: object) -> Threat:
        """A danger with the saving throw that an entry allows."""
        return Threat(
            effect,  # type: ignore[arg-type]
            danger=save.danger if save is not None else None,
            save=save is not None,
            on_success={"negates": "avoided", "half": "half", "referee": "referee"}[save.success]
            if save
            else "avoided",  # type: ignore[arg-type]
            modifier=save.modifier if save is not None else 0,
            **more,  # type: ignore[arg-type]
        )

    def seized_by(self, state: State, one: Combatant, target: Combatant) -> bool:
        """Whether somebody is in the grip of another."""
        return any(effect.kind == "gripped" and effect.by == one.id for effect in self.lasting(state, target.id))

    def lasting_threat(
        self, effect: str, save: Save | None, ongoing: Ongoing, span: Span | None, level: int = 0, **more: object
    ) -> Threat:
        """A danger that leaves something for a span of time; its dice are thrown when it takes hold."""
        amount, each = self.span_amount(span, level)
        return self.threat_of(effect, save, amount=amount, ongoing=replace(ongoing, each=each), **more)

    def rider(self, scene: Scene, one: Combatant, target: Combatant, special: s.AnySpecial) -> Iterator[Threat]:
        """The dangers that a power adds to a hit."""
        source = f"monster:{self.powers(one).monster}"
        match special:
            case s.Poison(effect="death"):
                yield self.threat_of("death", special.save, element="poison")
            case s.Poison(effect="paralysis") | s.Paralysis():
                element = "poison" if isinstance(special, s.Poison) else "paralysis"
                held = Ongoing(kind="held", source=source, by=one.id, magical=False)
                yield self.lasting_threat("ongoing", special.save, held, special.span, element=element)
            case s.Poison() | s.Drag() | s.Sunder():
                self.ask_referee(scene, one.id, "advice", str(special.__struct_config__.tag), target.id)
            case s.Petrify():
                stone = Ongoing(kind="stone", source=source, by=one.id)
                yield self.threat_of("stone", special.save, element="stone", ongoing=stone)
            case s.LevelDrain():
                yield self.threat_of("level_drain", None, drain=special.levels)
                if special.each_round:
                    held = Ongoing(kind="gripped", source=source, by=one.id, amount=special.levels, magical=False)
                    yield self.threat_of("ongoing", None, ongoing=held)
            case s.AbilityDrain():
                yield self.weakening(scene, one, special, source)
                if special.each_round and not self.seized_by(scene.state, one, target):
                    yield self.threat_of(
                        "ongoing",
                        None,
                        ongoing=Ongoing(
                            kind="gripped",
                            source=source,
                            by=one.id,
                            dice=special.amount,
                            ability=special.ability,
                            magical=False,
                        ),
                    )
            case s.Charm(by="touch"):
                charm = Ongoing(kind="charmed", source=source, by=one.id, level=self.hit_dice(one))
                if self.is_victim(target, "persons"):
                    yield self.threat_of("charm", special.save, element="charm", ongoing=charm)
            case s.Grip():
                grip = Ongoing(
                    kind="gripped",
                    source=source,
                    by=one.id,
                    dice=special.damage,
                    element=special.element or "",
                    magical=False,
                )
                if not self.seized_by(scene.state, one, target):
                    yield self.threat_of("ongoing", None, ongoing=grip)
            case s.Swallow():
                yield from self.swallowing(scene, one, target, special, source)
            case s.Disease():
                ill = Ongoing(
                    kind="diseased", source=source, to_hit=special.penalty, saves=special.penalty, magical=False
                )
                yield self.threat_of("ongoing", special.save, element="poison", ongoing=ill)
            case s.Rot():
                if not self.under(scene.state, target.id, "rotting"):
                    rot = Ongoing(kind="rotting", source=source, factor=special.healing_factor)
                    yield self.threat_of("ongoing", None, ongoing=rot)
            case s.Pull():
                self.pull(scene, one, target)
                yield Threat("damage", special.damage, save=False, element=special.element)
            case _:
                return

    def weakening(self, scene: Scene, one: Combatant, special: s.AbilityDrain, source: str) -> Threat:
        """Points of an attribute that a hit takes away, for a while or for good."""
        minutes = -1 if special.returns is None else special.returns.amount.plus * self.unit_minutes(special.returns)
        weak = Ongoing(
            kind="weakened",
            source=source,
            by=one.id,
            until=self.until(scene.state, minutes),
            ability=special.ability,
            magical=False,
        )
        return self.threat_of("ability_drain", None, amount=special.amount, ongoing=weak)

    def swallowing(
        self, scene: Scene, one: Combatant, target: Combatant, special: s.Swallow, source: str
    ) -> Iterator[Threat]:
        """A victim small enough goes down whole."""
        if SIZES.index(self.powers(target).size) > SIZES.index(special.size):
            return
        if special.held and not self.seized_by(scene.state, one, target):
            grip = Ongoing(kind="gripped", source=source, by=one.id, magical=False)
            yield self.threat_of("ongoing", None, ongoing=grip)
            return
        if special.effect == "death":
            yield self.threat_of("death", None)
            return
        inside = Ongoing(kind="swallowed", source=source, by=one.id, magical=False)
        yield self.lasting_threat("swallow", None, inside, special.span)
        self.ask_referee(scene, one.id, "advice", "swallow", target.id)

    def pull(self, scene: Scene, one: Combatant, target: Combatant) -> None:
        """Drag somebody close."""
        if abs(one.at - target.at) > MELEE_REACH:
            scene.happen(Moved(target.id, target.at, one.at))

    def holy_weapon(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
        """A weapon that destroys the undead it hits; the stronger ones may save."""
        item = self.content.magic_items.get(weapon.magic) if weapon.magic else None
        for effect in item.effects if item is not None else ():
            if isinstance(effect, effects.DestroyUndead) and self.powers(target).undead:
                save = effect.save if self.hit_dice(target) >= effect.save_from_hd else None
                self.face_rider(scene, one, target, self.threat_of("death", save))

    # ------------------------------------------------------------ what the victim does back

    def answer(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
        """Creatures that burn or eat what touches them."""
        if weapon.kind != "melee":
            return
        for special in self.specials(target, s.Burn):
            self.burn_back(scene, one, special.damage, special.element)
        for effect in self.lasting(scene.state, target.id):
            if effect.kind == "retaliating" and effect.dice is not None:
                self.burn_back(scene, one, effect.dice, effect.element)
        for corrosion in self.specials(target, s.Corrosion):
            self.corrode_weapon(scene, one, weapon, corrosion)
        for corrosion in self.specials(one, s.Corrosion):
            self.corrode_armour(scene, target, corrosion)

    def burn_back(self, scene: Scene, one: Combatant, damage: Amount, element: str) -> None:
        """Whoever strikes takes damage."""
        thrown = damage.roll(scene.dice, "damage")
        victim = self.fight(scene.state).combatants[one.id]
        if victim.condition == "up":
            self.harm_by(scene, victim, max(damage.total(thrown), 0), element, ("WB-DEATH-01",), thrown)

    def corrode_weapon(self, scene: Scene, one: Combatant, weapon: Weapon, special: s.Corrosion) -> None:
        """A made weapon that strikes it is eaten away, magic ones more slowly."""
        if one.profile.powers is not None and one.profile.powers.natural:
            return
        lasts = special.weapon_hits + special.per_plus * max(weapon.bonus, 0)
        key = f"corroded:{weapon.id}"
        if one.spent.count(key) + 1 < lasts:
            scene.happen(PowerUsed(one.id, "corroded", key, passive=True))
            return
        name = weapon.id.partition("~")[0]
        if special.item_save:
            self.ask_referee(scene, one.id, "advice", "item_save", one.id)
        scene.happen(WeaponRuined(one.id, name, name))

    def corrode_armour(self, scene: Scene, target: Combatant, special: s.Corrosion) -> None:
        """Armour that it touches is eaten away, plate more slowly."""
        sheet = scene.state.characters.get(target.id)
        if sheet is None:
            return
        for key, item in sheet.items.items():
            facts = self.content.armour.get(item.base or item.of)
            if facts is None or facts.shield or item.where != "worn" or (special.metal_only and not facts.metal):
                continue
            lasts = special.plate_hits if facts.bonus >= PLATE else special.armour_hits
            lasts += special.per_plus * max(item.plus, 0)
            victim = self.fight(scene.state).combatants[target.id]
            mark = f"corroded:{key}"
            if victim.spent.count(mark) + 1 < lasts:
                scene.happen(PowerUsed(target.id, "corroded", mark, passive=True))
            else:
                armour = victim.profile.armour - facts.bonus - item.plus
                scene.happen(ArmourRuined(target.id, armour, key))
            return

    # ------------------------------------------------------------ eyes

    def meet_eyes(self, scene: Scene, one: Combatant, gazer: Combatant) -> None:
        """Whoever fights a creature with a dangerous gaze without looking away meets its eyes once a round."""
        for gaze in self.specials(gazer, s.Gaze):
            state = scene.state
            known = any(e.kind == "gazed" and e.by == gazer.id for e in self.lasting(state, one.id))
            if known or self.under(state, one.id, "averted", "blind") or gazer.held_until >= self.fight(state).round:
                return
            if not self.is_victim(one, "men" if gaze.victims == "men" else "all"):
                return
            if gaze.hd_max is not None and self.hit_dice(one) > gaze.hd_max:
                return
            scene.happen(PowerUsed(gazer.id, "gaze", "gaze", (one.id,), passive=True))
            until = state.minutes + 1
            self.begin(scene, one.id, Ongoing(kind="gazed", by=gazer.id, until=until, magical=False))
            self.endanger(scene, one, self.gaze_threat(gazer, gaze), gazer.id)

    def gaze_threat(self, gazer: Combatant, gaze: s.Gaze) -> Threat:
        """What it means to meet such eyes."""
        source = f"monster:{self.powers(gazer).monster}"
        if gaze.effect == "petrify":
            return self.threat_of(
                "stone", gaze.save, element="stone", ongoing=Ongoing(kind="stone", source=source, by=gazer.id)
            )
        if gaze.effect == "charm":
            charm = Ongoing(kind="charmed", source=source, by=gazer.id, level=self.hit_dice(gazer))
            return self.threat_of("charm", gaze.save, element="charm", ongoing=charm)
        kind = "held" if gaze.effect == "paralysis" else "blind"
        ongoing = Ongoing(kind=kind, source=source, by=gazer.id)  # type: ignore[arg-type]
        return self.threat_of("ongoing", gaze.save, element="paralysis" if kind == "held" else "light", ongoing=ongoing)

    def avert_eyes(self, scene: Scene, command: AvertEyes) -> Refusal | None:
        """Fight without looking, or look again: no action, but it counts against blows."""
        one = self.acting(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        looking_away = self.under(scene.state, one.id, "averted")
        if looking_away is not None:
            self.finish(scene, one.id, looking_away)
        else:
            self.begin(scene, one.id, Ongoing(kind="averted", magical=False))
        return None

    # ------------------------------------------------------------ blows out of turn

    def strike_a_friend(self, scene: Scene, one: Combatant) -> None:
        """Somebody out of their mind strikes the nearest of their own within reach."""
        fight = self.fight(scene.state)
        friends = [other for other in self.members(fight, one.profile.side) if other.id != one.id]
        near = min(friends, key=lambda other: abs(other.at - one.at), default=None)
        blade = next((weapon for weapon in one.profile.weapons if weapon.kind == "melee"), None)
        if near is not None and blade is not None and abs(near.at - one.at) <= MELEE_REACH:
            self.strike(scene, one, near, blade)

    def strike_at_last(self, scene: Scene, one: Combatant) -> None:
        """One more attack of somebody who has fallen, at the nearest foe within reach."""
        fight = self.fight(scene.state)
        foe = min(self.opponents(fight, one), key=lambda other: abs(other.at - one.at), default=None)
        blade = next((weapon for weapon in one.profile.weapons if weapon.kind == "melee"), None)
        scene.happen(PowerUsed(one.id, "last_strike", "last_strike", passive=True))
        if foe is None or blade is None or abs(foe.at - one.at) > MELEE_REACH:
            return
        check, rules = self.attack_check(scene.state, one, foe, blade, scene.dice.roll(20, "attack"))
        scene.happen(AttackRolled(one.id, foe.id, blade.id, check, check.success, rules=rules))
        if check.success:
            self.wound_with_powers(scene, one, foe, blade, check)
