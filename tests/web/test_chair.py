"""The referee's chair at a table with people: nobody takes it from a person; where nobody sits in it, it goes round."""

from typing import Any

import pytest
from tests.web.tables import SHARED, Person, invited, opened, server

UNDERGROUND = 60


def campaign(client: Any, mode: str = "referee") -> Person:
    return opened(client, mode, "campaigns/ready-novices", game="campaign-whitebox", options={"road_days": 0})


def offered(person: Person) -> set[str]:
    return {choice["id"].partition("/")[0] for choice in person.look()["choices"]}


def down(client: Any, person: Person) -> None:
    """Into the dungeon, by whatever leads there."""
    house = client.app.state.house
    for _ in range(UNDERGROUND):
        if house.tables._rooms[person.table].session.state.at:
            return
        wanted = next(
            one for one in ("enter", "follow", "travel", "march", "set_out", "lodge") if one in offered(person)
        )
        assert person.say("do", **person.first_choice(wanted))["type"] == "done"
    raise AssertionError("they never came there")


@pytest.mark.rule("DA-SOLO-06")
def test_a_player_does_not_take_the_chair_of_a_person() -> None:
    with server(SHARED) as client:
        referee = campaign(client)
        anna = invited(referee, "Anna", sides=["party"])
        down(client, referee)
        assert "ask_oracle" in offered(anna)
        assert "take_chair" not in offered(anna)
        assert "take_chair" not in anna.get("/fragments").text
        shown = anna.look()
        answer = anna.say("do", choice="take_chair", values={"seat": "Anna"}, at=shown["seq"], mark="x")
        assert (answer["type"], answer["code"]) == ("refused", "web.choice_gone")
        # She who refereed is away, and the engine does it: now the chair is free for a room.
        assert referee.say("arrange", automatic=["referee"])["type"] == "done"
        assert "take_chair" in offered(anna)
        assert anna.say("do", **anna.first_choice("take_chair"))["type"] == "done"
        assert "leave_chair" in offered(anna)


@pytest.mark.rule("DA-SOLO-06")
def test_who_plays_alone_may_sit_in_the_chair_of_a_room() -> None:
    with server(SHARED) as client:
        alone = campaign(client, "solo")
        down(client, alone)
        assert alone.say("do", **alone.first_choice("take_chair"))["type"] == "done"
