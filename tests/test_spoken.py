"""Every sentence of every catalogue, filled with all sorts of names and numbers, keeps the rules of its language."""

import re
from collections.abc import Iterator
from itertools import islice, product
from string import Formatter

import pytest
import yaml
from tests.spoken import ROOT, faults, words_of

from arbitro.kernel.option import load_options
from arbitro.kernel.rulebook import Phrase, load_rulebook
from arbitro.kernel.yamlfile import open_path
from arbitro.text import FORMATS, LANGUAGES, Language, Name, NameRow

FOLDERS = sorted(ROOT.rglob("locale"))
over_catalogues = pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: folder.parent.relative_to(ROOT).as_posix()
)
over_languages = pytest.mark.parametrize("language", LANGUAGES)

# ---------------------------------------------------------------- what stands in the gaps

NAMES: dict[Language, tuple[Name, ...]] = {
    "it": (
        *(Name("Aldo"), Name("Elda", "f"), Name("orco", "m", "one"), Name("arpia", "f", "one")),
        *(Name("Scheletro 3", "m", "one"), Name("gnoll", "m", "many"), Name("streghe", "f", "many")),
        *(Name("La compagnia", "f"), Name("lo Zoppo"), NameRow([Name("Elda", "f"), Name("zombi", "m", "one")])),
    ),
    "en": (
        *(Name("Aldo"), Name("Elda", "f"), Name("ogre", "m", "one"), Name("harpy", "f", "one")),
        *(Name("Skeleton 3", "m", "one"), Name("gnolls", "m", "many"), Name("witches", "f", "many")),
        *(Name("The party", "f"), Name("Lame Lou"), NameRow([Name("Elda", "f"), Name("zombie", "m", "one")])),
    ),
}
NUMBERS = (0, 1, 2, 8, 11, 17)
SIGNED = (*NUMBERS, -1, -12)
WORDS = {"it": ("ascia", "Esca", "Nome"), "en": ("axe", "Edge", "Name")}
COUNTS = words_of(
    """
    highest lowest
    amount at bonus change charges count day days debt depth dice difficulty entry escalation expected face fails
    feet fear given has held high hope hours hp kept last least left level levels limit low lower marked max minutes
    modifier most needed number opened paid percent points pounds reach recoveries round rounds score share
    sides slots spent start top total turn turns until weight width wounds xp year along across area poisoned
    defeat torches miles gp gold position stress fits seconds values down up rate initiative tier size
    """
)
"""Gaps that take a number wherever they stand bare."""
SAME_TWICE = {f"twice: {word} {word}" for words in WORDS.values() for word in words}
"""Two gaps that stand side by side may be filled alike here."""
MOST = 24
"""How many ways of filling one sentence are tried."""
_ARTICLE = re.compile(r"the|and|of|to|from|on|in", re.IGNORECASE)
_COUNTED = re.compile(r"\{([\w.\[\]]+)\}(?=[^{}]*\{\1:plural\|)|\{([\w.\[\]]+):plural\|")


def kinds_of(sentences: tuple[str, ...]) -> dict[str, str]:
    """What each gap takes, by how either language uses it: a name, a number, one that may be below zero, or words."""
    found: dict[str, str] = {}
    rank = ("words", "number", "signed", "name")
    for sentence in sentences:
        for _, gap, form, _ in Formatter().parse(sentence):
            if gap is None:
                continue
            kind = (form or "").partition("|")[0]
            if kind == "signed" or kind == "+d":
                used = "signed"
            elif kind in ("plural", "times", "count", "span", "measure") or gap.rpartition(".")[2] in COUNTS:
                used = "number"
            elif kind == "gender" or _ARTICLE.fullmatch(kind):
                used = "name"
            else:
                used = "words"
            found[gap] = max(found.get(gap, "words"), used, key=rank.index)
    return found


def _turned(way: tuple[object, ...], by: int) -> tuple[object, ...]:
    return way[by % len(way) :] + way[: by % len(way)]


def filled(sentence: str, kinds: dict[str, str], language: Language) -> Iterator[str]:
    """The sentence with everything in its gaps; a part of a value (``check.total``) is a gap like another."""
    flat = {gap: re.sub(r"\W", "_", gap) for gap in kinds}
    for gap, plain in flat.items():
        sentence = re.sub(rf"\{{{re.escape(gap)}(?=[:}}])", f"{{{plain}", sentence)
    takes = {"name": NAMES[language], "number": NUMBERS, "signed": SIGNED, "words": WORDS[language]}
    gaps = list(flat)
    ways = [_turned(takes[kinds[gap]], place) for place, gap in enumerate(gaps)]  # no two gaps begin alike
    longest = max((len(way) for way in ways), default=1)
    along = ({gap: way[turn % len(way)] for gap, way in zip(gaps, ways, strict=True)} for turn in range(longest))
    across = (dict(zip(gaps, each, strict=True)) for each in islice(product(*ways), MOST))
    for values in (*along, *across):
        yield FORMATS[language].vformat(sentence, (), {flat[gap]: value for gap, value in values.items()})


