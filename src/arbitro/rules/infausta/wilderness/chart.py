"""The map of a country of hexes as a seat knows it: revealed hex by hex, with the trail, the weather and what is said.

**What is known.** A hex that the party has come to while it knew where it was is charted for good; from there it sees
what country the hexes around are. Whoever is lost, or on the way between two hexes, is shown where they last knew
themselves to be: the two look alike, as they do to the party. The referee sees the whole land.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal
from xml.sax.saxutils import escape

from msgspec import Struct

from arbitro.kernel.drawing import Attributes, Drawing, Layer, Piece, quoted
from arbitro.kernel.seat import Seat
from arbitro.kernel.token import BOX, Token, token_art, token_face
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.wilderness.land import axial
from arbitro.rules.infausta.wilderness.state import Journey, Land
from arbitro.rules.infausta.wilderness.table import around, lie_of
from arbitro.rules.whitebox import pictures
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.roll_tables import Terrain
from arbitro.rules.whitebox.scene import Here
from arbitro.text import Language

RADIUS: Final = 100
"""From the middle of a hex to a corner, in units of the drawing."""
HALF: Final = 86.6
"""From its middle to a side."""
MOST: Final = 6
"""So many tokens stand in a hex; of the others, how many they are is written."""
SIZE: Final = 44
"""The side of a token."""
FOUR: Final = 4
"""So many stand in a square."""
INK, PAPER, MARK, QUIET = "#2a231d", "#fdfbf5", "#a3271f", "#5c5145"
COLOURS: Final[Mapping[Terrain, str]] = {
    "open": "#dfe6bd",
    "forest": "#b4cc99",
    "river_coast": "#bcd8e3",
    "swamp_jungle": "#b9c7a4",
    "hills_mountains": "#d8c8ab",
    "desert": "#efdfae",
    "settled": "#ecd6b4",
}
STROKES: Final[Mapping[Terrain, str]] = {
    "open": "M-40 14l4-14m5 14l1-16m6 16l4-13M16 26l4-14m5 14l1-16m6 16l4-13M-4-18l3-11m5 11l1-13m6 13l3-10",
    "forest": "M-34 26v-8m-16 0h32l-16-34zM2 10v-8m-16 0h32l-16-34zM36 30v-8m-16 0h32l-16-34z",
    "river_coast": "M-52-10q13-14 26 0t26 0t26 0t26 0M-52 14q13-14 26 0t26 0t26 0t26 0M-40 36q13-14 26 0t26 0t26 0",
    "swamp_jungle": "M-44 18h34m-24 0v-26m8 26l6-22m-20 22l-7-20M10 32h38m-26 0v-26m9 26l6-22m-21 22l-7-20M-14-18h26",
    "hills_mountains": "M-56 28l30-54l20 32M-16 28l26-42l18 26M14 28l22-32l24 32M-34-12l8 8l7-8",
    "desert": "M-52 20q20-24 40-4q18-22 38-2q14-14 28-6M-30-16q18-18 34-2M14-22h1m14 6h1m-52 4h1m70 6h1",
    "settled": "M-46 28v-24l20-18l20 18v24zM2 30v-18l15-13l15 13v18zM-30 28v-12h8v12M38 30v-34h10v34",
}
"""What the country looks like, in a few lines about the middle of a hex."""


class ChartHex(Struct, frozen=True):
    """A hex on the map."""

    id: str
    terrain: Terrain
    words: str
    sort: Literal["been", "seen", "said"]
    """Where the party has been, what it sees from there, and where something is said to lie."""
    way: str = ""
    """What to call it as a way to go from here; empty: none leads there now."""
    label: str = ""
    """What is written in it."""


class Chart(Struct, frozen=True):
    """The map in the reader's words."""

    title: str
    description: str
    weather: str
    hexes: tuple[ChartHex, ...]
    trail: tuple[str, ...]
    """Where the party has been, in order."""
    at: str
    """Where it stands, or where it last knew itself to stand."""
    sure: bool
    party: tuple[tuple[str, str, Token], ...]
    """Whoever is on the way: id, name, token."""
    here: str
    """What is said of where they stand."""


class Said(Struct, frozen=True):
    """What a campaign adds to a map: names of places, and where the party was told to look."""

    names: Mapping[str, str] = MappingProxyType({})
    hexes: tuple[str, ...] = ()
    words: str = ""


NOTHING: Final = Said()


