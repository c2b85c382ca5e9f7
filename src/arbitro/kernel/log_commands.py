"""Commands to the log itself: changes by hand, what is told afterwards, house rules, dice beside the game."""

from typing import TYPE_CHECKING, Any, Final

import msgspec

from arbitro.dice.mistake import NotationError
from arbitro.dice.rolling import roll
from arbitro.dice.stream import REFEREE as REFEREE_STREAM
from arbitro.dice.stream import THROWS, AuditedDice, Dice, DieNeeded, GivenDice, WrongFace, stir
from arbitro.kernel.byhand import decide_given
from arbitro.kernel.changing import range_refusal
from arbitro.kernel.command import (
    KERNEL_COMMANDS,
    ChangeOptions,
    Override,
    OverrideRolls,
    Refusal,
    RevealEvent,
    RevealSeed,
    Stir,
    ThrowDice,
)
from arbitro.kernel.event import (
    DiceHidden,
    DiceThrown,
    Event,
    EventRevealed,
    OptionsChanged,
    Overridden,
    PackLaid,
    RollsOverridden,
    SeedRevealed,
    Setting,
    Stirred,
)
from arbitro.kernel.fold import evolve
from arbitro.kernel.log import Entry
from arbitro.kernel.path import PathFault, set_path
from arbitro.kernel.seat import EVERYBODY, REFEREE_ONLY, Seat
from arbitro.kernel.thrown import thrown_in

if TYPE_CHECKING:
    from arbitro.kernel.table import Table

SETTLED: Final = 8
"""How often it is asked what follows of a change by hand, until nothing does."""


