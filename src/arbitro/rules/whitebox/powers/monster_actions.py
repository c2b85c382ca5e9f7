"""Powers that creatures use instead of a blow: breath, cries, songs, webs, spells of their own, calls for help."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.attack import weapon_of
from arbitro.rules.whitebox.basics import able, distance, members, opponents, place_of
from arbitro.rules.whitebox.events import AttackRolled, Moved
from arbitro.rules.whitebox.measure import Area, Span
from arbitro.rules.whitebox.movement import may_move
from arbitro.rules.whitebox.ongoing_effects import EffectKind, Ongoing
from arbitro.rules.whitebox.people.load import combat_distance
from arbitro.rules.whitebox.powers import lookups
from arbitro.rules.whitebox.powers.aiming import (
    Working,
    caught_in,
    manner_against,
    nearest_end,
    reach_of_spell,
    sensible_targets,
    too_far_for,
)
from arbitro.rules.whitebox.powers.changes import Blinked
from arbitro.rules.whitebox.powers.commands import UsePower
from arbitro.rules.whitebox.powers.creatures import call
from arbitro.rules.whitebox.powers.durations import lasts_until, lays, unit_minutes
from arbitro.rules.whitebox.powers.events import PowerUsed
from arbitro.rules.whitebox.powers.hit_effects import lasting_threat, left_by, source_of, threat_of
from arbitro.rules.whitebox.powers.lookups import abilities, hit_dice, is_victim, under, usable_powers
from arbitro.rules.whitebox.powers.magic import counted, work
from arbitro.rules.whitebox.powers.registry import UsablePower, aims_at_foes
from arbitro.rules.whitebox.powers.shapes import shapes_at_will, shift
from arbitro.rules.whitebox.powers.strikes import deal
from arbitro.rules.whitebox.powers.walls import screened
from arbitro.rules.whitebox.powers.wards import leave
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, Reserve, State
from arbitro.rules.whitebox.whose_turn import acting, may_act_instead

SHAPE: Final = "shape:"
DISGUISES: Final = ("human", "anybody")
"""Shapes that change nothing but looks."""
BEHIND: Final = 5
"""Feet from a foe at which somebody stands who appears out of nothing (ours)."""
WEB_FEET: Final = 30
WEB_TURNS: Final = Span("turns", Amount(1, 2, 2))
"""How long webs hold somebody who is not strong and has no fire (as the spell)."""
SWEPT: Final = Span("rounds", Amount(1, 6, 0))
"""How long somebody swept off their feet lies (ours)."""


def uses_left(one: Combatant, key: str, usable: UsablePower) -> int:
    """How often a power can still be used; -1: as often as one likes."""
    most = 1 if usable.use.once else getattr(usable.power, "per_day", 0)
    return most - one.spent.count(key) if most else -1


def use_power(scene: Scene, command: UsePower) -> Refusal | None:
    """Use a power of one's own."""
    state = scene.state
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    usable = usable_powers(scene.rules, one).get(command.power)
    if usable is None:
        return Refusal("no_power", {"who": f"@{one.id}", "power": command.power})
    refused = may_use_now(state, one, command.power, usable)
    if refused is not None:
        return refused
    target = power_target(scene, one, usable, command.target)
    if isinstance(target, Refusal):
        return target
    usable.use.does(usable.power, scene, one, command.power, target)
    return None


def may_use_now(state: State, one: Combatant, key: str, usable: UsablePower) -> Refusal | None:
    """Whether the round has room for it, and it is not used up."""
    fight = basics.fight(state)
    refused = may_move(state, fight, one) if usable.use.a_step else may_act_instead(state, fight, one)
    if refused is not None:
        return refused
    if uses_left(one, key, usable) == 0:
        return Refusal("power_spent", {"who": f"@{one.id}", "power": f"@power:{key}"})
    needs = getattr(usable.power, "needs", 1)
    same = [
        other
        for other in members(fight, one.profile.side)
        if lookups.powers(other).monster == lookups.powers(one).monster
    ]
    if len(same) < needs:
        return Refusal("power_needs", {"who": f"@{one.id}", "needs": needs, "count": len(same)})
    return None


def reach_of_power(rules: Rules, one: Combatant, usable: UsablePower) -> int:
    """Feet that a power reaches; -1: as far as the fight goes."""
    if usable.use.reach is not None:
        return usable.use.reach(usable.power, rules, one)
    return -1 if usable.use.feet is None else usable.use.feet(usable.power)


