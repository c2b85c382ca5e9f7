"""What a hit brings besides damage: poison, stone, grips and worse; what bodies do to blades; eyes that kill."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import effect as effects
from arbitro.rules.whitebox import special as special_kinds
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.events import Moved
from arbitro.rules.whitebox.measure import Save, Span, Trigger
from arbitro.rules.whitebox.ongoing_effects import EffectKind, Ongoing
from arbitro.rules.whitebox.people.arms import is_made
from arbitro.rules.whitebox.powers.amounts import average, strongest_of_each
from arbitro.rules.whitebox.powers.changes import ArmourSundered, GazeReflected
from arbitro.rules.whitebox.powers.commands import AvertEyes
from arbitro.rules.whitebox.powers.durations import begin, lasts_until, lays, lifts, put_off, span_amount, unit_minutes
from arbitro.rules.whitebox.powers.events import ArmourRuined, PowerUsed, WeaponRuined
from arbitro.rules.whitebox.powers.lookups import (
    abilities,
    ask_referee,
    hit_dice,
    is_victim,
    lasting,
    powers,
    under,
)
from arbitro.rules.whitebox.powers.registry import magic_of
from arbitro.rules.whitebox.powers.wards import harm_by
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Blow, Combatant, State
from arbitro.rules.whitebox.surprise import caught
from arbitro.rules.whitebox.terms import Harm, Threat, Weapon
from arbitro.rules.whitebox.whose_turn import acting

PLATE: Final = 6
"""The bonus of plate armour and better."""
MIRROR: Final = "mirror_steel"
SIZES: Final = ("small", "man", "large", "huge")


# ------------------------------------------------------------ what a hit brings


def triggered(here: Here, when: Trigger | None, check: Check, target: Combatant) -> bool:
    """Whether a hit was good enough; any one of the conditions is enough."""
    if when is None or when == Trigger():
        return True
    needed = check.needed or 0
    return (
        bool(when.margin and check.total >= needed + when.margin)
        or bool(when.natural and check.dice[0].face >= when.natural)
        or (when.double and check.total >= 2 * needed)
        or (when.surprise and caught(basics.fight(here.state), target.id))
    )


def riders(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check) -> None:
    """Poison, paralysis and whatever else comes with a hit."""
    own = abilities(scene.rules, one)
    for it, power in own:
        if power.hit is None or it.attack not in ("", weapon.id):
            continue
        when = getattr(it, "when", None)
        if when is None or triggered(scene, when, check, target):
            for threat in power.hit(it, scene, one, target):
                face_rider(scene, one, target, threat)
    for it, power in own:
        if power.after_hit is not None:
            power.after_hit(it, scene, one, target)
    if weapon.magic:
        holy_weapon(scene, one, target, weapon)


def infects(it: special_kinds.Lycanthropy, scene: Scene, one: Combatant, target: Combatant) -> None:
    """A were-creature's wounds bring its curse; only the referee knows."""
    victim = basics.fight(scene.state).combatants[target.id]
    weak = victim.condition == "up" and victim.hp < victim.profile.max_hp * it.below
    if not weak or not is_victim(victim, "persons") or under(scene.state, victim.id, "lycanthropy"):
        return
    curse = Ongoing(kind="lycanthropy", source=source_of(one))
    blow = Blow(victim.id, "ongoing", one.id, ongoing=curse)
    if blow not in basics.fight(scene.state).blows and not put_off(scene, blow, audience=REFEREE_ONLY):
        begin(scene, victim.id, curse)


def face_rider(scene: Scene, one: Combatant, target: Combatant, threat: Threat) -> None:
    """Let the victim of a hit face what comes with it, while it still stands."""
    victim = basics.fight(scene.state).combatants[target.id]
    if victim.condition == "up":
        scene.rules.endanger(scene, victim, threat, one.id)


def threat_of(
    effect: Harm,
    save: Save | None,
    *,
    amount: Amount | None = None,
    element: str = "",
    ongoing: Ongoing | None = None,
    drain: int = 0,
) -> Threat:
    """A danger with the saving throw that an entry allows; without one, none averts it."""
    bare = Threat(effect, amount, save=False, element=element, ongoing=ongoing, drain=drain)
    if save is None:
        return bare
    on_success = "avoided" if save.success == "negates" else save.success
    return replace(bare, danger=save.danger, save=True, on_success=on_success, modifier=save.modifier)


