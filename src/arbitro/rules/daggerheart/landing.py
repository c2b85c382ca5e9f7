"""What comes of an attack or a spell that has succeeded: its targets, its damage, and the powers that go with it."""

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import relocate, shoved
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.attacking import power_of
from arbitro.rules.daggerheart.companion import COMPANION, RULE
from arbitro.rules.daggerheart.conditions import impose, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.gifts import GIFT, at_hand, gift_parts, has_passive, proficiency_of
from arbitro.rules.daggerheart.numbers import difficulty_of, passive_of, trait_of
from arbitro.rules.daggerheart.offers import is_free, offered
from arbitro.rules.daggerheart.play import Play, ask, resume
from arbitro.rules.daggerheart.power_aims import reached_by
from arbitro.rules.daggerheart.power_effects import PowerDeed, carry_out_parts, resisted
from arbitro.rules.daggerheart.power_price import cannot_pay, note_use, pay
from arbitro.rules.daggerheart.presence import anybody, due_step, foes_left, is_exposed
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.resources import change_hope, mark_hp, mark_stress
from arbitro.rules.daggerheart.riders import NO_RIDERS, Riders, fitting, hit_by, riders_of, twinned, worse_for
from arbitro.rules.daggerheart.spreading import spread
from arbitro.rules.daggerheart.state import (
    Agenda,
    Condition,
    Foe,
    Hero,
    Hit,
    Landed,
    Power,
    Request,
    State,
    Volley,
    Weapon,
)
from arbitro.rules.daggerheart.steps import dealt
from arbitro.rules.daggerheart.words import WITH_FEAR, DamageKind, Outcome, halved, ids


def struck(play: Play, request: Request, outcome: Outcome, total: int, fear: int = 0) -> list[Agenda]:
    """The damage of a successful attack, one roll for all targets that the total reaches."""
    state = play.state
    hero = state.party[request.actor]
    power = power_of(hero, request.means) if request.kind == "power" else None
    if power is not None and _helps(power):
        return _blessed(play, hero, power, request, total)
    if not hit_by(play, request, outcome, total):
        return []
    if request.means == COMPANION and outcome not in WITH_FEAR and not hero.edge:
        play.happen(e.BoonChanged(hero.id, "edge", 1, rules=(RULE,)))
    broken = [held for held in hero.conditions if held.by_attack]
    if broken:
        release(play, hero.id, *broken)
    if request.kind != "power" and not request.partner and _more_within(play.rules.books, state, hero, request):
        return [Volley(request, outcome, total, fear)]
    return _landed(play, Landed(request, outcome, total, fear=fear))


# ------------------------------------------------------------------ powers that go with an attack (DHP-CHAR-03)


def _landed(play: Play, step: Landed) -> list[Agenda]:
    """The damage at once, unless the attacker has powers that may go with it."""
    hero = play.state.party[step.request.actor]
    waits = any(one.when is not None and one.when.moment == "hit" for one in at_hand(hero))
    return [step] if waits and not step.request.partner else _deal(play, step)


def settle_landed(play: Play, step: Landed) -> None:
    """Ask about each power that may go with the attack, then roll its damage."""
    hero = play.state.party[step.request.actor]
    priced = ((hero, power) for power in fitting(play, step) if not is_free(power))
    if not offered(play, step, *priced):
        play.first(*_deal(play, step))


def _deal(play: Play, step: Landed) -> list[Agenda]:
    """Roll the damage of an attack that has landed, and do what else comes of it."""
    hero = play.state.party[step.request.actor]
    weapon = weapon_of(hero, step.request.means) if step.request.kind == "attack" else None
    step = twinned(play, step, weapon.range) if weapon is not None and hero.conditions else step
    request, critical = step.request, step.outcome == "critical_success"
    hit = hit_by(play, request, step.outcome, step.total)
    if not hit:
        return []
    riders = riders_of(play, step)
    dealt = _power_hits if request.kind == "power" else _weapon_hits
    if riders.wounds:
        steps = _outright(play, hit[:1], riders)
    else:
        ailing = any(foe.conditions for foe in hit)
        steps = dealt(play, request, hit, step.total, critical=critical, riders=riders)
        steps = worse_for(play, step, steps) if ailing else steps
        steps = _spread(play, riders, request, steps) if request.power else steps
    amount = max((one.amount for one in steps if isinstance(one, Hit)), default=0)
    for power in riders.powers:
        deed = PowerDeed(hero.id, power, request.spent, step.total, critical, amount)
        steps += _go_with(play, deed, request, [foe.id for foe in hit])
    return steps


