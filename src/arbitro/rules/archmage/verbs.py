"""What the words of powers do (see `effects`), each registered once in `VERBS`."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import class_verbs, magic_verbs, roll_verbs, summoning
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import magic_effects as magic
from arbitro.rules.archmage import roll_effects as rolls
from arbitro.rules.archmage.aiming import OWN_DOING, power_of, reckoned, scaled, source_of, whom
from arbitro.rules.archmage.bonds import make_room
from arbitro.rules.archmage.conditions import afflict, immune, moment_of
from arbitro.rules.archmage.damage import hurt
from arbitro.rules.archmage.declaring import waiting_for
from arbitro.rules.archmage.end_of_turn import burden
from arbitro.rules.archmage.events import Boosted, CountRolled, Marked, PowerDrained
from arbitro.rules.archmage.numbers import is_staggered
from arbitro.rules.archmage.ongoing_effects import BESIDE, Affliction, Boost, Mark, Ongoing, Spent, Until
from arbitro.rules.archmage.people import can_act, foes_of, friends_of, nearby, stuck
from arbitro.rules.archmage.places import engage, grab, pop_free, teleport
from arbitro.rules.archmage.power import NORMAL
from arbitro.rules.archmage.recovery import Extra, give_temporary, heal, use_recovery
from arbitro.rules.archmage.rules import Verbs
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.step import Announce, Blow, Leap, Volley
from arbitro.rules.archmage.tally import Damage, Reason, Tally, flat
from arbitro.rules.archmage.targets import available, conditions_bar, may_follow


def _kind(scene: Scene, effect: do.Harm | do.Ongoing, step: Blow) -> str:
    """The type of an effect's damage: its own, or the attack's."""
    return effect.type or _kind_of(scene, step)


def _kind_of(scene: Scene, step: Blow) -> str:
    """The type of the damage of an attack."""
    return scene.one(step.volley.attacker).profile.known(step.volley.attack).type


MASTERS_LEVEL: Final = Reason("AE-RECOVERY-02", "masters_level")
"""What heals those called up, who have no recoveries of their own."""

CRITICAL: Final = 2
"""What the damage of a critical hit is multiplied by (AE-CRIT-01)."""

# ---------------------------------------------------------------- harm


def _harm(scene: Scene, effect: do.Harm, step: Blow) -> None:
    amount, note = scaled(scene, effect.amount, effect.times, effect.plus), "effect_damage"
    if effect.by_target_level:
        amount, note = Amount(plus=scene.one(step.target).profile.level), "target_level"
    if effect.half_of_all:
        amount = Amount(plus=scene.one(step.target).max_hp // 2)
    kind, why = _kind(scene, effect, step), Reason("AE-ATK-06", note, source_of(scene, effect, step))
    struck = [who for who in whom(scene, effect, step) if scene.one(who).in_field]
    if not struck:
        return
    if effect.people != Amount():
        few = effect.people.roll(scene.dice, "targets")
        struck = struck[: effect.people.total(few)]
        if few:
            name = power_of(scene, effect, step)
            scene.happen(CountRolled(step.volley.attacker, name, "targets", few, len(struck), rules=("AE-TARGET-03",)))
    harm = _half_of_dealt(step, why) if effect.half_of_dealt else _thrown(scene, effect, amount, why)
    if effect.half_of_dealt and not harm.total:
        return
    rules = ("AE-ATK-06", *(("AE-DMG-02",) if len(struck) > 1 else ()))
    for who in struck:  # thrown once for all of them (AE-DMG-02)
        if scene.one(who).in_field:
            natural = step.natural if who == step.target else OWN_DOING
            hurt(scene, who, Damage(harm, kind, step.volley.attacker, natural, rules))
            harm = flat(harm.total, why)


def _half_of_dealt(step: Blow, why: Reason) -> Tally:
    """Half of what an attack has dealt to its target."""
    harm = flat(step.dealt, why)
    if step.outcome == "crit":
        harm = harm.then(CRITICAL, "times", Reason("AE-CRIT-01", "crit"))
    return harm.then(0, "halve", Reason("AE-ATK-06", "half"))


def _thrown(scene: Scene, effect: do.Harm, amount: Amount, why: Reason) -> Tally:
    """An amount that is thrown: its dice no lower than the escalation die, and counted several times, where it says."""
    harm = Tally().rolling(amount, scene.dice, "damage", why)
    shown = scene.state.battle.escalation
    low = sum(max(shown - die.face, 0) for die in harm.dice) if effect.escalation_least else 0
    if low:
        harm = harm.then(low, "add", Reason("AE-ATK-06", "escalation"))
    if effect.factor > 1:
        harm = harm.then(effect.factor, "times", Reason("AE-ATK-06", "tenfold"))
    return harm


def _ongoing(scene: Scene, effect: do.Ongoing, step: Blow) -> None:
    amount = scaled(scene, effect.amount, effect.times, effect.plus)
    for who in whom(scene, effect, step):
        target = scene.one(who)
        if not target.in_field or immune(target):
            continue
        dice = amount.roll(scene.dice, "ongoing")
        total = target.profile.level if effect.by_target_level else amount.total(dice)
        # Resistance is asked at each tick, with the natural number that is kept here (AE-RESIST-02).
        crit = step.outcome == "crit" and scene.state.options["crit_ongoing"] == "first_tick"
        source, kind = step.volley.attacker, _kind(scene, effect, step)
        name = f"{power_of(scene, effect, step)}{BESIDE if effect.beside else ''}"
        ongoing = Ongoing(name, total, kind, effect.save or NORMAL, source, step.natural, 2 if crit else 1)
        if dice:
            scene.happen(CountRolled(source, step.volley.attack, "ongoing", dice, total, rules=("AE-ONGOING-01",)))
        burden(scene, who, replace(ongoing, growth=effect.growth, saves=effect.saves))


def _condition(scene: Scene, effect: do.Condition, step: Blow) -> None:
    source, power = step.volley.attacker, power_of(scene, effect, step)
    for who in whom(scene, effect, step):
        until = moment_of(scene, effect.until, source, who)
        for name in effect.names:
            laid = Affliction(name, source, effect.save, until, effect.while_engaged, effect.family, power)
            laid = replace(laid, saves=effect.saves, own=effect.own, ends_at=effect.ends_at, linked=effect.linked)
            if effect.harm is not None:
                laid = replace(laid, harm=effect.harm, harm_type=effect.harm_type or _kind_of(scene, step))
            afflict(scene, who, laid, effect.until)


def _drain(scene: Scene, effect: do.Drain, step: Blow) -> None:
    del effect
    target = scene.one(step.target)
    for power in target.profile.attacks:
        if power.usage != "at_will" and available(target, power):
            spent = target.powers.get(power.id, Spent())
            drained = replace(spent, used=spent.used + 1)
            scene.happen(PowerDrained(target.id, power.id, drained, rules=("AE-ATK-06",)))
            return


# ---------------------------------------------------------------- marks


def _put(scene: Scene, mark: Mark, who: str, source: str) -> None:
    """Let a mark stay on somebody, if it is new; what lasts as long whoever brings it comes once."""
    known = scene.one(who)
    alone = mark.kind in ("mark", "last_gasp", "lose_move")
    same = any(each == mark or (alone and each.kind == mark.kind and each.sides >= mark.sides) for each in known.marks)
    if known.in_field and not same and not (who != source and immune(known)):
        scene.happen(Marked(who, mark, rules=("AE-ATK-06",)))


def _bearer(scene: Scene, effect: do.Curse | do.Mark | do.LastGasp | do.LoseMove, step: Blow) -> str:
    """Who gets a mark: the target, or the first other foe nearby who is conscious; nobody where there is none."""
    if effect.on != "another":
        return step.target
    one = scene.one(step.volley.attacker)
    others = (foe for foe in foes_of(scene.state.battle, one) if foe.id != step.target and nearby(one, foe))
    return next((foe.id for foe in others if foe.conscious), "")


def _curse(scene: Scene, effect: do.Curse, step: Blow) -> None:
    source, who = step.volley.attacker, _bearer(scene, effect, step)
    if who:
        until = moment_of(scene, effect.until, source, who)
        _put(scene, Mark("curse", source, effect.amount.plus, until=until), who, source)


def _mark(scene: Scene, effect: do.Mark, step: Blow) -> None:
    source, who = step.volley.attacker, _bearer(scene, effect, step)
    if who:
        _put(scene, Mark("mark", source, sides=effect.amount.sides, until=Until("battle", source)), who, source)


def _last_gasp(scene: Scene, effect: do.LastGasp, step: Blow) -> None:
    source, who = step.volley.attacker, _bearer(scene, effect, step)
    if who:
        _put(scene, Mark("last_gasp", source), who, source)


def _lose_move(scene: Scene, effect: do.LoseMove, step: Blow) -> None:
    source, who = step.volley.attacker, _bearer(scene, effect, step)
    if who:
        _put(scene, Mark("lose_move", source), who, source)


def _allow(scene: Scene, effect: do.Allow, step: Blow) -> None:
    source = step.volley.attacker
    held = step.target if effect.on == "target" else ""
    until = Until("end", source, scene.one(source).turns + 1)
    _put(scene, Mark("allow", held, attack=effect.attack, until=until), source, source)


# ---------------------------------------------------------------- help and hindrance


def _boost(scene: Scene, effect: do.Boost, step: Blow) -> None:
    source = step.volley.attacker
    if effect.spares and not scene.one(step.target).conscious:  # nobody is bound to whom the blow has felled
        return
    for who in whom(scene, effect, step)[: effect.people or None]:
        if effect.hp_at_most and scene.one(who).hp > effect.hp_at_most:
            continue
        until = moment_of(scene, effect.until, source, who) or Until("battle", source)
        name = f"{power_of(scene, effect, step)}{BESIDE if effect.stacks else ''}"
        amount = scaled(scene, effect.amount, effect.times, effect.plus)
        other = step.target if who == source else source
        aim = source if who == step.target else step.target
        boost = Boost(
            name,
            effect.stat,
            amount.plus,
            until,
            effect.attack,
            against=aim if effect.against else "",
            kind=effect.kind,
            spares=other if effect.spares else "",
            staggered=effect.staggered,
            by_die=effect.by_die and who == step.target,
        )
        if effect.spares and who == step.target:
            make_room(scene, name, source, step.target)
        if amount.count:
            boost = replace(boost, value=0, dice=amount)
        had = sum(each.name == name for each in scene.one(who).boosts)
        if effect.most and had >= effect.most:
            continue
        same = had > 0
        stacking = ("AE-STACK-01" if effect.stacks else "AE-STACK-04",) if same else ()
        scene.happen(Boosted(who, boost, effect.until or "battle", rules=("AE-ATK-06", *stacking)))


def _temp_hp(scene: Scene, effect: do.TempHp, step: Blow) -> None:
    for who in whom(scene, effect, step):
        found = reckoned(scene, effect, step, "temporary")
        if effect.doubled and is_staggered(scene.state, scene.one(who)):
            found = found.then(2, "times", Reason("AE-STAGGER-03", "staggered"))
        give_temporary(scene, who, found)


def _recovery(scene: Scene, effect: do.Recovery, step: Blow) -> None:
    for who in whom(scene, effect, step):
        one = scene.one(who)
        if one.profile.kind == "monster" and one.profile.master:  # what is called up has no recoveries of its own
            heal(scene, who, flat(scene.one(one.profile.master).profile.level, MASTERS_LEVEL), ("AE-RECOVERY-02",))
        if one.profile.kind == "monster" or (one.hp >= one.max_hp and effect.on != "target"):
            continue
        payer = step.volley.attacker if effect.own else who
        extra = Extra(scaled(scene, effect.amount, effect.times, effect.plus), effect.percent)
        for _ in range(effect.count):
            use_recovery(scene, who, ("AE-RECOVERY-02",), free=effect.free, extra=extra, payer=payer)


def _heal(scene: Scene, effect: do.Heal, step: Blow) -> None:
    for who in whom(scene, effect, step):
        back = reckoned(scene, effect, step, "healing")
        back = (
            back.then(2, "times", Reason("AE-ATK-06", "", source_of(scene, effect, step))) if effect.doubled else back
        )
        heal(scene, who, back, ("AE-ATK-06",))


# ---------------------------------------------------------------- places, and attacks that follow


def _pop_free(scene: Scene, effect: do.PopFree, step: Blow) -> None:
    attacker = step.volley.attacker
    if effect.on == "self":
        pop_free(scene, attacker, (step.target,) if effect.from_target else scene.one(attacker).engaged)
    elif effect.on == "ally":
        for ally in friends_of(scene.state.battle, scene.one(attacker)):
            foes = tuple(foe for foe in ally.engaged if not effect.from_target or foe == step.target)
            if foes and not stuck(scene.state, ally):
                pop_free(scene, ally.id, foes)
                return
    else:
        pop_free(scene, step.target, (attacker,), pushed=True)


def _grab(scene: Scene, effect: do.Grab, step: Blow) -> None:
    del effect
    if scene.one(step.volley.attacker).side != scene.one(step.target).side:  # the confused hold no friends
        grab(scene, step.volley.attacker, step.target)


def _join(scene: Scene, effect: do.Join, step: Blow) -> None:
    del effect
    who = step.volley.attacker
    if step.target in scene.one(who).engaged or not scene.one(step.target).in_field:
        return
    if scene.one(who).side == scene.one(step.target).side:  # the confused are in no melee with friends
        return
    scene.then(*waiting_for(scene.state, who, "moves"), Leap(who, step.target))


def leap(scene: Scene, step: Leap) -> None:
    """Teleport to a foe and into melee with it, if those who waited have left both standing (AE-READY-03)."""
    one, target = scene.one(step.who), scene.one(step.target)
    if target.id in one.engaged or not target.in_field or not can_act(one):
        return
    teleport(scene, one.id)
    engage(scene, one.id, target.id, ("AE-TELEPORT-01", "AE-POS-06"))


def _follow(scene: Scene, effect: do.Follow, step: Blow) -> None:
    one = scene.one(step.volley.attacker)
    following = one.profile.attack(effect.attack)
    if following is None or step.volley.mode == "opportunity":
        return  # an opportunity attack is one roll, and nothing follows it (AE-OPP-01)
    target = step.target
    if effect.on == "another":
        others = [
            foe.id
            for foe in foes_of(scene.state.battle, one)
            if foe.id != target and may_follow(scene.state, one, following, foe)
        ]
        if not others:
            return
        target = others[0]
    if may_follow(scene.state, one, following, scene.one(target)):
        scene.then(Announce(Volley(one.id, following.id, (target,), mode="free", single=effect.single)))


def _again(scene: Scene, effect: do.Again, step: Blow) -> None:
    volley = step.volley
    one = scene.one(volley.attacker)
    attack = one.profile.known(volley.attack)
    if volley.repeats or volley.mode == "opportunity" or conditions_bar(scene.state, one, attack, {}) is not None:
        return
    more = Volley(volley.attacker, attack.id, (step.target,), mode="free", begun=True, repeats=1)
    scene.then(*(Announce(replace(more, damage_type=volley.damage_type)) for _ in range(effect.count)))


# ---------------------------------------------------------------- what they are worth to an automatic player


def average(amount: Amount) -> float:
    """What an amount comes to on average."""
    return amount.count * (amount.sides + 1) / 2 + amount.plus


def _worth_more(effect: do.More, level: int, damage: float) -> float:
    """What is added; the escalation die is taken for the level."""
    del damage
    return average(effect.amount) if effect.amount is not None else level


def _worth_instead(effect: do.Instead, level: int, damage: float) -> float:
    del level
    return average(effect.amount) - damage


def _worth_halved(effect: do.Halved, level: int, damage: float) -> float:
    del effect, level
    return -damage / 2


def _worth_ongoing(effect: do.Ongoing, level: int, damage: float) -> float:
    del level, damage
    return average(effect.amount)


def _worth_level(effect: do.Effect, level: int, damage: float) -> float:
    """A condition, or what is as good, is worth as much as the attacker's level."""
    del effect, damage
    return level


