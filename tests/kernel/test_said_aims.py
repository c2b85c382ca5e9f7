"""Aims in one's own words: walks and orders, in both languages; never by half a sentence, a question or a no."""

from functools import cache
from typing import Any

import pytest
from tests.play.test_aims import Walk

from arbitro.kernel.aim import as_choice
from arbitro.kernel.choice import Choice
from arbitro.kernel.saying import Heard, heard
from arbitro.kernel.seat import Seat
from arbitro.kernel.yamlfile import TEXTS
from arbitro.library import Table
from arbitro.text import LANGUAGES, Language

FIGHT = "whitebox fights/orcs 0"
UNDERGROUND = "campaign-whitebox underground"
TOWN = "campaign-whitebox town"
SAID: list[tuple[str, Language, str, str]] = [
    (FIGHT, "en", "everybody attacks", "strike"),
    (FIGHT, "en", "all strike orc 3", "strike/orc-3"),
    (FIGHT, "en", "gang up on the second orc", "strike/orc-2"),
    (FIGHT, "en", "we hold the line", "hold"),
    (FIGHT, "en", "everybody do their best", "best"),
    (FIGHT, "it", "ognuno faccia del suo meglio", "best"),
    (FIGHT, "it", "tutti all'attacco", "strike"),
    (FIGHT, "it", "attacchiamo tutti l'orco 3", "strike/orc-3"),
    (FIGHT, "it", "tutti addosso al secondo orco", "strike/orc-2"),
    (FIGHT, "it", "restiamo fermi", "hold"),
    (UNDERGROUND, "en", "explore until something happens", "explore"),
    (UNDERGROUND, "en", "roam about", "roam"),
    (UNDERGROUND, "it", "giriamo per il dungeon", "roam"),
    (UNDERGROUND, "en", "let's go home", "home"),
    (UNDERGROUND, "en", "search the whole room", "search"),
    (UNDERGROUND, "it", "esploriamo finché succede qualcosa", "explore"),
    (UNDERGROUND, "it", "torniamo a casa", "home"),
    (UNDERGROUND, "it", "frughiamo la stanza", "search"),
    (TOWN, "en", "back to the dungeon", "dungeon"),
    (TOWN, "it", "torniamo al dungeon", "dungeon"),
]
NEVER: list[tuple[str, Language, str]] = [
    (FIGHT, "en", "don't all attack"),
    (FIGHT, "en", "should everybody attack?"),
    (FIGHT, "en", "everybody attacks the dragon"),
    (FIGHT, "en", "Berto explores"),
    (FIGHT, "it", "non attacchiamo tutti"),
    (FIGHT, "it", "tutti addosso al drago"),
    (FIGHT, "it", "e se attacchiamo tutti"),
    (UNDERGROUND, "en", "should we go home?"),
    (UNDERGROUND, "en", "never go home"),
    (UNDERGROUND, "it", "non torniamo a casa"),
    (UNDERGROUND, "it", "conviene tornare a casa"),
]


@cache
def at(moment: str) -> tuple[Any, Any, Seat, tuple[Choice, ...]]:
    """A moment of a fight, in town, or underground: the rules, the state, who speaks, and what may be done."""
    game, where, *steps = moment.split()
    if steps:
        table: Table[Any] = Table.new(game, where, seed="3")
        table.go_on(table.seats[0])
        return table.ruleset, table.state, table.seats[0], tuple(table.choices(table.seats[0]))
    walk = Walk(game.removeprefix("campaign-"))
    wanted = {"dungeon"} if where == "town" else {"explore", "home", "search"}
    walk.until(lambda now: wanted <= set(now.aims()))
    return walk.campaign, walk.state, walk.seat, tuple(walk.campaign.choices(walk.state, walk.seat))


def meaning(moment: str, said: str, language: Language) -> Heard:
    ruleset, state, seat, choices = at(moment)
    offered = (*choices, *map(as_choice, ruleset.aims(state, seat)))
    return heard(ruleset, state, seat, offered, said, language)


@pytest.mark.parametrize(("moment", "language", "said", "aim"), SAID)
def test_an_aim_is_meant_by_its_own_words_and_by_whom_or_where(
    moment: str, language: Language, said: str, aim: str
) -> None:
    found = meaning(moment, said, language)
    assert (found.kind, [one.choice for one in found.meant]) == ("aim", [aim])
    assert found.meant[0].aim


@pytest.mark.parametrize(("moment", "language", "said"), NEVER)
def test_a_question_a_no_or_a_strange_word_sets_nobody_on_the_way(moment: str, language: Language, said: str) -> None:
    assert meaning(moment, said, language).kind not in ("aim", "deed")


def test_every_kind_of_aim_has_words() -> None:
    """Whatever may be aimed at can be said: no kind of aim is without phrases in either language."""
    for moment in (FIGHT, UNDERGROUND, TOWN):
        ruleset, state, seat, _ = at(moment)
        for aim in ruleset.aims(state, seat):
            key = f"say.{aim.label.key.removesuffix('.elsewhere')}"
            for language in LANGUAGES:
                assert ruleset.texts.find(language, key) or TEXTS.find(language, key), key


def test_one_command_goes_before_an_aim() -> None:
    """Somebody's own act is that act, whatever else could be aimed at."""
    assert meaning(FIGHT, "Berto attacks orc 2", "en").kind == "deed"
