"""The guides and the rest of the documentation as pages of the app: the same files, read where they lie."""

import posixpath
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup
from msgspec import Struct

from arbitro.text import Language

GUIDES: Final[dict[str, dict[Language, str]]] = {
    "player": {"en": "docs/guide-player.md", "it": "docs/it/guida-giocatore.md"},
    "referee": {"en": "docs/guide-referee.md", "it": "docs/it/guida-arbitro.md"},
    "designer": {"en": "docs/guide-designer.md", "it": "docs/it/guida-progettista.md"},
    "author": {"en": "docs/guide-author.md", "it": "docs/it/guida-autore.md"},
}
"""The short guides: the name of each page, and its file in each language."""
NAMED: Final[dict[str, dict[Language, str]]] = {
    **GUIDES,
    "licences": {"en": "legal/NOTICE.md", "it": "legal/AVVISO.it.md"},
    "licences/ogl": {"en": "legal/OGL-1.0a.txt", "it": "legal/OGL-1.0a.txt"},
}
"""Every page that has a name of its own; the others go by their path under ``docs``."""
_TWIN: Final = re.compile(r"^\*In (?:italiano|English): \[[^]]*\]\(([^)]+)\)\.?\*\n", re.MULTILINE)


class Page(Struct, frozen=True):
    """A page of the documentation."""

    name: str
    title: str
    first: str
    """Its first paragraph."""
    body: Markup


def root() -> Traversable | Path:
    """Where ``docs`` and ``legal`` lie: inside the package where it was installed, above it in a source checkout."""
    inside = files("arbitro.web")
    return inside if inside.joinpath("docs").is_dir() else Path(__file__).parents[3]


def guides(language: Language) -> tuple[Page, ...]:
    """The short guides."""
    return tuple(page for name in GUIDES if (page := guide(name, language)) is not None)


def other_pages(language: Language) -> tuple[Page, ...]:
    """The rest of the documentation in that language."""
    folder = "docs/it" if language == "it" else "docs"
    known = {twins[language] for twins in GUIDES.values()} | {f"{folder}/README.md"}
    names = sorted(file.name for file in root().joinpath(folder).iterdir() if file.name.endswith(".md"))
    paths = (f"{folder}/{name}" for name in names if f"{folder}/{name}" not in known)
    found = (guide(address_of(path), language) for path in paths)
    return tuple(page for page in found if page is not None)


def address_of(path: str) -> str:
    """What a file is called in addresses, after ``/guides/``; nothing where it is no page."""
    for name, twins in NAMED.items():
        if path in twins.values():
            return name
    return path.removeprefix("docs/").removesuffix(".md") if re.fullmatch(r"docs/(it/)?[a-z-]+\.md", path) else ""


@cache
def guide(name: str, language: Language) -> Page | None:
    """A page by its name, in the reader's language where it has a twin; None where there is no such page."""
    found = _written(name, language)
    if found is None:
        return None
    path, source = found
    if path.endswith(".txt"):
        return Page(name, path.rpartition("/")[2], "", Markup('<pre tabindex="0">{}</pre>').format(source))
    return _read(name, path, source)


def guide_text(name: str, language: Language) -> str | None:
    """The same page as it was written, for programs."""
    found = _written(name, language)
    return None if found is None else _TWIN.sub("", re.sub(r"<!--.*?-->", "", found[1], flags=re.DOTALL))


def _written(name: str, language: Language) -> tuple[str, str] | None:
    """The path and the source of a page, in the reader's language where it has a twin."""
    path = NAMED[name][language] if name in NAMED else f"docs/{name}.md"
    source = _source(path)
    if source is None:
        return None
    twin = _TWIN.search(source)
    if name not in NAMED and twin is not None and path.startswith("docs/it/") != (language == "it"):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(path), twin.group(1)))
        source = _source(path) or source
    return path, source


def _source(path: str) -> str | None:
    if not address_of(path):
        return None
    file = root().joinpath(path)
    return file.read_text(encoding="utf-8") if file.is_file() else None


def image(name: str) -> bytes | None:
    """A picture of the documentation."""
    file = root().joinpath("docs", "pictures", name)
    return file.read_bytes() if re.fullmatch(r"[a-z0-9-]+\.(?:png|webp)", name) and file.is_file() else None


def _read(name: str, path: str, source: str) -> Page:
    from markdown_it import MarkdownIt  # late: most readers never open a guide

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(_TWIN.sub("", re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)))
    title, first = "", ""
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(following.content))
            title = title or following.content
        elif token.type == "paragraph_open" and not first:
            first = _words(following.children or ())
    for token in tokens:
        _at_home(token.children or (), path)
    body = reader.renderer.render(tokens, reader.options, {})
    body = body.replace("<pre>", '<pre tabindex="0">').replace("<th></th>", "<td></td>")  # for keyboards and readers
    return Page(name, title, first, Markup(body))  # noqa: S704 - our own pages, and HTML in them is not let through


def _at_home(parts: Iterable[Any], path: str) -> None:
    """Let links and pictures lead to pages of the app; a link to what is no page here becomes plain words."""
    dead = False
    for part in parts:
        if part.type == "link_open":
            target = local_link(str(part.attrGet("href")), path)
            dead = not target
            if dead:
                part.tag, part.attrs = "span", {}
            else:
                part.attrSet("href", target)
        elif part.type == "link_close" and dead:
            part.tag = "span"
        elif part.type == "image":
            part.attrSet("src", f"/guides/images/{str(part.attrGet('src')).rpartition('/')[2]}")


def _words(parts: Iterable[Any]) -> str:
    return "".join(" " if part.type == "softbreak" else part.content for part in parts)


def anchor(title: str) -> str:
    """The place of a heading, named as forges name it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def local_link(target: str, path: str) -> str:
    """Where a link in a file leads inside the app; empty where the app has no such page."""
    if re.match(r"https?:|#", target):
        return target
    page, mark, place = target.partition("#")
    resolved = posixpath.normpath(posixpath.join(posixpath.dirname(path), page))
    if resolved.rpartition("/")[2] in ("README.md", "README.it.md"):
        return "/guides"
    name = address_of(resolved)
    return f"/guides/{name}{mark}{place}" if name else ""
