"""The bestiaries in the browser: all games, found by words, with stat blocks, in both languages."""

import pytest
from msgspec.structs import replace
from tests.packs.sample import TEXTS
from tests.web.tables import HOST_TOKEN, SHARED, server

from arbitro.kernel.pack import pack_from_text
from arbitro.play import find_game
from arbitro.rules import games
from arbitro.web.bestiary import beasts, books, found_beasts


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_creature_of_every_game_is_listed_once(language) -> None:
    assert {book.id for book in books(language)} == {name for name in games() if find_game(name).creatures()}
    for book in books(language):
        listed = beasts(book.id, language)
        assert len(listed) == book.count == len({one.id for one in listed})
        assert all(one.name and one.name[:1] == one.name[:1].upper() for one in listed)


def test_a_search_finds_names_before_words() -> None:
    found = found_beasts("orc", "en", games())
    assert "orc" in found[0].name.lower()
    assert found_beasts("", "en", games()) == ()
    assert found_beasts("zzzz", "it", games()) == ()


def test_the_pages() -> None:
    with server() as client:
        for header, head in (("it", "I bestiari"), ("en", "The bestiaries")):
            answer = client.get("/bestiary", headers={"Accept-Language": header})
            assert answer.status_code == 200
            assert head in answer.text
        for book in books("en"):
            listed = client.get(f"/bestiary/{book.id}").text
            first = beasts(book.id, "en")[0]
            assert f"/bestiary/{book.id}/{first.id}" in listed
            block = client.get(f"/bestiary/{book.id}/{first.id}", headers={"Accept-Language": "en"})
            assert block.status_code == 200
            assert first.name in block.text
            assert "<dt>" in block.text or "<li>" in block.text
        found = client.get("/bestiary?q=goblin", headers={"Accept-Language": "en"}).text
        assert "creatures found" in found
        assert client.get("/bestiary/chess").status_code == 404
        assert client.get("/bestiary/whitebox/nobody").status_code == 404


def test_creatures_of_the_houses_packs_are_among_them() -> None:
    packs = tuple(pack_from_text(f"{game}.yaml", TEXTS[game]) for game in ("whitebox", "archmage"))
    with server(replace(SHARED, packs=packs)) as client:
        for game in ("whitebox", "infausta", "archmage"):
            assert "Mud toad" in client.get(f"/bestiary/{game}", headers={"Accept-Language": "en"}).text
            block = client.get(f"/bestiary/{game}/mud_toad", headers={"Accept-Language": "it"})
            assert block.status_code == 200
            assert "Rospo del fango" in block.text
        assert client.get("/bestiary/daggerheart/mud_toad").status_code == 404


def test_the_host_says_what_visitors_see() -> None:
    hosting = {"Authorization": f"Bearer {HOST_TOKEN}", "Accept-Language": "en"}
    with server(replace(SHARED, bestiary="words")) as client:
        listed = client.get("/bestiary/whitebox", headers={"Accept-Language": "en"})
        assert "Ogre" in listed.text
        assert "/bestiary/whitebox/ogre" not in listed.text
        assert client.get("/bestiary/whitebox/ogre").status_code == 404
        assert client.get("/bestiary/whitebox/ogre", headers=hosting).status_code == 200
    with server(replace(SHARED, bestiary="closed")) as client:
        for path in ("/bestiary", "/bestiary?q=ogre", "/bestiary/whitebox", "/bestiary/whitebox/ogre"):
            refused = client.get(path, headers={"Accept-Language": "en"})
            assert refused.status_code == 403
            assert "Ogre" not in refused.text
        assert "open to its host alone" in refused.text
        assert client.get("/bestiary", headers=hosting).status_code == 200
