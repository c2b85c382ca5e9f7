"""Shop, carrying, handing over, treasure in common."""

import dataclasses

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES
from tests.rules.whitebox.people.camp import Camp, draft, found, only

from arbitro.kernel.explain import explain
from arbitro.kernel.ruling import added_up
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import label_text
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.deeds import Deed
from arbitro.rules.whitebox.people import equipment
from arbitro.rules.whitebox.people.arms import armour_class
from arbitro.rules.whitebox.people.commands import (
    AwardXp,
    Buy,
    Carry,
    DivideTreasure,
    FindTreasure,
    Give,
    Grant,
    Pay,
    SecureTreasure,
    Sell,
    SellFor,
    TakeItem,
    UseUp,
)
from arbitro.rules.whitebox.people.equipment import spend
from arbitro.rules.whitebox.people.events import Sold, ThingsUnknown, TreasureDivided, TreasureFound
from arbitro.rules.whitebox.people.load import load
from arbitro.rules.whitebox.people.state import Captivity, Coins, Hoard, Item, Valuable
from arbitro.rules.whitebox.people.view import seen_item


def test_buying_costs_the_list_price_and_bundles_bring_their_pieces() -> None:
    camp = Camp(draft(gold=20))
    camp.do(Buy("berto", "torches_6", 2))
    camp.do(Buy("berto", "torches_6"))
    assert camp["berto"].items["torches_6"].count == 18
    assert camp["berto"].coins == Coins(17)
    assert camp.refused(Buy("berto", "plate")) == "too_dear"
    assert camp.refused(Buy("berto", "moon")) == "not_for_sale"
    assert camp.refused(Buy("berto", "club", 0)) == "bad_count"
    assert camp.refused(Buy("nobody", "club")) == "no_character"


def test_the_shop_says_its_prices_before_anybody_pays() -> None:
    camp = Camp(draft(gold=20))
    choices = {choice.id: choice for choice in RULES.choices(camp.state, Seat("b", "player", frozenset({"berto"})))}
    item, count = choices["buy/berto/weapon"].parameters
    told = {pick.value: label_text(RULES, camp.state, pick.label, "it") for pick in item.picks}
    assert told["long_sword"] == "spada lunga, 10 mo"
    assert "long_bow" not in told  # 40 gp: too dear
    most = {pick.value: pick.most for pick in item.picks}
    assert most["long_sword"] == 2
    assert (count.minimum, count.maximum) == (1, max(most.values()))


def test_animals_walk_beside_and_weigh_nothing() -> None:
    camp = Camp(draft(gold=30))
    camp.do(Buy("berto", "mule"))
    camp.change("berto", coins=Coins())
    assert camp["berto"].items["mule"].where == "elsewhere"
    assert load(RULES.rules, camp["berto"]) == 0
    assert camp.refused(Carry("berto", "mule", "hand")) == "not_there"


@pytest.mark.rule("WB-CORE-02")
@pytest.mark.parametrize(("share", "gold"), [("1/2", 5), ("1", 10), ("1/4", 2), ("0", 0)])
def test_what_used_things_fetch_is_an_option(share: str, gold: int) -> None:
    camp = Camp(draft(gold=10, buy={"long_sword": 1}), resale_share=share)
    sold = only(camp.do(Sell("berto", "long_sword")), Sold)
    assert (camp["berto"].coins.copper // 100, sold.rules) == (gold, ("WB-CORE-02",))
    rulings = RULES.rulebook["WB-CORE-02"].rulings
    assert "resale_share" in [ruling.option for ruling in rulings]


def test_used_things_fetch_half() -> None:
    camp = Camp(draft(gold=100, buy={"long_sword": 1, "torches_6": 1}))
    camp.do(Sell("berto", "long_sword"))
    assert camp["berto"].coins == Coins(89 + 5)
    camp.do(Sell("berto", "torches_6", 3))
    assert camp["berto"].coins.copper == 9400 + 25
    assert camp["berto"].items["torches_6"].count == 3
    assert camp.refused(Sell("berto", "torches_6", 4)) == "not_owned"
    assert camp.refused(Sell("berto", "gem")) == "not_owned"


def test_valuables_fetch_their_worth_and_magic_what_the_referee_says() -> None:
    camp = Camp(draft())
    camp.change("berto", valuables=(Valuable("gem", 50, 2), Valuable("goods", 5)))
    camp.do(Sell("berto", "gem"))
    assert (camp["berto"].coins.gp, camp["berto"].valuables) == (100, (Valuable("goods", 5),))
    camp.do(Grant("berto", "weapon", "long_sword", plus=1))
    assert camp.refused(Sell("berto", "long_sword")) == "no_price"
    camp.do(SellFor("berto", "long_sword", 500))
    assert camp["berto"].coins.gp == 600
    assert camp.state.party.secured_cp == 50_000


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50), st.integers(0, 6000))
def test_paying_takes_exactly_the_price(gp: int, sp: int, cp: int, price: int) -> None:
    coins = Coins(gp, sp, cp)
    if price <= coins.copper:
        left = spend(coins, price)
        assert left.copper == coins.copper - price
        assert min(left.gp, left.sp, left.cp) >= 0
        assert left.gp <= gp


