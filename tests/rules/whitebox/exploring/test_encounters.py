"""Encounters: wandering monsters, distance, surprise, reaction, talk, flight, the fight and what is left after it."""

from fractions import Fraction

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import sixes
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, draft, place, troop
from tests.rules.whitebox.people.camp import found, only

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice, ScriptedDice
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.ruling import added_up
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.whitebox.commands import EndFight, JudgeSurprise
from arbitro.rules.whitebox.events import InitiativeRolled, SurpriseRolled, TurnBegan
from arbitro.rules.whitebox.exploring.commands import (
    Engage,
    Flee,
    Go,
    JudgeMeeting,
    JudgeParley,
    KindleLight,
    Meet,
    Parley,
    PartWays,
    PassTurns,
    RollReaction,
    StateFacts,
    Travel,
)
from arbitro.rules.whitebox.exploring.events import (
    Astray,
    EncounterOpen,
    EncounterRolled,
    EvasionRolled,
    MeetingEnded,
    MeetingSurprise,
    MetSomebody,
    ParleyEnded,
    PursuitRolled,
    ReactionRolled,
    Reminder,
    TroopStated,
    WanderingRolled,
    WayRegained,
)
from arbitro.rules.whitebox.exploring.foes import stealth
from arbitro.rules.whitebox.exploring.strangers import foes, troop_rate
from arbitro.rules.whitebox.exploring.wanderers import appear
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.records import class_row
from arbitro.rules.whitebox.roll_tables import Encounter
from arbitro.rules.whitebox.special import Surprising

PLAYER = Seat("party", "player", frozenset({"party", "berto"}))
AWARE = (*sixes(6, 6), (4, 1), (4, 2))
"""Nobody is surprised, and the two meet at 30 feet."""
OUTSIDE = (place("hall", outdoors=True, terrain="open"),)


def met(*, attitude: str = "", **more: object) -> Delve:
    """A party that stands before an orc."""
    count = more.pop("count", 1)
    delve = Delve(troops=(troop(attitude=attitude, count=Amount(plus=count)),), **more)
    out = delve.out
    dice = (*sixes(6, 6), *sixes(1, 1, 1, 1)) if out.places["hall"].outdoors else AWARE
    delve.do(Meet("orcs"), *dice)
    return delve


# -------------------------------------------------------------------- who comes


@pytest.mark.rule("WB-CORE-01", "WB-CORE-03")
def test_every_sixth_turn_a_die_in_secret_says_whether_somebody_comes():
    delve = Delve()
    delve.do(PassTurns(5))
    rolled = only(delve.do(PassTurns(), *sixes(2)), WanderingRolled)
    assert not rolled.check.success
    assert rolled.audience == "referee"
    # Level 1: a d6 for the level of the encounter, a d12 on its table, how many there are; then the two meet.
    events = delve.do(PassTurns(6), (6, 1), (6, 1), (12, 7), *_appearing("zombie"), *AWARE)
    assert only(events, TroopStated).troop.monster == "zombie"
    assert delve.out.meeting is not None
    assert all(event.audience == "referee" for event in found(events, EncounterRolled))


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize(("misprints", "monster"), [("corrected", "ochre_jelly"), ("printed", "yellow_mold")])
def test_a_misprint_in_a_table_of_encounters_is_corrected_unless_the_option_says_printed(misprints, monster):
    delve = Delve(misprints=misprints)
    doubtful = RULES.content.encounter_tables["dungeon_5"].at(5).result
    with ScriptedDice(*_appearing(monster), *AWARE) as dice:
        scene = RULES.scene(delve.state, dice)
        appear(scene, doubtful, outdoors=False)
    assert only(scene.events, TroopStated).troop.monster == monster


def _appearing(monster: str) -> list[tuple[int, int]]:
    amount = RULES.content.monsters[monster].appearing.dungeon
    return [(amount.sides, 1)] * amount.count


