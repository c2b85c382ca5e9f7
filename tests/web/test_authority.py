"""Who may do what: every route and every message, tried from every kind of seat."""

from typing import Any

import pytest
from tests.web.tables import HOST_TOKEN, SHARED, Person, invited, opened, server

from arbitro.web.app import create_app
from arbitro.web.messages import MESSAGES

ROLES = ("nobody", "stranger", "spectator", "narrator", "player", "solo", "referee", "host")
"""Without any token; with a seat at another table; and so on. The host has no seat here."""

# ---------------------------------------------------------------- messages

WATCH = frozenset({"spectator", "narrator", "player", "solo", "referee"})
ACT = WATCH - {"spectator", "narrator"}
NARRATOR = frozenset({"narrator"})
TAKE_BACK = frozenset({"solo", "referee"})
REFEREE = frozenset({"referee"})

ALLOWED: dict[str, frozenset[str]] = {
    "do": ACT,
    "pursue": ACT,
    "tell_faces": ACT,
    "roll_owed": ACT,
    "throw": ACT,
    "note": ACT,
    "stir_dice": ACT,
    "why": WATCH,
    "help": WATCH,
    "why_not": WATCH,
    "sheet": WATCH,
    "unfold": WATCH,
    "fold": WATCH,
    "story": WATCH,
    "speak": WATCH,
    "call_off": ACT,
    "ping": WATCH,
    "undo": ACT,
    "ask_back": ACT,
    "answer_back": REFEREE,
    "tell_me": ACT,
    "redo": TAKE_BACK,
    "go_on": TAKE_BACK,
    "pause": TAKE_BACK,
    "arrange": REFEREE,
    "override": REFEREE,
    "overrule": REFEREE,
    "options": REFEREE,
    "reveal_seed": REFEREE,
    "look": REFEREE,
    "desk": REFEREE,
    "tell": REFEREE,
    "order": REFEREE,
    "talk": ACT,
    "handout": REFEREE,
    "call_for_roll": REFEREE,
    "point": ACT,
    "scratch": ACT,
    "wipe_scratch": ACT,
    "adjust": REFEREE,
    "names": REFEREE,
    "quick": REFEREE,
}
EXAMPLES: dict[str, dict[str, Any]] = {
    "do": {"choice": "end_turn/party", "at": 0, "mark": ""},
    "pursue": {"aim": "explore", "at": 0},
    "tell_faces": {"faces": [1], "at": 0},
    "roll_owed": {"at": 0},
    "undo": {"at": 0},
    "answer_back": {"who": "Anna"},
    "redo": {"at": 0},
    "throw": {"notation": "1d6"},
    "note": {"text": "x"},
    "stir_dice": {"text": "x"},
    "why": {"line": 1},
    "help": {"choice": "end_turn/party"},
    "why_not": {"text": "fly away"},
    "sheet": {"subject": "berto"},
    "unfold": {"element": "bundle-berto-give"},
    "fold": {"element": "bundle-berto-give"},
    "story": {"before": 3},
    "speak": {"language": "it"},
    "pause": {"paused": True},
    "arrange": {"typed": True},
    "override": {"path": "fight.combatants.berto.hp", "value": 1, "reason": "x"},
    "overrule": {"faces": [1], "reason": "x", "at": 0},
    "options": {"options": {}},
    "look": {"seat": ""},
    "desk": {"subject": ""},
    "tell": {"line": 1},
    "order": {"command": {"type": "end_turn", "side": "party"}},
    "talk": {"text": "x"},
    "handout": {"title": "x"},
    "call_for_roll": {"notation": "1d20"},
    "point": {"map": "map1-t", "x": 1, "y": 1},
    "scratch": {"map": "map1-t", "points": [1, 1, 2, 2]},
    "wipe_scratch": {"map": "map1-t"},
    "adjust": {"path": "fight.combatants.berto.hp", "by": -1},
}


def people(client: Any) -> dict[str, Person]:
    """One of each kind at one table (and who plays alone, at their own)."""
    referee = opened(client, "referee")
    table = referee.table
    return {
        "nobody": Person(client, table, ""),
        "stranger": Person(client, table, opened(client, "referee").token),
        "spectator": invited(referee, "Teo", "spectator"),
        "narrator": invited(referee, "Nora", "narrator", sides=["party"]),
        "player": invited(referee, "Anna", sides=["party"]),
        "solo": opened(client),
        "referee": referee,
        "host": Person(client, table, HOST_TOKEN),
    }


def test_every_message_is_in_the_matrix():
    assert {str(kind.__struct_config__.tag) for kind in MESSAGES} == set(ALLOWED)


