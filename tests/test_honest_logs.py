"""What was honestly played verifies, by our check and by the program of docs/audit.md, and comes in again.

Every scene that ships and campaigns of every game are played by the automatic players, revealed, exported, checked and
imported; then one face is changed, the chain is linked anew around it as a forger would, and the line is named.
"""

import asyncio
import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.docs.checking import check_by_page
from tests.games import PLAYABLE, ready_of
from tests.sampling import spread

from arbitro.dice.stream import seed_from_text
from arbitro.dungeon.events import StepHeld
from arbitro.kernel.audit import replay, verify
from arbitro.kernel.command import Refusal, RevealSeed
from arbitro.kernel.log import FIRST_CHAIN, link, read_line, write_lines
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import dice_of, thrown_in
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play import campaigns, find_game
from arbitro.play.commands import AnswerRepair
from arbitro.play.players.runs import Job, play_out
from arbitro.rules import find_ruleset
from arbitro.store.fault import BadLine
from arbitro.store.memory import MemoryStore

PAGES = [Path(__file__).parents[1] / "docs" / name for name in ("audit.md", "it/verifica.md")]
READY = [(game, folder, name) for game in PLAYABLE for folder, name in ready_of(game)]
MOST_COMMANDS = 3_000
SAMPLED = 8
MANY = 40
"""Campaigns of each game: that of this number, by a player who comes home, in every run; the others in the slow set."""


def played_scene(game: str, folder: str, name: str) -> Table[Any]:
    ruleset = find_ruleset(game)
    setup = ruleset.read_setup(open_packaged(ruleset.package, folder, name))
    table = Table.open(ruleset, "honest", seed_from_text(f"{name} 3"), setup.options)
    for command in setup.start:
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    for _ in range(MOST_COMMANDS):
        if ruleset.finished(table.state):
            break
        command = ruleset.suggest(table.state, REFEREE)
        if command is None:
            break
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    return table


def played_campaign(game: str, seed: int, days: int = 1) -> Table[Any]:
    player = ("reckless", "plain", "prudent")[seed % 3]
    return play_out(Job(game, player, f"honest {seed}", days, table="honest"))[0]


def campaign_with_repairs(game: str, answer: str) -> Table[Any]:
    """A campaign in which the players are asked about results that cannot be drawn, and answer twice."""
    answered = 0
    for seed in range(60):
        campaign = find_game(f"campaign-{game}")
        options = {"adjustments": "offered", "road_days": 0}
        table = Table.open(campaign, "honest", seed_from_text(f"repairs {seed}"), options)
        for _ in range(200):
            command = campaign.suggest(table.state, REFEREE)
            if command is None or campaign.finished(table.state):
                break
            if isinstance(command, AnswerRepair):
                command, answered = AnswerRepair(answer), answered + 1
            assert not isinstance(table.submit(command, REFEREE), Refusal)
            if answered == 2:
                return table
        answered = 0
    raise AssertionError("no result was ever impossible")


@pytest.mark.parametrize(("game", "answer"), spread(product(PLAYABLE, ("accept", "reroll", "dead_end")), 4))
def test_dice_that_were_held_for_an_answer_are_told_again_and_verify(game: str, answer: str, tmp_path: Path):
    honest(campaign_with_repairs(game, answer), tmp_path, Random(f"{game} {answer}"))


def revealed(table: Table[Any]) -> list[bytes]:
    assert not isinstance(table.submit(RevealSeed(), REFEREE), Refusal)
    return list(write_lines(table.records()))


def imported(log: list[bytes]) -> int:
    """Bring a log into an empty store; how many entries the table has there."""

    async def scene() -> int:
        return (await MemoryStore(find_game).import_table(log)).ledger.length

    return asyncio.run(scene())


def faces(part: Any) -> Iterator[dict[str, Any]]:
    """The dice of plain data that the engine threw, wherever they lie."""
    if isinstance(part, dict):
        if "sides" in part and "face" in part and part.get("how", "rolled") == "rolled":
            yield part
        for item in part.values():
            yield from faces(item)
    elif isinstance(part, list):
        for item in part:
            yield from faces(item)


def with_another_face(log: list[bytes], chance: Random) -> tuple[int, list[bytes]]:
    """The log with one face changed and the chain linked anew, and the line of the change."""
    bodies = [read_line(line)[1] for line in log]
    rolled = [number for number, body in enumerate(bodies) if list(faces(json.loads(body)["events"]))]
    changed = chance.choice(rolled)
    entry = json.loads(bodies[changed])
    die = chance.choice([die for die in faces(entry["events"]) if die["sides"] > 1])
    die["face"] = die["face"] % die["sides"] + 1
    bodies[changed] = msgspec.json.encode(entry)
    return changed + 1, linked(bodies)


def honest(table: Table[Any], folder: Path, chance: Random) -> None:
    """Everything that holds for a log that nobody forged, and for the same log once somebody has."""
    held: set[tuple[str, int]] = set()
    for entry in table.entries():
        addresses = [(die.stream, die.at) for die in thrown_in(entry.events) if die.how == "rolled"]
        assert len(addresses) == len(set(addresses)), f"a die is told twice and not marked: {entry.events}"
        assert not held & {*addresses}, f"a die that was held is thrown anew: {entry.events}"
        assert {*addresses} <= {(die.stream, die.at) for die in dice_of(entry.events)} <= {*addresses} | held
        steps = (event for event in entry.events if isinstance(event, StepHeld))
        held |= {(die.stream, die.at) for step in steps for die in dice_of(step)}
    seed = table.seed
    assert seed is not None
    assert replay(table.ruleset, table.records(), seed) is None
    log = revealed(table)
    verdict = verify(log)
    assert (verdict.line, verdict.fault, verdict.open_dice, verdict.lines) == (0, None, 0, len(log))
    assert imported(log) == len(log)
    for page in PAGES:
        assert check_by_page(page, log, folder).stdout == f"{verdict.dice} dice hold\n"
    if not verdict.dice:
        return
    line, forged = with_another_face(log, chance)
    assert verify(forged).line == line
    assert check_by_page(PAGES[0], forged, folder).stderr.startswith(f"line {line}:")
    with pytest.raises(BadLine):
        imported(forged)


