"""What the dungeon does to people, in the words of La Scatola Bianca: falls, arrows, gas, pools, wishes."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dungeon.events import Effect
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.ailments import TO_THE_SURFACE, afflict, lend_again, own_rules, run_back, strengthen
from arbitro.play.events import EffectTold, GoldTurned, MissileFlew, Tried
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import party
from arbitro.play.sides.whitebox.below import pass_turns
from arbitro.play.sides.whitebox.box import BoxSide, company, inner_state
from arbitro.play.sides.whitebox.party import able, people
from arbitro.play.state import TURN
from arbitro.play.traps import lots_of_poison, poison_is_judged
from arbitro.rules.whitebox.chances import PLAIN_DOOR
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.exploring.traps import face_trap, saves_against_traps
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.people.healing import set_ability, wound_outside
from arbitro.rules.whitebox.people.state import Character, Coins
from arbitro.rules.whitebox.powers.durations import begin
from arbitro.rules.whitebox.reckoning import InSix, rolled
from arbitro.rules.whitebox.saves import saving_throw
from arbitro.rules.whitebox.terms import Threat

SIX: Final = 6
TWENTY: Final = 20
SPIKES: Final = Amount(1, 6)
POISON: Final = Threat("death", danger="death_poison")
ABILITIES: Final[dict[str, Ability]] = {
    "STR": "str", "STRENGTH": "str", "DEX": "dex", "DEXTERITY": "dex", "CON": "con", "CONSTITUTION": "con",
    "INT": "int", "INTELLIGENCE": "int", "WIS": "wis", "WISDOM": "wis", "CHA": "cha", "CHARISMA": "cha",
}  # fmt: skip
BORROWED_HIGHEST: Final = 24
GAS: Final = "hazard:gas"


def apply(side: BoxSide, scene: Scene, source: str, effect: Effect, rules: tuple[str, ...]) -> None:
    """One effect on those it is meant for who are still there."""
    living = set(people(scene.state))
    who = tuple(each for each in effect.who if each in living)
    match effect.kind:
        case "fall":
            for each in who:
                scene.must(x.Fall(each, effect.amount))
                if "+" in effect.dice and each in people(scene.state):
                    _hurt(side, scene, each, SPIKES, rules)
        case "missiles":
            _missiles(side, scene, effect, rules)
        case "death":
            for each in who:
                _threaten(side, scene, each, POISON)
        case "damage":
            amount = Amount.parse(effect.dice) if effect.dice else Amount(plus=effect.amount)
            for each in who:
                if not effect.save or not saved(side, scene, each):
                    _hurt(side, scene, each, amount, rules)
        case "healing":
            for each in who:
                scene.play(p.HealByMagic(each, Amount.parse(effect.dice)))  # refused, without effect, for the unhurt
        case "flee":
            _flee(side, scene, who, effect, rules)
        case "asleep" if effect.until > scene.state.turn:
            awake = tuple(each for each in who if each in able(side, scene.state))
            _overcome(side, scene, "asleep", awake, effect.until, rules)
        case "blind" if effect.until > scene.state.turn:
            _overcome(side, scene, "blind", who, effect.until, rules)
        case "asleep" | "blind" | "obscured":
            afflict(scene, who, effect.kind, 0, rules)
        case "stronger":
            for each in who:
                strengthen(scene, each, effect.amount, effect, rules)
        case "sick_until_surface":
            afflict(scene, who, "sick", TO_THE_SURFACE, rules)
        case "ability":
            _ability(side, scene, who, effect, rules)
        case "gold_to_platinum" | "gold_to_lead":
            _gold(scene, who, effect, rules)
        case "wish":
            _made_whole(scene)
        case _:
            scene.happen(EffectTold(who, source, effect, rules=rules, audience=REFEREE_ONLY))


def lend(side: BoxSide, scene: Scene, who: str, amount: int, rules: tuple[str, ...]) -> int:
    """Strength is borrowed, as far as the highest allows; how much of it counts."""
    one = inner_state(scene.state).characters.get(who)
    if one is None or one.health == "dead":
        return 0
    before = one.abilities.get("str", 10)
    gained = max(min(before + amount, BORROWED_HIGHEST) - before, 0)
    if gained:
        inner = side.game.scene(inner_state(scene.state), scene.dice)
        set_ability(inner, one, "str", before + gained, lent_by=own_rules(rules))
        scene.record(inner.events)
    return gained


def over(side: BoxSide, scene: Scene, kind: str, who: str, amount: int) -> None:
    """An ailment ends: borrowed strength goes again, also from captives and the dead."""
    one = inner_state(scene.state).characters.get(who)
    if kind != "stronger" or one is None:
        return
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    score = max(one.abilities.get("str", 10) - amount, 1)
    audience = REFEREE_ONLY if one.health == "dead" else ""
    set_ability(inner, one, "str", score, audience, lent_by=("DA-GAS-06",))
    scene.record(inner.events)


def _missiles(side: BoxSide, scene: Scene, effect: Effect, rules: tuple[str, ...]) -> None:
    """Each missile flies at somebody by lot, and hits as a monster of so many hit dice does."""
    damage = Amount.parse(effect.dice)
    for poisoned, face in lots_of_poison(effect):
        people = party.people(scene.state)
        if not people:
            return
        lot = scene.dice.roll(len(people), "lot")
        victim = people[lot.face - 1]
        one = inner_state(scene.state).characters[victim]
        armour = side.game.rules.profile_of(side.game.rules, one, victim).armour
        bonus = (Modifier(effect.hit_dice, "DA-TRAP-09", "hit_dice"),)
        check = held_against((scene.dice.roll(TWENTY, "attack"),), bonus, ">=", armour, "armour_ascending")
        hit = check.success
        scene.happen(MissileFlew(victim, check, hit, poisoned and hit, lot, people, face * hit, rules=rules))
        if not hit:
            continue
        _hurt(side, scene, victim, damage, rules)
        if poisoned and victim in party.people(scene.state):
            if poison_is_judged(scene, victim, effect, rules):
                continue
            _threaten(side, scene, victim, POISON)


def _hurt(side: BoxSide, scene: Scene, who: str, amount: Amount, rules: tuple[str, ...]) -> None:
    """Hit points are lost to something of the dungeon, by the rule that says so."""
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    dice = amount.roll(inner.dice, "damage")
    lost, modifiers = rolled(amount, dice, "WB-CORE-01", note="flat" if dice else "thrown_already")
    wound_outside(inner, inner.state.characters[who], lost, dice, rules, modifiers)
    scene.record(inner.events)


def _threaten(side: BoxSide, scene: Scene, who: str, threat: Threat) -> None:
    """A danger with a saving throw, as the game's own traps have it."""
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    face_trap(inner, inner.state.characters[who], threat)
    scene.record(inner.events)


