"""Fights by the thousand: numbered, replayable, the same whoever plays them, with intervals that hold."""

import math
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from tests.chances.fights import READY, REFERENCE, duel, orcs, ready
from tests.games import PLAYABLE

import arbitro
from arbitro.chances.answer import worded
from arbitro.chances.asking import fight_of
from arbitro.chances.bout import fought
from arbitro.chances.intervals import counted_from_nothing, mean, mean_of, paired_means, paired_shares, share, student
from arbitro.chances.measures import QUESTIONS, answers, asked_of, measured
from arbitro.chances.outcome import reading_of
from arbitro.chances.policies import POLICIES
from arbitro.chances.replaying import replayed
from arbitro.chances.sampled import BATCH, LEAST, Stop, compare, sample
from arbitro.chances.work import FightWork
from arbitro.kernel.seat import REFEREE
from arbitro.text import Fault


@pytest.mark.parametrize(("game", "name"), READY)
def test_a_numbered_fight_is_the_fight_of_a_table_with_that_seed(game, name):
    bout = ready(game, name)
    table = arbitro.Table.new(game, f"fights/{name}", seed="odds/7")
    while not bout.reading.over(table.state):
        table.do(table.suggest(REFEREE))
    replay = replayed(bout, "odds", 7)
    assert replay.end == table.state == fought(bout, "odds", 7)
    assert replay.table_seed == "odds/7"
    log = replay.table(kind=arbitro.Table)
    assert log.state == table.state
    assert log.verify().holds
    story = replay.story()
    known = set(story)
    assert story == [line for line in table.story() if line in known]


def test_a_replayed_line_says_why():
    replay = replayed(orcs(), "1", 0)
    line = next(at for at, said in enumerate(replay.story()) if "attacks" in said)
    assert "WB-ATK-01" in [rule.id for rule in replay.why(line).rules]
    assert replay.story("it") != replay.story("en")


def test_a_fight_that_had_begun_has_no_log_of_its_own():
    state = arbitro.Table.new("whitebox", "orcs", seed="3").state
    replay = replayed(fight_of("whitebox", state), "1", 0)
    assert replay.story()
    with pytest.raises(Fault, match="another table"):
        replay.table()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", PLAYABLE)
def test_every_policy_plays_every_game_to_its_end(game, policy):
    name = next(name for each, name in READY if each == game)
    bout = ready(game, name, party=policy, **{"": "suggest"})
    state = fought(bout, policy, 1)
    assert bout.reading.over(state)
    outcome = bout.reading.outcome(state)
    assert set(outcome.winners) <= set(outcome.sides)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", PLAYABLE)
def test_each_side_has_a_policy_of_its_own(game, policy):
    name = next(name for each, name in READY if each == game)
    sides = reading_of(game).outcome(fought(ready(game, name), "1", 0)).sides
    bout = ready(game, name, **dict.fromkeys(sides[1:], policy), **{sides[0]: "focus"})
    assert bout.reading.over(fought(bout, policy, 1))


def _everybody_stands(outcome):
    return all(one.standing for one in outcome.people if one.side == outcome.sides[0])


def _by_hand(ruleset, state, seat, lots):
    del lots
    return ruleset.suggest(state, seat)


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_question_is_answered_in_every_game(game):
    name = next(name for each, name in READY if each == game)
    bout = ready(game, name, party=_by_hand)
    found = sample(bout, "1", Stop(fights=3), FightWork(predicates={"all": _everybody_stands})).estimates()
    assert {asked for asked in QUESTIONS if not any(answers(each, asked) for each in found)} <= {"left"}
    assert 0 <= found["holds/all"].value <= 1
    people = [one for one in bout.reading.outcome(fought(bout, "1", 0)).people if one.side == "party"]
    for kind in ("falls", "dies", "hp"):
        assert {f"{kind}/{one.id}" for one in people} <= set(found)


def test_policies_are_not_all_the_same():
    quick = [policy for policy in POLICIES if policy != "thoughtful"]  # which test_thoughtful holds against the rest
    found = {policy: [fought(orcs(party=policy), "1", n).fight.round for n in range(8)] for policy in quick}
    assert len({tuple(rounds) for rounds in found.values()}) >= 4


def test_what_a_fight_uses_up_is_measured():
    spells = measured(reading_of("whitebox").outcome(fought(ready("whitebox", "skeletons"), "1", 1)))
    assert spells["left/spells/irene"] in (0, 1, 2)
    hope = measured(reading_of("daggerheart").outcome(fought(ready("daggerheart", "rats"), "1", 1)))
    assert "left/fear" in hope
    assert "left/hope/tullio" in hope
    heroes = measured(reading_of("archmage").outcome(fought(ready("archmage", "bridge"), "1", 1)))
    assert sum(name.startswith("left/recoveries/") for name in heroes) == 5


def test_the_measures_of_an_outcome_fit_together():
    for number in range(20):
        found = measured(reading_of("whitebox").outcome(fought(orcs(), "fit", number)))
        assert found["wins/party"] + found["wins/orcs"] + found["nobody_wins"] == 1
        assert found["standing/party"] == 4 - sum(found[f"falls/{who}"] for who in ("berto", "dalia", "guido", "livia"))
        assert (found["standing/orcs"] == 0) == found["wins/party"]


