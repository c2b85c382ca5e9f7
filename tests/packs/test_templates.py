"""The pack that every kind of content begins with passes the check as it stands."""

import pytest
from tests.sampling import spread

from arbitro.kernel.pack import pack_from_text
from arbitro.kernel.pack_template import template, worked_kinds
from arbitro.play import find_game
from arbitro.rules import games
from arbitro.text import Fault


def kinds() -> list[tuple[str, str]]:
    return [(game, kind) for game in games() for kind in find_game(game).books().kinds]


@pytest.mark.parametrize(("game", "kind"), spread(kinds(), 6))
def test_the_template_of_every_kind_passes_the_check(game, kind):
    ruleset = find_game(game)
    texts = {language: template(ruleset.books(), kind, language) for language in ("it", "en")}
    assert texts["it"] != texts["en"]
    for text in texts.values():
        assert "GAME" not in text
        books = ruleset.with_packs((pack_from_text(f"{kind}.yaml", text),)).books()
        assert {named for named, _ in books.pack_entries()} == {kind}


@pytest.mark.parametrize("game", games())
def test_what_authors_ask_for_most_is_worked_out(game):
    kinds = worked_kinds(find_game(game).books())
    assert {"monsters", "adversaries"} & set(kinds)
    assert "encounter_tables" in kinds


def test_an_unknown_kind_is_refused_with_the_nearest():
    with pytest.raises(Fault, match="monsters"):
        template(find_game("whitebox").books(), "monster", "en")
