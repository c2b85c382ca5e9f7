"""How the work of an answer is done: by whom, what is asked of each end, and who is told how far it has come."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import Final, Literal

from msgspec import Struct, field

from arbitro.chances.measures import Predicate

Method = Literal["derived", "explored", "sampled", "simulated"]
"""The three ways, and the fourth that is taken only where it is asked for."""


class WorkProgress(Struct, frozen=True):
    """How far an answer has come: how many fights were fought, or situations followed, of how many at most."""

    method: Method
    count: int
    most: int


OnProgress = Callable[[WorkProgress], bool | None]
"""Told how far it has come. True: that is enough; whoever raises from it calls the work off."""


class FightWork(Struct, frozen=True, kw_only=True):
    """What goes along with every question: who does the work, predicates of one's own, and who is told of it."""

    executor: Executor | None = None
    """Where batches of fights are sent; None: they are fought here."""
    workers: int = 1
    """How many batches that executor works on at once."""
    predicates: Mapping[str, Predicate] = field(default_factory=dict)
    on_progress: OnProgress | None = None

    def enough(self, method: Method, count: int, most: int) -> bool:
        """Tell how far it has come; whether that is enough."""
        return self.on_progress is not None and bool(self.on_progress(WorkProgress(method, count, most)))


ALONE: Final = FightWork()
"""Here, one by one, without a word."""
