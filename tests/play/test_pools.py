"""Pools as parties step into them: every row of A.8.4, told with its rule; only whoever enters is carried off."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import of
from tests.play.test_met_at_the_table import FAMILY, GAMES, Loaded, at_the_foot_of, lighted, walked
from tests.play.test_order_of_lines import lines

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.events import Seen
from arbitro.dungeon.model import Known, Slot, Water
from arbitro.kernel.explain import explained
from arbitro.kernel.then import Now
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.state import GROUP
from arbitro.rules.whitebox.people.events import AbilityChanged, WoundSuffered
from arbitro.rules.whitebox.people.state import Coins, Item
from arbitro.text import LANGUAGES

BASIN = ((0, 0), (8, 0), (8, 8), (0, 8))
SEEDS = range(12)
"""Enough to come upon every row."""


def by_the_pool(game: str, code: str = "POOL_MAGIC") -> Any:
    """A party beside a pool; in the family with 50 gold pieces each."""
    state = lighted(game, at_the_foot_of(game))
    pool = Water("pool", 1, state.at, "pool", code, BASIN)
    known = {**state.dungeon.known, f"{GROUP}/pool": Known(GROUP, "pool")}
    state = replace(state, dungeon=replace(state.dungeon, waters={"pool": pool}, known=known))
    if game in FAMILY:
        rich = {who: replace(one, coins=Coins(gp=50)) for who, one in state.game.characters.items()}
        state = replace(state, game=replace(state.game, characters=rich))
    return state


def first(game: str, state: Any) -> str:
    return str(find_campaign(game).side.party.able(state)[0])


@pytest.mark.rule("DA-POOL-02")
@pytest.mark.parametrize("game", GAMES)
def test_a_pool_that_is_none_of_the_magic_ones_is_told_too(game: str) -> None:
    state = by_the_pool(game, "POOL")
    after, events = walked(game, state, c.StepIn(first(game, state), "pool"), QuickDice(1))
    for language in LANGUAGES:
        assert [line for line in lines(game, state, after, tuple(events), language) if "[PoolEntered]" in line]
    assert of(e.PoolEntered, events)[0].plain


@pytest.mark.rule("DA-POOL-03", "DA-POOL-05", "DA-POOL-06", "DA-POOL-11")
@pytest.mark.parametrize("game", FAMILY)
def test_every_row_of_a_magic_pool_says_what_it_did_and_by_which_rule(game: str) -> None:
    rows = set()
    for seed in SEEDS:
        state = by_the_pool(game)
        who = first(game, state)
        after, events = walked(game, state, c.StepIn(who, "pool"), QuickDice(seed))
        rows.add(after.dungeon.waters["pool"].power)
        for turned in of(e.GoldTurned, events):
            assert turned.rules == ("DA-POOL-05",)
            assert (turned.gold, turned.each) in ((50, 5), (50, 0))
            assert after.game.characters[who].coins.gp == turned.gold * turned.each
        for changed in of(AbilityChanged, events):
            assert "DA-POOL-06" in changed.rules
        assert all(lines(game, state, after, tuple(events), language) for language in LANGUAGES)
    assert len(rows) == 4


@pytest.mark.rule("DA-POOL-11")
@pytest.mark.parametrize("game", GAMES)
def test_only_whoever_enters_is_carried_off_and_nothing_is_where_they_come_out(game: str) -> None:
    campaign: Any = find_campaign(game)
    carried = 0
    for seed in SEEDS:
        state = by_the_pool(game)
        who = first(game, state)
        after, _ = walked(game, state, c.StepIn(who, "pool"), QuickDice(seed))
        if "TELEPORT" not in after.dungeon.waters["pool"].power.upper() or after.at == state.at:
            continue
        carried += 1
        assert campaign.side.party.people(after) == (who,)
        assert set(after.waiting.values()) == {state.at}
        assert all(choice.label for choice in campaign.choices(after, next(iter(campaign.seats(after)))))
    assert carried


@pytest.mark.rule("DA-POOL-08")
@pytest.mark.parametrize("game", FAMILY)
def test_what_a_talking_pool_takes_was_thrown_and_is_no_fixed_number(game: str) -> None:
    campaign: Any = find_campaign(game)
    for seed in SEEDS:
        state = by_the_pool(game)
        after, events = walked(game, state, c.StepIn(first(game, state), "pool"), QuickDice(seed))
        for wound in of(WoundSuffered, events):
            assert wound.amount == sum(modifier.amount for modifier in wound.modifiers)
            for language, word in (("it", "già tirati"), ("en", "thrown already")):
                assert any(word in line for line in explained(Now(campaign, after), wound, language).numbers)
            return
    raise AssertionError("nobody was hurt")


@pytest.mark.rule("DA-POOL-05", "DA-POOL-06", "DA-POOL-08")
@pytest.mark.parametrize("game", FAMILY)
def test_who_steps_in_again_hears_by_which_rule_nothing_happens_and_nothing_twice(game: str) -> None:
    """Gold and abilities once, a wish at the first entry; that the pool is magic is said the first time only."""
    by_power = {"POOL_GOLD": "DA-POOL-05", "POOL_ABILITY": "DA-POOL-06", "POOL_TALKING": "DA-POOL-08"}
    met = set()
    for seed in SEEDS:
        state = by_the_pool(game)
        who = first(game, state)
        once, events = walked(game, state, c.StepIn(who, "pool"), QuickDice(seed))
        power = once.dungeon.waters["pool"].power
        assert len([event for event in of(Seen, events) if event.known.thing == "pool"]) == 1
        if power == "POOL_TELEPORT" or who not in find_campaign(game).side.party.able(once):
            continue
        again, events = walked(game, once, c.StepIn(who, "pool"), QuickDice(seed))
        assert not [event for event in of(Seen, events) if event.known.thing == "pool"]
        (entered,) = of(e.PoolEntered, events)
        if entered.plain:
            met.add(power)
            assert entered.rules == (by_power[power],)
        assert again.dungeon.waters["pool"].power == power
    assert {"POOL_GOLD", "POOL_ABILITY"} <= met


# -------------------------------------------------------------------- those who live in the water


def over_the_water(game: str, code: str, slot_state: Any) -> Any:
    """A party beside a pool or a lake in which two of a kind live, or lived."""
    state = lighted(game, at_the_foot_of(game))
    lake = code.startswith("LAKE")
    where: Any = "lake" if lake else "pool"
    kind = next(iter(sorted(find_campaign(game).game.creatures())))
    home = Slot("den", 1, state.at, "monster", code, where, state=slot_state, items=((kind, 2),))
    water = Water("water", 1, state.at, where, code, BASIN, slot="den")
    known = {**state.dungeon.known, f"{GROUP}/water": Known(GROUP, "water")}
    dungeon = replace(state.dungeon, waters={"water": water}, slots={"den": home}, known=known)
    return replace(state, dungeon=dungeon)


@pytest.mark.rule("DA-POOL-02", "DA-LAKE-01", "DA-LAKE-02", "DA-LAKE-04")
@pytest.mark.parametrize("slot_state", ["present", "met", "gone"])
@pytest.mark.parametrize(
    ("code", "rule"),
    [("POOL_MONSTER", "DA-POOL-02"), ("LAKE_MONSTERS", "DA-LAKE-02"), ("LAKE_ENCHANTED", "DA-LAKE-04")],
)
@pytest.mark.parametrize("game", GAMES)
def test_whoever_lives_in_the_water_is_upon_those_who_go_in(game: str, code: str, rule: str, slot_state: Any) -> None:
    state = over_the_water(game, code, slot_state)
    after, events = walked(game, state, c.StepIn(first(game, state), "water"), QuickDice(3))
    entered: Any
    (entered,) = (*of(e.PoolEntered, events), *of(e.LakeEntered, events))
    there = slot_state != "gone"
    assert entered.stirs == there
    assert entered.rules == ((rule,) if there or rule == "DA-POOL-02" else ("DA-LAKE-01",))
    assert find_campaign(game).side.meetings.busy(after) == there
    for language, words in (("en", "stirs"), ("it", "si muove")):
        said = lines(game, state, after, (entered,), language)
        assert any(words in line for line in said) == there, said


# -------------------------------------------------------------------- swimming


def at_the_lake(game: str, **sheet: Any) -> tuple[Any, str]:
    """A party beside a quiet lake, at a table that plays with swimming; whoever goes in is changed so."""
    state = over_the_water(game, "LAKE", "gone")
    who = first(game, state)
    one = replace(state.game.characters[who], **{"hp": 20, "max_hp": 20, "items": {}, "coins": Coins(), **sheet})
    state = replace(state, game=replace(state.game, characters={**state.game.characters, who: one}))
    return replace(state, options={**state.options, "swimming": "saving_throw"}), who


PLATE, LEATHER = Item("armour", "plate", where="worn"), Item("armour", "leather", where="worn")
GAUNTLETS = Item("magic", "gauntlets_swimming_climbing", where="worn")


@pytest.mark.rule("DA-LAKE-01", "WB-CORE-01")
@pytest.mark.parametrize(
    ("sheet", "sinks"),
    [
        ({}, False),
        ({"items": {"suit": LEATHER}}, False),
        ({"items": {"suit": PLATE}}, True),
        ({"items": {"suit": replace(PLATE, where="pack")}}, False),
        ({"items": {"suit": PLATE, "hands": GAUNTLETS}}, False),
        ({"coins": Coins(gp=700)}, False),
        ({"coins": Coins(gp=900)}, True),
    ],
)
@pytest.mark.parametrize("game", FAMILY)
def test_metal_and_heavy_loads_pull_swimmers_under_by_the_option(game: str, sheet: dict[str, Any], sinks: bool) -> None:
    state, who = at_the_lake(game, **sheet)
    for face, saved in ((20, True), (1, False)):
        dice = Loaded("save", face)
        after, events = walked(game, state, c.StepIn(who, "water"), dice)
        assert bool(of(e.PulledUnder, events)) == sinks
        lost = 20 - after.game.characters[who].hp
        assert (1 <= lost <= 6) if sinks and not saved else lost == 0
        if sinks:
            (under,) = of(e.PulledUnder, events)
            for language, word in (("en", "goes under"), ("it", "va sotto")):
                assert any(word in line for line in lines(game, state, after, (under,), language))
    free = replace(state, options={**state.options, "swimming": "free"})
    assert not of(e.PulledUnder, walked(game, free, c.StepIn(who, "water"), QuickDice(2))[1])
