"""The headings of the sources are read in the reader's own language, to the finest part of an address."""

import re

import pytest
from tests.spoken import faults

from arbitro.kernel.headings import chapter_in, chapter_of, headings, parts_of, place_in
from arbitro.kernel.rulebook import Atom, Phrase, load_rulebook
from arbitro.rules import games, package_of
from arbitro.text import LANGUAGES, Language

BOOKS = (*map(package_of, games()), "arbitro.appendix_a")
ATOMS = {book: [load_rulebook(book)[atom] for atom in load_rulebook(book)] for book in BOOKS}


@pytest.mark.parametrize("book", BOOKS)
def test_every_part_of_an_address_has_words_in_the_other_language(book: str) -> None:
    parts = {part for atom in ATOMS[book] for part in parts_of(atom.where)}
    bare = {part for part in parts if re.search(r"[^\W\d_]{2}", part) and not re.search(r"[\d*]", part)}
    named = set(headings(book, "it")) | set(headings(book, "en"))
    assert bare - named - {"SRD"} == set()  # the name of a document, the same in both
    assert named - parts == set(), "headings that this source does not have"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_an_address_is_in_one_language(book: str, language: Language) -> None:
    told = {atom.where: place_in(atom, language) for atom in ATOMS[book]}
    assert {where: found for where, place in told.items() if (found := faults(place, language))} == {}


def at(where: str, book: str) -> Atom:
    return Atom(where, "rule", Phrase("", ""), Phrase("", ""), book=book)


def test_an_address_keeps_its_shape() -> None:
    heroic, hopeful = map(package_of, ("archmage", "daggerheart"))
    where = "Danni e Guarigione / Recuperi; Morte e Morente"
    assert place_in(at(where, heroic), "en") == "Damage and healing / Recoveries; Death and dying"
    assert place_in(at(where, heroic), "it") == where
    assert place_in(at("Tabella A.2.2, 04 e nota *", "arbitro.appendix_a"), "en") == "Table A.2.2, 04 and note *"
    spending = at("USARE LA PAURA, elenco delle spese, voce 5", hopeful)
    assert place_in(spending, "it") == "Usare la Paura, elenco delle spese, voce 5"
    step = at("SRD, Character Creation, step 7; Hope", hopeful)
    assert place_in(step, "it") == "SRD, Creare un personaggio, passo 7; Speranza"


def test_a_chapter_is_the_first_part_and_never_shouts() -> None:
    choosing = at("SCEGLIERE LE MOSSE DEL GM, elenco", package_of("daggerheart"))
    assert chapter_of(choosing) == "Scegliere le mosse del gm"
    assert chapter_in(choosing, "it") == "Scegliere le mosse del GM"
    assert chapter_in(choosing, "en") == "Choosing the GM's moves"


def test_a_book_without_headings_of_its_own_shows_those_of_its_source() -> None:
    """The same words may be a heading of two books, and each book words its own."""
    assert place_in(at("Combattimento, opzionale", "arbitro.kernel"), "en") == "Combattimento, opzionale"
    assert place_in(at("Combattimento, opzionale", package_of("infausta")), "en") == "Combat, optional"
