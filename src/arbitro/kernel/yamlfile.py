"""YAML files read strictly: every fault names the file and the line, and says what would be right.

Content, tables, rulebooks and house rules all come in through here: a duplicate key, an unknown field or a value of the
wrong type is refused when the file is loaded, not when a game stumbles over it.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import msgspec
import yaml

from arbitro.kernel.bounds import MOST, MOST_IN_FIGHT, beyond
from arbitro.kernel.misread import PATH, in_words
from arbitro.text import Fault, Texts, Words

T = TypeVar("T")
MOST_TEXT: Final = 4_000_000
"""How many letters a file may have."""
MOST_BYTES: Final = 16 * 1024 * 1024
"""How long any file may be that is read in one piece."""
DEEPEST: Final = 64
"""How many lists and mappings may stand inside each other. The loader's C code has no bound of its own, and crashes."""
MOST_PARTS: Final = 400_000
"""How many values a file may come to, each shortcut (*) counted as often as it is used."""
MOST_LISTED: Final = 40
"""How many names are listed to somebody who wrote one that there is not."""
SOME_LISTED: Final = 12
"""How many of them where there are more."""
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
TEXTS = Texts("arbitro.kernel")


class FileFault(Fault):
    """Something in a file is not as it should be."""

    def __init__(self, file: str, line: int, fault: Words) -> None:
        super().__init__(Words(TEXTS, "file.fault", file=file, line=line, fault=fault))
        self.file = file
        self.line = line


def _words(key: str, /, **values: object) -> Words:
    return Words(TEXTS, key, **values)


