"""``arbitro fight`` and ``arbitro table`` as a person at the terminal meets them."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal import Run

from arbitro.cli.place import open_store
from arbitro.web.seats import Seats
from arbitro.web.sitting import Arrangement, Sitting

ORCS = ("fight", "orcs", "--as", "party", "--seed", "3")


def test_undo_takes_back_ones_own_action_and_what_others_did_since(run: Run) -> None:
    # With the typed dice Orc 1 falls, and the automatic referee tests the morale of the others before it is our turn.
    _, said = run(*ORCS, "--typed", answers=("2", "1", "1", "15", "4", "u", "2"))
    after = said.split("Play goes back past a die that had fallen: what was done last is undone. The party wished it")[
        1
    ]
    assert "Orc 1: unhurt" in after
    assert "1. Berto: strike (sword)" in after


def test_going_back_is_told_once_with_who_wished_it_and_how_often(run: Run) -> None:
    run(*ORCS, "--typed", "--table", "one", answers=("2", "1", "1", "15", "4", "u", "q"))  # several entries go back
    for language, told in (
        ("en", "The party wished it: 1 time so far, 1 of them past a die or a discovery."),
        ("it", "Lo ha voluto la compagnia: 1 volta finora, di cui dopo un dado o una scoperta 1."),
    ):
        log = run("table", "log", "one", "--lang", language)[1]
        assert log.count(told) == 1
        assert log.count("goes back") + log.count("torna indietro") == 1


def invite(table: str, *sittings: Sitting, back: str = "") -> None:
    """Let others sit at a table of the terminal's, as a server does."""

    async def work() -> None:
        async with open_store() as store:
            for one in sittings:
                await Seats(store).hand_out(table, one)
            await Seats(store).begin(table, Arrangement(back=back))

    asyncio.run(work())


def test_where_others_sit_too_the_terminal_goes_back_as_the_table_allows(run: Run) -> None:
    run(*ORCS, "--table", "two", answers=("q",))
    invite("two", Sitting("r", "Rita", "referee"))
    blow = ("--typed", "--table", "two", "2", "1", "1", "15", "4")
    again = ("fight", "--as", "party", *blow[:3])
    _, said = run(*again, answers=(*blow[3:], "u", "ask", "q"))
    assert "Somebody has acted since your last move: ask the referee to take it back." in said
    assert "The party asks the referee to take back their last move." in said
    for language, asks in (("en", "party asks to have entry"), ("it", "party chiede di annullare la voce")):
        assert asks in run("table", "requests", "two", "--lang", language)[1]
    code, said = run("table", "grant", "two", "party")
    assert code == 0
    assert "the referee grants it to the party, who had asked" in said
    assert "Nobody asks" in run("table", "requests", "two")[1]
    assert run("table", "decline", "two", "party")[0] == 1


def test_there_is_nobody_to_ask_where_one_plays_alone(run: Run) -> None:
    _, said = run(*ORCS, answers=("ask", "q"))
    assert "there is nobody to ask" in said


def test_a_strict_table_lets_nobody_go_back_past_a_die(run: Run) -> None:
    run(*ORCS, "--table", "hard", "--auto")
    invite("hard", back="strict")
    answers = [run("table", "undo", "hard") for _ in range(12)]  # the fight ends with words, not with dice
    assert answers[-1] == answers[-2]
    assert answers[-1][0] == 1
    assert "nobody takes anything back" in answers[-1][1]


def test_several_steps_back_or_forth_are_told_once_and_counted(run: Run) -> None:
    run(*ORCS, "--table", "six", "--auto")
    for word in ("undo", "undo", "undo", "redo", "redo", "undo"):
        assert run("table", word, "six")[0] == 0
    for language, told in (("en", "That makes {} entries in a row."), ("it", "In tutto sono {} voci di seguito.")):
        log = run("table", "log", "six", "--lang", language)[1]
        assert [log.count(told.format(number)) for number in (1, 2, 3)] == [0, 1, 1]


def test_redo_puts_it_back_with_what_followed(run: Run) -> None:
    _, said = run(*ORCS, "--typed", answers=("2", "1", "1", "15", "4", "u", "r"))
    after = said.split("What was undone stands again.")[1]
    assert "Orc 1: dead" in after
    assert "Leave the fight … (7)" in after  # Berto may surrender, but no longer run


