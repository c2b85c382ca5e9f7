"""Words: both languages complete, key by key and gap by gap, and a text for everything that the sources say."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from tests.games import PLAYABLE

import arbitro
from arbitro.kernel.command import KERNEL_COMMANDS
from arbitro.kernel.event import KERNEL_EVENTS, Event
from arbitro.kernel.named import Named
from arbitro.kernel.yamlfile import open_path
from arbitro.play import campaigns, find_campaign
from arbitro.rules import find_ruleset, package_of
from arbitro.signs import is_one_line, letters
from arbitro.text import (
    FORMATS,
    LANGUAGES,
    Fault,
    Language,
    Name,
    NameRow,
    Texts,
    Words,
    as_language,
    in_a_row,
    load_catalogue,
    number_text,
    with_article,
)

ROOT = Path(arbitro.__file__).parent
REGISTERED = {package_of(game).removeprefix("arbitro.").replace(".", "/") for game in PLAYABLE}


def speaks(folder: Path) -> bool:
    """Whether a locale folder belongs to the program; a game does from the day it is registered."""
    package = folder.parent.relative_to(ROOT).as_posix()
    return folder.is_dir() and (not package.startswith("rules/") or package in REGISTERED)


LOCALES = sorted(folder for folder in ROOT.rglob("locale") if speaks(folder))
PARENTS = {
    "rules/infausta": ("rules/whitebox",),
    "play/sides/whitebox": ("play", "rules/whitebox"),
    "play/sides/infausta": ("play/sides/whitebox", "play", "rules/infausta", "rules/whitebox"),
    "play": ("rules/whitebox", "rules/archmage", "rules/daggerheart"),
    "play/sides/walking": ("play", "rules/archmage", "rules/daggerheart"),
    "play/sides/archmage": ("play/sides/walking", "play", "rules/archmage"),
    "play/sides/daggerheart": ("play/sides/walking", "play", "rules/daggerheart"),
    "dungeon": ("dungeon/export",),
    "appendix_a": ("dungeon",),
    "cli/screen": ("dungeon/export",),
    "cli/whitebox": ("cli",),
    "cli/infausta": ("cli",),
    "cli/daggerheart": ("cli",),
    "web": ("web/api",),
    ".": ("cli",),
}
"""A variant's texts stand on those of the game it varies, a campaign's on those of its game, a side's on the
campaign's, a generator's on the map's, the terminal's chart on those of the text map, a game's commands on the
terminal's, the page's refusals on those of the door it comes in by, the program's door on the terminal's; all stand
on the kernel's and the dice's."""
SILENT = {
    # what an adversary or a place is, counters, and questions (they are asked in words of their own)
    "daggerheart": {
        "foe_joined",
        "place_set",
        "feature_marked",
        "feature_spent",
        "foe_done",
        "asked",
        "answered",
    },
    "whitebox": {"joined"},
    "infausta": {"joined"},
    "archmage": {"joined", "replaced", "asked", "answered", "power_used", "actions_spent", "turn_ended"}
    | {"ongoing_ticked"},
}
"""Events that have nothing to say of their own: what everybody sees of somebody who joins is told by `appeared`."""

FORMS = {"plural": (2,), "gender": (2, 4), "signed": (4,), "count": (3,), "measure": (2,)}
"""How many words each form chooses between."""
over_locales = pytest.mark.parametrize("folder", LOCALES, ids=lambda folder: folder.parent.relative_to(ROOT).as_posix())


@cache
def catalogue(folder: Path, language: str) -> Mapping[str, str]:
    """A catalogue, read strictly: a key that stands twice is a fault."""
    return open_path(folder / f"{language}.yaml").mapping()


def gaps(sentence: str) -> tuple[set[str], set[str]]:
    """The gaps of a sentence: those that show a value, and those that only choose between words by it."""
    shown, choosing = set(), set()
    for _, name, form, _ in Formatter().parse(sentence):
        if name is not None:
            chooses = "|" in (form or "") and not (form or "").startswith(("signed|", "count|", "measure|"))
            (choosing if chooses else shown).add(name)
    return shown, choosing


# -------------------------------------------------------------------- the catalogues


@over_locales
def test_a_package_speaks_both_languages_with_the_same_keys(folder):
    assert sorted(item.name for item in folder.iterdir()) == ["en.yaml", "it.yaml"]
    assert set(catalogue(folder, "it")) == set(catalogue(folder, "en"))


@over_locales
def test_both_languages_have_the_same_gaps(folder):
    for key, italian in catalogue(folder, "it").items():
        shown_it, choosing_it = gaps(italian)
        shown_en, choosing_en = gaps(catalogue(folder, "en")[key])
        assert shown_it == shown_en, key
        assert choosing_it | choosing_en | shown_it == shown_it | choosing_it, f"{key}: English chooses by more"


@over_locales
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_and_every_form_is_known(folder, language):
    for key, sentence in catalogue(folder, language).items():
        assert isinstance(key, str)
        assert isinstance(sentence, str), key
        assert sentence.strip(), key
        for _, name, form, _ in Formatter().parse(sentence):
            if name is None:
                continue
            assert name, f"{key}: a gap needs a name"
            if form and "|" in form:
                kind, *words = form.split("|")
                assert len(words) in FORMS.get(kind, ()), key


@over_locales
def test_translations_are_translated(folder):
    texts = catalogue(folder, "en")
    same = [
        key for key, english in texts.items() if english == catalogue(folder, "it")[key] and len(english.split()) > 4
    ]
    assert same == []


@over_locales
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_apostrophe_has_one_form(folder, language):
    """The straight one: articles that are joined to names bring it along ("dell'orco")."""
    assert [key for key, text in catalogue(folder, language).items() if "’" in text] == []


# -------------------------------------------------------------------- what the sources say


def package_of(module: Path) -> Path | None:
    """The locale folder that a module speaks from: its own package's or the nearest above."""
    for above in module.parents:
        if (above / "locale").is_dir():
            return above / "locale" if speaks(above / "locale") else None
        if above == ROOT:
            return None
    return None


