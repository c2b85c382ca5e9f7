"""A drawing as data: named pieces in layers, of which an SVG is written only where somebody wants one.

Whoever draws says which thing each piece shows (its key). So two drawings of one scene can be compared piece by piece,
and a piece of something that has not changed need not be drawn, written or sent again.
"""

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from msgspec import Struct

_IN_QUOTES: Final = {'"': "&quot;"}
Attributes = tuple[tuple[str, str], ...]
"""Names and values of an element, the values as they are meant."""


class Piece(Struct, frozen=True):
    """One element of a drawing."""

    key: str
    """What it shows: unique in its drawing, and the same in the next one."""
    markup: str
    """The element as SVG. A group has an id or a class: without them it would be a layer."""
    who: str = ""
    """Whose token it shows, where it shows somebody's."""
    face: str = ""
    """That part of the markup which is the face of the token: somebody's own picture may take its place."""

    def faced(self, face: str) -> "Piece":
        """The same piece with another face."""
        return Piece(self.key, self.markup.replace(self.face, face, 1), self.who, face)


class Layer(Struct, frozen=True, cache_hash=True):
    """Pieces that are drawn one after the other; with attributes, they have those in common."""

    pieces: tuple[Piece, ...]
    attributes: Attributes = ()
    tag: str = "g"
    """The element that holds them together, where they have something in common: a ``g``, or ``defs``."""

    @property
    def opening(self) -> str:
        """What is written before the pieces."""
        return f"<{self.tag}{_written(self.attributes)}>" if self.attributes or self.tag != "g" else ""

    @property
    def closing(self) -> str:
        """What is written after them."""
        return f"</{self.tag}>" if self.opening else ""


class Drawing(Struct, frozen=True, cache_hash=True):
    """A drawing: the attributes of its root and its layers, the lowest first."""

    attributes: Attributes
    layers: tuple[Layer, ...]
    patterns: tuple[Piece, ...] = ()
    """What it is filled with: the same from step to step, so that a page may keep it beside the drawing."""
    still: bool = False
    """Whether it is a picture that is read as it stands, and not a map to move about in."""

    @property
    def opening(self) -> str:
        """The tag of its root."""
        still = ' data-still=""' if self.still else ""
        return f'<svg xmlns="http://www.w3.org/2000/svg"{_written(self.attributes)}{still}>'

    def pieces(self) -> Iterator[Piece]:
        """All pieces in the order in which they are drawn."""
        for layer in self.layers:
            yield from layer.pieces

    @property
    def ink(self) -> str:
        """The patterns of a drawing as SVG."""
        return "".join(piece.markup for piece in self.patterns)

    def svg(self) -> str:
        """The whole as an SVG document of its own."""
        ink = self.ink
        return self._around(f"<defs>{ink}</defs>" if ink else "")

    def __html__(self) -> str:
        """The whole without its patterns, for a template: they stand elsewhere on the page."""
        return self._around("")

    def _around(self, first: str) -> str:
        written = [self.opening, first]
        for layer in self.layers:
            written.append(layer.opening)
            written += [piece.markup for piece in layer.pieces]
            written.append(layer.closing)
        return "".join(written) + "</svg>"


class Plan(Struct, frozen=True):
    """A map that can be looked at: its id, what it is called, and whether the scene shows it anyway."""

    id: str
    title: str
    now: bool = False


def _written(attributes: Attributes) -> str:
    return "".join(f" {name}={quoted(value)}" for name, value in attributes)


def quoted(text: str) -> str:
    """A text as the value of an attribute, always in the same quotes."""
    return '"' + escape(text, _IN_QUOTES) + '"'
