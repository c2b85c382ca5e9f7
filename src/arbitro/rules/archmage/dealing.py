"""The damage of a blow: a hit, twice for a critical, or a miss, with all that adds to it (chapter «Danni»)."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import magic_effects as magic
from arbitro.rules.archmage import recoil as after
from arbitro.rules.archmage.aiming import amount_of, scaled, source_of, why_more
from arbitro.rules.archmage.bonuses import counting, dice_of
from arbitro.rules.archmage.circumstances import are_kin
from arbitro.rules.archmage.damage import RESISTED_BY_NOBODY, Rethrown, hurt, kind_against, roll_damage
from arbitro.rules.archmage.numbers import Strike, concerns
from arbitro.rules.archmage.ongoing_effects import BESIDE
from arbitro.rules.archmage.power import HITS, Attack, BonusStat, Rider
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.step import Blow, Volley
from arbitro.rules.archmage.tally import Damage, Reason, Tally, flat
from arbitro.rules.archmage.verbs import average

_NOTHING: Final = Amount()
_ROLLED: Final = Reason("AE-DMG-02", "damage_roll")
_MISSED: Final = Reason("AE-MISS-01", "miss")


def deal(
    scene: Scene, step: Blow, one: Combatant, attack: Attack, target: Combatant, riders: list[Rider]
) -> int | None:
    """The damage of a hit (twice for a critical) or of a miss, where the attack has any (AE-MISS-01); how much.

    Nothing of it where a power makes a miss of a hit that would do little.
    """
    effects = [effect for rider in riders for effect in rider.effects]
    retyped = [effect for effect in effects if isinstance(effect, do.Retype)]
    hit = step.outcome in HITS
    rules: tuple[str, ...] = ("AE-ATK-06" if hit else "AE-MISS-01",)
    if hit:
        harm = _hit_damage(scene, step, one, attack, target, effects)
    else:
        harm = _miss_damage(scene, step, one, attack, target, effects)
        if harm.total and target.profile.special("no_miss_damage") is not None:
            harm = harm.then(0, "times", Reason("AE-MISS-01", "no_miss_damage"))
    if step.natural < step.resisted and harm.total:
        harm = harm.then(0, "halve", Reason("AE-RESIST-01", "resistance"))
    lessened = Reason("AE-ATK-06", "lessened", (f"power/{step.lessened}",))
    if step.lessened and harm.total:
        harm = _lessened(harm, step, one.profile.level, lessened)
    strike = Strike(scene.state, one, attack, target, attack.type)
    for _, bonus in counting(strike, "empowered"):
        twice = Reason("AE-ATK-06", "feature", (f"feature/{bonus.source}",))
        harm = harm.then(2, "times", twice) if harm.total else harm
    times = 1
    tripled: tuple[str, ...] = ()
    if step.outcome == "crit":
        times, tripled = _critical(strike, at_level=step.at_level)
        rules = (*rules, "AE-CRIT-01", *(("AE-CRIT-03",) if tripled else ()))
    if not harm.parts and not (step.outcome == "crit" and target.profile.special("crit_kills")):
        return 0
    kind = step.volley.damage_type or attack.type
    grazes = hit and any(each.trigger == "grazed" for each in target.profile.attacks)
    if grazes and after.slips_by(scene, target, attack, harm.total * times):
        return None
    hurt(
        scene,
        step.target,
        Damage(
            harm.then(0, "times", lessened) if step.spared else harm,
            kind_against(scene.state, target, kind, retyped) if retyped else kind,
            step.volley.attacker,
            RESISTED_BY_NOBODY if any(isinstance(effect, magic.Pierce) for effect in effects) else step.natural,
            rules,
            multiplier=times,
            mundane=attack.mundane,
            merciful=step.volley.merciful,
            hit=hit,
            crit=step.outcome == "crit",
            crit_by=tripled,
        ),
    )
    if step.borne_by and harm.total:
        part = flat(harm.total, lessened)
        part = part.then(0, "halve", lessened) if step.halved_again else part
        hurt(scene, step.borne_by, Damage(part, "weapon", step.volley.attacker, 20, ("AE-ATK-06",)))
    return harm.total


def _critical(strike: Strike, *, at_level: bool) -> tuple[int, tuple[str, ...]]:
    """By how much a critical hit multiplies the damage, and what raises that (AE-CRIT-01, AE-CRIT-03)."""
    taken = strike.target.profile.special("crit_triple_taken") is not None
    doublings, by = int(taken), (("special/crit_triple_taken",) if taken else ())
    for _, bonus in counting(strike, "crit_times"):
        doublings, by = doublings + bonus.amount.plus, (*by, f"feature/{bonus.source}")
    return (1 if at_level else after.crit_multiplier(doublings)), by


def _lessened(harm: Tally, step: Blow, level: int, why: Reason) -> Tally:
    """Less damage by a power: no more than the striker's level, so much less, or half."""
    if step.at_level:
        return harm.then(level, "most", why)
    return harm.then(-step.less, "add", why).not_negative() if step.less else harm.then(0, "halve", why)


def base_damage(scene: Scene, step: Blow, one: Combatant, attack: Attack, effects: list[do.AnyEffect]) -> int:
    """The one damage roll of the attack; later targets share it (AE-DMG-02)."""
    if step.volley.damage >= 0:
        return step.volley.damage
    again: Rethrown = ""
    for effect in effects:
        if isinstance(effect, do.RerollOnes):
            again = "no_twos" if effect.twos or again == "no_twos" else "no_ones"
    strike = Strike(scene.state, one, attack, scene.one(step.target), attack.type)
    full = next(counting(strike, "maximised"), None) is not None
    how: Rethrown = "full" if full else "no_low" if step.rethrown else again
    least = scene.state.battle.escalation if any(isinstance(effect, do.RaiseDice) for effect in effects) else 0
    total = roll_damage(scene, one, attack, step.volley, how, least)
    if any(isinstance(effect, do.RollTwice) for effect in effects):
        total = max(total, roll_damage(scene, one, attack, step.volley, how, least))
    waiting = scene.agenda[-1] if scene.agenda else None
    if isinstance(waiting, Volley) and waiting.attacker == step.volley.attacker and attack.times.plus <= 1:
        scene.agenda[-1] = replace(waiting, damage=total)
    return total


