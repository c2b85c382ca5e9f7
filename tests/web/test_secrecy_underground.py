"""Two worlds that differ only in what lies hidden underground send the same bytes to a player.

Also when the referee shows a place and hides it again, and when a player sits in the referee's chair for a room.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest
from tests.web.tables import SHARED, Person, forget_chance, invited, opened, server
from tests.web.test_chair import down
from tests.web.test_secrecy import done, everything

from arbitro.play.spots import visited

Scene = Callable[[Any, dict[str, Person]], None]
ROOMS: Final = 3
"""Into how many places that nobody has seen something is put, the nearest first."""


def state_of(client: Any, person: Person) -> Any:
    return client.app.state.house.tables._rooms[person.table].session.state


def unseen(client: Any, person: Person) -> list[str]:
    """The places of the dungeon that the party has not seen, but for those next to it: who is there may be heard."""
    dungeon, at = state_of(client, person).dungeon, state_of(client, person).at
    near = {end for link in dungeon.links.values() if at in (link.a, link.b) for end in (link.a, link.b)}
    return [space for space in dungeon.spaces if space not in near and not visited(dungeon, space)]


def ordered(referee: Person, tag: str, **fields: Any) -> None:
    done(referee.say("order", command={"type": tag, **fields}))


def filled(client: Any, referee: Person) -> None:
    """Somebody waits there, gold lies there, a trap is set: nobody has seen any of it."""
    for room in unseen(client, referee)[:ROOMS]:
        ordered(referee, "place_monsters", space=room, kind="kobold", number=4)
        ordered(referee, "place_treasure", space=room, what="coins/gold", number=500)
        ordered(referee, "set_trap", space=room, code="ARROWS")
        ordered(referee, "keep_note", space=room, text="a trap for the greedy")


def left_alone(client: Any, referee: Person) -> None:
    """Nothing is put anywhere."""


def shown_and_hidden(client: Any, people: dict[str, Person]) -> None:
    """A place is shown, which does not show what waits in it; another is shown and taken off the map again."""
    referee = people["referee"]
    first, second = unseen(client, referee)[:2]
    ordered(referee, "reveal", thing=first, reason="a map in the tavern")
    ordered(referee, "reveal", thing=second)
    ordered(referee, "hide", thing=second)
    dungeon = state_of(client, referee).dungeon
    assert visited(dungeon, first)
    assert not visited(dungeon, second)


def in_the_chair(client: Any, people: dict[str, Person]) -> None:
    """Nobody referees but the engine; a player sits in the chair for the room in which the party is."""
    done(people["referee"].say("arrange", automatic=["referee"]))
    anna = people["player"]
    done(anna.say("do", **anna.first_choice("take_chair")))
    assert state_of(client, anna).chair_here.seat


def one_world(client: Any, fill: Callable[[Any, Person], None], scene: Scene) -> dict[str, Person]:
    options = {"road_days": 0, "surprise_method": "judgement"}
    referee = opened(client, "referee", "campaigns/ready-novices", game="campaign-whitebox", options=options)
    people = {
        "referee": referee,
        "player": invited(referee, "Anna", sides=["party"]),
        "spectator": invited(referee, "Teo", "spectator"),
    }
    ordered(referee, "dig_level", level=1, most=30)
    down(client, referee)
    fill(client, referee)
    scene(client, people)
    return people


@pytest.mark.rule("DA-SOLO-04", "DA-SOLO-06")
@pytest.mark.parametrize("scene", [shown_and_hidden, in_the_chair], ids=lambda scene: scene.__name__)
def test_what_waits_unseen_leaves_no_trace(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, list[Any]]] = []
    slots = []
    for fill in (filled, left_alone):
        with monkeypatch.context() as patch, server(SHARED) as client:
            forget_chance(patch)
            people = one_world(client, fill, scene)
            slots.append(len(state_of(client, people["referee"]).dungeon.slots))
            table = people["referee"].table
            seen.append({role: everything(people[role], table) for role in ("player", "spectator")})
    assert slots[0] >= slots[1] + 2 * ROOMS
    for role, bytes_sent in seen[0].items():
        for one, other in zip(bytes_sent, seen[1][role], strict=True):
            assert one == other, role
