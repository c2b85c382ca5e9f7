"""An adventure as a booklet to print: title, map, key with what is read aloud, and the creatures of one game."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal
from xml.sax.saxutils import escape

from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.export.bundle import BundleRequest, map_of
from arbitro.dungeon.export.pdf import A4, paint, register_fonts
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.card import Sheet
from arbitro.play.adventure import AdventureText, RoomText
from arbitro.play.naming import TEXTS
from arbitro.play.printed_sheet import MARGIN, columns_of, flowable, footing, type_styles
from arbitro.play.spots import held_called
from arbitro.text import Language, capital

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

PartKind = Literal["title", "prose", "heading", "read", "item", "block"]
Part = tuple[PartKind, str]
"""A line of the key, and as what it is set."""
Blocks = Callable[[str], Sheet]
"""The sheet of a creature, by its id."""
GAP: Final = ""


def key_lines(
    text: AdventureText, dungeon: Dungeon, campaign: "Campaign", language: Language, blocks: Blocks | None = None
) -> Iterator[str]:
    """The key in lines of plain text, room by room, then the creatures: what a terminal prints."""
    for kind, line in key_parts(text, dungeon, campaign, language, blocks):
        if kind in ("heading", "prose"):
            yield GAP
        yield f"  {line}" if kind == "item" else line


def key_parts(
    text: AdventureText, dungeon: Dungeon, campaign: "Campaign", language: Language, blocks: Blocks | None = None
) -> Iterator[Part]:
    """The key part by part: what a booklet sets."""
    yield "title", text.title.in_(language)
    if text.intro is not None:
        yield "prose", text.intro.in_(language)
    if text.packs:
        yield "item", TEXTS.say(language, "adventure.needs", packs=", ".join(text.packs))
    for trigger in text.triggers:
        if trigger.when == "time":
            said = trigger.say.in_(language)
            yield "item", TEXTS.say(language, "adventure.on.time", turns=trigger.turns, text=said)
    numbered = numbers(dungeon, 1)
    kinds: dict[str, None] = {}
    for name, room in text.rooms.items():
        number = numbered.get(name, 0)
        title = room.name.in_(language) if room.name is not None else TEXTS.say(language, "adventure.room")
        yield "heading", f"{number}. {title}" if number else title
        yield from _room_parts(room, campaign, language)
        yield from _trigger_parts(text, name, language)
        yield from (("item", line) for line in _way_lines(text, name, language))
        kinds |= dict.fromkeys(foes.kind for foes in room.foes.get(campaign.game.id, ()))
    if kinds:
        yield "heading", TEXTS.say(language, "adventure.creatures")
    for kind in kinds:
        yield from _creature(kind, campaign, language, blocks)


def _creature(kind: str, campaign: "Campaign", language: Language, blocks: Blocks | None) -> Iterator[Part]:
    """A creature's name and what it is, then its numbers, attacks and powers, section by section."""
    game = campaign.game
    called = str(game.creatures()[kind].in_(language))
    means = game.meaning(game.initial(), f"monster:{kind}", language) or game.meaning(game.initial(), kind, language)
    yield "block", capital(called) + (f": {means}" if means else "")
    for section in () if blocks is None else blocks(kind).sections:
        told = [f"{word} {value}" for word, value in section.pairs]
        short = "; ".join((*told, *section.lines))
        if short:
            yield "item", f"{section.title}: {short}"


def _room_parts(room: RoomText, campaign: "Campaign", language: Language) -> Iterator[Part]:
    game = campaign.game
    for words in (room.read, room.warn):
        if words is not None:
            yield "read", f"«{words.in_(language)}»" if language == "it" else f"“{words.in_(language)}”"
    for foes in room.foes.get(game.id, ()):
        yield "item", f"{foes.number} × {game.creatures()[foes.kind].in_(language)}"
    for loot in room.treasure.get(game.id, ()):
        yield "item", f"{loot.number} × {held_called(campaign.side, loot.what, language)}"
    if room.note:
        yield "item", room.note
    if room.cleared is not None:
        yield "read", TEXTS.say(language, "adventure.cleared", text=room.cleared.in_(language))


def _trigger_parts(text: AdventureText, room: str, language: Language) -> Iterator[Part]:
    """What is told in a room when something has happened there."""
    for trigger in text.triggers:
        if trigger.room == room:
            yield "read", TEXTS.say(language, f"adventure.on.{trigger.when}", text=trigger.say.in_(language))


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
        yield line + (TEXTS.say(language, "adventure.locked") if way.locked else "")


def booklet(
    text: AdventureText, dungeon: Dungeon, campaign: "Campaign", language: Language, blocks: Blocks | None = None
) -> bytes:
    """The whole of it as PDF, on A4: title and map on the first sheet, then the key in two columns."""
    from reportlab.platypus import BaseDocTemplate, Frame, NextPageTemplate, PageBreak, PageTemplate, Paragraph

    register_fonts()
    wide, high = A4
    styles = type_styles()
    _, bare = map_of(dungeon, 1, len(text.title.en), BundleRequest("adventure", language=language))
    parts = list(key_parts(text, dungeon, campaign, language, blocks))
    head = [part for part in parts[:2] if part[0] in ("title", "prose")]
    cover = Frame(MARGIN, MARGIN, wide - 2 * MARGIN, high - 2 * MARGIN, 0, 0, 0, 0, id="cover")
    held = BytesIO()
    document = BaseDocTemplate(
        held,
        pagesize=A4,
        pageTemplates=[
            PageTemplate("cover", [cover], onPage=footing, pagesize=A4),
            PageTemplate("key", columns_of(A4), onPage=footing, pagesize=A4),
        ],
        title=text.title.in_(language),
        author=text.author or "Arbitro",
        lang=language,
        invariant=1,
    )
    faces = {"title": "name", "prose": "line", "heading": "heading", "read": "read", "item": "item", "block": "block"}
    story: list[Any] = [Paragraph(escape(words), styles[faces[kind]]) for kind, words in head]
    story += [_map(bare), NextPageTemplate("key"), PageBreak()]
    story += [Paragraph(escape(words), styles[faces[kind]]) for kind, words in parts[len(head) :]]
    document.build(story)
    return held.getvalue()


def _map(bare: Any) -> Any:
    """The map, as large as what is left of the page."""

    def draw(canvas: Any, wide: float, high: float) -> None:
        scale = min(wide / bare.width, (high - MARGIN) / bare.height)
        canvas.translate((wide - bare.width * scale) / 2, (high + bare.height * scale) / 2)
        canvas.scale(scale, -scale)
        canvas.translate(-bare.box[0], -bare.box[1])
        paint(canvas, bare)

    return flowable(lambda _, wide, high: (wide, high - 1), draw)
