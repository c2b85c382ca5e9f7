"""A journal as Markdown, with its maps as files beside it."""

import re
from typing import Final

from arbitro.play.journal.model import Journal, Paragraph, Remembered
from arbitro.play.journal.words import TEXTS

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>#|])")


def plain(text: str) -> str:
    """Words in which nothing is taken for a mark of Markdown."""
    return _SPECIAL.sub(r"\\\1", text)


def to_markdown(journal: Journal, charts: dict[str, str] | None = None) -> str:
    """The journal as one text. `charts` says under which path each map (by name) will lie; left out, none is shown."""
    language = journal.language
    parts = [f"# {plain(journal.title)}"]
    if journal.subtitle:
        parts.append(f"*{plain(journal.subtitle)}*")
    if journal.company:
        parts += [_heading(journal, "company"), _items(journal.company)]
    if journal.moments:
        parts += [_heading(journal, "moments"), _items(tuple(each.text for each in journal.moments))]
    for chapter in journal.chapters:
        parts.append(f"## {plain(chapter.title)}")
        parts += map(_paragraph, chapter.paragraphs)
    if journal.gains:
        parts += [_heading(journal, "gains"), _items(journal.gains)]
    if journal.fallen:
        parts += [_heading(journal, "fallen"), "\n".join(f"- {_mourned(each)}" for each in journal.fallen)]
    shown = [chart for chart in journal.charts if charts and chart.name in charts]
    if shown and charts:
        parts.append(f"## {TEXTS.say(language, 'map')}")
        parts += (f"![{plain(chart.title)}]({charts[chart.name]})" for chart in shown)
    if journal.credits:
        parts += ["---", *(f"*{plain(each)}*" for each in journal.credits)]
    return "\n\n".join(parts) + "\n"


def _heading(journal: Journal, key: str) -> str:
    return f"## {TEXTS.say(journal.language, key)}"


def _items(texts: tuple[str, ...]) -> str:
    return "\n".join(f"- {plain(text)}" for text in texts)


def _paragraph(paragraph: Paragraph) -> str:
    text = plain(paragraph.text)
    if paragraph.kind == "quote":
        return f"> {text}"
    return f"*{text}*" if paragraph.kind == "note" else text


def _mourned(one: Remembered) -> str:
    where = f", {plain(one.where)}" if one.where else ""
    last = f" *{plain(one.last)}*" if one.last else ""
    words = f" {plain(one.words)}" if one.words else ""
    return f"**{plain(one.line or one.name)}**{where}. {plain(one.how)}{last}{words}"
