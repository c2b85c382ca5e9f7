"""The picture of a scene as data: who stands where, in whose moment, and what is counted.

A game fills a `Sketch` with words in the reader's language, from what the reader may know and nothing else. It is
drawn twice, without knowing the game: as SVG (`arbitro.kernel.engraving`) and as lines for the terminal (`text_lines`).
Nothing in it is told by colour alone: sides differ by the shape of their mark, the present moment has a sign.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.token import Token

MARKS: Final = ("●", "◆", "■", "▲")
"""The mark of each side, in the order of the sides."""
HOLLOW: Final = ("○", "◇", "□", "△")
"""The mark of each side for those who are out of it."""
NOW: Final = "▸"
"""Stands before whoever and whatever has its moment."""

KEPT: Final = "\N{NO-BREAK SPACE}"


class Figure(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """Somebody, or several alike, in the picture."""

    id: str
    name: str
    side: int = 0
    """Which of the picture's sides."""
    state: str = ""
    """How they are, in a word or two."""
    more: str = ""
    """What else there is to know: whom they fight, what lies on them."""
    life: int | None = None
    """How much of their health is left, in percent, for those who may know the number."""
    active: bool = False
    out: bool = False
    token: Token | None = None
    """The small picture by which they are known."""
    against: tuple[str, ...] = ()
    """The ids of those with whom they fight hand to hand."""


class Spot(Struct, frozen=True, omit_defaults=True):
    """A place of the picture with those who stand there."""

    label: str
    figures: tuple[Figure, ...] = ()
    things: tuple[str, ...] = ()
    """What else is to be seen there."""
    fray: bool = False
    """Whether those who stand here fight each other hand to hand."""
    beyond: str = ""
    """What lies between here and the next spot: a distance, or that they fight across it."""
    joined: bool = False
    """Whether they fight hand to hand with those of the next spot."""
    place: str = ""
    """The id of the place, where it is one to go to: choices name it, or count their steps along a line to it."""
    apart: bool = False
    """Whether it is no place among the others: those who are gone, or who are nobody knows where."""


class Step(Struct, frozen=True, omit_defaults=True):
    """One of several moments or turns in a row."""

    text: str
    now: bool = False
    past: bool = False


class Track(Struct, frozen=True, omit_defaults=True):
    """Moments in their order, or things beside each other; or something counted, `full` out of `most`."""

    label: str
    steps: tuple[Step, ...] = ()
    ordered: bool = True
    """Whether the steps follow each other."""
    full: int = 0
    most: int = 0
    note: str = ""


class Sketch(Struct, frozen=True, omit_defaults=True):
    """The picture of a scene; its spots from far to near."""

    title: str
    sides: tuple[str, ...] = ()
    tracks: tuple[Track, ...] = ()
    spots: tuple[Spot, ...] = ()
    lined: bool = False
    """Whether the spots stand on one line, with distances between them."""


class Stand(Struct, frozen=True):
    """Somebody on a line: where, and whether they can fight."""

    figure: Figure
    at: int
    able: bool = True


def in_reach(one: Stand, other: Stand, reach: int) -> bool:
    """Whether two of different sides are near enough to fight hand to hand."""
    apart = one.figure.side != other.figure.side and one.able and other.able
    return apart and abs(one.at - other.at) <= reach


def from_own(stands: Sequence[Stand], at: int) -> int:
    """How far a place is from the nearest of the first side: nothing where one of them stands."""
    return min((abs(at - stand.at) for stand in stands if stand.figure.side == 0), default=abs(at))


def on_a_line(
    stands: Sequence[Stand],
    reach: int,
    label: Callable[[int], str],
    between: Callable[[int, bool], str],
    things: Mapping[int, tuple[str, ...]] | None = None,
    clear: Mapping[int, str] | None = None,
) -> Iterator[Spot]:
    """The places of a line where somebody stands or something lies, from far to near: near is the first side's end.

    `label` says where a place is, `between` how far it is to the next one and whether they fight across it. `clear` are
    places where there is nothing, and which can be gone to, with what they are called.
    """
    lying = things or {}
    near_last = not _begins_far(stands)
    places = sorted({*lying, *(stand.at for stand in stands)}, reverse=near_last)
    left = sorted(((clear or {}).keys() - set(places)), reverse=near_last)
    for here, after in zip_longest(places, places[1:]):
        while left and (left[0] > here) == near_last:
            yield Spot((clear or {})[left[0]], place=str(left.pop(0)))
        found = sorted((stand for stand in stands if stand.at == here), key=lambda stand: -stand.figure.side)
        joined = after is not None and _across(stands, min(here, after), max(here, after), reach)
        yield Spot(
            label(here),
            tuple(stand.figure for stand in found),
            lying.get(here, ()),
            fray=len({stand.figure.side for stand in found if stand.able}) > 1,
            beyond="" if after is None else between(abs(here - after), joined),
            joined=joined,
            place=str(here),
        )
    for at in left:
        yield Spot((clear or {})[at], place=str(at))


