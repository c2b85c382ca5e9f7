"""What everybody sees and what only the referee knows; the picture of who is engaged with whom; every option tested."""

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from tests.rules.archmage.table import Play, foe, folded, pc, strike

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Override, Refusal
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c

FIGHT = open_packaged("arbitro.rules.archmage", "fights", "bridge.yaml")
PLAYER = Seat("ada's player", "player", frozenset({"party", "brando", "ilaria", "nino", "sibilla", "corvo"}))


def played(game: Archmage, steps: int, *changes: tuple[str, object]) -> Table:
    """The goblins at the bridge for some steps of the automatic players, with numbers set by hand before."""
    setup = game.read_setup(FIGHT)
    table = Table.open(game, "t", seed_from_text("secrets"), setup.options)
    for command in setup.start:
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    for path, value in changes:
        assert not isinstance(table.submit(Override(path, value, "a whim"), REFEREE), Refusal)
    for _ in range(steps):
        command = game.suggest(table.state, REFEREE)
        assert command is not None
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    return table


def everything(table: Table, seat: Seat) -> bytes:
    game = table.ruleset
    shown = [list(table.history(seat)), table.view(seat), list(table.choices(seat))]
    return msgspec.json.encode([*shown, game.picture(table.state, seat, "it"), game.drawing(table.state, seat, "it")])


@pytest.mark.parametrize("seat", [PLAYER, SPECTATOR], ids=lambda seat: seat.role)
def test_two_worlds_that_differ_in_what_is_hidden_look_the_same(game, seat):
    path = "fight.combatants.goblin-grunt-2.{}"
    one = played(game, 6, (path.format("hp"), 22), (path.format("profile.md"), 12))
    other = played(game, 6, (path.format("hp"), 21), (path.format("profile.md"), 15))
    seen = [everything(table, seat) for table in (one, other)]
    looks = rb'"wounds":"(none|light)"|illeso|ferito'  # a scratch shows, the number does not
    first, second = (re.sub(looks, b"", each) for each in seen)
    assert first == second
    assert everything(one, REFEREE) != everything(other, REFEREE)


def test_players_know_their_own_numbers_only(game):
    table = played(game, 20)
    people = {person.id: person for person in table.view(PLAYER).battle.people}
    assert people["brando"].numbers is not None
    assert people["goblin-shaman"].numbers is None
    assert all(person.numbers is None for person in table.view(SPECTATOR).battle.people)
    assert all(person.numbers is not None for person in table.view(REFEREE).battle.people)


def test_what_waits_is_not_shown_to_players(game):
    table = played(game, 60)
    shown = msgspec.json.encode(list(table.history(PLAYER)))
    assert b'"type":"asked"' not in shown
    assert b'"type":"prompted"' not in shown
    assert b'"type":"asked"' in msgspec.json.encode(list(table.history(REFEREE)))


@pytest.mark.rule("AE-POS-01", "AE-POS-06", "AE-POS-02")
def test_the_picture_gathers_those_who_are_engaged_with_each_other(game):
    play = Play(game).begin(
        pc("ada"), pc("bea"), pc("cia"), foe("orc-1"), foe("orc-2", strike(), category="large"), foe("orc-3")
    )
    play.engage("ada", "orc-1").engage("ada", "orc-2").do(c.Flag("orc-2", "precarious"))
    play.engage("bea", "orc-3").change("cia", band="far")
    for language, places in (
        ("en", ("Engaged", "Free ground, nearby", "Far away")),
        ("it", ("In mischia", "Spazio libero, vicino", "Lontano")),
    ):
        shown = game.sketch(play.state, REFEREE, language)
        assert [(spot.label, spot.fray, [each.id for each in spot.figures]) for spot in shown.spots] == [
            (places[0], True, ["orc-1", "orc-2", "ada"]),
            (places[0], True, ["orc-3", "bea"]),
            (places[1], False, []),
            (places[2], False, ["cia"]),
        ]
        assert [spot.place for spot in shown.spots if not spot.figures] == ["nearby away"]  # one may go there
        root = ElementTree.fromstring(game.drawing(play.state, REFEREE, language).svg())
        space = "{http://www.w3.org/2000/svg}"
        people = [each for each in root.findall(f".//{space}g") if "person" in each.get("class", "").split()]
        assert {each.get("data-id") for each in people} == {
            "ada",
            "bea",
            "cia",
            "orc-1",
            "orc-2",
            "orc-3",
        }
        grounds = [each.get("class", "") for each in root.iter(f"{space}rect")]
        assert grounds.count("ground fray") == 2
    lines = game.picture(play.state, REFEREE, "en")
    assert any("ada" in line and "engaged with orc-1 and orc-2" in line for line in lines)
    assert any("cia" in line and "far" in line for line in lines)


