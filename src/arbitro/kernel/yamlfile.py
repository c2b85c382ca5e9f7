"""YAML files read strictly: every fault names the file and the line, and says what would be right.

Content, tables, rulebooks and house rules all come in through here: a duplicate key, an unknown field or a value of the
wrong type is refused when the file is loaded, not when a game stumbles over it.
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import msgspec
import yaml

from arbitro.kernel.misread import PATH, in_words
from arbitro.text import Fault, Texts, Words

T = TypeVar("T")
MOST_TEXT: Final = 4_000_000
"""How many letters a file may have."""
DEEPEST: Final = 64
"""How many lists and mappings may stand inside each other. The loader's C code has no bound of its own, and crashes."""
MOST_PARTS: Final = 400_000
"""How many values a file may come to, each shortcut (*) counted as often as it is used."""
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

    def __init__(self, name: str, text: str, *, ours: bool = False, first: int = 1) -> None:
        self.name = name
        self._text = text
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
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise self._explained(str(error), value, kind, path) from None

    def _explained(self, message: str, value: Any, kind: type, path: tuple[str | int, ...]) -> FileFault:
        where = PATH.search(message)
        steps: list[str | int] = list(path)
        if where:
            steps += _steps(message, where["path"], value, kind)
            message = message[: where.start()]
        said = in_words(message)
        if said.key == "file.unknown":
            name = str(said.values["name"])
            return self.fault(unknown_name(name, _fields(kind)), *steps, name)
        return self.fault(said, *steps)


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
    """What to say of a name that is not known here: the nearest one, or all where they are few."""
    names = list(known)
    near = get_close_matches(str(name), names, 1)
    if near:
        return _words("file.unknown_near", name=name, near=near[0])
    if len(names) <= 12:
        return _words("file.unknown_known", name=name, known=", ".join(names))
    return _words("file.unknown", name=name)


def _fields(kind: type) -> list[str]:
    """All field names of a struct type and of the struct types inside it, for suggestions."""
    found: list[str] = []
    todo: list[Any] = [msgspec.inspect.type_info(kind)]
    seen: set[int] = set()
    while todo:
        info = todo.pop()
        if id(info) in seen:
            continue
        seen.add(id(info))
        for field in getattr(info, "fields", ()):
            found.append(field.encode_name)
            todo.append(field.type)
        todo.extend(getattr(info, part) for part in ("item_type", "value_type") if hasattr(info, part))
        todo.extend(getattr(info, "item_types", ()) or getattr(info, "types", ()))
    return found


def text_of(path: Path) -> str:
    """The text of a file of the user's, which must be UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise FileFault(str(path), line, _words("file.encoding")) from None


def open_path(path: Path) -> Document:
    """Read a file of the user's."""
    return Document(str(path), text_of(path))


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
