"""Searching the rulebooks: what a rule is about comes before what it only mentions."""

import pytest

from arbitro.text import LANGUAGES
from arbitro.web import shelf
from arbitro.web.searching import search


def ids(query: str, book: str = "whitebox") -> list[str]:
    return [found.atom.id for found in search(query, "it", (book,))]


def test_a_rule_is_found_by_its_id_and_by_words_without_accents_or_case() -> None:
    assert ids("WB-ATK-01") == ["WB-ATK-01"]
    assert ids("perche") == ids("PERCHÉ") != []
    assert ids("xyzzy") == ids("") == ids("…") == []


def test_the_title_comes_before_the_text_and_a_whole_word_before_its_beginning() -> None:
    found = ids("porta")
    titles = ["porta" in shelf.plain(shelf.books()["whitebox"][one].title.it).split() for one in found]
    assert titles[0]
    assert titles == sorted(titles, reverse=True)
    assert "WB-MOVE-01" in found  # "il peso portato" begins with it
    assert found.index("WB-MOVE-01") > found.index("WB-DOOR-02")


def test_the_inside_of_a_word_is_found_where_nothing_better_is() -> None:
    assert ids("orta") != []
    assert "WB-DOOR-02" in ids("orta")
    inside = [one for one in ids("arma") if "arma" not in shelf.plain(shelf.books()["whitebox"][one].text.it)]
    assert all("arma" in shelf.plain(shelf.books()["whitebox"][one].title.it) for one in inside)


def test_every_word_must_be_there() -> None:
    both = set(ids("porta forza"))
    assert both
    assert both <= set(ids("porta")) & set(ids("forza"))


def test_a_find_says_where_it_stands_in_the_readers_language() -> None:
    found = search("WB-DOOR-02", "en", ("whitebox",))[0]
    assert (found.book, found.chapter) == ("White Box", "Dungeon doors")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_begins_with_a_capital(language) -> None:
    shown = {chapter.title for name in shelf.books() for chapter in shelf.chapters(name, language)}
    assert all(title[:1].isupper() for title in shown), sorted(shown)
