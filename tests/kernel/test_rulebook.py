"""The rulebooks of all games: every atom with an id, a place in the source, and words in both languages."""

import pytest

from arbitro.kernel.coverage import ATOM
from arbitro.kernel.option import load_options
from arbitro.kernel.rulebook import Atom, load_rulebook
from arbitro.kernel.yamlfile import Document, FileFault
from arbitro.text import LANGUAGES

BOOKS = {
    "arbitro.rules.whitebox": ("whitebox", 143),
    "arbitro.rules.infausta": ("infausta", 163),
    "arbitro.rules.archmage": ("archmage", 215),
    "arbitro.rules.daggerheart": ("daggerheart", 198),
    "arbitro.appendix_a": ("appendix-a", 126),
}


@pytest.mark.parametrize("package", BOOKS)
def test_a_rulebook_holds_every_atom_of_its_game(package):
    game, count = BOOKS[package]
    book = load_rulebook(package)
    assert (book.game, len(book)) == (game, count)
    assert book.edition
    assert all(book.source.in_(language).strip() for language in LANGUAGES)


@pytest.mark.parametrize("package", BOOKS)
def test_every_atom_is_whole_in_both_languages(package):
    book = load_rulebook(package)
    for name in book:
        atom = book[name]
        assert ATOM.fullmatch(name), name
        assert atom.where.strip(), name
        phrases = [atom.title, atom.text]
        for ruling in atom.rulings:
            phrases += [ruling.question, ruling.ruling]
        for phrase in phrases:
            assert all(phrase.in_(language).strip() for language in LANGUAGES), name
        assert atom.text.it != atom.text.en, name


def test_no_two_books_share_an_id():
    ids = [atom for package in BOOKS for atom in load_rulebook(package)]
    assert len(set(ids)) == len(ids) == 143 + 163 + 215 + 198 + 126


def test_a_variant_says_how_each_atom_stands_to_its_parent():
    book, parent = load_rulebook("arbitro.rules.infausta"), load_rulebook("arbitro.rules.whitebox")
    for name in book:
        atom = book[name]
        assert atom.status in ("same", "changed", "new"), name
        assert bool(atom.parents) == (atom.status != "new"), name
        assert all(above in parent for above in atom.parents), name


VARIANT, VARIED = "arbitro.rules.infausta", "arbitro.rules.whitebox"


def test_what_is_the_same_is_read_as_in_the_parent():
    """The parent's code decides, so its readings must be told: where no own one stands, they are taken over."""
    book, parent = load_rulebook(VARIANT), load_rulebook(VARIED)
    for name in book:
        readings = [ruling for above in book[name].parents for ruling in parent[above].rulings]
        if book[name].status == "same" and not all(ruling.here_only for ruling in readings):
            assert book[name].rulings, name


def test_every_switch_that_a_variant_shares_stands_under_one_of_its_readings():
    book, parent = load_rulebook(VARIANT), load_rulebook(VARIED)
    options, theirs = load_options(VARIANT, load_options(VARIED)), load_options(VARIED)
    shared = {name for name in options if name in theirs and options[name] == theirs[name]}
    told = {name for names in book.options_of.values() for name in names}
    needed = {name for names in parent.options_of.values() for name in names if name in shared}
    assert needed - told == {"misprints"}, "the saving throws printed wrongly are the parent's alone"


def test_readings_about_a_text_alone_are_not_taken_over():
    book, parent = load_rulebook(VARIANT), load_rulebook(VARIED)
    questions = {ruling.question.en for name in book for ruling in book[name].rulings}
    alone = {ruling.question.en for name in parent for ruling in parent[name].rulings if ruling.here_only}
    assert alone
    assert not alone & questions


@pytest.mark.parametrize("package", [name for name in BOOKS if name != "arbitro.rules.infausta"])
def test_only_a_variant_has_parents(package):
    book = load_rulebook(package)
    assert not any(book[name].parents or book[name].status for name in book)


def test_an_atom_written_wrongly_is_refused_by_line():
    text = (
        "atoms:\n  WB-X-01:\n    where: here\n    kind: rumour\n    title: {it: a, en: b}\n    text: {it: a, en: b}\n"
    )
    with pytest.raises(FileFault, match="rumour") as fault:
        Document("book.yaml", text).read(Atom, "atoms", "WB-X-01")
    assert fault.value.line == 4


def test_an_unknown_atom_is_a_key_error_and_no_member():
    book = load_rulebook("arbitro.rules.whitebox")
    assert "WB-ATK-01" in book
    assert "WB-NOPE-01" not in book
    with pytest.raises(KeyError):
        book["WB-NOPE-01"]