def test_two_hands_one_suit_and_what_the_class_allows() -> None:
    camp = Camp(draft(gold=500, buy={"long_sword": 1, "shield": 1, "chain": 1, "leather": 1, "two_handed_sword": 1}))
    assert camp.refused(Carry("berto", "two_handed_sword", "hand")) == "hands_full"
    assert camp.refused(Carry("berto", "leather", "worn")) == "one_suit"
    assert camp.refused(Carry("berto", "leather", "hand")) == "not_there"
    assert camp.refused(Carry("berto", "long_sword", "worn")) == "not_there"
    assert camp.refused(Carry("berto", "chain", "worn")) == "there_already"
    assert camp.refused(Carry("berto", "axe", "hand")) == "not_owned"
    camp.do(Carry("berto", "shield", "pack"))
    camp.do(Carry("berto", "long_sword", "pack"))
    camp.do(Carry("berto", "two_handed_sword", "hand"))
    assert armour_class(RULES.rules, camp["berto"]) == 14


@pytest.mark.parametrize(
    ("class_id", "item", "code"),
    [
        ("cleric", "long_sword", "class_weapon"),
        ("cleric", "mace", ""),
        ("cleric", "oil_flask", ""),
        ("magic_user", "mace", "class_weapon"),
        ("magic_user", "staff", ""),
        ("magic_user", "leather", "class_armour"),
        ("thief", "chain", "class_armour"),
        ("thief", "shield", "class_armour"),
        ("thief", "leather", ""),
        ("thief", "two_handed_sword", ""),
        ("fighter", "plate", ""),
    ],
)
def test_classes_use_what_their_rules_allow(class_id: str, item: str, code: str) -> None:
    camp = Camp(draft(class_id=class_id, book=("sleep",) if class_id == "magic_user" else ()))
    camp.do(Grant("berto", "armour" if item in RULES.content.armour else "weapon", item))
    where = "worn" if item in RULES.content.armour and item != "shield" else "hand"
    command = Carry("berto", item, where)
    if code:
        assert camp.refused(command) == code
    else:
        camp.do(command)
        assert camp["berto"].items[item].where == where


def test_an_elf_casts_in_magic_armour() -> None:
    camp = Camp(draft(folk="elf", class_id="magic_user", book=("sleep",)))
    camp.do(Grant("berto", "armour", "chain"))
    assert camp.refused(Carry("berto", "chain", "worn")) == "class_armour"
    camp.do(Grant("berto", "armour", "chain", plus=1))
    camp.do(Carry("berto", "chain-2", "worn"))
    assert armour_class(RULES.rules, camp["berto"]) == 15


def test_things_and_coins_change_hands() -> None:
    camp = Camp(draft("a", gold=50, buy={"torches_6": 1}), draft("b"))
    camp.do(Give("a", "torches_6", "b", 2))
    assert (camp["a"].items["torches_6"].count, camp["b"].items["torches_6"].count) == (4, 2)
    camp.do(Give("a", "torches_6", "b", 4))
    assert "torches_6" not in camp["a"].items
    assert camp["b"].items["torches_6"].count == 6
    camp.do(Pay("a", Coins(9), "b"))
    camp.do(Pay("a", Coins(0, 5)))
    assert (camp["a"].coins, camp["b"].coins) == (Coins(39, 5), Coins(9))
    assert camp.refused(Pay("a", Coins(100), "b")) == "too_dear"
    assert camp.refused(Pay("a", Coins(-1, 20), "b")) == "too_dear"
    assert camp.refused(Pay("a", Coins(1), "a")) == "same_person"
    assert camp.refused(Give("b", "torches_6", "b")) == "same_person"
    camp.do(UseUp("b", "torches_6"))
    assert camp["b"].items["torches_6"].count == 5


