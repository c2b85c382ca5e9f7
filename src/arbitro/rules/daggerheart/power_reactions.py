"""Powers that answer what is under way, carried out: a blow made lighter, an attack turned aside, a roll changed.

What a power makes of the thing under way depends on what that is: see `ANSWERS`.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.circumstances import evasion_against
from arbitro.rules.daggerheart.dice_pool import secret_of
from arbitro.rules.daggerheart.gifts import GIFT, known_power
from arbitro.rules.daggerheart.gm_die import GM_SIDES, gm_die
from arbitro.rules.daggerheart.numbers import total_of
from arbitro.rules.daggerheart.offers import ask_about, is_free
from arbitro.rules.daggerheart.play import Play, resume
from arbitro.rules.daggerheart.power_effects import PowerDeed, carry_out_parts, reached_by, scaled
from arbitro.rules.daggerheart.power_price import cannot_pay, note_use, pay
from arbitro.rules.daggerheart.presence import current_scene, due_step
from arbitro.rules.daggerheart.rolling import throw
from arbitro.rules.daggerheart.state import Agenda, Blow, Hero, Hit, Landed, Power, PowerChance, Resolve
from arbitro.rules.daggerheart.steps import dealt
from arbitro.rules.daggerheart.words import HOPE_SIDES, SUCCESSES, WITH_FEAR, Outcome, halved, outcome_of

_RULES: Final = ("DHP-CHAR-03",)


def settle_power_chance(play: Play, step: PowerChance) -> None:
    """What costs nothing is simply so; otherwise the owner is asked."""
    hero = play.state.party[step.who]
    power = known_power(hero, step.power)
    if power is None or cannot_pay(hero, power, int(bool(power.any))) is not None:
        return
    if is_free(power):
        _carry_out(play, hero, power, 0)
    else:
        ask_about(play, hero, power, step)


def answer_power(play: Play, command: c.AnswerPower) -> Refusal | None:
    """Use the power that one is asked about, or let it be."""
    step = due_step(play.state)
    if not isinstance(step, PowerChance) or step.who != command.who:
        return Refusal("not_asked")
    hero = play.state.party[step.who]
    power = known_power(hero, step.power)
    spend = (command.spend or 1) if power is not None and power.any else 0
    if command.use and (power is None or cannot_pay(hero, power, spend) is not None):
        return Refusal("not_asked")
    resume(play, "power")
    play.agenda.pop(0)
    if power is None or not command.use:
        return None
    _carry_out(play, hero, power, spend)
    return None


def _carry_out(play: Play, hero: Hero, power: Power, spend: int) -> None:
    pay(play, hero.id, power, spend)
    note_use(play, hero.id, power)
    play.happen(e.PowerUsed(hero.id, power.id, rules=_RULES))
    underway = play.agenda.pop(0)
    play.first(*ANSWERS[type(underway)](play, hero, power, underway, spend))


def _amount(play: Play, deed: PowerDeed) -> int:
    """The number that an answer throws: off the damage, on a roll, on Evasion."""
    twist = deed.power.twist
    found = None if twist is None else twist.damage or twist.add or twist.evasion
    if twist is None or found is None:
        return 0
    whole = scaled(play, deed, found, twist.by)
    dice = whole.roll(play.dice, "power")
    if dice:
        play.happen(e.PowerRolled(deed.who, deed.power.id, dice, whole.plus, whole.total(dice), rules=_RULES))
    return max(whole.total(dice), 0)


def _beside(play: Play, deed: PowerDeed, other: str) -> list[Agenda]:
    """What an answer does besides: to the one it is about, to those near, to its owner."""
    power, hero = deed.power, play.state.party[deed.who]
    targets = [other] if other and power.target is None else []
    if power.target is not None:
        targets = [one.id for one in reached_by(play.rules.books, play.state, hero, power)]
    steps = carry_out_parts(play, deed, power.do, targets)
    return [*steps, *carry_out_parts(play, deed, power.own, (hero.id,))]


# ------------------------------------------------------------------ damage that is about to count


def _lighter(play: Play, hero: Hero, power: Power, hit: Hit, paid: int) -> list[Agenda]:
    """Damage is reduced, halved, taken over or comes to nothing; fewer Hit Points are marked."""
    twist, deed = power.twist, PowerDeed(hero.id, power, paid)
    if twist is not None:
        whole, source = dealt(hit), (deed.source,)
        off = whole if twist.none else min(_amount(play, deed), whole) if twist.damage is not None else 0
        off = whole - halved(whole) if twist.halve else off
        if off:
            hit = replace(hit, changes=(*hit.changes, Modifier(-off, GIFT, sources=source)))
        if less := twist.severity + twist.hp:
            hit = replace(hit, lighter=(*hit.lighter, Modifier(-less, GIFT, sources=source)))
        if twist.take_over:
            hit = replace(hit, target=hero.id)
    return [*_beside(play, deed, hit.source), hit]


# ------------------------------------------------------------------ an attack that would hit


def _parried(play: Play, hero: Hero, power: Power, blow: Blow, paid: int) -> list[Agenda]:
    """An attack is rolled again, or held against a higher Evasion; whoever it no longer hits is out of it."""
    twist, deed = power.twist, PowerDeed(hero.id, power, paid)
    foe = current_scene(play.state).foes.get(blow.source)
    whom = hero.id if hero.id in blow.targets else blow.targets[0]
    if twist is None or foe is None:
        return [*_beside(play, deed, blow.source), blow]
    if twist.take_over:
        others = tuple(one for one in blow.targets if one not in (whom, hero.id))
        return [replace(blow, targets=(hero.id, *others))]
    total, critical = blow.total, blow.critical
    thrown: tuple[Die, ...] = ()
    added: tuple[Modifier, ...] = ()
    if twist.reroll == "foe":
        die, _ = gm_die(play, 0, 0)
        bonus = foe.block.bonus.roll(play.dice, "attack_modifier")
        total, critical, thrown = die.face + foe.block.bonus.total(bonus), die.face == GM_SIDES, (die, *bonus)
    evasion = evasion_against(play.rules.books, foe, play.state.party[whom], halving=None)
    if twist.evasion is not None:
        added = (Modifier(_amount(play, deed), GIFT, sources=(deed.source,)),)
    needed = total_of(evasion) + total_of(added)
    hits = critical or total >= needed
    made_of = (*evasion, *added)
    told = total - sum(die.face for die in thrown)
    parts = (Modifier(told, "DH-ATK-01", "attack_modifier" if thrown else "roll_before"),) if told else ()
    check = Check(thrown, total, ">=", needed, hits, parts, "evasion", made_of if made_of[1:] else ())
    play.happen(e.AttackTwisted(hero.id, power.id, whom, check, hits, rules=_RULES))
    targets = blow.targets if hits else tuple(one for one in blow.targets if one != whom)
    steps = _beside(play, deed, blow.source)
    return [*steps, replace(blow, targets=targets, total=total, critical=critical)] if targets else steps


# ------------------------------------------------------------------ an attack of one's own that has landed


def _with_it(play: Play, hero: Hero, power: Power, step: Landed, paid: int) -> list[Agenda]:
    """The power goes with the attack; what it does comes with the damage."""
    del play, hero
    return [replace(step, chosen=(*step.chosen, *(power.id for _ in range(max(paid, 1)))))]


# ------------------------------------------------------------------ a roll that has been made


def _changed_roll(play: Play, hero: Hero, power: Power, step: Resolve, paid: int) -> list[Agenda]:
    """A roll is thrown again, has something added, or counts as one with Hope."""
    twist, deed, request = power.twist, PowerDeed(hero.id, power, paid), step.request
    beside = _beside(play, deed, request.actor)
    if twist is None:
        return [*beside, step]
    if twist.reroll == "duality":
        play.first(*beside)
        known = {one.id: one.bonus for one in play.state.party[request.actor].sheet.experiences}
        bought = tuple(Modifier(known[one], "DHP-EXP-01", "experience") for one in step.experiences)
        throw(play, request, step.experiences, bought, again=True)
        due = [one for one in play.agenda if isinstance(one, Resolve)][:1]
        for one in due:
            play.agenda[play.agenda.index(one)] = replace(one, asked=step.asked)
        return []
    hope, fear, total = step.hope, step.fear, step.total
    dice: tuple[Die, ...] = ()
    if twist.reroll in ("hope", "fear"):
        die = play.dice.roll(max(HOPE_SIDES, request.hope_die) if twist.reroll == "hope" else HOPE_SIDES, twist.reroll)
        before = hope if twist.reroll == "hope" else fear
        hope, fear = (die.face, fear) if twist.reroll == "hope" else (hope, die.face)
        total, dice = total - before + die.face, (die,)
    elif twist.add is not None:
        total += _amount(play, deed)
    outcome = outcome_of(hope, fear, total, request.difficulty or 0)
    if twist.turn and outcome in WITH_FEAR:
        outcome = _turned(outcome)
    before_it = Modifier(total - sum(die.face for die in dice), "DHP-DUAL-10", "roll_before")
    check = Check(dice, total, ">=", request.difficulty or 0, outcome in SUCCESSES, (before_it,))
    told = e.RollTwisted(hero.id, power.id, request.actor, check, outcome, secret_of(request), rules=_RULES)
    play.happen(told)
    return [*beside, replace(step, outcome=outcome, total=total, hope=hope, fear=fear)]


def _turned(outcome: Outcome) -> Outcome:
    return "success_hope" if outcome in SUCCESSES else "failure_hope"


ANSWERS: Final[dict[type, Callable[[Play, Hero, Power, Any, int], list[Agenda]]]] = {
    Hit: _lighter,
    Blow: _parried,
    Landed: _with_it,
    Resolve: _changed_roll,
}
"""What a power makes of each thing that may be under way."""
