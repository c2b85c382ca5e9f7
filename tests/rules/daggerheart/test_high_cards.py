"""Cards of the higher levels that change what others mark, roll or know, and the beast that is hurled."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, duality, foe, hero, play
from tests.rules.daggerheart.test_moves import DUE
from tests.rules.daggerheart.test_powers import gifted, struck

from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.state import Condition, Hero

pytestmark = pytest.mark.rule("DHP-CHAR-02")


def touched(domain: str, **changes: object) -> Hero:
    """Somebody with the card of those whom a domain has touched, and three more cards of it."""
    cards = [name for name, one in BOOKS.powers.items() if one.domain == domain and not one.bonuses]
    plain = [name for name in cards if not BOOKS.powers[name].options and BOOKS.powers[name].when is None]
    return gifted(f"{domain}_touched", *plain[:3], **changes)


def dealt_a_blow(bench: Bench, *dice: tuple[int, int], hope: int = 9, fear: int = 8) -> Bench:
    """Ada strikes the orc with her sword."""
    bench.do(c.Attack("ada", "orc", "sword"))
    return bench.do(c.Roll("ada"), *duality(hope, fear), *dice)


# ------------------------------------------------------------------ Midnight, Grace


@pytest.mark.parametrize(("hope", "held", "fear"), [(0, 1, 0), (1, 1, 1)])
def test_midnight_turns_a_fear_into_hope_for_those_who_have_none(hope: int, held: int, fear: int) -> None:
    bench = play(touched("midnight", hope=hope), foe(hp=20)).do(c.GainFear(1, "other"))
    assert (bench.hero().hope, bench.state.fear.held) == (held, fear)
    if not fear:  # once between rests
        assert bench.do(c.Describe("ada", "", "agility")).hero().hope == 1
        again = play(replace(bench.hero(), hope=0), foe()).do(c.GainFear(1, "other"))
        assert again.state.fear.held == 1


def test_midnight_adds_the_fear_die_to_a_blow_for_a_stress() -> None:
    bench = dealt_a_blow(play(touched("midnight"), foe(hp=20)), hope=9, fear=8)
    assert bench.asked == "power"
    bench.do(c.AnswerPower("ada", use=True), (8, 3))
    assert bench.only(e.DamageRolled).amount == 3 + 1 + 8
    assert bench.hero().stress_marked == 1


@pytest.mark.parametrize(("marked", "slots", "after"), [(5, 1, 5), (2, 0, 3)])
def test_grace_lets_armour_stand_in_for_the_last_stress(marked: int, slots: int, after: int) -> None:
    bench = play(touched("grace", stress_marked=marked), turn=DUE).do(c.MakeMove("mark_stress"))
    assert (bench.hero().armour_marked, bench.hero().stress_marked) == (slots, after)


@pytest.mark.parametrize(("use", "hp", "stress"), [(True, 0, 2), (False, 2, 0)])
def test_grace_wounds_the_spirit_in_place_of_the_body(use: bool, hp: int, stress: int) -> None:
    bench = dealt_a_blow(play(touched("grace"), foe(hp=5)), (8, 8))
    bench.do(c.AnswerPower("ada", use=use))
    assert (bench.foe().hp_marked, bench.foe().stress_marked) == (hp, stress)


# ------------------------------------------------------------------ Bone


def test_a_tactician_lends_an_experience_and_a_d20_of_hope() -> None:
    bench = play(hero(hope=3), gifted("tactician", who="bo", hope=3), foe(hp=20))
    bench.do(c.Attack("ada", "orc", "sword"))
    bench.no(c.Roll("ada", "bo/one"), "no_experience")
    bench.do(c.GiveHelp("bo"), (6, 1))
    assert "roll/ada/bo/one" in {one.id for one in RULES.choices(bench.state, REFEREE)}
    bench.no(c.Roll("ada", "bo/one,bo/two"), "experience_twice")
    bench.do(c.Roll("ada", "bo/one"), *duality(9, 8), (8, 1))
    assert bench.only(e.ActionRolled).check.total == 9 + 8 + 1 + 2
    assert bench.hero().hope == 3  # one paid, one won


def test_a_tactician_rolls_a_d20_for_hope_where_two_attack_as_one() -> None:
    bench = play(gifted("tactician", hope=4), hero("bo"), foe(hp=20))
    bench.do(c.TagTeam("ada", "bo", "orc")).do(c.Bolster("ada", "tactician.as_one"))
    bench.do(c.Roll("ada"), (20, 17), (12, 8))
    bench.do(c.Roll("bo"), *duality(3, 2))
    bench.do(c.ChooseTag("ada", "first"), (8, 1), (8, 1))
    assert bench.foe().hp_marked


@pytest.mark.rule("DHP-CHAR-03")
def test_a_splintering_strike_is_shared_out_at_will() -> None:
    one = gifted("splintering_strike", hope=3, proficiency=2)
    bench = play(one, foe(hp=20), foe("wolf", hp=20), foe("far", at=80))
    bench.do(c.UsePower("ada", "splintering_strike"))
    bench.do(c.Roll("ada"), *duality(9, 8), (8, 8), (8, 7), (8, 1), (8, 2))
    assert bench.asked == "share"
    assert "share_damage" in {one.id for one in RULES.choices(bench.state, REFEREE)}
    bench.no(c.ShareDamage("ada", 17), "share")
    bench.do(c.ShareDamage("ada", 13))
    taken = {event.who: event.amount for event in bench.found(e.DamageTaken)}
    assert taken == {"orc": 13 + 1, "wolf": 3 + 2}
    assert bench.hero().used == ("splintering_strike",)


@pytest.mark.rule("DHP-CHAR-03")
def test_a_deathrun_takes_a_die_away_from_one_to_the_next() -> None:
    one = gifted("deathrun", hope=4, proficiency=1)
    bench = play(one, foe(hp=20), foe("wolf", at=60, hp=20), foe("cub", at=40, hp=20))
    bench.no(c.UsePower("ada", "deathrun", "orc,gone"), "no_target")
    bench.do(c.UsePower("ada", "deathrun", "wolf,orc,cub"))
    assert bench.hero().at == 60
    bench.do(c.Roll("ada"), *duality(9, 8), (8, 7), (8, 3))
    assert {event.who: event.amount for event in bench.found(e.DamageTaken)} == {"wolf": 11, "orc": 8}


# ------------------------------------------------------------------ Splendor, Valor, Codex, and a copied card


@pytest.mark.parametrize(("face", "used"), [(6, ()), (5, ("a_soldiers_bond",))])
def test_invigoration_gives_a_spent_use_back(face: int, used: tuple[str, ...]) -> None:
    bench = play(gifted("a_soldiers_bond"), gifted("invigoration", who="bo", hope=2), foe())
    bench.do(c.UsePower("ada", "a_soldiers_bond", "bo"))
    assert bench.asked == "power"
    bench.do(c.AnswerPower("bo", use=True, spend=1), (6, face))
    assert bench.hero().used == used


def test_whoever_holds_the_line_catches_those_who_come_near() -> None:
    bench = play(gifted("hold_the_line", hope=3), foe(at=30, hp=20)).do(c.UsePower("ada", "hold_the_line"))
    caught = play(bench.hero(), foe(at=30, hp=20), turn=acting())
    struck(caught, (20, 2))
    assert caught.foe().at == 0
    assert [(held.name, held.until) for held in caught.foe().conditions] == [("restrained", "stance")]
    freed = play(caught.hero(), caught.foe(), turn=DUE, fear=3)
    freed.do(c.PayToEnd("orc", "restrained"))
    assert (freed.foe().conditions, freed.state.fear.held) == ((), 1)
    moved = play(caught.hero(), caught.foe(), foe("wolf", at=25)).do(c.Attack("ada", "wolf", "sword"))
    assert (moved.foe().conditions, moved.hero().conditions) == ((), ())


def test_the_united_say_who_marks_what_is_due_to_any_of_them() -> None:
    bench = play(gifted("transcendent_union", hope=5), hero("bo"), foe(damage="9"), tension="none")
    bench.no(c.UsePower("ada", "transcendent_union", "bo"), "no_target")
    bench.do(c.UsePower("ada", "transcendent_union", "ada,bo")).do(c.UsePower("bo", "united_bearing"))
    party = [replace(one, sheet=replace(one.sheet, armour=None)) for one in bench.state.party.values()]
    hit = struck(play(*party, foe(damage="9"), turn=acting()), (20, 19))
    assert (hit.hero().hp_marked, hit.hero("bo").hp_marked > 0) == (0, True)
    strained = play(*party, turn=DUE).do(c.MakeMove("mark_stress", target="ada"))
    assert (strained.hero().stress_marked, strained.hero("bo").stress_marked) == (0, 1)


def test_a_copied_card_costs_half_its_level_and_is_gone_when_it_goes_to_the_vault() -> None:
    bench = play(gifted("copycat", hope=4), gifted("falling_sky", "arcane_reflection", who="bo"), foe())
    bench.no(c.UsePower("ada", "copycat", "bo/falling_sky"), "no_power")  # above level 8
    assert "use_power/ada/copycat" in {one.id for one in RULES.choices(bench.state, REFEREE)}
    bench.do(c.UsePower("ada", "copycat", "bo/arcane_reflection"))
    assert (bench.hero().hope, [one.id for one in bench.hero().lent]) == (0, ["arcane_reflection"])
    ended = play(*bench.state.party.values(), tension="none").do(c.EndScene()).do(c.BeginRest("short"))
    assert not ended.do(c.SwapCard("bo", "arcane_reflection")).hero().lent


@pytest.mark.rule("DHP-CHAR-04")
def test_a_hurled_beast_strikes_by_the_throwers_numbers() -> None:
    beast, thrower = gifted("form_cannonball", hope=3), hero("bo", strength=2, proficiency=2)
    bench = play(beast, thrower, foe(at=10, hp=20), foe("wolf", at=12, hp=20))
    bench.do(c.UsePower("ada", "form_cannonball.two", "bo"))
    assert (bench.hero().hope, bench.hero().stress_marked) == (2, 1)
    bench.do(c.UsePower("bo", "hurl_beast_on.strength", "orc"))
    bench.do(c.Roll("bo"), *duality(9, 8), (12, 8), (12, 5))
    assert {event.who: event.amount for event in bench.found(e.DamageTaken)} == {"orc": 15, "wolf": 8}
    bench.no(c.UsePower("bo", "hurl_beast_on.strength", "orc"), "used_up")
    again = play(replace(bench.hero(), hope=3), bench.hero("bo"), foe()).do(
        c.UsePower("ada", "form_cannonball.two", "bo")
    )
    assert again.hero("bo").used == ()


# ------------------------------------------------------------------ the rogue's cloak


@pytest.mark.rule("DHP-COND-02")
def test_a_rogue_who_would_be_hidden_is_cloaked() -> None:
    bench = play(gifted("cloaked"), foe()).do(c.SetCondition("ada", "hidden"))
    assert [held.name for held in bench.hero().conditions] == ["mantled"]
    assert bench.hero().conditions[0] == Condition("mantled", bench.hero().conditions[0].source, "hidden")
    bench.do(c.Attack("ada", "orc", "sword")).do(c.Roll("ada"), *duality(3, 2))
    assert not bench.hero().conditions
