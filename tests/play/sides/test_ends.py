"""How fights end, and in which state those are left whom something ails: every state × every end, in both games."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import do, dwellers, in_the_hall, of, refused, told, walker

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import Slot
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.aftermath import count_losses
from arbitro.play.scene import Scene
from arbitro.play.seating import kind_of
from arbitro.play.sides.daggerheart import state as d
from arbitro.play.sides.daggerheart.party import party_level
from arbitro.play.sides.daggerheart.scenes import get_away, play_out, runners
from arbitro.play.sides.walking import captivity as k
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.state import Captivity
from arbitro.rules.archmage import commands as a
from arbitro.rules.archmage.ongoing_effects import Affliction
from arbitro.rules.archmage.power import ConditionName
from arbitro.rules.archmage.scene import begin
from arbitro.rules.archmage.state import Awareness
from arbitro.rules.archmage.turns import end_battle
from arbitro.rules.daggerheart import commands as h
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.people import Condition
from arbitro.rules.daggerheart.scene_end import finish_scene
from arbitro.rules.daggerheart.words import Status

STATES = {
    "archmage": (
        *(f"condition:{name}" for name in get_args(ConditionName)),
        *(f"is:{word}" for word in get_args(Awareness) if word not in ("awake", "gone")),
        "grabbed:",
    ),
    "daggerheart": (
        *(f"condition:{name}" for name in load_library().conditions),
        *(f"is:{word}" for word in get_args(Status) if word in ("unconscious", "dead", "yielded")),
    ),
}
CASES = [(game, state) for game, states in STATES.items() for state in states]
UNABLE = ("is:unconscious", "is:coma")
KEPT = ("is:yielded", *(f"condition:{name}" for name, entry in load_library().conditions.items() if entry.keeps))
BOTH = pytest.mark.parametrize("game", ["archmage", "daggerheart"])


def side(game: str) -> Any:
    return find_campaign(game).side


def joined(game: str, **options: Any) -> Any:
    """A fight in the vault, with a treasure there and gold in every purse."""
    slot = dwellers(game, "vault", (("coins/gold", 10),))
    if game == "daggerheart":  # beasts neither rob nor ask for a ransom
        slot = replace(slot, items=(("sellsword", 4), *slot.items[1:]))
    state = in_the_hall(game, slots=[slot], doors={"door": True}, options=options)
    return do(game, do(game, state, c.Follow("door")), w.Confront(), dice=QuickDice(1))


def ailing(game: str, state: Any, what: str) -> tuple[Any, str]:
    """The same with one of the party in a state, by the doing of the first foe; and who it is."""
    kind, _, name = what.partition(":")
    foe = side(game).meetings.foes(state)[0]
    if game == "archmage":
        fight = state.game.fight
        who = next(each for each in state.game.party if each != fight.current)
        one = fight.combatants[who]
        if kind == "condition":
            one = replace(one, afflictions=(Affliction(name, foe, 11),))
        elif kind == "is":
            hp = one.hp if name in ("asleep", "yielded") else min(one.hp, -1)
            one = replace(one, awareness=name, hp=hp, captive=name == "yielded")
        else:
            one = replace(one, grabbed_by=(foe,), engaged=(foe,))
        return replace(
            state, game=replace(state.game, fight=replace(fight, combatants={**fight.combatants, who: one}))
        ), who
    who = tuple(state.game.party)[1]
    hero = state.game.party[who]
    hero = replace(hero, status=name) if kind == "is" else replace(hero, conditions=(Condition(name, foe),))
    return replace(state, game=replace(state.game, party={**state.game.party, who: hero})), who


def ended(game: str, state: Any, how: str) -> tuple[Any, list[Any]]:
    """After an end of the fight: the state, and what happened."""
    campaign: Any = find_campaign(game)
    scene = Scene(campaign.side, state, QuickDice(3))
    if how == "fled" and game == "archmage":
        scene.record(_fled(campaign, state))
    elif how == "fled":
        get_away(walker(game), scene)
    elif game == "archmage":
        result = {"won": "victory", "lost": "defeat", "parted": "broken_off"}[how]
        scene.must(a.EndBattle(result))
    elif how == "parted":
        scene.must(h.EndScene())
    else:
        play_out(walker(game), scene, lambda play: finish_scene(play, {"won": "victory", "lost": "defeat"}[how]))
    if game == "archmage" or how == "parted":
        campaign.side.inner.after(scene, 0)
    count_losses(scene)
    return scene.state, scene.events


def _fled(campaign: Any, state: Any) -> list[Any]:
    inner = begin(campaign.game.rules, state.game)
    end_battle(inner, "fled")
    return list(inner.events)


@pytest.mark.rule("AE-FLEE-03", "DHP-COND-03", "DH-SOFT-04")
@pytest.mark.parametrize("how", ["fled", "lost", "won", "parted"])
@pytest.mark.parametrize(("game", "what"), CASES)
def test_nobody_who_cannot_walk_comes_home_unnoticed(game: str, what: str, how: str) -> None:
    state, who = ailing(game, joined(game), what)
    before = side(game).party.people(state)
    gold = state.purses[who]
    after, events = ended(game, state, how)
    here, campaign = side(game).party.people(after), find_campaign(game)
    over = of(e.MeetingOver, events)
    assert len(over) == 1
    assert all(tell(campaign, after, event, language) for event in over for language in ("it", "en"))
    assert not side(game).meetings.busy(after)
    if what == "is:dead":
        assert who in {fallen.who for fallen in after.fallen}
        assert who not in here
        return
    if how == "lost":  # the stated default for a party of whom nobody stands
        assert after.stage == "road"
        assert set(here) == set(before)
        assert after.purses[who] == 0
        return
    held = game == "daggerheart" and (what in KEPT if how == "fled" else how == "parted" and what == "is:yielded")
    assert (who in here) != held
    robbed = game == "archmage" and what == "is:yielded" and how == "fled"  # and let go, by the stated default
    assert after.purses[who] == (0 if held or robbed else gold)
    if held:
        (taken,) = of(k.CaptiveTaken, events)
        assert (taken.who, taken.held.space) == (who, "vault")
        assert after.captives[who].purse == gold
        assert walker(game).foes_left(after) or after.dungeon.slots["den"].state == "met"
    elif how == "fled":
        assert (who in over[0].carried) == (what in UNABLE)
    assert after.at == ("hall" if how == "fled" else "vault")


@pytest.mark.rule("AE-FLEE-03")
def test_in_the_game_of_the_archmages_all_who_flee_get_away_and_it_says_who_is_carried() -> None:
    state, who = ailing("archmage", joined("archmage"), "is:unconscious")
    after, events = ended("archmage", state, "fled")
    (over,) = of(e.MeetingOver, events)
    assert over.rules == ("AE-FLEE-03",)
    campaign = find_campaign("archmage")
    assert str(campaign.name_of(after, who, "it")) in tell(campaign, after, over, "it")


# -------------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("leaves", "restrained", "unconscious"), [("held", True, False), ("fallen", True, True), ("nobody", False, False)]
)
def test_who_is_left_behind_is_the_tables_to_say(leaves: str, restrained: bool, unconscious: bool) -> None:
    for what, left in (("condition:restrained", restrained), ("is:unconscious", unconscious)):
        state, who = ailing("daggerheart", joined("daggerheart", flight_leaves=leaves), what)
        after, _ = ended("daggerheart", state, "fled")
        assert (who in after.captives) == left
        assert (who in side("daggerheart").party.people(after)) != left


def taken(**options: Any) -> tuple[Any, str, list[Any]]:
    state, who = ailing("daggerheart", joined("daggerheart", **options), "condition:restrained")
    slot = replace(state.dungeon.slots["den"], items=(("sellsword", 2),))
    state = replace(state, dungeon=replace(state.dungeon, slots={"den": slot}))
    after, events = ended("daggerheart", state, "fled")
    return after, who, events


@pytest.mark.parametrize("fate", ["held", "ransomed", "robbed", "killed"])
def test_what_becomes_of_captives_goes_by_the_option(fate: str) -> None:
    after, who, events = taken(captives=fate, ransom_per_level=20)
    campaign = find_campaign("daggerheart")
    assert all(tell(campaign, after, event, language) for event in events for language in ("it", "en") if _told(event))
    if fate == "killed":
        assert who not in side("daggerheart").party.people(after)
        (fallen,) = [each for each in after.fallen if each.who == who]
        assert (fallen.place, fallen.level) == ("vault", 1)
        return
    assert after.purses[who] == 0
    assert (who in after.captives) == (fate != "robbed")
    if fate == "ransomed":
        assert after.captives[who].ransom == 20


def _told(event: Any) -> bool:
    return isinstance(event, (k.CaptiveTaken, k.CaptiveRobbed, k.RansomSet, k.CaptiveFreed, k.CaptiveSlain))


def test_captors_without_a_mind_ask_for_no_gold() -> None:
    state, who = ailing("daggerheart", joined("daggerheart", captives="ransomed"), "condition:restrained")
    mindless = next(name for name in load_library().adversaries if walker("daggerheart").mindless(name))
    slot = replace(state.dungeon.slots["den"], items=((mindless, 2),))
    foes = {key: replace(foe, block=load_library().adversaries[mindless]) for key, foe in state.game.scene.foes.items()}
    game = replace(state.game, scene=replace(state.game.scene, foes=foes))
    state = replace(state, game=game, dungeon=replace(state.dungeon, slots={"den": slot}))
    after, _ = ended("daggerheart", state, "fled")
    assert (after.captives[who].ransom, after.captives[who].purse) == (0, 0)
    assert refused("daggerheart", after, k.CaptiveFate(who, "ransomed")) == "captors_want_no_gold"


# -------------------------------------------------------------------- out of it again


def test_beaten_captors_give_back_whom_they_held_and_what_they_took() -> None:
    after, who, _ = taken()
    gold = after.captives[who].purse
    again = do("daggerheart", do("daggerheart", after, c.Follow("door")), w.Confront(), dice=QuickDice(1))
    won, events = ended("daggerheart", again, "won")
    assert of(k.CaptiveFreed, events)[0].how == "rescued"
    assert who in side("daggerheart").party.people(won)
    assert won.purses[who] == gold
    assert not won.captives


def test_whoever_is_held_by_nobody_any_more_is_found() -> None:
    after, who, _ = taken()
    gone = replace(after.dungeon.slots["den"], state="gone")
    after = replace(after, dungeon=replace(after.dungeon, slots={"den": gone}))
    found, events = told("daggerheart", after, c.Follow("door"))
    assert of(k.CaptiveFreed, events)[0].how == "found"
    assert who in side("daggerheart").party.people(found)


def test_a_ransom_is_paid_to_the_captors_or_under_the_sky() -> None:
    after, who, _ = taken(captives="ransomed", ransom_per_level=5)
    payer = side("daggerheart").party.able(after)[0]
    assert refused("daggerheart", after, k.BuyFree(payer, who)) == "captors_not_here"
    poor = replace(after, purses={**after.purses, payer: 4}, at="", stage="road")
    assert refused("daggerheart", poor, k.BuyFree(payer, who)) == "gold_short"
    for state in (replace(after, at="", stage="road"), do("daggerheart", after, c.Follow("door"))):
        paid = do("daggerheart", state, k.BuyFree(payer, who))
        assert who in side("daggerheart").party.people(paid)
        assert paid.purses[payer] == after.purses[payer] - 5
        assert paid.purses[who] == 0
    held, who, _ = taken()
    assert refused("daggerheart", replace(held, at="", stage="road"), k.BuyFree(payer, who)) == "no_price_set"
    assert refused("daggerheart", held, k.BuyFree(payer, payer)) == "not_in_their_power"


@pytest.mark.parametrize("fate", k.FATES)
def test_a_human_referee_says_what_becomes_of_captives(fate: Any) -> None:
    state, who = ailing("daggerheart", joined("daggerheart", captives="killed"), "condition:restrained")
    slot = replace(state.dungeon.slots["den"], items=(("sellsword", 2),))
    state = replace(state, asks=("captives",), dungeon=replace(state.dungeon, slots={"den": slot}))
    after, _ = ended("daggerheart", state, "fled")
    assert who in after.captives  # nobody has decided for the referee
    campaign: Any = find_campaign("daggerheart")
    offered = next(each for each in campaign.choices(after, REFEREE) if each.command == "captive_fate")
    assert fate in [pick.value for pick in offered.parameters[0].picks]
    settled = do("daggerheart", after, k.CaptiveFate(who, fate))
    assert (who in settled.captives) == (fate in ("held", "ransomed"))
    assert (who in side("daggerheart").party.people(settled)) == (fate in ("robbed", "freed"))
    assert refused("daggerheart", state, k.CaptiveFate(who, fate)) == "busy_now"  # it is still being fought over
    assert refused("daggerheart", after, k.CaptiveFate("@nobody", fate)) == "not_in_their_power"


def test_whoever_is_held_leads_no_flight() -> None:
    state, who = ailing("daggerheart", joined("daggerheart"), "condition:restrained")
    state = replace(state, game=replace(state.game, scene=replace(state.game.scene, turn=None)), awaiting=())
    assert refused("daggerheart", state, d.RunAway(who)) == "held_at_flight"
    assert who not in runners(load_library(), state)
    offered = {
        each.fixed.get("who")
        for each in find_campaign("daggerheart").choices(state, REFEREE)
        if each.command == "run_away"
    }
    assert offered
    assert who not in offered


def test_wanderers_who_have_taken_somebody_stay_where_they_are() -> None:
    state, who = ailing("daggerheart", joined("daggerheart"), "condition:shackled")
    state = replace(state, meeting=replace(state.meeting, slot=""), dungeon=replace(state.dungeon, slots={}))
    after, _ = ended("daggerheart", state, "fled")
    held = after.captives[who]
    captors: Slot = after.dungeon.slots[held.by]
    assert (captors.space, captors.state) == ("vault", "met")
    back = do("daggerheart", after, c.Follow("door"))
    assert back.meeting.slot == held.by


@BOTH
@pytest.mark.parametrize("fate", get_args(w.BeatenFate))
def test_a_human_referee_is_asked_what_becomes_of_a_beaten_party(game: str, fate: Any) -> None:
    campaign: Any = find_campaign(game)
    state = replace(joined(game), asks=("captives",))
    down = felled(game, state)
    waiting, events = ended(game, down, "lost")
    assert not of(e.MeetingOver, events)
    assert not campaign.finished(waiting)
    assert campaign.side.meetings.busy(waiting)
    offered = next(each for each in campaign.choices(waiting, REFEREE) if each.command == "judge_beaten")
    assert [pick.value for pick in offered.parameters[0].picks] == list(get_args(w.BeatenFate))
    assert kind_of(campaign.side, waiting, w.JudgeBeaten(fate)) == "captives"
    after, events = told(game, waiting, w.JudgeBeaten(fate), dice=QuickDice(1))
    assert of(e.MeetingOver, events)[0].how == "beaten"
    assert bool(campaign.side.party.people(after)) == (fate == "robbed")
    assert refused(game, state, w.JudgeBeaten(fate)) == "nobody_beaten"
    by_default, _ = told(game, waiting, c.TakeDefault("captives"), dice=QuickDice(1))
    assert by_default.stage == "road"


def felled(game: str, state: Any) -> Any:
    """Everybody of the party lies unconscious in the fight."""
    if game == "daggerheart":
        party = {who: replace(hero, status="unconscious", hp_marked=hero.hp) for who, hero in state.game.party.items()}
        return replace(state, game=replace(state.game, party=party))
    fight = state.game.fight
    down = {
        who: replace(one, awareness="unconscious", hp=-1) if who in state.game.party else one
        for who, one in fight.combatants.items()
    }
    return replace(state, game=replace(state.game, fight=replace(fight, combatants=down)))


@BOTH
@pytest.mark.rule("AE-FLEE-01", "DHP-ADVSTAT-11")
@pytest.mark.parametrize("how", ["won", "lost", "parted"])
def test_whoever_has_surrendered_is_free_again_in_the_end(game: str, how: str) -> None:
    state, who = ailing(game, joined(game), "is:yielded")
    after, _ = ended(game, state, how)
    if (game, how) == ("daggerheart", "parted"):  # whoever lets the foes stand leaves them their prisoner
        assert who in after.captives
        return
    one = after.game.party[who]
    assert (one.awareness if game == "archmage" else one.status) == ("awake" if game == "archmage" else "up")
    assert who in side(game).party.able(after)


@pytest.mark.rule("DHP-LEVEL-01")
@pytest.mark.parametrize("fate", ["freed", "robbed"])
def test_a_captive_is_of_the_partys_level_when_free_again(fate: Any) -> None:
    after, who, _ = taken(captives="held")
    campaign: Any = find_campaign("daggerheart")
    scene = Scene(campaign.side, after, QuickDice(3))
    for _ in range(2):
        scene.must(h.LevelUp())
    before = party_level(scene.state)
    freed, events = told("daggerheart", scene.state, k.CaptiveFate(who, fate))
    hero = freed.game.party[who]
    others = [one for each, one in freed.game.party.items() if each != who]
    assert (hero.sheet.level, before) == (3, 3)
    assert {(one.sheet.proficiency, one.advances, one.cards) for one in (hero, *others)} == {
        (hero.sheet.proficiency, 4, 2)
    }
    said = [tell(campaign, freed, event, "en") for event in events if type(event).__name__ == "LevelGained"]
    assert [line.rpartition(": ")[2] for line in said] == ["level 2.", "level 3."]


@pytest.mark.rule("DA-SOLO-02")
@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_nobody_comes_under_the_name_of_somebody_who_is_held(game: str) -> None:
    """Whoever is in the enemy's power is still of the party: newcomers are others, and no story ends for it."""
    campaign: Any = find_campaign(game)
    state = in_the_hall(game)
    held = campaign.side.party.people(state)[-1]
    state = campaign.evolve(state, k.CaptiveTaken(held, Captivity("captors", "hall")))
    state = replace(state, stage="town", at="")
    for seed in range(6):
        answer = campaign.decide(state, c.Gather("random:4"), QuickDice(seed))
        assert not isinstance(answer, Refusal), answer
        assert held not in campaign.side.party.people(answer.state)
        assert held in answer.state.captives
    ready = [name for name, _ in campaign.side.party.parties() if name.startswith("ready:")]
    for name in ready:
        answer = campaign.decide(state, c.Gather(name), QuickDice(1))
        assert isinstance(answer, Refusal) or held not in campaign.side.party.people(answer.state)
