"""A referee with friends, over HTTP: who decides what, what each is told and by whom, and links that are taken back."""

import asyncio
import re
from typing import Any

import pytest
from tests.web.tables import SHARED, Person, invited, opened, server
from tests.web.test_secrecy import done

from arbitro.play import find_campaign, find_game
from arbitro.store.memory import MemoryStore
from arbitro.web.driver import next_by_itself
from arbitro.web.making import TableRequest, make_table
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.tables import OpenTables
from arbitro.web.viewer import Viewer

PARTIES = {
    "whitebox": "ready-novices",
    "infausta": "ready-ill-starred",
    "archmage": "ready-level-1",
    "daggerheart": "ready-crossroads",
}


def campaign_server(seed: str = "desk2") -> Any:
    return server(SHARED, MemoryStore(find_game), seed)


def refereed(client: Any, game: str = "whitebox") -> Person:
    """A campaign in town, with a person as the referee."""
    return opened(client, "referee", f"campaigns/{PARTIES[game]}", game=f"campaign-{game}", options={})


def fragment(person: Person, name: str) -> str:
    return str(person.get("/fragments").json()[name])


def offers(person: Person) -> list[str]:
    return [one["id"] for one in person.look()["choices"]]


def in_a_fight(referee: Person, *, monsters: bool) -> None:
    """The party meets kobolds at the foot of the stairs, and they attack; who moves them is as said."""
    if not monsters:
        done(referee.say("order", command={"type": "ask_me", "kind": "monster_actions", "on": True}))
    done(referee.say("do", choice="set_out"))
    while "follow/rootk0" not in offers(referee):
        done(referee.say("do", **referee.first_choice("travel")))
    done(referee.say("do", choice="follow/rootk0"))
    foes = {"kind": "kobold", "number": 2, "mood": "hostile", "feet": 30, "reason": ""}
    done(referee.say("do", choice="spring_encounter", values=foes))
    if "engage/foes" in offers(referee):
        done(referee.say("do", choice="engage/foes"))


def until_the_foes_turn(referee: Person) -> None:
    """The party lets everything pass until it is the others' turn, or it has come and gone."""
    for _ in range(12):
        story = referee.get("/story").text
        if "end_turn/party" not in offers(referee) or re.search(r"Round \d+: the kobolds", story):
            return
        done(referee.say("do", choice="end_turn/party"))


# ---------------------------------------------------------------- who decides


@pytest.mark.parametrize("game", PARTIES)
def test_every_kind_of_decision_has_a_switch_of_its_own(game):
    with campaign_server() as client:
        referee = refereed(client, game)
        kinds = find_campaign(game).side.front.decisions
        shown = fragment(referee, "tools")
        assert re.findall(r'id="decides-(\w+)"[^>]* checked', shown) == list(kinds)
        for kind in kinds:
            done(referee.say("order", command={"type": "ask_me", "kind": kind, "on": True}))
        assert " checked" not in fragment(referee, "tools").partition("tools-automation")[0]


def test_of_all_decisions_one_may_be_handed_back():
    with campaign_server() as client:
        referee = refereed(client)
        done(referee.say("order", command={"type": "ask_me", "kind": "all", "on": True}))
        done(referee.say("order", command={"type": "ask_me", "kind": "doors", "on": False}))
        assert re.findall(r'id="decides-(\w+)"[^>]* checked', fragment(referee, "tools")) == ["doors"]
        again = referee.say("order", command={"type": "ask_me", "kind": "doors", "on": False})
        assert again["code"] == "asks_already"


def test_monsters_act_by_themselves_until_the_referee_takes_them_over():
    with campaign_server() as client:
        referee = refereed(client)
        in_a_fight(referee, monsters=True)
        until_the_foes_turn(referee)
        assert "end_turn/foes" not in offers(referee)
        assert "Round 1: the kobolds" in referee.get("/story").text


def test_a_referee_who_moves_the_monsters_may_let_arbitro_do_it_once():
    with campaign_server() as client:
        referee = refereed(client)
        in_a_fight(referee, monsters=False)
        until_the_foes_turn(referee)
        assert {"end_turn/foes", "take_default"} <= set(offers(referee))
        before = referee.get("/story").json()["last"]
        done(referee.say("do", choice="take_default"))
        told = [line["text"] for line in referee.get(f"/story?after={before}").json()["lines"]]
        assert any(text.startswith("The kobold ") for text in told), told


