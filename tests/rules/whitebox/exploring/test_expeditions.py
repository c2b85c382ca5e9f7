"""Whole expeditions: by suggestion to the end, and what players never learn."""

import msgspec
import pytest
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, draft, place, trap, troop

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import label_text
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document, open_packaged
from arbitro.rules.whitebox.exploring.commands import EndExpedition, Go, Meet, OpenDoor, StartExpedition, Travel
from arbitro.rules.whitebox.state import State
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES, Fault

READY = ("cellar", "marsh")
PLAYER = Seat("party", "player", frozenset({"party", "berto", "dalia"}))


def opened(name: str, seed: str) -> Table[State]:
    """A ready expedition about to begin."""
    setup = RULES.read_setup(open_packaged("arbitro.rules.whitebox", "expeditions", f"{name}.yaml"))
    table = Table.open(RULES, name, seed_from_text(seed), RULES.options.meant(setup.options), at="")
    for command in setup.start:
        assert not isinstance(table.submit(command, REFEREE, at=""), Refusal)
    return table


@pytest.mark.rule("WB-CORE-01", "WB-CORE-02")
@pytest.mark.parametrize("name", READY)
def test_ready_expeditions_come_to_an_end_by_suggestion(name):
    for seed in range(6):
        table = opened(name, str(seed))
        for _ in range(2000):
            if RULES.finished(table.state):
                break
            command = RULES.suggest(table.state, REFEREE)
            assert command is not None
            assert not isinstance(table.submit(command, REFEREE, at=""), Refusal), command
        assert RULES.finished(table.state)
        assert RULES.seats(table.state)[0].name == "party"


def worlds() -> tuple[Delve, Delve]:
    """Two worlds that differ in nothing a player may know."""
    shared = {"at": "hall", "torches": 1}
    bare = Delve("berto", "dalia", doors=(door(), door("arch", ("hall", "yard"), passage=True)),
                 places=(place("yard"),), **shared)  # fmt: skip
    full = Delve(
        "berto",
        "dalia",
        doors=(
            door(locked=True),
            door("arch", ("hall", "yard"), passage=True),
            door("panel", ("hall", "vault"), secret=True, works_by=("sconce",)),
        ),
        traps=(trap(where="hall", pit=20), trap("dart", "cell")),
        troops=(troop(place="cell"), troop("ghosts", "wraith", place="vault", attitude="hostile")),
        places=(
            place("yard"),
            place("cell", noise=Named("urla", "screams"), level=7),
            place("vault", text=Named("oro", "gold")),
        ),
        **shared,
    )
    return bare, full


def test_players_and_spectators_see_no_hidden_fact():
    bare, full = worlds()
    for seat in (PLAYER, SPECTATOR):
        shown = [msgspec.json.encode(RULES.view(each.state, seat)) for each in (bare, full)]
        assert shown[0] == shown[1]
        for language in LANGUAGES:
            assert RULES.picture(bare.state, seat, language) == RULES.picture(full.state, seat, language)
            labels = [
                [label_text(RULES, each.state, choice.label, language) for choice in RULES.choices(each.state, seat)]
                for each in (bare, full)
            ]
            assert labels[0] == labels[1]
    assert RULES.suggest(bare.state, PLAYER) == RULES.suggest(full.state, PLAYER)
    facts = RULES.view(full.state, REFEREE).expedition.facts
    assert "panel" in facts.doors


@pytest.mark.rule("WB-CORE-01")
def test_a_player_acts_for_the_own_people_only():
    table = opened("cellar", "1")
    seat = Seat("bruno", "player", frozenset({"bruno"}))
    assert isinstance(table.submit(OpenDoor("alma", "oak"), seat, at=""), Refusal)
    assert isinstance(table.submit(EndExpedition(), seat, at=""), Refusal)
    orders = [RULES.owner(table.state, command) for command in (EndExpedition(), Travel("open"), OpenDoor("alma", "x"))]
    assert orders == ["party", "party", "alma"]


@pytest.mark.rule("WB-CORE-03")
def test_the_rules_favour_no_side():
    both = []
    for mine, theirs in ((1, 6), (6, 1)):
        delve = Delve(troops=(troop(),))
        delve.do(Meet("orcs"), (6, mine), (6, theirs), (3, 2))
        both.append(delve.out.meeting.surprised)
    assert both == [("party",), ("foes",)]


def test_an_expedition_ends_at_home():
    delve = Delve(places=(place("yard", safe=True),), doors=(door("arch", ("hall", "yard"), passage=True),))
    assert delve.refused(EndExpedition()) == "not_home"
    assert delve.refused(StartExpedition("hall", (place("hall"),))) == "expedition_already"
    delve.do(Go("arch"))
    delve.do(EndExpedition())
    assert RULES.finished(delve.state)
    assert delve.refused(Go("arch")) == "no_expedition"
    nobody = Delve(draft("berto"), places=(place("hall", safe=True),))
    nobody.do(EndExpedition())
    nobody.change("berto", health="dead")
    assert nobody.refused(StartExpedition("hall", (place("hall"),))) == "nobody_goes"
    nobody.change("berto", health="well")
    assert nobody.refused(StartExpedition("moon", (place("hall"),))) == "no_place"


def test_a_file_with_a_fault_says_where():
    text = "game: whitebox\nparty: novices\nat: a\nplaces:\n  - {id: a, name: A}\ntroops:\n  - {id: x, count: many}\n"
    with pytest.raises(Fault, match="line 7"):
        RULES.read_setup(Document("x.yaml", text))
    with pytest.raises(Fault, match="line 1"):
        RULES.read_setup(Document("x.yaml", text.replace("game: whitebox", "game: chess").replace("many", "3")))
    with pytest.raises(Fault, match="line 5"):
        RULES.read_setup(Document("x.yaml", text.replace("name: A}", "nome: A}")))
