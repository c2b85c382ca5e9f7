"""Creatures of packs wherever creatures are: listed, shown one by one, and proposed for encounters."""

import json

import pytest
from tests.packs.sample import TEXTS
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.chances.building import OwnFight, sheets
from arbitro.chances.outcome import reading_of
from arbitro.dice.stream import AuditedDice, seed_from_text
from arbitro.kernel.pack import pack_from_text
from arbitro.play import find_game


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs")
    for game, text in TEXTS.items():
        (folder / f"{game}.yaml").write_text(text, encoding="utf-8")
    return folder


def said(*arguments: str) -> str:
    answer = CliRunner().invoke(application(["arbitro.cli.whitebox.monster"]), ["monster", *arguments])
    assert answer.exit_code == 0, answer.output
    return answer.stdout


@pytest.mark.parametrize("game", TEXTS)
def test_every_game_lists_and_shows_its_creatures_with_those_of_packs(game, place):
    packed = ("--rules", game, "--pack", str(place / f"{game}.yaml"))
    for language, name in (("it", "rospo del fango"), ("en", "mud toad")):
        listed = said("list", *packed, "--lang", language).splitlines()
        assert any(line.split() == ["mud_toad", *name.split()] for line in listed)
        assert len(listed) == 1 + len(said("list", "--rules", game).splitlines())
        shown = said("show", "mud_toad", *packed, "--lang", language)
        assert name.split()[-1] in shown.lower()
        assert len(shown.splitlines()) > 3
    assert json.loads(said("show", "mud_toad", *packed, "--json"))["monster"]["name"]["en"] == "mud toad"
    other = CliRunner().invoke(application(["arbitro.cli.whitebox.monster"]), ["monster", "show", "mud_tod", *packed])
    assert other.exit_code == 2
    assert "mud_toad" in other.output


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_any_creature_can_be_shown(game):
    for name in list(find_game(game).creatures())[::9]:
        assert len(said("show", name, "--rules", game, "--lang", "it").splitlines()) > 3


@pytest.mark.parametrize("game", TEXTS)
def test_encounters_are_proposed_with_creatures_of_packs_that_no_table_names(game):
    text = "---\n".join(part for part in TEXTS[game].split("---\n") if "encounter_tables" not in part)
    pack = pack_from_text("toads.yaml", text)
    ruleset, people = (
        find_game(game).with_packs((pack,)),
        sheets(OwnFight(game=game, party="random:4:1", packs=(pack,))),
    )
    book, dice = reading_of(game).encounters, AuditedDice(seed_from_text("toads")).play
    assert book is not None
    drawn = [book.drawn(ruleset, people, wish, dice) for wish in book.difficulties for _ in range(25)]
    assert any(kind == "mud_toad" for foes in drawn for kind, _ in foes)
