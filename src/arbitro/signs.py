"""What a text is made of: letters as people count them, and signs that cannot be seen or that steer a terminal."""

import re
from typing import Final
from unicodedata import category

_JOINER: Final = "\u200d"
_SKIN: Final = range(0x1F3FB, 0x1F400)
_FLAGS: Final = range(0x1F1E6, 0x1F200)
"""Letters of which two make a flag."""


def letters(text: str) -> int:
    """How many letters people would count: an accent, a tone of skin, a sign joined to another are part of a letter."""
    count, joined, half_flag = 0, False, False
    for sign in text:
        if sign == _JOINER:
            joined = True
            continue
        mark = category(sign).startswith("M") or ord(sign) in _SKIN
        flag = ord(sign) in _FLAGS
        count += not (mark or joined or (flag and half_flag))
        half_flag = flag and not half_flag
        joined = False
    return count


CONTROL: Final = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]")
"""What steers a terminal instead of being shown: tabs and the ends of lines apart, no text of anybody's holds any."""


def shown_plainly(text: str) -> str:
    """A text with a mark in place of whatever would steer a terminal."""
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def all_seen(text: str) -> bool:
    """Whether every letter of a text can be seen; one that cannot might make a name pass for another."""
    return not any(category(letter).startswith("C") for letter in text)


def is_one_line(text: str) -> bool:
    """Whether a text can be written on a line as it is: the joiner of signs is no hidden letter."""
    return text.replace(_JOINER, "").isprintable()