@cache
def keys_for(folder: Path) -> frozenset[str]:
    """All keys that a package may use: its own, its parent's, the kernel's and the dice's."""
    name = folder.parent.relative_to(ROOT).as_posix()
    places = [folder, *(ROOT / above / "locale" for above in PARENTS.get(name, ())), ROOT / "kernel/locale"]
    places.append(ROOT / "dice/locale")
    return frozenset(key for place in places for key in catalogue(place, "en"))


Calls = Mapping[str, list[ast.Call]]
"""The calls of a module, by the name of what is called."""


@cache
def modules() -> tuple[tuple[str, Calls, frozenset[str]], ...]:
    """Every module that has a voice, with its calls and the keys it may use; read once, for there are many."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        folder = package_of(path)
        if folder is not None:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found.append((path.relative_to(ROOT).as_posix(), by_name(tree), keys_for(folder)))
    return tuple(found)


def by_name(tree: ast.Module) -> Calls:
    made: dict[str, list[ast.Call]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            made.setdefault(called, []).append(node)
    return made


def constants(node: ast.AST | None) -> list[str]:
    """The plain texts that an expression may come to: one, or those of both arms of a condition."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return []


def calls(made: Calls, *names: str) -> Iterator[ast.Call]:
    return (call for name in names for call in made.get(name, ()))


def argument(call: ast.Call, place: int, name: str) -> ast.AST | None:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
    return named or (call.args[place] if place < len(call.args) else None)


def unsaid(prefix: str, *names: str, place: int, name: str) -> dict[str, list[str]]:
    """Module -> the words used as that argument of those calls that no catalogue has a text for."""
    found: dict[str, list[str]] = {}
    for module, made, keys in modules():
        for call in calls(made, *names):
            for word in constants(argument(call, place, name)):
                own = module.startswith("web/") and word in keys  # the page says its own refusals in its own words
                if word and not own and f"{prefix}{word}" not in keys:
                    found.setdefault(module, []).append(f"{prefix}{word}")
    return found


def test_every_refusal_has_its_words():
    assert unsaid("refusal.", "Refusal", "PathFault", place=0, name="code") == {}


def test_every_label_has_its_words():
    assert unsaid("", "Label", place=0, name="key") == {}


def test_every_question_has_its_words():
    assert unsaid("question.", "Question", place=0, name="kind") == {}
    for game in PLAYABLE:
        ruleset = find_ruleset(game)
        for command in (*KERNEL_COMMANDS, *ruleset.command_types):
            for language in LANGUAGES:
                assert not command.answers or ruleset.texts.find(language, f"question.{command.answers}"), command


def test_every_note_on_a_modifier_has_its_words():
    assert unsaid("note.", "Modifier", place=2, name="note") == {}


def test_everything_that_a_number_is_held_against_has_its_words():
    assert unsaid("against.", "held_against", place=4, name="against") == {}
    assert unsaid("against.", "Check", place=6, name="against") == {}


