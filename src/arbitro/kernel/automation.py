"""What a table leaves to the program although a person is the referee, and how that is turned round."""

from typing import Any

from msgspec import Struct

from arbitro.kernel.choice import Label


class Automation(Struct, frozen=True):
    """One kind of the referee's decisions."""

    name: str
    label: Label
    on: bool
    """Whether the program takes them."""
    command: dict[str, Any]
    """The command, as plain data, that hands them to the other."""
