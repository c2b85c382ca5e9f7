"""What stands in the panes and dialogs: cards, sheets, explanations and lines, laid out as styled text.

Colour only repeats what a sign or a word already says, so that nothing is lost without it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from textual.content import Content

from arbitro.cli.screen.game import percent
from arbitro.kernel.card import Card, Chance, Gauge, Sheet, Tag
from arbitro.kernel.explain import Cited, Explanation

BAR: Final = 5
"""Characters of a full gauge."""
STRONG, QUIET, GOOD, BAD, KEY = "bold", "$text-muted", "$text-success", "bold $text-error", "bold $text-primary"


def lines(parts: Iterable[Content]) -> Content:
    """Lines one under the other."""
    return Content("\n").join(list(parts))


def keyed(key: str, text: str, after: str = "") -> Content:
    """A line of a menu: its key, what it is, and how likely."""
    tail = Content.styled(f"  {after}", QUIET) if after else Content("")
    return Content.assemble((f"{key or ' '} ", KEY), text, tail)


def chance_text(chance: Chance | None) -> str:
    """How likely something is, and what counts as success."""
    return "" if chance is None else f"{percent(chance.success)} {chance.label}"


def story_line(text: str, *, new: bool) -> Content:
    """A line of the story; what is new has a sign in front."""
    return Content.assemble(("• ", KEY), (text, STRONG)) if new else Content.assemble("  ", text)


# -------------------------------------------------------------------- people


def gauge(one: Gauge) -> Content:
    """A gauge: its name, a bar where it has an end, the numbers, and a sign where it calls for attention."""
    parts: list[Content] = [Content(f"{one.label} ")]
    if one.maximum:
        full = max(0, min(BAR, -(-one.value * BAR // one.maximum)))
        parts.append(Content.styled("█" * full + "░" * (BAR - full) + " ", BAD if one.low else GOOD))
    number = f"{one.value}/{one.maximum}" if one.maximum is not None else str(one.value)
    parts.append(Content.styled(f"{number}!", BAD) if one.low else Content.styled(number, STRONG))
    return Content("").join(parts)


def tag(one: Tag) -> Content:
    """A tag: good and bad ones have a sign beside their colour."""
    if one.tone == "plain":
        return Content(one.text)
    return Content.styled(f"+{one.text}", GOOD) if one.tone == "good" else Content.styled(f"!{one.text}", BAD)


def card(one: Card, *, wide: bool = True) -> Content:
    """Somebody at a glance: name, gauges and tags; in a narrow pane without who they are, and closer together."""
    mark = "×" if one.out else "►" if one.active else " "
    head = Content.assemble((f"{mark} ", KEY), (one.name, QUIET if one.out else STRONG))
    details = [*(gauge(each) for each in one.gauges), *(tag(each) for each in one.tags)]
    if one.group == "foe" and details:  # foes are many and little is known of them: one line each
        return Content.assemble(head, ": ", Content(" · ").join(details))
    if wide and one.line:
        head = Content.assemble(head, (f"  {one.line}", QUIET))
    elif one.gauges:
        head = Content.assemble(head, "  ", details.pop(0))
    return lines([head, Content.assemble("  ", Content(" · ").join(details))]) if details else head


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
