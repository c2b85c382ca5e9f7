"""Skills of the classes: lore, hunting, thievery, Dvergar lore; hiding and the back stab; eyes for heat."""

import pytest
from msgspec.structs import replace
from tests.rules.infausta.camp import Camp, Dungeon, Wilds, door, one, trap, troop
from tests.rules.infausta.features.stage import RULES, Stage, beast, hero, staged
from tests.rules.whitebox.arena import JudgeSurprise, d6, d20, someone, weapon
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.card import Chance
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.rules.infausta.features.commands import TellFindings, UseSkill
from arbitro.rules.infausta.features.events import (
    FindingsAsked,
    FindingsTold,
    HeatSeen,
    Hid,
    SkillTried,
    TrapDisarmed,
)
from arbitro.rules.infausta.wilderness.state import Trouble
from arbitro.rules.whitebox.commands import Attack, Close
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt
from arbitro.rules.whitebox.exploring.commands import DouseLight, Go, KindleLight, StartExpedition
from arbitro.rules.whitebox.exploring.state import Place
from arbitro.rules.whitebox.exploring.traps import saves_against_traps
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, Ongoing
from arbitro.rules.whitebox.people.records import class_row
from arbitro.rules.whitebox.terms import Named

SKILLED = ("bard", "hunter", "dvergar", "thief")


@pytest.mark.rule("IS-CLASS-02")
@pytest.mark.parametrize("class_id", SKILLED)
def test_the_number_of_each_level(class_id):
    numbers = [class_row(RULES.rules, class_id, level).skill for level in range(1, 11)]
    assert numbers == [2, 2, 2, 3, 3, 3, 4, 4, 4, 5]


@pytest.mark.rule("IS-CLASS-02", "IS-BARD-01")
@pytest.mark.parametrize("level", [1, 4, 7, 10])
def test_a_d6_at_or_below_the_number_works(level):
    number = class_row(RULES.rules, "bard", level).skill
    for face in range(1, 7):
        camp = Camp(one("lira", class_id="bard", level=level))
        told = only(camp.do(UseSkill("lira", "lore", text="l'ara"), d6(face)), SkillTried)
        assert (told.success, told.check.needed, told.rules[0]) == (face <= number, number, "IS-BARD-01")
        assert bool(camp.state.awaiting) == (face <= number)


@pytest.mark.rule("IS-CLASS-02", "IS-BARD-01")
def test_the_referee_tells_what_a_bard_recalls():
    camp = Camp(one("lira", class_id="bard"))
    asked = only(camp.do(UseSkill("lira", "lore", text="l'ara"), d6(1)), FindingsAsked)
    assert (asked.text, asked.audience) == ("l'ara", REFEREE_ONLY)
    assert [choice.command for choice in RULES.choices(camp.state, REFEREE)] == ["tell_findings"]
    assert RULES.suggest(camp.state, REFEREE) == TellFindings()
    assert camp.refused(TellFindings("nobody")).code == "no_troop"
    assert camp.refused(TellFindings(text="x" * 501)).code == "bad_text"
    told = only(camp.do(TellFindings(text="Qui pregavano i re.")), FindingsTold)
    assert (told.who, told.use, told.text) == ("lira", "lore", "Qui pregavano i re.")
    assert not camp.state.awaiting


def outdoors(*drafts, troops=()):
    camp = Camp(*drafts)
    moor = Place(id="moor", name=Named("brughiera", "moor"), outdoors=True, terrain="settled")
    camp.do(StartExpedition("moor", (moor,), troops=tuple(replace(each, place="moor") for each in troops)))
    return camp


@pytest.mark.rule("IS-HUNT-01")
def test_a_hunter_reads_traces_outdoors_and_the_referee_says_whose():
    camp = outdoors(one("orio", class_id="hunter"), troops=(troop("goblins", "goblin"),))
    before = camp.state.minutes
    asked = only(camp.do(UseSkill("orio", "wilderness"), d6(2)), FindingsAsked)
    assert asked.troops == ("goblins",)
    assert RULES.suggest(camp.state, REFEREE) == TellFindings("goblins")
    told = only(camp.do(TellFindings("goblins")), FindingsTold)
    assert (told.troop, told.place, told.rules[0]) == ("goblins", "moor", "IS-HUNT-01")
    assert told.count
    assert camp.state.minutes == before


@pytest.mark.rule("IS-HUNT-01", "IS-WILD-06")
def test_on_a_journey_the_referee_is_shown_what_is_still_to_come():
    camp = Wilds(one("orio", class_id="hunter"))
    due = (Trouble("settled"), Trouble("settled"))
    camp.state = replace(camp.state, journey=replace(camp.state.journey, due=due))
    assert only(camp.do(UseSkill("orio", "wilderness"), d6(1)), FindingsAsked).coming == 2


@pytest.mark.rule("IS-HUNT-01", "IS-DVER-01")
def test_each_skill_has_its_ground():
    camp = Dungeon(one("orio", class_id="hunter"), one("dvalin", "dvergar"))
    assert camp.refused(UseSkill("orio", "wilderness")).code == "only_outdoors"
    camp = outdoors(one("dvalin", "dvergar"))
    for use in ("hazards", "underground_tracks"):
        assert camp.refused(UseSkill("dvalin", use)).code == "only_underground"


