"""Monsters act by their nature: whom they go for, when they run, when they use their best power.

They go by what can be seen: who looks wounded, who wears metal, who has cast a spell, who struck whom, how many stand
on each side. Hit points, armour class, spells in memory and things in bags are no part of it. Plain monsters, people
and everybody in a borrowed shape think as `tactics` and `powers.cunning` say; morale and reactions stay the rules'.

* **Mindless**: whoever struck it last, then the nearest; it sees no advantage and gives nothing up. It neither runs
  nor surrenders: the automatic referee makes no morale check for those who do not mind their losses.
* **Cunning**: the gravely wounded, those seen to cast, those without metal; whoever struck it comes after their equals.
  Its breath waits until it catches at least half of the enemies and no friend. When half of its side is lost, the enemy
  outnumbers it and it is gravely wounded itself, it asks for terms (lays down its arms) if it cannot get away, and runs
  if it can. In talk it takes a bad reception as a beginning: the fight is put off.
* **Cowardly**: the most wounded, then those without metal; it shoots before it strikes. Once somebody of its side is
  down and they do not outnumber the enemy it runs, if no morale check has spoken; it surrenders where an enemy at its
  heels is as fast. In talk those who do not outnumber the party slink away instead of fighting.
* **Pack**: the one at whom most of its kind have struck, then the one nearest to them all. It does as its leader does:
  runs when the leader has run or fallen, surrenders when the leader has. A pack without one runs when half of it is
  lost. Neither while they outnumber the enemy.
"""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.nature import Nature
from arbitro.rules.whitebox import special as s
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.powers.arts import Art
from arbitro.rules.whitebox.powers.cunning import Cunning
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, State
from arbitro.rules.whitebox.view import wounds_of

BEASTS: Final = ("animal", "magical_animal", "vermin")
"""Kinds that have no arms to lay down and no words to do it with: they run."""
_WEAKEST: Final = ("grave", "light", "none", "down")


