"""The nature of a monster: by which policy it fights when nobody plays it.

A game says in ``content/natures.yaml`` who is of which nature: by name, by tag, or by kind, in that order; whoever is
not named is plain. A monster of a reader's pack gets its nature by its tags and kind, or a pack lays over the file.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, get_args

from msgspec import Struct

from arbitro.kernel.content import Noun
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import TEXTS, unknown_name
from arbitro.text import Fault, Words

Nature = Literal["plain", "mindless", "cunning", "cowardly", "pack"]
NATURES: Final[tuple[Nature, ...]] = get_args(Nature)


class NatureEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One nature of a game: what it is called, how it fights, and who has it."""

    name: Noun
    about: Phrase
    monsters: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class Natures(Struct, frozen=True):
    """Who is of which nature."""

    by_monster: Mapping[str, Nature]
    by_tag: Mapping[str, Nature]
    by_kind: Mapping[str, Nature]

    def of(self, monster: str, tags: Iterable[str] = (), kind: str = "") -> Nature:
        """The nature of a monster: by its name, else by the first tag that has one, else by its kind."""
        found = self.by_monster.get(monster)
        if found is not None:
            return found
        for tag in tags:
            if tag in self.by_tag:
                return self.by_tag[tag]
        return self.by_kind.get(kind, "plain")


def sort_natures(entries: Mapping[str, NatureEntry], monsters: Iterable[str] = ()) -> Natures:
    """The natures of a game; an unknown nature or monster, or one that has two natures, is a fault."""
    known = frozenset(monsters)
    by_monster: dict[str, Nature] = {}
    by_tag: dict[str, Nature] = {}
    by_kind: dict[str, Nature] = {}
    for name, entry in entries.items():
        if name not in NATURES:
            raise Fault(unknown_name(name, NATURES))
        for written, sorted_ in ((entry.monsters, by_monster), (entry.tags, by_tag), (entry.kinds, by_kind)):
            for one in written:
                if one in sorted_:
                    raise Fault(Words(TEXTS, "content.two_natures", name=one, first=sorted_[one], second=name))
                sorted_[one] = name
        for one in entry.monsters:
            if known and one not in known:
                raise Fault(Words(TEXTS, "content.dangling", kind="natures", entry=name, name=one))
    return Natures(by_monster, by_tag, by_kind)
