"""Answers that ask something back before anything is done: whether it is meant, what a die shows."""

from arbitro.web.message_parts import Answer


class SureAsked(Answer, frozen=True):
    """The answer to a do that was to `ask`: nothing has happened. Send it again without, to have it done."""

    title: str
    text: str
    """What follows from it."""


class DieAsked(Answer, frozen=True):
    """The next of one's own dice is needed.

    Where it is `owed` the deed has begun: say what it shows with `tell_faces`, or leave it to the engine with
    `roll_owed`, and name this `at`. Otherwise nothing has happened: send the same message again with one more face.
    """

    sides: int
    purpose: str
    number: int
    """How many faces have been given so far, plus one."""
    owed: bool = False
    at: int = 0