def test_every_purpose_of_a_die_has_its_words():
    found: dict[str, list[str]] = {}
    for module, made, keys in modules():
        if not module.startswith("rules/"):
            continue  # only a game that is played asks a person for dice; others pass on what it says they are for
        for call in calls(made, "roll"):
            for part in [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "purpose")]:
                missing = [word for word in constants(part) if f"purpose.{word}" not in keys]
                if missing:
                    found.setdefault(module, []).extend(missing)
    assert found == {}


def test_every_key_that_is_written_out_in_the_sources_exists():
    found: dict[str, list[str]] = {}
    for module, made, keys in modules():
        for call in calls(made, "say", "find", "text", "help_text", "Words", "_words", "_Fault", "fault"):
            for part in call.args:
                for word in constants(part):
                    other = word.endswith(".yaml") or word.startswith("arbitro.") or " " in word
                    if "." in word and not other and word not in keys:
                        found.setdefault(module, []).append(word)
    assert found == {}


def test_every_key_that_is_put_together_has_a_text_to_begin_with():
    found: dict[str, list[str]] = {}
    for module, made, keys in modules():
        if module in (
            "kernel/card.py",
            "kernel/event_words.py",
            "kernel/explain.py",
            "kernel/help.py",
            "kernel/ruleset.py",
            "kernel/sentence.py",
            "kernel/together.py",
            "kernel/why_not.py",
            "play/making.py",
            "cli/console.py",
            "cli/screen/game.py",
            "web/answering.py",
            "web/doing.py",
            "web/preparing.py",
            "web/story.py",
            "web/tablepages.py",
            "web/wording.py",
        ):
            continue  # they read the texts of whatever game is played
        for call in calls(made, "say", "find", "Label", "Words", "_words"):
            for part in call.args:
                if isinstance(part, ast.JoinedStr) and part.values and isinstance(part.values[0], ast.Constant):
                    beginning = str(part.values[0].value)
                    if "." in beginning and not any(key.startswith(beginning) for key in keys):
                        found.setdefault(module, []).append(beginning)
    assert found == {}


def variants(kind: type[Event]) -> list[str] | None:
    """The variants of an event's sentence as its code names them; None where a field of it decides."""
    if kind.variant is Event.variant:
        return [""]
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind.variant)))
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Return):
            words = constants(node.value)
            if not words:
                return None
            found += words
    return found