def can_still_use(here: Here, one: Combatant, target: Combatant, feet: int) -> bool:
    """Whether somebody has a power against foes whose reach is told and covers so many feet.

    What reaches as far as the fight goes holds nobody back: the runner takes the end of the fight along.
    """
    if one.profile.powers is None or not able(basics.fight(here.state), one):
        return False
    if not here.rules.can_strike(here, one, target) or screened(here.state, one, target) is not None:
        return False
    return any(
        uses_left(one, key, usable) and carries(here.rules, one, usable, feet)
        for key, usable in usable_powers(here.rules, one).items()
    )


def carries(rules: Rules, one: Combatant, usable: UsablePower, feet: int) -> bool:
    """Whether a power can be turned on a foe so far away."""
    if usable.use.carries is not None:
        return usable.use.carries(usable.power, rules, one, feet)
    return feet <= reach_of_power(rules, one, usable)


def power_targets(here: Here, one: Combatant, usable: UsablePower) -> tuple[Combatant, ...]:
    """Whom a power can be turned on: any foe in sight that no wall hides, as a rule."""
    if usable.use.targets is not None:
        return usable.use.targets(usable.power, here, one)
    return tuple(foe for foe in foes_in_sight(here, one) if screened(here.state, one, foe) is None)


def foes_in_sight(here: Here, one: Combatant) -> Iterator[Combatant]:
    """Foes of whom somebody knows where they are."""
    return (foe for foe in opponents(basics.fight(here.state), one) if here.rules.can_strike(here, one, foe))


def oneself(it: object, here: Here, one: Combatant) -> tuple[Combatant, ...]:
    """A power that is pointed at nobody."""
    del it, here
    return (one,)


def power_target(here: Here, one: Combatant, usable: UsablePower, wanted: str) -> Combatant | Refusal:
    """The target that was named, or the first that makes sense."""
    reach = reach_of_power(here.rules, one, usable)
    possible = [target for target in power_targets(here, one, usable) if wanted in ("", target.id)]
    for target in possible:
        if too_far_for(here.state, one, target, reach) is None:
            return target
    for target in possible:
        return too_far_for(here.state, one, target, reach) or target
    return Refusal("no_target", {"who": f"@{wanted}" if wanted else f"@{one.id}"})


# ------------------------------------------------------------ what they do


