"""At whom a command is aimed, and the same command at somebody else, by the names of its fields."""

from typing import Final

import msgspec

from arbitro.kernel.command import Command

TARGETS: Final = ("target", "targets")
"""The fields of commands that say at whom."""


def target_of(command: Command) -> str:
    """At whom a command is aimed; nobody where it says none."""
    return next((str(at) for name in TARGETS if (at := getattr(command, name, ""))), "")


def aimed_at(command: Command, who: str) -> Command:
    """The same command at somebody else."""
    name = next(name for name in TARGETS if getattr(command, name, ""))
    return msgspec.structs.replace(command, **{name: who})
