"""Attacks of the player characters before the dice (SRD chapters on attacking); `landing` is what comes of them."""

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import may_act, relocate, shoved
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.companion import COMPANION, RULE, companion_at
from arbitro.rules.daggerheart.conditions import end_conditions, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gifts import known_power
from arbitro.rules.daggerheart.numbers import difficulty_of, passive_of
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import (
    able_hero,
    anybody,
    foe_left,
    foes_left,
)
from arbitro.rules.daggerheart.ranges import approach, is_near, reach_of, visible
from arbitro.rules.daggerheart.resources import (
    bar_to_rolling,
    mark_stress,
    short_of_stress,
)
from arbitro.rules.daggerheart.roll_requests import request_action_roll
from arbitro.rules.daggerheart.state import Foe, Hero, Power, Request, State, Weapon
from arbitro.rules.daggerheart.words import Band

ATTACK = ("DHP-ATK-01", "DH-DIFF-01")
"""What an attack roll goes by."""


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
    spot = bar_to_rolling(play.rules.books, hero) or aimed(
        play.rules.books, state, _striker(state, hero, weapon), foe, weapon.range
    )
    if isinstance(spot, Refusal):
        return spot
    targets: tuple[str, ...] = (foe.id,)
    if command.second:
        second = _second(play.rules.books, state, hero, foe, weapon, spot, command.second)
        if isinstance(second, Refusal):
            return second
        targets = (foe.id, second.id)
    if weapon.id == COMPANION:
        play.happen(e.CompanionSent(hero.id, foe.id, rules=(RULE,)))
    else:
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


def _striker(state: State, hero: Hero, weapon: Weapon) -> Hero:
    """Whoever goes up to the target: the one who attacks, or a companion in their place."""
    return replace(hero, at=companion_at(state, hero), conditions=()) if weapon.id == COMPANION else hero


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
    """A power at hand, or a part of one."""
    return known_power(hero, wanted)


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
