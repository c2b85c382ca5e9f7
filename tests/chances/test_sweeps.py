"""Sweeps: a grid of variants, the search for an even fight, and what is written of them."""

import csv
import importlib.util
import io
import json
import xml.etree.ElementTree as ET
from importlib.resources import files

import pytest
from msgspec.structs import replace
from tests.chances.fights import PLAIN, REFERENCE
from tests.terminal import Run

import arbitro
from arbitro.chances.asking import Budget
from arbitro.chances.bout import fight_dice, first_state
from arbitro.chances.building import OwnFight
from arbitro.chances.intervals import share
from arbitro.chances.plot import plotted
from arbitro.chances.sweeps import (
    Axis,
    FightFile,
    Sweep,
    SweepPoint,
    asker,
    axis_from,
    even_found,
    evened,
    records,
    rows_as,
    swept,
    varied,
    varied_own,
)
from arbitro.kernel.yamlfile import Document
from arbitro.text import Fault

COUNT = "sides.orcs.members.0.count"


def orcs(**options: object) -> FightFile:
    text = files(arbitro.game("whitebox").package).joinpath("fights", "orcs.yaml").read_text(encoding="utf-8")
    return FightFile(game="whitebox", document=Document("orcs.yaml", text), options={**PLAIN, **options}, policies={})


def ask(question="wins", budget=None):
    return asker(question, budget or Budget(), "1")


def grid(*texts, question="wins", budget=None):
    file = orcs()
    return list(swept(lambda at: varied(file, at), map(axis_from, texts), ask(question, budget)))


def test_more_orcs_are_harder_and_six_are_the_reference():
    points = grid(f"{COUNT}=3..8")
    won = [point.odds.estimate for point in points]
    assert won == sorted(won, reverse=True)
    assert won[3] == pytest.approx(REFERENCE, abs=5e-13)
    assert {point.odds.method for point in points} == {"derived"}


def test_a_grid_varies_the_file_the_options_and_who_decides():
    points = grid(
        "sides.orcs.members.0.hp=1,4", "set:natural_extremes=on,off", "policy:party=suggest,scatter",
        budget=Budget(fights=20, width=0, situations=10),
    )  # fmt: skip
    assert len(points) == 8
    assert {(point.at["policy:party"], point.odds.method) for point in points} == {
        ("suggest", "derived"),
        ("scatter", "sampled"),
    }


def test_halving_finds_the_number_that_makes_it_even():
    file = orcs()
    points = evened(lambda at: varied(file, at), axis_from(f"{COUNT}=1..20"), ask())
    assert points[-1].at == {COUNT: 7}
    assert len(points) <= 7
    falling = evened(lambda at: varied(file, at), Axis("sides.party.members.0.hp", (1, 4, 8, 12, 30)), ask())
    assert len(falling) <= 5


def test_a_goal_that_no_value_comes_to_is_said_and_so_is_what_cannot_be_told_from_it():
    file = orcs()
    few = evened(lambda at: varied(file, at), axis_from(f"{COUNT}=2..4"), ask())
    assert (even_found(few).beyond, even_found(few).nearest.at) == ("above", {COUNT: 4})
    eighty = evened(lambda at: varied(file, at), axis_from(f"{COUNT}=1..20"), ask(), 0.8)
    assert (even_found(eighty, 0.8).beyond, eighty[-1].at, even_found(eighty, 0.8).as_near) == ("", {COUNT: 5}, ())


def test_values_that_a_sample_cannot_tell_from_the_goal_are_named():
    point = grid(f"{COUNT}=6", budget=Budget(fights=2, width=0, method="sampled"))[0]

    def won(count, hits):
        estimates = {**point.odds.estimates, "wins/party": share(hits, 20)}
        return SweepPoint({COUNT: count}, replace(point.odds, estimates=estimates))

    found = even_found([won(12, 1), won(8, 7), won(6, 13), won(7, 10)])
    assert [each.at[COUNT] for each in found.as_near] == [6, 7, 8]
    assert (found.nearest.at[COUNT], found.beyond) == (7, "")
    assert even_found([won(12, 1), won(10, 2)]).beyond == "below"


