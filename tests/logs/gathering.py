"""Scenes that the tests of the chapters play, gathered as logs: what is rare they do on purpose, with the dice for it.

A test decides commands one after the other, on a table or on a bare state that it may have changed in between. What
led to something that occurs in no log yet is given again at a table: the commands with the very dice, and where the
test had laid hands on the state, the referee does so (`Override`).
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from tests.logs.archive import Log
from tests.logs.playing import TABLE, Kinds, kept, submitted

from arbitro.dice.stream import DieNeeded, seed_from_text
from arbitro.kernel.command import Command, Override, Refusal
from arbitro.kernel.event import Setting, TableOpened, tag_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import thrown_in
from arbitro.play import PREFIX, find_campaign, find_game
from arbitro.rules import find_ruleset, games
from arbitro.rules.whitebox.commands import Attack, Declare, Move

REMEMBERED = 4000
"""Decisions of a test file that are remembered."""
LONGEST = 60
"""Commands of a scene at most."""
BY_HAND = 6000
"""Characters of all that the referee changes by hand in a scene, at most."""
SMALL = 300
"""So much is set by hand at the beginning rather than playing what a test happened to do before."""
TESTS = Path(__file__).parents[1]
OWN_NAMES = {b"fighter": b"champion", b"dwarf": b"dvergar", b"elf": b"silvano", b"halfling": b"human"}
"""What White Box's classes and peoples are called in Infausta, which plays its scenes too."""
PARTS = ("rules", "play", "dungeon", "kernel")
NAME = re.compile(r"\w+")


class Step(NamedTuple):
    """A command that a test decided."""

    before: Any
    command: Command
    faces: tuple[int, ...]
    after: Any
    last: "Step | None"
    """The one that was decided before it."""


