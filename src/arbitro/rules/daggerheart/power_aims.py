"""On whom the powers of player characters may be used: those of a side, and those whom a power reaches."""

from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.presence import foes_left
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.state import Foe, Hero, Power, State


def reached_by(books: Library, state: State, hero: Hero, power: Power, named: tuple[str, ...] = ()) -> list[Hero | Foe]:
    """Those whom a power that is used on all of a side within its range reaches."""
    target = power.target
    if target is None:
        return []
    return [
        one
        for one in _of_side(state, hero, target.side)
        if is_near(books, state, hero, one, target.within) and not (target.others and one.id in named)
    ]


def _of_side(state: State, hero: Hero, side: str) -> list[Hero | Foe]:
    """Everybody of a side that a power may be used on."""
    friends: list[Hero | Foe] = [one for one in state.party.values() if one.can_be_helped]
    if side == "ally":
        return [one for one in friends if one.id != hero.id]
    foes: list[Hero | Foe] = list(foes_left(state))
    return friends if side == "party" else foes if side == "foe" else [*friends, *foes]


def candidates(state: State, hero: Hero, power: Power) -> list[Hero | Foe]:
    """Those on whom somebody could use a power, near or far."""
    return _of_side(state, hero, power.target.side if power.target is not None else "foe")
