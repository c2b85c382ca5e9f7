"""Checking a log that somebody else kept: the chain of its lines, the seed, and every die.

The check of chain and dice reads plain JSON and knows no game, so that it holds for any log of any version; it is the
long form of the program in ``docs/audit.md``. `replay` goes further and decides every command again.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from arbitro.dice.stream import (
    PLAY,
    AuditedDice,
    Dice,
    Die,
    DieNeeded,
    GivenDice,
    WrongFace,
    commitment,
    face_at,
    stir,
    stream_key,
)
from arbitro.kernel.byhand import HandDice
from arbitro.kernel.command import KERNEL_COMMANDS, Refusal
from arbitro.kernel.event import Branched
from arbitro.kernel.fold import Ledger, Record, evolve, ledger_after
from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.log import FIRST_CHAIN, End, is_end, link, read_line
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.thrown import thrown_in
from arbitro.kernel.watch import goes_on
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Words

_OURS = frozenset(KERNEL_COMMANDS)


class Verdict(Struct, frozen=True):
    """What an audit found."""

    lines: int
    dice: int
    """Dice that were recomputed and hold."""
    open_dice: int
    """Dice that cannot be recomputed because the seed is not known (yet)."""
    by_hand: int
    """Dice that people typed or the referee overruled: marked as such, not to be recomputed."""
    ended: bool = False
    """Whether the log says where it ends; one that does not is older, or was cut short."""
    line: int = 0
    """The first line that does not hold; 0 when all do."""
    fault: Words | None = None

    @property
    def holds(self) -> bool:
        """Whether nothing was found that does not hold."""
        return self.fault is None


class _Fault(Exception):
    def __init__(self, line: int, key: str, **values: object) -> None:
        super().__init__(key)
        self.line = line
        self.words = Words(TEXTS, key, **values)


def verify(lines: Iterable[bytes], seeds: Iterable[bytes] = ()) -> Verdict:
    """Check an exported log. `seeds` are further known seeds, for a table that branched off another."""
    counts = _Counts()
    try:
        entries = list(_chained(lines, counts))
        _check_deeds(entries)
        _check_dice(entries, list(seeds), counts)
    except _Fault as fault:
        found: _Fault | None = fault
    else:
        found = None
    counted = Verdict(counts.lines, counts.dice, counts.open_dice, counts.by_hand, counts.ended)
    return counted if found is None else msgspec.structs.replace(counted, line=found.line, fault=found.words)


class _Counts:
    lines = dice = open_dice = by_hand = 0
    ended = False


def _check_end(number: int, line: bytes, chain: str, counts: _Counts) -> None:
    try:
        end = read_json(line, End)
    except msgspec.MsgspecError:
        raise _Fault(number, "audit.unreadable") from None
    if (end.end, end.chain) != (counts.lines, chain):
        raise _Fault(number, "audit.end", expected=end.end, found=counts.lines)
    counts.ended = True


def _chained(lines: Iterable[bytes], counts: _Counts) -> Iterator[tuple[int, dict[str, Any]]]:
    """The entries, as plain data with their line, while the chain holds."""
    chain = FIRST_CHAIN
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if counts.ended:
            raise _Fault(number, "audit.after_end")
        if is_end(line):
            _check_end(number, line, chain, counts)
            continue
        try:
            claimed, body = read_line(line)
            entry = read_json(body, dict[str, Any])
        except msgspec.MsgspecError:
            raise _Fault(number, "audit.unreadable") from None
        chain = link(chain, body)
        if chain != claimed:
            raise _Fault(number, "audit.chain")
        if entry.get("seq") != counts.lines:
            raise _Fault(number, "audit.sequence", expected=counts.lines, found=entry.get("seq"))
        _check_shape(number, entry)
        counts.lines += 1
        goes_on(counts.lines)
        yield number, entry
    if not counts.lines:
        raise _Fault(1, "audit.empty")


class _Opened(Struct):
    commitment: str


class _Revealed(Struct):
    seed: str


class _Stirred(Struct):
    who: str
    text: str


class _Die(Struct):
    sides: Annotated[int, Meta(ge=1, le=2**31)]
    face: int
    at: int = -1
    stream: str = PLAY
    how: str = "rolled"
    again: bool = False


class _Asked(Struct):
    deed: str
    typed: list[tuple[int, int]] = []


_SHAPES: Final = {
    "table_opened": _Opened,
    "branched": _Opened,
    "seed_revealed": _Revealed,
    "stirred": _Stirred,
    "dice_asked": _Asked,
}
"""The events that the check of the dice reads, and what it reads of them."""


def _check_shape(number: int, entry: dict[str, Any]) -> None:
    """Whoever forged a line may have written anything: what is read later is looked at here."""
    try:
        msgspec.convert(entry.get("typed", []), list[tuple[int, int]])
        for event in msgspec.convert(entry.get("events"), Annotated[list[dict[str, Any]], Meta(min_length=1)]):
            shape = _SHAPES.get(str(event.get("type", "")))
            read = None if shape is None else msgspec.convert(event, shape)
            if isinstance(read, _Revealed):
                bytes.fromhex(read.seed)
            if isinstance(read, _Asked):
                msgspec.json.decode(read.deed)
            if not isinstance(event.get("type"), str):
                raise ValueError("an event without a type")
            for die in _plain_dice(event):
                msgspec.convert(die, _Die)
    except (msgspec.ValidationError, ValueError, RecursionError):
        raise _Fault(number, "audit.unreadable") from None


def _plain_dice(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if "sides" in part and "face" in part:
            yield part
        else:
            for item in part.values():
                yield from _plain_dice(item)
    elif isinstance(part, list):
        for item in part:
            yield from _plain_dice(item)


def _check_deeds(entries: list[tuple[int, dict[str, Any]]]) -> None:
    """A deed that was begun with dice from somebody's hand is carried out with them, before anything else happens."""
    owed: dict[str, Any] | None = None
    for line, entry in entries:
        first, typed = entry["events"][0], entry.get("typed", [])
        told = {die["face"] for die in _plain_dice(entry["events"]) if die.get("how") == "typed"}
        if typed and not told <= {face for _, face in typed}:
            raise _Fault(line, "audit.deed")
        if first["type"] == "branched":
            owed = None
        elif first["type"] == "dice_asked" or (owed is not None and "parent" in entry):
            given = first.get("typed", []) if first["type"] == "dice_asked" else typed
            deed = first["deed"] if first["type"] == "dice_asked" else entry.get("command")
            if owed is not None and (given[: len(owed["typed"])] != owed["typed"] or _read(deed) != owed["deed"]):
                raise _Fault(line, "audit.deed")
            owed = {"typed": given, "deed": _read(deed)} if first["type"] == "dice_asked" else None


