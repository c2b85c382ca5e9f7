"""Powers that answer what is under way, carried out: a blow made lighter, an attack turned aside, a roll changed.

What a power makes of the thing under way depends on what that is: see `ANSWERS`.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.circumstances import evasion_against
from arbitro.rules.daggerheart.companion_care import mark_companion
from arbitro.rules.daggerheart.dice_pool import duality_sides, experience_parts, secret_of, shared_experiences
from arbitro.rules.daggerheart.gifts import GIFT, known_power, put_away
from arbitro.rules.daggerheart.gm_die import GM_SIDES, gm_die
from arbitro.rules.daggerheart.numbers import difficulty_of, total_of
from arbitro.rules.daggerheart.offers import answer_marks, ask_about, is_free
from arbitro.rules.daggerheart.play import Play, resume
from arbitro.rules.daggerheart.power_aims import reached_by
from arbitro.rules.daggerheart.power_effects import PowerDeed, carry_out_parts, resisted, scaled, times
from arbitro.rules.daggerheart.power_price import cannot_pay, home_of, note_use, pay, use_up
from arbitro.rules.daggerheart.presence import current_scene, due_step
from arbitro.rules.daggerheart.prisoners import risen
from arbitro.rules.daggerheart.reaction_rolls import ReactionRoll, failed_reaction, roll_reaction
from arbitro.rules.daggerheart.resources import change_hope, mark_stress
from arbitro.rules.daggerheart.rolling import throw
from arbitro.rules.daggerheart.state import (
    Aftermath,
    Agenda,
    Blow,
    Dying,
    Foe,
    Hero,
    Hit,
    Landed,
    Power,
    PowerChance,
    Resolve,
)
from arbitro.rules.daggerheart.steps import dealt
from arbitro.rules.daggerheart.words import SUCCESSES, WITH_FEAR, Outcome, halved, outcome_of

_RULES: Final = ("DHP-CHAR-03",)
ALWAYS: Final = 6
"""The face of a d6 up to which a card always goes to the vault."""


def settle_power_chance(play: Play, step: PowerChance) -> None:
    """What costs nothing is simply so; otherwise the owner is asked."""
    hero = play.state.party[step.who]
    power = known_power(hero, step.power)
    if power is None or cannot_pay(hero, power, int(bool(power.any))) is not None:
        return
    if is_free(power):
        _carry_out(play, PowerDeed(hero.id, power))
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
    if command.use and command.target and power is not None and command.target not in marks_for(play, hero, power):
        return Refusal("no_target", {"who": f"@{hero.id}"}, _RULES)
    resume(play, "power")
    play.agenda.pop(0)
    if power is None or not command.use:
        return None
    _carry_out(play, PowerDeed(hero.id, power, spend), command.target)
    return None


def marks_for(play: Play, hero: Hero, power: Power) -> tuple[str, ...]:
    """Those among whom an answer that is for one of them is aimed, the likeliest first; nobody where none is."""
    if power.target is None or power.target.who != "one":
        return ()
    return answer_marks(play.rules.books, play.state, hero, power)


def _carry_out(play: Play, deed: PowerDeed, target: str = "") -> None:
    """An answer is paid for and does what it does, if its dice or its roll let it."""
    hero, power = play.state.party[deed.who], deed.power
    underway = play.agenda.pop(0)
    if power.one_of and isinstance(underway, (Hit, Landed, Resolve, Aftermath)):
        underway = replace(underway, asked=(*underway.asked, f"{hero.id}/{home_of(power)}"))
    before = power.odds is None or bool(power.any)  # what is paid for the dice is paid before them
    if before:
        pay(play, hero.id, power, deed.paid)
    if not power.on_success:
        note_use(play, hero.id, power)
    play.happen(e.PowerUsed(hero.id, power.id, rules=_RULES))
    works = _lucky(play, deed) and _prevails(play, deed, underway)
    if works and not before:
        pay(play, hero.id, power, deed.paid)
    if works and power.on_success:
        note_use(play, hero.id, power)
    if not works:
        failing = power.odds.fail if power.odds is not None else ()
        play.first(*carry_out_parts(play, deed, failing, (hero.id,)), underway)
        return
    play.first(*ANSWERS[type(underway)](play, deed, underway, target))
    stow(play, deed)


def _lucky(play: Play, deed: PowerDeed) -> bool:
    """Whether the dice let an answer work, where it hangs on any."""
    odds = deed.power.odds
    if odds is None:
        return True
    dice = tuple(play.dice.roll(odds.sides, "power") for _ in range(max(times(play, deed, odds.by), 0)))
    shown = sum(die.face >= odds.least for die in dice)
    if dice:
        play.happen(e.PowerRolled(deed.who, deed.power.id, dice, 0, shown, odds=True, rules=_RULES))
    return bool(shown)


def _prevails(play: Play, deed: PowerDeed, underway: Agenda) -> bool:
    """Whether the reaction roll that an answer takes succeeds, where it takes one."""
    hero, twist = play.state.party[deed.who], deed.power.twist
    if twist is None or not twist.check:
        return True
    source = underway.source if isinstance(underway, (Hit, Blow)) else ""
    source = underway.other if isinstance(underway, Aftermath) else source
    foe = current_scene(play.state).foes.get(source)
    if foe is None or hero.sheet.spellcast is None:
        return False
    roll = ReactionRoll(hero.id, hero.sheet.spellcast, difficulty_of(play.rules.books, foe), secret=foe.id)
    rolled = roll_reaction(play, roll)
    prevails = not isinstance(rolled, Refusal) and rolled[0]
    if prevails and twist.vaults_on_fear and _with_fear(play):
        shelve(play, deed)
    if not prevails:
        failed_reaction(play, hero.id)
    return prevails


def _with_fear(play: Play) -> bool:
    """Whether the reaction roll that has just been made came out with Fear."""
    rolled = next((event for event in reversed(play.events) if isinstance(event, e.ReactionRolled)), None)
    return rolled is not None and rolled.check.dice[0].face < rolled.check.dice[1].face


def shelve(play: Play, deed: PowerDeed) -> None:
    """The card of a power goes to the vault."""
    hero = play.state.party[deed.who]
    home = next((one for one in hero.sheet.powers if one.id == home_of(deed.power)), None)
    if home is not None:
        play.happen(e.CardMoved(hero.id, home.id, put_away(hero.sheet, home), rules=_RULES))


def stow(play: Play, deed: PowerDeed) -> None:
    """A card that goes to the vault after use goes there, at once or by a die."""
    card = deed.power
    if not card.vaults or all(one.id != home_of(card) for one in play.state.party[deed.who].sheet.powers):
        return
    if card.vaults < ALWAYS:
        die = play.dice.roll(ALWAYS, "power")
        play.happen(e.PowerRolled(deed.who, card.id, (die,), 0, die.face, rules=_RULES))
        if die.face > card.vaults:
            return
    shelve(play, deed)


def _amount(play: Play, deed: PowerDeed) -> int:
    """The number that an answer throws: off the damage, on a roll, on Evasion."""
    twist = deed.power.twist
    found = None if twist is None else twist.damage or twist.add or twist.evasion
    if twist is None or found is None:
        return 0
    whole = scaled(play, deed, found, twist.by)
    dice = whole.roll(play.dice, "power")
    if twist.best:
        best = max((die.face for die in dice), default=0)
        if dice:
            play.happen(e.PowerRolled(deed.who, deed.power.id, dice, 0, best, best=True, rules=_RULES))
        return best
    if dice:
        play.happen(e.PowerRolled(deed.who, deed.power.id, dice, whole.plus, whole.total(dice), rules=_RULES))
    if deed.power.wears and any(die.face == deed.power.wears for die in dice):
        use_up(play, deed.who, deed.power.id)
    return max(whole.total(dice), 0)


def _beside(play: Play, deed: PowerDeed, other: str, target: str = "") -> list[Agenda]:
    """What an answer does besides: to the one it is about, to those near or the one who is named, to its owner."""
    power, hero = deed.power, play.state.party[deed.who]
    deed = replace(deed, other=other)
    targets = [other] if other and power.target is None else []
    if power.target is not None and power.target.who == "one":
        targets = [target] if target else list(marks_for(play, hero, power)[:1])
    elif power.target is not None:
        targets = [one.id for one in reached_by(play.rules.books, play.state, hero, power)]
    steps = carry_out_parts(play, deed, power.do, targets)
    if power.resist is not None:
        steps += resisted(play, deed, power.resist, (who for who in targets if who not in play.state.party))
    return [*steps, *carry_out_parts(play, deed, power.own, (hero.id,))]


# ------------------------------------------------------------------ damage that is about to count


def _lighter(play: Play, deed: PowerDeed, hit: Hit, target: str) -> list[Agenda]:
    """Damage is reduced, halved, taken over, turned back or comes to nothing; fewer Hit Points are marked."""
    twist = deed.power.twist
    if twist is not None:
        whole, source = dealt(hit), (deed.source,)
        if twist.reflect:
            back = Hit(hit.source, whole, hit.kind, deed.who, attack=False)
            return [*_beside(play, deed, hit.source, target), *([back] if hit.source else ())]
        off = whole if twist.none else min(_amount(play, deed), whole) if twist.damage is not None else 0
        off = whole - halved(whole) if twist.halve else off
        if off:
            hit = replace(hit, changes=(*hit.changes, Modifier(-off, GIFT, sources=source)))
        less = twist.severity + twist.hp + int(twist.saves_slot) + _spared_by_dice(play, deed, hit)
        if twist.saves_slot:
            hit = replace(hit, armour=0)
        if twist.instead:
            less = _paid_instead(play, deed, hit)
        if less:
            hit = replace(hit, lighter=(*hit.lighter, Modifier(-less, GIFT, sources=source)))
        if twist.take_over:
            hit = replace(hit, target=deed.who)
        hit = replace(hit, strains=hit.strains or twist.strains)
        deed = replace(deed, dealt=off)
    return [*_beside(play, deed, hit.source, target), hit]


def _spared_by_dice(play: Play, deed: PowerDeed, hit: Hit) -> int:
    """The Hit Points that dice spare, one for each that is due, where the power throws any."""
    least = deed.power.twist.spares if deed.power.twist is not None else 0
    due = max(hit.severity - (hit.armour == 1) + total_of(hit.lighter), 0) if least else 0
    dice = tuple(play.dice.roll(6, "power") for _ in range(due))
    spared = sum(die.face >= least for die in dice)
    if dice:
        play.happen(e.PowerRolled(deed.who, deed.power.id, dice, 0, spared, odds=True, rules=_RULES))
    return spared


def _paid_instead(play: Play, deed: PowerDeed, hit: Hit) -> int:
    """The Hit Points of a blow that are paid in Stress or in Hope, as far as there is any."""
    hero, twist = play.state.party[deed.who], deed.power.twist
    due = max(hit.severity - (hit.armour == 1) + total_of(hit.lighter), 0)
    if twist is not None and twist.instead == "stress":
        count = min(due, hero.stress - hero.stress_marked)
        mark_stress(play, hero.id, count, deed.power.id, _RULES)
        return count
    if twist is not None and twist.instead == "companion":
        mark_companion(play, hero.id)
        return due
    return -change_hope(play, hero.id, -min(due, hero.hope), "power", _RULES, deed.power.id)


# ------------------------------------------------------------------ an attack that would hit


def _parried(play: Play, deed: PowerDeed, blow: Blow, target: str) -> list[Agenda]:
    """An attack is rolled again, or held against a higher Evasion; whoever it no longer hits is out of it."""
    hero, power, twist = play.state.party[deed.who], deed.power, deed.power.twist
    foe = current_scene(play.state).foes.get(blow.source)
    whom = hero.id if hero.id in blow.targets else blow.targets[0]
    if twist is None or foe is None:
        return [*_beside(play, deed, blow.source, target), blow]
    if twist.take_over:
        others = tuple(one for one in blow.targets if one not in (whom, hero.id))
        return [replace(blow, targets=(hero.id, *others))]
    roll = _rolled(play, foe, blow, again=twist.reroll == "foe")
    evasion = evasion_against(play.rules.books, play.state, foe, play.state.party[whom], halving=None)
    if twist.evasion is not None:
        evasion = (*evasion, Modifier(_amount(play, deed), GIFT, sources=(deed.source,)))
    needed = total_of(evasion)
    hits = (roll.critical or roll.total >= needed) and not (roll.wide or twist.miss)
    if twist.miss:
        decided: tuple[Modifier, ...] = (Modifier(0, GIFT, "feature", (deed.source,)),)
    else:
        decided = _by_the_die(roll)
    parts = (*roll.parts, *decided)
    check = Check(roll.dice, roll.total, ">=", needed, hits, parts, "evasion", evasion if evasion[1:] else ())
    rules = (*_RULES, *(part.rule for part in parts if part.rule not in _RULES))
    again = roll.critical and bool(roll.dice)
    play.happen(e.AttackTwisted(hero.id, power.id, whom, check, hits, again, roll.aside, rules=rules))
    targets = blow.targets if hits else tuple(one for one in blow.targets if one != whom)
    steps = _beside(play, deed, blow.source, target)
    return [*steps, replace(blow, targets=targets, total=roll.total, critical=roll.critical)] if targets else steps


class _AttackRoll(Struct, frozen=True):
    """An adversary's attack roll as it stands: as it was, or made again."""

    total: int
    critical: bool
    parts: tuple[Modifier, ...]
    dice: tuple[Die, ...] = ()
    """Those of the second roll."""
    aside: tuple[Die, ...] = ()
    wide: bool = False
    """A natural 1 that misses by the table's option."""


