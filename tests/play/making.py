"""Making characters in tests: the answers that a player gives, step by step, through the choices."""

from typing import Any

from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import Seat
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.campaign import Campaign

WORDS = {
    "name": "Bruna",
    "words": "Tall, and silent.",
    "past": "soldier",
    "before": "baker",
    "unique": "dreams of what comes",
    "experience": "mountain life",
}
"""What somebody says where words are asked for."""


def seat(table: Table[Any]) -> Seat:
    """Whoever plays the party."""
    return table.ruleset.seats(table.state)[0]


def opened(game: str, seed: int = 1, **options: Any) -> Table[Any]:
    """A campaign in which nobody has been called together."""
    return Table.open(find_campaign(game), "t", seed.to_bytes(32, "big"), options)


def offer(table: Table[Any], name: str) -> Choice:
    """A choice of the party's, by its id."""
    return next(one for one in table.ruleset.choices(table.state, seat(table)) if one.id == name)


def do(table: Table[Any], name: str, **values: Any) -> Any:
    """Take a choice of the party's; what came of it."""
    answer = table.submit(table.ruleset.command(offer(table, name).fill(**values)), seat(table))
    assert not isinstance(answer, Refusal), (name, values, answer)
    return answer


def main(table: Table[Any]) -> Choice:
    """What the moment is about."""
    return next(one for one in table.ruleset.choices(table.state, seat(table)) if one.main)


def answer(table: Table[Any], **answers: Any) -> None:
    """Answer what is asked until there is nothing more to say: by `answers`, else the first that can be picked.

    A tuple gives several answers to one step, in order; an empty one leaves it as it is.
    """
    given = {step: list(value) if isinstance(value, tuple) else [value] for step, value in answers.items()}
    while (choice := main(table)).command != "finish_character":
        if choice.command == "throw_for_character":
            do(table, choice.id)
            continue
        step = str(choice.fixed["step"])
        (parameter,) = choice.parameters
        leave = next(
            (one for one in table.ruleset.choices(table.state, seat(table)) if one.id.endswith("/leave")), None
        )
        if step in given:
            value = given[step].pop(0) if given[step] else ""
        elif parameter.kind == "text":
            value = WORDS[step]
        else:
            value = "" if leave else parameter.picks[0].value
        if leave and not value:
            do(table, leave.id)
        else:
            do(table, choice.id, value=value)


def make(table: Table[Any], **answers: Any) -> str:
    """Make a character from the first question to the last; its id."""
    do(table, "begin_character")
    answer(table, **answers)
    who: str = table.state.draft.id
    do(table, "finish_character")
    return who


def campaign(table: Table[Any]) -> Campaign:
    """The campaign that is played."""
    assert isinstance(table.ruleset, Campaign)
    return table.ruleset
