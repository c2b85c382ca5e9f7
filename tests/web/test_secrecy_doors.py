"""Two worlds that differ only in what is hidden, at every door there is: each route and each message answers alike.

The doors are those of the matrix of authority: one that is added there and not here fails.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from tests.web.tables import SHARED, Person, forget_chance, server
from tests.web.test_authority import ACT, EXAMPLES, ROUTES, WATCH
from tests.web.test_authority import ALLOWED as MESSAGES_FOR
from tests.web.test_pictures import png
from tests.web.test_secrecy import WORLDS, done, events, many_secrets, nothing, played
from tests.web.test_secrecy_underground import filled, in_the_chair, left_alone, one_world, shown_and_hidden

WISHES: Final = {
    "en": (
        "orc 5 flees", "check the morale of the orcs", "attack the kobold", "take the gold", "open the secret door",
        "search for traps", "who is behind the door?", "go back to the hidden room", "undo what the referee did",
        "Berto attacks orc 3", "climb down", "drop the torch",
    ),
    "it": (
        "l'orco 5 fugge", "controlla il morale degli orchi", "attacca il coboldo", "prendi l'oro", "scendi",
        "apri la porta segreta", "cerca trappole", "chi c'è dietro la porta?", "torna nella stanza nascosta",
        "annulla quello che ha fatto l'arbitro", "Berto attacca l'orco 3", "lascia la torcia",
    ),
}  # fmt: skip
"""Sentences that ask for what is there and for what may be hidden."""
STREAMS: Final = ("/v1/tables/{table}/events", "/v1/tables/{table}/stream", "/v1/tables/{table}/live")
"""Lines that stay open: `tests.web.test_secrecy` reads how they begin, and that they are silent."""
ONCE: Final = {"reveal_seed", "call_off", "speak", "ping"}
"""Messages that end the table or tell nothing."""
KEPT: Final = ("date",)
LOOKING: Final = WATCH - {"referee", "solo"}


def doors() -> list[tuple[str, str, Any]]:
    """Every way in and out of a table that a player or an onlooker has, with what is sent there."""
    found = []
    for (method, path), (allowed, body) in ROUTES.items():
        if "{table}" in path and allowed & LOOKING and path not in STREAMS:
            found.append((method, path, body))
    return found


def asked_there(person: Person, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The addresses of a door: one, or one for each thing that may be asked there."""
    shown = person.look()
    cards = [card["id"] for card in shown["cards"]]
    choices = [one["id"] for one in shown["choices"]]
    last = person.get("/story").json()["last"]
    filled_in = {"table": person.table, "mark": "0123456789abcdef", "number": 1}
    if "{line}" in path:
        yield from ((path.format(line=line, **filled_in), {}) for line in (1, last // 2, last, last + 1))
    elif "{subject}" in path or "{who}" in path:
        some = (*cards[:2], *cards[-1:], "orc-5", "kobold-1", "nobody")
        yield from ((path.format(subject=who, who=who, **filled_in), {}) for who in some)
    elif path.endswith("/help"):
        yield from ((path.format(**filled_in), {"choice": one}) for one in (*choices[:12], "check_morale/orcs-orc"))
    elif path.endswith("/scene.svg"):
        yield from ((path.format(**filled_in), {"plan": plan}) for plan in ("", "level-1", "level-2", "x"))
    else:
        yield path.format(**filled_in), {}


def answered(answer: Any) -> tuple[int, list[tuple[str, str]], bytes]:
    """All of an answer: what it is headed by as well, lengths and marks included."""
    heads = [(name, value) for name, value in answer.headers.multi_items() if name not in KEPT]
    return answer.status_code, heads, answer.content


def every_door(person: Person, language: str) -> list[tuple[str, Any]]:
    """What each door says to a seat."""
    person.language = language
    found: list[tuple[str, Any]] = []
    for method, path, body in doors():
        for address, query in asked_there(person, path):
            if path.endswith("/say"):
                bodies: list[Any] = [{"text": text} for text in WISHES[language]]
            elif path.endswith("/messages"):
                bodies = [*messages(person, language)]
            elif path.endswith("/narrate"):
                bodies = []  # for a narrator: tests.agents.test_narrator_secrecy
            else:
                bodies = [body]
            for sent in bodies:
                how: dict[str, Any] = {} if sent is None else {"json": sent}
                if method == "PUT":
                    how = {"content": png()}
                answer = person.ask(method, address, params=query, follow_redirects=False, **how)
                assert answer.status_code < 500, (method, address, query, sent)
                found.append((f"{method} {address} {query} {sent}", answered(answer)))
    return found


def messages(person: Person, language: str) -> Iterator[dict[str, Any]]:
    """Every message that there is, whoever may send it, as the table stands then."""
    at = {"at": person.look()["seq"]}
    for kind in sorted(MESSAGES_FOR):
        if kind not in ONCE:
            example = EXAMPLES.get(kind, {})
            yield {"type": kind, **example, **(at if "at" in example else {})}
    yield from ({"type": "why_not", "text": text} for text in WISHES[language])
    yield from ({"type": "help", "choice": one["id"]} for one in person.look()["choices"][:6])


def alike(one: list[tuple[str, Any]], other: list[tuple[str, Any]]) -> None:
    assert [name for name, _ in one] == [name for name, _ in other]
    for (name, told), (_, untold) in zip(one, other, strict=True):
        assert told == untold, name


def all_tried(person: Person, told: list[tuple[str, Any]]) -> None:
    """Whatever a player is let in by was asked, and said something other than no."""
    assert len(doors()) > 25
    heard = {name.partition(" {")[0] for name, (status, *_) in told if status < 300}
    for method, path, _ in doors():
        if path.endswith(("/narrate", "/handouts/{mark}", "/party", "/scene.svg", "/scene.png")):
            continue  # below the ground, or elsewhere
        assert any(one in heard for one in _addresses(person, method, path)), path


def _addresses(person: Person, method: str, path: str) -> list[str]:
    return [f"{method} {address}" for address, _ in asked_there(person, path)]


@pytest.mark.parametrize(
    ("role", "language"), [("player", "it"), pytest.param("spectator", "en", marks=pytest.mark.slow)]
)
def test_no_door_tells_what_is_hidden(role: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert many_secrets in WORLDS
    seen, known = [], []
    for world in (many_secrets, nothing):
        with monkeypatch.context() as patch, server(SHARED) as client:
            forget_chance(patch)
            people = played(client, world)
            known.append(people["referee"].get("/story?count=500").content)
            person = people[role]
            told = every_door(person, language)
            if role == "player":
                all_tried(person, told)
            seen.append([*told, ("events", events(person, language))])  # type: ignore[arg-type]
    assert known[0] != known[1]
    alike(*seen)


UNDERGROUND: Final = [
    pytest.param(
        scene, role, language, id=f"{scene.__name__}-{role}-{language}",
        marks=[] if (scene, role, language) == (shown_and_hidden, "player", "en") else pytest.mark.slow,
    )
    for scene in (shown_and_hidden, in_the_chair) for role in ("player", "spectator") for language in ("en", "it")
]  # fmt: skip


@pytest.mark.parametrize(("scene", "role", "language"), UNDERGROUND)
def test_no_door_tells_what_waits_underground(
    scene: Any, role: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    for fill in (filled, left_alone):
        with monkeypatch.context() as patch, server(SHARED) as client:
            forget_chance(patch)
            people = one_world(client, fill, scene)
            done(people["player"].say("talk", text="Shall we?"))
            seen.append(every_door(people[role], language))
    alike(*seen)


def test_what_only_some_may_is_for_those_with_hands() -> None:
    assert {path for _, path, _ in doors()} >= {
        path for (_, path), (allowed, _) in ROUTES.items() if allowed == ACT and "{table}" in path
    }
