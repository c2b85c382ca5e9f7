"""Rests that meet with strangers, in both games: what begins, what is lost, what is still due afterwards."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import do, dwellers, in_the_hall, of, refused, told, walker

from arbitro.dice.stream import QuickDice
from arbitro.kernel.event import tag_of
from arbitro.kernel.seat import REFEREE
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.sides.daggerheart.state import Camp
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking import events as e
from arbitro.rules.archmage import commands as a
from arbitro.rules.archmage.ongoing_effects import Spent
from arbitro.rules.archmage.power import Attack
from arbitro.rules.daggerheart import commands as h
from arbitro.rules.daggerheart import events as g

ARCHMAGE, DAGGERHEART = "archmage", "daggerheart"


def before_strangers(game: str) -> Any:
    """The party has come upon somebody in the vault, hurt and with a rest due."""
    state = do(game, in_the_hall(game, slots=[dwellers(game)], doors={"door": True}), c.Follow("door"))
    return weary(state) if game == ARCHMAGE else state


def weary(state: Any) -> Any:
    """Everybody hurt, and a quick rest due."""
    party = {who: replace(one, hp=one.hp - 5) for who, one in state.game.party.items()}
    return replace(state, game=replace(state.game, party=party, resting=True, weight="9"))


def restful(game: str) -> list[Any]:
    """Every command of the game's that is a rest or part of one, as somebody would give it."""
    given: dict[str, list[Any]] = {
        ARCHMAGE: [
            a.UseRecovery("brando"),
            a.HealInRest("ilaria", "cleric-heal", "brando"),
            a.QuickRest(),
            a.FullHealUp(),
            a.FullHealUp(granted=True),
            a.Withdraw(),
        ],
        DAGGERHEART: [h.BeginRest("short"), h.BeginRest("long"), h.SkipTime()],
    }
    assert {tag_of(type(each)) for each in given[game]} == walker(game).restful
    return given[game]


@pytest.mark.rule("AE-REST-01", "DHP-REST-01", "DHP-REST-03")
@pytest.mark.parametrize("game", [ARCHMAGE, DAGGERHEART])
def test_nobody_rests_before_strangers(game: str) -> None:
    state = before_strangers(game)
    for command in restful(game):
        assert refused(game, state, command) == "no_rest_before_strangers"
    offered = {each.command for each in find_campaign(game).choices(state, REFEREE)}
    assert not offered & walker(game).restful


@pytest.mark.rule("AE-REST-01")
@pytest.mark.parametrize(("ending", "due"), [(w.LetThemPass(), True), (w.Confront(), False)])
def test_a_quick_rest_is_still_due_when_both_sides_part_and_lost_in_a_battle(ending: Any, due: bool) -> None:
    after = do(ARCHMAGE, before_strangers(ARCHMAGE), ending, dice=QuickDice(1))
    assert after.game.resting == due
    if due:
        assert do(ARCHMAGE, after, a.UseRecovery("brando"), dice=QuickDice(1)).game.resting


@pytest.mark.rule("AE-REST-01", "AE-REST-04", "AE-REST-05")
def test_a_power_whose_rest_a_battle_took_is_rolled_for_after_that_battle() -> None:
    state = before_strangers(ARCHMAGE)
    who, power = next(
        (who, power)
        for who, one in state.game.party.items()
        for power in one.profile.attacks
        if isinstance(power, Attack) and power.usage == "recharge"
    )
    one = replace(state.game.party[who], powers={power.id: Spent(used=1)})
    state = replace(state, game=replace(state.game, party={**state.game.party, who: one}))
    fight = do(ARCHMAGE, state, w.Confront(), dice=QuickDice(1))
    assert fight.game.fight.combatants[who].powers[power.id].used == 1  # no rest, no roll: not usable yet
    won = do(ARCHMAGE, fight, a.EndBattle("victory"), dice=QuickDice(1))
    rested, events = told(ARCHMAGE, _healed(won), a.QuickRest(), (20, 20))
    assert rested.game.party[who].powers[power.id] == Spent()
    assert [each.attack for each in events if hasattr(each, "attack")] == [power.id]


def _healed(state: Any) -> Any:
    party = {who: replace(one, hp=one.max_hp) for who, one in state.game.party.items()}
    return replace(state, game=replace(state.game, party=party))


@pytest.mark.rule("AE-REST-01", "AE-FLEE-03")
def test_a_battle_that_was_fled_is_followed_by_a_rest_too() -> None:
    fight = do(ARCHMAGE, before_strangers(ARCHMAGE), w.Confront(), dice=QuickDice(1))
    campaign = find_campaign(ARCHMAGE)
    while fight.game.fight.current not in fight.game.party:
        fight = do(ARCHMAGE, fight, campaign.suggest(fight, REFEREE), dice=QuickDice(2))
    fight = do(ARCHMAGE, fight, a.ProposeFlight(fight.game.fight.current))
    while fight.awaiting:
        fight = do(ARCHMAGE, fight, a.VoteFlight(fight.awaiting[0].who, "yes"))
    assert (fight.at, fight.game.resting, fight.meeting) == ("hall", True, None)
    assert do(ARCHMAGE, fight, a.UseRecovery("brando"), dice=QuickDice(1))


@pytest.mark.rule("DHP-REST-02", "DHP-REST-03")
@pytest.mark.parametrize("ending", [w.LetThemPass(), w.Confront()])
def test_a_short_rest_that_somebody_broke_off_counts_for_nothing_however_it_ends(ending: Any) -> None:
    state = in_the_hall(DAGGERHEART, options={"wandering_turns": 3, "wandering_chance": 6})
    cut, events = told(DAGGERHEART, state, Camp("short"), dice=QuickDice(3))
    order = [type(each) for each in events if type(each) in (g.RestBegan, e.FoesMet, g.RestCut)]
    assert order == [g.RestBegan, e.FoesMet, g.RestCut]  # told as it happened
    assert not of(g.FearGained, events)
    after = do(DAGGERHEART, cut, ending, dice=QuickDice(1))
    assert (after.game.rest, after.game.short_rests) == (None, 0)
