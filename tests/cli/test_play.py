"""``arbitro play`` as a person at the terminal meets it, and as automatic players play it."""

import asyncio
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from tests.terminal import Run

from arbitro.cli.auto import AutoRequest, cause_called, count_many, show
from arbitro.cli.sessions import PlayRequest, free_name, opened
from arbitro.dungeon.kinds import OfClass
from arbitro.play import find_campaign
from arbitro.play.players.runs import Job, count_one
from arbitro.play.players.tally import Death, LevelRow, Summary, Tally, summed
from arbitro.rules import find_ruleset
from arbitro.store.base import Store
from arbitro.store.memory import MemoryStore
from arbitro.store.rows import Transaction
from arbitro.text import Language

AUTO = ("play", "--auto", "--seed", "7", "--days", "3")


def test_automatic_players_tell_a_chronicle_and_count_it(run: Run) -> None:
    code, said = run(*AUTO)
    assert code == 0
    assert "the party goes underground" in said
    assert re.search(r"Automatic player +prudent\n", said)
    assert "Rooms seen (mean)" in said
    assert run(*AUTO) == (code, said)  # the same seed, the same campaign


@pytest.mark.parametrize(
    ("language", "line"), [("it", "non si è conservato nulla"), ("en", "Nothing of this campaign was kept")]
)
def test_a_campaign_that_is_not_kept_says_so(run: Run, language: str, line: str) -> None:
    short = ("play", "--auto", "--seed", "7", "--days", "1", "--rules", "archmage", "--lang", language)
    assert line in run(*short)[1]
    assert line not in run(*short, "--table", "kept")[1]


def test_the_numbers_of_one_campaign_as_json(run: Run) -> None:
    code, said = run(*AUTO, "--player", "plain", "--json")
    found = json.loads(said)
    assert code == 0
    assert (found["game"], found["player"]) == ("campaign-whitebox", "plain")
    assert found["run"]["descents"] >= 1
    assert found["summary"]["runs"] == 1


def test_many_campaigns_are_only_counted(run: Run) -> None:
    code, said = run("play", "--runs", "2", "--seed", "7", "--days", "1", "--rules", "archmage", "--json")
    found = json.loads(said)
    assert code == 0
    assert [one["seed"] for one in found["runs"]] == ["7/1", "7/2"]
    assert found["summary"]["runs"] == 2


def test_every_number_given_to_a_program_is_documented() -> None:
    pages = [Path(__file__).parents[2] / "docs" / page for page in ("campaign.md", "it/campagna.md")]
    for page in pages:
        told = set(re.findall(r"`(\w+)`", page.read_text(encoding="utf-8")))
        for kind in (Tally, Death, Summary, LevelRow):
            assert set(kind.__struct_fields__) <= told, page


def test_the_numbers_stand_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    deaths = [Death("trap", 1), *(Death("foe:orc", 2) for _ in range(3))]
    deaths += [Death(f"foe:{foe}", 2) for foe in ("goblin", "ogre", "gnoll", "bugbear", "ghoul", "wight", "worg")]
    deaths += [Death(f"foe:{foe}", 2) for foe in ("kobold", "bandit", "berserker", "hobgoblin", "zombie", "skeleton")]
    lost = Tally("1", 9, 90, True, 4, 12, (1, 2), 100, 250, 80, tuple(deaths))
    whole = Tally("2", 10, 95, False, 5, 10, (1,), 100, 150, 100, ())
    asked = AutoRequest(Job("whitebox", "plain", "7", 10), 2, "en")
    show(asked, [lost, whole], summed([lost, whole]))
    said = capsys.readouterr().out
    assert re.search(r"^Parties that survived +1 \(50 %\)$", said, re.MULTILINE)
    assert re.search(r"^Gold pieces for each turn below +2\.0$", said, re.MULTILINE)
    assert re.search(r"^Level 1 +2 +1 \(50 %\) +1$", said, re.MULTILINE)
    assert re.search(r"^Level 2 +1 +0 \(0 %\) +16$", said, re.MULTILINE)
    assert re.search(r"^orc +3 \(18 %\)$", said, re.MULTILINE)
    assert re.search(r"^3 other causes +3 \(18 %\)$", said, re.MULTILINE)
    tables = [table.splitlines() for table in said.strip().split("\n\n")]
    assert [len(set(map(len, table))) for table in tables] == [1, 1, 1], (
        "every line of a table ends where the others do"
    )