class Gathering:
    """A plugin of pytest's that watches what the tests decide for one game and its campaign."""

    def __init__(self, game: str, kinds: Kinds) -> None:
        self.rules = {each.id: each for each in (find_ruleset(game), find_campaign(game))}
        self.kinds = kinds
        self.logs: list[Log] = []
        self.test = ""
        self._steps: deque[Step] = deque(maxlen=REMEMBERED)
        self._led_to: dict[int, Step] = {}
        self._last: dict[str, Step] = {}
        self._tried: set[tuple[str, ...]] = set()
        self._busy = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Another test begins; of an earlier file nothing is remembered."""
        file = Path(item.location[0]).stem
        if not self.test.startswith(f"{file}, "):
            self._steps.clear()
            self._led_to.clear()
            self._last.clear()
        self.test = f"{file}, {item.name.removeprefix('test_')[:80]}"

    def watched(self, decide: Callable[..., Any]) -> Callable[..., Any]:
        """The same `decide`, with somebody looking on."""

        @wraps(decide)
        def looked_on(ruleset: Ruleset[Any], state: Any, command: Command, dice: Any) -> Any:
            if self._busy or ruleset.id not in self.rules:
                return decide(ruleset, state, command, dice)
            resolved = decide(ruleset, state, command, dice)
            if not isinstance(resolved, Refusal) and resolved.events:
                self._noted(ruleset.id, state, command, resolved)
            return resolved

        return looked_on

    def _noted(self, game: str, state: Any, command: Command, resolved: Any) -> None:
        faces = tuple(die.face for die in thrown_in(resolved.events))
        if len(self._steps) == self._steps.maxlen:
            self._led_to.pop(id(self._steps[0].after), None)
        step = Step(state, command, faces, resolved.state, self._last.get(game))
        self._steps.append(step)
        self._last[game] = step._replace(last=None)
        if resolved.state is not state:
            self._led_to[id(resolved.state)] = step
        new = {tag_of(type(event)) for event in resolved.events} - self.kinds.events
        new |= {tag_of(type(command))} - self.kinds.commands
        known = (self.test, *sorted(new))
        if new and known not in self._tried:
            self._tried.add(known)
            self._busy = True
            try:
                self._given_again(game, step)
            finally:
                self._busy = False

    def _given_again(self, game: str, step: Step) -> None:
        ruleset = find_game(game)
        table = scene_of(ruleset, self._led_here(ruleset, step))
        if table is not None and sum(map(self.kinds.note, table.entries())):  # all of them are noted
            named = sum(log.head.log.startswith(self.test) for log in self.logs) + 1
            log = kept(self.test if named == 1 else f"{self.test} ({named})", table)
            self.logs.append(log)

    def _led_here(self, ruleset: Ruleset[Any], step: Step) -> list[Step]:
        """The steps that led to this one, itself the last."""
        way = [step]
        while len(way) <= LONGEST:
            first = way[0]
            earlier = self._led_to.get(id(first.before))
            if earlier is None and first.last is not None:
                anew = _laid(changes(opening(ruleset, first.before), first.before))
                if anew > SMALL and _laid(changes(first.last.after, first.before)) < anew:
                    earlier = self._led_to.get(id(first.last.after), first.last)
            if earlier is None or earlier in way:
                break
            way.insert(0, earlier)
        return way


def scene_of(ruleset: Ruleset[Any], way: list[Step]) -> Table[Any] | None:
    """These steps at a table, as far as they can be taken there; None where they cannot."""
    try:
        table: Table[Any] = Table.open(ruleset, TABLE, seed_from_text(TABLE), way[0].before.options)
    except (ValueError, LookupError):
        return None
    by_hand = 0
    for step in way:
        for path, value in changes(table.state, step.before):
            by_hand += _laid([(path, value)])
            if by_hand > BY_HAND or not _done(table, Override(path, value, "as the scene wants it")):
                return None
        if table.state != step.before and plain(table.state) != plain(step.before):
            return None
        if not _done(table, step.command, step.faces):
            return None
    return table


def _done(table: Table[Any], command: Command, faces: tuple[int, ...] = ()) -> bool:
    try:
        how = {"faces": faces} if faces else {}
        return not isinstance(submitted(table, command, REFEREE, **how), Refusal)
    except (DieNeeded, msgspec.MsgspecError):
        return False


def plain(state: Any) -> Any:
    return msgspec.to_builtins(state, str_keys=True, order="deterministic")


def opening(ruleset: Ruleset[Any], state: Any) -> Any:
    """The state of a table that has just been opened under the same options."""
    return ruleset.with_options(ruleset.initial(), state.options)


def changes(now: Any, wanted: Any) -> list[tuple[str, Any]]:
    """What must be set by hand to make one state another: the paths that differ, as deep as they go."""
    return list(_differing(_full(now), _full(wanted), ()))


def _full(part: Any) -> Any:
    if isinstance(part, msgspec.Struct):
        return {name: _full(getattr(part, name)) for name in part.__struct_fields__} | _tag(part)
    if isinstance(part, dict):
        return {str(key): _full(item) for key, item in part.items()}
    return [_full(item) for item in part] if isinstance(part, (tuple, list)) else msgspec.to_builtins(part)


def _tag(part: msgspec.Struct) -> dict[str, Any]:
    config = part.__struct_config__
    return {config.tag_field: config.tag} if config.tag_field else {}


def _differing(now: Any, wanted: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if now == wanted:
        return
    inside = isinstance(now, dict) and isinstance(wanted, dict) and now.keys() == wanted.keys()
    if inside and not any("." in key for key in now):
        for key in now:
            yield from _differing(now[key], wanted[key], (*path, key))
    elif path:
        yield ".".join(path), wanted


def _laid(changed: list[tuple[str, Any]]) -> int:
    return len(msgspec.json.encode(changed))


def files_about(game: str, names: set[str]) -> list[str]:
    """The test files of a game and of what all games share in which one of these names stands."""
    others = {TESTS / "rules" / other for other in games() if other != game}
    looked_at = (path for part in PARTS for path in sorted((TESTS / part).rglob("test_*.py")))
    return [
        str(path)
        for path in looked_at
        if others.isdisjoint(path.parents) and not names.isdisjoint(NAME.findall(path.read_text()))
    ]


def gathered(game: str, kinds: Kinds, names: set[str]) -> list[Log]:
    """The scenes of the tests that speak of these events and commands, as far as there is something new in them."""
    files = files_about(game, names)
    if not files:
        return []
    watching = Gathering(game, kinds)
    apart = " or ".join(other for other in games() if other != game)
    with pytest.MonkeyPatch.context() as patch:
        for kind in {kind for rules in watching.rules.values() for kind in type(rules).__mro__}:
            if "decide" in vars(kind) and kind is not Ruleset:
                patch.setattr(kind, "decide", watching.watched(vars(kind)["decide"]))
        quiet = ("-q", "--no-header", "-p", "no:xdist", "-p", "no:cacheprovider")
        pytest.main([*quiet, "-k", f"{game} or not ({apart})", *files], plugins=[watching])
    return watching.logs


def transposed(log: Log, game: str) -> Table[Any]:
    """The scene of another game's log in this one: with the same dice where they fit, else with its own."""
    old = find_game(log.head.game)
    ruleset = find_campaign(game) if log.head.game.startswith(PREFIX) else find_ruleset(game)
    opened = old.entry_decoder.decode(log.bodies[0]).events[0]
    assert isinstance(opened, TableOpened)
    options: dict[str, Setting] = {}
    for name, value in opened.options.items():
        wider = {**options, name: value}
        if name in ruleset.options and value != ruleset.options[name].default and not ruleset.options.faults(wider):
            options = wider
    table: Table[Any] = Table.open(ruleset, TABLE, seed_from_text(TABLE), options)
    for body in log.bodies[1:]:
        renamed = body
        for theirs, own in OWN_NAMES.items():
            renamed = renamed.replace(b'"%b"' % theirs, b'"%b"' % own)
        entry = old.entry_decoder.decode(renamed)
        if entry.command is None:
            break  # what branched off goes another way
        faces = tuple(die.face for die in thrown_in(entry.events))
        if not _done(table, entry.command, faces) and not _done(table, entry.command):
            _all_declare(table, entry.command)
            _done(table, entry.command)
    return table


def _all_declare(table: Table[Any], wanted: Command) -> None:
    """Everybody says what they will do, where one must: whoever is to act something that it can be."""
    for who in table.state.fight.combatants if getattr(table.state, "fight", None) else ():
        own = ("melee", "missile", "move") if getattr(wanted, "who", "") == who else ()
        any(_done(table, Declare(who, kind)) for kind in (*(own if type(wanted) in (Attack, Move) else ()), "other"))
