"""A sweep as a drawing (SVG): one line for each value of the second axis, with the intervals of sampled points."""

from html import escape
from math import isfinite
from typing import Final

from arbitro.chances.measures import is_share
from arbitro.chances.sweeps import SweepPoint, columns

WIDTH, HEIGHT, MARGIN = 640, 400, 56
COLOURS: Final = ("#1f5c99", "#b3402a", "#3a7d44", "#7a4b9c", "#a87b00", "#3d7f8c")
TICKS: Final = 4


def plotted(points: list[SweepPoint], title: str) -> str:
    """The first number of the answer over the first axis."""
    if not points:
        return _page([])
    measure = columns(points)[0]
    first, *others = points[0].at
    places = list(dict.fromkeys(point.at[first] for point in points))
    shown = [point.odds.estimates[measure] for point in points]
    ends = [end for each in shown for end in (each.low, each.value, each.high) if isfinite(end)]
    low = 0.0 if is_share(measure) else min(0.0, *ends)
    high = 1.0 if is_share(measure) else max(*ends, low + 1e-9)
    parts = _frame(title, first, [str(place) for place in places], low, high, percent=is_share(measure))
    lines: dict[str, list[SweepPoint]] = {}
    for point in points:
        lines.setdefault(", ".join(f"{name}={point.at[name]}" for name in others), []).append(point)
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        spots = []
        for point in line:
            each = point.odds.estimates[measure]
            x = _across(places.index(point.at[first]), len(places))
            spots.append((x, _up(each.value, low, high)))
            if each.width and isfinite(each.width):
                foot, top = _up(each.low, low, high), _up(each.high, low, high)
                parts.append(f'<path d="M{x:.1f} {foot:.1f}V{top:.1f}" stroke="{colour}" fill="none"/>')
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        parts.append(f'<path d="M{way}" stroke="{colour}" stroke-width="2" fill="none"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in spots]
        if name:
            parts.append(_text(WIDTH - MARGIN, MARGIN + 18 * number, name, "end", colour))
    return _page(parts)


def _across(place: int, count: int) -> float:
    return MARGIN + (WIDTH - 2 * MARGIN) * (place + 0.5) / count


def _up(value: float, low: float, high: float) -> float:
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / (high - low)


def _frame(title: str, axis: str, places: list[str], low: float, high: float, *, percent: bool) -> list[str]:
    right, bottom = WIDTH - MARGIN, HEIGHT - MARGIN
    parts = [
        _text(WIDTH / 2, MARGIN / 2, title, "middle"),
        _text(WIDTH / 2, HEIGHT - MARGIN / 4, axis, "middle"),
        f'<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" stroke="#555" fill="none"/>',
    ]
    for tick in range(TICKS + 1):
        value = low + (high - low) * tick / TICKS
        y = _up(value, low, high)
        word = f"{value:.0%}" if percent else f"{value:.3g}"
        parts.append(f'<path d="M{MARGIN} {y:.1f}H{right}" stroke="#ddd" fill="none"/>')
        parts.append(_text(MARGIN - 6, y + 4, word, "end"))
    every = -(-len(places) // 16)
    for place, word in enumerate(places):
        if place % every == 0:
            parts.append(_text(_across(place, len(places)), bottom + 18, word, "middle"))
    return parts


def _text(x: float, y: float, words: str, anchor: str, colour: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def _page(parts: list[str]) -> str:
    inside = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>{inside}</svg>\n'
    )
