"""Inks and papers: what each part of a map looks like in each style."""

from typing import Final, Literal

from msgspec import Struct

Style = Literal["old", "blue", "clean"]
STYLES: Final[tuple[Style, ...]] = ("old", "blue", "clean")


class Ink(Struct, frozen=True):
    """How a path is drawn. Widths are in tenths of a unit, as all measures of a picture."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[int, ...] = ()
    opacity: float = 1.0


class Theme(Struct, frozen=True):
    """A style: the inks by the name of the layer or symbol, and how the hand works."""

    paper: str
    ink: str
    soft: str
    """A paler ink for grid, captions and water lines."""
    mark: str
    """What stands out from all others: where the party is."""
    inks: dict[str, Ink]
    hatched: bool
    wobbly: bool
    """Whether straight walls are drawn by hand."""


def _inks(
    *,
    ink: str,
    floors: tuple[str, str],
    grid: str,
    wash: str,
    wash_width: float,
    hatch: str,
    water: str,
    ripple: str,
    wall: float,
) -> dict[str, Ink]:
    floor, passage = floors  # of places, and of what leads to them
    return {
        "wash": Ink(stroke=wash, width=wash_width),
        "hatch": Ink(stroke=hatch, width=2.4),
        "rim": Ink(stroke=ink, width=wall + 13),
        "passage": Ink(fill=passage),
        "floor": Ink(fill=floor),
        "grid": Ink(stroke=grid, width=1.6),
        "water": Ink(fill=water, stroke=ripple, width=3.5),
        "ripple": Ink(stroke=ripple, width=2.0),
        "rule": Ink(stroke=ink, width=2.4),
        "wall": Ink(stroke=ink, width=wall),
        "line": Ink(stroke=ink, width=3.2),
        "thin": Ink(stroke=ink, width=2.2),
        "dashed": Ink(stroke=ink, width=3.0, dash=(9, 8)),
        "dotted": Ink(stroke=ink, width=4.6, dash=(1, 11)),
        "heavy": Ink(stroke=ink, width=9.0, dash=(4, 10)),
        "leaf": Ink(fill=floor, stroke=ink, width=4.0),
        "shape": Ink(fill=floor, stroke=ink, width=3.2),
        "solid": Ink(fill=ink),
        "shade": Ink(fill=ink, opacity=0.16),
        "stone": Ink(fill=floor, stroke=ink, width=2.4),
    }


THEMES: Final[dict[Style, Theme]] = {
    "old": Theme(
        "#fdfbf5",
        "#1c1a17",
        "#77716a",
        "#a3271f",
        _inks(
            ink="#1c1a17",
            floors=("#fffefb", "#f1ece0"),
            grid="#cfc8b9",
            wash="#efeae0",
            wash_width=140.0,
            hatch="#2b2823",
            water="#e9eef0",
            ripple="#6f7d84",
            wall=9.0,
        ),
        hatched=True,
        wobbly=True,
    ),
    "blue": Theme(
        "#fbfdfe",
        "#17567f",
        "#5f93b3",
        "#c0392b",
        _inks(
            ink="#17567f",
            floors=("#ffffff", "#e6f1f8"),
            grid="#bfdaea",
            wash="#dcecf5",
            wash_width=140.0,
            hatch="#2f7fae",
            water="#cfe6f3",
            ripple="#4b96c0",
            wall=9.0,
        ),
        hatched=True,
        wobbly=True,
    ),
    "clean": Theme(
        "#f4f3f0",
        "#25282c",
        "#777b80",
        "#b3261e",
        _inks(
            ink="#25282c",
            floors=("#ffffff", "#ecebe7"),
            grid="#d5d7da",
            wash="#d3d1cb",
            wash_width=44.0,
            hatch="#25282c",
            water="#cfe3ee",
            ripple="#6aa2bf",
            wall=8.0,
        ),
        hatched=False,
        wobbly=False,
    ),
}
