"""The game at the terminal: seats, pictures, questions, rests, the next battle; how hard the ready ones are."""

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.rules.archmage.test_random import FIGHTS
from tests.terminal import Run

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage.catalogue import load_books

BRIDGE = ("fight", "bridge", "--rules", "archmage")


@pytest.mark.parametrize("seat", ["party", "foes", "brando", "referee"])
def test_every_seat_can_be_taken(run: Run, seat: str) -> None:
    code, said = run(*BRIDGE, "--as", seat, "--seed", "1")
    assert code == 0
    assert "  1. " in said
    assert ("Goblin grunt 1: unhurt" in said) == (seat in ("party", "brando"))


def test_an_answer_is_one_choice(run: Run) -> None:
    _, said = run(*BRIDGE, "--as", "party", "--seed", "s1", answers=("2", "2"))
    question = said.index("intercept?") if "intercept?" in said else said.index("interrupt?")
    offered = said[question:].split("Choice")[0]
    assert "  1. " in offered
    assert "  2. " in offered


@pytest.mark.rule("AE-POS-01", "AE-ESC-01")
def test_a_picture_comes_with_each_round(run: Run) -> None:
    code, said = run(*BRIDGE, "--auto", "--seed", "1", "--no-save", "--picture", "battle.svg")
    rounds = said.count("Escalation die: ") + said.count("escalation die stays")
    assert code == 0
    assert rounds > 2
    assert said.count("    Round ") == rounds
    drawing = Path("battle.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert "The battle is over" in drawing


def test_a_drawing_that_cannot_be_written_is_said_plainly(run: Run) -> None:
    code, said = run(*BRIDGE, "--auto", "--no-save", "--picture", "nowhere/battle.svg")
    assert code == 2
    assert "“nowhere/battle.svg” cannot be written" in said
    assert "Traceback" not in said


@pytest.mark.rule("AE-REST-01", "AE-FULLHEAL-01", "AE-FULLHEAL-02")
def test_a_table_goes_on_to_the_next_battle(run: Run) -> None:
    _, said = run(*BRIDGE, "--auto", "--seed", "2", "--table", "campaign")
    assert "The quick rest is over." in said
    assert "Battles since the last full heal-up: 1 of 4." in said
    code, said = run("fight", "wolves", "--auto", "--table", "campaign")
    assert code == 0
    assert "Battles since the last full heal-up: 2 of 4." in said
    code, said = run("fight", "--auto", "--table", "campaign")
    assert "Round" not in said, "without a battle named nothing begins"


@pytest.mark.rule("AE-FULLHEAL-02")
@pytest.mark.parametrize("name", FIGHTS)
def test_the_ready_battles_are_average_by_the_budget(game: Archmage, name: str) -> None:
    start = game.read_setup(open_packaged("arbitro.rules.archmage", "fights", f"{name}.yaml")).start[0]
    party = [member.profile for member in start.members if member.profile.kind == "pc"]
    foes = [(m.profile.level, m.profile.category) for m in start.members if m.profile.side == "foes"]
    share = bestiary.budget(load_books(), foes, party[0].level) / len(party)
    assert start.difficulty == "average"
    assert Fraction(3, 4) <= share < Fraction(3, 2)


def test_the_ready_battles_are_won_mostly_but_not_always(game: Archmage) -> None:
    results = []
    for name in FIGHTS:
        setup = game.read_setup(open_packaged("arbitro.rules.archmage", "fights", f"{name}.yaml"))
        for seed in range(5):
            table = Table.open(game, "t", seed_from_text(f"{name} {seed}"), setup.options)
            for command in setup.start:
                table.submit(command, REFEREE)
            while not game.finished(table.state):
                table.submit(game.suggest(table.state, REFEREE), REFEREE)
            results.append(table.state.fight.result)
    assert 18 <= results.count("victory") < len(results)
