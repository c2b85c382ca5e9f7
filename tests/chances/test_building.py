"""Fights of one's own: any party against any creature, in every game; and from where people are."""

import msgspec
import pytest
from tests.games import PLAYABLE

import arbitro
from arbitro.chances.asking import Budget, fight_odds, fight_of
from arbitro.chances.bout import Bout, fight_dice, first_state
from arbitro.chances.building import MOST_FOES, OwnFight, begun_with, creatures, parties, put_together, sheets
from arbitro.chances.outcome import reading_of
from arbitro.chances.replaying import replayed
from arbitro.kernel.ruleset import Setup
from arbitro.text import Fault

NO_COMBATANTS = {"whitebox": {"yellow_mold"}, "infausta": {"yellow_mold"}}
"""Kinds that cannot be fought by the book: the refusal says so."""
BROUGHT = {"archmage": {"skeletal-minion-1"}}
"""Companions who stand beside members of ready parties from the first moment of a fight, without a sheet."""


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_ready_party_can_meet_somebody(game: str) -> None:
    kind = creatures(game, "en")[0][0]
    for party, _ in parties(game):
        setup = put_together(OwnFight(game=game, party=party, foes=((kind, 2),)))
        outcome = reading_of(game).outcome(first_state(fight_of(game, setup), fight_dice("1", 0).play))
        ours = {one.id for one in outcome.people if one.side == outcome.sides[0]} - BROUGHT.get(game, set())
        assert ours == {one.id for one in sheets(OwnFight(game=game, party=party))}
        assert len([one for one in outcome.people if one.side != outcome.sides[0]]) >= 2


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_creature_can_be_met(game: str) -> None:
    ruleset = arbitro.game(game)
    state = ruleset.with_options(ruleset.initial(), ruleset.options.effective({}))
    people = sheets(OwnFight(game=game, party=parties(game)[0][0]))
    refused = set()
    for kind, name in creatures(game, "it"):
        assert name
        _, start = begun_with(ruleset, state, people, ((kind, 1),))
        try:
            first_state(fight_of(game, Setup(None, start, {})), fight_dice("1", 0).play)  # type: ignore[arg-type]
        except Fault:
            refused.add(kind)
    assert refused == NO_COMBATANTS.get(game, set())


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_same_word_draws_the_same_people(game: str) -> None:
    one, again, other = (sheets(OwnFight(game=game, party="random:3:2", lot=lot)) for lot in ("a", "a", "b"))
    assert one == again
    assert len(one) == len(other) == 3
    assert one != other


@pytest.mark.parametrize("game", PLAYABLE)
def test_people_come_out_of_a_file_as_they_are(game: str) -> None:
    people = sheets(OwnFight(game=game, party="random:2:1"))
    text = msgspec.json.encode({"game": game, "characters": people}).decode()
    assert sheets(OwnFight(game=game, people=text)) == people


@pytest.mark.parametrize("game", PLAYABLE)
def test_who_is_there_already_fights_from_where_things_stand(game: str) -> None:
    ruleset = arbitro.game(game)
    party = parties(game)[-1][0]
    for kind, _ in creatures(game, "en"):
        won = replayed(fight_of(game, put_together(OwnFight(game=game, party=party, foes=((kind, 1),)))), "1", 0)
        if won.measures["wins/party"]:
            break
    before, start = begun_with(ruleset, won.end, (), ((kind, 2),))
    bout = Bout(game=game, state=before, start=start)
    found = fight_odds(bout, budget=Budget(fights=3, width=0.0, method="sampled"))
    assert found.count == 3
    assert found.sample is not None
    assert replayed(bout, "1", 2).measures == {
        name: each[2]
        for name, each in found.sample.values.items()
        if 2 in each  # some creatures call others
    }


@pytest.mark.parametrize(("foes", "code"), [((), "no_foes"), ((("orc", 0),), "no_foes"), ((("orc", 99),), "too_many")])
def test_what_cannot_be_is_said_in_both_languages(foes: tuple[tuple[str, int], ...], code: str) -> None:
    with pytest.raises(Fault) as told:
        put_together(OwnFight(game="whitebox", party="ready:novices", foes=foes))
    assert told.value.in_("it") != told.value.in_("en")
    assert str(MOST_FOES) in told.value.in_("it") or code == "no_foes"
