"""What the words do that classes bring: saves, states, points, the escalation die, orders to allies."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.aiming import OWN_DOING, power_of, scaled, source_of, whom
from arbitro.rules.archmage.conditions import (
    DueSave,
    counting,
    end_ongoing,
    end_state,
    loosened,
    moment_of,
    relieve,
    save,
)
from arbitro.rules.archmage.damage import hurt
from arbitro.rules.archmage.events import (
    ActionsSpent,
    Boosted,
    CountRolled,
    EscalationMoved,
    Marked,
    OngoingBegan,
    PoolChanged,
    PowerRegained,
    Prompted,
    RecoveryGiven,
)
from arbitro.rules.archmage.healing import rally_at_once
from arbitro.rules.archmage.numbers import ability_of, in_state, is_staggered, multiplier
from arbitro.rules.archmage.ongoing_effects import ALL_BUT, Affliction, Boost, Mark, Spent, Until
from arbitro.rules.archmage.people import burdened, foes_of, friends_of, nearby, stuck
from arbitro.rules.archmage.places import pop_free
from arbitro.rules.archmage.power import NORMAL, Attack
from arbitro.rules.archmage.recovery import give_temporary
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import MAX_ESCALATION, Combatant
from arbitro.rules.archmage.step import Announce, Blow, Volley
from arbitro.rules.archmage.tally import Damage, Reason, Tally, flat
from arbitro.rules.archmage.targets import may_follow, may_use, spend_power

FORCEFUL: Final = 2
"""What each further command point adds to a roll."""


def save_now(scene: Scene, effect: do.SaveNow, step: Blow) -> None:
    """Saves at once, against one thing or against everything."""
    added = scaled(scene, effect.amount, effect.times, effect.plus).plus
    more = (*((Modifier(added, "AE-SAVE-03", "special"),) if added else ()), *_forced(step))
    people = whom(scene, effect, step)
    if effect.people:
        people = tuple(who for who in people if scene.one(who).conscious and _has_to_save(scene.one(who), effect))
    for who in people[: effect.people or None]:
        if effect.sure_crit and step.outcome == "crit":
            cure(scene, do.Cure(on="self"), replace(step, volley=replace(step.volley, attacker=who)))
            continue
        one = scene.one(who)
        if effect.passing and not burdened(one):
            _shake_off_passing(scene, one, more)
            continue
        burdens = [each for each in one.ongoing if each.save]
        burdens = burdens[-1:] if effect.latest else burdens[: None if effect.every else 1]
        for burden_ in burdens:
            due = DueSave("ongoing", burden_.save, ("AE-SAVE-01",), burden_.type)
            if _saved(scene, who, due, more, effect, step) and not loosened(scene, who, burden_):
                end_ongoing(scene, who, burden_, ("AE-ONGOING-02",), saved=True)
        if effect.ongoing or (burdens and not effect.every):
            continue
        for each in [each for each in counting(one) if each.save][: None if effect.every else 1]:
            due = DueSave("effect", each.save, ("AE-SAVE-01",), each.name)
            if _saved(scene, who, due, more, effect, step) and not loosened(scene, who, each):
                relieve(scene, who, each, ("AE-SAVE-02",))


def _forced(step: Blow) -> tuple[Modifier, ...]:
    """What further points that a command was given with add to the roll that it brings."""
    forced = FORCEFUL * step.volley.forced
    return (Modifier(forced, "AE-ATK-06", "special"),) if forced else ()


def _saved(scene: Scene, who: str, due: DueSave, more: tuple[Modifier, ...], effect: do.SaveNow, step: Blow) -> bool:
    """Whether one of the throws of a save succeeds; a failure may give whoever called for it a point back."""
    if any(save(scene, scene.one(who), due, more).success for _ in range(effect.tries)):
        return True
    if effect.gives_back:
        caller = step.volley.attacker
        have = scene.one(caller).pools.get(effect.gives_back, 0)
        scene.happen(PoolChanged(caller, effect.gives_back, have + 1, 1, rules=("AE-ATK-06",)))
    return False


def _passing(one: Combatant) -> list[Affliction]:
    """The conditions that somebody's turn would end."""
    return [each for each in one.afflictions if each.until and each.until.moment in ("start", "end")]


