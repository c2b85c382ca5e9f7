"""Small fights of every game are followed everywhere: the exact answer is held against fights that were fought."""

import pytest
from msgspec.structs import replace
from tests.chances.fights import described, duel
from tests.chances.test_exact import BATTLE, CORRIDOR, RAT

from arbitro.chances.asking import Budget, fight_odds, fight_of
from arbitro.chances.bout import Bout, fight_dice, first_state, lot_dice, moves
from arbitro.chances.building import OwnFight, put_together
from arbitro.chances.explored import NEGLIGIBLE, GaveUp, explore
from arbitro.chances.games import whitebox
from arbitro.chances.games.archmage.situations import set_back, situation
from arbitro.chances.measures import is_share
from arbitro.chances.sampled import Stop, sample
from arbitro.chances.work import FightWork
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.text import Fault

ROGUE = BATTLE.replace("class: fighter", "class: rogue").replace("con: 16", "con: 8").replace("heavy", "light", 1)


def at_the_end_of_their_tether() -> Bout:
    """One against one in the Archmage Engine, as it stands late in the day: few hit points and no recovery."""
    bout = described("archmage", ROGUE)
    state = first_state(bout, fight_dice("s", 1).play)
    berta = state.fight.combatants["berta"]
    people = {**state.fight.combatants, "berta": replace(berta, hp=7, recoveries=0)}
    return replace(bout, state=replace(state, fight=replace(state.fight, combatants=people)), start=(), options={})


SMALL = {
    "whitebox": lambda: duel(3, 3, {"surprise_method": "roll"}),
    "infausta": lambda: described("infausta", CORRIDOR),
    "archmage": at_the_end_of_their_tether,
    "daggerheart": lambda: described("daggerheart", RAT),
}


def by_lot(game: str, kind: str) -> Bout:
    """Somebody of level 1 by lot against one foe."""
    return fight_of(game, put_together(OwnFight(game=game, party="random:1:1", foes=((kind, 1),), lot="4")))


WHOLE = {
    "infausta": lambda: by_lot("infausta", "goblin"),
    "archmage": lambda: described("archmage", ROGUE),
    "daggerheart": lambda: by_lot("daggerheart", "giant_rat"),
}


LEFT = {"daggerheart": 1e-6}
"""How much may be left. The automatic GM's ways hang on how many rolls were made and which moves it has had, so that a
scene never stands as it stood before: what is left becomes less and less likely, and never ends."""


UNSEEN = 12
"""What is expected so often is missed altogether in one of 160,000 samples."""


def held_against_fights(bout: Bout, most: int, fights: int, unsure: float = NEGLIGIBLE) -> None:
    found = explore(bout, most, unsure=unsure)
    assert found.complete or unsure > NEGLIGIBLE
    sampled = sample(bout, "small", Stop(fights=fights)).estimates()
    assert found.complete or "wins/party" in found.estimates
    for name, each in sampled.items():
        if not found.complete and not is_share(name):
            continue  # of what is no share nothing is known for certain while anything is left
        exact = found.estimates[name].value
        assert found.estimates[name].how == ("exact" if found.complete else "bounds")
        near = abs(each.value - exact) < 4.5 * max(each.width / 3.92, 1e-6)
        if each.how == "alike":  # what is rarer than that may never be seen
            spread = found.spreads.get(name, {each.value: 1.0})  # of rounds nothing but the average is known
            assert 1 - spread.get(each.value, 0.0) < UNSEEN / fights, (name, each, spread)
            near = name != "rounds" or exact < each.value * (1 + UNSEEN / fights)
        assert near or each.low <= exact <= each.high, (name, each, exact)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow) if game == "daggerheart" else game for game in SMALL]
)
def test_a_small_fight_of_every_game_is_followed_everywhere(game):
    held_against_fights(SMALL[game](), 20_000, 200)


@pytest.mark.slow
@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_fight_of_one_against_one_is_followed_everywhere(game):
    held_against_fights(WHOLE[game](), 20_000, 300, LEFT.get(game, NEGLIGIBLE))


def test_a_battle_that_is_set_back_in_time_goes_on_as_it_would_have():
    bout = described("archmage", BATTLE.replace("count: 1", "count: 5"))
    late = 0
    for number in range(3):
        dice = fight_dice("back", number).play
        state = first_state(bout, dice)
        for played in moves(bout, state, dice, lot_dice("back", number)):
            state, early = played.state, set_back(played.state)
            late += state.fight.round > early.fight.round
            command = bout.ruleset.suggest(state, REFEREE)
            assert command == bout.ruleset.suggest(early, REFEREE)
            if command is None or state.fight.phase == "over":
                break
            now, then = (bout.ruleset.decide(each, command, fight_dice("on", number).play) for each in (state, early))
            assert not isinstance(now, Refusal)
            assert not isinstance(then, Refusal)
            assert [type(event) for event in now.events] == [type(event) for event in then.events]
            assert situation(now.state) == situation(then.state)
    assert late > 20


@pytest.mark.parametrize("left", [-1, 3])
def test_what_lasts_is_told_apart_by_the_minutes_that_are_left(left):
    begun = first_state(duel(3, 3), fight_dice("s", 1).play)

    def after(minutes: int, more: int = 0) -> object:
        until = left if left < 0 else minutes + left + more
        ill = Ongoing(kind="diseased", until=until, magical=False)
        later = replace(begun.fight, round=begun.fight.round + minutes)
        return whitebox.situation(replace(begun, fight=later, minutes=minutes, effects={"party-1": (ill,)}))

    assert after(3) == after(7)
    assert (after(7) == after(7, 1)) == (left < 0)


def test_where_it_is_too_much_it_stops_soon_and_tells_what_is_certain():
    bout = described("archmage", BATTLE)
    with pytest.raises(GaveUp) as gave_up:
        explore(bout, 50_000, FightWork(on_progress=lambda far: far.count >= 300))
    assert gave_up.value.why == "chances.why.enough"
    won = gave_up.value.bounds["wins/party"]
    assert won.how == "bounds"
    assert won.width == pytest.approx(gave_up.value.unresolved)
    found = fight_odds(bout, budget=Budget(fights=20, width=0.0, situations=400))
    assert found.method == "sampled"
    assert found.bounds["wins/party"].how == "bounds"
    for language, word in (("en", "between"), ("it", "tra")):
        assert all(word in line for line in found.known_so_far(language))
    assert found.known_so_far()


def _quick(outcome):
    return outcome.rounds <= 2


def test_a_predicate_that_asks_for_rounds_is_answered_by_fights_alone():
    found = fight_odds(duel(3, 3), _quick, Budget(fights=200, width=0.0))
    assert found.method == "sampled"
    assert 0 < found["holds/_quick"].value < 1
    for method in ("derived", "explored"):
        with pytest.raises(Fault):
            fight_odds(duel(3, 3), _quick, Budget(method=method))
