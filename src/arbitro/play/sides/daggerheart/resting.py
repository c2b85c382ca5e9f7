"""What plain characters do with a rest, and with the levels that they gain."""

from collections.abc import Iterator

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart import Spotlight
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.content import library
from arbitro.rules.daggerheart.state import Hero, Rest, State
from arbitro.rules.daggerheart.words import TRAITS


def next_move(game: Spotlight, state: State, rest: Rest) -> Command:
    """The next downtime move: the fallen, wounds, Stress, armour, then preparing; when all are done, the rest ends."""
    for command in _wakings(state, rest):
        if game.allows(state, command):
            return command
    for hero in state.party.values():
        if len(rest.moves.get(hero.id, ())) >= 2:
            continue
        for command in _moves(state, rest, hero):
            if game.allows(state, command):
                return command
    return c.EndRest()


def still_resting(game: Spotlight, state: State, rest: Rest) -> frozenset[str]:
    """Those who have a downtime move left."""
    moves = (move for hero in state.party.values() for move in _moves(state, rest, hero))
    return frozenset(move.who for move in (*_wakings(state, rest), *moves) if game.allows(state, move))


def _wakings(state: State, rest: Rest) -> Iterator[c.RestMove]:
    """Whoever needs the rest least tends to the fallen first: those who wake have moves of their own."""
    move = "tend_to_wounds" if rest.kind == "short" else "tend_to_all_wounds"
    healthy = sorted(
        state.party.values(), key=lambda one: (one.hp_marked > 0) + (one.stress_marked > 0) + (one.armour_marked > 0)
    )
    for other in state.party.values():
        if other.status == "unconscious":
            yield from (_move(hero, move, other.id) for hero in healthy)


def _moves(state: State, rest: Rest, hero: Hero) -> Iterator[c.RestMove]:
    every = "" if rest.kind == "short" else "_all"
    if hero.hp_marked:
        yield _move(hero, f"tend_to{every}_wounds")
    worst = max(state.party.values(), key=lambda other: other.hp_marked if other.status != "dead" else -1)
    if worst.hp_marked and len(rest.moves.get(worst.id, ())) >= 2:
        yield _move(hero, f"tend_to{every}_wounds", worst.id)
    if hero.stress_marked:
        yield _move(hero, f"clear{every}_stress")
    if hero.armour_marked:
        yield _move(hero, f"repair{every}_armor")
    yield _move(hero, "prepare")


def _move(hero: Hero, move: str, whom: str = "") -> c.RestMove:
    return c.RestMove(hero.id, move, whom)  # type: ignore[arg-type]


def growth(game: Spotlight, state: State) -> Iterator[Command]:
    """Advancements and cards: Hit Points first, then the best traits, then whatever is possible."""
    for hero in state.party.values():
        if hero.status in ("dead", "retired"):
            continue
        if hero.advances:
            free = [trait for trait in TRAITS if trait not in hero.sheet.marked_traits]
            best = sorted(free, key=lambda trait: -hero.sheet.traits.get(trait, 0))[:2]
            wished: list[Command] = [c.Advance(hero.id, "hp")]
            if hero.advances % 2 and len(best) == 2:
                wished.insert(0, c.Advance(hero.id, "traits", *best))
            wished.append(c.Advance(hero.id, "evasion"))
            yield from (command for command in wished if game.allows(state, command))
        if hero.cards:
            cards = (c.TakeCard(hero.id, name) for name in library().domains)
            yield from (command for command in cards if game.allows(state, command))