def _rolled(play: Play, foe: Foe, blow: Blow, *, again: bool) -> _AttackRoll:
    """The roll of a blow; made again with the advantage and the Experience that it had (DHP-GEN-02)."""
    if not again:
        before = (Modifier(blow.total, "DH-ATK-01", "roll_before"),) if blow.total else ()
        return _AttackRoll(blow.total, blow.critical, before)
    die, aside = gm_die(play, max(blow.lean, 0), max(-blow.lean, 0))
    modifier = foe.block.bonus
    dice = (die, *modifier.roll(play.dice, "attack_modifier"))
    printed = (Modifier(modifier.plus, "DH-ATK-01", "attack_modifier"),) if modifier.plus else ()
    parts = (*printed, *blow.bought)
    wide = die.face == 1 and play.state.options["gm_natural1_attack"] == "auto_failure"
    total = sum(each.face for each in dice) + total_of(parts)
    return _AttackRoll(total, die.face == GM_SIDES, parts, dice, aside, wide)


def _by_the_die(roll: _AttackRoll) -> tuple[Modifier, ...]:
    """A part that adds nothing, where the die decides and not the total."""
    if roll.critical:
        return (Modifier(0, "DH-CRIT-01", "natural_20"),)
    return (Modifier(0, "DH-ATK-01", "natural_1"),) if roll.wide else ()


