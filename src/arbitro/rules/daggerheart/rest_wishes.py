"""What plain characters do with a rest: the fallen first, then wounds, Stress and armour, then preparing."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.commands.resting import RestDeed
from arbitro.rules.daggerheart.rests import moves_of
from arbitro.rules.daggerheart.state import Hero, Rest, State


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
    yield c.RestMove(hero.id, "prepare")
