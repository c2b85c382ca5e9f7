"""Dice of a person's own: a deed that has begun owes the next die, and everything else waits until it has fallen."""

from typing import TYPE_CHECKING, Any

import msgspec

from arbitro.kernel.byhand import HandDice, Needed, decide_by_hand
from arbitro.kernel.command import Command, Refusal, RollOwed, TellFaces
from arbitro.kernel.event import DiceAsked
from arbitro.kernel.fold import Owed
from arbitro.kernel.log import Entry
from arbitro.kernel.seat import Seat

if TYPE_CHECKING:
    from arbitro.kernel.table import Table


def by_hand(
    table: "Table[Any]", command: Command, by: Seat, at: str, faces: tuple[int, ...], owed: Owed | None = None
) -> Entry[Any, Any] | Refusal:
    """The deed of a player (`by`) with their own dice: it is done, or begun and the next die owed."""
    if table.dice is None:
        return Refusal("no_seed")
    given, settled = ((), 0) if owed is None else (owed.typed, owed.number)
    found = decide_by_hand(table.ruleset, table.state, command, table.fresh_dice, by, faces, given, settled)
    if isinstance(found, Refusal):
        return found
    if isinstance(found, Needed):
        if owed is not None and found.typed == owed.typed:
            return _wrong_face(faces, owed)
        deed = msgspec.json.encode(command).decode()
        plays = tuple(sorted(by.controls))
        asked = DiceAsked(by.name, found.sides, found.purpose, deed, found.number, found.typed, found.hidden, plays)
        return table.append(by.name, None, (asked,), None, at)
    if not found.resolved.events:
        return Refusal("nothing_changes")
    table.dice = found.engine
    return table.went_on(by.name, command, tuple(found.resolved.events), found.resolved.state, at, found.typed)


def tell_faces(table: "Table[Any]", command: TellFaces, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """Somebody says what the owed die shows."""
    owed = table.ledger.owed
    if owed is None:
        return Refusal("nothing_owed")
    if not _may_settle(by, owed):
        return waits_for(owed)
    ower = Seat(owed.who, "player", frozenset(owed.plays))
    return by_hand(table, table.ruleset.command(msgspec.json.decode(owed.deed)), ower, at, command.faces, owed)


def roll_owed(table: "Table[Any]", command: RollOwed, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """Somebody lets the engine roll the owed die and whatever follows."""
    del command
    owed = table.ledger.owed
    if owed is None:
        return Refusal("nothing_owed")
    if not _may_settle(by, owed):
        return waits_for(owed)
    if table.dice is None:
        return Refusal("no_seed")
    deed = table.ruleset.command(msgspec.json.decode(owed.deed))
    resolved = table.ruleset.decide(table.state, deed, HandDice(table.dice.play, dict(owed.typed)))
    if isinstance(resolved, Refusal):
        return resolved
    return table.went_on(owed.who, deed, tuple(resolved.events), resolved.state, at, owed.typed)


def _may_settle(by: Seat, owed: Owed) -> bool:
    return by.role == "referee" or (by.role == "player" and by.name == owed.who)


def waits_for(owed: Owed) -> Refusal:
    """What is said to whoever would go on while somebody owes a die."""
    if owed.hidden:
        return Refusal("dice_owed_unseen", {"who": owed.who})
    return Refusal("dice_owed", {"who": owed.who, "sides": owed.sides})


def _wrong_face(faces: tuple[int, ...], owed: Owed) -> Refusal:
    if not faces:
        return waits_for(owed)
    return Refusal("wrong_face", {"face": faces[0], "sides": owed.sides, "number": len(owed.typed) + 1})