def test_safe_places_and_the_open_country_have_no_such_check():
    for quiet in (place("hall", safe=True), place("hall", outdoors=True)):
        delve = Delve(places=(quiet,))
        delve.do(PassTurns(12))


def test_a_wandering_monster_breaks_off_what_the_party_was_at():
    delve = Delve(doors=(door("arch", passage=True, feet=240 * 6),))
    events = delve.do(Go("arch"), (6, 1), (6, 1), (12, 6), *_appearing("orc"), *AWARE)
    assert delve.out.at == "cell"
    assert only(events, MetSomebody).troop == "met-1"
    assert delve.refused(Go("arch")) == "somebody_here"


def test_people_of_a_class_are_met_with_their_kit():
    delve = Delve(troops=(troop(monster="", class_id="cleric", level=4, count=Amount(plus=2)),))
    delve.do(Meet("orcs"), *AWARE)
    row = class_row(RULES.rules, "cleric", 4)
    dice = [(6, 3)] * (2 * row.dice)
    delve.do(Engage("party"), *dice, *sixes(6, 1))
    cleric = delve.state.fight.combatants["orcs-2"].profile
    assert (cleric.class_id, cleric.level) == ("cleric", 4)
    assert cleric.armour > 10
    assert cleric.weapons[0].id != "fists"


@pytest.mark.rule("WB-CORE-02")
def test_whom_the_bestiary_does_not_hold_the_referee_supplies():
    delve = Delve()
    rows = [
        (name, row.low)
        for name, table in RULES.content.encounter_tables.items()
        for row in table.rows
        if row.result.unlisted is not None
    ]
    assert rows
    scene = RULES.scene(delve.state, QuickDice(1))
    appear(scene, Encounter(unlisted=Phrase("ignoti", "nobody known")), outdoors=False)
    assert only(scene.events, EncounterOpen).audience == "referee"
    delve.do(StateFacts(troops=(troop("strangers"),)))
    delve.do(Meet("strangers"), *AWARE)


def test_every_row_of_every_encounter_table_names_somebody_who_can_be_fought():
    delve = Delve(draft("berto", level=9))
    scene = RULES.scene(delve.state, QuickDice(1))
    for table in RULES.content.encounter_tables.values():
        for row in table.rows:
            for monster in row.result.monsters:
                group = troop("many", monster)
                members = foes(scene, group, 2, 30, outdoors=False)
                assert len({member.profile.id for member in members}) == 2
                assert troop_rate(RULES.rules, group) >= 0
            if row.result.class_id:
                group = troop("many", "", class_id=row.result.class_id, level=3)
                assert foes(scene, group, 1, 30, outdoors=True)[0].profile.outdoors


# -------------------------------------------------------------------- how far off, who is caught


@pytest.mark.rule("WB-SURPRISE-01", "WB-SURPRISE-02")
def test_the_distance_goes_by_surprise():
    delve = Delve(troops=(troop(),), dark_meeting_feet=0)
    assert only(delve.do(Meet("orcs"), *sixes(6, 6), (4, 3), (4, 2)), MetSomebody).feet == 50
    delve = Delve(troops=(troop(),), dark_meeting_feet=0)
    assert only(delve.do(Meet("orcs"), *sixes(1, 6), (3, 3)), MetSomebody).feet == 30


@pytest.mark.rule("WB-SURPRISE-02")
def test_some_monsters_are_harder_to_see_coming():
    sly = {
        name: special
        for name, monster in RULES.content.monsters.items()
        for special in monster.specials
        if isinstance(special, Surprising)
    }
    always = next(name for name, special in sly.items() if special.chance == 4 and not special.where)
    delve = Delve(troops=(troop("sly", always),))
    assert only(delve.do(Meet("sly"), *sixes(4, 4), (3, 1)), MetSomebody).surprised == ("party",)
    woods = next(name for name, special in sly.items() if special.where == "woods")
    forest, hall = place("wood", outdoors=True, terrain="forest"), place("hall")
    assert stealth(RULES.rules, troop("sly", woods), forest) == sly[woods].chance
    assert stealth(RULES.rules, troop("sly", woods), hall) == 2
    assert stealth(RULES.rules, troop("orcs"), hall) == 2


