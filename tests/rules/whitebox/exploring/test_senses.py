"""Listening at doors, searching for what is hidden, and what is found without dice."""

from fractions import Fraction
from itertools import product

import msgspec
import pytest
from tests.rules.whitebox.arena import sixes
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, of_folk, place, trap
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.choice import Choice
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import label_text, tell
from arbitro.rules.whitebox.exploring.commands import (
    Examine,
    Go,
    JudgeSearch,
    Listen,
    PassTurns,
    Search,
    TellNoise,
    WalkAbout,
)
from arbitro.rules.whitebox.exploring.events import (
    FeatureFound,
    FeltAmiss,
    Listened,
    ListenRolled,
    NoiseTold,
    Searched,
    SearchRolled,
)
from arbitro.rules.whitebox.terms import Named

QUARREL = Named("goblin che litigano", "goblins arguing")
SECRET = door("panel", secret=True, spot="back")
WALLS = (place("hall", spots={"back": Named("parete di fondo", "back wall")}),)
PLAYER = Seat("party", "player", frozenset({"party", "berto", "dalia"}))


def heard(folk: str, face: int) -> bool:
    """Whether somebody hears what is behind the door."""
    delve = Delve(of_folk("berto", folk), doors=(door(),), places=(place("cell", noise=QUARREL),))
    return only(delve.do(Listen("berto", "oak"), (6, face)), Listened).heard


@pytest.mark.rule("WB-LISTEN-01")
@pytest.mark.parametrize(("folk", "chance"), [("human", 1), ("elf", 2), ("dwarf", 2), ("halfling", 2)])
def test_the_chance_to_hear_goes_by_people(folk, chance):
    assert [face for face in range(1, 7) if heard(folk, face)] == list(range(1, chance + 1))


@pytest.mark.rule("WB-LISTEN-01")
def test_a_human_and_an_elf_each_with_a_die_hear_in_four_cases_of_nine():
    either = sum(heard("human", one) or heard("elf", other) for one, other in product(range(1, 7), repeat=2))
    assert Fraction(either, 36) == Fraction(4, 9)


@pytest.mark.rule("WB-LISTEN-01", "WB-LISTEN-02")
def test_silence_and_failure_are_told_alike_and_the_die_is_the_referees():
    quarrel = Delve(doors=(door(),), places=(place("cell", noise=QUARREL),))
    silence = Delve(doors=(door(),))
    failed, empty = quarrel.do(Listen("berto", "oak"), *sixes(6)), silence.do(Listen("berto", "oak"), *sixes(1))
    for delve, events in ((quarrel, failed), (silence, empty)):
        shown = [shown_to(RULES, delve.state, event, PLAYER) for event in events]
        assert shown[0] is None
        told = [tell(RULES, delve.state, event, "en") for event in shown if event is not None]
        assert told == ["Berto hears nothing.", "Berto is busy for 1 turn."]
    assert msgspec.json.encode(RULES.view(quarrel.state, PLAYER)) == msgspec.json.encode(
        RULES.view(silence.state, PLAYER)
    )


@pytest.mark.rule("WB-LISTEN-01")
def test_listening_takes_a_turn_and_may_be_repeated():
    delve = Delve(doors=(door(),), places=(place("cell", noise=QUARREL),))
    delve.do(Listen("berto", "oak"), *sixes(4))
    assert delve.refused(Listen("berto", "oak")) == "busy"
    delve.do(PassTurns())
    assert only(delve.do(Listen("berto"), *sixes(1)), Listened).heard  # without a door: whatever reaches here


@pytest.mark.rule("WB-LISTEN-01")
def test_a_loud_noise_needs_no_die():
    delve = Delve(doors=(door(),), places=(place("cell", noise=QUARREL, loud=True),))
    assert only(delve.do(Listen("berto", "oak")), Listened).heard


@pytest.mark.rule("WB-LISTEN-02")
def test_hearing_is_not_knowing_until_the_referee_tells():
    delve = Delve(doors=(door(),), places=(place("cell", noise=QUARREL),))
    events = delve.do(Listen("berto", "oak"), *sixes(1))
    rolled = only(events, ListenRolled)
    assert (rolled.noise, rolled.audience) == (QUARREL, "referee")
    public = [event for event in events if event.audience == ""]
    assert b"goblin" not in msgspec.json.encode(public)
    assert only(delve.do(TellNoise("cell")), NoiseTold).noise == QUARREL
    assert delve.refused(TellNoise("hall")) == "no_noise"


def searched(folk: str, face: int, **more: object) -> bool:
    """Whether a search finds the secret door."""
    delve = Delve(of_folk("berto", folk), doors=(door("panel", secret=True, **more),))
    events = delve.do(Search("berto"), (6, face))
    assert delve.out.doors["panel"].found == bool(found(events, FeatureFound))
    return delve.out.doors["panel"].found