@pytest.mark.rule("AE-POS-02")
def test_the_picture_shows_the_die_the_order_and_what_is_left_of_the_turn(game):
    play = Play(game).begin(pc("ada"), foe("orc 1"), foe("orc 2"), pc("bea"))
    play.do(c.Move("ada", "engage", "orc 1")).set(escalation=2)
    play.change("bea", behind="ada")
    shown = game.sketch(play.state, REFEREE, "en")
    escalation, order, left = shown.tracks
    assert (shown.title, escalation.full, escalation.most) == ("Round 1", 2, 6)
    steps = [(step.text, step.now) for step in order.steps]
    assert ("ada", True) in steps
    assert [step for step in steps if step[0].startswith("orc")] == [("orc 1–2", False)]
    assert (left.label, [step.text for step in left.steps]) == ("Left to ada", ["standard", "quick"])
    bea = next(each for spot in shown.spots for each in spot.figures if each.id == "bea")
    assert "behind ada" in bea.state
    play.change("orc 2", awareness="dead")
    assert game.sketch(play.state, REFEREE, "en").spots[-1].figures[0].id == "orc 2"


def test_a_picture_of_nothing_and_of_the_end(game):
    play = Play(game)
    assert game.picture(play.state, REFEREE, "en") == []
    assert game.sketch(play.state, REFEREE, "en") is None
    play.begin(pc("ada"), foe()).do(c.EndBattle("victory"))
    assert "victory" in game.picture(play.state, REFEREE, "en")[0]
    assert "victory" in game.sketch(play.state, REFEREE, "en").title


def test_events_fold_to_the_state_to_the_byte(game):
    play = Play(game).begin(pc("ada"), foe()).do(c.Move("ada", "engage", "orc"))
    play.do(c.Attack("ada", "sword", "orc"), (20, 18), (8, 8)).end()
    assert folded(game, play.state.options, play.log) == msgspec.json.encode(play.state)


def test_a_number_set_by_hand_takes_effect(game):
    table = played(game, 0)
    table.submit(Override("fight.combatants.goblin-grunt-1.hp", 0, "it slipped"), REFEREE)
    assert table.state.fight.combatants["goblin-grunt-1"].awareness == "dead"
    assert PLAYER.is_among(game.path_knowers(table.state, "fight.combatants.brando.hp"))
    assert not PLAYER.is_among(game.path_knowers(table.state, "fight.combatants.goblin-grunt-1.hp"))


def test_every_option_is_set_by_some_test(game):
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [name for name in game.options if not re.search(rf'{name}=|"{name}"', text)] == []


@pytest.mark.rule("AE-REST-01", "AE-REST-02", "AE-REST-03")
def test_after_a_battle_the_automatic_players_rest_and_then_it_is_finished(game):
    play = Play(game).begin(pc("ada"), foe()).change("ada", hp=9).do(c.EndBattle())
    assert not game.finished(play.state)
    assert game.suggest(play.state, REFEREE) == c.UseRecovery("ada")
    play.do(c.UseRecovery("ada"), (8, 8))
    assert game.suggest(play.state, REFEREE) == c.QuickRest()
    player = Seat("p", "player", frozenset({"party", "ada"}))
    assert game.suggest(play.state, player) == c.QuickRest()
    assert {choice.id for choice in game.choices(play.state, player)} == {"recover/ada", "rest"}
    assert {choice.id for choice in game.choices(play.state, REFEREE)} == {"recover/ada", "rest", "grant_full_heal"}
    play.do(c.QuickRest())
    assert game.finished(play.state)
    assert game.suggest(play.state, REFEREE) is None


