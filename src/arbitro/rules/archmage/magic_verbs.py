"""What the stranger words of powers do: see `magic_effects`."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.ruling import held_against
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import magic_effects as magic
from arbitro.rules.archmage.aiming import OWN_DOING, power_of, reckoned, scaled, source_of, whom
from arbitro.rules.archmage.bestiary import creature
from arbitro.rules.archmage.conditions import DueSave, afflict, end_of_turn, end_ongoing, moment_of, relieve, save
from arbitro.rules.archmage.damage import fall, hurt, roll_damage
from arbitro.rules.archmage.events import (
    Appeared,
    AttackRolled,
    Boosted,
    CountRolled,
    Flagged,
    Healed,
    Joined,
    Marked,
    OrderSet,
    PlaceChanged,
    PlacesTraded,
    PoolChanged,
    PowerRegained,
    PowersLent,
    PowerUsed,
    Teleported,
)
from arbitro.rules.archmage.healing import RISES
from arbitro.rules.archmage.numbers import Strike, aimed_at, defence_of, in_state, is_staggered
from arbitro.rules.archmage.ongoing_effects import Affliction, Boost, Mark, Spent, Until
from arbitro.rules.archmage.people import foes_of, friends_of, nearby, next_to, stuck
from arbitro.rules.archmage.places import engage, part_ways, pop_free, teleport
from arbitro.rules.archmage.power import Attack, Outcome
from arbitro.rules.archmage.recovery import heal, use_recovery, wake_if_healed
from arbitro.rules.archmage.roll_modifiers import EXHAUSTED
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.states import REVEALED, UNSEEN
from arbitro.rules.archmage.step import Announce, Blow, Collapse, Volley
from arbitro.rules.archmage.tally import Damage, Reason, Tally, flat
from arbitro.rules.archmage.targets import may_follow

WORD: Final = ("AE-ATK-06",)
"""The rule by which a power does what its text says."""


# ---------------------------------------------------------------- powers of others


def lend(scene: Scene, effect: magic.Lend, step: Blow) -> None:
    """Somebody may use powers of the user; what they had of them and have spent is there again."""
    source = scene.one(step.volley.attacker)
    powers = tuple(power for name in effect.powers if (power := source.profile.attack(name)) is not None)
    if not powers:
        return
    freed = tuple(replace(power, triggered=power.trigger is not None, state="") for power in powers)
    people = [who for who in whom(scene, effect, step) if scene.one(who).in_field]
    if effect.most:
        people = [who for who in people if not _ready(scene.one(who), freed[0].id)][: effect.most]
    for who in people:
        scene.happen(PowersLent(who, source.id, freed, rules=WORD))


def _ready(one: Combatant, power: str) -> bool:
    """Whether somebody has a power that was lent, and has not used it."""
    return not one.conscious or (power in one.lent and not one.powers.get(power, Spent()).used)


def lend_people(scene: Scene, effect: magic.LendPeople, step: Blow) -> None:
    """The user may use what people others come from give them, as far as it is not their own."""
    user = scene.one(step.volley.attacker)
    found = [
        (who, power)
        for who in whom(scene, effect, step)
        for power in scene.one(who).profile.attacks
        if who != user.id and _of_a_people(scene, power) and user.profile.attack(power.id) is None
    ]
    found = list({power.id: (who, power) for who, power in found}.values())
    dice = effect.amount.roll(scene.dice, "lot")
    most = effect.amount.total(dice) or len(found)
    while len(found) > most:
        die = scene.dice.roll(len(found), "lot")
        scene.happen(CountRolled(user.id, step.volley.attack, "lot", (die,), die.face, rules=WORD))
        found = [found[die.face - 1]] if most == 1 else [*found[: die.face - 1], *found[die.face :]]
    if not found:
        return
    scene.happen(PowersLent(user.id, found[0][0], tuple(power for _, power in found), rules=WORD))
    for who, power in found if effect.save else ():
        kept = save(scene, scene.one(who), DueSave("effect", effect.save, ("AE-SAVE-02",))).success
        if not kept:
            spent = scene.one(who).powers.get(power.id, Spent())
            scene.happen(PowerUsed(who, power.id, replace(spent, used=spent.used + 1), rules=WORD))


def _of_a_people(scene: Scene, power: Attack) -> bool:
    """Whether a power comes with a people, once a battle."""
    entry = scene.rules.books.powers.get(power.id.replace("-", "_"))
    return entry is not None and entry.sort == "people" and power.usage == "battle"


def replenish(scene: Scene, effect: magic.Replenish, step: Blow) -> None:
    """The first spent power of an item is rolled for, by its own number."""
    for who in whom(scene, effect, step):
        one = scene.one(who)
        spent = [power for power in one.profile.attacks if _of_an_item(scene, one, power)]
        for power in spent[:1]:
            die = scene.dice.roll(20, "refresh")
            needed = max(power.recharge - effect.amount.plus, 1)
            back = die.face >= needed
            used = max(one.powers[power.id].used - 1, 0)
            scene.happen(PowerRegained(who, power.id, used, die, needed, back, rules=(*WORD, "AE-REST-04")))
            if not back and effect.keep:
                own = scene.one(step.volley.attacker).powers.get(step.volley.attack, Spent())
                used = max(own.used - 1, 0)
                user = step.volley.attacker
                scene.happen(PowerRegained(user, step.volley.attack, used, rules=WORD))


def _of_an_item(scene: Scene, one: Combatant, power: Attack) -> bool:
    """Whether a power is that of a magic item, may be recharged, and is spent."""
    known = power.id.replace("-", "_") in scene.rules.books.items
    return known and power.usage == "recharge" and bool(one.powers.get(power.id, Spent()).used)


# ---------------------------------------------------------------- sight


def vanish(scene: Scene, effect: magic.Vanish, step: Blow) -> None:
    """Somebody is invisible until they attack."""
    for who in whom(scene, effect, step):
        one = scene.one(who)
        if not one.in_field or one.invisible or in_state(one, REVEALED):
            continue
        until = Until("battle", step.volley.attacker)
        mark = Mark("state", step.volley.attacker, effect.chance, attack=UNSEEN, until=until)
        scene.happen(Marked(who, mark, rules=("AE-INVIS-01", "AE-ATK-06")))
        scene.happen(Flagged(who, "invisible", on=True, rules=("AE-INVIS-01", "AE-INVIS-02")))


def reveal(scene: Scene, effect: magic.Reveal, step: Blow) -> None:
    """Whoever is unseen is seen, for the rest of the battle."""
    for who in whom(scene, effect, step):
        if scene.one(who).invisible:
            scene.happen(Flagged(who, "invisible", on=False, rules=("AE-INVIS-01", "AE-ATK-06")))
        until = Until("battle", step.volley.attacker)
        scene.happen(Marked(who, Mark("state", step.volley.attacker, attack=REVEALED, until=until), rules=WORD))


# ---------------------------------------------------------------- places


def swap(scene: Scene, effect: magic.Swap, step: Blow) -> None:
    """The target trades places with the next target of the same power; with none left, or fallen, nothing happens."""
    targets = step.volley.targets
    after = (step.volley.attacker,) if effect.with_user else targets[step.volley.index + 1 :]
    if not after or not (scene.one(step.target).in_field and scene.one(after[0]).in_field):
        return
    one, other = scene.one(step.target), scene.one(after[0])
    for each in (one, other):
        scene.happen(Teleported(each.id, rules=("AE-TELEPORT-01",)))
        for foe in (*each.grabbing, *each.grabbed_by):
            part_ways(scene, each.id, foe, ("AE-GRAB-03", "AE-TELEPORT-01"))
    if one.side != other.side:  # where a foe stood there is nobody to be in melee with
        for who in (one.id, other.id):
            for foe in scene.one(who).engaged:
                part_ways(scene, who, foe, ("AE-TELEPORT-01",))
    scene.happen(PlacesTraded(one.id, other.id, rules=("AE-TELEPORT-01",)))


def send_away(scene: Scene, effect: magic.SendAway, step: Blow) -> None:
    """Elsewhere at once, nearby or far."""
    if not scene.one(step.target).in_field:
        return
    teleport(scene, step.target)
    if effect.far and scene.state.battle.room:
        scene.happen(PlaceChanged(step.target, "far", rules=("AE-TELEPORT-01",)))


def charge_on(scene: Scene, effect: magic.ChargeOn, step: Blow) -> None:
    """Out of this melee and into another, with a blow."""
    one = scene.one(step.volley.attacker)
    basic = next((each for each in one.profile.attacks if each.basic and each.kind == "melee"), None)
    if basic is None or stuck(scene.state, one) or one.grabbed_by:
        return
    others = (foe for foe in foes_of(scene.state.battle, one) if foe.conscious and foe.id != step.target)
    foe = next((foe for foe in others if foe.id not in one.engaged and nearby(one, foe)), None)
    if foe is None:
        return
    pop_free(scene, one.id, one.engaged)
    engage(scene, one.id, foe.id, ("AE-POS-06", "AE-ATK-06"))
    whole = effect.whole or (effect.whole_from and scene.state.battle.escalation >= effect.whole_from)
    volley = Volley(one.id, basic.id, (foe.id,), mode="free", single=True, halved=not whole)
    scene.then(Announce(volley))


def slip_away(scene: Scene, effect: magic.SlipAway, step: Blow) -> None:
    """The friend whom it helps gets away from everybody."""
    del effect
    friend = step.volley.on_behalf
    if friend and not stuck(scene.state, scene.one(friend)):
        pop_free(scene, friend, scene.one(friend).engaged)


# ---------------------------------------------------------------- conditions and hit points


def hand_on(scene: Scene, effect: magic.HandOn, step: Blow) -> None:
    """The worst condition by a foe passes to the target, as if the user had brought it."""
    del effect
    user = scene.one(step.volley.attacker)
    beside = [each for each in friends_of(scene.state.battle, user) if next_to(user, each)]
    for bearer in (user, *beside):
        by_foes = [each for each in bearer.afflictions if by_a_foe(scene, bearer, each)]
        if by_foes:
            worst = max(by_foes, key=lambda each: each.save)
            relieve(scene, bearer.id, worst, WORD)
            until = None if worst.save else moment_of(scene, "source", user.id, step.target)
            lasts: do.Lasts = "" if worst.save else "source"
            afflict(scene, step.target, Affliction(worst.name, user.id, worst.save, until), lasts)
            return


def by_a_foe(scene: Scene, bearer: Combatant, each: Affliction) -> bool:
    """Whether it was a foe who brought a condition."""
    source = scene.state.battle.combatants.get(each.source)
    return source is not None and source.side != bearer.side


def surge(scene: Scene, effect: magic.Surge, step: Blow) -> None:
    """What is thrown, times the recoveries that somebody has spent."""
    source = source_of(scene, effect, step)
    for who in whom(scene, effect, step):
        one = scene.one(who)
        spent = one.recoveries_max - one.recoveries
        if spent > 0 and one.in_field:
            thrown = Tally().rolling(effect.amount, scene.dice, "healing", Reason("AE-ATK-06", "", source))
            heal(
                scene,
                who,
                thrown.then(spent, "times", Reason("AE-RECOVERY-02", "recoveries_spent")),
                WORD,
            )


def ignore(scene: Scene, effect: magic.Ignore, step: Blow) -> None:
    """Of these conditions the first that somebody is in does nothing until the turn ends."""
    for who in whom(scene, effect, step):
        mine = [each.name for each in scene.one(who).afflictions if each.name in effect.names]
        for name in mine[:1]:
            mark = Mark("ignores", step.volley.attacker, attack=name, until=end_of_turn(scene, who))
            scene.happen(Marked(who, mark, rules=WORD))


def undo(scene: Scene, effect: magic.Undo, step: Blow) -> None:
    """Part of the damage that has felled a friend has not been dealt."""
    friend = step.volley.on_behalf
    one = scene.one(friend) if friend else None
    if one is None or not one.in_field:
        return
    back = reckoned(scene, effect, step, "healing")
    hp = min(one.hp + back.total, one.max_hp)
    rules = (*WORD, "AE-RECOVERY-03")
    counts = (back.total, hp, back.dice, one.hp, one.max_hp)
    scene.happen(Healed(friend, *counts, parts=back.parts, undone=True, rules=rules))
    wake_if_healed(scene, friend)


def exhaust(scene: Scene, effect: magic.Exhaust, step: Blow) -> None:
    """The user falls, and has nothing more of the escalation die."""
    del effect
    who = step.volley.attacker
    one = scene.one(who)
    if in_state(one, EXHAUSTED):
        return
    scene.happen(Marked(who, Mark("state", who, attack=EXHAUSTED, until=Until("battle", who)), rules=("AE-ESC-02",)))
    for place, waiting in enumerate(scene.agenda):  # the last target comes first
        if isinstance(waiting, Volley) and waiting.attacker == who and waiting.attack == step.volley.attack:
            scene.agenda.insert(place, Collapse(who, step.volley.attack))
            return


def collapse(scene: Scene, step: Collapse) -> None:
    """Whoever has given everything is at 0 hit points."""
    one = scene.one(step.who)
    if one.hp > 0 and one.in_field:
        why = Reason("AE-ATK-06", "self_damage", (f"{step.who}/{step.attack}",))
        hurt(scene, step.who, Damage(flat(one.hp + one.temp_hp, why), "weapon", step.who, OWN_DOING, WORD))


# ---------------------------------------------------------------- blows and rolls of others


def proxy(scene: Scene, effect: magic.Proxy, step: Blow) -> None:
    """The friend whom it helps deals the damage of an attack."""
    friend = step.volley.on_behalf
    if not friend:
        return
    one, target = scene.one(friend), scene.one(step.target)
    able = [each for each in one.profile.attacks if not (each.triggered or each.friendly or each.flexible)]
    able = [each for each in able if each.basic or (effect.at_will and each.usage == "at_will" and not each.trigger)]
    able = [each for each in able if may_reach(scene, one, each, target)]
    if not able or not target.in_field:
        return
    attack = max(able, key=lambda each: each.weapon_die * one.profile.level or each.damage.count * each.damage.sides)
    total = roll_damage(scene, one, attack, Volley(friend, attack.id, (target.id,), mode="free"))
    why = Reason("AE-DMG-02", "damage_roll")
    hurt(scene, target.id, Damage(flat(total, why), attack.type, friend, step.natural, WORD, hit=True))


def channel(scene: Scene, effect: magic.Channel, step: Blow) -> None:
    """Draw whom the attack falls on, and let it fall."""
    user = scene.one(step.volley.attacker)
    near = [each for each in scene.state.battle.combatants.values() if each.conscious and each.in_field]
    near = [each for each in near if each.id not in (user.id, step.target) and nearby(user, each)]
    if effect.spares_staggered:
        near = [each for each in near if each.side != user.side or not is_staggered(scene.state, each)]
    if not near or user.profile.attack(effect.attack) is None:
        return
    die = scene.dice.roll(len(near), "lot")
    scene.happen(CountRolled(user.id, step.volley.attack, "lot", (die,), die.face, rules=("AE-ATK-05",)))
    victim = near[die.face - 1].id
    volley = Volley(user.id, effect.attack, (victim,), mode="free", begun=True, on_behalf=step.target)
    scene.then(Announce(volley))


def mend(scene: Scene, effect: magic.Mend, step: Blow) -> None:
    """A recovery for the friend whom it helps."""
    del effect
    friend = step.volley.on_behalf
    if friend and scene.one(friend).in_field and scene.one(friend).profile.kind != "monster":
        use_recovery(scene, friend, ("AE-RECOVERY-02",))


def gamble(scene: Scene, effect: magic.Gamble, step: Blow) -> None:
    """Where the die shows one of its faces, it is the roll of another attack at the foe, or at the next one."""
    user = scene.one(step.volley.attacker)
    attack = user.profile.attack(effect.attack)
    die = scene.dice.roll(20, "attack")
    scene.happen(CountRolled(user.id, step.volley.attack, "chance", (die,), die.face, rules=WORD))
    if attack is None or die.face not in effect.faces:
        return
    foes = sorted(foes_of(scene.state.battle, user), key=lambda foe: foe.id != step.target)
    found = next((foe for foe in foes if foe.conscious and may_follow(scene.state, user, attack, foe)), None)
    if found is None:
        return
    modifiers = scene.rules.to_hit(Strike(scene.state, user, attack, found, attack.type))
    aimed = aimed_at(scene.state, attack, found)
    check = held_against((die,), modifiers, ">=", defence_of(scene.state, found, aimed), aimed)
    outcome: Outcome = "crit" if die.face == 20 else "hit" if check.success else "miss"
    check = replace(check, success=outcome != "miss")
    scene.happen(AttackRolled(user.id, found.id, attack.id, check, outcome, rules=("AE-ATK-03", *WORD)))
    volley = Volley(user.id, attack.id, (found.id,), mode="free", begun=True, damage_type=attack.type)
    scene.then(Blow(volley, found.id, die.face, check.total, outcome, stage=4))


def may_reach(scene: Scene, one: Combatant, attack: Attack, target: Combatant) -> bool:
    """Whether an attack could be made at somebody; of whoever has just fallen, whether it could have been."""
    if not one.conscious:
        return attack.kind == "melee" and target.id in one.engaged
    return may_follow(scene.state, one, attack, target)


def amend(scene: Scene, effect: magic.Amend, step: Blow) -> None:
    """What is added to a friend's failed save may end what it was against."""
    amount = scaled(scene, effect.amount, effect.times, effect.plus).plus
    kind, _, rest = step.volley.about.partition("/")
    name, _, short = rest.partition("/")
    one = scene.one(step.target)
    if amount < int(short or 0):
        return
    if kind == "ongoing":
        for each in [each for each in one.ongoing if each.type == name][:1]:
            end_ongoing(scene, one.id, each, ("AE-ONGOING-02",))
    else:
        for laid in [each for each in one.afflictions if each.name == name][:1]:
            relieve(scene, one.id, laid, ("AE-SAVE-02",))


