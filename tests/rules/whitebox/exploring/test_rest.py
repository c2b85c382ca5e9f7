"""Uninterrupted rest: what breaks a row of days, in White Box and its variant, over everything that can be done."""

import msgspec
import pytest
from tests.rules.infausta.arena import RULES as INFAUSTA
from tests.rules.infausta.camp import Camp as InfaustaCamp
from tests.rules.infausta.camp import Dungeon, Wilds
from tests.rules.infausta.camp import one as infausta_one
from tests.rules.whitebox.arena import RULES as WHITEBOX
from tests.rules.whitebox.arena import sixes
from tests.rules.whitebox.exploring.delve import Delve, door, draft, place
from tests.rules.whitebox.exploring.test_unable import EVERY_MARCH, MARCHES
from tests.rules.whitebox.exploring.wanderers import Wanderer, scenes
from tests.rules.whitebox.people.camp import Camp, found

from arbitro.kernel.command import Command
from arbitro.rules.infausta.wilderness.commands import AnnounceWeather, BreakCamp, ChooseHeading, ConductMarch, MakeCamp
from arbitro.rules.whitebox.exploring.commands import (
    AdvanceClock,
    Go,
    OpenDoor,
    PassTurns,
    Travel,
    WalkAbout,
)
from arbitro.rules.whitebox.people.commands import Memorise, Rest
from arbitro.rules.whitebox.people.events import RestBroken
from arbitro.rules.whitebox.state import State

GAMES = {"whitebox": WHITEBOX, "infausta": INFAUSTA}
AN_HOUR = 60
ROAD = (place("hall", outdoors=True, terrain="open"),)
INN = (place("hall", safe=True),)
PASSAGE = (door("arch", passage=True),)


def rests_on(table: Camp | InfaustaCamp, act: Command, *dice: object) -> bool:
    """Whether days of rest before an act still count after it."""
    table.change("berto", rested=20)
    table.do(act, *dice)
    assert table["berto"].rested in (0, 20)
    return bool(table["berto"].rested)


@pytest.mark.rule("WB-HEAL-02")
def test_rest_a_march_and_rest_again_are_no_four_weeks():
    for march in (False, True):
        delve = Delve(places=ROAD)
        delve.change("berto", hp=1, max_hp=90)
        delve.do(Rest(27))
        if march:
            told = delve.do(Travel("settled"), *sixes(6))
            assert [event.who for event in found(told, RestBroken)] == [("berto",)]
        delve.do(Rest(1))
        assert delve["berto"].hp == (29 if march else 90)


@pytest.mark.rule("WB-HEAL-01", "WB-HEAL-02")
@pytest.mark.parametrize(
    ("delve", "act", "dice"),
    [
        (lambda: Delve(places=ROAD), Travel("settled"), sixes(6)),
        (lambda: Delve(), WalkAbout(1400), ()),
        (lambda: Delve(), WalkAbout(10), ()),
        (lambda: Delve(doors=PASSAGE), Go("arch"), ()),
        (lambda: Delve(doors=(door(),)), OpenDoor("berto", "oak"), sixes(6)),
        (lambda: Delve(), PassTurns(6), sixes(6)),
        (lambda: Camp(draft()), AdvanceClock(60), ()),
    ],
    ids=["travel", "1400 feet", "10 feet", "another room", "a door", "six turns", "an hour"],
)
def test_travel_walking_toil_and_an_hour_of_anything_end_the_row(delve, act, dice):
    assert not rests_on(delve(), act, *dice)


@pytest.mark.rule("WB-HEAL-01", "WB-HEAL-02")
@pytest.mark.parametrize("march", EVERY_MARCH)
def test_every_way_of_going_somewhere_ends_the_row(march):
    command, where = MARCHES[march]
    assert not rests_on(Delve(**where), command, *(sixes(6) if march is Travel else ()))


@pytest.mark.rule("WB-HEAL-02")
@pytest.mark.parametrize(
    ("delve", "act"),
    [
        (lambda: Camp(draft()), AdvanceClock(59)),
        (lambda: Delve(places=INN), WalkAbout(120)),
        (lambda: Delve(), PassTurns(5)),
    ],
    ids=["59 minutes", "a stroll at the inn", "five turns"],
)
def test_less_than_an_hour_without_toil_ends_nothing(delve, act):
    assert rests_on(delve(), act)


