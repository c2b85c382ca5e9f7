"""Downtime in company and for those who cannot act; advancements with their slots."""

from itertools import permutations

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, foe, hero, play
from tests.rules.daggerheart.test_lives import camp

from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart import events, growing
from arbitro.rules.daggerheart.commands import (
    Advance,
    Attack,
    BeginRest,
    EndScene,
    LevelUp,
    RestMove,
    Roll,
    SwapCard,
    TakeCard,
    TradeCard,
    UsePower,
)
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.growing import slots_left
from arbitro.rules.daggerheart.numbers import evasion_of
from arbitro.rules.daggerheart.words import tier_of

PREPARED = {
    "alone": ("a", {"a": 1}),
    "alone twice": ("aa", {"a": 2}),
    "two": ("ab", {"a": 2, "b": 2}),
    "three": ("abc", {"a": 2, "b": 2, "c": 2}),
    "twice together": ("aabb", {"a": 4, "b": 4}),
    "once together, once alone": ("aab", {"a": 3, "b": 2}),
    "with one, then with another": ("aabc", {"a": 4, "b": 2, "c": 2}),
    "two and a third": ("aabbc", {"a": 4, "b": 4, "c": 2}),
}


@pytest.mark.rule("DHP-REST-04", "DHP-REST-05")
@pytest.mark.parametrize("kind", ["short", "long"])
@pytest.mark.parametrize(("moves", "gained"), PREPARED.values(), ids=PREPARED.keys())
def test_preparing_gives_each_the_same_in_any_order(moves, gained, kind):
    for order in sorted(set(permutations(moves))):
        bench = camp(*(hero(who, hope=0) for who in "abc")).do(BeginRest(kind))
        for who in order:
            bench.do(RestMove(who, "prepare"))
        assert {who: bench.hero(who).hope for who in gained} == gained, order


@pytest.mark.rule("DHP-REST-01", "DHP-DEATH-03")
@pytest.mark.parametrize("kind", ["short", "long"])
def test_the_unconscious_have_no_downtime_until_somebody_wakes_them(kind):
    out = hero("bea", status="unconscious", hp_marked=6, hope=0)
    bench = camp(hero(), out).do(BeginRest(kind))
    bench.no(RestMove("bea", "prepare"), "not_up")
    bench.no(SwapCard("bea", "x"), "not_up")
    assert not [choice for choice in RULES.choices(bench.state, REFEREE) if choice.id.startswith("rest_move/bea")]
    wounds = "tend_to_wounds" if kind == "short" else "tend_to_all_wounds"
    bench.do(RestMove("ada", wounds, "bea"), *(((4, 2),) if kind == "short" else ()))
    bench.do(RestMove("bea", "prepare"))
    assert bench.hero("bea").hope == 1


@pytest.mark.rule("DHP-HOPE-06")
def test_life_support_is_for_an_ally():
    seraph = hero(hope=3, hp_marked=2, powers=(BOOKS.powers["life_support"],))
    bench = play(seraph, hero("bea", hp_marked=2))
    bench.no(UsePower("ada", "life_support"), "only_others")
    bench.no(UsePower("ada", "life_support", "ada"), "only_others")
    assert bench.do(UsePower("ada", "life_support", "bea")).hero("bea").hp_marked == 1
    far = play(seraph, hero("bea", hp_marked=2, at=60))
    far.no(UsePower("ada", "life_support", "bea"), "out_of_reach")


@pytest.mark.rule("DHP-HOPE-06")
def test_a_mending_touch_clears_a_wound_or_a_stress():
    def touched(clears="", **marks):
        healer = hero(hope=2, powers=(BOOKS.powers["mending_touch"],))
        bench = play(healer, hero("bea", **marks), in_danger=False)
        return bench, UsePower("ada", "mending_touch", "bea", clears)

    bench, touch = touched(hp_marked=2, stress_marked=2)
    assert (bench.do(touch).hero("bea").hp_marked, bench.hero("bea").stress_marked) == (1, 2)
    bench, touch = touched("stress", hp_marked=2, stress_marked=2)
    assert "use_power/ada/mending_touch/stress" in {one.id for one in RULES.choices(bench.state, REFEREE)}
    assert (bench.do(touch).hero("bea").hp_marked, bench.hero("bea").stress_marked) == (2, 1)
    bench, touch = touched("stress", hp_marked=2)
    bench.no(touch, "nothing_to_clear")
    seraph = hero(hope=3, powers=(BOOKS.powers["life_support"],))
    play(seraph, hero("bea", stress_marked=2)).no(UsePower("ada", "life_support", "bea", "stress"), "nothing_to_clear")


# ---------------------------------------------------------------- advancements

