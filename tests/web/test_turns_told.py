"""Those who are away are told that it is their turn: on the table's hook, and by mail; nobody waits for it."""

import asyncio
import http.client
import socket
import threading
import time
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace
from tests.web.sinks import hook, mailbox
from tests.web.tables import SHARED, Person, invited, opened, server

from arbitro.web.courier import Courier, Letter, Post, Undeliverable, checked_address, mail, post
from arbitro.web.settings import Settings

SOON = replace(SHARED, tell_after=0.05, webhooks=True, private_webhooks=True, address="https://table.example")


def until(what: Any, seconds: float = 8.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def seated(client: Any) -> tuple[Person, Person, Person]:
    referee = opened(client, "referee")
    return referee, invited(referee, "Anna", sides=["party"]), invited(referee, "Bruno", sides=["orcs"])


def turn_passes(people: tuple[Person, ...]) -> None:
    """The side that may act now ends its turn."""
    for person in people:
        ends = [one["id"] for one in person.look()["choices"] if one["id"].startswith("end_turn/")]
        if ends:
            assert person.say("do", choice=ends[0])["type"] == "done"
            return
    raise AssertionError("nobody's turn")


def turns_pass(people: tuple[Person, ...], arrived: list[Any]) -> set[str]:
    """Play on until a word has arrived; the names of the players who may act then."""
    for _ in range(6):  # where both act at once, nobody's turn comes
        turn_passes(people)
        with suppress(AssertionError):
            until(lambda: arrived, 1.0)
            break
    until(lambda: arrived)
    return {name for person, name in zip(people, ("Anna", "Bruno"), strict=True) if person.look()["choices"]}


@pytest.mark.parametrize("form", ["generic", "discord"])
def test_the_tables_hook_is_told_whose_turn_it_has_become(form):
    with hook() as heard, server(SOON) as client:
        referee, *people = seated(client)
        said = referee.say("arrange", webhook=heard.url, hook_form=form, hook_language="it")
        assert said["type"] == "done"
        waiting = turns_pass(tuple(people), heard.heard)
        (news,) = heard.heard
        other = next(name for name in ("Anna", "Bruno") if name in str(news))
        assert other in waiting
        link = f"https://table.example/tables/{referee.table}"
        if form == "discord":
            assert news["content"].startswith(f"{other}: tocca a te")
            assert news["content"].endswith(link)
            assert news["allowed_mentions"] == {"parse": []}
        else:
            assert (news["seat"], news["link"], news["kind"], news["table"]) == (other, link, "turn", referee.table)
            assert set(news) == {"table", "title", "seat", "text", "link", "kind"}  # and nothing of the game
        for person in people:
            assert heard.url not in person.ask("GET", f"/tables/{referee.table}").text
            assert person.get("/seats").status_code >= 400


def test_a_letter_goes_to_who_asked_for_it_and_is_away():
    with mailbox() as letters, server(replace(SOON, smtp=letters.url, mail_from="table@example.org")) as client:
        referee, anna, bruno = seated(client)
        for person, name, language in ((anna, "anna", "it"), (bruno, "bruno", "en")):
            assert person.say("tell_me", email=f"{name}@example.org", language=language)["type"] == "done"
        waiting = turns_pass((anna, bruno), letters.letters)
        (letter,) = letters.letters
        told = str(letter["To"]).partition("@")[0]
        assert told.capitalize() in waiting
        assert (letter["To"], letter["From"]) == (f"{told}@example.org", "table@example.org")
        words = {"anna": "tocca a te", "bruno": "it is your turn"}
        assert words[told] in letter.get_content()
        assert f"https://table.example/tables/{referee.table}" in letter.get_content()


def test_who_looks_at_the_table_is_not_told():
    with hook() as heard, server(SOON) as client:
        referee, anna, bruno = seated(client)
        referee.say("arrange", webhook=heard.url)
        with anna.live() as one, bruno.live() as other:
            for line in (one, other):
                line.receive_json()
                line.receive_json()
            for _ in range(3):
                turn_passes((anna, bruno))
                time.sleep(0.3)
        assert heard.heard == []


def test_it_is_off_unless_host_and_table_want_it():
    with hook() as heard, server(replace(SOON, webhooks=False)) as client:
        referee, anna, bruno = seated(client)
        assert referee.say("arrange", webhook=heard.url)["code"] == "not_yours"
        assert anna.say("tell_me", email="anna@example.org")["code"] == "not_found"
        for _ in range(3):
            turn_passes((anna, bruno))
            time.sleep(0.2)
        assert heard.heard == []
        assert "hook-url" not in referee.ask("GET", f"/tables/{referee.table}").text


def test_what_is_no_address_is_refused():
    with mailbox() as letters, server(replace(SOON, smtp=letters.url)) as client:
        referee, anna, _ = seated(client)
        assert referee.say("arrange", webhook="ftp://example.org/x")["code"] == "unreadable"
        for nonsense in ("anna", "anna@", "a b@example.org", "anna@example.org\nBcc: x@example.org"):
            assert anna.say("tell_me", email=nonsense)["code"] == "unreadable"
        assert anna.say("tell_me", email="")["type"] == "done"


# ---------------------------------------------------------------- the courier


async def delivered(courier: Courier, body: bytes, url: str) -> None:
    courier.send(Post(url, body))
    await asyncio.gather(*courier._under_way)


def test_what_fails_is_tried_again_and_what_is_refused_is_not():
    courier = Courier(Settings(webhooks=True, private_webhooks=True), pauses=(0.01, 0.01, 0.01))
    with hook() as heard:
        heard.answers = [503, 429]
        asyncio.run(delivered(courier, b'{"a": 1}', heard.url))
        assert heard.heard == [{"a": 1}]
        for status in (404, 301):  # a redirection is not followed
            heard.answers = [status]
            asyncio.run(delivered(courier, b'{"b": 2}', heard.url))
            assert heard.answers == []
        assert heard.heard == [{"a": 1}]
        heard.answers = [500] * 9
        asyncio.run(delivered(courier, b'{"c": 3}', heard.url))
        assert len(heard.answers) == 5  # the first try and three more


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1/x",
        "http://localhost/x",
        "http://10.0.0.1/x",
        "http://192.168.1.1/x",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/x",
        "http://[fd00::1]/x",
        "http://0.0.0.0/x",
        "http://2130706433/x",
        "http://[::ffff:127.0.0.1]/x",
        "ftp://example.org/x",
        "http://user@example.org/x",
        "http://",
    ],
)
def test_addresses_inside_the_hosts_network_are_refused(url):
    with pytest.raises(Undeliverable):
        checked_address(url, private=False)
    with pytest.raises(Undeliverable):
        post(Post(url, b"{}"), private=False)