@pytest.mark.rule("WB-SURPRISE-02")
def test_players_see_their_own_die_and_the_outcome_but_not_how_stealthy_the_others_are():
    delve = Delve(troops=(troop(),))
    rolls = found(delve.do(Meet("orcs"), *AWARE), MeetingSurprise)
    assert [roll.check.needed for roll in rolls] == [2, 2]
    for roll in rolls:
        shown = shown_to(RULES, delve.state, roll, PLAYER)
        assert isinstance(shown, MeetingSurprise)
        assert (shown.check.needed, shown.check.dice, shown.surprised) == (None, roll.check.dice, roll.surprised)
        assert shown_to(RULES, delve.state, roll, REFEREE) == roll


@pytest.mark.rule("WB-SURPRISE-01")
@pytest.mark.parametrize(("word", "caught"), [("nobody", ()), ("party", ("party",)), ("foes", ("foes",))])
def test_the_referee_may_judge_surprise(word, caught):
    delve = Delve(troops=(troop(),), surprise_method="judgement")
    delve.do(Meet("orcs"))
    dice = [(3, 1)] if caught else [(4, 1), (4, 1)]
    assert only(delve.do(JudgeMeeting(word), *dice), MetSomebody).surprised == caught


@pytest.mark.rule("WB-SURPRISE-03")
def test_surprise_at_the_meeting_holds_in_the_fight_and_is_not_rolled_again():
    delve = Delve(troops=(troop(),))
    delve.do(Meet("orcs"), *sixes(6, 1), (3, 1))
    assert delve.refused(Engage("foes")) == "caught_unawares"
    events = delve.do(Engage("party"), (6, 4))
    assert not found(events, SurpriseRolled)
    assert only(events, TurnBegan).phase == "free"


@pytest.mark.rule("WB-SURPRISE-03")
def test_who_is_caught_cannot_talk_or_attack():
    delve = Delve(troops=(troop(),))
    delve.do(Meet("orcs"), *sixes(1, 6), (3, 1))
    assert delve.refused(Parley()) == "caught_unawares"
    assert delve.refused(Engage("party")) == "caught_unawares"
    delve.do(Engage("foes"), (6, 4))


@pytest.mark.rule("WB-SURPRISE-02")
def test_each_for_themselves_is_settled_by_the_fight():
    delve = Delve(troops=(troop(),), surprise_scope="individual")
    assert not found(delve.do(Meet("orcs"), (4, 1), (4, 1)), MeetingSurprise)
    events = delve.do(Engage("party"), (6, 4), *sixes(5, 5), *sixes(6, 1))
    assert len(found(events, SurpriseRolled)) == 2


@pytest.mark.rule("WB-LIGHT-04")
def test_the_light_of_the_party_shows_in_the_fight_too():
    delve = met(torches=1)
    delve.do(KindleLight("berto", "torches_6"))
    delve.do(Engage("party"), (6, 4), *sixes(6, 1))
    assert delve.state.fight.sides["party"].light
    assert not delve.state.fight.sides["foes"].light


# -------------------------------------------------------------------- talk


@pytest.mark.rule("WB-PARLEY-01")
@pytest.mark.parametrize(("outcome", "gone"), [("avoided", True), ("delayed", False)])
def test_talk_is_judged_without_a_die(outcome, gone):
    delve = met()
    delve.do(Parley())
    assert delve.state.awaiting[0].kind == "parley"
    events = delve.do(JudgeParley(outcome))
    assert only(events, ParleyEnded).outcome == outcome
    assert only(events, MeetingEnded).outcome == outcome
    assert delve.out.troops["orcs"].gone == gone
    assert delve.refused(Parley()) == "nobody_met"


