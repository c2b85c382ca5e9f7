"""A moment of a table, as words need it: whoever tells an event asks here what everything was called, not the state.

`Now` answers from a state, `Kept` from what was written down with an entry. `Noting` answers from the states around an
entry and keeps what it was asked: that is how it comes to be written down (see `noting`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from arbitro.kernel.event import Setting
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import State
from arbitro.kernel.witness import Noted, Witness, in_words
from arbitro.text import Language, Name

if TYPE_CHECKING:
    from arbitro.kernel.ruleset import Ruleset

S = TypeVar("S", bound=State)
I = TypeVar("I", bound=State)  # noqa: E741 - of the game inside
T = TypeVar("T")
INSIDE = "."
"""Before what the game inside a campaign calls otherwise than the campaign does."""


class Then(ABC, Generic[S]):
    """A moment of a table. What is asked here, and nothing else of the state, may enter a sentence."""

    def __init__(self, ruleset: "Ruleset[S]") -> None:
        self.ruleset = ruleset

    def name(self, subject: str, language: Language) -> Name:
        """What somebody or something was called."""
        return in_words(self.called(subject), self.ruleset.texts, language)

    def said(self, key: str, language: Language, look: Callable[[S], Noted | None]) -> str:
        """What something without an id of its own is called: `key` tells it from others of the same entry."""
        kind: Any = Noted  # of keys and numbers; older logs have words
        found: Noted | None = self.fact(key, kind, look)
        return in_words(found, self.ruleset.texts, language) if found else ""

    @abstractmethod
    def called(self, subject: str) -> Noted:
        """What somebody or something was called, in every language."""

    @abstractmethod
    def fact(self, key: str, kind: type[T], look: Callable[[S], T | None]) -> T | None:
        """Something else that a sentence depends on; None, or nothing at all, is the same to whoever asks.

        `key` tells it from other facts of the same entry, `kind` is its type, of keys and numbers.
        """

    def first_fact(self, key: str, kind: type[T], look: Callable[[S], T | None]) -> T | None:
        """Something that a sentence depends on, as it was first within the entry rather than at its end."""
        return self.fact(key, kind, look)

    @abstractmethod
    def knowers(self, subject: str) -> tuple[str, ...]:
        """To whom the numbers of somebody were known (ids that a seat may play) beside themselves."""

    @abstractmethod
    def path_knowers(self, path: str) -> tuple[str, ...]:
        """To whom a path of the state was known beside the referee."""

    @abstractmethod
    def option(self, name: str) -> Setting | None:
        """How an option stood; None where there is no such option."""

    @abstractmethod
    def inside(self, game: "Ruleset[I]", look: Callable[[S], I]) -> "Then[I]":
        """The same moment for a game inside this one, `look` being how its state is found."""

    def knows_numbers(self, seat: Seat, subject: str) -> bool:
        """Whether a seat knew the exact numbers of somebody."""
        return seat.knows_numbers(subject, self.knowers(subject))


class Now(Then[S]):
    """How things stand in a state."""

    def __init__(self, ruleset: "Ruleset[S]", state: S) -> None:
        super().__init__(ruleset)
        self.state = state

    def name(self, subject: str, language: Language) -> Name:
        """What somebody is called now, as the game says it."""
        return self.ruleset.name_of(self.state, subject, language)

    def called(self, subject: str) -> Noted:
        """What somebody is called now in every language, as the game says it."""
        return self.ruleset.called(self.state, subject)

    def fact(self, key: str, kind: type[T], look: Callable[[S], T | None]) -> T | None:
        """Looked up."""
        del key, kind
        return look(self.state)

    def knowers(self, subject: str) -> tuple[str, ...]:
        """Who may know somebody's numbers now, as the game says it."""
        return self.ruleset.knowers(self.state, subject) or ()

    def path_knowers(self, path: str) -> tuple[str, ...]:
        """Who may know now what was changed by hand, as the game says it."""
        return self.ruleset.path_knowers(self.state, path)

    def option(self, name: str) -> Setting | None:
        """An option of the table as it stands."""
        return self.state.options.get(name)

    def inside(self, game: "Ruleset[I]", look: Callable[[S], I]) -> "Now[I]":
        """The game's part of the state."""
        return Now(game, look(self.state))


class _WithGame(Then[S]):
    """A moment that also answers for a game inside the one it is of."""

    @abstractmethod
    def called_inside(self, game: "Ruleset[Any]", look: Callable[[S], Any], subject: str) -> Noted:
        """What the game inside called somebody or something."""

    def inside(self, game: "Ruleset[I]", look: Callable[[S], I]) -> Then[I]:
        """Answered here as well."""
        return _Inside(self, game, look)


class _Inside(Then[I]):
    """A moment for the game inside a campaign."""

    def __init__(self, outer: "_WithGame[Any]", game: "Ruleset[I]", look: Callable[[Any], I], depth: int = 1) -> None:
        super().__init__(game)
        self._outer = outer
        self._look = look
        self._depth = depth

    def called(self, subject: str) -> Noted:
        """What the game calls somebody, who may call things otherwise than the campaign."""
        return self._outer.called_inside(self.ruleset, self._look, subject)

    def fact(self, key: str, kind: type[T], look: Callable[[I], T | None]) -> T | None:
        """Kept apart from the campaign's own."""
        return self._outer.fact(self._depth * INSIDE + key, kind, lambda state: look(self._look(state)))

    def first_fact(self, key: str, kind: type[T], look: Callable[[I], T | None]) -> T | None:
        """Kept apart from the campaign's own, as it was first within the entry."""
        return self._outer.first_fact(self._depth * INSIDE + key, kind, lambda state: look(self._look(state)))

    def knowers(self, subject: str) -> tuple[str, ...]:
        """The campaign says the same."""
        return self._outer.knowers(subject)

    def path_knowers(self, path: str) -> tuple[str, ...]:
        """A path of the game's state, which the campaign has under ``game``."""
        return self._outer.path_knowers(self._depth * "game." + path)

    def option(self, name: str) -> Setting | None:
        """The campaign has them all."""
        return self._outer.option(name)

    def inside(self, game: "Ruleset[Any]", look: Callable[[I], Any]) -> Then[Any]:
        """A game within the game within the campaign."""
        return _Inside(self._outer, game, lambda state: look(self._look(state)), self._depth + 1)


