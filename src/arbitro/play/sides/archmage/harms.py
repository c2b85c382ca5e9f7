"""What the dungeon does to people, in the words of the archmages: attacks and damage by the tier of the surroundings.

The content prints a difficulty, an attack and damage for normal obstacles of each tier; the depth of the dungeon stands
for the level of the surroundings. Missiles attack Armour Class, pits and gas Physical Defence, fear Mental Defence.
Between battles the text knows no damage: whoever falls is unconscious, or dead at half their hit points below 0, and a
quick rest may be taken afterwards as after a battle. Where the dungeon lets somebody save, it must strike them first;
where it heals, it is worth a recovery that costs none.
"""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.dungeon.events import Effect
from arbitro.kernel.ruling import Check, Modifier, held_against
from arbitro.play.ailments import lay_low, lend_again, run_back
from arbitro.play.events import MissileFlew
from arbitro.play.harm import DungeonHarm, Harms, do_harm, sicken, strengthen_all
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage import harms, party
from arbitro.play.sides.archmage.events import (
    Remade,
    RestEarned,
    TrapAttacked,
    TrapSensed,
    Unafraid,
)
from arbitro.play.sides.archmage.party import ArchmageSide, able, could_act, inner_state, own_state, people, whole
from arbitro.play.sides.archmage.roster import remade
from arbitro.play.sides.walking.endings import beaten
from arbitro.play.sides.walking.ground import turn_gold
from arbitro.play.state import CampaignState
from arbitro.play.traps import lots_of_poison, poison_is_judged
from arbitro.rules.archmage import tally
from arbitro.rules.archmage.attack import always_hits
from arbitro.rules.archmage.catalogue import Books, Difficulty, books_of
from arbitro.rules.archmage.commands import FullHealUp
from arbitro.rules.archmage.conditions import takes_hold
from arbitro.rules.archmage.damage import is_mundane, resist
from arbitro.rules.archmage.events import DamageDealt, Fell
from arbitro.rules.archmage.numbers import defence_of
from arbitro.rules.archmage.power import Ability, BonusStat, Defence
from arbitro.rules.archmage.recovery import use_recovery
from arbitro.rules.archmage.scene import begin
from arbitro.rules.archmage.state import Combatant, standing

TWENTY: Final = 20
ATTACK: Final = ("AE-ATK-02", "AE-DEF-01")
ABILITIES: Final[dict[str, Ability]] = {
    "STR": "str", "STRENGTH": "str", "DEX": "dex", "DEXTERITY": "dex", "CON": "con", "CONSTITUTION": "con",
    "INT": "int", "INTELLIGENCE": "int", "WIS": "wis", "WISDOM": "wis", "CHA": "cha", "CHARISMA": "cha",
}  # fmt: skip
LOWEST, HIGHEST = 3, 24
FIRST_TIER: Final = "adventurer"
LAST_TIER: Final = "epic"


def tier_of(books: Books, level: int) -> str:
    """The surroundings at a depth; where two tiers share a level, the easier."""
    for levels, tiers in books.building.environment.items():
        low, _, high = levels.partition("-")
        if int(low) <= level <= int(high or low):
            return tiers.split()[0]
    return LAST_TIER if level > 0 else FIRST_TIER


def obstacle(books: Books, state: CampaignState, kind: str = "normal") -> Difficulty:
    """The numbers of an obstacle where the party is."""
    here = state.dungeon.spaces.get(state.at)
    return books.building.difficulty[tier_of(books, here.level if here is not None else 1)][kind]


def apply(side: ArchmageSide, scene: Scene, source: str, effect: Effect, rules: tuple[str, ...]) -> None:
    """One effect on those it is meant for who are still there."""
    living = people(scene.state)
    who = tuple(each for each in effect.who if each in living)
    do_harm(HARMS, DungeonHarm(side, scene, source, effect, who, rules))
    after_harm(side, scene)


ArchmageHarm = DungeonHarm[ArchmageSide]


def _numbers(harm: ArchmageHarm) -> Difficulty:
    return obstacle(harm.side.game.rules.books, harm.scene.state)


def _fall(harm: ArchmageHarm) -> None:
    """Damage of the surroundings to whoever is struck; the heaviest of it onto spikes."""
    _strike_all(harm, _numbers(harm).single[-1 if "+" in harm.effect.dice else 0], "weapon")


def _deadly(harm: ArchmageHarm) -> None:
    """The heaviest damage of the surroundings to whoever is struck."""
    _strike_all(harm, _numbers(harm).single[-1], "poison")


def _strike_all(harm: ArchmageHarm, dice: str, kind: str) -> None:
    for each in harm.who:
        if natural := strikes(harm.scene, each, "pd", harm.rules):
            hurt(harm.scene, each, dice, kind, harm.rules, natural)


