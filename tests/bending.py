"""Commands bent out of shape: each that somebody once gave, with every word and number of it in turn made senseless."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect
from tests.logs import archive

from arbitro import __version__
from arbitro.kernel.command import Command
from arbitro.kernel.event import Branched, tag_of
from arbitro.kernel.fold import evolve
from arbitro.kernel.pack import opening_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.play import find_game

BEYOND = 10**9
NUMBERS = (0, -1, BEYOND)
WORDS = ("", "…", "@nobody", "0", "a/b:c")
"""Nonsense; words of the game's own registries are added (`Moment.words`)."""


class Moment(NamedTuple):
    """A command that was given once, and the state it was given in."""

    ruleset: Ruleset[Any]
    state: Any
    command: Command
    words: tuple[str, ...]


@cache
def moments(game: str, of_each: int = 1) -> tuple[Moment, ...]:
    """For every kind of command in a game's golden logs, so many occasions on which it was given."""
    counted: dict[tuple[str, str], int] = {}
    return tuple(each for log in archive.read(__version__, game) for each in _moments(log, counted, of_each))


def _moments(log: archive.Log, counted: dict[tuple[str, str], int], of_each: int) -> Iterator[Moment]:
    ruleset: Ruleset[Any] = opening_of(log.bodies[0]).ruleset(find_game)
    own = {tag_of(kind) for kind in ruleset.command_types}
    state = ruleset.initial()
    words: dict[str, None] = {}
    for body in log.bodies:
        entry = ruleset.entry_decoder.decode(body)
        if entry.events and isinstance(entry.events[0], Branched):
            return
        if entry.command is not None:
            kind = (ruleset.id, tag_of(type(entry.command)))
            words.update(dict.fromkeys(strings(msgspec.to_builtins(entry.command))))
            if kind[1] in own and counted.get(kind, 0) < of_each:
                counted[kind] = counted.get(kind, 0) + 1
                yield Moment(ruleset, state, entry.command, tuple(words))
        for event in entry.events:
            state = evolve(ruleset, state, event)


def strings(plain: Any) -> Iterator[str]:
    """Every word in a command as it is written down."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for inner in plain.values():
            yield from strings(inner)
    elif isinstance(plain, list | tuple):
        for inner in plain:
            yield from strings(inner)


def ways_to_bend(moment: Moment) -> Iterator[dict[str, Any]]:
    """The command as plain data with one thing in it senseless, every thing in turn; not all read as commands.

    Words are nonsense, nothing, and what other commands of the same table spoke of.
    """
    others = moment.words[:: max(len(moment.words) // 6, 1)]
    return _bent(moment, (*WORDS, *others))


def bent(moment: Moment) -> Iterator[Command]:
    """The command in every way that it can be bent; what does not read as a command is left out."""
    return read(moment, ways_to_bend(moment))


def bent_in_numbers(moment: Moment) -> Iterator[Command]:
    """The command with one number in it senseless, every number in turn; its words stay."""
    return read(moment, _bent(moment, ()))


def read(moment: Moment, ways: Iterable[dict[str, Any]]) -> Iterator[Command]:
    """Those that read as commands, other than the one that was given."""
    for other in ways:
        try:
            command = moment.ruleset.command({**other, "type": tag_of(type(moment.command))})
        except msgspec.ValidationError:
            continue
        if command != moment.command:
            yield command


def _bent(moment: Moment, words: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    form = inspect.type_info(type(moment.command))
    return _fields(form, msgspec.to_builtins(moment.command), words)


def _fields(form: Any, plain: dict[str, Any], words: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for field in form.fields:
        name = field.encode_name
        given = plain[name] if name in plain else _default(field)
        for other in _values(field.type, given, words):
            yield {**plain, name: other}


def _default(field: Any) -> Any:
    if field.default is not inspect.NODEFAULT:
        return msgspec.to_builtins(field.default)
    return None if field.default_factory is inspect.NODEFAULT else msgspec.to_builtins(field.default_factory())


def _values(form: Any, given: Any, words: tuple[str, ...]) -> Iterator[Any]:
    """Everything that could stand in place of what is given."""
    match form:
        case inspect.StrType():
            yield from words
        case inspect.IntType():
            yield from NUMBERS
        case inspect.LiteralType():
            yield from form.values
        case inspect.StructType() if isinstance(given, dict):
            tag = {} if form.tag is None else {form.tag_field: form.tag}
            yield from ({**tag, **other} for other in _fields(form, given, words))
        case inspect.UnionType():
            yield from (None,) if any(isinstance(each, inspect.NoneType) for each in form.types) else ()
            for each in form.types:
                tagged = isinstance(each, inspect.StructType) and isinstance(given, dict) and each.tag is not None
                if not tagged or given.get(each.tag_field) == each.tag:
                    yield from _values(each, given, words)
        case inspect.VarTupleType() | inspect.ListType():
            yield from ([], [*(given or ()), *(given or ())])
            for number, item in enumerate(given or ()):
                for other in _values(form.item_type, item, words):
                    yield [*given[:number], other, *given[number + 1 :]]
            if not given:
                yield from ([other] for other in _values(form.item_type, None, words))
        case inspect.DictType():
            yield {}
            for key, item in (given or {}).items():
                rest = {name: each for name, each in given.items() if name != key}
                yield from ({**rest, other: item} for other in _values(form.key_type, key, words))
                yield from ({**given, key: other} for other in _values(form.value_type, item, words))
            if not given:
                pairs = [*_values(form.value_type, None, words)][:2]
                yield from ({other: value} for other in _values(form.key_type, None, words) for value in pairs)