def test_a_decision_that_was_taken_over_offers_to_be_left_to_arbitro():
    with campaign_server() as client:
        referee = refereed(client)
        player = invited(referee, "Anna", sides=["party"])
        done(referee.say("order", command={"type": "ask_me", "kind": "reactions", "on": True}))
        done(referee.say("do", choice="set_out"))
        while "follow/rootk0" not in offers(referee):
            done(referee.say("do", **referee.first_choice("travel")))
        done(referee.say("do", choice="follow/rootk0"))
        assert "take_default" not in offers(referee)
        foes = {"kind": "kobold", "number": 2, "mood": "", "feet": 30, "reason": ""}
        done(referee.say("do", choice="spring_encounter", values=foes))
        assert {"roll_reaction", "take_default"} <= set(offers(referee))
        assert "take_default" not in offers(player)
        done(referee.say("do", choice="take_default"))
        assert "roll_reaction" not in offers(referee)


def test_one_character_may_be_played_without_the_party_walking_off():
    with campaign_server() as client:
        referee = refereed(client)
        campaign = find_campaign("whitebox")
        done(referee.say("do", choice="set_out"))
        room = client.app.state.house.tables._rooms[referee.table]
        state, chair = room.session.state, Sitting("r", "referee", "referee")
        assert next_by_itself(campaign, state, Arrangement(automatic=("bruno",)), (chair,)) is None
        assert next_by_itself(campaign, state, Arrangement(automatic=("party",)), (chair,)) is not None
        anna = Sitting("a", "Anna", "player", ("party",))
        assert next_by_itself(campaign, state, Arrangement(automatic=("party",)), (chair, anna)) is None
        assert next_by_itself(campaign, state, Arrangement(automatic=("a",)), (chair, anna)) is not None  # she is away


def foes_of(person: Person) -> list[str]:
    """The ids of the foes that stand against the party, as somebody sees it."""
    cards = person.look()["cards"]
    return [
        card["id"] for card in cards if card.get("group") == "foe" and not card.get("out") and card["id"] != "referee"
    ]


@pytest.mark.parametrize(
    ("game", "kind"),
    [("whitebox", "kobold"), ("infausta", "kobold"), ("archmage", "kobold_archer"), ("daggerheart", "cult_adept")],
)
def test_a_fight_is_changed_by_hand_in_every_game_and_taken_back(game, kind):
    with campaign_server() as client:
        referee = refereed(client, game)
        player = invited(referee, "Anna", sides=["party"])
        done(referee.say("order", command={"type": "ask_me", "kind": "all", "on": True}))
        done(referee.say("do", choice="set_out"))
        day = ("choose_heading", "make_camp", "break_camp", "flee") if game == "infausta" else ("travel", "march")
        for _ in range(40):
            if "follow/rootk0" in offers(referee):
                break
            done(referee.say("do", **referee.first_choice(("take_default", *day))))
        done(referee.say("do", choice="follow/rootk0"))
        feet = {"feet": 30} if game != "archmage" else {}  # where the game measures them
        done(
            referee.say("do", choice="spring_encounter", values={"kind": kind, "number": 2, "mood": "hostile", **feet})
        )
        ready = [one for one in ("confront", "engage/foes", "engage/party") if one in offers(referee)]
        done(referee.say("do", choice=ready[0]))
        assert len(foes_of(player)) == 2
        done(referee.say("do", choice="send_reinforcements", values={"kind": kind, "number": 1}))
        assert len(foes_of(player)) == 3
        done(referee.say("undo"))
        assert len(foes_of(player)) == 2
        done(referee.say("redo"))
        done(referee.say("do", choice="take_out", values={"foe": foes_of(player)[0]}))
        assert len(foes_of(player)) == 2


# ---------------------------------------------------------------- seats


def test_a_new_seat_is_offered_whole_sides_people_and_a_say_for_all():
    with campaign_server() as client:
        referee = refereed(client)
        shown = fragment(referee, "seats")
        assert re.findall(r'name="sides" value="(\w+)"', shown) == ["party"]
        assert re.findall(r'name="controls" value="(\w+)"', shown) == ["alma", "bruno", "celso", "mirto", "party"]
        assert shown.count('data-speaks="seat-person-party"') == 4
        anna = invited(referee, "Anna", controls=["alma"])
        assert "set_out" not in offers(anna)
        assert "set_out" in offers(invited(referee, "Bea", controls=["bruno", "party"]))


