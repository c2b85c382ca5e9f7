"""The attack roll (chapter «Il Tiro d'Attacco»), melee and missiles."""

from abc import abstractmethod
from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.damage import HIT, Damage
from arbitro.rules.whitebox.events import AttackRolled, BlowHeld, ShotStrayed
from arbitro.rules.whitebox.numbers import TOP_LEVEL
from arbitro.rules.whitebox.reckoning import not_below
from arbitro.rules.whitebox.state import MELEE_REACH, Blow, Combatant, Fight, State
from arbitro.rules.whitebox.terms import Weapon

_MELEE: Final[tuple[str, ...]] = ("WB-ATK-01", "WB-ATK-04", "WB-MELEE-01")
_MISSILE: Final[tuple[str, ...]] = ("WB-ATK-01", "WB-ATK-04", "WB-RANGED-01")


class Attacks(Damage):
    """Who can be attacked, with what, what it takes to hit, and the damage of a hit."""

    def weapon_of(self, one: Combatant, wanted: str) -> Weapon | None:
        """The weapon asked for, the one in hand, or the first."""
        weapons = one.profile.weapons
        wanted = wanted or one.weapon
        if not wanted:
            return weapons[0] if weapons else None
        for weapon in weapons:
            if weapon.id == wanted:
                return weapon
        return None

    def to_hit_modifiers(self, one: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
        """Strength in the hand or Dexterity at range, never both; magic is added (WB-ATK-02, WB-ATK-03)."""
        profile = one.profile
        ability = profile.strength if weapon.kind == "melee" else profile.dexterity
        modifiers: tuple[Modifier, ...] = ()
        if ability:
            note = "strength" if weapon.kind == "melee" else "dexterity"
            modifiers = (Modifier(ability, "WB-ATK-02", note),)
        if profile.aim and weapon.kind == "missile":
            modifiers = (*modifiers, Modifier(profile.aim, "WB-ATK-03", "bonus_race"))
        if weapon.bonus:
            modifiers = (*modifiers, Modifier(weapon.bonus, "WB-ATK-03", "magic_weapon"))
        return modifiers

    def base_bonus(self, one: Combatant) -> int:
        """The base bonus to hit, from the class's table or the creature's own (WB-ATK-11)."""
        table = self.numbers.attack.get(one.profile.class_id)
        return one.profile.to_hit if table is None else table.bonus(one.profile.level)

    def attack_check(
        self, state: State, one: Combatant, target: Combatant, weapon: Weapon, die: Die
    ) -> tuple[Check, tuple[str, ...]]:
        """Hold a d20 against the target's armour class, on the tables or by the quick method (WB-ATK-05)."""
        profile = one.profile
        modifiers = self.to_hit_modifiers(one, weapon)
        armour = target.profile.armour
        if state.effects or profile.powers is not None or target.profile.powers is not None:
            more, armour = self.circumstances(state, one, target, weapon)
            modifiers += more
        rules = _MELEE if weapon.kind == "melee" else _MISSILE
        table = self.numbers.attack.get(profile.class_id)
        if state.options["ac_system"] == "ascending":
            base = self.base_bonus(one)
            if base:
                modifiers = (Modifier(base, "WB-ATK-11", "base_bonus"), *modifiers)
            needed, against, rules = armour, "armour_ascending", (*rules, "WB-ATK-05", "WB-ATK-10")
        elif table is None:
            # Monsters stand on no table: their own bonus shifts the row of someone without a class (WB-ATK-04).
            needed, against = armour - profile.to_hit, "armour_descending"
            rules = (*rules, "WB-ATK-06")
        else:
            needed = table.needed(profile.level, 19 - armour)
            against, rules = "armour_descending", (*rules, *table.rules)
        total = die.face
        for modifier in modifiers:
            total += modifier.amount
        check = Check((die,), total, ">=", needed, total >= needed, modifiers, against)
        if state.options["natural_extremes"]:
            check = self.with_natural_extremes(state, check)
        return check, rules

    def row_read(self, one: Combatant, check: Check) -> int:
        """The row of the class's table that an attack was read on; 0 for the quick method and for monsters."""
        read = check.against == "armour_descending" and one.profile.class_id in self.numbers.attack
        return min(max(one.profile.level, 1), TOP_LEVEL) if read else 0

    def armour_met(self, one: Combatant, check: Check) -> int:
        """The ascending armour class that an attack was held against; 0 where none counts."""
        if check.needed is None or not check.against.startswith("armour"):
            return 0
        return check.needed + (self.base_bonus(one) if check.against == "armour_descending" else 0)

    def attack_told(
        self, one: Combatant, target: Combatant, weapon: str, check: Check, rules: tuple[str, ...]
    ) -> AttackRolled:
        """The event of an attack, with the row that it was read on and the armour class that it met."""
        row, armour = self.row_read(one, check), self.armour_met(one, check)
        return AttackRolled(one.profile.id, target.profile.id, weapon, check, check.success, row, armour, rules=rules)

    @abstractmethod
    def circumstances(
        self, state: State, one: Combatant, target: Combatant, weapon: Weapon
    ) -> tuple[tuple[Modifier, ...], int]:
        """What powers and lasting effects add to a roll, and the target's armour class under them."""

    def strike(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
        """One attack roll and, on a hit, its damage (WB-ATK-12)."""
        gifted = one.profile.powers is not None or target.profile.powers is not None or bool(scene.state.effects)
        if gifted and not self.eyes_meet(scene, one, target, weapon):
            return False
        check, rules = self.attack_check(scene.state, one, target, weapon, scene.dice.roll(20, "attack"))
        scene.happen(self.attack_told(one, target, weapon.id, check, rules))
        if check.success and gifted:
            self.wound_with_powers(scene, one, target, weapon, check)
        elif check.success:
            self.wound(scene, one, target, weapon)
        return check.success

    @abstractmethod
    def eyes_meet(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> bool:
        """What happens before a blow where powers are in play; False if there is no blow after it."""

    @abstractmethod
    def wound_with_powers(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check) -> None:
        """The damage of a hit where powers are in play, and what else it brings."""

    def wound(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
        """Roll the weapon's damage and apply it, at once or at the end of a simultaneous turn."""
        dice = weapon.damage.roll(scene.dice, "damage")
        modifiers: tuple[Modifier, ...] = ()
        if weapon.damage.plus:
            modifiers = (Modifier(weapon.damage.plus, "WB-ATK-12", "weapon_damage"),)
        if weapon.damage_bonus:
            modifiers = (*modifiers, Modifier(weapon.damage_bonus, "WB-ATK-12", "magic_weapon"))
        amount = weapon.damage_bonus + weapon.damage.plus
        if one.profile.damage and weapon.kind == "melee":
            modifiers = (*modifiers, Modifier(one.profile.damage, "WB-ATK-12", "strength"))
            amount += one.profile.damage
        for modifier in self.damage_circumstances(scene.state, one, weapon):
            modifiers = (*modifiers, modifier)
            amount += modifier.amount
        for die in dice:
            amount += die.face
        if amount < 0:
            amount, modifiers = not_below(0, amount, modifiers, "WB-ATK-12")
        if self.fight(scene.state).simultaneous:
            blow = Blow(target.id, "damage", one.id, amount)
            scene.happen(BlowHeld(target.id, blow, dice, modifiers, rules=(*HIT, "WB-INIT-02")))
        else:
            self.harm(scene, target, amount, HIT, dice, modifiers)
        if weapon.threat is not None:
            hurt = self.fight(scene.state).combatants[target.id]
            if hurt.condition == "up":
                self.endanger(scene, hurt, weapon.threat, one.id)

    def damage_circumstances(self, state: State, one: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
        """What else changes the damage of a blow; nothing here."""
        del state, one, weapon
        return ()

    def attack(self, scene: Scene, command: Attack) -> Refusal | None:
        """Strike or shoot."""
        state = scene.state
        one = self.acting(state, command.who)
        if not isinstance(one, Combatant):
            return one
        weapon = self.weapon_of(one, command.weapon)
        if weapon is None:
            return Refusal(
                "no_weapon", {"who": f"@{one.id}", "weapon": command.weapon}, ("WB-MELEE-01", "WB-RANGED-01")
            )
        fight = self.fight(state)
        target = fight.combatants.get(command.target)
        if target is None:
            return Refusal("nobody", {"who": command.target})
        refused = self.may_attack(state, fight, one, target, weapon)
        if refused is not None:
            return refused
        if weapon.kind == "missile":
            target = self.shot_finds(scene, fight, one, target)
            if weapon.ammunition:
                self.spend_shot(scene, one, weapon)
        self.strike(scene, one, target, weapon)
        if weapon.thrown:
            self.leaves_the_hand(scene, one, target, weapon)
        return None

    def may_attack(
        self, state: State, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon
    ) -> Refusal | None:
        """Whether this attack is allowed now: the target, the reach, the attacks left, the moment."""
        profile = one.profile
        if target.condition != "up" or target.profile.side == profile.side:
            return Refusal("no_target", {"who": f"@{target.profile.id}"})
        if weapon.kind == "melee" and self.distance(fight, one, target) > MELEE_REACH:
            feet = self.distance(fight, one, target)
            return Refusal("out_of_reach", {"who": f"@{target.id}", "feet": feet}, ("WB-MELEE-02",))
        if profile.powers is not None or target.profile.powers is not None or state.effects:
            refused = self.may_strike_at(state, fight, one, target, weapon)
            if refused is not None:
                return refused
        elif one.attacked == fight.round and one.attacks_made >= self.attacks_a_round(one, weapon):
            return Refusal("attacked_already", {"who": f"@{profile.id}"}, ("WB-SEQ-02", "WB-ALTSEQ-09"))
        if weapon.ammunition and not self.has_shot(state, one, weapon):
            return Refusal("no_ammunition", {"who": f"@{profile.id}", "weapon": weapon.id}, ("WB-RANGED-01",))
        return self.may_attack_now(state, fight, one, target, weapon)

    def attacks_a_round(self, one: Combatant, weapon: Weapon) -> int:
        """How many attacks somebody has in a round."""
        del weapon
        return one.profile.attacks

    @abstractmethod
    def may_strike_at(
        self, state: State, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon
    ) -> Refusal | None:
        """Whether powers and effects leave room for this attack, and the attacker has one left."""

    @abstractmethod
    def has_shot(self, state: State, one: Combatant, weapon: Weapon) -> bool:
        """Whether somebody who must count shots has one left; the chapter on people counts them."""

    @abstractmethod
    def spend_shot(self, scene: Scene, one: Combatant, weapon: Weapon) -> None:
        """Take one shot from what somebody has."""

    @abstractmethod
    def leaves_the_hand(self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
        """What becomes of a weapon that was thrown."""

    @abstractmethod
    def may_attack_now(
        self, state: State, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon
    ) -> Refusal | None:
        """Whether the round has room for this attack; the chapter on the round says."""

    def shot_finds(self, scene: Scene, fight: Fight, one: Combatant, target: Combatant) -> Combatant:
        """A shot into a melee falls on somebody in it by chance, friend or foe (WB-RANGED-02)."""
        exposed = tuple(other for other in self.melee_around(fight, target, one.id) if other.id != one.id)
        if len(exposed) < 2:
            return target
        die = scene.dice.roll(len(exposed), "stray_shot")
        victim = exposed[die.face - 1]
        among = tuple(other.id for other in exposed)
        scene.happen(ShotStrayed(one.id, target.id, victim.id, die, among, rules=("WB-RANGED-02",)))
        return victim
