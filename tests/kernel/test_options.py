"""Options: every switch of every game is declared soundly, and a house-rules file is read strictly."""

from pathlib import Path

import pytest
from tests.kernel.tables import WHITEBOX

from arbitro.kernel.option import Option, Options, load_house_rules, load_options
from arbitro.kernel.rulebook import Phrase, load_rulebook
from arbitro.kernel.yamlfile import FileFault
from arbitro.text import LANGUAGES, Fault

GAMES = {
    "arbitro.rules.whitebox": None,
    "arbitro.rules.infausta": "arbitro.rules.whitebox",
    "arbitro.rules.archmage": None,
    "arbitro.rules.daggerheart": None,
    "arbitro.appendix_a": None,
}
"""Each package with options, and the one whose options it lies over."""


def options_of(package: str) -> Options:
    parent = GAMES[package]
    return load_options(package, load_options(parent) if parent else None)


# -------------------------------------------------------------------- what the games declare


@pytest.mark.parametrize("package", GAMES)
def test_every_option_is_whole_in_both_languages_and_its_default_is_allowed(package):
    options = options_of(package)
    assert len(options) > 20
    for name in options:
        option = options[name]
        for language in LANGUAGES:
            assert option.title.in_(language).strip(), name
            assert option.text.in_(language).strip(), name
            assert all(words.in_(language).strip() for words in option.values.values()), name
        assert option.fault(option.default) is None, name
        assert (option.type == "choice") == bool(option.values), name
        assert option.atoms, name
    assert options.faults(options.defaults()) == {}


@pytest.mark.parametrize("package", GAMES)
def test_every_atom_that_an_option_bends_is_in_the_rulebook(package):
    books = [load_rulebook(name) for name in (package, GAMES[package]) if name]
    options = options_of(package)
    unknown = {
        name: atom for name in options for atom in options[name].atoms if not any(atom in book for book in books)
    }
    assert unknown == {}


@pytest.mark.parametrize("package", GAMES)
def test_every_ruling_that_names_an_option_names_one_that_exists(package):
    book, options = load_rulebook(package), options_of(package)
    named = [(atom, ruling.option) for atom in book for ruling in book[atom].rulings if ruling.option]
    assert named
    assert [(atom, option) for atom, option in named if option not in options] == []


@pytest.mark.parametrize("package", GAMES)
def test_what_an_option_requires_can_be_had(package):
    options = options_of(package)
    for name in options:
        for other, values in options[name].requires.items():
            assert any(options[other].fault(value) is None for value in values), (name, other)


@pytest.mark.parametrize("package", GAMES)
def test_every_value_of_every_option_can_be_chosen(package):
    options = options_of(package)
    for name in options:
        option = options[name]
        tried = {"switch": (True, False), "choice": tuple(option.values)}.get(option.type, (option.default,))
        for value in tried:
            needed = {
                other: next(each for each in values if options[other].fault(each) is None)
                for other, values in _all_required(options, name).items()
            }
            if option.fixed and value != option.default:
                assert name in options.faults({**needed, name: value})
            else:
                assert options.faults({**needed, name: value}) == {}, (name, value)


def _all_required(options: Options, name: str) -> dict[str, tuple[bool | int | str, ...]]:
    """What an option requires, with what that requires in turn."""
    found = dict(options[name].requires)
    for other in options[name].requires:
        found = {**_all_required(options, other), **found}
    return found


# -------------------------------------------------------------------- one game over another


def test_a_variant_changes_fixes_adds_and_takes_away():
    parent, child = load_options("arbitro.rules.whitebox"), options_of("arbitro.rules.infausta")
    assert parent["declare_intent"].default is False
    assert (child["declare_intent"].default, child["declare_intent"].fixed) == (True, True)
    assert child["bandage_dice"].default == "1d6"
    assert child["bandage_dice"].requires == parent["bandage_dice"].requires
    assert child["joust_lances"] == parent["joust_lances"]
    assert "full_recovery_days" in child
    assert "full_recovery_days" not in parent
    assert "death_floor" not in child, "a default of null takes the switch away"
    assert "death_floor_number" not in child, "what only means something under it goes with it"
    assert child.effective({"declare_intent": True})["declare_intent"] is True
    with pytest.raises(Fault, match=r"declare_intent.*fixes it at on"):
        child.effective({"declare_intent": False})


def _package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> str:
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    (tmp_path / name / "options.yaml").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