def test_another_referee_may_be_sent_away_but_not_oneself():
    with campaign_server() as client:
        referee = refereed(client)
        invited(referee, "second", "referee")
        shown = fragment(referee, "seats")
        assert shown.count("(you)") == 1
        (other,) = re.findall(r'data-drop="(\w+)"', shown)
        assert re.findall(r'data-invite="(\w+)"', shown) == [other]  # a new link of one's own would shut one out
        assert referee.ask("DELETE", f"/v1/tables/{referee.table}/seats/{other}").status_code == 204
        assert "data-drop" not in fragment(referee, "seats")


def test_a_new_link_closes_the_pages_of_the_old_one_in_every_process():
    async def both() -> tuple[str, str]:
        store = MemoryStore(find_game)
        heard: list[bytes] = []
        here, there = OpenTables(store, heard.append), OpenTables(store)
        room, sitting, _ = await make_table(here, TableRequest("whitebox", "fights/orcs", "referee"), "en")
        far = await there.room(room.id)
        old, fresh = Viewer(sitting, "en"), Viewer(sitting, "en")
        await far.welcome(old)
        renewed = Sitting(sitting.id, sitting.name, sitting.role, links=1)
        await here.seats.hand_out(room.id, renewed)
        await here.seats_changed(room)

        async def nudges() -> Any:
            for one in heard:
                yield one

        await there.listen(nudges())
        fresh.own = fresh.sitting = far.sitting(sitting.id) or sitting
        await far.welcome(fresh)
        await there.listen(nudges())
        await asyncio.sleep(0)
        await here.close()
        await there.close()
        return old.closed, fresh.closed

    assert asyncio.run(both()) == ("gone", "")


# ---------------------------------------------------------------- dice and words


def test_typed_dice_are_offered_to_open_pages_as_soon_as_they_are_allowed():
    with campaign_server() as client:
        referee = refereed(client)
        anna = invited(referee, "Anna", controls=["alma"])
        with anna.live() as line:
            line.receive_json()
            assert 'id="typing"' not in line.receive_json()["fragments"]["typing"]
            for allowed in (True, False):
                done(referee.say("arrange", typed=allowed))
                news = line.receive_json()
                while "typing" not in news.get("fragments", {}):
                    news = line.receive_json()
                assert ('id="typing"' in news["fragments"]["typing"]) == allowed


def test_a_new_name_of_the_table_is_on_every_open_page():
    with campaign_server() as client:
        referee = refereed(client)
        anna = invited(referee, "Anna", controls=["alma"])
        with anna.live() as line:
            line.receive_json()
            line.receive_json()
            done(referee.say("arrange", title="The <second> evening"))
            news = line.receive_json()
            while "title" not in news.get("fragments", {}):
                news = line.receive_json()
            assert "The &lt;second&gt; evening" in news["fragments"]["title"]


def test_a_note_says_whose_it_is_and_a_player_may_write_to_the_referee_alone():
    with campaign_server() as client:
        referee = refereed(client)
        anna, bea = (invited(referee, name, controls=[who]) for name, who in (("Anna", "alma"), ("Bea", "bruno")))
        assert '<option value="seat:Anna">' in anna.ask("GET", f"/tables/{anna.table}").text
        done(anna.say("note", text="I keep the ring", audience="seat:Anna"))
        done(referee.say("note", text="well done"))
        for who in (referee, anna):
            lines = who.say("story", before=10_000, count=2)["story"]
            assert "I keep the ring" in lines[0]
            assert "(Anna, not for everybody)" in lines[0]
            assert "(referee)" in lines[1]
        assert "the ring" not in bea.get("/story").text


