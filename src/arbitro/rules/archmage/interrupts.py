"""Powers that answer a blow before it takes effect: those of whoever strikes, of the target, and of friends of both.

An interrupt is asked of its owner, once until the end of the own next turn; a free action costs nothing but its use.
What is sure is used whenever it can be, and nobody is asked.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import magic_effects as magic
from arbitro.rules.archmage.aiming import scaled
from arbitro.rules.archmage.attack import Second, roll_attack
from arbitro.rules.archmage.circumstances import holds
from arbitro.rules.archmage.class_verbs import FORCEFUL
from arbitro.rules.archmage.conditions import DueSave, end_of_turn, end_state, save
from arbitro.rules.archmage.damage import hurt, roll_damage
from arbitro.rules.archmage.declaring import declare
from arbitro.rules.archmage.events import (
    Answered,
    CountRolled,
    FeatureUsed,
    HitTurned,
    Marked,
    PoolChanged,
    RollChanged,
    SkillChecked,
)
from arbitro.rules.archmage.healing import skill_bonus
from arbitro.rules.archmage.numbers import Strike, aimed_at, defence_of
from arbitro.rules.archmage.occasions import answer_occasion, most_points, spend_interrupt, too_many_points
from arbitro.rules.archmage.ongoing_effects import Mark
from arbitro.rules.archmage.people import can_act, foes_of, friends_of, in_order, may_react, nearby
from arbitro.rules.archmage.power import HITS, Attack, Outcome, Trigger
from arbitro.rules.archmage.reactions import ask_to_turn_hit
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.step import Blow, Occasion, Volley
from arbitro.rules.archmage.tally import Damage, Reason, flat
from arbitro.rules.archmage.targets import may_answer_with, may_target, must_turn_on_allies, spend_power

INTERRUPT: Final = ("AE-ACTION-05",)
OWN: Final[tuple[Trigger, ...]] = ("strikes_home", "strikes_wide")
"""What somebody's own attack does: powers that answer it ride along."""
FRIENDS: Final[tuple[Trigger, ...]] = ("ally_strikes_home", "ally_strikes_wide")


def asked_of(state: State, step: Blow) -> Iterator[tuple[Combatant, Trigger]]:
    """Who may have an answer to a blow, and to what: the target and its friends, then the striker and theirs."""
    fight = state.battle
    target, striker = fight.combatants[step.target], fight.combatants[step.volley.attacker]
    hit = step.outcome in HITS
    yield striker, "strikes_home" if hit else "strikes_wide"
    for ally in in_order(fight, friends_of(fight, striker)):
        yield ally, "ally_strikes_home" if hit else "ally_strikes_wide"
    yield target, "hit" if hit else "missed"
    if step.outcome == "crit":
        yield target, "critted"
    for ally in in_order(fight, friends_of(fight, target)):
        yield ally, "ally_hit" if hit else "ally_missed"
        if step.outcome == "crit":
            yield ally, "ally_critted"


def answer_blow(scene: Scene, step: Blow) -> bool:
    """Before a hit or miss takes effect those who have an answer are asked, one after the other."""
    if step.foiled and not scene.one(step.volley.attacker).profile.known(step.volley.attack).unhindered:
        again = _rolled_again(scene, step, do.RerollAttack(Amount(plus=-step.foiled_by)))
        scene.then(_lower(replace(step, foiled=False), again))
        return True
    target = scene.one(step.target)
    for one, trigger in asked_of(scene.state, step):
        if step.outcome == "fumble" and not _answers_a_fumble(one, trigger):
            continue
        mark = one.id if trigger in ("hit", "missed", "ally_hit", "ally_missed") else f"{one.id}/{trigger}"
        powers = interrupts(scene.state, one, trigger, step)
        if mark in step.asked or all(power.sure for power in powers):
            sure = next((each for each in powers if each.sure and f"{one.id}/{each.id}" not in step.asked), None)
            if sure is not None:
                use(scene, replace(step, asked=(*step.asked, f"{one.id}/{sure.id}")), one, sure, trigger)
                return True
            continue
        about = replace(step, asked=(*step.asked, mark))
        values: dict[str, str | int] = {
            "who": f"@{one.id}",
            "target": f"@{target.id}",
            "by": f"@{step.volley.attacker}",
        }
        way = trigger if trigger in (*OWN, *FRIENDS) else ""
        scene.ask(Question("interrupt", one.id, values, INTERRUPT, way), about)
        return True
    return step.outcome != "fumble" and bool(target.profile.specials) and ask_to_turn_hit(scene, step, target)