def _has_to_save(one: Combatant, effect: do.SaveNow) -> bool:
    """Whether there is something that such a save could end."""
    return burdened(one) or (effect.passing and bool(_passing(one)))


def _shake_off_passing(scene: Scene, one: Combatant, more: tuple[Modifier, ...]) -> None:
    """A normal save against the first condition that would end with somebody's turn."""
    for each in _passing(one)[:1]:
        if save(scene, one, DueSave("effect", NORMAL, ("AE-SAVE-01",), each.name), more).success:
            relieve(scene, one.id, each, ("AE-SAVE-02",))


def save_again(scene: Scene, effect: do.SaveAgain, step: Blow) -> None:
    """The save that was failed once more: if it succeeds, what it was against is over."""
    kind, _, rest = step.volley.about.partition("/")
    name = rest.partition("/")[0]
    for who in whom(scene, effect, step):
        one = scene.one(who)
        burning = next((each for each in one.ongoing if each.type == name and each.save), None)
        laid = next((each for each in one.afflictions if each.name == name and each.save), None)
        if kind == "ongoing" and burning is not None:
            saved = save(scene, one, DueSave("ongoing", burning.save, ("AE-SAVE-01",), name)).success
            if saved and not loosened(scene, who, burning):
                end_ongoing(scene, who, burning, ("AE-ONGOING-02",), saved=True)
        elif kind == "effect" and laid is not None:
            saved = save(scene, one, DueSave("effect", laid.save, ("AE-SAVE-01",), name)).success
            if saved and not loosened(scene, who, laid):
                relieve(scene, who, laid, ("AE-SAVE-02",))


def assume(scene: Scene, effect: do.Assume, step: Blow) -> None:
    """A state begins on whom it is for."""
    source = step.volley.attacker
    amount = scaled(scene, effect.amount, effect.times, effect.plus)
    for who in whom(scene, effect, step):
        until = moment_of(scene, effect.until, source, who) or Until("battle", source)
        one = scene.one(who)
        if in_state(one, effect.name) or not one.in_field or (effect.hp_at_most and one.hp > effect.hp_at_most):
            continue
        if effect.alone and not in_state(one, f"{effect.alone}many"):
            for other in [mark.attack for mark in one.marks if mark.attack.startswith(effect.alone)]:
                end_state(scene, who, other)
        number = amount.count if amount.count else amount.plus  # dice are thrown when the state does something
        mark = Mark("state", source, number, amount.sides, effect.name, until, effect.save)
        scene.happen(Marked(who, mark, rules=("AE-ATK-06",)))


def draw(scene: Scene, effect: do.Draw, step: Blow) -> None:
    """One of several states by lot; the others end."""
    who, attack = step.volley.attacker, step.volley.attack
    die = scene.dice.roll(len(effect.names), "lot")
    name = effect.names[die.face - 1]
    scene.happen(CountRolled(who, attack, "lot", (die,), die.face, rules=("AE-ATK-06",)))
    for other in () if effect.beside else effect.names:
        end_state(scene, who, other)
    scene.happen(Marked(who, Mark("state", who, attack=name, until=Until("battle", who)), rules=("AE-ATK-06",)))


def forsake(scene: Scene, effect: do.Forsake, step: Blow) -> None:
    """A state ends."""
    for who in whom(scene, effect, step):
        end_state(scene, who, effect.name)


def points(scene: Scene, effect: do.Points, step: Blow) -> None:
    """Points of a pool are won."""
    amount = scaled(scene, effect.amount, effect.times, effect.plus)
    for who in whom(scene, effect, step):
        dice = amount.roll(scene.dice, "points")
        change = max(amount.total(dice), 0)
        have = scene.one(who).pools.get(effect.pool, 0)
        scene.happen(PoolChanged(who, effect.pool, have + change, change, dice, rules=("AE-ATK-06",)))


def escalate(scene: Scene, effect: do.Escalate, step: Blow) -> None:
    """The escalation die moves."""
    who, attack = step.volley.attacker, step.volley.attack
    die = scene.dice.roll(MAX_ESCALATION, "escalation") if effect.thrown else None
    shown = scene.state.battle.escalation + effect.amount.plus if die is None else die.face
    shown = min(max(shown, 0), effect.top or scene.state.battle.top)
    scene.happen(EscalationMoved(who, attack, shown, die, effect.top, rules=("AE-ESC-02", "AE-ATK-06")))


