"""Numbers of commands beyond what a game knows: each command is looked through, the very same one once."""

from typing import Any

import pytest

from arbitro.kernel import number_range
from arbitro.kernel.bounds import numbers_in
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.number_range import NumberRange, out_of_range


class Wager(Command, frozen=True, tag="wager_of_a_test"):
    """A command with a number."""

    coins: int


class Greet(Command, frozen=True, tag="greet_of_a_test"):
    """A command without one."""

    who: str = ""


STAKES = {Wager: {"coins": NumberRange(1, 6)}}


@pytest.fixture
def looked_through(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []

    def looked(command: Any) -> Any:
        found.append(command)
        return numbers_in(command)

    monkeypatch.setattr(number_range, "numbers_in", looked)
    return found


def test_the_very_same_command_is_looked_through_once(looked_through: list[Any]) -> None:
    wager = Wager(6)
    assert out_of_range(STAKES, wager) is None
    assert out_of_range(STAKES, wager) is None
    assert looked_through == [wager]
    assert out_of_range(STAKES, Greet("ada")) is None
    assert looked_through == [wager]


def test_neither_another_command_nor_other_bounds_pass_for_it(looked_through: list[Any]) -> None:
    wager = Wager(6)
    assert out_of_range(STAKES, wager) is None
    assert isinstance(out_of_range(STAKES, Wager(7)), Refusal)
    assert isinstance(out_of_range({Wager: {"coins": NumberRange(1, 5)}}, wager), Refusal)
    assert isinstance(out_of_range(STAKES, refused := Wager(8)), Refusal)
    assert isinstance(out_of_range(STAKES, refused), Refusal)
    assert len(looked_through) == 5
