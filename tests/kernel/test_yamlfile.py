"""YAML read strictly: every fault has a file, a line and words in both languages."""

import gc
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
import yaml
from msgspec import Struct, field

from arbitro.kernel.yamlfile import MOST_TEXT, Document, FileFault, open_packaged, open_path, unknown_name
from arbitro.text import Fault


class Weapon(Struct, forbid_unknown_fields=True):
    name: str
    damage: int = 6


class Monster(Struct, forbid_unknown_fields=True):
    armour: int
    kind: Literal["beast", "undead"] = "beast"
    weapons: tuple[Weapon, ...] = ()
    saves: dict[str, int] = field(default_factory=dict)


TEXT = """\
# a bestiary
monsters:
  orc:
    armour: 13
    weapons:
      - name: axe
      - name: bow
        damage: 4
    saves: {poison: 12}
"""


def refused(text: str, *path: str) -> FileFault:
    with pytest.raises(FileFault) as fault:
        Document("beasts.yaml", text).read(Monster, *(path or ("monsters", "orc")))
    assert fault.value.file == "beasts.yaml"
    assert fault.value.in_("en").startswith(f"beasts.yaml, line {fault.value.line}: ")
    assert fault.value.in_("it").startswith(f"beasts.yaml, riga {fault.value.line}: ")
    return fault.value


def test_what_is_right_is_read():
    orc = Document("beasts.yaml", TEXT).read(Monster, "monsters", "orc")
    assert orc == Monster(13, "beast", (Weapon("axe"), Weapon("bow", 4)), {"poison": 12})


def test_a_key_that_stands_twice_is_refused_on_its_second_line():
    fault = refused(TEXT + "    armour: 12\n")
    assert fault.line == 10
    assert "“armour” stands here twice" in fault.in_("en")
    assert "«armour» compare due volte" in fault.in_("it")


def test_an_unknown_field_is_refused_with_the_nearest_known_one():
    fault = refused(TEXT.replace("armour", "armor"))
    assert fault.line == 4
    assert "did you mean “armour”?" in fault.in_("en")
    assert "intendevi «armour»?" in fault.in_("it")
    nested = refused(TEXT.replace("damage: 4", "dammage: 4"))
    assert nested.line == 8
    assert "did you mean “damage”" in nested.in_("en")


def test_an_unknown_field_like_no_other_is_refused_with_all_known_ones():
    fault = refused(TEXT.replace("armour: 13", "armour: 13\n    xyzzy: 1"))
    assert fault.line == 5
    assert "known: armour" in fault.in_("en")


def test_a_missing_field_is_named():
    fault = refused(TEXT.replace("armour: 13", "kind: beast"))
    assert "the field “armour” is missing" in fault.in_("en")
    assert fault.line == 3
    assert refused(TEXT.replace("name: bow", "damage: 1").replace("        damage: 4\n", "")).line == 7


