"""What an automatic player does with powers that are made of words: when to mend, when to strike, when to answer."""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.feature_words import Harm, Hope, Impose, Stress, Wound
from arbitro.rules.daggerheart.gifts import at_hand, known_power
from arbitro.rules.daggerheart.numbers import protection
from arbitro.rules.daggerheart.power_aims import candidates, reached_by
from arbitro.rules.daggerheart.power_price import most_paid
from arbitro.rules.daggerheart.power_use import UNUSED, boosts_for, cannot_use, within_of
from arbitro.rules.daggerheart.power_words import Boost, Restore
from arbitro.rules.daggerheart.presence import foes_left, has_condition, heroes_up
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.state import (
    Aftermath,
    Agenda,
    Blow,
    Dying,
    Foe,
    Hero,
    Hit,
    Landed,
    Power,
    PowerChance,
    Request,
    Resolve,
    State,
)
from arbitro.rules.daggerheart.words import SUCCESSES

RICH: Final = 4
"""The Hope from which an automatic player stakes some of it on dice."""
SPARE: Final = 2
"""Stress slots that an automatic player keeps free."""


def usable(books: Library, state: State, hero: Hero) -> Iterator[Power]:
    """The powers that somebody could use now by themselves, and that do something here."""
    for power in at_hand(hero):
        if hero.form is not None and power.card and power.kind in ("spell", "grimoire"):
            continue  # a beast casts nothing
        if power.way in ("", "told", *UNUSED) or power.options or not (power.do or power.own or power.die):
            continue
        if _strains(hero, power) or _lies_already(state, hero, power):
            continue
        if cannot_use(books, state, hero, power, int(bool(power.any))) is None:
            yield power


def _lies_already(state: State, hero: Hero, power: Power) -> bool:
    """Whether all that a power does is to lay what one alone can bear, and somebody bears it: it would only wander."""
    names = {part.condition for part in power.do if isinstance(part, Impose) and part.sole}
    if power.way == "attack" or len(names) != len(power.do):
        return False
    there: list[Hero | Foe] = [*heroes_up(state), *foes_left(state)]
    return any(held.name in names and held.source == hero.id for one in there for held in one.conditions)


def _strains(hero: Hero, power: Power) -> bool:
    """Whether its price in Stress is more than an automatic player likes to pay."""
    return bool(power.stress) and hero.stress - hero.stress_marked < power.stress + SPARE


def _helps(power: Power) -> bool:
    return power.target is None or power.target.side != "foe"


def power_wishes(books: Library, state: State, hero: Hero) -> Iterator[Command]:
    """Help for those who need it, and what makes its owner stronger before a fight goes on."""
    for power in usable(books, state, hero):
        if power.way == "attack" or not _helps(power) or _holds_against_nobody(books, state, hero, power):
            continue
        near = [one for one in _aims(books, state, hero, power) if isinstance(one, Hero)]
        needy = sorted((one for one in near if _needs(one, power)), key=lambda one: one.hp - one.hp_marked)
        spend = int(bool(power.any))
        if power.target is None or power.target.who == "all":
            often = sum(_needs(one, power) for one in near) if power.target is not None else _needs(hero, power)
            if often:
                yield c.UsePower(hero.id, power.id, spend=spend)
        else:
            yield from (c.UsePower(hero.id, power.id, one.id, spend=spend) for one in needy)


def _aims(books: Library, state: State, hero: Hero, power: Power) -> list[Hero | Foe]:
    """Those whom a power could be used on from here."""
    if power.target is None:
        return [hero]
    if power.target.who == "all":
        return reached_by(books, state, hero, power)
    return [one for one in candidates(state, hero, power) if is_near(books, state, hero, one, within_of(hero, power))]


def _needs(one: Hero, power: Power) -> bool:
    """Whether somebody would have something of a power now."""
    for part in (*power.do, *power.own):
        if isinstance(part, Restore):
            least = 2 if power.limit or power.hope >= 2 else 1
            hurt = part.hp.count + part.hp.plus > 0 and one.hp_marked >= least
            tired = part.stress.count + part.stress.plus > 0 and one.stress_marked >= least
            worn = part.armour.count + part.armour.plus > 0 and one.armour_marked >= least
            if hurt or tired or worn:
                return True
        if isinstance(part, Hope) and one.hope <= 2:
            return True
        if isinstance(part, (Boost, Impose)) and not has_condition(one, part.condition):
            return True
    return False


