"""``arbitro fight --party … --against …``, ``arbitro treasure``, ``arbitro monster`` and a reader's packs."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.powers.telling import monster_text

TOAD_MAN = """\
content: monsters
inherit: whitebox
entries:
  toad_man:
    new: true
    source: mine
    name: {it: uomo rospo, en: toad man}
    kind: humanoid
    alignment: chaos
    ac: 7
    hd: [{dice: 2, xp: 30}]
    move: {walk: 9}
    attacks: [{name: weapon, damage: 1d6}]
    specials: [{type: poison, attack: weapon, save: {danger: death_poison}}]
    appearing: {dungeon: 1d4, wilderness: 1d4}
  orc: {inherit: true, ac: 3}
"""


def run(*arguments: str) -> tuple[int, str]:
    """Run a command line; the exit code and everything written."""
    modules = ["arbitro.cli.fight", "arbitro.cli.whitebox.monster", "arbitro.cli.whitebox.treasure"]
    result = CliRunner().invoke(application(modules), list(arguments))
    return result.exit_code, result.output


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A reader's own creature."""
    (tmp_path / "toads.yaml").write_text(TOAD_MAN, encoding="utf-8")
    return tmp_path


def test_a_fight_from_a_few_words() -> None:
    code, output = run(
        "fight", "--party", "random:4:1", "--against", "orc:6", "--seed", "3", "--no-save", "--lang", "en"
    )
    assert code == 0
    assert "orcs (6)" in output
    assert "The fight is over" in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fight", "--against", "orcc:2", "--no-save"), "orc"),
        (("fight", "--party", "random:x", "--against", "orc", "--no-save"), "random:4:1"),
        (("fight", "--party", "nobody", "--against", "orc", "--no-save"), "random:4:1"),
        (("fight", "--against", "orc:0", "--no-save"), "orc:6"),
        (("fight", "--rules", "daggerheart", "--against", "orc", "--no-save"), "no creature called “orc”"),
        (("treasure",), "--xp"),
        (("treasure", "ork:2"), "orc"),
        (("monster", "show", "trol"), "troll"),
    ],
)
def test_what_cannot_be_understood_is_said_and_leaves_with_2(arguments: tuple[str, ...], words: str) -> None:
    code, output = run(*arguments, "--lang", "en")
    assert code == 2
    assert words in output


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_entry_of_the_bestiary_can_be_shown(language: str) -> None:
    game = find_ruleset("whitebox")
    for name in game.content.monsters:
        lines = monster_text(game.rules, name, language)
        assert lines[0] == game.content.monsters[name].name.in_(language)
        assert len(lines) > 3


def test_entries_and_treasures_as_json() -> None:
    code, output = run("monster", "show", "troll", "--json")
    assert (code, json.loads(output)["monster"]["hd"][0]["dice"]) == (0, 6)
    code, output = run("treasure", "ogre:2", "--seed", "1", "--json")
    assert code == 0
    assert json.loads(output)["worth"] >= 2 * 60
    assert run("treasure", "ogre:2", "--seed", "1", "--json")[1] == output  # the same seed, the same treasure
    code, output = run("monster", "list", "--json")
    assert len(json.loads(output)) == 149


def test_a_pack_adds_and_changes_creatures(pack: Path) -> None:
    code, output = run("monster", "show", "toad_man", "--pack", str(pack), "--lang", "en")
    assert (code, output.splitlines()[0]) == (0, "toad man")
    code, output = run(
        "fight", "--against", "toad_man:2,orc:1", "--pack", str(pack), "--seed", "2", "--no-save", "--lang", "en"
    )
    assert code == 0
    assert "toad man 2" in output
    assert run("treasure", "toad_man:3", "--pack", str(pack))[0] == 0
    assert find_ruleset("whitebox").content.monsters["orc"].ac == 6  # the game itself is as it was


def test_a_fault_in_a_pack_names_file_and_line(pack: Path) -> None:
    file = pack / "toads.yaml"
    file.write_text(TOAD_MAN.replace("    alignment:", "    alignement:"), encoding="utf-8")
    for arguments in (("monster", "show", "orc"), ("treasure", "orc"), ("fight", "--against", "orc", "--no-save")):
        code, output = run(*arguments, "--pack", str(pack), "--lang", "en")
        assert code == 2
        assert "toads.yaml, line 9" in output
        assert "alignment" in output
