"""Packs to begin with: for each kind of content of a game a small file that passes the check, with what to write in it.

Those made by hand lie in the ``templates`` folder of a game. Their comments are in both languages (``#it``, ``#en``),
and GAME stands for the game. For a kind that has none, one is made of the game's first entry, which it leaves as it is.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

from arbitro.dice.amount import Amount
from arbitro.kernel.content import Content
from arbitro.kernel.yamlfile import TEXTS, is_packaged, open_packaged, packaged_text, unknown_name
from arbitro.text import Fault, Language, Words

_COMMENT: Final = re.compile(r"^(?P<indent>\s*)#(?P<language>it|en) (?P<text>.*)$")


def template(books: Content, kind: str, language: Language) -> str:
    """A pack of one kind to begin with; a fault lists the kinds."""
    kind = kind.replace("-", "_")
    if kind not in books.kinds:
        raise Fault(unknown_name(kind, books.kinds))
    name = f"{kind.replace('_', '-')}.yaml"
    for package in _packages(books):
        if is_packaged(package, "templates", name):
            return _in_language(packaged_text(package, "templates", name), books.game, language)
    return _unchanged(books, kind, language)


def worked_kinds(books: Content) -> tuple[str, ...]:
    """The kinds that have a template made by hand."""
    return tuple(
        kind
        for kind in books.kinds
        if any(is_packaged(package, "templates", f"{kind.replace('_', '-')}.yaml") for package in _packages(books))
    )


def _packages(books: Content) -> Iterator[str]:
    """Where templates lie: with the game, then with the one it varies."""
    below: Content | None = books
    while below is not None:
        yield below.package
        below = below.parent


def _in_language(text: str, game: str, language: Language) -> str:
    lines = []
    for line in text.splitlines():
        found = _COMMENT.match(line)
        if found is None:
            lines.append("inherit: " + game if line == "inherit: GAME" else line)
        elif found["language"] == language:
            lines.append(f"{found['indent']}# {found['text']}")
    return "\n".join(lines) + "\n"


def _unchanged(books: Content, kind: str, language: Language) -> str:
    """A file that names something of the game's as it is: to be changed."""
    said = "\n".join(f"# {line}" for line in Words(TEXTS, "content.template").in_(language).splitlines())
    head = {"content": kind, "inherit": books.game}
    whole = _written({**head, **_first(books, kind)})
    return f"{said}\n{yaml.safe_dump(whole, allow_unicode=True, sort_keys=False)}"


def _written(value: Any) -> Any:
    """A value as a file has it: dice that were read are written again."""
    if isinstance(value, dict):
        return {name: _written(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_written(part) for part in value]
    return str(value) if isinstance(value, Amount) else value


def _first(books: Content, kind: str) -> dict[str, Any]:
    below: Content | None = books
    while below is not None:
        name = f"{kind.replace('_', '-')}.yaml"
        if is_packaged(below.package, "content", name):
            found = open_packaged(below.package, "content", name).mapping()
            if "tables" in found:
                table = next(name for name, one in found["tables"].items() if one is not None)
                return {"replaces": [table], "tables": {table: found["tables"][table]}}
            if "value" in found:
                field = next(iter(found["value"]))
                return {"value": {field: found["value"][field]}}
            entry = next((name for name, one in found["entries"].items() if one is not None), None)
            if entry is not None:
                return {"entries": {entry: {"inherit": True}}}
        below = below.parent
    raise LookupError(kind)
