"""Commands that no list of choices offers, guessed from their types and from what is at the table: the referee's own.

Most guesses are refused, which costs nothing; `allows` throws no die.
"""

from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import yaml
from msgspec import inspect

from arbitro.kernel.command import Command
from arbitro.kernel.event import tag_of
from arbitro.kernel.ruleset import Ruleset

PEOPLE = ("combatants", "characters", "heroes", "foes", "people", "adversaries", "company")
OF_SOMEBODY = ("who", "target", "targets", "by", "to", "of", "leader", "caster", "victim", "rider", "giver", "whom")
NUMBERS = (0, 1, 1, 2, 3, 5, 10, 100)


@cache
def content_names(package: str) -> tuple[tuple[str, ...], ...]:
    """The ids in each file of a game's content."""
    found = []
    for path in sorted(files(package).joinpath("content").iterdir(), key=lambda item: item.name):
        if path.name.endswith(".yaml"):
            plain = yaml.load(path.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
            parts = [plain, *(part for part in plain.values() if isinstance(part, dict))]
            found.append(tuple(name for part in parts for name in part if isinstance(name, str)))
    return tuple(names for names in found if names)


class Guessing:
    """Guesses at one moment of a table."""

    def __init__(self, ruleset: Ruleset[Any], state: Any, chance: Random) -> None:
        self.ruleset, self.state, self.chance = ruleset, state, chance
        game = getattr(ruleset, "game", ruleset)
        parents = [kind.package for kind in type(game).__mro__ if isinstance(kind.__dict__.get("package"), str)]
        self.names = [names for package in parents for names in content_names(package)]
        self.people: list[str] = []
        self.sides: list[str] = []
        self.words: list[str] = []
        self._gather(msgspec.to_builtins(state, str_keys=True), "")

    def _gather(self, part: Any, name: str) -> None:
        if isinstance(part, dict):
            if name in PEOPLE:
                self.people += part
            if name == "sides":
                self.sides += part
            self.words += (word for word in part if word not in type(self.state).__struct_fields__)
            for inner, item in part.items():
                self._gather(item, inner)
        elif isinstance(part, list):
            for item in part:
                self._gather(item, name)
        elif isinstance(part, str) and 0 < len(part) < 30:
            self.words.append(part)

    def command(self, kind: type[Command], tries: int) -> Command | None:
        """A command of this kind that the rules allow now, if one is guessed."""
        form = inspect.type_info(kind)
        for _ in range(tries):
            try:
                command = self.ruleset.command({"type": tag_of(kind), **self._fields(form)})
                if self.ruleset.allows(self.state, command):
                    return command
            except (msgspec.MsgspecError, LookupError, ValueError, TypeError, AttributeError):
                continue  # a guess that makes no sense at all
        return None

    def _fields(self, form: Any) -> dict[str, Any]:
        return {
            field.encode_name: self._value(field.type, field.name)
            for field in form.fields
            if field.required or self.chance.random() < 0.4
        }

    def _value(self, form: Any, name: str) -> Any:
        match form:
            case inspect.StructType():
                tag = {} if form.tag is None else {form.tag_field: form.tag}
                return {**tag, **self._fields(form)}
            case inspect.UnionType():
                return self._value(self.chance.choice(form.types), name)
            case inspect.LiteralType():
                return self.chance.choice(form.values)
            case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
                return [self._value(form.item_type, name) for _ in range(self.chance.randint(0, 2))]
            case inspect.DictType():
                pairs = range(self.chance.randint(0, 2))
                return {self._value(form.key_type, name): self._value(form.value_type, name) for _ in pairs}
            case inspect.BoolType():
                return self.chance.random() < 0.5
            case inspect.IntType():
                return self.chance.choice(NUMBERS)
            case inspect.StrType():
                return self._word(name)
            case _:
                return None

    def _word(self, name: str) -> str:
        if name in OF_SOMEBODY and self.people and self.chance.random() < 0.9:
            return self.chance.choice(self.people)
        if name == "side" and self.sides:
            return self.chance.choice(self.sides)
        if self.words and (not self.names or self.chance.random() < 0.5):
            return self.chance.choice(self.words)
        return self.chance.choice(self.chance.choice(self.names)) if self.names else "…"
