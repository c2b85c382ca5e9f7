"""Magic items of the archmages in a campaign: found, put on, given, taken from the dead; potions are bought."""

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import do, in_the_hall, of, refused, told

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import choice_text, tell
from arbitro.play import find_campaign
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage.events import PotionFound
from arbitro.play.sides.archmage.gear import BuyPotions, GiveItem, ItemFound, ItemHanded, ItemWorn, WearItem
from arbitro.play.sides.archmage.treasures import findable, take_from_dead
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import make
from arbitro.rules.archmage.numbers import standing_defence
from arbitro.rules.archmage.state import PARTY, Worn

GAME = "archmage"
BOOKS = load_books()


def having(*wears: Worn, who: str = "brando", **changes):
    state = in_the_hall(GAME, **changes)
    hero = replace(state.heroes[who], wears=wears)
    one = replace(state.game.party[who], profile=make(BOOKS, hero, PARTY))
    game = replace(state.game, party={**state.game.party, who: one})
    return replace(state, heroes={**state.heroes, who: hero}, game=game)


CLOAK = Worn("cloak_recovery", off=True)


@pytest.mark.rule("AE-STACK-02")
def test_half_of_the_other_treasure_is_a_true_item_for_whoever_can_wear_it():
    campaign, state = find_campaign(GAME), in_the_hall(GAME)
    items = findable(BOOKS, state)
    assert items
    assert all(BOOKS.items[name].tier == "adventurer" for name in items)
    number = items.index("shield_resilience") + 1
    scene = Scene(campaign.side, state, ScriptedDice((2 * len(items), number), (2 * len(items), len(items) + 1)))
    campaign.side.purse.receive(scene, (("magic_item", 2),))
    (found,) = of(ItemFound, scene.events)
    assert found.item == Worn("shield_resilience", off=True)
    assert scene.state.heroes[found.who].shield
    assert len(of(PotionFound, scene.events)) == 1
    for language in ("it", "en"):
        line = tell(campaign, scene.state, found, language)
        assert BOOKS.items["shield_resilience"].name.in_(language) in line


@pytest.mark.rule("AE-STACK-02")
def test_an_item_is_put_on_and_taken_off_and_counts_only_while_it_is_worn():
    state = having(CLOAK)
    pd = standing_defence(state.game.party["brando"].profile, "pd")
    worn, events = told(GAME, state, WearItem("brando", 0))
    assert of(ItemWorn, events)[0].variant() == "on"
    assert standing_defence(worn.game.party["brando"].profile, "pd") == pd + 1
    assert worn.game.party["brando"].profile.attack("cloak-recovery") is not None
    assert refused(GAME, worn, WearItem("brando", 0)) == "worn_already"
    off = do(GAME, worn, WearItem("brando", 0, on=False))
    assert standing_defence(off.game.party["brando"].profile, "pd") == pd
    assert refused(GAME, off, WearItem("brando", 0, on=False)) == "not_worn"
    assert refused(GAME, off, WearItem("brando", 7)) == "no_such_item"
    assert refused(GAME, off, WearItem("nobody", 0)) == "cannot_now"


@pytest.mark.rule("AE-STACK-02")
def test_too_many_items_have_their_way_and_a_place_is_taken_once():
    state = having(CLOAK, Worn("belt_last_word", off=True), Worn("cloak_evasion", off=True))
    one = do(GAME, state, WearItem("brando", 0))
    assert refused(GAME, one, WearItem("brando", 2)) == "chakra_full"
    two, events = told(GAME, one, WearItem("brando", 1))
    (second,) = of(ItemWorn, events)
    assert second.too_many
    for language, word in (("it", "manie"), ("en", "quirks")):
        assert word in tell(find_campaign(GAME), two, second, language)
    wand = having(Worn("wand_of_infighting", off=True))
    assert refused(GAME, wand, WearItem("brando", 0)) == "item_not_for"
    two_handed = having(Worn("gauntlets_of_clobbering", off=True))
    assert refused(GAME, two_handed, WearItem("brando", 0)) == "item_does_not_fit"


def test_items_go_from_hand_to_hand_and_stay_with_whoever_searches_the_dead():
    state = having(CLOAK)
    given, events = told(GAME, state, GiveItem("brando", "nino", 0))
    assert of(ItemHanded, events)[0].variant() == ""
    assert given.heroes["nino"].wears == (CLOAK,)
    assert given.heroes["brando"].wears == ()
    assert refused(GAME, state, GiveItem("brando", "brando", 0)) == "cannot_now"
    scene = Scene(find_campaign(GAME).side, state, ScriptedDice())
    take_from_dead(scene, "nino", "brando")
    assert scene.state.heroes["nino"].wears == (CLOAK,)


@pytest.mark.rule("AE-DYING-12")
def test_healing_potions_are_bought_in_town_for_fifty_pieces():
    state = in_the_hall(GAME, stage="town", at="")
    state = replace(state, purses={**state.purses, "brando": 120})
    after = do(GAME, state, BuyPotions("brando", 2))
    assert after.purses["brando"] == 20
    assert after.game.party["brando"].potions == state.game.party["brando"].potions + 2
    assert refused(GAME, state, BuyPotions("brando", 3)) == "gold_short"
    assert refused(GAME, in_the_hall(GAME), BuyPotions("brando", 1)) == "party_not_in_town"


def test_everything_is_offered_in_words_and_an_automatic_party_puts_on_what_fits():
    state = having(CLOAK, Worn("ring_defense"))
    game = find_campaign(GAME)
    offered = [each for each in game.choices(state, REFEREE) if each.command in ("wear_item", "give_item")]
    assert {each.id for each in offered} == {"wear/brando/0", "give/brando/0", "wear/brando/1", "give/brando/1"}
    for choice in offered:
        for language in ("it", "en"):
            text = choice_text(game, state, choice, language)
            assert "{" not in text
            assert "_" not in text
        for filling in choice.fillings():
            assert game.allows(state, game.command(filling)), filling
    assert WearItem("brando", 0) in list(game.side.wishes.care(having(CLOAK)))
    assert WearItem("brando", 0) not in list(game.side.wishes.care(state))  # one is all that level 1 allows
