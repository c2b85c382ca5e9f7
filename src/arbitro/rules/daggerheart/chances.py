"""How likely a command is to succeed, told before anybody commits to it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.card import Chance
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.rolltable import distribution
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.adversary import reach_with_move, targets_of
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.dice_pool import experiences_of, roll_odds, shared_experiences
from arbitro.rules.daggerheart.gm_die import GM_SIDES, experiences_bought, sources_for
from arbitro.rules.daggerheart.numbers import evasion_of
from arbitro.rules.daggerheart.presence import condition_entry, current_scene
from arbitro.rules.daggerheart.state import Dodged, Hero, Request, State
from arbitro.rules.daggerheart.words import (
    FEAR_SIDES,
    HOPE_SIDES,
    SUCCESSES,
)
from arbitro.text import Language

ESTIMATE: Final = "chance.estimate"
MIDDLING: Final = ((8, 19), (5, 17), (2, 14), (1, 12))
"""The middling Difficulty of adversaries from a level on, tier by tier."""
LEFT_TO_CHANCE: Final = (c.Roll, c.React, c.FoeAttack, c.DeathMove)
"""The commands that `Cards.likelihood` knows odds of."""


def may_have_odds(command: Command) -> bool:
    """Only of commands that dice decide."""
    return isinstance(command, LEFT_TO_CHANCE)


def chance(game: Ruleset[State], state: State, seat: Seat, command: Command, language: Language) -> Chance | None:
    """How likely a roll is to succeed, where its Difficulty is on the table; the GM knows them all."""
    if not game.allows(state, command):
        return None
    found = likelihood(books_of(game), state, seat, command)
    if found is None:
        return None
    success, key, about = found
    told = game.texts.say(language, key, who=game.name_of(state, about, language))
    return Chance(success, told, key == ESTIMATE)


def likelihood(books: Library, state: State, seat: Seat, command: Command) -> tuple[Fraction, str, str] | None:
    """The chance, the words for what counts as success, and whom it is about."""
    found: Fraction | None = None
    match command:
        case c.Roll():
            found, key = roll_chance(books, state, seat, command), "chance.roll"
            if is_hidden(state, seat):
                key = ESTIMATE
        case c.React() if seat.knows(REFEREE_ONLY):
            found, key = reaction_chance(books, state, command), "chance.react"
        case c.FoeAttack() if seat.knows(REFEREE_ONLY):
            found = foe_attack_chance(books, state, command)
            return None if found is None else (found, "chance.hit", command.targets)
        case c.DeathMove(move="risk_it_all"):
            standing = sum(hope >= fear for hope, fear in duality(HOPE_SIDES))
            found, key = Fraction(standing, HOPE_SIDES * FEAR_SIDES), "chance.risk"
        case c.DeathMove(move="avoid_death"):
            level = state.party[command.who].sheet.level
            found, key = Fraction(max(HOPE_SIDES - level, 0), HOPE_SIDES), "chance.no_scar"
        case _:
            return None
    return None if found is None else (found, key, command.who)


def duality(hope_sides: int) -> Iterator[tuple[int, int]]:
    """Every pair of faces of the Duality Dice."""
    return product(range(1, hope_sides + 1), range(1, FEAR_SIDES + 1))


def roll_chance(books: Library, state: State, seat: Seat, command: c.Roll) -> Fraction | None:
    """Success or better of the roll that is due; an estimate while its Difficulty is the GM's secret."""
    request = current_scene(state).pending
    if request is None or request.partner or (is_hidden(state, seat) and not seat.may_act_for(command.who)):
        return None
    hero = state.party[command.who]
    if is_hidden(state, seat):
        request = replace(request, difficulty=middling_difficulty(hero))
    if may_drop_first(books, hero):
        return None
    bought = experiences_of(
        hero,
        command.experiences,
        doubled=command.doubled,
        means=request.means,
        shared=shared_experiences(state, request),
    )
    return None if isinstance(bought, Refusal) else pool_chance(books, state, request, bought)


def is_hidden(state: State, seat: Seat) -> bool:
    """Whether the Difficulty of the roll that is due is kept from a seat."""
    request = current_scene(state).pending
    return request is not None and request.hidden and not seat.knows(REFEREE_ONLY)


def middling_difficulty(hero: Hero) -> int:
    """What half of the adversaries of a PC's tier have, or less: what one goes by who does not know better."""
    return next(difficulty for level, difficulty in MIDDLING if hero.sheet.level >= level)


def may_drop_first(books: Library, hero: Hero) -> bool:
    """Whether what a PC is under may cost the last Hit Point before the dice are thrown (DHP-COND-06)."""
    entries = [condition_entry(books, held.name) for held in hero.conditions]
    toll = sum(bool(entry.poison) + entry.roll_stress for entry in entries)
    return hero.stress_marked + toll > hero.stress and hero.hp_marked + 1 >= hero.hp


def reaction_chance(books: Library, state: State, command: c.React) -> Fraction | None:
    """Success of the reaction roll that is asked for (DHP-REACT-01)."""
    agenda, hero = current_scene(state).agenda, state.party[command.who]
    step = agenda[0] if agenda else None
    bought = experiences_of(hero, command.experiences, doubled=command.doubled)
    if not isinstance(step, Dodged) or isinstance(bought, Refusal):
        return None
    return pool_chance(books, state, Request(hero.id, "action", command.trait, step.difficulty), bought)


def pool_chance(books: Library, state: State, request: Request, bought: tuple[Modifier, ...]) -> Fraction:
    """Success or better, of all the ways that the dice may fall."""
    odds = roll_odds(books, state, request, bought)
    return sum((share for outcome, share in odds.items() if outcome in SUCCESSES), Fraction(0))


def foe_attack_chance(books: Library, state: State, command: c.FoeAttack) -> Fraction | None:
    """For the GM: the chance that an adversary's standard attack hits its one target (DH-ATK-01)."""
    scene = current_scene(state)
    foe = scene.foes[command.who]
    targets, bought = targets_of(state, command.targets), experiences_bought(state, foe, command.experience)
    if isinstance(targets, Refusal) or isinstance(bought, Refusal) or len(targets) != 1:
        return None
    found = reach_with_move(books, state, foe, targets[0], foe.block.attack.range)
    if isinstance(found, Refusal):
        return None
    moved = replace(foe, at=found[0])
    there = replace(state, scene=replace(scene, foes={**scene.foes, foe.id: moved}))
    pros, cons = sources_for(books, there, moved, targets, foe.block.attack.range)
    left = len(pros) + command.advantages - len(cons) - command.disadvantages
    many = state.options["gm_adversary_advantage_stacking"] == "cancel_then_many"
    dice = 1 + (abs(left) if many else min(abs(left), 1))
    fails_on_one = state.options["gm_natural1_attack"] == "auto_failure"
    bonus, plus, needed = foe.block.bonus, sum(each.amount for each in bought), evasion_of(targets[0])
    added = distribution(bonus)
    won = Fraction(0)
    for face in range(1, GM_SIDES + 1):
        rank = face if left >= 0 else GM_SIDES + 1 - face  # the best die, or the worst, shows this face so often
        ways = rank**dice - (rank - 1) ** dice
        if not (face == 1 and fails_on_one):
            hit = (share for more, share in added.items() if face == GM_SIDES or face + more + plus >= needed)
            won += ways * sum(hit, Fraction(0))
    return won * Fraction(1, GM_SIDES**dice)
