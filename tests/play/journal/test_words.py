"""Small words of a story."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.kernel.content import Noun
from arbitro.kernel.rulebook import Phrase
from arbitro.play import find_game
from arbitro.play.journal.words import (
    TEXTS,
    Voice,
    at,
    clause,
    counted,
    flowing,
    forms,
    listed,
    number,
    openers,
    ordinal,
    packages_of,
    some,
    span,
    together,
)
from arbitro.text import LANGUAGES, Name, Texts, capital


@pytest.mark.parametrize(
    ("minutes", "it", "en"),
    [
        (3, "pochi minuti", "a few minutes"),
        (10, "una decina di minuti", "some ten minutes"),
        (15, "un quarto d'ora", "a quarter of an hour"),
        (20, "una ventina di minuti", "some twenty minutes"),
        (30, "mezz'ora", "half an hour"),
        (45, "tre quarti d'ora", "three quarters of an hour"),
        (60, "un'ora", "an hour"),
        (90, "un'ora e mezza", "an hour and a half"),
        (180, "tre ore", "three hours"),
        (720, "dodici ore", "twelve hours"),
        (1440, "un giorno", "a day"),
        (4320, "tre giorni", "three days"),
    ],
)
def test_time_is_said_in_words(minutes, it, en):
    assert (span(minutes, "it"), span(minutes, "en")) == (it, en)


@given(st.integers(0, 100_000), st.sampled_from(LANGUAGES))
def test_any_time_has_words(minutes, language):
    assert span(minutes, language)


def test_numbers_are_spelt_as_far_as_people_do():
    assert [number(count, "it") for count in (1, 20, 21, 0)] == ["uno", "venti", "21", "0"]
    assert [ordinal(count, "en") for count in (1, 12, 13)] == ["first", "twelfth", "13"]
    assert [at(count, "it") for count in (1, 8, 11)] == ["al primo", "all'ottavo", "all'undicesimo"]


def test_lists_end_with_an_and():
    assert listed([], "it") == ""
    assert listed(["Anna"], "it") == "Anna"
    assert listed(["Anna", "Bruno", "Carla"], "it") == "Anna, Bruno e Carla"
    assert listed(["Anna", "Bruno"], "en") == "Anna and Bruno"


def test_those_who_differ_by_a_number_are_named_once():
    names = ["goblin 1", "goblin 2", "Anna", "goblin 4", "goblin 2"]
    assert together(names, "en") == "goblin 1, 2 and 4 and Anna"
    assert together(["arciere coboldo 1"], "it") == "arciere coboldo 1"


@pytest.mark.parametrize(
    ("sentence", "language", "flows"),
    [
        ("La compagnia fugge.", "it", "la compagnia fugge."),
        ("Lana attacca.", "it", "Lana attacca."),
        ("L'aria sa di fumo.", "it", "l'aria sa di fumo."),
        ("Lodovico cade.", "it", "Lodovico cade."),
        ("Un'ombra si muove.", "it", "un'ombra si muove."),
        ("Di sorpresa: Anna.", "it", "di sorpresa: Anna."),
        ("The party flees.", "en", "the party flees."),
        ("Theo falls.", "en", "Theo falls."),
        ("", "it", ""),
    ],
)
def test_the_head_of_a_sentence_loses_its_capital_and_a_name_does_not(sentence, language, flows):
    known = openers(language, "arbitro.rules.whitebox")
    assert flowing(sentence, known) == flows


@pytest.mark.parametrize(
    ("name", "count", "language", "said"),
    [
        (Name("driade", "f"), 1, "it", "una driade"),
        (Name("arpia", "f"), 1, "it", "un'arpia"),
        (Name("orso"), 1, "it", "un orso"),
        (Name("zombie"), 1, "it", "uno zombie"),
        (Name("goblin"), 1, "it", "un goblin"),
        (Name("ragni giganti"), 4, "it", "quattro ragni giganti"),
        (Name("ogre"), 1, "en", "an ogre"),
        (Name("grey ooze"), 1, "en", "a grey ooze"),
        (Name("dwarves"), 5, "en", "five dwarves"),
    ],
)
def test_so_many_of_a_kind(name, count, language, said):
    assert some(name, count, language) == said


def test_creatures_of_a_games_content_are_counted_in_their_own_words():
    zombie = Noun("Zombi marcio", "Rotted zombie", plural=Phrase("zombi marci", "rotted zombies"))
    assert counted(zombie, 1, "it") == "uno zombi marcio"
    assert counted(zombie, 8, "it") == "otto zombi marci"
    assert counted(zombie, 8, "en") == "eight rotted zombies"


def test_the_same_thing_is_said_in_other_words_each_time():
    voice = Voice("en")
    known = forms(TEXTS, "en", "search.vain")
    assert len(known) > 1
    said = [voice.say("search.vain") for _ in range(len(known) + 1)]
    assert len(set(said)) == len(known)
    assert said[0] == said[-1]
    assert Voice("en").say("search.vain") == said[0]


def test_a_game_has_words_of_its_own_for_the_journal():
    game = find_game("infausta").texts  # its parent's sentence, and its parent's
    assert Voice("en", game).say("camp").startswith("Camp is made")
    assert Voice("en", game).plainly("chapter.joust") == "The joust"
    assert Voice("en", game).plainly("chapter.over") == Voice("en").plainly("chapter.over") == "The end"
    assert Voice("en", game).knows("camp")
    assert not Voice("en").knows("camp")


def test_a_game_speaks_from_its_own_texts_and_those_behind_them():
    texts = Texts("arbitro.rules.infausta", Texts("arbitro.rules.whitebox"))
    assert packages_of(texts) == ("arbitro.rules.infausta", "arbitro.rules.whitebox")


def test_a_sentence_can_stand_among_others_and_at_the_head():
    assert clause(" Anna cade. ") == "Anna cade"
    assert clause("Via!") == "Via!"
    assert capital("la porta cede.") == "La porta cede."
    assert capital("") == ""
