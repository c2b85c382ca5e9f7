"""Attacks and powers of the player characters (SRD chapters on attacking and on spellcast rolls)."""

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
from arbitro.rules.daggerheart.damage import roll_damage
from arbitro.rules.daggerheart.numbers import difficulty_of, passive_of, trait_of
from arbitro.rules.daggerheart.play import Play, ask, resume
from arbitro.rules.daggerheart.presence import (
    able_hero,
    anybody,
    current_scene,
    due_step,
    foe_left,
    foes_left,
    has_condition,
    is_exposed,
)
from arbitro.rules.daggerheart.ranges import approach, band_of, is_near, reach_of, thrown, visible
from arbitro.rules.daggerheart.resources import (
    bar_to_rolling,
    change_hope,
    clear_armour,
    clear_hp,
    clear_stress,
    mark_stress,
    short_of_hope,
    short_of_stress,
)
from arbitro.rules.daggerheart.roll_requests import request_action_roll
from arbitro.rules.daggerheart.state import Agenda, Condition, Foe, Hero, Hit, Power, Request, State, Volley, Weapon
from arbitro.rules.daggerheart.words import BANDS, Band, DamageKind, Named, Outcome, Trait, ids

_ATTACK = ("DHP-ATK-01", "DH-DIFF-01")
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
    hero = may_act(state, command.who)
    if isinstance(hero, Refusal):
        return hero
    foe = foe_left(state, command.target)
    if isinstance(foe, Refusal):
        return foe
    weapon = weapon_of(hero, command.weapon)
    if weapon is None:
        return Refusal("no_weapon", {"who": f"@{hero.id}", "weapon": command.weapon}, _ATTACK)
    spot = bar_to_rolling(hero) or aimed(state, hero, foe, weapon.range)
    if isinstance(spot, Refusal):
        return spot
    targets: tuple[str, ...] = (foe.id,)
    if command.second:
        second = _second(state, hero, foe, weapon, spot, command.second)
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
        difficulty_of(foe),
        True,
        foe.id,
        targets=targets,
        means=weapon.id,
        stood={hero.id: hero.at},
        paid_stress=int(bool(command.second)),
    )
    request_action_roll(play, request, _ATTACK)
    return None


def aimed(state: State, hero: Hero, foe: Foe, band: Band) -> int | Refusal:
    """From where a PC can attack: a move within Close is part of the action roll (DHP-RANGE-03)."""
    hidden = visible(foe, ranged=band not in ("melee", "very_close"))
    if hidden is not None:
        return hidden
    spot = approach(state, hero, foe, band, "close")
    if spot is None:
        return Refusal("out_of_reach", {"who": f"@{foe.id}"}, ("DHP-RANGE-01", "DHP-RANGE-03"))
    wall = stopped_by(state, hero, spot)
    if wall is not None:
        return Refusal("shield_wall", {"who": f"@{wall.id}"}, ("DHP-RANGE-03", "DHP-ADVSTAT-05"))
    return spot


def stopped_by(state: State, hero: Hero, to: int) -> Foe | None:
    """Who must be got past with an Agility Roll of its own: guards, to whoever comes within Very Close of them."""
    reach = reach_of(state, "very_close")
    for foe in foes_left(state):
        if passive_of(foe, "shield_wall") is not None and abs(foe.at - to) <= reach < abs(foe.at - hero.at):
            return foe
    return None


def _second(state: State, hero: Hero, foe: Foe, weapon: Weapon, spot: int, wanted: str) -> Foe | Refusal:
    second = foe_left(state, wanted)
    if isinstance(second, Refusal):
        return second
    if not weapon.second or second.id == foe.id:
        return Refusal("no_second", {"who": f"@{hero.id}"}, ("DHP-ATK-05",))
    if abs(second.at - spot) > reach_of(state, weapon.range):
        return Refusal("out_of_reach", {"who": f"@{second.id}"}, ("DHP-RANGE-01",))
    return short_of_stress(hero, 1) or second


# ------------------------------------------------------------------ powers


