"""Content files: entries laid over each other, and every fault named with file and line."""

from pathlib import Path

import pytest
from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.content import Content, Noun, Sourced
from arbitro.kernel.pack import read_pack
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.yamlfile import FileFault
from arbitro.text import Fault


class Sting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="sting"):
    damage: Amount


class Song(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="song"):
    rounds: Amount | None = None


class Beast(Sourced, frozen=True, kw_only=True):
    name: Noun
    legs: int = 4
    bite: Amount = Amount(1)
    powers: tuple[Sting | Song, ...] = ()
    growth: dict[int, Amount] | None = None


class Facts(Sourced, frozen=True, kw_only=True):
    gold: Amount
    days: int


class Prize(Struct, frozen=True, forbid_unknown_fields=True):
    coins: Amount


BEASTS = """
content: beasts
defaults: {source: here, uncertain: {legs: low}}
entries:
  cat: {name: {it: gatto, en: cat, plural: {it: gatti, en: cats}}, bite: 1d2}
  bee:
    name: {it: ape, en: bee, gender: f, plural: {it: api, en: bees}}
    legs: 6
    powers: [{type: sting, damage: 1d6+1}, {type: song, rounds: 2d4}, {type: song}]
    growth: {1: 1, 3: 2d6}
  dog: {name: {it: cane, en: dog}, source: there}
"""
TABLES = """
content: prizes
tables:
  small: {dice: 1d2, rules: [], rows: [{at: 1, id: a, result: {coins: 1d6}}, {at: 2, id: b, result: {coins: 5}}]}
  large: {dice: 1d2, rules: [], rows: [{at: 1-2, id: a, result: {coins: 10d6}}]}
"""
FACTS = "content: facts\nvalue: {source: here, gold: 3d6, days: 7}\n"
KINDS = ("beasts", "prizes", "facts")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Content:
    """A tiny game in a package of its own."""
    package = f"tiny_{abs(hash(str(tmp_path)))}"
    folder = tmp_path / "packages" / package / "content"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    for name, text in (("beasts", BEASTS), ("prizes", TABLES), ("facts", FACTS)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    return Content("tiny", package, KINDS)


def over(game: Content, tmp_path: Path, text: str) -> Content:
    """The game with a pack of one file laid over it."""
    pack = tmp_path / "pack"
    pack.mkdir(exist_ok=True)
    (pack / "mine.yaml").write_text(text, encoding="utf-8")
    return Content(game.game, game.package, KINDS, packs=(read_pack(pack),))


def read(game: Content, tmp_path: Path, text: str, kind: str) -> object:
    """One kind of content of the game with a pack laid over it."""
    laid = over(game, tmp_path, text)
    if kind == "beasts":
        return laid.entries("beasts", Beast)
    return laid.tables("prizes", Prize) if kind == "prizes" else laid.value("facts", Facts)


def fault(game: Content, tmp_path: Path, text: str, kind: str = "beasts") -> FileFault:
    with pytest.raises(FileFault) as caught:
        read(game, tmp_path, text, kind)
    return caught.value


def test_dice_are_read_wherever_the_schema_expects_them(game):
    bee = game.entries("beasts", Beast)["bee"]
    assert bee.powers == (Sting(Amount(1, 6, 1)), Song(Amount(2, 4)), Song())
    assert bee.growth == {1: Amount(plus=1), 3: Amount(2)}
    assert game.entries("beasts", Beast)["cat"].bite == Amount(1, 2)
    assert game.tables("prizes", Prize)["small"].at(2).result == Prize(Amount(plus=5))


def test_defaults_of_a_file_hold_unless_an_entry_says_otherwise(game):
    beasts = game.entries("beasts", Beast)
    assert beasts["cat"].source == "here"
    assert beasts["dog"].source == "there"
    assert beasts["dog"].uncertain == {"legs": "low"}


def test_a_noun_knows_its_forms(game):
    bee, dog = game.entries("beasts", Beast)["bee"].name, game.entries("beasts", Beast)["dog"].name
    assert (bee.in_("it"), bee.in_("it").gender, bee.many("en")) == ("ape", "f", "bees")
    assert dog.many("it") == "cane"  # no plural given: the singular serves
    assert bee.plural == Phrase("api", "bees")


def test_a_pack_states_only_what_differs(game, tmp_path):
    laid = over(
        game,
        tmp_path,
        """
content: beasts
inherit: tiny
defaults: {source: mine}
entries:
  cat: null
  bee: {inherit: true, legs: 8, powers: null}
  dog: {replace: true, name: {it: lupo, en: wolf}}
  ant: {new: true, name: {it: formica, en: ant}}
""",
    ).entries("beasts", Beast)
    assert list(laid) == ["bee", "dog", "ant"]
    assert (laid["bee"].legs, laid["bee"].powers, laid["bee"].source) == (8, (), "here")
    assert laid["bee"].growth == game.entries("beasts", Beast)["bee"].growth
    assert laid["dog"] == Beast(name=Noun("lupo", "wolf"), source="mine")
    assert laid["ant"].source == "mine"


def test_what_is_not_named_is_inherited_as_the_same_object(game, tmp_path):
    text = "content: beasts\ninherit: tiny\nentries:\n  cat: null\n"
    child = Content("child", game.package, (), parent=game)
    pack = over(game, tmp_path, text)
    variant = Content("variant", "arbitro.kernel", (), parent=game)
    assert variant.entries("beasts", Beast)["bee"] is game.entries("beasts", Beast)["bee"]
    assert variant.tables("prizes", Prize)["small"] is game.tables("prizes", Prize)["small"]
    assert pack.entries("beasts", Beast)["bee"] == game.entries("beasts", Beast)["bee"]
    assert child.lineage == ("child", "tiny")


def test_an_unknown_key_names_file_and_line(game, tmp_path):
    found = fault(game, tmp_path, "content: beasts\ninherit: tiny\nentries:\n  bee:\n    inherit: true\n    leggs: 8\n")
    assert found.file.endswith("mine.yaml")
    assert found.line == 6
    assert "leggs" in str(found)
    assert "«legs»" in found.in_("it")


def test_bad_dice_name_the_line_and_what_is_right(game, tmp_path):
    head = "content: beasts\ninherit: tiny\nentries:\n  bee:\n    inherit: true\n    powers:\n"
    found = fault(game, tmp_path, head + "      - {type: sting, damage: 2x6}\n")
    assert found.line == 7
    assert "2x6" in str(found)
    assert "1d4" in found.in_("it")


@pytest.mark.parametrize(
    ("entry", "word"),
    [
        ("bee: {legs: 8}", "inherit: true"),
        ("bee: {inherit: true, new: true}", "replace: true"),
        ("bee: 8", "new: true"),
        ("bee: {new: true, name: {it: a, en: b}}", "exists already"),
        ("be: {inherit: true, legs: 8}", "bee"),
        ("wasp: null", "cat, bee, dog"),
        ("wasp: {replace: true}", "wasp"),
    ],
)
def test_every_entry_of_a_pack_says_what_happens_to_it(game, tmp_path, entry, word):
    found = fault(game, tmp_path, f"content: beasts\ninherit: tiny\nentries:\n  {entry}\n")
    assert found.line == 4
    assert word in str(found)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("content: bests\ninherit: tiny\nentries: {}\n", 1, "beasts, prizes, facts"),
        ("inherit: tiny\nentries: {}\n", 1, "content:"),
        ("content: beasts\ninherit: huge\nentries: {}\n", 2, "tiny"),
        ("content: beasts\nentries: {}\n", 1, "inherit:"),
        ("content: beasts\ninherit: tiny\nentires: {}\n", 3, "entries"),
        ("content: beasts\ninherit: tiny\nentries: [a]\n", 3, "mapping"),
        ("content: beasts\ninherit: tiny\nentries:\n  a: {new: true}\n  a: {new: true}\n", 5, "twice"),
    ],
)
def test_the_head_of_a_pack_file_is_checked(game, tmp_path, text, line, word):
    found = fault(game, tmp_path, text)
    assert found.line == line
    assert word in str(found)


