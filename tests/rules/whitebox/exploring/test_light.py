"""Torches, lanterns and the dark."""

from itertools import product

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import d6, sixes
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, of_folk, place, troop
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.sentence import tell
from arbitro.kernel.then import Now
from arbitro.kernel.together import lines_of
from arbitro.rules.whitebox.commands import EndTurn
from arbitro.rules.whitebox.exploring.clock import farthest_light, light_reaches, lit
from arbitro.rules.whitebox.exploring.commands import (
    AdvanceClock,
    DouseLight,
    Engage,
    KindleLight,
    Meet,
    OpenDoor,
    PassTurns,
)
from arbitro.rules.whitebox.exploring.events import LightKindled, LightWentOut, MetSomebody, Reminder
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.commands import CastSpell, Grant

SAFE = (place("hall", safe=True),)


@pytest.mark.rule("WB-LIGHT-01")
@pytest.mark.parametrize("of", ["torches_6", "lantern"])
def test_a_light_reaches_thirty_feet(of):
    delve = Delve()
    delve.do(Grant("berto", "gear", of))
    delve.do(Grant("berto", "gear", "oil_pint"))
    delve.do(KindleLight("berto", of))
    (light,) = delve.out.lights.values()
    assert light_reaches(RULES.rules, light) == 30
    kindled = LightKindled("berto", light, 6)
    assert "fino a 30 piedi" in tell(RULES, delve.state, kindled, "it")
    assert "30 feet around" in tell(RULES, delve.state, kindled, "en")


@pytest.mark.rule("WB-LIGHT-02")
def test_a_torch_burns_for_six_turns():
    delve = Delve(places=SAFE, torches=1)
    delve.do(KindleLight("berto", "torches_6"))
    delve.do(PassTurns(5))
    assert lit(RULES.at(delve.state))
    events = delve.do(PassTurns())
    assert only(events, LightWentOut).light == "light/1"
    assert only(events, Reminder).what == "dark"
    assert not lit(RULES.at(delve.state))
    assert delve.refused(KindleLight("berto", "torches_6")) != ""  # there was only one


@pytest.mark.rule("WB-LIGHT-02", "WB-TIME-03")
@pytest.mark.parametrize(
    ("bearers", "english", "italian"),
    [
        (("berto", "berto"), "The lights of Berto", "Le luci di Berto"),
        (("berto", "carla"), "The lights of Berto and Carla", "Le luci di Berto e Carla"),
        (("berto", "berto", "carla"), "The lights of Berto and Carla", "Le luci di Berto e Carla"),
    ],
)
def test_lights_that_burn_down_together_are_told_in_one_line(bearers, english, italian):
    delve = Delve("berto", "carla", places=SAFE)
    for who in bearers:
        delve.do(Grant(who, "gear", "torches_6"))
        delve.do(KindleLight(who, "torches_6"))
    delve.do(PassTurns(5))
    events = delve.do(PassTurns())
    assert [event.left for event in found(events, LightWentOut)] == [0] * len(bearers)
    assert len(found(events, Reminder)) == 1, "one word about the dark"
    then = Now(RULES, delve.state)
    for language, said in (
        ("en", f"{english} have burned down: none is left burning."),
        ("it", f"{italian} si sono consumate: non ne arde più nessuna."),
    ):
        assert [line for run, line in lines_of(then, events, language) if isinstance(run[0], LightWentOut)] == [said]


@pytest.mark.rule("WB-LIGHT-02")
def test_a_light_that_burns_on_is_counted_after_all_that_went_out():
    delve = Delve("berto", "carla", places=SAFE)
    for who in ("berto", "berto"):
        delve.do(Grant(who, "gear", "torches_6"))
        delve.do(KindleLight(who, "torches_6"))
    delve.do(PassTurns(1))
    delve.do(Grant("carla", "gear", "torches_6"))
    delve.do(KindleLight("carla", "torches_6"))
    events = delve.do(PassTurns(5))
    assert [(event.left, event.variant()) for event in found(events, LightWentOut)] == [(1, "others")] * 2
    assert not found(events, Reminder)


