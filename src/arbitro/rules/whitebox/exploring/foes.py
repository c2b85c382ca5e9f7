"""Those who are met, as combatants: out of the bestiary, or people of a class."""

from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.bestiary import Monster
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, Place, Troop
from arbitro.rules.whitebox.exploring.travel import Wayfaring
from arbitro.rules.whitebox.people.state import PARTY, Character, Coins
from arbitro.rules.whitebox.special import Surprising
from arbitro.rules.whitebox.state import Profile, State
from arbitro.rules.whitebox.surprise import SURPRISED_ON
from arbitro.rules.whitebox.terms import Named, Weapon

GOLD_A_LEVEL = 100
"""What somebody of a class who is met has spent on the kit, for each level (ours)."""


class Foes(Wayfaring):
    """Troops with numbers."""

    def troop_name(self, troop: Troop, count: int = 1) -> Named:
        """What those who are met are called."""
        if troop.name is not None:
            return troop.name
        monster = troop.monster in self.content.monsters
        noun = (self.content.monsters[troop.monster] if monster else self.content.classes[troop.class_id]).name
        if count > 1:
            shown = noun.plural or noun
            return Named(shown.it, shown.en, noun.gender, grammar="many")
        return Named(noun.it, noun.en, noun.gender, grammar="one")

    def dice_of(self, troop: Troop) -> float:
        """Hit dice of one of them, by what everybody can read of its kind in the bestiary."""
        if troop.members:
            return max(one.level for one in troop.members)
        monster = self.content.monsters.get(troop.monster)
        if monster is None:
            return max(troop.level, 1)
        dice = monster.hd[0].hit_points
        return max(dice.count * dice.sides + 2 * dice.plus, 3) / 6

    def troop_rate(self, troop: Troop) -> Fraction:
        """How fast they are on their best feet, wings or fins."""
        if troop.monster in self.content.monsters:
            return Fraction(max(self.content.monsters[troop.monster].move.values(), default=0))
        return self.rate(self.stranger(troop))

    def stealth(self, troop: Troop, place: Place) -> int:
        """The d6 at or below which others are surprised by them: some are harder to see coming (WB-SURPRISE-02)."""
        monster = self.content.monsters.get(troop.monster)
        chance = SURPRISED_ON
        for special in monster.specials if monster is not None else ():
            if isinstance(special, Surprising):
                here = {"": True, "woods": place.terrain == "forest", "underground": not place.outdoors}
                chance = max(chance, special.chance if here.get(special.where, False) else 0)
        return chance

    def foes(self, scene: Scene, troop: Troop, count: int, feet: int, *, outdoors: bool) -> tuple[Member, ...]:
        """The members of a troop, so far off; their hit points are rolled when the fight begins."""
        made = (self.foe(scene, troop, number if count > 1 else 0, feet) for number in range(1, count + 1))
        if not outdoors:
            return tuple(made)
        return tuple(replace(member, profile=replace(member.profile, outdoors=True)) for member in made)

    def party_members(self, state: State, side: str = PARTY, at: int = 0) -> tuple[Member, ...]:
        """Everybody of the party who can fight; outdoors they move by the yard (WB-OUTDOOR-03)."""
        members = super().party_members(state, side, at)
        out = state.expedition
        if out is None or out.over or not self.place(out).outdoors:
            return members
        return tuple(replace(member, profile=replace(member.profile, outdoors=True)) for member in members)

    def foe(self, scene: Scene, troop: Troop, number: int, feet: int) -> Member:
        """One of them. The chapter on powers gives monsters all that they can do."""
        del scene
        if troop.class_id:
            return self.stranger_member(troop, number, feet)
        monster = self.content.monsters[troop.monster]
        rank = monster.hd[0]
        name = f"{troop.id}-{number}" if number else f"{troop.id}-1"
        profile = Profile(
            name,
            replace(self.troop_name(troop), number=number),
            FOES_SIDE,
            "monster",
            rank.hit_points.count * rank.hit_points.sides + rank.hit_points.plus,
            monster.aac if monster.aac is not None else 10,
            self.natural_weapons(monster),
            to_hit=rank.to_hit,
            rate=max(monster.move.values(), default=0),
            attacks=max(sum(attack.count for attack in monster.attacks), 1),
            save=rank.save,
            fearless=monster.fearless or monster.mindless,
            group=f"{FOES_SIDE}-{troop.id}",
            xp=rank.xp,
        )
        return Member(profile, rank.hit_points, feet)

    def natural_weapons(self, monster: Monster) -> tuple[Weapon, ...]:
        """The ways in which a monster attacks."""
        found: list[Weapon] = []
        for attack in monster.attacks:
            noun = self.content.attack_names[attack.name].name
            kind: Literal["melee", "missile"] = "missile" if attack.kind == "missile" else "melee"
            name = Named(noun.it, noun.en, noun.gender)
            found.append(Weapon(f"{attack.name}-{len(found) + 1}", name, attack.damage, kind))
        return tuple(found)

    def stranger(self, troop: Troop) -> Character:
        """Somebody of a class with the usual kit, no better and no worse than most."""
        noun = self.content.classes[troop.class_id].name
        folk = self.content.classes[troop.class_id].people or self.open_peoples()[0]
        one = Character(
            troop.id,
            Named(noun.it, noun.en, noun.gender),
            folk,
            troop.class_id,
            "neutrality",
            {},
            1,
            1,
            (),
            troop.level,
            coins=Coins(GOLD_A_LEVEL * troop.level),
            kind="retainer",
        )
        one = self.with_kit(one) if troop.class_id in self.content.kits else one
        return replace(one, items=self.dressed(one))

    def stranger_member(self, troop: Troop, number: int, feet: int) -> Member:
        """Somebody of a class, ready to fight."""
        one = self.stranger(troop)
        row = self.row(troop.class_id, troop.level)
        hp = Amount(row.dice, self.content.creation.hit_die, row.plus)
        profile = replace(
            self.profile_of(one, FOES_SIDE),
            id=f"{troop.id}-{number}" if number else f"{troop.id}-1",
            name=replace(self.troop_name(troop), number=number),
            max_hp=hp.count * hp.sides + hp.plus,
            group=f"{FOES_SIDE}-{troop.id}",
        )
        return Member(profile, hp, feet)
