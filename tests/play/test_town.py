"""The town has a face, and what is told at its inn is true and no more than the table allows."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.watching import watched

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Slot, Trap, Water
from arbitro.kernel.command import Refusal
from arbitro.kernel.fold import evolve
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.play import campaigns, find_campaign
from arbitro.play import commands as c
from arbitro.play.events import TalkHeard, TownDrawn
from arbitro.play.players import PLAYERS
from arbitro.play.state import GROUP, Called, Fallen
from arbitro.play.town import _variants, facts, may_ask, townsfolk, wanderers
from arbitro.text import LANGUAGES


def in_town(game: str, seed: str = "7", **options: Any) -> Table[Any]:
    table = Table.open(find_campaign(game), "town", seed_from_text(seed), options)
    party = next(iter(dict(table.ruleset.side.party.parties())))
    assert not isinstance(table.submit(c.Gather(party), REFEREE), Refusal)
    return table


def ask(table: Table[Any], state: Any) -> tuple[Any, TalkHeard] | Refusal:
    """Ask in a state of our own making."""
    answer = table.ruleset.decide(state, c.AskAround(), QuickDice(1))
    if isinstance(answer, Refusal):
        return answer
    (event,) = answer.events
    assert isinstance(event, TalkHeard)
    return evolve(table.ruleset, state, event), event


@pytest.mark.parametrize("game", campaigns())
def test_every_campaign_begins_at_an_inn_with_people_and_a_reason(game: str) -> None:
    game = game.removeprefix("campaign-")
    table = in_town(game)
    drawn = [event for entry in table.entries() for event in entry.events if isinstance(event, TownDrawn)]
    assert [event.town for event in drawn] == [table.state.town]
    town = table.state.town
    assert town.keeper != town.regular
    for language in LANGUAGES:
        told = tell(table.ruleset, table.state, drawn[0], language)
        assert town.keeper.in_(language) in told
        assert town.regular.in_(language) in told
    assert in_town(game).state.town == town  # the same seed, the same town
    assert len({in_town(game, str(seed)).state.town.keeper.it for seed in range(6)}) > 1


def test_there_are_enough_of_them() -> None:
    assert len(townsfolk()) >= 20
    assert len({each.it for each in townsfolk()}) == len(townsfolk())
    assert _variants("hook") >= 6
    assert _variants("inn") >= 6


def test_all_that_is_told_is_told_once_and_then_there_is_nothing_new() -> None:
    table = in_town("whitebox")
    state, heard = table.state, []
    while True:
        answer = ask(table, state)
        if isinstance(answer, Refusal):
            assert answer.code == "no_rumours"
            break
        state, event = answer
        heard.append(event.key)
    assert heard[-1] == "nothing"
    assert len(set(heard)) == len(heard)
    assert not may_ask(state)
    assert not any(
        choice.command == "ask_around" for choice in table.ruleset.choices(state, table.ruleset.seats(state)[0])
    )


def prepared(state: Any) -> Any:
    """A dungeon in which something waits that nobody has seen."""
    here = state.dungeon
    space = next(iter(here.spaces))
    foes = Slot("f", 1, space, "monster", "CONTENT_MONSTER", items=(("orc", 3), ("coins/gold", 40)))
    room, gold = Slot("s", 1, space, "special", "SPECIAL"), Slot("g", 1, space, "treasure", "GP_400", unit="gold")
    water, trap = Water("w", 1, space, "lake", "LAKE", ()), Trap("t", 1, space, "PIT")
    full = replace(
        here,
        slots={"f": foes, "s": room, "g": gold},
        waters={"w": water},
        traps={"t": trap},
        levels={1: 5, 2: 3},
    )
    return replace(state, dungeon=full)


def test_what_lies_below_is_told_as_far_as_a_townsman_could_know_it() -> None:
    table = in_town("whitebox")
    told = {talk.key for talk in facts(prepared(table.state))} - {"foot"}
    assert told == {"levels", "lake", "special", "kind:orc"}  # no trap, no treasure, nothing of where or how many
    state = prepared(table.state)
    for _ in told:
        answer = ask(table, state)
        assert not isinstance(answer, Refusal)
        state, event = answer
        for language in LANGUAGES:
            said = tell(table.ruleset, state, event, language)
            assert event.by.in_(language) in said
            assert not any(mark in said for mark in ("{", "orc/", "3 ", "40"))


def test_what_the_party_knows_is_no_news_and_who_allows_no_more_hears_no_more() -> None:
    """Two worlds: with ``known`` what waits below makes no difference; with ``none`` nothing is told at all."""
    table = in_town("whitebox", rumours="known")
    fallen = Fallen("bruno", Called("Bruno", "Bruno"), 100, "somewhere", 1)
    state = replace(table.state, fallen=(fallen,))
    assert [talk.key for talk in facts(state)] == ["fallen:bruno"]
    assert list(facts(prepared(state))) == list(facts(state))
    silent = in_town("whitebox", rumours="none")
    assert not may_ask(silent.state)
    assert isinstance(ask(silent, silent.state), Refusal)


@pytest.mark.parametrize("game", ["whitebox", "archmage"])
def test_of_known_things_the_talk_is_true_after_every_step(game: str) -> None:
    counted = 0
    for step in watched(game, 2, 120, PLAYERS["plain"]):
        for talk in facts(step.after):
            if talk.fact == "ways":
                assert talk.count == len(players_map(step.after.dungeon, GROUP).leads)
                counted += 1
            if talk.fact == "fallen":
                assert any(each.who == talk.what for each in step.after.fallen)
    assert counted


def test_everybody_at_the_table_hears_it() -> None:
    table = in_town("daggerheart")
    answer = ask(table, table.state)
    assert not isinstance(answer, Refusal)
    state, event = answer
    for seat in table.ruleset.seats(state):
        assert shown_to(table.ruleset, state, event, seat) == event


def test_underground_nobody_tells_anything() -> None:
    table = in_town("whitebox")
    assert isinstance(ask(table, replace(table.state, stage="dungeon")), Refusal)


@pytest.mark.parametrize("game", ["whitebox", "infausta", "archmage", "daggerheart"])
def test_wanderers_are_spoken_of_by_the_games_own_list_whatever_waits_below(game: str) -> None:
    table = in_town(game)
    side, state = table.ruleset.side, table.state
    told = list(wanderers(side, state))
    assert told
    assert told == list(wanderers(side, prepared(state)))  # two worlds: the list is no secret of this dungeon
    for talk in told:
        assert side.stores.is_kind(talk.what)
        heard = TalkHeard(talk.key, talk.fact, state.town.keeper, talk.what)
        for language in LANGUAGES:
            assert side.stores.kind_called(talk.what, 2, language) in tell(table.ruleset, state, heard, language)
    assert len({talk.what for n in range(6) for talk in wanderers(side, in_town(game, str(n)).state)}) > 1
    assert list(wanderers(side, in_town(game, rumours="known").state)) == []