def spend_all(scene: Scene, effect: magic.SpendAll, step: Blow) -> None:
    """All points go into the death save that is about to be thrown."""
    user = scene.one(step.volley.attacker)
    points = user.pools.get(effect.pool, 0)
    if points <= 0:
        return
    scene.happen(PoolChanged(user.id, effect.pool, 0, -points, rules=WORD))
    until = end_of_turn(scene, step.target)
    boost = Boost(power_of(scene, effect, step), "save", points * effect.each, until)
    scene.happen(Boosted(step.target, boost, "turn", rules=("AE-SAVE-03",)))
    if effect.rises:
        scene.happen(Marked(step.target, Mark("state", user.id, attack=RISES, until=until), rules=("AE-DYING-04",)))


# ---------------------------------------------------------------- one for another


def banish(scene: Scene, effect: magic.Banish, step: Blow) -> None:
    """The target is gone, and unliving creatures of a level lower stand where it stood."""
    del effect
    target = scene.one(step.target)
    if target.profile.named or target.profile.kind == "pc" or not target.in_field:
        return
    books = scene.rules.books
    level = target.profile.level - 1
    undead = [name for name, each in books.monsters.items() if each.type == "undead" and each.level <= max(level, 1)]
    if not undead:
        return
    best = max(books.monsters[name].level for name in undead)
    fitting = [name for name in undead if books.monsters[name].level == best]
    same = [name for name in fitting if books.monsters[name].category == target.profile.category]
    die = scene.dice.roll(len(same or fitting), "lot")
    scene.happen(CountRolled(step.volley.attacker, step.volley.attack, "lot", (die,), die.face, rules=WORD))
    name = (same or fitting)[die.face - 1]
    fall(scene, target.id, "gone", "", WORD)
    count = 1 if same else max(target.profile.size, 1)
    for _ in range(count):
        _comes_in(scene, name, target)


