"""What a slot may hold, as types: creatures, people of a class, and every kind of treasure.

Logs, files, sealed rooms and commands have them in a notation, as dice have ``3d6``: `kind_of` reads it and ``str``
writes it, and nothing else looks into such a text.

| kind | notation |
|---|---|
| `Creature` | its id in the bestiary of the game |
| `Nameless` | ``monster/<level>``, where no game says who it is |
| `OfClass` | ``class/<class>/<level>`` |
| `Coins` | ``coins/<metal>`` |
| `Jewel` | ``gem/<gold>``, ``jewelry/<gold>``; without the gold where no game says what it is worth |
| `AnyMagic` | ``magic_item``, where no game says which |
| `Magic` | ``magic/<item>``; of arms also ``/<ordinary piece>/<plus>``, and ``/<kind of foe>`` where they have one |
| `Scroll` | ``scroll/<spell>``, ``scroll/cursed`` |
| `Arms` | ``weapon/<item>/<power>``, ``armour/<item>/<power>``: a plus, and small powers behind a comma |
| `Unread` | any other text with a stroke in it |
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

CURSED: Final = "cursed"
"""Stands for the spell of a scroll that has none."""


class Creature(Struct, frozen=True):
    """Somebody of the game's bestiary."""

    id: str

    def __str__(self) -> str:
        return self.id


class Nameless(Struct, frozen=True):
    """A monster of a level, of no game."""

    level: int

    def __str__(self) -> str:
        return f"monster/{self.level}"


class OfClass(Struct, frozen=True):
    """Somebody of a class; level 0 is none that anybody has."""

    class_id: str
    level: int = 0

    def __str__(self) -> str:
        return f"class/{self.class_id}/{self.level}" if self.level else f"class/{self.class_id}"


class Coins(Struct, frozen=True):
    """Coins of a metal."""

    metal: str

    def __str__(self) -> str:
        return f"coins/{self.metal}"


class Jewel(Struct, frozen=True):
    """A stone or a piece of jewellery, and its worth in gold, where that is settled."""

    sort: Literal["gem", "jewelry"]
    gold: int | None = None

    def __str__(self) -> str:
        return self.sort if self.gold is None else f"{self.sort}/{self.gold}"


class AnyMagic(Struct, frozen=True):
    """A magic item: the game in use says which."""

    def __str__(self) -> str:
        return "magic_item"


class Magic(Struct, frozen=True):
    """A magic item of the game's catalogue; of arms also which piece they are, with which plus, against whom."""

    item: str
    piece: str = ""
    plus: int | None = None
    foe: str = ""

    def settled(self) -> tuple[str, ...]:
        """What is settled of arms, in the order in which it is written."""
        plus = () if self.plus is None else (f"{self.plus:+d}",)
        return (self.piece, *plus, *((self.foe,) if plus and self.foe else ())) if self.piece else ()

    def __str__(self) -> str:
        return "/".join(("magic", self.item, *self.settled()))


class Scroll(Struct, frozen=True):
    """A scroll with a spell, or a cursed one."""

    spell: str

    @property
    def cursed(self) -> bool:
        """Whether it has no spell."""
        return self.spell == CURSED

    def __str__(self) -> str:
        return f"scroll/{self.spell}"


class Arms(Struct, frozen=True):
    """An enchanted or cursed piece, and its power: ``+1``, ``missiles-2``, ``+1,light10``."""

    sort: Literal["weapon", "armour"]
    item: str
    power: str = ""

    @property
    def plus(self) -> int:
        """The plus of it, without small powers; 0 where it has another power instead."""
        return _number(self.power.partition(",")[0]) or 0

    def __str__(self) -> str:
        return "/".join((self.sort, self.item, *((self.power,) if self.power else ())))


class Unread(Struct, frozen=True):
    """A text that is no kind: somebody has mistyped, or it is of another time."""

    text: str

    @property
    def sort(self) -> str:
        """What it would be a kind of."""
        return self.text.partition("/")[0]

    def __str__(self) -> str:
        return self.text


Somebody = Creature | Nameless | OfClass
Kind = Somebody | Coins | Jewel | AnyMagic | Magic | Scroll | Arms | Unread


@lru_cache(maxsize=4096)
def kind_of(text: str) -> Kind:
    """The kind that a text stands for."""
    sort, *parts = text.split("/")
    found = _READERS[sort](parts) if sort in _READERS else None
    return found or (Unread(text) if parts else Creature(text))


def is_treasure(text: str) -> bool:
    """Whether something that a slot holds is treasure rather than somebody."""
    return not isinstance(kind_of(text), Somebody)


def _number(text: str) -> int | None:
    return int(text) if text.removeprefix("+").removeprefix("-").isdecimal() else None


def _nameless(parts: list[str]) -> Kind | None:
    return Nameless(int(parts[0])) if len(parts) == 1 and parts[0].isdecimal() else None


def _of_class(parts: list[str]) -> Kind | None:
    if not parts or len(parts) > 2:
        return None
    return OfClass(parts[0], int(parts[1]) if len(parts) == 2 and parts[1].isdecimal() else 0)


def _coins(parts: list[str]) -> Kind | None:
    return Coins(parts[0]) if len(parts) == 1 else None


def _gem(parts: list[str]) -> Kind | None:
    return _jewel("gem", parts)


def _jewelry(parts: list[str]) -> Kind | None:
    return _jewel("jewelry", parts)


def _jewel(sort: Literal["gem", "jewelry"], parts: list[str]) -> Kind | None:
    if not parts:
        return Jewel(sort)
    return Jewel(sort, int(parts[0])) if len(parts) == 1 and parts[0].isdecimal() else None


def _any_magic(parts: list[str]) -> Kind | None:
    return None if parts else AnyMagic()


def _magic(parts: list[str]) -> Kind | None:
    if not 1 <= len(parts) <= 4:
        return None
    item, piece, plus, foe = (*parts, "", "", "")[:4]
    return Magic(item, piece, _number(plus), foe)


def _scroll(parts: list[str]) -> Kind | None:
    return Scroll(parts[0]) if len(parts) == 1 and parts[0] else None


def _weapon(parts: list[str]) -> Kind | None:
    return Arms("weapon", *parts) if 1 <= len(parts) <= 2 else None


def _armour(parts: list[str]) -> Kind | None:
    return Arms("armour", *parts) if 1 <= len(parts) <= 2 else None


_READERS: Final[dict[str, Callable[[list[str]], Kind | None]]] = {
    "monster": _nameless,
    "class": _of_class,
    "coins": _coins,
    "gem": _gem,
    "jewelry": _jewelry,
    "magic_item": _any_magic,
    "magic": _magic,
    "scroll": _scroll,
    "weapon": _weapon,
    "armour": _armour,
}
