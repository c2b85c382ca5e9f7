"""The thoughtful policy: it knows what its seat knows, thinks the same by the same lots, and wins more often."""

from typing import Any

import pytest
from msgspec.structs import replace

from arbitro.chances.aiming import aims, at_kind, both, kind_of
from arbitro.chances.asking import fight_of
from arbitro.chances.bout import Bout, decider, fight_dice, first_state, fought, lot_dice, moves
from arbitro.chances.building import OwnFight, put_together
from arbitro.chances.intervals import paired_shares
from arbitro.chances.outcome import FightOutcome, PersonLeft, reading_of
from arbitro.chances.thoughtful import Thought, stands_out, thinking, worth
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.play import find_campaign
from arbitro.play.players import player_named, player_names

FIGHTS = {
    "whitebox": OwnFight(game="whitebox", party="random:2:3", foes=(("bugbear", 1), ("kobold", 3)), lot="2"),
    "infausta": OwnFight(game="infausta", party="random:2:2", foes=(("gnoll", 1), ("kobold", 2)), lot="2"),
    "archmage": OwnFight(
        game="archmage", party="random:2:1", foes=(("kobold_warrior", 2), ("kobold_archer", 4)), lot="2"
    ),
    "daggerheart": OwnFight(
        game="daggerheart", party="random:2:1", foes=(("acid_burrower", 1), ("jagged_knife_bandit", 3)), lot="2"
    ),
}
"""Fights that are neither won nor lost anyway."""
LITTLE = Thought(tried=2, glances=2, proofs=3, horizon=15)


def bout_of(game: str, policy: Any = "suggest") -> Bout:
    wanted = FIGHTS[game]
    return fight_of(game, put_together(wanted), {"party": policy})


def party_seat(bout: Bout, state: Any) -> Seat:
    return next(seat for seat in bout.ruleset.seats(state) if seat.name == "party")


def moments(game: str, fights: int = 2) -> list[tuple[Bout, Any, Seat]]:
    """Moments of some fights at which it is the party's to decide."""
    bout = bout_of(game)
    found = []
    for number in range(fights):
        dice = fight_dice("moments", number).play
        state = first_state(bout, dice)
        for step, played in enumerate(moves(bout, state, dice, lot_dice("moments", number))):
            state = played.state
            seat = party_seat(bout, state)
            if step % 4 == 1 and not bout.reading.over(state) and bout.ruleset.suggest(state, seat) is not None:
                found.append((bout, state, seat))
    return found


def otherwise(game: str, state: Any, seat: Seat, ruleset: Any) -> Any:
    """The same moment with other secrets: whatever of the foes can be changed without looking different."""
    if game == "daggerheart":
        foes = {who: _other_foe(one) for who, one in state.scene.foes.items()}
        return replace(state, scene=replace(state.scene, foes=foes))
    people = dict(state.fight.combatants)
    for who, one in people.items():
        if ruleset.knows_numbers(state, seat, who):
            continue
        profile = one.profile
        if game == "archmage":
            tougher = replace(profile, ac=profile.ac + 7, pd=profile.pd + 5, md=profile.md + 3)
            people[who] = replace(one, profile=tougher, temp_hp=one.temp_hp + 2)
        else:
            weapons = tuple(replace(weapon, damage_bonus=9, bonus=4) for weapon in profile.weapons)
            tougher = replace(profile, armour=profile.armour + 6, weapons=weapons, max_hp=profile.max_hp + 30)
            more = {"hp": one.hp + 20, "began": one.began + 20} if one.hp == one.began else {}
            people[who] = replace(one, profile=tougher, morale=one.morale and "fight_on", **more)
    return replace(state, fight=replace(state.fight, combatants=people))


def _other_foe(one: Any) -> Any:
    block = replace(one.block, difficulty=one.block.difficulty + 5, major=30, severe=60)
    return replace(one, block=block, stress_marked=max(one.stress_marked - 1, 0))


@pytest.mark.parametrize("game", FIGHTS)
def test_two_worlds_that_look_the_same_are_imagined_and_played_the_same(game):
    """Other secrets behind the same view: the same imagined worlds, and the same move."""
    differed = 0
    for bout, state, seat in moments(game)[:6]:
        ruleset, imagined = bout.ruleset, bout.reading.imagined
        other = otherwise(game, state, seat, ruleset)
        assert imagined is not None
        if ruleset.view(other, seat) != ruleset.view(state, seat):
            continue
        differed += other != state
        for number in range(3):
            one, same = (imagined(ruleset, each, seat, QuickDice(number)) for each in (state, other))
            assert one == same
        chosen, same = (thinking(LITTLE)(ruleset, each, seat, QuickDice(5)) for each in (state, other))
        assert chosen == same
    assert differed >= 2


@pytest.mark.parametrize("game", FIGHTS)
def test_an_imagined_fight_looks_as_the_real_one_and_hides_other_numbers(game):
    """Seen from the seat nothing has changed; what the referee sees has."""
    changed = 0
    for bout, state, seat in moments(game):
        ruleset, imagined = bout.ruleset, bout.reading.imagined
        assert imagined is not None
        world = imagined(ruleset, state, seat, QuickDice(3))
        if world is None:
            continue
        assert ruleset.view(world, seat) == ruleset.view(state, seat)
        changed += ruleset.view(world, REFEREE) != ruleset.view(state, REFEREE)
    assert changed


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_whoever_walks_in_an_imagined_party_has_a_sheet(game):
    """To the foes those of the party are strangers without sheets: nothing that ends a fight may look for one."""
    bout = bout_of(game)
    state = first_state(bout, fight_dice("sheets", 0).play)
    assert bout.reading.imagined is not None
    for seat in bout.ruleset.seats(state):
        world = bout.reading.imagined(bout.ruleset, state, seat, QuickDice(3))
        assert set(world.party.order) <= world.characters.keys()
        kept = [who for who in state.party.order if bout.ruleset.knows_numbers(state, seat, who)]
        assert list(world.party.order) == kept


