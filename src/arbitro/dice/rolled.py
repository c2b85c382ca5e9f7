"""What happened: the tree of a roll, with every die that was thrown and what became of it, and how it is shown.

Each part knows its total. Dice that count for nothing (dropped, rolled again) are kept in their place, because the
audit needs every die and the eye wants to see the 3 that was dropped.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from arbitro.dice.expression import Sign, labelled
from arbitro.dice.stream import Die

StyleName = Literal["plain", "markdown", "rich"]


class Style:
    """How dice are marked for one kind of reader."""

    def __init__(
        self, struck: tuple[str, str], bold: tuple[str, str], escapes: tuple[tuple[str, str], ...] = ()
    ) -> None:
        self.struck = struck
        self.bold = bold
        self.escapes = escapes

    @property
    def marks_extremes(self) -> bool:
        """Whether the lowest and the highest face are shown bold."""
        return self.bold != ("", "")

    def escape(self, text: str) -> str:
        """A person's own words, so that they cannot be taken for marks."""
        for raw, safe in self.escapes:
            text = text.replace(raw, safe)
        return text

    def labelled(self, label: str) -> str:
        """A label as it is shown after dice; nothing where there is none."""
        return f" {self.escape(labelled(label))}" if label else ""


PLAIN: Final = Style(("~", "~"), ("", ""))
STYLES: Final[dict[StyleName, Style]] = {
    "plain": PLAIN,
    "markdown": Style(
        ("~~", "~~"), ("**", "**"), (("\\", "\\\\"), ("*", "\\*"), ("_", "\\_"), ("~", "\\~"), ("`", "\\`"))
    ),
    "rich": Style(("[strike dim]", "[/strike dim]"), ("[bold]", "[/bold]"), (("\\", "\\\\"), ("[", "\\["))),
}


# The parts of a roll form a tree, never a circle, so the collector of circles need not look at them (gc=False).


class Thrown(Struct, frozen=True, tag="dice", tag_field="kind", omit_defaults=True, gc=False):
    """Dice of one kind, thrown together. The tuples of numbers are positions in `dice`."""

    text: str
    total: int
    dice: tuple[Die, ...]
    """Every die in the order of showing: an exploded or repeated die is followed by the one it brought."""
    label: str = ""
    values: tuple[int, ...] = ()
    """What each die counts for; empty when that is its face."""
    dropped: tuple[int, ...] = ()
    rerolled: tuple[int, ...] = ()
    exploded: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    """Dice that a compounding explosion added to the die before them."""
    successes: tuple[int, ...] = ()
    failures: tuple[int, ...] = ()
    fudge: bool = False
    """Fate dice: d3s whose faces read -1, 0, +1."""

    @property
    def kept(self) -> tuple[int, ...]:
        """The positions of the dice that count."""
        gone = {*self.dropped, *self.rerolled, *self.added}
        return tuple(at for at in range(len(self.dice)) if at not in gone)

    def every_die(self) -> Iterator[Die]:
        """Every die of this part."""
        yield from self.dice

    def show(self, style: Style) -> str:
        """Write this part in one line."""
        if style is PLAIN and not (
            self.dropped or self.values or self.rerolled or self.exploded or self.successes or self.failures
        ):
            faces = str([die.face for die in self.dice])[1:-1]  # the shortest way through what is shown most
        else:
            faces = self._shown(style)
        return f"{self.text} ({faces}){style.labelled(self.label)}" if self.label else f"{self.text} ({faces})"

    def _shown(self, style: Style) -> str:
        added = set(self.added)
        faces = [str(die.face - 2) if self.fudge else str(die.face) for die in self.dice]
        shown = faces.copy()
        for at, value in enumerate(self.values):
            if str(value) != faces[at] and at + 1 not in added:  # of a sum of dice, each shows its own face
                shown[at] = f"{faces[at]}->{value}"
        if style.marks_extremes:
            opening, closing = style.bold
            for at, die in enumerate(self.dice):
                if die.face == die.sides or die.face == 1:
                    shown[at] = f"{opening}{shown[at]}{closing}"
        for at in self.exploded:
            shown[at] += "!"
        for at in self.successes:
            shown[at] += "+"
        for at in self.failures:
            shown[at] += "-"
        opening, closing = style.struck
        for at in self.dropped + self.rerolled:
            shown[at] = f"{opening}{faces[at]}{closing}"
        if not added:
            return ", ".join(shown)
        line = shown[0]
        for at in range(1, len(shown)):
            line += f"+{shown[at]}" if at in added else f", {shown[at]}"
        return line