def power_blows(books: Library, state: State, hero: Hero, foes: list[Foe]) -> Iterator[Command]:
    """Powers against adversaries, those that hit several first where several are near."""
    for power in usable(books, state, hero):
        if power.target is None and power.way != "attack":
            continue
        if power.way != "attack" and _helps(power):
            continue
        hurts = power.die or power.way == "attack" or any(isinstance(part, (Harm, Wound, Stress)) for part in power.do)
        names = {part.condition for part in power.do if isinstance(part, Impose)}
        wanted = [foe for foe in foes if hurts or not all(has_condition(foe, name) for name in names)]
        wanted = [foe for foe in wanted if not lost_on(books, state, foe, power)]
        if not wanted or (power.hope and hero.hope < power.hope + 1):
            continue
        spend = min(most_paid(hero, power), 3) if power.any else 0
        if power.target is not None and power.target.who == "all":
            near = [one for one in reached_by(books, state, hero, power) if one in wanted]
            if len(near) > 1:
                yield c.UsePower(hero.id, power.id, spend=spend)
        elif power.target is not None and power.target.who == "some":
            near = [foe for foe in wanted if is_near(books, state, hero, foe, within_of(hero, power))]
            if near:
                some = near[: spend if power.target.paid else power.target.count or len(near)]
                paid = len(some) if power.target.paid else spend
                yield c.UsePower(hero.id, power.id, ",".join(foe.id for foe in some), spend=paid)
        elif power.way == "attack" and power.target is not None and power.target.who == "path":
            near = [foe for foe in wanted if is_near(books, state, hero, foe, power.target.within)]
            way = [foe for foe in near if (foe.at >= hero.at) == (near[0].at >= hero.at)]
            if len(way) > 1:
                yield c.UsePower(hero.id, power.id, ",".join(foe.id for foe in way))
        else:
            yield from (c.UsePower(hero.id, power.id, foe.id, spend=spend) for foe in wanted)


def lost_on(books: Library, state: State, foe: Foe, power: Power) -> bool:
    """Whether all that a power does to somebody is damage of a kind that does not touch them (DHP-ATK-04)."""
    if power.way == "attack" or not all(isinstance(part, Harm) for part in power.do):
        return False
    kinds = {part.kind for part in power.do if isinstance(part, Harm)}
    if power.die:
        kinds.add(power.damage_kind)
    return bool(kinds) and all(protection(books, state, foe, kind, immune=True) for kind in kinds)


def wanted_boosts(books: Library, state: State, hero: Hero, request: Request) -> Iterator[Power]:
    """What an automatic player puts into a roll: what is free or cheap, and what fits by the rules alone."""
    for power in boosts_for(books, state, hero, request):
        if power.when is not None and power.when.fits:
            continue  # whether it fits the story is not for a program to say
        if not _strains(hero, power) and hero.hope >= power.hope + 2 * bool(power.hope):
            yield power


def answer_spend(hero: Hero, agenda: tuple[Agenda, ...]) -> int:
    """How often an automatic player pays a price that may be paid as often as one likes: all tokens, else two."""
    step = agenda[0] if agenda else None
    power = known_power(hero, step.power) if isinstance(step, PowerChance) else None
    if power is None or not power.any:
        return 0
    most = most_paid(hero, power)
    return most if power.any == "tokens" else max(min(most, 2), 1)


def wants_answer(state: State, hero: Hero, agenda: tuple[Agenda, ...]) -> bool:
    """Whether an automatic player uses the power that it is asked about."""
    step = agenda[0] if agenda else None
    power = known_power(hero, step.power) if isinstance(step, PowerChance) else None
    underway = agenda[1] if len(agenda) > 1 else None
    if power is None or _strains(hero, power) or (power.when is not None and power.when.fits):
        return False
    if isinstance(underway, Hit) and power.twist is not None and power.twist.strains:
        return _would_tire_out(state, underway)
    if isinstance(underway, Hit):
        victim = state.party.get(underway.target)
        near_death = victim is not None and victim.hp - victim.hp_marked <= underway.severity + 1
        return near_death or underway.severity >= 2 or not underway.severity
    if isinstance(underway, Resolve):
        return underway.outcome not in SUCCESSES or (power.twist is not None and power.twist.turn)
    if isinstance(underway, Aftermath) and power.any == "hope":
        return hero.hope >= RICH
    if isinstance(underway, (Landed, Aftermath)):
        return hero.hope >= power.hope + 1 or not power.hope
    if isinstance(underway, Dying):
        return True
    return isinstance(underway, Blow)


def _would_tire_out(state: State, hit: Hit) -> bool:
    """Whether a blow that leaves an adversary standing would mark its last Stress: from then on it is Vulnerable."""
    foe = state.scene.foes.get(hit.target) if state.scene is not None else None
    return foe is not None and 0 < foe.stress - foe.stress_marked <= hit.severity < foe.hp - foe.hp_marked


def _holds_against_nobody(books: Library, state: State, hero: Hero, power: Power) -> bool:
    """Whether a stance would be taken with an adversary at hand already, to be struck instead, or with none near."""
    if not any(isinstance(part, Impose) and part.until == "stance" for part in power.own):
        return False
    here = any(is_near(books, state, hero, foe, "very_close") for foe in foes_left(state))
    return here or not any(is_near(books, state, hero, foe, "far") for foe in foes_left(state))
