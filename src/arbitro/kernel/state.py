"""What every game's state has in common, and the question that a resolution may stop for."""

from collections.abc import Hashable
from typing import Any, ClassVar, Final

from msgspec import Struct, field

from arbitro.kernel.event import Setting
from arbitro.kernel.memory import Memory


class Question(Struct, frozen=True, omit_defaults=True):
    """Somebody is awaited in the middle of a resolution; until they answer nothing else is legal for them."""

    kind: str
    """Which command answers it (`Command.answers`), and which text asks it (``question.<kind>``)."""
    who: str
    """The id of who decides: a character, a side, or ``referee``."""
    values: dict[str, str | int] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    way: str = ""
    """Which of several texts asks it (``question.<kind>.<way>``); empty: there is one."""


class Bared(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the referee has laid open by hand."""

    bared: tuple[str, ...] = ()
    """Those of the other side whose numbers everybody may know."""


class State(Bared, frozen=True, omit_defaults=True, dict=True):
    """Base of a game's state: plain, frozen, and complete without any reference to rules."""

    follows: ClassVar[dict[Hashable, Any] | None] = None
    """What was worked out of this very state, while it is a table's present one (see `moment`): no part of it."""
    memory: ClassVar[Memory | None] = None
    """What that table remembers of its last moments; no part of it either."""

    options: dict[str, Setting] = field(default_factory=dict)
    awaiting: tuple[Question, ...] = ()

    @property
    def inside(self) -> tuple["State", ...]:
        """The states of other games that this one holds."""
        return ()


NOBODY: Final[frozenset[str]] = frozenset()
"""Nobody is to act next: it is over, or has not begun."""


def awaited(state: State) -> frozenset[str]:
    """The ids of those who are asked something."""
    return frozenset([question.who for question in state.awaiting])