def _hit_damage(
    scene: Scene, step: Blow, one: Combatant, attack: Attack, target: Combatant, effects: list[do.AnyEffect]
) -> Tally:
    instead = next((effect for effect in effects if isinstance(effect, do.Instead)), None)
    if instead is not None:
        why = Reason("AE-ATK-06", "instead", source_of(scene, instead, step))
        harm = Tally().rolling(scaled(scene, instead.amount, instead.times, instead.plus), scene.dice, "damage", why)
        if instead.factor > 1:
            tenfold = sum(die.face for die in harm.dice) * (instead.factor - 1)
            harm = harm.then(tenfold, "add", Reason("AE-DMG-07", "tenfold"))
    elif attack.weapon_die or attack.unarmed or attack.damage != _NOTHING:
        harm = flat(base_damage(scene, step, one, attack, effects), _ROLLED)
    else:
        return Tally()
    for effect in effects:
        if isinstance(effect, do.More):
            harm = harm.rolling(
                amount_of(scene, effect, one, attack), scene.dice, "damage", why_more(scene, effect, step)
            )
    if step.more:
        harm = harm.then(step.more, "add", Reason("AE-ATK-06", "added_damage"))
    if step.volley.halved or any(isinstance(effect, do.Halved) for effect in effects):
        harm = harm.then(0, "halve", Reason("AE-ATK-06", "half"))
    return more_damage(scene, Strike(scene.state, one, attack, target, attack.type), harm).not_negative()


def more_damage(scene: Scene, strike: Strike, harm: Tally) -> Tally:
    """Damage with what specials and curses add to it against one target; of one curse the worst (AE-STACK-04)."""
    for special in strike.one.profile.specials:
        adds = scene.rules.traits[special.code].damage
        if adds is not None:
            harm = adds(strike, special, harm)
    harm = _features(scene, strike, harm, "damage")
    for boost, dice in _dice_of_boosts(strike) if strike.one.boosts else ():
        harm = harm.rolling(dice, scene.dice, "damage", Reason("AE-STACK-01", "boost", (f"power/{boost}",)))
    if strike.attack.kind == "melee":
        marks = [mark.sides for mark in strike.target.marks if mark.kind == "mark" and are_kin(strike, mark.source)]
        if marks:
            harm = harm.throw((scene.dice.roll(max(marks), "curse"),), Reason("AE-ATK-06", "curse"))
    return harm


def _dice_of_boosts(strike: Strike) -> list[tuple[str, Amount]]:
    """Dice that boosts add to damage; of one name the most, unless they say that they stack (AE-STACK-04)."""
    best: dict[str, Amount] = {}
    stacked: list[tuple[str, Amount]] = []
    for boost in strike.one.boosts:
        if boost.stat != "damage" or boost.dice is None or not concerns(boost, strike.attack):
            continue
        if boost.name.endswith(BESIDE):
            stacked.append((boost.name.removesuffix(BESIDE), boost.dice))
        elif boost.name not in best or average(boost.dice) > average(best[boost.name]):
            best[boost.name] = boost.dice
    return [*best.items(), *stacked]


def _features(scene: Scene, strike: Strike, harm: Tally, stat: BonusStat) -> Tally:
    """Damage with what the striker's features add to it."""
    for _, bonus in counting(strike, stat):
        why = Reason("AE-STACK-01", "feature", (f"feature/{bonus.source}",))
        harm = harm.rolling(dice_of(strike, bonus), scene.dice, "damage", why)
    return harm


def _miss_damage(
    scene: Scene, step: Blow, one: Combatant, attack: Attack, target: Combatant, effects: list[do.AnyEffect]
) -> Tally:
    instead = next((effect for effect in effects if isinstance(effect, do.Instead)), None)
    if instead is not None:  # nothing of the usual miss
        why = Reason("AE-MISS-01", "instead", source_of(scene, instead, step))
        return Tally().rolling(scaled(scene, instead.amount, instead.times, instead.plus), scene.dice, "damage", why)
    harm = Tally()
    half = any(isinstance(effect, do.Half) for effect in effects)
    if one.profile.master:
        strike = Strike(scene.state, one, attack, target, attack.type)
        half = half or any(True for _ in counting(strike, "half_miss"))
        half = half or (step.natural % 2 == 0 and any(True for _ in counting(strike, "half_even_miss")))
    if half:  # half of the damage is all that the miss deals
        harm = flat(base_damage(scene, step, one, attack, effects), _ROLLED).then(0, "halve", _MISSED)
    if attack.miss_level and not half:
        harm = harm.then(one.profile.level, "add", Reason("AE-MISS-01", "miss_level"))
    if attack.miss is not None:
        harm = harm.rolling(attack.miss, scene.dice, "damage", _MISSED)
    for effect in effects:
        if isinstance(effect, do.More):
            harm = harm.rolling(
                amount_of(scene, effect, one, attack), scene.dice, "damage", why_more(scene, effect, step)
            )
    if attack.weapon_die or harm.parts:
        harm = _features(scene, Strike(scene.state, one, attack, target, attack.type), harm, "miss_damage")
    return harm