@pytest.mark.rule("WB-SECRET-01", "WB-SECRET-02", "WB-SEARCH-02")
@pytest.mark.parametrize(("folk", "chance"), [("human", 2), ("dwarf", 2), ("halfling", 2), ("elf", 4)])
def test_the_chance_to_find_a_secret_door(folk, chance):
    assert [face for face in range(1, 7) if searched(folk, face)] == list(range(1, chance + 1))


@pytest.mark.rule("WB-SECRET-02")
def test_an_elf_and_a_human_together_find_it_in_seven_cases_of_nine():
    either = sum(searched("elf", one) or searched("human", other) for one, other in product(range(1, 7), repeat=2))
    assert Fraction(either, 36) == Fraction(7, 9)


@pytest.mark.rule("WB-SECRET-01")
def test_without_a_search_a_human_finds_nothing_and_no_die_is_thrown():
    delve = Delve(doors=(SECRET,))
    delve.do(WalkAbout(100))
    assert not delve.out.doors["panel"].found
    assert delve.refused(Go("panel")) == "no_door"


@pytest.mark.rule("WB-SECRET-01")
def test_a_failed_search_looks_like_an_empty_wall():
    hidden, empty = Delve(doors=(SECRET,)), Delve()
    for delve, dice in ((hidden, sixes(6)), (empty, [])):
        events = delve.do(Search("berto"), *dice)
        public = [event for event in events if shown_to(RULES, delve.state, event, PLAYER) is not None]
        assert [type(event).__name__ for event in public] == ["Searched", "Busy"]
    seen = [msgspec.json.encode(RULES.view(delve.state, PLAYER)) for delve in (hidden, empty)]
    assert seen[0] == seen[1]

    def offers(delve: Delve) -> list[str]:
        choices: list[Choice] = list(RULES.choices(delve.state, PLAYER))
        return [label_text(RULES, delve.state, choice.label, "it") for choice in choices]

    assert offers(hidden) == offers(empty)


@pytest.mark.rule("WB-SECRET-01")
def test_a_place_may_be_searched_again_at_the_same_cost():
    delve = Delve(doors=(SECRET,))
    delve.do(Search("berto"), *sixes(5))
    delve.do(PassTurns())
    assert only(delve.do(Search("berto"), *sixes(2)), Searched).found == ("panel",)


@pytest.mark.rule("WB-SECRET-04")
@pytest.mark.parametrize(("area", "turns"), [(100, 1), (600, 6), (150, 2), (750, 8), (40, 1)])
def test_a_search_takes_a_turn_for_each_hundred_square_feet(area, turns):
    delve = Delve(places=(place("hall", area=area, safe=True),), doors=(door(secret=True),))
    events = delve.do(Search("berto"), *sixes(2)[turns > 1 :])
    assert delve.out.busy["berto"] == turns * 10
    for left in range(turns - 1, -1, -1)[: turns if turns > 1 else 0]:
        assert not found(events, Searched)  # what there is to find shows when the last turn is over
        events = delve.do(PassTurns(), *sixes(2)[left > 0 :])
    told = only(events, Searched)
    assert (told.turns, told.found) == (turns, ("oak",))


@pytest.mark.rule("WB-SECRET-04")
def test_whoever_leaves_a_place_leaves_the_search_undone():
    delve = Delve("berto", "carla", places=(place("hall", area=600, safe=True),), doors=(door("arch", passage=True),))
    delve.do(Search("berto"))
    delve.do(PassTurns())
    walked = delve.do(Go("arch"))  # the others wait for the searcher
    assert (only(walked, Searched).turns, delve.out.searching, delve.out.turns) == (6, (), 6)


@pytest.mark.rule("WB-SECRET-04")
def test_two_search_different_parts_in_the_same_turn():
    delve = Delve("berto", "dalia", doors=(SECRET,), places=WALLS)
    assert delve.refused(Search("berto", "ceiling")) == "no_spot"
    delve.do(Search("berto", "back"), *sixes(6))
    delve.do(Search("dalia", "back"), *sixes(1))
    assert delve.out.doors["panel"].found
    delve.do(PassTurns())
    assert delve.state.minutes == 10


@pytest.mark.rule("WB-SECRET-03")
@pytest.mark.parametrize(("face", "felt"), [(2, True), (3, False)])
def test_an_elf_who_passes_by_feels_that_something_is_amiss(face, felt):
    delve = Delve(of_folk("aelin", "elf"), "berto", doors=(door("arch", ("hall", "cell"), passage=True), SECRET))
    events = delve.do(Go("arch"), (6, face))
    assert bool(found(events, FeltAmiss)) == felt
    assert only(events, SearchRolled).audience == "referee"
    assert not delve.out.doors["panel"].found  # the place is odd; the door is not found by it


