"""What fills the gaps of sentences, event by event: a table that a game writes beside its names."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.state import State
from arbitro.kernel.then import Then
from arbitro.text import Language, Name

S = TypeVar("S", bound=State)
W = TypeVar("W")
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Recounting(Generic[S]):
    """An event on its way into words: by which game, of which moment, in which language."""

    game: Ruleset[S]
    then: Then[S]
    language: Language

    def say(self, key: str, /, **values: object) -> str:
        """A sentence of the game's catalogue."""
        return self.game.texts.say(self.language, key, **values)

    def find(self, key: str) -> str | None:
        """A sentence of the game's catalogue as it is written, or None."""
        return self.game.texts.find(self.language, key)

    def name(self, subject: str) -> Name:
        """What somebody or something was called."""
        return self.then.name(subject, self.language)


class EventWords(dict[type[Event], Callable[[W, Any], dict[str, str]]], Generic[W]):
    """The words of every event that has gaps of its own; the type checker holds an event and its words together.

    `W` is what the words are made with: a `Recounting`, or what a campaign has in its place.
    """

    def on(self, event: type[E], words: Callable[[W, E], dict[str, str]]) -> "EventWords[W]":
        """A copy with an event more, or with other words for it."""
        more = EventWords(self)
        more[event] = words
        return more
