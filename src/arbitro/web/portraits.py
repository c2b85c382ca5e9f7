"""Pictures of one's own for tokens: what is sent in, checked and written anew; and put where ours would be.

A picture is a PNG, a portrait a square one (see `Sizes`); the page makes one of whatever photograph it is given. All
of it is read by the letter of the format: chunk by chunk with their checksums, the pixels unpacked to exactly as many
bytes as they must be. What is kept is written anew from these pixels, so that nothing hidden in a file comes along.
"""

import zlib
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from struct import pack, unpack
from typing import Final
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.card import Card
from arbitro.kernel.drawing import Drawing, Layer, Piece, quoted
from arbitro.text import Fault, Words
from arbitro.web.api import TEXTS


class Sizes(Struct, frozen=True):
    """How large a picture may be: its sides in pixels, its file in bytes, and whether it must be square."""

    least: int
    most: int
    most_bytes: int
    square: bool


PORTRAIT: Final = Sizes(16, 256, 200_000, square=True)
HANDOUT: Final = Sizes(16, 1200, 1_500_000, square=False)
MOST_BYTES: Final = PORTRAIT.most_bytes
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""How many bytes a pixel has, by its kind of colour, at eight bits each."""
_MOST_COLOURS: Final = 256
_CLEAR: Final = {0: 2, 2: 6}
"""How long the part is that says which colour is not there at all, by the kind of colour."""
_FILTERS: Final = 5


def clean_png(sent: bytes, sizes: Sizes = PORTRAIT) -> bytes:
    """The same picture written anew; whatever is no such picture is turned away."""
    chunks = _chunks(sent, sizes.most_bytes)
    names = Counter(name for name, _ in chunks)
    if not chunks or chunks[0][0] != b"IHDR" or chunks[-1][0] != b"IEND" or len(chunks[0][1]) != 13:
        raise Fault(Words(TEXTS, "web.no_picture"))
    wide, high, depth, colour, packing, filtering, interlace = unpack(">IIBBBBB", chunks[0][1])
    fits = sizes.least <= min(wide, high) and max(wide, high) <= sizes.most
    if not fits or (sizes.square and wide != high):
        key = "web.picture_size" if sizes.square else "web.handout_size"
        raise Fault(Words(TEXTS, key, least=sizes.least, most=sizes.most))
    if depth != 8 or colour not in _CHANNELS or packing or filtering or interlace:
        raise Fault(Words(TEXTS, "web.no_picture"))
    row = 1 + wide * _CHANNELS[colour]
    pixels = _unpacked(b"".join(body for name, body in chunks if name == b"IDAT"), row * high)
    if any(pixels[first] >= _FILTERS for first in range(0, len(pixels), row)):
        raise Fault(Words(TEXTS, "web.no_picture"))
    once = {name: body for name, body in chunks if names[name] == 1}
    written = [
        chunks[0],
        *_colours(colour, once.get(b"PLTE", b""), once.get(b"tRNS", b"")),
        (b"IDAT", zlib.compress(pixels, 9)),
        (b"IEND", b""),
    ]
    return _SIGNATURE + b"".join(_chunk(name, body) for name, body in written)


def _colours(colour: int, palette: bytes, clear: bytes) -> list[tuple[bytes, bytes]]:
    """What a picture says of its colours, as long as it may be and no byte longer."""
    kept = []
    if colour == 3:
        if len(palette) % 3 or not 3 <= len(palette) <= 3 * _MOST_COLOURS:
            raise Fault(Words(TEXTS, "web.no_picture"))
        kept.append((b"PLTE", palette))
    if clear and (len(clear) <= len(palette) // 3 if colour == 3 else len(clear) == _CLEAR.get(colour)):
        kept.append((b"tRNS", clear))
    return kept


def _chunks(sent: bytes, most: int) -> list[tuple[bytes, bytes]]:
    """The parts of a file, whole and in order."""
    if len(sent) > most or not sent.startswith(_SIGNATURE):
        raise Fault(Words(TEXTS, "web.no_picture"))
    found, at = [], len(_SIGNATURE)
    while at < len(sent):
        length = int.from_bytes(sent[at : at + 4], "big")
        name, body = sent[at + 4 : at + 8], sent[at + 8 : at + 8 + length]
        end = at + 12 + length
        if end > len(sent) or zlib.crc32(name + body).to_bytes(4, "big") != sent[end - 4 : end]:
            raise Fault(Words(TEXTS, "web.no_picture"))
        found.append((name, body))
        at = end
    return found


def _unpacked(packed: bytes, size: int) -> bytes:
    """The pixels, exactly as many bytes as there must be: no more is ever unpacked."""
    reader = zlib.decompressobj()
    try:
        pixels = reader.decompress(packed, size + 1)
    except zlib.error:
        raise Fault(Words(TEXTS, "web.no_picture")) from None
    if len(pixels) != size or not reader.eof or reader.unused_data:
        raise Fault(Words(TEXTS, "web.no_picture"))
    return pixels


def _chunk(name: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + name + body + zlib.crc32(name + body).to_bytes(4, "big")


def mark_of_picture(body: bytes) -> str:
    """A short word for a picture: another picture has another, and another address."""
    return blake2b(body, digest_size=8).hexdigest()


def address_of_picture(table: str, who: str, mark: str) -> str:
    """Where a page finds somebody's picture."""
    return f"/v1/tables/{quote(table)}/pictures/{quote(who)}?v={mark}"


def address_of_handout(table: str, mark: str) -> str:
    """Where a page finds a picture that was handed out."""
    return f"/v1/tables/{quote(table)}/handouts/{quote(mark)}"


def pictured_cards(cards: tuple[Card, ...], table: str, marks: Mapping[str, str]) -> tuple[Card, ...]:
    """Cards with the pictures that people have given to those of the party."""
    return tuple(
        replace(card, token=replace(card.token, picture=address_of_picture(table, card.id, marks[card.id])))
        if card.token is not None and card.id in marks
        else card
        for card in cards
    )


@lru_cache(maxsize=64)  # many at a table are shown the same
def pictured_drawing(drawing: Drawing, table: str, marks: tuple[tuple[str, str], ...]) -> Drawing:
    """A drawing with these pictures on the tokens of people."""
    known = dict(marks)
    layers = (
        Layer(tuple(_pictured(piece, table, known) for piece in layer.pieces), layer.attributes, layer.tag)
        for layer in drawing.layers
    )
    return replace(drawing, layers=tuple(layers))


def _pictured(piece: Piece, table: str, marks: Mapping[str, str]) -> Piece:
    if piece.who not in marks:
        return piece
    address = quoted(address_of_picture(table, piece.who, marks[piece.who]))
    return piece.faced(
        f'<image class="art" href={address} x="1" y="1" width="22" height="22" clip-path="circle(11px)"/>'
    )
