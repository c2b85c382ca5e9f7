"""The page's own files: scripts, styles and drawings, served from the package and from nowhere else.

Their address carries a mark of all of them together, so that a browser may keep each for good and still never mixes two
versions: modules import each other by relative addresses, under the same mark.
"""

import gzip
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Final

from msgspec import Struct

TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}


class Asset(Struct, frozen=True):
    """A file, as it is and packed."""

    content: bytes
    packed: bytes
    media_type: str


@cache
def assets() -> dict[str, Asset]:
    """Every static file by name; there are few, so they are read once and kept."""
    found = {}
    for file in sorted(files("arbitro.web").joinpath("static").iterdir(), key=lambda file: file.name):
        ending = file.name.rpartition(".")[2]
        if ending in TYPES:
            content = file.read_bytes()
            found[file.name] = Asset(content, gzip.compress(content, 9, mtime=0), TYPES[ending])
    return found


@cache
def version() -> str:
    """The mark of all files together."""
    mark = blake2b(digest_size=6)
    for name, asset in assets().items():
        mark.update(name.encode())
        mark.update(asset.content)
    return mark.hexdigest()


def address(name: str) -> str:
    """Where a file is found; a name that does not exist is a programmer's error."""
    if name not in assets():
        raise KeyError(f"no static file {name!r}")
    return f"/static/{version()}/{name}"
