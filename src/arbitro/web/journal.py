"""The story of a table as a page to keep: Markdown, a paragraph for each thing that was done."""

from collections.abc import Iterable
from itertools import groupby

from arbitro.web.fragments import StoryLine


def journal(title: str, lines: Iterable[StoryLine]) -> str:
    """All lines under a title; lines of one command stand together."""
    parts = [f"# {_plain(title)}", ""]
    for _, together in groupby(lines, key=lambda line: line.entry):
        parts += [" ".join(_plain(line.text) for line in together), ""]
    return "\n".join(parts)


def _plain(text: str) -> str:
    """Text that somebody wrote, without what Markdown would read as its own."""
    kept = " ".join(text.split())
    for mark in ("\\", "`", "*", "_", "[", "]", "<", ">", "#", "|"):
        kept = kept.replace(mark, f"\\{mark}")
    return kept
