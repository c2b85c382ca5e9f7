"""An adventure as a booklet to print: title, map, key with what is read aloud, and the creatures of one game."""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.export.bundle import BundleRequest, map_of
from arbitro.dungeon.export.pdf import A4, MARGIN, paint, register_fonts
from arbitro.dungeon.model import Dungeon
from arbitro.play.adventure import AdventureText, RoomText
from arbitro.play.naming import TEXTS
from arbitro.play.spots import held_called
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

LEADING: Final = 13
COLUMN: Final = 92
"""Letters in a line of the key."""


def key_lines(text: AdventureText, dungeon: Dungeon, campaign: "Campaign", language: Language) -> Iterator[str]:
    """The key in lines of plain text, room by room, then the creatures: what a terminal prints and a booklet sets."""
    game = campaign.game
    yield text.title.in_(language)
    if text.intro is not None:
        yield ""
        yield text.intro.in_(language)
    numbered = numbers(dungeon, 1)
    kinds: dict[str, None] = {}
    for name, room in text.rooms.items():
        number = numbered.get(name, 0)
        title = room.name.in_(language) if room.name is not None else TEXTS.say(language, "adventure.room")
        yield ""
        yield f"{number}. {title}" if number else title
        yield from _room_lines(room, campaign, language)
        yield from _way_lines(text, name, language)
        kinds |= dict.fromkeys(foes.kind for foes in room.foes.get(game.id, ()))
    if kinds:
        yield ""
        yield TEXTS.say(language, "adventure.creatures")
    for kind in kinds:
        called = game.creatures()[kind].in_(language)
        means = game.meaning(game.initial(), f"monster:{kind}", language) or game.meaning(
            game.initial(), kind, language
        )
        yield f"{str(called)[:1].upper()}{str(called)[1:]}" + (f": {means}" if means else "")


def _room_lines(room: RoomText, campaign: "Campaign", language: Language) -> Iterator[str]:
    game = campaign.game
    for words in (room.read, room.warn):
        if words is not None:
            yield f"«{words.in_(language)}»" if language == "it" else f"“{words.in_(language)}”"
    for foes in room.foes.get(game.id, ()):
        yield f"  {foes.number} × {game.creatures()[foes.kind].in_(language)}"
    for loot in room.treasure.get(game.id, ()):
        yield f"  {loot.number} × {held_called(campaign.side, loot.what, language)}"
    if room.note:
        yield f"  {room.note}"
    if room.cleared is not None:
        yield TEXTS.say(language, "adventure.cleared", text=room.cleared.in_(language))


def _way_lines(text: AdventureText, room: str, language: Language) -> Iterator[str]:
    """The doors of a room of which there is more to know than that they are there."""
    for way in text.ways:
        if room not in (way.start, way.to) or not (way.locked or way.kind in ("secret_door", "one_way_door")):
            continue
        there = way.to if room == way.start else way.start
        name = text.rooms[there].name
        called = name.in_(language) if name is not None else there
        side = "" if way.kind != "one_way_door" else ".from" if room == way.start else ".against"
        line = TEXTS.say(language, f"adventure.{way.kind}{side}", room=called)
        yield "  " + line + (TEXTS.say(language, "adventure.locked") if way.locked else "")


def booklet(text: AdventureText, dungeon: Dungeon, campaign: "Campaign", language: Language) -> bytes:
    """The whole of it as PDF, on A4: the map on the first sheet, then the key."""
    from reportlab.pdfgen.canvas import Canvas

    register_fonts()
    paper = BytesIO()
    canvas = Canvas(paper, pagesize=A4, invariant=1, pageCompression=1)
    canvas.setTitle(text.title.in_(language))
    canvas.setAuthor(text.author or "Arbitro")
    _, bare = map_of(dungeon, 1, len(text.title.en), BundleRequest("adventure", language=language))
    lines = list(key_lines(text, dungeon, campaign, language))
    canvas.setFont("Helvetica-Bold", 20)
    canvas.drawString(MARGIN, A4[1] - MARGIN - 20, lines[0])
    _map(canvas, bare)
    canvas.showPage()
    _set(canvas, lines[1:])
    canvas.save()
    return paper.getvalue()


def _map(canvas: Any, bare: Any) -> None:
    width, height = A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN - 40
    scale = min(width / bare.width, height / bare.height)
    canvas.saveState()
    canvas.translate((A4[0] - bare.width * scale) / 2, (A4[1] - 40 + bare.height * scale) / 2)
    canvas.scale(scale, -scale)
    canvas.translate(-bare.box[0], -bare.box[1])
    paint(canvas, bare)
    canvas.restoreState()


def _set(canvas: Any, lines: list[str]) -> None:
    """Lines of text, as many sheets as it takes."""
    from reportlab.lib.utils import simpleSplit

    low, y = MARGIN + LEADING, A4[1] - MARGIN - LEADING
    for line in lines:
        for part in simpleSplit(line, "Helvetica", 10, A4[0] - 2 * MARGIN) or [""]:
            if y < low:
                canvas.showPage()
                y = A4[1] - MARGIN - LEADING
            canvas.setFont("Helvetica", 10)
            canvas.drawString(MARGIN, y, part)
            y -= LEADING
