"""What a campaign gives to look at: the map on the way, a meeting before blows, the game's own picture of a fight."""

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import DWELLERS, GAMES, do, in_the_hall

from arbitro.dice.stream import QuickDice
from arbitro.kernel.sketch import text_lines
from arbitro.play import find_campaign
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking.state import Meeting
from arbitro.text import LANGUAGES


@pytest.mark.parametrize("game", GAMES)
def test_a_meeting_shows_who_is_there_and_who_is_aware_of_whom(game: str) -> None:
    campaign, state = find_campaign(game), in_the_hall(game)
    seat = campaign.seats(state)[0]
    assert campaign.sketch(state, seat, "en") is None, "on the way there is the map"
    for heard, words in ((False, "they see the party"), (True, "they do not expect it")):
        met = replace(state, meeting=Meeting(DWELLERS[game], "", heard))
        shown = campaign.sketch(met, seat, "en")
        assert shown is not None
        far, near = shown.spots
        assert [(each.side, each.state) for each in far.figures] == [(1, f"× {DWELLERS[game][0][1]}")]
        assert {each.id for each in near.figures} == set(campaign.side.party.able(state))
        assert words in [step.text for step in shown.tracks[0].steps]
        assert far.figures[0].name in "\n".join(campaign.picture(met, seat, "en"))
        assert campaign.drawing(met, seat, "en").still
    for language in LANGUAGES:
        found = campaign.sketch(met, seat, language)
        assert found is not None
        assert all(text_lines(found))


@pytest.mark.parametrize("game", GAMES)
def test_once_it_has_come_to_blows_the_game_draws_its_own_picture(game: str) -> None:
    campaign = find_campaign(game)
    state = replace(in_the_hall(game), meeting=Meeting(DWELLERS[game]))
    fought = do(game, state, w.Confront(), dice=QuickDice(1))
    seat = campaign.seats(fought)[0]
    shown = campaign.sketch(fought, seat, "it")
    assert shown is not None
    assert shown == campaign.game.sketch(fought.game, seat, "it")
    assert sum(len(spot.figures) for spot in shown.spots) == len(campaign.side.party.able(state)) + DWELLERS[game][0][1]
