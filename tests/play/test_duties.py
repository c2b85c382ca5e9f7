"""What the referee has to do is never kept waiting by what a person may do, or leave: in every game, at every stage."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.watching import watched

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.rules.infausta.wilderness.commands import BreakCamp, ChooseHeading, MakeCamp
from arbitro.rules.whitebox.exploring.commands import Flee
from arbitro.web.driver import next_by_itself
from arbitro.web.sitting import Arrangement, Sitting

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")


class TheRefereeAlone(Seat, frozen=True):
    """A referee who does nothing for anybody else."""

    def may_act_for(self, owner: str) -> bool:
        return owner == REFEREE_ONLY


ALONE = TheRefereeAlone("referee", "referee")


def hurt(state: Any) -> Any:
    """The same table with everybody wounded and all that may be spent at hand, so that there is much to be wished."""
    characters = getattr(state.game, "characters", None)
    if not characters:
        return state
    wounded = {who: replace(one, hp=min(one.hp, 1)) if one.health == "well" else one for who, one in characters.items()}
    fresh: dict[str, Any] = {"characters": wounded}
    if hasattr(state.game, "gifts"):
        fresh["gifts"] = {}
    return replace(state, game=replace(state.game, **fresh))


def talking_or_fighting(campaign: Any, state: Any) -> bool:
    """Whether the party has the word by the order of a meeting or a fight."""
    return bool(campaign.side.meetings.fighting(state) or campaign.side.meetings.foe(state) or state.awaiting)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_free_act_stands_in_the_way_of_a_duty(game: str, seed: int) -> None:
    looked = 0
    for step in watched(game, seed, 250):
        campaign: Any = step.table.ruleset
        for state in (step.after, hurt(step.after)):
            if campaign.finished(state) or talking_or_fighting(campaign, state):
                continue
            looked += 1
            wished = campaign.suggest(state, REFEREE)
            if wished is None or campaign.owner(state, wished) == REFEREE_ONLY:
                continue
            duty = campaign.suggest(state, ALONE)
            assert duty is None or campaign.owner(state, duty) != REFEREE_ONLY, (wished, duty)
    assert looked


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_asked_of_the_referee_is_answered_by_the_referee(game: str, seed: int) -> None:
    for step in watched(game, seed, 250):
        campaign: Any = step.table.ruleset
        for state in (step.after, hurt(step.after)):
            if not campaign.finished(state) and state.awaiting and state.awaiting[0].who == REFEREE_ONLY:
                answer = campaign.suggest(state, REFEREE)
                assert answer is not None
                assert campaign.owner(state, answer) == REFEREE_ONLY, (state.awaiting[0], answer)


def decided(campaign: Any, state: Any, command: Command, dice: QuickDice) -> Any:
    answer = campaign.decide(state, command, dice)
    assert not isinstance(answer, Refusal), (command, answer)
    return answer.state


@pytest.mark.rule("IS-WILD-03", "IS-WILD-04")
def test_whoever_never_spends_zeal_still_has_weather_and_a_way_to_choose_every_morning() -> None:
    campaign: Any = find_campaign("infausta")
    dice = QuickDice(5)
    state = Table.open(campaign, "stuck", seed_from_text("wayfarers")).state
    for command in (c.Gather("ready:wayfarers"), c.SetOut("wilds")):
        state = decided(campaign, state, command, dice)
    person = Sitting("person", "Person", "player", sides=tuple(seat.name for seat in campaign.seats(state)))
    mornings = 0
    while mornings < 5:
        if not talking_or_fighting(campaign, state):
            state = hurt(state)
        due = next_by_itself(campaign, state, Arrangement(), [person])
        if due is None:
            mine: tuple[Command, ...] = (ChooseHeading(""), MakeCamp("all"), BreakCamp(), Flee())
            due = next((each for each in mine if campaign.allows(state, each)), None)
            assert due is not None, (state.game.journey.step, campaign.suggest(state, REFEREE))
            mornings += isinstance(due, ChooseHeading)
        state = decided(campaign, state, due, dice)
    assert any(choice.command == "spend_zeal" for choice in campaign.choices(hurt(state), REFEREE))