def test_every_message_from_every_seat():
    with server(SHARED) as client:
        for role, person in people(client).items():
            for kind, allowed in ALLOWED.items():
                if kind == "reveal_seed" and role in allowed:
                    continue  # it ends the table; below
                before = log_length(client, person.table)
                answer = person.post("/messages", {"type": kind, **EXAMPLES.get(kind, {})})
                if role in ("nobody", "stranger", "host"):
                    assert answer.status_code == 404, (role, kind)
                    assert answer.json()["error"]["code"] == "no_table"
                    continue
                assert answer.status_code == 200, (role, kind)
                said = answer.json()
                refused = said["type"] == "problem" and said["code"] == "not_yours"
                assert refused == (role not in allowed), (role, kind, said)
                if refused:
                    assert log_length(client, person.table) == before, (role, kind)


def log_length(client: Any, table: str) -> int:
    """How many entries a table really has."""
    house = client.app.state.house
    return int(house.tables._rooms[table].session.ledger.length)


def test_a_player_does_nothing_for_the_other_side():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna, bruno = invited(referee, "Anna", sides=["party"]), invited(referee, "Bruno", sides=["orcs"])
        for choice in referee.look()["choices"]:
            owner_is_orc = "orc" in choice["id"]
            other = anna if owner_is_orc else bruno
            answer = other.say("do", choice=choice["id"])
            assert (answer["type"], answer["code"]) == ("refused", "web.choice_gone")
        assert anna.say("do", **anna.first_choice())["type"] == "done"


def test_the_referee_takes_over_any_decision():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        invited(referee, "Anna", sides=["party"])
        assert referee.say("do", **referee.first_choice("attack/berto"))["type"] == "done"


def test_only_the_referee_reveals_the_seed_and_then_no_die_falls():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        choice = anna.first_choice("attack")
        assert anna.say("reveal_seed")["code"] == "not_yours"
        assert referee.say("reveal_seed")["type"] == "done"
        assert anna.look()["choices"] == []
        assert anna.say("do", **choice)["type"] == "refused"
        assert anna.say("throw", notation="1d6")["code"] == "revealed"


# ---------------------------------------------------------------- routes