@pytest.mark.rule("IS-DVER-01", "IS-TURN-17")
def test_dvergar_lore_reads_signs_underground_and_takes_a_round():
    camp = Dungeon(
        one("dvalin", "dvergar"), doors=(door("gate"),), troops=(replace(troop("goblins", "goblin"), place="cell"),)
    )
    asked = only(camp.do(UseSkill("dvalin", "underground_tracks"), d6(2)), FindingsAsked)
    assert (asked.troops, asked.rules[0]) == (("goblins",), "IS-DVER-01")
    assert camp.turn.spent == {"dvalin": 1}
    camp.do(TellFindings())
    assert not only(camp.do(UseSkill("dvalin", "hazards"), d6(3)), SkillTried).success


@pytest.mark.rule("IS-CLASS-02", "IS-THIEF-02")
def test_whoever_has_no_skill_for_it_is_told_so():
    camp = Camp(one("berto"), one("gilda", class_id="thief"))
    assert camp.refused(UseSkill("berto", "climb")).code == "no_skill_for"
    assert camp.refused(UseSkill("gilda", "lore")).code == "no_skill_for"
    assert camp.refused(UseSkill("gilda", "flying")).code == "no_such_skill"
    assert camp.refused(UseSkill("gilda", "climb", text="x" * 501)).code == "bad_text"


@pytest.mark.rule("IS-THIEF-02")
@pytest.mark.parametrize("use", ["pick_pocket", "climb"])
def test_what_only_the_dice_decide_is_told_and_the_referee_goes_on(use):
    camp = Dungeon(one("gilda", class_id="thief"))
    assert only(camp.do(UseSkill("gilda", use), d6(2)), SkillTried).success
    assert not only(camp.do(UseSkill("gilda", use), d6(3)), SkillTried).success
    assert not camp.state.awaiting
    assert camp.turn.spent == {"gilda": 2}


@pytest.mark.rule("IS-THIEF-02")
def test_a_trap_that_was_found_can_be_disarmed():
    needle = replace(trap("needle"), place="hall", found=True)
    camp = Dungeon(one("gilda", class_id="thief"), traps=(needle, replace(trap("pit"), place="hall")))
    assert camp.refused(UseSkill("gilda", "disarm_trap", "pit")).code == "no_trap"
    assert not found(camp.do(UseSkill("gilda", "disarm_trap", "needle"), d6(6)), TrapDisarmed)
    done = only(camp.do(UseSkill("gilda", "disarm_trap", "needle"), d6(1)), TrapDisarmed)
    assert (done.trap, done.rules[0]) == ("needle", "IS-THIEF-02")
    assert camp.out.traps["needle"].sprung
    assert camp.refused(UseSkill("gilda", "disarm_trap", "needle")).code == "no_trap"


@pytest.mark.rule("IS-CLASS-02")
def test_the_chance_is_shown_before_anybody_commits_to_it():
    camp = Camp(one("gilda", class_id="thief", level=4))
    told = RULES.chance(camp.state, REFEREE, UseSkill("gilda", "climb"), "it")
    assert isinstance(told, Chance)
    assert str(told.success) == "1/2"


# ------------------------------------------------------------ hiding and the back stab

DAGGER = weapon("dagger", "1d6+1", damage_bonus=1)


def thief(level=1, at=-40, **more):
    return hero("gilda", "thief", level, at=at, gifts={"stab_to_hit": 3, **more.pop("gifts", {})}, **more)


@pytest.mark.rule("IS-THIEF-01", "IS-THIEF-02")
def test_out_of_hiding_a_thief_hits_three_better_and_doubles_the_weapon():
    """d6 5, its own +1 and magic +1 are 7, doubled 14; strength counts once: 16."""
    members = (thief(weapons=(DAGGER,), damage=2, at=-20), beast("ogre", hp=40))
    stage = staged(*members, intents={"gilda": ("other", "", "", "use_skill")})
    assert found(stage.do(UseSkill("gilda", "hide"), d6(2)), Hid)
    assert stage.state.hidden == ("gilda",)
    stage.end("A")
    stage.end("B")
    stage.declare_all()
    stage.do(Close("gilda", "ogre"))
    events = stage.do(Attack("gilda", "ogre"), d20(20), d6(5))
    rolled, dealt = only(events, AttackRolled), only(events, DamageDealt)
    assert [(each.amount, each.rule, each.note) for each in rolled.check.modifiers] == [(3, "IS-THIEF-01", "back_stab")]
    assert dealt.amount == 16
    assert dealt.modifiers[-1].rule == "IS-THIEF-01"
    assert only(events, Hid).hidden is False
    assert stage.state.hidden == ()