def open_ground(stands: Sequence[Stand], step: int) -> Iterator[tuple[int, bool]]:
    """The place a step ahead of the foremost of the first side, if nobody bars the way, and a step behind its last.

    With each whether it is ahead. They are reckoned from those in the picture alone: they betray nobody else.
    """
    own = [stand.at for stand in stands if stand.figure.side == 0 and stand.able]
    if not own:
        return
    sign = -1 if _begins_far(stands) else 1
    front, rear = max(own, key=lambda at: sign * at), min(own, key=lambda at: sign * at)
    if not any(0 <= sign * (stand.at - front) <= step for stand in stands if stand.figure.side):
        yield front + sign * step, True
    yield rear - sign * step, False


def _begins_far(stands: Sequence[Stand]) -> bool:
    """Whether the first side stands at the far end of the line, so that its beginning is far from them."""
    own = [stand.at for stand in stands if stand.figure.side == 0]
    others = [stand.at for stand in stands if stand.figure.side]
    return bool(own and others) and sum(own) * len(others) > sum(others) * len(own)


def _across(stands: Sequence[Stand], low: int, high: int, reach: int) -> bool:
    """Whether anybody on one side of a stretch of the line fights somebody on its other side."""
    below = [stand for stand in stands if high - reach <= stand.at <= low]
    above = [stand for stand in stands if high <= stand.at <= low + reach]
    return any(in_reach(one, other, reach) for one in below for other in above)


def is_taken(spot: Spot) -> bool:
    """Whether anybody or anything is there."""
    return bool(spot.figures or spot.things)


def mark_of(figure: Figure) -> str:
    """The sign of somebody's side, hollow for those who are out of it."""
    return (HOLLOW if figure.out else MARKS)[figure.side % len(MARKS)]


def text_lines(sketch: Sketch, width: int = 72) -> list[str]:
    """The picture in characters, no line longer than the width (if that can be)."""
    return [line for part in _parts(sketch) for line in _folded(*part, width)]


def plain_lines(sketch: Sketch) -> list[str]:
    """The picture in words alone, without lines and marks, for those who listen to it."""
    lines = [sketch.title]
    for track in sketch.tracks:
        steps = ", ".join(step.text for step in track.steps)
        lines.append(f"{track.label}: {steps or f'{track.full}/{track.most}'}")
    for spot in filter(is_taken, sketch.spots):
        people = (f"{one.name} ({one.state})" if one.state else one.name for one in spot.figures)
        lines.append(f"{spot.label}: {', '.join((*people, *spot.things))}")
    return lines


def _parts(sketch: Sketch) -> Iterator[tuple[str, str]]:
    """Each line of the picture before it is folded: how it begins, and what follows."""
    yield "", sketch.title
    for track in sketch.tracks:
        yield f"{track.label}: ", _track(track)
    if len(sketch.sides) > 1:
        yield "", "   ".join(f"{MARKS[number % len(MARKS)]} {name}" for number, name in enumerate(sketch.sides))
    fought = False
    for spot in filter(is_taken, sketch.spots):
        fray = spot.fray or spot.joined or fought
        rule, fought = "┃" if fray else " " if spot.apart else "│", spot.joined
        yield ("┠ " if fray else "  " if spot.apart else "├ "), spot.label
        if spot.figures:
            yield f"{rule}   ", " · ".join(_figure(figure) for figure in _together(spot.figures))
        yield from ((f"{rule}   ", thing) for thing in spot.things)
        if spot.beyond:
            yield ("┃ × " if spot.joined else "┊ "), spot.beyond


def _track(track: Track) -> str:
    if track.most:
        return f"{'●' * track.full}{'○' * (track.most - track.full)} {track.full}/{track.most}{_after(track.note)}"
    between = " › " if track.ordered else " · "
    steps = (f"{NOW}{step.text}" if step.now else step.text for step in track.steps)
    return between.join(step.replace(" ", KEPT) for step in steps) + _after(track.note)


def _after(note: str) -> str:
    return f" – {note}" if note else ""


def _together(figures: tuple[Figure, ...]) -> Iterator[Figure]:
    """Several who differ only by the number in their name, one after the other, as one: "Orc 2–5"."""
    run: list[Figure] = []
    for figure in figures:
        if run and _follows(run[-1], figure):
            run.append(figure)
            continue
        if run:
            yield _as_one(run)
        run = [figure]
    if run:
        yield _as_one(run)


def _follows(one: Figure, other: Figure) -> bool:
    kind, _, number = one.name.rpartition(" ")
    same = (one.side, one.state, one.active, one.out) == (other.side, other.state, other.active, other.out)
    return same and number.isdecimal() and other.name == f"{kind} {int(number) + 1}"


def _as_one(run: list[Figure]) -> Figure:
    if len(run) == 1:
        return run[0]
    return replace(run[0], name=f"{run[0].name}–{run[-1].name.rpartition(' ')[2]}")


def _figure(figure: Figure) -> str:
    words = f"{mark_of(figure)} {figure.name}" + (f" ({figure.state})" if figure.state else "")
    words = f"{NOW}{words}" if figure.active else words
    return words.replace(" ", KEPT)


def _folded(head: str, text: str, width: int) -> Iterable[str]:
    under = " " * len(head) if head.endswith(": ") else head
    folded = wrap(text, max(width, 20), initial_indent=head, subsequent_indent=under, break_on_hyphens=False)
    return [line.replace(KEPT, " ").removesuffix(" ·") for line in folded] or [head.rstrip()]
