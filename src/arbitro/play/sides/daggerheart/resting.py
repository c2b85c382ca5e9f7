"""What plain characters do with a rest, and with the levels that they gain."""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart import Spotlight
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.companion import lessons_due, lessons_open
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.growing import may_have
from arbitro.rules.daggerheart.player_entries import PowerEntry, power_plays
from arbitro.rules.daggerheart.rest_wishes import rest_moves
from arbitro.rules.daggerheart.state import Hero, Rest, State
from arbitro.rules.daggerheart.words import TRAITS

LESSONS_LIKED: Final = ("resilient", "vicious_die", "aware", "bonded", "armored", "light_in_the_dark", "vicious_range")
"""What plain characters teach a companion, first things first."""


def next_move(game: Spotlight, state: State, rest: Rest) -> Command:
    """The next downtime move: the fallen, wounds, Stress, armour, then preparing; when all are done, the rest ends."""
    return next(rest_moves(game, state, rest), None) or c.EndRest()


def still_resting(game: Spotlight, state: State, rest: Rest) -> frozenset[str]:
    """Those who have a downtime move left."""
    return frozenset(move.who for move in rest_moves(game, state, rest))


def liked(books: Library, hero: Hero) -> list[str]:
    """Domain cards as a plain character likes them: those that the rules play first, then the highest."""
    order = {"runs": 0, "asks": 1, "told": 2}
    entries = books.entries("powers", PowerEntry)
    cards = [name for name in books.domains if may_have(books, hero.sheet, name)]
    return sorted(cards, key=lambda name: (order[power_plays(entries[name])], -entries[name].level))


def growth(game: Spotlight, state: State) -> Iterator[Command]:
    """Advancements and cards: Hit Points first, then the best traits, then whatever is possible."""
    for hero in state.party.values():
        if hero.lost:
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
        if lessons_due(hero):
            liked_now = (lesson for lesson in LESSONS_LIKED if lesson in lessons_open(hero))
            yield from (c.TrainCompanion(hero.id, lesson) for lesson in liked_now)
        if hero.cards:
            cards = (c.TakeCard(hero.id, name) for name in liked(game.rules.books, hero))
            yield from (command for command in cards if game.allows(state, command))
