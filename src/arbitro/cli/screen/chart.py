"""The map beside the story: the level that the party walks on, in characters, as far as it is known."""

from typing import Any

from msgspec import Struct

from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.play import PREFIX
from arbitro.text import Language


class CharacterMap(Struct, frozen=True):
    """A map in characters."""

    lines: tuple[str, ...]
    here: tuple[int, int]
    """Column and line of the party."""


def chart(ruleset: Ruleset[Any], state: Any, seat: Seat) -> CharacterMap | None:
    """The map of the level where the party is; None outside a dungeon, and while the game is busy with a fight."""
    if not ruleset.id.startswith(PREFIX):
        return None
    from arbitro.play.campaign import Campaign  # late: a fight needs no dungeon

    if not isinstance(ruleset, Campaign) or ruleset.side.meetings.busy(state) or state.at not in state.dungeon.spaces:
        return None
    from arbitro.dungeon.export.textmap import PARTY, plan
    from arbitro.play.view import shown_map

    level, others = state.dungeon.spaces[state.at].level, dict.fromkeys(state.waiting.values())
    lines = tuple(plan(shown_map(state, seat), level, state.at, others))
    here = next(((line.index(PARTY), row) for row, line in enumerate(lines) if PARTY in line), (0, 0))
    return CharacterMap(lines, here)


def signs(language: Language) -> str:
    """What the characters of the map stand for."""
    from arbitro.dungeon.export.words import TEXTS

    return TEXTS.say(language, "text.signs_players")