def test_everybody_who_may_be_given_something_is_offered_to_every_giver_and_nobody_else() -> None:
    """The list is made once for the whole party; asked pair by pair, the rule says the same."""
    people = ("a", "b", "c", "d", "e")
    camp = Camp(*(draft(who, gold=20) for who in people))
    for who in people[:4]:
        camp.do(Buy(who, "torches_6"))
    for who, changes in (
        ("b", {"health": "dead"}),
        ("c", {"health": "out"}),
        ("d", {"captive": Captivity("t", "den")}),
    ):
        sheet = replace(camp.state.characters[who], **changes)
        camp.state = replace(camp.state, characters={**camp.state.characters, who: sheet})
    offered = {
        (choice.fixed["who"], choice.fixed["item"], pick.value)
        for choice in RULES.choices(camp.state, REFEREE)
        if choice.command == "give"
        for pick in choice.parameters[0].picks
    }
    asked = {
        (who, key, to)
        for who in people
        for key in camp.state.characters[who].items
        for to in people
        if RULES.allows(camp.state, Give(who, key, to))
    }
    assert offered == asked
    assert {to for _, _, to in offered} == {"c", "e"}


def test_who_may_be_given_something_grows_with_the_party_and_not_with_its_pairs() -> None:
    def asked(size: int) -> int:
        camp = Camp(*(draft(f"p{number}", gold=20) for number in range(size)))
        for number in range(size):
            camp.do(Buy(f"p{number}", "torches_6"))
        seen: list[Give] = []

        def give(scene, command):
            seen.append(command)
            return equipment.give(scene, command)

        rulings = RULES.rules.rulings.on(Give, Deed.THING, give)
        game = BoxGame(dataclasses.replace(RULES.rules, rulings=rulings))
        assert sum(choice.command == "give" for choice in game.choices(camp.state, REFEREE)) == size
        return len(seen)

    assert (asked(2), asked(8)) == (2, 8)


def test_alike_things_lie_together_and_enchanted_ones_apart() -> None:
    camp = Camp(draft())
    camp.do(Grant("berto", "weapon", "dagger"))
    camp.do(Grant("berto", "weapon", "dagger", 2))
    camp.do(Grant("berto", "weapon", "dagger", plus=1))
    for _ in range(2):
        camp.do(Grant("berto", "magic", "wand_lesser_1", charges=5))
    assert camp["berto"].items["dagger"].count == 3
    assert camp["berto"].items["dagger-2"].plus == 1
    assert {"wand_lesser_1", "wand_lesser_1-2"} <= set(camp["berto"].items)
    assert camp.refused(Grant("berto", "magic", "holy_grail")) == "not_for_sale"


def hoard() -> Hoard:
    """Some of everything, with one thing of unknown nature."""
    unknown = Item("magic", "potion_healing", known=False)
    return Hoard(Coins(100, 10), (Valuable("gem", 50),), (Item("weapon", "long_sword", plus=1), unknown))


@pytest.mark.rule("WB-XP-02", "WB-XP-03")
def test_what_unknown_things_are_only_the_referee_is_told() -> None:
    camp = Camp(draft())
    events = camp.do(FindTreasure(hoard()))
    assert only(events, TreasureFound).audience == "referee"
    assert (only(events, ThingsUnknown).audience, only(events, ThingsUnknown).count) == ("", 1)
    player = Seat("party", "player", frozenset({"party", "berto"}))
    shown = RULES.view(camp.state, player)
    assert b"potion_healing" not in msgspec.json.encode(shown)
    assert seen_item(hoard().items[0], player) == hoard().items[0]


@pytest.mark.rule("WB-XP-01", "WB-LOYAL-06")
@pytest.mark.parametrize(("share", "shares"), [("1", (50, 50, 50)), ("0", (75, 75, 0)), ("1/4", (66, 66, 16))])
def test_the_retainers_share_is_an_option(share: str, shares: tuple[int, ...]) -> None:
    camp = Camp(draft("a"), draft("b"), retainer_share=share)
    camp.do(draft("r", kind="retainer", employer="a"))
    camp.do(FindTreasure(Hoard(Coins(150))))
    camp.do(SecureTreasure())
    divided = only(camp.do(DivideTreasure()), TreasureDivided)
    assert tuple(divided.shares.get(who, Coins()).gp for who in "abr") == shares
    camp.do(AwardXp())
    assert tuple(camp[who].xp for who in "abr") == shares


