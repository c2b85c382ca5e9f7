"""Appendix A as a generator that a campaign may be dug by."""

from collections.abc import Mapping
from typing import Final

from arbitro.appendix_a.hidden import may_search, search_section
from arbitro.appendix_a.level import begin, explore, generate_level, options
from arbitro.dice.stream import Dice
from arbitro.dungeon.generator import Generator
from arbitro.kernel.event import Event, Setting


def _begin(
    dice: Dice,
    chosen: Mapping[str, Setting],
    /,
    *,
    sealed: tuple[str, ...] = (),
    tables: tuple[str, ...] = (),
    planes: tuple[str, ...] = (),
    attempt: int = 0,
) -> tuple[Event, ...]:
    """Begin a dungeon; to do so with this generator is to select it."""
    selected = {**chosen, "appendix_a": True}
    return begin(dice, selected, sealed=sealed, tables=tables, planes=planes, attempt=attempt)


APPENDIX_A: Final = Generator(options, _begin, explore, generate_level, may_search, search_section)