class Kept(_WithGame[S]):
    """What was written down with an entry."""

    def __init__(self, ruleset: "Ruleset[S]", witness: Witness) -> None:
        super().__init__(ruleset)
        self.witness = witness

    def called(self, subject: str) -> Noted:
        """What somebody was called: as it was noted, or as the id says by itself."""
        found = self.witness.names.get(subject)
        return _by_itself(self.ruleset, subject) if found is None else found

    def called_inside(self, game: "Ruleset[Any]", look: Callable[[S], Any], subject: str) -> Noted:
        """What the game called somebody: as it was noted for the game, else for both."""
        del game, look
        found = self.witness.names.get(INSIDE + subject)
        return self.called(subject) if found is None else found

    def fact(self, key: str, kind: type[T], look: Callable[[S], T | None]) -> T | None:
        """A fact as it was noted."""
        del look
        found = self.witness.facts.get(key)
        return None if found is None else msgspec.convert(msgspec.to_builtins(found), kind)

    def knowers(self, subject: str) -> tuple[str, ...]:
        """Who might know somebody's numbers, as it was noted."""
        found = self.witness.known.get(subject)
        return () if found is None else tuple(found.split(","))

    def path_knowers(self, path: str) -> tuple[str, ...]:
        """Who might know what was changed by hand, as it was noted."""
        return self.knowers(path)

    def option(self, name: str) -> Setting | None:
        """An option as it was noted, or the book's."""
        found = self.witness.options.get(name)
        return self.ruleset.book_options.get(name) if found is None else found


class Noting(_WithGame[S]):
    """The states around an entry, the one after it first; those before, for what is gone. Notes what it says."""

    def __init__(self, ruleset: "Ruleset[S]", states: Iterator[S]) -> None:
        super().__init__(ruleset)
        self._left = states
        self._states = [next(states)]
        self._answers: dict[str, Noted] = {}
        self._names: dict[str, Noted] = {}
        self._facts: dict[str, Any] = {}
        self._known: dict[str, tuple[str, ...]] = {}
        self._options: dict[str, Setting] = {}

    def witness(self, lines: tuple[int, ...] | None) -> Witness:
        """All that was asked so far."""
        known = {subject: ",".join(to) for subject, to in self._known.items() if to}
        return Witness(self.ruleset.wording, lines, self._names, self._facts, known, self._options)

    def _each(self) -> Iterator[S]:
        """The states, each made when it is needed first."""
        yield from self._states
        for state in self._left:
            self._states.append(state)
            yield state

    def called(self, subject: str) -> Noted:
        """What somebody is called as it is found, noted unless the id says it by itself."""
        found = self._find(subject)
        if found != _by_itself(self.ruleset, subject):
            self._names[subject] = found
        return found

    def _find(self, subject: str) -> Noted:
        found = self._answers.get(subject)
        if found is None:
            found = self._answers[subject] = self._search(self.ruleset, lambda state: state, subject)
        return found

    def _search(self, ruleset: "Ruleset[Any]", look: Callable[[S], Any], subject: str) -> Noted:
        for state in self._each():
            found = ruleset.called(look(state), subject)
            if found != (subject,):  # it has more to say than the id
                return found
        return (subject,)

    def called_inside(self, game: "Ruleset[Any]", look: Callable[[S], Any], subject: str) -> Noted:
        """Noted for the game alone where the campaign says it otherwise."""
        key = INSIDE + subject
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = self._search(game, look, subject)
        if found == self._find(subject):
            return self.called(subject)
        self._names[key] = found
        return found

    def fact(self, key: str, kind: type[T], look: Callable[[S], T | None]) -> T | None:
        """Noted where there is one."""
        del kind
        for state in self._each():
            found = look(state)
            if found is not None:
                if found:
                    self._facts[key] = found
                return found
        return None

    def first_fact(self, key: str, kind: type[T], look: Callable[[S], T | None]) -> T | None:
        """Noted where there is one; the states are gone through from the one before the entry."""
        del kind
        found = next((found for state in reversed(tuple(self._each())) if (found := look(state)) is not None), None)
        if found:
            self._facts[key] = found
        return found

    def knowers(self, subject: str) -> tuple[str, ...]:
        """Noted where there are any."""
        if subject not in self._known:
            self._known[subject] = ()
            for state in self._each():
                found = self.ruleset.knowers(state, subject)
                if found is not None:
                    self._known[subject] = found
                    break
        return self._known[subject]

    def path_knowers(self, path: str) -> tuple[str, ...]:
        """Noted where there are any."""
        self._known[path] = self.ruleset.path_knowers(self._states[0], path)
        return self._known[path]

    def option(self, name: str) -> Setting | None:
        """Noted where it is not the book's."""
        found = self._states[0].options.get(name)
        if found is not None and found != self.ruleset.book_options.get(name):
            self._options[name] = found
        return found


@lru_cache(maxsize=8192)
def _by_itself(ruleset: "Ruleset[Any]", subject: str) -> Noted:
    """What an id is called where nothing is known of it: an entry of the lists says it, somebody's id only itself."""
    return ruleset.called(ruleset.initial(), subject)
