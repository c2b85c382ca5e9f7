"""What somebody sees of the choices without opening anything, at every moment of a fight and of a day underground."""

import random
import re

import pytest
from litestar.testing import TestClient
from tests.web.tables import Person, opened, server

from arbitro.play import find_game
from arbitro.store.memory import MemoryStore

SCENES = [
    ("whitebox", "fights/orcs"),
    ("infausta", "fights/goblins"),
    ("archmage", "fights/wolves"),
    ("daggerheart", "fights/bandits"),
    ("daggerheart", "scenes/tavern"),
    ("campaign-whitebox", "campaigns/ready-novices"),
    ("campaign-infausta", "campaigns/ready-ill-starred"),
    ("campaign-archmage", "campaigns/ready-level-1"),
    ("campaign-daggerheart", "campaigns/ready-crossroads"),
]
DECISIONS = 14


class Choices:
    """The choices of a page as it is sent."""

    def __init__(self, page: str) -> None:
        self.cards = re.findall(r'data-card="([^"]+)"', page)
        self.html = page.partition('id="fragment-choices"')[2].partition("</section>")[0]
        self.tabs = re.findall(r'role="tab" id="tab-([^"]+)"', self.html)
        self.open = re.findall(r'role="tab" id="tab-([^"]+)"[^>]* aria-selected="true"', self.html)
        self.asked = re.findall(r'role="tab" id="tab-([^"]+)"[^>]* data-asked', self.html)

    @property
    def in_sight(self) -> list[str]:
        """The choices that nothing hides: no fold, no other's tab."""
        shown = re.sub(r"<details.*?</details>", "", self.html, flags=re.DOTALL)
        hidden = re.sub(r'<div class="person"[^>]* hidden>.*?\n  </div>\n', "", shown, flags=re.DOTALL)
        return re.findall(r'data-do="([^"]+)"', hidden)


def shown_to(person: Person) -> Choices:
    return Choices(person.ask("GET", f"/tables/{person.table}").text)


def walk(client: TestClient, game: str, scene: str) -> list[Choices]:
    """All that somebody sees who does this and that."""
    person = opened(client, scene=scene, game=game, options={})
    chance, found = random.Random(7), []
    for _ in range(DECISIONS):
        found.append(shown_to(person))
        now = person.look()
        if now["finished"]:
            break
        wanted = chance.choice([one for one in now["choices"] if not one.get("group")] or now["choices"])
        person.say("do", **person.first_choice(wanted["id"]))
    return found


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_somebody_always_sees_what_to_do_and_finds_people_where_they_were(game: str, scene: str) -> None:
    with server(store=MemoryStore(find_game)) as client:
        seen = walk(client, game, scene)
    for one in seen:
        assert one.in_sight or "data-do" not in one.html or "data-shut" not in one.html, one.html
        assert not one.asked or set(one.open) <= set(one.asked)
        assert one.tabs == [who for who in one.cards if who in one.tabs]  # where their cards stand, whoever may act


def test_fear_is_in_sight_in_town_and_marks_of_harm_do_not_look_like_health() -> None:
    with server(store=MemoryStore(find_game)) as client:
        person = opened(client, scene="campaigns/ready-crossroads", game="campaign-daggerheart", options={})
        page = person.ask("GET", f"/tables/{person.table}").text
    clock = page.partition('id="fragment-clock"')[2].partition('id="fragment-cards"')[0]
    assert '<span class="label">Fear</span>' in clock
    marked = re.findall(r'class="gauge([^"]*)">\s*<span class="label">([^<]*)</span>\s*<svg class="([^"]*)"', page)
    assert {(kind, shape) for kind, label, shape in marked if "marked" in label} == {(" harm", "meter slots")}
    assert {(kind, shape) for kind, label, shape in marked if label == "Hope"} == {("", "meter")}
