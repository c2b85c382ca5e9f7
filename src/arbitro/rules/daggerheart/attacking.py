"""Attacks of the player characters, and what comes of an attack roll (SRD chapters on attacking)."""

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import may_act, relocate
from arbitro.rules.daggerheart.conditions import end_conditions, impose, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.numbers import difficulty_of, passive_of, trait_of
from arbitro.rules.daggerheart.play import Play, ask, resume
from arbitro.rules.daggerheart.presence import (
    able_hero,
    anybody,
    due_step,
    foe_left,
    foes_left,
    is_exposed,
)
from arbitro.rules.daggerheart.ranges import approach, band_of, is_near, reach_of, thrown, visible
from arbitro.rules.daggerheart.resources import (
    bar_to_rolling,
    change_hope,
    mark_stress,
    short_of_stress,
)
from arbitro.rules.daggerheart.roll_requests import request_action_roll
from arbitro.rules.daggerheart.state import Agenda, Condition, Foe, Hero, Hit, Power, Request, State, Volley, Weapon
from arbitro.rules.daggerheart.words import BANDS, Band, DamageKind, Named, Outcome, ids

ATTACK = ("DHP-ATK-01", "DH-DIFF-01")
"""What an attack roll goes by."""
UNARMED = "unarmed"


def weapon_of(hero: Hero, wanted: str) -> Weapon | None:
    """The weapon asked for, or the first; bare hands use Strength or Finesse and a d4 (DHP-ATK-01)."""
    weapons = hero.sheet.weapons
    if wanted == UNARMED or (not wanted and not weapons):
        strong = trait_of(hero, "strength") >= trait_of(hero, "finesse")
        fists = Named("mani nude", "bare hands", "f")
        return Weapon(UNARMED, fists, "strength" if strong else "finesse", "melee", 4)
    if not wanted:
        return weapons[0]
    return next((weapon for weapon in weapons if weapon.id == wanted), None)


def attack(play: Play, command: c.Attack) -> Refusal | None:
    """Declare an attack: an action roll with the weapon's trait against the target's Difficulty."""
    state = play.state
    hero = may_act(play.rules.books, state, command.who)
    if isinstance(hero, Refusal):
        return hero
    foe = foe_left(state, command.target)
    if isinstance(foe, Refusal):
        return foe
    weapon = weapon_of(hero, command.weapon)
    if weapon is None:
        return Refusal("no_weapon", {"who": f"@{hero.id}", "weapon": command.weapon}, ATTACK)
    spot = bar_to_rolling(play.rules.books, hero) or aimed(play.rules.books, state, hero, foe, weapon.range)
    if isinstance(spot, Refusal):
        return spot
    targets: tuple[str, ...] = (foe.id,)
    if command.second:
        second = _second(play.rules.books, state, hero, foe, weapon, spot, command.second)
        if isinstance(second, Refusal):
            return second
        targets = (foe.id, second.id)
    relocate(play, hero.id, spot)
    if command.second:
        mark_stress(play, hero.id, 1, "quick", ("DHP-ATK-05",))
    request = Request(
        hero.id,
        "attack",
        weapon.trait,
        difficulty_of(play.rules.books, foe),
        True,
        foe.id,
        targets=targets,
        means=weapon.id,
        stood={hero.id: hero.at},
        paid_stress=int(bool(command.second)),
    )
    request_action_roll(play, request, ATTACK)
    return None


def aimed(books: Library, state: State, hero: Hero, foe: Foe, band: Band) -> int | Refusal:
    """From where a PC can attack: a move within Close is part of the action roll (DHP-RANGE-03)."""
    hidden = visible(foe, band)
    if hidden is not None:
        return hidden
    spot = approach(books, state, hero, foe, band, "close")
    if spot is None:
        return Refusal("out_of_reach", {"who": f"@{foe.id}"}, ("DHP-RANGE-01", "DHP-RANGE-03"))
    wall = stopped_by(books, state, hero, spot)
    if wall is not None:
        return Refusal("shield_wall", {"who": f"@{wall.id}"}, ("DHP-RANGE-03", "DHP-ADVSTAT-05"))
    return spot


def stopped_by(books: Library, state: State, hero: Hero, to: int) -> Foe | None:
    """Who must be got past with an Agility Roll of its own: guards, to whoever comes within Very Close of them."""
    reach = reach_of(books, state, "very_close")
    for foe in foes_left(state):
        if passive_of(foe, "shield_wall") is not None and abs(foe.at - to) <= reach < abs(foe.at - hero.at):
            return foe
    return None


