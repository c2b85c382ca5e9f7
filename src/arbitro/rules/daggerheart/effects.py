"""What features do to their targets: attacks, reaction rolls, damage and conditions, in their order."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature_words
from arbitro.rules.daggerheart import owner_effects as own
from arbitro.rules.daggerheart.acting import relocate
from arbitro.rules.daggerheart.adversary import fear_price, pay_for, payable
from arbitro.rules.daggerheart.circumstances import standard_damage
from arbitro.rules.daggerheart.conditions import impose, release
from arbitro.rules.daggerheart.countdown import find_countdown
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.feature import Feature, Gate, Wish
from arbitro.rules.daggerheart.feature_aims import aim_feature, feature_of, strike_spot
from arbitro.rules.daggerheart.gm_die import NOTHING_GRANTED, Attacking, Granted, assault
from arbitro.rules.daggerheart.numbers import difficulty_here, difficulty_of, rule_of, rules_of_features, source_of
from arbitro.rules.daggerheart.owner_effects import NO_WISH, do_own, tell_dice
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_price import change_things
from arbitro.rules.daggerheart.presence import (
    PLACE,
    can_suffer,
    current_scene,
    foes_left,
    has_condition,
    is_there,
)
from arbitro.rules.daggerheart.ranges import approach, is_near, reach_of, thrown
from arbitro.rules.daggerheart.resources import (
    change_hope,
    clear_hp,
    clear_stress,
    free_slots,
    gain_fear,
    mark_armour,
    mark_hp,
    mark_stress,
)
from arbitro.rules.daggerheart.rules import Vocabulary
from arbitro.rules.daggerheart.state import Agenda, Apply, Chance, Condition, Countdown, Dodged, Foe, Hero, Hit
from arbitro.rules.daggerheart.words import halved

_FEATURE = ("DHP-ADVSTAT-05",)
CHASE = "chase/"
"""How the ids of two countdowns that race each other begin."""


# ------------------------------------------------------------------ carrying out


def perform_feature(
    play: Play,
    owner: str,
    feature: Feature,
    targets: list[Hero],
    *,
    granted: Granted = NOTHING_GRANTED,
    wish: Wish = NO_WISH,
    cause: Chance | None = None,
) -> None:
    """Do what a feature does to these targets, to its owner and to the scene."""
    if feature.die is not None and not _favoured(play, owner, feature, feature.die):
        return
    if feature.table:
        _one_of(play, owner, feature)
        return
    if cause is not None:
        wish = replace(wish, wounds=cause.wounds)
    foe = current_scene(play.state).foes.get(owner)
    steps: list[Agenda] = []
    happened = True
    ground = any(isinstance(part, feature_words.Zone) for part in feature.own)
    wish = replace(wish, at=targets[0].at) if ground and targets else wish
    if feature.group and foe is not None:
        steps += _group_attack(play, foe, feature, targets, granted)
    elif feature.attack is not None and foe is not None:
        hit, steps = _attack(play, foe, feature, targets, granted, impact=wish.pick == "impact")
        happened = bool(hit)
        if feature.roll is not None:
            steps += dodges(play, owner, feature, [play.state.party[who] for who in hit])
    elif feature.roll is not None:
        steps += dodges(play, owner, feature, [] if ground else targets, wish.raised)
    elif feature.do:
        told = cause or Chance(owner, feature.id)
        after = (told.wounds, told.armour, told.dealt, told.dealt_kind)
        steps += [Apply(owner, feature.id, hero.id, feature.do, *after) for hero in targets]
    play.first(*steps)
    if happened:
        for part in feature.own:
            do_own(play, owner, feature, part, wish)


def _one_of(play: Play, owner: str, feature: Feature) -> None:
    """A die says which of several things a feature does; it is aimed when that is known."""
    die = play.dice.roll(len(feature.table), "feature_table")
    play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, (die,), rules=rules_of_features(owner)))
    part = feature.table[die.face - 1]
    play.happen(e.FeatureUsed(owner, part.id, part.name, 0, rules=rules_of_features(owner)))
    perform_feature(play, owner, part, aim_feature(play.rules.books, play.state, owner, part, ()))


def _favoured(play: Play, owner: str, feature: Feature, gate: Gate) -> bool:
    """Whether the die that a feature hangs on shows enough."""
    die = play.dice.roll(gate.sides, "feature_die")
    price = fear_price(play.state, feature)
    play.happen(e.FeatureUsed(owner, feature.id, feature.name, price, (die,), rules=rules_of_features(owner)))
    return die.face >= gate.least


def _attack(
    play: Play, foe: Foe, feature: Feature, targets: list[Hero], granted: Granted, *, impact: bool = False
) -> tuple[list[str], list[Agenda]]:
    """An attack that a feature makes; a reaction may have to close in first, and may fail to reach."""
    state = play.state
    strike = feature.attack
    if strike is None or not targets:
        return [], []
    foe = current_scene(state).foes[foe.id]
    spot = strike_spot(play.rules.books, state, foe, feature, targets)
    if spot is None:
        return [], []
    if spot != foe.at:
        relocate(play, foe.id, spot)
        foe = current_scene(play.state).foes[foe.id]
    do = () if feature.roll is not None else feature.do
    if not impact:
        strike = replace(strike, impact=None)
    hit, steps = assault(play, foe, targets, Attacking(strike, feature, do), granted)
    if hit and feature.on_hit:
        if payable(play.state, foe, feature) is not None:
            return [], []
        pay_for(play, foe, feature)
    if feature.miss:
        steps += [Apply(foe.id, feature.id, hero.id, feature.miss) for hero in targets if hero.id not in hit]
    if feature.several and len(hit) >= feature.several:
        gain_fear(play, 1, "feature", ("DH-FEAR-04",))
    return hit, steps


def _group_attack(play: Play, foe: Foe, feature: Feature, targets: list[Hero], granted: Granted) -> list[Agenda]:
    """Every Minion of one name within Close closes in; one roll, all their damage in one hit (DHP-ADVSTAT-07)."""
    victim = targets[0]
    band = foe.block.attack.range
    joined = 0
    for other in tuple(foes_left(play.state)):
        alike = (other.block.id, other.block.name) == (foe.block.id, foe.block.name)
        if not alike or not is_near(play.rules.books, play.state, other, victim, "close"):
            continue
        spot = approach(play.rules.books, play.state, other, victim, band, "close")
        if spot is not None:
            relocate(play, other.id, spot)
            joined += 1
    moved = current_scene(play.state).foes[foe.id]
    _, steps = assault(play, moved, [victim], Attacking(feature=feature, group=max(joined, 1)), granted)
    return steps


def dodges(play: Play, owner: str, feature: Feature, targets: list[Hero], raised: int = 0) -> list[Agenda]:
    """Reaction rolls of everybody concerned; damage is rolled once for all (DH-ADVERSARY-03)."""
    roll = feature.roll
    if roll is None or not targets:
        return []
    foe = current_scene(play.state).foes.get(owner)
    difficulty = roll.difficulty or (
        difficulty_of(play.rules.books, foe) if foe is not None else difficulty_here(play.rules.books, play.state)
    )
    amount, half = 0, roll.half
    if half is not None:
        rules = ("DH-ADVERSARY-03", rule_of(feature) if owner != PLACE else rules_of_features(owner)[0])
        by = (source_of(owner, feature),)
        amount, _ = roll_damage(play, DamageRoll(owner, (half.damage,), half.kind, rules, direct=half.direct, by=by))
    return [
        Dodged(
            hero.id,
            owner,
            feature.id,
            roll.traits,
            (difficulty or 10) + raised,
            roll.fail,
            roll.success,
            amount,
            half.kind if half is not None else "physical",
            half.direct if half is not None else False,
            roll.spare,
            roll.offer,
            burdens=(f"{hero.id}/{roll.worse}",) if roll.worse and has_condition(hero, roll.worse) else (),
        )
        for hero in targets
    ]


# ------------------------------------------------------------------ effects on a target


def settle_apply(play: Play, step: Apply) -> None:
    """Effects in order; damage is settled before what follows it."""
    for number, effect in enumerate(step.do):
        hero = play.state.party.get(step.target)
        if hero is None or hero.lost:
            return
        word = play.rules.words[type(effect)]
        falls = not step.feature and can_suffer(hero)  # nobody's deed: it befalls those who have surrendered too
        if word.target is None or (word.standing and hero.status != "up" and not falls):
            continue
        if word.target(play, replace(step, do=step.do[number + 1 :]), hero, effect):
            return


def _harm(play: Play, step: Apply, hero: Hero, effect: feature_words.Harm) -> bool:
    by = (f"{step.source}/{step.feature}",) if step.feature else ()
    pool: tuple[Amount, ...] = (effect.damage,)
    kind = effect.kind
    rules = rules_of_features(step.source)
    owner = current_scene(play.state).foes.get(step.source)
    if effect.standard and owner is not None:
        (pool, _), kind = standard_damage(play.rules.books, play.state, owner, hero), owner.block.attack.kind
    direct, feature = effect.direct, step.feature
    amount, _ = roll_damage(play, DamageRoll(step.source, pool, kind, rules, direct=direct, by=by * len(pool)))
    play.first(Hit(hero.id, amount, kind, step.source, direct, attack=False, do=step.do, feature=feature))
    return True


def _reflect(play: Play, step: Apply, hero: Hero, effect: feature_words.Reflect) -> bool:
    """Half of what an attacker dealt comes back, of the same kind."""
    del effect
    half = Modifier(halved(step.dealt) - step.dealt, "DHP-GEN-01", "halved", (f"{step.source}/{step.feature}",))
    feature, kind = step.feature, step.dealt_kind
    play.first(Hit(hero.id, step.dealt, kind, step.source, attack=False, do=step.do, feature=feature, changes=(half,)))
    return True


def _break(play: Play, step: Apply, hero: Hero, effect: feature_words.Break) -> bool:
    if free_slots(hero):
        mark_armour(play, hero.id, benefit=False, rules=("DHP-ADVSTAT-10", "DHP-ARM-01"))
        return False
    return bool(effect.otherwise) and _instead(play, step, effect.otherwise)


def _if_wounded(play: Play, step: Apply, hero: Hero, effect: feature_words.IfWounded) -> bool:
    del hero
    return step.wounds >= effect.least and _instead(play, step, effect.then)


def _if_unarmored(play: Play, step: Apply, hero: Hero, effect: feature_words.IfUnarmored) -> bool:
    del hero
    return step.armour == effect.marked and _instead(play, step, effect.then)


def _instead(play: Play, step: Apply, then: tuple[feature_words.Simple, ...]) -> bool:
    """First what a word leads to, then whatever was left to do."""
    play.first(replace(step, do=(*then, *step.do)))
    return True


def _stress(play: Play, step: Apply, hero: Hero, effect: feature_words.Stress) -> None:
    dice = effect.amount.roll(play.dice, "stress")
    amount = hero.stress - hero.stress_marked if effect.all else effect.amount.total(dice)
    if dice:
        _rolled(play, step, dice, effect.amount.plus)
    mark_stress(play, hero.id, amount, step.feature, rules_of_features(step.source))
    if effect.drains and step.source in current_scene(play.state).foes:
        clear_stress(play, step.source, amount, rules_of_features(step.source))


def _wound(play: Play, step: Apply, hero: Hero, effect: feature_words.Wound) -> None:
    amount = step.wounds if effect.same else effect.amount
    mark_hp(play, hero.id, amount, step.feature, rules_of_features(step.source))


def _hope(play: Play, step: Apply, hero: Hero, effect: feature_words.Hope) -> bool:
    if not hero.hope and effect.none:
        return _instead(play, step, effect.none)
    dice = effect.amount.roll(play.dice, "hope_lost")
    if dice:
        _rolled(play, step, dice, effect.amount.plus)
    lost = hero.hope if effect.all else step.wounds if effect.wounds else effect.amount.total(dice)
    change_hope(play, hero.id, -lost, "feature", rules_of_features(step.source))
    return bool(effect.last and 0 < hero.hope <= lost) and _instead(play, step, effect.last)


def _release(play: Play, step: Apply, hero: Hero, effect: feature_words.Release) -> None:
    del step
    release(play, hero.id, *(held for held in hero.conditions if held.name == effect.condition))


def _push(play: Play, step: Apply, hero: Hero, effect: feature_words.Push) -> None:
    origin = current_scene(play.state).foes.get(step.source)
    start = origin.at if origin is not None else hero.at
    if effect.clear:
        feet = reach_of(play.rules.books, play.state, effect.to) + 5
        to = hero.at + (feet if hero.at >= start else -feet)
    else:
        to = thrown(play.rules.books, play.state, start, hero, effect.to)
    relocate(play, hero.id, to, "pushed")


def _fear(play: Play, step: Apply, hero: Hero, effect: feature_words.Fear) -> None:
    del step, hero
    own.fear_part(play, effect)


def _mend(play: Play, step: Apply, hero: Hero, effect: feature_words.Mend) -> None:
    """The owner gains by what the target has lost: Hit Points first, then Stress."""
    del hero
    owner = current_scene(play.state).foes.get(step.source)
    if owner is None or not is_there(owner):
        return
    amount = step.wounds if effect.wounds else 1
    wounds = min(amount, owner.hp_marked)
    clear_hp(play, owner.id, wounds, _FEATURE)
    if effect.wounds:
        clear_stress(play, owner.id, amount - wounds, _FEATURE)


def _take(play: Play, step: Apply, hero: Hero, effect: feature_words.Take) -> None:
    """Something is snatched away, from those who carry anything."""
    del step, effect
    if hero.things:
        change_things(play, hero.id, hero.things[-1].power, -1)


def _chase(play: Play, step: Apply, hero: Hero, effect: feature_words.Chase) -> None:
    """The party's progress against what gets away (DHP-COUNT-02)."""
    del step
    caught, lost = f"{CHASE}{hero.id}/caught", f"{CHASE}{hero.id}/lost"
    for countdown in (
        Countdown(caught, effect.caught, "progress", effect.progress, effect.progress),
        Countdown(lost, effect.lost, "consequence", effect.consequence, effect.consequence),
    ):
        if find_countdown(play.state, countdown.id) is None:
            play.happen(e.CountdownStarted(countdown, (), countdown.name, rules=("DHP-COUNT-01", "DHP-COUNT-02")))


