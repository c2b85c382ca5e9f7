"""Monsters act by their nature: whom they go for, when they run, when they use their best power.

They go by what can be seen: who looks wounded, who wears metal, who has cast a spell, who struck whom, how many stand
on each side. Hit points, armour class, spells in memory and things in bags are no part of it. Plain monsters, people
and everybody in a borrowed shape think as `tactics` and `powers.power_ai` say; morale and reactions stay the rules'.

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
from arbitro.rules.whitebox import basics, morale
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.basics import distance, melee_around, members, opponents
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.movement import combat_move
from arbitro.rules.whitebox.powers import power_ai
from arbitro.rules.whitebox.powers.aiming import caught_in
from arbitro.rules.whitebox.powers.lookups import powers
from arbitro.rules.whitebox.powers.unseen import makes_out
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, State
from arbitro.rules.whitebox.terms import Weapon
from arbitro.rules.whitebox.view import wounds_of

BEASTS: Final = ("animal", "magical_animal", "vermin")
"""Kinds that have no arms to lay down and no words to do it with: they run."""
_WEAKEST: Final = ("grave", "light", "none", "down")


def nature_of(rules: Rules, one: Combatant) -> Nature:
    """The nature of somebody: only creatures of the bestiary in their own shape have one that is not plain."""
    profile = one.profile
    if profile.powers is None or not profile.powers.monster or profile.nature != "monster" or profile.own:
        return "plain"
    return rules.content.nature_of.get(profile.powers.monster, "plain")


# ------------------------------------------------------------ whom to go for


def sized_up(here: Here, fight: Fight, one: Combatant) -> list[Combatant]:
    """All enemies, in the order in which somebody of this nature goes for them."""
    return by_nature(here, one, sorted(opponents(fight, one), key=lambda foe: abs(foe.at - one.at)))


def preferred(here: Here, one: Combatant, reached: list[Combatant]) -> list[Combatant]:
    """Enemies within reach in the same order; the mindless do not even notice blows in vain."""
    ordered = by_nature(here, one, reached)
    return ordered if nature_of(here.rules, one) == "mindless" else power_ai.preferred(here, one, ordered)


def by_nature(here: Here, one: Combatant, foes: list[Combatant]) -> list[Combatant]:
    """Enemies in the order of a nature; equals stay as they were."""
    nature = nature_of(here.rules, one)
    if nature == "plain" or len(foes) < 2:
        return foes
    if nature == "mindless":
        return sorted(foes, key=lambda foe: (-foe.attacked if one.id in foe.struck else 1, abs(foe.at - one.at)))
    seen = [foe for foe in foes if makes_out(here, one, foe)]
    unseen = [foe for foe in foes if not makes_out(here, one, foe)]
    if nature == "pack":
        return [*_all_on_one(basics.fight(here.state), one, seen), *unseen]
    return [*sorted(seen, key=lambda foe: _appeal(nature, one, foe)), *unseen]


def _appeal(nature: Nature, one: Combatant, foe: Combatant) -> tuple[int, ...]:
    """How a foe looks to a thinking enemy, the most inviting first."""
    metal = foe.profile.powers is None or foe.profile.powers.metal
    wounds = wounds_of(foe)
    if nature == "cowardly":
        return (_WEAKEST.index(wounds), metal, abs(foe.at - one.at))
    return (wounds != "grave", not foe.cast, metal, one.id in foe.struck, abs(foe.at - one.at))


def _all_on_one(fight: Fight, one: Combatant, foes: list[Combatant]) -> list[Combatant]:
    """Foes by how many of the pack have struck at them, then by how near they are to all of it."""
    kind = powers(one).monster
    mates = [mate for mate in members(fight, one.profile.side) if powers(mate).monster == kind]

    def pressed(foe: Combatant) -> tuple[int, int]:
        return (-sum(foe.id in mate.struck for mate in mates), sum(abs(foe.at - mate.at) for mate in mates))

    return sorted(foes, key=pressed)


# ------------------------------------------------------------ how to fight


def keeps_off(rules: Rules, one: Combatant) -> bool:
    """Cowards shoot rather than strike."""
    return nature_of(rules, one) == "cowardly"


def use_of_powers(here: Here, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
    """Cowards shoot at those who are in no melee before they strike anybody."""
    yield from power_ai.use_of_powers(here, fight, one, foes)
    if keeps_off(here.rules, one):
        for weapon in one.profile.weapons:
            if weapon.kind == "missile" and can_spare(one, weapon):
                free = (foe for foe in foes if not melee_around(fight, foe))
                yield from (Attack(one.id, foe.id, weapon.id) for foe in free)


def breath_aimed(
    it: special_kinds.Breath, here: Here, one: Combatant, possible: list[Combatant], foes: list[Combatant]
) -> list[Combatant]:
    """The cunning hold their breath until it catches half of the enemies in sight and nobody of their own."""
    aims = power_ai.catching_most(it, here, one, possible, foes)
    if nature_of(here.rules, one) != "cunning":
        return aims
    fight, seen = basics.fight(here.state), sum(makes_out(here, one, foe) for foe in foes)

    def well_aimed(aim: Combatant) -> bool:
        caught = caught_in(fight, one, aim, it.area)
        return 2 * len(caught) >= seen and all(each.profile.side != one.profile.side for each in caught)

    return [aim for aim in aims if well_aimed(aim)]


def minds_losses(rules: Rules, fight: Fight, group: str) -> bool:
    """Whether anybody who stands in a group is of a nature that can lose heart."""
    standing = (one for one in morale.group(fight, group) if one.condition == "up")
    return any(nature_of(rules, one) != "mindless" for one in standing)


def gives_up(here: Here, one: Combatant, foes: list[Combatant]) -> bool:
    """The mindless never do; the others once it costs them what their nature minds."""
    if nature_of(here.rules, one) == "mindless":
        return False
    return loses_heart(here, one, foes) or power_ai.gives_up(here, one, foes)


def lays_down_arms(here: Here, one: Combatant, foes: list[Combatant]) -> bool:
    """Cowards and the cunning who cannot get away; a pack after its leader."""
    if not loses_heart(here, one, foes) or here.rules.content.monsters[powers(one).monster].kind in BEASTS:
        return False
    if nature_of(here.rules, one) == "pack":
        return any(leader.condition == "surrendered" for leader in _leaders(here.state, one))
    return _cornered(here.state, one, foes)


def loses_heart(here: Here, one: Combatant, foes: list[Combatant]) -> bool:
    """Whether somebody of this nature has had enough, by what it sees; a morale check that was made stands."""
    nature = nature_of(here.rules, one)
    if one.profile.fearless or one.morale or nature in ("plain", "mindless"):
        return False
    own = [each for each in basics.fight(here.state).combatants.values() if each.profile.side == one.profile.side]
    standing = sum(each.condition == "up" for each in own)
    if standing == len(own) or standing > sum(makes_out(here, one, foe) for foe in foes):
        return False
    if nature == "cowardly":
        return True
    half_lost = 2 * standing <= len(own)
    if nature == "cunning":
        return half_lost and wounds_of(one) == "grave"
    leaders = _leaders(here.state, one)
    return all(leader.condition != "up" for leader in leaders) if leaders else half_lost


def _leaders(state: State, one: Combatant) -> list[Combatant]:
    """Those who lead somebody's own kind, standing or not."""
    group = morale.group(basics.fight(state), one.profile.group)
    return [each for each in group if each.profile.leader and each.id != one.id]


def _cornered(state: State, one: Combatant, foes: list[Combatant]) -> bool:
    """Whether an enemy within reach is as fast: whoever runs is run down."""
    fight = basics.fight(state)
    near = (foe for foe in foes if distance(fight, one, foe) <= MELEE_REACH)
    return any(combat_move(foe) >= combat_move(one) for foe in near)


def can_spare(one: Combatant, weapon: Weapon) -> bool:
    """Whether a shot leaves something to fight with: nobody throws away the only blade."""
    if not weapon.thrown or weapon.pieces > 1:
        return True
    key = weapon.thing
    blades = [other.thing for other in one.profile.weapons if other.kind == "melee"]
    return key not in blades or any(blade != key for blade in blades)
