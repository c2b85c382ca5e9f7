"""Numbers that no rule of any game asks for: a command that holds one is refused before anything is worked out."""

from arbitro.kernel.bounds import MOST_LARGE, beyond
from arbitro.kernel.command import Command, Refusal


def out_of_bounds(command: Command) -> Refusal | None:
    """The refusal of a command that holds a number beyond all sense, however deep inside."""
    found = beyond(command, type(command), MOST_LARGE)
    return None if found is None else Refusal("number_beyond", {"number": f"{found.value:.0f}", "most": MOST_LARGE})
