"""What the words do that classes bring: saves, states, points, the escalation die, orders to allies."""

from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.aiming import OWN_DOING, power_of, scaled, source_of, whom
from arbitro.rules.archmage.conditions import counting, end_state, moment_of, relieve, save
from arbitro.rules.archmage.damage import hurt
from arbitro.rules.archmage.events import (
    ActionsSpent,
    Boosted,
    CountRolled,
    EscalationMoved,
    Marked,
    OngoingEnded,
    PoolChanged,
    PowerRegained,
    Prompted,
)
from arbitro.rules.archmage.people import foes_of, friends_of, nearby
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import MAX_ESCALATION, Boost, Mark, Spent, Until
from arbitro.rules.archmage.step import Announce, Blow, Volley
from arbitro.rules.archmage.tally import Damage, Reason, Tally
from arbitro.rules.archmage.targets import may_follow


def save_now(scene: Scene, effect: do.SaveNow, step: Blow) -> None:
    """Saves at once, against one thing or against everything."""
    more = (Modifier(effect.amount.plus, "AE-SAVE-03", "special"),) if effect.amount.plus else ()
    for who in whom(scene, effect, step):
        one = scene.one(who)
        burdens = [each for each in one.ongoing if each.save][: None if effect.every else 1]
        for burden_ in burdens:
            if save(scene, scene.one(who), "ongoing", burden_.save, ("AE-SAVE-01",), burden_.type, more).success:
                scene.happen(OngoingEnded(who, burden_.name, burden_.type, rules=("AE-ONGOING-02",)))
        if burdens and not effect.every:
            continue
        for each in [each for each in counting(one) if each.save][: None if effect.every else 1]:
            if save(scene, scene.one(who), "effect", each.save, ("AE-SAVE-01",), each.name, more).success:
                relieve(scene, who, each, ("AE-SAVE-02",))


def assume(scene: Scene, effect: do.Assume, step: Blow) -> None:
    """A state begins on whom it is for."""
    source = step.volley.attacker
    for who in whom(scene, effect, step):
        until = moment_of(scene, effect.until, source, who) or Until("battle", source)
        if not any(mark.kind == "state" and mark.attack == effect.name for mark in scene.one(who).marks):
            scene.happen(Marked(who, Mark("state", source, attack=effect.name, until=until), rules=("AE-ATK-06",)))


def draw(scene: Scene, effect: do.Draw, step: Blow) -> None:
    """One of several states by lot; the others end."""
    who, attack = step.volley.attacker, step.volley.attack
    die = scene.dice.roll(len(effect.names), "lot")
    name = effect.names[die.face - 1]
    scene.happen(CountRolled(who, attack, "lot", (die,), die.face, rules=("AE-ATK-06",)))
    for other in effect.names:
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
    shown = min(max(shown, 0), MAX_ESCALATION)
    scene.happen(EscalationMoved(who, attack, shown, die, rules=("AE-ESC-02", "AE-ATK-06")))


def refresh(scene: Scene, effect: do.Refresh, step: Blow) -> None:
    """A spent power comes back, or may."""
    for who in whom(scene, effect, step):
        one = scene.one(who)
        spent = [
            power
            for power in one.profile.attacks
            if power.usage != "at_will" and power.id != step.volley.attack and effect.power in ("", power.id)
            if one.powers.get(power.id, Spent()).used
        ]
        for power in spent[:1]:
            die = scene.dice.roll(20, "refresh") if effect.save else None
            back = die is None or die.face >= effect.save
            used = max(one.powers[power.id].used - 1, 0)
            scene.happen(PowerRegained(who, power.id, used, die, effect.save, back, rules=("AE-REST-04",)))


def soothe(scene: Scene, effect: do.Soothe, step: Blow) -> None:
    """Conditions end."""
    for who in whom(scene, effect, step):
        for each in scene.one(who).afflictions:
            if each.name in effect.names and each in scene.one(who).afflictions:
                relieve(scene, who, each, ("AE-ATK-06",))


def hasten(scene: Scene, effect: do.Hasten, step: Blow) -> None:
    """One more action in the own turn."""
    for who in whom(scene, effect, step):
        if scene.state.battle.current == who:
            scene.happen(ActionsSpent(who, (), (*scene.one(who).actions, effect.action), rules=("AE-ACTION-01",)))


def order(scene: Scene, effect: do.Order, step: Blow) -> None:
    """The basic attack of an ally at a foe in reach: at the target of the blow if it can be, else at the next."""
    fight, leader = scene.state.battle, scene.one(step.volley.attacker)
    aimed = (step.target,) if effect.on == "target" else ()
    friends = [each for each in friends_of(fight, leader) if nearby(leader, each) and (not aimed or each.id in aimed)]
    for ally in friends:
        foes = sorted(foes_of(fight, ally), key=lambda foe: foe.id != step.target)
        for attack in ally.profile.attacks:
            if not attack.basic or attack.triggered or attack.unarmed:
                continue
            found = next((foe for foe in foes if foe.conscious and may_follow(scene.state, ally, attack, foe)), None)
            if found is not None:
                scene.then(Announce(Volley(ally.id, attack.id, (found.id,), mode="free", begun=True, single=True)))
                return


def resist(scene: Scene, effect: do.Resist, step: Blow) -> None:
    """Resistance for a while."""
    source = step.volley.attacker
    for who in whom(scene, effect, step):
        until = moment_of(scene, effect.until, source, who) or Until("battle", source)
        for kind in effect.types or ("",):
            boost = Boost(power_of(scene, effect, step), "resist", effect.number, until, kind)
            scene.happen(Boosted(who, boost, effect.until, rules=("AE-RESIST-01",)))


def pay(scene: Scene, effect: do.PayHp, step: Blow) -> None:
    """Hit points are the price."""
    who = step.volley.attacker
    why = Reason("AE-ATK-06", "self_damage", source_of(scene, effect, step))
    price = Tally().rolling(scaled(scene, effect.amount, effect.times, effect.plus), scene.dice, "self_damage", why)
    hurt(scene, who, Damage(price, "weapon", who, OWN_DOING, ("AE-ATK-06",)))


def judge(scene: Scene, effect: do.Judge, step: Blow) -> None:
    """The referee is told that something is theirs to say."""
    del effect
    scene.hint(Prompted("power", step.volley.attacker, rules=("AE-ATK-06",), audience=REFEREE_ONLY))
