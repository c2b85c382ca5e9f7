"""How a party walks: set once, kept by every step that says nothing else; and what it knows is told in a line."""

from typing import Any

import msgspec
import pytest
from tests.play.test_in_the_dark import in_the_dark, next_passage
from tests.play.test_met_at_the_table import FAMILY, GAMES, at_the_foot_of, kindling, lighted, refused_by, walked
from tests.play.test_order_of_lines import lines

from arbitro.dice.stream import QuickDice
from arbitro.kernel.aim import Course
from arbitro.kernel.seat import REFEREE, SPECTATOR
from arbitro.kernel.sentence import label_text
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.players.turn import players_seat
from arbitro.play.ways import ways
from arbitro.rules.whitebox.exploring.events import Walked
from arbitro.text import LANGUAGES

PACES = ("careful", "running")


def underfoot(game: str) -> Any:
    """A party with a light, one step from the stairs on a way that it knows."""
    state = lighted(game, at_the_foot_of(game))
    return walked(game, state, c.Follow(next_passage(state)), QuickDice(2))[0]


def paces_of(events: list[Any]) -> list[str]:
    return [event.pace for event in events if isinstance(event, Walked)]


def moved(events: list[Any]) -> Any:
    (found,) = [event for event in events if isinstance(event, e.PartyMoved)]
    return found


@pytest.mark.rule("WB-MOVE-03", "WB-MOVE-04", "WB-MOVE-06")
@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("pace", PACES)
def test_a_pace_that_is_set_holds_wherever_none_is_named(game: str, pace: str) -> None:
    state = underfoot(game)
    before = state.minutes
    state, events = walked(game, state, c.SetPace(pace), QuickDice(1))
    assert list(events) == [e.PaceSet(pace)]
    assert state.minutes == before
    _, events = walked(game, state, c.Follow(back(state)), QuickDice(1))
    assert set(paces_of(events)) == {pace}
    _, events = walked(game, state, c.GoTo(state.came), QuickDice(1))
    assert set(paces_of(events)) == {pace}
    _, events = walked(game, state, c.Follow(back(state), "normal"), QuickDice(1))
    assert set(paces_of(events)) == {"normal"}


def back(state: Any) -> str:
    return next(way.id for way in ways(state.dungeon, state.at) if way.to == state.came)


@pytest.mark.parametrize("game", FAMILY)
def test_aims_walk_at_the_partys_own_pace(game: str) -> None:
    campaign = find_campaign(game)
    state, _ = walked(game, underfoot(game), c.SetPace("careful"), QuickDice(1))
    seat = players_seat(campaign, state)
    step = campaign.pursue(state, seat, "home", Course(state))
    assert isinstance(step, c.Follow)
    assert set(paces_of(walked(game, state, step, QuickDice(1))[1])) == {"careful"}


@pytest.mark.parametrize("game", FAMILY)
def test_the_pace_is_shown_and_every_other_one_is_a_single_choice(game: str) -> None:
    campaign, state = find_campaign(game), underfoot(game)
    seat = players_seat(campaign, state)
    for own in ("normal", "careful", "running", "normal"):
        if own != (state.pace or "normal"):
            state, _ = walked(game, state, c.SetPace(own), QuickDice(1))
        offered = {
            choice.fixed["pace"]: choice for choice in campaign.choices(state, seat) if choice.command == "set_pace"
        }
        assert set(offered) == {"normal", "careful", "running"} - {own}
        assert not any(choice.parameters for choice in offered.values())
        assert not any(choice.parameters for choice in campaign.choices(state, seat) if choice.command == "follow")
        assert campaign.view(state, SPECTATOR).pace == own
        for language in LANGUAGES:
            how = campaign.game.texts.say(language, f"pace.{own}")
            shown = [card.line for card in campaign.cards(state, SPECTATOR, language) if card.id == "pace"]
            assert shown == ([] if own == "normal" else [how]), "the usual one need not be said"
            assert any(how in line for line in campaign.picture(state, seat, language)) == (own != "normal")
            for pace, choice in offered.items():
                words = campaign.game.texts.say(language, f"pace.{pace}")
                assert words in label_text(campaign, state, choice.label, language)
        assert refused_by(game, state, c.SetPace(own)) == "pace_already"
    assert refused_by(game, state, c.SetPace("combat")) == "no_such_pace"


@pytest.mark.parametrize("game", sorted(set(GAMES) - set(FAMILY)))
def test_games_without_paces_offer_none_and_say_so(game: str) -> None:
    campaign, state = find_campaign(game), underfoot(game)
    assert not any(choice.command == "set_pace" for choice in campaign.choices(state, REFEREE))
    assert not any(card.id == "pace" for card in campaign.cards(state, REFEREE, "en"))
    assert refused_by(game, state, c.SetPace("careful")) == "no_paces"


@pytest.mark.parametrize("game", GAMES)
def test_a_state_that_was_kept_before_there_were_paces_opens(game: str) -> None:
    state = underfoot(game)
    plain = msgspec.to_builtins(state)
    assert not plain.pop("pace", "")
    plain.pop("told")
    old = msgspec.convert(plain, type(state))
    assert (old.pace, old.told) == ("", ())


@pytest.mark.parametrize("game", GAMES)
def test_a_place_that_the_party_knows_is_told_in_a_line(game: str) -> None:
    campaign, state = find_campaign(game), underfoot(game)
    there, events = walked(game, state, c.Follow(back(state)), QuickDice(1))
    assert moved(events).known
    for language in LANGUAGES:
        (arrival,) = [line for line in lines(game, state, there, events, language) if "[PartyMoved]" in line]
        assert str(campaign.name_of(there, there.at, language)) in arrival
        whole = campaign.picture(there, REFEREE, language)
        assert not any(line in arrival for line in whole if len(line) > 60)
        assert len(" ".join(whole)) > len(arrival)
    foot = lighted(game, at_the_foot_of(game))
    assert not moved(walked(game, foot, c.Follow(next_passage(foot)), QuickDice(2))[1]).known


@pytest.mark.parametrize("game", FAMILY)
def test_a_place_that_was_only_felt_is_told_in_full_when_it_is_seen(game: str) -> None:
    state = in_the_dark(game)
    dark, events = walked(game, state, c.Follow(next_passage(state)), QuickDice(2))
    assert not moved(events).known
    foot, _ = walked(game, dark, c.Follow(back(dark)), QuickDice(1))
    foot, _ = walked(game, foot, kindling(find_campaign(game), foot), QuickDice(4))
    _, events = walked(game, foot, c.GoTo(dark.at), QuickDice(1))
    assert not moved(events).known