def _answers_a_fumble(one: Combatant, trigger: Trigger) -> bool:
    """Whether somebody has a power that answers a natural 1: only what asks for a low roll does."""
    return trigger == "missed" and any(power.trigger == "missed" and power.on_at_most for power in one.profile.attacks)


def interrupts(state: State, one: Combatant, trigger: Trigger, step: Blow) -> list[Attack]:
    """The powers that somebody could answer with; interrupts not in the own turn, once until one's next turn ends."""
    fight = state.battle
    wanted = (trigger, "strikes" if trigger in OWN else "attacked" if trigger in ("hit", "missed") else trigger)
    answering = [power for power in one.profile.attacks if power.trigger in wanted]
    if not answering or not can_act(one) or not may_react(state, one):
        return []
    own = trigger in OWN
    if (step.volley.attacker == one.id) != own or must_turn_on_allies(state, one):
        return []
    striker, target = fight.combatants[step.volley.attacker], fight.combatants[step.target]
    if striker.side == target.side and (own or trigger in FRIENDS):
        return []  # nobody makes more of a blow that falls on a friend; whoever is struck may still ward it off
    busy = fight.current == one.id or one.interrupt_spent >= 0
    found = []
    for power in answering:
        if (power.action == "interrupt" and busy) or may_answer_with(state, one, power) is not None:
            continue
        if power.for_minion and target.profile.master != one.id:
            continue
        if _fits(state, power, step, striker, target) and _reaches(state, one, power, trigger, step):
            found.append(power)
    return found


def _fits(state: State, power: Attack, step: Blow, striker: Combatant, target: Combatant) -> bool:
    """Whether a blow is of the sort that a power answers, by a roll that it asks for."""
    attack = striker.profile.known(step.volley.attack)
    if (power.answers and attack.kind not in power.answers) or (power.answers_basic and not attack.basic):
        return False
    odd = bool(step.natural % 2) != step.flipped
    if step.outcome == "fumble" and not power.on_at_most:
        return False
    if (
        (power.on_natural == "even" and odd)
        or (power.on_natural == "odd" and not odd)
        or step.natural < power.on_at_least
        or (power.on_at_most and step.natural > power.on_at_most)
    ):
        return False
    if power.on_die and step.natural > state.battle.escalation:
        return False
    if power.foe_level and striker.profile.level > power.foe_level:
        return False
    redirects = any(isinstance(effect, magic.Redirect) for rider in power.riders for effect in rider.effects)
    if redirects and not others_in_reach(state, step):
        return False
    if power.on_crit and step.outcome != "crit":
        return False
    if power.after and attack.id not in power.after:
        return False
    if attack.id == power.id or power.id in step.added or (power.guards and attack.defence not in power.guards):
        return False
    strike = Strike(state, striker, attack, target, attack.type, step.volley.mode == "opportunity")
    return all(holds(strike, each) for each in power.when)


def _reaches(state: State, one: Combatant, power: Attack, trigger: Trigger, step: Blow) -> bool:
    """Whether a power can be used on whom it would be: on the own blow always, else on the foe or the friend."""
    if trigger in OWN:
        return True
    if trigger in FRIENDS and (power.friendly or not power.riders):
        return nearby(one, state.battle.combatants[step.volley.attacker])
    if trigger in FRIENDS:
        return may_target(state, one, power, state.battle.combatants[step.target]) is None
    aimed_at = state.battle.combatants[step.target if power.friendly else step.volley.attacker]
    return may_target(state, one, power, aimed_at) is None


def trigger_of(state: State, step: Blow) -> tuple[str, Trigger]:
    """Who was asked last about a blow, and in answer to what."""
    who, _, word = step.asked[-1].partition("/")
    for one, trigger in asked_of(state, step):
        if one.id == who and (
            trigger == word or (not word and trigger in ("hit", "missed", "ally_hit", "ally_missed"))
        ):
            return who, trigger
    return who, "hit"


def interrupt(scene: Scene, command: c.Interrupt) -> Refusal | None:
    """Use a power in answer to a blow, or let it pass (AE-ACTION-05)."""
    step = scene.state.battle.asked
    if isinstance(step, Occasion):
        return answer_occasion(scene, step, command)
    if not isinstance(step, Blow) or not step.asked or step.asked[-1].partition("/")[0] != command.who:
        return Refusal("not_asked")
    one = scene.one(command.who)
    _, trigger = trigger_of(scene.state, step)
    powers = interrupts(scene.state, one, trigger, step)
    chosen = [power for power in powers if command.attack in ("", power.id) and not power.sure]
    if command.word == "yes" and not chosen:
        return Refusal("no_interrupt", {"who": f"@{one.id}"}, INTERRUPT)
    if command.points > (most_points(scene.state, one, chosen[0]) if chosen else 0):
        return too_many_points(one, command.points)
    scene.resume()
    scene.happen(Answered(one.id, "interrupt", command.word, rules=INTERRUPT))
    if command.word == "no":
        scene.then(step)
        return None
    use(scene, replace(step, forced=command.points), one, chosen[0], trigger)
    return None