def _rolled(play: Play, step: Apply, dice: tuple[Die, ...], plus: int) -> None:
    feature = feature_of(play.state, step.source, step.feature)
    if feature is not None:
        tell_dice(play, step.source, step.feature, feature.name, dice, plus)


def _impose(play: Play, step: Apply, hero: Hero, effect: feature_words.Impose) -> None:
    foe = current_scene(play.state).foes.get(step.source)
    base = difficulty_of(play.rules.books, foe) if foe is not None else difficulty_here(play.rules.books, play.state)
    difficulty = (effect.difficulty or base) if effect.until == "temporary" or effect.traits else 0
    condition = Condition(
        effect.condition, step.source, effect.until, effect.traits, difficulty, by_attack=effect.by_attack
    )
    if effect.sole:
        for other in tuple(play.state.party.values()):
            held = (one for one in other.conditions if other.id != hero.id)
            release(play, other.id, *(one for one in held if (one.name, one.source) == (condition.name, step.source)))
    impose(play, hero.id, condition)
    if effect.countdown and step.feature:
        which = f"{step.source}/{step.feature}/{hero.id}"
        if find_countdown(play.state, which) is None:
            feature = feature_of(play.state, step.source, step.feature)
            name = feature.name if feature is not None else hero.name
            start = effect.countdown
            countdown = Countdown(
                which, name, "attacked", start, start, owner=step.source, feature=step.feature, victim=hero.id
            )
            play.happen(e.CountdownStarted(countdown, (), name, rules=("DHP-COUNT-01",)))


