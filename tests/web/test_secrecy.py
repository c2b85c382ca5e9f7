"""Two worlds that differ only in what is hidden send the same bytes to a player: over every way out of the server."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.web.tables import SHARED, Person, forget_chance, invited, opened, server

from arbitro.text import Language
from arbitro.web.live import _stream
from arbitro.web.viewer import Viewer

World = Callable[[Person], None]


def nothing(referee: Person) -> None:
    """Nothing hidden happens."""


def done(answer: dict[str, Any]) -> None:
    assert answer["type"] == "done", answer


def secret_note(referee: Person) -> None:
    done(referee.say("note", text="the orcs are afraid", audience="referee"))


def hidden_throws(referee: Person) -> None:
    for notation in ("1d20", "3d6", "2d8+1"):
        done(referee.say("throw", notation=notation, to="self", purpose="behind the screen"))


def word_to_another(referee: Person) -> None:
    done(referee.say("note", text="you are the traitor", audience="seat:Bruno"))


def unseen_morale(referee: Person) -> None:
    """A check of morale that changes nothing which anybody sees."""
    done(referee.say("order", command={"type": "check_morale", "group": "orcs-orc"}, faces=[3, 4]))


def unseen_morale_undone(referee: Person) -> None:
    unseen_morale(referee)
    done(referee.say("undo"))


def unseen_morale_overruled(referee: Person) -> None:
    unseen_morale(referee)
    done(referee.say("overrule", faces=[4, 4], reason="braver than that"))


def keep_a_calendar(referee: Person) -> None:
    """Everybody at the table reads it; secret dates can be noted in it."""
    calendar = {"file": "calendar.yaml", "text": ""}
    assert referee.ask("PUT", f"/v1/tables/{referee.table}/calendar", json=calendar).status_code == 200


def secret_date(referee: Person) -> None:
    """Something for the referee alone, at a day of the calendar that everybody reads."""
    note = {"text": "the duke comes", "date": {"year": 1, "month": 4, "day": 20}, "secret": True}
    for _ in range(2):
        assert referee.post("/calendar/notes", note).status_code == 201


def many_secrets(referee: Person) -> None:
    for world in (
        secret_date,
        secret_note,
        hidden_throws,
        unseen_morale_overruled,
        word_to_another,
        unseen_morale_undone,
    ):
        world(referee)


WORLDS = (
    secret_note,
    hidden_throws,
    word_to_another,
    unseen_morale,
    unseen_morale_undone,
    unseen_morale_overruled,
    many_secrets,
)


def told_after_all(referee: Person) -> None:
    """Something is thrown out of sight, and shown to everybody later."""
    done(referee.say("throw", notation="1d20", to="self", purpose="a whim", faces=[7]))
    done(referee.say("tell", line=referee.get("/story").json()["last"]))


def played(client: Any, world: World) -> dict[str, Person]:
    """A table at which something hidden happens in the midst of ordinary play."""
    referee = opened(client, "referee")
    keep_a_calendar(referee)
    people = {
        "player": invited(referee, "Anna", sides=["party"]),
        "other": invited(referee, "Bruno", sides=["orcs"]),
        "spectator": invited(referee, "Teo", "spectator"),
    }
    done(people["player"].say("do", **people["player"].first_choice("attack")))
    world(referee)
    done(people["player"].say("do", **people["player"].first_choice("attack")))
    told_after_all(referee)
    done(referee.say("undo"))
    done(referee.say("redo"))
    done(people["player"].say("note", text="a public word"))
    done(referee.say("arrange", typed=True, back="strict"))
    return {**people, "referee": referee}


def blow_by_hand(person: Person) -> list[dict[str, Any]]:
    """A blow with one's own dice: which are asked for, and what is said to faces too few, too many and none at all."""
    heard = [person.say("do", **person.first_choice("attack"), faces=[])]
    while heard[-1]["type"] == "die_asked" and len(heard) < 10:
        heard += [person.say("tell_faces", faces=[99]), person.say("do", choice="end_turn", faces=[1, 2, 3])]
        heard.append(person.say("tell_faces", faces=[heard[0]["sides"] // 2]))
    return heard


GETS = (
    "",
    "/fragments",
    "/story?count=500",
    "/history",
    "/history?first=2",
    "/log",
    "/journal",
    "/journal?format=html",
    "/journal?format=pdf",
    "/journal?format=json",
    "/scene.svg",
    "/seats",
    "/calendar",
)
BAD: tuple[tuple[str, dict[str, Any]], ...] = (
    ("undo", {}),
    ("override", {"path": "fight.combatants.orc-1.hp", "value": 1, "reason": "x"}),
    ("overrule", {"faces": [1], "reason": "x"}),
    ("order", {"command": {"type": "check_morale", "group": "orcs-orc"}}),
    ("do", {"choice": "check_morale/orcs-orc"}),
    ("do", {"choice": "attack/orc-1/jagged-blade", "values": {"target": "berto"}}),
    ("note", {"text": "x", "entry": 10_000}),
    ("note", {"text": "x", "entry": -1}),
    ("note", {"text": "x", "audience": "referee"}),
    ("note", {"text": "x", "audience": "orcs"}),
    ("note", {"text": "x", "audience": "seat:Bruno"}),
    ("why", {"line": 10_000}),
    ("sheet", {"subject": "orc-1"}),
    ("sheet", {"subject": "nobody"}),
    ("unfold", {"element": "bundle-orc-1-group-retreat"}),
    ("story", {"before": 10_000, "count": 500}),
    ("throw", {"notation": "1d"}),
)


def events(person: Person, language: Language) -> list[Any]:
    """How the stream of events begins."""

    async def begin() -> list[Any]:
        house = person.client.app.state.house
        opened_by = await house.tables.seats.opened_by(person.token)
        assert opened_by is not None
        stream = _stream(house, await house.tables.room(person.table), Viewer(opened_by[1], language))
        begun = [(await anext(stream)).data for _ in range(2)]
        await stream.aclose()  # type: ignore[attr-defined]
        return begun

    with person.client.portal() as portal:
        return list(portal.call(begin))


def everything(person: Person, table: str) -> list[Any]:
    """All that ever reaches a seat: reading, asking, mistakes, the live line and the pages."""
    found: list[Any] = []
    for language in ("it", "en"):
        person.language = language
        found += [(path, (answer := person.get(path)).status_code, answer.content) for path in GETS]
        last = person.get("/story").json()["last"]
        found += [person.get(f"/story/{line}/why").content for line in range(1, last + 1)]
        found += [person.get(f"/sheets/{card['id']}").content for card in person.look()["cards"]]
        found += [person.post("/messages", {"type": kind, **body}).content for kind, body in BAD]
        found += [
            person.ask("GET", path).content
            for path in (f"/tables/{table}", f"/tables/{table}/screen", f"/tables/{table}/journal", "/v1/tables", "/")
        ]
        found += events(person, language)
        for query in ("", "?eyes=everybody"):
            with person.live(query) as line:
                found += [line.receive_text(), line.receive_text()]
                line.send_json({"type": "why", "line": last, "ref": 1})
                found.append(line.receive_text())
    return found


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.__name__)
def test_what_is_hidden_leaves_no_trace_at_all(world, monkeypatch):
    seen = []
    lengths = []
    for chosen in (world, nothing):
        with monkeypatch.context() as patch, server(SHARED) as client:
            forget_chance(patch)
            people = played(client, chosen)
            table = people["referee"].table
            lengths.append(client.app.state.house.tables._rooms[table].session.ledger.length)
            by_hand = blow_by_hand(people["player"])
            seen.append([by_hand, *(everything(people[role], table) for role in ("player", "spectator"))])
    assert by_hand[0]["type"] == "die_asked"
    assert lengths[0] > lengths[1]
    assert seen[0] == seen[1]


def test_who_took_back_what_nobody_saw_stands_on_no_list(monkeypatch):
    """Neither with a nought, nor before those who took something back after them."""
    seen = []
    for world in (unseen_morale_undone, nothing):
        with monkeypatch.context() as patch, server(SHARED) as client:
            forget_chance(patch)
            referee = opened(client, "referee")
            anna = invited(referee, "Anna", sides=["party"])
            teo = invited(referee, "Teo", "spectator")
            world(referee)
            told = [person.get(path).content for person in (anna, teo) for path in ("", "/fragments")]
            for who in (anna, referee):
                done(who.say("do", **who.first_choice("move")))
                done(who.say("undo"))
            told += [person.get(path).content for person in (anna, teo) for path in ("", "/fragments")]
            gone = anna.look()["back"]["gone"]
            seen.append(told)
    assert len(gone) == 2
    assert seen[0] == seen[1]


@pytest.mark.parametrize("role", ["player", "spectator"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("fight.combatants.orc-5.profile.armour", 11), ("fight.combatants.orc-5.profile.armour", 12)),
        (("fight.combatants.orc-5.hp", 1), ("fight.combatants.orc-5.hp", 2)),
        (("fight.combatants.orc-5.morale", "hold"), ("fight.combatants.orc-6.morale", "attack")),
    ],
)
def test_of_a_hidden_number_only_the_fact_is_known(one, other, role, monkeypatch):
    seen = []
    for path, value in (one, other):
        with monkeypatch.context() as patch, server(SHARED) as client:
            forget_chance(patch)

            def world(referee: Person, path: str = path, value: Any = value) -> None:
                done(referee.say("override", path=path, value=value, reason="because"))

            people = played(client, world)
            asked = blow_by_hand(people["player"])[0]  # of the enemy's numbers it tells nothing
            seen.append([asked, everything(people[role], people["referee"].table)])
    assert seen[0] == seen[1]


def test_a_live_line_is_silent_about_what_its_seat_may_not_know():
    with server(SHARED) as client:
        people = played(client, nothing)
        with people["player"].live() as line:
            line.receive_json()
            line.receive_json()
            many_secrets(people["referee"])
            line.send_json({"type": "ping", "ref": 9})
            assert line.receive_json() == {"type": "pong", "ref": 9}  # and nothing before it


def test_the_bytes_of_a_player_hold_no_secret_of_the_referees():
    with server(SHARED) as client:
        people = played(client, many_secrets)
        referee = people["referee"]
        done(referee.say("note", text="XYZZY", audience="referee"))
        table = referee.table
        chains = [line.split(b'"')[3] for line in referee.get("/log").content.splitlines()]
        assert len(chains) > 10
        for role in ("player", "spectator"):
            sent = b"".join(
                part if isinstance(part, bytes) else repr(part).encode()
                for part in _flat(everything(people[role], table))
            )
            assert b"XYZZY" not in sent
            assert not [chain for chain in chains if chain in sent]
            assert b"traitor" not in sent
        assert b"XYZZY" in referee.get("/log").content


def _flat(parts: list[Any]) -> list[Any]:
    return [one for part in parts for one in (part if isinstance(part, tuple) else (part,))]


def test_rolls_reach_those_whom_they_are_thrown_to():
    with server(SHARED) as client:
        people = played(client, nothing)
        anna, bruno, referee = people["player"], people["other"], people["referee"]

        def totals(person: Person) -> list[str]:
            lines = person.get("/story?count=500").json()["lines"]
            return [line["text"] for line in lines if line["kind"] in ("dice_thrown", "dice_hidden")]

        for to, seen_by in (
            ("open", (anna, bruno, people["spectator"], referee)),
            ("referee", (anna, referee)),
            ("blind", (referee,)),
            ("self", (anna, referee)),
        ):
            done(anna.say("throw", notation="1d20+100", to=to, purpose=to))
            for person in (anna, bruno, people["spectator"], referee):
                shown = [text for text in totals(person) if f"({to})" in text and "=" in text]
                assert bool(shown) == (person in seen_by), (to, person.token)
        assert any("(referee)" in text and "out of sight" in text for text in totals(bruno))
        assert not any("(self)" in text for text in totals(bruno))


def test_a_word_to_somebody_tells_nothing_of_who_is_there():
    """A refusal that names whom the word was for would betray the names of the hidden."""
    with server(SHARED) as client:
        anna = played(client, nothing)["player"]
        names = ("orc-1", "orcs", "referee", "seat:Bruno", "nobody-at-all", "@orc-1", "seat:")
        answers = [anna.post("/messages", {"type": "note", "text": "x", "audience": name}).content for name in names]
        assert len(set(answers)) == 1
        assert b"not_yours" in answers[0]
        assert anna.say("note", text="to myself", audience="seat:Anna")["type"] == "done"


def test_what_the_engine_refuses_in_ones_stead_names_ones_own_choices_alone():
    """Where it referees, it rolls what is owed and goes back for whoever asks, and may then do more than they."""
    with server(SHARED) as client:
        referee = opened(client, "referee")
        anna = invited(referee, "Anna", sides=["party"])
        done(referee.say("arrange", automatic=["referee"]))
        solo = opened(client)
        for person, kind in ((anna, "roll_owed"), (solo, "roll_owed"), (solo, "redo"), (solo, "undo")):
            own = {one["id"] for one in person.look()["choices"]}
            answer = person.say(kind)
            assert answer["type"] == "refused", kind
            assert own
            assert set(answer.get("instead", ())) <= own, kind
