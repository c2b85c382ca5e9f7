"""``arbitro dungeon``: new, key and walk, for people and for programs."""

import json
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from tests.dungeon.test_reading import CRYPT

from arbitro.__main__ import main
from arbitro.appendix_a.level import generate_rooms, options
from arbitro.cli.stock import namer
from arbitro.cli.walk import DungeonWalk
from arbitro.dice.stream import AuditedDice
from arbitro.dungeon.export.bundle import FORMATS
from arbitro.dungeon.export.own import from_own
from arbitro.kernel.yamlfile import open_path
from arbitro.play import find_campaign
from arbitro.play.adventure import read_adventure, read_text

MAKE = ("--seed", "7", "--start", "crossroads", "--cap", "40")


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a command in a folder of its own: what it printed, and its exit code."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)

    def go(*arguments: str, language: str = "en") -> tuple[str, str, int]:
        monkeypatch.setattr(sys, "argv", ["arbitro", "dungeon", *arguments, "--lang", language])
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return said.out, said.err, code

    return go


def test_new_without_a_folder_shows_the_map_in_words(run) -> None:
    out, err, code = run("new", *MAKE)
    assert (err, code) == ("", 0)
    assert out.startswith("Level 1, in words")
    assert "dungeon-7: spaces on each level 1: 40" in out


def test_new_writes_the_files_asked_for_and_the_same_bytes_again(run) -> None:
    out, _, code = run("new", *MAKE, "--out", "maps", "--format", "svg,json,txt", "--json")
    assert code == 0
    told = json.loads(out)
    assert told["seed"] == "7"
    assert told["spaces"] == {"1": 40}
    assert [Path(name).name for name in told["files"]] == [
        "dungeon-7.json",
        "dungeon-7-level-1.svg",
        "dungeon-7-level-1.txt",
    ]
    first = {name: Path(name).read_bytes() for name in told["files"]}
    run("new", *MAKE, "--out", "again", "--format", "svg,json,txt")
    for name, data in first.items():
        assert (Path("again") / Path(name).name).read_bytes() == data


def test_a_kept_dungeon_is_drawn_again_as_it_was(run) -> None:
    run("new", *MAKE, "--out", ".", "--format", "svg,json")
    drawn = Path("dungeon-7-level-1.svg").read_bytes()
    _, err, code = run("new", "--from", "dungeon-7.json", "--out", "again")
    assert (err, code) == ("", 0)
    assert (Path("again") / "dungeon-7-level-1.svg").read_bytes() == drawn


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_a_file_remembers_the_game_that_filled_it(run, game) -> None:
    run("new", *MAKE, "--rules", game, "--out", ".", "--format", "json,key")
    assert from_own(Path("dungeon-7.json").read_bytes(), options()).game == game
    key, err, code = run("key", "--from", "dungeon-7.json")
    assert (err, code) == ("", 0)
    assert key == Path("dungeon-7-key.md").read_text(encoding="utf-8")
    run("new", "--from", "dungeon-7.json", "--out", "again", "--format", "json")
    assert (Path("again") / "dungeon-7.json").read_bytes() == Path("dungeon-7.json").read_bytes()
    _, err, code = run("key", "--from", "dungeon-7.json", "--rules", "whitebox")
    assert code == 2
    assert f"is filled by {game}, not by whitebox: leave --rules out, or give --rules {game}." in err


def test_json_without_a_folder_is_the_dungeon_itself(run) -> None:
    out, _, code = run("new", *MAKE, "--json")
    assert code == 0
    assert len(from_own(out.encode(), options()).dungeon.spaces) == 40
    players, _, _ = run("new", *MAKE, "--json", "--players")
    shown = from_own(players.encode(), options()).dungeon
    assert shown.contents == {}
    assert len(shown.spaces) <= 40