SLOTS = {
    "traits": (3, 3, 3),
    "hp": (2, 2, 2),
    "stress": (2, 2, 2),
    "experiences": (1, 1, 1),
    "evasion": (1, 1, 1),
    "proficiency": (0, 1, 1),
    "domain_card": (1, 1, 1),
    "subclass": (0, 1, 1),
    "multiclass": (0, 1, 0),  # the slot of tier 3 or that of tier 4: one in a life
}
PAIRS = {"traits": ("agility", "strength"), "experiences": ("one", "two"), "multiclass": ("rogue", "midnight")}
EXTRA = tuple(replace(BOOKS.powers["arcane_lash"], id=f"card{number}") for number in range(4))


@pytest.fixture
def more_cards(monkeypatch):
    """Enough cards of level 1 for every slot."""
    monkeypatch.setattr(BOOKS, "powers", {**BOOKS.powers, **{card.id: card for card in EXTRA}})
    monkeypatch.setattr(BOOKS, "domains", {**BOOKS.domains, **{card.id: "blade" for card in EXTRA}})


@pytest.mark.rule("DHP-LEVEL-02")
@pytest.mark.parametrize("level", [2, 4, 5, 7, 8, 10])
@pytest.mark.parametrize("kind", SLOTS)
@pytest.mark.usefixtures("more_cards")
def test_every_advancement_has_its_slots(kind, level):
    expected = sum(SLOTS[kind][: tier_of(level) - 1])
    bench = play(hero(level=level, hp=5, stress=5, advances=20), ending="closed")
    taken = 0
    while taken <= 12:
        pair = (f"card{taken}", "") if kind == "domain_card" else PAIRS.get(kind, ("", ""))
        command = Advance("ada", kind, *pair)
        offered = any(choice.id.startswith(f"advance/ada/{kind}") for choice in RULES.choices(bench.state, REFEREE))
        assert offered == (taken < expected)
        if taken == expected:
            bench.no(command, "no_slot")
            break
        bench.do(command)
        sheet = replace(bench.hero().sheet, marked_traits=())  # as a new tier would
        bench.state = replace(bench.state, party={"ada": replace(bench.hero(), sheet=sheet)})
        taken += 1
    assert taken == expected


@pytest.mark.rule("DHP-LEVEL-02")
def test_a_slot_of_a_lower_tier_is_not_lost():
    bench = camp(hero(level=4, advances=0)).do(LevelUp())
    assert slots_left(load_library(), bench.hero().sheet, "evasion") == 2
    assert set(load_library().guidance.advancements) == set(SLOTS)


@pytest.mark.rule("DHP-LEVEL-02")
@pytest.mark.parametrize("status", ["dead", "retired"])
def test_the_dead_do_not_grow(status):
    bench = camp(hero(status=status, level=2, advances=2, cards=1), hero("bea"))
    bench.no(Advance("ada", "hp"), "not_up")
    bench.no(TakeCard("ada", "bolt_beacon"), "not_up")


@pytest.mark.rule("DHP-LEVEL-02")
@pytest.mark.parametrize(
    ("level", "taken", "subclass", "multiclass"),
    [
        (4, {}, 0, 0),
        (5, {}, 1, 1),
        (7, {"subclass": 1}, 0, 0),
        (7, {"multiclass": 1}, 0, 0),
        (8, {"subclass": 1}, 1, 1),
        (8, {"multiclass": 1}, 1, 0),
        (8, {"subclass": 2}, 0, 0),
        (10, {"subclass": 1, "multiclass": 1}, 0, 0),
    ],
)
def test_in_each_tier_the_subclass_or_a_second_class(level, taken, subclass, multiclass):
    sheet = replace(hero(level=level).sheet, advanced=taken)
    assert slots_left(load_library(), sheet, "subclass") == subclass
    assert slots_left(load_library(), sheet, "multiclass") == multiclass