@pytest.mark.rule("AE-FULLHEAL-01", "AE-FULLHEAL-05", "AE-FLEE-04")
def test_full_heal_ups_and_losses_are_offered_when_their_time_has_come(game):
    player = Seat("p", "player", frozenset({"party", "ada"}))

    def offered(seat):
        return {choice.id for choice in game.choices(play.state, seat)}

    play = Play(game)
    for battle in range(4):
        play.begin(pc("ada"), foe()).do(c.EndBattle("victory"))
        if battle == 2:
            assert "withdraw" in offered(player)
        if battle < 3:
            assert "full_heal" not in offered(REFEREE)
            play.do(c.QuickRest())
    assert game.suggest(play.state, REFEREE) == c.FullHealUp()
    assert "full_heal" in offered(REFEREE)
    assert "full_heal" not in offered(player)
    play.do(c.FullHealUp())
    assert game.finished(play.state)
    play.begin(pc("ada"), foe()).do(c.ProposeFlight("ada"))
    assert play.fight.result == "fled"
    assert "loss/1" in offered(REFEREE)


def test_after_a_defeat_nobody_rests(game):
    play = Play(game).begin(pc("ada"), foe()).do(c.EndBattle("defeat"))
    assert game.finished(play.state)


def test_there_is_a_seat_for_each_side_and_each_character(game):
    play = Play(game).begin(pc("ada"), pc("bea"), foe("orc-1"), foe("orc-2"))
    seats = {seat.name: seat.controls for seat in game.seats(play.state)}
    assert list(seats) == ["party", "foes", "ada", "bea"]
    assert seats["party"] == {"party", "ada", "bea"}
    assert seats["foes"] == {"foes", "orc-1", "orc-2"}
    assert seats["bea"] == {"party", "bea"}
    ada, bea = (seat for seat in game.seats(play.state) if seat.name in ("ada", "bea"))
    assert [choice for choice in game.choices(play.state, ada) if choice.command == "end_turn"]
    assert not [choice for choice in game.choices(play.state, bea) if choice.command == "end_turn"]


@pytest.mark.rule("AE-INTERCEPT-04")
def test_whom_a_move_goes_past_is_the_referees_word(game):
    play = Play(game).begin(pc("ada"), foe("orc-1"), foe("orc-2"))
    assert game.owner(play.state, c.Move("ada", "engage", "orc-1")) == "ada"
    assert game.owner(play.state, c.Move("ada", "engage", "orc-1", "none")) == "referee"
    table = played(game, 0)
    assert not [choice for choice in table.choices(PLAYER) if choice.id.startswith("past/")]
    past = [choice for choice in game.choices(play.state, REFEREE) if choice.id == "past/ada/engage"]
    assert [pick.value for pick in past[0].parameters[1].picks] == ["none", "orc-1", "orc-2"]
    play.do(c.Move("ada", "engage", "orc-1", "none"))
    assert play.one("ada").engaged == ("orc-1",)


def test_the_picture_of_a_round_names_who_is_engaged_and_what_is_left(game):
    play = Play(game).begin(pc("ada"), foe()).do(c.Move("ada", "engage", "orc"))
    assert game.picture(play.state, REFEREE, "en")[:2] == [
        "Round 1, escalation 0, turn of ada (actions: standard, quick)",
        "Engaged: ada × orc",
    ]
    play.change("ada", hp=-3, awareness="unconscious", death_fails=2)
    assert any("dying, failed death saves: 2 of 4" in line for line in game.picture(play.state, REFEREE, "en"))
    assert game.drawing(game.initial(), REFEREE, "en") is None
