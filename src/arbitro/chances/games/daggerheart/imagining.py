"""A scene of the game of Hope and Fear as somebody in a seat may imagine it.

Adversaries have the stat block that stands in the book under their name, with as much marked as they look hurt; whoever
is in no book is taken for an ordinary adversary of the party's tier. Hidden countdowns are not there, a hidden
Difficulty is an ordinary one, and how tense the GM wants the scene is what the table's rules propose.
"""

from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.kernel.same import Same
from arbitro.kernel.seat import Seat
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.state import Block, Foe, Place, Request, State
from arbitro.rules.daggerheart.view import FoeView
from arbitro.rules.daggerheart.words import Named, Tension, tier_of

ORDINARY: Final = 15
"""A Difficulty of which nothing is known."""
TENSION: Final[Tension] = "typical"


def imagined(ruleset: Any, state: State, seat: Seat, dice: Dice) -> State | None:
    """The scene with everything that the seat may not know drawn anew; None where that cannot be said of it."""
    scene = state.scene
    if scene is None:
        return None
    books: Library = books_of(ruleset)
    seen: dict[str, FoeView] = {one.id: one for one in ruleset.view(state, seat).scene.foes}
    blocks = {who: _printed(Same(books), one.name) for who, one in seen.items()}
    place = None if scene.place is None else _place(books, scene.place)
    strange = any(block is None for block in blocks.values()) or (scene.place is not None and place is None)
    if strange and (state.awaiting or scene.agenda or scene.turn is not None):
        return None  # what is still to be done names features that only the true block has
    tier = max((tier_of(hero.sheet.level) for hero in state.party.values()), default=1)
    foes = {}
    for who, one in scene.foes.items():
        if seen[who].numbers is not None:
            foes[who] = one
        else:
            foes[who] = _guessed(one, seen[who], blocks[who] or _ordinary(Same(books), tier), dice)
    return replace(
        state,
        scene=replace(
            scene,
            foes=foes,
            place=place,
            tension=TENSION,
            difficulty=0 if place is not None else ORDINARY,
            pending=None if scene.pending is None else _request(scene.pending, foes),
            countdowns={name: one for name, one in scene.countdowns.items() if not one.hidden},
        ),
    )


def _request(request: Request, foes: dict[str, Foe]) -> Request:
    """A roll that is due; a hidden Difficulty is the target's printed one, or an ordinary one."""
    if not request.hidden:
        return request
    against = foes.get(request.against)
    return replace(request, difficulty=ORDINARY if against is None else against.block.difficulty)


def _guessed(one: Foe, seen: FoeView, block: Block, dice: Dice) -> Foe:
    """An adversary of a block that looks like this and has done what it was seen to do."""
    return Foe(
        one.id,
        block,
        seen.name,
        seen.at,
        _hurt_so(block.hp, seen, dice),
        dice.roll(block.stress // 2 + 1, "lot").face - 1,
        one.conditions,
        seen.cover,
        one.defeated,
        one.gone,
        one.token,
        one.used,
        one.counters,
        one.seen,
        one.struck_by,
    )


@lru_cache(maxsize=256)
def _printed(books: Same[Library], name: Named) -> Block | None:
    """The stat block that stands in the book under a name."""
    return _by_names(books).get((name.it.casefold(), name.en.casefold()))


@lru_cache(maxsize=8)
def _by_names(books: Same[Library]) -> dict[tuple[str, str], Block]:
    """The adversaries of a book by their names in both languages."""
    return {(block.name.it.casefold(), block.name.en.casefold()): block for block in books.thing.adversaries.values()}


@lru_cache(maxsize=32)
def _ordinary(books: Same[Library], tier: int) -> Block:
    """An ordinary adversary of a tier, for one of whom no book tells."""
    blocks = books.thing.adversaries.values()
    return min(blocks, key=lambda block: (abs(block.tier - tier), block.type != "standard", block.difficulty, block.id))


def _place(books: Library, place: Place) -> Place | None:
    """The environment that stands in the book under a name, with what was seen used of it."""
    names = place.name.it.casefold(), place.name.en.casefold()
    found = (one for one in books.places.values() if (one.name.it.casefold(), one.name.en.casefold()) == names)
    return next((replace(one, used=place.used) for one in found), None)


def _hurt_so(slots: int, seen: FoeView, dice: Dice) -> int:
    """Hit Points marked, by lot, on somebody who looks so hurt."""
    if seen.wounds == "down":
        return slots
    half = (slots + 1) // 2
    if seen.wounds == "none" or slots < 2:
        return 0
    if seen.wounds == "light":
        return dice.roll(half - 1, "lot").face if half > 1 else 1
    return half + dice.roll(slots - half, "lot").face - 1
