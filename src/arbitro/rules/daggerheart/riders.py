"""The powers that go with an attack which has landed: which of them fit, and what they make of its damage.

What its target is under may add to it as well.
"""

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.attacking import power_of
from arbitro.rules.daggerheart.conditions import release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.gifts import at_hand
from arbitro.rules.daggerheart.numbers import difficulty_of
from arbitro.rules.daggerheart.offers import Occasion, answering, is_free
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_effects import PowerDeed, scaled, times
from arbitro.rules.daggerheart.presence import anybody, condition_entry, foes_left
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.state import Agenda, Foe, Hero, Hit, Landed, Power, Request, Weapon
from arbitro.rules.daggerheart.words import Band, DamageKind, Outcome, is_ranged


class Riders(Struct, frozen=True):
    """The powers that go with an attack, and what they make of its damage."""

    powers: tuple[Power, ...] = ()
    pool: tuple[Amount, ...] = ()
    by: tuple[str, ...] = ()
    """Of each part of the pool the power that it comes from."""
    dice: int = 0
    double: str = ""
    """The power that doubles it."""
    magic: bool = False
    top: str = ""
    """The power by which one die counts as its highest face."""
    again: int = 0
    """The faces up to which damage dice are thrown again."""
    wounds: int = 0
    """Hit Points that are marked in place of damage."""
    wounded_by: str = ""


NO_RIDERS = Riders()


def hit_by(play: Play, request: Request, outcome: Outcome, total: int) -> list[Foe]:
    """Those whom an attack reaches: one roll, held against the Difficulty of each (DHP-ATK-05)."""
    critical = outcome == "critical_success"
    return [
        foe
        for foe in foes_left(play.state)
        if foe.id in request.targets and (critical or _meets(play.rules.books, request, foe, total))
    ]


def _meets(books: Library, request: Request, foe: Foe, total: int) -> bool:
    if request.kind == "power" and not request.against:
        return True  # a number that the power names has been reached, whoever stands there
    needed = (request.difficulty or 0) if foe.id == request.against else difficulty_of(books, foe)
    return total >= needed


def fitting(play: Play, step: Landed) -> list[Power]:
    """The powers of the attacker that fit an attack that has landed."""
    request, hero = step.request, play.state.party[step.request.actor]
    hit = hit_by(play, request, step.outcome, step.total)
    if not hit:
        return []
    means, kind = means_of(hero, request)
    spell = power_of(hero, request.means) if request.kind == "power" else None
    about = Occasion(
        "hit",
        hit[0],
        kind,
        trait=request.trait,
        outcome=step.outcome,
        means=means,
        domain=spell.domain if spell is not None else "",
    )
    return list(answering(play.rules.books, play.state, hero, about))


def means_of(hero: Hero, request: Request) -> tuple[frozenset[str], DamageKind]:
    """What an attack is made with, as powers ask for it, and the kind of its damage."""
    if request.kind == "power":
        power = power_of(hero, request.means)
        kind: DamageKind = power.damage_kind if power is not None else "magic"
        return frozenset({"attack", "spell", *(("magic",) if kind == "magic" else ())}), kind
    weapon = weapon_of(hero, request.means)
    if weapon is None:
        return frozenset(), "physical"
    near = () if is_ranged(weapon.range) else ("melee_weapon",)
    magic = ("magic",) if weapon.kind == "magic" else ()
    return frozenset({"attack", "weapon", weapon.id, *near, *magic}), weapon.kind


def riders_of(play: Play, step: Landed) -> Riders:
    """What the powers that go with an attack come to: those that are free, and those that were chosen."""
    hero = play.state.party[step.request.actor]
    if step.request.partner:
        return NO_RIDERS
    free = [power for power in fitting(play, step) if is_free(power)]
    chosen = [one for one in at_hand(hero) if one.id in (*step.chosen, step.request.power, *step.request.boosts)]
    powers = (*free, *chosen)
    if not powers:
        return NO_RIDERS
    found = Riders(powers)
    for power in powers:
        twist = power.twist
        if twist is None or not _holds_for(power, step):
            continue
        deed = PowerDeed(hero.id, power, step.request.spent or step.chosen.count(power.id), fear=step.fear)
        if twist.more is not None:
            amount = scaled(play, deed, twist.more, twist.by)
            found = replace(found, pool=(*found.pool, amount), by=(*found.by, deed.source))
        if twist.offhand and (second := _second_weapon(hero)) is not None:
            found = replace(found, pool=(*found.pool, Amount(1, second.die)), by=(*found.by, deed.source))
        found = replace(
            found,
            dice=found.dice + twist.dice,
            double=deed.source if twist.double else found.double,
            magic=found.magic or twist.magic,
            top=deed.source if twist.top else found.top,
            again=twist.again or found.again,
            wounds=twist.wounds * (times(play, deed, twist.by) if twist.by else 1) or found.wounds,
            wounded_by=deed.source if twist.wounds else found.wounded_by,
        )
    return found


def _second_weapon(hero: Hero) -> Weapon | None:
    """The weapon in somebody's other hand."""
    return next((weapon for weapon in hero.sheet.weapons if weapon.secondary), None)


def _holds_for(power: Power, step: Landed) -> bool:
    """Whether the outcome is one that a power waits for; those that were offered have been looked at."""
    return power.when is None or not power.when.outcomes or step.outcome in power.when.outcomes


# ------------------------------------------------------------------ what the target is under


def worse_for(play: Play, step: Landed, hits: list[Agenda]) -> list[Agenda]:
    """The blows of an attack with what their targets' conditions add to them; what counts once is over."""
    return [_worse(play, step.request.actor, one) if isinstance(one, Hit) and one.attack else one for one in hits]


def _worse(play: Play, who: str, hit: Hit) -> Hit:
    foe = anybody(play.state, hit.target)
    for held in {each.name: each for each in foe.conditions}.values() if isinstance(foe, Foe) else ():
        entry = condition_entry(play.rules.books, held.name)
        source = f"{hit.target}/{held.name}"
        if entry.taken is not None:
            roll = DamageRoll(who, (entry.taken,), hit.kind, entry.rules, hit.critical, means=source)
            more, _ = roll_damage(play, roll)
            hit = replace(hit, changes=(*hit.changes, Modifier(more, entry.rules[0], "feature", (source,))))
        if entry.once:
            release(play, hit.target, held)
    return hit


def twinned(play: Play, step: Landed, band: Band) -> Landed:
    """An attack that counts against one more adversary within range, where the attacker is under what makes it so."""
    request = step.request
    hero = play.state.party[request.actor]
    held = [each for each in hero.conditions if condition_entry(play.rules.books, each.name).twin]
    near = [foe for foe in foes_left(play.state) if is_near(play.rules.books, play.state, hero, foe, band)]
    critical = step.outcome == "critical_success"
    others = [foe for foe in near if foe.id not in request.targets]
    beaten = [foe.id for foe in others if critical or step.total >= difficulty_of(play.rules.books, foe)]
    if not held:
        return step
    release(play, hero.id, *held)
    return replace(step, request=replace(request, targets=(*request.targets, *beaten[:1])))