def test_options_reach_the_generator(run) -> None:
    out, _, _ = run(
        "new", "--seed", "5", "--levels", "2", "--caves-from", "1", "--cap", "25", "--set", "bottom_level=2", "--json"
    )
    dungeon = from_own(out.encode(), options()).dungeon
    assert dungeon.options["caves_from_level"] == 1
    assert dungeon.options["bottom_level"] == 2
    assert max(dungeon.levels) <= 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("new", *MAKE, "--format", "svg,bmp"), "“bmp” is no format; known: svg"),
        (("new", *MAKE, "--style", "pretty"), "There is no style “pretty”; known: old, blue, clean."),
        (("new", *MAKE, "--size", "2cm"), "There is no size “2cm”; known: 5mm, 1in."),
        (("new", "--seed", "7", "--start", "tower"), "tower"),
        (("new", "--seed", "7", "--set", "nonsense"), "should read name=value"),
        (("key", *MAKE, "--level", "9"), "this dungeon has no level 9; its levels: 1"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(run, arguments, says) -> None:
    out, err, code = run(*arguments, *(("--out", "maps") if arguments[0] == "new" else ()))
    assert code == 2
    assert says in err
    assert out == ""
    assert not Path("maps").exists()


def test_a_file_that_is_no_dungeon_is_refused(run) -> None:
    Path("other.json").write_text("{}", encoding="utf-8")
    out, err, code = run("key", "--from", "other.json", "--json")
    assert code == 2
    assert "no dungeon file" in err
    assert "no dungeon file" in json.loads(out)["error"]["message"]


def test_a_folder_that_cannot_be_made_is_named(run) -> None:
    Path("taken").write_text("", encoding="utf-8")
    _, err, code = run("new", *MAKE, "--out", "taken/maps")
    assert code == 2
    assert "taken/maps" in err


def test_the_key(run) -> None:
    out, _, code = run("key", *MAKE)
    assert code == 0
    assert out.startswith("# Key to the dungeon\n\n## Level 1\n\n### 1. ")
    assert "**For the referee**" in out
    players, _, _ = run("key", *MAKE, "--players")
    assert "For the referee" not in players


def test_the_key_in_json_keeps_hidden_facts_from_players(run) -> None:
    out, _, _ = run("key", *MAKE, "--json")
    (level,) = json.loads(out)
    assert {"number", "title", "aloud", "hidden"} == set(level["entries"][0])
    out, _, _ = run("key", *MAKE, "--json", "--players")
    (level,) = json.loads(out)
    assert {"number", "title", "aloud"} == set(level["entries"][0])
    assert "passages" not in level


def test_a_walk_shows_its_dice(run) -> None:
    out, _, code = run("walk", "--seed", "3", "--steps", "3")
    assert code == 0
    assert "Step 3" in out
    assert "    Table A.1: 14, a chamber.  [d20=14; DA-PERIODIC-01, DA-PERIODIC-06]" in out
    assert "    1. A rectangular chamber opens, 20 by 30 feet, 600 square feet." in out
    assert "A.5.7" not in out, "contents are the referee's"
    referee, _, _ = run("walk", "--seed", "3", "--steps", "3", "--referee")
    assert "A.5.7" in referee


def test_a_walk_in_json_and_its_map(run) -> None:
    out, _, code = run("walk", "--seed", "3", "--steps", "5", "--json", "--out", "maps")
    assert code == 0
    told = json.loads(out)
    assert len(told["steps"]) == 6
    assert told["steps"][1]["thrown"][0]["table"] == "A.1"
    assert all(Path(name).name.startswith("walk-3-players-level-") for name in told["files"])
    assert told["files"]


def test_a_person_chooses_the_way(run, monkeypatch) -> None:
    answers = iter(["v", "nonsense", "1", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    out, _, code = run("walk", "--seed", "3")
    assert code == 0
    assert "Type a number from 1 to" in out
    assert "Step 1" in out
    assert "Step 2" not in out


@pytest.mark.rule("DA-SOLO-02", "DA-SOLO-03")
@pytest.mark.parametrize(("typed", "says"), [("a", "Settled, impossible result: "), ("c", "but the way ends here.")])
def test_a_person_is_asked_about_a_repair(run, monkeypatch, typed, says) -> None:
    asked = []

    def answer(prompt: str = "") -> str:
        asked.append(prompt)
        if prompt.startswith("Take the repair"):
            return "perhaps" if sum(each == prompt for each in asked) == 1 else typed
        return "1" if len(asked) < 60 else "q"

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    size = ("--set", "page_width_squares=20", "--set", "page_height_squares=20")
    out, err, code = run("walk", "--seed", "3", "--set", "adjustments=offered", *size)
    assert (err, code) == ("", 0)
    assert "cannot be drawn" in out
    assert "Type a, r, c or q." in out
    assert says in out


def test_a_walk_by_itself_takes_every_repair(run) -> None:
    size = ("--set", "page_width_squares=20", "--set", "page_height_squares=20")
    out, err, code = run("walk", "--seed", "3", "--steps", "20", "--set", "adjustments=offered", *size)
    assert (err, code) == ("", 0)
    assert "Settled, impossible result: " in out


@pytest.mark.rule("DA-CONTENT-03")
@pytest.mark.parametrize(
    ("game", "italian", "english"),
    [
        ("whitebox", "- 1 × mago di livello 2 qui.", "- 5 gnolls here."),
        ("infausta", "- 3 ombre minori, erranti, di ronda", "- 3 lesser shadows, wandering, going"),
        ("archmage", "1 gnoll selvaggio, 1 sciamano goblin qui.", "1 goblin shaman here."),
        ("dh", "- 1 ogre delle caverne, 4 lupi feroci qui.", "- 1 cave ogre, 4 dire wolves here."),
    ],
)
def test_the_key_names_what_the_game_in_play_has_there(run, game, italian, english) -> None:
    out, err, code = run("key", *MAKE, "--rules", game)
    assert (err, code) == ("", 0)
    assert english in out
    assert "of the table for level" not in out
    out, _, _ = run("key", *MAKE, "--rules", game, language="it")
    assert italian in out
    players, _, _ = run("key", *MAKE, "--rules", game, "--players")
    assert "×" not in players
    assert english not in players


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_everything_a_stocker_may_put_has_a_name(game, language) -> None:
    name = namer(game, language)
    ids = ("coins/gold", "gem/50", "jewelry/900", "class/thief/4", "scroll/cursed", "scroll/sleep", "armour/shield/+1")
    told = [name(each, 2) for each in ids]
    assert not any("/" in each for each in told), told
    assert len(set(told)) == len(ids)


def test_a_game_that_cannot_fill_a_dungeon_is_named(run, monkeypatch) -> None:
    _, err, code = run("key", *MAKE, "--rules", "chess")
    assert code == 2
    assert "“chess” cannot fill a dungeon here; these can: whitebox, infausta, archmage, daggerheart." in err
    monkeypatch.setattr("arbitro.play.stocking.games", lambda: ("whitebox",))
    _, err, code = run("new", *MAKE, "--rules", "daggerheart")
    assert code == 2
    assert "“daggerheart” cannot fill a dungeon here; these can: whitebox." in err


def test_levels_that_no_way_leads_down_to_are_spoken_of(run) -> None:
    asked = ("--seed", "1", "--start", "crossroads", "--levels", "3", "--cap", "30", "--out", ".", "--format", "txt")
    out, err, code = run("new", *asked)
    assert code == 0
    assert out.startswith("dungeon-1: spaces on each level 1: ")
    assert "levels asked for: 3; these were not reached: 2, 3" in err
    assert "--cap" in err
    _, err, _ = run("new", "--seed", "1", "--start", "crossroads", "--cap", "30", "--out", ".", "--format", "txt")
    assert err == ""
    answer, err, _ = run("new", *asked, "--json")
    assert (json.loads(answer)["unreached"], err) == ([2, 3], "")


def test_a_kept_dungeon_is_not_made_anew(run) -> None:
    run("new", *MAKE, "--out", ".", "--format", "json")
    for words in (
        ("--seed", "3"),
        ("--levels", "2"),
        ("--start", "chamber"),
        ("--cap", "9"),
        ("--set", "curve=branch"),
    ):
        for command in ("new", "key"):
            _, err, code = run(command, "--from", "dungeon-7.json", *words)
            assert code == 2
            assert words[0] in err


def test_no_format_at_all_is_refused(run) -> None:
    _, err, code = run("new", *MAKE, "--out", ".", "--format", " , ")
    assert code == 2
    assert "svg, png, pdf" in err


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_file_of_another_version_or_cut_short_is_told_apart(run, language) -> None:
    run("new", *MAKE, "--out", ".", "--format", "json")
    text = Path("dungeon-7.json").read_text(encoding="utf-8")
    Path("later.json").write_text(text.replace('"version":1', '"version":9'), encoding="utf-8")
    _, err, code = run("new", "--from", "later.json", language=language)
    assert (code, "9" in err, "Invalid" in err) == (2, True, False)
    Path("cut.json").write_text(text[:500], encoding="utf-8")
    _, err, code = run("new", "--from", "cut.json", language=language)
    assert (code, "truncated" in err) == (2, False)


def test_a_walk_asks_through_a_pipe_where_that_is_wished(run, monkeypatch) -> None:
    answers = iter(["1", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    out, err, code = run("walk", "--seed", "3", "--steps", "0")
    assert (err, code) == ("", 0)
    assert "Step 1" in out
    assert "Step 2" not in out


@pytest.mark.parametrize(("rooms", "levels"), [(6, 1), (12, 1), (20, 2)])
def test_a_wished_size_is_never_missed(rooms, levels) -> None:
    for seed in range(60):
        made, _ = generate_rooms(AuditedDice.from_text(f"size {seed}"), {}, rooms, levels=levels)
        assert sum(space.is_place for space in made.spaces.values()) == rooms, seed


def test_a_size_that_no_sheet_holds_is_refused(run) -> None:
    small = ("--set", "page_width_squares=12", "--set", "page_height_squares=12")
    _, err, code = run("new", "--seed", "7", "--rooms", "500", *small)
    assert code == 2
    assert "500 rooms do not fit" in err
    _, err, code = run("new", "--seed", "7", "--rooms", "500", *small, language="it")
    assert "500 stanze non ci stanno" in err


def test_levels_that_only_stairs_touch_get_no_sheet(run) -> None:
    out, _, code = run("new", "--seed", "a1", "--levels", "3", "--out", ".", "--format", "txt,key", "--json")
    assert code == 0
    told = json.loads(out)
    levels = {int(Path(name).stem.rpartition("-")[2]) for name in told["files"] if name.endswith(".txt")}
    assert {int(level) for level in told["spaces"]} > levels >= {1, 2, 3}
    key = Path("dungeon-a1-key.md").read_text(encoding="utf-8")
    assert {int(line[9:]) for line in key.splitlines() if line.startswith("## Level ")} == levels


def test_a_map_of_another_program_is_a_dungeon_like_any(run) -> None:
    Path("crypt.json").write_text(json.dumps(CRYPT), encoding="utf-8")
    out, err, code = run("new", "--from", "crypt.json", "--out", ".", "--format", "json,txt,uvtt", "--json")
    assert (err, code) == ("", 0)
    assert json.loads(out)["spaces"] == {"1": 5}
    out, _, code = run("key", "--from", "crypt.json")
    assert code == 0
    assert "A secret door to the east: it leads to 2." in out
    _, err, code = run("new", "--from", "crypt.json", "--feet", "7")
    assert (code, "5, 10" in err) == (2, True)


def test_the_dungeon_of_a_table_in_every_format(run, monkeypatch) -> None:
    """What a party has walked, with the referee's secrets or as the party knows it."""
    monkeypatch.setenv("ARBITRO_DB", str(Path.cwd() / "tables.db"))
    game = ["arbitro", "play", "--party", "ready:novices", "--auto", "--days", "2", "--seed", "4", "--table", "ours"]
    monkeypatch.setattr(sys, "argv", [*game, "--lang", "en"])
    with pytest.raises(SystemExit):
        main()
    out, err, code = run("new", "--table", "ours", "--out", ".", "--format", ",".join(FORMATS), "--json")
    assert code == 0, err
    written = {Path(name).name for name in json.loads(out.splitlines()[-1])["files"]}
    assert {"ours.json", "ours-key.md", "ours-level-1.svg", "ours-level-1-foundry.json"} <= written
    assert from_own(Path("ours.json").read_bytes(), options()).game == "whitebox"
    _, err, code = run("new", "--table", "ours", "--players", "--out", ".", "--format", "json")
    assert code == 0, err
    seen = from_own(Path("ours-players.json").read_bytes(), options()).dungeon
    assert seen.contents == {}
    _, err, code = run("new", "--table", "nobody")
    assert code == 2
    _, err, code = run("new", "--table", "ours", "--rooms", "4")
    assert (code, "--rooms" in err) == (2, True)


@pytest.mark.rule("DA-STAIR-03", "DA-EXIT-03", "DA-CONTENT-01")
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_walk_offers_ways_stairs_and_walls_each_in_words_of_its_own(language) -> None:
    seen: set[str] = set()
    for seed in range(8):
        lines: list[str] = []
        asked = [0]

        def choose(prompt: str) -> str:
            del prompt
            asked[0] += 1  # noqa: B023
            offered = walk.options()  # noqa: B023
            texts = [option.text for option in offered]
            assert len(set(texts)) == len(texts)
            seen.update(option.kind for option in offered)
            others = [number for number, option in enumerate(offered, 1) if option.kind != "way"]
            pick = others[0] if others and asked[0] % 2 else 1 + asked[0] % len(offered)  # noqa: B023
            return "q" if asked[0] > 40 else str(pick)  # noqa: B023

        options_ = {"start": "crossroads"}
        walk = DungeonWalk(f"offers {seed}", options_, language, lines.append, choose, referee=bool(seed % 2))
        walk.go(0)
        nothing = "Nothing is to be seen here." if language == "en" else "Qui non si vede nulla."
        waits = "monsters of the table" if language == "en" else "mostri della tabella"
        seen.update(["empty"] if any(nothing in line for line in lines) else [])
        seen.update(["monster"] if any(waits in line.lower() for line in lines) else [])
    assert seen == {"way", "stairs", "search", "empty", "monster"}


def test_an_adventure_is_begun_from_a_played_table_or_a_foreign_map(run, monkeypatch) -> None:
    monkeypatch.setenv("ARBITRO_DB", str(Path.cwd() / "tables.db"))

    def call(*arguments: str) -> None:
        monkeypatch.setattr(sys, "argv", ["arbitro", *arguments, "--lang", "en"])
        with suppress(SystemExit):
            main()

    call("play", "--party", "ready:novices", "--auto", "--days", "2", "--seed", "4", "--table", "ours")
    call("adventure", "new", "ours.yaml", "--table", "ours")
    Path("crypt.json").write_text(json.dumps(CRYPT), encoding="utf-8")
    call("adventure", "new", "stocked.yaml", "--dungeon", "crypt.json", "--stock", "--seed", "d")
    stocked = Path("stocked.yaml").read_text(encoding="utf-8")
    assert "foes:" in stocked
    assert "treasure:" in stocked
    call("adventure", "check", "stocked.yaml")
    call("adventure", "new", "crypt.yaml", "--dungeon", "crypt.json")
    for name, game in (("ours.yaml", "whitebox"), ("crypt.yaml", "whitebox")):
        document = open_path(Path(name))
        text, dungeon = read_text(document)
        assert set(text.games) == {game}
        assert dungeon.known == {}
        read_adventure(document, find_campaign(game))
    assert "A coffin." in {room.note for room in read_text(open_path(Path("crypt.yaml")))[0].rooms.values()}
