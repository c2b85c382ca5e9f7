"""Content as data: files of entries, laid over each other from a game to its variant to a reader's own pack.

A content file says what it holds and lists its entries, all of one schema:

.. code-block:: yaml

    content: monsters
    defaults: {source: "LSB 8"}          # fields that every entry of the file has unless it says otherwise
    entries:
      orc: {name: {it: orchetto, en: orc}, ...}

A variant, or a pack (such a file, or a folder of them), names the game that it lies over and states only what differs.
What it does not name is inherited as it stands; every entry that it does name says what happens to it:

.. code-block:: yaml

    content: monsters
    inherit: <game>
    entries:
      elf: null                          # removed
      orc: {inherit: true, ac: 5}        # changed in these fields only; a field set to null is left out again
      ogre: {replace: true, ...}         # replaced whole
      toad_man: {new: true, ...}         # added

Roll tables stand under ``tables``; one that takes the place of another is named in ``replaces``, and null removes one.
Lonely facts stand under ``value``, of which a variant gives the fields that differ. What is much may stand in a folder
of the kind's name, in several files. Nothing is read before it is asked for.
"""

from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, Generic, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from msgspec import Struct, field

from arbitro.dice.amount import Amount
from arbitro.kernel.named import Named
from arbitro.kernel.pack import Pack
from arbitro.kernel.rolltable import RollTable, read_table
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import TEXTS, Document, open_packaged, unknown_name
from arbitro.text import Fault, Gender, Grammar, Language, Name, Words

T = TypeVar("T", bound=Struct)
R = TypeVar("R")
Confidence = Literal["high", "medium", "low"]
Reference = tuple[str, str, str, str]
"""A name in an entry: the kind and the id of the entry, the sort of thing that is named, and its name."""
_WORDS: Final = ("inherit", "replace", "new")


class Noun(Struct, frozen=True, forbid_unknown_fields=True):
    """What something is called in both languages, in the singular and in the plural, with its gender in Italian."""

    it: str
    en: str
    gender: Gender = "m"
    plural: Phrase | None = None
    feminine: str = ""
    """The Italian form for a woman, where a calling has one."""
    grammar: Grammar = "one"
    """Whether the singular is one in words too: boots are one thing and several."""

    def in_(self, language: Language) -> Name:
        """The singular in one language."""
        return Name(self.it if language == "it" else self.en, self.gender, self.grammar)

    def many(self, language: Language) -> Name:
        """The plural in one language."""
        return Name(self.plural.in_(language) if self.plural else self.in_(language), self.gender, "many")


