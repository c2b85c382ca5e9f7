"""Drawings that change: what of a drawing is new to a page that shows the one before.

The pieces of a drawing (`arbitro.kernel.drawing`) are counted in order from 0. In place of pieces that the page has
already, ``<g data-keep-drawn="3-9"/>`` stands for those from number 3 to number 9. A page finds them again as the
children of the root, and in place of layers (``defs``, and a ``g`` without id and class) as the children of these.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from arbitro.kernel.drawing import Drawing, Piece

Numbered = Mapping[str, tuple[int, Piece]]
"""The pieces of a drawing with their numbers, by their keys."""


@lru_cache(maxsize=64)  # many at a table are shown the same
def changes_in(before: Drawing, now: Drawing) -> Drawing:
    """A drawing with a mark in place of every piece that was in the one before."""
    shown = {piece.key: (number, piece) for number, piece in enumerate(before.pieces())}
    layers = [replace(layer, pieces=tuple(_changed(layer.pieces, shown))) for layer in now.layers]
    return replace(now, layers=tuple(layers))


def _changed(pieces: tuple[Piece, ...], shown: Numbered) -> Iterator[Piece]:
    """The pieces of a layer, those in a row that the page has as one mark."""
    first = last = -1
    for piece in pieces:
        number, old = shown.get(piece.key, (-1, None))
        kept = old is piece or old == piece
        if kept and first >= 0 and number == last + 1:
            last = number
            continue
        if first >= 0:
            yield _mark(first, last)
        first = last = number if kept else -1
        if not kept:
            yield piece
    if first >= 0:
        yield _mark(first, last)


def _mark(first: int, last: int) -> Piece:
    kept = f"{first}-{last}"
    return Piece(f"kept/{kept}", f'<g data-keep-drawn="{kept}"/>')