def refresh(scene: Scene, effect: do.Refresh, step: Blow) -> None:
    """A spent power comes back, or may; or each of them, one by one."""
    for who in whom(scene, effect, step):
        one = scene.one(who)
        spent = [power for power in one.profile.attacks if _may_come_back(scene, one, power, effect, step)]
        if effect.last:
            spent = sorted(spent, key=lambda power: (one.powers[power.id].round, one.powers[power.id].last_turn))[-1:]
        for power in spent if effect.every else spent[:1]:
            if effect.paid and not _paid_with_recovery(scene, who):
                return
            needed = power.recharge if effect.own_number else effect.save
            needed = max(needed - scaled(scene, effect.amount, effect.times, effect.plus).plus, 1) if needed else 0
            die = scene.dice.roll(20, "refresh") if needed else None
            back = die is None or die.face >= needed
            if effect.by_die:
                die = scene.dice.roll(6, "refresh")
                back, needed = die.face <= scene.state.battle.escalation, scene.state.battle.escalation
            used = max(scene.one(who).powers[power.id].used - 1, 0)
            rolled = () if die is None or effect.by_die else ("AE-REST-04",) if effect.own_number else ("AE-SAVE-02",)
            scene.happen(PowerRegained(who, power.id, used, die, needed, back, rules=("AE-ATK-06", *rolled)))


def _may_come_back(scene: Scene, one: Combatant, power: Attack, effect: do.Refresh, step: Blow) -> bool:
    """Whether a power is spent, and of the sort that an effect brings back."""
    if power.usage == "at_will" or (one.id == step.volley.attacker and power.id == step.volley.attack):
        return False
    if effect.power not in ("", power.id) or (effect.usages and power.usage not in effect.usages):
        return False
    spent = one.powers.get(power.id, Spent())
    if (effect.this_battle and spent.round < 0) or (effect.this_turn and not _in_this_turn(scene, one, spent)):
        return False
    if "flexible" in effect.sorts and power.flexible is None:
        return False
    if "people" in effect.sorts:
        entry = scene.rules.books.powers.get(power.id.replace("-", "_"))  # items have powers too
        if entry is None or entry.sort != "people":
            return False
    return bool(spent.used)


def _in_this_turn(scene: Scene, one: Combatant, spent: Spent) -> bool:
    fight = scene.state.battle
    return fight.current == one.id and (spent.round, spent.last_turn) == (fight.round, one.turns)


def _paid_with_recovery(scene: Scene, who: str) -> bool:
    """A recovery spent without healing, where there is one."""
    left = scene.one(who).recoveries
    if left > 0:
        scene.happen(RecoveryGiven(who, who, left - 1, rules=("AE-RECOVERY-02",)))
    return left > 0


def foil(scene: Scene, effect: do.Foil, step: Blow) -> None:
    """The blow of the target that waits for this answer is to be rolled again."""
    less = scaled(scene, effect.amount, effect.times, effect.plus).plus
    for place, waiting in enumerate(scene.agenda):
        if isinstance(waiting, Blow) and waiting.volley.attacker == step.target:
            scene.agenda[place] = replace(waiting, foiled=True, foiled_by=less)


def keep(scene: Scene, effect: do.Keep, step: Blow) -> None:
    """The power has not been spent by this use."""
    del effect
    one = scene.one(step.volley.attacker)
    attack = one.profile.known(step.volley.attack)
    name = attack.uses_of or attack.id
    used = one.powers.get(name, Spent()).used
    if used:
        scene.happen(PowerRegained(one.id, name, used - 1, None, 0, True, rules=("AE-ATK-06",)))


def soothe(scene: Scene, effect: do.Soothe, step: Blow) -> None:
    """Conditions end."""
    for who in whom(scene, effect, step):
        for each in scene.one(who).afflictions:
            if each.name in effect.names and each in scene.one(who).afflictions:
                relieve(scene, who, each, ("AE-ATK-06",))


def hasten(scene: Scene, effect: do.Hasten, step: Blow) -> None:
    """One more action in the own turn: in this one, or in the next."""
    for who in whom(scene, effect, step):
        if effect.next:
            extra = Mark("extra", step.volley.attacker, attack=effect.action, until=Until("battle", who))
            if extra not in scene.one(who).marks:
                scene.happen(Marked(who, extra, rules=("AE-ACTION-01",)))
        elif scene.state.battle.current == who:
            scene.happen(ActionsSpent(who, (), (*scene.one(who).actions, effect.action), rules=("AE-ACTION-01",)))