def override(table: "Table[Any]", command: Override, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee changes a value of the state, and what follows of it is settled."""
    if by.role != "referee":
        return Refusal("referee_only")
    if not command.reason.strip():
        return Refusal("reason_needed")
    beyond = range_refusal(table.ruleset.values, table.state, command.path, command.value)
    if beyond is not None:
        return beyond
    try:
        before, changed = set_path(table.state, command.path, command.value)
    except PathFault as fault:
        if fault.code == "bad_value":
            value = str(command.value)[:80]
            return Refusal("bad_value", {"path": command.path, "value": value, "fault": fault.detail})
        return Refusal(fault.code, {"path": command.path, "detail": fault.detail})
    refused = _option_refusal(table, changed.options)
    if refused is not None:
        return refused
    overridden = Overridden(command.path, before, command.value, command.reason)
    events: list[Event] = [overridden]
    for _ in range(SETTLED):  # the end of a fight may leave more to settle
        following = tuple(table.ruleset.settle(changed))
        for event in following:
            events.append(msgspec.structs.replace(event, cause=0))
            changed = table.ruleset.evolve(changed, event)
        if not following:
            break
    return table.append(by.name, command, tuple(events), changed, at)


def override_rolls(table: "Table[Any]", command: OverrideRolls, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee decides the newest command again with other faces."""
    if by.role != "referee":
        return Refusal("referee_only")
    if not command.reason.strip():
        return Refusal("reason_needed")
    head = table.ledger.head
    last = table.entry(head)
    if last.command is None or type(last.command) in KERNEL_COMMANDS or not thrown_in(last.events):
        return Refusal("nothing_to_overrule")
    before = table.state_at(last.parent)
    given = GivenDice(command.faces, "overridden")
    try:
        resolved = decide_given(table.ruleset, before, last.command, given, len(command.faces))
    except DieNeeded as needed:
        missing: dict[str, str | int] = {
            "number": needed.position + 1,
            "sides": needed.sides,
            "purpose": needed.purpose,
        }
        return Refusal("faces_missing", missing)
    if isinstance(resolved, Refusal):
        return resolved
    told = RollsOverridden(head, last.parent, command.reason)
    return table.append(by.name, command, (told, *resolved.events), resolved.state, at, last.parent, before)


def reveal_event(table: "Table[Any]", command: RevealEvent, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee tells something of the past that was hidden."""
    if by.role != "referee":
        return Refusal("referee_only")
    if not 0 <= command.entry < table.ledger.length:
        return Refusal("no_such_entry", {"entry": command.entry, "last": table.ledger.length - 1})
    events = table.entry(command.entry).events
    if not 0 <= command.number < len(events):
        return Refusal("no_such_event", {"number": command.number, "last": len(events) - 1})
    event = events[command.number]
    if (event.audience == EVERYBODY and not event.secrets) or type(event) is EventRevealed:
        return Refusal("told_already")
    if type(event) is PackLaid:
        return Refusal("not_to_be_told")
    plain = msgspec.structs.replace(event, audience=EVERYBODY, cause=-1)
    told = EventRevealed(command.entry, msgspec.json.encode(plain).decode(), audience=command.audience)
    told_of = table.state_at(table.head_at(command.entry))
    return table.append(by.name, command, (told,), None, at, told_of=told_of)


def change_options(table: "Table[Any]", command: ChangeOptions, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee changes house rules."""
    if by.role != "referee":
        return Refusal("referee_only")
    # What an old log still sets, and no rule reads any more, stands in nobody's way.
    known = {name: value for name, value in table.state.options.items() if name in table.ruleset.options}
    refused = _option_refusal(table, {**known, **command.options})
    if refused is not None:
        return refused
    told = OptionsChanged(command.options)
    return table.append(by.name, command, (told,), evolve(table.ruleset, table.state, told), at)


def _option_refusal(table: "Table[Any]", options: dict[str, Setting]) -> Refusal | None:
    for name, fault in table.ruleset.options.faults(options).items():
        values: dict[str, Any] = {**fault.values, "name": name, "fault": fault.key}
        return Refusal("option", values)
    return None


def stir_dice(table: "Table[Any]", command: Stir, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """Somebody stirs the dice with a text of their own."""
    if table.ledger.revealed:
        return Refusal("revealed")
    if table.dice is None:
        return Refusal("no_seed")
    table.dice = AuditedDice(table.dice.seed, stir(table.dice.stirred, by.name, command.text), table.dice.positions)
    return table.append(by.name, command, (Stirred(by.name, command.text),), None, at)


def throw(
    table: "Table[Any]", command: ThrowDice, by: Seat, at: str, faces: tuple[int, ...] | None
) -> Entry[Any, Any] | Refusal:
    """Dice that no rule asked for. Each circle of those who may see them has a stream of its own."""
    if by.role == "spectator":
        return Refusal("players_only")
    if table.ledger.revealed:
        return Refusal("revealed")
    audience = {"open": EVERYBODY, "blind": REFEREE_ONLY}.get(command.to, by.private)
    given = None if faces is None else GivenDice(faces)
    if given is not None:
        dice: Dice = given
    elif table.dice is None:
        return Refusal("no_seed")
    else:
        streams = {EVERYBODY: THROWS, REFEREE_ONLY: REFEREE_STREAM}
        dice = table.dice.stream(streams.get(audience, audience))
    try:
        rolled = roll(command.notation, dice)
    except NotationError as error:
        return Refusal("notation", {"notation": command.notation, "position": error.mistake.at + 1})
    except WrongFace as wrong:
        return Refusal("wrong_face", {"face": wrong.face, "sides": wrong.sides, "number": wrong.position + 1})
    if given is not None and given.left:
        return Refusal("too_many_faces", {"needed": len(faces or ()) - given.left, "given": len(faces or ())})
    thrown = DiceThrown(
        by.name, rolled.text, str(rolled), rolled.total, tuple(rolled.dice), command.purpose, audience=audience
    )
    told = () if command.to in ("open", "self") else (DiceHidden(by.name, rolled.text, command.purpose),)
    return table.append(by.name, command, (thrown, *told), None, at)


def reveal_seed(table: "Table[Any]", command: RevealSeed, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee lays the seed open: nothing is thrown any more."""
    if by.role != "referee":
        return Refusal("referee_only")
    if table.ledger.revealed:
        return Refusal("revealed")
    if table.seed is None:
        return Refusal("no_seed")
    return table.append(by.name, command, (SeedRevealed(table.seed.hex()),), None, at)
