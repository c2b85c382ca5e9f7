"""What the dungeon does to people, in the words of La Scatola Bianca: falls, arrows, gas, pools, wishes."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dungeon.events import Effect
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.ailments import afflict, lend_again, own_rules, run_back
from arbitro.play.events import GoldTurned, MissileFlew, Tried
from arbitro.play.events.perils import trap_rule
from arbitro.play.harm import DungeonHarm, Harms, do_harm, sicken, strengthen_all
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import party
from arbitro.play.sides.whitebox.box import BoxSide, company, expedition_of, inner_state
from arbitro.play.sides.whitebox.party import able, people
from arbitro.play.state import TURN, CampaignState
from arbitro.play.traps import lots_of_poison, poison_is_judged
from arbitro.rules.whitebox.chances import PLAIN_DOOR
from arbitro.rules.whitebox.effect import Movement
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.exploring.traps import face_trap, saves_against_traps
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people.healing import set_ability, wound_outside
from arbitro.rules.whitebox.people.load import walking_rate
from arbitro.rules.whitebox.people.state import Character, Coins
from arbitro.rules.whitebox.powers.durations import begin
from arbitro.rules.whitebox.powers.lookups import off_the_ground, under
from arbitro.rules.whitebox.reckoning import InSix, rolled
from arbitro.rules.whitebox.saves import saving_throw
from arbitro.rules.whitebox.terms import Threat

SIX: Final = 6
TWENTY: Final = 20
SPIKES: Final = Amount(1, 6)
POISON: Final = Threat("death", danger="death_poison", element="poison")
ABILITIES: Final[dict[str, Ability]] = {
    "STR": "str", "STRENGTH": "str", "DEX": "dex", "DEXTERITY": "dex", "CON": "con", "CONSTITUTION": "con",
    "INT": "int", "INTELLIGENCE": "int", "WIS": "wis", "WISDOM": "wis", "CHA": "cha", "CHARISMA": "cha",
}  # fmt: skip
BORROWED_HIGHEST: Final = 24
GAS: Final = "hazard:gas"
AFLOAT: Final = ("fly", "levitate", "air_walk", "swim", "water_breathing")
"""Ways to move that keep somebody from going under."""


def apply(side: BoxSide, scene: Scene, source: str, effect: Effect, rules: tuple[str, ...]) -> None:
    """One effect on those it is meant for who are still there; whoever is of stone neither breathes nor bleeds."""
    inner = inner_state(scene.state)
    living = {each for each in people(scene.state) if not under(inner, each, "stone")}
    who = tuple(each for each in effect.who if each in living)
    do_harm(HARMS, DungeonHarm(side, scene, source, effect, who, rules))


BoxHarm = DungeonHarm[BoxSide]


def _fall(harm: BoxHarm) -> None:
    """Down so many feet, and onto spikes where there are some."""
    for each in harm.who:
        flying = off_the_ground(inner_state(harm.scene.state), each)
        harm.scene.must(exploring_commands.Fall(each, harm.effect.amount))
        if not flying and "+" in harm.effect.dice and each in people(harm.scene.state):
            _hurt(harm.side, harm.scene, each, SPIKES, harm.rules)


def _deadly(harm: BoxHarm) -> None:
    """Death, unless a saving throw keeps it off."""
    for each in harm.who:
        _threaten(harm.side, harm.scene, each, POISON)


def _damage(harm: BoxHarm) -> None:
    """Hit points are lost, by whoever does not save where saving helps."""
    effect = harm.effect
    amount = Amount.parse(effect.dice) if effect.dice else Amount(plus=effect.amount)
    for each in harm.who:
        if not effect.save or not saved(harm.side, harm.scene, each):
            _hurt(harm.side, harm.scene, each, amount, harm.rules)


def _heal(harm: BoxHarm) -> None:
    """Hit points come back; refused, without effect, for the unhurt."""
    for each in harm.who:
        harm.scene.play(people_commands.HealByMagic(each, Amount.parse(harm.effect.dice)))


def _sleep(harm: BoxHarm) -> None:
    """Those who are awake fall asleep; what is over at once is only told."""
    if harm.effect.until <= harm.scene.state.turn:
        _pass(harm)
        return
    awake = tuple(each for each in harm.who if each in able(harm.side, harm.scene.state))
    _overcome(harm, "asleep", awake)


def _blind(harm: BoxHarm) -> None:
    """Nobody concerned sees any more; what is over at once is only told."""
    if harm.effect.until <= harm.scene.state.turn:
        _pass(harm)
        return
    _overcome(harm, "blind", harm.who)


def _pass(harm: BoxHarm) -> None:
    """Something comes over people and is gone again."""
    afflict(harm.scene, harm.who, harm.effect.kind, 0, harm.rules)


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


def _missiles(harm: BoxHarm) -> None:
    """Each missile flies at somebody by lot, and hits as a monster of so many hit dice does."""
    side, scene, effect, rules = harm.side, harm.scene, harm.effect, harm.rules
    damage = Amount.parse(effect.dice)
    for poisoned, face in lots_of_poison(effect):
        people = party.people(scene.state)
        if not people:
            return
        lot = scene.dice.roll(len(people), "lot")
        victim = people[lot.face - 1]
        one = inner_state(scene.state).characters[victim]
        armour = side.game.rules.profile_of(side.game.rules, one, victim).armour
        bonus = (Modifier(effect.hit_dice, trap_rule(rules), "hit_dice"),)
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


def _flee(harm: BoxHarm) -> None:
    """Whoever fails to save runs back the way they came."""
    side, scene, effect = harm.side, harm.scene, harm.effect
    awake = able(side, scene.state)
    failed = [each for each in harm.who if each in awake and (not effect.save or not saved(side, scene, each))]
    run_back(scene, failed, effect.amount, harm.rules)


def _overcome(harm: BoxHarm, kind: Literal["asleep", "blind"], who: tuple[str, ...]) -> None:
    """Asleep or blind by the game's own rules, in whatever fight comes too; the party waits until that is over.

    The turns are whole ones, from the very minute: what began in the middle of one ends in the middle of one.
    """
    side, scene = harm.side, harm.scene
    turns = harm.effect.until - scene.state.turn
    until = scene.state.minutes + turns * TURN
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    lasts = Ongoing(kind=kind, source=GAS, until=until, magical=False, noise_ends=kind == "asleep")
    for each in who:
        begin(inner, each, lasts, rules=harm.rules)
    scene.record(inner.events)
    if who:
        out = expedition_of(scene.state)
        begun = out is not None and (scene.state.minutes - out.began) % TURN > 0
        side.sit_out(side, scene, turns + begun)


def _ability(harm: BoxHarm) -> None:
    """One attribute changes for good (DA-POOL-06)."""
    side, scene, effect = harm.side, harm.scene, harm.effect
    low, high = effect.bounds
    name = ABILITIES[effect.detail.upper()]
    for each in harm.who:
        inner = side.game.scene(inner_state(scene.state), scene.dice)
        one = inner.state.characters[each]
        score = one.abilities.get(name, 10)
        changed = min(max(score + effect.amount, low or 3), high or 18)
        if changed != score:
            set_ability(inner, one, name, changed, why=harm.rules)
            scene.record(inner.events)
        lend_again(scene, each)


def _gold(harm: BoxHarm) -> None:
    """Gold turns to platinum, worth more pieces of gold, or to lead."""
    scene, worth = harm.scene, int(harm.effect.detail or 0)
    for each in harm.who:
        purse = inner_state(scene.state).characters[each].coins
        if purse.gp:
            scene.happen(GoldTurned(each, purse.gp, worth, rules=harm.rules))
            scene.must(people_commands.ChangeCoins(each, Coins(purse.gp * worth, purse.sp, purse.cp)))


def _made_whole(harm: BoxHarm) -> None:
    """What a wish brings by our ruling: the party is whole again."""
    for one in tuple(company(harm.scene.state)):
        missing = one.max_hp - one.hp
        if missing > 0:
            harm.scene.must(people_commands.HealByMagic(one.id, Amount(plus=missing)))


HARMS: Final[Harms[BoxSide]] = {
    "fall": _fall,
    "missiles": _missiles,
    "death": _deadly,
    "damage": _damage,
    "healing": _heal,
    "flee": _flee,
    "asleep": _sleep,
    "blind": _blind,
    "obscured": _pass,
    "stronger": strengthen_all,
    "sick_until_surface": sicken,
    "ability": _ability,
    "gold_to_platinum": _gold,
    "gold_to_lead": _gold,
    "wish": _made_whole,
}


# -------------------------------------------------------------------- deep water


def cannot_swim(side: BoxSide, state: CampaignState, who: str) -> bool:
    """Whether metal on the body or a load that slows the step pulls somebody under; magic that bears them up helps.

    The books say nothing of swimming: by the option, and only in a lake (WB-CORE-01).
    """
    inner = inner_state(state)
    if state.options.get("swimming", "free") != "saving_throw" or under(inner, who, "moving") is not None:
        return False
    rules, one = side.game.rules, inner.characters[who]
    worn = [item for item in one.items.values() if item.on_body]
    magic = (rules.content.magic_items[item.of] for item in worn if item.sort == "magic")
    if any(isinstance(part, Movement) and part.mode in AFLOAT for entry in magic for part in entry.effects):
        return False
    suits = (rules.content.armour.get(item.base or item.of) for item in worn if item.where == "worn")
    if any(suit is not None and suit.metal for suit in suits):
        return True
    return walking_rate(rules, one) < walking_rate(rules, replace(one, items={}, coins=Coins(), valuables=()))


# -------------------------------------------------------------------- checks that the dungeon asks for


def noticed(side: BoxSide, scene: Scene, who: str) -> bool:
    """Whether somebody finds a hidden door: as in a search for secret doors (WB-SECRET-01, WB-SECRET-02)."""
    inner = inner_state(scene.state)
    odds = side.game.rules.search_chance(side.game.at(inner), inner.characters[who], PLAIN_DOOR)
    return _in_six(scene, who, odds, "search", ("DA-TRAP-02",))


def forced(side: BoxSide, scene: Scene) -> bool:
    """Whether the strongest of the party forces a door (WB-DOOR-01, DA-TRAP-07)."""
    inner = inner_state(scene.state)
    awake = able(side, scene.state)
    people: list[Character] = [one for one in company(scene.state) if one.id in awake]
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
