"""The bard: heartening friends, enthralling foes, and what breaks a song."""

import pytest
from msgspec.structs import replace
from tests.rules.infausta.features.stage import RULES, beast, hero, opened, staged
from tests.rules.whitebox.arena import d6, d20, someone, threat
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.infausta.features.commands import BeginSong, Distract, StopSong
from arbitro.rules.infausta.features.events import FollowersTold, SongBegan, SongEnded
from arbitro.rules.infausta.features.songs import heartened
from arbitro.rules.whitebox.commands import Attack, CallSave, CheckMorale, EndTurn, Move
from arbitro.rules.whitebox.events import AttackRolled, FightEnded, MoraleStands, SaveRolled
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.events import Unaffected


def singing(song="inspire", *foes, level=1, target="", **more):
    """A bard who sings beside a fighter."""
    members = (hero("bard", "bard", level), hero("ally", "thief", hp=20), *(foes or (someone("b", "B", hp=20),)))
    stage = staged(*members, intents={"bard": ("other", "", "", "begin_song")}, **more)
    stage.do(BeginSong("bard", song, target))
    return stage


@pytest.mark.rule("IS-BARD-02")
def test_friends_who_hear_hit_two_better_and_the_singer_does_not():
    stage = singing()
    assert stage.state.songs["bard"].kind == "inspire"
    told = only(stage.do(Attack("ally", "b"), d20(8), d6(3)), AttackRolled)
    assert (told.hit, told.check.total) == (True, 10)
    assert [(one.amount, one.rule, one.note) for one in told.check.modifiers] == [(2, "IS-BARD-02", "song")]
    assert heartened(RULES.at(stage.state), "bard") is None


@pytest.mark.rule("IS-BARD-02", "IS-SAVE-02")
def test_friends_who_hear_save_two_better():
    """Level 1 saves on a 14; with the song a 12 is enough."""
    for face, saved in ((12, True), (11, False)):
        stage = singing()
        told = only(stage.do(CallSave("ally", threat("paralysis", "1")), d20(face)), SaveRolled)
        assert (told.saved, told.check.total) == (saved, face + 3)


@pytest.mark.rule("IS-BARD-02")
def test_friends_who_hear_know_no_fear_and_do_not_check_morale():
    stage = singing("inspire", someone("b", "B", hp=20))
    unaffected = only(stage.do(CallSave("ally", threat("ongoing", element="fear"))), Unaffected)
    assert unaffected.rules == ("IS-BARD-02",)
    members = (hero("bard", "bard"), someone("boy", "A", hp=4, nature="npc", group="boys"), someone("b", "B"))
    stage = staged(*members, intents={"bard": ("other", "", "", "begin_song")})
    stage.do(BeginSong("bard", "inspire"))
    assert only(stage.do(CheckMorale("boys")), MoraleStands).rules == ("IS-BARD-02",)
    stage.do(StopSong("bard"))
    assert not found(stage.do(CheckMorale("boys"), d6(3), d6(4)), MoraleStands)


@pytest.mark.rule("IS-BARD-02")
@pytest.mark.parametrize("why", ["hurt", "distracted", "stopped", "own_blow"])
def test_what_ends_a_song(why):
    stage = singing()
    if why == "own_blow":
        stage.end("A")
        stage.end("B")
        stage.declare_all(bard=("melee",))
        events = stage.do(Attack("bard", "b"), d20(1))
        why = "distracted"
    elif why == "hurt":
        stage.end("A")
        events = stage.do(Attack("b", "bard"), d20(15), d6(1))
    else:
        events = stage.do(StopSong("bard") if why == "stopped" else Distract("bard"))
    ended = only(events, SongEnded)
    assert (ended.why, ended.rules, ended.freed) == (why, ("IS-BARD-02",), ())
    assert stage.state.songs == {}
    assert stage.refused(StopSong("bard")).code == "sings_not"
    assert stage.refused(Distract("bard")).code == "sings_not"


@pytest.mark.rule("IS-BARD-02")
def test_a_song_goes_on_by_itself_while_the_bard_walks():
    stage = singing()
    assert stage.refused(BeginSong("bard", "inspire")).code == "attacked_already"
    for intent in ("move", "other"):
        stage.end("A")
        stage.end("B")
        stage.declare_all(bard=(intent, "", "", "begin_song") if intent == "other" else (intent,))
        if intent == "move":
            stage.do(Move("bard", -10))
    assert stage.refused(BeginSong("bard", "inspire")).code == "sings_already"
    assert only(stage.do(Attack("ally", "b"), d20(8), d6(1)), AttackRolled).hit


@pytest.mark.rule("IS-BARD-03")
@pytest.mark.parametrize(("level", "followers"), [(1, "g1"), (2, "g1 g2"), (4, "g1 g2 g3"), (9, "g1 g2 g3 o1")])
def test_as_many_hit_dice_follow_as_the_bard_has_levels(level, followers):
    """Goblins count one each, ogres five."""
    goblins = [beast("goblin", f"g{n}") for n in (1, 2, 3)]
    stage = singing("enthral", *goblins, beast("ogre", "o1"), beast("ogre", "o2"), level=level)
    held = stage.state.songs["bard"].followers
    assert held == tuple(followers.split())
    assert all(stage.fight.combatants[who].condition == "charmed" for who in held)
    assert only(stage.events, SongBegan).hearers == held


@pytest.mark.rule("IS-BARD-03")
def test_the_named_one_comes_first():
    stage = singing("enthral", *(beast("goblin", f"g{n}") for n in (1, 2)), level=1, target="g2")
    assert stage.state.songs["bard"].followers == ("g2",)


