"""What the dungeon does to people, in the game of Hope and Fear: reaction rolls, and damage by the tier of the place.

Whatever attacks without an adversary calls for a reaction roll (DHP-REACT-01) against the Difficulty of an environment
of the tier, and deals the damage of the same table (DHP-ENV-02); the depth of the dungeon stands for the tier. Whoever
sleeps or is held still is there all the same and does not roll: it befalls them. Those who lie unconscious have no Hit
Points left to lose. Where the dungeon heals, a Hit Point is cleared.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dungeon.events import Effect
from arbitro.play.ailments import lay_low, lend_again, run_back, strengthen
from arbitro.play.events import MissileFlew
from arbitro.play.harm import DungeonHarm, Harms, do_harm, sicken
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart import harms
from arbitro.play.sides.daggerheart.party import DaggerheartSide, able, inner_state, people, whole
from arbitro.play.sides.daggerheart.scenes import after, ensure_scene, place_numbers, play_out, reaction, reacts
from arbitro.play.sides.daggerheart.state import SheetChanged
from arbitro.play.sides.walking.ground import turn_gold
from arbitro.play.traps import lots_of_poison, poison_is_judged
from arbitro.rules.daggerheart.commands import Fall
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.resources import clear_armour, clear_hp, clear_stress
from arbitro.rules.daggerheart.state import Hit
from arbitro.rules.daggerheart.words import DamageKind, Trait

TRAITS: Final[dict[str, Trait]] = {
    "STR": "strength", "STRENGTH": "strength", "DEX": "agility", "DEXTERITY": "agility",
    "CON": "finesse", "CONSTITUTION": "finesse", "INT": "knowledge", "INTELLIGENCE": "knowledge",
    "WIS": "instinct", "WISDOM": "instinct", "CHA": "presence", "CHARISMA": "presence",
}  # fmt: skip
"""The trait that stands for each ability of a pool."""
LOWEST, HIGHEST = -3, 6
CLOSE, FAR = 10, 30
"""Feet up to which a fall is from Very Close, and from Close."""
TRAP: Final = ("DHP-REACT-01", "DHP-ENV-02")


def apply(side: DaggerheartSide, scene: Scene, source: str, effect: Effect, rules: tuple[str, ...]) -> None:
    """One effect on those it is meant for who are still there."""
    living = people(scene.state)
    who = tuple(each for each in effect.who if each in living)
    if able(side.game.rules.books, scene.state):
        ensure_scene(side, scene)
    do_harm(HARMS, DungeonHarm(side, scene, source, effect, who, rules))


PerilousHarm = DungeonHarm[DaggerheartSide]


def _place_damage(harm: PerilousHarm) -> tuple[Amount, Amount]:
    """What the place deals: lightly, and heavily."""
    light, heavy = place_numbers(harm.side.game.rules.books, harm.scene.state).damage
    return light, heavy


def _deadly(harm: PerilousHarm) -> None:
    """The heavier damage of the place to whoever fails."""
    failing = _failing(harm.side, harm.scene, harm.who, "strength")
    hurt(harm.side, harm.scene, failing, _place_damage(harm)[1], "magic", harm.rules)


def _damage(harm: PerilousHarm) -> None:
    """The lighter damage of the place to everybody; where one may save, to whoever fails."""
    struck = _failing(harm.side, harm.scene, harm.who, "strength") if harm.effect.save else harm.who
    hurt(harm.side, harm.scene, struck, _place_damage(harm)[0], "magic", harm.rules)


def _heal(harm: PerilousHarm) -> None:
    """A Hit Point is cleared; the unhurt have no use for it."""

    def mend(play: Play) -> None:
        for each in harm.who:
            clear_hp(play, each, 1)

    play_out(harm.side, harm.scene, mend)


def _strengthen(harm: PerilousHarm) -> None:
    """A point of the trait, whatever the gas lends."""
    for each in harm.who:
        strengthen(harm.scene, each, 1, harm.effect, harm.rules)


def _ability(harm: PerilousHarm) -> None:
    """One trait changes for good, by a point (DA-POOL-06)."""
    for each in harm.who:
        change(harm.scene, each, TRAITS[harm.effect.detail.upper()], 1 if harm.effect.amount > 0 else -1, harm.rules)
        lend_again(harm.scene, each)


def _made_whole(harm: PerilousHarm) -> None:
    """What a wish brings by our ruling: the party is whole again."""
    play_out(harm.side, harm.scene, _whole)


def _failing(side: DaggerheartSide, scene: Scene, who: Iterable[str], trait: Trait) -> list[str]:
    """Those whose reaction rolls fail, and those who can make none."""
    awake = able(side.game.rules.books, scene.state)
    return [each for each in who if each not in awake or not reacts(side, scene, each, trait)]


def hurt(
    side: DaggerheartSide, scene: Scene, who: Iterable[str], harm: Amount, kind: DamageKind, rules: tuple[str, ...]
) -> None:
    """Damage to each, held against thresholds and armour by the game's own steps, one after the other."""
    party = inner_state(scene.state).party
    victims = tuple(each for each in who if party[each].status == "up")
    if not victims:
        return

    def strike(play: Play) -> None:
        for each in victims:
            amount, _ = roll_damage(play, DamageRoll(each, (harm,), kind, (*TRAP, *rules)))
            play.agenda.append(Hit(each, amount, kind, attack=False))

    play_out(side, scene, strike)