def order(scene: Scene, effect: do.Order, step: Blow) -> None:
    """An attack of an ally at a foe in reach: at the target of the blow if it can be, else at the next."""
    fight, leader = scene.state.battle, scene.one(step.volley.attacker)
    aimed = (step.target,) if effect.on == "target" else ()
    friends = [each for each in friends_of(fight, leader) if nearby(leader, each) and (not aimed or each.id in aimed)]
    if effect.on == "engaged_ally":  # only whoever is in melee with the target, and only at that
        friends = [each for each in friends if step.target in each.engaged]
    for ally in friends:
        foes = sorted(foes_of(fight, ally), key=lambda foe: foe.id != step.target)
        foes = foes[:1] if effect.on == "engaged_ally" else foes
        for attack in _may_be_ordered(scene, ally, effect):
            found = next((foe for foe in foes if foe.conscious and may_follow(scene.state, ally, attack, foe)), None)
            if found is not None:
                if attack.usage != "at_will":
                    spend_power(scene, ally.id, attack)
                single = attack.basic
                volley = Volley(ally.id, attack.id, (found.id,), mode="free", begun=True, single=single)
                scene.then(Announce(replace(volley, critical=effect.critical)))
                return


def _may_be_ordered(scene: Scene, ally: Combatant, effect: do.Order) -> list[Attack]:
    """The attacks that an order may call for, the heaviest first where it leaves a choice."""
    able = [each for each in ally.profile.attacks if not (each.triggered or each.friendly or each.unarmed)]
    if not (effect.at_will or effect.any):
        return [each for each in able if each.basic]
    wide = [
        each
        for each in able
        if (effect.any or each.usage == "at_will")
        and each.action == "standard"
        and may_use(scene.state, ally, each) is None
    ]
    weight = {each.id: each.weapon_die * ally.profile.level or each.damage.count * each.damage.sides for each in wide}
    return sorted(wide, key=lambda each: -weight[each.id])


def shun(scene: Scene, effect: do.Shun, step: Blow) -> None:
    """Somebody cannot attack the user for a while."""
    source = step.volley.attacker
    for who in whom(scene, effect, step):
        until = moment_of(scene, effect.until, source, who) or Until("battle", source)
        mark = Mark("shun", source, until=until)
        if mark not in scene.one(who).marks and scene.one(who).in_field:
            scene.happen(Marked(who, mark, rules=("AE-ATK-06",)))


def break_free(scene: Scene, effect: do.BreakFree, step: Blow) -> None:
    """Out of melee, by a check where it is one."""
    for who in whom(scene, effect, step):
        foes = tuple(foe for foe in scene.one(who).engaged if scene.one(foe).conscious)
        if effect.staggered:
            foes = tuple(foe for foe in foes if is_staggered(scene.state, scene.one(foe)))
        if not foes or stuck(scene.state, scene.one(who)):
            continue
        if effect.check:
            more = (Modifier(effect.amount.plus, "AE-SAVE-03", "special"),) if effect.amount.plus else ()
            if not save(scene, scene.one(who), DueSave("disengage", NORMAL, ("AE-DISENGAGE-02",), ""), more).success:
                continue
        pop_free(scene, who, foes if effect.every or effect.check else foes[:1])


def cure(scene: Scene, effect: do.Cure, step: Blow) -> None:
    """One effect ends: a condition first, else ongoing damage."""
    for who in whom(scene, effect, step):
        one = scene.one(who)
        if effect.ongoing:
            for each in one.ongoing:
                end_ongoing(scene, who, each, ("AE-ATK-06",))
        elif one.afflictions:
            relieve(scene, who, max(one.afflictions, key=lambda each: each.save), ("AE-ATK-06",))
        elif one.ongoing:
            worst = max(one.ongoing, key=lambda each: each.amount)
            end_ongoing(scene, who, worst, ("AE-ATK-06",))