def seized_by(state: State, one: Combatant, target: Combatant) -> bool:
    """Whether somebody is in the grip of another."""
    return any(effect.kind == "gripped" and effect.by == one.id for effect in lasting(state, target.id))


def lasting_threat(
    effect: Harm,
    save: Save | None,
    ongoing: Ongoing,
    span: Span | None,
    level: int = 0,
    *,
    element: str = "",
) -> Threat:
    """A danger that leaves something for a span of time; its dice are thrown when it takes hold."""
    amount, each = span_amount(span, level)
    return threat_of(effect, save, amount=amount, ongoing=replace(ongoing, each=each), element=element)


# ------------------------------------------------------------ the dangers, one by one


def poisons(it: special_kinds.Poison, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """Poison kills, or paralyses; some only the referee knows."""
    if it.effect == "death":
        yield threat_of("death", it.save, element="poison")
    elif it.effect == "paralysis":
        yield lasting_threat("ongoing", it.save, left_by(one, "held"), it.span, element="poison")
    else:
        told(it, scene, one, target)


def paralyses(it: special_kinds.Paralysis, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A touch paralyses."""
    del scene, target
    yield lasting_threat("ongoing", it.save, left_by(one, "held"), it.span, element="paralysis")


def told(
    it: special_kinds.Poison | special_kinds.Drag, scene: Scene, one: Combatant, target: Combatant
) -> Iterable[Threat]:
    """What a hit brings that only the referee can play out."""
    ask_referee(scene, one.id, "advice", str(it.__struct_config__.tag), target.id)
    return ()


def petrifies(it: special_kinds.Petrify, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A touch turns to stone."""
    del scene, target
    stone = Ongoing(kind="stone", source=source_of(one), by=one.id)
    yield threat_of("stone", it.save, element="stone", ongoing=stone)


def drains_levels(it: special_kinds.LevelDrain, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A touch takes levels away, and some hold on."""
    del scene, target
    yield threat_of("level_drain", None, drain=it.levels)
    if it.each_round:
        yield threat_of("ongoing", None, ongoing=replace(left_by(one, "gripped"), amount=it.levels))


def drains_ability(it: special_kinds.AbilityDrain, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A touch takes points of an attribute away, for a while or for good, and some hold on."""
    minutes = -1 if it.returns is None else it.returns.amount.plus * unit_minutes(it.returns)
    weak = replace(left_by(one, "weakened"), until=lasts_until(scene.state, minutes), ability=it.ability)
    yield threat_of("ability_drain", None, amount=it.amount, ongoing=weak)
    if it.each_round and not seized_by(scene.state, one, target):
        grip = replace(left_by(one, "gripped"), dice=it.amount, ability=it.ability)
        yield threat_of("ongoing", None, ongoing=grip)


def charms(it: special_kinds.Charm, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A touch charms people."""
    del scene
    if it.by == "touch" and is_victim(target, "persons"):
        charm = Ongoing(kind="charmed", source=source_of(one), by=one.id, level=hit_dice(one))
        yield threat_of("charm", it.save, element="charm", ongoing=charm)


def grips(it: special_kinds.Grip, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A hit holds on."""
    if not seized_by(scene.state, one, target):
        grip = replace(left_by(one, "gripped"), dice=it.damage, element=it.element or "")
        yield threat_of("ongoing", None, ongoing=grip)


def sickens(it: special_kinds.Disease, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A hit carries disease."""
    del scene, target
    ill = Ongoing(kind="diseased", source=source_of(one), to_hit=it.penalty, saves=it.penalty, magical=False)
    yield lasting_threat("ongoing", it.save, ill, it.span, element="poison")


def rots(it: special_kinds.Rot, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A hit rots, once."""
    if not under(scene.state, target.id, "rotting"):
        rot = Ongoing(kind="rotting", source=source_of(one), factor=it.healing_factor)
        yield threat_of("ongoing", None, ongoing=rot)


def pulls(it: special_kinds.Pull, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A hit drags the victim close and burns it."""
    pull(scene, one, target)
    yield Threat("damage", it.damage, save=False, element=it.element)


def source_of(one: Combatant) -> str:
    """A creature, as what lasts remembers it."""
    return f"monster:{powers(one).monster}"


def left_by(one: Combatant, kind: EffectKind) -> Ongoing:
    """Something lasting that a creature leaves on its victim, without any magic."""
    return Ongoing(kind=kind, source=source_of(one), by=one.id, magical=False)


def swallows(it: special_kinds.Swallow, scene: Scene, one: Combatant, target: Combatant) -> Iterator[Threat]:
    """A victim small enough goes down whole."""
    if SIZES.index(powers(target).size) > SIZES.index(it.size):
        return
    if it.held and not seized_by(scene.state, one, target):
        yield threat_of("ongoing", None, ongoing=left_by(one, "gripped"))
        return
    if it.effect == "death":
        yield threat_of("death", None)
        return
    yield lasting_threat("swallow", None, left_by(one, "swallowed"), it.span)
    ask_referee(scene, one.id, "advice", "swallow", target.id)


def pull(scene: Scene, one: Combatant, target: Combatant) -> None:
    """Drag somebody close; in a tie, when it is over."""
    if put_off(scene, Blow(target.id, "pull", one.id), rules=("WB-MELEE-02",)):
        return
    if abs(one.at - target.at) > MELEE_REACH:
        scene.happen(Moved(target.id, target.at, one.at))


def is_pulled(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever was dragged in a simultaneous turn feels it when it is over."""
    puller = basics.fight(scene.state).combatants.get(landing.blow.source)
    if one.condition == "up" and puller is not None:
        pull(scene, puller, one)


def loses_armour(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever lost a piece of armour in a simultaneous turn is without it when it is over."""
    ruin_armour(scene, one, landing.blow.element, landing.rules)


def ruin_armour(scene: Scene, one: Combatant, key: str, rules: tuple[str, ...] = ()) -> None:
    """A piece of armour is of no use any more: at once, or when a simultaneous turn is over."""
    sheet = scene.state.characters.get(one.id)
    item = None if sheet is None else sheet.items.get(key)
    blow = Blow(one.id, "ruin", one.id, element=key)
    if item is None or blow in basics.fight(scene.state).blows or put_off(scene, blow, rules=rules):
        return
    facts = scene.rules.content.armour[item.base or item.of]
    left = basics.fight(scene.state).combatants[one.id].profile.armour - facts.bonus - item.plus
    scene.happen(ArmourRuined(one.id, left, key, rules=rules))


def sunders(it: special_kinds.Sunder, scene: Scene, one: Combatant, target: Combatant) -> Iterable[Threat]:
    """A blow that may break the shield or, without one, the armour of somebody who has a sheet."""
    sheet = scene.state.characters.get(target.id)
    worn = [
        (scene.rules.content.armour[item.base or item.of], key, item)
        for key, item in (sheet.items.items() if sheet is not None else ())
        if (item.base or item.of) in scene.rules.content.armour
        and item.where == ("hand" if scene.rules.content.armour[item.base or item.of].shield else "worn")
    ]
    if not worn:
        if sheet is None and not powers(target).natural:
            ask_referee(scene, one.id, "advice", "sunder", target.id)
        return ()
    facts, key, item = max(worn, key=lambda piece: piece[0].shield)
    check = held_against((scene.dice.roll(100, "sunder"),), (), "<=", it.chance, "sunder")
    armour = basics.fight(scene.state).combatants[target.id].profile.armour
    left = armour - facts.bonus - item.plus if check.success else armour
    if not check.success or not basics.simultaneous(basics.fight(scene.state)):
        scene.happen(ArmourSundered(target.id, one.id, check, left, key, rules=("WB-ATK-06",)))
        return ()
    scene.happen(ArmourSundered(target.id, one.id, check, None, key, rules=("WB-ATK-06", "WB-INIT-02")))
    ruin_armour(scene, target, key, ("WB-ATK-06",))
    return ()


def holy_weapon(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
    """What the magic in a weapon does to whoever it hits."""
    item = scene.rules.content.magic_items.get(weapon.magic)
    for part in item.effects if item is not None else ():
        hit = magic_of(scene.rules, part).hit
        if hit is not None:
            hit(part, scene, one, target, weapon)


def destroys(part: effects.DestroyUndead, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
    """The undead are destroyed; the stronger ones may save."""
    del weapon
    if powers(target).undead:
        save = part.save if hit_dice(target) >= part.save_from_hd else None
        face_rider(scene, one, target, threat_of("death", save))


def coils(part: effects.Coil, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
    """A creature winds around victims that are not too large."""
    if SIZES.index(powers(target).size) <= SIZES.index(part.size):
        held = Ongoing(kind="webbed", source=f"item:{weapon.magic}", by=one.id)
        face_rider(scene, one, target, lasting_threat("ongoing", None, held, part.span))


# ------------------------------------------------------------ what the victim does back


def answer(scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
    """Creatures that burn or eat what touches them in melee."""
    theirs = abilities(scene.rules, target)
    for it, power in theirs:
        if power.burns is not None:
            power.burns(it, scene, one, target, weapon)
    flames = [effect for effect in lasting(scene.state, target.id) if effect.kind == "retaliating"]
    if flames:
        for effect, _ in strongest_of_each(scene.state, flames, lambda effect: average(effect.dice)):
            burn_back(scene, one, target, effect.dice or Amount(), effect.element)
    for it, power in theirs:
        if power.eats is not None:
            power.eats(it, scene, one, target, weapon)
    for it, power in abilities(scene.rules, one):
        if power.touches is not None:
            power.touches(it, scene, target)


def burns(it: special_kinds.Burn, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon) -> None:
    """Some burn whoever strikes them."""
    del weapon
    burn_back(scene, one, target, it.damage, it.element)


def burn_back(scene: Scene, one: Combatant, target: Combatant, damage: Amount, element: str) -> None:
    """Whoever strikes takes damage."""
    thrown = damage.roll(scene.dice, "damage")
    victim = basics.fight(scene.state).combatants[one.id]
    if victim.condition == "up":
        amount, modifiers = rolled(damage, thrown, "WB-ATK-12")
        blow = Blow(victim.id, "damage", target.id, amount, element)
        if not put_off(scene, blow, thrown, ("WB-DEATH-01",), modifiers):
            harm_by(scene, victim, Landing(blow, thrown, ("WB-DEATH-01",), modifiers))


def corrodes_weapon(
    it: special_kinds.Corrosion, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon
) -> None:
    """A made weapon that strikes it is eaten away, magic ones more slowly; of some nothing but metal is."""
    del target
    if not is_made(one, weapon) or (it.metal_only and not of_metal(scene, one, weapon)):
        return
    lasts = it.weapon_hits + it.per_plus * max(weapon.bonus, 0)
    key = f"corroded:{weapon.id}"
    if one.spent.count(key) + 1 < lasts:
        scene.happen(PowerUsed(one.id, "corroded", key, passive=True))
        return
    name = weapon.thing
    if it.item_save:
        ask_referee(scene, one.id, "advice", "item_save", one.id)
    scene.happen(WeaponRuined(one.id, name, name))


def of_metal(scene: Scene, one: Combatant, weapon: Weapon) -> bool:
    """Whether a weapon is of metal: the things on a sheet say so, and what else is made is taken to be."""
    sheet = scene.state.characters.get(one.id)
    item = None if sheet is None else sheet.items.get(weapon.thing)
    facts = None if item is None else scene.rules.content.weapons.get(item.base or item.of)
    return facts is None or facts.metal


def corrodes_armour(it: special_kinds.Corrosion, scene: Scene, target: Combatant) -> None:
    """Armour that it touches is eaten away, plate more slowly."""
    sheet = scene.state.characters.get(target.id)
    if sheet is None:
        return
    for key, item in sheet.items.items():
        facts = scene.rules.content.armour.get(item.base or item.of)
        if facts is None or facts.shield or item.where != "worn" or (it.metal_only and not facts.metal):
            continue
        lasts = it.plate_hits if facts.bonus >= PLATE else it.armour_hits
        lasts += it.per_plus * max(item.plus, 0)
        victim = basics.fight(scene.state).combatants[target.id]
        mark = f"corroded:{key}"
        if victim.spent.count(mark) + 1 < lasts:
            scene.happen(PowerUsed(target.id, "corroded", mark, passive=True))
        else:
            ruin_armour(scene, victim, key)
        return


# ------------------------------------------------------------ eyes


def meet_eyes(scene: Scene, one: Combatant, gazer: Combatant) -> None:
    """Whoever fights a creature with a dangerous gaze meets its eyes."""
    for it, power in abilities(scene.rules, gazer):
        if power.eyes is not None:
            power.eyes(it, scene, one, gazer)


def dangerous_eyes(rules: Rules, one: Combatant) -> bool:
    """Whether it is dangerous to meet somebody's eyes."""
    return any(power.eyes is not None for _, power in abilities(rules, one))


def gazes(gaze: special_kinds.Gaze, scene: Scene, one: Combatant, gazer: Combatant) -> None:
    """Once a round, unless one looks away."""
    state = scene.state
    known = any(e.kind == "gazed" and e.by == gazer.id for e in lasting(state, one.id))
    if gaze.reflected and not known and under(state, one.id, "averted") and has_mirror(state, one):
        reflect_gaze(scene, one, gazer, gaze)
        return
    if known or under(state, one.id, "averted", "blind") or gazer.held_until >= basics.fight(state).round:
        return
    if not is_victim(one, "men" if gaze.victims == "men" else "all"):
        return
    if gaze.hd_max is not None and hit_dice(one) > gaze.hd_max:
        return
    scene.happen(PowerUsed(gazer.id, "gaze", "gaze", (one.id,), passive=True))
    until = state.minutes + 1
    begin(scene, one.id, Ongoing(kind="gazed", by=gazer.id, until=until, magical=False))
    scene.rules.endanger(scene, one, gaze_threat(gazer, gaze), gazer.id)


def has_mirror(state: State, one: Combatant) -> bool:
    """Whether somebody has a mirror at hand."""
    sheet = state.characters.get(one.id)
    things = sheet.items.values() if sheet is not None else ()
    return any(item.of == MIRROR and item.where != "elsewhere" for item in things)


def reflect_gaze(scene: Scene, one: Combatant, gazer: Combatant, gaze: special_kinds.Gaze) -> None:
    """Whoever fights by the image in a mirror may show a creature its own eyes, once a round (WB-CORE-01)."""
    check = held_against((scene.dice.roll(100, "gaze"),), (), "<=", gaze.reflected, "gaze")
    scene.happen(GazeReflected(one.id, gazer.id, check, rules=("WB-CORE-01",)))
    until = scene.state.minutes + 1
    begin(scene, one.id, Ongoing(kind="gazed", by=gazer.id, until=until, magical=False))
    if check.success:
        own = replace(gaze_threat(gazer, gaze), save=True, danger="paralysis_stone", on_success="avoided")
        scene.rules.endanger(scene, gazer, own, gazer.id)


def gaze_threat(gazer: Combatant, gaze: special_kinds.Gaze) -> Threat:
    """What it means to meet such eyes."""
    source = f"monster:{powers(gazer).monster}"
    if gaze.effect == "petrify":
        return threat_of("stone", gaze.save, element="stone", ongoing=Ongoing(kind="stone", source=source, by=gazer.id))
    if gaze.effect == "charm":
        charm = Ongoing(kind="charmed", source=source, by=gazer.id, level=hit_dice(gazer))
        return threat_of("charm", gaze.save, element="charm", ongoing=charm)
    kind: EffectKind = "held" if gaze.effect == "paralysis" else "blind"
    ongoing = Ongoing(kind=kind, source=source, by=gazer.id)
    return threat_of("ongoing", gaze.save, element="paralysis" if kind == "held" else "light", ongoing=ongoing)


def avert_eyes(scene: Scene, command: AvertEyes) -> Refusal | None:
    """Fight without looking, or look again: no action, but it counts against blows; in a tie, from its end."""
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    looking_away = under(scene.state, one.id, "averted")
    eyes = looking_away or Ongoing(kind="averted", magical=False)
    if any(blow.target == one.id and blow.ongoing == eyes for blow in basics.fight(scene.state).blows):
        return Refusal("eyes_settled", {"who": f"@{one.id}"}, ("WB-INIT-02",))
    if looking_away is not None:
        lifts(scene, one.id, eyes, ("WB-CORE-01",))
    else:
        lays(scene, one.id, eyes)
    return None
