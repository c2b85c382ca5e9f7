"""A reader's content in every game: read from a file, laid over the game, played with, kept in the log."""

from types import SimpleNamespace

import pytest
from tests.packs.sample import TEXTS, by_itself, fight, sample

from arbitro.chances.outcome import reading_of
from arbitro.dice.stream import AuditedDice
from arbitro.kernel.audit import replay
from arbitro.kernel.event import PackLaid
from arbitro.kernel.pack import MOST_PACK, Opening, opening_of, pack_from_text, read_pack
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.yamlfile import FileFault
from arbitro.play import find_game
from arbitro.play.players.runs import Job, play_out
from arbitro.rules import games
from arbitro.store.reading import ruleset_of
from arbitro.text import Fault


def test_every_game_has_a_sample():
    assert set(TEXTS) == set(games())


@pytest.mark.parametrize("game", TEXTS)
def test_a_pack_lies_over_the_game_and_leaves_the_game_alone(game):
    laid = find_game(game).with_packs((sample(game),))
    assert "mud_toad" in laid.creatures()
    assert "mud_toad" not in find_game(game).creatures()
    assert laid is find_game(game).with_packs((sample(game),))
    books = laid.books()
    assert books is not None
    assert {kind for kind, _ in books.pack_entries()} >= {"encounter_tables"}


@pytest.mark.parametrize("game", TEXTS)
def test_creatures_of_a_pack_fight_to_an_end(game):
    table = fight(game)
    ruleset = table.ruleset
    for _ in by_itself(ruleset, table):
        list(ruleset.choices(table.state, REFEREE))
    assert ruleset.finished(table.state)


@pytest.mark.parametrize("game", TEXTS)
def test_a_log_opens_again_with_its_packs_and_says_which(game):
    table = fight(game)
    for _ in by_itself(table.ruleset, table, 12):
        pass
    records = list(table.records())
    opening = opening_of(records[0][1])
    assert [pack.fingerprint for pack in opening.packs] == [sample(game).fingerprint]
    again = opening.ruleset(find_game)
    assert again.packs == table.ruleset.packs
    assert replay(again, records, table.seed) is None
    laid = next(event for event in next(table.entries()).events if isinstance(event, PackLaid))
    told = again.texts.say("it", "event.pack_laid", pack=laid.pack)
    assert "toads" in told
    assert sample(game).fingerprint in told


@pytest.mark.parametrize("game", TEXTS)
def test_a_campaign_is_played_with_a_pack(game):
    table, tally = play_out(Job(f"campaign-{game}", "reckless", "toads", 1, packs=(sample(game),)))
    assert table.ruleset.packs == (sample(game),)
    assert tally.days >= 1
    assert "mud_toad" in str(list(table.entries()))


def faults(game: str, text: str) -> FileFault:
    with pytest.raises(FileFault) as caught:
        find_game(game).with_packs((pack_from_text("toads.yaml", text),))
    return caught.value


@pytest.mark.parametrize(
    ("game", "right", "wrong", "line", "word"),
    [
        ("whitebox", "[mud_toad]", "[mud_tod]", 25, "mud_tod"),
        ("whitebox", "replaces: [dungeon_1]", "replaces: []", 21, "dungeon_1"),
        ("whitebox", "monsters: [goblin]", "table: dungeon_1", 21, "dungeon_1"),
        ("whitebox", "new: true", "inherit: true", 4, "mud_toad"),
        ("whitebox", "name: bite", "name: bit", 13, "bit"),
        ("infausta", "ac: 7", "ac: seven", 10, ""),
        ("archmage", "hp: 20", "hp: 0", 13, ""),
        ("archmage", "basic: true", "basik: true", 14, "basik"),
        ("archmage", "dire_rat: 5", "dire_rats: 5", 24, "dire_rats"),
        ("archmage", "damage: 4", "damage: 4, type: mud", 14, "mud"),
        ("archmage", "tables:\n", "tables:\n  x: 1\n", 19, ""),
        ("daggerheart", "tier: 1", "tier: 5", 8, ""),
        ("daggerheart", "[mud_toad]", "[mud_tod]", 26, "mud_tod"),
        ("daggerheart", "stress: 3", "stress: 3\n    features: [{pattern: relentles}]", 14, "relentles"),
        ("daggerheart", "inherit: daggerheart", "inherit: whitebox", 2, "daggerheart"),
        ("daggerheart", "mud_toad:\n    new", "giant_rat:\n    new", 4, "giant_rat"),
    ],
)
def test_a_fault_of_a_pack_names_its_file_and_line(game, right, wrong, line, word):
    assert right in TEXTS[game]
    fault = faults(game, TEXTS[game].replace(right, wrong, 1))
    assert (fault.file, fault.line) == ("toads.yaml", line)
    assert word in fault.in_("it")
    assert fault.in_("it") != fault.in_("en")


def test_a_pack_has_a_size():
    with pytest.raises(Fault, match=str(MOST_PACK)):
        pack_from_text("long.yaml", "content: monsters\n#" + "x" * MOST_PACK)
    with pytest.raises(Fault, match="empty"):
        pack_from_text("empty.yaml", "# nothing\n---\n\n")
    with pytest.raises(Fault, match="parts"):
        pack_from_text("many.yaml", "content: monsters\n---\n" * 200)


def test_a_pack_is_a_file_or_a_folder(tmp_path):
    file = tmp_path / "toads.yaml"
    file.write_text(TEXTS["archmage"], encoding="utf-8")
    assert read_pack(file) == sample("archmage")
    first, second = TEXTS["archmage"].split("---\n")
    folder = tmp_path / "bog"
    folder.mkdir()
    (folder / "monsters.yaml").write_text(first, encoding="utf-8")
    (folder / "tables.yml").write_text(second, encoding="utf-8")
    pack = read_pack(folder)
    assert pack.name == "bog"
    assert [name for name, _ in pack.files] == ["monsters.yaml", "tables.yml"]
    assert "mud_toad" in find_game("archmage").with_packs((pack,)).creatures()
    with pytest.raises(Fault, match="nowhere"):
        read_pack(tmp_path / "nowhere")


def test_two_packs_may_not_add_the_same(tmp_path):
    other = pack_from_text("frogs.yaml", TEXTS["daggerheart"])
    with pytest.raises(FileFault) as caught:
        find_game("daggerheart").with_packs((sample("daggerheart"), other))
    assert (caught.value.file, caught.value.line) == ("frogs.yaml", 4)


def test_a_table_whose_pack_no_longer_fits_says_which_and_where():
    grown = pack_from_text("toads.yaml", TEXTS["archmage"].replace("mud_toad", "wolf"))
    with pytest.raises(Fault) as caught:
        ruleset_of(Opening("mill", "archmage", (grown,)), find_game)
    for language, line in (("it", "riga 4"), ("en", "line 4")):
        told = caught.value.in_(language)
        assert all(
            word in told for word in ("mill", f"toads.yaml ({grown.fingerprint})", f"toads.yaml, {line}", "wolf")
        )


def test_encounters_of_the_box_are_drawn_from_the_tables_of_a_pack():
    laid = find_game("whitebox").with_packs((sample("whitebox"),))
    book = reading_of("whitebox").encounters
    assert book is not None
    dice, people = AuditedDice.from_text("toads").play, (SimpleNamespace(level=1),) * 3
    met = {kind for _ in range(12) for kind, _ in book.drawn(laid, people, "average", dice)}
    assert "mud_toad" in met