def _spread(play: Play, riders: Riders, request: Request, steps: list[Agenda]) -> list[Agenda]:
    """What the power by which an attack is made makes of its blows; a use that only a success costs is spent."""
    for power in riders.powers:
        if power.id == request.power:
            if power.on_success:
                note_use(play, request.actor, power)
            steps = spread(play, PowerDeed(request.actor, power), request, steps)
    return steps


def _outright(play: Play, hit: list[Foe], riders: Riders) -> list[Agenda]:
    """Hit Points that are marked in place of damage."""
    for foe in hit:
        parts = (Modifier(riders.wounds, GIFT, sources=(riders.wounded_by,)),)
        mark_hp(play, foe.id, riders.wounds, "power", (GIFT,), parts)
    return []


def _go_with(play: Play, deed: PowerDeed, request: Request, hit: list[str]) -> list[Agenda]:
    """What a power does beside the damage of the attack: to those who were hit, to others near, to its owner."""
    hero = play.state.party[deed.who]
    targets = hit
    if deed.power.target is not None:
        near = reached_by(play.rules.books, play.state, hero, deed.power, request.targets)
        targets = [
            one.id
            for one in near
            if isinstance(one, Hero) or deed.critical or deed.total >= difficulty_of(play.rules.books, one)
        ]
    steps = carry_out_parts(play, deed, deed.power.do, targets)
    return [*steps, *carry_out_parts(play, deed, deed.power.own, (deed.who,))]


def _helps(power: Power) -> bool:
    """Whether a power that takes a roll is not rolled against adversaries."""
    return bool(power.difficulty) and (power.target is None or power.target.side != "foe")


def _blessed(play: Play, hero: Hero, power: Power, request: Request, total: int) -> list[Agenda]:
    """What comes of a successful roll that nobody resists."""
    if not _paid_on_success(play, hero.id, power, request):
        return []
    deed = PowerDeed(hero.id, power, request.spent, total)
    there = [who for who in request.targets if anybody(play.state, who) is not None]
    steps = carry_out_parts(play, deed, power.do, there)
    return [*steps, *carry_out_parts(play, deed, power.own, (hero.id,))]


def _paid_on_success(play: Play, who: str, power: Power, request: Request) -> bool:
    """What is paid, and counted as a use, only by a success; whether it could be paid."""
    if power.pay_on_hit:
        if cannot_pay(play.state.party[who], replace(power, limit=""), request.spent) is not None:
            return False
        pay(play, who, power, request.spent)
    if power.on_success:
        note_use(play, who, power)
    return True


# ------------------------------------------------------------------ holding several off (DHP-HOPE-06)


def _more_within(books: Library, state: State, hero: Hero, request: Request) -> list[Foe]:
    """Whom else the attack could reach, for those whose Hope Feature holds several off (DHP-HOPE-06)."""
    power = next((one for one in hero.sheet.powers if one.effect == "volley"), None)
    weapon = weapon_of(hero, request.means)
    if power is None or weapon is None or hero.hope < power.hope:
        return []
    foes = [foe for foe in foes_left(state) if passive_of(foe, "fearsome") is None]
    if not any(foe.id in request.targets for foe in foes):
        return []
    others = (foe for foe in foes if foe.id not in request.targets)
    return [foe for foe in others if is_near(books, state, hero, foe, weapon.range)]


def volleys(books: Library, state: State) -> list[str]:
    """The ways to hold off up to two more adversaries, as ids with commas between."""
    step = due_step(state)
    if not isinstance(step, Volley):
        return []
    more = [foe.id for foe in _more_within(books, state, state.party[step.request.actor], step.request)]
    pairs = [f"{one},{other}" for number, one in enumerate(more) for other in more[number + 1 :]]
    return pairs or more


def settle_volley(play: Play, step: Volley) -> None:
    """Ask whether the roll is to count against two more."""
    who = step.request.actor
    values: dict[str, str | int] = {"who": f"@{who}"}
    ask(play, Question("volley", who, values, ("DHP-HOPE-06", "DHP-ATK-05")), step)