def chart_of(here: Here, seat: Seat, language: Language, land: Land, said: Said = NOTHING) -> Chart | None:
    """The map of a land of hexes as a seat knows it; None where there is nothing of it to show."""
    state, say = own(here.state), here.rules.texts.say
    journey = state.journey if state.journey is not None and state.journey.land == land else None
    whole = seat.role == "referee"
    charted = [spot for spot in state.charted if spot in land.spots]
    if land.kind != "hex" or not (charted or whole):
        return None
    seen = {name: None for spot in charted for name in (spot, *land.around(spot))}
    known = list(land.spots) if whole else list(seen)
    been = len(set(charted))
    at, sure = _standing(journey, charted, whole=whole)
    may_go = journey is not None and not journey.over and journey.step == "heading" and seat.may_act_for(PARTY)
    ways = around(here, journey, language) if sure and journey is not None and may_go else {}
    hexes = []
    for spot in known:
        terrain = str(here.rules.content.exploration.terrains[land.spots[spot].terrain].name.in_(language))
        name = said.names.get(spot, "") if spot in charted or whole else ""
        own_name = land.spots[spot].name
        name = name or (str(own_name.in_(language)) if own_name is not None else "")
        words = f"{name or terrain} ({lie_of(spot).in_(here.rules.texts, language)})" + (f": {terrain}" if name else "")
        sort: Literal["been", "seen"] = "been" if spot in charted else "seen"
        hexes.append(ChartHex(spot, land.spots[spot].terrain, words, sort, ways.get(spot, ""), name))
    sought = [spot for spot in said.hexes if spot not in charted]
    hexes += [ChartHex(spot, "open", said.words, "said") for spot in sought]
    weather = journey.weather if journey is not None and not journey.over else ""
    told = (
        say(language, "chart.weather", weather=entry_name(here.rules, "weather", weather, language)) if weather else ""
    )
    return Chart(
        say(language, "chart.title"),
        say(language, "chart.description", been=been, seen=len(known) - been) + (f" {said.words}." if sought else ""),
        told,
        tuple(hexes),
        tuple(charted),
        at,
        sure,
        _party(here, seat, language),
        say(language, "chart.here" if sure else "chart.last"),
    )


def _standing(journey: Journey | None, charted: list[str], *, whole: bool) -> tuple[str, bool]:
    """Where the party stands as far as the reader knows, and whether it is sure of it."""
    last = charted[-1] if charted else ""
    if journey is None:
        return last, bool(last)
    if whole:
        return journey.at, not journey.on_the_way and not journey.off_the_way
    return (journey.at, True) if journey.known_place else (last, False)


def _party(here: Here, seat: Seat, language: Language) -> tuple[tuple[str, str, Token], ...]:
    """Those who travel, by the tokens of their cards."""
    order = here.state.party.order
    cards = {card.id: card for card in here.rules.cards(here, seat, language)}
    found = (cards[who] for who in order if who in cards and not cards[who].out)
    return tuple((card.id, card.name, card.token) for card in found if card.token is not None)


def chart(here: Here, seat: Seat, language: Language) -> Drawing | None:
    """The map of the journey that goes on, while nobody stands in the way; without one of hexes, the parent's."""
    journey = own(here.state).journey
    if journey is None or journey.over or journey.land.kind != "hex":
        return pictures.chart(here, seat, language)
    found = chart_of(here, seat, language, journey.land)
    return None if found is None else drawn(found)


# -------------------------------------------------------------------- as a drawing


def middle(name: str) -> tuple[float, float]:
    """The middle of a hex on the sheet: flat above and below, north at the top."""
    column, row = axial(name) or (0, 0)
    return 1.5 * RADIUS * column, 2 * HALF * (row + column / 2)


def _outline(name: str, share: float = 1.0) -> str:
    x, y = middle(name)
    wide, half, high = RADIUS * share, RADIUS * share / 2, HALF * share
    corners = ((-wide, 0), (-half, -high), (half, -high), (wide, 0), (half, high), (-half, high))
    return "M" + "L".join(f"{x + dx:.4g} {y + dy:.4g}" for dx, dy in corners) + "Z"


@lru_cache(maxsize=64)  # everybody who knows the same sees the same
def drawn(found: Chart) -> Drawing:
    """The map as a drawing: its hexes can be pointed at, by their ids, where a way leads there."""
    middles = [middle(one.id) for one in found.hexes]
    west, east = min(x for x, _ in middles) - 1.3 * RADIUS, max(x for x, _ in middles) + 1.3 * RADIUS
    north, south = min(y for _, y in middles) - 1.8 * HALF, max(y for _, y in middles) + 1.4 * HALF
    wide, high = east - west, south - north
    attributes: Attributes = (
        ("width", f"{wide / 2:.5g}"),
        ("height", f"{high / 2:.5g}"),
        ("viewBox", f"{west:.5g} {north:.5g} {wide:.5g} {high:.5g}"),
        ("role", "group"),
        ("aria-labelledby", "land-t land-d"),
        ("font-family", "Caladea, Cambria, Georgia, serif"),
    )
    sheet = f'x="{west:.5g}" y="{north:.5g}" width="{wide:.5g}" height="{high:.5g}"'
    headed = [
        Piece("title", f'<title id="land-t">{escape(found.title)}</title>'),
        Piece("description", f'<desc id="land-d">{escape(found.description)}</desc>'),
        Piece("paper", f'<rect {sheet} fill="{PAPER}"/>'),
    ]
    if found.weather:
        place = f'x="{(west + east) / 2:.5g}" y="{north + 52:.5g}" text-anchor="middle" font-size="34"'
        place += f' font-style="italic" fill="{QUIET}"'  # between the tools that a page has in both corners
        headed.append(Piece("weather", f"<text {place}>{escape(found.weather)}</text>"))
    ground = [piece for one in found.hexes for piece in _hex(one)]
    ways = tuple(_way(one) for one in found.hexes if one.way)
    felt = (("fill", "none"), ("stroke", "none"), ("pointer-events", "all"))
    people = tuple(_people(found)) if found.at else ()
    return Drawing(
        attributes, (Layer(tuple(headed)), Layer((*ground, *_trail(found.trail))), Layer(ways, felt), Layer(people))
    )


