"""How much room letters take in a drawing, and how words are fitted into it.

Letters cannot be measured here: their width is guessed, generously.
"""

from functools import lru_cache
from typing import Final

_WIDTHS: Final = {
    **dict.fromkeys("ijl'’|", 0.25),
    **dict.fromkeys("tfrI.,:;()[]/ ·!", 0.34),
    **dict.fromkeys("csvxyzk", 0.53),
    **dict.fromkeys("mwMW%@—▸", 0.9),
}
"""The width of letters that are not as wide as most, as a part of their size."""
BOLD: Final = 1.17
"""How much wider bold letters are."""


SQUEEZED: Final = 1.3
"""So much wider than its room a name may be: its letters stand closer together, which reads better than half a name."""


@lru_cache(maxsize=8192)
def text_width(text: str, size: float) -> float:
    """About how wide a text is in letters of a size."""
    return size * sum(_WIDTHS.get(each) or (0.74 if each.isupper() else 0.58) for each in text)


def shortened(text: str, size: float, room: float) -> str:
    """As much of a text as there is room for."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def broken(text: str, size: float, room: float) -> list[str]:
    """A text broken where its line is full."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def first_words(state: str, size: float, room: float) -> str:
    """As many words of a state, from the first on, as there is room for; the rest is told where somebody points."""
    parts = state.split(", ")
    while len(parts) > 1 and text_width(", ".join(parts), size) > room:
        parts.pop()
    return shortened(", ".join(parts), size, room)


def kept_number(name: str, size: float, room: float) -> str:
    """As much of a name as there is room for, and its number whole: it tells several of a kind apart."""
    kind, _, number = name.rpartition(" ")
    if not kind or not number.isdecimal() or text_width(name, size) <= room:
        return shortened(name, size, room)
    return f"{shortened(kind, size, room - text_width(f' {number}', size))} {number}"


def narrowest(name: str, size: float) -> float:
    """How wide a name is in two lines, broken where it takes the least room."""
    words = name.split(" ")
    halves = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words) + 1))
    return min(max(text_width(one, size) for one in both) for both in halves)


def name_lines(name: str, size: float, room: float) -> list[str]:
    """A name in one line if there is room for it, else in two, its number whole; what is a little too long is kept.

    Whoever draws it sets its letters closer (`SQUEEZED`).
    """
    first, *rest = broken(name, size, room)
    room *= SQUEEZED
    if not rest:
        return [kept_number(name, size, room)]
    return [shortened(first, size, room), kept_number(" ".join(rest), size, room)]
