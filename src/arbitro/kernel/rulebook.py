"""Rulebooks: every rule of a game as an atom with an id, a heading in the source, and our words in two languages."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.yamlfile import open_packaged
from arbitro.text import Language


class Phrase(Struct, frozen=True, forbid_unknown_fields=True):
    """The same thing said in both languages."""

    it: str
    en: str

    def in_(self, language: Language) -> str:
        """The words in one language."""
        return self.it if language == "it" else self.en


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """How we read what the source leaves open, and the option that reads it otherwise."""

    question: Phrase
    ruling: Phrase
    option: str = ""
    here_only: bool = False
    """About this very text, its print or what a variant says otherwise: no variant takes it over."""


class Atom(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: small enough for one test to show it, large enough to have a name."""

    where: str
    kind: Literal["rule", "table", "procedure", "option", "guidance"]
    title: Phrase
    text: Phrase
    optional: bool = False
    rulings: tuple[Ruling, ...] = ()
    status: Literal["same", "changed", "new", ""] = ""
    """In a variant: how the atom stands to the game it varies."""
    parents: tuple[str, ...] = ()
    as_parent: tuple[str, ...] = ()
    """Atoms of the game it varies whose readings hold for this one too, after its own."""
    outside_seed: bool = False
    """Whether the atom comes from elsewhere than the chapter that the game follows."""
    book: str = ""
    """The package of the rulebook that it was read from: its headings lie there. No file says so itself."""


class Rulebook:
    """All atoms of a game, in the order of the book."""

    def __init__(self, game: str, edition: str, source: Phrase, atoms: Mapping[str, Atom]) -> None:
        self.game = game
        self.edition = edition
        self.source = source
        self._atoms = atoms
        named = {
            atom: tuple(ruling.option for ruling in found.rulings if ruling.option) for atom, found in atoms.items()
        }
        self.options_of = {atom: options for atom, options in named.items() if options}
        """The options on which the readings of atoms depend."""

    def __iter__(self) -> Iterator[str]:
        return iter(self._atoms)

    def __len__(self) -> int:
        return len(self._atoms)

    def __contains__(self, atom: object) -> bool:
        return atom in self._atoms

    def __getitem__(self, atom: str) -> Atom:
        return self._atoms[atom]


@cache
def load_rulebook(package: str) -> Rulebook:
    """The rulebook that lies in a game's package; a variant names the package of the game that it varies."""
    document = open_packaged(package, "rulebook.yaml")
    document.fields("game", "edition", "source", "parent", "atoms")
    atoms = {atom: replace(document.read(Atom, "atoms", atom), book=package) for atom in document.mapping("atoms")}
    if any(atom.as_parent for atom in atoms.values()):
        parent = load_rulebook(document.read(str, "parent"))
        atoms = {name: _with_readings(atom, parent) for name, atom in atoms.items()}
    return Rulebook(document.read(str, "game"), document.read(str, "edition"), document.read(Phrase, "source"), atoms)


def _with_readings(atom: Atom, parent: Rulebook) -> Atom:
    """An atom of a variant with the readings that it takes over."""
    taken = (ruling for name in atom.as_parent for ruling in parent[name].rulings if not ruling.here_only)
    return replace(atom, rulings=(*atom.rulings, *taken))