@pytest.mark.rule("DHP-LEVEL-02", "DHP-TRAIT-03")
def test_a_second_class_brings_one_domain_up_to_half_the_level_and_its_spellcast_trait():
    bench = play(hero(level=5, advances=2, cards=1), ending="closed")
    bench.no(Advance("ada", "multiclass", "warrior", "blade"), "bad_advance")
    bench.no(Advance("ada", "multiclass", "rogue", "sage"), "bad_advance")
    play(hero(level=5, advances=1), ending="closed").no(Advance("ada", "multiclass", "rogue", "midnight"), "no_advance")
    sheet = bench.do(Advance("ada", "multiclass", "rogue", "midnight")).hero().sheet
    assert (sheet.second_class, sheet.second_domain, sheet.spellcast) == ("rogue", "midnight", "finesse")
    assert [growing.card_limit(load_library(), sheet, one) for one in ("rain_of_blades", "bolt_beacon")] == [3, 0]
    assert bench.do(TakeCard("ada", "rain_of_blades")).hero().cards == 0
    seraph = play(hero(class_id="seraph", level=5, advances=2, spellcast="strength"), ending="closed")
    sheet = seraph.do(Advance("ada", "multiclass", "rogue", "midnight")).hero().sheet
    assert (sheet.spellcast, sheet.second_spellcast) == ("strength", "finesse")
    bolt = BOOKS.powers["bolt_beacon"]
    caster = hero(powers=(bolt,), spellcast="strength", second_spellcast="finesse", finesse=2)
    bench = play(caster, foe(at=20))
    bench.no(UsePower("ada", "bolt_beacon", "orc", trait="agility"), "wrong_trait")
    assert bench.do(UsePower("ada", "bolt_beacon", "orc", trait="finesse")).scene.pending.trait == "finesse"


@pytest.mark.rule("DHP-CHAR-02", "DHP-LEVEL-02")
def test_a_step_of_the_school_of_knowledge_brings_a_card_to_take_and_so_does_its_foundation_later():
    scholar = hero(class_id="wizard", level=8, advances=3, cards=1, subclass="school_of_knowledge")
    bench = camp(scholar)
    assert bench.do(Advance("ada", "subclass")).hero().cards == 2
    assert bench.do(Advance("ada", "subclass")).hero().cards == 3
    assert bench.do(Advance("ada", "hp")).hero().cards == 3
    for card in ("bolt_beacon", "mending_touch", "book_of_the_mind"):
        bench.do(TakeCard("ada", card))
    bench.no(TakeCard("ada", "book_of_wards_and_ice"), "no_advance")
    soldier = camp(hero(class_id="wizard", level=5, advances=1, subclass="school_of_war"))
    assert soldier.do(Advance("ada", "subclass")).hero().cards == 0
    bench = camp(hero(level=5, advances=2))
    assert bench.do(Advance("ada", "multiclass", "wizard", "codex", "school_of_knowledge")).hero().cards == 1


@pytest.mark.rule("DHP-LEVEL-02")
@pytest.mark.parametrize(
    ("level", "had", "card", "fits"),
    [
        (4, (), 4, True),
        (4, (), 5, False),
        (5, (), 5, True),
        (5, (5,), 5, False),
        (5, (5,), 4, True),
        (7, (4, 1), 1, False),
        (8, (7, 4), 8, True),
        (8, (8, 4), 8, False),
    ],
)
def test_an_additional_card_is_as_high_as_the_slot_it_takes(level, had, card, fits, monkeypatch):
    wanted = replace(EXTRA[0], level=card)
    monkeypatch.setattr(BOOKS, "powers", {**BOOKS.powers, wanted.id: wanted})
    monkeypatch.setattr(BOOKS, "domains", {**BOOKS.domains, wanted.id: "blade"})
    sheet = replace(hero(level=level).sheet, extra_cards=had)
    assert growing.may_have_besides(load_library(), sheet, wanted.id) == fits


@pytest.mark.rule("DHP-REST-01")
@pytest.mark.parametrize("card", ["bolt_beacon", "rain_of_blades", "book_of_the_mind", "support_tank"])
def test_away_from_a_rest_a_card_is_recalled_for_stress(card):
    power = BOOKS.powers[card]
    bench = play(hero(vault=(power,), stress_marked=2)).do(SwapCard("ada", card))
    assert (bench.hero().sheet.powers, bench.hero().sheet.vault) == ((power,), ())
    assert bench.hero().stress_marked == 2 + power.recall > 2
    bench.no(SwapCard("ada", card), "no_rest")
    play(hero(vault=(power,), stress_marked=6)).no(SwapCard("ada", card), "no_stress")
    rest = camp(hero(vault=(power,), stress_marked=6)).do(BeginRest("short")).do(SwapCard("ada", card))
    assert rest.hero().stress_marked == 6


@pytest.mark.rule("DHP-REST-01")
def test_a_card_makes_room_for_the_recalled_one_at_no_cost():
    bolt = BOOKS.powers["bolt_beacon"]
    five = tuple(replace(EXTRA[0], id=f"held{number}") for number in range(5))
    bench = play(hero(powers=five, vault=(bolt,)))
    bench.no(SwapCard("ada", "bolt_beacon"), "loadout_full")
    bench.no(SwapCard("ada", "bolt_beacon", "nothing"), "no_power")
    (choice,) = [one for one in RULES.choices(bench.state, REFEREE) if one.id == "swap_card/ada/bolt_beacon"]
    assert {pick.value for pick in choice.parameters[0].picks} == {one.id for one in five}
    bench.do(SwapCard("ada", "bolt_beacon", "held0"))
    assert bench.hero().sheet.powers == (*five[1:], bolt)
    assert (bench.hero().sheet.vault, bench.hero().stress_marked) == ((five[0],), 1)


