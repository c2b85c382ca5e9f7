"""Whoever has laid down their arms where the others have fled is with the captors, not with those who walk."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import do, in_the_hall, of, refused, told, walker
from tests.play.sides.test_ends import BOTH, ailing, ended

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import Slot
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.events import RumourHeard
from arbitro.play.sides.archmage.events import PrisonerRobbed
from arbitro.play.sides.walking import captivity as k
from arbitro.play.sides.walking import commands as w
from arbitro.rules.archmage.catalogue import load_books

CAPTORS = {"archmage": (("goblin_grunt", 2),), "daggerheart": (("sellsword", 2),)}


def side(game: str) -> Any:
    return find_campaign(game).side


def taken(game: str, *, asked: bool = True, **options: Any) -> tuple[Any, str, list[Any]]:
    """Somebody has surrendered in the vault, and the others have fled to the hall."""
    den = Slot("den", 1, "vault", "monster", "CONTENT_MONSTER", items=CAPTORS[game])
    state = in_the_hall(game, slots=[den], doors={"door": True}, options=options)
    state = replace(state, asks=("captives",) if asked else ())
    fight = do(game, do(game, state, c.Follow("door")), w.Confront(), dice=QuickDice(1))
    fight, who = ailing(game, fight, "is:yielded")
    after, events = ended(game, fight, "fled")
    return after, who, events


@BOTH
@pytest.mark.rule("AE-FLEE-01", "AE-FLEE-03", "DH-SOFT-04", "DHP-ADVSTAT-11")
def test_a_prisoner_is_of_no_march_meeting_light_or_rest(game: str) -> None:
    after, who, events = taken(game)
    party, campaign = side(game).party, find_campaign(game)
    assert of(k.CaptiveTaken, events)
    assert who in after.captives
    assert who not in party.people(after)
    assert who not in party.able(after)
    assert who not in party.leading(after)
    assert who not in after.game.party  # so the game's rests, heal-ups and battles know nothing of them
    assert refused(game, after, w.GoInFront(who)) == "cannot_now"
    assert refused(game, replace(after, light=0), w.KindleTorch(who)) == "cannot_now"
    again = do(game, do(game, after, c.Follow("door")), w.Confront(), dice=QuickDice(1))
    assert who not in side(game).meetings.foes(again)
    assert who not in party.people(again)
    card = next(each for each in side(game).front.cards(after, REFEREE, "en") if each.id == who)
    assert "in the enemy's power" in [tag.text for tag in card.tags]
    assert all(
        tell(campaign, after, event, language) for event in of(k.CaptiveTaken, events) for language in ("it", "en")
    )


@BOTH
@pytest.mark.parametrize("fate", k.FATES)
def test_the_referee_says_what_becomes_of_a_prisoner(game: str, fate: Any) -> None:
    after, who, _ = taken(game)
    after = replace(after, purses={**after.purses, who: 7})
    campaign: Any = find_campaign(game)
    offered = next(each for each in campaign.choices(after, REFEREE) if each.command == "captive_fate")
    assert fate in [pick.value for pick in offered.parameters[0].picks]
    settled, events = told(game, after, k.CaptiveFate(who, fate))
    assert (who in settled.captives) == (fate in ("held", "ransomed"))
    assert (who in side(game).party.able(settled)) == (fate in ("robbed", "freed"))
    assert (who in {fallen.who for fallen in settled.fallen}) == (fate == "killed")
    assert settled.purses[who] == (7 if fate in ("freed", "killed") else 0)
    assert all(tell(campaign, settled, event, language) for event in events for language in ("it", "en"))


@BOTH
@pytest.mark.parametrize("fate", ["held", "ransomed", "robbed", "killed"])
def test_the_automatic_referee_goes_by_the_option(game: str, fate: str) -> None:
    after, who, _ = taken(game, asked=False, captives=fate, ransom_per_level=20)
    assert (who in after.captives) == (fate in ("held", "ransomed"))
    assert (who in side(game).party.people(after)) == (fate == "robbed")
    if fate == "ransomed":
        assert after.captives[who].ransom == 20


@BOTH
def test_beaten_captors_give_back_whom_they_held_and_what_they_took(game: str) -> None:
    after, who, _ = taken(game, asked=False, captives="held")
    gold = after.captives[who].purse
    assert gold
    again = do(game, do(game, after, c.Follow("door")), w.Confront(), dice=QuickDice(1))
    won, events = ended(game, again, "won")
    assert of(k.CaptiveFreed, events)[0].how == "rescued"
    assert who in side(game).party.able(won)
    assert won.purses[who] == gold


@BOTH
@pytest.mark.rule("AE-FLEE-01", "DHP-ADVSTAT-11")
def test_a_party_that_comes_back_to_a_dungeon_it_had_left_frees_whom_it_left_there(game: str) -> None:
    """Another dungeon was sought meanwhile: the way to the old one is not forgotten while somebody is held there."""
    after, who, _ = taken(game, asked=False, captives="held")
    campaign: Any = find_campaign(game)
    at_home = replace(after, stage="town", at="", came="", trail=())
    elsewhere, events = told(game, at_home, c.SeekDungeon(), dice=QuickDice(3))
    assert [event.kept for event in of(RumourHeard, events)] == [True]
    assert (elsewhere.dungeons, set(elsewhere.left)) == (1, {"0"})
    assert "den" not in elsewhere.dungeon.slots
    assert refused(game, elsewhere, c.GoBack(2)) == refused(game, elsewhere, c.GoBack(7)) == "no_such_dungeon"
    assert "go_back/1" in [choice.id for choice in campaign.choices(elsewhere, REFEREE)]
    back, events = told(game, elsewhere, c.GoBack(1))
    assert all(tell(campaign, back, event, language) for event in events for language in ("it", "en"))
    assert (back.dungeons, set(back.left), back.dungeon) == (0, {"1"}, after.dungeon)
    assert "go_back/2" in [choice.id for choice in campaign.choices(back, REFEREE)]
    below = replace(back, stage="dungeon", at=after.at, came=after.came, trail=after.trail)
    again = do(game, do(game, below, c.Follow("door")), w.Confront(), dice=QuickDice(1))
    won, events = ended(game, again, "won")
    assert of(k.CaptiveFreed, events)[0].how == "rescued"
    assert who in side(game).party.able(won)
    third, events = told(game, replace(won, stage="town", at="", came="", trail=()), c.SeekDungeon(), dice=QuickDice(5))
    assert [(event.number, event.kept) for event in of(RumourHeard, events)] == [(3, False)]
    assert third.dungeons == 2


@BOTH
def test_captors_without_a_mind_in_a_dungeon_left_behind_ask_no_ransom_either(game: str) -> None:
    mindless = {"archmage": "gelatinous_cube", "daggerheart": "green_ooze"}[game]
    after, who, _ = taken(game)
    slots = {**after.dungeon.slots, "den": replace(after.dungeon.slots["den"], items=((mindless, 1),))}
    at_home = replace(after, stage="town", at="", came="", trail=(), dungeon=replace(after.dungeon, slots=slots))
    elsewhere = do(game, at_home, c.SeekDungeon(), dice=QuickDice(3))
    assert refused(game, elsewhere, k.CaptiveFate(who, "ransomed")) == "captors_want_no_gold"


@pytest.mark.rule("AE-DYING-12")
def test_captors_take_potions_too_and_give_them_back() -> None:
    after, who, _ = taken("archmage")
    one = replace(after.apart[who], potions=2)
    after = replace(after, apart={**after.apart, who: one}, purses={**after.purses, who: 0})
    held, events = told("archmage", after, k.CaptiveFate(who, "held"))
    assert (held.apart[who].potions, held.captives[who].potions) == (0, 2)
    said = tell(find_campaign("archmage"), held, of(k.CaptiveRobbed, events)[0], "en")
    assert "2 potions" in said
    free = do("archmage", held, k.CaptiveFate(who, "freed"))
    assert free.game.party[who].potions == 2


@pytest.mark.rule("AE-HP-01")
def test_a_prisoner_of_the_archmages_is_of_the_partys_level_when_free_again() -> None:
    after, who, _ = taken("archmage")
    campaign: Any = find_campaign("archmage")
    town = do(
        "archmage", replace(after, stage="road", at="", progress="99", homeward=True, days=9, mark=0), c.EnterTown()
    )
    assert {hero.level for each, hero in town.heroes.items() if each != who} == {2}
    free, events = told("archmage", town, k.CaptiveFate(who, "freed"))
    assert free.heroes[who].level == 2
    assert free.game.party[who].profile.level == 2
    assert any("catches up" in (tell(campaign, free, event, "en") or "") for event in events)


@pytest.mark.rule("AE-FLEE-01")
def test_captors_without_a_mind_keep_their_prisoner() -> None:
    state = in_the_hall(
        "archmage",
        slots=[Slot("den", 1, "vault", "monster", "CONTENT_MONSTER", items=CAPTORS["archmage"])],
        doors={"door": True},
    )
    fight = do("archmage", do("archmage", state, c.Follow("door")), w.Confront(), dice=QuickDice(1))
    fight, who = ailing("archmage", fight, "is:yielded")
    battle = fight.game.fight
    mindless = next(name for name in load_books().monsters if walker("archmage").mindless(name))
    foes = {
        each: replace(one, profile=replace(one.profile, race=mindless)) if one.side == "foes" else one
        for each, one in battle.combatants.items()
    }
    den = replace(fight.dungeon.slots["den"], items=((mindless, 2),))
    fight = replace(
        fight,
        game=replace(fight.game, fight=replace(battle, combatants=foes)),
        dungeon=replace(fight.dungeon, slots={"den": den}),
    )
    after, _ = ended("archmage", fight, "fled")
    assert who in after.captives
    assert refused("archmage", after, k.CaptiveFate(who, "ransomed")) == "captors_want_no_gold"


@BOTH
def test_every_fate_that_is_offered_changes_something(game: str) -> None:
    after, who, _ = taken(game)
    campaign: Any = find_campaign(game)
    for state in (after, do(game, after, k.CaptiveFate(who, "held"))):
        offered = next(each for each in campaign.choices(state, REFEREE) if each.command == "captive_fate")
        for pick in offered.parameters[0].picks:
            assert told(game, state, k.CaptiveFate(who, pick.value))[1], "it changes something"
    assert "held" not in [pick.value for pick in offered.parameters[0].picks]


@pytest.mark.parametrize(("gold", "potions"), [(0, 0), (0, 1), (0, 2), (1, 0), (7, 0), (1, 1), (7, 3)])
def test_what_the_captors_of_an_archmage_keep_is_said_without_noughts(gold: int, potions: int) -> None:
    campaign, state = find_campaign("archmage"), in_the_hall("archmage")
    for language in ("it", "en"):
        said = tell(campaign, state, PrisonerRobbed("orsa", gold, potions), language)
        assert [int(number) for number in re.findall(r"\d+", said)] == [each for each in (gold, potions) if each]