def test_the_reference_fight_is_won_as_often_as_it_should_be():
    found = sample(orcs(), "reference", Stop(fights=400))
    won = found.estimates()["wins/party"]
    z = (won.value - REFERENCE) / math.sqrt(REFERENCE * (1 - REFERENCE) / won.count)
    assert abs(z) < 4
    assert won.low < won.value < won.high


def _quick(outcome):
    return outcome.rounds <= 3


def test_processes_and_threads_find_the_same_as_one_by_one():
    bout, stop = duel(), Stop(fights=3 * BATCH + 7)
    alone = sample(bout, "s", stop, FightWork(predicates={"quick": _quick}))
    with ThreadPoolExecutor(2) as threads:
        assert sample(bout, "s", stop, FightWork(executor=threads, workers=2, predicates={"quick": _quick})) == alone
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert sample(bout, "s", stop, FightWork(executor=processes, workers=2)) == sample(bout, "s", stop)
    assert alone.count == 3 * BATCH + 7
    assert 0 < alone.estimates()["holds/quick"].value < 1


def test_it_stops_when_the_interval_is_narrow_enough():
    wide = sample(duel(), "s", Stop(fights=5000, width=0.3))
    assert wide.count == LEAST
    narrow = sample(duel(), "s", Stop(fights=5000, width=0.1))
    assert narrow.estimates()["wins/party"].width <= 0.1
    assert LEAST < narrow.count < 1000
    assert sample(duel(), "s", Stop(fights=10_000), FightWork(on_progress=lambda far: far.count >= 150)).count == 150


def test_progress_is_told_and_can_call_it_off():
    told = []

    def enough(far):
        told.append((far.method, far.count, far.most))
        if far.count >= 100:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        sample(duel(), "s", Stop(fights=10_000), FightWork(on_progress=enough))
    assert told == [("sampled", 50, 10_000), ("sampled", 100, 10_000)]


def test_two_variants_meet_the_same_dice_and_differ_by_less_than_two_samples():
    plain, tougher = duel(4, 4), duel(6, 4)
    found = compare(plain, tougher, "pair", Stop(fights=400))
    gain = found.differences()["wins/party"]
    assert gain.low > 0
    apart = [sample(bout, "pair", Stop(fights=400)).estimates()["wins/party"] for bout in (plain, tougher)]
    assert gain.value == pytest.approx(apart[1].value - apart[0].value)
    assert gain.width < math.hypot(apart[0].width, apart[1].width)
    same = compare(plain, plain, "pair", Stop(fights=100)).differences()
    assert same["wins/party"].value == 0
    assert same["wins/party"].low < 0 < same["wins/party"].high
    assert compare(plain, tougher, "pair", Stop(fights=5000, width=0.2)).first.count < 5000


@pytest.mark.parametrize("truth", [0.02, 0.3, 0.6855, 0.97])
def test_intervals_of_shares_hold_the_truth_nineteen_times_in_twenty(truth):
    rng = random.Random(3)
    held = 0
    for _ in range(1000):
        found = share(sum(rng.random() < truth for _ in range(150)), 150)
        held += found.low <= truth <= found.high
    assert 0.92 < held / 1000 < 0.985


def test_intervals_of_means_and_differences_hold_the_truth():
    rng = random.Random(4)
    means = shares = pairs = 0
    for _ in range(600):
        found = mean([rng.gauss(5, 2) for _ in range(12)])
        means += found.low <= 5 <= found.high
        first = [rng.random() for _ in range(120)]
        less, more = [value < 0.5 for value in first], [value < 0.6 or rng.random() < 0.1 for value in first]
        told = paired_shares(less, more)
        shares += told.low <= 0.6 + 0.4 * 0.1 - 0.5 <= told.high
        drawn = paired_means(first, [value + rng.gauss(1, 0.3) for value in first])
        pairs += drawn.low <= 1 <= drawn.high
    for held in (means, shares, pairs):
        assert 0.92 < held / 600 < 0.985
    assert student(10**6) == pytest.approx(1.95996, abs=1e-4)


def test_an_average_of_fights_that_were_all_alike_holds_the_truth_too():
    """A thing that differs in one fight of fifty is not seen in thirty as often as not; the bound knows that."""
    rng = random.Random(9)
    held = seen = 0
    for _ in range(600):
        found = counted_from_nothing(mean([0 if rng.random() < 0.02 else 6 for _ in range(30)]))
        if found.how == "alike":
            seen += 1
            held += found.differs >= 0.02 and found.low <= 6 * 0.98 <= found.high
    assert 300 < seen < 350
    assert held == seen
    assert mean_of({6.0: 1.0}, 30) == mean([6] * 30)
    assert not mean([6] * 30).within(0.05)  # as good as 11 % of fights may differ
    assert mean([6] * 100).within(0.05)


def test_differences_of_fights_that_were_all_alike_are_not_certain():
    found = paired_means([1.0] * 50, [3.0] * 50)
    assert (found.value, found.how, found.low) == (2, "alike", -math.inf)
    assert "in all 50 fights; otherwise in at most 7.13 %" in worded("rounds", found, "en")


def test_what_nobody_knows_is_named():
    with pytest.raises(Fault, match="suggest"):
        sample(duel(party="heroic"), "s", Stop(fights=1))
    with pytest.raises(Fault, match="wins"):
        asked_of("weather")
    with pytest.raises(Fault):
        reading_of("campaign-whitebox")