@pytest.mark.rule("WB-LOYAL-06")
def test_treasure_is_divided_by_shares_and_the_rest_stays_in_common() -> None:
    camp = Camp(draft("a"), draft("b"))
    camp.do(draft("r", kind="retainer", employer="a"))
    camp.do(FindTreasure(hoard()))
    assert camp.refused(DivideTreasure()) == "nothing_to_divide"
    camp.do(SecureTreasure())
    divided = only(camp.do(DivideTreasure()), TreasureDivided)
    assert divided.shares == {"a": Coins(60, 4), "b": Coins(60, 4), "r": Coins(30, 2)}
    assert divided.left == Coins()
    assert camp.state.party.stash.valuables == ()
    camp.do(TakeItem("b", 0))
    assert camp["b"].items["long_sword"].plus == 1
    events = camp.do(TakeItem("a", 0))
    assert len(found(events, ThingsUnknown)) == 1
    assert not camp["a"].items["potion_healing"].known
    assert camp.refused(TakeItem("a", 0)) == "no_such_thing"


@pytest.mark.rule("WB-XP-01", "WB-LOYAL-06")
def test_a_division_says_how_much_each_gets_why_and_what_is_over() -> None:
    camp = Camp(draft("aldo"), draft("bea"))
    camp.do(draft("rino", kind="retainer", employer="aldo"))
    camp.do(FindTreasure(Hoard(Coins(10, 0, 3))))
    camp.do(SecureTreasure())
    divided = only(camp.do(DivideTreasure()), TreasureDivided)
    assert divided.portions == {"aldo": 2, "bea": 2, "rino": 1}
    among = "÷5 parts in all (what is over stays in common)"
    assert explain(RULES, camp.state, divided, "en").numbers == (
        f"In gold pieces: 10.03 in common, ×2 parts (Aldo) = 20.06; {among} = 4.01",
        f"In gold pieces: 10.03 in common, ×2 parts (Bea) = 20.06; {among} = 4.01",
        f"In gold pieces: 10.03 in common, ×1 part (Rino) = 10.03; {among} = 2",
        "What stays in common, in gold pieces: 10.03 in common -4.01 Aldo -4.01 Bea -2 Rino = 0.01",
    )
    assert explain(RULES, camp.state, divided, "it").numbers[3] == (
        "Quel che rimane in comune, in monete d'oro: 10,03 in comune -4,01 Aldo -4,01 Bea -2 Rino = 0,01"
    )


@given(st.integers(1, 5), st.integers(0, 10_000))
def test_no_coin_is_lost_or_made_in_a_division(size: int, copper: int) -> None:
    camp = Camp(*(draft(f"c{n}") for n in range(size)))
    camp.state = msgspec.structs.replace(
        camp.state, party=msgspec.structs.replace(camp.state.party, stash=Hoard(Coins(0, 0, copper)))
    )
    if copper >= 2 * size:
        divided = only(camp.do(DivideTreasure()), TreasureDivided)
        assert [each.total for each in divided.sums()] == [added_up(each.parts) for each in divided.sums()]
    total = sum(one.coins.copper for one in camp.state.characters.values()) + camp.state.party.stash.copper
    assert total == copper


@pytest.mark.parametrize(
    "bad",
    [Hoard(Coins(-1)), Hoard(Coins(1), (Valuable("gem", -5),)), Hoard(Coins(1), (), (Item("gear", "torches_6", 0),))],
)
def test_treasure_has_no_negative_numbers(bad: Hoard) -> None:
    assert Camp(draft()).refused(FindTreasure(bad)) == "bad_hoard"


def test_treasure_is_made_of_things_that_exist() -> None:
    assert Camp(draft()).refused(FindTreasure(Hoard(items=(Item("magic", "moon"),)))) == "not_for_sale"


@pytest.mark.parametrize(
    ("gift", "code"),
    [
        (Grant("berto", "gear", "backpack", plus=1), "bad_bonus"),
        (Grant("berto", "weapon", "long_sword", plus=50), "bad_bonus"),
        (Grant("berto", "armour", "plate", plus=-50), "bad_bonus"),
        (Grant("berto", "magic", "wand_lesser_1", charges=-3), "bad_count"),
        (Grant("berto", "magic", "wand_lesser_1", charges=5000), "bad_count"),
    ],
)
def test_what_the_referee_gives_has_a_bonus_and_charges_within_sense(gift: Grant, code: str) -> None:
    assert Camp(draft()).refused(gift) == code