@pytest.mark.rule("IS-THIEF-01", "IS-SURP-02")
def test_the_surprised_are_stabbed_too_and_others_are_not():
    members = (thief(weapons=(DAGGER,), at=0), beast("ogre", hp=40))
    stage = Stage(*members, surprise_method="judgement")
    stage.do(JudgeSurprise("B"))
    assert only(stage.do(Attack("gilda", "ogre"), d20(20), d6(5)), DamageDealt).amount == 14
    stage = staged(*members)
    assert only(stage.do(Attack("gilda", "ogre"), d20(20), d6(5)), DamageDealt).amount == 7


@pytest.mark.rule("IS-THIEF-02")
def test_nobody_strikes_at_whoever_is_out_of_sight():
    stage = staged(thief(at=-30), someone("b", "B", hp=20, weapons=(weapon("bow", kind="missile"),)),
                   intents={"gilda": ("other", "", "", "use_skill"), "b": ("missile",)})  # fmt: skip
    stage.do(UseSkill("gilda", "hide"), d6(1))
    stage.end("A")
    refused = stage.refused(Attack("b", "gilda"))
    assert (refused.code, refused.rules) == ("hidden_from", ("IS-THIEF-02",))
    foes = Seat("B", "player", frozenset({"B", "b"}))
    assert RULES.view(stage.state, foes).hidden == ()
    assert RULES.view(stage.state, Seat("A", "player", frozenset({"A", "gilda"}))).hidden == ("gilda",)


@pytest.mark.rule("IS-THIEF-02")
def test_one_cannot_hide_from_a_foe_in_melee_nor_twice():
    stage = staged(thief(at=0), beast("goblin", hp=20), intents={"gilda": ("other", "", "", "use_skill")})
    assert stage.refused(UseSkill("gilda", "hide")).code == "seen_too_well"
    assert stage.refused(UseSkill("gilda", "climb")).code == "fight_first"
    stage = staged(
        thief(), hero("berto", "champion"), beast("goblin", hp=20), intents={"gilda": ("other", "", "", "use_skill")}
    )
    assert stage.refused(UseSkill("berto", "hide")).code == "no_skill_for"
    stage.do(UseSkill("gilda", "hide"), d6(6))
    assert stage.state.hidden == ()
    assert stage.refused(UseSkill("gilda", "hide")).code == "attacked_already"


@pytest.mark.rule("IS-THIEF-02")
def test_between_fights_a_thief_stays_out_of_sight_until_a_try_fails_or_the_party_moves_on():
    camp = Dungeon(one("gilda", class_id="thief"), doors=(door("gate", passage=True),))
    camp.do(UseSkill("gilda", "move_silently"), d6(1))
    assert camp.state.hidden == ("gilda",)
    assert only(camp.do(UseSkill("gilda", "hide"), d6(6)), Hid).hidden is False
    camp.do(UseSkill("gilda", "hide"), d6(2))
    assert only(camp.do(Go("gate")), Hid).hidden is False
    assert camp.state.hidden == ()


@pytest.mark.rule("IS-THIEF-01")
def test_a_thief_from_the_sheet_throws_no_dice_twice():
    camp = Camp(one("gilda", class_id="thief"))
    powers = RULES.rules.profile_of(RULES.rules, camp["gilda"], "party").powers
    assert (powers.stab_to_hit, powers.stab_rolls) == (3, 1)


@pytest.mark.rule("IS-CLASS-01")
def test_thieves_save_better_from_traps():
    camp = Camp(one("gilda", class_id="thief"), one("berto"))
    bonuses = {
        who: sum(
            each.amount
            for each in RULES.rules.save_bonuses(
                RULES.at(camp.state), saves_against_traps(RULES.rules, camp[who]), None
            )
        )
        for who in ("gilda", "berto")
    }
    assert bonuses == {"gilda": 3, "berto": 1}


# ------------------------------------------------------------ the dark


@pytest.mark.rule("IS-DVER-02")
@pytest.mark.parametrize("folk", ["dvergar", "human"])
def test_when_the_light_goes_out_the_referee_is_told_who_sees_heat(folk):
    camp = Dungeon(one("dvalin", folk), torches=1)
    camp.do(KindleLight("dvalin", "torches_6"))
    light = next(iter(camp.out.lights))
    seen = found(camp.do(DouseLight("dvalin", light)), HeatSeen)
    if folk == "human":
        assert seen == []
    else:
        assert [(event.who, event.feet, event.audience) for event in seen] == [(("dvalin",), 60, REFEREE_ONLY)]
        assert seen[0].rules[0] == "IS-DVER-02"


@pytest.mark.rule("IS-DVER-02")
@pytest.mark.parametrize("kind", [*HELPLESS, *OUT_OF_IT, "blind"])
def test_whoever_cannot_see_sees_no_heat(kind):
    camp = Dungeon(one("berto", "human"), one("dvalin", "dvergar"), torches=1)
    camp.do(KindleLight("berto", "torches_6"))
    light = next(iter(camp.out.lights))
    camp.state = replace(camp.state, effects={"dvalin": (Ongoing(kind=kind),)})
    assert found(camp.do(DouseLight("berto", light)), HeatSeen) == []
