"""Exact odds: dice that fall every way, fights followed everywhere or counted out; each way held against the others."""

import math

import pytest
from tests.chances.fights import PLAIN, REFERENCE, SURVIVORS, described, duel, orcs, ready

from arbitro.chances.branching import Renewal, TooManyWays, settled, ways
from arbitro.chances.derived import Derived, derive
from arbitro.chances.explored import GaveUp, explore
from arbitro.chances.net import visits
from arbitro.chances.outcome import Unfit
from arbitro.chances.sampled import Stop, sample
from arbitro.dice.amount import Amount
from arbitro.rules.whitebox.state import Combatant

# ---------------------------------------------------------------- dice that fall every way


def spread(decide, *renewals):
    found = {}
    for way in ways(decide, renewals):
        found[way.result] = found.get(way.result, 0.0) + way.chance
    return found


def test_a_die_that_is_held_against_a_number_falls_two_ways():
    assert len(ways(lambda dice: dice.roll(20).face + 3 >= 15)) == 2
    assert spread(lambda dice: dice.roll(20).face + 3 >= 15) == pytest.approx({True: 9 / 20, False: 11 / 20})


@pytest.mark.parametrize(
    "work",
    [
        lambda a, b: a + b,
        lambda a, b: 10 - a * 2 + b,
        lambda a, b: max(a, b),
        lambda a, b: a if a == b else -1,
        lambda a, b: [7, 1, 2, 3, 4, 5, 6][a] + b // 2,
        lambda a, b: {1: "one"}.get(a, "more") if b % 2 else a - b,
        lambda a, b: f"{a}{b}",
        lambda a, b: sum([a, b], 3) / 2,
        lambda a, b: sorted([a, b, 3])[1],
        lambda a, b: len({a, b}),
        lambda a, b: abs(a - b) if a else divmod(b, 2),
    ],
)
def test_whatever_is_done_with_open_dice_comes_out_as_with_thrown_ones(work):
    thrown = {}
    for a in range(1, 7):
        for b in range(1, 5):
            result = work(a, b)
            thrown[result] = thrown.get(result, 0.0) + 1 / 24

    def decide(dice):
        found = work(dice.roll(6).face, dice.roll(4).face)
        return tuple(map(int, found)) if isinstance(found, tuple) else settled(found)

    assert spread(decide) == pytest.approx(thrown)


def test_nothing_that_outlasts_a_way_holds_an_open_number():
    kept = set()
    assert sum(spread(lambda dice: kept.add(dice.roll(6).face)).values()) == pytest.approx(1)
    assert {type(face) for face in kept} == {int}


def test_equal_dice_that_are_thrown_again_are_the_beginning_once_more():
    def initiative(dice):
        while True:
            one, other = dice.roll(6, "initiative").face, dice.roll(6, "initiative").face
            if one != other:
                return one > other

    assert spread(initiative, Renewal("initiative", 2)) == pytest.approx({True: 0.5, False: 0.5})
    with pytest.raises(TooManyWays):
        ways(initiative, (), 200)


def test_a_state_is_settled_and_what_it_shares_with_the_old_one_left_alone():
    old = duel().start[0].members[0]
    found = ways(lambda dice: settled(Combatant(old.profile, 5 - dice.roll(4).face, 0, 5)))
    assert sorted(way.result.hp for way in found) == [1, 2, 3, 4]
    assert all(way.result.profile is old.profile for way in found)
    assert settled((1, Amount(1))) == (1, Amount(1))


# ---------------------------------------------------------------- nets


def test_loops_are_solved():
    chain = {0: {1: 0.5, 2: 0.5}, 1: {0: 0.9, 3: 0.1}, 2: {2: 0.75, 4: 0.25}}
    found = visits({0: 1.0}, chain)
    assert found[0] == pytest.approx(1 / 0.55)
    assert found[3] + found[4] == pytest.approx(1)
    ring = {at: {(at + 1) % 300: 0.9, 300: 0.1} for at in range(300)}
    assert visits({0: 1.0}, ring)[300] == pytest.approx(1)
    assert visits({0: 1.0}, ring)[0] == pytest.approx(1 / (1 - 0.9**300))