def power_of(hero: Hero, wanted: str) -> Power | None:
    """A power in the loadout."""
    return next((power for power in hero.sheet.powers if power.id == wanted), None)


def use_power(play: Play, command: c.UsePower) -> Refusal | None:
    """Use a spell, a Hope Feature or a healing power."""
    state = play.state
    hero = may_act(state, command.who)
    if isinstance(hero, Refusal):
        return hero
    power = power_of(hero, command.power)
    if power is None:
        return Refusal("no_power", {"who": f"@{hero.id}", "power": command.power})
    if power.id in hero.used:
        return Refusal("used_up", {"who": f"@{hero.id}"}, ("DHP-REST-07",))
    if not power.pay_on_hit:
        short = short_of_hope(hero, power.hope, ("DHP-HOPE-06",))
        if short:
            return short
    if power.kind == "spell":
        return _cast(play, hero, power, command.target, command.trait)
    return _invoke(play, hero, power, command.target, stress=command.clears == "stress")


def _cast(play: Play, hero: Hero, power: Power, target: str, trait: Trait | None) -> Refusal | None:
    """A Spellcast Roll; one that can hurt is an attack roll too (DHP-TRAIT-03)."""
    state = play.state
    if hero.sheet.spellcast is None:
        return Refusal("no_spellcast", {"who": f"@{hero.id}"}, ("DHP-TRAIT-03",))
    if trait is not None and trait not in (hero.sheet.spellcast, hero.sheet.second_spellcast):
        return Refusal("wrong_trait", {"who": f"@{hero.id}", "trait": f"@trait/{trait}"}, ("DHP-TRAIT-03",))
    if barred := bar_to_rolling(hero, 0 if power.pay_on_hit else power.hope):
        return barred
    spot: int | Refusal = hero.at
    if power.all:
        reached = [foe for foe in foes_left(state) if is_near(state, hero, foe, power.range)]
    else:
        foe = foe_left(state, target)
        if isinstance(foe, Refusal):
            return foe
        spot = aimed(state, hero, foe, power.range)
        reached = [foe]
    if isinstance(spot, Refusal):
        return spot
    if not reached:
        return Refusal("no_target", {"who": f"@{hero.id}"}, ("DHP-RANGE-04",))
    if (refused := _daunted(power, reached)) is not None:
        return refused
    relocate(play, hero.id, spot)
    if power.hope and not power.pay_on_hit:
        change_hope(play, hero.id, -power.hope, "power", ("DHP-HOPE-06",))
    request = Request(
        hero.id,
        "power",
        trait or hero.sheet.spellcast,
        min(difficulty_of(foe) for foe in reached),
        True,
        reached[0].id,
        targets=tuple(foe.id for foe in reached),
        means=power.id,
        stood={hero.id: hero.at},
        paid_hope=0 if power.pay_on_hit else power.hope,
    )
    request_action_roll(play, request, ("DHP-TRAIT-03", *_ATTACK))
    return None


def _daunted(power: Power, reached: list[Foe]) -> Refusal | None:
    """No Hope can be paid for what is used against those whose presence takes it away."""
    awful = next((foe for foe in reached if passive_of(foe, "fearsome") is not None), None)
    if not power.hope or awful is None:
        return None
    return Refusal("fearsome", {"who": f"@{awful.id}"}, ("DHP-HOPE-06",))


