"""What a process counts while it serves, for whoever watches over it."""

from collections.abc import Callable, Collection
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from arbitro.version import __version__
from arbitro.web.room import Room

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Figures:
    """What one process counts."""

    def __init__(self, rooms: Callable[[], Collection[Room]]) -> None:
        self.registry = CollectorRegistry()
        self.answers = Counter(
            "arbitro_answers",
            "Messages answered, by kind of message and answer",
            ("message", "answer"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "arbitro_answer_seconds",
            "From a message to its answer",
            ("message",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.errors = Counter("arbitro_errors", "Faults of the program itself", registry=self.registry)
        open_tables = Gauge("arbitro_tables_open", "Tables at hand in this process", registry=self.registry)
        open_tables.set_function(lambda: len(rooms()))
        viewers = Gauge("arbitro_viewers", "Pages that are open", registry=self.registry)
        viewers.set_function(lambda: sum(len(room.viewers()) for room in rooms()))
        Gauge("arbitro_info", "The version that runs", ("version",), registry=self.registry).labels(__version__).set(1)