def use(scene: Scene, step: Blow, one: Combatant, power: Attack, trigger: Trigger) -> None:
    """Use a power in answer to a blow: it changes the blow, rides along with it, or is an attack of its own."""
    spend_interrupt(scene, one, power, step.forced)
    spend_power(scene, one.id, power)
    answers = [each for rider in power.riders for each in rider.effects if isinstance(each, do.Answering)]
    parry = next((each for each in answers if isinstance(each, do.Parry)), None)
    if any(isinstance(each, do.Negate) for each in answers):
        scene.happen(HitTurned(step.target, one.id, "power", "miss", rules=("AE-ACTION-05", "AE-ATK-06")))
    elif parry is not None:
        _beside(scene, one, power)
        scene.then(_parried(scene, step, one.id, parry.amount.plus))
    elif answers or trigger in OWN or trigger in FRIENDS:
        scene.happen(FeatureUsed(one.id, power.id, rules=("AE-ATK-06",)))
        for each in answers:
            step = _changed(scene, step, one, power, each)
        if power.lot:
            _by_lot(scene, one, power)
        elif trigger not in OWN and trigger not in FRIENDS:
            _beside(scene, one, power)
        if trigger in OWN:
            step = replace(step, added=(*step.added, power.id))
        scene.then(step)
        if trigger in FRIENDS and len(answers) < sum(len(rider.effects) for rider in power.riders):
            _declare(scene, one, power, step.volley.attacker if power.friendly else step.target)
    elif power.sure and power.friendly:
        scene.then(step)
        own = Blow(Volley(one.id, power.id, (one.id,), mode="free", begun=True), one.id, 20, 0, "hit")
        for rider in power.riders:
            for effect in rider.effects:
                scene.apply(effect, own)
    else:
        scene.then(step)
        reach = step.natural if power.outdoes else 0
        _declare(scene, one, power, step.target if power.friendly else step.volley.attacker, reach)


def _beside(scene: Scene, one: Combatant, power: Attack) -> None:
    """What a power that changes a blow brings its user beside that."""
    own = Blow(Volley(one.id, power.id, (one.id,), mode="free", begun=True), one.id, 20, 0, "hit")
    for rider in power.riders:
        for effect in rider.effects:
            if not isinstance(effect, do.Answering):
                scene.apply(effect, own)


def _by_lot(scene: Scene, one: Combatant, power: Attack) -> None:
    """What the lot of a power that changes a blow brings beside that."""
    die = scene.dice.roll(power.lot, "lot")
    scene.happen(CountRolled(one.id, power.id, "lot", (die,), die.face, rules=("AE-ATK-06",)))
    own = Blow(Volley(one.id, power.id, (one.id,), mode="free", begun=True), one.id, 20, 0, "hit")
    for rider in power.riders:
        for effect in rider.effects if die.face in rider.lot else ():
            scene.apply(effect, own)


def _declare(scene: Scene, one: Combatant, power: Attack, target: str, to_reach: int = 0) -> None:
    volley = Volley(one.id, power.id, (target,), mode="interrupt", begun=True, to_reach=to_reach)
    declare(scene, volley, ("AE-ACTION-05", "AE-ATK-07"))


def _changed(scene: Scene, step: Blow, one: Combatant, power: Attack, effect: do.Answering) -> Blow:
    """A blow as the word of a power leaves it."""
    match effect:
        case do.Landed() if step.outcome == "miss":
            scene.happen(RollChanged(one.id, step.target, power.id, step.total, "hit", rules=("AE-ATK-06",)))
            return replace(step, outcome="hit")
        case do.Lessen():
            return _lessened(scene, step, one, power, effect)
        case do.Spoil():
            return _spoiled(scene, step, one, power, effect)
        case do.Critical() if step.outcome == "hit":
            scene.happen(RollChanged(one.id, step.target, power.id, step.total, "crit", rules=("AE-CRIT-01",)))
            return replace(step, outcome="crit")
        case do.Plain() if step.outcome == "crit":
            scene.happen(RollChanged(one.id, step.target, power.id, step.total, "hit", rules=("AE-CRIT-01",)))
            return replace(step, outcome="hit")
        case do.AddToRoll():
            return _added(scene, step, one, power, effect)
        case do.RerollAttack():
            return _tried_again(scene, step, one, effect)
        case do.AddDamage():
            return _damage_added(scene, step, one, power, effect)
        case do.RethrowDamage():
            return replace(step, rethrown=True)
        case do.Blunt():
            return replace(step, blunt=True)
        case _:
            return _bent(scene, step, one, power, effect)