def _invoke(play: Play, hero: Hero, power: Power, target: str, *, stress: bool = False) -> Refusal | None:
    """A Hope Feature or healing: no roll, the Hope is the price (DHP-HOPE-06)."""
    state = play.state
    rules = ("DHP-HOPE-06",)
    friend = state.party.get(target or hero.id)
    if power.kind == "healing" and current_scene(state).in_danger:
        return Refusal("in_danger", {"who": f"@{hero.id}"}, rules)
    if power.effect == "mend":
        if power.others and friend is not None and friend.id == hero.id:
            return Refusal("only_others", {"who": f"@{hero.id}"}, rules)
        marks = 0 if friend is None else friend.stress_marked * power.either if stress else friend.hp_marked
        if friend is None or friend.status not in ("up", "unconscious") or not marks:
            return Refusal("nothing_to_clear", {"who": f"@{target or hero.id}"}, rules)
        if not is_near(state, hero, friend, power.range):
            return Refusal("out_of_reach", {"who": f"@{friend.id}"}, ("DHP-RANGE-01",))
    if power.effect == "clear_armour" and not hero.armour_marked:
        return Refusal("nothing_to_clear", {"who": f"@{hero.id}"}, rules)
    if (power.effect == "dodge" and hero.dodge) or (power.effect == "mercy" and hero.mercy):
        return Refusal("already_there", {"who": f"@{hero.id}"}, ("DHP-GEN-04",))
    if power.effect == "volley":
        return Refusal("with_an_attack", {"who": f"@{hero.id}"}, rules)
    if power.effect == "distract" and (refused := _not_distractable(state, hero, power, target)):
        return refused
    change_hope(play, hero.id, -power.hope, "power", rules)
    if power.limit:
        play.happen(e.FeatureMarked(hero.id, power.id, rules=("DHP-REST-07",)))
    if power.effect == "mend" and friend is not None:
        if stress:
            clear_stress(play, friend.id, 1, rules)
        else:
            clear_hp(play, friend.id, 1, rules)
    elif power.effect == "clear_armour":
        clear_armour(play, hero.id, 2, rules)
    elif power.effect == "dodge":
        play.happen(e.BoonChanged(hero.id, "dodge", 2, rules=rules))
    elif power.effect == "mercy":
        play.happen(e.BoonChanged(hero.id, "mercy", 1, rules=rules))
    elif power.effect == "distract":
        end_conditions(play, hero.id, "hidden")  # a scene is not made in hiding (DHP-COND-02)
        impose(play, target, Condition(power.condition, hero.id, "temporary"))
    return None


def _not_distractable(state: State, hero: Hero, power: Power, target: str) -> Refusal | None:
    """Why an adversary cannot be distracted: out of range, or distracted already."""
    foe = foe_left(state, target)
    if isinstance(foe, Refusal):
        return foe
    if not is_near(state, hero, foe, power.range):
        return Refusal("out_of_reach", {"who": f"@{foe.id}"}, ("DHP-RANGE-01",))
    if (refused := _daunted(power, [foe])) is not None:
        return refused
    if has_condition(foe, power.condition):
        return Refusal("already_there", {"who": f"@{foe.id}"}, ("DHP-COND-01",))
    return None


