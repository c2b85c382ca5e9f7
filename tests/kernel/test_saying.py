"""Sentences in one's own words, written from real moments of all four games: what is meant is done, or it is asked."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arbitro.kernel.saying import Heard, heard
from arbitro.kernel.seat import Seat
from arbitro.library import Table
from arbitro.play.commands import Gather
from arbitro.play.players.turn import NOBODY_YET
from arbitro.text import LANGUAGES, Language

SENTENCES = Path(__file__).parent / "sayings"
SETS = {"{}.txt": 200, "held_out.{}.txt": 100, "unseen.{}.txt": 60, "colourful.{}.txt": 180}
"""The sentences by which it was made, and sets written before it was held against them; how many at least."""


def written(language: Language, name: str = "{}.txt") -> list[tuple[str, str, str]]:
    """Each sentence with its moment and what it means: a choice, ``?``, ``no`` or ``!``; ``>`` and what comes next.

    ``?`` is to be asked about, ``no`` cannot be done, ``!`` is a question or a no itself: never acted upon.
    """
    found, moment = [], ""
    for line in (SENTENCES / name.format(language)).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            moment = line[2:]
        elif line:
            said, _, meant = line.partition(" = ")
            found.append((moment, said, meant))
    return found


@cache
def at(moment: str) -> tuple[Table[Any], Seat]:
    """A table at a moment: a scene, or a campaign with its party, played on by so many suggestions."""
    game, scene, steps = moment.split()
    if game.startswith("campaign-"):
        table = Table.new(game, seed="3")
        table.do(Gather(scene), NOBODY_YET)
    else:
        table = Table.new(game, scene, seed="3")
    table.go_on(table.seats[0])
    for _ in range(int(steps)):
        command = table.suggest(table.seats[0])
        assert command is not None
        table.do(command, table.seats[0])
        table.go_on(table.seats[0])
    return table, table.seats[0]


def meaning(moment: str, said: str, language: Language) -> Heard:
    table, seat = at(moment)
    return heard(table.ruleset, table.state, seat, table.choices(seat), said, language)


def judged(moment: str, said: str, language: Language, meant: str) -> str:
    """Whether a sentence was understood, and what it wants next, too, where the moment allows that already."""
    first, _, following = meant.partition(" > ")
    found = meaning(moment, said, language)
    how = verdict(found, first)
    return judged(moment, found.then, language, following) if following and how == "right" else how


def verdict(found: Heard, meant: str) -> str:
    """Whether a sentence was understood: ``right``, ``asked`` without need, or ``wrong``: something else was done."""
    if meant in ("?", "no", "!"):
        if found.kind == "deed":
            return "wrong"
        if meant == "!":
            return "right"
        fits = found.kind == "question" if meant == "?" else found.kind in ("forbidden", "unknown")
        return "right" if fits else "asked"
    choice, *values = meant.split()
    wanted = dict(value.split("=") for value in values)
    if found.kind != "deed":
        return "asked"
    (deed,) = found.meant
    told = {name: str(value) for name, value in deed.values.items()}
    return "right" if deed.choice == choice and wanted.items() <= told.items() else "wrong"


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_least_nine_in_ten_sentences_are_understood_and_none_is_acted_upon_wrongly(
    language: Language, name: str
) -> None:
    verdicts = {
        (moment, said): judged(moment, said, language, meant) for moment, said, meant in written(language, name)
    }
    assert len(verdicts) >= SETS[name]
    assert [one for one, how in verdicts.items() if how == "wrong"] == []
    right = [one for one, how in verdicts.items() if how == "right"]
    assert len(right) / len(verdicts) >= 0.9, [one for one, how in verdicts.items() if how != "right"]


@pytest.mark.parametrize("name", SETS)
def test_every_game_is_spoken_of(name: str) -> None:
    for language in LANGUAGES:
        games = {moment.split()[0] for moment, _, _ in written(language, name)}
        assert {game.removeprefix("campaign-") for game in games} == {"whitebox", "infausta", "archmage", "daggerheart"}


@pytest.mark.parametrize(
    ("moment", "said", "language"),
    [
        ("whitebox fights/hall 6", "Dalia attacks", "en"),  # who is too far to strike does not run from the fight
        ("whitebox fights/hall 6", "Tonio casts a spell", "en"),
        ("archmage fights/wolves 0", "use a recovery", "en"),  # … nor ready a rush at a foe that casts
        ("archmage fights/wolves 0", "usa una ripresa", "it"),
        ("archmage fights/wolves 0", "Corvo attacca il lupo", "it"),
    ],
)
def test_what_a_choice_only_speaks_of_is_not_what_it_does(moment: str, said: str, language: Language) -> None:
    assert meaning(moment, said, language).kind != "deed"