def _second(
    books: Library, state: State, hero: Hero, foe: Foe, weapon: Weapon, spot: int, wanted: str
) -> Foe | Refusal:
    second = foe_left(state, wanted)
    if isinstance(second, Refusal):
        return second
    if not weapon.second or second.id == foe.id:
        return Refusal("no_second", {"who": f"@{hero.id}"}, ("DHP-ATK-05",))
    if abs(second.at - spot) > reach_of(books, state, weapon.range):
        return Refusal("out_of_reach", {"who": f"@{second.id}"}, ("DHP-RANGE-01",))
    return visible(second, weapon.range) or short_of_stress(hero, 1) or second


# ------------------------------------------------------------------ powers


def power_of(hero: Hero, wanted: str) -> Power | None:
    """A power in the loadout."""
    return next((power for power in hero.sheet.powers if power.id == wanted), None)


def startle(play: Play, command: c.Startle) -> Refusal | None:
    """A whip pushes everybody in Melee back, for a Stress."""
    hero = may_act(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    if not any(weapon.push for weapon in hero.sheet.weapons):
        return Refusal("no_weapon", {"who": f"@{hero.id}", "weapon": "whip"}, ATTACK)
    close = [foe for foe in foes_left(play.state) if is_near(play.rules.books, play.state, hero, foe, "melee")]
    if not close:
        return Refusal("no_target", {"who": f"@{hero.id}"}, ("DHP-RANGE-01",))
    short = short_of_stress(hero, 1)
    if short:
        return short
    mark_stress(play, hero.id, 1, "startle", ("DHP-STRESS-03",))
    end_conditions(play, hero.id, "hidden")
    for foe in close:
        relocate(play, foe.id, shoved(play.rules.books, play.state, hero.at, foe, "close"), "pushed")
    return None


def shoved(books: Library, state: State, origin: int, foe: Foe, band: Band) -> int:
    """Where an adversary lands that is pushed or pulled to a range; the steady give way less."""
    steady = max((feature.steady for feature in foe.block.features), default=0)
    if not steady:
        return thrown(books, state, origin, foe, band) if band != "melee" else origin
    now, to = BANDS.index(band_of(books, state, abs(foe.at - origin))), BANDS.index(band)
    left = max(abs(to - now) - steady, 0)
    if not left:
        return foe.at
    return thrown(books, state, origin, foe, BANDS[now + left if to > now else now - left])


def end_effect(play: Play, command: c.EndEffect) -> Refusal | None:
    """A caster lets a spell end early (DHP-DUAL-14)."""
    caster = able_hero(play.rules.books, play.state, command.who)
    if isinstance(caster, Refusal):
        return caster
    one = anybody(play.state, command.target)
    held = next(
        (
            each
            for each in (one.conditions if one is not None else ())
            if each.name == command.condition and each.source == command.who and each.spell
        ),
        None,
    )
    if held is None:
        return Refusal("no_condition", {"who": f"@{command.target}"}, ("DHP-DUAL-14",))
    release(play, command.target, held)
    return None


# ------------------------------------------------------------------ damage of a success (DHP-ATK-02 to 05)


def struck(play: Play, request: Request, outcome: Outcome, total: int) -> list[Agenda]:
    """The damage of a successful attack, one roll for all targets that the total reaches."""
    state, critical = play.state, outcome == "critical_success"
    hero = state.party[request.actor]
    hit = [
        foe
        for foe in foes_left(state)
        if foe.id in request.targets and (critical or _meets(play.rules.books, request, foe, total))
    ]
    if not hit:
        return []
    broken = [held for held in hero.conditions if held.by_attack]
    if broken:
        release(play, hero.id, *broken)
    if request.kind == "power":
        return _power_hits(play, hero, request, hit, total, critical=critical)
    if not request.partner and _more_within(play.rules.books, state, hero, request):
        return [Volley(request, outcome, total)]
    return _weapon_hits(play, request, hit, total, critical=critical)


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
    critical = step.outcome == "critical_success"
    hit = [
        foe
        for foe in foes_left(play.state)
        if foe.id in request.targets and (critical or _meets(play.rules.books, request, foe, step.total))
    ]
    play.first(*_weapon_hits(play, request, hit, step.total, critical=critical))
    return None


def _weapon_hits(play: Play, request: Request, hit: list[Foe], total: int, *, critical: bool) -> list[Agenda]:
    state, hero = play.state, play.state.party[request.actor]
    weapon = weapon_of(hero, request.means)
    if weapon is None:
        return []
    amount = weapon_damage(play, hero, weapon, hit[0], critical=critical)
    together: tuple[Modifier, ...] = ()
    kind: DamageKind = weapon.kind
    if request.partner:
        other = state.party[request.partner]
        theirs = weapon_of(other, "")
        if theirs is not None:
            more = weapon_damage(play, other, theirs, hit[0], critical=critical)
            together = (Modifier(more, "DHP-TAG-03", "together", (f"{other.id}/{theirs.id}",)),)
            kind = (request.damage_kind or kind) if theirs.kind != kind else kind
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
        )
        for foe in hit
    ]


