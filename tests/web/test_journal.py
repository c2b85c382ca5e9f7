"""The journal over the API and as a page: in every format, as one's seat may know it."""

import asyncio
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from tests.play.journal.playing import campaign
from tests.web.tables import SHARED, Person, invited, opened, server

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.play.journal.model import Journal
from arbitro.store.memory import MemoryStore
from arbitro.web.journal import FORMATS, MEDIA


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with server(SHARED, MemoryStore(find_game)) as made:
        yield made


@pytest.fixture(scope="module")
def referee(client: Any) -> Person:
    """A fight with a note of the referee's own, and one for all, full of marks."""
    person = opened(client, "referee", title="The <Mill>")
    person.say("note", text="a *public* <b>word</b>")
    person.say("note", text="XYZZY", audience="referee")
    return person


def fetched(person: Person, query: str = "", **headers: str) -> Any:
    return person.ask("GET", f"/v1/tables/{person.table}/journal{query}", headers=headers)


@pytest.mark.parametrize("wanted", FORMATS)
def test_every_format_by_its_name_and_by_what_is_accepted(referee, wanted):
    named, accepted = fetched(referee, f"?format={wanted}"), fetched(referee, Accept=MEDIA[wanted])
    for answer in (named, accepted):
        assert answer.status_code == 200
        assert answer.headers["content-type"].partition(";")[0] == MEDIA[wanted]
        assert "attachment" in answer.headers["content-disposition"]
    assert named.content == accepted.content


def test_who_names_no_format_gets_markdown_and_a_browser_a_page(referee):
    assert fetched(referee).content == fetched(referee, "?format=markdown").content
    browser = fetched(referee, Accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert browser.content == fetched(referee, "?format=html").content


def test_a_format_that_there_is_not_is_refused_by_name(referee):
    answer = fetched(referee, "?format=docx")
    assert answer.status_code == 400
    assert "docx" in answer.json()["error"]["text"]
    assert "markdown, html, pdf, json" in answer.json()["error"]["text"]


@pytest.mark.parametrize(("language", "words"), [("en", "needs the extra “print”"), ("it", "serve l'aggiunta «print»")])
def test_a_server_that_cannot_print_says_which_extra_it_misses(referee, monkeypatch, language, words):
    monkeypatch.setitem(sys.modules, "reportlab", None)
    monkeypatch.setitem(sys.modules, "reportlab.platypus", None)
    answer = fetched(referee, f"?format=pdf&lang={language}")
    assert answer.status_code == 501
    assert answer.json()["error"]["code"] == "missing_extra"
    assert words in answer.json()["error"]["text"]


def test_the_data_are_the_journal(referee):
    journal = msgspec.json.decode(fetched(referee, "?format=json").content, type=Journal)
    assert journal.title == "Journal of “The <Mill>”"
    assert journal.language == "en"
    assert fetched(referee, "?format=pdf").content.startswith(b"%PDF")


def test_what_people_wrote_is_marked_as_their_words(referee):
    assert "a \\*public\\* \\<b\\>word\\</b\\>" in fetched(referee).text
    assert "a *public* &lt;b&gt;word&lt;/b&gt;" in fetched(referee, "?format=html").text


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_a_word_for_the_referee_is_in_nobody_elses_journal(referee, role):
    other = invited(referee, f"Somebody {role}", role, **({"sides": ["party"]} if role == "player" else {}))
    for wanted in ("markdown", "html", "json"):
        assert b"XYZZY" not in fetched(other, f"?format={wanted}").content
        assert b"XYZZY" in fetched(referee, f"?format={wanted}").content


def test_the_page_offers_the_files(referee):
    page = referee.ask("GET", f"/tables/{referee.table}/journal").text
    for wanted in ("pdf", "html", "markdown"):
        assert f"/v1/tables/{referee.table}/journal?format={wanted}" in page


def test_a_campaign_has_its_company_its_chapters_and_its_map():
    kept, played = MemoryStore(find_game), campaign()
    asyncio.run(kept.create(Table.restore(played.ruleset, list(played.records()), seed_from_text("8"))))
    with server(SHARED, kept) as client:
        host = Person(client, "campaign", "the-host-of-this-server")
        person = Person(client, "campaign", host.post("/sit", {"role": "spectator"}).json()["token"])
        journal = msgspec.json.decode(fetched(person, "?format=json").content, type=Journal)
        assert len(journal.company) >= 4
        assert len(journal.chapters) > 1
        assert journal.charts
        assert "<svg" in fetched(person, "?format=html").text
        assert fetched(person, "?format=pdf").content.startswith(b"%PDF")
        assert "<svg" in person.ask("GET", "/tables/campaign/journal").text


def test_the_description_names_all_formats(client):
    paths = client.get("/v1/openapi/openapi.json").json()["paths"]
    content = paths["/v1/tables/{table}/journal"]["get"]["responses"]["200"]["content"]
    assert set(content) == set(MEDIA.values())