def _read(deed: Any) -> Any:
    return msgspec.json.decode(deed) if isinstance(deed, str) else deed


_Told = dict[tuple[str, int], dict[str, Any]]
"""Dice of streams by their address."""


def _check_dice(entries: list[tuple[int, dict[str, Any]]], known: list[bytes], counts: _Counts) -> None:
    """Recompute every die, stream by stream: none may differ, and none may have been skipped."""
    seeds = known + [
        bytes.fromhex(event["seed"])
        for _, entry in entries
        for event in entry["events"]
        if event["type"] == "seed_revealed"
    ]
    seed: bytes | None = None
    stirred = bytes(32)
    following: dict[str, int] = {}
    keys: dict[str, bytes] = {}
    held: _Told = {}
    for line, entry in entries:
        for event in entry["events"]:
            if event["type"] in ("table_opened", "branched"):
                promise = event["commitment"]
                seed = next((one for one in seeds if commitment(one) == promise), None)
                stirred, following, keys, held = bytes(32), {}, {}, {}
            elif event["type"] == "stirred":
                stirred, keys = stir(stirred, event["who"], event["text"]), {}
            elif event["type"] == "seed_revealed" and bytes.fromhex(event["seed"]) != seed:
                raise _Fault(line, "audit.seed")
        for die in _thrown(line, entry, counts, held):
            if seed is None:
                counts.open_dice += 1
                continue
            name = die.get("stream", PLAY)
            if name not in keys:
                keys[name] = stream_key(seed, stirred, name)
            following[name] = _check_die(line, die, keys[name], name, following.get(name, 0))
            counts.dice += 1
        waiting = (event["held"] for event in entry["events"] if isinstance(event.get("held"), dict))
        held |= {_address(die): die for step in waiting for die in _plain_dice(step)}


def _address(die: dict[str, Any]) -> tuple[str, int]:
    return die.get("stream", PLAY), die.get("at", -1)


