"""A journal as one HTML page: nothing outside it is needed, there is no script in it, and it prints well."""

from html import escape
from typing import Final

from arbitro.play.journal.model import Journal, Paragraph, Remembered
from arbitro.play.journal.words import TEXTS

STYLE: Final = """
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 38rem; font: 1.1rem/1.6 Caladea, Cambria, Georgia, serif;
  color: #222; background: #fdfcf8; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; border-bottom: 1px solid #b9b29f; }
p { margin: 0 0 .7rem; hyphens: auto; }
p + p { text-indent: 1.2em; margin-top: -.35rem; }
.subtitle, .note { font-style: italic; color: #555; }
blockquote { margin: 1rem 0 1rem 1rem; padding-left: 1rem; border-left: 3px solid #b9b29f; font-style: italic; }
li { margin-bottom: .3rem; }
figure { margin: 1.5rem 0; text-align: center; }
figure svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { body { color: #e6e2d8; background: #1c1b19; } .subtitle, .note { color: #aaa; } }
@media print { body { max-width: none; padding: 0; font-size: 11pt; color: #000; background: #fff; }
  h1, h2 { break-after: avoid; } footer { break-inside: avoid; }
  p, li, blockquote { orphans: 3; widows: 3; } figure { break-inside: avoid; } }
"""


def to_html(journal: Journal) -> str:
    """The journal as a page of its own, maps and all."""
    language = journal.language
    body = [f"<h1>{escape(journal.title)}</h1>"]
    if journal.subtitle:
        body.append(f'<p class="subtitle">{escape(journal.subtitle)}</p>')
    if journal.company:
        body += _list(TEXTS.say(language, "company"), [escape(each) for each in journal.company])
    if journal.moments:
        body += _list(TEXTS.say(language, "moments"), [escape(each.text) for each in journal.moments])
    for chapter in journal.chapters:
        figure = [] if chapter.chart is None else [f"<figure>{chapter.chart.svg}</figure>"]
        head = f"<h2>{escape(chapter.title)}</h2>"
        body += ["<section>", head, *map(_paragraph, chapter.paragraphs), *figure, "</section>"]
    if journal.gains:
        body += _list(TEXTS.say(language, "gains"), [escape(each) for each in journal.gains])
    if journal.fallen:
        body += _list(TEXTS.say(language, "fallen"), [_mourned(each) for each in journal.fallen])
    if journal.charts:
        figures = [f"<figure>{chart.svg}</figure>" for chart in journal.charts]
        body += ["<section>", f"<h2>{TEXTS.say(language, 'map')}</h2>", *figures, "</section>"]
    if journal.credits:
        lines = "\n".join(f'<p class="note">{escape(each)}</p>' for each in journal.credits)
        body += ["<footer>", lines, "</footer>"]
    head = (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(journal.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )
    return head + "\n".join(body) + "\n</main>\n</body>\n</html>\n"


def _list(title: str, items: list[str]) -> list[str]:
    return ["<section>", f"<h2>{title}</h2>", "<ul>", *(f"<li>{item}</li>" for item in items), "</ul>", "</section>"]


def _paragraph(paragraph: Paragraph) -> str:
    text = escape(paragraph.text)
    if paragraph.kind == "quote":
        return f"<blockquote><p>{text}</p></blockquote>"
    return f'<p class="note">{text}</p>' if paragraph.kind == "note" else f"<p>{text}</p>"


def _mourned(one: Remembered) -> str:
    where = f", {escape(one.where)}" if one.where else ""
    last = f" <em>{escape(one.last)}</em>" if one.last else ""
    words = f" {escape(one.words)}" if one.words else ""
    return f"<strong>{escape(one.line or one.name)}</strong>{where}. {escape(one.how)}{last}{words}"
