"""What plain characters do with a rest, and with the levels that they gain."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart import Spotlight
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.commands.resting import RestDeed
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.growing import may_have
from arbitro.rules.daggerheart.player_entries import PowerEntry, power_plays
from arbitro.rules.daggerheart.rests import moves_of
from arbitro.rules.daggerheart.state import Hero, Rest, State
from arbitro.rules.daggerheart.words import TRAITS


def next_move(game: Spotlight, state: State, rest: Rest) -> Command:
    """The next downtime move: the fallen, wounds, Stress, armour, then preparing; when all are done, the rest ends."""
    for command in _wakings(state, rest):
        if game.allows(state, command):
            return command
    for hero in state.party.values():
        if len(rest.moves.get(hero.id, ())) >= moves_of(hero):
            continue
        for command in _moves(state, rest, hero):
            if game.allows(state, command):
                return command
    return c.EndRest()


def still_resting(game: Spotlight, state: State, rest: Rest) -> frozenset[str]:
    """Those who have a downtime move left."""
    moves = (move for hero in state.party.values() for move in _moves(state, rest, hero))
    return frozenset(move.who for move in (*_wakings(state, rest), *moves) if game.allows(state, move))


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


def liked(books: Library, hero: Hero) -> list[str]:
    """Domain cards as a plain character likes them: those that the rules play first, then the highest."""
    order = {"runs": 0, "asks": 1, "told": 2}
    entries = books.entries("powers", PowerEntry)
    cards = [name for name in books.domains if may_have(books, hero.sheet, name)]
    return sorted(cards, key=lambda name: (order[power_plays(entries[name])], -entries[name].level))


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
            wished.insert(0, c.Advance(hero.id, "subclass"))
            wished.append(c.Advance(hero.id, "evasion"))
            yield from (command for command in wished if game.allows(state, command))
        if hero.cards:
            cards = (c.TakeCard(hero.id, name) for name in liked(game.rules.books, hero))
            yield from (command for command in cards if game.allows(state, command))