def calls(it: special_kinds.Summons, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """Others come, the first company of those that it can call."""
    del target
    scene.happen(PowerUsed(one.id, "summons", key))
    company = it.companies[0]
    working = Working(by=one.id, source=source_of(one), level=hit_dice(one))
    count = counted(scene, working, company.count)
    call(scene, one, Reserve(company.monsters[0], one.profile.side, count, one.at))


def vanishes(it: special_kinds.Teleport, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """A creature is elsewhere at once."""
    del it, target
    scene.happen(PowerUsed(one.id, "teleport", key))
    leave(scene, one.id, ("WB-CORE-01",))


def changes(it: special_kinds.Shapes, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """A creature takes another shape, or its own."""
    del it, target
    scene.happen(PowerUsed(one.id, "shapes", key))
    shift(scene, one, key.removeprefix(SHAPE))


def shape_keys(it: special_kinds.Shapes) -> tuple[str, ...]:
    """One for each shape that the rules carry out."""
    return tuple(f"{SHAPE}{form}" for form in shapes_at_will(it))


def disguise(it: special_kinds.Shapes) -> bool:
    """Whether a shape changes nothing but looks, which the referee plays."""
    return any(form in DISGUISES for form in it.forms)


def spins_webs(it: special_kinds.Webs, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """Webs hold whoever does not save, and slow whoever does."""
    scene.happen(PowerUsed(one.id, "webs", key, (target.id,)))
    threat = lasting_threat("ongoing", it.save, left_by(one, "webbed"), WEB_TURNS)
    scene.rules.endanger(scene, target, threat, one.id)
    wade_through_webs(scene, one, target.id, it)


def wade_through_webs(scene: Scene, one: Combatant, who: str, it: special_kinds.Webs) -> None:
    """Whoever saved is not stuck, but gets on slowly while the strands hang there."""
    fight = basics.fight(scene.state)
    target = fight.combatants[who]
    waits = any(blow.target == who and blow.ongoing and blow.ongoing.kind == "webbed" for blow in fight.blows)
    unsettled = waits or any(peril.who == who for peril in fight.perils)
    if unsettled or target.condition != "up" or under(scene.state, who, "webbed", "slippery", "mired"):
        return
    feet = combat_distance(Fraction(target.profile.rate))
    if feet > it.feet_per_round:
        thrown = WEB_TURNS.amount.roll(scene.dice, "span")
        slow = Ongoing(
            kind="mired",
            source=f"monster:{lookups.powers(one).monster}",
            by=one.id,
            until=lasts_until(scene.state, WEB_TURNS.amount.total(thrown) * unit_minutes(WEB_TURNS)),
            factor=it.feet_per_round / feet,
            magical=False,
        )
        lays(scene, who, slow, thrown)


def blinks(it: special_kinds.Blink, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """Vanish and stand within reach of a foe, behind it so often in a hundred; the blow of the round is left."""
    del key
    check = held_against((scene.dice.roll(100, "blink"),), (), "<=", it.behind, "blink")
    there = place_of(basics.fight(scene.state), target)
    way = 1 if there >= one.at else -1
    to = there + way * BEHIND * (1 if check.success else -1)
    scene.happen(Blinked(one.id, target.id, check, one.at, to, rules=("WB-SEQ-02", "WB-MELEE-02")))


def behind_walls(it: special_kinds.Blink, here: Here, one: Combatant) -> tuple[Combatant, ...]:
    """No wall keeps a foe from somebody who comes out of nothing."""
    del it
    return tuple(foes_in_sight(here, one))


def breathes(it: special_kinds.Breath, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """Breath over everybody in its area: damage by dice, hit dice or age, or something worse."""
    victims = caught_in(basics.fight(scene.state), one, target, it.area)
    scene.happen(PowerUsed(one.id, "breath", key, tuple(victim.id for victim in victims)))
    source = f"monster:{lookups.powers(one).monster}"
    for victim in victims:
        now = basics.fight(scene.state).combatants[victim.id]
        if now.condition != "up":
            continue
        if it.effect == "damage":
            threat = threat_of("damage", it.save, amount=breath_damage(one, it), element=it.element)
        elif it.effect == "sleep":
            asleep = Ongoing(kind="asleep", source=source, by=one.id)
            threat = lasting_threat("ongoing", it.save, asleep, it.span, element="sleep")
        elif it.effect == "petrify":
            stone = Ongoing(kind="stone", source=source, by=one.id)
            threat = threat_of("stone", it.save, element="stone", ongoing=stone)
        else:
            threat = threat_of("death", it.save, element=it.element)
        scene.rules.endanger(scene, now, threat, one.id)


def breath_damage(one: Combatant, it: special_kinds.Breath) -> Amount:
    """What breath does: dice, points for each hit die, or the points of age."""
    powers = lookups.powers(one)
    if it.by_age:
        return Amount(plus=max(powers.per_hd, 1) * powers.hd)
    if it.per_hd:
        return Amount(plus=it.per_hd * powers.hd)
    return it.damage or Amount(1, 6, 0)


def cries(it: special_kinds.Cry, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """All foes hear it."""
    del target
    fight = basics.fight(scene.state)
    victims = tuple(foe for foe in opponents(fight, one) if hears(foe, it.hd_max))
    scene.happen(PowerUsed(one.id, "cry", key, tuple(victim.id for victim in victims)))
    kinds: dict[str, EffectKind] = {"death": "doomed", "fear": "afraid", "daze": "dazed"}
    for victim in victims:
        ongoing = Ongoing(kind=kinds[it.effect], source=f"monster:{lookups.powers(one).monster}", by=one.id)
        span = it.delay if it.effect == "death" else it.span
        element = "fear" if it.effect == "fear" else "sound"
        scene.rules.endanger(scene, victim, lasting_threat("ongoing", it.save, ongoing, span, element=element), one.id)


def hears(foe: Combatant, hd_max: int | None) -> bool:
    """Whether a cry matters to somebody."""
    return hd_max is None or hit_dice(foe) <= hd_max


def song_keys(it: special_kinds.Charm) -> tuple[str, ...]:
    """A song is sung; a touch comes with a blow."""
    return ("charm",) if it.by == "song" else ()


def sings(it: special_kinds.Charm, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """A song that lures all who hear it and fail to save."""
    del target
    fight = basics.fight(scene.state)
    victims = tuple(foe for foe in opponents(fight, one) if is_victim(foe, "persons"))
    scene.happen(PowerUsed(one.id, "charm", key, tuple(victim.id for victim in victims)))
    for victim in victims:
        charm = Ongoing(kind="charmed", source=f"monster:{lookups.powers(one).monster}", by=one.id, level=hit_dice(one))
        threat = threat_of("charm", it.save, element="charm", ongoing=charm)
        scene.rules.endanger(scene, basics.fight(scene.state).combatants[victim.id], threat, one.id)


def goes_to_the_singer(scene: Scene, one: Combatant, blow: Blow) -> None:
    """Whoever falls under a luring song goes to the singer."""
    singer = basics.fight(scene.state).combatants.get(blow.source)
    now = basics.fight(scene.state).combatants[one.id]
    if blow.effect != "charm" or singer is None or now.condition != "charmed" or now.at == singer.at:
        return
    if any(power.lures(it) for it, power in abilities(scene.rules, singer) if power.lures is not None):
        scene.happen(Moved(now.id, now.at, singer.at))


def spell_keys(it: special_kinds.SpellLike) -> tuple[str, ...]:
    """By the spell that it is."""
    return (f"spell:{it.spell}",)


def reach_of_its_spell(it: special_kinds.SpellLike, rules: Rules, one: Combatant) -> int:
    """As far as its spell, or as it spreads."""
    spread = it.area.length if it.area is not None and it.area.shape in ("cone", "line") else -1
    return nearest_end(reach_of_spell(rules, it.spell, "", max(hit_dice(one), 1)), spread)


def targets_of_its_spell(it: special_kinds.SpellLike, here: Here, one: Combatant) -> tuple[Combatant, ...]:
    """Whom its spell is meant for."""
    return sensible_targets(here, one, here.rules.content.find_spell(it.spell)[1])


def harms_by_its_spell(it: special_kinds.SpellLike, rules: Rules) -> bool:
    """Whether its spell is meant for the enemy."""
    return any(aims_at_foes(rules, part) for part in rules.content.find_spell(it.spell)[1])


def spell_carries(it: special_kinds.SpellLike, rules: Rules, one: Combatant, feet: int) -> bool:
    """Whether its spell is meant for the enemy, and reaches so far."""
    return harms_by_its_spell(it, rules) and feet <= reach_of_its_spell(it, rules, one)


def casts_its_own(it: special_kinds.SpellLike, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """A spell that is a power: no words, no memory, the creature's hit dice as level."""
    scene.happen(PowerUsed(one.id, "spell_like", key, (target.id,)))
    parts = scene.rules.content.find_spell(it.spell)[1]
    working = its_own_working(it, scene.rules, one)
    foe = target.profile.side != one.profile.side
    work(scene, target, parts, working, manner_against(scene.rules, parts, foe=foe))


def its_own_working(it: special_kinds.SpellLike, rules: Rules, one: Combatant) -> Working:
    """How strong a spell is that is a creature's power."""
    facts, _ = rules.content.find_spell(it.spell)
    return Working(
        by=one.id,
        source=f"spell:{it.spell}",
        level=max(hit_dice(one), 1),
        spell=facts,
        span=facts.span_for(),
        save_modifier=it.save_modifier,
        damage=it.damage,
        area=it.area or facts.area,
    )


def spit_carries(it: special_kinds.Spit, rules: Rules, one: Combatant, feet: int) -> bool:
    """Whether it could still hit so far away."""
    del rules, one
    return it.chance + it.per_ten_feet * max(feet - it.range, 0) // 10 > 0


def spits(it: special_kinds.Spit, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """A shot that hits so often in a hundred, less often at first and from afar."""
    feet = distance(basics.fight(scene.state), one, target)
    chance = it.chance if one.spent.count(key) else it.first_chance
    chance += it.per_ten_feet * max(feet - it.range, 0) // 10
    scene.happen(PowerUsed(one.id, "spit", key, (target.id,)))
    check = held_against((scene.dice.roll(100, "spit"),), (), "<=", max(chance, 0), "spit")
    scene.happen(AttackRolled(one.id, target.id, it.attack, check, check.success, rules=("WB-RANGED-01",)))
    weapon = weapon_of(one, it.attack)
    if check.success and weapon is not None:
        thrown = weapon.damage.roll(scene.dice, "damage")
        amount, modifiers = rolled(weapon.damage, thrown, "WB-ATK-12")
        deal(scene, one, target, amount, weapon.element or "acid", thrown, modifiers)


def sweeps(it: special_kinds.Whirlwind, scene: Scene, one: Combatant, key: str, target: Combatant) -> None:
    """A whirlwind sweeps those of few hit dice off their feet."""
    area = Area("radius", radius=max(it.diameter // 2, 5))
    near = caught_in(basics.fight(scene.state), one, target, area)
    victims = [foe for foe in near if hit_dice(foe) <= it.hd_max and foe.profile.side != one.profile.side]
    scene.happen(PowerUsed(one.id, "whirlwind", key, tuple(victim.id for victim in victims)))
    for victim in victims:
        prone = Ongoing(kind="prone", source=f"monster:{lookups.powers(one).monster}", by=one.id, magical=False)
        scene.rules.endanger(scene, victim, lasting_threat("ongoing", None, prone, SWEPT), one.id)
