"""Powers of the player characters: lasting, used, answering a moment, put into a roll."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, foe, hero, play

from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.entries import ArmourEntry, WeaponEntry
from arbitro.rules.daggerheart.gifts import endowed, proficiency_of
from arbitro.rules.daggerheart.meanings import entry_words
from arbitro.rules.daggerheart.numbers import armour_slots, evasion_of, thresholds_of
from arbitro.rules.daggerheart.player_entries import PowerEntry, power_plays
from arbitro.rules.daggerheart.state import Condition, Hero
from arbitro.text import LANGUAGES


def gifted(*powers: str, who: str = "ada", **changes: object) -> Hero:
    """A PC with some powers."""
    one = hero(who, **{"spellcast": "instinct", **changes})
    sheet = one.sheet
    for name in powers:
        sheet = endowed(sheet, BOOKS.powers[name])
    return replace(one, sheet=sheet)


def struck(bench: Bench, *dice: tuple[int, int]) -> Bench:
    """The orc attacks Ada, by the GM."""
    return bench.do(c.FoeAttack("orc", "ada"), *dice)


# -------------------------------------------------------------------- what lasts


@pytest.mark.rule("DHP-CHAR-02")
def test_lasting_bonuses_count_in_the_numbers_of_the_sheet() -> None:
    plain, sturdy = hero(agility=3), gifted("unwavering", "untouchable", "shell", agility=3)
    assert thresholds_of(sturdy) == tuple(limit + 1 + 1 for limit in thresholds_of(plain))  # and the Proficiency
    assert evasion_of(sturdy) == evasion_of(plain) + 2  # half of Agility, rounded up
    grown = gifted("battlemage", "at_ease")
    assert (grown.hp, grown.stress) == (plain.hp + 1, plain.stress + 1)


@pytest.mark.rule("DHP-CHAR-02")
def test_those_who_do_without_armour_have_a_row_of_their_own() -> None:
    bare = gifted("bare_bones", armour=None, strength=2)
    assert thresholds_of(bare) == (10, 20)
    assert armour_slots(bare) == 5
    assert armour_slots(hero(armour=None, strength=2)) == 0


@pytest.mark.rule("DHP-ATK-02")
def test_weapons_of_every_tier_are_there_and_some_go_by_the_spellcast_trait() -> None:
    assert {entry.tier for entry in BOOKS.entries("weapons", WeaponEntry).values()} == {0, 1, 2, 3, 4}
    assert {entry.tier for entry in BOOKS.entries("armour", ArmourEntry).values()} == {1, 2, 3, 4}
    chair = BOOKS.weapons["arcane_frame_wheelchair"]
    found = weapon_of(hero(weapons=(chair,), spellcast="presence"), chair.id)
    assert found is not None
    assert found.trait == "presence"


@pytest.mark.rule("DHP-CHAR-02")
def test_all_stress_marked_makes_the_voice_of_reason_strike_harder() -> None:
    assert proficiency_of(gifted("voice_of_reason", stress_marked=5)) == 1
    assert proficiency_of(gifted("voice_of_reason", stress_marked=6)) == 2


# -------------------------------------------------------------------- what is used


@pytest.mark.rule("DHP-CHAR-02", "DHP-REST-07")
def test_a_song_mends_the_party_once_until_a_long_rest() -> None:
    bench = play(gifted("gifted_performer", hp_marked=2), hero("bo", hp_marked=1, at=20), foe(at=60))
    bench.do(c.UsePower("ada", "gifted_performer.relaxing"))
    assert (bench.hero().hp_marked, bench.hero("bo").hp_marked) == (1, 0)
    bench.no(c.UsePower("ada", "gifted_performer.relaxing"), "used_up")
    bench.do(c.UsePower("ada", "gifted_performer.heartbreaking"))  # each song has its own use
    assert bench.hero().hope == 3
    bench.no(c.UsePower("ada", "gifted_performer"), "which_part")


@pytest.mark.rule("DHP-CHAR-02", "DHP-TRAIT-03")
def test_a_spell_pushes_what_it_hits_and_hurts_it() -> None:
    bench = play(gifted("book_of_wards_and_ice", instinct=2), foe())
    bench.do(c.UsePower("ada", "book_of_wards_and_ice.power_push", "orc"))
    bench.do(c.Roll("ada"), (12, 8), (12, 4), (10, 6))
    assert bench.only(e.DamageRolled).amount == 8
    assert bench.foe().at > 30


@pytest.mark.rule("DHP-CHAR-02")
def test_a_price_may_be_paid_as_often_as_one_likes() -> None:
    bench = play(gifted("book_of_the_mind", hope=4), foe(hp=20))
    bench.no(c.UsePower("ada", "book_of_the_mind.arcane_barrage", "orc"), "pay_between")
    bench.no(c.UsePower("ada", "book_of_the_mind.arcane_barrage", "orc", spend=5), "pay_between")
    bench.do(c.UsePower("ada", "book_of_the_mind.arcane_barrage", "orc", spend=3), (6, 4), (6, 4), (6, 2))
    assert (bench.hero().hope, bench.only(e.DamageRolled).amount) == (1, 10)


@pytest.mark.rule("DHP-CHAR-02")
def test_tokens_come_with_a_long_rest_and_are_spent() -> None:
    ready = replace(gifted("inspirational_words", presence=2), kept={"inspirational_words": 1})
    bench = play(ready, hero("bo", stress_marked=2), foe(at=60))
    bench.do(c.UsePower("ada", "inspirational_words.stress", "bo"))
    assert (bench.hero("bo").stress_marked, bench.hero().kept) == (1, {})
    bench.no(c.UsePower("ada", "inspirational_words.hope", "bo"), "no_tokens_on")


@pytest.mark.rule("DHP-CHAR-02")
def test_an_unstoppable_guardian_hits_harder_with_every_wound_and_cannot_be_held() -> None:
    bench = play(gifted("unstoppable", strength=1), foe(hp=20)).do(c.UsePower("ada", "unstoppable"))
    bench.no(c.SetCondition("ada", "restrained"), "given_away")
    for bonus in (1, 2):
        bench.do(c.Attack("ada", "orc", "sword"))
        bench.do(c.Roll("ada"), (12, 8), (12, 7), (8, 3))
        assert bench.only(e.DamageRolled).amount == 3 + 1 + bonus


@pytest.mark.rule("DHP-CHAR-02")
def test_a_bard_hands_out_dice_for_the_session() -> None:
    bench = play(gifted("rally"), hero("bo", stress_marked=3), foe(at=60)).do(c.UsePower("ada", "rally"))
    bench.do(c.UsePower("bo", "rally_die.calm"), (6, 2))
    assert bench.hero("bo").stress_marked == 1
    bench.no(c.UsePower("bo", "rally_die.calm"), "used_up")
    bench.no(c.UsePower("ada", "rally"), "used_up")


# -------------------------------------------------------------------- what answers


@pytest.mark.rule("DHP-CHAR-03")
@pytest.mark.parametrize(("use", "marked", "stress"), [(True, 2, 1), (False, 3, 0)])
def test_severe_damage_counts_a_step_lighter_for_a_stress(use: bool, marked: int, stress: int) -> None:
    bench = play(gifted("get_back_up", armour_marked=3), foe(damage="20"), turn=acting())
    struck(bench, (20, 15)).do(c.AnswerPower("ada", use=use))
    assert (bench.hero().hp_marked, bench.hero().stress_marked) == (marked, stress)


@pytest.mark.rule("DHP-CHAR-03")
def test_what_cannot_be_paid_or_does_not_fit_is_not_asked() -> None:
    bench = play(gifted("get_back_up", armour_marked=3, stress_marked=6), foe(damage="20"), turn=acting())
    struck(bench, (20, 15), (20, 2))
    assert not bench.state.awaiting or bench.state.awaiting[0].kind != "power"
    light = play(gifted("get_back_up", armour_marked=3), foe(damage="8"), turn=acting())
    assert struck(light, (20, 15)).hero().hp_marked == 2


@pytest.mark.rule("DHP-CHAR-03")
def test_a_raised_evasion_makes_an_attack_miss() -> None:
    bench = play(gifted("wings", evasion=12), foe(bonus=0), turn=acting())
    struck(bench, (20, 13)).do(c.AnswerPower("ada", use=True))
    assert not bench.only(e.AttackTwisted).hit
    assert bench.hero().hp_marked == 0


@pytest.mark.rule("DHP-CHAR-03")
def test_a_wizard_makes_a_foe_roll_again() -> None:
    bench = play(hero(), gifted("not_this_time", who="bo", hope=3), foe(bonus=0), turn=acting())
    struck(bench, (20, 15)).do(c.AnswerPower("bo", use=True), (20, 3))
    assert (bench.only(e.AttackTwisted).hit, bench.hero("bo").hope) == (False, 0)


@pytest.mark.rule("DHP-CHAR-03")
def test_an_ally_takes_the_blow() -> None:
    bench = play(hero(armour_marked=3), gifted("i_am_your_shield", who="bo", armour_marked=3), foe(), turn=acting())
    struck(bench, (20, 15), (8, 2)).do(c.AnswerPower("bo", use=True))
    assert (bench.hero().hp_marked, bench.hero("bo").hp_marked) == (0, 1)


@pytest.mark.rule("DHP-CHAR-03", "DHP-ATK-02")
def test_what_goes_with_an_attack_joins_its_damage() -> None:
    bench = play(gifted("sneak_attack", "tusks", hope=2), hero("bo", at=5), foe(hp=20))
    bench.do(c.Attack("ada", "orc", "sword"))
    bench.do(c.Roll("ada"), (12, 8), (12, 7))
    bench.do(c.AnswerPower("ada", use=True), (8, 3), (6, 4), (6, 5))
    told = bench.only(e.DamageRolled)
    assert told.amount == 3 + 1 + 4 + 5
    assert set(told.dice_by) >= {"ada/sneak_attack", "ada/tusks"}


@pytest.mark.rule("DHP-CHAR-03")
def test_low_damage_dice_are_thrown_again() -> None:
    bench = play(gifted("not_good_enough"), foe(hp=20)).do(c.Attack("ada", "orc", "sword"))
    bench.do(c.Roll("ada"), (12, 8), (12, 7), (8, 2), (8, 7))
    told = bench.only(e.DamageRolled)
    assert (told.amount, [die.face for die in told.dice]) == (8, [2, 7])  # every die that was thrown lies in the log


@pytest.mark.rule("DHP-CHAR-03", "DHP-DUAL-10")
def test_a_roll_with_fear_counts_as_one_with_hope() -> None:
    bench = play(gifted("fearless"), foe(at=60)).do(c.Describe("ada", "leaps", "agility"))
    bench.do(c.RequestRoll("agility", 10)).do(c.Roll("ada"), (12, 5), (12, 8))
    bench.do(c.AnswerPower("ada", use=True))
    assert bench.only(e.RollTwisted).outcome == "success_hope"
    assert (bench.hero().hope, bench.hero().stress_marked) == (3, 2)


@pytest.mark.rule("DHP-CHAR-03")
def test_an_ally_lets_a_failed_roll_be_made_again() -> None:
    bench = play(hero(), gifted("reassurance", who="bo"), foe(at=60)).do(c.Describe("ada", "leaps", "agility"))
    bench.do(c.RequestRoll("agility", 15)).do(c.Roll("ada"), (12, 5), (12, 8))
    bench.do(c.AnswerPower("bo", use=True), (12, 9), (12, 7))
    assert bench.only(e.RollClosed).outcome == "success_hope"


@pytest.mark.rule("DHP-CHAR-03", "DHP-ADV-01")
def test_a_power_put_into_a_roll_gives_advantage_or_a_number() -> None:
    bench = play(gifted("reckless", "know_the_tide", kept={"know_the_tide": 1}), foe(hp=20))
    bench.do(c.Attack("ada", "orc", "sword")).do(c.Bolster("ada", "reckless"))
    bench.no(c.Bolster("ada", "reckless"), "no_power")
    bench.no(c.Bolster("", "know_the_tide"), "no_roll_pending")  # nobody's
    bench.do(c.Bolster("ada", "know_the_tide"))
    bench.do(c.Roll("ada"), (12, 4), (12, 3), (6, 4), (8, 1))
    assert bench.found(e.ActionRolled)[0].check.total == 4 + 3 + 4 + 1
    assert bench.hero().stress_marked == 1


@pytest.mark.rule("DHP-CHAR-02")
def test_features_that_watch_a_roll() -> None:
    brave = play(gifted("courage"), foe(at=60)).do(c.Describe("ada", "x", "agility")).do(c.RequestRoll("agility", 20))
    assert brave.do(c.Roll("ada"), (12, 3), (12, 5)).hero().hope == 3
    calm = play(gifted("unshakable", "reckless"), foe(hp=20)).do(c.Attack("ada", "orc", "sword"))
    assert calm.do(c.Bolster("ada", "reckless"), (6, 6)).hero().stress_marked == 0


@pytest.mark.rule("DHP-CHAR-02")
def test_a_boost_lasts_until_a_rest() -> None:
    bench = play(gifted("book_of_wards_and_ice", hope=2), foe(at=60))
    before = armour_slots(bench.hero())
    bench.do(c.UsePower("ada", "book_of_wards_and_ice.ward_armor", "ada"))
    assert armour_slots(bench.hero()) == before + 1
    assert isinstance(bench.hero().conditions[0], Condition)


# -------------------------------------------------------------------- every entry


@pytest.mark.rule("DHP-CHAR-02")
def test_every_class_has_its_whole_beginning() -> None:
    assert len(BOOKS.classes) == 9
    assert len(BOOKS.subclasses) == 18
    assert (len(BOOKS.ancestries), len(BOOKS.communities)) == (18, 9)
    assert len(BOOKS.domains) == 189
    for name, one in BOOKS.classes.items():
        assert one.hope_feature, name
        assert sum(each.class_id == name for each in BOOKS.subclasses.values()) == 2
        assert all(domain in BOOKS.domains.values() for domain in one.domains)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_power_and_calling_has_words(language: str) -> None:
    for name, power in BOOKS.powers.items():
        assert len(entry_words(BOOKS, "", name, language)) > 15, name  # type: ignore[arg-type]
        for part in power.options:
            assert entry_words(BOOKS, "", part.id, language), part.id  # type: ignore[arg-type]
    for sort, entries in (
        ("subclass", BOOKS.subclasses),
        ("ancestry", BOOKS.ancestries),
        ("community", BOOKS.communities),
    ):
        assert all(entry_words(BOOKS, sort, name, language) for name in entries)  # type: ignore[arg-type, attr-defined]


@pytest.mark.rule("DHP-CHAR-02")
def test_coverage_tells_how_each_is_played() -> None:
    entries = BOOKS.entries("powers", PowerEntry)
    counted = BOOKS.played()
    assert sum(counted["domain_card"].values()) == len(BOOKS.domains)
    assert power_plays(entries["get_back_up"]) == "runs"
    assert power_plays(entries["wall_walk"]) == "told"
    assert power_plays(entries["elementalist"]) == "asks"
    firsts = [power_plays(one) for one in entries.values() if one.domain and one.level == 1]
    assert firsts.count("told") <= 6


@pytest.mark.rule("DHP-LEVEL-02")
def test_the_subclass_grows_with_its_slots() -> None:
    sheet = replace(hero(level=8).sheet, class_id="guardian", subclass="stalwart")
    bench = Bench(replace(play(replace(hero(), sheet=sheet, advances=3)).state, scene=None))
    bench.do(c.Advance("ada", "subclass"))
    assert {"unrelenting", "partners_in_arms"} <= {one.id for one in bench.hero().sheet.powers}
    bench.do(c.Advance("ada", "subclass"))
    assert {"undaunted", "loyal_protector"} <= {one.id for one in bench.hero().sheet.powers}


def test_what_is_offered_is_accepted() -> None:
    bench = play(gifted("gifted_performer", "unleash_chaos", "sparing_touch", hope=5, instinct=2), hero("bo"), foe())
    offered = [one for one in RULES.choices(bench.state, REFEREE) if one.command == "use_power"]
    assert len(offered) >= 4
    for choice in offered:
        for filling in choice.fillings():
            assert RULES.allows(bench.state, RULES.command(filling)), filling