def _damage(harm: ArchmageHarm) -> None:
    """Damage of the surroundings to everybody, without an attack; where one may save, to whoever is struck."""
    dice = _numbers(harm).multiple[0]
    if harm.effect.save:
        _strike_all(harm, dice, "weapon")
        return
    for each in harm.who:
        hurt(harm.scene, each, dice, "psychic", harm.rules, None)


def _heal(harm: ArchmageHarm) -> None:
    """As much as a recovery heals, without spending one; the unhurt have no use for it."""
    for each in harm.who:
        inner = begin(harm.side.game.rules, inner_state(harm.scene.state), harm.scene.dice)
        if inner.one(each).hp < inner.one(each).max_hp:
            use_recovery(inner, each, harm.rules, free=True)
            harm.scene.record(inner.events)


def _ability(harm: ArchmageHarm) -> None:
    """One ability changes for good (DA-POOL-06)."""
    for each in harm.who:
        change(harm.scene, each, ABILITIES[harm.effect.detail.upper()], harm.effect.amount, harm.rules)
        lend_again(harm.scene, each)


def _made_whole(harm: ArchmageHarm) -> None:
    """What a wish brings by our ruling: the party is whole again."""
    harm.scene.must(FullHealUp(granted=True))


def attack(scene: Scene, who: str, defence: Defence) -> Check:
    """The attack of a normal obstacle of these surroundings; a 1 and a 20 decide by themselves (AE-CRIT-01)."""
    inner = inner_state(scene.state)
    bonus = Modifier(obstacle(books_of(scene.game), scene.state).trap_attack, "AE-ATK-02", "printed")
    needed = defence_of(inner, inner.party[who], defence)
    die = scene.dice.roll(TWENTY, "attack")
    check = _struck((die,), bonus, needed, defence)
    if check.success and die.face % 2 and _has(inner.party[who], "trap_sense"):
        scene.happen(TrapSensed(who, check, rules=("AE-ATK-06",)))
        check = _struck((scene.dice.roll(TWENTY, "attack"),), bonus, needed, defence)
    return check


def _struck(dice: tuple[Die, ...], bonus: Modifier, needed: int, defence: Defence) -> Check:
    """One roll of a trap against a defence."""
    face = dice[0].face
    check = held_against(dice, (bonus, *always_hits(face)), ">=", needed, defence)
    return replace(check, success=face == TWENTY or (check.success and face > 1))


def _has(one: Combatant, stat: BonusStat) -> bool:
    """Whether somebody has a feature that counts against traps."""
    return any(bonus.stat == stat for bonus in one.profile.bonuses)


def decided_by(check: Check) -> tuple[str, ...]:
    """The rule by which the die of an attack decided by itself, where it did (AE-CRIT-01, AE-FUMBLE-01)."""
    return tuple(each.rule for each in always_hits(check.dice[0].face))


def strikes(scene: Scene, who: str, defence: Defence, rules: tuple[str, ...]) -> int:
    """The natural number with which the surroundings have struck somebody; 0 where they have missed."""
    check = attack(scene, who, defence)
    scene.happen(TrapAttacked(who, check, check.success, rules=(*rules, *ATTACK, *decided_by(check))))
    return check.dice[0].face if check.success else 0