@pytest.mark.rule("WB-PARLEY-01")
def test_failed_talk_goes_on_to_initiative():
    delve = met()
    delve.do(Parley())
    events = delve.do(JudgeParley("failed"), (6, 4), *sixes(6, 1))
    assert not found(events, SurpriseRolled)
    assert found(events, InitiativeRolled)


@pytest.mark.rule("WB-PARLEY-01")
def test_the_referee_is_reminded_of_talk_and_may_roll_a_reaction_in_secret():
    delve = Delve(troops=(troop(),))
    told = found(delve.do(Meet("orcs"), *AWARE), Reminder)
    assert "parley" in [event.what for event in told]
    rolled = only(delve.do(RollReaction(), *sixes(1, 1)), ReactionRolled)
    assert (rolled.attitude, rolled.audience) == ("hostile", "referee")
    assert delve.refused(RollReaction()) == "attitude_known"
    assert RULES.suggest(delve.state, REFEREE) == Parley()  # a party on its guard has the first word
    assert b"hostile" not in msgspec.json.encode(RULES.view(delve.state, PLAYER))


@pytest.mark.rule("WB-PARLEY-01")
def test_the_reaction_table():
    odds = RULES.content.reactions["reaction"].odds()
    assert [odds[row] for row in ("hostile", "negative", "uncertain", "positive", "enthusiastic")] == [
        Fraction(ways, 36) for ways in (1, 9, 16, 9, 1)
    ]


def test_the_referee_may_let_them_go():
    delve = met()
    assert only(delve.do(PartWays()), MeetingEnded).gone
    delve.do(PassTurns())


# -------------------------------------------------------------------- flight


@pytest.mark.rule("WB-MOVE-06")
def test_between_walls_the_faster_get_away():
    for attitude, pursues in (("hostile", 4), ("", 6)):
        delve = met(attitude=attitude)
        assert not only(delve.do(Flee(), (6, pursues - 1)), PursuitRolled).check.success
        delve = met(attitude=attitude)
        events = delve.do(Flee(), (6, pursues))
        assert only(events, EvasionRolled).away  # 12 against 9 of the orc
        assert only(events, MeetingEnded).outcome == "escaped"


@pytest.mark.rule("WB-MOVE-06")
def test_whoever_gets_away_is_back_where_they_came_from():
    delve = Delve(doors=(door("arch", passage=True),), troops=(troop(place="cell"),))
    delve.do(Go("arch"), *AWARE)
    assert delve.out.at == "cell"
    delve.do(Flee(), *sixes(1))
    assert (delve.out.at, delve.state.minutes) == ("hall", 1)
    assert not delve.out.troops["orcs"].gone


@pytest.mark.rule("WB-MOVE-06", "WB-MOVE-01")
def test_the_slower_are_caught_and_must_fight():
    delve = Delve(draft("berto", gold=2000), troops=(troop(attitude="hostile"),))
    delve.do(Meet("orcs"), *AWARE)
    events = delve.do(Flee(), (6, 4), (6, 4), *sixes(6, 1))
    assert not only(events, EvasionRolled).away
    assert delve.state.fight.combatants["orcs-1"].at == 10


@pytest.mark.rule("WB-MOVE-06")
@pytest.mark.parametrize(("count", "needed"), [(1, 5), (2, 4), (4, 3)])
def test_in_the_open_few_shake_many_off_more_easily(count, needed):
    away = met(places=OUTSIDE, attitude="hostile", count=count)
    # They give chase, the party gets away, they give up; it is off its way.
    events = away.do(Flee(), (6, 4), (6, needed), (6, 3), (6, 2))
    assert only(events, EvasionRolled).check.needed == needed
    assert away.out.lost
    caught = met(places=OUTSIDE, attitude="hostile", count=count)
    hit_points = [(6, 4)] * count
    caught.do(Flee(), (6, 4), (6, needed - 1), *hit_points, *sixes(6, 1))
    assert caught.state.fight.phase != "over"