def test_a_pack_must_be_a_folder_with_files(game, tmp_path):
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "empty", tmp_path / "nowhere"):
        with pytest.raises(Fault) as caught:
            Content("tiny", game.package, KINDS, packs=(read_pack(folder),))
        assert folder.name in caught.value.in_("it")


def test_tables_are_replaced_by_name_only(game, tmp_path):
    row = "{dice: 1d2, rules: [], rows: [{at: 1-2, id: a, result: {coins: 7}}]}"
    head = "content: prizes\ninherit: tiny\n"
    laid = over(game, tmp_path, f"{head}replaces: [small]\ntables:\n  small: {row}\n  large: null\n  huge: {row}\n")
    assert list(laid.tables("prizes", Prize)) == ["small", "huge"]
    assert laid.tables("prizes", Prize)["small"].at(1).result.coins == Amount(plus=7)
    assert "replaces:" in str(fault(game, tmp_path, f"{head}tables:\n  small: {row}\n", "prizes"))
    assert fault(game, tmp_path, f"{head}replaces: [smal]\ntables: {{}}\n", "prizes").line == 3
    assert "large" in str(fault(game, tmp_path, f"{head}tables:\n  larg: null\n", "prizes"))
    gap = f"{head}tables:\n  odd: {{dice: 1d3, rules: [], rows: [{{at: 1-2, id: a, result: {{coins: 1}}}}]}}\n"
    assert "3" in str(fault(game, tmp_path, gap, "prizes"))


def test_bad_dice_in_a_table_name_the_line(game, tmp_path):
    text = "content: prizes\ninherit: tiny\ntables:\n  odd:\n    dice: 1d1\n    rules: []\n    rows:\n"
    found = fault(game, tmp_path, text + "      - {at: 1, id: a, result: {coins: many}}\n", "prizes")
    assert found.line == 8
    assert "many" in str(found)


def test_facts_that_stand_alone_change_field_by_field(game, tmp_path):
    laid = over(game, tmp_path, "content: facts\ninherit: tiny\nvalue: {days: 9}\n").value("facts", Facts)
    assert laid == Facts(source="here", gold=Amount(3), days=9)
    assert fault(game, tmp_path, "content: facts\ninherit: tiny\nvalue:\n  dayz: 9\n", "facts").line == 4


def test_nothing_is_read_before_it_is_asked_for(game, tmp_path):
    laid = over(game, tmp_path, "content: facts\ninherit: tiny\nvalue: {days: never}\n")
    assert len(laid.entries("beasts", Beast)) == 3
    with pytest.raises(FileFault):
        laid.value("facts", Facts)


def test_what_is_read_once_is_kept(game):
    assert game.entries("beasts", Beast) is game.entries("beasts", Beast)
    assert game.tables("prizes", Prize) is game.tables("prizes", Prize)