def hurt(scene: Scene, who: str, dice: str, kind: str, rules: tuple[str, ...], natural: int | None) -> None:
    """Damage between battles, by the rules of damage (AE-DMG-01) and of falling (AE-DMG-10, AE-DYING-07).

    The natural number of the attack is held against resistance and makes a critical hit (AE-RESIST-01, AE-CRIT-01);
    what comes without an attack has none.
    """
    inner = inner_state(scene.state)
    one = inner.party[who]
    amount = Amount.parse(dice)
    thrown = amount.roll(scene.dice, "damage")
    mundane = is_mundane(inner, magical=None)
    harm = tally.Tally().thrown(amount, thrown, tally.Reason("AE-DMG-01", "surroundings")).not_negative()
    times = 2 if natural == TWENTY else 1
    if times > 1:
        harm = harm.then(times, "times", tally.Reason("AE-CRIT-01", "critical"))
    if natural is not None and _has(one, "trap_guard"):
        harm = harm.then(0, "halve", tally.Reason("AE-ATK-06", "feature", ("feature/rogue_trap_sense",)))
    harm, halved, why = resist(inner, one, kind, natural or TWENTY, harm, mundane=mundane)
    total = harm.total
    left, line = one.hp - total, -(one.max_hp // 2)
    cited = (*rules, "AE-DMG-01", *(("AE-CRIT-01",) if times > 1 else ()), *why)
    scene.happen(
        DamageDealt(
            who,
            total,
            left,
            one.temp_hp,
            kind,
            halved=halved,
            multiplier=times,
            dice=harm.dice,
            parts=harm.parts,
            before=one.hp,
            rules=cited,
        )
    )
    if total and not inner_state(scene.state).resting:
        scene.happen(RestEarned(rules=("AE-REST-01",)))
    if left > 0:
        return
    if left > line:
        if one.awareness == "awake":
            scene.happen(Fell(who, "unconscious", dying=True, rules=("AE-DMG-10", "AE-DYING-01")))
    elif inner.options["meaningful_death"]:
        if one.awareness != "coma":
            rules = ("AE-DYING-07", "AE-MEANINGFUL-01", "AE-MEANINGFUL-02")
            scene.happen(Fell(who, "coma", below=-left, most=one.max_hp, rules=rules))
    else:
        scene.happen(Fell(who, "dead", below=-left, most=one.max_hp, rules=("AE-DYING-07", "AE-DMG-10")))


def _missiles(told: ArchmageHarm) -> None:
    """Each missile flies at somebody by lot; poison adds as much again."""
    scene, effect, rules = told.scene, told.effect, told.rules
    for poisoned, face in lots_of_poison(effect):
        people = able(scene.state)
        if not people:
            return
        lot = scene.dice.roll(len(people), "lot")
        victim = people[lot.face - 1]
        check = attack(scene, victim, "ac")
        hit = check.success
        cited = (*rules, *ATTACK, *decided_by(check))
        scene.happen(MissileFlew(victim, check, hit, poisoned and hit, lot, people, face * hit, rules=cited))
        if hit:
            harm = obstacle(books_of(scene.game), scene.state).multiple[0]
            hurt(scene, victim, harm, "weapon", rules, check.dice[0].face)
            if not poisoned or victim not in party.people(scene.state):
                continue
            if not poison_is_judged(scene, victim, effect, rules):
                hurt(scene, victim, harm, "poison", rules, check.dice[0].face)


def _flee(harm: ArchmageHarm) -> None:
    """Whoever is struck by fear runs back the way they came; on those who know none it has no hold (AE-COND-09)."""
    scene, effect, rules = harm.scene, harm.effect, harm.rules
    awake, party_now = able(scene.state), inner_state(scene.state).party
    struck: list[str] = []
    for each in harm.who:
        if each in awake and not takes_hold(party_now[each], "fear"):
            scene.happen(Unafraid(each, rules=(*rules, "AE-COND-09")))
        elif each in awake and (not effect.save or strikes(scene, each, "md", rules)):
            struck.append(each)
    run_back(scene, struck, effect.amount, rules)


def _laid_low(harm: ArchmageHarm) -> None:
    """Asleep or blind for turns: the party waits for those who were struck."""
    scene, effect, rules = harm.scene, harm.effect, harm.rules
    struck = [each for each in harm.who if not effect.save or strikes(scene, each, "pd", rules)]
    lay_low(scene, struck, effect, rules)


HARMS: Final[Harms[ArchmageSide]] = {
    "fall": _fall,
    "missiles": _missiles,
    "death": _deadly,
    "damage": _damage,
    "healing": _heal,
    "flee": _flee,
    "asleep": _laid_low,
    "blind": _laid_low,
    "obscured": _laid_low,
    "stronger": strengthen_all,
    "sick_until_surface": sicken,
    "ability": _ability,
    "gold_to_platinum": turn_gold,
    "gold_to_lead": turn_gold,
    "wish": _made_whole,
}


def change(scene: Scene, who: str, ability: Ability, amount: int, rules: tuple[str, ...]) -> int:
    """An ability is another number, with all that is built on it, in a battle too; by how much it changed."""
    hero = own_state(scene.state).heroes[who]
    old = hero.abilities[ability]
    score = min(max(old + amount, LOWEST), HIGHEST)
    changed = replace(hero, abilities={**hero.abilities, ability: score})
    fighting = who in standing(inner_state(scene.state)) and party.fighting(scene.state)
    one = standing(inner_state(scene.state))[who] if fighting else whole(scene.state).party[who]
    scene.happen(Remade(changed, remade(books_of(scene.game), one, changed), fighting, rules=rules))
    return score - old


def after_harm(side: ArchmageSide, scene: Scene) -> None:
    """When a trap has left nobody on their feet."""
    awake = any(could_act(scene.state, who) for who in people(scene.state))
    if not awake and scene.state.stage == "dungeon":
        beaten(side, scene)


def lend(scene: Scene, who: str, amount: int, rules: tuple[str, ...]) -> int:
    """Strength is borrowed, in the score; how much of it counts."""
    return change(scene, who, "str", amount, rules) if who in own_state(scene.state).heroes else 0


def ailment_over(scene: Scene, kind: str, who: str, amount: int) -> None:
    """Borrowed strength goes again."""
    if kind == "stronger" and who in own_state(scene.state).heroes:
        harms.change(scene, who, "str", -amount, ("DA-GAS-06",))