@pytest.mark.parametrize("game", FIGHTS)
def test_the_same_lots_make_the_same_fight_and_it_comes_to_an_end(game):
    bout = bout_of(game, thinking(LITTLE))
    ends = [fought(bout, "lots", 1) for _ in range(2)]
    assert ends[0] == ends[1]
    assert bout.reading.over(ends[0])


@pytest.mark.parametrize("game", FIGHTS)
def test_every_move_is_the_seats_to_make(game):
    bout = bout_of(game, thinking(LITTLE))
    dice, lots = fight_dice("own", 3).play, lot_dice("own", 3)
    state, decide = first_state(bout, dice), decider(bout, lots)
    for _ in range(25):
        command = None if bout.reading.over(state) else decide(state)
        if command is None:
            break
        found = bout.ruleset.decide(state, command, dice)
        assert not isinstance(found, Refusal)
        state = found.state


def test_a_gain_must_stand_out_from_chance():
    assert stands_out([0.2, 0.1, 0.2, 0.1], 2.0)
    assert not stands_out([0.5, -0.4, 0.3, -0.2], 1.0)
    assert not stands_out([0.0, 0.0, 0.0], 1.0)
    assert not stands_out([-0.1, -0.1], 1.0)


def test_a_fight_is_worth_more_the_better_it_stands():
    def outcome(own: int, foe: int, *winners: str) -> FightOutcome:
        people = (
            PersonLeft("a", "party", own > 0, own <= 0, False, own),
            PersonLeft("b", "foes", foe > 0, foe <= 0, False, foe),
        )
        return FightOutcome(("party", "foes"), winners, 1, people)

    seat, began = Seat("party", "player", frozenset({"a", "party"})), outcome(10, 10)
    rising = [
        worth(began, outcome(0, 10, "foes"), seat, over=True),
        worth(began, outcome(0, 2, "foes"), seat, over=True),
        worth(began, outcome(2, 8), seat, over=False),
        worth(began, outcome(8, 8, "party", "foes"), seat, over=True),
        worth(began, outcome(8, 2), seat, over=False),
        worth(began, outcome(1, 0, "party"), seat, over=True),
        worth(began, outcome(10, 0, "party"), seat, over=True),
    ]
    assert rising == sorted(rising)
    assert (rising[0], rising[-1]) == (0.0, 1.0)


def test_a_thoughtful_player_sits_at_campaigns():
    """Known by name beside the others, and plays a campaign's fights as the policy does."""
    assert player_names() == ("reckless", "plain", "prudent", "thoughtful")
    made = player_named("thoughtful")
    assert made is not None
    player = made(find_campaign("whitebox"), QuickDice(1))
    assert reading_of(player.campaign.game.id).imagined is not None


REFERENCE = FIGHTS | {
    "daggerheart": OwnFight(
        game="daggerheart", party="random:3:1", foes=(("jagged_knife_bandit", 4), ("minor_fire_elemental", 3)), lot="1"
    )
}
"""Fights in which it matters whom one strikes first, or who leads."""


def test_one_kind_is_gone_for_before_all_others():
    """Whoever is told apart by a number alone is of one kind; a bend aims at it while it can be reached."""
    assert [kind_of(who) for who in ("jagged_knife_bandit-2", "minor_demon-1", "shaman", "cave-troll")] == [
        "jagged_knife_bandit",
        "minor_demon",
        "shaman",
        "cave-troll",
    ]
    for bout, state, seat in moments("daggerheart"):
        base = bout.ruleset.suggest(state, seat)
        among = aims(bout.ruleset, state, seat, base, bout.reading.wounds(state))
        for kind in {kind_of(who) for who, _ in among}:
            bent = at_kind(kind)(bout.ruleset, state, seat, base)
            assert kind_of(bout.reading.target_of(bent)) == kind
            assert bout.ruleset.allows(state, bent)
        assert at_kind("nobody")(bout.ruleset, state, seat, base) == base


def test_who_leads_may_go_for_one_kind():
    """Two bends after one another: the leader is asked first, then whom they go for."""
    asked = []

    def one(ruleset, state, seat, command):
        asked.append(("one", command))
        return "led"

    def two(ruleset, state, seat, command):
        asked.append(("two", command))
        return "aimed"

    assert both(one, two)(None, None, None, "base") == "aimed"
    assert asked == [("one", "base"), ("two", "led")]


MEASURED = (*range(8), 12, *range(40, 47), *range(50, 54))
"""The fights of the game of Hope and Fear that were played: each takes a quarter of a minute."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seed", "fights"),
    [
        ("whitebox", "reference", range(60)),
        ("archmage", "reference", range(60)),
        ("infausta", "reference", range(90)),
        ("daggerheart", "paired", MEASURED),
    ],
)
def test_thinking_wins_more_often(game, seed, fights):
    """Paired over the same seeds, the interval of what it wins more often lies above nothing."""
    won = []
    for policy in ("suggest", "thoughtful"):
        bout = fight_of(game, put_together(REFERENCE[game]), {"party": policy})
        ends = (bout.reading.outcome(fought(bout, seed, number)) for number in fights)
        won.append([float(end.winners == ("party",)) for end in ends])
    assert paired_shares(won[0], won[1]).low > 0