@pytest.mark.parametrize(("game", "folder", "name"), spread(READY, 4))
def test_every_scene_that_ships(game: str, folder: str, name: str, tmp_path: Path) -> None:
    honest(played_scene(game, folder, name), tmp_path, Random(name))


@pytest.mark.parametrize("game", campaigns())
def test_campaigns(game: str, tmp_path: Path) -> None:
    honest(played_campaign(game, SAMPLED), tmp_path, Random(SAMPLED))


def linked(bodies: list[bytes]) -> list[bytes]:
    """Lines with a chain of their own, as a forger would make them."""
    records, chain = [], FIRST_CHAIN
    for body in bodies:
        chain = link(chain, body)
        records.append((chain, body))
    return list(write_lines(records))


@cache
def searching() -> tuple[Table[Any], int]:
    """A campaign in which a wall is searched, whose die is told again, and the number of that entry."""
    for seed in range(20):
        table = played_campaign("campaign-whitebox", seed)
        for entry in table.entries():
            if any(die.again for die in dice_of(entry.events)):
                return table, entry.seq
    raise AssertionError("nobody searches a wall any more: take another die that is told again")


def told_twice() -> tuple[list[bytes], int]:
    """The bodies of a log with a die that is told again, its seed revealed, and the place of that entry."""
    played, place = searching()
    table = Table.restore(played.ruleset, list(played.records()), played.seed)
    return [read_line(line)[1] for line in revealed(table)], place


def test_a_log_that_tells_a_die_twice_without_a_mark_is_an_older_one_and_holds(tmp_path: Path) -> None:
    bodies, _ = told_twice()
    log = linked([body.replace(b',"again":true', b"") for body in bodies])
    verdict = verify(log)
    assert (verdict.line, verdict.dice) == (0, verify(linked(bodies)).dice)
    assert check_by_page(PAGES[0], log, tmp_path).stdout == f"{verdict.dice} dice hold\n"


@pytest.mark.parametrize("mark", [b',"again":true', b""])
def test_a_die_told_again_with_another_face_is_found_out(mark: bytes, tmp_path: Path) -> None:
    bodies, place = told_twice()
    entry = json.loads(bodies[place])
    die = next(die for die in faces(entry["events"]) if die.get("again"))
    die["face"] = die["face"] % die["sides"] + 1
    bodies[place] = msgspec.json.encode(entry).replace(b',"again":true', mark)
    verdict = verify(linked(bodies))
    assert verdict.line == place + 1
    assert verdict.fault is not None
    assert verdict.fault.key == "audit.again"
    assert check_by_page(PAGES[0], linked(bodies), tmp_path).returncode == 1


@pytest.mark.parametrize("mark", [b',"again":true', b""])
def test_a_die_of_an_earlier_entry_cannot_be_told_again(mark: bytes) -> None:
    bodies, place = told_twice()
    entry = json.loads(bodies[place])
    first = next(die for die in faces(entry["events"]) if not die.get("again"))
    later = next(at for at in range(place + 1, len(bodies)) if list(faces(json.loads(bodies[at])["events"])))
    changed = json.loads(bodies[later])
    changed["events"][0]["lucky"] = {**first, "again": True}
    bodies[later] = msgspec.json.encode(changed).replace(b',"again":true', mark)
    verdict = verify(linked(bodies))
    assert verdict.line == later + 1
    assert verdict.fault is not None
    assert verdict.fault.key == ("audit.again" if mark else "audit.skipped")


def test_typed_dice_that_are_told_again_are_asked_for_once() -> None:
    table, place = searching()
    (entry,) = table.entries(place, place)
    again = Table.restore(table.ruleset, list(table.records())[:place], table.seed)
    faces = tuple(die.face for die in thrown_in(entry.events))
    answer = again.submit(entry.command, REFEREE, faces=faces)
    assert not isinstance(answer, Refusal), answer
    assert replay(table.ruleset, again.records(), again.seed) is None
    verdict = verify(write_lines(again.records()))
    assert (verdict.fault, verdict.by_hand) == (None, len(faces))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MANY))
@pytest.mark.parametrize("game", campaigns())
def test_many_campaigns(game: str, seed: int, tmp_path: Path) -> None:
    honest(played_campaign(game, seed, 4), tmp_path, Random(seed))


def test_a_die_told_again_cannot_be_passed_off_as_typed() -> None:
    bodies, place = told_twice()
    entry = json.loads(bodies[place])
    die = next(die for die in faces(entry["events"]) if die.get("again"))
    die.update(how="typed", face=die["face"] % die["sides"] + 1)
    del die["at"]
    bodies[place] = msgspec.json.encode(entry)
    verdict = verify(linked(bodies))
    assert verdict.line == place + 1
    assert verdict.fault is not None
    assert verdict.fault.key == "audit.again"