PARENT = """\
game: parent
options:
  mercy:
    type: switch
    default: true
    origin: book
    atoms: [XX-A-01]
    title: {it: Pietà, en: Mercy}
    text: {it: "…", en: "…"}
"""


def declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, child: str) -> Options:
    parent = load_options(_package(tmp_path, monkeypatch, f"parent_{tmp_path.name.replace('-', '_')}", PARENT))
    return load_options(_package(tmp_path, monkeypatch, f"child_{tmp_path.name.replace('-', '_')}", child), parent)


def test_inherit_changes_only_what_is_given(tmp_path, monkeypatch):
    options = declared(tmp_path, monkeypatch, "options:\n  mercy: {inherit: true, default: false, fixed: true}\n")
    assert options["mercy"].title == Phrase("Pietà", "Mercy")
    assert options["mercy"].atoms == ("XX-A-01",)
    assert (options["mercy"].default, options["mercy"].fixed) == (False, True)


@pytest.mark.parametrize(
    ("child", "line", "said"),
    [
        ("options:\n  mercy:\n    type: switch\n", 2, "inherit: true"),
        ("options:\n\n  mercy: {inherit: true, default: maybe}\n", 3, "on or off"),
        ("options:\n  mercy: {inherit: true, default: maybe, fixed: true}\n", 2, "on or off"),
        ("options:\n  mercies: {inherit: true, default: false}\n", 2, "did you mean “mercy”"),
        ("options:\n  mercy:\n    inherit: true\n    defualt: false\n", 4, "did you mean “default”"),
        ("options:\n  mercy:\n    inherit: true\n    requires: {pity: [true]}\n", 4, "pity"),
    ],
)
def test_a_variant_that_is_written_wrongly_is_refused_by_line(tmp_path, monkeypatch, child, line, said):
    with pytest.raises(FileFault, match=said) as fault:
        declared(tmp_path, monkeypatch, child)
    assert fault.value.line == line


# -------------------------------------------------------------------- house rules