@pytest.mark.parametrize(
    ("language", "path", "value", "wrong"),
    [
        (
            "it",
            "game.characters.alma.hp",
            "tre",
            "«tre» non va bene per game.characters.alma.hp: serve un numero intero.",
        ),
        (
            "en",
            "game.characters.alma.hp",
            True,
            "“True” does not fit game.characters.alma.hp: it takes a whole number.",
        ),
        ("en", "stage", "nowhere", "“nowhere” does not fit stage: the game allows other values here."),
        ("it", "stage", 7, "«7» non va bene per stage: serve una parola."),
        ("it", "asks", "alma", "«alma» non va bene per asks: serve un elenco fra parentesi quadre."),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_the_readers_words(language, path, value, wrong):
    with campaign_server() as client:
        referee = refereed(client)
        referee.language = language
        refused = referee.say("override", path=path, value=value, reason="a test")
        assert (refused["code"], refused["text"]) == ("bad_value", wrong)


def test_what_was_changed_by_hand_is_told_by_name_to_those_who_may_know_it():
    with campaign_server() as client:
        referee = refereed(client)
        anna, bea = (invited(referee, name, controls=[who]) for name, who in (("Anna", "alma"), ("Bea", "bruno")))
        anna.language = "it"
        done(referee.say("override", path="game.characters.alma.hp", value=2, reason="a scratch"))
        told = [one.get("/story").json()["lines"][-1]["text"] for one in (anna, bea, referee)]
        assert told[0] == "L'Arbitro ha fissato Alma, punti ferita: 4 → 2 (a scratch)."
        assert told[1] == "The referee changed something behind the screen (a scratch)."
        assert told[2] == "The referee set Alma, hit points: 4 → 2 (a scratch)."
        done(referee.say("override", path="game.minutes", value=481, reason="a late start"))
        assert "480 → 481 (a late start)" in referee.get("/story").text


@pytest.mark.parametrize(
    ("notation", "wrong"),
    [("banana", "banana: "), ("9999d6", "Troppi dadi per un tiro (9999)"), ("2d", "numero di facce")],
)
def test_dice_that_cannot_be_read_are_explained(notation, wrong):
    with campaign_server() as client:
        referee = refereed(client)
        referee.language = "it"
        refused = referee.say("throw", notation=notation)
        assert refused["code"] == "notation"
        assert wrong in refused["text"]


def test_the_referee_throws_under_no_foreign_name():
    with campaign_server() as client:
        referee = refereed(client)
        anna = invited(referee, "Anna", controls=["alma"])
        anna.language = "it"
        done(referee.say("throw", notation="2d6", to="open"))
        done(referee.say("throw", notation="1d20", to="referee"))
        told = [line["text"] for line in anna.get("/story").json()["lines"][-2:]]
        assert told[0].startswith("L'Arbitro tira 2d6")
        assert told[1] == "L'Arbitro tira 1d20 di nascosto."


def test_values_of_the_same_name_are_told_apart():
    with campaign_server() as client:
        referee = refereed(client)
        in_a_fight(referee, monsters=False)
        own = {one["path"]: one["rest"] for one in referee.get("/paths").json() if one.get("of") == "alma"}
        assert own["game.characters.alma.hp"] == "characters: hp"
        assert own["game.fight.combatants.alma.hp"] == "combatants: hp"
        assert own["game.characters.alma.abilities.str"] == "abilities.str"
        assert len(set(own.values())) == len(own)


# ---------------------------------------------------------------- the journal


def test_a_note_beside_a_throw_or_an_undo_stands_in_the_journal():
    with campaign_server() as client:
        referee = refereed(client)
        anna = invited(referee, "Anna", controls=["alma"])
        done(referee.say("throw", notation="2d6"))
        done(referee.say("note", text="what luck"))
        done(referee.say("do", choice="lodge", values={"days": 1}))
        done(referee.say("note", text="a day that never was"))
        done(referee.say("undo"))
        done(referee.say("note", text="we thought better of it"))
        done(referee.say("note", text="for Anna", audience="seat:Anna"))
        answer = anna.get("/journal?format=markdown")
        assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
        for words in ("A note (the referee): what luck", "we thought better of it", "for Anna"):
            assert words in answer.text
        assert "never was" not in answer.text
        assert "for Anna" not in invited(referee, "Bea", controls=["bruno"]).get("/journal?format=markdown").text


def test_who_may_not_know_a_number_reads_no_empty_place_for_it():
    with campaign_server() as client:
        onlooker = invited(refereed(client), "Teo", "spectator")
        lines = [line.strip() for line in onlooker.look()["picture"]]
        assert "Bruno, fighter (1)" in lines


def test_values_are_listed_in_peoples_words_with_their_range_and_refused_beyond_it():
    with server(SHARED) as client:
        referee = opened(client, "referee")
        for language, word, sentence in (("en", "hit points", "it goes from"), ("it", "punti ferita", "va da")):
            referee.language = language
            listed = [one for one in referee.get("/paths").json() if one.get("word")]
            berto = next(one for one in listed if one["of"] == "berto")
            assert (berto["name"], berto["word"], berto["minimum"], berto["maximum"]) == ("Berto", word, -99, 8)
            said = referee.say("override", path=berto["path"], value=9, reason="a boon")
            assert (said["type"], said["code"]) == ("refused", "out_of_range")
            assert sentence in said["text"]
            assert word in said["text"]
            assert "fight." not in said["text"]
        done(referee.say("override", path=berto["path"], value=0, reason="a curse"))
        assert "Berto, punti ferita" in " ".join(line["text"] for line in referee.get("/story").json()["lines"])