class Document:
    """A YAML file as plain data that still knows on which line each part stands.

    A file of our own is trusted to be of a sensible size and depth; any other is looked at first. What knows the lines
    takes far more room than the data: it is not kept, and composed again where there is a fault to be told.
    """

    def __init__(self, name: str, text: str, *, ours: bool = False, first: int = 1, most: int = MOST) -> None:
        self.name = name
        self._text = text
        self._most = None if ours else most
        """How large its numbers may be whose fields do not say so themselves."""
        self._above = first - 1
        """How many lines of its file stand above it."""
        self._parts = 0
        try:
            if not ours:
                self._look_through(text)
            node = yaml.compose(text, Loader=_Loader)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "?"
            line = mark.line + 1 if mark else 1
            raise FileFault(name, self._above + line, _words("file.not_yaml", problem=problem)) from None
        self._reader = _Loader("")
        self._within: list[yaml.Node] = []
        try:
            self.data = None if node is None else self._plain(node)
        finally:
            self._reader.dispose()

    def _look_through(self, text: str) -> None:
        """Refuse a file that would take all memory or crash the loader."""
        if len(text) > MOST_TEXT:
            raise FileFault(self.name, self._above + 1, _words("file.too_long", most=MOST_TEXT))
        depth = 0
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > DEEPEST:
                    line = event.start_mark.line + 1 if event.start_mark else 1
                    raise FileFault(self.name, self._above + line, _words("file.too_deep", most=DEEPEST))
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1

    def _plain(self, node: yaml.Node) -> Any:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise self._fault_at(node, _words("file.too_many", most=MOST_PARTS))
        if isinstance(node, yaml.ScalarNode):
            try:
                return self._reader.construct_object(node)
            except (yaml.YAMLError, ValueError) as error:  # an unknown tag, a thirteenth month
                raise self._fault_at(node, _words("file.not_yaml")) from error
        if any(node is outer for outer in self._within):
            raise self._fault_at(node, _words("file.alias"))
        self._within.append(node)
        try:
            return self._mapping(node) if isinstance(node, yaml.MappingNode) else [self._plain(n) for n in node.value]
        finally:
            self._within.pop()

    def _mapping(self, node: yaml.MappingNode) -> dict[Hashable, Any]:
        mapping: dict[Hashable, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._fault_at(key_node, _words("file.key"))
            key = cast(Hashable, self._plain(key_node))
            if key in mapping:
                raise self._fault_at(key_node, _words("file.twice", name=key))
            mapping[key] = self._plain(value_node)
        return mapping

    def _fault_at(self, node: yaml.Node, words: Words) -> FileFault:
        return FileFault(self.name, self._above + node.start_mark.line + 1, words)

    @cached_property
    def _composed(self) -> yaml.Node | None:
        return cast("yaml.Node | None", yaml.compose(self._text, Loader=_Loader))

    def line(self, *path: str | int) -> int:
        """The line of the part at a path of keys and indexes, or of the nearest part above it."""
        node, line = self._composed, self._above + 1
        for step in path:
            found = None
            if isinstance(node, yaml.MappingNode):
                found = next(((k, v) for k, v in node.value if k.value == str(step) or self._plain(k) == step), None)
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                found = (node.value[step], node.value[step])
            if found is None:
                return line
            line, node = self._above + found[0].start_mark.line + 1, found[1]
        return line

    def way_to(self, value: str, *path: str | int) -> tuple[str | int, ...]:
        """The path of the first word below a path that is this one; the path itself where there is none."""
        found: Any = self.data
        for step in path:
            found = found[step]
        way = _way_to(value, found)
        return path if way is None else (*path, *way)

    def fault(self, words: Words, *path: str | int) -> FileFault:
        """A fault at a path of this file, to be raised."""
        return FileFault(self.name, self.line(*path), words)

    def fields(self, *known: str) -> None:
        """Refuse any top-level field but the known ones."""
        for key in self.mapping():
            if key not in known:
                raise self.fault(unknown_name(key, known), key)

    def mapping(self, *path: str | int) -> Mapping[str, Any]:
        """The mapping at a path; anything else there is a fault."""
        found = self.data
        for step in path:
            found = found[step] if isinstance(found, dict) and step in found else None
        if not isinstance(found, dict):
            where = str(path[-1]) if path else self.name
            raise self.fault(_words("file.no_mapping", where=where), *path)
        return cast(Mapping[str, Any], found)

    def read(self, kind: type[T], *path: str | int) -> T:
        """The part at a path, checked against a type."""
        found: Any = self.data
        for step in path:
            found = found[step]
        return self.check(found, kind, *path)

    def check(self, value: Any, kind: type[T], *path: str | int) -> T:
        """A value of this file, changed or not, checked against a type; `path` says where it stands."""
        try:
            found = msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise self._explained(str(error), value, kind, path) from None
        if self._most is not None and (large := beyond(found, kind, self._most)) is not None:
            words = _words("file.beyond", most=self._most, value=str(large.value))
            raise self.fault(_in_field(large.steps, words), *path, *large.steps)
        return found

    def _explained(self, message: str, value: Any, kind: type, path: tuple[str | int, ...]) -> FileFault:
        where = PATH.search(message)
        steps: list[str | int] = []
        if where:
            steps += _steps(message, where["path"], value, kind)
            message = message[: where.start()]
        said = in_words(message)
        if said.key == "file.unknown":
            name = str(said.values["name"])
            return self.fault(unknown_name(name, _fields(kind, value, steps)), *path, *steps, name)
        if said.key == "file.enum":
            said = _allowed(kind, value, steps, said)
        return self.fault(said if said.key == "file.missing" else _in_field(steps or path, said), *path, *steps)


def _steps(message: str, path: str, value: Any, kind: type) -> list[str | int]:
    """The keys and indexes that lead to what the checker found wrong; it writes ``...`` for a key of a mapping."""
    steps: list[str | int] = []
    for name, index in _STEP.findall(path):
        if index != "...":
            steps.append(int(index) if index else name)
            continue
        key = next((key for key in _at(value, steps) if _fails_alone(message, value, kind, steps, key)), None)
        if key is None:
            break
        steps.append(key)
    return steps


def _way_to(word: str, value: Any) -> tuple[str | int, ...] | None:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        if word in (step, part):
            return (step,)
        if (way := _way_to(word, part)) is not None:
            return (step, *way)
    return None


def _at(value: Any, steps: list[str | int]) -> Any:
    for step in steps:
        value = value[step]
    return value


def _fails_alone(message: str, value: Any, kind: type, steps: list[str | int], key: str) -> bool:
    """Whether the same is wrong when a mapping has this entry only."""
    try:
        msgspec.convert(_with_only(value, steps, key), kind)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False


def _with_only(value: Any, steps: list[str | int], key: str) -> Any:
    """A value whose mapping at some steps is cut down to one entry."""
    if not steps:
        return {key: value[key]}
    if isinstance(value, list):
        return [_with_only(part, steps[1:], key) if at == steps[0] else part for at, part in enumerate(value)]
    return {**value, steps[0]: _with_only(value[steps[0]], steps[1:], key)}


def unknown_name(name: object, known: Iterable[str]) -> Words:
    """What to say of a name that is not known here: the nearest one, or those that there are."""
    names = list(dict.fromkeys(known))
    near = get_close_matches(str(name), names, 1)
    if near:
        return _words("file.unknown_near", name=name, near=near[0])
    if len(names) <= MOST_LISTED:
        return _words("file.unknown_known", name=name, known=", ".join(names))
    some = sorted(names)[:SOME_LISTED]
    return _words("file.unknown_some", name=name, known=", ".join(some), more=len(names) - len(some))


def check_crowd(document: Document, number: int) -> None:
    """Refuse a fight of more people than anybody could play."""
    if number > MOST_IN_FIGHT:
        raise document.fault(_words("file.crowd", number=number, most=MOST_IN_FIGHT))


def _in_field(steps: Sequence[str | int], words: Words) -> Words:
    """What is wrong, with the name of the field that it is wrong with."""
    name = next((step for step in reversed(steps) if isinstance(step, str)), "")
    return _words("file.field", name=name, fault=words) if name else words


def _allowed(kind: type, value: Any, steps: list[str | int], said: Words) -> Words:
    """The words that may stand where another does."""
    found = [one for one in _types_at(kind, value, steps) if isinstance(one, msgspec.inspect.LiteralType)]
    known = [str(word) for one in found for word in one.values]
    return unknown_name(said.values["value"], known) if known else said


def _fields(kind: type, value: Any, steps: list[str | int]) -> list[str]:
    """The names of the fields that the mapping at some steps may have."""
    types = _types_at(kind, value, steps)
    return [field.encode_name for one in types for field in getattr(one, "fields", ())]


def _types_at(kind: type, value: Any, steps: list[str | int]) -> list[msgspec.inspect.Type]:
    """What a schema takes at some steps inside a value of it."""
    types = _as_written(msgspec.inspect.type_info(kind), value)
    for step in steps:
        value = value[step]
        types = [one for outer in types for inner in _inside(outer, step) for one in _as_written(inner, value)]
    return types


def _as_written(kind: msgspec.inspect.Type, value: Any) -> list[msgspec.inspect.Type]:
    """A type, or those of a union; of several structs the one that the value says it is."""
    types = list(kind.types) if isinstance(kind, msgspec.inspect.UnionType) else [kind]
    tagged: list[msgspec.inspect.Type] = [
        one
        for one in types
        if isinstance(one, msgspec.inspect.StructType)
        and one.tag_field
        and isinstance(value, dict)
        and value.get(one.tag_field) == one.tag
    ]
    return tagged or types


def _inside(kind: msgspec.inspect.Type, step: str | int) -> list[msgspec.inspect.Type]:
    if isinstance(kind, msgspec.inspect.StructType):
        return [field.type for field in kind.fields if field.encode_name == step]
    if isinstance(kind, msgspec.inspect.TupleType):
        return list(kind.item_types)
    found = [getattr(kind, part, None) for part in ("item_type", "value_type")]
    return [one for one in found if one is not None]


def whole_file(path: Path) -> bytes:
    """What a file of the user's holds, which may be a device that never ends."""
    with path.open("rb") as file:
        found = file.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise FileFault(str(path), 1, _words("file.too_long", most=MOST_BYTES))
    return found


def text_of(path: Path) -> str:
    """The text of a file of the user's, which must be UTF-8."""
    found = whole_file(path)
    try:
        return found.decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        raise FileFault(str(path), line, _words("file.encoding")) from None


def open_path(path: Path, most: int = MOST) -> Document:
    """Read a file of the user's, whose numbers may be so large where their fields do not say how large."""
    return Document(str(path), text_of(path), most=most)


@cache
def open_packaged(package: str, *names: str) -> Document:
    """Read, once, a file that lies in a package of ours."""
    text = _packaged(package, *names).read_text(encoding="utf-8")
    return Document(f"{package.replace('.', '/')}/{'/'.join(names)}", text, ours=True)


def packaged_text(package: str, *names: str) -> str:
    """The text of a file that lies in a package of ours."""
    return _packaged(package, *names).read_text(encoding="utf-8")


def is_packaged(package: str, *names: str) -> bool:
    """Whether a package has a file that it need not have."""
    return _packaged(package, *names).is_file()


def _packaged(package: str, *names: str) -> Traversable:
    top, *rooms = package.split(".")  # from the top, so that reading a game's data does not load the game
    return files(top).joinpath(*rooms, *names)