def test_several_processes_count_as_one_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = [Job("archmage", "plain", f"several/{number}", 1) for number in range(2)]
    assert list(count_many(jobs, 2)) == list(count_many(jobs, 1))
    monkeypatch.setattr("arbitro.cli.auto.count_many", lambda wanted: map(count_one, wanted))
    _, said = run("play", "--runs", "2", "--seed", "7", "--days", "1", "--rules", "archmage", "--lang", "it")
    assert re.search(r"Campagne +2\n", said)


def test_an_automatic_campaign_may_be_kept_and_sits_down_at_nobodys_table(run: Run) -> None:
    assert run(*AUTO, "--table", "story")[0] == 0
    assert "story" in run("table", "list")[1]
    assert run("table", "reveal", "story")[0] == 0
    assert run("table", "export", "story", "story.log")[0] == 0
    assert run("table", "verify", "story.log", "--replay")[0] == 0
    code, said = run(*AUTO, "--table", "story")
    assert code == 2
    assert "There is a table “story” already" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--auto", "--player", "bold"), "no automatic player “bold”; known: reckless, plain, prudent, thoughtful"),
        (("--auto", "--party", "ready:nobody"), "nobody"),
        (("--auto", "--rules", "chess"), "chess"),
        (("--auto", "--party", "missing.json"), "missing.json"),
    ],
)
def test_what_cannot_be_is_said(run: Run, words: tuple[str, ...], said: str) -> None:
    code, told = run("play", *words)
    assert code == 2
    assert said in told


def test_the_last_campaign_goes_on_by_itself(run: Run) -> None:
    _, first = run("play", "--plain", "--as", "party", "--party", "ready:novices", "--seed", "1")
    assert "The table “campaign-whitebox-1” waits for you" in first
    _, again = run("play", "--plain")
    assert "campaign-whitebox-1" in again
    assert "campaign-whitebox-2" not in run("table", "list")[1]
    run("play", "--plain", "--new")
    assert "campaign-whitebox-2" in run("table", "list")[1]


def test_a_party_out_of_a_file_goes_on_a_campaign(run: Run) -> None:
    from arbitro.cli.whitebox.people import Workshop, write_roll
    from arbitro.rules.whitebox.people.commands import ReadyParty

    desk = Workshop("whitebox", "5", "en")
    desk.do(ReadyParty("novices"))
    write_roll(desk.roll("bruno", "alma"), Path("party.json"))
    code, said = run(*AUTO, "--party", "party.json", "--json")
    assert code == 0, said
    assert json.loads(said)["run"]["commands"] > 5
    _, told = run("play", "--plain", "--as", "party", "--party", "party.json", "--table", "mine")
    assert "Bruno" in told


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_people_who_killed_somebody_are_called_by_their_class(game: str, language: Language) -> None:
    side = find_campaign(game).side
    for name in find_ruleset(game).content.classes:
        called = cause_called(side, f"foe:{OfClass(name)}", language)
        assert called
        assert not {"_", ":", "/"} & set(called)


@pytest.mark.parametrize("taken", [(), (1,), (1, 2, 4), (2, 3), range(1, 10_001)], ids=str)
def test_a_new_table_gets_a_free_name_however_many_there_are(taken: Iterable[int]) -> None:
    kept, asked = {f"orcs-{number}" for number in taken}, list[str]()

    class Rows:
        """As much of a store as is asked."""

        def find(self, table: str) -> str | None:
            asked.append(table)
            return table if table in kept else None

    assert free_name(cast(Transaction, Rows()), "orcs") not in kept
    assert len(asked) <= 2 * max(taken, default=0).bit_length() + 1


def test_nobody_looks_through_all_tables_to_open_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "tables", None)
    store, wanted = MemoryStore(find_ruleset), PlayRequest("whitebox", "orcs", "en")

    async def play() -> list[str]:
        names = [(await opened(store, wanted))[0].id for _ in range(3)]
        again, new = await opened(store, replace(wanted, table=names[0]))
        assert (again.id, new) == (names[0], False)
        return names

    assert asyncio.run(play()) == ["orcs-1", "orcs-2", "orcs-3"]
