"""How likely a command is to succeed, told before anybody commits to it, to those who may know every number."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.card import Chance
from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.kernel.seat import Seat
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.attack import attack_modifiers, crit_from, judge
from arbitro.rules.archmage.commands import ids_in
from arbitro.rules.archmage.conditions import save_check
from arbitro.rules.archmage.healing import STABILISE_DC, skill_bonus
from arbitro.rules.archmage.judgement import STEALTH_BONUS
from arbitro.rules.archmage.moving import disengage_modifiers
from arbitro.rules.archmage.narration import name_of
from arbitro.rules.archmage.numbers import Strike, defence_of, save_bonuses
from arbitro.rules.archmage.people import pinning_foes
from arbitro.rules.archmage.power import HITS, NORMAL, Attack
from arbitro.rules.archmage.rules import Rules
from arbitro.rules.archmage.state import Combatant, Profile, State, standing
from arbitro.rules.archmage.targets import basic_melee, must_turn_on_allies
from arbitro.text import Language

ONCE: Final = Amount(plus=1)
HALF: Final = Fraction(1, 2)


def faces(succeeds: Callable[[Die], bool]) -> Fraction:
    """The share of a d20's faces that succeed."""
    return Fraction(sum(succeeds(Die(20, face)) for face in range(1, 21)), 20)


ESTIMATE: Final = "chance.estimate"
LEFT_TO_CHANCE: Final = (c.Attack, c.Grab, c.CoupDeGrace, c.Disengage, c.Rally, c.Stabilise, c.CheckSkill)
"""The commands that `odds_of` knows odds of."""


def may_have_odds(command: Command) -> bool:
    """Only of commands that a die decides."""
    return isinstance(command, LEFT_TO_CHANCE)


def chance(
    game: Ruleset[State], rules: Rules, state: State, seat: Seat, command: Command, language: Language
) -> Chance | None:
    """How likely a command is to succeed; nothing where it depends on numbers that the seat may not know."""
    who = getattr(command, "who", "")
    if not game.allows(state, command) or not game.knows_numbers(state, seat, who):
        return None
    one = standing(state).get(who)
    found = None if one is None else odds_of(game, rules, state, seat, one, command)
    if found is None:
        return None
    success, key, about = found
    told = game.texts.say(language, key, who=name_of(game, state, about, language))
    return Chance(success, told, key == ESTIMATE)


def odds_of(
    game: Ruleset[State], rules: Rules, state: State, seat: Seat, one: Combatant, command: Command
) -> tuple[Fraction, str, str] | None:
    """The chance, the words for what counts as success, and whom it is about."""
    match command:
        case c.Attack() | c.Grab():
            return attack_odds(game, rules, state, seat, one, command)
        case c.CoupDeGrace():
            return Fraction(1), "chance.hit", command.target
        case c.Disengage():
            foes = ids_in(command.foes) or pinning_foes(state.battle, one)
            more = disengage_modifiers(state, one, foes)
            return save_odds(state, one, more), "chance.disengage", one.id
        case c.Rally():
            return save_odds(state, one) if one.rallies else Fraction(1), "chance.rally", one.id
        case c.Stabilise():
            modifiers = skill_bonus(state, one, "wis", one.profile.background)
            return check_odds(modifiers, STABILISE_DC), "chance.stabilise", command.patient
        case c.CheckSkill():
            return skill_odds(game, state, seat, one, command)
        case _:
            return None


def save_odds(state: State, one: Combatant, more: tuple[Modifier, ...] = ()) -> Fraction:
    """The chance of a normal save."""
    modifiers = (*more, *save_bonuses(state, one))
    return faces(lambda die: save_check(state, die, NORMAL, modifiers).success)


def check_odds(modifiers: tuple[Modifier, ...], needed: int) -> Fraction:
    """The chance that a d20 with modifiers reaches a number."""
    return faces(lambda die: held_against((die,), modifiers, ">=", needed).success)


def skill_odds(
    game: Ruleset[State], state: State, seat: Seat, one: Combatant, command: c.CheckSkill
) -> tuple[Fraction, str, str] | None:
    """The chance of a skill check; whom one listens for may be quieter than one knows."""
    modifiers = skill_bonus(state, one, command.ability, command.bonus)
    if command.listener_of:
        if not game.knows_numbers(state, seat, command.listener_of):
            return None
        silent = state.battle.combatants[command.listener_of].profile.special("silent")
        modifiers += (Modifier(-silent.value, "AE-POS-12", "silent"),) if silent is not None else ()
    if command.purpose == "stealth" and one.invisible and not command.sensed:
        modifiers += (Modifier(STEALTH_BONUS, "AE-INVIS-01", "invisible"),)
    return check_odds(modifiers, command.dc), "chance.check", one.id


def attack_odds(
    game: Ruleset[State], rules: Rules, state: State, seat: Seat, one: Combatant, command: c.Attack | c.Grab
) -> tuple[Fraction, str, str] | None:
    """The chance of a single attack roll against a defence that the seat knows; of several rolls, none is told."""
    grab = isinstance(command, c.Grab)
    attack = basic_melee(one) if isinstance(command, c.Grab) else one.profile.attack(command.attack)
    named = ids_in(command.target if isinstance(command, c.Grab) else command.targets)
    if attack is None or attack.friendly or len(named) != 1 or must_turn_on_allies(state, one):
        return None
    if attack.times != ONCE or attack.targets != ONCE or attack.random_type or attack.self_damage is not None:
        return None
    key = "chance.grab" if grab else "chance.hit"
    if attack.automatic:
        return Fraction(1), key, named[0]
    target = state.battle.combatants[named[0]]
    if not game.knows_numbers(state, seat, target.id):
        return None if grab else (about_odds(rules, state, one, attack, target), ESTIMATE, target.id)
    return hit_odds(rules, Strike(state, one, attack, target, attack.type)), key, target.id


def about_odds(rules: Rules, state: State, one: Combatant, attack: Attack, target: Combatant) -> Fraction:
    """About how likely a blow at a stranger is to land: as against a plain creature of the attacker's own level."""
    rows = rules.books.baselines["normal"].rows
    row = rows[min(max(one.profile.level, min(rows)), max(rows))]
    profile = Profile(
        "",
        target.profile.name,
        target.profile.side,
        "monster",
        one.profile.level,
        1,
        row.ac,
        row.better,
        row.lesser,
        (),
    )
    stranger = Combatant(profile, 1, 1, engaged=target.engaged, band=target.band)
    return hit_odds(rules, Strike(state, one, attack, stranger, attack.type))


def hit_odds(rules: Rules, strike: Strike) -> Fraction:
    """The chance of a hit, critical ones included (AE-ATK-03).

    Half of it is lost on the invisible (AE-INVIS-02); with two weapons a 2 that misses is rolled once more
    (AE-TWOWEAPON-02).
    """
    state, one, attack, target = strike.state, strike.one, strike.attack, strike.target
    modifiers, (critical, _) = attack_modifiers(rules, strike), crit_from(rules, strike)
    needed = defence_of(state, target, attack.defence)

    def hits(die: Die) -> bool:
        check = held_against((die,), modifiers, ">=", needed)
        return judge(state, die.face, critical, check)[0] in HITS

    found = faces(hits)
    if one.profile.two_weapons and attack.two_weapons and not hits(Die(20, 2)):
        found += found / 20
    sensed = one.profile.senses_invisible and state.options["invisible_sensed"] == "no_miss_chance"
    return found * HALF if target.invisible and not sensed else found
