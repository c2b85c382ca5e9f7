"""What tests of the command line share."""

from collections.abc import Callable

Run = Callable[..., tuple[int, str]]
"""Runs a command line with typed answers; its exit code and all it said."""
