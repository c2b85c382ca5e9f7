"""Who is met with whom, and where: encounters that fit their place and each other."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from arbitro.kernel.content import Noun
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Fault, Words

Ground = Literal["underground", "town", "road", "wilds", "sea", "water"]
"""Where adversaries live: `sea` is aboard and along the shore, `water` is in it."""


class CompanyEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A company, as files write it: what it is, where it lives, who belongs to it."""

    name: Noun
    about: Phrase
    places: tuple[Ground, ...]
    members: tuple[str, ...]


class Companies(Struct, frozen=True):
    """All companies. Whoever is in none (a stat block of a reader's pack, say) lives anywhere, with its own kind."""

    entries: Mapping[str, CompanyEntry]

    def of(self, block: str, ground: Ground | None = None) -> frozenset[str]:
        """The companies of an adversary, at a place or anywhere."""
        return frozenset(
            name
            for name, entry in self.entries.items()
            if block in entry.members and (ground is None or ground in entry.places)
        )

    def lives(self, block: str, ground: Ground) -> bool:
        """Whether an adversary is met at such a place."""
        return bool(self.of(block, ground)) or not self.of(block)

    def together(self, blocks: Iterable[str], ground: Ground | None = None) -> bool:
        """Whether adversaries are of one company that lives there, or of one kind."""
        kinds = set(blocks)
        if len(kinds) < 2:
            return all(ground is None or self.lives(block, ground) for block in kinds)
        shared = [self.of(block, ground) for block in kinds]
        return bool(frozenset.intersection(*shared))


def gather_companies(entries: Mapping[str, CompanyEntry], known: Iterable[str]) -> Companies:
    """The companies of the game; one that names nobody who exists is a fault."""
    blocks = frozenset(known)
    for name, entry in entries.items():
        for member in entry.members:
            if member not in blocks:
                raise Fault(Words(TEXTS, "content.dangling", kind="companies", entry=name, name=member))
    return Companies(entries)