def startle(play: Play, command: c.Startle) -> Refusal | None:
    """A whip pushes everybody in Melee back, for a Stress."""
    hero = may_act(play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    if not any(weapon.push for weapon in hero.sheet.weapons):
        return Refusal("no_weapon", {"who": f"@{hero.id}", "weapon": "whip"}, _ATTACK)
    close = [foe for foe in foes_left(play.state) if is_near(play.state, hero, foe, "melee")]
    if not close:
        return Refusal("no_target", {"who": f"@{hero.id}"}, ("DHP-RANGE-01",))
    short = short_of_stress(hero, 1)
    if short:
        return short
    mark_stress(play, hero.id, 1, "startle", ("DHP-STRESS-03",))
    end_conditions(play, hero.id, "hidden")
    for foe in close:
        relocate(play, foe.id, shoved(play.state, hero.at, foe, "close"), "pushed")
    return None


def shoved(state: State, origin: int, foe: Foe, band: Band) -> int:
    """Where an adversary lands that is pushed or pulled to a range; the steady give way less."""
    steady = max((feature.steady for feature in foe.block.features), default=0)
    if not steady:
        return thrown(state, origin, foe, band) if band != "melee" else origin
    now, to = BANDS.index(band_of(state, abs(foe.at - origin))), BANDS.index(band)
    left = max(abs(to - now) - steady, 0)
    if not left:
        return foe.at
    return thrown(state, origin, foe, BANDS[now + left if to > now else now - left])


def end_effect(play: Play, command: c.EndEffect) -> Refusal | None:
    """A caster lets a spell end early (DHP-DUAL-14)."""
    caster = able_hero(play.state, command.who)
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
    hit = [foe for foe in foes_left(state) if foe.id in request.targets and (critical or _meets(request, foe, total))]
    if not hit:
        return []
    broken = [held for held in hero.conditions if held.by_attack]
    if broken:
        release(play, hero.id, *broken)
    if request.kind == "power":
        return _power_hits(play, hero, request, hit, total, critical=critical)
    if not request.partner and _more_within(state, hero, request):
        return [Volley(request, outcome, total)]
    return _weapon_hits(play, request, hit, total, critical=critical)


def _more_within(state: State, hero: Hero, request: Request) -> list[Foe]:
    """Whom else the attack could reach, for those whose Hope Feature holds several off (DHP-HOPE-06)."""
    power = next((one for one in hero.sheet.powers if one.effect == "volley"), None)
    weapon = weapon_of(hero, request.means)
    if power is None or weapon is None or hero.hope < power.hope:
        return []
    foes = [foe for foe in foes_left(state) if passive_of(foe, "fearsome") is None]
    if not any(foe.id in request.targets for foe in foes):
        return []
    others = (foe for foe in foes if foe.id not in request.targets)
    return [foe for foe in others if is_near(state, hero, foe, weapon.range)]


def volleys(state: State) -> list[str]:
    """The ways to hold off up to two more adversaries, as ids with commas between."""
    step = due_step(state)
    if not isinstance(step, Volley):
        return []
    more = [foe.id for foe in _more_within(state, state.party[step.request.actor], step.request)]
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
    if more and command.targets not in volleys(play.state):
        return Refusal("no_target", {"who": f"@{command.who}"}, ("DHP-HOPE-06", "DHP-RANGE-01"))
    resume(play, "volley")
    play.agenda.pop(0)
    if more:
        power = next(one for one in play.state.party[command.who].sheet.powers if one.effect == "volley")
        change_hope(play, command.who, -power.hope, "power", ("DHP-HOPE-06",))
        request = replace(request, targets=(*request.targets, *more))
    critical = step.outcome == "critical_success"
    hit = [
        foe
        for foe in foes_left(play.state)
        if foe.id in request.targets and (critical or _meets(request, foe, step.total))
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
        relocate(play, hit[0].id, shoved(state, hero.at, hit[0], "melee"), "pushed")
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


def _meets(request: Request, foe: Foe, total: int) -> bool:
    needed = (request.difficulty or 0) if foe.id == request.against else difficulty_of(foe)
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
    if bonus and not weapon.secondary and is_near(play.state, hero, foe, "melee"):
        paired = tuple(f"{hero.id}/{other.id}" for other in hero.sheet.weapons if other.secondary and other.melee_bonus)
        modifiers = (*modifiers, Modifier(bonus, "DHP-ATK-02", "paired", paired))
    amount, _ = roll_damage(
        play,
        hero.id,
        (pool,),
        weapon.kind,
        rules,
        critical=critical and not extra,
        modifiers=modifiers,
        extra=extra,
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
        change_hope(play, hero.id, -power.hope, "power", ("DHP-HOPE-06",))
    steps: list[Agenda] = []
    if power.die:
        count = {
            "proficiency": hero.sheet.proficiency,
            "spellcast": max(0, trait_of(hero, request.trait)),
            "": 1,
        }[power.using]
        pool = (Amount(count, power.die, power.plus),)
        amount, _ = roll_damage(play, hero.id, pool, power.damage_kind, ("DHP-ATK-02",), critical=critical)
        for foe in hit:
            added: tuple[Modifier, ...] = ()
            if power.more and is_exposed(foe):
                extra = (Amount(1, power.more),)
                more, _ = roll_damage(play, hero.id, extra, power.damage_kind, ("DHP-ATK-05",), critical=critical)
                added = (Modifier(more, "DHP-ATK-05", "against_vulnerable", (f"{hero.id}/{power.id}",)),)
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