OPEN = frozenset(ROLES)
SEATED = WATCH
HOST = frozenset({"host"})
ORCS = {"game": "whitebox", "scene": "orcs"}
HOUSE = {"file": "house.yaml", "text": "game: whitebox\nname: ours\n"}
ROUTES: dict[tuple[str, str], tuple[frozenset[str], dict[str, Any] | None]] = {
    ("GET", "/v1"): (OPEN, None),
    ("GET", "/v1/messages"): (OPEN, None),
    ("GET", "/v1/openapi"): (OPEN, None),
    ("GET", "/v1/openapi/openapi.json"): (OPEN, None),
    ("GET", "/v1/openapi/{path}"): (OPEN, None),
    ("GET", "/v1/games"): (OPEN, None),
    ("GET", "/v1/games/{game}"): (OPEN, None),
    ("GET", "/v1/games/{game}/options"): (OPEN, None),
    ("GET", "/v1/games/{game}/rules"): (OPEN, None),
    ("GET", "/v1/guides"): (OPEN, None),
    ("GET", "/v1/guide"): (OPEN, None),
    ("GET", "/v1/tables"): (OPEN, None),  # a list of one's own: see below
    ("POST", "/v1/tables"): (HOST, {"game": "whitebox", "scene": "fights/orcs"}),
    ("POST", "/v1/import"): (HOST, {"x": 1}),
    ("POST", "/v1/claim"): (OPEN, {"token": "what-the-table-below-puts-here"}),
    ("GET", "/v1/tables/{table}"): (SEATED, None),
    ("GET", "/v1/tables/{table}/fragments"): (SEATED, None),
    ("GET", "/v1/tables/{table}/story"): (SEATED, None),
    ("GET", "/v1/tables/{table}/story/{line}/why"): (SEATED, None),
    ("GET", "/v1/tables/{table}/sheets/{subject}"): (SEATED, None),
    ("GET", "/v1/tables/{table}/help"): (SEATED, None),
    ("PUT", "/v1/tables/{table}/pictures/{who}"): (ACT, {}),  # no picture: who may send one is told so
    ("GET", "/v1/tables/{table}/pictures/{who}"): (SEATED, None),
    ("DELETE", "/v1/tables/{table}/pictures/{who}"): (ACT, None),
    ("POST", "/v1/tables/{table}/handouts"): (REFEREE, {}),  # no picture: a referee is told so
    ("GET", "/v1/tables/{table}/handouts/{mark}"): (SEATED, None),
    ("GET", "/v1/tables/{table}/calendar"): (SEATED, None),
    ("PUT", "/v1/tables/{table}/calendar"): (TAKE_BACK, {"text": "", "file": "calendar.yaml"}),
    ("POST", "/v1/tables/{table}/calendar/notes"): (ACT, {"text": "x"}),
    ("DELETE", "/v1/tables/{table}/calendar/notes/{number}"): (ACT, None),
    ("DELETE", "/v1/tables/{table}/calendar"): (TAKE_BACK, None),
    ("GET", "/tables/{table}/calendar"): (SEATED, None),
    ("GET", "/v1/tables/{table}/scene.svg"): (SEATED, None),
    ("GET", "/v1/tables/{table}/scene.png"): (SEATED, None),
    ("GET", "/v1/tables/{table}/history"): (SEATED, None),
    ("GET", "/v1/tables/{table}/log"): (SEATED, None),
    ("GET", "/v1/tables/{table}/party"): (ACT, None),
    ("GET", "/v1/tables/{table}/journal"): (SEATED, None),
    ("GET", "/v1/tables/{table}/events"): (SEATED, None),
    ("GET", "/v1/tables/{table}/stream"): (SEATED, None),
    ("POST", "/v1/tables/{table}/messages"): (SEATED, {"type": "ping"}),
    ("POST", "/v1/tables/{table}/say"): (SEATED, {"text": "fly away"}),
    ("POST", "/v1/tables/{table}/narrate"): (NARRATOR, {"text": "The torch gutters."}),
    ("POST", "/v1/tables/{table}/leave"): (OPEN, {}),  # forgets a cookie, and asks nothing of the table
    ("POST", "/v1/tables/{table}/sit"): (HOST, {"role": "spectator"}),
    ("POST", "/v1/tables/{table}/branch"): (REFEREE, {}),
    ("POST", "/v1/tables/{table}/bring"): (REFEREE, {"text": ""}),
    ("GET", "/v1/tables/{table}/paths"): (REFEREE, None),
    ("GET", "/v1/tables/{table}/seats"): (REFEREE, None),
    ("POST", "/v1/tables/{table}/seats"): (REFEREE, {"name": "Zoe"}),
    ("PATCH", "/v1/tables/{table}/seats/{seat}"): (REFEREE, {"name": "Ada"}),
    ("POST", "/v1/tables/{table}/seats/{seat}/link"): (REFEREE, {}),
    ("DELETE", "/v1/tables/{table}/seats/{seat}"): (REFEREE, None),
    ("POST", "/v1/packs"): (HOST, {"game": "whitebox", "packs": []}),
    ("POST", "/v1/house-rules"): (HOST, {"game": "whitebox", "house_rules": HOUSE}),
    ("POST", "/v1/tables/{table}/house-rules"): (REFEREE, HOUSE),
    ("GET", "/v1/tables/{table}/house-rules"): (SEATED, None),
    ("POST", "/v1/tables/{table}/odds"): (REFEREE, {"what": "now", "fights": 10, "sampled": True}),
    ("POST", "/v1/bench/odds"): (HOST, {"fight": {**ORCS, "fights": 10, "sampled": True}}),
    ("POST", "/v1/bench/replay"): (HOST, {"fight": ORCS, "number": 0}),
    ("POST", "/v1/bench/tables"): (HOST, {"fight": ORCS}),
    ("POST", "/v1/bench/kinds"): (HOST, {"game": "whitebox"}),
    ("GET", "/bench"): (OPEN, None),
    ("GET", "/tables/{table}/odds"): (REFEREE, None),
    ("GET", "/"): (OPEN, None),
    ("GET", "/bestiary"): (OPEN, None),
    ("GET", "/bestiary/{game}"): (OPEN, None),
    ("GET", "/bestiary/{game}/{name}"): (OPEN, None),
    ("GET", "/rules"): (OPEN, None),
    ("GET", "/rules/{name}"): (OPEN, None),
    ("GET", "/options"): (OPEN, None),
    ("GET", "/options/{name}"): (OPEN, None),
    ("GET", "/health/live"): (OPEN, None),
    ("GET", "/health/ready"): (OPEN, None),
    ("GET", "/metrics"): (HOST, None),
    ("GET", "/guides"): (OPEN, None),
    ("GET", "/guides/{name}"): (OPEN, None),
    ("GET", "/guides/images/{name}"): (OPEN, None),
    ("GET", "/static/{mark}/{name}"): (OPEN, None),
    ("GET", "/manifest.webmanifest"): (OPEN, None),
    ("GET", "/worker.js"): (OPEN, None),
    ("GET", "/offline"): (OPEN, None),
    ("GET", "/language/{code}"): (OPEN, None),
    ("GET", "/theme/{name}"): (OPEN, None),
    ("POST", "/join/{token}"): (OPEN, {}),
    ("GET", "/join/{token}"): (OPEN, None),  # whoever has the link has the seat: that is what a link is
    ("GET", "/host/{token}"): (OPEN, None),
    ("GET", "/tables/{table}"): (SEATED, None),
    ("GET", "/tables/{table}/screen"): (SEATED, None),
    ("GET", "/tables/{table}/glance"): (SEATED, None),
    ("GET", "/tables/{table}/journal"): (SEATED, None),
    ("GET", "/tables/{table}/sheets"): (SEATED, None),
    ("GET", "/tables/{table}/sheets/{subject}"): (SEATED, None),
    ("GET", "/tables/{table}/options"): (SEATED, None),
    ("WEBSOCKET", "/v1/tables/{table}/live"): (SEATED, None),
}
"""Who is let in by each route, and what to send there."""
QUERIES = {"/v1/tables/{table}/help": {"choice": "end_turn/party"}, "/v1/guide": {"name": "guide-player"}}
"""What is asked in the address."""