# ------------------------------------------------------------------ an attack of one's own that has landed


def _with_it(play: Play, deed: PowerDeed, step: Landed, target: str) -> list[Agenda]:
    """The power goes with the attack; what it does comes with the damage."""
    del play, target
    return [replace(step, chosen=(*step.chosen, *(deed.power.id for _ in range(max(deed.paid, 1)))))]


# ------------------------------------------------------------------ what has happened


def _followed(play: Play, deed: PowerDeed, step: Aftermath, target: str) -> list[Agenda]:
    """What comes of what has happened: nothing of it is changed any more."""
    deed = replace(deed, dealt=step.amount, wounds=step.wounds)
    return [*_beside(play, deed, step.other, target), step]


def _spared(play: Play, deed: PowerDeed, step: Dying, target: str) -> list[Agenda]:
    """No death move is made: whoever was about to make it stays up."""
    if deed.power.twist is None or not deed.power.twist.spare:
        return [*_beside(play, deed, "", target), step]
    play.happen(risen(play.state.party[step.who], _RULES))
    return _beside(play, deed, "", target)


# ------------------------------------------------------------------ a roll that has been made


def _changed_roll(play: Play, deed: PowerDeed, step: Resolve, target: str) -> list[Agenda]:
    """A roll is thrown again, has something added, trades its dice, or counts as one with Hope."""
    hero, power, twist, request = play.state.party[deed.who], deed.power, deed.power.twist, step.request
    beside = _beside(play, deed, request.against or request.actor, target)
    if twist is None:
        return [*beside, step]
    if twist.reroll == "duality":
        play.first(*beside)
        shared = shared_experiences(play.state, request)
        roller = play.state.party[request.actor]
        bought = experience_parts(roller, step.experiences, doubled=request.doubled, shared=shared)
        throw(play, request, step.experiences, bought, again=True)
        due = [one for one in play.agenda if isinstance(one, Resolve)][:1]
        for one in due:
            play.agenda[play.agenda.index(one)] = replace(one, asked=step.asked)
        return []
    hope, fear, total = step.hope, step.fear, step.total
    dice: tuple[Die, ...] = ()
    parts: tuple[Modifier, ...] = (Modifier(total, "DHP-DUAL-10", "roll_before"),)
    if twist.reroll in ("hope", "fear"):
        sides, other, _ = duality_sides(play.rules.books, play.state, play.state.party[request.actor])
        die = play.dice.roll(max(sides, request.hope_die) if twist.reroll == "hope" else other, twist.reroll)
        before = hope if twist.reroll == "hope" else fear
        hope, fear = (die.face, fear) if twist.reroll == "hope" else (hope, die.face)
        total, dice = total - before + die.face, (die,)
        parts = (*parts, Modifier(-before, "DHP-GEN-02", f"{twist.reroll}_before"))
    elif twist.add is not None:
        added = _amount(play, deed)
        total += added
        parts = (*parts, Modifier(added, GIFT, sources=(deed.source,)))
    elif twist.swap:
        hope, fear = fear, hope
    outcome = "critical_success" if twist.critical else outcome_of(hope, fear, total, request.difficulty or 0)
    if twist.turn and outcome in WITH_FEAR:
        outcome = _turned(outcome)
    parts = (*parts, *_outright(deed, hope, fear))
    rules = (*_RULES, *dict.fromkeys(part.rule for part in parts if part.rule not in _RULES))
    check = Check(dice, total, ">=", request.difficulty or 0, outcome in SUCCESSES, parts, "difficulty")
    told = e.RollTwisted(hero.id, power.id, request.actor, check, outcome, secret_of(request), rules=rules)
    play.happen(told)
    return [*beside, replace(step, outcome=outcome, total=total, hope=hope, fear=fear)]


def _outright(deed: PowerDeed, hope: int, fear: int) -> tuple[Modifier, ...]:
    """A part that adds nothing, where a double or the power itself decides and not the total."""
    if hope == fear:
        return (Modifier(0, "DHP-DUAL-07", "double"),)
    outright = deed.power.twist is not None and deed.power.twist.critical
    return (Modifier(0, GIFT, "feature", (deed.source,)),) if outright else ()


def _turned(outcome: Outcome) -> Outcome:
    return "success_hope" if outcome in SUCCESSES else "failure_hope"


ANSWERS: Final[dict[type, Callable[[Play, PowerDeed, Any, str], list[Agenda]]]] = {
    Hit: _lighter,
    Blow: _parried,
    Landed: _with_it,
    Resolve: _changed_roll,
    Aftermath: _followed,
    Dying: _spared,
}
"""What a power makes of each thing that may be under way."""
