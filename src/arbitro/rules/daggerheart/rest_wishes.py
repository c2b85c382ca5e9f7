"""What plain characters do with a rest: the fallen first, then wounds, Stress and armour, then preparing."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.commands.resting import RestDeed
from arbitro.rules.daggerheart.power_price import MOST_ALIKE, how_many
from arbitro.rules.daggerheart.power_words import Lend, Make
from arbitro.rules.daggerheart.rests import downtime_powers, moves_of
from arbitro.rules.daggerheart.state import Hero, Power, Rest, State

ENOUGH_HOPE: Final = 4
"""With so much Hope a plain character brews and trains rather than prepare."""


def rest_moves(game: Ruleset[State], state: State, rest: Rest) -> Iterator[c.RestMove]:
    """The downtime moves that are wished for and allowed, the best first."""
    yield from (move for move in _wakings(state, rest) if game.allows(state, move))
    for hero in state.party.values():
        if len(rest.moves.get(hero.id, ())) < moves_of(hero):
            yield from (move for move in _moves(state, rest, hero) if game.allows(state, move))


class _Deeds(NamedTuple):
    """What a rest of a kind offers against wounds, Stress and worn armour."""

    wounds: RestDeed
    stress: RestDeed
    armour: RestDeed


_DEEDS: Final = {
    "short": _Deeds("tend_to_wounds", "clear_stress", "repair_armor"),
    "long": _Deeds("tend_to_all_wounds", "clear_all_stress", "repair_all_armor"),
}


def _wakings(state: State, rest: Rest) -> Iterator[c.RestMove]:
    """Whoever needs the rest least tends to the fallen first: those who wake have moves of their own."""
    healthy = sorted(
        state.party.values(), key=lambda one: (one.hp_marked > 0) + (one.stress_marked > 0) + (one.armour_marked > 0)
    )
    for other in state.party.values():
        if other.status == "unconscious":
            yield from (c.RestMove(hero.id, _DEEDS[rest.kind].wounds, other.id) for hero in healthy)


def _moves(state: State, rest: Rest, hero: Hero) -> Iterator[c.RestMove]:
    deeds = _DEEDS[rest.kind]
    if hero.hp_marked:
        yield c.RestMove(hero.id, deeds.wounds)
    worst = max(state.party.values(), key=lambda other: other.hp_marked if other.status != "dead" else -1)
    if worst.hp_marked and len(rest.moves.get(worst.id, ())) >= moves_of(worst):
        yield c.RestMove(hero.id, deeds.wounds, worst.id)
    if hero.stress_marked:
        yield c.RestMove(hero.id, deeds.stress)
    if hero.armour_marked:
        yield c.RestMove(hero.id, deeds.armour)
    if hero.hope >= ENOUGH_HOPE:
        yield from (c.RestMove(hero.id, "feature", power.id) for power in _worthwhile(state, hero))
    yield c.RestMove(hero.id, "prepare")


def _worthwhile(state: State, hero: Hero) -> Iterator[Power]:
    """The downtime moves of powers that would bring something: no sixth potion, no second die of the same sort."""
    for _, power in downtime_powers(state, hero):
        made = [part.things for part in (*power.do, *power.own) if isinstance(part, Make)]
        lent = [part.power for part in power.do if isinstance(part, Lend)]
        room = any(how_many(hero, name) < MOST_ALIKE for things in made for name in things)
        if room or any(name not in {one.id for one in hero.lent} for name in lent):
            yield power
