"""All files of a dungeon in the formats that were asked for, made one after another."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from arbitro.dungeon.draw.frame import captions, framed
from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.draw.level import draw_level
from arbitro.dungeon.draw.picture import SQUARE_TENTHS, Picture, to_svg
from arbitro.dungeon.draw.theme import Style
from arbitro.dungeon.export import foundry, uvtt
from arbitro.dungeon.export.key import drawn_levels, level_key, to_markdown
from arbitro.dungeon.export.own import to_own
from arbitro.dungeon.export.pdf import to_pdf
from arbitro.dungeon.export.png import to_png
from arbitro.dungeon.export.tabletop import plan
from arbitro.dungeon.export.textmap import to_text
from arbitro.dungeon.export.visited import handout, on_screen
from arbitro.dungeon.export.watabou import to_watabou
from arbitro.dungeon.export.words import TEXTS, Namer
from arbitro.dungeon.model import Dungeon
from arbitro.text import Fault, Language, Words

FORMATS: Final = ("svg", "png", "pdf", "uvtt", "foundry", "watabou", "json", "txt", "key")
PIXELS: Final = 40
"""To the square, in a PNG for people."""
LARGEST: Final = 60_000_000
"""Dots in a picture; larger levels get fewer to the square."""


class BundleRequest(Struct, frozen=True):
    """What is wanted of a dungeon, and how."""

    name: str
    formats: tuple[str, ...] = ("svg",)
    style: Style = "old"
    language: Language = "it"
    players: bool = False
    """The players' version: what they know, and nothing else."""
    size: str = "5mm"
    group: str = "party"
    namer: Namer | None = None
    """How the game that filled the dungeon calls things, for the key."""
    game: str = ""
    """The game that filled the dungeon, to be written into our own format."""


def known_formats(text: str) -> tuple[str, ...]:
    """Formats from a list with commas; a `Fault` names one that is unknown."""
    found = tuple(dict.fromkeys(word.strip().lower() for word in text.split(",") if word.strip()))
    for name in found or (text.strip(),):
        if name not in FORMATS:
            raise Fault(Words(TEXTS, "fault.no_format", name=name, known=", ".join(FORMATS)))
    return found


def count(dungeon: Dungeon, order: BundleRequest) -> int:
    """About how many steps `files` takes, for a progress bar."""
    per_level = [name for name in order.formats if name not in ("json", "key")]
    return len(per_level) * len(drawn_levels(dungeon)) + len(order.formats) - len(per_level)


def files(dungeon: Dungeon, decoration: int, order: BundleRequest) -> Iterator[tuple[str, bytes]]:
    """Each file as its name and its bytes."""
    shown = handout(dungeon, order.group) if order.players else dungeon
    name = f"{order.name}-players" if order.players else order.name
    levels = drawn_levels(shown)
    if "json" in order.formats:
        yield f"{name}.json", to_own(shown, decoration, order.game)
    if "key" in order.formats:
        keys = [level_key(shown, level, decoration, order.language, order.namer) for level in levels]
        yield f"{name}-key.md", to_markdown(keys, order.language, referee=not order.players).encode()
    for level in levels:
        yield from _level(shown, level, decoration, order, f"{name}-level-{level}")


def map_of(dungeon: Dungeon, level: int, decoration: int, order: BundleRequest) -> tuple[Picture, Picture]:
    """The framed map of a level and the bare one."""
    places = len(numbers(dungeon, level))
    title, subtitle, description = captions(order.language, level, places, players=order.players)
    drawn = draw_level(dungeon, level, decoration, order.style, title=title, description=description)
    return framed(drawn, order.language, title, subtitle), drawn.picture


def pixels_for(picture: Picture, wanted: int, least: int = 4) -> int:
    """Dots to the square: as many as wanted, fewer where the picture would grow too large."""
    squares = picture.width * picture.height / SQUARE_TENTHS**2
    return max(least, min(wanted, int((LARGEST / squares) ** 0.5)))


def _level(
    dungeon: Dungeon, level: int, decoration: int, order: BundleRequest, name: str
) -> Iterator[tuple[str, bytes]]:
    whole, bare = map_of(dungeon, level, decoration, order)
    wanted = order.formats
    if "svg" in wanted:
        yield f"{name}.svg", to_svg(whole).encode()
    if "png" in wanted:
        yield f"{name}.png", to_png(to_svg(whole, pixels_for(whole, PIXELS)))
    if "pdf" in wanted:
        yield f"{name}-{order.size}.pdf", to_pdf(whole, bare, dungeon, level, order.size, order.language)
    if "txt" in wanted:
        yield (
            f"{name}.txt",
            to_text(dungeon, level, decoration, order.language, referee=not order.players, name=order.namer).encode(),
        )
    if "watabou" in wanted:
        key = level_key(dungeon, level, decoration, order.language)
        by_number = {entry.number: entry.aloud for entry in key.entries}
        notes = {space: by_number[number] for space, number in numbers(dungeon, level).items()}
        yield f"{name}-watabou.json", to_watabou(dungeon, level, whole.title, whole.description, notes, decoration)
    if "uvtt" in wanted or "foundry" in wanted:
        yield from _tabletop(dungeon, level, decoration, order, name, whole.title)


def _tabletop(
    dungeon: Dungeon, level: int, decoration: int, order: BundleRequest, name: str, title: str
) -> Iterator[tuple[str, bytes]]:
    # The table shows the picture to everybody: what is the referee's stands in hidden labels and walls, never in it.
    pictured = dungeon if order.players else on_screen(dungeon)
    bare = draw_level(pictured, level, decoration, order.style, numbered=False).picture
    if "uvtt" in order.formats:
        dots = pixels_for(bare, uvtt.PIXELS)
        walls = plan(dungeon, level, decoration, secret_doors=False)
        yield f"{name}.uvtt", uvtt.to_uvtt(walls, to_png(to_svg(bare, dots)), dots)
    if "foundry" in order.formats:
        dots = pixels_for(bare, foundry.PIXELS, foundry.SMALLEST)
        walls = plan(dungeon, level, decoration, secret_doors=True)
        picture = f"{name}-foundry.png"
        yield picture, to_png(to_svg(bare, dots))
        scene = foundry.to_foundry(dungeon, level, walls, title, picture, dots, labelled=not order.players)
        yield f"{name}-foundry.json", scene