def _comes_in(scene: Scene, name: str, place: Combatant) -> None:
    """A creature takes the place of another, in the order of turns as well."""
    fight = scene.state.battle
    base, number = name.replace("_", "-"), 1
    while f"{base}-{number}" in fight.combatants:
        number += 1
    who = f"{base}-{number}"
    profile = creature(scene.rules.books, name, place.side, who, number)
    made = Combatant(
        profile,
        profile.max_hp,
        profile.max_hp,
        initiative=place.initiative,
        rolled_initiative=True,
        band=place.band,
        turn_round=place.turn_round,
    )
    scene.happen(Joined(made, rules=WORD, audience=profile.side))
    shown = profile.category if scene.state.options["show_target_facts"] else None
    scene.happen(Appeared(who, profile.name, profile.side, shown, rules=WORD))
    order = list(scene.state.battle.order)
    order.insert(order.index(place.id) + 1 if place.id in order else len(order), who)
    scene.happen(OrderSet(tuple(order), rules=("AE-INIT-03",)))


def redouble(scene: Scene, effect: magic.Redouble, step: Blow) -> None:
    """As much damage again as the hit has dealt."""
    del effect
    if step.dealt:
        why = Reason("AE-CRIT-01", "critical", (f"{step.volley.attacker}/{step.pick or step.volley.attack}",))
        kind = scene.one(step.volley.attacker).profile.known(step.volley.attack).type
        hurt(scene, step.target, Damage(flat(step.dealt, why), kind, step.volley.attacker, step.natural, WORD))
