"""Features of weapons and armour: what numbers do not say, powers do, for whoever wields or wears them."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, duality, foe, hero, play
from tests.rules.daggerheart.test_powers import struck

from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.entries import ArmourEntry, WeaponEntry
from arbitro.rules.daggerheart.numbers import evasion_of, thresholds_of, trait_of
from arbitro.rules.daggerheart.state import Hero, Thing
from arbitro.text import LANGUAGES

IN_NUMBERS = {
    *("Barrier", "Brutal", "Cumbersome", "Double Duty", "Heavy", "Hooked", "Massive", "Paired", "Parry", "Powerful"),
    *("Protective", "Quick", "Reliable", "Reloading", "Startling", "Versatile"),
}
"""Features that the weapon's own numbers and switches carry."""
TOLD = {
    *("Bouncing", "Burning", "Devastating", "Doubled Up", "Eruptive", "Greedy", "Hot", "Locked On", "Long", "Pompous"),
    *("Retractable", "Returning", "Self-Correcting", "Serrated", "Sheltering", "Timebending"),
    *("Hopeful", "Impenetrable", "Shifting", "Truthseeking"),
}
"""Features that words alone carry still: this list only shrinks."""


def wielding(*weapons: str, **changes: object) -> Hero:
    """A PC with weapons of the book."""
    return hero(weapons=tuple(BOOKS.weapons[one] for one in weapons), **changes)


def wearing(suit: str, **changes: object) -> Hero:
    """A PC in armour of the book."""
    return hero(armour=BOOKS.armour[suit], **changes)


def hits(bench: Bench, weapon: str, *dice: tuple[int, int]) -> Bench:
    """An attack that hits."""
    return bench.do(c.Attack("ada", "orc", weapon)).do(c.Roll("ada"), *duality(9, 8), *dice)


def test_every_feature_of_gear_is_played_or_known_to_be_told() -> None:
    entries = [*BOOKS.entries("weapons", WeaponEntry).values(), *BOOKS.entries("armour", ArmourEntry).values()]
    named = {one.feature for one in entries if one.feature}
    played = {name for name in named if BOOKS.gear_powers(name)}
    assert named - played - IN_NUMBERS == TOLD
    assert len(played) == 32


def test_what_gear_does_stands_on_the_sheet_of_its_bearer() -> None:
    bench = play(wielding("steelforged_halberd"), foe())
    for language, words in zip(LANGUAGES, ("Chi è colpito", "A target"), strict=True):
        sheet = RULES.sheet(bench.state, REFEREE, "ada", language)
        assert sheet is not None
        assert any(words in told for part in sheet.sections for _, told in part.pairs)


def test_a_scary_weapon_and_no_other_marks_stress() -> None:
    bench = hits(play(wielding("steelforged_halberd", "dagger"), foe(hp=20)), "steelforged_halberd", (8, 2))
    assert bench.foe().stress_marked == 1
    bench = hits(play(wielding("steelforged_halberd", "dagger"), foe(hp=20)), "dagger", (8, 2))
    assert bench.foe().stress_marked == 0


def test_severe_damage_by_a_deadly_weapon_costs_one_hit_point_more() -> None:
    deadly = play(wielding("deadly_broadsword", proficiency=2), foe(hp=20))
    assert hits(deadly, "deadly_broadsword", (8, 8), (8, 4)).foe().hp_marked == 4
    light = play(wielding("deadly_broadsword"), foe(hp=20))
    assert hits(light, "deadly_broadsword", (8, 1)).foe().hp_marked == 1


def test_numbers_of_the_bearer_join_the_damage() -> None:
    assert (
        hits(play(wielding("flickerfly_blade", agility=2), foe(hp=20)), "flickerfly_blade", (8, 1))
        .only(e.DamageRolled)
        .amount
        == 1 + 5 + 2
    )
    gloves = play(wielding("fusion_gloves", level=7), foe(hp=30))
    assert hits(gloves, "fusion_gloves", (6, 1)).only(e.DamageRolled).amount == 1 + 9 + 7


@pytest.mark.parametrize(("face", "left"), [(3, 2), (4, 1)])
def test_an_invigorating_weapon_hangs_on_a_die(face: int, left: int) -> None:
    bench = play(wielding("invigorating_scepter", stress_marked=2), foe(hp=20))
    bench.do(c.Attack("ada", "orc", "invigorating_scepter")).do(c.Roll("ada"), *duality(9, 8))
    bench.do(c.AnswerPower("ada", use=True), (4, face), (6, 1))
    assert bench.hero().stress_marked == left


def test_a_miss_with_a_lucky_axe_may_be_rolled_again() -> None:
    bench = play(wielding("lucky_axe"), foe(hp=20)).do(c.Attack("ada", "orc", "lucky_axe"))
    bench.do(c.Roll("ada"), *duality(2, 1)).do(c.AnswerPower("ada", use=True), *duality(9, 8), (10, 1))
    assert (bench.hero().stress_marked, bench.foe().hp_marked) == (1, 2)