# ---------------------------------------------------------------- Versatile weapons


@pytest.mark.rule("DHP-ATK-02")
@pytest.mark.parametrize(
    ("weapon", "trait", "reach", "die", "plus"),
    [
        ("scepter", "presence", "melee", 8, 0),
        ("improved_scepter", "presence", "melee", 8, 3),
        ("casting_sword", "knowledge", "far", 6, 3),
        ("spiked_bow", "agility", "melee", 10, 5),
        ("advanced_scepter", "presence", "melee", 8, 4),
        ("legendary_scepter", "presence", "melee", 8, 6),
        ("hand_sling", "finesse", "close", 8, 4),
    ],
)
def test_a_versatile_weapon_has_the_second_profile_of_its_own_row(weapon, trait, reach, die, plus):
    other = BOOKS.second_profiles[weapon]
    assert (other.trait, other.range, other.die, other.plus) == (trait, reach, die, plus)
    assert other.name != BOOKS.weapons[weapon].name
    assert {name for name, one in BOOKS.weapons.items() if one.versatile} == set(BOOKS.second_profiles)
    both = hero(weapons=(BOOKS.weapons[weapon], other))
    assert evasion_of(both) == evasion_of(hero())
    bench = play(both, foe(at=5)).do(Attack("ada", "orc", other.id))
    assert bench.scene.pending.trait == trait
    bench.do(Roll("ada"), (12, 11), (12, 10), (die, 3))
    assert bench.only(events.DamageRolled).amount == 3 + plus


@pytest.mark.rule("DHP-REST-01")
@pytest.mark.parametrize("resting", [True, False])
def test_every_card_that_is_offered_to_be_moved_can_be_moved(resting):
    cards = [power for power in BOOKS.powers.values() if power.card]
    for start in range(0, len(cards), 20):
        some = cards[start : start + 20]
        bench = play(hero(powers=tuple(some[:3]), vault=tuple(some[3:])), in_danger=False)
        if resting:
            bench.do(BeginRest("short"))
        offered = [choice for choice in RULES.choices(bench.state, REFEREE) if choice.command == "swap_card"]
        assert offered
        for choice in offered:
            for filling in choice.fillings():
                assert RULES.allows(bench.state, RULES.command(filling)), choice.id
        kept = {power.id for power in some if power.kept_away}
        assert not kept & {str(choice.fixed["power"]) for choice in offered}


@pytest.mark.rule("DHP-LEVEL-02")
def test_with_a_level_a_card_may_be_exchanged_for_one_no_higher_and_only_one():
    mine = tuple(BOOKS.powers[name] for name in ("whirlwind", "get_back_up"))
    bench = camp(hero(powers=mine, class_id="warrior"))
    other = next(
        name for name in BOOKS.domains if BOOKS.domains[name] == "blade" and name not in ("whirlwind", "get_back_up")
    )
    bench.no(TradeCard("ada", "whirlwind", other), "no_advance")
    bench.do(EndScene()).do(LevelUp())
    offered = [one for one in RULES.choices(bench.state, REFEREE) if one.command == "trade_card"]
    assert {str(one.fixed["out"]) for one in offered} == {"whirlwind", "get_back_up"}
    for choice in offered:
        for filling in choice.fillings():
            assert RULES.allows(bench.state, RULES.command(filling))
    higher = next(
        name
        for name, power in BOOKS.powers.items()
        if power.level == 2 and BOOKS.domains.get(name) in ("blade", "bone")
    )
    bench.no(TradeCard("ada", "whirlwind", higher), "no_power")
    bench.no(TradeCard("ada", "nothing", other), "no_power")
    cards = bench.hero().cards
    bench.do(TradeCard("ada", "whirlwind", other))
    assert {one.id for one in bench.hero().sheet.powers} == {"get_back_up", other}
    assert (bench.hero().cards, bench.hero().trades) == (cards, 0)
    assert bench.only(events.CardTaken).variant() == "traded"
    bench.no(TradeCard("ada", "get_back_up", "whirlwind"), "no_advance")


@pytest.mark.rule("DHP-LEVEL-02")
def test_what_has_changed_the_sheet_for_good_is_not_given_up():
    lasting = [power for power in BOOKS.powers.values() if power.card and power.kept_away]
    assert lasting
    assert not growing.tradeable(hero(vault=tuple(lasting)).sheet)
