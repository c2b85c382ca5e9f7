"""Adversaries act by their nature: one scene for each, and nothing that they could not see changes their minds."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, LEATHER, RULES, SWORD, WAND, Bench, acting, foe, hero, play, printed

from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.daggerheart.commands import Attack, FoeAct, FoeAttack, FoeSprint, Spotlight, UseFeature
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.events import DamageTaken, FoeDone, FoeLeft
from arbitro.rules.daggerheart.natures import nature_of
from arbitro.rules.daggerheart.ranges import reach_of
from arbitro.rules.daggerheart.state import Condition, Foe, Turn
from arbitro.rules.daggerheart.words import Named

HEAVY = replace(LEATHER, score=5)


def stripped(block: str, who: str = "m", **marks: Any) -> Foe:
    """An adversary of the book with nothing but its standard attack."""
    found = printed(block, who, **marks)
    return replace(found, block=replace(found.block, features=()))


def next_of(bench: Bench) -> Any:
    """What the automatic GM would do with the adversary in the spotlight."""
    command = RULES.suggest(bench.state, REFEREE)
    assert command is not None
    assert RULES.allows(bench.state, command)
    return command


def target_of(*people: Any, **turn: Any) -> str:
    """Whom the adversary in the spotlight attacks."""
    command = next_of(play(*people, turn=acting("m", **turn)))
    assert isinstance(command, FoeAttack)
    return command.targets


@pytest.mark.parametrize(
    ("block", "nature"),
    [
        ("zombie_pack", "mindless"),
        ("head_guard", "cunning"),
        ("merchant", "cowardly"),
        ("dire_wolf", "pack"),
        ("bear", "plain"),
    ],
)
def test_the_book_has_natures(block: str, nature: str) -> None:
    assert nature_of(load_library(), printed(block)) == nature


def test_adversaries_made_up_on_the_spot_go_by_their_type() -> None:
    made = BOOKS.improvised(1, Named("x", "x"), "leader")
    assert nature_of(load_library(), Foe("m", made, made.name)) == "cunning"
    assert nature_of(load_library(), foe()) == "plain"


def test_a_plain_adversary_takes_the_vulnerable_then_the_nearest() -> None:
    near, weak = hero("near", at=5), hero("weak", at=15, hp_marked=5)
    assert target_of(stripped("bear"), near, weak) == "near"
    shaken = hero("shaken", at=15, conditions=(Condition("vulnerable"),))
    assert target_of(stripped("bear"), near, shaken) == "shaken"


def test_the_mindless_take_the_nearest_whoever_it_is() -> None:
    near, shaken = hero("near", at=5), hero("shaken", at=15, hp_marked=5, conditions=(Condition("vulnerable"),))
    assert target_of(stripped("skeleton_warrior"), near, shaken) == "near"
    assert target_of(stripped("skeleton_warrior"), near, shaken, focus="shaken") == "shaken"


def test_the_mindless_turn_on_whoever_hurt_them_last() -> None:
    near, other = hero("near", at=5), hero("other", at=8)
    assert target_of(stripped("skeleton_warrior", struck_by="other"), near, other) == "other"
    assert target_of(stripped("bear", struck_by="other"), near, other) == "near", "others do not go by that"
    bench = play(stripped("skeleton_warrior"), near, other)
    hurt = DamageTaken("m", 5, 5, 1, source="other")
    assert RULES.evolve(bench.state, hurt).scene.foes["m"].struck_by == "other"
    assert RULES.evolve(bench.state, DamageTaken("near", 5, 5, 1, source="m")) == bench.state


def test_the_cunning_leave_when_all_is_lost() -> None:
    people, fallen = (hero("a"), hero("b")), stripped("spy", "n", defeated=True)
    hurt = stripped("spy", at=30, hp_marked=4)
    assert next_of(play(hurt, fallen, *people, turn=acting("m"))) == FoeAct("m", leaves=True)
    assert isinstance(next_of(play(stripped("spy"), fallen, *people, turn=acting("m"))), FoeAttack), "it is sound"
    assert isinstance(next_of(play(hurt, *people, turn=acting("m"))), FoeAttack), "nobody has fallen"


def test_a_pack_leaves_without_its_leader_or_without_half_of_it() -> None:
    people = (hero("a"), hero("b"))
    wolf, mate = stripped("dire_wolf", at=30), stripped("dire_wolf", "n")
    gone = replace(mate, defeated=True)
    assert isinstance(next_of(play(wolf, mate, *people, turn=acting("m"))), FoeAttack)
    assert next_of(play(wolf, gone, *people, turn=acting("m"))) == FoeAct("m", leaves=True)
    chief = stripped("head_guard", "chief")
    assert isinstance(next_of(play(wolf, gone, chief, *people, turn=acting("m"))), FoeAttack), "the leader stands"
    fled = replace(chief, gone=True)
    assert next_of(play(wolf, mate, fled, *people, turn=acting("m"))) == FoeAct("m", leaves=True)


def test_the_mindless_never_leave() -> None:
    fallen = stripped("skeleton_warrior", "n", defeated=True)
    assert target_of(stripped("skeleton_warrior"), fallen, hero("a"), hero("b")) == "a"


def test_the_cunning_take_the_wounded_the_caster_and_the_lightly_armoured() -> None:
    heavy, light = hero("heavy", armour=HEAVY), hero("light", at=10)
    wounded = hero("wounded", armour=HEAVY, at=12, hp_marked=3)
    caster = hero("caster", armour=HEAVY, at=12, weapons=(WAND,))
    held = stripped("bear", "n", conditions=(Condition("restrained", "caster", spell=True),))
    assert target_of(stripped("spy"), heavy, light) == "light"
    assert target_of(stripped("spy"), held, heavy, light, caster) == "caster"
    assert target_of(stripped("spy"), held, heavy, light, caster, wounded) == "wounded"


def test_the_cunning_leave_whoever_put_a_condition_on_them_for_an_equal() -> None:
    marked = stripped("spy", conditions=(Condition("vulnerable", "a", "scene"),))
    assert target_of(stripped("spy"), hero("a"), hero("b")) == "a"
    assert target_of(marked, hero("a"), hero("b")) == "b"


def test_cowards_take_whoever_looks_most_wounded() -> None:
    people = (hero("whole"), hero("light", hp_marked=1), hero("grave", at=10, hp_marked=3))
    assert target_of(stripped("sellsword"), *people) == "grave"
    assert target_of(stripped("sellsword"), *people[:2]) == "light"


def test_cowards_get_away_once_it_costs_them_and_they_do_not_outnumber() -> None:
    fallen = stripped("sellsword", "n", defeated=True)
    far, people = stripped("sellsword", at=30), (hero("a"), hero("b"))
    bench = play(far, fallen, *people, turn=acting("m"))
    assert next_of(bench) == FoeAct("m", leaves=True)
    assert next_of(play(stripped("sellsword"), fallen, *people, turn=acting("m"))) == FoeSprint(
        "m", 5 + reach_of(load_library(), bench.state, "very_far"), flees=True
    )
    assert isinstance(next_of(play(far, *people, turn=acting("m"))), FoeAttack), "nobody has fallen"
    more = [stripped("sellsword", f"o{number}") for number in range(2)]
    assert isinstance(next_of(play(far, fallen, *more, *people, turn=acting("m"))), FoeAttack), "three against two"
    bear = play(stripped("bear", at=30), fallen, *people, turn=acting("m"))
    assert isinstance(next_of(bear), FoeAttack)


FEARFUL = [name for name in BOOKS.adversaries if nature_of(load_library(), printed(name)) not in ("plain", "mindless")]


@pytest.mark.rule("DH-ADVERSARY-02", "DHP-RANGE-03")
@pytest.mark.parametrize("outcome", ["success_fear", "failure_hope", "failure_fear"])
@pytest.mark.parametrize("name", FEARFUL)
def test_whoever_flees_is_told_to_and_gets_away_in_one_spotlight(name, outcome) -> None:
    runs = stripped(name, hp_marked=stripped(name).hp - 1)
    lost = [stripped(name, f"n{number}", defeated=True) for number in range(2)]
    due = Turn("roll_with_fear", 1, outcome=outcome, subject="a")
    bench = play(runs, *lost, hero("a"), hero("b", at=10), turn=due)
    spotlight = next_of(bench)
    assert spotlight == Spotlight("m", "npc_motive")
    bench.do(spotlight)
    sprint = next_of(bench)
    assert isinstance(sprint, FoeSprint)
    bench.do(sprint)
    assert bench.only(FoeLeft).who == "m"
    assert bench.foe("m").gone


@pytest.mark.rule("DHP-RANGE-03")
def test_a_sprint_that_ends_within_far_or_is_no_flight_stays_in_the_scene() -> None:
    far, very_far = (reach_of(load_library(), play(foe(), hero()).state, range_) for range_ in ("far", "very_far"))
    for to, flees, gone in ((far, True, False), (very_far, True, True), (very_far, False, False)):
        bench = play(foe(), hero(), turn=acting()).do(FoeSprint("orc", to, flees=flees))
        assert (bench.foe().gone, bool(bench.found(FoeLeft))) == (gone, gone)


@pytest.mark.rule("DH-ADVERSARY-02")
def test_an_adversary_may_leave_the_scene_unless_it_is_held() -> None:
    bench = play(foe(), foe("two"), hero(), turn=acting()).do(FoeAct("orc", leaves=True))
    assert bench.only(FoeLeft).who == "orc"
    assert bench.only(FoeDone).who == "orc"
    assert bench.foe().gone
    held = foe(conditions=(Condition("restrained"),))
    play(held, hero(), turn=acting()).no(FoeAct("orc", leaves=True), "restrained")


def test_the_scene_is_won_when_the_last_has_left() -> None:
    bench = play(foe(), hero(), turn=acting()).do(FoeAct("orc", leaves=True))
    assert bench.scene.ending == "victory"


def test_a_pack_is_all_on_whoever_has_most_of_it_around() -> None:
    others = [stripped("dire_wolf", f"w{number}", at=30) for number in range(2)]
    near, pressed = hero("near", at=5), hero("pressed", at=28)
    assert target_of(stripped("dire_wolf", at=20), *others, near, pressed) == "pressed"
    assert target_of(stripped("dire_wolf", at=20), near, pressed) == "pressed"
    assert target_of(stripped("dire_wolf", at=12), near, pressed) == "near"
    assert target_of(stripped("dire_wolf", at=12), *others, near, replace(pressed, status="unconscious")) == "near"


HIDDEN = st.fixed_dictionaries({"hope": st.integers(0, 6), "armour_marked": st.integers(0, 3)})


@given(
    block=st.sampled_from(["skeleton_warrior", "spy", "sellsword", "dire_wolf"]),
    numbers=st.tuples(HIDDEN, HIDDEN),
    marked=st.integers(1, 2),
    evasion=st.integers(6, 18),
    fallen=st.booleans(),
)
def test_hidden_numbers_change_no_decision(
    block: str, numbers: tuple[dict[str, Any], ...], marked: int, evasion: int, fallen: bool
) -> None:
    """Two worlds that look alike: marks within the same look, Hope, Armor Slots, Evasion."""
    foes = (stripped(block), stripped(block, "n", defeated=fallen))
    seen = next_of(play(*foes, hero("a", at=10), hero("b", hp_marked=1, at=12), turn=acting("m")))
    other = (hero("a", at=10, evasion=evasion, **numbers[0]), hero("b", at=12, hp_marked=marked, **numbers[1]))
    assert next_of(play(*foes, *other, turn=acting("m"))) == seen
    assert not isinstance(seen, UseFeature)


@pytest.mark.rule("DHP-ATK-04")
def test_an_automatic_player_strikes_with_what_can_hurt() -> None:
    ghostly = foe("ghost", conditions=(Condition("spectral", "ghost", "scene"),))
    armed = hero(weapons=(SWORD, WAND))
    seat = Seat("ada", "player", frozenset({"ada"}))
    assert RULES.suggest(play(armed, ghostly).state, seat) == Attack("ada", "ghost", "wand")
    assert RULES.suggest(play(armed, ghostly, foe("orc", at=9)).state, seat) == Attack("ada", "ghost", "wand")
    assert RULES.suggest(play(hero(), ghostly, foe("orc", at=9)).state, seat) == Attack("ada", "orc", "sword")