# ---------------------------------------------------------------- fights


def estimates(found):
    assert not isinstance(found, Unfit), found
    return {name: each.value for name, each in found.estimates.items()}


def test_the_reference_fight_is_counted_out_to_twelve_digits():
    found = derive(orcs())
    assert isinstance(found, Derived)
    assert found.estimates["wins/party"].value == pytest.approx(REFERENCE, abs=5e-13)
    assert found.estimates["standing/party"].value == pytest.approx(SURVIVORS, abs=5e-7)
    assert found.estimates["wins/party"].how == "exact"


@pytest.mark.slow
def test_the_reference_fight_is_followed_everywhere():
    found = explore(orcs(), 20_000)
    assert estimates(found) == pytest.approx(estimates(derive(orcs())), abs=1e-9)


CORRIDOR = """
game: infausta
title: {it: corridoio, en: corridor}
distance: 10
sides:
  party:
    name: {it: noi, en: us}
    light: true
    members:
      - {id: berto, name: Berto, hp: 2, armour: 12, save: 18, weapons: [{name: spada, damage: 1d4}]}
  foes:
    name: {it: loro, en: them}
    light: true
    members:
      - {id: orco, name: Orco, hp: 2, armour: 12, save: 18, weapons: [{name: lama, damage: 1d4}]}
"""


def test_the_variant_of_a_game_is_followed_too():
    bout = described("infausta", CORRIDOR)
    explored = explore(bout, 10_000)
    assert explored.complete
    sampled = sample(bout, "s", Stop(fights=200)).estimates()["wins/party"]
    exact = explored.estimates["wins/party"].value
    assert abs(sampled.value - exact) < 4.5 * max(sampled.width / 3.92, 1e-9)


SMALL = """
game: whitebox
title: {it: piccolo, en: small}
distance: 10
sides:
  party:
    name: {it: noi, en: us}
    members:
      - {id: a, name: A, hp: 5, armour: 11, attacks: 2, weapons: [{name: spada, damage: 1d4}]}
      - {id: b, name: B, hp: 3, armour: 14, dexterity_score: 14, weapons: [{name: ascia, damage: 1d6+1}]}
  foes:
    name: {it: loro, en: them}
    members:
      - {id: c, name: C, hp: 4, armour: 12, to_hit: 2, weapons: [{name: lama, damage: "2"}]}
      - {id: d, name: D, hp: 1d4, armour: 10, weapons: [{name: lama, damage: 1d6}]}
"""


@pytest.mark.parametrize(
    "bout",
    [duel(), duel(1, 6), duel(5, 2, {"natural_extremes": True}), described("whitebox", SMALL, PLAIN)],
    ids=["even", "uneven", "extremes", "unlike"],
)
def test_derived_explored_and_sampled_agree(bout):
    derived, explored = derive(bout), explore(bout, 20_000)
    assert estimates(derived) == pytest.approx(estimates(explored), abs=1e-9)
    for name, found in sample(bout, "agree", Stop(fights=300)).estimates().items():
        exact = explored.estimates[name].value
        spread = max(found.width / 3.92, 1e-9)
        assert abs(found.value - exact) < 4.5 * spread or found.low <= exact <= found.high, name


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"initiative_tie": "simultaneous"}, "chances.unfit.together"),
        ({"surprise_method": "roll"}, "chances.unfit.surprise"),
        ({"morale_table": "on_request"}, "chances.unfit.command"),
        ({"death_rule": "unconscious_at_zero"}, "chances.unfit.condition"),
        ({"initiative_frequency": "every_round"}, "chances.unfit.event"),
        ({"combat_sequence": "alternate"}, "chances.unfit.phases"),
    ],
)
def test_what_is_no_plain_fight_is_refused_with_the_reason(options, why):
    found = derive(orcs(options))
    assert isinstance(found, Unfit)
    assert found.key == why, found


