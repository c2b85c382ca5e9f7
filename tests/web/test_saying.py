"""Sentences in one's own words, over the wire: what is meant, what is asked, what is forbidden."""

from tests.web.tables import SHARED, invited, opened, server


def test_a_sentence_is_the_choice_that_it_means_and_do_does_it() -> None:
    with server() as client:
        person = opened(client)
        heard = person.post("/say", {"text": "Dalia strikes orc 2"}).json()
        assert heard["kind"] == "deed", heard
        (deed,) = heard["meant"]
        assert (deed["choice"], deed["values"]) == ("attack/dalia/axe", {"target": "orc-2"})
        before = person.look()["seq"]
        assert before == heard["seq"]
        del deed["text"], deed["missing"]
        assert person.say("do", at=heard["seq"], **deed)["type"] == "done"
        assert person.look()["seq"] > before


def test_what_is_not_clear_is_asked_and_what_cannot_be_done_is_explained() -> None:
    with server() as client:
        person = opened(client)
        asked = person.post("/say", {"text": "attack orc 2"}).json()
        assert asked["kind"] == "question"
        assert len(asked["meant"]) > 1
        assert all(one["text"] in asked["text"] for one in asked["meant"])
        person.language = "it"
        forbidden = person.post("/say", {"text": "Dalia apre la porta"}).json()
        assert forbidden["kind"] == "forbidden"
        assert forbidden["text"]
        assert forbidden["meant"] == []
        assert person.post("/say", {"text": ""}).status_code == 400


def test_who_has_no_hands_means_nothing_by_what_they_say() -> None:
    with server(SHARED) as client:
        referee = opened(client, "referee")
        for role in ("spectator", "narrator"):
            guest = invited(referee, f"Guest {role}", role)
            assert guest.post("/say", {"text": "Berto attacks orc 2"}).json()["meant"] == []
