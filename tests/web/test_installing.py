"""The page can be installed, and says so when the server is away; nothing of a table is kept for that."""

import re
from struct import unpack

import pytest
from tests.web.tables import SHARED, opened, server


@pytest.mark.parametrize(("language", "words"), [("it", "arbitro per giochi"), ("en", "referee for tabletop")])
def test_the_manifest_says_what_is_installed(language, words):
    with server(SHARED) as client:
        page = client.get("/guides", headers={"Accept-Language": language}).text
        assert '<link rel="manifest" href="/manifest.webmanifest"' in page
        answer = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
        assert answer.headers["content-type"].startswith("application/manifest+json")
        said = answer.json()
        assert (said["lang"], said["display"], said["start_url"]) == (language, "standalone", "/")
        assert words in said["description"]
        assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
        for icon in said["icons"]:
            found = client.get(icon["src"])
            assert found.status_code == 200
            assert found.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                assert found.content[:8] == b"\x89PNG\r\n\x1a\n"
                assert "{}x{}".format(*unpack(">II", found.content[16:24])) == icon["sizes"]


def test_the_worker_keeps_the_notice_and_its_style_and_nothing_else():
    with server(SHARED) as client:
        answer = client.get("/worker.js")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        kept = re.findall(r"new Request\((\w+), \{ credentials: \"omit\" \}\)", answer.text)
        assert kept == ["NOTICE", "STYLE"]
        assert "cache.put" not in answer.text
        (style,) = re.findall(r'STYLE = "(/static/[^"]+)"', answer.text)
        assert client.get(style).status_code == 200


def test_the_notice_is_the_same_for_everybody_in_both_languages():
    with server(SHARED) as client:
        anna = opened(client)
        mine = anna.ask("GET", "/offline").text
        assert mine == client.get("/offline", headers={"Accept-Language": "it"}).text
        assert "cannot be reached" in mine
        assert "non è raggiungibile" in mine
        assert anna.table not in mine
        assert "<style" not in mine
        assert "<script" not in mine