def _lessened(scene: Scene, step: Blow, one: Combatant, power: Attack, effect: do.Lessen) -> Blow:
    """A hit that will do less, by a save where it takes one; by a high one a foe takes half of what is left of it."""
    natural = 0
    if effect.failed:
        end_state(scene, one.id, effect.failed)
    if effect.save:
        check = save(scene, one, DueSave("effect", effect.save, ("AE-SAVE-02",), f"power/{power.id}"))
        if not check.success:
            if effect.failed:
                until = end_of_turn(scene, one.id)
                scene.happen(Marked(one.id, Mark("state", one.id, attack=effect.failed, until=until)))
            return step
        natural = check.dice[0].face
    step = replace(step, lessened=power.id, borne_by=one.id if effect.taken else "", less=effect.amount.plus)
    if effect.wholly and natural >= effect.wholly:
        near = (each for each in foes_of(scene.state.battle, one) if each.conscious and nearby(one, each))
        foe = next((each.id for each in near), "")
        return replace(step, spared=True, borne_by=foe, halved_again=True)
    return replace(step, at_level=effect.level, spared=effect.spared)


def _bent(scene: Scene, step: Blow, one: Combatant, power: Attack, effect: do.Answering) -> Blow:
    """A blow whose number is turned, or that falls on somebody else."""
    if isinstance(effect, magic.Redirect):
        return _redirected(scene, step, one, power, effect)
    if isinstance(effect, magic.Deflect):
        _deflected(scene, step, one, power, effect)
        return step
    if isinstance(effect, magic.Flip):
        scene.happen(RollChanged(one.id, step.target, power.id, step.total, step.outcome, rules=("AE-ATK-06",)))
        return replace(step, flipped=not step.flipped)
    return step


def _deflected(scene: Scene, step: Blow, one: Combatant, power: Attack, effect: magic.Deflect) -> None:
    """The damage of a blow that has missed falls on the next foe in melee with whoever turned it aside."""
    striker = scene.one(step.volley.attacker)
    others = [each for each in in_order(scene.state.battle, foes_of(scene.state.battle, one)) if each.conscious]
    other = next((each.id for each in others if each.id in one.engaged and each.id != striker.id), "")
    if not other:
        return
    attack = striker.profile.known(step.volley.attack)
    harm = flat(roll_damage(scene, striker, attack, step.volley), Reason("AE-DMG-02", "damage_roll"))
    if not effect.whole:
        harm = harm.then(0, "halve", Reason("AE-ATK-06", "half", (f"{one.id}/{power.id}",)))
    hurt(scene, other, Damage(harm, attack.type, one.id, step.natural, ("AE-ATK-06",), hit=True))


def others_in_reach(state: State, step: Blow) -> list[Combatant]:
    """Friends of the target of a blow whom it could have been aimed at, the healthiest first."""
    people = state.battle.combatants
    striker, target = people[step.volley.attacker], people[step.target]
    attack = striker.profile.known(step.volley.attack)
    friends = (each for each in friends_of(state.battle, target) if each.conscious)
    fitting = [each for each in friends if may_target(state, striker, attack, each) is None]
    return sorted(fitting, key=lambda each: -each.hp)


def _redirected(scene: Scene, step: Blow, one: Combatant, power: Attack, effect: magic.Redirect) -> Blow:
    """The same roll, against the defence of another."""
    others = others_in_reach(scene.state, step)
    if not others:
        return step
    new = others[0]
    attack = scene.one(step.volley.attacker).profile.known(step.volley.attack)
    needed = _defence_against(scene.state, attack, new) + effect.guard
    outcome: Outcome = step.outcome if step.outcome == "crit" else "hit" if step.total >= needed else "miss"
    scene.happen(RollChanged(one.id, new.id, power.id, step.total, outcome, rules=("AE-ATK-03", "AE-ATK-06")))
    return replace(step, target=new.id, outcome=outcome, resisted=effect.resist)