@pytest.mark.rule("WB-SECRET-03", "WB-MOVE-04")
def test_nobody_notices_anything_at_a_run():
    delve = Delve(of_folk("aelin", "elf"), doors=(SECRET,))
    delve.do(WalkAbout(100, "running"))
    delve.do(WalkAbout(100, "careful"), *sixes(3))


@pytest.mark.rule("WB-SECRET-03")
def test_an_elf_throws_once_for_each_passage_and_not_for_each_step():
    arch = door("arch", ("hall", "cell"), passage=True)
    delve = Delve(
        of_folk("aelin", "elf"), of_folk("ciril", "elf"), doors=(arch, door("panel", ("cell", "hall"), secret=True))
    )
    delve.do(Go("arch"), *sixes(6, 6))
    for _ in range(4):
        delve.do(WalkAbout(30))  # no die: it is the same passage
    delve.do(Go("arch"), *sixes(6, 6))  # the other side of the same door
    delve.do(WalkAbout(30))
    delve.do(Go("arch"), *sixes(6, 6))


@pytest.mark.rule("WB-SECRET-03")
def test_what_somebody_has_felt_is_not_felt_again_and_a_search_still_finds_it():
    arch = door("arch", ("hall", "cell"), passage=True)
    panel, flap = (door(name, ("cell", "hall"), secret=True) for name in ("panel", "flap"))
    delve = Delve(of_folk("aelin", "elf"), of_folk("ciril", "elf"), doors=(arch, panel, flap))
    delve.do(Go("arch"), *sixes(2), *sixes(6, 6))  # aelin feels the panel; neither feels the flap
    assert delve.out.felt == ("panel",)
    rolled = found(delve.do(Go("arch"), *sixes(6, 1)), SearchRolled)
    assert [(event.who, event.what) for event in rolled] == [("aelin", "flap"), ("ciril", "flap")]
    delve.do(Go("arch"))
    assert not delve.out.doors["panel"].found
    delve.do(Search("aelin"), *sixes(1, 6))
    assert delve.out.doors["panel"].found


@pytest.mark.rule("WB-TRAP-03")
def test_a_dwarf_throws_once_each_time_a_trap_is_crossed():
    arch = door("arch", ("hall", "cell"), passage=True)
    delve = Delve(of_folk("dorin", "dwarf"), doors=(arch,), traps=(trap("pit", "cell"),))
    delve.do(Go("arch"), *sixes(6), *sixes(6))
    for _ in range(3):
        delve.do(WalkAbout(30))


@pytest.mark.rule("WB-SEARCH-01")
def test_a_precise_description_finds_it_without_a_die():
    delve = Delve(doors=(door("panel", secret=True, works_by=("sconce",)),))
    delve.do(Examine("berto", "I look at the sconces on the back wall and turn each one"))
    assert RULES.suggest(delve.state, REFEREE) == JudgeSearch("panel")
    delve.do(JudgeSearch("panel"))  # no die
    assert delve.out.doors["panel"].found


@pytest.mark.rule("WB-SEARCH-01", "WB-SEARCH-02")
def test_where_the_referee_declines_the_roll_is_made():
    delve = Delve(doors=(SECRET,))
    delve.do(Examine("berto", "the back wall"))
    assert RULES.suggest(delve.state, REFEREE) == JudgeSearch("roll")
    assert delve.refused(JudgeSearch("window")) == "no_feature"
    delve.do(JudgeSearch("roll"), *sixes(2))
    assert delve.out.doors["panel"].found


@pytest.mark.rule("WB-SEARCH-01")
def test_a_description_may_find_nothing():
    delve = Delve()
    assert delve.refused(Examine("berto", "  ")) == "bad_text"
    delve.do(Examine("berto", "the ceiling"))
    assert only(delve.do(JudgeSearch("nothing")), Searched).found == ()


@pytest.mark.rule("WB-SEARCH-03")
@pytest.mark.parametrize(("face", "finds"), [(2, True), (3, False)])
def test_what_must_always_be_rolled_is_rolled_even_for_the_right_words(face, finds):
    delve = Delve(doors=(door("panel", secret=True, always_roll=True, works_by=("sconce",)),))
    delve.do(Examine("berto", "the sconce"))
    events = delve.do(JudgeSearch("panel"), (6, face))
    assert delve.out.doors["panel"].found == finds
    assert bool(only(events, Searched).found) == finds


@pytest.mark.rule("WB-SEARCH-03")
def test_a_hidden_thing_may_be_harder_to_find():
    assert [face for face in range(1, 7) if searched("human", face, modifier=-1)] == [1]
    assert [face for face in range(1, 7) if searched("elf", face, modifier=-1)] == [1, 2, 3]


@pytest.mark.rule("WB-SEARCH-03")
def test_a_chance_below_none_throws_no_die():
    delve = Delve(doors=(door("panel", secret=True, modifier=-4),), traps=(trap(where="hall", stone=False),))
    assert only(delve.do(Search("berto")), Searched).found == ()
