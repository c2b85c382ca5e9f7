"""Choices that a server holds: worked out once, as far as anybody asks, and found again without the others."""

from collections.abc import Iterator

import pytest

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.choice import DESK, Choice, Label, Unrolled
from arbitro.kernel.moment import PresentMoment
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset


class Source:
    """Some choices, the last two of them on the desk, and how far anybody has come in them."""

    def __init__(self, called_off_at: int = -1) -> None:
        self.given: list[str] = []
        self.called_off_at = called_off_at

    def __call__(self) -> Iterator[Choice]:
        for number in range(6):
            if number == self.called_off_at:
                self.called_off_at = -1
                raise TimeoutError
            self.given.append(str(number))
            yield Choice(str(number), "do", Label("do"), group=DESK if number > 3 else "")


def ids(choices: Unrolled) -> list[str]:
    return [choice.id for choice in choices]


def test_they_are_worked_out_once_and_in_order() -> None:
    source = Source()
    choices = Unrolled(source)
    assert ids(choices) == ids(choices) == list("012345")
    assert source.given == list("012345")


def test_one_that_was_shown_is_found_without_working_out_the_desk() -> None:
    choices = Unrolled(source := Source())
    assert choices.find("2") is not None
    assert source.given == list("01234")  # up to the first of the desk
    assert choices.find("5") is not None
    assert choices.find("6") is None


def test_who_is_called_off_leaves_the_rest_to_the_next() -> None:
    choices = Unrolled(Source(called_off_at=3))
    with pytest.raises(TimeoutError):
        choices.find("4")
    assert ids(choices) == list("012345")


def test_two_readers_at_once_read_the_same() -> None:
    choices = Unrolled(Source())
    one, other = iter(choices), iter(choices)
    pairs = list(zip(one, other, strict=True))
    assert len(pairs) == 6
    assert all(mine is yours for mine, yours in pairs)


def test_who_comes_while_somebody_works_on_works_them_out_alone() -> None:
    def offers() -> Iterator[Choice]:
        for choice in Source()():
            if choice.id == "2" and not meanwhile:
                meanwhile.append("")
                meanwhile.extend(ids(choices))  # as another thread would, in the middle
                found.append(choices.find("3"))
            yield choice

    meanwhile: list[str] = []
    found: list[Choice | None] = []
    choices = Unrolled(offers)
    assert ids(choices) == list("012345")
    assert meanwhile[1:] == list("012345")
    assert found[0] is not None
    assert found[0].id == "3"


def test_a_command_at_a_table_that_is_looked_at_is_found_without_enumerating_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_ruleset("whitebox")
    setup = game.read_setup(open_packaged("arbitro.rules.whitebox", "fights", "orcs.yaml"))
    table = Table.open(game, "looked-at", seed_from_text("unrolled"), setup.options)
    for command in setup.start:
        table.submit(command, REFEREE)
    PresentMoment().at(table.state)
    asked: list[Seat] = []
    enumerate_all = game.choices

    def counted(state: object, seat: Seat) -> object:
        asked.append(seat)
        return enumerate_all(state, seat)

    monkeypatch.setattr(game, "choices", counted, raising=False)
    shown = table.choices(REFEREE).all()
    assert all(table.choices(REFEREE)[choice.id] is choice for choice in shown)
    with pytest.raises(KeyError):
        table.choices(REFEREE)["nothing of the kind"]
    assert asked == [REFEREE]