def fled(hexes: int) -> Delve:
    """A party of rate 12 that shook off an orc in open country and is so many hexes off its way."""
    delve = met(places=OUTSIDE, attitude="hostile")
    delve.do(Flee(), *sixes(4, 5, 3, hexes))
    return delve


@pytest.mark.rule("WB-MOVE-06", "WB-CORE-02")
@pytest.mark.parametrize(("hexes", "days"), [(1, [6, 18]), (2, [0, 12]), (3, [0, 6]), (5, [0, 0, 6])])
def test_whoever_ran_walks_back_to_the_way_before_going_on(hexes: int, days: list[int]) -> None:
    delve = fled(hexes)
    assert delve.out.astray == 6 * hexes
    for number, miles in enumerate(days, 1):
        events = delve.do(Travel("settled"), *sixes(6))
        assert delve.out.miles == miles
        back = found(events, WayRegained)
        assert bool(back) is (12 * (number - 1) < 6 * hexes)
        assert [event.found for event in back] == ([12 * number >= 6 * hexes] if back else [])
    assert delve.out.astray == 0


@pytest.mark.rule("WB-MOVE-06", "WB-CORE-02")
def test_how_far_off_it_is_only_the_referee_knows() -> None:
    delve = met(places=OUTSIDE, attitude="hostile")
    astray = only(delve.do(Flee(), *sixes(4, 5, 3, 2)), Astray)
    assert (astray.audience, astray.miles, [part.amount for part in astray.sums()[0].parts]) == ("referee", 12, [2, 6])


@pytest.mark.rule("WB-MOVE-06", "WB-CORE-02")
def test_nobody_is_asked_what_a_day_was_worth_that_only_led_back() -> None:
    delve = fled(3)
    delve.do(Travel("open"), *sixes(1, 6))  # lost, but there is nothing to lose
    assert not delve.state.awaiting
    assert delve.out.astray == 6


@pytest.mark.rule("WB-MOVE-06", "WB-CORE-02")
def test_at_a_table_that_minds_not_the_party_is_where_it_was() -> None:
    delve = met(places=OUTSIDE, attitude="hostile", flight_leads_astray=False)
    events = delve.do(Flee(), *sixes(4, 5, 3))
    assert not found(events, Astray)
    assert (delve.out.astray, delve.out.lost) == (0, False)


@pytest.mark.rule("WB-MOVE-06")
def test_pursuers_may_go_on_and_the_die_is_thrown_again():
    delve = met(places=OUTSIDE, attitude="hostile")
    events = delve.do(Flee(), (6, 4), (6, 5), (6, 4), (6, 6), (6, 1), (6, 5))
    assert len(found(events, EvasionRolled)) == 2
    assert [event.again for event in found(events, PursuitRolled)] == [False, True, True]
    assert [event.variant() for event in found(events, PursuitRolled)] == ["chase", "goes_on", "given_up"]


# -------------------------------------------------------------------- the fight and after


def test_after_a_won_fight_the_encounter_is_over_and_the_slain_are_counted():
    delve = met()
    delve.do(Engage("party"), (6, 4), *sixes(6, 1))
    fight = delve.state.fight
    dead = msgspec.structs.replace(fight.combatants["orcs-1"], condition="dead", hp=0)
    fallen = msgspec.structs.replace(fight, combatants={**fight.combatants, "orcs-1": dead})
    delve.state = msgspec.structs.replace(delve.state, fight=fallen)
    events = delve.do(EndFight(("party",)))
    assert only(events, MeetingEnded).outcome == "won"
    assert delve.out.troops["orcs"].gone
    assert delve.state.party.slain_xp == RULES.content.monsters["orc"].hd[0].xp
    assert not RULES.finished(delve.state)


def test_a_fight_that_is_broken_off_leaves_them_there():
    delve = met()
    delve.do(Engage("party"), (6, 4), *sixes(6, 1))
    assert only(delve.do(EndFight(("party", "foes"))), MeetingEnded).outcome == "broken_off"
    assert not delve.out.troops["orcs"].gone


