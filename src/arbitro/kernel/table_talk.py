"""What people say and show each other at the table, beside the story: notes, talk, handouts, a call for a roll.

Each is an entry of the log that concerns the ledger alone: no state knows of it, and nothing waits for it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from arbitro.dice.mistake import NotationError
from arbitro.dice.notation import parse
from arbitro.kernel.command import Annotate, CallRoll, Command, HandOut, Refusal, SayAside
from arbitro.kernel.event import Annotated, HandedOut, Narrated, RollCalled, SaidAside
from arbitro.kernel.log import Entry
from arbitro.kernel.seat import Seat

if TYPE_CHECKING:
    from arbitro.kernel.table import Table


def annotate(table: "Table[Any]", command: Annotate, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """Somebody writes a note to an entry that they may know."""
    if by.role == "referee":
        entry = command.entry if 0 <= command.entry < table.ledger.length else -1
    else:
        found = table.seen(by, command.entry) if command.entry >= 0 else iter(())
        entry = next((one.seq for one, _ in found), -1)
    if entry < 0:
        last = (table.ledger.length if by.role == "referee" else table.number_seen(by)) - 1
        return Refusal("no_such_entry", {"entry": command.entry, "last": last})
    if not by.knows(command.audience):
        return Refusal("not_yours", {"who": f"@{command.audience}"})
    kind = Narrated if command.narrated else Annotated
    told = kind(entry, command.text, audience=command.audience)
    return table.append(by.name, command, (told,), None, at)


def say_aside(table: "Table[Any]", command: SayAside, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """Somebody who plays, or the referee, says something to everybody or in private."""
    if by.role == "spectator":
        return Refusal("onlookers_quiet")
    if not command.text.strip():
        return Refusal("nothing_said")
    if not by.knows(command.audience):
        return Refusal("not_yours", {"who": f"@{command.audience}"})
    told = SaidAside(command.text.strip(), audience=command.audience)
    return table.append(by.name, command, (told,), None, at)


def hand_out(table: "Table[Any]", command: HandOut, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee gives people something to read or to look at."""
    if by.role != "referee":
        return Refusal("referee_only")
    if not (command.title.strip() or command.text.strip() or command.picture):
        return Refusal("nothing_said")
    told = HandedOut(command.title.strip(), command.text.strip(), command.picture, audience=command.audience)
    return table.append(by.name, command, (told,), None, at)


def call_roll(table: "Table[Any]", command: CallRoll, by: Seat, at: str) -> Entry[Any, Any] | Refusal:
    """The referee asks people to throw dice."""
    if by.role != "referee":
        return Refusal("referee_only")
    if table.ledger.revealed:
        return Refusal("revealed")
    try:
        parse(command.notation)
    except NotationError as error:
        return Refusal("notation", {"notation": command.notation, "position": error.mistake.at + 1})
    told = RollCalled(command.notation.strip(), command.purpose.strip(), audience=command.audience)
    return table.append(by.name, command, (told,), None, at)


TALK: Final[dict[type[Command], Callable[["Table[Any]", Any, Seat, str], Entry[Any, Any] | Refusal]]] = {
    Annotate: annotate,
    SayAside: say_aside,
    HandOut: hand_out,
    CallRoll: call_roll,
}
"""How each of these commands is carried out."""
