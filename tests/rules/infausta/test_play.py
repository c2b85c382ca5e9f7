"""Whole games: fights and journeys by the automatic player, random legal decisions, secrecy, the command line."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from tests.filling import filled
from tests.rules.infausta.arena import RULES
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import label_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset
from arbitro.rules.infausta.wilderness.commands import StartJourney
from arbitro.rules.infausta.wilderness.state import Land
from arbitro.rules.whitebox.exploring.commands import Engage, JudgeMeeting, Meet, StartExpedition
from arbitro.rules.whitebox.exploring.state import Place, Troop
from arbitro.rules.whitebox.people.commands import RandomParty
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES

SCENES = [
    ("fights", "goblins"),
    ("fights", "crossbows"),
    ("fights", "sanctuary"),
    ("journeys", "moor"),
    ("journeys", "roads"),
    ("expeditions", "crypt"),
]


def opened(folder: str, name: str, seed: str, **options: Any) -> Table[Any]:
    setup = RULES.read_setup(open_packaged(RULES.package, folder, f"{name}.yaml"))
    chosen = RULES.options.meant({**setup.options, **options})
    table = Table.open(RULES, name, seed_from_text(seed), chosen, at="")
    for command in setup.start:
        answer = table.submit(command, REFEREE, at="")
        assert not isinstance(answer, Refusal), answer
    return table


@pytest.mark.parametrize(("folder", "name"), SCENES)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_ready_scenes_come_to_their_end_by_suggestion(folder, name, seed):
    table = opened(folder, name, seed)
    steps = 0
    while not RULES.finished(table.state):
        command = RULES.suggest(table.state, REFEREE)
        assert command is not None, (table.state.awaiting, table.state.journey)
        answer = table.submit(command, REFEREE, at="")
        assert not isinstance(answer, Refusal), (command, answer)
        for event in answer.events:
            assert all(rule in RULES.rulebook for rule in event.rules), event
            for language in LANGUAGES:
                tell(RULES, table.state, event, language)
        steps += 1
        assert steps < 1500


@pytest.mark.parametrize(("folder", "name"), SCENES)
@pytest.mark.parametrize("seed", range(3))
def test_random_legal_decisions_are_all_accepted(folder, name, seed):
    random = Random(f"{name}/{seed}")
    switches = {
        "turn_clock": random.choice(["whole_turns", "minutes"]),
        "death_threshold": random.choice(["at_minus_level", "below_minus_level"]),
        "forced_march_costs_night": random.random() < 0.5,
        "sleep_roll_after_third_night": True,
        "bleeding": random.random() < 0.5,
    }
    table = opened(folder, name, f"random {seed}", **switches)
    for _ in range(60):
        if RULES.finished(table.state):
            break
        choices = [
            choice for choice in RULES.choices(table.state, REFEREE) if choice.command not in ("end_fight", "retire")
        ]
        if not choices:
            command = RULES.suggest(table.state, REFEREE)
            assert command is not None
        else:
            choice = random.choice(choices)
            for language in LANGUAGES:
                label_text(RULES, table.state, choice.label, language)
            assert all(rule in RULES.rulebook for rule in choice.rules), choice
            command = RULES.command(filled(choice, random))
        answer = table.submit(command, REFEREE, at="")
        assert not isinstance(answer, Refusal), (command, answer)
    for seat in (REFEREE, *RULES.seats(table.state), SPECTATOR):
        msgspec.json.encode(RULES.view(table.state, seat))
        for language in LANGUAGES:
            RULES.picture(table.state, seat, language)


@pytest.mark.rule("IS-WILD-05")
def test_two_lands_that_differ_where_nobody_has_been_look_the_same_to_players():
    player = Seat("party", "player", frozenset({"party"}))
    seen = []
    for terrain in ("desert", "swamp_jungle"):
        setup = RULES.read_setup(open_packaged(RULES.package, "journeys", "moor.yaml"))
        enter, start = setup.start
        assert isinstance(start, StartJourney)
        far = msgspec.structs.replace(start.land.spots["3,-2"], terrain=terrain)
        land = Land("hex", {**start.land.spots, "3,-2": far}, start.land.ways)
        table = Table.open(RULES, "t", seed_from_text("same"), {}, at="")
        for command in (enter, msgspec.structs.replace(start, land=land)):
            assert not isinstance(table.submit(command, REFEREE, at=""), Refusal)
        seen.append((msgspec.json.encode(table.view(player)), msgspec.json.encode(list(table.history(player)))))
    assert seen[0] == seen[1]


def test_the_game_is_found_by_name_and_alias():
    for name in ("infausta", "is", "infausta-scatola"):
        assert find_ruleset(name).id == "infausta"


def meets(monster: str, seed: str) -> int:
    """Rounds of a fight by suggestion between a party of its level and a monster."""
    level = min(max(RULES.content.monsters[monster].hd[0].value, 1), 10)
    table = Table.open(RULES, "m", seed_from_text(seed), {"surprise_method": "judgement"}, at="")
    hall = Place(id="hall", name=Named("sala", "hall"))
    troop = Troop(id="foe", monster=monster)
    for command in (
        RandomParty(4, level),
        StartExpedition("hall", (hall,), troops=(troop,)),
        Meet("foe"),
        JudgeMeeting("nobody"),
        Engage("party"),
    ):
        assert not isinstance(answer := table.submit(command, REFEREE, at=""), Refusal), (monster, command, answer)
    while table.state.fight.phase != "over":
        command = RULES.suggest(table.state, REFEREE)
        assert command is not None, (monster, table.state.awaiting)
        assert not isinstance(answer := table.submit(command, REFEREE, at=""), Refusal), (monster, command, answer)
        assert table.state.fight.round <= 200, monster
    return table.state.fight.round


FIGHTERS = [name for name, one in RULES.content.monsters.items() if one.ac is not None]


@pytest.mark.parametrize("monster", FIGHTERS[::6])
def test_a_party_against_a_monster_of_its_level_comes_to_an_end(monster):
    assert meets(monster, monster) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("monster", FIGHTERS)
def test_all_monsters_and_parties_of_their_level_come_to_an_end(monster):
    for seed in range(3):
        assert meets(monster, f"{monster}/{seed}") >= 1


# -------------------------------------------------------------------- arbitro day

RUNNER = CliRunner()


def run(*words: str) -> Any:
    return RUNNER.invoke(application(["arbitro.cli.infausta.day"]), ["day", "--no-save", *words])


def test_days_at_the_terminal_in_both_languages():
    for language, word in (("it", "Giorno 1 del viaggio."), ("en", "Day 1 of the journey.")):
        told = run("moor", "--auto", "--seed", "x", "--lang", language)
        assert told.exit_code == 0, told.output
        assert word in told.output


def test_a_land_by_lot_as_json_is_the_same_for_the_same_seed():
    told = [run("--random", "points", "--size", "4", "--days", "1", "--seed", "s", "--json").output for _ in range(2)]
    first, second = ([entry["events"] for entry in json.loads(text)["log"]] for text in told)
    assert first == second
    assert run("--random", "triangles").exit_code == 2


def test_a_journey_that_there_is_not_is_told_with_the_ones_there_are():
    told = run("nowhere", "--lang", "en")
    assert told.exit_code == 2
    assert "moor" in run("--list").output
