"""Slots filled from the game in play: fixed dice, exact odds, and every id one that the game knows."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.sums import adds_up

from arbitro.appendix_a.generic_stocker import GenericStocker
from arbitro.appendix_a.level import generate
from arbitro.cli.stock import namer
from arbitro.dice.stream import AuditedDice, QuickDice, ScriptedDice
from arbitro.dungeon.events import SlotFilled, SlotPlaced
from arbitro.dungeon.fold import evolve, evolve_all
from arbitro.dungeon.kinds import OfClass
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Dungeon, Known, Slot, to_json
from arbitro.dungeon.stocking import Stock, fill_slot
from arbitro.dungeon.telling import many
from arbitro.kernel.explain import explain
from arbitro.play import find_campaign
from arbitro.play.sides.whitebox.spoils import hoard
from arbitro.play.spots import held_called
from arbitro.play.stocking import fill_all, stocked, stocker_for
from arbitro.play.stocking.archmage import ArchmageStocker
from arbitro.play.stocking.daggerheart import SINGLE, DaggerheartStocker, dwellers, tier_of
from arbitro.play.stocking.whitebox import WhiteBoxStocker, grade
from arbitro.rules import find_ruleset
from arbitro.rules.archmage.bestiary import budget, worth
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.encounter import battle_points, encounter
from arbitro.rules.whitebox.content import load_content
from arbitro.rules.whitebox.people.treasure import exists
from arbitro.text import LANGUAGES

GAMES = ("whitebox", "infausta", "archmage", "daggerheart", "none of ours")


def slot(level: int = 1, number: int = 0, **more: object) -> Slot:
    return Slot("s", level, "room", "monster", "CONTENT_MONSTER", number=number, **more)


def valuables(unit: str, amount: int, level: int = 1) -> Slot:
    return Slot("s", level, "room", "treasure", "GEMS", unit=unit, amount=amount)


def fair(counts: Counter[str], odds: dict[str, Fraction]) -> bool:
    """χ² within four standard deviations of what it should be."""
    total = sum(counts.values())
    assert set(counts) <= set(odds)
    chi = sum((counts[key] - float(odd) * total) ** 2 / (float(odd) * total) for key, odd in odds.items())
    freedom = len(odds) - 1
    return chi <= freedom + 4 * (2 * freedom) ** 0.5 + 4


@cache
def dungeon() -> Dungeon:
    options = {"start": "crossroads", "caves_from_level": 3}
    return generate(AuditedDice.from_text("stock"), options, levels=3, cap=150, min_spaces=250)[0]


# -------------------------------------------------------------------- all games


@cache
def origins() -> tuple[tuple[Slot, tuple[str, ...]], ...]:
    """A slot of each kind that the appendix lays for monsters, with the rules by which it was laid."""
    options = {"start": "crossroads", "caves_from_level": 3}
    found: dict[tuple[str, str], tuple[Slot, tuple[str, ...]]] = {}
    for seed in range(3):
        dug = generate(AuditedDice.from_text(f"origins {seed}"), options, levels=3, cap=150, min_spaces=250)[1]
        for event in dug:
            if type(event) is SlotPlaced and event.slot.kind == "monster":
                found.setdefault((event.slot.code, event.slot.where), (event.slot, event.rules))
    return tuple(found.values())


@pytest.mark.rule("DA-CONTENT-03", "DA-CONTENT-04", "DA-PERIODIC-10", "DA-CAVE-02")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_stocked_cites_the_row_that_was_rolled(game: str) -> None:
    codes = {laid.code for laid, _ in origins()}
    assert {"CONTENT_MONSTER", "MONSTER_AND_TREASURE", "WANDERING_MONSTER"} <= codes
    for laid, rules in origins():
        filled = stocker_for(game).monsters(laid, QuickDice(1)).rules
        row = [rule for rule in rules if not rule.startswith("DA-TREASURE")]
        assert [rule for rule in filled if rule.startswith("DA-")] == row, laid


@pytest.mark.rule("DA-CONTENT-03")
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_people_of_a_class_are_told_by_the_catalogue(game: str) -> None:
    campaign: Any = find_campaign(game)
    for class_id, entry in campaign.game.content.classes.items():
        for language in ("it", "en"):
            told = held_called(campaign.side, str(OfClass(class_id, 2)), language)
            assert str(entry.name.in_(language)).lower() in told.lower()
            assert "2" in told
            assert not set(told) & set("_:/")


@pytest.mark.rule("DA-CONTENT-03")
@pytest.mark.parametrize("game", GAMES[:-1])
def test_whoever_is_stocked_is_told_in_words(game: str) -> None:
    campaign: Any = find_campaign(game)
    for laid, _ in origins():
        for seed in range(40):
            for name, _count in stocker_for(game).monsters(laid, QuickDice(seed)).items:
                for language in ("it", "en"):
                    assert not set(held_called(campaign.side, name, language)) & set("_:/"), name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.rule("DA-CONTENT-03", "DA-TREASURE-05")
def test_every_slot_is_filled_and_the_fill_is_kept_in_it(game: str) -> None:
    dice = AuditedDice.from_text("fill")
    events = fill_all(dungeon(), stocker_for(game), dice)
    assert {type(event) for event in events} == {SlotFilled}
    assert all(event.audience == "referee" and event.rules for event in events)
    state = evolve_all(dungeon(), events)
    assert all(each.items for each in state.slots.values())
    assert all(count > 0 for each in state.slots.values() for _, count in each.items)
    one_by_one = dungeon()
    for event in events:
        one_by_one = evolve(one_by_one, event)
    assert to_json(one_by_one) == to_json(state)
    assert fill_all(state, stocker_for(game), dice) == ()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_dice_fill_alike_in_any_order(game: str) -> None:
    once = stocked(dungeon(), stocker_for(game), AuditedDice.from_text("order"))
    dice = AuditedDice.from_text("order")
    backwards = dungeon()
    for name in reversed(dungeon().slots):
        backwards = evolve_all(backwards, fill_slot(backwards, name, stocker_for(game), dice))
    assert backwards.slots == once.slots


@pytest.mark.parametrize("game", GAMES)
def test_every_die_is_in_the_event(game: str) -> None:
    dice = AuditedDice.from_text("dice")
    events = fill_all(dungeon(), stocker_for(game), dice)
    logged = Counter(die.stream for event in events for lookup in event.rolls for die in lookup.dice)
    for stream, thrown in logged.items():
        assert stream.startswith("slot/")
        assert dice.positions[stream] >= thrown
    assert set(logged) == {name for name in dice.positions if name.startswith("slot/")}


def test_players_do_not_see_what_a_slot_holds() -> None:
    state = stocked(dungeon(), stocker_for("whitebox"), AuditedDice.from_text("p"))
    known = {}
    for each in state.slots.values():
        known[f"party/{each.space}"] = Known("party", each.space, "visited")
        known[f"party/{each.id}"] = Known("party", each.id)
    shown = players_map(replace(state, known=known), "party")
    assert shown.slots
    assert all(not each.items for each in shown.slots.values())


# -------------------------------------------------------------------- La Scatola Bianca


@pytest.mark.rule("DA-CONTENT-03", "DA-TREASURE-05", "WB-XP-02")
def test_white_box_by_the_tables_of_the_book() -> None:
    stocker = WhiteBoxStocker()
    # Level 2, a 1: an encounter of level 1; a 6: orcs, as many as the bestiary says.
    amount = load_content().monsters["orc"].appearing.dungeon
    faces = [(amount.sides, 3)] * amount.count
    with ScriptedDice((6, 1), (12, 6), *faces) as dice:
        found = stocker.monsters(slot(2), dice)
    assert found.items == (("orc", 3 * amount.count + amount.plus),)
    assert [lookup.table for lookup in found.rolls] == ["dungeon_level_2", "dungeon_1", "appearing"]
    with ScriptedDice((6, 1), (12, 6)) as dice:
        assert stocker.monsters(slot(2, number=4), dice).items == (("orc", 4),)
    # Level 2, a 2: level 2; a 10: a fighter of the second level, alone.
    with ScriptedDice((6, 2), (12, 10)) as dice:
        assert stocker.monsters(slot(2), dice).items == (("class/fighter/2", 1),)


@pytest.mark.rule("DA-TREASURE-05", "WB-XP-02")
def test_white_box_treasure_is_worth_the_monsters_experience() -> None:
    stocker = WhiteBoxStocker()
    xp = load_content().monsters["orc"].hd[0].xp
    nine = Stock((("orc", 9),))
    value = 9 * xp * 2  # table 44: a 2 doubles it, 20 copper, 50 silver and 30 gold in a hundred
    parts = value // 100
    with ScriptedDice((6, 2), *[(100, 50)] * parts) as dice:
        found = dict(stocker.treasure(slot(1), nine, dice).items)
    assert found == {
        "coins/copper": value * 20,
        "coins/silver": value * 5,
        "coins/gold": value * 30 // 100,
    }


@pytest.mark.rule("DA-TREASURE-05", "WB-XP-02")
def test_white_box_treasure_may_be_exchanged_for_gems_and_magic() -> None:
    stocker = WhiteBoxStocker()
    troll = load_content().monsters["troll"].hd[0].xp
    count = -(-200 // troll)
    value = count * troll
    parts = value // 100
    # Both of the first two hundreds are exchanged: a gem of 25 + 7 gold, then a potion of healing.
    dice_of = [(6, 1), (100, 10), (20, 19), (6, 2), (100, 7), (100, 1), (20, 20), (6, 1), (100, 80)]
    with ScriptedDice(*dice_of, *[(100, 11)] * (parts - 2)) as dice:
        found = dict(stocker.treasure(slot(1), Stock((("troll", count),)), dice).items)
    assert found["gem/32"] == 1
    assert found["magic/potion_healing"] == 1
    left = value - 200
    assert found.get("coins/gold", 0) == left * 20 // 100


@pytest.mark.rule("DA-TREASURE-03", "DA-TREASURE-04")
def test_white_box_values_lone_gems_and_draws_lone_magic() -> None:
    stocker = WhiteBoxStocker()
    with ScriptedDice((6, 1), (6, 4), (6, 6), (100, 30)) as dice:
        assert stocker.valuables(valuables("gem", 2), dice).items == (("gem/4", 1), ("gem/300", 1))
    with ScriptedDice((6, 2), (100, 10)) as dice:
        assert stocker.valuables(valuables("jewelry", 1, 4), dice).items == (("jewelry/350", 1),)
    # Arms (table 54, 4): a melee weapon +1, a long sword.
    with ScriptedDice((6, 4), (6, 4), (12, 9)) as dice:
        assert stocker.valuables(valuables("magic_item", 1), dice).items == (("weapon/long_sword/+1", 1),)
    # A cursed shield (1, then armour or shield, then table 55).
    with ScriptedDice((6, 4), (6, 1), (2, 2), (6, 4)) as dice:
        assert stocker.valuables(valuables("magic_item", 1), dice).items == (("armour/shield/-2", 1),)
    with ScriptedDice() as dice:
        assert stocker.valuables(valuables("gold", 800, 2), dice).items == (("coins/gold", 800),)
    assert [grade(level) for level in (1, 3, 4, 6, 7, 20)] == ["minor", "minor", "medium", "medium", "major", "major"]


def test_white_box_scrolls_hold_spells_of_the_book() -> None:
    content = load_content()
    with ScriptedDice((6, 2), (6, 3), (2, 2), (6, 1), (11, 1), (2, 1), (6, 6), (6, 6)) as dice:
        found = WhiteBoxStocker().valuables(valuables("magic_item", 1), dice).items
    assert found == (
        (f"scroll/{content.spell_list('magic_user', 2)[0]}", 1),
        (f"scroll/{content.spell_list('cleric', 1)[5]}", 1),
    )


def test_white_box_settles_magic_arms_as_they_are_found() -> None:
    content = load_content()
    kinds = [name for name, entry in content.magic_items.items() if entry.category in ("weapon", "armour")]
    arms = [name for name in kinds if not content.magic_items[name].alternatives]
    rules = find_ruleset("whitebox")
    dice, seen = AuditedDice.from_text("arms"), set()
    while len(seen) < 10:
        found = WhiteBoxStocker().valuables(valuables("magic_item", 1, 9), dice).items
        for name, count in found:
            entry = name.removeprefix("magic/").partition("/")[0]
            if entry not in arms:
                continue
            seen.add(entry)
            (thing,) = hoard(content, ((name, count),)).items
            assert exists(rules.rules, thing)
            assert thing.base in (content.weapons if thing.base_sort == "weapon" else content.armour)
            versus = any(getattr(part, "versus", 0) for part in content.magic_items[entry].effects)
            assert bool(thing.foe) == versus
            for language in ("it", "en"):
                assert "/" not in namer("whitebox", language)(name, count)
    bare = hoard(content, (("magic/weapon_flaming", 1),)).items[0]
    assert (bare.base, bare.base_sort) == ("long_sword", "weapon")


def test_white_box_names_only_what_the_book_holds() -> None:
    """Thousands of hoards: every id leads somewhere, and every kind of treasure comes up."""
    content = load_content()
    dice = QuickDice(3)
    stocker = WhiteBoxStocker()
    kinds: Counter[str] = Counter()
    for number in range(900):
        level = number % 12 + 1
        who = stocker.monsters(slot(level), dice)
        hoard = stocker.treasure(slot(level), who, dice)
        lone = stocker.valuables(valuables("magic_item", 1, level), dice)
        for name, _ in who.items:
            assert name in content.monsters or name.split("/")[1] in content.classes
        for name, count in (*hoard.items, *lone.items):
            kind, _, rest = name.partition("/")
            kinds[kind] += count
            item = rest.partition("/")[0]
            match kind:
                case "magic":
                    assert item in content.magic_items
                case "weapon":
                    assert item in content.weapons or item in content.gear
                case "armour":
                    assert item in content.armour
                case "scroll":
                    assert item == "cursed" or item in content.spells
                case "gem":
                    assert int(rest) >= 1
                case _:
                    assert name in ("coins/copper", "coins/silver", "coins/gold")
    assert set(kinds) == {"magic", "weapon", "armour", "scroll", "gem", "coins"}


@pytest.mark.rule("DA-CONTENT-03")
@pytest.mark.parametrize("level", [1, 4, 9])
def test_white_box_encounters_come_as_often_as_the_tables_say(level: int) -> None:
    content = load_content()
    odds: dict[str, Fraction] = {}
    table = content.dungeon_levels[f"dungeon_level_{level}"]
    for row in table.rows:
        for who, chance in content.encounter_tables[f"dungeon_{row.result.value}"].odds().items():
            odds[who] = odds.get(who, Fraction(0)) + table.odds()[row.id] * chance
    dice = QuickDice(level)
    counts: Counter[str] = Counter()
    for _ in range(2500):
        counts[WhiteBoxStocker().monsters(slot(level), dice).rolls[1].row] += 1
    assert sum(odds.values()) == 1
    assert fair(counts, odds)


def test_white_box_treasure_is_on_average_two_and_a_half_times_the_experience() -> None:
    """Table 44: (1 + 2 + 2 + 3 + 3 + 4) / 6, before anything is exchanged."""
    dice = QuickDice(12)
    multiples = Counter(
        WhiteBoxStocker().treasure(slot(), Stock((("kobold", 1),)), dice).rolls[0].row for _ in range(3000)
    )
    odds = {"times_1": Fraction(1, 6), "times_2": Fraction(1, 3), "times_3": Fraction(1, 3), "times_4": Fraction(1, 6)}
    assert fair(multiples, odds)


# -------------------------------------------------------------------- the Archmage engine


@pytest.mark.rule("AE-FULLHEAL-02", "DA-CONTENT-03")
@pytest.mark.parametrize("level", range(1, 11))
def test_archmage_battles_keep_to_their_budget(level: int) -> None:
    dice = QuickDice(level)
    known = load_books().monsters
    spent = []
    for size in (3, 4, 5):
        for _ in range(60):
            found = ArchmageStocker(load_books(), size).monsters(slot(level), dice)
            foes = [(known[name].level, known[name].category) for name, count in found.items for _ in range(count)]
            value = budget(load_books(), foes, level)
            assert value <= size
            assert found.rolls
            spent.append(value / size)
    assert sum(spent) / len(spent) > Fraction(1, 2)


@pytest.mark.rule("AE-FULLHEAL-02")
def test_archmage_with_fixed_dice() -> None:
    fitting = [
        name
        for name, entry in load_books().monsters.items()
        if -2 <= entry.level - 1 <= 4 and worth(load_books(), entry.level, entry.category, 1) <= 1
    ]
    first = fitting.index("orc_warrior") + 1
    assert worth(load_books(), 1, "normal", 1) == 1
    with ScriptedDice((len(fitting), first)) as dice:
        found = ArchmageStocker(load_books(), 1, 1).monsters(slot(9), dice)
    assert found.items == (("orc_warrior", 1),)
    assert [lookup.total for lookup in found.rolls] == [first]


@pytest.mark.rule("DA-LAKE-02", "DA-TREASURE-05")
def test_archmage_numbers_and_gold() -> None:
    dice = QuickDice(1)
    for number in range(1, 6):
        ((name, count),) = ArchmageStocker(load_books(), 4).monsters(slot(2, number=number), dice).items
        assert count == number
        assert (
            number * worth(load_books(), load_books().monsters[name].level, load_books().monsters[name].category, 2)
            <= 4
        )
    for level in (1, 5, 10, 15):
        gold = load_books().building.gold_per_heal_up[min(level, 10) - 1] // 4
        assert ArchmageStocker(load_books()).treasure(slot(level), Stock(()), dice).items == (("coins/gold", gold),)


def test_archmage_draws_every_creature_that_fits_first_alike() -> None:
    dice = QuickDice(21)
    fitting = [
        name
        for name, entry in load_books().monsters.items()
        if worth(load_books(), entry.level, entry.category, 3) <= 4 and -2 <= entry.level - 3 <= 4
    ]
    counts = Counter(
        fitting[ArchmageStocker(load_books(), 4).monsters(slot(3), dice).rolls[0].total - 1] for _ in range(900)
    )
    assert fair(counts, dict.fromkeys(fitting, Fraction(1, len(fitting))))


# -------------------------------------------------------------------- Daggerheart


@pytest.mark.rule("DHP-ADVSTAT-13", "DA-CONTENT-03")
@pytest.mark.parametrize("level", [1, 3, 6, 9])
def test_daggerheart_encounters_keep_to_the_battle_points(level: int) -> None:
    dice = QuickDice(level)
    books = load_library().adversaries
    costs = []
    for pcs in (2, 4, 6):
        for _ in range(60):
            found = DaggerheartStocker(load_library(), pcs).monsters(slot(level), dice)
            blocks = [books[name] for name, count in found.items for _ in range(count)]
            held = encounter(load_library(), blocks, pcs, tier_of(level))
            assert held.left >= 0
            assert {block.tier for block in blocks} == {tier_of(level)}
            assert "social" not in {block.type for block in blocks}
            costs.append(held.cost / held.budget)
    assert sum(costs) / len(costs) > 0.6


@pytest.mark.rule("DHP-ADVSTAT-13")
def test_daggerheart_with_fixed_dice() -> None:
    blocks = [block.id for block in dwellers(load_library(), 1, "underground")]
    first = blocks.index("head_guard") + 1
    company = ("archer_guard", "bladed_guard", "sellsword", "weaponmaster")
    guards = [name for name in blocks if name in company]
    second = guards.index("bladed_guard") + 1
    with ScriptedDice((len(blocks), first), (len(guards), second)) as dice:
        found = DaggerheartStocker(load_library(), 3).monsters(slot(1), dice)
    # Eleven points for three: a Leader for three, and four standard adversaries of her company for two each.
    assert battle_points(3) == 11
    assert found.items == (("head_guard", 1), ("bladed_guard", 4))


@pytest.mark.rule("DHP-ADVSTAT-13", "DA-CONTENT-03", "DA-LAKE-02")
@pytest.mark.parametrize("level", [1, 3, 6, 9])
def test_daggerheart_encounters_fit_the_place_and_each_other(level: int) -> None:
    dice = QuickDice(level)
    companies = load_library().companies
    for _ in range(200):
        found = DaggerheartStocker(load_library(), 4).monsters(slot(level), dice)
        kinds = [name for name, _ in found.items]
        assert companies.together(kinds, "underground"), kinds
        assert not {"shark", "siren", "kraken", "pirate_raiders", "oak_treant", "giant_eagle"} & set(kinds)
    swimmers = {block.id for block in dwellers(load_library(), tier_of(level), "water")}
    for _ in range(30):
        ((kind, _),) = DaggerheartStocker(load_library(), 4).monsters(slot(level, number=2, where="lake"), dice).items
        several = {name for name in swimmers if load_library().adversaries[name].type not in SINGLE}
        assert kind in several or not several


@pytest.mark.rule("DA-LAKE-02", "DA-TREASURE-05")
def test_daggerheart_numbers_tiers_and_treasure() -> None:
    assert [tier_of(level) for level in (1, 2, 4, 5, 7, 8, 30)] == [1, 2, 2, 3, 3, 4, 4]
    dice = QuickDice(2)
    for number in (1, 3, 5):
        ((_, count),) = DaggerheartStocker(load_library()).monsters(slot(1, number=number), dice).items
        assert count == number
    with ScriptedDice((100, 51)) as scripted:
        assert DaggerheartStocker(load_library()).treasure(slot(2), Stock(()), scripted).items == (("coins/gold", 800),)
    assert isinstance(stocker_for("other"), GenericStocker)


def test_daggerheart_draws_every_adversary_first_alike() -> None:
    dice = QuickDice(22)
    blocks = [block.id for block in dwellers(load_library(), 1, "underground")]
    counts = Counter(
        blocks[DaggerheartStocker(load_library()).monsters(slot(1), dice).rolls[0].total - 1] for _ in range(900)
    )
    assert fair(counts, dict.fromkeys(blocks, Fraction(1, len(blocks))))


@pytest.mark.rule("DA-TREASURE-05", "WB-XP-02")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", ["whitebox", "infausta", "archmage", "daggerheart"])
def test_every_amount_of_a_treasure_says_how_it_comes_about(game: str, seed: int) -> None:
    """Coins that go with monsters: by their experience, by the level, or as a row has them, with all the dice."""
    campaign: Any = find_campaign(game)
    stocker, dice = stocker_for(game, 4, 2), QuickDice(seed)
    owners = stocker.monsters(slot(3), dice)
    found = stocker.treasure(slot(3), owners, dice)
    event = SlotFilled("s", found.items, found.rolls, found.reckoned, rules=found.rules)
    for reckoned in event.sums():
        adds_up(reckoned)
    told = {reckoned.total for reckoned in event.sums()}
    for item, count in found.items:
        if item.startswith("coins/") and count > 1:
            assert count in told or any(lookup.row for lookup in found.rolls), item
    for language in LANGUAGES:
        for line in explain(campaign, campaign.initial(), event, language).numbers:
            assert not re.search(r"[a-z]_[a-z]|WB-|DA-|AE-", line), line


@pytest.mark.parametrize(("item", "one", "two"), [
    ("coins/gold", "1 moneta d'oro", "2 monete d'oro"),
    ("gem", "1 gemma", "2 gemme"),
    ("magic_item", "1 oggetto magico", "2 oggetti magici"),
    ("orc", "orco", "2 × orco"),
])  # fmt: skip
def test_how_many_there_are_agrees_in_number(item: str, one: str, two: str) -> None:
    assert (many(item, 1, "orco", "it"), many(item, 2, "orco", "it")) == (one, two)