def hold_off(play: Play, command: c.HoldOff) -> Refusal | None:
    """Use the same roll against two more adversaries within range, for 3 Hope; or do not."""
    step = due_step(play.state)
    if not isinstance(step, Volley) or step.request.actor != command.who:
        return Refusal("not_asked")
    request, more = step.request, ids(command.targets)
    if more and command.targets not in volleys(play.rules.books, play.state):
        return Refusal("no_target", {"who": f"@{command.who}"}, ("DHP-HOPE-06", "DHP-RANGE-01"))
    resume(play, "volley")
    play.agenda.pop(0)
    if more:
        power = next(one for one in play.state.party[command.who].sheet.powers if one.effect == "volley")
        change_hope(play, command.who, -power.hope, "power", ("DHP-HOPE-06",), power.id)
        request = replace(request, targets=(*request.targets, *more))
    play.first(*_landed(play, Landed(request, step.outcome, step.total, fear=step.fear)))
    return None


# ------------------------------------------------------------------ damage (DHP-ATK-02 to 05)


def _weapon_hits(
    play: Play, request: Request, hit: list[Foe], total: int, *, critical: bool, riders: Riders = NO_RIDERS
) -> list[Agenda]:
    state, hero = play.state, play.state.party[request.actor]
    weapon = weapon_of(hero, request.means)
    if weapon is None:
        return []
    amount = weapon_damage(play, hero, weapon, hit[0], critical=critical, riders=riders)
    together: tuple[Modifier, ...] = ()
    kind: DamageKind = "magic" if riders.magic else weapon.kind
    if request.partner:
        other = state.party[request.partner]
        theirs = weapon_of(other, "")
        if theirs is not None:
            more = weapon_damage(play, other, theirs, hit[0], critical=critical)
            together = (Modifier(more, "DHP-TAG-03", "together", (f"{other.id}/{theirs.id}",)),)
            kind = (request.damage_kind or kind) if theirs.kind != kind else kind
    if riders.double:
        together = (*together, Modifier(amount, GIFT, "doubled", (riders.double,)))
    if weapon.pull:
        relocate(play, hit[0].id, shoved(play.rules.books, state, hero.at, hit[0], "melee"), "pushed")
    if weapon.reload:
        die = play.dice.roll(6, "reload")
        play.happen(e.Reloaded(hero.id, die, rules=("DHP-ATK-02",)))
        mark_stress(play, hero.id, int(die.face == 1), "reload")
    return [
        Hit(
            foe.id,
            amount,
            kind,
            hero.id,
            reach=weapon.range,
            total=total,
            critical=critical,
            changes=together,
            means=weapon.id,
        )
        for foe in hit
    ]


def weapon_damage(
    play: Play, hero: Hero, weapon: Weapon, foe: Foe, *, critical: bool, riders: Riders = NO_RIDERS
) -> int:
    """Proficiency dice plus the number, once (DHP-ATK-02); some weapons and powers bend the dice."""
    count = proficiency_of(hero) + riders.dice
    rules: tuple[str, ...] = ("DHP-ATK-02", "DHP-ATK-03") if critical else ("DHP-ATK-02",)
    modifiers: tuple[Modifier, ...] = gift_parts(hero, "damage")
    extra: tuple[Die, ...] = ()
    if riders.top and count:
        count -= 1
        modifiers = (*modifiers, Modifier(weapon.die, GIFT, "highest_face", (riders.top,)))
    pool = Amount(count, weapon.die, weapon.plus)
    if weapon.extra_die or weapon.brutal:
        dice = [play.dice.roll(weapon.die, "damage") for _ in range(count + weapon.extra_die)]
        if weapon.extra_die:
            modifiers = (*modifiers, Modifier(-min(die.face for die in dice), "DHP-ATK-02", "dropped"))
        more = sum(die.face == weapon.die for die in dice) if weapon.brutal else 0
        dice += [play.dice.roll(weapon.die, "damage") for _ in range(more)]
        extra, pool = tuple(dice), Amount(0, weapon.die, weapon.plus)
        if critical:
            modifiers = (*modifiers, Modifier(count * weapon.die, "DHP-ATK-03", "critical"))
    bonus = sum(other.melee_bonus for other in hero.sheet.weapons if other.secondary)
    if (
        bonus
        and not weapon.secondary
        and weapon.id != COMPANION
        and is_near(play.rules.books, play.state, hero, foe, "melee")
    ):
        paired = tuple(f"{hero.id}/{other.id}" for other in hero.sheet.weapons if other.secondary and other.melee_bonus)
        modifiers = (*modifiers, Modifier(bonus, "DHP-ATK-02", "paired", paired))
    amount, _ = roll_damage(
        play,
        DamageRoll(
            hero.id,
            (pool, *riders.pool),
            weapon.kind,
            rules,
            critical=critical and not extra,
            modifiers=modifiers,
            extra=extra,
            by=("", *riders.by) if riders.by else (),
            means=f"{hero.id}/{weapon.id}",
            again=riders.again,
            resonant=_resonance(play.rules.books, play.state, hero, weapon, foe) if weapon.range == "close" else "",
        ),
    )
    return amount


