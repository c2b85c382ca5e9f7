"""What a choice would be, and what a table is about before one sits down at it, over the wire."""

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


def test_the_start_page_asks_what_each_table_is_about():
    with server() as client:
        person = opened(client, scene="campaigns/ready-novices", game="campaign-whitebox")
        shown = person.ask("GET", f"/tables/{person.table}/glance").text
        own = [card for card in person.look()["cards"] if card.get("group", "own") == "own"]
        assert own
        for card in own[:8]:
            assert card["name"] in shown
        assert "Day 1" in shown
        assert "<img" not in shown  # in town nothing is drawn


def test_a_glance_is_what_the_seat_may_know_and_nobody_else_has_one():
    with server(SHARED) as client:
        referee = opened(client, mode="referee")
        guest = invited(referee, "Guest", "spectator")
        shown = guest.ask("GET", f"/tables/{guest.table}/glance").text
        own = {card["name"] for card in guest.look()["cards"] if card.get("group", "own") == "own"}
        foes = {card["name"] for card in guest.look()["cards"]} - own
        assert all(name in shown for name in own)
        assert not any(name in shown for name in foes)
        assert "scene.svg" in shown  # a fight is drawn
        guest.token = "somebody-else"
        assert guest.ask("GET", f"/tables/{guest.table}/glance").status_code == 404


def test_why_not_is_answered_by_a_choice_or_a_rule_in_the_reader_s_language():
    with server() as client:
        person = opened(client)
        first = person.say("why_not")
        assert first["type"] == "why_not_shown"
        assert first["found"]["known"]
        answer = person.say("why_not", text="cast fireball")
        assert "WB-SPELL-01" in str(answer["found"]["cannot"]) or answer["found"]["cannot"]
        assert "data-why-not" in answer["html"]
        person.language = "it"
        told = person.say("why_not", text="<b>attaccare</b>")["html"]
        assert "Che cosa vorresti fare?" in told
        assert "<b>" not in told


def test_why_not_says_no_more_to_a_guest():
    with server(SHARED) as client:
        referee = opened(client, mode="referee")
        guest = invited(referee, "Guest", "spectator")
        found = guest.say("why_not", text="attack")["found"]
        assert "can" not in found
        assert "cannot" not in found