@pytest.mark.parametrize("game", PLAYABLE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence_in_each_of_its_variants(game, language):
    ruleset = find_ruleset(game)
    keys = {*load_catalogue("arbitro.kernel", language)}
    texts: Texts | None = ruleset.texts
    while texts is not None:
        keys |= {*load_catalogue(texts.package, language)}
        texts = texts.parent
    missing = []
    for kind in (*KERNEL_EVENTS, *ruleset.event_types):
        key = f"event.{kind.__struct_config__.tag}"
        if kind.__struct_config__.tag in SILENT.get(game, ()):
            assert not any(each == key or each.startswith(f"{key}.") for each in keys), f"{key} is not silent"
            continue
        named = variants(kind)
        if named is None:
            if not any(each.startswith(f"{key}.") for each in keys):
                missing.append(f"{key}.*")
            continue
        missing += [full for word in named if (full := f"{key}.{word}" if word else key) not in keys]
    assert missing == []


# -------------------------------------------------------------------- the words themselves


@pytest.fixture
def texts(tmp_path, monkeypatch):
    """A package that speaks, and a variant of it that says one thing otherwise."""
    words = {
        "parent": 'hit: "{who:gender|colpito|colpita}: {count} {count:plural|punto|punti}"\nplain: "{value:+d}"\n',
        "child": 'plain: "valore {value}"\n',
    }
    name = f"voice_{tmp_path.name.replace('-', '_')}"
    for package, content in words.items():
        folder = tmp_path / f"{name}_{package}" / "locale"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").touch()
        for language in LANGUAGES:
            (folder / f"{language}.yaml").write_text(content, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return Texts(f"{name}_child", Texts(f"{name}_parent"))


def test_gender_and_number_choose_the_word(texts):
    assert texts.say("it", "hit", who=Name("Dalia", "f"), count=1) == "colpita: 1 punto"
    assert texts.say("it", "hit", who=Name("Berto"), count=3) == "colpito: 3 punti"
    assert texts.say("it", "hit", who="chissà", count=0) == "colpito: 0 punti"


def test_a_variant_speaks_first_and_its_parent_fills_in(texts):
    assert texts.say("it", "plain", value=3) == "valore 3"
    assert texts.parent is not None
    assert texts.parent.say("it", "plain", value=3) == "+3"
    assert texts.find("en", "nothing") is None
    with pytest.raises(KeyError, match="nothing"):
        texts.say("en", "nothing")


def test_words_wait_for_their_language_and_may_stand_inside_others():
    kernel = Texts("arbitro.kernel")
    inner = Words(kernel, "file.missing", name="hp")
    outer = Words(kernel, "file.fault", file="x.yaml", line=3, fault=inner)
    assert outer.in_("en") == str(outer) == "x.yaml, line 3: the field “hp” is missing"
    assert outer.in_("it") == "x.yaml, riga 3: manca il campo «hp»"
    assert str(Fault(outer)) == outer.in_("en")
    assert Fault(outer).in_("it") == outer.in_("it")


@pytest.mark.parametrize(
    ("tag", "language"),
    [("it_IT.UTF-8", "it"), ("IT", "it"), ("en-GB", "en"), ("de_DE", None), ("C", None), ("", None), (None, None)],
)
def test_a_tag_stands_for_one_of_our_languages_or_none(tag, language):
    assert as_language(tag) == language


@pytest.mark.parametrize(
    ("number", "form", "italian", "english"),
    [
        (Fraction(329, 10), "", "32,9", "32.9"),
        (32.9, "", "32,9", "32.9"),
        (12.0, "", "12", "12"),
        (2_000_000.0, "", "2000000", "2000000"),
        (-0.5, "", "-0,5", "-0.5"),
        (0.2778, ".2f", "0,28", "0.28"),
        (Fraction(1, 3), ".1f", "0,3", "0.3"),
    ],
)
def test_numbers_are_written_as_the_reader_writes_them(number, form, italian, english):
    assert (number_text(number, "it", form), number_text(number, "en", form)) == (italian, english)


def test_numbers_in_the_gaps_of_a_sentence_follow_its_language():
    texts = Texts("arbitro.rules.whitebox")
    assert texts.say("it", "sheet.pounds", pounds=Fraction(329, 10)).startswith("32,9 ")
    assert texts.say("en", "sheet.pounds", pounds=32.9).startswith("32.9 ")
    assert texts.say("en", "sheet.pounds", pounds=40).startswith("40 ")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (Name("gnoll", "m", "many"), ("gli gnoll", "degli gnoll", "dagli gnoll", "Gli gnoll")),
        (Name("coboldi", "m", "many"), ("i coboldi", "dei coboldi", "dai coboldi", "I coboldi")),
        (Name("arpie", "f", "many"), ("le arpie", "delle arpie", "dalle arpie", "Le arpie")),
        (Name("idra", "f", "one"), ("l'idra", "dell'idra", "dall'idra", "L'idra")),
        (Name("zombi", "m", "one"), ("lo zombi", "dello zombi", "dallo zombi", "Lo zombi")),
        (Name("serpente", "m", "one"), ("il serpente", "del serpente", "dal serpente", "Il serpente")),
        (Name("spettro", "m", "one"), ("lo spettro", "dello spettro", "dallo spettro", "Lo spettro")),
        (Name("Orso", "m", "one"), ("l'orso", "dell'orso", "dall'orso", "L'orso")),
        (Name("Bruno"), ("Bruno", "di Bruno", "da Bruno", "Bruno")),
        (Name("La compagnia", "f"), ("la compagnia", "della compagnia", "dalla compagnia", "La compagnia")),
        (Name("Orco 3", "m", "one"), ("l'orco 3", "dell'orco 3", "dall'orco 3", "L'orco 3")),
        (
            NameRow([Name("Aldo"), Name("Berta", "f"), Name("Elda", "f")]),
            ("Aldo, Berta ed Elda", "di Aldo, Berta ed Elda", "da Aldo, Berta ed Elda", "Aldo, Berta ed Elda"),
        ),
        (
            NameRow([Name("Arpia 1", "f", "one"), Name("Arpia 8", "f", "one")]),
            ("l'arpia 1 e l'8", "dell'arpia 1 e dell'8", "dall'arpia 1 e dall'8", "L'arpia 1 e l'8"),
        ),
        (
            NameRow([Name("Lupo", "m", "one"), Name("Elda")]),
            ("il lupo ed Elda", "del lupo e di Elda", "dal lupo e da Elda", "Il lupo ed Elda"),
        ),
        (
            NameRow([Name("Ratto 1", "m", "one"), Name("Ratto 2", "m", "one"), Name("Bruno")]),
            (
                "il ratto 1, il 2 e Bruno",
                "del ratto 1, del 2 e di Bruno",
                "dal ratto 1, dal 2 e da Bruno",
                "Il ratto 1, il 2 e Bruno",
            ),
        ),
    ],
)
def test_italian_names_take_their_article(name: Name, said: tuple[str, ...]):
    assert tuple(with_article(name, form, "it") for form in ("the", "of", "from", "The")) == said


