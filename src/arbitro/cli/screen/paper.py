"""What stands in the panes and dialogs: cards, sheets, explanations and lines, laid out as styled text.

Colour only repeats what a sign or a word already says, so that nothing is lost without it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Final, Literal

from textual import content
from textual.content import Content

from arbitro.cli.screen.game import percent
from arbitro.kernel.card import Card, Chance, Gauge, Sheet, Tag
from arbitro.kernel.explain import Cited, Explanation
from arbitro.kernel.help import Help
from arbitro.kernel.sketch import NOW, Sketch, text_lines
from arbitro.kernel.why_not import WhyNot

# The library takes out a few signs of control; those that steer a terminal must not come through either.
vars(content)["_CONTROL_STRIP_TRANSLATE"].update(dict.fromkeys((*range(9), *range(11, 32), *range(127, 160))))
BAR: Final = 5
"""Characters of a full gauge."""
DOT: Final = " · "
Closeness = Literal["full", "short", "brief"]
"""How much of somebody is shown."""
_NOW: Final = rf"{NOW}[^›·(]+"
"""What has its moment, up to where the next begins."""
STRONG, QUIET, GOOD, BAD, KEY = "bold", "$text-muted", "$text-success", "bold $text-error", "bold $text-primary"


def lines(parts: Iterable[Content]) -> Content:
    """Lines one under the other."""
    return Content("\n").join(list(parts))


@lru_cache(maxsize=2048)  # the story is laid out anew after every action, and hardly a line of it is new
def folded(text: str, width: int) -> tuple[str, ...]:
    """A text in lines that are no wider than this; one line where the width is not known yet."""
    return tuple(wrap(text, width, break_on_hyphens=False)) or ("",) if width > 0 else (text,)


def hanging(first: str, text: str, width: int, style: str = "") -> Content:
    """A text behind a sign of its own: the lines that follow begin under the first letter."""
    rows = folded(text, width - len(first))
    return Content.assemble((first, KEY), (f"\n{' ' * len(first)}".join(rows), style))


def keyed(key: str, text: str, after: str = "", width: int = 0) -> Content:
    """A line of a menu: its key, what it is, and how likely."""
    line = hanging(f"{key or ' '} ", text, width)
    if not after:
        return line
    room = width - len(line.plain.rpartition("\n")[2]) > len(after) or width <= 0
    return Content.assemble(line, " " if room else "\n  ", (after, QUIET))


def chance_text(chance: Chance | None) -> str:
    """How likely something is, and what counts as success."""
    return "" if chance is None else f"{percent(chance.success)} {chance.label}"


def story_line(text: str, *, new: bool, width: int = 0) -> Content:
    """A line of the story; what is new has a sign in front."""
    return hanging("• " if new else "  ", text, width, STRONG if new else "")


def sketch(drawn: Sketch, width: int) -> Content:
    """The picture of a scene; the present moment and whoever acts stand out. Its title is in the head of the screen."""
    return lines(Content(line).highlight_regex(_NOW, style=KEY) for line in text_lines(drawn, width)[1:])


# -------------------------------------------------------------------- people


def gauge(one: Gauge, *, bar: bool = True, short: bool = False) -> Content:
    """A gauge: its name, a bar where it has an end, the numbers, and a sign where it calls for attention."""
    parts: list[Content] = [Content(f"{one.short or one.label if short else one.label} ")]
    if bar and one.maximum:
        full = max(0, min(BAR, -(-one.value * BAR // one.maximum)))
        parts.append(Content.styled("█" * full + "░" * (BAR - full) + " ", BAD if one.low else GOOD))
    number = f"{one.value}/{one.maximum}" if one.maximum is not None else str(one.value)
    parts.append(Content.styled(f"{number}!", BAD) if one.low else Content.styled(number, STRONG))
    return Content("").join(parts)


def tag(one: Tag) -> Content:
    """A tag: good and bad ones have a sign beside their colour."""
    if one.tone == "plain":
        return Content(one.text)
    return (
        Content.styled(f"+{one.text.removeprefix('+')}", GOOD)
        if one.tone == "good"
        else Content.styled(f"!{one.text}", BAD)
    )


def packed(parts: Sequence[Content], width: int) -> list[Content]:
    """Parts side by side, in as few lines as they need; none is broken that has room on a line of its own."""
    rows: list[list[Content]] = []
    used = 0
    for part in parts:
        if rows and (width <= 0 or used + len(DOT) + part.cell_length <= width):
            rows[-1].append(part)
            used += len(DOT) + part.cell_length
        else:
            rows.append([part])
            used = part.cell_length
    return [Content(DOT).join(row) for row in rows]


def card(one: Card, how: Closeness = "full", width: int = 0, name_width: int = 0) -> Content:
    """Somebody at a glance: name, gauges and tags.

    The closer, the less: without who they are, then without what calls for no attention. Foes are many and little is
    known of them: they are always close.
    """
    mark = "×" if one.out else "►" if one.active else " "
    head = Content.styled(one.name, QUIET if one.out else STRONG)
    gauges, tags = list(one.gauges), list(one.tags)
    if one.out and how != "full":
        gauges.clear()
    if how == "full" and one.group != "foe":
        head = Content.assemble(head, (f"  {one.line}", QUIET)) if one.line else head
        rows = [head, *packed([*map(gauge, gauges), *map(tag, tags)], width - 2)]
    else:
        gap = " " * (max(name_width - len(one.name), 0) + 1)
        head = Content.assemble(head, gap, gauge(gauges.pop(0), short=True)) if gauges else head
        if how == "brief" and one.group != "foe":
            gauges, tags = [each for each in gauges if each.low], [each for each in tags if each.tone != "plain"]
        parts = [*(gauge(each, bar=False, short=True) for each in gauges), *map(tag, tags)]
        near = one.group == "foe" or how == "brief"
        parts = parts[:1] if one.out else parts
        rows = packed([head, *parts], width - 2) if near else [head, *packed(parts, width - 2)]
        rows = rows[:1] if how == "brief" and one.group == "foe" else rows
    return lines(Content.assemble((f"{mark} " if not at else "  ", KEY), row) for at, row in enumerate(rows))


def sheet(one: Sheet) -> Content:
    """A whole sheet."""
    rows = [Content.styled(one.title, STRONG)]
    if one.line:
        rows.append(Content.styled(one.line, QUIET))
    for section in one.sections:
        rows += [Content(""), Content.styled(section.title, KEY)]
        wide = max((len(name) for name, _ in section.pairs), default=0)
        rows += [Content.assemble((f"  {name:{wide}}  ", QUIET), value) for name, value in section.pairs]
        rows += [Content(f"  {line}") for line in section.lines]
    return lines(rows)


# -------------------------------------------------------------------- why


def explained(explanation: Explanation, odds: Sequence[str], nothing: str) -> Content:
    """Why something happened: the sentence, the dice and numbers, and the rules; `nothing` where there are none."""
    rows = [Content.styled(explanation.sentence, STRONG), Content("")]
    rows += [Content(line) for line in (*explanation.numbers, *odds)]
    if explanation.rules:
        rows += [Content("") for _ in explanation.numbers[:1]] + rules(explanation.rules)
    elif not explanation.numbers:
        rows.append(Content.styled(nothing, QUIET))
    return lines(rows)


def help_page(found: Help, nothing: str) -> Content:
    """What a choice would be; `nothing` where there is no more to tell of it than its words."""
    rows = [Content(found.does)] if found.does else []
    for one in found.odds:
        of = f"{one.of}: " if one.of else ""
        rows.append(Content(f"· {of}{one.chance.label} {percent(one.chance.success)}"))
    body = [*rows, Content(""), *rules(found.rules)] if rows else rules(found.rules)
    return lines([Content.styled(found.title, STRONG), Content(""), *(body or [Content(nothing)])])


def why_not_page(found: WhyNot | None, say: Callable[..., str]) -> Content:
    """What does what somebody wishes, what forbids it, or what else may be asked for."""
    rows: list[Content] = []
    if found is not None and found.can:
        rows += [
            Content.styled(say("screen.can"), STRONG),
            *(Content(f"· {one.text}") for one in found.can),
            Content(""),
        ]
    for one in found.cannot if found is not None else ():
        rows += [Content.styled(f"{one.wish}: {one.why.sentence}", STRONG), *map(Content, one.why.numbers), Content("")]
        rows += rules(one.why.rules)
    if not rows:
        rows.append(Content.styled(say("screen.not_understood"), STRONG))
    if found is not None and found.known:
        rows += [Content(""), Content(say("screen.may_ask", wishes="; ".join(wish.title for wish in found.known)))]
    return lines(rows)


def rules(cited: Iterable[Cited]) -> list[Content]:
    """Rules, each with its words and how its unclear places are read."""
    rows: list[Content] = []
    for rule in cited:
        where = f"  {rule.where}" if rule.where else ""
        rows.append(Content.assemble((f"{rule.id} {rule.title}", KEY), (where, QUIET)))
        if rule.text:
            rows.append(Content(rule.text))
        rows += [Content(f"· {reading}") for reading in rule.readings]
        rows.append(Content(""))
    return rows
