"""The form of everything that a log may hold, as data: tags, fields, types, defaults; and what a change breaks.

A default belongs to the form: fields that hold it are left out of the log, so that another default would change what
old logs say.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT, inspect

from arbitro.kernel.command import KERNEL_COMMANDS
from arbitro.kernel.event import KERNEL_EVENTS, tag_of
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Ruleset
from arbitro.play import campaigns, find_campaign
from arbitro.rules import find_ruleset, games

Form = Any
"""A type as JSON: a word (``"str"``), the name of a struct (``"@arbitro.dice.stream.Die"``), or a list of these."""
ENVELOPE = "@arbitro.kernel.log.Entry"


class Field(NamedTuple):
    """A field of a struct: its type, whether it must be there, and what it is where it is left out."""

    form: Form
    required: bool
    default: Any = None


class Shape(NamedTuple):
    """A struct as it is written: its tag, where it has one, and its fields in their order."""

    tag: str
    fields: dict[str, Field]


class Forms(NamedTuple):
    """Everything on disk: the structs by name, and for each game its tags with the structs that they stand for."""

    structs: dict[str, Shape]
    events: dict[str, dict[str, str]]
    commands: dict[str, dict[str, str]]


def rulesets() -> list[Ruleset[Any]]:
    """Every game and every campaign."""
    return [*map(find_ruleset, games()), *map(find_campaign, campaigns())]


def forms_today() -> Forms:
    """The forms of everything that the games of today write."""
    structs: dict[str, Shape] = {}
    events: dict[str, dict[str, str]] = {}
    commands: dict[str, dict[str, str]] = {}
    form_of(inspect.type_info(Entry[Any, Any]), structs)
    for ruleset in rulesets():
        for table, kinds in (
            (events, (*KERNEL_EVENTS, *ruleset.event_types)),
            (commands, (*KERNEL_COMMANDS, *ruleset.command_types)),
        ):
            table[ruleset.id] = {tag_of(kind): form_of(inspect.type_info(kind), structs) for kind in kinds}
    return Forms(structs, events, commands)


def form_of(kind: inspect.Type, structs: dict[str, Shape]) -> Form:
    """A type as data; the structs in it are put among `structs`."""
    match kind:
        case inspect.Metadata():
            return form_of(kind.type, structs)
        case inspect.StructType():
            return _struct(kind, structs)
        case inspect.UnionType():
            return ["union", *sorted((form_of(part, structs) for part in kind.types), key=json.dumps)]
        case inspect.LiteralType():
            return ["literal", *sorted(kind.values, key=str)]
        case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
            return ["list", form_of(kind.item_type, structs)]
        case inspect.TupleType():
            return ["tuple", *(form_of(part, structs) for part in kind.item_types)]
        case inspect.DictType():
            return ["dict", form_of(kind.key_type, structs), form_of(kind.value_type, structs)]
        case inspect.EnumType():
            return ["literal", *sorted(one.value for one in kind.cls)]
        case _:
            return type(kind).__name__.removesuffix("Type").lower()


def _struct(kind: inspect.StructType, structs: dict[str, Shape]) -> str:
    name = f"@{kind.cls.__module__}.{kind.cls.__qualname__}"
    if name not in structs:
        structs[name] = Shape("", {})  # it may hold itself
        fields = {field.encode_name: _field(field, structs) for field in kind.fields}
        structs[name] = Shape("" if kind.tag is None else str(kind.tag), fields)
    return name


def _field(field: inspect.Field, structs: dict[str, Shape]) -> Field:
    default = field.default
    if field.default_factory is not NODEFAULT:
        default = field.default_factory()
    written = None if field.required else msgspec.json.decode(msgspec.json.encode(default))
    return Field(form_of(field.type, structs), field.required, written)


# -------------------------------------------------------------------- on paper


def write_forms(forms: Forms, path: Path) -> None:
    """One line for each struct, sorted; those of events and commands say in which games they stand for their tag."""
    used: dict[str, dict[str, list[str]]] = {}
    for word, table in (("event", forms.events), ("command", forms.commands)):
        for game, tags in table.items():
            for name in tags.values():
                used.setdefault(name, {}).setdefault(word, []).append(game)
    lines = []
    for name, shape in sorted(forms.structs.items()):
        fields = {field: [one.form] if one.required else [one.form, one.default] for field, one in shape.fields.items()}
        plain = {"struct": name, **({"tag": shape.tag} if shape.tag else {}), **used.get(name, {}), "fields": fields}
        lines.append(json.dumps(plain, ensure_ascii=False, separators=(",", ":")))
    path.write_text("\n".join(lines) + "\n")


def read_forms(path: Path) -> Forms:
    """What `write_forms` wrote."""
    forms = Forms({}, {}, {})
    for line in path.read_text().splitlines():
        plain = json.loads(line)
        fields = {name: Field(each[0], len(each) == 1, *each[1:]) for name, each in plain["fields"].items()}
        forms.structs[plain["struct"]] = Shape(plain.get("tag", ""), fields)
        for word, table in (("event", forms.events), ("command", forms.commands)):
            for game in plain.get(word, ()):
                table.setdefault(game, {})[plain["tag"]] = plain["struct"]
    return forms


# -------------------------------------------------------------------- what a change breaks


def broken(old: Forms, new: Forms, upcast: dict[str, Iterable[str]]) -> Iterator[str]:
    """What logs of the old forms hold that the new ones do not read; `upcast` are the tags that upcasters know."""
    comparing = _Comparing(old, new)
    yield from comparing.struct(ENVELOPE, ENVELOPE, "an entry")
    for word, before, after in (("event", old.events, new.events), ("command", old.commands, new.commands)):
        for game, tags in before.items():
            for tag, name in tags.items():
                what = f"the {word} {tag!r} of {game}"
                if tag in upcast.get(game, ()):
                    continue
                if tag not in after.get(game, {}):
                    yield f"{what} is gone"
                else:
                    yield from comparing.struct(name, after[game][tag], what)


class _Comparing:
    """Compares structs of two versions, each pair once; what they are called in the code is of no matter."""

    def __init__(self, old: Forms, new: Forms) -> None:
        self.old, self.new = old.structs, new.structs
        self._met: set[tuple[str, str]] = set()

    def struct(self, old: str, new: str, where: str) -> Iterator[str]:
        """What of an old struct is lost or misread."""
        if (old, new) in self._met:
            return
        self._met.add((old, new))
        before, after = self.old[old], self.new[new]
        if before.tag != after.tag:
            yield f"{where} was tagged {before.tag!r} and is tagged {after.tag!r}"
        for name, field in before.fields.items():
            there = f"{where}, field {name!r}"
            if name not in after.fields:
                yield f"{there}: is gone"
                continue
            now = after.fields[name]
            if not field.required and now.required:
                yield f"{there}: must be there now, and may be left out in old logs"
            elif not field.required and now.default != field.default:
                yield f"{there}: left out it meant {field.default!r} and would mean {now.default!r}"
            yield from self.form(field.form, now.form, there)
        for name in after.fields.keys() - before.fields.keys():
            if after.fields[name].required:
                yield f"{where}, field {name!r}: is new and has no default"

    def form(self, old: Form, new: Form, where: str) -> Iterator[str]:
        """What of an old type the new one does not take."""
        if new == "any" or (old == new and not _names(old)):
            return
        if _is(old, "union"):
            for part in old[1:]:
                yield from self.form(part, new, where)
        elif _is(new, "union"):
            options = [list(self._tried(old, part, where)) for part in new[1:]]
            if all(options):
                yield min(options, key=len)[0]
        elif _is(old, "literal") and _is(new, "literal"):
            lost = [value for value in old[1:] if value not in new[1:]]
            if lost:
                yield f"{where}: {lost} would not be taken"
        elif (_is(old, "literal") and new == "str") or (old, new) == ("int", "float"):
            return
        elif isinstance(old, str) and isinstance(new, str) and old[:1] == new[:1] == "@":
            yield from self.struct(old, new, where)
        elif isinstance(old, list) and isinstance(new, list) and (old[0], len(old)) == (new[0], len(new)):
            for before, after in zip(old[1:], new[1:], strict=True):
                yield from self.form(before, after, where)
        else:
            yield f"{where}: was {old} and is {new}"

    def _tried(self, old: Form, new: Form, where: str) -> Iterator[str]:
        """The same for one of several types that it may be: of structs only the one with the same tag, or none."""
        structs = isinstance(old, str) and isinstance(new, str) and old[:1] == new[:1] == "@"
        if structs and self.old[old].tag != self.new[new].tag:
            yield f"{where}: no longer holds what is tagged {self.old[old].tag!r}"
        else:
            yield from self.form(old, new, where)


def _is(form: Form, word: str) -> bool:
    return isinstance(form, list) and form[0] == word


def _names(form: Form) -> bool:
    """Whether a type has structs in it, whose own fields have to be compared."""
    return any(map(_names, form)) if isinstance(form, list) else str(form)[:1] == "@"
