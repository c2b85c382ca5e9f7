"""Traps: who treads on them, who sees them, how far one falls."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import d6, d20, sixes, threat
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, draft, of_folk, trap
from tests.rules.whitebox.people.camp import found, only

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox.events import SaveRolled
from arbitro.rules.whitebox.exploring.commands import AdvanceClock, Fall, Go, Search, SpringTrap
from arbitro.rules.whitebox.exploring.events import (
    FeatureFound,
    HadAFall,
    Perished,
    Reminder,
    SearchRolled,
    Stopped,
    TrapSprung,
    TrapTrodden,
)
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.commands import CastSpell
from arbitro.rules.whitebox.people.events import WoundSuffered
from arbitro.rules.whitebox.people.records import class_row
from arbitro.rules.whitebox.powers.events import EffectEnded, Unaffected
from arbitro.rules.whitebox.powers.lookups import off_the_ground

ARCH = door("arch", passage=True)


@pytest.mark.rule("WB-TRAP-01")
@pytest.mark.parametrize(("face", "sprung"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_trap_springs_on_one_or_two(face, sprung):
    delve = Delve(doors=(ARCH,), traps=(trap(),))
    events = delve.do(Go("arch"), (6, face))
    assert bool(found(events, TrapSprung)) == sprung == delve.out.traps["pit"].sprung
    assert only(events, TrapTrodden).audience == "referee"


@pytest.mark.rule("WB-TRAP-01")
def test_four_cross_and_it_never_springs_in_sixteen_cases_of_eighty_one():
    never = Fraction(0)
    four = ("a", "b", "c", "d")
    for faces in product((True, False), repeat=4):  # springs, or not
        if any(faces):
            continue
        never += Fraction(2, 3) ** 4
        delve = Delve(*four, doors=(ARCH,), traps=(trap(),))
        delve.do(Go("arch"), *sixes(3, 4, 5, 6))
        assert not delve.out.traps["pit"].sprung
    assert never == Fraction(16, 81)
    delve = Delve(*four, doors=(ARCH,), traps=(trap(),))
    events = delve.do(Go("arch"), *sixes(3, 2))  # once it has gone off nobody else rolls
    assert [event.who for event in found(events, TrapTrodden)] == ["a", "b"]


@pytest.mark.rule("WB-TRAP-01")
def test_a_trap_may_have_a_chance_of_its_own():
    delve = Delve(doors=(ARCH,), traps=(trap(trigger=5),))
    assert found(delve.do(Go("arch"), *sixes(5)), TrapSprung)


@pytest.mark.rule("WB-TRAP-01")
def test_a_trap_that_was_found_is_avoided():
    delve = Delve(doors=(ARCH,), traps=(trap(found=True),))
    delve.do(Go("arch"))
    assert delve.out.at == "cell"


def looked(folk: str, face: int, *, stone: bool = True, **options: bool) -> bool:
    """Whether an active search finds the trap."""
    delve = Delve(of_folk("berto", folk), traps=(trap(where="hall", stone=stone),), **options)
    delve.do(Search("berto"), (6, face))
    return delve.out.traps["pit"].found


@pytest.mark.rule("WB-TRAP-02")
def test_a_dwarf_finds_stone_traps_on_four_in_six():
    assert [face for face in range(1, 7) if looked("dwarf", face)] == [1, 2, 3, 4]


@pytest.mark.rule("WB-TRAP-02")
def test_others_have_no_die_unless_the_option_gives_them_one():
    delve = Delve(traps=(trap(where="hall"),))
    delve.do(Search("berto"))  # no die
    wooden = Delve(of_folk("dorin", "dwarf"), traps=(trap(where="hall", stone=False),))
    wooden.do(Search("dorin"))  # the eye for stone does not help
    assert [face for face in range(1, 7) if looked("human", face, others_search_traps=True)] == [1, 2]
    assert [face for face in range(1, 7) if looked("dwarf", face, stone=False, others_search_traps=True)] == [1, 2]
    assert [face for face in range(1, 7) if looked("dwarf", face, others_search_traps=True)] == [1, 2, 3, 4]


@pytest.mark.rule("WB-TRAP-02")
def test_a_thief_has_the_skill_of_the_class():
    delve = Delve(draft("mirto", class_id="thief"), traps=(trap(where="hall", stone=False),))
    delve.do(Search("mirto"), (6, class_row(RULES.rules, "thief", 1).skill))
    assert delve.out.traps["pit"].found


@pytest.mark.rule("WB-TRAP-03")
@pytest.mark.parametrize("face", [1, 2])
def test_a_dwarf_who_walks_by_may_stop_the_party_in_time(face):
    delve = Delve(of_folk("dorin", "dwarf"), "berto", doors=(ARCH,), traps=(trap(),))
    events = delve.do(Go("arch"), (6, face))
    assert only(events, FeatureFound).what == "pit"
    assert only(events, Stopped).what == "pit"
    assert delve.out.at == "hall"
    delve.do(Go("arch"))
    assert delve.out.at == "cell"


@pytest.mark.rule("WB-TRAP-03")
def test_detection_comes_before_the_trigger():
    sprung = 0
    for eye, foot in product(range(1, 7), repeat=2):
        delve = Delve(of_folk("dorin", "dwarf"), doors=(ARCH,), traps=(trap(),))
        delve.do(Go("arch"), *(sixes(eye) if eye <= 2 else sixes(eye, foot)))
        sprung += delve.out.traps["pit"].sprung
    assert Fraction(sprung, 36) == Fraction(2, 9)


@pytest.mark.rule("WB-TRAP-03")
def test_an_elf_has_no_eye_for_stone():
    delve = Delve(of_folk("aelin", "elf"), doors=(ARCH,), traps=(trap(),))
    assert not found(delve.do(Go("arch"), *sixes(3)), SearchRolled)


@pytest.mark.rule("WB-TRAP-03", "WB-MOVE-04")
def test_a_running_dwarf_notices_nothing():
    delve = Delve(of_folk("dorin", "dwarf"), doors=(ARCH,), traps=(trap(),))
    delve.do(Go("arch", "running"), *sixes(5))


@pytest.mark.rule("WB-TRAP-04")
@pytest.mark.parametrize(("feet", "faces", "damage"), [(10, (4,), 4), (30, (2, 5, 6), 13), (25, (3, 3), 6), (5, (), 0)])
def test_a_fall_costs_a_die_for_each_full_ten_feet(feet, faces, damage):
    delve = Delve(draft("berto", level=9), doors=(ARCH,), traps=(trap(pit=feet),))
    full = delve["berto"].hp
    events = delve.do(Go("arch"), (6, 1), *sixes(*faces))
    assert full - delve["berto"].hp == damage
    assert len(found(events, WoundSuffered)) == (1 if faces else 0)


@pytest.mark.rule("WB-TRAP-04")
def test_the_same_rate_is_offered_for_any_fall():
    delve = Delve(draft("berto", level=9))
    full = delve["berto"].hp
    delve.do(Fall("berto", 20), *sixes(1, 2))
    assert full - delve["berto"].hp == 3
    assert delve.refused(Fall("berto", 5000)) == "bad_feet"


@pytest.mark.rule("WB-TRAP-04", "WB-DEATH-02")
def test_a_fall_may_kill_and_with_the_last_member_the_expedition_ends():
    delve = Delve(doors=(ARCH,), traps=(trap(pit=30),))
    delve.change("berto", hp=3)
    delve.do(Go("arch"), (6, 1), *sixes(1, 1, 1))
    assert delve["berto"].health == "dead"
    assert delve.out.over


@pytest.mark.rule("WB-TRAP-01", "WB-SAVE-02")
@pytest.mark.parametrize(("face", "lost"), [(14, 2), (13, 5)])
def test_a_trap_may_do_something_that_a_saving_throw_softens(face, lost):
    dart = trap(threat=threat("damage", "1d6", on_success="half"))
    delve = Delve(draft("berto", level=1), doors=(ARCH,), traps=(dart,))
    delve.change("berto", hp=10, max_hp=10)
    events = delve.do(Go("arch"), (6, 1), d20(face), (6, 5))
    assert delve["berto"].hp == 10 - lost
    assert only(events, SaveRolled).saved == (face >= 14)


@pytest.mark.rule("WB-TRAP-01", "WB-SAVE-02")
def test_deadly_and_paralysing_traps():
    deadly = Delve(doors=(ARCH,), traps=(trap(threat=threat("death", danger="death_poison")),))
    assert found(deadly.do(Go("arch"), (6, 2), d20(1)), Perished)
    assert deadly.out.over
    spared = Delve(doors=(ARCH,), traps=(trap(threat=threat("death", danger="death_poison")),))
    spared.do(Go("arch"), (6, 2), d20(20))
    assert spared["berto"].fit
    held = Delve(doors=(ARCH,), traps=(trap(threat=threat("paralysis", "1d6", save=False)),))
    held.do(Go("arch"), (6, 2), (6, 4))
    assert held.refused(Search("berto")) == "under_effect"


@pytest.mark.rule("WB-TIME-02", "WB-SAVE-02")
def test_whoever_a_trap_holds_is_held_in_a_fight_too_and_it_is_told_when_it_ends():
    held = Delve("berto", "aldo", doors=(ARCH,), traps=(trap(threat=threat("paralysis", "1d6", save=False)),))
    held.do(Go("arch"), (6, 2), (6, 4))
    assert isinstance(RULES.rules.member_of(RULES.at(held.state), "berto"), Refusal)
    told = [event for minute in range(4) for event in held.do(AdvanceClock(1))]
    assert [(event.who, event.kind) for event in found(told, EffectEnded)] == [("berto", "held")]
    assert not isinstance(RULES.rules.member_of(RULES.at(held.state), "berto"), Refusal)


@pytest.mark.rule("WB-TRAP-01", "WB-CORE-01", "WB-CORE-02")
def test_the_referee_springs_traps_and_tells_what_no_rule_says():
    delve = Delve(traps=(trap(where="hall"),))
    told = only(delve.do(SpringTrap("pit", "berto")), Reminder)
    assert (told.what, told.audience) == ("no_rule", "referee")
    assert delve.refused(SpringTrap("pit", "berto")) == "no_trap"


# -------------------------------------------------------------------- whom no floor carries

ALOFT = {
    "fly": Ongoing(kind="moving", form="fly", feet=40, amount=40),
    "levitate": Ongoing(kind="moving", form="levitate"),
    "mist": Ongoing(kind="bodiless", form="gaseous"),
}


@pytest.mark.rule("WB-TRAP-01", "WB-TRAP-04")
@pytest.mark.parametrize("how", ALOFT)
def test_whoever_touches_no_floor_sets_nothing_off_and_does_not_fall(how: str) -> None:
    delve = Delve("berto", doors=(door("arch", passage=True),), traps=(trap(pit=20),))
    delve.state = replace(delve.state, effects={"berto": (ALOFT[how],)})
    delve.do(Go("arch"))
    assert delve.out.at == "cell"
    events = delve.do(SpringTrap("pit", "berto"))
    assert [event.why for event in events if isinstance(event, Unaffected)] == ["in_the_air"]
    assert not [event for event in events if isinstance(event, HadAFall)]


@pytest.mark.rule("WB-TRAP-01")
def test_those_who_walk_beside_a_flyer_tread_on_it_as_ever() -> None:
    delve = Delve("berto", "carla", doors=(door("arch", passage=True),), traps=(trap(pit=10),))
    delve.state = replace(delve.state, effects={"berto": (ALOFT["fly"],)})
    delve.do(Go("arch"), d6(2), d6(3))
    assert (delve["berto"].hp, delve["carla"].hp) == (delve["berto"].max_hp, delve["carla"].max_hp - 3)


@pytest.mark.rule("WB-TRAP-01")
@pytest.mark.parametrize(("name", "aloft"), [("fly", True), ("levitate", True)])
def test_spells_that_lift_do_so_over_pits(name: str, aloft: bool) -> None:
    delve = Delve(of_folk("ugo", "human", "magic_user", level=7), doors=(door("arch", passage=True),))
    delve.change("ugo", prepared=(name,))
    answer = RULES.decide(delve.state, CastSpell("ugo", name, "ugo"), QuickDice(1))
    assert off_the_ground(answer.state, "ugo") is aloft  # type: ignore[union-attr]