def _meets(books: Library, request: Request, foe: Foe, total: int) -> bool:
    needed = (request.difficulty or 0) if foe.id == request.against else difficulty_of(books, foe)
    return total >= needed


def weapon_damage(play: Play, hero: Hero, weapon: Weapon, foe: Foe, *, critical: bool) -> int:
    """Proficiency dice plus the number, once (DHP-ATK-02); some weapons bend the dice."""
    count = hero.sheet.proficiency
    rules: tuple[str, ...] = ("DHP-ATK-02", "DHP-ATK-03") if critical else ("DHP-ATK-02",)
    modifiers: tuple[Modifier, ...] = ()
    extra: tuple[Die, ...] = ()
    pool = Amount(count, weapon.die, weapon.plus)
    if weapon.extra_die or weapon.brutal:
        dice = [play.dice.roll(weapon.die, "damage") for _ in range(count + weapon.extra_die)]
        if weapon.extra_die:
            modifiers = (Modifier(-min(die.face for die in dice), "DHP-ATK-02", "dropped"),)
        more = sum(die.face == weapon.die for die in dice) if weapon.brutal else 0
        dice += [play.dice.roll(weapon.die, "damage") for _ in range(more)]
        extra, pool = tuple(dice), Amount(0, weapon.die, weapon.plus)
        if critical:
            modifiers = (*modifiers, Modifier(count * weapon.die, "DHP-ATK-03", "critical"))
    bonus = sum(other.melee_bonus for other in hero.sheet.weapons if other.secondary)
    if bonus and not weapon.secondary and is_near(play.rules.books, play.state, hero, foe, "melee"):
        paired = tuple(f"{hero.id}/{other.id}" for other in hero.sheet.weapons if other.secondary and other.melee_bonus)
        modifiers = (*modifiers, Modifier(bonus, "DHP-ATK-02", "paired", paired))
    amount, _ = roll_damage(
        play,
        DamageRoll(
            hero.id,
            (pool,),
            weapon.kind,
            rules,
            critical=critical and not extra,
            modifiers=modifiers,
            extra=extra,
            means=f"{hero.id}/{weapon.id}",
        ),
    )
    return amount


def _power_hits(
    play: Play, hero: Hero, request: Request, hit: list[Foe], total: int, *, critical: bool
) -> list[Agenda]:
    power = power_of(hero, request.means)
    if power is None:
        return []
    if power.pay_on_hit:
        if play.state.party[hero.id].hope < power.hope:
            return []
        change_hope(play, hero.id, -power.hope, "power", ("DHP-HOPE-06",), power.id)
    steps: list[Agenda] = []
    if power.die:
        count = {
            "proficiency": hero.sheet.proficiency,
            "spellcast": max(0, trait_of(hero, request.trait)),
            "": 1,
        }[power.using]
        pool = (Amount(count, power.die, power.plus),)
        kind, means = power.damage_kind, f"{hero.id}/{power.id}"
        amount, _ = roll_damage(play, DamageRoll(hero.id, pool, kind, ("DHP-ATK-02",), critical=critical, means=means))
        for foe in hit:
            added: tuple[Modifier, ...] = ()
            if power.more and is_exposed(play.rules.books, foe):
                extra = (Amount(1, power.more),)
                more, _ = roll_damage(
                    play, DamageRoll(hero.id, extra, kind, ("DHP-ATK-05",), critical=critical, means=means)
                )
                added = (Modifier(more, "DHP-ATK-05", "against_vulnerable", (means,)),)
            steps.append(
                Hit(
                    foe.id,
                    amount,
                    power.damage_kind,
                    hero.id,
                    reach=power.range,
                    total=total,
                    critical=critical,
                    changes=added,
                )
            )
    if power.condition:
        for foe in hit:
            impose(play, foe.id, Condition(power.condition, hero.id, "temporary", spell=True))
    return steps


def blaze(play: Play, hero: Hero, foe: Foe, weapon: Weapon) -> Hit:
    """A last blow that cannot miss: critical damage without a roll (DHP-DEATH-02)."""
    amount = weapon_damage(play, hero, weapon, foe, critical=True)
    return Hit(foe.id, amount, weapon.kind, hero.id, reach=weapon.range, total=99, critical=True)