def enlarge(scene: Scene, effect: do.Enlarge, step: Blow) -> None:
    """Ongoing damage grows, the largest that there is."""
    one = scene.one(step.target)
    if one.ongoing and one.in_field:
        worst = max(one.ongoing, key=lambda each: each.amount)
        amount = scaled(scene, effect.amount, effect.times, effect.plus)
        more = replace(worst, amount=worst.amount + amount.plus)
        scene.happen(OngoingBegan(step.target, more, rules=("AE-ONGOING-01",)))


def slay(scene: Scene, effect: do.Slay, step: Blow) -> None:
    """Whoever is hit has no hit points left."""
    del effect
    one = scene.one(step.target)
    if one.in_field and one.hp > 0:
        why = Reason("AE-ATK-06", "slain", (f"{step.volley.attacker}/{step.volley.attack}",))
        kind = scene.one(step.volley.attacker).profile.known(step.volley.attack).type
        rest = flat(one.hp + one.temp_hp, why)
        hurt(scene, one.id, Damage(rest, kind, step.volley.attacker, OWN_DOING, ("AE-ATK-06",)))


def deny(scene: Scene, effect: do.Deny, step: Blow) -> None:
    """Nothing more can be done in this turn."""
    for who in whom(scene, effect, step):
        if scene.state.battle.current == who and scene.one(who).actions:
            scene.happen(ActionsSpent(who, scene.one(who).actions, (), rules=("AE-ACTION-01",)))


def rally(scene: Scene, effect: do.RallyNow, step: Blow) -> None:
    """A rally that costs no action."""
    more = scaled(scene, effect.amount, effect.times, effect.plus)
    for who in whom(scene, effect, step):
        one = scene.one(who)
        barred = one.rally_barred == scene.state.battle.round or (effect.first and one.rallies)
        if one.profile.kind == "pc" and one.hp < one.max_hp and not barred:
            rally_at_once(scene, who, more, helped=_forced(step))


def recovery_dice(scene: Scene, effect: do.RecoveryDice, step: Blow) -> None:
    """Temporary hit points as a recovery would heal."""
    more = scaled(scene, effect.amount, effect.times, effect.plus)
    for who in whom(scene, effect, step):
        profile = scene.one(who).profile
        source = source_of(scene, effect, step)
        if effect.average:
            usual = profile.level * (profile.recovery_die + 1) // 2
            found = flat(usual, Reason("AE-RECOVERY-03", "recovery_average", source))
        else:
            dice = Amount(profile.level, profile.recovery_die).roll(scene.dice, "temporary")
            found = Tally().throw(dice, Reason("AE-RECOVERY-03", "", source))
        constitution = ability_of(profile, "con") * multiplier(scene.rules.books, profile.level)
        if constitution:
            found = found.then(constitution, "add", Reason("AE-RECOVERY-03", "constitution"))
        if more.plus:
            found = found.then(more.plus, "add", Reason("AE-ATK-06", "", source))
        give_temporary(scene, who, found.then(1, "least", Reason("AE-RECOVERY-03")))


def resist(scene: Scene, effect: do.Resist, step: Blow) -> None:
    """Resistance for a while."""
    source = step.volley.attacker
    for who in whom(scene, effect, step):
        until = moment_of(scene, effect.until, source, who) or Until("battle", source)
        for kind in effect.types or (f"{ALL_BUT}{effect.but}" if effect.but else "",):
            boost = Boost(power_of(scene, effect, step), "resist", effect.number, until, kind)
            scene.happen(Boosted(who, boost, effect.until, rules=("AE-RESIST-01",)))


def pay(scene: Scene, effect: do.PayHp, step: Blow) -> None:
    """Hit points are the price."""
    who = step.volley.attacker
    why = Reason("AE-ATK-06", "self_damage", source_of(scene, effect, step))
    amount = scaled(scene, effect.amount, effect.times, effect.plus)
    amount = replace(amount, count=max(amount.count - effect.dice_less, 0))
    if not amount.count and not amount.plus:
        return
    price = Tally().rolling(amount, scene.dice, "self_damage", why)
    hurt(scene, who, Damage(price, "weapon", who, OWN_DOING, ("AE-ATK-06",)))


def judge(scene: Scene, effect: do.Judge, step: Blow) -> None:
    """The referee is told that something is theirs to say."""
    del effect
    scene.hint(Prompted("power", step.volley.attacker, rules=("AE-ATK-06",), audience=REFEREE_ONLY))
