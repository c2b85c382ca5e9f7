"""What a campaign gives to look at: the map on the way, a meeting before blows, the game's own picture of a fight."""

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import DWELLERS, GAMES, do, in_the_hall

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.knowledge import visit
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sketch import text_lines
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.opening import set_up
from arbitro.play.ready import ready_adventures
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking.state import Meeting
from arbitro.play.state import GROUP, Called, Fallen
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


@pytest.mark.parametrize("game", GAMES)
def test_bodies_lie_on_the_map_where_they_fell(game: str) -> None:
    campaign, state = find_campaign(game), in_the_hall(game)
    seat = campaign.seats(state)[0]
    space = state.dungeon.spaces[state.at]
    before = campaign.drawing(state, seat, "en")
    assert before is not None
    assert f"fallen-{space.id}" not in before.svg()
    fell = Fallen("ada", Called("Ada", "Ada", "f"), state.minutes, space.id, space.level)
    for language in LANGUAGES:
        drawn = campaign.drawing(replace(state, fallen=(fell,)), seat, language)
        assert drawn is not None
        assert f"fallen-{space.id}" in drawn.svg()
        assert "Ada" in drawn.svg()
    elsewhere = replace(fell, place="", level=0)
    drawn = campaign.drawing(replace(state, fallen=(elsewhere,)), seat, "en")
    assert drawn is not None
    assert "fallen-" not in drawn.svg()


@pytest.mark.parametrize("game", ["whitebox", "infausta", *GAMES])
def test_whoever_was_met_and_left_stands_on_the_map_by_their_token(game: str) -> None:
    """And nobody else: what waits where the party has not been is on no player's map."""
    campaign = find_campaign(game)
    setup = campaign.read_setup(ready_adventures()["first-delve"])
    table = Table.open(campaign, "map", seed_from_text("map"), setup.options)
    set_up(table, setup.start)
    while table.state.at != "steps":
        command = campaign.suggest(table.state, REFEREE)
        assert command is not None
        table.submit(command, REFEREE)
    state, seat = table.state, campaign.seats(table.state)[0]
    den = next(slot for slot in state.dungeon.slots.values() if slot.space == "store" and slot.kind == "monster")
    kind = den.items[0][0]
    dungeon = replace(state.dungeon, slots={**state.dungeon.slots, den.id: replace(den, state="met")})
    dungeon = evolve_all(dungeon, visit(dungeon, GROUP, "store"))
    for language in LANGUAGES:
        unmet = campaign.drawing(state, seat, language)
        assert unmet is not None
        assert "lair-" not in unmet.svg()
        met = campaign.drawing(replace(state, dungeon=dungeon), seat, language)
        assert met is not None
        assert "lair-store" in met.svg()
        assert campaign.side.stores.kind_called(kind, 2, language) in met.svg()
    assert campaign.side.stores.glyph(kind)