def test_english_names_take_their_article():
    assert with_article(Name("gnolls", "m", "many"), "from", "en") == "from the gnolls"
    assert with_article(Name("Giant rat", "m", "one"), "of", "en") == "of the giant rat"
    assert with_article(Name("Bruno"), "the", "en") == "Bruno"
    assert with_article(Name("The company"), "of", "en") == "of the company"


@pytest.mark.parametrize(
    ("name", "form", "said"),
    [
        (Name("Aldo"), "to", "ad Aldo"),
        (Name("Elda", "f"), "to", "a Elda"),
        (Name("Elda", "f"), "and", "ed Elda"),
        (Name("Aldo"), "and", "e Aldo"),
        (Name("orco", "m", "one"), "and", "e l'orco"),
        (Name("cripta", "f", "one"), "in", "nella cripta"),
        (Name("Aldo"), "To", "Ad Aldo"),
    ],
)
def test_a_vowel_before_the_same_vowel_is_parted_from_it(name: Name, form: str, said: str):
    assert with_article(name, form, "it") == said


def test_one_of_many_has_no_article_in_english_and_a_row_says_its_preposition_once():
    assert with_article(Name("Orc 3", "m", "one"), "to", "en") == "to Orc 3"
    row = NameRow([Name("wolf", "m", "one"), Name("Elda"), Name("Orc 3", "m", "one")])
    assert with_article(row, "of", "en") == "of the wolf, Elda and Orc 3"
    assert with_article(row, "and", "en") == "and the wolf, Elda and Orc 3"
    assert str(row) == "wolf, Elda, Orc 3"
    assert NameRow([Name("Elda", "f"), Name("arpia", "f", "one")]).gender == "f"


def formatted(sentence: str, **values: object) -> str:
    return FORMATS["it"].vformat(sentence, (), values)


@pytest.mark.parametrize(
    ("value", "plural", "gender"),
    [
        (Name("Elda", "f"), "fugge", "caduta"),
        (Name("gnoll", "m", "many"), "fuggono", "caduti"),
        (Name("arpie", "f", "many"), "fuggono", "cadute"),
        (Name("I briganti"), "fuggono", "caduti"),
        (NameRow([Name("Elda", "f"), Name("Berto")]), "fuggono", "caduti"),
    ],
)
def test_names_choose_words_by_their_number_too(value: Name, plural: str, gender: str):
    assert formatted("{who:plural|fugge|fuggono}", who=value) == plural
    assert formatted("{who:gender|caduto|caduta|caduti|cadute}", who=value) == gender


@pytest.mark.parametrize(
    ("count", "told"),
    [(1, "1 moneta"), ("1", "1 moneta"), (2, "2 monete"), ("2", "2 monete"), ("0", "0 monete"), (-1, "-1 moneta")],
)
def test_a_number_counts_whether_it_comes_as_a_number_or_as_digits(count: int | str, told: str):
    assert formatted("{count} {count:plural|moneta|monete}", count=count) == told


@pytest.mark.parametrize(
    ("count", "left", "times"),
    [
        (1, "ne resta 1", "corda"),
        (3, "ne restano 3", "3 × corda"),
        (0, "ne restano 0", "0 × corda"),
        (-2, "2 sotto zero", ""),
    ],
)
def test_a_number_may_be_below_zero_and_things_are_counted_if_not_one(count: int, left: str, times: str):
    form = "{n:signed|ne resta #|ne restano #|# sotto zero|# sotto zero}"
    assert formatted(form, n=count) == left
    assert not times or formatted("{n:times}corda", n=count) == times


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), ""),
        (("Berta",), "Berta"),
        (("Rat 1", "Rat 2", "Rat 4"), "Rat 1, 2, 4"),
        (("Rat 1", "Berta", "Rat 2", "Wolf 2"), "Rat 1, Berta, Rat 2, Wolf 2"),
    ],
)
def test_names_in_a_row_say_what_they_share_once(names: tuple[str, ...], said: str):
    assert in_a_row(names) == said