def _worth_action(effect: do.Effect, level: int, damage: float) -> float:
    """One more blow is worth a blow."""
    del effect
    return max(damage, 3.5 * level)


def _worth_price(effect: do.PayHp, level: int, damage: float) -> float:
    del level, damage
    return -average(effect.amount)


# ---------------------------------------------------------------- each once


VERBS: Final = (
    Verbs()
    # in the damage itself: the chapter of the blow asks for them
    .on(do.More, worth=_worth_more)
    .on(do.Instead, worth=_worth_instead)
    .on(do.Half)
    .on(do.Halved, worth=_worth_halved)
    .on(do.RerollOnes)
    .on(do.RollTwice)
    .on(do.RaiseDice)
    .on(do.Retype)
    .on(magic.Pierce)
    # harm
    .on(do.Harm, _harm)
    .on(do.Ongoing, _ongoing, worth=_worth_ongoing)
    .on(do.Condition, _condition, worth=_worth_level)
    .on(do.Drain, _drain)
    # marks
    .on(do.Curse, _curse)
    .on(do.Mark, _mark)
    .on(do.LastGasp, _last_gasp)
    .on(do.LoseMove, _lose_move)
    .on(do.Allow, _allow)
    # help and hindrance; a parry is asked for by the chapter of answers
    .on(do.Boost, _boost)
    .on(do.TempHp, _temp_hp)
    .on(do.Recovery, _recovery)
    .on(do.Heal, _heal)
    .on(do.Parry)
    # places, and attacks that follow
    .on(do.PopFree, _pop_free)
    .on(do.Grab, _grab)
    .on(do.Join, _join)
    .on(do.Follow, _follow)
    .on(do.Again, _again)
    # what classes bring
    .on(do.SaveNow, class_verbs.save_now)
    .on(do.SaveAgain, class_verbs.save_again)
    .on(do.Assume, class_verbs.assume, worth=_worth_level)
    .on(do.Draw, class_verbs.draw)
    .on(do.Forsake, class_verbs.forsake)
    .on(do.Points, class_verbs.points, worth=_worth_level)
    .on(do.Escalate, class_verbs.escalate, worth=_worth_level)
    .on(do.Refresh, class_verbs.refresh, worth=_worth_level)
    .on(do.Soothe, class_verbs.soothe)
    .on(do.Hasten, class_verbs.hasten, worth=_worth_action)
    .on(do.Order, class_verbs.order, worth=_worth_action)
    .on(do.Resist, class_verbs.resist, worth=_worth_level)
    .on(do.PayHp, class_verbs.pay, worth=_worth_price)
    .on(do.Judge, class_verbs.judge)
    .on(do.Keep, class_verbs.keep)
    .on(do.Foil, class_verbs.foil, worth=_worth_level)
    .on(do.Shun, class_verbs.shun, worth=_worth_level)
    .on(do.BreakFree, class_verbs.break_free)
    .on(do.Cure, class_verbs.cure, worth=_worth_level)
    .on(do.Enlarge, class_verbs.enlarge, worth=_worth_level)
    .on(do.Slay, class_verbs.slay, worth=_worth_action)
    .on(do.Deny, class_verbs.deny, worth=_worth_action)
    .on(do.RallyNow, class_verbs.rally, worth=_worth_level)
    .on(do.RecoveryDice, class_verbs.recovery_dice, worth=_worth_level)
    .on(do.Summon, summoning.summon, worth=_worth_action)
    # what is stranger
    .on(magic.Lend, magic_verbs.lend, worth=_worth_level)
    .on(magic.LendPeople, magic_verbs.lend_people, worth=_worth_level)
    .on(magic.Vanish, magic_verbs.vanish, worth=_worth_level)
    .on(magic.Reveal, magic_verbs.reveal, worth=_worth_level)
    .on(magic.Swap, magic_verbs.swap)
    .on(magic.HandOn, magic_verbs.hand_on, worth=_worth_level)
    .on(magic.Surge, magic_verbs.surge)
    .on(magic.Ignore, magic_verbs.ignore, worth=_worth_level)
    .on(magic.Proxy, magic_verbs.proxy, worth=_worth_action)
    .on(magic.Undo, magic_verbs.undo, worth=_worth_level)
    .on(magic.Amend, magic_verbs.amend, worth=_worth_level)
    .on(magic.SlipAway, magic_verbs.slip_away)
    .on(magic.Banish, magic_verbs.banish, worth=_worth_action)
    .on(magic.SendAway, magic_verbs.send_away, worth=_worth_level)
    .on(magic.ChargeOn, magic_verbs.charge_on, worth=_worth_action)
    .on(magic.Redouble, magic_verbs.redouble, worth=_worth_action)
    .on(magic.SpendAll, magic_verbs.spend_all)
    .on(magic.Exhaust, magic_verbs.exhaust)
    .on(magic.Replenish, magic_verbs.replenish)
    .on(magic.Channel, magic_verbs.channel, worth=_worth_action)
    .on(magic.Mend, magic_verbs.mend)
    .on(magic.Gamble, magic_verbs.gamble)
    # what comes before a roll, and moves out of turn
    .on(rolls.Hurry, roll_verbs.hurry)
    .on(rolls.FreeMove, roll_verbs.free_move, worth=_worth_level)
    .on(rolls.KeepRoll, roll_verbs.keep_roll)
    .on(rolls.SetRoll, roll_verbs.set_roll)
    .on(rolls.Interpose, roll_verbs.interpose)
    .on(rolls.Quash, roll_verbs.quash)
    .on(rolls.ShareRecovery, roll_verbs.share_recovery)
    # in the blow that they answer: the chapter of interrupts asks for them
    .on(magic.Flip)
    .on(magic.Redirect)
    .on(magic.Deflect, worth=_worth_level)
    .on(do.AddToRoll)
    .on(do.RerollAttack)
    .on(do.Landed)
    .on(do.Critical)
    .on(do.Plain)
    .on(do.Lessen)
    .on(do.AddDamage)
    .on(do.RethrowDamage)
    .on(do.Negate)
    .on(do.Spoil)
    .on(do.Blunt)
)
"""Every word of the power vocabulary, with what it does beside the damage and what it is worth."""