def test_only_a_chance_can_be_searched_for():
    file = orcs()
    with pytest.raises(Fault, match="wins"):
        evened(lambda at: varied(file, at), axis_from(f"{COUNT}=1..20"), ask("rounds"))


def test_a_sweep_is_written_as_table_and_drawing():
    points = grid(f"{COUNT}=5,6", "sides.orcs.members.0.hp=3,4", question="wins/party")
    rows = list(csv.DictReader(io.StringIO(rows_as(".csv", records(points)).decode())))
    assert [row[COUNT] for row in rows] == ["5", "5", "6", "6"]
    assert float(rows[3]["wins/party"]) == pytest.approx(REFERENCE, abs=5e-13)
    assert json.loads(rows_as(".json", records(points)))[3]["method"] == "derived"
    drawn = ET.fromstring(plotted(points, "orcs & co"))
    spots = [each for each in drawn.iter() if each.tag.endswith("circle")]
    assert len(spots) == 4
    heights = [float(spot.attrib["cy"]) for spot in spots]
    assert heights[0] < heights[1]  # fewer hit points of theirs, a likelier victory
    assert "hp=3" in "".join(drawn.itertext())


def test_intervals_are_drawn_where_fights_were_fought():
    points = grid(f"{COUNT}=5..6", budget=Budget(fights=20, width=0, method="sampled"))
    assert plotted(points, "t").count('stroke="#1f5c99" fill="none"') == 2


def test_what_has_no_interval_is_drawn_and_written_without_one():
    points = grid(f"{COUNT}=5..6", question="rounds", budget=Budget(fights=1, width=0, method="sampled"))
    drawn = plotted(points, "t")
    assert "inf" not in drawn
    assert "nan" not in drawn
    assert drawn.count("<circle") == 2
    assert [row["rounds high"] for row in records(points)] == [None, None]


@pytest.mark.parametrize("text", ["", "count", "count=", "count=a..b", "count=5..1"])
def test_what_is_no_axis_is_refused(text):
    with pytest.raises(Fault):
        axis_from(text)


def test_what_is_not_in_the_file_is_refused():
    with pytest.raises(Fault, match="nowhere"):
        grid("nowhere.count=1..2")
    with pytest.raises(Fault):
        grid(f"{COUNT}=1..1000")


def test_the_command(run: Run, tmp_path) -> None:
    plain = [word for name, value in PLAIN.items() for word in ("--set", f"{name}={value}")]
    code, said = run("sweep", "orcs", *plain, "--even", f"{COUNT}=4..9", "--lang", "it")
    assert (code, said.splitlines()[-1]) == (0, f"Più vicino alla parità: {COUNT}=7.")
    code, said = run("sweep", "orcs", *plain, "--vary", f"{COUNT}=5..6", "--out", "s.svg", "--lang", "en")
    assert (code, "68.5498 %" in said) == (0, True)
    assert (tmp_path / "s.svg").read_text(encoding="utf-8").startswith("<svg")
    code, said = run("sweep", "rats", "--rules", "daggerheart", "--vary", "foes.0.count=2,4", "--runs", "5", "--json")
    assert (code, len(json.loads(said))) == (0, 2)
    for wrong in (
        ("orcs",),
        ("orcs", "--vary", "x"),
        ("nowhere", "--vary", "a=1"),
        ("orcs", "--vary", "a.b=1", "--out", "s.x"),
    ):
        code, said = run("sweep", *wrong)
        assert code == 2
        assert "Traceback" not in said


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="the extra parquet is not installed")
def test_a_sweep_is_written_as_parquet():
    import pyarrow.parquet

    points = grid(f"{COUNT}=5,6", question="wins/party")
    rows = pyarrow.parquet.read_table(io.BytesIO(rows_as(".parquet", records(points)))).to_pylist()
    assert rows == records(points)


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is not None, reason="the extra is installed")
def test_without_the_extra_parquet_says_so_before_any_work(run: Run, tmp_path):
    code, said = run("sweep", "orcs", "--vary", f"{COUNT}=5,6", "--out", str(tmp_path / "out.parquet"), "--lang", "en")
    assert code != 0
    assert "parquet" in said
    assert not (tmp_path / "out.parquet").exists()


