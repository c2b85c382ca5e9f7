"""Choices as a short menu: those of the moment open, the others folded, one key each.

An expedition may offer more than a hundred choices. Groups that the game names are one line each; a list that is still
long is folded by who would act.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct

from arbitro.kernel.choice import Choice

KEYS: Final = "123456789abcdefghijklmnopqrstuvwxyz"
"""The keys of a menu's lines, in order; capitals and signs are the screen's own."""
ROOM: Final = 12
"""Up to how many choices stand open in one list."""


class Fold(Struct, frozen=True):
    """Several choices behind one line: a group that the game names, or all that one actor may do."""

    by: Literal["group", "actor"]
    name: str
    choices: tuple[Choice, ...]


Item = Choice | Fold


def lay_out(choices: Sequence[Choice], side: str = "") -> list[Item]:
    """The menu's first page; what a whole `side` does together is never folded."""
    loose = [choice for choice in choices if not choice.group]
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.group:
            groups.setdefault(choice.group, []).append(choice)
    return [*by_actor(loose, side), *(Fold("group", name, tuple(inside)) for name, inside in groups.items())]


def inside(fold: Fold) -> list[Item]:
    """What a fold opens into."""
    return by_actor(fold.choices) if fold.by == "group" else list(fold.choices)


def by_actor(choices: Sequence[Choice], side: str = "") -> list[Item]:
    """A list as it is while it is short; the choices of each actor behind a line of their own when it is long."""
    actors: dict[str, list[Choice]] = {}
    for choice in choices:
        who = str(choice.fixed.get("who", ""))
        actors.setdefault("" if who == side else who, []).append(choice)
    if len(choices) <= ROOM or len(actors) < 2:
        return list(choices)
    items: list[Item] = list(actors.pop("", ()))
    for who, own in actors.items():
        items += own if len(own) == 1 else [Fold("actor", who, tuple(own))]
    return items


def opened(choices: Sequence[Choice], path: Iterable[tuple[str, str]], side: str = "") -> tuple[list[Item], list[Fold]]:
    """The page that a path of opened folds leads to, and the folds that are still there to be open."""
    items, way = lay_out(choices, side), []
    for step in path:
        fold = next((item for item in items if isinstance(item, Fold) and (item.by, item.name) == step), None)
        if fold is None:
            break
        way.append(fold)
        items = inside(fold)
    return items, way


def matches(text: str, wanted: str) -> bool:
    """Whether a choice's words hold every word that was typed."""
    held = text.casefold()
    return all(word in held for word in wanted.casefold().split())