class Pooled(Struct, frozen=True, tag="pool", tag_field="kind", omit_defaults=True, gc=False):
    """Several rolls side by side."""

    text: str
    """The operators of the pool."""
    total: int
    members: tuple["Part", ...]
    label: str = ""
    dropped: tuple[int, ...] = ()
    successes: tuple[int, ...] = ()
    failures: tuple[int, ...] = ()

    def every_die(self) -> Iterator[Die]:
        """Every die of this part."""
        for member in self.members:
            yield from member.every_die()

    def show(self, style: Style) -> str:
        """Write this part in one line."""
        shown = [member.show(style) for member in self.members]
        for at in self.successes:
            shown[at] += "+"
        for at in self.failures:
            shown[at] += "-"
        opening, closing = style.struck
        for at in self.dropped:
            shown[at] = f"{opening}{shown[at]}{closing}"
        return f"{{{', '.join(shown)}}}{self.text}{style.labelled(self.label)}"


class Fixed(Struct, frozen=True, tag="number", tag_field="kind", omit_defaults=True, gc=False):
    """A number that was written."""

    total: int
    label: str = ""

    def every_die(self) -> Iterator[Die]:
        """Every die of this part: none."""
        return iter(())

    def show(self, style: Style) -> str:
        """Write this part in one line."""
        return f"{self.total}{style.labelled(self.label)}" if self.label else str(self.total)


class Negated(Struct, frozen=True, tag="minus", tag_field="kind", gc=False):
    """Minus something."""

    total: int
    of: "Part"

    def every_die(self) -> Iterator[Die]:
        """Every die of this part."""
        return self.of.every_die()

    def show(self, style: Style) -> str:
        """Write this part in one line."""
        return f"-{_grouped(self.of, style)}"


class Computed(Struct, frozen=True, tag="sum", tag_field="kind", gc=False):
    """Parts joined by ``+ - * /``, left to right."""

    total: int
    first: "Part"
    steps: tuple[tuple[Literal["+", "-", "*", "/"], "Part"], ...]

    def every_die(self) -> Iterator[Die]:
        """Every die of this part."""
        yield from self.first.every_die()
        for _, step in self.steps:
            yield from step.every_die()

    def show(self, style: Style) -> str:
        """Write this part in one line."""
        adds = self.steps[0][0] in "+-"
        shown = _grouped(self.first, style, adds)
        for sign, step in self.steps:
            shown += f" {sign} {_grouped(step, style, adds)}"
        return shown


class Compared(Struct, frozen=True, tag="compare", tag_field="kind", gc=False):
    """A comparison: its total is 1 when true, 0 when false."""

    total: int
    left: "Part"
    sign: Sign
    right: "Part"

    def every_die(self) -> Iterator[Die]:
        """Every die of this part."""
        yield from self.left.every_die()
        yield from self.right.every_die()

    def show(self, style: Style) -> str:
        """Write this part in one line."""
        left, right = (
            f"({part.show(style)})" if type(part) is Compared else part.show(style) for part in (self.left, self.right)
        )
        return f"{left} {self.sign} {right}"


Part: TypeAlias = Thrown | Pooled | Fixed | Negated | Computed | Compared


def _grouped(part: Part, style: Style, in_sum: bool = False) -> str:
    """A part inside another, in parentheses where it would read differently without them."""
    if isinstance(part, Computed):
        product = part.steps[0][0] in "*/"
        return part.show(style) if in_sum and product else f"({part.show(style)})"
    return f"({part.show(style)})" if isinstance(part, Compared) else part.show(style)


class Rolled(Struct, frozen=True, omit_defaults=True, gc=False):
    """A whole roll."""

    text: str
    """What was rolled, in canonical notation."""
    total: int
    part: Part
    comment: str = ""

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die that was thrown, in the order of showing."""
        return tuple(self.part.every_die())

    def show(self, style: StyleName = "plain") -> str:
        """The roll as one line: ``4d6kh3 (4, 4, 6, ~3~) = 14``."""
        chosen = STYLES[style]
        comment = f" # {chosen.escape(self.comment)}" if self.comment else ""
        return f"{self.part.show(chosen)} = {self.total}{comment}"

    def __str__(self) -> str:
        return self.show() if self.comment else f"{self.part.show(PLAIN)} = {self.total}"