@pytest.mark.rule("IS-BARD-03")
@pytest.mark.parametrize("monster", ["zombie", "demon_lemure", "golem_flesh", "grey_ooze"])
def test_some_are_deaf_to_it(monster):
    stage = staged(hero("bard", "bard", 10), beast(monster), intents={"bard": ("other", "", "", "begin_song")})
    refused = stage.refused(BeginSong("bard", "enthral"))
    assert (refused.code, refused.rules) == ("nobody_listens", ("IS-BARD-03",))


@pytest.mark.rule("IS-BARD-03", "IS-PALA-01")
def test_a_paladin_who_keeps_the_vows_is_not_enthralled():
    members = (hero("bard", "bard", 9), hero("knight", "paladin", side="B", at=10))
    stage = staged(*members, intents={"bard": ("other", "", "", "begin_song")})
    assert stage.refused(BeginSong("bard", "enthral")).code == "nobody_listens"


@pytest.mark.rule("IS-BARD-03")
@pytest.mark.parametrize("how", ["wound", "blow"])
def test_a_wound_of_the_bard_or_a_blow_at_those_who_follow_frees_them(how):
    stage = singing("enthral", beast("goblin", "g1"), beast("goblin", "g2"), level=1)
    if how == "blow":
        ended = only(stage.do(Attack("ally", "g1"), d20(2)), SongEnded)
        assert (ended.why, ended.freed) == ("attacked", ("g1",))
    else:
        stage.end("A")
        ended = only(stage.do(Attack("g2", "bard"), d20(19), d6(3)), SongEnded)
        assert (ended.why, ended.freed) == ("hurt", ("g1",))
    assert stage.fight.combatants["g1"].condition == "up"


@pytest.mark.rule("IS-BARD-03")
def test_blows_at_those_who_follow_are_offered_apart():
    stage = singing("enthral", beast("goblin", "g1"), beast("goblin", "g2"), level=1)
    player = Seat("A", "player", frozenset({"A", "bard", "ally"}))
    offered = {choice.id: choice for choice in RULES.choices(stage.state, player) if choice.command == "attack"}
    assert [pick.value for pick in offered["attack/ally/sword"].parameters[0].picks] == ["g2"]
    assert [pick.value for pick in offered["attack/ally/sword/follower"].parameters[0].picks] == ["g1"]
    assert any(choice.id == "distract/bard" for choice in RULES.choices(stage.state, REFEREE))


@pytest.mark.rule("IS-BARD-03", "IS-GEN-02")
def test_when_all_foes_follow_the_fight_is_over_and_the_referee_is_told():
    members = (hero("bard", "bard", 2), *(beast("goblin", f"g{n}") for n in (1, 2)))
    stage = staged(*members, intents={"bard": ("other", "", "", "begin_song")})
    events = stage.do(BeginSong("bard", "enthral"))
    assert only(events, FightEnded).winners == ("A",)
    told = only(events, FollowersTold)
    assert (told.followers, told.audience) == (("g1", "g2"), "referee")
    assert stage.state.songs == {}


@pytest.mark.rule("IS-BARD-03")
def test_a_bard_who_falls_asleep_sings_no_more():
    stage = singing("enthral", beast("goblin", "g1"), beast("goblin", "g2"), level=1)
    asleep = threat("ongoing", save=False, element="sleep", ongoing=Ongoing(kind="asleep"))
    ended = only(stage.do(CallSave("bard", asleep)), SongEnded)
    assert (ended.why, ended.freed) == ("fallen", ("g1",))


@pytest.mark.rule("IS-BARD-02", "IS-BARD-03")
def test_only_bards_sing_and_a_song_can_be_changed():
    stage = staged(hero("a", "thief"), beast("goblin", "g1"), intents={"a": ("other", "", "", "begin_song")})
    assert stage.refused(BeginSong("a", "inspire")).code == "no_gift"
    stage = singing("inspire", beast("goblin", "g1"), beast("goblin", "g2"))
    stage.end("A")
    stage.end("B")
    stage.declare_all(bard=("other", "", "", "begin_song"))
    events = stage.do(BeginSong("bard", "enthral"))
    assert only(events, SongEnded).why == "stopped"
    assert stage.state.songs["bard"].kind == "enthral"


@pytest.mark.rule("IS-CLASS-01")
@pytest.mark.parametrize("element", ["charm", "sleep", "confusion", "fear"])
def test_bards_save_better_from_what_works_on_the_mind(element):
    stage = opened(hero("bard", "bard"), someone("b", "B"))
    told = only(stage.do(CallSave("bard", threat("paralysis", "1", element=element)), d20(12)), SaveRolled)
    assert (told.check.total, told.saved) == (15, True)
    assert (told.check.modifiers[-1].rule, told.check.modifiers[-1].amount) == ("IS-CLASS-01", 2)
    plain = only(stage.do(CallSave("bard", threat("damage", "1d6", element="fire")), d20(13), d6(1)), SaveRolled)
    assert (plain.check.total, plain.saved) == (14, False)


def test_ending_a_turn_does_not_end_a_song():
    stage = singing()
    assert not found(stage.do(EndTurn("A")), SongEnded)


@pytest.mark.rule("IS-BARD-03")
def test_whoever_is_charmed_by_another_too_does_not_fight_again_when_the_song_ends():
    for other in (False, True):
        stage = singing("enthral", beast("goblin", "b", hp=4), someone("c", "B", hp=20))
        assert stage.state.fight.combatants["b"].condition == "charmed"
        if other:
            charm = Ongoing(kind="charmed", by="ally", source="spell:charm_person")
            stage.state = replace(stage.state, effects={"b": (charm,)})
        assert only(stage.do(StopSong("bard")), SongEnded).freed == (() if other else ("b",))