@pytest.mark.rule("WB-LIGHT-02", "WB-TIME-03")
def test_a_torch_goes_on_burning_in_a_fight():
    delve = Delve(troops=(troop(),), torches=1)
    delve.do(KindleLight("berto", "torches_6"))
    delve.do(AdvanceClock(50))
    delve.do(Meet("orcs"), *sixes(6), (4, 1), (4, 1))
    delve.do(Engage("party"), (6, 4), *sixes(6, 1))
    events = []
    for number in range(1, 11):
        assert not found(events, LightWentOut), number
        for side in delve.state.fight.initiative:
            events += delve.do(EndTurn(side[0]))
    assert len(found(events, LightWentOut)) == 1  # out when the tenth round ends
    assert delve.state.minutes == 60


@pytest.mark.rule("WB-LIGHT-02")
def test_thirteen_turns_use_three_torches_and_the_third_has_five_turns_left():
    delve = Delve(places=SAFE, torches=3)
    for _ in range(13):
        if not lit(RULES.at(delve.state)):
            delve.do(KindleLight("berto", "torches_6"))
        delve.do(PassTurns())
    (light,) = delve.out.lights.values()
    assert "torches_6" not in delve["berto"].items
    assert light.out_at - delve.state.minutes == 50


@pytest.mark.rule("WB-LIGHT-03")
def test_a_pint_feeds_a_lantern_for_24_turns():
    delve = Delve(places=SAFE)
    delve.do(Grant("berto", "gear", "lantern"))
    assert delve.refused(KindleLight("berto", "lantern")) == "no_oil"
    delve.do(Grant("berto", "gear", "oil_pint", 3))
    delve.do(KindleLight("berto", "lantern"))
    assert delve.refused(KindleLight("berto", "lantern")) == "full_already"
    delve.do(AdvanceClock(239))
    assert lit(RULES.at(delve.state))
    delve.do(AdvanceClock(1))
    assert not lit(RULES.at(delve.state))
    assert delve["berto"].items["oil_pint"].count == 2
    assert delve["berto"].items["lantern"].count == 1
    delve.do(KindleLight("berto", "lantern"))  # three pints: 72 turns in all
    delve.do(AdvanceClock(240))
    delve.do(KindleLight("berto", "lantern"))
    delve.do(AdvanceClock(240))
    assert delve.out.turns == 72
    assert "oil_pint" not in delve["berto"].items


@pytest.mark.rule("WB-LIGHT-02", "WB-LIGHT-03")
def test_what_was_put_out_keeps_what_is_left_of_it():
    delve = Delve(places=SAFE, torches=1)
    delve.do(KindleLight("berto", "torches_6"))
    delve.do(PassTurns(2))
    delve.do(DouseLight("berto", "light/1"))
    assert not lit(RULES.at(delve.state))
    assert delve.refused(DouseLight("berto", "light/1")) == "not_burning"
    delve.do(PassTurns(3))
    delve.do(KindleLight("berto", "light/1"))
    assert delve.refused(KindleLight("berto", "light/1")) == "burning_already"
    delve.do(PassTurns(3))
    assert lit(RULES.at(delve.state))
    assert found(delve.do(PassTurns()), LightWentOut)


@pytest.mark.rule("WB-LIGHT-01")
def test_only_what_burns_gives_light():
    delve = Delve()
    delve.do(Grant("berto", "gear", "backpack"))
    assert delve.refused(KindleLight("berto", "backpack")) == "burns_not"
    assert delve.refused(KindleLight("berto", "torches_6")) != ""


@pytest.mark.rule("WB-LIGHT-04", "WB-SURPRISE-02")
def test_light_takes_the_chance_to_surprise_away_and_not_the_risk():
    caught = {"party": 0, "foes": 0, "nobody": 0}
    for face in range(1, 7):
        delve = Delve(troops=(troop(),), torches=1)
        delve.do(KindleLight("berto", "torches_6"))
        dice = [(3, 1)] if face <= 2 else [(4, 1), (4, 1)]
        met = only(delve.do(Meet("orcs"), (6, face), *dice), MetSomebody)  # one die: the monsters' is not thrown
        caught[met.surprised[0] if met.surprised else "nobody"] += 1
    assert caught == {"party": 2, "foes": 0, "nobody": 4}


