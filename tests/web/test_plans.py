"""Other maps than that of the scene: every level that a seat knows something of can be looked at, and no other."""

import re

from tests.web.tables import SHARED, Person, server
from tests.web.test_desk import done, seated

from arbitro.play import find_game
from arbitro.store.memory import MemoryStore


def maps_on(person: Person) -> list[str]:
    """The maps that a page offers, by their ids; that of the scene has none."""
    page = person.get("/fragments").text.replace('\\"', '"')
    return re.findall(r'<option value="([^"]*)"', page.partition("data-plans")[2].partition("</select>")[0])


def spaces(drawn: str) -> set[str]:
    """The spaces on a map."""
    return set(re.findall(r'data-space="([^"]+)"', drawn))


def test_a_level_can_be_looked_at_by_whoever_knows_of_it() -> None:
    with server(SHARED, MemoryStore(find_game), "plans") as client:
        people = seated(client)
        referee, player = people["referee"], people["player"]
        done(referee.say("do", choice="dig_level/1", values={"most": 60, "reason": ""}))
        assert maps_on(referee)[:2] == ["", "level/2"]
        whole = referee.get("/scene.svg?plan=level/2")
        assert whole.status_code == 200
        assert whole.headers["content-type"].startswith("image/svg+xml")
        assert 'id="other2-' in whole.text
        above, below = spaces(referee.get("/scene.svg").text), spaces(whole.text)
        assert above
        assert below
        assert not above & below
        for name in ("level/1", "level/2"):
            assert player.get(f"/scene.svg?plan={name}").status_code == 404
        room, deep = min(above), min(below)
        done(referee.say("do", choice="reveal", values={"thing": deep}))
        assert maps_on(player) == [], "one map is no choice"
        assert spaces(player.get("/scene.svg").text) == {deep}
        done(referee.say("do", choice="reveal", values={"thing": room}))
        assert maps_on(player) == ["", "level/2"]
        assert spaces(player.get("/scene.svg").text) == {room}
        assert spaces(player.get("/scene.svg?plan=level/2").text) == {deep}
        for nowhere in ("level/9", "level/x", "level/", room, "land"):
            assert player.get(f"/scene.svg?plan={nowhere}").status_code == 404
