"""What stood on sheets as words alone and is played now: gems and stones, recipes, downtime moves, cards that echo."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, BOW, RULES, SWORD, WAND, Bench, acting, duality, foe, hero, play
from tests.rules.daggerheart.test_moves import DUE
from tests.rules.daggerheart.test_powers import struck

from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.entries import AdversaryEntry, PlaceEntry
from arbitro.rules.daggerheart.feature_plays import plays_of
from arbitro.rules.daggerheart.meanings import entry_words
from arbitro.rules.daggerheart.numbers import evasion_of
from arbitro.rules.daggerheart.player_entries import PowerEntry, power_plays
from arbitro.rules.daggerheart.rest_wishes import rest_moves
from arbitro.rules.daggerheart.rests import moves_of
from arbitro.rules.daggerheart.state import Hero, Thing
from arbitro.text import LANGUAGES

GEMS = {
    "gem_of_alacrity": "agility",
    "gem_of_might": "strength",
    "gem_of_precision": "finesse",
    "gem_of_insight": "instinct",
    "gem_of_audacity": "presence",
    "gem_of_sagacity": "knowledge",
}


def knowing(*powers: str, who: str = "ada", **changes: object) -> Hero:
    """A PC with some powers."""
    return hero(who, powers=tuple(BOOKS.powers[one] for one in powers), **changes)


def bearing(*things: str, **changes: object) -> Hero:
    """A PC who carries one of some things."""
    return replace(hero(**changes), things=tuple(Thing(BOOKS.things[one]) for one in things))


def resting(*party: Hero, kind: str = "long") -> Bench:
    """A party that has begun a rest."""
    return play(*party, tension="none").do(c.EndScene()).do(c.BeginRest(kind))


def carried(bench: Bench, who: str = "ada") -> dict[str, int]:
    """How many of each thing somebody carries."""
    return {one.power.id: one.count for one in bench.hero(who).things}


# ------------------------------------------------------------------ gems and stones (DHP-ITEM-01)


@pytest.mark.rule("DHP-ITEM-01")
@pytest.mark.parametrize("gem", GEMS)
def test_a_gem_lets_the_first_weapon_be_used_with_its_trait(gem: str) -> None:
    one = bearing(gem, weapons=(WAND, BOW), **{GEMS[gem]: 3})
    assert (weapon_of(one, "") or WAND).trait == GEMS[gem]
    assert (weapon_of(one, "bow") or BOW).trait == "agility"
    weak = bearing(gem, **{GEMS[gem]: -1, "agility": 0 if gem != "gem_of_alacrity" else -1})
    assert (weapon_of(weak, "") or SWORD).trait == "agility"


@pytest.mark.rule("DHP-ITEM-01")
def test_stones_give_a_feature_to_a_weapon_that_has_none() -> None:
    assert (weapon_of(bearing("bloodstone"), "") or SWORD).brutal
    assert (weapon_of(bearing("greatstone"), "") or SWORD).extra_die
    reliable = replace(SWORD, attack=1)
    assert weapon_of(bearing("bloodstone", weapons=(reliable,)), "") == reliable


@pytest.mark.rule("DHP-ITEM-01")
def test_a_blade_with_the_charm_flies_three_times_between_rests() -> None:
    bench = play(bearing("airblade_charm"), foe(at=30, hp=30))
    bench.do(c.UsePower("ada", "airblade_charm", "orc"))
    assert (bench.hero().at, bench.hero().used) == (0, ("airblade_charm",))
    bench.do(c.Roll("ada"), *duality(9, 8), (8, 4))
    assert bench.only(e.DamageRolled).amount == 5


@pytest.mark.rule("DHP-ITEM-01", "DHP-EXP-01")
def test_a_relic_hones_the_first_experience() -> None:
    bench = play(bearing("honing_relic"), foe()).do(c.Attack("ada", "orc", "sword"))
    bench.do(c.Roll("ada", "one"), (12, 3), (12, 2))
    assert bench.only(e.ActionRolled).check.total == 3 + 2 + 2 + 1


@pytest.mark.rule("DHP-ITEM-01")
def test_dark_smoke_adds_the_best_die_to_evasion() -> None:
    bench = struck(play(bearing("vial_of_darksmoke", agility=2), foe(), turn=acting()), (20, 15))
    bench.do(c.AnswerPower("ada", use=True), (6, 2), (6, 5))
    assert bench.only(e.PowerRolled).total == 5
    assert not bench.only(e.AttackTwisted).hit  # 15 and 1 against 12 and 5


@pytest.mark.rule("DHP-ITEM-01", "DHP-DEATH-03")
@pytest.mark.parametrize(("things", "scars"), [((), 1), (("phoenix_feather",), 0)])
def test_a_feather_of_the_phoenix_is_one_more_against_a_scar(things: tuple[str, ...], scars: int) -> None:
    one = bearing(*things, hp_marked=5, armour=None, level=2)
    bench = struck(play(one, foe(damage="9"), turn=acting()), (20, 19))
    bench.do(c.DeathMove("ada", "avoid_death"), (12, 2))
    assert bench.hero().scars == scars


@pytest.mark.rule("DHP-ITEM-01", "DHP-STRESS-01")
@pytest.mark.parametrize(("face", "marked"), [(4, 6), (5, 5)])
def test_a_pendant_may_spare_the_last_stress(face: int, marked: int) -> None:
    bench = play(bearing("calming_pendant", stress_marked=5), turn=DUE)
    bench.do(c.MakeMove("mark_stress"), (6, face))
    assert bench.hero().stress_marked == marked
    bench = play(bearing("calming_pendant", stress_marked=3), turn=DUE)
    assert bench.do(c.MakeMove("mark_stress")).hero().stress_marked == 4


@pytest.mark.rule("DHP-ITEM-01")
@pytest.mark.parametrize(
    ("face", "hp", "stress", "scars"), [(1, 4, 4, 1), (2, 4, 1, 0), (4, 4, 1, 0), (5, 2, 4, 0), (6, 2, 4, 0)]
)
def test_the_sap_of_the_sun_tree_is_a_matter_of_luck(face: int, hp: int, stress: int, scars: int) -> None:
    one = bearing("sun_tree_sap", hp_marked=4, stress_marked=4)
    now = play(one, foe(at=60)).do(c.UsePower("ada", "sun_tree_sap"), (6, face)).hero()
    assert (now.hp_marked, now.stress_marked, now.scars) == (hp, stress, scars)


# ------------------------------------------------------------------ downtime (DHP-REST-01)


@pytest.mark.rule("DHP-ITEM-01", "DHP-REST-01")
@pytest.mark.parametrize(
    ("recipe", "made", "stress"),
    [
        ("minor_health_potion_recipe", "minor_health_potion", 0),
        ("minor_stamina_potion_recipe", "minor_stamina_potion", 0),
        ("mythic_dust_recipe", "mythic_dust", 0),
        ("vial_of_darksmoke_recipe", "vial_of_darksmoke", 1),
    ],
)
def test_a_recipe_is_brewed_with_a_downtime_move(recipe: str, made: str, stress: int) -> None:
    bench = resting(bearing(recipe))
    assert f"rest_move/ada/{recipe}" in {one.id for one in RULES.choices(bench.state, REFEREE)}
    bench.do(c.RestMove("ada", "feature", recipe))
    assert (carried(bench)[made], bench.hero().stress_marked) == (1, stress)
    bench.do(c.RestMove("ada", "feature", recipe)).no(c.RestMove("ada", "feature", recipe), "two_moves")


@pytest.mark.rule("DHP-CHAR-02", "DHP-REST-01")
@pytest.mark.parametrize(("face", "found"), [(1, "foraged_food"), (5, "foraged_charm"), (6, "foraged_rune")])
def test_a_forager_finds_what_the_die_says_or_picks_on_a_six(face: int, found: str) -> None:
    bench = resting(knowing("forager")).do(c.RestMove("ada", "feature", "forager.rune"), (6, face))
    assert carried(bench) == {found: 1}


@pytest.mark.rule("DHP-CHAR-02", "DHP-REST-01")
def test_whoever_trains_with_a_warrior_has_a_die_for_a_blow() -> None:
    bench = resting(knowing("martial_preparation"), hero("bo"))
    bench.do(c.RestMove("bo", "feature", "martial_preparation"))
    bench.do(c.RestMove("ada", "feature", "martial_preparation"))
    assert all(bench.hero(who).lent[0].id == "drill_die" for who in ("ada", "bo"))
    bench.no(c.RestMove("bo", "feature", "forager"), "no_power")


@pytest.mark.rule("DHP-REST-01")
def test_plain_characters_brew_and_train_once_they_have_hope_enough() -> None:
    one = replace(bearing("minor_health_potion_recipe", hope=5), sheet=knowing("martial_preparation").sheet)
    bench = resting(one)
    assert bench.state.rest is not None
    wished = [(move.move, move.whom) for move in rest_moves(RULES, bench.state, bench.state.rest)]
    assert wished[:2] == [("feature", "martial_preparation"), ("feature", "minor_health_potion_recipe")]
    bench.do(c.RestMove("ada", "feature", "martial_preparation"))
    wished = [(move.move, move.whom) for move in rest_moves(RULES, bench.state, bench.state.rest)]
    assert wished[0] == ("feature", "minor_health_potion_recipe")


@pytest.mark.rule("DHP-ITEM-01", "DHP-REST-01")
def test_stability_and_shelter_ease_the_way_to_one_move_more() -> None:
    bench = resting(bearing("potion_of_stability"), kind="short").do(c.UseThing("ada", "potion_of_stability"))
    assert moves_of(bench.hero()) == 3
    for _ in range(3):
        bench.do(c.RestMove("ada", "prepare"))
    bench.no(c.RestMove("ada", "prepare"), "two_moves")
    assert moves_of(bench.do(c.EndRest(), (4, 1)).hero()) == 2


@pytest.mark.rule("DHP-ITEM-01", "DHP-REST-01")
def test_a_good_bed_clears_a_stress_by_itself() -> None:
    bench = resting(bearing("premium_bedroll", stress_marked=3), kind="short").do(c.EndRest(), (4, 1))
    assert bench.hero().stress_marked == 2


@pytest.mark.rule("DHP-ITEM-01")
@pytest.mark.parametrize(("face", "rows"), [(6, ()), (7, (7,)), (12, (7, 8))])
def test_the_box_holds_what_a_die_says(face: int, rows: tuple[int, ...]) -> None:
    bench = play(bearing("box_of_many_goods"), tension="none").do(c.EndScene())
    bench.do(c.UseThing("ada", "box_of_many_goods"), (12, face), *((12, row) for row in rows))
    names = {row: (BOOKS.loot("consumable", row) or BOOKS.things["torch"]).id for row in rows}
    assert dict.fromkeys(names.values(), 1).items() <= carried(bench).items()
    bench.no(c.UseThing("ada", "box_of_many_goods"), "nothing_of_the_kind")


# ------------------------------------------------------------------ cards and features (DHP-CHAR-02)


@pytest.mark.rule("DHP-CHAR-02", "DHP-CHAR-03")
@pytest.mark.parametrize(("dice", "vault"), [((9, 4), 0), ((8, 9), 1)])
def test_an_encore_deals_the_same_damage_over(dice: tuple[int, int], vault: int) -> None:
    bench = play(hero(), knowing("encore", who="bo", spellcast="presence", at=10), foe(hp=20, at=5))
    bench.do(c.Attack("ada", "orc", "sword")).do(c.Roll("ada"), *duality(9, 8), (8, 7))
    bench.do(c.AnswerPower("bo", use=True), *duality(*dice))
    assert bench.foe().hp_marked == 4  # 8 damage, and 8 more
    assert len(bench.hero("bo").sheet.vault) == vault


@pytest.mark.rule("DHP-CHAR-02")
def test_a_fleeting_shadow_is_harder_to_hit() -> None:
    assert evasion_of(knowing("fleeting_shadow")) == evasion_of(hero()) + 1


@pytest.mark.rule("DHP-CHAR-02", "DHP-HOPE-05")
def test_the_eloquent_help_for_nothing_once() -> None:
    bench = play(knowing("eloquent", hope=0), hero("bo"), foe())
    bench.do(c.UsePower("ada", "eloquent.heed")).do(c.Attack("bo", "orc", "sword"))
    bench.do(c.GiveHelp("ada"), (6, 3))
    assert (bench.hero().hope, bench.hero().conditions) == (0, ())
    assert bench.hero().used == ("eloquent",)


@pytest.mark.rule("DHP-CHAR-02")
def test_riders_of_conjured_steeds_strike_worse_and_harder() -> None:
    bench = play(knowing("conjured_steeds", hope=3), hero("bo"), foe(hp=20))
    bench.do(c.UsePower("ada", "conjured_steeds", "ada,bo", spend=2)).do(c.Attack("bo", "orc", "sword"))
    bench.do(c.Roll("bo"), *duality(9, 8), (8, 7))
    assert bench.only(e.DamageRolled).amount == 7 + 1 + 2
    assert bench.only(e.ActionRolled).check.total == 9 + 8 - 2


# ------------------------------------------------------------------ what stays with the GM

RULES_COULD_CARRY = {
    *("hopekeeper_locket", "shard_of_memory", "ring_of_unbreakable_resolve", "belt_of_unity"),
    *("channelstone", "hopehold_flare", "circle_of_the_void", "knowledge_stone", "death_tea"),
}
"""Told for now though dice and numbers could play them: this list only shrinks."""


def test_what_is_told_of_a_character_says_what_the_gm_judges() -> None:
    entries = BOOKS.entries("powers", PowerEntry)
    told = {name for name, entry in entries.items() if power_plays(entry) == "told"}
    judged = {name for name in told if entries[name].judge is not None}
    assert told - judged == RULES_COULD_CARRY
    for name in judged:
        judge = entries[name].judge
        assert judge is not None
        assert all(entry_words(BOOKS, "", name, language).endswith(judge.in_(language)) for language in LANGUAGES)


def test_what_is_told_of_the_gms_side_asks_its_questions() -> None:
    silent = [
        (owner, feature.id)
        for kind, schema, owners in (
            ("adversaries", AdversaryEntry, BOOKS.adversaries),
            ("environments", PlaceEntry, BOOKS.places),
        )
        for owner, one in owners.items()
        for feature in one.features
        if plays_of(feature) == "told" and not BOOKS.entries(kind, schema)[owner].feature_words[feature.id].ask
    ]
    assert silent == []


def test_only_the_cards_of_the_book_are_there_to_choose() -> None:
    """Nine domains of twenty-one cards each; a card that we made to show a rule is in no domain."""
    domains = list(BOOKS.domains.values())
    assert {domain: domains.count(domain) for domain in set(domains)} == dict.fromkeys(set(domains), 21)
    assert len(set(domains)) == 9