@pytest.mark.rule("WB-HEAL-02")
def test_minutes_add_up_until_the_next_day_of_rest():
    camp = Camp(draft())
    camp.do(Rest(3))
    assert not found(camp.do(AdvanceClock(30)), RestBroken)
    assert [event.who for event in found(camp.do(AdvanceClock(30)), RestBroken)] == [("berto",)]
    camp.do(Rest(3))
    camp.do(AdvanceClock(40))
    camp.do(Rest(1))
    assert not found(camp.do(AdvanceClock(40)), RestBroken)


@pytest.mark.rule("WB-HEAL-01")
@pytest.mark.parametrize(("minutes", "kept"), [(60, False), (90, True), (240, True)])
def test_the_hour_is_a_setting(minutes, kept):
    camp = Camp(draft(), rest_interrupted_after=minutes)
    camp.do(Rest(3))
    camp.do(AdvanceClock(60))
    assert (camp["berto"].rested == 3) is kept


@pytest.mark.rule("WB-HEAL-01")
def test_whoever_forces_a_door_is_tired_alone():
    delve = Delve("berto", "aldo", doors=(door(),))
    for who in ("berto", "aldo"):
        delve.change(who, rested=3)
    delve.do(OpenDoor("berto", "oak"), *sixes(6))
    assert (delve["berto"].rested, delve["aldo"].rested) == (0, 3)


@pytest.mark.rule("IS-HEAL-02", "IS-HEAL-03")
@pytest.mark.parametrize(
    ("table", "act", "dice"),
    [
        (lambda: Dungeon(), WalkAbout(1400), sixes(6)),
        (lambda: Dungeon(doors=PASSAGE), Go("arch"), ()),
        (lambda: Dungeon(doors=(door(),)), OpenDoor("berto", "oak"), sixes(6)),
        (lambda: Dungeon(), PassTurns(6), sixes(6)),
        (lambda: InfaustaCamp(), AdvanceClock(60), ()),
    ],
    ids=["1400 feet", "another room", "a door", "six turns", "an hour"],
)
def test_complete_rest_of_the_variant_ends_with_toil(table, act, dice):
    assert not rests_on(table(), act, *dice)


@pytest.mark.rule("IS-HEAL-03")
def test_a_day_in_camp_is_rest_and_a_day_on_the_march_is_none():
    wilds = Wilds()
    for heading, days in (("", 1), ("", 2), ("0,1", 0), ("", 1)):
        wilds.do(AnnounceWeather("clear"))
        wilds.do(ChooseHeading(heading), *sixes(6, 6))
        if heading:
            wilds.do(ConductMarch(heading, "1"))
        wilds.do(MakeCamp("all"), *sixes(6))
        wilds.do(BreakCamp())
        assert wilds["berto"].rested == days


@pytest.mark.rule("IS-HEAL-03")
def test_a_day_in_camp_with_a_book_is_no_complete_rest():
    mage = infausta_one("berto", class_id="magic_user", book=("light",), hit_dice=(4,))
    wilds = Wilds(mage)
    for study in (False, True, False):
        wilds.do(AnnounceWeather("clear"))
        if study:
            wilds.do(Memorise("berto", "light"))
        wilds.do(ChooseHeading(""), *sixes(6, 6))
        wilds.do(MakeCamp("all"), *sixes(6))
        wilds.do(BreakCamp())
        assert wilds["berto"].rested == (0 if study else 1)


RESTFUL = frozenset({"Rest", "BreakCamp", "ChooseHeading"})
"""Commands that are rest, or may be: whose own time breaks nothing."""


class Sleeper(Wanderer):
    """A table by lot whose people have always just rested for five days."""

    def decided(self, state: State, command: Command) -> State:
        fresh = {who: msgspec.structs.replace(one, rested=5, stirred=0) for who, one in state.characters.items()}
        before = msgspec.structs.replace(state, characters=fresh)
        after = super().decided(before, command)
        name = type(command).__name__
        if name not in RESTFUL and after.minutes - before.minutes >= AN_HOUR:
            self.slow.add(name)
            for who in after.party.order:
                assert not after.characters[who].rested, (command, who)
        return after

    def __init__(self, rules: object, seed: str) -> None:
        super().__init__(rules, seed)  # type: ignore[arg-type]
        self.slow: set[str] = set()


@pytest.mark.rule("WB-HEAL-01", "IS-HEAL-03")
@pytest.mark.parametrize("game", GAMES)
def test_whatever_takes_an_hour_ends_the_row_whoever_thought_of_it(game):
    sleeper = Sleeper(GAMES[game], f"{game}/rest")
    while sleeper.decisions < 500:
        for _, setup in scenes(sleeper.rules):
            sleeper.play(setup, 60)
    assert sleeper.slow & {"PassTurns", "ConductMarch", "Travel", "JudgeTerrain", "AdvanceClock", "WalkAbout"}
