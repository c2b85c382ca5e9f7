"""Items and consumables: given, found, handed over, used up, on the sheet."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, acting, duality, foe, hero, play
from tests.rules.daggerheart.test_powers import struck

from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of, witness_of
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import told
from arbitro.kernel.then import Now
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.numbers import trait_of
from arbitro.rules.daggerheart.player_entries import PowerEntry
from arbitro.rules.daggerheart.state import Hero, Thing
from arbitro.rules.daggerheart.words import Named
from arbitro.text import LANGUAGES


def bearer(*things: str, count: int = 1, **changes: object) -> Hero:
    """A PC who carries some things."""
    return replace(hero(**changes), things=tuple(Thing(BOOKS.things[one], count) for one in things))


def left(one: Hero) -> int:
    """How many things somebody still has."""
    return sum(thing.count for thing in one.things)


@pytest.mark.rule("DHP-ITEM-01")
def test_every_row_of_both_tables_of_loot_is_there() -> None:
    entries = BOOKS.entries("powers", PowerEntry).values()
    for kind in ("item", "consumable"):
        assert sorted(one.row for one in entries if one.kind == kind and one.row) == list(range(1, 61))


@pytest.mark.rule("DHP-ITEM-01")
def test_loot_is_found_by_dice_and_nobody_carries_six_of_a_kind() -> None:
    bench = play(hero(), foe()).do(c.FindLoot("ada", "consumable", "common"), (12, 7))
    assert [(one.power.id, one.count) for one in bench.hero().things] == [("minor_health_potion", 1)]
    bench.do(c.FindLoot("ada", "item", "legendary"), (12, 12), (12, 12), (12, 12), (12, 5))
    assert bench.only(e.ThingsChanged).thing.id == "stride_relic"
    assert trait_of(bench.hero(), "agility") == 1
    bench.do(c.GiveThing("ada", "minor_health_potion", 4))
    bench.no(c.GiveThing("ada", "minor_health_potion"), "carries_enough")
    bench.no(c.GiveThing("ada", "sword_of_a_thousand_truths"), "nothing_of_the_kind")
    bench.no(c.GiveThing("ada", "minor_health_potion", -6), "nothing_of_the_kind")


@pytest.mark.rule("DHP-ITEM-01")
def test_what_dice_find_is_told_with_its_dice() -> None:
    bench = play(hero(), foe()).do(c.FindLoot("ada", "item", "uncommon"), (12, 7), (12, 5))
    found = bench.only(e.ThingsChanged)
    for language in LANGUAGES:
        said = told(Now(RULES, bench.state), found, language)
        assert "d12: 7, d12: 5" in said
        assert found.thing.name.in_(language) in said


@pytest.mark.rule("DHP-ITEM-01")
def test_a_potion_is_drunk_in_a_scene_as_a_power_is_used() -> None:
    bench = play(bearer("minor_health_potion", hp_marked=4), foe(at=60))
    bench.do(c.UsePower("ada", "minor_health_potion"), (4, 3))
    assert (bench.hero().hp_marked, left(bench.hero())) == (1, 0)
    bench.no(c.UsePower("ada", "minor_health_potion"), "nothing_of_the_kind")


@pytest.mark.rule("DHP-ITEM-01")
def test_venom_goes_with_a_hit_and_is_gone() -> None:
    bench = play(bearer("grindletooth_venom"), foe(hp=20)).do(c.Attack("ada", "orc", "sword"))
    bench.do(c.Roll("ada"), *duality(9, 8)).do(c.AnswerPower("ada", use=True), (8, 2), (6, 5))
    assert (bench.only(e.DamageRolled).amount, left(bench.hero())) == (8, 0)


@pytest.mark.rule("DHP-ITEM-01")
def test_a_mirror_takes_the_blow_and_a_ring_halves_it_once() -> None:
    bench = struck(play(bearer("shattering_mirror", armour=None), foe(damage="9"), turn=acting()), (20, 19))
    bench.do(c.AnswerPower("ada", use=True))
    assert (bench.hero().hp_marked, bench.hero().hope, left(bench.hero())) == (0, 1, 0)
    bench = struck(play(bearer("ring_of_resistance", armour_marked=3), foe(damage="9"), turn=acting()), (20, 19))
    bench.do(c.AnswerPower("ada", use=True))
    assert (bench.hero().hp_marked, len(bench.hero().things), bench.hero().used) == (1, 1, ("ring_of_resistance",))


@pytest.mark.rule("DHP-ITEM-01")
def test_a_thrown_shard_hits_everybody_it_beats() -> None:
    bench = play(bearer("unstable_arcane_shard"), foe(hp=9), foe("giant", hp=9, difficulty=19))
    bench.do(c.UsePower("ada", "unstable_arcane_shard")).do(c.Roll("ada"), *duality(9, 8), (20, 15))
    assert (bench.foe().hp_marked, bench.foe("giant").hp_marked, left(bench.hero())) == (3, 0, 0)


@pytest.mark.rule("DHP-ITEM-01")
def test_between_scenes_things_change_hands_and_are_used() -> None:
    bench = play(bearer("stamina_potion", count=2, stress_marked=5), hero("bo"), tension="none")
    bench.no(c.UseThing("ada", "stamina_potion"), "nothing_of_the_kind")  # in a scene it is a power like others
    bench.do(c.EndScene())
    bench.do(c.UseThing("ada", "stamina_potion"), (4, 2)).do(c.HandThing("ada", "stamina_potion", "bo"))
    assert (bench.hero().stress_marked, bench.hero().things) == (2, ())
    assert [(one.power.id, one.count) for one in bench.hero("bo").things] == [("stamina_potion", 1)]
    bench.no(c.HandThing("ada", "stamina_potion", "bo"), "nothing_of_the_kind")


@pytest.mark.rule("DHP-ITEM-01")
@pytest.mark.parametrize("language", LANGUAGES)
def test_things_stand_on_the_sheet_and_among_the_choices(language: str) -> None:
    bench = play(bearer("minor_health_potion", "stride_relic", count=3, hp_marked=2), hero("bo"), tension="none")
    sheet = RULES.sheet(bench.state, REFEREE, "ada", language)
    assert sheet is not None
    assert any("×3" in name for part in sheet.sections for name, _ in part.pairs)
    bench.do(c.EndScene())
    offered = {one.command for one in RULES.choices(bench.state, REFEREE)}
    assert {"hand_thing", "use_thing", "give_thing", "find_loot"} <= offered


def test_every_entry_is_counted_by_its_name() -> None:
    counted, named = BOOKS.played(), BOOKS.entries_played()
    assert set(counted) == set(named)
    for sort in ("domain_card", "thing", "consumable", "hope_feature"):
        assert sum(counted[sort].values()) == len(named[sort]), sort
    assert counted["domain_card"]["runs"] >= 105
    assert {name.en: plays for name, plays in named["domain_card"].items()}["Rapid Riposte"] == "runs"


@pytest.mark.parametrize(
    "subject", ["ada/nothing", "orc/nothing", "place/nothing", "countdown/nothing", "nobody/sword"]
)
def test_what_a_moment_does_not_know_is_called_by_its_whole_id(subject: str) -> None:
    """Anything shorter would pass for a name, and nobody would look for one in the moment before."""
    for state in (play(hero(), foe()).state, replace(play(hero(), foe()).state, scene=None)):
        assert RULES.called(state, subject) == (subject,)


@pytest.mark.rule("DHP-ITEM-01")
def test_a_draught_of_ones_own_that_is_used_up_is_told_by_its_name() -> None:
    """It is in no book, and after the use nobody carries it: what it was called is noted from before."""
    potion = BOOKS.things["minor_health_potion"]
    own = replace(potion, id="own_draught", name=Named("sorso di casa", "home draught"))
    bench = play(replace(hero(hp_marked=4), things=(Thing(own),)), tension="none").do(c.EndScene())
    before = bench.state
    bench.do(c.UseThing("ada", "own_draught"), (4, 3))
    entry = Entry(1, "ada", tuple(bench.events))
    then = moment_of(RULES, Entry(1, "ada", entry.events, then=witness_of(RULES, entry, before, bench.state)))
    for language, name in (("it", "sorso di casa"), ("en", "home draught")):
        said = [told(then, event, language) for event in bench.events]
        assert any(name in line for line in said), said
        assert not any("own_draught" in line for line in said)