def test_powers_bows_policies_and_other_games_are_no_plain_fights():
    assert derive(ready("whitebox", "ghouls", {"initiative_tie": "reroll"})).key.startswith("chances.unfit.")
    assert derive(orcs(party="focus")).key == "chances.unfit.policy"
    assert derive(ready("daggerheart", "rats")).key == "chances.unfit.game"
    far = described("whitebox", SMALL.replace("distance: 10", "distance: 60"), PLAIN)
    assert derive(far).key == "chances.unfit.command"


@pytest.mark.parametrize(
    "options",
    [
        {"initiative_tie": "simultaneous"},
        {"surprise_method": "roll"},
        {"initiative_frequency": "every_round"},
        {"death_rule": "unconscious_at_zero"},
        {"combat_sequence": "alternate"},
    ],
    ids=lambda options: next(iter(options)),
)
def test_what_is_no_plain_fight_is_followed_instead(options):
    bout = duel(3, 3, options)
    explored = explore(bout, 20_000)
    assert explored.complete
    sampled = sample(bout, "s", Stop(fights=200)).estimates()
    for name in ("wins/party", "rounds"):
        exact, found = explored.estimates[name].value, sampled[name]
        assert abs(found.value - exact) < 4.5 * max(found.width / 3.92, 1e-9), name


def test_it_gives_up_and_says_so():
    with pytest.raises(GaveUp) as gave_up:
        explore(orcs(), 50)
    assert gave_up.value.why == "chances.why.too_many_states"
    assert gave_up.value.situations == 50
    assert gave_up.value.unresolved > 0.9
    with pytest.raises(GaveUp):
        explore(ready("whitebox", "ghouls"), 50)


def test_a_fight_that_has_begun_is_asked_about_as_it_stands():
    from msgspec.structs import replace

    from arbitro.chances.bout import fight_dice, first_state

    bout = duel(3, 3)
    state = first_state(bout, fight_dice("s", 1).play)
    begun = replace(bout, state=state, start=())
    whole = explore(begun, 5000).estimates["wins/party"].value
    hurt = state.fight.combatants["orco"]
    easier = replace(
        state, fight=replace(state.fight, combatants={**state.fight.combatants, "orco": replace(hurt, hp=1)})
    )
    assert explore(replace(begun, state=easier), 5000).estimates["wins/party"].value > whole
    assert math.isclose(derive(begun).estimates["wins/party"].value, whole, abs_tol=1e-9)


BATTLE = """
game: archmage
title: {it: duello, en: duel}
party:
  heroes:
    - name: Berta
      class: fighter
      level: 1
      abilities: {str: 18, con: 16, dex: 12, int: 8, wis: 12, cha: 10}
      armour: heavy
      melee: {category: heavy, name: {it: spada, en: sword}}
foes:
  members:
    - {custom: {name: {it: Servo, en: Servant}, level: 1, category: mook}, count: 1}
"""


RAT = """
game: daggerheart
title: {it: topo, en: rat}
party: [tullio]
distance: 5
tension: minor
foes:
  - {block: giant_rat, count: 1}
"""


@pytest.mark.parametrize(("game", "text"), [("archmage", BATTLE), ("daggerheart", RAT)])
def test_where_a_little_is_left_a_share_is_known_between_bounds(game, text):
    bout = described(game, text)
    found = explore(bout, 1000, unsure=0.2)
    won = found.estimates["wins/party"]
    assert won.how == "bounds"
    assert 0 < won.width < 0.12
    assert won.width == pytest.approx(found.unresolved)
    assert not found.complete
    assert "rounds" not in found.estimates
    sampled = sample(bout, "bounds", Stop(fights=100)).estimates()["wins/party"]
    assert sampled.low <= won.high
    assert won.low <= sampled.high
    with pytest.raises(GaveUp):
        explore(bout, 100)