class NaturalTactics(Cunning):
    """What a monster of a nature other than the plain one would do."""

    def nature(self, one: Combatant) -> Nature:
        """The nature of somebody: only creatures of the bestiary in their own shape have one that is not plain."""
        profile = one.profile
        if profile.powers is None or not profile.powers.monster or profile.nature != "monster" or profile.own:
            return "plain"
        return self.content.nature_of.get(profile.powers.monster, "plain")

    def takes_prisoners(self, one: Combatant) -> bool:
        """Those without words go on striking (WB-MORALE-01); a creature of one's own or a person understands."""
        profile = one.profile
        if profile.powers is None or profile.nature != "monster" or profile.own:
            return True
        return profile.powers.monster not in self.content.wordless

    # ------------------------------------------------------------ whom to go for

    def sized_up(self, state: State, fight: Fight, one: Combatant) -> list[Combatant]:
        """All enemies, in the order in which somebody of this nature goes for them."""
        return self.by_nature(state, one, super().sized_up(state, fight, one))

    def preferred(self, state: State, one: Combatant, reached: list[Combatant]) -> list[Combatant]:
        """Enemies within reach in the same order; the mindless do not even notice blows in vain."""
        ordered = self.by_nature(state, one, reached)
        return ordered if self.nature(one) == "mindless" else super().preferred(state, one, ordered)

    def by_nature(self, state: State, one: Combatant, foes: list[Combatant]) -> list[Combatant]:
        """Enemies in the order of a nature; equals stay as they were."""
        nature = self.nature(one)
        if nature == "plain" or len(foes) < 2:
            return foes
        if nature == "mindless":
            return sorted(foes, key=lambda foe: (-foe.attacked if one.id in foe.struck else 1, abs(foe.at - one.at)))
        seen = [foe for foe in foes if self.makes_out(state, one, foe)]
        unseen = [foe for foe in foes if not self.makes_out(state, one, foe)]
        if nature == "pack":
            return [*self._all_on_one(self.fight(state), one, seen), *unseen]
        return [*sorted(seen, key=lambda foe: self._appeal(nature, one, foe)), *unseen]

    @staticmethod
    def _appeal(nature: Nature, one: Combatant, foe: Combatant) -> tuple[int, ...]:
        """How a foe looks to a thinking enemy, the most inviting first."""
        metal = foe.profile.powers is None or foe.profile.powers.metal
        wounds = wounds_of(foe)
        if nature == "cowardly":
            return (_WEAKEST.index(wounds), metal, abs(foe.at - one.at))
        return (wounds != "grave", not foe.cast, metal, one.id in foe.struck, abs(foe.at - one.at))

    def _all_on_one(self, fight: Fight, one: Combatant, foes: list[Combatant]) -> list[Combatant]:
        """Foes by how many of the pack have struck at them, then by how near they are to all of it."""
        kind = self.powers(one).monster
        mates = [mate for mate in self.members(fight, one.profile.side) if self.powers(mate).monster == kind]

        def pressed(foe: Combatant) -> tuple[int, int]:
            return (-sum(foe.id in mate.struck for mate in mates), sum(abs(foe.at - mate.at) for mate in mates))

        return sorted(foes, key=pressed)

    # ------------------------------------------------------------ how to fight

    def keeps_off(self, one: Combatant) -> bool:
        """Cowards shoot rather than strike."""
        return self.nature(one) == "cowardly"

    def cunning(self, state: State, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
        """Cowards shoot at those who are in no melee before they strike anybody."""
        yield from super().cunning(state, fight, one, foes)
        if self.keeps_off(one):
            for weapon in one.profile.weapons:
                if weapon.kind == "missile" and self.can_spare(one, weapon):
                    free = (foe for foe in foes if not self.melee_around(fight, foe))
                    yield from (Attack(one.id, foe.id, weapon.id) for foe in free)

    def best_targets(self, state: State, one: Combatant, art: Art, foes: list[Combatant]) -> list[Combatant]:
        """The cunning hold their breath until it catches half of the enemies in sight and nobody of their own."""
        aims = super().best_targets(state, one, art, foes)
        if not isinstance(art, s.Breath) or self.nature(one) != "cunning":
            return aims
        fight, seen = self.fight(state), sum(self.makes_out(state, one, foe) for foe in foes)

        def well_aimed(aim: Combatant) -> bool:
            caught = self.caught_in(fight, one, aim, art.area)
            return 2 * len(caught) >= seen and all(each.profile.side != one.profile.side for each in caught)

        return [aim for aim in aims if well_aimed(aim)]

    def minds_losses(self, fight: Fight, group: str) -> bool:
        """Whether anybody who stands in a group is of a nature that can lose heart."""
        standing = (one for one in self.group(fight, group) if one.condition == "up")
        return any(self.nature(one) != "mindless" for one in standing)

    def gives_up(self, state: State, one: Combatant, foes: list[Combatant]) -> bool:
        """The mindless never do; the others once it costs them what their nature minds."""
        if self.nature(one) == "mindless":
            return False
        return self.loses_heart(state, one, foes) or super().gives_up(state, one, foes)

    def lays_down_arms(self, state: State, one: Combatant, foes: list[Combatant]) -> bool:
        """Cowards and the cunning who cannot get away; a pack after its leader."""
        if not self.loses_heart(state, one, foes) or self.content.monsters[self.powers(one).monster].kind in BEASTS:
            return False
        if self.nature(one) == "pack":
            return any(leader.condition == "surrendered" for leader in self._leaders(state, one))
        return self._cornered(state, one, foes)

    def loses_heart(self, state: State, one: Combatant, foes: list[Combatant]) -> bool:
        """Whether somebody of this nature has had enough, by what it sees; a morale check that was made stands."""
        nature = self.nature(one)
        if one.profile.fearless or one.morale or nature in ("plain", "mindless"):
            return False
        own = [each for each in self.fight(state).combatants.values() if each.profile.side == one.profile.side]
        standing = sum(each.condition == "up" for each in own)
        if standing == len(own) or standing > sum(self.makes_out(state, one, foe) for foe in foes):
            return False
        if nature == "cowardly":
            return True
        half_lost = 2 * standing <= len(own)
        if nature == "cunning":
            return half_lost and wounds_of(one) == "grave"
        leaders = self._leaders(state, one)
        return all(leader.condition != "up" for leader in leaders) if leaders else half_lost

    def _leaders(self, state: State, one: Combatant) -> list[Combatant]:
        """Those who lead somebody's own kind, standing or not."""
        group = self.group(self.fight(state), one.profile.group)
        return [each for each in group if each.profile.leader and each.id != one.id]

    def _cornered(self, state: State, one: Combatant, foes: list[Combatant]) -> bool:
        """Whether an enemy within reach is as fast: whoever runs is run down."""
        fight = self.fight(state)
        near = (foe for foe in foes if self.distance(fight, one, foe) <= MELEE_REACH)
        return any(self.combat_move(foe) >= self.combat_move(one) for foe in near)
