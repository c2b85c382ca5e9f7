"""What a choice would be, over the wire."""

from tests.web.tables import SHARED, invited, opened, server


def test_a_choice_tells_what_it_does_its_odds_and_its_rules():
    with server() as client:
        person = opened(client)
        offers = person.look()["choices"]
        for offer in offers[:6]:
            answer = person.say("help", choice=offer["id"])
            assert answer["type"] == "help_shown", answer
            assert f'data-title="{offer["text"]}"' in answer["html"].replace("&#39;", "'")
            for rule in offer.get("rules", ()):
                assert f"<code>{rule}</code>" in answer["html"]


def test_nothing_happens_by_asking():
    with server() as client:
        person = opened(client)
        before = person.look()
        person.say("help", choice=before["choices"][0]["id"])
        assert person.look() == before


def test_only_what_is_offered_to_a_seat_is_explained_to_it():
    with server(SHARED) as client:
        referee = opened(client, mode="referee")
        guest = invited(referee, "Guest", "spectator")
        offer = referee.look()["choices"][0]["id"]
        assert referee.say("help", choice=offer)["type"] == "help_shown"
        answer = guest.say("help", choice=offer)
        assert (answer["type"], answer["code"]) == ("problem", "not_found")
        assert guest.say("help", choice="nothing/of/the/kind") == answer


def test_the_words_are_the_reader_s():
    with server() as client:
        person = opened(client)
        person.language = "it"
        offer = person.look()["choices"][0]
        assert offer["text"] in person.say("help", choice=offer["id"])["html"].replace("&#39;", "'")