CODE = {
    # commands, fields of files and words that are typed as they stand
    "agents": re.compile(r"(fault\.which_table|tool\.odds|arg\.audience)"),
    "cli": re.compile(r"cli\.(?!auto\.(?!.*help)|stock|table\.(holds|open|by_hand))"),
    "chances": re.compile(r"chances\.sweep\."),
    "cli/infausta": re.compile(r"cli\."),
    "cli/whitebox": re.compile(r"cli\."),
    "kernel": re.compile(r"(file|option|table|content|value|audit)\."),
    "dice": re.compile(r"dice\."),
    "play/solo": re.compile(r"fault\."),
    "play": re.compile(r"(refusal\.bad_party|making\.file_id)"),
    "rules/whitebox": re.compile(r"setup\."),
    "rules/archmage": re.compile(r"setup\."),
    "rules/infausta": re.compile(r"(land|journey)\."),
    "web/api": re.compile(r"web\.(channels|bad_)"),
}
"""Sentences that quote what people type: in them ids and words of the other language may stand."""
WORD_LISTS = re.compile(r"openers|say\..+|check\.(numbers|capitals|harmless|outcome\..+)")
"""Lists of words that somebody else's sentence is compared with: no sentences themselves."""


@over_catalogues
@over_languages
def test_every_sentence_keeps_the_rules_of_its_language(folder, language):
    sentences = {each: open_path(folder / f"{each}.yaml").mapping() for each in LANGUAGES}
    quotes = CODE.get(folder.parent.relative_to(ROOT).as_posix())
    wrong = {}
    for key, sentence in sentences[language].items():
        if WORD_LISTS.fullmatch(key):
            continue
        kinds = kinds_of((sentences["it"][key], sentences["en"][key]))
        for said in filled(sentence, kinds, language):
            found = [
                fault
                for fault in faults(said, language)
                if fault not in SAME_TWICE
                if not (
                    quotes and quotes.match(key) and fault.startswith(("raw id", "not ", "broken", "points", "spaces"))
                )
            ]
            if found:
                wrong[key] = (said, found)
                break
    assert wrong == {}


# ---------------------------------------------------------------- rules and options by their titles

BOOKS = {
    "rules/whitebox": ("rules/whitebox",),
    "rules/infausta": ("rules/whitebox", "rules/infausta"),
    "appendix_a": ("appendix_a",),
}
"""Whose rulebook may speak of whose options."""
_QUOTED = re.compile(r"[«“\"`]([a-z0-9_]+)[»”\"`]")


def phrases(plain: object) -> Iterator[tuple[Language, str]]:
    """Every text in both languages of a file, however deep it stands."""
    if isinstance(plain, dict):
        if isinstance(plain.get("it"), str) and isinstance(plain.get("en"), str):
            yield from ((language, plain[language]) for language in LANGUAGES)
        plain = list(plain.values())
    for each in plain if isinstance(plain, list) else ():
        yield from phrases(each)


def ids_of(folders: tuple[str, ...]) -> set[str]:
    """Names of options, and of their values where no word is written so."""
    found: set[str] = set()
    for folder in folders:
        for name, option in open_path(ROOT / folder / "options.yaml").mapping()["options"].items():
            values = option.get("values") or {}
            found |= {name, *(value for value in values if "_" in value)}
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_rulings_and_options_speak_of_options_by_their_titles(book):
    ids, wrong = ids_of(BOOKS[book]), []
    for file in ("rulebook.yaml", "options.yaml"):
        for _, text in phrases(open_path(ROOT / book / file).mapping()):
            named = {*re.findall(r"\b[a-z]+(?:_[a-z0-9]+)+\b", text), *_QUOTED.findall(text)}
            wrong += [(text, named & ids)] if named & ids else []
    assert wrong == []


# ---------------------------------------------------------------- rulebooks, options, and what is told of creatures

OF_BOOKS = ("arbitro.rules.archmage", "arbitro.rules.daggerheart")
"""Books whose texts name options by their titles and values by their words."""


def book_phrases(package: str) -> Iterator[tuple[str, Phrase]]:
    """All that a book says in its own words, each with where it stands."""
    rulebook, options = load_rulebook(package), load_options(package)
    for name in rulebook:
        atom = rulebook[name]
        yield from ((name, each) for each in (atom.title, atom.text))
        yield from ((name, each) for ruling in atom.rulings for each in (ruling.question, ruling.ruling))
    for name in options:
        yield from ((name, each) for each in (options[name].title, options[name].text, *options[name].values.values()))