@pytest.mark.parametrize(
    ("game", "kind"), [("whitebox", "orc"), ("archmage", "ghoul"), ("daggerheart", "bladed_guard")]
)
def test_a_party_and_its_foes_are_varied_too(game, kind):
    own = OwnFight(game=game, party="random:2:1", foes=((kind, 1),))
    axes = [axis_from(f"foes.{kind}=1,2"), axis_from("level=1,2"), axis_from("policy:party=suggest,focus")]
    budget = Budget(fights=2, width=0, method="sampled")
    points = list(swept(lambda at: varied_own(own, at), axes, ask("standing", budget)))
    assert len(points) == 8
    people = [
        len(point.odds.bout.reading.outcome(first_state(point.odds.bout, fight_dice("1", 0).play)).people)
        for point in points
    ]
    assert people[4] == people[0] + 1
    larger = varied_own(own, {"size": 3})
    met = larger.reading.outcome(first_state(larger, fight_dice("1", 0).play)).people
    assert len([one for one in met if not one.id.startswith("companion")]) == 4, "animals come with their masters"
    with pytest.raises(Fault):
        varied_own(own, {"weather": 3})


def test_house_rules_and_parties_are_an_axis(tmp_path):
    file = tmp_path / "house.yaml"
    file.write_text(
        "game: whitebox\nname: {it: casa, en: house}\noptions: {death_rule: unconscious_at_zero}\n", encoding="utf-8"
    )
    own = OwnFight(game="whitebox", party="ready:novices", foes=(("orc", 2),))
    assert varied_own(own, {"house_rules": str(file)}).options["death_rule"] == "unconscious_at_zero"
    assert len(varied_own(own, {"party": "veterans"}).start) != len(varied_own(own, {"party": "novices"}).start)


def test_the_command_varies_a_party_and_its_foes(run: Run):
    asked = ("sweep", "--party", "novices", "--against", "orc:2", "--runs", "5", "--seed", "4", "--json")
    code, said = run(*asked, "--vary", "foes.orc=1..3")
    assert (code, [row["foes.orc"] for row in json.loads(said)]) == (0, [1, 2, 3])


def test_packs_are_an_axis(tmp_path):
    from tests.cli.test_pack import TEXTS as PACKS

    file = tmp_path / "toads.yaml"
    file.write_text(PACKS["archmage"], encoding="utf-8")
    own = OwnFight(game="archmage", party="random:2:1", foes=(("mud_toad", 2),))
    with pytest.raises(Fault, match="mud_toad"):
        varied_own(own, {"packs": "-"})
    assert len(varied_own(own, {"packs": str(file)}).packs) == 1
    assert varied(orcs(), {"packs": "-"}).packs == ()
    with pytest.raises(Fault):
        varied_own(own, {"packs": str(tmp_path / "nothing.yaml")})


def test_a_sweep_is_a_table_in_a_notebook():
    table = Sweep(tuple(grid(f"{COUNT}=5,6")))
    assert "<th>The party: victory</th>" in table._repr_html_()
    assert len(table.rows("it")) == 2
    assert Sweep(())._repr_html_() == ""


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_cannot_be_varied_names_what_can(language):
    with pytest.raises(Fault) as fault:
        varied(orcs(), {"foo": 1})
    assert "line" not in fault.value.in_("en")
    assert "sides" in fault.value.in_(language)
    with pytest.raises(Fault) as fault:
        varied(orcs(), {"sides.orcs.members.0.zzz": 1})
    assert "sides.orcs.members.0.zzz=1" in fault.value.in_(language)
    with pytest.raises(Fault) as fault:
        varied_own(OwnFight(game="whitebox", party="random:1:1", foes=(("orc", 1),)), {"weather": 3})
    assert "foes.KIND" in fault.value.in_(language)
