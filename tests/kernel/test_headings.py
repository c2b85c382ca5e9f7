"""The headings of the sources are read in the reader's own language, to the finest part of an address."""

import re

import pytest
from tests.spoken import faults

from arbitro.kernel.headings import headings, parts_of, place_in
from arbitro.kernel.rulebook import load_rulebook
from arbitro.rules import games, package_of
from arbitro.text import LANGUAGES

BOOKS = (*map(package_of, games()), "arbitro.dungeon")
ADDRESSES = sorted({load_rulebook(book)[atom].where for book in BOOKS for atom in load_rulebook(book)})
PARTS = {part for where in ADDRESSES for part in parts_of(where)}


def test_every_part_of_an_address_has_words_in_the_other_language() -> None:
    bare = {part for part in PARTS if re.search(r"[^\W\d_]{2}", part) and not re.search(r"[\d*]", part)}
    named = set(headings("it")) | set(headings("en"))
    assert bare - named - {"SRD"} == set()  # the name of a document, the same in both
    assert named - PARTS == set(), "headings that no source has"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_is_in_one_language(language) -> None:
    wrong = {where: found for where in ADDRESSES if (found := faults(place_in(where, language), language))}
    assert wrong == {}


def test_an_address_keeps_its_shape() -> None:
    where = "Danni e Guarigione / Recuperi; Morte e Morente"
    assert place_in(where, "en") == "Damage and healing / Recoveries; Death and dying"
    assert place_in(where, "it") == where
    assert place_in("Tabella A.2.2, 04 e nota *", "en") == "Table A.2.2, 04 and note *"
    assert place_in("USARE LA PAURA, elenco delle spese, voce 5", "it") == "Usare la Paura, elenco delle spese, voce 5"
    assert place_in("SRD, Character Creation, step 7; Hope", "it") == "SRD, Creare un personaggio, passo 7; Speranza"