def test_a_grappling_blade_holds_or_drags() -> None:
    bench = play(wielding("swinging_ropeblade"), foe(hp=20, at=20))
    bench.do(c.Attack("ada", "orc", "swinging_ropeblade")).do(c.Roll("ada"), *duality(9, 8))
    bench.do(c.AnswerPower("ada", use=True), (8, 1))
    assert [held.name for held in bench.foe().conditions] == ["restrained"]


def test_what_hurts_its_wielder_does_so_with_every_hit() -> None:
    assert hits(play(wielding("bloodstaff"), foe(hp=20)), "bloodstaff", (20, 1)).hero().stress_marked == 1


def test_a_charged_gauntlet_helps_the_weapon_in_the_other_hand() -> None:
    bench = play(wielding("dagger", "powered_gauntlet"), foe(hp=20))
    bench.do(c.Attack("ada", "orc", "dagger")).do(c.Roll("ada"), *duality(9, 8))
    bench.do(c.AnswerPower("ada", use=True), (8, 1), (8, 2))
    assert (bench.hero().stress_marked, bench.only(e.DamageRolled).amount) == (1, 4)
    alone = hits(play(wielding("dagger", "powered_gauntlet"), foe(hp=20)), "powered_gauntlet", (6, 1))
    assert alone.only(e.DamageRolled).amount == 5


def test_numbers_of_those_who_carry_it() -> None:
    assert thresholds_of(wielding("bravesword"))[1] == thresholds_of(wielding("longsword"))[1] + 3
    assert trait_of(wielding("sledge_axe"), "agility") == -1
    assert trait_of(wearing("fine_gilded_armor"), "presence") == 1
    savior = wearing("savior_chainmail")
    assert (trait_of(savior, "knowledge"), evasion_of(savior)) == (-1, evasion_of(hero()) - 1)
    whole, worn = (wearing("irontree_breastplate_armor", armour_marked=marked) for marked in (3, 4))
    assert thresholds_of(worn) == tuple(one + 2 for one in thresholds_of(whole))


def test_warded_armour_takes_its_score_off_magic_damage_alone() -> None:
    magic = foe(damage="9")
    magic = replace(magic, block=replace(magic.block, attack=replace(magic.block.attack, kind="magic")))
    taken = []
    for attacker in (foe(damage="9"), magic):
        bench = struck(play(wearing("warded_chain_armor"), attacker, turn=acting()), (20, 19))
        taken.append(bench.state.awaiting[0].values["amount"])
    assert taken == [9, 5]


@pytest.mark.parametrize(("face", "slots", "hp"), [(6, 3, 1), (5, 4, 1)])
@pytest.mark.parametrize("suit", ["harrowbone_armor", "leather_armor"])
def test_resilient_armour_may_keep_its_last_slot(face: int, slots: int, hp: int, suit: str) -> None:
    one = wearing(suit, armour_marked=BOOKS.armour[suit].score - 1)
    if suit == "leather_armor":  # a valorstone is set on it
        one = replace(one, things=(Thing(BOOKS.things["valorstone"]),))
        slots -= 1
    bench = struck(play(one, foe(damage=str(thresholds_of(one)[0])), turn=acting()), (20, 19))
    bench.do(c.UseArmour("ada", use=True), (6, face))
    assert (bench.hero().armour_marked, bench.hero().hp_marked) == (slots, hp)


def test_fortified_armour_lightens_by_two_steps() -> None:
    one = wearing("full_fortified_armor")
    bench = struck(play(one, foe(damage=str(thresholds_of(one)[1])), turn=acting()), (20, 19))
    assert bench.do(c.UseArmour("ada", use=True)).hero().hp_marked == 1


def test_armour_against_one_kind_bars_slots_for_the_other() -> None:
    bench = struck(play(wearing("spellguard_cloak"), foe(damage="9"), turn=acting()), (20, 19))
    assert (bench.asked, bench.hero().hp_marked) == ("", 1)


def test_runes_of_fortification_hurt_and_embers_burn_whoever_comes_close() -> None:
    bench = struck(play(wearing("runes_of_fortification"), foe(damage="20"), turn=acting()), (20, 19))
    assert bench.do(c.UseArmour("ada", use=True)).hero().stress_marked == 1
    for die, marked in ((19, 1), (2, 1)):
        burning = struck(play(wearing("emberwoven_armor"), foe(damage="1"), turn=acting()), (20, die))
        assert burning.foe().stress_marked == marked


def test_a_blessed_anlace_heals_its_bearer_at_every_rest() -> None:
    bench = play(wielding("blessed_anlace", hp_marked=3), tension="none").do(c.EndScene())
    assert bench.do(c.BeginRest("short")).do(c.EndRest(), (4, 1)).hero().hp_marked == 2