@pytest.mark.rule("WB-LIGHT-04", "WB-SURPRISE-02")
def test_without_light_both_sides_may_be_caught():
    both = 0
    for mine, theirs in product(range(1, 7), repeat=2):
        delve = Delve(troops=(troop(),))
        dice = [(3, 1)] if mine <= 2 or theirs <= 2 else [(4, 1), (4, 1)]
        met = only(delve.do(Meet("orcs"), (6, mine), (6, theirs), *dice), MetSomebody)
        both += len(met.surprised) == 2
        assert ("party" in met.surprised) == (mine <= 2)
        assert ("foes" in met.surprised) == (theirs <= 2)
    assert both == 4  # of 36: 1/9


@pytest.mark.rule("WB-LIGHT-04")
def test_the_referee_may_let_the_unwary_be_caught():
    delve = Delve(troops=(troop(unwary=True),), torches=1)
    delve.do(KindleLight("berto", "torches_6"))
    met = only(delve.do(Meet("orcs"), *sixes(5, 1), (3, 2)), MetSomebody)
    assert met.surprised == ("foes",)
    assert met.feet == 20


@pytest.mark.rule("WB-LIGHT-05")
def test_the_referee_is_told_that_monsters_see_in_the_dark():
    delve = Delve(troops=(troop(),))
    told = found(delve.do(Meet("orcs"), *sixes(6, 6), (4, 1), (4, 1)), Reminder)
    assert "monsters_see" in [event.what for event in told]
    assert all(event.audience == "referee" for event in told)


@pytest.mark.rule("WB-LIGHT-02")
def test_a_light_may_be_lit_beside_a_door():
    delve = Delve(doors=(door(),), torches=1)
    delve.do(KindleLight("berto", "torches_6"))
    delve.do(OpenDoor("berto", "oak"), *sixes(1))
    assert delve.out.doors["oak"].open


# -------------------------------------------------------------------- light by magic


def shone_on(who: str, *kinds: str) -> Delve:
    """Two in a hall, with magic light or darkness on one of them."""
    delve = Delve("berto", "carla", troops=(troop(),), torches=1)
    borne = tuple(Ongoing(kind=kind, radius=20, until=10**6) for kind in kinds)  # type: ignore[arg-type]
    delve.state = replace(delve.state, effects={who: borne})
    return delve


@pytest.mark.rule("WB-LIGHT-01", "WB-LIGHT-04")
@pytest.mark.parametrize(
    ("kinds", "torch", "feet"),
    [((), False, 0), ((), True, 30), (("lit",), False, 20), (("lit",), True, 30), (("dark",), False, 0),
     (("dark",), True, 0), (("lit", "dark"), False, 0), (("lit", "dark"), True, 30)],
)  # fmt: skip
def test_magic_light_lights_the_way_and_darkness_takes_it_and_every_flame(
    kinds: tuple[str, ...], torch: bool, feet: int
) -> None:
    delve = shone_on("carla", *kinds)
    if torch:
        delve.do(KindleLight("berto", next(iter(delve["berto"].items))))
    here = RULES.at(delve.state)
    assert (farthest_light(here), lit(here)) == (feet, feet > 0)


@pytest.mark.rule("WB-LIGHT-04", "WB-LIGHT-05")
def test_whoever_goes_by_magic_light_surprises_no_monster_and_sees_them_as_far_as_it_shows() -> None:
    delve = shone_on("berto", "lit")
    told = delve.do(Meet("orcs"), d6(6), (4, 4), (4, 4))
    met = only(told, MetSomebody)
    assert met.meeting.distance == 20
    assert "monsters_see" not in [event.what for event in found(told, Reminder)]


@pytest.mark.rule("WB-LIGHT-01")
@pytest.mark.parametrize(("health", "shines"), [("well", True), ("out", True), ("dead", False)])
def test_magic_light_goes_along_with_the_carried_and_stays_with_the_dead(health: str, shines: bool) -> None:
    delve = shone_on("carla", "lit")
    delve.change("carla", health=health, hp=0)
    assert lit(RULES.at(delve.state)) is shines


@pytest.mark.rule("WB-LIGHT-01", "WB-SPELL-01")
def test_a_spell_of_light_lasts_its_turns_and_then_it_is_dark() -> None:
    delve = Delve(of_folk("ugo", "human", "magic_user"))
    delve.change("ugo", prepared=("light",))
    delve.do(CastSpell("ugo", "light", "ugo"))
    assert lit(RULES.at(delve.state))
    delve.do(PassTurns(7), d6(6))
    assert not lit(RULES.at(delve.state))
