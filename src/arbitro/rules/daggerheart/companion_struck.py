"""Adversaries that go for a ranger's companion: one attack roll, and any damage is a Stress (DHP-CHAR-05)."""

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import relocate
from arbitro.rules.daggerheart.adversary import foe_done, pay_for, reach_with_move, ready_to_strike
from arbitro.rules.daggerheart.companion import RULE, companion_at, companion_there
from arbitro.rules.daggerheart.companion_care import mark_companion
from arbitro.rules.daggerheart.gm_die import GM_SIDES, gm_die
from arbitro.rules.daggerheart.opportunity import stands_in_the_way
from arbitro.rules.daggerheart.play import Play

_RULES = ("DH-GMDIE-01", "DH-ATK-01", RULE)


def strike_companion(play: Play, command: c.StrikeCompanion) -> Refusal | None:
    """The standard attack of an adversary, on a companion."""
    foe = ready_to_strike(play.state, command.who)
    if isinstance(foe, Refusal):
        return foe
    hero = play.state.party.get(command.whom)
    beast = companion_there(hero) if hero is not None else None
    if hero is None or beast is None:
        return Refusal("no_companion", {"who": f"@{command.whom}" if hero is not None else command.whom}, (RULE,))
    stand_in = replace(hero, at=companion_at(play.state, hero), cover="", conditions=())
    found = reach_with_move(play.rules.books, play.state, foe, stand_in, foe.block.attack.range)
    if isinstance(found, Refusal):
        return found
    spot, leap = found
    if stands_in_the_way(play, foe, spot):
        return None
    if leap is not None:
        pay_for(play, foe, leap)
    relocate(play, foe.id, spot)
    kept, _ = gm_die(play, 0, 0)
    bonus = foe.block.bonus
    dice = (kept, *bonus.roll(play.dice, "attack_modifier"))
    parts = (Modifier(bonus.plus, "DH-ATK-01", "attack_modifier"),) if bonus.plus else ()
    total = sum(die.face for die in dice) + bonus.plus
    critical = kept.face == GM_SIDES
    if critical:
        parts = (*parts, Modifier(0, "DH-CRIT-01", "natural_20"))
    hit = critical or total >= beast.evasion
    check = Check(dice, total, ">=", beast.evasion, hit, parts, "evasion")
    rules = (*_RULES, *(("DH-CRIT-01",) if critical else ()))
    play.happen(e.CompanionAttacked(foe.id, hero.id, check, hit, rules=rules))
    if hit:
        mark_companion(play, hero.id)
    foe_done(play, foe.id)
    return None
