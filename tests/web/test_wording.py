"""Words of choices that are carried over from one state to the next are those that would be found anew."""

from collections.abc import Iterator
from typing import Any

import pytest

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.text import LANGUAGES, Name, NameRow, same_name
from arbitro.web.shelf import ready_scenes
from arbitro.web.wording import Wording

STEPS = 12
SCENES = [
    ("whitebox", "fights/orcs"),
    ("archmage", next(iter(ready_scenes("archmage")))),
    ("daggerheart", next(iter(ready_scenes("daggerheart")))),
    ("campaign-whitebox", "campaigns/ready-novices"),
    ("campaign-infausta", next(name for name in ready_scenes("campaign-infausta") if name.startswith("campaigns/"))),
]


def played(game: str, scene: str) -> Iterator[Table[Any]]:
    """A table after each of some commands."""
    ruleset = find_game(game)
    setup = ruleset.read_setup(ready_scenes(game)[scene])
    table: Table[Any] = Table.open(ruleset, "words", seed_from_text(scene), ruleset.options.meant(setup.options))
    for command in setup.start:
        table.submit(command, REFEREE)
    for _ in range(STEPS):
        yield table
        following = ruleset.suggest(table.state, REFEREE)
        if following is None:
            return
        table.submit(following, REFEREE)


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_carried_words_are_the_words_found_anew(game: str, scene: str) -> None:
    for language in LANGUAGES:
        carried: Wording | None = None
        kept = asked = 0
        for table in played(game, scene):
            before, carried = carried, Wording(table.ruleset, table.state, language, carried)
            fresh = Wording(table.ruleset, table.state, language)
            for seat in (REFEREE, *table.ruleset.seats(table.state)):
                for choice in table.choices(seat):
                    offer = carried.offer(choice, seat)
                    assert offer == fresh.offer(choice, seat)
                    old = before._worded.get(choice.id) if before is not None else None
                    asked += 1
                    kept += old is not None and carried._worded[choice.id].offer is old.offer
        assert 0 < kept < asked


class Renaming:
    """A game in which somebody is called otherwise from one state to the next."""

    def __init__(self, names: dict[str, Name]) -> None:
        self.names = names
        self.texts = find_game("whitebox").texts

    def name_of(self, state: Any, subject: str, language: str) -> Name:
        del state, language
        return self.names[subject]

    def meaning(self, state: Any, subject: str, language: str) -> str:
        del state, subject, language
        return ""

    def command(self, filled: dict[str, object]) -> Any:
        return find_game("whitebox").command(filled)

    def may_have_odds(self, command: Any) -> bool:
        del command
        return False


@pytest.mark.parametrize("now", [Name("Aldo"), Name("Alda", "f"), Name("Alda", "m", "one")])
def test_nobody_is_called_by_an_old_name(now: Name) -> None:
    game: Any = Renaming({"x": Name("Alda"), "who": Name("Berto")})
    pick = Parameter("target", picks=(Pick("x", Label("name", {"who": "@x"})),))
    choice = Choice("attack/who", "attack", Label("name", {"who": "@who"}), {"who": "who"}, (pick,))
    seat = Seat("Anna", controls=frozenset({"who"}))
    first = Wording(game, object(), "it")
    offer = first.offer(choice, seat)
    assert offer.fields[0].picks[0].text == "Alda"
    assert Wording(game, object(), "it", first).offer(choice, seat) is offer
    game.names["x"] = now
    later = Wording(game, object(), "it", first).offer(choice, seat)
    assert later is not offer
    assert later.fields[0].picks[0].text == str(now)


def test_names_are_the_same_in_letters_gender_and_article() -> None:
    assert same_name(Name("Alda", "f"), Name("Alda", "f"))
    assert not same_name(Name("Alda", "f"), Name("Alda"))
    assert not same_name(Name("orco", grammar="one"), Name("orco"))
    row = NameRow([Name("Alda"), Name("Berto")])
    assert not same_name(row, NameRow([Name("Alda"), Name("Berto")]))
