"""How much Fear the automatic GM spends, and when it breaks in (USARE LA PAURA).

The tension of a scene suggests a range (DH-TENSION-01): up to its bottom Fear is spent freely, up to its top as long as
two are kept for later. Where a lot of it has piled up (DH-FEAR-14) it is spent fast (by breaking in on the players),
often (in every GM turn) and big (move after move). In a campaign, where rests will bring more, a lot is what leaves no
room for them. A fight in which all of its range is spent becomes more tense first: the GM raises the stakes. Beyond the
range of a fight that cannot become more tense Fear is spent only from the reminder's limit on; an incidental scene
never costs more than its top, however much Fear there is (DH-TENSION-02).
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, Literal, TypeVar

from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gm_moves import tension_rises
from arbitro.rules.daggerheart.presence import current_scene, foes_left, heroes_up, party_size
from arbitro.rules.daggerheart.scene_end import fear_budget, spent_out
from arbitro.rules.daggerheart.state import FEAR_LIMIT, SceneState, State

T = TypeVar("T")


def pick_one(state: State, options: Sequence[T]) -> T:
    """One of several equal ways, by how the scene stands."""
    scene = current_scene(state)
    made = scene.turn.made if scene.turn is not None else 0
    mark = f"{state.scenes}/{scene.rolls}/{state.fear.gained}/{state.fear.spent}/{made}".encode()
    return options[int.from_bytes(blake2b(mark, digest_size=4).digest(), "big") % len(options)]


KEPT: Final = 2
"""Fear that is kept for later, in the upper half of the range."""
MOST_OF_A_REST: Final = 4
"""The most that the die of a rest brings the GM (DH-FEAR-03)."""
PATIENCE: Final = 2
"""Action rolls without a GM turn after which a GM with too much Fear breaks in."""


def much(state: State) -> bool:
    """Whether so much Fear has piled up that it must be spent (DH-FEAR-14)."""
    limit = int(state.options["gm_fear_reminder_at"])
    return bool(limit) and state.fear.held >= min(limit, _room(state))


def _room(state: State) -> int:
    """From how much Fear on the rests to come might bring more than the pool holds (DH-FEAR-03, DH-FEAR-05).

    One scene by itself is followed by no rest. In a campaign a fight is followed by a short one, 1d4, and at home by a
    long one, 1d4 and 1 for each PC. What one rest brings is never too much to hold.
    """
    if state.scenes <= 1:
        return FEAR_LIMIT
    return max(FEAR_LIMIT - 2 * MOST_OF_A_REST - party_size(state), MOST_OF_A_REST)


def affordable(books: Library, state: State, fear: int) -> bool:
    """Whether the GM would spend this much Fear now."""
    held = state.fear.held
    if fear <= 0 or held < fear:
        return fear <= 0
    budget = fear_budget(books, state)
    if budget is None:
        return held >= fear + KEPT or much(state)
    spent, low, high = budget
    if spent + fear <= high:
        return spent + fear <= low or held - fear >= KEPT
    return piled_up(state) and current_scene(state).tension != "incidental" and not tension_rises(books, state)


def raises_stakes(books: Library, state: State) -> bool:
    """Whether so much Fear has piled up that the fight becomes more tense before the rest of it is spent."""
    return spent_out(books, state) and much(state) and tension_rises(books, state)


def piled_up(state: State) -> bool:
    """Whether the pool is so full that the reminder shows: then Fear is spent where nothing is fought over, too."""
    limit = int(state.options["gm_fear_reminder_at"])
    return bool(limit) and state.fear.held >= limit


def spills(state: State, gain: int) -> bool:
    """Whether some of the Fear that is about to come would be lost (DH-FEAR-05)."""
    return bool(state.options["gm_fear_reminder_at"]) and state.fear.held + gain > FEAR_LIMIT


def most_of(state: State, kind: Literal["short", "long"]) -> int:
    """The most Fear that a rest brings the GM (DH-FEAR-03, DHP-REST-06)."""
    return MOST_OF_A_REST + (party_size(state) if kind == "long" else 0)


def breaks_in(books: Library, state: State, scene: SceneState) -> bool:
    """Whether the GM takes the spotlight for a Fear: too much of it, and the players have had it for a while.

    Where there are no adversaries it takes a pool that is nearly full.
    """
    if any(True for _ in foes_left(state)):
        return much(state) and scene.quiet >= PATIENCE and (affordable(books, state, 1) or raises_stakes(books, state))
    return piled_up(state) and scene.quiet > 0 and any(True for _ in heroes_up(state)) and affordable(books, state, 1)
