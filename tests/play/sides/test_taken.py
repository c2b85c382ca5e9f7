"""A whole party in the enemy's power, in the White Box family."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_hazards import with_trap
from tests.play.test_met_at_the_table import FAMILY, at_the_foot_of, lighted, walked

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import Known, Slot, Trap
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.state import Question
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.aftermath import count_losses
from arbitro.play.events import RumourHeard
from arbitro.play.guide import exhausted, to_be_freed, wishes
from arbitro.play.scene import Scene
from arbitro.play.state import GROUP
from arbitro.rules.whitebox.exploring.commands import JudgeCaptives, Parley
from arbitro.rules.whitebox.exploring.state import Pending, Troop
from arbitro.rules.whitebox.people.state import Captivity


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize(("fate", "goes_on"), [("freed", True), ("robbed", True), ("ransomed", True), ("held", False)])
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_a_party_that_was_taken_whole_hears_its_fate_before_its_story_ends(game: str, fate: Any, goes_on: bool) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    people = tuple(state.game.characters)
    taken = {who: replace(one, captive=Captivity("orcs", state.at)) for who, one in state.game.characters.items()}
    out = replace(
        state.game.expedition,
        pending=Pending(people=people),
        troops={"orcs": Troop(id="orcs", monster="orc", count=Amount(plus=3), place=state.at)},
    )
    game_state = replace(
        state.game,
        characters=taken,
        expedition=out,
        awaiting=(Question("captives", "referee", rules=("WB-MORALE-02",)),),
    )
    state = replace(state, game=game_state)
    scene = Scene(campaign.side, state, QuickDice(1))
    count_losses(scene)
    assert scene.state.stage == "dungeon"
    after, _events = walked(game, state, JudgeCaptives(fate), QuickDice(1))
    assert (after.stage != "over") is goes_on


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize("captors", ["present", "gone"])
@pytest.mark.parametrize("game", FAMILY)
def test_a_party_that_comes_back_to_a_dungeon_it_had_left_can_free_whom_it_left_there(game: str, captors: Any) -> None:
    """Another dungeon was sought meanwhile: the way to the old one is not forgotten while somebody is held there."""
    campaign: Any = find_campaign(game)
    state, way, there = with_trap(game, lighted(game, at_the_foot_of(game)), Trap("spent", 1, "", "PIT", "spent"))
    den = Slot("den", 1, there, "monster", "MONSTER", items=(("kobold", 1),), state=captors)
    state = replace(state, dungeon=replace(state.dungeon, slots={"den": den}))
    *_, who = state.game.characters
    held = replace(state.game.characters[who], captive=Captivity("den", there))
    state = replace(state, game=replace(state.game, characters={**state.game.characters, who: held}))
    at_home = replace(state, stage="town", game=replace(state.game, expedition=None))
    elsewhere, events = walked(game, at_home, c.SeekDungeon(), QuickDice(3))
    assert [event.kept for event in events if isinstance(event, RumourHeard)] == [True]
    assert "go_back/1" in [choice.id for choice in campaign.choices(elsewhere, REFEREE)]
    back, _ = walked(game, elsewhere, c.GoBack(1), QuickDice(3))
    assert back.dungeon == state.dungeon
    below = replace(back, stage="dungeon", game=state.game)
    after, events = walked(game, below, c.Follow(way), QuickDice(2))
    free = after.game.characters[who].captive is None
    assert (free, after.game.expedition.meeting is None) == (captors == "gone", captors == "gone")


def with_one_held(game: str, captors: tuple[str, int]) -> tuple[Any, str, str, str]:
    """Beside a place where some whom the party has met hold one of its own; the way there, the place, and whom."""
    state, way, there = with_trap(game, lighted(game, at_the_foot_of(game)), Trap("spent", 1, "", "PIT", "spent"))
    den = Slot("den", 1, there, "monster", "MONSTER", items=(captors,), state="met")
    known = {**state.dungeon.known, f"{GROUP}/{there}": Known(GROUP, there, "visited")}
    state = replace(state, dungeon=replace(state.dungeon, slots={"den": den}, known=known))
    *_, who = state.game.characters
    held = replace(state.game.characters[who], captive=Captivity("den", there))
    return replace(state, game=replace(state.game, characters={**state.game.characters, who: held})), way, there, who


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize(("captors", "goes"), [(("kobold", 2), True), (("ogre", 3), False)])
@pytest.mark.parametrize("game", FAMILY)
def test_a_plain_party_goes_back_for_its_own_where_it_dares(game: str, captors: tuple[str, int], goes: bool) -> None:
    """From the town, past what it would otherwise shun, and into the fight; others it leaves where they are."""
    campaign: Any = find_campaign(game)
    state, way, there, _who = with_one_held(game, captors)
    assert to_be_freed(campaign.side, state) == ({there} if goes else set())
    steps = [command for command in wishes(campaign, state) if isinstance(command, c.Follow)]
    assert (steps[0].way == way) is goes
    at_home = replace(state, stage="town", game=replace(state.game, expedition=None))
    assert exhausted(at_home), "nothing else calls the party back to this dungeon"
    *_, last = wishes(campaign, at_home)
    assert isinstance(last, c.SetOut if goes else c.SeekDungeon)


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize("game", FAMILY)
def test_whoever_has_come_for_a_captive_fights_and_wins_the_captive_back(game: str) -> None:
    """On several seeds, by the automatic players alone: in the end nobody of a party that won is held any more."""
    campaign: Any = find_campaign(game)
    freed = 0
    for seed in range(6):
        dice = QuickDice(seed)
        state, way, _there, who = with_one_held(game, ("kobold", 1))
        state, _ = walked(game, state, c.Follow(way), dice)
        talked = False
        for _ in range(80):
            if state.stage != "dungeon" or state.game.characters[who].captive is None:
                break
            command = campaign.suggest(state, REFEREE)
            talked = talked or isinstance(command, Parley)
            state, _ = walked(game, state, command, dice)
        freed += state.game.characters[who].captive is None
        assert not talked, "they hold one of its own"
    assert freed >= 4
