"""One word of a book means one thing: the terms of each game are the same in every sentence, in both languages."""

import re

import pytest
from tests.spoken import ROOT

from arbitro.kernel.yamlfile import open_path
from arbitro.text import LANGUAGES

UNUSED = {
    "play": ("company", "gruppo"),  # the party, la compagnia
    "play/sides/walking": ("company", "gruppo"),
    "play/sides/archmage": ("company", "pozion[ei] curativ[ae]"),
    "rules/archmage": ("pozion[ei] curativ[ae]", "tir[io] contro la morte"),  # pozione di guarigione, tiro contro morte
    "rules/daggerheart": ("Dado (?:Speranza|Paura)", "il gruppo", "armor"),  # Dado della Speranza; armour, Armor Slot
    "rules/whitebox": ("classe d'armatura", "[a-z,] Turn[oi]", "caratteristica"),  # classe armatura, turno, attributo
}
"""Words that a catalogue leaves to others."""
_ELSEWHERE = re.compile(r"newcomers company|in company|\{company\}|their company")


@pytest.mark.parametrize("package", UNUSED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_is_called_by_one_word(package, language):
    sentences = open_path(ROOT / package / "locale" / f"{language}.yaml").mapping()
    told = {key: _ELSEWHERE.sub("", said) for key, said in sentences.items() if not key.startswith(("wish.", "say."))}
    unused = re.compile(rf"(?<![.{{])\b(?:{'|'.join(UNUSED[package])})\b")
    assert {key: said for key, said in told.items() if unused.search(said)} == {}


IN_A_LANGUAGE = re.compile(r"""\b(it|en): *("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,{}\n]+)""")
"""What an entry of a rulebook or of content says in a language, on its line."""


@pytest.mark.parametrize("package", ["rules/archmage", "rules/daggerheart"])
def test_rulebook_and_content_say_it_so_too(package):
    unused = re.compile(rf"(?<![.{{])\b(?:{'|'.join(UNUSED[package])})\b")
    files = [ROOT / package / "rulebook.yaml", *sorted((ROOT / package / "content").rglob("*.yaml"))]
    said = [(file.name, words) for file in files for _, words in IN_A_LANGUAGE.findall(file.read_text())]
    assert len(said) > 1000
    assert [(name, words) for name, words in said if unused.search(words)] == []


TERMS = {
    "rules/archmage": """
        hampered imped; dazed frastorn; weakened debol; stuck invischi; stunned stord; staggered barcoll|vacilla
        helpless indifes|difesa|inerm; confused confus; feats? dot[ei]; mooks? marmaglia; recover(?:y|ies) recuper
        talents? talent; potions? pozion
    """,
    "rules/daggerheart": """
        Minions? Sgherr; Leaders? Comandant; Solos? Solist; Stress Stress; Hope Speranza; Fear Paura; Armor Armatura
        Evasion Evasione; Difficulty Difficoltà; traits? [Tt]ratt; [Cc]ountdowns? [Cc]ont[oi].alla.rovescia
        [Aa]dversar(?:y|ies) [Aa]vversari; Experiences? Esperienz; advantage vantaggio; Vulnerable Vulnerabil
        Hit.Points? Punt[oi].Ferita|PF
    """,
    "rules/whitebox": """
        saving.throws? [Tt]ir[oi].salvezza|TS; armour.class [Cc]lasse.armatura|CA; loyalty [Ll]ealtà
        hit.points? [Pp]unt[oi].ferita|pf; morale [Mm]orale; attributes? [Aa]ttribut; retainers? [Ss]eguac
        initiative iniziativa; surprised? sorpres|sorprend
    """,
    "rules/infausta": "zeal [Zz]elo; trophies [Tt]rofe; forced.march forzata",
}
"""How the English and the Italian of a game say its terms; a sentence that has the one has the other."""
_GAP = re.compile(r"\{[\w.\[\]]+(?::(?!plural|count|signed|gender)[^{}]*)?\}")


@pytest.mark.parametrize("game", TERMS)
def test_a_term_of_the_book_is_the_same_in_every_sentence(game):
    terms = [pair.split() for pair in re.split(r"[;\n]", TERMS[game]) if pair.strip()]
    english, italian = (open_path(ROOT / game / "locale" / f"{each}.yaml").mapping() for each in ("en", "it"))
    wrong = {
        key: (said, italian[key])
        for key, said in english.items()
        for term, word in terms
        if not key.startswith(("wish.", "say."))
        if re.search(rf"\b{term}\b", _GAP.sub("", said)) and not re.search(word, _GAP.sub("", italian[key]))
    }
    assert wrong == {}
