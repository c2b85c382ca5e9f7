"""Tables that were played, with all that may be done beside the game mixed in: notes, hidden dice, taking back …"""

from functools import cache
from random import Random
from typing import Any

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.command import (
    Annotate,
    Command,
    Override,
    OverrideRolls,
    Redo,
    Refusal,
    RevealEvent,
    Stir,
    ThrowDice,
    Undo,
)
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import thrown_in
from arbitro.play import find_campaign
from arbitro.play.players import PLAYERS
from arbitro.play.players.turn import carry_out, next_turn

ANNA = Seat("Anna")
"""A player who plays nobody: she has what is said to her."""


def seats_of(table: Table[Any]) -> list[Seat]:
    """Every kind of seat: the game's own, who looks on, who plays nobody, who plays one person, and who plays foes."""
    own = table.ruleset.seats(table.state)
    people = sorted({one for seat in own for one in seat.controls})
    alone = [Seat(f"of {one}", controls=frozenset({one})) for one in (*people[:3], *_foes(table))]
    watching = Seat("looks on", "spectator", frozenset(people[:1]))
    return list(dict.fromkeys([REFEREE, SPECTATOR, ANNA, watching, *own, *alone]))


def _foes(table: Table[Any]) -> list[str]:
    """Some of those whose numbers were secret."""
    fields = [(event, name) for entry in table.entries() for event in entry.events for name in event.secrets.values()]
    return sorted({getattr(event, name) for event, name in fields} - {""})[:3]


@cache
def disturbed(game: str, seed: int, entries: int = 260) -> Table[Any]:
    """A campaign that its own player plays, and a referee who does everything else in between."""
    campaign: Any = find_campaign(game)
    table = Table.open(campaign, "disturbed", seed_from_text(f"disturbed {seed}"))
    player, chance = PLAYERS["plain"](campaign, QuickDice(seed)), Random(seed)
    while table.ledger.length < entries:
        turn = next_turn(campaign, table.state, player)
        if turn is None:
            break
        assert not isinstance(carry_out(table, turn, player), Refusal)
        while chance.random() < 0.35:
            disturb(table, chance)
    return table


def disturb(table: Table[Any], chance: Random) -> None:
    """Do one thing beside the game; it may be refused."""
    if table.ledger.undone and chance.random() < 0.5:
        table.submit(Redo(), REFEREE)
        return
    kind = chance.choice(("note", "note", "throw", "throw", "undo", "undo", "rolls", "reveal", "override", "stir"))
    by = chance.choice((REFEREE, REFEREE, ANNA)) if kind in ("throw", "stir") else REFEREE
    table.submit(_deed(kind, table, chance), by)


def _deed(kind: str, table: Table[Any], chance: Random) -> Command:
    length = table.ledger.length
    people = [one for seat in table.ruleset.seats(table.state) for one in seat.controls]
    audience = chance.choice(("", "referee", ANNA.private, *sorted(people)[:2]))
    entry = chance.randrange(length)
    match kind:
        case "note":
            return Annotate(entry, "a note", audience)
        case "throw":
            return ThrowDice("2d6", chance.choice(("open", "self", "blind")))
        case "undo":
            return Undo()
        case "rolls":
            last = next(table.entries(table.ledger.head, table.ledger.head))
            return OverrideRolls(tuple(die.face for die in thrown_in(last.events)), "again")
        case "reveal":
            events = next(table.entries(entry, entry)).events
            hidden = [place for place, event in enumerate(events) if event.audience]
            return RevealEvent(entry, chance.choice(hidden or [0]), audience)
        case "stir":
            return Stir("salt")
        case _:
            clock = "game.minutes" if hasattr(table.state.game, "minutes") else "minutes"  # whoever keeps it
            return Override(clock, chance.randrange(5), "late")
