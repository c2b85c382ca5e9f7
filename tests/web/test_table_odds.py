"""How would this go? For the referee alone: the fight at hand or one to come, in every game and campaign."""

import json
import re
from typing import Any

import msgspec
import pytest
from tests.web.tables import SHARED, Person, forget_chance, opened, server
from tests.web.test_desk import campaign_server, prepared, seated
from tests.web.test_secrecy import blow_by_hand, everything, nothing, played

from arbitro.chances.asking import Budget, fight_odds
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import campaigns, find_campaign
from arbitro.play.commands import Gather
from arbitro.web.bench.at_table import AT_HAND, TableAsked, bout_at, encounters

FIGHTS = {
    "whitebox": "fights/orcs", "infausta": "fights/goblins", "archmage": "fights/bridge", "daggerheart": "fights/rats",
}  # fmt: skip
FEW: dict[str, Any] = {"fights": 20, "sampled": True}


def log_of(person: Person) -> bytes:
    """The whole log, to the byte."""
    return bytes(person.get("/log").content)


def ask(referee: Person, **asked: Any) -> dict[str, Any]:
    answer = referee.post("/odds", {**FEW, **asked})
    assert answer.status_code == 200, answer.text
    last: dict[str, Any] = json.loads(answer.text.splitlines()[-1])
    assert last["type"] == "done", last
    return last


@pytest.mark.parametrize("game", FIGHTS)
def test_the_fight_at_hand_is_asked_about_and_stays_as_it_is(game: str) -> None:
    with server() as client:
        referee = opened(client, "referee", FIGHTS[game], game=game, options={})
        before, state = log_of(referee), referee.look()
        first = ask(referee)
        assert first["result"]["count"] == 20
        assert (
            abs(sum(each["value"] for name, each in first["result"]["estimates"].items() if "win" in name) - 1) < 1e-9
        )
        assert "data-replay" not in first["html"]
        assert first["result"] == ask(referee)["result"]
        assert (log_of(referee), referee.look()) == (before, state)
        page = referee.ask("GET", f"/tables/{referee.table}/odds").text
        assert f'value="{AT_HAND}"' in page


def test_a_placed_encounter_is_asked_about_by_the_referee_alone() -> None:
    with campaign_server() as client:
        people = seated(client)
        referee = people["referee"]
        prepared(referee)
        before = log_of(referee)
        page = referee.ask("GET", f"/tables/{referee.table}/odds").text
        (slot,) = re.findall(r'value="slot:([^"]*)">[^<]*banshee', page)
        told = ask(referee, what=f"slot:{slot}")
        assert told["result"]["estimates"]["wins/party"]["how"] == "wilson"
        assert "anshee 3" in told["html"]
        assert log_of(referee) == before
        for role in ("player", "spectator"):
            for answer in (
                people[role].post("/odds", {**FEW, "what": f"slot:{slot}"}),
                people[role].ask("GET", f"/tables/{referee.table}/odds"),
            ):
                assert answer.status_code == 403
                assert "anshee" not in answer.text
        gone = referee.post("/odds", {**FEW, "what": "slot:zzz"})
        assert (gone.status_code, gone.json()["error"]["code"]) == (404, "no_encounter")


@pytest.mark.parametrize("name", campaigns())
def test_whatever_a_campaign_leads_to_can_be_asked_about(name: str) -> None:
    """As the automatic players go: those who were met, who wait, and the fight itself, each from how things stand."""
    campaign = find_campaign(name)
    table = Table.open(campaign, "odds", seed_from_text("a"))
    table.submit(Gather(campaign.side.party.parties()[0][0]), REFEREE)
    asked: set[str] = set()
    for _ in range(140):
        command = campaign.suggest(table.state, REFEREE)
        if command is None or {"met", AT_HAND} <= asked or isinstance(table.submit(command, REFEREE), Refusal):
            break
        for one in encounters(campaign, table.state, "it"):
            kind = one.id.partition(":")[0]
            if kind in asked:
                continue
            asked.add(kind)
            before = msgspec.json.encode(table.state)
            bout = bout_at(campaign, table.state, TableAsked(what=one.id, fights=10))
            found = fight_odds(bout, "wins", Budget(fights=4, width=0.0, method="sampled"))
            assert found.count == 4
            assert msgspec.json.encode(table.state) == before
    assert {"met", AT_HAND} <= asked


def test_where_nobody_waits_there_is_nothing_to_ask() -> None:
    with campaign_server() as client:
        referee = seated(client)["referee"]
        for language, word in (("it", "nessuno"), ("en", "nobody")):
            referee.language = language
            page = referee.ask("GET", f"/tables/{referee.table}/odds").text
            assert "<select" not in page
            assert word in page


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_that_it_was_asked_leaves_no_trace_at_all(role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds that differ only in that send the same bytes to everybody else, and have the same log."""

    def asked(referee: Person) -> None:
        ask(referee)

    seen = []
    for world in (asked, nothing):
        with monkeypatch.context() as patch, server(SHARED) as client:
            forget_chance(patch)
            people = played(client, world)
            table = people["referee"].table
            seen.append((blow_by_hand(people["player"]), everything(people[role], table), log_of(people["referee"])))
    assert seen[0] == seen[1]
