"""The drawing of a scene by itself, as a file: whole, with all that it is filled with, and as a picture."""

import re
from xml.etree import ElementTree

import pytest
from tests.web.tables import opened, server

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.store.memory import MemoryStore
from arbitro.web.shelf import games, ready_scenes

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


ALONE = [(scene.game, scene.id) for game in games("en") for scene in game.scenes if not scene.needs]
STEPS = 40


@pytest.mark.parametrize(("game", "scene"), [*(one for one in ALONE if "campaign" not in one[0]), ALONE[0]])
def test_whatever_is_ready_has_a_picture_at_every_moment(game: str, scene: str) -> None:
    """But in town, where people sit at the inn; what is over keeps its last one."""
    ruleset = find_game(game)
    setup = ruleset.read_setup(ready_scenes(game)[scene])
    table = Table.open(ruleset, "pictures", seed_from_text(scene), ruleset.options.meant(dict(setup.options)))
    for command in setup.start:
        table.submit(command, REFEREE)
    secret = {"vault": "walled-up vault", "shaft": "air shaft"} if scene == "expeditions/cellar" else {}
    for number in range(STEPS):
        seat = ruleset.seats(table.state)[0]
        drawn = ruleset.drawing(table.state, seat, "en")
        assert drawn is not None or getattr(table.state, "stage", "") == "town", number
        for place, name in secret.items():
            assert place in table.state.expedition.visited or name not in drawn.svg()
        command = ruleset.suggest(table.state, REFEREE)
        if command is None:
            break
        table.submit(command, REFEREE)