def routes() -> set[tuple[str, str]]:
    """Every route of the application, as method and plain path."""
    found = set()
    for route in create_app(SHARED).routes:
        path = "".join(f"/{{{part.name}}}" if hasattr(part, "name") else f"/{part}" for part in route.path_components)
        methods = (route.methods or {"WEBSOCKET"}) - {"OPTIONS", "HEAD"}
        found |= {(method, path or "/") for method in methods}
    return found


def test_every_route_is_in_the_matrix():
    assert routes() == set(ROUTES)


@pytest.mark.parametrize("role", ROLES)
def test_every_route_from_every_seat(role):
    with server(SHARED) as client:
        everybody = people(client)
        person = everybody[role]
        for (method, path), (allowed, body) in ROUTES.items():
            if method == "WEBSOCKET" or (path.endswith(("/events", "/stream")) and role in allowed):
                continue  # lines that stay open: the first in its own test, the others in test_live and tests/agents
            if person.client.app.state.house.tables._rooms.get(person.table) is None:
                continue
            sittings = client.app.state.house.tables._rooms[person.table].sittings
            onlookers = [one.id for one in sittings if one.role == "spectator"]  # not one's own: who goes is gone
            filled = path.format(
                table=person.table, line=1, number=1, subject="berto", who="berto", seat=(onlookers or ["gone"])[0],
                game="whitebox", name="whitebox", mark="x", code="it", token="x", path="x",
            )  # fmt: skip
            if path == "/v1/claim":
                body = {"token": person.token or everybody["player"].token}
            how: dict[str, Any] = {} if body is None else {"json": body}
            how |= {"params": QUERIES[path]} if path in QUERIES else {}
            answer = person.ask(method, filled, follow_redirects=False, **how)
            turned_away = answer.status_code in (401, 403, 404) and _is_turned(answer)
            if path == "/v1/claim" and role == "host":
                continue  # the host's token opens no seat
            if path == "/tables/{table}" and role == "host":
                assert answer.status_code == 303  # to where they may sit down
                continue
            if path in ("/join/{token}", "/host/{token}"):
                assert answer.status_code == 404  # "x" opens nothing
                continue
            assert turned_away == (role not in allowed), (role, method, path, answer.status_code, answer.text[:200])


def _is_turned(answer: Any) -> bool:
    """Whether somebody was sent away, and not only told that a thing is not there."""
    text = answer.text
    codes = ("no_table", "host_only", "referee_only", "not_yours")
    words = ("no such table", "Only whoever runs", "Only the referee")
    return any(f'"{code}"' in text for code in codes) or any(word in text for word in words)


@pytest.mark.parametrize("role", ROLES)
def test_the_live_line_from_every_seat(role):
    with server(SHARED) as client:
        person = people(client)[role]
        with person.live() as line:
            first = line.receive_json()
        if role in SEATED:
            assert first["type"] == "hello"
        else:
            assert (first["type"], first["code"]) == ("problem", "closed")


def test_everybody_sees_only_their_own_tables_in_the_list():
    with server(SHARED) as client:
        everybody = people(client)
        seen = {}
        for role, person in everybody.items():
            seen[role] = {one["id"] for one in person.ask("GET", "/v1/tables").json()}
        own = everybody["referee"].table
        assert seen["nobody"] == set()
        assert seen["player"] == seen["spectator"] == seen["narrator"] == seen["referee"] == {own}
        assert seen["solo"] == {everybody["solo"].table}
        assert seen["stranger"] & {own} == set()
        assert len(seen["host"]) == 3


def test_without_sharing_whoever_is_on_this_machine_is_the_host():
    with server() as client:
        nobody = Person(client, "x", "")
        assert nobody.ask("GET", "/v1").json()["host"]
        assert nobody.ask("POST", "/v1/tables", json={"game": "whitebox", "scene": "fights/orcs"}).status_code == 201
        table = nobody.ask("GET", "/v1/tables").json()[0]["id"]
        assert (
            Person(client, table, "").get().status_code == 404
        )  # a seat is needed even so, and is there for the asking
        assert Person(client, table, "").post("/sit", {"role": "referee"}).status_code == 201
