"""Nobody's text steers the terminal of whoever reads it: what others wrote may stand in logs, files and names.

Only what colours a line goes through, for that is ours. What a command writes into a file or a pipe is left as it is.
"""

import re
from io import TextIOWrapper
from typing import Final

STEERING: Final = re.compile(r"\x1b(?!\[[0-9;]*[mK])|\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]")
"""Every sign that would move, rename or clear something; the escapes of colours, and of the rest of a line, apart."""


class Steered(TextIOWrapper):
    """The output to a terminal, with a mark in place of whatever would steer it."""

    def __init__(self, output: TextIOWrapper) -> None:
        super().__init__(output.buffer, output.encoding, "replace", line_buffering=True)

    def write(self, text: str) -> int:
        """Write a text."""
        return super().write(STEERING.sub("\N{REPLACEMENT CHARACTER}", text))