@pytest.mark.parametrize("status", [204, 404])
def test_a_hook_that_answers_without_listening_is_heard(status):
    """It answers the head and hangs up: what is written to it after that fails, and no delivery is made twice."""
    calls = []
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer_at_once() -> None:
            line, _ = door.accept()
            with line:
                calls.append(line.recv(20))
                line.sendall(f"HTTP/1.1 {status} x\r\ncontent-length: 0\r\n\r\n".encode())
                line.shutdown(socket.SHUT_WR)
                while line.recv(65536):  # else the answer would be thrown away on its way
                    pass

        answering = threading.Thread(target=answer_at_once)
        answering.start()
        own = http.client.HTTPConnection.send

        def broken(connection: http.client.HTTPConnection, data: object) -> None:
            own(connection, data)
            raise BrokenPipeError

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(http.client.HTTPConnection, "send", broken)
            words = Post(f"http://127.0.0.1:{door.getsockname()[1]}/hook", b"{}")
            if status == 204:
                post(words, private=True)
            else:
                with pytest.raises(Undeliverable):
                    post(words, private=True)
        answering.join()
    assert len(calls) == 1


@pytest.mark.parametrize("goodbye", [b"421 too busy\r\n", b""])
def test_a_letter_that_was_taken_is_not_sent_again_whatever_the_goodbye(goodbye):
    with mailbox(goodbye) as letters:
        mail(Letter("anna@example.org", "x", "y"), letters.url, "table@example.org")
        assert len(letters.letters) == 1


def test_nobody_waits_for_a_delivery():
    courier = Courier(Settings(webhooks=True, private_webhooks=True), pauses=(60.0,))

    async def work() -> float:
        begun = time.monotonic()
        courier.send(Post("http://127.0.0.1:1/nobody", b"{}"))
        took = time.monotonic() - begun
        await asyncio.sleep(0.1)
        await courier.close()
        return took

    assert asyncio.run(work()) < 0.05
