"""Into a fight and out of it: a sheet becomes a combatant, and what the fight leaves goes back on the sheet."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import effect as effects
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.calling import SaveAgainst
from arbitro.rules.whitebox.commands import Member, StartFight
from arbitro.rules.whitebox.outfit import Weapon as ListedWeapon
from arbitro.rules.whitebox.people.commands import PartyFight
from arbitro.rules.whitebox.people.events import CameHome, XpCounted
from arbitro.rules.whitebox.people.state import PARTY, Battle, Character, Health, Item
from arbitro.rules.whitebox.people.treasure import Spoils
from arbitro.rules.whitebox.state import Combatant, Profile, Side, State
from arbitro.rules.whitebox.terms import Danger, Named, SaveBonus, Spell, Threat, Weapon

_COLUMNS: Final[dict[SaveAgainst, tuple[Danger, ...]]] = {
    "magic": ("wands_rays", "spells_staves"),
    "poison": ("death_poison",),
    "death": ("death_poison",),
    "paralysis": ("paralysis_stone",),
    "spells": ("spells_staves",),
    "staves": ("spells_staves",),
    "wands": ("wands_rays",),
}
"""The columns of the matrix that a bonus of class or people helps in; other dangers (traps) are met elsewhere."""
FISTS: Final = Weapon("fists", Named("pugni", "fists"), Amount.parse("1d6-2"))
"""Whoever has no weapon fights with what is at hand (ours)."""
FOES: Final = "foes"


def plain_spell(name: str) -> str:
    """The id of a spell in the lists; the same spell memorised twice is ``sleep`` and ``sleep~2`` in a fight."""
    return name.partition("~")[0]


class BattleReady(Spoils):
    """Sheets and fights."""

    # ------------------------------------------------------------ into the fight

    def armour_class(self, one: Character) -> int:
        """Ascending armour class: the suit worn, a shield in hand, their enchantment, dexterity where it counts."""
        total = 19 - self.content.arms.unarmoured + self.bonus(one, "armour")
        for item in one.items.values():
            facts = self.content.armour.get(item.base or item.of)
            if facts is not None and item.where == ("hand" if facts.shield else "worn"):
                total += facts.bonus + item.plus
        return total

    def has_shield(self, one: Character) -> bool:
        """Whether a shield is in hand."""
        return any(
            item.where == "hand" and (item.base or item.of) in self.content.armour for item in one.items.values()
        )

    def weapons_of(self, one: Character) -> tuple[Weapon, ...]:
        """The weapons on somebody that the class may use, the one in hand first; a shield leaves one hand."""
        found: list[tuple[int, Weapon]] = []
        for key, item in one.items.items():
            facts = self.content.weapons.get(item.base or item.of)
            if facts is None or item.where == "elsewhere" or self.may_use(one, item) is not None:
                continue
            if facts.hands > 1 and self.has_shield(one) and item.where != "hand":
                continue
            rank = 0 if item.where == "hand" else 1 if facts.use == "melee" else 2
            found += [(rank, weapon) for weapon in self.ways_to_attack(key, item, facts)]
        found.sort(key=lambda pair: pair[0])
        return tuple(weapon for _, weapon in found) or (FISTS,)

    def ways_to_attack(self, key: str, item: Item, facts: ListedWeapon) -> tuple[Weapon, ...]:
        """A weapon as it is swung or shot; one that can be thrown as well is two (WB-RANGED-01)."""
        noun = facts.name
        name = item.name or Named(noun.it, noun.en, noun.gender)
        flies = facts.use == "missile" and facts.thrown > 0 and not facts.ammunition
        shot = Weapon(key, name, facts.damage, facts.use, item.plus, item.plus, ammunition=facts.ammunition)
        ways = [
            replace(shot, thrown=flies, pieces=item.count, range=facts.range or facts.thrown if flies else facts.range)
        ]
        if facts.use == "melee" and facts.thrown:
            thrown = Named(f"{name.it} (lancio)", f"{name.en} (thrown)", name.gender)
            flung = Weapon(f"{key}~thrown", thrown, facts.damage, "missile", item.plus, item.plus)
            ways.append(replace(flung, thrown=True, pieces=item.count, range=facts.thrown))
        return tuple(ways)

    def has_shot(self, state: State, one: Combatant, weapon: Weapon) -> bool:
        """Whether a character has something left to shoot; others are not counted for."""
        sheet = state.characters.get(one.id)
        return sheet is None or self.ammunition(sheet, weapon.ammunition) is not None

    def spend_shot(self, scene: Scene, one: Combatant, weapon: Weapon) -> None:
        """A shot is gone from the quiver."""
        sheet = scene.state.characters.get(one.id)
        key = None if sheet is None else self.ammunition(sheet, weapon.ammunition)
        if sheet is not None and key is not None:
            self.spent(scene, sheet, key, rules=("WB-RANGED-01",))

    def saves_of(self, one: Character) -> tuple[SaveBonus, ...]:
        """Bonuses on saving throws of class and people (WB-SAVE-10)."""
        found: dict[tuple[Literal["class", "race"], Danger], int] = {}
        facts = self.calling(one)
        for bonus in facts.save_bonuses if facts is not None else ():
            for against in bonus.vs:
                for danger in _COLUMNS.get(against, ()):
                    found["class", danger] = bonus.bonus
        for bonus in self.folk(one).save_bonuses:
            for against in bonus.vs:
                for danger in _COLUMNS.get(against, ()):
                    found["race", danger] = bonus.bonus
        return tuple(SaveBonus(amount, source, danger) for (source, danger), amount in found.items())

    def spells_of(self, one: Character) -> tuple[Spell, ...]:
        """What somebody has in memory and hands to cast, as a fight knows spells; a second one has its own id."""
        found: list[Spell] = []
        if not self.hands_free_to_cast(one):
            return ()
        count: dict[str, int] = {}
        for name in one.prepared:
            count[name] = count.get(name, 0) + 1
            spell = self.fight_spell(one, name, name if count[name] == 1 else f"{name}~{count[name]}")
            if spell is not None:
                found.append(spell)
        return tuple(found)

    def fight_spell(self, one: Character, name: str, spell_id: str) -> Spell | None:
        """A memorised spell as a danger in a fight; None for one that does no harm. The powers chapter knows more."""
        facts, parts = self.content.find_spell(name)
        for part in parts:
            if isinstance(part, effects.Damage):
                noun = facts.name
                each = part.per_level
                amount = (
                    part.amount if each is None else Amount(each.count * one.level, each.sides, each.plus * one.level)
                )
                save = part.save
                threat = Threat(
                    "damage",
                    amount,
                    save.danger if save is not None else None,
                    save is not None,
                    "half" if save is not None and save.success == "half" else "avoided",
                )
                return Spell(spell_id, Named(noun.it, noun.en, noun.gender), threat)
        return None

    def profile_of(self, one: Character, side: str) -> Profile:
        """The numbers that somebody has in a fight."""
        if one.monster:
            return self.hireling_profile(one, side)
        facts = self.calling(one)
        class_id = one.class_id if facts is None or not facts.attacks_as else facts.attacks_as
        player = one.kind == "player"
        return Profile(
            one.id,
            one.name,
            side,
            "character" if player else "npc",
            one.max_hp,
            self.armour_class(one),
            self.weapons_of(one),
            class_id,
            one.level,
            strength=self.bonus(one, "melee_to_hit"),
            dexterity=self.bonus(one, "missile_to_hit"),
            dexterity_score=one.abilities.get("dex", 10),
            rate=self.fight_rate(one),
            save_bonuses=self.saves_of(one),
            spells=self.spells_of(one),
            group="" if player else f"{side}-{one.employer or one.trade or one.class_id}",
            loyalty=one.loyalty.next_check,
            damage=self.bonus(one, "melee_damage"),
            aim=self.folk(one).missile_to_hit,
        )

    def hireling_profile(self, one: Character, side: str) -> Profile:
        """Somebody for hire, who has the numbers of the bestiary, and better armour where they wear it."""
        monster = self.content.monsters[one.monster]
        rank = monster.hd[0]
        return Profile(
            one.id,
            one.name,
            side,
            "npc",
            one.max_hp,
            max(monster.aac or 0, self.armour_class(one)),
            self.weapons_of(one) if one.items else (self.usual_weapon(one),),
            to_hit=rank.to_hit,
            rate=self.fight_rate(one),
            save=rank.save,
            group=f"{side}-{one.trade}",
            loyalty=one.loyalty.next_check,
        )

    def usual_weapon(self, one: Character) -> Weapon:
        """What somebody for hire brings along."""
        attack = self.content.monsters[one.monster].attacks[0]
        noun = self.content.attack_names[attack.name].name
        return Weapon(attack.name, Named(noun.it, noun.en, noun.gender), attack.damage)

    def member_of(self, state: State, who: str, side: str = PARTY, at: int = 0) -> Member | Refusal:
        """A character as somebody to be put into a fight, or why not."""
        one = self.awake(state, who)
        if isinstance(one, Refusal):
            return one
        profile = self.profile_of(one, side)
        if state.options["plain_damage"] and not one.monster:
            plain = self.content.arms.plain_damage
            made = (replace(weapon, damage=plain) if weapon != FISTS else weapon for weapon in profile.weapons)
            profile = replace(profile, weapons=tuple(made))
        return Member(profile, Amount(plus=one.hp), at)

    def party_members(self, state: State, side: str = PARTY, at: int = 0) -> tuple[Member, ...]:
        """Everybody of the party who can fight, in marching order."""
        members = (self.member_of(state, one.id, side, at) for one in self.company(state) if self.fights(one))
        return tuple(member for member in members if isinstance(member, Member))

    def fights(self, one: Character) -> bool:
        """Whether somebody goes into fights: whoever is awake, except hirelings of a peaceful trade."""
        return one.fit and (not one.trade or self.content.hirelings[one.trade].combatant)

    def party_fight(self, scene: Scene, command: PartyFight) -> Refusal | None:
        """Let the party meet others: a fight like any other, with its members as their sheets have them."""
        state = scene.state
        if self.fighting(state):
            return Refusal("fight_already")
        members = self.party_members(state)
        if not members:
            return Refusal("empty_side", {"side": PARTY})
        for foe in command.foes:
            if foe.profile.side != FOES:
                return Refusal("no_such_side", {"who": foe.profile.id, "side": foe.profile.side})
        sides = (Side(PARTY, state.party.name, command.light), Side(FOES, command.name, command.foes_light))
        return self.start_fight(scene, StartFight(sides, (*members, *command.foes), command.may_surprise))

    def may_start(self, state: State, command: StartFight) -> Refusal | None:
        """Also: everybody is of a class that the game has, or of none."""
        for member in command.members:
            name = member.profile.class_id
            if name and name not in self.content.classes:
                return Refusal("no_such_class", {"class": name, "known": ", ".join(self.content.classes)})
        return super().may_start(state, command)

    # ------------------------------------------------------------ and out of it

    def end(self, scene: Scene, winners: tuple[str, ...], rules: tuple[str, ...]) -> None:
        """The end of a fight: whoever has a sheet goes home with what is left, and the slain are counted."""
        super().end(scene, winners, rules)
        if scene.state.characters:
            for one in self.fight(scene.state).combatants.values():
                if one.id in scene.state.characters:
                    self.come_home(scene, one)
            self.count_slain(scene)

    def bleed(self, scene: Scene) -> None:
        """A minute of the fight is a minute for those too who lie bleeding beside it (WB-DEATH-05)."""
        super().bleed(scene)
        fight = self.fight(scene.state)
        for one in tuple(scene.state.characters.values()):
            if one.bleeding and one.health == "out" and one.id not in fight.combatants:
                self.bleed_on(scene, one, 1)

    def come_home(self, scene: Scene, one: Combatant) -> None:
        """Hit points, health and spells of a fight, written back on the sheet."""
        state = scene.state
        sheet = state.characters[one.id]
        health: Health = "dead" if one.condition == "dead" else "out" if one.condition == "out" else "well"
        prepared = list(sheet.prepared)
        for spell in one.cast:
            if plain_spell(spell) in prepared:
                prepared.remove(plain_spell(spell))
        bleeding = one.condition == "out" and one.dropped >= 0
        battle = Battle(state.fights, one.began, state.minutes)
        home = CameHome(
            one.id,
            one.hp,
            health,
            tuple(prepared),
            bleeding,
            battle,
            rules=("WB-DEATH-01",),
            audience=one.id,
        )
        scene.happen(home)

    def count_slain(self, scene: Scene) -> None:
        """Experience for the slain enemies of the party: those killed, not those who fled or gave up (WB-XP-01)."""
        fight = self.fight(scene.state)
        order = scene.state.party.order
        sides = {fight.combatants[who].profile.side for who in order if who in fight.combatants}
        slain = [
            one
            for one in fight.combatants.values()
            if one.condition == "dead" and one.profile.side not in sides and one.id not in scene.state.characters
        ]
        if not sides or not slain:
            return
        worth = sum(one.profile.xp for one in slain if one.profile.xp >= 0)
        unpriced = tuple(one.id for one in slain if one.profile.xp < 0)
        scene.happen(XpCounted(worth, unpriced, rules=("WB-XP-01",), audience=REFEREE_ONLY))