def test_there_is_nothing_to_undo_before_ones_first_action(run: Run) -> None:
    _, said = run(*ORCS, answers=("u", "q"))
    assert "There is nothing of yours to take back." in said
    assert said.count("2. Berto … (3)") == 2


def test_a_seat_that_is_not_there_leaves_no_table_behind(run: Run) -> None:
    code, said = run("fight", "orcs", "--as", "dragons")
    assert (code, said) == (2, "Nobody plays “dragons” here; known: party, orcs, referee.\n")
    assert run("table", "list")[1] == "No table is kept here yet.\n"


def test_an_option_may_have_a_value_called_off(run: Run) -> None:
    Path("house.yaml").write_text("game: whitebox\noptions:\n  morale_table: off\n", encoding="utf-8")
    for given in (("--set", "morale_table=off"), ("--house-rules", "house.yaml")):
        code, said = run("fight", "orcs", "--auto", "--no-save", "--json", *given)
        assert code == 0
        assert '"morale_table":"off"' in said
        assert "morale_rolled" not in said


def test_an_export_of_no_table_leaves_no_file_behind(run: Run) -> None:
    assert run("table", "export", "nothing", "out.jsonl") == (2, "There is no table “nothing” here.\n")
    assert not Path("out.jsonl").exists()


def test_an_export_to_nowhere_says_so(run: Run) -> None:
    run("fight", "orcs", "--auto", "--seed", "3", "--table", "one")
    code, said = run("table", "export", "one", "nowhere/out.jsonl")
    assert code == 2
    assert said.startswith("“nowhere/out.jsonl” cannot be written:")


def test_a_replay_says_what_it_needs(run: Run) -> None:
    run("fight", "orcs", "--auto", "--seed", "3", "--table", "one")
    run("table", "export", "one", "sealed.jsonl")
    assert run("table", "verify", "sealed.jsonl", "--replay") == (
        1,
        "Without its revealed seed a log cannot be decided again.\n",
    )
    run("table", "branch", "one", "two")
    run("table", "export", "two", "branch.jsonl")
    code, said = run("table", "verify", "branch.jsonl", "--replay")
    assert code == 1
    assert said.startswith("A log that branched off another")


def test_a_revealed_table_is_not_played_on(run: Run) -> None:
    run(*ORCS, "--table", "one", answers=("2", "1", "1", "q"))
    run("table", "reveal", "one")
    _, said = run("fight", "--table", "one", "--auto")
    assert said.count("No: The seed has been revealed: this table throws no more dice.") == 1


def test_the_referee_may_type_dice_too(run: Run) -> None:
    _, said = run("fight", "orcs", "--as", "referee", "--typed", "--seed", "3", answers=("5", "1", "1", "15", "4"))
    assert "[9] Orc 1 loses 4 hit points (0 left)." in said


@pytest.mark.parametrize(("command", "kept"), [("fight", True), ("explore", True), ("fight", False)])
def test_who_leaves_is_told_how_to_come_back_unless_nothing_was_kept(command, kept, tmp_path):
    arguments = [sys.executable, "-m", "arbitro", command, "--as", "party", "--seed", "1", "--lang", "en"]
    done = subprocess.run(
        arguments if kept else [*arguments, "--no-save"],
        input="q\n",
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "ARBITRO_DB": str(tmp_path / "tables.db")},
    )
    assert (f"arbitro {command} --table" in done.stdout) is kept


def test_values_are_changed_by_the_words_that_people_use(run: Run) -> None:
    run(*ORCS, "--table", "hand", answers=("q",))
    assert "Berto, hit points: 8 (-99 to 8)" in run("table", "change", "hand")[1]
    assert "Berto, punti ferita: 8 (da -99 a 8)" in run("table", "change", "hand", "Berto", "--lang", "it")[1]
    code, said = run("table", "change", "hand", "Berto", "hit points", "9", "--why", "a boon")
    assert (code, "it goes from -99 to 8" in said) == (1, True)
    code, said = run("table", "change", "hand", "berto", "hp", "3", "--why", "a curse")
    assert (code, "a curse" in said) == (0, True)
    assert run("table", "change", "hand", "nobody", "hp", "3", "--why", "x")[0] == 1