def _thrown(line: int, entry: dict[str, Any], counts: _Counts, held: _Told) -> list[dict[str, Any]]:
    """The dice of an entry that a stream gave, each once and in order; those made by hand are only counted.

    One address is one die: who tells it again says the same of it and marks it `again`, but for older logs, which told
    it twice without a mark. A later entry has it again only where an event `held` it until then.
    """
    told: _Told = {}
    repeated: list[tuple[tuple[str, int], dict[str, Any]]] = []
    by_hand = [die for die in _plain_dice(entry["events"]) if die.get("how", "rolled") != "rolled"]
    made = [(die["how"], die["sides"], die["face"]) for die in by_hand if not die.get("again", False)]
    counts.by_hand += len(made)
    for die in by_hand:
        if die.get("again", False) and (die["how"], die["sides"], die["face"]) not in made:
            raise _Fault(line, "audit.again", address=die["how"], sides=die["sides"], face=die["face"])
    for die in _plain_dice(entry["events"]):
        if die.get("how", "rolled") != "rolled":
            continue
        address = _address(die)
        if die.get("again", False) or address in told or address in held:
            repeated.append((address, die))
        else:
            told[address] = die
    for (name, at), die in repeated:
        first = told.get((name, at)) or held.get((name, at))
        if first is None or (first["sides"], first["face"]) != (die["sides"], die["face"]):
            raise _Fault(line, "audit.again", address=f"{name}:{at}", sides=die["sides"], face=die["face"])
    return [die for _, die in sorted(told.items())]


def _check_die(line: int, die: dict[str, Any], key: bytes, name: str, position: int) -> int:
    """Check one die against its stream from `position` on; the position after it."""
    while True:
        face = face_at(key, position, die["sides"])
        if face is not None:
            break
        position += 1
    address = f"{name}:{die.get('at', -1)}"
    if die.get("at") != position:
        raise _Fault(line, "audit.skipped", address=address, expected=f"{name}:{position}")
    if die["face"] != face:
        raise _Fault(line, "audit.die", address=address, sides=die["sides"], face=die["face"], expected=face)
    return position + 1


class _OtherDice(Exception):
    """A rule asks for a die that the entry does not hold."""


class _DiceOf:
    """The dice of one entry over again, each stream in its order: for the past of a branch, whose seed is another."""

    def __init__(self, dice: Iterable[Die]) -> None:
        self._left: dict[str, list[Die]] = {}
        for die in sorted(dice, key=lambda die: -die.at):
            self._left.setdefault(die.stream, []).append(die)
        self._name = PLAY

    def roll(self, sides: int, _purpose: str = "", /) -> Die:
        left = self._left.get(self._name)
        if not left or left[-1].sides != sides:
            raise _OtherDice
        return left.pop()

    def stream(self, name: str, /) -> "_DiceOf":
        other = _DiceOf(())
        other._left, other._name = self._left, name
        return other


def replay(ruleset: Ruleset[Any], records: Iterable[Record], seed: bytes) -> tuple[int, Words] | None:
    """Decide every command again; the number and fault of the first entry whose events come out otherwise.

    `seed` is the table's own. What a branch shares with another table fell on that one's dice and is decided with them.
    """
    ledger, state = Ledger(), ruleset.initial()
    states: dict[int, Any] = {}
    entries = [(chain, ruleset.entry_decoder.decode(body)) for chain, body in records]
    own = max((entry.seq for _, entry in entries if isinstance(entry.events[0], Branched)), default=0)
    for chain, entry in entries:
        before = states.get(entry.parent, state)
        command = entry.command
        if command is not None and type(command) not in _OURS:
            thrown = thrown_in(entry.events)
            faces = tuple(die.face for die in thrown)
            by_hand = any(die.how != "rolled" for die in thrown)
            dice: Dice = AuditedDice(seed, bytes.fromhex(ledger.stirred), ledger.positions).play
            if by_hand and not entry.typed:  # in older logs a person threw all dice of a command or none
                dice = GivenDice(faces)
            elif entry.seq < own:
                dice = _DiceOf(die for die in thrown if die.how == "rolled")
            if entry.typed:
                dice = HandDice(dice, dict(entry.typed))
            try:
                again = ruleset.decide(before, command, dice)
            except (_OtherDice, DieNeeded, WrongFace):
                return entry.seq, Words(TEXTS, "audit.ruling", entry=entry.seq)
            if isinstance(again, Refusal) or tuple(again.events) != entry.events:
                return entry.seq, Words(TEXTS, "audit.ruling", entry=entry.seq)
        positions = {} if isinstance(entry.events[0], Branched) else dict(ledger.positions)
        for die in thrown_in(entry.events):
            positions[die.stream] = max(positions.get(die.stream, 0), die.at + 1)
        ledger = ledger_after(ledger, entry, chain, positions)
        if entry.parent >= 0 or entry.seq == 0:
            state = before
            for event in entry.events:
                state = evolve(ruleset, state, event)
            states[entry.seq] = state
        else:
            state = states.get(ledger.head, state)
    return None
