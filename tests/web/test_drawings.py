"""The drawing of a scene by itself, as a file: whole, with all that it is filled with, and as a picture."""

import re
from xml.etree import ElementTree

import pytest
from tests.web.tables import opened, server

from arbitro.play import find_game
from arbitro.store.memory import MemoryStore

PNG = b"\x89PNG\r\n"


@pytest.mark.parametrize(
    ("game", "scene"),
    [
        ("whitebox", "fights/orcs"),
        ("infausta", "fights/goblins"),
        ("archmage", "fights/bridge"),
        ("daggerheart", "fights/rats"),
    ],
)
def test_a_fight_can_be_kept_as_a_picture(game: str, scene: str) -> None:
    with server() as client:
        person = opened(client, scene=scene, game=game, options={})
        drawn = person.get("/scene.svg")
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert ElementTree.fromstring(drawn.text).get("aria-label")
        assert person.get("/scene.png").content.startswith(PNG)


def test_a_map_keeps_the_rock_around_it() -> None:
    with server(store=MemoryStore(find_game)) as client:
        person = opened(client, game="campaign-whitebox", scene="campaigns/ready-novices", options={})
        for _ in range(20):
            if "url(#" in person.get("/scene.svg").text:  # on the way somebody may be met
                break
            ids = [one["id"] for one in person.look()["choices"]]
            wanted = next(
                one
                for kind in ("follow/", "set_out", "travel", "engage", "part")
                for one in ids
                if one.startswith(kind)
            )
            person.say("do", **person.first_choice(wanted))
        drawn = person.get("/scene.svg").text
        ElementTree.fromstring(drawn)
        used = set(re.findall(r"url\(#([^)]+)\)", drawn))
        assert used
        assert all(f'id="{each}"' in drawn for each in used)