class Sourced(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry that says where its facts come from and how sure they are."""

    source: str
    confidence: Confidence = "high"
    uncertain: dict[str, Confidence] = field(default_factory=dict)
    """Fields that are less sure than the rest, because a second source or we ourselves supplied them."""
    printed: dict[str, Any] = field(default_factory=dict)
    """What the source prints where we read otherwise, field by field."""
    note: Phrase | None = None
    """A remark for the referee: a reading of ours, or a doubt."""
    words: Phrase | None = None
    """What it is or does, with its numbers, in a sentence or two of our own: shown where it is chosen and on sheets.

    A game may make these words of the other fields instead; `Ruleset.meaning` is where everybody asks for them."""

    def told(self, language: Language) -> str:
        """What the entry says of itself; nothing where its numbers must speak for it."""
        return "" if self.words is None else self.words.in_(language)


class Catalogue(Mapping[str, T], Generic[T]):
    """All entries of one kind, by id, in the order of the files."""

    def __init__(self, entries: Mapping[str, T], plain: Mapping[str, Mapping[str, Any]]) -> None:
        self._entries = entries
        self.plain = plain
        """The same entries as they were written, for whoever lies over them."""

    def __getitem__(self, name: str) -> T:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries


class Content:
    """All content of a game; a variant lies over its parent, and packs over both."""

    def __init__(
        self,
        game: str,
        package: str,
        kinds: Sequence[str],
        parent: "Content | None" = None,
        packs: Sequence[Pack] = (),
    ) -> None:
        self.game = game
        self.package = package
        self.kinds: tuple[str, ...] = (*parent.kinds, *kinds) if parent else tuple(kinds)
        self.parent = parent
        self._loaded: dict[tuple[str, Any], Any] = {}
        self._packs = [self._pack_file(document) for pack in packs for document in pack.documents()]

    @property
    def lineage(self) -> tuple[str, ...]:
        """The names of this game and of the ones it varies."""
        return (self.game, *(self.parent.lineage if self.parent else ()))

    def entries(self, kind: str, schema: type[T]) -> Catalogue[T]:
        """The catalogue of one kind, read when first asked for."""
        found: Catalogue[T] | None = self._loaded.get((kind, schema))
        if found is None:
            found = self.parent.entries(kind, schema) if self.parent and kind in self.parent.kinds else None
            for document in self._documents(kind):
                found = _lay_entries(document, schema, found)
            self._loaded[kind, schema] = found = found or Catalogue({}, {})
        return found

    def tables(self, kind: str, result: type[R]) -> Mapping[str, RollTable[R]]:
        """The roll tables of one kind, whose results are of one type."""
        found: dict[str, RollTable[R]] | None = self._loaded.get((kind, result))
        if found is None:
            found = dict(self.parent.tables(kind, result)) if self.parent and kind in self.parent.kinds else {}
            for document in self._documents(kind):
                found = _lay_tables(document, result, found)
            self._loaded[kind, result] = found
        return found

    def value(self, kind: str, schema: type[T]) -> T:
        """Facts that stand alone: one value of a schema."""
        return self.entries(kind, schema)["value"]

    def check(self, references: Iterable[Reference], known: Mapping[str, Container[str]]) -> None:
        """Refuse a name that leads nowhere, at its line where a pack has it."""
        for kind, entry, sort, name in references:
            if name and name not in known[sort]:
                words = Words(TEXTS, "content.dangling", kind=kind, entry=entry, name=name)
                raise self.fault(words, kind, entry, name)

    def played(self) -> Mapping[str, Mapping[str, int]]:
        """How entries are played, sort by sort, where a game says so of them: by the rules, by asking, or only told."""
        return {}

    def entries_played(self) -> Mapping[str, Mapping[Named, str]]:
        """How each entry is played, by what it is called, sort by sort, where a game says so: see `played`."""
        return {}

    def keep_tables(self) -> None:
        """Refuse packs that take a table away: the rules of a game throw on it."""
        for document in self._packs:
            tables = document.mapping("tables") if "tables" in document.mapping() else {}
            for name, table in tables.items():
                if table is None:
                    raise document.fault(Words(TEXTS, "content.table_needed", name=name), "tables", name)

    def pack_entries(self) -> Iterator[tuple[str, str]]:
        """What the packs name, kind by kind: entries, tables, and lonely facts as ``value``."""
        for document in self._packs:
            head = document.mapping()
            for part in ("entries", "tables"):
                if part in head:
                    yield from ((head["content"], name) for name in document.mapping(part))
            if "value" in head:
                yield head["content"], "value"

    def entry_names(self, language: Language) -> Iterator[tuple[str, str, str]]:
        """Kinds, ids and names of the entries of the books themselves: of what packs add nobody may know."""
        if self.parent is not None:
            yield from self.parent.entry_names(language)
        for kind in self.kinds:
            name = f"{kind.replace('_', '-')}.yaml"
            if not files(self.package).joinpath("content", name).is_file():
                continue
            head = open_packaged(self.package, "content", name).mapping()
            for entry, plain in (head.get("entries") or {}).items():
                called = plain.get("name") if isinstance(plain, dict) else None
                if isinstance(called, dict) and language in called:
                    yield kind, entry, called[language]

    def fault(self, words: Words, kind: str, entry: str, word: str = "") -> Fault:
        """What is wrong with an entry, with the line where a pack says so; `word` is what is wrong in it.

        What no pack names is a game's own, and wrong because a pack has taken away what it speaks of: the entry that
        is gone is looked for then.
        """
        for document in reversed(self._packs):
            head = document.mapping()
            for part in ("entries", "tables"):
                if head["content"] == kind and part in head and entry in document.mapping(part):
                    return document.fault(words, *document.way_to(word, part, entry))
            if head["content"] == kind and "value" in head:
                return document.fault(words, *document.way_to(word, "value"))
        for document in reversed(self._packs):
            for part in ("entries", "tables"):
                if word and part in document.mapping() and word in document.mapping(part):
                    return document.fault(words, part, word)
        return Fault(words)

    def _documents(self, kind: str) -> Iterator[Document]:
        name = f"{kind.replace('_', '-')}.yaml"
        if files(self.package).joinpath("content", name).is_file():
            document = open_packaged(self.package, "content", name)
            self._check_head(document, kind)
            yield document
        folder = files(self.package).joinpath("content", kind.replace("_", "-"))
        if folder.is_dir():
            for each in sorted(part.name for part in folder.iterdir() if part.name.endswith(".yaml")):
                document = open_packaged(self.package, "content", kind.replace("_", "-"), each)
                self._check_head(document, kind)
                yield document
        for document in self._packs:
            if document.mapping()["content"] == kind:
                yield document

    def _check_head(self, document: Document, kind: str) -> None:
        document.fields("content", "inherit", "defaults", "entries", "tables", "replaces", "value")
        head = document.mapping()
        if head.get("content") != kind:
            raise document.fault(Words(TEXTS, "content.kind", kinds=kind), "content")
        if self.parent and head.get("inherit") not in self.parent.lineage:
            raise document.fault(Words(TEXTS, "content.game", games=", ".join(self.parent.lineage)), "inherit")

    def _pack_file(self, document: Document) -> Document:
        document.fields("content", "inherit", "defaults", "entries", "tables", "replaces", "value")
        head = document.mapping()
        if head.get("inherit") not in self.lineage:
            raise document.fault(Words(TEXTS, "content.game", games=", ".join(self.lineage)), "inherit")
        if head.get("content") not in self.kinds:
            raise document.fault(Words(TEXTS, "content.kind", kinds=", ".join(self.kinds)), "content")
        return document


def _lay_entries(document: Document, schema: type[T], below: Catalogue[T] | None) -> Catalogue[T]:
    """The entries below with the ones of a document laid over them."""
    entries: dict[str, T] = dict(below) if below else {}
    plain: dict[str, Mapping[str, Any]] = dict(below.plain) if below else {}
    head = document.mapping()
    over = "inherit" in head
    defaults = document.mapping("defaults") if "defaults" in head else {}
    if "value" in head:
        if over and "value" not in plain:
            raise document.fault(Words(TEXTS, "content.word"), "value")
        plain["value"] = {**plain.get("value", {}), **document.mapping("value")}
        entries["value"] = _checked(document, plain["value"], schema, "value")
        return Catalogue(entries, plain)
    for name, entry in document.mapping("entries").items():
        path = ("entries", name)
        if not over:
            document.mapping(*path)
            plain[name] = {**defaults, **entry}
        elif (settled := _settled(document, entry, plain, defaults, path)) is None:
            del entries[name], plain[name]
            continue
        else:
            plain[name] = settled
        entries[name] = _checked(document, plain[name], schema, *path)
    return Catalogue(entries, plain)


def _settled(
    document: Document,
    entry: Any,
    plain: Mapping[str, Mapping[str, Any]],
    defaults: Mapping[str, Any],
    path: tuple[str, str],
) -> Mapping[str, Any] | None:
    """What becomes of an entry that a variant or a pack names; None when it is removed."""
    name = path[1]
    words = [word for word in _WORDS if isinstance(entry, dict) and entry.get(word) is True]
    if entry is not None and len(words) != 1:
        raise document.fault(Words(TEXTS, "content.word"), *path)
    if entry is None or words != ["new"]:
        if name not in plain:
            raise document.fault(unknown_name(name, plain), *path)
    elif name in plain:
        raise document.fault(Words(TEXTS, "content.exists", name=name), *path)
    if entry is None:
        return None
    own = {part: value for part, value in entry.items() if part not in _WORDS}
    if words == ["inherit"]:
        merged = {**plain[name], **own}
        return {part: value for part, value in merged.items() if value is not None or part not in own}
    return {**defaults, **own}


def _lay_tables(document: Document, result: type[R], below: Mapping[str, RollTable[R]]) -> dict[str, RollTable[R]]:
    tables = dict(below)
    head = document.mapping()
    replaced = document.read(tuple[str, ...], "replaces") if "replaces" in head else ()
    for number, name in enumerate(replaced):
        if name not in tables:
            raise document.fault(unknown_name(name, tables), "replaces", number)
    for name, table in document.mapping("tables").items():
        path = ("tables", name)
        if table is None:
            if name not in tables:
                raise document.fault(unknown_name(name, tables), *path)
            del tables[name]
            continue
        if name in tables and name not in replaced:
            raise document.fault(Words(TEXTS, "content.table_exists", name=name), *path)
        _prepare_rows(document, result, path)
        tables[name] = read_table(document, result, *path)
    return tables


def _prepare_rows(document: Document, result: type[Any], path: tuple[str, str]) -> None:
    """Dice inside the results of a table, made ready in place."""
    rows = document.mapping(*path).get("rows")
    if not isinstance(rows, list) or not _holds_dice(cast(Hashable, result)):
        return
    for number, row in enumerate(rows):
        if isinstance(row, dict) and "result" in row:
            row["result"] = _with_dice(document, row["result"], result, (*path, "rows", number, "result"))


def _checked(document: Document, value: Mapping[str, Any], schema: type[T], *path: str | int) -> T:
    return document.check(_with_dice(document, value, schema, path), schema, *path)


@cache
def _holds_dice(kind: Any) -> bool:
    """Whether an amount of dice can stand anywhere inside a type."""
    if kind is Amount:
        return True
    if isinstance(kind, type) and issubclass(kind, Struct):
        return any(_holds_dice(part) for part in _parts(kind).values())
    return any(_holds_dice(part) for part in get_args(kind) if part is not kind)


@cache
def _parts(kind: type[Struct]) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


@cache
def _tagged(kind: Any) -> Mapping[str, Any]:
    """The tagged structs of a union, by tag."""
    structs = [part for part in get_args(kind) if isinstance(part, type) and issubclass(part, Struct)]
    return {str(part.__struct_config__.tag): part for part in structs}


def _with_dice(document: Document, value: Any, kind: Any, path: tuple[str | int, ...]) -> Any:
    """A plain value in which every amount of dice that the schema expects (``2d6+1``, ``3``) has been read."""
    if value is None or not _holds_dice(kind):
        return value
    if kind is Amount:
        return _amount(document, value, path)
    if isinstance(kind, type) and issubclass(kind, Struct):
        if not isinstance(value, Mapping):
            return value
        parts = _parts(kind)
        return {
            name: _with_dice(document, part, parts[name], (*path, name)) if name in parts else part
            for name, part in value.items()
        }
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple and isinstance(value, list):
        return [_with_dice(document, part, inner[0], (*path, number)) for number, part in enumerate(value)]
    if origin is dict and isinstance(value, Mapping):
        return {name: _with_dice(document, part, inner[1], (*path, name)) for name, part in value.items()}
    if isinstance(value, Mapping) and (found := _tagged(kind)):
        first = next(iter(found.values()))  # those of one union share the field that tells them apart
        tag = value.get(first.__struct_config__.tag_field)
        tagged = found.get(str(tag), first if len(found) == 1 else None)
        return value if tagged is None else _with_dice(document, value, tagged, path)
    holding = next((part for part in inner if _holds_dice(part)), None)
    return value if holding is None else _with_dice(document, value, holding, path)


def _amount(document: Document, value: Any, path: tuple[str | int, ...]) -> Any:
    if isinstance(value, Amount) or not isinstance(value, (str, int)) or isinstance(value, bool):
        return value
    try:
        return Amount.parse(str(value))
    except ValueError:
        raise document.fault(Words(TEXTS, "option.dice", value=value), *path) from None