def saved(side: BoxSide, scene: Scene, who: str) -> bool:
    """A saving throw out of the fight, with the game's own numbers."""
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    one = inner.state.characters[who]
    success = saving_throw(inner, saves_against_traps(side.game.rules, one), "spells_staves")
    scene.record(inner.events)
    return success


def _flee(side: BoxSide, scene: Scene, who: tuple[str, ...], effect: Effect, rules: tuple[str, ...]) -> None:
    """Whoever fails to save runs back the way they came."""
    awake = able(side, scene.state)
    failed = [each for each in who if each in awake and (not effect.save or not saved(side, scene, each))]
    run_back(scene, failed, effect.amount, rules)


def _overcome(
    side: BoxSide,
    scene: Scene,
    kind: Literal["asleep", "blind"],
    who: tuple[str, ...],
    until: int,
    rules: tuple[str, ...],
) -> None:
    """Asleep or blind by the game's own rules, in whatever fight comes too; the party waits until that is over."""
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    lasts = Ongoing(kind=kind, source=GAS, until=until * TURN, magical=False, noise_ends=kind == "asleep")
    for each in who:
        begin(inner, each, lasts, rules=rules)
    scene.record(inner.events)
    if who:
        pass_turns(side, scene, until - scene.state.turn)


def _ability(side: BoxSide, scene: Scene, who: tuple[str, ...], effect: Effect, rules: tuple[str, ...]) -> None:
    """One attribute changes for good (DA-POOL-06)."""
    low, high = effect.bounds
    name = ABILITIES[effect.detail.upper()]
    for each in who:
        inner = side.game.scene(inner_state(scene.state), scene.dice)
        one = inner.state.characters[each]
        score = one.abilities.get(name, 10)
        changed = min(max(score + effect.amount, low or 3), high or 18)
        if changed != score:
            set_ability(inner, one, name, changed, why=rules)
            scene.record(inner.events)
        lend_again(scene, each)


def _gold(scene: Scene, who: tuple[str, ...], effect: Effect, rules: tuple[str, ...]) -> None:
    """Gold turns to platinum, worth more pieces of gold, or to lead."""
    worth = int(effect.detail or 0)
    for each in who:
        purse = inner_state(scene.state).characters[each].coins
        if purse.gp:
            scene.happen(GoldTurned(each, purse.gp, worth, rules=rules))
            scene.must(p.ChangeCoins(each, Coins(purse.gp * worth, purse.sp, purse.cp)))


def _made_whole(scene: Scene) -> None:
    """What a wish brings by our ruling: the party is whole again."""
    for one in tuple(company(scene.state)):
        missing = one.max_hp - one.hp
        if missing > 0:
            scene.must(p.HealByMagic(one.id, Amount(plus=missing)))


# -------------------------------------------------------------------- checks that the dungeon asks for


def noticed(side: BoxSide, scene: Scene, who: str) -> bool:
    """Whether somebody finds a hidden door: as in a search for secret doors (WB-SECRET-01, WB-SECRET-02)."""
    inner = inner_state(scene.state)
    odds = side.game.rules.search_chance(side.game.at(inner), inner.characters[who], PLAIN_DOOR)
    return _in_six(scene, who, odds, "search", ("DA-TRAP-02",))


def forced(side: BoxSide, scene: Scene) -> bool:
    """Whether the strongest of the party forces a door (WB-DOOR-01, DA-TRAP-07)."""
    inner = inner_state(scene.state)
    people: list[Character] = [one for one in company(scene.state) if one.fit]
    if not people:
        return False
    odds = {one.id: side.game.rules.door_chance(side.game.at(inner), one) for one in people}
    strongest = max(odds, key=lambda who: odds[who].chance)
    return _in_six(scene, strongest, odds[strongest], "door", ("DA-TRAP-07",))


def _in_six(scene: Scene, who: str, odds: InSix, purpose: str, why: tuple[str, ...]) -> bool:
    made_of = tuple(replace(part, rule=scene.game.cite((part.rule,))[0]) for part in odds.made_of)
    check = held_against((scene.dice.roll(SIX, purpose),), (), "<=", odds.chance, purpose, made_of)
    attempt = 1 + sum(isinstance(event, Tried) and event.purpose == purpose for event in scene.events)
    attempt = attempt if purpose == "door" else 1  # others look each for themselves
    scene.happen(Tried(who, purpose, check, check.success, attempt, rules=(*why, *odds.rules)))
    return check.success