@pytest.mark.parametrize(
    ("was", "becomes", "line", "said"),
    [
        ("armour: 13", "armour: thick", 4, "“armour”: expected a whole number, found text"),
        ("armour: 13", "armour: 13\n    kind: plant", 5, "“kind”: “plant” is not known here; known: beast, undead"),
        ("armour: 13", "armour: 1001", 4, "“armour”: 1001 is too much; numbers go from -1000 to 1000 here"),
        ("damage: 4", "damage: [4]", 8, "“damage”: expected a whole number"),
        ("damage: 4", "xyzzy: 4", 8, "“xyzzy” is not known here; known: name, damage"),
        ("- name: axe", "- axe", 6, "expected a mapping of names"),
        ("saves: {poison: 12}", "saves: {poison: yes}", 9, "expected a whole number, found "),
        ("saves: {poison: 12}", "saves: none", 9, "expected a mapping of names"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_where_it_stands(was, becomes, line, said):
    fault = refused(TEXT.replace(was, becomes))
    assert fault.line == line
    assert said in fault.in_("en")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [1, 2\nb: 3\n", 2),
        ("a: 1\n\tb: 2\n", 2),
        ("a: 1\nb: @x\n", 2),
        ("a: 1\nb: !weapon axe\n", 2),
        ("a: 1\nborn: 2026-13-45\n", 2),
        ("a: 1\nb: !!int many\n", 2),
        ("a: 1\n? {b: c}\n: 2\n", 2),
        ("a: 1\n? [b]\n: 2\n", 2),
        ("a: 1\nb: &b [1, *b]\n", 2),
        ("a: &a {b: {c: *a}}\n", 1),
        ("a: 1\nb: *nobody\n", 2),
        ("a: 'x\x00'\n", 1),
    ],
)
def test_what_is_no_plain_yaml_is_a_fault_and_never_a_crash(text, line):
    with pytest.raises(FileFault) as fault:
        Document("x.yaml", text)
    assert fault.value.line == line
    assert "?)" not in fault.value.in_("en")
    assert fault.value.in_("it") != fault.value.in_("en")


def test_an_alias_beside_what_it_stands_for_is_fine():
    document = Document("x.yaml", "a: &a [1, 2]\nb: *a\nc: {d: *a}\n")
    assert document.data == {"a": [1, 2], "b": [1, 2], "c": {"d": [1, 2]}}


def test_lines_are_found_by_path_or_else_the_nearest_above():
    document = Document("beasts.yaml", TEXT)
    assert document.line() == 1
    assert document.line("monsters") == 2
    assert document.line("monsters", "orc", "armour") == 4
    assert document.line("monsters", "orc", "weapons", 1) == 7
    assert document.line("monsters", "orc", "weapons", 1, "damage") == 8
    assert document.line("monsters", "orc", "weapons", 9) == 5
    assert document.line("monsters", "troll", "armour") == 2
    assert Document("x", "7: a\non: b\n").line(True) == 2


def test_what_knows_the_lines_is_not_kept_until_there_is_a_fault():
    document = Document("x.yaml", "a: 1\nb: [2, 3]\n")
    kept = gc.get_referents(document, *vars(document).values())
    assert not [one for one in (*kept, *vars(document).values()) if isinstance(one, yaml.Node)]
    assert document.line("b", 1) == 2
    assert document.fault(unknown_name("c", ("a",)), "b").line == 2


def test_fields_and_mappings_at_the_top():
    document = Document("x.yaml", "game: a\nnmae: b\n")
    with pytest.raises(FileFault, match="did you mean “name”") as fault:
        document.fields("game", "name")
    assert fault.value.line == 2
    with pytest.raises(FileFault, match="“game” must be a mapping"):
        document.mapping("game")
    with pytest.raises(FileFault, match=r"x\.yaml. must be a mapping"):
        Document("x.yaml", "- 1\n").mapping()
    with pytest.raises(FileFault):
        Document("x.yaml", "").mapping()
    with pytest.raises(FileFault, match="“1”"):
        Document("x.yaml", "1: a\n").fields("game")


def test_a_file_of_the_users_is_named_by_its_path(tmp_path: Path):
    path = tmp_path / "mine.yaml"
    path.write_text("a: 1\na: 2\n", encoding="utf-8")
    with pytest.raises(FileFault) as fault:
        open_path(path)
    assert (fault.value.file, fault.value.line) == (str(path), 2)
    path.write_bytes("name: x\nword: perché\n".encode("latin-1"))
    with pytest.raises(FileFault, match="UTF-8") as fault:
        open_path(path)
    assert fault.value.line == 2


def test_a_packaged_file_is_read_once_and_named_by_its_place():
    document = open_packaged("arbitro.rules.whitebox", "options.yaml")
    assert document is open_packaged("arbitro.rules.whitebox", "options.yaml")
    assert document.name == "arbitro/rules/whitebox/options.yaml"


def test_unknown_names_are_told_with_help():
    assert unknown_name("swrd", ["sword", "axe"]).in_("it") == "«swrd» qui non esiste; intendevi «sword»?"
    assert unknown_name("x", ["sword", "axe"]).in_("en") == "“x” is not known here; known: sword, axe"
    many = unknown_name("x", [f"name {n}" for n in range(60)])
    assert many.in_("en").startswith("“x” is not known here; known: name 0, name 1, ")
    assert many.in_("en").endswith(" and 48 more")
    assert many.in_("it").endswith(" e altri 48")


def test_a_fault_is_a_value_error_that_speaks_english_unasked():
    with pytest.raises(Fault, match="line 2"):
        Document("x.yaml", "a: 1\na: 2\n")


def test_a_fault_inside_a_mapping_of_free_keys_names_its_own_line():
    wolf = "wolf:\n  armour: 12\n  weapons:\n    - name: bite\n      sharp: 1\n"
    text = "orc: {armour: 13}\n" + wolf + "bat: {armour: 1, teeth: 2}\n"
    with pytest.raises(FileFault, match="sharp") as fault:
        Document("beasts.yaml", text).read(dict[str, Monster])
    assert fault.value.line == 6
    saves = "armour: 13\nsaves:\n  poison: 12\n  death: many\n"
    with pytest.raises(FileFault) as fault:
        Document("beasts.yaml", saves).read(Monster)
    assert fault.value.line == 4


@pytest.mark.parametrize(
    "text", ["[" * 60_000, "[" * 60_000 + "]" * 60_000, "- " * 60_000, "? " * 60_000, "{a: " * 60_000]
)
def test_endless_nesting_is_refused_before_the_loader_sees_it(text: str) -> None:
    with pytest.raises(FileFault, match=r"file\.yaml, line 1: ") as fault:
        Document("file.yaml", text)
    assert "riga 1" in fault.value.in_("it")


def test_a_file_may_not_grow_without_end_by_its_shortcuts() -> None:
    lines = ["a: &a [1, 2]", *(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in pairwise("abcdefgh"))]
    with pytest.raises(FileFault, match="shortcuts"):
        Document("file.yaml", "\n".join(lines))


def test_a_file_may_not_be_longer_than_one_may_be() -> None:
    with pytest.raises(FileFault, match="too long"):
        Document("file.yaml", "#" * (MOST_TEXT + 1))