def test_whoever_is_in_a_place_is_met_on_arrival():
    delve = Delve(doors=(door("arch", passage=True),), troops=(troop(place="cell", count=Amount(1, 4)),))
    events = delve.do(Go("arch"), (4, 3), *AWARE)
    assert only(events, MetSomebody).count == 3
    assert only(events, TroopStated).audience == "referee"


def test_the_fight_judged_by_the_referee_takes_the_meetings_word():
    delve = Delve(troops=(troop(),), surprise_method="judgement")
    delve.do(Meet("orcs"))
    delve.do(JudgeMeeting("nobody"), (4, 1), (4, 1))
    delve.do(Engage("party"), (6, 4), *sixes(6, 1))
    assert delve.refused(JudgeSurprise("")) == "not_asked"


def test_facts_must_hang_together():
    delve = Delve()
    for facts, code in (
        (StateFacts(), "no_facts"),
        (StateFacts(doors=(door("x", ("hall", "moon")),)), "unknown_fact"),
        (StateFacts(troops=(troop("x", "unicorn_pink"),)), "unknown_fact"),
        (StateFacts(troops=(troop("x", place="moon"),)), "unknown_fact"),
        (StateFacts(places=(place("berto"),)), "same_fact"),
        (StateFacts(places=(place("x"),), doors=(door("x"),)), "same_fact"),
        (StateFacts(places=(place("x", outdoors=True, terrain="sea of tea"),)), "unknown_fact"),
    ):
        assert delve.refused(facts) == code, facts
    events = delve.do(StateFacts(places=(place("attic"),), doors=(door("ladder", ("hall", "attic"), passage=True),)))
    assert all(shown_to(RULES, delve.state, event, PLAYER) is None for event in events)
    delve.do(Go("ladder"))
    assert delve.out.at == "attic"


@pytest.mark.rule("WB-PARLEY-01")
def test_the_automatic_referee_puts_off_a_fight_that_nobody_can_fight():
    delve = met(attitude="hostile")
    delve.do(Parley())
    assert RULES.suggest(delve.state, REFEREE) == JudgeParley("failed")
    delve.change("berto", health="out")
    assert RULES.suggest(delve.state, REFEREE) == JudgeParley("delayed")


# -------------------------------------------------------------------- how far off


@pytest.mark.rule("WB-SURPRISE-01", "WB-LIGHT-01", "WB-LIGHT-05")
@pytest.mark.parametrize(
    ("across", "torches", "light", "feet", "bound"),
    [
        (0, 0, False, 10, "dark"),  # nobody is seen in the dark: they are noticed when they are at hand
        (200, 0, False, 10, "dark"),
        (0, 0, True, 80, ""),
        (10, 0, False, 10, "walls"),
        (0, 1, False, 30, "light"),
        (200, 1, False, 30, "light"),
        (20, 1, False, 20, "walls"),
        (0, 1, True, 80, ""),  # they bring a light of their own
        (40, 1, True, 40, "walls"),
    ],
)
def test_nobody_is_met_beyond_the_walls_or_the_light(across, torches, light, feet, bound):
    band = troop(place="hall", light=light, count=Amount(plus=1))
    delve = Delve(places=(place("hall", across=across),), troops=(band,), torches=torches)
    if torches:
        delve.do(KindleLight("berto", "torches_6"))
    dice = [*([] if light else sixes(6)), *([] if torches else sixes(6)), (4, 4), (4, 4)]
    met = only(delve.do(Meet("orcs"), *dice), MetSomebody)
    assert (met.feet, met.meeting.distance, met.bound) == (feet, feet, bound)
    (told,) = met.sums()
    assert told.total == added_up(told.parts) == feet
    assert ("WB-LIGHT-01" in met.rules) is (bound == "light")
    assert ("WB-LIGHT-05" in met.rules) is (bound == "dark")


