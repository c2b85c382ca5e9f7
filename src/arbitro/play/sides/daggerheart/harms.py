"""What the dungeon does to people, in the game of Hope and Fear: reaction rolls, and damage by the tier of the place.

Whatever attacks without an adversary calls for a reaction roll (DHP-REACT-01) against the Difficulty of an environment
of the tier, and deals the damage of the same table (DHP-ENV-02); the depth of the dungeon stands for the tier.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dungeon.events import Effect
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.ailments import TO_THE_SURFACE, afflict, lay_low, lend_again, run_back, strengthen
from arbitro.play.events import EffectTold, MissileFlew
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart import harms
from arbitro.play.sides.daggerheart.party import DaggerheartSide, able, inner_state, whole
from arbitro.play.sides.daggerheart.scenes import after, ensure_scene, place_numbers, play_out, reaction, reacts
from arbitro.play.sides.daggerheart.state import SheetChanged
from arbitro.play.sides.walking.ground import gold_of, set_gold
from arbitro.play.traps import lots_of_poison, poison_is_judged
from arbitro.rules.daggerheart.commands import Fall
from arbitro.rules.daggerheart.damage import roll_damage
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import heroes_up
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
    """One effect on those it is meant for who are on their feet."""
    up = able(side.game.rules.books, scene.state)
    who = tuple(each for each in effect.who if each in up)
    if up:
        ensure_scene(side, scene)
    light, heavy = place_numbers(side.game.rules.books, scene.state).damage
    match effect.kind:
        case "fall":
            _fall(side, scene, who, effect, rules)
        case "missiles":
            _missiles(side, scene, effect, rules)
        case "death":
            hurt(side, scene, _failing(side, scene, who, "strength"), heavy, "magic", rules)
        case "damage":
            hurt(side, scene, who, light, "magic", rules)
        case "flee":
            _flee(side, scene, who, effect, rules)
        case "asleep" | "blind" | "obscured":
            _laid_low(side, scene, who, effect, rules)
        case "stronger":
            for each in who:
                strengthen(scene, each, 1, effect, rules)
        case "sick_until_surface":
            afflict(scene, who, "sick", TO_THE_SURFACE, rules)
        case "ability":
            for each in who:
                change(scene, each, TRAITS[effect.detail.upper()], 1 if effect.amount > 0 else -1, rules)
                lend_again(scene, each)
        case "gold_to_platinum" | "gold_to_lead":
            for each in who:
                set_gold(scene, each, (gold_of(side, scene.state, each) or 0) * int(effect.detail or 0))
        case "wish":
            play_out(side, scene, _whole)
        case _:
            scene.happen(EffectTold(who, source, effect, rules=rules, audience=REFEREE_ONLY))


def _failing(side: DaggerheartSide, scene: Scene, who: Iterable[str], trait: Trait) -> list[str]:
    """Those whose reaction rolls fail; everybody rolls."""
    return [each for each in who if not reacts(side, scene, each, trait)]


def hurt(
    side: DaggerheartSide, scene: Scene, who: Iterable[str], harm: Amount, kind: DamageKind, rules: tuple[str, ...]
) -> None:
    """Damage to each, held against thresholds and armour by the game's own steps, one after the other."""
    victims = tuple(who)
    if not victims:
        return

    def strike(play: Play) -> None:
        for each in victims:
            amount, _ = roll_damage(play, each, (harm,), kind, (*TRAP, *rules))
            play.agenda.append(Hit(each, amount, kind, attack=False))

    play_out(side, scene, strike)


def _fall(side: DaggerheartSide, scene: Scene, who: tuple[str, ...], effect: Effect, rules: tuple[str, ...]) -> None:
    """By the guide to falls where the table uses it (DHP-FALL-01), otherwise as any other trap."""
    spiked = "+" in effect.dice
    if inner_state(scene.state).options["falling_damage"] and not spiked:
        first = len(scene.events)
        for each in who:
            near, far = effect.amount <= CLOSE, effect.amount > FAR
            scene.must(Fall(each, "very_close" if near else "far" if far else "close"))
        after(side, scene, first)
        return
    light, heavy = place_numbers(side.game.rules.books, scene.state).damage
    hurt(side, scene, _failing(side, scene, who, "agility"), heavy if spiked else light, "physical", rules)


def _missiles(side: DaggerheartSide, scene: Scene, effect: Effect, rules: tuple[str, ...]) -> None:
    """Each missile flies at somebody by lot; a poisoned one deals the heavier damage."""
    light, heavy = place_numbers(side.game.rules.books, scene.state).damage
    struck: dict[bool, list[str]] = {False: [], True: []}
    for poisoned, face in lots_of_poison(effect):
        people = able(side.game.rules.books, scene.state)
        lot = scene.dice.roll(len(people), "lot")
        victim = people[lot.face - 1]
        check = reaction(side, scene, victim, "agility")
        hit = not check.success
        dodged = replace(check, against="dodge")  # told of the missile, rolled by the one it flies at
        scene.happen(MissileFlew(victim, dodged, hit, poisoned and hit, lot, people, face * hit, rules=(*TRAP, *rules)))
        if hit:
            judged = poisoned and poison_is_judged(scene, victim, effect, rules)
            struck[poisoned and not judged].append(victim)

    def strike(play: Play) -> None:
        for poisoned, victims in struck.items():
            for each in victims:
                harm = heavy if poisoned else light
                amount, _ = roll_damage(play, each, (harm,), "physical", (*TRAP, *rules))
                play.agenda.append(Hit(each, amount, "physical", attack=False))

    if any(struck.values()):
        play_out(side, scene, strike)


def _flee(side: DaggerheartSide, scene: Scene, who: tuple[str, ...], effect: Effect, rules: tuple[str, ...]) -> None:
    """Whoever is overcome by fear runs back the way they came."""
    struck = _failing(side, scene, who, "presence") if effect.save else list(who)
    run_back(scene, struck, effect.amount, rules)


def _laid_low(
    side: DaggerheartSide, scene: Scene, who: tuple[str, ...], effect: Effect, rules: tuple[str, ...]
) -> None:
    """Asleep or blind for turns: the party waits for those who were struck."""
    struck = _failing(side, scene, who, "strength") if effect.save else list(who)
    lay_low(scene, struck, effect, rules)


def _whole(play: Play) -> None:
    """Nothing is marked any more."""
    for hero in tuple(heroes_up(play.state)):
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