def _resonance(books: Library, state: State, hero: Hero, weapon: Weapon, foe: Foe) -> str:
    """The power by which equal dice count twice, where the weapon flies farther than an arm would reach."""
    power = has_passive(hero, "resonant")
    printed = next((one for one in hero.sheet.weapons if one.id == weapon.id), None)
    if power is None or printed is None or printed.range == weapon.range:
        return ""
    return "" if is_near(books, state, hero, foe, printed.range) else f"{hero.id}/{power.id}"


def _power_hits(
    play: Play, request: Request, hit: list[Foe], total: int, *, critical: bool, riders: Riders = NO_RIDERS
) -> list[Agenda]:
    hero = play.state.party[request.actor]
    power = power_of(hero, request.means)
    if power is None or not _paid_on_success(play, hero.id, power, request):
        return []
    count = {"proficiency": proficiency_of(hero), "spellcast": max(0, trait_of(hero, request.trait)), "": 1}
    dice = Amount(count[power.using] + riders.dice, power.die or 1, power.plus)
    deed = PowerDeed(hero.id, power, request.spent, total, critical)
    steps = _spell_damage(play, deed, dice, hit, riders) if power.die else []
    steps += _rebound(play, power, hit[0], steps)
    if power.condition:
        for foe in hit:
            impose(play, foe.id, Condition(power.condition, hero.id, "temporary", spell=True))
    steps += carry_out_parts(play, deed, power.do, [foe.id for foe in hit])
    if power.resist is not None:
        steps += resisted(play, deed, power.resist, [foe.id for foe in hit])
    return [*steps, *carry_out_parts(play, deed, power.own, (hero.id,))]


def _rebound(play: Play, power: Power, first: Foe, steps: list[Agenda]) -> list[Agenda]:
    """Half of the damage for one more adversary near the first, where a power takes two."""
    band = power.target.second if power.target is not None else None
    blow = next((one for one in steps if isinstance(one, Hit)), None)
    if band is None or blow is None:
        return []
    others = [foe for foe in foes_left(play.state) if foe.id != first.id]
    near = [foe for foe in others if is_near(play.rules.books, play.state, first, foe, band)]
    second = min(near, key=lambda foe: (abs(foe.at - first.at), foe.id), default=None)
    return [replace(blow, target=second.id, amount=halved(dealt(blow)), changes=())] if second is not None else []


def _spell_damage(play: Play, deed: PowerDeed, dice: Amount, hit: list[Foe], riders: Riders) -> list[Agenda]:
    """The damage of a spell, by its own dice, and more against those who are Vulnerable."""
    power, critical = deed.power, deed.critical
    kind, means = power.damage_kind, deed.source
    by = ("", *riders.by) if riders.by else ()
    pool = (dice, *riders.pool)
    roll = DamageRoll(
        deed.who,
        pool,
        kind,
        ("DHP-ATK-02",),
        critical=critical,
        modifiers=gift_parts(play.state.party[deed.who], "damage"),
        by=by,
        means=means,
        again=riders.again,
    )
    amount, _ = roll_damage(play, roll)
    twice = (Modifier(amount, GIFT, "doubled", (riders.double,)),) if riders.double else ()
    steps: list[Agenda] = []
    for foe in hit:
        added: tuple[Modifier, ...] = twice
        if power.more and is_exposed(play.rules.books, foe):
            extra = (Amount(1, power.more),)
            more, _ = roll_damage(
                play, DamageRoll(deed.who, extra, kind, ("DHP-ATK-05",), critical=critical, means=means)
            )
            added = (*added, Modifier(more, "DHP-ATK-05", "against_vulnerable", (means,)))
        steps.append(
            Hit(
                foe.id,
                amount,
                kind,
                deed.who,
                reach=power.range,
                total=deed.total,
                critical=critical,
                changes=added,
            )
        )
    return steps


def blaze(play: Play, hero: Hero, foe: Foe, weapon: Weapon) -> Hit:
    """A last blow that cannot miss: critical damage without a roll (DHP-DEATH-02)."""
    amount = weapon_damage(play, hero, weapon, foe, critical=True)
    return Hit(foe.id, amount, weapon.kind, hero.id, reach=weapon.range, total=99, critical=True)