def _fall(harm: PerilousHarm) -> None:
    """By the guide to falls where the table uses it (DHP-FALL-01), otherwise as any other trap."""
    side, scene, who, effect, rules = harm.side, harm.scene, harm.who, harm.effect, harm.rules
    spiked = "+" in effect.dice
    if inner_state(scene.state).options["falling_damage"] and not spiked:
        first = len(scene.events)
        for each in who:
            near, far = effect.amount <= CLOSE, effect.amount > FAR
            scene.must(Fall(each, "very_close" if near else "far" if far else "close"))
        after(side, scene, first)
        return
    light, heavy = _place_damage(harm)
    hurt(side, scene, _failing(side, scene, who, "agility"), heavy if spiked else light, "physical", rules)


def _missiles(told: PerilousHarm) -> None:
    """Each missile flies at somebody by lot; a poisoned one deals the heavier damage."""
    side, scene, effect, rules = told.side, told.scene, told.effect, told.rules
    light, heavy = _place_damage(told)
    struck: dict[bool, list[str]] = {False: [], True: []}
    for poisoned, face in lots_of_poison(effect):
        there = able(side.game.rules.books, scene.state)
        if not there:
            break
        lot = scene.dice.roll(len(there), "lot")
        victim = there[lot.face - 1]
        check = reaction(side, scene, victim, "agility")
        hit = not check.success
        dodged = replace(check, against="dodge")  # told of the missile, rolled by the one it flies at
        scene.happen(MissileFlew(victim, dodged, hit, poisoned and hit, lot, there, face * hit, rules=(*TRAP, *rules)))
        if hit:
            judged = poisoned and poison_is_judged(scene, victim, effect, rules)
            struck[poisoned and not judged].append(victim)

    def strike(play: Play) -> None:
        for poisoned, victims in struck.items():
            for each in victims:
                harm = heavy if poisoned else light
                amount, _ = roll_damage(play, DamageRoll(each, (harm,), "physical", (*TRAP, *rules)))
                play.agenda.append(Hit(each, amount, "physical", attack=False))

    if any(struck.values()):
        play_out(side, scene, strike)


def _struck(harm: PerilousHarm, trait: Trait) -> list[str]:
    """Those whom it overcomes: all, or those who fail where a roll helps."""
    return _failing(harm.side, harm.scene, harm.who, trait) if harm.effect.save else list(harm.who)


def _flee(harm: PerilousHarm) -> None:
    """Whoever is overcome by fear runs back the way they came, of those who can run."""
    awake = able(harm.side.game.rules.books, harm.scene.state)
    struck = [each for each in _struck(harm, "presence") if each in awake]
    run_back(harm.scene, struck, harm.effect.amount, harm.rules)


def _laid_low(harm: PerilousHarm) -> None:
    """Asleep or blind for turns: the party waits for those who were struck."""
    lay_low(harm.scene, _struck(harm, "strength"), harm.effect, harm.rules)


HARMS: Final[Harms[DaggerheartSide]] = {
    "fall": _fall,
    "missiles": _missiles,
    "death": _deadly,
    "damage": _damage,
    "healing": _heal,
    "flee": _flee,
    "asleep": _laid_low,
    "blind": _laid_low,
    "obscured": _laid_low,
    "stronger": _strengthen,
    "sick_until_surface": sicken,
    "ability": _ability,
    "gold_to_platinum": turn_gold,
    "gold_to_lead": turn_gold,
    "wish": _made_whole,
}


def _whole(play: Play) -> None:
    """Nothing is marked any more."""
    for hero in tuple(each for each in play.state.party.values() if each.can_be_helped):
        clear_hp(play, hero.id, hero.hp_marked)
        clear_stress(play, hero.id, hero.stress_marked)
        clear_armour(play, hero.id, hero.armour_marked, ("DHP-ARM-02",))


def change(scene: Scene, who: str, trait: Trait, amount: int, rules: tuple[str, ...]) -> int:
    """A trait is another number from now on; by how much it changed."""
    sheet = whole(scene.state).party[who].sheet
    old = sheet.traits.get(trait, 0)
    value = min(max(old + amount, LOWEST), HIGHEST)
    scene.happen(SheetChanged(who, replace(sheet, traits={**sheet.traits, trait: value}), rules=rules))
    return value - old


def lend(scene: Scene, who: str, amount: int, rules: tuple[str, ...]) -> int:
    """Strength is borrowed, in the trait; how much of it counts."""
    return change(scene, who, "strength", amount, rules) if who in whole(scene.state).party else 0


def ailment_over(scene: Scene, kind: str, who: str, amount: int) -> None:
    """Borrowed strength goes again."""
    if kind == "stronger" and who in whole(scene.state).party:
        harms.change(scene, who, "strength", -amount, ("DA-GAS-06",))