# ------------------------------------------------------------------ each word once


WORDS: Final = (
    Vocabulary()
    # to a target, in the order of its entry; what is left waits where a word says so
    .on(feature_words.Harm, target=_harm, standing=True)
    .on(feature_words.Reflect, target=_reflect, standing=True)
    .on(feature_words.Break, target=_break, standing=True)
    .on(feature_words.IfWounded, target=_if_wounded)
    .on(feature_words.IfUnarmored, target=_if_unarmored)
    .on(feature_words.Stress, target=_stress, standing=True)
    .on(feature_words.Wound, target=_wound, standing=True)
    .on(feature_words.Hope, target=_hope, standing=True)
    .on(feature_words.Impose, target=_impose, standing=True)
    .on(feature_words.Release, target=_release)
    .on(feature_words.Push, target=_push, standing=True)
    .on(feature_words.Mend, target=_mend)
    .on(feature_words.Chase, target=_chase)
    .on(feature_words.Take, target=_take)
    # to a target or to the scene
    .on(feature_words.Fear, target=_fear, owner=own.fear)
    .on(feature_words.Tell)
    # to the owner and to the scene
    .on(feature_words.Clear, foe=own.clear)
    .on(feature_words.Summon, owner=own.summon)
    .on(feature_words.Rally, owner=own.rally)
    .on(feature_words.Barrage, foe=own.barrage)
    .on(feature_words.Again, foe=own.again)
    .on(feature_words.Split, foe=own.split)
    .on(feature_words.Reform, foe=own.reform)
    .on(feature_words.Counter, foe=own.counter)
    .on(feature_words.Ally, foe=own.ally)
    .on(feature_words.Self, foe=own.oneself)
    .on(feature_words.Imbue, owner=own.imbue)
    .on(feature_words.Leave, foe=own.leave)
    .on(feature_words.Zone, owner=own.zone)
    .on(feature_words.Drain, foe=own.drain)
    .on(feature_words.Tick, foe=own.tick)
    .on(feature_words.Clock, owner=own.clock)
    .on(feature_words.Revive, foe=own.revive)
    .on(feature_words.Sustain, owner=own.sustain)
    .on(feature_words.Ascend, owner=own.ascend)
    .on(feature_words.Dread, owner=own.dread)
    .on(feature_words.Merge, foe=own.merge)
    .on(feature_words.Shift, owner=own.shift)
    .on(feature_words.Begin, owner=own.begin)
    .on(feature_words.Cracks, foe=own.cracks)
    .on(feature_words.Advance, owner=own.advance)
)
"""Every word of the features, with all it does; `Tell` is the GM's to tell."""