def _hex(one: ChartHex) -> Iterable[Piece]:
    x, y = middle(one.id)
    title = f"<title>{escape(one.words)}</title>"
    if one.sort == "said":
        look = f'fill="none" stroke="{MARK}" stroke-width="4" stroke-dasharray="12 9"'
        sign = f'x="{x:.4g}" y="{y + 26:.4g}" font-size="76" font-weight="bold" text-anchor="middle" fill="{MARK}"'
        shape = f'<path d="{_outline(one.id, 0.9)}" {look} pointer-events="all">{title}</path>'
        yield Piece(f"said/{one.id}", f'<g class="said">{shape}<text {sign} pointer-events="none">?</text></g>')
        return
    faint = "" if one.sort == "been" else ' opacity=".55"'
    look = f'fill="{COLOURS[one.terrain]}" stroke="{INK}" stroke-width="{4 if one.sort == "been" else 2}"'
    art = f'd="{STROKES[one.terrain]}" transform="translate({x:.4g} {y:.4g})" fill="none" stroke="{INK}"'
    shape = f'<path d="{_outline(one.id)}" {look}>{title}</path>'
    lines = f'<path {art} stroke-width="4" stroke-linejoin="round" stroke-linecap="round" opacity=".7"/>'
    yield Piece(f"hex/{one.id}", f'<g class="hex {one.sort}"{faint}>{shape}{lines}</g>')
    if one.label:
        place = (
            f'x="{x:.4g}" y="{y + HALF - 14:.4g}" font-size="24" font-weight="bold" text-anchor="middle" fill="{INK}"'
        )
        halo = f'paint-order="stroke" stroke="{PAPER}" stroke-width="6" stroke-linejoin="round" pointer-events="none"'
        yield Piece(f"name/{one.id}", f"<text {place} {halo}>{escape(one.label)}</text>")


def _trail(spots: tuple[str, ...]) -> Iterable[Piece]:
    """The way that the party has come."""
    if len(spots) > 1:
        points = "L".join("{:.4g} {:.4g}".format(*middle(spot)) for spot in spots)
        look = f'fill="none" stroke="{MARK}" stroke-width="6" stroke-dasharray="3 14" stroke-linecap="round"'
        yield Piece("trail", f'<path class="trail" d="M{points}" {look} pointer-events="none"/>')


def _way(one: ChartHex) -> Piece:
    label = quoted(one.way)
    named = f'id={quoted(f"land-exit-{one.id}")} data-exit={quoted(one.id)} data-kind="hex" class="here"'
    shape = f'<path {named} role="button" tabindex="0" aria-label={label} d="{_outline(one.id, 0.88)}">'
    return Piece(f"exit/{one.id}", f"{shape}<title>{escape(one.way)}</title></path>")


def _people(found: Chart) -> Iterable[Piece]:
    """The party in its hex; on a broken ring where it does not know whether it is there any more."""
    x, y = middle(found.at)
    shown = found.party[: MOST if len(found.party) <= MOST else MOST - 1]
    count = len(shown) + (len(found.party) > MOST)
    columns = 2 if count == FOUR else min(3, max(count, 1))
    rows = -(-count // columns) if count else 1
    wide, high = columns * (SIZE + 4) - 4, rows * (SIZE + 4) - 4
    named_here = any(one.id == found.at and one.label for one in found.hexes)
    left, top = x - wide / 2, y - high / 2 - (14 if named_here else 0)
    plate = f'x="{left - 7:.5g}" y="{top - 7:.5g}" width="{wide + 14}" height="{high + 14}" rx="29" fill="{PAPER}"'
    broken = "" if found.sure else ' stroke-dasharray="10 8"'
    mark = f'<rect {plate} stroke="{MARK}" stroke-width="5"{broken}/>'
    title = f"<title>{escape(found.here)}</title>"
    named = f'id="land-party" data-mark="{SIZE}" role="img" aria-label={quoted(found.here)} pointer-events="none"'
    yield Piece("party", f"<g {named}>{title}{mark}</g>")
    tokens = [*((who, name, token) for who, name, token in shown)]
    if len(found.party) > MOST:
        tokens.append(("more", "", Token(f"+{len(found.party) - MOST + 1}")))
    for number, (who, name, token) in enumerate(tokens):
        at = f"{left + number % columns * (SIZE + 4):.5g} {top + number // columns * (SIZE + 4):.5g}"
        named = f'role="img" aria-label={quoted(name)}' if name else 'aria-hidden="true"'
        place = f'transform="translate({at}) scale({SIZE / BOX:.4g})" pointer-events="none"'
        drawn = f'<g class="walker" {named} {place}>{token_art(token)}</g>'
        yield Piece(f"person/{who}/map", drawn, who, token_face(token))