def house(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "casa.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_house_rules_file_sets_what_it_names(tmp_path):
    text = "game: whitebox\nname: Venerdì\noptions:\n  death_rule: unconscious_at_zero\n  natural_extremes: true\n"
    rules = load_house_rules(house(tmp_path, text), "whitebox", WHITEBOX.options)
    assert rules.name == "Venerdì"
    assert rules.options == {"death_rule": "unconscious_at_zero", "natural_extremes": True}
    assert load_house_rules(house(tmp_path, "game: whitebox\n"), "whitebox", WHITEBOX.options).name == "casa"


WRONG = [
    ("a misspelt name", "  deth_rule: dead_at_zero", "death_rule", "death_rule"),
    ("a name like no other", "  xyzzy: true", "xyzzy", "xyzzy"),
    ("a number for a name", "  7: true", "“7”", "«7»"),
    ("a name that YAML reads as a switch", "  on: true", "“True”", "«True»"),
    ("a word for a switch", "  natural_extremes: often", "on or off", "on oppure off"),
    ("a value that is none of the choices", "  death_rule: never", "dead_at_zero", "dead_at_zero"),
    ("a list for a choice", "  death_rule: [never]", "dead_at_zero", "dead_at_zero"),
    ("a switch for a choice", "  death_rule: on", "dead_at_zero", "dead_at_zero"),
    ("nothing for a choice", "  death_rule:", "dead_at_zero", "dead_at_zero"),
    ("a word for dice", "  rest_hp_per_day: some", "1d4", "1d4"),
    ("a word for a fraction", "  rough_terrain_factor: half", "1/2", "1/2"),
    ("a decimal for a fraction", "  rough_terrain_factor: 0.5", "1/2", "1/2"),
    ("a division by nothing", "  rough_terrain_factor: 1/0", "1/2", "1/2"),
    (
        "a number above its limit",
        "  death_floor_number: 3\n  death_floor: fixed\n  death_rule: unconscious_at_zero",
        "at most -1",
        "al massimo -1",
    ),
    (
        "a switch for a number",
        "  death_floor_number: true\n  death_floor: fixed\n  death_rule: unconscious_at_zero",
        "whole number",
        "numero intero",
    ),
    ("a setting that another one makes idle", "  death_floor: fixed", "unless death_rule is", "se death_rule non è"),
    (
        "two settings against each other",
        "  death_floor: fixed\n  death_rule: dead_at_zero",
        "unless death_rule is",
        "se death_rule non è",
    ),
]


@pytest.mark.parametrize(("text", "english", "italian"), [wrong[1:] for wrong in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_setting_is_refused_by_name_file_and_line_in_both_languages(tmp_path, text, english, italian):
    path = house(tmp_path, f"# regole della casa\ngame: whitebox\noptions:\n  oil_second_roll: true\n{text}\n")
    with pytest.raises(FileFault) as raised:
        load_house_rules(path, "whitebox", WHITEBOX.options)
    fault = raised.value
    assert (fault.file, fault.line) == (str(path), 5)
    assert fault.in_("en").startswith(f"{path}, line 5: ")
    assert fault.in_("it").startswith(f"{path}, riga 5: ")
    assert english in fault.in_("en")
    assert italian in fault.in_("it")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("game: archmage\n", 1),
        ("name: x\n", 1),
        ("game: whitebox\noption: {}\n", 2),
        ("game: whitebox\noptions: [death_rule]\n", 2),
        ("game: whitebox\noptions:\n  bleeding: true\n  bleeding: false\n", 4),
        ("game: whitebox\noptions:\n\t- x\n", 3),
        ("", 1),
    ],
)
def test_a_file_that_is_no_house_rules_is_refused_by_line(tmp_path, text, line):
    path = house(tmp_path, text)
    with pytest.raises(FileFault) as fault:
        load_house_rules(path, "whitebox", WHITEBOX.options)
    assert fault.value.line == line
    assert fault.value.in_("it") != fault.value.in_("en")


def test_everything_wrong_is_found_at_once():
    faults = WHITEBOX.options.faults({"deth_rule": 1, "natural_extremes": "often", "death_floor": "fixed"})
    assert list(faults) == ["deth_rule", "natural_extremes", "death_floor"]


def test_a_setting_at_its_default_contradicts_nothing():
    assert WHITEBOX.options.faults({"death_floor": "level", "death_rule": "dead_at_zero"}) == {}


def test_limits_of_numbers_are_kept_on_both_sides():
    words = Phrase("…", "…")
    option = Option("integer", 3, "book", ("XX-A-01",), words, words, minimum=1, maximum=6)
    assert [option.fault(value) is None for value in (0, 1, 6, 7)] == [False, True, True, False]


def number(**more: object) -> Option:
    words = Phrase(it="x", en="x")
    return Option("integer", 5, "ruling", (), words, words, minimum=0, maximum=10, **more)  # type: ignore[arg-type]


def test_what_an_option_needs_of_another_is_asked_once_it_is_used() -> None:
    options = Options({"caves": number(needs={"sheet": 4}), "sheet": number()})
    assert options.faults({"sheet": 3}) == {}
    assert options.faults({"sheet": 3, "caves": 1})["caves"].key == "option.needs"
    assert options.faults({"sheet": 4, "caves": 1}) == {}


def test_one_number_stays_below_another_whichever_is_chosen() -> None:
    options = Options({"least": number(not_above="most"), "most": number()})
    assert options.faults({"least": 6})["least"].key == "option.not_above"
    assert options.faults({"most": 4})["least"].key == "option.not_above"
    assert options.faults({"least": 6, "most": 6}) == {}


@pytest.mark.parametrize(
    ("kind", "limits", "good", "bad"),
    [
        ("fraction", ("1/20", 1), ("1/20", "1/3", 1), ("0", "1/21", "21/20", 0, 0.5, "one")),
        ("dice", (0, 10), ("0", "1d6+4", "10", 3), ("1d6+5", "-1", "1d4-2", "x")),
    ],
)
def test_fractions_and_dice_have_limits_too(kind, limits, good, bad) -> None:
    words = Phrase(it="x", en="x")
    option = Option(kind, "1", "ruling", (), words, words, minimum=limits[0], maximum=limits[1])
    assert [value for value in good if option.fault(value) is not None] == []
    assert [value for value in bad if option.fault(value) is None] == []


@pytest.mark.parametrize("package", GAMES)
def test_an_option_of_no_known_name_names_a_few_and_how_to_list_all(package):
    said = options_of(package).faults({"qqq": 1})["qqq"].in_("en")
    assert len(said) < 200
    assert "rules options" in said
    assert sum(name in said for name in options_of(package)) >= min(3, len(options_of(package)))


def test_an_option_that_is_nearly_right_is_named():
    assert "“surprise_method”" in options_of("arbitro.rules.whitebox").faults({"suprise_methd": 1})[
        "suprise_methd"
    ].in_("en")