_MARKS = ("raw id", "spaces", "points", "not ")
"""What is held against prose: its articles and numbers are freer than the rules for sentences with gaps know."""


@pytest.mark.parametrize("package", OF_BOOKS)
@over_languages
def test_a_rulebook_names_no_id_and_no_file(package, language):
    quoted = re.compile(r'"[^"]*"|«[^»]*»')  # the words of the source that a ruling is about
    wrong = {}
    for name, phrase in book_phrases(package):
        said = quoted.sub("§", phrase.in_(language))
        found = [fault for fault in faults(said, language) if fault.startswith(_MARKS)]
        found += re.findall(r"`[^`]*`|\S+\.yaml", said)
        if found:
            wrong[name, said] = found
    assert wrong == {}


CONTENT = sorted(file for file in ROOT.rglob("*.yaml") if "content" in file.parts)
_KEPT_IN_PROSE = ("spaces", "points", "twice", "a before", "e before", "role")
"""What of the rules for sentences holds for words of content too, whose "una" and "1" may stand for themselves."""
_SAID_TWICE_ON_PURPOSE = {"twice: Hail Hail"}


def test_words_of_content_keep_the_rules_of_their_language():
    wrong = {}
    for file in CONTENT:
        for language, text in phrases(yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)):
            found = {fault for fault in faults(text, language) if fault.startswith(_KEPT_IN_PROSE)}
            if found - _SAID_TWICE_ON_PURPOSE:
                wrong[text] = found
    assert wrong == {}


ROLES = {
    "rules/archmage": re.compile(r"\bGM\b"),
    "rules/daggerheart": re.compile(r"['’]Arbitro\b|\b[Rr]eferee\b"),  # without its article it is the program
}
"""What the one at the head of the table is not called in a game."""


@pytest.mark.parametrize("game", ROLES)
@over_languages
def test_a_game_has_one_word_for_the_head_of_the_table(game, language):
    catalogue = open_path(ROOT / game / "locale" / f"{language}.yaml").mapping()
    told = [
        *catalogue.items(),
        *((name, each.in_(language)) for name, each in book_phrases(f"arbitro.{game}".replace("/", "."))),
    ]
    assert {key: said for key, said in told if ROLES[game].search(said)} == {}


# ---------------------------------------------------------------- marks of each language

_OTHER_QUOTES = {"it": re.compile("[“”]"), "en": re.compile("«")}


@over_catalogues
@over_languages
def test_a_catalogue_quotes_as_its_language_does(folder, language):
    sentences = open_path(folder / f"{language}.yaml").mapping()
    assert {key: said for key, said in sentences.items() if _OTHER_QUOTES[language].search(said)} == {}


# ---------------------------------------------------------------- one address to the reader

_VOI = re.compile(
    r"\b(?:voi|vostr[oaie]|siete|avete|[a-zà-ù]+(?:ate|ete|ite)vi|vedete|sentite|scegliete|potete)\b", re.I
)
_INFINITIVE = re.compile(
    r"^(?:\(Arbitro\) )?(?:\{\w+\}: )?(?:Da ora in poi )?(?!Parla\b)"
    r"[A-Za-zà-ù]+(?:[aei]re|[aei]r(?:si|ci|ne|l[aoie]))\b(?!')"
)
_DESCRIBED = re.compile(r"^(?:Scrive|Rimette|Fa|Legge|Apre|Chiude|Mette|Toglie|Riprende|Dà|Esegue)\b")
"""A command that is told of ("writes a file") where others are given ("write a file")."""
PRESSED = ("choice.", "aim.", "web.aims.", "web.walk_back")
"""What somebody presses or says, by the beginnings of its keys."""
READ_ALOUD = "dungeon/export"
"""The key to a dungeon is read aloud to the party: there, and only there, it is "voi"."""


@over_catalogues
def test_italian_addresses_one_reader(folder):
    plural = {key: said for key, said in open_path(folder / "it.yaml").mapping().items() if _VOI.search(said)}
    assert folder.parent.relative_to(ROOT).as_posix() == READ_ALOUD or plural == {}


@over_catalogues
def test_what_may_be_done_is_said_to_the_one_who_does_it(folder):
    offered = {key: said for key, said in open_path(folder / "it.yaml").mapping().items() if key.startswith(PRESSED)}
    assert {key: said for key, said in offered.items() if _INFINITIVE.match(said)} == {}


@over_catalogues
def test_the_help_of_the_terminal_says_what_to_do(folder):
    helps = {key: said for key, said in open_path(folder / "it.yaml").mapping().items() if key.startswith("cli.")}
    assert {key: said for key, said in helps.items() if _DESCRIBED.match(said)} == {}