def _spoiled(scene: Scene, step: Blow, one: Combatant, power: Attack, effect: do.Spoil) -> Blow:
    """A hit turned into a miss, or a miss into one that does nothing at all; by a check where it takes one."""
    if effect.check:
        modifiers = skill_bonus(scene.state, one, effect.check, one.profile.background)
        needed = defence_of(scene.state, scene.one(step.volley.attacker), "md")
        check = held_against((scene.dice.roll(20, "parry"),), modifiers, ">=", needed, "dc")
        scene.happen(SkillChecked(one.id, effect.check, "other", check, rules=("AE-ATK-06",)))
        if not check.success:
            return step
    outcome: Outcome = "fumble" if effect.wholly else "miss"
    scene.happen(RollChanged(one.id, step.target, power.id, step.total, outcome, rules=("AE-ATK-06",)))
    return replace(step, outcome=outcome)


def _added(scene: Scene, step: Blow, one: Combatant, power: Attack, effect: do.AddToRoll) -> Blow:
    """Something added to a roll that has fallen; a miss may become a hit by it."""
    amount = scaled(scene, effect.amount, effect.times, effect.plus)
    dice = amount.roll(scene.dice, "added")
    total = step.total + amount.total(dice)
    attack = scene.one(step.volley.attacker).profile.known(step.volley.attack)
    hits = total >= _defence_against(scene.state, attack, scene.one(step.target))
    outcome: Outcome = "hit" if hits and step.outcome == "miss" else step.outcome
    if effect.amount.plus < 0 and not hits and step.outcome == "hit":
        outcome = "miss"  # what lowers a roll may take a hit away; a critical one was decided by the die
    plus = total - step.total - sum(die.face for die in dice)
    changed = RollChanged(one.id, step.target, power.id, total, outcome, dice, plus, rules=("AE-ATK-03", "AE-ATK-06"))
    scene.happen(changed)
    natural = min(max(step.natural + total - step.total, 2), 20) if effect.natural else step.natural
    return replace(step, total=total, outcome=outcome, natural=natural)


def _damage_added(scene: Scene, step: Blow, one: Combatant, power: Attack, effect: do.AddDamage) -> Blow:
    """More damage for a hit that has fallen; dice are thrown now."""
    amount = scaled(scene, effect.amount, effect.times, effect.plus)
    dice = amount.roll(scene.dice, "added")
    if dice:
        total = amount.total(dice)
        scene.happen(CountRolled(one.id, power.id, "damage", dice, total, rules=("AE-ATK-06", "AE-DMG-02")))
    if effect.shared:
        own = flat(amount.total(dice), Reason("AE-ATK-06", "self_damage", (f"power/{power.id}",)))
        hurt(scene, one.id, Damage(own, "weapon", one.id, 20, ("AE-ATK-06",)))
    return replace(step, more=step.more + amount.total(dice))


def _tried_again(scene: Scene, step: Blow, one: Combatant, effect: do.RerollAttack) -> Blow:
    """The roll once more; a critical hit by it may give whoever called for it a point."""
    again = _rolled_again(scene, step, effect)
    if effect.crit_gives and again.outcome == "crit":
        have = scene.one(one.id).pools.get(effect.crit_gives, 0)
        scene.happen(PoolChanged(one.id, effect.crit_gives, have + 1, 1, rules=("AE-ATK-06",)))
    return again


def _rolled_again(scene: Scene, step: Blow, effect: do.RerollAttack) -> Blow:
    """The roll once more, and the second stands."""
    more = scaled(scene, effect.amount, effect.times, effect.plus).plus + FORCEFUL * step.forced
    target = scene.one(step.target)
    again = roll_attack(scene, step.volley, target, again=True, second=Second(more, effect.flat, effect.needed))
    again = replace(again, forced=0, stage=step.stage, asked=step.asked, added=step.added, pick=step.pick)
    return _lower(step, again) if effect.worse else again


def _lower(step: Blow, again: Blow) -> Blow:
    """Of two rolls of one blow the lower."""
    return step if (step.natural != 1 and step.total <= again.total and again.natural != 1) else again


def _defence_against(state: State, attack: Attack, target: Combatant) -> int:
    return defence_of(state, target, aimed_at(state, attack, target))


def _parried(scene: Scene, step: Blow, by: str, bonus: int) -> Blow:
    """A hit whose total no longer reaches the raised defence is a miss; a critical hit stands."""
    attack = scene.one(step.volley.attacker).profile.known(step.volley.attack)
    needed = _defence_against(scene.state, attack, scene.one(step.target)) + bonus
    outcome = "miss" if step.outcome == "hit" and step.total < needed else step.outcome
    scene.happen(HitTurned(step.target, by, "parry", outcome, rules=("AE-ACTION-05", "AE-ATK-03")))
    return replace(step, outcome=outcome)