@pytest.mark.rule("WB-LIGHT-05")
@pytest.mark.parametrize(("limit", "feet", "bound"), [(0, 80, ""), (10, 10, "dark"), (20, 20, "dark")])
def test_how_near_they_are_in_the_dark_is_a_matter_of_option(limit, feet, bound):
    delve = Delve(places=(place("hall"),), troops=(troop(place="hall"),), dark_meeting_feet=limit)
    met = only(delve.do(Meet("orcs"), *sixes(6, 6), (4, 4), (4, 4)), MetSomebody)
    assert (met.feet, met.bound) == (feet, bound)


@pytest.mark.rule("WB-LIGHT-05")
def test_whoever_sees_in_the_dark_sees_them_farther_off():
    delve = Delve(places=(place("hall"),), troops=(troop(place="hall"),))
    sight = {"berto": (Ongoing(kind="darkvision", radius=60),)}
    delve.state = replace(delve.state, effects=sight)
    met = only(delve.do(Meet("orcs"), *sixes(6, 6), (4, 4), (4, 4)), MetSomebody)
    assert (met.feet, met.bound) == (60, "dark")


@pytest.mark.rule("WB-SURPRISE-01")
def test_in_the_open_neither_walls_nor_light_bound_a_meeting():
    delve = Delve(places=(place("hall", outdoors=True, terrain="open", across=10),), troops=(troop(place="hall"),))
    met = only(delve.do(Meet("orcs"), *sixes(6, 6), *sixes(6, 6, 6, 6)), MetSomebody)
    assert (met.feet, met.bound) == (24 * 30, "")


@pytest.mark.rule("WB-SURPRISE-03")
@pytest.mark.parametrize(("ours", "theirs", "helped"), [(6, 1, True), (1, 1, False), (6, 6, False)])
def test_pursuers_caught_unawares_help_only_those_who_were_not(ours, theirs, helped):
    delve = Delve(places=OUTSIDE, troops=(troop(place="hall", count=Amount(plus=1)),))
    far = [6] if 1 in (ours, theirs) else [6, 6, 6, 6]
    delve.do(Meet("orcs"), *sixes(ours, theirs), *sixes(*far))
    # They give chase, the party gets away, they give up; it is off its way.
    modifiers = only(delve.do(Flee(), *sixes(6, 6, 1, 2)), EvasionRolled).check.modifiers
    assert [each.note for each in modifiers if each.rule == "WB-SURPRISE-03"] == ["pursuers_surprised"] * helped


# -------------------------------------------------------------------- told in parts, and once


@pytest.mark.rule("WB-CORE-01")
def test_how_many_come_is_told_with_the_dice_that_say_so() -> None:
    delve = Delve(places=OUTSIDE)
    scene = RULES.scene(delve.state, ScriptedDice(*sixes(3, 6, 1), *sixes(6, 6), *sixes(1, 1, 1, 1)))
    appear(scene, Encounter(monsters=("rat_giant",), count=Amount(3, 6)), outdoors=True)
    stated = next(event for event in scene.events if isinstance(event, TroopStated))
    (told,) = stated.sums()
    assert (told.total, [part.amount for part in told.parts]) == (10, [3, 6, 1])


@pytest.mark.rule("WB-CORE-02")
def test_those_who_lost_nobody_are_not_counted_again() -> None:
    delve = met(count=3, attitude="hostile")
    delve.do(Engage("party"), *sixes(4, 4, 4), *sixes(6, 1))
    fight = delve.state.fight
    assert fight is not None
    runner = msgspec.structs.replace(fight.combatants["berto"], condition="fled")
    others = {**fight.combatants, "berto": runner}
    after = msgspec.structs.replace(fight, combatants=others)
    delve.state = msgspec.structs.replace(delve.state, fight=after)
    events = delve.do(EndFight(("foes",)))
    assert not found(events, TroopStated)
    assert delve.out.troops["orcs"].count == Amount(plus=3)
