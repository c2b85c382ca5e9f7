"""Drawings that change: what of an SVG is new to a page that shows the one before.

The pieces of a drawing are the children of its root, counted in order from 0; a group without id and class is no piece,
but what lies in it is, and so for the definitions. In place of pieces that the page has already,
``<g data-keep-drawn="3-9"/>`` stands for those from number 3 to number 9.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

_PATTERN: Final = re.compile(r"<pattern .*?</pattern>", re.DOTALL)
"""A pattern that a drawing is filled with."""
_TAG: Final = re.compile(r"<(/?)(\w+)([^>]*)>")
"""A tag: attributes hold no raw ``>``."""
_HOLDERS: Final = ("svg", "defs")
_GROUP: Final = re.compile(r"<(/?)g\b[^>]*>")
_LATEST: Final = 64
"""How many drawings are kept at hand: many at a table are shown the same."""


class Drawing(Struct, frozen=True):
    """An SVG, cut around its pieces."""

    cut: tuple[str, ...]
    """What comes before the first piece, the first piece, and so on; at the end, what remains."""

    def __html__(self) -> str:
        """The whole of it, for a template; the games escape what they write into their drawings."""
        return "".join(self.cut)

    @property
    def still(self) -> bool:
        """Whether it is a picture that stands still, and not a map to move about in."""
        return "data-still" in self.cut[0]


@lru_cache(maxsize=_LATEST)
def taken_apart(svg: str) -> tuple[Drawing, str]:
    """A drawing of a game's, and the patterns that it is filled with, which hardly ever change."""
    patterns = "".join(_PATTERN.findall(svg))
    return Drawing(_cut(_PATTERN.sub("", svg) if patterns else svg)), patterns


def _cut(svg: str) -> tuple[str, ...]:
    found: list[str] = []
    done = at = 0
    while (tag := _TAG.search(svg, at)) is not None:
        closing, name, rest = tag.groups()
        begin, at = tag.span()
        if closing or name in _HOLDERS or (name == "g" and " id=" not in rest and " class=" not in rest):
            continue
        if not rest.endswith("/"):
            at = svg.index(f"</{name}>", at) + len(name) + 3
            if name == "g" and svg.find("<g", begin + 1, at) > 0:
                at = _end_of_group(svg, begin)
        found += (svg[done:begin], svg[begin:at])
        done = at
    return (*found, svg[done:])


def _end_of_group(svg: str, begin: int) -> int:
    """Where a group ends; of what is drawn, only groups stand in each other."""
    depth = 0
    for tag in _GROUP.finditer(svg, begin):
        depth += -1 if tag[1] else 0 if tag[0].endswith("/>") else 1
        if not depth:
            return tag.end()
    return len(svg)


@lru_cache(maxsize=_LATEST)
def changes_in(before: Drawing, now: Drawing) -> Drawing:
    """A drawing with a mark in place of every piece that was in the one before."""
    numbers = {piece: number for number, piece in enumerate(before.cut[1::2])}
    written: list[str] = []
    first = last = -1
    for between, piece in zip(now.cut[::2], now.cut[1::2], strict=False):
        number = numbers.get(piece, -1)
        if first >= 0 and number == last + 1 and not between.strip():
            last = number
            continue
        if first >= 0:
            written.append(_mark(first, last))
        written.append(between)
        first = last = number
        if number < 0:
            written.append(piece)
    if first >= 0:
        written.append(_mark(first, last))
    return Drawing((*written, now.cut[-1]))


def _mark(first: int, last: int) -> str:
    return f'<g data-keep-drawn="{first}-{last}"/>'