@pytest.mark.parametrize(
    ("count", "said"), [(0, "non perde nulla"), (1, "perde 1 punto"), (2, "perde 2 punti"), (12, "perde 12 punti")]
)
def test_a_count_has_words_of_its_own_for_none(count: int, said: str):
    assert formatted("{n:count|non perde nulla|perde # punto|perde # punti}", n=count) == said


@pytest.mark.parametrize(
    ("minutes", "italian", "english"),
    [
        (0, "0 minuti", "0 minutes"),
        (1, "1 minuto", "1 minute"),
        (45, "45 minuti", "45 minutes"),
        (61, "1 ora e 1 minuto", "1 hour and 1 minute"),
        (720, "12 ore", "12 hours"),
        (1440 + 150, "1 giorno, 2 ore e 30 minuti", "1 day, 2 hours and 30 minutes"),
    ],
)
def test_minutes_are_said_as_people_do(minutes: int, italian: str, english: str):
    assert formatted("{n:span}", n=minutes) == italian
    assert FORMATS["en"].vformat("{n:span}", (), {"n": minutes}) == english


@pytest.mark.parametrize(
    ("number", "italian", "english"),
    [
        ("1/2", "mezzo miglio", "half a mile"),
        ("3/4", "tre quarti di miglio", "three quarters of a mile"),
        ("1", "1 miglio", "1 mile"),
        ("3/2", "1 miglio e mezzo", "1½ miles"),
        ("9/2", "4 miglia e mezzo", "4½ miles"),
        ("9", "9 miglia", "9 miles"),
        ("6/5", "1,2 miglia", "1.2 miles"),
    ],
)
def test_fractions_of_a_measure_are_said_in_words(number: str, italian: str, english: str):
    assert formatted("{n:measure|miglio|miglia}", n=number) == italian
    assert FORMATS["en"].vformat("{n:measure|mile|miles}", (), {"n": number}) == english


@pytest.mark.parametrize("game", campaigns())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_campaign_takes_no_refusal_out_of_its_game_s_mouth(game: str, language: Language) -> None:
    """A campaign's catalogue stands before the game's: a key in both would say the one's sentence for the other's."""
    campaign: Any = find_campaign(game)
    texts: Texts | None = campaign.game.texts
    theirs: set[str] = set()
    while texts is not None:
        theirs.update(key for key in load_catalogue(texts.package, language) if key.startswith("refusal."))
        texts = texts.parent
    ours = {key for key in load_catalogue(campaign.texts.package, language) if key.startswith("refusal.")}
    assert not ours & theirs


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("Zoë", 3),
        ("Zoe\u0308", 3),
        ("e\u0301" * 40, 40),
        ("👩‍🚒", 1),
        ("👍🏽!", 2),
        ("🇮🇹🇬🇧", 2),
        ("❤️", 1),
        ("l'orsa", 6),
    ],
)
def test_letters_are_counted_as_people_count_them(text: str, count: int) -> None:
    assert letters(text) == count
    assert is_one_line(text)


# -------------------------------------------------------------------- English verbs


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("{who:The} {n:count|loses none|loses #|loses #}.", "The witches lose 3."),
        ("{who:The} is hurt and loses the spell.", "The witches are hurt and lose the spell."),
        ("{who:The} tries and dies.", "The witches try and die."),
        ("{who:The} passes and goes: she is gone.", "The witches pass and go: she is gone."),
        ("The blow of {who:the} breaks it.", "The blow of the witches breaks it."),
        ("{one:The} strikes {who:the} a blow: it hurts.", "Ada strikes the witches a blow: it hurts."),
        ("It is said that {who:the} has no longer been seen.", "It is said that the witches have no longer been seen."),
    ],
)
@pytest.mark.parametrize("name", [Named("Le streghe", "The witches", "f"), Named("streghe", "witches", "f", 0, "many")])
def test_a_verb_agrees_with_several(monkeypatch: pytest.MonkeyPatch, sentence: str, told: str, name: Named) -> None:
    texts = Texts("arbitro.rules.whitebox")
    monkeypatch.setattr(texts, "find", lambda *_: sentence)
    assert texts.say("en", "new", who=name.in_("en"), one=Name("Ada"), n=3) == told


def test_a_wound_of_several_agrees_in_english() -> None:
    told = Texts("arbitro.rules.whitebox").say(
        "en", "event.damage_dealt", target=Named("Le streghe", "The witches", "f").in_("en"), amount=3, left=2
    )
    assert told == "The witches lose 3 hit points (2 left)."
