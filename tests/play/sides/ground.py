"""A small dungeon of four places, and a party in its hall: what the tests of the sides stand on."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from msgspec.structs import replace

from arbitro.dice.stream import Dice, QuickDice, ScriptedDice
from arbitro.dungeon.events import Effect
from arbitro.dungeon.lattice import rectangle
from arbitro.dungeon.model import SURFACE, DoorState, Dungeon, Known, Link, Slot, Space, Trap
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.commands import Gather
from arbitro.play.scene import Scene
from arbitro.play.state import GROUP

GAMES = ("archmage", "daggerheart")
SEED = bytes(32)
DWELLERS = {"archmage": (("goblin_grunt", 2),), "daggerheart": (("giant_rat", 4),)}


CORNERS = {"hall": 0, "gallery": 500, "vault": 1000, "crypt": 1500}


def walker(game: str) -> Any:
    """What a game says of itself where the campaign provides the exploring."""
    return import_module(f"arbitro.play.sides.{game}").walker(find_campaign(game).game)


def space(name: str, size: int = 30, level: int = 1) -> Space:
    box = (CORNERS.get(name, 2000), 0, CORNERS.get(name, 2000) + size, size)
    return Space(name, level, "chamber", "square", (rectangle(*box),), 0, area=size * size, size=(size, size), box=box)


def dungeon(base: Dungeon, slots: Iterable[Slot] = (), traps: Iterable[Trap] = ()) -> Dungeon:
    """A hall with stairs up, an arch to a gallery, a door to a vault, and a secret door to a crypt."""
    spaces = {each.id: each for each in (space("hall"), space("gallery"), space("vault", 20), space("crypt", 20))}
    links = {
        link.id: link
        for link in (
            Link("stairs", "stairs", SURFACE, "hall", 0, levels=1, code="ENTRANCE"),
            Link("arch", "opening", "hall", "gallery", 1),
            Link("door", "door", "hall", "vault", 1, heading=2),
            Link("panel", "secret_door", "hall", "crypt", 1, heading=4, hidden=True),
        )
    }
    known = {f"{GROUP}/{thing}": Known(GROUP, thing) for thing in ("stairs", "arch", "door")}
    known |= {f"{GROUP}/{each}": Known(GROUP, each, "visited") for each in ("hall", "gallery")}
    return replace(
        base,
        turn=0,
        levels={1: 4},
        spaces=spaces,
        links=links,
        leads={},
        closed={},
        slots={slot.id: slot for slot in slots},
        traps={trap.id: trap for trap in traps},
        waters={},
        contents={},
        known=known,
    )


@cache
def gathered(game: str, party: str, options: tuple[tuple[str, Any], ...]) -> Any:
    """The state of a campaign whose party has just come together."""
    campaign = find_campaign(game)
    table = Table.open(campaign, "t", SEED, dict(options))
    answer = table.submit(Gather(party or campaign.side.party.parties()[0][0]), REFEREE)
    assert not isinstance(answer, Refusal), answer
    return table.state


def in_the_hall(
    game: str,
    *,
    party: str = "",
    slots: Iterable[Slot] = (),
    traps: Iterable[Trap] = (),
    doors: dict[str, bool] | None = None,
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> Any:
    """A party in the hall, by torchlight, in the third minute; `doors` are those tried: whether they have opened."""
    quiet = {"wandering_turns": 0, **(options or {})}
    state = gathered(game, party, tuple(sorted(quiet.items())))
    tried = {name: DoorState(open=opened, tried=not opened) for name, opened in (doors or {}).items()}
    below = replace(dungeon(state.dungeon, slots, traps), doors=tried)
    changes = {"stage": "dungeon", "at": "hall", "came": "gallery", "minutes": 3, "light": 1000, **changes}
    return replace(state, dungeon=below, **changes)


def dwellers(game: str, where: str = "vault", treasure: tuple[tuple[str, int], ...] = ()) -> Slot:
    """Somebody at home."""
    return Slot("den", 1, where, "monster", "CONTENT_MONSTER", items=(*DWELLERS[game], *treasure))


def do(game: str, state: Any, command: Command, *script: tuple[int, int], dice: Dice | None = None) -> Any:
    """The state after a command that is accepted, with exactly the scripted dice (or any, where dice are given)."""
    return told(game, state, command, *script, dice=dice)[0]


def told(
    game: str, state: Any, command: Command, *script: tuple[int, int], dice: Dice | None = None
) -> tuple[Any, list[Event]]:
    """The same, with what happened; folding the events from a log gives the same state to the byte."""
    campaign = find_campaign(game)
    if dice is not None:
        answer = campaign.decide(state, command, dice)
    else:
        with ScriptedDice(*script) as scripted:
            answer = campaign.decide(state, command, scripted)
    assert not isinstance(answer, Refusal), answer
    again = state
    decoder = msgspec.json.Decoder(tuple[campaign.events, ...])
    for event in decoder.decode(msgspec.json.encode(answer.events)):
        again = campaign.evolve(again, event)
    assert msgspec.json.encode(again) == msgspec.json.encode(answer.state)
    return answer.state, answer.events


def refused(game: str, state: Any, command: Command) -> str:
    """The code of the refusal; no die is thrown for it."""
    with ScriptedDice() as dice:
        answer = find_campaign(game).decide(state, command, dice)
    assert isinstance(answer, Refusal), answer
    return answer.code


def of(kind: type[Event], events: list[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def play_on(game: str, state: Any, steps: int, dice: Dice | None = None, until: str = "") -> Any:
    """Let the automatic players and referee go on, until the side is no longer busy or the stage is another."""
    campaign = find_campaign(game)
    dice = dice or QuickDice(1)
    for _ in range(steps):
        if campaign.finished(state) or (not until and not campaign.side.meetings.busy(state)) or state.stage == until:
            break
        command = campaign.suggest(state, REFEREE)
        assert command is not None
        answer = campaign.decide(state, command, dice)
        assert not isinstance(answer, Refusal), (command, answer)
        state = answer.state
    return state


def suffers(game: str, state: Any, effect: Effect, *script: tuple[int, int], dice: Dice | None = None) -> Scene:
    """The scene after the dungeon has done something to people, with exactly the scripted dice."""
    campaign = find_campaign(game)
    thrown = dice or ScriptedDice(*script)
    scene = Scene(campaign.side, state, thrown)
    campaign.side.perils.apply(scene, "trap", effect, ("DA-TRAP-03",))
    if dice is None:
        assert thrown.left == 0
    return scene
