"""Whether a command would be refused, asked without throwing a die or changing anything."""

from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

from arbitro.dice.stream import Dice, Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.state import State

S_co = TypeVar("S_co", bound=State, covariant=True)


class Resolved(Protocol[S_co]):
    """A command that was decided: what happened, and the state that it leads to."""

    @property
    def state(self) -> S_co:
        """How things stand after it."""

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""


class Passed(Exception):
    """Raised when a command that is only asked about gets as far as throwing a die, or as letting anything happen."""


class _Probe:
    """Dice that cannot be thrown: a command that asks for one has passed every check."""

    def roll(self, sides: int, purpose: str = "", /) -> Die:  # noqa: ARG002 - the protocol's
        raise Passed

    def stream(self, name: str, /) -> "_Probe":  # noqa: ARG002 - the protocol's
        return self


PROBE: Final = _Probe()


def passes(decide: Callable[[Dice], Resolved[Any] | Refusal]) -> bool:
    """Whether a command gets to its first die, or changes anything, without a refusal; no die is thrown."""
    try:
        answer = decide(PROBE)
    except Passed:
        return True
    return not isinstance(answer, Refusal) and bool(answer.events)


def refusal_of(decide: Callable[[Dice], Resolved[Any] | Refusal]) -> Refusal | None:
    """Why a command is refused; None where it gets to its first die or to anything that happens."""
    try:
        answer = decide(PROBE)
    except Passed:
        return None
    return answer if isinstance(answer, Refusal) else None
