"""Pictures made of dots, by resvg: no system library is needed, and the letters come from a font that is installed."""

from functools import cache
from importlib.resources import files
from typing import Final

FONT_PACKAGE: Final = "font_caladea"
FAMILY: Final = "Caladea"


@cache
def font_files() -> tuple[str, ...]:
    """The files of the font that all words of a map are set in: plain, bold, italic."""
    found = files(FONT_PACKAGE).joinpath("files").iterdir()
    return tuple(sorted(str(file) for file in found if file.name.endswith(".ttf")))


def to_png(svg: str) -> bytes:
    """An SVG document of ours as a PNG of its own size; words are never lost, whatever fonts the system has."""
    import resvg_py  # late: most commands draw nothing

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=list(font_files()),
        font_family=FAMILY,
        serif_family=FAMILY,
    )
    return bytes(drawn)
