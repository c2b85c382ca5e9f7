"""Who may use which tool: every one of them, tried from every kind of seat over the line and by the server itself."""

import asyncio
from typing import Any

import pytest
from tests.agents.people import Model, sitting
from tests.web.tables import HOST_TOKEN, SHARED, server
from tests.web.test_authority import ACT, NARRATOR, OPEN, REFEREE, ROLES, WATCH, log_length, people

from arbitro.agents.catalogue import TOOLS

NEVER: frozenset[str] = frozenset()
"""Whoever runs a shared server comes in by their own page, and a program by the token of a seat."""
VERDICTS: dict[str, tuple[frozenset[str], dict[str, Any]]] = {
    "tables": (OPEN, {}),
    "games": (OPEN, {}),
    "search_rules": (OPEN, {"words": "morale", "game": "whitebox"}),
    "show_rule": (OPEN, {"rule": "WB-DOOR-01", "game": "whitebox"}),
    "open_table": (NEVER, {"game": "whitebox", "scene": "fights/orcs"}),
    "take_seat": (NEVER, {}),
    "look": (WATCH, {}),
    "choices": (WATCH, {}),
    "story": (WATCH, {}),
    "sheet": (WATCH, {"who": "berto"}),
    "map": (WATCH, {}),
    "why": (WATCH, {}),
    "help": (WATCH, {"choice": "end_turn/party"}),
    "why_not": (WATCH, {"text": "fly away"}),
    "odds": (WATCH, {"notation": "3d6"}),
    "journal": (WATCH, {}),
    "do": (ACT, {"choice": "end_turn/party", "seq": 0}),
    "say": (ACT, {"text": "fly away"}),
    "pursue": (ACT, {"aim": "explore", "seq": 0}),
    "undo": (ACT, {"seq": 0}),
    "note": (ACT, {"text": "x"}),
    "throw": (ACT, {"notation": "1d6"}),
    "oracle": (ACT, {"question": "Is it so?"}),
    "tell": (NARRATOR, {"text": "The torch gutters."}),
    "send": (REFEREE, {"message": {"type": "ping"}}),
}
"""Who may use each tool at a shared server, and what to ask of it."""


def test_every_tool_is_in_the_matrix() -> None:
    assert set(VERDICTS) == set(TOOLS)


@pytest.mark.parametrize("role", ROLES)
def test_every_tool_from_every_seat(role: str) -> None:
    with server(SHARED) as client:
        person = people(client)[role]
        tokens = {"nobody": "", "host": HOST_TOKEN}

        async def ask() -> dict[str, tuple[bool, str]]:
            async with sitting(client.app, token=tokens.get(role, person.token), table=person.table) as model:
                listed = set(await model.tools())
                found = {}
                for name, (_, arguments) in VERDICTS.items():
                    answer = await model.raw(name, **arguments)
                    found[name] = (name in listed, answer.structured_content.get("code", "") if answer.is_error else "")
                return found

        before = log_length(client, person.table)
        for name, (listed, code) in asyncio.run(ask()).items():
            allowed = role in VERDICTS[name][0]
            assert listed == allowed, (role, name)
            assert (code == "no_tool") == (not allowed), (role, name, code)
        if role not in ACT | NARRATOR:
            assert log_length(client, person.table) == before


def test_what_the_list_leaves_out_the_server_refuses_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that thinks itself the host's does no more than its token does."""
    monkeypatch.setattr("arbitro.agents.server.offered", lambda *_: tuple(TOOLS.values()))
    with server(SHARED) as client:
        everybody = people(client)
        for role in ("nobody", "stranger", "spectator", "narrator"):
            person = everybody[role]
            before = log_length(client, person.table)

            kept = [name for name, (allowed, _) in VERDICTS.items() if role not in allowed]

            async def ask(person: Any = person, kept: list[str] = kept) -> dict[str, str]:
                async with sitting(client.app, token=person.token, table=person.table) as model:
                    return {name: await _code(model, name) for name in kept}

            for name, code in asyncio.run(ask()).items():
                if name not in ("say", "odds", "take_seat"):  # these only read: the seat is their own
                    assert code not in ("", "done"), (role, name)
            assert log_length(client, person.table) == before, role


async def _code(model: Model, name: str) -> str:
    """What came of using a tool: the code of an error or of a deed that was refused."""
    answer = await model.raw(name, **VERDICTS[name][1])
    said = answer.structured_content or {}
    return str(said.get("code", "")) if answer.is_error or not said.get("done", True) else ""
